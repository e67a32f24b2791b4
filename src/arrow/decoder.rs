//! Bytes in any chunking to batches, without I/O.

use alloc::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

use super::foreign;
use super::rows::Rows;
use crate::{Error, Event, Limits, Lines, Result, Shape};

/// Rows of a batch where the caller does not say.
pub(super) const BATCH: usize = 1_024;

/// Options of a [`Decoder`].
#[derive(Clone, Debug)]
pub struct DecoderBuilder {
    pub(super) batch_size: usize,
    pub(super) schema: Option<SchemaRef>,
    pub(super) time: Option<String>,
    limits: Limits,
    lenient: bool,
}

impl Default for DecoderBuilder {
    fn default() -> Self {
        Self { batch_size: BATCH, schema: None, time: None, limits: Limits::default(), lenient: false }
    }
}

impl DecoderBuilder {
    /// Batches of 1,024 rows, with the schema that the document gives, under the default [`Limits`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the most rows of a batch; at least one.
    #[must_use]
    pub fn with_batch_size(mut self, rows: usize) -> Self {
        self.batch_size = rows.max(1);
        self
    }

    /// Sets the schema to read into: batches have exactly this, with its order, nullability and metadata.
    ///
    /// Columns are matched by their names; each needs a field and each field a column. Beside its own type a column can
    /// be read into any layout of it (`Utf8View` for `str`, a dictionary, a fixed-size list), into an integer or
    /// decimal of another width and a wider float; a value that does not fit is an error.
    #[must_use]
    pub fn with_schema(mut self, schema: SchemaRef) -> Self {
        self.schema = Some(schema);
        self
    }

    /// Names the time column of a series. Default: the name that the document has for it, its `axis`.
    #[must_use]
    pub fn with_time(mut self, name: impl Into<String>) -> Self {
        self.time = Some(name.into());
        self
    }

    /// Sets the limits. Default: [`Limits::default`].
    ///
    /// Rows are taken up to 64 at a time before their cells are read, and a dictionary decodes each value once: the limit of
    /// decoded bytes may be told some rows earlier than by [`crate::Decoder`], or not at all.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Accepts what transport does to text, as [`crate::Decoder::with_lenient`]. Default: strict.
    #[must_use]
    pub fn with_lenient(mut self, yes: bool) -> Self {
        self.lenient = yes;
        self
    }

    /// A decoder with these options.
    #[must_use]
    pub fn build(self) -> Decoder {
        let core = crate::Decoder::new().with_limits(self.limits).with_lenient(self.lenient);
        Decoder { core, builder: self, rows: None, is_failed: false }
    }
}

/// Decodes a document from chunks of bytes, as they come, into batches.
///
/// The document has one table or series, and may begin with a receipt, which is passed over. A keyed table has its keys
/// in a first column `@`, a series its instants in a first column that its `axis` names; row numbers are left out.
///
/// # Example
/// ```
/// let document = b"QRP1|table|rows=3|columns=id:i64,name:str\n1,Ada\n2,\n3,Bo\n\\.\n";
/// let mut decoder = qrp1::arrow::DecoderBuilder::new().with_batch_size(2).build();
/// let mut batches = Vec::new();
/// for mut chunk in document.chunks(10) {
///     while !chunk.is_empty() {
///         // Fewer bytes than the chunk has: the batch is full.
///         let taken = decoder.decode(chunk)?;
///         if taken < chunk.len() {
///             batches.extend(decoder.flush()?);
///         }
///         chunk = &chunk[taken..];
///     }
/// }
/// batches.extend(decoder.flush()?);
/// decoder.finish()?;
/// assert_eq!(batches.iter().map(|batch| batch.num_rows()).collect::<Vec<_>>(), [2, 1]);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct Decoder {
    core: crate::Decoder,
    builder: DecoderBuilder,
    rows: Option<Rows>,
    /// After an error a batch may have a part of a row, so that nothing may follow.
    is_failed: bool,
}

impl Decoder {
    /// Takes bytes until they end or the batch is full; how many were taken.
    ///
    /// Fewer than there are: [`flush`](Decoder::flush) comes next.
    ///
    /// # Errors
    /// The document's first fault, with its place; `type` and `range` for what the schema to read into can't hold.
    pub fn decode(&mut self, bytes: &[u8]) -> core::result::Result<usize, ArrowError> {
        self.take(bytes).map_err(foreign)
    }

    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<usize> {
        self.take_until(bytes, Self::is_full)
    }

    /// Takes bytes until they end or the schema is known; how many were taken.
    pub(super) fn take_header(&mut self, bytes: &[u8]) -> Result<usize> {
        self.take_until(bytes, |this| this.rows.is_some())
    }

    fn take_until(&mut self, bytes: &[u8], is_done: fn(&Self) -> bool) -> Result<usize> {
        self.attempt(|this| {
            let taken = this.take_lines(bytes, is_done);
            // A fault in a row that was taken before comes first.
            if let Some(rows) = &mut this.rows {
                rows.read()?;
            }
            taken
        })
    }

    fn attempt<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.is_failed {
            return Err(Error::syntax("no call after an error", "another"));
        }
        let found = step(self);
        self.is_failed = found.is_err();
        found
    }

    fn take_lines(&mut self, bytes: &[u8], is_done: fn(&Self) -> bool) -> Result<usize> {
        let mut taken = 0usize;
        let mut lines = Lines::default();
        while !is_done(self) {
            let rest = bytes.get(taken..).unwrap_or_default();
            if rest.is_empty() {
                break;
            }
            let position = self.core.position();
            if lines.is_empty() {
                lines = Lines::of(rest);
            }
            let (consumed, event) = match lines.next() {
                Some(line) => (line.len(), Some(self.core.decode_line(line)?)),
                None => self.core.decode(rest)?,
            };
            taken = taken.saturating_add(consumed);
            match event {
                Some(Event::Header(header)) if header.shape() != Shape::Receipt => {
                    if self.rows.is_some() {
                        return Err(one_block("another").at(position));
                    }
                    let rows = Rows::new(header, &self.builder).map_err(|error| error.at(position))?;
                    self.rows = Some(rows);
                }
                Some(Event::Row(_)) => {
                    if let Some(rows) = &mut self.rows {
                        rows.take(&mut self.core, consumed)?;
                    }
                }
                _ => {}
            }
        }
        Ok(taken)
    }

    fn is_full(&self) -> bool {
        self.rows.as_ref().is_some_and(|rows| rows.len() >= self.builder.batch_size)
    }

    /// The rows taken so far as a batch; none if there are none.
    ///
    /// # Errors
    /// None that a value did not give before.
    pub fn flush(&mut self) -> core::result::Result<Option<RecordBatch>, ArrowError> {
        self.batch().map_err(foreign)
    }

    pub(super) fn batch(&mut self) -> Result<Option<RecordBatch>> {
        self.attempt(|this| match &mut this.rows {
            Some(rows) if rows.len() > 0 => rows.finish().map(Some),
            _ => Ok(None),
        })
    }

    /// Says that the input has ended.
    ///
    /// # Errors
    /// `truncated` if the document is not complete.
    pub fn finish(&mut self) -> core::result::Result<(), ArrowError> {
        self.end().map_err(foreign)
    }

    pub(super) fn end(&mut self) -> Result<()> {
        self.attempt(|this| {
            this.core.finish()?;
            if this.rows.is_none() { Err(one_block("none")) } else { Ok(()) }
        })
    }

    /// The schema of the batches, once the header of the rows was taken.
    #[must_use]
    pub fn schema(&self) -> Option<SchemaRef> {
        self.rows.as_ref().map(|rows| Arc::clone(&rows.schema))
    }
}

#[cold]
pub(super) fn one_block(found: &str) -> Error {
    Error::syntax("one table or series, for one schema", found)
}
