//! Owns the run of the test vectors: a named test for each file of spec/vectors, `valid/cell/cell-4-alone`.
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

#[path = "../support/invariants.rs"]
mod invariants;
mod json;
mod letters;
mod tagged;
#[path = "../support/tree.rs"]
mod tree;

use std::any::Any;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use qrp1::{Document, Error};

/// Bytes that each byte of a valid document is replaced by.
const HOSTILE: [u8; 12] = *b"\\,;()|=\"0\n\r\xff";
/// Of longer documents a sample of bytes is replaced.
const EXHAUSTIVE: usize = 2 << 10;
/// Bytes of all copies of a document in which one byte is replaced, for each replacement.
const MOST_BYTES: usize = EXHAUSTIVE * EXHAUSTIVE / 8;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = tree::path("spec/vectors");
    let mut trials = Vec::new();
    for (folder, check) in [("valid", valid as fn(&Path)), ("invalid", invalid)] {
        for file in tree::files(&root.join(folder)) {
            let name = file.strip_prefix(&root).unwrap().with_extension("").display().to_string();
            match file.extension().and_then(|extension| extension.to_str()) {
                Some("qrp1") => trials.push(Trial::test(name, move || run(check, &file))),
                Some("json" | "err") => {
                    let document = file.with_extension("qrp1");
                    if !document.is_file() {
                        trials.push(Trial::test(name, move || Err(format!("no {}", document.display()).into())));
                    }
                }
                _ => trials.push(Trial::test(name, move || Err(format!("{}?", file.display()).into()))),
            }
        }
    }
    // A panic is the failure of a test, which says what it was.
    panic::set_hook(Box::new(|_| {}));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn run(check: fn(&Path), file: &Path) -> Result<(), Failed> {
    panic::catch_unwind(AssertUnwindSafe(|| check(file))).map_err(|panic| {
        let text = format!("{}: {}", tree::name(file), said(&*panic));
        text.into()
    })
}

fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_else(|| "a panic".into())
}

fn valid(file: &Path) {
    let bytes = fs::read(file).unwrap();
    let text = fs::read_to_string(file.with_extension("json")).expect("the vector's .json");
    let json = json::parse(&text);

    let document = Document::decode(&bytes).unwrap_or_else(|error| panic!("decode: {error}"));
    let expected = tagged::document(&json);
    assert_eq!(document, expected, "decode: not the value of the .json");
    let bytewise = invariants::decode_bytewise(&bytes).unwrap_or_else(|error| panic!("byte by byte: {error}"));
    assert_eq!(bytewise, expected, "decode, byte by byte: not the value of the .json");
    if let Some(difference) = json::difference(&json, &tagged::json(&document, &bytes)) {
        panic!("decode: not the .json at {difference}");
    }

    let encoded = expected.encode().unwrap_or_else(|error| panic!("encode: {error}"));
    equal("encode the .json", &bytes, &encoded);
    let again = document.encode().unwrap_or_else(|error| panic!("encode what was decoded: {error}"));
    equal("encode what was decoded", &bytes, &again);

    invariants::one_line_one_row(&document, &bytes);
    invariants::nothing_forged(&document, &bytes);
    invariants::every_prefix_is_an_error(&bytes);
    replace_bytes(&bytes);
}

/// Wherever a byte is another one, the result is an error or another document that encodes to the same bytes.
fn replace_bytes(bytes: &[u8]) {
    let mut changed = bytes.to_vec();
    let places = invariants::places(bytes.len(), EXHAUSTIVE);
    // Of a long document, as many as are read in a moment.
    let step = places.len() * bytes.len() / MOST_BYTES + 1;
    for place in places.into_iter().step_by(step) {
        for byte in HOSTILE {
            if byte != bytes[place] {
                changed[place] = byte;
                drop(invariants::canonical(&changed));
            }
        }
        changed[place] = bytes[place];
    }
}

fn equal(what: &str, expected: &[u8], found: &[u8]) {
    let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(expected == found, "{what}: expected\n{}\nfound\n{}", show(expected), show(found));
}

fn invalid(file: &Path) {
    let bytes = fs::read(file).unwrap();
    let expected = fs::read_to_string(file.with_extension("err")).expect("the vector's .err");
    let expected = expected.strip_suffix('\n').unwrap_or(&expected);
    let whole = Document::decode(&bytes);
    let place = |error: &Error| format!("{} {}", error.class(), error.position().map_or(0, |position| position.line()));
    match &whole {
        Ok(_) => panic!("decoded; expected {expected}: {}", invariants::show(&bytes)),
        Err(error) => {
            assert_eq!(expected, place(error), "{error}: {}", invariants::show(&bytes));
            invariants::error_is_fit_to_be_shown(&bytes, error);
        }
    }
    invariants::assert_same(&bytes, &whole, &invariants::decode_bytewise(&bytes));
    invariants::decode_never_panics(&bytes);
}
