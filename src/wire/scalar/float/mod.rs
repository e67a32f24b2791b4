//! Binary floating-point numbers by their shortest digits. Spec: FLT-1
//!
//! `spell` is the rule. `parse` reads with the standard library and accepts what `spell` gives, nothing else.

mod half;
#[cfg(test)]
mod tests;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::int::print_unsigned;
use super::number::is_number;
use crate::error::{Error, Result};

/// The type of a float. Values of all three are kept as `f64`, which is exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Width {
    /// binary16
    F16,
    /// binary32
    F32,
    /// binary64
    F64,
}

impl Width {
    const fn word(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }
}

/// (letters, value)
const WORDS: [(&str, f64); 3] = [("NaN", f64::NAN), ("Infinity", f64::INFINITY), ("-Infinity", f64::NEG_INFINITY)];

/// 10^n is a `f64` up to n = 22; this is as far as `plain` goes.
const POWERS: [f64; 20] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19];

/// The value; class `type` if `text` is not its canonical spelling, `range` if it is beyond the type.
#[inline]
pub(crate) fn parse(text: &str, width: Width) -> Result<f64> {
    match plain(text, width) {
        Some(value) => Ok(value),
        None => parse_any(text, width),
    }
}

fn parse_any(text: &str, width: Width) -> Result<f64> {
    let value = if let Some((_, value)) = WORDS.iter().find(|(letters, _)| *letters == text) {
        return Ok(*value);
    } else if is_number(text) {
        read(text, width)
    } else {
        return Err(Error::type_mismatch(width.word(), text));
    };
    if value.is_infinite() {
        return Err(Error::range(width.word(), text));
    }
    let mut rest = Unread(text.as_bytes());
    match spell(value, width, &mut rest) {
        Some(()) if rest.0.is_empty() => Ok(value),
        _ => Err(not_canonical(text, value, width)),
    }
}

#[cold]
fn not_canonical(text: &str, value: f64, width: Width) -> Error {
    let mut letters = Vec::new();
    match print(value, width, &mut letters) {
        Ok(()) => Error::type_mismatch(format!("the shortest spelling `{}`", String::from_utf8_lossy(&letters)), text),
        Err(error) => error,
    }
}

/// The nearest value of the type to a JSON number.
fn read(text: &str, width: Width) -> f64 {
    match width {
        Width::F64 => text.parse().unwrap_or(f64::NAN),
        Width::F32 => text.parse::<f32>().map_or(f64::NAN, f64::from),
        // Rounding twice moves no canonical text to another value, since these have at most 5 digits (a test tries
        // them all). Text that it does move is not canonical and refused either way.
        Width::F16 => half::nearest(text.parse().unwrap_or(f64::NAN)),
    }
}

/// The value, if `text` is certainly canonical: at most 15 digits (6 for `f32`), in the plain layout, no needless zero.
///
/// Two different decimals of at most 15 digits never round to the same `f64` (6, `f32`), so no other text as short
/// gives this value. The layout is the plain one from 10^-6 up to 10^21, as it must be. Digits and power of ten are
/// exact `f64`, so their quotient is the nearest one to the number (Clinger's fast path).
fn plain(text: &str, width: Width) -> Option<f64> {
    let most = match width {
        Width::F64 => SAFE,
        Width::F32 => 1_000_000,
        Width::F16 => return None,
    };
    let (negative, unsigned) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        all => (false, all),
    };
    // At most 19 digits, which do not overflow.
    if unsigned.len() > 19 {
        return None;
    }
    let (mut digits, rest) = leading_digits(0, unsigned);
    let places = match (unsigned, rest) {
        ([] | [b'0', b'0'..=b'9', ..] | [b'.', ..], _) => return None,
        (_, []) => 0,
        // The first digit that is not 0 is one of the first six.
        (_, [b'.', b'0', b'0', b'0', b'0', b'0', b'0', ..]) if digits == 0 => return None,
        (_, [b'.', fraction @ .., b'1'..=b'9']) => {
            let (all, rest) = leading_digits(digits, rest.get(1..)?);
            if !rest.is_empty() {
                return None;
            }
            digits = all;
            fraction.len().wrapping_add(1)
        }
        _ => return None,
    };
    if digits >= most {
        return None;
    }
    if width == Width::F32 {
        return text.parse::<f32>().ok().map(f64::from);
    }
    let magnitude = float(digits) / POWERS.get(places)?;
    Some(if negative { -magnitude } else { magnitude })
}

/// Appends the digits that `bytes` begins with to those of a number; what follows them.
fn leading_digits(mut number: u64, bytes: &[u8]) -> (u64, &[u8]) {
    for (index, byte) in bytes.iter().enumerate() {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return (number, bytes.get(index..).unwrap_or_default());
        }
        number = number.wrapping_mul(10).wrapping_add(u64::from(digit));
    }
    (number, &[])
}

/// Appends the value; class `range` if it is not one of the type.
pub(crate) fn print(value: f64, width: Width, out: &mut Vec<u8>) -> Result<()> {
    if width == Width::F64 && print_short(value, out).is_some() {
        return Ok(());
    }
    spell(value, width, out).ok_or_else(|| Error::range(width.word(), &format!("{value:?}")))
}

/// Appends the value, if it has at most six digits after the point and is below 10^9: twice as fast as finding the
/// shortest digits of any number. None, and nothing appended, for another value.
///
/// The product may round, the comparison tells. What it accepts is a decimal of at most 15 digits that reads back as
/// the value (as in `plain`), so no other text as short does.
fn print_short(value: f64, out: &mut Vec<u8>) -> Option<()> {
    let magnitude = value.abs();
    if !(1e-6..1e9).contains(&magnitude) {
        return None;
    }
    let scaled = integer(magnitude * 1e6);
    if (float(scaled) / 1e6).to_bits() != magnitude.to_bits() {
        return None;
    }
    if value.is_sign_negative() {
        out.push(b'-');
    }
    print_unsigned(scaled / 1_000_000, out);
    let rest = scaled % 1_000_000;
    if rest > 0 {
        let ([d1, d2], [d3, d4], [d5, d6]) = (two(rest / 10_000), two(rest / 100 % 100), two(rest % 100));
        let letters = [b'.', d1, d2, d3, d4, d5, d6];
        // Appending a fixed length and cutting is faster than appending what is left.
        out.extend_from_slice(&letters);
        let zeros = letters.len().saturating_sub(trim(&letters).len());
        out.truncate(out.len().saturating_sub(zeros));
    }
    Some(())
}

/// The two digits of a number below 100.
fn two(number: u64) -> [u8; 2] {
    let [number, ..] = number.to_le_bytes();
    [b'0'.wrapping_add(number / 10), b'0'.wrapping_add(number % 10)]
}

/// Where letters go.
trait Sink {
    fn put(&mut self, letters: &[u8]);
}

impl Sink for Vec<u8> {
    fn put(&mut self, letters: &[u8]) {
        self.extend_from_slice(letters);
    }
}

/// Compares instead of appending: the text that has not come yet. Stays not empty once a letter differs.
struct Unread<'a>(&'a [u8]);

impl Sink for Unread<'_> {
    fn put(&mut self, letters: &[u8]) {
        // No spelling holds a `!`.
        self.0 = self.0.strip_prefix(letters).unwrap_or(b"!");
    }
}

/// The canonical spelling. None, and nothing put, if the value is not one of the type.
fn spell(value: f64, width: Width, out: &mut impl Sink) -> Option<()> {
    if value.is_nan() {
        out.put(b"NaN");
        return Some(());
    }
    let magnitude = value.abs();
    let sign: &[u8] = if value.is_sign_negative() { b"-" } else { b"" };
    if magnitude == 0.0 || magnitude.is_infinite() {
        out.put(sign);
        out.put(if magnitude == 0.0 { b"0" } else { b"Infinity" });
        return Some(());
    }
    match width {
        Width::F16 => {
            let (digits, power) = half::shortest(magnitude)?;
            out.put(sign);
            lay_out_scaled(digits, power, out);
        }
        Width::F32 => {
            let magnitude = single(magnitude)?;
            out.put(sign);
            lay_out_again(zmij::Buffer::new().format_finite(magnitude), out);
        }
        Width::F64 => {
            out.put(sign);
            lay_out_again(zmij::Buffer::new().format_finite(magnitude), out);
        }
    }
    Some(())
}

/// Digits × 10^power, digits not 0.
fn lay_out_scaled(digits: u64, power: i32, out: &mut impl Sink) {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(digits).as_bytes();
    let (first, rest) = digits.split_at_checked(1).unwrap_or_default();
    let exponent = i32::try_from(rest.len()).unwrap_or(0).wrapping_add(power);
    lay_out(first, trim(rest), exponent, out);
}

fn trim(mut digits: &[u8]) -> &[u8] {
    while let [shorter @ .., b'0'] = digits {
        digits = shorter;
    }
    digits
}

/// What `zmij` gives, in the layout of the specification. Without an exponent it is that, but for a final `.0`.
fn lay_out_again(text: &str, out: &mut impl Sink) {
    // An exponent has at most four letters, so there is no need to search the whole text.
    let bytes = text.as_bytes();
    let tail = bytes.last_chunk::<5>().map_or(bytes, |last| last);
    if !tail.contains(&b'e') {
        return out.put(bytes.strip_suffix(b".0").unwrap_or(bytes));
    }
    let (mantissa, exponent) = text.rsplit_once('e').unwrap_or((text, "0"));
    let (first, rest) = mantissa.split_at_checked(1).unwrap_or((mantissa, ""));
    let rest = rest.strip_prefix('.').unwrap_or(rest);
    lay_out(first.as_bytes(), trim(rest.as_bytes()), exponent.parse().unwrap_or(0), out);
}

/// `first.rest × 10^exponent`, where `rest` does not end in `0`.
fn lay_out(first: &[u8], rest: &[u8], exponent: i32, out: &mut impl Sink) {
    const ZEROS: &[u8] = b"00000000000000000000";
    let zeros = |count: usize| ZEROS.get(..count).unwrap_or(ZEROS);
    let places = usize::try_from(exponent.unsigned_abs()).unwrap_or(usize::MAX);
    match exponent {
        0..=20 => {
            out.put(first);
            match rest.split_at_checked(places) {
                None => {
                    out.put(rest);
                    out.put(zeros(places.saturating_sub(rest.len())));
                }
                Some((whole, [])) => out.put(whole),
                Some((whole, fraction)) => {
                    out.put(whole);
                    out.put(b".");
                    out.put(fraction);
                }
            }
        }
        -6..0 => {
            out.put(b"0.");
            out.put(zeros(places.saturating_sub(1)));
            out.put(first);
            out.put(rest);
        }
        _ => {
            out.put(first);
            if !rest.is_empty() {
                out.put(b".");
                out.put(rest);
            }
            out.put(if exponent < 0 { b"e-" } else { b"e+" });
            out.put(itoa::Buffer::new().format(exponent.unsigned_abs()).as_bytes());
        }
    }
}

/// The number as `f32`, if it is one.
fn single(magnitude: f64) -> Option<f32> {
    /// 2^149: subnormals are multiples of 2^-149.
    const SUBNORMAL: f64 = power_of_two(149);
    /// The difference of the exponents' biases, in the place of the exponent.
    const BIAS: u64 = (1023 - 127) << 23;
    let bits = if magnitude < f64::from(f32::MIN_POSITIVE) {
        integer(magnitude * SUBNORMAL)
    } else {
        (magnitude.to_bits() >> 29).wrapping_sub(BIAS)
    };
    let value = f32::from_bits(u32::try_from(bits).ok()?);
    (f64::from(value).to_bits() == magnitude.to_bits()).then_some(value)
}

/// 10^15: integers below it, and decimals of as many digits, are safe from rounding to the same `f64`.
const SAFE: u64 = 1_000_000_000_000_000;

/// 2^52: from here up to 2^53 a `f64` is an integer, and its low 52 bits are what it has beyond 2^52.
const INTEGERS: f64 = 4_503_599_627_370_496.0;

/// The nearest integer to `value` (even of two), from 0 up to 2^52.
fn integer(value: f64) -> u64 {
    (value + INTEGERS).to_bits().wrapping_sub(INTEGERS.to_bits())
}

/// `value` as a float; exact below 2^52.
fn float(value: u64) -> f64 {
    f64::from_bits(INTEGERS.to_bits() | value) - INTEGERS
}

/// 2^exponent, from -1022 to 1023.
const fn power_of_two(exponent: i64) -> f64 {
    // Adding to the bits of 1.0 adds to its exponent.
    f64::from_bits(1_f64.to_bits().wrapping_add_signed(exponent << 52))
}
