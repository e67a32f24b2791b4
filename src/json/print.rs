//! From blocks that borrow a value to the letters of their document.

use alloc::string::String;
use alloc::vec::Vec;

use super::conform::{conform, entries, fields, text};
use super::sample::leaves;
use super::series::TimeField;
use super::value::letters;
use crate::{Closing, ColumnType, Encoder, Header, Limits, Result, Schema, Value};

/// A block of a document, and where its body is in the value.
#[derive(Clone, Debug)]
pub(super) struct Block<'v> {
    pub(super) header: Header,
    pub(super) body: Body<'v>,
}

#[derive(Clone, Debug)]
pub(super) enum Body<'v> {
    Fields(Vec<Line<'v>>),
    /// A row for each object.
    Rows(&'v [Value<'v>]),
    /// A row for each value.
    Items(&'v [Value<'v>]),
    /// A row for each member.
    Keyed(&'v [(Value<'v>, Value<'v>)]),
    /// A row for each object, without its first member.
    Series(&'v [Value<'v>], TimeField<'v>),
    Text(&'v str),
}

/// A line of a record.
#[derive(Clone, Debug)]
pub(super) struct Line<'v> {
    pub(super) name: Option<&'v str>,
    pub(super) ty: ColumnType,
    pub(super) value: Part<'v>,
}

/// A part of the value, or one that was made of it: with marks, or as JSON.
#[derive(Clone, Debug)]
pub(super) enum Part<'v> {
    Of(&'v Value<'v>),
    Made(Value<'v>),
}

impl<'v> Part<'v> {
    pub(super) const fn value(&self) -> &Value<'v> {
        match self {
            Self::Of(value) => value,
            Self::Made(value) => value,
        }
    }
}

impl Line<'_> {
    /// Writes the line.
    pub(super) fn encode(&self, encoder: &mut Encoder) -> Result<()> {
        match (&self.ty, self.value.value()) {
            (ty @ (ColumnType::Auto | ColumnType::Json), value) => encoder.field(self.name, ty, value),
            (ty, value) => encoder.field(self.name, ty, &conform(ty, value)?),
        }
    }
}

/// The document of some blocks.
///
/// # Errors
/// What can't be written within the limits.
pub(super) fn document(blocks: &[Block<'_>], names: &[String], limits: Limits) -> Result<String> {
    let mut encoder = Encoder::new().with_limits(limits);
    for (index, block) in blocks.iter().enumerate() {
        let names = if index == 0 { names } else { &[] };
        if names.is_empty() {
            encoder.header(&block.header)?;
        } else {
            let header = names.iter().fold(block.header.clone(), |header, name| header.with_name(name.as_str()));
            encoder.header(&header)?;
        }
        body(&mut encoder, block)?;
    }
    encoder.finish(&Closing::new())?;
    letters(encoder.take())
}

/// Writes a block's body.
fn body(encoder: &mut Encoder, block: &Block<'_>) -> Result<()> {
    match &block.body {
        Body::Text(text) => encoder.text(text),
        Body::Fields(lines) => lines.iter().try_for_each(|line| line.encode(encoder)),
        Body::Rows(rows) | Body::Items(rows) | Body::Series(rows, _) => {
            (0..rows.len()).try_for_each(|index| row(encoder, block, index))
        }
        Body::Keyed(rows) => (0..rows.len()).try_for_each(|index| row(encoder, block, index)),
    }
}

/// Writes one of a block's rows.
pub(super) fn row(encoder: &mut Encoder, block: &Block<'_>, index: usize) -> Result<()> {
    let columns = block.header.schema().map_or(&[][..], Schema::columns);
    match &block.body {
        Body::Rows(rows) => match rows.get(index) {
            Some(row) => encoder.row(&fields(columns, entries(row))?),
            None => Ok(()),
        },
        Body::Items(rows) => match (rows.get(index), columns.first()) {
            (Some(row), Some(column)) => encoder.row(&[conform(column.column_type(), row)?]),
            _ => Ok(()),
        },
        Body::Keyed(rows) => match rows.get(index) {
            Some((key, row)) => encoder.keyed_row(text(key), &fields(columns, entries(row))?),
            None => Ok(()),
        },
        Body::Series(rows, time) => match (rows.get(index), time.offsets.get(index)) {
            (Some(row), Some(offset)) => {
                encoder.series_row(*offset, &fields(columns, entries(row).get(1..).unwrap_or_default())?)
            }
            _ => Ok(()),
        },
        Body::Fields(_) | Body::Text(_) => Ok(()),
    }
}

impl Body<'_> {
    /// The leaves of a row.
    pub(super) fn leaves(&self, index: usize) -> usize {
        match self {
            Self::Rows(rows) | Self::Items(rows) | Self::Series(rows, _) => rows.get(index).map_or(0, leaves),
            Self::Keyed(rows) => rows.get(index).map_or(0, |(_, value)| leaves(value)),
            Self::Fields(_) | Self::Text(_) => 0,
        }
    }

    /// The rows, if it has any.
    pub(super) const fn rows(&self) -> usize {
        match self {
            Self::Rows(rows) | Self::Items(rows) | Self::Series(rows, _) => rows.len(),
            Self::Keyed(rows) => rows.len(),
            Self::Fields(_) | Self::Text(_) => 0,
        }
    }
}
