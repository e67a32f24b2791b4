//! From a value to the blocks of a document: which parts stand in a record, and which are a table or a text of their own.

use alloc::string::String;
use alloc::vec::Vec;

use super::branch::{READABLE, SHORT, is_long, is_typed};
use super::conform::{kind, pointer, text};
use super::explain::Form;
use super::gather::{Gather, Gathered, RowKind};
use super::plan::Planner;
use super::prefixes;
use super::price::{FIELD, IMPOSSIBLE};
use super::print::{self, Block, Body, Frame, Line, Part};
use super::sample::{Light, Spread, leaves, scaled, wide};
use super::shape::{Place, Shape};
use super::value;
use crate::{Column, ColumnType, Error, Header, Result, Schema, Survey, Value};

/// Lays out documents.
pub(super) struct Layouter<'c> {
    pub(super) planner: Planner<'c>,
    pub(super) frame: Frame,
}

/// A form that a part of the value can have, and what it costs.
pub(super) struct Priced<T> {
    pub(super) name: &'static str,
    pub(super) price: u64,
    pub(super) form: T,
}

/// The part of its price by which JSON is clearly dearer.
const CLEARLY: u64 = 8;

/// Tokens by which a document may be dearer than one `json` value, which says less. The header, type and end of that are 14.
const TOLERANCE: u64 = 2;

/// Leaves of a value that is laid out with names, too. Of a larger one that takes long, and names decide less.
const NAMED: usize = 5_000;

/// What a `json` value costs beside the JSON: header, type and end.
const LAST_RESORT: u64 = 16;

impl Layouter<'_> {
    /// The cheapest document found for a value.
    ///
    /// # Errors
    /// Why the value is no series with the time field `time`, where there is one; what can't be written within the limits.
    pub(super) fn document(&self, value: &Value<'_>, time: Option<&str>) -> Result<String> {
        if let Some(time) = time {
            return self.shortened(&[self.asked_series(value, time)?]);
        }
        // There may be too many blocks, or too long a line.
        let Ok(best) = self.shortest(value) else {
            return self.print(&self.last_resort(&value::escaped(value)?), &[]);
        };
        let blocks = self.planner.cost.tokens(&best);
        if let Some(light) = Light::of(value, FIELD / 3, false) {
            // A large value whose JSON is clearly dearer, judged by a part of it, is not printed to be counted.
            let json = light.scaled(self.planner.cost.tokens(&value::escaped(&light.value)?));
            if blocks < json.saturating_sub(json / CLEARLY) {
                return Ok(best);
            }
        }
        let plain = self.print(&self.last_resort(&value::escaped(value)?), &[])?;
        let json = self.planner.cost.tokens(&plain);
        let is_dearer = blocks > json.saturating_add(TOLERANCE);
        let prices = [blocks, json];
        let forms = ["blocks", "json"].into_iter().zip(prices);
        let forms = forms.map(|(name, price)| Form::new(name, String::new(), Some(price)));
        self.planner.note(Place::Root, 1, || forms.collect(), usize::from(is_dearer));
        Ok(if is_dearer { plain } else { best })
    }

    /// The shorter of two documents: of the forms that are cheapest in full letters, and of those that are so with names.
    fn shortest(&self, value: &Value<'_>) -> Result<String> {
        let plain = self.shortened(&self.choose(value));
        if !self.planner.options.names || leaves(value) > NAMED {
            return plain;
        }
        let names = prefixes::find(&[self.single(ColumnType::Auto, Part::Of(value))], self.planner.cost);
        if names.is_empty() {
            return plain;
        }
        let before = self.planner.decided();
        let planner = Planner { names: &names, ..self.planner };
        let again = Layouter { planner, frame: self.frame.clone() };
        let other = again.shortened(&again.choose(value));
        let price =
            |document: &Result<String>| document.as_ref().map_or(u64::MAX, |text| self.planner.cost.tokens(text));
        let is_shorter = price(&other) < price(&plain);
        self.planner.keep_decisions(before, is_shorter);
        if is_shorter { other } else { plain }
    }

    /// The document of some blocks, with named prefixes where they save tokens. A template may save more than a name.
    fn shortened(&self, blocks: &[Block<'_>]) -> Result<String> {
        let plain = self.print(blocks, &[])?;
        let names = if self.planner.options.names { prefixes::find(blocks, self.planner.cost) } else { Vec::new() };
        if names.is_empty() {
            return Ok(plain);
        }
        let shortened = self.print(blocks, &names)?;
        let is_worth = self.planner.cost.tokens(&shortened) < self.planner.cost.tokens(&plain);
        Ok(if is_worth { shortened } else { plain })
    }

    fn print(&self, blocks: &[Block<'_>], names: &[String]) -> Result<String> {
        print::document(blocks, names, &self.frame, self.planner.limits)
    }

    /// The blocks for a value, but for the last resort.
    fn choose<'v>(&self, value: &'v Value<'v>) -> Vec<Block<'v>> {
        let mut forms = Vec::new();
        match value {
            Value::Map(members) => {
                forms.push(("record", self.record(members)));
                forms.extend(self.keyed(members, None).map(|block| ("keyed", Vec::from([block]))));
                // The only member needs no record around it.
                if let [(key, value)] = &members[..] {
                    let at = pointer(text(key));
                    forms.extend(self.apart(value, &at).map(|block| (block.name, Vec::from([block.form]))));
                }
            }
            Value::List(items) => {
                let (gathered, _) = self.gather(items).finish(&self.planner, Place::Root);
                let (inline, is_typed) = (ColumnType::list(gathered.ty.clone()), is_typed(&gathered.ty));
                let rows = self.rows(gathered).into_iter();
                forms.extend(rows.map(|(name, rows)| (name, Vec::from([rows.block(items)]))));
                // A long list is rows, which can be read and written one by one.
                if items.len() <= SHORT {
                    forms.push(("list", Vec::from([self.single(inline, Part::Of(value))])));
                    forms.push(("auto", Vec::from([self.single(ColumnType::Auto, Part::Of(value))])));
                    let tree = if is_typed { None } else { Some(self.tree(value, "", 0)) };
                    if let Some(tree) = tree.filter(|tree| !tree.blocks.is_empty()) {
                        let root = self.single(ColumnType::Auto, Part::Made(tree.value));
                        forms.push(("tree", [root].into_iter().chain(tree.blocks).collect()));
                    }
                }
            }
            value => {
                if let Value::Str(text) = value
                    && is_long(value)
                {
                    forms.push(("text", Vec::from([Block { header: Header::of_text(text), body: Body::Text(text) }])));
                }
                forms.push(("auto", Vec::from([self.single(ColumnType::Auto, Part::Of(value))])));
            }
        }
        if forms.len() == 1 {
            return forms.pop().map(|(_, form)| form).unwrap_or_default();
        }
        let priced = forms.into_iter().map(|(name, form)| {
            let price = self.price_blocks(&form);
            let worth = if name == "text" { price / READABLE } else { 0 };
            Priced { name, price: price.saturating_sub(worth), form }
        });
        self.cheapest(Place::Root, priced.collect()).map(|best| best.form).unwrap_or_default()
    }

    /// The first of the cheapest forms.
    pub(super) fn cheapest<T>(&self, place: Place<'_>, forms: Vec<Priced<T>>) -> Option<Priced<T>> {
        let chosen = forms.iter().enumerate().min_by_key(|(_, form)| form.price).map(|(index, _)| index)?;
        let price = |price: u64| Some(price).filter(|price| *price < IMPOSSIBLE);
        let listed = forms.iter().map(|form| Form::new(form.name, String::new(), price(form.price)));
        if forms.len() > 1 {
            self.planner.note(place, 1, || listed.collect(), chosen);
        }
        forms.into_iter().nth(chosen)
    }

    /// The whole value as the one `json` value of a record.
    fn last_resort<'v>(&self, json: &'v str) -> Vec<Block<'v>> {
        let value = if json == "null" { Value::Null } else { Value::Json(json.into()) };
        Vec::from([self.single(ColumnType::Json, Part::Made(value))])
    }

    /// The whole value as the one value of a record.
    fn single<'v>(&self, ty: ColumnType, value: Part<'v>) -> Block<'v> {
        let line = Line { name: None, ty, value };
        self.block(Header::record().with_lines(1), Body::Fields(Vec::from([line])))
    }

    fn block<'v>(&self, header: Header, body: Body<'v>) -> Block<'v> {
        Block { header: self.spelled(header), body }
    }

    fn spelled(&self, header: Header) -> Header {
        if self.planner.options.word_booleans { header } else { header.with_digits() }
    }

    /// What the items of a list have in common.
    pub(super) fn gather<'v>(&self, items: &'v [Value<'v>]) -> Gather<&'v Value<'v>> {
        let mut gather = Gather::new(self.planner.options);
        for item in items {
            gather.observe(item, || item);
        }
        gather
    }

    /// The cheapest rows for a list of which only samples are there, and whether they cost less than the list as JSON.
    pub(super) fn cheapest_rows(&self, gathered: Gathered, samples: &[Value<'_>], count: u64) -> (Rows, bool) {
        let forms = self.rows(gathered).into_iter().map(|(name, rows)| {
            let block = Block { header: rows.header.clone(), body: Body::Rows(samples, rows.kind.clone()) };
            let price = self.price_sampled(&block, count).unwrap_or(IMPOSSIBLE);
            Priced { name, price, form: (rows, price) }
        });
        let auto = Schema::new([Column::unnamed(ColumnType::Auto)]);
        let fallback = (Rows { header: Header::table(auto), kind: RowKind::Item }, u64::MAX);
        let (rows, price) = self.cheapest(Place::Root, forms.collect()).map_or(fallback, |best| best.form);
        let items: String = samples.iter().filter_map(|item| value::escaped(item).ok()).collect::<Vec<_>>().join(",");
        let json = scaled(self.planner.cost.tokens(&items), samples.len(), count);
        (rows, price <= json.saturating_add(LAST_RESORT))
    }

    /// The series that was asked for.
    fn asked_series<'v>(&self, value: &'v Value<'v>, time: &str) -> Result<Block<'v>> {
        let Value::List(items) = value else {
            return Err(Error::type_mismatch("a list of objects, to make a series", kind(value)));
        };
        let mut gather = Gather::series(self.planner.options, time);
        items.iter().try_for_each(|item| gather.observe_series(item, || item))?;
        let (gathered, _) = gather.finish(&self.planner, Place::Root);
        let found = self.rows(gathered).into_iter().find(|(name, _)| *name == "series");
        let (_, rows) =
            found.ok_or_else(|| Error::truncated("a first object, whose time is the start of the series"))?;
        Ok(rows.block(items))
    }

    /// The rows that can hold a list, without their number.
    pub(super) fn rows(&self, gathered: Gathered) -> Vec<(&'static str, Rows)> {
        let mut forms = Vec::new();
        if let Some((time, columns)) = gathered.series {
            let schema = self.schema(columns).with_offset(time.unit);
            let header = Header::series(schema, time.axis.t0()).with_axis(&time.name, time.axis.form());
            forms.push(("series", Rows { header: self.spelled(header), kind: RowKind::Series(time) }));
            if gathered.is_asked {
                return forms;
            }
        }
        let table = gathered.table.map(|columns| (RowKind::Object, columns));
        // A struct without a name is one cell.
        let item = match gathered.ty {
            ColumnType::Struct { columns, .. } => ColumnType::bracketed(columns),
            ty => ty,
        };
        let items = (RowKind::Item, Vec::from([Column::unnamed(item)]));
        for (kind, columns) in table.into_iter().chain([items]) {
            let header = self.spelled(Header::table(self.schema(columns)));
            let name = if matches!(kind, RowKind::Object) { "table" } else { "items" };
            forms.push((name, Rows { header, kind }));
        }
        forms
    }

    /// An object whose values are alike as a keyed table.
    pub(super) fn keyed<'v>(&self, members: &'v [(Value<'v>, Value<'v>)], at: Option<&str>) -> Option<Block<'v>> {
        if members.len() < 2 || !members.iter().all(|(_, value)| matches!(value, Value::Map(_))) {
            return None;
        }
        let mut shape = Shape::new(self.planner.options);
        for (_, value) in members {
            shape.observe(value);
        }
        let samples = Spread::of(members.iter().map(|(_, value)| value));
        let place = Place::At(at.unwrap_or_default());
        let columns = self.planner.columns(shape.only_objects()?, samples.kept(), Place::Each(&place))?;
        let mut keys = Survey::new(Schema::new([]).with_keys(), self.planner.options);
        for (key, _) in members {
            keys.observe_key(text(key));
        }
        let keys = keys.finish();
        let schema = match keys.key_template() {
            Some((prefix, suffix)) => self.schema(columns).with_key_template(prefix, suffix),
            None => self.schema(columns).with_keys(),
        };
        (!schema.columns().is_empty()).then(|| {
            let header = Header::table(schema).with_rows(wide(members.len()));
            self.block(located(header, at), Body::Keyed(members))
        })
    }

    fn schema(&self, columns: Vec<Column>) -> Schema {
        let schema = Schema::new(columns);
        if self.planner.options.numbered { schema.with_numbers() } else { schema }
    }

    /// An object as a record, with blocks for what is worth one.
    fn record<'v>(&self, members: &'v [(Value<'v>, Value<'v>)]) -> Vec<Block<'v>> {
        let mut blocks = Vec::new();
        let mut lines = Vec::with_capacity(members.len());
        for (key, value) in members {
            let at = pointer(text(key));
            let (ty, value, more) = self.member(value, &at, blocks.len());
            blocks.extend(more);
            lines.push(Line { name: Some(text(key)), ty, value });
        }
        let header = Header::record().with_lines(wide(lines.len()));
        blocks.insert(0, self.block(header, Body::Fields(lines)));
        blocks
    }
}

/// Rows that hold a list.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) header: Header,
    pub(super) kind: RowKind,
}

impl Rows {
    pub(super) fn block<'v>(self, items: &'v [Value<'v>]) -> Block<'v> {
        Block { header: self.header.with_rows(wide(items.len())), body: Body::Rows(items, self.kind) }
    }
}

fn located(header: Header, at: Option<&str>) -> Header {
    match at {
        Some(at) => header.with("at", at),
        None => header,
    }
}
