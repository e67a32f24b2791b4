//! `json` values: whether letters are minified JSON in the one spelling that the format allows. Spec: JSON-1
//!
//! One pass, no recursion: an explicit stack holds the open containers, and the nesting limit bounds it.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::cell::check_depth;
use super::scalar::number;
use super::text::is_always_escaped;
use crate::error::{Error, Result};
use crate::limits::Limits;

/// (character, the letter after the backslash) where JSON has a short escape.
const SHORT: [(char, char); 7] =
    [('"', '"'), ('\\', '\\'), ('\u{8}', 'b'), ('\u{c}', 'f'), ('\n', 'n'), ('\r', 'r'), ('\t', 't')];

/// An open container.
enum Open<'a> {
    Array,
    /// With the letters of its keys; a string has one spelling, so equal keys have equal letters.
    Object(BTreeSet<&'a str>),
}

/// Checks that `text` is one JSON value, minified, in the canonical spelling, at this depth of the document.
pub(crate) fn check(text: &str, depth: usize, limits: &Limits) -> Result<()> {
    let mut rest = text;
    let mut open: Vec<Open<'_>> = Vec::new();
    loop {
        // A value begins here.
        let begun = match rest.as_bytes().first() {
            Some(b'[') => Some((Open::Array, b']')),
            Some(b'{') => Some((Open::Object(BTreeSet::new()), b'}')),
            _ => None,
        };
        let complete = if let Some((container, close)) = begun {
            check_depth(depth.saturating_add(open.len()), limits)?;
            rest = rest.get(1..).unwrap_or_default();
            if rest.as_bytes().first() == Some(&close) {
                rest = rest.get(1..).unwrap_or_default();
                true
            } else {
                open.push(container);
                if let Some(Open::Object(keys)) = open.last_mut() {
                    rest = key(rest, keys)?;
                }
                false
            }
        } else {
            rest = scalar(rest)?;
            true
        };
        if complete {
            match after_value(rest, &mut open)? {
                Some(next) => rest = next,
                None => return Ok(()),
            }
        }
    }
}

/// Closes containers and steps to the next value; none at the end of the text.
fn after_value<'a>(mut rest: &'a str, open: &mut Vec<Open<'a>>) -> Result<Option<&'a str>> {
    loop {
        let Some(container) = open.last_mut() else {
            return if rest.is_empty() { Ok(None) } else { Err(Error::syntax("the end of the JSON value", rest)) };
        };
        let after = rest.get(1..).unwrap_or_default();
        match (rest.as_bytes().first(), container) {
            (Some(b','), Open::Array) => return Ok(Some(after)),
            (Some(b','), Open::Object(keys)) => return key(after, keys).map(Some),
            (Some(b']'), Open::Array) | (Some(b'}'), Open::Object(_)) => {
                open.pop();
                rest = after;
            }
            (_, Open::Array) => return Err(Error::syntax("`,` or `]` in JSON", rest)),
            (_, Open::Object(_)) => return Err(Error::syntax("`,` or `}` in JSON", rest)),
        }
    }
}

fn key<'a>(rest: &'a str, keys: &mut BTreeSet<&'a str>) -> Result<&'a str> {
    let (letters, after) = string(rest)?;
    if !keys.insert(letters) {
        return Err(Error::duplicate("key", letters));
    }
    after.strip_prefix(':').ok_or_else(|| Error::syntax("`:` after a JSON key", after))
}

fn scalar(rest: &str) -> Result<&str> {
    if rest.starts_with('"') {
        return string(rest).map(|(_, after)| after);
    }
    let length = rest.find([',', ']', '}']).unwrap_or(rest.len());
    let (letters, after) = rest.split_at_checked(length).unwrap_or((rest, ""));
    if matches!(letters, "null" | "true" | "false") || number::is_number(letters) {
        return Ok(after);
    }
    Err(Error::syntax("minified JSON", rest))
}

/// The letters between the quotes of the string that `rest` begins with, and what follows it.
fn string(rest: &str) -> Result<(&str, &str)> {
    let fault = || Error::syntax("a JSON string", rest);
    let body = rest.strip_prefix('"').ok_or_else(fault)?;
    let mut chars = body.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                let after = body.get(at..).and_then(|rest| rest.strip_prefix('"')).unwrap_or_default();
                return Ok((body.get(..at).unwrap_or_default(), after));
            }
            '\\' => match chars.next() {
                Some((_, 'u')) => {
                    let from = at.saturating_add(2);
                    let digits = body.get(from..from.saturating_add(4)).unwrap_or_default();
                    check_unicode(digits)?;
                    chars.nth(3);
                }
                Some((_, letter)) if SHORT.iter().any(|(_, known)| *known == letter) => {}
                _ => {
                    return Err(Error::syntax("an escape of JSON", body.get(at..).unwrap_or_default())
                        .hint("only quotes, backslashes and the always-escaped set are escaped"));
                }
            },
            c if is_always_escaped(c) => {
                return Err(Error::syntax("control characters escaped", body.get(at..).unwrap_or_default()));
            }
            _ => {}
        }
    }
    Err(fault())
}

/// `\u` is for the always-escaped set, where there is no short escape.
fn check_unicode(digits: &str) -> Result<()> {
    let lower = digits.len() == 4 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
    let c = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).filter(|_| lower);
    match c {
        Some(c) if is_always_escaped(c) && SHORT.iter().all(|(short, _)| *short != c) => Ok(()),
        _ => Err(Error::syntax("`\\u` and four lower-case digits of the always-escaped set", digits)
            .hint("other characters stand for themselves")),
    }
}
