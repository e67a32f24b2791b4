//! Booleans in one of two spellings. Spec: BOOL-1
//!
//! That a block keeps to one spelling is the business of who knows the block.

use alloc::vec::Vec;

use crate::error::{Error, Result};

/// How a block spells its booleans.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// `true` and `false`
    #[default]
    Words,
    /// `1` and `0`
    Digits,
}

/// The letters of a value.
const fn letters(value: bool, spelling: Spelling) -> &'static str {
    match (value, spelling) {
        (true, Spelling::Words) => "true",
        (false, Spelling::Words) => "false",
        (true, Spelling::Digits) => "1",
        (false, Spelling::Digits) => "0",
    }
}

/// The value and its spelling; class `type` for other letters.
pub(crate) fn parse(text: &str) -> Result<(bool, Spelling)> {
    match text.as_bytes() {
        b"true" => Ok((true, Spelling::Words)),
        b"false" => Ok((false, Spelling::Words)),
        b"1" => Ok((true, Spelling::Digits)),
        b"0" => Ok((false, Spelling::Digits)),
        _ => Err(Error::type_mismatch("bool", text)),
    }
}

/// Appends the value in that spelling.
pub(crate) fn print(value: bool, spelling: Spelling, out: &mut Vec<u8>) {
    out.extend_from_slice(letters(value, spelling).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t(text: &str, value: bool, spelling: Spelling) {
        assert_eq!(parse(text).unwrap(), (value, spelling));
        let mut out = Vec::new();
        print(value, spelling, &mut out);
        assert_eq!(out, text.as_bytes());
    }

    #[test]
    fn ok_words_and_digits() {
        t("true", true, Spelling::Words);
        t("false", false, Spelling::Words);
        t("1", true, Spelling::Digits);
        t("0", false, Spelling::Digits);
    }

    #[test]
    fn err_other_letters() {
        for text in ["", "True", "TRUE", "yes", "t", "true ", "00", "01", "-1", "2", "tru", "truee"] {
            assert_eq!(parse(text).unwrap_err().class(), crate::ErrorClass::Type, "{text}");
        }
    }
}
