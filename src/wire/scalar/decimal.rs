//! Decimals by their letters. Spec: DEC-1

use alloc::format;

use super::fault::{Fault, Read, ensure, explain};
use crate::error::Result;

/// Whether `text` is a value of `dec(precision,scale)`, in both directions: the letters are the value.
///
/// Class `type` for another spelling, `range` for more than `precision` digits.
pub(crate) fn check(text: &str, precision: u8, scale: i8) -> Result<()> {
    explain(read(text.as_bytes(), precision, scale), text, || match scale {
        0 => format!("dec({precision},0): at most {precision} digits"),
        1.. => format!("dec({precision},{scale}): at most {precision} digits, {scale} of them after the point"),
        _ => format!("dec({precision},{scale}): at most {precision} digits and {} zeros", scale.unsigned_abs()),
    })
}

fn read(text: &[u8], precision: u8, scale: i8) -> Read<()> {
    let (negative, unsigned) = match text {
        [b'-', rest @ ..] => (true, rest),
        all => (false, all),
    };
    let places = usize::from(scale.unsigned_abs());
    let (whole, fraction) = if scale > 0 {
        let at = unsigned.len().checked_sub(places).and_then(|at| at.checked_sub(1)).ok_or(Fault::Type)?;
        match unsigned.split_at_checked(at) {
            Some((whole, [b'.', fraction @ ..])) => (whole, fraction),
            _ => return Err(Fault::Type),
        }
    } else {
        (unsigned, unsigned.get(..0).unwrap_or_default())
    };
    ensure(matches!(whole, [b'0'] | [b'1'..=b'9', ..]), Fault::Type)?;
    ensure(whole.iter().chain(fraction).all(u8::is_ascii_digit), Fault::Type)?;

    // The digits of value × 10^scale are those of `whole` and `fraction` without the zeros that a negative scale names.
    let digits = match whole {
        [b'0'] => fraction.iter().skip_while(|&&digit| digit == b'0').count(),
        _ if scale >= 0 => whole.len().saturating_add(fraction.len()),
        _ => {
            let (digits, zeros) = whole.len().checked_sub(places).map(|at| whole.split_at(at)).ok_or(Fault::Type)?;
            ensure(zeros.iter().all(|&digit| digit == b'0'), Fault::Type)?;
            digits.len()
        }
    };
    ensure(!(negative && digits == 0), Fault::Type)?;
    ensure(digits <= usize::from(precision), Fault::Range)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorClass;
    use alloc::string::ToString;

    fn t(precision: u8, scale: i8, texts: &[&str]) {
        for text in texts {
            assert!(check(text, precision, scale).is_ok(), "{text} in dec({precision},{scale})");
        }
    }

    fn e(class: ErrorClass, precision: u8, scale: i8, texts: &[&str]) {
        for text in texts {
            let error = check(text, precision, scale).expect_err(text);
            assert_eq!(error.class(), class, "{text} in dec({precision},{scale})");
        }
    }

    #[test]
    fn ok_scales() {
        t(9, 2, &["0.00", "0.01", "-0.01", "150.10", "-1234567.89"]);
        t(3, 0, &["0", "1", "-999", "100"]);
        t(2, 4, &["0.0000", "0.0012", "-0.0099"]);
        t(3, -2, &["0", "100", "-99900", "12300"]);
        t(1, -76, &["0"]);
        t(76, 76, &[&format!("0.{}", "9".repeat(76))]);
    }

    #[test]
    fn err_other_letters() {
        e(
            ErrorClass::Type,
            9,
            2,
            &[
                "", "1", "1.0", "1.000", "01.00", ".00", "-.50", "-0.00", "+1.00", "1e2", "1,00", "1.0a", "é.00",
                "1.é", "00.00", "0000", "-",
            ],
        );
        e(ErrorClass::Type, 9, 0, &["", "-0", "00", "1.", "1.0", "-", "a"]);
        e(ErrorClass::Type, 3, -2, &["-0", "1", "10", "12", "120", "00", "-50", "1050", "100.0", "0.00"]);
    }

    #[test]
    fn err_too_many_digits() {
        e(ErrorClass::Range, 3, 2, &["10.00", "-123456789012345678901234567890.00"]);
        e(ErrorClass::Range, 2, 4, &["0.0100", "1.0000"]);
        e(ErrorClass::Range, 3, 0, &["1000"]);
        e(ErrorClass::Range, 3, -2, &["100000"]);
        assert_eq!(
            check("10.00", 3, 2).unwrap_err().to_string(),
            "expected dec(3,2): at most 3 digits, 2 of them after the point, found `10.00`, which is out of range"
        );
    }
}
