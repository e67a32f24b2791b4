//! Owns what is wrong on purpose: documents that break a rule, and bytes that are edited.

use qrp1::{
    Body, Closing, Column, ColumnType, Document, DocumentBlock, DocumentRow, Header, Interval, Lead, OffsetUnit,
    Schema, Value,
};

use super::Source;
use super::headers::without;

/// A document that was valid, until some of it was changed: values of another type, other keys, other schemas.
pub fn disturbed(bytes: &[u8]) -> Document {
    let mut source = Source::new(bytes);
    let mut document = source.document();
    for _ in 0..=source.below(3) {
        source.disturb(&mut document);
    }
    document
}

impl Source<'_> {
    fn disturb(&mut self, document: &mut Document) {
        if document.blocks.is_empty() {
            return;
        }
        let (one, other) = (self.below(document.blocks.len()), self.below(document.blocks.len()));
        match self.below(16) {
            0 => document.blocks.swap(one, other),
            1 => drop(document.blocks.remove(one)),
            2 => document.blocks.insert(one, document.blocks[other].clone()),
            3 => document.closing = self.any_closing(document.closing.clone()),
            4..6 => {
                let block = &mut document.blocks[one];
                let key = self.any_key();
                let value = self.any_field(&key);
                block.header = block.header.clone().with(&key, value);
            }
            6 => {
                let block = &mut document.blocks[one];
                let keys: Vec<String> = block.header.fields().map(|(key, _)| key.to_owned()).collect();
                if let Some(key) = keys.get(self.below(keys.len().max(1))) {
                    block.header = without(&block.header, key);
                }
            }
            7 => {
                let block = &mut document.blocks[one];
                let name = self.text();
                block.header = block.header.clone().with_name(name);
            }
            8 | 9 => {
                let block = &mut document.blocks[one];
                if let Some(schema) = block.header.schema().cloned() {
                    let schema = self.any_schema(&schema);
                    block.header = match block.header.t0().filter(|_| self.chance(90)) {
                        Some(t0) => Header::series(schema, t0),
                        None => Header::table(schema),
                    };
                }
            }
            _ => self.disturb_body(&mut document.blocks[one]),
        }
    }

    fn disturb_body(&mut self, block: &mut DocumentBlock) {
        let types: Vec<ColumnType> =
            block.header.schema().iter().flat_map(|schema| schema.columns()).map(|c| c.column_type().clone()).collect();
        match &mut block.body {
            Body::Rows(rows) if !rows.is_empty() => {
                let at = self.below(rows.len());
                match self.below(8) {
                    0 => rows.push(rows[at].clone()),
                    1 => drop(rows.remove(at)),
                    2 => rows[at].key = Some(self.text()).filter(|_| self.chance(80)),
                    3 => rows[at].offset = Some(self.signed(i64::MIN, i64::MAX)).filter(|_| self.chance(80)),
                    4 => {
                        let value = self.any_value(2);
                        rows[at].values.push(value);
                    }
                    _ if rows[at].values.is_empty() => {}
                    5 => drop(rows[at].values.pop()),
                    _ => {
                        let column = self.below(rows[at].values.len());
                        rows[at].values[column] = match types.get(column) {
                            Some(ty) => self.nearly(&ty.clone()),
                            None => self.any_value(2),
                        };
                    }
                }
            }
            Body::Fields(fields) if !fields.is_empty() => {
                let (at, other) = (self.below(fields.len()), self.below(fields.len()));
                match self.below(6) {
                    0 => fields.push(fields[at].clone()),
                    1 => drop(fields.remove(at)),
                    2 => fields[at].0 = Some(self.text().into()).filter(|_| self.chance(80)),
                    3 => fields[at].1 = fields[other].1.clone(),
                    _ => fields[at].2 = self.nearly(&fields[at].1.clone()),
                }
            }
            Body::Rows(rows) => rows.push(DocumentRow::default()),
            Body::Fields(fields) => fields.push((None, ColumnType::Json, self.any_value(2))),
            Body::Text(_) | Body::Empty => {
                block.body = if self.chance(80) { Body::Text(self.text()) } else { Body::Empty };
            }
        }
    }

    /// A value that looks as if it were of the type, or is of another.
    fn nearly(&mut self, ty: &ColumnType) -> Value<'static> {
        match (ty, self.below(4)) {
            (_, 0) => self.any_value(2),
            (ColumnType::List(item), _) => Value::List((0..=self.below(2)).map(|_| self.nearly(item)).collect()),
            (ColumnType::Map(key, of), _) => {
                Value::Map((0..=self.below(2)).map(|_| (self.nearly(key), self.nearly(of))).collect())
            }
            (ColumnType::Struct { columns, .. }, _) => {
                Value::Struct(columns.iter().map(|column| self.nearly(column.column_type())).collect())
            }
            (ColumnType::Num | ColumnType::Decimal { .. }, _) => Value::Number(self.text().into()),
            (ColumnType::Json, 1) => {
                let json = self.json(2);
                Value::Json(
                    String::from_utf8_lossy(&edited(json.as_bytes(), &[self.byte(), self.byte()])).into_owned().into(),
                )
            }
            (ColumnType::Json, _) => Value::Json(self.text().into()),
            (ColumnType::F16 | ColumnType::F32, _) => Value::Float(self.float()),
            (ColumnType::U8 | ColumnType::U16 | ColumnType::U32 | ColumnType::U64, _) => {
                Value::UInt(self.unsigned(u64::MAX))
            }
            (ColumnType::Interval(_), _) => Value::Interval(Interval {
                months: self.bits(4) as i32,
                days: self.bits(4) as i32,
                time: self.signed(i64::MIN, i64::MAX),
            }),
            (ColumnType::Auto | ColumnType::Str | ColumnType::Bin | ColumnType::Bool | ColumnType::Null, _) => {
                self.any_value(2)
            }
            _ => Value::Int(self.signed(i64::MIN, i64::MAX)),
        }
    }

    fn any_value(&mut self, depth: usize) -> Value<'static> {
        match self.below(if depth == 0 { 11 } else { 14 }) {
            0 => Value::Null,
            1 => Value::Missing,
            2 => Value::Bool(self.chance(50)),
            3 => Value::Int(self.signed(i64::MIN, i64::MAX)),
            4 => Value::UInt(self.unsigned(u64::MAX)),
            5 => Value::Float(self.float()),
            6 => Value::Number(self.text().into()),
            7 => Value::Bin(self.bin().into()),
            8 => Value::Mark,
            9 => Value::Json(self.text().into()),
            10 => Value::text(&self.text()),
            11 => Value::List((0..self.below(3)).map(|_| self.any_value(depth - 1)).collect()),
            12 => Value::Struct((0..self.below(3)).map(|_| self.any_value(depth - 1)).collect()),
            _ => {
                Value::Map((0..self.below(3)).map(|_| (self.any_value(depth - 1), self.any_value(depth - 1))).collect())
            }
        }
    }

    fn any_key(&mut self) -> String {
        const KEYS: &[&str] = &[
            "at", "status", "code", "rows", "lines", "from", "of", "complete", "expires", "t0", "axis", "flat",
            "escaped", "part", "parts", "columns", "crc", "$1", "$2", "", "1a", "a b", "é", "_x", "x", "a=b", "x|y",
            "A.b-c",
        ];
        if self.chance(10) { self.text() } else { (*self.pick(KEYS)).into() }
    }

    fn any_field(&mut self, key: &str) -> String {
        match self.below(6) {
            0 => self.text(),
            1 => self.unsigned(u64::MAX).to_string(),
            2 => (*self.pick(&[
                "0",
                "1",
                "2",
                "01",
                "+1",
                "true",
                "ok",
                "/",
                "/a",
                "/a~",
                "a:date",
                "\"\":rfc3339",
                "a\\:b:date",
            ]))
            .into(),
            3 => self.instant(),
            _ => self.field_value(key),
        }
    }

    fn any_closing(&mut self, closing: Closing) -> Closing {
        if self.chance(20) {
            return Closing::new();
        }
        let key = self.any_key();
        let value = self.any_field(&key);
        closing.with(&key, value)
    }

    /// Columns that need not go together.
    fn any_schema(&mut self, schema: &Schema) -> Schema {
        let mut columns = schema.columns().to_vec();
        let at = self.below(columns.len().max(1));
        let made = match self.below(10) {
            0 => Column::unnamed(self.any_type(2)),
            1 => {
                let name = self.text();
                Column::new(name, ColumnType::map(self.any_type(1), self.any_type(1)))
            }
            2 => Column::new("j", ColumnType::list(ColumnType::Json)),
            3 => Column::new("b", ColumnType::bracketed([Column::unnamed(ColumnType::Str)])),
            4 => Column::new("d", ColumnType::Decimal { precision: self.byte(), scale: self.byte() as i8 }),
            5 => {
                let (ty, value) = (self.any_type(1), self.any_value(1));
                Column::new("w", ty).always(value)
            }
            6 => {
                let ty = self.any_type(1);
                Column::new("l", ty).like(self.text(), self.text())
            }
            7 => Column::unnamed(self.any_type(1)).with_missing(),
            8 if !columns.is_empty() => columns[at].clone(),
            _ => Column::new(self.text(), self.any_type(2)),
        };
        if self.chance(50) || columns.is_empty() {
            columns.push(made);
        } else {
            columns[at] = made;
        }
        let schema = match schema.lead() {
            Lead::None => Schema::new(columns),
            Lead::Key => match schema.key_template() {
                Some((prefix, suffix)) => Schema::new(columns).with_key_template(prefix, suffix),
                None => Schema::new(columns).with_keys(),
            },
            Lead::Offset(unit) => Schema::new(columns).with_offset(unit),
        };
        match self.below(8) {
            0 => schema.with_numbers(),
            1 => schema.with_keys(),
            2 => schema.with_offset(*self.pick(&OffsetUnit::ALL)),
            3 => schema.with_key_template(self.text(), self.text()),
            _ => schema,
        }
    }
}

/// A valid document, changed at random: bytes replaced, put in or taken out, lines doubled, dropped or swapped.
pub fn edited(document: &[u8], choices: &[u8]) -> Vec<u8> {
    const BYTES: &[u8] = b"\\,;()|=\"0\n\r\xff{}[]<>?:*$@#NMu.-+1 9eE/~\t\0a\xc2\xe2QRP";
    let (mut bytes, mut source) = (document.to_vec(), Source::new(choices));
    for _ in 0..=source.below(3) {
        let place = source.below(bytes.len().max(1));
        let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let (one, other) = (source.below(lines.len().max(1)), source.below(lines.len().max(1)));
        match source.below(8) {
            0 | 1 if place < bytes.len() => bytes[place] = *source.pick(BYTES),
            2 if place < bytes.len() => bytes[place] = bytes[source.below(bytes.len())],
            3 => bytes.insert(place, *source.pick(BYTES)),
            4 if place < bytes.len() => drop(bytes.remove(place)),
            5 if !lines.is_empty() => {
                lines.insert(other, lines[one].clone());
                bytes = lines.concat();
            }
            6 if !lines.is_empty() => {
                lines.swap(one, other);
                bytes = lines.concat();
            }
            7 if !lines.is_empty() => {
                lines.remove(one);
                bytes = lines.concat();
            }
            _ => {}
        }
    }
    bytes
}
