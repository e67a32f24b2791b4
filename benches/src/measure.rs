//! Rounds: each runs every candidate, forward and backward by turns, and the lowest time of a candidate counts.

use std::time::Duration;

use anyhow::Result;
use cpu_time::ThreadTime;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::candidate::{Direction, Outcome, Prepared, Set};
use crate::codec::Kind;

/// Rows that stand for a round at least: smaller sets have more rounds, since a short run says little on a busy machine.
const ROWS: usize = 300_000;

/// What to run, and how often.
#[derive(Clone, Debug)]
pub struct Plan {
    pub candles: usize,
    pub rounds: usize,
    /// Part of a candidate's path: `text to structs / K 10k / serde_json`.
    pub filter: String,
}

/// How one candidate did.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    pub direction: Direction,
    pub set: &'static str,
    pub rows: usize,
    pub candidate: &'static str,
    pub kind: Kind,
    pub ns_per_row: Option<f64>,
    /// To the best peer of the set and direction; above one is slower.
    pub ratio: Option<f64>,
    pub bytes_per_row: Option<f64>,
    pub mb_per_second: Option<f64>,
    /// Why there is no time: what the candidate refused, or that it lost data.
    pub fault: Option<String>,
}

/// Runs all that the plan asks for.
///
/// # Errors
/// None is expected; a candidate's own stands in its entry.
pub fn run(plan: &Plan) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    // Hidden by itself where the standard error is no terminal.
    let bar = ProgressBar::no_length().with_style(ProgressStyle::with_template("{spinner} {msg}  {elapsed}")?);
    for set in Set::all(plan.candles) {
        bar.set_message(format!("{}: making {} rows", set.name, set.rows));
        bar.tick();
        let mut all = set.candidates()?;
        for direction in Direction::ALL {
            let path = |name: &str| format!("{} / {} / {name}", direction.title(), set.name);
            let (these, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|(its, _)| *its == direction);
            all = rest;
            let mut running = Vec::new();
            for (_, candidate) in these {
                if !path(candidate.name).contains(&plan.filter) {
                    continue;
                }
                bar.set_message(format!("{}: checking", path(candidate.name)));
                bar.tick();
                let (name, kind) = (candidate.name, candidate.kind);
                let prepared = candidate.prepare();
                let entry = entry(&set, direction, name, kind, &prepared);
                running.push((entry, prepared.ok(), Duration::MAX));
            }
            let rounds = plan.rounds * ROWS.div_ceil(set.rows);
            for round in 0..rounds {
                bar.set_message(format!("{}: round {} of {rounds}", path("all"), round + 1));
                bar.tick();
                let turn = |running: &mut (Entry, Option<Prepared>, Duration)| {
                    if let (_, Some(prepared), lowest) = running {
                        *lowest = time(prepared).min(*lowest);
                    }
                };
                if round % 2 == 0 {
                    running.iter_mut().for_each(turn);
                } else {
                    running.iter_mut().rev().for_each(turn);
                }
            }
            entries.extend(finish(running));
        }
    }
    bar.finish_and_clear();
    Ok(entries)
}

fn time(prepared: &mut Prepared) -> Duration {
    let start = ThreadTime::now();
    let outcome: Outcome = (prepared.run)();
    let time = start.elapsed();
    drop(outcome);
    time
}

#[expect(clippy::cast_precision_loss, reason = "rows and bytes in memory are exact in it")]
fn entry(set: &Set, direction: Direction, candidate: &'static str, kind: Kind, prepared: &Result<Prepared>) -> Entry {
    let bytes = prepared.as_ref().ok().and_then(|prepared| prepared.bytes);
    Entry {
        direction,
        set: set.name,
        rows: set.rows,
        candidate,
        kind,
        ns_per_row: None,
        ratio: None,
        bytes_per_row: bytes.map(|bytes| bytes as f64 / set.rows as f64),
        mb_per_second: None,
        fault: prepared.as_ref().err().map(|error| format!("{error:#}")),
    }
}

/// Times and ratios of the candidates of one set and direction.
#[expect(clippy::cast_precision_loss, reason = "rows in memory are exact in it")]
fn finish(running: Vec<(Entry, Option<Prepared>, Duration)>) -> Vec<Entry> {
    let timed = running.into_iter().map(|(mut entry, prepared, lowest)| {
        if prepared.is_some() && lowest < Duration::MAX {
            let ns = lowest.as_secs_f64() * 1e9 / entry.rows as f64;
            entry.ns_per_row = Some(ns);
            entry.mb_per_second = entry.bytes_per_row.map(|bytes| bytes * 1e3 / ns);
        }
        entry
    });
    let mut entries: Vec<_> = timed.collect();
    let peers = entries.iter().filter(|entry| entry.kind == Kind::Peer);
    let best = peers.filter_map(|entry| entry.ns_per_row).min_by(f64::total_cmp);
    for entry in &mut entries {
        entry.ratio = entry.ns_per_row.zip(best).map(|(ns, best)| ns / best);
    }
    entries
}
