//! Bytes in any chunking to events, without I/O. Spec: ERR-2, LIM-4

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;

use crate::error::{Error, ErrorKind, Position, Result};
use crate::header::{Closing, Header, Shape};
use crate::limits::Limits;
use crate::lines::Line;
use crate::row::{Block, Row};
use crate::schema::{ColumnType, Lead};
use crate::value::Value;
use crate::wire::body::{self, Form};
use crate::wire::bytes::{END, LINE_END, MAGIC};
use crate::wire::cell::{Cells, Place};
use crate::wire::document::Order;
use crate::wire::end::{self, Sum};
use crate::wire::record::{self, Declaration};
use crate::wire::scalar::bool::Spelling;
use crate::wire::{header, scalar, text};

/// What a line of a document says.
#[derive(Debug)]
pub enum Event<'a> {
    /// A block begins.
    Header(&'a Header),
    /// A row of a table or series, with its cells undecoded.
    Row(&'a Row),
    /// A line of a record.
    Field(Field<'a>),
    /// A line of a text or receipt, decoded, without its LF. A text is its lines joined by LF.
    Line(Cow<'a, str>),
    /// The document is complete.
    End(&'a Closing),
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field<'a> {
    /// The name; none where the record is the value itself.
    pub name: Option<&'a str>,
    /// The type; [`ColumnType::Auto`] where none is written.
    pub ty: &'a ColumnType,
    /// The value.
    pub value: Value<'a>,
}

/// A strict, incremental decoder.
///
/// It takes bytes in any chunking, holds at most one line (and the keys of a keyed table, the names of a record), and gives
/// one [`Event`] for each line. It never reads more
/// than it was given and never allocates for a number that a document declares.
///
/// # Example
/// ```
/// use qrp1::{Decoder, Event};
///
/// let mut decoder = Decoder::new();
/// let mut rows = 0;
/// for mut chunk in [&b"QRP1|table|rows=2|columns=id:"[..], b"i64\n1\n2", b"\n\\.\n"] {
///     while !chunk.is_empty() {
///         let (consumed, event) = decoder.decode(chunk)?;
///         rows += usize::from(matches!(event, Some(Event::Row(_))));
///         chunk = &chunk[consumed..];
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(rows, 2);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    limits: Limits,
    lenient: bool,
    /// The start of a line whose end has not come yet.
    partial: Vec<u8>,
    row: Row,
    state: State,
    /// The line being read, from 1, and the byte it starts at.
    line: u64,
    byte: u64,
    sum: Sum,
    first: Option<Arc<Block>>,
    block: Option<Arc<Block>>,
    /// Body lines of the block so far.
    body: u64,
    /// Keys of the block's rows, or names of its fields, so far.
    seen: BTreeSet<String>,
    order: Order,
    field: Declaration,
    closing: Closing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first line.
    Start,
    /// In a block.
    Block,
    /// After the closing line.
    End,
    /// After an error.
    Failed,
}

/// What a line turned out to be.
enum Kind {
    Header,
    Row,
    Field,
    Line(Form),
    End,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A strict decoder with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self {
            limits: Limits::default(),
            lenient: false,
            partial: Vec::new(),
            row: Row::new(),
            state: State::Start,
            line: 1,
            byte: 0,
            sum: Sum::new(),
            first: None,
            block: None,
            body: 0,
            seen: BTreeSet::new(),
            order: Order::new(&Limits::default()),
            field: Declaration { name: None, ty: ColumnType::Auto, value_at: 0 },
            closing: Closing::default(),
        }
    }

    /// Sets the limits.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self.order.set_limits(&limits);
        self
    }

    /// Accepts what transport does to text: CRLF line ends, a byte order mark, and a missing final LF after a closing
    /// line without fields (ERR-3). Default: strict.
    #[must_use]
    pub fn with_lenient(mut self, yes: bool) -> Self {
        self.lenient = yes;
        self
    }

    /// The place of the line that comes next or is incomplete.
    #[must_use]
    pub fn position(&self) -> Position {
        Position::new(self.byte, self.line)
    }

    /// Whether the closing line was read.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.state == State::End
    }

    /// Puts the row of the last event into `row`, and takes its memory for the next.
    pub fn take_row(&mut self, row: &mut Row) {
        mem::swap(&mut self.row, row);
    }

    /// Takes bytes up to the end of the next line: how many were taken, and what the line says if it is complete.
    ///
    /// Without an event all of `input` was taken.
    ///
    /// # Errors
    /// The document's first fault. A decoder gives no events after an error.
    pub fn decode<'a>(&'a mut self, input: &[u8]) -> Result<(usize, Option<Event<'a>>)> {
        let Some(length) = memchr::memchr(LINE_END, input) else {
            return match self.keep(input) {
                Ok(()) => Ok((input.len(), None)),
                Err(error) => Err(self.fail(error)),
            };
        };
        let whole = input.get(..=length).unwrap_or_default();
        let event = self.decode_line(Line { whole, text: None, is_clean: false })?;
        Ok((whole.len(), Some(event)))
    }

    /// Takes a line, or the end of the one whose start was taken before: what it says. See [`Lines`](crate::Lines).
    ///
    /// # Errors
    /// As [`decode`](Decoder::decode).
    #[inline]
    pub fn decode_line(&mut self, line: Line<'_>) -> Result<Event<'_>> {
        let position = self.position();
        match self.line(line) {
            Ok(kind) => {
                self.line = self.line.saturating_add(1);
                let whole = self.partial.len().saturating_add(line.whole.len());
                self.byte = self.byte.saturating_add(u64::try_from(whole).unwrap_or(u64::MAX));
                self.partial.clear();
                self.event(kind).map_err(|error| error.at(position))
            }
            Err(error) => Err(self.fail(error)),
        }
    }

    /// Tells the decoder that the input has ended. Gives the end where a lenient decoder accepts it without its LF.
    ///
    /// # Errors
    /// `truncated` if the document is not complete.
    pub fn finish(&mut self) -> Result<Option<Event<'_>>> {
        let mut event = None;
        if self.state == State::Block && self.lenient && self.partial == END.as_bytes() {
            match self.line(Line { whole: &[], text: None, is_clean: false }) {
                Ok(_) => self.partial.clear(),
                Err(error) => return Err(self.fail(error)),
            }
            event = Some(Kind::End);
        }
        let error = match self.state {
            State::End if self.partial.is_empty() => return event.map(|kind| self.event(kind)).transpose(),
            State::End => trailing(),
            State::Failed => Error::syntax("no call after an error", "another"),
            State::Start if self.partial.is_empty() => Error::truncated("a document"),
            State::Start if header::check_version(&self.partial).is_err() => {
                header::check_version(&self.partial).err().unwrap_or_else(trailing)
            }
            _ => Error::truncated("more lines and the closing line `\\.`")
                .hint("the document was cut; ask for it again or for a smaller page"),
        };
        Err(self.fail(error))
    }

    /// Whether booleans of the block were spelled `1` and `0` so far.
    #[must_use]
    pub fn has_digits(&self) -> bool {
        self.block.as_ref().and_then(|block| block.reading.spelling()) == Some(Spelling::Digits)
    }

    #[cold]
    fn fail(&mut self, error: Error) -> Error {
        self.state = State::Failed;
        error.at(Position::new(self.byte, self.line))
    }

    /// Keeps the start of a line.
    fn keep(&mut self, input: &[u8]) -> Result<()> {
        match self.state {
            State::End if !input.is_empty() => return Err(trailing()),
            State::Failed => return Err(Error::syntax("no call after an error", "another")),
            _ => {}
        }
        self.partial.extend_from_slice(input);
        // The start of a header may not be known for one yet, and a lenient decoder takes some bytes away later.
        let magic = MAGIC.as_bytes();
        let is_header =
            self.partial.starts_with(magic) || magic.starts_with(&self.partial) || self.state == State::Start;
        let slack = if self.lenient { text::TRANSPORT } else { 0 };
        self.check_length(self.partial.len().saturating_sub(slack), is_header)
    }

    fn check_length(&self, length: usize, is_header: bool) -> Result<()> {
        let (what, limit) = if is_header {
            ("bytes in a header line", self.limits.header)
        } else {
            ("bytes in a line", self.limits.line)
        };
        if length > limit {
            return Err(Error::limit(what, u64::try_from(limit).unwrap_or(u64::MAX)));
        }
        Ok(())
    }

    /// Takes a whole line: the kept start and `part`.
    fn line(&mut self, part: Line<'_>) -> Result<Kind> {
        match self.state {
            State::Failed => return Err(Error::syntax("no call after an error", "another")),
            State::End => return Err(trailing()),
            State::Start | State::Block => {}
        }
        let mut line = mem::take(&mut self.row.line);
        line.clear();
        let (is_header, is_end, is_clean);
        match part.text {
            Some(text) if self.partial.is_empty() && !self.lenient => {
                line.push_str(text);
                is_clean = part.is_clean;
                (is_header, is_end) = self.look(line.as_bytes())?;
                if !is_end {
                    self.sum.update(part.whole);
                }
                self.check_version(line.as_bytes())?;
            }
            _ => {
                // Of the start that was kept nothing is known.
                is_clean = false;
                let mut bytes = line.into_bytes();
                bytes.extend_from_slice(&self.partial);
                bytes.extend_from_slice(part.whole.strip_suffix(&[LINE_END]).unwrap_or(part.whole));
                if self.lenient {
                    text::strip_transport(&mut bytes, self.state == State::Start);
                }
                (is_header, is_end) = self.look(&bytes)?;
                if !is_end {
                    // With its end at once: short updates cost as much as long ones.
                    bytes.push(LINE_END);
                    self.sum.update(&bytes);
                    bytes.pop();
                }
                self.check_version(&bytes)?;
                line = String::from_utf8(bytes)
                    .map_err(|_| Error::new(ErrorKind::Utf8).hint("the format is UTF-8; convert the source first"))?;
            }
        }
        self.row.line = line;
        let is_escaped =
            || is_header || self.block.as_ref().is_some_and(|block| block.header.shape().is_escaped_throughout());
        if !is_clean && is_escaped() {
            text::check_line(&self.row.line)?;
        }
        match self.state {
            State::Start => self.header().map(|()| Kind::Header),
            _ if is_header => self.header().map(|()| Kind::Header),
            _ if is_end => self.end().map(|()| Kind::End),
            _ => self.body_line(),
        }
    }

    /// Checks the length of a line and counts it: whether it is a header, and whether it is the closing line.
    fn look(&self, line: &[u8]) -> Result<(bool, bool)> {
        let is_header = line.starts_with(MAGIC.as_bytes());
        self.check_length(line.len(), is_header)?;
        if let Some(first) = &self.first {
            first.reading.budget.spend(line.len().saturating_add(1), &self.limits)?;
        }
        Ok((is_header, self.state != State::Start && line.starts_with(END.as_bytes())))
    }

    /// Another version may have other rules for its lines.
    fn check_version(&self, line: &[u8]) -> Result<()> {
        if self.state == State::Start { header::check_version(line) } else { Ok(()) }
    }

    fn header(&mut self) -> Result<()> {
        let is_first = self.state == State::Start;
        if !is_first {
            self.end_block()?;
        }
        let length = self.row.line.len().saturating_add(1);
        text::open_line(&mut self.row.line)?;
        let before = self.first.as_ref().map(|first| &first.reading);
        let (header, reading) = header::parse(&self.row.line, before, &self.limits)?;
        if is_first {
            reading.budget.spend(length, &self.limits)?;
        }
        self.order.block(&header)?;
        let block = Arc::new(Block::new(header, reading)?);
        self.first.get_or_insert_with(|| Arc::clone(&block));
        // The line is no row.
        self.row.block = None;
        self.block = Some(block);
        self.body = 0;
        self.seen.clear();
        self.state = State::Block;
        Ok(())
    }

    /// Checks a block's count at its end: at the next header or at the closing line.
    fn end_block(&self) -> Result<()> {
        let Some(block) = &self.block else { return Ok(()) };
        let header = &block.header;
        match header.count() {
            Some(count) if count != self.body => {
                Err(Error::count(header.count_key(), count, self.body).hint("the document was cut or edited"))
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self) -> Result<()> {
        self.end_block()?;
        let (Some(first), Some(last)) = (&self.first, &self.block) else {
            return Err(Error::truncated("a header line"));
        };
        text::open_line(&mut self.row.line)?;
        self.closing = end::parse(&self.row.line, &first.header, &last.header, &self.sum)?;
        if let Some(count) = self.closing.count()
            && count != self.body
        {
            return Err(Error::count(last.header.count_key(), count, self.body));
        }
        self.order.finish()?;
        self.state = State::End;
        Ok(())
    }

    fn body_line(&mut self) -> Result<Kind> {
        // Taken for as long as its line is: a count of who has it costs as much as some cells.
        let Some(block) = self.block.take() else {
            return Err(Error::truncated("a header line"));
        };
        let kind = self.line_of(&block);
        self.block = Some(block);
        kind
    }

    fn line_of(&mut self, block: &Arc<Block>) -> Result<Kind> {
        let header = &block.header;
        if block.shared.count.is_some_and(|count| self.body >= count) {
            return Err(Error::count(header.count_key(), self.body, "one more line"));
        }
        self.body = self.body.saturating_add(1);
        match header.shape() {
            Shape::Table | Shape::Series => self.row(block).map(|()| Kind::Row),
            Shape::Record => self.field(block).map(|()| Kind::Field),
            Shape::Text | Shape::Receipt => {
                Ok(Kind::Line(if header.is_escaped() { Form::Escaped } else { Form::Verbatim }))
            }
        }
    }

    fn row(&mut self, block: &Arc<Block>) -> Result<()> {
        let row = &mut self.row;
        row.position = Some(Position::new(self.byte, self.line));
        row.from = text::open_body_line(&mut row.line)?;
        block.shared.plan.split(&row.line, row.from, &mut row.ends)?;
        let Some(schema) = block.header.schema() else { return Ok(()) };
        let mut next = 0usize;
        row.number = None;
        if schema.numbered {
            let number = scalar::int::parse_unsigned(row.raw(next), "u64", u64::MAX)?;
            let expected = u128::from(block.shared.from).saturating_add(u128::from(self.body));
            if u128::from(number) != expected {
                return Err(Error::count("row number", expected, number));
            }
            row.number = Some(number);
            next = next.saturating_add(1);
        }
        (row.offset, row.key) = (None, None);
        match (schema.lead, &block.shared.clock) {
            (Lead::Offset(unit), Some(clock)) => {
                let offset = scalar::int::parse_signed(row.raw(next), "i64", i64::MIN, i64::MAX)?;
                clock.instant(offset, unit)?;
                row.offset = Some(offset);
            }
            (Lead::Key, _) => {
                let cells = Cells::new(row.raw(next), &block.reading);
                let place = Place::row(block.shared.depth, block.shared.plan.cells());
                let key = cells.row_key(schema.key_template(), row.raw(next), place)?;
                if !self.seen.insert(key.clone()) {
                    return Err(Error::duplicate("key", &key));
                }
                row.key = Some(key);
            }
            _ => {}
        }
        if !row.block.as_ref().is_some_and(|known| Arc::ptr_eq(known, block)) {
            row.block = Some(Arc::clone(block));
        }
        Ok(())
    }

    fn field(&mut self, block: &Block) -> Result<()> {
        text::open_body_line(&mut self.row.line)?;
        let line = &self.row.line;
        self.field = record::parse_declaration(line, block.shared.depth, &block.reading)?;
        let name = &self.field.name;
        if let Some(name) = name
            && !self.seen.insert(name.to_string())
        {
            return Err(Error::duplicate("field", name));
        }
        // An unnamed line is the only one.
        if self.body > 1 && (name.is_none() || self.seen.len() < usize::try_from(self.body).unwrap_or(usize::MAX)) {
            return Err(record::second_unnamed(line));
        }
        Ok(())
    }

    /// The event of a line that was taken. What borrows from the line is decoded here, so that it is decoded once.
    fn event(&mut self, kind: Kind) -> Result<Event<'_>> {
        let state = mem::replace(&mut self.state, State::Failed);
        let event = match (kind, &self.block) {
            (Kind::Row, _) => Event::Row(&self.row),
            (Kind::Header, Some(block)) => Event::Header(&block.header),
            (Kind::Line(form), _) => Event::Line(body::parse(&mut self.row.line, form)?),
            (Kind::Field, Some(block)) => {
                let Declaration { name, ty, value_at } = &self.field;
                let name = name.as_deref();
                let letters = self.row.line.get(*value_at..).unwrap_or_default();
                let value = record::parse_value(letters, name, ty, block.shared.depth, &block.reading)?;
                let order = &mut self.order;
                record::each_mark(name, &value, &mut |path| order.mark(path))?;
                Event::Field(Field { name, ty, value })
            }
            _ => Event::End(&self.closing),
        };
        self.state = state;
        Ok(event)
    }
}

#[cold]
fn trailing() -> Error {
    // How much of it is here already depends on the chunks, so none of it is quoted.
    Error::syntax("nothing after the closing line", "more bytes")
}
