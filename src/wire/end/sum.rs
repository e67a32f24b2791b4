//! The sum of a document's bytes: CRC-32C.
//!
//! With `std` the processor's instruction for it is used where there is one; that it is there takes `std` to know.

#[cfg(feature = "std")]
use hardware::Digest;
#[cfg(not(feature = "std"))]
use software::Digest;

/// The sum of a document's bytes so far.
#[derive(Clone)]
pub(crate) struct Sum(Digest);

impl Sum {
    pub(crate) fn new() -> Self {
        Self(Digest::new())
    }

    pub(crate) fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The letters of the sum with these last bytes.
    pub(super) fn letters(&self, last: &[u8]) -> [u8; 8] {
        let mut digest = self.0.clone();
        digest.update(last);
        let sum = digest.finish();
        let mut letters = [b'0'; 8];
        for (letter, shift) in letters.iter_mut().zip([28, 24, 20, 16, 12, 8, 4, 0]) {
            let digit = char::from_digit((sum >> shift) & 0xf, 16).and_then(|digit| u8::try_from(digit).ok());
            *letter = digit.unwrap_or(*letter);
        }
        letters
    }
}

impl core::fmt::Debug for Sum {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Sum").finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
mod hardware {
    #[derive(Clone)]
    pub(super) struct Digest(u32);

    impl Digest {
        pub(super) const fn new() -> Self {
            Self(0)
        }

        pub(super) fn update(&mut self, bytes: &[u8]) {
            self.0 = crc32c::crc32c_append(self.0, bytes);
        }

        pub(super) const fn finish(self) -> u32 {
            self.0
        }
    }
}

#[cfg(any(not(feature = "std"), test))]
mod software {
    use alloc::vec::Vec;

    use crc::{CRC_32_ISCSI, Crc, Table};

    /// With the tables that read 16 bytes in a step.
    static CRC: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISCSI);

    /// Lines are short and the tables are fastest over many bytes, so bytes are gathered first.
    #[derive(Clone)]
    pub(super) struct Digest {
        digest: crc::Digest<'static, u32, Table<16>>,
        gathered: Vec<u8>,
    }

    /// Bytes gathered before they are summed.
    const GATHERED: usize = 4 << 10;

    impl Digest {
        pub(super) fn new() -> Self {
            Self { digest: CRC.digest(), gathered: Vec::new() }
        }

        pub(super) fn update(&mut self, bytes: &[u8]) {
            if bytes.len() > GATHERED {
                self.digest.update(&self.gathered);
                self.gathered.clear();
                self.digest.update(bytes);
                return;
            }
            self.gathered.extend_from_slice(bytes);
            if self.gathered.len() > GATHERED {
                self.digest.update(&self.gathered);
                self.gathered.clear();
            }
        }

        pub(super) fn finish(mut self) -> u32 {
            self.digest.update(&self.gathered);
            self.digest.finalize()
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[test]
    fn both_ways_give_one_sum() {
        let bytes: Vec<u8> = (0..20_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]).collect();
        for step in [1, 7, 62, 4_096, 20_000] {
            let (mut hardware, mut software) = (Digest::new(), software::Digest::new());
            for part in bytes.chunks(step) {
                hardware.update(part);
                software.update(part);
            }
            assert_eq!(hardware.finish(), software.finish(), "in steps of {step}");
        }
        let mut sum = Sum::new();
        sum.update(b"12345");
        assert_eq!(sum.letters(b"6789"), *b"e3069283");
    }
}
