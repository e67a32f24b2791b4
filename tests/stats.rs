//! Owns the promises of `qrp1 stats` that a transcript can't show: its documents are those of `encode`, its JSON is that of
//! `decode`, rows that break even do, and it answers soon.
#![cfg(all(feature = "cli", feature = "tokens"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests")]

#[path = "support/data.rs"]
mod data;

use core::time::Duration;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Options, Profile, json};
use serde_json::Value;

const QRP1: &str = env!("CARGO_BIN_EXE_qrp1");
/// A debug build takes long for more.
const MOST_BYTES: usize = if cfg!(debug_assertions) { 60_000 } else { 3_000_000 };

fn run(arguments: &[&str]) -> Output {
    Command::new(QRP1).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// The forms of a file.
fn forms(arguments: &[&str]) -> Vec<Value> {
    let output = run(&[&["stats", "--json"], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn number(form: &Value, name: &str) -> u64 {
    form[name].as_u64().unwrap()
}

fn costs(form: &Value, letters: &str) -> bool {
    let bytes = u64::try_from(letters.len()).unwrap();
    number(form, "bytes") == bytes && number(form, "tokens") == Tokenizer::o200k().tokens(letters)
}

/// The first form of each profile is what `encode` prints; the first of all is what `decode` makes of it.
fn is_what_encode_prints(file: &str, time: &[&str]) -> usize {
    let arguments = [&[file], time].concat();
    let forms = forms(&arguments);
    for profile in ["plain", "lean", "tight"] {
        let encoded = run(&[&["encode", "--profile", profile], arguments.as_slice()].concat());
        let document = text(encoded.stdout);
        let form = forms.iter().find(|form| form["profile"] == profile).unwrap();
        assert!(costs(form, &document), "{file} as {profile}: {form}\n{document:.500}");
        if time.is_empty() || profile == "plain" {
            let value = json::to_string(&document).unwrap();
            assert!(costs(&forms[0], &value), "{file}: {}\n{value:.500}", forms[0]);
        }
    }
    assert_eq!(forms[0]["form"], "json");
    1
}

#[test]
fn documents_are_those_of_encode_and_json_that_of_decode() {
    for file in ["people.csv", "users.json", "events.jsonl", "numbers.csv", "tabs.tsv"] {
        is_what_encode_prints(&format!("testdata/cli/{file}"), &[]);
    }
    is_what_encode_prints("testdata/orders.json", &[]);
    is_what_encode_prints("testdata/candles/daily-2024.csv", &["--time", "time"]);
    is_what_encode_prints("testdata/cli/events.jsonl", &["--time", "ts"]);
    let folders = ["toon-bench", "json-benchmark/data", "k8s-k9s", "crypto-gct", "chinook"];
    let files = folders.iter().flat_map(|folder| data::files(folder, "json"));
    let is_fit = |path: &PathBuf| fs::read(path).is_ok_and(|bytes| bytes.len() <= MOST_BYTES);
    let used = files.filter(is_fit).filter(|path| run(&["encode", path.to_str().unwrap()]).status.success());
    let used = used.map(|path| is_what_encode_prints(path.to_str().unwrap(), &[])).sum();
    data::report("costs of real files", used);
}

#[cfg(feature = "arrow")]
#[test]
fn batches_cost_what_encode_prints() {
    let folder = tempfile::tempdir().unwrap();
    let [document, batches] = ["people.qrp1", "people.arrow"].map(|name| folder.path().join(name));
    let [document, batches] = [document.to_str().unwrap(), batches.to_str().unwrap()];
    assert!(run(&["encode", "testdata/cli/people.csv", "-o", document]).status.success());
    assert!(run(&["decode", document, "-o", batches]).status.success());
    is_what_encode_prints(batches, &[]);
}

/// A document of the first rows, as lean makes it, costs no more than their JSON.
fn pays(items: &[Value], count: usize) -> bool {
    let json = serde_json::to_string(&items[..count]).unwrap();
    let document = json::from_str(&json, Options::from(Profile::Lean)).unwrap();
    Tokenizer::o200k().tokens(&document) <= Tokenizer::o200k().tokens(&json)
}

#[test]
fn rows_that_break_even_do_and_fewer_do_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.json");
    let mut seen = Vec::new();
    // Where what repeats is a smaller part of each row, the header pays later. A search among more rows is a unit test.
    for width in [0, 1, 8, 40] {
        let cell = |row: usize, column: usize| Value::from(format!("{:x}", row * 7_919 + column * 104_729));
        let row = |row: usize| Value::Array((0..width).map(|column| cell(row, column)).collect());
        let items: Vec<Value> = (0..400).map(|at| serde_json::json!({"a": at, "b": row(at)})).collect();
        fs::write(&file, serde_json::to_string(&items).unwrap()).unwrap();
        let forms = forms(&[file.to_str().unwrap()]);
        let form = forms.iter().find(|form| form["profile"] == "lean").unwrap();
        match form["breaks_even_at"].as_u64() {
            Some(rows) => {
                let rows = usize::try_from(rows).unwrap();
                assert!(pays(&items, rows), "{width}: {rows}");
                assert!(rows == 1 || !pays(&items, rows - 1), "{width}: {rows}");
                assert!((1..rows.min(33)).all(|fewer| !pays(&items, fewer)), "{width}: {rows}");
                assert_eq!(form["breaks_even"], true);
                seen.push(rows);
            }
            None => assert_eq!(form["breaks_even"], false),
        }
    }
    assert!(seen.len() > 2 && seen.iter().any(|rows| *rows > 2), "{seen:?}");
}

#[test]
fn another_vocabulary_counts() {
    let forms = forms(&["testdata/cli/users.json", "--encoding", "cl100k_base"]);
    let document = text(run(&["encode", "testdata/cli/users.json"]).stdout);
    let form = forms.iter().find(|form| form["profile"] == "lean").unwrap();
    assert_eq!(number(form, "tokens"), Tokenizer::cl100k().tokens(&document));
    assert_eq!(form["encoding"], "cl100k_base");
}

/// Whatever a person reads, a program can read too.
#[test]
fn all_outputs_have_the_same_notes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.json");
    for (json, notes) in [
        (
            r#"{"items":[{"a":1},{"a":2,"b":""}]}"#,
            &["loss of bytes", "loses missing/empty, loses the list's name", "loss"][..],
        ),
        (
            r#"[{"a":null,"b":1},{"b":"1"}]"#,
            &["loss of bytes, loses null/missing", "loses null/missing, loses number/text"],
        ),
    ] {
        fs::write(&file, json).unwrap();
        let file = file.to_str().unwrap();
        let table = text(run(&["stats", file]).stdout);
        let forms = forms(&[file]);
        let records = text(run(&["stats", file, "--csv"]).stdout);
        let records: Vec<csv::StringRecord> =
            csv::Reader::from_reader(records.as_bytes()).records().map(Result::unwrap).collect();
        // A line for the input and one for the names.
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!((lines.len(), records.len()), (forms.len(), forms.len()));
        let mut seen = 0;
        for ((line, form), record) in lines.iter().zip(&forms).zip(&records) {
            let note = form["notes"].as_str().unwrap_or_default();
            assert_eq!(record.iter().next_back().unwrap(), note);
            assert!(
                line.ends_with(note) && (!note.is_empty() || line.ends_with(char::is_numeric) || line.ends_with('%')),
                "{line}"
            );
            seen += usize::from(!note.is_empty());
        }
        assert!(seen >= notes.len(), "{json}: {table}");
        assert!(notes.iter().all(|note| table.contains(note)), "{json}: {table}");
    }
}

/// Rows by the million would fill the memory if each had a cell for each key.
#[test]
fn rows_that_share_no_key_are_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("rows.json");
    let items: Vec<String> = (0..5_000).map(|at| format!("{{\"k{at}\":{at}}}")).collect();
    fs::write(&file, format!("[{}]", items.join(","))).unwrap();
    let file = file.to_str().unwrap();
    let forms = forms(&[file]);
    let note = "not counted: 5000 of 25000000 cells are there";
    for name in ["columnar", "csv"] {
        let form = forms.iter().find(|form| form["form"] == name).unwrap();
        assert_eq!(
            (&form["notes"], &form["bytes"], &form["tokens"], &form["is_loss"]),
            (&note.into(), &Value::Null, &Value::Null, &Value::Null)
        );
    }
    for output in [run(&["stats", file]), run(&["stats", file, "--csv"])] {
        assert_eq!(text(output.stdout).lines().filter(|line| line.ends_with(note)).count(), 2);
    }
}

/// The processor time of some runs of a command, in a shell that has no other children.
/// What begins as a document is one, of another version, after a byte order mark or with a value that JSON does not have.
#[test]
fn documents_are_told_and_their_faults_have_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("document");
    for (document, expected) in [
        ("\u{feff}QRP1|table|rows=1|columns=a:i64\r\n1\r\n\\.\r\n", "byte order mark"),
        ("QRP2|table|rows=1|columns=a:i64\n1\n\\.\n", "QRP2"),
        ("QRP1|record|lines=1\na=NaN\n\\.\n", "at line 2, column 1 `a`, byte 20"),
    ] {
        fs::write(&file, document).unwrap();
        let output = run(&["stats", file.to_str().unwrap()]);
        let message = text(output.stderr);
        assert!(!output.status.success() && message.contains(expected), "{message}");
    }
}

fn processor_time(command: &str, times: u32) -> Duration {
    let line = format!("for i in $(seq {times}); do {QRP1} {command} > /dev/null; done; times");
    let output = Command::new("sh").arg("-c").arg(line).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    let printed = text(output.stdout);
    let seconds = |time: &str| {
        let (minutes, seconds) = time.trim_end_matches('s').split_once('m').unwrap();
        minutes.parse::<f64>().unwrap() * 60.0 + seconds.parse::<f64>().unwrap()
    };
    let of_children = printed.lines().nth(1).unwrap().split_whitespace().map(seconds).sum();
    Duration::from_secs_f64(of_children) / times
}

/// Unpacking a vocabulary takes longer than all else that a small file needs.
#[test]
fn a_command_that_counts_nothing_loads_no_vocabulary() {
    let stats = processor_time("stats testdata/cli/people.csv", 2);
    for command in ["check testdata/cli/keyed.qrp1", "primer testdata/cli/keyed.qrp1", "encode testdata/cli/people.csv"]
    {
        let time = processor_time(command, 4);
        assert!(time * 3 < stats, "{command}: {time:?}, and {stats:?} with a vocabulary");
    }
}

/// A clock on the wall tells of other programs too; the command has no more than its processor time to wait for.
#[test]
fn large_files_are_answered_soon() {
    if cfg!(debug_assertions) {
        return data::say("data: times of `qrp1 stats` are a release build's");
    }
    let time = |path: &str| (0..5).map(|_| processor_time(&format!("stats {path}"), 1)).min().unwrap();
    let small = time("testdata/cli/people.csv");
    data::say(&format!("data: a cold start and a small file take {small:?} of a processor"));
    let files = ["json-benchmark/data/canada.json", "chinook/ChinookDatabase/DataSources/ChinookData.json"];
    let times: Vec<_> = files.iter().filter_map(|file| Some((file, time(data::file(file)?.to_str()?)))).collect();
    for (file, time) in &times {
        data::say(&format!("data: {file} takes {time:?} of a processor"));
    }
    assert!(small < Duration::from_millis(300), "a cold start takes {small:?}");
    assert!(times.iter().all(|(_, time)| *time < Duration::from_secs(2)), "{times:?}");
    data::report("times of `qrp1 stats`", times.len());
}
