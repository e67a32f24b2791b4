//! `qrp1 check`: every cell of every document, and a look at what is wrong.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::rc::Rc;

use qrp1::{Error, Event, ReaderBuilder};

use crate::args::Check;
use crate::input::{Counted, check_names, input_name, is_dash};
use crate::progress::Progress;
use crate::terminal::{one_line, visible};
use crate::{Failure, In, Outcome, complain};

/// What a sound document has.
struct Counts {
    blocks: u64,
    rows: u64,
}

pub(crate) fn run(args: &Check) -> Outcome<()> {
    check_names(&args.files)?;
    let mut is_sound = true;
    // Whoever reads the verdicts may have seen enough; the exit code is about all files.
    let mut written = Ok(());
    for path in &args.files {
        let name = input_name(path);
        match check(path, args.lenient) {
            Ok(Counts { blocks, rows }) => {
                let plural = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
                let line = format!("{name}: ok, {}, {}", plural(blocks, "block"), plural(rows, "row"));
                if written.is_ok() {
                    written = writeln!(io::stdout(), "{}", one_line(&line));
                }
            }
            Err((error, excerpt)) => {
                is_sound = false;
                complain(&format!("{name}: {}: {error}", error.class()));
                if let Some(excerpt) = excerpt {
                    let _ = io::stderr().write_all(excerpt.as_bytes());
                }
            }
        }
    }
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error).within("stdout"),
        _ if is_sound => Ok(()),
        _ => Err(Failure::Reported),
    }
}

type Checked = Result<Counts, (Error, Option<String>)>;

fn check(path: &OsStr, lenient: bool) -> Checked {
    if is_dash(path) {
        return check_source(io::stdin().lock(), None, lenient);
    }
    let file = File::open(path).map_err(|error| (error.into(), None))?;
    let size = file.metadata().ok().map(|metadata| metadata.len()).filter(|size| *size > 0);
    check_source(file, size, lenient)
}

fn check_source(bytes: impl Read, size: Option<u64>, lenient: bool) -> Checked {
    let progress = Rc::new(Progress::new(size));
    let source = Recent::new(Counted { bytes, progress });
    let mut reader = ReaderBuilder::new().lenient(lenient).from_reader(source);
    let mut counts = Counts { blocks: 0, rows: 0 };
    let fault = loop {
        match reader.next_event() {
            Ok(None) => return Ok(counts),
            Ok(Some(Event::Header(_))) => counts.blocks = counts.blocks.saturating_add(1),
            Ok(Some(Event::Row(row))) => {
                counts.rows = counts.rows.saturating_add(1);
                let faulty = (0..row.len()).find_map(|column| Some((column, row.value(column).err()?)));
                if let Some((column, error)) = faulty {
                    let cell = row.cell(column).map(|cell| (cell.byte(), cell.as_str().chars().count()));
                    break (error, cell);
                }
            }
            Ok(Some(_)) => {}
            Err(error) => break (error, None),
        }
    };
    let (error, cell) = fault;
    let line = error.position().map(|position| position.byte());
    let excerpt = line.and_then(|line| excerpt(reader.get_ref(), line, cell));
    Err((error, excerpt))
}

/// At most so many bytes of a line are shown.
const MOST: usize = 64;
/// Bytes shown before a cell that is far to the right.
const BEFORE: u64 = 16;

/// The line with a caret under the cell, or under its start.
fn excerpt<R>(source: &Recent<R>, line: u64, cell: Option<(u64, usize)>) -> Option<String> {
    let at = cell.map_or(line, |(at, _)| at);
    let is_far = at.saturating_sub(line) > BEFORE.saturating_mul(2);
    let from = if is_far { at.saturating_sub(BEFORE) } else { line };
    let bytes = source.from(from)?;
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let is_long = end > MOST;
    let bytes = bytes.get(..end.min(MOST))?;
    let before = usize::try_from(at.saturating_sub(from)).ok()?.min(bytes.len());
    let (before, shown) = bytes.split_at_checked(before)?;
    let text = |bytes: &[u8]| visible(&String::from_utf8_lossy(bytes)).replace('\t', "\\t");
    let (before, shown) = (text(before), text(shown));
    let (left, right) = (if is_far { "…" } else { "" }, if is_long { "…" } else { "" });
    let indent = " ".repeat(left.chars().count().saturating_add(before.chars().count()));
    let carets = "^".repeat(cell.map_or(1, |(_, length)| length).clamp(1, shown.chars().count().max(1)));
    Some(format!("  | {left}{before}{shown}{right}\n  | {indent}{carets}\n"))
}

/// Keeps what was read last, to show it.
struct Recent<R> {
    source: R,
    bytes: Vec<u8>,
    /// Where `bytes` begin.
    start: u64,
}

/// Bytes kept before those of the last call.
const KEPT: usize = 64 << 10;

impl<R> Recent<R> {
    const fn new(source: R) -> Self {
        Self { source, bytes: Vec::new(), start: 0 }
    }

    /// What was read from this byte on, if it is still there.
    fn from(&self, byte: u64) -> Option<&[u8]> {
        let at = usize::try_from(byte.checked_sub(self.start)?).ok()?;
        self.bytes.get(at..).filter(|bytes| !bytes.is_empty())
    }
}

impl<R: Read> Read for Recent<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        if self.bytes.len() > KEPT {
            let old = self.bytes.len().saturating_sub(KEPT);
            self.bytes.drain(..old);
            self.start = self.start.saturating_add(u64::try_from(old).unwrap_or(0));
        }
        self.bytes.extend_from_slice(buffer.get(..length).unwrap_or_default());
        Ok(length)
    }
}
