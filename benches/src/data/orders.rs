//! Orders: a struct and lists in each row.

use std::borrow::Cow;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use arrow_schema::{DataType, Field, FieldRef, Fields};
use fastrand::Rng;
use qrp1::{CellDecoder, Error, RowDecoder, Value};
use serde::{Deserialize, Serialize};

use super::{Number, Row, decimal, pick};

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

    fn write_cells(&self, row: &mut qrp1::RowEncoder<'_, '_>) -> qrp1::Result<()> {
        row.cell()?.u64(self.id)?;
        row.cell()?.i64(self.time)?;
        let mut customer = row.cell()?.fields()?;
        customer.cell()?.str(&self.customer.name)?;
        customer.cell()?.str(&self.customer.email)?;
        customer.cell()?.bool(self.customer.vip)?;
        customer.end()?;
        let mut lines = row.cell()?.list(self.lines.len())?;
        for line in &self.lines {
            let mut fields = lines.item()?.fields()?;
            fields.cell()?.str(&line.sku)?;
            fields.cell()?.u64(line.quantity.into())?;
            fields.cell()?.f64(line.price)?;
            fields.end()?;
        }
        lines.end()?;
        let mut tags = row.cell()?.list(self.tags.len())?;
        for tag in &self.tags {
            tags.item()?.str(tag)?;
        }
        tags.end()
    }

    fn from_cells(row: &qrp1::Row) -> Result<Self> {
        Ok(Self {
            id: row.cell_with(0, |cell| cell.u64())?.context("id")?,
            time: row.cell_with(1, |cell| cell.i64())?.context("time")?,
            customer: row.cell_with(2, |cell| {
                let mut fields = cell.fields()?;
                let customer = Customer {
                    name: field(fields.as_mut(), |cell| cell.str())?.into_owned(),
                    email: field(fields.as_mut(), |cell| cell.str())?.into_owned(),
                    vip: field(fields.as_mut(), |cell| cell.bool())?,
                };
                end(fields).map(|()| customer)
            })?,
            lines: row.cell_with(3, |cell| {
                items(cell, |cell| {
                    let mut fields = cell.fields()?;
                    let line = Line {
                        sku: field(fields.as_mut(), |cell| cell.str())?.into_owned(),
                        quantity: field(fields.as_mut(), |cell| cell.u64())?.try_into().map_err(Error::message)?,
                        price: field(fields.as_mut(), |cell| cell.f64())?,
                    };
                    end(fields).map(|()| line)
                })
            })?,
            tags: row.cell_with(4, |cell| items(cell, |cell| some(cell.str()?).map(Cow::into_owned)))?,
        })
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

    fn from_values(values: Vec<Value<'_>>) -> Result<Self> {
        match <[_; 5]>::try_from(values) {
            Ok([Value::UInt(id), Value::Int(time), customer, Value::List(lines), Value::List(tags)]) => Ok(Self {
                id,
                time,
                customer: match fields(customer)? {
                    [Value::Str(name), Value::Str(email), Value::Bool(vip)] => {
                        Customer { name: name.into_owned(), email: email.into_owned(), vip }
                    }
                    other => bail!("no customer: {other:?}"),
                },
                lines: lines.into_iter().map(line).collect::<Result<_>>()?,
                tags: tags.into_iter().map(tag).collect::<Result<_>>()?,
            }),
            other => bail!("no order: {other:?}"),
        }
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

/// What no column of orders lacks.
fn some<T>(value: Option<T>) -> qrp1::Result<T> {
    value.ok_or_else(|| Error::message("a null in an order"))
}

/// The next field of a struct.
fn field<'a, T>(
    fields: Option<&mut RowDecoder<'_, 'a>>,
    read: impl FnOnce(CellDecoder<'_, 'a>) -> qrp1::Result<Option<T>>,
) -> qrp1::Result<T> {
    some(read(some(some(fields)?.cell()?)?)?)
}

/// The end of a struct.
fn end(fields: Option<RowDecoder<'_, '_>>) -> qrp1::Result<()> {
    match some(fields)?.cell()? {
        None => Ok(()),
        Some(_) => Err(Error::message("a field too many")),
    }
}

/// All items of a list.
fn items<'a, T>(
    cell: CellDecoder<'_, 'a>,
    read: impl Fn(CellDecoder<'_, 'a>) -> qrp1::Result<T>,
) -> qrp1::Result<Vec<T>> {
    let mut list = some(cell.list()?)?;
    let mut items = Vec::new();
    while let Some(item) = list.next()? {
        items.push(read(item)?);
    }
    Ok(items)
}

fn fields(value: Value<'_>) -> Result<[Value<'_>; 3]> {
    let Value::Struct(fields) = value else { bail!("no struct: {value:?}") };
    fields.try_into().ok().context("three fields")
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
