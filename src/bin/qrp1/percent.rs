//! Percents as all commands show them: to the nearest tenth, with a minus however small the loss is, and never `100.0` for
//! less than all.

use std::fmt;

/// A part of a whole, exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Percent {
    part: i128,
    whole: i128,
}

impl Percent {
    /// How much less `after` is than `before`, of `before`.
    pub(crate) fn saved(before: u64, after: u64) -> Self {
        Self { part: i128::from(before).saturating_sub(i128::from(after)), whole: before.into() }
    }

    /// How much `part` is of `whole`.
    #[cfg(feature = "tokens")]
    pub(crate) fn share(part: u64, whole: u64) -> Self {
        Self { part: part.into(), whole: whole.into() }
    }

    /// How much more `found` is than `expected`, of `expected`.
    #[cfg(feature = "tokens")]
    pub(crate) fn deviation(found: u64, expected: u64) -> Self {
        Self { part: i128::from(found).saturating_sub(i128::from(expected)), whole: expected.into() }
    }

    /// How many points more than another, which was not rounded before.
    #[cfg(feature = "tokens")]
    pub(crate) const fn points_above(self, other: Self) -> Self {
        let (ours, theirs) = (self.part.saturating_mul(other.whole), other.part.saturating_mul(self.whole));
        Self { part: ours.saturating_sub(theirs), whole: self.whole.saturating_mul(other.whole) }
    }

    /// The number with one decimal; of nothing, all is zero percent.
    pub(crate) fn tenths(self) -> String {
        const ALL: u128 = 1_000;
        let (part, whole) = (self.part.unsigned_abs(), self.whole.unsigned_abs());
        let doubled = part.saturating_mul(ALL.saturating_mul(2)).saturating_add(whole);
        let tenths = doubled.checked_div(whole.saturating_mul(2)).unwrap_or(0);
        let tenths = if tenths == ALL && part < whole { ALL.saturating_sub(1) } else { tenths };
        let sign = if self.part < 0 { "-" } else { "" };
        format!("{sign}{}.{}", tenths / 10, tenths % 10)
    }

    /// The number with a plus if it is above zero.
    #[cfg(feature = "tokens")]
    pub(crate) fn signed(self) -> String {
        format!("{}{}", if self.part > 0 { "+" } else { "" }, self.tenths())
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} %", self.tenths())
    }
}

#[cfg(test)]
mod tests {
    use super::Percent;

    #[test]
    fn percents_are_rounded_and_a_loss_has_its_minus() {
        for (before, after, expected) in [
            (1_000, 500, "50.0"),
            (43_432, 23_369, "46.2"),
            (15, 31, "-106.7"),
            (7, 7, "0.0"),
            (0, 5, "-0.0"),
            (0, 0, "0.0"),
            // -0.04, -0.05, 0.04 and 0.05 percent.
            (10_000, 10_004, "-0.0"),
            (10_000, 10_005, "-0.1"),
            (10_000, 9_996, "0.0"),
            (10_000, 9_995, "0.1"),
            (u64::MAX, 0, "100.0"),
            (u64::MAX, 1, "99.9"),
        ] {
            assert_eq!(Percent::saved(before, after).tenths(), expected, "{before} to {after}");
        }
    }

    #[test]
    fn all_is_said_of_nothing_less() {
        for (before, after, expected) in [
            (10_000, 4, "99.9"),
            (10_000, 6, "99.9"),
            (1_226_157, 193, "99.9"),
            (10_000, 0, "100.0"),
            (5, 10, "-100.0"),
        ] {
            assert_eq!(Percent::saved(before, after).to_string(), format!("{expected} %"), "{before} to {after}");
        }
    }

    #[cfg(feature = "tokens")]
    #[test]
    fn differences_are_those_of_unrounded_percents() {
        assert_eq!(Percent::share(1, 3).tenths(), "33.3");
        assert_eq!(Percent::share(3_999, 4_000).tenths(), "99.9");
        for (found, expected, signed) in [(100, 100, "0.0"), (10_001, 10_000, "+0.0"), (99, 100, "-1.0")] {
            assert_eq!(Percent::deviation(found, expected).signed(), signed);
        }
        // 134.68 and 134.54 percent are 134.7 and 134.5, and 0.14 apart.
        let points = Percent::saved(10_000, 23_454).points_above(Percent::saved(10_000, 23_468));
        assert_eq!(points.signed(), "+0.1");
    }
}
