//! Flat records from CSV or JSON, read the same way.

use std::io::Read;

use qrp1::{AxisSurvey, Error, Inference, Options, Position, Result, Value, json};

use crate::args::{Encode, Format};
use crate::csv;

pub(crate) enum Records<R> {
    Csv(csv::Records<R>),
    Json { reader: json::Reader<R>, record: json::Record },
}

impl<R: Read> Records<R> {
    pub(crate) fn open(source: R, format: Format, args: &Encode) -> Result<Self> {
        let layout = match format {
            Format::Csv => {
                let records = csv::Records::open(source, args.delimiter(), &args.dialect, args.comment, &args.columns)?;
                return Ok(Self::Csv(records));
            }
            Format::Json => json::Layout::Array,
            Format::Jsonl => json::Layout::Lines,
        };
        let reader = json::ReaderBuilder::new().layout(layout).from_reader(source);
        Ok(Self::Json { reader, record: json::Record::new() })
    }

    /// Reads the next record; false at the end.
    pub(crate) fn read(&mut self) -> Result<bool> {
        match self {
            Self::Csv(records) => records.read(),
            Self::Json { reader, record } => reader.read(record),
        }
    }

    /// The names of the columns so far.
    pub(crate) fn names(&self) -> Vec<String> {
        match self {
            Self::Csv(records) => records.names().to_vec(),
            Self::Json { reader, .. } => reader.names().map(str::to_owned).collect(),
        }
    }

    pub(crate) fn values(&self) -> Vec<Value<'_>> {
        match self {
            Self::Csv(records) => records.values(),
            Self::Json { record, .. } => record.values(),
        }
    }

    /// The input's name for errors about a record; JSON may have all of them in one line.
    pub(crate) fn within(&self, input: &str) -> String {
        match self {
            Self::Json { reader, .. } if reader.number() > 0 => format!("{input}: record {}", reader.number()),
            _ => input.to_owned(),
        }
    }

    /// The place of the record.
    pub(crate) fn position(&self) -> Position {
        match self {
            Self::Csv(records) => records.position(),
            Self::Json { record, .. } => record.position().unwrap_or(Position::new(0, 1)),
        }
    }

    /// What finds the types of the columns.
    pub(crate) fn inference(&self, options: Options) -> Inference {
        match self {
            Self::Csv(_) => Inference::of_letters(options),
            Self::Json { .. } => Inference::of_values(options),
        }
    }

    /// Checks that the first column is the time field, if the columns are known before the first record.
    pub(crate) fn check_time_column(&self, name: &str) -> Result<()> {
        if let Self::Csv(_) = self { self.check_time(name) } else { Ok(()) }
    }

    /// Checks that the first field of the record is the time field.
    pub(crate) fn check_time(&self, name: &str) -> Result<()> {
        let first = match self {
            Self::Csv(records) => records.names().first().map(String::as_str),
            Self::Json { reader, record } => record.first().and_then(|column| reader.names().nth(column)),
        };
        if first == Some(name) {
            return Ok(());
        }
        Err(Error::syntax(format!("the time field `{name}` as the first field"), first.unwrap_or_default())
            .hint("a series has its time first; `--columns` can reorder CSV"))
    }

    /// Takes note of a record's time.
    pub(crate) fn observe_time(&self, survey: &mut AxisSurvey, value: &Value<'_>) -> Result<()> {
        match (self, value) {
            (Self::Csv(_), Value::Str(text)) => survey.observe_text(text),
            (_, value) => survey.observe(value),
        }
    }
}
