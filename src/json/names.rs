//! The keys of all records so far: each is a column, in the order of their first appearance.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::{Error, Limits, Result};

#[derive(Debug, Default)]
pub(super) struct Names {
    in_order: Vec<Box<str>>,
    index: BTreeMap<Box<str>, usize>,
    bytes: usize,
}

impl Names {
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.in_order.iter().map(AsRef::as_ref)
    }

    pub(super) fn get(&self, column: usize) -> Option<&str> {
        self.in_order.get(column).map(AsRef::as_ref)
    }

    /// The column of a key, which is likely to be `guess`; a new one if the key was not seen before.
    pub(super) fn column(&mut self, key: &str, guess: usize, limits: &Limits) -> Result<usize> {
        if self.get(guess) == Some(key) {
            return Ok(guess);
        }
        if let Some(column) = self.index.get(key) {
            return Ok(*column);
        }
        // All names go into one header line.
        self.bytes = self.bytes.saturating_add(key.len());
        if self.bytes > limits.header {
            return Err(Error::limit("bytes in the names of all columns", wide(limits.header)));
        }
        let column = self.in_order.len();
        if column >= limits.columns {
            return Err(Error::limit("columns", wide(limits.columns)));
        }
        self.in_order.push(key.into());
        self.index.insert(key.into(), column);
        Ok(column)
    }
}

pub(super) fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
