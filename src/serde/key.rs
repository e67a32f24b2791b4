//! A `Deserializer` of keys: of their type, or of the letters that any other type has as a text.

use alloc::borrow::Cow;
use alloc::string::String;

use serde_core::de::value::StringDeserializer;
use serde_core::de::{Deserializer, IntoDeserializer, Visitor};
use serde_core::forward_to_deserialize_any;

use super::raw;
use super::value::Site;
use crate::{ColumnType, Error, Result, Value};

/// The key of a map, a column's name, the key of a row.
pub(super) struct KeyDeserializer<'k, 'v, 's, B> {
    pub(super) key: &'k Value<'v>,
    pub(super) ty: &'k ColumnType,
    pub(super) site: &'s mut B,
}

/// A key that is a text.
pub(super) struct TextKey<'k, 's, B> {
    text: &'k str,
    site: &'s mut B,
}

impl<'k, 's, B> KeyDeserializer<'k, '_, 's, B> {
    /// A text as a key.
    pub(super) const fn text(text: &'k str, site: &'s mut B) -> TextKey<'k, 's, B> {
        TextKey { text, site }
    }
}

/// Numbers and booleans that were written as a text.
macro_rules! from_text {
    ($($method:ident $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.text.parse() {
                Ok(value) => visitor.$visit(value),
                Err(_) => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de, B: Site<'de>> Deserializer<'de> for TextKey<'_, '_, B> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.site.borrow(Cow::Borrowed(self.text)) {
            Ok(text) => visitor.visit_borrowed_str(text),
            Err(text) => visitor.visit_str(&text),
        }
    }

    from_text! {
        deserialize_bool visit_bool
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_i128 visit_i128
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
        deserialize_u128 visit_u128
        deserialize_f32 visit_f32
        deserialize_f64 visit_f64
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.text)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.text)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(IntoDeserializer::<Error>::into_deserializer(self.text))
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_bytes(self.text.as_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    forward_to_deserialize_any! { char str unit unit_struct seq tuple tuple_struct map struct }
}

impl<'de, B: Site<'de>> KeyDeserializer<'_, '_, '_, B> {
    fn letters(&self) -> Result<String> {
        raw::letters(self.ty, self.key)
    }
}

/// A text asks for itself; a number is what is asked for, or itself.
macro_rules! by_type {
    ($($method:ident $visit:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.key {
                Value::Str(text) => KeyDeserializer::text(text, self.site).$method(visitor),
                Value::Number(letters) => match letters.parse() {
                    Ok(value) => visitor.$visit(value),
                    Err(_) => self.deserialize_any(visitor),
                },
                _ => self.deserialize_any(visitor),
            }
        }
    )*};
}

impl<'de, B: Site<'de>> Deserializer<'de> for KeyDeserializer<'_, '_, '_, B> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.key {
            Value::Str(text) => KeyDeserializer::text(text, self.site).deserialize_any(visitor),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Int(value) if !raw::is_text(self.ty) => visitor.visit_i64(*value),
            Value::UInt(value) => visitor.visit_u64(*value),
            Value::Float(value) => visitor.visit_f64(*value),
            Value::Bin(bytes) => visitor.visit_bytes(bytes),
            _ => visitor.visit_string(self.letters()?),
        }
    }

    by_type! {
        deserialize_bool visit_bool
        deserialize_i8 visit_i8
        deserialize_i16 visit_i16
        deserialize_i32 visit_i32
        deserialize_i64 visit_i64
        deserialize_i128 visit_i128
        deserialize_u8 visit_u8
        deserialize_u16 visit_u16
        deserialize_u32 visit_u32
        deserialize_u64 visit_u64
        deserialize_u128 visit_u128
        deserialize_f32 visit_f32
        deserialize_f64 visit_f64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.key {
            Value::Str(_) => self.deserialize_any(visitor),
            _ => visitor.visit_string(self.letters()?),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.key {
            Value::Str(text) => visitor.visit_str(text),
            _ => visitor.visit_string(self.letters()?),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_string(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let letters: StringDeserializer<Error> = match self.key {
            Value::Str(text) => String::from(&**text).into_deserializer(),
            _ => self.letters()?.into_deserializer(),
        };
        visitor.visit_enum(letters)
    }

    forward_to_deserialize_any! { char bytes byte_buf unit unit_struct seq tuple tuple_struct map struct }
}
