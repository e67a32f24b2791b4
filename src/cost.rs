//! What a text costs a model: the measure by which forms are compared.

/// A measure of texts. Implementations differ in how exact they are, and in what they need to load.
pub trait Cost {
    /// The tokens of a text, or an estimate of them.
    fn tokens(&self, text: &str) -> u64;
}

/// An estimate of `o200k_base` tokens, without a vocabulary.
///
/// The text is split as the tokenizer splits it, into words, digits and marks. What such a piece costs was measured, by
/// its kind and length, over API responses in JSON and in this format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate;

/// What stands before a word, in one piece with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lead {
    Nothing,
    Space,
    Underscore,
    Mark,
}

/// Pieces have more letters than the tables below seldom.
const MOST: usize = 12;

/// Hundredths of a token for a word of 1, 2, 3, ... letters.
type Table = [u64; MOST];

/// (lower case, mixed case, upper case)
const ALONE: [Table; 3] = [
    [100, 102, 103, 107, 112, 114, 126, 117, 139, 130, 147, 170],
    [100, 108, 122, 129, 126, 152, 147, 174, 160, 150, 165, 210],
    [100, 103, 127, 182, 250, 245, 260, 300, 310, 320, 330, 340],
];
const AFTER_SPACE: [Table; 3] = [
    [100, 100, 100, 100, 100, 102, 112, 111, 108, 115, 115, 122],
    [100, 100, 101, 119, 120, 141, 175, 185, 215, 250, 270, 270],
    [100, 100, 116, 131, 162, 175, 190, 200, 215, 230, 245, 260],
];
const AFTER_UNDERSCORE: [Table; 3] = [
    [100, 101, 103, 106, 158, 171, 204, 232, 265, 265, 255, 260],
    [190, 200, 204, 210, 210, 215, 220, 240, 240, 245, 250, 300],
    [100, 120, 162, 190, 180, 180, 190, 200, 210, 220, 230, 240],
];
const AFTER_MARK: [Table; 3] = [
    [101, 140, 140, 145, 165, 195, 225, 238, 262, 240, 240, 255],
    [190, 200, 204, 220, 222, 230, 230, 246, 240, 246, 245, 330],
    [105, 199, 207, 245, 265, 310, 320, 350, 370, 390, 410, 430],
];
/// A run of 1, 2, 3, ... marks; those with a quote are common in JSON and cheaper.
const MARKS: Table = [100, 102, 137, 190, 239, 260, 345, 392, 440, 480, 520, 580];
const QUOTED: Table = [100, 100, 101, 140, 181, 190, 303, 350, 427, 490, 515, 570];
/// A run of JSON's brackets and commas: `],[` and `},{` are one token, which `);(` is not.
const BRACKETS: Table = [100, 100, 100, 150, 200, 230, 290, 340, 390, 440, 480, 530];
/// A letter or mark beyond the tables, and a character that is not ASCII.
const BEYOND: u64 = 25;
const OTHER: u64 = 110;

fn look_up(table: &Table, length: usize) -> u64 {
    let last = length.min(MOST).saturating_sub(1);
    let beyond = u64::try_from(length.saturating_sub(MOST)).unwrap_or(u64::MAX);
    table.get(last).copied().unwrap_or(0).saturating_add(beyond.saturating_mul(BEYOND))
}

impl Cost for Estimate {
    fn tokens(&self, text: &str) -> u64 {
        let mut rest = text.as_bytes();
        let mut hundredths = 0u64;
        while let [first, more @ ..] = rest {
            let (length, cost) = piece(*first, more, rest);
            hundredths = hundredths.saturating_add(cost);
            rest = rest.get(length..).unwrap_or_default();
        }
        hundredths.saturating_add(50) / 100
    }
}

/// What the tokenizer tells apart at a byte.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Upper,
    Lower,
    Digit,
    Space,
    LineEnd,
    Mark,
    Control,
    /// The first byte of a character that is not ASCII, and those that follow it.
    Lead,
    Inside,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Lead; 256];
    let mut byte = 0u8;
    let mut rest: &mut [Class] = &mut classes;
    while let [class, more @ ..] = rest {
        *class = match byte {
            b'A'..=b'Z' => Class::Upper,
            b'a'..=b'z' => Class::Lower,
            b'0'..=b'9' => Class::Digit,
            b' ' => Class::Space,
            b'\n' | b'\r' => Class::LineEnd,
            byte if byte.is_ascii_punctuation() => Class::Mark,
            0..=0x7f => Class::Control,
            0x80..=0xbf => Class::Inside,
            _ => Class::Lead,
        };
        byte = byte.wrapping_add(1);
        rest = more;
    }
    classes
};

#[inline]
fn class(byte: u8) -> Class {
    CLASSES.get(usize::from(byte)).copied().unwrap_or(Class::Control)
}

/// Bytes of a class that `rest` begins with.
#[inline]
fn run(rest: &[u8], wanted: Class) -> usize {
    rest.iter().position(|byte| class(*byte) != wanted).unwrap_or(rest.len())
}

/// The length of the piece that begins with `first`, and its cost in hundredths of a token.
#[inline]
fn piece(first: u8, more: &[u8], rest: &[u8]) -> (usize, u64) {
    let second = more.first().copied().map_or(Class::LineEnd, class);
    match class(first) {
        Class::Upper | Class::Lower => word(rest, 0, Lead::Nothing),
        // Digits stand in pieces of three.
        Class::Digit => (run(rest.get(..3).unwrap_or(rest), Class::Digit), 100),
        // Characters count by their first byte.
        Class::Lead => (1, OTHER),
        Class::Inside => (1, 0),
        Class::LineEnd => (run(rest, Class::LineEnd), 100),
        _ if matches!(second, Class::Upper | Class::Lower) => match first {
            b' ' => word(rest, 1, Lead::Space),
            b'_' => word(rest, 1, Lead::Underscore),
            _ => word(rest, 1, Lead::Mark),
        },
        _ => {
            let from = usize::from(first == b' ');
            let marks = run(rest.get(from..).unwrap_or_default(), Class::Mark);
            if marks == 0 {
                return (run(rest, Class::Space).max(1), 100);
            }
            let end = from.saturating_add(marks);
            // Line ends after marks are in one piece with them.
            let length = end.saturating_add(run(rest.get(end..).unwrap_or_default(), Class::LineEnd));
            (length, run_of_marks(rest.get(from..end).unwrap_or_default()))
        }
    }
}

/// What a run of marks costs. JSON's `\"` is as common as a quote; other escapes tear a run apart.
fn run_of_marks(marks: &[u8]) -> u64 {
    let (mut quotes, mut others, mut is_quoted, mut is_json) = (0usize, 0u64, false, true);
    let mut is_escape = false;
    for mark in marks {
        match (is_escape, *mark) {
            (true, b'"') => quotes = quotes.saturating_add(1),
            (true, _) => others = others.saturating_add(1),
            _ => {}
        }
        is_quoted |= *mark == b'"';
        is_json &= matches!(*mark, b'[' | b']' | b'{' | b'}' | b',');
        is_escape = *mark == b'\\';
    }
    let table = match (is_quoted, is_json) {
        (true, _) => &QUOTED,
        (false, true) => &BRACKETS,
        (false, false) => &MARKS,
    };
    let whole = look_up(table, marks.len().saturating_sub(quotes));
    let torn = if others > 0 && marks.len() > 2 { others.saturating_mul(120) } else { 0 };
    whole.max(torn.saturating_add(100))
}

/// A word: capitals, then small letters. What stands before it is not counted into its length.
fn word(rest: &[u8], from: usize, lead: Lead) -> (usize, u64) {
    let letters = rest.get(from..).unwrap_or_default();
    let upper = run(letters, Class::Upper);
    let lower = run(letters.get(upper..).unwrap_or_default(), Class::Lower);
    let tables = match lead {
        Lead::Nothing => &ALONE,
        Lead::Space => &AFTER_SPACE,
        Lead::Underscore => &AFTER_UNDERSCORE,
        Lead::Mark => &AFTER_MARK,
    };
    let [lower_case, mixed, upper_case] = tables;
    let table = match (upper, lower) {
        (0, _) => lower_case,
        (_, 0) => upper_case,
        _ => mixed,
    };
    let length = upper.saturating_add(lower);
    (from.saturating_add(length), look_up(table, length))
}
