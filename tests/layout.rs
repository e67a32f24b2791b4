//! Owns which parts of a value become blocks: the cheapest that the format has, wherever they stand.
#![cfg(feature = "json")]
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "tests")]

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

/// A list of this many objects.
fn trades(count: usize) -> String {
    let trades = (0..count).map(|index| {
        let (price, amount) = (9_500 + index * 7 % 90, index * 37 % 1_000);
        format!(r#"{{"price":"{price}.5","amount":"0.{amount}","venue":"north","side":"buy"}}"#)
    });
    format!("[{}]", trades.collect::<Vec<_>>().join(","))
}

#[test]
fn a_list_in_an_item_whose_neighbours_hold_something_else_is_a_block() {
    let items = format!(
        r#"[{{"path":"/status","data":{{"ok":true}}}},{{"path":"/trades","data":{}}},{{"path":"/fee","data":0.1}}]"#,
        trades(20)
    );
    let tree = r"[{path=/status,data={ok=true}},{path=/trades,data=\@},{path=/fee,data=0.1}]";
    let columns = "price:str,amount:str,venue:str(always north),side:str(always buy)";
    let document = laid_out(&items, Profile::Lean);
    let start = format!("QRP1|record|lines=1\n={tree}\nQRP1|table|at=/1/data|rows=20|columns={columns}\n9500.5,0.0\n");
    assert!(document.starts_with(&start), "{document}");

    let document = laid_out(&format!(r#"{{"total":3,"calls":{items}}}"#), Profile::Lean);
    let start = format!("QRP1|record|lines=2\ntotal=3\ncalls={tree}\nQRP1|table|at=/calls/1/data|rows=20|");
    assert!(document.starts_with(&start), "{document}");

    // Deeper, and in a list of lists.
    let document = laid_out(&format!(r#"{{"a":{{"b":[1,[{items}]]}}}}"#), Profile::Lean);
    let start = format!("QRP1|record|lines=1\na={{b=[1,[{tree}]]}}\nQRP1|table|at=/a/b/1/0/1/data|rows=20|");
    assert!(document.starts_with(&start), "{document}");
}

#[test]
fn a_list_whose_items_are_alike_stays_one_block() {
    let items: Vec<String> = (0..6).map(|id| format!(r#"{{"id":{id},"data":{}}}"#, trades(8))).collect();
    let document = laid_out(&format!(r#"{{"calls":[{}]}}"#, items.join(",")), Profile::Lean);
    assert!(!document.contains("\\@"), "{document}");
}

#[test]
fn one_large_member_among_small_ones_counts_by_its_size() {
    let small = (0..21).map(|index| format!(r#""/v1/small/{index}":{{"calls":[{{"data":{{"code":{index}}}}}]}}"#));
    let mut members: Vec<String> = small.collect();
    members.insert(9, format!(r#""/v1/large":{{"calls":[{{"data":{}}},{{"data":"none"}}]}}"#, trades(400)));
    let text = format!(r#"{{"routes":{{{}}}}}"#, members.join(","));
    for profile in PROFILES {
        let document = laid_out(&text, profile);
        assert!(document.contains("|at=/routes/~1v1~1large/calls/0/data|rows=400|"), "{document:.2000}");
        assert!(Estimate.tokens(&document) * 10 < Estimate.tokens(&text) * 6, "{profile:?}");
    }
}

#[test]
fn a_name_is_cheaper_than_a_table_for_it() {
    let commit = "https://git.example.com/house/plans/commit/5f2c9a1e7b";
    let run = |check: &str, result: &str| format!(r#"{{"commit":"{commit}","check":"{check}","result":"{result}"}}"#);
    let runs = [run("walls", "passed"), run("roof", "failed")].join(",");
    let text = format!(r#"{{"name":"north","head":"{commit}","checks":{{"runs":[{runs}]}}}}"#);
    let (document, decisions) = DocumentBuilder::new().options(Profile::Tight).explain(&text).unwrap();
    let runs = "{commit=$1,check=walls,result=passed},{commit=$1,check=roof,result=failed}";
    let record = format!("QRP1|record|lines=3|$1={commit}\nname=north\nhead=$1\nchecks={{runs=[{runs}]}}\n\\.\n");
    assert_eq!(document, record);
    assert_eq!(laid_out(&text, Profile::Tight), document);

    // What was decided for the other document is not told.
    let choices =
        decisions.iter().filter(|decision| decision.place == "/checks/runs").map(|decision| decision.choice());
    assert_eq!(choices.map(|form| form.unwrap().name).collect::<Vec<_>>(), ["auto"]);
}
