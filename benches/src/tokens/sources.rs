//! Where the files come from: `benches/data.toml`, by which anyone can fetch them and see that they are the same.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What the file says of itself.
const HEADING: &str = "\
# Owns the sources of what `benches/results/tokens.json` counts: files of other projects, which do not ship with this one.
# A set is a folder of the shared data, its files go by their paths in it, and `paths` says what those are in the repository.
# The hashes are SHA-256; `tokens --write` writes them down.
";

/// The sets by their folders.
#[derive(Debug, Serialize, Deserialize)]
pub struct Sources {
    pub sets: BTreeMap<String, Set>,
}

/// Files of one repository.
#[derive(Debug, Serialize, Deserialize)]
pub struct Set {
    pub repository: String,
    pub commit: String,
    pub licence: String,
    /// Where the files lie in the repository.
    pub paths: String,
    /// The SHA-256 of each file that is counted.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

impl Sources {
    /// Reads `data.toml`.
    ///
    /// # Errors
    /// No such file, or one that is something else.
    pub fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }

    /// The hash of a file, if it is known.
    #[must_use]
    pub fn hash(&self, file: &str) -> Option<&str> {
        let (set, file) = file.split_once('/')?;
        self.sets.get(set)?.files.get(file).map(String::as_str)
    }

    /// Puts hashes in the place of those that are there.
    ///
    /// # Errors
    /// A file of a set whose repository is not named.
    pub fn replace(&mut self, hashes: &[(String, String)]) -> Result<()> {
        self.sets.values_mut().for_each(|set| set.files.clear());
        for (file, hash) in hashes {
            let set = file.split_once('/').and_then(|(set, file)| Some((self.sets.get_mut(set)?, file)));
            let (set, file) = set.with_context(|| format!("data.toml names no repository of {file}"))?;
            set.files.insert(file.to_owned(), hash.clone());
        }
        Ok(())
    }

    /// The text of `data.toml`.
    ///
    /// # Errors
    /// None is expected.
    pub fn to_toml(&self) -> Result<String> {
        Ok(format!("{HEADING}\n{}", toml::to_string(self)?))
    }
}

/// SHA-256 in hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        // A string takes what is written to it.
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_that_of_others() {
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(super::sha256(b"abc"), hash);
    }
}
