//! Record lines, both directions. Spec: REC-1 to REC-3

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::bytes::EQUALS;
use super::cell::{Cells, Place, Reading, Writing, print_value};
use super::columns;
use crate::error::{Error, Result};
use crate::schema::ColumnType;
use crate::value::Value;

/// The declaration of a record line, and where its value begins.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declaration {
    pub(crate) name: Option<Box<str>>,
    pub(crate) ty: ColumnType,
    pub(crate) value_at: usize,
}

/// Reads what stands before the `=` of a line; `depth` counts the containers around the record.
pub(crate) fn parse_declaration(line: &str, depth: usize, reading: &Reading) -> Result<Declaration> {
    let (name, ty, rest) = columns::parse_record_name(line, depth, reading)?;
    let Some(value) = rest.strip_prefix(char::from(EQUALS)) else {
        return Err(Error::syntax("`=` after a field's name and type", rest));
    };
    Ok(Declaration { name, ty, value_at: line.len().saturating_sub(value.len()) })
}

/// Reads a line's value. Marks may stand in it (DOC-5), but an unnamed value is none itself.
pub(crate) fn parse_value<'a>(
    letters: &'a str,
    name: Option<&str>,
    ty: &'a ColumnType,
    depth: usize,
    reading: &'a Reading,
) -> Result<Value<'a>> {
    let mut cells = Cells::new(letters, reading);
    let value = cells.value(ty, place(name, ty, depth))?;
    cells.end()?;
    check_mark(&value, name)?;
    Ok(value)
}

/// Writes a line, without its end.
pub(crate) fn print(
    name: Option<&str>,
    ty: &ColumnType,
    value: &Value<'_>,
    depth: usize,
    writing: &Writing,
    out: &mut Vec<u8>,
) -> Result<()> {
    check_mark(value, name)?;
    columns::print_record_name(name, ty, depth, writing, out)?;
    out.push(EQUALS);
    print_value(ty, value, place(name, ty, depth), writing, out)
}

/// Where a line's value stands: the record is a container only where it has names.
fn place(name: Option<&str>, ty: &ColumnType, depth: usize) -> Place {
    Place::record(columns::record_depth(name, depth), *ty == ColumnType::Auto)
}

fn check_mark(value: &Value<'_>, name: Option<&str>) -> Result<()> {
    if name.is_none() && *value == Value::Mark {
        return Err(Error::syntax("a value", super::bytes::MARK).hint("the root itself can't be a mark"));
    }
    Ok(())
}

/// Calls `found` with the path, relative to the record, of every mark in a line's value, in order.
pub(crate) fn each_mark(name: Option<&str>, value: &Value<'_>, found: &mut Found<'_>) -> Result<()> {
    let mut path: Vec<String> = name.map(ToString::to_string).into_iter().collect();
    walk(value, &mut path, found)
}

/// What is done with a mark.
type Found<'f> = dyn FnMut(&[String]) -> Result<()> + 'f;

fn walk(value: &Value<'_>, path: &mut Vec<String>, found: &mut Found<'_>) -> Result<()> {
    match value {
        Value::Mark => found(path)?,
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                step(index.to_string(), item, path, found)?;
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                if let Value::Str(key) = key {
                    step(key.to_string(), value, path, found)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

fn step(token: String, value: &Value<'_>, path: &mut Vec<String>, found: &mut Found<'_>) -> Result<()> {
    path.push(token);
    walk(value, path, found)?;
    path.pop();
    Ok(())
}

/// A line beside an unnamed one.
#[cold]
pub(crate) fn second_unnamed(found: &str) -> Error {
    Error::syntax("the unnamed line of a record to be its only one", found)
}
