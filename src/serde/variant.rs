//! Variants that hold something, whatever the value is that they hold.

use alloc::string::String;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{self, DeserializeSeed, Deserializer, Visitor};

use crate::{Error, Result};

/// A variant that holds something.
pub(super) struct Variant<D> {
    pub(super) variant: String,
    pub(super) inner: D,
}

impl<'de, D: Deserializer<'de, Error = Error>> de::EnumAccess<'de> for Variant<D> {
    type Error = Error;
    type Variant = VariantValue<D>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, VariantValue<D>)> {
        let name = seed.deserialize(StrDeserializer::<Error>::new(&self.variant))?;
        Ok((name, VariantValue { variant: self.variant, inner: self.inner }))
    }
}

/// What a variant holds.
pub(super) struct VariantValue<D> {
    variant: String,
    inner: D,
}

impl<'de, D: Deserializer<'de, Error = Error>> de::VariantAccess<'de> for VariantValue<D> {
    type Error = Error;

    fn unit_variant(self) -> Result<()> {
        de::Deserialize::deserialize(self.inner).map_err(|error: Error| error.within(&self.variant))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self.inner).map_err(|error| error.within(&self.variant))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value> {
        self.inner.deserialize_tuple(length, visitor).map_err(|error| error.within(&self.variant))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value> {
        self.inner.deserialize_struct("", fields, visitor).map_err(|error| error.within(&self.variant))
    }
}

#[cold]
pub(super) fn no_variant() -> Error {
    Error::message("expected the name of a variant, or a map of it to its value")
}
