//! Named prefixes, both directions. Spec: NAME-1 to NAME-3
//!
//! A text is written with a name exactly where [`Names::fit`] finds one, and read back by the same function.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// What a name begins with; a digit follows.
const SIGN: char = '$';
/// Names a document can declare.
pub(crate) const MOST: usize = 9;

/// The prefixes that `$1` to `$9` stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Names(Vec<Box<str>>);

/// How a text begins, seen from the declared names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start<'t> {
    /// As it is.
    Plain,
    /// With the prefix of this name; then the rest.
    Named(usize, &'t str),
    /// With the letters of a declared name, which are data.
    Literal,
}

impl Names {
    pub(crate) fn new(prefixes: Vec<Box<str>>) -> Self {
        Self(prefixes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(AsRef::as_ref)
    }

    /// The prefix of the name at this index, from 0.
    pub(crate) fn prefix(&self, index: usize) -> Option<&str> {
        self.0.get(index).map(AsRef::as_ref)
    }

    /// How a decoded text has to be written (NAME-2).
    #[inline]
    pub(crate) fn fit<'t>(&self, text: &'t str) -> Start<'t> {
        if self.is_empty() { Start::Plain } else { self.find(text) }
    }

    fn find<'t>(&self, text: &'t str) -> Start<'t> {
        let named = self
            .0
            .iter()
            .enumerate()
            .filter_map(|(index, prefix)| Some((index, text.strip_prefix(&**prefix).filter(|rest| is_boundary(rest))?)))
            .min_by_key(|(_, rest)| rest.len());
        match named {
            Some((index, rest)) => Start::Named(index, rest),
            None if self.reference(text).is_some() => Start::Literal,
            None => Start::Plain,
        }
    }

    /// The declared name that `letters` begin with, and the rest (NAME-1).
    pub(crate) fn reference<'t>(&self, letters: &'t str) -> Option<(usize, &'t str)> {
        let after = letters.strip_prefix(SIGN)?;
        let digit = after.chars().next()?.to_digit(10)?;
        let index = usize::try_from(digit).ok()?.checked_sub(1)?;
        let rest = after.get(1..)?;
        (index < self.0.len() && is_boundary(rest)).then_some((index, rest))
    }

    /// Appends the name at this index, from 0.
    pub(crate) fn push(index: usize, out: &mut Vec<u8>) {
        out.extend(key(index).bytes());
    }
}

/// The header key of the name at this index, from 0.
pub(crate) fn key(index: usize) -> String {
    alloc::format!("{SIGN}{}", index.saturating_add(1))
}

/// A name ends at the end of the text or before a character that is no ASCII letter or digit.
fn is_boundary(rest: &str) -> bool {
    !rest.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
}
