//! What the other modules share: there and back in one call, and the rows that most of them write.

use std::fmt::Debug;

use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// There and back, from text and from a reader; gives the document.
#[track_caller]
pub(crate) fn both<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let document = qrp1::to_string(value).unwrap();
    let back: T = qrp1::from_str(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
    assert_eq!(back, *value, "{document}");
    assert_eq!(qrp1::from_reader::<_, T>(document.as_bytes()).unwrap(), *value);
    // The document is what the core itself would write.
    assert_eq!(qrp1::Document::decode(document.as_bytes()).unwrap().encode().unwrap(), document.as_bytes());
    document
}

/// A document in lines without the closing one.
pub(crate) fn lines(document: &str) -> Vec<&str> {
    document.strip_suffix("\\.\n").unwrap().lines().collect()
}

#[track_caller]
pub(crate) fn becomes<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: &[&str]) {
    assert_eq!(lines(&both(value)), expected);
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: u32,
    pub(crate) name: Option<String>,
    pub(crate) score: f32,
}

pub(crate) fn people() -> Vec<Person> {
    vec![
        Person { id: 1, name: None, score: 0.1 },
        Person { id: 2, name: Some("Ada, the first".into()), score: -2.0 },
        Person { id: 3, name: Some(String::new()), score: f32::INFINITY },
    ]
}

/// Bytes, as `serde_bytes` has them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visit;
        impl Visitor<'_> for Visit {
            type Value = Bytes;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("bytes")
            }
            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                Ok(Bytes(bytes.into()))
            }
        }
        deserializer.deserialize_byte_buf(Visit)
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Candle {
    pub(crate) open: f64,
    pub(crate) time: String,
    pub(crate) closed: bool,
}

pub(crate) fn candles() -> Vec<Candle> {
    let candle = |hour: u8| Candle {
        open: f64::from(hour) + 0.5,
        time: format!("2024-01-01T{hour:02}:00:00+01:00"),
        closed: true,
    };
    [0, 1, 5].map(candle).into()
}
