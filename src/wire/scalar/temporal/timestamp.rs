//! Time stamps: a date and a time, in UTC, at an offset, or local. Spec: TIME-3

use alloc::format;
use alloc::vec::Vec;

use super::DAY;
use super::date::{self, two};
use super::time::{self, Time};
use crate::error::Result;
use crate::schema::{DateForm, TimeUnit, Zone};
use crate::wire::scalar::fault::{Fault, Read, explain};

/// Units since 1970-01-01T00:00:00, in UTC where there is a zone; class `range` where these are no signed 64-bit
/// number and for a date or time that does not exist.
pub(crate) fn parse_timestamp(text: &str, unit: TimeUnit, zone: Option<&Zone>, form: DateForm) -> Result<i64> {
    let offset = zone.and_then(zone_offset_seconds).unwrap_or(0);
    explain(units(text.as_bytes(), unit, offset, form), text, || {
        let letters = match form {
            DateForm::Extended => "YYYY-MM-DDTHH:MM:SS",
            DateForm::Basic => "YYYYMMDDTHHMMSS",
        };
        format!("a time stamp as `{letters}` with {} fraction digits", unit.digits())
    })
}

fn units(text: &[u8], unit: TimeUnit, offset: i32, form: DateForm) -> Read<i64> {
    let (days, time) = read(text, form, Some(unit.digits()))?;
    let seconds = seconds(days, time, offset).wrapping_mul(i128::from(unit.per_second()));
    i64::try_from(seconds.wrapping_add(i128::from(time.fraction))).map_err(|_| Fault::Range)
}

/// Seconds since 1970 in UTC of a local date and time at an offset. Years are bounded, so that even nanoseconds are
/// below 2^100 and nothing wraps.
pub(super) fn seconds(days: i64, time: Time, offset: i32) -> i128 {
    let of_day = time.seconds.wrapping_sub(i64::from(offset));
    i128::from(days).wrapping_mul(i128::from(DAY)).wrapping_add(i128::from(of_day))
}

/// A date and a time (with that many fraction digits, if any number is given) with a `T` between them.
pub(super) fn read(text: &[u8], form: DateForm, fraction_digits: Option<u8>) -> Read<(i64, Time)> {
    let at = text.iter().position(|&byte| byte == b'T').ok_or(Fault::Type)?;
    match text.split_at_checked(at) {
        Some((date, [_, time @ ..])) => {
            // Letters are judged before values.
            let time = time::read(time, form, fraction_digits);
            match date::read(date, form) {
                Err(Fault::Range) if time == Err(Fault::Type) => Err(Fault::Type),
                days => Ok((days?, time?)),
            }
        }
        _ => Err(Fault::Type),
    }
}

/// The offset of a zone `+HH:MM` or `-HH:MM`; none for a label, which means UTC.
pub(crate) fn zone_offset_seconds(zone: &Zone) -> Option<i32> {
    let (negative, minutes) = offset(zone.as_str().as_bytes())?;
    let seconds = i32::from(minutes).wrapping_mul(60);
    Some(if negative { seconds.wrapping_neg() } else { seconds })
}

/// Whether a zone is an offset and no label.
pub(crate) fn is_offset(zone: &str) -> bool {
    offset(zone.as_bytes()).is_some()
}

/// The sign and the minutes of an offset.
pub(super) fn offset(text: &[u8]) -> Option<(bool, u16)> {
    let [sign @ (b'+' | b'-'), h1, h2, b':', m1, m2] = text else { return None };
    let (hours, minutes) = (two([*h1, *h2]).ok()?, two([*m1, *m2]).ok()?);
    let minutes = (hours < 24 && minutes < 60).then(|| hours.wrapping_mul(60).wrapping_add(minutes))?;
    Some((*sign == b'-', u16::try_from(minutes).ok()?))
}

/// Appends the time stamp of a count of units since 1970-01-01T00:00:00. Every count has one.
pub(crate) fn print_timestamp(units: i64, unit: TimeUnit, zone: Option<&Zone>, form: DateForm, out: &mut Vec<u8>) {
    let (seconds, fraction) = time::split(units, unit);
    let offset = zone.and_then(zone_offset_seconds).unwrap_or(0);
    write(seconds, offset, fraction, unit.digits(), form, out);
}

/// Appends the local date and time at an offset of less than a day.
pub(super) fn write(seconds: i64, offset: i32, fraction: i64, digits: u8, form: DateForm, out: &mut Vec<u8>) {
    // The offset is added to the time of day, where it cannot overflow.
    let local = seconds.rem_euclid(DAY).wrapping_add(i64::from(offset));
    let days = seconds.div_euclid(DAY).wrapping_add(local.div_euclid(DAY));
    date::write(days, form, out);
    out.push(b'T');
    time::write(Time { seconds: local.rem_euclid(DAY), fraction, digits }, form, out);
}
