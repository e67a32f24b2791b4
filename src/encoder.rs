//! Headers and values to bytes, without I/O.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::mem;

use crate::error::{Error, Position, Result};
use crate::header::{Closing, Header, Shape};
use crate::limits::Limits;
use crate::row::Shared;
use crate::schema::{ColumnType, Lead, Schema};
use crate::value::Value;
use crate::wire::body::{self, Form};
use crate::wire::bytes::{CELL, LINE_END, NOTHING};
use crate::wire::cell::{Line, Place, Printer, RowEncoder, Writing};
use crate::wire::document::Order;
use crate::wire::end::{self, Sum};
use crate::wire::names::Names;
use crate::wire::scalar::bool::Spelling;
use crate::wire::{header, record, scalar, text};

/// An incremental encoder with one output for each input.
///
/// Each call appends whole lines to [`output`](Encoder::output), or nothing if it fails; a row or field that failed may be
/// tried again, but after a header that failed an encoder takes no more calls. The caller takes the output when it
/// likes, so that a document of any size needs little memory, beside the keys of a keyed table and the names of a record.
///
/// # Example
/// ```
/// use qrp1::{Closing, Column, ColumnType, Encoder, Header, Schema, Value};
///
/// let schema = Schema::new([Column::new("id", ColumnType::I64), Column::new("name", ColumnType::Str)]);
/// let mut encoder = Encoder::new();
/// encoder.header(&Header::table(schema))?;
/// encoder.row(&[Value::Int(1), Value::from("Ada")])?;
/// encoder.row(&[Value::Int(2), Value::Null])?;
/// encoder.finish(&Closing::new().with_rows(2))?;
/// assert_eq!(encoder.take(), b"QRP1|table|columns=id:i64,name:str\n1,Ada\n2,\n\\.rows=2\n");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Debug)]
pub struct Encoder {
    limits: Limits,
    out: Vec<u8>,
    /// Bytes of `out` that the checksum has seen.
    summed: usize,
    sum: Sum,
    /// Bytes taken so far, and the line being written.
    taken: u64,
    line: u64,
    first: Option<Header>,
    last: Option<Header>,
    writing: Writing,
    shared: Shared,
    /// Body lines of the block so far.
    body: u64,
    /// Keys of the block's rows, or names of its fields, so far.
    seen: BTreeSet<String>,
    order: Order,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// A block or mark was refused after a part of it was taken note of.
    Failed,
    /// The closing line is written.
    Complete,
}

/// What stands before the cells of a row.
#[derive(Clone, Copy)]
enum Before<'a> {
    Nothing,
    Key(&'a str),
    Offset(i64),
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Encoder {
    /// An encoder with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self {
            limits: Limits::default(),
            out: Vec::new(),
            summed: 0,
            sum: Sum::new(),
            taken: 0,
            line: 1,
            first: None,
            last: None,
            writing: Writing::default(),
            shared: Shared::default(),
            body: 0,
            seen: BTreeSet::new(),
            order: Order::new(&Limits::default()),
            state: State::Open,
        }
    }

    /// Sets the limits that readers of the document will have.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.order.set_limits(&limits);
        self
    }

    /// The bytes that were not taken yet.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        &self.out
    }

    /// Takes the bytes so far.
    #[must_use]
    pub fn take(&mut self) -> Vec<u8> {
        self.sum();
        self.count_taken();
        mem::take(&mut self.out)
    }

    /// Forgets the bytes so far, which the caller has written; keeps their memory.
    pub fn clear(&mut self) {
        self.sum();
        self.count_taken();
        self.out.clear();
    }

    fn count_taken(&mut self) {
        self.taken = self.taken.saturating_add(u64::try_from(self.out.len()).unwrap_or(u64::MAX));
        self.summed = 0;
    }

    fn sum(&mut self) {
        self.sum.update(self.out.get(self.summed..).unwrap_or_default());
        self.summed = self.out.len();
    }

    /// Runs `write` on the output: all of its line, or none.
    fn atomic(&mut self, write: impl FnOnce(&mut Self, usize) -> Result<()>) -> Result<()> {
        let start = self.out.len();
        let spent = self.writing.budget.spent();
        let result = match self.state {
            State::Open => write(self, start),
            State::Complete => Err(Error::syntax("nothing after the closing line", "more")),
            State::Failed => Err(Error::syntax("no call after a header or mark that failed", "another")),
        };
        match result {
            Ok(()) => {
                self.line = self.line.saturating_add(1);
                Ok(())
            }
            Err(error) => {
                self.out.truncate(start);
                self.writing.budget.restore(spent);
                let byte = self.taken.saturating_add(u64::try_from(start).unwrap_or(u64::MAX));
                Err(error.at(Position::new(byte, self.line)))
            }
        }
    }

    /// [`atomic`](Self::atomic), for what can fail half way.
    fn decisive(&mut self, write: impl FnOnce(&mut Self, usize) -> Result<()>) -> Result<()> {
        let result = self.atomic(write);
        if result.is_err() && self.state == State::Open {
            self.state = State::Failed;
        }
        result
    }

    /// Counts the line that begins at `start`; the last check before it is taken note of.
    fn charge(&self, start: usize) -> Result<()> {
        self.writing.budget.spend(self.out.len().saturating_sub(start), &self.limits)
    }

    fn check_length(&self, start: usize, what: &'static str, limit: usize) -> Result<()> {
        if self.out.len().saturating_sub(start) > limit {
            return Err(Error::limit(what, u64::try_from(limit).unwrap_or(u64::MAX)));
        }
        Ok(())
    }

    /// Begins a block.
    ///
    /// # Errors
    /// What the header breaks of the rules of headers, columns and documents; `count` if the block before has
    /// another number of lines than its header says.
    pub fn header(&mut self, header: &Header) -> Result<()> {
        self.decisive(|this, start| {
            this.end_block()?;
            let is_first = this.first.is_none();
            let names = match &this.first {
                Some(first) => Names::new(first.names().map(Into::into).collect()),
                None => Names::new(header.names().map(Into::into).collect()),
            };
            let spelling = if header.has_digits() { Spelling::Digits } else { Spelling::Words };
            let writing = Writing { names, limits: this.limits, spelling, budget: this.writing.budget.clone() };
            header::print(header, is_first, &writing, &mut this.out)?;
            text::close_line(&mut this.out, start);
            this.check_length(start, "bytes in a header line", this.limits.header)?;
            this.out.push(LINE_END);
            this.charge(start)?;
            let shared = Shared::new(header)?;
            this.order.block(header)?;
            this.shared = shared;
            this.writing = writing;
            this.body = 0;
            this.seen.clear();
            if is_first {
                this.first = Some(header.clone());
            }
            this.last = Some(header.clone());
            Ok(())
        })
    }

    fn end_block(&self) -> Result<()> {
        match self.last.as_ref().and_then(|last| Some((last, last.count()?))) {
            Some((last, count)) if count != self.body => Err(Error::count(last.count_key(), count, self.body)),
            _ => Ok(()),
        }
    }

    /// Writes a row of a table.
    ///
    /// # Errors
    /// `type` or `range` for a value that does not fit its column, `width` for too few or too many values.
    pub fn row(&mut self, values: &[Value<'_>]) -> Result<()> {
        self.any_row(Before::Nothing, |row| all(row, values))
    }

    /// Writes a row of a keyed table.
    ///
    /// # Errors
    /// As [`row`](Encoder::row); `duplicate` for a key that was there before, `range` for one that the template of the
    /// keys does not fit.
    pub fn keyed_row(&mut self, key: &str, values: &[Value<'_>]) -> Result<()> {
        self.any_row(Before::Key(key), |row| all(row, values))
    }

    /// Writes a row of a series; `offset` counts the unit of the offset column from `t0`.
    ///
    /// # Errors
    /// As [`row`](Encoder::row); `range` for an instant that the axis can't hold.
    pub fn series_row(&mut self, offset: i64, values: &[Value<'_>]) -> Result<()> {
        self.any_row(Before::Offset(offset), |row| all(row, values))
    }

    /// Writes a row of a table cell by cell, in the order of the columns.
    ///
    /// # Errors
    /// As [`row`](Encoder::row), and those of `write`; nothing is written then.
    ///
    /// # Example
    /// ```
    /// use qrp1::{Column, ColumnType, Encoder, Header, Schema};
    ///
    /// let tags = Column::new("tags", ColumnType::list(ColumnType::Str));
    /// let mut encoder = Encoder::new();
    /// encoder.header(&Header::table(Schema::new([Column::new("id", ColumnType::I64), tags])).with_rows(1))?;
    /// encoder.row_with(|row| {
    ///     row.cell()?.i64(7)?;
    ///     let mut tags = row.cell()?.list(2)?;
    ///     tags.item()?.str("new")?;
    ///     tags.item()?.str("a;b")?;
    ///     tags.end()
    /// })?;
    /// assert_eq!(encoder.output(), b"QRP1|table|rows=1|columns=id:i64,tags[]:str\n7,(new;a\\;b)\n");
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    pub fn row_with(&mut self, write: impl FnOnce(&mut RowEncoder<'_, '_>) -> Result<()>) -> Result<()> {
        self.any_row(Before::Nothing, write)
    }

    /// Writes a row of a keyed table cell by cell.
    ///
    /// # Errors
    /// As [`keyed_row`](Encoder::keyed_row) and [`row_with`](Encoder::row_with).
    pub fn keyed_row_with(
        &mut self,
        key: &str,
        write: impl FnOnce(&mut RowEncoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        self.any_row(Before::Key(key), write)
    }

    /// Writes a row of a series cell by cell.
    ///
    /// # Errors
    /// As [`series_row`](Encoder::series_row) and [`row_with`](Encoder::row_with).
    pub fn series_row_with(
        &mut self,
        offset: i64,
        write: impl FnOnce(&mut RowEncoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        self.any_row(Before::Offset(offset), write)
    }

    fn any_row(&mut self, before: Before<'_>, write: impl FnOnce(&mut RowEncoder<'_, '_>) -> Result<()>) -> Result<()> {
        self.atomic(|this, start| {
            this.surplus()?;
            let Some(schema) = this.last.as_ref().and_then(Header::schema) else {
                return Err(this.misplaced("a row"));
            };
            let out = &mut this.out;
            if schema.numbered {
                let number = this.shared.from.checked_add(this.body).and_then(|index| index.checked_add(1));
                let number = number.ok_or_else(|| Error::range("a row number of 64 bits", "the next"))?;
                scalar::int::print_unsigned(number, out);
            }
            let place = Place::row(this.shared.depth, this.shared.plan.cells());
            lead(&this.shared, schema, before, &this.writing, place, out)?;
            if let Before::Key(key) = before
                && this.seen.contains(key)
            {
                return Err(Error::duplicate("key", key));
            }
            let mut line = Line::new(!schema.numbered && schema.lead == Lead::None, &this.writing, out);
            let mut row = RowEncoder::row(&schema.columns, place, &mut line);
            if let Err(error) = write(&mut row).and_then(|()| row.check()) {
                return Err(match row.current() {
                    Some((index, name)) => error.in_column(index, name),
                    None => error,
                });
            }
            if this.shared.plan.cells() == 0 {
                out.extend_from_slice(NOTHING.as_bytes());
            }
            text::close_body_line(out, start);
            this.check_length(start, "bytes in a line", this.limits.line)?;
            this.out.push(LINE_END);
            this.charge(start)?;
            this.body = this.body.saturating_add(1);
            if let Before::Key(key) = before {
                this.seen.insert(key.to_string());
            }
            Ok(())
        })
    }

    fn surplus(&self) -> Result<()> {
        match (self.shared.count, &self.last) {
            (Some(count), Some(last)) if self.body >= count => {
                Err(Error::count(last.count_key(), count, "one more line"))
            }
            _ => Ok(()),
        }
    }

    #[cold]
    fn misplaced(&self, what: &'static str) -> Error {
        let shape = self.last.as_ref().map_or("no block", |last| last.shape().as_str());
        Error::syntax(alloc::format!("a block that can hold {what}"), shape)
    }

    /// Writes a line of a record; `name` is none where the record is the value itself.
    ///
    /// # Errors
    /// `duplicate` for a name that was there before, `type` or `range` for a value that does not fit `ty`.
    pub fn field(&mut self, name: Option<&str>, ty: &ColumnType, value: &Value<'_>) -> Result<()> {
        self.atomic(|this, start| {
            this.surplus()?;
            if this.last.as_ref().map(Header::shape) != Some(Shape::Record) {
                return Err(this.misplaced("a field"));
            }
            let is_named = u64::try_from(this.seen.len()).is_ok_and(|names| names == this.body);
            match name {
                Some(name) if this.seen.contains(name) => return Err(Error::duplicate("field", name)),
                None if this.body > 0 => return Err(record::second_unnamed("")),
                Some(name) if !is_named => return Err(record::second_unnamed(name)),
                _ => {}
            }
            record::print(name, ty, value, this.shared.depth, &this.writing, &mut this.out)?;
            text::close_body_line(&mut this.out, start);
            this.check_length(start, "bytes in a line", this.limits.line)?;
            this.out.push(LINE_END);
            this.charge(start)?;
            let order = &mut this.order;
            let marked = record::each_mark(name, value, &mut |path| order.mark(path));
            if marked.is_err() {
                this.state = State::Failed;
            }
            marked?;
            this.body = this.body.saturating_add(1);
            this.seen.extend(name.map(ToString::to_string));
            Ok(())
        })
    }

    /// Writes a line of a text or receipt, without its LF.
    ///
    /// # Errors
    /// `syntax` for a control character in a block without `escaped=1`, and for a LF.
    pub fn line(&mut self, line: &str) -> Result<()> {
        self.atomic(|this, start| {
            this.surplus()?;
            let form = match &this.last {
                Some(last) if matches!(last.shape(), Shape::Text | Shape::Receipt) => {
                    if last.shape() == Shape::Receipt && last.count().is_none() {
                        return Err(Error::count("lines", 0, "one more line").hint("a receipt with a body has `lines`"));
                    }
                    if last.is_escaped() { Form::Escaped } else { Form::Verbatim }
                }
                _ => return Err(this.misplaced("a line of text")),
            };
            body::print(line, form, &mut this.out)?;
            this.check_length(start, "bytes in a line", this.limits.line.saturating_add(1))?;
            this.charge(start)?;
            this.body = this.body.saturating_add(1);
            Ok(())
        })
    }

    /// Writes a whole text, line by line.
    ///
    /// # Errors
    /// As [`line`](Encoder::line).
    pub fn text(&mut self, text: &str) -> Result<()> {
        body::lines(text).try_for_each(|line| self.line(line))
    }

    /// Writes the closing line.
    ///
    /// # Errors
    /// `count` if a count differs from what was written; `syntax` if the document is not complete, or `closing` lacks
    /// the count that the last header has left open.
    pub fn finish(&mut self, closing: &Closing) -> Result<()> {
        self.sum();
        self.atomic(|this, start| {
            this.end_block()?;
            let (Some(first), Some(last)) = (&this.first, &this.last) else {
                return Err(Error::syntax("a block", ""));
            };
            if let Some(count) = closing.count()
                && count != this.body
            {
                return Err(Error::count(last.count_key(), count, this.body));
            }
            this.order.finish()?;
            end::print(closing, first, last, &this.sum, &mut this.out)?;
            text::close_line(&mut this.out, start);
            this.check_length(start, "bytes in a line", this.limits.line)?;
            this.out.push(LINE_END);
            this.charge(start)
        })?;
        self.state = State::Complete;
        Ok(())
    }

    /// The header of the block being written; none before the first.
    #[must_use]
    pub const fn block(&self) -> Option<&Header> {
        self.last.as_ref()
    }

    /// Body lines of the block so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.body
    }
}

/// The values of a row.
fn all(row: &mut RowEncoder<'_, '_>, values: &[Value<'_>]) -> Result<()> {
    row.check_width(values.len())?;
    values.iter().try_for_each(|value| row.cell()?.value(value))
}

/// The offset or key of a row.
fn lead(
    shared: &Shared,
    schema: &Schema,
    before: Before<'_>,
    writing: &Writing,
    place: Place,
    out: &mut Vec<u8>,
) -> Result<()> {
    if schema.numbered && schema.lead != Lead::None {
        out.push(CELL);
    }
    match (schema.lead, before) {
        (Lead::None, Before::Nothing) => Ok(()),
        (Lead::Key, Before::Key(key)) => Printer::new(out, writing).row_key(schema.key_template(), key, place),
        (Lead::Offset(unit), Before::Offset(offset)) => {
            if let Some(clock) = &shared.clock {
                clock.instant(offset, unit)?;
            }
            scalar::int::print_signed(offset, out);
            Ok(())
        }
        (Lead::None, _) => Err(Error::syntax("a row without key or offset", schema_words(before))),
        (Lead::Key, _) => Err(Error::syntax("a row with a key", schema_words(before))),
        (Lead::Offset(_), _) => Err(Error::syntax("a row with an offset", schema_words(before))),
    }
}

fn schema_words(before: Before<'_>) -> &'static str {
    match before {
        Before::Nothing => "a row alone",
        Before::Key(_) => "a row with a key",
        Before::Offset(_) => "a row with an offset",
    }
}
