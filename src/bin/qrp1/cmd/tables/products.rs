//! The control: 500 products as one JSON object, flattened to paths and scalars in pages, and as a table of their own.

use qrp1::json::{self, FlattenOptions};
use qrp1::{Options, Profile, Result, Value};

use super::draw::{self, Draw};
use super::page::{self, Facts, Place};
use super::published::PRODUCTS;
use super::report::{Experiment, Line, Size};
use serde_json::Value as Json;

const PRODUCTS_OF_THE_CONTROL: u32 = 500;
/// The most flattened rows of a page.
const PAGE: u32 = 300;

const MATERIALS: [&str; 10] =
    ["Oak", "Pine", "Steel", "Glass", "Copper", "Walnut", "Leather", "Bamboo", "Marble", "Ceramic"];
const THINGS: [&str; 10] =
    ["shelf", "table", "frame", "bench", "mirror", "cabinet", "lamp", "panel", "counter", "drawer"];
/// In inches, with the mark for it.
const WIDTHS: [&str; 5] = ["12\"", "16\"", "18\"", "24\"", "30\""];

/// The products as one minified object.
pub(super) fn object() -> String {
    let mut draw = Draw::new(7);
    let labels = WIDTHS.iter().flat_map(|width| {
        THINGS.iter().flat_map(move |thing| MATERIALS.iter().map(move |material| format!("{material} {thing} {width}")))
    });
    let products = (1..=PRODUCTS_OF_THE_CONTROL).zip(labels).map(|(id, label)| {
        let price = f64::from(draw.below(49_900).saturating_add(100)) / 100.0;
        let is_enabled = draw.below(4) > 0;
        page::object([
            ("id", id.to_string()),
            ("label", Json::from(label).to_string()),
            ("price", price.to_string()),
            ("enabled", is_enabled.to_string()),
        ])
    });
    let products = page::array(products);
    page::object([("products", products)])
}

/// What pages say that the object need not say.
fn facts(place: Place) -> Facts {
    let mut facts: Facts = vec![
        ("status", "ok".into()),
        ("source", "product-catalogue".into()),
        ("snapshot", draw::snapshot(2).into()),
        ("expires", "2026-01-02T00:00:00Z".into()),
    ];
    facts.extend(place.facts());
    facts
}

/// The generic flattening in pages.
pub(super) fn flat_pages(object: &str) -> Result<Vec<String>> {
    let value = json::parse(object)?;
    let options = FlattenOptions::default();
    let rows = json::flatten(&value, options).collect::<Result<Vec<_>>>()?;
    let page = |place: Place| {
        let header = page::with_facts(options.header(), &facts(place));
        page::document(&header, place.of(&rows).iter().map(|row| Ok((None, Vec::<Value<'_>>::from(row.values())))))
    };
    Place::all(u32::try_from(rows.len()).unwrap_or(u32::MAX), PAGE).map(page).collect()
}

/// The document that the library makes of the object by itself.
pub(super) fn document(object: &str, profile: Profile) -> Result<String> {
    json::from_str(object, Options::from(profile))
}

pub(super) fn lines() -> Result<Vec<Line>> {
    let object = object();
    let line = |form: String, qrp1: &[String], published| Line {
        experiment: Experiment::Products,
        rows: PRODUCTS_OF_THE_CONTROL,
        form,
        json: Size::of(core::slice::from_ref(&object)),
        qrp1: Size::of(qrp1),
        published,
    };
    let mut lines = vec![line("generic".to_owned(), &flat_pages(&object)?, Some(PRODUCTS))];
    for (name, profile) in super::PROFILES {
        lines.push(line(format!("table, {name}"), &[document(&object, profile)?], None));
    }
    Ok(lines)
}
