//! Arrow batches to text and back.

use std::sync::Arc;

use anyhow::Result;
use arrow_array::{RecordBatch, RecordBatchWriter};
use arrow_schema::{Schema, SchemaRef};

use super::Codec;
use crate::data::{BATCH, Row};

/// All of them.
#[must_use]
pub fn codecs<R: Row>() -> Vec<Codec<RecordBatch>> {
    let mut codecs = vec![
        Codec::own("qrp1: arrow, batch by batch", write_stream::<R>, read_stream::<R>),
        Codec::own(
            "qrp1: arrow, all at once",
            |batches| Ok(qrp1::arrow::to_string(batches)?.into_bytes()),
            read_stream::<R>,
        )
        .writer_only(),
        Codec::peer("arrow-json, an array", write_json, read_json::<R>),
        Codec::peer("arrow-json, lines", write_json_lines, read_json::<R>),
    ];
    if R::IS_FLAT {
        codecs.push(Codec::peer("arrow-csv", write_csv, read_csv::<R>));
    }
    codecs
}

fn schema<R: Row>() -> SchemaRef {
    Arc::new(Schema::new(R::fields()))
}

fn write_stream<R: Row>(batches: &[RecordBatch]) -> Result<Vec<u8>> {
    let mut writer = qrp1::arrow::Writer::try_new(Vec::new(), &schema::<R>())?;
    for batch in batches {
        writer.write(batch)?;
    }
    Ok(writer.finish()?)
}

fn read_stream<R: Row>(text: &str) -> Result<Vec<RecordBatch>> {
    let builder = qrp1::arrow::ReaderBuilder::new().with_schema(schema::<R>()).with_batch_size(BATCH);
    Ok(builder.build(text.as_bytes())?.collect::<Result<_, _>>()?)
}

fn write_json(batches: &[RecordBatch]) -> Result<Vec<u8>> {
    let mut writer = arrow_json::ArrayWriter::new(Vec::new());
    for batch in batches {
        writer.write(batch)?;
    }
    writer.finish()?;
    Ok(writer.into_inner())
}

fn write_json_lines(batches: &[RecordBatch]) -> Result<Vec<u8>> {
    let mut writer = arrow_json::LineDelimitedWriter::new(Vec::new());
    for batch in batches {
        writer.write(batch)?;
    }
    writer.finish()?;
    Ok(writer.into_inner())
}

fn read_json<R: Row>(text: &str) -> Result<Vec<RecordBatch>> {
    let builder =
        arrow_json::ReaderBuilder::new(schema::<R>()).with_batch_size(BATCH).with_flatten(text.starts_with('['));
    Ok(builder.build(text.as_bytes())?.collect::<Result<_, _>>()?)
}

fn write_csv(batches: &[RecordBatch]) -> Result<Vec<u8>> {
    let mut writer = arrow_csv::Writer::new(Vec::new());
    for batch in batches {
        writer.write(batch)?;
    }
    Ok(writer.into_inner())
}

fn read_csv<R: Row>(text: &str) -> Result<Vec<RecordBatch>> {
    let builder = arrow_csv::ReaderBuilder::new(schema::<R>()).with_header(true).with_batch_size(BATCH);
    Ok(builder.build_buffered(text.as_bytes())?.collect::<Result<_, _>>()?)
}
