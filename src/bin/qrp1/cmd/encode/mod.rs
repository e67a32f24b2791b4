//! `qrp1 encode`: two passes over the input, the first to find the columns, the second to write.

#[cfg(feature = "arrow")]
mod arrow;
mod csv;
mod json;

use std::io::{self, Write};
use std::rc::Rc;

use qrp1::{Closing, Error, ErrorKind, Header, Options};

use crate::args::{Encode, Format, only_csv};
#[cfg(not(all(feature = "tokens", feature = "parquet")))]
use crate::feature::lacks;
use crate::input::Input;
use crate::output::Output;
use crate::percent::Percent;
use crate::progress::Progress;
use crate::terminal::visible;
use crate::{Failure, In, Outcome};

/// What there is to encode, and how.
struct Job<'a> {
    args: &'a Encode,
    options: Options,
    /// Fields of the first header.
    metadata: Vec<(&'a str, &'a str)>,
    /// Whether JSON may be a series by itself.
    finds_series: bool,
    /// Whether the document stays in memory.
    is_kept: bool,
    progress: Rc<Progress>,
}

impl Job<'_> {
    fn open(&self) -> Outcome<Output> {
        if self.is_kept { Ok(Output::memory()) } else { Output::open(self.args.output.as_deref()) }
    }
}

pub(crate) fn run(args: &Encode) -> Outcome<()> {
    let metadata = metadata(&args.meta)?;
    let mut input = Input::open(&args.file)?;
    let format = format(&mut input, args)?;
    let progress = Rc::new(Progress::new(Some(input.size.saturating_mul(2))));
    let job = Job { args, options: options(args), metadata, finds_series: true, is_kept: false, progress };
    let (rows, output) = encode(&mut input, format, &job)?;
    let written = output.commit()?;
    drop(job);
    if args.stats {
        report(rows, input.size, written).within("stderr")?;
    }
    Ok(())
}

/// The document of an input, in memory.
#[cfg(feature = "tokens")]
pub(crate) fn document(input: &mut Input, format: Format, args: &Encode, finds_series: bool) -> Outcome<Vec<u8>> {
    let (metadata, progress) = (metadata(&args.meta)?, Rc::new(Progress::silent()));
    let job = Job { args, options: options(args), metadata, finds_series, is_kept: true, progress };
    encode(input, format, &job).map(|(_, output)| output.into_bytes())
}

/// What the writer may do.
fn options(args: &Encode) -> Options {
    let mut options = Options::from(qrp1::Profile::from(args.profile));
    options.numbered = args.numbered;
    options
}

/// Encodes an input; gives the rows and the output.
fn encode(input: &mut Input, format: Format, job: &Job<'_>) -> Outcome<(u64, Output)> {
    match format {
        Format::Csv => csv::encode(input, job),
        Format::Json => json::encode(input, job),
        #[cfg(feature = "arrow")]
        Format::Arrow => arrow::encode(input, job),
        #[cfg(feature = "parquet")]
        Format::Parquet => arrow::encode(input, job),
        #[cfg(not(feature = "arrow"))]
        Format::Arrow => Err(lacks("Arrow IPC", "arrow")),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => Err(lacks("Parquet", "parquet")),
        Format::Jsonl => json::rows(input, job, qrp1::json::Layout::Lines),
    }
}

/// The format of the input, whose options were checked.
pub(crate) fn format(input: &mut Input, args: &Encode) -> Outcome<Format> {
    #[cfg(not(feature = "tokens"))]
    if args.exact {
        return Err(lacks("`--exact`", "tokens"));
    }
    let format = match args.from.or_else(|| Format::of(&args.file)) {
        Some(format) => format,
        None if args.flat => Format::Json,
        None => input.sniff(!args.is_csv()).within(&input.name)?,
    };
    match format {
        Format::Csv => {
            args.dialect.check(args.delimiter(), args.comment)?;
            only_json(args)?;
        }
        #[cfg(feature = "arrow")]
        Format::Arrow => arrow::check(args)?,
        #[cfg(feature = "parquet")]
        Format::Parquet => arrow::check(args)?,
        #[cfg(not(feature = "arrow"))]
        Format::Arrow => return Err(lacks("Arrow IPC", "arrow")),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => return Err(lacks("Parquet", "parquet")),
        Format::Json | Format::Jsonl => {
            only_csv((!args.columns.is_empty()).then_some("--columns"))?;
            only_csv(args.dialect.given().or(args.comment.map(|_| "--comment")))?;
        }
    }
    if args.flat && format != Format::Json {
        return Err(Failure::Usage("`--flat` is for one JSON value: `--from json`".to_owned()));
    }
    Ok(format)
}

/// Refuses an option that would do nothing.
fn only_json(args: &Encode) -> Outcome<()> {
    let given = [("--explain", args.explain), ("--any-key-order", args.any_key_order), ("--exact", args.exact)];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(Failure::Usage(format!("`{name}` is for JSON, and this is CSV"))),
        None => Ok(()),
    }
}

/// `--meta KEY=VALUE`, each key once and none of the format's own.
fn metadata(fields: &[String]) -> Outcome<Vec<(&str, &str)>> {
    let mut known: Vec<(&str, &str)> = Vec::new();
    for field in fields {
        let Some((key, value)) = field.split_once('=') else {
            return Err(Failure::Usage(format!("`--meta {field}` has no `=`")));
        };
        let probe = Header::record().with(key, value);
        let is_ours =
            probe.metadata().any(|(found, _)| found == key) && key.starts_with(|c: char| c.is_ascii_alphabetic());
        // `crc` is the closing line's.
        let is_ours =
            is_ours && key != "crc" && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-'));
        if !is_ours {
            let rule = "a key is a letter, then letters, digits, `_`, `.`, `-`, and none of the format's own";
            return Err(Failure::Usage(format!("`--meta {key}=...`: {rule}")));
        }
        if known.iter().any(|(before, _)| *before == key) {
            return Err(Failure::Usage(format!("`--meta {key}=...` occurs twice")));
        }
        known.push((key, value));
    }
    Ok(known)
}

/// An error of the writer without the place in the document, which nobody will see.
fn of_input(error: Error) -> Error {
    let ErrorKind::Limit { what, limit } = error.kind() else { return error };
    // The nesting is that of the input.
    if what.contains("nesting") {
        return error;
    }
    let column = error.position().and_then(|position| position.column());
    let inner = Error::limit(what, *limit).hint("a document has no more, so that readers can bound what they take");
    match column.and_then(|column| usize::try_from(column.saturating_sub(1)).ok()) {
        Some(column) => inner.in_column(column, error.column_name()),
        None => inner,
    }
}

fn closing(args: &Encode) -> Closing {
    if args.crc { Closing::new().with_crc() } else { Closing::new() }
}

fn report(rows: u64, before: u64, after: u64) -> io::Result<()> {
    let line = format!("rows {rows}, bytes in {before}, bytes out {after}, saved {}", Percent::saved(before, after));
    writeln!(io::stderr(), "{}", visible(&line))
}
