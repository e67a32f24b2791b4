//! Integers, and the counts of header fields. Spec: INT-1

use alloc::format;
use alloc::vec::Vec;

use super::fault::{Fault, Read, explain};
use crate::error::Result;

/// A signed integer from `min` to `max`; `ty` names it in errors of class `type` and `range`.
pub(crate) fn parse_signed(text: &str, ty: &'static str, min: i64, max: i64) -> Result<i64> {
    explain(signed(text, min, max), text, || format!("{ty} from {min} to {max}"))
}

/// An unsigned integer up to `max`; `ty` names it in errors of class `type` and `range`.
pub(crate) fn parse_unsigned(text: &str, ty: &'static str, max: u64) -> Result<u64> {
    explain(unsigned(text, max), text, || format!("{ty} from 0 to {max}"))
}

/// [`parse_signed`] for types that have an integer as a part.
pub(super) fn signed(text: &str, min: i64, max: i64) -> Read<i64> {
    let value = match text.as_bytes() {
        [b'-', b'0', ..] => return Err(Fault::Type),
        [b'-', digits @ ..] => 0_i64.checked_sub_unsigned(magnitude(digits)?),
        digits => i64::try_from(magnitude(digits)?).ok(),
    };
    value.filter(|value| (min..=max).contains(value)).ok_or(Fault::Range)
}

fn unsigned(text: &str, max: u64) -> Read<u64> {
    let value = magnitude(text.as_bytes())?;
    if value <= max { Ok(value) } else { Err(Fault::Range) }
}

/// `0`, or digits that do not begin with `0`.
fn magnitude(digits: &[u8]) -> Read<u64> {
    match digits {
        [b'0'] => Ok(0),
        // 19 digits are less than 2^64, so nothing wraps.
        [b'1'..=b'9', ..] if digits.len() <= 19 => {
            let mut value = 0_u64;
            for byte in digits {
                value = value.wrapping_mul(10).wrapping_add(u64::from(digit(*byte)?));
            }
            Ok(value)
        }
        [b'1'..=b'9', ..] => long(digits),
        _ => Err(Fault::Type),
    }
}

/// As [`magnitude`], for more digits: 20 may fit, 21 never do.
#[cold]
fn long(digits: &[u8]) -> Read<u64> {
    if !digits.iter().all(u8::is_ascii_digit) {
        return Err(Fault::Type);
    }
    let add = |value: u64, byte: &u8| value.checked_mul(10)?.checked_add(u64::from(digit(*byte).ok()?));
    digits.iter().try_fold(0, add).ok_or(Fault::Range)
}

/// The value of an ASCII digit.
pub(super) fn digit(byte: u8) -> Read<u8> {
    let value = byte.wrapping_sub(b'0');
    if value <= 9 { Ok(value) } else { Err(Fault::Type) }
}

/// Appends a signed integer.
pub(crate) fn print_signed(value: i64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

/// Appends an unsigned integer.
pub(crate) fn print_unsigned(value: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorClass;
    use alloc::string::ToString;
    use proptest::prelude::*;

    fn t(value: i64) {
        let mut out = Vec::new();
        print_signed(value, &mut out);
        assert_eq!(out, value.to_string().as_bytes());
        assert_eq!(parse_signed(&value.to_string(), "i64", i64::MIN, i64::MAX).unwrap(), value);
    }

    fn u(value: u64) {
        let mut out = Vec::new();
        print_unsigned(value, &mut out);
        assert_eq!(out, value.to_string().as_bytes());
        assert_eq!(parse_unsigned(&value.to_string(), "u64", u64::MAX).unwrap(), value);
    }

    fn e(text: &str, signed: ErrorClass, unsigned: ErrorClass) {
        assert_eq!(parse_signed(text, "i8", -128, 127).unwrap_err().class(), signed, "{text}");
        assert_eq!(parse_unsigned(text, "u8", 255).unwrap_err().class(), unsigned, "{text}");
    }

    #[test]
    fn ok_bounds() {
        for value in
            [0, 1, -1, 10, i64::MAX, i64::MIN, i64::MIN + 1, 999_999_999_999_999_999, 1_000_000_000_000_000_000]
        {
            t(value);
        }
        for value in [0, 9, u64::MAX, u64::MAX - 5, 9_999_999_999_999_999_999, 10_000_000_000_000_000_000] {
            u(value);
        }
        assert_eq!(parse_signed("-128", "i8", -128, 127).unwrap(), -128);
        assert_eq!(parse_signed("127", "i8", -128, 127).unwrap(), 127);
    }

    #[test]
    fn err_other_letters() {
        for text in [
            "",
            "-",
            "+1",
            "-0",
            "00",
            "01",
            "-01",
            "1.0",
            "1e3",
            " 1",
            "1 ",
            "0x1",
            "1_0",
            "--1",
            "١",
            "1a",
            "a",
            "00000000000000000000000",
            "1234567890123456789a",
            "12345678901234567890123a",
            "12345678901234567890a",
        ] {
            e(text, ErrorClass::Type, ErrorClass::Type);
        }
        assert_eq!(parse_unsigned("-5", "u8", 255).unwrap_err().class(), ErrorClass::Type);
    }

    #[test]
    fn err_too_big() {
        for text in ["256", "1000", "18446744073709551616", "99999999999999999999", "100000000000000000000000000000"] {
            e(text, ErrorClass::Range, ErrorClass::Range);
        }
        for text in ["9223372036854775808", "-9223372036854775809", "-18446744073709551616"] {
            let error = parse_signed(text, "i64", i64::MIN, i64::MAX).unwrap_err();
            assert_eq!(error.class(), ErrorClass::Range, "{text}");
        }
        let error = parse_unsigned("18446744073709551616", "u64", u64::MAX).unwrap_err();
        assert_eq!(error.class(), ErrorClass::Range);
        assert_eq!(
            parse_signed("300", "i8", -128, 127).unwrap_err().to_string(),
            "expected i8 from -128 to 127, found `300`, which is out of range"
        );
    }

    proptest! {
        #[test]
        fn all_round_trip(signed: i64, unsigned: u64, shift in 0_u32..64) {
            t(signed >> shift);
            u(unsigned >> shift);
        }

        #[test]
        fn only_what_print_gives_is_read(text in "[-+]?0?[0-9]{0,21}.?") {
            if let Ok(value) = parse_signed(&text, "i64", i64::MIN, i64::MAX) {
                prop_assert_eq!(value.to_string(), text);
            }
        }
    }
}
