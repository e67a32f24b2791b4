//! What the rows of a table have in common, found before the first is written: constants and templates.
//!
//! Memory does not grow with the rows: a column keeps at most one value and one pair of affixes, the keys one pair.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::options::Options;
use crate::schema::{Column, ColumnRule, ColumnType, DateForm, Lead, Schema};
use crate::value::Value;
use crate::wire::cell::count_cells;
use crate::wire::columns::MOST_BYTES as MOST;

/// Looks at every row of a table before it is written and finds a schema that leaves out what the rows repeat.
///
/// # Example
/// ```
/// use qrp1::{Column, ColumnType, Options, Profile, Schema, Survey, Value};
///
/// let schema = Schema::new([Column::new("url", ColumnType::Str), Column::new("open", ColumnType::Bool)]);
/// let mut survey = Survey::new(schema, Options::from(Profile::Tight));
/// survey.observe(&[Value::from("https://example.com/a"), Value::Bool(true)])?;
/// survey.observe(&[Value::from("https://example.com/b"), Value::Bool(true)])?;
/// assert_eq!(survey.finish().to_string(), "url:str(like https://example.com/*),open:bool(always true)");
/// # Ok::<(), qrp1::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Survey {
    schema: Schema,
    options: Options,
    columns: Vec<ColumnSurvey>,
    keys: ColumnSurvey,
}

impl Survey {
    /// A survey of rows with this schema. Columns that have a rule already keep it, and so do keys that have a template.
    #[must_use]
    pub fn new(schema: Schema, options: Options) -> Self {
        let columns = schema.columns.iter().map(|column| ColumnSurvey::of(column, options)).collect();
        Self { schema, options, columns, keys: ColumnSurvey::new(options) }
    }

    /// Looks at a row: a value for each column.
    ///
    /// # Errors
    /// `width` for too few or too many values.
    pub fn observe(&mut self, values: &[Value<'_>]) -> Result<()> {
        if values.len() != self.columns.len() {
            return Err(Error::width(self.columns.len(), values.len()));
        }
        for (column, value) in self.columns.iter_mut().zip(values) {
            column.observe(value);
        }
        Ok(())
    }

    /// Looks at the value of one column in the next row, beside [`observe`](Survey::observe) or without it: columns may be
    /// looked at one after the other, each in all rows, and those that are not [open](Survey::is_open) need not be.
    pub fn observe_value(&mut self, column: usize, value: &Value<'_>) {
        if let Some(column) = self.columns.get_mut(column) {
            column.observe(value);
        }
    }

    /// Whether more values of a column may change what is found. False once and for all for one whose rows have nothing in
    /// common, or that can't have a rule.
    ///
    /// # Example
    /// ```
    /// use qrp1::{Column, ColumnType, Options, Profile, Schema, Survey, Value};
    ///
    /// let schema = Schema::new([Column::new("id", ColumnType::I64), Column::new("open", ColumnType::Bool)]);
    /// let mut survey = Survey::new(schema, Options::from(Profile::Lean));
    /// survey.observe(&[Value::Int(1), Value::Bool(true)])?;
    /// survey.observe(&[Value::Int(2), Value::Bool(true)])?;
    /// assert_eq!((survey.is_open(0), survey.is_open(1)), (false, true));
    /// # Ok::<(), qrp1::Error>(())
    /// ```
    #[must_use]
    pub fn is_open(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(ColumnSurvey::is_open)
    }

    /// Looks at the key of a row of a keyed table, beside [`observe`](Survey::observe) or without it: a survey of keys alone
    /// gives no column a constant or template.
    ///
    /// # Example
    /// ```
    /// use qrp1::{Column, ColumnType, Options, Profile, Schema, Survey};
    ///
    /// let schema = Schema::new([Column::new("on", ColumnType::Bool)]).with_keys();
    /// let mut survey = Survey::new(schema, Options::from(Profile::Tight));
    /// for key in ["flag_dark", "flag_beta", "flag_labs"] {
    ///     survey.observe_key(key);
    /// }
    /// assert_eq!(survey.finish().key_template(), Some(("flag_", "")));
    /// ```
    pub fn observe_key(&mut self, key: &str) {
        self.keys.observe_affixes(&Value::from(key));
    }

    /// The schema for these rows.
    #[must_use]
    pub fn finish(mut self) -> Schema {
        if self.options.numbered {
            self.schema.numbered = true;
        }
        if self.schema.lead == Lead::Key && self.schema.key_template.is_none() {
            let room = room(&self.schema.columns);
            let template = self.keys.template().filter(|(prefix, suffix)| price_of_template(prefix, suffix) <= room);
            self.schema.key_template = template.map(|(prefix, suffix)| (prefix.into(), suffix.into()));
        }
        let columns = core::mem::take(&mut self.schema.columns);
        let given: Vec<bool> = columns.iter().map(|column| column.rule != ColumnRule::Plain).collect();
        let kept = columns.into_iter().zip(self.columns).map(|(column, survey)| survey.finish(column, self.options));
        let columns = kept.collect();
        self.schema.columns = settle(columns, &given, &self.schema);
        self.schema
    }
}

/// Bytes of a header (LIM-1) that rules may take, and bytes of a header.
const RULES: usize = 64 << 10;
const HEADER: usize = 1 << 20;

/// Takes back the rules that would make the header too long, or leave no cells; not those that were given.
pub(crate) fn settle(columns: Vec<Column>, given: &[bool], schema: &Schema) -> Vec<Column> {
    keep_a_cell(within_budget(columns, given, schema), schema)
}

/// The bytes that the names and types leave for rules.
fn room(columns: &[Column]) -> usize {
    /// A type of a scalar, and what stands around it.
    const TYPE: usize = 48;
    let name = |column: &Column| spelled(column.name().unwrap_or_default()).saturating_add(TYPE);
    let names = columns.iter().map(name).fold(0, usize::saturating_add);
    HEADER.saturating_sub(names).min(RULES)
}

/// The columns without the rules for which the header has no room; the key has its own first, then the first columns.
fn within_budget(mut columns: Vec<Column>, given: &[bool], schema: &Schema) -> Vec<Column> {
    let key = schema.key_template().map_or(0, |(prefix, suffix)| price_of_template(prefix, suffix));
    let mut room = room(&columns).saturating_sub(key);
    let given = given.iter().copied().chain(core::iter::repeat(false));
    for (column, _) in columns.iter_mut().zip(given).filter(|(_, is_given)| !is_given) {
        match room.checked_sub(price(&column.rule)) {
            Some(rest) => room = rest,
            None => column.rule = ColumnRule::Plain,
        }
    }
    columns
}

/// ` (always )` and a scalar that is no text.
const WORDS: usize = 48;

/// The most bytes that a rule takes in the header.
fn price(rule: &ColumnRule) -> usize {
    let letters = match rule {
        ColumnRule::Plain => return 0,
        ColumnRule::Always(Value::Str(text) | Value::Number(text)) => spelled(text),
        ColumnRule::Always(Value::Bin(bytes)) => bytes.len().saturating_mul(2),
        ColumnRule::Always(_) => 0,
        ColumnRule::Like { prefix, suffix } => return price_of_template(prefix, suffix),
    };
    letters.saturating_add(WORDS)
}

fn price_of_template(prefix: &str, suffix: &str) -> usize {
    spelled(prefix).saturating_add(spelled(suffix)).saturating_add(WORDS)
}

/// Gives one column its cells back where the constants would leave none.
fn keep_a_cell(mut columns: Vec<Column>, schema: &Schema) -> Vec<Column> {
    let leads = schema.numbered || schema.lead != Lead::None;
    // A struct without fields has no cell either, and no constant to give back.
    let is_empty = !leads && count_cells(&columns) == 0;
    if let Some(first) = columns.iter_mut().find(|column| is_empty && column.constant().is_some()) {
        first.rule = ColumnRule::Plain;
    }
    columns
}

/// What the values of one column have in common.
#[derive(Clone, Debug)]
pub(crate) struct ColumnSurvey {
    rows: u64,
    constant: Constant,
    affixes: Affixes,
}

#[derive(Clone, Debug)]
enum Constant {
    Unknown,
    One(Value<'static>),
    Several,
}

#[derive(Clone, Debug)]
enum Affixes {
    /// No text was seen yet.
    Unknown,
    Known {
        /// What all texts begin with.
        prefix: String,
        /// What all texts end with.
        suffix: String,
        /// Bytes of the shortest text.
        shortest: usize,
        /// How many texts there are.
        texts: u64,
    },
    /// There are none, or none are wanted.
    None,
}

impl Affixes {
    fn unless_empty(self) -> Self {
        match &self {
            Self::Known { prefix, suffix, .. } if prefix.is_empty() && suffix.is_empty() => Self::None,
            _ => self,
        }
    }
}

impl ColumnSurvey {
    pub(crate) fn new(options: Options) -> Self {
        Self {
            rows: 0,
            constant: if options.constants { Constant::Unknown } else { Constant::Several },
            affixes: if options.templates { Affixes::Unknown } else { Affixes::None },
        }
    }

    /// The survey of a column, which may not be able to have a rule.
    fn of(column: &Column, options: Options) -> Self {
        let mut survey = Self::new(options);
        if !may_have_rule(column) {
            survey.constant = Constant::Several;
        }
        if !may_have_rule(column) || column.ty != ColumnType::Str {
            survey.affixes = Affixes::None;
        }
        survey
    }

    const fn is_open(&self) -> bool {
        !matches!((&self.constant, &self.affixes), (Constant::Several, Affixes::None))
    }

    pub(crate) fn observe(&mut self, value: &Value<'_>) {
        self.rows = self.rows.saturating_add(1);
        match &self.constant {
            Constant::One(known) if known == value => return self.again(),
            Constant::Several => {}
            Constant::Unknown if can_be_constant(value) => self.constant = Constant::One(value.clone().into_owned()),
            _ => self.constant = Constant::Several,
        }
        self.observe_affixes(value);
    }

    /// The value of the row before once more.
    fn again(&mut self) {
        if let (Affixes::Known { texts, .. }, Constant::One(Value::Str(_))) = (&mut self.affixes, &self.constant) {
            *texts = texts.saturating_add(1);
        }
    }

    fn observe_affixes(&mut self, value: &Value<'_>) {
        match (&mut self.affixes, value) {
            (Affixes::None, _) | (_, Value::Null | Value::Missing) => {}
            (Affixes::Unknown, Value::Str(text)) => {
                self.affixes = Affixes::Known {
                    prefix: head(text, MOST).into(),
                    suffix: tail(text, MOST).into(),
                    shortest: text.len(),
                    texts: 1,
                };
            }
            (Affixes::Known { prefix, suffix, shortest, texts }, Value::Str(text)) => {
                narrow(prefix, suffix, (text, text));
                *shortest = (*shortest).min(text.len());
                *texts = texts.saturating_add(1);
                if prefix.is_empty() && suffix.is_empty() {
                    self.affixes = Affixes::None;
                }
            }
            _ => self.affixes = Affixes::None,
        }
    }

    /// Takes in what a survey of other rows of the column found.
    pub(crate) fn merge(&mut self, other: Self) {
        self.rows = self.rows.saturating_add(other.rows);
        self.constant = match (core::mem::replace(&mut self.constant, Constant::Several), other.constant) {
            (Constant::Unknown, constant) | (constant, Constant::Unknown) => constant,
            (Constant::One(value), Constant::One(same)) if value == same => Constant::One(value),
            _ => Constant::Several,
        };
        self.affixes = match (core::mem::replace(&mut self.affixes, Affixes::None), other.affixes) {
            (Affixes::Unknown, affixes) | (affixes, Affixes::Unknown) => affixes,
            (
                Affixes::Known { mut prefix, mut suffix, shortest, texts },
                Affixes::Known { prefix: other, suffix: tail, shortest: length, texts: more },
            ) => {
                narrow(&mut prefix, &mut suffix, (&other, &tail));
                let (shortest, texts) = (shortest.min(length), texts.saturating_add(more));
                Affixes::Known { prefix, suffix, shortest, texts }.unless_empty()
            }
            _ => Affixes::None,
        };
    }

    /// The value of all rows, if they are at least two and have one.
    pub(crate) fn constant(&self) -> Option<&Value<'static>> {
        match &self.constant {
            Constant::One(value) if self.rows >= 2 => Some(value),
            _ => None,
        }
    }

    /// The survey of the same rows with the values of another source.
    pub(crate) fn map(mut self, typed: impl FnOnce(Value<'static>) -> Option<Value<'static>>) -> Self {
        self.constant = match self.constant {
            Constant::One(value) => typed(value).map_or(Constant::Several, Constant::One),
            other => other,
        };
        self
    }

    /// The column with what was found.
    pub(crate) fn finish(self, mut column: Column, options: Options) -> Column {
        match &mut column.ty {
            ColumnType::Date(form) | ColumnType::Timestamp { form, .. } if options.basic_dates => {
                *form = DateForm::Basic;
            }
            _ => {}
        }
        if !may_have_rule(&column) {
            return column;
        }
        if let Some(value) = self.constant() {
            column.rule = ColumnRule::Always(value.clone());
        } else if let (ColumnType::Str, Some((prefix, suffix))) = (&column.ty, self.template()) {
            column.rule = ColumnRule::Like { prefix: prefix.into(), suffix: suffix.into() };
        }
        column
    }

    /// Prefix and suffix that are worth their declaration.
    fn template(&self) -> Option<(&str, &str)> {
        /// ` (like *)`, of which the space and the word are always there.
        const DECLARATION: usize = 8;
        let Affixes::Known { prefix, suffix, shortest, texts } = &self.affixes else { return None };
        let prefix = prefix.get(..prefix.rfind(is_boundary).map_or(0, |at| at.saturating_add(1)))?;
        let mut suffix = suffix.get(suffix.find(is_boundary).unwrap_or(suffix.len())..)?;
        // Both parts may not overlap, not even in the shortest text.
        while !suffix.is_empty() && prefix.len().saturating_add(suffix.len()) > (*shortest).min(MOST) {
            let inner = suffix.get(1..).unwrap_or_default();
            suffix = inner.get(inner.find(is_boundary).unwrap_or(inner.len())..)?;
        }
        let letters = u64::try_from(prefix.len().saturating_add(suffix.len())).ok()?;
        let price = letters.saturating_add(u64::try_from(DECLARATION).ok()?);
        (letters > 0 && texts.saturating_mul(letters) > price).then_some((prefix, suffix))
    }
}

/// Whether the column can get a rule, and has none yet.
fn may_have_rule(column: &Column) -> bool {
    let is_plain = column.rule == ColumnRule::Plain && column.name.is_some();
    is_plain && column.ty.is_scalar() && column.ty != ColumnType::Json
}

/// Keeps what both affixes share with the start and the end of others.
fn narrow(prefix: &mut String, suffix: &mut String, (start, end): (&str, &str)) {
    prefix.truncate(common_head(prefix, start));
    let cut = suffix.len().saturating_sub(common_tail(suffix, end));
    suffix.drain(..cut);
}

/// Whether a declaration can hold the value.
fn can_be_constant(value: &Value<'_>) -> bool {
    match value {
        Value::Struct(_) | Value::List(_) | Value::Map(_) | Value::Json(_) | Value::Mark => false,
        // Letters that need an escape take more than they are; half is on the safe side only for the usual ones.
        Value::Str(text) | Value::Number(text) => text.len() <= MOST && spelled(text) <= MOST,
        Value::Bin(bytes) => bytes.len() <= MOST / 2,
        _ => true,
    }
}

/// The most bytes that a text can take as a constant: each character may become an escape.
fn spelled(text: &str) -> usize {
    text.chars().map(|c| if c.is_control() || !c.is_ascii() { 6 } else { 2 }).fold(2, usize::saturating_add)
}

/// Characters after which a person would cut a text.
pub(crate) fn is_boundary(c: char) -> bool {
    matches!(c, '/' | ':' | '-' | '.' | '@' | '_' | ' ')
}

/// The first `most` bytes, or a little less.
fn head(text: &str, most: usize) -> &str {
    text.get(..floor(text, most)).unwrap_or(text)
}

/// The last `most` bytes, or a little less.
fn tail(text: &str, most: usize) -> &str {
    text.get(ceil(text, text.len().saturating_sub(most))..).unwrap_or(text)
}

/// Bytes at the start that both texts share.
fn common_head(a: &str, b: &str) -> usize {
    floor(a, a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count())
}

/// Bytes at the end that both texts share.
fn common_tail(a: &str, b: &str) -> usize {
    let same = a.bytes().rev().zip(b.bytes().rev()).take_while(|(a, b)| a == b).count();
    a.len().saturating_sub(ceil(a, a.len().saturating_sub(same)))
}

/// The last start of a character at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// The first start of a character at or after `at`, or the end.
fn ceil(text: &str, at: usize) -> usize {
    (at..text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests;
