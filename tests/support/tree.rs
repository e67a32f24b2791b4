//! Walks folders: all files below one, in the order of their paths.
//! Include with `#[path = "support/tree.rs"] mod tree;`.
#![allow(dead_code, unreachable_pub, reason = "each suite that includes this file uses a part of it")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fs;
use std::path::{Path, PathBuf};

/// The top folder of this crate, also for a crate that lies inside it.
fn top() -> &'static Path {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    folder.ancestors().find(|folder| folder.join("spec/qrp1.md").is_file()).unwrap_or(folder)
}

/// A path of this crate, from its top folder.
pub fn path(rel: &str) -> PathBuf {
    top().join(rel)
}

/// The name of a file of this crate as seen from its top folder: `src/wire/text.rs`.
pub fn name(path: &Path) -> String {
    path.strip_prefix(top()).unwrap_or(path).display().to_string()
}

/// The text of a file.
pub fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()))
}

/// All files below `folder`, sorted; none where there is no such folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
