//! Sources and sinks that fail.

use std::io::{self, Read, Write};

use qrp1::{Closing, Column, ColumnType, ErrorClass, Header, Reader, Schema, Value, Writer};

// Row 21: sources and sinks that fail.

/// Fails after some bytes.
struct Failing<'a> {
    bytes: &'a [u8],
}

impl Read for Failing<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_empty() {
            return Err(io::Error::other("the wire is cut"));
        }
        let length = self.bytes.len().min(into.len()).min(5);
        let (now, later) = self.bytes.split_at(length);
        into[..length].copy_from_slice(now);
        self.bytes = later;
        Ok(length)
    }
}

#[test]
fn a_source_that_fails_half_way() {
    let document = b"QRP1|table|rows=2|columns=a:i64,b:str\n1,x\n2,y\n\\.\n";
    for cut in 0..=document.len() {
        let mut reader = Reader::from_reader(Failing { bytes: &document[..cut] });
        let error = loop {
            match reader.next_event() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("complete after {cut} bytes and a failure"),
                Err(error) => break error,
            }
        };
        assert!(error.is_io() && error.class() == ErrorClass::Io, "{error}");
        assert!(error.to_string().starts_with("the wire is cut"), "{error}");
        let lines = document[..cut].iter().filter(|&&byte| byte == b'\n').count();
        assert_eq!(error.position().unwrap().line(), lines as u64 + 1);
        assert_eq!(io::Error::from(error).to_string(), "the wire is cut");
    }
    // A source that only ends is another error.
    for cut in 0..document.len() {
        let mut reader = Reader::from_reader(&document[..cut]);
        let error = reader.rows().find_map(Result::err).expect("an error");
        assert!(error.is_eof() || cut < 5, "{error}");
        assert!(!error.is_eof() || io::Error::from(error).kind() == io::ErrorKind::UnexpectedEof);
    }
}

/// Takes so many bytes, a few at a time, with interruptions; then fails.
struct Full {
    taken: Vec<u8>,
    most: usize,
    interrupted: bool,
    fails_on_flush: bool,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupted = !self.interrupted;
        if self.interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = bytes.len().min(7).min(self.most - self.taken.len());
        if length == 0 {
            return Err(io::Error::other("no space"));
        }
        self.taken.extend_from_slice(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.fails_on_flush { Err(io::Error::other("no flush")) } else { Ok(()) }
    }
}

fn write(sink: Full, flush: bool) -> (qrp1::Result<Full>, usize) {
    let schema = Schema::new([Column::new("a", ColumnType::I64), Column::new("b", ColumnType::Str)]);
    let mut writer = Writer::from_writer(sink);
    let mut calls = 0;
    let run = || -> qrp1::Result<()> {
        writer.header(&Header::table(schema).with_rows(2))?;
        calls += 1;
        for (a, b) in [(1, "x"), (2, "y")] {
            writer.row(&[Value::Int(a), Value::from(b)])?;
            calls += 1;
            if flush {
                writer.flush()?;
            }
        }
        Ok(())
    };
    match run() {
        Ok(()) => (writer.finish(&Closing::new()), calls),
        Err(error) => {
            // What was written is unknown after a failure, so nothing follows it.
            assert!(writer.flush().is_err());
            assert!(writer.finish(&Closing::new()).is_err());
            (Err(error), calls)
        }
    }
}

#[test]
fn a_sink_that_fails_at_each_byte() {
    let document = b"QRP1|table|rows=2|columns=a:i64,b:str\n1,x\n2,y\n\\.\n";
    for flush in [false, true] {
        for most in 0..document.len() {
            let sink = Full { taken: Vec::new(), most, interrupted: false, fails_on_flush: false };
            let (result, _) = write(sink, flush);
            let error = result.err().unwrap_or_else(|| panic!("complete in {most} bytes"));
            assert!(error.is_io(), "{error}");
        }
        let sink = Full { taken: Vec::new(), most: document.len(), interrupted: false, fails_on_flush: false };
        assert_eq!(write(sink, flush).0.unwrap_or_else(|error| panic!("{error}")).taken, document);
        let sink = Full { taken: Vec::new(), most: document.len(), interrupted: false, fails_on_flush: true };
        assert!(write(sink, flush).0.is_err());
    }
}

#[test]
fn a_writer_with_another_number_of_rows_does_not_finish() {
    let schema = Schema::new([Column::new("a", ColumnType::I64)]);
    for rows in [0u64, 1, 3] {
        let mut writer = Writer::from_writer(Vec::new());
        writer.header(&Header::table(schema.clone()).with_rows(rows)).unwrap();
        let result = (|| {
            writer.row(&[Value::Int(1)])?;
            writer.row(&[Value::Int(2)])?;
            writer.finish(&Closing::new())
        })();
        assert_eq!(result.unwrap_err().class(), ErrorClass::Count, "{rows}");
        let mut writer = Writer::from_writer(Vec::new());
        writer.header(&Header::table(schema.clone())).unwrap();
        writer.row(&[Value::Int(1)]).unwrap();
        writer.row(&[Value::Int(2)]).unwrap();
        assert_eq!(writer.finish(&Closing::new().with_rows(rows)).unwrap_err().class(), ErrorClass::Count, "{rows}");
    }
}
