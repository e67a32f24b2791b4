//! Arrays that are longer than memory: their items are looked at one by one, and then written one by one.

use core::cell::RefCell;
use std::io::Write;

use alloc::string::String;
use alloc::vec::Vec;

use super::explain::Decision;
use super::gather::{Gather, RowKind};
use super::layout::{Layouter, Rows};
use super::plan::Planner;
use super::prefixes;
use super::print::{Block, Body, Frame};
use super::sample::wide;
use super::shape::Place;
use crate::{Error, Header, Result, Value};

/// Looks at the items of an array before the first is written, in memory that does not grow with their number.
///
/// The rows are those of [`from_str`](super::from_str) for an array of more than 64 items, but for named prefixes, which
/// are found among a few items.
///
/// # Example
/// ```
/// use qrp1::{Closing, json};
///
/// let json = br#"[{"id":1,"tags":["a","b"]},{"id":2,"tags":[]}]"#;
/// let builder = json::DocumentBuilder::new();
/// let mut survey = builder.rows();
/// let mut reader = json::Reader::from_reader(&json[..]);
/// while let Some(item) = reader.read()? {
///     survey.observe(&item)?;
/// }
/// let rows = survey.finish()?;
///
/// let mut writer = qrp1::Writer::from_writer(Vec::new());
/// writer.header(rows.header())?;
/// let mut reader = json::Reader::from_reader(&json[..]);
/// while let Some(item) = reader.read()? {
///     rows.write(&item, &mut writer)?;
/// }
/// let document = writer.finish(&Closing::new())?;
/// assert_eq!(document, b"QRP1|table|rows=2|columns=id:i64,tags[]:str\n1,(a;b)\n2,()\n\\.\n");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Debug)]
pub struct RowSurvey<'c> {
    planner: Planner<'c>,
    gather: Gather<Value<'static>>,
    is_series: bool,
    metadata: &'c [(String, String)],
}

/// The block that holds the items of an array.
#[derive(Clone, Debug)]
pub struct RowLayout {
    header: Header,
    kind: RowKind,
    saves: bool,
}

impl<'c> RowSurvey<'c> {
    pub(super) fn new(planner: Planner<'c>, time: Option<&str>, metadata: &'c [(String, String)]) -> Self {
        let gather = match time {
            Some(time) => Gather::series(planner.options, time),
            None => Gather::new(planner.options),
        };
        Self { planner, gather, is_series: time.is_some(), metadata }
    }

    /// Looks at the next item.
    ///
    /// # Errors
    /// Of a series that was asked for with [`time`](super::DocumentBuilder::time): `syntax` where the item does not begin
    /// with its time, `type` or `range` where that is no instant of the series.
    pub fn observe(&mut self, item: &Value<'_>) -> Result<()> {
        let keep = || item.clone().into_owned();
        if self.is_series {
            return self.gather.observe_series(item, keep);
        }
        self.gather.observe(item, keep);
        Ok(())
    }

    /// Items so far.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.gather.len()
    }

    /// Whether there was no item yet.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.gather.len() == 0
    }

    /// The block for these items.
    ///
    /// # Errors
    /// `truncated` for a series that was asked for and has no item.
    pub fn finish(self) -> Result<RowLayout> {
        let Self { planner, gather, is_series, metadata } = self;
        if is_series && gather.len() == 0 {
            return Err(Error::truncated("a first object, whose time is the start of the series"));
        }
        let count = wide(gather.len());
        let (gathered, samples) = gather.finish(&planner, Place::Root);
        let layouter = Layouter { planner, frame: Frame::default() };
        let (Rows { header, kind }, saves) = layouter.cheapest_rows(gathered, samples.kept(), count);
        let header = header.with_rows(count);
        let names: Vec<String> = if planner.options.names {
            let block = Block { header: header.clone(), body: Body::Rows(samples.kept(), kind.clone()) };
            prefixes::find(&[block], planner.cost)
        } else {
            Vec::new()
        };
        let header = names.into_iter().fold(header, Header::with_name);
        let header = metadata.iter().fold(header, |header, (key, value)| header.with(key, value));
        Ok(RowLayout { header, kind, saves })
    }

    /// The block for these items, and every choice between forms that led to it.
    ///
    /// # Errors
    /// As [`finish`](Self::finish).
    pub fn explain(self) -> Result<(RowLayout, Vec<Decision>)> {
        let decisions = RefCell::new(Vec::new());
        let Self { planner, gather, is_series, metadata } = self;
        let planner = Planner { decisions: Some(&decisions), ..planner };
        let layout = RowSurvey { planner, gather, is_series, metadata }.finish()?;
        Ok((layout, decisions.into_inner()))
    }
}

impl RowLayout {
    /// The header of the block, with the number of its rows.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Whether the rows cost less than the array as JSON, judged by a few of them. They do not where nothing repeats: then
    /// [`from_str`](super::from_str) takes the last resort, a `json` value, if the whole array fits into a line.
    #[must_use]
    pub const fn saves(&self) -> bool {
        self.saves
    }

    /// Writes the row of an item.
    ///
    /// # Errors
    /// `type` for an item that was not looked at before, and what can't be written within the limits.
    pub fn write<W: Write>(&self, item: &Value<'_>, writer: &mut crate::Writer<W>) -> Result<()> {
        let columns = self.header.schema().map_or(&[][..], crate::Schema::columns);
        match self.kind.values(columns, item)? {
            (Some(offset), values) => writer.series_row(offset, &values),
            (None, values) => writer.row(&values),
        }
    }
}
