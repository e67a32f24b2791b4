//! The order of blocks, and which mark each of them fills. Spec: DOC-1 to DOC-7
//!
//! What a document begins with is read by `header`, its end by `end`; here are its blocks, for both directions.

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;

use super::header::key;
use super::pointer;
use crate::error::{Error, Result};
use crate::header::{Header, Shape};
use crate::limits::Limits;

/// The blocks of a document so far, and the marks that wait for theirs.
///
/// Marks of one record share the names that their places have in common, so that this takes no more memory than the
/// document; a place is compared from its end, so that it takes no more time either.
#[derive(Debug)]
pub(crate) struct Order {
    most_blocks: usize,
    most_letters: usize,
    blocks: usize,
    stage: Stage,
    /// Whether the last header left its count to the closing line.
    open: bool,
    /// Records with marks, each within the one before it.
    records: Vec<Pending>,
    /// Marks of all records.
    marks: usize,
}

/// What the value blocks so far allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// There are none.
    Empty,
    /// A root block, then blocks for its marks.
    Root,
    /// The one block `at=/k`.
    Member,
}

/// A record and its marks that have no block yet.
#[derive(Debug)]
struct Pending {
    /// The record's own place.
    at: Box<str>,
    /// Steps on the way from the record to its marks; each is behind the one it starts from.
    steps: Vec<Step>,
    /// The steps to the last mark.
    path: Vec<usize>,
    /// The last step to each mark.
    marks: VecDeque<usize>,
}

#[derive(Debug)]
struct Step {
    from: Option<usize>,
    name: Box<str>,
    /// With its `/` and escapes.
    letters: Box<str>,
    /// Letters of the place that this step completes.
    length: usize,
}

impl Order {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            most_blocks: limits.blocks,
            most_letters: limits.header,
            blocks: 0,
            stage: Stage::Empty,
            open: false,
            records: Vec::new(),
            marks: 0,
        }
    }

    /// Sets the limits, whatever was seen before.
    pub(crate) fn set_limits(&mut self, limits: &Limits) {
        self.most_blocks = limits.blocks;
        self.most_letters = limits.header;
    }

    /// The next block.
    pub(crate) fn block(&mut self, header: &Header) -> Result<()> {
        if self.open {
            let expected = "the closing line, as the block before leaves its count to it";
            return Err(Error::syntax(expected, header.shape.as_str()).hint("only the last block may"));
        }
        self.blocks = self.blocks.saturating_add(1);
        self.check_blocks(self.blocks)?;
        self.open = header.count().is_none();
        if header.shape == Shape::Receipt {
            return match self.blocks {
                1 => Ok(()),
                _ => Err(Error::syntax("no receipt behind the first block", header.shape.as_str())),
            };
        }
        match header.at() {
            None => self.root()?,
            Some(at) => self.member(at, header)?,
        }
        if header.shape == Shape::Record {
            let at = header.at().unwrap_or_default().into();
            self.records.push(Pending { at, steps: Vec::new(), path: Vec::new(), marks: VecDeque::new() });
        }
        Ok(())
    }

    fn root(&mut self) -> Result<()> {
        if self.stage != Stage::Empty {
            return Err(Error::syntax("`at=` in every block but the root", "another root")
                .hint("a document has one value; the blocks behind the first have a mark there"));
        }
        self.stage = Stage::Root;
        Ok(())
    }

    fn member(&mut self, at: &str, header: &Header) -> Result<()> {
        if header.shape == Shape::Series && header.get(key::AXIS).is_none() {
            return Err(Error::syntax("`axis=` in a series with `at`", at));
        }
        if self.stage == Stage::Empty {
            self.stage = Stage::Member;
            return match pointer::parse(at)?.nth(1) {
                None => Ok(()),
                Some(_) => Err(Error::syntax("a root block first, or one block with one name in `at`", at)),
            };
        }
        if self.stage == Stage::Member {
            return Err(Error::syntax("the closing line, as the block before is the only one without a root", at));
        }
        match self.next_mark() {
            Some(record) if record.is_next(at) => {
                record.marks.pop_front();
                self.marks = self.marks.saturating_sub(1);
                Ok(())
            }
            Some(record) => {
                let expected = alloc::format!("the block of the next mark, `at={}`", record.next_place());
                Err(Error::syntax(expected, at).hint("blocks follow the order of marks, depth first"))
            }
            None => Err(Error::syntax("the closing line, as no mark waits for a block", at)
                .hint("a mark `\\@` in an earlier record says where a block belongs")),
        }
    }

    /// The innermost record that has a mark without a block. Those without any are done with.
    fn next_mark(&mut self) -> Option<&mut Pending> {
        while self.records.last().is_some_and(|record| record.marks.is_empty()) {
            self.records.pop();
        }
        self.records.last_mut()
    }

    /// A mark in the last block, a record, at this path within it.
    pub(crate) fn mark(&mut self, path: &[String]) -> Result<()> {
        let Some(record) = self.records.last_mut() else {
            return Err(Error::syntax("no mark", "a mark").hint("marks stand in records only"));
        };
        if path.is_empty() {
            return Err(Error::syntax("a value", super::bytes::MARK).hint("the root itself can't be a mark"));
        }
        let length = record.push(path);
        self.marks = self.marks.saturating_add(1);
        // Each mark needs a block, so a document with too many marks has too many blocks.
        self.check_blocks(self.blocks.saturating_add(self.marks))?;
        // A longer place fits into no header.
        if length > self.most_letters {
            let limit = u64::try_from(self.most_letters).unwrap_or(u64::MAX);
            return Err(Error::limit("header bytes, for the place of a mark", limit));
        }
        Ok(())
    }

    fn check_blocks(&self, blocks: usize) -> Result<()> {
        if blocks > self.most_blocks {
            return Err(Error::limit("blocks", u64::try_from(self.most_blocks).unwrap_or(u64::MAX)));
        }
        Ok(())
    }

    /// The closing line.
    pub(crate) fn finish(&mut self) -> Result<()> {
        match self.next_mark() {
            Some(record) => {
                let expected = alloc::format!("a block for the mark, `at={}`", record.next_place());
                Err(Error::syntax(expected, "the closing line"))
            }
            None => Ok(()),
        }
    }
}

impl Pending {
    /// Takes note of a mark. Gives the letters of its place.
    fn push(&mut self, path: &[String]) -> usize {
        for (index, name) in path.iter().enumerate() {
            let known = self.path.get(index).and_then(|step| self.steps.get(*step));
            if known.is_some_and(|step| *step.name == **name) {
                continue;
            }
            self.path.truncate(index);
            let mut letters = String::new();
            pointer::push(name, &mut letters);
            let from = self.path.last().copied();
            let before = from.and_then(|from| self.steps.get(from)).map_or(self.at.len(), |step| step.length);
            let length = before.saturating_add(letters.len());
            self.path.push(self.steps.len());
            self.steps.push(Step { from, name: name.as_str().into(), letters: letters.into(), length });
        }
        self.path.truncate(path.len());
        self.marks.extend(self.path.last());
        self.path.last().and_then(|step| self.steps.get(*step)).map_or(0, |step| step.length)
    }

    /// The steps to the next mark, the last first.
    fn next_steps(&self) -> impl Iterator<Item = &Step> {
        let step = |at: Option<usize>| at.and_then(|at| self.steps.get(at));
        core::iter::successors(step(self.marks.front().copied()), move |last| step(last.from))
    }

    /// Whether the next mark's place is `at`.
    fn is_next(&self, at: &str) -> bool {
        self.next_steps().try_fold(at, |rest, step| rest.strip_suffix(&*step.letters)) == Some(&*self.at)
    }

    /// The place of the next mark, for messages.
    fn next_place(&self) -> String {
        let mut letters: Vec<_> = self.next_steps().map(|step| &*step.letters).collect();
        letters.push(&self.at);
        letters.reverse();
        letters.concat()
    }
}
