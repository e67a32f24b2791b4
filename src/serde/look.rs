//! A `Serializer` that looks at the types of a value and keeps nothing of it.

use alloc::boxed::Box;
use core::fmt;

use serde_core::ser::{self, Serialize, Serializer};

use super::capture::{Capture, Entries, Items, at_item};
use super::fields::Fields;
use super::kinds::{serialize_fields, serialize_items};
use super::node::Node;
use super::shape::Shape;
use super::{NUMBER, RAW_VALUE};
use crate::{Error, Result};

/// Notes the kinds of values in a shape; what they hold is of no interest.
pub(super) struct Look<'s> {
    shape: &'s mut Shape,
    capture: &'s Capture,
    /// Whether the value stands in an `Option`.
    is_optional: bool,
}

impl<'s> Look<'s> {
    /// `capture` takes apart what is neither scalar, list nor struct.
    #[inline]
    pub(super) const fn new(shape: &'s mut Shape, capture: &'s Capture) -> Self {
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

/// Of a scalar nothing but its kind is noted.
macro_rules! scalars {
    ($($method:ident($value:ident: $type:ty) => $note:ident($($argument:expr),*);)*) => {$(
        #[inline]
        fn $method(self, $value: $type) -> Result<()> {
            self.shape.$note($($argument),*);
            Ok(())
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
        serialize_bool(_value: bool) => bool();
        serialize_i8(_value: i8) => signed(8);
        serialize_i16(_value: i16) => signed(16);
        serialize_i32(_value: i32) => signed(32);
        serialize_i64(_value: i64) => signed(64);
        serialize_i128(_value: i128) => letters();
        serialize_u8(_value: u8) => unsigned(8);
        serialize_u16(_value: u16) => unsigned(16);
        serialize_u32(_value: u32) => unsigned(32);
        serialize_u64(_value: u64) => unsigned(64);
        serialize_u128(_value: u128) => letters();
        serialize_f32(value: f32) => f32(value);
        serialize_f64(value: f64) => f64(value);
        serialize_char(_value: char) => text();
        serialize_str(_value: &str) => text();
        serialize_bytes(_value: &[u8]) => bytes();
        serialize_unit_struct(_value: &'static str) => null();
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.shape.null();
        Ok(())
    }

    #[inline]
    fn serialize_unit(self) -> Result<()> {
        self.shape.null();
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Result<()> {
        self.shape.text();
        Ok(())
    }

    #[inline]
    fn collect_str<T: ?Sized + fmt::Display>(self, _: &T) -> Result<()> {
        self.shape.text();
        Ok(())
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(Self { is_optional: true, ..self })
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
        Ok(LookAtItems::Whole(Box::new((items, self))))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<LookAtFields<'s>> {
        Ok(LookAtFields::Whole(Box::new((self.capture.serialize_map(length)?, self))))
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, length: usize) -> Result<LookAtFields<'s>> {
        if matches!(name, NUMBER | RAW_VALUE) {
            let entries = self.capture.serialize_struct(name, length)?;
            return Ok(LookAtFields::Whole(Box::new((entries, self))));
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
        Ok(LookAtFields::Whole(Box::new((entries, self))))
    }
}

/// Looks at items one by one, or at what was taken apart.
pub(super) enum LookAtItems<'s> {
    Each { item: &'s mut Shape, capture: Capture, index: usize },
    Whole(Box<(Items, Look<'s>)>),
}

impl LookAtItems<'_> {
    #[inline]
    fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self {
            Self::Each { item, capture, index } => {
                let found = value.serialize(Look::new(item, capture));
                *index = index.saturating_add(1);
                found.map_err(|error| at_item(error, index.saturating_sub(1)))
            }
            Self::Whole(whole) => whole.0.push(value),
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Each { .. } => Ok(()),
            Self::Whole(whole) => {
                let (items, look) = *whole;
                look.node(items.finish()?)
            }
        }
    }
}

serialize_items! { ['s] LookAtItems<'s> => () }

/// Looks at fields one by one, or at what was taken apart.
pub(super) enum LookAtFields<'s> {
    /// `next` is where the field after the one before is expected.
    Each {
        fields: &'s mut Fields,
        next: usize,
        capture: Capture,
    },
    Whole(Box<(Entries, Look<'s>)>),
}

impl LookAtFields<'_> {
    #[inline]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        match self {
            Self::Each { fields, next, capture } => {
                let found = match fields.field(name, next) {
                    Some(shape) => value.serialize(Look::new(shape, capture)),
                    None => {
                        value.serialize(*capture).and_then(|node| fields.entry(&Node::Str(name.into()), &node, next))
                    }
                };
                found.map_err(|error| error.within(name))
            }
            Self::Whole(whole) => whole.0.field(name, value),
        }
    }

    fn skip(&mut self, name: &'static str) -> Result<()> {
        match self {
            Self::Each { fields, next, .. } => fields.entry(&Node::Str(name.into()), &Node::Skipped, next),
            Self::Whole(whole) => whole.0.skip(name),
        }
    }

    fn finish(self) -> Result<()> {
        match self {
            Self::Each { .. } => Ok(()),
            Self::Whole(whole) => {
                let (entries, look) = *whole;
                look.node(entries.finish()?)
            }
        }
    }
}

serialize_fields! { ['s] LookAtFields<'s> => () }

/// Maps are taken apart, all of them.
impl ser::SerializeMap for LookAtFields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        match self {
            Self::Each { .. } => Ok(()),
            Self::Whole(whole) => whole.0.serialize_key(key),
        }
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self {
            Self::Each { .. } => Ok(()),
            Self::Whole(whole) => whole.0.serialize_value(value),
        }
    }

    fn end(self) -> Result<()> {
        self.finish()
    }
}
