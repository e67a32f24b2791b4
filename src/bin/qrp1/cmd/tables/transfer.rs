//! How 5,000 candles get from one tool into the next: through the model, or by saying where they lie.

use qrp1::Result;

use super::candles::{self, Candle, candles};
use super::page;
use super::published::LOCATION;
use super::report::{Experiment, Line, Size};
use serde_json::Value as Json;

const ROWS: u32 = 5_000;
/// What is to be calculated; nothing is.
const LOGIC: &str = "fixed placeholder for the calculation logic";

/// Arguments that carry all candles.
pub(super) fn data_arguments(all: &[Candle]) -> String {
    page::object([("candles", candles::array(all)), ("logic", Json::from(LOGIC).to_string())])
}

/// Arguments that say where the candles lie.
pub(super) fn location_arguments(all: &[Candle]) -> String {
    let mut arguments = candles::location();
    let ends = [("start", all.first()), ("end", all.last())];
    arguments.extend(ends.into_iter().filter_map(|(key, candle)| Some((key, candle?.time.as_str().into()))));
    arguments.push(("logic", LOGIC.into()));
    page::object(arguments.into_iter().map(|(key, fact)| (key, fact.to_string())))
}

pub(super) fn lines() -> Result<Vec<Line>> {
    let all = candles(ROWS)?;
    let arguments = Size::of(&[data_arguments(&all)]);
    let json = Size::of(&candles::json_pages(&all)).plus(arguments);
    let line = |form: String, qrp1, published| Line {
        experiment: Experiment::Transfer,
        rows: ROWS,
        form,
        json,
        qrp1,
        published,
    };
    let mut lines = Vec::new();
    for (name, profile) in super::PROFILES {
        let results = Size::of(&candles::series_pages(&all, profile)?);
        lines.push(line(format!("results in {name}, the same arguments"), results.plus(arguments), None));
    }
    lines.push(line("location arguments only".to_owned(), Size::of(&[location_arguments(&all)]), Some(LOCATION)));
    Ok(lines)
}
