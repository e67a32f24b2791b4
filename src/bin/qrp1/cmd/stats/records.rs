//! What was counted, for programs: a JSON object or a CSV row for each form, with the same names.

use qrp1::{Error, Value};

use super::even::Even;
use super::forms::{Form, Size};
use super::{Report, flat, lists};
use crate::args::Stats;
use crate::percent::Percent;

const NAMES: [&str; 17] = [
    "file",
    "encoding",
    "lists",
    "rows",
    "form",
    "profile",
    "shape",
    "bytes",
    "bytes_saved_percent",
    "tokens",
    "tokens_saved_percent",
    "is_loss",
    "header_tokens",
    "header_percent",
    "breaks_even",
    "breaks_even_at",
    "notes",
];

/// The header line of CSV.
pub(super) fn names() -> qrp1::Result<String> {
    record(NAMES.map(Value::from).iter())
}

/// The rows of an input as CSV.
pub(super) fn csv(report: &Report, args: &Stats) -> qrp1::Result<String> {
    report.forms.iter().map(|form| record(values(report, form, args).iter())).collect()
}

fn record<'v>(values: impl Iterator<Item = &'v Value<'v>>) -> qrp1::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let fault = |error: csv::Error| Error::from(std::io::Error::other(error));
    writer.write_record(values.map(|value| flat::field(Some(value)))).map_err(fault)?;
    let line = writer.into_inner().map_err(|error| fault(error.into_error().into()))?;
    String::from_utf8(line).map_err(|_| Error::new(qrp1::ErrorKind::Utf8))
}

/// The objects of an input, a line for each, between commas.
pub(super) fn json(report: &Report, args: &Stats) -> String {
    let object = |form: &Form| {
        let members = NAMES.map(Value::from).into_iter().zip(values(report, form, args));
        String::from_utf8_lossy(&lists::minified(&Value::Map(members.collect()))).into_owned()
    };
    report.forms.iter().map(object).collect::<Vec<_>>().join(",\n")
}

/// What the names stand for.
fn values<'r>(report: &'r Report, form: &'r Form, args: &Stats) -> [Value<'r>; 17] {
    let json = report.json();
    let of = |part: fn(Size) -> u64| form.size.map_or(Value::Null, |size| number(&part(size)));
    let saved = |part: fn(Size) -> u64| match form.size {
        Some(size) if form.name != "json" => number(&Percent::saved(part(json), part(size)).tenths()),
        _ => Value::Null,
    };
    let text = |text: Option<&'r str>| text.map_or(Value::Null, Value::from);
    let even = match form.even {
        None => [Value::Null, Value::Null],
        Some(Even::From(rows)) => [Value::Bool(true), number(&rows)],
        Some(Even::Never) => [Value::Bool(false), Value::Null],
    };
    let [breaks_even, breaks_even_at] = even;
    let notes = Some(form.remarks(json)).filter(|notes| !notes.is_empty());
    [
        Value::from(report.name.as_str()),
        Value::from(args.encoding.tokenizer().name()),
        number(&report.lists.count),
        number(&report.lists.longest),
        Value::from(form.name),
        text(form.profile.as_deref()),
        text(form.shape.as_deref()),
        of(Size::bytes),
        saved(Size::bytes),
        of(Size::tokens),
        saved(Size::tokens),
        form.size.map_or(Value::Null, |_| Value::Bool(form.is_loss(json))),
        form.frame.as_ref().map_or(Value::Null, number),
        form.frame_share().map_or(Value::Null, |share| number(&share.tenths())),
        breaks_even,
        breaks_even_at,
        notes.map_or(Value::Null, |notes| Value::Str(notes.into())),
    ]
}

/// A number by its letters.
fn number(letters: &impl ToString) -> Value<'static> {
    Value::Number(letters.to_string().into())
}
