//! An input in memory: its data as JSON, and the documents that `qrp1 encode` makes of it.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::rc::Rc;

use qrp1::{Error, ErrorKind, Header, Lead, Profile as Preset, Reader, Shape, Value, json};

use crate::args::{Encode, Format, Profile, Stats, extension};
use crate::cmd::encode;
use crate::input::{Input, input_name};
use crate::progress::Progress;
use crate::{Failure, In, Outcome};

/// What a document begins with.
/// Bytes that say whether a document follows.
const START: u64 = 32;

/// Whether bytes begin as a document of any version does, whatever transport put before it: as such it is read or refused.
fn begins_document(start: &[u8]) -> bool {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    let version = start.strip_prefix(b"QRP").unwrap_or_default();
    let digits = version.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && version.get(digits) == Some(&b'|')
}

pub(super) struct Source {
    pub(super) name: String,
    /// A document that the input was.
    pub(super) given: Option<String>,
    /// The time field of the series that there has to be.
    pub(super) time: Option<String>,
    /// The columns that the input declares, with or without cells; none where it declares none.
    pub(super) columns: Vec<String>,
    path: OsString,
    dialect: crate::args::Dialect,
    format: Format,
    /// What is encoded, unless that is the JSON.
    bytes: Option<Vec<u8>>,
    json: String,
}

/// How a document is made.
#[derive(Clone)]
pub(super) struct Making {
    pub(super) profile: Profile,
    pub(super) time: Option<String>,
    /// Whether JSON may be a series by itself.
    pub(super) finds_series: bool,
}

impl Source {
    pub(super) fn open(path: &OsStr, args: &Stats) -> Outcome<Self> {
        let mut input = Input::open(path)?;
        let (name, progress) = (input_name(path), Rc::new(Progress::silent()));
        let mut source = Self {
            name: name.clone(),
            given: None,
            time: args.time.clone(),
            columns: Vec::new(),
            path: path.to_owned(),
            dialect: args.dialect.clone(),
            format: Format::Json,
            bytes: None,
            json: String::new(),
        };
        let mut start = Vec::new();
        input.pass(&progress).within(&name)?.take(START).read_to_end(&mut start).within(&name)?;
        let is_named = extension(path).is_some_and(|extension| extension == "qrp1");
        if args.from.is_none() && (is_named || (Format::of(path).is_none() && begins_document(&start))) {
            if let Some(name) = args.dialect.given() {
                return Err(Failure::Usage(format!("`{name}` is for CSV, and this is QRP1")));
            }
            return source.of_document(input.text(&progress)?);
        }
        let mut encode = source.encode();
        encode.from = args.from;
        source.format = encode::format(&mut input, &encode)?;
        if source.format == Format::Json {
            let text = input.text(&progress)?;
            source.json = text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned);
        } else {
            let mut bytes = Vec::new();
            input.pass(&progress).within(&name)?.read_to_end(&mut bytes).within(&name)?;
            source.bytes = Some(bytes);
            let document = source.document(&Making { profile: Profile::Lean, time: None, finds_series: false })?;
            source.columns = Fields::of(&document).within(&name)?.names;
            source.json = value(&document, None).within(&name)?;
        }
        Ok(source)
    }

    /// A document, whose series has to be one again.
    fn of_document(mut self, document: String) -> Outcome<Self> {
        let fields = Fields::of(&document).within(&self.name)?;
        if let Some(time) = &self.time {
            fields.check_time(time).within(&self.name)?;
        }
        self.json = value(&document, self.time.as_deref()).within(&self.name)?;
        self.time = self.time.or(fields.time);
        self.columns = fields.names;
        self.given = Some(document);
        Ok(self)
    }

    pub(super) fn value(&self) -> Outcome<Value<'_>> {
        json::parse(&self.json).within(&self.name)
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.as_deref().unwrap_or(self.json.as_bytes()).len()
    }

    /// What is made where nothing is asked for.
    pub(super) fn default_making(&self, profile: Profile) -> Making {
        let is_json = matches!(self.format, Format::Json | Format::Jsonl);
        Making { profile, time: None, finds_series: is_json }
    }

    /// What `qrp1 encode` prints.
    pub(super) fn document(&self, making: &Making) -> Outcome<String> {
        let bytes = self.bytes.as_deref().unwrap_or(self.json.as_bytes());
        let mut input = Input::of_bytes(&self.name, bytes)?;
        let mut encode = self.encode();
        encode.profile = making.profile;
        encode.time.clone_from(&making.time);
        let document = encode::document(&mut input, self.format, &encode, making.finds_series)?;
        String::from_utf8(document).map_err(|_| Error::new(ErrorKind::Utf8)).within(&self.name)
    }

    fn encode(&self) -> Encode {
        Encode::of_file(self.path.clone(), self.dialect.clone())
    }
}

/// What the rows of a document have.
#[derive(Default)]
struct Fields {
    /// The time of a series, by its name.
    time: Option<String>,
    /// The columns of a table or series, the time first if it has a name.
    names: Vec<String>,
    /// Whether there is a series whose time has no name.
    is_nameless: bool,
}

impl Fields {
    /// Those of the first block that is the value, if that is a list of rows.
    fn of(document: &str) -> qrp1::Result<Self> {
        let mut reader = Reader::from_reader(document.as_bytes());
        while let Some(header) = reader.next_header()? {
            if header.shape() != Shape::Receipt {
                return Ok(Self::of_block(&header));
            }
        }
        Ok(Self::default())
    }

    fn of_block(header: &Header) -> Self {
        let is_flat = header.fields().any(|(key, _)| key == "flat");
        let is_list = header.at().is_none() && !is_flat;
        let Some(schema) = header.schema().filter(|schema| is_list && schema.lead() != Lead::Key) else {
            return Self::default();
        };
        let time = header.axis().map(|(name, _)| name.into_owned());
        let columns = schema.columns().iter().map(|column| column.name().unwrap_or_default().to_owned());
        Self {
            is_nameless: header.shape() == Shape::Series && time.is_none(),
            names: time.clone().into_iter().chain(columns).collect(),
            time,
        }
    }

    /// Refuses a time that is not the first of the columns, as `qrp1 encode` does.
    fn check_time(&self, time: &str) -> qrp1::Result<()> {
        match self.names.first() {
            // What is no list of rows is refused when it is to be a series.
            None => Ok(()),
            Some(first) if first == time || self.is_nameless => Ok(()),
            Some(_) => {
                let names = self.names.join("`, `");
                Err(Error::syntax(format!("the time field as the first of `{names}`"), time))
            }
        }
    }
}

impl Making {
    /// The document of a JSON text.
    pub(super) fn of_json(&self, text: &str) -> qrp1::Result<String> {
        let builder = json::DocumentBuilder::new().options(Preset::from(self.profile)).finds_series(self.finds_series);
        match &self.time {
            Some(time) => builder.time(time).from_str(text),
            None => builder.from_str(text),
        }
    }
}

/// The value of a document as minified JSON.
fn value(document: &str, time: Option<&str>) -> qrp1::Result<String> {
    let mut reader = Reader::from_reader(document.as_bytes());
    let mut builder = json::WriterBuilder::new();
    if let Some(time) = time {
        builder.time(time);
    }
    let mut writer = builder.from_writer(Vec::new());
    loop {
        let position = reader.position();
        let Some(event) = reader.next_event()? else { break };
        writer.event(&event).map_err(|error| error.at(position))?;
    }
    String::from_utf8(writer.finish()?).map_err(|_| Error::new(ErrorKind::Utf8))
}
