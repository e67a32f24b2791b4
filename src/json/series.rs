//! When a list of objects is a series: its first field is a time; by itself only where it is in order, with small offsets.

use alloc::format;
use alloc::string::String;

use super::conform::{borrowed, entries, kind, text};
use super::shape::Shape;
use crate::{Axis, AxisSurvey, Error, OffsetUnit, Options, Result, Value};

/// Offsets that a model can do sums with.
const MOST: i128 = 10_000;

/// Looks at the first field of each object, and at the shape of the others.
#[derive(Debug)]
pub(super) struct SeriesSurvey {
    name: String,
    survey: AxisSurvey,
    /// Of the first row, in nanoseconds.
    first: Option<(Axis, i128)>,
    last: i128,
    is_ordered: bool,
    /// What follows the first field.
    pub(super) rest: Shape,
}

/// The time field of a list of objects.
#[derive(Clone, Debug)]
pub(super) struct TimeField {
    pub(super) name: String,
    pub(super) axis: Axis,
    pub(super) unit: OffsetUnit,
}

impl SeriesSurvey {
    /// For a field that was asked for, or that the first item suggests.
    pub(super) fn new(name: &str, options: Options) -> Self {
        let (survey, rest) = (AxisSurvey::new(), Shape::new(options));
        Self { name: name.into(), survey, first: None, last: 0, is_ordered: true, rest }
    }

    /// For a list that may be a series by its first item.
    pub(super) fn suggested(first: &Value<'_>, options: Options) -> Option<Self> {
        let (key, value) = entries(first).first()?;
        Axis::detect(&borrowed(value)).map(|_| Self::new(text(key), options))
    }

    /// Looks at an item.
    ///
    /// # Errors
    /// `syntax` where the field is not the first of the item, `type` and `range` where it is no instant of the series.
    pub(super) fn observe(&mut self, item: &Value<'_>) -> Result<()> {
        let (Value::Map(_), Some((key, time))) = (item, entries(item).first()) else {
            return Err(self.misplaced(kind(item)));
        };
        if text(key) != self.name {
            return Err(self.misplaced(text(key)));
        }
        let named = |error: Error| error.in_column(0, Some(&self.name));
        self.survey.observe(&borrowed(time)).map_err(named)?;
        let (Value::Str(letters) | Value::Number(letters)) = time else { return Ok(()) };
        let axis = match self.first {
            Some((axis, _)) => axis,
            None => Axis::detect(&borrowed(time)).ok_or_else(|| self.misplaced(letters))?,
        };
        let now = axis.nanoseconds(letters)?;
        self.is_ordered &= self.first.is_none() || now >= self.last;
        self.first.get_or_insert((axis, now));
        self.last = now;
        self.rest.object(entries(item).get(1..).unwrap_or_default());
        Ok(())
    }

    #[cold]
    fn misplaced(&self, found: &str) -> Error {
        Error::syntax(format!("the time field `{}` as the first field", self.name), found)
            .hint("a series has its time first")
    }

    /// Whether the list is a series although nobody asked.
    pub(super) fn is_natural(&self, options: Options) -> bool {
        let (Some((_, first)), Some((_, unit))) = (self.first, self.survey.finish(options)) else { return false };
        let farthest = self.last.saturating_sub(first).checked_div(i128::from(unit.nanoseconds()));
        self.is_ordered && farthest.is_some_and(|offset| offset < MOST)
    }

    pub(super) fn finish(self, options: Options) -> Option<(TimeField, Shape)> {
        let (axis, unit) = self.survey.finish(options)?;
        Some((TimeField { name: self.name, axis, unit }, self.rest))
    }
}

impl TimeField {
    /// The offset of an item, and what follows its first field.
    ///
    /// # Errors
    /// `type` or `range` where the item has no instant of the series.
    pub(super) fn split<'v, 't>(&self, item: &'v Value<'t>) -> Result<(i64, &'v [(Value<'t>, Value<'t>)])> {
        match entries(item).split_first() {
            Some(((_, Value::Str(letters) | Value::Number(letters)), rest)) => {
                Ok((self.axis.offset(letters, self.unit)?, rest))
            }
            _ => Err(Error::type_mismatch("an instant", kind(item))),
        }
    }
}
