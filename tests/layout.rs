//! Owns which parts of a value become blocks: the cheapest that the format has, wherever they stand.
#![cfg(feature = "json")]
#![allow(clippy::unwrap_used, reason = "tests")]

use qrp1::json::DocumentBuilder;
use qrp1::{Cost, Estimate, Profile, json};

const PROFILES: [Profile; 3] = [Profile::Plain, Profile::Lean, Profile::Tight];

#[track_caller]
fn laid_out(text: &str, profile: Profile) -> String {
    let document = json::from_str(text, profile.into()).unwrap();
    assert_eq!(json::to_string(&document).unwrap(), text, "{document}");
    document
}

/// A record with a list of readings within a member, at these times.
fn readings(times: &[&str]) -> String {
    let places =
        ["the door to the yard", "the window of the hall", "the roof, north", "the cellar", "the gate", "the well"];
    let rows = times.iter().zip(places).zip(["shut", "open", "wet", "dry", "shut", "full"]);
    let rows = rows.map(|((time, place), state)| {
        let note = format!("seen at {place}, found {state}");
        format!(r#"{{"seen":"{time}","changed":"2024-04-30","place":"{place}","note":"{note}","state":"{state}"}}"#)
    });
    format!(r#"{{"station":{{"name":"north","readings":[{}]}},"count":6}}"#, rows.collect::<Vec<_>>().join(","))
}

#[test]
fn a_member_is_a_series_only_where_that_costs_less_than_a_table() {
    let alike = readings(&["2024-05-01T10:00:00Z"; 6]);
    let hours = ["10", "11", "12", "13", "14", "15"].map(|hour| format!("2024-05-01T{hour}:00:00Z"));
    let hourly = readings(&hours.each_ref().map(String::as_str));
    for (text, shape) in [(&alike, "table"), (&hourly, "series")] {
        let document = laid_out(text, Profile::Lean);
        assert!(document.contains(&format!("\nQRP1|{shape}|at=/station/readings|rows=6|")), "{document}");
    }
    for text in [&alike, &hourly] {
        for profile in PROFILES {
            let without = DocumentBuilder::new().options(profile).finds_series(false).from_str(text).unwrap();
            let document = laid_out(text, profile);
            assert!(Estimate.tokens(&document) <= Estimate.tokens(&without), "{document}{without}");
        }
    }
}
