//! Schemas: what a block's columns are called and what they hold. Knows no syntax; `wire::columns` reads and writes it.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::value::Value;

/// The columns of a table or series, and what stands before them.
///
/// # Example
/// ```
/// use qrp1::{Column, ColumnType, OffsetUnit, Schema};
/// let schema = Schema::new([
///     Column::new("open", ColumnType::Decimal { precision: 9, scale: 2 }),
///     Column::new("closed", ColumnType::Bool),
/// ])
/// .with_offset(OffsetUnit::Hour);
/// assert_eq!(schema.to_string(), "dt_h:i64,open:dec(9,2),closed:bool");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Schema {
    pub(crate) numbered: bool,
    pub(crate) lead: Lead,
    /// What the keys begin and end with; none where the lead is no key.
    pub(crate) key_template: Option<(Box<str>, Box<str>)>,
    pub(crate) columns: Vec<Column>,
}

/// What stands before the data columns of a row, beside the row number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lead {
    /// Nothing: a table is a list of rows.
    #[default]
    None,
    /// `@:str`: a keyed table; each row has a key (COL-9), which [`Schema::key_template`] may say more about.
    Key,
    /// `dt_<unit>:i64`: a series; each row has an offset from `t0` (SER-2).
    Offset(OffsetUnit),
}

impl Schema {
    /// A schema with these columns, without row numbers, keys or offsets.
    #[must_use]
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Self {
        Self { columns: columns.into_iter().collect(), ..Self::default() }
    }

    /// Adds a first column `#` with the row number.
    #[must_use]
    pub fn with_numbers(mut self) -> Self {
        self.numbered = true;
        self
    }

    /// Adds a column `@` with the key of each row.
    #[must_use]
    pub fn with_keys(self) -> Self {
        self.with_lead(Lead::Key)
    }

    /// Adds a column `@` with the key of each row, and says that every key begins with `prefix` and ends with `suffix`:
    /// the cell is what lies between.
    ///
    /// # Example
    /// ```
    /// use qrp1::{Column, ColumnType, Schema};
    /// let schema = Schema::new([Column::new("on", ColumnType::Bool)]).with_key_template("flag_", "");
    /// assert_eq!(schema.to_string(), "@:str(like flag_*),on:bool");
    /// ```
    #[must_use]
    pub fn with_key_template(self, prefix: impl Into<Box<str>>, suffix: impl Into<Box<str>>) -> Self {
        Self { key_template: Some((prefix.into(), suffix.into())), ..self.with_keys() }
    }

    /// Adds the offset column of a series.
    #[must_use]
    pub fn with_offset(self, unit: OffsetUnit) -> Self {
        self.with_lead(Lead::Offset(unit))
    }

    fn with_lead(self, lead: Lead) -> Self {
        Self { lead, key_template: None, ..self }
    }

    /// The data columns.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Whether rows are numbered.
    #[must_use]
    pub const fn is_numbered(&self) -> bool {
        self.numbered
    }

    /// What stands before the data columns.
    #[must_use]
    pub const fn lead(&self) -> Lead {
        self.lead
    }

    /// What every key begins and ends with, if the declaration says so.
    #[must_use]
    pub fn key_template(&self) -> Option<(&str, &str)> {
        self.key_template.as_ref().map(|(prefix, suffix)| (&**prefix, &**suffix))
    }

    /// The index of the column with this name.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name() == Some(name))
    }
}

/// A column, or a field of a struct.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub(crate) name: Option<Box<str>>,
    pub(crate) missing: bool,
    pub(crate) ty: ColumnType,
    pub(crate) rule: ColumnRule,
}

/// What a declaration says about the values of a column beyond their type.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ColumnRule {
    /// Nothing: one cell a row.
    #[default]
    Plain,
    /// `(always ...)`: the column has this value in every row and no cell.
    Always(Value<'static>),
    /// `(like prefix*suffix)`: each text begins and ends so; the cell is what lies between.
    Like {
        /// Before the `*`.
        prefix: Box<str>,
        /// After the `*`.
        suffix: Box<str>,
    },
}

impl Column {
    /// A column with a name.
    #[must_use]
    pub fn new(name: impl Into<Box<str>>, ty: ColumnType) -> Self {
        Self { name: Some(name.into()), missing: false, ty, rule: ColumnRule::Plain }
    }

    /// The unnamed column: the row is its value (COL-5).
    #[must_use]
    pub fn unnamed(ty: ColumnType) -> Self {
        Self { name: None, missing: false, ty, rule: ColumnRule::Plain }
    }

    /// Lets values be missing (`?`). A struct becomes one bracketed cell that may also be null.
    #[must_use]
    pub fn with_missing(mut self) -> Self {
        self.missing = true;
        if let ColumnType::Struct { bracketed, .. } = &mut self.ty {
            *bracketed = true;
        }
        self
    }

    /// Says that every row holds this value.
    #[must_use]
    pub fn always(mut self, value: Value<'static>) -> Self {
        self.rule = ColumnRule::Always(value);
        self
    }

    /// Says that every text begins with `prefix` and ends with `suffix`.
    #[must_use]
    pub fn like(mut self, prefix: impl Into<Box<str>>, suffix: impl Into<Box<str>>) -> Self {
        self.rule = ColumnRule::Like { prefix: prefix.into(), suffix: suffix.into() };
        self
    }

    /// The name; none in the unnamed column.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Whether a value may be missing.
    #[must_use]
    pub const fn may_be_missing(&self) -> bool {
        self.missing
    }

    /// The type of the values.
    #[must_use]
    pub const fn column_type(&self) -> &ColumnType {
        &self.ty
    }

    /// What the declaration says beyond the type.
    #[must_use]
    pub const fn rule(&self) -> &ColumnRule {
        &self.rule
    }

    pub(crate) fn constant(&self) -> Option<&Value<'static>> {
        match &self.rule {
            ColumnRule::Always(value) => Some(value),
            _ => None,
        }
    }
}

/// The type of a column's values. [`Value`] says which values belong to which type.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ColumnType {
    /// `bool`
    Bool,
    /// `i8`
    I8,
    /// `i16`
    I16,
    /// `i32`
    I32,
    /// `i64`
    I64,
    /// `u8`
    U8,
    /// `u16`
    U16,
    /// `u32`
    U32,
    /// `u64`
    U64,
    /// `f16`, binary16 of IEEE 754
    F16,
    /// `f32`
    F32,
    /// `f64`
    F64,
    /// `num`: a number with its exact JSON letters, of any length
    Num,
    /// `dec(p,s)`: at most `precision` digits, exactly `scale` of them after the point
    Decimal {
        /// 1 to 76
        precision: u8,
        /// -76 to 76
        scale: i8,
    },
    /// `str`
    Str,
    /// `bin`
    Bin,
    /// `date`
    Date(DateForm),
    /// `time(unit)`
    Time(TimeUnit),
    /// `ts(unit,zone)`
    Timestamp {
        /// Unit of the count and of the fraction digits.
        unit: TimeUnit,
        /// None for a local time.
        zone: Option<Zone>,
        /// Extended or basic.
        form: DateForm,
    },
    /// `dur(unit)`
    Duration(TimeUnit),
    /// `interval(unit)`
    Interval(IntervalUnit),
    /// `null`
    Null,
    /// `auto`: values that describe themselves
    Auto,
    /// `json`: minified JSON, in record lines only
    Json,
    /// `{...}`
    Struct {
        /// The fields.
        columns: Vec<Column>,
        /// One cell in brackets that may be null, instead of a cell for each field.
        bracketed: bool,
    },
    /// `[]`
    List(Box<ColumnType>),
    /// `<K>`
    Map(Box<ColumnType>, Box<ColumnType>),
}

impl ColumnType {
    /// An inline struct.
    #[must_use]
    pub fn structure(columns: impl IntoIterator<Item = Column>) -> Self {
        Self::Struct { columns: columns.into_iter().collect(), bracketed: false }
    }

    /// A struct in brackets.
    #[must_use]
    pub fn bracketed(columns: impl IntoIterator<Item = Column>) -> Self {
        Self::Struct { columns: columns.into_iter().collect(), bracketed: true }
    }

    /// A list of `item`.
    #[must_use]
    pub fn list(item: Self) -> Self {
        Self::List(Box::new(item))
    }

    /// A map from `key` to `value`.
    #[must_use]
    pub fn map(key: Self, value: Self) -> Self {
        Self::Map(Box::new(key), Box::new(value))
    }

    /// Whether the type is neither a struct, a list nor a map.
    #[must_use]
    pub const fn is_scalar(&self) -> bool {
        !matches!(self, Self::Struct { .. } | Self::List(_) | Self::Map(..))
    }

    /// Whether the type is a struct whose fields are cells of their own.
    pub(crate) const fn is_inline(&self) -> bool {
        matches!(self, Self::Struct { bracketed: false, .. })
    }
}

/// Unit of times, time stamps and durations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeUnit {
    /// `s`
    Second,
    /// `ms`
    Millisecond,
    /// `us`
    Microsecond,
    /// `ns`
    Nanosecond,
}

impl TimeUnit {
    /// Fraction digits of a second: 0, 3, 6 or 9.
    #[must_use]
    pub const fn digits(self) -> u8 {
        match self {
            Self::Second => 0,
            Self::Millisecond => 3,
            Self::Microsecond => 6,
            Self::Nanosecond => 9,
        }
    }

    /// How many make a second.
    #[must_use]
    pub const fn per_second(self) -> i64 {
        match self {
            Self::Second => 1,
            Self::Millisecond => 1_000,
            Self::Microsecond => 1_000_000,
            Self::Nanosecond => 1_000_000_000,
        }
    }
}

/// Parts of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntervalUnit {
    /// `ym`: months
    YearMonth,
    /// `dt`: days and milliseconds
    DayTime,
    /// `mdn`: months, days and nanoseconds
    MonthDayNano,
}

/// How dates are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DateForm {
    /// `2024-02-29`
    #[default]
    Extended,
    /// `20240229`
    Basic,
}

/// A time zone of a time stamp column: an offset such as `+02:00`, or a label such as `UTC` or `Europe/Berlin`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Zone(pub(crate) Box<str>);

impl Zone {
    /// A zone; none if `label` is empty.
    #[must_use]
    pub fn new(label: impl Into<Box<str>>) -> Option<Self> {
        let label = label.into();
        (!label.is_empty()).then_some(Self(label))
    }

    /// The label.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Unit of a series' offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OffsetUnit {
    /// `ns`
    Nanosecond,
    /// `us`
    Microsecond,
    /// `ms`
    Millisecond,
    /// `s`
    Second,
    /// `min`
    Minute,
    /// `h`
    Hour,
    /// `d`, 86,400 s
    Day,
}

impl OffsetUnit {
    /// All units, the coarsest first.
    pub const ALL: [Self; 7] =
        [Self::Day, Self::Hour, Self::Minute, Self::Second, Self::Millisecond, Self::Microsecond, Self::Nanosecond];

    /// Its length in nanoseconds.
    #[must_use]
    pub const fn nanoseconds(self) -> i64 {
        match self {
            Self::Nanosecond => 1,
            Self::Microsecond => 1_000,
            Self::Millisecond => 1_000_000,
            Self::Second => 1_000_000_000,
            Self::Minute => 60_000_000_000,
            Self::Hour => 3_600_000_000_000,
            Self::Day => 86_400_000_000_000,
        }
    }
}
