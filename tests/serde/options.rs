//! Options of the serializer: time fields, schemas of the caller, profiles, metadata.

use std::borrow::Cow;
use std::fmt::Debug;

use qrp1::serde::SerializerBuilder;
use qrp1::{Closing, Column, ColumnType, Header, Options, Profile, Reader, Schema, Value, Writer};
use serde::{Deserialize, Serialize};

use crate::shared::{Candle, candles, lines, people};

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
