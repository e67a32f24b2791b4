//! Rows of four kinds, the same in each run: as structs, as Arrow batches, as JSON text.
#![expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is for one lifetime")]

mod candles;
mod logs;
mod orders;
mod products;

pub use candles::Candle;
pub use logs::LogLine;
pub use orders::{Customer, Line, Order};
pub use products::Product;

use std::fmt::Debug;
use std::sync::Arc;

use anyhow::{Context, Result};
use arrow_array::RecordBatch;
use arrow_schema::{FieldRef, Schema};
use fastrand::Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::codec::Codec;

/// Rows of a batch, in all sources and for all readers.
pub const BATCH: usize = 8_192;

/// A kind of row, and what code that is written for it by hand needs.
pub trait Row: 'static + Clone + Debug + PartialEq + Serialize + DeserializeOwned {
    /// The row with this index.
    fn generate(index: usize, rng: &mut Rng) -> Self;

    /// The fields of the row in Arrow.
    fn fields() -> Vec<FieldRef>;

    /// Writes a cell for each column.
    ///
    /// # Errors
    /// None is expected.
    fn write_cells(&self, row: &mut qrp1::RowEncoder<'_, '_>) -> qrp1::Result<()>;

    /// The row from its cells.
    ///
    /// # Errors
    /// A cell that does not hold what the row has there.
    fn from_cells(row: &qrp1::Row) -> Result<Self>;

    /// A value for each column, as the core of `qrp1` takes them too.
    fn values<'a>(&'a self, values: &mut Vec<qrp1::Value<'a>>);

    /// The row from such values.
    ///
    /// # Errors
    /// Values of other kinds, or another number of them.
    fn from_values(values: Vec<qrp1::Value<'_>>) -> Result<Self>;

    /// The numbers of the row, for the floors.
    fn numbers(&self, numbers: &mut Vec<Number>);

    /// What CSV has for such rows: nothing where they nest.
    #[must_use]
    fn csv() -> Vec<Codec<Self>> {
        Vec::new()
    }

    /// Whether `arrow-csv` takes such rows.
    const IS_FLAT: bool = true;
}

/// A number of a row.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    Integer(i64),
    Float(f64),
}

/// Rows in all forms that something starts from.
#[derive(Debug)]
pub struct Data<R> {
    pub rows: Vec<R>,
    pub batches: Vec<RecordBatch>,
    /// One JSON array.
    pub json: Vec<String>,
}

impl<R: Row> Data<R> {
    /// So many rows; the same for the same number.
    ///
    /// # Errors
    /// None is expected.
    pub fn generate(count: usize) -> Result<Self> {
        let mut rng = Rng::with_seed(20_240_101);
        let rows: Vec<R> = (0..count).map(|index| R::generate(index, &mut rng)).collect();
        let batches = rows.chunks(BATCH).map(batch).collect::<Result<_>>()?;
        let json = vec![serde_json::to_string(&rows)?];
        Ok(Self { rows, batches, json })
    }
}

fn batch<R: Row>(rows: &[R]) -> Result<RecordBatch> {
    let schema = Arc::new(Schema::new(R::fields()));
    let mut decoder = arrow_json::ReaderBuilder::new(schema).with_batch_size(rows.len()).build_decoder()?;
    decoder.serialize(rows)?;
    decoder.flush()?.context("rows give a batch")
}

/// One of these.
fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.usize(..from.len())]
}

/// A whole number of hundredths, or the like.
fn decimal(units: i64, per_one: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "both are small")]
    let value = units as f64 / per_one as f64;
    value
}
