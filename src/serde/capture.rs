//! A `Serializer` that takes one value apart into a [`Node`]. Knows no layout.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_core::ser::{self, Serialize, Serializer};

use super::kinds::{serialize_fields, serialize_items};
use super::node::{Node, Object};
use super::{NUMBER, RAW_VALUE, raw};
use crate::{Error, Limits, Result};

impl ser::Error for Error {
    fn custom<T: core::fmt::Display>(message: T) -> Self {
        Self::message(message)
    }
}

/// Takes values apart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Capture {
    /// Containers that may still be opened.
    depth: usize,
    nesting: usize,
    /// Whether texts and bytes are kept, or the kinds of values alone are of interest.
    keeps_texts: bool,
}

impl Capture {
    pub(super) const fn values(limits: &Limits) -> Self {
        Self { depth: limits.nesting, nesting: limits.nesting, keeps_texts: true }
    }

    /// For a look at types alone: texts are left empty, but for keys.
    pub(super) const fn kinds(limits: &Limits) -> Self {
        Self { keeps_texts: false, ..Self::values(limits) }
    }

    pub(super) const fn with_texts(self) -> Self {
        Self { keeps_texts: true, ..self }
    }

    /// For what stands in a container.
    pub(super) fn inner(self) -> Result<Self> {
        match self.depth.checked_sub(1) {
            Some(depth) => Ok(Self { depth, ..self }),
            None => Err(Error::limit("levels of nesting", u64::try_from(self.nesting).unwrap_or(u64::MAX))),
        }
    }

    fn list(self, length: Option<usize>, variant: Option<&'static str>) -> Result<Items> {
        // A length is a promise of the caller's type, and no reason to take memory.
        let nodes = Vec::with_capacity(length.unwrap_or(0).min(64));
        Ok(Items { nodes, capture: self.inner()?, variant })
    }

    pub(super) fn object(
        self,
        length: Option<usize>,
        is_declared: bool,
        variant: Option<&'static str>,
    ) -> Result<Entries> {
        let entries = Vec::with_capacity(length.unwrap_or(0).min(64));
        let object = Object { entries, is_declared, is_optional: false };
        Ok(Entries { object, key: None, capture: self.inner()?, variant, token: None })
    }
}

fn wrap(variant: Option<&'static str>, node: Node) -> Node {
    match variant {
        Some(variant) => Node::Variant(variant, Box::new(node)),
        None => node,
    }
}

impl Serializer for Capture {
    type Ok = Node;
    type Error = Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Entries;
    type SerializeStructVariant = Entries;

    fn serialize_bool(self, value: bool) -> Result<Node> {
        Ok(Node::Bool(value))
    }

    fn serialize_i8(self, value: i8) -> Result<Node> {
        Ok(Node::Int(i64::from(value), 8))
    }

    fn serialize_i16(self, value: i16) -> Result<Node> {
        Ok(Node::Int(i64::from(value), 16))
    }

    fn serialize_i32(self, value: i32) -> Result<Node> {
        Ok(Node::Int(i64::from(value), 32))
    }

    fn serialize_i64(self, value: i64) -> Result<Node> {
        Ok(Node::Int(value, 64))
    }

    fn serialize_i128(self, value: i128) -> Result<Node> {
        Ok(Node::Letters(value.to_string()))
    }

    fn serialize_u8(self, value: u8) -> Result<Node> {
        Ok(Node::UInt(u64::from(value), 8))
    }

    fn serialize_u16(self, value: u16) -> Result<Node> {
        Ok(Node::UInt(u64::from(value), 16))
    }

    fn serialize_u32(self, value: u32) -> Result<Node> {
        Ok(Node::UInt(u64::from(value), 32))
    }

    fn serialize_u64(self, value: u64) -> Result<Node> {
        Ok(Node::UInt(value, 64))
    }

    fn serialize_u128(self, value: u128) -> Result<Node> {
        Ok(Node::Letters(value.to_string()))
    }

    fn serialize_f32(self, value: f32) -> Result<Node> {
        Ok(Node::F32(value))
    }

    fn serialize_f64(self, value: f64) -> Result<Node> {
        Ok(Node::F64(value))
    }

    fn serialize_char(self, value: char) -> Result<Node> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<Node> {
        Ok(Node::Str(if self.keeps_texts { Cow::Owned(value.to_owned()) } else { Cow::Borrowed("") }))
    }

    fn collect_str<T: ?Sized + core::fmt::Display>(self, value: &T) -> Result<Node> {
        Ok(Node::Str(if self.keeps_texts { Cow::Owned(value.to_string()) } else { Cow::Borrowed("") }))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Node> {
        Ok(Node::Bin(if self.keeps_texts { value.to_owned() } else { Vec::new() }))
    }

    fn serialize_none(self) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<Node> {
        let mut node = value.serialize(self)?;
        if let Node::Object(object) = &mut node {
            object.is_optional = true;
        }
        Ok(node)
    }

    fn serialize_unit(self) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Node> {
        Ok(Node::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Node> {
        Ok(Node::Str(Cow::Borrowed(variant)))
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<Node> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Node> {
        let node = value.serialize(self.inner()?).map_err(|error| error.within(variant))?;
        Ok(wrap(Some(variant), node))
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items> {
        self.list(length, None)
    }

    fn serialize_tuple(self, length: usize) -> Result<Items> {
        self.list(Some(length), None)
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Items> {
        self.list(Some(length), None)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, length: usize) -> Result<Items> {
        self.inner()?.list(Some(length), Some(variant))
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Entries> {
        self.object(length, false, None)
    }

    fn serialize_struct(self, name: &'static str, length: usize) -> Result<Entries> {
        let token = match name {
            NUMBER => Some(Token::Number),
            RAW_VALUE => Some(Token::RawValue),
            _ => None,
        };
        let capture = if token.is_some() { self.with_texts() } else { self };
        Ok(Entries { token, ..capture.object(Some(length), true, None)? })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Entries> {
        self.inner()?.object(Some(length), true, Some(variant))
    }
}

/// A list being taken apart.
#[derive(Debug)]
pub(super) struct Items {
    nodes: Vec<Node>,
    capture: Capture,
    variant: Option<&'static str>,
}

impl Items {
    pub(super) fn push<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let node = value.serialize(self.capture).map_err(|error| at_item(error, self.nodes.len()))?;
        self.nodes.push(node);
        Ok(())
    }

    #[expect(clippy::unnecessary_wraps, reason = "lists of other serializers may fail")]
    pub(super) fn finish(self) -> Result<Node> {
        Ok(wrap(self.variant, Node::List(self.nodes)))
    }
}

/// The error of an item.
#[cold]
pub(super) fn at_item(error: Error, index: usize) -> Error {
    error.within(&format!("[{index}]"))
}

serialize_items! { [] Items => Node }

/// The structs by which `serde_json` hands over what serde has no words for.
#[derive(Clone, Copy, Debug)]
enum Token {
    Number,
    RawValue,
}

/// A struct or map being taken apart.
#[derive(Debug)]
pub(super) struct Entries {
    object: Object,
    key: Option<Node>,
    capture: Capture,
    variant: Option<&'static str>,
    token: Option<Token>,
}

impl Entries {
    pub(super) fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        let node = value.serialize(self.capture).map_err(|error| error.within(name))?;
        self.object.entries.push((Node::Str(Cow::Borrowed(name)), node));
        Ok(())
    }

    #[expect(clippy::unnecessary_wraps, reason = "structs of other serializers may fail")]
    pub(super) fn skip(&mut self, name: &'static str) -> Result<()> {
        self.object.entries.push((Node::Str(Cow::Borrowed(name)), Node::Skipped));
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Node> {
        if let Some(token) = self.token
            && let Some((_, Node::Str(letters))) = self.object.entries.pop()
        {
            let letters: String = letters.into_owned();
            return match token {
                Token::Number => Ok(Node::Letters(letters)),
                Token::RawValue => raw::parse(&letters),
            };
        }
        Ok(wrap(self.variant, Node::Object(self.object)))
    }
}

impl ser::SerializeMap for Entries {
    type Ok = Node;
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        self.key = Some(key.serialize(self.capture.with_texts())?);
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let key = self.key.take().ok_or_else(|| Error::message("a map's value without its key"))?;
        let node = value.serialize(self.capture).map_err(|error| at_key(error, &key))?;
        self.object.entries.push((key, node));
        Ok(())
    }

    fn end(self) -> Result<Node> {
        self.finish()
    }
}

/// The error of a map's value.
#[cold]
pub(super) fn at_key(error: Error, key: &Node) -> Error {
    match key.key() {
        Ok(key) => error.within(&key),
        Err(_) => error,
    }
}

serialize_fields! { [] Entries => Node }
