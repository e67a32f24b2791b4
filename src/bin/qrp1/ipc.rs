//! Arrow IPC, as a stream or as a file: which of both it is, and its batches. Parquet files give batches too.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::rc::Rc;

use arrow_array::{RecordBatch, RecordBatchReader, RecordBatchWriter};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_schema::{ArrowError, Schema};
use qrp1::Error;

use crate::args::extension;
use crate::input::{Input, magic};
use crate::progress::Progress;

/// The batches of an input, from its start.
pub(crate) fn open(input: &mut Input, progress: &Rc<Progress>) -> Result<Box<dyn RecordBatchReader>, ArrowError> {
    if input.starts_with(magic::FILE)? {
        // A file has its index at the end.
        let reader = FileReader::try_new(io::BufReader::new(input.file()?), None)?;
        return Ok(Box::new(reader));
    }
    #[cfg(feature = "parquet")]
    if input.starts_with(magic::PARQUET)? {
        use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder as Builder;
        return Ok(Box::new(Builder::try_new(input.file()?)?.build()?));
    }
    let pass = input.pass(progress)?;
    Ok(Box::new(StreamReader::try_new(io::BufReader::new(pass), None)?))
}

/// An error of Arrow's as one of ours.
pub(crate) fn fault(error: ArrowError) -> Error {
    match error {
        ArrowError::IoError(_, error) => error.into(),
        ArrowError::ExternalError(error) => match error.downcast::<Error>() {
            Ok(error) => *error,
            Err(error) => Error::syntax("Arrow IPC", &error.to_string()),
        },
        other => Error::syntax("Arrow IPC", &other.to_string()),
    }
}

/// Writes batches: a file under a name that says so, else a stream.
pub(crate) enum Batches<W: Write> {
    File(FileWriter<W>),
    Stream(StreamWriter<W>),
}

impl<W: Write> Batches<W> {
    pub(crate) fn create(path: Option<&OsStr>, output: W, schema: &Schema) -> Result<Self, ArrowError> {
        match path.and_then(extension).as_deref() {
            Some("arrow" | "feather" | "ipc") => FileWriter::try_new(output, schema).map(Self::File),
            _ => StreamWriter::try_new(output, schema).map(Self::Stream),
        }
    }

    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        match self {
            Self::File(writer) => RecordBatchWriter::write(writer, batch),
            Self::Stream(writer) => RecordBatchWriter::write(writer, batch),
        }
    }

    pub(crate) fn finish(self) -> Result<W, ArrowError> {
        match self {
            Self::File(writer) => writer.into_inner(),
            Self::Stream(writer) => writer.into_inner(),
        }
    }
}
