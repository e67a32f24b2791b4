//! Exact token counts, by the vocabulary of a tokenizer.
//!
//! A [`Tokenizer`] is a [`Cost`] that counts what a model counts. The vocabulary comes with the program and is unpacked
//! when the first text is counted, once for all threads; a program that counts nothing pays nothing for it.
//!
//! ```
//! use qrp1::{Cost, tokens::Tokenizer};
//!
//! let text = r#"[{"id":1,"name":"Ada"},{"id":2,"name":"Grace"},{"id":3,"name":"Edsger"}]"#;
//! assert_eq!(Tokenizer::o200k().tokens(text), 29);
//! assert_eq!(Tokenizer::cl100k().tokens(text), 29);
//!
//! // The forms of a document can be compared by it, in place of the estimate.
//! # #[cfg(feature = "json")]
//! let document = qrp1::json::DocumentBuilder::new().cost(&Tokenizer::o200k()).from_str(text)?;
//! # #[cfg(feature = "json")]
//! assert!(Tokenizer::o200k().tokens(&document) < 29 + 16);
//! # Ok::<(), qrp1::Error>(())
//! ```
//!
//! # What was measured
//!
//! The crate `tiktoken` counts. `tests/tokens.rs` holds it to `tiktoken-rs`, the reference, over all shared data, random
//! and hostile texts, for both vocabularies. One fault was found, in 4.1.2: after a word of ASCII letters or Han, `o200k`
//! takes `'ſ` (with a long s) for an ending as `'s` is, and `tiktoken` does not. Texts that have it are counted in parts.
//!
//! No text of 39 hostile kinds (a million equal letters, spaces, line ends or
//! marks; runs of Han, Hangul, emoji, combining marks; random letters and base64) takes quadratic time. The crate merges a
//! word over a heap, which slows down once it leaves fast memory; words of 8 KiB and more are merged in windows here, each
//! joined with the next where they have a token in common, which gives the same tokens. So the slowest, random letters
//! without a space, run at 2 to 3 MB/s of a slow shared core, a million of them or four. Ordinary JSON runs at 44 to 150
//! MB/s when its words are known.
//!
//! A vocabulary takes 0.1 to 0.2 s to unpack and 24 MB while the program runs. Each thread that counts keeps up to 4,096
//! words of at most 96 bytes that it met, 1.2 MB, however much it counts. Cold, in a thread that knows no word, the files
//! of the shared data, 17.7 MB, took 0.60 s, and each a second time 0.22 s.

mod long;

use core::fmt;
use std::sync::LazyLock;

use memchr::memmem;
use regex::Regex;
use tiktoken::{CoreBpe, encoding};

use crate::Cost;

/// What letter case makes of `'s`, and the crate that counts does not.
const LONG_S: &str = "'ſ";
/// How `o200k_base` splits a text, but for white space before a word: of that, one character goes with the word.
const O200K_PIECES: &str = concat!(
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|",
    r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+",
);

/// The same of `cl100k_base`.
const CL100K_PIECES: &str = concat!(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|",
    r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+",
);

static O200K: LazyLock<CoreBpe> = LazyLock::new(encoding::o200k_base);
static O200K_PIECE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(O200K_PIECES).ok());
static CL100K: LazyLock<CoreBpe> = LazyLock::new(encoding::cl100k_base);
static CL100K_PIECE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(CL100K_PIECES).ok());

/// An exact counter of tokens. Special tokens have no meaning: `<|endoftext|>` is seven tokens of ordinary text.
///
/// Making and copying one is free; the first count unpacks the vocabulary. Counts hold for texts below 4 GiB.
///
/// # Example
/// ```
/// use qrp1::{Cost, tokens::Tokenizer};
///
/// let tokenizer = Tokenizer::o200k();
/// assert_eq!(tokenizer.tokens("QRP1|table|rows=1|columns=a:i64\n1\n\\.\n"), 19);
/// assert_eq!(tokenizer.tokens("<|endoftext|>"), 7);
/// assert_eq!(tokenizer.name(), "o200k_base");
/// ```
#[derive(Clone, Copy)]
pub struct Tokenizer {
    name: &'static str,
    encoding: &'static LazyLock<CoreBpe>,
    /// How it splits a text.
    piece: &'static LazyLock<Option<Regex>>,
    /// Whether [`LONG_S`] ends a word.
    has_long_s: bool,
}

impl Tokenizer {
    /// `o200k_base`, which GPT-4o, the o series and GPT-5 use.
    #[must_use]
    pub fn o200k() -> Self {
        Self { name: "o200k_base", encoding: &O200K, piece: &O200K_PIECE, has_long_s: true }
    }

    /// `cl100k_base`, which GPT-4 and GPT-3.5 use.
    #[must_use]
    pub fn cl100k() -> Self {
        Self { name: "cl100k_base", encoding: &CL100K, piece: &CL100K_PIECE, has_long_s: false }
    }

    /// The name of the vocabulary, to say by which a form was chosen.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Cost for Tokenizer {
    fn tokens(&self, text: &str) -> u64 {
        let has_long_s = self.has_long_s && memmem::find(text.as_bytes(), LONG_S.as_bytes()).is_some();
        let piece = if has_long_s || long::may_be_in(text) { self.piece.as_ref() } else { None };
        let count = match piece {
            Some(piece) => Parts { encoding: self.encoding, piece, has_long_s }.count(text),
            None => self.encoding.count(text),
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }
}

/// How a text is counted in parts.
struct Parts<'e> {
    encoding: &'e CoreBpe,
    piece: &'e Regex,
    has_long_s: bool,
}

impl Parts<'_> {
    /// Counts by themselves long words, and a [`LONG_S`] at the end of a word, and what stands between them.
    ///
    /// A piece with such an ending is counted as its word and the ending: of all tokens only ` I'` reaches from the one
    /// into the other.
    fn count(&self, text: &str) -> usize {
        let count = |from: usize, to: usize| self.encoding.count(text.get(from..to).unwrap_or_default());
        let (mut counted, mut total, mut at) = (0, 0usize, 0);
        // White space that a run of it lent, and that no word took.
        let (mut lent_at, mut alone) = (usize::MAX, 0..0);
        while let Some(piece) = self.piece.find_at(text, at) {
            at = piece.end();
            let (start, mut word) = (piece.start(), piece.as_str());
            let mut ending = 0usize;
            if let Some(before) = word.strip_suffix(LONG_S).filter(|word| self.has_long_s && !word.is_empty()) {
                word = before;
                ending = self.encoding.count(LONG_S).saturating_sub(usize::from(word == " I"));
            } else {
                let lent = lent(word, at == text.len());
                at = at.saturating_sub(lent);
                word = text.get(start..at).unwrap_or_default();
                if start == lent_at && word.chars().all(char::is_whitespace) {
                    alone = start..at;
                }
                if lent > 0 {
                    lent_at = at;
                }
            }
            if word.len() >= long::LONG {
                // At the end of a part it would be one piece with its run.
                let cut = if alone.end == start && counted <= alone.start { alone.start } else { start };
                total = total.saturating_add(count(counted, cut)).saturating_add(count(cut, start));
                total = total.saturating_add(self.long(word));
            } else if ending > 0 {
                total = total.saturating_add(count(counted, start.saturating_add(word.len())));
            } else {
                continue;
            }
            total = total.saturating_add(ending);
            counted = at;
        }
        total.saturating_add(count(counted, text.len()))
    }

    /// Counts a long word.
    fn long(&self, word: &str) -> usize {
        let is_piece = |text: &str| self.piece.find(text).is_some_and(|piece| piece.len() == text.len());
        let encode = |text: &str| is_piece(text).then(|| self.encoding.encode(text));
        let length = |token| self.encoding.decode(&[token]).len();
        long::count(word, encode, length).unwrap_or_else(|| self.encoding.count(word))
    }
}

/// The bytes at the end of a piece that go with the next one: a run of white space in a line lends its last character.
fn lent(piece: &str, is_last: bool) -> usize {
    let is_space = !is_last && !piece.ends_with(['\r', '\n']) && piece.chars().all(char::is_whitespace);
    let last = piece.chars().next_back().map_or(0, char::len_utf8);
    if is_space && last < piece.len() { last } else { 0 }
}

impl fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tokenizer").field(&self.name).finish()
    }
}
