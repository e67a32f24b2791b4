//! The arguments of `qrp1 stats`, and what its figures mean.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use qrp1::tokens::Tokenizer;

use super::{Dialect, Format};

/// Count what data costs as JSON, as CSV and as QRP1
///
/// Prints for each input bytes and tokens, and how much less they are than those of its minified JSON, which is what
/// `qrp1 decode` prints. What costs more tokens has a minus and is marked `loss`, what costs more bytes alone `loss of
/// bytes`. Inputs are those of `encode`, and QRP1; each is taken into memory. --json and --csv have the same figures and
/// notes as the table.
///
/// Columnar JSON names the keys once: each list of objects that is not inside another becomes
/// `{"columns":["a","b"],"rows":[[1,2],[3,4]]}` or `{"a":[1,3],"b":[2,4]}`. Of both the one of fewer tokens is shown,
/// `by row` or `by column`. It has null where an object lacks a key.
///
/// CSV is for one list of objects without lists and objects in them, which is the value or its only member. It has a header
/// line, `true` and `false`, quotes where RFC 4180 needs them, and an empty field for null, for a missing key and for an
/// empty text. Both have each column that CSV, Arrow or QRP1 declares, with or without cells. A table of more than a
/// million cells is `not counted` if less than one of eight is there.
///
/// A note says what a form loses: what this data has and the form prints alike. `loses null/missing` stands where there are
/// both null and missing keys; in CSV so do `null/empty`, `missing/empty` and `null/missing/empty`, `number/text` where there
/// are numbers and texts with the letters of one, and `boolean/text`. `loses key order` stands where objects have their keys
/// in another order, and `loses the list's name` where the list is a member.
///
/// QRP1 is what `encode` prints in each profile: of CSV and Arrow a table, of JSON the cheapest form that is found. With
/// --time, or where JSON is found to be a series, there are both the series and what the data is without one. `header` is
/// the share of the header and closing lines, each counted alone.
///
/// `even at` is the number of rows from which QRP1 pays: the least n so that the first n rows, made from their JSON, cost
/// no more than that JSON. Where there are several lists, each is cut to n. Every n up to 32 rows or 64 KiB is counted;
/// above, n is doubled, and then found by bisection: n rows cost no more, n - 1 rows do. `never` says that no n that was
/// counted does, nor the whole. Data without a list of objects has no rows.
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// The inputs; `-` is standard input
    #[arg(default_value = "-")]
    pub(crate) files: Vec<OsString>,
    /// Format of the inputs [default: by each file's extension, else by how it begins]
    #[arg(long, value_enum)]
    pub(crate) from: Option<Format>,
    /// Count a series too: this field, the first of every row, has its time. A series in QRP1 is one without this, and
    /// takes a name only where it has none
    #[arg(long, value_name = "FIELD")]
    pub(crate) time: Option<String>,
    /// The vocabulary that counts
    #[arg(long, value_enum, default_value_t = Encoding::O200kBase)]
    pub(crate) encoding: Encoding,
    /// Print a JSON array with an object for each form of each input
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Print CSV with a row for each form of each input
    #[arg(long)]
    pub(crate) csv: bool,
    #[command(flatten)]
    pub(crate) dialect: Dialect,
}

/// A vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Encoding {
    /// Of GPT-4o, the o series and GPT-5
    #[value(name = "o200k_base")]
    O200kBase,
    /// Of GPT-4 and GPT-3.5
    #[value(name = "cl100k_base")]
    Cl100kBase,
}

impl Encoding {
    pub(crate) fn tokenizer(self) -> Tokenizer {
        match self {
            Self::O200kBase => Tokenizer::o200k(),
            Self::Cl100kBase => Tokenizer::cl100k(),
        }
    }
}
