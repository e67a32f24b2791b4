//! Enums in all four representations, alone and in fields, and those of other writers.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize};

use crate::shared::{Bytes, becomes, both};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
enum External {
    Nothing,
    One(f32),
    Two(u8, String),
    Named { a: Option<i64>, bytes: Bytes },
    Nested(Box<External>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Internal {
    Nothing,
    Circle { radius: f64 },
    Named { name: String, radius: f64 },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Nothing,
    One(i32),
    Two(i32, String),
    Named { a: bool },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Text(String),
    Pair(u8, u8),
    Named { a: bool },
    Nothing,
}

fn external() -> Vec<External> {
    vec![
        External::Nothing,
        External::One(0.1),
        External::Two(1, "x,y".into()),
        External::Named { a: None, bytes: Bytes(vec![1, 2]) },
        External::Nested(Box::new(External::Named { a: Some(1), bytes: Bytes(vec![]) })),
    ]
}

fn internal() -> Vec<Internal> {
    let named = Internal::Named { name: "x".into(), radius: 2.0 };
    vec![Internal::Nothing, Internal::Circle { radius: 1.5 }, named]
}

fn adjacent() -> Vec<Adjacent> {
    vec![Adjacent::Nothing, Adjacent::One(1), Adjacent::Two(2, "x".into()), Adjacent::Named { a: true }]
}

fn untagged() -> Vec<Untagged> {
    let named = Untagged::Named { a: false };
    vec![Untagged::Number(-1), Untagged::Text("1".into()), Untagged::Pair(1, 2), named, Untagged::Nothing]
}

#[test]
fn enums_in_all_four_representations() {
    becomes(
        &external(),
        &[
            "QRP1|table|rows=5|columns=:auto",
            "Nothing",
            "{One=0.1}",
            "{Two=[1,x\\,y]}",
            "{Named={a=null,bytes=AQI}}",
            "{Nested={Named={a=1,bytes=\"\"}}}",
        ],
    );
    becomes(
        &internal(),
        &["QRP1|table|rows=3|columns=kind:str,name?:str,radius?:f64", "nothing,,", "circle,,1.5", "named,x,2"],
    );
    becomes(
        &adjacent(),
        &["QRP1|table|rows=4|columns=t:str,c?:auto", "Nothing,", "One,1", "Two,[2,x]", "Named,{a=true}"],
    );
    becomes(&untagged(), &["QRP1|table|rows=5|columns=:auto", "-1", "\"1\"", "[1,2]", "{a=false}", "null"]);
    external().iter().for_each(|value| drop(both(value)));
    internal().iter().for_each(|value| drop(both(value)));
    adjacent().iter().for_each(|value| drop(both(value)));
    untagged().iter().for_each(|value| drop(both(value)));
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct All {
        external: External,
        internal: Internal,
        adjacent: Adjacent,
        untagged: Untagged,
    }
    let all = |index: usize| All {
        external: external().remove(index),
        internal: internal().remove(index),
        adjacent: adjacent().remove(index),
        untagged: untagged().remove(index),
    };
    both(&vec![all(0), all(1), all(2)]);
    both(&all(2));
    // Unit variants alone are texts.
    becomes(&vec![External::Nothing, External::Nothing], &["QRP1|table|rows=2|columns=:str", "Nothing", "Nothing"]);
}

#[test]
fn enums_of_other_writers() {
    let document = "QRP1|table|rows=2|columns=One?:f64,Two?:auto\n1.5,\n,[1,x]\n\\.\n";
    let expected = [External::One(1.5), External::Two(1, "x".into())];
    assert_eq!(qrp1::from_str::<Vec<External>>(document).unwrap(), expected);
    let document = "QRP1|record|lines=1\ne:{One?:f64,Nested?:str}=(,Nothing)\n\\.\n";
    let document = document.replace("e:{", "e{");
    let found: BTreeMap<String, External> = qrp1::from_str(&document).unwrap();
    assert_eq!(found["e"], External::Nested(Box::new(External::Nothing)));
}
