//! The result of a SQL query as a document: DataFusion over a year of candles in CSV, a row for each month.
//!
//! `cargo run --manifest-path examples/datafusion/Cargo.toml`

use std::error::Error;

use datafusion::prelude::{CsvReadOptions, SessionContext};
use qrp1::arrow::WriterBuilder;

const CANDLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/candles/daily-2024.csv");

const QUERY: &str = "SELECT date_trunc('month', time) AS month, min(low) AS low, max(high) AS high, count(*) AS days \
                     FROM candles GROUP BY month ORDER BY month";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let context = SessionContext::new();
    context.register_csv("candles", CANDLES, CsvReadOptions::new()).await?;
    let result = context.sql(QUERY).await?.collect().await?;

    // The engine is on another major version of Arrow, whose batches are other types: a stream of bytes is the same
    // in both.
    let Some(first) = result.first() else { return Err("the query has no result".into()) };
    let mut stream = arrow_ipc::writer::StreamWriter::try_new(Vec::new(), &first.schema())?;
    for batch in &result {
        stream.write(batch)?;
    }
    let bytes = stream.into_inner()?;
    let batches =
        arrow_ipc_60::reader::StreamReader::try_new(bytes.as_slice(), None)?.collect::<Result<Vec<_>, _>>()?;

    print!("{}", WriterBuilder::new().with_time("month").with_metadata("source", "candles").to_string(&batches)?);
    Ok(())
}
