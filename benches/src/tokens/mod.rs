//! What JSON of others costs in tokens: minified, as CSV, as TOON, and as QRP1.
//!
//! [`sources`] says where the files come from, [`count`] counts them, [`toon`] has TOON made, [`results`] keeps the counts,
//! [`published`] holds them to a table of others, [`page`] prints them.

pub mod count;
pub mod flat;
pub mod page;
/// The command's own percents.
#[path = "../../../src/bin/qrp1/percent.rs"]
mod percent;
pub mod published;
pub mod results;
pub mod same;
pub mod sources;
pub mod sums;
pub mod toon;
