//! The figures as CSV: a row for each form and unit.

use std::io;

use qrp1::Result;

use super::report::{Figure, Line, Unit};
use crate::percent::Percent;

/// The name of a column, and the letters in it.
type Number = (&'static str, fn(Figure) -> Option<String>);

/// The columns of numbers.
pub(super) const NUMBERS: [Number; 9] = [
    ("json", |figure| Some(figure.json.to_string())),
    ("qrp1", |figure| Some(figure.qrp1.to_string())),
    ("reduction_percent", |figure| Some(figure.reduction().tenths())),
    ("published_json", |figure| figure.published_json.map(|number| number.to_string())),
    ("published_qrp1", |figure| figure.published_qrp1.map(|number| number.to_string())),
    ("published_reduction_percent", |figure| figure.published_reduction().map(Percent::tenths)),
    ("json_deviation_percent", |figure| figure.json_deviation().map(Percent::tenths)),
    ("qrp1_deviation_percent", |figure| figure.qrp1_deviation().map(Percent::tenths)),
    ("reduction_deviation_points", |figure| figure.reduction_deviation().map(Percent::tenths)),
];

pub(super) fn print(lines: &[Line]) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let words = ["experiment", "rows", "form", "unit"];
    writer.write_record(words.into_iter().chain(NUMBERS.iter().map(|(name, _)| *name))).map_err(io::Error::from)?;
    for (line, unit) in lines.iter().flat_map(|line| Unit::ALL.map(|unit| (line, unit))) {
        let words =
            [line.experiment.name().to_owned(), line.rows.to_string(), line.form.clone(), unit.name().to_owned()];
        let numbers = NUMBERS.iter().map(|(_, number)| number(line.figure(unit)).unwrap_or_default());
        writer.write_record(words.into_iter().chain(numbers)).map_err(io::Error::from)?;
    }
    let bytes = writer.into_inner().map_err(csv::IntoInnerError::into_error)?;
    String::from_utf8(bytes).map_err(|error| io::Error::other(error).into())
}
