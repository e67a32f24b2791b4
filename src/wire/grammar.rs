//! How the parsers of `nom` report a fault, in the words of this crate. What the header's and the columns' grammar share.

use nom::Parser;
use nom::error::{ErrorKind, ParseError};

use crate::error::{Error, Result};

/// What a rule of a grammar gives: what it read and the rest, or why not.
pub(crate) type Parsed<'t, T> = nom::IResult<&'t str, T, Fault<'t>>;

/// Why a rule did not fit.
#[derive(Debug)]
pub(crate) enum Fault<'t> {
    /// It does not fit here; another rule may.
    Unfit(&'t str),
    /// No rule can fit, and this is why.
    Known(Error),
}

impl<'t> ParseError<&'t str> for Fault<'t> {
    fn from_error_kind(input: &'t str, _: ErrorKind) -> Self {
        Self::Unfit(input)
    }

    fn append(_: &'t str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

/// An error that ends parsing.
pub(crate) fn known<'t>(error: Error) -> nom::Err<Fault<'t>> {
    nom::Err::Failure(Fault::Known(error))
}

/// The rule that must fit here: if it does not, that is the error.
pub(crate) fn expect<'t, T>(
    expected: &'static str,
    mut rule: impl Parser<&'t str, Output = T, Error = Fault<'t>>,
) -> impl FnMut(&'t str) -> Parsed<'t, T> {
    move |input| {
        rule.parse(input).map_err(|fault| match fault {
            nom::Err::Error(Fault::Unfit(found)) => known(Error::syntax(expected, found)),
            fault => fault,
        })
    }
}

/// The letters up to `at`, which is within `input`, and the rest.
pub(crate) fn take_to(input: &str, at: usize) -> Parsed<'_, &str> {
    input.split_at_checked(at).map(|(taken, rest)| (rest, taken)).ok_or(nom::Err::Error(Fault::Unfit(input)))
}

/// Runs a rule and leaves `nom`.
pub(crate) fn run<'t, T>(mut rule: impl FnMut(&'t str) -> Parsed<'t, T>, input: &'t str) -> Result<(T, &'t str)> {
    match rule(input) {
        Ok((rest, value)) => Ok((value, rest)),
        Err(nom::Err::Error(Fault::Known(error)) | nom::Err::Failure(Fault::Known(error))) => Err(error),
        Err(nom::Err::Error(Fault::Unfit(found)) | nom::Err::Failure(Fault::Unfit(found))) => {
            Err(Error::syntax("something else", found))
        }
        Err(nom::Err::Incomplete(_)) => Err(Error::syntax("more", input)),
    }
}
