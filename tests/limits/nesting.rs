//! Containers in containers. LIM-2

use qrp1::{Column, ColumnType, Document, Encoder, ErrorClass, Header, Schema, Value};

use crate::{decode, encode, limits, over};

/// A document whose deepest value stands in that many containers.
type Nested = fn(usize) -> String;

/// (kind, containers around the first of the kind, document)
const NESTED: &[(&str, usize, Nested)] = &[
    ("lists of a column", 2, |n| {
        format!("QRP1|table|rows=1|columns=a{}:i64\n{}1{}\n\\.\n", "[]".repeat(n), "(".repeat(n), ")".repeat(n))
    }),
    ("lists of an unnamed column", 1, |n| {
        format!("QRP1|table|rows=1|columns={}:i64\n{}1{}\n\\.\n", "[]".repeat(n), "(".repeat(n), ")".repeat(n))
    }),
    ("empty lists", 2, |n| {
        format!("QRP1|table|rows=1|columns=a{}:i64\n{}{}\n\\.\n", "[]".repeat(n), "(".repeat(n), ")".repeat(n))
    }),
    ("inline structs", 2, |n| format!("QRP1|table|rows=1|columns={}a:i64{}\n1\n\\.\n", "a{".repeat(n), "}".repeat(n))),
    ("structs in brackets", 2, |n| {
        let (open, close) = ("a?{".repeat(n), "}".repeat(n));
        format!("QRP1|table|rows=1|columns={open}a:i64{close}\n{}1{}\n\\.\n", "(".repeat(n), ")".repeat(n))
    }),
    ("maps", 2, |n| {
        format!("QRP1|table|rows=1|columns=a{}:i64\n{}1{}\n\\.\n", "<str>".repeat(n), "(k=".repeat(n), ")".repeat(n))
    }),
    ("no rows", 2, |n| format!("QRP1|table|rows=0|columns=a{}:i64\n\\.\n", "[]".repeat(n))),
    ("a keyed table", 2, |n| {
        format!("QRP1|table|rows=1|columns=@:str,a{}:i64\nk,{}1{}\n\\.\n", "[]".repeat(n), "(".repeat(n), ")".repeat(n))
    }),
    ("a series", 2, |n| {
        let t0 = "2024-01-01T00:00:00Z";
        format!(
            "QRP1|series|rows=1|t0={t0}|columns=dt_s:i64,a{}:i64\n0,{}1{}\n\\.\n",
            "[]".repeat(n),
            "(".repeat(n),
            ")".repeat(n)
        )
    }),
    ("arrays in a row", 2, |n| format!("QRP1|table|rows=1|columns=a:auto\n{}1{}\n\\.\n", "[".repeat(n), "]".repeat(n))),
    ("objects in a row", 2, |n| {
        format!("QRP1|table|rows=1|columns=a:auto\n{}1{}\n\\.\n", "{k=".repeat(n), "}".repeat(n))
    }),
    ("arrays in a constant", 2, |n| {
        format!("QRP1|table|rows=1|columns=a:auto(always {}1{}),b:i64\n1\n\\.\n", "[".repeat(n), "]".repeat(n))
    }),
    ("arrays in a record", 1, |n| format!("QRP1|record|lines=1\na={}1{}\n\\.\n", "[".repeat(n), "]".repeat(n))),
    ("objects in a record", 1, |n| format!("QRP1|record|lines=1\na={}1{}\n\\.\n", "{k=".repeat(n), "}".repeat(n))),
    ("arrays alone", 0, |n| format!("QRP1|record|lines=1\n={}1{}\n\\.\n", "[".repeat(n), "]".repeat(n))),
    ("lists in a record", 1, |n| {
        format!("QRP1|record|lines=1\na{}:i64={}1{}\n\\.\n", "[]".repeat(n), "(".repeat(n), ")".repeat(n))
    }),
    ("JSON arrays", 1, |n| format!("QRP1|record|lines=1\na:json={}1{}\n\\.\n", "[".repeat(n), "]".repeat(n))),
    ("JSON objects", 1, |n| format!("QRP1|record|lines=1\na:json={}1{}\n\\.\n", "{\"k\":".repeat(n), "}".repeat(n))),
    ("JSON alone", 0, |n| format!("QRP1|record|lines=1\n:json={}1{}\n\\.\n", "[".repeat(n), "]".repeat(n))),
    ("a record at a mark", 1, |n| {
        let (open, close) = ("{a=".repeat(n - 1), "}".repeat(n - 1));
        let at = "/a".repeat(n);
        format!("QRP1|record|lines=1\na={open}\\@{close}\nQRP1|record|at={at}|lines=1\n=1\n\\.\n")
    }),
    ("a table at a mark", 2, |n| {
        let (open, close) = ("{a=".repeat(n - 1), "}".repeat(n - 1));
        let at = "/a".repeat(n);
        format!("QRP1|record|lines=1\na={open}\\@{close}\nQRP1|table|at={at}|rows=1|columns=b:i64\n1\n\\.\n")
    }),
];

#[test]
fn nesting_through_every_kind_of_container() {
    for &(kind, around, document) in NESTED {
        // Where a mark is involved the object around it is the record, which the tokens of `at` count.
        let around = if kind == "a record at a mark" { 0 } else { around };
        for most in [64, 7] {
            let text = document(most - around);
            let at = limits(|limits| limits.nesting = most);
            let decoded = decode(text.as_bytes(), at).unwrap_or_else(|error| panic!("{kind}: {error}: {text}"));
            let below = limits(|limits| limits.nesting = most - 1);
            let result = decode(text.as_bytes(), below);
            let error = result.err().unwrap_or_else(|| panic!("{kind}: deeper than the limit: {text}"));
            assert_eq!(error.class(), ErrorClass::Limit, "{kind}: {error}");
            if kind != "a keyed table" && kind != "a series" {
                assert_eq!(encode(&decoded, at).unwrap(), text.as_bytes(), "{kind}");
                let error = encode(&decoded, below).expect_err(kind);
                assert_eq!(error.class(), ErrorClass::Limit, "{kind}: {error}");
            }
        }
    }
}

#[test]
fn nesting_far_beyond_the_limit_costs_no_stack() {
    for &(kind, _, document) in NESTED {
        let text = document(100_000);
        let error = Document::decode(text.as_bytes()).expect_err(kind);
        assert_eq!(error.class(), ErrorClass::Limit, "{kind}: {error}");
    }
    // Types that are never closed.
    for open in ["a?{", "a{", "[]", "<str>", "a[]{"] {
        let text = format!("QRP1|table|rows=0|columns={}", open.repeat(100_000));
        let error = Document::decode(format!("{text}\n\\.\n").as_bytes()).unwrap_err();
        assert!(matches!(error.class(), ErrorClass::Limit | ErrorClass::Syntax), "{error}");
    }
    for open in ["[", "{a=", "{\"a\":"] {
        for ty in ["", ":json"] {
            let text = format!("QRP1|record|lines=1\na{ty}={}\n\\.\n", open.repeat(100_000));
            let error = Document::decode(text.as_bytes()).unwrap_err();
            assert!(matches!(error.class(), ErrorClass::Limit | ErrorClass::Syntax), "{error}");
        }
    }
}

#[test]
fn an_encoder_refuses_values_that_are_too_deep() {
    let mut value = Value::Null;
    for _ in 0..100 {
        value = Value::List(vec![value]);
    }
    let mut encoder = Encoder::new();
    encoder.header(&Header::record().with_lines(1)).unwrap();
    over(encoder.field(Some("a"), &ColumnType::Auto, &value));
    let mut ty = ColumnType::I64;
    for _ in 0..100 {
        ty = ColumnType::list(ty);
    }
    let schema = Schema::new([Column::new("a", ty)]);
    over(Encoder::new().header(&Header::table(schema).with_rows(0)));
}
