//! Tokens of texts, of which many are the same: profiles often agree on a document. Each is counted once.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use qrp1::Cost;
use qrp1::tokens::Tokenizer;

/// What a text is known by: its length, and two hashes whose keys nobody knows.
type Name = (usize, u64, u64);

pub(super) struct Counter {
    tokenizer: Tokenizer,
    hashes: [RandomState; 2],
    /// The texts that were counted, or that another thread counts now.
    known: Mutex<HashMap<Name, Arc<OnceLock<u64>>>>,
}

impl Counter {
    pub(super) fn new(tokenizer: Tokenizer) -> Self {
        Self { tokenizer, hashes: [RandomState::new(), RandomState::new()], known: Mutex::default() }
    }

    pub(super) fn tokens(&self, text: &str) -> u64 {
        self.count(text, |text| self.tokenizer.tokens(text))
    }

    fn count(&self, text: &str, count: impl FnOnce(&str) -> u64) -> u64 {
        let [first, second] = &self.hashes;
        let name = (text.len(), first.hash_one(text), second.hash_one(text));
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let cell = Arc::clone(known.entry(name).or_default());
        drop(known);
        *cell.get_or_init(|| count(text))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_text_is_counted_once() {
        let counter = Counter::new(Tokenizer::o200k());
        let calls = Cell::new(0);
        let count = |text: &str| {
            counter.count(text, |text| {
                calls.set(calls.get() + 1);
                u64::try_from(text.len()).unwrap()
            })
        };
        assert_eq!(["ab", "c", "ab", "", "c", "xy"].map(count), [2, 1, 2, 0, 1, 2]);
        assert_eq!(calls.get(), 4);
    }
}
