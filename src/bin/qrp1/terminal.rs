//! What a terminal would obey or hide, made visible: control characters, bidirectional controls, zero-width characters.

use std::io::{self, Write};

/// Whether a terminal would do something else with `c` than to show it, or nothing at all. Line ends and tabs are fine.
fn is_dangerous(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        c if c.is_control() => true,
        // Zero-width characters and marks, line separators, bidirectional embeddings and isolates, and the byte order mark.
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => true,
        _ => false,
    }
}

/// The text with everything dangerous as `\u{..}`.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_dangerous(c) { out.extend(c.escape_unicode()) } else { out.push(c) }
    }
    out
}

/// The visible text in one line: with line ends and tabs as escapes, too.
pub(crate) fn one_line(text: &str) -> String {
    visible(text).replace('\n', "\\n").replace('\t', "\\t")
}

/// Passes text on with everything dangerous made visible, also where a character comes in two writes.
#[derive(Debug)]
pub(crate) struct Visible<W> {
    inner: W,
    /// The first bytes of a character that is not complete.
    partial: Vec<u8>,
}

impl<W: Write> Visible<W> {
    pub(crate) const fn new(inner: W) -> Self {
        Self { inner, partial: Vec::new() }
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.partial.extend_from_slice(bytes);
        let mut text = String::new();
        let mut rest = self.partial.as_slice();
        let mut kept = Vec::new();
        while !rest.is_empty() {
            match std::str::from_utf8(rest) {
                Ok(valid) => {
                    text.push_str(valid);
                    break;
                }
                Err(error) => {
                    let (valid, after) = rest.split_at_checked(error.valid_up_to()).unwrap_or((rest, &[]));
                    text.push_str(&String::from_utf8_lossy(valid));
                    let Some(length) = error.error_len() else {
                        kept.extend_from_slice(after);
                        break;
                    };
                    text.push(char::REPLACEMENT_CHARACTER);
                    rest = after.get(length..).unwrap_or_default();
                }
            }
        }
        self.partial = kept;
        self.inner.write_all(visible(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_shown() {
        assert_eq!(visible("a\u{1b}]0;x\u{7}\tb\nc\u{7f}\u{9b}"), "a\\u{1b}]0;x\\u{7}\tb\nc\\u{7f}\\u{9b}");
        assert_eq!(visible("\u{202e}\u{200b}\u{feff}é😀\r"), "\\u{202e}\\u{200b}\\u{feff}é😀\\u{d}");
    }

    #[test]
    fn characters_may_come_in_parts() {
        let text = "é\u{9b}31m\u{202e}😀\u{1b}".as_bytes();
        for size in 1..text.len() {
            let mut sink = Visible::new(Vec::new());
            text.chunks(size).for_each(|chunk| sink.write_all(chunk).unwrap());
            assert_eq!(String::from_utf8(sink.inner).unwrap(), "é\\u{9b}31m\\u{202e}😀\\u{1b}", "{size}");
        }
    }

    #[test]
    fn what_is_no_text_is_replaced() {
        let mut sink = Visible::new(Vec::new());
        sink.write_all(b"a\xffb\xc3(").unwrap();
        assert_eq!(String::from_utf8(sink.inner).unwrap(), "a\u{fffd}b\u{fffd}(");
    }
}
