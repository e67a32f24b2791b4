//! The primer: what a language model has to be told of the format to read one document, and what that costs.
//!
//! A construct has a line in [`SENTENCES`] if a model could misread it. What reads as it is has none: types, `name=value`
//! lines, `{k=v}` and `[..]` in `auto` values, numbers in quotes, `json`, row numbers, `complete=false` and the other words of
//! headers and receipts.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::decoder::Event;
use crate::document::{Body, Document};
use crate::error::Result;
use crate::header::{Closing, Header};
use crate::is_always_escaped;
use crate::schema::{Column, ColumnRule, ColumnType, Lead, Schema};
use crate::value::Value;

const END: u32 = 1;
const COLUMNS: u32 = 1 << 1;
const NULL: u32 = 1 << 2;
const MISSING: u32 = 1 << 3;
const NULL_SPELLED: u32 = 1 << 4;
const MISSING_SPELLED: u32 = 1 << 5;
const EMPTY: u32 = 1 << 6;
const ESCAPE: u32 = 1 << 7;
const GROUP: u32 = 1 << 8;
const ITEMS: u32 = 1 << 9;
const INLINE: u32 = 1 << 10;
const ALWAYS: u32 = 1 << 11;
const LIKE: u32 = 1 << 12;
const OFFSET: u32 = 1 << 13;
const NAME: u32 = 1 << 14;
const KEY: u32 = 1 << 15;
const MARK: u32 = 1 << 16;
const ZONE: u32 = 1 << 17;
const LEADING: u32 = 1 << 18;
const OF: u32 = 1 << 19;

/// (construct, what is said of it, its `o200k_base` tokens with the space before it), in the order of the text.
const SENTENCES: [(u32, &str, u32); 20] = [
    (END, r"QRP1 ends with \.", 7),
    (COLUMNS, "Cells follow columns=.", 4),
    (NULL, "Empty cell = null.", 5),
    (MISSING, "Empty x? = missing.", 6),
    (NULL_SPELLED, r"\N null.", 4),
    (MISSING_SPELLED, r"\M missing.", 4),
    (EMPTY, "\"\" empty text.", 4),
    (ESCAPE, r"\ escapes.", 3),
    (GROUP, "() nests.", 3),
    (ITEMS, "; separates items.", 4),
    (INLINE, "x{} spans cells.", 5),
    (ALWAYS, "always has no cell.", 5),
    (LIKE, "Cells fill *.", 3),
    (OFFSET, "dt counts from t0.", 6),
    (NAME, "$1 = header text.", 6),
    (KEY, "@ key.", 3),
    (MARK, r"\@: see at=.", 5),
    (ZONE, "UTC under named zones.", 5),
    (LEADING, r"Leading \ escapes.", 4),
    (OF, "of = total.", 4),
];

/// What a line may not begin with as data.
const MAGIC: &str = "QRP1|";
const TWO_QUOTES: &str = "\"\"";

/// Explains to a language model the constructs that a document uses, and no others.
///
/// It watches what passes, in memory that does not grow with the document; [`primer`] does it for a document at hand. Its
/// text is a few short sentences for the place where a tool is described, or above its results.
///
/// # Example
/// ```
/// let document = b"QRP1|table|rows=2|columns=id:i64,tags[]:str\n1,(a;b)\n2,\n\\.\n";
/// let mut reader = qrp1::Reader::from_reader(&document[..]);
/// let mut primer = qrp1::Primer::new();
/// while let Some(event) = reader.next_event()? {
///     primer.observe(&event)?;
/// }
/// assert_eq!(
///     primer.to_string(),
///     r"QRP1 ends with \. Cells follow columns=. Empty cell = null. () nests. ; separates items."
/// );
/// assert_eq!(primer.tokens(), 23);
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Primer {
    used: u32,
    /// The named prefixes.
    names: Vec<Box<str>>,
    /// Whether the lines of the block are escaped.
    escaped: bool,
}

/// The primer of a document in memory.
///
/// # Example
/// ```
/// let document = qrp1::Document::decode(b"QRP1|record|lines=1\nid=7\n\\.\n")?;
/// assert_eq!(qrp1::primer(&document).to_string(), r"QRP1 ends with \.");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[must_use]
pub fn primer(document: &Document) -> Primer {
    let mut primer = Primer::new();
    for block in &document.blocks {
        primer.header(&block.header);
        match &block.body {
            Body::Empty => {}
            Body::Text(text) => text.split('\n').for_each(|line| primer.line(line)),
            Body::Fields(fields) => {
                for (name, ty, value) in fields {
                    primer.field(name.as_deref(), ty, value);
                }
            }
            Body::Rows(rows) => {
                let Some(schema) = block.header.schema() else { continue };
                for row in rows {
                    primer.row(schema, row.key.as_deref(), &row.values);
                }
            }
        }
    }
    primer.closing(&document.closing);
    primer
}

impl Primer {
    /// A primer that has seen nothing, and says nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The primer of everything, for a tool whose documents are not known yet.
    #[must_use]
    pub fn all() -> Self {
        Self { used: SENTENCES.iter().fold(0, |used, (construct, ..)| used | construct), ..Self::default() }
    }

    /// Takes note of what a line of the document uses.
    ///
    /// # Errors
    /// The fault of a row's cell, with its place.
    pub fn observe(&mut self, event: &Event<'_>) -> Result<()> {
        match event {
            Event::Header(header) => self.header(header),
            Event::Field(field) => self.field(field.name, field.ty, &field.value),
            Event::Line(line) => self.line(line),
            Event::End(closing) => self.closing(closing),
            Event::Row(row) => {
                let values = row.values()?;
                if let Some(schema) = row.schema() {
                    self.row(schema, row.key(), &values);
                }
            }
        }
        Ok(())
    }

    /// A sentence for each construct that was used, in a fixed order.
    pub fn sentences(&self) -> impl Iterator<Item = &'static str> {
        self.said().map(|(_, sentence, _)| *sentence)
    }

    /// The `o200k_base` tokens of the text.
    #[must_use]
    pub fn tokens(&self) -> u32 {
        self.said().fold(0, |sum, (.., tokens)| sum.saturating_add(*tokens))
    }

    fn said(&self) -> impl Iterator<Item = &'static (u32, &'static str, u32)> {
        let used = self.used;
        SENTENCES.iter().filter(move |(construct, ..)| used & construct != 0)
    }

    fn see(&mut self, construct: u32) {
        self.used |= construct;
    }

    fn see_if(&mut self, is_used: bool, construct: u32) {
        if is_used {
            self.see(construct);
        }
    }

    fn has(&self, construct: u32) -> bool {
        self.used & construct != 0
    }

    fn header(&mut self, header: &Header) {
        self.see(END);
        if header.names().next().is_some() {
            self.names = header.names().map(Into::into).collect();
        }
        self.escaped = header.is_escaped();
        self.see_if(header.get("of").is_some(), OF);
        let axis = header.axis();
        let mut last = "";
        for (key, value) in header.fields() {
            last = value;
            match &axis {
                Some((name, _)) if key == "axis" => self.name(name),
                _ => self.escapes(value, PIPE),
            }
        }
        for value in header.names() {
            last = value;
            self.escapes(value, PIPE);
        }
        match header.schema() {
            None => self.see_if(last.ends_with(' '), ESCAPE),
            Some(schema) => {
                self.see(COLUMNS);
                self.see_if(schema.lead() == Lead::Key, KEY);
                self.see_if(matches!(schema.lead(), Lead::Offset(_)), OFFSET);
                if let Some((prefix, suffix)) = schema.key_template() {
                    self.template(prefix, suffix);
                }
                self.columns(schema.columns());
            }
        }
    }

    fn template(&mut self, prefix: &str, suffix: &str) {
        self.see(LIKE);
        self.escapes(prefix, ARGUMENT | STAR);
        self.escapes(suffix, ARGUMENT | STAR);
    }

    fn closing(&mut self, closing: &Closing) {
        self.see_if(closing.get("of").is_some(), OF);
        let mut last = "";
        for (_, value) in closing.fields() {
            last = value;
            self.escapes(value, PIPE);
        }
        self.see_if(last.ends_with(' ') && !closing.has_crc(), ESCAPE);
    }

    /// Declarations.
    fn columns(&mut self, columns: &[Column]) {
        for column in columns {
            if let Some(name) = column.name() {
                self.name(name);
            }
            self.see_if(is_inline(column.column_type()), INLINE);
            self.ty(column.column_type());
            match column.rule() {
                ColumnRule::Plain => {}
                ColumnRule::Like { prefix, suffix } => self.template(prefix, suffix),
                ColumnRule::Always(value) => {
                    self.see(ALWAYS);
                    let place = Place { set: ARGUMENT, alone: true, missing: column.may_be_missing(), ..Place::ROW };
                    self.value(column.column_type(), value, place);
                }
            }
        }
    }

    fn ty(&mut self, ty: &ColumnType) {
        match ty {
            ColumnType::Struct { columns, .. } => self.columns(columns),
            ColumnType::List(item) => self.ty(item),
            ColumnType::Map(key, value) => {
                self.ty(key);
                self.ty(value);
            }
            ColumnType::Timestamp { zone: Some(zone), .. } => {
                let label = zone.as_str();
                if !is_offset(label) {
                    self.escapes(label, DECLARATION);
                    self.see_if(!matches!(label, "UTC" | "Etc/UTC" | "Z"), ZONE);
                }
            }
            _ => {}
        }
    }

    /// A name in a declaration.
    fn name(&mut self, name: &str) {
        self.see_if(name.is_empty(), EMPTY);
        self.see_if(matches!(name, TWO_QUOTES | "#" | "@"), ESCAPE);
        self.escapes(name, DECLARATION);
    }

    fn line(&mut self, line: &str) {
        let is_forged = line.starts_with(MAGIC);
        if self.escaped {
            let special = |c| c == '\\' || (c != '\t' && is_always_escaped(c));
            self.see_if(is_forged || line.ends_with(' ') || line.contains(special), ESCAPE);
        } else {
            self.see_if(is_forged || line.starts_with('\\'), LEADING);
        }
    }

    fn field(&mut self, name: Option<&str>, ty: &ColumnType, value: &Value<'_>) {
        if let Some(name) = name {
            self.name(name);
        }
        self.ty(ty);
        self.value(ty, value, Place { set: 0, last: true, ..Place::ROW });
    }

    fn row(&mut self, schema: &Schema, key: Option<&str>, values: &[Value<'_>]) {
        let leads = u8::from(schema.is_numbered()).saturating_add(u8::from(schema.lead() != Lead::None));
        let cells = count_cells(schema.columns()).saturating_add(leads.into());
        // A row without cells is `()`.
        self.see_if(cells == 0, GROUP);
        let place = Place { alone: cells == 1, ..Place::ROW };
        if let Some(key) = key {
            let key = schema.key_template().map_or(key, |(prefix, suffix)| between(key, prefix, suffix));
            self.plain_text(key, Place { first: leads == 1, last: cells == 1, ..place });
        }
        let mut next = usize::from(leads);
        self.fields(schema.columns(), values, place, &mut Some((&mut next, cells)));
    }

    /// The values of columns or of a struct's fields. `line` has the number of the next cell of the line and of all, where
    /// these are cells of a line.
    fn fields(
        &mut self,
        columns: &[Column],
        values: &[Value<'_>],
        place: Place,
        line: &mut Option<(&mut usize, usize)>,
    ) {
        for (column, value) in columns.iter().zip(values) {
            let ty = column.column_type();
            match (column.rule(), ty, value) {
                (ColumnRule::Always(_), ..) => continue,
                (_, ColumnType::Struct { columns, bracketed: false }, Value::Struct(values)) => {
                    self.fields(columns, values, place, line);
                    continue;
                }
                _ => {}
            }
            let mut place = Place { missing: column.may_be_missing(), ..place };
            if let Some((next, all)) = line {
                place.first = **next == 0;
                **next = next.saturating_add(1);
                place.last = **next == *all;
            }
            match (column.rule(), value) {
                (ColumnRule::Like { prefix, suffix }, Value::Str(text)) => {
                    self.plain_text(between(text, prefix, suffix), place);
                }
                _ => self.value(ty, value, place),
            }
        }
    }

    /// One cell.
    fn value(&mut self, ty: &ColumnType, value: &Value<'_>, place: Place) {
        match (ty, value) {
            (ColumnType::Auto, value) => self.auto(value, place),
            (ColumnType::Json, _) => {}
            (_, Value::Missing) => self.missing(place),
            (_, Value::Null) => self.see(if place.missing || place.alone { NULL_SPELLED } else { NULL }),
            (ColumnType::Struct { columns, .. }, Value::Struct(values)) => {
                self.see(GROUP);
                let alone = count_cells(columns) == 1;
                self.fields(columns, values, Place { alone, ..place.group() }, &mut None);
            }
            (ColumnType::List(ty), Value::List(items)) => {
                self.see(GROUP);
                self.see_if(items.len() > 1, ITEMS);
                let alone = items.len() == 1 && cells_of_type(ty) == 1;
                for item in items {
                    self.item(ty, item, Place { alone, ..place.group() });
                }
            }
            (ColumnType::Map(key_type, ty), Value::Map(entries)) => {
                self.see(GROUP);
                self.see_if(entries.len() > 1, ITEMS);
                for (key, value) in entries {
                    let place = place.group();
                    match key {
                        Value::Str(key) => self.plain_text(key, Place { set: place.set | EQUALS, ..place }),
                        key => self.value(key_type, key, place),
                    }
                    self.item(ty, value, place);
                }
            }
            (_, Value::Str(text)) => self.text(text, place, &[]),
            (_, Value::Bin(bytes)) => self.see_if(bytes.is_empty(), EMPTY),
            _ => {}
        }
    }

    /// A list item or map value.
    fn item(&mut self, ty: &ColumnType, value: &Value<'_>, place: Place) {
        match (ty, value) {
            (ColumnType::Struct { columns, bracketed: false }, Value::Struct(values)) => {
                self.fields(columns, values, place, &mut None);
            }
            _ => self.value(ty, value, place),
        }
    }

    fn missing(&mut self, place: Place) {
        self.see(if place.alone { MISSING_SPELLED } else { MISSING });
    }

    fn auto(&mut self, value: &Value<'_>, place: Place) {
        let tree = Place { set: place.set | TREE, ..Place::ROW };
        match value {
            Value::Missing => self.missing(place),
            Value::Mark => self.see(MARK),
            Value::List(items) => items.iter().for_each(|item| self.auto(item, tree)),
            Value::Map(entries) => {
                for (key, value) in entries {
                    if let Value::Str(key) = key {
                        self.plain_text(key, Place { set: tree.set | EQUALS, ..tree });
                    }
                    self.auto(value, tree);
                }
            }
            Value::Str(text) => self.text(text, place, &['"', '{', '[']),
            _ => {}
        }
    }

    /// A text that may be written with a declared name; `opening` are the characters that it can't begin with as they are.
    fn text(&mut self, text: &str, place: Place, opening: &[char]) {
        if let Some(rest) = self.behind_prefix(text) {
            self.see(NAME);
            self.see_if(place.last && rest.ends_with(' '), ESCAPE);
            self.escapes(rest, place.set);
        } else {
            self.see_if(text.starts_with(opening) || self.is_reference(text), ESCAPE);
            self.plain_text(text, place);
        }
    }

    /// What is left of the text behind the longest declared prefix.
    fn behind_prefix<'t>(&self, text: &'t str) -> Option<&'t str> {
        let rests = self.names.iter().filter_map(|name| text.strip_prefix(&**name));
        rests.filter(|rest| is_boundary(rest)).min_by_key(|rest| rest.len())
    }

    fn is_reference(&self, text: &str) -> bool {
        let mut letters = text.chars();
        let digit = if letters.next() == Some('$') { letters.next().and_then(|c| c.to_digit(10)) } else { None };
        let index = digit.and_then(|digit| usize::try_from(digit).ok()).unwrap_or(0);
        (1..=self.names.len()).contains(&index) && is_boundary(letters.as_str())
    }

    /// A text that no name stands in.
    fn plain_text(&mut self, text: &str, place: Place) {
        self.see_if(text.is_empty(), EMPTY);
        let is_bent = text == TWO_QUOTES || (place.first && text.starts_with(MAGIC));
        self.see_if(is_bent || (place.last && text.ends_with(' ')), ESCAPE);
        self.escapes(text, place.set);
    }

    fn escapes(&mut self, text: &str, set: u16) {
        if !self.has(ESCAPE) {
            self.see_if(contains(text, set), ESCAPE);
        }
    }
}

impl fmt::Display for Primer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, sentence) in self.sentences().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(sentence)?;
        }
        Ok(())
    }
}

/// Where a value stands.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "each can be true alone")]
struct Place {
    /// The characters that are escaped there, beside those that are everywhere.
    set: u16,
    /// The value may be missing.
    missing: bool,
    /// It is the only cell of its line or group.
    alone: bool,
    /// Its letters begin the line, or end it.
    first: bool,
    last: bool,
}

const COMMA: u16 = 1;
const BRACES: u16 = 1 << 1;
const PARENTHESES: u16 = 1 << 2;
const SEMICOLON: u16 = 1 << 3;
const EQUALS: u16 = 1 << 4;
const PIPE: u16 = 1 << 5;
const STAR: u16 = 1 << 6;
const TYPES: u16 = 1 << 7;
const INSIDE: u16 = COMMA | SEMICOLON | PARENTHESES;
const TREE: u16 = COMMA | BRACES;
const ARGUMENT: u16 = INSIDE | PIPE;
const DECLARATION: u16 = COMMA | PARENTHESES | BRACES | EQUALS | PIPE | TYPES;

impl Place {
    const ROW: Self = Self { set: COMMA, missing: false, alone: false, first: false, last: false };

    fn group(self) -> Self {
        Self { set: self.set | INSIDE, ..Self::ROW }
    }
}

/// Whether the text has a character that is escaped.
fn contains(text: &str, set: u16) -> bool {
    let special = |c| {
        let place = match c {
            '\\' => return true,
            ',' => COMMA,
            '{' | '}' | '[' | ']' => BRACES,
            '(' | ')' => PARENTHESES,
            ';' => SEMICOLON,
            '=' => EQUALS,
            '|' => PIPE,
            '*' => STAR,
            ':' | '?' | '<' | '>' => TYPES,
            c => return is_always_escaped(c),
        };
        set & place != 0
    };
    text.contains(special)
}

/// A name ends at the end of the text or before a character that is no ASCII letter or digit.
fn is_boundary(rest: &str) -> bool {
    !rest.as_bytes().first().is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether a zone is `+HH:MM` or `-HH:MM`; any other is a label.
fn is_offset(label: &str) -> bool {
    let number = |digits: [u8; 2], most: [u8; 2]| digits.iter().all(u8::is_ascii_digit) && digits <= most;
    match label.as_bytes() {
        [b'+' | b'-', h, hours, b':', m, minutes] => number([*h, *hours], *b"23") && number([*m, *minutes], *b"59"),
        _ => false,
    }
}

fn is_inline(ty: &ColumnType) -> bool {
    matches!(ty, ColumnType::Struct { bracketed: false, .. })
}

/// What `*` of a template stands for.
fn between<'t>(text: &'t str, prefix: &str, suffix: &str) -> &'t str {
    text.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(suffix)).unwrap_or(text)
}

/// The cells of columns: one each, but for constants and the fields of inline structs.
fn count_cells(columns: &[Column]) -> usize {
    let cells = |column: &Column| match column.rule() {
        ColumnRule::Always(_) => 0,
        _ => cells_of_type(column.column_type()),
    };
    columns.iter().fold(0usize, |sum, column| sum.saturating_add(cells(column)))
}

fn cells_of_type(ty: &ColumnType) -> usize {
    match ty {
        ColumnType::Struct { columns, bracketed: false } => count_cells(columns),
        _ => 1,
    }
}
