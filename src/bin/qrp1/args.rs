//! The command line. What a flag means is in its help and nowhere else.

#[cfg(feature = "tokens")]
mod stats;

use std::ffi::OsString;
use std::num::NonZeroUsize;
#[cfg(feature = "tokens")]
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

#[cfg(feature = "tokens")]
pub(crate) use self::stats::Stats;
use crate::{Failure, Outcome};

#[derive(Debug, Parser)]
#[command(name = "qrp1", version, about = "Tables, series and records as QRP1, a compact typed text format, and back")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    // Their help is that of the arguments: a comment here would stand in its place.
    Encode(Encode),
    Decode(Decode),
    Check(Check),
    Primer(Primer),
    #[cfg(feature = "tokens")]
    Stats(Stats),
    #[cfg(feature = "tokens")]
    Tables(Tables),
    #[cfg(not(feature = "tokens"))]
    #[command(hide = true)]
    Stats(Absent),
    #[cfg(not(feature = "tokens"))]
    #[command(hide = true)]
    Tables(Absent),
}

/// Not in this build: it needs the feature `tokens`
#[cfg(not(feature = "tokens"))]
#[derive(Debug, Args)]
pub(crate) struct Absent {
    /// Whatever the verb takes where it is there
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    rest: Vec<OsString>,
}

/// CSV, JSON or JSON Lines to QRP1
///
/// The input is read twice, first to find the types of the columns and what their values have in common; standard input
/// and pipes are kept in a temporary file meanwhile. Every value returns letter for letter: a column is a number, a
/// boolean, a date or a time stamp only where all its letters are exactly those that this type has.
///
/// CSV has no null: an empty field is null, in quotes or not, so that an empty text becomes null too, and blank lines are
/// skipped, so that a null in CSV of one column has to be `""`. A row has as many fields as the first. A quote that is
/// not closed, and text behind a closing quote, are errors. JSON tells the empty text, null and a missing key apart.
///
/// JSON becomes the cheapest document that is found. Arrays above 1 MiB and JSON Lines are read item by item, in memory that
/// does not grow with them; but an array of up to 16 MiB whose rows would cost more than the JSON itself, and any object,
/// is laid out in memory. On standard input a lone object or scalar is JSON, objects one after the other are JSON Lines.
///
/// A record, without the blank and comment lines around it, has at most 16 MiB. The document is for readers that take
/// lines of at most 16 MiB, headers of 1 MiB, 4,096 columns and 1 GiB decoded.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Debug, Args)]
pub(crate) struct Encode {
    /// The input; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) file: OsString,
    /// Format of the input [default: by the file's extension, else by its first character]
    #[arg(long, value_enum)]
    pub(crate) from: Option<Format>,
    /// How much the writer may do to spend fewer tokens
    #[arg(long, value_enum, default_value_t = Profile::Lean)]
    pub(crate) profile: Profile,
    /// Make a series: this field, the first of every row, has its time, as RFC 3339, as a date, or in seconds or
    /// milliseconds since 1970
    #[arg(long, value_name = "FIELD")]
    pub(crate) time: Option<String>,
    /// JSON: write one value as rows of a path and a scalar (`flat=1`), which `decode` puts together again. It costs
    /// more than other forms, and is for values that have to be cut anywhere; no profile changes it
    #[arg(long, conflicts_with = "time")]
    pub(crate) flat: bool,
    /// With --flat: cut texts and numbers of more than N bytes into parts, a row for each [default: cut nothing]
    #[arg(long, value_name = "N", requires = "flat")]
    pub(crate) part_bytes: Option<NonZeroUsize>,
    /// Application metadata for the header
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) meta: Vec<String>,
    /// Number the rows, in a column `#`
    #[arg(long)]
    pub(crate) numbered: bool,
    /// End the document with a sum of its bytes
    #[arg(long)]
    pub(crate) crc: bool,
    /// JSON: objects may come back with their keys in another order, so that a list of them can be a table although they
    /// disagree on it
    #[arg(long)]
    pub(crate) any_key_order: bool,
    /// JSON: compare forms by exact `o200k_base` tokens, and not by the fast measure; the first count takes a while
    #[arg(long)]
    #[cfg_attr(not(feature = "tokens"), arg(hide = true))]
    pub(crate) exact: bool,
    /// JSON: print to standard error, for each place, the forms that were considered, their tokens and the choice
    #[arg(long)]
    pub(crate) explain: bool,
    /// Print rows, bytes in, bytes out and percent saved to standard error
    #[arg(long)]
    pub(crate) stats: bool,
    /// Write to this file, which is there only when it is complete
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<OsString>,
    /// CSV: only these columns, in this order; with --no-header: the names of all columns
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub(crate) columns: Vec<String>,
    #[command(flatten)]
    pub(crate) dialect: Dialect,
    /// CSV: the character that starts a comment line
    #[arg(long, value_name = "C", value_parser = character)]
    pub(crate) comment: Option<u8>,
}

impl Encode {
    /// What `qrp1 encode` does with a file if nothing else is asked for.
    #[cfg(feature = "tokens")]
    pub(crate) fn of_file(file: OsString, dialect: Dialect) -> Self {
        let (from, time, part_bytes, output, comment) = (None, None, None, None, None);
        let (flat, numbered, crc, any_key_order, exact, explain, stats) = Default::default();
        let (profile, meta, columns) = (Profile::Lean, Vec::new(), Vec::new());
        Self {
            file,
            from,
            profile,
            time,
            flat,
            part_bytes,
            meta,
            numbered,
            crc,
            any_key_order,
            exact,
            explain,
            stats,
            output,
            columns,
            dialect,
            comment,
        }
    }

    /// Whether an option is given that only CSV has.
    pub(crate) fn is_csv(&self) -> bool {
        self.dialect.given().is_some() || self.comment.is_some() || !self.columns.is_empty()
    }

    pub(crate) fn delimiter(&self) -> u8 {
        self.dialect.delimiter.unwrap_or_else(|| delimiter_of(&self.file))
    }
}

/// QRP1 to CSV, JSON or JSON Lines
///
/// A table or series becomes an array of objects, a keyed table an object of them, a record an object, a text a string,
/// a flattened value (`flat=1`) itself; a receipt is passed over. Dates and times are RFC 3339 with their zone, bytes are base64.
///
/// CSV has tables and series only: a header line, the time or the key (`@`) first, then the columns; a column without a
/// name is `value`. Lists, maps and structs are refused.
///
/// CSV has no null: an empty field is null or missing. An empty text is written `""`, but most readers, `qrp1 encode`
/// among them, take that for the same. A row that would be a blank line, which readers skip, is `""` too. With `--quote
/// none` the empty text is an empty field, and what can't be written without quotes is an error.
///
/// Numbers keep their letters, in CSV and JSON. Limits: 16 MiB a line, 1 MiB a header, 4,096 columns, 1 GiB decoded.
#[derive(Debug, Args)]
pub(crate) struct Decode {
    /// The document; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) file: OsString,
    /// Format of the output [default: by its extension, else json]
    #[arg(long, value_enum)]
    pub(crate) to: Option<Format>,
    /// Name of a series' time field [default: the name that the document has]
    #[arg(long, value_name = "NAME")]
    pub(crate) time: Option<String>,
    /// Write to this file, which is there only when it is complete
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<OsString>,
    #[command(flatten)]
    pub(crate) dialect: Dialect,
    /// CSV: put `'` before a text that a spreadsheet would run as a formula
    #[arg(long)]
    pub(crate) csv_safe: bool,
}

impl Decode {
    pub(crate) fn delimiter(&self) -> u8 {
        self.dialect.delimiter.unwrap_or_else(|| self.output.as_deref().map_or(b',', delimiter_of))
    }
}

/// Decode every cell and say whether the document is sound
///
/// Prints a line for each sound file; for others the class of the error, its place and what stands there, to standard
/// error.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The documents; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<OsString>,
    /// Forgive what transport does to text: CRLF line ends, a byte order mark, a missing final line end
    #[arg(long)]
    pub(crate) lenient: bool,
}

/// Say what a language model has to know to read a document
///
/// Prints a few short sentences, one for each construct that the document uses and that could be misread; without FILE, those
/// for all constructs, for a tool whose documents are not known yet.
#[derive(Debug, Args)]
pub(crate) struct Primer {
    /// The document; `-` is standard input
    pub(crate) file: Option<OsString>,
    /// Print the tokens of the sentences, as `o200k_base` counts them, to standard error
    #[arg(long)]
    pub(crate) stats: bool,
}

/// Measure a published comparison with JSON again
///
/// Makes candles and products, the same in every run, writes them as minified JSON and as QRP1 in each profile, and prints
/// bytes and exact `o200k_base` tokens beside the published numbers.
#[cfg(feature = "tokens")]
#[derive(Debug, Args)]
pub(crate) struct Tables {
    /// What is printed
    #[arg(long, value_enum, default_value_t = TablesFormat::Markdown)]
    pub(crate) format: TablesFormat,
    /// Print nothing, and write tables.md, tables.csv, tables.json, bytes.svg and tokens.svg to this folder, which is made
    /// if it is not there. Files take their places when all five are written
    #[arg(long, value_name = "DIR", conflicts_with = "format")]
    pub(crate) out: Option<PathBuf>,
}

#[cfg(feature = "tokens")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TablesFormat {
    Markdown,
    Csv,
    Json,
}

/// How CSV is written.
#[derive(Clone, Debug, Args)]
pub(crate) struct Dialect {
    /// CSV: the character between fields, or `tab` [default: `,`, in .tsv files tab]
    #[arg(long, value_name = "C", value_parser = character)]
    pub(crate) delimiter: Option<u8>,
    /// CSV: the character around fields, or `none` [default: `"`]
    #[arg(long, value_name = "C", value_parser = quote)]
    pub(crate) quote: Option<Quote>,
    /// CSV: the character that makes a quote data [default: quotes are doubled]
    #[arg(long, value_name = "C", value_parser = character)]
    pub(crate) escape: Option<u8>,
    /// CSV: there is no header line; columns without names are c1, c2, ...
    #[arg(long)]
    pub(crate) no_header: bool,
    /// CSV: rows may lack their last fields, which are then missing values
    #[arg(long)]
    pub(crate) flexible: bool,
}

impl Dialect {
    pub(crate) fn quote(&self) -> Quote {
        self.quote.unwrap_or(Quote(Some(b'"')))
    }

    /// The first option that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let options = [
            ("--delimiter", self.delimiter.is_some()),
            ("--quote", self.quote.is_some()),
            ("--escape", self.escape.is_some()),
            ("--no-header", self.no_header),
            ("--flexible", self.flexible),
        ];
        options.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// Checks that each character has one meaning.
    pub(crate) fn check(&self, delimiter: u8, comment: Option<u8>) -> Outcome<()> {
        if self.quote().0.is_none() && self.escape.is_some() {
            return Err(Failure::Usage("`--escape` is for quotes, and `--quote none` has none".to_owned()));
        }
        let quote = self.quote().0;
        let mut seen: Vec<(u8, &str)> = Vec::new();
        let characters =
            [(Some(delimiter), "delimiter"), (quote, "quote"), (self.escape, "escape"), (comment, "comment")];
        for (character, name) in characters {
            let Some(character) = character else { continue };
            if let Some((_, before)) = seen.iter().find(|(known, _)| *known == character) {
                let hint =
                    if name == "escape" && Some(character) == quote { "; doubled quotes are the default" } else { "" };
                let letter = if character == b'\t' { "tab".to_owned() } else { char::from(character).to_string() };
                return Err(Failure::Usage(format!(
                    "`--{before}` and `--{name}` are the same character, `{letter}`{hint}"
                )));
            }
            seen.push((character, name));
        }
        Ok(())
    }
}

/// Refuses an option that would do nothing.
pub(crate) fn only_csv(option: Option<&str>) -> Outcome<()> {
    match option {
        Some("--columns") => Err(Failure::Usage("`--columns` is for CSV; the names of JSON are its keys".to_owned())),
        Some(name) => Err(Failure::Usage(format!("`{name}` is for CSV, and this is JSON"))),
        None => Ok(()),
    }
}

/// The character around fields, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quote(pub(crate) Option<u8>);

fn character(text: &str) -> Result<u8, String> {
    match (text.as_bytes(), text) {
        (_, "tab" | "\\t") => Ok(b'\t'),
        ([byte], _) if byte.is_ascii() && !matches!(byte, b'\n' | b'\r') => Ok(*byte),
        _ => Err("expected one ASCII character other than a line end, or `tab`".to_owned()),
    }
}

fn quote(text: &str) -> Result<Quote, String> {
    if matches!(text, "none" | "") { Ok(Quote(None)) } else { character(text).map(|byte| Quote(Some(byte))) }
}

/// A format beside QRP1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Comma-separated values
    Csv,
    /// One JSON value
    Json,
    /// JSON Lines: an object on each line
    Jsonl,
    /// Arrow IPC, a stream or file of record batches
    #[value(alias = "ipc")]
    #[cfg_attr(not(feature = "arrow"), value(hide = true))]
    Arrow,
    /// Parquet, in only
    #[cfg_attr(not(feature = "parquet"), value(hide = true))]
    Parquet,
}

impl Format {
    /// By a file's extension.
    pub(crate) fn of(path: &std::ffi::OsStr) -> Option<Self> {
        match extension(path)?.as_str() {
            "csv" | "tsv" => Some(Self::Csv),
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::Jsonl),
            "arrow" | "arrows" | "feather" | "ipc" => Some(Self::Arrow),
            "parquet" => Some(Self::Parquet),
            _ => None,
        }
    }
}

/// The character between the fields of a file with this name.
fn delimiter_of(path: &std::ffi::OsStr) -> u8 {
    if extension(path).as_deref() == Some("tsv") { b'\t' } else { b',' }
}

pub(crate) fn extension(path: &std::ffi::OsStr) -> Option<String> {
    Some(std::path::Path::new(path).extension()?.to_str()?.to_ascii_lowercase())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Profile {
    /// The published form: offsets in milliseconds, every column in every row, booleans as 1 and 0
    Plain,
    /// Constant columns stand in the header, offsets have the coarsest exact unit, booleans are words
    Lean,
    /// Besides: dates in basic form, and common ends of texts stand in the header
    Tight,
}

impl From<Profile> for qrp1::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Plain => Self::Plain,
            Profile::Lean => Self::Lean,
            Profile::Tight => Self::Tight,
        }
    }
}
