//! What a declaration has to keep beyond its grammar, for both directions.

use alloc::collections::BTreeSet;

use super::super::cell::count_cells;
use super::{Bounds, FLAT, check_bytes, scalars};
use crate::error::{Error, Result};
use crate::header::Shape;
use crate::limits::Limits;
use crate::schema::{Column, ColumnRule, ColumnType, Lead, Schema};

/// Checks the columns of a block whose `at` has `outer` tokens.
pub(crate) fn check(schema: &Schema, shape: Shape, outer: usize, limits: &Limits) -> Result<()> {
    match (shape, schema.lead) {
        (Shape::Table, Lead::None | Lead::Key) | (Shape::Series, Lead::Offset(_)) => {}
        (Shape::Series, _) => return Err(Error::syntax("an offset column such as `dt_ms:i64` first", "none")),
        _ => return Err(Error::syntax("no offset column", "one").hint("only a series has offsets")),
    }
    if let Some((prefix, suffix)) = schema.key_template() {
        template(prefix, suffix)?;
    }
    let mut checking = Checking { bounds: Bounds::new(limits) };
    let list = checking.bounds.inside(outer)?;
    if let [column] = schema.columns.as_slice()
        && column.name.is_none()
    {
        return checking.unnamed(column, list).map_err(|error| error.in_column(0, None));
    }
    let row = checking.bounds.inside(list)?;
    checking.fields(&schema.columns, row, true)?;
    if !schema.numbered && schema.lead == Lead::None {
        check_cells(&schema.columns)?;
    }
    Ok(())
}

/// Checks that a table with `flat=1` has the columns that this promises.
pub(crate) fn check_flat(schema: &Schema) -> Result<()> {
    use alloc::string::ToString;
    let columns = Schema { numbered: false, ..schema.clone() };
    // Long declarations need not be spelled out to see that they are another one.
    if columns.columns.len() == 5 && columns.to_string() == FLAT {
        return Ok(());
    }
    Err(Error::syntax(alloc::format!("the columns `{FLAT}` with `flat=1`"), "others"))
}

/// Checks the type of a record line, whose value stands in `depth` containers.
pub(super) fn record_type(ty: &ColumnType, depth: usize, limits: &Limits) -> Result<()> {
    let mut checking = Checking { bounds: Bounds::new(limits) };
    if let Some(around) = depth.checked_sub(1) {
        checking.bounds.inside(around)?;
    }
    match ty {
        ColumnType::Json => Ok(()),
        ColumnType::Struct { bracketed: false, .. } => {
            Err(Error::type_mismatch("a struct in brackets, as a record line holds one cell", "an inline struct"))
        }
        ty => checking.ty(ty, depth),
    }
}

/// Checks that the column's type is one of those that can be constant.
pub(super) fn takes_constant(column: &Column) -> Result<()> {
    if !column.ty.is_scalar() || column.ty == ColumnType::Json {
        return Err(Error::syntax("`always` on a scalar type", "another type"));
    }
    Ok(())
}

/// Checks what a template says, on a column as on the key.
fn template(prefix: &str, suffix: &str) -> Result<()> {
    if prefix.is_empty() && suffix.is_empty() {
        return Err(Error::syntax("a text before or after the `*`", "*"));
    }
    check_bytes(prefix.len().saturating_add(suffix.len()))
}

/// Checks that a row, item or bracketed struct keeps a cell where constants leave some out.
fn check_cells(columns: &[Column]) -> Result<()> {
    if has_constant(columns) && count_cells(columns) == 0 {
        let expected = "at least one cell in each row, item and bracketed struct";
        return Err(Error::syntax(expected, "`always` everywhere").hint("write one of the columns without `always`"));
    }
    Ok(())
}

fn has_constant(columns: &[Column]) -> bool {
    columns.iter().any(|column| match &column.ty {
        ColumnType::Struct { columns, bracketed: false } => has_constant(columns),
        _ => column.constant().is_some(),
    })
}

/// A declaration while it is checked.
struct Checking<'l> {
    bounds: Bounds<'l>,
}

impl Checking<'_> {
    /// The column that is the row (COL-5).
    fn unnamed(&mut self, column: &Column, depth: usize) -> Result<()> {
        self.bounds.column()?;
        if column.ty.is_inline() {
            return Err(Error::syntax("a name before the struct", "none").hint("`?{` is a struct that is one cell"));
        }
        if column.missing {
            return Err(Error::syntax("no `?` on an unnamed column", "?").hint("a row is never missing"));
        }
        if column.rule != ColumnRule::Plain {
            return Err(Error::syntax("a name before `always` or `like`", "none"));
        }
        self.ty(&column.ty, depth)
    }

    /// The columns of a row or struct, all of which have names.
    fn fields(&mut self, columns: &[Column], depth: usize, row: bool) -> Result<()> {
        let mut names = BTreeSet::new();
        for (index, column) in columns.iter().enumerate() {
            let checked = match column.name() {
                None if row => Err(Error::syntax("a name", "none").hint("an unnamed column stands alone")),
                None => Err(Error::syntax("a name", "none").hint("every field of a struct has one")),
                Some(name) if !names.insert(name) => Err(Error::duplicate("column", name)),
                Some(_) => self.column(column, depth),
            };
            checked.map_err(|error| if row { error.in_column(index, column.name()) } else { error })?;
        }
        Ok(())
    }

    fn column(&mut self, column: &Column, depth: usize) -> Result<()> {
        self.bounds.column()?;
        if let ColumnType::Struct { bracketed, .. } = column.ty
            && bracketed != column.missing
        {
            return Err(Error::type_mismatch("`?` on a struct that is one cell, and on no other", "another")
                .hint("`Column::with_missing` does both"));
        }
        match &column.rule {
            ColumnRule::Plain => {}
            ColumnRule::Always(_) => takes_constant(column)?,
            ColumnRule::Like { prefix, suffix } => {
                if column.ty != ColumnType::Str {
                    return Err(Error::syntax("`like` on a `str` column", "another type"));
                }
                template(prefix, suffix)?;
            }
        }
        self.ty(&column.ty, depth)
    }

    /// A type whose value stands in `depth` containers.
    fn ty(&mut self, ty: &ColumnType, depth: usize) -> Result<()> {
        match ty {
            ColumnType::Struct { columns, bracketed } => {
                self.fields(columns, self.bounds.inside(depth)?, false)?;
                if *bracketed { check_cells(columns) } else { Ok(()) }
            }
            ColumnType::List(item) => self.item(item, depth),
            ColumnType::Map(key, value) => {
                if !key.is_scalar() || matches!(**key, ColumnType::Null | ColumnType::Auto | ColumnType::Json) {
                    let expected = "a scalar type of keys, other than `null`, `auto` and `json`";
                    return Err(Error::type_mismatch(expected, scalars::word(key)));
                }
                scalars::check(key)?;
                self.item(value, depth)
            }
            ColumnType::Json => {
                Err(Error::type_mismatch("another type", "json").hint("`json` is for whole record lines"))
            }
            scalar => scalars::check(scalar),
        }
    }

    /// An item of a list or value of a map that stands in `depth` containers.
    fn item(&mut self, item: &ColumnType, depth: usize) -> Result<()> {
        self.ty(item, self.bounds.inside(depth)?)?;
        match item {
            ColumnType::Struct { columns, bracketed: false } => check_cells(columns),
            _ => Ok(()),
        }
    }
}
