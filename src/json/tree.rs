//! Any JSON text as a tree of values: numbers by their letters, objects with their keys in order.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use jiter::{Jiter, JiterError, Peek};

use super::reader::{explain_in, is_long, number};
use crate::{Error, Limits, Position, Result, Value};

/// Reads one JSON value, in memory.
///
/// # Errors
/// `syntax` for what is no JSON and for lone surrogates, `duplicate` for a key that occurs twice in an object, `limit`
/// for deeper nesting, each with its place.
pub(super) fn parse(text: &str, limits: &Limits) -> Result<Value<'static>> {
    let mut parser = Parser { bytes: text.as_bytes(), base: 0, jiter: Jiter::new(text.as_bytes()), limits };
    let value = parser.next(0).and_then(|value| match parser.jiter.finish() {
        Ok(()) => Ok(value),
        Err(error) => Err(parser.fault(&error)),
    });
    value.map_err(|(error, at)| error.at(position(text, at)))
}

struct Parser<'t> {
    bytes: &'t [u8],
    /// Where `jiter` began.
    base: usize,
    jiter: Jiter<'t>,
    limits: &'t Limits,
}

/// A value, or an error and the byte it is at.
type At<T> = core::result::Result<T, (Error, usize)>;

impl Parser<'_> {
    fn fault(&self, error: &JiterError) -> (Error, usize) {
        let at = self.base.saturating_add(error.index);
        (explain_in(error, self.bytes.get(at..).unwrap_or_default()), at)
    }

    fn here(&self) -> usize {
        self.base.saturating_add(self.jiter.current_index())
    }

    fn next(&mut self, depth: usize) -> At<Value<'static>> {
        let peek = self.jiter.peek().map_err(|error| self.fault(&error))?;
        self.known(peek, depth)
    }

    fn known(&mut self, peek: Peek, depth: usize) -> At<Value<'static>> {
        let start = self.here();
        let jiter = &mut self.jiter;
        let scalar = match peek {
            Peek::Null => jiter.known_null().map(|()| Value::Null),
            Peek::True | Peek::False => jiter.known_bool(peek).map(Value::Bool),
            Peek::String => jiter.known_str().map(Value::text),
            Peek::Array => return self.array(depth),
            Peek::Object => return self.object(depth),
            // Numbers are ASCII.
            _ => match jiter.known_number_bytes(peek) {
                Ok(letters) => Ok(Value::Number(String::from_utf8_lossy(letters).into_owned().into())),
                Err(error) if is_long(&error) => return self.long_number(start),
                Err(error) => Err(error),
            },
        };
        scalar.map_err(|error| self.fault(&error))
    }

    /// A number of more digits than `jiter` takes; it goes on behind it.
    #[cold]
    fn long_number(&mut self, start: usize) -> At<Value<'static>> {
        let bytes = self.bytes;
        let letters = number(bytes.get(start..).unwrap_or_default());
        let letters = letters.map_err(|(error, at)| (error, start.saturating_add(at)))?;
        self.base = start.saturating_add(letters.len());
        self.jiter = Jiter::new(bytes.get(self.base..).unwrap_or_default());
        Ok(Value::Number(letters.to_string().into()))
    }

    fn inner(&self, depth: usize) -> At<usize> {
        if depth >= self.limits.nesting {
            let limit = u64::try_from(self.limits.nesting).unwrap_or(u64::MAX);
            return Err((Error::limit("levels of nesting", limit), self.here()));
        }
        Ok(depth.saturating_add(1))
    }

    fn array(&mut self, depth: usize) -> At<Value<'static>> {
        let depth = self.inner(depth)?;
        let mut items = Vec::new();
        let mut next = self.jiter.known_array().map_err(|error| self.fault(&error))?;
        while let Some(peek) = next {
            items.push(self.known(peek, depth)?);
            next = self.jiter.array_step().map_err(|error| self.fault(&error))?;
        }
        Ok(Value::List(items))
    }

    fn object(&mut self, depth: usize) -> At<Value<'static>> {
        let depth = self.inner(depth)?;
        let mut entries: Vec<(Value<'static>, Value<'static>)> = Vec::new();
        let mut keys = BTreeSet::new();
        let first = self.jiter.known_object().map(|key| key.map(ToString::to_string));
        let mut next = first.map_err(|error| self.fault(&error))?;
        while let Some(key) = next {
            if keys.contains(&key) {
                return Err((Error::duplicate("key", &key), self.here()));
            }
            let value = self.next(depth)?;
            entries.push((Value::text(&key), value));
            keys.insert(key);
            let another = self.jiter.next_key().map(|key| key.map(ToString::to_string));
            next = another.map_err(|error| self.fault(&error))?;
        }
        Ok(Value::Map(entries))
    }
}

/// The place of a byte of a text.
fn position(text: &str, at: usize) -> Position {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let lines = before.iter().fold(1u64, |lines, byte| lines.saturating_add(u64::from(*byte == b'\n')));
    Position::new(u64::try_from(at).unwrap_or(u64::MAX), lines)
}
