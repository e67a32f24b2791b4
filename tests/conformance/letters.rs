//! Owns the letters of scalar cells as the tests see them: written from the specification, not from `src/wire`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    unreachable_pub,
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
#![allow(clippy::float_cmp, clippy::many_single_char_names, reason = "tests")]

use qrp1::{DateForm, Interval, IntervalUnit, TimeUnit, Zone};

const DAY: i64 = 86_400;

/// `YYYY-MM-DD` or `YYYYMMDD` of a count of days since 1970-01-01 (TIME-1).
pub fn date(days: i64, form: DateForm) -> String {
    // Days since 0000-03-01, in eras of 400 years.
    let z = i128::from(days) + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1_460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i128::from(month <= 2);
    let sign = match year {
        0..=9999 => "",
        10_000.. => "+",
        _ => "-",
    };
    let dash = if form == DateForm::Extended { "-" } else { "" };
    format!("{sign}{:04}{dash}{month:02}{dash}{day:02}", year.abs())
}

/// The days of a date that [`date`] writes.
pub fn days(letters: &str, form: DateForm) -> i64 {
    let (year, month, day) = if form == DateForm::Extended {
        let mut parts = letters.rsplitn(3, '-');
        let (day, month, year) = (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap());
        (year, month, day)
    } else {
        let (rest, day) = letters.split_at(letters.len() - 2);
        let (year, month) = rest.split_at(rest.len() - 2);
        (year, month, day)
    };
    let (month, day): (i128, i128) = (month.parse().unwrap(), day.parse().unwrap());
    let year = year.parse::<i128>().unwrap() - i128::from(month <= 2);
    let era = year.div_euclid(400);
    let yoe = year.rem_euclid(400);
    let doy = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let doe = yoe * 365 + yoe / 4 - yoe / 100 + doy;
    i64::try_from(era * 146_097 + doe - 719_468).unwrap()
}

/// `HH:MM:SS.fff` of a count of units since midnight (TIME-2).
pub fn time(count: i64, unit: TimeUnit, form: DateForm) -> String {
    let (seconds, fraction) = (count / unit.per_second(), count % unit.per_second());
    let colon = if form == DateForm::Extended { ":" } else { "" };
    let mut out = format!("{:02}{colon}{:02}{colon}{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if unit.digits() > 0 {
        out += &format!(".{fraction:0width$}", width = usize::from(unit.digits()));
    }
    out
}

/// The units since midnight of a time that [`time`] writes.
pub fn units_of_day(letters: &str, unit: TimeUnit, form: DateForm) -> i64 {
    let (clock, fraction) = letters.split_once('.').unwrap_or((letters, "0"));
    let step = if form == DateForm::Extended { 3 } else { 2 };
    let part = |index: usize| clock[index * step..index * step + 2].parse::<i64>().unwrap();
    (part(0) * 3_600 + part(1) * 60 + part(2)) * unit.per_second() + fraction.parse::<i64>().unwrap()
}

/// Whether a zone is an offset and no label.
pub fn is_offset(label: &str) -> bool {
    offset(label).is_some()
}

/// Seconds that a zone is ahead of UTC; 0 for a label.
fn ahead(zone: Option<&Zone>) -> i64 {
    zone.and_then(|zone| offset(zone.as_str())).unwrap_or(0)
}

/// Seconds of `+HH:MM` or `-HH:MM`.
fn offset(label: &str) -> Option<i64> {
    let bytes = label.as_bytes();
    let number = |at: usize| -> Option<i64> {
        let two = bytes.get(at..at + 2)?;
        two.iter().all(u8::is_ascii_digit).then(|| i64::from(two[0] - b'0') * 10 + i64::from(two[1] - b'0'))
    };
    match (bytes.len(), bytes.first(), bytes.get(3), number(1), number(4)) {
        (6, Some(sign @ (b'+' | b'-')), Some(b':'), Some(hours @ ..24), Some(minutes @ ..60)) => {
            Some((hours * 3_600 + minutes * 60) * if *sign == b'-' { -1 } else { 1 })
        }
        _ => None,
    }
}

/// A time stamp of a count of units since 1970 (TIME-3).
pub fn timestamp(count: i64, unit: TimeUnit, zone: Option<&Zone>, form: DateForm) -> String {
    let per_day = i128::from(DAY * unit.per_second());
    let local = i128::from(count) + i128::from(ahead(zone) * unit.per_second());
    let days = i64::try_from(local.div_euclid(per_day)).unwrap();
    format!("{}T{}", date(days, form), time(i64::try_from(local.rem_euclid(per_day)).unwrap(), unit, form))
}

/// The count of a time stamp that [`timestamp`] writes.
pub fn instant(letters: &str, unit: TimeUnit, zone: Option<&Zone>, form: DateForm) -> i64 {
    let (date, time) = letters.split_once('T').unwrap();
    let local =
        i128::from(days(date, form)) * i128::from(DAY * unit.per_second()) + i128::from(units_of_day(time, unit, form));
    i64::try_from(local - i128::from(ahead(zone) * unit.per_second())).unwrap()
}

/// An interval (TIME-5).
pub fn interval(value: Interval, unit: IntervalUnit) -> String {
    let Interval { months, days, time } = value;
    match unit {
        IntervalUnit::YearMonth => format!("{months}"),
        IntervalUnit::DayTime => format!("{days}d{time}ms"),
        IntervalUnit::MonthDayNano => format!("{months}mo{days}d{time}ns"),
    }
}

/// The interval that [`interval`] writes.
pub fn parse_interval(letters: &str, unit: IntervalUnit) -> Interval {
    match unit {
        IntervalUnit::YearMonth => Interval { months: letters.parse().unwrap(), ..Interval::default() },
        IntervalUnit::DayTime => {
            let (days, time) = letters.strip_suffix("ms").unwrap().split_once('d').unwrap();
            Interval { months: 0, days: days.parse().unwrap(), time: time.parse().unwrap() }
        }
        IntervalUnit::MonthDayNano => {
            let (months, rest) = letters.strip_suffix("ns").unwrap().split_once("mo").unwrap();
            let (days, time) = rest.split_once('d').unwrap();
            Interval { months: months.parse().unwrap(), days: days.parse().unwrap(), time: time.parse().unwrap() }
        }
    }
}

/// The width of a binary floating-point type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    Half,
    Single,
    Double,
}

/// The value of the width nearest to `value`, ties to even.
pub fn nearest(value: f64, width: Width) -> f64 {
    match width {
        Width::Double => value,
        #[allow(clippy::cast_possible_truncation, reason = "that is the question")]
        Width::Single => f64::from(value as f32),
        Width::Half if value == 0.0 || !value.is_finite() => value,
        Width::Half => {
            // The exponent of the last place of a number of this size; subnormals share the smallest.
            let exponent = ((value.to_bits() >> 52 & 0x7ff) as i32 - 1_023).max(-14) - 10;
            let unit = 2f64.powi(exponent);
            let rounded = (value / unit).round_ties_even() * unit;
            if rounded.abs() >= 65_520.0 { f64::INFINITY.copysign(value) } else { rounded }
        }
    }
}

/// The letters of a float (FLT-1).
pub fn float(value: f64, width: Width) -> String {
    if value.is_nan() {
        return "NaN".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "Infinity".into() } else { "-Infinity".into() };
    }
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let value = value.abs();
    if value == 0.0 {
        return format!("{sign}0");
    }
    // `d.ddde±x` with the fewest digits that read back as the value; of these the closest.
    let scientific = match width {
        Width::Double => format!("{value:e}"),
        #[allow(clippy::cast_possible_truncation, reason = "the value is a single")]
        Width::Single => format!("{:e}", value as f32),
        Width::Half => (0..17).find_map(|digits| shortest(value, digits)).unwrap(),
    };
    let (mantissa, exponent) = scientific.split_once('e').unwrap();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let count = i32::try_from(digits.len()).unwrap();
    // The value is 0.digits × 10^point.
    let point = exponent.parse::<i32>().unwrap() + 1;
    let body = if count <= point && point <= 21 {
        format!("{digits}{}", "0".repeat((point - count) as usize))
    } else if 0 < point && point <= 21 {
        format!("{}.{}", &digits[..point as usize], &digits[point as usize..])
    } else if -6 < point && point <= 0 {
        format!("0.{}{digits}", "0".repeat(-point as usize))
    } else {
        let exponent = point - 1;
        let plus = if exponent < 0 { "" } else { "+" };
        let fraction = if count > 1 { format!(".{}", &digits[1..]) } else { String::new() };
        format!("{}{fraction}e{plus}{exponent}", &digits[..1])
    };
    format!("{sign}{body}")
}

/// A decimal of `digits` digits after the first that reads back as this half, the closest of them.
fn shortest(value: f64, digits: usize) -> Option<String> {
    let rounded = format!("{value:.digits$e}");
    let (mantissa, exponent) = rounded.split_once('e').unwrap();
    let whole: i64 = mantissa.replace('.', "").parse().unwrap();
    let scale = exponent.parse::<i32>().unwrap() - i32::try_from(digits).unwrap();
    [whole, whole - 1, whole + 1]
        .map(|whole| format!("{whole}e{scale}"))
        .into_iter()
        .filter(|letters| nearest(letters.parse().unwrap(), Width::Half) == value)
        .min_by(|a, b| {
            let away = |letters: &str| (letters.parse::<f64>().unwrap() - value).abs();
            away(a).total_cmp(&away(b))
        })
        .map(|letters| format!("{:e}", letters.parse::<f64>().unwrap()))
}

/// The value of the letters of a float.
pub fn parse_float(letters: &str, width: Width) -> f64 {
    match letters {
        "NaN" => f64::NAN,
        "Infinity" => f64::INFINITY,
        "-Infinity" => f64::NEG_INFINITY,
        _ if width == Width::Single => f64::from(letters.parse::<f32>().unwrap()),
        _ => nearest(letters.parse().unwrap(), width),
    }
}

const BASE64: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 without padding (BIN-1).
pub fn base64(bytes: &[u8]) -> String {
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            out.push(char::from(BASE64[(word >> (18 - 6 * place) & 63) as usize]));
        }
    }
    out
}

/// The bytes of base64 without padding.
pub fn parse_base64(letters: &str) -> Vec<u8> {
    let (mut out, mut word, mut bits) = (Vec::new(), 0u32, 0);
    for letter in letters.bytes() {
        word = word << 6 | BASE64.iter().position(|&known| known == letter).unwrap() as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((word >> bits) as u8);
            word &= (1 << bits) - 1;
        }
    }
    out
}

/// The CRC-32C (Castagnoli) of bytes, bit by bit (END-2).
pub fn crc(bytes: &[u8]) -> String {
    let sum = bytes.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0x82f6_3b78 } else { sum >> 1 })
    });
    format!("{:08x}", !sum)
}
