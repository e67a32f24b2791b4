//! Owns values: one for each type, and what a column says about it.

use qrp1::{Column, ColumnRule, ColumnType, Interval, IntervalUnit, Value};

use super::Source;
use super::texts::json_string;

/// Numbers by their letters.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "0", "1", "-0", "-1", "1.0", "1e0", "1E5", "1e+5", "1e-5", "-0.0", "0.10", "1e400", "1e-400", "18446744073709551616",
    "0e0", "123456789012345678901234567890.123456789012345678901234567890", "-9223372036854775809", "3.14",
];

#[rustfmt::skip]
const FLOATS: &[f64] = &[
    0.0, -0.0, 1.0, -1.0, 0.1, 1e21, 1e20, 123_456_789_012_345_680_000.0, 1e-6, 1e-7, 5e-324, f64::MAX, f64::MIN,
    f64::MIN_POSITIVE, f64::EPSILON, 9_007_199_254_740_993.0, 2.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 4.35,
];

impl Source<'_> {
    /// The value of a column in a row.
    pub(super) fn value(&mut self, column: &Column) -> Value<'static> {
        match column.rule() {
            ColumnRule::Always(value) => value.clone(),
            ColumnRule::Like { prefix, suffix } => match self.below(8) {
                1 => Value::Null,
                2 if column.may_be_missing() => Value::Missing,
                3 => Value::text(&format!("{prefix}{suffix}")),
                _ => Value::text(&format!("{prefix}{}{suffix}", self.text())),
            },
            ColumnRule::Plain => self.cell(column),
        }
    }

    pub(super) fn cell(&mut self, column: &Column) -> Value<'static> {
        if column.may_be_missing() && self.chance(30) {
            return Value::Missing;
        }
        self.of(column.column_type())
    }

    /// A value of a type, null where that may be.
    pub fn of(&mut self, ty: &ColumnType) -> Value<'static> {
        match ty {
            ColumnType::Struct { columns, bracketed } => {
                if *bracketed && self.chance(15) {
                    return Value::Null;
                }
                Value::Struct(columns.iter().map(|column| self.value(column)).collect())
            }
            ColumnType::Auto => self.auto(3),
            ColumnType::Null => Value::Null,
            _ if self.chance(12) => Value::Null,
            ColumnType::List(item) => {
                let count = *self.pick(&[0, 1, 1, 2, 3]);
                Value::List((0..count).map(|_| self.of(item)).collect())
            }
            ColumnType::Map(key, value) => {
                let count = *self.pick(&[0, 1, 1, 2, 3]);
                let mut entries: Vec<(Value<'static>, Value<'static>)> = Vec::new();
                for _ in 0..count {
                    let key = self.of_scalar(key);
                    if entries.iter().all(|(known, _)| *known != key) {
                        entries.push((key, self.of(value)));
                    }
                }
                Value::Map(entries)
            }
            ColumnType::Json => {
                let letters = self.json(3);
                if letters == "null" { Value::Null } else { Value::Json(letters.into()) }
            }
            _ => self.of_scalar(ty),
        }
    }

    pub(super) fn signed(&mut self, least: i64, most: i64) -> i64 {
        let number = match self.below(6) {
            0 => 0,
            1 => -1,
            2 => least,
            3 => most,
            4 => i64::from(self.byte()),
            _ => self.bits(8) as i64,
        };
        if number >= least && number <= most {
            return number;
        }
        let span = i128::from(most) - i128::from(least) + 1;
        i64::try_from(i128::from(number).rem_euclid(span) + i128::from(least)).unwrap()
    }

    pub(super) fn unsigned(&mut self, most: u64) -> u64 {
        match self.below(5) {
            0 => 0,
            1 => most,
            2 => u64::from(self.byte()),
            _ => {
                let number = self.bits(8);
                if most == u64::MAX { number } else { number % (most + 1) }
            }
        }
    }

    pub(super) fn float(&mut self) -> f64 {
        match self.below(3) {
            0 => *self.pick(FLOATS),
            1 => f64::from(self.byte()) / 8.0,
            _ => f64::from_bits(self.bits(8)),
        }
    }

    fn half(&mut self) -> f64 {
        let bits = self.bits(2);
        let (exponent, fraction) = (bits >> 10 & 31, bits & 1_023);
        let magnitude = match exponent {
            0 => fraction as f64 * 2f64.powi(-24),
            31 if fraction == 0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (1_024 + fraction) as f64 * 2f64.powi(exponent as i32 - 25),
        };
        if bits >> 15 == 1 { -magnitude } else { magnitude }
    }

    /// A scalar that is not null.
    fn of_scalar(&mut self, ty: &ColumnType) -> Value<'static> {
        match ty {
            ColumnType::Bool => Value::Bool(self.chance(50)),
            ColumnType::I8 => Value::Int(self.signed(i8::MIN.into(), i8::MAX.into())),
            ColumnType::I16 => Value::Int(self.signed(i16::MIN.into(), i16::MAX.into())),
            ColumnType::I32 => Value::Int(self.signed(i32::MIN.into(), i32::MAX.into())),
            ColumnType::I64 | ColumnType::Duration(_) | ColumnType::Timestamp { .. } => {
                Value::Int(self.signed(i64::MIN, i64::MAX))
            }
            ColumnType::U8 => Value::UInt(self.unsigned(u8::MAX.into())),
            ColumnType::U16 => Value::UInt(self.unsigned(u16::MAX.into())),
            ColumnType::U32 => Value::UInt(self.unsigned(u32::MAX.into())),
            ColumnType::U64 => Value::UInt(self.unsigned(u64::MAX)),
            ColumnType::F16 => Value::Float(self.half()),
            ColumnType::F32 => Value::Float(
                if self.chance(50) { f32::from_bits(self.bits(4) as u32) } else { self.float() as f32 }.into(),
            ),
            ColumnType::F64 => Value::Float(self.float()),
            ColumnType::Num => Value::Number(self.number().into()),
            ColumnType::Decimal { precision, scale } => Value::Number(self.decimal(*precision, *scale).into()),
            ColumnType::Str => Value::text(&self.text()),
            ColumnType::Bin => Value::Bin(self.bin().into()),
            ColumnType::Date(_) => match self.below(3) {
                0 => Value::Int(self.signed(-800_000, 3_000_000)),
                _ => Value::Int(self.signed(i64::MIN / 86_400, i64::MAX / 86_400)),
            },
            ColumnType::Time(unit) => Value::Int(self.signed(0, 86_400 * unit.per_second() - 1)),
            ColumnType::Interval(unit) => {
                let (months, days) = (self.signed(i32::MIN.into(), i32::MAX.into()), self.signed(-3, i32::MAX.into()));
                let (months, days) = (months as i32, days as i32);
                Value::Interval(match unit {
                    IntervalUnit::YearMonth => Interval { months, ..Interval::default() },
                    IntervalUnit::DayTime => {
                        Interval { months: 0, days, time: self.signed(i32::MIN.into(), i32::MAX.into()) }
                    }
                    IntervalUnit::MonthDayNano => Interval { months, days, time: self.signed(i64::MIN, i64::MAX) },
                })
            }
            _ => Value::Null,
        }
    }

    /// JSON letters of a number.
    fn number(&mut self) -> String {
        if self.chance(50) {
            return (*self.pick(NUMBERS)).into();
        }
        let mut out = String::new();
        if self.chance(30) {
            out.push('-');
        }
        out += &self.unsigned(u64::MAX).to_string();
        if self.chance(40) {
            out.push('.');
            out += &self.digits(12);
        }
        if self.chance(30) {
            out.push(if self.chance(50) { 'E' } else { 'e' });
            out += self.pick::<&str>(&["", "+", "-"]);
            out += &self.digits(4);
        }
        out
    }

    pub(super) fn digits(&mut self, most: usize) -> String {
        (0..=self.below(most)).map(|_| char::from(b'0' + self.below(10) as u8)).collect()
    }

    fn decimal(&mut self, precision: u8, scale: i8) -> String {
        let count = match self.below(3) {
            0 => 1,
            1 => usize::from(precision),
            _ => 1 + self.below(precision.into()),
        };
        let digits: String = (0..count).map(|_| char::from(b'9' - self.below(10) as u8)).collect();
        let digits = digits.trim_start_matches('0');
        if digits.is_empty() && scale <= 0 {
            return "0".into();
        }
        let sign = if !digits.is_empty() && self.chance(40) { "-" } else { "" };
        match usize::from(scale.unsigned_abs()) {
            zeros if scale < 0 => format!("{sign}{digits}{}", "0".repeat(zeros)),
            0 => format!("{sign}{digits}"),
            places => {
                let digits = format!("{digits:0>width$}", width = places + 1);
                let (whole, fraction) = digits.split_at(digits.len() - places);
                format!("{sign}{whole}.{fraction}")
            }
        }
    }

    fn auto(&mut self, depth: usize) -> Value<'static> {
        match self.below(if depth == 0 { 8 } else { 11 }) {
            0 => Value::Null,
            1 => Value::Bool(self.chance(50)),
            2 => Value::Number(self.number().into()),
            3 => Value::Float(*self.pick(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY])),
            4 if self.marks => Value::Mark,
            4..8 => Value::text(&self.text()),
            8 => Value::List((0..self.below(4)).map(|_| self.auto(depth - 1)).collect()),
            _ => {
                let count = self.below(4);
                let names = self.names(count);
                Value::Map(names.into_iter().map(|name| (Value::text(&name), self.auto(depth - 1))).collect())
            }
        }
    }

    /// Canonical JSON (JSON-1).
    pub fn json(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 => "null".into(),
            1 => self.chance(50).to_string(),
            2 => self.number(),
            3..6 => json_string(&self.text()),
            6 => {
                let items: Vec<_> = (0..self.below(4)).map(|_| self.json(depth - 1)).collect();
                format!("[{}]", items.join(","))
            }
            _ => {
                let count = self.below(4);
                let names = self.names(count);
                let members: Vec<_> =
                    names.iter().map(|name| format!("{}:{}", json_string(name), self.json(depth - 1))).collect();
                format!("{{{}}}", members.join(","))
            }
        }
    }
}

/// Whether a value of a `bool` type is spelled in a cell.
pub(super) fn holds_bool(value: &Value<'_>, ty: &ColumnType) -> bool {
    match (value, ty) {
        (Value::Bool(_), ColumnType::Bool) => true,
        (Value::Struct(values), ColumnType::Struct { columns, .. }) => {
            values.iter().zip(columns).any(|(value, column)| holds_bool(value, column.column_type()))
        }
        (Value::List(values), ColumnType::List(item)) => values.iter().any(|value| holds_bool(value, item)),
        (Value::Map(entries), ColumnType::Map(key, of)) => {
            entries.iter().any(|(k, v)| holds_bool(k, key) || holds_bool(v, of))
        }
        _ => false,
    }
}

/// Whether a declaration spells a boolean.
pub(super) fn constant_bool(column: &Column) -> bool {
    matches!((column.rule(), column.column_type()), (ColumnRule::Always(Value::Bool(_)), ColumnType::Bool))
        || has_constant_bool(column.column_type())
}

pub(super) fn has_constant_bool(ty: &ColumnType) -> bool {
    match ty {
        ColumnType::Struct { columns, .. } => columns.iter().any(constant_bool),
        ColumnType::List(item) => has_constant_bool(item),
        ColumnType::Map(_, value) => has_constant_bool(value),
        _ => false,
    }
}
