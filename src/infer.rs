//! From the letters of CSV fields and the scalars of JSON to columns: the narrowest type whose letters are exactly
//! those that were seen, so that every value returns as it was.
//!
//! Memory does not grow with the rows. Which letters a type has is not known here: `ColumnType::parse_text` is asked.

use alloc::vec::Vec;

use crate::options::Options;
use crate::schema::{Column, ColumnType, DateForm, Lead, Schema, TimeUnit, Zone};
use crate::survey::{ColumnSurvey, settle};
use crate::value::Value;

/// Looks at every row before the first is written, finds a type for each column, and what the rows have in common.
///
/// # Example
/// ```
/// use qrp1::{Inference, Lead, Options, Value};
///
/// let mut inference = Inference::of_letters(Options::default());
/// inference.observe(&[Value::from("1"), Value::from("1.50"), Value::from("EUR")]);
/// inference.observe(&[Value::from("2"), Value::Null, Value::from("EUR")]);
/// let schema = inference.finish(["id", "price", "currency"], Lead::None);
/// assert_eq!(schema.to_string(), "id:i64,price:dec(3,2),currency:str(always EUR)");
/// ```
#[derive(Clone, Debug)]
pub struct Inference {
    source: Source,
    options: Options,
    rows: u64,
    columns: Vec<Guess>,
}

/// What a text may stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// Anything: the source has no types.
    Letters,
    /// A text: the source has numbers, booleans and null.
    Values,
}

impl Inference {
    /// For a source that has letters alone, such as CSV: each value is a text, or null.
    #[must_use]
    pub const fn of_letters(options: Options) -> Self {
        Self { source: Source::Letters, options, rows: 0, columns: Vec::new() }
    }

    /// For a source that has kinds of values, such as JSON: each value is a text, a number by its letters, a boolean,
    /// null, or missing.
    #[must_use]
    pub const fn of_values(options: Options) -> Self {
        Self { source: Source::Values, options, rows: 0, columns: Vec::new() }
    }

    /// Looks at a row: a value for each column. A row with more values than those before adds columns, which were
    /// missing; what a shorter row lacks is missing.
    pub fn observe(&mut self, values: &[Value<'_>]) {
        while self.columns.len() < values.len() {
            let mut guess = Guess::new(self.options);
            if self.rows > 0 {
                guess.observe(&Value::Missing, self.source);
            }
            self.columns.push(guess);
        }
        let lacking = core::iter::repeat(&Value::Missing);
        for (guess, value) in self.columns.iter_mut().zip(values.iter().chain(lacking)) {
            guess.observe(value, self.source);
        }
        self.rows = self.rows.saturating_add(1);
    }

    /// Takes in what another inference saw, of rows that follow these or stand beside them.
    ///
    /// # Example
    /// ```
    /// use qrp1::{Inference, Lead, Options, Value};
    ///
    /// let mut first = Inference::of_values(Options::default());
    /// first.observe(&[Value::number("1.50")]);
    /// let mut second = Inference::of_values(Options::default());
    /// second.observe(&[Value::number("12.25")]);
    /// first.merge(second);
    /// assert_eq!(first.finish(["price"], Lead::None).to_string(), "price:dec(4,2)");
    /// ```
    pub fn merge(&mut self, mut other: Self) {
        let width = self.columns.len().max(other.columns.len());
        for inference in [&mut *self, &mut other] {
            let (source, has_rows) = (inference.source, inference.rows > 0);
            while inference.columns.len() < width {
                let mut guess = Guess::new(inference.options);
                if has_rows {
                    guess.observe(&Value::Missing, source);
                }
                inference.columns.push(guess);
            }
        }
        for (guess, other) in self.columns.iter_mut().zip(other.columns) {
            guess.merge(other, self.source);
        }
        self.rows = self.rows.saturating_add(other.rows);
    }

    /// The rows so far.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The schema for these rows: `names` are those of the columns, `lead` is what will stand before them.
    pub fn finish<'n>(self, names: impl IntoIterator<Item = &'n str>, lead: Lead) -> Schema {
        let Self { source, options, columns, .. } = self;
        // A source without rows has names alone.
        let guesses = columns.into_iter().chain(core::iter::repeat_with(|| Guess::new(options)));
        let columns = names.into_iter().zip(guesses).map(|(name, guess)| guess.finish(name, source, options)).collect();
        let mut schema = Schema { numbered: options.numbered, lead, ..Schema::default() };
        schema.columns = settle(columns, &[], &schema);
        schema
    }
}

/// What is known about a column.
#[derive(Clone, Debug)]
struct Guess {
    missing: bool,
    kinds: Kinds,
    numbers: Numbers,
    times: Times,
    survey: ColumnSurvey,
}

/// The kinds of values that were seen.
#[expect(clippy::struct_excessive_bools, reason = "a kind each")]
#[derive(Clone, Copy, Debug, Default)]
struct Kinds {
    /// Booleans; of letters, whether all were `true` or `false`.
    bool: bool,
    number: bool,
    text: bool,
    other: bool,
}

impl Guess {
    fn new(options: Options) -> Self {
        Self {
            missing: false,
            kinds: Kinds::default(),
            numbers: Numbers::new(),
            times: Times::new(),
            survey: ColumnSurvey::new(options),
        }
    }

    fn observe(&mut self, value: &Value<'_>, source: Source) {
        self.survey.observe(value);
        match value {
            Value::Missing => self.missing = true,
            Value::Null => {}
            Value::Bool(_) => self.kinds.bool = true,
            Value::Number(letters) => {
                self.kinds.number = true;
                self.numbers.observe(letters);
            }
            Value::Str(text) if source == Source::Values => {
                self.kinds.text = true;
                self.times.observe(text);
            }
            Value::Str(text) => {
                self.kinds.bool = (self.kinds.bool || !self.kinds.text) && ColumnType::Bool.parse_text(text).is_ok();
                self.kinds.text = true;
                self.numbers.observe(text);
                self.times.observe(text);
            }
            _ => self.kinds.other = true,
        }
    }

    fn merge(&mut self, other: Self, source: Source) {
        self.missing |= other.missing;
        let bool = match source {
            Source::Values => self.kinds.bool || other.kinds.bool,
            // All letters so far were booleans.
            Source::Letters => {
                let all = |kinds: Kinds| kinds.bool || !kinds.text;
                all(self.kinds) && all(other.kinds) && (self.kinds.text || other.kinds.text)
            }
        };
        self.kinds = Kinds {
            bool,
            number: self.kinds.number || other.kinds.number,
            text: self.kinds.text || other.kinds.text,
            other: self.kinds.other || other.kinds.other,
        };
        self.numbers.merge(&other.numbers);
        self.times.merge(other.times);
        self.survey.merge(other.survey);
    }

    fn finish(self, name: &str, source: Source, options: Options) -> Column {
        let ty = match (source, self.kinds) {
            (_, Kinds { bool: false, number: false, text: false, other: false }) => ColumnType::Null,
            (Source::Letters, Kinds { bool: true, .. }) => ColumnType::Bool,
            (Source::Letters, _) => self.numbers.finish().or_else(|| self.times.finish()).unwrap_or(ColumnType::Str),
            (_, Kinds { bool: true, number: false, text: false, other: false }) => ColumnType::Bool,
            (_, Kinds { bool: false, number: true, text: false, other: false }) => {
                self.numbers.finish().unwrap_or(ColumnType::Num)
            }
            (_, Kinds { bool: false, number: false, text: true, other: false }) => {
                self.times.finish().unwrap_or(ColumnType::Str)
            }
            _ => ColumnType::Auto,
        };
        let survey = self.survey.map(|value| ty.typed(value).ok());
        let column = Column::new(name, ty);
        survey.finish(if self.missing { column.with_missing() } else { column }, options)
    }
}

/// The number types whose letters were all seen so far.
#[expect(clippy::struct_excessive_bools, reason = "a candidate each")]
#[derive(Clone, Debug)]
struct Numbers {
    i64: bool,
    u64: bool,
    f64: bool,
    num: bool,
    decimal: Candidate<(usize, i8)>,
}

/// A type with an argument that the first value gives.
#[derive(Clone, Debug, PartialEq)]
enum Candidate<T> {
    /// Nothing was seen.
    Open,
    /// All values fit.
    Known(T),
    /// One does not.
    Out,
}

/// Most digits of a decimal that is found, those of Arrow's `Decimal128`.
const MOST_DIGITS: u8 = 38;

impl Numbers {
    const fn new() -> Self {
        Self { i64: true, u64: true, f64: true, num: true, decimal: Candidate::Open }
    }

    fn observe(&mut self, letters: &str) {
        let mut is_exact = false;
        if self.i64 || self.u64 {
            if let Ok(Value::Int(number)) = ColumnType::I64.parse_text(letters) {
                self.u64 &= number >= 0;
                // All integers up to 2^53 are floats, and their letters are the same.
                is_exact = number.unsigned_abs() <= 1 << 53;
            } else {
                self.i64 = false;
                self.u64 = self.u64 && ColumnType::U64.parse_text(letters).is_ok();
            }
        }
        self.f64 = self.f64 && (is_exact || ColumnType::F64.parse_text(letters).is_ok());
        self.num = self.num && ColumnType::Num.parse_text(letters).is_ok();
        if self.decimal != Candidate::Out {
            self.observe_decimal(letters);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.i64 &= other.i64;
        self.u64 &= other.u64;
        self.f64 &= other.f64;
        self.num &= other.num;
        self.decimal = match (&self.decimal, &other.decimal) {
            (Candidate::Open, decimal) | (decimal, Candidate::Open) => decimal.clone(),
            (Candidate::Known((digits, scale)), Candidate::Known((others, same))) if scale == same => {
                Candidate::Known((*digits.max(others), *scale))
            }
            _ => Candidate::Out,
        };
    }

    fn observe_decimal(&mut self, letters: &str) {
        let scale = letters.split_once('.').and_then(|(_, fraction)| i8::try_from(fraction.len()).ok());
        let digits = letters.bytes().filter(u8::is_ascii_digit).skip_while(|digit| *digit == b'0').count();
        self.decimal = match (&self.decimal, scale) {
            (Candidate::Known((_, known)), Some(scale)) if *known != scale => Candidate::Out,
            (known, Some(scale)) if decimal(MOST_DIGITS, scale).parse_text(letters).is_ok() => {
                let before = if let Candidate::Known((before, _)) = known { *before } else { 1 };
                Candidate::Known((before.max(digits), scale))
            }
            _ => Candidate::Out,
        };
    }

    fn finish(&self) -> Option<ColumnType> {
        if self.i64 {
            return Some(ColumnType::I64);
        }
        if self.u64 {
            return Some(ColumnType::U64);
        }
        if let Candidate::Known((digits, scale)) = self.decimal {
            // As many digits as decimals at least: other formats ask for that.
            let precision = u8::try_from(digits).ok()?.max(u8::try_from(scale).ok()?);
            return Some(decimal(precision, scale)).filter(|_| precision <= MOST_DIGITS);
        }
        if self.f64 {
            return Some(ColumnType::F64);
        }
        self.num.then_some(ColumnType::Num)
    }
}

const fn decimal(precision: u8, scale: i8) -> ColumnType {
    ColumnType::Decimal { precision, scale }
}

/// The date and time types whose letters were all seen so far.
#[derive(Clone, Debug)]
struct Times {
    date: bool,
    timestamp: Candidate<ColumnType>,
}

impl Times {
    const fn new() -> Self {
        Self { date: true, timestamp: Candidate::Open }
    }

    fn observe(&mut self, text: &str) {
        self.date = self.date && ColumnType::Date(DateForm::Extended).parse_text(text).is_ok();
        let fits = match &self.timestamp {
            Candidate::Out => return,
            Candidate::Known(ty) => ty.parse_text(text).is_ok(),
            Candidate::Open => {
                self.timestamp = timestamp(text).map_or(Candidate::Out, Candidate::Known);
                return;
            }
        };
        if !fits {
            self.timestamp = Candidate::Out;
        }
    }

    fn merge(&mut self, other: Self) {
        self.date &= other.date;
        self.timestamp = match (core::mem::replace(&mut self.timestamp, Candidate::Out), other.timestamp) {
            (Candidate::Open, known) | (known, Candidate::Open) => known,
            (Candidate::Known(ty), Candidate::Known(same)) if ty == same => Candidate::Known(ty),
            _ => Candidate::Out,
        };
    }

    fn finish(self) -> Option<ColumnType> {
        match self.timestamp {
            Candidate::Known(ty) => Some(ty),
            Candidate::Open => None,
            Candidate::Out => self.date.then_some(ColumnType::Date(DateForm::Extended)),
        }
    }
}

/// The time stamp type that has these letters.
fn timestamp(text: &str) -> Option<ColumnType> {
    /// Bytes of `+HH:MM`.
    const OFFSET: usize = 6;
    // Most texts are none.
    if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-')) {
        return None;
    }
    let offset = text.len().checked_sub(OFFSET).and_then(|at| text.get(at..)).and_then(Zone::new);
    let mut zones = [Zone::new("UTC"), offset, None].into_iter();
    zones.find_map(|zone| {
        let units = [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond];
        let mut types =
            units.into_iter().map(|unit| ColumnType::Timestamp { unit, zone: zone.clone(), form: DateForm::Extended });
        types.find(|ty| ty.parse_text(text).is_ok())
    })
}

#[cfg(test)]
mod tests;
