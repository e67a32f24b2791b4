//! Owns the promise that token counts are exact: they are those of `tiktoken-rs`, for real, random and hostile texts, and
//! no text takes quadratic time.
#![cfg(feature = "tokens")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "tests")]
#![allow(clippy::string_slice, reason = "texts are cut where a character ends")]

#[path = "support/data.rs"]
mod data;
#[path = "support/time.rs"]
mod time;

use std::fs;

use proptest::prelude::*;
use qrp1::tokens::Tokenizer;
use qrp1::{Cost, Estimate};
use tiktoken_rs::CoreBPE;

/// The reference needs ten times as long as what it is the reference of.
const MOST_BYTES: usize = if cfg!(debug_assertions) { 60_000 } else { usize::MAX };

fn pairs() -> [(Tokenizer, &'static CoreBPE); 2] {
    [
        (Tokenizer::o200k(), tiktoken_rs::o200k_base_singleton()),
        (Tokenizer::cl100k(), tiktoken_rs::cl100k_base_singleton()),
    ]
}

#[track_caller]
fn is_exact(name: &str, text: &str) {
    for (tokenizer, reference) in pairs() {
        let expected = u64::try_from(reference.count_ordinary(text)).unwrap();
        let counted = tokenizer.tokens(text);
        assert_eq!(counted, expected, "{tokenizer:?} of {name}: {text:.200?}");
        // A second time, words are remembered.
        assert_eq!(tokenizer.tokens(text), expected, "{tokenizer:?} of {name} again: {text:.200?}");
    }
}

/// The start of a text, cut where a character ends.
fn start(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap()]
}

#[test]
fn known_counts() {
    let texts = [
        ("", 0),
        ("hello world", 2),
        (" ", 1),
        ("\r\n\r\n", 1),
        (".\n/", 1),
        ("1234567", 3),
        ("we'll WE'LL", 5),
        ("<|endoftext|><|endofprompt|>", 13),
        ("漢字とかな", 4),
    ];
    for (text, expected) in texts {
        assert_eq!(Tokenizer::o200k().tokens(text), expected, "{text:?}");
        is_exact("known", text);
    }
}

#[test]
fn every_text_of_the_shared_data_counts_as_the_reference() {
    let (mut texts, mut cut, mut bytes) = (0, 0, 0);
    for path in data::all() {
        let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) else { continue };
        let counted = start(&text, MOST_BYTES);
        is_exact(&path.display().to_string(), counted);
        texts += 1;
        bytes += counted.len();
        cut += usize::from(counted.len() < text.len());
    }
    if cut > 0 {
        data::say(&format!("data: counted in full by a release build alone: {cut} files above {MOST_BYTES} bytes"));
    }
    data::say(&format!("data: counted twice by two vocabularies, as the reference does: {bytes} bytes"));
    data::report("exact token counts", texts);
}

/// Pieces of which random texts are made: what the patterns of the tokenizers treat apart, and what lies at their seams.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    " ", "  ", "   ", "\n", "\n\n", "\r\n", "\r", "\t", "\u{a0}", "\u{3000}", "\u{2028}", "\u{85}", "\u{b}", "a",
    "A", "aB", "Ab", "ABc", "word", "Word", "WORD", "the", "json", "é", "É", "ß", "ǅ", "ʰ", "ª", "ñ", "Ж", "ж",
    "α", "Ω", "'s", "'S", "'t", "'ll", "'LL", "'re", "'ve", "'m", "'d", "'ſ", "'", "’s", "\"", "\\", "/", "\\n",
    "\\\"", "{\"", "\":", "\",\"", "},{", "[[", "]]", ",", ";", ".", "...", "-", "--", "=", "==", "_", "__", "|",
    "$", "€", "<|endoftext|>", "<|", "|>", "0", "1", "12", "123", "1234", "12345678901234567890", "1.5e-7", "²",
    "½", "٣", "Ⅷ", "１", "漢", "字", "中文", "かな", "カナ", "ー", "한국어", "가", "、", "。", "「", "々", "〇", "Ａ", "ａ", "ﾊ", "😀",
    "👩‍👩‍👧", "🇩🇪", "👍🏽", "\u{301}", "e\u{301}", "\u{200d}", "\u{200b}", "\u{feff}", "\u{202e}", "\0", "\u{1b}",
    "\u{7f}", "\u{10ffff}", "\u{e000}", "สวัสดี", "नमस्ते", "مرحبا", "שלום", "𝒜", "𠀀", "QRP1|",
    "2024-01-01T00:00:00Z",
];

fn texts() -> impl Strategy<Value = String> {
    let piece = (prop::sample::select(PIECES), prop_oneof![9 => Just(1usize), 1 => 2..40usize]);
    prop_oneof![
        6 => prop::collection::vec(piece, 0..40)
            .prop_map(|pieces| pieces.into_iter().map(|(piece, times)| piece.repeat(times)).collect()),
        1 => ".{0,60}",
        1 => "[ -~\n]{0,120}",
        1 => r"(\PC|\s|[\u{0}-\u{9f}]){0,60}",
        1 => prop::collection::vec(any::<char>(), 0..40).prop_map(String::from_iter),
        1 => "[a-z]{1,400}|[A-Za-z0-9+/]{1,400}",
    ]
}

#[test]
fn a_long_s_ends_a_word_as_an_s_does() {
    for before in PIECES {
        for word in PIECES.iter().chain(&["I", " I", "\n I", "  I"]) {
            for after in ["", "x", "'s", "'ſ"] {
                is_exact("a long s", &format!("{before}{word}'ſ{after}"));
            }
        }
    }
}

fn config() -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { 4_000 } else { 40_000 };
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn random_texts_count_as_the_reference(text in texts()) {
        is_exact("random", &text);
    }
}

/// Random letters of an alphabet, the same in each run.
fn letters(alphabet: &str, count: usize) -> String {
    let alphabet: Vec<char> = alphabet.chars().collect();
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap()
    };
    (0..count).map(|_| alphabet[next() % alphabet.len()]).collect()
}

/// Texts of a kind, of about so many bytes, that some counter could count wrongly or take quadratic time for.
type Kind = (&'static str, fn(usize) -> String);

const HOSTILE: &[Kind] = &[
    ("equal small letters", |n| "a".repeat(n)),
    ("equal capitals", |n| "A".repeat(n)),
    ("spaces", |n| " ".repeat(n)),
    ("line ends", |n| "\n".repeat(n)),
    ("CRLF", |n| "\r\n".repeat(n / 2)),
    ("spaces before line ends", |n| " \n".repeat(n / 2)),
    ("a line end before spaces", |n| format!("\n{}", " ".repeat(n))),
    ("spaces before a letter", |n| format!("{}x", " ".repeat(n))),
    ("no-break spaces", |n| "\u{a0}".repeat(n / 2)),
    ("wide spaces", |n| "\u{3000}".repeat(n / 3)),
    ("tabs", |n| "\t".repeat(n)),
    ("zeros", |n| "\0".repeat(n)),
    ("short words", |n| "a ".repeat(n / 2)),
    ("digits", |n| "1".repeat(n)),
    ("other digits", |n| "1²".repeat(n / 3)),
    ("equal marks", |n| "=".repeat(n)),
    ("marks", |n| "/\\*&^%".repeat(n / 6)),
    ("marks, then a letter of another script", |n| format!("{}é", "=".repeat(n))),
    ("one character of Han", |n| "漢".repeat(n / 3)),
    ("Han", |n| letters("的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生", n / 3)),
    ("Hangul", |n| "가각".repeat(n / 6)),
    ("Han between capitals", |n| format!("{}漢{}", "A".repeat(n / 2), "A".repeat(n / 2))),
    ("Han and capitals", |n| "漢A".repeat(n / 4)),
    ("Han with marks", |n| "=漢\u{301}".repeat(n / 6)),
    ("emoji", |n| "😀".repeat(n / 4)),
    ("combining marks", |n| "\u{301}".repeat(n / 2)),
    ("joiners", |n| "\u{200d}".repeat(n / 3)),
    ("capitals and small letters", |n| "Aa".repeat(n / 2)),
    ("accents", |n| "é".repeat(n / 2)),
    ("small letters, then an accent", |n| format!("{}é", "a".repeat(n))),
    ("contractions", |n| "a's".repeat(n / 3)),
    ("endings with a long s", |n| "a'ſ".repeat(n / 4)),
    ("spaces and endings with a long s", |n| format!("{}a'ſ", " ".repeat(n))),
    ("a letter, then endings with a long s", |n| format!("a{}", "'ſ".repeat(n / 3))),
    ("quotes and letters", |n| "'s".repeat(n / 2)),
    ("random small letters", |n| letters("abcdefghijklmnopqrstuvwxyz", n)),
    ("base64", |n| letters("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", n)),
    ("nested JSON", |n| "[".repeat(n / 2) + &"]".repeat(n / 2)),
    ("escaped JSON", |n| "\\\\\\\"".repeat(n / 4)),
];

#[test]
fn hostile_texts_count_as_the_reference() {
    let most = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    for (kind, text) in HOSTILE {
        for bytes in [7, 31, 32, 33, 95, 96, 97, 100, 1_000, most] {
            is_exact(kind, &text(bytes));
        }
    }
}

/// Words that are counted in windows, at all their seams: what stands before and behind them, and where windows end.
#[test]
fn long_words_count_as_the_reference() {
    let (small, mixed) = ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz的一是不了éßñЖж가각");
    let words: [Kind; 12] = [
        ("small letters", |n| letters("abcdefghijklmnopqrstuvwxyz", n)),
        ("two letters", |n| letters("ab", n)),
        ("capitals", |n| letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ", n)),
        ("capitals, then small letters", |n| letters("ABCDEF", n / 2) + &letters("abcdef", n / 2)),
        ("letters of many scripts", |n| letters("abcdefghijklm的一是不了éßñЖж가각", n / 2)),
        ("Thai", |n| letters("สวัดีกรุงเทพมหานคร", n / 3)),
        ("equal letters", |n| "a".repeat(n)),
        ("marks", |n| letters("!#$%&()*+,-./:;<=>?@[]^_`{|}~", n)),
        ("marks, then line ends", |n| letters("!#$%", n / 2) + &letters("\n\r", n / 2)),
        ("marks, then line ends and slashes", |n| letters("=-", n / 2) + &letters("\n/", n / 2)),
        ("spaces", |n| letters(" \t\u{a0}\u{3000}", n)),
        ("spaces and line ends", |n| letters(" \t\n\r", n)),
    ];
    let starts = ["", "x", " ", "\t", "  ", "\u{a0}\u{a0}", "a  ", "\n", " \n ", "1", "=", "\"", "a'ſ "];
    let rests = ["", "'s", "'ſ", "'ll", " ", "  x", "\n", " \n\n", "1", "=", "/", "\"}", "é", "'"];
    for (kind, word) in words {
        for bytes in [8_000, 8_192, 8_200, 8_700, 8_704, 17_000, 30_000] {
            let word = word(bytes);
            let seams = starts.iter().zip(rests.iter().cycle().skip(bytes % rests.len()));
            for (before, behind) in seams.chain([(&"", &"")]) {
                is_exact(kind, &format!("{before}{word}{behind}"));
            }
        }
    }
    // Words between others, each of which ends a window elsewhere.
    for seed in 0..if cfg!(debug_assertions) { 6 } else { 60 } {
        let word = letters(if seed % 2 == 0 { small } else { mixed }, 9_000 + seed * 131);
        let other = letters("=-+*/", 8_300 + seed * 17);
        is_exact("words", &format!("{{\"a\":\"{word}\",\"b\":\"{other}\"}}  {word}\n\n  {other} {word}'ſ it's"));
    }
}

#[test]
fn texts_of_a_million_characters_count() {
    let count = |text: String| Tokenizer::o200k().tokens(&text);
    assert_eq!(count("a".repeat(1_000_000)), 125_000);
    assert_eq!(count("a ".repeat(500_000)), 500_001);
    assert_eq!(count(" ".repeat(1_000_000)), 7_813);
    assert_eq!(count("\n".repeat(1_000_000)), 62_500);
    assert_eq!(count("1".repeat(1_000_000)), 333_334);
    // The reference gives up, its stack is full, when a million white spaces follow each other.
    let kinds =
        [("a", 1_000_000), (" ", 900_000), ("=", 1_000_000), ("1", 1_000_000), ("漢", 300_000), ("\n", 900_000)];
    let most = if cfg!(debug_assertions) { 2 } else { kinds.len() };
    for (character, count) in kinds.iter().take(most) {
        is_exact("a million", &character.repeat(*count));
    }
}

/// Words are remembered for each thread, so that another one knows none.
#[test]
fn a_cold_count_is_the_same() {
    let (mut cold, mut warm, mut bytes, mut texts) = (0, 0, 0, 0);
    for path in data::all() {
        let Ok(text) = String::from_utf8(fs::read(&path).unwrap()) else { continue };
        let text = start(&text, MOST_BYTES);
        let count = || {
            let before = time::processor_time();
            let tokens = Tokenizer::o200k().tokens(text);
            (tokens, time::processor_time().zip(before).map_or(0, |(after, before)| after - before))
        };
        let counts = || [count(), count()];
        let [(first, took_first), (second, took_second)] =
            std::thread::scope(|scope| scope.spawn(counts).join().unwrap());
        assert_eq!(first, second, "{}", path.display());
        (cold, warm) = (cold + took_first, warm + took_second);
        (bytes, texts) = (bytes + text.len(), texts + 1);
    }
    data::say(&format!(
        "data: counting {bytes} bytes took {} ms cold, {} ms again",
        cold / 1_000_000,
        warm / 1_000_000
    ));
    data::report("cold token counts", texts);
}

#[test]
fn no_text_takes_quadratic_time() {
    let size = 100_000;
    for (kind, text) in HOSTILE {
        let measures: [(&str, &dyn Cost); 3] =
            [("o200k", &Tokenizer::o200k()), ("cl100k", &Tokenizer::cl100k()), ("the estimate", &Estimate)];
        for (name, measure) in measures {
            let count = |text: &str| _ = measure.tokens(text);
            time::is_linear_but_for_a_step(&format!("{name} of {kind}"), count, text, size);
        }
    }
}
