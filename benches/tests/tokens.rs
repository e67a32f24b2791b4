//! That the counts, the files and the page belong together.

#[path = "../../tests/support/data.rs"]
mod data;

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use qrp1_benches::tokens::page;
use qrp1_benches::tokens::published;
use qrp1_benches::tokens::results::Results;
use qrp1_benches::tokens::sources::{Sources, sha256};

fn path(rel: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(rel)
}

#[test]
fn the_files_are_those_that_were_counted() -> Result<()> {
    let (results, sources) = (Results::read(&path("results/tokens.json"))?, Sources::read(&path("data.toml"))?);
    let known: usize = sources.sets.values().map(|set| set.files.len()).sum();
    ensure!(known == results.files.len(), "{known} hashes of {} files", results.files.len());
    let root = data::root();
    for file in &results.files {
        let hash = sources.hash(&file.file);
        ensure!(hash.is_some(), "data.toml has no hash of {}", file.file);
        if let Some(root) = &root {
            let found = sha256(&fs::read(root.join(&file.file))?);
            ensure!(hash == Some(&found), "{} is another file: {found}", file.file);
        }
    }
    data::report("hashes of counted files", if root.is_some() { known } else { 0 });
    Ok(())
}

#[test]
fn what_is_kept_is_what_would_be_written() -> Result<()> {
    let (kept, sources) = (path("results/tokens.json"), path("data.toml"));
    let results = Results::read(&kept)?;
    published::check(&results.files)?;
    ensure!(results.to_json()? == fs::read_to_string(kept)?, "tokens.json is spelled otherwise");
    ensure!(Sources::read(&sources)?.to_toml()? == fs::read_to_string(sources)?, "data.toml is spelled otherwise");
    let page = page::page(&results, &page::read_tables(&path("../docs/tables/tables.json"))?)?;
    ensure!(page == fs::read_to_string(path("../docs/benchmarks.md"))?, "`tokens --kept --write` makes another page");
    Ok(())
}
