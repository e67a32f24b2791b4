//! Documents from any `std::io::Read`.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use alloc::vec::Vec;

use crate::decoder::{Decoder, Event};
use crate::error::{Error, Position, Result};
use crate::header::Header;
use crate::limits::Limits;
use crate::lines::Window;
use crate::row::Row;

/// Options of a [`Reader`].
///
/// # Example
/// ```
/// let document = b"QRP1|table|rows=1|columns=id:i64\r\n7\r\n\\.\r\n";
/// let mut reader = qrp1::ReaderBuilder::new().lenient(true).from_reader(&document[..]);
/// let mut row = qrp1::Row::new();
/// assert!(reader.read_row(&mut row)?);
/// assert_eq!(row.value(0)?, qrp1::Value::Int(7));
/// assert!(!reader.read_row(&mut row)?);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReaderBuilder {
    limits: Limits,
    lenient: bool,
}

impl ReaderBuilder {
    /// Strict, with the default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits. Default: [`Limits::default`].
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Accepts CRLF line ends, a byte order mark, and a missing final LF after a closing line without fields.
    ///
    /// Disabled by default: every deviation is an error.
    pub fn lenient(&mut self, yes: bool) -> &mut Self {
        self.lenient = yes;
        self
    }

    /// A reader of `source`, which needs no buffer of its own.
    pub fn from_reader<R: Read>(&self, source: R) -> Reader<R> {
        Reader {
            source,
            decoder: Decoder::new().with_limits(self.limits).with_lenient(self.lenient),
            buffer: Vec::new(),
            window: Window::default(),
            at: 0,
            end: 0,
            finished: false,
        }
    }

    /// A reader of a file.
    ///
    /// # Errors
    /// `io` if the file can't be opened.
    pub fn from_path(&self, path: impl AsRef<Path>) -> Result<Reader<File>> {
        Ok(self.from_reader(File::open(path)?))
    }
}

/// Reads a document, line by line, in memory that does not grow with it, but for the keys of a keyed table and the names of
/// a record.
///
/// # Example
/// ```
/// use qrp1::{Event, Reader};
///
/// let document = b"QRP1|record|lines=2\nname=Ada\nborn=1815\n\\.\n";
/// let mut reader = Reader::from_reader(&document[..]);
/// let mut fields = Vec::new();
/// while let Some(event) = reader.next_event()? {
///     if let Event::Field(field) = event {
///         fields.push(format!("{}: {:?}", field.name.unwrap_or_default(), field.value));
///     }
/// }
/// assert_eq!(fields, [r#"name: Str("Ada")"#, r#"born: Number("1815")"#]);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    decoder: Decoder,
    buffer: Vec<u8>,
    /// Lines that come before what is left of the buffer.
    window: Window,
    /// What is not decoded yet: `buffer[at..end]`.
    at: usize,
    end: usize,
    finished: bool,
}

/// Bytes asked of the source at a time.
const BUFFER: usize = 64 << 10;

impl Reader<File> {
    /// A strict reader of a file.
    ///
    /// # Errors
    /// `io` if the file can't be opened.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self> {
        ReaderBuilder::new().from_path(path)
    }
}

impl<R: Read> Reader<R> {
    /// A strict reader with the default limits; `source` needs no buffer of its own.
    #[must_use]
    pub fn from_reader(source: R) -> Self {
        ReaderBuilder::new().from_reader(source)
    }

    /// What the next line says; none after the closing line.
    ///
    /// # Errors
    /// The document's first fault, with its place; `truncated` if the source ends before the document does.
    pub fn next_event(&mut self) -> Result<Option<Event<'_>>> {
        // The borrow checker can't yet see that an event is returned at once (the loop ends with it), so the line is
        // looked for first: only a chunk with a line end gives an event.
        while self.window.is_empty() {
            if self.at >= self.end {
                if self.finished {
                    // Again the end, or again that it never came.
                    return self.decoder.finish();
                }
                self.fill()?;
                if self.end == 0 {
                    self.finished = true;
                    return self.decoder.finish();
                }
            }
            let chunk = self.buffer.get(self.at..self.end).unwrap_or_default();
            let mut taken = self.window.fill(chunk);
            if taken == 0 {
                if memchr::memchr(crate::wire::bytes::LINE_END, chunk).is_some() {
                    break;
                }
                (taken, _) = self.decoder.decode(chunk)?;
            }
            self.at = self.at.saturating_add(taken);
        }
        if let Some(line) = self.window.next() {
            return self.decoder.decode_line(line).map(Some);
        }
        let chunk = self.buffer.get(self.at..self.end).unwrap_or_default();
        let (consumed, event) = self.decoder.decode(chunk)?;
        self.at = self.at.saturating_add(consumed);
        Ok(event)
    }

    fn fill(&mut self) -> Result<()> {
        self.buffer.resize(BUFFER, 0);
        self.at = 0;
        self.end = 0;
        loop {
            match self.source.read(&mut self.buffer) {
                Ok(length) => {
                    self.end = length;
                    return Ok(());
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::from(error).at(self.decoder.position())),
            }
        }
    }

    /// Reads the next row of any table or series into `row`, and passes over all other lines. False at the end.
    ///
    /// `row` keeps its memory from call to call.
    ///
    /// # Errors
    /// As [`next_event`](Reader::next_event). Cells are not decoded, so their faults show when they are asked for.
    pub fn read_row(&mut self, row: &mut Row) -> Result<bool> {
        loop {
            match self.next_event()? {
                Some(Event::Row(_)) => break,
                Some(_) => {}
                None => return Ok(false),
            }
        }
        self.decoder.take_row(row);
        Ok(true)
    }

    /// The rows of all tables and series, each with memory of its own.
    pub fn rows(&mut self) -> Rows<'_, R> {
        Rows { reader: self, failed: false }
    }

    /// Reads up to the next header; none at the end.
    ///
    /// # Errors
    /// As [`next_event`](Reader::next_event).
    pub fn next_header(&mut self) -> Result<Option<Header>> {
        loop {
            match self.next_event()? {
                Some(Event::Header(header)) => return Ok(Some(header.clone())),
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    /// The place of the line that comes next.
    #[must_use]
    pub fn position(&self) -> Position {
        self.decoder.position()
    }

    /// The source.
    #[must_use]
    pub const fn get_ref(&self) -> &R {
        &self.source
    }

    /// The source again. Bytes that were read ahead are lost.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.source
    }
}

/// The rows of a document. See [`Reader::rows`].
#[derive(Debug)]
pub struct Rows<'r, R> {
    reader: &'r mut Reader<R>,
    failed: bool,
}

impl<R: Read> Iterator for Rows<'_, R> {
    type Item = Result<Row>;

    fn next(&mut self) -> Option<Result<Row>> {
        if self.failed {
            return None;
        }
        let mut row = Row::new();
        match self.reader.read_row(&mut row) {
            Ok(true) => Some(Ok(row)),
            Ok(false) => None,
            Err(error) => {
                self.failed = true;
                Some(Err(error))
            }
        }
    }
}
