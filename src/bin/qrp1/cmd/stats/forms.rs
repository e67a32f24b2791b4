//! The forms that data can have, and what each costs.

use clap::ValueEnum;
use qrp1::{Event, Reader, Shape, Value};

use super::counter::Counter;
use super::even::Even;
use super::flat;
use super::lists::{self, Order, Table};
use super::source::{Making, Source};
use crate::args::Profile;
use crate::percent::Percent;
use crate::{In, Outcome};

/// A form, and what it costs.
pub(super) struct Form {
    /// `json`, `columnar`, `csv` or `qrp1`.
    pub(super) name: &'static str,
    pub(super) profile: Option<String>,
    pub(super) shape: Option<String>,
    /// None where it was not counted.
    pub(super) size: Option<Size>,
    /// Tokens of the header and closing lines.
    pub(super) frame: Option<u64>,
    /// What it loses of the data, or why it was not counted.
    pub(super) notes: Vec<String>,
    pub(super) making: Option<Making>,
    /// Where there are rows: from how many on the form pays.
    pub(super) even: Option<Even>,
}

/// What a form costs.
#[derive(Clone, Copy, Default)]
pub(super) struct Size {
    bytes: u64,
    tokens: u64,
}

impl Size {
    pub(super) const fn bytes(self) -> u64 {
        self.bytes
    }

    pub(super) const fn tokens(self) -> u64 {
        self.tokens
    }

    fn of(letters: &str, counter: &Counter) -> Self {
        Self { bytes: u64::try_from(letters.len()).unwrap_or(u64::MAX), tokens: counter.tokens(letters) }
    }
}

/// What is to be counted.
pub(super) enum Job {
    Minified,
    Columnar(Order),
    Csv,
    /// The document that the input is.
    Given,
    Made(Making),
}

/// All that can be counted of an input.
pub(super) fn jobs(source: &Source) -> Vec<Job> {
    let mut jobs = vec![Job::Minified, Job::Columnar(Order::Rows), Job::Columnar(Order::Columns), Job::Csv];
    jobs.extend(source.given.as_ref().map(|_| Job::Given));
    for profile in Profile::value_variants() {
        let making = source.default_making(*profile);
        if source.time.is_none() {
            jobs.push(Job::Made(making));
        } else {
            let (time, without) = (source.time.clone(), Making { finds_series: false, ..making.clone() });
            jobs.extend([Job::Made(Making { time, ..making }), Job::Made(without)]);
        }
    }
    jobs
}

impl Job {
    /// The forms, of which there is none where the data can't have it, and two where a series was found.
    pub(super) fn run(&self, source: &Source, value: &Value<'_>, counter: &Counter) -> Outcome<Vec<Form>> {
        let text = |letters: &[u8]| Size::of(&String::from_utf8_lossy(letters), counter);
        let table =
            |name, table: Table| Form { notes: table.notes, ..Form::new(name, table.letters.as_deref().map(text)) };
        Ok(match self {
            Self::Minified => vec![Form::new("json", Some(text(&lists::minified(value))))],
            Self::Columnar(order) => {
                let Some(found) = lists::columnar(value, &source.columns, *order) else { return Ok(Vec::new()) };
                let shape = if *order == Order::Rows { "by row" } else { "by column" };
                let shape = found.letters.as_ref().map(|_| shape.to_owned());
                vec![Form { shape, ..table("columnar", found) }]
            }
            Self::Csv => {
                let found = flat::csv(value, &source.columns).within(&source.name)?;
                found.map(|found| table("csv", found)).into_iter().collect()
            }
            Self::Given => {
                let document = source.given.as_deref().unwrap_or_default();
                vec![Form { profile: Some("given".to_owned()), ..Form::of_document(document, source, counter)?.0 }]
            }
            Self::Made(making) => {
                let (form, has_series) = made(making, source, counter)?;
                let mut forms = vec![form];
                if has_series && making.time.is_none() && making.finds_series {
                    let without = Making { finds_series: false, ..making.clone() };
                    forms.push(made(&without, source, counter)?.0);
                }
                forms
            }
        })
    }
}

/// A document, and whether a part of it is a series.
fn made(making: &Making, source: &Source, counter: &Counter) -> Outcome<(Form, bool)> {
    let (form, has_series) = Form::of_document(&source.document(making)?, source, counter)?;
    let profile = making.profile.to_possible_value().map(|value| value.get_name().to_owned());
    Ok((Form { profile, making: Some(making.clone()), ..form }, has_series))
}

impl Form {
    fn new(name: &'static str, size: Option<Size>) -> Self {
        let (profile, shape, frame, notes, making, even) = (None, None, None, Vec::new(), None, None);
        Self { name, profile, shape, size, frame, notes, making, even }
    }

    fn of_document(document: &str, source: &Source, counter: &Counter) -> Outcome<(Self, bool)> {
        let (shapes, frame) = frame(document, counter).within(&source.name)?;
        let has_series = shapes.contains(&Shape::Series);
        let shapes: Vec<&str> = shapes.into_iter().map(Shape::as_str).collect();
        let form = Self::new("qrp1", Some(Size::of(document, counter)));
        Ok((Self { shape: Some(shapes.join("+")), frame: Some(frame), ..form }, has_series))
    }

    pub(super) fn label(&self) -> String {
        let name = match self.name {
            "json" => "minified JSON",
            "columnar" => "columnar JSON",
            "csv" => "CSV",
            _ => "QRP1",
        };
        let parts = [Some(name), self.profile.as_deref(), self.shape.as_deref()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Whether it costs more tokens than the JSON.
    pub(super) fn is_loss(&self, json: Size) -> bool {
        self.size.is_some_and(|size| size.tokens > json.tokens)
    }

    /// All that is to be said of it beside its figures.
    pub(super) fn remarks(&self, json: Size) -> String {
        let is_loss = self.is_loss(json);
        let is_loss_of_bytes = !is_loss && self.size.is_some_and(|size| size.bytes > json.bytes);
        let losses = [(is_loss, "loss"), (is_loss_of_bytes, "loss of bytes")];
        let losses = losses.into_iter().filter(|(is_so, _)| *is_so).map(|(_, name)| name);
        losses.chain(self.notes.iter().map(String::as_str)).collect::<Vec<_>>().join(", ")
    }

    /// What its header and closing lines are of the document.
    pub(super) fn frame_share(&self) -> Option<Percent> {
        Some(Percent::share(self.frame?, self.size?.tokens))
    }
}

/// The shapes of a document's blocks, and the tokens of its header and closing lines.
fn frame(document: &str, counter: &Counter) -> qrp1::Result<(Vec<Shape>, u64)> {
    let mut reader = Reader::from_reader(document.as_bytes());
    let (mut shapes, mut tokens) = (Vec::new(), 0u64);
    loop {
        let start = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        match reader.next_event()? {
            None => return Ok((shapes, tokens)),
            Some(Event::Header(header)) => {
                if !shapes.contains(&header.shape()) {
                    shapes.push(header.shape());
                }
            }
            Some(Event::End(_)) => {}
            Some(_) => continue,
        }
        let line = document.get(start..).and_then(|rest| rest.split_inclusive('\n').next());
        tokens = tokens.saturating_add(counter.tokens(line.unwrap_or_default()));
    }
}
