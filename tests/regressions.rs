//! Owns the replay of known inputs: what fuzzing found (testdata/regressions), and the vectors as a corpus.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    reason = "tests"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::format_push_string,
    clippy::naive_bytecount,
    clippy::format_collect,
    clippy::print_stdout,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "tests have std, and are read more than run"
)]

#[path = "support/generate/mod.rs"]
mod generate;
#[path = "support/invariants.rs"]
mod invariants;
#[path = "support/tree.rs"]
mod tree;

use std::fs;
use std::path::PathBuf;

/// Runs what the fuzz targets run on each file, and says which file it was.
fn replay(files: &[PathBuf]) {
    for file in files {
        let bytes = fs::read(file).unwrap();
        let name = tree::name(file);
        let replayed = std::panic::catch_unwind(|| {
            invariants::bytes(&bytes);
            // The roundtrip target makes a document of the bytes.
            invariants::document(&generate::document(&bytes));
            invariants::only_documents_encode(&generate::disturbed(&bytes));
            let splits: Vec<usize> = bytes.iter().take(8).map(|&byte| usize::from(byte)).collect();
            invariants::chunks(&bytes, &splits);
        });
        assert!(replayed.is_ok(), "{name} fails; its message stands above");
    }
}

#[test]
fn what_fuzzing_found() {
    replay(&tree::files(&tree::path("testdata/regressions")));
}

#[test]
fn the_vectors_as_a_corpus() {
    let mut files = tree::files(&tree::path("spec/vectors"));
    files.retain(|file| file.extension().is_some_and(|extension| extension == "qrp1"));
    assert!(!files.is_empty());
    replay(&files);
}
