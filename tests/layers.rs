//! The layers: which file may name what. Reads the sources as text and lists every breach.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice, reason = "tests")]
#![allow(clippy::arithmetic_side_effects, reason = "tests")]

#[path = "support/tree.rs"]
mod tree;

/// What a rule says, how the paths of its files begin, and whether a line breaks it.
type Rule = (&'static str, &'static [&'static str], fn(&str) -> bool);

const RULES: [Rule; 4] = [
    (
        "the core names no adapter, no I/O, no JSON library and no tokenizer",
        &[
            "src/wire/",
            "src/schema",
            "src/value",
            "src/error",
            "src/limits",
            "src/decoder",
            "src/encoder",
            "src/header",
            "src/document",
            "src/row",
            "src/axis",
            "src/cost",
            "src/infer",
            "src/letters",
            "src/lines",
            "src/options",
            "src/prefixes",
            "src/primer",
            "src/survey",
        ],
        |line| {
            let words = ["serde", "arrow", "jiter", "std::io", "std::fs", "std::{", "tiktoken"];
            words.iter().any(|word| names(line, word))
        },
    ),
    ("the format's characters come from `wire::bytes`", &["src/decoder", "src/encoder"], spells_syntax),
    (
        "tools and adapters use the public API, not `wire`",
        &["src/json", "src/arrow", "src/serde", "src/page", "src/store", "src/tokens", "src/bin/"],
        |line| line.contains("::wire") || names(line, "wire::"),
    ),
    ("the crate that counts tokens is named in `src/tokens.rs` alone", &["src/"], |line| {
        ["tiktoken", "riptoken", "bpe", "CoreBpe"].iter().any(|word| names(line, word))
    }),
];

/// Whether `word` stands in the line at the start of a word: `serde_core` names `serde`, `narrow` does not name `arrow`.
fn names(line: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| !line[..at].ends_with(inside))
}

/// Whether the line has a punctuation mark or line end as a literal, or a string that begins with `QRP1` or `\`.
fn spells_syntax(line: &str) -> bool {
    let marks = ('!'..='~').filter(|c| c.is_ascii_punctuation() && *c != '_').map(|c| format!("'{c}'"));
    let others = [r"'\n'", r"'\\'", r#""QRP1"#, r#""\"#].map(str::to_owned);
    marks.chain(others).any(|literal| line.contains(&literal))
}

#[test]
fn every_file_keeps_to_its_layer() {
    let (mut read, mut breaches) = (0, Vec::new());
    for file in tree::files(&tree::path("src")) {
        let path = tree::name(&file);
        let applies = |(_, starts, _): &&Rule| starts.iter().any(|start| path.starts_with(start));
        let rules: Vec<_> = RULES.iter().filter(applies).collect();
        read += usize::from(!rules.is_empty());
        let text = tree::text(&file);
        let lines: Vec<_> = text.lines().map(str::trim).take_while(|line| *line != "mod tests {").collect();
        for (at, line) in lines.iter().enumerate().filter(|(_, line)| !line.starts_with("//")) {
            // An `Error` holds an `io::Error`, and only there is `std`.
            let gated = lines[at.saturating_sub(6)..at].contains(&r#"#[cfg(feature = "std")]"#);
            // Of its rules only the one about `wire` is of use for the file that counts.
            let counts = path == "src/tokens.rs" && !line.contains("wire");
            let excused = counts || (path == "src/error.rs" && gated && line.contains("std::io"));
            for (rule, _, _) in rules.iter().filter(|(_, _, breaks)| breaks(line) && !excused) {
                breaches.push(format!("{path}:{}: {rule}: {line}", at + 1));
            }
        }
    }
    assert!(breaches.is_empty(), "breaches of the layers:\n{}", breaches.join("\n"));
    assert!(read >= 5, "only {read} files have a layer: has the tree moved?");
}
