//! Whole lines of a buffer, looked at once for all of them: UTF-8, and characters that never stand raw.

#[cfg(feature = "std")]
use alloc::string::String;

use crate::wire::bytes::LINE_END;
use crate::wire::text;

/// Most bytes that are looked at at once: they are in the processor's cache still when they are read.
const WINDOW: usize = 8 << 10;

/// Whole lines that a buffer begins with, for [`Decoder::decode_line`](crate::Decoder::decode_line), which is faster than
/// [`decode`](crate::Decoder::decode): what can be found out for all of them at once is not asked of each.
///
/// # Example
/// ```
/// use qrp1::{Decoder, Event, Lines};
///
/// let mut buffer = &b"QRP1|table|rows=2|columns=id:i64\n1\n2\n\\.\n"[..];
/// let (mut decoder, mut lines, mut rows) = (Decoder::new(), Lines::default(), 0);
/// while !buffer.is_empty() {
///     if lines.is_empty() {
///         lines = Lines::of(buffer);
///     }
///     let (consumed, event) = match lines.next() {
///         Some(line) => (line.len(), Some(decoder.decode_line(line)?)),
///         // The start of a line, or a faulty one.
///         None => decoder.decode(buffer)?,
///     };
///     rows += usize::from(matches!(event, Some(Event::Row(_))));
///     buffer = &buffer[consumed..];
/// }
/// decoder.finish()?;
/// assert_eq!(rows, 2);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Lines<'t> {
    text: &'t str,
    is_clean: bool,
}

/// A line of a buffer. See [`Lines`].
#[derive(Clone, Copy, Debug)]
pub struct Line<'t> {
    /// With its LF.
    pub(crate) whole: &'t [u8],
    /// Without it; none of a line that is not known to be UTF-8.
    pub(crate) text: Option<&'t str>,
    /// Whether the line is known to have no character that never stands raw (ESC-3).
    pub(crate) is_clean: bool,
}

impl<'t> Lines<'t> {
    /// The next whole lines of a buffer, as many as are looked at at once; up to one that is not UTF-8. None where the
    /// first is longer than that, faulty or not whole: the decoder takes it by itself, and tells what is wrong with it.
    #[must_use]
    pub fn of(bytes: &'t [u8]) -> Self {
        let window = whole(bytes.get(..WINDOW).unwrap_or(bytes));
        let text = core::str::from_utf8(window).unwrap_or_else(|error| {
            let valid = whole(window.get(..error.valid_up_to()).unwrap_or_default());
            core::str::from_utf8(valid).unwrap_or_default()
        });
        Self { text, is_clean: text::is_clean(text) }
    }

    /// Whether no line is left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

/// The whole lines.
fn whole(bytes: &[u8]) -> &[u8] {
    let end = memchr::memrchr(LINE_END, bytes).map_or(0, |last| last.saturating_add(1));
    bytes.get(..end).unwrap_or_default()
}

impl<'t> Iterator for Lines<'t> {
    type Item = Line<'t>;

    #[inline]
    fn next(&mut self) -> Option<Line<'t>> {
        let line = Line::first(self.text, self.is_clean)?;
        self.text = self.text.get(line.whole.len()..).unwrap_or_default();
        Some(line)
    }
}

impl<'t> Line<'t> {
    /// The line with its LF.
    #[must_use]
    pub const fn as_bytes(&self) -> &'t [u8] {
        self.whole
    }

    /// The bytes of the line, its LF included.
    #[expect(clippy::len_without_is_empty, reason = "a line has at least its LF")]
    #[must_use]
    pub const fn len(&self) -> usize {
        self.whole.len()
    }

    #[inline]
    fn first(text: &'t str, is_clean: bool) -> Option<Self> {
        let end = memchr::memchr(LINE_END, text.as_bytes())?;
        Some(Self { whole: text.as_bytes().get(..=end)?, text: text.get(..end), is_clean })
    }
}

/// [`Lines`] of a buffer that does not last.
#[cfg(feature = "std")]
#[derive(Debug, Default)]
pub(crate) struct Window {
    text: String,
    at: usize,
    is_clean: bool,
}

#[cfg(feature = "std")]
impl Window {
    /// Takes the next lines of a buffer, after the last one: how many bytes they are.
    pub(crate) fn fill(&mut self, bytes: &[u8]) -> usize {
        let Lines { text, is_clean } = Lines::of(bytes);
        self.text.clear();
        self.text.push_str(text);
        (self.at, self.is_clean) = (0, is_clean);
        text.len()
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.at >= self.text.len()
    }

    pub(crate) fn next(&mut self) -> Option<Line<'_>> {
        let line = Line::first(self.text.get(self.at..)?, self.is_clean)?;
        self.at = self.at.saturating_add(line.whole.len());
        Some(line)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn lines(bytes: &[u8]) -> (Vec<&str>, bool) {
        let lines = Lines::of(bytes);
        let is_clean = lines.is_clean;
        (lines.filter_map(|line| line.text).collect(), is_clean)
    }

    #[test]
    fn whole_lines_that_are_utf8() {
        assert_eq!(lines(b""), (Vec::new(), true));
        assert_eq!(lines(b"a"), (Vec::new(), true));
        assert_eq!(lines(b"a\n\nb"), (Vec::from(["a", ""]), true));
        assert_eq!(lines(b"a\nb\xff\nc\n"), (Vec::from(["a"]), true));
        assert_eq!(lines(b"\x80a\nb\n"), (Vec::new(), true));
        assert_eq!(lines("a\nb\té\n".as_bytes()), (Vec::from(["a", "b\té"]), false));
        assert_eq!(lines("\u{2028}\n".as_bytes()), (Vec::from(["\u{2028}"]), false));
        assert_eq!(lines(b"a\x7f\n"), (Vec::from(["a\x7f"]), false));
    }

    #[test]
    fn a_window_has_whole_lines() {
        let long = [&b"x".repeat(WINDOW)[..], b"\n"].concat();
        assert!(Lines::of(&long).is_empty());
        let many = b"abcdefg\n".repeat(WINDOW / 8 + 1);
        assert_eq!(Lines::of(&many).count(), WINDOW / 8);
        let mut window = Window::default();
        let (mut at, mut count) = (0, 0);
        while at < many.len() {
            at += window.fill(&many[at..]);
            while let Some(line) = window.next() {
                assert_eq!((line.whole, line.text), (&b"abcdefg\n"[..], Some("abcdefg")));
                count += 1;
            }
            assert!(window.is_empty());
        }
        assert_eq!(count, WINDOW / 8 + 1);
    }
}
