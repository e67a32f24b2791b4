//! The rows of a batch: taken as they come, and read column by column.

use alloc::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{Schema, SchemaRef};

use super::decode::{Slot, nested, refused};
use super::decoder::{DecoderBuilder, one_block};
use super::schema::schema_to_arrow;
use super::time::Leading;
use crate::{Column, ColumnType, Decoder, Error, Header, Result, Row, Value};

/// Most rows, and bytes of rows, that are taken before they are read: few enough to stay in the processor's cache.
const ROWS: usize = 64;
const BYTES: usize = 32 << 10;

/// The rows of the batch so far.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) schema: SchemaRef,
    leading: Option<Leading>,
    slots: Vec<(usize, Slot)>,
    /// Columns whose cells depend on those before: all booleans of a block have one spelling (BOOL-1).
    in_order: Vec<bool>,
    /// Rows that were read.
    count: usize,
    /// Rows that were taken and are not read yet, the first `taken` of these; the others keep their memory.
    lines: Vec<Row>,
    taken: usize,
    bytes: usize,
}

/// The first fault of some rows: its row, its column among all slots, and the error.
type Fault = (usize, usize, Error);

impl Rows {
    pub(super) fn new(header: &Header, builder: &DecoderBuilder) -> Result<Self> {
        let Some(schema) = header.schema() else { return Err(one_block(header.shape().as_str())) };
        let wanted = builder.schema.as_ref();
        let find = |name: &str| wanted.and_then(|wanted| wanted.field_with_name(name).ok());
        let lead = Leading::new(header, builder.time.as_deref(), find)?;
        let mut columns = schema.columns().to_vec();
        let mut fields = schema_to_arrow(schema)?.fields().to_vec();
        let leading = match lead {
            None => None,
            Some((leading, field, ty)) => {
                columns.insert(0, Column::new(field.name().as_str(), ty));
                fields.insert(0, Arc::new(field));
                Some(leading)
            }
        };
        let schema = wanted.map_or_else(|| Arc::new(Schema::new(fields)), Arc::clone);
        let slots = nested::matched(&columns, schema.fields())?;
        let mut in_order: Vec<bool> = columns.iter().map(|column| has_booleans(column.column_type())).collect();
        // One column by itself is read in order anyway.
        if in_order.iter().filter(|has| **has).count() < 2 {
            in_order.fill(false);
        }
        Ok(Self { schema, leading, slots, in_order, count: 0, lines: Vec::new(), taken: 0, bytes: 0 })
    }

    /// Rows that were taken for the batch.
    pub(super) const fn len(&self) -> usize {
        self.count.saturating_add(self.taken)
    }

    /// Takes the row of the decoder's last event, a line of so many bytes.
    ///
    /// # Errors
    /// As [`read`](Rows::read), where there are enough rows to be read.
    pub(super) fn take(&mut self, decoder: &mut Decoder, bytes: usize) -> Result<()> {
        if self.taken == self.lines.len() {
            self.lines.push(Row::new());
        }
        if let Some(row) = self.lines.get_mut(self.taken) {
            decoder.take_row(row);
        }
        self.taken = self.taken.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        if self.taken < ROWS && self.bytes < BYTES {
            return Ok(());
        }
        let last = self.taken.saturating_sub(1);
        let found = self.read();
        if bytes >= BYTES {
            // A long row does not keep its memory.
            self.lines.truncate(last);
        }
        found
    }

    /// Reads the rows that were taken, column by column.
    ///
    /// # Errors
    /// The first fault, in the order of the document.
    pub(super) fn read(&mut self) -> Result<()> {
        self.bytes = 0;
        let taken = core::mem::take(&mut self.taken);
        let rows = self.lines.get(..taken).unwrap_or_default();
        let mut fault: Option<Fault> = None;
        let leads = usize::from(self.leading.is_some());
        if let (Some(leading), Some((_, slot))) = (&self.leading, self.slots.first_mut()) {
            let mut lead = rows.iter().enumerate().map(|(at, row)| (at, push(leading, slot, row)));
            fault = lead.find_map(|(at, pushed)| Some((at, 0, pushed.err()?)));
        }
        if self.in_order.contains(&true) {
            fault = self.read_in_order(leads, fault.map_or(Ok(taken), Err));
        }
        let rows = self.lines.get(..taken).unwrap_or_default();
        for (at, (_, slot)) in self.slots.iter_mut().enumerate().skip(leads) {
            if self.in_order.get(at) == Some(&true) {
                continue;
            }
            // What comes after the fault in the document is not looked at.
            let most = fault.as_ref().map_or(taken, |(row, column, _)| row.saturating_add(usize::from(at < *column)));
            let rows = rows.get(..most).unwrap_or_default();
            if let Err((row, error)) = slot.read_rows(rows, at.saturating_sub(leads)) {
                fault = Some((row, at, error));
            }
        }
        self.count = self.count.saturating_add(taken);
        fault.map_or(Ok(()), |(_, _, error)| Err(error))
    }

    /// Reads the columns that depend on each other, row by row; `before` is how many rows, or the fault that ends them.
    fn read_in_order(&mut self, leads: usize, before: core::result::Result<usize, Fault>) -> Option<Fault> {
        let most = match &before {
            Ok(most) => *most,
            Err((row, ..)) => *row,
        };
        for (index, row) in self.lines.iter().take(most).enumerate() {
            let slots = self.slots.iter_mut().zip(&self.in_order).enumerate();
            for (at, ((_, slot), _)) in slots.filter(|(_, (_, in_order))| **in_order) {
                if let Err((_, error)) = slot.read_rows(core::slice::from_ref(row), at.saturating_sub(leads)) {
                    return Some((index, at, error));
                }
            }
        }
        before.err()
    }

    pub(super) fn finish(&mut self) -> Result<RecordBatch> {
        let arrays = nested::finish(&mut self.slots)?;
        let options = RecordBatchOptions::new().with_row_count(Some(core::mem::take(&mut self.count)));
        RecordBatch::try_new_with_options(Arc::clone(&self.schema), arrays, &options).map_err(|error| refused(&error))
    }
}

/// Takes what stands before the columns of a row.
fn push(leading: &Leading, slot: &mut Slot, row: &Row) -> Result<()> {
    let value = match leading {
        Leading::Key => Ok(row.key().map_or(Value::Null, Value::from)),
        Leading::Time(times) => times.value(row.offset().unwrap_or(0)),
    };
    value.and_then(|value| slot.push(value)).map_err(|error| match row.position() {
        Some(position) => error.at(position),
        None => error,
    })
}

fn has_booleans(ty: &ColumnType) -> bool {
    match ty {
        ColumnType::Bool => true,
        ColumnType::List(item) => has_booleans(item),
        ColumnType::Map(key, value) => has_booleans(key) || has_booleans(value),
        ColumnType::Struct { columns, .. } => columns.iter().any(|column| has_booleans(column.column_type())),
        _ => false,
    }
}
