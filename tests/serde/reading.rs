//! Reading: borrowed texts, columns in any order, blocks at their marks.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use qrp1::Reader;
use serde::{Deserialize, Serialize};

use crate::shared::Person;

#[test]
fn texts_are_borrowed_where_they_have_no_escapes() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Row<'a> {
        id: u8,
        #[serde(borrow)]
        cow: Cow<'a, str>,
        tags: Vec<&'a str>,
        #[serde(borrow)]
        map: BTreeMap<&'a str, &'a str>,
    }
    let document = "QRP1|table|rows=2|columns=id:u8,cow:str,tags[]:str,map<str>:str\n1,a b,(x;y;x;),(k=v)\n2,a\\,b,(\"\";z),()\n\\.\n";
    let document = document.replace("x;)", "x)");
    let rows: Vec<Row<'_>> = qrp1::from_str(&document).unwrap();
    let inside = |text: &str| document.as_bytes().as_ptr_range().contains(&text.as_ptr());
    assert!(matches!(&rows[0].cow, Cow::Borrowed("a b")));
    assert!(matches!(&rows[1].cow, Cow::Owned(text) if text == "a,b"));
    assert_eq!(rows[0].tags, ["x", "y", "x"]);
    assert_eq!(rows[1].tags, ["", "z"]);
    assert!(rows.iter().flat_map(|row| &row.tags).all(|tag| inside(tag)));
    assert!(rows[0].map.iter().all(|(key, value)| inside(key) && inside(value)));
    assert_eq!(qrp1::from_slice::<Vec<&str>>(b"QRP1|table|rows=2|columns=:str\na\nb\n\\.\n").unwrap(), ["a", "b"]);
    let record = "QRP1|record|lines=2\nname=Ada\nlist=[x,y,x]\n\\.\n";
    #[derive(Debug, PartialEq, Deserialize)]
    struct Record<'a> {
        list: Vec<&'a str>,
        name: &'a str,
    }
    assert_eq!(qrp1::from_str::<Record<'_>>(record).unwrap(), Record { list: vec!["x", "y", "x"], name: "Ada" });
    let error = qrp1::from_slice::<Vec<&str>>(b"QRP1|table|rows=1|columns=:str\na\\nb\n\\.\n").unwrap_err();
    assert_eq!(error.to_string(), "invalid type: string \"a\\nb\", expected a borrowed string at line 2, byte 31");
}

/// A text that is not in its line as it is would be looked for in all of it: without a bound that takes minutes here.
#[test]
fn many_escaped_texts_are_cheap() {
    #[derive(Serialize, Deserialize)]
    struct List<'a> {
        #[serde(borrow)]
        items: Vec<Cow<'a, str>>,
    }
    let items = vec![Cow::Borrowed("a,b;c\nd"); 200_000];
    for document in [qrp1::to_string(&List { items: items.clone() }), qrp1::to_string(&[List { items: items.clone() }])]
    {
        let document = document.unwrap();
        let back = match qrp1::from_str::<List<'_>>(&document) {
            Ok(list) => list.items,
            Err(_) => qrp1::from_str::<Vec<List<'_>>>(&document).unwrap().remove(0).items,
        };
        assert!(back == items);
    }
}

#[test]
fn columns_match_by_name_in_any_order() {
    let document = "QRP1|table|rows=1|columns=score:f64,more[]:str,id:i64,name?:str\n1.5,(x),7,\n\\.\n";
    let expected = [Person { id: 7, name: None, score: 1.5 }];
    assert_eq!(qrp1::from_str::<Vec<Person>>(document).unwrap(), expected);
    assert_eq!(qrp1::from_str::<[Person; 1]>(document).unwrap(), expected);
    assert_eq!(Reader::from_reader(document.as_bytes()).deserialize().next().unwrap().ok(), Some(expected[0].clone()));
}

#[test]
fn blocks_at_their_marks() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Order {
        id: u8,
        parts: (String, Part),
        more: BTreeMap<String, u8>,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Part {
        rows: Vec<Cell>,
        n: u8,
    }
    #[derive(Debug, PartialEq, Deserialize)]
    struct Cell {
        #[serde(default)]
        a: Option<i64>,
        b: Option<String>,
    }
    let document = "QRP1|receipt|status=ok\nQRP1|record|lines=3\nid=7\nparts=[\\@,{rows=\\@,n=0}]\nmore=\\@\nQRP1|text|at=/parts/0|lines=2\nsay \"x\"\n\nQRP1|table|at=/parts/1/rows|rows=2|columns=a?:i64,b:str\n1,\n,\"\"\nQRP1|record|at=/more|lines=0\n\\.\n";
    let cells = vec![Cell { a: Some(1), b: None }, Cell { a: None, b: Some(String::new()) }];
    let parts = ("say \"x\"\n".to_owned(), Part { rows: cells, n: 0 });
    let expected = Order { id: 7, parts, more: BTreeMap::new() };
    assert_eq!(qrp1::from_str::<Order>(document).unwrap(), expected);
    assert_eq!(qrp1::from_reader::<_, Order>(document.as_bytes()).unwrap(), expected);
    // What is not asked for is passed over, with its blocks.
    #[derive(Debug, PartialEq, Deserialize)]
    struct Less {
        more: BTreeMap<String, u8>,
    }
    assert_eq!(qrp1::from_str::<Less>(document).unwrap().more, BTreeMap::new());
    let value: serde_json::Value = qrp1::from_str(document).unwrap();
    assert_eq!(
        value,
        serde_json::json!({"id":7,"parts":["say \"x\"\n",{"rows":[{"a":1,"b":null},{"b":""}],"n":0}],"more":{}})
    );
    // The only block with a place is the member of an object.
    let document = "QRP1|table|at=/rows|rows=1|columns=id:i64\n1\n\\.\n";
    assert_eq!(qrp1::from_str::<serde_json::Value>(document).unwrap(), serde_json::json!({"rows":[{"id":1}]}));
    let text = "QRP1|text|lines=2\na\nb\n\\.\n";
    assert_eq!(qrp1::from_str::<String>(text).unwrap(), "a\nb");
}
