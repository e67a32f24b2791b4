//! Parts of the work alone: no codec for the same text can be faster than these together.

use std::hint::black_box;

use super::csv::Digits;
use crate::data::{Number, Row};

/// The letters of numbers, of all rows.
#[must_use]
pub fn print_numbers<R: Row>(rows: &[R]) -> Vec<u8> {
    let mut digits = Digits::default();
    let mut numbers = Vec::new();
    let mut out = Vec::new();
    for row in rows {
        numbers.clear();
        row.numbers(&mut numbers);
        for number in &numbers {
            let letters = match number {
                Number::Integer(value) => digits.integers.format(*value),
                Number::Float(value) => digits.floats.format_finite(*value),
            };
            out.extend_from_slice(letters.as_bytes());
        }
    }
    out
}

/// Numbers that lie ready as letters.
#[derive(Debug, Default)]
pub struct Letters {
    text: Vec<u8>,
    /// Where each ends, and whether it is an integer.
    ends: Vec<(usize, bool)>,
}

impl Letters {
    /// Those of all rows.
    #[must_use]
    pub fn new<R: Row>(rows: &[R]) -> Self {
        let mut letters = Self::default();
        let mut digits = Digits::default();
        let mut numbers = Vec::new();
        for row in rows {
            numbers.clear();
            row.numbers(&mut numbers);
            for number in &numbers {
                let (printed, is_integer) = match number {
                    Number::Integer(value) => (digits.integers.format(*value), true),
                    Number::Float(value) => (digits.floats.format_finite(*value), false),
                };
                letters.text.extend_from_slice(printed.as_bytes());
                letters.ends.push((letters.text.len(), is_integer));
            }
        }
        letters
    }

    /// Parses all of them: how many there are.
    ///
    /// # Panics
    /// If a number's own letters are none.
    #[must_use]
    pub fn parse_all(&self) -> usize {
        let mut start = 0;
        for (end, is_integer) in &self.ends {
            let letters = &self.text[start..*end];
            if *is_integer {
                black_box(atoi_simd::parse::<i64, false, false>(letters).expect("an integer"));
            } else {
                black_box(fast_float2::parse::<f64, _>(letters).expect("a float"));
            }
            start = *end;
        }
        self.ends.len()
    }
}

/// How many separators and escapes a text has, without a branch for each: the compiler makes vectors of it.
#[must_use]
pub fn scan(text: &[u8]) -> usize {
    // A byte can count to 255.
    let counts = text.chunks(255).map(|part| {
        let count = part.iter().map(|byte| u8::from(matches!(byte, b',' | b'\n' | b'\\'))).fold(0, u8::wrapping_add);
        usize::from(count)
    });
    counts.sum()
}
