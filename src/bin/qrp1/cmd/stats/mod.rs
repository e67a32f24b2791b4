//! `qrp1 stats`: what data costs in each form, counted on all processors.

mod even;
mod flat;
mod forms;
mod lists;
mod pool;
mod records;
mod source;
mod table;

use std::ffi::OsStr;
use std::io::Write;
use std::thread;

use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Value};

use self::forms::Form;
use self::lists::Lists;
use self::source::Source;
use crate::args::Stats;
use crate::input::check_names;
use crate::output::Output;
use crate::progress::Progress;
use crate::{Failure, In, Outcome, complain};

/// What was counted of an input.
struct Report {
    name: String,
    lists: Lists,
    /// The first is minified JSON.
    forms: Vec<Form>,
}

pub(crate) fn run(args: &Stats) -> Outcome<()> {
    check_names(&args.files)?;
    let tokenizer = args.encoding.tokenizer();
    // The vocabulary is unpacked while the first input is read.
    thread::spawn(move || tokenizer.tokens(" "));
    let mut output = Output::open(None)?;
    let mut print = |text: String| output.write_all(text.as_bytes()).within("stdout");
    let (mut is_whole, mut is_first) = (true, true);
    if args.csv {
        print(records::names().within("stdout")?)?;
    }
    for path in &args.files {
        let report = match count(path, args, tokenizer) {
            Ok(report) => report,
            Err(Failure::Data { file, error }) => {
                is_whole = false;
                complain(&format!("{file}: {error}"));
                continue;
            }
            Err(failure) => return Err(failure),
        };
        let between = if std::mem::take(&mut is_first) { "" } else { "\n" };
        print(match (args.json, args.csv) {
            (true, _) if between.is_empty() => format!("[{}", records::json(&report, args)),
            (true, _) => format!(",\n{}", records::json(&report, args)),
            (_, true) => records::csv(&report, args).within("stdout")?,
            _ => format!("{between}{}", table::table(&report, args)),
        })?;
    }
    if args.json {
        print(if is_first { "[]\n".to_owned() } else { "]\n".to_owned() })?;
    }
    output.commit()?;
    if is_whole { Ok(()) } else { Err(Failure::Reported) }
}

/// Counts all forms of an input, then finds from how many rows on each document pays.
fn count(path: &OsStr, args: &Stats, tokenizer: Tokenizer) -> Outcome<Report> {
    let source = Source::open(path, args)?;
    let value = source.value()?;
    let lists = Lists::of(&value);
    let jobs = forms::jobs(&source);
    let total = jobs.len().saturating_mul(source.size());
    let progress = Progress::new(Some(u64::try_from(total).unwrap_or(u64::MAX)));
    let counted = pool::run(&jobs, |job| job.run(&source, &value, tokenizer), || progress.add(source.size()));
    let mut forms = counted.into_iter().collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect();
    keep_the_cheaper_columns(&mut forms);
    let json = forms.first().map_or(0, |form| form.tokens);
    let evens = pool::run(&forms, |form| even(form, &value, lists, json, tokenizer).within(&source.name), || ());
    for (form, even) in forms.iter_mut().zip(evens) {
        form.even = even?;
    }
    drop(progress);
    Ok(Report { name: source.name.clone(), lists, forms })
}

/// Of the two orders of columnar JSON the one of fewer tokens stays.
fn keep_the_cheaper_columns(forms: &mut Vec<Form>) {
    let cheapest = forms.iter().filter(|form| form.name == "columnar").map(|form| form.tokens).min();
    let mut is_kept = false;
    forms.retain(|form| {
        let is_other = form.name == "columnar" && (is_kept || Some(form.tokens) != cheapest);
        is_kept |= form.name == "columnar" && !is_other;
        !is_other
    });
}

/// From how many rows on a document pays, if it is one and there are rows.
fn even(
    form: &Form,
    value: &Value<'_>,
    lists: Lists,
    json: u64,
    tokenizer: Tokenizer,
) -> qrp1::Result<Option<even::Even>> {
    let Some(making) = form.making.as_ref().filter(|_| lists.longest > 0) else { return Ok(None) };
    even::find(value, lists.longest, form.tokens <= json, making, tokenizer).map(Some)
}
