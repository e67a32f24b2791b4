//! Owns the promise that the doors for JSON hold in a build where `serde_json` has other features than this project uses:
//! what comes back is the minified text, in the order of its keys, with the letters of its numbers.

#[path = "../../support/texts.rs"]
mod texts;

use std::fs;

use qrp1::{ErrorClass, Profile};
use qrp1_foreign::{DOORS, Letters};
use serde_json::Value;
use texts::{data, minify, name};

fn reread(text: &str) -> String {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text:.2000}"));
    value.to_string()
}

/// Through each door, in each profile, a text comes back, and is the same value to `serde_json`.
#[track_caller]
fn check(name: &str, text: &str) {
    let (of_text, of_value) = (minify(text).unwrap(), reread(text));
    for door in DOORS {
        let expected = if door.letters == Letters::Text { &of_text } else { &of_value };
        for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
            let by = format!("{name} by {} in {profile:?}", door.name);
            let back = (door.through)(text, profile).unwrap_or_else(|error| panic!("{by}: {error}"));
            assert!(back == *expected, "{by}:\n{back:.2000}\nfrom\n{expected:.2000}");
            assert!(reread(&back) == of_value, "{by} is another value:\n{back:.2000}\nfrom\n{of_value:.2000}");
        }
    }
}

#[test]
fn this_build_keeps_order_and_letters() {
    let text = r#"{"b":1.50,"a":[1e+400,-0,12345678901234567890123]}"#;
    assert_eq!(reread(text), text);
    check("order and letters", text);
    check("exponents", "[1E2,1E+2,1e-002,0E0,{\"z\":1E400,\"a\":-0.0e-0}]");
}

#[test]
fn every_file_that_parsers_must_accept() {
    let mut count = 0;
    for path in data::files("jsontestsuite", "json") {
        let name = name(&path);
        if !name.starts_with("y_") {
            continue;
        }
        count += 1;
        let text = fs::read_to_string(&path).unwrap();
        if name.starts_with("y_object_duplicated_key") {
            for door in DOORS.iter().filter(|door| door.letters == Letters::Text) {
                let error = (door.through)(&text, Profile::Lean).unwrap_err();
                assert_eq!(error.class(), ErrorClass::Duplicate, "{name} by {}", door.name);
            }
        } else {
            check(&name, &text);
        }
    }
    data::report("foreign features, JSON that must be accepted", count);
}

#[test]
fn the_benchmark_of_toon() {
    let files = data::files("toon-bench", "json");
    for path in &files {
        check(&path.display().to_string(), &fs::read_to_string(path).unwrap());
    }
    data::report("foreign features, TOON benchmark", files.len());
}
