//! A `Serializer` of whole values: hands over the items of a list and the entries of a struct or map one at a time.

use serde_core::ser::{self, Serialize, Serializer};

use super::capture::{Capture, Entries, Items, at_item, at_key};
use super::kinds::{each_long_scalar, each_scalar, serialize_fields, serialize_items};
use super::node::Node;
use super::{NUMBER, RAW_VALUE};
use crate::{Error, Result};

/// A part of a value.
#[derive(Debug)]
pub(super) enum Part {
    /// Items will follow.
    List,
    /// Entries will follow; of a type with fields, or of a map.
    Object { is_declared: bool },
    /// A key or field, and its value.
    Entry(Node, Node),
    /// The value is neither.
    Value(Node),
}

/// Where the parts go.
pub(super) trait Sink {
    fn part(&mut self, part: Part) -> Result<()>;

    /// An item of a list, which is not taken apart.
    fn item<T: ?Sized + Serialize>(&mut self, _: &T, _: Capture) -> Result<()> {
        Ok(())
    }
}

impl<F: FnMut(Part) -> Result<()>> Sink for F {
    fn part(&mut self, part: Part) -> Result<()> {
        self(part)
    }
}

/// Takes one value apart.
pub(super) struct Root<'s, S> {
    pub(super) sink: &'s mut S,
    pub(super) capture: Capture,
}

impl<'s, S: Sink> Root<'s, S> {
    fn items(self, whole: Option<Items>) -> Result<RootItems<'s, S>> {
        if whole.is_none() {
            self.sink.part(Part::List)?;
        }
        Ok(RootItems { root: self, whole, index: 0 })
    }

    fn entries(self, whole: Option<Entries>, is_declared: bool) -> Result<RootEntries<'s, S>> {
        if whole.is_none() {
            self.sink.part(Part::Object { is_declared })?;
        }
        Ok(RootEntries { root: self, whole, key: None })
    }
}

/// What is no list, struct or map is taken as a whole.
macro_rules! whole {
    ($($method:ident($($name:ident: $type:ty),*);)*) => {$(
        fn $method(self, $($name: $type),*) -> Result<()> {
            self.sink.part(Part::Value(self.capture.$method($($name),*)?))
        }
    )*};
}

impl<'s, S: Sink> Serializer for Root<'s, S> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = RootItems<'s, S>;
    type SerializeTuple = RootItems<'s, S>;
    type SerializeTupleStruct = RootItems<'s, S>;
    type SerializeTupleVariant = RootItems<'s, S>;
    type SerializeMap = RootEntries<'s, S>;
    type SerializeStruct = RootEntries<'s, S>;
    type SerializeStructVariant = RootEntries<'s, S>;

    each_scalar! { whole }
    each_long_scalar! { whole }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        value.serialize(self)
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
        self.sink.part(Part::Value(node))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<RootItems<'s, S>> {
        self.items(None)
    }

    fn serialize_tuple(self, _: usize) -> Result<RootItems<'s, S>> {
        self.items(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<RootItems<'s, S>> {
        self.items(None)
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<RootItems<'s, S>> {
        let whole = self.capture.serialize_tuple_variant(name, index, variant, length)?;
        self.items(Some(whole))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<RootEntries<'s, S>> {
        self.entries(None, false)
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<RootEntries<'s, S>> {
        let whole = match name {
            NUMBER | RAW_VALUE => Some(self.capture.serialize_struct(name, length)?),
            _ => None,
        };
        self.entries(whole, true)
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<RootEntries<'s, S>> {
        let whole = self.capture.serialize_struct_variant(name, index, variant, length)?;
        self.entries(Some(whole), true)
    }
}

/// The items of a list, one at a time.
pub(super) struct RootItems<'s, S> {
    root: Root<'s, S>,
    /// A variant with a tuple, which goes as a whole.
    whole: Option<Items>,
    index: usize,
}

impl<S: Sink> RootItems<'_, S> {
    fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        if let Some(whole) = &mut self.whole {
            return whole.push(value);
        }
        let index = self.index;
        self.index = index.saturating_add(1);
        self.root.sink.item(value, self.root.capture).map_err(|error| at_item(error, index))
    }

    fn finish(self) -> Result<()> {
        match self.whole {
            Some(whole) => self.root.sink.part(Part::Value(whole.finish()?)),
            None => Ok(()),
        }
    }
}

serialize_items! { ['s, S: Sink] RootItems<'s, S> => () }

/// The entries of a struct or map, one at a time.
pub(super) struct RootEntries<'s, S> {
    root: Root<'s, S>,
    /// A variant with fields, and what stands for a number, which go as a whole.
    whole: Option<Entries>,
    key: Option<Node>,
}

impl<S: Sink> RootEntries<'_, S> {
    fn entry(&mut self, key: Node, value: Node) -> Result<()> {
        self.root.sink.part(Part::Entry(key, value))
    }

    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        if let Some(whole) = &mut self.whole {
            return whole.field(name, value);
        }
        let value = value.serialize(self.root.capture).map_err(|error| error.within(name))?;
        self.entry(Node::Str(name.into()), value)
    }

    fn skip(&mut self, name: &'static str) -> Result<()> {
        match &mut self.whole {
            Some(whole) => whole.skip(name),
            None => self.entry(Node::Str(name.into()), Node::Skipped),
        }
    }

    fn finish(self) -> Result<()> {
        match self.whole {
            Some(whole) => self.root.sink.part(Part::Value(whole.finish()?)),
            None => Ok(()),
        }
    }
}

serialize_fields! { ['s, S: Sink] RootEntries<'s, S> => () }

impl<S: Sink> ser::SerializeMap for RootEntries<'_, S> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        self.key = Some(key.serialize(self.root.capture.with_texts())?);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let key = self.key.take().ok_or_else(|| Error::message("a map's value without its key"))?;
        let value = value.serialize(self.root.capture).map_err(|error| at_key(error, &key))?;
        self.entry(key, value)
    }

    fn end(self) -> Result<()> {
        Ok(())
    }
}
