//! What the items of a list have in common, item by item, and the rows that hold them.

use core::borrow::Borrow;

use alloc::vec::Vec;

use super::conform::{conform, entries, fields, shallow};
use super::plan::Planner;
use super::sample::Spread;
use super::series::{SeriesSurvey, TimeField};
use super::shape::{Place, Shape};
use crate::{Column, ColumnType, Options, Result, Value};

/// The items of a list as they come: `T` is what is kept of a few of them.
#[derive(Debug)]
pub(super) struct Gather<T> {
    options: Options,
    shape: Shape,
    series: Option<SeriesSurvey>,
    /// Whether the series was asked for.
    is_asked: bool,
    samples: Spread<T>,
}

/// The forms that a list can have.
#[derive(Debug)]
pub(super) struct Gathered {
    /// The type of an item.
    pub(super) ty: ColumnType,
    /// Items that are objects as rows.
    pub(super) table: Option<Vec<Column>>,
    /// Objects with a time as rows.
    pub(super) series: Option<(TimeField, Vec<Column>)>,
    /// Whether the series is the only form that will do.
    pub(super) is_asked: bool,
}

/// What a row is of its item.
#[derive(Clone, Debug)]
pub(super) enum RowKind {
    /// The members of an object.
    Object,
    /// The value itself.
    Item,
    /// The members of an object behind its time.
    Series(TimeField),
}

impl<T> Gather<T> {
    pub(super) fn new(options: Options) -> Self {
        let (shape, samples) = (Shape::new(options), Spread::new());
        Self { options, shape, series: None, is_asked: false, samples }
    }

    /// For a list that has to be a series with this time field.
    pub(super) fn series(options: Options, time: &str) -> Self {
        Self { series: Some(SeriesSurvey::new(time, options)), is_asked: true, ..Self::new(options) }
    }

    /// Looks at the next item, and keeps it if it is a sample.
    pub(super) fn observe(&mut self, item: &Value<'_>, keep: impl FnOnce() -> T) {
        if self.samples.seen() == 0 && !self.is_asked {
            self.series = SeriesSurvey::suggested(item, self.options);
        }
        if let Some(series) = &mut self.series
            && series.observe(item).is_err()
        {
            self.series = None;
        }
        self.shape.observe(item);
        self.samples.push(keep);
    }

    /// Looks at the next item of a list that has to be a series.
    ///
    /// # Errors
    /// Why it can't be one.
    pub(super) fn observe_series(&mut self, item: &Value<'_>, keep: impl FnOnce() -> T) -> Result<()> {
        if let Some(series) = &mut self.series {
            series.observe(item)?;
        }
        self.shape.observe(item);
        self.samples.push(keep);
        Ok(())
    }

    pub(super) const fn len(&self) -> usize {
        self.samples.seen()
    }

    /// The forms of the list, and the samples by which they were judged.
    pub(super) fn finish<'t>(self, planner: &Planner<'_>, place: Place<'_>) -> (Gathered, Spread<T>)
    where
        T: Borrow<Value<'t>>,
    {
        let Self { options, shape, series, is_asked, samples: kept } = self;
        let count = kept.seen();
        let samples: Vec<&Value<'t>> = kept.kept().iter().map(Borrow::borrow).collect();
        let plan = planner.plan(&shape, &samples, Place::Each(&place));
        let series =
            series.filter(|series| is_asked || (planner.finds_series && count > 1 && series.is_natural(options)));
        let series = series.and_then(|series| {
            let (time, rest) = series.finish(options)?;
            let without: Vec<Value<'_>> = samples.iter().map(|sample| without_first(sample)).collect();
            let samples: Vec<&Value<'_>> = without.iter().collect();
            Some((time, planner.columns(rest.only_objects()?, &samples, Place::Each(&place))?))
        });
        let table = plan.columns.filter(|columns| !columns.is_empty() && shape.nulls == 0);
        (Gathered { ty: plan.ty, table, series, is_asked }, kept)
    }
}

fn without_first<'v>(item: &'v Value<'_>) -> Value<'v> {
    let rest = entries(item).get(1..).unwrap_or_default();
    Value::Map(rest.iter().map(|(key, value)| (shallow(key), shallow(value))).collect())
}

impl RowKind {
    /// The offset and the values of an item's row.
    ///
    /// # Errors
    /// `type` where the columns were found without this item.
    pub(super) fn values<'v>(&self, columns: &[Column], item: &'v Value<'_>) -> Result<(Option<i64>, Vec<Value<'v>>)> {
        match self {
            Self::Object => Ok((None, fields(columns, entries(item))?)),
            Self::Item => {
                let values = columns.iter().map(|column| conform(column.column_type(), item));
                Ok((None, values.collect::<Result<_>>()?))
            }
            Self::Series(time) => {
                let (offset, rest) = time.split(item)?;
                Ok((Some(offset), fields(columns, rest)?))
            }
        }
    }
}
