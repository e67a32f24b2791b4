//! Owns the word of `docs/`: Rust that a page shows, and that no test of this crate can compile, stands in an example,
//! letter for letter.
#![allow(clippy::panic, reason = "tests")]

#[path = "support/tree.rs"]
mod tree;

/// The blocks of Rust of a page.
fn blocks(page: &str) -> impl Iterator<Item = &str> {
    page.split("\n```rust,ignore\n").skip(1).filter_map(|rest| rest.split_once("```").map(|(block, _)| block))
}

#[test]
fn what_docs_show_is_what_examples_compile() {
    let sources = |folder: &str, end: &str| -> Vec<String> {
        let files = tree::files(&tree::path(folder)).into_iter();
        files.filter(|file| file.to_string_lossy().ends_with(end)).map(|file| tree::text(&file)).collect()
    };
    let examples = sources("examples/datafusion/src", ".rs");
    if examples.is_empty() {
        return; // The published package has no examples.
    }
    let pages = sources("docs", ".md");
    let shown: Vec<&str> = pages.iter().flat_map(|page| blocks(page)).collect();
    assert!(!shown.is_empty());
    for block in shown {
        assert!(examples.iter().any(|source| source.contains(block)), "no example has:\n{block}");
    }
}
