//! Bytes of a line, columns, blocks. LIM-1

use qrp1::{Closing, Column, ColumnType, Header, Limits, ReaderBuilder, Schema, Value};

use crate::{exactly, exceeds, fits, limits, over};

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
