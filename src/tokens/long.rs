//! Tokens of a long word, in time that grows as the word does: it is merged in windows that overlap.
//!
//! Merging takes the best pair first, the left one of equals, wherever it stands. So what lies between two ends of tokens
//! is merged as if it stood alone, and tokens are those of a text if each two neighbours are what merging makes of those
//! two alone: the first merge across the end of a token would be made in the two as well. Where one window has a token in
//! common with the next, the tokens of the one up to it, and of the other behind it, are thus those of both together.

/// Words of fewer bytes are merged at once.
pub(super) const LONG: usize = 8 << 10;
/// Bytes of a window, which is in fast memory as a whole.
const WINDOW: usize = LONG;
/// Bytes that a window has in common with the next at least; more than the longest token, so that no window is one token.
const OVERLAP: usize = 512;

/// Counts the tokens of a word of at least [`LONG`] bytes; none if windows can't be joined.
///
/// `encode` gives the tokens of a text, none where merging does not take it for one word; `length` the bytes of a token,
/// which takes longer than to find it and is asked where windows overlap alone.
pub(super) fn count(
    word: &str,
    encode: impl Fn(&str) -> Option<Vec<u32>>,
    length: impl Fn(u32) -> usize,
) -> Option<usize> {
    let mut total = 0usize;
    // Where the window begins, and where the tokens of the one before end from there on.
    let (mut start, mut before) = (0, Vec::new());
    loop {
        let end = end_of_window(word, start);
        let tokens = encode(word.get(start..end)?)?;
        let mut joined = 0;
        if start > 0 {
            let joint = join(start, &before, tokens.iter().map(|token| length(*token)))?;
            total = total.saturating_add(joint.before);
            joined = joint.after;
        }
        if end == word.len() {
            return Some(total.saturating_add(tokens.len().checked_sub(joined)?));
        }
        let latest = end.saturating_sub(OVERLAP);
        before.clear();
        start = end;
        let mut rest = tokens.as_slice();
        while start > latest || !word.is_char_boundary(start) {
            let (last, passed) = rest.split_last()?;
            before.push(start);
            start = start.checked_sub(length(*last))?;
            rest = passed;
        }
        before.reverse();
        total = total.saturating_add(rest.len().checked_sub(joined)?);
    }
}

/// The last window takes what would be too short for another one.
fn end_of_window(word: &str, start: usize) -> usize {
    let end = start.saturating_add(WINDOW);
    if end.saturating_add(OVERLAP) >= word.len() {
        return word.len();
    }
    (start..=end).rev().find(|at| word.is_char_boundary(*at)).unwrap_or(start)
}

/// A token that two windows have in common.
#[derive(Debug, PartialEq, Eq)]
struct Joint {
    /// Tokens from the start of the second window up to it, as the first window has them.
    before: usize,
    /// Tokens up to it, as the second window has them.
    after: usize,
}

/// The first token that both have: of the first window where tokens end from `start` on, of the second how long each is.
fn join(start: usize, before: &[usize], lengths: impl Iterator<Item = usize>) -> Option<Joint> {
    let (mut from, last) = (start, *before.last()?);
    for (index, length) in lengths.enumerate() {
        let to = from.saturating_add(length);
        if to > last {
            break;
        }
        if let Ok(place) = before.binary_search(&to) {
            let known = place.checked_sub(1).and_then(|place| before.get(place)).unwrap_or(&start);
            if *known == from {
                return Some(Joint { before: place.saturating_add(1), after: index.saturating_add(1) });
            }
        }
        from = to;
    }
    None
}

/// Whether a text may have a word of at least [`LONG`] bytes: a run of letters, of marks or of white space.
pub(super) fn may_be_in(text: &str) -> bool {
    /// Every run of so many bytes has a whole block in it; a word may have a few bytes of another kind at its ends.
    const BLOCK: usize = LONG / 2 - 16;
    let one_kind = |block: &[u8]| block.iter().try_fold(u8::MAX, |kinds, byte| rest(kinds & kinds_of(*byte))).is_some();
    text.as_bytes().chunks_exact(BLOCK).any(one_kind)
}

const fn rest(kinds: u8) -> Option<u8> {
    if kinds == 0 { None } else { Some(kinds) }
}

/// The kinds of runs in which a byte can stand.
const fn kinds_of(byte: u8) -> u8 {
    const LETTERS: u8 = 1;
    const MARKS: u8 = 2;
    const SPACES: u8 = 4;
    match byte {
        // Of any character.
        0x80.. => LETTERS | MARKS | SPACES,
        b'a'..=b'z' | b'A'..=b'Z' => LETTERS,
        b'0'..=b'9' => 0,
        b'\r' | b'\n' => MARKS | SPACES,
        b' ' | b'\t' | 0x0b | 0x0c => SPACES,
        _ => MARKS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_are_joined_at_a_token_of_both() {
        let at = |before, after| Some(Joint { before, after });
        for (before, lengths, expected) in [
            (&[13, 15, 18][..], &[3, 3][..], at(1, 1)),
            (&[12, 15, 18], &[1, 4, 3, 2], at(3, 3)),
            // Ends alone are no tokens.
            (&[12, 15], &[1, 4], None),
            (&[12, 13], &[4, 2], None),
            (&[], &[2], None),
        ] {
            assert_eq!(join(10, before, lengths.iter().copied()), expected, "{before:?} {lengths:?}");
        }
    }

    #[test]
    fn words_are_counted_as_a_whole() {
        // Tokens of three bytes, and what is left at the end of a window.
        let encode = |text: &str| {
            let rest = u32::try_from(text.len() % 3).unwrap();
            Some([vec![3; text.len() / 3], vec![rest; usize::from(rest > 0)]].concat())
        };
        let count = |word: &str| count(word, encode, |length| usize::try_from(length).unwrap());
        for bytes in [LONG, LONG + OVERLAP, LONG * 3 + 7, LONG * 20].map(|bytes| bytes / 3 * 3) {
            assert_eq!(count(&"abc".repeat(bytes / 3)), Some(bytes / 3), "{bytes}");
        }
        assert_eq!(count(&"漢".repeat(LONG)), Some(LONG));
        assert_eq!(super::count(&"a".repeat(LONG * 2), |_| None, |_| 1), None);
    }

    #[test]
    fn long_runs_are_seen_and_short_ones_are_not() {
        for word in ["a", "=", " ", "é", "\n", "=\n", "aé", "/", "\0"] {
            let long = word.repeat(LONG / word.len() + 1);
            for text in [long.clone(), format!("12 {long}"), format!("{}{long}0", "a b, ".repeat(700))] {
                assert!(may_be_in(&text), "{word:?}");
            }
        }
        for word in ["a ", "1", "a=", "12 ", "é1", "\n1", "{\"a\":1}"] {
            assert!(!may_be_in(&word.repeat(LONG)), "{word:?}");
        }
        assert!(!may_be_in(&format!("{} ", "a".repeat(LONG / 4)).repeat(20)));
    }
}
