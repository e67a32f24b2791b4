//! Where a flat record ends, found in any chunking, before it is read.

use memchr::memchr3;

/// Looks for the `}` of an object without members that are objects or arrays.
///
/// It stops early, just behind the fault, where that can't be: at the `{` or `[` of a member, and at a line end in a
/// string. So an unclosed brace or quote does not swallow the records that follow.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Bytes looked at.
    at: usize,
    is_open: bool,
    in_string: bool,
}

impl Scan {
    /// The length of the object that `bytes` begins with; none if more bytes are needed. Each call has all bytes of
    /// the call before, and more.
    pub(super) fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(rest) = bytes.get(self.at..).filter(|rest| !rest.is_empty()) {
            if self.in_string {
                let Some(next) = memchr3(b'"', b'\\', b'\n', rest) else {
                    self.at = bytes.len();
                    return None;
                };
                match rest.get(next..) {
                    Some([b'"', ..]) => self.in_string = false,
                    // The escaped character has not come yet.
                    Some([b'\\']) => {
                        self.at = self.at.saturating_add(next);
                        return None;
                    }
                    Some([b'\\', _, ..]) => self.at = self.at.saturating_add(1),
                    _ => return Some(self.at.saturating_add(next).saturating_add(1)),
                }
                self.at = self.at.saturating_add(next).saturating_add(1);
            } else {
                let Some(next) = rest.iter().position(|byte| matches!(byte, b'"' | b'{' | b'}' | b'[')) else {
                    self.at = bytes.len();
                    return None;
                };
                self.at = self.at.saturating_add(next).saturating_add(1);
                match rest.get(next) {
                    Some(b'"') => self.in_string = true,
                    Some(b'{') if !self.is_open => self.is_open = true,
                    _ => return Some(self.at),
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
        t(b"{\"a\":1", None);
        t(b"{\"a\":\"\\", None);
    }

    #[test]
    fn stops_at_what_is_not_flat() {
        t(b"{\"a\":{\"b\":1}}", Some(6));
        t(b"{\"a\":[1]}", Some(6));
        t(b"{\"a\":1\n{\"a\":2}", Some(8));
        t(b"{\"a\n\":1}", Some(4));
    }
}
