//! Columns found in letters and values: one fact a test.
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::options::Profile;

/// The column that these fields of CSV make in the plain form.
fn letters(fields: &[&str]) -> String {
    let mut inference = Inference::of_letters(Profile::Plain.into());
    for field in fields {
        let value = if field.is_empty() { Value::Null } else { Value::from(*field) };
        inference.observe(&[value]);
    }
    inference.finish(["c"], Lead::None).to_string()
}

/// The column that these values of JSON make in the plain form.
fn values(values: &[Value<'static>]) -> String {
    let mut inference = Inference::of_values(Profile::Plain.into());
    for value in values {
        inference.observe(core::slice::from_ref(value));
    }
    inference.finish(["c"], Lead::None).to_string()
}

#[test]
fn numbers_keep_their_letters() {
    for (fields, column) in [
        (&["1", "-5", "9223372036854775807"][..], "c:i64"),
        (&["1", "", "2"], "c:i64"),
        (&["0", "18446744073709551615"], "c:u64"),
        (&["-1", "18446744073709551615"], "c:num"),
        (&["18446744073709551616"], "c:num"),
        (&["1.50", "-0.05"], "c:dec(3,2)"),
        (&["0.00000"], "c:dec(5,5)"),
        (&["1.5", "2"], "c:f64"),
        (&["150", "150.1", "150.15"], "c:f64"),
        (&["1.0", "2"], "c:num"),
        (&["-0.0"], "c:num"),
        (&["-0"], "c:f64"),
        (&["1e5"], "c:num"),
        (&["1e+21"], "c:f64"),
        (&["9007199254740993", "0.5"], "c:num"),
        (&["NaN", "0.5"], "c:f64"),
        (&["99999999999999999999999999999999999999.5", "1.5"], "c:num"),
        (&["9999999999999999999999999999999999999.5"], "c:dec(38,1)"),
    ] {
        assert_eq!(letters(fields), column, "{fields:?}");
    }
}

#[test]
fn other_letters_are_texts() {
    for fields in [
        &["007"][..],
        &["+1"],
        &["1", "x"],
        &["1_000"],
        &["0x1f"],
        &["True"],
        &["true", "1"],
        &["true", "yes"],
        &["2024-02-30"],
        &["2024-01-01", "x"],
        &["2024-01-01 00:00:00"],
        &["2024-01-01T00:00:60Z"],
        &["2024-01-01T00:00:00Z", "2024-01-01T00:00:00+00:00"],
        &["2024-01-01T00:00:00Z", "2024-01-01T00:00:00.5Z"],
        &["2024-01-01T00:00:00.5Z"],
        &["2024-01-01t00:00:00z"],
    ] {
        assert_eq!(letters(fields), "c:str", "{fields:?}");
    }
}

#[test]
fn booleans_dates_and_times() {
    for (fields, column) in [
        (&["true", "false", ""][..], "c:bool"),
        (&["2024-02-29", "-0001-01-01"], "c:date"),
        (&["2024-02-29T01:02:03Z", ""], "c:ts(s,UTC)"),
        (&["2024-02-29T01:02:03.000+02:00"], "c:ts(ms,+02:00)"),
        (&["2024-02-29T01:02:03.000000"], "c:ts(us)"),
        (&["", ""], "c:null"),
        (&[], "c:null"),
    ] {
        assert_eq!(letters(fields), column, "{fields:?}");
    }
}

#[test]
fn kinds_of_json_stay_apart() {
    let (one, text) = (Value::number("1"), Value::from("1"));
    for (found, column) in [
        (&[one.clone(), Value::Null][..], "c:i64"),
        (core::slice::from_ref(&text), "c:str"),
        (&[Value::from("true")], "c:str"),
        (&[Value::from("2024-01-01")], "c:date"),
        (&[Value::Bool(true)], "c:bool"),
        (&[one.clone(), text.clone()], "c:auto"),
        (&[one, Value::Bool(true)], "c:auto"),
        (&[Value::Null], "c:null"),
        (&[Value::number("1"), Value::Missing], "c?:i64"),
        (&[Value::from(""), Value::from("a")], "c:str"),
    ] {
        assert_eq!(values(found), column, "{found:?}");
    }
}

#[test]
fn a_late_column_was_missing() {
    let mut inference = Inference::of_values(Profile::Plain.into());
    inference.observe(&[Value::number("1")]);
    inference.observe(&[Value::number("2"), Value::Bool(true)]);
    assert_eq!(inference.finish(["a", "b"], Lead::None).to_string(), "a:i64,b?:bool");
}

#[test]
fn constants_have_the_type_of_their_column() {
    let rows = [["1", "true", "1.5"], ["2", "true", "1.5"]];
    let mut inference = Inference::of_letters(Profile::Lean.into());
    for row in rows {
        let row: Vec<_> = row.iter().map(|field| Value::from(*field)).collect();
        inference.observe(&row);
    }
    let schema = inference.finish(["a", "b", "c"], Lead::None);
    assert_eq!(schema.to_string(), "a:i64,b:bool(always true),c:dec(2,1)(always 1.5)");
}

#[test]
fn merged_parts_are_the_whole() {
    let text = |text: &'static str| Value::from(text);
    let rows = [
        [Value::number("1"), text("true"), Value::Null, text("https://a.b/c/1.json")],
        [Value::number("2"), text("false"), Value::Bool(true), text("https://a.b/c/2.json")],
        [Value::number("2.50"), text("x"), text("x"), text("https://a.b/d/2.json")],
        [Value::number("18446744073709551615"), text(""), Value::Bool(true), text("https://a.b/c/1.json")],
        [Value::number("12.25"), text("2024-01-01"), Value::Missing, text("other")],
        [Value::number("1e400"), text("2024-01-01T00:00:00Z"), Value::number("1"), Value::Null],
    ];
    let all = |rows: &[[Value<'static>; 4]], letters: bool| {
        let options = Profile::Tight.into();
        let mut inference = if letters { Inference::of_letters(options) } else { Inference::of_values(options) };
        for row in rows {
            let only_letters = row.clone().map(|value| if let Value::Str(_) = value { value } else { Value::Null });
            inference.observe(if letters { &only_letters } else { row });
        }
        inference
    };
    let names = ["a", "b", "c", "d"];
    for (from, to) in (0..=rows.len()).flat_map(|from| (from..=rows.len()).map(move |to| (from, to))) {
        for (cut, letters) in (from..=to).flat_map(|cut| [(cut, false), (cut, true)]) {
            let mut merged = all(&rows[from..cut], letters);
            merged.merge(all(&rows[cut..to], letters));
            let whole = all(&rows[from..to], letters);
            assert_eq!(merged.rows(), whole.rows());
            let (merged, whole) = (merged.finish(names, Lead::None), whole.finish(names, Lead::None));
            assert_eq!(merged.to_string(), whole.to_string(), "rows {from} to {to}, cut at {cut}");
        }
    }
}
