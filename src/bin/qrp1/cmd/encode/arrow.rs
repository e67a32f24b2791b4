//! Arrow IPC to QRP1: two passes over the batches, in memory that does not grow with them.

use arrow_array::RecordBatchWriter;
use qrp1::Error;
use qrp1::arrow::WriterBuilder;

use super::{Job, of_input};
use crate::args::Encode;
use crate::input::Input;
use crate::ipc::{fault, open};
use crate::output::Output;
use crate::{Failure, In, Outcome};

/// Refuses an option that would do nothing.
pub(super) fn check(args: &Encode) -> Outcome<()> {
    let others = [
        ("--columns", !args.columns.is_empty()),
        ("--comment", args.comment.is_some()),
        ("--flat", args.flat),
        ("--explain", args.explain),
        ("--any-key-order", args.any_key_order),
    ];
    let other = others.into_iter().find_map(|(name, is_given)| is_given.then_some(name));
    match args.dialect.given().or(other) {
        Some(name) => Err(Failure::Usage(format!("`{name}` is for other formats, and this is Arrow"))),
        None => Ok(()),
    }
}

/// Encodes a stream or file; gives the rows and the output.
pub(super) fn encode(input: &mut Input, job: &Job<'_>) -> Outcome<(u64, Output)> {
    let mut builder = WriterBuilder::new().with_options(job.options).with_crc(job.args.crc);
    for (key, value) in &job.metadata {
        builder = builder.with_metadata(*key, *value);
    }
    if let Some(time) = &job.args.time {
        builder = builder.with_time(time);
    }
    let name = input.name.clone();
    let first = open(input, &job.progress).map_err(fault).within(&name)?;
    let schema = first.schema();
    let output = job.open()?;
    let target = output.name.clone();
    let blame = |error: Error| {
        let file = if error.is_io() { target.clone() } else { name.clone() };
        Failure::Data { file, error: of_input(error) }
    };
    let mut writer = builder.build_surveyed(output, &schema, first).map_err(of_input).within(&name)?;
    for batch in open(input, &job.progress).map_err(fault).within(&name)? {
        let batch = batch.map_err(fault).within(&name)?;
        writer.write(&batch).map_err(fault).map_err(blame)?;
    }
    let rows = writer.rows();
    let output = writer.finish().map_err(blame)?;
    Ok((rows, output))
}
