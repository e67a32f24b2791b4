//! What the chooser considered at each place, what it would have cost, and what it took.

use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;

/// A choice between forms at one place of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Decision {
    /// A JSON Pointer, in which `*` stands for each item of a list and each member of a map.
    pub place: String,
    /// How many values there are at the place.
    pub values: u64,
    /// The forms that were considered.
    pub forms: Vec<Form>,
    /// Which of them was taken.
    pub chosen: usize,
}

/// A form that values can have.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Form {
    /// What it is, in a word: a type is `struct`, `list`, `map` or `auto`, a type of scalars `column`; a member is such a
    /// value in the line of its record, a `tree` with marks, or a block, which is `table`, `series`, `keyed`, `text`; the
    /// whole value is a block, a `record`, `items` in lines, one of the above, or `json`.
    pub name: &'static str,
    /// The type or declaration, as it stands in a header.
    pub declaration: String,
    /// Its tokens, by the measure of the chooser and judged by samples where there are many values; none if the values
    /// can't have this form.
    pub tokens: Option<u64>,
}

impl Form {
    pub(super) const fn new(name: &'static str, declaration: String, tokens: Option<u64>) -> Self {
        Self { name, declaration, tokens }
    }
}

impl Decision {
    /// The form that was taken.
    #[must_use]
    pub fn choice(&self) -> Option<&Form> {
        self.forms.get(self.chosen)
    }
}

/// Letters of a declaration that are shown.
const SHOWN: usize = 60;

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.place.is_empty() { "(root)" } else { &self.place };
        let chosen = self.choice();
        write!(f, "{place}: {}", chosen.map_or("none", |form| form.name))?;
        for form in &self.forms {
            let mark = if Some(form) == chosen { '*' } else { ' ' };
            let declaration: String = form.declaration.chars().take(SHOWN).collect();
            let more = if declaration.len() < form.declaration.len() { "..." } else { "" };
            match form.tokens {
                Some(tokens) => write!(f, "\n  {mark} {:<8}{tokens:>9}", form.name)?,
                None => write!(f, "\n  {mark} {:<8}        -", form.name)?,
            }
            if !declaration.is_empty() {
                write!(f, "  {declaration}{more}")?;
            }
        }
        Ok(())
    }
}
