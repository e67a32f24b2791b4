//! Batches from one major version of Arrow to another through the C stream interface: pointers move, and no value does.

use std::error::Error;

use arrow_array::RecordBatchReader;
use arrow_array_60::RecordBatchReader as RecordBatchReader60;

/// The engine's batches as batches of qrp1's Arrow, each when it is asked for.
///
/// # Errors
/// A type that the interface does not hold.
pub fn into_60(batches: Box<dyn RecordBatchReader + Send>) -> Result<impl RecordBatchReader60 + Send, Box<dyn Error>> {
    let mut stream = arrow_array::ffi_stream::FFI_ArrowArrayStream::new(batches);
    // SAFETY: both types are the C ABI's `ArrowArrayStream`, and what stays behind is marked as released.
    Ok(unsafe { arrow_array_60::ffi_stream::RecordBatchStreamReader::from_raw((&raw mut stream).cast()) }?)
}

/// Batches of qrp1's Arrow as the engine's, each when it is asked for.
///
/// # Errors
/// As [`into_60`].
pub fn from_60(batches: Box<dyn RecordBatchReader60 + Send>) -> Result<impl RecordBatchReader + Send, Box<dyn Error>> {
    let mut stream = arrow_array_60::ffi_stream::FFI_ArrowArrayStream::new(batches);
    // SAFETY: as in `into_60`.
    Ok(unsafe { arrow_array::ffi_stream::ArrowArrayStreamReader::from_raw((&raw mut stream).cast()) }?)
}
