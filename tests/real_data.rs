//! Files of other projects, there and back: the same letters in every field.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]
#![allow(clippy::arithmetic_side_effects, clippy::as_conversions, clippy::string_slice, reason = "tests")]

#[path = "support/data.rs"]
mod data;

use qrp1::{
    Axis, AxisSurvey, Closing, Column, ColumnType, DateForm, Header, Options, Reader, Row, Schema, Value, Writer,
};

/// Binance answers `[time, "6733.55000000", ...]`: a series whose prices are decimals.
#[test]
fn binance_klines() {
    let Some(path) = data::file("crypto-gct/exchanges__binance__testdata__http.json") else {
        return data::report("binance klines", 0);
    };
    let answers: serde_json::Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut klines = 0;
    for answer in answers["routes"]["/api/v3/klines"]["GET"].as_array().unwrap() {
        let rows: Vec<Vec<String>> = answer["data"].as_array().unwrap().iter().map(letters).collect();
        assert_eq!(there_and_back(&rows), rows, "{}", answer["queryString"]);
        klines += rows.len();
    }
    assert!(klines > 3_000, "only {klines} candles");
    data::report("binance klines", 1);
}

/// The letters of an array's numbers and texts.
fn letters(row: &serde_json::Value) -> Vec<String> {
    let letters = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    row.as_array().unwrap().iter().map(letters).collect()
}

fn kline_columns() -> Vec<Column> {
    let price = || ColumnType::Decimal { precision: 20, scale: 8 };
    let types = [
        ("open", price()),
        ("high", price()),
        ("low", price()),
        ("close", price()),
        ("volume", price()),
        ("close_time", ColumnType::I64),
        ("quote_volume", price()),
        ("trades", ColumnType::U64),
        ("taker_base", price()),
        ("taker_quote", price()),
        ("ignore", ColumnType::Num),
    ];
    types.into_iter().map(|(name, ty)| Column::new(name, ty)).collect()
}

fn there_and_back(rows: &[Vec<String>]) -> Vec<Vec<String>> {
    let mut survey = AxisSurvey::new();
    for row in rows {
        survey.observe_text(&row[0]).unwrap();
    }
    let (axis, unit) = survey.finish(Options::default()).unwrap();
    let schema = Schema::new(kline_columns()).with_offset(unit);
    let header = Header::series(schema.clone(), axis.t0()).with_axis("open_time", axis.form());
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&header.with_rows(rows.len() as u64)).unwrap();
    for row in rows {
        let values: Vec<Value<'_>> =
            schema.columns().iter().zip(&row[1..]).map(|(c, text)| c.column_type().parse_text(text).unwrap()).collect();
        writer.series_row(axis.offset(&row[0], unit).unwrap(), &values).unwrap();
    }
    let document = writer.finish(&Closing::new()).unwrap();

    let mut reader = Reader::from_reader(&document[..]);
    let header = reader.next_header().unwrap().unwrap();
    let (name, axis) = Axis::named(&header, None).unwrap();
    assert_eq!(name, "open_time");
    let (mut row, mut back) = (Row::new(), Vec::new());
    while reader.read_row(&mut row).unwrap() {
        let mut letters = vec![Vec::new(); 1 + row.len()];
        axis.print(row.offset().unwrap(), unit, &mut letters[0]).unwrap();
        for (index, column) in schema.columns().iter().enumerate() {
            column.column_type().print_text(&row.value(index).unwrap(), &mut letters[1 + index]).unwrap();
        }
        back.push(letters.into_iter().map(|letters| String::from_utf8(letters).unwrap()).collect());
    }
    back
}

/// A date that no month has is a text, and no date of another month.
#[test]
fn dates_that_do_not_exist() {
    assert!(ColumnType::Date(DateForm::Extended).parse_text("2023-02-29").is_err());
}

#[cfg(feature = "json")]
#[test]
fn json_test_suite() {
    use qrp1::json::Reader;

    let files = data::files("jsontestsuite/test_parsing", "json");
    for path in &files {
        let bytes = std::fs::read(path).unwrap();
        let mut reader = Reader::from_reader(&bytes[..]);
        let outcome = loop {
            match reader.read() {
                Ok(Some(_)) => {}
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(outcome.is_err() || !name.starts_with("n_"), "{name} is no JSON");
    }
    data::report("jsontestsuite", files.len());
}

#[cfg(feature = "cli")]
mod command {
    use super::data;

    use std::path::Path;
    use std::process::{Command, Output};

    const PROFILES: [&str; 3] = ["plain", "lean", "tight"];

    fn qrp1(args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_qrp1")).args(args).output().unwrap()
    }

    fn succeed(args: &[&str]) -> Vec<u8> {
        let output = qrp1(args);
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stderr.is_empty());
        output.stdout
    }

    /// The records of CSV, by another reader.
    fn records(csv: &[u8], delimiter: u8) -> Vec<csv::StringRecord> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).delimiter(delimiter).from_reader(csv);
        reader.records().map(|record| record.unwrap()).collect()
    }

    /// The CSV that a file becomes in a profile and back.
    fn there_and_back(file: &Path, profile: &str, encode: &[&str], decode: &[&str]) -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("document.qrp1");
        let document = document.to_str().unwrap();
        let file = file.to_str().unwrap();
        succeed(&[&["encode", file, "--profile", profile, "-o", document], encode].concat());
        assert!(qrp1(&["check", document]).status.success(), "{file}");
        succeed(&[&["decode", document, "--to", "csv"], decode].concat())
    }

    fn t(file: &Path, encode: &[&str], decode: &[&str], delimiter: u8) {
        let before = records(&std::fs::read(file).unwrap(), delimiter);
        for profile in PROFILES {
            let after = records(&there_and_back(file, profile, encode, decode), delimiter);
            assert_eq!(before, after, "{} in {profile}", file.display());
        }
    }

    #[test]
    fn binance_daily_candles() {
        let Some(file) = data::file("crypto-gct/testdata__binance_BTCUSDT_24h_2019_01_01_2020_01_01.csv") else {
            return data::report("binance daily candles", 0);
        };
        let names = ["--no-header", "--columns", "time,volume,open,high,low,close", "--time", "time"];
        let before = std::fs::read(&file).unwrap();
        for profile in PROFILES {
            let after = there_and_back(&file, profile, &names, &["--no-header"]);
            assert_eq!(before, after, "{profile}");
        }
        let document = String::from_utf8(succeed(&[&["encode", file.to_str().unwrap()], &names[..]].concat())).unwrap();
        assert!(
            document.starts_with("QRP1|series|rows=365|t0=2019-01-01T00:00:00Z|axis=time:epoch_s|columns=dt_d:i64,")
        );
        data::report("binance daily candles", 1);
    }

    #[test]
    fn yfinance() {
        let files = data::files("yfinance", "csv");
        for file in &files {
            t(file, &[], &[], b',');
        }
        data::report("yfinance", files.len());
    }

    #[test]
    fn csv_spectrum() {
        let files = data::files("csv-spectrum/csvs", "csv");
        for file in &files {
            t(file, &[], &[], b',');
        }
        data::report("csv-spectrum", files.len());
    }

    #[test]
    fn rust_csv() {
        let files = data::files("rust-csv", "csv");
        for file in &files {
            match file.file_name().unwrap().to_str().unwrap() {
                "uspop-latin1.csv" => {
                    let output = qrp1(&["encode", file.to_str().unwrap()]);
                    assert_eq!(output.status.code(), Some(1));
                    let message = String::from_utf8(output.stderr).unwrap();
                    assert!(
                        message.contains("expected UTF-8") && message.contains("line 4, column 1 `City`"),
                        "{message}"
                    );
                }
                "strange.csv" => strange(file),
                "smallpop-colon.csv" => t(file, &["--delimiter", ":"], &["--delimiter", ":"], b':'),
                "smallpop-no-headers.csv" => t(file, &["--no-header"], &["--no-header"], b','),
                _ => t(file, &[], &[], b','),
            }
        }
        data::report("rust-csv", files.len());
    }

    /// `;`, `\"`, a comment, and a row without its year.
    fn strange(file: &Path) {
        let dialect = ["--delimiter", ";", "--escape", "\\", "--no-header", "--flexible"];
        let comment = [&dialect[..], &["--comment", "#"]].concat();
        let text = std::fs::read_to_string(file).unwrap();
        let before: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        for profile in PROFILES {
            let after = String::from_utf8(there_and_back(file, profile, &comment, &dialect)).unwrap();
            assert_eq!(after.lines().collect::<Vec<_>>(), before, "{profile}");
        }
    }
}
