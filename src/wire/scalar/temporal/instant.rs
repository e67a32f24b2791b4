//! RFC 3339 instants with everything that their letters say. The rule is that of `timestamp`.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::NANOSECONDS;
use super::timestamp::{self, offset};
use crate::error::{Error, Result};
use crate::schema::DateForm;
use crate::wire::scalar::fault::{Fault, Read, explain};

/// An RFC 3339 instant, with its zone and its number of fraction digits: it prints as it was read.
///
/// Two instants are equal if their letters are; [`nanoseconds`](Instant::nanoseconds) compares the time alone.
///
/// # Example
/// ```
/// let instant: qrp1::Instant = "2024-01-01T02:00:00.50+02:00".parse()?;
/// assert_eq!(instant.nanoseconds(), 1_704_067_200_500_000_000);
/// assert_eq!((instant.digits(), instant.offset_seconds()), (2, 7_200));
/// let later = instant.with_nanoseconds(instant.nanoseconds() + 3_600_000_000_000)?;
/// assert_eq!(later.to_string(), "2024-01-01T03:00:00.50+02:00");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instant {
    /// Since 1970 in UTC, rounded down.
    seconds: i64,
    /// Of the second.
    nanoseconds: u32,
    digits: u8,
    zone: Ending,
}

/// How the instant's zone is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Ending {
    Z,
    Offset { negative: bool, minutes: u16 },
}

impl Instant {
    /// Reads `YYYY-MM-DDTHH:MM:SS`, up to 9 fraction digits, and `Z` or an offset.
    ///
    /// An [`ErrorClass::Type`](crate::ErrorClass::Type) for other letters, an
    /// [`ErrorClass::Range`](crate::ErrorClass::Range) for a date or time that does not exist or is beyond 64 bits
    /// of seconds.
    pub fn parse(text: &str) -> Result<Self> {
        explain(Self::read(text.as_bytes()), text, || "an RFC 3339 instant as `2024-01-31T23:59:59Z`")
    }

    fn read(text: &[u8]) -> Read<Self> {
        let (local, zone) = if let [local @ .., b'Z'] = text {
            (local, Ending::Z)
        } else {
            let (local, zone) = text.split_last_chunk::<6>().ok_or(Fault::Type)?;
            let (negative, minutes) = offset(zone).ok_or(Fault::Type)?;
            (local, Ending::Offset { negative, minutes })
        };
        let (days, time) = timestamp::read(local, DateForm::Extended, None)?;
        let seconds = timestamp::seconds(days, time, zone.seconds());
        let nanoseconds = u32::try_from(time.fraction).unwrap_or(0).wrapping_mul(last_digit(time.digits));
        Ok(Self { seconds: i64::try_from(seconds).map_err(|_| Fault::Range)?, nanoseconds, digits: time.digits, zone })
    }

    /// An instant in `Z` with that many fraction digits.
    pub(crate) const fn utc(seconds: i64, nanoseconds: u32, digits: u8) -> Self {
        Self { seconds, nanoseconds, digits, zone: Ending::Z }
    }

    /// Appends its letters.
    pub(crate) fn print(&self, out: &mut Vec<u8>) {
        let offset = self.zone.seconds();
        let fraction = i64::from(self.nanoseconds.checked_div(last_digit(self.digits)).unwrap_or(0));
        timestamp::write(self.seconds, offset, fraction, self.digits, DateForm::Extended, out);
        match self.zone {
            Ending::Z => out.push(b'Z'),
            Ending::Offset { negative, minutes } => {
                let minutes = i64::from(minutes);
                let ([h1, h2], [m1, m2]) = (super::date::digits(minutes / 60), super::date::digits(minutes % 60));
                out.extend_from_slice(&[if negative { b'-' } else { b'+' }, h1, h2, b':', m1, m2]);
            }
        }
    }

    /// Nanoseconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn nanoseconds(&self) -> i128 {
        // 2^63 × 10^9 is below 2^127 by far.
        i128::from(self.seconds).wrapping_mul(i128::from(NANOSECONDS)).wrapping_add(i128::from(self.nanoseconds))
    }

    /// Another instant with the same zone and the same number of fraction digits.
    ///
    /// An [`ErrorClass::Range`](crate::ErrorClass::Range) if it needs more digits or is beyond 64 bits of seconds.
    pub fn with_nanoseconds(&self, nanoseconds: i128) -> Result<Self> {
        let moved = split(nanoseconds).filter(|(_, rest)| rest.checked_rem(last_digit(self.digits)) == Some(0));
        let (seconds, nanoseconds) = moved.ok_or_else(|| self.does_not_fit(nanoseconds))?;
        Ok(Self { seconds, nanoseconds, ..*self })
    }

    #[cold]
    fn does_not_fit(&self, nanoseconds: i128) -> Error {
        let digits = self.digits;
        let expected = format!("an instant within 64 bits of seconds, with {digits} fraction digits");
        Error::range(expected, &format!("{nanoseconds} ns since 1970"))
    }

    /// The number of fraction digits, 0 to 9.
    #[must_use]
    pub const fn digits(&self) -> u8 {
        self.digits
    }

    /// Seconds that its zone is ahead of UTC: 0 for `Z`, `+00:00` and `-00:00`.
    #[must_use]
    pub fn offset_seconds(&self) -> i32 {
        self.zone.seconds()
    }

    /// Whether both have the same zone, letter for letter, and number of fraction digits.
    pub(crate) fn looks_like(&self, other: &Self) -> bool {
        (self.digits, self.zone) == (other.digits, other.zone)
    }
}

impl Ending {
    fn seconds(self) -> i32 {
        match self {
            Self::Z => 0,
            Self::Offset { negative, minutes } => {
                let seconds = i32::from(minutes).wrapping_mul(60);
                if negative { seconds.wrapping_neg() } else { seconds }
            }
        }
    }
}

/// What one in the last of that many fraction digits is in nanoseconds.
fn last_digit(digits: u8) -> u32 {
    10_u32.wrapping_pow(u32::from(9_u8.saturating_sub(digits)))
}

/// Seconds since 1970, rounded down, and nanoseconds; none beyond 64 bits of seconds.
pub(crate) fn split(nanoseconds: i128) -> Option<(i64, u32)> {
    // Most fit in 64 bits, where division is ten times as fast.
    let (seconds, rest) = if let Ok(nanoseconds) = i64::try_from(nanoseconds) {
        (nanoseconds.div_euclid(1_000_000_000), nanoseconds.rem_euclid(1_000_000_000))
    } else {
        let seconds = i64::try_from(nanoseconds.div_euclid(1_000_000_000)).ok()?;
        (seconds, i64::try_from(nanoseconds.rem_euclid(1_000_000_000)).ok()?)
    };
    Some((seconds, u32::try_from(rest).ok()?))
}

impl FromStr for Instant {
    type Err = Error;

    /// [`Instant::parse`]
    fn from_str(text: &str) -> Result<Self> {
        Self::parse(text)
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::new();
        self.print(&mut letters);
        f.write_str(core::str::from_utf8(&letters).map_err(|_| fmt::Error)?)
    }
}
