//! Orders: a struct and lists in each row.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use fastrand::Rng;
use qrp1::Value;
use serde::{Deserialize, Serialize};

use super::{Number, Row, decimal, pick};
use crate::codec::cell;

/// An order with its lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    pub id: u64,
    pub time: i64,
    pub customer: Customer,
    pub lines: Vec<Line>,
    pub tags: Vec<String>,
}

/// Who ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Customer {
    pub name: String,
    pub email: String,
    pub vip: bool,
}

/// A line of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub sku: String,
    pub quantity: u32,
    pub price: f64,
}

const NAMES: &[&str] = &["Ada Lovelace", "Zoë Müller", "Li Wei", "O'Neill, Pat", "Grace Hopper", "Noor"];
const TAGS: &[&str] = &["gift", "express", "b2b", "return", "first order"];

impl Row for Order {
    const IS_FLAT: bool = false;

    fn generate(index: usize, rng: &mut Rng) -> Self {
        let number = u64::try_from(index).unwrap_or(u64::MAX);
        let line = |rng: &mut Rng| Line {
            sku: format!("SKU-{:05}", rng.u32(..100_000)),
            quantity: rng.u32(1..20),
            price: decimal(rng.i64(99..50_000), 100),
        };
        Self {
            id: 1_000_000 + number,
            time: 1_704_067_200 + i64::try_from(index).unwrap_or(i64::MAX) * 61,
            customer: Customer {
                name: pick(rng, NAMES).into(),
                email: format!("customer{}@example.com", rng.u32(..10_000)),
                vip: rng.u8(..8) == 0,
            },
            lines: (0..rng.usize(1..=5)).map(|_| line(rng)).collect(),
            tags: (0..rng.usize(..=3)).map(|_| pick(rng, TAGS).into()).collect(),
        }
    }

    fn fields() -> Vec<FieldRef> {
        let field = |name: &str, ty| Arc::new(Field::new(name, ty, false));
        let customer = [field("name", DataType::Utf8), field("email", DataType::Utf8), field("vip", DataType::Boolean)];
        let line =
            [field("sku", DataType::Utf8), field("quantity", DataType::UInt32), field("price", DataType::Float64)];
        vec![
            field("id", DataType::UInt64),
            field("time", DataType::Int64),
            field("customer", DataType::Struct(Fields::from_iter(customer))),
            field("lines", DataType::List(field("item", DataType::Struct(Fields::from_iter(line))))),
            field("tags", DataType::List(field("item", DataType::Utf8))),
        ]
    }

    fn values<'a>(&'a self, values: &mut Vec<Value<'a>>) {
        let Customer { name, email, vip } = &self.customer;
        let customer = vec![Value::from(name.as_str()), Value::from(email.as_str()), Value::Bool(*vip)];
        let line = |line: &'a Line| {
            Value::Struct(vec![
                Value::from(line.sku.as_str()),
                Value::UInt(line.quantity.into()),
                Value::Float(line.price),
            ])
        };
        values.push(Value::UInt(self.id));
        values.push(Value::Int(self.time));
        values.push(Value::Struct(customer));
        values.push(Value::List(self.lines.iter().map(line).collect()));
        values.push(Value::List(self.tags.iter().map(|tag| Value::from(tag.as_str())).collect()));
    }

    fn from_cells(row: &qrp1::Row) -> Result<Self> {
        let [customer, lines, tags] = [row.value(2)?, row.value(3)?, row.value(4)?];
        Ok(Self {
            id: cell(row, 0)?.to_u64()?.context("id")?,
            time: cell(row, 1)?.to_i64()?.context("time")?,
            customer: match fields(customer)? {
                [Value::Str(name), Value::Str(email), Value::Bool(vip)] => {
                    Customer { name: name.into_owned(), email: email.into_owned(), vip }
                }
                other => bail!("no customer: {other:?}"),
            },
            lines: items(lines)?.into_iter().map(line).collect::<Result<_>>()?,
            tags: items(tags)?.into_iter().map(tag).collect::<Result<_>>()?,
        })
    }

    fn numbers(&self, numbers: &mut Vec<Number>) {
        numbers.push(Number::Integer(i64::try_from(self.id).unwrap_or(i64::MAX)));
        numbers.push(Number::Integer(self.time));
        for line in &self.lines {
            numbers.push(Number::Integer(line.quantity.into()));
            numbers.push(Number::Float(line.price));
        }
    }
}

fn fields(value: Value<'_>) -> Result<[Value<'_>; 3]> {
    let Value::Struct(fields) = value else { bail!("no struct: {value:?}") };
    fields.try_into().ok().context("three fields")
}

fn items(value: Value<'_>) -> Result<Vec<Value<'_>>> {
    let Value::List(items) = value else { bail!("no list: {value:?}") };
    Ok(items)
}

fn line(value: Value<'_>) -> Result<Line> {
    match fields(value)? {
        [Value::Str(sku), Value::UInt(quantity), Value::Float(price)] => {
            Ok(Line { sku: sku.into_owned(), quantity: quantity.try_into()?, price })
        }
        other => bail!("no line: {other:?}"),
    }
}

fn tag(value: Value<'_>) -> Result<String> {
    let Value::Str(text) = value else { bail!("no text: {value:?}") };
    Ok(text.into_owned())
}
