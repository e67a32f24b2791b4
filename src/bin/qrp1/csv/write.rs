//! Rows of a document as CSV records.

use std::collections::BTreeSet;
use std::io::Write;

use qrp1::{Axis, ColumnType, Error, Event, Header, Lead, OffsetUnit, Result, Row, Shape, Value};

use crate::args::Dialect;

/// Turns the events of a document with rows into CSV.
pub(crate) struct Rows<W> {
    sink: W,
    style: Style,
    no_header: bool,
    flexible: bool,
    time: Option<String>,
    out: Vec<u8>,
    letters: Vec<u8>,
    block: Option<Block>,
}

/// How fields are written.
struct Style {
    delimiter: u8,
    quote: Option<u8>,
    escape: Option<u8>,
    safe: bool,
}

/// What the rows of the block have in common.
struct Block {
    /// Of the fields in the header line, then of the columns alone.
    names: Vec<String>,
    types: Vec<ColumnType>,
    axis: Option<(Axis, OffsetUnit)>,
    is_keyed: bool,
}

/// Bytes kept back before they are written.
const BUFFER: usize = 64 << 10;

impl<W: Write> Rows<W> {
    pub(crate) fn new(sink: W, delimiter: u8, dialect: &Dialect, time: Option<String>, safe: bool) -> Self {
        let style = Style { delimiter, quote: dialect.quote().0, escape: dialect.escape, safe };
        let (no_header, flexible) = (dialect.no_header, dialect.flexible);
        Self { sink, style, no_header, flexible, time, out: Vec::new(), letters: Vec::new(), block: None }
    }

    pub(crate) fn event(&mut self, event: &Event<'_>) -> Result<()> {
        match event {
            Event::Header(header) => self.header(header)?,
            Event::Row(row) => {
                if let Some(block) = &self.block {
                    let start = self.out.len();
                    let at = |error: Error| match row.position() {
                        Some(position) => error.at(position),
                        None => error,
                    };
                    block.row(row, &self.style, self.flexible, &mut self.letters, &mut self.out).map_err(at)?;
                    self.style.close(start, &mut self.out).map_err(|error| at(block.in_field(0, error)))?;
                }
            }
            Event::End(_) if self.block.is_none() => {
                return Err(Error::syntax("a block with rows", "a receipt alone").hint("a receipt is no value"));
            }
            Event::Field(_) | Event::Line(_) | Event::End(_) => {}
        }
        if self.out.len() < BUFFER { Ok(()) } else { self.write() }
    }

    fn header(&mut self, header: &Header) -> Result<()> {
        let Some(schema) = header.schema() else {
            if header.shape() == Shape::Receipt {
                return Ok(());
            }
            return Err(
                Error::syntax("a table or series", header.shape().as_str()).hint("JSON can hold it: `--to json`")
            );
        };
        let nested = schema.columns().iter().enumerate().find(|(_, column)| !column.column_type().is_scalar());
        if let Some((index, column)) = nested {
            return Err(Error::type_mismatch("a column of scalars", &column.column_type().to_string())
                .in_column(index, column.name())
                .hint("CSV has no lists, maps and structs; JSON can hold them: `--to json`"));
        }
        let mut names = Vec::new();
        let axis = match schema.lead() {
            Lead::Offset(unit) => {
                let (name, axis) = Axis::named(header, self.time.as_deref())?;
                names.push(name);
                Some((axis, unit))
            }
            Lead::Key => {
                names.push("@".to_owned());
                None
            }
            Lead::None => None,
        };
        names.extend(schema.columns().iter().map(|column| column.name().unwrap_or("value").to_owned()));
        let types = schema.columns().iter().map(|column| column.column_type().clone()).collect();
        let mut block = Block { names, types, axis, is_keyed: schema.lead() == Lead::Key };
        if !self.no_header {
            let mut seen = BTreeSet::new();
            if let Some((index, twice)) = block.names.iter().enumerate().find(|(_, name)| !seen.insert(name.as_str())) {
                let error = Error::duplicate("column", twice).in_column(index, Some(twice));
                return Err(
                    error.hint("`--no-header` leaves the names out, `--time` gives the time of a series another")
                );
            }
            let start = self.out.len();
            for (index, name) in block.names.iter().enumerate() {
                if index > 0 {
                    self.out.push(self.style.delimiter);
                }
                let written = self.style.text(name.as_bytes(), true, &mut self.out);
                written.map_err(|error| block.in_field(index, error))?;
            }
            self.style.close(start, &mut self.out).map_err(|error| block.in_field(0, error))?;
        }
        block.names.drain(..block.names.len().saturating_sub(block.types.len()));
        self.block = Some(block);
        Ok(())
    }

    /// Writes what is kept back, and gives the sink back.
    pub(crate) fn finish(mut self) -> Result<W> {
        self.write()?;
        Ok(self.sink)
    }

    fn write(&mut self) -> Result<()> {
        self.sink.write_all(&self.out)?;
        self.out.clear();
        Ok(())
    }
}

impl Block {
    /// The error is about this field.
    fn in_field(&self, index: usize, error: Error) -> Error {
        error.in_column(index, self.names.get(index).map(String::as_str))
    }

    fn row(&self, row: &Row, style: &Style, flexible: bool, letters: &mut Vec<u8>, out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        // Where the last field that is there ends; a short row lacks what is missing behind it.
        let mut last = start;
        let mut is_first = true;
        if let (Some((axis, unit)), Some(offset)) = (&self.axis, row.offset()) {
            letters.clear();
            axis.print(offset, *unit, letters)?;
            style.text(letters, !axis.is_number(), out)?;
            is_first = false;
            last = out.len();
        }
        if let (true, Some(key)) = (self.is_keyed, row.key()) {
            style.text(key.as_bytes(), true, out)?;
            is_first = false;
            last = out.len();
        }
        for (index, (name, ty)) in self.names.iter().zip(&self.types).enumerate() {
            if !std::mem::replace(&mut is_first, false) {
                out.push(style.delimiter);
            }
            let value = row.value(index)?;
            let written = match &value {
                Value::Missing => continue,
                Value::Null => Ok(()),
                Value::Str(text) => style.text(text.as_bytes(), true, out),
                value => {
                    letters.clear();
                    let printed = ty.print_text(value, letters);
                    printed.and_then(|()| style.text(letters, may_be_formula(ty, value), out))
                }
            };
            written.map_err(|error| error.in_column(index, Some(name)))?;
            last = out.len();
        }
        if flexible {
            out.truncate(last);
        }
        Ok(())
    }
}

/// Whether the letters are no number, in which a sign is a sign.
fn may_be_formula(ty: &ColumnType, value: &Value<'_>) -> bool {
    match value {
        Value::Bool(_) | Value::UInt(_) | Value::Number(_) => false,
        Value::Float(number) => !number.is_finite(),
        Value::Int(_) => matches!(ty, ColumnType::Date(_) | ColumnType::Time(_) | ColumnType::Timestamp { .. }),
        _ => true,
    }
}

impl Style {
    /// A field that may be taken for a formula, or not.
    fn text(&self, letters: &[u8], may_be_formula: bool, out: &mut Vec<u8>) -> Result<()> {
        let guard: &[u8] = if self.safe && may_be_formula && is_formula(letters) { b"'" } else { b"" };
        let is_syntax = |byte: &u8| {
            [self.delimiter, b'\n', b'\r'].contains(byte) || Some(*byte) == self.quote || Some(*byte) == self.escape
        };
        // A reader takes a byte order mark at the start of a file away, but not out of quotes.
        let is_bare = !letters.starts_with(BYTE_ORDER_MARK) && !letters.iter().any(is_syntax);
        let Some(quote) = self.quote.filter(|_| !is_bare || letters.is_empty()) else {
            if !is_bare {
                let found = String::from_utf8_lossy(letters);
                return Err(Error::syntax("a field that needs no quotes", &found)
                    .hint("with `--quote none` a field can hold neither the delimiter nor a line end"));
            }
            out.extend_from_slice(guard);
            out.extend_from_slice(letters);
            return Ok(());
        };
        out.push(quote);
        out.extend_from_slice(guard);
        for byte in letters {
            if *byte == quote || Some(*byte) == self.escape {
                out.push(self.escape.unwrap_or(quote));
            }
            out.push(*byte);
        }
        out.push(quote);
        Ok(())
    }

    /// Ends the record that starts at `start`. One that would be an empty line, which readers pass over, is an empty
    /// field in quotes.
    fn close(&self, start: usize, out: &mut Vec<u8>) -> Result<()> {
        if out.len() == start {
            let Some(quote) = self.quote else {
                return Err(Error::syntax("a row that is no blank line", "an empty field alone")
                    .hint("readers pass over blank lines; with quotes the field is `\"\"`"));
            };
            out.extend_from_slice(&[quote, quote]);
        }
        out.push(b'\n');
        Ok(())
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether a spreadsheet would run the text: it may pass over what has no width, and take line ends for the field's.
fn is_formula(mut letters: &[u8]) -> bool {
    if matches!(letters.first(), Some(b'\t' | b'\r' | b'\n')) {
        return true;
    }
    while let Some(rest) = letters.strip_prefix(BYTE_ORDER_MARK) {
        letters = rest.trim_ascii_start();
    }
    matches!(letters.first(), Some(b'=' | b'+' | b'-' | b'@'))
}
