//! The figures as Markdown, for people.

use super::report::{Experiment, Line, Unit};
use crate::percent::Percent;

const INTRODUCTION: &str = "\
# The published experiment, measured again

Printed by `qrp1 tables`. Bytes are UTF-8, tokens are `o200k_base`, counted page by page. JSON is minified; both sides of a line say the
same. A reduction is 1 − QRP1 / JSON. A deviation is ours against the published number: sizes in percent, reductions in
percentage points. Each is computed from sizes and only then rounded, so that a deviation may differ by a tenth from the difference of two
reductions as they stand here; `0.0` with a sign is not quite nothing, and 100.0 % is all. `testdata/README.md` describes the fixtures,
which are deterministic and made up.
";

const CANDLES: &str = "\
Hourly candles in pages of 500, with source, range, snapshot and paging on every page, and a cursor of 384 bytes where a next page
exists.
";

const PRODUCTS: &str = "\
500 products as one JSON object. *Generic* is the flattening to paths and scalars, 2,000 rows in pages of 300, with what pages need besides
(the object is not paged); *table* is the document that the library makes of the object by itself.
";

const TRANSFER: &str = "\
5,000 candles that go through the model from one tool into the next. JSON is the results as JSON and the arguments with all candles, as JSON
again; beside it stand other results with the same arguments, and arguments that only say where the candles lie. No calculation is done.
";

pub(super) fn print(lines: &[Line]) -> String {
    let mut text = INTRODUCTION.to_owned();
    for (title, experiment, introduction) in [
        ("Candles", Experiment::Candles, CANDLES),
        ("Products", Experiment::Products, PRODUCTS),
        ("Transfer", Experiment::Transfer, TRANSFER),
    ] {
        let lines: Vec<&Line> = lines.iter().filter(|line| line.experiment == experiment).collect();
        text.extend(["\n## ", title, "\n\n", introduction, "\n"]);
        text.push_str(&measured(&lines));
        text.push_str("\nBeside the published numbers:\n\n");
        text.push_str(&compared(&lines));
    }
    text
}

/// All forms, bytes and tokens side by side.
fn measured(lines: &[&Line]) -> String {
    let head = ["rows", "form", "JSON bytes", "QRP1 bytes", "reduction", "JSON tokens", "QRP1 tokens", "reduction"];
    let rows = lines.iter().map(|line| {
        let numbers = Unit::ALL.into_iter().flat_map(|unit| {
            let figure = line.figure(unit);
            [thousands(figure.json), thousands(figure.qrp1), figure.reduction().to_string()]
        });
        [thousands(line.rows), line.form.clone()].into_iter().chain(numbers).collect()
    });
    table(&head, rows)
}

/// Forms that were published, a line for each unit.
fn compared(lines: &[&Line]) -> String {
    let head = [
        "rows",
        "form",
        "in",
        "JSON",
        "published",
        "deviation",
        "QRP1",
        "published",
        "deviation",
        "reduction",
        "published",
        "deviation",
    ];
    let figures = lines.iter().flat_map(|line| Unit::ALL.map(|unit| (line, unit, line.figure(unit))));
    let rows = figures.filter(|(_, _, figure)| figure.is_published()).map(|(line, unit, figure)| {
        vec![
            thousands(line.rows),
            line.form.clone(),
            unit.name().to_owned(),
            thousands(figure.json),
            or_none(figure.published_json.map(thousands)),
            or_none(figure.json_deviation().map(|value| format!("{} %", value.signed()))),
            thousands(figure.qrp1),
            or_none(figure.published_qrp1.map(thousands)),
            or_none(figure.qrp1_deviation().map(|value| format!("{} %", value.signed()))),
            figure.reduction().to_string(),
            or_none(figure.published_reduction().map(|value| value.to_string())),
            or_none(figure.reduction_deviation().map(Percent::signed)),
        ]
    });
    table(&head, rows)
}

fn or_none(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

/// Numbers to the right; the form and the unit are words.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let marks = head.iter().map(|name| if matches!(*name, "form" | "in") { "---" } else { "---:" }.to_owned());
    let mut text = row(head.iter().copied().map(str::to_owned).collect());
    text.push_str(&row(marks.collect()));
    text.extend(rows.map(row));
    text
}

/// `1,235,675`
pub(super) fn thousands(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && digits.len().saturating_sub(index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
