//! Numbers that keep their JSON letters. Spec: NUM-1

use crate::error::{Error, Result};

/// The letters, if they are a number; class `type` if not. Printing is copying.
pub(crate) fn parse(text: &str) -> Result<&str> {
    if is_number(text) { Ok(text) } else { Err(Error::type_mismatch("num, a JSON number", text)) }
}

/// Whether `text` is a JSON number: `[ "-" ] int [ "." 1*DIGIT ] [ ( "e" / "E" ) [ "-" / "+" ] 1*DIGIT ]`.
pub(crate) fn is_number(text: &str) -> bool {
    let unsigned = match text.as_bytes() {
        [b'-', rest @ ..] => rest,
        all => all,
    };
    let rest = match unsigned {
        [b'0', rest @ ..] => rest,
        [b'1'..=b'9', rest @ ..] => after_digits(rest),
        _ => return false,
    };
    let rest = match rest {
        [b'.', b'0'..=b'9', rest @ ..] => after_digits(rest),
        rest => rest,
    };
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', b'0'..=b'9', rest @ ..] | [b'e' | b'E', b'0'..=b'9', rest @ ..] => {
            after_digits(rest).is_empty()
        }
        _ => false,
    }
}

/// What follows the digits that `bytes` begins with.
fn after_digits(bytes: &[u8]) -> &[u8] {
    let mut rest = bytes;
    while let [b'0'..=b'9', tail @ ..] = rest {
        rest = tail;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};
    use proptest::prelude::*;

    #[test]
    fn ok_json_numbers() {
        for text in
            ["0", "-0", "1", "1.0", "1e0", "1E+5", "1e-05", "-0.00", "120", "1.5e10", "0e0", "123456789012345678901"]
        {
            assert_eq!(parse(text).unwrap(), text);
        }
    }

    #[test]
    fn err_other_letters() {
        for text in [
            "", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e5", "1e", "1e+", "e5", "1e5.0", "1 ", " 1", "0x1", "NaN",
            "Infinity", "1,5", "--1", "1.2.3", "1e5e5", "١", "1_0",
        ] {
            assert_eq!(parse(text).unwrap_err().class(), crate::ErrorClass::Type, "{text}");
        }
    }

    proptest! {
        #[test]
        fn agrees_with_serde_json(text in "-?[0-9]{0,3}(\\.[0-9]{0,2})?([eE][+-]?[0-9]{0,2})?[ .+a-z]?") {
            let no_space = text.trim() == text;
            let theirs = serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|value| value.is_number());
            prop_assert_eq!(is_number(&text), theirs && no_space);
        }
    }

    #[test]
    fn long_numbers_are_fine() {
        let text: String = core::iter::repeat_n('7', 1_000_000).chain(".5e9".chars()).collect();
        assert_eq!(parse(&text).unwrap().to_string().len(), 1_000_004);
    }
}
