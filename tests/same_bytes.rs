//! Owns the promise that all doors give the same bytes for the same rows under the same schema, in every profile.
#![cfg(all(feature = "json", feature = "serde", feature = "arrow"))]
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "tests")]

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use qrp1::{Options, Profile};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: i64,
    name: Option<String>,
    active: bool,
    tags: Vec<String>,
    place: Place,
    stays: Vec<Stay>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Place {
    city: String,
    zip: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Stay {
    nights: i64,
    note: Option<String>,
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z ]{0,12}",
        "https://www\\.example\\.com/[a-c]{1,2}(/x)?",
        "[,;()\\\\\"=|$1N]{0,4}",
        Just(String::new()),
        any::<String>()
    ]
    // A text that is a time is one for JSON, which has no types.
    .prop_filter("no time", |text| !text.starts_with(|c: char| c.is_ascii_digit() || c == '+' || c == '-'))
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let stay = (0..100_i64, option::of(text())).prop_map(|(nights, note)| Stay { nights, note });
    let place = (text(), any::<i64>()).prop_map(|(city, zip)| Place { city, zip });
    let row = (any::<i64>(), option::of(text()), any::<bool>(), vec(text(), 0..4), place, vec(stay, 0..3));
    let row = row.prop_map(|(id, name, active, tags, place, stays)| Row { id, name, active, tags, place, stays });
    // The first row shows every type; JSON infers them from the values.
    let first = Row {
        id: 1,
        name: Some("first".into()),
        active: true,
        tags: vec!["a".into()],
        place: Place { city: "b".into(), zip: 2 },
        stays: vec![Stay { nights: 3, note: Some("c".into()) }],
    };
    vec(row, 70..90).prop_map(move |rows| [vec![first.clone()], rows].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn json_serde_and_arrow_agree(rows in rows()) {
        for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
            let options = Options::from(profile);
            let json = serde_json::to_string(&rows).unwrap();
            let by_json = qrp1::json::from_str(&json, options).unwrap();

            prop_assert!(by_json.starts_with("QRP1|table|rows="), "{}", by_json);
            // Many of the texts begin alike.
            prop_assert_eq!(by_json.contains("|$1=https://www.example.com"), profile == Profile::Tight, "{}", by_json);
            let by_serde = qrp1::serde::SerializerBuilder::new().options(options).to_string(&rows).unwrap();
            prop_assert_eq!(&by_serde, &by_json);
            prop_assert_eq!(&qrp1::from_str::<Vec<Row>>(&by_json).unwrap(), &rows);

            let batches: Vec<_> = qrp1::arrow::Reader::try_new(by_json.as_bytes()).unwrap().map(Result::unwrap).collect();
            let by_arrow = qrp1::arrow::WriterBuilder::new().with_options(options).to_string(&batches).unwrap();
            prop_assert_eq!(&by_arrow, &by_json);
        }
    }
}
