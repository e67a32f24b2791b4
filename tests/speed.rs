//! Owns the bound on the time that laying out JSON takes, as a ratio to a peer in the same run. In release builds only.
#![cfg(all(feature = "json", not(debug_assertions)))]
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, clippy::float_arithmetic, reason = "tests")]

#[path = "support/data.rs"]
mod data;

use core::hint::black_box;
use std::time::{Duration, Instant};

use qrp1::{Profile, json};

/// Rounds, of which the fastest counts: other programs make a round slower, and nothing makes it faster.
const ROUNDS: usize = 40;
/// How many times as long as parsing and printing the text with `serde_json`.
const MOST: f64 = 3.0;

fn time(work: impl FnOnce() -> String) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

#[test]
fn laying_out_takes_at_most_three_times_what_serde_json_takes() {
    let files = data::files("json-benchmark/data", "json");
    let Some(path) = files.iter().find(|path| path.ends_with("twitter.json")) else {
        return data::report("speed of laying out JSON", 0);
    };
    let text = std::fs::read_to_string(path).unwrap();
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..ROUNDS {
        theirs = theirs.min(time(|| serde_json::from_str::<serde_json::Value>(&text).unwrap().to_string()));
        ours = ours.min(time(|| json::from_str(&text, Profile::Lean.into()).unwrap()));
    }
    let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
    data::say(&format!("twitter.json: {ours:?}, serde_json {theirs:?}: {ratio:.2} times"));
    data::report("speed of laying out JSON", 1);
    assert!(ratio <= MOST, "{ours:?} are {ratio:.2} times the {theirs:?} of serde_json");
}
