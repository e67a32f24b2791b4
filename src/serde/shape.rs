//! Which kinds of values stand in a place, and the type that holds them all. Knows nodes and types, no document.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::node::{Node, Object};
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

/// The kinds of numbers that were seen.
#[expect(clippy::struct_excessive_bools, reason = "a kind each")]
#[derive(Clone, Copy, Debug, Default)]
struct Numbers {
    /// The most bits of a signed integer; 0 where there is none.
    signed: u8,
    unsigned: u8,
    letters: bool,
    f32: bool,
    f64: bool,
    /// NaN or an infinity.
    is_infinite: bool,
}

impl Shape {
    /// Looks at a value.
    ///
    /// # Errors
    /// `type` for a map's key that is no scalar.
    pub(super) fn observe(&mut self, node: &Node) -> Result<()> {
        match node {
            Node::Null | Node::Skipped => self.is_null = true,
            Node::Bool(_) => self.bool = true,
            Node::Int(_, bits) => self.numbers.signed = self.numbers.signed.max(*bits),
            Node::UInt(_, bits) => self.numbers.unsigned = self.numbers.unsigned.max(*bits),
            Node::Letters(_) => self.numbers.letters = true,
            Node::F32(value) => {
                self.numbers.f32 = true;
                self.numbers.is_infinite |= !value.is_finite();
            }
            Node::F64(value) => {
                self.numbers.f64 = true;
                self.numbers.is_infinite |= !value.is_finite();
            }
            Node::Str(_) => self.text = true,
            Node::Bin(_) => self.bytes = true,
            // The values of one enum seldom have a type in common, and each says which it is.
            Node::Variant(..) => self.variant = true,
            Node::List(items) => {
                let item = self.list.get_or_insert_default();
                items.iter().try_for_each(|node| item.observe(node))?;
            }
            Node::Object(object) => {
                self.is_optional |= object.is_optional;
                self.object.get_or_insert_default().observe(object)?;
            }
        }
        Ok(())
    }

    /// Looks at a list; the shape of its items.
    pub(super) fn items(&mut self) -> &mut Self {
        self.list.get_or_insert_default()
    }

    /// Looks at a struct; its fields, each of which [`Fields::field`] has the shape of.
    pub(super) fn structure(&mut self, is_optional: bool) -> &mut Fields {
        self.is_optional |= is_optional;
        let fields = self.object.get_or_insert_default();
        fields.is_declared = true;
        fields.count = fields.count.saturating_add(1);
        fields
    }

    /// Takes in what was seen in another place.
    fn merge(&mut self, other: Self) {
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
    fn kinds(&self) -> usize {
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

    /// The type of a list's items, a map's values, an unnamed column: there a struct that may be null has brackets.
    pub(super) fn item_type(&self, unknown: &ColumnType) -> ColumnType {
        match self.column_type(unknown) {
            ColumnType::Struct { columns, .. } if self.may_be_null() => ColumnType::bracketed(columns),
            ty => ty,
        }
    }

    fn column(&self, name: &str, may_be_missing: bool, unknown: &ColumnType) -> Column {
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

impl Numbers {
    const fn is_any(self) -> bool {
        self.signed > 0 || self.unsigned > 0 || self.letters || self.is_float()
    }

    const fn is_float(self) -> bool {
        self.f32 || self.f64
    }

    fn and(self, other: Self) -> Self {
        Self {
            signed: self.signed.max(other.signed),
            unsigned: self.unsigned.max(other.unsigned),
            letters: self.letters || other.letters,
            f32: self.f32 || other.f32,
            f64: self.f64 || other.f64,
            is_infinite: self.is_infinite || other.is_infinite,
        }
    }

    fn column_type(self) -> ColumnType {
        let is_integer = self.signed > 0 || self.unsigned > 0;
        if self.is_float() {
            return match (is_integer || self.letters, self.f64) {
                // `num` holds the letters of all but these.
                (true, _) if self.is_infinite => ColumnType::Auto,
                (true, _) => ColumnType::Num,
                (false, true) => ColumnType::F64,
                (false, false) => ColumnType::F32,
            };
        }
        if self.letters {
            return ColumnType::Num;
        }
        if self.signed == 0 {
            return match self.unsigned {
                8 => ColumnType::U8,
                16 => ColumnType::U16,
                32 => ColumnType::U32,
                _ => ColumnType::U64,
            };
        }
        // A signed type holds an unsigned one of half its size.
        match self.signed.max(self.unsigned.saturating_mul(2)) {
            8 => ColumnType::I8,
            16 => ColumnType::I16,
            32 => ColumnType::I32,
            64 => ColumnType::I64,
            _ => ColumnType::Num,
        }
    }
}

/// The fields of structs, or the keys of maps.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    known: Vec<Field>,
    /// Structs and maps so far.
    count: u64,
    /// Whether one of them has the fields of a type.
    is_declared: bool,
    /// Whether some had their keys in another order than this.
    is_disordered: bool,
    /// The keys and values of all, where there are too many keys, or some that are no texts.
    all: Option<Box<(Shape, Shape)>>,
}

#[derive(Clone, Debug)]
struct Field {
    name: String,
    shape: Shape,
    /// How many have it.
    seen: u64,
}

/// More keys than this are no fields.
const MOST_KEYS: usize = 256;

impl Fields {
    fn observe(&mut self, object: &Object) -> Result<()> {
        self.is_declared |= object.is_declared;
        self.count = self.count.saturating_add(1);
        let mut next = 0usize;
        for (key, value) in &object.entries {
            self.entry(key, value, &mut next)?;
        }
        Ok(())
    }

    /// Looks at one entry; `next` is where the field after the one before is expected.
    pub(super) fn entry(&mut self, key: &Node, value: &Node, next: &mut usize) -> Result<()> {
        let is_known = match key {
            Node::Str(name) => self.find(name, *next).is_some(),
            _ => false,
        };
        if self.all.is_none() && !is_known {
            let is_text = matches!(key, Node::Str(_));
            if !is_text || (!self.is_declared && self.known.len() >= MOST_KEYS) {
                self.collapse();
            }
        }
        if let Some(all) = &mut self.all {
            all.0.observe(key)?;
            return if matches!(value, Node::Skipped) { Ok(()) } else { all.1.observe(value) };
        }
        let index = self.place(&key.key()?, next);
        if let Some(field) = self.known.get_mut(index)
            && !matches!(value, Node::Skipped)
        {
            field.seen = field.seen.saturating_add(1);
            field.shape.observe(value)?;
        }
        Ok(())
    }

    /// The shape of one more value of a struct's field; none where the keys of maps took the place of fields.
    pub(super) fn field(&mut self, name: &str, next: &mut usize) -> Option<&mut Shape> {
        if self.all.is_some() {
            return None;
        }
        let index = self.place(name, next);
        let field = self.known.get_mut(index)?;
        field.seen = field.seen.saturating_add(1);
        Some(&mut field.shape)
    }

    /// The index of a field, which is known then.
    fn place(&mut self, name: &str, next: &mut usize) -> usize {
        let index = self.find(name, *next).unwrap_or_else(|| {
            let index = (*next).min(self.known.len());
            self.known.insert(index, Field { name: name.into(), shape: Shape::default(), seen: 0 });
            index
        });
        self.is_disordered |= index < *next;
        *next = index.saturating_add(1);
        index
    }

    /// The root, which is one struct or map whose entries are looked at one by one.
    pub(super) fn root(is_declared: bool) -> Self {
        Self { count: 1, is_declared, ..Self::default() }
    }

    fn find(&self, name: &str, next: usize) -> Option<usize> {
        match self.known.get(next) {
            Some(field) if field.name == name => Some(next),
            _ => self.known.iter().position(|field| field.name == name),
        }
    }

    /// What all fields are together.
    fn collapsed(&self) -> (Shape, Shape) {
        if let Some(all) = &self.all {
            return (**all).clone();
        }
        let key = Shape { text: true, ..Shape::default() };
        let mut value = Shape::default();
        for field in self.known.iter().filter(|field| field.seen > 0) {
            value.merge(field.shape.clone());
        }
        (key, value)
    }

    fn collapse(&mut self) {
        let (mut key, value) = self.collapsed();
        key.text = !self.known.is_empty();
        self.all = Some(Box::new((key, value)));
        self.known = Vec::new();
    }

    fn merge(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.is_declared |= other.is_declared;
        self.is_disordered |= other.is_disordered;
        if self.all.is_some() || other.all.is_some() {
            self.collapse();
            let (key, value) = other.collapsed();
            if let Some(all) = &mut self.all {
                all.0.merge(key);
                all.1.merge(value);
            }
            return;
        }
        let mut next = 0usize;
        for field in other.known {
            let found = self.find(&field.name, next);
            self.is_disordered |= found.is_some_and(|index| index < next);
            let index = found.unwrap_or(next).min(self.known.len());
            next = index.saturating_add(1);
            match self.known.get_mut(index).filter(|_| found.is_some()) {
                Some(known) => {
                    known.seen = known.seen.saturating_add(field.seen);
                    known.shape.merge(field.shape);
                }
                None => self.known.insert(index, field),
            }
        }
    }

    /// A column for each field; none where they are no fields.
    pub(super) fn columns(&self, unknown: &ColumnType) -> Option<Vec<Column>> {
        if self.all.is_some() {
            return None;
        }
        let column = |field: &Field| field.shape.column(&field.name, field.seen < self.count, unknown);
        Some(self.known.iter().map(column).collect())
    }

    /// What all values are together, where they are structs or maps.
    pub(super) fn rows(&self) -> Option<Shape> {
        let (_, value) = self.collapsed();
        value.object.is_some().then_some(value)
    }

    /// The type of a value at the root.
    pub(super) fn type_of(&self, name: &str, unknown: &ColumnType) -> ColumnType {
        match (&self.all, self.find(name, usize::MAX).and_then(|index| self.known.get(index))) {
            (Some(all), _) => all.1.item_type(unknown),
            (None, Some(field)) => field.shape.item_type(unknown),
            (None, None) => ColumnType::Auto,
        }
    }

    fn column_type(&self, unknown: &ColumnType) -> ColumnType {
        if self.is_declared
            && let Some(columns) = self.columns(unknown)
        {
            return ColumnType::structure(columns);
        }
        let (key, value) = self.collapsed();
        let key = key_type(&key);
        let ty = value.item_type(unknown);
        if self.all.is_none()
            && !self.is_alike(&ty, unknown)
            && let Some(columns) = self.columns(unknown).filter(|_| !self.is_disordered)
        {
            return ColumnType::structure(columns);
        }
        ColumnType::map(key, ty)
    }

    /// Whether all fields have this type.
    fn is_alike(&self, ty: &ColumnType, unknown: &ColumnType) -> bool {
        let known = self.known.iter().filter(|field| field.shape.kinds() > 0);
        known.into_iter().all(|field| field.shape.item_type(unknown) == *ty)
    }
}

/// The type of a map's keys; texts where they have no other type in common.
fn key_type(key: &Shape) -> ColumnType {
    match key.column_type(&ColumnType::Str) {
        ty if ty.is_scalar() && !matches!(ty, ColumnType::Auto | ColumnType::Null) => ty,
        _ => ColumnType::Str,
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
