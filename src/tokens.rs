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
//! marks; runs of Han, Hangul, emoji, combining marks; random letters and base64) takes quadratic time: at a million
//! bytes the slowest, random letters without a space, takes 1.2 s of a slow shared core, and four times the text 5 to 7
//! times the time, since a long word is merged over a heap. Ordinary JSON runs at 44 to 150 MB/s when its words are known.
//!
//! A vocabulary takes 0.1 to 0.2 s to unpack and 24 MB while the program runs. Each thread that counts keeps up to 4,096
//! words of at most 96 bytes that it met, 1.2 MB, however much it counts. Cold, in a thread that knows no word, the files
//! of the shared data, 17.7 MB, took 0.60 s, and each a second time 0.22 s.

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

static O200K: LazyLock<CoreBpe> = LazyLock::new(encoding::o200k_base);
static PIECES: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(O200K_PIECES).ok());
static CL100K: LazyLock<CoreBpe> = LazyLock::new(encoding::cl100k_base);

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
    /// How it splits a text, where [`LONG_S`] may end a word.
    pieces: Option<&'static LazyLock<Option<Regex>>>,
}

impl Tokenizer {
    /// `o200k_base`, which GPT-4o, the o series and GPT-5 use.
    #[must_use]
    pub fn o200k() -> Self {
        Self { name: "o200k_base", encoding: &O200K, pieces: Some(&PIECES) }
    }

    /// `cl100k_base`, which GPT-4 and GPT-3.5 use.
    #[must_use]
    pub fn cl100k() -> Self {
        Self { name: "cl100k_base", encoding: &CL100K, pieces: None }
    }

    /// The name of the vocabulary, to say by which a form was chosen.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Cost for Tokenizer {
    fn tokens(&self, text: &str) -> u64 {
        let pieces = self.pieces.filter(|_| memmem::find(text.as_bytes(), LONG_S.as_bytes()).is_some());
        let count = match pieces.and_then(|pieces| pieces.as_ref()) {
            Some(pieces) => count_parts(self.encoding, pieces, text),
            None => self.encoding.count(text),
        };
        u64::try_from(count).unwrap_or(u64::MAX)
    }
}

/// Counts a text in parts that end before a [`LONG_S`] at the end of a word, and by themselves what stands there.
///
/// A piece is counted as its word and its ending: of all tokens only ` I'` reaches from the one into the other.
fn count_parts(encoding: &CoreBpe, pieces: &Regex, text: &str) -> usize {
    let ending = encoding.count(LONG_S);
    let count = |from: usize, to: usize| encoding.count(text.get(from..to).unwrap_or_default());
    let (mut counted, mut total, mut at) = (0, 0usize, 0);
    while let Some(piece) = pieces.find_at(text, at) {
        at = piece.end();
        match piece.as_str().strip_suffix(LONG_S) {
            None | Some("") => at = at.saturating_sub(lent(piece.as_str(), at == text.len())),
            Some(word) => {
                let end = at.saturating_sub(LONG_S.len());
                total = total.saturating_add(count(counted, end)).saturating_add(ending);
                total = total.saturating_sub(usize::from(word == " I"));
                counted = at;
            }
        }
    }
    total.saturating_add(count(counted, text.len()))
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
