//! Errors as data: their size, class and place; UTF-8, limits and I/O.

use std::error::Error as _;
use std::io;
use std::mem::size_of;

use qrp1::{Document, Error, ErrorClass, Result};

#[test]
fn an_error_is_one_word_wide() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Error>();
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Result<()>>(), size_of::<usize>());
}

#[test]
fn utf8() {
    let error = Document::decode(b"QRP1|table|rows=1|columns=a:str\n\xff\n\\.\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected UTF-8, found bytes that are not at line 2, byte 32 (the format is UTF-8; convert the source first)"
    );
    assert_eq!(error.class(), ErrorClass::Utf8);
}

#[test]
fn limits() {
    let t = |document: &str, expected: &str| {
        let mut limits = qrp1::Limits::default();
        (limits.line, limits.header, limits.columns, limits.nesting, limits.blocks) = (20, 60, 2, 3, 1);
        let decoder = qrp1::Decoder::new().with_limits(limits);
        let error = Document::decode_with(decoder, document.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.class(), ErrorClass::Limit);
    };
    t("QRP1|text|lines=1\n123456789012345678901\n\\.\n", "more than 20 bytes in a line at line 2, byte 18");
    t(&format!("QRP1|receipt|x={}\n\\.\n", "x".repeat(60)), "more than 60 bytes in a header line at line 1, byte 0");
    t("QRP1|table|rows=0|columns=a:i64,b:i64,c:i64\n\\.\n", "more than 2 columns at line 1, byte 0");
    t("QRP1|record|lines=1\n=[[[[]]]]\n\\.\n", "more than 3 levels of nesting at line 2, byte 20");
    t("QRP1|receipt\nQRP1|text|lines=1\nx\n\\.\n", "more than 1 blocks at line 2, byte 13");
}

#[test]
fn io_errors_go_both_ways() {
    let error = Error::from(io::Error::other("the wire is cut"));
    assert_eq!(error.to_string(), "the wire is cut");
    assert!(error.is_io() && error.class() == ErrorClass::Io && error.source().is_some());
    assert!(error.position().is_none());
    assert_eq!(io::Error::from(error).to_string(), "the wire is cut");
    let cut = Document::decode(b"QRP1|receipt\n").unwrap_err();
    assert_eq!(io::Error::from(cut).kind(), io::ErrorKind::UnexpectedEof);
    let wrong = io::Error::from(Document::decode(b"x\n").unwrap_err());
    assert_eq!(wrong.kind(), io::ErrorKind::InvalidData);
    assert!(matches!(wrong.get_ref(), Some(inner) if inner.is::<Error>()));
}

#[test]
fn an_error_has_its_place_as_data() {
    let document = b"QRP1|table|rows=2|columns=id:i64,name:str,ok:bool\n1,x,true\n2,y,maybe\n\\.\n";
    let error = Document::decode(document).unwrap_err();
    let position = error.position().unwrap();
    assert_eq!((position.line(), position.byte(), position.column()), (3, 59, Some(3)));
    assert_eq!(error.column_name(), Some("ok"));
    // A column with a name that a terminal obeys is quoted as the rest.
    let error = Document::decode(b"QRP1|table|rows=1|columns=\\u001b[31m:i64\nx\n\\.\n").unwrap_err();
    assert!(!error.to_string().contains('\u{1b}'), "{error}");
}
