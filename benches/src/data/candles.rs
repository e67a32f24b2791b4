//! Candles: nearly all of it is numbers.

use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use arrow_schema::{DataType, Field, FieldRef};
use fastrand::Rng;
use qrp1::Value;
use serde::{Deserialize, Serialize};

use super::{Number, Row, decimal};
use crate::codec::Codec;
use crate::codec::csv::{self, Digits, Flat, boolean, float, integer};

/// A minute of trade.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Candle {
    pub time: i64,
    pub open: f64,
    pub high: f64,
    pub low: f64,
    pub close: f64,
    pub volume: f64,
    pub closed: bool,
}

impl Row for Candle {
    fn generate(index: usize, rng: &mut Rng) -> Self {
        let open = rng.i64(5_900_000..6_100_000);
        let close = open + rng.i64(-5_000..=5_000);
        let high = open.max(close) + rng.i64(0..=2_500);
        let low = open.min(close) - rng.i64(0..=2_500);
        let minute = i64::try_from(index).unwrap_or(i64::MAX);
        Self {
            time: 1_704_067_200_000 + minute * 60_000,
            open: decimal(open, 100),
            high: decimal(high, 100),
            low: decimal(low, 100),
            close: decimal(close, 100),
            volume: decimal(rng.i64(1..2_000_000), 1_000),
            closed: rng.u8(..) != 0,
        }
    }

    fn fields() -> Vec<FieldRef> {
        [
            ("time", DataType::Int64),
            ("open", DataType::Float64),
            ("high", DataType::Float64),
            ("low", DataType::Float64),
            ("close", DataType::Float64),
            ("volume", DataType::Float64),
            ("closed", DataType::Boolean),
        ]
        .map(|(name, ty)| Arc::new(Field::new(name, ty, false)))
        .into()
    }

    fn write_cells(&self, row: &mut qrp1::RowEncoder<'_, '_>) -> qrp1::Result<()> {
        row.cell()?.i64(self.time)?;
        for number in [self.open, self.high, self.low, self.close, self.volume] {
            row.cell()?.f64(number)?;
        }
        row.cell()?.bool(self.closed)
    }

    fn from_cells(row: &qrp1::Row) -> Result<Self> {
        Ok(Self {
            time: row.cell_with(0, |cell| cell.i64())?.context("time")?,
            open: row.cell_with(1, |cell| cell.f64())?.context("open")?,
            high: row.cell_with(2, |cell| cell.f64())?.context("high")?,
            low: row.cell_with(3, |cell| cell.f64())?.context("low")?,
            close: row.cell_with(4, |cell| cell.f64())?.context("close")?,
            volume: row.cell_with(5, |cell| cell.f64())?.context("volume")?,
            closed: row.cell_with(6, |cell| cell.bool())?.context("closed")?,
        })
    }

    fn values<'a>(&'a self, values: &mut Vec<Value<'a>>) {
        values.push(Value::Int(self.time));
        values.extend([self.open, self.high, self.low, self.close, self.volume].map(Value::Float));
        values.push(Value::Bool(self.closed));
    }

    fn from_values(values: Vec<Value<'_>>) -> Result<Self> {
        use Value::{Bool, Float, Int};
        match *values {
            [Int(time), Float(open), Float(high), Float(low), Float(close), Float(volume), Bool(closed)] => {
                Ok(Self { time, open, high, low, close, volume, closed })
            }
            _ => bail!("no candle: {values:?}"),
        }
    }

    fn numbers(&self, numbers: &mut Vec<Number>) {
        numbers.push(Number::Integer(self.time));
        numbers.extend([self.open, self.high, self.low, self.close, self.volume].map(Number::Float));
    }

    fn csv() -> Vec<Codec<Self>> {
        csv::codecs()
    }
}

impl Flat for Candle {
    const NAMES: &[&str] = &["time", "open", "high", "low", "close", "volume", "closed"];

    fn write<W: Write>(&self, writer: &mut ::csv::Writer<W>, digits: &mut Digits) -> ::csv::Result<()> {
        writer.write_field(digits.integers.format(self.time))?;
        for price in [self.open, self.high, self.low, self.close, self.volume] {
            writer.write_field(digits.floats.format_finite(price))?;
        }
        writer.write_field(if self.closed { "true" } else { "false" })
    }

    fn read(record: &::csv::ByteRecord) -> Option<Self> {
        Some(Self {
            time: integer(record.get(0)?)?,
            open: float(record.get(1)?)?,
            high: float(record.get(2)?)?,
            low: float(record.get(3)?)?,
            close: float(record.get(4)?)?,
            volume: float(record.get(5)?)?,
            closed: boolean(record.get(6)?)?,
        })
    }
}
