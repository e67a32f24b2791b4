//! Bytes as base64 without padding. Spec: BIN-1
//!
//! The engine refuses padding, white space and set bits in the unused places. Empty bytes are a matter of the cell.

use alloc::vec::Vec;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

use crate::error::{Error, Result};

/// The bytes; class `type` for letters that `print` does not give.
pub(crate) fn parse(text: &str) -> Result<Vec<u8>> {
    STANDARD_NO_PAD.decode(text).map_err(|_| Error::type_mismatch("bin, base64 without padding", text))
}

/// Appends the base64 of `bytes`.
pub(crate) fn print(bytes: &[u8], out: &mut Vec<u8>) {
    // A slice is at most `isize::MAX` bytes long, so there is a length.
    let room = base64::encoded_len(bytes.len(), false).unwrap_or(0);
    let start = out.len();
    out.resize(start.saturating_add(room), 0);
    let written = out.get_mut(start..).and_then(|room| STANDARD_NO_PAD.encode_slice(bytes, room).ok());
    out.truncate(start.saturating_add(written.unwrap_or(0)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn t(bytes: &[u8], text: &str) {
        let mut out = Vec::from(*b"x");
        print(bytes, &mut out);
        assert_eq!(out.strip_prefix(b"x"), Some(text.as_bytes()));
        assert_eq!(parse(text).unwrap(), bytes);
    }

    #[test]
    fn ok_lengths() {
        t(b"", "");
        t(b"f", "Zg");
        t(b"fo", "Zm8");
        t(b"foo", "Zm9v");
        t(&[0xfb, 0xff], "+/8");
    }

    #[test]
    fn err_other_letters() {
        for text in ["Zg==", "Zh", "Zm9", "Z", "Zm9vZ", "Zm 9v", "Zm9v\n", "-_8", "Zg=", "=", "é"] {
            assert_eq!(parse(text).unwrap_err().class(), crate::ErrorClass::Type, "{text}");
        }
    }

    proptest! {
        #[test]
        fn all_round_trip(bytes: Vec<u8>) {
            let mut out = Vec::new();
            print(&bytes, &mut out);
            prop_assert_eq!(parse(core::str::from_utf8(&out).unwrap()).unwrap(), bytes);
        }

        #[test]
        fn only_what_print_gives_is_read(text in "[A-Za-z0-9+/=]{0,9}") {
            if let Ok(bytes) = parse(&text) {
                let mut out = Vec::new();
                print(&bytes, &mut out);
                prop_assert_eq!(out, text.as_bytes());
            }
        }
    }
}
