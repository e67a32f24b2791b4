//! From a value to the blocks of a document: which parts stand in a record, and which are a table or a text of their own.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::plan::{Planner, conform, fields, is_scalar, letters, text};
use super::prefixes;
use super::series::time_field;
use crate::{
    Body, Closing, Column, ColumnType, Cost, Document, DocumentBlock, DocumentRow, Header, Limits, Options, Result,
    Schema, Value,
};

/// Lays out documents.
pub(super) struct Layouter<'c> {
    pub(super) planner: Planner<'c>,
}

/// A part of the value in a form, with what it costs.
struct Priced<T> {
    price: u64,
    form: T,
}

impl<'c> Layouter<'c> {
    pub(super) fn new(cost: &'c dyn Cost, options: Options, limits: Limits) -> Self {
        Self { planner: Planner { cost, options, limits } }
    }

    /// The cheapest document found for a value. `json` is its minified JSON, as the last resort.
    pub(super) fn document(&self, value: &Value<'static>, json: String) -> Result<String> {
        let mut forms = Vec::from([self.fallback(json)]);
        match value {
            Value::Map(entries) => {
                forms.push(self.record(entries, ""));
                forms.extend(self.keyed(entries, None));
                // The only member needs no record around it.
                if let [(key, value)] = &entries[..] {
                    forms.extend(self.apart(value, &pointer(text(key))));
                }
            }
            Value::List(items) => {
                forms.extend(self.series(items, None));
                forms.extend(self.table(items, None));
                forms.push(self.single(self.planner.list(items), value));
                forms.push(self.single(ColumnType::Auto, value));
            }
            value => forms.push(self.single(ColumnType::Auto, value)),
        }
        let names = if self.planner.options.names { prefixes::find(value, self.planner.cost) } else { Vec::new() };
        let mut best: Option<Priced<String>> = None;
        for blocks in forms {
            // A template may save more than a name, so that both are tried.
            let shortened = (!names.is_empty()).then(|| with_names(&blocks, &names));
            for blocks in shortened.into_iter().chain([blocks]) {
                let document = self.print(blocks)?;
                let price = self.planner.cost.tokens(&document);
                if best.as_ref().is_none_or(|best| price < best.price) {
                    best = Some(Priced { price, form: document });
                }
            }
        }
        Ok(best.map(|best| best.form).unwrap_or_default())
    }

    fn print(&self, blocks: Vec<DocumentBlock>) -> Result<String> {
        letters(Document { blocks, closing: Closing::new() }.encode_with(self.planner.limits)?)
    }

    /// The whole value as the one `json` value of a record.
    fn fallback(&self, json: String) -> Vec<DocumentBlock> {
        let value = if json == "null" { Value::Null } else { Value::Json(json.into()) };
        Vec::from([
            self.block(Header::record().with_lines(1), Body::Fields(Vec::from([(None, ColumnType::Json, value)])))
        ])
    }

    /// The whole value as the one value of a record.
    fn single(&self, ty: ColumnType, value: &Value<'static>) -> Vec<DocumentBlock> {
        let typed = conform(&ty, value).map(Value::into_owned);
        let (ty, value) = match typed {
            Ok(value) => (ty, value),
            Err(_) => (ColumnType::Auto, value.clone()),
        };
        Vec::from([self.block(Header::record().with_lines(1), Body::Fields(Vec::from([(None, ty, value)])))])
    }

    fn block(&self, header: Header, body: Body) -> DocumentBlock {
        let header = if self.planner.options.word_booleans { header } else { header.with_digits() };
        DocumentBlock { header, body }
    }

    /// A list of objects as a series, where it is one by itself.
    fn series(&self, items: &[Value<'static>], at: Option<&str>) -> Option<Vec<DocumentBlock>> {
        let time = time_field(items, self.planner.options)?;
        let rest: Vec<Value<'static>> = items.iter().map(without_first).collect();
        let rows: Vec<&Value<'static>> = rest.iter().collect();
        let columns =
            self.planner.columns(&rows).filter(|columns| columns.iter().all(|c| c.name() != Some(time.name)))?;
        let rows = rows
            .iter()
            .zip(&time.offsets)
            .map(|(row, offset)| row_of(&columns, row, None).map(|row| DocumentRow { offset: Some(*offset), ..row }));
        let rows = rows.collect::<Result<Vec<_>>>().ok()?;
        let schema = Schema::new(columns).with_offset(time.unit);
        let schema = if self.planner.options.numbered { schema.with_numbers() } else { schema };
        let header = Header::series(schema, time.axis.t0()).with_axis(time.name, time.axis.form());
        let header = header.with_rows(wide(rows.len()));
        let header = match at {
            Some(at) => header.with("at", at),
            None => header,
        };
        Some(Vec::from([self.block(header, Body::Rows(rows))]))
    }

    /// A list of objects as a table.
    fn table(&self, items: &[Value<'static>], at: Option<&str>) -> Option<Vec<DocumentBlock>> {
        let rows: Vec<&Value<'static>> = items.iter().collect();
        let columns = self.planner.columns(&rows).filter(|columns| !columns.is_empty() && !rows.is_empty())?;
        let cells = rows.iter().map(|row| row_of(&columns, row, None)).collect::<Result<Vec<_>>>().ok()?;
        Some(self.rows(Schema::new(columns), cells, at))
    }

    /// An object whose values are alike as a keyed table.
    fn keyed(&self, entries: &[(Value<'static>, Value<'static>)], at: Option<&str>) -> Option<Vec<DocumentBlock>> {
        let rows: Vec<&Value<'static>> = entries.iter().map(|(_, value)| value).collect();
        let columns = self.planner.columns(&rows).filter(|columns| !columns.is_empty() && rows.len() > 1)?;
        let cells = entries.iter().map(|(key, row)| row_of(&columns, row, Some(text(key))));
        let cells = cells.collect::<Result<Vec<_>>>().ok()?;
        Some(self.rows(Schema::new(columns).with_keys(), cells, at))
    }

    fn rows(&self, schema: Schema, rows: Vec<DocumentRow>, at: Option<&str>) -> Vec<DocumentBlock> {
        let schema = if self.planner.options.numbered { schema.with_numbers() } else { schema };
        let header = Header::table(schema).with_rows(wide(rows.len()));
        let header = match at {
            Some(at) => header.with("at", at),
            None => header,
        };
        Vec::from([self.block(header, Body::Rows(rows))])
    }

    /// An object as a record, with blocks for what is worth one.
    fn record(&self, entries: &[(Value<'static>, Value<'static>)], at: &str) -> Vec<DocumentBlock> {
        let mut blocks = Vec::new();
        let mut lines = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let path = [at, &pointer(text(key))].concat();
            let (ty, value) = self.member(value, &path, &mut blocks);
            lines.push((Some(text(key).into()), ty, value));
        }
        let header = Header::record().with_lines(wide(lines.len()));
        let header = if at.is_empty() { header } else { header.with("at", at) };
        blocks.insert(0, self.block(header, Body::Fields(lines)));
        blocks
    }

    /// A field of a record: its type and value, or a mark and the blocks that fill it.
    fn member(
        &self,
        value: &Value<'static>,
        at: &str,
        blocks: &mut Vec<DocumentBlock>,
    ) -> (ColumnType, Value<'static>) {
        let typed = match value {
            Value::List(items) => self.planner.list(items),
            _ => ColumnType::Auto,
        };
        let typed_value = conform(&typed, value).map(Value::into_owned);
        let inline = match typed_value {
            Ok(typed_value) if typed != ColumnType::Auto => (typed, typed_value),
            _ => (ColumnType::Auto, value.clone()),
        };
        let plain = (ColumnType::Auto, value.clone());
        let mut best = self.cheaper(inline, plain);
        if let Some(apart) = self.apart(value, at) {
            let price = self.price_blocks(&apart).saturating_add(MARK);
            // Rows in lines are easier to read than items in one, so that they may cost a little more.
            if price <= best.price.saturating_add(best.price / READABLE) {
                blocks.extend(apart);
                return (ColumnType::Auto, Value::Mark);
            }
        }
        // Parts of a tree may be worth a block although the whole is not.
        if let (Value::Map(entries), ColumnType::Auto) = (value, &best.form.0) {
            let mut inner = Vec::new();
            let tree = self.tree(entries, at, &mut inner);
            if !inner.is_empty() {
                let form = (ColumnType::Auto, tree);
                let price = self.price_field(&form).saturating_add(self.price_blocks(&inner));
                if price < best.price {
                    blocks.extend(inner);
                    best = Priced { price, form };
                }
            }
        }
        best.form
    }

    /// An object as a tree, with marks for what is worth a block.
    fn tree(
        &self,
        entries: &[(Value<'static>, Value<'static>)],
        at: &str,
        blocks: &mut Vec<DocumentBlock>,
    ) -> Value<'static> {
        let members = entries.iter().map(|(key, value)| {
            let path = [at, &pointer(text(key))].concat();
            (key.clone(), self.branch(value, &path, blocks))
        });
        Value::Map(members.collect())
    }

    /// A member of a tree.
    fn branch(&self, value: &Value<'static>, at: &str, blocks: &mut Vec<DocumentBlock>) -> Value<'static> {
        if is_scalar(value) && !is_long(value) {
            return value.clone();
        }
        let price = self.price_field(&(ColumnType::Auto, value.clone()));
        if let Some(apart) = self.apart(value, at)
            && self.price_blocks(&apart).saturating_add(MARK) <= price
        {
            blocks.extend(apart);
            return Value::Mark;
        }
        match value {
            Value::Map(entries) => self.tree(entries, at, blocks),
            value => value.clone(),
        }
    }

    /// A value as a block of its own, if it can be one.
    fn apart(&self, value: &Value<'static>, at: &str) -> Option<Vec<DocumentBlock>> {
        match value {
            Value::List(items) if items.len() > 1 => {
                self.series(items, Some(at)).or_else(|| self.table(items, Some(at)))
            }
            Value::Map(entries) if entries.len() > 1 => self.keyed(entries, Some(at)),
            Value::Str(text) if is_long(value) => {
                let header = Header::of_text(text).with("at", at);
                Some(Vec::from([DocumentBlock { header, body: Body::Text(text.to_string()) }]))
            }
            _ => None,
        }
    }

    fn cheaper(
        &self,
        a: (ColumnType, Value<'static>),
        b: (ColumnType, Value<'static>),
    ) -> Priced<(ColumnType, Value<'static>)> {
        let (a, b) = (Priced { price: self.price_field(&a), form: a }, Priced { price: self.price_field(&b), form: b });
        if b.price < a.price { b } else { a }
    }

    /// What a field costs, without its name.
    fn price_field(&self, (ty, value): &(ColumnType, Value<'static>)) -> u64 {
        let mut encoder = crate::Encoder::new().with_limits(self.planner.limits);
        let written = encoder.header(&Header::record()).and_then(|()| {
            encoder.clear();
            encoder.field(Some("a"), ty, value)
        });
        match written.map(|()| core::str::from_utf8(encoder.output())) {
            Ok(Ok(line)) => self.planner.cost.tokens(line),
            _ => u64::MAX / 2,
        }
    }

    fn price_blocks(&self, blocks: &[DocumentBlock]) -> u64 {
        blocks.iter().map(|block| self.price_block(block)).fold(0, u64::saturating_add)
    }

    /// What a block costs. Its place in a document is not looked at.
    fn price_block(&self, block: &DocumentBlock) -> u64 {
        let at = block.header.at().unwrap_or_default();
        let header = block.header.clone().without("at");
        let block = DocumentBlock { header, body: block.body.clone() };
        let document = Document { blocks: Vec::from([block]), closing: Closing::new() };
        match document.encode_with(self.planner.limits).map(letters) {
            Ok(Ok(letters)) => self.planner.cost.tokens(&letters).saturating_add(self.planner.cost.tokens(at)),
            _ => u64::MAX / 2,
        }
    }
}

/// The same blocks with named prefixes in the first header.
fn with_names(blocks: &[DocumentBlock], names: &[String]) -> Vec<DocumentBlock> {
    let mut blocks = blocks.to_vec();
    if let Some(first) = blocks.first_mut() {
        first.header = names.iter().fold(first.header.clone(), |header, name| header.with_name(name.as_str()));
    }
    blocks
}

/// An object without its first field.
fn without_first(row: &Value<'static>) -> Value<'static> {
    match row {
        Value::Map(entries) => Value::Map(entries.iter().skip(1).cloned().collect()),
        other => other.clone(),
    }
}

/// A row of a table with these columns.
fn row_of(columns: &[Column], row: &Value<'static>, key: Option<&str>) -> Result<DocumentRow> {
    let entries = if let Value::Map(entries) = row { &entries[..] } else { &[] };
    let values = fields(columns, entries)?.into_iter().map(Value::into_owned).collect();
    Ok(DocumentRow { key: key.map(ToString::to_string), values, ..DocumentRow::default() })
}

/// The part of a price that is worth a line for each row.
const READABLE: u64 = 50;

/// What a mark and the `at=` of its block cost at most, beside the place.
const MARK: u64 = 3;

/// Whether a text may be worth a block: it has several lines.
fn is_long(value: &Value<'_>) -> bool {
    matches!(value, Value::Str(text) if text.contains('\n'))
}

/// A reference token with its slash (RFC 6901).
fn pointer(key: &str) -> String {
    alloc::format!("/{}", key.replace('~', "~0").replace('/', "~1"))
}

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
