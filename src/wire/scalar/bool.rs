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

/// (letters, value, spelling)
const LETTERS: [(&str, bool, Spelling); 4] = [
    ("true", true, Spelling::Words),
    ("false", false, Spelling::Words),
    ("1", true, Spelling::Digits),
    ("0", false, Spelling::Digits),
];

/// The value and its spelling; class `type` for other letters.
pub(crate) fn parse(text: &str) -> Result<(bool, Spelling)> {
    let known = LETTERS.iter().find(|(letters, ..)| *letters == text);
    known.map(|&(_, value, spelling)| (value, spelling)).ok_or_else(|| Error::type_mismatch("bool", text))
}

/// Appends the value in that spelling.
pub(crate) fn print(value: bool, spelling: Spelling, out: &mut Vec<u8>) {
    let known = LETTERS.iter().find(|&&(_, v, s)| (v, s) == (value, spelling));
    out.extend_from_slice(known.map_or("", |(letters, ..)| letters).as_bytes());
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
