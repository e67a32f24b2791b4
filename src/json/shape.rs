//! What the values at one place have in common, put together value by value.
//!
//! A shape takes memory for the places that differ, not for the values: rows of one kind have one shape, however many.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::build::KeyOrder;
use super::conform::{borrowed, pointer, text};
use crate::{Inference, Options, Value};

/// Keys of objects at one place; with more they are no columns, and what they hold is one shape.
pub(super) const MOST_KEYS: usize = 1_024;

/// The values that were seen at a place.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    options: Options,
    /// All values, of which some are null.
    pub(super) values: u64,
    pub(super) nulls: u64,
    pub(super) scalars: u64,
    pub(super) lists: u64,
    /// Null and the scalars.
    pub(super) letters: Inference,
    /// The items of all lists.
    pub(super) items: Option<Box<Shape>>,
    pub(super) objects: Option<Box<Objects>>,
}

/// The objects that were seen at a place.
#[derive(Clone, Debug, Default)]
pub(super) struct Objects {
    pub(super) count: u64,
    /// Members of all objects.
    pub(super) entries: u64,
    /// A shape for each key, as they were found.
    columns: Vec<(Box<str>, Shape)>,
    index: BTreeMap<Box<str>, usize>,
    /// The columns in an order that each object follows, and where each column stands in it.
    order: Vec<usize>,
    rank: Vec<usize>,
    /// There is no such order.
    disagree: bool,
    /// What all members together hold, once there are too many keys.
    merged: Option<Box<Shape>>,
}

impl Shape {
    pub(super) fn new(options: Options) -> Self {
        let letters = Inference::of_values(options);
        Self { options, values: 0, nulls: 0, scalars: 0, lists: 0, letters, items: None, objects: None }
    }

    /// An item has no constant, and no template; the members of an item do.
    fn of_items(options: Options) -> Self {
        let letters = Inference::of_values(Options { constants: false, templates: false, ..options });
        Self { letters, ..Self::new(options) }
    }

    /// Looks at one more value.
    pub(super) fn observe(&mut self, value: &Value<'_>) {
        self.values = self.values.saturating_add(1);
        match value {
            Value::List(values) => {
                self.lists = self.lists.saturating_add(1);
                let options = self.options;
                let items = self.items.get_or_insert_with(|| Box::new(Self::of_items(options)));
                for value in values {
                    items.observe(value);
                }
            }
            Value::Map(entries) => self.object(entries),
            Value::Null => {
                self.nulls = self.nulls.saturating_add(1);
                self.letters.observe(&[Value::Null]);
            }
            scalar => {
                self.scalars = self.scalars.saturating_add(1);
                self.letters.observe(&[borrowed(scalar)]);
            }
        }
    }

    /// Looks at one more object, or at what follows its first member.
    pub(super) fn object(&mut self, entries: &[(Value<'_>, Value<'_>)]) {
        let options = self.options;
        let objects = self.objects.get_or_insert_with(Box::default);
        objects.observe(entries, options);
    }

    /// Objects alone, null aside.
    pub(super) fn only_objects(&self) -> Option<&Objects> {
        self.objects.as_deref().filter(|_| self.scalars == 0 && self.lists == 0)
    }

    /// Lists alone, null aside.
    pub(super) fn only_lists(&self) -> Option<&Shape> {
        self.items.as_deref().filter(|_| self.scalars == 0 && self.objects.is_none())
    }

    pub(super) const fn only_scalars(&self) -> bool {
        self.lists == 0 && self.objects.is_none()
    }

    /// Takes in what was seen at another place.
    fn merge(&mut self, other: &Self) {
        self.values = self.values.saturating_add(other.values);
        self.nulls = self.nulls.saturating_add(other.nulls);
        self.scalars = self.scalars.saturating_add(other.scalars);
        self.lists = self.lists.saturating_add(other.lists);
        self.letters.merge(other.letters.clone());
        let options = self.options;
        if let Some(items) = &other.items {
            self.items.get_or_insert_with(|| Box::new(Self::of_items(options))).merge(items);
        }
        if let Some(objects) = &other.objects {
            self.objects.get_or_insert_with(Box::default).merge(objects, options);
        }
    }
}

impl Objects {
    fn observe(&mut self, entries: &[(Value<'_>, Value<'_>)], options: Options) {
        self.count = self.count.saturating_add(1);
        self.entries = self.entries.saturating_add(u64::try_from(entries.len()).unwrap_or(u64::MAX));
        let mut from = 0usize;
        for (key, value) in entries {
            if let Some(shape) = self.column(text(key), &mut from, options) {
                shape.observe(value);
            }
        }
    }

    /// The shape of a key; `from` is the place behind the keys before it.
    ///
    /// A new key goes there. One that is known must not stand before it, or there is no order that all objects follow.
    fn column(&mut self, key: &str, from: &mut usize, options: Options) -> Option<&mut Shape> {
        if self.merged.is_some() {
            return self.merged.as_deref_mut();
        }
        // Most objects are like the one before.
        let likely = self.order.get(*from).copied();
        let likely = likely.filter(|id| self.columns.get(*id).is_some_and(|(known, _)| **known == *key));
        let id = match likely.or_else(|| self.index.get(key).copied()) {
            Some(id) => id,
            None if self.columns.len() < MOST_KEYS => self.insert(key, *from, options),
            None => {
                self.merged = Some(Box::new(self.together(options)));
                (self.columns, self.order, self.rank) = (Vec::new(), Vec::new(), Vec::new());
                self.index = BTreeMap::new();
                return self.merged.as_deref_mut();
            }
        };
        let rank = self.rank.get(id).copied()?;
        self.disagree |= rank < *from;
        *from = rank.saturating_add(1).max(*from);
        self.columns.get_mut(id).map(|(_, shape)| shape)
    }

    /// A new column at a place of the order.
    fn insert(&mut self, key: &str, at: usize, options: Options) -> usize {
        let id = self.columns.len();
        self.index.insert(key.into(), id);
        self.columns.push((key.into(), Shape::new(options)));
        self.order.insert(at.min(self.order.len()), id);
        self.rank.push(at);
        for (rank, id) in self.order.iter().enumerate().skip(at) {
            if let Some(known) = self.rank.get_mut(*id) {
                *known = rank;
            }
        }
        id
    }

    /// The keys in an order that all objects follow, with what they hold; none if there is no such order, and it matters.
    pub(super) fn columns(&self, order: KeyOrder) -> Option<impl Iterator<Item = (&str, &Shape)>> {
        let columns = self.order.iter().filter_map(|id| self.columns.get(*id)).map(|(key, shape)| (&**key, shape));
        ((!self.disagree || order == KeyOrder::Columns) && self.merged.is_none()).then_some(columns)
    }

    /// What the members of all objects hold, whatever their keys are.
    pub(super) fn members(&self, options: Options) -> Shape {
        match &self.merged {
            Some(merged) => (**merged).clone(),
            None => self.together(options),
        }
    }

    fn together(&self, options: Options) -> Shape {
        let mut all = Shape::of_items(options);
        self.columns.iter().for_each(|(_, shape)| all.merge(shape));
        all
    }

    fn merge(&mut self, other: &Self, options: Options) {
        self.count = self.count.saturating_add(other.count);
        self.entries = self.entries.saturating_add(other.entries);
        self.disagree |= other.disagree;
        let mut from = 0usize;
        for (key, shape) in other.order.iter().filter_map(|id| other.columns.get(*id)) {
            if let Some(column) = self.column(key, &mut from, options) {
                column.merge(shape);
            }
        }
        if let Some(merged) = &other.merged {
            let mut all = self.members(options);
            all.merge(merged);
            self.merged = Some(Box::new(all));
        }
    }
}

/// How a place is called: a JSON Pointer in which `*` stands for every item and every member.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'p> {
    Root,
    At(&'p str),
    Member(&'p Self, &'p str),
    Each(&'p Self),
}

impl Place<'_> {
    pub(super) fn print(&self, out: &mut String) {
        match self {
            Self::Root => {}
            Self::At(pointer) => out.push_str(pointer),
            Self::Member(parent, key) => {
                parent.print(out);
                out.push_str(&pointer(key));
            }
            Self::Each(parent) => {
                parent.print(out);
                out.push_str("/*");
            }
        }
    }
}
