//! What is run: a codec in one direction, or a floor, with its data prepared and its result checked.

use std::any::Any;
use std::fmt;
use std::hint::black_box;
use std::rc::Rc;

use anyhow::{Result, ensure};
use serde::Serialize;

use crate::codec::{Codec, Kind, batches, floors, json, structs};
use crate::data::{Candle, Data, LogLine, Order, Product, Row};

/// From what, to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    StructsToText,
    TextToStructs,
    BatchesToText,
    TextToBatches,
    JsonToText,
    TextToJson,
}

impl Direction {
    /// In the order of the tables.
    pub const ALL: [Self; 6] = [
        Self::StructsToText,
        Self::TextToStructs,
        Self::BatchesToText,
        Self::TextToBatches,
        Self::JsonToText,
        Self::TextToJson,
    ];

    /// In words.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::StructsToText => "structs to text",
            Self::TextToStructs => "text to structs",
            Self::BatchesToText => "batches to text",
            Self::TextToBatches => "text to batches",
            Self::JsonToText => "JSON text to QRP1",
            Self::TextToJson => "QRP1 to JSON text",
        }
    }
}

/// What a run gives; it is dropped outside the time.
pub type Outcome = Box<dyn Any>;

/// A candidate whose result is right.
pub struct Prepared {
    /// Bytes of its text.
    pub bytes: Option<usize>,
    /// Does the work once.
    pub run: Box<dyn FnMut() -> Outcome>,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Prepared").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

/// A candidate before its data is prepared, which takes memory.
pub struct Candidate {
    pub name: &'static str,
    pub kind: Kind,
    prepare: Box<dyn FnOnce() -> Result<Prepared>>,
}

impl fmt::Debug for Candidate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Candidate").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl Candidate {
    fn new(name: &'static str, kind: Kind, prepare: impl FnOnce() -> Result<Prepared> + 'static) -> Self {
        Self { name, kind, prepare: Box::new(prepare) }
    }

    /// Prepares the data, and checks the result against the source.
    ///
    /// # Errors
    /// What the codec says, or that it lost data.
    pub fn prepare(self) -> Result<Prepared> {
        (self.prepare)()
    }
}

/// Those of all directions.
pub type Candidates = Vec<(Direction, Candidate)>;

/// A data set.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    pub name: &'static str,
    pub rows: usize,
    candidates: fn(usize) -> Result<Candidates>,
}

impl Set {
    /// All data sets; `candles` is the number of rows of the larger one of candles.
    #[must_use]
    pub fn all(candles: usize) -> Vec<Self> {
        let mut sets = vec![Self { name: "K 10k", rows: 10_000, candidates: candidates::<Candle> }];
        if candles > 0 {
            let name = if candles == 1_000_000 { "K 1M" } else { "K large" };
            sets.push(Self { name, rows: candles, candidates: candidates::<Candle> });
        }
        sets.extend([
            Self { name: "P", rows: 100_000, candidates: candidates::<Product> },
            Self { name: "S", rows: 100_000, candidates: candidates::<LogLine> },
            Self { name: "N", rows: 20_000, candidates: candidates::<Order> },
        ]);
        sets
    }

    /// The candidates of all directions.
    ///
    /// # Errors
    /// None is expected.
    pub fn candidates(&self) -> Result<Candidates> {
        (self.candidates)(self.rows)
    }
}

fn candidates<R: Row>(rows: usize) -> Result<Candidates> {
    let data = Rc::new(Data::<R>::generate(rows)?);
    let mut all = Vec::new();
    for codec in structs::codecs::<R>() {
        both(&codec, &data, |data| &data.rows, [Direction::StructsToText, Direction::TextToStructs], &mut all);
    }
    for codec in batches::codecs::<R>() {
        both(&codec, &data, |data| &data.batches, [Direction::BatchesToText, Direction::TextToBatches], &mut all);
    }
    for codec in json::codecs::<R>() {
        both(&codec, &data, |data| &data.json, [Direction::JsonToText, Direction::TextToJson], &mut all);
    }
    parts(&data, &mut all);
    Ok(all)
}

/// A codec's two candidates.
fn both<R: Row, I: 'static>(
    codec: &Codec<I>,
    data: &Rc<Data<R>>,
    items: fn(&Data<R>) -> &Vec<I>,
    [writing, reading]: [Direction; 2],
    all: &mut Candidates,
) {
    let Codec { name, kind, write, read, same, is_writer_only } = *codec;
    let checked = move |data: &Data<R>| -> Result<String> {
        let text = String::from_utf8(write(items(data))?)?;
        ensure!(same(&read(&text)?, items(data)), "what comes back differs");
        Ok(text)
    };
    let source = Rc::clone(data);
    let writer = Candidate::new(name, kind, move || {
        let bytes = Some(checked(&source)?.len());
        Ok(Prepared { bytes, run: Box::new(move || Box::new(write(items(&source)))) })
    });
    let source = Rc::clone(data);
    let reader = Candidate::new(name, kind, move || {
        let text = checked(&source)?;
        Ok(Prepared { bytes: Some(text.len()), run: Box::new(move || Box::new(read(&text))) })
    });
    all.push((writing, writer));
    if !is_writer_only {
        all.push((reading, reader));
    }
}

/// What is no codec: layers that give no rows, and floors.
fn parts<R: Row>(data: &Rc<Data<R>>, all: &mut Candidates) {
    let mut add = |direction, name, kind, prepare: fn(Rc<Data<R>>) -> Result<Prepared>| {
        let data = Rc::clone(data);
        all.push((direction, Candidate::new(name, kind, move || prepare(data))));
    };
    add(Direction::TextToStructs, "qrp1: rows split, not decoded", Kind::Own, |data| {
        let text = qrp1::to_string(&data.rows)?;
        let split = |text: &str| -> Result<usize> {
            let mut rows = 0;
            structs::each_row(text, |_| {
                rows += 1;
                Ok(())
            })?;
            Ok(rows)
        };
        ensure!(split(&text)? == data.rows.len(), "rows are missing");
        Ok(Prepared { bytes: Some(text.len()), run: Box::new(move || Box::new(split(&text))) })
    });
    add(Direction::StructsToText, "memcpy of the QRP1 text", Kind::Floor, |data| {
        let text = qrp1::to_vec(&data.rows)?;
        Ok(Prepared { bytes: Some(text.len()), run: Box::new(move || Box::new(text.clone())) })
    });
    add(Direction::StructsToText, "numbers alone (itoa, zmij)", Kind::Floor, |data| {
        Ok(Prepared { bytes: None, run: Box::new(move || Box::new(floors::print_numbers(&data.rows))) })
    });
    add(Direction::TextToStructs, "scan of the QRP1 text for separators", Kind::Floor, |data| {
        let text = qrp1::to_vec(&data.rows)?;
        Ok(Prepared { bytes: Some(text.len()), run: Box::new(move || Box::new(floors::scan(black_box(&text)))) })
    });
    add(Direction::TextToStructs, "numbers alone (atoi_simd, fast-float2)", Kind::Floor, |data| {
        let letters = floors::Letters::new(&data.rows);
        Ok(Prepared { bytes: None, run: Box::new(move || Box::new(letters.parse_all())) })
    });
    add(Direction::TextToStructs, "clone of the structs", Kind::Floor, |data| {
        Ok(Prepared { bytes: None, run: Box::new(move || Box::new(data.rows.clone())) })
    });
}
