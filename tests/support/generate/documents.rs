//! Owns documents and their blocks: all five shapes, and the blocks of a record's marks.

use std::collections::BTreeSet;

use qrp1::{
    AxisForm, Body, Closing, Column, ColumnType, Document, DocumentBlock, DocumentRow, Header, Instant, OffsetUnit,
    Schema, Shape, Value,
};

use super::Source;
use super::headers::without;
use super::texts::{PIECES, token};
use super::values::{constant_bool, has_constant_bool, holds_bool};

impl Source<'_> {
    pub fn document(&mut self) -> Document {
        if self.chance(30) {
            let count = 1 + self.below(9);
            let mut seen = BTreeSet::new();
            for index in 0..count {
                let mut name = match self.below(3) {
                    0 => format!("https://example.com/{index}"),
                    1 => self.text(),
                    _ => "https://example.com".into(),
                };
                while name.is_empty() || !seen.insert(name.clone()) {
                    name.push('y');
                }
                self.names.push(name);
            }
        }
        let mut blocks = Vec::new();
        let has_receipt = self.chance(20);
        if has_receipt {
            blocks.push(self.receipt());
        }
        match self.below(8) {
            // A receipt alone.
            1 if has_receipt => {}
            2 => {
                let name = self.text();
                let place = format!("/{}", token(&name));
                // Its records have no marks: they would need blocks.
                let block = self.block(Some(&place), false);
                blocks.push(block);
            }
            3..6 => {
                let record = self.record("", None, true);
                blocks.extend(self.with_marked(record, "", 2));
            }
            _ => {
                let block = self.block(None, false);
                blocks.push(block);
            }
        }
        let mut first = blocks[0].header.clone();
        first = self.first_fields(first);
        for name in &self.names {
            first = first.with_name(name.as_str());
        }
        blocks[0].header = first;
        let mut closing = Closing::new();
        let last = blocks.len() - 1;
        let key = if blocks[last].header.shape().has_rows() { "rows" } else { "lines" };
        // A late count may not repeat a key of the first header (END-1).
        let is_free = last == 0 || blocks[0].header.get(key).is_none();
        if blocks[last].header.shape() != Shape::Receipt && is_free && self.chance(30) {
            let header = &blocks[last].header;
            let count = header.count().unwrap();
            closing = closing.with(key, count);
            let header = without(header, key);
            blocks[last].header = header;
            closing = self.late_fields(closing, &blocks);
        }
        if self.chance(30) {
            closing = closing.with_crc();
        }
        Document { blocks, closing }
    }

    fn receipt(&mut self) -> DocumentBlock {
        let mut header = Header::receipt();
        for key in ["rows", "from", "of"] {
            if self.chance(20) {
                let value = self.unsigned(u64::MAX);
                header = header.with(key, value);
            }
        }
        if self.chance(50) {
            return DocumentBlock { header, body: Body::Empty };
        }
        let (header, body) = self.body(header);
        DocumentBlock { header, body }
    }

    fn body(&mut self, header: Header) -> (Header, Body) {
        let text = match self.below(3) {
            0 => self.text(),
            1 => (0..self.below(5)).map(|_| self.text()).collect::<Vec<_>>().join("\n"),
            _ => (0..self.below(8)).map(|_| *self.pick(PIECES)).collect(),
        };
        let must = text.split('\n').any(|line| {
            line.ends_with(' ')
                || line.contains(|c: char| {
                    c != '\t'
                        && (c.is_control()
                            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'))
                })
        });
        let header = header.with_lines(text.split('\n').count() as u64);
        let header = if must || self.chance(20) { header.with("escaped", 1) } else { header };
        (header, Body::Text(text))
    }

    /// A block that is no receipt; a record has marks only if blocks can follow.
    fn block(&mut self, at: Option<&str>, marks: bool) -> DocumentBlock {
        let with_at = |header: Header| if let Some(at) = at { header.with("at", at) } else { header };
        match self.below(8) {
            0..4 => {
                let mut block = self.table();
                block.header = with_at(block.header);
                block
            }
            4 => self.record(at.unwrap_or(""), at, marks),
            5 | 6 => {
                let mut block = self.series(at.is_some());
                block.header = with_at(block.header);
                block
            }
            _ => {
                let (mut header, body) = self.body(with_at(Header::text()));
                if self.chance(20) {
                    let parts = 1 + self.below(300) as u64;
                    header = header.with("part", parts - self.below(parts as usize) as u64).with("parts", parts);
                }
                DocumentBlock { header: self.page(header), body }
            }
        }
    }

    fn table(&mut self) -> DocumentBlock {
        let flat = self.chance(4);
        let mut schema = if flat {
            Schema::new([
                Column::new("path", ColumnType::Str),
                Column::new("value_type", ColumnType::Str),
                Column::new("part", ColumnType::U32),
                Column::new("parts", ColumnType::U32),
                Column::new("value", ColumnType::Str),
            ])
        } else {
            self.schema()
        };
        let keyed = !flat && self.chance(20);
        if keyed {
            schema = match self.template().filter(|_| self.chance(50)) {
                Some((prefix, suffix)) => schema.with_key_template(prefix, suffix),
                None => schema.with_keys(),
            };
        }
        let header = self.page(Header::table(schema.clone()));
        let header = if flat { header.with("flat", 1) } else { header };
        let mut rows = self.rows(&schema, header.from().unwrap_or(0));
        if keyed {
            let (prefix, suffix) = schema.key_template().unwrap_or_default();
            let keys = self.names(rows.len());
            for (row, key) in rows.iter_mut().zip(keys) {
                row.key = Some([prefix, &key, suffix].concat());
            }
        }
        self.rowed(header, rows)
    }

    fn rowed(&mut self, header: Header, rows: Vec<DocumentRow>) -> DocumentBlock {
        let header = header.with_rows(rows.len() as u64);
        // How booleans are spelled shows only where there is one.
        let has_bool = header.schema().unwrap().columns().iter().any(constant_bool)
            || rows.iter().any(|row| {
                row.values.iter().zip(header.schema().unwrap().columns()).any(|(v, c)| holds_bool(v, c.column_type()))
            });
        let header = if has_bool && self.chance(40) { header.with_digits() } else { header };
        DocumentBlock { header, body: Body::Rows(rows) }
    }

    fn rows(&mut self, schema: &Schema, from: u64) -> Vec<DocumentRow> {
        let count = *self.pick(&[1, 0, 1, 2, 3, 5]);
        (0..count)
            .map(|index| DocumentRow {
                number: schema.is_numbered().then_some(from + index + 1),
                key: None,
                offset: None,
                values: schema.columns().iter().map(|column| self.value(column)).collect(),
            })
            .collect()
    }

    fn series(&mut self, needs_axis: bool) -> DocumentBlock {
        let unit = *self.pick(&OffsetUnit::ALL);
        let mut schema = self.schema();
        // An axis is a field beside named ones (COL-5).
        if needs_axis && schema.columns().iter().any(|column| column.name().is_none()) {
            schema = Schema::new([Column::new("v", ColumnType::Auto)]);
        }
        let schema = schema.with_offset(unit);
        let t0: Instant = self.instant().parse().expect("an instant");
        let mut header = self.page(Header::series(schema.clone(), t0));
        let mut rows = self.rows(&schema, header.from().unwrap_or(0));
        let unnamed = schema.columns().iter().any(|column| column.name().is_none());
        let axis = (self.chance(50) || needs_axis) && !unnamed;
        let mut scale = 1;
        if axis {
            let mut name = self.text();
            while schema.index_of(&name).is_some() {
                name.push('x');
            }
            // Steps of a second fit the forms of a `t0` without fraction, steps of a day from a midnight fit all.
            let per = |nanoseconds: i64| (nanoseconds / unit.nanoseconds()).max(1);
            scale = per(1_000_000_000);
            let is_midnight = t0.digits() == 0 && t0.to_string().contains("T00:00:00");
            let form = match self.below(4) {
                1 if t0.digits() == 0 => AxisForm::EpochSeconds,
                2 if t0.digits() == 0 => AxisForm::EpochMilliseconds,
                3 if is_midnight => AxisForm::Date,
                _ => AxisForm::Rfc3339,
            };
            if form == AxisForm::Date {
                scale = per(86_400_000_000_000);
            }
            header = header.with_axis(&name, form);
        }
        // A day to each side, or as far as every form holds.
        let most = if self.chance(50) { 86_400_000_000_000.max(unit.nanoseconds()) } else { i64::MAX };
        let most = match most / unit.nanoseconds() {
            _ if most == i64::MAX && scale == 1 && unit.nanoseconds() < 1_000_000_000 && !axis => i64::MAX,
            units => units,
        };
        for row in &mut rows {
            row.offset = Some(self.signed(-most, most) / scale * scale);
        }
        self.rowed(header, rows)
    }

    /// A record; `at` is where it stands, which its own marks begin with.
    fn record(&mut self, place: &str, at: Option<&str>, marks: bool) -> DocumentBlock {
        let _ = place;
        let header = Header::record();
        let header = if let Some(at) = at { header.with("at", at) } else { header };
        let header = if self.chance(10) { self.metadata(header) } else { header };
        self.marks = marks;
        let count = if self.chance(15) { usize::MAX } else { self.below(6) };
        let mut fields = Vec::new();
        if count == usize::MAX {
            let (ty, mut value) = self.field();
            while value == Value::Mark {
                value = Value::Null;
            }
            fields.push((None, ty, value));
        } else {
            for name in self.names(count) {
                let (ty, value) = self.field();
                fields.push((Some(name.into()), ty, value));
            }
        }
        self.marks = false;
        let header = header.with_lines(fields.len() as u64);
        let has_bool = fields.iter().any(|(_, ty, value)| holds_bool(value, ty) || has_constant_bool(ty));
        let header = if has_bool && self.chance(40) { header.with_digits() } else { header };
        DocumentBlock { header, body: Body::Fields(fields) }
    }

    fn field(&mut self) -> (ColumnType, Value<'static>) {
        let ty = match self.below(10) {
            0..5 => ColumnType::Auto,
            5 => ColumnType::Json,
            _ => {
                // No constant holds a mark.
                let before = std::mem::replace(&mut self.marks, false);
                let ty = match self.any_type(3) {
                    ColumnType::Struct { columns, .. } => ColumnType::bracketed(self.ruled(columns)),
                    ty => self.ruled_items(ty),
                };
                self.marks = before;
                ty
            }
        };
        // Marks stand in the trees of `auto` lines only.
        let marks = self.marks && ty == ColumnType::Auto;
        let before = std::mem::replace(&mut self.marks, marks);
        let value = self.of(&ty);
        self.marks = before;
        (ty, value)
    }

    /// A record and the blocks of its marks, depth first.
    fn with_marked(&mut self, record: DocumentBlock, place: &str, depth: usize) -> Vec<DocumentBlock> {
        let mut places = Vec::new();
        if let Body::Fields(fields) = &record.body {
            for (name, _, value) in fields {
                let start = name.as_ref().map_or_else(|| place.to_owned(), |name| format!("{place}/{}", token(name)));
                marks(value, &start, &mut places);
            }
        }
        let mut blocks = vec![record];
        for place in places {
            let block = self.block(Some(&place), depth > 0);
            if block.header.shape() == Shape::Record {
                blocks.extend(self.with_marked(block, &place, depth - usize::from(depth > 0)));
            } else {
                blocks.push(block);
            }
        }
        blocks
    }
}

pub(super) fn marks(value: &Value<'_>, place: &str, out: &mut Vec<String>) {
    match value {
        Value::Mark => out.push(place.into()),
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                marks(item, &format!("{place}/{index}"), out);
            }
        }
        Value::Map(entries) => {
            for (key, value) in entries {
                if let Value::Str(key) = key {
                    marks(value, &format!("{place}/{}", token(key)), out);
                }
            }
        }
        _ => {}
    }
}
