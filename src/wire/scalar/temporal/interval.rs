//! Intervals of calendar and clock units. Spec: TIME-5

use alloc::format;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::schema::IntervalUnit;
use crate::value::Interval;
use crate::wire::scalar::fault::{Fault, Read, explain};
use crate::wire::scalar::int::{print_signed, signed};

/// What follows a part.
const MONTHS: &str = "mo";
const DAYS: &str = "d";
const MILLISECONDS: &str = "ms";
const NANOSECONDS: &str = "ns";

/// The interval; class `range` for a part that does not fit.
pub(crate) fn parse_interval(text: &str, unit: IntervalUnit) -> Result<Interval> {
    explain(read(text, unit), text, || expected(unit))
}

const fn expected(unit: IntervalUnit) -> &'static str {
    match unit {
        IntervalUnit::YearMonth => "interval(ym), a 32-bit count of months",
        IntervalUnit::DayTime => "interval(dt) as `1d2ms`, parts of 32 bits",
        IntervalUnit::MonthDayNano => "interval(mdn) as `1mo2d3ns`, months and days of 32 bits",
    }
}

fn read(text: &str, unit: IntervalUnit) -> Read<Interval> {
    let (months, days, time) = match unit {
        IntervalUnit::YearMonth => (text, "0", "0"),
        IntervalUnit::DayTime => {
            let (days, rest) = text.split_once(DAYS).ok_or(Fault::Type)?;
            ("0", days, rest.strip_suffix(MILLISECONDS).ok_or(Fault::Type)?)
        }
        IntervalUnit::MonthDayNano => {
            let (months, rest) = text.split_once(MONTHS).ok_or(Fault::Type)?;
            let (days, rest) = rest.split_once(DAYS).ok_or(Fault::Type)?;
            (months, days, rest.strip_suffix(NANOSECONDS).ok_or(Fault::Type)?)
        }
    };
    let parts = [narrow(months), narrow(days), if unit == IntervalUnit::DayTime { narrow(time) } else { wide(time) }];
    // Letters are judged before values.
    if parts.contains(&Err(Fault::Type)) {
        return Err(Fault::Type);
    }
    let [months, days, time] = parts;
    let small = |part: Read<i64>| i32::try_from(part?).map_err(|_| Fault::Range);
    Ok(Interval { months: small(months)?, days: small(days)?, time: time? })
}

fn narrow(text: &str) -> Read<i64> {
    signed(text, i64::from(i32::MIN), i64::from(i32::MAX))
}

fn wide(text: &str) -> Read<i64> {
    signed(text, i64::MIN, i64::MAX)
}

/// Appends the interval; class `range` if the unit has no place for a part of it.
pub(crate) fn print_interval(value: Interval, unit: IntervalUnit, out: &mut Vec<u8>) -> Result<()> {
    let Interval { months, days, time } = value;
    let fits = match unit {
        IntervalUnit::YearMonth => days == 0 && time == 0,
        IntervalUnit::DayTime => months == 0 && i32::try_from(time).is_ok(),
        IntervalUnit::MonthDayNano => true,
    };
    if !fits {
        return Err(Error::range(expected(unit), &format!("{months} months, {days} days, {time}")));
    }
    let mut put = |part: i64, letters: &str| {
        print_signed(part, out);
        out.extend_from_slice(letters.as_bytes());
    };
    match unit {
        IntervalUnit::YearMonth => put(i64::from(months), ""),
        IntervalUnit::DayTime => {
            put(i64::from(days), DAYS);
            put(time, MILLISECONDS);
        }
        IntervalUnit::MonthDayNano => {
            put(i64::from(months), MONTHS);
            put(i64::from(days), DAYS);
            put(time, NANOSECONDS);
        }
    }
    Ok(())
}
