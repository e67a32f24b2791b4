//! A `Serializer` of rows that writes their cells as they come. What it has no cell for is taken apart first.

use alloc::borrow::{Cow, ToOwned};
use alloc::string::ToString;
use core::fmt;

use serde_core::ser::{self, Serialize, Serializer};

use super::capture::{Capture, Entries, Items};
use super::node::Node;
use super::{NUMBER, RAW_VALUE, values};
use crate::{CellEncoder, Column, ColumnRule, ColumnType, Error, ListEncoder, Result, RowEncoder};

/// Writes the cells of a row, but for the field `time`.
///
/// # Errors
/// Any: the row may then be taken apart, which knows more forms of rows, and says what is wrong.
pub(super) fn write<T: ?Sized + Serialize>(
    row: &T,
    time: Option<&str>,
    capture: Capture,
    cells: &mut RowEncoder<'_, '_>,
) -> Result<()> {
    match cells.column() {
        Some(column) if column.name().is_none() => {
            let ty = column.column_type();
            row.serialize(CellSerializer { cell: cells.cell()?, ty, capture })
        }
        _ => row.serialize(RowSerializer { cells, time, capture }),
    }
}

/// No fault, but a row of another form.
#[cold]
fn another_form() -> Error {
    Error::message("a row in another form")
}

/// Takes a struct whose fields come in the order of the columns.
struct RowSerializer<'r, 'c, 'a> {
    cells: &'r mut RowEncoder<'c, 'a>,
    time: Option<&'r str>,
    capture: Capture,
}

/// What is no such struct.
macro_rules! other_forms {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok> {
            Err(another_form())
        }
    )*};
}

impl Serializer for RowSerializer<'_, '_, '_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ser::Impossible<(), Error>;
    type SerializeTuple = ser::Impossible<(), Error>;
    type SerializeTupleStruct = ser::Impossible<(), Error>;
    type SerializeTupleVariant = ser::Impossible<(), Error>;
    type SerializeMap = ser::Impossible<(), Error>;
    type SerializeStruct = Self;
    type SerializeStructVariant = ser::Impossible<(), Error>;

    other_forms! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<()> {
        Err(another_form())
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Self> {
        if matches!(name, NUMBER | RAW_VALUE) { Err(another_form()) } else { Ok(self) }
    }
}

impl ser::SerializeStruct for RowSerializer<'_, '_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        if self.time == Some(name) {
            self.time = None;
            return Ok(());
        }
        field(self.cells, name, value, self.capture)
    }

    fn skip_field(&mut self, _: &'static str) -> Result<()> {
        Ok(())
    }

    fn end(self) -> Result<()> {
        rest(self.cells)
    }
}

/// Writes a field into its column, which none may precede that has to have a value.
fn field<T: ?Sized + Serialize>(
    cells: &mut RowEncoder<'_, '_>,
    name: &'static str,
    value: &T,
    capture: Capture,
) -> Result<()> {
    while let Some(column) = cells.column() {
        if column.name() == Some(name) {
            let ty = column.column_type();
            return value.serialize(CellSerializer { cell: cells.cell()?, ty, capture });
        }
        absent(cells, column)?;
    }
    Err(another_form())
}

/// A column that the row leaves out.
fn absent(cells: &mut RowEncoder<'_, '_>, column: &Column) -> Result<()> {
    match column.rule() {
        ColumnRule::Always(constant) => cells.cell()?.value(constant),
        _ if column.may_be_missing() => cells.cell()?.missing(),
        _ => Err(another_form()),
    }
}

fn rest(cells: &mut RowEncoder<'_, '_>) -> Result<()> {
    while let Some(column) = cells.column() {
        absent(cells, column)?;
    }
    Ok(())
}

/// Writes a value into a cell of this type.
struct CellSerializer<'c, 'a> {
    cell: CellEncoder<'c, 'a>,
    ty: &'a ColumnType,
    capture: Capture,
}

impl CellSerializer<'_, '_> {
    /// A value that was taken apart.
    fn node(self, node: &Node) -> Result<()> {
        self.cell.value(&values::value(node, self.ty)?)
    }

    fn int(self, value: i64, bits: u8) -> Result<()> {
        match self.ty {
            ColumnType::I8 | ColumnType::I16 | ColumnType::I32 | ColumnType::I64 => self.cell.i64(value),
            _ => self.node(&Node::Int(value, bits)),
        }
    }

    fn uint(self, value: u64, bits: u8) -> Result<()> {
        match self.ty {
            ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64 => self.cell.u64(value),
            ColumnType::I8 | ColumnType::I16 | ColumnType::I32 | ColumnType::I64
                if let Ok(value) = value.try_into() =>
            {
                self.cell.i64(value)
            }
            _ => self.node(&Node::UInt(value, bits)),
        }
    }
}

impl<'c, 'a> Serializer for CellSerializer<'c, 'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ListSerializer<'c, 'a>;
    type SerializeTuple = ListSerializer<'c, 'a>;
    type SerializeTupleStruct = ListSerializer<'c, 'a>;
    type SerializeTupleVariant = ListSerializer<'c, 'a>;
    type SerializeMap = FieldsSerializer<'c, 'a>;
    type SerializeStruct = FieldsSerializer<'c, 'a>;
    type SerializeStructVariant = FieldsSerializer<'c, 'a>;

    fn serialize_bool(self, value: bool) -> Result<()> {
        if matches!(self.ty, ColumnType::Bool) { self.cell.bool(value) } else { self.node(&Node::Bool(value)) }
    }

    fn serialize_i8(self, value: i8) -> Result<()> {
        self.int(i64::from(value), 8)
    }

    fn serialize_i16(self, value: i16) -> Result<()> {
        self.int(i64::from(value), 16)
    }

    fn serialize_i32(self, value: i32) -> Result<()> {
        self.int(i64::from(value), 32)
    }

    fn serialize_i64(self, value: i64) -> Result<()> {
        self.int(value, 64)
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        self.node(&Node::Letters(value.to_string()))
    }

    fn serialize_u8(self, value: u8) -> Result<()> {
        self.uint(u64::from(value), 8)
    }

    fn serialize_u16(self, value: u16) -> Result<()> {
        self.uint(u64::from(value), 16)
    }

    fn serialize_u32(self, value: u32) -> Result<()> {
        self.uint(u64::from(value), 32)
    }

    fn serialize_u64(self, value: u64) -> Result<()> {
        self.uint(value, 64)
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        self.node(&Node::Letters(value.to_string()))
    }

    fn serialize_f32(self, value: f32) -> Result<()> {
        match self.ty {
            ColumnType::F32 | ColumnType::F64 => self.cell.f64(f64::from(value)),
            _ => self.node(&Node::F32(value)),
        }
    }

    fn serialize_f64(self, value: f64) -> Result<()> {
        if matches!(self.ty, ColumnType::F64) { self.cell.f64(value) } else { self.node(&Node::F64(value)) }
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<()> {
        match self.ty {
            ColumnType::Str => self.cell.str(value),
            _ => self.node(&Node::Str(Cow::Owned(value.to_owned()))),
        }
    }

    fn collect_str<T: ?Sized + fmt::Display>(self, value: &T) -> Result<()> {
        self.serialize_str(&value.to_string())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        match self.ty {
            ColumnType::Bin => self.cell.bytes(value),
            _ => self.node(&Node::Bin(value.to_owned())),
        }
    }

    fn serialize_none(self) -> Result<()> {
        self.cell.null()
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.cell.null()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.cell.null()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let node = self.capture.serialize_newtype_variant(name, index, variant, value)?;
        self.node(&node)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<ListSerializer<'c, 'a>> {
        match (self.ty, length) {
            (ColumnType::List(item), Some(length)) => {
                let capture = self.capture.inner()?;
                Ok(ListSerializer::Cells { list: self.cell.list(length)?, item, capture })
            }
            _ => Ok(ListSerializer::Nodes { items: self.capture.serialize_seq(length)?, to: self }),
        }
    }

    fn serialize_tuple(self, length: usize) -> Result<ListSerializer<'c, 'a>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<ListSerializer<'c, 'a>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<ListSerializer<'c, 'a>> {
        let items = self.capture.serialize_tuple_variant(name, index, variant, length)?;
        Ok(ListSerializer::Nodes { items, to: self })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<FieldsSerializer<'c, 'a>> {
        Ok(FieldsSerializer::Nodes { entries: self.capture.serialize_map(length)?, to: self })
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<FieldsSerializer<'c, 'a>> {
        match self.ty {
            ColumnType::Struct { .. } if !matches!(name, NUMBER | RAW_VALUE) => {
                let capture = self.capture.inner()?;
                Ok(FieldsSerializer::Cells { cells: self.cell.fields()?, capture })
            }
            _ => Ok(FieldsSerializer::Nodes { entries: self.capture.serialize_struct(name, length)?, to: self }),
        }
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<FieldsSerializer<'c, 'a>> {
        let entries = self.capture.serialize_struct_variant(name, index, variant, length)?;
        Ok(FieldsSerializer::Nodes { entries, to: self })
    }
}

/// Writes a list, or takes it apart.
enum ListSerializer<'c, 'a> {
    Cells { list: ListEncoder<'c, 'a>, item: &'a ColumnType, capture: Capture },
    Nodes { items: Items, to: CellSerializer<'c, 'a> },
}

macro_rules! serialize_items {
    ($($of:ident $method:ident)*) => {$(
        impl ser::$of for ListSerializer<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
                match self {
                    Self::Cells { list, item, capture } => {
                        value.serialize(CellSerializer { cell: list.item()?, ty: item, capture: *capture })
                    }
                    Self::Nodes { items, .. } => ser::$of::$method(items, value),
                }
            }

            fn end(self) -> Result<()> {
                match self {
                    Self::Cells { list, .. } => list.end(),
                    Self::Nodes { items, to } => to.node(&ser::$of::end(items)?),
                }
            }
        }
    )*};
}

serialize_items! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}

/// Writes the fields of a struct, or takes it apart; maps always.
enum FieldsSerializer<'c, 'a> {
    Cells { cells: RowEncoder<'c, 'a>, capture: Capture },
    Nodes { entries: Entries, to: CellSerializer<'c, 'a> },
}

macro_rules! serialize_fields {
    ($($of:ident)*) => {$(
        impl ser::$of for FieldsSerializer<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
                match self {
                    Self::Cells { cells, capture } => field(cells, name, value, *capture),
                    Self::Nodes { entries, .. } => ser::$of::serialize_field(entries, name, value),
                }
            }

            fn skip_field(&mut self, name: &'static str) -> Result<()> {
                match self {
                    Self::Cells { .. } => Ok(()),
                    Self::Nodes { entries, .. } => ser::$of::skip_field(entries, name),
                }
            }

            fn end(self) -> Result<()> {
                match self {
                    Self::Cells { mut cells, .. } => {
                        rest(&mut cells)?;
                        cells.end()
                    }
                    Self::Nodes { entries, to } => to.node(&ser::$of::end(entries)?),
                }
            }
        }
    )*};
}

serialize_fields! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for FieldsSerializer<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        match self {
            Self::Cells { .. } => Err(another_form()),
            Self::Nodes { entries, .. } => entries.serialize_key(key),
        }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self {
            Self::Cells { .. } => Err(another_form()),
            Self::Nodes { entries, .. } => entries.serialize_value(value),
        }
    }

    fn end(self) -> Result<()> {
        match self {
            Self::Cells { .. } => Err(another_form()),
            Self::Nodes { entries, to } => to.node(&ser::SerializeMap::end(entries)?),
        }
    }
}
