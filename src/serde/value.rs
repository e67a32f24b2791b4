//! A `Deserializer` of one value and its type. Knows no lines.

use alloc::borrow::Cow;
use alloc::string::String;

use serde_core::de::value::StringDeserializer;
use serde_core::de::{self, Deserializer, IntoDeserializer, Visitor};
use serde_core::forward_to_deserialize_any;

use super::block::BlockDeserializer;
use super::parts::{Entries, Fields, Items, Token, entry_types, one};
use super::source::Source;
use super::variant::{Variant, no_variant};
use super::{NUMBER, RAW_VALUE, raw};
use crate::{Column, ColumnType, Error, Result, Value};

impl de::Error for Error {
    fn custom<T: core::fmt::Display>(message: T) -> Self {
        Self::message(message)
    }
}

/// What a value's surroundings can do for it.
pub(super) trait Site<'de> {
    type Source: Source<'de>;

    /// The same text, where the document has it and outlives the value; else the text itself.
    fn borrow<'v>(&mut self, text: Cow<'v, str>) -> core::result::Result<&'de str, Cow<'v, str>>;

    /// The block of the next mark.
    fn block(&mut self) -> Result<BlockDeserializer<'_, 'de, Self::Source>>;

    /// Whether a number that is no integer of 64 bits is given by its letters.
    fn gives_letters(&self) -> bool;
}

/// A value with its type.
pub(super) struct ValueDeserializer<'v, 's, B> {
    pub(super) value: Value<'v>,
    pub(super) ty: &'s ColumnType,
    pub(super) site: &'s mut B,
}

impl<'v, 's, 'de, B: Site<'de>> ValueDeserializer<'v, 's, B> {
    fn text<V: Visitor<'de>>(self, text: Cow<'v, str>, visitor: V) -> Result<V::Value> {
        match self.site.borrow(text) {
            Ok(text) => visitor.visit_borrowed_str(text),
            Err(Cow::Borrowed(text)) => visitor.visit_str(text),
            Err(Cow::Owned(text)) => visitor.visit_string(text),
        }
    }

    fn number<V: Visitor<'de>>(self, letters: &str, visitor: V) -> Result<V::Value> {
        let is_integer = letters != "-0" && !letters.contains(['.', 'e', 'E']);
        if is_integer {
            if let Ok(value) = letters.parse() {
                return visitor.visit_i64(value);
            }
            if let Ok(value) = letters.parse() {
                return visitor.visit_u64(value);
            }
        }
        if self.site.gives_letters() {
            return visitor.visit_map(Token { key: NUMBER, value: Some(Cow::Owned(letters.into())) });
        }
        if is_integer {
            if let Ok(value) = letters.parse() {
                return visitor.visit_i128(value);
            }
            if let Ok(value) = letters.parse() {
                return visitor.visit_u128(value);
            }
        }
        visitor.visit_f64(float(letters)?)
    }

    /// The values of a struct as those of a tuple.
    fn fields<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let columns: &[Column] = if let ColumnType::Struct { columns, .. } = self.ty { columns } else { &[] };
        match self.value {
            Value::Struct(values) => {
                let items = columns.iter().map(Column::column_type).zip(values);
                visitor.visit_seq(Items { values: items, index: 0, site: self.site })
            }
            value => ValueDeserializer { value, ..self }.deserialize_any(visitor),
        }
    }

    fn json(self, letters: &str) -> Result<ValueDeserializer<'static, 's, B>> {
        Ok(ValueDeserializer { value: raw::value(letters)?, ty: &ColumnType::Auto, site: self.site })
    }
}

fn float<T: core::str::FromStr>(letters: &str) -> Result<T> {
    letters.parse().map_err(|_| Error::type_mismatch("a number", letters))
}

/// A later block takes the place of its mark, whatever was asked for.
macro_rules! unless_marked {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        if matches!($self.value, Value::Mark) {
            return $self.site.block()?.$method($($argument),*);
        }
    };
}

/// Whole numbers: what is asked for decides about counts of days and units, which are texts otherwise.
macro_rules! deserialize_integer {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.value {
                Value::Int(value) => visitor.visit_i64(value),
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de, B: Site<'de>> Deserializer<'de> for ValueDeserializer<'_, '_, B> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        unless_marked!(self.deserialize_any(visitor));
        let ty = self.ty;
        match self.value {
            Value::Missing | Value::Null | Value::Mark => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            value @ (Value::Int(_) | Value::Interval(_)) if raw::is_text(ty) => {
                visitor.visit_string(raw::letters(ty, &value)?)
            }
            value @ Value::Interval(_) => visitor.visit_string(raw::letters(ty, &value)?),
            Value::Int(value) => visitor.visit_i64(value),
            Value::UInt(value) => visitor.visit_u64(value),
            Value::Float(value) => visitor.visit_f64(value),
            Value::Number(letters) => {
                ValueDeserializer { value: Value::Null, ty, site: self.site }.number(&letters, visitor)
            }
            Value::Str(text) => ValueDeserializer { value: Value::Null, ty, site: self.site }.text(text, visitor),
            Value::Bin(bytes) => visitor.visit_byte_buf(bytes.into_owned()),
            Value::Json(letters) => {
                ValueDeserializer { value: Value::Null, ty, site: self.site }.json(&letters)?.deserialize_any(visitor)
            }
            Value::List(values) => {
                let ty = if let ColumnType::List(item) = ty { item } else { &ColumnType::Auto };
                let items = core::iter::repeat(ty).zip(values);
                visitor.visit_seq(Items { values: items, index: 0, site: self.site })
            }
            Value::Struct(values) => {
                let columns: &[Column] = if let ColumnType::Struct { columns, .. } = ty { columns } else { &[] };
                let entries = columns.iter().zip(values);
                visitor.visit_map(Fields { entries, next: None, site: self.site })
            }
            Value::Map(entries) => visitor.visit_map(Entries {
                types: entry_types(ty),
                pairs: entries.into_iter(),
                next: None,
                site: self.site,
            }),
        }
    }

    deserialize_integer! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.value {
            Value::Int(value) => visitor.visit_i64(*value),
            Value::Number(letters) if let Ok(value) = letters.parse() => visitor.visit_i128(value),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.value {
            Value::Int(value) => visitor.visit_i64(*value),
            Value::Number(letters) if let Ok(value) = letters.parse() => visitor.visit_u128(value),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.value {
            Value::Number(letters) => visitor.visit_f32(float(letters)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.value {
            Value::Number(letters) => visitor.visit_f64(float(letters)?),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match (self.ty, &self.value) {
            // In a column of exact numbers their letters are what is exact.
            (ColumnType::Num | ColumnType::Decimal { .. }, Value::Number(letters)) => visitor.visit_str(letters),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.value {
            Value::Str(text) => visitor.visit_string(text.into_owned()),
            _ => self.deserialize_str(visitor),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match &self.value {
            Value::Str(text) => visitor.visit_str(text),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        // Among self-describing values bytes are base64 (MAP-9).
        if let (ColumnType::Auto, Value::Str(text)) = (self.ty, &self.value)
            && let Ok(Value::Bin(bytes)) = ColumnType::Bin.parse_text(text)
        {
            return visitor.visit_byte_buf(bytes.into_owned());
        }
        self.deserialize_any(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        unless_marked!(self.deserialize_option(visitor));
        match &self.value {
            Value::Null | Value::Missing => visitor.visit_none(),
            Value::Json(letters) if letters == "null" => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        unless_marked!(self.deserialize_newtype_struct(name, visitor));
        if name == RAW_VALUE {
            let mut letters = String::new();
            raw::print(self.ty, &self.value, &mut letters)?;
            let value = self
                .site
                .borrow(Cow::Owned(letters))
                .map_or_else(|letters| Cow::Owned(letters.into_owned()), Cow::Borrowed);
            return visitor.visit_map(Token { key: RAW_VALUE, value: Some(value) });
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        unless_marked!(self.deserialize_seq(visitor));
        match self.value {
            Value::Bin(bytes) => {
                let bytes = de::value::SeqDeserializer::<_, Error>::new(bytes.iter().copied());
                bytes.deserialize_any(visitor)
            }
            Value::Struct(_) => self.fields(visitor),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        unless_marked!(self.deserialize_tuple(length, visitor));
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value> {
        unless_marked!(self.deserialize_tuple_struct(name, length, visitor));
        self.deserialize_seq(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        unless_marked!(self.deserialize_enum(name, variants, visitor));
        let (variant, ty, value) = match self.value {
            Value::Str(variant) => {
                let variant: StringDeserializer<Error> = variant.into_owned().into_deserializer();
                return visitor.visit_enum(variant);
            }
            Value::Json(letters) => {
                let inner = ValueDeserializer { value: Value::Null, ty: self.ty, site: self.site }.json(&letters)?;
                return inner.deserialize_enum(name, variants, visitor);
            }
            Value::Map(entries) => {
                let (_, ty) = entry_types(self.ty);
                match one(entries.into_iter()) {
                    Some((Value::Str(variant), value)) => (variant.into_owned(), ty, value),
                    _ => return Err(no_variant()),
                }
            }
            Value::Struct(values) => {
                let columns: &[Column] = if let ColumnType::Struct { columns, .. } = self.ty { columns } else { &[] };
                let there = columns.iter().zip(values).filter(|(_, value)| !value.is_missing());
                match one(there) {
                    Some((column, value)) => (column.name().unwrap_or_default().into(), column.column_type(), value),
                    None => return Err(no_variant()),
                }
            }
            value => return ValueDeserializer { value, ..self }.deserialize_any(visitor),
        };
        visitor.visit_enum(Variant { variant, inner: ValueDeserializer { value, ty, site: self.site } })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        unless_marked!(self.deserialize_ignored_any(visitor));
        match self.value {
            // They may hold marks, whose blocks are to be passed over.
            Value::List(_) | Value::Map(_) => self.deserialize_any(visitor),
            _ => visitor.visit_unit(),
        }
    }

    forward_to_deserialize_any! { bool char unit unit_struct map struct }
}
