//! CSV to QRP1, in memory that does not grow with the rows.

use std::io;

use qrp1::{Axis, AxisSurvey, Error, Header, Inference, Lead, OffsetUnit, Options, Schema, Value, WriterBuilder};

use super::{Job, closing, of_input};
use crate::csv::Records;
use crate::input::Input;
use crate::output::Output;
use crate::{Failure, In, Outcome};

const FIRST: &str = "a series has its time first";
const FIRST_OR_COLUMNS: &str = "a series has its time first; `--columns` can reorder CSV";

/// What the first pass found.
struct Plan {
    schema: Schema,
    time: Option<(String, Axis, OffsetUnit)>,
    rows: u64,
}

/// Encodes a file; gives the rows and the output.
pub(super) fn encode(input: &mut Input, job: &Job<'_>) -> Outcome<(u64, Output)> {
    let args = job.args;
    let name = input.name.clone();
    let open = |input: &mut Input| -> Outcome<_> {
        let source = input.pass(&job.progress).within(&name)?;
        Records::open(source, args.delimiter(), &args.dialect, args.comment, &args.columns).within(&name)
    };
    let plan = survey(&mut open(input)?, job).within(&name)?;
    let header = plan.header(&job.metadata, job.options);
    let records = open(input)?;
    let output = write(records, &name, &plan, &header, job)?;
    Ok((plan.rows, output))
}

/// The first pass.
fn survey<R: io::Read>(records: &mut Records<R>, job: &Job<'_>) -> qrp1::Result<Plan> {
    let Job { args, options, is_kept, .. } = *job;
    let mut inference = Inference::of_letters(options);
    let mut times = AxisSurvey::new();
    if let Some(name) = &args.time {
        let place = |error: Error| error.in_column(0, None).at(records.position());
        // Where the document is not the result, the command is another one, which has no `--columns`.
        let hint = if is_kept { FIRST } else { FIRST_OR_COLUMNS };
        check_time(records, name).map_err(|error| place(error.hint(hint)))?;
    }
    while records.read()? {
        let values = records.values();
        match &args.time {
            None => inference.observe(&values),
            Some(name) => {
                let place = |error: Error| error.in_column(0, Some(name)).at(records.position());
                let (time, rest) = values.split_first().unwrap_or((&Value::Missing, &[]));
                if let Value::Str(text) = time {
                    times.observe_text(text).map_err(place)?;
                } else {
                    times.observe(time).map_err(place)?;
                }
                inference.observe(rest);
            }
        }
    }
    let (rows, names) = (inference.rows(), records.names());
    let names = names.iter().map(String::as_str);
    let Some(name) = &args.time else {
        return Ok(Plan { schema: inference.finish(names, Lead::None), time: None, rows });
    };
    let Some((axis, unit)) = times.finish(options) else {
        return Err(Error::truncated(format!("a first row, whose `{name}` is the start of the series")));
    };
    let schema = inference.finish(names.skip(1), Lead::Offset(unit));
    Ok(Plan { schema, time: Some((name.clone(), axis, unit)), rows })
}

impl Plan {
    fn header(&self, meta: &[(&str, &str)], options: Options) -> Header {
        let schema = self.schema.clone();
        let mut header = match &self.time {
            None => Header::table(schema),
            Some((name, axis, _)) => Header::series(schema, axis.t0()).with_axis(name, axis.form()),
        };
        if !options.word_booleans {
            header = header.with_digits();
        }
        header = header.with_rows(self.rows);
        meta.iter().fold(header, |header, (key, value)| header.with(key, value))
    }
}

/// Checks that the first column is the time field.
fn check_time<R: io::Read>(records: &Records<R>, name: &str) -> qrp1::Result<()> {
    let first = records.names().first().map(String::as_str);
    if first == Some(name) {
        return Ok(());
    }
    Err(Error::syntax(format!("the time field `{name}` as the first field"), first.unwrap_or_default()))
}

/// The second pass.
fn write<R: io::Read>(
    mut records: Records<R>,
    name: &str,
    plan: &Plan,
    header: &Header,
    job: &Job<'_>,
) -> Outcome<Output> {
    let output = job.open()?;
    let target = output.name.clone();
    let mut writer = WriterBuilder::new().from_writer(output);
    // What can't be written is the input's fault, unless writing itself fails.
    let blame = |records: &Records<R>, error: Error| {
        if error.is_io() {
            Failure::Data { file: target.clone(), error }
        } else {
            Failure::Data { file: name.to_owned(), error: of_input(error).at(records.position()) }
        }
    };
    writer.header(header).map_err(|error| {
        let file = if error.is_io() { target.clone() } else { name.to_owned() };
        Failure::Data { file, error: of_input(error) }
    })?;
    let columns = plan.schema.columns();
    while records.read().map_err(|error| Failure::Data { file: name.to_owned(), error })? {
        let values = records.values();
        let place =
            |index: usize, column: Option<&str>, error: Error| error.in_column(index, column).at(records.position());
        let (offset, rest) = match (&plan.time, values.split_first()) {
            (Some((time, axis, unit)), Some((first, rest))) => {
                let offset = match first {
                    Value::Str(text) | Value::Number(text) => axis.offset(text, *unit),
                    other => Err(Error::type_mismatch("an instant", other.kind())),
                };
                (
                    Some(offset.map_err(|error| Failure::Data {
                        file: name.to_owned(),
                        error: place(0, Some(time), error),
                    })?),
                    rest,
                )
            }
            _ => (None, values.as_slice()),
        };
        // A record that was read before later keys were known lacks them.
        let rest = rest.iter().cloned().chain(std::iter::repeat(Value::Missing));
        let mut row = Vec::with_capacity(columns.len());
        for (index, (column, value)) in columns.iter().zip(rest).enumerate() {
            let value = column.column_type().typed(value).map_err(|error| place(index, column.name(), error));
            row.push(value.map_err(|error| Failure::Data { file: name.to_owned(), error })?);
        }
        match offset {
            Some(offset) => writer.series_row(offset, &row),
            None => writer.row(&row),
        }
        .map_err(|error| blame(&records, error))?;
    }
    writer.finish(&closing(job.args)).map_err(|error| blame(&records, error))
}
