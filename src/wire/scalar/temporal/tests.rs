#![allow(clippy::arithmetic_side_effects, clippy::float_cmp, reason = "a test that panics fails")]

use super::calendar::{self, Civil};
use super::timestamp::zone_offset_seconds;
use super::*;
use crate::ErrorClass;
use crate::schema::{DateForm, IntervalUnit, TimeUnit, Zone};
use crate::value::Interval;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use proptest::prelude::*;

const UNITS: [TimeUnit; 4] = [TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond];

fn text(print: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    print(&mut out);
    String::from_utf8(out).unwrap()
}

fn zone(label: &str) -> Option<Zone> {
    Zone::new(label)
}

mod dates {
    use super::*;

    fn t(days: i64, extended: &str, basic: &str) {
        for (form, letters) in [(DateForm::Extended, extended), (DateForm::Basic, basic)] {
            assert_eq!(text(|out| print_date(days, form, out).unwrap()), letters);
            assert_eq!(parse_date(letters, form).unwrap(), days, "{letters}");
        }
    }

    fn e(class: ErrorClass, form: DateForm, letters: &[&str]) {
        for letters in letters {
            assert_eq!(parse_date(letters, form).expect_err(letters).class(), class, "{letters}");
        }
    }

    #[test]
    fn ok_both_forms() {
        t(0, "1970-01-01", "19700101");
        t(-1, "1969-12-31", "19691231");
        t(19_782, "2024-02-29", "20240229");
        t(2_932_896, "9999-12-31", "99991231");
        t(2_932_897, "+10000-01-01", "+100000101");
        t(-719_528, "0000-01-01", "00000101");
        t(-719_529, "-0001-12-31", "-00011231");
        t(-719_893, "-0001-01-01", "-00010101");
        t(106_751_991_167_300, "+292277026596-12-04", "+2922770265961204");
        t(-106_751_991_167_300, "-292277022657-01-28", "-2922770226570128");
    }

    #[test]
    fn err_other_letters() {
        let letters = [
            "",
            "2024-2-29",
            "24-02-29",
            "2024-02-29 ",
            "2024/02/29",
            "02024-02-29",
            "12024-02-29",
            "+2024-02-29",
            "+09999-01-01",
            "-0000-01-01",
            "-00001-01-01",
            "-001-01-01",
            "+010000-01-01",
            "2024-02",
            "2024-02-2a",
            "20240229",
            "2024-1\u{e9}-01",
            "+",
            "-",
            "--0001-01-01",
            "+a0000-01-01",
            "2024-13-0a",
            "٢٠٢٤-01-01",
        ];
        e(ErrorClass::Type, DateForm::Extended, &letters);
        e(
            ErrorClass::Type,
            DateForm::Basic,
            &["2024-02-29", "2024029", "120240229", "+20240229", "-00000101", "202402290"],
        );
    }

    #[test]
    fn err_no_such_date() {
        let letters = [
            "2023-02-29",
            "1900-02-29",
            "2024-02-30",
            "2024-00-01",
            "2024-13-01",
            "2024-01-00",
            "2024-01-32",
            "2024-04-31",
            "+292277026596-12-05",
            "-292277022657-01-27",
            "+1000000000000-01-01",
            "-99999999999999999999999-01-01",
        ];
        e(ErrorClass::Range, DateForm::Extended, &letters);
        for days in [106_751_991_167_301, -106_751_991_167_301, i64::MAX, i64::MIN] {
            let error = print_date(days, DateForm::Extended, &mut Vec::new()).expect_err("range");
            assert_eq!(error.class(), ErrorClass::Range);
        }
    }

    /// Days of a month, by the rule and not by the algorithm.
    fn length(year: i64, month: i64) -> i64 {
        let leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
        [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][usize::try_from(month - 1).unwrap()]
    }

    #[test]
    fn every_day_of_2400_years_follows_the_one_before() {
        let mut days = calendar::days(Civil { year: -1200, month: 1, day: 1 }).unwrap();
        for year in -1200..1200 {
            for month in 1..=12 {
                for day in 1..=length(year, month) {
                    let date = Civil { year, month, day };
                    assert_eq!((calendar::days(date), calendar::civil(days)), (Some(days), date));
                    days += 1;
                }
                assert_eq!(calendar::days(Civil { year, month, day: length(year, month) + 1 }), None);
            }
        }
    }

    proptest! {
        #[test]
        fn all_round_trip(days in -106_751_991_167_300_i64..=106_751_991_167_300, shift in 0..40) {
            for form in [DateForm::Extended, DateForm::Basic] {
                let letters = text(|out| print_date(days >> shift, form, out).unwrap());
                prop_assert_eq!(parse_date(&letters, form).unwrap(), days >> shift);
            }
        }

        #[test]
        fn only_what_print_gives_is_read(letters in "[+-]?[0-9]{3,6}-?[01][0-9]-?[0-3][0-9]") {
            for form in [DateForm::Extended, DateForm::Basic] {
                if let Ok(days) = parse_date(&letters, form) {
                    prop_assert_eq!(&text(|out| print_date(days, form, out).unwrap()), &letters);
                }
            }
        }
    }
}

mod times {
    use super::*;

    fn t(units: i64, unit: TimeUnit, letters: &str) {
        assert_eq!(text(|out| print_time(units, unit, out).unwrap()), letters);
        assert_eq!(parse_time(letters, unit).unwrap(), units, "{letters}");
    }

    fn e(class: ErrorClass, unit: TimeUnit, letters: &[&str]) {
        for letters in letters {
            assert_eq!(parse_time(letters, unit).expect_err(letters).class(), class, "{letters}");
        }
    }

    #[test]
    fn ok_units() {
        t(0, TimeUnit::Second, "00:00:00");
        t(86_399, TimeUnit::Second, "23:59:59");
        t(86_399_999, TimeUnit::Millisecond, "23:59:59.999");
        t(5, TimeUnit::Microsecond, "00:00:00.000005");
        t(45_296_000_000_789, TimeUnit::Nanosecond, "12:34:56.000000789");
    }

    #[test]
    fn err_other_letters() {
        e(
            ErrorClass::Type,
            TimeUnit::Second,
            &["", "0:00:00", "00:00", "00:00:00.", "00:00:00.000", "000000", "00:00:0a", "00:00:00Z", "-0:00:00"],
        );
        e(
            ErrorClass::Type,
            TimeUnit::Millisecond,
            &["00:00:00", "00:00:00.00", "00:00:00.0000", "00:00:00,000", "00:00:00.00a", "24:00:00"],
        );
    }

    #[test]
    fn err_no_such_time() {
        e(ErrorClass::Range, TimeUnit::Second, &["24:00:00", "23:60:00", "23:59:60", "99:99:99"]);
        for (units, unit) in [(86_400, TimeUnit::Second), (-1, TimeUnit::Nanosecond), (i64::MIN, TimeUnit::Millisecond)]
        {
            let error = print_time(units, unit, &mut Vec::new()).expect_err("range");
            assert_eq!(error.class(), ErrorClass::Range);
        }
    }

    proptest! {
        #[test]
        fn all_round_trip(seconds in 0_i64..86_400, fraction in 0_i64..1_000_000_000) {
            for unit in UNITS {
                t(seconds * unit.per_second() + fraction % unit.per_second(), unit, &match unit {
                    TimeUnit::Second => format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
                    _ => format!(
                        "{:02}:{:02}:{:02}.{:0width$}",
                        seconds / 3600, seconds / 60 % 60, seconds % 60, fraction % unit.per_second(),
                        width = usize::from(unit.digits()),
                    ),
                });
            }
        }
    }
}

mod timestamps {
    use super::*;

    fn t(units: i64, unit: TimeUnit, label: &str, form: DateForm, letters: &str) {
        let zone = zone(label);
        assert_eq!(text(|out| print_timestamp(units, unit, zone.as_ref(), form, out)), letters);
        assert_eq!(parse_timestamp(letters, unit, zone.as_ref(), form).unwrap(), units, "{letters}");
    }

    fn e(class: ErrorClass, unit: TimeUnit, label: &str, letters: &[&str]) {
        for letters in letters {
            let error = parse_timestamp(letters, unit, zone(label).as_ref(), DateForm::Extended).expect_err(letters);
            assert_eq!(error.class(), class, "{letters}");
        }
    }

    #[test]
    fn ok_units_zones_forms() {
        t(1_704_067_200, TimeUnit::Second, "", DateForm::Extended, "2024-01-01T00:00:00");
        t(-1, TimeUnit::Millisecond, "UTC", DateForm::Extended, "1969-12-31T23:59:59.999");
        t(1_704_067_200, TimeUnit::Second, "+02:00", DateForm::Extended, "2024-01-01T02:00:00");
        t(1_704_067_200, TimeUnit::Second, "-23:59", DateForm::Extended, "2023-12-31T00:01:00");
        t(1_704_067_200, TimeUnit::Second, "Europe/Berlin", DateForm::Basic, "20240101T000000");
        t(1_704_067_200_000_001, TimeUnit::Microsecond, "", DateForm::Basic, "20240101T000000.000001");
        t(253_402_300_800, TimeUnit::Second, "", DateForm::Extended, "+10000-01-01T00:00:00");
        t(-62_167_219_201, TimeUnit::Second, "", DateForm::Basic, "-00011231T235959");
        // The first and the last of each unit.
        t(i64::MAX, TimeUnit::Nanosecond, "", DateForm::Extended, "2262-04-11T23:47:16.854775807");
        t(i64::MIN, TimeUnit::Nanosecond, "", DateForm::Extended, "1677-09-21T00:12:43.145224192");
        t(i64::MAX, TimeUnit::Second, "+23:59", DateForm::Extended, "+292277026596-12-05T15:29:07");
        t(i64::MIN, TimeUnit::Second, "", DateForm::Extended, "-292277022657-01-27T08:29:52");
        t(i64::MIN, TimeUnit::Second, "-23:59", DateForm::Extended, "-292277022657-01-26T08:30:52");
    }

    #[test]
    fn ok_zone_offsets() {
        for (label, seconds) in [
            ("+02:00", Some(7_200)),
            ("-05:30", Some(-19_800)),
            ("-00:00", Some(0)),
            ("+23:59", Some(86_340)),
            ("+24:00", None),
            ("+00:60", None),
            ("UTC", None),
            ("Z", None),
            ("+2:00", None),
            ("+0200", None),
            ("+02:00 ", None),
            ("Europe/Berlin", None),
        ] {
            assert_eq!(zone_offset_seconds(&zone(label).unwrap()), seconds, "{label}");
        }
    }

    #[test]
    fn err_other_letters() {
        e(
            ErrorClass::Type,
            TimeUnit::Second,
            "",
            &[
                "",
                "2024-01-01",
                "2024-01-01 00:00:00",
                "2024-01-01t00:00:00",
                "2024-01-01T00:00:00Z",
                "2024-01-01T00:00:00.0",
                "20240101T000000",
                "2024-01-01T",
                "T00:00:00",
                "2024-01-01T00:00:00T",
                "2024-13-01Txx:00:00",
                "2024-01-01T00:00:00+02:00",
            ],
        );
        e(ErrorClass::Type, TimeUnit::Millisecond, "", &["2024-01-01T00:00:00"]);
    }

    #[test]
    fn err_no_such_instant() {
        e(
            ErrorClass::Range,
            TimeUnit::Second,
            "",
            &["2023-02-29T00:00:00", "2024-01-01T24:00:00", "2024-01-01T23:59:60"],
        );
        e(
            ErrorClass::Range,
            TimeUnit::Nanosecond,
            "",
            &["2262-04-11T23:47:16.854775808", "1677-09-21T00:12:43.145224191"],
        );
        e(
            ErrorClass::Range,
            TimeUnit::Second,
            "",
            &["+292277026596-12-04T15:30:08", "-292277022657-01-27T08:29:51", "+999999999999-01-01T00:00:00"],
        );
        e(ErrorClass::Range, TimeUnit::Second, "-00:01", &["+292277026596-12-04T15:29:08"]);
    }

    proptest! {
        #[test]
        fn all_round_trip(units: i64, shift in 0..63, unit in 0_usize..4, minutes in -1439..=1439) {
            let label = format!("{}{:02}:{:02}", if minutes < 0 { '-' } else { '+' }, i32::abs(minutes) / 60, i32::abs(minutes) % 60);
            let zone = zone(&label);
            for form in [DateForm::Extended, DateForm::Basic] {
                let letters = text(|out| print_timestamp(units >> shift, UNITS[unit], zone.as_ref(), form, out));
                let back = parse_timestamp(&letters, UNITS[unit], zone.as_ref(), form);
                prop_assert_eq!(back.unwrap(), units >> shift, "{}", letters);
            }
        }
    }
}

mod instants {
    use super::*;

    fn t(letters: &str, nanoseconds: i128, digits: u8, offset: i32) {
        let instant: Instant = letters.parse().unwrap();
        assert_eq!(instant.to_string(), letters);
        assert_eq!((instant.nanoseconds(), instant.digits(), instant.offset_seconds()), (nanoseconds, digits, offset));
        assert_eq!(instant.with_nanoseconds(nanoseconds).unwrap(), instant);
    }

    fn e(class: ErrorClass, letters: &[&str]) {
        for letters in letters {
            assert_eq!(Instant::parse(letters).expect_err(letters).class(), class, "{letters}");
        }
    }

    #[test]
    fn ok_letter_for_letter() {
        t("1970-01-01T00:00:00Z", 0, 0, 0);
        t("1970-01-01T00:00:00+00:00", 0, 0, 0);
        t("1970-01-01T00:00:00-00:00", 0, 0, 0);
        t("1970-01-01T00:00:00.0Z", 0, 1, 0);
        t("2024-01-01T02:00:00.50+02:00", 1_704_067_200_500_000_000, 2, 7_200);
        t("1969-12-31T23:59:59.123456789Z", -876_543_211, 9, 0);
        t("1969-12-31T00:00:00.9-23:59", -60_000_000_000 + 900_000_000, 1, -86_340);
        t("-0001-12-31T23:59:59Z", -62_167_219_201_000_000_000, 0, 0);
        t("+292277026596-12-04T15:30:07.999999999Z", (1 << 63) * 1_000_000_000 - 1, 9, 0);
        t("-292277022657-01-27T08:29:52Z", -(1 << 63) * 1_000_000_000, 0, 0);
    }

    #[test]
    fn zones_are_told_apart() {
        let [a, b, c] =
            ["Z", "+00:00", "-00:00"].map(|zone| Instant::parse(&format!("1970-01-01T00:00:00{zone}")).unwrap());
        assert!(a != b && b != c && a != c);
        assert!(!a.looks_like(&b) && !b.looks_like(&c));
    }

    #[test]
    fn err_other_letters() {
        e(
            ErrorClass::Type,
            &[
                "",
                "Z",
                "1970-01-01T00:00:00",
                "1970-01-01t00:00:00Z",
                "1970-01-01T00:00:00z",
                "1970-01-01 00:00:00Z",
                "1970-01-01T00:00:00.Z",
                "1970-01-01T00:00:00.1234567890Z",
                "1970-01-01T00:00:00+0200",
                "1970-01-01T00:00:00+24:00",
                "1970-01-01T00:00:00+00:60",
                "1970-01-01T00:00Z",
                "19700101T000000Z",
                "1970-01-01T00:00:00ZZ",
                "1970-01-01",
                "1970-01-01T00:00:00 Z",
                "1970-01-01T00:00:00é02:00",
                "1970-01-01T00:00:00−02:00",
            ],
        );
    }

    #[test]
    fn err_no_such_instant() {
        e(
            ErrorClass::Range,
            &[
                "1970-02-29T00:00:00Z",
                "1970-01-01T24:00:00Z",
                "1970-01-01T00:00:60Z",
                "+292277026596-12-04T15:30:08Z",
                "-292277022657-01-27T08:29:51.999999999Z",
                "+292277026596-12-04T15:30:07-00:01",
            ],
        );
        let instant = Instant::parse("1970-01-01T00:00:00.00Z").unwrap();
        for nanoseconds in
            [1, 9_999_999, (1 << 63) * 1_000_000_000, -(1 << 63) * 1_000_000_000 - 10_000_000, i128::MAX, i128::MIN]
        {
            assert_eq!(instant.with_nanoseconds(nanoseconds).expect_err("range").class(), ErrorClass::Range);
        }
        assert!(instant.with_nanoseconds(10_000_000).is_ok());
    }

    proptest! {
        #[test]
        fn all_round_trip(seconds: i64, shift in 0..63, fraction in 0_i64..1_000_000_000, digits in 0_u32..=9, minutes in 0_i64..1_440, sign in "[-+Z]") {
            let unit = 10_i64.pow(9 - digits);
            let nanoseconds = i128::from(seconds >> shift) * 1_000_000_000 + i128::from(fraction / unit * unit);
            let zone = if sign == "Z" { sign } else { format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60) };
            let point = if digits > 0 { "." } else { "" };
            let start = Instant::parse(&format!("1970-01-01T00:00:00{point}{}{zone}", "0".repeat(usize::try_from(digits).unwrap()))).unwrap();
            let instant = start.with_nanoseconds(nanoseconds).unwrap();
            let back = Instant::parse(&instant.to_string()).unwrap();
            prop_assert_eq!(back, instant);
            prop_assert_eq!(back.nanoseconds(), nanoseconds);
        }
    }
}

mod intervals {
    use super::*;

    fn t(months: i32, days: i32, time: i64, unit: IntervalUnit, letters: &str) {
        let value = Interval { months, days, time };
        assert_eq!(text(|out| print_interval(value, unit, out).unwrap()), letters);
        assert_eq!(parse_interval(letters, unit).unwrap(), value, "{letters}");
    }

    fn e(class: ErrorClass, unit: IntervalUnit, letters: &[&str]) {
        for letters in letters {
            assert_eq!(parse_interval(letters, unit).expect_err(letters).class(), class, "{letters}");
        }
    }

    #[test]
    fn ok_units() {
        t(0, 0, 0, IntervalUnit::YearMonth, "0");
        t(i32::MIN, 0, 0, IntervalUnit::YearMonth, "-2147483648");
        t(0, 0, 0, IntervalUnit::DayTime, "0d0ms");
        t(0, -1, i64::from(i32::MAX), IntervalUnit::DayTime, "-1d2147483647ms");
        t(1, 2, -3, IntervalUnit::MonthDayNano, "1mo2d-3ns");
        t(i32::MAX, i32::MIN, i64::MIN, IntervalUnit::MonthDayNano, "2147483647mo-2147483648d-9223372036854775808ns");
    }

    #[test]
    fn err_other_letters() {
        e(ErrorClass::Type, IntervalUnit::YearMonth, &["", "1mo", "-0", "01", "1.5"]);
        e(
            ErrorClass::Type,
            IntervalUnit::DayTime,
            &[
                "",
                "1d",
                "2ms",
                "d2ms",
                "1dms",
                "1d2",
                "1d 2ms",
                "1d02ms",
                "1d2ns",
                "1d-0ms",
                "1d2msms",
                "99999999999d0xms",
            ],
        );
        e(
            ErrorClass::Type,
            IntervalUnit::MonthDayNano,
            &["", "1mo2d", "2d3ns", "1mo3ns", "1mo2d3ms", "1m2d3ns", "2d1mo3ns", "1mo2d+3ns", "1mo 2d3ns"],
        );
    }

    #[test]
    fn err_too_big() {
        e(ErrorClass::Range, IntervalUnit::YearMonth, &["2147483648", "-99999999999999999999999"]);
        e(ErrorClass::Range, IntervalUnit::DayTime, &["2147483648d0ms", "0d2147483648ms"]);
        e(ErrorClass::Range, IntervalUnit::MonthDayNano, &["0mo0d9223372036854775808ns", "2147483648mo0d0ns"]);
        for (value, unit) in [
            (Interval { months: 0, days: 1, time: 0 }, IntervalUnit::YearMonth),
            (Interval { months: 0, days: 0, time: 1 }, IntervalUnit::YearMonth),
            (Interval { months: 1, days: 0, time: 0 }, IntervalUnit::DayTime),
            (Interval { months: 0, days: 0, time: 1 << 31 }, IntervalUnit::DayTime),
        ] {
            let error = print_interval(value, unit, &mut Vec::new()).expect_err("range");
            assert_eq!(error.class(), ErrorClass::Range);
        }
    }

    proptest! {
        #[test]
        fn all_round_trip(months: i32, days: i32, time: i64) {
            t(months, days, time, IntervalUnit::MonthDayNano, &format!("{months}mo{days}d{time}ns"));
            t(0, days, time >> 32, IntervalUnit::DayTime, &format!("{days}d{}ms", time >> 32));
        }
    }
}
