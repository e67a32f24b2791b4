//! Rows one by one: `Writer::serialize`, and what a row's values are under a schema.

use std::io::Write;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::Serialize;

use super::capture::Capture;
use super::cells;
use super::node::Node;
use super::only::Only;
use super::shape::Shape;
use super::values;
use crate::{
    Axis, Closing, Column, ColumnType, Error, Header, Lead, OffsetUnit, Result, RowEncoder, Schema, Value, Writer,
};

/// The time field of a series.
#[derive(Clone, Debug)]
pub(super) struct Time {
    pub(super) name: String,
    pub(super) axis: Axis,
    pub(super) unit: OffsetUnit,
}

/// The values of a row that is no longer needed.
pub(super) fn values<'n>(schema: &Schema, node: &'n Node) -> Result<Vec<Value<'n>>> {
    let columns = schema.columns();
    let mut row = Vec::with_capacity(columns.len());
    match (columns, node) {
        ([column], node) if column.name().is_none() => row.push(values::value(node, column.column_type())?),
        (_, Node::Object(object)) => values::fields(columns, object, &mut row)?,
        (columns, Node::List(items)) if columns.len() == items.len() => {
            for (column, node) in columns.iter().zip(items) {
                let place = |error: Error| error.within(column.name().unwrap_or_default());
                row.push(values::value(node, column.column_type()).map_err(place)?);
            }
        }
        (columns, Node::List(items)) => return Err(Error::width(columns.len(), items.len())),
        (_, node) => return Err(Error::type_mismatch("a struct, map or tuple for the row", node.kind())),
    }
    Ok(row)
}

/// Writes a row under the header that the writer has: cell by cell, or else taken apart.
pub(super) fn serialize<W: Write, T: ?Sized + Serialize>(
    writer: &mut Writer<W>,
    schema: &Schema,
    time: Option<&Time>,
    row: &T,
    capture: Capture,
) -> Result<()> {
    let mut is_written = false;
    let write = |row_cells: &mut RowEncoder<'_, '_>| {
        cells::write(row, time.map(|time| &*time.name), &capture, row_cells)?;
        is_written = true;
        Ok(())
    };
    let written = match (time, schema.lead()) {
        (_, Lead::Key) => Err(Error::message("a row with a key")),
        (Some(time), _) => match when(row, time, capture) {
            Ok(offset) => writer.series_row_with(offset, write),
            Err(error) => Err(error),
        },
        (None, _) => writer.row_with(write),
    };
    match written {
        // The row is in another form, or has a fault that the values of its nodes tell better.
        Err(_) if !is_written => self::write(writer, schema, time, row.serialize(capture)?),
        written => written,
    }
}

/// The offset of a row of a series, of which nothing else is looked at.
fn when<T: ?Sized + Serialize>(row: &T, time: &Time, capture: Capture) -> Result<i64> {
    let mut found = Vec::new();
    row.serialize(Only { names: &[&time.name], found: &mut found, capture })?;
    match found.first() {
        Some((_, instant)) => instant_offset(instant, time),
        None => Err(Error::message("no time field")),
    }
}

/// Writes a row under the header that the writer has.
fn write<W: Write>(writer: &mut Writer<W>, schema: &Schema, time: Option<&Time>, mut node: Node) -> Result<()> {
    if let Some(time) = time {
        let instant = take(&mut node, &time.name)?;
        let offset = instant_offset(&instant, time)?;
        return writer.series_row(offset, &values(schema, &node)?);
    }
    match (schema.lead(), &node) {
        (Lead::Key, Node::List(pair)) => match pair.as_slice() {
            [key, node] => writer.keyed_row(&key.key()?, &values(schema, node)?),
            _ => Err(no_pair(&node)),
        },
        (Lead::Key, node) => Err(no_pair(node)),
        _ => writer.row(&values(schema, &node)?),
    }
}

#[cold]
fn no_pair(node: &Node) -> Error {
    Error::type_mismatch("a tuple of the key and the row", node.kind()).hint("a row of a keyed table has a key")
}

/// Takes the time field out of a row.
pub(super) fn take(node: &mut Node, name: &str) -> Result<Node> {
    let Node::Object(object) = node else {
        return Err(Error::type_mismatch(format!("a struct with the time field `{name}`"), node.kind()));
    };
    let is_time = |key: &Node| matches!(key, Node::Str(key) if key == name);
    match object.entries.iter().position(|(key, _)| is_time(key)) {
        Some(index) => Ok(object.entries.remove(index).1),
        None => Err(Error::message(format!("missing field `{name}`")).hint("it is the time field of the series")),
    }
}

/// Calls `with` with what an axis takes for an instant.
pub(super) fn instant<R>(node: &Node, name: &str, with: impl FnOnce(&Value<'_>) -> Result<R>) -> Result<R> {
    let named = |error: Error| error.within(name);
    match node {
        Node::Str(text) => with(&Value::from(&**text)).map_err(named),
        Node::Int(..) | Node::UInt(..) | Node::Letters(_) => with(&Value::Number(node.key()?)).map_err(named),
        node => Err(named(Error::type_mismatch("an instant", node.kind()))),
    }
}

fn instant_offset(node: &Node, time: &Time) -> Result<i64> {
    instant(node, &time.name, |value| match value {
        Value::Str(letters) if !time.axis.is_number() => time.axis.offset(letters, time.unit),
        Value::Number(letters) if time.axis.is_number() => time.axis.offset(letters, time.unit),
        value => Err(Error::type_mismatch("an instant in the form of the axis", value.kind())),
    })
}

/// What a writer keeps for [`Writer::serialize`].
#[derive(Debug, Default)]
pub(crate) struct Held {
    /// Rows without a header.
    rows: Vec<Node>,
    shape: Shape,
    /// Whether the header came from the rows, so that nobody else counts them.
    is_derived: bool,
    /// What rows need to know of the header, once one was serialized under it. It is taken out and put back for each row.
    under: Option<Box<(Schema, Option<Time>)>>,
}

impl Held {
    /// Another block begins.
    pub(crate) fn leave_block(&mut self) {
        self.under = None;
        self.is_derived = false;
    }

    /// The closing line with the count of rows that only we know.
    pub(crate) fn closing(&self, closing: &Closing, count: u64) -> Closing {
        let is_open = self.is_derived && closing.count().is_none();
        if is_open { closing.clone().with_rows(count) } else { closing.clone() }
    }
}

/// Rows that are kept back at most until their columns have types.
const MOST_HELD: usize = 128;

impl<W: Write> Writer<W> {
    /// Writes a row: a struct or map by the names of its fields, a tuple in the order of the columns, under an unnamed
    /// column any value.
    ///
    /// After [`header`](Writer::header) the schema is that of the block. The row of a series has the time field too, by its
    /// name in `axis`, and the row of a keyed table is a tuple of its key and the row.
    ///
    /// Without a header the columns come from the rows themselves, so that a first row with `None`, an empty list or a
    /// skipped field freezes no type: up to 128 rows are kept back, until [`flush`](Writer::flush),
    /// [`finish`](Writer::finish) or the 128th row, and their header has the types that hold them all; a column of which
    /// nothing but null is known then is `auto`. Such a table has its row count in the closing line. A later row that
    /// does not fit is an error and may be left out; [`to_writer`](crate::to_writer) sees all rows first and has no such row.
    ///
    /// # Errors
    /// `type` and `range` for a value that does not fit its column, an unknown or missing field, with its name; `io`; what
    /// the type's own `Serialize` says.
    ///
    /// # Example
    /// ```
    /// # use serde::Serialize;
    /// #[derive(Serialize)]
    /// struct Row {
    ///     id: u32,
    ///     name: Option<String>,
    /// }
    ///
    /// let mut writer = qrp1::Writer::from_writer(Vec::new());
    /// writer.serialize(&Row { id: 1, name: None })?;
    /// writer.serialize(&Row { id: 2, name: Some("Ada".into()) })?;
    /// let document = writer.finish(&qrp1::Closing::new())?;
    /// assert_eq!(String::from_utf8_lossy(&document), "QRP1|table|columns=id:u32,name:str\n1,\n2,Ada\n\\.rows=2\n");
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    pub fn serialize<T: ?Sized + Serialize>(&mut self, row: &T) -> Result<()> {
        let capture = Capture::values(self.limits());
        if self.block().is_some() {
            return self.under(|this, schema, time| serialize(this, schema, time, row, capture));
        }
        let node = row.serialize(capture)?;
        let held = self.held();
        held.shape.observe(&node)?;
        held.rows.push(node);
        if held.rows.len() >= MOST_HELD { self.settle() } else { Ok(()) }
    }

    /// Writes the rows that were kept back, under the header that they give.
    #[inline]
    pub(crate) fn settle(&mut self) -> Result<()> {
        if self.held().rows.is_empty() { Ok(()) } else { self.write_held() }
    }

    #[cold]
    fn write_held(&mut self) -> Result<()> {
        let rows = core::mem::take(&mut self.held().rows);
        let shape = core::mem::take(&mut self.held().shape);
        let columns = shape.columns(&ColumnType::Auto);
        let columns = columns.unwrap_or_else(|| Vec::from([Column::unnamed(shape.item_type(&ColumnType::Auto))]));
        self.header(&Header::table(Schema::new(columns)))?;
        self.held().is_derived = true;
        rows.into_iter().try_for_each(|node| self.under(|this, schema, time| write(this, schema, time, node)))
    }

    /// Writes a row under the header that the writer has.
    fn under(&mut self, write: impl FnOnce(&mut Self, &Schema, Option<&Time>) -> Result<()>) -> Result<()> {
        let under = if let Some(under) = self.held().under.take() {
            under
        } else {
            let Some(header) = self.block() else { return Ok(()) };
            let Some(schema) = header.schema() else {
                return Err(Error::syntax("a block that can hold a row", header.shape().as_str()));
            };
            let time = match schema.lead() {
                Lead::Offset(unit) => {
                    let (name, axis) = Axis::named(header, None)?;
                    Some(Time { name, axis, unit })
                }
                _ => None,
            };
            Box::new((schema.clone(), time))
        };
        let written = write(self, &under.0, under.1.as_ref());
        self.held().under = Some(under);
        written
    }
}
