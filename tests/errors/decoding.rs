//! What decoding says, by the tables of small documents; what all messages keep.

use std::collections::BTreeSet;
use std::error::Error as _;

use qrp1::{Document, ErrorClass, ErrorKind};

use crate::{headers, invariants, others, rows};

/// (document, what decoding it says). Where a change of a message is meant, the failing test prints the new lines.
fn decoded() -> impl Iterator<Item = &'static (&'static str, &'static str)> {
    [headers::SAID, rows::SAID, others::SAID].into_iter().flatten()
}

/// What decoding says.
fn said(document: &str) -> String {
    Document::decode(document.as_bytes()).map_or_else(|error| error.to_string(), |_| "nothing: it decodes".into())
}

#[test]
fn what_decoding_says() {
    let wrong: Vec<_> = decoded().filter(|(document, expected)| said(document) != *expected).collect();
    for (document, expected) in &wrong {
        println!("    ({document:?},\n        {:?}), // was {expected:?}", said(document));
    }
    assert!(wrong.is_empty(), "{} messages differ; the table above is what is said", wrong.len());
}

#[test]
fn every_class_and_kind_is_shown() {
    let classes: BTreeSet<&str> = decoded()
        .filter_map(|(document, _)| Some(Document::decode(document.as_bytes()).err()?.class().as_str()))
        .collect();
    // `utf8`, `limit` and `io` are in `kinds`.
    let expected = ["count", "duplicate", "range", "syntax", "truncated", "type", "version", "width"];
    let missing: Vec<_> = expected.iter().filter(|class| !classes.contains(*class)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_message_is_fit_to_be_shown() {
    for (document, _) in decoded() {
        let error = Document::decode(document.as_bytes()).unwrap_err();
        invariants::error_is_fit_to_be_shown(document.as_bytes(), &error);
        assert!(error.to_string().len() < 420, "{error}");
        // What is found and quoted is cut to about 64 bytes.
        if let ErrorKind::Syntax { found, .. } | ErrorKind::Type { found, .. } | ErrorKind::Range { found, .. } =
            error.kind()
        {
            assert!(found.len() <= 64 + "\u{10ffff}…".len() + 6, "{} bytes: {found}", found.len());
        }
        assert!(error.to_string().starts_with(&error.kind().to_string()));
        if let Some(help) = error.help() {
            assert!(error.to_string().ends_with(&format!("({help})")));
        }
        assert!(error.source().is_none());
        assert!(format!("{error:?}").starts_with("Error {"));
        let class = error.class();
        assert_eq!(class.to_string(), class.as_str());
        assert_eq!(error.is_eof(), class == ErrorClass::Truncated);
        assert!(!error.is_io());
    }
}
