//! What a signal that ends the command must not leave behind.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary files of the output.
static FILES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The exit code of a command that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// Removes this file when the command is interrupted or told to end. Once it has its place, its old name is nobody's.
pub(crate) fn remove(path: &Path) {
    files().push(path.to_owned());
    // Without a handler the file stays, and nothing else is lost.
    let _ = ctrlc::set_handler(|| {
        for path in files().drain(..) {
            let _ = fs::remove_file(path);
        }
        process::exit(INTERRUPTED);
    });
}

/// While this is kept, nothing interrupts: files that belong together take their places together.
#[cfg(feature = "tokens")]
pub(crate) fn hold() -> impl Drop {
    files()
}

fn files() -> MutexGuard<'static, Vec<PathBuf>> {
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}
