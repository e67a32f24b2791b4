//! A whole document in memory: its blocks and their values, as much as its bytes say. Spec: CAN-1

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::decoder::{Decoder, Event};
use crate::encoder::Encoder;
use crate::error::Result;
use crate::header::{Closing, Header};
use crate::limits::Limits;
use crate::lines::Lines;
use crate::schema::ColumnType;
use crate::value::Value;

/// A document, decoded; as much of it as its bytes say, so that [`encode`](Document::encode) gives them back.
///
/// # Example
/// ```
/// let bytes = b"QRP1|text|lines=2\nHello,\nworld\n\\.\n";
/// let document = qrp1::Document::decode(bytes)?;
/// assert_eq!(document.blocks[0].body, qrp1::Body::Text("Hello,\nworld".into()));
/// assert_eq!(document.encode()?, bytes);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The blocks, in order.
    pub blocks: Vec<DocumentBlock>,
    /// The closing line.
    pub closing: Closing,
}

/// A block of a [`Document`].
#[derive(Clone, Debug, PartialEq)]
pub struct DocumentBlock {
    /// The header line.
    pub header: Header,
    /// What follows it.
    pub body: Body,
}

/// The body of a block.
#[derive(Clone, Debug, PartialEq)]
pub enum Body {
    /// The rows of a table or series.
    Rows(Vec<DocumentRow>),
    /// The fields of a record: name, type, value.
    Fields(Vec<(Option<Box<str>>, ColumnType, Value<'static>)>),
    /// The text of a text or receipt.
    Text(String),
    /// A receipt without a body.
    Empty,
}

/// A row of a [`Document`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DocumentRow {
    /// The row number, where the table has them; a writer counts for itself.
    pub number: Option<u64>,
    /// The key of a keyed table's row.
    pub key: Option<String>,
    /// The offset of a series' row.
    pub offset: Option<i64>,
    /// A value for each column.
    pub values: Vec<Value<'static>>,
}

impl Document {
    /// Decodes a whole document, strictly.
    ///
    /// # Errors
    /// The document's first fault, with its place.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        Self::decode_with(Decoder::new(), bytes)
    }

    /// Decodes a whole document with a decoder's options.
    ///
    /// # Errors
    /// The document's first fault, with its place.
    pub fn decode_with(mut decoder: Decoder, bytes: &[u8]) -> Result<Self> {
        let mut collector = Collector::default();
        let mut rest = bytes;
        let mut lines = Lines::default();
        while !rest.is_empty() {
            if lines.is_empty() {
                lines = Lines::of(rest);
            }
            let (consumed, event) = match lines.next() {
                Some(line) => (line.len(), Some(decoder.decode_line(line)?)),
                None => decoder.decode(rest)?,
            };
            if let Some(event) = event {
                collector.event(event)?;
            }
            collector.spelled(decoder.has_digits());
            rest = rest.get(consumed..).unwrap_or_default();
        }
        if let Some(event) = decoder.finish()? {
            collector.event(event)?;
        }
        Ok(Self { blocks: collector.blocks, closing: collector.closing.unwrap_or_default() })
    }

    /// Encodes the document.
    ///
    /// # Errors
    /// What the document breaks of the rules.
    pub fn encode(&self) -> Result<Vec<u8>> {
        self.encode_with(Limits::default())
    }

    /// Encodes the document under other limits.
    ///
    /// # Errors
    /// What the document breaks of the rules.
    pub fn encode_with(&self, limits: Limits) -> Result<Vec<u8>> {
        let mut encoder = Encoder::new().with_limits(limits);
        for block in &self.blocks {
            encoder.header(&block.header)?;
            match &block.body {
                Body::Empty => {}
                Body::Text(text) => encoder.text(text)?,
                Body::Fields(fields) => {
                    for (name, ty, value) in fields {
                        encoder.field(name.as_deref(), ty, value)?;
                    }
                }
                Body::Rows(rows) => {
                    for row in rows {
                        match (&row.key, row.offset) {
                            (Some(key), _) => encoder.keyed_row(key, &row.values)?,
                            (None, Some(offset)) => encoder.series_row(offset, &row.values)?,
                            (None, None) => encoder.row(&row.values)?,
                        }
                    }
                }
            }
        }
        encoder.finish(&self.closing)?;
        Ok(encoder.take())
    }
}

/// Puts events together.
#[derive(Debug, Default)]
struct Collector {
    blocks: Vec<DocumentBlock>,
    closing: Option<Closing>,
}

impl Collector {
    fn event(&mut self, event: Event<'_>) -> Result<()> {
        match event {
            Event::Header(header) => {
                let body = match header.shape() {
                    crate::Shape::Table | crate::Shape::Series => Body::Rows(Vec::new()),
                    crate::Shape::Record => Body::Fields(Vec::new()),
                    crate::Shape::Text | crate::Shape::Receipt => Body::Empty,
                };
                self.blocks.push(DocumentBlock { header: header.clone(), body });
            }
            Event::End(closing) => self.closing = Some(closing.clone()),
            Event::Row(row) => {
                let values = row.values()?.into_iter().map(Value::into_owned).collect();
                let (number, key, offset) = (row.number(), row.key().map(Into::into), row.offset());
                if let Some(Body::Rows(rows)) = self.body() {
                    rows.push(DocumentRow { number, key, offset, values });
                }
            }
            Event::Field(field) => {
                if let Some(Body::Fields(fields)) = self.body() {
                    fields.push((field.name.map(Into::into), field.ty.clone(), field.value.into_owned()));
                }
            }
            Event::Line(line) => match self.body() {
                Some(Body::Text(text)) => {
                    text.push('\n');
                    text.push_str(&line);
                }
                Some(body) => *body = Body::Text(line.into_owned()),
                None => {}
            },
        }
        Ok(())
    }

    fn body(&mut self) -> Option<&mut Body> {
        self.blocks.last_mut().map(|block| &mut block.body)
    }

    /// Takes note of how the block spells its booleans.
    fn spelled(&mut self, digits: bool) {
        if let (Some(block), true) = (self.blocks.last_mut(), digits) {
            block.header.digits = true;
        }
    }
}
