//! Random values of a nested type return, in one document and row by row.

use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use qrp1::serde::SerializerBuilder;
use qrp1::{Closing, Profile, Reader, Writer};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Random {
    n: Option<i64>,
    x: f64,
    text: String,
    tags: Vec<Option<String>>,
    map: BTreeMap<u8, (bool, String)>,
    inner: Option<Box<Random>>,
    kind: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    big: Option<i128>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    None,
    Text(String),
    Pair(u8, Option<char>),
    Named { a: Vec<String>, b: f32 },
}

fn random() -> impl Strategy<Value = Random> {
    let text = || prop_oneof!["[ -~]{0,6}", any::<String>(), Just("null".into()), Just("\\N".into()), Just("1".into())];
    let kind = prop_oneof![
        Just(Kind::None),
        text().prop_map(Kind::Text),
        (any::<u8>(), any::<Option<char>>()).prop_map(|(a, b)| Kind::Pair(a, b)),
        (prop::collection::vec(text(), 0..3), any::<f32>()).prop_map(|(a, b)| Kind::Named { a, b }),
    ];
    let tags = prop::collection::vec(prop::option::of(text()), 0..4);
    let map = prop::collection::btree_map(any::<u8>(), (any::<bool>(), text()), 0..3);
    let leaf = (any::<Option<i64>>(), any::<f64>(), text(), tags, map, kind, any::<Option<i128>>());
    let leaf =
        leaf.prop_map(|(n, x, text, tags, map, kind, big)| Random { n, x, text, tags, map, inner: None, kind, big });
    leaf.prop_recursive(3, 4, 1, |inner| {
        (inner.clone(), inner).prop_map(|(outer, inner)| Random { inner: Some(Box::new(inner)), ..outer })
    })
}

proptest! {
    #[test]
    fn random_values_return(rows in prop::collection::vec(random(), 0..6), tight in any::<bool>()) {
        let profile = if tight { Profile::Tight } else { Profile::Lean };
        let document = SerializerBuilder::new().options(profile).to_string(&rows).unwrap();
        prop_assert_eq!(&qrp1::from_str::<Vec<Random>>(&document).unwrap(), &rows, "{}", document);
        let mut writer = Writer::from_writer(Vec::new());
        for row in &rows {
            let document = qrp1::to_string(row).unwrap();
            prop_assert_eq!(&qrp1::from_str::<Random>(&document).unwrap(), row, "{}", document);
            writer.serialize(row).unwrap();
        }
        if !rows.is_empty() {
            let document = writer.finish(&Closing::new()).unwrap();
            let back: Result<Vec<Random>, _> = Reader::from_reader(&document[..]).deserialize().collect();
            prop_assert_eq!(&back.unwrap(), &rows);
        }
    }
}
