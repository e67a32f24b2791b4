//! From what was seen to the types that hold it for the fewest tokens: for each place the cheapest form that is allowed.

use core::cell::RefCell;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::build::KeyOrder;
use super::conform::{conform, entries, items, text};
use super::explain::{Decision, Form};
use super::sample::{Light, Spread, leaves, scaled, wide};
use super::shape::{Objects, Place, Shape};
use crate::{
    Column, ColumnRule, ColumnType, Cost, Encoder, Header, Lead, Limits, Options, PrefixSurvey, Result, Schema, Value,
};

/// Finds types.
#[derive(Clone, Copy)]
pub(super) struct Planner<'c> {
    pub(super) cost: &'c dyn Cost,
    pub(super) options: Options,
    pub(super) limits: Limits,
    pub(super) key_order: KeyOrder,
    /// Whether a list may be a series although nobody asked.
    pub(super) finds_series: bool,
    /// Prefixes that the document is likely to name. Prices are those of texts written with these names.
    pub(super) names: &'c [String],
    /// What was decided, if somebody wants to know.
    pub(super) decisions: Option<&'c RefCell<Vec<Decision>>>,
}

impl core::fmt::Debug for Planner<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Planner").field("options", &self.options).finish_non_exhaustive()
    }
}

/// How the values of a place are held.
pub(super) struct Plan {
    pub(super) ty: ColumnType,
    /// Their members as columns, if they are objects that agree on an order of keys.
    pub(super) columns: Option<Vec<Column>>,
}

/// Leaves of the samples by which forms are compared, and values that are compared at least.
const LEAVES: usize = 400;
const FEWEST: usize = 6;

/// The part of a price that types are worth. Few places are that near, so that a rough measure chooses as an exact one:
/// with an eighth on 97 % of the places of the shared data, with a 64th on 86 %; the documents cost the same.
const NEARLY: u64 = 8;

impl Planner<'_> {
    /// The cheapest type of values that are never missing.
    pub(super) fn plan(&self, shape: &Shape, samples: &[&Value<'_>], place: Place<'_>) -> Plan {
        let (mut forms, mut columns) = (Vec::new(), None);
        if shape.only_scalars() {
            let schema = shape.letters.clone().finish([""], Lead::Key);
            let ty = schema.columns().first().map_or(ColumnType::Auto, |column| column.column_type().clone());
            self.decide_scalar(place, &Column::unnamed(ty.clone()), shape.values, samples);
            return Plan { ty, columns };
        } else if let Some(values) = shape.only_lists() {
            let inner = Spread::of(samples.iter().flat_map(|value| items(value)));
            forms.push(("list", ColumnType::list(self.plan(values, inner.kept(), Place::Each(&place)).ty)));
        } else if let Some(objects) = shape.only_objects() {
            columns = self.columns(objects, samples, place).map(keep_a_cell);
            if let Some(columns) = &columns {
                let columns = columns.iter().cloned();
                let structure =
                    if shape.nulls > 0 { ColumnType::bracketed(columns) } else { ColumnType::structure(columns) };
                forms.push(("struct", structure));
            }
            // A map repeats the keys: it is for objects that share few of them. For few keys it says no more than a tree.
            let cells = columns.as_ref().map(|columns| wide(columns.len()).saturating_mul(objects.count));
            let shares_few = cells.is_none_or(|cells| cells > objects.entries.saturating_mul(2));
            if shares_few && objects.entries >= objects.count.saturating_mul(2) {
                let members = objects.members(self.options);
                let inner = Spread::of(samples.iter().flat_map(|value| entries(value)).map(|(_, value)| value));
                let inner = self.plan(&members, inner.kept(), Place::Each(&place)).ty;
                forms.push(("map", ColumnType::map(ColumnType::Str, inner)));
            }
        }
        forms.push(("auto", ColumnType::Auto));
        let prices = self.prices(&forms, samples, shape.values);
        let known = forms.iter().zip(&prices).enumerate().filter_map(|(index, ((_, ty), price))| {
            // What costs nearly the same is better said with types: prices are judged without their neighbours.
            let handicap = if *ty == ColumnType::Auto { (*price)? / NEARLY } else { 0 };
            Some(((*price)?.saturating_add(handicap), index))
        });
        let chosen = known.min().map_or(forms.len().saturating_sub(1), |(_, index)| index);
        self.decide(place, shape.values, &forms, &prices, chosen);
        let ty = forms.into_iter().nth(chosen).map_or(ColumnType::Auto, |(_, ty)| ty);
        Plan { ty, columns }
    }

    /// The columns of objects, each of which may be constant; none if they disagree on the order of their keys.
    pub(super) fn columns(&self, objects: &Objects, samples: &[&Value<'_>], place: Place<'_>) -> Option<Vec<Column>> {
        let keys: Vec<(&str, &Shape)> = objects.columns(self.key_order)?.collect();
        let mut cells: Vec<Vec<&Value<'_>>> = keys.iter().map(|_| Vec::new()).collect();
        for sample in samples {
            for (index, value) in places(entries(sample), &keys) {
                if let Some(cells) = cells.get_mut(index) {
                    cells.push(value);
                }
            }
        }
        let columns = keys.iter().zip(&cells).map(|((key, shape), cells)| {
            self.column(key, shape, shape.values < objects.count, cells, Place::Member(&place, key))
        });
        Some(columns.collect())
    }

    fn column(&self, name: &str, shape: &Shape, is_missing: bool, samples: &[&Value<'_>], place: Place<'_>) -> Column {
        if shape.only_scalars() {
            let mut letters = shape.letters.clone();
            if is_missing {
                letters.observe(&[Value::Missing]);
            }
            let schema = letters.finish([name], Lead::Key);
            let column = schema.columns().first().cloned();
            let column = column.unwrap_or_else(|| Column::new(name, ColumnType::Auto));
            self.decide_scalar(place, &column, shape.values, samples);
            return column;
        }
        let column = Column::new(name, self.plan(shape, samples, place).ty);
        let is_struct = matches!(column.column_type(), ColumnType::Struct { .. });
        if is_missing || (is_struct && shape.nulls > 0) { column.with_missing() } else { column }
    }

    /// What `total` values cost in each form.
    fn prices(&self, forms: &[(&'static str, ColumnType)], samples: &[&Value<'_>], total: u64) -> Vec<Option<u64>> {
        let weights: Vec<usize> = samples.iter().map(|value| leaves(value)).collect();
        let all = weights.iter().copied().fold(0, usize::saturating_add);
        // Large values are fewer, and what is still large loses a part of its items.
        let few = samples.len().saturating_mul(LEAVES).checked_div(all).unwrap_or(samples.len()).max(FEWEST);
        let step = samples.len().div_ceil(few).max(1);
        let (mut before, mut kept) = (0usize, 0usize);
        let few: Vec<(&Value<'_>, Option<Light<'_>>)> = samples
            .iter()
            .zip(&weights)
            .step_by(step)
            .map(|(value, weight)| {
                let heavy = *weight > LEAVES / FEWEST;
                let light = if heavy { Light::of(value, LEAVES / FEWEST, false) } else { None };
                before = before.saturating_add(*weight);
                kept = kept.saturating_add(light.as_ref().map_or(*weight, Light::kept));
                (*value, light)
            })
            .collect();
        let thinned: Vec<&Value<'_>> =
            few.iter().map(|(value, light)| light.as_ref().map_or(*value, |light| &light.value)).collect();
        let total = scaled(total, kept, wide(before));
        forms.iter().map(|(_, ty)| self.price(ty, &thinned, total)).collect()
    }

    /// What `total` values of this type cost, judged by some of them; none if they can't be written so.
    fn price(&self, ty: &ColumnType, samples: &[&Value<'_>], total: u64) -> Option<u64> {
        match ty {
            ColumnType::Struct { columns, bracketed: false } => self.price_rows(columns.clone(), ty, samples, total),
            ty => self.price_rows(Vec::from([Column::unnamed(ty.clone())]), ty, samples, total),
        }
    }

    fn price_rows(&self, columns: Vec<Column>, ty: &ColumnType, samples: &[&Value<'_>], total: u64) -> Option<u64> {
        let (mut encoder, head) = self.begin(&Header::table(Schema::new(columns))).ok()?;
        for sample in samples {
            match conform(ty, sample).ok()? {
                Value::Struct(values) if matches!(ty, ColumnType::Struct { bracketed: false, .. }) => {
                    encoder.row(&values).ok()?;
                }
                value => encoder.row(&[value]).ok()?,
            }
        }
        Some(head.saturating_add(scaled(self.tokens(&encoder), samples.len(), total)))
    }

    /// An encoder of a block's body, and what the header costs without the names of prefixes.
    pub(super) fn begin(&self, header: &Header) -> Result<(Encoder, u64)> {
        let mut encoder = Encoder::new().with_limits(self.limits);
        if self.names.is_empty() {
            encoder.header(header)?;
        } else {
            encoder.header(&self.names.iter().fold(header.clone(), |header, name| header.with_name(name.as_str())))?;
        }
        let names = self.names.iter().map(|name| PrefixSurvey::price(name, self.cost)).fold(0, u64::saturating_add);
        let head = self.tokens(&encoder).saturating_sub(names);
        encoder.clear();
        Ok((encoder, head))
    }

    /// What stands in the encoder.
    pub(super) fn tokens(&self, encoder: &Encoder) -> u64 {
        self.cost.tokens(core::str::from_utf8(encoder.output()).unwrap_or_default())
    }

    fn decide(
        &self,
        place: Place<'_>,
        values: u64,
        forms: &[(&'static str, ColumnType)],
        prices: &[Option<u64>],
        chosen: usize,
    ) {
        let forms = forms.iter().zip(prices).map(|((name, ty), tokens)| Form::new(name, ty.to_string(), *tokens));
        self.note(place, values, || forms.collect(), chosen);
    }

    /// A column of scalars has the type of its letters; only those who ask pay for its price.
    fn decide_scalar(&self, place: Place<'_>, column: &Column, values: u64, samples: &[&Value<'_>]) {
        if self.decisions.is_some() {
            let price = match column.rule() {
                ColumnRule::Always(_) => Some(0),
                _ => self.price_rows(Vec::from([column.clone()]), column.column_type(), samples, values),
            };
            let declared = Schema::new([column.clone()]).to_string();
            self.note(place, values, || Vec::from([Form::new("column", declared, price)]), 0);
        }
    }

    /// How much was decided so far.
    pub(super) fn decided(&self) -> usize {
        self.decisions.map_or(0, |decisions| decisions.borrow().len())
    }

    /// Forgets what was decided for the document that was not taken: the one before a place, or the one behind.
    pub(super) fn keep_decisions(&self, place: usize, behind: bool) {
        if let Some(decisions) = self.decisions {
            let mut decisions = decisions.borrow_mut();
            let place = place.min(decisions.len());
            let rest = decisions.split_off(place);
            if behind {
                *decisions = rest;
            }
        }
    }

    pub(super) fn note(&self, place: Place<'_>, values: u64, forms: impl FnOnce() -> Vec<Form>, chosen: usize) {
        if let Some(decisions) = self.decisions {
            let mut at = String::new();
            place.print(&mut at);
            decisions.borrow_mut().push(Decision { place: at, values, forms: forms(), chosen });
        }
    }
}

/// The column of each member; most stand behind the one before.
fn places<'s, 'v, T>(
    entries: &'s [(Value<'v>, Value<'v>)],
    keys: &'s [(&str, T)],
) -> impl Iterator<Item = (usize, &'s Value<'v>)> {
    let mut from = 0usize;
    entries.iter().filter_map(move |(key, value)| {
        let is_key = |(known, _): &(&str, T)| *known == text(key);
        let behind = keys.iter().skip(from).position(is_key).map(|behind| from.saturating_add(behind));
        let index = behind.or_else(|| keys.iter().position(is_key))?;
        from = index.saturating_add(1);
        Some((index, value))
    })
}

/// At least one column has a cell.
fn keep_a_cell(mut columns: Vec<Column>) -> Vec<Column> {
    if columns.iter().all(|column| matches!(column.rule(), ColumnRule::Always(_)))
        && let Some(first) = columns.first_mut()
    {
        let plain = Column::new(first.name().unwrap_or_default(), first.column_type().clone());
        *first = if first.may_be_missing() { plain.with_missing() } else { plain };
    }
    columns
}
