//! What went wrong, where, and what to do about it. One type for both directions. Spec: ERR-1
//!
//! Rules in `wire` raise an error without a place; the driver that knows the place adds it, once.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;

/// The result of every fallible call of this crate.
pub type Result<T> = core::result::Result<T, Error>;

/// An error with its kind, its place and a hint; one word wide.
///
/// # Example
/// ```
/// let document = "QRP1|table|rows=1|columns=id:i64,name:str\n7\n\\.\n";
/// let error = qrp1::Document::decode(document.as_bytes()).unwrap_err();
/// assert_eq!(error.class(), qrp1::ErrorClass::Width);
/// assert_eq!(error.to_string(), "expected 2 cells, found 1 at line 2, byte 42");
/// ```
pub struct Error(Box<ErrorImpl>);

struct ErrorImpl {
    kind: ErrorKind,
    position: Option<Position>,
    name: Option<Box<str>>,
    first: Option<Position>,
    hint: Option<&'static str>,
}

/// The error classes of the specification (ERR-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorClass {
    /// The text does not follow the grammar.
    Syntax,
    /// A document of another version of the format.
    Version,
    /// Bytes that are no UTF-8.
    Utf8,
    /// A cell or field that is no spelling of its type, or a value that does not fit its column.
    Type,
    /// A row with too few or too many cells.
    Width,
    /// A declared figure (rows, lines, row number, sum) differs from what is there.
    Count,
    /// The input ends before the document does.
    Truncated,
    /// A limit of the reader is exceeded.
    Limit,
    /// A name, key or field occurs twice.
    Duplicate,
    /// A value outside what its type holds.
    Range,
    /// Reading or writing failed.
    Io,
}

impl ErrorClass {
    /// The word of the specification: `"syntax"`, `"width"`, ...
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Version => "version",
            Self::Utf8 => "utf8",
            Self::Type => "type",
            Self::Width => "width",
            Self::Count => "count",
            Self::Truncated => "truncated",
            Self::Limit => "limit",
            Self::Duplicate => "duplicate",
            Self::Range => "range",
            Self::Io => "io",
        }
    }
}

impl fmt::Display for ErrorClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What went wrong, as data. Quotes from the input are escaped and cut to 64 bytes.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text does not follow the grammar.
    Syntax {
        /// What would have been right.
        expected: Cow<'static, str>,
        /// What stands there.
        found: Box<str>,
    },
    /// A document of another version.
    Version {
        /// What stands at the start of the document.
        found: Box<str>,
    },
    /// Bytes that are no UTF-8.
    Utf8,
    /// A cell or field that is no spelling of its type.
    Type {
        /// The type, or the form of the field.
        expected: Cow<'static, str>,
        /// The cell, or the kind of value.
        found: Box<str>,
    },
    /// A row with another number of cells than its header declares.
    Width {
        /// Cells that the header declares.
        expected: u64,
        /// Cells in the row.
        found: u64,
    },
    /// A declared figure differs from what is there.
    Count {
        /// What was counted: `rows`, `lines`, `row number`, `crc`.
        what: &'static str,
        /// What was declared.
        expected: Box<str>,
        /// What is there.
        found: Box<str>,
    },
    /// The input ends before the closing line.
    Truncated {
        /// What should have followed.
        expected: Cow<'static, str>,
    },
    /// A limit is exceeded.
    Limit {
        /// The limit: `line bytes`, `nesting`, ...
        what: &'static str,
        /// Its value.
        limit: u64,
    },
    /// A name, key or field occurs twice.
    Duplicate {
        /// What it is: `column`, `key`, `header field`, ...
        what: &'static str,
        /// Its name.
        name: Box<str>,
    },
    /// A value outside what its type holds.
    Range {
        /// What would fit.
        expected: Cow<'static, str>,
        /// The value.
        found: Box<str>,
    },
    /// What a type of the caller says about a value: an unknown field, a length that does not fit, ...
    ///
    /// Its class is `type`.
    Message(Box<str>),
    /// Reading or writing failed.
    #[cfg(feature = "std")]
    Io(std::io::Error),
}

/// A place in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    byte: u64,
    line: u64,
    column: Option<u32>,
}

impl Position {
    /// The line that begins at this byte (from 0) and has this number (from 1).
    #[must_use]
    pub const fn new(byte: u64, line: u64) -> Self {
        Self { byte, line, column: None }
    }

    /// Byte of the line's start, from 0.
    #[must_use]
    pub const fn byte(&self) -> u64 {
        self.byte
    }

    /// Line, from 1.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Column of the schema, from 1, where the error is about one.
    #[must_use]
    pub const fn column(&self) -> Option<u32> {
        self.column
    }
}

impl Error {
    /// An error of this kind, without a place. For doors to the format that are built outside this crate.
    #[cold]
    #[must_use]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(ErrorImpl { kind, position: None, name: None, first: None, hint: None }))
    }

    /// A text that does not follow the grammar.
    #[cold]
    #[must_use]
    pub fn syntax(expected: impl Into<Cow<'static, str>>, found: &str) -> Self {
        Self::new(ErrorKind::Syntax { expected: words(expected.into()), found: quote(found) })
    }

    /// A cell or value that is no spelling of its type.
    #[cold]
    #[must_use]
    pub fn type_mismatch(expected: impl Into<Cow<'static, str>>, found: &str) -> Self {
        Self::new(ErrorKind::Type { expected: words(expected.into()), found: quote(found) })
    }

    /// A value outside its type.
    #[cold]
    #[must_use]
    pub fn range(expected: impl Into<Cow<'static, str>>, found: &str) -> Self {
        Self::new(ErrorKind::Range { expected: words(expected.into()), found: quote(found) })
    }

    /// A row with another number of cells.
    #[cold]
    #[must_use]
    pub fn width(expected: usize, found: usize) -> Self {
        let wide = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        Self::new(ErrorKind::Width { expected: wide(expected), found: wide(found) })
    }

    /// A figure that differs from what is there.
    #[cold]
    #[must_use]
    pub fn count(what: &'static str, expected: impl fmt::Display, found: impl fmt::Display) -> Self {
        let text = |value: &dyn fmt::Display| quote(&format!("{value}"));
        Self::new(ErrorKind::Count { what, expected: text(&expected), found: text(&found) })
    }

    /// An input that ends too early.
    #[cold]
    #[must_use]
    pub fn truncated(expected: impl Into<Cow<'static, str>>) -> Self {
        Self::new(ErrorKind::Truncated { expected: words(expected.into()) })
    }

    /// A limit that is exceeded.
    #[cold]
    #[must_use]
    pub fn limit(what: &'static str, limit: u64) -> Self {
        Self::new(ErrorKind::Limit { what, limit })
    }

    /// A name that occurs twice.
    #[cold]
    #[must_use]
    pub fn duplicate(what: &'static str, name: &str) -> Self {
        Self::new(ErrorKind::Duplicate { what, name: quote(name) })
    }

    /// What a type of the caller says. Quotes in it are the caller's; what a terminal could obey is escaped.
    #[cold]
    #[must_use]
    pub fn message(message: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Message(excerpt(&format!("{message}"), MESSAGE)))
    }

    /// Adds the place, unless the error has one.
    #[cold]
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        let column = self.0.position.and_then(|known| known.column);
        match self.0.position {
            Some(known) if known.line > 0 => {}
            _ => self.0.position = Some(Position { column, ..position }),
        }
        self
    }

    /// Adds the column (from 0) and its name, unless the error has one. The name goes before a [`path`](Error::within).
    #[cold]
    #[must_use]
    pub fn in_column(mut self, index: usize, name: Option<&str>) -> Self {
        let column = u32::try_from(index.saturating_add(1)).ok();
        let position = self.0.position.get_or_insert(Position::new(0, 0));
        if position.column.is_none() {
            position.column = column;
            if let Some(name) = name {
                self = self.within(name);
            }
        }
        self
    }

    /// Adds a step of the path to the value that it is about, before the steps that the error has: a name, or the
    /// number of an item in brackets.
    ///
    /// # Example
    /// ```
    /// let error = qrp1::Error::message("no such shop").within("name").within("[2]").within("shops");
    /// assert_eq!(error.column_name(), Some("shops[2].name"));
    /// assert_eq!(error.to_string(), "no such shop in `shops[2].name`");
    /// ```
    #[cold]
    #[must_use]
    pub fn within(mut self, step: &str) -> Self {
        self.0.name = Some(match self.0.name.take() {
            None => step.into(),
            Some(path) if path.starts_with('[') => format!("{step}{path}").into(),
            Some(path) => format!("{step}.{path}").into(),
        });
        self
    }

    /// Adds what to do about it, unless the error says so already.
    #[cold]
    #[must_use]
    pub fn hint(mut self, hint: &'static str) -> Self {
        self.0.hint.get_or_insert(hint);
        self
    }

    /// Says where what occurs twice stands for the first time.
    #[cold]
    #[must_use]
    pub fn first_at(mut self, position: Position) -> Self {
        self.0.first = Some(position);
        self
    }

    /// Where what occurs twice stands for the first time; known of JSON's keys.
    #[must_use]
    pub fn first_position(&self) -> Option<Position> {
        self.0.first
    }

    /// What went wrong, as data.
    #[must_use]
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The class of the specification.
    #[must_use]
    pub fn class(&self) -> ErrorClass {
        match self.0.kind {
            ErrorKind::Syntax { .. } => ErrorClass::Syntax,
            ErrorKind::Version { .. } => ErrorClass::Version,
            ErrorKind::Utf8 => ErrorClass::Utf8,
            ErrorKind::Type { .. } | ErrorKind::Message(_) => ErrorClass::Type,
            ErrorKind::Width { .. } => ErrorClass::Width,
            ErrorKind::Count { .. } => ErrorClass::Count,
            ErrorKind::Truncated { .. } => ErrorClass::Truncated,
            ErrorKind::Limit { .. } => ErrorClass::Limit,
            ErrorKind::Duplicate { .. } => ErrorClass::Duplicate,
            ErrorKind::Range { .. } => ErrorClass::Range,
            #[cfg(feature = "std")]
            ErrorKind::Io(_) => ErrorClass::Io,
        }
    }

    /// Where it is, if it is about a place in a document.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.0.position
    }

    /// The name of the column it is about, with the path in it where that is known.
    #[must_use]
    pub fn column_name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// What to do about it, where that is known.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        self.0.hint
    }
}

/// Our own words as they are; words made with text from elsewhere escaped, and cut to twice a quote.
fn words(expected: Cow<'static, str>) -> Cow<'static, str> {
    match expected {
        Cow::Owned(text) => Cow::Owned(excerpt(&text, MOST.saturating_mul(2)).into_string()),
        ours @ Cow::Borrowed(_) => ours,
    }
}

/// Bytes of a quote.
const MOST: usize = 64;

/// Bytes of a message that is not ours.
const MESSAGE: usize = 512;

/// At most 64 bytes of `text`, with all that a terminal could obey escaped.
fn quote(text: &str) -> Box<str> {
    excerpt(text, MOST)
}

fn excerpt(text: &str, most: usize) -> Box<str> {
    let mut out = String::new();
    for c in text.chars() {
        if out.len() >= most {
            out.push('…');
            break;
        }
        // `escape_debug` leaves quotes and backslashes to us: they are harmless and clearer raw.
        match c {
            '\'' | '"' | '\\' => out.push(c),
            c if crate::wire::text::is_always_escaped(c) => out.extend(c.escape_unicode()),
            c => out.extend(c.escape_debug()),
        }
    }
    out.into_boxed_str()
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |n: u64| if n == 1 { "cell" } else { "cells" };
        match self {
            Self::Syntax { expected, found } if found.is_empty() => write!(f, "expected {expected}, found nothing"),
            Self::Type { expected, found } if found.is_empty() => write!(f, "expected {expected}, found an empty cell"),
            Self::Syntax { expected, found } | Self::Type { expected, found } => {
                write!(f, "expected {expected}, found `{found}`")
            }
            Self::Version { found } => write!(f, "expected a document that begins with `QRP1|`, found `{found}`"),
            Self::Utf8 => f.write_str("expected UTF-8, found bytes that are not"),
            Self::Width { expected, found } => write!(f, "expected {expected} {}, found {found}", cells(*expected)),
            Self::Count { what, expected, found } => write!(f, "expected {what} {expected}, found {found}"),
            Self::Truncated { expected } => write!(f, "expected {expected}, found the end of the input"),
            Self::Limit { what, limit } => write!(f, "more than {limit} {what}"),
            Self::Duplicate { what, name } => write!(f, "{what} `{name}` occurs twice"),
            Self::Range { expected, found } => write!(f, "expected {expected}, found `{found}`, which is out of range"),
            Self::Message(message) => f.write_str(message),
            #[cfg(feature = "std")]
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.kind.fmt(f)?;
        if let Some(position) = self.0.position {
            let column = |f: &mut fmt::Formatter<'_>, lead: &str| match (position.column, &self.0.name) {
                (Some(number), Some(name)) => write!(f, "{lead}column {number} `{}`", quote(name)),
                (Some(number), None) => write!(f, "{lead}column {number}"),
                (None, Some(path)) => write!(f, "{lead}`{}`", quote(path)),
                (None, None) => Ok(()),
            };
            if position.line > 0 {
                write!(f, " at line {}", position.line)?;
                column(f, ", ")?;
                write!(f, ", byte {}", position.byte)?;
            } else {
                column(f, " in ")?;
            }
        } else if let Some(path) = &self.0.name {
            write!(f, " in `{}`", quote(path))?;
        }
        if let Some(first) = self.0.first {
            write!(f, ", first at line {}, byte {}", first.line, first.byte)?;
        }
        if let Some(hint) = self.0.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("kind", &self.0.kind)
            .field("position", &self.0.position)
            .field("column_name", &self.0.name)
            .field("first", &self.0.first)
            .field("hint", &self.0.hint)
            .finish()
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.0.kind {
            #[cfg(feature = "std")]
            ErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(feature = "std")]
impl Error {
    /// Whether reading or writing failed, and not the document.
    #[must_use]
    pub fn is_io(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Io(_))
    }
}

impl Error {
    /// Whether the input ended too early.
    #[must_use]
    pub fn is_eof(&self) -> bool {
        matches!(self.0.kind, ErrorKind::Truncated { .. })
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(ErrorKind::Io(error))
    }
}

#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        match error.0.kind {
            ErrorKind::Io(error) => error,
            ErrorKind::Truncated { .. } => Self::new(std::io::ErrorKind::UnexpectedEof, error),
            _ => Self::new(std::io::ErrorKind::InvalidData, error),
        }
    }
}
