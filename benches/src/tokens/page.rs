//! `docs/benchmarks.md`, printed from what is kept.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::percent::Percent;
use super::results::{Measured, Results, Returns, Why};
use super::sums::{PROFILES, RIVALS, Sum, loses_to, outcomes};

const OPENING: &str = include_str!("opening.md");
/// A file of at most so many tokens as minified JSON hardly has room to earn a header.
const SMALL: u64 = 64;

/// A line of `docs/tables/tables.json`.
#[derive(Debug, Deserialize)]
pub struct Line {
    experiment: String,
    rows: u64,
    form: String,
    unit: String,
    json: u64,
    qrp1: u64,
    reduction_percent: f64,
}

/// Reads `docs/tables/tables.json`.
///
/// # Errors
/// No such file, or one that is something else.
pub fn read_tables(path: &Path) -> Result<Vec<Line>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    serde_json::from_str(&text).with_context(|| path.display().to_string())
}

/// The page.
///
/// # Errors
/// None is expected.
pub fn page(results: &Results, tables: &[Line]) -> Result<String> {
    let versions: Vec<_> = results.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
    let mut out = OPENING.replace("{encoding}", &results.encoding).replace("{versions}", &versions.join(", "));
    eight_sets(&mut out, &results.files)?;
    all_sets(&mut out, &results.files)?;
    flat_files(&mut out, &results.files)?;
    who_costs_less(&mut out, &results.files)?;
    what_returns(&mut out, &results.files)?;
    left_out(&mut out, results)?;
    experiment(&mut out, tables)?;
    Ok(out)
}

fn eight_sets(out: &mut String, files: &[Measured]) -> Result<()> {
    let sets: Vec<_> = files.iter().filter(|file| file.published.is_some()).cloned().collect();
    out.push_str(
        "\n## TOON's benchmark\n\n*saves* is what `lean` costs less than minified JSON, and than TOON; a minus is a loss.\n\n\
         | set | minified JSON | CSV | TOON | plain | lean | tight | saves | than TOON |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let line = |out: &mut String, name: &str, csv: Option<u64>, sum: Sum| {
        let cells = [Some(sum.json), csv, Some(sum.toon), Some(sum.plain), Some(sum.lean), Some(sum.tight)].map(number);
        let saves = [saves(sum.json, sum.lean), saves(sum.toon, sum.lean)];
        writeln!(out, "| {name} | {} | {} |", cells.join(" | "), saves.join(" | "))
    };
    for set in &sets {
        line(out, short(set), set.csv, Sum::of([set]))?;
    }
    line(out, "in sum", None, Sum::of(&sets))?;
    out.push_str(
        "\nThe same counts, as TOON published them. Its CSV has a line with the list's name before, `1` for true and nothing for false.\n\n\
         | set | minified JSON | published | TOON | published | its CSV | published |\n|---|--:|--:|--:|--:|--:|--:|\n",
    );
    for set in &sets {
        let published = set.published.context("a set without published counts")?;
        let ours = [Some(set.json), set.toon.tokens, set.benchmark_csv];
        let theirs = [Some(published.json), Some(published.toon), published.csv];
        let pairs = ours.into_iter().zip(theirs).map(|(ours, theirs)| format!("{} | {}", number(ours), number(theirs)));
        writeln!(out, "| {} | {} |", short(set), pairs.collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}

fn all_sets(out: &mut String, files: &[Measured]) -> Result<()> {
    out.push_str(
        "\n## All files, by their sets\n\nThe percentages are what is saved of minified JSON; a minus is a loss. \
         A file that TOON refuses counts as minified JSON there.\n\n\
         | set | files | minified JSON | TOON | plain | lean | tight | TOON saves | plain | lean | tight |\n\
         |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    let line = |out: &mut String, name: &str, sum: Sum| {
        let costs = [sum.toon, sum.plain, sum.lean, sum.tight];
        let counts: Vec<_> = costs.into_iter().map(|cost| number(Some(cost))).collect();
        let saves = costs.map(|cost| saves(sum.json, cost));
        let json = number(Some(sum.json));
        writeln!(out, "| {name} | {} | {json} | {} | {} |", sum.files, counts.join(" | "), saves.join(" | "))
    };
    let of = |sets: &[&str]| Sum::of(files.iter().filter(|file| sets.contains(&file.set())));
    let mut sets: Vec<_> = files.iter().map(Measured::set).collect();
    sets.dedup();
    for set in sets {
        line(out, set, of(&[set]))?;
    }
    line(out, "k8s-k9s and octokit-fixtures", of(&["k8s-k9s", "octokit-fixtures"]))?;
    line(out, "in sum", Sum::of(files))?;
    Ok(())
}

fn flat_files(out: &mut String, files: &[Measured]) -> Result<()> {
    out.push_str(
        "\n## Flat files\n\nA file is flat where it is one list of objects of scalars, or an object of nothing but that. \
         No CSV tells the number 1 from the text, nor has types; what else it loses stands in the last column.\n\n\
         | file | minified JSON | CSV | TOON | plain | lean | tight | CSV loses |\n|---|--:|--:|--:|--:|--:|--:|---|\n",
    );
    for file in files.iter().filter(|file| file.csv.is_some()) {
        writeln!(out, "| {} | {} | {} |", file.file, costs(file), file.csv_loses.join(", "))?;
    }
    Ok(())
}

/// The cells of a file's costs.
fn costs(file: &Measured) -> String {
    let costs = [Some(file.json), file.csv, file.toon.tokens, Some(file.plain), Some(file.lean), Some(file.tight)];
    costs.map(number).join(" | ")
}

fn who_costs_less(out: &mut String, files: &[Measured]) -> Result<()> {
    let large: Vec<_> = files.iter().filter(|file| file.json > SMALL).cloned().collect();
    write!(
        out,
        "\n## Wins and losses\n\nFiles for which a document costs less than the rival, the same, and more: all, and those of more than {SMALL} tokens \
         as minified JSON.\n\n| profile | against | less | the same | more | large: less | the same | more |\n\
         |---|---|--:|--:|--:|--:|--:|--:|\n",
    )?;
    for (profile, ours) in PROFILES {
        for (rival, count) in RIVALS {
            let cells =
                [files, &large].map(|files| outcomes(files, ours, count).map(|count| count.to_string()).join(" | "));
            writeln!(out, "| {profile} | {rival} | {} |", cells.join(" | "))?;
        }
    }
    let (large, small): (Vec<_>, Vec<_>) =
        files.iter().filter(|file| !loses_to(file).is_empty()).partition(|file| file.json > SMALL);
    out.push_str(
        "\nEvery file for which `lean`, the default, loses, and to whom. A document says its shape, types and end, 16 tokens \
         for the shortest; where nothing repeats, they are not earned back.\n\n",
    );
    losses(out, &large)?;
    write!(out, "\n<details><summary>{} files of at most {SMALL} tokens</summary>\n\n", small.len())?;
    losses(out, &small)?;
    out.push_str("\n</details>\n");
    Ok(())
}

fn losses(out: &mut String, files: &[&Measured]) -> Result<()> {
    out.push_str(
        "| file | minified JSON | CSV | TOON | plain | lean | tight | loses to |\n|---|--:|--:|--:|--:|--:|--:|---|\n",
    );
    for file in files {
        writeln!(out, "| {} | {} | {} |", file.file, costs(file), loses_to(file).join(", "))?;
    }
    Ok(())
}

fn what_returns(out: &mut String, files: &[Measured]) -> Result<()> {
    out.push_str(
        "\n## What comes back\n\nEach document of QRP1 was decoded before it was counted, and gave the minified JSON of its file back, \
         byte for byte, in all three profiles. TOON was read by its own decoder; it runs in JavaScript, whose numbers are \
         doubles, and whose objects put keys that are numbers first.\n\n\
         | what TOON's decoder gives | files |\n|---|--:|\n",
    );
    let kinds = [
        (Returns::Bytes, "the minified JSON, byte for byte"),
        (Returns::Value, "the value, with keys in another order or numbers spelled otherwise"),
        (Returns::Other, "another value: not lossless"),
        (Returns::Nothing, "an error: not lossless"),
    ];
    for (returns, label) in kinds {
        let count = files.iter().filter(|file| file.toon.returns == returns).count();
        writeln!(out, "| {label} | {count} |")?;
    }
    out.push_str("\n| TOON: not lossless | |\n|---|---|\n");
    for file in files.iter().filter(|file| !file.toon.is_lossless()) {
        writeln!(out, "| {} | {} |", file.file, quoted(file.toon.note.as_deref().unwrap_or_default()))?;
    }
    Ok(())
}

fn left_out(out: &mut String, results: &Results) -> Result<()> {
    out.push_str(
        "\n## Left out\n\nThe suites for parsers have files that are broken on purpose, and two files of `crypto-gct` are JSON Lines.\n\n",
    );
    out.push_str("| set | no JSON value in UTF-8 | JSON that QRP1 refuses |\n|---|--:|--:|\n");
    let set = |file: &str| file.split('/').next().unwrap_or_default().to_owned();
    let mut sets: Vec<_> = results.left_out.iter().map(|left| set(&left.file)).collect();
    sets.dedup();
    for name in sets {
        let count = |why| results.left_out.iter().filter(|left| set(&left.file) == name && left.why == why).count();
        writeln!(out, "| {name} | {} | {} |", count(Why::NoJson), count(Why::Refused))?;
    }
    out.push_str("\n| refused by QRP1 | |\n|---|---|\n");
    for left in results.left_out.iter().filter(|left| left.why == Why::Refused) {
        writeln!(out, "| {} | {} |", left.file, quoted(&left.note))?;
    }
    Ok(())
}

fn experiment(out: &mut String, tables: &[Line]) -> Result<()> {
    out.push_str(
        "\n## The published experiment\n\nCandles, products and a transfer, on fixtures of this project; \
         [docs/tables](tables/tables.md) has them beside the published numbers, with charts.\n\n\
         | experiment | rows | form | in | JSON | QRP1 | reduction |\n|---|--:|---|---|--:|--:|--:|\n",
    );
    for line in tables {
        let Line { experiment, rows, form, unit, json, qrp1, reduction_percent } = line;
        let [rows, json, qrp1] = [*rows, *json, *qrp1].map(|count| number(Some(count)));
        writeln!(out, "| {experiment} | {rows} | {form} | {unit} | {json} | {qrp1} | {reduction_percent:.1} % |")?;
    }
    Ok(())
}

/// The name of one of the eight sets.
fn short(set: &Measured) -> &str {
    set.file.rsplit('/').next().unwrap_or_default().trim_end_matches(".json")
}

/// Words of another program, which a table and a text must bear.
fn quoted(note: &str) -> String {
    format!("`{}`", note.replace('`', "'").replace('|', "\\|").replace('\n', " "))
}

/// A count with commas.
fn number(count: Option<u64>) -> String {
    let Some(count) = count else { return "–".to_owned() };
    let digits = count.to_string();
    let group = |(index, digit): (usize, char)| {
        let is_first = index > 0 && (digits.len() - index).is_multiple_of(3);
        is_first.then_some(',').into_iter().chain([digit])
    };
    digits.chars().enumerate().flat_map(group).collect()
}

/// What is saved, in percent.
fn saves(before: u64, after: u64) -> String {
    Percent::saved(before, after).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_spelled() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(|count| number(Some(count))), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(number(None), "–");
        assert_eq!([saves(1_000, 871), saves(100, 116), saves(100_000, 100_001)], ["12.9 %", "-16.0 %", "-0.0 %"]);
    }
}
