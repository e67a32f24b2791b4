//! The second look at rows: the instants of a series, and what all rows have in common.

use alloc::string::String;
use alloc::vec::Vec;

use serde_core::Serialize;

use super::capture::Capture;
use super::node::Node;
use super::only::Only;
use super::root::{Part, Sink};
use super::{rows, values};
use crate::{AxisSurvey, Column, Error, Estimate, Options, PrefixSurvey, Result, Schema, Survey, Value};

/// Looks at the rows of a list.
pub(super) struct Second<'a> {
    pub(super) axis: AxisSurvey,
    /// None where no rule is looked for.
    pub(super) rows: Option<RowSurvey>,
    schema: &'a Schema,
    time: Option<&'a str>,
    /// Whether the rest of the rows have nothing to say: an error ends the look at them then.
    pub(super) is_done: bool,
}

impl<'a> Second<'a> {
    pub(super) fn new(schema: &'a Schema, time: Option<&'a str>, rows: Option<RowSurvey>) -> Self {
        Self { axis: AxisSurvey::new(), rows, schema, time, is_done: false }
    }

    /// Looks at the fields alone that may still say something; false where more of the row is wanted.
    fn glance<T: ?Sized + Serialize>(&mut self, row: &T, capture: Capture) -> Result<bool> {
        let columns = self.schema.columns();
        let Some(open) = self.rows.as_ref().map_or(Some(&[][..]), RowSurvey::open) else { return Ok(false) };
        let name = |(index, _): &(usize, Value<'_>)| columns.get(*index).and_then(Column::name).unwrap_or_default();
        let names: Vec<&str> = self.time.into_iter().chain(open.iter().map(name)).collect();
        let mut found = Vec::new();
        row.serialize(Only { names: &names, found: &mut found, capture })?;
        let node = |name: &str| found.iter().find(|(field, _)| *field == name).map(|(_, node)| node);
        for (index, first) in open {
            let Some(column) = columns.get(*index) else { return Ok(false) };
            let Some(node) = column.name().and_then(node) else { return Ok(false) };
            if values::value(node, column.column_type())? != *first {
                return Ok(false);
            }
        }
        let Some(name) = self.time else { return Ok(true) };
        let Some(instant) = node(name) else { return Ok(false) };
        rows::instant(instant, name, |value| self.axis.observe(value))?;
        Ok(true)
    }

    /// Looks at all of a row.
    fn observe(&mut self, mut node: Node) -> Result<()> {
        if let Some(name) = self.time {
            let instant = rows::take(&mut node, name)?;
            rows::instant(&instant, name, |value| self.axis.observe(value))?;
        }
        if let Some(survey) = &mut self.rows {
            survey.observe(&rows::values(self.schema, &node)?)?;
            self.is_done = self.time.is_none() && survey.is_done();
        }
        if self.is_done { Err(Error::message("")) } else { Ok(()) }
    }
}

impl Sink for Second<'_> {
    fn part(&mut self, _: Part) -> Result<()> {
        Ok(())
    }

    fn item<T: ?Sized + Serialize>(&mut self, item: &T, capture: Capture) -> Result<()> {
        // A fault is told by the whole look.
        if matches!(self.glance(item, capture), Ok(true)) {
            return Ok(());
        }
        self.observe(item.serialize(capture)?)
    }
}

/// A [`Survey`] that knows when it has seen enough.
pub(super) struct RowSurvey {
    pub(super) survey: Survey,
    /// The starts of texts that recur, where they may get names.
    prefixes: Option<PrefixSurvey<'static>>,
    columns: Vec<Column>,
    /// Columns that had one value so far; none before the first row.
    open: Option<Vec<(usize, Value<'static>)>>,
    templates: bool,
    constants: bool,
}

impl RowSurvey {
    pub(super) fn new(schema: Schema, options: Options) -> Self {
        let Options { templates, constants, names, .. } = options;
        let (prefixes, columns) = (names.then(PrefixSurvey::new), schema.columns().to_vec());
        Self { survey: Survey::new(schema, options), prefixes, columns, open: None, templates, constants }
    }

    /// The schema for the rows, and the prefixes that get names.
    pub(super) fn finish(self) -> (Schema, Vec<String>) {
        let schema = self.survey.finish();
        let names = self.prefixes.map(|prefixes| prefixes.finish(&schema, &Estimate)).unwrap_or_default();
        (schema, names)
    }

    fn wants_texts(&self) -> bool {
        self.prefixes.as_ref().is_some_and(|prefixes| !prefixes.is_full())
    }

    pub(super) fn observe(&mut self, values: &[Value<'_>]) -> Result<()> {
        if let Some(open) = &mut self.open {
            open.retain(|(index, first)| values.get(*index) == Some(first));
        } else {
            let is_scalar = |value: &Value<'_>| !matches!(value, Value::List(_) | Value::Map(_) | Value::Struct(_));
            let scalars = values.iter().enumerate().filter(|(_, value)| is_scalar(value));
            self.open = Some(scalars.map(|(index, value)| (index, value.clone().into_owned())).collect());
        }
        if let Some(prefixes) = &mut self.prefixes {
            prefixes.observe(&self.columns, values);
        }
        self.survey.observe(values)
    }

    /// The columns of which a row with their values says nothing new, whatever its other columns hold; none while every
    /// column may say something.
    fn open(&self) -> Option<&[(usize, Value<'static>)]> {
        match &self.open {
            _ if self.wants_texts() => None,
            Some(_) if !self.constants && !self.templates => Some(&[]),
            Some(open) if !self.templates && open.len() <= MOST_OPEN => Some(open),
            _ => None,
        }
    }

    fn is_done(&self) -> bool {
        let has_constants = self.constants && self.open.as_ref().is_none_or(|open| !open.is_empty());
        !self.templates && !has_constants && !self.wants_texts()
    }
}

/// With more open columns than this a glance takes as long as a look: fields are found by their names.
const MOST_OPEN: usize = 8;
