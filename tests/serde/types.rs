//! Every type of the data model: scalars, structs, lists, maps, and what holds values of several types.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use qrp1::serde::SerializerBuilder;
use qrp1::{Column, ColumnType, Options, Schema};
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Serialize, Serializer};

use crate::shared::{Bytes, Person, becomes, both, lines, people};

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

/// Maps of more keys than fields have, beside one with keys of another type.
#[test]
fn many_keys_of_several_types_are_texts() {
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(untagged)]
    enum Key {
        Text(String),
        Number(u32),
    }
    let map = |index| match index {
        0 => (0..300).map(|index| (Key::Text(format!("key {index}")), 1)).collect(),
        _ => BTreeMap::from([(Key::Number(7), 2)]),
    };
    let rows = [(0..300).map(|index| (format!("{index:03}"), map(index))).collect::<BTreeMap<_, _>>()];
    assert_eq!(lines(&qrp1::to_string(&rows).unwrap())[0], "QRP1|table|rows=1|columns=<str><str>:i32");
}

/// More fields than are looked through one by one, in every order, and new ones between those that are known.
#[test]
fn many_fields_stand_where_they_were_seen() {
    struct Wide(Vec<u32>, &'static [String]);
    impl Serialize for Wide {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut fields = serializer.serialize_struct("Wide", self.0.len())?;
            for index in &self.0 {
                fields.serialize_field(&self.1[*index as usize], index)?;
            }
            fields.end()
        }
    }
    let names: &[String] = Vec::leak((0..2_000).map(|index| format!("f{index}")).collect());
    let all = || 0..2_000;
    let rows =
        [all().step_by(3).collect(), all().collect(), all().rev().collect(), all().skip(700).collect::<Vec<_>>()];
    let mut options = Options::default();
    options.constants = false;
    let wide = rows.clone().map(|row| Wide(row, names));
    let document = SerializerBuilder::new().options(options).to_string(&wide).unwrap();
    let in_all = |index: usize| index.is_multiple_of(3) && index >= 700;
    let column = |(index, name): (usize, &String)| format!("{name}{}:u32", if in_all(index) { "" } else { "?" });
    let columns: Vec<String> = names.iter().enumerate().map(column).collect();
    assert_eq!(lines(&document)[0], format!("QRP1|table|rows=4|columns={}", columns.join(",")));
    let back: Vec<BTreeMap<String, u32>> = qrp1::from_str(&document).unwrap();
    for (row, back) in rows.iter().zip(back) {
        assert_eq!(back, row.iter().map(|index| (names[*index as usize].clone(), *index)).collect());
    }
}
