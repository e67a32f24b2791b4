//! Batches from any `std::io::Read`.

use std::io::{self, Read};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

use super::decoder::{Decoder, DecoderBuilder};
use super::foreign;
use crate::{Error, Limits, Result};

/// Options of a [`Reader`]: those of a [`DecoderBuilder`], which says more about each.
#[derive(Clone, Debug, Default)]
pub struct ReaderBuilder(DecoderBuilder);

impl ReaderBuilder {
    /// Batches of 1,024 rows, with the schema that the document gives, under the default [`Limits`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the most rows of a batch; at least one.
    #[must_use]
    pub fn with_batch_size(self, rows: usize) -> Self {
        Self(self.0.with_batch_size(rows))
    }

    /// Sets the schema to read into: batches have exactly this, with its order, nullability and metadata.
    ///
    /// # Example
    /// ```
    /// use std::sync::Arc;
    /// use arrow_schema::{DataType, Field, Schema};
    ///
    /// let wanted = Arc::new(Schema::new(vec![
    ///     Field::new("name", DataType::Utf8View, true),
    ///     Field::new("id", DataType::UInt16, false),
    /// ]));
    /// let document = b"QRP1|table|rows=2|columns=id:i64,name:str\n1,Ada\n2,\n\\.\n";
    /// let reader = qrp1::arrow::ReaderBuilder::new().with_schema(wanted.clone()).build(&document[..])?;
    /// for batch in reader {
    ///     assert_eq!(batch?.schema(), wanted);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_schema(self, schema: SchemaRef) -> Self {
        Self(self.0.with_schema(schema))
    }

    /// Names the time column of a series. Default: the name that the document has for it, its `axis`.
    #[must_use]
    pub fn with_time(self, name: impl Into<String>) -> Self {
        Self(self.0.with_time(name))
    }

    /// Sets the limits. Default: [`Limits::default`].
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self(self.0.with_limits(limits))
    }

    /// Accepts what transport does to text, as [`crate::Decoder::with_lenient`]. Default: strict.
    #[must_use]
    pub fn with_lenient(self, yes: bool) -> Self {
        Self(self.0.with_lenient(yes))
    }

    /// A reader of `source`, which needs no buffer of its own. Reads up to the header of the rows, for the schema.
    ///
    /// # Errors
    /// The fault of what was read, with its place; `type` if the schema to read into does not fit the columns.
    pub fn build<R: Read>(self, source: R) -> Result<Reader<R>> {
        let decoder = self.0.build();
        let buffer = vec![0; BUFFER];
        let mut reader = Reader {
            source,
            decoder,
            buffer,
            at: 0,
            end: 0,
            schema: SchemaRef::new(arrow_schema::Schema::empty()),
            state: State::Open,
        };
        let schema = loop {
            if let Some(schema) = reader.decoder.schema() {
                break schema;
            }
            if !reader.step(Decoder::take_header)? {
                // The end has come without a header of rows, and `end` says so.
                reader.decoder.end()?;
            }
        };
        reader.schema = schema;
        Ok(reader)
    }
}

/// Bytes asked of the source at a time.
const BUFFER: usize = 64 << 10;

/// Reads a document as batches, in memory that does not grow with it, but for the keys of a keyed table.
///
/// # Example
/// ```
/// use arrow_array::RecordBatchReader;
///
/// let document = b"QRP1|series|rows=2|t0=2024-01-01T00:00:00Z|axis=time:rfc3339|columns=dt_h:i64,open:f64\n\
///     0,1.5\n1,1.25\n\\.\n";
/// let mut reader = qrp1::arrow::Reader::try_new(&document[..])?;
/// let fields: Vec<_> = reader.schema().fields().iter().map(|field| format!("{field}")).collect();
/// assert_eq!(fields, [r#"Field { "time": nullable Timestamp(s, "UTC") }"#, r#"Field { "open": nullable Float64 }"#]);
/// let batch = reader.next().unwrap()?;
/// assert_eq!(batch.num_rows(), 2);
/// assert!(reader.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    decoder: Decoder,
    buffer: Vec<u8>,
    /// What is not decoded yet: `buffer[at..end]`.
    at: usize,
    end: usize,
    schema: SchemaRef,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    /// The source has no more, and the document is complete.
    Done,
    Failed,
}

impl<R: Read> Reader<R> {
    /// A reader with the default options.
    ///
    /// # Errors
    /// As [`ReaderBuilder::build`].
    pub fn try_new(source: R) -> Result<Self> {
        ReaderBuilder::new().build(source)
    }

    /// The source again. Bytes that were read ahead are lost.
    #[must_use]
    pub fn into_inner(self) -> R {
        self.source
    }

    /// Decodes what is there, or what the source gives; false if it gives no more.
    fn step(&mut self, take: fn(&mut Decoder, &[u8]) -> Result<usize>) -> Result<bool> {
        if self.at >= self.end {
            (self.at, self.end) = (0, self.fill()?);
            if self.end == 0 {
                return Ok(false);
            }
        }
        let taken = take(&mut self.decoder, self.buffer.get(self.at..self.end).unwrap_or_default())?;
        self.at = self.at.saturating_add(taken);
        Ok(true)
    }

    fn fill(&mut self) -> Result<usize> {
        loop {
            match self.source.read(&mut self.buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => return read.map_err(Error::from),
            }
        }
    }

    fn read(&mut self) -> Result<Option<RecordBatch>> {
        // The bytes of a batch that is full stay where they are.
        while self.state == State::Open {
            if !self.step(Decoder::take)? {
                self.decoder.end()?;
                self.state = State::Done;
            } else if self.at < self.end {
                break;
            }
        }
        self.decoder.batch()
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = core::result::Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Failed {
            return None;
        }
        let read = self.read();
        if read.is_err() {
            self.state = State::Failed;
        }
        read.map_err(foreign).transpose()
    }
}

impl<R: Read> RecordBatchReader for Reader<R> {
    fn schema(&self) -> SchemaRef {
        SchemaRef::clone(&self.schema)
    }
}
