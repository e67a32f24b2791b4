//! The time column of a series: from an Arrow column to `t0`, axis and offsets, and back.

use arrow_schema::{DataType, Field};

use super::schema::{field, time_unit};
use crate::{
    Axis, AxisForm, ColumnType, DateForm, Error, Header, Instant, Lead, OffsetUnit, Options, Result, TimeUnit, Value,
    Zone,
};

/// What the values of a time column are, for a writer.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    /// Nanoseconds of one.
    nanoseconds: i128,
    form: AxisForm,
    /// 1970 in the zone of the column and with its digits.
    start: Instant,
    /// The unit that is exact for every value there can be.
    exact: OffsetUnit,
}

impl Clock {
    /// The clock of a column.
    ///
    /// # Errors
    /// `type` for a column that has neither dates nor time stamps.
    pub(super) fn new(field: &Field) -> Result<Self> {
        let (unit, form, zone) = match field.data_type() {
            DataType::Date32 => {
                let start = start(TimeUnit::Second, None)?;
                let day = OffsetUnit::Day;
                return Ok(Self { nanoseconds: length(day), form: AxisForm::Date, start, exact: day });
            }
            DataType::Date64 => (TimeUnit::Millisecond, AxisForm::Rfc3339, None),
            DataType::Timestamp(unit, zone) => (time_unit(*unit), AxisForm::Rfc3339, zone.as_deref()),
            other => {
                return Err(Error::type_mismatch("a time column of dates or time stamps", &other.to_string())
                    .in_column(0, Some(field.name())));
            }
        };
        let exact = offset_unit(unit);
        Ok(Self { nanoseconds: length(exact), form, start: start(unit, zone)?, exact })
    }

    /// The unit that is exact for every value there can be.
    pub(super) const fn exact(&self) -> OffsetUnit {
        self.exact
    }

    pub(super) const fn form(&self) -> AxisForm {
        self.form
    }

    /// A value in nanoseconds since 1970.
    pub(super) fn nanoseconds(&self, value: &Value<'_>) -> Result<i128> {
        match value {
            // 2^63 days are below 2^127 nanoseconds.
            Value::Int(count) => Ok(i128::from(*count).saturating_mul(self.nanoseconds)),
            other => Err(Error::type_mismatch("an instant in every row of the time column", other.kind())),
        }
    }

    /// `t0` at the first value; in 1970 where there is none.
    pub(super) fn t0(&self, first: Option<i128>) -> Result<Instant> {
        self.start.with_nanoseconds(first.unwrap_or(0))
    }
}

/// The offset of an instant.
pub(super) fn offset(t0: &Instant, nanoseconds: i128, unit: OffsetUnit) -> Result<i64> {
    let distance = nanoseconds.saturating_sub(t0.nanoseconds());
    let exact = |unit: i128| {
        let count = distance.checked_div(unit)?;
        (count.saturating_mul(unit) == distance).then_some(count)
    };
    exact(length(unit)).and_then(|count| i64::try_from(count).ok()).ok_or_else(|| {
        Error::range("an offset of 64 bits, and a whole number of units", &format!("{distance} ns after t0"))
            .hint("give the writer another unit: `with_offset_unit`")
    })
}

/// Looks at the instants of all rows: which units are exact for their offsets?
#[derive(Debug, Default)]
pub(super) struct Units {
    first: Option<i128>,
    /// The coarsest so far, as a place in `OffsetUnit::ALL`.
    coarsest: usize,
    rows: u64,
}

impl Units {
    pub(super) fn observe(&mut self, instant: i128) {
        let distance = instant.saturating_sub(*self.first.get_or_insert(instant));
        let is_exact = |unit: &OffsetUnit| distance.checked_rem(length(*unit)) == Some(0);
        // Each unit is a whole number of those after it, so that none is exact before the one that was not.
        let finer = OffsetUnit::ALL.iter().skip(self.coarsest).position(is_exact);
        self.coarsest = self.coarsest.saturating_add(finer.unwrap_or(0));
        self.rows = self.rows.saturating_add(1);
    }

    /// The unit, as the options say.
    pub(super) fn finish(&self, options: Options) -> OffsetUnit {
        let coarsest = OffsetUnit::ALL.get(self.coarsest).copied().unwrap_or(OffsetUnit::Nanosecond);
        let may = options.coarsest_unit && self.rows >= 2;
        if may { coarsest } else { coarsest.min(OffsetUnit::Millisecond) }
    }
}

fn start(unit: TimeUnit, zone: Option<&str>) -> Result<Instant> {
    let digits = usize::from(unit.digits());
    let point = if digits > 0 { "." } else { "" };
    let local = format!("1970-01-01T00:00:00{point}{}", "0".repeat(digits));
    // An offset is kept. Any other zone is a label that `t0` has no place for.
    let epoch = Instant::parse(&format!("{local}Z"))?;
    match zone.map(|zone| Instant::parse(&format!("{local}{zone}"))) {
        Some(Ok(start)) => start.with_nanoseconds(0),
        _ => Ok(epoch),
    }
}

fn length(unit: OffsetUnit) -> i128 {
    unit.nanoseconds().into()
}

const fn offset_unit(unit: TimeUnit) -> OffsetUnit {
    match unit {
        TimeUnit::Second => OffsetUnit::Second,
        TimeUnit::Millisecond => OffsetUnit::Millisecond,
        TimeUnit::Microsecond => OffsetUnit::Microsecond,
        TimeUnit::Nanosecond => OffsetUnit::Nanosecond,
    }
}

/// What stands before the columns of a document, as a column of a batch.
#[derive(Debug)]
pub(super) enum Leading {
    /// The key of a keyed table.
    Key,
    /// The instant of a series.
    Time(Times),
}

/// Offsets as counts of a unit.
#[derive(Debug)]
pub(super) struct Times {
    /// Nanoseconds since 1970 of `t0`; for dates of its local time.
    t0: i128,
    /// Nanoseconds of an offset.
    offset: i128,
    /// Nanoseconds of a value.
    unit: i128,
}

/// The name of the keys' column.
const KEYS: &str = "@";

impl Leading {
    /// The column that a block's lead becomes, its type there, and its field: `named` is a name for the instants,
    /// `target` finds the field that the caller wants under a name.
    pub(super) fn new<'a>(
        header: &Header,
        named: Option<&str>,
        target: impl Fn(&str) -> Option<&'a Field>,
    ) -> Result<Option<(Self, Field, ColumnType)>> {
        let Some(schema) = header.schema() else { return Ok(None) };
        match (schema.lead(), header.t0()) {
            (Lead::Key, _) => {
                if schema.index_of(KEYS).is_some() {
                    return Err(Error::duplicate("column", KEYS));
                }
                let field = Field::new(KEYS, DataType::Utf8, true);
                Ok(Some((Self::Key, field, ColumnType::Str)))
            }
            (Lead::Offset(unit), Some(t0)) => {
                let (name, axis) = Axis::named(header, named)?;
                let ty = axis_type(&axis, target(&name).map(Field::data_type));
                let zone = i128::from(t0.offset_seconds()).saturating_mul(length(OffsetUnit::Second));
                let (count, shift) = match &ty {
                    ColumnType::Date(_) => (OffsetUnit::Day, zone),
                    ColumnType::Timestamp { unit, .. } => (offset_unit(*unit), 0),
                    _ if axis.form() == AxisForm::EpochSeconds => (OffsetUnit::Second, 0),
                    _ => (OffsetUnit::Millisecond, 0),
                };
                let t0 = t0.nanoseconds().saturating_add(shift);
                let times = Times { t0, offset: length(unit), unit: length(count) };
                Ok(Some((Self::Time(times), field(&name, &ty)?, ty)))
            }
            _ => Ok(None),
        }
    }
}

/// The type of an axis: the one that a target asks for where the instants can be that, else the one of its form.
fn axis_type(axis: &Axis, target: Option<&DataType>) -> ColumnType {
    let is_number = matches!(axis.form(), AxisForm::EpochSeconds | AxisForm::EpochMilliseconds);
    let timestamp = |unit, zone| ColumnType::Timestamp { unit, zone, form: DateForm::Extended };
    match target {
        Some(DataType::Timestamp(unit, zone)) => {
            return timestamp(time_unit(*unit), zone.as_deref().and_then(Zone::new));
        }
        Some(DataType::Date64) => return timestamp(TimeUnit::Millisecond, None),
        Some(DataType::Int64) if is_number => return ColumnType::I64,
        Some(DataType::Date32) => return ColumnType::Date(DateForm::Extended),
        _ => {}
    }
    let unit = match (axis.form(), axis.t0().digits()) {
        (AxisForm::Date, _) => return ColumnType::Date(DateForm::Extended),
        (AxisForm::EpochSeconds, _) | (AxisForm::Rfc3339, 0) => TimeUnit::Second,
        (AxisForm::EpochMilliseconds, _) | (_, 1..=3) => TimeUnit::Millisecond,
        (_, 4..=6) => TimeUnit::Microsecond,
        _ => TimeUnit::Nanosecond,
    };
    let letters = axis.t0().to_string();
    // The zone of the letters, `Z` or `+HH:MM`.
    let zone = letters.len().checked_sub(6).and_then(|at| letters.get(at..)).filter(|_| !letters.ends_with('Z'));
    timestamp(unit, Zone::new(if is_number { "UTC" } else { zone.unwrap_or("UTC") }))
}

impl Times {
    /// The value of an offset.
    ///
    /// # Errors
    /// `range` for an instant that is no whole number of units, or beyond 64 bits of them.
    pub(super) fn value(&self, offset: i64) -> Result<Value<'static>> {
        let instant = i128::from(offset).saturating_mul(self.offset).saturating_add(self.t0);
        let count = instant.checked_div_euclid(self.unit).and_then(|count| i64::try_from(count).ok());
        let is_whole = instant.checked_rem_euclid(self.unit) == Some(0);
        count.filter(|_| is_whole).map(Value::Int).ok_or_else(|| {
            Error::range("an instant that the type of the time column has", &format!("{instant} ns since 1970"))
        })
    }
}
