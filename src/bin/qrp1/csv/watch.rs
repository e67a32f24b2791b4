//! What the `csv` crate lets pass: a quote that nothing closes, text behind a closing quote, records without end.

use std::io::{self, Read};

use memchr::{memchr, memchr2, memchr3};
use qrp1::{Error, Limits, Position};

use crate::args::Dialect;

/// Passes bytes on and follows which of them are quoted, in the same dialect as the reader behind it.
pub(crate) struct Watched<R> {
    bytes: R,
    delimiter: u8,
    quote: Option<u8>,
    escape: Option<u8>,
    comment: Option<u8>,
    place: Place,
    /// The place of the next byte.
    byte: u64,
    line: u64,
    /// Where the record, or in quotes the quoted field, begins.
    start: Position,
    /// Bytes of the record so far.
    length: usize,
    is_first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// Before a record, where blank lines and comments may stand.
    Record,
    Comment,
    /// Before a field.
    Field,
    /// In a field without quotes.
    Bare,
    Quoted,
    /// Behind the escape character.
    Escaped,
    /// Behind a quote that closes the field, or is the first of two.
    Closed,
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl<R> Watched<R> {
    pub(crate) fn new(bytes: R, delimiter: u8, dialect: &Dialect, comment: Option<u8>) -> Self {
        Self {
            bytes,
            delimiter,
            quote: dialect.quote().0,
            escape: dialect.escape,
            comment,
            place: Place::Record,
            byte: 0,
            line: 1,
            start: Position::new(0, 1),
            length: 0,
            is_first: true,
        }
    }

    fn scan(&mut self, bytes: &[u8]) -> Result<(), Error> {
        // Where no quote comes, only line ends matter.
        let has_quote = self.quote.is_some_and(|quote| memchr(quote, bytes).is_some());
        let mut rest = bytes;
        if std::mem::take(&mut self.is_first) && rest.starts_with(BYTE_ORDER_MARK) {
            rest = self.step(rest, BYTE_ORDER_MARK.len());
        }
        while let Some(next) = rest.first().copied() {
            // Blank lines and comments are no record.
            let is_between = matches!(self.place, Place::Record | Place::Comment);
            let length = match self.place {
                Place::Record if matches!(next, b'\n' | b'\r') => 1,
                Place::Record if Some(next) == self.comment => {
                    self.place = Place::Comment;
                    1
                }
                Place::Record => {
                    (self.place, self.start) = (Place::Field, Position::new(self.byte, self.line));
                    0
                }
                Place::Comment => self.until(memchr(b'\n', rest), rest, Place::Record),
                Place::Field if Some(next) == self.quote => {
                    (self.place, self.start) = (Place::Quoted, Position::new(self.byte, self.line));
                    1
                }
                Place::Field | Place::Bare if !has_quote => {
                    let end = memchr2(b'\n', b'\r', rest);
                    let open = if rest.last() == Some(&self.delimiter) { Place::Field } else { Place::Bare };
                    self.place = open;
                    self.until(end, rest, Place::Record)
                }
                Place::Field | Place::Bare => {
                    let end = memchr3(self.delimiter, b'\n', b'\r', rest);
                    let is_field = end.and_then(|at| rest.get(at)) == Some(&self.delimiter);
                    self.place = Place::Bare;
                    self.until(end, rest, if is_field { Place::Field } else { Place::Record })
                }
                Place::Quoted => {
                    let quote = self.quote.unwrap_or(b'"');
                    let end = memchr2(quote, self.escape.unwrap_or(quote), rest);
                    let is_quote = end.and_then(|at| rest.get(at)) == Some(&quote);
                    self.until(end, rest, if is_quote { Place::Closed } else { Place::Escaped })
                }
                Place::Escaped => {
                    self.place = Place::Quoted;
                    1
                }
                Place::Closed => {
                    self.place = match next {
                        next if Some(next) == self.quote && self.escape.is_none() => Place::Quoted,
                        next if next == self.delimiter => Place::Field,
                        b'\n' | b'\r' => Place::Record,
                        _ => return Err(self.junk(rest)),
                    };
                    1
                }
            };
            rest = self.step(rest, length);
            if is_between {
                self.length = 0;
            } else if self.length > Limits::default().line {
                return Err(self.too_long());
            }
        }
        Ok(())
    }

    /// To the byte at `end` and behind it, where another place begins; to the end of the bytes if it is not there.
    fn until(&mut self, end: Option<usize>, rest: &[u8], then: Place) -> usize {
        let Some(end) = end else { return rest.len() };
        self.place = then;
        end.saturating_add(1)
    }

    /// Steps over bytes and keeps the place.
    fn step<'b>(&mut self, bytes: &'b [u8], length: usize) -> &'b [u8] {
        let (passed, rest) = bytes.split_at_checked(length).unwrap_or((bytes, &[]));
        let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        self.line = self.line.saturating_add(wide(memchr::memchr_iter(b'\n', passed).count()));
        self.byte = self.byte.saturating_add(wide(length));
        self.length = self.length.saturating_add(length);
        rest
    }

    #[cold]
    fn junk(&self, rest: &[u8]) -> Error {
        const LENGTH: usize = 24;
        let found = String::from_utf8_lossy(rest.get(..rest.len().min(LENGTH)).unwrap_or_default()).into_owned();
        let found = found.lines().next().unwrap_or_default().trim_end_matches(char::REPLACEMENT_CHARACTER);
        Error::syntax("a delimiter or a line end after the closing quote of the field that begins here", found)
            .hint("a quote in a quoted field is doubled; `--escape` and `--quote` name other dialects")
            .at(self.start)
    }

    #[cold]
    fn unclosed(&self) -> Error {
        Error::truncated("the closing quote of the field that begins here")
            .hint("a quote in a quoted field is doubled; `--quote none` reads quotes as text")
            .at(self.start)
    }

    #[cold]
    fn too_long(&self) -> Error {
        let limit = u64::try_from(Limits::default().line).unwrap_or(u64::MAX);
        let error = Error::limit("bytes in a record", limit);
        match self.place {
            Place::Quoted | Place::Escaped => error.hint("is the quote that opens here closed?"),
            _ => error,
        }
        .at(self.start)
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.bytes.read(buffer)?;
        if length == 0 && !buffer.is_empty() && matches!(self.place, Place::Quoted | Place::Escaped) {
            return Err(io::Error::other(self.unclosed()));
        }
        self.scan(buffer.get(..length).unwrap_or_default()).map_err(io::Error::other)?;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Quote;

    /// One byte, or all, at a time.
    struct Chunks<'a>(&'a [u8], usize);

    impl Read for Chunks<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = self.1.min(self.0.len()).min(buffer.len());
            buffer[..length].copy_from_slice(&self.0[..length]);
            self.0 = &self.0[length..];
            Ok(length)
        }
    }

    /// The line and byte of the fault, in every chunking.
    fn fault(csv: &str, escape: Option<u8>, quote: Option<u8>) -> Option<(u64, u64)> {
        let dialect = Dialect { delimiter: None, quote: Some(Quote(quote)), escape, no_header: false, flexible: false };
        let run = |size| {
            let mut watched = Watched::new(Chunks(csv.as_bytes(), size), b',', &dialect, Some(b'#'));
            let error = io::copy(&mut watched, &mut io::sink()).err()?;
            let at = error.downcast::<Error>().unwrap().position().unwrap();
            Some((at.line(), at.byte()))
        };
        // The byte order mark has to come at once, as the reader behind asks for it.
        let whole = run(usize::MAX);
        if !csv.starts_with('\u{feff}') {
            (1..csv.len()).for_each(|size| assert_eq!(run(size), whole, "{csv:?} by {size}"));
        }
        whole
    }

    #[test]
    fn quotes_are_followed() {
        let plain = |csv| fault(csv, None, Some(b'"'));
        for sound in [
            "a,b\n1,2\n",
            "a\"b,c\"\n",
            "\"a\nb\",\"\"\"\"\r\n",
            "# it's \"\n1\n",
            "\n\n#\"\n\"\"\n",
            "\"a\"",
            "a,\"b,\"\r\"c\"\n",
            "\u{feff}\"a\",b\n",
        ] {
            assert_eq!(plain(sound), None, "{sound:?}");
        }
        assert_eq!(plain("id,note\n1,ok\n2,\"oops\n3,fine\n"), Some((3, 15)));
        assert_eq!(plain("a\n\"x\"y,2\n"), Some((2, 2)));
        assert_eq!(plain("a\n\n\"x\" ,2\n"), Some((3, 3)));
        assert_eq!(plain("\u{feff}\"a,b\n"), Some((1, 3)));
        assert_eq!(plain("a,#\"\n#\n\"#\n"), Some((3, 7)));
        assert_eq!(fault("\"a\\\"b\\\\\"\n", Some(b'\\'), Some(b'"')), None);
        assert_eq!(fault("\"a\"\"b\"\n", Some(b'\\'), Some(b'"')), Some((1, 0)));
        assert_eq!(fault("\"a\n'b'c\n", None, Some(b'\'')), Some((2, 3)));
        assert_eq!(fault("\"a\n\"b\"c\n", None, None), None);
    }

    #[test]
    fn blank_lines_and_comments_are_no_record() {
        let long = "\n".repeat(Limits::default().line + 2);
        assert_eq!(fault_once(&format!("a{long}b\n")), None);
        let long = "x".repeat(Limits::default().line + 2);
        assert_eq!(fault_once(&format!("a\n#{long}\nb\n")), None);
        assert_eq!(
            fault_once(&format!("a\n\nb,{long}\n")).as_deref(),
            Some("more than 16777216 bytes in a record at line 3, byte 3")
        );
    }

    fn fault_once(csv: &str) -> Option<String> {
        let dialect = Dialect { delimiter: None, quote: None, escape: None, no_header: false, flexible: false };
        let mut watched = Watched::new(Chunks(csv.as_bytes(), 1 << 16), b',', &dialect, Some(b'#'));
        io::copy(&mut watched, &mut io::sink()).err().map(|error| error.to_string())
    }
}
