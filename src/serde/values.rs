//! Nodes to the values of a column's type. Knows types, no document.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;

use super::capture::{at_item, at_key};
use super::node::{Node, Object, text};
use crate::{Column, ColumnRule, ColumnType, Error, Result, Value};

/// The value of this type that a node is.
///
/// # Errors
/// `type` and `range` where it is none, with the path to it.
pub(super) fn value<'n>(node: &'n Node, ty: &ColumnType) -> Result<Value<'n>> {
    Ok(match (ty, node) {
        (ColumnType::Auto, node) => return auto(node),
        (_, Node::Null | Node::Skipped) => Value::Null,
        (ColumnType::Bool, Node::Bool(value)) => Value::Bool(*value),
        (ColumnType::I8 | ColumnType::I16 | ColumnType::I32 | ColumnType::I64, Node::Int(value, _)) => {
            Value::Int(*value)
        }
        (ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64, Node::UInt(value, _)) => {
            Value::UInt(*value)
        }
        // A count of days or units.
        (
            ColumnType::Date(_) | ColumnType::Time(_) | ColumnType::Timestamp { .. } | ColumnType::Duration(_),
            Node::Int(value, _),
        ) => Value::Int(*value),
        (ColumnType::F16 | ColumnType::F32 | ColumnType::F64, Node::F32(value)) => Value::Float(f64::from(*value)),
        (ColumnType::F16 | ColumnType::F32 | ColumnType::F64, Node::F64(value)) => Value::Float(*value),
        (ColumnType::Num, Node::Letters(letters)) => Value::number(letters),
        (ColumnType::Str, Node::Str(text)) => Value::from(&**text),
        (ColumnType::Bin, Node::Bin(bytes)) => Value::from(bytes.as_slice()),
        (ColumnType::Bin, Node::List(items)) => bytes(items)?,
        (ColumnType::Json, Node::Str(letters)) => Value::Json(Cow::Borrowed(letters)),
        (ColumnType::List(item), Node::List(items)) => Value::List(list(items, |node| value(node, item))?),
        (ColumnType::Struct { columns, .. }, Node::Object(object)) => {
            let mut values = Vec::new();
            fields(columns, object, &mut values)?;
            Value::Struct(values)
        }
        (ColumnType::Map(key_type, value_type), Node::Object(object)) => {
            let there = object.entries.iter().filter(|(_, node)| !matches!(node, Node::Skipped));
            let entry = |(key, node): &'n (Node, Node)| {
                Ok((map_key(key, key_type)?, value(node, value_type).map_err(|error| at_key(error, key))?))
            };
            Value::Map(there.map(entry).collect::<Result<_>>()?)
        }
        (ty, Node::Str(letters)) if ty.is_scalar() => return ty.parse_text(letters),
        (ty, node) if ty.is_scalar() => return number(node, ty),
        (ty, node) => return Err(mismatch(node, ty)),
    })
}

#[cold]
fn mismatch(node: &Node, ty: &ColumnType) -> Error {
    Error::type_mismatch(format!("a value of type `{ty}`"), node.kind())
}

fn list<'n>(items: &'n [Node], value: impl Fn(&'n Node) -> Result<Value<'n>>) -> Result<Vec<Value<'n>>> {
    let item = |(index, node)| value(node).map_err(|error| at_item(error, index));
    items.iter().enumerate().map(item).collect()
}

/// A number of another type than its column, by its letters.
fn number<'n>(node: &'n Node, ty: &ColumnType) -> Result<Value<'n>> {
    if !matches!(node, Node::Int(..) | Node::UInt(..) | Node::Letters(_) | Node::F32(_) | Node::F64(_))
        || matches!(ty, ColumnType::Str | ColumnType::Bin | ColumnType::Bool | ColumnType::Null | ColumnType::Json)
    {
        return Err(mismatch(node, ty));
    }
    let letters = node.key()?;
    if *ty == ColumnType::Num {
        ColumnType::Num.parse_text(&letters)?;
        return Ok(Value::Number(letters));
    }
    ty.parse_text(&letters).map(Value::into_owned)
}

/// The bytes of a list, which is what serde makes of a `Vec<u8>`.
fn bytes(items: &[Node]) -> Result<Value<'static>> {
    let byte = |node: &Node| match node {
        Node::UInt(value, _) => u8::try_from(*value).map_err(|_| mismatch(node, &ColumnType::U8)),
        node => Err(mismatch(node, &ColumnType::U8)),
    };
    Ok(Value::Bin(Cow::Owned(items.iter().map(byte).collect::<Result<_>>()?)))
}

fn map_key<'n>(key: &'n Node, ty: &ColumnType) -> Result<Value<'n>> {
    match (ty, key) {
        (ColumnType::Str, key) => Ok(Value::Str(key.key()?)),
        (ty, key) => value(key, ty),
    }
}

/// A value that describes itself.
fn auto(node: &Node) -> Result<Value<'_>> {
    Ok(match node {
        Node::Null | Node::Skipped => Value::Null,
        Node::Bool(value) => Value::Bool(*value),
        Node::Int(value, _) => Value::Int(*value),
        Node::UInt(value, _) => Value::UInt(*value),
        Node::Letters(letters) => Value::number(letters),
        Node::F32(value) if value.is_finite() => {
            // The letters of the type, marked as those of a float (AUTO-4).
            let mut letters = Vec::new();
            ColumnType::F32.print_text(&Value::Float(f64::from(*value)), &mut letters)?;
            if !letters.iter().any(|byte| matches!(byte, b'.' | b'e')) {
                letters.extend_from_slice(b".0");
            }
            Value::Number(Cow::Owned(text(letters)))
        }
        Node::F32(value) => Value::Float(f64::from(*value)),
        Node::F64(value) => Value::Float(*value),
        Node::Str(text) => Value::from(&**text),
        Node::Bin(bytes) => {
            let mut letters = Vec::new();
            ColumnType::Bin.print_text(&Value::from(bytes.as_slice()), &mut letters)?;
            Value::Str(Cow::Owned(text(letters)))
        }
        Node::List(items) => Value::List(list(items, auto)?),
        Node::Object(object) => {
            let there = object.entries.iter().filter(|(_, node)| !matches!(node, Node::Skipped));
            let entry =
                |(key, node)| Ok((Value::Str(Node::key(key)?), auto(node).map_err(|error| at_key(error, key))?));
            Value::Map(there.map(|(key, node)| (key, node)).map(entry).collect::<Result<_>>()?)
        }
        Node::Variant(name, inner) => Value::Map(Vec::from([(Value::from(*name), auto(inner)?)])),
    })
}

/// The values of a row or struct, one for each column.
///
/// # Errors
/// `type` for a field that is no column and for a column without a field; `duplicate` for a field that is there twice.
pub(super) fn fields<'n>(columns: &[Column], object: &'n Object, values: &mut Vec<Value<'n>>) -> Result<()> {
    let mut found: Vec<Option<Value<'n>>> = Vec::new();
    found.resize_with(columns.len(), || None);
    let mut names = Names { columns, indices: None };
    let mut next = 0usize;
    for (key, node) in &object.entries {
        if matches!(node, Node::Skipped) {
            next = next.saturating_add(1);
            continue;
        }
        let name = key.key()?;
        let (index, column) = names.find(&name, next).ok_or_else(|| unknown(&name))?;
        next = index.saturating_add(1);
        let place = |error: Error| error.within(&name);
        let value = value(node, column.column_type()).map_err(place)?;
        match found.get_mut(index) {
            Some(slot @ None) => *slot = Some(value),
            _ => return Err(Error::duplicate("field", &name)),
        }
    }
    for (column, value) in columns.iter().zip(found) {
        values.push(match (value, column.rule()) {
            (Some(value), _) => value,
            (None, ColumnRule::Always(constant)) => constant.clone(),
            (None, _) if column.may_be_missing() => Value::Missing,
            (None, _) => return Err(missing(column.name().unwrap_or_default())),
        });
    }
    Ok(())
}

/// Columns by their names.
struct Names<'c> {
    columns: &'c [Column],
    /// Where each is, once one of many was not where it was expected.
    indices: Option<BTreeMap<&'c str, usize>>,
}

/// So many columns are looked through faster than sorted.
const FEW: usize = 32;

impl<'c> Names<'c> {
    /// The column of this name, which is expected at `next`, and its index.
    fn find(&mut self, name: &str, next: usize) -> Option<(usize, &'c Column)> {
        let columns = self.columns;
        if let Some(column) = columns.get(next).filter(|column| column.name() == Some(name)) {
            return Some((next, column));
        }
        let mut all = columns.iter().enumerate();
        if columns.len() <= FEW {
            return all.find(|(_, column)| column.name() == Some(name));
        }
        let named = |(index, column): (usize, &'c Column)| Some((column.name()?, index));
        let index = *self.indices.get_or_insert_with(|| all.filter_map(named).collect()).get(name)?;
        Some((index, columns.get(index)?))
    }
}

#[cold]
pub(super) fn unknown(name: &str) -> Error {
    Error::message(format!("unknown field `{name}`")).hint("the schema has no such column")
}

#[cold]
fn missing(name: &str) -> Error {
    Error::message(format!("missing field `{name}`")).hint("a column that rows may leave out has a `?`")
}
