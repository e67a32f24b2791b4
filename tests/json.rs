//! Owns the promise that JSON returns byte for byte as minified JSON, over files that nobody here wrote.
#![cfg(feature = "json")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::arithmetic_side_effects, reason = "tests")]

#[path = "support/texts.rs"]
mod texts;

use qrp1::{Cost, ErrorClass, Estimate, Profile, json};
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

/// What a reader of items and a survey of rows make of an array.
fn streamed(json: &str, profile: Profile) -> String {
    let builder = json::DocumentBuilder::new().options(profile);
    let mut survey = builder.rows();
    let mut reader = json::Reader::from_reader(json.as_bytes());
    while let Some(item) = reader.read().unwrap() {
        survey.observe(&item).unwrap();
    }
    let rows = survey.finish().unwrap();
    assert!(rows.saves(), "{json:.60}");
    let mut writer = qrp1::Writer::from_writer(Vec::new());
    writer.header(rows.header()).unwrap();
    let mut reader = json::Reader::from_reader(json.as_bytes());
    while let Some(item) = reader.read().unwrap() {
        rows.write(&item, &mut writer).unwrap();
    }
    String::from_utf8(writer.finish(&qrp1::Closing::new()).unwrap()).unwrap()
}

#[test]
fn a_stream_of_items_gives_the_document_of_the_array() {
    let row = |index: usize| match index % 100 {
        7 => format!(r#"{{"id":{index},"user":{{"name":"n{index}","tags":[]}},"note":null}}"#),
        _ => format!(r#"{{"id":{index},"user":{{"name":"n{index}","tags":["a","{index}"]}},"at":"2024-01-01"}}"#),
    };
    let array =
        |rows: &dyn Fn(usize) -> String, count| format!("[{}]", (0..count).map(rows).collect::<Vec<_>>().join(","));
    let time = |index: usize| format!(r#"{{"t":{},"v":{index}.5}}"#, 1_700_000_000 + index * 60);
    let disorder =
        |index: usize| if index.is_multiple_of(2) { r#"{"a":1,"b":2}"# } else { r#"{"b":2,"a":1}"# }.to_owned();
    for json in [array(&row, 1_000), array(&time, 500), array(&disorder, 300)] {
        for profile in [Profile::Plain, Profile::Lean] {
            let document = streamed(&json, profile);
            assert_eq!(document, json::from_str(&json, profile.into()).unwrap(), "{json:.60}");
        }
        for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
            assert_eq!(json::to_string(&streamed(&json, profile)).unwrap(), json);
        }
    }
}

#[test]
fn the_rows_behind_the_samples_return() {
    // What is only in few rows: other types, other keys, other orders, texts that no template fits.
    let odd = [
        r#"{"id":"x","url":"other","n":1.0}"#,
        r#"{"n":1,"id":2,"url":null}"#,
        r#"{"id":1e400,"url":"","n":18446744073709551616,"new":{"a":[[]]}}"#,
        "[]",
        "7",
    ];
    for odd in odd {
        for at in [1, 499, 997] {
            let rows = (0..1_000).map(|index| {
                if index == at {
                    odd.to_owned()
                } else {
                    format!(r#"{{"id":{index},"url":"https://a.b/{index}","n":{index}}}"#)
                }
            });
            returns(odd, &format!("[{}]", rows.collect::<Vec<_>>().join(",")));
        }
    }
}

#[test]
fn keys_of_any_order_are_a_table_where_that_is_asked_for() {
    let json = r#"[{"a":1,"b":"x"},{"b":"y","a":2},{"a":3,"b":"z"},{"b":"w"}]"#;
    let kept = json::from_str(json, Profile::Lean.into()).unwrap();
    assert_eq!(json::to_string(&kept).unwrap(), json);
    let builder = json::DocumentBuilder::new().key_order(json::KeyOrder::Columns);
    let table = builder.from_str(json).unwrap();
    assert_eq!(table, "QRP1|table|rows=4|columns=a?:i64,b:str\n1,x\n2,y\n3,z\n,w\n\\.\n");
    let sorted = r#"[{"a":1,"b":"x"},{"a":2,"b":"y"},{"a":3,"b":"z"},{"b":"w"}]"#;
    assert_eq!(json::to_string(&table).unwrap(), sorted);
}

#[test]
fn a_series_that_is_asked_for() {
    let builder =
        json::DocumentBuilder::new().time("t").metadata("symbol", "X").closing(qrp1::Closing::new().with_crc());
    let json = r#"[{"t":"2024-01-01T00:00:00Z","v":1},{"t":"1999-01-01T00:00:00Z","v":1}]"#;
    let document = builder.from_str(json).unwrap();
    assert!(document.starts_with("QRP1|series|rows=2|t0=2024-01-01T00:00:00Z|axis=t:rfc3339|symbol=X|"), "{document}");
    assert_eq!(json::to_string(&document).unwrap(), json);
    for (json, class) in [
        (r#"{"t":1}"#, ErrorClass::Type),
        (r#"[{"v":1,"t":"2024-01-01T00:00:00Z"}]"#, ErrorClass::Syntax),
        (r#"[{"t":"soon"}]"#, ErrorClass::Type),
        (r#"[{"t":"2024-01-01T00:00:00Z"},7]"#, ErrorClass::Syntax),
        ("[]", ErrorClass::Truncated),
    ] {
        assert_eq!(builder.from_str(json).unwrap_err().class(), class, "{json}");
    }
}

#[test]
fn faults_have_their_places() {
    for (json, message) in [
        (
            "{\"a\":1,\n \"b\":{\"x\":1,\"y\":{\"x\":2},\"x\":3}}",
            "key `x` occurs twice at line 2, byte 32, first at line 2, byte 14",
        ),
        (r#"{"a":1,"\u0061":2}"#, "key `a` occurs twice at line 1, byte 7, first at line 1, byte 1"),
        (
            r#"["a","\ud800"]"#,
            "expected JSON, found `a lone surrogate` at line 1, byte 12 (a text of Unicode has no half characters)",
        ),
        ("[1,\n2,\n]", "expected a value or member after `,`, found `]` at line 3, byte 7"),
    ] {
        let error = json::from_str(json, Profile::Lean.into()).unwrap_err();
        assert_eq!(error.to_string(), message);
        let read = json::from_reader(json.as_bytes(), Profile::Lean.into()).unwrap_err();
        assert_eq!(read.to_string(), message);
    }
    let error = json::from_reader(&b"[\"a\",\n\"\xff\"]"[..], Profile::Lean.into()).unwrap_err();
    assert_eq!((error.class(), error.position().unwrap().byte()), (ErrorClass::Utf8, 7));
}

#[test]
fn all_doors_count_one_nesting() {
    let deep = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    let value = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    for (levels, is_fine) in [(64, true), (65, false)] {
        let text = deep(levels);
        let doors = [
            json::from_str(&text, Profile::Lean.into()),
            json::from_reader(text.as_bytes(), Profile::Lean.into()),
            json::from_value(&value(&text), Profile::Lean.into()),
            json::Reader::from_reader(text.as_bytes()).read().map(|_| String::new()),
            json::flatten_str(&text, json::FlattenOptions::default()),
        ];
        for (door, result) in doors.into_iter().enumerate() {
            match result {
                Ok(document) if is_fine && !document.is_empty() => {
                    assert_eq!(json::to_string(&document).unwrap(), text, "door {door}");
                }
                Ok(_) => assert!(is_fine, "door {door} takes {levels} levels"),
                Err(error) => {
                    assert!(!is_fine, "door {door}: {error}");
                    assert_eq!(error.class(), ErrorClass::Limit);
                }
            }
        }
    }
}

#[test]
fn values_of_serde_json_return() {
    let texts = texts::values(&["toon-bench", "k8s-k9s", "csv-spectrum", "jsontestsuite"], 100_000);
    let mut count = 0;
    for file in &texts {
        let Ok(value) = serde_json::from_str::<serde_json::Value>(&file.json) else { continue };
        let Ok(document) = json::from_value(&value, Profile::Lean.into()) else { continue };
        assert_eq!(json::to_value(&document).unwrap(), value, "{}", file.name);
        count += 1;
    }
    data::report("values of serde_json", count);
    // Numbers that `serde_json` would change.
    for (json, class) in [("1E400", ErrorClass::Range), ("18446744073709551616", ErrorClass::Range)] {
        let document = json::from_str(json, Profile::Lean.into()).unwrap();
        assert_eq!(json::to_value(&document).unwrap_err().class(), class);
    }
    let document = json::from_str("[9007199254740993,0.1,-0,1e3]", Profile::Lean.into()).unwrap();
    assert_eq!(json::to_value(&document).unwrap(), serde_json::json!([9_007_199_254_740_993_u64, 0.1, -0.0, 1000.0]));
}

#[test]
fn every_choice_is_explained() {
    let json = r#"{"total":3,"items":[{"id":1,"tags":["a"]},{"id":2,"tags":[]},{"id":3,"tags":["b","c"]}]}"#;
    let (document, decisions) = json::DocumentBuilder::new().explain(json).unwrap();
    assert_eq!(document, json::from_str(json, Profile::Lean.into()).unwrap());
    let at = |place: &str| decisions.iter().find(|decision| decision.place == place).unwrap();
    assert_eq!(at("/items/*/id").choice().unwrap().declaration, "id:i64");
    assert_eq!(at("/items/*/tags/*").values, 3);
    assert_eq!(at("/items/*/tags").choice().unwrap().name, "list");
    for decision in &decisions {
        let chosen = decision.choice().unwrap();
        let cheapest = decision.forms.iter().filter_map(|form| form.tokens).min().unwrap();
        assert!(chosen.tokens.unwrap() <= cheapest + cheapest / 8 + 1, "{decision}");
    }
}

#[test]
fn short_rows_never_cost_more_than_their_json() {
    let random = |index: usize| index.wrapping_mul(2_654_435_761) >> 7 & 1 == 1;
    let booleans = (0..1_000).map(|index| random(index).to_string()).collect::<Vec<_>>().join(",");
    let nulls = vec!["null"; 1_000].join(",");
    let matrices = vec!["[[0,1],[1,0]]"; 300].join(",");
    for json in [format!("[{booleans}]"), format!("[{nulls}]"), format!("[{matrices}]")] {
        for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
            let document = json::from_str(&json, profile.into()).unwrap();
            assert!(Estimate.tokens(&document) <= Estimate.tokens(&json) + 16, "{profile:?}: {document:.60}");
            assert_eq!(json::to_string(&document).unwrap(), json);
        }
    }
}

#[test]
fn a_long_text_is_a_block() {
    let lines = "Lines of a longer text, as a tool returns them.\n\tAnd more.\n".repeat(10_000);
    let json = serde_json::to_string(&lines).unwrap();
    let document = json::from_str(&json, Profile::Lean.into()).unwrap();
    assert!(document.starts_with("QRP1|text|"), "{document:.60}");
    assert_eq!(json::to_string(&document).unwrap(), json);
}
