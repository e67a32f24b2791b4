//! Owns the word of `docs/benchmarks.md` and of the README's figures: its tables are what was counted, the counts are what the
//! crate makes today, and the README has no figure that is nowhere else.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::cast_precision_loss, reason = "tests")]

#[path = "support/data.rs"]
mod data;

use std::fs;

use data::tree;
use serde_json::Value;

/// The published counts of TOON, and of its CSV, in sum over its eight sets.
const PUBLISHED: [u64; 3] = [365_359, 332_764, 64_247];
const RIVALS: [&str; 3] = ["minified JSON", "TOON", "CSV"];
const PROFILES: [&str; 3] = ["plain", "lean", "tight"];
/// Files of more tokens stand in tables of their own.
const SMALL: u64 = 64;

/// The files that were counted; none in the published package, which has neither the counts nor their page.
fn files() -> Option<Vec<Value>> {
    let path = tree::path("benches/results/tokens.json");
    if !path.is_file() {
        data::say("benchmarks: skipped, the published package does not have them");
        return None;
    }
    let results: Value = serde_json::from_str(&tree::text(&path)).unwrap();
    Some(results["files"].as_array().unwrap().clone())
}

fn name(file: &Value) -> &str {
    file["file"].as_str().unwrap()
}

fn set(file: &Value) -> &str {
    name(file).split('/').next().unwrap()
}

/// What a file costs in a form that it may not have.
fn cost(file: &Value, form: &str) -> Option<u64> {
    match form {
        "minified JSON" => file["json"].as_u64(),
        "TOON" => file["toon"]["tokens"].as_u64(),
        "CSV" => file["csv"].as_u64(),
        profile => Some(file[profile].as_u64().unwrap()),
    }
}

fn sum<'f>(files: impl IntoIterator<Item = &'f Value>, form: &str) -> u64 {
    files.into_iter().map(|file| cost(file, form).unwrap()).sum()
}

/// A count with commas, a dash for none.
fn number(count: Option<u64>) -> String {
    let Some(count) = count else { return "–".to_owned() };
    let mut digits = count.to_string();
    for place in (1..digits.len()).rev().filter(|place| (digits.len() - place) % 3 == 0).collect::<Vec<_>>() {
        digits.insert(place, ',');
    }
    digits
}

fn saves(before: u64, after: u64) -> String {
    let tenths = ((1.0 - after as f64 / before as f64) * 1_000.0).round();
    format!("{:.1} %", if tenths == 0.0 { 0.0 } else { tenths / 10.0 })
}

/// The lines of the tables below a heading, without those that say what the columns are.
fn tables(heading: &str) -> Vec<Vec<String>> {
    let page = tree::text(&tree::path("docs/benchmarks.md"));
    let section = page.split("\n## ").find(|section| section.starts_with(heading));
    let section = section.unwrap_or_else(|| panic!("the page has no {heading}"));
    let blocks = section.split("\n\n").filter_map(|block| block.trim_start().strip_prefix('|')?.split_once("--"));
    let blocks = blocks.map(|(_, rows)| rows.lines().skip(1).map(cells).collect());
    blocks.collect::<Vec<Vec<Vec<String>>>>().concat()
}

fn cells(line: &str) -> Vec<String> {
    line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
}

/// A line of a table: a name, then cells.
fn line(first: &str, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    [first.to_owned()].into_iter().chain(cells).collect()
}

fn costs(file: &Value) -> Vec<String> {
    ["minified JSON", "CSV", "TOON", "plain", "lean", "tight"].map(|form| number(cost(file, form))).to_vec()
}

#[test]
fn the_eight_sets_cost_what_the_page_says_and_toon_what_it_published() {
    let Some(files) = files() else { return };
    let sets: Vec<_> = files.iter().filter(|file| set(file) == "toon-bench").collect();
    assert_eq!(sets.len(), 8);
    let short = |file| name(file).split('/').next_back().unwrap().trim_end_matches(".json").to_owned();
    let in_sum = |form: &str| sum(sets.iter().copied(), form);
    let saves_of = |cost: &dyn Fn(&str) -> u64| ["minified JSON", "TOON"].map(|rival| saves(cost(rival), cost("lean")));
    let mut expected: Vec<_> = sets
        .iter()
        .map(|file| {
            let cost = |form: &str| cost(file, form).unwrap();
            line(&short(file), costs(file).into_iter().chain(saves_of(&cost)))
        })
        .collect();
    let counts = ["minified JSON", "", "TOON", "plain", "lean", "tight"];
    let counts = counts.map(|form| number((!form.is_empty()).then(|| in_sum(form))));
    expected.push(line("in sum", counts.into_iter().chain(saves_of(&in_sum))));
    for file in &sets {
        let published = &file["published"];
        let ours = [file["json"].as_u64(), cost(file, "TOON"), file["benchmark_csv"].as_u64()];
        let theirs = ["json", "toon", "csv"].map(|form| published[form].as_u64());
        assert_eq!(ours, theirs, "{}", name(file));
        expected.push(line(&short(file), ours.into_iter().flat_map(|count| [number(count), number(count)])));
    }
    assert_eq!(tables("TOON's benchmark"), expected);
    let csv = sets.iter().filter_map(|file| file["published"]["csv"].as_u64()).sum();
    assert_eq!([in_sum("minified JSON"), in_sum("TOON"), csv], PUBLISHED);
}

#[test]
fn sums_wins_and_losses_are_those_of_the_counts() {
    let Some(files) = files() else { return };
    let sum_line = |first: &str, files: &[&Value]| {
        let json = sum(files.iter().copied(), "minified JSON");
        let costs = ["TOON", "plain", "lean", "tight"].map(|form| sum(files.iter().copied(), form));
        let head = [files.len().to_string(), number(Some(json))].into_iter();
        line(first, head.chain(costs.map(|cost| number(Some(cost)))).chain(costs.map(|cost| saves(json, cost))))
    };
    let of = |sets: &[&str]| files.iter().filter(|file| sets.contains(&set(file))).collect::<Vec<_>>();
    let mut sets: Vec<_> = files.iter().map(set).collect();
    sets.dedup();
    let mut expected: Vec<_> = sets.into_iter().map(|name| sum_line(name, &of(&[name]))).collect();
    expected.push(sum_line("k8s-k9s and octokit-fixtures", &of(&["k8s-k9s", "octokit-fixtures"])));
    expected.push(sum_line("in sum", &files.iter().collect::<Vec<_>>()));
    assert_eq!(tables("All files"), expected);

    let is_large = |file: &&Value| cost(file, "minified JSON").unwrap() > SMALL;
    let pairs = PROFILES.into_iter().flat_map(|profile| RIVALS.map(|rival| (profile, rival)));
    let mut expected: Vec<_> = pairs
        .map(|(profile, rival)| {
            let orders = |least: u64| {
                let files = files.iter().filter(move |file| cost(file, "minified JSON").unwrap() > least);
                let orders = files.filter_map(|file| Some(cost(file, profile).unwrap().cmp(&cost(file, rival)?)));
                let orders: Vec<_> = orders.collect();
                [-1, 0, 1].map(|order| orders.iter().filter(|found| **found as i8 == order).count().to_string())
            };
            let counts = [0, SMALL].map(orders).concat();
            line(profile, [rival.to_owned()].into_iter().chain(counts))
        })
        .collect();
    let mut losses = [Vec::new(), Vec::new()];
    for file in &files {
        let lean = cost(file, "lean").unwrap();
        let is_lossy = !["bytes", "value"].contains(&file["toon"]["returns"].as_str().unwrap());
        let rivals = RIVALS.into_iter().filter(|rival| cost(file, rival).is_some_and(|cost| cost < lean));
        let rivals = rivals.map(|rival| if is_lossy && rival == "TOON" { "TOON: not lossless" } else { rival });
        let rivals = rivals.collect::<Vec<_>>().join(", ");
        if !rivals.is_empty() {
            losses[usize::from(!is_large(&file))].push(line(name(file), costs(file).into_iter().chain([rivals])));
        }
    }
    expected.extend(losses.concat());
    assert_eq!(tables("Wins and losses"), expected);
}

/// The files that CSV has a form for, and those that TOON does not bring back.
#[test]
fn losses_of_csv_and_toon_are_those_of_the_counts() {
    let Some(files) = files() else { return };
    let flat = files.iter().filter(|file| cost(file, "CSV").is_some()).map(|file| {
        let loses = file["csv_loses"].as_array().map_or(&[][..], Vec::as_slice);
        let loses = loses.iter().map(|what| what.as_str().unwrap()).collect::<Vec<_>>().join(", ");
        line(name(file), costs(file).into_iter().chain([loses]))
    });
    assert_eq!(tables("Flat files"), flat.collect::<Vec<_>>());
    let returns = tables("What comes back");
    let of = |kind: &str| files.iter().filter(|file| file["toon"]["returns"] == kind).map(name).collect::<Vec<_>>();
    let kinds = ["bytes", "value", "other", "nothing"].map(of);
    let counts = kinds.each_ref().map(|files| files.len().to_string());
    assert_eq!(returns.iter().take(4).map(|line| line[1].clone()).collect::<Vec<_>>(), counts);
    let lossy = returns.iter().skip(4).map(|line| &*line[0]).collect::<Vec<_>>();
    let mut expected = kinds[2..].concat();
    expected.sort_unstable();
    assert_eq!(lossy, expected);
}

#[test]
fn the_published_experiment_is_that_of_the_tables() {
    if files().is_none() {
        return;
    }
    let tables_json = tree::text(&tree::path("docs/tables/tables.json"));
    let lines: Vec<Value> = serde_json::from_str(&tables_json).unwrap();
    let expected = lines.iter().map(|found| {
        let [experiment, form, unit] =
            ["experiment", "form", "unit"].map(|key| found[key].as_str().unwrap().to_owned());
        let [rows, json, qrp1] = ["rows", "json", "qrp1"].map(|key| number(found[key].as_u64()));
        let reduction = format!("{:.1} %", found["reduction_percent"].as_f64().unwrap());
        vec![experiment, rows, form, unit, json, qrp1, reduction]
    });
    assert_eq!(tables("The published experiment"), expected.collect::<Vec<_>>());
}

/// The documents of today cost what was counted.
#[cfg(all(feature = "json", feature = "tokens"))]
#[test]
fn the_eight_sets_are_counted_again() {
    use qrp1::tokens::Tokenizer;
    use qrp1::{Cost, Profile, json};

    let Some(files) = files() else { return };
    let mut used = 0;
    for file in files.iter().filter(|file| set(file) == "toon-bench" && data::root().is_some()) {
        let text = tree::text(&data::file(name(file)).unwrap());
        let count = |text: &str| Some(Tokenizer::o200k().tokens(text));
        for (profile, form) in [Profile::Plain, Profile::Lean, Profile::Tight].into_iter().zip(PROFILES) {
            let document = json::from_str(&text, profile.into()).unwrap();
            assert_eq!(cost(file, form), count(&document), "{} in {form}: `tokens --write`", name(file));
            let minified = json::to_string(&document).unwrap();
            assert_eq!(cost(file, "minified JSON"), count(&minified), "{}", name(file));
        }
        used += 1;
    }
    data::report("counts of the TOON benchmark", used);
}

/// The CSV of small sets is that of `qrp1 stats`, which is a test of its own.
#[cfg(all(feature = "cli", feature = "tokens"))]
#[test]
fn the_csv_is_that_of_the_command() {
    let Some(files) = files() else { return };
    let mut used = 0;
    for file in
        files.iter().filter(|file| data::root().is_some() && (2..20_000).contains(&file["json"].as_u64().unwrap()))
    {
        if cost(file, "CSV").is_some() {
            let path = data::file(name(file)).unwrap();
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_qrp1"));
            let counted = command.args(["stats", "--json", path.to_str().unwrap()]).output().unwrap();
            let forms: Vec<Value> = serde_json::from_slice(&counted.stdout).unwrap();
            let csv = forms.iter().find(|form| form["form"] == "csv").unwrap();
            assert_eq!(csv["tokens"].as_u64(), cost(file, "CSV"), "{}", name(file));
            used += 1;
        }
    }
    data::report("CSV of flat files", used);
}

/// Figures, which are numbers with a comma or a percent sign, of a text.
fn figures(text: &str) -> Vec<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let mut figures = Vec::new();
    let mut rest = text;
    while let Some((before, from)) = rest.find(|c: char| c.is_ascii_digit()).map(|start| rest.split_at(start)) {
        let (number, after) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
        let digits = number.trim_end_matches(['.', ',']);
        if after.starts_with(" %") {
            let sign = if before.ends_with('-') { "-" } else { "" };
            figures.push(format!("{sign}{digits} %"));
        } else if digits.contains(',') && digits.split(',').skip(1).all(|group| group.len() == 3) {
            figures.push(digits.to_owned());
        }
        rest = after;
    }
    figures
}

#[test]
fn figures_are_found() {
    let text = "of 1,234, 13 % and -2.4 %; 16 tokens (1.0), `[1,2]`: 12,345,678.";
    assert_eq!(figures(text), ["1,234", "13 %", "-2.4 %", "12,345,678"]);
}

/// A figure in a transcript is guarded by `tests/readme.rs`.
#[test]
fn each_figure_of_the_readme_and_of_docs_is_generated() {
    if files().is_none() {
        return;
    }
    let text = |page: &str| tree::text(&tree::path(page));
    let performance = text("docs/performance.md");
    let (before, rest) = performance.split_once("<!-- ratios -->").unwrap();
    let (ratios, after) = rest.split_once("<!-- /ratios -->").unwrap();
    let generated = [text("docs/benchmarks.md"), text("docs/tables/tables.md"), ratios.to_owned()];
    let generated: Vec<_> = generated.iter().flat_map(|page| figures(page)).collect();
    let (vectors, known) = ("1,100", tree::files(&tree::path("spec/vectors")));
    let known = known.iter().filter(|path| path.extension().is_some_and(|extension| extension == "qrp1")).count();
    let readme = text("README.md");
    assert!(readme.contains(&format!("more than {vectors} language-neutral")) && known > 1_100, "{known} vectors");
    let written = [readme.replace(vectors, ""), text("docs/arrow.md"), before.to_owned(), after.to_owned()];
    // Code stands in every second part.
    let found: Vec<_> = written.iter().flat_map(|page| page.split("```").step_by(2)).flat_map(figures).collect();
    assert!(found.len() > 20, "{found:?}");
    for figure in found {
        assert!(generated.contains(&figure), "a page has {figure}, which is not generated");
    }
}

#[test]
fn what_the_page_links_to_is_there() {
    if files().is_none() {
        return;
    }
    let page = tree::text(&tree::path("docs/benchmarks.md"));
    let links: Vec<_> = page.split("](").skip(1).map(|rest| rest.split([')', '#']).next().unwrap()).collect();
    assert!(links.len() >= 5, "{links:?}");
    for link in links {
        assert!(fs::exists(tree::path("docs").join(link)).unwrap(), "no {link}");
    }
}
