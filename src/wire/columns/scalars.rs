//! The words of scalar types and their arguments, both directions.

use alloc::vec::Vec;
use core::str::FromStr;

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::char;
use nom::combinator::{opt, peek};
use nom::sequence::{delimited, separated_pair};

use super::super::grammar::{Fault, Parsed, expect, known, take_to};
use super::super::scalar::temporal::is_offset;
use super::super::text::{EscapeSet, escape, unescape};
use crate::error::Error;
use crate::schema::{ColumnType, DateForm, IntervalUnit, TimeUnit, Zone};

/// (word, type) of the types without arguments.
const PLAIN: [(&str, ColumnType); 18] = [
    ("bool", ColumnType::Bool),
    ("i8", ColumnType::I8),
    ("i16", ColumnType::I16),
    ("i32", ColumnType::I32),
    ("i64", ColumnType::I64),
    ("u8", ColumnType::U8),
    ("u16", ColumnType::U16),
    ("u32", ColumnType::U32),
    ("u64", ColumnType::U64),
    ("f16", ColumnType::F16),
    ("f32", ColumnType::F32),
    ("f64", ColumnType::F64),
    ("num", ColumnType::Num),
    ("str", ColumnType::Str),
    ("bin", ColumnType::Bin),
    ("null", ColumnType::Null),
    ("auto", ColumnType::Auto),
    ("json", ColumnType::Json),
];

const DECIMAL: &str = "dec";
const DATE: &str = "date";
const TIME: &str = "time";
const TIMESTAMP: &str = "ts";
const DURATION: &str = "dur";
const INTERVAL: &str = "interval";
/// The argument of [`DateForm::Basic`].
const BASIC: &str = "basic";

const UNITS: [(&str, TimeUnit); 4] = [
    ("s", TimeUnit::Second),
    ("ms", TimeUnit::Millisecond),
    ("us", TimeUnit::Microsecond),
    ("ns", TimeUnit::Nanosecond),
];

const INTERVALS: [(&str, IntervalUnit); 3] =
    [("ym", IntervalUnit::YearMonth), ("dt", IntervalUnit::DayTime), ("mdn", IntervalUnit::MonthDayNano)];

/// Most digits of a decimal, and most places before or after its point. COL-7.
const MOST_DIGITS: u8 = 76;
const MOST_PLACES: i8 = 76;

/// The word of a type, without its arguments; empty for types that have none.
pub(super) fn word(ty: &ColumnType) -> &'static str {
    match ty {
        ColumnType::Decimal { .. } => DECIMAL,
        ColumnType::Date(_) => DATE,
        ColumnType::Time(_) => TIME,
        ColumnType::Timestamp { .. } => TIMESTAMP,
        ColumnType::Duration(_) => DURATION,
        ColumnType::Interval(_) => INTERVAL,
        ColumnType::Struct { .. } | ColumnType::List(_) | ColumnType::Map(..) => "",
        plain => PLAIN.iter().find(|(_, ty)| ty == plain).map_or("", |(word, _)| word),
    }
}

/// `scalar`
pub(super) fn parse(input: &str) -> Parsed<'_, ColumnType> {
    let (rest, word) = take_to(input, EscapeSet::NAME.find(input))?;
    if word.is_empty() {
        return Err(known(Error::syntax("a type such as `i64`", input)));
    }
    match word {
        DECIMAL => decimal(rest),
        DATE => date(rest),
        TIME => unit_of(rest, &UNITS).map(|(rest, unit)| (rest, ColumnType::Time(unit))),
        TIMESTAMP => timestamp(rest),
        DURATION => unit_of(rest, &UNITS).map(|(rest, unit)| (rest, ColumnType::Duration(unit))),
        INTERVAL => unit_of(rest, &INTERVALS).map(|(rest, unit)| (rest, ColumnType::Interval(unit))),
        _ => match PLAIN.iter().find(|(plain, _)| *plain == word) {
            Some((_, ty)) => Ok((rest, ty.clone())),
            None => Err(known(Error::type_mismatch("a type such as `i64`", word))),
        },
    }
}

/// The rule that must fit here, or else the type's arguments are none that it has (COL-1).
fn argued<'t, T>(
    expected: &'static str,
    mut rule: impl Parser<&'t str, Output = T, Error = Fault<'t>>,
) -> impl FnMut(&'t str) -> Parsed<'t, T> {
    move |input| {
        rule.parse(input).map_err(|fault| match fault {
            nom::Err::Error(Fault::Unfit(found)) => known(Error::type_mismatch(expected, found)),
            fault => fault,
        })
    }
}

/// The twin of [`parse`].
pub(super) fn print(ty: &ColumnType, out: &mut Vec<u8>) {
    out.extend_from_slice(word(ty).as_bytes());
    let mut put = |parts: &[&str]| parts.iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
    match ty {
        ColumnType::Decimal { precision, scale } => {
            let mut number = itoa::Buffer::new();
            put(&["(", number.format(*precision), ","]);
            put(&[number.format(*scale), ")"]);
        }
        ColumnType::Date(DateForm::Basic) => put(&["(", BASIC, ")"]),
        ColumnType::Time(unit) | ColumnType::Duration(unit) => put(&["(", letters(&UNITS, unit), ")"]),
        ColumnType::Interval(unit) => put(&["(", letters(&INTERVALS, unit), ")"]),
        ColumnType::Timestamp { unit, zone, form } => {
            put(&["(", letters(&UNITS, unit)]);
            match zone {
                Some(zone) => {
                    out.push(b',');
                    print_zone(zone.as_str(), out);
                }
                None if *form == DateForm::Basic => out.push(b','),
                None => {}
            }
            if *form == DateForm::Basic {
                out.push(b',');
                out.extend_from_slice(BASIC.as_bytes());
            }
            out.push(b')');
        }
        _ => {}
    }
}

/// Whether the arguments of a type are within their bounds (COL-7).
pub(super) fn check(ty: &ColumnType) -> crate::Result<()> {
    match ty {
        ColumnType::Decimal { precision, scale } => {
            if !(1..=MOST_DIGITS).contains(precision) || !(-MOST_PLACES..=MOST_PLACES).contains(scale) {
                let found = alloc::format!("{precision},{scale}");
                return Err(Error::type_mismatch("a precision of 1 to 76 and a scale of -76 to 76", &found));
            }
            Ok(())
        }
        ColumnType::Timestamp { zone: Some(zone), .. } if zone.as_str().is_empty() => {
            Err(Error::syntax("a zone such as `UTC`", ""))
        }
        _ => Ok(()),
    }
}

/// An argument that ends at a comma or a parenthesis.
fn argument(input: &str) -> Parsed<'_, &str> {
    take_till(|c| matches!(c, ',' | '(' | ')')).parse(input)
}

/// `"(" unit ")"`
fn unit_of<'t, U: Copy>(input: &'t str, units: &[(&'static str, U)]) -> Parsed<'t, U> {
    let close = expect("`)` after the unit", char(')'));
    delimited(argued("`(` and a unit", char('(')), |input| unit(input, units), close).parse(input)
}

fn unit<'t, U: Copy>(input: &'t str, units: &[(&'static str, U)]) -> Parsed<'t, U> {
    let (rest, found) = argument(input)?;
    match units.iter().find(|(word, _)| *word == found) {
        Some((_, unit)) => Ok((rest, *unit)),
        None => Err(known(Error::type_mismatch("a unit that this type has, such as `ms` or `ym`", found))),
    }
}

fn letters<U: PartialEq>(units: &[(&'static str, U)], unit: &U) -> &'static str {
    units.iter().find(|(_, known)| known == unit).map_or("", |(word, _)| word)
}

/// `"(" precision "," scale ")"`
fn decimal(input: &str) -> Parsed<'_, ColumnType> {
    let pair = separated_pair(argument, argued("`,` and a scale", char(',')), argument);
    let open = argued("`(precision,scale)`", char('('));
    let (rest, (precision, scale)) = delimited(open, pair, argued("`)` after the scale", char(')'))).parse(input)?;
    let ty = number(precision).and_then(|precision| Ok(ColumnType::Decimal { precision, scale: number(scale)? }));
    let ty = ty.and_then(|ty| check(&ty).map(|()| ty)).map_err(known)?;
    Ok((rest, ty))
}

/// A number in its one spelling.
fn number<N: FromStr + itoa::Integer + Copy>(text: &str) -> crate::Result<N> {
    text.parse()
        .ok()
        .filter(|&number| itoa::Buffer::new().format(number) == text)
        .ok_or_else(|| Error::type_mismatch("a precision of 1 to 76 and a scale of -76 to 76", text))
}

/// `[ "(basic)" ]`; an annotation may stand there instead.
fn date(input: &str) -> Parsed<'_, ColumnType> {
    let (rest, arguments) = opt(delimited(char('('), argument, char(')'))).parse(input)?;
    match arguments {
        None => Ok((input, ColumnType::Date(DateForm::Extended))),
        Some(BASIC) => Ok((rest, ColumnType::Date(DateForm::Basic))),
        Some(words) if words.contains(' ') => Ok((input, ColumnType::Date(DateForm::Extended))),
        Some(word) => Err(known(Error::type_mismatch("`date` or `date(basic)`", word))),
    }
}

/// `"(" unit [ "," [ zone ] [ ",basic" ] ] ")"`
fn timestamp(input: &str) -> Parsed<'_, ColumnType> {
    let (input, _) = argued("`(` and a unit", char('(')).parse(input)?;
    let (input, unit) = unit(input, &UNITS)?;
    let (input, more) = opt(char(',')).parse(input)?;
    let (input, zone) = match more {
        // Without a zone a comma makes sense before `,basic` only.
        Some(_) if !input.starts_with(',') => zone(input).map(|(rest, zone)| (rest, Some(zone)))?,
        _ => (input, None),
    };
    let (input, basic) = opt((char(','), argument)).parse(input)?;
    let form = match basic {
        None => DateForm::Extended,
        Some((_, BASIC)) => DateForm::Basic,
        Some((_, other)) => return Err(known(Error::type_mismatch("`basic`", other))),
    };
    let (rest, _) = expect("`)` after the arguments of `ts`", char(')')).parse(input)?;
    Ok((rest, ColumnType::Timestamp { unit, zone, form }))
}

/// An offset stands as it is; any other zone is a label, with the escape set of names.
fn zone(input: &str) -> Parsed<'_, Zone> {
    if let Some((head, tail)) = input.split_at_checked(6)
        && is_offset(head)
        && peek(alt((tag::<_, _, Fault<'_>>(","), tag(")")))).parse(tail).is_ok()
    {
        return Ok((tail, Zone(head.into())));
    }
    let (rest, raw) = take_to(input, EscapeSet::NAME.find(input))?;
    let label = unescape(raw, EscapeSet::NAME).map_err(known)?;
    if label.is_empty() || is_offset(&label) {
        return Err(known(Error::type_mismatch(
            "a zone such as `UTC` or `+02:00`",
            if raw.is_empty() { input } else { raw },
        )));
    }
    Ok((rest, Zone(label.into())))
}

fn print_zone(zone: &str, out: &mut Vec<u8>) {
    if is_offset(zone) {
        out.extend_from_slice(zone.as_bytes());
    } else {
        escape(zone, EscapeSet::NAME, out);
    }
}
