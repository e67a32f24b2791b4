//! Lists, maps and structs that are written wrongly.

use qrp1::{CellEncoder, Result};

use super::{BEGUN, Case, fails, second};

pub(super) fn list(cell: CellEncoder<'_, '_>, length: usize, items: &[&str]) -> Result<()> {
    let mut list = cell.list(length)?;
    items.iter().try_for_each(|item| list.item()?.str(item))?;
    list.end()
}

#[test]
fn lists() {
    fails(
        "id:i64,tags[]:str",
        "1,(a;b)",
        &[
            (|row| list(second(row)?, 2, &["a"]), "tags", "expected 2 cells, found 1"),
            (|row| list(second(row)?, 1, &["a", "b"]), "tags", "expected 1 cell, found 2"),
            (|row| list(second(row)?, 0, &["a"]), "tags", "expected 0 cells, found 1"),
            // No memory is set aside for what is only said.
            (|row| list(second(row)?, usize::MAX, &["a"]), "tags", "expected 18446744073709551615 cells, found 1"),
            (|row| second(row)?.list(1)?.item()?.i64(1), "tags", "expected str, found `a signed integer`"),
            (|row| second(row)?.list(1)?.item()?.str("a"), "tags", BEGUN),
            (|row| second(row)?.list(1)?.item().map(drop), "tags", BEGUN),
            (
                |row| {
                    let mut list = second(row)?.list(2)?;
                    drop(list.item()?);
                    list.item()?.str("b")
                },
                "tags",
                BEGUN,
            ),
            (
                |row| {
                    let mut list = second(row)?.list(1)?;
                    drop(list.item()?);
                    list.end()
                },
                "tags",
                BEGUN,
            ),
        ],
    );
}

fn map(cell: CellEncoder<'_, '_>, length: usize, keys: &[&str]) -> Result<()> {
    let mut map = cell.map(length)?;
    for key in keys {
        map.key()?.str(key)?;
        map.value()?.i64(1)?;
    }
    map.end()
}

#[test]
fn maps() {
    const FIRST: &str = "expected the key of an entry first, found `its value`";
    fails(
        "id:i64,ages<str>:i64",
        "1,(a=1;b=2)",
        &[
            (|row| map(second(row)?, 2, &["a"]), "ages", "expected 2 cells, found 1"),
            (|row| map(second(row)?, 1, &["a", "b"]), "ages", "expected 1 cell, found 2"),
            (|row| map(second(row)?, 3, &["a", "b", "a"]), "ages", "key `a` occurs twice"),
            (|row| second(row)?.map(1)?.value()?.i64(1), "ages", FIRST),
            (|row| second(row)?.map(1)?.key()?.null(), "ages", "expected a key, found `null`"),
            (|row| second(row)?.map(1)?.key()?.missing(), "ages", "expected a key, found `a missing value`"),
            (|row| second(row)?.map(1)?.key()?.i64(1), "ages", "expected str, found `a signed integer`"),
            (|row| second(row)?.map(1)?.key()?.list(0)?.end(), "ages", "expected str, found `a list`"),
            (
                |row| {
                    let mut map = second(row)?.map(2)?;
                    map.key()?.str("a")?;
                    map.key()?.str("b")
                },
                "ages",
                BEGUN,
            ),
            (
                |row| {
                    let mut map = second(row)?.map(2)?;
                    map.key()?.str("a")?;
                    map.value()?.i64(1)?;
                    map.value()?.i64(1)
                },
                "ages",
                FIRST,
            ),
            (
                |row| {
                    let mut map = second(row)?.map(1)?;
                    map.key()?.str("a")?;
                    map.end()
                },
                "ages",
                BEGUN,
            ),
            (
                |row| {
                    let mut map = second(row)?.map(1)?;
                    drop(map.key()?);
                    map.value()?.i64(1)
                },
                "ages",
                BEGUN,
            ),
        ],
    );
}

fn fields(cell: CellEncoder<'_, '_>, count: i64) -> Result<()> {
    let mut fields = cell.fields()?;
    (0..count).try_for_each(|number| fields.cell()?.i64(number))?;
    fields.end()
}

#[test]
fn structs() {
    let both: [Case; 5] = [
        (|row| fields(second(row)?, 1), "at", "expected 2 cells, found 1"),
        (|row| fields(second(row)?, 3), "at", "expected 2 cells, found 3"),
        (|row| second(row)?.fields()?.cell()?.i64(1), "at", BEGUN),
        (|row| second(row)?.fields()?.cell()?.str("a"), "at", "expected i64, found `a text`"),
        (|row| second(row)?.fields().map(drop), "at", BEGUN),
    ];
    fails("id:i64,at?{x:i64,y:i64}", "1,(1,2)", &both);
    fails("id:i64,at{x:i64,y:i64}", "1,1,2", &both);
    fails(
        "id:i64,at{x:i64,y:i64}",
        "1,1,2",
        &[
            (|row| second(row)?.null(), "at", "expected a struct, found `null`"),
            (|row| second(row)?.list(2)?.end(), "at", "expected a struct, found `a list`"),
            (|row| second(row)?.i64(1), "at", "expected a struct, found `a signed integer`"),
        ],
    );
    let deep: Case = (
        |row| {
            let mut outer = row.cell()?.list(1)?;
            let mut inner = outer.item()?.list(1)?;
            let mut fields = inner.item()?.fields()?;
            let mut map = fields.cell()?.map(1)?;
            map.key()?.i64(1)?;
            map.value()?.i64(1)
        },
        "a",
        "expected str, found `a signed integer`",
    );
    fails("a[][]{b<i64>:str}", "(((1=x)))", &[deep]);
}
