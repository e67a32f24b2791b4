//! TOON by its reference implementation, which runs in Node.

use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// The package, as `rivals/package-lock.json` has it.
pub const PACKAGE: &str = "@toon-format/toon";

/// What the script says of a file.
#[derive(Debug, Deserialize)]
pub struct Answer {
    /// The TOON.
    pub text: Option<String>,
    /// The minified JSON that its decoder makes of it.
    pub back: Option<String>,
    pub error: Option<String>,
}

/// The version of the package, and its answer for each file; none where there is no Node.
///
/// # Errors
/// Packages that cannot be had, or a script that fails.
pub fn run(folder: &Path, files: &[PathBuf]) -> Result<Option<(String, Vec<Answer>)>> {
    match Command::new("node").arg("--version").stdout(Stdio::null()).status() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        status => ensure!(status?.success(), "node --version failed"),
    }
    let mut install = Command::new("npm");
    install.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]).current_dir(folder);
    ensure!(install.status().context("npm")?.success(), "npm ci failed in {}", folder.display());

    let mut script = Command::new("node");
    script.arg("toon.mjs").current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut script = script.spawn()?;
    let mut input = script.stdin.take().context("no pipe")?;
    let paths = serde_json::to_vec(files)?;
    // It answers while it is asked.
    let asked = thread::spawn(move || input.write_all(&paths));
    let output = script.wait_with_output()?;
    ensure!(output.status.success(), "toon.mjs failed");
    asked.join().ok().context("the writer failed")??;

    let text = String::from_utf8(output.stdout)?;
    let mut lines = text.lines();
    let Some(version) = lines.next() else { bail!("toon.mjs says nothing") };
    let answers = lines.map(serde_json::from_str).collect::<Result<Vec<Answer>, _>>()?;
    ensure!(answers.len() == files.len(), "{} answers for {} files", answers.len(), files.len());
    Ok(Some((serde_json::from_str(version)?, answers)))
}
