//! The verbs, one file each.

pub(crate) mod check;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod primer;
#[cfg(feature = "tokens")]
pub(crate) mod stats;
#[cfg(feature = "tokens")]
pub(crate) mod tables;
