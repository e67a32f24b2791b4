//! Counts what JSON of others costs in tokens, in each form, and prints or writes down the page about it.

#[path = "../../../tests/support/data.rs"]
mod data;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use qrp1_benches::machine;
use qrp1_benches::tokens::count::{self, Counted};
use qrp1_benches::tokens::results::{Results, Toon};
use qrp1_benches::tokens::sources::Sources;
use qrp1_benches::tokens::{page, published, toon};

/// Counts every JSON file of the shared data as minified JSON, CSV, TOON and QRP1, and prints the page about it.
///
/// TOON needs Node and its package, which `npm ci` fetches. Without Node the counts of TOON that are kept stay, for files
/// that are the same. Where TOON's published counts do not come out, nothing is printed or written.
#[derive(Debug, Parser)]
struct Arguments {
    /// Write down the counts, the sources and the page, and print nothing.
    #[arg(long)]
    write: bool,
    /// Make the page from the counts that are kept, and count nothing.
    #[arg(long)]
    kept: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let benches = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [kept, sources] = ["results/tokens.json", "data.toml"].map(|file| benches.join(file));
    let [tables, target] = ["tables/tables.json", "benchmarks.md"].map(|file| benches.join("../docs").join(file));
    let results = if arguments.kept {
        Results::read(&kept)?
    } else {
        let (results, new) = count_all(benches, &kept, Sources::read(&sources)?)?;
        if arguments.write {
            fs::write(&kept, results.to_json()?).with_context(|| kept.display().to_string())?;
            fs::write(&sources, new.to_toml()?).with_context(|| sources.display().to_string())?;
        }
        results
    };
    let page = page::page(&results, &page::read_tables(&tables)?)?;
    if arguments.write {
        fs::write(&target, page).with_context(|| target.display().to_string())?;
    } else {
        print!("{page}");
    }
    Ok(())
}

/// Counts all files; gives their sources too.
fn count_all(benches: &Path, kept: &Path, mut sources: Sources) -> Result<(Results, Sources)> {
    let root = data::root().context("without the shared data there is only `--kept`")?;
    let paths = data::files("", "json");
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} files")?;
    let progress = ProgressBar::new(u64::try_from(paths.len())?).with_style(style);
    let (mut counted, mut left_out) = (Vec::new(), Vec::new());
    for path in progress.wrap_iter(paths.iter()) {
        match count::count(&root, path)? {
            Ok(file) => counted.push(file),
            Err(left) => left_out.push(left),
        }
    }
    let version = toons(benches, kept, &sources, &mut counted)?;
    let crates = ["csv", "qrp1", "tiktoken"].map(|name| (name.to_owned(), machine::version(name).to_owned()));
    let mut versions = BTreeMap::from(crates);
    versions.insert(toon::PACKAGE.to_owned(), version);
    let hash = |file: &Counted| (file.measured.file.clone(), file.hash.clone());
    sources.replace(&counted.iter().map(hash).collect::<Vec<_>>())?;
    let files: Vec<_> = counted.into_iter().map(|file| file.measured).collect();
    published::check(&files)?;
    Ok((Results { encoding: "o200k_base".to_owned(), versions, files, left_out }, sources))
}

/// Puts the TOON of each file in its place, new or kept; gives the version.
fn toons(benches: &Path, kept: &Path, sources: &Sources, counted: &mut [Counted]) -> Result<String> {
    let paths: Vec<PathBuf> = counted.iter().map(|file| fs::canonicalize(&file.path)).collect::<Result<_, _>>()?;
    if let Some((version, answers)) = toon::run(&benches.join("rivals"), &paths)? {
        for (file, answer) in counted.iter_mut().zip(&answers) {
            file.measured.toon = count::toon(answer, &file.minified).with_context(|| file.measured.file.clone())?;
        }
        return Ok(version);
    }
    eprintln!("TOON is skipped: there is no Node. Its counts in {} stay.", kept.display());
    let kept = Results::read(kept)?;
    let known: BTreeMap<&str, &Toon> = kept.files.iter().map(|file| (&*file.file, &file.toon)).collect();
    for file in counted {
        let name = &file.measured.file;
        let is_same = sources.hash(name) == Some(&*file.hash);
        ensure!(is_same, "{name} is not the file whose TOON was counted: that takes Node");
        file.measured.toon =
            known.get(&**name).copied().with_context(|| format!("no TOON is kept for {name}"))?.clone();
    }
    kept.versions.get(toon::PACKAGE).cloned().context("no version of TOON is kept")
}
