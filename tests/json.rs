//! Owns the promise that JSON returns byte for byte as minified JSON, over files that nobody here wrote.
#![cfg(feature = "json")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::arithmetic_side_effects, reason = "tests")]

#[path = "support/texts.rs"]
mod texts;

use qrp1::{ErrorClass, Profile, json};
use texts::{data, minify, name};

#[track_caller]
fn returns(name: &str, text: &str) {
    let expected = minify(text).unwrap();
    for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
        let document = json::from_str(text, profile.into()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let back = json::to_string(&document).unwrap_or_else(|error| panic!("{name}: {error}\n{document}"));
        assert!(back == expected, "{name} in {profile:?} comes back as\n{back:.2000}\nfrom\n{document:.2000}");
    }
}

#[test]
fn values_of_every_kind_return() {
    for text in [
        "null",
        "true",
        "0",
        "-0",
        "1.0",
        "1E400",
        "\"\"",
        "\"12\"",
        "\"null\"",
        "[]",
        "{}",
        "[[]]",
        "[{}]",
        "[null]",
        "{\"\":{}}",
        r#"{"a":{"":1}}"#,
        r#"[{"a":null,"b":""},{"a":"","b":null}]"#,
        r#"[{"a":1},{"b":2},{"a":1,"b":2}]"#,
        r#"[{"a":1,"b":2},{"b":2,"a":1}]"#,
        r#"{"a.b":1,"a":{"b":2},"a/b":{"~":[1,2]}}"#,
        r#"{"o":{"0":"x","1":"y"}}"#,
        r#"[[1,"1"],[true,"true"],[null,"null"]]"#,
        r#"{"log":"a\nb\n","rows":[{"x":1},{"x":2},{"x":3}],"end":[1,[2,[3]]]}"#,
        r#"{"a":[{"id":1,"tags":["x",null,""]},{"id":2,"tags":[]},{"id":3,"tags":null},{"id":4}],"b":"QRP1|table"}"#,
        r#"{"k1":{"n":1,"m":{"x":"a"}},"k2":{"n":2,"m":null},"k3":{"n":3}}"#,
        r#"[{"t":"2024-01-01T00:00:00Z","v":1},{"t":"2024-01-01T01:00:00Z","v":2.50}]"#,
        "\"\\u0000\\u001b\\u2028\u{7f}\u{85}\u{feff}\u{202e} \"",
        r#"["https://example.com/acme/site/a","https://example.com/acme/site/b","https://example.com/acme/site/c","$1","$1/x"]"#,
    ] {
        returns(text, text);
    }
}

#[test]
fn numbers_of_any_length_return() {
    let digits = "1234567890".repeat(1_000);
    returns("long", &format!("[{{\"a\":{digits},\"b\":[-{digits}.{digits}e-{digits},1]}},{{\"a\":1,\"b\":[]}}]"));
}

#[test]
fn every_file_that_parsers_must_accept_returns() {
    let files = data::files("jsontestsuite", "json");
    let accepted = files.iter().filter(|path| name(path).starts_with("y_"));
    let mut count = 0;
    for path in accepted {
        count += 1;
        let text = std::fs::read_to_string(path).unwrap();
        if name(path).starts_with("y_object_duplicated_key") {
            let error = json::from_str(&text, Profile::Lean.into()).unwrap_err();
            assert_eq!(error.class(), ErrorClass::Duplicate, "{}", name(path));
        } else {
            returns(&name(path), &text);
        }
    }
    data::report("JSON that must be accepted", count);
}

#[test]
fn every_file_that_parsers_must_refuse_is_refused() {
    let files = data::files("jsontestsuite", "json");
    let mut count = 0;
    for path in files.iter().filter(|path| name(path).starts_with("n_")) {
        count += 1;
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        assert!(json::from_str(&text, Profile::Lean.into()).is_err(), "{} was accepted", name(path));
    }
    data::report("JSON that must be refused", count);
}

#[test]
fn public_files_return() {
    let folders = [
        "toon-bench",
        "k8s-k9s",
        "octokit-fixtures",
        "tau-bench",
        "json-benchmark/data",
        "csv-spectrum",
        "toon-spec",
        "arrow-testing",
        "blns",
        "chinook",
        "crypto-gct",
    ];
    let texts = texts::values(&folders, 300_000);
    for file in &texts {
        returns(&file.name, &file.json);
    }
    data::report("JSON of the shared data", texts.len());
}
