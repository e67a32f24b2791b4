use alloc::format;
use alloc::string::ToString;
use core::time::Duration;
use std::time::Instant;

use super::*;
use crate::error::ErrorClass::{self, Limit, Syntax};
use crate::schema::{OffsetUnit, Schema};

/// What a document consists of: `record /a` is a header, `@ a b` a mark, the end comes by itself.
fn order(limits: &Limits, parts: &[&str]) -> Result<()> {
    let mut order = Order::new(limits);
    for part in parts {
        let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
        if word == "@" {
            let path: Vec<_> = rest.split(' ').map(ToString::to_string).collect();
            order.mark(&path)?;
            continue;
        }
        let header = match word {
            "record" => Header::record().with_lines(1),
            "record?" => Header::record(),
            "table" => Header::table(Schema::default()).with_rows(1),
            "table?" => Header::table(Schema::default()),
            "text" => Header::text().with_lines(1),
            "receipt" => Header::receipt(),
            _ => {
                let t0 = "2024-01-01T00:00:00Z".parse().unwrap();
                let header = Header::series(Schema::default().with_offset(OffsetUnit::Day), t0).with_rows(1);
                if word == "axis" { header.with_axis("time", crate::AxisForm::Date) } else { header }
            }
        };
        order.block(&if rest.is_empty() { header } else { header.with("at", rest) })?;
    }
    order.finish()
}

fn ok(parts: &[&str]) {
    order(&Limits::default(), parts).unwrap_or_else(|error| panic!("{parts:?}: {error}"));
}

fn fails(class: ErrorClass, parts: &[&str]) {
    match order(&Limits::default(), parts) {
        Ok(()) => panic!("{parts:?}"),
        Err(error) => assert_eq!(error.class(), class, "{parts:?}: {error}"),
    }
}

#[test]
fn a_receipt_a_root_and_its_blocks() {
    ok(&["receipt"]);
    ok(&["table"]);
    ok(&["series"]);
    ok(&["receipt", "text"]);
    ok(&["record?"]);
    ok(&["table /k"]);
    ok(&["receipt", "axis /k"]);
    ok(&["record", "@ items", "table /items"]);
    ok(&["receipt", "record", "@ items", "table? /items"]);
}

#[test]
fn err_other_orders() {
    for parts in [
        &["receipt", "receipt"][..],
        &["table", "receipt"],
        &["table", "table"],
        &["table /k", "table"],
        &["table", "table /k"],
        &["table /a/b"],
        &["table /a", "table /b"],
        &["record /a", "@ b", "text /a/b"],
        &["record /a", "@ b"],
        &["series /k"],
        &["record", "@ k", "series /k"],
        &["table", "@ k"],
        &["receipt", "@ k"],
        &["@ k"],
        &["record?", "@ k", "text /k"],
        &["table?", "text /k"],
    ] {
        fails(Syntax, parts);
    }
    let mut root = Order::new(&Limits::default());
    root.block(&Header::record()).unwrap();
    assert!(root.mark(&[]).is_err());
}

#[test]
fn blocks_follow_the_order_of_marks_depth_first() {
    ok(&[
        "record",
        "@ a",
        "@ log first",
        "@ log last",
        "@ z",
        "record /a",
        "@ x",
        "@ y 0",
        "text /a/x",
        "record /a/y/0",
        "@ q",
        "text /a/y/0/q",
        "text /log/first",
        "record /log/last",
        "table /z",
    ]);
    for parts in [
        &["record", "@ a", "@ b", "text /b", "text /a"][..],
        &["record", "@ a", "@ b", "text /a"],
        &["record", "@ a", "text /a", "text /a"],
        &["record", "@ a", "text /b"],
        &["record", "@ a", "text /a/b"],
        &["record", "@ a b", "text /a"],
        &["record", "@ a b", "text /b"],
        &["record", "@ a", "@ b", "record /a", "@ x", "text /b", "text /a/x"],
        &["record", "@ a", "@ b", "record /a", "@ x", "text /a/x"],
        &["record", "@ a", "record /a", "@ x", "text /x"],
    ] {
        fails(Syntax, parts);
    }
}

#[test]
fn places_are_pointers() {
    ok(&["record", "@ a/b ~1 ", "text /a~1b/~01/"]);
    ok(&["record", "@ é 10", "@ é 1 x", "@ éé", "text /é/10", "text /é/1/x", "text /éé"]);
    fails(Syntax, &["record", "@ a b", "text /a~1b"]);
}

#[test]
fn errors_name_the_mark() {
    let error = order(&Limits::default(), &["record", "@ a", "record /a", "@ x/y", "text /b"]).unwrap_err();
    let expected = "expected the block of the next mark, `at=/a/x~1y`, found `/b`";
    assert!(error.to_string().starts_with(expected), "{error}");
    let error = order(&Limits::default(), &["record", "@ a"]).unwrap_err();
    assert_eq!(error.to_string(), "expected a block for the mark, `at=/a`, found `the closing line`");
}

#[test]
fn each_mark_counts_as_a_block() {
    let three = Limits { blocks: 3, ..Limits::default() };
    let class = |parts: &[&str]| order(&three, parts).map_err(|error| error.class());
    assert_eq!(class(&["record", "@ a", "@ b", "text /a", "text /b"]), Ok(()));
    assert_eq!(class(&["record", "@ a", "@ b", "@ c"]), Err(Limit));
    assert_eq!(order(&Limits { blocks: 0, ..three }, &["text"]).unwrap_err().class(), Limit);
}

#[test]
fn many_marks_and_long_names_are_quick() {
    let start = Instant::now();
    let limits = Limits { blocks: usize::MAX, ..Limits::default() };
    let mut wide = Order::new(&limits);
    wide.block(&Header::record().with_lines(1)).unwrap();
    for n in 0..50_000 {
        wide.mark(&["a".to_string(), n.to_string()]).unwrap();
    }
    for n in 0..50_000 {
        wide.block(&Header::text().with_lines(1).with("at", format!("/a/{n}"))).unwrap();
    }
    wide.finish().unwrap();
    let mut long = Order::new(&Limits::default());
    long.block(&Header::record().with_lines(1)).unwrap();
    let name = "x".repeat(900_000);
    for n in 0..200 {
        long.mark(&[name.clone(), n.to_string()]).unwrap();
    }
    assert_eq!(long.mark(&[name.clone(), name]).unwrap_err().class(), Limit);
    let mut deep = Order::new(&limits);
    deep.block(&Header::record().with_lines(1)).unwrap();
    for n in 1..1_000 {
        deep.mark(&["a".to_string()]).unwrap();
        deep.block(&Header::record().with_lines(1).with("at", "/a".repeat(n))).unwrap();
    }
    deep.finish().unwrap();
    assert!(start.elapsed() < Duration::from_secs(60));
}
