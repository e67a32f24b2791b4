//! Header lines, both directions. Spec: HDR-1 to HDR-8
//!
//! [`RESERVED`] is the table of the specification; reading, writing and the order of a header's fields all go by it.
//! What reading and writing both have to keep is in [`check`].

#[cfg(test)]
mod tests;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::recognize;
use nom::multi::many0;
use nom::sequence::{preceded, separated_pair};

use super::bytes::{EQUALS, FIELD, MAGIC};
use super::cell::{Reading, Writing};
use super::columns;
use super::grammar::{Parsed, expect, run, take_to};
use super::names::{self, Names};
use super::pointer;
use super::scalar::int;
use super::scalar::temporal::Instant;
use super::series::AxisForm;
use super::text::{EscapeSet, escape, unescape};
use crate::error::{Error, ErrorKind, Result};
use crate::header::{Fields, Header, Shape};
use crate::limits::Limits;

/// The keys that other files name.
pub(crate) mod key {
    use crate::header::Shape;

    pub(crate) const AT: &str = "at";
    pub(crate) const ROWS: &str = "rows";
    pub(crate) const LINES: &str = "lines";
    pub(crate) const FROM: &str = "from";
    pub(crate) const T0: &str = "t0";
    pub(crate) const AXIS: &str = "axis";
    pub(crate) const FLAT: &str = "flat";
    pub(crate) const ESCAPED: &str = "escaped";
    pub(crate) const PART: &str = "part";
    pub(crate) const PARTS: &str = "parts";
    pub(crate) const COLUMNS: &str = "columns";
    /// Of the closing line only.
    pub(crate) const CRC: &str = "crc";

    /// The key of the number of rows or body lines.
    pub(crate) const fn count(shape: Shape) -> &'static str {
        if shape.has_rows() { ROWS } else { LINES }
    }

    pub(crate) fn is_count(key: &str) -> bool {
        key == ROWS || key == LINES
    }
}

/// A line of [`RESERVED`].
struct Reserved {
    key: &'static str,
    shapes: &'static [Shape],
    place: Place,
    form: Form,
}

/// In which lines a key may stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Headers,
    HeadersAndClosing,
    FirstAndClosing,
}

/// What a value looks like.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Words(&'static [&'static str]),
    Count,
    /// A count from 1.
    Ordinal,
    Pointer,
    Instant,
    /// `name:form`, whose name has escapes of its own.
    Axis,
    /// A declaration, which the model holds as a schema.
    Columns,
}

const ROWED: &[Shape] = &[Shape::Table, Shape::Series];
const LINED: &[Shape] = &[Shape::Record, Shape::Text, Shape::Receipt];
const COUNTED: &[Shape] = &[Shape::Table, Shape::Series, Shape::Receipt];
const PAGED: &[Shape] = &[Shape::Table, Shape::Series, Shape::Text, Shape::Receipt];
const VALUES: &[Shape] = &[Shape::Record, Shape::Table, Shape::Series, Shape::Text];
const TEXTS: &[Shape] = &[Shape::Text, Shape::Receipt];
const STATUS: Form = Form::Words(&["ok", "failed", "running", "outcome_unknown"]);
const BOOL: Form = Form::Words(&["true", "false"]);
const ONE: Form = Form::Words(&["1"]);

const fn reserved(key: &'static str, shapes: &'static [Shape], place: Place, form: Form) -> Reserved {
    Reserved { key, shapes, place, form }
}

/// HDR-4, in its order, which is that of the fields in a line.
static RESERVED: [Reserved; 24] = {
    use Place::{FirstAndClosing, Headers, HeadersAndClosing};
    [
        reserved(key::AT, VALUES, Headers, Form::Pointer),
        reserved("status", &Shape::ALL, FirstAndClosing, STATUS),
        reserved("code", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved("cause", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved("resource", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved("revision", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved(key::ROWS, COUNTED, HeadersAndClosing, Form::Count),
        reserved(key::LINES, LINED, HeadersAndClosing, Form::Count),
        reserved(key::FROM, PAGED, Headers, Form::Count),
        reserved("of", PAGED, HeadersAndClosing, Form::Count),
        reserved("complete", &Shape::ALL, FirstAndClosing, BOOL),
        reserved("next_cursor", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved("next", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved("retry", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved("stored", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved("expires", &Shape::ALL, FirstAndClosing, Form::Instant),
        reserved("snapshot", &Shape::ALL, FirstAndClosing, Form::Text),
        reserved(key::T0, &[Shape::Series], Headers, Form::Instant),
        reserved(key::AXIS, &[Shape::Series], Headers, Form::Axis),
        reserved(key::FLAT, &[Shape::Table], Headers, ONE),
        reserved(key::ESCAPED, TEXTS, Headers, ONE),
        reserved(key::PART, &[Shape::Text], Headers, Form::Ordinal),
        reserved(key::PARTS, &[Shape::Text], Headers, Form::Ordinal),
        reserved(key::COLUMNS, ROWED, Headers, Form::Columns),
    ]
};

fn find(key: &str) -> Option<&'static Reserved> {
    RESERVED.iter().find(|reserved| reserved.key == key)
}

/// Where a key stands among others: reserved keys, metadata, named prefixes, columns (HDR-3).
pub(crate) fn rank(key: &str) -> usize {
    let last = RESERVED.len().saturating_add(2);
    match RESERVED.iter().position(|reserved| reserved.key == key) {
        Some(_) if key == key::COLUMNS => last,
        Some(rank) => rank,
        None if is_name(key) => last.saturating_sub(1),
        None => last.saturating_sub(2),
    }
}

/// Whether the key is application metadata, or kept for later versions (HDR-6).
pub(crate) fn is_metadata(key: &str) -> bool {
    find(key).is_none() && !is_name(key)
}

/// Which line a field stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// The first header of the document.
    First,
    /// Another header.
    Later,
    /// The closing line.
    Closing,
}

impl Line {
    /// The first header, or another one.
    pub(crate) const fn header(first: bool) -> Self {
        if first { Self::First } else { Self::Later }
    }

    fn allows(self, place: Place) -> bool {
        match self {
            Self::First => true,
            Self::Later => place != Place::FirstAndClosing,
            Self::Closing => place != Place::Headers,
        }
    }
}

/// Reads a header line. `before` is what reading the document's first block needs; none in the first header itself.
///
/// Gives what reading the block's cells needs, too: constants are read here, and cells have to agree with them.
pub(crate) fn parse(line: &str, before: Option<&Reading>, limits: &Limits) -> Result<(Header, Reading)> {
    let first = before.is_none();
    let mut rest = after_magic(line, first)?;
    if line.ends_with('\r') {
        return Err(Error::syntax("LF line ends", "\r").hint("the lenient option accepts CRLF"));
    }
    let (word, fields) = rest.split_at_checked(EscapeSet::HEADER.find(rest)).unwrap_or((rest, ""));
    let Some(shape) = Shape::ALL.into_iter().find(|shape| shape.as_str() == word) else {
        return Err(Error::syntax("one of the shapes `record`, `table`, `series`, `text`, `receipt`", word));
    };
    rest = fields;
    let fields = split_more(rest)?;
    check_order(fields.iter().map(|(key, _)| Cow::Borrowed(*key)))?;
    let mut header = Header { shape, fields: Fields::default(), names: Names::default(), schema: None, digits: false };
    let (mut kept, mut declared, mut declaration) = (Vec::new(), Vec::new(), None);
    for &(key, raw) in &fields {
        if key == key::COLUMNS {
            declaration = Some(raw);
        } else if is_name(key) {
            if key != names::key(declared.len()) {
                return Err(Error::syntax("named prefixes numbered from `$1` without a gap", key));
            }
            declared.push(unescape(raw, EscapeSet::HEADER)?.into());
        } else {
            kept.push((key.into(), read_value(key, raw)?));
        }
    }
    header.fields = Fields::in_order(kept);
    header.names = Names::new(declared);
    let reading = before.map_or_else(|| Reading::new(header.names.clone(), *limits), Reading::another);
    if let Some(declaration) = declaration {
        if !shape.has_rows() {
            return Err(misplaced(key::COLUMNS));
        }
        let outer = outer(&header)?;
        header.schema = Some(columns::parse(declaration, shape, outer, &reading)?);
    }
    check(&header, first, limits)?;
    Ok((header, reading))
}

/// Writes a header line, without its end.
pub(crate) fn print(header: &Header, first: bool, writing: &Writing, out: &mut Vec<u8>) -> Result<()> {
    check(header, first, &writing.limits)?;
    out.extend_from_slice(MAGIC.as_bytes());
    out.extend_from_slice(header.shape.as_str().as_bytes());
    for (key, value) in header.fields() {
        out.push(FIELD);
        print_field(key, value, out);
    }
    for (index, prefix) in header.names().enumerate() {
        out.push(FIELD);
        print_field(&names::key(index), prefix, out);
    }
    if let Some(schema) = &header.schema {
        out.push(FIELD);
        out.extend_from_slice(key::COLUMNS.as_bytes());
        out.push(EQUALS);
        columns::print(schema, outer(header)?, writing, out)?;
    }
    Ok(())
}

/// Checks what a header says, in either direction.
pub(crate) fn check(header: &Header, first: bool, limits: &Limits) -> Result<()> {
    check_order(header.keys())?;
    for (key, value) in header.fields() {
        if key == key::COLUMNS {
            return Err(misplaced(key).hint("a header holds its columns as a schema"));
        }
        check_field(key, value, header.shape, Line::header(first))?;
    }
    let needs = |key, there| if there { Ok(()) } else { Err(missing(header.shape, key)) };
    needs(key::COLUMNS, header.schema.is_some() == header.shape.has_rows())?;
    needs(key::T0, header.shape != Shape::Series || header.get(key::T0).is_some())?;
    if header.shape == Shape::Receipt {
        needs(key::LINES, header.get(key::ESCAPED).is_none() || header.get(key::LINES).is_some())?;
    }
    needs(key::PARTS, header.get(key::PART).is_none() || header.get(key::PARTS).is_some())?;
    needs(key::PART, header.get(key::PARTS).is_none() || header.get(key::PART).is_some())?;
    check_lines(header.shape, header.get(key::LINES))?;
    check_part(header)?;
    check_names(header, first)?;
    check_schema(header, limits)
}

/// A text has one line more than it has LF (BODY-1).
pub(super) fn check_lines(shape: Shape, lines: Option<&str>) -> Result<()> {
    match lines {
        Some("0") if shape != Shape::Record => Err(Error::type_mismatch("at least one line in a text", "0")),
        _ => Ok(()),
    }
}

fn check_part(header: &Header) -> Result<()> {
    let number = |key| header.get(key).and_then(|value| value.parse::<u64>().ok());
    match header.get(key::PART) {
        Some(part) if number(key::PART) > number(key::PARTS) => {
            Err(Error::type_mismatch("a part that is at most `parts`", part))
        }
        _ => Ok(()),
    }
}

/// Most bytes of a named prefix.
pub(crate) const MOST_PREFIX: usize = 1_024;

/// HDR-8
fn check_names(header: &Header, first: bool) -> Result<()> {
    let mut known = BTreeSet::new();
    for (index, prefix) in header.names().enumerate() {
        if !first || index >= names::MOST {
            let expected = "at most nine named prefixes, all in the document's first header";
            return Err(Error::syntax(expected, &names::key(index)));
        }
        if prefix.is_empty() {
            return Err(Error::type_mismatch("a prefix that is not empty", prefix));
        }
        if prefix.len() > MOST_PREFIX {
            return Err(Error::limit("bytes of a named prefix", u64::try_from(MOST_PREFIX).unwrap_or(u64::MAX)));
        }
        if !known.insert(prefix) {
            return Err(Error::duplicate("named prefix", prefix));
        }
    }
    Ok(())
}

fn check_schema(header: &Header, limits: &Limits) -> Result<()> {
    let outer = outer(header)?;
    if outer > limits.nesting {
        return Err(Error::limit("levels of nesting", u64::try_from(limits.nesting).unwrap_or(u64::MAX)));
    }
    let Some(schema) = &header.schema else {
        return Ok(());
    };
    columns::check(schema, header.shape, outer, limits)?;
    if header.get(key::FLAT).is_some() {
        columns::check_flat(schema)?;
    }
    match header.axis() {
        Some(_) if schema.columns.iter().any(|column| column.name.is_none()) => {
            Err(Error::syntax("columns with names beside an axis", "an unnamed column"))
        }
        Some((name, _)) if schema.index_of(&name).is_some() => Err(Error::duplicate("the axis and a column,", &name)),
        _ => Ok(()),
    }
}

/// The containers that `at` puts around a block.
pub(crate) fn outer(header: &Header) -> Result<usize> {
    header.at().map_or(Ok(0), |at| Ok(pointer::parse(at)?.count()))
}

#[cold]
fn misplaced(key: &str) -> Error {
    Error::syntax("a key that this line may have", key).hint("the format reserves this key for other lines or shapes")
}

#[cold]
fn missing(shape: Shape, key: &str) -> Error {
    Error::syntax(alloc::format!("`{key}=` where a {shape} needs it, and nowhere else"), "another header")
}

/// Refuses a first line of another version (DOC-1), before anything else about it is judged.
pub(crate) fn check_version(line: &[u8]) -> Result<()> {
    let name = MAGIC.trim_end_matches(|c: char| !c.is_ascii_alphabetic());
    let digits = line.strip_prefix(name.as_bytes()).unwrap_or_default();
    let length = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = digits.split_at_checked(length).unwrap_or_default();
    if digits.is_empty() || rest.first() != Some(&FIELD) || line.starts_with(MAGIC.as_bytes()) {
        return Ok(());
    }
    let version: String = digits.iter().take(16).map(|digit| char::from(*digit)).collect();
    Err(Error::new(ErrorKind::Version { found: alloc::format!("{name}{version}").into_boxed_str() }))
}

/// What follows [`MAGIC`]; or what may have gone wrong.
fn after_magic(line: &str, first: bool) -> Result<&str> {
    if let Some(rest) = line.strip_prefix(MAGIC) {
        return Ok(rest);
    }
    if !first {
        return Err(Error::syntax("a header line", line));
    }
    check_version(line.as_bytes())?;
    let error = Error::syntax("a document that begins with `QRP1|`", line);
    Err(match line.chars().next() {
        Some('\u{feff}') => error.hint("a byte order mark stands before it; the lenient option accepts one"),
        Some(c) if c.is_whitespace() => error.hint("nothing stands before it, not even white space"),
        None => error.hint("the first line is empty"),
        Some('{' | '[') => error.hint("this may be JSON"),
        Some(_) => error,
    })
}

/// `*( "|" field )`
fn split_more(input: &str) -> Result<Vec<(&str, &str)>> {
    let (fields, rest) = run(|input| many0(preceded(char('|'), field)).parse(input), input)?;
    if rest.is_empty() { Ok(fields) } else { Err(Error::syntax("`|` and a field", rest)) }
}

/// `field *( "|" field )`
pub(super) fn split(input: &str) -> Result<Vec<(&str, &str)>> {
    let (first, rest) = run(field, input)?;
    let mut fields = split_more(rest)?;
    fields.insert(0, first);
    Ok(fields)
}

/// `key "=" value`
fn field(input: &str) -> Parsed<'_, (&str, &str)> {
    let key = expect("a field such as `rows=2`", alt((name_key, plain_key)));
    let equals = expect("`=` after a key", char('='));
    separated_pair(key, equals, |input| take_to(input, EscapeSet::HEADER.find(input))).parse(input)
}

fn plain_key(input: &str) -> Parsed<'_, &str> {
    let first = satisfy(|c| c.is_ascii_alphabetic() || c == '_');
    let others = take_while(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
    recognize((first, others)).parse(input)
}

/// Whether the key is that of a named prefix.
fn is_name(key: &str) -> bool {
    matches!(name_key(key), Ok(("", _)))
}

fn name_key(input: &str) -> Parsed<'_, &str> {
    recognize((char('$'), one_of("123456789"))).parse(input)
}

/// HDR-2, HDR-3
pub(super) fn check_order<'k>(keys: impl Iterator<Item = Cow<'k, str>>) -> Result<()> {
    let (mut seen, mut last, mut late) = (BTreeSet::new(), 0, None);
    for key in keys {
        let rank = rank(&key);
        if rank < last {
            late.get_or_insert_with(|| key.clone());
        }
        last = rank;
        if let Some(key) = seen.replace(key) {
            return Err(Error::duplicate("field", &key));
        }
    }
    match late {
        Some(key) => Err(Error::syntax("fields in the order of the specification", &key)
            .hint("reserved keys in their order, then metadata, then `$1` to `$9`, then `columns`")),
        None => Ok(()),
    }
}

/// Checks a field of a line that is about a block of this shape (HDR-1, HDR-4).
pub(super) fn check_field(key: &str, value: &str, shape: Shape, line: Line) -> Result<()> {
    let Some(reserved) = find(key) else {
        return match plain_key(key) {
            Ok(("", _)) if key == key::CRC && line != Line::Closing => Err(misplaced(key)),
            Ok(("", _)) => Ok(()),
            _ => Err(Error::syntax("a key of letters, digits, `_`, `.` and `-`", key)),
        };
    };
    if !reserved.shapes.contains(&shape) || !line.allows(reserved.place) {
        return Err(misplaced(key));
    }
    match reserved.form {
        Form::Text | Form::Columns => Ok(()),
        Form::Words(words) if words.contains(&value) => Ok(()),
        Form::Words(words) => Err(Error::type_mismatch(alloc::format!("`{}`", words.join("`, `")), value)),
        Form::Count => parse_count(value).map(|_| ()),
        Form::Ordinal => match parse_count(value)? {
            0 => Err(Error::type_mismatch("a count from 1", value)),
            _ => Ok(()),
        },
        Form::Pointer => pointer::parse(value).map(|_| ()),
        Form::Instant => value.parse::<Instant>().map(|_| ()),
        Form::Axis => parse_axis(value).map(|_| ()),
    }
}

/// HDR-5
fn parse_count(value: &str) -> Result<u64> {
    int::parse_unsigned(value, "a count", u64::MAX)
}

/// A field's value, as the model holds it.
pub(super) fn read_value(key: &str, raw: &str) -> Result<Box<str>> {
    match find(key) {
        // Its name has the escapes of names.
        Some(Reserved { form: Form::Axis, .. }) => {
            let (name, form) = raw.split_at_checked(EscapeSet::NAME.find(raw)).unwrap_or((raw, ""));
            let is_form = form.strip_prefix(AXIS_FORM).and_then(AxisForm::from_word).is_some();
            if name.is_empty() || !is_form {
                return Err(no_axis(raw));
            }
            Ok([&*columns::parse_name(name)?, form].concat().into())
        }
        _ => Ok(unescape(raw, EscapeSet::HEADER)?.into()),
    }
}

/// Appends a field, the twin of [`field`] and [`read_value`].
pub(super) fn print_field(key: &str, value: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(key.as_bytes());
    out.push(EQUALS);
    match (find(key), value.rsplit_once(AXIS_FORM)) {
        (Some(Reserved { form: Form::Axis, .. }), Some((name, form))) => {
            columns::print_name(name, out);
            out.extend(u8::try_from(AXIS_FORM));
            out.extend_from_slice(form.as_bytes());
        }
        _ => escape(value, EscapeSet::HEADER, out),
    }
}

/// Between the name and the form of an axis.
const AXIS_FORM: char = ':';

#[cold]
fn no_axis(found: &str) -> Error {
    Error::type_mismatch("an axis such as `time:rfc3339`", found)
}

/// The name and form of a decoded `name:form`; no form has the character between them.
pub(crate) fn parse_axis(value: &str) -> Result<(&str, AxisForm)> {
    value
        .rsplit_once(AXIS_FORM)
        .and_then(|(name, form)| Some((name, AxisForm::from_word(form)?)))
        .ok_or_else(|| no_axis(value))
}

/// The twin of [`parse_axis`].
pub(crate) fn print_axis(name: &str, form: AxisForm) -> String {
    alloc::format!("{name}{AXIS_FORM}{}", form.word())
}
