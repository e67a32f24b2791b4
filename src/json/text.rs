//! Strings as JSON writes them: short escapes, `\u00XX` for the other control characters, everything else as it is.
//! Spec: MAP-12

use alloc::vec::Vec;

use crate::is_always_escaped;

/// (character, the letter after the backslash)
const SHORT: [(u8, u8); 7] =
    [(b'"', b'"'), (b'\\', b'\\'), (0x8, b'b'), (0xc, b'f'), (b'\n', b'n'), (b'\r', b'r'), (b'\t', b't')];

/// Appends `text` in quotes.
pub(super) fn push(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    push_inner(text, out);
    out.push(b'"');
}

/// Appends `text` without the quotes.
pub(super) fn push_inner(text: &str, out: &mut Vec<u8>) {
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\')) {
        out.extend_from_slice(rest.get(..at).unwrap_or_default());
        if let Some(byte) = rest.get(at) {
            push_escape(*byte, out);
        }
        rest = rest.get(at.saturating_add(1)..).unwrap_or_default();
    }
    out.extend_from_slice(rest);
}

fn push_escape(byte: u8, out: &mut Vec<u8>) {
    out.push(b'\\');
    if let Some((_, letter)) = SHORT.iter().find(|(raw, _)| *raw == byte) {
        out.push(*letter);
        return;
    }
    out.extend_from_slice(b"u00");
    let digits = [byte >> 4, byte & 0xf].map(|digit| char::from_digit(digit.into(), 16));
    out.extend(digits.into_iter().flatten().filter_map(|digit| u8::try_from(digit).ok()));
}

/// Appends minified JSON with what never stands raw in a document escaped. Such characters stand in strings only.
pub(super) fn escape_json(letters: &str, out: &mut Vec<u8>) {
    // Those below U+0080 but DEL have JSON's escapes already; others begin with one of three bytes.
    let may_be_special = |byte: u8| byte == 0x7f || byte >= 0xc2;
    let mut rest = letters;
    while let Some(at) = rest.bytes().position(may_be_special) {
        let (before, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.extend_from_slice(before.as_bytes());
        let mut chars = after.chars();
        match chars.next() {
            Some(c) if is_always_escaped(c) => out.extend(alloc::format!("\\u{:04x}", u32::from(c)).bytes()),
            Some(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            None => {}
        }
        rest = chars.as_str();
    }
    out.extend_from_slice(rest.as_bytes());
}

/// Appends the letters of a `json` value. The format escapes more than JSON must; what may stand raw does so again.
pub(super) fn push_json(letters: &str, out: &mut Vec<u8>) {
    let mut rest = letters;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.extend_from_slice(before.as_bytes());
        let digits = escape.strip_prefix("\\u").and_then(|rest| rest.get(..4));
        let raw = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).and_then(char::from_u32);
        let length = match raw {
            Some(c) if c >= '\x20' => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                6
            }
            _ => {
                out.extend_from_slice(escape.get(..2).unwrap_or_default().as_bytes());
                2
            }
        };
        rest = escape.get(length..).unwrap_or_default();
    }
    out.extend_from_slice(rest.as_bytes());
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn strings_are_those_of_serde_json() {
        let all: String = (0..=0x2100).filter_map(char::from_u32).chain("😀\u{feff}\u{10ffff}".chars()).collect();
        let mut out = Vec::new();
        push(&all, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), serde_json::to_string(&all).unwrap());
    }

    #[test]
    fn json_gets_its_raw_letters_back() {
        let mut out = Vec::new();
        push_json("{\"a\":\"\\u007f\\n\\u001b\\\\u007f\\u2028\"}", &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "{\"a\":\"\u{7f}\\n\\u001b\\\\u007f\u{2028}\"}");
    }
}
