//! The lines of a text or receipt, both directions. Spec: BODY-1 to BODY-4

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::bytes::{ESCAPE, LINE_END, MAGIC};
use super::text::{self, EscapeSet};
use crate::error::{Error, Result};

/// What stands raw in a text although it is a control character.
const RAW: [char; 2] = ['\t', '\n'];

/// How the lines of a body are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// As they are, but for what could be a header or an end.
    Verbatim,
    /// With escapes: `escaped=1`.
    Escaped,
}

/// The lines of a text, without their LF.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(char::from(LINE_END))
}

/// Whether a text needs `escaped=1` (BODY-2).
pub(crate) fn needs_escapes(text: &str) -> bool {
    lines(text).any(|line| line.ends_with(' ') || text::verbatim_fault(line).is_some())
}

/// Reads a body line.
pub(crate) fn parse(line: &mut String, form: Form) -> Result<Cow<'_, str>> {
    match form {
        Form::Verbatim => {
            text::check_verbatim(line)?;
            match line.strip_prefix(char::from(ESCAPE)) {
                None => Ok(Cow::Borrowed(line)),
                Some(rest) if rest.starts_with(char::from(ESCAPE)) || rest.starts_with(MAGIC) => {
                    Ok(Cow::Borrowed(rest))
                }
                Some(_) => Err(Error::syntax("a second backslash at the start of a text line", line)),
            }
        }
        Form::Escaped => {
            let from = text::open_body_line(line)?;
            let letters = line.get(from..).unwrap_or_default();
            let mut parts = Vec::new();
            for part in letters.split('\t') {
                let decoded = text::unescape(part, EscapeSet::RECORD)?;
                if decoded.contains(RAW) {
                    return Err(Error::syntax("tabs and line ends as themselves in a text", part));
                }
                parts.push(decoded);
            }
            Ok(if parts.len() == 1 { parts.swap_remove(0) } else { Cow::Owned(parts.join("\t")) })
        }
    }
}

/// Writes a body line and its end; `line` has no LF.
pub(crate) fn print(line: &str, form: Form, out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    if line.contains('\n') {
        return Err(Error::syntax("one line", line));
    }
    match form {
        Form::Verbatim => {
            text::check_verbatim(line)?;
            if line.starts_with(char::from(ESCAPE)) || line.starts_with(MAGIC) {
                out.push(ESCAPE);
            }
            out.extend_from_slice(line.as_bytes());
        }
        Form::Escaped => {
            for (index, part) in line.split('\t').enumerate() {
                if index > 0 {
                    out.push(b'\t');
                }
                text::escape(part, EscapeSet::RECORD, out);
            }
            text::close_body_line(out, start);
        }
    }
    out.push(LINE_END);
    Ok(())
}
