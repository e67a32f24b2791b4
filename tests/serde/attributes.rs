//! What serde's attributes do: other names, flattened, skipped and default fields.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::shared::{Person, becomes, both};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Extra {
    #[serde(rename = "identifier")]
    id: u8,
    #[serde(flatten)]
    person: Person,
    #[serde(flatten)]
    rest: BTreeMap<String, i64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    #[serde(skip)]
    hidden: bool,
    #[serde(default = "seven")]
    seven: u8,
}

fn seven() -> u8 {
    7
}

#[test]
fn attributes() {
    let extra = |id: u8, rest: &[(&str, i64)], tags: &[&str]| Extra {
        id,
        person: Person { id: 4, name: None, score: 0.5 },
        rest: rest.iter().map(|(key, value)| ((*key).to_owned(), *value)).collect(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        hidden: false,
        seven: 7,
    };
    becomes(
        &vec![extra(1, &[("x", 1)], &[]), extra(2, &[("x", 2), ("y", -2)], &["a", "b"])],
        &[
            "QRP1|table|rows=2|columns=identifier:u8,id:u32(always 4),name:null(always \\N),score:f32(always 0.5),x:i64,y?:i64,tags?[]:str,seven:u8(always 7)",
            "1,1,,",
            "2,2,-2,(a;b)",
        ],
    );
    both(&extra(1, &[], &["x"]));
    let found: Extra = qrp1::from_str("QRP1|record|lines=3\nscore=1\nidentifier=1\nid=2\n\\.\n").unwrap();
    assert_eq!((found.seven, found.tags.len(), found.person.name), (7, 0, None));
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Skipping {
    a: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    b: Option<u8>,
    c: u8,
}

#[test]
fn skipped_fields_keep_their_place() {
    let rows = vec![Skipping { a: 1, b: None, c: 2 }, Skipping { a: 2, b: Some(3), c: 2 }];
    becomes(&rows, &["QRP1|table|rows=2|columns=a:u8,b?:u8,c:u8(always 2)", "1,", "2,3"]);
    becomes(&rows[..1].to_vec_of(), &["QRP1|table|rows=1|columns=a:u8,b?:null,c:u8", "1,,2"]);
}

trait ToVecOf {
    fn to_vec_of(&self) -> Vec<Skipping>;
}

impl ToVecOf for [Skipping] {
    fn to_vec_of(&self) -> Vec<Skipping> {
        self.iter().map(|row| Skipping { a: row.a, b: row.b, c: row.c }).collect()
    }
}
