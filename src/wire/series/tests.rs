#![allow(clippy::arithmetic_side_effects, reason = "a test that panics fails")]

use super::*;
use crate::ErrorClass;
use alloc::string::{String, ToString};
use proptest::prelude::*;

fn at(letters: &str) -> Instant {
    Instant::parse(letters).unwrap()
}

fn text(form: AxisForm, t0: &Instant, nanoseconds: i128) -> String {
    let mut out = Vec::new();
    print_axis(form, t0, nanoseconds, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn t(form: AxisForm, t0: &str, letters: &str, nanoseconds: i128) {
    assert_eq!(parse_axis(form, letters, &at(t0)).unwrap(), nanoseconds, "{letters}");
    assert_eq!(text(form, &at(t0), nanoseconds), letters);
}

fn e(class: ErrorClass, form: AxisForm, t0: &str, letters: &[&str]) {
    for letters in letters {
        assert_eq!(parse_axis(form, letters, &at(t0)).expect_err(letters).class(), class, "{letters}");
    }
}

const ZULU: &str = "2024-01-01T00:00:00Z";

#[test]
fn words() {
    for form in AxisForm::ALL {
        assert_eq!(AxisForm::from_word(form.word()), Some(form));
    }
    assert_eq!(AxisForm::from_word("epoch"), None);
}

#[test]
fn ok_offsets() {
    let t0 = at(ZULU);
    for (unit, count) in
        [(OffsetUnit::Hour, 3), (OffsetUnit::Day, -1), (OffsetUnit::Nanosecond, i64::MAX), (OffsetUnit::Minute, 0)]
    {
        let instant = instant(&t0, count, unit).unwrap();
        assert_eq!(instant - t0.nanoseconds(), i128::from(count) * i128::from(unit.nanoseconds()));
        assert_eq!(offset(&t0, instant, unit).unwrap(), count);
    }
    // Far apart, beyond 64 bits of nanoseconds.
    let far = instant(&t0, 100_000_000_000_000, OffsetUnit::Day).unwrap();
    assert_eq!(offset(&t0, far, OffsetUnit::Day).unwrap(), 100_000_000_000_000);
    assert_eq!(offset(&t0, far, OffsetUnit::Nanosecond).unwrap_err().class(), ErrorClass::Range);
}

#[test]
fn err_offsets() {
    let t0 = at(ZULU);
    for (count, unit) in [(i64::MAX, OffsetUnit::Day), (i64::MIN, OffsetUnit::Second), (i64::MAX, OffsetUnit::Second)] {
        let result = instant(&t0, count, unit);
        // 2^63 s before 2024 still lie within 64 bits of seconds.
        assert_eq!(result.map_err(|error| error.class()).err(), (count != i64::MIN).then_some(ErrorClass::Range));
    }
    assert_eq!(instant(&t0, i64::MIN, OffsetUnit::Minute).unwrap_err().class(), ErrorClass::Range);
    assert_eq!(
        offset(&t0, t0.nanoseconds() + 90_000_000_000, OffsetUnit::Hour).unwrap_err().to_string(),
        "expected an offset in whole h of 64 bits; s would fit, found `90000000000 ns after t0`, which is out of range"
    );
    for instant in [i128::MIN, i128::MAX] {
        assert_eq!(offset(&t0, instant, OffsetUnit::Nanosecond).unwrap_err().class(), ErrorClass::Range);
    }
}

#[test]
fn the_coarsest_unit() {
    for (differences, unit) in [
        (&[][..], OffsetUnit::Day),
        (&[0, 86_400_000_000_000], OffsetUnit::Day),
        (&[86_400_000_000_000, -3_600_000_000_000], OffsetUnit::Hour),
        (&[60_000_000_000, 86_400_000_000_000], OffsetUnit::Minute),
        (&[1_000_000_000, 60_000_000_000], OffsetUnit::Second),
        (&[1_000_000, 1_000], OffsetUnit::Microsecond),
        (&[1, i128::MIN], OffsetUnit::Nanosecond),
    ] {
        assert_eq!(coarsest_unit(differences.iter().copied()), unit);
    }
    assert!(fits(120_000_000_000, OffsetUnit::Minute) && !fits(1, OffsetUnit::Microsecond));
}

#[test]
fn ok_axis() {
    t(AxisForm::Rfc3339, ZULU, "2024-01-01T01:00:00Z", 1_704_070_800_000_000_000);
    t(AxisForm::Rfc3339, "2024-01-01T00:00:00.00-05:00", "2023-12-31T20:00:00.25-05:00", 1_704_070_800_250_000_000);
    t(AxisForm::Date, ZULU, "2024-02-29", 1_709_164_800_000_000_000);
    t(AxisForm::Date, "2024-01-01T00:00:00+02:00", "2024-02-29", 1_709_157_600_000_000_000);
    t(AxisForm::EpochSeconds, ZULU, "-1", -1_000_000_000);
    t(AxisForm::EpochSeconds, ZULU, "9223372036854775807", i128::from(i64::MAX) * 1_000_000_000);
    t(AxisForm::EpochMilliseconds, ZULU, "-1", -1_000_000);
    t(AxisForm::EpochMilliseconds, ZULU, "-9223372036854775808", i128::from(i64::MIN) * 1_000_000);
}

#[test]
fn err_axis_letters() {
    e(
        ErrorClass::Type,
        AxisForm::Rfc3339,
        ZULU,
        &["2024-01-01T01:00:00.0Z", "2024-01-01T01:00:00+00:00", "2024-01-01", "x"],
    );
    e(ErrorClass::Type, AxisForm::Rfc3339, "2024-01-01T00:00:00+00:00", &["2024-01-01T01:00:00-00:00"]);
    e(ErrorClass::Type, AxisForm::Date, ZULU, &["20240101", "2024-01-01T00:00:00Z"]);
    e(ErrorClass::Type, AxisForm::EpochSeconds, ZULU, &["1.0", "01", "-0", ""]);
    e(ErrorClass::Range, AxisForm::EpochMilliseconds, ZULU, &["9223372036854775808"]);
    e(ErrorClass::Range, AxisForm::Date, ZULU, &["2023-02-29"]);
}

#[test]
fn err_axis_values() {
    for (form, nanoseconds) in [
        (AxisForm::Rfc3339, 1),
        (AxisForm::Date, 1),
        (AxisForm::Date, 3_600_000_000_000),
        (AxisForm::EpochSeconds, 1_000_000),
        (AxisForm::EpochMilliseconds, 999_999),
        (AxisForm::EpochMilliseconds, i128::from(i64::MAX) * 1_000_000_000),
        (AxisForm::EpochSeconds, (1 << 63) * 1_000_000_000),
        (AxisForm::Rfc3339, i128::MIN),
    ] {
        let error = print_axis(form, &at(ZULU), nanoseconds, &mut Vec::new()).expect_err("range");
        assert_eq!(error.class(), ErrorClass::Range, "{form:?} {nanoseconds}");
    }
}

#[test]
fn forms_are_detected() {
    assert_eq!(
        detect_axis("2024-01-01T00:00:00.5+02:00"),
        Some((AxisForm::Rfc3339, at("2024-01-01T00:00:00.5+02:00")))
    );
    assert_eq!(detect_axis("2024-01-01"), Some((AxisForm::Date, at(ZULU))));
    for letters in ["", "2024", "1704067200", "20240101", "2024-01-01T00:00:00", "2024-01-01 00:00:00Z", "2023-02-29"] {
        assert_eq!(detect_axis(letters), None, "{letters}");
    }
    for (value, form) in [
        (631_152_000, Some(AxisForm::EpochSeconds)),
        (631_151_999, None),
        (4_102_444_799, Some(AxisForm::EpochSeconds)),
        (4_102_444_800, None),
        (631_152_000_000, Some(AxisForm::EpochMilliseconds)),
        (4_102_444_799_999, Some(AxisForm::EpochMilliseconds)),
        (4_102_444_800_000, None),
        (-1, None),
        (i64::MIN, None),
    ] {
        assert_eq!(AxisForm::guess_epoch(value), form, "{value}");
    }
}

#[test]
fn epoch_starts_have_no_needless_digits() {
    for (form, value, letters) in [
        (AxisForm::EpochSeconds, 1_704_067_200, ZULU),
        (AxisForm::EpochMilliseconds, 1_704_067_200_000, ZULU),
        (AxisForm::EpochMilliseconds, -1, "1969-12-31T23:59:59.999Z"),
    ] {
        let t0 = epoch_t0(form, value).unwrap();
        assert_eq!(t0, at(letters));
        assert_eq!(text(form, &t0, t0.nanoseconds()), value.to_string());
    }
    assert_eq!(epoch_t0(AxisForm::Date, 0).unwrap_err().class(), ErrorClass::Type);
}

proptest! {
    #[test]
    fn all_round_trip(start: i64, shift in 0..63, count: i32, unit in 0_usize..7) {
        let t0 = epoch_t0(AxisForm::EpochMilliseconds, start >> shift).unwrap();
        let unit = OffsetUnit::ALL[unit];
        let instant = instant(&t0, i64::from(count), unit).unwrap();
        prop_assert_eq!(offset(&t0, instant, unit).unwrap(), i64::from(count));
        for form in AxisForm::ALL {
            let mut out = Vec::new();
            if print_axis(form, &t0, instant, &mut out).is_ok() {
                prop_assert_eq!(parse_axis(form, core::str::from_utf8(&out).unwrap(), &t0).unwrap(), instant);
            }
        }
    }
}
