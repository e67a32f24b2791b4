//! Instants of a series: offsets from its start, and the form they had before. Spec: SER-1 to SER-4
//!
//! An instant is a count of nanoseconds since 1970 in UTC.

#[cfg(test)]
mod tests;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::scalar::int;
use super::scalar::temporal::instant::{Instant, split};
use super::scalar::temporal::{parse_date, print_date};
use crate::error::{Error, Result};
use crate::schema::{DateForm, OffsetUnit};

/// The word of a unit.
pub(crate) const fn word(unit: OffsetUnit) -> &'static str {
    match unit {
        OffsetUnit::Nanosecond => "ns",
        OffsetUnit::Microsecond => "us",
        OffsetUnit::Millisecond => "ms",
        OffsetUnit::Second => "s",
        OffsetUnit::Minute => "min",
        OffsetUnit::Hour => "h",
        OffsetUnit::Day => "d",
    }
}

/// The instant of a row; class `range` beyond 64 bits of seconds.
pub(crate) fn instant(t0: &Instant, offset: i64, unit: OffsetUnit) -> Result<i128> {
    // At most 2^63 days and 2^63 seconds: below 2^111 in nanoseconds.
    let distance = i128::from(offset).wrapping_mul(i128::from(unit.nanoseconds()));
    let nanoseconds = t0.nanoseconds().wrapping_add(distance);
    if SECONDS.contains(&nanoseconds) { Ok(nanoseconds) } else { Err(too_far(nanoseconds)) }
}

/// Nanoseconds whose seconds, rounded down, are a signed 64-bit number.
const SECONDS: core::ops::Range<i128> = -(1 << 63) * SECOND..(1 << 63) * SECOND;

const SECOND: i128 = 1_000_000_000;
const MILLISECOND: i128 = 1_000_000;

#[cold]
fn too_far(nanoseconds: i128) -> Error {
    Error::range("an instant within 64 bits of seconds", &since_1970(nanoseconds))
}

fn since_1970(nanoseconds: i128) -> String {
    format!("{nanoseconds} ns since 1970")
}

/// The offset of an instant; class `range` if it is no whole number of units, or not one of 64 bits.
pub(crate) fn offset(t0: &Instant, nanoseconds: i128, unit: OffsetUnit) -> Result<i64> {
    let distance = nanoseconds.checked_sub(t0.nanoseconds()).ok_or_else(|| too_far(nanoseconds))?;
    let offset = if let Ok(distance) = i64::try_from(distance) {
        // Division is ten times as fast in 64 bits.
        (distance.checked_rem(unit.nanoseconds()) == Some(0))
            .then(|| distance.checked_div(unit.nanoseconds()))
            .flatten()
    } else {
        let quotient = distance.checked_div(i128::from(unit.nanoseconds()));
        quotient.filter(|_| fits(distance, unit)).and_then(|offset| i64::try_from(offset).ok())
    };
    offset.ok_or_else(|| does_not_fit(distance, unit))
}

#[cold]
fn does_not_fit(distance: i128, unit: OffsetUnit) -> Error {
    let best = coarsest_unit([distance]);
    let count = distance.checked_div(i128::from(best.nanoseconds())).and_then(|count| i64::try_from(count).ok());
    let advice = count.map_or_else(String::new, |_| format!("; {} would fit", word(best)));
    Error::range(format!("an offset in whole {} of 64 bits{advice}", word(unit)), &format!("{distance} ns after t0"))
}

/// Whether a difference of instants is a whole number of units.
pub(crate) fn fits(difference: i128, unit: OffsetUnit) -> bool {
    difference.checked_rem(i128::from(unit.nanoseconds())) == Some(0)
}

/// The coarsest unit of which all differences are whole numbers.
pub(crate) fn coarsest_unit(differences: impl IntoIterator<Item = i128>) -> OffsetUnit {
    let mut units = OffsetUnit::ALL.into_iter();
    let mut unit = OffsetUnit::Day;
    for difference in differences {
        // Coarser units are multiples of finer ones, so what a finer unit gave up stays out. All fit nanoseconds.
        while !fits(difference, unit) {
            unit = units.next().unwrap_or(OffsetUnit::Nanosecond);
        }
    }
    unit
}

/// The form that the instants of rows had before they became offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AxisForm {
    /// `rfc3339`: with the zone and number of fraction digits of `t0`
    Rfc3339,
    /// `date`: a date at the offset of `t0`
    Date,
    /// `epoch_s`: an integer, seconds since 1970
    EpochSeconds,
    /// `epoch_ms`: an integer, milliseconds since 1970
    EpochMilliseconds,
}

impl AxisForm {
    const ALL: [Self; 4] = [Self::Rfc3339, Self::Date, Self::EpochSeconds, Self::EpochMilliseconds];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Rfc3339 => "rfc3339",
            Self::Date => "date",
            Self::EpochSeconds => "epoch_s",
            Self::EpochMilliseconds => "epoch_ms",
        }
    }

    pub(crate) fn from_word(letters: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.word() == letters)
    }

    /// The epoch form in which an integer is an instant from 1990 to 2099, if there is one.
    pub(crate) fn guess_epoch(value: i64) -> Option<Self> {
        /// Seconds of 1990-01-01 and 2100-01-01.
        const YEARS: core::ops::Range<i64> = 631_152_000..4_102_444_800;
        if YEARS.contains(&value) {
            Some(Self::EpochSeconds)
        } else if YEARS.contains(&value.div_euclid(1_000)) {
            Some(Self::EpochMilliseconds)
        } else {
            None
        }
    }
}

/// The instant whose letters are `text`: exactly those that [`print_axis`] gives.
///
/// Class `type` for other letters, `range` for an instant that does not exist or is too far away.
pub(crate) fn parse_axis(form: AxisForm, text: &str, t0: &Instant) -> Result<i128> {
    match form {
        AxisForm::Rfc3339 => {
            let instant = Instant::parse(text)?;
            if instant.looks_like(t0) {
                Ok(instant.nanoseconds())
            } else {
                Err(Error::type_mismatch("an instant with the zone and fraction digits of t0", text))
            }
        }
        AxisForm::Date => {
            // The seconds of a date fit in 64 bits.
            let seconds = parse_date(text, DateForm::Extended)?.wrapping_mul(86_400);
            let seconds = i128::from(seconds).wrapping_sub(i128::from(t0.offset_seconds()));
            let nanoseconds = seconds.wrapping_mul(SECOND);
            if SECONDS.contains(&nanoseconds) { Ok(nanoseconds) } else { Err(too_far(nanoseconds)) }
        }
        AxisForm::EpochSeconds => Ok(parse_epoch(form, text)?.wrapping_mul(SECOND)),
        AxisForm::EpochMilliseconds => Ok(parse_epoch(form, text)?.wrapping_mul(MILLISECOND)),
    }
}

fn parse_epoch(form: AxisForm, text: &str) -> Result<i128> {
    int::parse_signed(text, form.word(), i64::MIN, i64::MAX).map(i128::from)
}

/// What turns the offsets of a series into instants (SER-1 to SER-4).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clock {
    pub(crate) t0: Instant,
    pub(crate) axis: Option<AxisForm>,
}

impl Clock {
    /// The instant of a row; class `range` if there is none, or if the axis can't hold it.
    pub(crate) fn instant(&self, offset: i64, unit: OffsetUnit) -> Result<i128> {
        let nanoseconds = instant(&self.t0, offset, unit)?;
        if let Some(form) = self.axis {
            count(form, &self.t0, nanoseconds)?;
        }
        Ok(nanoseconds)
    }
}

/// The number that the form counts: seconds, milliseconds, or days at `t0`'s offset; class `range` if the form cannot
/// hold the instant.
fn count(form: AxisForm, t0: &Instant, nanoseconds: i128) -> Result<i64> {
    let (seconds, rest) = split(nanoseconds).ok_or_else(|| too_far(nanoseconds))?;
    let fault = |expected: &'static str| Error::range(expected, &since_1970(nanoseconds));
    match form {
        AxisForm::Rfc3339 => t0.with_nanoseconds(nanoseconds).map(|_| seconds),
        AxisForm::Date => {
            let local = i128::from(seconds).wrapping_add(i128::from(t0.offset_seconds()));
            match i64::try_from(local) {
                Ok(local) if rest == 0 && local.rem_euclid(86_400) == 0 => Ok(local.div_euclid(86_400)),
                _ => Err(fault("an instant at midnight of t0's offset")),
            }
        }
        AxisForm::EpochSeconds if rest == 0 => Ok(seconds),
        AxisForm::EpochSeconds => Err(fault("an instant in whole seconds")),
        AxisForm::EpochMilliseconds => {
            let count = i128::from(seconds).wrapping_mul(1_000).wrapping_add(i128::from(rest / 1_000_000));
            match i64::try_from(count) {
                Ok(count) if rest % 1_000_000 == 0 => Ok(count),
                _ => Err(fault("an instant in whole milliseconds of 64 bits")),
            }
        }
    }
}

/// Appends the letters that an instant had; class `range` if the form cannot hold it.
pub(crate) fn print_axis(form: AxisForm, t0: &Instant, nanoseconds: i128, out: &mut Vec<u8>) -> Result<()> {
    let count = count(form, t0, nanoseconds)?;
    match form {
        AxisForm::Rfc3339 => t0.with_nanoseconds(nanoseconds)?.print(out),
        AxisForm::Date => print_date(count, DateForm::Extended, out)?,
        AxisForm::EpochSeconds | AxisForm::EpochMilliseconds => int::print_signed(count, out),
    }
    Ok(())
}

/// The form of a text that is an instant, and the start of a series that begins with it.
pub(crate) fn detect_axis(text: &str) -> Option<(AxisForm, Instant)> {
    if let Ok(instant) = Instant::parse(text) {
        return Some((AxisForm::Rfc3339, instant));
    }
    // The seconds of a date fit in 64 bits.
    let days = parse_date(text, DateForm::Extended).ok()?;
    Some((AxisForm::Date, Instant::utc(days.wrapping_mul(86_400), 0, 0)))
}

/// The start of a series that begins with an integer in an epoch form: in `Z`, with 3 fraction digits if it needs
/// any. Class `type` for the other forms, which are texts.
pub(crate) fn epoch_t0(form: AxisForm, value: i64) -> Result<Instant> {
    match form {
        AxisForm::EpochSeconds => Ok(Instant::utc(value, 0, 0)),
        AxisForm::EpochMilliseconds => {
            let rest = u32::try_from(value.rem_euclid(1_000)).unwrap_or(0);
            let digits = if rest == 0 { 0 } else { 3 };
            Ok(Instant::utc(value.div_euclid(1_000), rest.wrapping_mul(1_000_000), digits))
        }
        AxisForm::Rfc3339 | AxisForm::Date => Err(Error::type_mismatch(form.word(), itoa::Buffer::new().format(value))),
    }
}
