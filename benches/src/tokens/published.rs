//! The table of TOON's benchmark, <https://github.com/toon-format/toon/blob/f06ddca/benchmarks/results/token-efficiency.md>.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::results::Measured;

/// The folder of its data sets.
pub const FOLDER: &str = "toon-bench/";

/// What the table says of a data set, in `o200k_base`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Published {
    pub json: u64,
    pub toon: u64,
    /// Of the sets that it has CSV for.
    pub csv: Option<u64>,
}

const TABLE: [(&str, u64, u64, Option<u64>); 8] = [
    ("analytics", 14_211, 9_115, Some(8_383)),
    ("event-logs", 128_529, 154_084, None),
    ("github", 11_640, 8_937, Some(8_711)),
    ("keyed", 15_635, 10_503, None),
    ("nested", 68_944, 72_832, None),
    ("nested-config", 552, 589, None),
    ("nested-group", 46_791, 26_726, None),
    ("tabular", 79_057, 49_978, Some(47_153)),
];

/// What was published of a file.
#[must_use]
pub fn of(file: &str) -> Option<Published> {
    let set = file.strip_prefix(FOLDER)?.strip_suffix(".json")?;
    let (_, json, toon, csv) = TABLE.into_iter().find(|(name, ..)| *name == set)?;
    Some(Published { json, toon, csv })
}

/// Holds counts to the table.
///
/// # Errors
/// A set that is not there, or another count than the published one.
pub fn check(files: &[Measured]) -> Result<()> {
    let found = files.iter().filter(|file| file.published.is_some()).count();
    ensure!(found == TABLE.len(), "{found} of the {} sets of TOON's benchmark are there", TABLE.len());
    for file in files {
        if let Some(published) = file.published {
            let ours = Published { json: file.json, toon: file.toon.tokens.unwrap_or(0), csv: file.benchmark_csv };
            ensure!(ours == published, "{}: counted {ours:?}, published {published:?}", file.file);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_adds_up_to_its_published_sums() {
        assert_eq!(TABLE.iter().map(|set| set.1).sum::<u64>(), 260_451 + 104_908);
        assert_eq!(TABLE.iter().map(|set| set.2).sum::<u64>(), 264_734 + 68_030);
        assert_eq!(TABLE.iter().filter_map(|set| set.3).sum::<u64>(), 64_247);
        assert_eq!(of("toon-bench/nested.json").map(|set| set.toon), Some(72_832));
        assert_eq!(of("other/nested.json"), None);
    }
}
