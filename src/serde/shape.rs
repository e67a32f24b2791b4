//! Which kinds of values stand in a place, and the type that holds them all. Knows nodes and types, no document.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::fields::Fields;
use super::node::Node;
use super::numbers::Numbers;
use crate::{Column, ColumnType, Result};

/// The kinds of values that were seen in one place.
#[expect(clippy::struct_excessive_bools, reason = "a kind each")]
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    is_null: bool,
    /// Structs that stand in an `Option`.
    is_optional: bool,
    bool: bool,
    text: bool,
    bytes: bool,
    variant: bool,
    numbers: Numbers,
    list: Option<Box<Shape>>,
    object: Option<Box<Fields>>,
}

impl Shape {
    /// Looks at a value.
    ///
    /// # Errors
    /// `type` for a map's key that is no scalar.
    pub(super) fn observe(&mut self, node: &Node) -> Result<()> {
        match node {
            Node::Null | Node::Skipped => self.null(),
            Node::Bool(_) => self.bool(),
            Node::Int(_, bits) => self.signed(*bits),
            Node::UInt(_, bits) => self.unsigned(*bits),
            Node::Letters(_) => self.letters(),
            Node::F32(value) => self.f32(*value),
            Node::F64(value) => self.f64(*value),
            Node::Str(_) => self.text(),
            Node::Bin(_) => self.bytes(),
            // The values of one enum seldom have a type in common, and each says which it is.
            Node::Variant(..) => self.variant = true,
            Node::List(items) => {
                let item = self.items();
                items.iter().try_for_each(|node| item.observe(node))?;
            }
            Node::Object(object) => {
                self.is_optional |= object.is_optional;
                self.object.get_or_insert_default().observe(object)?;
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) const fn null(&mut self) {
        self.is_null = true;
    }

    #[inline]
    pub(super) const fn bool(&mut self) {
        self.bool = true;
    }

    #[inline]
    pub(super) const fn text(&mut self) {
        self.text = true;
    }

    #[inline]
    pub(super) const fn bytes(&mut self) {
        self.bytes = true;
    }

    /// A signed integer of so many bits.
    #[inline]
    pub(super) fn signed(&mut self, bits: u8) {
        self.numbers.signed = self.numbers.signed.max(bits);
    }

    /// An unsigned integer of so many bits.
    #[inline]
    pub(super) fn unsigned(&mut self, bits: u8) {
        self.numbers.unsigned = self.numbers.unsigned.max(bits);
    }

    /// A number of any length.
    #[inline]
    pub(super) const fn letters(&mut self) {
        self.numbers.letters = true;
    }

    #[inline]
    pub(super) const fn f32(&mut self, value: f32) {
        self.numbers.f32 = true;
        self.numbers.is_infinite |= !value.is_finite();
    }

    #[inline]
    pub(super) const fn f64(&mut self, value: f64) {
        self.numbers.f64 = true;
        self.numbers.is_infinite |= !value.is_finite();
    }

    /// Looks at a list; the shape of its items.
    pub(super) fn items(&mut self) -> &mut Self {
        self.list.get_or_insert_default()
    }

    /// Looks at a struct; its fields, each of which [`Fields::field`] has the shape of.
    pub(super) fn structure(&mut self, is_optional: bool) -> &mut Fields {
        self.is_optional |= is_optional;
        let fields = self.object.get_or_insert_default();
        fields.count(true);
        fields
    }

    /// Takes in what was seen in another place.
    pub(super) fn merge(&mut self, other: Self) {
        self.is_null |= other.is_null;
        self.is_optional |= other.is_optional;
        self.bool |= other.bool;
        self.text |= other.text;
        self.bytes |= other.bytes;
        self.variant |= other.variant;
        self.numbers = self.numbers.and(other.numbers);
        match (&mut self.list, other.list) {
            (Some(item), Some(other)) => item.merge(*other),
            (None, Some(other)) => self.list = Some(other),
            (_, None) => {}
        }
        match (&mut self.object, other.object) {
            (Some(object), Some(other)) => object.merge(*other),
            (None, Some(other)) => self.object = Some(other),
            (_, None) => {}
        }
    }

    /// The kinds of values beside null.
    pub(super) fn kinds(&self) -> usize {
        let kinds = [
            self.bool,
            self.text,
            self.bytes,
            self.variant,
            self.numbers.is_any(),
            self.list.is_some(),
            self.object.is_some(),
        ];
        kinds.into_iter().filter(|kind| *kind).count()
    }

    const fn may_be_null(&self) -> bool {
        self.is_null || self.is_optional
    }

    /// The type that holds all values; `unknown` where there were none but null.
    pub(super) fn column_type(&self, unknown: &ColumnType) -> ColumnType {
        match (self.kinds(), &self.list, &self.object) {
            (0, ..) => unknown.clone(),
            (1, Some(item), _) => ColumnType::list(item.item_type(unknown)),
            (1, _, Some(fields)) => fields.column_type(unknown),
            (1, ..) if self.bool => ColumnType::Bool,
            (1, ..) if self.text => ColumnType::Str,
            (1, ..) if self.bytes => ColumnType::Bin,
            (1, ..) if self.numbers.is_any() => self.numbers.column_type(),
            _ => ColumnType::Auto,
        }
    }

    /// Whether structs or maps are among the values.
    pub(super) const fn has_object(&self) -> bool {
        self.object.is_some()
    }

    /// That of texts.
    pub(super) fn of_texts(are_there: bool) -> Self {
        Self { text: are_there, ..Self::default() }
    }

    /// The type of a list's items, a map's values, an unnamed column: there a struct that may be null has brackets.
    pub(super) fn item_type(&self, unknown: &ColumnType) -> ColumnType {
        match self.column_type(unknown) {
            ColumnType::Struct { columns, .. } if self.may_be_null() => ColumnType::bracketed(columns),
            ty => ty,
        }
    }

    pub(super) fn column(&self, name: &str, may_be_missing: bool, unknown: &ColumnType) -> Column {
        let ty = self.column_type(unknown);
        let brackets = matches!(ty, ColumnType::Struct { .. }) && self.may_be_null();
        let column = Column::new(name, ty);
        if may_be_missing || brackets { column.with_missing() } else { column }
    }

    /// The columns of rows of this shape; none where a row is one value.
    pub(super) fn columns(&self, unknown: &ColumnType) -> Option<Vec<Column>> {
        match (self.kinds(), &self.object) {
            (1, Some(fields)) if !self.may_be_null() => fields.columns(unknown),
            _ => None,
        }
    }
}

/// Whether a value of this type describes itself in a record's line, without a type before it.
///
/// Structs in a list would repeat their keys, and bytes would be text.
pub(super) fn describes_itself(ty: &ColumnType) -> bool {
    match ty {
        ColumnType::List(item) => !matches!(**item, ColumnType::Struct { .. }) && describes_itself(item),
        ColumnType::Map(key, value) => {
            **key == ColumnType::Str && !matches!(**value, ColumnType::Struct { .. }) && describes_itself(value)
        }
        ColumnType::Struct { columns, .. } => columns.iter().all(|column| describes_itself(column.column_type())),
        ty => *ty != ColumnType::Bin,
    }
}
