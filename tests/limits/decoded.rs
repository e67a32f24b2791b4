//! Decoded bytes: what a document adds up to. LIM-3

use qrp1::{Column, ColumnType, Document, Encoder, ErrorClass, Header, Schema, Value};

use crate::{decode, exceeds, limits};

/// The least document limit that a document fits in.
fn decoded_bytes(document: &str) -> u64 {
    let fits = |most: u64| decode(document.as_bytes(), limits(|limits| limits.document = most)).is_ok();
    let (mut low, mut high) = (0, 1 << 30);
    while low < high {
        let middle = low + (high - low) / 2;
        if fits(middle) { high = middle } else { low = middle + 1 }
    }
    low
}

#[test]
fn decoded_bytes_of_constants_templates_and_names() {
    let t = |document: &str, added: u64| {
        Document::decode(document.as_bytes()).unwrap();
        assert_eq!(decoded_bytes(document), document.len() as u64 + added, "{document}");
        let error = decode(document.as_bytes(), limits(|limits| limits.document = 10)).unwrap_err();
        assert_eq!(error.class(), ErrorClass::Limit);
    };
    // Nothing is added: the bytes of all lines, with their LFs.
    t("QRP1|table|rows=2|columns=a:str\nx\ny\n\\.\n", 0);
    t("QRP1|text|lines=1\nx\n\\.\n", 0);
    t("QRP1|record|lines=1\na=x\n\\.\n", 0);
    t("QRP1|receipt\n\\.\n", 0);
    // A constant (32 bytes and its letters) in every row, list item, map value and struct.
    t("QRP1|table|rows=2|columns=a:i64,b:str(always hello)\n1\n2\n\\.\n", 2 * 37);
    t("QRP1|table|rows=1|columns=a[]{b:i64,c:str(always hello)}\n(1;2;3)\n\\.\n", 3 * 37);
    t("QRP1|table|rows=1|columns=a<str>{b:i64,c:str(always hello)}\n(x=1;y=2)\n\\.\n", 2 * 37);
    t("QRP1|table|rows=2|columns=a?{b:i64,c:str(always hello)}\n(1)\n(2)\n\\.\n", 2 * 37);
    t("QRP1|table|rows=1|columns=a[]{b[]{c:i64,d:str(always hello)}}\n((1;2);(3))\n\\.\n", 3 * 37);
    t("QRP1|record|lines=1\na[]{b:i64,c:str(always hello)}=(1;2;3)\n\\.\n", 3 * 37);
    // Values without a letter of their own: constants of other types, structs without cells, all of a tree.
    t("QRP1|table|rows=2|columns=a:i64,b:bool(always true),c:str(always \"\")\n1\n2\n\\.\n", 4 * 32);
    t("QRP1|table|rows=2|columns=a:i64,b{}\n1\n2\n\\.\n", 2 * 32);
    t("QRP1|table|rows=1|columns=a[]{b:i64,c{d{}}}\n(1;2)\n\\.\n", 4 * 32);
    t("QRP1|table|rows=1|columns=a:i64,b:auto(always [1,x])\n1\n\\.\n", 3 * 32 + 2);
    // A template around every text, but not around a null.
    t("QRP1|table|rows=3|columns=a:str(like pre*post),b:i64\nx,1\n\"\",2\n,3\n\\.\n", 14);
    t("QRP1|table|rows=1|columns=a[]{b:str(like pre*),c:i64}\n(x,1;y,2)\n\\.\n", 6);
    t("QRP1|table|rows=2|columns=@:str(like pre*post),b:i64\nx,1\n\"\",2\n\\.\n", 14);
    // A name in cells, lists, trees and record lines: its prefix for the two letters of `$1`.
    t("QRP1|record|lines=2|$1=https://example.com\na=$1/x\nb=[$1,$1]\n\\.\n", 3 * 19);
    t("QRP1|table|rows=1|columns=a:str\n$1\n\\.\n", 0);
    t("QRP1|table|rows=2|$1=https://example.com|columns=a:str,b[]:str\n$1,($1;$1/y)\nx,()\n\\.\n", 3 * 19);
    // Both, over several blocks: what was decoded adds up.
    t(
        "QRP1|record|lines=3|$1=https://example.com\na=$1\nb=\\@\nc=\\@\n\
         QRP1|table|at=/b|rows=1|columns=a:i64,b:str(always hello)\n1\n\
         QRP1|table|at=/c|rows=1|columns=a:i64,b:str(always hello)\n1\n\\.\n",
        19 + 37 + 37,
    );
}

#[test]
fn amplification_is_bounded() {
    let constant = "x".repeat(1_024);
    let small = limits(|limits| limits.document = 1 << 20);
    let rows = "1\n".repeat(2_000);
    exceeds(format!("QRP1|table|rows=2000|columns=a:i64,b:str(always {constant})\n{rows}\\.\n"), small);
    exceeds(format!("QRP1|table|rows=2000|columns=a:str(like {constant}*)\n{rows}\\.\n"), small);
    let keys: String = (0..2_000).map(|key| format!("{key}\n")).collect();
    exceeds(format!("QRP1|table|rows=2000|columns=@:str(like {constant}*)\n{keys}\\.\n"), small);
    exceeds(format!("QRP1|table|rows=2000|$1={constant}|columns=a:str\n{}\\.\n", "$1\n".repeat(2_000)), small);
    let items = vec!["1"; 2_000].join(";");
    exceeds(format!("QRP1|table|rows=1|columns=a[]{{b:i64,c:str(always {constant})}}\n({items})\n\\.\n"), small);
    let names = vec!["$1"; 2_000].join(",");
    exceeds(format!("QRP1|record|lines=1|$1={constant}\na=[{names}]\n\\.\n"), small);
    // Many blocks with a little each.
    let mut document = format!("QRP1|record|lines=1\na=[{}]\n", vec!["\\@"; 1_000].join(","));
    for index in 0..1_000 {
        document += &format!("QRP1|table|at=/a/{index}|rows=2|columns=a:i64,b:str(always {constant})\n1\n1\n");
    }
    let most = (document.len() + 1_000_000) as u64;
    exceeds(document + "\\.\n", limits(|limits| limits.document = most));
}

#[test]
fn an_encoder_stops_at_the_bytes_of_a_document() {
    let schema = Schema::new([Column::new("a", ColumnType::Str)]);
    let header = Header::table(schema);
    let mut encoder = Encoder::new().with_limits(limits(|limits| limits.document = 200));
    encoder.header(&header).unwrap();
    let mut written = 0;
    let error = loop {
        match encoder.row(&[Value::from("0123456789")]) {
            Ok(()) => written += 1,
            Err(error) => break error,
        }
        assert!(written < 20, "more than the limit was written");
        encoder.clear();
    };
    assert_eq!(error.class(), ErrorClass::Limit);
}
