//! The time field of rows: what makes them a series, and what a series' offsets were. `wire::series` has the rules.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::header::Header;
use crate::options::Options;
use crate::schema::{ColumnType, Lead, OffsetUnit};
use crate::value::Value;
use crate::wire::scalar::temporal::Instant;
use crate::wire::series::{self, AxisForm};

/// The form of a time field and the instant of its first row: with it, each instant becomes an offset and returns
/// letter for letter.
///
/// # Example
/// ```
/// use qrp1::{Axis, OffsetUnit};
/// let axis = Axis::detect_text("2024-01-01T00:00:00Z").unwrap();
/// assert_eq!(axis.offset("2024-01-01T05:00:00Z", OffsetUnit::Hour)?, 5);
/// let mut letters = Vec::new();
/// axis.print(5, OffsetUnit::Hour, &mut letters)?;
/// assert_eq!(letters, b"2024-01-01T05:00:00Z");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis {
    form: AxisForm,
    t0: Instant,
}

impl Axis {
    /// An axis of this form that begins with `t0`.
    #[must_use]
    pub const fn new(form: AxisForm, t0: Instant) -> Self {
        Self { form, t0 }
    }

    /// The axis of a series and its name: that of the header, or `name`. A series whose header has none gets RFC 3339
    /// times, in the zone of `t0` and with fraction digits for every offset.
    ///
    /// # Errors
    /// `syntax` if there is no name at all, or no series; `duplicate` if a column has the name.
    pub fn named(header: &Header, name: Option<&str>) -> Result<(String, Self)> {
        let (Some(t0), Some(schema)) = (header.t0(), header.schema()) else {
            return Err(Error::syntax("a series", header.shape().as_str()));
        };
        let axis = header.axis();
        let (name, axis): (String, Self) = match (name, axis) {
            (name, Some((known, form))) => (name.map_or_else(|| known.into_owned(), Into::into), Self::new(form, t0)),
            (Some(name), None) => (name.into(), Self::new(AxisForm::Rfc3339, widened(t0, schema.lead())?)),
            (None, None) => {
                return Err(Error::syntax("a name for the time field", "a series without `axis`")
                    .hint("name the field, on the command line with `--time NAME`"));
            }
        };
        if schema.index_of(&name).is_some() {
            return Err(Error::duplicate("column", &name));
        }
        Ok((name, axis))
    }

    /// The axis that begins with this value of JSON: a text in RFC 3339, or a date; an integer in seconds or
    /// milliseconds since 1970, between the years 1990 and 2100.
    #[must_use]
    pub fn detect(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Str(text) => series::detect_axis(text).map(|(form, t0)| Self { form, t0 }),
            Value::Number(letters) => Self::detect_epoch(letters),
            _ => None,
        }
    }

    /// The axis that begins with these letters of CSV.
    #[must_use]
    pub fn detect_text(text: &str) -> Option<Self> {
        Self::detect(&Value::from(text)).or_else(|| Self::detect_epoch(text))
    }

    fn detect_epoch(letters: &str) -> Option<Self> {
        let Ok(Value::Int(count)) = ColumnType::I64.parse_text(letters) else { return None };
        let form = AxisForm::guess_epoch(count)?;
        Some(Self { form, t0: series::epoch_t0(form, count).ok()? })
    }

    /// The first instant.
    #[must_use]
    pub const fn t0(&self) -> Instant {
        self.t0
    }

    /// The form.
    #[must_use]
    pub const fn form(&self) -> AxisForm {
        self.form
    }

    /// Whether the field is a number in JSON, and no text.
    #[must_use]
    pub const fn is_number(&self) -> bool {
        matches!(self.form, AxisForm::EpochSeconds | AxisForm::EpochMilliseconds)
    }

    /// The nanoseconds since 1970 that these letters are.
    ///
    /// # Errors
    /// `type` for letters that this axis would not give back, `range` for an instant that does not exist.
    pub fn nanoseconds(&self, text: &str) -> Result<i128> {
        series::parse_axis(self.form, text, &self.t0)
    }

    /// The offset that these letters are.
    ///
    /// # Errors
    /// As [`nanoseconds`](Axis::nanoseconds); `range` if it is no whole number of units.
    pub fn offset(&self, text: &str, unit: OffsetUnit) -> Result<i64> {
        series::offset(&self.t0, self.nanoseconds(text)?, unit)
    }

    /// Appends the letters of an offset's instant.
    ///
    /// # Errors
    /// `range` if the form can't hold it.
    pub fn print(&self, offset: i64, unit: OffsetUnit, out: &mut Vec<u8>) -> Result<()> {
        series::print_axis(self.form, &self.t0, series::instant(&self.t0, offset, unit)?, out)
    }
}

/// The same instant, with as many fraction digits as the unit of the offsets may need.
fn widened(t0: Instant, lead: Lead) -> Result<Instant> {
    let digits = match lead {
        Lead::Offset(OffsetUnit::Nanosecond) => 9,
        Lead::Offset(OffsetUnit::Microsecond) => 6,
        Lead::Offset(OffsetUnit::Millisecond) => 3,
        _ => 0,
    };
    let letters = t0.to_string();
    // `Z`, or `+HH:MM`.
    let zone = letters.len().saturating_sub(if letters.ends_with('Z') { 1 } else { 6 });
    let (local, zone) = letters.split_at_checked(zone).unwrap_or((&letters, ""));
    let point = if t0.digits() == 0 && digits > 0 { "." } else { "" };
    let zeros = "0".repeat(usize::from(digits.max(t0.digits()).saturating_sub(t0.digits())));
    format!("{local}{point}{zeros}{zone}").parse()
}

/// Looks at the time field of every row before the first is written: is it an axis, and which unit do its offsets have?
#[derive(Clone, Copy, Debug)]
pub struct AxisSurvey {
    axis: Option<Axis>,
    unit: OffsetUnit,
    /// The longest distance from the first instant, in nanoseconds.
    farthest: i128,
    rows: u64,
}

impl Default for AxisSurvey {
    fn default() -> Self {
        Self::new()
    }
}

impl AxisSurvey {
    /// A survey of no rows.
    #[must_use]
    pub const fn new() -> Self {
        Self { axis: None, unit: OffsetUnit::Day, farthest: 0, rows: 0 }
    }

    /// Looks at a row's value of JSON.
    ///
    /// # Errors
    /// `type` or `range` for a value that is no instant in the form of the first; `range` where no unit is exact for all
    /// rows and has offsets of 64 bits.
    pub fn observe(&mut self, value: &Value<'_>) -> Result<()> {
        let axis = match self.axis {
            Some(axis) => axis,
            None => Axis::detect(value).ok_or_else(|| no_axis(value))?,
        };
        match value {
            Value::Str(text) if !axis.is_number() => self.add(axis, text),
            Value::Number(letters) if axis.is_number() => self.add(axis, letters),
            value => Err(no_axis(value).hint("all rows have the form of the first")),
        }
    }

    /// Looks at a row's letters of CSV.
    ///
    /// # Errors
    /// As [`observe`](AxisSurvey::observe).
    pub fn observe_text(&mut self, text: &str) -> Result<()> {
        let axis = match self.axis {
            Some(axis) => axis,
            None => Axis::detect_text(text).ok_or_else(|| no_axis(&Value::from(text)))?,
        };
        self.add(axis, text)
    }

    fn add(&mut self, axis: Axis, text: &str) -> Result<()> {
        let distance = axis.nanoseconds(text)?.saturating_sub(axis.t0.nanoseconds());
        // The coarsest unit of all differences is the finest of what each allows.
        if !series::fits(distance, self.unit) {
            self.unit = self.unit.min(series::coarsest_unit([distance]));
        }
        if distance.unsigned_abs() > self.farthest.unsigned_abs() {
            self.farthest = distance;
        }
        let offset = self.farthest.checked_div(i128::from(self.unit.nanoseconds())).map(i64::try_from);
        if !matches!(offset, Some(Ok(_))) {
            return Err(no_unit(text));
        }
        self.axis = Some(axis);
        self.rows = self.rows.saturating_add(1);
        Ok(())
    }

    /// The axis and the unit of the offsets; none without rows.
    ///
    /// The unit is milliseconds, or a finer one where those are not exact; with [`Options::coarsest_unit`] and at
    /// least two rows the coarsest that is exact.
    #[must_use]
    pub fn finish(&self, options: Options) -> Option<(Axis, OffsetUnit)> {
        let coarsest = options.coarsest_unit && self.rows >= 2;
        let unit = if coarsest { self.unit } else { self.unit.min(OffsetUnit::Millisecond) };
        Some((self.axis?, unit))
    }
}

#[cold]
fn no_unit(text: &str) -> Error {
    Error::range("instants that are 64 bits apart, in a unit that is exact for all rows", text)
}

#[cold]
fn no_axis(value: &Value<'_>) -> Error {
    let found = match value {
        Value::Str(text) | Value::Number(text) => text,
        other => other.kind(),
    };
    Error::type_mismatch(
        "an instant: RFC 3339, a date, or a count of seconds or milliseconds that is a time from 1990 to 2099",
        found,
    )
}
