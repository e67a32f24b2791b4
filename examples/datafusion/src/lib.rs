//! The result of a SQL query, and two ways for it from the engine's Arrow to qrp1's and back.

pub mod c_stream;
pub mod ipc;

use datafusion::arrow::array::RecordBatch;
use datafusion::error::Result;
use datafusion::prelude::{CsvReadOptions, SessionContext};

const CANDLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/candles/daily-2024.csv");

const QUERY: &str = "
    SELECT date_trunc('month', time) AS month, min(low) AS low, max(high) AS high,
           CAST(avg(close) AS DECIMAL(9, 2)) AS mean, count(*) AS days
    FROM candles
    GROUP BY month
    ORDER BY month";

/// A row for each month of a year of daily candles, which are a CSV file.
///
/// # Errors
/// The engine's: a file that it can't read, a query that it can't run.
pub async fn months() -> Result<Vec<RecordBatch>> {
    let context = SessionContext::new();
    context.register_csv("candles", CANDLES, CsvReadOptions::new()).await?;
    context.sql(QUERY).await?.collect().await
}

/// The months as a document.
///
/// # Errors
/// Batches that no document can say.
pub fn document(months: &[arrow_array_60::RecordBatch]) -> qrp1::Result<String> {
    qrp1::arrow::WriterBuilder::new().with_time("month").with_metadata("source", "candles").to_string(months)
}
