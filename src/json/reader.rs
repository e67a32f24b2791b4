//! JSON values from any `std::io::Read`, one at a time: the items of an array, or JSON Lines.

use std::io::{self, Read};

use alloc::string::String;
use alloc::vec::Vec;
use core::str;

use super::Layout;
use super::fault::{LENGTH, start_of};
use super::sample::wide;
use super::scan::Scan;
use super::tree::{self, Origin};
use crate::{Error, ErrorKind, Limits, Position, Result, Value};

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

    /// Sets the limits: `line` bounds the letters of an item, `nesting` its depth. Default: [`Limits::default`].
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
            length: 0,
        }
    }
}

/// Reads the items of an array, or the values of JSON Lines, in memory that does not grow with their number.
///
/// # Example
/// ```
/// use qrp1::json;
///
/// let mut reader = json::Reader::from_reader(&br#"[{"id":1,"tags":["a"]},{"id":2}]"#[..]);
/// let mut items = 0;
/// while let Some(item) = reader.read()? {
///     assert_eq!(item.kind(), "a map");
///     items += 1;
/// }
/// assert_eq!(items, 2);
/// # Ok::<(), qrp1::Error>(())
/// ```
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
    /// Items that have begun.
    number: u64,
    state: State,
    /// Bytes of the item that was read last, which begins at `at`.
    length: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before the first item.
    Start,
    /// After an item.
    Next,
    End,
    Failed,
}

/// Bytes asked of the source at a time.
const BUFFER: usize = 64 << 10;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<R: Read> Reader<R> {
    /// A reader with the default limits; `source` needs no buffer of its own.
    #[must_use]
    pub fn from_reader(source: R) -> Self {
        ReaderBuilder::new().from_reader(source)
    }

    /// The layout, once it is known.
    #[must_use]
    pub const fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// The number of the item that was read last, also of one that has a fault, from 1; 0 before the first.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Reads the next item; none at the end.
    ///
    /// # Errors
    /// `syntax` for what is no JSON, `duplicate` for a key that an object has twice, `utf8`, `limit` and `io`, all with
    /// the place.
    pub fn read(&mut self) -> Result<Option<Value<'_>>> {
        let before = core::mem::replace(&mut self.state, State::Failed);
        if before == State::Failed {
            return Err(Error::syntax("no call after an error", ""));
        }
        let length = core::mem::take(&mut self.length);
        self.advance(length);
        let found = if before == State::End { Ok(false) } else { self.next(before) };
        match found {
            Ok(true) => self.item().map(Some),
            Ok(false) => {
                self.state = State::End;
                Ok(None)
            }
            Err(error) => Err(error.at(self.position())),
        }
    }

    /// The place of the item that was read last.
    #[must_use]
    pub const fn position(&self) -> Position {
        Position::new(self.byte, self.line)
    }

    /// Finds the next item, all of which is in the buffer then; false at the end.
    fn next(&mut self, before: State) -> Result<bool> {
        if !self.step(before)? {
            return Ok(false);
        }
        if let None | Some(b']' | b',' | b'}') = self.rest().first() {
            return Err(self.no_item());
        }
        self.number = self.number.saturating_add(1);
        let mut scan = Scan::default();
        self.length = loop {
            if let Some(length) = scan.end(self.rest()) {
                break length;
            }
            if self.rest().len() > self.limits.line {
                return Err(Error::limit("bytes in a record", wide(self.limits.line)));
            }
            if !self.fill()? {
                // A number may end there; most likely something is wrong: let the parser say.
                break self.rest().len();
            }
        };
        if self.length > self.limits.line {
            return Err(Error::limit("bytes in a record", wide(self.limits.line)));
        }
        Ok(true)
    }

    /// The item in the buffer.
    fn item(&mut self) -> Result<Value<'_>> {
        let origin = Origin { byte: self.byte, line: self.line, depth: 1 };
        let Self { buffer, state, limits, at, length, .. } = self;
        let bytes = buffer.get(*at..at.saturating_add(*length)).unwrap_or_default();
        let value = match str::from_utf8(bytes) {
            Ok(text) => tree::parse_at(text, limits, origin),
            Err(error) => {
                let fault = Error::new(ErrorKind::Utf8).hint("convert the source to UTF-8 first");
                Err(fault.at(origin.position(bytes, error.valid_up_to())))
            }
        }?;
        *state = State::Next;
        Ok(value)
    }

    /// Steps over what stands before an item; false if none follows.
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
            (None, Some(b'{')) => {
                self.layout = Some(Layout::Lines);
                Ok(())
            }
            (Some(Layout::Lines), _) => Ok(()),
            (_, None) => Err(Error::truncated("JSON")),
            (Some(Layout::Array), Some(b'{')) => Err(self
                .unexpected("`[`, a JSON array of objects")
                .hint("objects one after the other are JSON Lines, on the command line `--from jsonl`")),
            (Some(Layout::Array), _) => Err(self.unexpected("`[`, a JSON array of objects")),
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

    #[cold]
    fn no_item(&mut self) -> Error {
        match self.rest().first() {
            None => Error::truncated("a record"),
            Some(b']' | b',') => self.unexpected("a record after `,`"),
            Some(_) => self.unexpected("a record"),
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

#[cfg(test)]
mod tests;
