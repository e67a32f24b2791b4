//! The one place that finds the shared data: files of other projects, read where they lie.
//! `QRP1_DATA` names the folder; the default is `../shared/data` beside the crate.
//! Include with `#[path = "support/data.rs"] mod data;`.
#![allow(dead_code, unreachable_pub, reason = "each suite that includes this file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "tree.rs"]
pub mod tree;

use std::env;
use std::io::{self, Write};
use std::path::PathBuf;

/// The folder, or `None` where it is absent and `QRP1_NO_DATA=1` says that this is fine.
pub fn root() -> Option<PathBuf> {
    let root = tree::path("").join(env::var_os("QRP1_DATA").unwrap_or_else(|| "../shared/data".into()));
    if root.is_dir() {
        return Some(root);
    }
    assert!(
        env::var_os("QRP1_NO_DATA").is_some_and(|yes| yes == "1"),
        "no shared data in {}: set QRP1_DATA, or QRP1_NO_DATA=1 to skip what needs it",
        root.display()
    );
    None
}

/// One file of the data; it must exist where the data does.
pub fn file(rel: &str) -> Option<PathBuf> {
    let path = root()?.join(rel);
    assert!(path.is_file(), "the shared data has no file {rel}");
    Some(path)
}

/// All files below a folder of the data that end in `.extension`, sorted by path.
pub fn files(rel_dir: &str, extension: &str) -> Vec<PathBuf> {
    let Some(root) = root() else { return Vec::new() };
    let mut files = tree::files(&root.join(rel_dir));
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files
}

/// All files of the data, sorted by path.
pub fn all() -> Vec<PathBuf> {
    root().map_or_else(Vec::new, |root| tree::files(&root))
}

/// Says on stderr how many files a suite used, `data: <suite>: N files`, or that it was skipped.
///
/// A suite that finds nothing in data that is there has lost its input, and fails.
pub fn report(suite: &str, count: usize) {
    let present = root().is_some();
    assert!(count > 0 || !present, "{suite} used no file of the shared data");
    let used = if present { format!("{count} files") } else { "skipped".to_owned() };
    say(&format!("data: {suite}: {used}"));
}

/// Says a line on stderr, whatever the test harness does: it captures `eprintln!`, and shows it for failing tests only.
pub fn say(line: &str) {
    io::stderr().write_all(format!("{line}\n").as_bytes()).unwrap();
}
