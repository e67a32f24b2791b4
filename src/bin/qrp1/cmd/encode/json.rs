//! JSON to QRP1: a value in memory, a long array or JSON Lines item by item.

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
#[cfg(feature = "tokens")]
use std::sync::LazyLock;

#[cfg(feature = "tokens")]
use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Error, Estimate, Position, Writer, json};

use super::{Job, closing, of_input};
use crate::input::Input;
use crate::output::Output;
use crate::terminal::visible;
use crate::{Failure, In, Outcome};

/// Bytes of an array that is taken into memory, where all forms can be compared.
const SMALL: u64 = 1 << 20;

/// Bytes that one line of a document may have: a longer array has to be rows.
const FITS: u64 = 16 << 20;

/// Encodes one value; gives the rows and the output.
pub(super) fn encode(input: &mut Input, job: &Job<'_>) -> Outcome<(u64, Output)> {
    let is_array = input.begins_with(b'[').within(&input.name)?;
    if job.args.flat {
        flat(input, job)
    } else if is_array && (input.size > SMALL || job.args.time.is_some()) {
        rows(input, job, json::Layout::Array)
    } else {
        whole(input, job)
    }
}

/// What forms are compared by.
#[cfg(feature = "tokens")]
fn measure(job: &Job<'_>) -> &'static dyn Cost {
    static EXACT: LazyLock<Tokenizer> = LazyLock::new(Tokenizer::o200k);
    if job.args.exact { &*EXACT } else { &Estimate }
}

#[cfg(not(feature = "tokens"))]
const fn measure(_: &Job<'_>) -> &'static dyn Cost {
    &Estimate
}

fn builder(job: &Job<'_>) -> json::DocumentBuilder<'static> {
    let args = job.args;
    let order = if args.any_key_order { json::KeyOrder::Columns } else { json::KeyOrder::Kept };
    let builder = json::DocumentBuilder::new().options(job.options).key_order(order).closing(closing(args));
    let builder = builder.cost(measure(job)).finds_series(job.finds_series);
    let builder = job.metadata.iter().fold(builder, |builder, (key, value)| builder.metadata(key, value));
    match &args.time {
        Some(time) => builder.time(time),
        None => builder,
    }
}

/// A value of any depth, which is laid out in memory.
fn whole(input: &mut Input, job: &Job<'_>) -> Outcome<(u64, Output)> {
    let text = input.text(&job.progress)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let builder = builder(job);
    let made = if job.args.explain {
        builder.explain(text).map(|(document, decisions)| (document, Some(decisions)))
    } else {
        builder.from_str(text).map(|document| (document, None))
    };
    let (document, decisions) =
        made.map_err(|error| Failure::Data { file: input.name.clone(), error: of_input(error) })?;
    tell(decisions.as_deref().unwrap_or_default())?;
    let rows = count_rows(&document).within(&input.name)?;
    let mut output = job.open()?;
    let target = output.name.clone();
    output.write_all(document.as_bytes()).within(&target)?;
    Ok((rows, output))
}

/// The rows of all blocks.
fn count_rows(document: &str) -> qrp1::Result<u64> {
    let mut reader = qrp1::Reader::from_reader(document.as_bytes());
    let mut rows = 0u64;
    while let Some(event) = reader.next_event()? {
        rows = rows.saturating_add(u64::from(matches!(event, qrp1::Event::Row(_))));
    }
    Ok(rows)
}

/// A value as rows of paths.
fn flat(input: &mut Input, job: &Job<'_>) -> Outcome<(u64, Output)> {
    let text = input.text(&job.progress)?;
    let mut options = json::FlattenOptions::default();
    options.part_bytes = job.args.part_bytes.map(NonZeroUsize::get);
    options.numbered = job.options.numbered;
    let value = json::parse(text.strip_prefix('\u{feff}').unwrap_or(&text)).within(&input.name)?;
    let blame = |error: Error| Failure::Data { file: input.name.clone(), error: of_input(error) };
    let rows = json::flatten(&value, options).count();
    let rows = u64::try_from(rows).unwrap_or(u64::MAX);
    let header =
        job.metadata.iter().fold(options.header().with_rows(rows), |header, (key, value)| header.with(key, value));
    let mut writer = Writer::from_writer(job.open()?);
    writer.header(&header).map_err(blame)?;
    for row in json::flatten(&value, options) {
        row.and_then(|row| writer.row(&row.values())).map_err(blame)?;
    }
    let output = writer.finish(&closing(job.args)).map_err(blame)?;
    Ok((rows, output))
}

/// An array or JSON Lines, in memory that does not grow with the items.
pub(super) fn rows(input: &mut Input, job: &Job<'_>, reads: json::Layout) -> Outcome<(u64, Output)> {
    let name = input.name.clone();
    let builder = builder(job);
    let open = |input: &mut Input| -> io::Result<_> {
        Ok(json::ReaderBuilder::new().layout(reads).from_reader(input.pass(&job.progress)?))
    };

    let mut reader = open(input).within(&name)?;
    let mut survey = builder.rows();
    loop {
        let number = reader.number();
        match reader.read() {
            Ok(None) => break,
            Ok(Some(item)) => {
                if let Err(error) = survey.observe(&item) {
                    return Err(in_item(&name, reader.number(), error.at(reader.position())));
                }
            }
            Err(error) => return Err(in_item(&name, reader.number().max(number), error)),
        }
    }
    let (layout, decisions) = if job.args.explain {
        let (layout, decisions) = survey.explain().within(&name)?;
        (layout, decisions)
    } else {
        (survey.finish().within(&name)?, Vec::new())
    };
    if !layout.saves() && reads == json::Layout::Array && job.args.time.is_none() && input.size <= FITS {
        return whole(input, job);
    }
    tell(&decisions)?;

    let output = job.open()?;
    let target = output.name.clone();
    // What can't be written is the input's fault, unless writing itself fails.
    let blame = |number: u64, place: Option<Position>, error: Error| {
        if error.is_io() {
            return Failure::Data { file: target.clone(), error };
        }
        let error = of_input(error);
        in_item(&name, number, if let Some(place) = place { error.at(place) } else { error })
    };
    let mut writer = Writer::from_writer(output);
    writer.header(layout.header()).map_err(|error| blame(0, None, error))?;
    let mut reader = open(input).within(&name)?;
    let mut count = 0u64;
    loop {
        let written = match reader.read() {
            Ok(None) => break,
            Ok(Some(item)) => layout.write(&item, &mut writer),
            Err(error) => return Err(in_item(&name, count, error)),
        };
        count = count.saturating_add(1);
        written.map_err(|error| blame(count, Some(reader.position()), error))?;
    }
    let output = writer.finish(&closing(job.args)).map_err(|error| blame(0, None, error))?;
    Ok((count, output))
}

/// The error is about an item, or about the file at large.
fn in_item(input: &str, number: u64, error: Error) -> Failure {
    let file = if number > 0 && !error.is_io() { format!("{input}: record {number}") } else { input.to_owned() };
    Failure::Data { file, error }
}

/// Prints what was decided, place by place, to standard error.
fn tell(decisions: &[json::Decision]) -> Outcome<()> {
    let mut out = io::stderr().lock();
    decisions.iter().try_for_each(|decision| writeln!(out, "{}", visible(&decision.to_string()))).within("stderr")
}
