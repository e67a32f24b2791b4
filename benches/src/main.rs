//! Prints how `qrp1` compares with other codecs, as tables or JSON.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use qrp1_benches::machine::Machine;
use qrp1_benches::measure::{self, Plan};
use qrp1_benches::memory;
use qrp1_benches::report::Report;

/// Runs all codecs on the same data, checks what comes back, and prints the lowest times and their ratios.
#[derive(Debug, Parser)]
struct Arguments {
    /// Print JSON, with all figures, and not Markdown.
    #[arg(long)]
    json: bool,
    /// Rows of the large set of candles; 0 leaves it out.
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    rows_k: usize,
    /// Rounds, of which the lowest time counts.
    #[arg(long, value_name = "N", default_value_t = 7)]
    rounds: usize,
    /// Put the tables into this page, between its markers.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Run what has this in its path: `text to structs / K 10k / serde_json`. Ratios are to the peers that ran.
    #[arg(default_value = "")]
    filter: String,
}

fn main() -> Result<()> {
    memory::keep()?;
    let arguments = Arguments::parse();
    let plan = Plan { candles: arguments.rows_k, rounds: arguments.rounds, filter: arguments.filter };
    let entries = measure::run(&plan)?;
    let report = Report { machine: Machine::new(), rounds: plan.rounds, entries };
    if let Some(path) = &arguments.write {
        let page = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        fs::write(path, report.rewrite(&page)?).with_context(|| path.display().to_string())?;
    }
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{}", report.markdown()?);
    }
    Ok(())
}
