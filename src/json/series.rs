//! When a list of objects is a series by itself: its first field is a time in order, and its offsets stay small.

use alloc::vec::Vec;

use super::conform::{borrowed, text};
use crate::{Axis, AxisSurvey, OffsetUnit, Options, Value};

/// Offsets that a model can do sums with.
const MOST: i64 = 10_000;

/// The time field of a list of objects.
#[derive(Clone, Debug)]
pub(super) struct TimeField<'v> {
    pub(super) name: &'v str,
    pub(super) axis: Axis,
    pub(super) unit: OffsetUnit,
    /// For each row.
    pub(super) offsets: Vec<i64>,
}

/// The time field of these rows; none if they are no series.
pub(super) fn time_field<'v>(rows: &'v [Value<'_>], options: Options) -> Option<TimeField<'v>> {
    let mut survey = AxisSurvey::new();
    let mut name = None;
    for row in rows {
        let (key, value) = first(row)?;
        if *name.get_or_insert(key) != key {
            return None;
        }
        survey.observe(&borrowed(value)).ok()?;
    }
    let (axis, unit) = survey.finish(options).filter(|_| rows.len() > 1)?;
    let mut offsets = Vec::with_capacity(rows.len());
    for row in rows {
        let (Value::Str(letters) | Value::Number(letters)) = first(row)?.1 else { return None };
        let offset = axis.offset(letters, unit).ok()?;
        if !(0..MOST).contains(&offset) || offsets.last().is_some_and(|last| *last > offset) {
            return None;
        }
        offsets.push(offset);
    }
    Some(TimeField { name: name?, axis, unit, offsets })
}

fn first<'v, 't>(row: &'v Value<'t>) -> Option<(&'v str, &'v Value<'t>)> {
    let Value::Map(entries) = row else { return None };
    entries.first().map(|(key, value)| (text(key), value))
}
