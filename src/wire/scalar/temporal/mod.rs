//! Dates, times, time stamps, durations and intervals. Spec: TIME-4
//!
//! Durations are plain integers: `int` reads and writes them.

mod calendar;
pub(crate) mod date;
pub(crate) mod instant;
pub(crate) mod interval;
#[cfg(test)]
mod tests;
pub(crate) mod time;
pub(crate) mod timestamp;

pub use instant::Instant;

pub(crate) use date::{parse_date, print_date};
pub(crate) use interval::{parse_interval, print_interval};
pub(crate) use time::{parse_time, print_time};
pub(crate) use timestamp::{is_offset, parse_timestamp, print_timestamp};

/// Seconds of a day.
const DAY: i64 = 86_400;
/// Nanoseconds of a second.
const NANOSECONDS: i64 = 1_000_000_000;
