//! Where a document comes from: text in memory, which values may borrow from, or a reader.

use std::io::Read;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{ColumnType, Decoder, Error, Event, Header, Lines, Position, Reader, Result, Value};

/// What a line says, and the line itself where it outlives the source.
pub(super) type Sourced<'a, 'de> = (Event<'a>, Option<&'de [u8]>);

/// Lines of a document, one at a time.
pub(super) trait Source<'de> {
    /// The next line.
    fn next(&mut self) -> Result<Option<Sourced<'_, 'de>>>;

    fn position(&self) -> Position;
}

/// A document in memory.
#[derive(Debug)]
pub(super) struct Text<'de> {
    decoder: Decoder,
    rest: &'de [u8],
    /// The lines that `rest` begins with, as far as they were looked at.
    lines: Lines<'de>,
    /// Whether the decoder knows that nothing follows.
    is_finished: bool,
}

impl<'de> Text<'de> {
    pub(super) fn new(decoder: Decoder, document: &'de [u8]) -> Self {
        Self { decoder, rest: document, lines: Lines::default(), is_finished: false }
    }
}

impl<'de> Source<'de> for Text<'de> {
    fn next(&mut self) -> Result<Option<Sourced<'_, 'de>>> {
        if self.lines.is_empty() {
            self.lines = Lines::of(self.rest);
        }
        if let Some(line) = self.lines.next() {
            self.rest = self.rest.get(line.len()..).unwrap_or_default();
            return Ok(Some((self.decoder.decode_line(line)?, Some(line.as_bytes()))));
        }
        if memchr::memchr(b'\n', self.rest).is_none() {
            if !self.is_finished {
                // The start of a line, or nothing: no event comes of it but an error or the end.
                self.decoder.decode(self.rest)?;
                (self.rest, self.is_finished) = (&[], true);
            }
            return Ok(self.decoder.finish()?.map(|event| (event, None)));
        }
        let (consumed, event) = self.decoder.decode(self.rest)?;
        let (line, rest) = self.rest.split_at_checked(consumed).unwrap_or((self.rest, &[]));
        self.rest = rest;
        Ok(event.map(|event| (event, Some(line))))
    }

    fn position(&self) -> Position {
        self.decoder.position()
    }
}

impl<'de, R: Read> Source<'de> for Reader<R> {
    fn next(&mut self) -> Result<Option<Sourced<'_, 'de>>> {
        Ok(self.next_event()?.map(|event| (event, None)))
    }

    fn position(&self) -> Position {
        Reader::position(self)
    }
}

/// Nothing: what stands in a row has no later blocks.
#[derive(Debug)]
pub(super) enum Nothing {}

impl<'de> Source<'de> for Nothing {
    fn next(&mut self) -> Result<Option<Sourced<'_, 'de>>> {
        match *self {}
    }

    fn position(&self) -> Position {
        match *self {}
    }
}

/// A document being read: blocks, and their rows, fields or lines.
#[derive(Debug)]
pub(super) struct Blocks<S> {
    source: S,
    /// The header that ended the block before, and its place.
    pending: Option<(Header, Position)>,
    is_at_end: bool,
    /// Whether a number that is no integer of 64 bits is given by its letters.
    pub(super) number_letters: bool,
    /// The name of the time field of a series without one.
    pub(super) time: Option<Box<str>>,
}

/// A line of a block.
#[derive(Debug)]
pub(super) enum Line<'a, 'de> {
    Row(&'a crate::Row, Option<&'de [u8]>),
    Field(Field<'de>),
    Text(Cow<'a, str>),
}

/// A line of a record, kept until its value is asked for.
#[derive(Debug)]
pub(super) struct Field<'de> {
    pub(super) name: Option<String>,
    pub(super) ty: ColumnType,
    pub(super) value: Value<'static>,
    pub(super) line: Option<&'de [u8]>,
    pub(super) position: Position,
}

impl<'de, S: Source<'de>> Blocks<S> {
    pub(super) const fn new(source: S) -> Self {
        Self { source, pending: None, is_at_end: false, number_letters: false, time: None }
    }

    /// The header of the next block with a value, and its place; receipts have none.
    ///
    /// # Errors
    /// The document's first fault; `syntax` where there is no such block.
    pub(super) fn block(&mut self) -> Result<(Header, Position)> {
        loop {
            while self.pending.is_none() && self.line()?.is_some() {}
            let Some((header, place)) = self.pending.take() else {
                let error = Error::syntax("a block with a value", "a receipt alone");
                return Err(error.hint("a receipt is no value").at(self.source.position()));
            };
            if header.shape() != crate::Shape::Receipt {
                return Ok((header, place));
            }
        }
    }

    /// The next line of the block; none at its end.
    pub(super) fn line(&mut self) -> Result<Option<Line<'_, 'de>>> {
        if self.is_at_end || self.pending.is_some() {
            return Ok(None);
        }
        let position = self.source.position();
        Ok(match self.source.next()? {
            Some((Event::Row(row), line)) => Some(Line::Row(row, line)),
            Some((Event::Field(field), line)) => Some(Line::Field(Field {
                name: field.name.map(Into::into),
                ty: field.ty.clone(),
                value: field.value.into_owned(),
                line,
                position,
            })),
            Some((Event::Line(text), _)) => Some(Line::Text(text)),
            Some((Event::Header(header), _)) => {
                self.pending = Some((header.clone(), position));
                None
            }
            Some((Event::End(_), _)) | None => {
                self.is_at_end = true;
                None
            }
        })
    }

    /// The fields of a record.
    pub(super) fn fields(&mut self) -> Result<Vec<Field<'de>>> {
        let mut fields = Vec::new();
        while let Some(line) = self.line()? {
            if let Line::Field(field) = line {
                fields.push(field);
            }
        }
        Ok(fields)
    }

    /// Reads to the end, so that a document that was cut is known.
    pub(super) fn finish(mut self) -> Result<()> {
        while !self.is_at_end {
            self.pending = None;
            while self.line()?.is_some() {}
        }
        // What follows the end is an error, too.
        self.source.next().map(drop)
    }
}
