//! Owns the word that both sides carry the same facts: each is decoded, and what they say is compared.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "tests")]

use qrp1::{Axis, Body, Document, Event, Lead, Reader, Row, Value, json};

use super::candles::{self, PAGE};
use super::page::START;
use super::{PROFILES, draw, products, transfer};

fn text<'v>(value: &'v Value<'_>) -> &'v str {
    match value {
        Value::Str(text) | Value::Number(text) => text,
        Value::Bool(true) => "true",
        Value::Bool(false) => "false",
        other => panic!("{other:?}"),
    }
}

fn members<'v>(value: &'v Value<'_>) -> Vec<(&'v str, &'v Value<'v>)> {
    let Value::Map(members) = value else { panic!("{value:?}") };
    members.iter().map(|(key, value)| (text(key), value)).collect()
}

/// The facts of a page of JSON by their keys, and its candles: times, letters of numbers, and whether they are closed.
type Page = (Vec<(String, String)>, Vec<Vec<(String, String)>>);

fn of_json(page: &str) -> Page {
    let page = json::parse(page).unwrap();
    let mut facts = members(&page);
    let (key, candles) = facts.pop().unwrap();
    assert_eq!(key, "candles");
    let Value::List(candles) = candles else { panic!("{candles:?}") };
    let owned = |(key, value): (&str, &Value<'_>)| (key.to_owned(), text(value).to_owned());
    let mut facts: Vec<_> = facts.into_iter().map(owned).collect();
    facts.sort();
    (facts, candles.iter().map(|candle| members(candle).into_iter().map(owned).collect()).collect())
}

/// What a series says, in the words of JSON: `o` is `open`, `t0` the start, and offsets are times.
fn of_series(page: &str) -> Page {
    let document = Document::decode(page.as_bytes()).unwrap();
    assert_eq!(document.closing.fields().count(), 0);
    let [block] = &document.blocks[..] else { panic!("{} blocks", document.blocks.len()) };
    let fields = block.header.fields().filter(|(key, _)| *key != "axis");
    let fields = fields.map(|(key, value)| (if key == "t0" { START } else { key }.to_owned(), value.to_owned()));
    let mut facts: Vec<_> = fields.collect();
    facts.sort();

    let schema = block.header.schema().unwrap();
    let (name, axis) = Axis::named(&block.header, None).unwrap();
    let Lead::Offset(unit) = schema.lead() else { panic!("{:?}", schema.lead()) };
    let Body::Rows(rows) = &block.body else { panic!("{:?}", block.body) };
    let words = ["open", "high", "low", "close", "volume", "closed"];
    let rows = rows.iter().map(|row| {
        let mut time = Vec::new();
        axis.print(row.offset.unwrap(), unit, &mut time).unwrap();
        let cells = schema.columns().iter().zip(words).zip(&row.values).map(|((column, word), value)| {
            assert!(word.starts_with(column.name().unwrap()), "{word} is {:?}", column.name());
            let mut letters = Vec::new();
            column.column_type().print_text(value, &mut letters).unwrap();
            (word.to_owned(), String::from_utf8(letters).unwrap())
        });
        [(name.clone(), String::from_utf8(time).unwrap())].into_iter().chain(cells).collect()
    });
    (facts, rows.collect())
}

#[test]
fn both_sides_of_the_candles_say_the_same() {
    for rows in [1, 2, 500, 501, 1_200] {
        let all = candles::candles(rows).unwrap();
        let json = candles::json_pages(&all);
        let json: Vec<Page> = json.iter().map(|page| of_json(page)).collect();
        assert_eq!(json.len(), usize::try_from(rows.div_ceil(PAGE)).unwrap());
        assert_eq!(json.iter().map(|(_, candles)| candles.len()).sum::<usize>(), all.len());
        for (name, profile) in PROFILES {
            let pages = candles::series_pages(&all, profile).unwrap();
            assert_eq!(pages.len(), json.len());
            for (index, (series, json)) in pages.iter().zip(&json).enumerate() {
                assert_eq!(of_series(series), *json, "page {index} of {rows} rows in {name}");
            }
        }
    }
}

#[test]
fn pages_say_where_they_lie() {
    let all = candles::candles(1_200).unwrap();
    let pages = candles::json_pages(&all);
    let fact = |page: usize, key: &str| {
        of_json(&pages[page]).0.into_iter().find(|(known, _)| known == key).map(|(_, fact)| fact)
    };
    for (page, from, rows, next) in
        [(0, "0", "500", Some(500)), (1, "500", "500", Some(1_000)), (2, "1000", "200", None)]
    {
        assert_eq!(fact(page, "from").unwrap(), from);
        assert_eq!(fact(page, "rows").unwrap(), rows);
        assert_eq!(fact(page, "of").unwrap(), "1200");
        assert_eq!(fact(page, "complete").unwrap(), "false");
        assert_eq!(fact(page, "next_cursor"), next.map(draw::cursor));
    }
    assert_eq!(draw::cursor(500).len(), 384);
    assert_ne!(draw::cursor(500), draw::cursor(1_000));
    assert!(candles::json_pages(&all[..500])[0].contains(r#""complete":true"#));
}

#[test]
fn every_form_of_the_products_is_the_object() {
    let object = products::object();
    let value = json::parse(&object).unwrap();
    let Value::List(list) = members(&value)[0].1 else { panic!("{value:?}") };
    assert_eq!(list.len(), 500);
    let mut labels: Vec<_> = list.iter().map(|product| text(members(product)[1].1)).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), 500, "two products have one label");

    for (name, profile) in PROFILES {
        let document = products::document(&object, profile).unwrap();
        assert_eq!(json::to_string(&document).unwrap(), object, "{name}");
    }
    // The value of pages is that of all their rows.
    let pages = products::flat_pages(&object).unwrap();
    assert_eq!(pages.len(), 7);
    let mut writer = json::Writer::from_writer(Vec::new());
    let header = json::FlattenOptions::default().header().with_rows(2_000);
    writer.event(&Event::Header(&header)).unwrap();
    let mut row = Row::new();
    for page in &pages {
        let mut reader = Reader::from_reader(page.as_bytes());
        while reader.read_row(&mut row).unwrap() {
            writer.event(&Event::Row(&row)).unwrap();
        }
    }
    writer.event(&Event::End(&qrp1::Closing::new())).unwrap();
    assert_eq!(String::from_utf8(writer.finish().unwrap()).unwrap(), object);
}

#[test]
fn arguments_carry_the_candles_or_say_where_they_lie() {
    let all = candles::candles(1_200).unwrap();
    let data = transfer::data_arguments(&all);
    let data = json::parse(&data).unwrap();
    let Value::List(list) = members(&data)[0].1 else { panic!("{data:?}") };
    assert_eq!(list.len(), 1_200);
    let location = transfer::location_arguments(&all);
    let location = json::parse(&location).unwrap();
    let facts = of_json(&candles::json_pages(&all)[0]).0;
    let (logic, place) = members(&location).split_last().map(|(last, rest)| (last.0, rest.to_vec())).unwrap();
    assert_eq!((logic, place.len()), ("logic", 5));
    for (key, value) in place {
        assert!(facts.contains(&(key.to_owned(), text(value).to_owned())), "{key} is no fact of the results");
    }
}
