//! binary16, which neither the stable standard library nor `zmij` has: rounding to it, and its digits.

use super::{float, integer, power_of_two};

/// The largest finite value.
const MAX: f64 = 65_504.0;

/// The nearest value of the type: even of two, infinite from 65,520 on.
pub(super) fn nearest(value: f64) -> f64 {
    match split(value.abs()) {
        Some((significand, exponent)) => {
            let magnitude = float(significand) * power_of_two(exponent);
            if magnitude > MAX { f64::INFINITY.copysign(value) } else { magnitude.copysign(value) }
        }
        None => f64::INFINITY.copysign(value),
    }
}

/// The nearest significand (at most 2^11) × 2^exponent (-24 to 5) to a magnitude below 2^16.
fn split(magnitude: f64) -> Option<(u64, i64)> {
    let biased = i64::try_from(magnitude.to_bits() >> 52).ok()?;
    let exponent = biased.wrapping_sub(1023).max(-14).wrapping_sub(10);
    (exponent <= 5).then(|| (integer(magnitude * power_of_two(exponent.wrapping_neg())), exponent))
}

/// The shortest digits and their power of ten for a value of the type that is not 0; none for another value.
pub(super) fn shortest(magnitude: f64) -> Option<(u64, i32)> {
    let (significand, exponent) = split(magnitude)?;
    if nearest(magnitude).to_bits() != magnitude.to_bits() {
        return None;
    }
    // In units of 2^-26 the value and the ends of the interval that reads back as it are integers below 2^43. The
    // ends belong to it where the significand is even, since a tie goes there. Below a power of two the neighbour is
    // half as far, except in the last binade.
    let shift = u32::try_from(exponent.wrapping_add(26)).ok()?;
    let value = u128::from(significand) << shift;
    let gap = 1_u128 << shift.wrapping_sub(1);
    let below = if significand == 1 << 10 && exponent > -24 { gap >> 1 } else { gap };
    let (low, high) = (value.wrapping_sub(below), value.wrapping_add(gap));
    let even = significand & 1 == 0;

    // The coarsest power of ten with a multiple in the interval gives the fewest digits. At most two lie around the
    // value; of two equally close the even one.
    (-12_i32..=4).rev().find_map(|power| {
        let scale = 10_u128.checked_pow(power.min(0).unsigned_abs())?;
        let unit = 10_u128.checked_pow(power.max(0).unsigned_abs())? << 26;
        let scaled = value.wrapping_mul(scale);
        let inside = |digits: &u128| {
            let candidate = digits.wrapping_mul(unit);
            let (low, high) = (low.wrapping_mul(scale), high.wrapping_mul(scale));
            low < candidate && candidate < high || even && (candidate == low || candidate == high)
        };
        let down = scaled.checked_div(unit)?;
        let distance = |digits: &u128| (digits.wrapping_mul(unit).abs_diff(scaled), digits & 1);
        let digits = [down, down.wrapping_add(1)].into_iter().filter(inside).min_by_key(distance)?;
        Some((u64::try_from(digits).ok()?, power))
    })
}
