//! Owns the limits of LIM-1 to LIM-4: what is exactly at one is fine, one more is an error of class `limit`, for a decoder
//! in one piece and in bytes, and for an encoder; and cost that is bounded by the input, not by what it declares.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
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

#[path = "support/invariants.rs"]
mod invariants;
#[path = "support/time.rs"]
mod time;

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use qrp1::{
    Closing, Column, ColumnType, Decoder, Document, Encoder, ErrorClass, Header, Limits, Reader, ReaderBuilder, Result,
    Schema, Value,
};

/// The default limits with one of them changed.
fn limits(set: impl FnOnce(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    set(&mut limits);
    limits
}

fn decode(document: &[u8], limits: Limits) -> Result<Document> {
    let whole = Document::decode_with(Decoder::new().with_limits(limits), document);
    let size = if document.len() > 100_000 { 4_096 } else { 1 };
    let pieces = invariants::decode_chunks(Decoder::new().with_limits(limits), document.chunks(size));
    invariants::assert_same(document, &whole, &pieces);
    whole
}

#[track_caller]
fn fits(document: impl AsRef<[u8]>, limits: Limits) -> Document {
    let document = document.as_ref();
    decode(document, limits).unwrap_or_else(|error| panic!("{error}: {}", invariants::show(document)))
}

#[track_caller]
fn exceeds(document: impl AsRef<[u8]>, limits: Limits) {
    let document = document.as_ref();
    match decode(document, limits) {
        Ok(_) => panic!("within the limits: {}", invariants::show(document)),
        Err(error) => assert_eq!(error.class(), ErrorClass::Limit, "{error}: {}", invariants::show(document)),
    }
}

#[track_caller]
fn over<T: std::fmt::Debug>(result: Result<T>) {
    assert_eq!(result.unwrap_err().class(), ErrorClass::Limit);
}

/// Encodes a document again, within limits.
fn encode(document: &Document, limits: Limits) -> Result<Vec<u8>> {
    let mut encoder = Encoder::new().with_limits(limits);
    for block in &document.blocks {
        encoder.header(&block.header)?;
        match &block.body {
            qrp1::Body::Rows(rows) => rows.iter().try_for_each(|row| encoder.row(&row.values))?,
            qrp1::Body::Fields(fields) => {
                fields.iter().try_for_each(|(name, ty, value)| encoder.field(name.as_deref(), ty, value))?;
            }
            qrp1::Body::Text(text) => encoder.text(text)?,
            qrp1::Body::Empty => {}
        }
    }
    encoder.finish(&document.closing)?;
    Ok(encoder.take())
}

/// At a limit a document decodes and encodes; with a limit that is one less neither does.
#[track_caller]
fn exactly(document: &str, most: usize, set: impl Fn(&mut Limits, usize)) {
    let (at, below) = (limits(|limits| set(limits, most)), limits(|limits| set(limits, most - 1)));
    let decoded = fits(document, at);
    assert_eq!(encode(&decoded, at).unwrap(), document.as_bytes());
    exceeds(document, below);
    over(encode(&decoded, below));
}

// LIM-1

#[test]
fn the_defaults_are_those_of_the_specification() {
    let default = Limits::default();
    assert_eq!((default.line, default.header), (16 << 20, 1 << 20));
    assert_eq!((default.columns, default.nesting, default.blocks), (4_096, 64, 1_024));
    assert_eq!(default.document, 1 << 30);
}

#[test]
fn bytes_of_a_line_and_a_header_line() {
    // A row, a field, a line of text, escapes counted as they are written, and the closing line.
    exactly("QRP1|table|rows=2|columns=a:str\n12345678\nx\n\\.\n", 8, |limits, n| limits.line = n);
    exactly("QRP1|table|rows=1|columns=a:str\n\\\\\\\\\\\\\n\\.\n", 6, |limits, n| limits.line = n);
    exactly("QRP1|record|lines=1\nabc=xyz\n\\.\n", 7, |limits, n| limits.line = n);
    exactly("QRP1|text|lines=2\n12345678\nx\n\\.\n", 8, |limits, n| limits.line = n);
    exactly("QRP1|receipt|lines=1\n12345678\n\\.\n", 8, |limits, n| limits.line = n);
    exactly("QRP1|text\nx\n\\.lines=1|a=b\n", 13, |limits, n| limits.line = n);
    exactly("QRP1|receipt|a=12345\n\\.\n", 20, |limits, n| limits.header = n);
    exactly("QRP1|table|rows=0|columns=a:str\n\\.\n", 31, |limits, n| limits.header = n);
    exactly("QRP1|record|lines=1\na=\\@\nQRP1|text|at=/a|lines=1\nx\n\\.\n", 23, |limits, n| limits.header = n);

    // The defaults, in full.
    let row = |bytes: usize| [b"QRP1|table|rows=1|columns=a:str\n", vec![b'x'; bytes].as_slice(), b"\n\\.\n"].concat();
    fits(row(16 << 20), Limits::default());
    exceeds(row((16 << 20) + 1), Limits::default());
    let header = |bytes: usize| {
        let start = b"QRP1|receipt|a=";
        [start, vec![b'x'; bytes - start.len()].as_slice(), b"\n\\.\n"].concat()
    };
    fits(header(1 << 20), Limits::default());
    exceeds(header((1 << 20) + 1), Limits::default());
}

#[test]
fn columns_of_a_block_nested_ones_included() {
    let columns = |limits: &mut Limits, n| limits.columns = n;
    exactly("QRP1|table|rows=0|columns=a:str,b:str,c:str\n\\.\n", 3, columns);
    exactly("QRP1|table|rows=0|columns=a{b:str,c{d:str}},e:i64\n\\.\n", 5, columns);
    exactly("QRP1|table|rows=0|columns=a[]{b:str},c<str>{d:str},e?{f:str}\n\\.\n", 6, columns);
    exactly("QRP1|table|rows=0|columns=a:i64,b:bool(always true),c:str(like x*)\n\\.\n", 3, columns);
    exactly("QRP1|record|lines=1\na{b:str,c{d:str}}=(x,y)\n\\.\n", 3, columns);
}

#[test]
fn columns_do_not_add_up_over_blocks() {
    let document = "QRP1|record|lines=2\na=\\@\nb=\\@\nQRP1|table|at=/a|rows=0|columns=x:i64,y:i64\n\
                    QRP1|table|at=/b|rows=0|columns=x:i64,y:i64\n\\.\n";
    exactly(document, 2, |limits, n| limits.columns = n);
}

#[test]
fn blocks_of_a_document() {
    let blocks = |limits: &mut Limits, n| limits.blocks = n;
    exactly("QRP1|receipt|lines=0\nQRP1|text|lines=1\nx\n\\.\n".replace("|lines=0", "").as_str(), 2, blocks);
    exactly("QRP1|record|lines=1\na=\\@\nQRP1|text|at=/a|lines=1\nx\n\\.\n", 2, blocks);
}

#[test]
fn the_first_limit_of_a_document_is_its_own() {
    // An `at` block after the last that is allowed, in the middle of a document.
    let document = |marks: usize| {
        let mut text = format!("QRP1|record|lines=1\na=[{}]\n", vec!["\\@"; marks].join(","));
        for index in 0..marks {
            text += &format!("QRP1|text|at=/a/{index}|lines=1\nx\n");
        }
        text + "\\.\n"
    };
    fits(document(1_023), Limits::default());
    exceeds(document(1_024), Limits::default());
}

// LIM-2

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

// LIM-3

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

// LIM-4

/// Gives the same byte for ever, and counts.
struct Endless {
    start: &'static [u8],
    byte: u8,
    left: usize,
    given: Rc<Cell<usize>>,
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.start.is_empty() {
            let length = self.start.read(into)?;
            return Ok(length);
        }
        let length = into.len().min(self.left);
        into[..length].fill(self.byte);
        self.left -= length;
        self.given.set(self.given.get() + length);
        Ok(length)
    }
}

#[test]
fn a_line_without_an_end_is_refused_at_the_limit() {
    cost::alone("a_line_without_an_end_is_refused_at_the_limit", || {
        let header: &[u8] = b"QRP1|table|rows=1|columns=a:str\n";
        for (start, byte, most) in [(header, b'x', 16 << 20), (b"QRP1|", b'x', 1 << 20), (b"", b'x', 16 << 20)] {
            let given = Rc::new(Cell::new(0));
            let endless = Endless { start, byte, left: 20 << 20, given: Rc::clone(&given) };
            let mut reader = Reader::from_reader(endless);
            let error = loop {
                match reader.next_event() {
                    Ok(Some(_)) => {}
                    Ok(None) => panic!("an end"),
                    Err(error) => break error,
                }
            };
            // What does not begin as a document may be refused as that already.
            let is_document = !start.is_empty();
            assert!(error.class() == ErrorClass::Limit || !is_document, "{error}");
            assert!(given.get() <= most + (64 << 10), "{} bytes were read", given.get());
        }
        // A line, its copy while it grows, and the buffer.
        assert!(cost::peak_memory() < 100 << 20, "{} bytes of memory", cost::peak_memory());
    });
}

#[test]
fn no_allocation_from_declared_numbers_and_linear_time() {
    cost::alone("no_allocation_from_declared_numbers_and_linear_time", || {
        const MOST: &str = "18446744073709551615";
        let before = cost::peak_memory();
        let t = |document: String, class: ErrorClass| {
            let error = decode(document.as_bytes(), Limits::default()).unwrap_err();
            assert_eq!(error.class(), class, "{error}: {document}");
        };
        for most in [MOST, "9999999999"] {
            t(format!("QRP1|table|rows={most}|columns=a:i64\n1\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|series|rows={most}|t0=2024-01-01T00:00:00Z|columns=dt_s:i64\n1\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|record|lines={most}\na=1\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|text|lines={most}\na\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|receipt|lines={most}\na\n\\.\n"), ErrorClass::Count);
            t(format!("QRP1|text\na\n\\.lines={most}\n"), ErrorClass::Count);
            fits(format!("QRP1|receipt|rows={most}|from={most}|of={most}\n\\.\n"), Limits::default());
            fits(format!("QRP1|table|rows=0|from={most}|of={most}|columns=a:i64\n\\.\n"), Limits::default());
            fits(format!("QRP1|text|lines=1|part={most}|parts={most}\na\n\\.\n"), Limits::default());
        }
        t(format!("QRP1|table|rows=1|from={MOST}|columns=#:u64,a:i64\n{MOST},1\n\\.\n"), ErrorClass::Count);
        t(format!("QRP1|table|rows=1{MOST}|columns=a:i64\n1\n\\.\n"), ErrorClass::Range);
        let taken = cost::peak_memory().saturating_sub(before);
        assert!(taken < 16 << 20, "{taken} bytes of memory");
    });
    for family in cost::FAMILIES {
        family.is_linear();
    }
}

#[test]
fn a_builder_passes_its_limits_on() {
    let document: &[u8] = b"QRP1|table|rows=1|columns=a:str,b:str\nx,y\n\\.\n";
    let mut builder = ReaderBuilder::new();
    let mut reader = builder.limits(limits(|limits| limits.columns = 1)).from_reader(document);
    over(reader.next_event().map(|event| event.is_some()));
    let mut builder = qrp1::WriterBuilder::new();
    let mut writer = builder.limits(limits(|limits| limits.line = 3)).from_writer(Vec::new());
    let schema = Schema::new([Column::new("a", ColumnType::Str)]);
    writer.header(&Header::table(schema).with_rows(1)).unwrap();
    over(writer.row(&[Value::from("1234")]));
    // A call that failed wrote nothing.
    writer.row(&[Value::from("123")]).unwrap();
    assert_eq!(writer.finish(&Closing::new()).unwrap(), b"QRP1|table|rows=1|columns=a:str\n123\n\\.\n");
}

/// Cost without a clock on the wall: peak memory of a process of its own, and the processor time of a thread.
mod cost {
    use std::process::Command;
    use std::{env, fs};

    use qrp1::{Decoder, Document};

    use crate::{invariants, time};

    /// Runs a test in a process of its own, so that what it measures is its own.
    pub(crate) fn alone(test: &str, run: impl FnOnce()) {
        const ALONE: &str = "QRP1_ALONE";
        if env::var(ALONE).is_ok_and(|name| name == test) {
            return run();
        }
        let mut command = Command::new(env::current_exe().unwrap());
        let output = command.args([test, "--exact", "--nocapture"]).env(ALONE, test).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
    }

    /// Peak memory of the process in bytes; 0 where the system does not say.
    pub(crate) fn peak_memory() -> usize {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        line.and_then(|line| line.trim().strip_suffix(" kB"))
            .map_or(0, |kib| kib.trim().parse::<usize>().unwrap() << 10)
    }

    /// Documents of one kind and any size, which some decoder could take quadratic time for.
    pub(crate) struct Family {
        name: &'static str,
        size: usize,
        document: fn(usize) -> String,
    }

    impl Family {
        /// Decoding and encoding take time that grows with the document.
        pub(crate) fn is_linear(&self) {
            let (one, four) = ((self.document)(self.size), (self.document)(self.size * 4));
            assert!(four.len() > one.len() * 3, "{}: the document does not grow", self.name);
            let what = |action: &str| format!("{action} {}", self.name);
            let decode = |bytes: &[u8]| drop(Document::decode(bytes));
            time::is_linear(&what("decode"), decode, one.as_bytes(), four.as_bytes());
            if let (Ok(one), Ok(four)) = (Document::decode(one.as_bytes()), Document::decode(four.as_bytes())) {
                let encode = |document: &Document| drop(document.encode());
                time::is_linear(&what("encode"), encode, &one, &four);
            }
            if self.name.starts_with("a long text") {
                let bytes = |bytes: &[u8]| drop(invariants::decode_chunks(Decoder::new(), bytes.chunks(1)));
                time::is_linear(&what("decode bytes of"), bytes, one.as_bytes(), four.as_bytes());
            }
        }
    }

    fn row(columns: &str, cell: &str) -> String {
        format!("QRP1|table|rows=1|columns={columns}\n{cell}\n\\.\n")
    }

    fn record(line: &str) -> String {
        format!("QRP1|record|lines=1\n{line}\n\\.\n")
    }

    fn joined(count: usize, separator: &str, item: impl Fn(usize) -> String) -> String {
        (0..count).map(item).collect::<Vec<_>>().join(separator)
    }

    pub(crate) const FAMILIES: &[Family] = &[
        Family {
            name: "rows",
            size: 400,
            document: |n| format!("QRP1|table|rows={n}|columns=a:i64,b:str,c:auto\n{}\\.\n", "1,x,null\n".repeat(n)),
        },
        Family {
            name: "rows that are empty",
            size: 1_000,
            document: |n| format!("QRP1|table|rows={n}|columns=\n{}\\.\n", "()\n".repeat(n)),
        },
        Family {
            name: "keys",
            size: 400,
            document: |n| {
                format!("QRP1|table|rows={n}|columns=@:str,a:i64\n{}\n\\.\n", joined(n, "\n", |i| format!("k{i},1")))
            },
        },
        Family {
            name: "keys that collide until their end",
            size: 200,
            document: |n| {
                let keys = joined(n, "\n", |i| format!("{}{i},1", "k".repeat(100)));
                format!("QRP1|table|rows={n}|columns=@:str,a:i64\n{keys}\n\\.\n")
            },
        },
        Family {
            name: "fields",
            size: 400,
            document: |n| format!("QRP1|record|lines={n}\n{}\n\\.\n", joined(n, "\n", |i| format!("f{i}=1"))),
        },
        Family {
            name: "columns",
            size: 200,
            document: |n| {
                let row = joined(n, ",", |_| "1".into());
                format!("QRP1|table|rows=1|columns={}\n{row}\n\\.\n", joined(n, ",", |i| format!("c{i}:i64")))
            },
        },
        Family {
            name: "columns of a struct",
            size: 200,
            document: |n| {
                row(
                    &format!("a?{{{}}}", joined(n, ",", |i| format!("c{i}:i64"))),
                    &format!("({})", joined(n, ",", |_| "1".into())),
                )
            },
        },
        Family {
            name: "metadata",
            size: 400,
            document: |n| format!("QRP1|receipt|{}\n\\.\n", joined(n, "|", |i| format!("k{i}=v"))),
        },
        Family {
            name: "late metadata",
            size: 400,
            document: |n| format!("QRP1|text\nx\n\\.lines=1|{}\n", joined(n, "|", |i| format!("k{i}=v"))),
        },
        Family { name: "backslashes", size: 5_000, document: |n| row("a:str", &"\\\\".repeat(n)) },
        Family { name: "escapes", size: 5_000, document: |n| row("a:str", &"\\u001b".repeat(n)) },
        Family { name: "a long text", size: 20_000, document: |n| row("a:str", &"x".repeat(n)) },
        Family {
            name: "characters of two bytes that could be escaped ones",
            size: 10_000,
            document: |n| row("a:str", &"\u{a0}".repeat(n)),
        },
        Family { name: "spaces", size: 20_000, document: |n| row("a:str", &format!("{}x", " ".repeat(n))) },
        Family {
            name: "items",
            size: 1_000,
            document: |n| row("a[]:i64", &format!("({})", joined(n, ";", |i| i.to_string()))),
        },
        Family { name: "empty items", size: 2_000, document: |n| row("a[]:str", &format!("(;{})", ";".repeat(n))) },
        Family {
            name: "lists of lists",
            size: 1_000,
            document: |n| row("a[][]:i64", &format!("({})", joined(n, ";", |_| "(1)".into()))),
        },
        Family {
            name: "entries",
            size: 500,
            document: |n| row("a<str>:i64", &format!("({})", joined(n, ";", |i| format!("k{i}=1")))),
        },
        Family {
            name: "entries of a map of structs",
            size: 400,
            document: |n| row("a<i64>{b:str,c:bool}", &format!("({})", joined(n, ";", |i| format!("{i}=x,true")))),
        },
        Family {
            name: "an array",
            size: 1_000,
            document: |n| record(&format!("a=[{}]", joined(n, ",", |i| i.to_string()))),
        },
        Family {
            name: "an object",
            size: 500,
            document: |n| record(&format!("a={{{}}}", joined(n, ",", |i| format!("k{i}=1")))),
        },
        Family {
            name: "an object in a row",
            size: 500,
            document: |n| row("a:auto,b:auto", &format!("{{{}}},1", joined(n, ",", |i| format!("k{i}=1")))),
        },
        Family {
            name: "trees in trees",
            size: 50,
            document: |n| {
                let deep = format!("{}1{}", "[".repeat(50), "]".repeat(50));
                row("a:auto,b:auto", &format!("[{}],1", joined(n, ",", |_| deep.clone())))
            },
        },
        Family {
            name: "a JSON object",
            size: 500,
            document: |n| record(&format!("a:json={{{}}}", joined(n, ",", |i| format!("\"k{i}\":1")))),
        },
        Family {
            name: "a JSON string",
            size: 5_000,
            document: |n| record(&format!("a:json=\"{}\"", "\\\\".repeat(n))),
        },
        Family { name: "digits of a number", size: 15_000, document: |n| row("a:num", &"9".repeat(n)) },
        Family {
            name: "digits of an auto number",
            size: 15_000,
            document: |n| record(&format!("a={}", "9".repeat(n))),
        },
        Family { name: "nearly a number", size: 15_000, document: |n| record(&format!("a={}x", "9".repeat(n))) },
        Family { name: "digits of a float", size: 15_000, document: |n| row("a:f64", &"9".repeat(n)) },
        Family { name: "digits of a decimal", size: 15_000, document: |n| row("a:dec(9,2)", &"9".repeat(n)) },
        Family { name: "digits of an integer", size: 15_000, document: |n| row("a:i64", &"9".repeat(n)) },
        Family { name: "base64", size: 10_000, document: |n| row("a:bin", &"QUJD".repeat(n)) },
        Family {
            name: "names",
            size: 800,
            document: |n| {
                let names = joined(9, "|", |i| format!("${}={}", i + 1, "x".repeat(1_015 + i)));
                format!(
                    "QRP1|record|lines=1|{names}\na=[{}]\n\\.\n",
                    joined(n, ",", |i| format!("{}{i}", "x".repeat(40)))
                )
            },
        },
        Family {
            name: "text lines",
            size: 1_000,
            document: |n| format!("QRP1|text|lines={n}\n{}\\.\n", "\tline\n".repeat(n)),
        },
        Family {
            name: "escaped lines",
            size: 1_000,
            document: |n| format!("QRP1|text|escaped=1|lines={n}\n{}\\.\n", "a\tb\\u001b\n".repeat(n)),
        },
        Family {
            name: "tabs in an escaped line",
            size: 2_500,
            document: |n| format!("QRP1|text|escaped=1|lines=1\n{}x\n\\.\n", "\t".repeat(n)),
        },
        Family {
            name: "marks",
            size: 240,
            document: |n| {
                let marks = joined(n, ",", |_| "\\@".into());
                let blocks = joined(n, "", |i| format!("QRP1|text|at=/a/{i}|lines=1\nx\n"));
                format!("QRP1|record|lines=1\na=[{marks}]\n{blocks}\\.\n")
            },
        },
        Family {
            name: "marks with long names",
            size: 240,
            document: |n| {
                let name = "k".repeat(400);
                let marks = joined(n, ",", |_| "\\@".into());
                let blocks = joined(n, "", |i| format!("QRP1|text|at=/{name}/{i}|lines=1\nx\n"));
                format!("QRP1|record|lines=1\n{name}=[{marks}]\n{blocks}\\.\n")
            },
        },
    ];
}
