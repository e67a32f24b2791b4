//! Owns the tables in `docs/tables`: the command makes them again, byte for byte, and they keep what is promised.
//!
//! `QRP1_BLESS=1` writes down what the command makes now.
#![cfg(all(feature = "cli", feature = "tokens"))]
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::std_instead_of_alloc, reason = "tests")]

#[path = "support/tree.rs"]
mod tree;

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::process::{Command, Output};

const FILES: [&str; 5] = ["bytes.svg", "tables.csv", "tables.json", "tables.md", "tokens.svg"];

fn run(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_qrp1")).arg("tables").args(arguments).output().unwrap();
    assert_eq!(String::from_utf8(output.stderr.clone()).unwrap(), "");
    assert!(output.status.success());
    output
}

#[test]
fn the_command_makes_the_tables_again() {
    let folder = tempfile::tempdir().unwrap();
    let made = folder.path().join("a/b");
    assert_eq!(run(&["--out", made.to_str().unwrap()]).stdout, b"");
    assert_eq!(fs::read_dir(&made).unwrap().count(), FILES.len());
    for file in FILES {
        let (new, kept) = (tree::text(&made.join(file)), tree::path("docs/tables").join(file));
        if env::var_os("QRP1_BLESS").is_some() {
            fs::write(kept, new).unwrap();
        } else {
            assert!(new == tree::text(&kept), "{file} differs; QRP1_BLESS=1 writes it down");
        }
    }
    for (format, file) in [("markdown", "tables.md"), ("csv", "tables.csv"), ("json", "tables.json")] {
        assert_eq!(run(&["--format", format]).stdout, fs::read(made.join(file)).unwrap());
    }
}

#[test]
fn the_tables_are_all_written_or_none_is() {
    let folder = tempfile::tempdir().unwrap();
    // What can't be replaced, in the place of the last file.
    let place = folder.path().join("tokens.svg");
    fs::create_dir(&place).unwrap();
    fs::write(folder.path().join("tables.md"), "old").unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_qrp1")).args(["tables", "--out"]).arg(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().contains("tokens.svg: "));
    assert_eq!(tree::text(&folder.path().join("tables.md")), "old");
    let mut names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["tables.md", "tokens.svg"]);
    let file = folder.path().join("tables.md");
    let output = Command::new(env!("CARGO_BIN_EXE_qrp1")).args(["tables", "--out"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("tables.md` is a file"));
}

#[test]
fn what_is_not_all_is_not_said_to_be() {
    let location = |unit, name| number("transfer", 5_000, "location arguments only", unit, name);
    for unit in ["bytes", "tokens"] {
        assert!(location(unit, "qrp1") > 0.0);
        assert!(location(unit, "reduction_percent") < 100.0);
    }
}

/// The figures by their words: experiment, rows, form, unit.
fn figures() -> BTreeMap<[String; 4], BTreeMap<String, f64>> {
    let csv = tree::text(&tree::path("docs/tables/tables.csv"));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let names = reader.headers().unwrap().clone();
    let row = |record: csv::StringRecord| {
        let numbers = names.iter().zip(&record).skip(4).filter(|(_, number)| !number.is_empty());
        let numbers = numbers.map(|(name, number)| (name.to_owned(), number.parse().unwrap())).collect();
        ([0, 1, 2, 3].map(|index| record[index].to_owned()), numbers)
    };
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn number(experiment: &str, rows: u32, form: &str, unit: &str, name: &str) -> f64 {
    let words = [experiment, &rows.to_string(), form, unit].map(str::to_owned);
    figures()[&words][name]
}

/// The most that sizes may differ from the published ones in percent, and reductions in points.
const CLOSE: (f64, f64) = (2.0, 1.0);

#[test]
fn plain_lands_close_to_the_published_numbers() {
    for rows in [1, 500, 5_000, 10_000] {
        for unit in ["bytes", "tokens"] {
            let plain = |name: &str| number("candles", rows, "plain", unit, name);
            for side in ["json", "qrp1"] {
                let deviation = plain(&format!("{side}_deviation_percent")).abs();
                assert!(deviation <= CLOSE.0, "{side}, {rows} rows: {deviation} % of {unit}");
            }
            let deviation = plain("reduction_deviation_points").abs();
            assert!(deviation <= CLOSE.1, "{rows} rows: {deviation} points of the reduction in {unit}");
        }
    }
    for (unit, side) in [("bytes", "json"), ("bytes", "qrp1"), ("tokens", "json")] {
        let deviation = number("products", 500, "generic", unit, &format!("{side}_deviation_percent")).abs();
        assert!(deviation <= CLOSE.0, "products, {side}: {deviation} % of {unit}");
    }
    // Our paths cost fewer tokens than the published ones; they expand the object all the same.
    assert!((-20.0..0.0).contains(&number("products", 500, "generic", "tokens", "qrp1_deviation_percent")));
    assert!(number("products", 500, "generic", "tokens", "reduction_percent") < -100.0);
    assert!(number("transfer", 5_000, "location arguments only", "tokens", "qrp1_deviation_percent").abs() <= CLOSE.0);
}

#[test]
fn lean_and_tight_save_more() {
    for profile in ["lean", "tight"] {
        let candles = |rows, name| number("candles", rows, profile, "tokens", name);
        assert!(candles(5_000, "reduction_percent") >= 55.0, "{profile}");
        assert!(candles(1, "qrp1") <= candles(1, "json"), "{profile}");
        assert!(
            number("products", 500, &format!("table, {profile}"), "tokens", "reduction_percent") >= 45.0,
            "{profile}"
        );
    }
}

/// The value of an attribute.
fn attribute(element: &str, name: &str) -> f64 {
    element.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0.parse().unwrap()
}

/// Where the labels of the axis stand, and the bars that are not grey.
fn chart(unit: &str) -> (Vec<(String, f64)>, Vec<f64>) {
    let chart = tree::text(&tree::path("docs/tables").join(format!("{unit}.svg")));
    let lines: Vec<&str> = chart.lines().collect();
    let labels = lines.windows(2).filter(|pair| pair[0].contains("\"middle\""));
    let labels = labels.map(|pair| (pair[1].to_owned(), attribute(pair[0], "x"))).collect();
    let bars = lines.iter().filter(|line| line.contains("height=\"15\"") && !line.contains("#eaeef2"));
    (labels, bars.map(|bar| attribute(bar, "width")).collect())
}

#[test]
fn charts_share_an_axis_that_their_bars_keep_to() {
    let (axis, _) = chart("bytes");
    let at = |percent: &str| axis.iter().find(|(label, _)| label == percent).unwrap().1;
    let (start, json) = (at("0 %"), at("100 %"));
    for unit in ["bytes", "tokens"] {
        let (labels, mut bars) = chart(unit);
        assert_eq!(labels, axis);
        let figures = figures().into_iter().filter(|(words, _)| words[3] == unit);
        let mut shares: Vec<f64> = figures.map(|(_, figure)| 100.0 - figure["reduction_percent"]).collect();
        assert_eq!(bars.len(), shares.len());
        bars.sort_by(f64::total_cmp);
        shares.sort_by(f64::total_cmp);
        for (bar, share) in bars.into_iter().zip(shares) {
            let drawn = bar / (json - start) * 100.0;
            assert!((drawn - share).abs() < 0.2, "a bar of {drawn} % in {unit} for {share} %");
        }
    }
}

#[test]
fn the_readme_shows_lines_of_the_tables() {
    let (readme, tables) = (tree::text(&tree::path("README.md")), tree::text(&tree::path("docs/tables/tables.md")));
    let section = readme.split("\n## ").find(|section| section.contains("docs/tables/tokens.svg")).unwrap();
    assert!(section.contains("docs/tables/bytes.svg"));
    let shown: Vec<&str> = section.lines().filter(|line| line.starts_with('|')).collect();
    assert!(shown.len() >= 5, "{shown:?}");
    for line in shown {
        assert!(tables.lines().any(|known| known == line), "not in the tables: {line}");
    }
    // Figures stand in the lines, and nowhere else in the section, but for the rows of the published experiment.
    let prose = section.lines().filter(|line| !line.starts_with('|')).collect::<String>().replace("10,000 rows", "");
    let figure =
        prose.split(|c: char| c.is_whitespace()).find(|word| word.chars().filter(char::is_ascii_digit).count() > 1);
    assert_eq!(figure, None);
}
