//! Memory that is kept: pages given back to the system and asked for again would cost more than some codecs do.

/// How glibc is told to keep what is freed: no mapping for a large block alone, and no trimming of the heap.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const TUNABLES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=17179869184");

/// Starts the program once more so that memory is kept, unless the caller has some, or has no glibc; first thing in `main`.
///
/// # Errors
/// A program that can't be started.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep() -> std::io::Result<()> {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    let (name, value) = TUNABLES;
    if env::var_os(name).is_some() {
        return Ok(());
    }
    Err(Command::new(env::current_exe()?).args(env::args_os().skip(1)).env(name, value).exec())
}

/// There is no glibc to tell.
///
/// # Errors
/// None.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep() -> std::io::Result<()> {
    Ok(())
}
