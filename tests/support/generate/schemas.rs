//! Owns types, columns and schemas, and the constants and templates that their rules allow.

use qrp1::{Column, ColumnRule, ColumnType, DateForm, Interval, IntervalUnit, Schema, TimeUnit, Zone};

use super::Source;

impl Source<'_> {
    fn time_unit(&mut self) -> TimeUnit {
        *self.pick(&[TimeUnit::Second, TimeUnit::Millisecond, TimeUnit::Microsecond, TimeUnit::Nanosecond])
    }

    fn form(&mut self) -> DateForm {
        *self.pick(&[DateForm::Extended, DateForm::Basic])
    }

    /// A type that a map's key can have.
    fn key_type(&mut self) -> ColumnType {
        match self.below(20) {
            0..4 => ColumnType::Str,
            4 => ColumnType::I64,
            5 => ColumnType::Bool,
            6 => ColumnType::I8,
            7 => ColumnType::I16,
            8 => ColumnType::I32,
            9 => ColumnType::U8,
            10 => ColumnType::U16,
            11 => ColumnType::U32,
            12 => ColumnType::U64,
            13 => self.pick(&[ColumnType::F16, ColumnType::F32, ColumnType::F64]).clone(),
            14 => ColumnType::Num,
            15 => {
                let precision = 1 + self.below(76) as u8;
                let scale = if self.chance(50) { self.below(153) as i16 - 76 } else { 2 };
                ColumnType::Decimal { precision, scale: i8::try_from(scale).unwrap() }
            }
            16 => ColumnType::Bin,
            17 => {
                let zone = match self.below(5) {
                    0 => None,
                    1 => Zone::new("UTC"),
                    2 => Zone::new("+05:30"),
                    3 => Zone::new("-23:59"),
                    _ => Zone::new(self.text()),
                };
                ColumnType::Timestamp { unit: self.time_unit(), zone, form: self.form() }
            }
            18 => match self.below(3) {
                0 => ColumnType::Date(self.form()),
                1 => ColumnType::Time(self.time_unit()),
                _ => ColumnType::Duration(self.time_unit()),
            },
            _ => ColumnType::Interval(*self.pick(&[
                IntervalUnit::YearMonth,
                IntervalUnit::DayTime,
                IntervalUnit::MonthDayNano,
            ])),
        }
    }

    fn scalar_type(&mut self) -> ColumnType {
        match self.below(10) {
            0..7 => self.key_type(),
            7 | 8 => ColumnType::Auto,
            _ => ColumnType::Null,
        }
    }

    pub(super) fn any_type(&mut self, depth: usize) -> ColumnType {
        match self.below(if depth == 0 { 5 } else { 10 }) {
            0..5 => self.scalar_type(),
            5 => ColumnType::list(self.any_type(depth - 1)),
            6 => ColumnType::map(self.key_type(), self.any_type(depth - 1)),
            7 => ColumnType::bracketed(self.fields(depth - 1, true)),
            8 => ColumnType::structure(self.fields(depth - 1, false)),
            _ => {
                // An item that is an inline struct.
                let fields = self.fields(depth - 1, true);
                let item = ColumnType::structure(fields);
                if self.chance(40) { ColumnType::map(self.key_type(), item) } else { ColumnType::list(item) }
            }
        }
    }

    /// Fields of a struct. What may be left without a cell is decided where the fields are a group of their own.
    pub(super) fn fields(&mut self, depth: usize, own: bool) -> Vec<Column> {
        let count = self.below(4);
        let columns = self.plain_columns(count, depth);
        if own { self.ruled(columns) } else { columns }
    }

    fn plain_columns(&mut self, count: usize, depth: usize) -> Vec<Column> {
        let names = self.names(count);
        names
            .into_iter()
            .map(|name| {
                let column = Column::new(name, self.any_type(depth));
                // A struct in brackets is one that may be missing, unless it is an item or the unnamed column (COL-3).
                let bracketed = matches!(column.column_type(), ColumnType::Struct { bracketed: true, .. });
                let column = if bracketed || self.chance(30) { column.with_missing() } else { column };
                // A list or map of inline structs holds groups of its own.
                let ty = self.ruled_items(column.column_type().clone());
                rebuilt(&column, ty)
            })
            .collect()
    }

    pub(super) fn ruled_items(&mut self, ty: ColumnType) -> ColumnType {
        match ty {
            ColumnType::List(item) => ColumnType::list(self.ruled_item(*item)),
            ColumnType::Map(key, value) => ColumnType::map(*key, self.ruled_item(*value)),
            // `?` made an inline struct a group.
            ColumnType::Struct { columns, bracketed: true } => ColumnType::bracketed(self.ruled(columns)),
            ty => ty,
        }
    }

    fn ruled_item(&mut self, ty: ColumnType) -> ColumnType {
        match ty {
            ColumnType::Struct { columns, bracketed: false } => ColumnType::structure(self.ruled(columns)),
            ty => self.ruled_items(ty),
        }
    }

    /// Adds constants and templates to the columns of a row or group, so that a cell remains.
    pub(super) fn ruled(&mut self, columns: Vec<Column>) -> Vec<Column> {
        let mut cells = cells(&columns);
        self.rule_all(columns, &mut cells)
    }

    fn rule_all(&mut self, columns: Vec<Column>, cells: &mut usize) -> Vec<Column> {
        columns
            .into_iter()
            .map(|column| {
                if *column.rule() != ColumnRule::Plain || column.name().is_none() {
                    return column;
                }
                match column.column_type() {
                    ColumnType::Struct { columns, bracketed: false } => {
                        let ty = ColumnType::structure(self.rule_all(columns.clone(), cells));
                        rebuilt(&column, ty)
                    }
                    ty if ty.is_scalar() && *cells > 1 && self.chance(12) => {
                        let value = self.cell(&column);
                        // Escapes make six letters of one.
                        if format!("{value:?}").len() > 1_024 / 6 {
                            return column;
                        }
                        *cells -= 1;
                        column.always(value)
                    }
                    ColumnType::Str if self.chance(12) => match self.template() {
                        Some((prefix, suffix)) => column.like(prefix, suffix),
                        None => column,
                    },
                    _ => column,
                }
            })
            .collect()
    }

    /// Prefix and suffix; none if they would be too long.
    pub(super) fn template(&mut self) -> Option<(String, String)> {
        let (prefix, mut suffix) = (self.text(), self.text());
        if prefix.is_empty() && suffix.is_empty() {
            suffix.push('x');
        }
        (prefix.len() + suffix.len() <= 1_024 / 6).then_some((prefix, suffix))
    }

    pub fn schema(&mut self) -> Schema {
        let schema = if self.chance(15) {
            let ty = match self.any_type(3) {
                ColumnType::Struct { columns, .. } => ColumnType::bracketed(self.ruled(columns)),
                ty => self.ruled_items(ty),
            };
            Schema::new([Column::unnamed(ty)])
        } else {
            let (count, depth) = (1 + self.below(5), self.below(4));
            let count = if self.chance(5) { 0 } else { count };
            let columns = self.plain_columns(count, depth);
            Schema::new(self.ruled(columns))
        };
        if self.chance(15) { schema.with_numbers() } else { schema }
    }
}

/// The same column with another type.
fn rebuilt(column: &Column, ty: ColumnType) -> Column {
    let mut out = match column.name() {
        Some(name) => Column::new(name, ty),
        None => Column::unnamed(ty),
    };
    if column.may_be_missing() {
        out = out.with_missing();
    }
    match column.rule() {
        ColumnRule::Plain => out,
        ColumnRule::Always(value) => out.always(value.clone()),
        ColumnRule::Like { prefix, suffix } => out.like(prefix.clone(), suffix.clone()),
    }
}

/// Cells that columns have in a row.
fn cells(columns: &[Column]) -> usize {
    columns
        .iter()
        .map(|column| match (column.rule(), column.column_type()) {
            (ColumnRule::Always(_), _) => 0,
            (_, ColumnType::Struct { columns, bracketed: false }) => cells(columns),
            _ => 1,
        })
        .sum()
}
