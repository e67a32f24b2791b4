//! Owns the making of documents from bytes: proptest and the fuzzer bring the bytes, each byte is a choice.
//! When the bytes are used up, every choice is the plainest one, so that shorter input means a simpler document.
//! Include with `#[path = "support/generate.rs"] mod generate;`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    reason = "tests"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::format_push_string,
    clippy::naive_bytecount,
    clippy::format_collect,
    clippy::print_stdout,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "tests have std, and are read more than run"
)]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "what is cast is small, or any bits do"
)]
#![allow(dead_code, unreachable_pub, reason = "suites use a part of it")]

use std::collections::BTreeSet;

use qrp1::{
    AxisForm, Body, Closing, Column, ColumnRule, ColumnType, DateForm, Document, DocumentBlock, DocumentRow, Header,
    Instant, Interval, IntervalUnit, Lead, OffsetUnit, Schema, Shape, TimeUnit, Value, Zone,
};

/// Texts that look like something else.
#[rustfmt::skip]
pub const HOSTILE: &[&str] = &[
    "", "12", "-0", "0", "007", "1e5", "1.0", "+1", "null", "true", "false", "NaN", "Infinity", "-Infinity", "nil",
    "\\N", "\\M", "\\.", "\\", "\\\\", "\\n", "\\u0020", "\\u0020 ", "\\u000a", "a\\", "QRP1|", "QRP2|", "QRP1",
    "QRP1|table|rows=1|columns=a:str", "\\QRP1|", "\\QRP1|x", "\\\\QRP1|", "()", "(", ")", "(\\N)", "(;)", "\"", "\"\"",
    "\"\"\"", "\"12\"", "\"a", "$", "$1", "$1/x", "$12", "$1x", "\\$1", "$9", "$0", "\\@", "@", "#", "{", "}", "{}",
    "[", "]", "[]", "{a=1}", "[1,2]", ",", ";", "=", "|", "*", ":", "?", "<", ">", "a,b", "a;b", "a=b", "a|b", "a*b",
    "(a)", " ", "  ", "a ", " a", "a b", "\t", "\n", "\r", "\r\n", "a\nb", "\n\n", "a\n", "a \nb", "\0", "\u{1b}[31m",
    "\u{7f}", "\u{85}", "\u{9f}", "\u{a0}", "\u{2027}", "\u{2028}", "\u{2029}", "\u{202e}x", "\u{2066}", "\u{206a}",
    "\u{feff}", "\u{feff}x", "\u{fffd}", "\u{ffff}", "\u{10ffff}", "é", "e\u{301}", "😀", "__proto__", "constructor",
    "<script>", "'; drop table", "</tool_result>", "=1+1", "2024-01-01", "rows=1", "columns=a:str", "crc=00000000",
];

/// Pieces that longer texts are put together from.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "a", "b", "Z", "0", "9", " ", "é", "😀", "\\", ",", ";", "(", ")", "=", "|", "*", "\"", "{", "}", "[", "]", ":", "?",
    "<", ">", "$", "@", "#", "\n", "\r", "\t", "\0", "\u{1b}", "\u{85}", "\u{202e}", "\u{2028}", "\u{feff}", "N", "M",
    "u0020", "QRP1|", "\\.", "$1", "/", "~", "-", ".",
];

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

/// Choices from bytes.
#[derive(Debug)]
pub struct Source<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The document's named prefixes.
    names: Vec<String>,
    /// Whether `auto` trees may hold marks.
    marks: bool,
}

impl<'a> Source<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, names: Vec::new(), marks: false }
    }

    pub fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0);
        if n <= 256 { usize::from(self.byte()) % n } else { self.bits(4) as usize % n }
    }

    /// True in so many of a hundred cases; false at the end of the bytes.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(256) * 100 >= (100 - percent) * 256
    }

    pub fn pick<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.below(all.len())]
    }

    fn bits(&mut self, bytes: usize) -> u64 {
        (0..bytes).fold(0, |bits, _| bits << 8 | u64::from(self.byte()))
    }

    // Texts.

    pub fn text(&mut self) -> String {
        match self.below(16) {
            0 => "a".into(),
            1 => String::new(),
            2..8 => (*self.pick(HOSTILE)).into(),
            8 => {
                let piece = *self.pick(PIECES);
                piece.repeat(1 + self.below(200))
            }
            9..12 if !self.names.is_empty() => {
                let index = self.below(self.names.len());
                let mut text = self.names[index].clone();
                text += self.pick::<&str>(&["", "/x", "2", "é", " ", "a", "-", "\\", ",", "\n"]);
                text
            }
            12 => char::from_u32(self.bits(3) as u32 % 0x11_0000).map_or_else(|| "b".into(), String::from),
            _ => (0..=self.below(6)).map(|_| *self.pick(PIECES)).collect(),
        }
    }

    fn bin(&mut self) -> Vec<u8> {
        match self.below(4) {
            0 => Vec::new(),
            1 => vec![self.byte()],
            2 => vec![0xff; self.below(70)],
            _ => (0..self.below(9)).map(|_| self.byte()).collect(),
        }
    }

    /// Names that differ from each other.
    fn names(&mut self, count: usize) -> Vec<String> {
        let mut seen = BTreeSet::new();
        (0..count)
            .map(|index| {
                let mut name = if self.chance(40) { self.text() } else { format!("c{index}") };
                while !seen.insert(name.clone()) {
                    name.push('x');
                }
                name
            })
            .collect()
    }

    // Types.

    fn time_unit(&mut self) -> TimeUnit {
        *self.pick(&[TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond])
    }

    fn form(&mut self) -> DateForm {
        *self.pick(&[DateForm::Extended, DateForm::Basic])
    }

    /// A type that a map's key can have.
    fn key_type(&mut self) -> ColumnType {
        match self.below(20) {
            0..4 => ColumnType::Str,
            4 => ColumnType::I64,
            5 => ColumnType::Bool,
            6 => ColumnType::I8,
            7 => ColumnType::I16,
            8 => ColumnType::I32,
            9 => ColumnType::U8,
            10 => ColumnType::U16,
            11 => ColumnType::U32,
            12 => ColumnType::U64,
            13 => self.pick(&[ColumnType::F16, ColumnType::F32, ColumnType::F64]).clone(),
            14 => ColumnType::Num,
            15 => {
                let precision = 1 + self.below(76) as u8;
                let scale = if self.chance(50) { self.below(153) as i16 - 76 } else { 2 };
                ColumnType::Decimal { precision, scale: i8::try_from(scale).unwrap() }
            }
            16 => ColumnType::Bin,
            17 => {
                let zone = match self.below(5) {
                    0 => None,
                    1 => Zone::new("UTC"),
                    2 => Zone::new("+05:30"),
                    3 => Zone::new("-23:59"),
                    _ => Zone::new(self.text()),
                };
                ColumnType::Timestamp { unit: self.time_unit(), zone, form: self.form() }
            }
            18 => match self.below(3) {
                0 => ColumnType::Date(self.form()),
                1 => ColumnType::Time(self.time_unit()),
                _ => ColumnType::Duration(self.time_unit()),
            },
            _ => ColumnType::Interval(*self.pick(&[
                IntervalUnit::YearMonth,
                IntervalUnit::DayTime,
                IntervalUnit::MonthDayNano,
            ])),
        }
    }

    fn scalar_type(&mut self) -> ColumnType {
        match self.below(10) {
            0..7 => self.key_type(),
            7 | 8 => ColumnType::Auto,
            _ => ColumnType::Null,
        }
    }

    fn any_type(&mut self, depth: usize) -> ColumnType {
        match self.below(if depth == 0 { 5 } else { 10 }) {
            0..5 => self.scalar_type(),
            5 => ColumnType::list(self.any_type(depth - 1)),
            6 => ColumnType::map(self.key_type(), self.any_type(depth - 1)),
            7 => ColumnType::bracketed(self.fields(depth - 1, true)),
            8 => ColumnType::structure(self.fields(depth - 1, false)),
            _ => {
                // An item that is an inline struct.
                let fields = self.fields(depth - 1, true);
                let item = ColumnType::structure(fields);
                if self.chance(40) { ColumnType::map(self.key_type(), item) } else { ColumnType::list(item) }
            }
        }
    }

    /// Fields of a struct. What may be left without a cell is decided where the fields are a group of their own.
    fn fields(&mut self, depth: usize, own: bool) -> Vec<Column> {
        let count = self.below(4);
        let columns = self.plain_columns(count, depth);
        if own { self.ruled(columns) } else { columns }
    }

    fn plain_columns(&mut self, count: usize, depth: usize) -> Vec<Column> {
        let names = self.names(count);
        names
            .into_iter()
            .map(|name| {
                let column = Column::new(name, self.any_type(depth));
                // A struct in brackets is one that may be missing, unless it is an item or the unnamed column (COL-3).
                let bracketed = matches!(column.column_type(), ColumnType::Struct { bracketed: true, .. });
                let column = if bracketed || self.chance(30) { column.with_missing() } else { column };
                // A list or map of inline structs holds groups of its own.
                let ty = self.ruled_items(column.column_type().clone());
                rebuilt(&column, ty)
            })
            .collect()
    }

    fn ruled_items(&mut self, ty: ColumnType) -> ColumnType {
        match ty {
            ColumnType::List(item) => ColumnType::list(self.ruled_item(*item)),
            ColumnType::Map(key, value) => ColumnType::map(*key, self.ruled_item(*value)),
            // `?` made an inline struct a group.
            ColumnType::Struct { columns, bracketed: true } => ColumnType::bracketed(self.ruled(columns)),
            ty => ty,
        }
    }

    fn ruled_item(&mut self, ty: ColumnType) -> ColumnType {
        match ty {
            ColumnType::Struct { columns, bracketed: false } => ColumnType::structure(self.ruled(columns)),
            ty => self.ruled_items(ty),
        }
    }

    /// Adds constants and templates to the columns of a row or group, so that a cell remains.
    fn ruled(&mut self, columns: Vec<Column>) -> Vec<Column> {
        let mut cells = cells(&columns);
        self.rule_all(columns, &mut cells)
    }

    fn rule_all(&mut self, columns: Vec<Column>, cells: &mut usize) -> Vec<Column> {
        columns
            .into_iter()
            .map(|column| {
                if *column.rule() != ColumnRule::Plain || column.name().is_none() {
                    return column;
                }
                match column.column_type() {
                    ColumnType::Struct { columns, bracketed: false } => {
                        let ty = ColumnType::structure(self.rule_all(columns.clone(), cells));
                        rebuilt(&column, ty)
                    }
                    ty if ty.is_scalar() && *cells > 1 && self.chance(12) => {
                        let value = self.cell(&column);
                        // Escapes make six letters of one.
                        if format!("{value:?}").len() > 1_024 / 6 {
                            return column;
                        }
                        *cells -= 1;
                        column.always(value)
                    }
                    ColumnType::Str if self.chance(12) => match self.template() {
                        Some((prefix, suffix)) => column.like(prefix, suffix),
                        None => column,
                    },
                    _ => column,
                }
            })
            .collect()
    }

    /// Prefix and suffix; none if they would be too long.
    fn template(&mut self) -> Option<(String, String)> {
        let (prefix, mut suffix) = (self.text(), self.text());
        if prefix.is_empty() && suffix.is_empty() {
            suffix.push('x');
        }
        (prefix.len() + suffix.len() <= 1_024 / 6).then_some((prefix, suffix))
    }

    pub fn schema(&mut self) -> Schema {
        let schema = if self.chance(15) {
            let ty = match self.any_type(3) {
                ColumnType::Struct { columns, .. } => ColumnType::bracketed(self.ruled(columns)),
                ty => self.ruled_items(ty),
            };
            Schema::new([Column::unnamed(ty)])
        } else {
            let (count, depth) = (1 + self.below(5), self.below(4));
            let count = if self.chance(5) { 0 } else { count };
            let columns = self.plain_columns(count, depth);
            Schema::new(self.ruled(columns))
        };
        if self.chance(15) { schema.with_numbers() } else { schema }
    }

    // Values.

    /// The value of a column in a row.
    fn value(&mut self, column: &Column) -> Value<'static> {
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

    fn cell(&mut self, column: &Column) -> Value<'static> {
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

    fn signed(&mut self, least: i64, most: i64) -> i64 {
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

    fn unsigned(&mut self, most: u64) -> u64 {
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

    fn float(&mut self) -> f64 {
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

    fn digits(&mut self, most: usize) -> String {
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

    // Documents.

    pub fn document(&mut self) -> Document {
        if self.chance(30) {
            let count = 1 + self.below(9);
            let mut seen = BTreeSet::new();
            for index in 0..count {
                let mut name = match self.below(3) {
                    0 => format!("https://example.com/{index}"),
                    1 => self.text(),
                    _ => "https://example.com".into(),
                };
                while name.is_empty() || !seen.insert(name.clone()) {
                    name.push('y');
                }
                self.names.push(name);
            }
        }
        let mut blocks = Vec::new();
        let has_receipt = self.chance(20);
        if has_receipt {
            blocks.push(self.receipt());
        }
        match self.below(8) {
            // A receipt alone.
            1 if has_receipt => {}
            2 => {
                let name = self.text();
                let place = format!("/{}", token(&name));
                // Its records have no marks: they would need blocks.
                let block = self.block(Some(&place), false);
                blocks.push(block);
            }
            3..6 => {
                let record = self.record("", None, true);
                blocks.extend(self.with_marked(record, "", 2));
            }
            _ => {
                let block = self.block(None, false);
                blocks.push(block);
            }
        }
        let mut first = blocks[0].header.clone();
        first = self.first_fields(first);
        for name in &self.names {
            first = first.with_name(name.as_str());
        }
        blocks[0].header = first;
        let mut closing = Closing::new();
        let last = blocks.len() - 1;
        let key = if blocks[last].header.shape().has_rows() { "rows" } else { "lines" };
        // A late count may not repeat a key of the first header (END-1).
        let is_free = last == 0 || blocks[0].header.get(key).is_none();
        if blocks[last].header.shape() != Shape::Receipt && is_free && self.chance(30) {
            let header = &blocks[last].header;
            let count = header.count().unwrap();
            closing = closing.with(key, count);
            let header = without(header, key);
            blocks[last].header = header;
            closing = self.late_fields(closing, &blocks);
        }
        if self.chance(30) {
            closing = closing.with_crc();
        }
        Document { blocks, closing }
    }

    /// Fields that stand in the first header only, and metadata.
    fn first_fields(&mut self, mut header: Header) -> Header {
        for key in [
            "status",
            "code",
            "cause",
            "resource",
            "revision",
            "complete",
            "next_cursor",
            "next",
            "retry",
            "stored",
            "expires",
            "snapshot",
        ] {
            if self.chance(8) {
                let value = self.field_value(key);
                header = header.with(key, value);
            }
        }
        self.metadata(header)
    }

    fn metadata(&mut self, mut header: Header) -> Header {
        for key in ["source", "_later", "Trace.id", "x-1", "a"] {
            if self.chance(8) {
                let value = self.text();
                header = header.with(key, value);
            }
        }
        header
    }

    fn field_value(&mut self, key: &str) -> String {
        match key {
            "status" => (*self.pick(&["ok", "failed", "running", "outcome_unknown"])).into(),
            "complete" => self.chance(50).to_string(),
            "expires" => self.instant(),
            _ => self.text(),
        }
    }

    fn late_fields(&mut self, mut closing: Closing, blocks: &[DocumentBlock]) -> Closing {
        let (first, last) = (&blocks[0].header, &blocks[blocks.len() - 1].header);
        let is_free = |key: &str| first.get(key).is_none() && last.get(key).is_none();
        for key in ["status", "code", "cause", "of", "complete", "next_cursor", "next", "expires", "took_ms", "b"] {
            if is_free(key) && self.chance(15) && !(key == "of" && last.shape() == Shape::Record) {
                let value = if key == "of" { self.unsigned(u64::MAX).to_string() } else { self.field_value(key) };
                closing = closing.with(key, value);
            }
        }
        closing
    }

    fn instant(&mut self) -> String {
        let date = *self.pick(&["2024-01-01", "1970-01-01", "1969-12-31", "0000-01-01", "9999-12-31", "2024-02-29"]);
        let time = *self.pick(&["00:00:00", "23:59:59", "12:00:00"]);
        let mut out = format!("{date}T{time}");
        if self.chance(40) {
            out.push('.');
            out += &self.digits(8);
        }
        out + *self.pick(&["Z", "+00:00", "+05:30", "-23:59"])
    }

    fn receipt(&mut self) -> DocumentBlock {
        let mut header = Header::receipt();
        for key in ["rows", "from", "of"] {
            if self.chance(20) {
                let value = self.unsigned(u64::MAX);
                header = header.with(key, value);
            }
        }
        if self.chance(50) {
            return DocumentBlock { header, body: Body::Empty };
        }
        let (header, body) = self.body(header);
        DocumentBlock { header, body }
    }

    fn body(&mut self, header: Header) -> (Header, Body) {
        let text = match self.below(3) {
            0 => self.text(),
            1 => (0..self.below(5)).map(|_| self.text()).collect::<Vec<_>>().join("\n"),
            _ => (0..self.below(8)).map(|_| *self.pick(PIECES)).collect(),
        };
        let must = text.split('\n').any(|line| {
            line.ends_with(' ')
                || line.contains(|c: char| {
                    c != '\t'
                        && (c.is_control()
                            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
                })
        });
        let header = header.with_lines(text.split('\n').count() as u64);
        let header = if must || self.chance(20) { header.with("escaped", 1) } else { header };
        (header, Body::Text(text))
    }

    /// A block that is no receipt; a record has marks only if blocks can follow.
    fn block(&mut self, at: Option<&str>, marks: bool) -> DocumentBlock {
        let with_at = |header: Header| if let Some(at) = at { header.with("at", at) } else { header };
        match self.below(8) {
            0..4 => {
                let mut block = self.table();
                block.header = with_at(block.header);
                block
            }
            4 => self.record(at.unwrap_or(""), at, marks),
            5 | 6 => {
                let mut block = self.series(at.is_some());
                block.header = with_at(block.header);
                block
            }
            _ => {
                let (mut header, body) = self.body(with_at(Header::text()));
                if self.chance(20) {
                    let parts = 1 + self.below(300) as u64;
                    header = header.with("part", parts - self.below(parts as usize) as u64).with("parts", parts);
                }
                DocumentBlock { header: self.page(header), body }
            }
        }
    }

    fn page(&mut self, mut header: Header) -> Header {
        for key in ["from", "of"] {
            if self.chance(8) {
                let value = self.unsigned(u64::MAX - 100);
                header = header.with(key, value);
            }
        }
        if self.chance(10) { self.metadata(header) } else { header }
    }

    fn table(&mut self) -> DocumentBlock {
        let flat = self.chance(4);
        let mut schema = if flat {
            Schema::new([
                Column::new("path", ColumnType::Str),
                Column::new("value_type", ColumnType::Str),
                Column::new("part", ColumnType::U32),
                Column::new("parts", ColumnType::U32),
                Column::new("value", ColumnType::Str),
            ])
        } else {
            self.schema()
        };
        let keyed = !flat && self.chance(20);
        if keyed {
            schema = match self.template().filter(|_| self.chance(50)) {
                Some((prefix, suffix)) => schema.with_key_template(prefix, suffix),
                None => schema.with_keys(),
            };
        }
        let header = self.page(Header::table(schema.clone()));
        let header = if flat { header.with("flat", 1) } else { header };
        let mut rows = self.rows(&schema, header.from().unwrap_or(0));
        if keyed {
            let (prefix, suffix) = schema.key_template().unwrap_or_default();
            let keys = self.names(rows.len());
            for (row, key) in rows.iter_mut().zip(keys) {
                row.key = Some([prefix, &key, suffix].concat());
            }
        }
        self.rowed(header, rows)
    }

    fn rowed(&mut self, header: Header, rows: Vec<DocumentRow>) -> DocumentBlock {
        let header = header.with_rows(rows.len() as u64);
        // How booleans are spelled shows only where there is one.
        let has_bool = header.schema().unwrap().columns().iter().any(constant_bool)
            || rows.iter().any(|row| {
                row.values.iter().zip(header.schema().unwrap().columns()).any(|(v, c)| holds_bool(v, c.column_type()))
            });
        let header = if has_bool && self.chance(40) { header.with_digits() } else { header };
        DocumentBlock { header, body: Body::Rows(rows) }
    }

    fn rows(&mut self, schema: &Schema, from: u64) -> Vec<DocumentRow> {
        let count = *self.pick(&[1, 0, 1, 2, 3, 5]);
        (0..count)
            .map(|index| DocumentRow {
                number: schema.is_numbered().then_some(from + index + 1),
                key: None,
                offset: None,
                values: schema.columns().iter().map(|column| self.value(column)).collect(),
            })
            .collect()
    }

    fn series(&mut self, needs_axis: bool) -> DocumentBlock {
        let unit = *self.pick(&OffsetUnit::ALL);
        let mut schema = self.schema();
        // An axis is a field beside named ones (COL-5).
        if needs_axis && schema.columns().iter().any(|column| column.name().is_none()) {
            schema = Schema::new([Column::new("v", ColumnType::Auto)]);
        }
        let schema = schema.with_offset(unit);
        let t0: Instant = self.instant().parse().expect("an instant");
        let mut header = self.page(Header::series(schema.clone(), t0));
        let mut rows = self.rows(&schema, header.from().unwrap_or(0));
        let unnamed = schema.columns().iter().any(|column| column.name().is_none());
        let axis = (self.chance(50) || needs_axis) && !unnamed;
        let mut scale = 1;
        if axis {
            let mut name = self.text();
            while schema.index_of(&name).is_some() {
                name.push('x');
            }
            // Steps of a second fit the forms of a `t0` without fraction, steps of a day from a midnight fit all.
            let per = |nanoseconds: i64| (nanoseconds / unit.nanoseconds()).max(1);
            scale = per(1_000_000_000);
            let is_midnight = t0.digits() == 0 && t0.to_string().contains("T00:00:00");
            let form = match self.below(4) {
                1 if t0.digits() == 0 => AxisForm::EpochSeconds,
                2 if t0.digits() == 0 => AxisForm::EpochMilliseconds,
                3 if is_midnight => AxisForm::Date,
                _ => AxisForm::Rfc3339,
            };
            if form == AxisForm::Date {
                scale = per(86_400_000_000_000);
            }
            header = header.with_axis(&name, form);
        }
        // A day to each side, or as far as every form holds.
        let most = if self.chance(50) { 86_400_000_000_000.max(unit.nanoseconds()) } else { i64::MAX };
        let most = match most / unit.nanoseconds() {
            _ if most == i64::MAX && scale == 1 && unit.nanoseconds() < 1_000_000_000 && !axis => i64::MAX,
            units => units,
        };
        for row in &mut rows {
            row.offset = Some(self.signed(-most, most) / scale * scale);
        }
        self.rowed(header, rows)
    }

    /// A record; `at` is where it stands, which its own marks begin with.
    fn record(&mut self, place: &str, at: Option<&str>, marks: bool) -> DocumentBlock {
        let _ = place;
        let header = Header::record();
        let header = if let Some(at) = at { header.with("at", at) } else { header };
        let header = if self.chance(10) { self.metadata(header) } else { header };
        self.marks = marks;
        let count = if self.chance(15) { usize::MAX } else { self.below(6) };
        let mut fields = Vec::new();
        if count == usize::MAX {
            let (ty, mut value) = self.field();
            while value == Value::Mark {
                value = Value::Null;
            }
            fields.push((None, ty, value));
        } else {
            for name in self.names(count) {
                let (ty, value) = self.field();
                fields.push((Some(name.into()), ty, value));
            }
        }
        self.marks = false;
        let header = header.with_lines(fields.len() as u64);
        let has_bool = fields.iter().any(|(_, ty, value)| holds_bool(value, ty) || has_constant_bool(ty));
        let header = if has_bool && self.chance(40) { header.with_digits() } else { header };
        DocumentBlock { header, body: Body::Fields(fields) }
    }

    fn field(&mut self) -> (ColumnType, Value<'static>) {
        let ty = match self.below(10) {
            0..5 => ColumnType::Auto,
            5 => ColumnType::Json,
            _ => {
                // No constant holds a mark.
                let before = std::mem::replace(&mut self.marks, false);
                let ty = match self.any_type(3) {
                    ColumnType::Struct { columns, .. } => ColumnType::bracketed(self.ruled(columns)),
                    ty => self.ruled_items(ty),
                };
                self.marks = before;
                ty
            }
        };
        // Marks stand in the trees of `auto` lines only.
        let marks = self.marks && ty == ColumnType::Auto;
        let before = std::mem::replace(&mut self.marks, marks);
        let value = self.of(&ty);
        self.marks = before;
        (ty, value)
    }

    /// A record and the blocks of its marks, depth first.
    fn with_marked(&mut self, record: DocumentBlock, place: &str, depth: usize) -> Vec<DocumentBlock> {
        let mut places = Vec::new();
        if let Body::Fields(fields) = &record.body {
            for (name, _, value) in fields {
                let start = name.as_ref().map_or_else(|| place.to_owned(), |name| format!("{place}/{}", token(name)));
                marks(value, &start, &mut places);
            }
        }
        let mut blocks = vec![record];
        for place in places {
            let block = self.block(Some(&place), depth > 0);
            if block.header.shape() == Shape::Record {
                blocks.extend(self.with_marked(block, &place, depth - usize::from(depth > 0)));
            } else {
                blocks.push(block);
            }
        }
        blocks
    }
}

/// A document from bytes.
pub fn document(bytes: &[u8]) -> Document {
    Source::new(bytes).document()
}

/// A document that was valid, until some of it was changed: values of another type, other keys, other schemas.
pub fn disturbed(bytes: &[u8]) -> Document {
    let mut source = Source::new(bytes);
    let mut document = source.document();
    for _ in 0..=source.below(3) {
        source.disturb(&mut document);
    }
    document
}

impl Source<'_> {
    fn disturb(&mut self, document: &mut Document) {
        if document.blocks.is_empty() {
            return;
        }
        let (one, other) = (self.below(document.blocks.len()), self.below(document.blocks.len()));
        match self.below(16) {
            0 => document.blocks.swap(one, other),
            1 => drop(document.blocks.remove(one)),
            2 => document.blocks.insert(one, document.blocks[other].clone()),
            3 => document.closing = self.any_closing(document.closing.clone()),
            4..6 => {
                let block = &mut document.blocks[one];
                let key = self.any_key();
                let value = self.any_field(&key);
                block.header = block.header.clone().with(&key, value);
            }
            6 => {
                let block = &mut document.blocks[one];
                let keys: Vec<String> = block.header.fields().map(|(key, _)| key.to_owned()).collect();
                if let Some(key) = keys.get(self.below(keys.len().max(1))) {
                    block.header = without(&block.header, key);
                }
            }
            7 => {
                let block = &mut document.blocks[one];
                let name = self.text();
                block.header = block.header.clone().with_name(name);
            }
            8 | 9 => {
                let block = &mut document.blocks[one];
                if let Some(schema) = block.header.schema().cloned() {
                    let schema = self.any_schema(&schema);
                    block.header = match block.header.t0().filter(|_| self.chance(90)) {
                        Some(t0) => Header::series(schema, t0),
                        None => Header::table(schema),
                    };
                }
            }
            _ => self.disturb_body(&mut document.blocks[one]),
        }
    }

    fn disturb_body(&mut self, block: &mut DocumentBlock) {
        let types: Vec<ColumnType> =
            block.header.schema().iter().flat_map(|schema| schema.columns()).map(|c| c.column_type().clone()).collect();
        match &mut block.body {
            Body::Rows(rows) if !rows.is_empty() => {
                let at = self.below(rows.len());
                match self.below(8) {
                    0 => rows.push(rows[at].clone()),
                    1 => drop(rows.remove(at)),
                    2 => rows[at].key = Some(self.text()).filter(|_| self.chance(80)),
                    3 => rows[at].offset = Some(self.signed(i64::MIN, i64::MAX)).filter(|_| self.chance(80)),
                    4 => {
                        let value = self.any_value(2);
                        rows[at].values.push(value);
                    }
                    _ if rows[at].values.is_empty() => {}
                    5 => drop(rows[at].values.pop()),
                    _ => {
                        let column = self.below(rows[at].values.len());
                        rows[at].values[column] = match types.get(column) {
                            Some(ty) => self.nearly(&ty.clone()),
                            None => self.any_value(2),
                        };
                    }
                }
            }
            Body::Fields(fields) if !fields.is_empty() => {
                let (at, other) = (self.below(fields.len()), self.below(fields.len()));
                match self.below(6) {
                    0 => fields.push(fields[at].clone()),
                    1 => drop(fields.remove(at)),
                    2 => fields[at].0 = Some(self.text().into()).filter(|_| self.chance(80)),
                    3 => fields[at].1 = fields[other].1.clone(),
                    _ => fields[at].2 = self.nearly(&fields[at].1.clone()),
                }
            }
            Body::Rows(rows) => rows.push(DocumentRow::default()),
            Body::Fields(fields) => fields.push((None, ColumnType::Json, self.any_value(2))),
            Body::Text(_) | Body::Empty => {
                block.body = if self.chance(80) { Body::Text(self.text()) } else { Body::Empty };
            }
        }
    }

    /// A value that looks as if it were of the type, or is of another.
    fn nearly(&mut self, ty: &ColumnType) -> Value<'static> {
        match (ty, self.below(4)) {
            (_, 0) => self.any_value(2),
            (ColumnType::List(item), _) => Value::List((0..=self.below(2)).map(|_| self.nearly(item)).collect()),
            (ColumnType::Map(key, of), _) => {
                Value::Map((0..=self.below(2)).map(|_| (self.nearly(key), self.nearly(of))).collect())
            }
            (ColumnType::Struct { columns, .. }, _) => {
                Value::Struct(columns.iter().map(|column| self.nearly(column.column_type())).collect())
            }
            (ColumnType::Num | ColumnType::Decimal { .. }, _) => Value::Number(self.text().into()),
            (ColumnType::Json, 1) => {
                let json = self.json(2);
                Value::Json(
                    String::from_utf8_lossy(&edited(json.as_bytes(), &[self.byte(), self.byte()])).into_owned().into(),
                )
            }
            (ColumnType::Json, _) => Value::Json(self.text().into()),
            (ColumnType::F16 | ColumnType::F32, _) => Value::Float(self.float()),
            (ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64, _) => {
                Value::UInt(self.unsigned(u64::MAX))
            }
            (ColumnType::Interval(_), _) => Value::Interval(Interval {
                months: self.bits(4) as i32,
                days: self.bits(4) as i32,
                time: self.signed(i64::MIN, i64::MAX),
            }),
            (ColumnType::Auto | ColumnType::Str | ColumnType::Bin | ColumnType::Bool | ColumnType::Null, _) => {
                self.any_value(2)
            }
            _ => Value::Int(self.signed(i64::MIN, i64::MAX)),
        }
    }

    fn any_value(&mut self, depth: usize) -> Value<'static> {
        match self.below(if depth == 0 { 11 } else { 14 }) {
            0 => Value::Null,
            1 => Value::Missing,
            2 => Value::Bool(self.chance(50)),
            3 => Value::Int(self.signed(i64::MIN, i64::MAX)),
            4 => Value::UInt(self.unsigned(u64::MAX)),
            5 => Value::Float(self.float()),
            6 => Value::Number(self.text().into()),
            7 => Value::Bin(self.bin().into()),
            8 => Value::Mark,
            9 => Value::Json(self.text().into()),
            10 => Value::text(&self.text()),
            11 => Value::List((0..self.below(3)).map(|_| self.any_value(depth - 1)).collect()),
            12 => Value::Struct((0..self.below(3)).map(|_| self.any_value(depth - 1)).collect()),
            _ => {
                Value::Map((0..self.below(3)).map(|_| (self.any_value(depth - 1), self.any_value(depth - 1))).collect())
            }
        }
    }

    fn any_key(&mut self) -> String {
        const KEYS: &[&str] = &[
            "at", "status", "code", "rows", "lines", "from", "of", "complete", "expires", "t0", "axis", "flat",
            "escaped", "part", "parts", "columns", "crc", "$1", "$2", "", "1a", "a b", "é", "_x", "x", "a=b", "x|y",
            "A.b-c",
        ];
        if self.chance(10) { self.text() } else { (*self.pick(KEYS)).into() }
    }

    fn any_field(&mut self, key: &str) -> String {
        match self.below(6) {
            0 => self.text(),
            1 => self.unsigned(u64::MAX).to_string(),
            2 => (*self.pick(&[
                "0",
                "1",
                "2",
                "01",
                "+1",
                "true",
                "ok",
                "/",
                "/a",
                "/a~",
                "a:date",
                "\"\":rfc3339",
                "a\\:b:date",
            ]))
            .into(),
            3 => self.instant(),
            _ => self.field_value(key),
        }
    }

    fn any_closing(&mut self, closing: Closing) -> Closing {
        if self.chance(20) {
            return Closing::new();
        }
        let key = self.any_key();
        let value = self.any_field(&key);
        closing.with(&key, value)
    }

    /// Columns that need not go together.
    fn any_schema(&mut self, schema: &Schema) -> Schema {
        let mut columns = schema.columns().to_vec();
        let at = self.below(columns.len().max(1));
        let made = match self.below(10) {
            0 => Column::unnamed(self.any_type(2)),
            1 => {
                let name = self.text();
                Column::new(name, ColumnType::map(self.any_type(1), self.any_type(1)))
            }
            2 => Column::new("j", ColumnType::list(ColumnType::Json)),
            3 => Column::new("b", ColumnType::bracketed([Column::unnamed(ColumnType::Str)])),
            4 => Column::new("d", ColumnType::Decimal { precision: self.byte(), scale: self.byte() as i8 }),
            5 => {
                let (ty, value) = (self.any_type(1), self.any_value(1));
                Column::new("w", ty).always(value)
            }
            6 => {
                let ty = self.any_type(1);
                Column::new("l", ty).like(self.text(), self.text())
            }
            7 => Column::unnamed(self.any_type(1)).with_missing(),
            8 if !columns.is_empty() => columns[at].clone(),
            _ => Column::new(self.text(), self.any_type(2)),
        };
        if self.chance(50) || columns.is_empty() {
            columns.push(made);
        } else {
            columns[at] = made;
        }
        let schema = match schema.lead() {
            Lead::None => Schema::new(columns),
            Lead::Key => match schema.key_template() {
                Some((prefix, suffix)) => Schema::new(columns).with_key_template(prefix, suffix),
                None => Schema::new(columns).with_keys(),
            },
            Lead::Offset(unit) => Schema::new(columns).with_offset(unit),
        };
        match self.below(8) {
            0 => schema.with_numbers(),
            1 => schema.with_keys(),
            2 => schema.with_offset(*self.pick(&OffsetUnit::ALL)),
            3 => schema.with_key_template(self.text(), self.text()),
            _ => schema,
        }
    }
}

/// A valid document, changed at random: bytes replaced, put in or taken out, lines doubled, dropped or swapped.
pub fn edited(document: &[u8], choices: &[u8]) -> Vec<u8> {
    const BYTES: &[u8] = b"\\,;()|=\"0\n\r\xff{}[]<>?:*$@#NMu.-+1 9eE/~\t\0a\xc2\xe2QRP";
    let (mut bytes, mut source) = (document.to_vec(), Source::new(choices));
    for _ in 0..=source.below(3) {
        let place = source.below(bytes.len().max(1));
        let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let (one, other) = (source.below(lines.len().max(1)), source.below(lines.len().max(1)));
        match source.below(8) {
            0 | 1 if place < bytes.len() => bytes[place] = *source.pick(BYTES),
            2 if place < bytes.len() => bytes[place] = bytes[source.below(bytes.len())],
            3 => bytes.insert(place, *source.pick(BYTES)),
            4 if place < bytes.len() => drop(bytes.remove(place)),
            5 if !lines.is_empty() => {
                lines.insert(other, lines[one].clone());
                bytes = lines.concat();
            }
            6 if !lines.is_empty() => {
                lines.swap(one, other);
                bytes = lines.concat();
            }
            7 if !lines.is_empty() => {
                lines.remove(one);
                bytes = lines.concat();
            }
            _ => {}
        }
    }
    bytes
}

/// The same column with another type.
fn rebuilt(column: &Column, ty: ColumnType) -> Column {
    let mut out = match column.name() {
        Some(name) => Column::new(name, ty),
        None => Column::unnamed(ty),
    };
    if column.may_be_missing() {
        out = out.with_missing();
    }
    match column.rule() {
        ColumnRule::Plain => out,
        ColumnRule::Always(value) => out.always(value.clone()),
        ColumnRule::Like { prefix, suffix } => out.like(prefix.clone(), suffix.clone()),
    }
}

/// Cells that columns have in a row.
fn cells(columns: &[Column]) -> usize {
    columns
        .iter()
        .map(|column| match (column.rule(), column.column_type()) {
            (ColumnRule::Always(_), _) => 0,
            (_, ColumnType::Struct { columns, bracketed: false }) => cells(columns),
            _ => 1,
        })
        .sum()
}

fn epoch() -> Instant {
    "1970-01-01T00:00:00Z".parse().unwrap()
}

/// The same header without a field.
fn without(header: &Header, left_out: &str) -> Header {
    let new = match header.shape() {
        Shape::Record => Header::record(),
        Shape::Text => Header::text(),
        Shape::Receipt => Header::receipt(),
        Shape::Table => Header::table(header.schema().unwrap().clone()),
        // What is no instant, because `t0` was disturbed before, comes back with the other fields.
        Shape::Series => Header::series(header.schema().unwrap().clone(), header.t0().unwrap_or(epoch())),
    };
    let new = header.fields().filter(|(key, _)| *key != left_out).fold(new, |new, (key, value)| new.with(key, value));
    let new = header.names().fold(new, Header::with_name);
    if header.has_digits() { new.with_digits() } else { new }
}

/// A reference token of a JSON Pointer.
pub fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn marks(value: &Value<'_>, place: &str, out: &mut Vec<String>) {
    match value {
        Value::Mark => out.push(place.into()),
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                marks(item, &format!("{place}/{index}"), out);
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                if let Value::Str(key) = key {
                    marks(value, &format!("{place}/{}", token(key)), out);
                }
            }
        }
        _ => {}
    }
}

/// Whether a value of a `bool` type is spelled in a cell.
fn holds_bool(value: &Value<'_>, ty: &ColumnType) -> bool {
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
fn constant_bool(column: &Column) -> bool {
    matches!((column.rule(), column.column_type()), (ColumnRule::Always(Value::Bool(_)), ColumnType::Bool))
        || has_constant_bool(column.column_type())
}

fn has_constant_bool(ty: &ColumnType) -> bool {
    match ty {
        ColumnType::Struct { columns, .. } => columns.iter().any(constant_bool),
        ColumnType::List(item) => has_constant_bool(item),
        ColumnType::Map(_, value) => has_constant_bool(value),
        _ => false,
    }
}

/// A canonical JSON string.
pub fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\u{8}' => out += "\\b",
            '\u{c}' => out += "\\f",
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
