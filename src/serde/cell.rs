//! A `Deserializer` of one cell: what a type asks for is read from the letters, and all else by way of a value.

use alloc::borrow::Cow;

use serde_core::de::{Deserializer, Visitor};

use super::RAW_VALUE;
use super::value::{Site, ValueDeserializer};
use crate::{CellDecoder, ColumnType, Error, Result};

/// A cell with its type.
pub(super) struct CellDeserializer<'c, 'v, 's, B> {
    pub(super) cell: CellDecoder<'c, 'v>,
    pub(super) ty: &'s ColumnType,
    pub(super) site: &'s mut B,
}

impl<'v, 's, B> CellDeserializer<'_, 'v, 's, B> {
    fn value(self) -> Result<ValueDeserializer<'v, 's, B>> {
        Ok(ValueDeserializer { value: self.cell.value()?, ty: self.ty, site: self.site })
    }

    fn is_unsigned(&self) -> bool {
        matches!(self.ty, ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64)
    }
}

/// A value is asked for whose kind the column may have.
macro_rules! scalars {
    ($($method:ident: $types:pat => $read:ident $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            if !matches!(self.ty, $types) {
                return self.value()?.$method(visitor);
            }
            match self.cell.$read()? {
                Some(value) => visitor.$visit(value),
                None => visitor.visit_unit(),
            }
        }
    )*};
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            let found = match self.ty {
                ColumnType::I8 | ColumnType::I16 | ColumnType::I32 | ColumnType::I64 => self.cell.i64()?,
                _ if self.is_unsigned() => {
                    return match self.cell.u64()? {
                        Some(value) => visitor.visit_u64(value),
                        None => visitor.visit_unit(),
                    };
                }
                _ => return self.value()?.$method(visitor),
            };
            match found {
                Some(value) => visitor.visit_i64(value),
                None => visitor.visit_unit(),
            }
        }
    )*};
}

macro_rules! by_value {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($name: $type,)* visitor: V) -> Result<V::Value> {
            self.value()?.$method($($name,)* visitor)
        }
    )*};
}

impl<'de, B: Site<'de>> Deserializer<'de> for CellDeserializer<'_, '_, '_, B> {
    type Error = Error;

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    scalars! {
        deserialize_bool: ColumnType::Bool => bool visit_bool;
        deserialize_f32: ColumnType::F16 | ColumnType::F32 | ColumnType::F64 => f64 visit_f64;
        deserialize_f64: ColumnType::F16 | ColumnType::F32 | ColumnType::F64 => f64 visit_f64;
    }

    by_value! {
        deserialize_any();
        deserialize_i128();
        deserialize_u128();
        deserialize_char();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_unit();
        deserialize_unit_struct(name: &'static str);
        deserialize_seq();
        deserialize_tuple(length: usize);
        deserialize_tuple_struct(name: &'static str, length: usize);
        deserialize_map();
        deserialize_struct(name: &'static str, fields: &'static [&'static str]);
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier();
        deserialize_ignored_any();
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !matches!(self.ty, ColumnType::Str) {
            return self.value()?.deserialize_str(visitor);
        }
        match self.cell.str()?.map(|text| self.site.borrow(text)) {
            Some(Ok(text)) => visitor.visit_borrowed_str(text),
            Some(Err(Cow::Borrowed(text))) => visitor.visit_str(text),
            Some(Err(Cow::Owned(text))) => visitor.visit_string(text),
            None => visitor.visit_unit(),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !matches!(self.ty, ColumnType::Str) {
            return self.value()?.deserialize_string(visitor);
        }
        match self.cell.str()? {
            Some(Cow::Borrowed(text)) => visitor.visit_str(text),
            Some(Cow::Owned(text)) => visitor.visit_string(text),
            None => visitor.visit_unit(),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.cell.is_absent() {
            return self.value()?.deserialize_option(visitor);
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        if name == RAW_VALUE {
            return self.value()?.deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }
}
