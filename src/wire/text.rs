//! Lines and escapes, both directions. Spec: ESC-1 to ESC-7, ERR-3
//!
//! The escape sets are stated once, as data; the table that both directions use is built from them. Cell counts are
//! `row`'s business, positions are the driver's.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::bytes::{CELL, ESCAPE, LINE_END, MAGIC};
use crate::error::{Error, Result};

/// The characters that are syntax in a place, besides the backslash. Sets add up with [`and`](EscapeSet::and).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EscapeSet(u16);

const COMMA: u16 = 1;
const SEMICOLON: u16 = 1 << 1;
const PARENTHESIS: u16 = 1 << 2;
const EQUALS: u16 = 1 << 3;
const BRACKET: u16 = 1 << 4;
const PIPE: u16 = 1 << 5;
const STAR: u16 = 1 << 6;
const DECLARATION: u16 = 1 << 7;
const BACKSLASH: u16 = 1 << 8;
/// C0 and U+007F.
const CONTROL: u16 = 1 << 9;
/// The first byte of a longer character that may be one of the always-escaped set.
const SUSPECT: u16 = 1 << 10;
/// Looked at wherever text is.
const EVERYWHERE: u16 = BACKSLASH | CONTROL | SUSPECT;

/// (character, its group). ESC-5.
const SYNTAX: [(u8, u16); 17] = [
    (b'\\', BACKSLASH),
    (b',', COMMA),
    (b';', SEMICOLON),
    (b'(', PARENTHESIS),
    (b')', PARENTHESIS),
    (b'=', EQUALS),
    (b'{', BRACKET),
    (b'}', BRACKET),
    (b'[', BRACKET),
    (b']', BRACKET),
    (b'|', PIPE),
    (b'*', STAR),
    (b':', DECLARATION),
    (b'?', DECLARATION),
    (b'<', DECLARATION),
    (b'>', DECLARATION),
    (0x7f, CONTROL),
];

/// (control character, the letter that stands for it). ESC-3.
const LETTERS: [(char, char); 3] = [('\n', 'n'), ('\r', 'r'), ('\t', 't')];

/// The always-escaped set (ESC-3), as ranges. All lie in the basic plane, so four digits spell each.
const ALWAYS: [(char, char); 6] = [
    ('\0', '\x1f'),
    ('\x7f', '\u{9f}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2066}', '\u{2069}'),
    ('\u{feff}', '\u{feff}'),
];

/// `SYNTAX` and the first bytes of `ALWAYS` as a lookup table, built here so that they cannot disagree.
#[expect(
    clippy::indexing_slicing,
    clippy::as_conversions,
    reason = "evaluated by the compiler, where a fault is a compile error"
)]
const CLASS: [u16; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < SYNTAX.len() {
        table[SYNTAX[i].0 as usize] |= SYNTAX[i].1;
        i += 1;
    }
    let mut byte = 0;
    while byte < 0x20 {
        table[byte] |= CONTROL;
        byte += 1;
    }
    let mut i = 0;
    while i < ALWAYS.len() {
        let mut utf8 = [0; 4];
        let first = ALWAYS[i].1.encode_utf8(&mut utf8).as_bytes()[0];
        if first >= 0x80 {
            table[first as usize] |= SUSPECT;
        }
        i += 1;
    }
    table
};

fn class(byte: u8) -> u16 {
    CLASS.get(usize::from(byte)).copied().unwrap_or(0)
}

impl EscapeSet {
    /// The value of a record line; a text body.
    pub(crate) const RECORD: Self = Self(EVERYWHERE);
    /// A cell of a row.
    pub(crate) const ROW: Self = Self(EVERYWHERE | COMMA);
    /// Inside parentheses.
    pub(crate) const GROUP: Self = Self(EVERYWHERE | COMMA | SEMICOLON | PARENTHESIS);
    /// Inside braces or square brackets of an `auto` value.
    pub(crate) const TREE: Self = Self(EVERYWHERE | COMMA | BRACKET);
    /// The key of a map or tree.
    pub(crate) const KEY: Self = Self(EVERYWHERE | EQUALS);
    /// A header or closing-line value.
    pub(crate) const HEADER: Self = Self(EVERYWHERE | PIPE);
    /// The argument of `always`.
    pub(crate) const ARGUMENT: Self = Self::GROUP.and(Self::HEADER);
    /// The argument of `like`.
    pub(crate) const TEMPLATE: Self = Self(Self::ARGUMENT.0 | STAR);
    /// A name or zone label.
    pub(crate) const NAME: Self = Self(EVERYWHERE | PIPE | COMMA | DECLARATION | EQUALS | PARENTHESIS | BRACKET);

    /// Both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the set holds this byte; the backslash counts, control characters do not.
    fn holds(self, byte: u8) -> bool {
        class(byte) & self.0 & !(CONTROL | SUSPECT) != 0
    }

    /// Where the first bare character of the set is, as a byte index; the text's length if there is none.
    /// An escaped character and its backslash are passed over.
    pub(crate) fn find(self, text: &str) -> usize {
        self.find_byte(text.as_bytes())
    }

    /// [`find`](Self::find) in bytes that may begin within a character.
    pub(crate) fn find_byte(self, bytes: &[u8]) -> usize {
        let mask = self.0 & !(CONTROL | SUSPECT);
        let mut at = 0usize;
        while let Some(rest) = bytes.get(at..) {
            let Some(next) = first_of(mask, rest) else {
                return bytes.len();
            };
            at = at.saturating_add(next);
            if bytes.get(at) != Some(&ESCAPE) {
                return at;
            }
            // The character after the backslash may be longer than a byte; its other bytes are in no set.
            at = at.saturating_add(2);
        }
        bytes.len()
    }
}

/// Whether `c` never stands raw in a document, other than LF at the end of a line and a tab in a text (ESC-3).
#[must_use]
pub fn is_always_escaped(c: char) -> bool {
    ALWAYS.iter().any(|&(first, last)| first <= c && c <= last)
}

/// Where the first byte is that belongs to one of these classes.
fn first_of(classes: u16, bytes: &[u8]) -> Option<usize> {
    let mut at = 0usize;
    while let Some((chunk, _)) = bytes.get(at..).and_then(<[u8]>::split_first_chunk::<CHUNK>) {
        if let Some(index) = first_among(classes, suspects(classes, chunk), chunk) {
            return Some(at.saturating_add(index));
        }
        at = at.saturating_add(CHUNK);
    }
    // The last bytes once more with some before them, which are known to be none of the classes.
    if let Some(last) = bytes.last_chunk::<CHUNK>() {
        let start = bytes.len().saturating_sub(CHUNK);
        return first_among(classes, suspects(classes, last), last).map(|index| start.saturating_add(index));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<HALF>(), bytes.last_chunk::<HALF>()) {
        let start = bytes.len().saturating_sub(HALF);
        return first_among(classes, suspects(classes, first), first)
            .or_else(|| first_among(classes, suspects(classes, last), last).map(|index| start.saturating_add(index)));
    }
    bytes.iter().position(|byte| class(*byte) & classes != 0)
}

/// The first of the suspects that is of the classes.
#[inline]
fn first_among(classes: u16, mut suspects: u128, bytes: &[u8]) -> Option<usize> {
    while suspects != 0 {
        let index = usize::try_from(suspects.trailing_zeros() / 8).unwrap_or(0);
        if bytes.get(index).is_some_and(|byte| class(*byte) & classes != 0) {
            return Some(index);
        }
        suspects &= suspects.wrapping_sub(1);
    }
    None
}

/// Bytes that are looked at in one step, and of fewer bytes.
const CHUNK: usize = 16;
const HALF: usize = 8;

/// A bit in the place of each byte that may be of these classes: exact for the cells of rows, and never a false no.
///
/// Without a branch in the loop the compiler compares all bytes at once.
#[expect(clippy::inline_always, reason = "a call for each chunk costs as much as the look at it")]
#[inline(always)]
fn suspects<const N: usize>(classes: u16, chunk: &[u8; N]) -> u128 {
    let lead = |byte: u8| u8::from(byte == 0xc2) | u8::from(byte == 0xe2) | u8::from(byte == 0xef);
    let always = |byte: u8| u8::from(byte < 0x20) | u8::from(byte == 0x7f) | u8::from(byte == ESCAPE) | lead(byte);
    let row = |byte: u8| always(byte) | u8::from(byte == CELL);
    // `(` to `*`, `:` to `?`, `[` to `]` and `{` to `}`: all the marks of the syntax.
    let marks = |byte: u8| {
        u8::from(byte.wrapping_sub(b'(') < 3)
            | u8::from(byte.wrapping_sub(b':') < 6)
            | u8::from((byte & !0x20).wrapping_sub(b'[') < 3)
    };
    let mut found = [0; CHUNK];
    if classes & !(EVERYWHERE | COMMA) == 0 {
        found.iter_mut().zip(chunk).for_each(|(found, byte)| *found = row(*byte));
    } else {
        found.iter_mut().zip(chunk).for_each(|(found, byte)| *found = row(*byte) | marks(*byte));
    }
    u128::from_le_bytes(found)
}

/// Whether `text` has a character that [`escape`] would change.
fn next_special(text: &str, set: EscapeSet, from: usize) -> Option<(usize, char)> {
    let mut from = from;
    loop {
        let rest = text.as_bytes().get(from..)?;
        let at = from.saturating_add(first_of(set.0, rest)?);
        let c = text.get(at..).and_then(|rest| rest.chars().next())?;
        if c.is_ascii() || is_always_escaped(c) {
            return Some((at, c));
        }
        from = at.saturating_add(c.len_utf8());
    }
}

/// Appends `text` with the characters of `set` and the always-escaped set escaped.
pub(crate) fn escape(text: &str, set: EscapeSet, out: &mut Vec<u8>) {
    let mut from = 0;
    while let Some((at, c)) = next_special(text, set, from) {
        out.extend_from_slice(text.as_bytes().get(from..at).unwrap_or_default());
        out.push(ESCAPE);
        escape_letter(c, out);
        from = at.saturating_add(c.len_utf8());
    }
    out.extend_from_slice(text.as_bytes().get(from..).unwrap_or_default());
}

/// What follows the backslash for `c`.
fn escape_letter(c: char, out: &mut Vec<u8>) {
    if let Some((_, letter)) = LETTERS.iter().find(|(raw, _)| *raw == c) {
        out.extend(u8::try_from(*letter));
    } else if is_always_escaped(c) {
        push_unicode(c, out);
    } else {
        out.extend(u8::try_from(c));
    }
}

/// `u` and four lower-case hexadecimal digits.
pub(crate) fn push_unicode(c: char, out: &mut Vec<u8>) {
    out.push(b'u');
    for shift in [12, 8, 4, 0] {
        out.extend(char::from_digit((u32::from(c) >> shift) & 0xf, 16).and_then(|digit| u8::try_from(digit).ok()));
    }
}

/// Reads `raw` back. Every character of `set` and of the always-escaped set must be escaped, and nothing else (ESC-6).
pub(crate) fn unescape(raw: &str, set: EscapeSet) -> Result<Cow<'_, str>> {
    let Some(special) = next_special(raw, set, 0) else {
        return Ok(Cow::Borrowed(raw));
    };
    let mut out = String::with_capacity(raw.len());
    unescape_from(special, raw, set, &mut out)?;
    Ok(Cow::Owned(out))
}

/// The same, appended.
pub(crate) fn unescape_to(raw: &str, set: EscapeSet, out: &mut impl Write) -> Result<()> {
    match next_special(raw, set, 0) {
        Some(special) => unescape_from(special, raw, set, out),
        None => put(out, raw),
    }
}

/// Writes into a sink in memory, which takes everything.
pub(crate) fn put(out: &mut impl Write, text: &str) -> Result<()> {
    out.write_str(text).map_err(|_| Error::syntax("a sink that takes texts", "one that does not"))
}

fn unescape_from(first: (usize, char), raw: &str, set: EscapeSet, out: &mut impl Write) -> Result<()> {
    let mut special = Some(first);
    let mut from = 0;
    while let Some((at, c)) = special {
        put(out, raw.get(from..at).unwrap_or_default())?;
        if c != char::from(ESCAPE) {
            return Err(bare(c));
        }
        let (decoded, length) = unescape_one(raw.get(at..).unwrap_or_default(), set)?;
        put(out, decoded.encode_utf8(&mut [0; 4]))?;
        from = at.saturating_add(length);
        special = next_special(raw, set, from);
    }
    put(out, raw.get(from..).unwrap_or_default())
}

/// The character that the escape at the start of `raw` stands for, and the escape's length in bytes.
pub(crate) fn unescape_one(raw: &str, set: EscapeSet) -> Result<(char, usize)> {
    let quoted = || raw.chars().take(6).collect::<String>();
    let mut chars = raw.chars();
    chars.next();
    match chars.next() {
        Some(c) if u8::try_from(c).is_ok_and(|byte| set.holds(byte)) => Ok((c, 2)),
        Some('u') => {
            let c = raw
                .get(2..6)
                .filter(|digits| digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')))
                .and_then(|digits| u32::from_str_radix(digits, 16).ok())
                .and_then(char::from_u32)
                .filter(|&c| is_always_escaped(c) && LETTERS.iter().all(|(raw, _)| *raw != c));
            c.map(|c| (c, 6)).ok_or_else(|| {
                Error::syntax("an escape of the always-escaped set, such as `\\u001b`", &quoted())
                    .hint("lower-case hexadecimal digits; other characters stand for themselves")
            })
        }
        Some(c) => match LETTERS.iter().find(|(_, letter)| *letter == c) {
            Some((raw, _)) => Ok((*raw, 2)),
            None => Err(Error::syntax("an escape that this place needs", raw.get(..raw.len().min(2)).unwrap_or("\\"))
                .hint("only what would be syntax here has a backslash")),
        },
        None => Err(Error::syntax("a character after the backslash", "\\")),
    }
}

#[cold]
fn bare(c: char) -> Error {
    let mut utf8 = [0; 4];
    let found = c.encode_utf8(&mut utf8);
    if c == '\r' {
        Error::syntax("LF line ends", found).hint("the lenient option accepts CRLF; CR in data is `\\r`")
    } else if is_always_escaped(c) {
        Error::syntax("control characters escaped", found)
    } else {
        Error::syntax("a backslash before a character that is syntax here", found)
    }
}

/// Whether lines have certainly no character of the always-escaped set but the LF of their ends.
pub(crate) fn is_clean(lines: &str) -> bool {
    // Without a branch in the loop the compiler looks at many bytes in a step.
    let suspects = lines.bytes().fold(0, |found, byte| {
        let lead = u8::from(byte == 0xc2) | u8::from(byte == 0xe2) | u8::from(byte == 0xef);
        let control = u8::from(byte < 0x20) & u8::from(byte != LINE_END);
        found | control | u8::from(byte == 0x7f) | lead
    });
    suspects == 0
}

/// Refuses a character of the always-escaped set in a line (ESC-3), so that even cells that are never decoded are clean.
pub(crate) fn check_line(line: &str) -> Result<()> {
    if !is_clean(line)
        && let Some((_, c)) = next_special(line, EscapeSet(CONTROL | SUSPECT), 0)
    {
        return Err(bare(c));
    }
    Ok(())
}

/// Refuses a character of the always-escaped set, other than a tab, in a line that has no escapes.
pub(crate) fn check_verbatim(line: &str) -> Result<()> {
    match verbatim_fault(line) {
        Some(c) => Err(bare(c).hint("a text with such a character is sent with `escaped=1`")),
        None if line.ends_with(' ') => Err(trailing_space()),
        None => Ok(()),
    }
}

/// The first character of the always-escaped set in `line`, tabs aside.
pub(crate) fn verbatim_fault(line: &str) -> Option<char> {
    let mut from = 0;
    while let Some((at, c)) = next_special(line, EscapeSet(CONTROL | SUSPECT), from) {
        if c != '\t' {
            return Some(c);
        }
        from = at.saturating_add(1);
    }
    None
}

/// A space at the end of a line. ESC-4.
const LAST_SPACE: &str = "\\u0020";

#[cold]
fn trailing_space() -> Error {
    Error::syntax("no space at the end of the line", " ").hint("a last space is written `\\u0020`")
}

/// What may stand before the first line and at the end of every line of a text that was sent on (ERR-3).
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Most bytes that are [taken away](strip_transport) from a line.
pub(crate) const TRANSPORT: usize = BYTE_ORDER_MARK.len() + 1;

/// Takes away what transport has added to a line.
pub(crate) fn strip_transport(line: &mut Vec<u8>, is_first: bool) {
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    if is_first && line.starts_with(BYTE_ORDER_MARK) {
        line.drain(..BYTE_ORDER_MARK.len());
    }
}

/// Finishes the line that starts at `start` of `out`: a last space is spelled out (ESC-4).
pub(crate) fn close_line(out: &mut Vec<u8>, start: usize) {
    if out.len() > start && out.last() == Some(&b' ') {
        out.pop();
        out.extend_from_slice(LAST_SPACE.as_bytes());
    }
}

/// Finishes the body line that starts at `start` of `out`: [`close_line`], and no likeness to a header (ESC-7).
pub(crate) fn close_body_line(out: &mut Vec<u8>, start: usize) {
    close_line(out, start);
    if out.get(start..).is_some_and(|line| line.starts_with(MAGIC.as_bytes())) {
        out.insert(start, ESCAPE);
    }
}

/// Undoes [`close_line`], so that cells hold their last space raw.
pub(crate) fn open_line(line: &mut String) -> Result<()> {
    if line.ends_with(' ') {
        return Err(trailing_space());
    }
    if let Some(before) = line.strip_suffix(LAST_SPACE) {
        let backslashes = before.bytes().rev().take_while(|&byte| byte == ESCAPE).count();
        // An odd run before it would make the last backslash itself data.
        if backslashes.is_multiple_of(2) {
            line.truncate(before.len());
            line.push(' ');
        }
    }
    Ok(())
}

/// Undoes [`close_body_line`]. Returns how many bytes at the start of the line are no data.
pub(crate) fn open_body_line(line: &mut String) -> Result<usize> {
    open_line(line)?;
    Ok(usize::from(looks_forged(line)))
}

/// Whether a body line is data that looks like a header, with its backslash.
pub(crate) fn looks_forged(line: &str) -> bool {
    line.as_bytes().split_first().is_some_and(|(&first, rest)| first == ESCAPE && rest.starts_with(MAGIC.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn escaped(text: &str, set: EscapeSet) -> String {
        let mut out = Vec::new();
        escape(text, set, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[track_caller]
    fn both(text: &str, set: EscapeSet, raw: &str) {
        assert_eq!(escaped(text, set), raw);
        assert_eq!(unescape(raw, set).unwrap(), text);
    }

    #[track_caller]
    fn refused(raw: &str, set: EscapeSet) {
        assert!(unescape(raw, set).is_err(), "{raw:?} was accepted");
    }

    #[test]
    fn only_the_set_of_the_place_is_escaped() {
        both("a,b;c", EscapeSet::ROW, r"a\,b;c");
        both("a,b;c", EscapeSet::GROUP, r"a\,b\;c");
        both("a,b", EscapeSet::RECORD, "a,b");
        both("k=v", EscapeSet::KEY, r"k\=v");
        both("{x}", EscapeSet::TREE, r"\{x\}");
        both("a|b", EscapeSet::HEADER, r"a\|b");
        both(r"\", EscapeSet::RECORD, r"\\");
    }

    #[test]
    fn control_characters_have_one_spelling() {
        both("a\tb\nc\rd", EscapeSet::ROW, r"a\tb\nc\rd");
        both(
            "\0\u{1b}\u{7f}\u{85}\u{2028}\u{feff}\u{202e}",
            EscapeSet::ROW,
            r"\u0000\u001b\u007f\u0085\u2028\ufeff\u202e",
        );
        both("é–\u{2027}\u{a0}\u{10ffff}", EscapeSet::ROW, "é–\u{2027}\u{a0}\u{10ffff}");
        for raw in
            [r"\u000a", r"\u001B", r"\u0041", r"\ud800", r"\u00", r"\u", r"\", r"\x", r"\;", "\u{1b}", "a\rb", ","]
        {
            refused(raw, EscapeSet::ROW);
        }
    }

    #[test]
    fn every_character_of_the_basic_plane_round_trips_in_every_set() {
        let sets = [
            EscapeSet::RECORD,
            EscapeSet::ROW,
            EscapeSet::GROUP.and(EscapeSet::KEY),
            EscapeSet::TEMPLATE,
            EscapeSet::NAME,
        ];
        for c in (0..=0xffff).filter_map(char::from_u32) {
            for set in sets {
                let text = alloc::format!("a{c}{c}");
                let raw = escaped(&text, set);
                assert_eq!(unescape(&raw, set).unwrap(), text);
                assert!(!raw.contains(is_always_escaped));
                assert_eq!(set.find(&raw), raw.len());
            }
        }
    }

    #[test]
    fn every_byte_is_found_at_every_place_of_a_long_text() {
        for set in
            [EscapeSet::ROW, EscapeSet::RECORD, EscapeSet::GROUP, EscapeSet::TREE, EscapeSet::TEMPLATE, EscapeSet::NAME]
        {
            for byte in 0..=u8::MAX {
                let expected = class(byte) & set.0 != 0;
                for place in 0..40 {
                    let mut bytes = [b'x'; 40];
                    bytes[place] = byte;
                    assert_eq!(first_of(set.0, &bytes), expected.then_some(place), "{byte} at {place} in {set:?}");
                }
            }
        }
    }

    #[test]
    fn a_last_space_is_spelled_out_once() {
        for (data, raw) in [("a ", "a\\u0020"), ("a\\\\ ", "a\\\\\\u0020"), (" ", "\\u0020"), ("a", "a")] {
            let mut out = Vec::from(data);
            close_line(&mut out, 0);
            assert_eq!(String::from_utf8(out).unwrap(), raw);
            let mut line = String::from(raw);
            open_line(&mut line).unwrap();
            assert_eq!(line, data);
        }
        // An escaped backslash and the letters `u0020` are no escape.
        let mut line = String::from(r"a\\u0020");
        open_line(&mut line).unwrap();
        assert_eq!(line, r"a\\u0020");
        assert!(open_line(&mut String::from("a ")).is_err());
    }

    #[test]
    fn a_body_line_never_looks_like_a_header() {
        let mut out = Vec::from("QRP1|table");
        close_body_line(&mut out, 0);
        assert_eq!(out, b"\\QRP1|table");
        assert_eq!(open_body_line(&mut String::from("\\QRP1|table")).unwrap(), 1);
        assert_eq!(open_body_line(&mut String::from("\\QRP1")).unwrap(), 0);
    }
}
