//! `qrp1 decode`: one pass, line by line.

use std::fs::File;
use std::io::{self, Read, Write};
use std::rc::Rc;

use qrp1::{Error, Event, Header, Reader, Shape, json};

use crate::args::{Decode, Format, only_csv};
use crate::csv;
use crate::input::{Counted, input_name, is_dash};
#[cfg(feature = "arrow")]
use crate::ipc::{Batches, fault};
use crate::output::Output;
use crate::progress::Progress;
use crate::{Failure, In, Outcome};

/// Takes the events of a document with one value.
enum Sink {
    Csv(csv::Rows<Output>),
    Json(json::Writer<Output>),
}

impl Sink {
    fn open(format: Format, args: &Decode, output: Output) -> Self {
        let layout = match format {
            Format::Csv => {
                let (time, safe) = (args.time.clone(), args.csv_safe);
                return Self::Csv(csv::Rows::new(output, args.delimiter(), &args.dialect, time, safe));
            }
            Format::Jsonl => json::Layout::Lines,
            _ => json::Layout::Array,
        };
        let mut builder = json::WriterBuilder::new();
        builder.layout(layout);
        if let Some(name) = &args.time {
            builder.time(name);
        }
        Self::Json(builder.from_writer(output))
    }

    fn event(&mut self, event: &Event<'_>) -> qrp1::Result<()> {
        match self {
            Self::Csv(rows) => rows.event(event),
            Self::Json(writer) => writer.event(event),
        }
    }

    fn finish(self) -> qrp1::Result<Output> {
        match self {
            Self::Csv(rows) => rows.finish(),
            Self::Json(writer) => writer.finish(),
        }
    }
}

pub(crate) fn run(args: &Decode) -> Outcome<()> {
    let name = input_name(&args.file);
    let format = args.to.or_else(|| Format::of(args.output.as_deref()?)).unwrap_or(Format::Json);
    if format == Format::Parquet {
        return Err(Failure::Usage("Parquet is read and not written; `--to arrow` is".to_owned()));
    }
    #[cfg(not(feature = "arrow"))]
    if format == Format::Arrow {
        return Err(crate::feature::lacks("Arrow IPC", "arrow"));
    }
    if format == Format::Csv {
        args.dialect.check(args.delimiter(), None)?;
    } else {
        only_csv(args.dialect.given().or(args.csv_safe.then_some("--csv-safe")))?;
    }
    if is_dash(&args.file) {
        return decode(io::stdin().lock(), None, &name, format, args);
    }
    let file = File::open(&args.file).within(&name)?;
    let size = file.metadata().ok().map(|metadata| metadata.len()).filter(|size| *size > 0);
    decode(file, size, &name, format, args)
}

fn decode(bytes: impl Read, size: Option<u64>, name: &str, format: Format, args: &Decode) -> Outcome<()> {
    let progress = Rc::new(Progress::new(size));
    let bytes = Counted { bytes, progress: Rc::clone(&progress) };
    #[cfg(feature = "arrow")]
    if format == Format::Arrow {
        return to_arrow(bytes, name, args);
    }
    let mut reader = Reader::from_reader(bytes);
    let output = Output::open(args.output.as_deref())?;
    let target = output.name.clone();
    let mut sink = Sink::open(format, args, output);
    let mut has_value = false;
    loop {
        let place = reader.position();
        let Some(event) = reader.next_event().within(name)? else { break };
        if let (Event::Header(header), Format::Csv) = (&event, format) {
            check_block(header, &mut has_value).map_err(|error| error.at(place)).within(name)?;
        }
        match sink.event(&event) {
            // The document can be read; what it becomes can't be written.
            Err(error) if error.is_io() => return Err(error).within(&target),
            written => written.map_err(|error| error.at(place)).within(name)?,
        }
    }
    let mut output = sink.finish().map_err(|error| {
        let file = if error.is_io() { target.clone() } else { name.to_owned() };
        Failure::Data { file, error }
    })?;
    if format == Format::Json {
        output.write_all(b"\n").within(&target)?;
    }
    output.commit().map(|_| ())
}

/// The rows of the one table or series as Arrow IPC.
#[cfg(feature = "arrow")]
fn to_arrow(bytes: impl Read, name: &str, args: &Decode) -> Outcome<()> {
    /// Rows of a batch.
    const BATCH: usize = 8_192;
    let mut builder = qrp1::arrow::ReaderBuilder::new().with_batch_size(BATCH);
    if let Some(time) = &args.time {
        builder = builder.with_time(time);
    }
    let reader = builder.build(bytes).within(name)?;
    let schema = arrow_array::RecordBatchReader::schema(&reader);
    let output = Output::open(args.output.as_deref())?;
    let target = output.name.clone();
    let mut batches = Batches::create(args.output.as_deref(), output, &schema).map_err(fault).within(&target)?;
    for batch in reader {
        batches.write(&batch.map_err(fault).within(name)?).map_err(fault).within(&target)?;
    }
    batches.finish().map_err(fault).within(&target)?.commit().map(|_| ())
}

/// Refuses a value that has more parts than rows.
fn check_block(header: &Header, has_value: &mut bool) -> qrp1::Result<()> {
    let is_value = header.shape() != Shape::Receipt;
    if is_value && (*has_value || header.at().is_some()) {
        return Err(Error::syntax("a document of one block", "one of several")
            .hint("CSV holds one table; JSON can hold the whole value: `--to json`"));
    }
    *has_value = *has_value || is_value;
    Ok(())
}
