//! From values to the types that hold them for the fewest tokens: for each subtree the cheapest of a typed form and `auto`.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use crate::{
    Column, ColumnRule, ColumnType, Cost, Encoder, Error, Header, Inference, Lead, Limits, Options, Result, Schema,
    Value,
};

/// Values that are looked at to compare two forms; the types themselves are found from all values.
const SAMPLE: usize = 48;

/// Finds types.
pub(super) struct Planner<'c> {
    pub(super) cost: &'c dyn Cost,
    pub(super) options: Options,
    pub(super) limits: Limits,
}

/// A value of a column, or nothing where its row has none.
type Cell<'v> = Option<&'v Value<'static>>;

impl Planner<'_> {
    /// The columns of rows that are all objects; none if they are not, or disagree on the order of their keys.
    pub(super) fn columns(&self, rows: &[&Value<'static>]) -> Option<Vec<Column>> {
        let keys = merged_keys(rows, self.limits.columns)?;
        let index: BTreeMap<&str, usize> = keys.iter().enumerate().map(|(index, key)| (*key, index)).collect();
        let mut cells: Vec<Vec<Cell<'_>>> = keys.iter().map(|_| Vec::with_capacity(rows.len())).collect();
        for (row, value) in rows.iter().enumerate() {
            let Value::Map(entries) = value else { return None };
            for (key, value) in entries {
                let column = index.get(text(key)).and_then(|index| cells.get_mut(*index))?;
                column.resize(row, None);
                column.push(Some(value));
            }
        }
        let columns = keys.into_iter().zip(cells).map(|(key, mut cells)| {
            cells.resize(rows.len(), None);
            self.column(key, &cells)
        });
        Some(keep_a_cell(columns.collect()))
    }

    /// The type of one list.
    pub(super) fn list(&self, items: &[Value<'static>]) -> ColumnType {
        let items: Vec<&Value<'static>> = items.iter().collect();
        ColumnType::list(self.ty(&items))
    }

    /// The column of these values.
    fn column(&self, name: &str, cells: &[Cell<'_>]) -> Column {
        let present: Vec<&Value<'static>> = cells.iter().copied().flatten().collect();
        if present.iter().all(|value| is_scalar(value)) {
            return self.scalar(name, cells);
        }
        let ty = self.ty(&present);
        let is_missing = present.len() < cells.len();
        let has_null = present.iter().any(|value| value.is_null());
        let column = Column::new(name, ty);
        let is_struct = matches!(column.column_type(), ColumnType::Struct { .. });
        if is_missing || (is_struct && has_null) { column.with_missing() } else { column }
    }

    /// The column of values without parts.
    fn scalar(&self, name: &str, cells: &[Cell<'_>]) -> Column {
        let mut inference = Inference::of_values(self.options);
        for cell in cells {
            inference.observe(&[cell.map_or(Value::Missing, borrowed)]);
        }
        let schema = inference.finish([name], Lead::Key);
        schema.columns().first().cloned().unwrap_or_else(|| Column::new(name, ColumnType::Auto))
    }

    /// The cheapest type of values that are never missing.
    fn ty(&self, values: &[&Value<'static>]) -> ColumnType {
        let parts: Vec<&Value<'static>> = values.iter().copied().filter(|value| !value.is_null()).collect();
        let has_null = parts.len() < values.len();
        let mut forms = Vec::new();
        if parts.iter().all(|value| is_scalar(value)) {
            return self.item_scalar(values);
        } else if parts.iter().all(|value| matches!(value, Value::List(_))) {
            let items: Vec<&Value<'static>> = parts.iter().flat_map(|value| items(value)).collect();
            forms.push(ColumnType::list(self.ty(&items)));
        } else if parts.iter().all(|value| matches!(value, Value::Map(_))) {
            if let Some(columns) = self.columns(&parts) {
                let inner = if has_null { ColumnType::bracketed(columns) } else { ColumnType::structure(columns) };
                forms.push(inner);
            }
            let entries: Vec<&Value<'static>> = parts.iter().flat_map(|value| entries(value)).collect();
            let few = parts.len().saturating_mul(2) > entries.len();
            if !few {
                forms.push(ColumnType::map(ColumnType::Str, self.ty(&entries)));
            }
        }
        let sample = sample(values);
        let auto = (self.price(&ColumnType::Auto, &sample, values.len()), ColumnType::Auto);
        let priced = forms.into_iter().map(|ty| (self.price(&ty, &sample, values.len()), ty));
        let best = priced.filter(|(price, _)| price.is_some()).min_by_key(|(price, _)| *price);
        match best {
            Some((price, ty)) if auto.0.is_none_or(|auto| price.is_some_and(|price| price <= auto)) => ty,
            _ => ColumnType::Auto,
        }
    }

    /// The type of items that have no parts; an item has no constant.
    fn item_scalar(&self, values: &[&Value<'static>]) -> ColumnType {
        let options = Options { constants: false, templates: false, ..self.options };
        let mut inference = Inference::of_values(options);
        for value in values {
            inference.observe(&[borrowed(value)]);
        }
        let schema = inference.finish([""], Lead::Key);
        schema.columns().first().map_or(ColumnType::Auto, |column| column.column_type().clone())
    }

    /// What `total` values of this type cost, judged by some of them; none if they can't be written so.
    fn price(&self, ty: &ColumnType, sample: &[&Value<'static>], total: usize) -> Option<u64> {
        let columns = match ty {
            ColumnType::Struct { columns, bracketed: false } => columns.clone(),
            ty => Vec::from([Column::unnamed(ty.clone())]),
        };
        let is_row = matches!(ty, ColumnType::Struct { bracketed: false, .. });
        let mut encoder = Encoder::new().with_limits(self.limits);
        encoder.header(&Header::table(Schema::new(columns))).ok()?;
        let head = self.cost.tokens(core::str::from_utf8(encoder.output()).ok()?);
        encoder.clear();
        for value in sample {
            let value = conform(ty, value).ok()?;
            match value {
                Value::Struct(values) if is_row => encoder.row(&values).ok()?,
                value => encoder.row(&[value]).ok()?,
            }
        }
        let body = self.cost.tokens(core::str::from_utf8(encoder.output()).ok()?);
        let wide = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let scaled = body.saturating_mul(wide(total)).checked_div(wide(sample.len())).unwrap_or(body);
        Some(head.saturating_add(scaled))
    }
}

/// Some of many values, evenly spread.
fn sample<'v>(values: &[&'v Value<'static>]) -> Vec<&'v Value<'static>> {
    let step = values.len().checked_div(SAMPLE).unwrap_or(1).max(1);
    values.iter().copied().step_by(step).collect()
}

/// The value of a type that a tree holds.
///
/// # Errors
/// `type` where the type was not found from this value.
pub(super) fn conform<'v>(ty: &ColumnType, value: &'v Value<'static>) -> Result<Value<'v>> {
    match (ty, value) {
        (ColumnType::Auto, value) => Ok(shallow(value)),
        (_, Value::Null) => Ok(Value::Null),
        (ColumnType::Struct { columns, .. }, Value::Map(entries)) => fields(columns, entries).map(Value::Struct),
        (ColumnType::List(item), Value::List(items)) => {
            items.iter().map(|value| conform(item, value)).collect::<Result<_>>().map(Value::List)
        }
        (ColumnType::Map(_, item), Value::Map(entries)) => entries
            .iter()
            .map(|(key, value)| Ok((shallow(key), conform(item, value)?)))
            .collect::<Result<_>>()
            .map(Value::Map),
        (ty, value) if is_scalar(value) => ty.typed(borrowed(value)),
        (ty, value) => Err(Error::type_mismatch(alloc::format!("{ty}"), value.kind())),
    }
}

/// The values of an object's columns; the object has its keys in the order of the columns.
pub(super) fn fields<'v>(
    columns: &[Column],
    entries: &'v [(Value<'static>, Value<'static>)],
) -> Result<Vec<Value<'v>>> {
    let mut rest = entries.iter().peekable();
    let mut values = Vec::with_capacity(columns.len());
    for column in columns {
        values.push(match rest.next_if(|(key, _)| column.name() == Some(text(key))) {
            Some((_, value)) => conform(column.column_type(), value)?,
            None => Value::Missing,
        });
    }
    match rest.next() {
        None => Ok(values),
        Some((key, _)) => Err(Error::type_mismatch("a key of the table, in the order of its columns", text(key))),
    }
}

/// The keys of all objects in an order that each of them follows; none if there is no such order.
///
/// Each key has a place behind those before it in its object. A key that is new goes there; one that is known must
/// not stand before it.
fn merged_keys<'v>(rows: &[&'v Value<'static>], most: usize) -> Option<Vec<&'v str>> {
    let mut order: Vec<&str> = Vec::new();
    let mut known: BTreeSet<&str> = BTreeSet::new();
    for row in rows {
        let Value::Map(entries) = row else { return None };
        // Most rows are like the one before.
        if entries.len() == order.len() && entries.iter().zip(&order).all(|((key, _), known)| text(key) == *known) {
            continue;
        }
        let mut from = 0usize;
        for (key, _) in entries {
            let key = text(key);
            if known.contains(key) {
                let at = order.iter().skip(from).position(|known| *known == key)?;
                from = from.saturating_add(at).saturating_add(1);
            } else {
                if order.len() >= most {
                    return None;
                }
                order.insert(from, key);
                known.insert(key);
                from = from.saturating_add(1);
            }
        }
    }
    Some(order)
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

pub(super) fn is_scalar(value: &Value<'_>) -> bool {
    !matches!(value, Value::List(_) | Value::Map(_))
}

fn items<'v>(value: &'v Value<'static>) -> &'v [Value<'static>] {
    if let Value::List(items) = value { items } else { &[] }
}

fn entries<'v>(value: &'v Value<'static>) -> impl Iterator<Item = &'v Value<'static>> {
    let entries = if let Value::Map(entries) = value { &entries[..] } else { &[] };
    entries.iter().map(|(_, value)| value)
}

/// The letters of a key.
pub(super) fn text<'v>(key: &'v Value<'_>) -> &'v str {
    if let Value::Str(text) = key { text } else { "" }
}

/// A scalar without a copy of its letters.
pub(super) fn borrowed<'v>(value: &'v Value<'static>) -> Value<'v> {
    match value {
        Value::Str(text) => Value::from(&**text),
        Value::Number(letters) => Value::number(letters),
        Value::Bool(value) => Value::Bool(*value),
        _ => Value::Null,
    }
}

/// A tree without copies of its letters.
fn shallow<'v>(value: &'v Value<'static>) -> Value<'v> {
    match value {
        Value::List(items) => Value::List(items.iter().map(shallow).collect()),
        Value::Map(entries) => Value::Map(entries.iter().map(|(key, value)| (shallow(key), shallow(value))).collect()),
        Value::Mark => Value::Mark,
        value => borrowed(value),
    }
}

/// The letters of a document's bytes.
pub(super) fn letters(bytes: Vec<u8>) -> Result<String> {
    String::from_utf8(bytes).map_err(|_| Error::new(crate::ErrorKind::Utf8))
}
