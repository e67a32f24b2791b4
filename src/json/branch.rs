//! The members of records and trees: which stand in their line, and which are blocks that marks stand for.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::conform::{is_scalar, pointer, shallow, text};
use super::gather::{Gathered, RowKind};
use super::layout::{Layouter, Priced};
use super::print::{Block, Body, Part};
use super::shape::Place;
use crate::{Column, ColumnType, Header, Schema, Value};

/// Items of a list that may stand in one line.
pub(super) const SHORT: usize = 64;

/// The part of a price that is worth a line for each row.
pub(super) const READABLE: u64 = 50;

/// What a mark costs in its line.
const MARK: u64 = 2;

/// A member of a record: its type and value, and the blocks for the marks in it.
pub(super) type Member<'v> = (ColumnType, Part<'v>, Vec<Block<'v>>);

/// A part of a tree, the blocks for the marks in it, and what these cost.
pub(super) struct Branch<'v> {
    pub(super) value: Value<'v>,
    pub(super) blocks: Vec<Block<'v>>,
    price: u64,
}

impl<'v> Branch<'v> {
    fn plain(value: &'v Value<'v>) -> Self {
        Self { value: shallow(value), blocks: Vec::new(), price: 0 }
    }
}

impl Layouter<'_> {
    /// A member of a record that has `taken` blocks already.
    pub(super) fn member<'v>(&self, value: &'v Value<'v>, at: &str, taken: usize) -> Member<'v> {
        if is_leaf(value) {
            return (ColumnType::Auto, Part::Of(value), Vec::new());
        }
        let inline = |ty: ColumnType| {
            let price = self.price_field(&ty, value);
            let name = if ty == ColumnType::Auto { "auto" } else { "list" };
            Priced { name, price, form: (ty, Part::Of(value), Vec::new()) }
        };
        let mut forms = Vec::from([inline(ColumnType::Auto)]);
        let mut is_open = matches!(value, Value::Map(_));
        let apart = match value {
            Value::List(items) if !items.is_empty() => {
                let (gathered, _) = self.gather(items).finish(&self.planner, Place::At(at));
                is_open = items.len() <= SHORT && !is_typed(&gathered.ty);
                forms.insert(0, inline(ColumnType::list(gathered.ty.clone())));
                self.objects(gathered, items, at)
            }
            value => self.apart(value, at),
        };
        if let Some(Priced { name, price, form }) = apart.filter(|_| self.has_room(taken)) {
            let price = price.saturating_add(MARK);
            // Rows in lines are easier to read than items in one, so that they may cost a little more.
            let price = price.saturating_sub(price.checked_div(READABLE).unwrap_or(0));
            let form = (ColumnType::Auto, Part::Made(Value::Mark), Vec::from([form]));
            forms.insert(0, Priced { name, price, form });
        }
        // Parts of a tree may be worth a block although the whole is not.
        if is_open {
            let tree = self.tree(value, at, taken);
            if !tree.blocks.is_empty() {
                let price = self.price_tree(&tree);
                let form = (ColumnType::Auto, Part::Made(tree.value), tree.blocks);
                forms.push(Priced { name: "tree", price, form });
            }
        }
        self.cheapest(Place::At(at), forms).map_or((ColumnType::Auto, Part::Of(value), Vec::new()), |best| best.form)
    }

    /// A list or an object as a tree, with marks for what is worth a block. Of a long list, items are not looked at alone.
    pub(super) fn tree<'v>(&self, value: &'v Value<'v>, at: &str, taken: usize) -> Branch<'v> {
        let (mut blocks, mut price) = (Vec::new(), 0u64);
        let mut grow = |name: &str, value: &'v Value<'v>| {
            if is_leaf(value) {
                return shallow(value);
            }
            let branch = self.branch(value, &[at, &pointer(name)].concat(), taken.saturating_add(blocks.len()));
            blocks.extend(branch.blocks);
            price = price.saturating_add(branch.price);
            branch.value
        };
        let value = match value {
            Value::Map(members) => {
                Value::Map(members.iter().map(|(key, value)| (shallow(key), grow(text(key), value))).collect())
            }
            Value::List(items) if items.len() <= SHORT => {
                let items = items.iter().enumerate();
                Value::List(items.map(|(index, item)| grow(&index.to_string(), item)).collect())
            }
            value => shallow(value),
        };
        Branch { value, blocks, price }
    }

    /// What a tree and its blocks cost.
    fn price_tree(&self, tree: &Branch<'_>) -> u64 {
        self.price_field(&ColumnType::Auto, &tree.value).saturating_add(tree.price)
    }

    /// A member of a tree.
    fn branch<'v>(&self, value: &'v Value<'v>, at: &str, taken: usize) -> Branch<'v> {
        if !self.has_room(taken) {
            return Branch::plain(value);
        }
        let Some(Priced { name, price, form: block }) = self.apart(value, at) else {
            return self.tree(value, at, taken);
        };
        let columns = block.header.schema().map_or(&[][..], Schema::columns);
        let has_types = columns.iter().map(Column::column_type).all(is_typed);
        let form = Some(Branch { value: Value::Mark, blocks: Vec::from([block]), price });
        let apart = Priced { name, price: price.saturating_add(MARK), form };
        let inline = Priced { name: "auto", price: self.price_field(&ColumnType::Auto, value), form: None };
        // Where a block leaves nothing without a type, blocks within it save no more.
        let is_settled = has_types && apart.price <= inline.price;
        let mut forms = Vec::from([apart, inline]);
        if !is_settled {
            let tree = self.tree(value, at, taken);
            if !tree.blocks.is_empty() {
                forms.push(Priced { name: "tree", price: self.price_tree(&tree), form: Some(tree) });
            }
        }
        let best = self.cheapest(Place::At(at), forms).and_then(|best| best.form);
        best.unwrap_or_else(|| Branch::plain(value))
    }

    fn has_room(&self, taken: usize) -> bool {
        taken.saturating_add(2) < self.planner.limits.blocks
    }

    /// A value as a block of its own, if it can be one.
    pub(super) fn apart<'v>(&self, value: &'v Value<'v>, at: &str) -> Option<Priced<Block<'v>>> {
        let (name, form) = match value {
            Value::List(items) if items.len() > 1 && items.iter().all(|item| matches!(item, Value::Map(_))) => {
                let (gathered, _) = self.gather(items).finish(&self.planner, Place::At(at));
                return self.objects(gathered, items, at);
            }
            Value::Map(members) => ("keyed", self.keyed(members, Some(at))?),
            Value::Str(text) if is_long(value) => {
                let header = Header::of_text(text).with("at", at);
                ("text", Block { header, body: Body::Text(text) })
            }
            _ => return None,
        };
        Some(Priced { name, price: self.price_block(&form), form })
    }

    /// A list of objects as the cheaper of the blocks that hold it: a series saves nothing where its times are few or constant.
    fn objects<'v>(&self, gathered: Gathered, items: &'v [Value<'v>], at: &str) -> Option<Priced<Block<'v>>> {
        if items.len() < 2 {
            return None;
        }
        let rows = self.rows(gathered).into_iter().filter(|(_, rows)| !matches!(rows.kind, RowKind::Item));
        let forms = rows.map(|(name, rows)| {
            let block = rows.block(items);
            let form = Block { header: block.header.with("at", at), body: block.body };
            Priced { name, price: self.price_block(&form), form }
        });
        self.cheapest(Place::At(at), forms.collect())
    }
}

/// Whether a value is never more than a line: a scalar, but for a text that may be worth a block.
fn is_leaf(value: &Value<'_>) -> bool {
    is_scalar(value) && !is_long(value)
}

/// Whether a text may be worth a block: it has several lines.
pub(super) fn is_long(value: &Value<'_>) -> bool {
    matches!(value, Value::Str(text) if text.contains('\n'))
}

/// Whether nothing in values of a type has to describe itself.
pub(super) fn is_typed(ty: &ColumnType) -> bool {
    match ty {
        ColumnType::Auto => false,
        ColumnType::List(inner) | ColumnType::Map(_, inner) => is_typed(inner),
        ColumnType::Struct { columns, .. } => columns.iter().map(Column::column_type).all(is_typed),
        _ => true,
    }
}
