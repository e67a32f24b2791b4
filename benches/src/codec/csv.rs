//! CSV: with serde, and by hand for each kind of row, as fast as its crate goes.

use std::io::Write;

use anyhow::{Context, Result};
use csv::{ByteRecord, Reader, Writer};

use super::Codec;
use crate::data::Row;

/// A row that is one line of CSV.
pub trait Flat: Row {
    const NAMES: &[&str];

    /// Writes the fields of a record.
    ///
    /// # Errors
    /// As `write_field`.
    fn write<W: Write>(&self, writer: &mut Writer<W>, digits: &mut Digits) -> csv::Result<()>;

    /// The row of a record; none if a field is not what it should be.
    fn read(record: &ByteRecord) -> Option<Self>;
}

/// Memory for the letters of numbers.
#[derive(Default)]
pub struct Digits {
    pub integers: itoa::Buffer,
    pub floats: zmij::Buffer,
}

/// Both ways.
#[must_use]
pub fn codecs<R: Flat>() -> Vec<Codec<R>> {
    vec![
        Codec::peer("csv, by hand with itoa, zmij, atoi_simd, fast-float2", write_by_hand, read_by_hand),
        Codec::peer("csv with serde", write, read),
    ]
}

fn write<R: Flat>(rows: &[R]) -> Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    Ok(writer.into_inner()?)
}

fn read<R: Flat>(text: &str) -> Result<Vec<R>> {
    Ok(Reader::from_reader(text.as_bytes()).deserialize().collect::<csv::Result<_>>()?)
}

fn write_by_hand<R: Flat>(rows: &[R]) -> Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    let mut digits = Digits::default();
    writer.write_record(R::NAMES)?;
    for row in rows {
        row.write(&mut writer, &mut digits)?;
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(writer.into_inner()?)
}

fn read_by_hand<R: Flat>(text: &str) -> Result<Vec<R>> {
    let mut reader = Reader::from_reader(text.as_bytes());
    let mut record = ByteRecord::new();
    let mut rows = Vec::new();
    while reader.read_byte_record(&mut record)? {
        rows.push(R::read(&record).context("a record of other fields")?);
    }
    Ok(rows)
}

/// An integer field.
#[must_use]
pub fn integer<T: atoi_simd::Parse>(field: &[u8]) -> Option<T> {
    atoi_simd::parse::<T, false, false>(field).ok()
}

/// A float field.
#[must_use]
pub fn float(field: &[u8]) -> Option<f64> {
    fast_float2::parse(field).ok()
}

/// A boolean field.
#[must_use]
pub fn boolean(field: &[u8]) -> Option<bool> {
    match field {
        b"true" => Some(true),
        b"false" => Some(false),
        _ => None,
    }
}

/// A text field.
#[must_use]
pub fn text(field: &[u8]) -> Option<String> {
    Some(str::from_utf8(field).ok()?.to_owned())
}
