//! Sums over files, and who costs less.

use std::cmp::Ordering;

use super::results::Measured;

/// The tokens of a file in one form, if it has that form.
pub type Cost = fn(&Measured) -> Option<u64>;

/// The profiles of QRP1, which every file has.
pub const PROFILES: [(&str, Cost); 3] =
    [("plain", |file| Some(file.plain)), ("lean", |file| Some(file.lean)), ("tight", |file| Some(file.tight))];

/// What they are held against.
pub const RIVALS: [(&str, Cost); 3] =
    [("minified JSON", |file| Some(file.json)), ("TOON", |file| file.toon.tokens), ("CSV", |file| file.csv)];

/// The tokens of some files in sum. Files without TOON count as JSON there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    pub files: usize,
    pub json: u64,
    pub toon: u64,
    pub plain: u64,
    pub lean: u64,
    pub tight: u64,
}

impl Sum {
    /// Adds up files.
    #[must_use]
    pub fn of<'f>(files: impl IntoIterator<Item = &'f Measured>) -> Self {
        files.into_iter().fold(Self::default(), |sum, file| Self {
            files: sum.files + 1,
            json: sum.json + file.json,
            toon: sum.toon + file.toon.tokens.unwrap_or(file.json),
            plain: sum.plain + file.plain,
            lean: sum.lean + file.lean,
            tight: sum.tight + file.tight,
        })
    }
}

/// How many files cost less, the same and more than a rival.
#[must_use]
pub fn outcomes(files: &[Measured], ours: Cost, rival: Cost) -> [usize; 3] {
    let mut outcomes = [0; 3];
    for file in files {
        match ours(file).zip(rival(file)).map(|(ours, rival)| ours.cmp(&rival)) {
            Some(Ordering::Less) => outcomes[0] += 1,
            Some(Ordering::Equal) => outcomes[1] += 1,
            Some(Ordering::Greater) => outcomes[2] += 1,
            None => {}
        }
    }
    outcomes
}

/// The rivals that cost less than `lean`, which is the default, and whether TOON brings something else back.
#[must_use]
pub fn loses_to(file: &Measured) -> Vec<&'static str> {
    let cheaper = RIVALS.into_iter().filter(|(_, count)| count(file).is_some_and(|rival| rival < file.lean));
    let is_lossy = |name: &str| name == "TOON" && !file.toon.is_lossless();
    cheaper.map(|(name, _)| if is_lossy(name) { "TOON: not lossless" } else { name }).collect()
}
