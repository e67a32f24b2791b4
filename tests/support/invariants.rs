//! Owns the invariants of the format, one function each: proptest, the replay of files and the fuzz targets call these.
//! Knows the public API only. Include with `#[path = "support/invariants.rs"] mod invariants;`.
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
#![allow(dead_code, unreachable_pub, reason = "each suite that includes this file uses a part of it")]

use qrp1::{
    Body, Decoder, Document, DocumentBlock, DocumentRow, Error, Event, Limits, Lines, Reader, Result, Row, Shape, Value,
};

/// Documents up to this size are cut at each byte; of longer ones a sample is taken.
const EXHAUSTIVE: usize = 2 << 10;

// Decoding in any chunking.

/// Decodes chunk by chunk.
pub fn decode_chunks<'a>(decoder: Decoder, chunks: impl IntoIterator<Item = &'a [u8]>) -> Result<Document> {
    collect(decoder, chunks, false)
}

/// The same, with all that can be known of the lines of a chunk.
pub fn decode_chunks_by_lines<'a>(decoder: Decoder, chunks: impl IntoIterator<Item = &'a [u8]>) -> Result<Document> {
    collect(decoder, chunks, true)
}

fn collect<'a>(mut decoder: Decoder, chunks: impl IntoIterator<Item = &'a [u8]>, by_lines: bool) -> Result<Document> {
    let mut blocks: Vec<DocumentBlock> = Vec::new();
    let mut closing = None;
    let mut take = |blocks: &mut Vec<DocumentBlock>, event: Event<'_>| -> Result<()> {
        match event {
            Event::Header(header) => {
                let body = match header.shape() {
                    Shape::Table | Shape::Series => Body::Rows(Vec::new()),
                    Shape::Record => Body::Fields(Vec::new()),
                    _ => Body::Empty,
                };
                blocks.push(DocumentBlock { header: header.clone(), body });
            }
            Event::Row(row) => {
                let values = row.values()?.into_iter().map(Value::into_owned).collect();
                let row =
                    DocumentRow { number: row.number(), key: row.key().map(Into::into), offset: row.offset(), values };
                match blocks.last_mut().map(|block| &mut block.body) {
                    Some(Body::Rows(rows)) => rows.push(row),
                    _ => panic!("a row outside of a table"),
                }
            }
            Event::Field(field) => {
                let field = (field.name.map(Into::into), field.ty.clone(), field.value.into_owned());
                match blocks.last_mut().map(|block| &mut block.body) {
                    Some(Body::Fields(fields)) => fields.push(field),
                    _ => panic!("a field outside of a record"),
                }
            }
            Event::Line(line) => {
                assert!(!line.contains('\n'), "a line with a LF: {line:?}");
                match blocks.last_mut().map(|block| &mut block.body) {
                    Some(Body::Text(text)) => {
                        text.push('\n');
                        text.push_str(&line);
                    }
                    Some(body @ Body::Empty) => *body = Body::Text(line.into_owned()),
                    _ => panic!("a line outside of a text"),
                }
            }
            Event::End(found) => {
                assert!(closing.is_none(), "two ends");
                closing = Some(found.clone());
            }
        }
        Ok(())
    };
    for mut chunk in chunks {
        let mut lines = if by_lines { Lines::of(chunk) } else { Lines::default() };
        while !chunk.is_empty() {
            let (consumed, event) = match lines.next() {
                Some(line) => (line.len(), Some(decoder.decode_line(line)?)),
                None => decoder.decode(chunk)?,
            };
            assert!(consumed > 0 && consumed <= chunk.len(), "a decoder that does not move, or too far");
            assert!(event.is_some() || consumed == chunk.len(), "bytes left without an event");
            if let Some(event) = event {
                take(&mut blocks, event)?;
            }
            // How booleans are spelled is known only once there was one.
            if let Some(block) = blocks.last_mut().filter(|block| decoder.has_digits() && !block.header.has_digits()) {
                block.header = block.header.clone().with_digits();
            }
            chunk = &chunk[consumed..];
        }
    }
    if let Some(event) = decoder.finish()? {
        take(&mut blocks, event)?;
    }
    assert!(decoder.is_complete(), "finished, but not complete");
    let closing = closing.expect("an end");
    Ok(Document { blocks, closing })
}

/// Decodes one byte at a time.
pub fn decode_bytewise(bytes: &[u8]) -> Result<Document> {
    decode_chunks(Decoder::new(), bytes.chunks(1))
}

/// The same value, or the same error in the same place.
#[track_caller]
pub fn assert_same(input: &[u8], one: &Result<Document>, other: &Result<Document>) {
    match (one, other) {
        (Ok(one), Ok(other)) => assert_eq!(one, other, "two values of {}", show(input)),
        (Err(one), Err(other)) => {
            assert_eq!(one.class(), other.class(), "two errors, {one} and {other}, of {}", show(input));
            assert_eq!(one.position(), other.position(), "two places, {one} and {other}, of {}", show(input));
        }
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => panic!("a value and an error, {error}, of {}", show(input)),
    }
}

/// Bytes as one readable line.
pub fn show(bytes: &[u8]) -> String {
    const MOST: usize = 4_000;
    let cut = if bytes.len() > MOST { " …" } else { "" };
    format!("b\"{}\"{cut}", bytes[..bytes.len().min(MOST)].escape_ascii())
}

// Invariants of bytes.

/// Whatever the bytes are, decoding gives a value or an error that is fit to be shown and has its place.
pub fn decode_never_panics(bytes: &[u8]) {
    let result = Document::decode(bytes);
    if let Err(error) = &result {
        error_is_fit_to_be_shown(bytes, error);
    }
    lenient_takes_transport_away_and_nothing_else(bytes, &result);
    read_row_agrees(bytes, &result);
    // A decoder with narrow limits refuses more, and changes nothing else.
    let mut limits = Limits::default();
    (limits.line, limits.header, limits.columns, limits.nesting, limits.blocks, limits.document) =
        (200, 300, 9, 5, 3, 600);
    match (Document::decode_with(Decoder::new().with_limits(limits), bytes), result) {
        (Ok(narrow), Ok(wide)) => assert_eq!(narrow, wide),
        (Ok(_), Err(error)) => panic!("only the default limits refuse it: {error}"),
        (Err(error), _) => error_is_fit_to_be_shown(bytes, &error),
    }
}

/// What a reader that never looks into cells sees is the same document.
fn read_row_agrees(bytes: &[u8], result: &Result<Document>) {
    let mut reader = Reader::from_reader(bytes);
    let mut row = Row::new();
    let (mut rows, mut failed) = (0usize, false);
    loop {
        match reader.read_row(&mut row) {
            Ok(true) => {
                rows += 1;
                for column in 0..row.len() {
                    if let Some(cell) = row.cell(column) {
                        let value = cell.to_value();
                        failed |= value.is_err();
                        let raw = cell.as_str();
                        assert!(!raw.contains('\n'), "a LF in a cell");
                    }
                    // Reading a value twice gives the same.
                    match (row.value(column), row.value(column)) {
                        (Ok(one), Ok(other)) => assert_eq!(one, other),
                        (Err(one), Err(other)) => {
                            failed = true;
                            assert_eq!(one.position(), other.position());
                            assert_eq!(one.position().unwrap().line(), row.position().unwrap().line());
                        }
                        _ => panic!("a value that comes and goes"),
                    }
                }
            }
            Ok(false) => break,
            Err(_) => {
                failed = true;
                break;
            }
        }
    }
    match result {
        Ok(document) => {
            let expected: usize = document
                .blocks
                .iter()
                .map(|block| if let Body::Rows(rows) = &block.body { rows.len() } else { 0 })
                .sum();
            assert!(!failed, "a document whose rows are faulty: {}", show(bytes));
            assert_eq!(rows, expected);
        }
        Err(error) => assert!(failed, "rows without the error {error} of {}", show(bytes)),
    }
}

/// Messages quote little of the input and nothing that a terminal obeys; places are places of the input.
pub fn error_is_fit_to_be_shown(bytes: &[u8], error: &Error) {
    for text in [error.to_string(), error.kind().to_string()] {
        let control = |c: char| {
            c.is_control()
                || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
        };
        assert!(!text.contains(control), "a control character in the message {text:?}");
        assert!(text.len() < 600, "a message of {} bytes: {text}", text.len());
        let first = text.chars().next().unwrap();
        assert!(!first.is_uppercase() || text.starts_with("UTF"), "a message that begins upper-case: {text}");
        assert!(!text.ends_with('.'), "a message with a full stop: {text}");
    }
    let position = error.position().unwrap_or_else(|| panic!("an error without a place: {error}"));
    let at = usize::try_from(position.byte()).unwrap();
    assert!(at <= bytes.len(), "byte {at} of {} of {error}", bytes.len());
    let before = bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(position.line(), before as u64 + 1, "the line of {error} in {}", show(bytes));
    assert!(at == 0 || bytes[at - 1] == b'\n', "byte {at} of {error} is no start of a line");
}

/// Lenient: CR before LF, a byte order mark, a missing last LF; taken away, a strict reader sees the same (ERR-3).
pub fn lenient_takes_transport_away_and_nothing_else(bytes: &[u8], strict: &Result<Document>) {
    let lenient = Document::decode_with(Decoder::new().with_lenient(true), bytes);
    match (&lenient, strict) {
        (Ok(lenient), Ok(strict)) => assert_eq!(lenient, strict),
        (Ok(lenient), Err(_)) => {
            let mut plain = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes).to_vec();
            if !plain.ends_with(b"\n") {
                plain.push(b'\n');
            }
            let mut kept = Vec::new();
            for (index, &byte) in plain.iter().enumerate() {
                if byte != b'\r' || plain.get(index + 1) != Some(&b'\n') {
                    kept.push(byte);
                }
            }
            let strict =
                Document::decode(&kept).unwrap_or_else(|error| panic!("{error}: lenient took {}", show(bytes)));
            assert_eq!(*lenient, strict);
        }
        (Err(error), Ok(_)) => panic!("{error}: only strict takes {}", show(bytes)),
        (Err(error), Err(_)) => drop(error.to_string()),
    }
    let bytewise = decode_chunks(Decoder::new().with_lenient(true), bytes.chunks(1));
    assert_same(bytes, &lenient, &bytewise);
}

/// What decodes encodes to the same bytes, so that two documents never have one value (CAN-1). Gives the value.
pub fn canonical(bytes: &[u8]) -> Option<Document> {
    let document = Document::decode(bytes).ok()?;
    let again =
        document.encode().unwrap_or_else(|error| panic!("{error}: can't encode what was decoded from {}", show(bytes)));
    assert!(again == bytes, "decoded  {}\nencoded {}", show(bytes), show(&again));
    Some(document)
}

/// However the bytes are cut, the decoder says the same. `splits` are places, in any order and number.
pub fn chunks(bytes: &[u8], splits: &[usize]) {
    let whole = Document::decode(bytes);
    assert_same(bytes, &whole, &decode_bytewise(bytes));
    let mut places: Vec<usize> = splits.iter().map(|&split| split.min(bytes.len())).collect();
    places.sort_unstable();
    places.insert(0, 0);
    places.push(bytes.len());
    let parts = || places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
    assert_same(bytes, &whole, &decode_chunks(Decoder::new(), parts()));
    assert_same(bytes, &whole, &decode_chunks_by_lines(Decoder::new(), parts()));
}

/// Every proper prefix of a document is an error (DOC-2).
pub fn every_prefix_is_an_error(bytes: &[u8]) {
    for cut in places(bytes.len(), EXHAUSTIVE) {
        let result = Document::decode(&bytes[..cut]);
        assert!(result.is_err(), "byte {cut} on can be cut off {}", show(bytes));
    }
}

/// All places of `0..length`, or an even sample with the last ones where there are more than `most`.
pub fn places(length: usize, most: usize) -> Vec<usize> {
    if length <= most {
        return (0..length).collect();
    }
    let step = length / 64;
    let mut places: Vec<usize> = (0..length).step_by(step).chain(length - 64..length).collect();
    places.dedup();
    places
}

// Invariants of values.

/// A document encodes, and decodes to itself; the same values give the same bytes. Gives the bytes.
pub fn roundtrip(document: &Document) -> Vec<u8> {
    let bytes = document.encode().unwrap_or_else(|error| panic!("{error}: can't encode {document:?}"));
    let again = Document::decode(&bytes)
        .unwrap_or_else(|error| panic!("{error}: can't decode {}\nof {document:?}", show(&bytes)));
    assert_eq!(document, &again, "another value comes back from {}", show(&bytes));
    let twice = again.encode().unwrap();
    assert!(twice == bytes, "encoded {}\nthen    {}", show(&bytes), show(&twice));
    bytes
}

/// Each row, field and line of text is one line.
pub fn one_line_one_row(document: &Document, bytes: &[u8]) {
    let body = |block: &DocumentBlock| match &block.body {
        Body::Rows(rows) => rows.len(),
        Body::Fields(fields) => fields.len(),
        Body::Text(text) => text.split('\n').count(),
        Body::Empty => 0,
    };
    let lines: usize = document.blocks.iter().map(|block| 1 + body(block)).sum();
    let found = bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(found, lines + 1, "lines of {}", show(bytes));
    assert!(bytes.ends_with(b"\n"));
}

/// Data makes no header and no end, and nothing that a terminal obeys; no line ends with a space.
pub fn nothing_forged(document: &Document, bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).expect("UTF-8");
    assert!(text.starts_with("QRP1|"));
    let lines: Vec<&str> = text.strip_suffix('\n').expect("a last LF").split('\n').collect();
    let headers = lines.iter().filter(|line| line.starts_with("QRP1|")).count();
    assert_eq!(headers, document.blocks.len(), "headers of {}", show(bytes));
    let ends = lines.iter().filter(|line| line.starts_with("\\.")).count();
    assert_eq!(ends, 1, "ends of {}", show(bytes));
    assert!(lines.last().unwrap().starts_with("\\."));
    let mut in_text = false;
    for line in &lines {
        assert!(!line.ends_with(' '), "a space at the end of a line of {}", show(bytes));
        if line.starts_with("QRP1|") {
            in_text = line.starts_with("QRP1|text|") || *line == "QRP1|text" || line.starts_with("QRP1|receipt|");
        }
        let may_have_tabs = in_text && !line.starts_with("QRP1|") && !line.starts_with("\\.");
        for c in line.chars() {
            let escaped = matches!(c, '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}'
                | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            assert!(!escaped || (c == '\t' && may_have_tabs), "a raw {c:?} in {}", show(bytes));
        }
    }
}

/// What an encoder takes is a document, whatever it was given: it decodes, and goes back to the same bytes.
pub fn only_documents_encode(document: &Document) {
    let Ok(bytes) = document.encode() else { return };
    let again =
        Document::decode(&bytes).unwrap_or_else(|error| panic!("{error}: encoded {}\nof {document:?}", show(&bytes)));
    one_line_one_row(&again, &bytes);
    nothing_forged(&again, &bytes);
    let twice = again.encode().unwrap_or_else(|error| panic!("{error}: can't encode again {}", show(&bytes)));
    assert!(twice == bytes, "encoded {}\nthen    {}", show(&bytes), show(&twice));
}

/// All that holds for a document.
pub fn document(document: &Document) -> Vec<u8> {
    let bytes = roundtrip(document);
    one_line_one_row(document, &bytes);
    nothing_forged(document, &bytes);
    bytes
}

/// All that holds for bytes from anywhere.
pub fn bytes(bytes: &[u8]) {
    decode_never_panics(bytes);
    chunks(bytes, &[]);
    if let Some(document) = canonical(bytes) {
        one_line_one_row(&document, bytes);
        nothing_forged(&document, bytes);
    }
}
