//! Structs to text and back: the core with typed cells and with values, the serde door, and the codecs that serde has.

use anyhow::{Context, Result};
use arrow_schema::Schema as ArrowSchema;
use qrp1::{Closing, Decoder, Encoder, Event, Header, Schema};

use super::Codec;
use crate::data::Row;

/// All of them.
#[must_use]
pub fn codecs<R: Row>() -> Vec<Codec<R>> {
    let mut codecs = vec![
        Codec::own("qrp1: typed cells of the core", write_cells, read_cells),
        Codec::own("qrp1: values of the core", write_values, read_values),
        Codec::own("qrp1: serde, all at once", |rows| Ok(qrp1::to_vec(rows)?), |text| Ok(qrp1::from_str(text)?)),
        Codec::own("qrp1: serde, row by row", write_rows, read_rows),
        Codec::peer("serde_json", |rows| Ok(serde_json::to_vec(rows)?), |text| Ok(serde_json::from_str(text)?)),
        Codec::peer("sonic-rs", |rows| Ok(sonic_rs::to_vec(rows)?), |text| Ok(sonic_rs::from_str(text)?)),
        Codec::peer(
            "simd-json",
            |rows| Ok(simd_json::to_vec(rows)?),
            // It writes into its input, so that it needs a copy of a text that others keep.
            |text| Ok(simd_json::from_slice(&mut text.as_bytes().to_vec())?),
        ),
    ];
    codecs.extend(R::csv());
    codecs.push(Codec::peer(
        "serde_toon",
        |rows| Ok(serde_toon::to_string(rows)?.into_bytes()),
        |text| Ok(serde_toon::from_str(text)?),
    ));
    codecs
}

/// The columns of rows, as the Arrow door has them.
///
/// # Errors
/// None is expected.
pub fn schema<R: Row>() -> Result<Schema> {
    Ok(qrp1::arrow::schema_from_arrow(&ArrowSchema::new(R::fields()))?)
}

fn write_cells<R: Row>(rows: &[R]) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new();
    let count = u64::try_from(rows.len())?;
    encoder.header(&Header::table(schema::<R>()?).with_rows(count))?;
    for row in rows {
        encoder.row_with(|cells| row.write_cells(cells))?;
    }
    encoder.finish(&Closing::new())?;
    Ok(encoder.take())
}

fn read_cells<R: Row>(text: &str) -> Result<Vec<R>> {
    let mut rows = Vec::new();
    each_row(text, |row| {
        rows.push(R::from_cells(row)?);
        Ok(())
    })?;
    Ok(rows)
}

fn write_values<R: Row>(rows: &[R]) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new();
    let count = u64::try_from(rows.len())?;
    encoder.header(&Header::table(schema::<R>()?).with_rows(count))?;
    let mut values = Vec::new();
    for row in rows {
        values.clear();
        row.values(&mut values);
        encoder.row(&values)?;
    }
    encoder.finish(&Closing::new())?;
    Ok(encoder.take())
}

fn read_values<R: Row>(text: &str) -> Result<Vec<R>> {
    let mut rows = Vec::new();
    each_row(text, |row| {
        rows.push(R::from_values(row.values()?)?);
        Ok(())
    })?;
    Ok(rows)
}

/// Reads a document by the core alone; its rows are split into cells, and no cell is decoded.
///
/// # Errors
/// A document that has a fault, or is cut; what `take` says.
pub fn each_row(text: &str, mut take: impl FnMut(&qrp1::Row) -> Result<()>) -> Result<()> {
    let mut decoder = Decoder::new();
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let (taken, event) = decoder.decode(rest)?;
        if let Some(Event::Row(row)) = event {
            take(row)?;
        }
        rest = rest.get(taken..).context("no more was taken than there is")?;
    }
    decoder.finish()?;
    Ok(())
}

fn write_rows<R: Row>(rows: &[R]) -> Result<Vec<u8>> {
    let mut writer = qrp1::Writer::from_writer(Vec::new());
    // A stream freezes its types at the first row, where a value may be null that later rows have.
    writer.header(&Header::table(schema::<R>()?))?;
    for row in rows {
        writer.serialize(row)?;
    }
    let rows = writer.count();
    Ok(writer.finish(&Closing::new().with_rows(rows))?)
}

fn read_rows<R: Row>(text: &str) -> Result<Vec<R>> {
    let mut reader = qrp1::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize().collect::<qrp1::Result<_>>()?;
    Ok(rows)
}
