//! CSV records: names, positions, and rows that all have the same number of fields.

use std::collections::BTreeSet;
use std::io::Read;

use csv::{ErrorKind, ReaderBuilder, StringRecord};
use qrp1::{Error, Position, Result, Value};

use super::watch::Watched;
use crate::args::Dialect;

pub(crate) struct Records<R> {
    reader: csv::Reader<Watched<R>>,
    record: StringRecord,
    /// The record is the first row, which was read to count the columns.
    is_kept: bool,
    flexible: bool,
    /// Fields of a row.
    width: usize,
    /// The columns, and which field each is.
    names: Vec<String>,
    fields: Option<Vec<usize>>,
}

/// Bytes asked of the source at a time.
const BUFFER: usize = 64 << 10;

impl<R: Read> Records<R> {
    /// Reads the header line, or counts the fields of the first row.
    pub(crate) fn open(
        source: R,
        delimiter: u8,
        dialect: &Dialect,
        comment: Option<u8>,
        columns: &[String],
    ) -> Result<Self> {
        let mut builder = ReaderBuilder::new();
        builder.has_headers(false).flexible(true).delimiter(delimiter).comment(comment);
        builder.escape(dialect.escape).double_quote(dialect.escape.is_none());
        match dialect.quote().0 {
            Some(quote) => builder.quote(quote),
            None => builder.quoting(false),
        };
        let reader = builder.buffer_capacity(BUFFER).from_reader(Watched::new(source, delimiter, dialect, comment));
        let mut records = Self {
            reader,
            record: StringRecord::new(),
            is_kept: false,
            flexible: dialect.flexible,
            width: 0,
            names: Vec::new(),
            fields: None,
        };
        let found = records.next()?;
        records.width = records.record.len();
        if dialect.no_header {
            records.is_kept = found;
            records.names = unnamed(&records.record, columns)?;
        } else if found {
            records.header(columns)?;
        } else {
            return Err(Error::truncated("a header line"));
        }
        Ok(records)
    }

    /// Takes the names of the header line, and finds the chosen ones.
    fn header(&mut self, columns: &[String]) -> Result<()> {
        let names: Vec<String> = self.record.iter().map(str::to_owned).collect();
        let mut seen = BTreeSet::new();
        if let Some((index, twice)) = names.iter().enumerate().find(|(_, name)| !seen.insert(name.as_str())) {
            let error = match twice.as_str() {
                "" => Error::syntax("a name for every column but one", "").in_column(index, None),
                twice => Error::duplicate("column", twice),
            };
            return Err(error.hint("`--no-header` reads a first line that has no names").at(self.position()));
        }
        if columns.is_empty() {
            self.names = names;
            return Ok(());
        }
        let mut fields = Vec::new();
        for (index, column) in columns.iter().enumerate() {
            if columns.iter().take(index).any(|before| before == column) {
                return Err(Error::duplicate("column of `--columns`", column));
            }
            let field = names.iter().position(|name| name == column);
            fields.push(field.ok_or_else(|| Error::syntax("a column of the header line", column).at(self.position()))?);
        }
        self.fields = Some(fields);
        self.names = columns.to_vec();
        Ok(())
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// The place of the record.
    pub(crate) fn position(&self) -> Position {
        self.record.position().map_or(Position::new(0, 1), |at| Position::new(at.byte(), at.line()))
    }

    /// Reads the next row; false at the end.
    pub(crate) fn read(&mut self) -> Result<bool> {
        if std::mem::take(&mut self.is_kept) {
            return Ok(true);
        }
        if !self.next()? {
            return Ok(false);
        }
        let (expected, found) = (self.width, self.record.len());
        if found > expected || (found < expected && !self.flexible) {
            return Err(Error::width(expected, found)
                .hint("each row has as many fields as the first")
                .at(self.position()));
        }
        Ok(true)
    }

    fn next(&mut self) -> Result<bool> {
        self.reader.read_record(&mut self.record).map_err(|error| self.explain(error))
    }

    #[cold]
    fn explain(&self, error: csv::Error) -> Error {
        let place = error.position().map(|at| Position::new(at.byte(), at.line()));
        let explained = match error.into_kind() {
            // What the watch found has its place.
            ErrorKind::Io(error) => error.downcast().unwrap_or_else(Error::from),
            ErrorKind::Utf8 { err, .. } => {
                let field = err.field();
                let column = match &self.fields {
                    Some(fields) => fields.iter().position(|known| *known == field),
                    None => Some(field),
                };
                Error::new(qrp1::ErrorKind::Utf8)
                    .hint("convert the source to UTF-8 first")
                    .in_column(field, column.and_then(|column| self.names.get(column)).map(String::as_str))
            }
            kind => Error::from(std::io::Error::other(format!("{kind:?}"))),
        };
        match place {
            Some(place) => explained.at(place),
            None => explained,
        }
    }

    /// The row's values: a text or null for each column; missing where the row is short.
    pub(crate) fn values(&self) -> Vec<Value<'_>> {
        let value = |index| match self.record.get(index) {
            Some("") => Value::Null,
            Some(text) => Value::from(text),
            None => Value::Missing,
        };
        match &self.fields {
            Some(fields) => fields.iter().map(|index| value(*index)).collect(),
            None => (0..self.width).map(value).collect(),
        }
    }
}

/// The names of columns without a header line.
fn unnamed(first: &StringRecord, columns: &[String]) -> Result<Vec<String>> {
    if columns.is_empty() {
        return Ok((1..=first.len()).map(|number| format!("c{number}")).collect());
    }
    if !first.is_empty() && columns.len() != first.len() {
        return Err(Error::width(first.len(), columns.len())
            .hint("`--columns` names all columns where there is no header line"));
    }
    let mut seen = BTreeSet::new();
    match columns.iter().find(|name| !seen.insert(name.as_str())) {
        Some(twice) => Err(Error::duplicate("column of `--columns`", twice)),
        None => Ok(columns.to_vec()),
    }
}
