//! Where results go: standard output, made harmless for a terminal, or a file that appears when it is complete.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, IsTerminal, Stdout, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use crate::input::is_dash;
use crate::terminal::Visible;
use crate::{In, Outcome, interrupt, name_of};

pub(crate) struct Output {
    sink: Sink,
    pub(crate) name: String,
    written: u64,
}

enum Sink {
    Stdout(Stdout),
    Terminal(Visible<Stdout>),
    /// A device or pipe.
    Direct(File),
    /// A file beside its place.
    Beside(NamedTempFile, PathBuf),
    /// For who looks at the result in this process.
    Memory(Vec<u8>),
}

impl Output {
    /// The file, or standard output.
    pub(crate) fn open(path: Option<&OsStr>) -> Outcome<Self> {
        let (sink, name) = match path.filter(|path| !is_dash(path)) {
            Some(path) => {
                let name = name_of(path);
                (open(Path::new(path)).within(&name)?, name)
            }
            None if io::stdout().is_terminal() => (Sink::Terminal(Visible::new(io::stdout())), "stdout".to_owned()),
            None => (Sink::Stdout(io::stdout()), "stdout".to_owned()),
        };
        Ok(Self { sink, name, written: 0 })
    }

    /// What is written stays in memory.
    pub(crate) fn memory() -> Self {
        Self { sink: Sink::Memory(Vec::new()), name: "memory".to_owned(), written: 0 }
    }

    /// What was written to memory.
    #[cfg(feature = "tokens")]
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        match self.sink {
            Sink::Memory(bytes) => bytes,
            _ => Vec::new(),
        }
    }

    /// Completes the output: a file takes its place. Gives the number of bytes.
    pub(crate) fn commit(mut self) -> Outcome<u64> {
        self.flush().within(&self.name)?;
        self.persist()
    }

    /// Completes outputs that belong together: no file takes its place before all are written.
    #[cfg(feature = "tokens")]
    pub(crate) fn commit_all(mut outputs: Vec<Self>) -> Outcome<()> {
        outputs.iter_mut().try_for_each(|output| output.flush().within(&output.name))?;
        let _held = interrupt::hold();
        outputs.into_iter().try_for_each(|output| output.persist().map(drop))
    }

    fn persist(self) -> Outcome<u64> {
        if let Sink::Beside(file, target) = self.sink {
            file.persist(target).map_err(|error| plain(error.error)).within(&self.name)?;
        }
        Ok(self.written)
    }
}

fn open(path: &Path) -> io::Result<Sink> {
    match fs::metadata(path) {
        // What is no file can't be replaced by one, and has no half of a document.
        Ok(metadata) if !metadata.is_file() => OpenOptions::new().write(true).open(path).map(Sink::Direct),
        // A link stays; what it leads to is replaced, or made.
        Ok(_) => beside(fs::canonicalize(path)?),
        Err(_) => beside(target_of(path)?),
    }
}

/// Where a file would be made: a link may lead to what is not there yet.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    /// Links that lead to links, as many as a kernel follows.
    const MOST: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&target) {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("links that lead to each other"))
}

fn beside(target: PathBuf) -> io::Result<Sink> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".qrp1-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Those of any new file; the user's mask applies.
        let mode = fs::metadata(&target).map_or(0o666, |metadata| metadata.permissions().mode());
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    let file = builder.tempfile_in(folder).map_err(plain)?;
    interrupt::remove(file.path());
    Ok(Sink::Beside(file, target))
}

/// The error without the name of the temporary file, which says nothing.
fn plain(error: io::Error) -> io::Error {
    match error.to_string().rsplit_once(" at path \"") {
        Some((reason, _)) => io::Error::new(error.kind(), reason),
        None => error,
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = match &mut self.sink {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Terminal(terminal) => terminal.write(bytes),
            Sink::Direct(file) => file.write(bytes),
            Sink::Beside(file, _) => file.write(bytes),
            Sink::Memory(memory) => memory.write(bytes),
        }?;
        self.written = self.written.saturating_add(u64::try_from(length).unwrap_or(0));
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Terminal(terminal) => terminal.flush(),
            Sink::Direct(file) => file.flush(),
            Sink::Beside(file, _) => file.flush(),
            Sink::Memory(_) => Ok(()),
        }
    }
}
