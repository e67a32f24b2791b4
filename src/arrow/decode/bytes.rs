//! Texts and bytes of every layout.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use core::mem;

use arrow_array::builder::{BinaryViewBuilder, GenericBinaryBuilder, GenericStringBuilder, StringViewBuilder};
use arrow_array::{ArrayRef, FixedSizeBinaryArray, OffsetSizeTrait};
use arrow_buffer::{ArrowNativeType, Buffer, NullBufferBuilder};
use arrow_schema::DataType;

use super::{Boxed, Sink, auto, refused, stray};
use crate::{CellDecoder, ColumnType, Error, Result, Value};

/// The letters of a cell of a text column: its text, a number by its letters, or any value as JSON.
fn read<'a>(cell: CellDecoder<'_, 'a>, form: Form) -> Result<Option<Cow<'a, str>>> {
    match form {
        Form::Text => cell.str(),
        Form::Number => cell.number(),
        // Only its value says what it is.
        Form::Auto => match cell.value()? {
            Value::Null | Value::Missing => Ok(None),
            value => auto::json(&value).map(|json| Some(Cow::Owned(json))),
        },
    }
}

/// The same of a value that has no cell.
fn letters<'v>(value: &'v Value<'_>, form: Form) -> Result<Cow<'v, str>> {
    match value {
        value if form == Form::Auto => auto::json(value).map(Cow::Owned),
        Value::Str(text) | Value::Number(text) => Ok(Cow::Borrowed(text)),
        other => Err(stray(other)),
    }
}

fn binary<'v>(value: &'v Value<'_>) -> Result<&'v [u8]> {
    match value {
        Value::Bin(bytes) => Ok(bytes),
        other => Err(stray(other)),
    }
}

/// Refuses what the offsets of an array can't count.
fn room<O: OffsetSizeTrait>(before: usize, more: usize) -> Result<()> {
    before.checked_add(more).filter(|sum| O::from_usize(*sum).is_some()).map(|_| ()).ok_or_else(|| {
        Error::limit("bytes in a column of a batch", u64::try_from(O::MAX_OFFSET).unwrap_or(u64::MAX))
            .hint("make the batches smaller, or read into a large type")
    })
}

/// What a text column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Text,
    Number,
    /// Values that describe themselves.
    Auto,
}

#[derive(Debug)]
struct Texts<O: OffsetSizeTrait> {
    builder: GenericStringBuilder<O>,
    form: Form,
}

impl<O: OffsetSizeTrait> Sink for Texts<O> {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        if self.form == Form::Text {
            // Into the values of the array, and then its end.
            if cell.str_to(&mut self.builder)? {
                room::<O>(self.builder.values_slice().len(), 0)?;
                self.builder.append_value("");
            } else {
                self.builder.append_null();
            }
            return Ok(());
        }
        let Some(text) = read(cell, self.form)? else {
            self.builder.append_null();
            return Ok(());
        };
        room::<O>(self.builder.values_slice().len(), text.len())?;
        self.builder.append_value(text);
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        if matches!(value, Value::Null | Value::Missing) {
            self.builder.append_null();
            return Ok(());
        }
        let letters = letters(&value, self.form)?;
        room::<O>(self.builder.values_slice().len(), letters.len())?;
        self.builder.append_value(letters);
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(self.builder.finish()))
    }
}

#[derive(Debug)]
struct TextViews {
    builder: StringViewBuilder,
    form: Form,
}

impl Sink for TextViews {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        let Some(text) = read(cell, self.form)? else {
            self.builder.append_null();
            return Ok(());
        };
        self.builder.try_append_value(text).map_err(|error| refused(&error))
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        if matches!(value, Value::Null | Value::Missing) {
            self.builder.append_null();
            return Ok(());
        }
        self.builder.try_append_value(letters(&value, self.form)?).map_err(|error| refused(&error))
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(self.builder.finish()))
    }
}

#[derive(Debug)]
struct Binaries<O: OffsetSizeTrait>(GenericBinaryBuilder<O>);

impl<O: OffsetSizeTrait> Sink for Binaries<O> {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        let Some(bytes) = cell.bytes()? else {
            self.0.append_null();
            return Ok(());
        };
        room::<O>(self.0.values_slice().len(), bytes.len())?;
        self.0.append_value(bytes);
        Ok(())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        if matches!(value, Value::Null | Value::Missing) {
            self.0.append_null();
            return Ok(());
        }
        let bytes = binary(&value)?;
        room::<O>(self.0.values_slice().len(), bytes.len())?;
        self.0.append_value(bytes);
        Ok(())
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(self.0.finish()))
    }
}

#[derive(Debug)]
struct BinaryViews(BinaryViewBuilder);

impl Sink for BinaryViews {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        let Some(bytes) = cell.bytes()? else {
            self.0.append_null();
            return Ok(());
        };
        self.0.try_append_value(bytes).map_err(|error| refused(&error))
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        if matches!(value, Value::Null | Value::Missing) {
            self.0.append_null();
            return Ok(());
        }
        self.0.try_append_value(binary(&value)?).map_err(|error| refused(&error))
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        Ok(Arc::new(self.0.finish()))
    }
}

/// Bytes of one length, in which nulls take room too.
#[derive(Debug)]
struct Fixed {
    length: i32,
    size: usize,
    bytes: Vec<u8>,
    nulls: NullBufferBuilder,
    rows: usize,
}

impl Fixed {
    fn add(&mut self, bytes: Option<&[u8]>) -> Result<()> {
        self.rows = self.rows.saturating_add(1);
        let Some(bytes) = bytes else {
            self.nulls.append_null();
            self.bytes.resize(self.bytes.len().saturating_add(self.size), 0);
            return Ok(());
        };
        if bytes.len() != self.size {
            return Err(Error::range(format!("{} bytes", self.size), &format!("{} bytes", bytes.len())));
        }
        self.nulls.append_non_null();
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

impl Sink for Fixed {
    fn read(&mut self, cell: CellDecoder<'_, '_>) -> Result<()> {
        self.add(cell.bytes()?.as_deref())
    }

    fn push(&mut self, value: Value<'_>) -> Result<()> {
        match &value {
            Value::Null | Value::Missing => self.add(None),
            value => self.add(Some(binary(value)?)),
        }
    }

    fn finish(&mut self) -> Result<ArrayRef> {
        let (bytes, nulls) = (Buffer::from_vec(mem::take(&mut self.bytes)), self.nulls.finish());
        let rows = mem::take(&mut self.rows);
        let array = FixedSizeBinaryArray::try_new_with_len(self.length, bytes, nulls, rows);
        Ok(Arc::new(array.map_err(|error| refused(&error))?))
    }
}

/// The sink for texts or bytes; none for other targets, or if the column has other values.
pub(super) fn sink(ty: &ColumnType, target: &DataType) -> Option<Boxed> {
    let form = match ty {
        ColumnType::Auto => Form::Auto,
        ColumnType::Num => Form::Number,
        _ => Form::Text,
    };
    let is_text = matches!(ty, ColumnType::Str | ColumnType::Num | ColumnType::Auto | ColumnType::Null);
    let is_binary = matches!(ty, ColumnType::Bin | ColumnType::Null);
    match target {
        DataType::Utf8 if is_text => Some(texts::<i32>(form)),
        DataType::LargeUtf8 if is_text => Some(texts::<i64>(form)),
        DataType::Utf8View if is_text => Some(Box::new(TextViews { builder: StringViewBuilder::new(), form })),
        DataType::Binary if is_binary => Some(binaries::<i32>()),
        DataType::LargeBinary if is_binary => Some(binaries::<i64>()),
        DataType::BinaryView if is_binary => Some(Box::new(BinaryViews(BinaryViewBuilder::new()))),
        DataType::FixedSizeBinary(length) if is_binary && *length >= 0 => {
            let (size, nulls) = (length.to_usize()?, NullBufferBuilder::new(0));
            Some(Box::new(Fixed { length: *length, size, bytes: Vec::new(), nulls, rows: 0 }))
        }
        _ => None,
    }
}

fn texts<O: OffsetSizeTrait>(form: Form) -> Boxed {
    Box::new(Texts { builder: GenericStringBuilder::<O>::with_capacity(0, 0), form })
}

fn binaries<O: OffsetSizeTrait>() -> Boxed {
    Box::new(Binaries(GenericBinaryBuilder::<O>::with_capacity(0, 0)))
}
