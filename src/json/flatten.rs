//! Any JSON value as rows of a path and a scalar, one at a time. Spec: FLAT-1 to FLAT-7
//!
//! `unflatten` has the other direction.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::iter::Enumerate;
use core::slice;

use super::unflatten::Number;
use crate::{Closing, Column, ColumnType, Encoder, Error, ErrorKind, Header, Limits, Result, Schema, Value};

/// Options of [`flatten`].
///
/// # Example
/// ```
/// let mut options = qrp1::json::FlattenOptions::default();
/// options.part_bytes = Some(4);
/// let document = qrp1::json::flatten_str(r#"{"a":"some text"}"#, options)?;
/// assert_eq!(document, "QRP1|table|rows=3|flat=1|columns=path:str,value_type:str,part:u32,parts:u32,value:str\n\
///     /a,string,1,3,some\n/a,string,2,3, tex\n/a,string,3,3,t\n\\.\n");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct FlattenOptions {
    /// The most bytes of a text or number, without escapes, that one row holds; longer ones are cut into parts of whole
    /// characters, at least one in each. Default: nothing is cut.
    pub part_bytes: Option<usize>,
    /// A first column `#` has the number of each row.
    pub numbered: bool,
}

impl FlattenOptions {
    /// The header of the rows, without their count.
    #[must_use]
    pub fn header(self) -> Header {
        let columns = [
            ("path", ColumnType::Str),
            ("value_type", ColumnType::Str),
            ("part", ColumnType::U32),
            ("parts", ColumnType::U32),
            ("value", ColumnType::Str),
        ];
        let schema = Schema::new(columns.map(|(name, ty)| Column::new(name, ty)));
        Header::table(if self.numbered { schema.with_numbers() } else { schema }).with(FLAT, 1)
    }
}

/// The header field of a table of such rows.
pub(super) const FLAT: &str = "flat";

/// What a row of the generic flattening holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FlatType {
    /// `null`, without a value
    Null,
    /// `true` or `false`
    Bool,
    /// A number by its letters, or a part of them
    Number,
    /// A text, or a part of it
    String,
    /// An object that is empty or whose first key is `0`
    Object,
    /// An empty array
    Array,
}

impl FlatType {
    const ALL: [Self; 6] = [Self::Null, Self::Bool, Self::Number, Self::String, Self::Object, Self::Array];

    /// The word in the column `value_type`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Number => "number",
            Self::String => "string",
            Self::Object => "object",
            Self::Array => "array",
        }
    }

    pub(super) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ty| ty.as_str() == word)
    }
}

/// A row of the generic flattening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatRow<'v> {
    /// A JSON Pointer to the value.
    pub path: String,
    /// What the value is.
    pub value_type: FlatType,
    /// Which part of the value, from 1.
    pub part: u32,
    /// In how many parts the value is.
    pub parts: u32,
    /// The letters of the part; none for null, objects and arrays.
    pub value: Option<&'v str>,
}

impl FlatRow<'_> {
    /// The values of the five columns, for [`Encoder::row`] and [`Writer::row`](crate::Writer::row).
    #[must_use]
    pub fn values(&self) -> [Value<'_>; 5] {
        [
            Value::from(self.path.as_str()),
            Value::from(self.value_type.as_str()),
            Value::UInt(self.part.into()),
            Value::UInt(self.parts.into()),
            self.value.map_or(Value::Null, Value::from),
        ]
    }
}

/// The rows of a JSON value: a tree of null, booleans, numbers by their letters, texts, lists, and maps whose keys are
/// distinct texts.
///
/// Rows come one at a time, so that a caller can fill pages with them.
///
/// # Errors
/// An item is an error, the last one, of class `type` for another value, and `range` for one of more than 2^32 - 1
/// parts.
///
/// # Example
/// ```
/// use qrp1::{Closing, Value, WriterBuilder, json};
///
/// let value = Value::Map(vec![(Value::from("ids"), Value::List(vec![Value::number("1"), Value::number("2.0")]))]);
/// let options = json::FlattenOptions::default();
/// let mut writer = WriterBuilder::new().from_writer(Vec::new());
/// writer.header(&options.header())?;
/// for row in json::flatten(&value, options) {
///     writer.row(&row?.values())?;
/// }
/// let document = String::from_utf8(writer.finish(&Closing::new().with_rows(2))?).unwrap();
/// assert!(document.ends_with("/ids/0,number,1,1,1\n/ids/1,number,1,1,2.0\n\\.rows=2\n"));
/// assert_eq!(json::to_string(&document)?, r#"{"ids":[1,2.0]}"#);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[must_use]
pub fn flatten<'v>(value: &'v Value<'v>, options: FlattenOptions) -> Flatten<'v> {
    Flatten {
        part_bytes: options.part_bytes.unwrap_or(usize::MAX),
        path: String::new(),
        root: Some(value),
        open: Vec::new(),
        pieces: None,
    }
}

/// The document of a value's rows.
///
/// # Errors
/// As [`flatten`]; `limit` for a row that readers would not take.
pub fn flatten_to_string(value: &Value<'_>, options: FlattenOptions) -> Result<String> {
    let rows = flatten(value, options).try_fold(0u64, |rows, row| row.map(|_| rows.saturating_add(1)))?;
    let mut encoder = Encoder::new();
    encoder.header(&options.header().with_rows(rows))?;
    for row in flatten(value, options) {
        encoder.row(&row?.values()).map_err(|error| match error.kind() {
            // Its place is one in a document that nobody will see.
            ErrorKind::Limit { what, limit } => Error::limit(what, *limit).hint("long values can be cut into parts"),
            _ => error,
        })?;
    }
    encoder.finish(&Closing::new())?;
    String::from_utf8(encoder.take()).map_err(|_| Error::new(ErrorKind::Utf8))
}

/// The document of the rows of a JSON text.
///
/// # Errors
/// As [`from_str`](super::from_str) and [`flatten_to_string`].
pub fn flatten_str(json: &str, options: FlattenOptions) -> Result<String> {
    flatten_to_string(&super::tree::parse(json, &Limits::default())?, options)
}

/// The rows of a value, as [`flatten`] gives them.
#[derive(Clone, Debug)]
pub struct Flatten<'v> {
    part_bytes: usize,
    /// The path of the last value.
    path: String,
    /// The whole value, until it is begun.
    root: Option<&'v Value<'v>>,
    open: Vec<Open<'v>>,
    /// What is left of the last value.
    pieces: Option<Pieces<'v>>,
}

/// A container whose children are being gone through.
#[derive(Clone, Debug)]
struct Open<'v> {
    /// The length of its path.
    path: usize,
    children: Children<'v>,
}

#[derive(Clone, Debug)]
enum Children<'v> {
    Items(Enumerate<slice::Iter<'v, Value<'v>>>),
    Members(slice::Iter<'v, (Value<'v>, Value<'v>)>),
}

/// A text or number.
#[derive(Clone, Debug)]
struct Pieces<'v> {
    value_type: FlatType,
    part: u32,
    parts: u32,
    rest: &'v str,
}

impl<'v> Flatten<'v> {
    /// The next value, whose path is then [`path`](Self::path).
    fn step(&mut self) -> Result<Option<&'v Value<'v>>> {
        if let Some(root) = self.root.take() {
            return Ok(Some(root));
        }
        while let Some(open) = self.open.last_mut() {
            self.path.truncate(open.path);
            match &mut open.children {
                Children::Items(items) => {
                    if let Some((index, item)) = items.next() {
                        push_token(&index.to_string(), &mut self.path);
                        return Ok(Some(item));
                    }
                }
                Children::Members(members) => {
                    if let Some((key, value)) = members.next() {
                        push_token(text(key)?, &mut self.path);
                        return Ok(Some(value));
                    }
                }
            }
            self.open.pop();
        }
        Ok(None)
    }

    /// Begins a value; gives its row, if it has one and is no text or number.
    fn begin(&mut self, value: &'v Value<'v>) -> Result<Option<FlatRow<'v>>> {
        let open = |children| Open { path: self.path.len(), children };
        let (value_type, letters) = match value {
            Value::Null => (FlatType::Null, None),
            Value::Bool(value) => (FlatType::Bool, Some(if *value { "true" } else { "false" })),
            Value::Number(letters) if Number::default().then(letters).is_some_and(Number::is_complete) => {
                self.pieces = Some(self.cut(FlatType::Number, letters)?);
                return Ok(None);
            }
            Value::Str(text) => {
                self.pieces = Some(self.cut(FlatType::String, text)?);
                return Ok(None);
            }
            Value::List(items) if items.is_empty() => (FlatType::Array, None),
            Value::List(items) => {
                self.open.push(open(Children::Items(items.iter().enumerate())));
                return Ok(None);
            }
            Value::Map(entries) => {
                let first = entries.first().map(|(key, _)| text(key)).transpose()?;
                self.open.push(open(Children::Members(entries.iter())));
                if first.is_some_and(|key| key != FIRST) {
                    return Ok(None);
                }
                (FlatType::Object, None)
            }
            other => return Err(Error::type_mismatch("a value that JSON has", other.kind())),
        };
        Ok(Some(FlatRow { path: self.path.clone(), value_type, part: 1, parts: 1, value: letters }))
    }

    fn cut(&self, value_type: FlatType, letters: &'v str) -> Result<Pieces<'v>> {
        let (mut parts, mut rest) = (1u32, split(letters, self.part_bytes).1);
        while !rest.is_empty() {
            parts = parts.checked_add(1).ok_or_else(|| Error::range("parts of 32 bits", "a value of more"))?;
            rest = split(rest, self.part_bytes).1;
        }
        Ok(Pieces { value_type, part: 0, parts, rest: letters })
    }

    /// The next part of the value.
    fn piece(&mut self) -> Option<FlatRow<'v>> {
        let pieces = self.pieces.as_mut().filter(|pieces| pieces.part < pieces.parts)?;
        let (piece, rest) = split(pieces.rest, self.part_bytes);
        pieces.part = pieces.part.saturating_add(1);
        pieces.rest = rest;
        let Pieces { value_type, part, parts, .. } = *pieces;
        Some(FlatRow { path: self.path.clone(), value_type, part, parts, value: Some(piece) })
    }

    fn row(&mut self) -> Result<Option<FlatRow<'v>>> {
        loop {
            if let Some(row) = self.piece() {
                return Ok(Some(row));
            }
            let Some(value) = self.step()? else { return Ok(None) };
            if let Some(row) = self.begin(value)? {
                return Ok(Some(row));
            }
        }
    }
}

impl<'v> Iterator for Flatten<'v> {
    type Item = Result<FlatRow<'v>>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.row();
        if row.is_err() {
            self.open.clear();
            self.pieces = None;
        }
        row.transpose()
    }
}

/// The first key or index of a container.
pub(super) const FIRST: &str = "0";

fn text<'v>(key: &'v Value<'_>) -> Result<&'v str> {
    match key {
        Value::Str(key) => Ok(key),
        other => Err(Error::type_mismatch("a key that is a text", other.kind())),
    }
}

/// Appends a reference token with its slash (RFC 6901).
fn push_token(token: &str, path: &mut String) {
    path.push('/');
    for c in token.chars() {
        match c {
            '~' => path.push_str("~0"),
            '/' => path.push_str("~1"),
            c => path.push(c),
        }
    }
}

/// The longest start of at most so many bytes and at least one character, and the rest.
fn split(letters: &str, most: usize) -> (&str, &str) {
    if letters.len() <= most {
        return (letters, "");
    }
    // A character has at most four bytes.
    let mut ends = (most.saturating_sub(3)..=most).rev().filter(|end| *end > 0);
    let whole = ends.find_map(|end| letters.split_at_checked(end));
    let first = letters.chars().next().map_or(0, char::len_utf8);
    whole.or_else(|| letters.split_at_checked(first)).unwrap_or((letters, ""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorClass;

    fn rows(value: &Value<'_>, part_bytes: Option<usize>) -> Vec<String> {
        let options = FlattenOptions { part_bytes, numbered: false };
        let row = |row: FlatRow<'_>| {
            let FlatRow { path, value_type, part, parts, value } = row;
            alloc::format!("{path} {} {part}/{parts} {}", value_type.as_str(), value.unwrap_or("-"))
        };
        flatten(value, options).map(|found| found.map_or_else(|error| error.class().to_string(), row)).collect()
    }

    fn tree(json: &str) -> Value<'_> {
        super::super::tree::parse(json, &Limits::default()).unwrap()
    }

    #[test]
    fn containers_have_rows_where_they_are_needed() {
        assert_eq!(rows(&tree("null"), None), [" null 1/1 -"]);
        assert_eq!(rows(&tree("[]"), None), [" array 1/1 -"]);
        assert_eq!(rows(&tree("{}"), None), [" object 1/1 -"]);
        assert_eq!(rows(&tree("[[],{}]"), None), ["/0 array 1/1 -", "/1 object 1/1 -"]);
        assert_eq!(
            rows(&tree(r#"{"0":true,"1":{"1":1,"0":2}}"#), None),
            [" object 1/1 -", "/0 bool 1/1 true", "/1/1 number 1/1 1", "/1/0 number 1/1 2"]
        );
        assert_eq!(rows(&tree(r#"{"":{"a/b~c":"x"}}"#), None), ["//a~1b~0c string 1/1 x"]);
    }

    #[test]
    fn long_values_are_cut_between_characters() {
        let cut = |most| rows(&tree("\"aé€😀\""), Some(most));
        assert_eq!(cut(100), [" string 1/1 aé€😀"]);
        assert_eq!(cut(10), [" string 1/1 aé€😀"]);
        assert_eq!(cut(9), [" string 1/2 aé€", " string 2/2 😀"]);
        assert_eq!(cut(5), [" string 1/3 aé", " string 2/3 €", " string 3/3 😀"]);
        assert_eq!(cut(0), [" string 1/4 a", " string 2/4 é", " string 3/4 €", " string 4/4 😀"]);
        assert_eq!(rows(&tree("-12.5"), Some(2)), [" number 1/3 -1", " number 2/3 2.", " number 3/3 5"]);
        assert_eq!(rows(&tree("[\"\",true]"), Some(1)), ["/0 string 1/1 ", "/1 bool 1/1 true"]);
    }

    #[test]
    fn err_what_json_does_not_have() {
        for value in [Value::Mark, Value::Missing, Value::Float(0.5), Value::number("01"), Value::number("")] {
            let class = ErrorClass::Type.to_string();
            assert_eq!(rows(&Value::List(Vec::from([Value::Null, value, Value::Null])), None)[1..], [class]);
        }
        let keys = Value::Map(Vec::from([(Value::Int(1), Value::Null)]));
        assert_eq!(rows(&keys, None), [ErrorClass::Type.to_string()]);
    }
}
