//! A few of many values, evenly spread, by which prices are judged.

use alloc::vec::Vec;

use super::conform::{entries, items, shallow};
use crate::Value;

/// Values that are kept at least, where there are as many.
const KEPT: usize = 32;

/// Keeps every n-th value, without knowing how many will come. Where twice as many were kept, every second goes and n doubles.
#[derive(Clone, Debug)]
pub(super) struct Spread<T> {
    seen: usize,
    step: usize,
    kept: Vec<T>,
}

impl<T> Spread<T> {
    pub(super) const fn new() -> Self {
        Self { seen: 0, step: 1, kept: Vec::new() }
    }

    /// Looks at the next value, and makes it if it is kept.
    pub(super) fn push(&mut self, make: impl FnOnce() -> T) {
        if self.seen.checked_rem(self.step) == Some(0) {
            if self.kept.len() >= KEPT.saturating_mul(2) {
                let mut index = 0usize;
                self.kept.retain(|_| {
                    index = index.wrapping_add(1);
                    index % 2 == 1
                });
                self.step = self.step.saturating_mul(2);
            }
            if self.seen.checked_rem(self.step) == Some(0) {
                self.kept.push(make());
            }
        }
        self.seen = self.seen.saturating_add(1);
    }

    pub(super) fn of(values: impl IntoIterator<Item = T>) -> Self {
        let mut spread = Self::new();
        for value in values {
            spread.push(|| value);
        }
        spread
    }

    /// All values that were seen.
    pub(super) const fn seen(&self) -> usize {
        self.seen
    }

    pub(super) fn kept(&self) -> &[T] {
        &self.kept
    }
}

/// A value of which long lists and objects keep a few members, and how much of it that is.
#[derive(Debug)]
pub(super) struct Light<'v> {
    pub(super) value: Value<'v>,
    leaves: usize,
    kept: usize,
}

impl<'v> Light<'v> {
    /// The value with about as many leaves; none if it has no more. Objects whose members are columns must keep them.
    pub(super) fn of(value: &'v Value<'_>, most: usize, objects: bool) -> Option<Self> {
        /// Members that are kept at least.
        const FEWEST: usize = 4;
        let all = leaves(value);
        if all <= most {
            return None;
        }
        // As if all members were alike; where those within are many, too, fewer do.
        let members = items(value).len().max(entries(value).len());
        let mut members = members.saturating_mul(most).checked_div(all).unwrap_or(0).clamp(FEWEST, MOST);
        loop {
            let light = thinned(value, members, objects);
            let kept = leaves(&light);
            if kept <= most.saturating_mul(2) || members <= FEWEST {
                return Some(Self { value: light, leaves: all, kept });
            }
            members = (members / 2).max(FEWEST);
        }
    }

    /// The leaves that were kept.
    pub(super) const fn kept(&self) -> usize {
        self.kept
    }

    /// The price of the whole value, from the price of what was kept.
    pub(super) fn scaled(&self, price: u64) -> u64 {
        scaled(price, self.kept, wide(self.leaves))
    }
}

/// Members that are kept at most.
const MOST: usize = 64;

fn thinned<'v>(value: &'v Value<'_>, most: usize, objects: bool) -> Value<'v> {
    match value {
        Value::List(items) => Value::List(spread(items, most).map(|item| thinned(item, most, objects)).collect()),
        Value::Map(entries) => {
            let most_entries = if objects { most } else { usize::MAX };
            let kept = spread(entries, most_entries);
            Value::Map(kept.map(|(key, value)| (shallow(key), thinned(value, most, objects))).collect())
        }
        value => shallow(value),
    }
}

/// At most as many of the members, evenly spread.
fn spread<T>(members: &[T], most: usize) -> impl Iterator<Item = &T> {
    members.iter().step_by(members.len().div_ceil(most.max(1)).max(1))
}

/// The price of all, from the price of some.
pub(super) fn scaled(price: u64, some: usize, all: u64) -> u64 {
    price.saturating_mul(all).checked_div(wide(some)).unwrap_or(price)
}

/// A count in 64 bits.
pub(super) fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

/// Scalars, and the lists and objects around them.
pub(super) fn leaves(value: &Value<'_>) -> usize {
    match value {
        Value::List(items) => items.iter().map(leaves).fold(1, usize::saturating_add),
        Value::Map(entries) => entries.iter().map(|(_, value)| leaves(value)).fold(1, usize::saturating_add),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_all_and_many_are_spread() {
        assert_eq!(Spread::of(0..64).kept(), (0..64).collect::<Vec<_>>());
        assert_eq!(Spread::of(0..65).kept(), (0..65).step_by(2).collect::<Vec<_>>());
        assert_eq!(Spread::of(0..1_000).kept(), (0..1_000).step_by(16).collect::<Vec<_>>());
        assert_eq!(Spread::of(0..1_000).seen(), 1_000);
    }
}
