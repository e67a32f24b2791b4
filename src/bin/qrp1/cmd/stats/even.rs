//! From how many rows on a document costs no more than the JSON.

use qrp1::Value;

use super::counter::Counter;
use super::lists::start;
use super::source::Making;

/// Where a document pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Even {
    From(usize),
    Never,
}

/// Up to so many rows, and bytes of JSON, each number of rows is counted.
const EACH: usize = 32;
const SMALL: usize = 64 << 10;

/// Whether so many rows cost no more, and whether they are few and small.
pub(super) struct Count {
    pub(super) pays: bool,
    pub(super) is_small: bool,
}

/// Finds where the documents of a value's first rows pay, of which the whole is known.
pub(super) fn find(
    value: &Value<'_>,
    rows: usize,
    whole_pays: bool,
    making: &Making,
    counter: &Counter,
) -> qrp1::Result<Even> {
    search(rows, whole_pays, |count| {
        let json = String::from_utf8(start(value, count)).map_err(|_| qrp1::Error::new(qrp1::ErrorKind::Utf8))?;
        let document = making.of_json(&json)?;
        let pays = counter.tokens(&document) <= counter.tokens(&json);
        Ok(Count { pays, is_small: json.len() < SMALL })
    })
}

/// The least number of rows that pays, as the help of `qrp1 stats` defines it.
fn search(rows: usize, whole_pays: bool, mut count: impl FnMut(usize) -> qrp1::Result<Count>) -> qrp1::Result<Even> {
    let mut count = |rows_so_far: usize| {
        if rows_so_far < rows { count(rows_so_far) } else { Ok(Count { pays: whole_pays, is_small: false }) }
    };
    let (mut loses, mut next) = (0usize, 1usize);
    loop {
        let Count { pays, is_small } = count(next)?;
        if pays {
            break;
        }
        if next >= rows {
            return Ok(Even::Never);
        }
        loses = next;
        let is_each = is_small && next < EACH;
        next = if is_each { next.saturating_add(1) } else { next.saturating_mul(2) }.min(rows);
    }
    while next.saturating_sub(loses) > 1 {
        let middle = loses.midpoint(next);
        if count(middle)?.pays { next = middle } else { loses = middle }
    }
    Ok(Even::From(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even(rows: usize, pays: impl Fn(usize) -> bool) -> (Even, Vec<usize>) {
        let mut counted = Vec::new();
        let found = search(rows, pays(rows), |count| {
            assert!(count < rows, "the whole is known");
            counted.push(count);
            Ok(Count { pays: pays(count), is_small: true })
        });
        (found.unwrap(), counted)
    }

    #[test]
    fn the_first_rows_that_pay_are_found() {
        for first in 1..300 {
            assert_eq!(even(300, |rows| rows >= first).0, Even::From(first));
        }
        assert_eq!(even(300, |rows| rows >= 301).0, Even::Never);
        assert_eq!(even(1, |_| true), (Even::From(1), vec![]));
        assert_eq!(even(1, |_| false), (Even::Never, vec![]));
    }

    #[test]
    fn few_rows_are_counted_one_by_one() {
        // The first number that pays counts, whatever comes later.
        assert_eq!(even(300, |rows| rows == 7).0, Even::From(7));
        assert_eq!(even(300, |rows| rows == 7 || rows > 20).0, Even::From(7));
        // Above, what is found pays and one row less does not.
        let (found, counted) = even(100_000, |rows| rows >= 50_000 || rows == 33);
        assert_eq!(found, Even::From(50_000));
        assert!(counted.len() < 32 + 12 + 16, "{counted:?}");
    }

    #[test]
    fn large_rows_are_counted_seldom() {
        let mut counted = Vec::new();
        let found = search(1_000, false, |count| {
            counted.push(count);
            Ok(Count { pays: false, is_small: count < 3 })
        });
        assert_eq!((found.unwrap(), counted), (Even::Never, vec![1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768]));
    }
}
