//! One flat record: its letters in one buffer, a slot for each column.

use core::ops::Range;

use alloc::string::String;
use alloc::vec::Vec;

use crate::{Position, Value};

/// A record, made once and used for every record of a [`Reader`](super::Reader).
#[derive(Clone, Debug, Default)]
pub struct Record {
    letters: String,
    slots: Vec<Slot>,
    first: Option<usize>,
    pub(super) position: Option<Position>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Slot {
    Missing,
    Null,
    Bool(bool),
    Number(Range<usize>),
    Text(Range<usize>),
}

impl Record {
    /// An empty record, to be filled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of columns that were known when the record was read.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether no column was known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The column of the record's first key.
    #[must_use]
    pub const fn first(&self) -> Option<usize> {
        self.first
    }

    /// Where the record begins.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        self.position
    }

    /// The value of a column: a text, a number by its letters, a boolean, null, or missing.
    #[must_use]
    pub fn value(&self, column: usize) -> Value<'_> {
        self.slots.get(column).map_or(Value::Missing, |slot| self.decode(slot))
    }

    /// The values of all columns.
    #[must_use]
    pub fn values(&self) -> Vec<Value<'_>> {
        self.slots.iter().map(|slot| self.decode(slot)).collect()
    }

    fn decode(&self, slot: &Slot) -> Value<'_> {
        let letters = |range: &Range<usize>| self.letters.get(range.clone()).unwrap_or_default();
        match slot {
            Slot::Missing => Value::Missing,
            Slot::Null => Value::Null,
            Slot::Bool(value) => Value::Bool(*value),
            Slot::Number(range) => Value::number(letters(range)),
            Slot::Text(range) => Value::from(letters(range)),
        }
    }

    pub(super) fn clear(&mut self, position: Position) {
        self.letters.clear();
        self.slots.fill(Slot::Missing);
        self.first = None;
        self.position = Some(position);
    }

    /// Keeps letters.
    pub(super) fn push(&mut self, letters: &str) -> Range<usize> {
        let start = self.letters.len();
        self.letters.push_str(letters);
        start..self.letters.len()
    }

    /// Begins the value of a column; false if the record has one already.
    pub(super) fn begin(&mut self, column: usize) -> bool {
        self.first.get_or_insert(column);
        if self.slots.len() <= column {
            self.slots.resize(column.saturating_add(1), Slot::Missing);
        }
        self.slots.get(column) == Some(&Slot::Missing)
    }

    pub(super) fn set(&mut self, column: usize, value: Slot) {
        if let Some(slot) = self.slots.get_mut(column) {
            *slot = value;
        }
    }
}
