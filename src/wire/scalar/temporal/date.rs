//! Dates. Spec: TIME-1

use alloc::vec::Vec;

use super::DAY;
use super::calendar::{Civil, YEARS, civil, days};
use crate::error::{Error, Result};
use crate::schema::DateForm;
use crate::wire::scalar::fault::{Fault, Read, ensure, explain};
use crate::wire::scalar::int::digit;

/// Days since 1970-01-01; class `range` for a date that does not exist or is too far away.
pub(crate) fn parse_date(text: &str, form: DateForm) -> Result<i64> {
    let days = read(text.as_bytes(), form).and_then(|days| ensure(in_range(days), Fault::Range).map(|()| days));
    explain(days, text, || expected(form))
}

const fn expected(form: DateForm) -> &'static str {
    match form {
        DateForm::Extended => "a date as `YYYY-MM-DD`",
        DateForm::Basic => "a date as `YYYYMMDD`",
    }
}

/// Whether the distance from 1970 in seconds is a signed 64-bit number.
fn in_range(days: i64) -> bool {
    days.checked_mul(DAY).is_some()
}

/// Days since 1970-01-01, however far away.
pub(super) fn read(text: &[u8], form: DateForm) -> Read<i64> {
    let (sign, unsigned) = match text {
        [sign @ (b'+' | b'-'), rest @ ..] => (Some(*sign), rest),
        all => (None, all),
    };
    let (year, month, day) = match form {
        DateForm::Extended => match unsigned.split_last_chunk() {
            Some((year, [b'-', m1, m2, b'-', d1, d2])) => (year, [*m1, *m2], [*d1, *d2]),
            _ => return Err(Fault::Type),
        },
        DateForm::Basic => match unsigned.split_last_chunk() {
            Some((year, [m1, m2, d1, d2])) => (year, [*m1, *m2], [*d1, *d2]),
            _ => return Err(Fault::Type),
        },
    };
    let (month, day) = (two(month)?, two(day)?);
    let year = match (sign, year) {
        // A sign is for years outside 0000 to 9999, and five digits do not begin with 0.
        (None, [_, _, _, _]) | (Some(b'+'), [b'1'..=b'9', _, _, _, _, ..]) => number(year)?,
        (Some(b'-'), [_, _, _, _] | [b'1'..=b'9', _, _, _, _, ..]) => match number(year)? {
            0 => return Err(Fault::Type),
            year => year.wrapping_neg(),
        },
        _ => return Err(Fault::Type),
    };
    days(Civil { year, month, day }).ok_or(Fault::Range)
}

/// The number that two digits are.
pub(super) fn two([tens, ones]: [u8; 2]) -> Read<i64> {
    Ok(i64::from(digit(tens)?.wrapping_mul(10).wrapping_add(digit(ones)?)))
}

/// The number that digits are, `YEARS` at most.
fn number(digits: &[u8]) -> Read<i64> {
    digits.iter().try_fold(0_i64, |value, byte| {
        let digit = i64::from(digit(*byte)?);
        Ok(value.wrapping_mul(10).wrapping_add(digit).min(YEARS))
    })
}

/// Appends the date of a day since 1970-01-01; class `range` if it is too far away.
pub(crate) fn print_date(days: i64, form: DateForm, out: &mut Vec<u8>) -> Result<()> {
    if !in_range(days) {
        let mut digits = itoa::Buffer::new();
        return Err(Error::range("days whose seconds fit in 64 bits", digits.format(days)));
    }
    write(days, form, out);
    Ok(())
}

/// Appends a date, however far away.
pub(super) fn write(days: i64, form: DateForm, out: &mut Vec<u8>) {
    let Civil { year, month, day } = civil(days);
    match year {
        0..=9_999 => {}
        10_000.. => out.push(b'+'),
        _ => out.push(b'-'),
    }
    let year = year.unsigned_abs();
    match i64::try_from(year) {
        Ok(year @ ..=9_999) => {
            let ([y1, y2], [y3, y4]) = (digits(year / 100), digits(year % 100));
            out.extend_from_slice(&[y1, y2, y3, y4]);
        }
        _ => out.extend_from_slice(itoa::Buffer::new().format(year).as_bytes()),
    }
    let ([m1, m2], [d1, d2]) = (digits(month), digits(day));
    match form {
        DateForm::Extended => out.extend_from_slice(&[b'-', m1, m2, b'-', d1, d2]),
        DateForm::Basic => out.extend_from_slice(&[m1, m2, d1, d2]),
    }
}

/// The two digits of a number below 100.
pub(super) fn digits(number: i64) -> [u8; 2] {
    let [number, ..] = number.to_le_bytes();
    [b'0'.wrapping_add(number / 10), b'0'.wrapping_add(number % 10)]
}
