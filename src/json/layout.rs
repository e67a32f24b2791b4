//! From a value to the blocks of a document: which parts stand in a record, and which are a table or a text of their own.

use alloc::string::String;
use alloc::vec::Vec;

use super::conform::{conform, is_scalar, kind, pointer, shallow, text};
use super::explain::Form;
use super::gather::{Gather, Gathered, RowKind};
use super::plan::Planner;
use super::prefixes;
use super::print::{self, Block, Body, Frame, Line, Part};
use super::sample::{Light, Spread, scaled, wide};
use super::shape::{Place, Shape};
use super::value;
use crate::{Column, ColumnType, Encoder, Error, Header, Result, Schema, Survey, Value};

/// Lays out documents.
pub(super) struct Layouter<'c> {
    pub(super) planner: Planner<'c>,
    pub(super) frame: Frame,
}

/// A form that a part of the value can have, and what it costs.
struct Priced<T> {
    name: &'static str,
    price: u64,
    form: T,
}

/// The part of its price by which JSON is clearly dearer.
const CLEARLY: u64 = 8;

/// The price of what can't be written.
const IMPOSSIBLE: u64 = u64::MAX / 2;

/// Items of a list that may stand in one line.
const SHORT: usize = 64;

/// Tokens by which a document may be dearer than one `json` value, which says less. The header, type and end of that are 14.
const TOLERANCE: u64 = 2;

/// What a `json` value costs beside the JSON: header, type and end.
const LAST_RESORT: u64 = 16;

/// The part of a price that is worth a line for each row.
const READABLE: u64 = 50;

/// What a mark and the `at=` of its block cost at most, beside the place.
const MARK: u64 = 5;

/// Leaves of a field that are all looked at to find its price.
const FIELD: usize = 1_500;
/// Rows of a block that are looked at at least.
const FEWEST: usize = 8;

impl Layouter<'_> {
    /// The cheapest document found for a value.
    ///
    /// # Errors
    /// Why the value is no series with the time field `time`, where there is one; what can't be written within the limits.
    pub(super) fn document(&self, value: &Value<'_>, time: Option<&str>) -> Result<String> {
        let chosen = match time {
            Some(time) => Vec::from([self.asked_series(value, time)?]),
            None => self.choose(value),
        };
        let best = match self.shortened(&chosen) {
            // Too many blocks, or too long a line.
            Err(_) if time.is_none() => return self.print(&self.last_resort(&value::escaped(value)?), &[]),
            best => best?,
        };
        if time.is_some() {
            return Ok(best);
        }
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
                    forms.extend(self.apart(value, &at).map(|(name, block)| (name, Vec::from([block]))));
                }
            }
            Value::List(items) => {
                let (gathered, _) = self.gather(items).finish(&self.planner, Place::Root);
                let inline = ColumnType::list(gathered.ty.clone());
                let rows = self.rows(gathered).into_iter();
                forms.extend(rows.map(|(name, rows)| (name, Vec::from([rows.block(items)]))));
                // A long list is rows, which can be read and written one by one.
                if items.len() <= SHORT {
                    forms.push(("list", Vec::from([self.single(inline, Part::Of(value))])));
                    forms.push(("auto", Vec::from([self.single(ColumnType::Auto, Part::Of(value))])));
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
        self.cheapest(Place::Root, priced.collect()).unwrap_or_default()
    }

    /// The first of the cheapest forms.
    fn cheapest<T>(&self, place: Place<'_>, forms: Vec<Priced<T>>) -> Option<T> {
        let chosen = forms.iter().enumerate().min_by_key(|(_, form)| form.price).map(|(index, _)| index)?;
        let price = |price: u64| Some(price).filter(|price| *price < IMPOSSIBLE);
        let listed = forms.iter().map(|form| Form::new(form.name, String::new(), price(form.price)));
        if forms.len() > 1 {
            self.planner.note(place, 1, || listed.collect(), chosen);
        }
        forms.into_iter().nth(chosen).map(|form| form.form)
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
    fn gather<'v>(&self, items: &'v [Value<'v>]) -> Gather<&'v Value<'v>> {
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
        let (rows, price) = self.cheapest(Place::Root, forms.collect()).unwrap_or(fallback);
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
    fn rows(&self, gathered: Gathered) -> Vec<(&'static str, Rows)> {
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
    fn keyed<'v>(&self, members: &'v [(Value<'v>, Value<'v>)], at: Option<&str>) -> Option<Block<'v>> {
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
            let (ty, value) = self.member(value, &at, &mut blocks);
            lines.push(Line { name: Some(text(key)), ty, value });
        }
        let header = Header::record().with_lines(wide(lines.len()));
        blocks.insert(0, self.block(header, Body::Fields(lines)));
        blocks
    }

    /// A field of a record: its type and value, or a mark and the blocks that fill it.
    fn member<'v>(&self, value: &'v Value<'v>, at: &str, blocks: &mut Vec<Block<'v>>) -> (ColumnType, Part<'v>) {
        if is_scalar(value) && !is_long(value) {
            return (ColumnType::Auto, Part::Of(value));
        }
        let inline = |ty: ColumnType| {
            let price = self.price_field(&ty, value);
            let name = if ty == ColumnType::Auto { "auto" } else { "list" };
            Priced { name, price, form: (ty, Part::Of(value), Vec::new()) }
        };
        let mut forms = Vec::from([inline(ColumnType::Auto)]);
        let apart = match value {
            Value::List(items) if !items.is_empty() => {
                let (gathered, _) = self.gather(items).finish(&self.planner, Place::At(at));
                forms.insert(0, inline(ColumnType::list(gathered.ty.clone())));
                self.objects(gathered, items, at)
            }
            value => self.apart(value, at),
        };
        if let Some((name, block)) = apart.filter(|_| self.has_room(blocks)) {
            let price = self.price_block(&block).saturating_add(MARK);
            // Rows in lines are easier to read than items in one, so that they may cost a little more.
            let price = price.saturating_sub(price.checked_div(READABLE).unwrap_or(0));
            forms.insert(0, Priced { name, price, form: (ColumnType::Auto, mark(), Vec::from([block])) });
        }
        // Parts of a tree may be worth a block although the whole is not.
        if let Value::Map(members) = value {
            let mut inner = Vec::new();
            let tree = self.tree(members, at, &mut inner, blocks.len());
            if !inner.is_empty() {
                let price = self.price_field(&ColumnType::Auto, &tree).saturating_add(self.price_blocks(&inner));
                let form = (ColumnType::Auto, Part::Made(tree), inner);
                forms.push(Priced { name: "tree", price, form });
            }
        }
        let (ty, value, more) =
            self.cheapest(Place::At(at), forms).unwrap_or((ColumnType::Auto, Part::Of(value), Vec::new()));
        blocks.extend(more);
        (ty, value)
    }

    /// An object as a tree, with marks for what is worth a block.
    fn tree<'v>(
        &self,
        members: &'v [(Value<'v>, Value<'v>)],
        at: &str,
        blocks: &mut Vec<Block<'v>>,
        others: usize,
    ) -> Value<'v> {
        let members = members.iter().map(|(key, value)| {
            let at = [at, &pointer(text(key))].concat();
            (shallow(key), self.branch(value, &at, blocks, others))
        });
        Value::Map(members.collect())
    }

    /// A member of a tree.
    fn branch<'v>(&self, value: &'v Value<'v>, at: &str, blocks: &mut Vec<Block<'v>>, others: usize) -> Value<'v> {
        if is_scalar(value) && !is_long(value) {
            return shallow(value);
        }
        if let Some((name, block)) = self.apart(value, at)
            && blocks.len().saturating_add(others).saturating_add(2) < self.planner.limits.blocks
        {
            let apart = Priced { name, price: self.price_block(&block).saturating_add(MARK), form: Some(block) };
            let price = self.price_field(&ColumnType::Auto, value);
            let forms = Vec::from([apart, Priced { name: "auto", price, form: None }]);
            if let Some(Some(block)) = self.cheapest(Place::At(at), forms) {
                blocks.push(block);
                return Value::Mark;
            }
        }
        match value {
            Value::Map(members) => self.tree(members, at, blocks, others),
            value => shallow(value),
        }
    }

    fn has_room(&self, blocks: &[Block<'_>]) -> bool {
        blocks.len().saturating_add(2) < self.planner.limits.blocks
    }

    /// A value as a block of its own, if it can be one.
    fn apart<'v>(&self, value: &'v Value<'v>, at: &str) -> Option<(&'static str, Block<'v>)> {
        match value {
            Value::List(items) if items.len() > 1 && items.iter().all(|item| matches!(item, Value::Map(_))) => {
                let (gathered, _) = self.gather(items).finish(&self.planner, Place::At(at));
                self.objects(gathered, items, at)
            }
            Value::Map(members) => self.keyed(members, Some(at)).map(|block| ("keyed", block)),
            Value::Str(text) if is_long(value) => {
                let header = Header::of_text(text).with("at", at);
                Some(("text", Block { header, body: Body::Text(text) }))
            }
            _ => None,
        }
    }

    /// A list of objects as the cheaper of the blocks that hold it. A series saves nothing where all its times are one.
    fn objects<'v>(&self, gathered: Gathered, items: &'v [Value<'v>], at: &str) -> Option<(&'static str, Block<'v>)> {
        if items.len() < 2 {
            return None;
        }
        let rows = self.rows(gathered).into_iter().filter(|(_, rows)| !matches!(rows.kind, RowKind::Item));
        let forms = rows.map(|(name, rows)| {
            let block = rows.block(items);
            let block = Block { header: block.header.with("at", at), body: block.body };
            Priced { name, price: self.price_block(&block), form: (name, block) }
        });
        self.cheapest(Place::At(at), forms.collect())
    }

    /// What a field costs, without its name.
    fn price_field(&self, ty: &ColumnType, value: &Value<'_>) -> u64 {
        match Light::of(value, FIELD, *ty == ColumnType::Auto) {
            Some(light) => light.scaled(self.price_line(ty, &light.value)),
            None => self.price_line(ty, value),
        }
    }

    fn price_line(&self, ty: &ColumnType, value: &Value<'_>) -> u64 {
        let mut encoder = Encoder::new().with_limits(self.planner.limits);
        let written = encoder.header(&Header::record()).and_then(|()| {
            encoder.clear();
            match ty {
                ColumnType::Auto => encoder.field(Some("a"), ty, value),
                ty => encoder.field(Some("a"), ty, &conform(ty, value)?),
            }
        });
        written.map_or(IMPOSSIBLE, |()| self.planner.tokens(&encoder))
    }

    fn price_blocks(&self, blocks: &[Block<'_>]) -> u64 {
        blocks.iter().map(|block| self.price_block(block)).fold(0, u64::saturating_add)
    }

    /// What a block costs. Its place in a document is not looked at.
    fn price_block(&self, block: &Block<'_>) -> u64 {
        let at = block.header.at().unwrap_or_default();
        let sampled = self.price_sampled(block, wide(block.body.rows())).unwrap_or(IMPOSSIBLE);
        sampled.saturating_add(self.planner.cost.tokens(at))
    }

    /// What a block of `count` rows costs, judged by some of them.
    fn price_sampled(&self, block: &Block<'_>, count: u64) -> Result<u64> {
        let mut encoder = Encoder::new().with_limits(self.planner.limits);
        encoder.header(&block.header.clone().without("at"))?;
        if let Body::Text(text) = &block.body {
            encoder.text(text)?;
        }
        let Body::Fields(lines) = &block.body else {
            let head = self.planner.tokens(&encoder);
            encoder.clear();
            let (mut rows, mut leaves) = (0usize, 0usize);
            let spread = Spread::of(0..block.body.rows());
            // Half of them from the start on, then the other half, until there are enough leaves.
            let halves = [0usize, 1].map(|from| spread.kept().iter().skip(from).step_by(2));
            for index in halves.into_iter().flatten() {
                if leaves >= FIELD && rows >= FEWEST {
                    break;
                }
                print::row(&mut encoder, block, *index)?;
                leaves = leaves.saturating_add(block.body.leaves(*index));
                rows = rows.saturating_add(1);
            }
            let body = self.planner.tokens(&encoder);
            return Ok(head.saturating_add(scaled(body, rows, count)));
        };
        let mut price = 0u64;
        for line in lines {
            match Light::of(line.value.value(), FIELD, line.ty == ColumnType::Auto) {
                Some(light) => price = price.saturating_add(light.scaled(self.price_line(&line.ty, &light.value))),
                None => line.encode(&mut encoder)?,
            }
        }
        Ok(price.saturating_add(self.planner.tokens(&encoder)))
    }
}

/// Rows that hold a list.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    pub(super) header: Header,
    pub(super) kind: RowKind,
}

impl Rows {
    fn block<'v>(self, items: &'v [Value<'v>]) -> Block<'v> {
        Block { header: self.header.with_rows(wide(items.len())), body: Body::Rows(items, self.kind) }
    }
}

fn located(header: Header, at: Option<&str>) -> Header {
    match at {
        Some(at) => header.with("at", at),
        None => header,
    }
}

const fn mark<'v>() -> Part<'v> {
    Part::Made(Value::Mark)
}

/// Whether a text may be worth a block: it has several lines.
fn is_long(value: &Value<'_>) -> bool {
    matches!(value, Value::Str(text) if text.contains('\n'))
}
