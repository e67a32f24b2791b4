//! Owns the README's word: what its commands are said to print is what they print.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::as_conversions, reason = "tests")]
#![allow(clippy::cast_precision_loss, reason = "file sizes")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str], directory: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_qrp1")).args(arguments).current_dir(directory).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_commands_print_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let shows = |printed: &str| assert!(readme.contains(printed), "the README does not show:\n{printed}");
    let folder = tempfile::tempdir().unwrap();
    let candles = root.join("testdata/candles/daily-2024.csv");

    let encode = ["encode", candles.to_str().unwrap(), "--time", "time", "--stats", "-o", "daily.qrp1"];
    let encoded = run(&encode, folder.path());
    assert!(encoded.status.success() && encoded.stdout.is_empty());
    shows(&text(encoded.stderr));
    let document = fs::read_to_string(folder.path().join("daily.qrp1")).unwrap();
    shows(&document.split_inclusive('\n').take(3).collect::<String>());

    let decoded = run(&["decode", "daily.qrp1", "--to", "csv"], folder.path());
    assert_eq!(decoded.stdout, fs::read(&candles).unwrap());

    shows(&text(run(&["check", "daily.qrp1"], folder.path()).stdout));
    let primer = run(&["primer", "daily.qrp1", "--stats"], folder.path());
    shows(&(text(primer.stdout) + &text(primer.stderr)));
    let all = run(&["primer", "--stats"], folder.path());
    shows(&text(all.stderr).trim().split(' ').rev().collect::<Vec<_>>().join(" "));
    fs::write(folder.path().join("cut.qrp1"), &document.as_bytes()[..3_000]).unwrap();
    let cut = run(&["check", "cut.qrp1"], folder.path());
    assert_eq!(cut.status.code(), Some(1));
    // The README reads it from a pipe.
    shows(&text(cut.stderr).replace("cut.qrp1", "stdin"));

    let json = run(&["decode", "daily.qrp1", "--to", "json"], folder.path()).stdout.len();
    let (times, of) = (json as f64 / document.len() as f64, "about three times the size");
    assert!(readme.contains(of) && (2.8..=3.2).contains(&times), "{times} is not {of}");
}

#[cfg(feature = "arrow")]
#[test]
fn the_candles_return_by_way_of_arrow() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let candles = root.join("testdata/candles/daily-2024.csv");
    run(&["encode", candles.to_str().unwrap(), "--time", "time", "-o", "daily.qrp1"], folder.path());
    for command in ["decode daily.qrp1 -o daily.arrow", "encode daily.arrow --time time"] {
        assert!(readme.contains(&format!("$ qrp1 {command}")), "the README does not say: {command}");
        let found = run(&command.split(' ').collect::<Vec<_>>(), folder.path());
        assert!(found.status.success() && found.stderr.is_empty());
        if command.starts_with("encode") {
            assert_eq!(found.stdout, fs::read(folder.path().join("daily.qrp1")).unwrap());
        }
    }
}

#[cfg(feature = "tokens")]
#[test]
fn data_costs_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let command = ["stats", "testdata/candles/daily-2024.csv", "--time", "time"];
    let counted = text(run(&command, root).stdout);
    let shown = format!("$ qrp1 {}\n{counted}```", command.join(" "));
    assert!(readme.contains(&shown), "the README does not show:\n{shown}");
}

#[test]
fn json_becomes_what_the_readme_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("orders.qrp1");
    let orders = text(run(&["encode", "testdata/orders.json"], root).stdout);
    assert!(readme.contains(&orders), "the README does not show:\n{orders}");
    let explained = run(&["encode", "testdata/orders.json", "--explain", "-o", target.to_str().unwrap()], root);
    let lines = text(explained.stderr);
    let lines: Vec<&str> = lines.lines().collect();
    let last = lines[lines.len() - 18..].join("\n");
    assert!(readme.contains(&last), "the README does not show:\n{last}");
    assert_eq!(fs::read_to_string(target).unwrap(), orders);
}
