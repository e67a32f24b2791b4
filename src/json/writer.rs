//! The value of a document as minified JSON, line by line as the document is read. Spec: MAP-1 to MAP-6, MAP-13

use std::io::Write;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::flatten::FLAT;
use super::unflatten::Unflatten;
use super::value::{self, separate};
use super::{Layout, text};
use crate::{
    Axis, Closing, ColumnType, Error, Event, Field, Header, Lead, Limits, OffsetUnit, Result, Row, Schema, Shape, Value,
};

/// Options of a [`Writer`].
#[derive(Clone, Debug, Default)]
pub struct WriterBuilder {
    layout: Option<Layout>,
    time: Option<Box<str>>,
    limits: Limits,
}

impl WriterBuilder {
    /// An array of rows; a series has the name of its time field.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how rows follow each other. Default: [`Layout::Array`].
    pub fn layout(&mut self, layout: Layout) -> &mut Self {
        self.layout = Some(layout);
        self
    }

    /// Names the time field of a series. Default: the name in its header (`axis`); a series without one is an error.
    pub fn time(&mut self, name: &str) -> &mut Self {
        self.time = Some(name.into());
        self
    }

    /// Sets how deep the value of a flattened table (`flat=1`) may be. Default: the nesting of [`Limits::default`].
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// A writer to `sink`, which needs no buffer of its own.
    pub fn from_writer<W: Write>(&self, sink: W) -> Writer<W> {
        let (out, record, pending) = (Vec::new(), Vec::new(), Vec::new());
        Writer {
            sink,
            options: self.clone(),
            out,
            record,
            pending,
            state: State::Start,
            lines: 0,
            is_partial: None,
            has_flat: false,
        }
    }
}

/// Turns the events of a document into its JSON value: a table or series into an array or JSON Lines, a record into an
/// object, a text into a string, a flattened table (`flat=1`) into the value that its rows are. A receipt is passed
/// over.
///
/// It holds the columns of a block, a record, and of a flattened table the path of a row and the keys of the objects
/// around it.
///
/// # Example
/// ```
/// let document = b"QRP1|table|rows=2|columns=id:i64,at?:date\n1,2024-02-29\n2,\n\\.\n";
/// let mut reader = qrp1::Reader::from_reader(&document[..]);
/// let mut writer = qrp1::json::Writer::from_writer(Vec::new());
/// while let Some(event) = reader.next_event()? {
///     writer.event(&event)?;
/// }
/// assert_eq!(writer.finish()?, br#"[{"id":1,"at":"2024-02-29"},{"id":2}]"#);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    sink: W,
    options: WriterBuilder,
    out: Vec<u8>,
    /// The record being read; it may have marks, whose blocks come later.
    record: Vec<u8>,
    /// For each record with marks around the block being read: what follows each mark that has no block yet.
    pending: Vec<VecDeque<Vec<u8>>>,
    state: State,
    /// Rows, fields or lines of the block so far.
    lines: u64,
    /// Whether the document says that it is not the whole result; none before the first header.
    is_partial: Option<bool>,
    /// Whether a block was a flattened value.
    has_flat: bool,
}

#[derive(Debug)]
enum State {
    /// Before the block that is the value.
    Start,
    Receipt,
    Rows(Rows),
    /// The generic flattening, and the rows that the whole has.
    Flat(Unflatten, Option<u64>),
    Record,
    /// A record that is the value of its one line.
    Value,
    Text,
    End,
}

/// What the rows of a block have in common.
#[derive(Debug)]
struct Rows {
    /// Each column's key, with quotes and colon; none for the value itself.
    columns: Vec<(Option<Vec<u8>>, ColumnType)>,
    /// The key of the time field, and how its value is written.
    axis: Option<(Vec<u8>, Axis, OffsetUnit)>,
    is_keyed: bool,
    layout: Layout,
}

/// Bytes kept back before they are written.
const BUFFER: usize = 64 << 10;

impl<W: Write> Writer<W> {
    /// A writer of arrays.
    #[must_use]
    pub fn from_writer(sink: W) -> Self {
        WriterBuilder::new().from_writer(sink)
    }

    /// Writes what the next line of the document adds to its value.
    ///
    /// # Errors
    /// `range` for a NaN or an infinity, `syntax` for a receipt alone and for a
    /// series whose time field has no name, `duplicate` where a column has that name, the faults of cells and of
    /// flattened rows, `truncated` for a flattened value that is not all here, and `io`.
    pub fn event(&mut self, event: &Event<'_>) -> Result<()> {
        match event {
            Event::Header(header) => self.header(header)?,
            Event::Row(row) => self.row(row)?,
            Event::Field(field) => self.field(field)?,
            Event::Line(line) => self.line(line),
            Event::End(closing) => self.end(closing)?,
        }
        if self.out.len() < BUFFER { Ok(()) } else { self.write() }
    }

    fn header(&mut self, header: &Header) -> Result<()> {
        self.close(None)?;
        self.is_partial.get_or_insert(header.get("complete") == Some("false"));
        if let (Some(at), State::Start | State::Receipt) = (header.at(), &self.state) {
            // The only block is the member of an object.
            let name = at.strip_prefix('/').unwrap_or(at).replace("~1", "/").replace("~0", "~");
            self.out.push(b'{');
            self.out.extend_from_slice(&key(&name));
            self.pending.push(VecDeque::from([Vec::from(b"}")]));
        }
        self.lines = 0;
        self.state = match (header.shape(), header.schema()) {
            (Shape::Receipt, _) => State::Receipt,
            (Shape::Record, _) => State::Record,
            (Shape::Text, _) => {
                self.out.push(b'"');
                State::Text
            }
            (Shape::Table, _) if header.get(FLAT).is_some() => State::Flat(self.flat(header)?, count(header.get("of"))),
            (Shape::Table | Shape::Series, schema) => {
                let columns = schema.map_or(&[][..], Schema::columns);
                let lead = schema.map_or(Lead::None, Schema::lead);
                let columns = columns.iter().map(|column| (column.name().map(key), column.column_type().clone()));
                let rows = Rows {
                    columns: columns.collect(),
                    axis: self.axis(header)?.map(|(name, axis, unit)| (key(&name), axis, unit)),
                    is_keyed: lead == Lead::Key,
                    layout: self.options.layout.filter(|_| header.at().is_none()).unwrap_or(Layout::Array),
                };
                if rows.is_keyed && rows.layout == Layout::Lines {
                    return Err(Error::syntax("a list of rows", "a keyed table").hint("its value is one JSON object"));
                }
                if rows.layout == Layout::Array {
                    self.out.push(if rows.is_keyed { b'{' } else { b'[' });
                }
                State::Rows(rows)
            }
        };
        Ok(())
    }

    /// The value that the rows of a block are.
    fn flat(&self, header: &Header) -> Result<Unflatten> {
        let at = header.at().unwrap_or_default();
        if at.is_empty() && self.options.layout == Some(Layout::Lines) {
            return Err(Error::syntax("a list of rows", "a flattened value").hint("its value is one JSON value"));
        }
        if header.from().is_some_and(|from| from > 0) || self.is_partial == Some(true) {
            return Err(page());
        }
        Ok(Unflatten::new(at.matches('/').count(), &self.options.limits))
    }

    /// The time field of a series.
    fn axis(&self, header: &Header) -> Result<Option<(String, Axis, OffsetUnit)>> {
        let Some(schema) = header.schema() else { return Ok(None) };
        let Lead::Offset(unit) = schema.lead() else { return Ok(None) };
        let (name, axis) = Axis::named(header, self.options.time.as_deref())?;
        if schema.columns().iter().any(|column| column.name().is_none()) {
            return Err(Error::syntax("rows with names", "a series of values").hint("there is no object for the time"));
        }
        Ok(Some((name, axis, unit)))
    }

    fn row(&mut self, row: &Row) -> Result<()> {
        if let State::Flat(value, _) = &mut self.state {
            return value.row(row, &mut self.out);
        }
        let State::Rows(rows) = &self.state else { return Ok(()) };
        let out = &mut self.out;
        if rows.layout == Layout::Array && self.lines > 0 {
            out.push(b',');
        }
        if rows.is_keyed {
            text::push(row.key().unwrap_or_default(), out);
            out.push(b':');
        }
        rows.push(row, out)?;
        if rows.layout == Layout::Lines {
            out.push(b'\n');
        }
        self.lines = self.lines.saturating_add(1);
        Ok(())
    }

    fn field(&mut self, field: &Field<'_>) -> Result<()> {
        match field.name {
            None => self.state = State::Value,
            Some(name) => {
                self.record.push(if self.lines == 0 { b'{' } else { b',' });
                text::push(name, &mut self.record);
                self.record.push(b':');
            }
        }
        self.lines = self.lines.saturating_add(1);
        value::push(field.ty, &field.value, &mut self.record).map_err(|error| error.in_column(0, field.name))
    }

    fn line(&mut self, line: &str) {
        if matches!(self.state, State::Text) {
            if self.lines > 0 {
                self.out.extend_from_slice(b"\\n");
            }
            text::push_inner(line, &mut self.out);
            self.lines = self.lines.saturating_add(1);
        }
    }

    fn end(&mut self, closing: &Closing) -> Result<()> {
        if matches!(self.state, State::Start | State::Receipt) {
            return Err(Error::syntax("a block with a value", "a receipt alone").hint("a receipt is no value"));
        }
        self.close(Some(closing))?;
        if self.has_flat && closing.get("complete") == Some("false") {
            return Err(page());
        }
        self.state = State::End;
        Ok(())
    }

    /// Ends the block, and writes what follows it up to the next mark.
    fn close(&mut self, closing: Option<&Closing>) -> Result<()> {
        if let State::Flat(value, of) = &mut self.state {
            value.finish(&mut self.out)?;
            let of = of.or_else(|| count(closing?.get("of")));
            if of.is_some_and(|of| of != value.rows()) {
                return Err(page());
            }
            self.has_flat = true;
        }
        let after: &[u8] = match &self.state {
            State::Start | State::Receipt | State::End => return Ok(()),
            State::Flat(..) | State::Rows(Rows { layout: Layout::Lines, .. }) | State::Value => b"",
            State::Rows(Rows { is_keyed: false, .. }) => b"]",
            State::Record if self.lines == 0 => b"{}",
            State::Rows(_) | State::Record => b"}",
            State::Text => b"\"",
        };
        if matches!(self.state, State::Record | State::Value) {
            self.record.extend_from_slice(after);
            let mut parts = self.record.split(|byte| *byte == value::MARK).map(Vec::from);
            self.out.extend(parts.next().unwrap_or_default());
            let parts: VecDeque<Vec<u8>> = parts.collect();
            self.record.clear();
            if !parts.is_empty() {
                self.pending.push(parts);
                return Ok(());
            }
        } else {
            self.out.extend_from_slice(after);
        }
        while let Some(record) = self.pending.last_mut() {
            self.out.extend(record.pop_front().unwrap_or_default());
            if !record.is_empty() {
                return Ok(());
            }
            self.pending.pop();
        }
        Ok(())
    }

    /// Writes what is kept back, and gives the sink back.
    ///
    /// # Errors
    /// `truncated` before the end of the document, and `io`.
    pub fn finish(mut self) -> Result<W> {
        if !matches!(self.state, State::End) {
            return Err(Error::truncated("the closing line"));
        }
        self.write()?;
        self.sink.flush()?;
        Ok(self.sink)
    }

    fn write(&mut self) -> Result<()> {
        self.sink.write_all(&self.out)?;
        self.out.clear();
        Ok(())
    }
}

/// A count of the header or the closing line.
fn count(letters: Option<&str>) -> Option<u64> {
    letters?.parse().ok()
}

#[cold]
fn page() -> Error {
    Error::truncated("all rows of the flattened value").hint("a page has no value alone; read the rows of all pages")
}

/// `"name":`
fn key(name: &str) -> Vec<u8> {
    let mut key = Vec::new();
    text::push(name, &mut key);
    key.push(b':');
    key
}

impl Rows {
    fn push(&self, row: &Row, out: &mut Vec<u8>) -> Result<()> {
        let mut is_first = true;
        let is_object = self.columns.iter().all(|(name, _)| name.is_some());
        if is_object {
            out.push(b'{');
        }
        if let (Some((key, axis, unit)), Some(offset)) = (&self.axis, row.offset()) {
            is_first = false;
            out.extend_from_slice(key);
            let quote: &[u8] = if axis.is_number() { b"" } else { b"\"" };
            out.extend_from_slice(quote);
            axis.print(offset, *unit, out).map_err(|error| at(error, row))?;
            out.extend_from_slice(quote);
        }
        for (index, (name, ty)) in self.columns.iter().enumerate() {
            let value = row.value(index)?;
            if matches!(value, Value::Missing) {
                continue;
            }
            separate(&mut is_first, out);
            out.extend_from_slice(name.as_deref().unwrap_or_default());
            value::push(ty, &value, out).map_err(|error| {
                let name = row.schema().and_then(|schema| schema.columns().get(index)?.name());
                at(error.in_column(index, name), row)
            })?;
        }
        if is_object {
            out.push(b'}');
        }
        Ok(())
    }
}

#[cold]
fn at(error: Error, row: &Row) -> Error {
    match row.position() {
        Some(position) => error.at(position),
        None => error,
    }
}

#[cfg(test)]
mod tests;
