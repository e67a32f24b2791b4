//! That every candidate keeps its data, and what becomes of the times.

use anyhow::{Result, ensure};
use qrp1_benches::candidate::{Direction, Set};
use qrp1_benches::codec::Kind;
use qrp1_benches::machine::Machine;
use qrp1_benches::measure::{self, Entry, Plan};
use qrp1_benches::report::Report;

/// Every candidate of every set, on few rows.
#[test]
fn each_candidate_keeps_its_data() -> Result<()> {
    for mut set in Set::all(1) {
        set.rows = 300;
        for (direction, candidate) in set.candidates()? {
            let name = format!("{} / {} / {}", direction.title(), set.name, candidate.name);
            let prepared = candidate.prepare();
            ensure!(prepared.is_ok(), "{name}: {:?}", prepared.err());
        }
    }
    Ok(())
}

#[test]
fn a_filter_takes_a_part() -> Result<()> {
    let plan = Plan { candles: 0, rounds: 1, filter: "structs to text / K 10k / s".into() };
    let names: Vec<_> = measure::run(&plan)?.into_iter().map(|entry| entry.candidate).collect();
    assert_eq!(names, ["serde_json", "sonic-rs", "simd-json", "serde_toon"]);
    Ok(())
}

fn report() -> Report {
    let entry = |candidate, kind, ns_per_row, ratio, fault: Option<&str>| Entry {
        direction: Direction::StructsToText,
        set: "K 10k",
        rows: 10_000,
        candidate,
        kind,
        ns_per_row,
        ratio,
        bytes_per_row: Some(63.0),
        mb_per_second: None,
        fault: fault.map(Into::into),
    };
    let entries = vec![
        entry("a copy", Kind::Floor, Some(7.0), Some(0.035), None),
        entry("other", Kind::Peer, Some(200.0), Some(1.0), None),
        entry("lossy", Kind::Peer, None, None, Some("what comes back differs")),
        entry("ours", Kind::Own, Some(100.0), Some(0.5), None),
    ];
    Report { machine: Machine::new(), rounds: 3, entries }
}

#[test]
fn a_table_has_ours_first_and_says_what_is_not_counted() -> Result<()> {
    let text = report().markdown()?;
    let rows: Vec<_> = text.lines().filter(|line| line.contains(" | ") && line.contains('(')).collect();
    assert_eq!(rows, ["| **ours** | 100 (0.50) |", "| other | 200 (1.00) |", "| *a copy* | 7.0 (0.04) |"]);
    assert!(text.contains("structs to text, K 10k, lossy: not counted, what comes back differs"), "{text}");
    Ok(())
}

#[test]
fn a_page_changes_between_its_markers_alone() -> Result<()> {
    let page = "before\n<!-- ratios -->\nold\n<!-- /ratios -->\nafter\n";
    let written = report().rewrite(page)?;
    assert!(written.starts_with("before\n<!-- ratios -->\n"), "{written}");
    assert!(written.ends_with("<!-- /ratios -->\nafter\n"), "{written}");
    assert!(written.contains("**ours**") && !written.contains("old"), "{written}");
    assert_eq!(report().rewrite(&written)?, written);
    assert!(report().rewrite("before\n<!-- ratios -->\n").is_err());
    Ok(())
}
