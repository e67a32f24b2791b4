//! Any JSON text as a tree of values: numbers by their letters, objects with their keys in order.

use std::collections::HashSet;

use alloc::borrow::{Cow, ToOwned};
use alloc::vec::Vec;

use jiter::{Jiter, JiterError, Peek};

use super::fault::{At, ends_too_early, explain_in, is_long, number};
use crate::{Error, Limits, Position, Result, Value};

/// Reads one JSON value, in memory.
///
/// # Errors
/// `syntax` for what is no JSON and for lone surrogates, `duplicate` for a key that occurs twice in an object, `limit`
/// for deeper nesting, each with its place.
pub(super) fn parse<'t>(text: &'t str, limits: &Limits) -> Result<Value<'t>> {
    parse_at(text, limits, Origin { byte: 0, line: 1, depth: 0 })
}

/// Reads a value that stands in a longer text.
///
/// # Errors
/// As [`parse`].
pub(super) fn parse_at<'t>(text: &'t str, limits: &Limits, origin: Origin) -> Result<Value<'t>> {
    let mut parser = Parser { text, base: 0, jiter: Jiter::new(text.as_bytes()), limits, origin };
    let value = parser.next(origin.depth).and_then(|value| match parser.jiter.finish() {
        Ok(()) => Ok(value),
        Err(error) => Err(parser.fault(&error)),
    });
    value.map_err(|(error, at)| error.at(origin.position(text.as_bytes(), at)))
}

/// Where a text begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) byte: u64,
    pub(super) line: u64,
    /// Lists and objects around it.
    pub(super) depth: usize,
}

impl Origin {
    /// The place of a byte of the text.
    pub(super) fn position(self, text: &[u8], at: usize) -> Position {
        let before = text.get(..at).unwrap_or(text);
        let line = before.iter().fold(self.line, |line, byte| line.saturating_add(u64::from(*byte == b'\n')));
        Position::new(self.byte.saturating_add(u64::try_from(at).unwrap_or(u64::MAX)), line)
    }
}

struct Parser<'t, 'l> {
    text: &'t str,
    /// Where `jiter` began.
    base: usize,
    jiter: Jiter<'t>,
    limits: &'l Limits,
    origin: Origin,
}

/// Members of an object whose keys are compared one by one; more are looked up.
const FEW: usize = 12;

impl<'t> Parser<'t, '_> {
    fn fault(&self, error: &JiterError) -> (Error, usize) {
        let at = self.base.saturating_add(error.index);
        (explain_in(error, self.text.as_bytes().get(at..).unwrap_or_default()), at)
    }

    fn here(&self) -> usize {
        self.base.saturating_add(self.jiter.current_index())
    }

    fn next(&mut self, depth: usize) -> At<Value<'t>> {
        let peek = self.jiter.peek().map_err(|error| self.fault(&error))?;
        self.known(peek, depth)
    }

    fn known(&mut self, peek: Peek, depth: usize) -> At<Value<'t>> {
        let start = self.here();
        let (text, jiter) = (self.text, &mut self.jiter);
        let scalar = match peek {
            Peek::Null => jiter.known_null().map(|()| Value::Null),
            Peek::True | Peek::False => jiter.known_bool(peek).map(Value::Bool),
            Peek::String => jiter.known_str().map(|letters| Value::Str(within(text, letters))),
            Peek::Array => return self.array(depth),
            Peek::Object => return self.object(depth),
            _ => match jiter.known_number_bytes(peek) {
                // They begin at `start`, and numbers are ASCII.
                Ok(letters) => {
                    let letters = text.get(start..start.saturating_add(letters.len()));
                    Ok(Value::Number(letters.unwrap_or_default().into()))
                }
                Err(error) if is_long(&error) => return self.long_number(start),
                Err(error) => Err(error),
            },
        };
        // A word or number that is none is quoted from its start.
        scalar.map_err(|error| match peek {
            Peek::String => self.fault(&error),
            _ if ends_too_early(&error) => self.fault(&error),
            _ => (explain_in(&error, text.as_bytes().get(start..).unwrap_or_default()), start),
        })
    }

    /// A number of more digits than `jiter` takes; it goes on behind it.
    #[cold]
    fn long_number(&mut self, start: usize) -> At<Value<'t>> {
        let rest = self.text.get(start..).unwrap_or_default();
        let letters = number(rest.as_bytes()).map_err(|(error, at)| (error, start.saturating_add(at)))?;
        let letters = rest.get(..letters.len()).unwrap_or_default();
        self.base = start.saturating_add(letters.len());
        self.jiter = Jiter::new(self.text.as_bytes().get(self.base..).unwrap_or_default());
        Ok(Value::Number(letters.into()))
    }

    fn inner(&self, depth: usize) -> At<usize> {
        if depth >= self.limits.nesting {
            let limit = u64::try_from(self.limits.nesting).unwrap_or(u64::MAX);
            return Err((Error::limit("levels of nesting", limit), self.here()));
        }
        Ok(depth.saturating_add(1))
    }

    fn array(&mut self, depth: usize) -> At<Value<'t>> {
        let depth = self.inner(depth)?;
        let mut items = Vec::new();
        let mut next = self.jiter.known_array().map_err(|error| self.fault(&error))?;
        while let Some(peek) = next {
            items.push(self.known(peek, depth)?);
            next = self.jiter.array_step().map_err(|error| self.fault(&error))?;
        }
        Ok(Value::List(items))
    }

    fn object(&mut self, depth: usize) -> At<Value<'t>> {
        let start = self.here();
        let depth = self.inner(depth)?;
        let text = self.text;
        let mut entries: Vec<(Value<'t>, Value<'t>)> = Vec::new();
        let mut keys: HashSet<Cow<'t, str>> = HashSet::new();
        let first = self.jiter.known_object().map(|key| key.map(|key| within(text, key)));
        let mut next = first.map_err(|error| self.fault(&error))?;
        while let Some(key) = next {
            if entries.len() == FEW {
                keys.extend(
                    entries
                        .iter()
                        .filter_map(|(key, _)| if let Value::Str(key) = key { Some(key.clone()) } else { None }),
                );
            }
            let is_known = match entries.len() {
                0..FEW => entries.iter().any(|(known, _)| matches!(known, Value::Str(known) if *known == key)),
                _ => !keys.insert(key.clone()),
            };
            if is_known {
                return Err(self.duplicate(start, &key));
            }
            let value = self.next(depth)?;
            entries.push((Value::Str(key), value));
            next = match self.jiter.next_key() {
                Ok(key) => key.map(|key| within(text, key)),
                Err(error) => return Err(self.fault(&error)),
            };
        }
        Ok(Value::Map(entries))
    }

    /// A key that stands twice in the object that begins at `start`.
    #[cold]
    fn duplicate(&self, start: usize, key: &str) -> (Error, usize) {
        let places = key_places(self.text.get(start..).unwrap_or_default(), key);
        let [first, second] = places.map(|at| start.saturating_add(at));
        (Error::duplicate("key", key).first_at(self.origin.position(self.text.as_bytes(), first)), second)
    }
}

/// The letters as a part of the text, where they are one; a string with escapes is not.
fn within<'t>(text: &'t str, letters: &str) -> Cow<'t, str> {
    let start = letters.as_ptr().addr().checked_sub(text.as_ptr().addr());
    let part = start.and_then(|start| text.get(start..start.checked_add(letters.len())?));
    match part.filter(|part| *part == letters) {
        Some(part) => Cow::Borrowed(part),
        None => Cow::Owned(letters.to_owned()),
    }
}

/// Where a key stands for the first and the second time in the object that a text begins with.
#[cold]
fn key_places(object: &str, key: &str) -> [usize; 2] {
    let mut places = [0, 0];
    let (mut depth, mut found, mut at) = (0usize, 0usize, 0usize);
    while let Some(byte) = object.as_bytes().get(at) {
        match byte {
            b'{' | b'[' => depth = depth.saturating_add(1),
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let rest = object.get(at..).unwrap_or_default();
                let mut jiter = Jiter::new(rest.as_bytes());
                let is_key = jiter.next_str().is_ok_and(|letters| letters == key);
                let length = jiter.current_index().max(1);
                let colon = rest.get(length..).unwrap_or_default().trim_start().starts_with(':');
                if is_key && depth == 1 && colon {
                    if let Some(place) = places.get_mut(found) {
                        *place = at;
                    }
                    found = found.saturating_add(1);
                    if found == places.len() {
                        break;
                    }
                }
                at = at.saturating_add(length);
                continue;
            }
            _ => {}
        }
        at = at.saturating_add(1);
    }
    places
}
