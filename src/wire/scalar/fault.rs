//! What is wrong with letters, before somebody says it in words.

use alloc::borrow::Cow;

use crate::error::{Error, Result};

/// Which of the two errors a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No spelling of the type.
    Type,
    /// A spelling of a value outside the type.
    Range,
}

impl Fault {
    /// The error, with what would have been right and what stands there.
    #[cold]
    pub(crate) fn error(self, expected: impl Into<Cow<'static, str>>, found: &str) -> Error {
        match self {
            Self::Type => Error::type_mismatch(expected, found),
            Self::Range => Error::range(expected, found),
        }
    }
}

/// The result of reading letters where the caller knows better what was expected.
pub(crate) type Read<T> = core::result::Result<T, Fault>;

/// `condition`, or `fault`.
pub(crate) fn ensure(condition: bool, fault: Fault) -> Read<()> {
    if condition { Ok(()) } else { Err(fault) }
}

/// Adds the words. `expected` is called for an error only.
pub(crate) fn explain<T, W: Into<Cow<'static, str>>>(
    read: Read<T>,
    found: &str,
    expected: impl FnOnce() -> W,
) -> Result<T> {
    read.map_err(|fault| fault.error(expected(), found))
}
