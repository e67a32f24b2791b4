//! Hourly candles near 150, in pages: as minified JSON, and as series in every profile.

use qrp1::{
    Axis, AxisForm, AxisSurvey, Column, ColumnType, Header, OffsetUnit, Options, Profile, Result, Schema, Survey, Value,
};

use super::draw::{self, Draw};
use super::page::{self, Facts, Place, START};
use super::published::CANDLES;
use super::report::{Experiment, Line, Size};

const T0: &str = "2024-01-01T00:00:00.000Z";
/// The most rows of a page.
pub(super) const PAGE: u32 = 500;

pub(super) struct Candle {
    pub(super) time: String,
    /// Open, high, low, close and volume.
    values: [f64; 5],
}

/// Their names in JSON and in a series.
const NAMES: [(&str, &str); 5] = [("open", "o"), ("high", "h"), ("low", "l"), ("close", "c"), ("volume", "v")];

/// A random walk near 150, in cents; volumes near 100, in thousandths.
pub(super) fn candles(rows: u32) -> Result<Vec<Candle>> {
    const MIDDLE: i32 = 15_000;
    let axis = axis()?;
    let mut draw = Draw::new(2024);
    let mut close = MIDDLE.saturating_add(25);
    let candle = |row| {
        let open = close;
        // The sum of three draws is bell-shaped; the last term pulls the price back.
        let draws = [draw.below(300), draw.below(300), draw.below(300), -449];
        let pull = MIDDLE.saturating_sub(open) / 50;
        close = draws.into_iter().fold(open.saturating_add(pull), i32::saturating_add);
        let high = open.max(close).saturating_add(draw.below(120));
        let low = open.min(close).saturating_sub(draw.below(120));
        let busy = high.saturating_sub(low).saturating_mul(80);
        let volume = draw.below(60_000).saturating_add(40_000).saturating_add(busy);
        let prices = [open, high, low, close].map(|cents| f64::from(cents) / 100.0);
        let [open, high, low, close] = prices;
        let mut time = Vec::new();
        axis.print(row, OffsetUnit::Hour, &mut time)?;
        let time = String::from_utf8(time).map_err(std::io::Error::other)?;
        Ok(Candle { time, values: [open, high, low, close, f64::from(volume) / 1000.0] })
    };
    (0..i64::from(rows)).map(candle).collect()
}

fn axis() -> Result<Axis> {
    Ok(Axis::new(AxisForm::Rfc3339, T0.parse()?))
}

impl Candle {
    /// The shortest letters of its numbers, which are those of JSON and of QRP1.
    fn letters(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(f64::to_string)
    }

    fn json(&self) -> String {
        let time = ("time", format!("\"{}\"", self.time));
        let numbers = NAMES.iter().map(|(name, _)| *name).zip(self.letters());
        page::object([time].into_iter().chain(numbers).chain([("closed", "true".to_owned())]))
    }
}

/// The candles as an array.
pub(super) fn array(candles: &[Candle]) -> String {
    page::array(candles.iter().map(Candle::json))
}

/// Where the candles come from: arguments that find them again.
pub(super) fn location() -> Facts {
    vec![("source", "exchange-simulator".into()), ("instrument", "ACME-USD".into()), ("interval", "1h".into())]
}

/// What both sides say of a page.
fn facts(all: &[Candle], place: Place) -> Facts {
    let next = if place.is_last() {
        "compute_indicators with this snapshot as its input"
    } else {
        "read_candles with next_cursor"
    };
    let end = all.last().map_or(T0, |last| &last.time);
    let mut facts: Facts = vec![("status", "ok".into())];
    facts.extend(location());
    facts.extend([
        ("adjusted", false.into()),
        (START, T0.into()),
        ("end", end.into()),
        ("snapshot", draw::snapshot(1).into()),
        ("revision", 1.into()),
        ("captured", "2026-01-01T00:00:00Z".into()),
        ("stored", "market-snapshots/exchange-simulator/candles/ACME-USD".into()),
        ("expires", "2026-01-02T00:00:00Z".into()),
        ("limit", PAGE.into()),
    ]);
    facts.extend(place.facts());
    facts.push(("next", next.into()));
    facts
}

/// The pages of all candles as minified JSON.
pub(super) fn json_pages(all: &[Candle]) -> Vec<String> {
    let page = |place: Place| {
        let facts = facts(all, place).into_iter().map(|(key, fact)| (key, fact.to_string()));
        page::object(facts.chain([("candles", array(place.of(all)))]))
    };
    pages(all).map(page).collect()
}

/// The pages of all candles as series in a profile.
pub(super) fn series_pages(all: &[Candle], profile: Profile) -> Result<Vec<String>> {
    let layout = Layout::of(all, profile)?;
    pages(all).map(|place| layout.page(all, place)).collect()
}

fn pages(all: &[Candle]) -> impl Iterator<Item = Place> {
    Place::all(u32::try_from(all.len()).unwrap_or(u32::MAX), PAGE)
}

/// What all pages of a result have in common.
struct Layout {
    header: Header,
    axis: Axis,
    unit: OffsetUnit,
    /// The type of prices and volumes: `f64` is the published one; `num`, their letters in JSON, has a shorter name.
    number: ColumnType,
}

impl Layout {
    /// Looks at all candles, as a writer does that has them in a snapshot.
    fn of(all: &[Candle], profile: Profile) -> Result<Self> {
        let options = Options::from(profile);
        let number = if profile == Profile::Plain { ColumnType::F64 } else { ColumnType::Num };
        let columns = NAMES.iter().map(|(_, name)| Column::new(*name, number.clone()));
        let columns = columns.chain([Column::new("closed", ColumnType::Bool)]);
        let mut times = AxisSurvey::new();
        let mut rows = Survey::new(Schema::new(columns), options);
        for candle in all {
            times.observe_text(&candle.time)?;
            rows.observe(&values(candle, &number)?)?;
        }
        let (axis, unit) = times.finish(options).unwrap_or((axis()?, OffsetUnit::Millisecond));
        let header = Header::series(rows.finish().with_offset(unit), axis.t0()).with_axis("time", axis.form());
        let header = if options.word_booleans { header } else { header.with_digits() };
        Ok(Self { header, axis, unit, number })
    }

    fn page(&self, all: &[Candle], place: Place) -> Result<String> {
        let header = page::with_facts(self.header.clone(), &facts(all, place));
        let row =
            |candle: &Candle| Ok((Some(self.axis.offset(&candle.time, self.unit)?), values(candle, &self.number)?));
        page::document(&header, place.of(all).iter().map(row))
    }
}

fn values(candle: &Candle, number: &ColumnType) -> Result<Vec<Value<'static>>> {
    let numbers = candle.letters().map(|letters| number.parse_text(&letters).map(Value::into_owned));
    numbers.chain([Ok(Value::Bool(true))]).collect()
}

pub(super) fn lines() -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for (rows, published) in CANDLES {
        let all = candles(rows)?;
        let json = Size::of(&json_pages(&all));
        for (form, profile) in super::PROFILES {
            let qrp1 = Size::of(&series_pages(&all, profile)?);
            let published = (profile == Profile::Plain).then_some(published);
            lines.push(Line { experiment: Experiment::Candles, rows, form: form.to_owned(), json, qrp1, published });
        }
    }
    Ok(lines)
}
