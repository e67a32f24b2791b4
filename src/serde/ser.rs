//! Values to documents: which block a value becomes, and the looks at it before the first byte.

use std::io::Write;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde_core::Serialize;

use super::capture::Capture;
use super::fields::Fields;
use super::look::Look;
use super::node::{self, Node};
use super::root::{Part, Root, Sink};
use super::rows::{self, Time};
use super::shape::{Shape, describes_itself};
use super::survey::{RowSurvey, Second};
use super::values;
use crate::{
    Closing, Column, ColumnType, Error, Header, Lead, Limits, Options, Result, Schema, Survey, Writer, WriterBuilder,
};

/// Options of [`to_string`](crate::to_string) and its kind.
///
/// # Example: a series
/// ```
/// # use serde::Serialize;
/// #[derive(Serialize)]
/// struct Candle {
///     time: &'static str,
///     close: f64,
///     closed: bool,
/// }
///
/// let candles = [
///     Candle { time: "2024-01-01T00:00:00Z", close: 150.5, closed: true },
///     Candle { time: "2024-01-01T01:00:00Z", close: 149.25, closed: true },
/// ];
/// let document = qrp1::serde::SerializerBuilder::new().time("time").to_string(&candles)?;
/// assert_eq!(
///     document,
///     "QRP1|series|rows=2|t0=2024-01-01T00:00:00Z|axis=time:rfc3339|columns=dt_h:i64,close:f64,closed:bool(always true)\n\
///      0,150.5\n\
///      1,149.25\n\
///      \\.\n",
/// );
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SerializerBuilder {
    options: Options,
    limits: Limits,
    schema: Option<Schema>,
    time: Option<Box<str>>,
    metadata: Vec<(String, String)>,
}

impl SerializerBuilder {
    /// The default options and limits, types from the values.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the options, or those of a [`Profile`](crate::Profile). Default: [`Options::default`].
    ///
    /// `names` has no effect here.
    pub fn options(&mut self, options: impl Into<Options>) -> &mut Self {
        self.options = options.into();
        self
    }

    /// Sets the limits that readers of the document will have. Default: [`Limits::default`].
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// Sets the columns of a table or series, or the types of a record's fields. Default: they come from the values.
    ///
    /// A schema stays as it is: what rows have in common is not looked for. The time field of a series is none of its
    /// columns. A text becomes a value of the column's type by its letters, such as a date; an integer becomes a date,
    /// time, time stamp or duration as the count of its units.
    pub fn schema(&mut self, schema: Schema) -> &mut Self {
        self.schema = Some(schema);
        self
    }

    /// Makes a series of rows that have this field: a text in RFC 3339 or a date, or seconds or milliseconds since 1970.
    /// Default: rows are a table. The field comes first in every row then. No rows are a table all the same.
    pub fn time(&mut self, field: &str) -> &mut Self {
        self.time = Some(field.into());
        self
    }

    /// Adds a field of the application's to the header.
    pub fn metadata(&mut self, key: &str, value: &str) -> &mut Self {
        self.metadata.push((key.into(), value.into()));
        self
    }

    /// The document of a value.
    ///
    /// # Errors
    /// As [`to_writer`](crate::to_writer), but for `io`.
    pub fn to_string<T: ?Sized + Serialize>(&self, value: &T) -> Result<String> {
        self.to_vec(value).map(node::text)
    }

    /// The document of a value, as bytes.
    ///
    /// # Errors
    /// As [`to_writer`](crate::to_writer), but for `io`.
    pub fn to_vec<T: ?Sized + Serialize>(&self, value: &T) -> Result<Vec<u8>> {
        let mut document = Vec::new();
        self.to_writer(&mut document, value)?;
        Ok(document)
    }

    /// Writes the document of a value; `sink` needs no buffer of its own.
    ///
    /// # Errors
    /// As [`to_writer`](crate::to_writer).
    pub fn to_writer<W: Write, T: ?Sized + Serialize>(&self, sink: W, value: &T) -> Result<()> {
        let found = self.look(value)?;
        let mut writer = WriterBuilder::new().limits(self.limits).from_writer(sink);
        match found {
            Found::Rows(shape, count) => self.rows(&mut writer, value, &shape, count)?,
            Found::Entries(fields, count) => match self.keyed(&fields, count) {
                Some(rows) => self.keyed_rows(&mut writer, value, &rows, count)?,
                None => self.fields(&mut writer, value, &fields, count)?,
            },
            Found::Value => self.value(&mut writer, value)?,
        }
        writer.finish(&Closing::new()).map(drop)
    }

    fn walk<T: ?Sized + Serialize>(&self, value: &T, mut sink: impl Sink) -> Result<()> {
        value.serialize(Root { sink: &mut sink, capture: Capture::values(&self.limits) })
    }

    /// The first look: what kind of value it is, and the kinds of values in every place.
    fn look<T: ?Sized + Serialize>(&self, value: &T) -> Result<Found> {
        let mut first = First { found: Found::Value, next: 0 };
        value.serialize(Root { sink: &mut first, capture: Capture::kinds(&self.limits) })?;
        Ok(first.found)
    }

    fn header(&self, header: Header, names: Vec<String>) -> Header {
        let header = names.into_iter().fold(header, Header::with_name);
        let header = self.metadata.iter().fold(header, |header, (key, value)| header.with(key, value));
        if self.options.word_booleans { header } else { header.with_digits() }
    }

    /// A list as a table or series.
    fn rows<T: ?Sized + Serialize, W: Write>(
        &self,
        writer: &mut Writer<W>,
        value: &T,
        shape: &Shape,
        count: u64,
    ) -> Result<()> {
        let time = self.time.as_deref().filter(|_| count > 0);
        let schema = match &self.schema {
            Some(schema) => schema.clone(),
            None => derived(shape, count, time),
        };
        let (schema, names, time) = self.survey(value, schema, time, count)?;
        let header = match &time {
            Some(time) => Header::series(schema.clone(), time.axis.t0()).with_axis(&time.name, time.axis.form()),
            None => Header::table(schema.clone()),
        };
        writer.header(&self.header(header.with_rows(count), names))?;
        self.walk(value, Rows { writer, schema: &schema, time: time.as_ref() })
    }

    /// The second look: the unit of a series, and what the rows have in common.
    fn survey<T: ?Sized + Serialize>(
        &self,
        value: &T,
        mut schema: Schema,
        time: Option<&str>,
        count: u64,
    ) -> Result<(Schema, Vec<String>, Option<Time>)> {
        let is_given = self.schema.is_some();
        let looks = !is_given && (count >= 2 || self.options.names);
        if !looks && time.is_none() {
            let plain = Survey::new(schema.clone(), self.options);
            return Ok((if is_given { schema } else { plain.finish() }, Vec::new(), None));
        }
        let rows = looks.then(|| RowSurvey::new(schema.clone(), self.options));
        let mut second = Second::new(&schema, time, rows);
        let result = value.serialize(Root { sink: &mut second, capture: Capture::values(&self.limits) });
        let Second { axis, rows, is_done, .. } = second;
        if !is_done {
            result?;
        }
        let mut names = Vec::new();
        if let Some(rows) = rows {
            (schema, names) = rows.finish();
        }
        let found = time.and_then(|name| Some((name, axis.finish(self.options)?)));
        let Some((name, (axis, unit))) = found else { return Ok((schema, names, None)) };
        let unit = if let Lead::Offset(given) = schema.lead() {
            given
        } else {
            schema = schema.with_offset(unit);
            unit
        };
        Ok((schema, names, Some(Time { name: name.into(), axis, unit })))
    }

    /// The rows of a map as those of a keyed table.
    fn keyed(&self, fields: &Fields, count: u64) -> Option<Shape> {
        let is_wanted = self.schema.as_ref().is_none_or(|schema| schema.lead() == Lead::Key);
        fields.rows().filter(|rows| count >= 2 && is_wanted && rows.columns(&ColumnType::Null).is_some())
    }

    fn keyed_rows<T: ?Sized + Serialize, W: Write>(
        &self,
        writer: &mut Writer<W>,
        value: &T,
        shape: &Shape,
        count: u64,
    ) -> Result<()> {
        let (schema, names) = if let Some(schema) = &self.schema {
            (schema.clone(), Vec::new())
        } else {
            let columns = shape.columns(&ColumnType::Null).unwrap_or_default();
            let schema = Schema::new(columns).with_keys();
            let mut survey = RowSurvey::new(schema.clone(), self.options);
            self.walk(value, |part| match part {
                Part::Entry(_, Node::Skipped) => Ok(()),
                Part::Entry(key, node) => {
                    survey.survey.observe_key(&key.key()?);
                    survey.observe(&rows::values(&schema, &node)?)
                }
                _ => Ok(()),
            })?;
            survey.finish()
        };
        writer.header(&self.header(Header::table(schema.clone()).with_rows(count), names))?;
        self.walk(value, |part| match part {
            Part::Entry(_, Node::Skipped) => Ok(()),
            Part::Entry(key, node) => {
                let key = key.key()?;
                let values = rows::values(&schema, &node).map_err(|error| error.within(&key))?;
                writer.keyed_row(&key, &values)
            }
            _ => Ok(()),
        })
    }

    /// A struct or map as a record.
    fn fields<T: ?Sized + Serialize, W: Write>(
        &self,
        writer: &mut Writer<W>,
        value: &T,
        fields: &Fields,
        count: u64,
    ) -> Result<()> {
        writer.header(&self.header(Header::record().with_lines(count), Vec::new()))?;
        self.walk(value, |part| {
            let Part::Entry(key, node) = part else { return Ok(()) };
            if matches!(node, Node::Skipped) {
                return Ok(());
            }
            let name = key.key()?;
            let ty = match &self.schema {
                Some(schema) => given(schema, &name)?,
                None => line_type(fields.type_of(&name, &ColumnType::Null)),
            };
            let place = |error: Error| error.within(&name);
            writer.field(Some(&name), &ty, &values::value(&node, &ty).map_err(place)?).map_err(place)
        })
    }

    /// A value that is no list, struct or map, as a record of one line.
    fn value<T: ?Sized + Serialize, W: Write>(&self, writer: &mut Writer<W>, value: &T) -> Result<()> {
        writer.header(&self.header(Header::record().with_lines(1), Vec::new()))?;
        self.walk(value, |part| {
            let Part::Value(node) = part else { return Ok(()) };
            let ty = if let Some(column) = self.schema.as_ref().and_then(|schema| schema.columns().first()) {
                column.column_type().clone()
            } else {
                let mut shape = Shape::default();
                shape.observe(&node)?;
                line_type(shape.item_type(&ColumnType::Null))
            };
            writer.field(None, &ty, &values::value(&node, &ty)?)
        })
    }
}

/// What the first look finds.
enum Found {
    /// A list of so many items.
    Rows(Shape, u64),
    /// A struct or map of so many entries.
    Entries(Fields, u64),
    Value,
}

/// The first look: what kind of value it is.
struct First {
    found: Found,
    /// Where the entry after the one before is expected.
    next: usize,
}

impl Sink for First {
    fn part(&mut self, part: Part) -> Result<()> {
        match (part, &mut self.found) {
            (Part::List, found) => *found = Found::Rows(Shape::default(), 0),
            (Part::Object { is_declared }, found) => *found = Found::Entries(Fields::root(is_declared), 0),
            (Part::Entry(key, node), Found::Entries(fields, count)) => {
                fields.entry(&key, &node, &mut self.next)?;
                *count = count.saturating_add(u64::from(!matches!(node, Node::Skipped)));
            }
            _ => {}
        }
        Ok(())
    }

    fn item<T: ?Sized + Serialize>(&mut self, item: &T, capture: Capture) -> Result<()> {
        if let Found::Rows(shape, count) = &mut self.found {
            item.serialize(Look::new(shape, &capture))?;
            *count = count.saturating_add(1);
        }
        Ok(())
    }
}

/// Writes each row as it comes.
struct Rows<'r, W> {
    writer: &'r mut Writer<W>,
    schema: &'r Schema,
    time: Option<&'r Time>,
}

impl<W: Write> Sink for Rows<'_, W> {
    fn part(&mut self, _: Part) -> Result<()> {
        Ok(())
    }

    fn item<T: ?Sized + Serialize>(&mut self, item: &T, capture: Capture) -> Result<()> {
        rows::serialize(self.writer, self.schema, self.time, item, capture)
    }
}

/// The schema of a list's items.
fn derived(shape: &Shape, count: u64, time: Option<&str>) -> Schema {
    let columns = match shape.columns(&ColumnType::Null) {
        Some(columns) => columns.into_iter().filter(|column| time.is_none() || column.name() != time).collect(),
        None if count == 0 => Vec::new(),
        None => Vec::from([Column::unnamed(shape.item_type(&ColumnType::Null))]),
    };
    Schema::new(columns)
}

/// The type that a record's line declares, in a line of which a struct has brackets.
fn line_type(ty: ColumnType) -> ColumnType {
    match ty {
        ty if describes_itself(&ty) => ColumnType::Auto,
        ColumnType::Struct { columns, .. } => ColumnType::bracketed(columns),
        ty => ty,
    }
}

fn given(schema: &Schema, name: &str) -> Result<ColumnType> {
    let column = schema.index_of(name).and_then(|index| schema.columns().get(index));
    column.map(|column| column.column_type().clone()).ok_or_else(|| values::unknown(name))
}
