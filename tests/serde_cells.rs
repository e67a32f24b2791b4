//! Owns how rows get into the cells of a given schema: in which order they may come, and how long that takes.
#![cfg(feature = "serde")]
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, clippy::std_instead_of_alloc, reason = "tests")]

use qrp1::{Closing, Column, ColumnType, Header, Schema, Writer};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

#[path = "support/time.rs"]
mod time;

/// A map whose keys come in the order of the columns or in another, as those of a `HashMap` do.
struct Row {
    columns: usize,
    step: usize,
}

impl Row {
    fn name(index: usize) -> String {
        format!("column_{index}")
    }

    /// A step that is odd meets each of a power of two once.
    fn indices(&self) -> impl Iterator<Item = usize> {
        (0..self.columns).map(|index| (index * self.step) % self.columns)
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns))?;
        for index in self.indices() {
            map.serialize_entry(&Self::name(index), &index)?;
        }
        map.end()
    }
}

fn header(columns: usize) -> Header {
    let column = |index| Column::new(Row::name(index), ColumnType::U64);
    Header::table(Schema::new((0..columns).map(column)))
}

/// The document of one row.
fn document(row: &Row) -> Vec<u8> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.header(&header(row.columns)).unwrap();
    writer.serialize(row).unwrap();
    writer.finish(&Closing::new().with_rows(1)).unwrap()
}

#[test]
fn the_order_of_a_maps_keys_is_of_no_matter() {
    for columns in [1, 2, 8, 16, 32, 64, 4_096] {
        let in_order = document(&Row { columns, step: 1 });
        for step in [3, 5, columns - 1] {
            assert_eq!(document(&Row { columns, step }), in_order, "{columns} columns in steps of {step}");
        }
    }
}

#[test]
fn rows_of_many_columns_in_another_order_take_linear_time() {
    let write = |row: &Row| {
        let mut writer = Writer::from_writer(std::io::sink());
        writer.header(&header(row.columns)).unwrap();
        (0..8).for_each(|_| writer.serialize(row).unwrap());
    };
    let of = |columns| Row { columns, step: columns - 1 };
    time::is_linear("rows with their keys from last to first", write, &of(1_024), &of(4_096));
}
