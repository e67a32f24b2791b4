//! Numbers that look random and are the same in every run, and what is made of them. Never change these: every figure
//! depends on them.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

/// `SplitMix64`, whose sequence is part of its definition.
pub(super) struct Draw(u64);

impl Draw {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end`, without `end`.
    pub(super) fn below(&mut self, end: u16) -> i32 {
        let rest = self.next().checked_rem(end.into()).unwrap_or(0);
        i32::try_from(rest).unwrap_or(0)
    }
}

/// A cursor for the page that begins with this row: 288 bytes, opaque to all but who made it, as 384 letters.
pub(super) fn cursor(from: u32) -> String {
    let mut draw = Draw::new(from.into());
    let bytes: Vec<u8> = (0..36).flat_map(|_| draw.next().to_le_bytes()).collect();
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// The id of a snapshot, in the form of a SHA-256.
pub(super) fn snapshot(seed: u64) -> String {
    let mut draw = Draw::new(seed);
    let [a, b, c, d] = [draw.next(), draw.next(), draw.next(), draw.next()];
    format!("sha256:{a:016x}{b:016x}{c:016x}{d:016x}")
}
