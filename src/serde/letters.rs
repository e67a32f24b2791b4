//! The letters of a line that values may borrow from. Knows no cells.

/// What values may borrow from.
#[derive(Debug)]
pub(super) struct Letters<'de> {
    line: Option<&'de [u8]>,
    /// Texts come in the order of the line, so each is looked for behind the one before.
    at: usize,
    /// Bytes that may still be looked at: a line of many texts that are not in it as they are stays cheap.
    budget: usize,
}

impl<'de> Letters<'de> {
    pub(super) fn new(line: Option<&'de [u8]>) -> Self {
        Self { line, at: 0, budget: line.map_or(0, <[u8]>::len).saturating_mul(8) }
    }

    /// For texts from the line's start on again.
    pub(super) fn rewind(&mut self) {
        *self = Self::new(self.line);
    }

    /// The same text in the line, where it is expected.
    #[inline]
    pub(super) fn at(&self, start: usize, text: &str) -> Option<&'de str> {
        let letters = self.line?.get(start..start.checked_add(text.len())?)?;
        if letters == text.as_bytes() { core::str::from_utf8(letters).ok() } else { None }
    }

    /// The same text in the line; where it stands there is of no matter.
    pub(super) fn find(&mut self, text: &str) -> Option<&'de str> {
        self.find_from(self.at, text).or_else(|| self.find_from(0, text))
    }

    fn find_from(&mut self, start: usize, text: &str) -> Option<&'de str> {
        let rest = self.line?.get(start..)?;
        self.budget = self.budget.checked_sub(text.len())?;
        let at = memchr::memmem::find(rest, text.as_bytes());
        let end = at.map(|at| at.saturating_add(text.len()));
        self.budget = self.budget.saturating_sub(end.unwrap_or(rest.len()));
        self.at = start.saturating_add(end?);
        core::str::from_utf8(rest.get(at?..end?)?).ok()
    }
}
