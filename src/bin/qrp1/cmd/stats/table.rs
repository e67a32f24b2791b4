//! What was counted, as a table of plain text.

use super::Report;
use super::even::Even;
use super::forms::{Form, Size};
use crate::args::Stats;
use crate::percent::Percent;

/// Names of the columns; all but the first and the last are aligned to the right.
const NAMES: [&str; 8] = ["form", "bytes", "saved", "tokens", "saved", "header", "even at", ""];

/// The lines for an input.
pub(super) fn table(report: &Report, args: &Stats) -> String {
    let mut lines = vec![NAMES.map(str::to_owned)];
    lines.extend(report.forms.iter().map(|form| line(form, report.json())));
    let width = |column: usize| {
        let cells = lines.iter().filter_map(|line| line.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..NAMES.len()).map(width).collect();
    let mut text = format!("{}: {}, {}\n", report.name, rows(report), args.encoding.tokenizer().name());
    for line in &lines {
        let cells = line.iter().zip(&widths).enumerate().map(|(index, (cell, width))| match index {
            0 => format!("{cell:<width$}"),
            7 => cell.clone(),
            _ => format!("{cell:>width$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

fn line(form: &Form, json: Size) -> [String; 8] {
    let of = |part: fn(Size) -> u64| form.size.map_or_else(String::new, |size| part(size).to_string());
    let saved = |part: fn(Size) -> u64| match form.size {
        Some(size) if form.name != "json" => Percent::saved(part(json), part(size)).to_string(),
        _ => String::new(),
    };
    let header = form.frame_share().map(|share| share.to_string());
    let even = match form.even {
        None => String::new(),
        Some(Even::From(rows)) => rows.to_string(),
        Some(Even::Never) => "never".to_owned(),
    };
    [
        form.label(),
        of(Size::bytes),
        saved(Size::bytes),
        of(Size::tokens),
        saved(Size::tokens),
        header.unwrap_or_default(),
        even,
        form.remarks(json),
    ]
}

/// How many rows there are, in words.
fn rows(report: &Report) -> String {
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    match (report.lists.count, report.lists.longest) {
        (0, _) => "no rows".to_owned(),
        (1, rows) => plural(rows, "row"),
        (lists, rows) => format!("{lists} lists of at most {}", plural(rows, "row")),
    }
}
