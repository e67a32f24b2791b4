//! `qrp1 stats`: what data costs in each form, counted on all processors.

mod counter;
mod even;
mod flat;
mod forms;
mod grid;
mod lists;
mod pool;
mod records;
mod source;
mod table;

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::Write;
use std::thread;

use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Value};

use self::counter::Counter;
use self::forms::{Form, Job, Size};
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

impl Report {
    /// What everything is compared with.
    fn json(&self) -> Size {
        self.forms.first().and_then(|json| json.size).unwrap_or_default()
    }
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
    let counter = Counter::new(tokenizer);
    let steps = Steps::new(&source, &jobs);
    let results = pool::run(&jobs, |job| job.run(&source, &value, &counter), || steps.take());
    let mut forms = results.into_iter().collect::<Outcome<Vec<_>>>()?.into_iter().flatten().collect();
    keep_the_cheaper_columns(&mut forms);
    let mut report = Report { name: source.name.clone(), lists, forms };
    let even = |form: &Form| even(form, &value, &report, &counter).within(&source.name);
    let evens = pool::run(&report.forms, even, || steps.take());
    for (form, even) in report.forms.iter_mut().zip(evens) {
        form.even = even?;
    }
    Ok(report)
}

/// Of the two orders of columnar JSON the one of fewer tokens stays.
fn keep_the_cheaper_columns(forms: &mut Vec<Form>) {
    let tokens = |form: &Form| form.size.map(Size::tokens);
    let cheapest = forms.iter().filter(|form| form.name == "columnar").map(tokens).min();
    let mut is_kept = false;
    forms.retain(|form| {
        let is_other = form.name == "columnar" && (is_kept || Some(tokens(form)) != cheapest);
        is_kept |= form.name == "columnar" && !is_other;
        !is_other
    });
}

/// From how many rows on a document pays, if it is one and there are rows.
fn even(form: &Form, value: &Value<'_>, report: &Report, counter: &Counter) -> qrp1::Result<Option<even::Even>> {
    let rows = report.lists.longest;
    let Some(making) = form.making.as_ref().filter(|_| rows > 0) else { return Ok(None) };
    even::find(value, rows, !form.is_loss(report.json()), making, counter).map(Some)
}

/// How much of an input is counted, in its bytes.
struct Steps {
    progress: Progress,
    bytes: u64,
    taken: Cell<u64>,
    /// All steps: the jobs, and for each form where it pays.
    all: u64,
}

impl Steps {
    fn new(source: &Source, jobs: &[Job]) -> Self {
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let bytes = count(source.size());
        let progress = Progress::new(Some(bytes));
        Self { progress, bytes, taken: Cell::new(0), all: count(jobs.len()).saturating_mul(2) }
    }

    fn take(&self) {
        self.taken.set(self.taken.get().saturating_add(1));
        let share = u128::from(self.bytes).saturating_mul(self.taken.get().min(self.all).into());
        let done = share.checked_div(self.all.into()).and_then(|done| u64::try_from(done).ok());
        self.progress.set(done.unwrap_or(self.bytes));
    }
}
