//! Products: short texts, short numbers.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use arrow_schema::{DataType, Field, FieldRef};
use fastrand::Rng;
use qrp1::Value;
use serde::{Deserialize, Serialize};

use super::{Number, Row, decimal, pick};
use crate::codec::Codec;
use crate::codec::csv::{self, Digits, Flat, boolean, float, integer, text};

/// A product of a shop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Product {
    pub id: u32,
    pub label: String,
    pub price: f64,
    pub enabled: bool,
}

const KINDS: &[&str] = &["Lamp", "Chair", "Desk", "Kettle", "Café table", "Cable, 2 m", "Shelf", "Mug"];
const LOOKS: &[&str] = &["oak", "steel", "white", "matt black", "blue", "walnut"];

impl Row for Product {
    fn generate(index: usize, rng: &mut Rng) -> Self {
        Self {
            id: u32::try_from(index).unwrap_or(u32::MAX),
            label: format!("{} {} {}", pick(rng, KINDS), pick(rng, LOOKS), rng.u16(100..1_000)),
            price: decimal(rng.i64(99..100_000), 100),
            enabled: rng.bool(),
        }
    }

    fn fields() -> Vec<FieldRef> {
        [
            ("id", DataType::UInt32),
            ("label", DataType::Utf8),
            ("price", DataType::Float64),
            ("enabled", DataType::Boolean),
        ]
        .map(|(name, ty)| Arc::new(Field::new(name, ty, false)))
        .into()
    }

    fn write_cells(&self, row: &mut qrp1::RowEncoder<'_, '_>) -> qrp1::Result<()> {
        row.cell()?.u64(self.id.into())?;
        row.cell()?.str(&self.label)?;
        row.cell()?.f64(self.price)?;
        row.cell()?.bool(self.enabled)
    }

    fn from_cells(row: &qrp1::Row) -> Result<Self> {
        Ok(Self {
            id: row.cell_with(0, |cell| cell.u64())?.context("id")?.try_into()?,
            label: row.cell_with(1, |cell| cell.str())?.context("label")?.into_owned(),
            price: row.cell_with(2, |cell| cell.f64())?.context("price")?,
            enabled: row.cell_with(3, |cell| cell.bool())?.context("enabled")?,
        })
    }

    fn values<'a>(&'a self, values: &mut Vec<Value<'a>>) {
        values.push(Value::UInt(self.id.into()));
        values.push(Value::from(self.label.as_str()));
        values.push(Value::Float(self.price));
        values.push(Value::Bool(self.enabled));
    }

    fn from_values(values: Vec<Value<'_>>) -> Result<Self> {
        match <[_; 4]>::try_from(values) {
            Ok([Value::UInt(id), Value::Str(label), Value::Float(price), Value::Bool(enabled)]) => {
                Ok(Self { id: id.try_into()?, label: label.into_owned(), price, enabled })
            }
            other => bail!("no product: {other:?}"),
        }
    }

    fn numbers(&self, numbers: &mut Vec<Number>) {
        numbers.push(Number::Integer(self.id.into()));
        numbers.push(Number::Float(self.price));
    }

    fn csv() -> Vec<Codec<Self>> {
        csv::codecs()
    }
}

impl Flat for Product {
    const NAMES: &[&str] = &["id", "label", "price", "enabled"];

    fn write<W: Write>(&self, writer: &mut ::csv::Writer<W>, digits: &mut Digits) -> ::csv::Result<()> {
        writer.write_field(digits.integers.format(self.id))?;
        writer.write_field(&self.label)?;
        writer.write_field(digits.floats.format_finite(self.price))?;
        writer.write_field(if self.enabled { "true" } else { "false" })
    }

    fn read(record: &::csv::ByteRecord) -> Option<Self> {
        Some(Self {
            id: integer(record.get(0)?)?,
            label: text(record.get(1)?)?,
            price: float(record.get(2)?)?,
            enabled: boolean(record.get(3)?)?,
        })
    }
}
