#![allow(clippy::arithmetic_side_effects, clippy::float_cmp, reason = "a test that panics fails")]

use super::*;
use crate::ErrorClass;
use alloc::string::ToString;
use alloc::vec;
use proptest::prelude::*;

fn letters(value: f64, width: Width) -> String {
    let mut out = Vec::new();
    print(value, width, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Prints as `text` and reads back.
fn t(value: f64, width: Width, text: &str) {
    assert_eq!(letters(value, width), text);
    let back = parse(text, width).unwrap();
    assert!(back.to_bits() == value.to_bits() || back.is_nan() && value.is_nan(), "{text}: {back:e} for {value:e}");
}

fn e(text: &str, width: Width, class: ErrorClass) {
    let error = parse(text, width).expect_err(text);
    assert_eq!(error.class(), class, "{text} as {width:?}: {error}");
}

/// The layout of ECMAScript for what the standard library's `{:e}` gives, by the letter of `Number::toString`.
fn ecmascript(exponential: &str) -> String {
    let (sign, exponential) = match exponential.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", exponential),
    };
    let (mantissa, exponent) = exponential.split_once('e').unwrap();
    let digits = mantissa.replace('.', "");
    let (k, n) = (i32::try_from(digits.len()).unwrap(), exponent.parse::<i32>().unwrap() + 1);
    let zeros = |count: i32| "0".repeat(usize::try_from(count).unwrap());
    let body = if digits == "0" {
        digits
    } else if k <= n && n <= 21 {
        format!("{digits}{}", zeros(n - k))
    } else if 0 < n && n <= 21 {
        let (whole, fraction) = digits.split_at(usize::try_from(n).unwrap());
        format!("{whole}.{fraction}")
    } else if -6 < n && n <= 0 {
        format!("0.{}{digits}", zeros(-n))
    } else {
        let exponent = if n > 0 { format!("+{}", n - 1) } else { format!("{}", n - 1) };
        match digits.split_at(1) {
            (first, "") => format!("{first}e{exponent}"),
            (first, rest) => format!("{first}.{rest}e{exponent}"),
        }
    };
    format!("{sign}{body}")
}

/// What the standard library gives, but of two equally close the even one, where it takes the upper.
macro_rules! standard {
    ($float:ty, $value:expr) => {{
        let shortest = format!("{:e}", $value);
        let digits = shortest.chars().take_while(|&c| c != 'e').filter(char::is_ascii_digit).count();
        let closest = format!("{:.*e}", digits - 1, $value);
        let same = closest.parse::<$float>().is_ok_and(|back| $value == back);
        ecmascript(if same { &closest } else { &shortest })
    }};
}

#[test]
fn ok_f64_layout() {
    for (value, text) in [
        (0.0, "0"),
        (-0.0, "-0"),
        (1.0, "1"),
        (0.1, "0.1"),
        (-1.5, "-1.5"),
        (100.0, "100"),
        (150.75, "150.75"),
        (60_123.45, "60123.45"),
        (123e18, "123000000000000000000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (0.000_001, "0.000001"),
        (0.000_001_25, "0.00000125"),
        (1e-7, "1e-7"),
        (1.25e-7, "1.25e-7"),
        (5e-324, "5e-324"),
        (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
        (f64::MAX, "1.7976931348623157e+308"),
        (9_007_199_254_740_993.0, "9007199254740992"),
        (123_456_789_012_345_680_000.0, "123456789012345680000"),
        (1e16, "10000000000000000"),
        (1e15, "1000000000000000"),
        (999_999_999_999_999.9, "999999999999999.9"),
        (1_125_899_906_842_624.2, "1125899906842624.2"),
        (4.35, "4.35"),
        (0.000_01, "0.00001"),
        (1e23, "1e+23"),
        (f64::NAN, "NaN"),
        (-f64::NAN, "NaN"),
        (f64::INFINITY, "Infinity"),
        (f64::NEG_INFINITY, "-Infinity"),
    ] {
        t(value, Width::F64, text);
    }
}

#[test]
fn ok_f32_layout() {
    for (value, text) in [
        (0.1_f32, "0.1"),
        (-0.0, "-0"),
        (16_777_216.0, "16777216"),
        (3.4e38, "3.4e+38"),
        (f32::MAX, "3.4028235e+38"),
        (f32::MIN_POSITIVE, "1.1754944e-38"),
        (1e-45, "1e-45"),
        (1.17e-38, "1.17e-38"),
        (1e-7, "1e-7"),
        (1e21, "1e+21"),
        (1e20, "100000000000000000000"),
        (8_388_609.0, "8388609"),
        (0.3, "0.3"),
    ] {
        t(f64::from(value), Width::F32, text);
    }
    t(f64::NAN, Width::F32, "NaN");
    t(f64::NEG_INFINITY, Width::F32, "-Infinity");
}

#[test]
fn err_not_the_shortest() {
    for text in [
        "1.0",
        "0.10",
        "1e0",
        "1e21",
        "1E+21",
        "1e+021",
        "0.0",
        "-0.0",
        "100e1",
        "0.0000001",
        "1e-6",
        "0.0000010",
        "0.30000000000000001",
        "123456789012345678901",
        "1e+20",
        "1.50",
        "12345678901234567890",
        "0e0",
        "1e-400",
        "1.00000000000000000000000000000000000000001",
    ] {
        e(text, Width::F64, ErrorClass::Type);
    }
    for text in ["16777217", "0.100000001", "1.0", "1234567890", "0.30000001192092896", "1e-46"] {
        e(text, Width::F32, ErrorClass::Type);
    }
    for text in ["0.1000", "0.09998", "2049", "65503", "65519", "1e-8", "256.25"] {
        e(text, Width::F16, ErrorClass::Type);
    }
    assert_eq!(
        parse("0.10", Width::F64).unwrap_err().to_string(),
        "expected the shortest spelling `0.1`, found `0.10`"
    );
}

#[test]
fn err_other_letters() {
    for text in [
        "",
        "-",
        "+1",
        ".5",
        "1.",
        "01",
        "-01",
        "00",
        "nan",
        "inf",
        "-NaN",
        "+Infinity",
        "infinity",
        "1_0",
        "1,5",
        " 1",
        "1 ",
        "0x1p3",
        "1.2.3",
        "1..2",
        "--1",
        "١",
        "0.",
        "-.5",
        "1e",
        "000000.5",
        "00.5",
    ] {
        for width in [Width::F16, Width::F32, Width::F64] {
            e(text, width, ErrorClass::Type);
        }
    }
}

#[test]
fn err_beyond_the_type() {
    for text in ["1e400", "-1e+309", "1.7976931348623159e+308"] {
        e(text, Width::F64, ErrorClass::Range);
    }
    for text in ["1e39", "-3.4028236e+38", "1e400"] {
        e(text, Width::F32, ErrorClass::Range);
    }
    for text in ["65520", "-100000", "1e400"] {
        e(text, Width::F16, ErrorClass::Range);
    }
    for (value, width) in [
        (0.1, Width::F32),
        (1e39, Width::F32),
        (1e-46, Width::F32),
        (f64::from(f32::MAX) * 2.0, Width::F32),
        (f64::MAX, Width::F32),
        (f64::MIN_POSITIVE, Width::F32),
        (0.1, Width::F16),
        (65_520.0, Width::F16),
        (65_536.0, Width::F16),
        (1e300, Width::F16),
        (2049.0, Width::F16),
        (1e-8, Width::F16),
        (5e-324, Width::F16),
    ] {
        let mut out = vec![b'x'];
        assert_eq!(print(-value, width, &mut out).expect_err("range").class(), ErrorClass::Range, "{value} {width:?}");
        assert_eq!(out, b"x");
    }
}

/// The value of a binary16, by its definition.
fn half_value(bits: u16) -> f64 {
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f64::from(bits & 0x3ff));
    let magnitude = match exponent {
        0 => fraction * 2_f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2_f64.powi(exponent - 25),
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

#[test]
fn every_f16_has_its_shortest_digits() {
    let finite: Vec<f64> = (0..0x7c00).map(half_value).collect();
    // By search: the nearest in the list of all, ties to the even one. Midpoints of neighbours are exact in `f64`.
    let nearest = |x: f64| {
        let next = finite.partition_point(|value| *value < x);
        let last = finite.len() - 1;
        match next {
            0 => 0,
            _ if x >= 65_520.0 => usize::MAX,
            next if next > last => last,
            next => {
                let middle = f64::midpoint(finite[next - 1], finite[next]);
                if x < middle || x == middle && (next - 1) % 2 == 0 { next - 1 } else { next }
            }
        }
    };
    let mut ties = 0;
    for (bits, value) in finite.iter().enumerate().skip(1) {
        let text = letters(*value, Width::F16);
        t(*value, Width::F16, &text);
        t(-value, Width::F16, &format!("-{text}"));

        // All decimals of as many digits around the value: those above and below, by the standard library's exact
        // rounding, and their neighbours.
        let mut expected = None;
        for digits in 0..6 {
            let rounded = format!("{value:.digits$e}");
            let (mantissa, exponent) = rounded.split_once('e').unwrap();
            let mantissa: i64 = mantissa.replace('.', "").parse().unwrap();
            let exponent = exponent.parse::<i32>().unwrap() - i32::try_from(digits).unwrap();
            let candidates = (mantissa - 1..=mantissa + 1).filter_map(|mantissa| {
                let text = format!("{mantissa}e{exponent}");
                let number: f64 = text.parse().unwrap();
                (mantissa > 0 && nearest(number) == bits).then_some((number, mantissa, text))
            });
            let distance = |(number, mantissa, _): &(f64, i64, String)| ((number - value).abs(), mantissa % 2);
            let mut candidates: Vec<_> = candidates.collect();
            candidates.sort_by(|a, b| distance(a).partial_cmp(&distance(b)).unwrap());
            if let [a, b, ..] = &candidates[..] {
                ties += usize::from((distance(a).0 - distance(b).0).abs() < distance(a).0 * 1e-9);
            }
            if let Some((number, ..)) = candidates.first() {
                expected = Some(*number);
                break;
            }
        }
        let expected = expected.unwrap();
        assert_eq!(text, ecmascript(&format!("{expected:e}")), "{value:e}");
    }
    assert!(ties > 0, "of two equally close decimals the even one is taken, and there are such");
    for bits in [0, 0x8000, 0x7c00, 0xfc00, 0x7e00] {
        t(half_value(bits), Width::F16, &letters(half_value(bits), Width::F16));
    }
}

/// Exactly the canonical text is accepted, and any other spelling of the value is not.
fn only(value: f64, width: Width) -> core::result::Result<(), TestCaseError> {
    let text = letters(value, width);
    let back = parse(&text, width).unwrap();
    prop_assert!(back.to_bits() == value.to_bits() || value.is_nan());
    if value.is_finite() {
        for other in [
            format!("{value:?}"),
            format!("{value:e}"),
            format!("{value}"),
            format!("{value:.17e}"),
            format!("{text}0"),
        ] {
            if let Ok(read) = parse(&other, width) {
                prop_assert_eq!(&letters(read, width), &other);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn random_f64_as_the_standard_library(bits: u64) {
        let value = f64::from_bits(bits);
        if value.is_finite() {
            prop_assert_eq!(letters(value, Width::F64), standard!(f64, value));
        }
        only(value, Width::F64)?;
    }

    #[test]
    fn random_f32_as_the_standard_library(bits: u32) {
        let value = f32::from_bits(bits);
        if value.is_finite() {
            prop_assert_eq!(letters(f64::from(value), Width::F32), standard!(f32, value));
        }
        only(f64::from(value), Width::F32)?;
    }

    #[test]
    fn decimals_as_the_standard_library(digits in 0_u64..10_000_000_000_000_000, places in 0_usize..20, shift in 0_u32..50) {
        let value = format!("{}e-{places}", digits >> shift).parse::<f64>().unwrap();
        prop_assert_eq!(letters(value, Width::F64), standard!(f64, value));
        only(value, Width::F64)?;
        let value = format!("{}e-{places}", digits >> shift).parse::<f32>().unwrap();
        prop_assert_eq!(letters(f64::from(value), Width::F32), standard!(f32, value));
        only(f64::from(value), Width::F32)?;
    }

    #[test]
    fn only_canonical_letters_are_read(text in "-?[0-9]{1,17}(\\.[0-9]{1,17})?(e[-+]?[0-9]{1,3})?") {
        for width in [Width::F16, Width::F32, Width::F64] {
            if let Ok(value) = parse(&text, width) {
                prop_assert_eq!(&letters(value, width), &text);
                match width {
                    Width::F64 => prop_assert_eq!(value.to_bits(), text.parse::<f64>().unwrap().to_bits()),
                    Width::F32 => prop_assert_eq!(value.to_bits(), f64::from(text.parse::<f32>().unwrap()).to_bits()),
                    Width::F16 => {}
                }
            }
        }
    }

    #[test]
    fn short_letters_are_read_as_the_standard_library_does(text in "-?(0|[1-9][0-9]{0,8})(\\.[0-9]{0,5}[1-9])?") {
        prop_assert_eq!(parse(&text, Width::F64).unwrap().to_bits(), text.parse::<f64>().unwrap().to_bits());
    }

    #[test]
    fn f64_to_f16_rounds_to_the_nearest(bits: u64, low in 0_u16..0x7bff, at in 0.0..1.0) {
        let value = f64::from_bits(bits);
        if value.is_finite() {
            let half = half::nearest(value);
            prop_assert!(half.is_infinite() == (value.abs() >= 65_520.0));
        }
        let (a, b) = (half_value(low), half_value(low + 1));
        let value = a + (b - a) * at;
        let half = half::nearest(value);
        prop_assert!(half == a || half == b);
        prop_assert!((half - value).abs() <= (b - a) / 2.0);
    }
}
