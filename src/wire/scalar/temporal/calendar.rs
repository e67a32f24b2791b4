//! The proleptic Gregorian calendar: civil dates and days since 1970-01-01. Knows no letters.
//!
//! The algorithms are Howard Hinnant's `days_from_civil` and `civil_from_days`: years begin in March, so that the
//! leap day is the last one, and 400 years are a cycle of 146,097 days. `Wrapping` spares the checks: years are below
//! `YEARS` and days of other origin are what 64 bits of seconds give, so nothing wraps.

use core::num::Wrapping;

/// A date. Year 0 is the one before year 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Civil {
    pub(super) year: i64,
    pub(super) month: i64,
    pub(super) day: i64,
}

/// Years are below this in magnitude. 64 bits of seconds end earlier, before 300,000 million.
pub(super) const YEARS: i64 = 1_000_000_000_000;

/// Days of a cycle of 400 years.
const CYCLE: i64 = 146_097;
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: Wrapping<i64> = Wrapping(719_468);

/// Days since 1970-01-01; none if there is no such date or the year is beyond `YEARS`.
pub(super) fn days(date: Civil) -> Option<i64> {
    let leap = date.year.rem_euclid(4) == 0 && (date.year.rem_euclid(100) != 0 || date.year.rem_euclid(400) == 0);
    let last = match date.month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=last).contains(&date.day) || date.year <= -YEARS || date.year >= YEARS {
        return None;
    }
    let month = Wrapping(date.month);
    let (year, month) = match date.month {
        1..=2 => (date.year.wrapping_sub(1), month + Wrapping(9)),
        _ => (date.year, month - Wrapping(3)),
    };
    let (cycle, year) = (Wrapping(year.div_euclid(400)), Wrapping(year.rem_euclid(400)));
    let day_of_year = before_month(month) + Wrapping(date.day) - Wrapping(1);
    let leap_days = Wrapping(year.0 / 4) - Wrapping(year.0 / 100);
    let day_of_cycle = year * Wrapping(365) + leap_days + day_of_year;
    Some((cycle * Wrapping(CYCLE) + day_of_cycle - EPOCH).0)
}

/// Days of the year before a month, both from March.
fn before_month(month: Wrapping<i64>) -> Wrapping<i64> {
    Wrapping((Wrapping(153) * month + Wrapping(2)).0 / 5)
}

/// The date of a day since 1970-01-01.
pub(super) fn civil(days: i64) -> Civil {
    let days = Wrapping(days) + EPOCH;
    let (cycle, day) = (Wrapping(days.0.div_euclid(CYCLE)), Wrapping(days.0.rem_euclid(CYCLE)));
    let years = day - Wrapping(day.0 / 1_460) + Wrapping(day.0 / 36_524) - Wrapping(day.0 / 146_096);
    let year = Wrapping(years.0 / 365);
    let leap_days = Wrapping(year.0 / 4) - Wrapping(year.0 / 100);
    let day_of_year = day - (Wrapping(365) * year + leap_days);
    let month = Wrapping((Wrapping(5) * day_of_year + Wrapping(2)).0 / 153);
    let day = day_of_year - before_month(month) + Wrapping(1);
    let year = cycle * Wrapping(400) + year;
    let (year, month) = match month.0 {
        ..10 => (year, month + Wrapping(3)),
        _ => (year + Wrapping(1), month - Wrapping(9)),
    };
    Civil { year: year.0, month: month.0, day: day.0 }
}
