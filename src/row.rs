//! A row of a table or series: its line, split into cells that are decoded when asked for.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::{Error, Position, Result};
use crate::header::Header;
use crate::schema::{Column, ColumnType, Schema};
use crate::value::Value;
use crate::wire;
use crate::wire::bytes::MISSING;
use crate::wire::cell::{CellDecoder, Cells, Place, Reading};
use crate::wire::row::{Part, Plan};
use crate::wire::series::Clock;

/// What the rows of a block have in common.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) header: Header,
    pub(crate) shared: Shared,
    pub(crate) reading: Reading,
}

/// What the rows of a block have in common for a reader and a writer alike, worked out once from its header.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    pub(crate) plan: Plan,
    /// Containers around a cell, or around a record.
    pub(crate) depth: usize,
    /// Rows or lines of the body; none if the closing line has the count.
    pub(crate) count: Option<u64>,
    /// The index of the first row in the whole.
    pub(crate) from: u64,
    /// Of a series.
    pub(crate) clock: Option<Clock>,
}

impl Shared {
    pub(crate) fn new(header: &Header) -> Result<Self> {
        let outer = wire::header::outer(header)?;
        let axis = header.axis().map(|(_, form)| form);
        Ok(Self {
            plan: header.schema().map(Plan::new).unwrap_or_default(),
            depth: header.schema().map_or(outer, |schema| wire::row::depth(schema, outer)),
            count: header.count(),
            from: header.from().unwrap_or(0),
            clock: header.t0().map(|t0| Clock { t0, axis }),
        })
    }
}

impl Block {
    pub(crate) fn new(header: Header, reading: Reading) -> Result<Self> {
        Ok(Self { shared: Shared::new(&header)?, header, reading })
    }
}

/// One row, with its line and where its cells end; made once and used for every row by [`Reader::read_row`].
///
/// Cells are raw until asked for: counting and skipping rows decodes nothing.
///
/// [`Reader::read_row`]: crate::Reader::read_row
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub(crate) line: String,
    /// Bytes at the start of the line that are no data.
    pub(crate) from: usize,
    pub(crate) ends: Vec<usize>,
    pub(crate) position: Option<Position>,
    pub(crate) number: Option<u64>,
    pub(crate) offset: Option<i64>,
    pub(crate) key: Option<String>,
    pub(crate) block: Option<Arc<Block>>,
}

impl Row {
    /// An empty row, to be filled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The row number (`#`), where the table has them.
    #[must_use]
    pub const fn number(&self) -> Option<u64> {
        self.number
    }

    /// The offset from `t0`, in the unit of the series.
    #[must_use]
    pub const fn offset(&self) -> Option<i64> {
        self.offset
    }

    /// The key (`@`), in a keyed table; with what its template adds.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    /// Where the row stands in its document.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// The header of the row's block.
    #[must_use]
    pub fn header(&self) -> Option<&Header> {
        Some(&self.block.as_ref()?.header)
    }

    /// The schema of the row's block.
    #[must_use]
    pub fn schema(&self) -> Option<&Schema> {
        self.block.as_ref()?.header.schema()
    }

    #[inline]
    fn columns(&self) -> &[Column] {
        self.schema().map_or(&[], Schema::columns)
    }

    /// The number of values: one for each column of the schema.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns().len()
    }

    /// Whether the row has no columns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The letters of a column's cell as they stand in the document; none for a constant, an inline struct or an unknown column.
    ///
    /// A space at the end of a line is already itself.
    #[must_use]
    pub fn cell(&self, column: usize) -> Option<RawCell<'_>> {
        let declared = self.columns().get(column)?;
        if declared.constant().is_some() || declared.ty.is_inline() {
            return None;
        }
        let index = self.block.as_ref()?.shared.plan.part(column).first;
        Some(RawCell { text: self.raw(index), row: self, column })
    }

    /// The letters of a cell, lead cells included.
    pub(crate) fn raw(&self, index: usize) -> &str {
        let end = self.ends.get(index).copied().unwrap_or(self.line.len());
        self.line.get(self.start(index)..end).unwrap_or_default()
    }

    #[inline]
    fn start(&self, index: usize) -> usize {
        match index.checked_sub(1) {
            None => self.from,
            Some(before) => self.ends.get(before).map_or(self.line.len(), |end| end.saturating_add(1)),
        }
    }

    /// The value of a column.
    ///
    /// # Errors
    /// The cell's fault, with its place; `range` for a column that is not there.
    #[inline]
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is for one lifetime")]
    pub fn value(&self, column: usize) -> Result<Value<'_>> {
        self.cell_with(column, |cell| cell.value())
    }

    /// Reads a column by the method of its kind, without a value in between. All of the cell is read: a list or map until it
    /// gives none, and the fields of a struct too.
    ///
    /// # Errors
    /// The cell's fault, with its place; `syntax` for what `read` has left; `range` for a column that is not there; those
    /// of `read`.
    ///
    /// # Example
    /// ```
    /// use qrp1::{Reader, Row};
    ///
    /// let document = b"QRP1|table|rows=1|columns=id:i64,tags[]:str\n7,(new;a\\;b)\n\\.\n";
    /// let mut reader = Reader::from_reader(&document[..]);
    /// let mut row = Row::new();
    /// assert!(reader.read_row(&mut row)?);
    /// let id = row.cell_with(0, |cell| cell.i64())?;
    /// let tags = row.cell_with(1, |cell| {
    ///     let mut tags = Vec::new();
    ///     if let Some(mut list) = cell.list()? {
    ///         while let Some(item) = list.next()? {
    ///             tags.push(item.str()?.unwrap_or_default().into_owned());
    ///         }
    ///     }
    ///     Ok(tags)
    /// })?;
    /// assert_eq!((id, tags), (Some(7), vec!["new".to_owned(), "a;b".to_owned()]));
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    #[inline]
    pub fn cell_with<'r, T>(&'r self, column: usize, read: impl FnOnce(CellDecoder<'_, 'r>) -> Result<T>) -> Result<T> {
        let (Some(block), Some(declared)) = (&self.block, self.columns().get(column)) else {
            return Err(self.place(Error::range("a column of the row", &alloc::format!("{column}")), column));
        };
        let part = block.shared.plan.part(column);
        let letters = self.part(part);
        let place = Place::row(block.shared.depth, block.shared.plan.cells());
        let mut cells;
        let cell = if part.is_flat {
            cells = Cells::whole(letters, &block.reading);
            Ok(CellDecoder::whole(&mut cells, declared, place))
        } else {
            cells = Cells::new(letters, &block.reading);
            CellDecoder::column(&mut cells, declared, place)
        };
        cell.and_then(read).and_then(|value| cells.end().map(|()| value)).map_err(|error| self.place(error, column))
    }

    /// The letters of a column.
    #[inline]
    fn part(&self, part: Part) -> &str {
        let Some(last) = part.last else { return "" };
        let end = self.ends.get(last).copied().unwrap_or(self.line.len());
        self.line.get(self.start(part.first)..end).unwrap_or_default()
    }

    /// Whether the value of a column is missing. Only letters that may say so are read.
    ///
    /// # Errors
    /// As [`value`](Row::value), where the letters may say so.
    pub fn is_missing(&self, column: usize) -> Result<bool> {
        let Some(declared) = self.columns().get(column) else { return self.value(column).map(|_| false) };
        if let Some(constant) = declared.constant() {
            return Ok(constant.is_missing());
        }
        let part = self.block.as_ref().map(|block| block.shared.plan.part(column));
        let letters = self.part(part.unwrap_or_default());
        Ok(declared.may_be_missing() && matches!(letters, "" | MISSING) && self.value(column)?.is_missing())
    }

    /// The values of all columns.
    ///
    /// # Errors
    /// The first faulty cell.
    pub fn values(&self) -> Result<Vec<Value<'_>>> {
        (0..self.len()).map(|column| self.value(column)).collect()
    }

    #[cold]
    fn place(&self, error: Error, column: usize) -> Error {
        let name = self.columns().get(column).and_then(Column::name);
        let error = error.in_column(column, name);
        match self.position {
            Some(position) => error.at(position),
            None => error,
        }
    }
}

/// A cell that is not decoded yet.
#[derive(Clone, Copy, Debug)]
pub struct RawCell<'a> {
    text: &'a str,
    row: &'a Row,
    column: usize,
}

#[expect(clippy::redundant_closure_for_method_calls, reason = "a method alone is for one lifetime")]
impl<'a> RawCell<'a> {
    /// The cell's letters.
    #[must_use]
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Byte of the document where the cell starts, from 0.
    #[must_use]
    pub fn byte(&self) -> u64 {
        let block = self.row.block.as_ref();
        let start = block.map_or(0, |block| self.row.start(block.shared.plan.part(self.column).first));
        let line = self.row.position.map_or(0, |position| position.byte());
        line.saturating_add(u64::try_from(start).unwrap_or(u64::MAX))
    }

    /// The cell's column.
    #[must_use]
    pub fn column_type(&self) -> Option<&'a ColumnType> {
        self.row.columns().get(self.column).map(Column::column_type)
    }

    /// Whether the cell is null or missing.
    ///
    /// # Errors
    /// The cell's fault.
    pub fn is_absent(&self) -> Result<bool> {
        Ok(matches!(self.to_value()?, Value::Null | Value::Missing))
    }

    /// The cell's value.
    ///
    /// # Errors
    /// The cell's fault, with its place.
    pub fn to_value(&self) -> Result<Value<'a>> {
        self.row.value(self.column)
    }

    /// The cell as a signed integer; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no signed integer.
    pub fn to_i64(&self) -> Result<Option<i64>> {
        self.row.cell_with(self.column, |cell| cell.i64())
    }

    /// The cell as an unsigned integer; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no unsigned integer.
    pub fn to_u64(&self) -> Result<Option<u64>> {
        self.row.cell_with(self.column, |cell| cell.u64())
    }

    /// The cell as a float; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no float.
    pub fn to_f64(&self) -> Result<Option<f64>> {
        self.row.cell_with(self.column, |cell| cell.f64())
    }

    /// The cell as a boolean; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no boolean.
    pub fn to_bool(&self) -> Result<Option<bool>> {
        self.row.cell_with(self.column, |cell| cell.bool())
    }

    /// The cell as a text; none if it is null or missing.
    ///
    /// # Errors
    /// The cell's fault; `type` if it is no text.
    pub fn to_str(&self) -> Result<Option<Cow<'a, str>>> {
        self.row.cell_with(self.column, |cell| cell.str())
    }
}
