//! Batches from one major version of Arrow to another as an IPC stream: bytes that every version writes and reads.

use std::error::Error;

use arrow_array::RecordBatch;
use arrow_array_60::RecordBatch as RecordBatch60;

/// The engine's batches as batches of qrp1's Arrow.
///
/// # Errors
/// No batch, or a type that IPC does not hold.
pub fn into_60(batches: &[RecordBatch]) -> Result<Vec<RecordBatch60>, Box<dyn Error>> {
    let first = batches.first().ok_or("no batch, and so no schema")?;
    let mut stream = arrow_ipc::writer::StreamWriter::try_new(Vec::new(), &first.schema())?;
    for batch in batches {
        stream.write(batch)?;
    }
    let bytes = stream.into_inner()?;
    let reader = arrow_ipc_60::reader::StreamReader::try_new(bytes.as_slice(), None)?;
    Ok(reader.collect::<Result<_, _>>()?)
}

/// Batches of qrp1's Arrow as the engine's.
///
/// # Errors
/// As [`into_60`].
pub fn from_60(batches: &[RecordBatch60]) -> Result<Vec<RecordBatch>, Box<dyn Error>> {
    let first = batches.first().ok_or("no batch, and so no schema")?;
    let mut stream = arrow_ipc_60::writer::StreamWriter::try_new(Vec::new(), &first.schema())?;
    for batch in batches {
        stream.write(batch)?;
    }
    let bytes = stream.into_inner()?;
    let reader = arrow_ipc::reader::StreamReader::try_new(bytes.as_slice(), None)?;
    Ok(reader.collect::<Result<_, _>>()?)
}
