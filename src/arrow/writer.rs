//! Batches to documents: in a stream, or all at once where the rows can be looked at first.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use std::io::Write;

use arrow_array::{Array, RecordBatch, RecordBatchWriter};
use arrow_schema::{ArrowError, SchemaRef};

use super::encode::{Boxed, source};
use super::schema::schema_from_arrow;
use super::time::{Clock, Units, offset};
use super::{foreign, native};
use crate::{
    Closing, Column, ColumnType, DateForm, Error, Estimate, Header, Instant, Limits, OffsetUnit, Options, PrefixSurvey,
    Result, RowEncoder, Schema, Survey, Value,
};

/// Options of a [`Writer`], and of documents that are written [at once](WriterBuilder::to_string).
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use arrow_array::{Date32Array, Float64Array, RecordBatch};
/// use qrp1::arrow::WriterBuilder;
///
/// let batch = RecordBatch::try_from_iter([
///     ("day", Arc::new(Date32Array::from(vec![19_723, 19_724, 19_727])) as _),
///     ("close", Arc::new(Float64Array::from(vec![1.5, 1.25, 1.75])) as _),
/// ])?;
/// let text = WriterBuilder::new().with_time("day").to_string(&[batch])?;
/// assert_eq!(
///     text,
///     "QRP1|series|rows=3|t0=2024-01-01T00:00:00Z|axis=day:date|columns=dt_d:i64,close:f64\n\
///      0,1.5\n1,1.25\n4,1.75\n\\.\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WriterBuilder {
    options: Options,
    limits: Limits,
    time: Option<String>,
    unit: Option<OffsetUnit>,
    rows: Option<u64>,
    metadata: Vec<(String, String)>,
    crc: bool,
}

impl WriterBuilder {
    /// A table, under the default [`Options`] and [`Limits`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets what the writer may do to spend fewer tokens; takes a [`Profile`](crate::Profile) too.
    ///
    /// A stream is never looked at first, so that constants, templates, named prefixes and the coarsest unit are for
    /// [`to_string`](WriterBuilder::to_string) and [`build_surveyed`](WriterBuilder::build_surveyed) only.
    #[must_use]
    pub fn with_options(mut self, options: impl Into<Options>) -> Self {
        self.options = options.into();
        self
    }

    /// Sets the limits that readers of the document will have. Default: [`Limits::default`].
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Makes a series: this column, the first, has its time. It has dates or time stamps and no nulls.
    ///
    /// A zone of the form `+HH:MM` stays; other labels, and none at all, are written and come back as UTC, unless a
    /// schema to read into says otherwise.
    #[must_use]
    pub fn with_time(mut self, name: impl Into<String>) -> Self {
        self.time = Some(name.into());
        self
    }

    /// Sets the unit of a series' offsets.
    ///
    /// Default: what the options say where all rows are known, else the unit of the time column, of dates the day.
    #[must_use]
    pub fn with_offset_unit(mut self, unit: OffsetUnit) -> Self {
        self.unit = Some(unit);
        self
    }

    /// Says in the header how many rows will follow; another number of them is an error.
    ///
    /// Default: the closing line has the number, which a stream knows only there.
    #[must_use]
    pub fn with_rows(mut self, rows: u64) -> Self {
        self.rows = Some(rows);
        self
    }

    /// Adds application metadata to the header.
    #[must_use]
    pub fn with_metadata(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.metadata.push((key.into(), value.into()));
        self
    }

    /// Ends the document with the sum of its bytes. Default: without.
    #[must_use]
    pub fn with_crc(mut self, yes: bool) -> Self {
        self.crc = yes;
        self
    }

    /// A writer of batches with this schema to `sink`, which needs no buffer of its own.
    ///
    /// # Errors
    /// As [`schema_from_arrow`]; `type` for a time column that can't be one.
    pub fn build<W: Write>(self, sink: W, schema: &SchemaRef) -> Result<Writer<W>> {
        let layout = Layout::new(schema, &self)?;
        let inner = crate::WriterBuilder::new().limits(self.limits).from_writer(sink);
        Ok(Writer { inner, layout, builder: self, state: State::Open })
    }

    /// A writer of batches that were looked at first: `batches` are those that it will be given, from a source that
    /// can be read twice. Memory does not grow with them.
    ///
    /// # Errors
    /// As [`build`](WriterBuilder::build) and [`Writer::write`], and the error of a batch that could not be read. The
    /// writer refuses a row that contradicts what was found.
    pub fn build_surveyed<W: Write>(
        mut self,
        sink: W,
        schema: &SchemaRef,
        batches: impl IntoIterator<Item = core::result::Result<RecordBatch, ArrowError>>,
    ) -> Result<Writer<W>> {
        let mut layout = Layout::new(schema, &self)?;
        self.rows = Some(layout.survey(batches, &self)?);
        let inner = crate::WriterBuilder::new().limits(self.limits).from_writer(sink);
        Ok(Writer { inner, layout, builder: self, state: State::Open })
    }

    /// A document of these batches, which have one schema; every row is looked at before the first is written.
    ///
    /// # Errors
    /// As [`build`](WriterBuilder::build) and [`Writer::write`]; `syntax` without a batch, which alone has the schema.
    pub fn to_string(self, batches: &[RecordBatch]) -> Result<String> {
        let Some(first) = batches.first() else {
            return Err(Error::syntax("a batch, for its schema", "none").hint("a batch may have no rows"));
        };
        let mut writer = self.build_surveyed(Vec::new(), &first.schema(), batches.iter().cloned().map(Ok))?;
        for batch in batches {
            writer.write_batch(batch)?;
        }
        let bytes = writer.finish()?;
        String::from_utf8(bytes).map_err(|error| Error::syntax("UTF-8", &error.to_string()))
    }
}

/// Batches as a document, with the default options; every row is looked at before the first is written.
///
/// # Errors
/// As [`WriterBuilder::to_string`].
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use arrow_array::{BooleanArray, RecordBatch, StringArray};
///
/// let batch = RecordBatch::try_from_iter([
///     ("name", Arc::new(StringArray::from(vec![Some("Ada"), None])) as _),
///     ("active", Arc::new(BooleanArray::from(vec![true, true])) as _),
/// ])?;
/// let text = qrp1::arrow::to_string(&[batch])?;
/// assert_eq!(text, "QRP1|table|rows=2|columns=name:str,active:bool(always true)\nAda\n\\N\n\\.\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_string(batches: &[RecordBatch]) -> Result<String> {
    WriterBuilder::new().to_string(batches)
}

/// Writes batches as one table or series, row by row, in memory that does not grow with them.
///
/// A document is complete only after [`close`](RecordBatchWriter::close) or [`finish`](Writer::finish): without it a
/// reader sees that it was cut.
///
/// # Example
/// ```
/// use std::sync::Arc;
/// use arrow_array::{Int64Array, RecordBatch, RecordBatchWriter, StringArray};
///
/// let batch = RecordBatch::try_from_iter([
///     ("id", Arc::new(Int64Array::from(vec![1, 2])) as _),
///     ("name", Arc::new(StringArray::from(vec![Some("Ada"), None])) as _),
/// ])?;
/// let mut document = Vec::new();
/// let mut writer = qrp1::arrow::Writer::try_new(&mut document, &batch.schema())?;
/// writer.write(&batch)?;
/// writer.close()?;
/// assert_eq!(document, b"QRP1|table|columns=id:i64,name:str\n1,Ada\n2,\n\\.rows=2\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W: Write> {
    inner: crate::Writer<W>,
    layout: Layout,
    builder: WriterBuilder,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The header is not written: a series knows it only with its first row.
    Open,
    Rows,
    /// A part of a batch may be written, so that nothing may follow.
    Failed,
}

impl<W: Write> Writer<W> {
    /// A writer with the default options.
    ///
    /// # Errors
    /// As [`WriterBuilder::build`].
    pub fn try_new(sink: W, schema: &SchemaRef) -> Result<Self> {
        WriterBuilder::new().build(sink, schema)
    }

    /// The schema of the batches.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        Arc::clone(&self.layout.arrow)
    }

    /// The rows written so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.inner.count()
    }

    /// Writes the closing line, flushes, and gives the sink back.
    ///
    /// # Errors
    /// `count` for another number of rows than was said, `io`, and `syntax` after a batch that failed.
    pub fn finish(mut self) -> Result<W> {
        self.check_state()?;
        self.begin(None)?;
        let closing =
            if self.builder.rows.is_none() { Closing::new().with_rows(self.inner.count()) } else { Closing::new() };
        self.inner.finish(&if self.builder.crc { closing.with_crc() } else { closing })
    }

    fn check_state(&self) -> Result<()> {
        if self.state == State::Failed {
            return Err(Error::syntax("no call after a batch that failed", "another"));
        }
        Ok(())
    }

    fn begin(&mut self, first: Option<i128>) -> Result<()> {
        if self.state == State::Open {
            let header = self.layout.header(first, &self.builder)?;
            self.inner.header(&header)?;
            self.state = State::Rows;
        }
        Ok(())
    }

    fn write_batch(&mut self, batch: &RecordBatch) -> Result<()> {
        self.check_state()?;
        // A document that lacks a batch, or a part of one, must not look like a whole one.
        let state = core::mem::replace(&mut self.state, State::Failed);
        // What is found here is found before the first byte of the batch.
        let rows = self.layout.rows(batch)?;
        let instants = rows.instants(&self.layout)?;
        self.state = state;
        if rows.count == 0 {
            return Ok(());
        }
        self.begin(instants.first().copied())?;
        self.state = State::Failed;
        let offsets = self.layout.offsets(&instants)?;
        for row in 0..rows.count {
            let write = |cells: &mut RowEncoder<'_, '_>| {
                rows.sources.iter().try_for_each(|source| source.write(row, cells.cell()?))
            };
            match offsets.get(row) {
                Some(offset) => self.inner.series_row_with(*offset, write)?,
                None => self.inner.row_with(write)?,
            }
        }
        self.state = State::Rows;
        Ok(())
    }
}

impl<W: Write> RecordBatchWriter for Writer<W> {
    /// Writes a batch.
    ///
    /// A batch with another schema, a map with a key that occurs twice and a time column with a null are refused before
    /// the first byte of the batch. After an error the document can't be finished.
    fn write(&mut self, batch: &RecordBatch) -> core::result::Result<(), ArrowError> {
        self.write_batch(batch).map_err(foreign)
    }

    fn close(self) -> core::result::Result<(), ArrowError> {
        self.finish().map(|_| ()).map_err(foreign)
    }
}

/// How the columns of batches become a block.
#[derive(Debug)]
struct Layout {
    arrow: SchemaRef,
    /// The columns of every batch.
    columns: Schema,
    /// The columns of the block, without the time.
    schema: Schema,
    clock: Option<(String, Clock)>,
    /// Once they are known.
    t0: Option<Instant>,
    unit: OffsetUnit,
    /// Prefixes that have names.
    names: Vec<String>,
}

impl Layout {
    fn new(arrow: &SchemaRef, builder: &WriterBuilder) -> Result<Self> {
        let columns = schema_from_arrow(arrow)?;
        let clock = match (&builder.time, arrow.fields().first()) {
            (None, _) => None,
            (Some(name), Some(first)) if first.name() == name => Some((name.clone(), Clock::new(first)?)),
            (Some(name), _) => {
                return Err(Error::type_mismatch(format!("the time column `{name}` as the first"), "another")
                    .hint("reorder the columns first"));
            }
        };
        let basic = builder.options.basic_dates;
        let data = columns.columns().iter().skip(usize::from(clock.is_some()));
        let mut schema = Schema::new(data.map(|column| if basic { in_basic_form(column) } else { column.clone() }));
        if builder.options.numbered {
            schema = schema.with_numbers();
        }
        let exact = clock.as_ref().map_or(OffsetUnit::Day, |(_, clock)| clock.exact());
        let unit = builder.unit.unwrap_or(exact);
        Ok(Self { arrow: Arc::clone(arrow), columns, schema, clock, t0: None, unit, names: Vec::new() })
    }

    /// The sources of a batch's columns.
    fn rows<'a>(&self, batch: &'a RecordBatch) -> Result<Rows<'a>> {
        let schema = batch.schema_ref();
        // Only what the columns are counts: metadata, and which of the lists or texts of Arrow it is, does not.
        if !Arc::ptr_eq(schema, &self.arrow) && schema != &self.arrow && schema_from_arrow(schema)? != self.columns {
            return Err(Error::type_mismatch("a batch with the schema of the document", &words(schema)));
        }
        let mut arrays = batch.columns().iter().map(|array| -> &dyn Array { array });
        let time = if self.clock.is_some() { arrays.next().map(source).transpose()? } else { None };
        let rows = Rows { time, sources: arrays.map(source).collect::<Result<_>>()?, count: batch.num_rows() };
        for (index, source) in rows.sources.iter().enumerate().filter(|(_, source)| source.has_maps()) {
            let name = self.schema.columns().get(index).and_then(Column::name);
            (0..rows.count).try_for_each(|row| source.check(row)).map_err(|error| error.in_column(index, name))?;
        }
        Ok(rows)
    }

    fn offsets(&mut self, instants: &[i128]) -> Result<Vec<i64>> {
        let Some(t0) = &self.t0 else { return Ok(Vec::new()) };
        instants.iter().map(|instant| offset(t0, *instant, self.unit)).collect()
    }

    fn header(&mut self, first: Option<i128>, builder: &WriterBuilder) -> Result<Header> {
        let schema = self.schema.clone();
        let mut header = match &self.clock {
            None => Header::table(schema),
            Some((name, clock)) => {
                let t0 = clock.t0(first)?;
                self.t0 = Some(t0);
                Header::series(schema.with_offset(self.unit), t0).with_axis(name, clock.form())
            }
        };
        header = self.names.iter().fold(header, |header, name| header.with_name(name.as_str()));
        if let Some(rows) = builder.rows {
            header = header.with_rows(rows);
        }
        for (key, value) in &builder.metadata {
            header = header.with(key, value);
        }
        Ok(if builder.options.word_booleans { header } else { header.with_digits() })
    }

    /// Looks at all rows: what the columns have in common, and which unit the offsets have. How many rows there are.
    fn survey(
        &mut self,
        batches: impl IntoIterator<Item = core::result::Result<RecordBatch, ArrowError>>,
        builder: &WriterBuilder,
    ) -> Result<u64> {
        // The offset column is a cell of every row, so that all others may leave.
        let schema = self.schema.clone();
        let schema = if self.clock.is_some() { schema.with_offset(self.unit) } else { schema };
        let mut survey = Survey::new(schema, builder.options);
        let mut prefixes = builder.options.names.then(PrefixSurvey::new);
        let mut units = Units::default();
        let mut count = 0u64;
        for batch in batches {
            let batch = batch.map_err(native)?;
            let rows = self.rows(&batch)?;
            rows.instants(self)?.into_iter().for_each(|instant| units.observe(instant));
            count = count.saturating_add(u64::try_from(rows.count).unwrap_or(u64::MAX));
            if let Some(prefixes) = &mut prefixes {
                rows.texts(prefixes);
            }
            for (column, source) in rows.sources.iter().enumerate() {
                let mut values = (0..rows.count).map_while(|row| source.scalar(row));
                while survey.is_open(column)
                    && let Some(value) = values.next()
                {
                    survey.observe_value(column, &value);
                }
            }
        }
        let found = survey.finish();
        self.names = prefixes.map(|prefixes| prefixes.finish(&found, &Estimate)).unwrap_or_default();
        let columns = Schema::new(found.columns().iter().cloned());
        self.schema = if found.is_numbered() { columns.with_numbers() } else { columns };
        if builder.unit.is_none() && self.clock.is_some() && count > 0 {
            self.unit = units.finish(builder.options);
        }
        Ok(count)
    }
}

/// A batch, row by row.
struct Rows<'a> {
    time: Option<Boxed<'a>>,
    sources: Vec<Boxed<'a>>,
    count: usize,
}

impl Rows<'_> {
    /// Looks at the texts of the rows.
    fn texts(&self, prefixes: &mut PrefixSurvey<'_>) {
        let mut rows = 0..self.count;
        while !prefixes.is_full()
            && let Some(row) = rows.next()
        {
            for (column, source) in self.sources.iter().enumerate() {
                source.texts(row, &mut |text| prefixes.observe_text(column, Cow::Owned(text.to_owned())));
            }
        }
    }

    /// The instants of the rows; none without a time column.
    fn instants(&self, layout: &Layout) -> Result<Vec<i128>> {
        let (Some(time), Some((name, clock))) = (&self.time, &layout.clock) else { return Ok(Vec::new()) };
        (0..self.count)
            .map(|row| {
                clock
                    .nanoseconds(&time.scalar(row).unwrap_or(Value::Null))
                    .map_err(|error| error.in_column(0, Some(name)))
            })
            .collect()
    }
}

/// The column with its dates in basic form; only those at the top, as a survey has it.
fn in_basic_form(column: &Column) -> Column {
    let ty = match column.column_type() {
        ColumnType::Date(_) => ColumnType::Date(DateForm::Basic),
        ColumnType::Timestamp { unit, zone, .. } => {
            ColumnType::Timestamp { unit: *unit, zone: zone.clone(), form: DateForm::Basic }
        }
        _ => return column.clone(),
    };
    Column::new(column.name().unwrap_or_default(), ty)
}

/// A schema for a message.
#[cold]
fn words(schema: &SchemaRef) -> String {
    let fields = schema.fields().iter().map(|field| format!("{}: {}", field.name(), field.data_type()));
    fields.collect::<Vec<_>>().join(", ")
}
