//! What a `Serialize` type said about one row or value, held until its place in the document is known. Knows no layout.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::{ColumnType, Error, Result, Value};

/// One value of serde's data model.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// `None`, a unit, a unit struct.
    Null,
    /// A field that the type has but this value leaves out.
    Skipped,
    Bool(bool),
    /// With the bits of its type.
    Int(i64, u8),
    /// With the bits of its type.
    UInt(u64, u8),
    /// A number of any length.
    Letters(String),
    F32(f32),
    F64(f64),
    Str(Cow<'static, str>),
    Bin(Vec<u8>),
    List(Vec<Node>),
    Object(Object),
    /// A variant that holds something.
    Variant(&'static str, Box<Node>),
}

/// A struct or map.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    pub(super) entries: Vec<(Node, Node)>,
    /// Whether its keys are the fields of a type.
    pub(super) is_declared: bool,
    /// Whether it stands in an `Option`.
    pub(super) is_optional: bool,
}

impl Node {
    /// The text of a key.
    ///
    /// # Errors
    /// `type` for what has no letters of its own.
    pub(super) fn key(&self) -> Result<Cow<'_, str>> {
        if let Self::Str(text) = self {
            return Ok(Cow::Borrowed(text));
        }
        let mut letters = Vec::new();
        let (ty, value) = match self {
            Self::Bool(value) => (ColumnType::Bool, Value::Bool(*value)),
            Self::Int(value, _) => (ColumnType::I64, Value::Int(*value)),
            Self::UInt(value, _) => (ColumnType::U64, Value::UInt(*value)),
            Self::Letters(letters) => return Ok(Cow::Borrowed(letters)),
            Self::F32(value) => (ColumnType::F32, Value::Float(f64::from(*value))),
            Self::F64(value) => (ColumnType::F64, Value::Float(*value)),
            Self::Bin(bytes) => (ColumnType::Bin, Value::from(bytes.as_slice())),
            _ => return Err(Error::type_mismatch("a key that is a scalar", self.kind())),
        };
        ty.print_text(&value, &mut letters)?;
        Ok(Cow::Owned(text(letters)))
    }

    /// What kind of value it is, in a word.
    pub(super) const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Skipped => "a skipped field",
            Self::Bool(_) => "a boolean",
            Self::Int(..) => "a signed integer",
            Self::UInt(..) => "an unsigned integer",
            Self::Letters(_) => "a number by its letters",
            Self::F32(_) | Self::F64(_) => "a float",
            Self::Str(_) => "a text",
            Self::Bin(_) => "bytes",
            Self::List(_) => "a list",
            Self::Object(_) => "a struct or map",
            Self::Variant(..) => "a variant with a value",
        }
    }
}

/// Letters that this crate has printed.
pub(super) fn text(letters: Vec<u8>) -> String {
    String::from_utf8(letters).unwrap_or_default()
}
