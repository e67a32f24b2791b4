//! Input that can be read twice: a file, or a temporary file with all that came through a pipe.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

use qrp1::{Error, Position, json};

use crate::args::Format;
use crate::progress::Progress;
use crate::{Failure, In, Outcome, name_of};

/// What files begin with.
pub(crate) mod magic {
    /// An Arrow file.
    pub(crate) const FILE: &[u8] = b"ARROW1";
    /// An Arrow stream, since 2019.
    pub(crate) const STREAM: &[u8] = &[0xff; 4];
    pub(crate) const PARQUET: &[u8] = b"PAR1";
}

/// Whether the name stands for standard input or output.
pub(crate) fn is_dash(path: &OsStr) -> bool {
    path == "-"
}

/// Refuses standard input that is named more than once.
pub(crate) fn check_names(paths: &[OsString]) -> Outcome<()> {
    if paths.iter().filter(|path| is_dash(path)).count() > 1 {
        return Err(Failure::Usage("`-` is named twice, and standard input can be read once".to_owned()));
    }
    Ok(())
}

/// The name of a file or of standard input for messages.
pub(crate) fn input_name(path: &OsStr) -> String {
    if is_dash(path) { "stdin".to_owned() } else { name_of(path) }
}

/// Input that can be read more than once.
pub(crate) struct Input {
    file: File,
    pub(crate) name: String,
    pub(crate) size: u64,
}

impl Input {
    pub(crate) fn open(path: &OsStr) -> Outcome<Self> {
        let name = input_name(path);
        Self::find(path).within(&name).map(|(file, size)| Self { file, name, size })
    }

    /// Input that is in memory.
    #[cfg(feature = "tokens")]
    pub(crate) fn of_bytes(name: &str, bytes: &[u8]) -> Outcome<Self> {
        spool(bytes).within(name).map(|(file, size)| Self { file, name: name.to_owned(), size })
    }

    fn find(path: &OsStr) -> io::Result<(File, u64)> {
        if is_dash(path) {
            return spool(io::stdin().lock());
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        // Files without a size are not files: pipes, and what a kernel makes up while it is read.
        if metadata.is_file() && metadata.len() > 0 { Ok((file, metadata.len())) } else { spool(file) }
    }

    /// Reads all from the start. What is added to a file meanwhile is left out, so that every pass reads the same.
    pub(crate) fn pass(&mut self, progress: &Rc<Progress>) -> io::Result<impl Read + use<>> {
        self.file.seek(SeekFrom::Start(0))?;
        let bytes = self.file.try_clone()?.take(self.size);
        Ok(Counted { bytes, progress: Rc::clone(progress) })
    }

    /// All letters.
    pub(crate) fn text(&mut self, progress: &Rc<Progress>) -> Outcome<String> {
        let mut bytes = Vec::new();
        self.pass(progress).within(&self.name)?.read_to_end(&mut bytes).within(&self.name)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let before = error.as_bytes().get(..at).unwrap_or_default();
            let line = before.iter().fold(1u64, |line, byte| line.saturating_add(u64::from(*byte == b'\n')));
            let fault = Error::new(qrp1::ErrorKind::Utf8).hint("convert the source to UTF-8 first");
            fault.at(Position::new(u64::try_from(at).unwrap_or(u64::MAX), line))
        });
        text.within(&self.name)
    }

    /// Whether this is the first byte that is no white space.
    pub(crate) fn begins_with(&mut self, byte: u8) -> io::Result<bool> {
        Ok(self.first()? == Some(byte))
    }

    fn first(&mut self) -> io::Result<Option<u8>> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut start = Vec::new();
        self.file.by_ref().take(4 << 10).read_to_end(&mut start)?;
        let start = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&start);
        Ok(start.iter().copied().find(|byte| !byte.is_ascii_whitespace()))
    }

    /// The file itself, at its start, for a reader that goes to and fro in it.
    #[cfg(feature = "arrow")]
    pub(crate) fn file(&mut self) -> io::Result<File> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.try_clone()
    }

    /// Whether these are the first bytes.
    pub(crate) fn starts_with(&mut self, magic: &[u8]) -> io::Result<bool> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut start = vec![0; magic.len()];
        match self.file.read_exact(&mut start) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
            read => read.map(|()| start == magic),
        }
    }

    /// The format, by how it begins: an array, a lone object or a lone scalar is JSON, objects one after the other are JSON
    /// Lines, all else is CSV; so are lone scalars if they are not expected.
    pub(crate) fn sniff(&mut self, scalars: bool) -> io::Result<Format> {
        if self.starts_with(magic::FILE)? || self.starts_with(magic::STREAM)? {
            return Ok(Format::Arrow);
        }
        if self.starts_with(magic::PARQUET)? {
            return Ok(Format::Parquet);
        }
        Ok(match self.first()? {
            Some(b'[') => Format::Json,
            Some(b'{') => {
                self.file.seek(SeekFrom::Start(0))?;
                let mut builder = json::ReaderBuilder::new();
                let mut reader = builder.layout(json::Layout::Lines).from_reader(self.file.by_ref().take(self.size));
                let is_value = reader.read().is_ok_and(|value| value.is_some());
                let is_alone = !is_value || matches!(reader.read(), Ok(None));
                if is_alone { Format::Json } else { Format::Jsonl }
            }
            Some(_) if scalars && self.size <= SCALAR && self.is_scalar()? => Format::Json,
            _ => Format::Csv,
        })
    }

    /// Whether the whole input is one JSON value.
    fn is_scalar(&mut self) -> io::Result<bool> {
        self.file.seek(SeekFrom::Start(0))?;
        let mut bytes = Vec::new();
        self.file.by_ref().take(self.size).read_to_end(&mut bytes)?;
        Ok(std::str::from_utf8(&bytes).is_ok_and(|text| json::parse(text.trim_start_matches('\u{feff}')).is_ok()))
    }
}

/// Bytes of an input that may be one JSON scalar.
const SCALAR: u64 = 1 << 20;

/// Copies what can be read once.
fn spool(mut source: impl Read) -> io::Result<(File, u64)> {
    let mut file = tempfile::tempfile()?;
    let size = io::copy(&mut source, &mut file)?;
    Ok((file, size))
}

/// Tells the progress how much was read.
pub(crate) struct Counted<R> {
    pub(crate) bytes: R,
    pub(crate) progress: Rc<Progress>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.bytes.read(buffer)?;
        self.progress.add(length);
        Ok(length)
    }
}
