//! Flat records from any `std::io::Read`: a JSON array of objects, or JSON Lines.

use std::io::{self, Read};

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::str;

use jiter::{Jiter, JiterError, JiterErrorType, JsonErrorType, Peek};

use super::Layout;
use super::names::{Names, wide};
use super::record::{Record, Slot};
use super::scan::Scan;
use crate::{Error, ErrorKind, Limits, Position, Result};

/// Options of a [`Reader`].
#[derive(Clone, Debug, Default)]
pub struct ReaderBuilder {
    limits: Limits,
    layout: Option<Layout>,
}

impl ReaderBuilder {
    /// The default limits; the first character says the layout.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits: `line` bounds a record, `columns` and `header` bound all keys. Default: [`Limits::default`].
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Requires a layout. Default: `[` begins an array, `{` the first of JSON Lines.
    pub fn layout(&mut self, layout: Layout) -> &mut Self {
        self.layout = Some(layout);
        self
    }

    /// A reader of `source`, which needs no buffer of its own.
    pub fn from_reader<R: Read>(&self, source: R) -> Reader<R> {
        Reader {
            source,
            limits: self.limits,
            layout: self.layout,
            buffer: Vec::new(),
            at: 0,
            end: 0,
            finished: false,
            byte: 0,
            line: 1,
            number: 0,
            state: State::Start,
            names: Names::default(),
            tape: Vec::new(),
        }
    }
}

/// Reads flat records, one at a time, in memory that does not grow with their number.
///
/// See [the module](crate::json) for an example.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    limits: Limits,
    layout: Option<Layout>,
    buffer: Vec<u8>,
    /// What is not read yet: `buffer[at..end]`.
    at: usize,
    end: usize,
    /// The source has no more bytes.
    finished: bool,
    /// The place of `buffer[at]`.
    byte: u64,
    line: u64,
    /// Records that have begun.
    number: u64,
    state: State,
    names: Names,
    tape: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first record.
    Start,
    /// After a record.
    Next,
    End,
    Failed,
}

/// Bytes asked of the source at a time.
const BUFFER: usize = 64 << 10;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const NESTED: &str = "JSON Lines and streams hold flat records; a JSON value of any depth is taken whole";

/// Whether a reader of flat records refused a value because it is nested. `json::from_str` takes such values.
#[must_use]
pub fn is_nested(error: &Error) -> bool {
    error.help() == Some(NESTED)
}

impl<R: Read> Reader<R> {
    /// A reader with the default limits; `source` needs no buffer of its own.
    #[must_use]
    pub fn from_reader(source: R) -> Self {
        ReaderBuilder::new().from_reader(source)
    }

    /// The keys of all records so far; a column each, in the order of their first appearance.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter()
    }

    /// The layout, once it is known.
    #[must_use]
    pub const fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// The number of the record that was read last, also of one that has a fault, from 1; 0 before the first.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next record; false at the end.
    ///
    /// # Errors
    /// `syntax` for what is no JSON, `type` for a value that is no flat record, `duplicate` for a key that a record has
    /// twice, `utf8`, `limit` and `io`, all with the place and, within a record, the key.
    pub fn read(&mut self, record: &mut Record) -> Result<bool> {
        let before = core::mem::replace(&mut self.state, State::Failed);
        let found = match before {
            State::Failed => return Err(Error::syntax("no call after an error", "")),
            State::End => Ok(false),
            state => self.step(state).and_then(|more| if more { self.record(record) } else { Ok(false) }),
        };
        let found = found.map_err(|error| error.at(self.position()))?;
        self.state = if found { State::Next } else { State::End };
        Ok(found)
    }

    /// The place of what comes next.
    fn position(&self) -> Position {
        Position::new(self.byte, self.line)
    }

    /// Steps over what stands before a record; false if none follows.
    fn step(&mut self, before: State) -> Result<bool> {
        if before == State::Start {
            self.start()?;
        }
        let lines = self.line;
        match (self.layout, self.skip_space()?) {
            (Some(Layout::Lines), None) => Ok(false),
            (Some(Layout::Lines), Some(_)) if before == State::Next && self.line == lines => {
                Err(self.unexpected("a line end after the record"))
            }
            (Some(Layout::Lines), Some(_)) => Ok(true),
            (_, None) => Err(Error::truncated("`]` at the end of the JSON array")),
            (_, Some(b']')) => {
                self.advance(1);
                match self.skip_space()? {
                    None => Ok(false),
                    Some(_) => Err(self.unexpected("nothing after the JSON array")),
                }
            }
            (_, Some(b',')) if before == State::Next => {
                self.advance(1);
                self.skip_space().map(|_| true)
            }
            (_, Some(_)) if before == State::Next => Err(self.unexpected("`,` or `]` after the record")),
            (_, Some(_)) => Ok(true),
        }
    }

    /// Finds out about the layout.
    fn start(&mut self) -> Result<()> {
        while self.end.saturating_sub(self.at) < BYTE_ORDER_MARK.len() && self.fill()? {}
        if self.rest().starts_with(BYTE_ORDER_MARK) {
            self.advance(BYTE_ORDER_MARK.len());
        }
        let first = self.skip_space()?;
        match (self.layout, first) {
            (None | Some(Layout::Array), Some(b'[')) => {
                self.layout = Some(Layout::Array);
                self.advance(1);
                Ok(())
            }
            (None | Some(Layout::Lines), Some(b'{')) => {
                self.layout = Some(Layout::Lines);
                Ok(())
            }
            (Some(Layout::Lines), None) => Ok(()),
            (_, None) => Err(Error::truncated("JSON")),
            (Some(Layout::Array), Some(b'{')) => Err(self
                .unexpected("`[`, a JSON array of objects")
                .hint("objects one after the other are JSON Lines, on the command line `--from jsonl`")),
            (Some(Layout::Array), _) => Err(self.unexpected("`[`, a JSON array of objects")),
            (Some(Layout::Lines), Some(b'[')) => Err(self
                .unexpected("`{`, an object on each line")
                .hint("an array of objects is JSON, on the command line `--from json`")),
            (Some(Layout::Lines), _) => Err(self.unexpected("`{`, an object on each line")),
            (None, _) => Err(self.unexpected("`[` or `{`, a JSON array of objects or JSON Lines")),
        }
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.at..self.end).unwrap_or_default()
    }

    /// Steps over bytes and keeps the place.
    fn advance(&mut self, length: usize) {
        let passed = self.buffer.get(self.at..self.at.saturating_add(length)).unwrap_or_default();
        self.line = self.line.saturating_add(wide(memchr::memchr_iter(b'\n', passed).count()));
        self.byte = self.byte.saturating_add(wide(length));
        self.at = self.at.saturating_add(length);
    }

    /// Steps over white space to the next byte; none at the end of the source.
    fn skip_space(&mut self) -> Result<Option<u8>> {
        loop {
            let next = self.rest().iter().position(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
            if let Some(at) = next {
                self.advance(at);
                return Ok(self.rest().first().copied());
            }
            self.advance(self.end.saturating_sub(self.at));
            if !self.fill()? {
                return Ok(None);
            }
        }
    }

    /// Reads more bytes behind those that are there; false at the end of the source.
    fn fill(&mut self) -> Result<bool> {
        if self.finished {
            return Ok(false);
        }
        if self.at > 0 {
            self.buffer.copy_within(self.at..self.end, 0);
            self.end = self.end.saturating_sub(self.at);
            self.at = 0;
        }
        if self.buffer.len().saturating_sub(self.end) < BUFFER {
            // A record that does not fit doubles the buffer, so that its bytes are moved a bounded number of times.
            self.buffer.resize(self.buffer.len().max(self.end).saturating_mul(2).max(BUFFER << 1), 0);
        }
        loop {
            match self.source.read(self.buffer.get_mut(self.end..).unwrap_or_default()) {
                Ok(length) => {
                    self.end = self.end.saturating_add(length);
                    self.finished = length == 0;
                    return Ok(length > 0);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Reads the record that stands here.
    fn record(&mut self, record: &mut Record) -> Result<bool> {
        if self.rest().first() != Some(&b'{') {
            return Err(self.no_record());
        }
        self.number = self.number.saturating_add(1);
        record.clear(self.position());
        let mut scan = Scan::default();
        let length = loop {
            if let Some(length) = scan.end(self.rest()) {
                break length;
            }
            if self.rest().len() > self.limits.line {
                return Err(Error::limit("bytes in a record", wide(self.limits.line)));
            }
            if !self.fill()? {
                // Most likely something else is wrong with it: let the parser say.
                break self.rest().len();
            }
        };
        if length > self.limits.line {
            return Err(Error::limit("bytes in a record", wide(self.limits.line)));
        }
        let bytes = self.buffer.get(self.at..self.at.saturating_add(length)).unwrap_or_default();
        let mut fields = Fields {
            bytes,
            jiter: Jiter::with_tape(bytes, core::mem::take(&mut self.tape)),
            base: 0,
            names: &mut self.names,
            limits: &self.limits,
            column: None,
        };
        let result = match str::from_utf8(bytes) {
            Ok(_) => fields.read(record),
            Err(error) => {
                Err((Error::new(ErrorKind::Utf8).hint("convert the source to UTF-8 first"), error.valid_up_to()))
            }
        };
        let column = fields.column;
        self.tape = fields.jiter.into_tape();
        match result {
            Ok(()) => {
                self.advance(length);
                Ok(true)
            }
            Err((error, at)) => {
                let name = column.and_then(|column| self.names.get(column)).map(String::from);
                self.advance(at.min(length));
                Err(match column {
                    Some(column) => error.in_column(column, name.as_deref()),
                    None => error,
                })
            }
        }
    }

    #[cold]
    fn no_record(&mut self) -> Error {
        match self.rest().first() {
            None => Error::truncated("a record"),
            Some(b']' | b',') => self.unexpected("a record after `,`"),
            Some(b'}') => self.unexpected("a record"),
            Some(_) => Error::type_mismatch("a record, `{...}`", &self.excerpt()).hint(NESTED),
        }
    }

    #[cold]
    fn unexpected(&mut self, expected: &'static str) -> Error {
        Error::syntax(expected, &self.excerpt())
    }

    /// What comes next, for a message that is the same in every chunking.
    #[cold]
    fn excerpt(&mut self) -> String {
        while self.rest().len() < LENGTH && self.fill().unwrap_or(false) {}
        start_of(self.rest(), LENGTH)
    }
}

/// Bytes of what is quoted in a message.
const LENGTH: usize = 24;

/// The first bytes of a line.
#[cold]
fn start_of(bytes: &[u8], most: usize) -> String {
    let start = bytes.get(..bytes.len().min(most)).unwrap_or_default();
    String::from_utf8_lossy(start).lines().next().unwrap_or_default().into()
}

/// The fields of one record.
struct Fields<'r> {
    bytes: &'r [u8],
    jiter: Jiter<'r>,
    /// Where in `bytes` the text of `jiter` begins.
    base: usize,
    names: &'r mut Names,
    limits: &'r Limits,
    /// The column of the field being read.
    column: Option<usize>,
}

/// An error and the byte of the record it is at.
type At<T> = core::result::Result<T, (Error, usize)>;

impl<'r> Fields<'r> {
    fn read(&mut self, record: &mut Record) -> At<()> {
        let mut guess = 0;
        let (bytes, base) = (self.bytes, self.base);
        let mut key = self.jiter.next_object().map_err(|error| fault(&error, bytes, base))?;
        while let Some(name) = key {
            let column = self.names.column(name, guess, self.limits);
            let column = column.map_err(|error| (error, self.index()))?;
            if !record.begin(column) {
                let name = self.names.get(column).unwrap_or_default();
                return Err((Error::duplicate("key", name), self.index()));
            }
            self.column = Some(column);
            guess = column.saturating_add(1);
            let value = self.value(record)?;
            record.set(column, value);
            self.column = None;
            let base = self.base;
            key = self.jiter.next_key().map_err(|error| fault(&error, bytes, base))?;
        }
        let base = self.base;
        self.jiter.finish().map_err(|error| fault(&error, bytes, base))
    }

    /// The byte of the record that comes next.
    fn index(&self) -> usize {
        self.base.saturating_add(self.jiter.current_index())
    }

    fn value(&mut self, record: &mut Record) -> At<Slot> {
        let (bytes, base) = (self.bytes, self.base);
        let fault = |error: JiterError| fault(&error, bytes, base);
        let peek = self.jiter.peek().map_err(fault)?;
        let start = self.index();
        // A word or number that is none is quoted from its start.
        let whole = |error: JiterError| {
            let index = if ends_too_early(&error) { base.saturating_add(error.index) } else { start };
            (explain_in(&error, bytes.get(start..).unwrap_or_default()), index)
        };
        Ok(match peek {
            Peek::Null => {
                self.jiter.known_null().map_err(whole)?;
                Slot::Null
            }
            Peek::True | Peek::False => Slot::Bool(self.jiter.known_bool(peek).map_err(whole)?),
            Peek::String => Slot::Text(record.push(self.jiter.known_str().map_err(fault)?)),
            Peek::Object | Peek::Array => {
                let found = if peek == Peek::Object { "{" } else { "[" };
                let error = Error::type_mismatch("a text, number, boolean or null", found).hint(NESTED);
                return Err((error, start));
            }
            _ => match self.jiter.known_number_bytes(peek) {
                // Numbers are ASCII.
                Ok(letters) => Slot::Number(record.push(str::from_utf8(letters).unwrap_or_default())),
                Err(error) if is_long(&error) => Slot::Number(self.long_number(start, record)?),
                Err(error) => return Err(whole(error)),
            },
        })
    }

    /// A number of more digits than `jiter` takes; it goes on behind it.
    #[cold]
    fn long_number(&mut self, start: usize, record: &mut Record) -> At<core::ops::Range<usize>> {
        let bytes: &'r [u8] = self.bytes;
        let number =
            number(bytes.get(start..).unwrap_or_default()).map_err(|(error, at)| (error, start.saturating_add(at)))?;
        self.base = start.saturating_add(number.len());
        self.jiter = Jiter::new(bytes.get(self.base..).unwrap_or_default());
        Ok(record.push(number))
    }
}

/// Whether a number has more digits than `jiter` takes, which JSON and `num` allow.
pub(super) fn is_long(error: &JiterError) -> bool {
    matches!(error.error_type, JiterErrorType::JsonError(JsonErrorType::NumberOutOfRange))
}

/// The number that `bytes` begin with, of any length (RFC 8259).
///
/// # Errors
/// The fault of another, and its byte.
pub(super) fn number(bytes: &[u8]) -> At<&str> {
    let digits = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        at.saturating_add(rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len()))
    };
    // At least one digit must stand there.
    let some_digits = |at: usize| match digits(at) {
        end if end > at => Ok(end),
        end if end >= bytes.len() => Err((Error::truncated("a digit"), end)),
        end => Err((Error::syntax("a digit", &start_of(bytes.get(end..).unwrap_or_default(), LENGTH)), end)),
    };
    let start = usize::from(bytes.first() == Some(&b'-'));
    let mut end = if bytes.get(start) == Some(&b'0') { start.saturating_add(1) } else { some_digits(start)? };
    if bytes.get(end) == Some(&b'.') {
        end = some_digits(end.saturating_add(1))?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = end.saturating_add(1);
        end = some_digits(if let Some(b'+' | b'-') = bytes.get(sign) { sign.saturating_add(1) } else { sign })?;
    }
    // Numbers are ASCII.
    Ok(bytes.get(..end).and_then(|number| str::from_utf8(number).ok()).unwrap_or_default())
}

/// The error of `jiter`, that reads the text at `base`, and its byte.
#[cold]
fn fault(error: &JiterError, bytes: &[u8], base: usize) -> (Error, usize) {
    let index = base.saturating_add(error.index);
    (explain_in(error, bytes.get(index..).unwrap_or_default()), index)
}

fn ends_too_early(error: &JiterError) -> bool {
    use JsonErrorType::{EofWhileParsingList, EofWhileParsingObject, EofWhileParsingString, EofWhileParsingValue};
    matches!(
        error.error_type,
        JiterErrorType::JsonError(
            EofWhileParsingList | EofWhileParsingObject | EofWhileParsingString | EofWhileParsingValue
        )
    )
}

/// The error of `jiter` in our words; `found` begins with what stands there.
#[cold]
pub(super) fn explain_in(error: &JiterError, found: &[u8]) -> Error {
    use JsonErrorType as Fault;
    if ends_too_early(error) {
        return Error::truncated("the rest of the record");
    }
    let JiterErrorType::JsonError(fault) = &error.error_type else {
        return Error::syntax("JSON", &format!("{error}"));
    };
    let found = start_of(found, LENGTH);
    let expected = match fault {
        Fault::InvalidUnicodeCodePoint => return Error::new(ErrorKind::Utf8),
        Fault::LoneLeadingSurrogateInHexEscape | Fault::UnexpectedEndOfHexEscape => {
            return Error::syntax("JSON", "a lone surrogate").hint("a text of Unicode has no half characters");
        }
        Fault::ControlCharacterWhileParsingString => {
            return Error::syntax("the rest of a text", "a raw control character")
                .hint("in JSON they are escaped; is a quote unclosed?");
        }
        Fault::ExpectedColon => "`:` after the key",
        Fault::ExpectedListCommaOrEnd => "`,` or `]` after the item",
        Fault::ExpectedObjectCommaOrEnd => "`,` or `}` after the value",
        Fault::ExpectedSomeIdent => "`true`, `false` or `null`",
        Fault::ExpectedSomeValue => "a value",
        Fault::InvalidEscape => "an escape that JSON has",
        Fault::InvalidNumber => "a number as JSON has it",
        Fault::KeyMustBeAString => "a key in quotes",
        Fault::TrailingComma => "a member after `,`",
        Fault::TrailingCharacters => "nothing more",
        _ => return Error::syntax("JSON", &format!("{fault}")),
    };
    Error::syntax(expected, &found)
}

#[cfg(test)]
mod tests;
