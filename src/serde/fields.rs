//! Which fields structs have, or keys maps, each with the kinds of its values.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::node::{Node, Object};
use super::shape::Shape;
use crate::{Column, ColumnType, Result};

/// The fields of structs, or the keys of maps.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    known: Vec<Field>,
    /// For each name of many, a place before which its field is not.
    places: Option<BTreeMap<String, usize>>,
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

/// So many fields are looked through faster than sorted.
const FEW: usize = 32;

impl Fields {
    /// Counts one more struct or map.
    #[inline]
    pub(super) fn count(&mut self, is_declared: bool) {
        self.is_declared |= is_declared;
        self.count = self.count.saturating_add(1);
    }

    pub(super) fn observe(&mut self, object: &Object) -> Result<()> {
        self.count(object.is_declared);
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
    #[inline]
    pub(super) fn field(&mut self, name: &str, next: &mut usize) -> Option<&mut Shape> {
        let is_expected = self.known.get(*next).is_some_and(|field| is_same(&field.name, name));
        let index = if is_expected { *next } else { self.unexpected(name, next)? };
        let field = self.known.get_mut(index)?;
        *next = index.saturating_add(1);
        field.seen = field.seen.saturating_add(1);
        Some(&mut field.shape)
    }

    #[cold]
    fn unexpected(&mut self, name: &str, next: &mut usize) -> Option<usize> {
        if self.all.is_none() { Some(self.place(name, next)) } else { None }
    }

    /// The index of a field, which is known then.
    fn place(&mut self, name: &str, next: &mut usize) -> usize {
        let index = self.find(name, *next).unwrap_or_else(|| {
            let index = (*next).min(self.known.len());
            self.insert(index, Field { name: name.into(), shape: Shape::default(), seen: 0 });
            index
        });
        self.is_disordered |= index < *next;
        *next = index.saturating_add(1);
        index
    }

    fn insert(&mut self, index: usize, field: Field) {
        if let Some(places) = &mut self.places {
            // All that stand behind it are moved away from the place that is known of them, and none before it.
            places.insert(field.name.clone(), index);
        }
        self.known.insert(index, field);
        if self.places.is_none() && self.known.len() > FEW {
            let named = |(index, field): (usize, &Field)| (field.name.clone(), index);
            self.places = Some(self.known.iter().enumerate().map(named).collect());
        }
    }

    /// The root, which is one struct or map whose entries are looked at one by one.
    pub(super) fn root(is_declared: bool) -> Self {
        Self { count: 1, is_declared, ..Self::default() }
    }

    fn find(&self, name: &str, next: usize) -> Option<usize> {
        if self.known.get(next).is_some_and(|field| is_same(&field.name, name)) {
            return Some(next);
        }
        let from = match &self.places {
            Some(places) => *places.get(name)?,
            None => 0,
        };
        let found = self.known.iter().skip(from).position(|field| field.name == name)?;
        Some(from.saturating_add(found))
    }

    /// What all fields are together.
    fn collapsed(&self) -> (Shape, Shape) {
        if let Some(all) = &self.all {
            return (**all).clone();
        }
        let key = Shape::of_texts(true);
        let mut value = Shape::default();
        for field in self.known.iter().filter(|field| field.seen > 0) {
            value.merge(field.shape.clone());
        }
        (key, value)
    }

    fn collapse(&mut self) {
        if self.all.is_none() {
            let (_, value) = self.collapsed();
            self.all = Some(Box::new((Shape::of_texts(!self.known.is_empty()), value)));
            self.known = Vec::new();
            self.places = None;
        }
    }

    /// Takes in what was seen in another place.
    pub(super) fn merge(&mut self, other: Self) {
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
                None => self.insert(index, field),
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
        value.has_object().then_some(value)
    }

    /// The type of a value at the root.
    pub(super) fn type_of(&self, name: &str, unknown: &ColumnType) -> ColumnType {
        match (&self.all, self.find(name, usize::MAX).and_then(|index| self.known.get(index))) {
            (Some(all), _) => all.1.item_type(unknown),
            (None, Some(field)) => field.shape.item_type(unknown),
            (None, None) => ColumnType::Auto,
        }
    }

    pub(super) fn column_type(&self, unknown: &ColumnType) -> ColumnType {
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

/// Whether two names are the same: most are short, and of these the ends say so without a call.
#[inline]
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    if one.len() <= 16 {
        if let (Some(first), Some(last)) = (one.first_chunk::<8>(), one.last_chunk::<8>()) {
            return other.first_chunk() == Some(first) && other.last_chunk() == Some(last);
        }
        if let (Some(first), Some(last)) = (one.first_chunk::<4>(), one.last_chunk::<4>()) {
            return other.first_chunk() == Some(first) && other.last_chunk() == Some(last);
        }
    }
    one == other
}
