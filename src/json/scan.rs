//! Where a value ends, found in any chunking, before it is read.

use memchr::memchr3;

/// Looks for the end of the value that bytes begin with.
///
/// It stops early, just behind the fault, at a line end in a string: an unclosed quote does not swallow what follows.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Bytes looked at.
    at: usize,
    /// Lists and objects that are open.
    depth: usize,
    in_string: bool,
}

impl Scan {
    /// The length of the value; none if more bytes are needed, or if it is a number or word that ends with them. Each call
    /// has all bytes of the call before, and more.
    pub(super) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(rest) = bytes.get(self.at..).filter(|rest| !rest.is_empty()) {
            if self.in_string {
                let Some(next) = memchr3(b'"', b'\\', b'\n', rest) else {
                    self.at = bytes.len();
                    return None;
                };
                self.at = self.at.saturating_add(next);
                match rest.get(next..) {
                    // The escaped character has not come yet.
                    Some([b'\\']) => return None,
                    Some([b'\\', _, ..]) => self.at = self.at.saturating_add(2),
                    Some([b'"', ..]) => {
                        self.at = self.at.saturating_add(1);
                        self.in_string = false;
                        if self.depth == 0 {
                            return Some(self.at);
                        }
                    }
                    _ => return Some(self.at.saturating_add(1)),
                }
            } else {
                let is_mark = |byte: &u8| matches!(byte, b'"' | b'{' | b'}' | b'[' | b']');
                let ends_word = |byte: &u8| matches!(byte, b',' | b' ' | b'\t' | b'\n' | b'\r');
                let is_word = self.depth == 0;
                let Some(next) = rest.iter().position(|byte| is_mark(byte) || (is_word && ends_word(byte))) else {
                    self.at = bytes.len();
                    return None;
                };
                self.at = self.at.saturating_add(next);
                match rest.get(next) {
                    // A number or word before this.
                    Some(_) if is_word && self.at > 0 => return Some(self.at),
                    Some(b'"') => self.in_string = true,
                    Some(b'{' | b'[') => self.depth = self.depth.saturating_add(1),
                    Some(_) => self.depth = self.depth.saturating_sub(1),
                    None => return None,
                }
                self.at = self.at.saturating_add(1);
                if self.depth == 0 && !self.in_string {
                    return Some(self.at);
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t(bytes: &[u8], end: Option<usize>) {
        assert_eq!(Scan::default().end(bytes), end, "{}", String::from_utf8_lossy(bytes));
        let mut scan = Scan::default();
        let bytewise = (1..=bytes.len()).find_map(|length| scan.end(&bytes[..length]));
        assert_eq!(bytewise, end, "byte by byte: {}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn braces_and_quotes() {
        t(b"{}", Some(2));
        t(b"{\"a\":1}, {", Some(7));
        t(br#"{"}":"\"}\\"}x"#, Some(13));
        t(b"{\"a\":{\"b\":[1,{}]}},", Some(18));
        t(b"[[1],[2]]]", Some(9));
        t(b"{\"a\":1", None);
        t(b"{\"a\":\"\\", None);
    }

    #[test]
    fn scalars_end_at_what_follows() {
        t(b"12,", Some(2));
        t(b"true]", Some(4));
        t(b"-1.5e9 ", Some(6));
        t(b"null\n", Some(4));
        t(b"12", None);
        t(br#""a,]\"}",1"#, Some(8));
        t(b"\"\",", Some(2));
    }

    #[test]
    fn a_line_end_in_a_string_ends_it() {
        t(b"{\"a\n\":1}", Some(4));
        t(b"\"a\n\"", Some(3));
    }
}
