//! Constants and templates: one fact a test.
use alloc::string::{String, ToString};

use super::*;
use crate::options::Profile;

fn survey(profile: Profile, texts: &[&str]) -> String {
    let mut survey = Survey::new(
        Schema::new([Column::new("n", ColumnType::I64), Column::new("t", ColumnType::Str)]),
        profile.into(),
    );
    for (number, text) in (0..).zip(texts) {
        let text = if *text == "-" { Value::Null } else { Value::from(*text) };
        survey.observe(&[Value::Int(number), text]).unwrap();
    }
    survey.finish().to_string()
}

#[test]
fn one_value_in_all_rows_is_a_constant() {
    assert_eq!(survey(Profile::Lean, &["a", "a"]), "n:i64,t:str(always a)");
    assert_eq!(survey(Profile::Lean, &["-", "-"]), "n:i64,t:str(always \\N)");
    assert_eq!(survey(Profile::Lean, &["", ""]), "n:i64,t:str(always \"\")");
}

#[test]
fn one_row_or_two_values_are_none() {
    assert_eq!(survey(Profile::Lean, &["a"]), "n:i64,t:str");
    assert_eq!(survey(Profile::Lean, &["a", "-"]), "n:i64,t:str");
    assert_eq!(survey(Profile::Lean, &["a", "b", "a"]), "n:i64,t:str");
    assert_eq!(survey(Profile::Plain, &["a", "a"]), "n:i64,t:str");
}

#[test]
fn long_values_stay_in_their_rows() {
    let long = "x".repeat(1_025);
    assert_eq!(survey(Profile::Lean, &[&long, &long]), "n:i64,t:str");
}

#[test]
fn a_cell_remains() {
    let schema = || Schema::new([Column::new("a", ColumnType::I64), Column::new("b", ColumnType::I64)]);
    let run = |schema| {
        let mut survey = Survey::new(schema, Options::default());
        for _ in 0..2 {
            survey.observe(&[Value::Int(1), Value::Int(2)]).unwrap();
        }
        survey.finish().to_string()
    };
    assert_eq!(run(schema()), "a:i64,b:i64(always 2)");
    assert_eq!(run(schema().with_offset(crate::OffsetUnit::Hour)), "dt_h:i64,a:i64(always 1),b:i64(always 2)");
}

#[test]
fn templates_end_at_boundaries() {
    let tight = |texts: &[&str]| survey(Profile::Tight, texts);
    let urls = ["https://a.example/one.git", "https://a.example/on.git", "https://a.example/.git"];
    assert_eq!(tight(&urls), "n:i64,t:str(like https://a.example/*.git)");
    assert_eq!(tight(&["prefix one", "prefix two", "prefix three"]), "n:i64,t:str(like prefix *)");
    assert_eq!(tight(&["number1", "number2", "number3"]), "n:i64,t:str");
    assert_eq!(tight(&["https://a.example/1", "-", "https://a.example/2"]), "n:i64,t:str(like https://a.example/*)");
    assert_eq!(survey(Profile::Lean, &urls), "n:i64,t:str");
}

#[test]
fn templates_must_save_letters() {
    assert_eq!(survey(Profile::Tight, &["a-1", "a-2"]), "n:i64,t:str");
}

#[test]
fn template_parts_do_not_overlap() {
    let texts = ["aaaa.bbbb.aaaa.cccc.", "aaaa.", "aaaa.dddd.aaaa.cccc."];
    assert_eq!(survey(Profile::Tight, &texts), "n:i64,t:str(like aaaa.*)");
}

#[test]
fn characters_are_not_cut() {
    let texts = ["grüße/aé", "grüße/bè", "grüße/cê", "grüße/dé"];
    assert_eq!(survey(Profile::Tight, &texts), "n:i64,t:str(like grüße/*)");
}

#[test]
fn keys_have_templates() {
    let run = |schema: Schema, profile: Profile, keys: &[&str]| {
        let mut survey = Survey::new(schema, profile.into());
        for key in keys {
            survey.observe_key(key);
        }
        survey.finish().to_string()
    };
    let schema = || Schema::new([Column::new("a", ColumnType::I64)]);
    let keys = ["flag_a_on", "flag_b_on", "flag_c_on", "flag__on"];
    assert_eq!(run(schema().with_keys(), Profile::Tight, &keys), "@:str(like flag_*_on),a:i64");
    assert_eq!(run(schema().with_keys(), Profile::Lean, &keys), "@:str,a:i64");
    assert_eq!(run(schema().with_keys(), Profile::Tight, &["a1", "b2"]), "@:str,a:i64");
    assert_eq!(run(schema().with_keys(), Profile::Tight, &[]), "@:str,a:i64");
    assert_eq!(run(schema().with_key_template("f", ""), Profile::Tight, &keys), "@:str(like f*),a:i64");
    assert_eq!(run(schema(), Profile::Tight, &keys), "a:i64");
}

#[test]
fn dates_get_the_basic_form() {
    let schema = Schema::new([Column::new("d", ColumnType::Date(DateForm::Extended))]);
    assert_eq!(Survey::new(schema, Profile::Tight.into()).finish().to_string(), "d:date(basic)");
}

/// A header holds what lean puts into it in every profile.
#[test]
fn rules_have_a_budget() {
    let columns = |rule: &dyn Fn(Column) -> Column| {
        Schema::new((0..4_000).map(|index| rule(Column::new(index.to_string(), ColumnType::Str))))
    };
    let long = "x".repeat(400);
    let texts = [format!("{long}/a"), format!("{long}/b")];
    for given in [false, true] {
        let schema = columns(&|column| if given { column.like("", "a") } else { column });
        let mut survey = Survey::new(schema, Profile::Tight.into());
        for text in &texts {
            survey.observe(&vec![Value::from(&**text); 4_000]).unwrap();
        }
        let schema = survey.finish();
        let rules = schema.columns().iter().filter(|column| *column.rule() != ColumnRule::Plain).count();
        assert_eq!(rules, if given { 4_000 } else { 76 });
        assert!(given || schema.to_string().len() < 128 << 10);
    }
}

#[test]
fn a_struct_without_fields_leaves_no_cell() {
    let empty = Column::new("s", ColumnType::structure([]));
    let mut survey = Survey::new(Schema::new([empty, Column::new("n", ColumnType::I64)]), Options::default());
    for _ in 0..2 {
        survey.observe(&[Value::Struct(alloc::vec![]), Value::Int(1)]).unwrap();
    }
    assert_eq!(survey.finish().to_string(), "s{},n:i64");
}
