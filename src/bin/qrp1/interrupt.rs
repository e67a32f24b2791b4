//! What a signal that ends the command must not leave behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

/// The temporary file of the output. A command has one.
static FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

/// The exit code of a command that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// Removes this file when the command is interrupted or told to end. Once it has its place, its old name is nobody's.
pub(crate) fn remove(path: &Path) {
    *FILE.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    // Without a handler the file stays, and nothing else is lost.
    let _ = ctrlc::set_handler(|| {
        if let Some(path) = FILE.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = fs::remove_file(path);
        }
        process::exit(INTERRUPTED);
    });
}
