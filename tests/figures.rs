//! Owns the figures that documents of real JSON must reach, counted in exact `o200k_base` tokens.
//!
//! `cargo test --release --all-features --test figures -- --nocapture` prints the table.
#![cfg(all(feature = "json", feature = "tokens"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::arithmetic_side_effects, reason = "tests")]
#![allow(clippy::print_stdout, reason = "with --nocapture, the tables are what it is run for")]

#[path = "support/texts.rs"]
mod texts;

use core::cmp::Reverse;
use core::fmt::Write;
use std::sync::LazyLock;
use std::thread;

use qrp1::tokens::Tokenizer;
use qrp1::{Cost, ErrorClass, Profile, json};
use texts::{Text, data};

const PROFILES: [Profile; 3] = [Profile::Plain, Profile::Lean, Profile::Tight];
/// What a document may cost beyond minified JSON: the shortest header, type and end.
const MORE: u64 = 16;

/// A data set, its published count as minified JSON, and the most that it may cost lean and tight.
type Bar = (&'static str, u64, u64, u64);

/// The data sets of the benchmark of TOON.
const BENCHMARK: [Bar; 8] = [
    ("tabular", 79_057, 46_060, 43_800),
    ("nested", 68_944, 44_500, 41_500),
    ("analytics", 14_211, 6_620, 6_620),
    ("github", 11_640, 8_760, 6_660),
    ("event-logs", 128_529, 87_300, 71_300),
    ("nested-config", 552, 545, 545),
    ("keyed", 15_635, 9_600, 7_100),
    ("nested-group", 46_791, 26_150, 25_150),
];
/// The most that they may cost in sum, lean and tight.
const IN_SUM: (u64, u64) = (229_535, 202_675);

/// Two large files, and the most that they may cost lean.
const LARGE: [(&str, u64); 2] = [("twitter.json", 77_500), ("citm_catalog.json", 82_000)];

/// Folders, and the most that their files may cost in sum, lean and tight, in hundredths of minified JSON.
const FOLDERS: [(&[&str], u64, u64); 1] = [(&["octokit-fixtures", "k8s-k9s"], 90, 67)];

/// The tokens of a text as minified JSON, as minified JSON with `\uXXXX` for what is always escaped, and in the profiles.
struct Counts {
    name: String,
    minified: u64,
    escaped: u64,
    plain: u64,
    lean: u64,
    tight: u64,
}

/// None for a text that is refused: a key that occurs twice, or deep nesting.
fn count(text: &Text) -> Option<Counts> {
    let tokens = |text: &str| Tokenizer::o200k().tokens(text);
    let mut profiles = [0; 3];
    for (counted, profile) in profiles.iter_mut().zip(PROFILES) {
        match json::from_str(&text.json, profile.into()) {
            Ok(document) => *counted = tokens(&document),
            Err(error) => {
                let may_be = matches!(error.class(), ErrorClass::Duplicate | ErrorClass::Limit);
                assert!(may_be, "{} in {profile:?}: {error}", text.name);
                return None;
            }
        }
    }
    let [plain, lean, tight] = profiles;
    let minified = tokens(&text.minified);
    let escaped = tokens(&texts::escaped(&text.minified));
    Some(Counts { name: text.name.clone(), minified, escaped, plain, lean, tight })
}

/// The counts of all texts of the data, by two threads, once for all tests.
static COUNTS: LazyLock<Vec<Counts>> = LazyLock::new(|| {
    let mut texts = texts::values(&[""], 450_000);
    texts.extend(texts::fixtures());
    // The largest first: the threads end together.
    texts.sort_by_key(|text| Reverse(text.json.len()));
    let half = |first: usize| texts.iter().skip(first).step_by(2).filter_map(count).collect::<Vec<_>>();
    let mut counts = thread::scope(|scope| {
        let other = scope.spawn(|| half(1));
        let mut counts = half(0);
        counts.extend(other.join().unwrap());
        counts
    });
    counts.sort_by(|one, other| one.name.cmp(&other.name));
    let refused = texts.len() - counts.len();
    data::say(&format!("data: refused for keys that occur twice or deep nesting: {refused} texts"));
    counts
});

fn counts_of(file: &str) -> Option<&'static Counts> {
    COUNTS.iter().find(|counts| counts.name == file || counts.name.ends_with(&format!("/{file}")))
}

/// A table of counts against bars, with what is wrong in it.
#[derive(Default)]
struct Table {
    lines: String,
    misses: Vec<String>,
}

impl Table {
    fn new(title: &str) -> Self {
        let lines = format!("\n{title:<32} {:>9} {:>9} {:>9} {:>9}\n", "minified", "plain", "lean", "tight");
        Self { lines, misses: Vec::new() }
    }

    fn line(&mut self, name: &str, counts: [u64; 4]) {
        write!(self.lines, "{name:<32}").unwrap();
        for count in counts {
            write!(self.lines, " {count:>9}").unwrap();
        }
        self.lines.push('\n');
    }

    fn at_most(&mut self, what: &str, counted: u64, most: u64) {
        if counted > most {
            self.misses.push(format!("{what}: {counted} tokens, at most {most}"));
        }
    }

    /// Shows the table, and fails with what is wrong.
    fn show(&self) {
        println!("{}", self.lines);
        assert!(self.misses.is_empty(), "{}\n{}", self.lines, self.misses.join("\n"));
    }
}

#[test]
fn the_benchmark_of_toon() {
    if data::root().is_none() {
        return data::report("figures of the TOON benchmark", 0);
    }
    let mut table = Table::new("TOON benchmark");
    let mut sums = [0; 4];
    let mut is_whole = true;
    for (name, published, lean, tight) in BENCHMARK {
        let Some(counts) = counts_of(&format!("toon-bench/{name}.json")) else {
            data::say(&format!("data: no figure for {name} in this build"));
            is_whole = false;
            continue;
        };
        let all = [counts.minified, counts.plain, counts.lean, counts.tight];
        table.line(name, all);
        sums.iter_mut().zip(all).for_each(|(sum, count)| *sum += count);
        if counts.minified != published {
            table.misses.push(format!("{name}: {} tokens of minified JSON, published {published}", counts.minified));
        }
        table.at_most(&format!("{name} lean"), counts.lean, lean);
        table.at_most(&format!("{name} tight"), counts.tight, tight);
    }
    table.line("in sum", sums);
    if is_whole {
        let [_, _, lean, tight] = sums;
        table.at_most("in sum, lean", lean, IN_SUM.0);
        table.at_most("in sum, tight", tight, IN_SUM.1);
    }
    table.show();
    data::report("figures of the TOON benchmark", BENCHMARK.len());
}

#[test]
fn large_files() {
    let mut table = Table::new("large files");
    for (file, lean) in LARGE {
        // A release build finds them where the data is; a debug build leaves them out, and has said so.
        let Some(counts) = counts_of(file) else {
            assert!(cfg!(debug_assertions) || data::root().is_none(), "no {file}");
            continue;
        };
        table.line(file, [counts.minified, counts.plain, counts.lean, counts.tight]);
        table.at_most(&format!("{file} lean"), counts.lean, lean);
    }
    table.show();
}

#[test]
fn recorded_responses() {
    let mut table = Table::new("recorded responses");
    let mut files = 0;
    for (folders, lean_most, tight_most) in FOLDERS {
        let title = folders.join(" and ");
        let mut sums = [0; 4];
        for folder in folders {
            let start = format!("{folder}/");
            let mut of_folder = [0; 4];
            for counts in COUNTS.iter().filter(|counts| counts.name.starts_with(&start)) {
                files += 1;
                let all = [counts.minified, counts.plain, counts.lean, counts.tight];
                of_folder.iter_mut().zip(all).for_each(|(sum, count)| *sum += count);
            }
            table.line(folder, of_folder);
            sums.iter_mut().zip(of_folder).for_each(|(sum, count)| *sum += count);
        }
        table.line("in sum", sums);
        let [minified, _, lean, tight] = sums;
        table.at_most(&format!("{title} lean"), lean, minified * lean_most / 100);
        table.at_most(&format!("{title} tight"), tight, minified * tight_most / 100);
    }
    table.show();
    data::report("figures of recorded responses", files);
}

#[test]
fn no_text_costs_more_than_minified_json() {
    let mut table = Table::new("all texts of the data");
    let mut sums = [0; 4];
    for counts in COUNTS.iter() {
        let all = [counts.minified, counts.plain, counts.lean, counts.tight];
        sums.iter_mut().zip(all).for_each(|(sum, count)| *sum += count);
        for (profile, counted) in PROFILES.iter().zip([counts.plain, counts.lean, counts.tight]) {
            table.at_most(&format!("{} in {profile:?}", counts.name), counted, counts.escaped + MORE);
        }
    }
    table.line("in sum", sums);
    table.show();
    data::report("never worse than minified JSON", COUNTS.len());
}

/// Texts of marks and digits, where nothing repeats but brackets.
#[test]
fn matrices_cost_no_more_than_their_json() {
    for item in ["[[0,1],[1,0]]", "[[[0,1],[1,0]]]", "[0,1],[1,0]", "[[[[7]]]]", "[1,2,3]", "[[]],[[],[]]"] {
        let text = format!("[{}]", vec![item; 500].join(","));
        for profile in PROFILES {
            let document = json::from_str(&text, profile.into()).unwrap();
            let tokens = |text: &str| Tokenizer::o200k().tokens(text);
            let (cost, json) = (tokens(&document), tokens(&text));
            assert!(cost <= json + MORE, "{item} in {profile:?}: {cost} tokens, {json} as JSON");
        }
    }
}
