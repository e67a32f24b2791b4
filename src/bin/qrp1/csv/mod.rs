//! CSV, both directions. Reading is the `csv` crate's, behind a stricter watch; writing must tell an empty text from null, which that can't.

mod read;
mod watch;
mod write;

pub(crate) use read::Records;
pub(crate) use write::Rows;

#[cfg(test)]
mod tests;
