//! Log lines: nearly all of it is text, some of which has to be quoted or escaped.

use std::borrow::Cow;
use std::io::Write;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use arrow_schema::{DataType, Field, FieldRef};
use fastrand::Rng;
use qrp1::Value;
use serde::{Deserialize, Serialize};

use super::{Number, Row, pick};
use crate::codec::Codec;
use crate::codec::csv::{self, Digits, Flat, integer, text};

/// A line of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    pub time: i64,
    pub level: String,
    pub service: String,
    pub message: String,
    pub latency: u32,
    pub user: Option<String>,
}

const LEVELS: &[&str] = &["debug", "info", "info", "info", "warn", "error"];
const SERVICES: &[&str] = &["api-gateway", "billing", "search", "auth", "mailer"];
const WORDS: &[&str] = &[
    "request", "served", "from", "cache", "after", "retry", "queue", "drained", "token", "upstream", "shard", "moved",
];
/// What a message has besides, now and then.
const MARKS: &[&str] = &["a, b", "\"quoted\"", "line\nfeed", "Zürich", "日本語", "path \\ share", "done."];

/// Letters of a message.
const LETTERS: std::ops::RangeInclusive<usize> = 60..=120;

impl Row for LogLine {
    fn generate(index: usize, rng: &mut Rng) -> Self {
        let letters = rng.usize(LETTERS);
        let mut message = String::new();
        while message.chars().count() < letters {
            if !message.is_empty() {
                message.push(' ');
            }
            message.push_str(if rng.u8(..16) == 0 { pick(rng, MARKS) } else { pick(rng, WORDS) });
        }
        let message: String = message.chars().take(letters).collect();
        Self {
            time: 1_704_067_200_000 + i64::try_from(index).unwrap_or(i64::MAX) * 137,
            level: pick(rng, LEVELS).into(),
            service: pick(rng, SERVICES).into(),
            message,
            latency: rng.u32(1..30_000),
            user: rng.bool().then(|| format!("user-{}", rng.u32(..50_000))),
        }
    }

    fn fields() -> Vec<FieldRef> {
        [
            ("time", DataType::Int64, false),
            ("level", DataType::Utf8, false),
            ("service", DataType::Utf8, false),
            ("message", DataType::Utf8, false),
            ("latency", DataType::UInt32, false),
            ("user", DataType::Utf8, true),
        ]
        .map(|(name, ty, nullable)| Arc::new(Field::new(name, ty, nullable)))
        .into()
    }

    fn write_cells(&self, row: &mut qrp1::RowEncoder<'_, '_>) -> qrp1::Result<()> {
        row.cell()?.i64(self.time)?;
        for text in [&self.level, &self.service, &self.message] {
            row.cell()?.str(text)?;
        }
        row.cell()?.u64(self.latency.into())?;
        match &self.user {
            Some(user) => row.cell()?.str(user),
            None => row.cell()?.null(),
        }
    }

    fn from_cells(row: &qrp1::Row) -> Result<Self> {
        Ok(Self {
            time: row.cell_with(0, |cell| cell.i64())?.context("time")?,
            level: row.cell_with(1, |cell| cell.str())?.context("level")?.into_owned(),
            service: row.cell_with(2, |cell| cell.str())?.context("service")?.into_owned(),
            message: row.cell_with(3, |cell| cell.str())?.context("message")?.into_owned(),
            latency: row.cell_with(4, |cell| cell.u64())?.context("latency")?.try_into()?,
            user: row.cell_with(5, |cell| cell.str())?.map(Into::into),
        })
    }

    fn values<'a>(&'a self, values: &mut Vec<Value<'a>>) {
        values.push(Value::Int(self.time));
        values.extend([&self.level, &self.service, &self.message].map(|text| Value::from(text.as_str())));
        values.push(Value::UInt(self.latency.into()));
        values.push(self.user.as_deref().map_or(Value::Null, Value::from));
    }

    fn from_values(values: Vec<Value<'_>>) -> Result<Self> {
        use Value::{Int, Null, Str, UInt};
        let (time, [level, service, message], latency, user) = match <[_; 6]>::try_from(values) {
            Ok([Int(time), Str(level), Str(service), Str(message), UInt(latency), Str(user)]) => {
                (time, [level, service, message], latency, Some(user.into_owned()))
            }
            Ok([Int(time), Str(level), Str(service), Str(message), UInt(latency), Null]) => {
                (time, [level, service, message], latency, None)
            }
            other => bail!("no log line: {other:?}"),
        };
        let [level, service, message] = [level, service, message].map(Cow::into_owned);
        Ok(Self { time, level, service, message, latency: latency.try_into()?, user })
    }

    fn numbers(&self, numbers: &mut Vec<Number>) {
        numbers.push(Number::Integer(self.time));
        numbers.push(Number::Integer(self.latency.into()));
    }

    fn csv() -> Vec<Codec<Self>> {
        csv::codecs()
    }
}

impl Flat for LogLine {
    const NAMES: &[&str] = &["time", "level", "service", "message", "latency", "user"];

    fn write<W: Write>(&self, writer: &mut ::csv::Writer<W>, digits: &mut Digits) -> ::csv::Result<()> {
        writer.write_field(digits.integers.format(self.time))?;
        writer.write_field(&self.level)?;
        writer.write_field(&self.service)?;
        writer.write_field(&self.message)?;
        writer.write_field(digits.integers.format(self.latency))?;
        writer.write_field(self.user.as_deref().unwrap_or_default())
    }

    fn read(record: &::csv::ByteRecord) -> Option<Self> {
        let user = record.get(5)?;
        Some(Self {
            time: integer(record.get(0)?)?,
            level: text(record.get(1)?)?,
            service: text(record.get(2)?)?,
            message: text(record.get(3)?)?,
            latency: integer(record.get(4)?)?,
            user: if user.is_empty() { None } else { Some(text(user)?) },
        })
    }
}
