//! The figures as JSON: an object for each form and unit, one a line.

use serde_json::Value as Json;

use super::csv::NUMBERS;
use super::page::object;
use super::report::{Line, Unit};

pub(super) fn print(lines: &[Line]) -> String {
    let items = lines.iter().flat_map(|line| {
        Unit::ALL.map(|unit| {
            let words = [
                ("experiment", Json::from(line.experiment.name()).to_string()),
                ("rows", line.rows.to_string()),
                ("form", Json::from(line.form.as_str()).to_string()),
                ("unit", Json::from(unit.name()).to_string()),
            ];
            let numbers = NUMBERS.iter().map(|(name, number)| {
                let number = number(line.figure(unit));
                (*name, number.unwrap_or_else(|| Json::Null.to_string()))
            });
            object(words.into_iter().chain(numbers))
        })
    });
    format!("[\n{}\n]\n", items.collect::<Vec<_>>().join(",\n"))
}
