//! The tables: one for each direction, a column for each data set.

use std::fmt::Write;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::candidate::Direction;
use crate::codec::Kind;
use crate::machine::Machine;
use crate::measure::Entry;

/// What a page has around the tables.
const MARKERS: [&str; 2] = ["<!-- ratios -->", "<!-- /ratios -->"];

/// A run, as it is printed.
#[derive(Debug, Serialize)]
pub struct Report {
    pub machine: Machine,
    pub rounds: usize,
    pub entries: Vec<Entry>,
}

impl Report {
    /// The tables in Markdown.
    ///
    /// # Errors
    /// None is expected.
    pub fn markdown(&self) -> Result<String> {
        let Machine { cpu, cores, target, rustc, profile, overflow_checks, versions } = &self.machine;
        let versions: Vec<_> = versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
        let checks = if *overflow_checks { "with" } else { "without" };
        let mut out = format!(
            "{cpu}, {cores} cores, {target}; {rustc}; profile {profile}, {checks} overflow checks in all candidates; \
             lowest of {} rounds, of more for small sets.\n{}.\n",
            self.rounds,
            versions.join(", "),
        );
        for direction in Direction::ALL {
            let entries: Vec<_> = self.entries.iter().filter(|entry| entry.direction == direction).collect();
            if !entries.is_empty() {
                write!(out, "\n### {}\n\nns per row (ratio to the best peer)\n\n", direction.title())?;
                out.push_str(&table(&entries, time)?);
            }
        }
        let written = |entry: &&Entry| entry.kind != Kind::Floor && is_writing(entry.direction);
        let entries: Vec<_> = self.entries.iter().filter(written).collect();
        if !entries.is_empty() {
            out.push_str("\n### size of the texts\n\nbytes per row\n\n");
            out.push_str(&table(&entries, |entry| number(entry.bytes_per_row))?);
        }
        for entry in self.entries.iter().filter(|entry| is_writing(entry.direction)) {
            if let Some(fault) = &entry.fault {
                let line = fault.lines().next().unwrap_or_default();
                write!(
                    out,
                    "\n{}, {}, {}: not counted, {line}\n",
                    entry.direction.title(),
                    entry.set,
                    entry.candidate
                )?;
            }
        }
        Ok(out)
    }

    /// `page` with these tables between its markers.
    ///
    /// # Errors
    /// A page without the markers.
    pub fn rewrite(&self, page: &str) -> Result<String> {
        let [open, close] = MARKERS;
        let (before, rest) = page.split_once(open).with_context(|| format!("the page has no {open}"))?;
        let (_, after) = rest.split_once(close).with_context(|| format!("the page has no {close} behind {open}"))?;
        Ok(format!("{before}{open}\n{}{close}{after}", self.markdown()?))
    }
}

/// Whether a text is made; the way back has the same text.
const fn is_writing(direction: Direction) -> bool {
    matches!(direction, Direction::StructsToText | Direction::BatchesToText | Direction::JsonToText)
}

/// A row for each candidate, a column for each set, both in the order in which they come.
fn table(entries: &[&Entry], cell: impl Fn(&Entry) -> String) -> Result<String> {
    let mut sets: Vec<&str> = Vec::new();
    let mut names: Vec<(Kind, &str)> = Vec::new();
    for entry in entries {
        if !sets.contains(&entry.set) {
            sets.push(entry.set);
        }
        if !names.contains(&(entry.kind, entry.candidate)) {
            names.push((entry.kind, entry.candidate));
        }
    }
    // Stable: the order of the kinds, and in each that of the candidates.
    names.sort_by_key(|(kind, _)| *kind as u8);
    let mut out = format!("| | {} |\n|---|{}\n", sets.join(" | "), "--:|".repeat(sets.len()));
    for (kind, name) in names {
        let label = match kind {
            Kind::Own => format!("**{name}**"),
            Kind::Peer => name.to_owned(),
            Kind::Floor => format!("*{name}*"),
        };
        let cells = sets.iter().map(|set| {
            let entry = entries.iter().find(|entry| (entry.kind, entry.candidate, entry.set) == (kind, name, *set));
            entry.map_or_else(|| "–".into(), |entry| cell(entry))
        });
        writeln!(out, "| {label} | {} |", cells.collect::<Vec<_>>().join(" | "))?;
    }
    Ok(out)
}

fn time(entry: &Entry) -> String {
    match (entry.ns_per_row, entry.ratio, &entry.fault) {
        (Some(ns), Some(ratio), _) => format!("{} ({ratio:.2})", number(Some(ns))),
        (Some(ns), None, _) => number(Some(ns)),
        (None, _, Some(_)) => "not counted".into(),
        (None, _, None) => "–".into(),
    }
}

/// Three digits or so.
fn number(value: Option<f64>) -> String {
    match value {
        Some(value) if value < 10.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
        None => "–".into(),
    }
}
