//! `qrp1 encode`: two passes over the records, the first to find the columns, the second to write.

use std::io::{self, Read as _, Write};
use std::num::NonZeroUsize;
use std::rc::Rc;

use qrp1::{
    Axis, AxisSurvey, Body, Closing, Document, Error, ErrorKind, Header, Lead, OffsetUnit, Options, Schema, Value,
    WriterBuilder, json,
};

use crate::args::{Encode, Format, only_csv};
use crate::input::Input;
use crate::output::Output;
use crate::progress::Progress;
use crate::records::Records;
use crate::terminal::visible;
use crate::{Failure, In, Outcome};

/// What the first pass found.
struct Plan {
    schema: Schema,
    time: Option<(String, Axis, OffsetUnit)>,
    rows: u64,
}

pub(crate) fn run(args: &Encode) -> Outcome<()> {
    let meta = metadata(&args.meta)?;
    let mut options = Options::from(qrp1::Profile::from(args.profile));
    options.numbered = args.numbered;

    let mut input = Input::open(&args.file)?;
    let format = match args.from.or_else(|| Format::of(&args.file)) {
        Some(format) => format,
        None if args.flat => Format::Json,
        None => input.sniff().within(&input.name)?,
    };
    if format == Format::Csv {
        args.dialect.check(args.delimiter(), args.comment)?;
    } else {
        only_csv((!args.columns.is_empty()).then_some("--columns"))?;
        only_csv(args.dialect.given().or(args.comment.map(|_| "--comment")))?;
    }
    if args.flat && format != Format::Json {
        return Err(Failure::Usage("`--flat` is for one JSON value: `--from json`".to_owned()));
    }
    let progress = Rc::new(Progress::new(Some(input.size.saturating_mul(2))));
    let name = input.name.clone();

    if args.flat || format == Format::Json && !input.begins_with(b'[').within(&name)? {
        return whole(&mut input, options, &meta, args, &progress);
    }
    let plan = {
        let source = input.pass(&progress).within(&name)?;
        let mut records = Records::open(source, format, args).within(&name)?;
        match survey(&mut records, options, args) {
            Ok(plan) => plan,
            Err(error) if format == Format::Json && json::is_nested(&error) => {
                drop(records);
                return whole(&mut input, options, &meta, args, &progress);
            }
            Err(error) => return Err(in_record(&records, &name, error)),
        }
    };
    let header = plan.header(&meta, options);

    let source = input.pass(&progress).within(&name)?;
    let records = Records::open(source, format, args).within(&name)?;
    let output = write(records, &name, &plan, &header, args)?;
    let written = output.commit()?;
    drop(progress);
    if args.stats {
        report(plan.rows, input.size, written).within("stderr")?;
    }
    Ok(())
}

/// One JSON value of any depth, which is laid out in memory.
fn whole(
    input: &mut Input,
    options: Options,
    meta: &[(&str, &str)],
    args: &Encode,
    progress: &Rc<Progress>,
) -> Outcome<()> {
    let name = input.name.clone();
    if args.time.is_some() {
        return Err(Failure::Usage(
            "`--time` is for flat records; in nested JSON a series is found by itself".to_owned(),
        ));
    }
    let mut text = String::new();
    input.pass(progress).within(&name)?.read_to_string(&mut text).within(&name)?;
    let text = text.trim_start_matches('\u{feff}');
    let document = if args.flat {
        let mut flat = json::FlattenOptions::default();
        flat.part_bytes = args.part_bytes.map(NonZeroUsize::get);
        flat.numbered = options.numbered;
        json::flatten_str(text, flat)
    } else {
        json::from_str(text, options)
    };
    let document = document.within(&name)?;
    let mut document = Document::decode(document.as_bytes()).within(&name)?;
    if let Some(first) = document.blocks.first_mut() {
        first.header = meta.iter().fold(first.header.clone(), |header, (key, value)| header.with(key, value));
    }
    document.closing = closing(args);
    let bytes = document.encode().map_err(|error| Failure::Data { file: name, error: of_input(error) })?;
    let mut output = Output::open(args.output.as_deref())?;
    let target = output.name.clone();
    output.write_all(&bytes).within(&target)?;
    let written = output.commit()?;
    if args.stats {
        let rows = document.blocks.iter().map(|block| if let Body::Rows(rows) = &block.body { rows.len() } else { 0 });
        report(u64::try_from(rows.sum::<usize>()).unwrap_or(u64::MAX), input.size, written).within("stderr")?;
    }
    Ok(())
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

/// The first pass.
fn survey<R: io::Read>(records: &mut Records<R>, options: Options, args: &Encode) -> qrp1::Result<Plan> {
    let mut inference = records.inference(options);
    let mut times = AxisSurvey::new();
    if let Some(name) = &args.time {
        let place = |error: Error| error.in_column(0, None).at(records.position());
        records.check_time_column(name).map_err(place)?;
    }
    while records.read()? {
        let values = records.values();
        match &args.time {
            None => inference.observe(&values),
            Some(name) => {
                let place = |error: Error| error.in_column(0, Some(name)).at(records.position());
                records.check_time(name).map_err(|error| error.at(records.position()))?;
                let (time, rest) = values.split_first().unwrap_or((&Value::Missing, &[]));
                records.observe_time(&mut times, time).map_err(place)?;
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

/// The error is about the record that is being read or written, or about the file at large.
fn in_record<R: io::Read>(records: &Records<R>, input: &str, error: Error) -> Failure {
    let file = if error.is_io() { input.to_owned() } else { records.within(input) };
    Failure::Data { file, error }
}

/// An error of the writer without the place in the document, which nobody will see.
fn of_input(error: Error) -> Error {
    let ErrorKind::Limit { what, limit } = error.kind() else { return error };
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

/// The second pass.
fn write<R: io::Read>(
    mut records: Records<R>,
    name: &str,
    plan: &Plan,
    header: &Header,
    args: &Encode,
) -> Outcome<Output> {
    let output = Output::open(args.output.as_deref())?;
    let target = output.name.clone();
    let mut writer = WriterBuilder::new().from_writer(output);
    // What can't be written is the input's fault, unless writing itself fails.
    let blame = |records: &Records<R>, error: Error| {
        if error.is_io() {
            Failure::Data { file: target.clone(), error }
        } else {
            in_record(records, name, of_input(error).at(records.position()))
        }
    };
    writer.header(header).map_err(|error| {
        let file = if error.is_io() { target.clone() } else { name.to_owned() };
        Failure::Data { file, error: of_input(error) }
    })?;
    let columns = plan.schema.columns();
    while records.read().map_err(|error| in_record(&records, name, error))? {
        let values = records.values();
        let place =
            |index: usize, column: Option<&str>, error: Error| error.in_column(index, column).at(records.position());
        let (offset, rest) = match (&plan.time, values.split_first()) {
            (Some((time, axis, unit)), Some((first, rest))) => {
                let offset = match first {
                    Value::Str(text) | Value::Number(text) => axis.offset(text, *unit),
                    other => Err(Error::type_mismatch("an instant", other.kind())),
                };
                (Some(offset.map_err(|error| in_record(&records, name, place(0, Some(time), error)))?), rest)
            }
            _ => (None, values.as_slice()),
        };
        // A record that was read before later keys were known lacks them.
        let rest = rest.iter().cloned().chain(std::iter::repeat(Value::Missing));
        let mut row = Vec::with_capacity(columns.len());
        for (index, (column, value)) in columns.iter().zip(rest).enumerate() {
            let value = column.column_type().typed(value).map_err(|error| place(index, column.name(), error));
            row.push(value.map_err(|error| in_record(&records, name, error))?);
        }
        match offset {
            Some(offset) => writer.series_row(offset, &row),
            None => writer.row(&row),
        }
        .map_err(|error| blame(&records, error))?;
    }
    writer.finish(&closing(args)).map_err(|error| blame(&records, error))
}

fn report(rows: u64, before: u64, after: u64) -> io::Result<()> {
    let line = format!("rows {rows}, bytes in {before}, bytes out {after}, saved {}", percent(before, after));
    writeln!(io::stderr(), "{}", visible(&line))
}

/// How much less `after` is, to a tenth of a percent.
fn percent(before: u64, after: u64) -> String {
    let difference = i128::from(before).saturating_sub(i128::from(after));
    let tenths = difference.saturating_mul(1_000).checked_div(i128::from(before)).unwrap_or(0);
    let sign = if tenths < 0 { "-" } else { "" };
    let tenths = tenths.unsigned_abs();
    format!("{sign}{}.{} %", tenths / 10, tenths % 10)
}
