//! The `qrp1` command: CSV, JSON and Arrow to QRP1 and back, a check, a primer for models, and counts of tokens.
//!
//! Exit codes: 0 done, 1 the data or a file has a fault, 2 the command line has one. Nothing but results goes to stdout,
//! and nothing but errors, progress and what was asked for goes to stderr.
#![allow(clippy::std_instead_of_alloc, clippy::std_instead_of_core, reason = "a command has all of `std`")]

mod args;
mod cmd;
mod csv;
mod feature;
mod input;
mod interrupt;
#[cfg(feature = "arrow")]
mod ipc;
mod output;
mod percent;
mod progress;
mod terminal;

use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use terminal::{one_line, visible};

/// Why the command stops.
enum Failure {
    /// The command line asks for what can't be.
    Usage(String),
    /// A file or what is in it has a fault.
    Data { file: String, error: qrp1::Error },
    /// Faults were reported already.
    Reported,
}

type Outcome<T> = Result<T, Failure>;

/// Says which file an error is about.
trait In<T> {
    fn within(self, file: &str) -> Outcome<T>;
}

impl<T, E: Into<qrp1::Error>> In<T> for Result<T, E> {
    fn within(self, file: &str) -> Outcome<T> {
        self.map_err(|error| Failure::Data { file: file.to_owned(), error: error.into() })
    }
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return explain(&error),
    };
    let outcome = match &arguments.command {
        Command::Encode(encode) => cmd::encode::run(encode),
        Command::Decode(decode) => cmd::decode::run(decode),
        Command::Check(check) => cmd::check::run(check),
        Command::Primer(primer) => cmd::primer::run(primer),
        #[cfg(feature = "tokens")]
        Command::Stats(stats) => cmd::stats::run(stats),
        #[cfg(feature = "tokens")]
        Command::Tables(tables) => cmd::tables::run(tables),
        #[cfg(not(feature = "tokens"))]
        Command::Stats(_) => Err(feature::lacks("`qrp1 stats`", "tokens")),
        #[cfg(not(feature = "tokens"))]
        Command::Tables(_) => Err(feature::lacks("`qrp1 tables`", "tokens")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Data { error, .. }) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(Failure::Data { file, error }) => {
            complain(&format!("{file}: {error}"));
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            complain(&message);
            ExitCode::from(2)
        }
        Err(Failure::Reported) => ExitCode::from(1),
    }
}

/// Whether whoever reads our output has seen enough.
fn is_broken_pipe(error: &qrp1::Error) -> bool {
    matches!(error.kind(), qrp1::ErrorKind::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints help or the fault of a command line, which may quote what nobody should send to a terminal.
fn explain(error: &clap::Error) -> ExitCode {
    let text = visible(&error.render().to_string());
    // If nobody listens there is nobody to tell.
    let _ = if error.use_stderr() {
        io::stderr().write_all(text.as_bytes())
    } else {
        io::stdout().write_all(text.as_bytes())
    };
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// A line on stderr.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "qrp1: {}", one_line(message));
}

/// The name of a file for messages, of which it is never a line of its own.
fn name_of(path: &OsStr) -> String {
    if path.is_empty() { "an empty file name".to_owned() } else { one_line(&path.to_string_lossy()) }
}
