//! Documents to any `std::io::Write`.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::encoder::Encoder;
use crate::error::{Error, Result};
use crate::header::{Closing, Header};
use crate::limits::Limits;
use crate::schema::ColumnType;
use crate::value::Value;
use crate::wire::body;
use crate::wire::cell::RowEncoder;

/// Options of a [`Writer`].
#[derive(Clone, Debug, Default)]
pub struct WriterBuilder {
    limits: Limits,
}

impl WriterBuilder {
    /// The default limits.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits that readers of the document will have. Default: [`Limits::default`].
    pub fn limits(&mut self, limits: Limits) -> &mut Self {
        self.limits = limits;
        self
    }

    /// A writer to `sink`, which needs no buffer of its own.
    pub fn from_writer<W: Write>(&self, sink: W) -> Writer<W> {
        Writer {
            sink,
            encoder: Encoder::new().with_limits(self.limits),
            failed: false,
            #[cfg(feature = "serde")]
            limits: self.limits,
            #[cfg(feature = "serde")]
            held: crate::serde::Held::default(),
        }
    }

    /// A writer to a file, which is made or emptied.
    ///
    /// # Errors
    /// `io` if the file can't be opened.
    pub fn from_path(&self, path: impl AsRef<Path>) -> Result<Writer<File>> {
        Ok(self.from_writer(File::create(path)?))
    }
}

/// Writes a document, line by line, in memory that does not grow with it, but for the keys of a keyed table and the names of
/// a record.
///
/// A document is complete only after [`finish`](Writer::finish): without it a reader sees that it was cut.
///
/// # Example
/// ```
/// use qrp1::{Closing, Column, ColumnType, Header, Schema, Value, Writer};
///
/// let schema = Schema::new([Column::new("id", ColumnType::I64), Column::new("tags", ColumnType::list(ColumnType::Str))]);
/// let mut writer = Writer::from_writer(Vec::new());
/// writer.header(&Header::table(schema).with_rows(1))?;
/// writer.row(&[Value::Int(7), Value::List(vec![Value::from("a;b"), Value::from("")])])?;
/// let document = writer.finish(&Closing::new())?;
/// assert_eq!(document, b"QRP1|table|rows=1|columns=id:i64,tags[]:str\n7,(a\\;b;\"\")\n\\.\n");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    sink: W,
    encoder: Encoder,
    failed: bool,
    #[cfg(feature = "serde")]
    limits: Limits,
    #[cfg(feature = "serde")]
    held: crate::serde::Held,
}

/// Bytes kept back before they are written.
const BUFFER: usize = 64 << 10;

impl Writer<File> {
    /// A writer to a file, which is made or emptied.
    ///
    /// # Errors
    /// `io` if the file can't be opened.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self> {
        WriterBuilder::new().from_path(path)
    }
}

impl<W: Write> Writer<W> {
    /// A writer with the default limits.
    #[must_use]
    pub fn from_writer(sink: W) -> Self {
        WriterBuilder::new().from_writer(sink)
    }

    /// Begins a block. Errors: as [`Encoder::header`], and `io`.
    pub fn header(&mut self, header: &Header) -> Result<()> {
        self.before()?;
        self.encoder.header(header)?;
        #[cfg(feature = "serde")]
        self.held.leave_block();
        self.pass()
    }

    /// Writes a row of a table. Errors: as [`Encoder::row`], and `io`.
    pub fn row(&mut self, values: &[Value<'_>]) -> Result<()> {
        self.before()?;
        self.encoder.row(values)?;
        self.pass()
    }

    /// Writes a row of a keyed table. Errors: as [`Encoder::keyed_row`], and `io`.
    pub fn keyed_row(&mut self, key: &str, values: &[Value<'_>]) -> Result<()> {
        self.before()?;
        self.encoder.keyed_row(key, values)?;
        self.pass()
    }

    /// Writes a row of a series. Errors: as [`Encoder::series_row`], and `io`.
    pub fn series_row(&mut self, offset: i64, values: &[Value<'_>]) -> Result<()> {
        self.before()?;
        self.encoder.series_row(offset, values)?;
        self.pass()
    }

    /// Writes a row of a table cell by cell. Errors: as [`Encoder::row_with`], and `io`.
    pub fn row_with(&mut self, write: impl FnOnce(&mut RowEncoder<'_, '_>) -> Result<()>) -> Result<()> {
        self.before()?;
        self.encoder.row_with(write)?;
        self.pass()
    }

    /// Writes a row of a keyed table cell by cell. Errors: as [`Encoder::keyed_row_with`], and `io`.
    pub fn keyed_row_with(
        &mut self,
        key: &str,
        write: impl FnOnce(&mut RowEncoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        self.before()?;
        self.encoder.keyed_row_with(key, write)?;
        self.pass()
    }

    /// Writes a row of a series cell by cell. Errors: as [`Encoder::series_row_with`], and `io`.
    pub fn series_row_with(
        &mut self,
        offset: i64,
        write: impl FnOnce(&mut RowEncoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        self.before()?;
        self.encoder.series_row_with(offset, write)?;
        self.pass()
    }

    /// Writes a line of a record. Errors: as [`Encoder::field`], and `io`.
    pub fn field(&mut self, name: Option<&str>, ty: &ColumnType, value: &Value<'_>) -> Result<()> {
        self.before()?;
        self.encoder.field(name, ty, value)?;
        self.pass()
    }

    /// Writes a line of a text or receipt. Errors: as [`Encoder::line`], and `io`.
    pub fn line(&mut self, line: &str) -> Result<()> {
        self.before()?;
        self.encoder.line(line)?;
        self.pass()
    }

    /// Writes a whole text. Errors: as [`Encoder::text`], and `io`.
    pub fn text(&mut self, text: &str) -> Result<()> {
        body::lines(text).try_for_each(|line| self.line(line))
    }

    /// Writes the closing line, flushes, and gives the sink back. Errors: as [`Encoder::finish`], and `io`.
    pub fn finish(mut self, closing: &Closing) -> Result<W> {
        self.before()?;
        #[cfg(feature = "serde")]
        let closing = &self.held.closing(closing, self.encoder.count());
        self.encoder.finish(closing)?;
        self.flush()?;
        Ok(self.sink)
    }

    /// Writes what is kept back. Errors: `io`.
    pub fn flush(&mut self) -> Result<()> {
        self.before()?;
        self.write()?;
        self.sink.flush().map_err(Error::from)
    }

    /// Writes the rows that `serialize` has kept back, which come before all else.
    #[cfg(feature = "serde")]
    fn before(&mut self) -> Result<()> {
        self.settle()
    }

    #[cfg(not(feature = "serde"))]
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "there is something to do with `serde`")]
    const fn before(&mut self) -> Result<()> {
        Ok(())
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn held(&mut self) -> &mut crate::serde::Held {
        &mut self.held
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    fn pass(&mut self) -> Result<()> {
        if self.encoder.output().len() < BUFFER { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> Result<()> {
        if self.failed {
            return Err(Error::syntax("no call after a failed write", ""));
        }
        // What a sink took of a failed write is unknown, so nothing may follow it.
        self.failed = true;
        self.sink.write_all(self.encoder.output())?;
        self.failed = false;
        self.encoder.clear();
        Ok(())
    }

    /// The header of the block being written; none before the first.
    #[must_use]
    pub const fn block(&self) -> Option<&Header> {
        self.encoder.block()
    }

    /// Body lines of the block so far.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.encoder.count()
    }

    /// The sink.
    #[must_use]
    pub const fn get_ref(&self) -> &W {
        &self.sink
    }
}
