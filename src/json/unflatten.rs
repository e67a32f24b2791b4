//! Rows of the generic flattening as the JSON value they are, one at a time. `flatten` names the rules.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::flatten::{FIRST, FlatType};
use super::text;
use crate::{Error, Limits, Result, Row, Value};

/// Columns of a row.
const PATH: usize = 0;
const VALUE_TYPE: usize = 1;
const PART: usize = 2;
const PARTS: usize = 3;
const VALUE: usize = 4;

/// Writes a value row by row. It holds the path of a row, and the keys of the objects around it.
#[derive(Debug)]
pub(super) struct Unflatten {
    /// The most containers around and including a value.
    nesting: usize,
    rows: u64,
    /// The path of the last row.
    path: String,
    /// The containers that may get more children, outermost first.
    open: Vec<Level>,
    /// The value of the last row, if more parts of it must follow.
    part: Option<Piece>,
}

#[derive(Debug)]
struct Level {
    /// The reference token of the last child.
    last: String,
    children: Children,
}

#[derive(Debug)]
enum Children {
    /// The index of the next item.
    Items(u64),
    /// The reference tokens of the members. With a row of its own an object's first key is `0`.
    Members { tokens: BTreeSet<String>, has_row: bool },
}

/// A part of a value.
#[derive(Clone, Copy, Debug)]
struct Piece {
    value_type: FlatType,
    part: u64,
    parts: u64,
    /// What the letters of a number are so far.
    number: Number,
}

/// A fault, and the column it is in.
type In<T> = core::result::Result<T, (Error, usize)>;

impl Unflatten {
    /// A value with so many containers around it.
    pub(super) fn new(outer: usize, limits: &Limits) -> Self {
        let nesting = limits.nesting.saturating_sub(outer);
        Self { nesting, rows: 0, path: String::new(), open: Vec::new(), part: None }
    }

    pub(super) const fn rows(&self) -> u64 {
        self.rows
    }

    /// Writes what a row adds to the value.
    ///
    /// # Errors
    /// What the row breaks of the rules, with its column.
    pub(super) fn row(&mut self, row: &Row, out: &mut Vec<u8>) -> Result<()> {
        let text = |column| match row.value(column)? {
            Value::Str(text) => Ok(text),
            other => Err(within(Error::type_mismatch("a text", other.kind()), column, row)),
        };
        let count = |column| match row.value(column)? {
            Value::UInt(count) => Ok(count),
            other => Err(within(Error::type_mismatch("a number", other.kind()), column, row)),
        };
        let (path, word, part, parts) = (text(PATH)?, text(VALUE_TYPE)?, count(PART)?, count(PARTS)?);
        let value = row.value(VALUE)?;
        let value = if value.is_null() { None } else { Some(text(VALUE)?) };
        let value_type = FlatType::from_word(&word).ok_or_else(|| {
            let words = "null, bool, number, string, object or array";
            within(Error::type_mismatch(words, &word), VALUE_TYPE, row)
        })?;
        let part = Piece { value_type, part, parts, number: Number::default() };
        self.rows = self.rows.saturating_add(1);
        self.part(&path, part, value.as_deref(), out).map_err(|(error, column)| within(error, column, row))
    }

    fn part(&mut self, path: &str, mut part: Piece, letters: Option<&str>, out: &mut Vec<u8>) -> In<()> {
        match self.part.take() {
            Some(before) => {
                let next = before.part.saturating_add(1);
                if path != self.path || part.value_type != before.value_type {
                    return Err((missing_part(&before), PATH));
                }
                if part.part != next {
                    return Err((Error::count("part", next, part.part), PART));
                }
                if part.parts != before.parts {
                    return Err((Error::count("parts", before.parts, part.parts), PARTS));
                }
                part.number = before.number;
            }
            None if part.part != 1 => return Err((Error::count("part", 1, part.part), PART)),
            None if part.parts == 0 => return Err((Error::count("parts", 1, 0), PARTS)),
            None if part.parts > 1 && !matches!(part.value_type, FlatType::Number | FlatType::String) => {
                return Err((Error::count("parts", 1, part.parts).hint("only texts and numbers have parts"), PARTS));
            }
            None => {
                self.place(path, out).map_err(|error| (error, PATH))?;
                self.path.clear();
                self.path.push_str(path);
            }
        }
        self.value(&mut part, letters, out).map_err(|error| (error, VALUE))?;
        if part.part < part.parts {
            self.part = Some(part);
        }
        Ok(())
    }

    /// Writes a value, or a part of it, whose place is written.
    fn value(&mut self, part: &mut Piece, letters: Option<&str>, out: &mut Vec<u8>) -> Result<()> {
        let fault = |expected: &'static str| Err(Error::type_mismatch(expected, letters.unwrap_or_default()));
        match (part.value_type, letters) {
            (FlatType::Null, None) => out.extend_from_slice(b"null"),
            (FlatType::Array, None) => {
                self.check_depth(self.open.len().saturating_add(1))?;
                out.extend_from_slice(b"[]");
            }
            (FlatType::Object, None) => {
                self.begin(Children::Members { tokens: BTreeSet::new(), has_row: true }, out)?;
            }
            (FlatType::Null | FlatType::Array | FlatType::Object, Some(_)) => return fault("an empty cell"),
            (FlatType::Bool, Some(letters @ ("true" | "false"))) => out.extend_from_slice(letters.as_bytes()),
            (FlatType::Bool, _) => return fault("true or false"),
            (FlatType::String, None) => return fault("a text"),
            (FlatType::String, Some("")) if part.parts > 1 => return fault("a part that is not empty"),
            (FlatType::String, Some(letters)) => {
                if part.part == 1 {
                    out.push(b'"');
                }
                text::push_inner(letters, out);
                if part.part == part.parts {
                    out.push(b'"');
                }
            }
            (FlatType::Number, letters) => {
                let letters = letters.unwrap_or_default();
                let number = part.number.then(letters).filter(|_| !letters.is_empty());
                match number.filter(|number| part.part < part.parts || number.is_complete()) {
                    Some(number) => part.number = number,
                    None => return fault("a JSON number"),
                }
                out.extend_from_slice(letters.as_bytes());
            }
        }
        Ok(())
    }

    /// Writes what is between the last value and the one at `path`.
    fn place(&mut self, path: &str, out: &mut Vec<u8>) -> Result<()> {
        let tokens = self.tokens(path)?;
        let twice = || Error::duplicate("path", path);
        if self.rows > 1 && self.open.is_empty() {
            return Err(if tokens.is_empty() { twice() } else { child_of_value(path) });
        }
        // The levels that the path has in common with that of the last value.
        let mut depth = 0usize;
        while let (Some(token), Some(level)) = (tokens.get(depth), self.open.get(depth)) {
            let inner = depth.saturating_add(1);
            if level.last != *token || inner >= self.open.len() {
                break;
            }
            depth = inner;
        }
        if !self.open.is_empty() {
            while self.open.len() > depth.saturating_add(1) {
                self.close(out);
            }
            let Some((token, inner)) = tokens.get(depth..).and_then(<[_]>::split_first) else { return Err(twice()) };
            self.child(token, inner.is_empty(), path, out)?;
            depth = depth.saturating_add(1);
        }
        for token in tokens.get(depth..).unwrap_or_default() {
            let is_array = *token == FIRST;
            let members = || Children::Members { tokens: BTreeSet::new(), has_row: false };
            self.begin(if is_array { Children::Items(0) } else { members() }, out)?;
            self.child(token, false, path, out)?;
        }
        Ok(())
    }

    /// The reference tokens of a path, as they are written.
    fn tokens<'p>(&self, path: &'p str) -> Result<Vec<&'p str>> {
        let Some(tokens) = path.strip_prefix('/') else {
            return if path.is_empty() { Ok(Vec::new()) } else { Err(no_pointer(path)) };
        };
        if tokens.split('~').skip(1).any(|rest| !rest.starts_with(['0', '1'])) {
            return Err(no_pointer(path).hint("in a pointer `~` is `~0` and `/` in a name is `~1`"));
        }
        let tokens = tokens.split('/');
        self.check_depth(tokens.clone().take(self.nesting.saturating_add(1)).count())?;
        Ok(tokens.collect())
    }

    fn check_depth(&self, depth: usize) -> Result<()> {
        if depth > self.nesting {
            return Err(Error::limit("levels of nesting", u64::try_from(self.nesting).unwrap_or(u64::MAX)));
        }
        Ok(())
    }

    /// Begins a container.
    fn begin(&mut self, children: Children, out: &mut Vec<u8>) -> Result<()> {
        self.check_depth(self.open.len().saturating_add(1))?;
        out.push(if matches!(children, Children::Items(_)) { b'[' } else { b'{' });
        self.open.push(Level { last: String::new(), children });
        Ok(())
    }

    /// Ends the innermost container.
    fn close(&mut self, out: &mut Vec<u8>) {
        if let Some(level) = self.open.pop() {
            out.push(if matches!(level.children, Children::Items(_)) { b']' } else { b'}' });
        }
    }

    /// Writes what stands before a child of the innermost container. It is the value itself, or one around it.
    fn child(&mut self, token: &str, is_value: bool, path: &str, out: &mut Vec<u8>) -> Result<()> {
        let Some(level) = self.open.last_mut() else { return Ok(()) };
        let known = |is_last: bool| {
            if is_last && !is_value { child_of_value(path) } else { Error::duplicate("path", path) }
        };
        match &mut level.children {
            Children::Items(next) => {
                let index = token.parse().ok().filter(|index: &u64| index.to_string() == token);
                match index {
                    Some(index) if index == *next => *next = index.saturating_add(1),
                    Some(index) if index < *next => return Err(known(level.last == token)),
                    _ => {
                        let expected = alloc::format!("item {next} of an array");
                        return Err(Error::syntax(expected, token)
                            .hint("an object whose first key is `0` has a row of its own before it"));
                    }
                }
                if *next > 1 {
                    out.push(b',');
                }
            }
            Children::Members { tokens, has_row } => {
                let is_first = tokens.is_empty();
                if is_first && *has_row && token != FIRST {
                    return Err(Error::syntax("the key `0` below the row of an object", token)
                        .hint("only an object that is empty or begins with the key `0` has a row of its own"));
                }
                if !tokens.insert(token.to_string()) {
                    return Err(known(level.last == token));
                }
                if !is_first {
                    out.push(b',');
                }
                text::push(&token.replace("~1", "/").replace("~0", "~"), out);
                out.push(b':');
            }
        }
        level.last.clear();
        level.last.push_str(token);
        Ok(())
    }

    /// Ends the value.
    ///
    /// # Errors
    /// `count` where parts are missing, `syntax` without rows.
    pub(super) fn finish(&mut self, out: &mut Vec<u8>) -> Result<()> {
        if let Some(part) = &self.part {
            return Err(missing_part(part));
        }
        if self.rows == 0 {
            return Err(Error::syntax("a row of the flattened value", "none"));
        }
        while !self.open.is_empty() {
            self.close(out);
        }
        Ok(())
    }
}

#[cold]
fn within(error: Error, column: usize, row: &Row) -> Error {
    let name = row.schema().and_then(|schema| schema.columns().get(column)?.name());
    let error = error.in_column(column, name);
    match row.position() {
        Some(position) => error.at(position),
        None => error,
    }
}

#[cold]
fn missing_part(last: &Piece) -> Error {
    Error::count("parts", last.parts, last.part).hint("the parts of a value follow each other")
}

#[cold]
fn child_of_value(path: &str) -> Error {
    Error::syntax("a path below an object or array", path)
}

#[cold]
fn no_pointer(path: &str) -> Error {
    Error::type_mismatch("a JSON Pointer such as `/items/0`", path)
}

/// What some letters of a JSON number are: whole, or its start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Number {
    #[default]
    Start,
    Minus,
    Zero,
    Integer,
    Point,
    Fraction,
    E,
    Sign,
    Exponent,
}

impl Number {
    /// What it is with more letters.
    pub(super) fn then(self, letters: &str) -> Option<Self> {
        letters.bytes().try_fold(self, Self::step)
    }

    const fn step(self, byte: u8) -> Option<Self> {
        Some(match (self, byte) {
            (Self::Start, b'-') => Self::Minus,
            (Self::Start | Self::Minus, b'0') => Self::Zero,
            (Self::Start | Self::Minus | Self::Integer, b'0'..=b'9') => Self::Integer,
            (Self::Zero | Self::Integer, b'.') => Self::Point,
            (Self::Point | Self::Fraction, b'0'..=b'9') => Self::Fraction,
            (Self::Zero | Self::Integer | Self::Fraction, b'e' | b'E') => Self::E,
            (Self::E, b'+' | b'-') => Self::Sign,
            (Self::E | Self::Sign | Self::Exponent, b'0'..=b'9') => Self::Exponent,
            _ => return None,
        })
    }

    pub(super) const fn is_complete(self) -> bool {
        matches!(self, Self::Zero | Self::Integer | Self::Fraction | Self::Exponent)
    }
}
