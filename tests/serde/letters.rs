//! Numbers by their letters, raw JSON, and JSON values.

use std::collections::BTreeMap;
use std::fmt::Debug;

use qrp1::Options;
use qrp1::serde::DeserializerBuilder;
use serde::de::{Deserializer, Visitor};
use serde::{Deserialize, Serialize};

use crate::shared::lines;

/// What `serde_json` has with `arbitrary_precision`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "$serde_json::private::Number")]
struct Number {
    #[serde(rename = "$serde_json::private::Number")]
    letters: String,
}

#[test]
fn numbers_by_their_letters() {
    let number = |letters: &str| Number { letters: letters.into() };
    let document = qrp1::to_string(&[number("1.50"), number("1e400")]).unwrap();
    assert_eq!(lines(&document), ["QRP1|table|rows=2|columns=:num", "1.50", "1e400"]);
    assert_eq!(qrp1::to_string(&number("1.50")).unwrap(), "QRP1|record|lines=1\n=1.50\n\\.\n");
    struct Any(Number);
    impl<'de> Deserialize<'de> for Any {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visit;
            impl<'de> Visitor<'de> for Visit {
                type Value = Number;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("a number by its letters")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<Number, A::Error> {
                    Number::deserialize(serde::de::value::MapAccessDeserializer::new(map))
                }
            }
            deserializer.deserialize_any(Visit).map(Any)
        }
    }
    let back: Vec<Any> = DeserializerBuilder::new().number_letters(true).from_str(&document).unwrap();
    assert_eq!(back.into_iter().map(|any| any.0).collect::<Vec<_>>(), [number("1.50"), number("1e400")]);
    assert_eq!(qrp1::from_str::<Vec<String>>(&document).unwrap(), ["1.50", "1e400"]);
    let error = qrp1::to_string(&number("x")).unwrap_err();
    assert!(error.to_string().contains("`x`"), "{error}");
}

#[cfg(feature = "json")]
#[test]
fn raw_json() {
    use serde_json::value::RawValue;
    #[derive(Debug, Serialize, Deserialize)]
    struct Row {
        id: u8,
        raw: Box<RawValue>,
    }
    let raw = |json: &str| RawValue::from_string(json.into()).unwrap();
    let rows = [Row { id: 1, raw: raw("{\"a\": [1.50, null]}") }, Row { id: 2, raw: raw("\"x\"") }];
    let document = qrp1::to_string(&rows).unwrap();
    assert_eq!(lines(&document), ["QRP1|table|rows=2|columns=id:u8,raw:auto", "1,{a=[1.50,null]}", "2,x"]);
    let back: Vec<Row> = qrp1::from_str(&document).unwrap();
    assert_eq!(back[0].raw.get(), "{\"a\":[1.50,null]}");
    assert_eq!(back[1].raw.get(), "\"x\"");
    // JSON of any other writer.
    let document = "QRP1|record|lines=2\na:json={\"x\":[1,\"é\"]}\nb=1\n\\.\n";
    let value: BTreeMap<String, Box<RawValue>> = qrp1::from_str(document).unwrap();
    assert_eq!(value["a"].get(), "{\"x\":[1,\"é\"]}");
    #[derive(Debug, Deserialize)]
    struct Borrowed<'a> {
        #[serde(borrow)]
        a: &'a RawValue,
    }
    assert_eq!(qrp1::from_str::<Borrowed<'_>>(document).unwrap().a.get(), "{\"x\":[1,\"é\"]}");
    let value: serde_json::Value = qrp1::from_str(document).unwrap();
    assert_eq!(value, serde_json::json!({"a": {"x": [1, "é"]}, "b": 1}));
}

/// Raw JSON of any type.
#[test]
fn values_as_raw_json() {
    use serde_json::value::RawValue;
    let document = "QRP1|record|lines=2\ns{t:ts(s,UTC),b:bin,n?:i64,m<i64>:bool}=(2024-02-29T00:00:00,AQI,,(1=true))\nl=[a\"b,1.5]\n\\.\n";
    let value: BTreeMap<String, Box<RawValue>> = qrp1::from_str(document).unwrap();
    assert_eq!(value["s"].get(), "{\"t\":\"2024-02-29T00:00:00Z\",\"b\":\"AQI\",\"m\":{\"1\":true}}");
    assert_eq!(value["l"].get(), "[\"a\\\"b\",1.5]");
}

#[cfg(feature = "json")]
#[test]
fn values_of_json() {
    for json in [
        "[]",
        "{}",
        "null",
        "\"x\"",
        "[{\"a\":1},{\"a\":-1},{\"a\":1.5}]",
        "[{\"a\":null,\"b\":[]},{\"b\":[1,\"1\",{\"c\":{}}]},{\"a\":true}]",
        "{\"a\":{\"x\":1,\"y\":2},\"b\":{\"x\":1,\"y\":null}}",
        "{\"a\":{\"x\":1,\"y\":\"z\"},\"b\":[{\"x\":1},{\"y\":\"2\"}],\"c\":18446744073709551615}",
        "[[1,2],[],[\"a\",{\"b\":[[]]}]]",
        "[1,null,\"null\",false]",
        "[{\"m\":{\"k\":[{\"a\":1},{\"b\":2}]}},{\"m\":{\"j\":[]}}]",
    ] {
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        let document = qrp1::to_string(&value).unwrap();
        assert_eq!(qrp1::json::to_string(&document).unwrap(), json, "{document}");
        assert_eq!(qrp1::from_str::<serde_json::Value>(&document).unwrap(), value, "{document}");
        let by_json = qrp1::json::from_str(json, Options::default()).unwrap();
        // There the letters of all numbers may be those of a float, which here is a float.
        if !by_json.contains(":f64") {
            assert_eq!(qrp1::from_str::<serde_json::Value>(&by_json).unwrap(), value, "{by_json}");
        }
    }
}
