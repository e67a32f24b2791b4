//! Times of day. Spec: TIME-2

use alloc::format;
use alloc::vec::Vec;

use super::DAY;
use super::date::{digits, two};
use crate::error::{Error, Result};
use crate::schema::{DateForm, TimeUnit};
use crate::wire::scalar::fault::{Fault, Read, ensure, explain};
use crate::wire::scalar::int::digit;

/// Units since midnight; class `range` for a time that no day has.
pub(crate) fn parse_time(text: &str, unit: TimeUnit) -> Result<i64> {
    // At most a day of nanoseconds.
    let units = |time: Time| time.seconds.wrapping_mul(unit.per_second()).wrapping_add(time.fraction);
    explain(read(text.as_bytes(), DateForm::Extended, Some(unit.digits())).map(units), text, || {
        format!("a time as `HH:MM:SS` with {} fraction digits", unit.digits())
    })
}

/// A time of day as its letters have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    /// Seconds since midnight.
    pub(super) seconds: i64,
    /// The fraction digits as a number.
    pub(super) fraction: i64,
    /// How many fraction digits there are, up to 9.
    pub(super) digits: u8,
}

/// A time with that many fraction digits, or any number of them up to 9. Letters are judged before values.
pub(super) fn read(text: &[u8], form: DateForm, fraction_digits: Option<u8>) -> Read<Time> {
    let (hour, minute, second, fraction) = match (form, text) {
        (DateForm::Extended, [h1, h2, b':', m1, m2, b':', s1, s2, rest @ ..])
        | (DateForm::Basic, [h1, h2, m1, m2, s1, s2, rest @ ..]) => {
            (two([*h1, *h2])?, two([*m1, *m2])?, two([*s1, *s2])?, rest)
        }
        _ => return Err(Fault::Type),
    };
    let (fraction, digits) = match fraction {
        [] => (0, 0),
        [b'.', letters @ ..] if (1..=9).contains(&letters.len()) => {
            let fraction = letters
                .iter()
                .try_fold(0_i64, |value, byte| Ok(value.wrapping_mul(10).wrapping_add(i64::from(digit(*byte)?))))?;
            (fraction, u8::try_from(letters.len()).unwrap_or(0))
        }
        _ => return Err(Fault::Type),
    };
    ensure(fraction_digits.is_none_or(|expected| expected == digits), Fault::Type)?;
    ensure(hour < 24 && minute < 60 && second < 60, Fault::Range)?;
    let seconds = hour.wrapping_mul(3_600).wrapping_add(minute.wrapping_mul(60)).wrapping_add(second);
    Ok(Time { seconds, fraction, digits })
}

/// Appends the time; class `range` if it is not from 0 to a day.
pub(crate) fn print_time(units: i64, unit: TimeUnit, out: &mut Vec<u8>) -> Result<()> {
    let (seconds, fraction) = split(units, unit);
    if !(0..DAY).contains(&seconds) {
        let mut digits = itoa::Buffer::new();
        return Err(Error::range("a time from midnight to midnight", digits.format(units)));
    }
    write(Time { seconds, fraction, digits: unit.digits() }, DateForm::Extended, out);
    Ok(())
}

/// Whole seconds, rounded down, and the rest.
pub(super) fn split(units: i64, unit: TimeUnit) -> (i64, i64) {
    // Division by constants is several times as fast as by a variable.
    match unit {
        TimeUnit::Second => (units, 0),
        TimeUnit::Millisecond => (units.div_euclid(1_000), units.rem_euclid(1_000)),
        TimeUnit::Microsecond => (units.div_euclid(1_000_000), units.rem_euclid(1_000_000)),
        TimeUnit::Nanosecond => (units.div_euclid(1_000_000_000), units.rem_euclid(1_000_000_000)),
    }
}

/// Appends a time.
pub(super) fn write(time: Time, form: DateForm, out: &mut Vec<u8>) {
    let ([h1, h2], [m1, m2]) = (digits(time.seconds / 3_600), digits(time.seconds / 60 % 60));
    let [s1, s2] = digits(time.seconds % 60);
    match form {
        DateForm::Extended => out.extend_from_slice(&[h1, h2, b':', m1, m2, b':', s1, s2]),
        DateForm::Basic => out.extend_from_slice(&[h1, h2, m1, m2, s1, s2]),
    }
    if time.digits > 0 {
        let mut letters = [b'.'; 10];
        let mut rest = time.fraction;
        for letter in letters.iter_mut().rev().take(usize::from(time.digits)) {
            let [_, ones] = digits(rest % 10);
            *letter = ones;
            rest /= 10;
        }
        // The point is the one that was left before the digits.
        let skip = 9_usize.saturating_sub(usize::from(time.digits));
        out.extend_from_slice(letters.get(skip..).unwrap_or_default());
    }
}
