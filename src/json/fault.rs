//! The faults of JSON in our words, and the numbers that the parser beneath does not take.

use alloc::format;
use alloc::string::String;
use core::str;

use jiter::{JiterError, JiterErrorType, JsonErrorType};

use crate::{Error, ErrorKind};

/// Bytes of what is quoted in a message.
pub(super) const LENGTH: usize = 24;

/// An error and the byte it is at.
pub(super) type At<T> = Result<T, (Error, usize)>;

/// The first bytes of a line.
#[cold]
pub(super) fn start_of(bytes: &[u8], most: usize) -> String {
    let start = bytes.get(..bytes.len().min(most)).unwrap_or_default();
    String::from_utf8_lossy(start).lines().next().unwrap_or_default().into()
}

/// Whether a number has more digits than `jiter` takes, which JSON and `num` allow.
pub(super) fn is_long(error: &JiterError) -> bool {
    matches!(error.error_type, JiterErrorType::JsonError(JsonErrorType::NumberOutOfRange))
}

/// The number that `bytes` begin with, of any length (RFC 8259).
///
/// # Errors
/// The fault of another, and its byte.
pub(super) fn number(bytes: &[u8]) -> At<&str> {
    let digits = |at: usize| {
        let rest = bytes.get(at..).unwrap_or_default();
        at.saturating_add(rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len()))
    };
    // At least one digit must stand there.
    let some_digits = |at: usize| match digits(at) {
        end if end > at => Ok(end),
        end if end >= bytes.len() => Err((Error::truncated("a digit"), end)),
        end => Err((Error::syntax("a digit", &start_of(bytes.get(end..).unwrap_or_default(), LENGTH)), end)),
    };
    let start = usize::from(bytes.first() == Some(&b'-'));
    let mut end = if bytes.get(start) == Some(&b'0') { start.saturating_add(1) } else { some_digits(start)? };
    if bytes.get(end) == Some(&b'.') {
        end = some_digits(end.saturating_add(1))?;
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = end.saturating_add(1);
        end = some_digits(if let Some(b'+' | b'-') = bytes.get(sign) { sign.saturating_add(1) } else { sign })?;
    }
    // Numbers are ASCII.
    Ok(bytes.get(..end).and_then(|number| str::from_utf8(number).ok()).unwrap_or_default())
}

pub(super) fn ends_too_early(error: &JiterError) -> bool {
    use JsonErrorType::{EofWhileParsingList, EofWhileParsingObject, EofWhileParsingString, EofWhileParsingValue};
    matches!(
        error.error_type,
        JiterErrorType::JsonError(
            EofWhileParsingList | EofWhileParsingObject | EofWhileParsingString | EofWhileParsingValue
        )
    )
}

/// The error of `jiter` in our words; `found` begins with what stands there.
#[cold]
pub(super) fn explain_in(error: &JiterError, found: &[u8]) -> Error {
    use JsonErrorType as Fault;
    if ends_too_early(error) {
        return Error::truncated("the rest of the JSON");
    }
    let JiterErrorType::JsonError(fault) = &error.error_type else {
        return Error::syntax("JSON", &format!("{error}"));
    };
    let found = start_of(found, LENGTH);
    let expected = match fault {
        Fault::InvalidUnicodeCodePoint => return Error::new(ErrorKind::Utf8),
        Fault::LoneLeadingSurrogateInHexEscape | Fault::UnexpectedEndOfHexEscape => {
            return Error::syntax("JSON", "a lone surrogate").hint("a text of Unicode has no half characters");
        }
        Fault::ControlCharacterWhileParsingString => {
            return Error::syntax("the rest of a text", "a raw control character")
                .hint("in JSON they are escaped; is a quote unclosed?");
        }
        Fault::ExpectedColon => "`:` after the key",
        Fault::ExpectedListCommaOrEnd => "`,` or `]` after the item",
        Fault::ExpectedObjectCommaOrEnd => "`,` or `}` after the value",
        Fault::ExpectedSomeIdent => "`true`, `false` or `null`",
        Fault::ExpectedSomeValue => "a value",
        Fault::InvalidEscape => "an escape that JSON has",
        Fault::InvalidNumber => "a number as JSON has it",
        Fault::KeyMustBeAString => "a key in quotes",
        Fault::TrailingComma => "a value or member after `,`",
        Fault::TrailingCharacters => "nothing more",
        _ => return Error::syntax("JSON", &format!("{fault}")),
    };
    Error::syntax(expected, &found)
}
