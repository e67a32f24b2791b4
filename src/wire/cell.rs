//! Cells of every type, nested ones too, both directions. Spec: CELL-1 to CELL-8, STR-1, NULL-1
//!
//! [`Cells`] reads, [`CellEncoder`] writes, with [`Printer`] for what is one cell; each reading function has its writing twin. Both walk the types,
//! so that no letter is looked at by a rule of another type. `auto` and `json` have files of their own.

mod print;
mod read;
mod take;
mod write;

use alloc::string::String;
use alloc::sync::Arc;
use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

pub(crate) use print::{Printer, plain_text};
pub(crate) use read::{Cells, key_text, missing_alone, parse_constant};
pub use take::{CellDecoder, ListDecoder, MapDecoder, RowDecoder};
pub use write::{CellEncoder, ListEncoder, MapEncoder, RowEncoder};
pub(crate) use write::{Line, print_constant, print_value};

use super::names::Names;
use super::scalar::bool::Spelling;
use super::scalar::float::Width;
use super::text::EscapeSet;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::schema::{Column, ColumnType};
use crate::value::Value;

/// Where a cell stands: what is syntax there, how deep it is, and whether it would be a line or group by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// Characters that are syntax around the cell.
    pub(crate) set: EscapeSet,
    /// Containers around the value, in the value of the document (LIM-2).
    pub(crate) depth: usize,
    /// The cell is all of its line or group, so that it can't be empty (CELL-4).
    pub(crate) alone: bool,
    /// Values may be missing (`?`).
    pub(crate) missing: bool,
    /// Marks may stand here (DOC-5).
    pub(crate) marks: bool,
}

impl Place {
    /// A cell of a row that has this many cells; `depth` counts the list and the row.
    pub(crate) const fn row(depth: usize, cells: usize) -> Self {
        Self { set: EscapeSet::ROW, depth, alone: cells == 1, missing: false, marks: false }
    }

    /// The value of a record line.
    pub(crate) const fn record(depth: usize, marks: bool) -> Self {
        Self { set: EscapeSet::RECORD, depth, alone: false, missing: false, marks }
    }

    /// The argument of `always`, a cell alone.
    pub(crate) const fn constant(depth: usize) -> Self {
        Self { set: EscapeSet::ARGUMENT, depth, alone: true, missing: false, marks: false }
    }

    /// Inside a group of this place.
    fn group(self) -> Self {
        Self { set: self.set.and(EscapeSet::GROUP), alone: false, missing: false, marks: false, ..self }
    }

    /// The key of an entry of this place.
    fn key(self) -> Self {
        Self { set: self.set.and(EscapeSet::KEY), ..self }
    }
}

/// What reading a block's cells needs to know beyond the types, and what it learns.
#[derive(Debug)]
pub(crate) struct Reading {
    /// The named prefixes of the document.
    pub(crate) names: Names,
    /// The reader's limits.
    pub(crate) limits: Limits,
    /// The spelling of the booleans seen so far (BOOL-1): 0 none, 1 words, 2 digits.
    spelling: AtomicU8,
    /// Decoded bytes of the document so far.
    pub(crate) budget: Budget,
}

impl Reading {
    pub(crate) fn new(names: Names, limits: Limits) -> Self {
        Self { names, limits, spelling: AtomicU8::new(0), budget: Budget::default() }
    }

    /// For another block of the same document.
    pub(crate) fn another(&self) -> Self {
        let budget = self.budget.clone();
        Self { names: self.names.clone(), limits: self.limits, spelling: AtomicU8::new(0), budget }
    }

    /// How booleans were spelled so far, if any was read.
    pub(crate) fn spelling(&self) -> Option<Spelling> {
        match self.spelling.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Spelling::Words),
            _ => Some(Spelling::Digits),
        }
    }

    /// Takes note of a boolean's spelling.
    fn spelled(&self, found: Spelling, raw: &str) -> Result<()> {
        match self.spelling() {
            Some(known) if known == found => Ok(()),
            Some(Spelling::Words) => Err(Error::syntax("`true` or `false` as before in this block", raw)),
            Some(Spelling::Digits) => Err(Error::syntax("`1` or `0` as before in this block", raw)),
            None => {
                self.spelling.store(if found == Spelling::Words { 1 } else { 2 }, Ordering::Relaxed);
                Ok(())
            }
        }
    }

    /// Counts letters that no line of the document holds.
    fn add(&self, letters: usize) -> Result<()> {
        self.budget.spend(letters, &self.limits)
    }
}

/// Decoded bytes of a document: those of its lines, and the letters that constants, templates and names add (LIM-3).
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget(Arc<AtomicUsize>);

impl Budget {
    pub(crate) fn spend(&self, bytes: usize, limits: &Limits) -> Result<()> {
        let sum = self.spent().saturating_add(bytes);
        self.0.store(sum, Ordering::Relaxed);
        // A count that can't grow any more is beyond every limit.
        if sum == usize::MAX || u64::try_from(sum).unwrap_or(u64::MAX) > limits.document {
            return Err(Error::limit("decoded bytes in the document", limits.document));
        }
        Ok(())
    }

    /// What was spent, to go [back](Self::restore) to.
    pub(crate) fn spent(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Takes back what was spent on a line that was not written.
    pub(crate) fn restore(&self, spent: usize) {
        self.0.store(spent, Ordering::Relaxed);
    }
}

/// What writing a block's cells needs to know beyond the types.
#[derive(Clone, Debug, Default)]
pub(crate) struct Writing {
    /// The named prefixes of the document.
    pub(crate) names: Names,
    /// The reader's limits, which a writer keeps too.
    pub(crate) limits: Limits,
    /// How the block spells its booleans.
    pub(crate) spelling: Spelling,
    /// Decoded bytes of the document so far, as a reader will count them.
    pub(crate) budget: Budget,
}

/// What each value costs that has no cell of its own (LIM-3): it takes memory although no letter stands for it.
const UNWRITTEN: usize = 32;

/// What a constant adds to a row.
fn unwritten(value: &Value<'_>) -> usize {
    let letters = match value {
        Value::Str(text) | Value::Number(text) | Value::Json(text) => text.len(),
        Value::Bin(bytes) => bytes.len(),
        Value::Struct(values) | Value::List(values) => values.iter().map(unwritten).fold(0, usize::saturating_add),
        Value::Map(entries) => entries
            .iter()
            .map(|(key, value)| unwritten(key).saturating_add(unwritten(value)))
            .fold(0, usize::saturating_add),
        _ => 0,
    };
    letters.saturating_add(UNWRITTEN)
}

/// Checks the nesting of a container at `depth`.
pub(crate) fn check_depth(depth: usize, limits: &Limits) -> Result<usize> {
    let inner = depth.saturating_add(1);
    if inner > limits.nesting {
        return Err(Error::limit("levels of nesting", u64::try_from(limits.nesting).unwrap_or(u64::MAX)));
    }
    Ok(inner)
}

/// The number of cells that a row or group with these columns has.
pub(crate) fn count_cells(columns: &[Column]) -> usize {
    columns.iter().map(cells_of).fold(0, usize::saturating_add)
}

fn cells_of(column: &Column) -> usize {
    if column.constant().is_some() { 0 } else { cells_of_type(&column.ty) }
}

/// The number of cells of a list item or map value of this type.
fn cells_of_type(ty: &ColumnType) -> usize {
    match ty {
        ColumnType::Struct { columns, bracketed: false } => count_cells(columns),
        _ => 1,
    }
}

/// The range of a signed type and its name.
fn signed(ty: &ColumnType) -> Option<(&'static str, i64, i64)> {
    Some(match ty {
        ColumnType::I8 => ("i8", i8::MIN.into(), i8::MAX.into()),
        ColumnType::I16 => ("i16", i16::MIN.into(), i16::MAX.into()),
        ColumnType::I32 => ("i32", i32::MIN.into(), i32::MAX.into()),
        ColumnType::I64 => ("i64", i64::MIN, i64::MAX),
        ColumnType::Duration(_) => ("dur", i64::MIN, i64::MAX),
        _ => return None,
    })
}

/// The range of an unsigned type and its name.
fn unsigned(ty: &ColumnType) -> Option<(&'static str, u64)> {
    Some(match ty {
        ColumnType::U8 => ("u8", u8::MAX.into()),
        ColumnType::U16 => ("u16", u16::MAX.into()),
        ColumnType::U32 => ("u32", u32::MAX.into()),
        ColumnType::U64 => ("u64", u64::MAX),
        _ => return None,
    })
}

fn float(ty: &ColumnType) -> Option<Width> {
    Some(match ty {
        ColumnType::F16 => Width::F16,
        ColumnType::F32 => Width::F32,
        ColumnType::F64 => Width::F64,
        _ => return None,
    })
}

/// The declaration of a type, for messages.
fn type_name(ty: &ColumnType) -> String {
    use alloc::string::ToString;
    ty.to_string()
}
