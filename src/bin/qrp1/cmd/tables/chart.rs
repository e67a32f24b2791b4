//! The figures as bar charts. Bytes and tokens share one axis, in percent of the JSON of each line.

use svg::Document;
use svg::node::element::{Group, Line as Stroke, Rectangle, Text, Title};

use super::markdown::thousands;
use super::report::{Experiment, Line, Unit};

/// Everything is in the units of the view box.
const WIDTH: f64 = 1_040.0;
const LABELS: f64 = 270.0;
const NUMBERS: f64 = 310.0;
const TOP: f64 = 84.0;
const ROW: f64 = 22.0;
const BAR: f64 = 15.0;
const GAP: f64 = 14.0;
const BOTTOM: f64 = 34.0;
/// The end of the axis, the same for bytes and tokens.
const MOST: f64 = 350.0;
const TICKS: [u16; 8] = [0, 50, 100, 150, 200, 250, 300, 350];

const INK: &str = "#1f2328";
const FAINT: &str = "#d0d7de";
const SAVED: &str = "#eaeef2";
const MARK: &str = "#bc4c00";

/// A colour for each kind of form.
fn colour(form: &str) -> &'static str {
    match form {
        form if form.contains("lean") => "#1a7f37",
        form if form.contains("tight") => "#8250df",
        form if form.contains("location") => "#57606a",
        _ => "#0969da",
    }
}

pub(super) fn draw(lines: &[Line], unit: Unit) -> String {
    let mut bars = Group::new();
    let mut y = TOP;
    let mut before = None;
    for line in lines {
        let group = (line.experiment, line.rows);
        if before.is_some_and(|before| before != group) {
            y += GAP;
        }
        bars = bars.add(bar(line, unit, y, before != Some(group)));
        before = Some(group);
        y += ROW;
    }
    let title = format!("QRP1 in percent of minified JSON, in {}", unit.name());
    let note =
        "Bars: what QRP1 takes. Grey: what it saves; past 100 % it takes more. Orange line: the published number.";
    let background = Rectangle::new().set("width", WIDTH).set("height", y + BOTTOM).set("fill", "#ffffff");
    let document = Document::new()
        .set("viewBox", (0, 0, WIDTH, y + BOTTOM))
        .set("font-family", "sans-serif")
        .set("font-size", 12)
        .set("fill", INK)
        .set("role", "img")
        .add(Title::new(title.as_str()))
        .add(background)
        .add(text(16.0, 28.0, "start", &title).set("font-size", 17).set("font-weight", "bold"))
        .add(text(16.0, 48.0, "start", note))
        .add(axis(y))
        .add(bars);
    format!("{document}\n")
}

fn axis(end: f64) -> Group {
    TICKS.into_iter().fold(Group::new(), |group, tick| {
        let x = x(tick.into());
        let stroke = vertical(x, TOP - 6.0, end);
        let stroke = stroke.set("stroke", if tick == 100 { INK } else { FAINT });
        let label = format!("{tick} %");
        group.add(stroke).add(text(x, TOP - 12.0, "middle", &label)).add(text(x, end + 16.0, "middle", &label))
    })
}

/// Label, bar and number of a line; the first of a group names it.
fn bar(line: &Line, unit: Unit, y: f64, is_first: bool) -> Group {
    let figure = line.figure(unit);
    let share = length(figure.qrp1, figure.json);
    let base = y + BAR - 3.0;
    let mut group = Group::new();
    if is_first {
        group = group.add(text(16.0, base, "start", &name(line)).set("font-weight", "bold"));
    }
    let form = if line.experiment == Experiment::Transfer { short(&line.form) } else { &line.form };
    let rectangle = |from: f64, to: f64, fill: &str| {
        let bar = Rectangle::new().set("x", units(x(from))).set("width", units(x(to) - x(from)));
        bar.set("y", y).set("height", BAR).set("fill", fill)
    };
    group = group.add(text(LABELS - 8.0, base, "end", form));
    if share < 100.0 {
        group = group.add(rectangle(share, 100.0, SAVED));
    }
    group = group.add(rectangle(0.0, share, colour(&line.form)));
    let mut note = format!("{}, {} {}", figure.share(), thousands(figure.qrp1), unit.name());
    if let Some(published) = figure.published_share() {
        let end = figure.published_qrp1.zip(figure.published_json).map_or(0.0, |(part, whole)| length(part, whole));
        let mark = vertical(x(end), y - 2.0, y + BAR + 2.0);
        group = group.add(mark.set("stroke", MARK).set("stroke-width", 2));
        note = format!("{note} (published {published})");
    }
    group.add(text(WIDTH - NUMBERS + 8.0, base, "start", &note))
}

fn name(line: &Line) -> String {
    match line.experiment {
        Experiment::Candles if line.rows == 1 => "1 candle".to_owned(),
        Experiment::Transfer => format!("transfer of {}", thousands(line.rows)),
        experiment => format!("{} {}", thousands(line.rows), experiment.name()),
    }
}

/// The form without what all lines of the transfer have in common.
fn short(form: &str) -> &str {
    form.split(',').next().unwrap_or(form)
}

/// The percentage that a bar shows.
fn length(part: u32, whole: u32) -> f64 {
    f64::from(part) * 100.0 / f64::from(whole)
}

/// A place or size in the view box.
fn units(value: f64) -> String {
    format!("{value:.1}")
}

/// Where a percentage stands; what is past the axis stands at its end.
fn x(percent: f64) -> f64 {
    LABELS + percent.min(MOST) * (WIDTH - LABELS - NUMBERS) / MOST
}

fn vertical(x: f64, from: f64, to: f64) -> Stroke {
    let x = units(x);
    Stroke::new().set("x1", x.as_str()).set("x2", x).set("y1", units(from)).set("y2", units(to))
}

fn text(x: f64, y: f64, anchor: &str, letters: &str) -> Text {
    Text::new(letters).set("x", units(x)).set("y", units(y)).set("text-anchor", anchor)
}
