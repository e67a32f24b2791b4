//! `qrp1 tables`: a published comparison of QRP1 with JSON, measured again on fixtures that are made anew in every run.
//!
//! `candles`, `products` and `transfer` make the fixtures and both sides of them, `published` has the numbers of the
//! original, `report` the arithmetic, and the other files print.

mod candles;
mod chart;
mod csv;
mod draw;
mod json;
mod markdown;
mod page;
mod products;
mod published;
mod report;
#[cfg(test)]
mod tests;
mod transfer;

use std::fs;
use std::io::Write;
use std::path::Path;

use qrp1::Profile;

use crate::args::{self, TablesFormat};
use crate::output::Output;
use crate::{Failure, In, Outcome, name_of};
use report::{Line, Unit};

/// The profiles by their names.
const PROFILES: [(&str, Profile); 3] = [("plain", Profile::Plain), ("lean", Profile::Lean), ("tight", Profile::Tight)];

/// What errors of the measurement are about.
const NAME: &str = "the tables";

pub(crate) fn run(args: &args::Tables) -> Outcome<()> {
    if let Some(folder) = args.out.as_ref().filter(|folder| folder.is_file()) {
        return Err(Failure::Usage(format!("`--out` names a folder, and `{}` is a file", folder.display())));
    }
    let lines = lines().within(NAME)?;
    let Some(folder) = &args.out else {
        let text = match args.format {
            TablesFormat::Markdown => markdown::print(&lines),
            TablesFormat::Csv => csv::print(&lines).within(NAME)?,
            TablesFormat::Json => json::print(&lines),
        };
        return write(None, &text)?.commit().map(drop);
    };
    fs::create_dir_all(folder).within(&name_of(folder.as_os_str()))?;
    let files = [
        ("tables.md", markdown::print(&lines)),
        ("tables.csv", csv::print(&lines).within(NAME)?),
        ("tables.json", json::print(&lines)),
        ("bytes.svg", chart::draw(&lines, Unit::Bytes)),
        ("tokens.svg", chart::draw(&lines, Unit::Tokens)),
    ];
    let outputs = files.iter().map(|(file, text)| write(Some(&folder.join(file)), text));
    Output::commit_all(outputs.collect::<Outcome<_>>()?)
}

/// All that is measured, in the order of the original.
fn lines() -> qrp1::Result<Vec<Line>> {
    let mut lines = candles::lines()?;
    lines.extend(products::lines()?);
    lines.extend(transfer::lines()?);
    Ok(lines)
}

/// Writes an output that is not complete yet.
fn write(path: Option<&Path>, text: &str) -> Outcome<Output> {
    let mut output = Output::open(path.map(Path::as_os_str))?;
    output.write_all(text.as_bytes()).within(&output.name)?;
    Ok(output)
}
