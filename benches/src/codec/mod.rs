//! What is measured: pairs of a writer and a reader, one file for each kind of source.

pub mod batches;
pub mod csv;
pub mod floors;
pub mod json;
pub mod structs;

use anyhow::Result;

/// Whose work it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A door or layer of `qrp1`.
    Own,
    /// Another codec, for the same value.
    Peer,
    /// A part of the work alone, which no codec can do without.
    Floor,
}

/// A writer and its reader, from and to items of a kind: structs, batches, or JSON texts.
#[derive(Debug)]
pub struct Codec<I> {
    pub name: &'static str,
    pub kind: Kind,
    pub write: fn(&[I]) -> Result<Vec<u8>>,
    pub read: fn(&str) -> Result<Vec<I>>,
    /// Whether what was read is what was written.
    pub same: fn(&[I], &[I]) -> bool,
    /// Whether the reader is that of another codec, which is measured there.
    pub is_writer_only: bool,
}

impl<I: PartialEq> Codec<I> {
    /// One of `qrp1`.
    pub fn own(name: &'static str, write: fn(&[I]) -> Result<Vec<u8>>, read: fn(&str) -> Result<Vec<I>>) -> Self {
        Self { name, kind: Kind::Own, write, read, same: <[I]>::eq, is_writer_only: false }
    }

    /// The same, without a line of its own for reading.
    #[must_use]
    pub fn writer_only(self) -> Self {
        Self { is_writer_only: true, ..self }
    }

    /// One of others.
    pub fn peer(name: &'static str, write: fn(&[I]) -> Result<Vec<u8>>, read: fn(&str) -> Result<Vec<I>>) -> Self {
        Self { name, kind: Kind::Peer, write, read, same: <[I]>::eq, is_writer_only: false }
    }
}
