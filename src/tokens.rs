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
//! let document = qrp1::json::from_str_with(text, qrp1::Options::default(), &Tokenizer::o200k())?;
//! # #[cfg(feature = "json")]
//! assert!(Tokenizer::o200k().tokens(&document) < 29 + 16);
//! # Ok::<(), qrp1::Error>(())
//! ```
//!
//! # What was measured
//!
//! The crate `tiktoken` counts. `tests/tokens.rs` holds it to `tiktoken-rs`, the reference, over all shared data, random
//! and hostile texts, for both vocabularies. No text of 38 hostile kinds (a million equal letters, spaces, line ends or
//! marks; runs of Han, Hangul, emoji, combining marks; random letters and base64) takes quadratic time: at a million
//! bytes the slowest, random letters without a space, takes 1.2 s of a slow shared core, and four times the text 5 to 7
//! times the time, since a long word is merged over a heap. Ordinary JSON runs at 44 to 150 MB/s when its words are known.
//!
//! A vocabulary takes 0.1 to 0.2 s to unpack and 24 MB while the program runs. Each thread that counts keeps up to 4,096
//! words of at most 96 bytes that it met, 1.2 MB, however much it counts.

use core::fmt;
use std::sync::LazyLock;

use tiktoken::{CoreBpe, encoding};

use crate::Cost;

static O200K: LazyLock<CoreBpe> = LazyLock::new(encoding::o200k_base);
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
}

impl Tokenizer {
    /// `o200k_base`, which GPT-4o, the o series and GPT-5 use.
    #[must_use]
    pub fn o200k() -> Self {
        Self { name: "o200k_base", encoding: &O200K }
    }

    /// `cl100k_base`, which GPT-4 and GPT-3.5 use.
    #[must_use]
    pub fn cl100k() -> Self {
        Self { name: "cl100k_base", encoding: &CL100K }
    }

    /// The name of the vocabulary, to say by which a form was chosen.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

impl Cost for Tokenizer {
    fn tokens(&self, text: &str) -> u64 {
        u64::try_from(self.encoding.count(text)).unwrap_or(u64::MAX)
    }
}

impl fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tokenizer").field(&self.name).finish()
    }
}
