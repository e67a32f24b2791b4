//! Compares the doors of `qrp1` with other codecs: the same data, in the same run, each result checked once.
//!
//! [`data`] makes rows, [`codec`] has what is measured, [`measure`] runs it in rounds, [`report`] prints the tables.
//! What texts cost in tokens is counted apart from that, by [`tokens`].

pub mod candidate;
pub mod codec;
pub mod data;
pub mod machine;
pub mod measure;
pub mod memory;
pub mod report;
pub mod tokens;
