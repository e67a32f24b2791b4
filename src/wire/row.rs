//! How a line splits into cells. Spec: ROW-1
//!
//! Only columns that can hold brackets need a depth; flat rows need the separator and the backslash alone.

use alloc::vec::Vec;

use super::auto;
use super::bytes::{CELL, CLOSE, ESCAPE, NOTHING, OPEN};
use super::text::EscapeSet;
use crate::error::{Error, Result};
use crate::schema::{Column, ColumnRule, ColumnType, Lead, Schema};

/// How to find the end of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skip {
    /// The next bare separator.
    Flat,
    /// A group in parentheses, or flat.
    Group,
    /// A tree in braces or square brackets, or flat.
    Auto,
}

/// How to split the rows of a schema: a step for each cell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    steps: Vec<Skip>,
    flat: bool,
    /// For each column, where it stands.
    parts: Vec<Part>,
}

/// Where the cells of a column stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// The index of its first cell, or of the one that follows where it has none.
    pub(crate) first: usize,
    /// The index of its last cell.
    pub(crate) last: Option<usize>,
    /// Whether it is one cell without structure.
    pub(crate) is_flat: bool,
}

impl Plan {
    pub(crate) fn new(schema: &Schema) -> Self {
        let mut steps = Vec::new();
        steps.extend(schema.numbered.then_some(Skip::Flat));
        steps.extend((schema.lead != Lead::None).then_some(Skip::Flat));
        let mut parts = Vec::with_capacity(schema.columns.len());
        for column in &schema.columns {
            let first = steps.len();
            push_steps(column, &mut steps);
            let last = steps.len().checked_sub(1).filter(|last| *last >= first);
            parts.push(Part { first, last, is_flat: is_flat(column) });
        }
        Self { flat: steps.iter().all(|step| *step == Skip::Flat), steps, parts }
    }

    /// Cells of a row, lead cells included.
    pub(crate) fn cells(&self) -> usize {
        self.steps.len()
    }

    /// Where a column stands.
    #[inline]
    pub(crate) fn part(&self, column: usize) -> Part {
        self.parts.get(column).copied().unwrap_or_default()
    }

    /// Puts the end of each cell of `line`, from byte `from` on, into `ends`.
    pub(crate) fn split(&self, line: &str, from: usize, ends: &mut Vec<usize>) -> Result<()> {
        ends.clear();
        if self.steps.is_empty() {
            let found = line.get(from..).unwrap_or_default();
            return match found {
                NOTHING => Ok(()),
                "" => Err(Error::syntax("`()`, a row without cells", found)),
                _ => Err(Error::width(0, 1).hint("a row without cells is `()`")),
            };
        }
        let mut at = from;
        if self.flat {
            let found = split_flat(line, from, self.steps.len(), ends);
            if found > ends.len() {
                return Err(Error::width(self.steps.len(), found));
            }
        } else {
            for step in self.steps.iter().copied().chain(core::iter::repeat(Skip::Flat)) {
                at = at.saturating_add(skip(step, line.get(at..).unwrap_or_default()));
                ends.push(at);
                if at >= line.len() {
                    break;
                }
                at = at.saturating_add(1);
            }
        }
        if ends.len() == self.steps.len() { Ok(()) } else { Err(self.fault(line, from, ends)) }
    }

    /// Why a line has another number of cells: mostly just so, but a bracket that is not closed swallows what follows.
    #[cold]
    fn fault(&self, line: &str, from: usize, ends: &[usize]) -> Error {
        let last = ends.len().saturating_sub(1);
        let start = last.checked_sub(1).and_then(|before| ends.get(before)).map_or(from, |end| end.saturating_add(1));
        let cell = line.get(start..).unwrap_or_default();
        let open = match self.steps.get(last) {
            Some(Skip::Group) if skip_group(cell) == Some(cell.len()) => !cell.ends_with(char::from(CLOSE)),
            Some(Skip::Auto) if auto::skip(cell) == Some(cell.len()) => !cell.ends_with([']', '}']),
            _ => false,
        };
        if open {
            return Error::syntax("a bracket that is closed", cell);
        }
        Error::width(self.steps.len(), ends.len())
    }
}

/// Containers around a cell of a block whose `at` has `outer` tokens: the list, and the row where its columns have names.
pub(crate) fn depth(schema: &Schema, outer: usize) -> usize {
    let unnamed = schema.columns.first().is_some_and(|column| column.name.is_none());
    outer.saturating_add(if unnamed { 1 } else { 2 })
}

/// Whether a column is one cell without structure, which ends where the row was split.
fn is_flat(column: &Column) -> bool {
    column.ty.is_scalar()
        && !matches!(column.ty, ColumnType::Auto | ColumnType::Json)
        && matches!(column.rule, ColumnRule::Plain)
}

fn push_steps(column: &Column, steps: &mut Vec<Skip>) {
    if column.constant().is_some() {
        return;
    }
    match &column.ty {
        ColumnType::Struct { columns, bracketed: false } => {
            for column in columns {
                push_steps(column, steps);
            }
        }
        ColumnType::Struct { .. } | ColumnType::List(_) | ColumnType::Map(..) => steps.push(Skip::Group),
        ColumnType::Auto => steps.push(Skip::Auto),
        _ => steps.push(Skip::Flat),
    }
}

/// Splits a row without brackets, eight bytes in a step: how many cells it has, of which `most` are kept.
fn split_flat(line: &str, from: usize, most: usize, ends: &mut Vec<usize>) -> usize {
    let bytes = line.as_bytes();
    let mut at = from;
    let mut surplus = 0usize;
    let mut keep = |end: usize| {
        if ends.len() < most {
            ends.push(end);
        } else {
            surplus = surplus.saturating_add(1);
        }
    };
    while at < bytes.len() {
        let word = word(bytes, at);
        let (mut found, escapes) = (equal(word, CELL), equal(word, ESCAPE));
        let mut next = at.saturating_add(8);
        if escapes != 0 {
            // The character behind it is data; what follows is looked at next.
            next = at.saturating_add(index(escapes)).saturating_add(2);
            found &= escapes.wrapping_sub(1) & !escapes;
        }
        while found != 0 {
            keep(at.saturating_add(index(found)));
            found &= found.wrapping_sub(1);
        }
        at = next;
    }
    keep(bytes.len());
    ends.len().saturating_add(surplus)
}

/// The byte of a word with the lowest bit: each byte that fits has its highest bit set.
fn index(found: u64) -> usize {
    usize::try_from(found.trailing_zeros() / 8).unwrap_or(0)
}

/// Eight bytes from `at` on, with zeros for those behind the last.
fn word(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or_default();
    match (rest.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        (Some(chunk), _) => u64::from_le_bytes(*chunk),
        (None, Some(last)) => {
            let known = u32::try_from(rest.len()).unwrap_or(0);
            u64::from_le_bytes(*last).wrapping_shr(64_u32.wrapping_sub(known.wrapping_mul(8)))
        }
        (None, None) => rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

/// The highest bit of each byte of `word` that is `byte`, and no other bit.
const fn equal(word: u64, byte: u8) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let difference = word ^ u64::from_le_bytes([byte; 8]);
    !((difference & LOW).wrapping_add(LOW) | difference | LOW)
}

/// The length of the cell that `rest` begins with.
fn skip(step: Skip, rest: &str) -> usize {
    let bracketed = match step {
        Skip::Flat => None,
        Skip::Group => skip_group(rest),
        Skip::Auto => auto::skip(rest),
    }
    .unwrap_or(0);
    bracketed.saturating_add(EscapeSet::ROW.find(rest.get(bracketed..).unwrap_or_default()))
}

/// The length of the group that `text` begins with; all of it if the group is not closed. Parentheses in data are
/// escaped, so counting them is enough.
pub(crate) fn skip_group(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if bytes.first() != Some(&OPEN) {
        return None;
    }
    let (mut depth, mut at) = (0usize, 0usize);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            ESCAPE => at = at.saturating_add(1),
            OPEN => depth = depth.saturating_add(1),
            CLOSE => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at.saturating_add(1));
                }
            }
            _ => {}
        }
        at = at.saturating_add(1);
    }
    Some(bytes.len())
}
