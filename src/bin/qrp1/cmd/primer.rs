//! `qrp1 primer`: one pass, and a few sentences.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Write};
use std::rc::Rc;

use qrp1::{Primer, Reader};

use crate::args;
use crate::input::{Counted, input_name, is_dash};
use crate::output::Output;
use crate::progress::Progress;
use crate::{In, Outcome};

pub(crate) fn run(args: &args::Primer) -> Outcome<()> {
    let primer = match &args.file {
        Some(path) => of_file(path)?,
        None => Primer::all(),
    };
    let mut output = Output::open(None)?;
    writeln!(output, "{primer}").within("stdout")?;
    output.commit()?;
    if args.stats {
        writeln!(io::stderr(), "tokens {}", primer.tokens()).within("stderr")?;
    }
    Ok(())
}

fn of_file(path: &OsStr) -> Outcome<Primer> {
    let name = input_name(path);
    if is_dash(path) {
        return observe(io::stdin().lock(), None).within(&name);
    }
    let file = File::open(path).within(&name)?;
    let size = file.metadata().ok().map(|metadata| metadata.len()).filter(|size| *size > 0);
    observe(file, size).within(&name)
}

fn observe(bytes: impl Read, size: Option<u64>) -> qrp1::Result<Primer> {
    let progress = Rc::new(Progress::new(size));
    let mut reader = Reader::from_reader(Counted { bytes, progress });
    let mut primer = Primer::new();
    while let Some(event) = reader.next_event()? {
        primer.observe(&event)?;
    }
    Ok(primer)
}
