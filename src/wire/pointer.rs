//! JSON Pointers (RFC 6901), both directions. What `at` and the marks of a document are compared by.

use alloc::string::String;

use crate::error::{Error, Result};

/// Stands before each reference token.
const SLASH: char = '/';
/// (character, the letter after a `~` that stands for it).
const ESCAPES: [(char, char); 2] = [('~', '0'), (SLASH, '1')];
const TILDE: char = '~';

/// The reference tokens of a pointer, as they are written; each has exactly one spelling.
pub(crate) fn parse(pointer: &str) -> Result<impl Iterator<Item = &str>> {
    let fault = |found| Error::type_mismatch("a JSON Pointer such as `/items`", found);
    let tokens = pointer.strip_prefix(SLASH).ok_or_else(|| fault(pointer))?;
    let mut parts = tokens.split(TILDE);
    parts.next();
    if parts.any(|part| !ESCAPES.iter().any(|&(_, letter)| part.starts_with(letter))) {
        return Err(fault(pointer).hint("in a pointer `~` is `~0` and `/` in a name is `~1`"));
    }
    Ok(tokens.split(SLASH))
}

/// Appends a reference token.
pub(crate) fn push(token: &str, pointer: &mut String) {
    pointer.push(SLASH);
    for c in token.chars() {
        match ESCAPES.iter().find(|(raw, _)| *raw == c) {
            Some((_, letter)) => pointer.extend([TILDE, *letter]),
            None => pointer.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    fn reads(pointer: &str, tokens: &[&str]) {
        assert_eq!(parse(pointer).unwrap().collect::<Vec<_>>(), tokens, "{pointer}");
    }

    #[test]
    fn tokens_are_what_stands_between_slashes() {
        reads("/", &[""]);
        reads("/items", &["items"]);
        reads("/a//0", &["a", "", "0"]);
        reads("/a~1b~0c/é", &["a~1b~0c", "é"]);
    }

    #[test]
    fn err_what_is_no_pointer() {
        for pointer in ["", "a", "a/b", "/~", "/~2", "/a~/b", "/~~0"] {
            assert!(parse(pointer).is_err(), "{pointer}");
        }
    }

    #[test]
    fn pushed_tokens_read_back() {
        let mut pointer = String::new();
        for token in ["a/b", "~", "", "~1"] {
            push(token, &mut pointer);
        }
        assert_eq!(pointer, "/a~1b/~0//~01");
        reads(&pointer, &["a~1b", "~0", "", "~01"]);
    }
}
