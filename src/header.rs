//! What a header line and the closing line say, as values. Knows no syntax; `wire::header` and `wire::end` do.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use crate::schema::Schema;
use crate::wire::body;
use crate::wire::header::{self, key};
use crate::wire::names::{self, Names};
use crate::wire::scalar::temporal::Instant;
use crate::wire::series::AxisForm;

/// What a block holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// One object, a line for each field.
    Record,
    /// Rows under columns.
    Table,
    /// Rows in time, each with an offset from `t0`.
    Series,
    /// A text, line by line.
    Text,
    /// The outcome of a call.
    Receipt,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 5] = [Self::Record, Self::Table, Self::Series, Self::Text, Self::Receipt];

    /// The word for it: `"record"`, `"table"`, ...
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Record => "record",
            Self::Table => "table",
            Self::Series => "series",
            Self::Text => "text",
            Self::Receipt => "receipt",
        }
    }

    /// Whether no control character may stand raw in the block's body. A tab may in a text (BODY-2).
    pub(crate) const fn is_escaped_throughout(self) -> bool {
        !matches!(self, Self::Text | Self::Receipt)
    }

    /// Whether the block has columns and rows.
    #[must_use]
    pub const fn has_rows(self) -> bool {
        matches!(self, Self::Table | Self::Series)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Keys and their values, in the order of the line: reserved keys first, in the order of the specification.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fields(Vec<(Box<str>, Box<str>)>);

impl Fields {
    /// Fields in the order in which a line has them.
    pub(crate) fn in_order(fields: Vec<(Box<str>, Box<str>)>) -> Self {
        Self(fields)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// Puts the value in its place, or in that of an earlier value of the key.
    fn set(&mut self, key: &str, value: &dyn fmt::Display) {
        let value = value.to_string().into_boxed_str();
        if let Some((_, old)) = self.0.iter_mut().find(|(known, _)| **known == *key) {
            *old = value;
            return;
        }
        let rank = header::rank(key);
        let place = self.0.iter().rposition(|(known, _)| header::rank(known) <= rank);
        self.0.insert(place.map_or(0, |before| before.saturating_add(1)), (key.into(), value));
    }

    fn remove(&mut self, key: &str) {
        self.0.retain(|(known, _)| **known != *key);
    }

    fn count(&self, key: &str) -> Option<u64> {
        self.get(key)?.parse().ok()
    }

    fn metadata(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(|(key, _)| header::is_metadata(key))
    }
}

/// The header of a block: its shape and what is known about it before its body.
///
/// Whatever is put in is checked when it is written, and whatever was read has been checked.
///
/// # Example
/// ```
/// use qrp1::{Column, ColumnType, Header, Schema};
/// let schema = Schema::new([Column::new("id", ColumnType::I64)]);
/// let header = Header::table(schema).with("source", "jobs").with("complete", false).with_rows(2);
/// assert_eq!(header.count(), Some(2));
/// let fields: Vec<_> = header.fields().collect();
/// assert_eq!(fields, [("rows", "2"), ("complete", "false"), ("source", "jobs")]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    pub(crate) shape: Shape,
    pub(crate) fields: Fields,
    pub(crate) names: Names,
    pub(crate) schema: Option<Schema>,
    /// Whether the block spells its booleans `1` and `0`.
    pub(crate) digits: bool,
}

impl Header {
    fn new(shape: Shape, schema: Option<Schema>) -> Self {
        Self { shape, fields: Fields::default(), names: Names::default(), schema, digits: false }
    }

    /// A record: an object, a line for each field.
    #[must_use]
    pub fn record() -> Self {
        Self::new(Shape::Record, None)
    }

    /// A text.
    #[must_use]
    pub fn text() -> Self {
        Self::new(Shape::Text, None)
    }

    /// The header for this text: with the number of its lines, and with `escaped=1` if it needs that (BODY-2).
    ///
    /// # Example
    /// ```
    /// let text = "red \u{1b}[31m";
    /// let mut encoder = qrp1::Encoder::new();
    /// encoder.header(&qrp1::Header::of_text(text))?;
    /// encoder.text(text)?;
    /// encoder.finish(&qrp1::Closing::new())?;
    /// assert_eq!(encoder.take(), b"QRP1|text|lines=1|escaped=1\nred \\u001b[31m\n\\.\n");
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let lines = body::lines(text).fold(0u64, |lines, _| lines.saturating_add(1));
        let header = Self::text().with_lines(lines);
        if body::needs_escapes(text) { header.with(key::ESCAPED, 1) } else { header }
    }

    /// A receipt: the outcome of a call.
    #[must_use]
    pub fn receipt() -> Self {
        Self::new(Shape::Receipt, None)
    }

    /// A table with these columns.
    #[must_use]
    pub fn table(schema: Schema) -> Self {
        Self::new(Shape::Table, Some(schema))
    }

    /// A series whose offsets count from `t0`.
    #[must_use]
    pub fn series(schema: Schema, t0: Instant) -> Self {
        Self::new(Shape::Series, Some(schema)).with(key::T0, t0)
    }

    /// Sets a field. A reserved key gets its place, metadata stands behind in the order of the calls, and a key
    /// that is there already keeps its place and gets the new value.
    ///
    /// # Example
    /// ```
    /// let header = qrp1::Header::receipt().with("code", "created").with("status", "ok").with("trace", 17);
    /// assert_eq!(header.get("trace"), Some("17"));
    /// assert_eq!(header.fields().next(), Some(("status", "ok")));
    /// ```
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        self.fields.set(key, &value);
        self
    }

    /// Takes a field away.
    #[must_use]
    pub fn without(mut self, key: &str) -> Self {
        self.fields.remove(key);
        self
    }

    /// Declares the next named prefix, `$1` first. Texts that begin with it are written with its name.
    #[must_use]
    pub fn with_name(mut self, prefix: impl Into<Box<str>>) -> Self {
        let names = self.names.iter().map(Into::into).chain([prefix.into()]);
        self.names = Names::new(names.collect());
        self
    }

    /// Says that the first field of the rows was the instant, under this name and in this form.
    #[must_use]
    pub fn with_axis(self, name: &str, form: AxisForm) -> Self {
        self.with(key::AXIS, header::print_axis(name, form))
    }

    /// Sets the number of rows of a table or series.
    #[must_use]
    pub fn with_rows(self, rows: u64) -> Self {
        self.with(key::ROWS, rows)
    }

    /// Sets the number of body lines of a record, text or receipt.
    #[must_use]
    pub fn with_lines(self, lines: u64) -> Self {
        self.with(key::LINES, lines)
    }

    /// What the block holds.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.fields.get(key)
    }

    /// All fields in the order of the line, but for the named prefixes and the columns behind them.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.iter()
    }

    /// The fields that are not the format's: application metadata, and keys of later versions.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.metadata()
    }

    /// The named prefixes, `$1` first.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter()
    }

    /// The columns of a table or series.
    #[must_use]
    pub const fn schema(&self) -> Option<&Schema> {
        self.schema.as_ref()
    }

    /// The instant from which a series counts.
    #[must_use]
    pub fn t0(&self) -> Option<Instant> {
        self.get(key::T0)?.parse().ok()
    }

    /// The name and form of the field that a series' instants were.
    #[must_use]
    pub fn axis(&self) -> Option<(Cow<'_, str>, AxisForm)> {
        let (name, form) = header::parse_axis(self.get(key::AXIS)?).ok()?;
        Some((Cow::Borrowed(name), form))
    }

    /// The rows of a table or series, the body lines of another block; none if that is left to the closing line.
    /// A receipt without `lines` has no body, so its count is 0.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        let count = self.fields.count(key::count(self.shape));
        if self.shape == Shape::Receipt { count.or(Some(0)) } else { count }
    }

    /// The index in the whole result of the first row or line here.
    #[must_use]
    pub fn from(&self) -> Option<u64> {
        self.fields.count(key::FROM)
    }

    /// Where in the document's value this block's value belongs, as a JSON Pointer.
    #[must_use]
    pub fn at(&self) -> Option<&str> {
        self.get(key::AT)
    }

    /// Spells the booleans of the block `1` and `0`, as the published form does (BOOL-1).
    #[must_use]
    pub fn with_digits(mut self) -> Self {
        self.digits = true;
        self
    }

    /// Whether the booleans of the block are spelled `1` and `0`. Known of a block that was read only once its cells are.
    #[must_use]
    pub const fn has_digits(&self) -> bool {
        self.digits
    }

    /// Whether the lines of the body are escaped (BODY-3).
    #[must_use]
    pub fn is_escaped(&self) -> bool {
        self.get(key::ESCAPED).is_some()
    }

    /// The key of the count: `rows` or `lines`.
    pub(crate) const fn count_key(&self) -> &'static str {
        key::count(self.shape)
    }

    /// All keys in the order of the line.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let fields = self.fields.iter().map(|(key, _)| Cow::Borrowed(key));
        let names = self.names.iter().enumerate().map(|(index, _)| Cow::Owned(names::key(index)));
        fields.chain(names).chain(self.schema.iter().map(|_| Cow::Borrowed(key::COLUMNS)))
    }
}

/// What the closing line says: the count of the last block if its header left it out, and what was known only then.
///
/// # Example
/// ```
/// use qrp1::Closing;
/// let closing = Closing::new().with_rows(2).with("status", "failed").with("code", "timeout").with_crc();
/// assert_eq!(closing.count(), Some(2));
/// assert_eq!(closing.get("code"), Some("timeout"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Closing {
    /// `rows` or `lines`, which stands before all others.
    pub(crate) count: Fields,
    pub(crate) fields: Fields,
    pub(crate) crc: bool,
}

impl Closing {
    /// A closing line without fields.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a field, as [`Header::with`] does; the count stands first.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl fmt::Display) -> Self {
        let part = if key::is_count(key) { &mut self.count } else { &mut self.fields };
        part.set(key, &value);
        self
    }

    /// Sets the number of rows of the last block, a table or series.
    #[must_use]
    pub fn with_rows(self, rows: u64) -> Self {
        self.with(key::ROWS, rows)
    }

    /// Sets the number of body lines of the last block, a record or text.
    #[must_use]
    pub fn with_lines(self, lines: u64) -> Self {
        self.with(key::LINES, lines)
    }

    /// Ends the document with the sum of its bytes, which the encoder knows.
    #[must_use]
    pub fn with_crc(mut self) -> Self {
        self.crc = true;
        self
    }

    /// Whether the document ends with the sum of its bytes.
    #[must_use]
    pub const fn has_crc(&self) -> bool {
        self.crc
    }

    /// The value of a field.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.count.get(key).or_else(|| self.fields.get(key))
    }

    /// All fields in the order of the line, but for the sum.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        self.count.iter().chain(self.fields.iter())
    }

    /// The fields that are not the format's.
    pub fn metadata(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields.metadata()
    }

    /// The rows or lines of the last block, if its header did not say.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        self.count.count(key::ROWS).or_else(|| self.count.count(key::LINES))
    }
}
