//! A `Serializer` that writes a value into a cell, or takes it apart where the column has another type.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::string::ToString;
use core::fmt;

use serde_core::ser::{self, Serialize, Serializer};

use super::capture::{Capture, Entries, Items};
use super::cells::{another_form, field, rest};
use super::kinds::{serialize_fields, serialize_items};
use super::node::Node;
use super::{NUMBER, RAW_VALUE, values};
use crate::{CellEncoder, ColumnType, Error, ListEncoder, Result, RowEncoder};

/// Writes a value into a cell of this type.
pub(super) struct CellSerializer<'c, 'a> {
    pub(super) cell: CellEncoder<'c, 'a>,
    pub(super) ty: &'a ColumnType,
    pub(super) capture: &'c Capture,
}

impl CellSerializer<'_, '_> {
    /// A value that was taken apart.
    #[cold]
    fn node(self, node: &Node) -> Result<()> {
        self.cell.value(&values::value(node, self.ty)?)
    }

    #[inline]
    fn int(self, value: i64, bits: u8) -> Result<()> {
        match self.ty {
            ColumnType::I8 | ColumnType::I16 | ColumnType::I32 | ColumnType::I64 => self.cell.i64(value),
            _ => self.node(&Node::Int(value, bits)),
        }
    }

    #[inline]
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

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        if matches!(self.ty, ColumnType::Bool) { self.cell.bool(value) } else { self.node(&Node::Bool(value)) }
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Result<()> {
        self.int(i64::from(value), 8)
    }

    #[inline]
    fn serialize_i16(self, value: i16) -> Result<()> {
        self.int(i64::from(value), 16)
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Result<()> {
        self.int(i64::from(value), 32)
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Result<()> {
        self.int(value, 64)
    }

    fn serialize_i128(self, value: i128) -> Result<()> {
        self.node(&Node::Letters(value.to_string()))
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Result<()> {
        self.uint(u64::from(value), 8)
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Result<()> {
        self.uint(u64::from(value), 16)
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Result<()> {
        self.uint(u64::from(value), 32)
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<()> {
        self.uint(value, 64)
    }

    fn serialize_u128(self, value: u128) -> Result<()> {
        self.node(&Node::Letters(value.to_string()))
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<()> {
        match self.ty {
            ColumnType::F32 | ColumnType::F64 => self.cell.f64(f64::from(value)),
            _ => self.node(&Node::F32(value)),
        }
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        if matches!(self.ty, ColumnType::F64) { self.cell.f64(value) } else { self.node(&Node::F64(value)) }
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
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

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.cell.null()
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<()> {
        self.cell.null()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.cell.null()
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.serialize_str(variant)
    }

    #[inline]
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
            _ => Ok(ListSerializer::Nodes(Box::new((self.capture.serialize_seq(length)?, self)))),
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
        Ok(ListSerializer::Nodes(Box::new((items, self))))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<FieldsSerializer<'c, 'a>> {
        Ok(FieldsSerializer::Nodes(Box::new((self.capture.serialize_map(length)?, self))))
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, length: usize) -> Result<FieldsSerializer<'c, 'a>> {
        match self.ty {
            ColumnType::Struct { .. } if !matches!(name, NUMBER | RAW_VALUE) => {
                let capture = self.capture.inner()?;
                Ok(FieldsSerializer::Cells { cells: self.cell.fields()?, capture })
            }
            _ => Ok(FieldsSerializer::Nodes(Box::new((self.capture.serialize_struct(name, length)?, self)))),
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
        Ok(FieldsSerializer::Nodes(Box::new((entries, self))))
    }
}

/// Writes a list, or takes it apart.
pub(super) enum ListSerializer<'c, 'a> {
    Cells { list: ListEncoder<'c, 'a>, item: &'a ColumnType, capture: Capture },
    Nodes(Box<(Items, CellSerializer<'c, 'a>)>),
}

impl ListSerializer<'_, '_> {
    #[inline]
    fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self {
            Self::Cells { list, item, capture } => {
                value.serialize(CellSerializer { cell: list.item()?, ty: item, capture })
            }
            Self::Nodes(nodes) => nodes.0.push(value),
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Cells { list, .. } => list.end(),
            Self::Nodes(nodes) => {
                let (items, to) = *nodes;
                to.node(&items.finish()?)
            }
        }
    }
}

serialize_items! { ['c, 'a] ListSerializer<'c, 'a> => () }

/// Writes the fields of a struct, or takes it apart; maps always.
pub(super) enum FieldsSerializer<'c, 'a> {
    Cells { cells: RowEncoder<'c, 'a>, capture: Capture },
    Nodes(Box<(Entries, CellSerializer<'c, 'a>)>),
}

impl FieldsSerializer<'_, '_> {
    #[inline]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        match self {
            Self::Cells { cells, capture } => field(cells, name, value, capture),
            Self::Nodes(nodes) => nodes.0.field(name, value),
        }
    }

    fn skip(&mut self, name: &'static str) -> Result<()> {
        match self {
            Self::Cells { .. } => Ok(()),
            Self::Nodes(nodes) => nodes.0.skip(name),
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Cells { mut cells, .. } => {
                rest(&mut cells)?;
                cells.end()
            }
            Self::Nodes(nodes) => {
                let (entries, to) = *nodes;
                to.node(&entries.finish()?)
            }
        }
    }
}

serialize_fields! { ['c, 'a] FieldsSerializer<'c, 'a> => () }

impl ser::SerializeMap for FieldsSerializer<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        match self {
            Self::Cells { .. } => Err(another_form()),
            Self::Nodes(nodes) => nodes.0.serialize_key(key),
        }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self {
            Self::Cells { .. } => Err(another_form()),
            Self::Nodes(nodes) => nodes.0.serialize_value(value),
        }
    }

    fn end(self) -> Result<()> {
        match self {
            Self::Cells { .. } => Err(another_form()),
            nodes @ Self::Nodes(_) => nodes.finish(),
        }
    }
}
