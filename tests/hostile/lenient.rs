//! What a lenient reader takes (ERR-3), and nothing else.

use qrp1::{Closing, Decoder, Document, Limits, ReaderBuilder};

use crate::invariants;

fn lenient(document: &[u8]) -> qrp1::Result<Document> {
    let whole = Document::decode_with(Decoder::new().with_lenient(true), document);
    let bytewise = invariants::decode_chunks(Decoder::new().with_lenient(true), document.chunks(1));
    invariants::assert_same(document, &whole, &bytewise);
    whole
}

#[test]
fn crlf_byte_order_mark_and_missing_final_line_feed() {
    let plain = "QRP1|table|rows=2|columns=a:str,b:i64\nx,1\n\\r,2\n\\.\n";
    let expected = Document::decode(plain.as_bytes()).unwrap();
    let crlf = plain.replace('\n', "\r\n");
    let cut = plain.strip_suffix('\n').unwrap();
    for changed in [
        plain.to_owned(),
        crlf.clone(),
        format!("\u{feff}{plain}"),
        format!("\u{feff}{crlf}"),
        cut.to_owned(),
        format!("\u{feff}{cut}"),
        cut.replace('\n', "\r\n"),
    ] {
        assert_eq!(lenient(changed.as_bytes()).unwrap_or_else(|error| panic!("{error}: {changed:?}")), expected);
        let mut reader = ReaderBuilder::new().lenient(true).from_reader(changed.as_bytes());
        assert_eq!(reader.rows().map(Result::unwrap).count(), 2);
        if changed != plain {
            assert!(Document::decode(changed.as_bytes()).is_err(), "strict takes {changed:?}");
        }
    }
    // Taken away before anything else: the sum is that of the document as it was.
    let mut with_sum = expected;
    with_sum.closing = Closing::new().with_crc();
    let sum = String::from_utf8(with_sum.encode().unwrap()).unwrap();
    for changed in [sum.replace('\n', "\r\n"), format!("\u{feff}{sum}")] {
        assert_eq!(lenient(changed.as_bytes()).unwrap(), with_sum);
    }
    // And so do limits count.
    let mut limits = Limits::default();
    limits.line = 5;
    let decoder = Decoder::new().with_limits(limits).with_lenient(true);
    assert!(Document::decode_with(decoder, b"QRP1|text|lines=1\r\n12345\r\n\\.\r\n").is_ok());
}

#[test]
fn a_lenient_reader_takes_nothing_else() {
    let t = |document: &str| {
        let error = lenient(document.as_bytes()).expect_err(document);
        assert!(Document::decode(document.as_bytes()).is_err(), "{error}: strict takes {document:?}");
    };
    let rows = "QRP1|table|rows=1|columns=a:str\n";
    // CR elsewhere, or twice.
    t(&format!("{rows}x\r\r\n\\.\n"));
    t(&format!("{rows}x\ry\n\\.\n"));
    t(&format!("{rows}x\r\\.\r"));
    t("QRP1|table|rows=1|columns=a:str\rx\r\\.\r");
    // A mark elsewhere, or twice, or cut.
    t(&format!("\u{feff}\u{feff}{rows}x\n\\.\n"));
    t(&format!("{rows}\u{feff}x\n\\.\n"));
    t(&format!("{rows}x\n\u{feff}\\.\n"));
    t(&format!(" \u{feff}{rows}x\n\\.\n"));
    assert!(lenient(b"\xef\xbbQRP1|receipt\n\\.\n").is_err());
    // A missing LF elsewhere.
    t("QRP1|table|columns=a:str\nx\n\\.rows=1");
    t("QRP1|receipt\n\\.crc=00000000");
    t(&format!("{rows}x"));
    t("QRP1|receipt");
    t("");
    t("\u{feff}");
    // White space, blank lines, what is glued on, other spellings.
    t(&format!("{rows}x\n\\.\n\n"));
    t(&format!("{rows}x\n\\.\r\n\r\n"));
    t(&format!("\n{rows}x\n\\.\n"));
    t(&format!("{rows}x \n\\.\n"));
    t(&format!("{rows}x\n\\. \n"));
    t(&format!("{rows}x\n\\.\nQRP1|receipt\n\\.\n"));
    t("qrp1|receipt\n\\.\n");
    t("QRP1|table|rows=01|columns=a:str\nx\n\\.\n");
    t("QRP1|table|rows=2|columns=a:str\nx\n\\.\n");
    t("QRP1|table|rows=1|columns=a:i64\n+1\n\\.\n");
}

#[test]
fn a_lenient_line_is_as_long_as_it_is_without_what_transport_added() {
    let mut limits = Limits::default();
    limits.line = 10;
    let document = b"\xef\xbb\xbfQRP1|text|lines=1\r\n0123456789\r\n\\.\r\n";
    let lenient = || Decoder::new().with_limits(limits).with_lenient(true);
    Document::decode_with(lenient(), document).unwrap();
    invariants::decode_chunks(lenient(), document.chunks(1)).unwrap();
}
