//! From blocks that borrow a value to the letters of their document.

use alloc::string::String;
use alloc::vec::Vec;

use super::conform::{conform, entries, fields, text};
use super::gather::RowKind;
use super::sample::leaves;
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
    /// A row for each item of a list.
    Rows(&'v [Value<'v>], RowKind),
    /// A row for each member of an object.
    Keyed(&'v [(Value<'v>, Value<'v>)]),
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

/// What a document has beside its value.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// Fields of the first header.
    pub(super) metadata: Vec<(String, String)>,
    pub(super) closing: Closing,
}

/// The document of some blocks.
///
/// # Errors
/// What can't be written within the limits.
pub(super) fn document(blocks: &[Block<'_>], names: &[String], frame: &Frame, limits: Limits) -> Result<String> {
    let mut encoder = Encoder::new().with_limits(limits);
    for (index, block) in blocks.iter().enumerate() {
        if index == 0 {
            let header = names.iter().fold(block.header.clone(), |header, name| header.with_name(name.as_str()));
            let fields = frame.metadata.iter();
            encoder.header(&fields.fold(header, |header, (key, value)| header.with(key, value)))?;
        } else {
            encoder.header(&block.header)?;
        }
        body(&mut encoder, block)?;
    }
    encoder.finish(&frame.closing)?;
    letters(encoder.take())
}

/// Writes a block's body.
fn body(encoder: &mut Encoder, block: &Block<'_>) -> Result<()> {
    match &block.body {
        Body::Text(text) => encoder.text(text),
        Body::Fields(lines) => lines.iter().try_for_each(|line| line.encode(encoder)),
        Body::Rows(..) | Body::Keyed(_) => (0..block.body.rows()).try_for_each(|index| row(encoder, block, index)),
    }
}

/// Writes one of a block's rows.
pub(super) fn row(encoder: &mut Encoder, block: &Block<'_>, index: usize) -> Result<()> {
    let columns = block.header.schema().map_or(&[][..], Schema::columns);
    match &block.body {
        Body::Rows(items, kind) => match items.get(index).map(|item| kind.values(columns, item)) {
            Some(Ok((Some(offset), values))) => encoder.series_row(offset, &values),
            Some(Ok((None, values))) => encoder.row(&values),
            Some(Err(error)) => Err(error),
            None => Ok(()),
        },
        Body::Keyed(members) => match members.get(index) {
            Some((key, row)) => encoder.keyed_row(text(key), &fields(columns, entries(row))?),
            None => Ok(()),
        },
        Body::Fields(_) | Body::Text(_) => Ok(()),
    }
}

impl Body<'_> {
    /// The leaves of a row.
    pub(super) fn leaves(&self, index: usize) -> usize {
        match self {
            Self::Rows(items, _) => items.get(index).map_or(0, leaves),
            Self::Keyed(members) => members.get(index).map_or(0, |(_, value)| leaves(value)),
            Self::Fields(_) | Self::Text(_) => 0,
        }
    }

    /// The rows, if it has any.
    pub(super) const fn rows(&self) -> usize {
        match self {
            Self::Rows(items, _) => items.len(),
            Self::Keyed(members) => members.len(),
            Self::Fields(_) | Self::Text(_) => 0,
        }
    }
}
