//! Owns what the command says of what this build lacks: the feature that has it, and how to get it.
#![cfg(all(feature = "cli", not(all(feature = "tokens", feature = "parquet"))))]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::fs;
use std::process::Command;

/// The command line is refused, by a sentence that names the feature.
#[track_caller]
fn needs(feature: &str, arguments: &[&str]) {
    let output = Command::new(env!("CARGO_BIN_EXE_qrp1")).args(arguments).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&format!("needs the feature `{feature}`")), "{arguments:?}: {said}");
    assert!(said.contains(&format!("`cargo install qrp1 --features cli,{feature}`")), "{arguments:?}: {said}");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
}

#[cfg(not(feature = "tokens"))]
#[test]
fn counting_needs_tokens() {
    for verb in ["stats", "tables"] {
        needs("tokens", &[verb]);
        needs("tokens", &[verb, "-", "--json", "x.csv", "--out", "y"]);
    }
    needs("tokens", &["encode", "--exact", "testdata/cli/users.json"]);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn batches_need_their_features() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, begins: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, begins).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let csv = file("a.csv", b"a\n1\n");
    needs("parquet", &["encode", "--from", "parquet", &csv]);
    needs("parquet", &["encode", &file("a.parquet", b"")]);
    needs("parquet", &["encode", &file("a", b"PAR1")]);
    #[cfg(not(feature = "arrow"))]
    {
        needs("arrow", &["encode", "--from", "arrow", &csv]);
        needs("arrow", &["encode", "--from", "ipc", &csv]);
        needs("arrow", &["encode", &file("a.feather", b"")]);
        needs("arrow", &["encode", &file("b", b"ARROW1")]);
        needs("arrow", &["encode", &file("c", &[0xff; 8])]);
        needs("arrow", &["decode", "--to", "arrow", &csv]);
        needs("arrow", &["decode", "-o", folder.path().join("d.arrow").to_str().unwrap(), &csv]);
    }
}
