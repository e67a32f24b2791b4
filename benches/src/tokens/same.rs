//! Whether two JSON texts have one value: the order of keys and the spelling of numbers aside.

use std::collections::HashMap;
use std::str::FromStr;

use anyhow::Result;
use bigdecimal::BigDecimal;
use qrp1::{Value, json};

/// The JSON Pointer of the first place where two texts differ.
///
/// # Errors
/// A text that is no JSON.
pub fn difference(one: &str, other: &str) -> Result<Option<String>> {
    Ok(differs(&json::parse(one)?, &json::parse(other)?).map(|path| {
        // From the inside out.
        path.iter()
            .rev()
            .fold(String::new(), |pointer, name| format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1")))
    }))
}

/// The names on the way to the first difference, the innermost first.
fn differs(one: &Value<'_>, other: &Value<'_>) -> Option<Vec<String>> {
    let step = |name: &str, one, other| {
        differs(one, other).map(|mut path| {
            path.push(name.to_owned());
            path
        })
    };
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => (!is_one_number(one, other)).then(Vec::new),
        (Value::List(one), Value::List(other)) if one.len() == other.len() => {
            let mut pairs = one.iter().zip(other).enumerate();
            pairs.find_map(|(index, (one, other))| step(&index.to_string(), one, other))
        }
        (Value::Map(one), Value::Map(other)) if one.len() == other.len() => {
            let others: HashMap<_, _> = other.iter().map(|(key, value)| (name(key), value)).collect();
            one.iter().find_map(|(key, value)| match others.get(name(key)) {
                Some(other) => step(name(key), value, other),
                None => Some(vec![name(key).to_owned()]),
            })
        }
        _ => (one != other).then(Vec::new),
    }
}

fn name<'v>(key: &'v Value<'_>) -> &'v str {
    if let Value::Str(name) = key { name } else { "" }
}

/// What is too large to compare is one number where its letters are the same.
fn is_one_number(one: &str, other: &str) -> bool {
    let parts =
        |letters| BigDecimal::from_str(letters).ok().map(|number| number.normalized().into_bigint_and_exponent());
    one == other || parts(one).is_some_and(|one| Some(one) == parts(other))
}

#[cfg(test)]
mod tests {
    use super::difference;

    fn at(one: &str, other: &str, place: Option<&str>) {
        assert_eq!(difference(one, other).unwrap().as_deref(), place, "{one} {other}");
    }

    #[test]
    fn spelling_and_order_are_no_difference() {
        at(r#"{"a":1.0,"b":[100,-0,1e2]}"#, r#"{"b":[1E2,0,100.00],"a":1}"#, None);
        at("1e99999999999999999999", "1e99999999999999999999", None);
        at("12345678901234567890", "12345678901234567000", Some(""));
        at("1e99999999999999999999", "null", Some(""));
    }

    #[test]
    fn the_first_difference_is_named() {
        at(r#"{"a":[1,{"b/c":null}]}"#, r#"{"a":[1,{"b/c":""}]}"#, Some("/a/1/b~1c"));
        at(r#"{"a":1}"#, r#"{"b":1}"#, Some("/a"));
        at("[1]", "[1,2]", Some(""));
        at(r#""1""#, "1", Some(""));
    }
}
