//! Owns the promise that no profile changes a value: random tables, typed and surveyed, return letter for letter.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use proptest::prelude::*;
use qrp1::{Closing, Document, Encoder, Header, Inference, Lead, Options, Profile, Survey, Value};

/// Letters of one field: mostly alike within a column, so that types, constants and templates are found.
fn column(rows: usize) -> impl Strategy<Value = Vec<Option<String>>> {
    let field = prop_oneof![
        Just(any::<i64>().prop_map(|number| number.to_string()).boxed()),
        Just((0..99_999_i32, 0..100_u8).prop_map(|(whole, cents)| format!("{whole}.{cents:02}")).boxed()),
        Just(any::<f64>().prop_map(|number| number.to_string()).boxed()),
        Just(prop_oneof![Just("true"), Just("false")].prop_map(String::from).boxed()),
        Just((2000..2030_u16, 1..=12_u8, 1..=28_u8).prop_map(|(y, m, d)| format!("{y}-{m:02}-{d:02}")).boxed()),
        Just((0..24_u8, 0..60_u8).prop_map(|(h, m)| format!("2024-02-29T{h:02}:{m:02}:00+02:00")).boxed()),
        Just("[a-c]{0,3}".prop_map(|id| format!("https://example.com/repos/{id}/issues")).boxed()),
        Just("(007|-0|1e5|1.0|NaN|null|\\\\N|QRP1\\|x| x |a,b|\"\")".prop_map(String::from).boxed()),
        Just(any::<String>().boxed()),
        Just(Just("same".to_owned()).boxed()),
    ];
    field.prop_flat_map(move |field| prop::collection::vec(prop::option::weighted(0.9, field), rows))
}

fn table() -> impl Strategy<Value = Vec<Vec<Option<String>>>> {
    (0..8_usize).prop_flat_map(|rows| prop::collection::vec(column(rows), 1..5))
}

fn value(letters: Option<&String>) -> Value<'_> {
    letters.map_or(Value::Null, |letters| Value::from(&**letters))
}

/// Types the columns, encodes, decodes, and compares the letters of every field.
fn returns(columns: &[Vec<Option<String>>], options: Options) {
    let rows: Vec<Vec<Value<'_>>> =
        (0..columns[0].len()).map(|row| columns.iter().map(|column| value(column[row].as_ref())).collect()).collect();
    let mut inference = Inference::of_letters(options);
    for row in &rows {
        inference.observe(row);
    }
    let names = ["a", "b", "c", "d", "e"];
    let schema = inference.finish(names.into_iter().take(columns.len()), Lead::None);

    let typed = |row: &[Value<'_>]| -> Vec<Value<'static>> {
        let cells = schema.columns().iter().zip(row);
        cells.map(|(column, value)| column.column_type().typed(value.clone()).unwrap().into_owned()).collect()
    };
    // A survey of rows that have their types finds nothing that contradicts them.
    let mut survey = Survey::new(schema.clone(), options);
    for row in &rows {
        survey.observe(&typed(row)).unwrap();
    }
    for schema in [schema.clone(), survey.finish()] {
        let mut encoder = Encoder::new();
        let header = Header::table(schema.clone());
        encoder.header(&if options.word_booleans { header } else { header.with_digits() }).unwrap();
        for row in &rows {
            encoder.row(&typed(row)).unwrap();
        }
        encoder.finish(&Closing::new().with_rows(encoder.count())).unwrap();
        let bytes = encoder.take();
        let document = Document::decode(&bytes).unwrap();
        assert_eq!(document.encode().unwrap(), bytes);
        let qrp1::Body::Rows(decoded) = &document.blocks[0].body else { unreachable!() };
        assert_eq!(decoded.len(), rows.len());
        for (row, original) in decoded.iter().zip(&rows) {
            for ((column, found), expected) in schema.columns().iter().zip(&row.values).zip(original) {
                let mut letters = Vec::new();
                match (found, expected) {
                    (Value::Null, Value::Null) => {}
                    (found, Value::Str(expected)) => {
                        column.column_type().print_text(found, &mut letters).unwrap();
                        assert_eq!(letters, expected.as_bytes(), "{schema}");
                    }
                    other => assert_eq!(other.0, other.1, "{schema}"),
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn every_profile_returns_every_letter(columns in table()) {
        for profile in [Profile::Plain, Profile::Lean, Profile::Tight] {
            let mut options = Options::from(profile);
            returns(&columns, options);
            options.numbered = true;
            returns(&columns, options);
        }
    }
}
