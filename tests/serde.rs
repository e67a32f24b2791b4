//! Owns the door for serde: every type of its data model there and back, the documents it becomes, what errors say.
#![cfg(feature = "serde")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::float_cmp,
    clippy::too_many_lines,
    clippy::items_after_statements,
    clippy::needless_for_each,
    clippy::cast_possible_truncation,
    clippy::missing_panics_doc,
    clippy::elidable_lifetime_names,
    clippy::option_option,
    clippy::zero_sized_map_values,
    reason = "tests"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use proptest::prelude::*;
use qrp1::serde::{DeserializerBuilder, SerializerBuilder};
use qrp1::{Closing, Column, ColumnType, Header, OffsetUnit, Options, Profile, Reader, Schema, Value, Writer};
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// There and back, from text and from a reader; gives the document.
#[track_caller]
fn both<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let document = qrp1::to_string(value).unwrap();
    let back: T = qrp1::from_str(&document).unwrap_or_else(|error| panic!("{error}\n{document}"));
    assert_eq!(back, *value, "{document}");
    assert_eq!(qrp1::from_reader::<_, T>(document.as_bytes()).unwrap(), *value);
    // The document is what the core itself would write.
    assert_eq!(qrp1::Document::decode(document.as_bytes()).unwrap().encode().unwrap(), document.as_bytes());
    document
}

/// A document in lines without the closing one.
fn lines(document: &str) -> Vec<&str> {
    document.strip_suffix("\\.\n").unwrap().lines().collect()
}

#[track_caller]
fn becomes<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: &[&str]) {
    assert_eq!(lines(&both(value)), expected);
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Person {
    id: u32,
    name: Option<String>,
    score: f32,
}

fn people() -> Vec<Person> {
    vec![
        Person { id: 1, name: None, score: 0.1 },
        Person { id: 2, name: Some("Ada, the first".into()), score: -2.0 },
        Person { id: 3, name: Some(String::new()), score: f32::INFINITY },
    ]
}

#[test]
fn rows_are_a_table() {
    becomes(
        &people(),
        &["QRP1|table|rows=3|columns=id:u32,name:str,score:f32", "1,,0.1", "2,Ada\\, the first,-2", "3,\"\",Infinity"],
    );
}

#[test]
fn a_struct_is_a_record() {
    becomes(&people()[0], &["QRP1|record|lines=3", "id=1", "name=null", "score=0.1"]);
}

#[test]
fn scalars_are_one_line() {
    becomes(&true, &["QRP1|record|lines=1", "=true"]);
    becomes(&-5i8, &["QRP1|record|lines=1", "=-5"]);
    becomes(&u64::MAX, &["QRP1|record|lines=1", "=18446744073709551615"]);
    becomes(&u128::MAX, &["QRP1|record|lines=1", "=340282366920938463463374607431768211455"]);
    becomes(&i128::MIN, &["QRP1|record|lines=1", "=-170141183460469231731687303715884105728"]);
    becomes(&0.1f32, &["QRP1|record|lines=1", "=0.1"]);
    becomes(&2.0f64, &["QRP1|record|lines=1", "=2.0"]);
    becomes(&'ß', &["QRP1|record|lines=1", "=ß"]);
    becomes(&"12".to_owned(), &["QRP1|record|lines=1", "=\"12\""]);
    becomes(&"two\nlines".to_owned(), &["QRP1|record|lines=1", "=two\\nlines"]);
    becomes(&(), &["QRP1|record|lines=1", "=null"]);
    becomes(&None::<u8>, &["QRP1|record|lines=1", "=null"]);
    becomes(&Some(7u8), &["QRP1|record|lines=1", "=7"]);
    assert!(qrp1::from_str::<f64>(&qrp1::to_string(&f64::NAN).unwrap()).unwrap().is_nan());
}

/// Bytes, as `serde_bytes` has them.
#[derive(Clone, Debug, PartialEq)]
struct Bytes(Vec<u8>);

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
struct Unit;

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Newtype(u16);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Pair(i64, String);

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Empty {}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Every {
    bool: bool,
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    i128: i128,
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    u128: u128,
    f32: f32,
    f64: f64,
    char: char,
    string: String,
    bytes: Bytes,
    octets: Vec<u8>,
    unit: (),
    unit_struct: Unit,
    newtype: Newtype,
    pair: Pair,
    tuple: (i32, i64),
    mixed: (u8, String, bool, Option<f64>),
    array: [i8; 3],
    option: Option<i16>,
    inner: Person,
    optional: Option<Person>,
    list: Vec<Person>,
    holes: Vec<Option<Person>>,
    lists: Vec<Vec<i64>>,
    empty: Empty,
    empties: Vec<Empty>,
    texts: BTreeMap<String, u8>,
    numbers: BTreeMap<i64, String>,
    flags: BTreeMap<bool, char>,
    chars: BTreeMap<char, Person>,
}

fn every(odd: bool) -> Every {
    Every {
        bool: odd,
        i8: i8::MIN,
        i16: i16::MIN,
        i32: i32::MIN,
        i64: i64::MIN,
        i128: i128::MIN,
        u8: u8::MAX,
        u16: u16::MAX,
        u32: u32::MAX,
        u64: u64::MAX,
        u128: u128::MAX,
        f32: f32::MIN_POSITIVE,
        f64: -0.0,
        char: if odd { '\\' } else { ',' },
        string: if odd { "a;b(c)\n".into() } else { String::new() },
        bytes: Bytes(if odd { vec![0, 255, 7] } else { Vec::new() }),
        octets: if odd { vec![0, 255, 7] } else { Vec::new() },
        unit: (),
        unit_struct: Unit,
        newtype: Newtype(9),
        pair: Pair(1, "x".into()),
        tuple: (-1, 1),
        mixed: (3, "3".into(), odd, odd.then_some(2.0)),
        array: [1, 2, 3],
        option: odd.then_some(-4),
        inner: people().remove(usize::from(odd)),
        optional: odd.then(|| people().remove(1)),
        list: if odd { people() } else { Vec::new() },
        holes: if odd { vec![None, Some(Person::default())] } else { vec![None] },
        lists: if odd { vec![vec![], vec![1, 2]] } else { vec![] },
        empty: Empty {},
        empties: if odd { vec![Empty {}, Empty {}] } else { vec![] },
        texts: [(String::new(), 1), ("a=b".to_owned(), 2)].into_iter().collect(),
        numbers: if odd { [(-1, "minus".to_owned())].into_iter().collect() } else { BTreeMap::new() },
        flags: [(odd, 'x')].into_iter().collect(),
        chars: [('c', Person::default())].into_iter().collect(),
    }
}

#[test]
fn every_type_in_rows_and_records() {
    let document = both(&vec![every(false), every(true)]);
    let header = lines(&document)[0];
    for column in [
        "bool:bool",
        "i8:i8(always -128)",
        "i128:num(always -170141183460469231731687303715884105728)",
        "u64:u64(always 18446744073709551615)",
        "f32:f32(always 1.1754944e-38)",
        "char:str",
        "bytes:bin",
        "octets[]:u8",
        "unit:null(always \\N)",
        "pair[]:auto",
        "tuple[]:i64",
        "option:i16",
        "inner{id:u32,name:str,score:f32}",
        "optional?{id:u32,name:str,score:f32}",
        "holes[]?{id:u32,name:null,score:f32}",
        "lists[][]:i64",
        "texts<str>:u8",
        "numbers<i64>:str",
        "flags<bool>:str",
    ] {
        assert!(header.contains(&format!(",{column}")) || header.contains(&format!("={column}")), "{column}: {header}");
    }
    for odd in [false, true] {
        both(&every(odd));
        both(&Some(every(odd)));
        both(&(every(odd), 1));
    }
}

#[test]
fn lists_of_other_values_have_an_unnamed_column() {
    becomes(&vec![1i32, 2, 3], &["QRP1|table|rows=3|columns=:i32", "1", "2", "3"]);
    becomes(&vec![Some("a".to_owned()), None], &["QRP1|table|rows=2|columns=:str", "a", "\\N"]);
    becomes(
        &vec![None, Some(people().remove(0))],
        &["QRP1|table|rows=2|columns=?{id:u32,name:null,score:f32}", "\\N", "(1,,0.1)"],
    );
    becomes(&(1u8, "x".to_owned()), &["QRP1|table|rows=2|columns=:auto", "1", "x"]);
    becomes(&vec![vec![1u8], vec![]], &["QRP1|table|rows=2|columns=[]:u8", "(1)", "()"]);
    becomes(&vec![(), ()], &["QRP1|table|rows=2|columns=:null", "\\N", "\\N"]);
    becomes(&vec![Empty {}, Empty {}], &["QRP1|table|rows=2|columns=", "()", "()"]);
}

#[test]
fn no_rows_have_no_columns() {
    becomes(&Vec::<Person>::new(), &["QRP1|table|rows=0|columns="]);
    let schema = Schema::new([Column::new("id", ColumnType::U32), Column::new("name", ColumnType::Str)]);
    let document = SerializerBuilder::new().schema(schema).to_string(&Vec::<Person>::new()).unwrap();
    assert_eq!(document, "QRP1|table|rows=0|columns=id:u32,name:str\n\\.\n");
    assert_eq!(qrp1::from_str::<Vec<Person>>(&document).unwrap(), []);
    assert_eq!(SerializerBuilder::new().time("id").to_string(&[(); 0]).unwrap(), "QRP1|table|rows=0|columns=\n\\.\n");
}

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

#[test]
fn types_widen_until_they_hold_all_values() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Any {
        Small(i8),
        Byte(u8),
        Long(i64),
        Huge(u64),
        Float(f64),
        Bool(bool),
        Text(String),
    }
    let ty = |values: &[Any]| {
        let document = qrp1::to_string(values).unwrap();
        lines(&document)[0].rsplit('=').next().unwrap().to_owned()
    };
    assert_eq!(ty(&[Any::Small(1), Any::Long(1)]), ":i64");
    assert_eq!(ty(&[Any::Small(1), Any::Byte(1)]), ":i16");
    assert_eq!(ty(&[Any::Byte(1), Any::Huge(1)]), ":u64");
    assert_eq!(ty(&[Any::Small(-1), Any::Huge(u64::MAX)]), ":num");
    assert_eq!(ty(&[Any::Small(-1), Any::Float(0.5)]), ":num");
    assert_eq!(ty(&[Any::Small(-1), Any::Float(f64::NAN)]), ":auto");
    assert_eq!(ty(&[Any::Bool(true), Any::Text("true".into())]), ":auto");
    both(&vec![Any::Small(-1), Any::Text("-1".into()), Any::Bool(false), Any::Float(1.5)]);
}

#[test]
fn maps() {
    let rows: BTreeMap<String, Person> = people().into_iter().map(|row| (format!("key {}", row.id), row)).collect();
    becomes(
        &rows,
        &[
            "QRP1|table|rows=3|columns=@:str,id:u32,name:str,score:f32",
            "key 1,1,,0.1",
            "key 2,2,Ada\\, the first,-2",
            "key 3,3,\"\",Infinity",
        ],
    );
    let document = qrp1::to_string(&rows).unwrap();
    assert_eq!(qrp1::from_str::<Vec<Person>>(&document).unwrap(), people());
    let pairs: Vec<(String, Person)> = qrp1::from_str(&document).unwrap();
    assert_eq!(pairs, rows.clone().into_iter().collect::<Vec<_>>());
    let numbers: BTreeMap<i64, String> = [(-1, "x".to_owned()), (2, String::new())].into_iter().collect();
    becomes(&numbers, &["QRP1|record|lines=2", "-1=x", "2=\"\""]);
    both(&BTreeMap::<String, u8>::new());
    let people: BTreeMap<u8, Person> = people().into_iter().map(|row| (row.id as u8, row)).collect();
    both(&people);
    both(&vec![numbers.clone(), BTreeMap::new(), numbers]);
    // Keys beyond the fields that a table may have.
    let many: BTreeMap<String, u16> = (0..1_000).map(|n| (n.to_string(), n)).collect();
    both(&many);
    assert!(both(&vec![many]).contains("columns=<str>:u16\n"));
    let any: HashMap<String, Vec<Option<bool>>> = HashMap::from([("a".into(), vec![None]), ("b".into(), vec![])]);
    both(&any);
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Candle {
    open: f64,
    time: String,
    closed: bool,
}

fn candles() -> Vec<Candle> {
    let candle = |hour: u8| Candle {
        open: f64::from(hour) + 0.5,
        time: format!("2024-01-01T{hour:02}:00:00+01:00"),
        closed: true,
    };
    [0, 1, 5].map(candle).into()
}

#[test]
fn a_time_field_makes_a_series() {
    let document = SerializerBuilder::new().time("time").to_string(&candles()).unwrap();
    assert_eq!(
        lines(&document),
        [
            "QRP1|series|rows=3|t0=2024-01-01T00:00:00+01:00|axis=time:rfc3339|columns=dt_h:i64,open:f64,closed:bool(always true)",
            "0,0.5",
            "1,1.5",
            "5,5.5",
        ]
    );
    assert_eq!(qrp1::from_str::<Vec<Candle>>(&document).unwrap(), candles());
    let plain = SerializerBuilder::new().options(Profile::Plain).time("time").to_string(&candles()).unwrap();
    assert_eq!(lines(&plain)[1], "0,0.5,1");
    assert!(lines(&plain)[0].contains("dt_ms:i64"));
    assert_eq!(qrp1::from_str::<Vec<Candle>>(&plain).unwrap(), candles());
    let mut reader = Reader::from_reader(document.as_bytes());
    assert_eq!(reader.deserialize().collect::<Result<Vec<Candle>, _>>().unwrap(), candles());
    let tuples: Vec<(String, f64, bool)> = qrp1::from_str(&document).unwrap();
    assert_eq!(tuples[2], ("2024-01-01T05:00:00+01:00".into(), 5.5, true));
    // Seconds since 1970 are a number.
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Tick {
        at: u64,
    }
    let ticks = vec![Tick { at: 1_700_000_000 }, Tick { at: 1_700_000_060 }];
    let document = SerializerBuilder::new().time("at").to_string(&ticks).unwrap();
    assert!(document.contains("axis=at:epoch_s|columns=dt_min:i64\n"), "{document}");
    assert_eq!(qrp1::from_str::<Vec<Tick>>(&document).unwrap(), ticks);
    // Without a name, the reader has to say it.
    let nameless = document.replace("|axis=at:epoch_s", "");
    let error = qrp1::from_str::<Vec<Tick>>(&nameless).unwrap_err();
    assert!(error.to_string().starts_with("expected a name for the time field"), "{error}");
}

#[test]
fn errors_of_a_time_field_name_it() {
    let error = SerializerBuilder::new().time("when").to_string(&candles()).unwrap_err();
    assert_eq!(error.to_string(), "missing field `when` in `[0]` (it is the time field of the series)");
    let error = SerializerBuilder::new().time("open").to_string(&candles()).unwrap_err();
    assert_eq!(error.to_string(), "expected an instant, found `a float` in `[0].open`");
    let error = SerializerBuilder::new().time("open").to_string(&[1, 2]).unwrap_err();
    assert_eq!(error.to_string(), "expected a struct with the time field `open`, found `a signed integer` in `[0]`");
}

#[test]
fn a_schema_of_the_caller() {
    let schema = Schema::new([
        Column::new("id", ColumnType::I64),
        Column::new("name", ColumnType::Str).with_missing(),
        Column::new("score", ColumnType::F64),
    ]);
    let document = SerializerBuilder::new().schema(schema.clone()).to_string(&people()[1..]).unwrap();
    assert_eq!(
        lines(&document),
        ["QRP1|table|rows=2|columns=id:i64,name?:str,score:f64", "2,Ada\\, the first,-2", "3,\"\",Infinity",]
    );
    // The same bytes as the core writes for the same data.
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&Header::table(schema).with_rows(2)).unwrap();
    writer.row(&[Value::Int(2), Value::from("Ada, the first"), Value::Float(-2.0)]).unwrap();
    writer.row(&[Value::Int(3), Value::from(""), Value::Float(f64::INFINITY)]).unwrap();
    assert_eq!(writer.finish(&Closing::new()).unwrap(), document.as_bytes());
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Day {
        day: String,
        price: String,
    }
    let schema = Schema::new([
        Column::new("day", ColumnType::Date(qrp1::DateForm::Basic)),
        Column::new("price", ColumnType::Decimal { precision: 5, scale: 2 }),
    ]);
    let days = vec![Day { day: "2024-02-29".into(), price: "1.50".into() }];
    let document = SerializerBuilder::new().schema(schema).to_string(&days).unwrap();
    assert_eq!(lines(&document), ["QRP1|table|rows=1|columns=day:date(basic),price:dec(5,2)", "20240229,1.50"]);
    assert_eq!(qrp1::from_str::<Vec<Day>>(&document).unwrap(), days);
    let counts: Vec<(i32, f64)> = qrp1::from_str(&document).unwrap();
    assert_eq!(counts, [(19_782, 1.5)]);
}

#[test]
fn times_are_texts_or_counts() {
    let document =
        "QRP1|table|rows=1|columns=t:ts(ms,+02:00),d:dur(s),h:time(s)\n2024-02-29T12:00:00.500,90,12:30:00\n\\.\n";
    let texts: Vec<(String, i64, String)> = qrp1::from_str(document).unwrap();
    assert_eq!(texts, [("2024-02-29T12:00:00.500+02:00".into(), 90, "12:30:00".into())]);
    let counts: Vec<(i64, u8, u32)> = qrp1::from_str(document).unwrap();
    assert_eq!(counts, [(1_709_200_800_500, 90, 45_000)]);
}

#[test]
fn options_and_metadata() {
    #[derive(Serialize)]
    struct Link {
        url: &'static str,
        up: bool,
    }
    let links = [Link { url: "https://example.com/a", up: true }, Link { url: "https://example.com/b", up: false }];
    let tight = SerializerBuilder::new().options(Profile::Tight).metadata("source", "crm").to_string(&links).unwrap();
    assert_eq!(
        lines(&tight),
        ["QRP1|table|rows=2|source=crm|columns=url:str(like https://example.com/*),up:bool", "a,true", "b,false",]
    );
    let mut options = Options::from(Profile::Plain);
    options.numbered = true;
    let plain = SerializerBuilder::new().options(options).to_string(&links[..1]).unwrap();
    assert_eq!(lines(&plain), ["QRP1|table|rows=1|columns=#:u64,url:str,up:bool", "1,https://example.com/a,1"]);
    #[derive(Debug, PartialEq, Deserialize)]
    struct Read<'a> {
        up: bool,
        url: Cow<'a, str>,
    }
    assert_eq!(qrp1::from_str::<Vec<Read<'_>>>(&tight).unwrap()[0].url, "https://example.com/a");
    assert_eq!(
        qrp1::from_str::<Vec<Read<'_>>>(&plain).unwrap(),
        [Read { up: true, url: "https://example.com/a".into() }]
    );
}

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

#[test]
fn rows_one_by_one() {
    let mut writer = Writer::from_writer(Vec::new());
    for row in people() {
        writer.serialize(&row).unwrap();
    }
    let document = writer.finish(&Closing::new()).unwrap();
    assert_eq!(
        String::from_utf8(document.clone()).unwrap(),
        "QRP1|table|columns=id:u32,name:str,score:f32\n1,,0.1\n2,Ada\\, the first,-2\n3,\"\",Infinity\n\\.rows=3\n"
    );
    let rows: Vec<Person> = Reader::from_reader(&document[..]).deserialize().map(Result::unwrap).collect();
    assert_eq!(rows, people());
}

#[test]
fn the_first_rows_freeze_no_type() {
    #[derive(Serialize)]
    struct Row {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<u8>,
        b: Option<Vec<i64>>,
        c: Option<Person>,
    }
    let first = Row { a: None, b: None, c: None };
    let second = Row { a: Some(1), b: Some(vec![]), c: None };
    let third = Row { a: Some(1), b: Some(vec![-1]), c: Some(Person::default()) };
    let expected = "a?:u8,b[]:i64,c?{id:u32,name:null,score:f32}\n,,\\N\n1,(),\\N\n1,(-1),(0,,0)\n";
    assert_eq!(
        qrp1::to_string(&[&first, &second, &third]).unwrap(),
        format!("QRP1|table|rows=3|columns={expected}\\.\n")
    );
    let mut writer = Writer::from_writer(Vec::new());
    for row in [&first, &second, &third] {
        writer.serialize(row).unwrap();
    }
    let document = String::from_utf8(writer.finish(&Closing::new()).unwrap()).unwrap();
    // A stream has not seen the rows to come, so that what is still unknown takes anything.
    let expected = expected.replace("name:null", "name:auto").replace("(0,,0)", "(0,null,0)");
    assert_eq!(document, format!("QRP1|table|columns={expected}\\.rows=3\n"));
}

#[test]
fn held_rows_end_with_a_flush_or_the_128th() {
    let row = |n: Option<u8>| BTreeMap::from([("n", n)]);
    let mut writer = Writer::from_writer(Vec::new());
    writer.serialize(&row(None)).unwrap();
    assert_eq!(writer.get_ref().len(), 0);
    writer.flush().unwrap();
    assert_eq!(writer.get_ref(), b"QRP1|table|columns=n:auto\nnull\n");
    writer.serialize(&row(Some(1))).unwrap();
    assert_eq!(writer.finish(&Closing::new()).unwrap(), b"QRP1|table|columns=n:auto\nnull\n1\n\\.rows=2\n");

    let mut writer = Writer::from_writer(Vec::new());
    (0..127).for_each(|_| writer.serialize(&row(None)).unwrap());
    assert_eq!(writer.count(), 0);
    writer.serialize(&row(Some(3))).unwrap();
    assert_eq!(writer.count(), 128);
    // From here on a row has to fit.
    let error = writer.serialize(&BTreeMap::from([("n", "x")])).unwrap_err();
    assert!(error.to_string().contains("`n`"), "{error}");
    let error = writer.serialize(&BTreeMap::from([("m", 1)])).unwrap_err();
    assert_eq!(error.to_string(), "unknown field `m` (the schema has no such column)");
    let error = writer.serialize(&BTreeMap::<String, u8>::new()).unwrap_err();
    assert_eq!(error.to_string(), "missing field `n` (a column that rows may leave out has a `?`)");
    writer.serialize(&row(Some(4))).unwrap();
    let document = writer.finish(&Closing::new()).unwrap();
    let values: Vec<BTreeMap<String, Option<u8>>> = qrp1::from_slice(&document).unwrap();
    assert_eq!((values.len(), values[127]["n"], values[128]["n"]), (129, Some(3), Some(4)));
}

#[test]
fn rows_under_a_header_of_the_caller() {
    let schema = Schema::new([Column::new("open", ColumnType::F64), Column::new("closed", ColumnType::Bool)]);
    let header = Header::series(schema.with_offset(OffsetUnit::Hour), "2024-01-01T00:00:00+01:00".parse().unwrap());
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&header.with_axis("time", qrp1::AxisForm::Rfc3339).with_rows(3)).unwrap();
    candles().iter().for_each(|row| writer.serialize(row).unwrap());
    let document = writer.finish(&Closing::new()).unwrap();
    assert_eq!(qrp1::from_slice::<Vec<Candle>>(&document).unwrap(), candles());

    let schema = Schema::new([Column::new("n", ColumnType::U8)]).with_keys();
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&Header::table(schema).with_rows(1)).unwrap();
    let error = writer.serialize(&BTreeMap::from([("n", 1u8)])).unwrap_err();
    assert!(error.to_string().starts_with("expected a tuple of the key and the row"), "{error}");
    writer.serialize(&("k", BTreeMap::from([("n", 1u8)]))).unwrap();
    let document = writer.finish(&Closing::new()).unwrap();
    let rows: Vec<(String, BTreeMap<String, u8>)> =
        Reader::from_reader(&document[..]).deserialize().map(Result::unwrap).collect();
    assert_eq!(rows, [("k".into(), BTreeMap::from([("n".into(), 1)]))]);

    // Tuples go by their places.
    let mut writer = Writer::from_writer(Vec::new());
    let schema = Schema::new([Column::new("a", ColumnType::U8), Column::new("b", ColumnType::Str)]);
    writer.header(&Header::table(schema).with_rows(1)).unwrap();
    writer.serialize(&(1u8, "x")).unwrap();
    assert!(writer.serialize(&(1u8,)).is_err());
    assert_eq!(writer.finish(&Closing::new()).unwrap(), b"QRP1|table|rows=1|columns=a:u8,b:str\n1,x\n\\.\n");
}

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
