//! Owns the promise that the fast measure of texts chooses as exact counts do: it agrees on 95 % of all choices, and its
//! documents cost at most half a percent more.
//!
//! `cargo test --release --all-features --test agreement -- --nocapture` prints the figures.
#![cfg(all(feature = "json", feature = "tokens"))]
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "tests")]

#[path = "support/texts.rs"]
mod texts;

use core::cmp::Reverse;
use std::collections::HashMap;
use std::thread;

use qrp1::json::{Decision, DocumentBuilder};
use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Estimate, Profile};
use texts::{Text, data};

/// Choices between at least two forms that can be written, on which both agree, and the tokens of the documents.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    choices: u64,
    same: u64,
    fast: u64,
    exact: u64,
}

/// What was chosen at each place; blocks and types have choices of their own.
fn choices(decisions: Vec<Decision>) -> HashMap<(String, bool, usize), &'static str> {
    let mut all = HashMap::new();
    for decision in decisions {
        if decision.forms.iter().filter(|form| form.tokens.is_some()).count() < 2 {
            continue;
        }
        let is_type = decision.forms.iter().any(|form| !form.declaration.is_empty());
        let mut key = (decision.place.clone(), is_type, 0);
        while all.contains_key(&key) {
            key.2 += 1;
        }
        all.insert(key, decision.choice().unwrap().name);
    }
    all
}

fn compare(text: &Text) -> Option<Sums> {
    let mut sums = Sums::default();
    for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
        let builder = DocumentBuilder::new().options(profile);
        let (fast, by_fast) = builder.clone().cost(&Estimate).explain(&text.json).ok()?;
        let tokenizer = Tokenizer::o200k();
        let (exact, by_exact) = builder.cost(&tokenizer).explain(&text.json).ok()?;
        let (by_fast, by_exact) = (choices(by_fast), choices(by_exact));
        for (place, choice) in &by_exact {
            if let Some(other) = by_fast.get(place) {
                sums.choices += 1;
                sums.same += u64::from(choice == other);
            }
        }
        sums.fast += tokenizer.tokens(&fast);
        sums.exact += tokenizer.tokens(&exact);
    }
    Some(sums)
}

#[test]
fn the_fast_measure_chooses_as_exact_counts_do() {
    let mut texts = texts::values(&[""], 60_000);
    texts.extend(texts::fixtures());
    // The largest first: the threads end together.
    texts.sort_by_key(|text| Reverse(text.json.len()));
    let part = |first: usize| {
        let results = texts.iter().skip(first).step_by(2).filter_map(compare);
        results.fold(Sums::default(), |a, b| Sums {
            choices: a.choices + b.choices,
            same: a.same + b.same,
            fast: a.fast + b.fast,
            exact: a.exact + b.exact,
        })
    };
    let sums = thread::scope(|scope| {
        let other = scope.spawn(|| part(1));
        let (a, b) = (part(0), other.join().unwrap());
        Sums { choices: a.choices + b.choices, same: a.same + b.same, fast: a.fast + b.fast, exact: a.exact + b.exact }
    });
    data::say(&format!("{sums:?} over {} texts", texts.len()));
    data::report("JSON laid out by both measures", texts.len());
    if texts.is_empty() {
        return;
    }
    assert!(sums.choices > 1_000, "{sums:?}");
    assert!(sums.same * 100 >= sums.choices * 95, "{sums:?}");
    assert!(sums.fast * 1_000 <= sums.exact * 1_005, "{sums:?}");
}
