use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use core::time::Duration;
use std::time::Instant;

use proptest::collection::vec as many;
use proptest::prelude::*;

use super::*;
use crate::error::ErrorClass::{self, Duplicate, Limit, Syntax, Type};
use crate::schema::{DateForm, IntervalUnit, TimeUnit, Zone};
use crate::wire::names::Names;
use Shape::{Series, Table};

fn read_with(shape: Shape, text: &str, outer: usize, limits: Limits) -> Result<Schema> {
    let schema = parse(text, shape, outer, &Reading::new(Names::default(), limits))?;
    check(&schema, shape, outer, &limits)?;
    Ok(schema)
}

fn read(shape: Shape, text: &str) -> Result<Schema> {
    read_with(shape, text, 0, Limits::default())
}

fn written(schema: &Schema, shape: Shape) -> Result<String> {
    let writing = Writing::default();
    check(schema, shape, 0, &writing.limits)?;
    let mut out = Vec::new();
    print(schema, 0, &writing, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// Reads back as itself, in all ways of writing it.
fn same(shape: Shape, text: &str) -> Schema {
    let schema = read(shape, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(written(&schema, shape).unwrap(), text);
    assert_eq!(schema.to_string(), text);
    schema
}

fn fails(shape: Shape, text: &str, class: ErrorClass) {
    match read(shape, text) {
        Ok(schema) => panic!("{text} reads as {schema:?}"),
        Err(error) => assert_eq!(error.class(), class, "{text}: {error}"),
    }
}

fn each(shape: Shape, texts: &[&str]) {
    for text in texts {
        same(shape, text);
    }
}

fn each_fails(shape: Shape, class: ErrorClass, texts: &[&str]) {
    for text in texts {
        fails(shape, text, class);
    }
}

#[test]
fn scalar_types() {
    each(
        Table,
        &[
            ":bool",
            ":i8",
            ":i16",
            ":i32",
            ":i64",
            ":u8",
            ":u16",
            ":u32",
            ":u64",
            ":f16",
            ":f32",
            ":f64",
            ":num",
            ":dec(1,0)",
            ":dec(76,-76)",
            ":dec(9,76)",
            ":str",
            ":bin",
            ":date",
            ":date(basic)",
            ":time(s)",
            ":time(ns)",
            ":ts(ms)",
            ":ts(s,UTC)",
            ":ts(s,+02:00)",
            ":ts(us,-23:59)",
            ":ts(s,Europe/Berlin)",
            ":ts(s,UTC,basic)",
            ":ts(s,,basic)",
            ":ts(s,basic)",
            r":ts(s,a\,b\(\:)",
            r":ts(s,+24\:00)",
            ":dur(us)",
            ":interval(ym)",
            ":interval(dt)",
            ":interval(mdn)",
            ":null",
            ":auto",
        ],
    );
}

#[test]
fn err_types_that_go_on_otherwise() {
    each_fails(Table, Syntax, &["a:time(s", "a:ts(s,UTC", "a:ts(s,UTC,basic,)", "a:ts(s,a:b)"]);
}

#[test]
fn err_types_that_are_not_one_of_these() {
    each_fails(
        Table,
        Type,
        &[
            "a<auto>:i64",
            "a<null>:i64",
            "a<json>:i64",
            "a:json",
            "a[]:json",
            "a{b:json}",
            "a:i64 ",
            "a:dec",
            "a:dec(",
            "a:dec(9",
            "a:dec(9)",
            "a:dec(9,2,1)",
            "a:time",
            "a:ts",
            "a:ts(s,)",
            r"a:ts(s,+02\:00)",
            "a:i64\r",
            "a:i64;b:i64",
            ":i65",
            ":I64",
            ":string",
            ":dec(0,0)",
            ":dec(77,0)",
            ":dec(09,2)",
            ":dec(9,77)",
            ":dec(9,-77)",
            ":dec(9,-0)",
            ":dec(+9,2)",
            ":dec(a,2)",
            ":dec(9,)",
            ":date(foo)",
            ":date()",
            ":time(m)",
            ":time()",
            ":ts(min)",
            ":ts(s,UTC,foo)",
            ":ts(s,,)",
            ":ts(s,,foo)",
            ":dur(ym)",
            ":interval(s)",
            "a<i65>:str",
        ],
    );
}

#[test]
fn err_declarations_without_the_grammar() {
    each_fails(
        Table,
        Syntax,
        &[
            "a",
            ",",
            "a:i64,",
            ",a:i64",
            "a:",
            " :",
            "a :",
            "a[:i64",
            "a[]",
            "a[]i64",
            "a]:i64",
            "a<:i64",
            "a<str:i64",
            "a<>:i64",
            "a<[]>:i64",
            "a<:str>:i64",
            "a{",
            "a{b:i64",
            "a{b:i64,}",
            "a{,}",
            "a}",
            "a{}}",
            "a??{}",
            "a?[]??{}",
            "a?",
            "?",
            "a:i64(3)",
            "a:i64()",
            "a:str(always",
            "a:str(always)",
            "a:str(always x",
            "a:str(like ab)",
            "a:str(like a*b*c)",
            "a:str(like a*b",
            "a:str(Like a*b)",
            "a[]?:i64",
            "a|b:i64",
            "#:u64,",
            "a:str(like x*)(like y*)",
        ],
    );
}

#[test]
fn names() {
    for (spelling, name) in [
        ("id", "id"),
        ("\"\"", ""),
        (r#"\"""#, "\"\""),
        (r"\#", "#"),
        (r"\@", "@"),
        ("a b", "a b"),
        ("#a", "#a"),
        ("__proto__", "__proto__"),
        (r"\\\|\,\:\=\?\(\)\[\]\{\}\<\>", r"\|,:=?()[]{}<>"),
        (r"\n\u001b", "\n\u{1b}"),
        ("$1", "$1"),
    ] {
        let schema = same(Table, &format!("{spelling}:i64"));
        assert_eq!(schema.columns()[0].name(), Some(name));
    }
    each_fails(Table, Syntax, &["#:i64", "@:i64", "a:i64,#:u64", "a{#:u64}", "#?:u64", r"\a:i64", "a\tb:i64", r"\"]);
    each_fails(Table, Duplicate, &["a:i64,b:i64,a:str", "s{a:i64,a:i64}", r"\#:i64,#a:i64,\#:i64"]);
    each(Table, &["a:i64,A:i64,s{a:i64}", "é:i64,e\u{301}:i64"]);
}

#[test]
fn questions_and_structs() {
    each(
        Table,
        &[
            "",
            "a?:i64",
            "a?{}",
            "a{}",
            "a?{b?:i64,c{d:i64}}",
            "a?[]?{}",
            "a[]?{b:i64}",
            "a[][]:i64",
            "a<str>[]:f64",
            "a<dec(9,2)>{b:i64}",
            "a?<ts(s,UTC)>?{b:i64}",
            "?{a:i64}",
            "[]:i64",
            ":i64",
            "[]?{a:i64}",
            "<str>{a:i64}",
        ],
    );
    each_fails(
        Table,
        Syntax,
        &["?:i64", "?[]:i64", "{a:i64}", ":i64,a:i64", "a:i64,:i64", "a{:i64}", ":i64(always 1)"],
    );
    let schema = same(Table, "a?{b:i64},c{d:i64}");
    let [a, c] = schema.columns() else { panic!() };
    assert!(a.may_be_missing() && !a.column_type().is_inline());
    assert!(!c.may_be_missing() && c.column_type().is_inline());
}

#[test]
fn lead_columns() {
    each(Table, &["#:u64", "@:str", "#:u64,@:str", "#:u64,a:i64", "@:str,a:i64", "#:u64,:i64", "dt_ms:i64"]);
    each(Series, &["dt_ms:i64", "#:u64,dt_h:i64", "dt_d:i64,dt_d:i64,a:str", "dt_min:i64,:f64"]);
    each_fails(Table, Syntax, &["@:str,#:u64", "@:str,@:str", "@:i64", "@?:str", "#:u64,@:str,"]);
    each_fails(Series, Syntax, &["", "a:i64", "dt_ms:i32", "dt_x:i64", "@:str,dt_ms:i64", "dt_ms:i64,", "dt_ms?:i64"]);
    assert_eq!(same(Series, "#:u64,dt_h:i64").lead(), Lead::Offset(OffsetUnit::Hour));
}

#[test]
fn always() {
    each(
        Table,
        &[
            "a:i64,b:bool(always true)",
            r"a:i64,b:str(always x\,\;\(\)\|\\)",
            "a:i64,b:str(always \"\")",
            "a:str,s{b:i64(always 1)}",
            "s{b:i64(always 1),c:i64}",
            "#:u64,a:bool(always true)",
            "@:str,a:bool(always true)",
            "a[]{b:i64,c:bool(always true)}",
            "a{},b:i64",
        ],
    );
    each(Series, &["dt_s:i64,a:bool(always true)"]);
    each_fails(
        Table,
        Syntax,
        &[
            "a:bool(always true)",
            "s{b:i64(always 1)}",
            "s{},b:i64(always 1)",
            "a:i64,l[]{b:i64(always 1)}",
            "a:i64,l<str>{b:i64(always 1)}",
            "a:i64,s?{b:i64(always 1)}",
            "a:i64,l[]?{b:i64(always 1)}",
            "a:i64,b[]:i64(always 1)",
            "a:i64,b{c:i64}(always 1)",
            "a:i64,b:str(always x,y)",
        ],
    );
    fails(Table, "a:i64,b:i64(always x)", Type);
    let text = |letters| format!("a:i64,b:str(always {})", "x".repeat(letters));
    same(Table, &text(1_024));
    fails(Table, &text(1_025), Limit);
}

#[test]
fn like() {
    each(
        Table,
        &[
            "a:str(like x*)",
            "a?:str(like *y)",
            r"a:str(like \*\,*\;\(\)\|)",
            "s{a:str(like a b*)}",
            "a:str(like \"\"*)",
        ],
    );
    each_fails(Table, Syntax, &["a:str(like *)", "a:i64(like a*)", ":str(like a*)", "a:bin(like a*)"]);
    for column in ["a", "@"] {
        let text = |letters| format!("{column}:str(like {}*b)", "x".repeat(letters));
        same(Table, &text(1_023));
        fails(Table, &text(1_024), Limit);
    }
}

#[test]
fn like_on_lead_columns() {
    let rest = r"@:str(like \*\,*\;\(\)\|)";
    each(Table, &["@:str(like x*)", "#:u64,@:str(like *y),a:i64", "@:str(like x*),:i64", rest]);
    each_fails(
        Table,
        Syntax,
        &[
            "@:str(like *)",
            "@:str(like x)",
            "@:str(like x*y*z)",
            "@:str(like x*",
            "@:str(like x*),",
            "@:str(like x*)a:i64",
            "@:str(like x*)(like x*)",
            "@:str(always x),a:i64",
            "@:str()",
            "@:i64(like x*)",
            "#:u64(like x*)",
            "a:i64,@:str(like x*)",
        ],
    );
    each_fails(Series, Syntax, &["dt_ms:i64(like x*)", "@:str(like x*)", "#:u64(like x*),dt_ms:i64"]);
    let schema = same(Table, "@:str(like a*b)");
    assert_eq!((schema.lead(), schema.key_template()), (Lead::Key, Some(("a", "b"))));
    let plain = [schema.clone().with_keys(), schema.with_offset(OffsetUnit::Hour), same(Table, "@:str")];
    assert!(plain.iter().all(|schema| schema.key_template().is_none()));
}

#[test]
fn flat_is_exactly_these_columns() {
    let flat = |text: &str| check_flat(&same(Table, text)).is_ok();
    assert!(flat(FLAT));
    assert!(flat(&format!("#:u64,{FLAT}")));
    for other in ["a:i64".to_string(), format!("@:str,{FLAT}"), format!("{FLAT},a:i64"), FLAT.replace("part:", "p:")] {
        assert!(!flat(&other), "{other}");
    }
}

#[test]
fn err_schemas_that_no_declaration_makes() {
    let structure = |missing, bracketed| Column {
        name: Some("s".into()),
        missing,
        ty: ColumnType::Struct { columns: vec![Column::new("a", ColumnType::I64)], bracketed },
        rule: ColumnRule::Plain,
    };
    let key = |key| Column::new("m", ColumnType::map(key, ColumnType::I64));
    let decimal = Column::new("d", ColumnType::Decimal { precision: 0, scale: 0 });
    for (column, class) in [
        (structure(true, false), Type),
        (structure(false, true), Type),
        (key(ColumnType::list(ColumnType::Str)), Type),
        (key(ColumnType::Decimal { precision: 77, scale: 0 }), Type),
        (decimal, Type),
        (Column::unnamed(ColumnType::I64).with_missing(), Syntax),
    ] {
        let error = written(&Schema::new([column]), Table).unwrap_err();
        assert_eq!(error.class(), class, "{error}");
    }
    assert!(written(&Schema::default(), Series).is_err());
    assert!(written(&Schema::default().with_offset(OffsetUnit::Day), Table).is_err());
    let wrong = Column::new("b", ColumnType::Bool).always(Value::Int(1));
    let schema = Schema::new([Column::new("a", ColumnType::I64), wrong]);
    assert!(written(&schema, Table).is_err());
    assert_eq!(schema.to_string(), "a:i64,b:bool(always )");
}

#[test]
fn display_of_columns_and_types() {
    let schema = same(Table, "a?[]:i64,b{c:str},m<str>?{}");
    let shown: Vec<_> = schema.columns().iter().map(|column| format!("{column} {}", column.column_type())).collect();
    assert_eq!(shown, ["a?[]:i64 []:i64", "b{c:str} {c:str}", "m<str>?{} <str>?{}"]);
    assert_eq!(ColumnType::Decimal { precision: 9, scale: -2 }.to_string(), "dec(9,-2)");
}

#[test]
fn errors_say_what_and_where() {
    let message = |text| read(Table, text).unwrap_err().to_string();
    assert_eq!(message("a,b:i64"), "expected a type such as `:i64`, found `,b:i64`");
    assert_eq!(message("a:,b:i64"), "expected a type such as `i64`, found `,b:i64`");
    assert_eq!(message("id:int"), "expected a type such as `i64`, found `int`");
    assert_eq!(message("a:i64(x)"), "expected `(always ...)` or `(like ...*...)`, found `(x)`");
    assert_eq!(message("a{b:i64}c"), "expected `,` or the end of the declaration, found `c`");
    assert_eq!(message("a:i64,a:str"), "column `a` occurs twice in column 2 `a`");
}

fn line(text: &str) -> Result<(Option<Box<str>>, ColumnType, &str)> {
    parse_record_name(text, 0, &Reading::new(Names::default(), Limits::default()))
}

#[test]
fn record_names() {
    for text in [
        "id=",
        "price:dec(9,2)=",
        "pos{lat:f64,lng:f64}=",
        "tags[]:str=",
        "raw:json=",
        "=",
        ":i64=",
        "{a?{}}=",
        "[]?{a:i64}=",
        "<str>:i64=",
        r"a\=b=",
        "\"\"=",
        r"\#:u64=",
        "a:ts(s,+02:00)=",
        "s{a:i64,b:bool(always true)}=",
        "s{a:str(like x*)}=",
    ] {
        let (name, ty, rest) = line(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(rest, "=");
        let mut out = Vec::new();
        print_record_name(name.as_deref(), &ty, 0, &Writing::default(), &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap() + "=", text);
    }
    assert_eq!(line("a=b=c").unwrap(), (Some("a".into()), ColumnType::Auto, "=b=c"));
    for (text, class) in [
        ("a:auto=", Syntax),
        (":auto=", Syntax),
        ("a?:i64=", Syntax),
        ("a?{}=", Syntax),
        ("?{}=", Syntax),
        ("", Syntax),
        ("a", Syntax),
        ("a:i64", Syntax),
        ("a:i64(always 1)=", Syntax),
        ("a:str(like x*)=", Syntax),
        ("#=", Syntax),
        ("s{a:bool(always true)}=", Syntax),
        ("a[]:json=", Type),
        ("a:i65=", Type),
        ("s{a:i64,a:i64}=", Duplicate),
    ] {
        assert_eq!(line(text).unwrap_err().class(), class, "{text}");
    }
    let flat = Reading::new(Names::default(), Limits { nesting: 1, ..Limits::default() });
    assert!(parse_record_name("[]:i64=", 0, &flat).is_ok() && parse_record_name("a=", 0, &flat).is_ok());
    assert!(parse_record_name("a[]:i64=", 0, &flat).is_err() && parse_record_name("a=", 1, &flat).is_err());
    let inline = ColumnType::structure([]);
    assert!(print_record_name(None, &inline, 0, &Writing::default(), &mut Vec::new()).is_err());
}

#[test]
fn nesting_counts_what_is_around() {
    let limits = |nesting| Limits { nesting, ..Limits::default() };
    // (declaration, tokens of `at`, the nesting it needs)
    for (text, outer, needs) in [
        ("", 0, 2),
        ("a:i64", 0, 2),
        (":i64", 0, 1),
        ("a[]:i64", 0, 3),
        ("[]:i64", 0, 2),
        ("a:i64", 3, 5),
        ("a{b{c<str>:i64}}", 0, 5),
        ("a[]{b:i64}", 0, 4),
        ("?{a:i64}", 1, 3),
    ] {
        assert!(read_with(Table, text, outer, limits(needs)).is_ok(), "{text}");
        assert_eq!(read_with(Table, text, outer, limits(needs - 1)).unwrap_err().class(), Limit, "{text}");
    }
    let three = Limits { columns: 3, ..Limits::default() };
    assert!(read_with(Table, "a{b:i64,c:i64}", 0, three).is_ok());
    assert_eq!(read_with(Table, "a{b:i64,c:i64},d:i64", 0, three).unwrap_err().class(), Limit);
    let deep = (0..70).fold(ColumnType::I64, |ty, _| ColumnType::list(ty));
    assert_eq!(written(&Schema::new([Column::new("a", deep)]), Table).unwrap_err().class(), Limit);
}

#[test]
fn hostile_declarations_are_refused_quickly() {
    const MANY: usize = 200_000;
    let start = Instant::now();
    for part in [
        "[",
        "[]",
        "[]?",
        "{",
        "a{",
        "?{",
        "<",
        "<str>",
        "<str>{a",
        "a:i64,",
        "a,",
        "\\",
        "\\a",
        "(",
        "a:str(like ",
        "a:dec(",
    ] {
        let error = read(Table, &part.repeat(5 * MANY)).unwrap_err();
        assert!(matches!(error.class(), Limit | Syntax | Duplicate | Type), "{part}: {error}");
        assert!(line(&part.repeat(5 * MANY)).is_err(), "{part}");
    }
    let wide = Limits { columns: usize::MAX, ..Limits::default() };
    let mut names: Vec<_> = (0..MANY).map(|n| format!("n{n}:i64")).collect();
    assert_eq!(read_with(Table, &names.join(","), 0, wide).unwrap().columns().len(), MANY);
    names.push("n7:str".into());
    assert_eq!(read_with(Table, &names.join(","), 0, wide).unwrap_err().class(), Duplicate);
    assert!(start.elapsed() < Duration::from_secs(60));
}

fn name_of() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-d]{1,3}",
        "[\\\\|,:=?()\\[\\]{}<>#@\"\\* \n\u{feff}é]{0,4}",
        Just("dt_ms".to_string()),
        Just("#".to_string()),
    ]
}

fn scalar() -> impl Strategy<Value = ColumnType> {
    let unit = prop::sample::select(
        &[TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond][..],
    );
    let form = prop::sample::select(&[DateForm::Basic, DateForm::Extended][..]);
    let zone = prop_oneof![Just("+02:00".to_string()), Just("UTC".to_string()), Just("basic".to_string()), name_of()];
    prop_oneof![
        Just(ColumnType::Bool),
        Just(ColumnType::I64),
        Just(ColumnType::Str),
        Just(ColumnType::Bin),
        Just(ColumnType::F16),
        (1..=76u8, -76..=76i8).prop_map(|(precision, scale)| ColumnType::Decimal { precision, scale }),
        form.clone().prop_map(ColumnType::Date),
        (unit, zone, form).prop_map(|(unit, zone, form)| ColumnType::Timestamp { unit, zone: Zone::new(zone), form }),
        Just(ColumnType::Interval(IntervalUnit::DayTime)),
    ]
}

fn fields(ty: impl Strategy<Value = ColumnType>) -> impl Strategy<Value = Vec<Column>> {
    many((name_of(), any::<bool>(), ty, 0..4u8, name_of()), 0..4).prop_map(|columns| {
        let mut known = alloc::collections::BTreeSet::new();
        columns
            .into_iter()
            .filter(|(name, ..)| known.insert(name.clone()))
            .map(|(name, missing, ty, rule, text)| match (ty, rule) {
                (ColumnType::Struct { columns, .. }, _) if !missing => {
                    Column::new(name, ColumnType::structure(columns))
                }
                (ColumnType::Str, 0) => Column::new(name, ColumnType::Str).always(Value::text(&text)),
                (ColumnType::Str, 1) => Column::new(name, ColumnType::Str).like(text, "/"),
                (ColumnType::I64, 0) => Column::new(name, ColumnType::I64).always(Value::Int(-5)),
                (ColumnType::Bool, 0) => Column::new(name, ColumnType::Bool).always(Value::Bool(true)),
                (ty, _) if missing => Column::new(name, ty).with_missing(),
                (ty, _) => Column::new(name, ty),
            })
            .collect()
    })
}

fn ty() -> impl Strategy<Value = ColumnType> {
    let nested = |inner: BoxedStrategy<ColumnType>| {
        prop_oneof![
            inner.clone().prop_map(ColumnType::list),
            (scalar(), inner.clone()).prop_map(|(key, value)| ColumnType::map(key, value)),
            (fields(inner.clone()), any::<bool>())
                .prop_map(|(columns, bracketed)| ColumnType::Struct { columns, bracketed }),
        ]
    };
    prop_oneof![scalar(), Just(ColumnType::Null), Just(ColumnType::Auto)].prop_recursive(4, 24, 4, nested)
}

/// Any schema; those that break a rule, such as that a cell remains, are part of it.
fn schema() -> impl Strategy<Value = Schema> {
    let columns = prop_oneof![4 => fields(ty()), 1 => ty().prop_map(|ty| vec![Column::unnamed(ty)])];
    (columns, any::<bool>(), 0..4, name_of(), name_of()).prop_map(|(columns, numbered, keyed, prefix, suffix)| {
        let schema = Schema { numbered, ..Schema::new(columns) };
        match keyed {
            0 => schema,
            1 => schema.with_keys(),
            _ => schema.with_key_template(prefix, suffix),
        }
    })
}

proptest! {
    #[test]
    fn printed_schemas_read_back(schema in schema(), offset in prop::sample::select(&OffsetUnit::ALL[..])) {
        let series = schema.clone().with_offset(offset);
        for (shape, schema) in [(Table, schema), (Series, series)] {
            if let Ok(text) = written(&schema, shape) {
                prop_assert_eq!(read(shape, &text).map_err(|e| TestCaseError::fail(format!("{text}: {e}")))?, schema);
            }
        }
    }

    #[test]
    fn no_prefix_panics(schema in schema(), cut in any::<prop::sample::Index>(), with in "[]\\[{}(),:?*\\\\a]{0,3}") {
        let text = schema.to_string();
        let cut = cut.index(text.len().saturating_add(1));
        if let (Some(head), Some(tail)) = (text.get(..cut), text.get(cut..)) {
            for text in [head.to_string(), format!("{head}{with}"), format!("{head}{with}{tail}")] {
                if let Ok(schema) = read(Table, &text) {
                    prop_assert_eq!(written(&schema, Table).unwrap(), text.as_str());
                }
                let _ = (read(Series, &text), line(&text));
            }
        }
    }

    #[test]
    fn what_reads_is_canonical(text in "[a#@][?]?(\\[\\]|<str>)?[?]?(:i64|:str|\\{(a:i64)?\\})(\\(like \\*a\\))?(,b?[?]?(:i64|\\{\\}))?") {
        if let Ok(schema) = read(Table, &text) {
            prop_assert_eq!(written(&schema, Table).unwrap(), text);
        }
    }

    #[test]
    fn names_read_back(name in any::<String>()) {
        let mut out = Vec::new();
        print_name(&name, &mut out);
        prop_assert_eq!(parse_name(core::str::from_utf8(&out).unwrap()).unwrap(), name);
    }
}
