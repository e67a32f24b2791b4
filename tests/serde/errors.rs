//! What errors say, and the place and path that they have.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{Deserialize, Serialize, Serializer};

use crate::shared::Person;

/// (document, what reading people from it says)
const FAULTS: [(&str, &str); 9] = [
    ("QRP1|table|rows=1|columns=id:u32,name:str\n1,x\n\\.\n", "missing field `score` at line 2, byte 42"),
    (
        "QRP1|table|rows=1|columns=id:str,name:str,score:f32\nx,y,1\n\\.\n",
        "invalid type: string \"x\", expected u32 at line 2, column 1 `id`, byte 52",
    ),
    (
        "QRP1|table|rows=1|columns=id:i64,name:str,score:f32\n-1,y,1\n\\.\n",
        "invalid value: integer `-1`, expected u32 at line 2, column 1 `id`, byte 52",
    ),
    (
        "QRP1|table|rows=1|columns=id:u32,name[]:str,score:f32\n1,(y),1\n\\.\n",
        "invalid type: sequence, expected a string at line 2, column 2 `name`, byte 54",
    ),
    (
        "QRP1|table|rows=1|columns=id:u32,name:str,score:f32\n1,y,z\n\\.\n",
        "expected f32, found `z` at line 2, column 3 `score`, byte 52",
    ),
    (
        "QRP1|table|rows=1|columns=id:u32,name:str,score:f32\n1,y,1\n",
        "expected more lines and the closing line `\\.`, found the end of the input at line 3, byte 58 (the document was cut; ask for it again or for a smaller page)",
    ),
    ("QRP1|record|lines=1\n=7\n\\.\n", "invalid type: integer `7`, expected a sequence at line 2, byte 20"),
    (
        "QRP1|receipt|status=ok\n\\.\n",
        "expected a block with a value, found `a receipt alone` at line 3, byte 26 (a receipt is no value)",
    ),
    (
        "QRP1|table|rows=1|flat=1|columns=path:str,value_type:str,part:u32,parts:u32,value:str\n\"\",null,1,1,\n\\.\n",
        "expected a table of rows, found `a flattened value` at line 1, byte 0 (`json::to_string` gives the value)",
    ),
];

#[test]
fn errors_of_documents() {
    for (document, expected) in FAULTS {
        assert_eq!(qrp1::from_str::<Vec<Person>>(document).unwrap_err().to_string(), expected);
    }
    let error = qrp1::from_str::<Person>("QRP1|table|rows=0|columns=\n\\.\n").unwrap_err();
    assert_eq!(error.to_string(), "invalid length 0, expected struct Person with 3 elements at line 1, byte 0");
    for cut in ["QRP1|table|rows=0|columns=\n\\.\nx", "QRP1|table|rows=0|columns=\n\\.\nx\n"] {
        let error = qrp1::from_str::<Vec<Person>>(cut).unwrap_err().to_string();
        assert_eq!(error, "expected nothing after the closing line, found `more bytes` at line 3, byte 30");
        assert_eq!(qrp1::from_reader::<_, Vec<Person>>(cut.as_bytes()).unwrap_err().to_string(), error);
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "read by serde")]
    struct Strict {
        id: u8,
    }
    let document = "QRP1|table|rows=1|columns=id:u8,more:u8\n1,2\n\\.\n";
    let error = qrp1::from_str::<Vec<Strict>>(document).unwrap_err();
    assert_eq!(error.to_string(), "unknown field `more`, expected `id` at line 2, byte 40");
}

#[test]
fn errors_say_the_path() {
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "read by serde")]
    struct Order {
        id: u8,
        items: Vec<Item>,
    }
    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "read by serde")]
    struct Item {
        shop: BTreeMap<String, u8>,
    }
    let document = "QRP1|table|rows=2|columns=id:u8,items[]{shop<str>:str}\n1,()\n2,((a=1);(b=x))\n\\.\n";
    let error = qrp1::from_str::<Vec<Order>>(document).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: string \"1\", expected u8 at line 3, column 2 `items[0].shop.a`, byte 60"
    );
    let document = "QRP1|record|lines=2\nid=1\nitems=[{shop={a=1,b=x}}]\n\\.\n";
    let error = qrp1::from_str::<Order>(document).unwrap_err();
    assert_eq!(error.to_string(), "invalid type: string \"x\", expected u8 at line 3, `items[0].shop.b`, byte 25");
    assert_eq!(error.column_name(), Some("items[0].shop.b"));

    struct Fails;
    impl Serialize for Fails {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("no such thing\u{1b}"))
        }
    }
    let error = qrp1::to_string(&[BTreeMap::from([("a", vec![Fails])])]).unwrap_err();
    assert_eq!(error.to_string(), "no such thing\\u{1b} in `[0].a[0]`");
    assert_eq!(error.class(), qrp1::ErrorClass::Type);
}

#[test]
fn depth_is_limited() {
    #[derive(Serialize, Deserialize)]
    struct Deep(Vec<Deep>);
    let deep = |depth: usize| (1..depth).fold(Deep(Vec::new()), |inner, _| Deep(vec![inner]));
    let error = qrp1::to_string(&deep(10_000)).unwrap_err();
    assert!(error.to_string().starts_with("more than 64 levels of nesting"), "{error}");
    let document = qrp1::to_string(&deep(64)).unwrap();
    assert!(qrp1::from_str::<Deep>(&document).is_ok());
    assert!(qrp1::to_string(&deep(65)).is_err());
}

#[test]
fn twice_the_same_field() {
    struct Twice;
    impl Serialize for Twice {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map([("a", 1), ("a", 2)])
        }
    }
    assert_eq!(qrp1::to_string(&[Twice]).unwrap_err().to_string(), "field `a` occurs twice in `[0]`");
    assert!(qrp1::to_string(&Twice).unwrap_err().to_string().starts_with("field `a` occurs twice"));
}
