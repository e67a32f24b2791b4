//! Owns the tagged JSON of spec/README.md, both ways: `.json` file ↔ [`Document`]. The library never knows JSON.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    unreachable_pub,
    reason = "tests"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::format_push_string,
    clippy::naive_bytecount,
    clippy::format_collect,
    clippy::print_stdout,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "tests have std, and are read more than run"
)]

use qrp1::{
    AxisForm, Body, Closing, Column, ColumnRule, ColumnType, DateForm, Document, DocumentBlock, DocumentRow, Header,
    IntervalUnit, Lead, OffsetUnit, Schema, TimeUnit, Value, Zone,
};
use serde_json::{Map, Value as Json, json};

use crate::letters::{self, Width};

/// Words of the time units.
const UNITS: [(&str, TimeUnit); 4] = [
    ("s", TimeUnit::Second),
    ("ms", TimeUnit::Millisecond),
    ("us", TimeUnit::Microsecond),
    ("ns", TimeUnit::Nanosecond),
];

/// Words of the parts of intervals.
const INTERVALS: [(&str, IntervalUnit); 3] =
    [("ym", IntervalUnit::YearMonth), ("dt", IntervalUnit::DayTime), ("mdn", IntervalUnit::MonthDayNano)];

/// Words of the units of offsets.
const OFFSETS: [(&str, OffsetUnit); 7] = [
    ("ns", OffsetUnit::Nanosecond),
    ("us", OffsetUnit::Microsecond),
    ("ms", OffsetUnit::Millisecond),
    ("s", OffsetUnit::Second),
    ("min", OffsetUnit::Minute),
    ("h", OffsetUnit::Hour),
    ("d", OffsetUnit::Day),
];

/// Words of the forms of an axis.
const AXES: [(&str, AxisForm); 4] = [
    ("rfc3339", AxisForm::Rfc3339),
    ("date", AxisForm::Date),
    ("epoch_s", AxisForm::EpochSeconds),
    ("epoch_ms", AxisForm::EpochMilliseconds),
];

/// Types that are a word alone.
const WORDS: [(&str, ColumnType); 18] = [
    ("bool", ColumnType::Bool),
    ("i8", ColumnType::I8),
    ("i16", ColumnType::I16),
    ("i32", ColumnType::I32),
    ("i64", ColumnType::I64),
    ("u8", ColumnType::U8),
    ("u16", ColumnType::U16),
    ("u32", ColumnType::U32),
    ("u64", ColumnType::U64),
    ("f16", ColumnType::F16),
    ("f32", ColumnType::F32),
    ("f64", ColumnType::F64),
    ("num", ColumnType::Num),
    ("str", ColumnType::Str),
    ("bin", ColumnType::Bin),
    ("null", ColumnType::Null),
    ("auto", ColumnType::Auto),
    ("json", ColumnType::Json),
];

fn word_of<T: PartialEq>(table: &[(&'static str, T)], item: &T) -> &'static str {
    table.iter().find(|(_, known)| known == item).unwrap().0
}

fn item_of<T: Clone>(table: &[(&'static str, T)], word: &str) -> T {
    table.iter().find(|(known, _)| *known == word).unwrap_or_else(|| panic!("no word {word}")).1.clone()
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap_or_else(|| panic!("a string, not {json}"))
}

fn list(json: &Json) -> &[Json] {
    json.as_array().unwrap_or_else(|| panic!("an array, not {json}"))
}

fn is_set(json: &Json, key: &str) -> bool {
    json.get(key).is_some_and(|flag| flag == &Json::Bool(true))
}

// Documents.

/// The document of a `.json` file.
pub fn document(json: &Json) -> Document {
    let blocks = list(&json["blocks"]).iter().map(block).collect();
    let closing = list(&json["closing"]).iter().fold(Closing::new(), |closing, pair| match text(&pair[0]) {
        "crc" => closing.with_crc(),
        key => closing.with(key, text(&pair[1])),
    });
    Document { blocks, closing }
}

/// The tagged JSON of a document and its bytes, which have the sum.
pub fn json(document: &Document, bytes: &[u8]) -> Json {
    let mut closing: Vec<_> = document.closing.fields().map(|(key, value)| json!([key, value])).collect();
    if document.closing.has_crc() {
        let before = bytes.len() - "12345678\n".len();
        assert!(bytes[..before].ends_with(b"crc="));
        closing.push(json!(["crc", letters::crc(&bytes[..before - "crc=".len()])]));
    }
    json!({ "blocks": document.blocks.iter().map(json_block).collect::<Vec<_>>(), "closing": closing })
}

fn block(json: &Json) -> DocumentBlock {
    let shape = text(&json["shape"]);
    let fields: Vec<_> = list(&json["fields"]).iter().map(|pair| (text(&pair[0]), text(&pair[1]))).collect();
    let schema = json.get("columns").map(|columns| {
        let mut schema = Schema::new(list(columns).iter().map(column));
        if is_set(json, "numbered") {
            schema = schema.with_numbers();
        }
        if is_set(json, "keyed") {
            schema = match json.get("like") {
                Some(like) => schema.with_key_template(text(&like[0]), text(&like[1])),
                None => schema.with_keys(),
            };
        }
        if let Some(unit) = json.get("offset") {
            schema = schema.with_offset(item_of(&OFFSETS, text(unit)));
        }
        schema
    });
    let columns = schema.as_ref().map(|schema| schema.columns().to_vec()).unwrap_or_default();
    let body = match shape {
        "table" | "series" => Body::Rows(list(&json["rows"]).iter().map(|json| row(json, &columns)).collect()),
        "record" => Body::Fields(list(&json["lines"]).iter().map(line).collect()),
        _ => json.get("text").map_or(Body::Empty, |json| Body::Text(text(json).into())),
    };
    DocumentBlock { header: header(shape, &fields, schema, is_set(json, "digits")), body }
}

fn header(shape: &str, fields: &[(&str, &str)], schema: Option<Schema>, digits: bool) -> Header {
    let header = match (shape, schema) {
        ("record", None) => Header::record(),
        ("text", None) => Header::text(),
        ("receipt", None) => Header::receipt(),
        ("table", Some(schema)) => Header::table(schema),
        ("series", Some(schema)) => {
            let t0 = fields.iter().find(|(key, _)| *key == "t0").unwrap().1;
            Header::series(schema, t0.parse().unwrap())
        }
        _ => panic!("no shape {shape}, or one with the wrong columns"),
    };
    let header = fields.iter().fold(header, |header, (key, value)| match *key {
        "axis" => {
            let (name, form) = value.rsplit_once(':').unwrap();
            header.with_axis(name, item_of(&AXES, form))
        }
        _ if key.starts_with('$') => header.with_name(*value),
        _ => header.with(key, value),
    });
    if digits { header.with_digits() } else { header }
}

fn json_block(block: &DocumentBlock) -> Json {
    let mut out = Map::new();
    let header = &block.header;
    out.insert("shape".into(), json!(header.shape().as_str()));
    let mut fields: Vec<_> = header.fields().map(|(key, value)| json!([key, value])).collect();
    if let Some((name, form)) = header.axis() {
        let axis = fields.iter_mut().find(|pair| pair[0] == "axis").unwrap();
        axis[1] = json!(format!("{name}:{}", word_of(&AXES, &form)));
    }
    fields.extend(header.names().zip(1..).map(|(prefix, number)| json!([format!("${number}"), prefix])));
    out.insert("fields".into(), json!(fields));
    let schema = header.schema();
    if let Some(schema) = schema {
        out.insert("columns".into(), schema.columns().iter().map(json_column).collect());
        if schema.is_numbered() {
            out.insert("numbered".into(), json!(true));
        }
        match schema.lead() {
            Lead::None => {}
            Lead::Key => drop(out.insert("keyed".into(), json!(true))),
            Lead::Offset(unit) => drop(out.insert("offset".into(), json!(word_of(&OFFSETS, &unit)))),
        }
        if let Some((prefix, suffix)) = schema.key_template() {
            out.insert("like".into(), json!([prefix, suffix]));
        }
    }
    if header.has_digits() {
        out.insert("digits".into(), json!(true));
    }
    match &block.body {
        Body::Rows(rows) => {
            let columns = schema.unwrap().columns();
            out.insert("rows".into(), rows.iter().map(|row| json_row(row, columns)).collect());
        }
        Body::Fields(lines) => {
            let json = lines.iter().map(|(name, ty, value)| {
                json!({ "name": name.as_deref(), "type": json_type(ty), "value": json_value(value, ty) })
            });
            out.insert("lines".into(), json.collect());
        }
        Body::Text(text) => drop(out.insert("text".into(), json!(text))),
        Body::Empty => {}
    }
    Json::Object(out)
}

fn row(json: &Json, columns: &[Column]) -> DocumentRow {
    let values = list(&json["values"]);
    assert_eq!(values.len(), columns.len(), "a value for each column: {json}");
    DocumentRow {
        number: json.get("number").map(|number| text(number).parse().unwrap()),
        key: json.get("key").map(|key| text(key).into()),
        offset: json.get("offset").map(|offset| text(offset).parse().unwrap()),
        values: values.iter().zip(columns).map(|(json, column)| value(json, column.column_type())).collect(),
    }
}

fn json_row(row: &DocumentRow, columns: &[Column]) -> Json {
    let mut out = Map::new();
    if let Some(number) = row.number {
        out.insert("number".into(), json!(number.to_string()));
    }
    if let Some(offset) = row.offset {
        out.insert("offset".into(), json!(offset.to_string()));
    }
    if let Some(key) = &row.key {
        out.insert("key".into(), json!(key));
    }
    let values = row.values.iter().zip(columns).map(|(value, column)| json_value(value, column.column_type()));
    out.insert("values".into(), values.collect());
    Json::Object(out)
}

fn line(json: &Json) -> (Option<Box<str>>, ColumnType, Value<'static>) {
    let ty = column_type(&json["type"]);
    let value = value(&json["value"], &ty);
    (json["name"].as_str().map(Into::into), ty, value)
}

// Columns and types.

fn column(json: &Json) -> Column {
    let ty = column_type(&json["type"]);
    let constant = json.get("always").map(|always| value(always, &ty));
    let mut column = match &json["name"] {
        Json::Null => Column::unnamed(ty),
        name => Column::new(text(name), ty),
    };
    if is_set(json, "missing") {
        column = column.with_missing();
    }
    if let Some(constant) = constant {
        column = column.always(constant);
    }
    if let Some(like) = json.get("like") {
        column = column.like(text(&like[0]), text(&like[1]));
    }
    column
}

fn json_column(column: &Column) -> Json {
    let mut out = Map::new();
    out.insert("name".into(), json!(column.name()));
    if column.may_be_missing() {
        out.insert("missing".into(), json!(true));
    }
    out.insert("type".into(), json_type(column.column_type()));
    match column.rule() {
        ColumnRule::Plain => {}
        ColumnRule::Always(value) => drop(out.insert("always".into(), json_value(value, column.column_type()))),
        ColumnRule::Like { prefix, suffix } => drop(out.insert("like".into(), json!([prefix, suffix]))),
    }
    Json::Object(out)
}

fn column_type(json: &Json) -> ColumnType {
    if let Some(word) = json.as_str() {
        return scalar(word);
    }
    if let Some(item) = json.get("list") {
        return ColumnType::list(column_type(item));
    }
    if let Some(pair) = json.get("map") {
        return ColumnType::map(column_type(&pair[0]), column_type(&pair[1]));
    }
    let columns: Vec<_> = list(&json["struct"]).iter().map(column).collect();
    if is_set(json, "bracketed") { ColumnType::bracketed(columns) } else { ColumnType::structure(columns) }
}

fn json_type(ty: &ColumnType) -> Json {
    match ty {
        ColumnType::List(item) => json!({ "list": json_type(item) }),
        ColumnType::Map(key, value) => json!({ "map": [json_type(key), json_type(value)] }),
        ColumnType::Struct { columns, bracketed } => {
            let mut out = Map::new();
            out.insert("struct".into(), columns.iter().map(json_column).collect());
            if *bracketed {
                out.insert("bracketed".into(), json!(true));
            }
            Json::Object(out)
        }
        _ => json!(scalar_word(ty)),
    }
}

fn scalar(word: &str) -> ColumnType {
    let Some((word, arguments)) = word.split_once('(') else {
        return match word {
            "date" => ColumnType::Date(DateForm::Extended),
            _ => item_of(&WORDS, word),
        };
    };
    let arguments = arguments.strip_suffix(')').unwrap();
    let unit = |word: &str| item_of(&UNITS, word);
    match word {
        "dec" => {
            let (precision, scale) = arguments.split_once(',').unwrap();
            ColumnType::Decimal { precision: precision.parse().unwrap(), scale: scale.parse().unwrap() }
        }
        "date" => ColumnType::Date(form(arguments)),
        "time" => ColumnType::Time(unit(arguments)),
        "dur" => ColumnType::Duration(unit(arguments)),
        "interval" => ColumnType::Interval(item_of(&INTERVALS, arguments)),
        "ts" => {
            let (first, rest) = arguments.split_once(',').unwrap_or((arguments, ""));
            // A label that is the word `basic` alone is a zone.
            let (label, form) = match rest.strip_suffix(",basic") {
                Some(label) => (label, DateForm::Basic),
                None => (rest, DateForm::Extended),
            };
            ColumnType::Timestamp { unit: unit(first), zone: Zone::new(unescape(label)), form }
        }
        _ => panic!("no type {word}"),
    }
}

fn form(word: &str) -> DateForm {
    assert_eq!(word, "basic");
    DateForm::Basic
}

fn scalar_word(ty: &ColumnType) -> String {
    let unit = |unit: &TimeUnit| word_of(&UNITS, unit);
    match ty {
        ColumnType::Decimal { precision, scale } => format!("dec({precision},{scale})"),
        ColumnType::Date(DateForm::Extended) => "date".into(),
        ColumnType::Date(DateForm::Basic) => "date(basic)".into(),
        ColumnType::Time(of) => format!("time({})", unit(of)),
        ColumnType::Duration(of) => format!("dur({})", unit(of)),
        ColumnType::Interval(of) => format!("interval({})", word_of(&INTERVALS, of)),
        ColumnType::Timestamp { unit: of, zone, form } => {
            let zone = zone.as_ref().map(|zone| escape(zone.as_str()));
            match (zone, form) {
                (None, DateForm::Extended) => format!("ts({})", unit(of)),
                (None, DateForm::Basic) => format!("ts({},,basic)", unit(of)),
                (Some(zone), DateForm::Extended) => format!("ts({},{zone})", unit(of)),
                (Some(zone), DateForm::Basic) => format!("ts({},{zone},basic)", unit(of)),
            }
        }
        _ => word_of(&WORDS, ty).into(),
    }
}

/// What stands raw in a zone label needs no backslash; an offset is no label.
fn escape(label: &str) -> String {
    let mut out = String::new();
    let is_offset = letters::is_offset(label);
    for c in label.chars() {
        match c {
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            '\\' | '|' | ',' | ':' | '=' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>' if !is_offset => {
                out.extend(['\\', c]);
            }
            '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                out += &format!("\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out
}

fn unescape(label: &str) -> String {
    let (mut out, mut chars) = (String::new(), label.chars());
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match chars.next().unwrap() {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let digits: String = chars.by_ref().take(4).collect();
                char::from_u32(u32::from_str_radix(&digits, 16).unwrap()).unwrap()
            }
            c => c,
        });
    }
    out
}

// Values.

/// The word of a type that its values are tagged with.
fn tag(ty: &ColumnType) -> String {
    let word = scalar_word(ty);
    word.split('(').next().unwrap().into()
}

fn value(json: &Json, ty: &ColumnType) -> Value<'static> {
    let tagged = text(&json["type"]);
    match tagged {
        "null" => return Value::Null,
        "missing" => return Value::Missing,
        "bool" => return Value::Bool(text(&json["value"]).parse().unwrap()),
        _ => {}
    }
    let inner = &json["value"];
    match ty {
        ColumnType::Auto => auto(tagged, inner),
        ColumnType::Struct { columns, .. } => {
            assert_eq!(tagged, "struct");
            assert_eq!(list(inner).len(), columns.len(), "a value for each field: {json}");
            let fields = list(inner).iter().zip(columns).map(|(json, column)| value(json, column.column_type()));
            Value::Struct(fields.collect())
        }
        ColumnType::List(item) => {
            assert_eq!(tagged, "list");
            Value::List(list(inner).iter().map(|json| value(json, item)).collect())
        }
        ColumnType::Map(key, of) => {
            assert_eq!(tagged, "map");
            Value::Map(list(inner).iter().map(|pair| (value(&pair[0], key), value(&pair[1], of))).collect())
        }
        _ => {
            assert_eq!(tagged, tag(ty), "the tag of a {ty:?}");
            of_letters(text(inner), ty)
        }
    }
}

fn auto(tagged: &str, inner: &Json) -> Value<'static> {
    let of = |json: &Json| value(json, &ColumnType::Auto);
    match tagged {
        "number" => match text(inner) {
            "NaN" => Value::Float(f64::NAN),
            "Infinity" => Value::Float(f64::INFINITY),
            "-Infinity" => Value::Float(f64::NEG_INFINITY),
            letters => Value::Number(letters.to_owned().into()),
        },
        "text" => Value::text(text(inner)),
        "mark" => Value::Mark,
        "array" => Value::List(list(inner).iter().map(of).collect()),
        "object" => Value::Map(list(inner).iter().map(|pair| (Value::text(text(&pair[0])), of(&pair[1]))).collect()),
        _ => panic!("no auto value {tagged}"),
    }
}

fn of_letters(letters: &str, ty: &ColumnType) -> Value<'static> {
    let own = || letters.to_owned().into();
    match ty {
        ColumnType::I8 | ColumnType::I16 | ColumnType::I32 | ColumnType::I64 | ColumnType::Duration(_) => {
            Value::Int(letters.parse().unwrap())
        }
        ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64 => Value::UInt(letters.parse().unwrap()),
        ColumnType::F16 => Value::Float(letters::parse_float(letters, Width::Half)),
        ColumnType::F32 => Value::Float(letters::parse_float(letters, Width::Single)),
        ColumnType::F64 => Value::Float(letters::parse_float(letters, Width::Double)),
        ColumnType::Num | ColumnType::Decimal { .. } => Value::Number(own()),
        ColumnType::Str => Value::Str(own()),
        ColumnType::Json => Value::Json(own()),
        ColumnType::Bin => Value::Bin(letters::parse_base64(letters).into()),
        ColumnType::Date(form) => Value::Int(letters::days(letters, *form)),
        ColumnType::Time(unit) => Value::Int(letters::units_of_day(letters, *unit, DateForm::Extended)),
        ColumnType::Timestamp { unit, zone, form } => {
            Value::Int(letters::instant(letters, *unit, zone.as_ref(), *form))
        }
        ColumnType::Interval(unit) => Value::Interval(letters::parse_interval(letters, *unit)),
        _ => panic!("no letters of {ty:?}"),
    }
}

fn json_value(value: &Value<'_>, ty: &ColumnType) -> Json {
    let tagged = |tag: &str, inner: Json| json!({ "type": tag, "value": inner });
    match value {
        Value::Null => return json!({ "type": "null" }),
        Value::Missing => return json!({ "type": "missing" }),
        Value::Bool(value) => return tagged("bool", json!(value.to_string())),
        _ => {}
    }
    match (value, ty) {
        (_, ColumnType::Auto) => json_auto(value),
        (Value::Struct(fields), ColumnType::Struct { columns, .. }) => {
            assert_eq!(fields.len(), columns.len());
            let fields = fields.iter().zip(columns).map(|(value, column)| json_value(value, column.column_type()));
            tagged("struct", fields.collect())
        }
        (Value::List(items), ColumnType::List(item)) => {
            tagged("list", items.iter().map(|value| json_value(value, item)).collect())
        }
        (Value::Map(entries), ColumnType::Map(key, of)) => {
            let entries = entries.iter().map(|(k, v)| json!([json_value(k, key), json_value(v, of)]));
            tagged("map", entries.collect())
        }
        _ => tagged(&tag(ty), json!(letters_of(value, ty))),
    }
}

fn json_auto(value: &Value<'_>) -> Json {
    let tagged = |tag: &str, inner: Json| json!({ "type": tag, "value": inner });
    let of = |value: &Value<'_>| json_value(value, &ColumnType::Auto);
    match value {
        Value::Number(letters) => tagged("number", json!(letters)),
        Value::Float(number) if !number.is_finite() => tagged("number", json!(letters::float(*number, Width::Double))),
        Value::Str(text) => tagged("text", json!(text)),
        Value::Mark => json!({ "type": "mark" }),
        Value::List(items) => tagged("array", items.iter().map(of).collect()),
        Value::Map(entries) => {
            let entries = entries.iter().map(|(key, value)| {
                let Value::Str(key) = key else { panic!("a key that is no text: {key:?}") };
                json!([key, of(value)])
            });
            tagged("object", entries.collect())
        }
        _ => panic!("no auto value: {value:?}"),
    }
}

fn letters_of(value: &Value<'_>, ty: &ColumnType) -> String {
    match (value, ty) {
        (
            Value::Int(n),
            ColumnType::I8 | ColumnType::I16 | ColumnType::I32 | ColumnType::I64 | ColumnType::Duration(_),
        ) => n.to_string(),
        (Value::UInt(n), ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64) => n.to_string(),
        (Value::Float(n), ColumnType::F16) => letters::float(*n, Width::Half),
        (Value::Float(n), ColumnType::F32) => letters::float(*n, Width::Single),
        (Value::Float(n), ColumnType::F64) => letters::float(*n, Width::Double),
        (Value::Number(letters), ColumnType::Num | ColumnType::Decimal { .. })
        | (Value::Str(letters), ColumnType::Str)
        | (Value::Json(letters), ColumnType::Json) => letters.as_ref().into(),
        (Value::Bin(bytes), ColumnType::Bin) => letters::base64(bytes),
        (Value::Int(n), ColumnType::Date(form)) => letters::date(*n, *form),
        (Value::Int(n), ColumnType::Time(unit)) => letters::time(*n, *unit, DateForm::Extended),
        (Value::Int(n), ColumnType::Timestamp { unit, zone, form }) => {
            letters::timestamp(*n, *unit, zone.as_ref(), *form)
        }
        (Value::Interval(interval), ColumnType::Interval(unit)) => letters::interval(*interval, *unit),
        _ => panic!("{value:?} is no value of {ty:?}"),
    }
}
