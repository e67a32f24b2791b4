//! The bookkeeping of the spec: each rule has one id, one home in the sources and at least one vector, and each example
//! in the text is a vector. Whether the rules hold is the business of the conformance suite.
#![allow(clippy::unwrap_used, clippy::panic, clippy::arithmetic_side_effects, reason = "tests")]
#![allow(clippy::std_instead_of_alloc, reason = "tests have std")]

#[path = "support/tree.rs"]
mod tree;

use core::fmt;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const SPEC: &str = "spec/qrp1.md";
const VECTORS: &str = "spec/vectors";
/// Rules that no document can show: `LIM-2: tests/limits/nesting.rs: name_of_the_test`, the reason in a `#` line or behind.
const UNTESTABLE: &str = "spec/vectors/untestable.txt";

/// The rules of the JSON mapping, whose home is the door to JSON.
const MAPPING: [&str; 2] = ["MAP", "FLAT"];

/// A rule id, `TEXT-3`; sorted as in the text, `TEXT-9` before `TEXT-10`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id(String, u32);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl Id {
    fn parse(word: &str) -> Option<Self> {
        let (area, number) = word.split_once('-')?;
        let is_area = !area.is_empty() && area.bytes().all(|b| b.is_ascii_uppercase());
        let is_number = number.bytes().all(|b| b.is_ascii_digit());
        (is_area && is_number).then_some(Self(area.to_owned(), number.parse().ok()?))
    }

    /// The id at the start of a vector's file name, `text-3-escapes-tab.qrp1`.
    fn of_file(name: &str) -> Option<Self> {
        let mut parts = name.splitn(3, '-');
        let (area, number, _what) = (parts.next()?, parts.next()?, parts.next()?);
        if area.contains(|c: char| c.is_ascii_uppercase()) {
            return None;
        }
        Self::parse(&format!("{}-{number}", area.to_ascii_uppercase()))
    }
}

/// The spec, taken apart: its rule ids in order, and its examples as (line, info string behind `qrp1`, text).
#[derive(Default)]
struct Spec {
    ids: Vec<Id>,
    examples: Vec<(usize, String, String)>,
}

impl Spec {
    fn read() -> Self {
        let (mut spec, text) = (Self::default(), tree::text(&tree::path(SPEC)));
        let mut lines = text.lines().zip(1..);
        while let Some((line, at)) = lines.next() {
            let (indent, inner) = line.split_at(line.len() - line.trim_start().len());
            let info = inner.trim_start_matches('`');
            let (fence, _) = inner.split_at(inner.len() - info.len());
            if fence.len() < 3 {
                // The odd pieces between `**` are bold.
                let bold = line.split("**").skip(1).step_by(2);
                spec.ids.extend(bold.filter_map(|word| Id::parse(word.strip_suffix('.')?)));
                continue;
            }
            let body = lines.by_ref().map(|(line, _)| line.strip_prefix(indent).unwrap_or(line));
            let body: String = body.take_while(|line| line.trim_end() != fence).flat_map(|line| [line, "\n"]).collect();
            if let Some(path) = info.strip_prefix("qrp1") {
                spec.examples.push((at, path.trim().to_owned(), body));
            }
        }
        assert!(!spec.ids.is_empty(), "{SPEC} has no rule");
        spec
    }

    fn rules(&self) -> BTreeSet<&Id> {
        self.ids.iter().collect()
    }
}

/// The ids that a source line cites: `// Spec: TEXT-1 to TEXT-3, ROW-2. Other words.` The list ends where it stops being one.
fn cited(line: &str) -> Vec<Id> {
    let mut ids: Vec<Id> = Vec::new();
    let mut is_range = false;
    let comment = line.split_once("//").map_or("", |(_, comment)| comment);
    let words = comment.split_once("Spec:").map_or("", |(_, words)| words);
    for word in words.split([' ', ',']).filter(|word| !word.is_empty()) {
        let bare = word.trim_end_matches(|c: char| !c.is_alphanumeric());
        match (Id::parse(bare), ids.last().cloned()) {
            (Some(Id(area, to)), Some(Id(same, from))) if is_range && area == same => {
                ids.extend((from + 1..=to).map(|number| Id(area.clone(), number)));
            }
            (Some(id), _) => ids.push(id),
            (None, _) if bare == "to" || bare == "and" => {}
            (None, _) => break,
        }
        if bare != word {
            break;
        }
        is_range = bare == "to";
    }
    ids
}

fn none(problems: &[String]) {
    assert!(problems.is_empty(), "{} problems:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_citation_lists_ids_and_ranges() {
    let t = |line: &str, expected: &str| {
        let ids: Vec<_> = cited(line).iter().map(Id::to_string).collect();
        assert_eq!(ids.join(" "), expected, "{line}");
    };
    t("//! Cells. Spec: CELL-1", "CELL-1");
    t("// Spec: CELL-1 to CELL-3, ROW-2 and ROW-4. UTF-8 is checked elsewhere.", "CELL-1 CELL-2 CELL-3 ROW-2 ROW-4");
    t("// Spec: CELL-9 to CELL-11 (see RFC-1)", "CELL-9 CELL-10 CELL-11");
    t("let x = \"Spec: CELL-1\";", "");
}

#[test]
fn ids_are_unique() {
    let (spec, mut seen) = (Spec::read(), BTreeSet::new());
    let twice = spec.ids.iter().filter(|id| !seen.insert(*id));
    none(&twice.map(|id| format!("{id} is defined twice in {SPEC}")).collect::<Vec<_>>());
}

#[test]
fn each_rule_has_one_home() {
    let mut homes: BTreeMap<Id, BTreeSet<String>> = BTreeMap::new();
    for file in tree::files(&tree::path("src")).iter().filter(|file| file.extension().is_some_and(|e| e == "rs")) {
        for id in tree::text(file).lines().flat_map(cited) {
            homes.entry(id).or_default().insert(tree::name(file));
        }
    }
    let (spec, mut problems) = (Spec::read(), Vec::new());
    for id in spec.rules() {
        match homes.remove(id).map(Vec::from_iter).as_deref() {
            None => problems.push(format!("{id} is cited nowhere in src/")),
            Some([one]) if one.starts_with("src/json/") != MAPPING.contains(&&*id.0) => {
                problems
                    .push(format!("{id} is cited in {one}, and only the rules of the JSON mapping are in src/json/"));
            }
            Some([_one]) => {}
            Some(files) => problems.push(format!("{id} is cited in more than one file: {}", files.join(", "))),
        }
    }
    let unknown = homes.iter().map(|(id, files)| format!("{id} is cited in {files:?}, but {SPEC} has no such rule"));
    problems.extend(unknown);
    none(&problems);
}

#[test]
fn each_rule_has_a_vector() {
    let (spec, mut problems, mut covered) = (Spec::read(), Vec::new(), BTreeSet::new());
    let mut cover = |id: Option<Id>, from: &str| match id {
        Some(id) if spec.rules().contains(&id) => drop(covered.insert(id)),
        Some(id) => problems.push(format!("{from}: {SPEC} has no rule {id}")),
        None => problems.push(format!("{from}: does not begin with a rule id")),
    };
    for folder in ["valid", "invalid", "json"] {
        for file in tree::files(&tree::path(VECTORS).join(folder)) {
            cover(Id::of_file(&file.file_name().unwrap().to_string_lossy()), &tree::name(&file));
        }
    }
    let untestable = fs::read_to_string(tree::path(UNTESTABLE)).unwrap_or_default();
    let is_entry = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let entries: Vec<Vec<_>> =
        untestable.lines().filter(is_entry).map(|line| line.split(':').map(str::trim).collect()).collect();
    for entry in &entries {
        cover(entry.first().and_then(|id| Id::parse(id)), UNTESTABLE);
    }
    let uncovered = spec.rules().into_iter().filter(|id| !covered.contains(id));
    problems.extend(uncovered.map(|id| format!("{id} has no vector")));
    for entry in entries {
        let [id, file, test, ..] = entry.as_slice() else {
            problems.push(format!("{UNTESTABLE}: {}: expected `ID: file: test`", entry.join(": ")));
            continue;
        };
        if !fs::read_to_string(tree::path(file)).is_ok_and(|text| text.contains(test)) {
            problems.push(format!("{UNTESTABLE}: {id}: {file} has no test {test}"));
        }
    }
    none(&problems);
}

#[test]
fn each_example_is_a_vector() {
    let mut problems = Vec::new();
    for (at, path, body) in Spec::read().examples {
        if path.is_empty() {
            problems.push(format!("{SPEC}:{at}: an example that names no vector"));
            continue;
        }
        match fs::read(tree::path(VECTORS).join(&path)) {
            Ok(vector) if vector == body.as_bytes() => {}
            Ok(_) => problems.push(format!("{SPEC}:{at}: differs from {VECTORS}/{path}")),
            Err(e) => problems.push(format!("{SPEC}:{at}: {VECTORS}/{path}: {e}")),
        }
    }
    none(&problems);
}
