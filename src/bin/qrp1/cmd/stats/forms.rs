//! The forms that data can have, and what each costs.

use clap::ValueEnum;
use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Event, Reader, Shape, Value};

use super::even::Even;
use super::flat;
use super::lists::{self, Order};
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
    pub(super) bytes: u64,
    pub(super) tokens: u64,
    /// Tokens of the header and closing lines.
    pub(super) frame: Option<u64>,
    pub(super) loses: Vec<&'static str>,
    pub(super) making: Option<Making>,
    /// Where there are rows: from how many on the form pays.
    pub(super) even: Option<Even>,
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
    pub(super) fn run(&self, source: &Source, value: &Value<'_>, tokenizer: Tokenizer) -> Outcome<Vec<Form>> {
        let form = |name, letters: &[u8]| Form::new(name, &String::from_utf8_lossy(letters), tokenizer);
        Ok(match self {
            Self::Minified => vec![form("json", &lists::minified(value))],
            Self::Columnar(order) => {
                let Some((letters, lacks)) = lists::columnar(value, *order) else { return Ok(Vec::new()) };
                let shape = if *order == Order::Rows { "by row" } else { "by column" };
                let loses = if lacks { vec!["loses missing keys"] } else { Vec::new() };
                vec![Form { shape: Some(shape.to_owned()), loses, ..form("columnar", &letters) }]
            }
            Self::Csv => {
                let Some(csv) = flat::csv(value).within(&source.name)? else { return Ok(Vec::new()) };
                let notes = [(csv.loses_null, "loses null"), (csv.loses_name, "loses the list's name")];
                let loses = notes.into_iter().filter(|(is_lost, _)| *is_lost).map(|(_, what)| what).collect();
                vec![Form { loses, ..form("csv", &csv.letters) }]
            }
            Self::Given => {
                let document = source.given.as_deref().unwrap_or_default();
                vec![Form { profile: Some("given".to_owned()), ..Form::of_document(document, source, tokenizer)?.0 }]
            }
            Self::Made(making) => {
                let (form, has_series) = made(making, source, tokenizer)?;
                let mut forms = vec![form];
                if has_series && making.time.is_none() && making.finds_series {
                    let without = Making { finds_series: false, ..making.clone() };
                    forms.push(made(&without, source, tokenizer)?.0);
                }
                forms
            }
        })
    }
}

/// A document, and whether a part of it is a series.
fn made(making: &Making, source: &Source, tokenizer: Tokenizer) -> Outcome<(Form, bool)> {
    let (form, has_series) = Form::of_document(&source.document(making)?, source, tokenizer)?;
    let profile = making.profile.to_possible_value().map(|value| value.get_name().to_owned());
    Ok((Form { profile, making: Some(making.clone()), ..form }, has_series))
}

impl Form {
    fn new(name: &'static str, letters: &str, tokenizer: Tokenizer) -> Self {
        let (bytes, tokens) = (u64::try_from(letters.len()).unwrap_or(u64::MAX), tokenizer.tokens(letters));
        let (profile, shape, frame, loses, making, even) = (None, None, None, Vec::new(), None, None);
        Self { name, profile, shape, bytes, tokens, frame, loses, making, even }
    }

    fn of_document(document: &str, source: &Source, tokenizer: Tokenizer) -> Outcome<(Self, bool)> {
        let (shapes, frame) = frame(document, tokenizer).within(&source.name)?;
        let has_series = shapes.contains(&Shape::Series);
        let shapes: Vec<&str> = shapes.into_iter().map(Shape::as_str).collect();
        let form = Self::new("qrp1", document, tokenizer);
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

    /// What its header and closing lines are of the document.
    pub(super) fn frame_share(&self) -> Option<Percent> {
        Some(Percent::share(self.frame?, self.tokens))
    }
}

/// The shapes of a document's blocks, and the tokens of its header and closing lines.
fn frame(document: &str, tokenizer: Tokenizer) -> qrp1::Result<(Vec<Shape>, u64)> {
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
        tokens = tokens.saturating_add(tokenizer.tokens(line.unwrap_or_default()));
    }
}
