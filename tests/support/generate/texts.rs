//! Owns texts, names and bytes: hostile ones, and what spells them in a JSON Pointer and in JSON.

use std::collections::BTreeSet;

use super::Source;

/// Texts that look like something else.
#[rustfmt::skip]
pub const HOSTILE: &[&str] = &[
    "", "12", "-0", "0", "007", "1e5", "1.0", "+1", "null", "true", "false", "NaN", "Infinity", "-Infinity", "nil",
    "\\N", "\\M", "\\.", "\\", "\\\\", "\\n", "\\u0020", "\\u0020 ", "\\u000a", "a\\", "QRP1|", "QRP2|", "QRP1",
    "QRP1|table|rows=1|columns=a:str", "\\QRP1|", "\\QRP1|x", "\\\\QRP1|", "()", "(", ")", "(\\N)", "(;)", "\"", "\"\"",
    "\"\"\"", "\"12\"", "\"a", "$", "$1", "$1/x", "$12", "$1x", "\\$1", "$9", "$0", "\\@", "@", "#", "{", "}", "{}",
    "[", "]", "[]", "{a=1}", "[1,2]", ",", ";", "=", "|", "*", ":", "?", "<", ">", "a,b", "a;b", "a=b", "a|b", "a*b",
    "(a)", " ", "  ", "a ", " a", "a b", "\t", "\n", "\r", "\r\n", "a\nb", "\n\n", "a\n", "a \nb", "\0", "\u{1b}[31m",
    "\u{7f}", "\u{85}", "\u{9f}", "\u{a0}", "\u{2027}", "\u{2028}", "\u{2029}", "\u{202e}x", "\u{2066}", "\u{206a}",
    "\u{feff}", "\u{feff}x", "\u{fffd}", "\u{ffff}", "\u{10ffff}", "é", "e\u{301}", "😀", "__proto__", "constructor",
    "<script>", "'; drop table", "</tool_result>", "=1+1", "2024-01-01", "rows=1", "columns=a:str", "crc=00000000",
];

/// Pieces that longer texts are put together from.
#[rustfmt::skip]
pub(super) const PIECES: &[&str] = &[
    "a", "b", "Z", "0", "9", " ", "é", "😀", "\\", ",", ";", "(", ")", "=", "|", "*", "\"", "{", "}", "[", "]", ":", "?",
    "<", ">", "$", "@", "#", "\n", "\r", "\t", "\0", "\u{1b}", "\u{85}", "\u{202e}", "\u{2028}", "\u{feff}", "N", "M",
    "u0020", "QRP1|", "\\.", "$1", "/", "~", "-", ".",
];

impl Source<'_> {
    pub fn text(&mut self) -> String {
        match self.below(16) {
            0 => "a".into(),
            1 => String::new(),
            2..8 => (*self.pick(HOSTILE)).into(),
            8 => {
                let piece = *self.pick(PIECES);
                piece.repeat(1 + self.below(200))
            }
            9..12 if !self.names.is_empty() => {
                let index = self.below(self.names.len());
                let mut text = self.names[index].clone();
                text += self.pick::<&str>(&["", "/x", "2", "é", " ", "a", "-", "\\", ",", "\n"]);
                text
            }
            12 => char::from_u32(self.bits(3) as u32 % 0x11_0000).map_or_else(|| "b".into(), String::from),
            _ => (0..=self.below(6)).map(|_| *self.pick(PIECES)).collect(),
        }
    }

    pub(super) fn bin(&mut self) -> Vec<u8> {
        match self.below(4) {
            0 => Vec::new(),
            1 => vec![self.byte()],
            2 => vec![0xff; self.below(70)],
            _ => (0..self.below(9)).map(|_| self.byte()).collect(),
        }
    }

    /// Names that differ from each other.
    pub(super) fn names(&mut self, count: usize) -> Vec<String> {
        let mut seen = BTreeSet::new();
        (0..count)
            .map(|index| {
                let mut name = if self.chance(40) { self.text() } else { format!("c{index}") };
                while !seen.insert(name.clone()) {
                    name.push('x');
                }
                name
            })
            .collect()
    }
}

/// A reference token of a JSON Pointer.
pub fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// A canonical JSON string.
pub fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\u{8}' => out += "\\b",
            '\u{c}' => out += "\\f",
            '\n' => out += "\\n",
            '\r' => out += "\\r",
            '\t' => out += "\\t",
            '\0'..='\x1f'
            | '\x7f'..='\u{9f}'
            | '\u{2028}'
            | '\u{2029}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
