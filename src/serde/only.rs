//! A `Serializer` of rows that takes some fields out of a struct and passes over the others.

use alloc::vec::Vec;

use serde_core::ser::{self, Serialize, Serializer};

use super::capture::Capture;
use super::kinds::{each_container, each_long_scalar, each_scalar};
use super::node::Node;
use crate::{Error, Result};

/// Finds the fields of some names; none in what is no struct.
pub(super) struct Only<'f> {
    pub(super) names: &'f [&'f str],
    pub(super) found: &'f mut Vec<(&'static str, Node)>,
    pub(super) capture: Capture,
}

macro_rules! passed_over {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<()> {
            Ok(())
        }
    )*};
}

macro_rules! no_struct {
    ($($method:ident($($type:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$ok> {
            Err(Error::message("no struct"))
        }
    )*};
}

impl Serializer for Only<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = ser::Impossible<(), Error>;
    type SerializeTuple = ser::Impossible<(), Error>;
    type SerializeTupleStruct = ser::Impossible<(), Error>;
    type SerializeTupleVariant = ser::Impossible<(), Error>;
    type SerializeMap = ser::Impossible<(), Error>;
    type SerializeStruct = Self;
    type SerializeStructVariant = ser::Impossible<(), Error>;

    each_scalar! { passed_over }
    each_long_scalar! { passed_over }
    each_container! { no_struct }

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
        Ok(())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self> {
        Ok(self)
    }
}

impl ser::SerializeStruct for Only<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        if self.names.contains(&name) {
            let node = value.serialize(self.capture)?;
            self.found.push((name, node));
        }
        Ok(())
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}
