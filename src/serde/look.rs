//! A `Serializer` that looks at the types of a value and keeps nothing of it.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_core::ser::{self, Serialize, Serializer};

use super::capture::{Capture, Entries, Items, at_item};
use super::node::Node;
use super::shape::{Fields, Shape};
use super::{NUMBER, RAW_VALUE};
use crate::{Error, Result};

/// Notes the kinds of values in a shape; what they hold is of no interest.
pub(super) struct Look<'s> {
    shape: &'s mut Shape,
    capture: Capture,
    /// Whether the value stands in an `Option`.
    is_optional: bool,
}

impl<'s> Look<'s> {
    /// `capture` takes apart what is neither scalar, list nor struct.
    pub(super) const fn new(shape: &'s mut Shape, capture: Capture) -> Self {
        Self { shape, capture, is_optional: false }
    }

    fn node(self, node: Node) -> Result<()> {
        self.shape.observe(&match node {
            Node::Object(mut object) => {
                object.is_optional |= self.is_optional;
                Node::Object(object)
            }
            node => node,
        })
    }
}

/// Scalars are noted as the nodes that they would be.
macro_rules! scalars {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method(self, $($name: $type),*) -> Result<()> {
            self.shape.observe(&self.capture.$method($($name),*)?)
        }
    )*};
}

impl<'s> Serializer for Look<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = LookAtItems<'s>;
    type SerializeTuple = LookAtItems<'s>;
    type SerializeTupleStruct = LookAtItems<'s>;
    type SerializeTupleVariant = LookAtItems<'s>;
    type SerializeMap = LookAtFields<'s>;
    type SerializeStruct = LookAtFields<'s>;
    type SerializeStructVariant = LookAtFields<'s>;

    scalars! {
        serialize_bool(value: bool);
        serialize_i8(value: i8);
        serialize_i16(value: i16);
        serialize_i32(value: i32);
        serialize_i64(value: i64);
        serialize_u8(value: u8);
        serialize_u16(value: u16);
        serialize_u32(value: u32);
        serialize_u64(value: u64);
        serialize_f32(value: f32);
        serialize_f64(value: f64);
        serialize_char(value: char);
        serialize_str(value: &str);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(name: &'static str);
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str);
    }

    // Their letters are of no interest.
    fn serialize_i128(self, _: i128) -> Result<()> {
        self.shape.observe(&Node::Letters(String::new()))
    }

    fn serialize_u128(self, _: u128) -> Result<()> {
        self.shape.observe(&Node::Letters(String::new()))
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<()> {
        self.shape.observe(&Node::Bin(Vec::new()))
    }

    fn collect_str<T: ?Sized + fmt::Display>(self, _: &T) -> Result<()> {
        self.serialize_str("")
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(Self { is_optional: true, ..self })
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
        self.node(node)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<LookAtItems<'s>> {
        Ok(LookAtItems::Each { item: self.shape.items(), capture: self.capture.inner()?, index: 0 })
    }

    fn serialize_tuple(self, length: usize) -> Result<LookAtItems<'s>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<LookAtItems<'s>> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<LookAtItems<'s>> {
        let items = self.capture.serialize_tuple_variant(name, index, variant, length)?;
        Ok(LookAtItems::Whole { items, look: self })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<LookAtFields<'s>> {
        Ok(LookAtFields::Whole { entries: self.capture.serialize_map(length)?, look: self })
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<LookAtFields<'s>> {
        if matches!(name, NUMBER | RAW_VALUE) {
            let entries = self.capture.serialize_struct(name, length)?;
            return Ok(LookAtFields::Whole { entries, look: self });
        }
        let capture = self.capture.inner()?;
        Ok(LookAtFields::Each { fields: self.shape.structure(self.is_optional), next: 0, capture })
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<LookAtFields<'s>> {
        let entries = self.capture.serialize_struct_variant(name, index, variant, length)?;
        Ok(LookAtFields::Whole { entries, look: self })
    }
}

/// Looks at items one by one, or at what was taken apart.
pub(super) enum LookAtItems<'s> {
    Each { item: &'s mut Shape, capture: Capture, index: usize },
    Whole { items: Items, look: Look<'s> },
}

macro_rules! serialize_items {
    ($($of:ident $method:ident)*) => {$(
        impl ser::$of for LookAtItems<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
                match self {
                    Self::Each { item, capture, index } => {
                        let found = value.serialize(Look::new(item, *capture));
                        *index = index.saturating_add(1);
                        found.map_err(|error| at_item(error, index.saturating_sub(1)))
                    }
                    Self::Whole { items, .. } => ser::$of::$method(items, value),
                }
            }

            fn end(self) -> Result<()> {
                match self {
                    Self::Each { .. } => Ok(()),
                    Self::Whole { items, look } => look.node(ser::$of::end(items)?),
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

/// Looks at fields one by one, or at what was taken apart.
pub(super) enum LookAtFields<'s> {
    /// `next` is where the field after the one before is expected.
    Each {
        fields: &'s mut Fields,
        next: usize,
        capture: Capture,
    },
    Whole {
        entries: Entries,
        look: Look<'s>,
    },
}

macro_rules! serialize_fields {
    ($($of:ident)*) => {$(
        impl ser::$of for LookAtFields<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
                match self {
                    Self::Each { fields, next, capture } => {
                        let found = match fields.field(name, next) {
                            Some(shape) => value.serialize(Look::new(shape, *capture)),
                            None => value.serialize(*capture).and_then(|node| fields.entry(&Node::Str(name.into()), &node, next)),
                        };
                        found.map_err(|error| error.within(name))
                    }
                    Self::Whole { entries, .. } => ser::$of::serialize_field(entries, name, value),
                }
            }

            fn skip_field(&mut self, name: &'static str) -> Result<()> {
                match self {
                    Self::Each { fields, next, .. } => fields.entry(&Node::Str(name.into()), &Node::Skipped, next),
                    Self::Whole { entries, .. } => ser::$of::skip_field(entries, name),
                }
            }

            fn end(self) -> Result<()> {
                match self {
                    Self::Each { .. } => Ok(()),
                    Self::Whole { entries, look } => look.node(ser::$of::end(entries)?),
                }
            }
        }
    )*};
}

serialize_fields! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for LookAtFields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        match self {
            Self::Each { .. } => Ok(()),
            Self::Whole { entries, .. } => entries.serialize_key(key),
        }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self {
            Self::Each { .. } => Ok(()),
            Self::Whole { entries, .. } => entries.serialize_value(value),
        }
    }

    fn end(self) -> Result<()> {
        match self {
            Self::Each { .. } => Ok(()),
            Self::Whole { entries, look } => look.node(ser::SerializeMap::end(entries)?),
        }
    }
}
