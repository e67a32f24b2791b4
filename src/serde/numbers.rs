//! Which kinds of numbers stand in a place, and the type that holds them all.

use crate::ColumnType;

/// The kinds of numbers that were seen.
#[expect(clippy::struct_excessive_bools, reason = "a kind each")]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Numbers {
    /// The most bits of a signed integer; 0 where there is none.
    pub(super) signed: u8,
    pub(super) unsigned: u8,
    pub(super) letters: bool,
    pub(super) f32: bool,
    pub(super) f64: bool,
    /// NaN or an infinity.
    pub(super) is_infinite: bool,
}

impl Numbers {
    pub(super) const fn is_any(self) -> bool {
        self.signed > 0 || self.unsigned > 0 || self.letters || self.is_float()
    }

    const fn is_float(self) -> bool {
        self.f32 || self.f64
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self {
            signed: self.signed.max(other.signed),
            unsigned: self.unsigned.max(other.unsigned),
            letters: self.letters || other.letters,
            f32: self.f32 || other.f32,
            f64: self.f64 || other.f64,
            is_infinite: self.is_infinite || other.is_infinite,
        }
    }

    pub(super) fn column_type(self) -> ColumnType {
        let is_integer = self.signed > 0 || self.unsigned > 0;
        if self.is_float() {
            return match (is_integer || self.letters, self.f64) {
                // `num` holds the letters of all but these.
                (true, _) if self.is_infinite => ColumnType::Auto,
                (true, _) => ColumnType::Num,
                (false, true) => ColumnType::F64,
                (false, false) => ColumnType::F32,
            };
        }
        if self.letters {
            return ColumnType::Num;
        }
        if self.signed == 0 {
            return match self.unsigned {
                8 => ColumnType::U8,
                16 => ColumnType::U16,
                32 => ColumnType::U32,
                _ => ColumnType::U64,
            };
        }
        // A signed type holds an unsigned one of half its size.
        match self.signed.max(self.unsigned.saturating_mul(2)) {
            8 => ColumnType::I8,
            16 => ColumnType::I16,
            32 => ColumnType::I32,
            64 => ColumnType::I64,
            _ => ColumnType::Num,
        }
    }
}
