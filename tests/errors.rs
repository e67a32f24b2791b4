//! Owns what errors say: the message of every kind and hint, as a table of small documents, and what all messages keep.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::string_slice,
    reason = "tests"
)]
#![allow(
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core,
    clippy::format_push_string,
    clippy::naive_bytecount,
    clippy::format_collect,
    clippy::print_stdout,
    clippy::too_many_lines,
    clippy::similar_names,
    reason = "tests have std, and are read more than run"
)]

#[path = "support/invariants.rs"]
mod invariants;

use std::collections::BTreeSet;
use std::error::Error as _;
use std::io;
use std::mem::size_of;

use qrp1::{
    Body, Closing, Column, ColumnType, Document, DocumentBlock, Encoder, Error, ErrorClass, ErrorKind, Header,
    OffsetUnit, Result, Schema, Value,
};

/// (document, what decoding it says). Where a change of a message is meant, the failing test prints the new table.
#[rustfmt::skip]
const DECODED: &[(&str, &str)] = &[
    // Beginnings (DOC-1), versions, ends.
    ("",
        "expected a document, found the end of the input at line 1, byte 0"),
    ("x\n",
        "expected a document that begins with `QRP1|`, found `x` at line 1, byte 0"),
    ("QRP2|table|rows=1|columns=a:i64\n1\n\\.\n",
        "expected a document that begins with `QRP1|`, found `QRP2` at line 1, byte 0"),
    ("qrp1|receipt\n",
        "expected a document that begins with `QRP1|`, found `qrp1|receipt` at line 1, byte 0"),
    (" QRP1|receipt\n",
        "expected a document that begins with `QRP1|`, found ` QRP1|receipt` at line 1, byte 0 (nothing stands before it, not even white space)"),
    ("\n",
        "expected a document that begins with `QRP1|`, found nothing at line 1, byte 0 (the first line is empty)"),
    ("\u{feff}QRP1|receipt\n",
        "expected a document that begins with `QRP1|`, found `\\u{feff}QRP1|receipt` at line 1, byte 0 (a byte order mark stands before it; the lenient option accepts one)"),
    ("{\"a\":1}\n",
        "expected a document that begins with `QRP1|`, found `{\"a\":1}` at line 1, byte 0 (this may be JSON)"),
    ("QRP1|receipt\r\n\\.\r\n",
        "expected LF line ends, found `\\u{d}` at line 1, byte 0 (the lenient option accepts CRLF; CR in data is `\\r`)"),
    ("QRP1|receipt\n",
        "expected more lines and the closing line `\\.`, found the end of the input at line 2, byte 13 (the document was cut; ask for it again or for a smaller page)"),
    ("QRP1|receipt\n\\.",
        "expected more lines and the closing line `\\.`, found the end of the input at line 2, byte 13 (the document was cut; ask for it again or for a smaller page)"),
    ("QRP1|table|rows=2|columns=a:i64\n1\n",
        "expected more lines and the closing line `\\.`, found the end of the input at line 3, byte 34 (the document was cut; ask for it again or for a smaller page)"),
    ("QRP1|receipt\n\\.\nx\n",
        "expected nothing after the closing line, found `more bytes` at line 3, byte 16"),

    // Header lines.
    ("QRP1|nonsense\n",
        "expected one of the shapes `record`, `table`, `series`, `text`, `receipt`, found `nonsense` at line 1, byte 0"),
    ("QRP1|receipt|status\n",
        "expected `=` after a key, found nothing at line 1, byte 0"),
    ("QRP1|receipt|1=2\n",
        "expected a field such as `rows=2`, found `1=2` at line 1, byte 0"),
    ("QRP1|receipt|status=good\n",
        "expected `ok`, `failed`, `running`, `outcome_unknown`, found `good` at line 1, byte 0"),
    ("QRP1|receipt|status=ok|status=ok\n",
        "field `status` occurs twice at line 1, byte 0"),
    ("QRP1|receipt|code=x|status=ok\n",
        "expected fields in the order of the specification, found `status` at line 1, byte 0 (reserved keys in their order, then metadata, then `$1` to `$9`, then `columns`)"),
    ("QRP1|record|columns=a:i64\n",
        "expected a key that this line may have, found `columns` at line 1, byte 0 (the format reserves this key for other lines or shapes)"),
    ("QRP1|table|rows=01|columns=a:i64\n",
        "expected a count from 0 to 18446744073709551615, found `01` at line 1, byte 0"),
    ("QRP1|table|rows=18446744073709551616|columns=a:i64\n",
        "expected a count from 0 to 18446744073709551615, found `18446744073709551616`, which is out of range at line 1, byte 0"),
    ("QRP1|text|lines=0\n",
        "expected at least one line in a text, found `0` at line 1, byte 0"),
    ("QRP1|receipt|complete=yes\n",
        "expected `true`, `false`, found `yes` at line 1, byte 0"),
    ("QRP1|receipt|expires=tomorrow\n",
        "expected an RFC 3339 instant as `2024-01-31T23:59:59Z`, found `tomorrow` at line 1, byte 0"),
    ("QRP1|table|rows=1\n",
        "expected `columns=` where a table needs it, and nowhere else, found `another header` at line 1, byte 0"),
    ("QRP1|series|rows=1|columns=dt_s:i64\n",
        "expected `t0=` where a series needs it, and nowhere else, found `another header` at line 1, byte 0"),
    ("QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|columns=a:i64\n",
        "expected an offset column such as `dt_ms:i64` first, found `a:i64` at line 1, byte 0"),
    ("QRP1|series|rows=0|t0=2024-01-01T00:00:00Z|axis=t|columns=dt_s:i64\n",
        "expected an axis such as `time:rfc3339`, found `t` at line 1, byte 0"),
    ("QRP1|text|lines=1|part=2|parts=1\n",
        "expected a part that is at most `parts`, found `2` at line 1, byte 0"),
    ("QRP1|text|lines=1|part=1\n",
        "expected `parts=` where a text needs it, and nowhere else, found `another header` at line 1, byte 0"),
    ("QRP1|record|at=x|lines=0\n",
        "expected a JSON Pointer such as `/items`, found `x` at line 1, byte 0"),
    ("QRP1|record|at=|lines=0\n",
        "expected a JSON Pointer such as `/items`, found an empty cell at line 1, byte 0"),
    ("QRP1|record|at=/a~2|lines=0\n",
        "expected a JSON Pointer such as `/items`, found `/a~2` at line 1, byte 0 (in a pointer `~` is `~0` and `/` in a name is `~1`)"),
    ("QRP1|receipt|$2=x\n",
        "expected named prefixes numbered from `$1` without a gap, found `$2` at line 1, byte 0"),
    ("QRP1|receipt|$1=\n",
        "expected a prefix that is not empty, found an empty cell at line 1, byte 0"),
    ("QRP1|receipt|$1=x|$2=x\n",
        "named prefix `x` occurs twice at line 1, byte 0"),
    ("QRP1|receipt|x=a ",
        "expected more lines and the closing line `\\.`, found the end of the input at line 1, byte 0 (the document was cut; ask for it again or for a smaller page)"),
    ("QRP1|receipt|x=a \n",
        "expected no space at the end of the line, found ` ` at line 1, byte 0 (a last space is written `\\u0020`)"),
    ("QRP1|table|flat=1|rows=0|columns=a:i64\n",
        "expected fields in the order of the specification, found `rows` at line 1, byte 0 (reserved keys in their order, then metadata, then `$1` to `$9`, then `columns`)"),
    ("QRP1|table|rows=0|flat=1|columns=a:i64\n",
        "expected the columns `path:str,value_type:str,part:u32,parts:u32,value:str` with `flat=1`, found `others` at line 1, byte 0"),
    ("QRP1|series|at=/a|rows=0|t0=2024-01-01T00:00:00Z|columns=dt_s:i64\n",
        "expected `axis=` in a series with `at`, found `/a` at line 1, byte 0"),

    // Declarations.
    ("QRP1|table|rows=0|columns=a\n",
        "expected a type such as `:i64`, found nothing at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:\n",
        "expected a type such as `i64`, found nothing at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:int\n",
        "expected a type such as `i64`, found `int` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:ts\n",
        "expected `(` and a unit, found an empty cell at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:ts(m)\n",
        "expected a unit that this type has, such as `ms` or `ym`, found `m` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:ts(s,)\n",
        "expected a zone such as `UTC` or `+02:00`, found `)` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:dec(0,2)\n",
        "expected a precision of 1 to 76 and a scale of -76 to 76, found `0,2` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:dec(9)\n",
        "expected `,` and a scale, found `)` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:dec(77,0)\n",
        "expected a precision of 1 to 76 and a scale of -76 to 76, found `77,0` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:i64 \n",
        "expected no space at the end of the line, found ` ` at line 1, byte 0 (a last space is written `\\u0020`)"),
    ("QRP1|table|rows=0|columns=a:i64,\n",
        "expected a type such as `:i64`, found nothing at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:i64,a:str\n",
        "column `a` occurs twice at line 1, column 2 `a`, byte 0"),
    ("QRP1|table|rows=0|columns=a?\n",
        "expected a type such as `:i64`, found nothing at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a?:i64?\n",
        "expected `,` or the end of the declaration, found `?` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=:i64,b:i64\n",
        "expected a name, found `none` at line 1, column 1, byte 0 (an unnamed column stands alone)"),
    ("QRP1|table|rows=0|columns=?:i64\n",
        "expected no `?` on an unnamed column, found `?` at line 1, column 1, byte 0 (a row is never missing)"),
    ("QRP1|table|rows=0|columns={a:i64}\n",
        "expected a name before the struct, found `none` at line 1, column 1, byte 0 (`?{` is a struct that is one cell)"),
    ("QRP1|table|rows=0|columns=a{:i64}\n",
        "expected a name, found `none` at line 1, column 1 `a`, byte 0 (every field of a struct has one)"),
    ("QRP1|table|rows=0|columns=a{b:i64\n",
        "expected `,` or `}` after a field, found nothing at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a[]?:i64\n",
        "expected a type such as `:i64`, found `:i64` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a[:i64\n",
        "expected a type such as `:i64`, found `[:i64` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a<auto>:i64\n",
        "expected a scalar type of keys, other than `null`, `auto` and `json`, found `auto` at line 1, column 1 `a`, byte 0"),
    ("QRP1|table|rows=0|columns=a<json>:i64\n",
        "expected a scalar type of keys, other than `null`, `auto` and `json`, found `json` at line 1, column 1 `a`, byte 0"),
    ("QRP1|table|rows=0|columns=a:json\n",
        "expected another type, found `json` at line 1, column 1 `a`, byte 0 (`json` is for whole record lines)"),
    ("QRP1|table|rows=0|columns=a[]:json\n",
        "expected another type, found `json` at line 1, column 1 `a`, byte 0 (`json` is for whole record lines)"),
    ("QRP1|table|rows=0|columns=#:u64,#:u64\n",
        "expected a name, in which a first `#` or `@` alone has a backslash, found `#` at line 1, byte 0 (`#:u64` and `@:str` stand before all other columns)"),
    ("QRP1|table|rows=0|columns=#:i64\n",
        "expected a name, in which a first `#` or `@` alone has a backslash, found `#` at line 1, byte 0 (`#:u64` and `@:str` stand before all other columns)"),
    ("QRP1|table|rows=0|columns=@:i64\n",
        "expected a name, in which a first `#` or `@` alone has a backslash, found `@` at line 1, byte 0 (`#:u64` and `@:str` stand before all other columns)"),
    ("QRP1|table|rows=0|columns=@:str(always x),a:i64\n",
        "expected `(like ...*...)` or `,` after the column of the key, found `(always x),a:i64` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=@:str(like x),a:i64\n",
        "expected one `*` in a template, found `),a:i64` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=@:str(like *),a:i64\n",
        "expected a text before or after the `*`, found `*` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=@:str(like x*)a:i64\n",
        "expected `,` or the end of the declaration, found `a:i64` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:i64,@:str\n",
        "expected a name, in which a first `#` or `@` alone has a backslash, found `@` at line 1, byte 0 (`#:u64` and `@:str` stand before all other columns)"),
    ("QRP1|table|rows=0|columns=a:str(always x\n",
        "expected `)` after an argument, found nothing at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:str(always x)\n",
        "expected at least one cell in each row, item and bracketed struct, found ``always` everywhere` at line 1, byte 0 (write one of the columns without `always`)"),
    ("QRP1|table|rows=0|columns=a[]:str(always x),b:i64\n",
        "expected `always` on a scalar type, found `another type` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:i64(always x),b:i64\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `x` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:i64(sometimes x)\n",
        "expected `(always ...)` or `(like ...*...)`, found `(sometimes x)` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:i64(like x*)\n",
        "expected `like` on a `str` column, found `another type` at line 1, column 1 `a`, byte 0"),
    ("QRP1|table|rows=0|columns=a:str(like x)\n",
        "expected one `*` in a template, found `)` at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=a:str(like *)\n",
        "expected a text before or after the `*`, found `*` at line 1, column 1 `a`, byte 0"),
    ("QRP1|table|rows=0|columns=a\\x:i64\n",
        "expected an escape that this place needs, found `\\x` at line 1, byte 0 (only what would be syntax here has a backslash)"),
    ("QRP1|table|rows=0|columns=a:str(always xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx),b:i64\n",
        "more than 1024 bytes of a constant or template at line 1, byte 0"),
    ("QRP1|table|rows=0|columns=dt_s:i64\n",
        "expected more lines and the closing line `\\.`, found the end of the input at line 2, byte 35 (the document was cut; ask for it again or for a smaller page)"),

    // Rows and cells.
    ("QRP1|table|rows=1|columns=id:i64,name:str\n7\n\\.\n",
        "expected 2 cells, found 1 at line 2, byte 42"),
    ("QRP1|table|rows=1|columns=id:i64,name:str\n7,x,y\n\\.\n",
        "expected 2 cells, found 3 at line 2, byte 42"),
    ("QRP1|table|rows=1|columns=a:i64\n1\n2\n\\.\n",
        "expected rows 1, found one more line at line 3, byte 34"),
    ("QRP1|table|rows=3|columns=a:i64\n1\n2\n\\.\n",
        "expected rows 3, found 2 at line 4, byte 36 (the document was cut or edited)"),
    ("QRP1|table|rows=1|columns=a:i64\n\n\\.\n",
        "expected `\\N` for a null that would be an empty line or group, found nothing at line 2, column 1 `a`, byte 32 (`\\M` is a missing value, `\"\"` an empty text)"),
    ("QRP1|table|rows=1|columns=a:str\n\n\\.\n",
        "expected `\\N` for a null that would be an empty line or group, found nothing at line 2, column 1 `a`, byte 32 (`\\M` is a missing value, `\"\"` an empty text)"),
    ("QRP1|table|rows=1|columns=\nx\n\\.\n",
        "expected 0 cells, found 1 at line 2, byte 27 (a row without cells is `()`)"),
    ("QRP1|table|rows=1|columns=a:i64\nx\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `x` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:i64\n+1\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `+1` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:i64\n-0\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `-0` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:i8\n128\n\\.\n",
        "expected i8 from -128 to 127, found `128`, which is out of range at line 2, column 1 `a`, byte 31"),
    ("QRP1|table|rows=1|columns=a:u8\n-1\n\\.\n",
        "expected u8 from 0 to 255, found `-1` at line 2, column 1 `a`, byte 31"),
    ("QRP1|table|rows=1|columns=a:f64\n1.0\n\\.\n",
        "expected the shortest spelling `1`, found `1.0` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:f64\n1e400\n\\.\n",
        "expected f64, found `1e400`, which is out of range at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:f64\nx\n\\.\n",
        "expected f64, found `x` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:f16\n65520\n\\.\n",
        "expected f16, found `65520`, which is out of range at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:num\n1.\n\\.\n",
        "expected num, a JSON number, found `1.` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:dec(3,1)\n1\n\\.\n",
        "expected dec(3,1): at most 3 digits, 1 of them after the point, found `1` at line 2, column 1 `a`, byte 37"),
    ("QRP1|table|rows=1|columns=a:dec(3,1)\n100.0\n\\.\n",
        "expected dec(3,1): at most 3 digits, 1 of them after the point, found `100.0`, which is out of range at line 2, column 1 `a`, byte 37"),
    ("QRP1|table|rows=1|columns=a:bool\nyes\n\\.\n",
        "expected bool, found `yes` at line 2, column 1 `a`, byte 33"),
    ("QRP1|table|rows=1|columns=a:bool,b:bool\ntrue,0\n\\.\n",
        "expected `true` or `false` as before in this block, found `0` at line 2, column 2 `b`, byte 40"),
    ("QRP1|table|rows=1|columns=a:bin\nQQ==\n\\.\n",
        "expected bin, base64 without padding, found `QQ==` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:bin\nQR\n\\.\n",
        "expected bin, base64 without padding, found `QR` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:date\n2024-02-30\n\\.\n",
        "expected a date as `YYYY-MM-DD`, found `2024-02-30`, which is out of range at line 2, column 1 `a`, byte 33"),
    ("QRP1|table|rows=1|columns=a:date\n2024-2-3\n\\.\n",
        "expected a date as `YYYY-MM-DD`, found `2024-2-3` at line 2, column 1 `a`, byte 33"),
    ("QRP1|table|rows=1|columns=a:date\n+2024-01-01\n\\.\n",
        "expected a date as `YYYY-MM-DD`, found `+2024-01-01` at line 2, column 1 `a`, byte 33"),
    ("QRP1|table|rows=1|columns=a:time(s)\n24:00:00\n\\.\n",
        "expected a time as `HH:MM:SS` with 0 fraction digits, found `24:00:00`, which is out of range at line 2, column 1 `a`, byte 36"),
    ("QRP1|table|rows=1|columns=a:time(ms)\n12:00:00\n\\.\n",
        "expected a time as `HH:MM:SS` with 3 fraction digits, found `12:00:00` at line 2, column 1 `a`, byte 37"),
    ("QRP1|table|rows=1|columns=a:ts(s)\n2024-01-01 00:00:00\n\\.\n",
        "expected a time stamp as `YYYY-MM-DDTHH:MM:SS` with 0 fraction digits, found `2024-01-01 00:00:00` at line 2, column 1 `a`, byte 34"),
    ("QRP1|table|rows=1|columns=a:ts(s,UTC)\n2024-01-01T00:00:00Z\n\\.\n",
        "expected a time stamp as `YYYY-MM-DDTHH:MM:SS` with 0 fraction digits, found `2024-01-01T00:00:00Z` at line 2, column 1 `a`, byte 38"),
    ("QRP1|table|rows=1|columns=a:ts(ns)\n9999-01-01T00:00:00.000000000\n\\.\n",
        "expected a time stamp as `YYYY-MM-DDTHH:MM:SS` with 9 fraction digits, found `9999-01-01T00:00:00.000000000`, which is out of range at line 2, column 1 `a`, byte 35"),
    ("QRP1|table|rows=1|columns=a:dur(s)\n1s\n\\.\n",
        "expected dur from -9223372036854775808 to 9223372036854775807, found `1s` at line 2, column 1 `a`, byte 35"),
    ("QRP1|table|rows=1|columns=a:interval(mdn)\n1d\n\\.\n",
        "expected interval(mdn) as `1mo2d3ns`, months and days of 32 bits, found `1d` at line 2, column 1 `a`, byte 42"),
    ("QRP1|table|rows=1|columns=a:interval(ym)\n2147483648\n\\.\n",
        "expected interval(ym), a 32-bit count of months, found `2147483648`, which is out of range at line 2, column 1 `a`, byte 41"),
    ("QRP1|table|rows=1|columns=a:null\nx\n\\.\n",
        "expected null, the empty cell, found `x` at line 2, column 1 `a`, byte 33"),
    ("QRP1|table|rows=1|columns=a:str,b:i64\n\\x,1\n\\.\n",
        "expected an escape that this place needs, found `\\x` at line 2, column 1 `a`, byte 38 (only what would be syntax here has a backslash)"),
    ("QRP1|table|rows=1|columns=a:str,b:i64\n\\;,1\n\\.\n",
        "expected an escape that this place needs, found `\\;` at line 2, column 1 `a`, byte 38 (only what would be syntax here has a backslash)"),
    ("QRP1|table|rows=1|columns=a:str,b:i64\n\\u0041,1\n\\.\n",
        "expected an escape of the always-escaped set, such as `\\u001b`, found `\\u0041` at line 2, column 1 `a`, byte 38 (lower-case hexadecimal digits; other characters stand for themselves)"),
    ("QRP1|table|rows=1|columns=a:str,b:i64\n\\u001B,1\n\\.\n",
        "expected an escape of the always-escaped set, such as `\\u001b`, found `\\u001B` at line 2, column 1 `a`, byte 38 (lower-case hexadecimal digits; other characters stand for themselves)"),
    ("QRP1|table|rows=1|columns=a:str\nx\\\n\\.\n",
        "expected a character after the backslash, found `\\` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:str\nx\ty\n\\.\n",
        "expected control characters escaped, found `\\u{9}` at line 2, byte 32"),
    ("QRP1|table|rows=1|columns=a:str\nx\r\n\\.\n",
        "expected LF line ends, found `\\u{d}` at line 2, byte 32 (the lenient option accepts CRLF; CR in data is `\\r`)"),
    ("QRP1|table|rows=1|columns=a:str\nx\u{202e}y\n\\.\n",
        "expected control characters escaped, found `\\u{202e}` at line 2, byte 32"),
    ("QRP1|table|rows=1|columns=a:str\nx \n\\.\n",
        "expected no space at the end of the line, found ` ` at line 2, byte 32 (a last space is written `\\u0020`)"),
    ("QRP1|table|rows=1|columns=a:str,b:i64\n\\N,1\n\\.\n",
        "expected null as the empty cell, found `\\N` at line 2, column 1 `a`, byte 38 (`\\N` is for columns with `?`)"),
    ("QRP1|table|rows=1|columns=a?:str,b:i64\n\\M,1\n\\.\n",
        "expected a missing value as the empty cell of a `?` column, found `\\M` at line 2, column 1 `a`, byte 39"),
    ("QRP1|table|rows=1|columns=a:str\n\\M\n\\.\n",
        "expected a missing value as the empty cell of a `?` column, found `\\M` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a[]:i64\n1\n\\.\n",
        "expected a list, `(a;b)`, found `1` at line 2, column 1 `a`, byte 34"),
    ("QRP1|table|rows=1|columns=a[]:i64\n(1\n\\.\n",
        "expected `;` or `)` after an item, found nothing at line 2, column 1 `a`, byte 34"),
    ("QRP1|table|rows=1|columns=a[]:i64\n(1;2\n\\.\n",
        "expected `;` or `)` after an item, found nothing at line 2, column 1 `a`, byte 34"),
    ("QRP1|table|rows=1|columns=a[]:i64\n(1)x\n\\.\n",
        "expected the end of the cell, found `x` at line 2, column 1 `a`, byte 34"),
    ("QRP1|table|rows=1|columns=a[]:i64\n(1,2)\n\\.\n",
        "expected 1 cell, found 2 at line 2, column 1 `a`, byte 34"),
    ("QRP1|table|rows=1|columns=a[]:i64\n(x)\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `x` at line 2, column 1 `a`, byte 34"),
    ("QRP1|table|rows=1|columns=a?{b:i64,c:i64}\n(1)\n\\.\n",
        "expected 2 cells, found 1 at line 2, column 1 `a`, byte 42"),
    ("QRP1|table|rows=1|columns=a?{b:i64}\n(1,2)\n\\.\n",
        "expected 1 cell, found 2 at line 2, column 1 `a`, byte 36"),
    ("QRP1|table|rows=1|columns=a[]{}\n(x)\n\\.\n",
        "expected `()` for an item without cells, found `x)` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a<str>:i64\n(a)\n\\.\n",
        "expected `=`, found `)` at line 2, column 1 `a`, byte 37"),
    ("QRP1|table|rows=1|columns=a<str>:i64\n(a=1;a=2)\n\\.\n",
        "key `a` occurs twice at line 2, column 1 `a`, byte 37"),
    ("QRP1|table|rows=1|columns=a<str>:i64\n(=1)\n\\.\n",
        "expected a key, found an empty cell at line 2, column 1 `a`, byte 37 (the empty key is `\"\"`)"),
    ("QRP1|table|rows=1|columns=a<i64>:i64\n(x=1)\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `x` at line 2, column 1 `a`, byte 37"),
    ("QRP1|table|rows=1|columns=a:str(like x*y)\n\\x\n\\.\n",
        "expected an escape that this place needs, found `\\x` at line 2, column 1 `a`, byte 42 (only what would be syntax here has a backslash)"),
    ("QRP1|table|rows=1|columns=#:u64,a:i64\n2,1\n\\.\n",
        "expected row number 1, found 2 at line 2, byte 38"),
    ("QRP1|table|rows=1|columns=#:u64,a:i64\n01,1\n\\.\n",
        "expected u64 from 0 to 18446744073709551615, found `01` at line 2, byte 38"),
    ("QRP1|table|rows=2|columns=@:str,a:i64\nk,1\nk,2\n\\.\n",
        "key `k` occurs twice at line 3, byte 42"),
    ("QRP1|table|rows=2|columns=@:str(like k*y),a:i64\ne,1\ne,2\n\\.\n",
        "key `key` occurs twice at line 3, byte 52"),
    ("QRP1|table|rows=1|columns=@:str,a:i64\n,1\n\\.\n",
        "expected a key, found an empty cell at line 2, byte 38 (the empty key is `\"\"`)"),
    ("QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|columns=dt_d:i64\n9223372036854775807\n\\.\n",
        "expected an instant within 64 bits of seconds, found `796899343984254333792000000000000 ns since 1970`, which is out of range at line 2, byte 60"),
    ("QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|columns=dt_d:i64\nx\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `x` at line 2, byte 60"),
    ("QRP1|series|rows=1|t0=2024-01-01T00:00:00Z|axis=t:date|columns=dt_h:i64\n1\n\\.\n",
        "expected an instant at midnight of t0's offset, found `1704070800000000000 ns since 1970`, which is out of range at line 2, byte 72"),
    ("QRP1|series|rows=0|t0=2024-01-01T00:00:00Z|axis=a:date|columns=dt_h:i64,a:i64\n",
        "the axis and a column, `a` occurs twice at line 1, byte 0"),
    ("QRP1|table|rows=1|$1=http|columns=a:str\nhttp:\n\\.\n",
        "expected a text written with `$1`, found `http:` at line 2, column 1 `a`, byte 40 (where declared names fit, the one with the longest prefix is used)"),
    ("QRP1|table|rows=1|$1=http|columns=a:str\n\\$2\n\\.\n",
        "expected an escape that this place needs, found `\\$` at line 2, column 1 `a`, byte 40 (only what would be syntax here has a backslash)"),

    // Records, trees, JSON, marks.
    ("QRP1|record|lines=1\na\n\\.\n",
        "expected a type such as `:i64`, found nothing at line 2, byte 20"),
    ("QRP1|record|lines=1\na:auto=1\n\\.\n",
        "expected no type, found `:auto` at line 2, byte 20 (`auto` is what a line without a type is)"),
    ("QRP1|record|lines=1\na?=1\n\\.\n",
        "expected `=` or a type such as `:i64`, found `?=1` at line 2, byte 20 (a field that is missing has no line)"),
    ("QRP1|record|lines=1\na:i64\n\\.\n",
        "expected `=` after a field's name and type, found nothing at line 2, byte 20"),
    ("QRP1|record|lines=2\na=1\na=2\n\\.\n",
        "field `a` occurs twice at line 3, byte 24"),
    ("QRP1|record|lines=2\n=1\na=2\n\\.\n",
        "expected the unnamed line of a record to be its only one, found `a=2` at line 3, byte 23"),
    ("QRP1|record|lines=2\na=1\n=2\n\\.\n",
        "expected the unnamed line of a record to be its only one, found `=2` at line 3, byte 24"),
    ("QRP1|record|lines=1\na=\n\\.\n",
        "expected a value, found an empty cell at line 2, byte 20 (null is `null`, the empty text `\"\"`)"),
    ("QRP1|record|lines=1\na=\"x\"\n\\.\n",
        "expected quotes only around a text that is empty or would be another value, found `\"x\"` at line 2, byte 20 (a text that begins with a quote is written `\\\"...`)"),
    ("QRP1|record|lines=1\na=\"x\n\\.\n",
        "expected quotes only around a text that is empty or would be another value, found `\"x` at line 2, byte 20 (a text that begins with a quote is written `\\\"...`)"),
    ("QRP1|record|lines=1\na={\n\\.\n",
        "expected a key, found nothing at line 2, byte 20 (the empty key is `\"\"`)"),
    ("QRP1|record|lines=1\na={b}\n\\.\n",
        "expected `=`, found `}` at line 2, byte 20"),
    ("QRP1|record|lines=1\na={b=1,b=2}\n\\.\n",
        "key `b` occurs twice at line 2, byte 20"),
    ("QRP1|record|lines=1\na={=1}\n\\.\n",
        "expected a key, found `=1}` at line 2, byte 20 (the empty key is `\"\"`)"),
    ("QRP1|record|lines=1\na=[1\n\\.\n",
        "expected `]`, found nothing at line 2, byte 20"),
    ("QRP1|record|lines=1\na=[1]x\n\\.\n",
        "expected the end of the cell, found `x` at line 2, byte 20"),
    ("QRP1|record|lines=1\na=[1,]\n\\.\n",
        "expected a value, found `]` at line 2, byte 20 (null is `null`, the empty text `\"\"`)"),
    ("QRP1|record|lines=1\na={b=1]\n\\.\n",
        "expected `}`, found `]` at line 2, byte 20"),
    ("QRP1|record|lines=1\na:i64(always 1)=1\n\\.\n",
        "expected `=` after a field's name and type, found `(always 1)=1` at line 2, byte 20"),
    ("QRP1|record|lines=1\n=\\@\n\\.\n",
        "expected a value, found `\\@` at line 2, byte 20 (the root itself can't be a mark)"),
    ("QRP1|record|lines=1\na=\\@\n\\.\n",
        "expected a block for the mark, `at=/a`, found `the closing line` at line 3, byte 25"),
    ("QRP1|record|lines=1\na:json={\n\\.\n",
        "expected a JSON string, found nothing at line 2, byte 20"),
    ("QRP1|record|lines=1\na:json=1 \n\\.\n",
        "expected no space at the end of the line, found ` ` at line 2, byte 20 (a last space is written `\\u0020`)"),
    ("QRP1|record|lines=1\na:json={\"b\" :1}\n\\.\n",
        "expected `:` after a JSON key, found ` :1}` at line 2, byte 20"),
    ("QRP1|record|lines=1\na:json=\"\\u0041\"\n\\.\n",
        "expected `\\u` and four lower-case digits of the always-escaped set, found `0041` at line 2, byte 20 (other characters stand for themselves)"),
    ("QRP1|record|lines=1\na:json=\"\\/\"\n\\.\n",
        "expected an escape of JSON, found `\\/\"` at line 2, byte 20 (only quotes, backslashes and the always-escaped set are escaped)"),
    ("QRP1|record|lines=1\na:json={\"b\":1,\"b\":2}\n\\.\n",
        "key `b` occurs twice at line 2, byte 20"),
    ("QRP1|record|lines=1\na:json=01\n\\.\n",
        "expected minified JSON, found `01` at line 2, byte 20"),
    ("QRP1|record|lines=1\na:json=[1,]\n\\.\n",
        "expected minified JSON, found `]` at line 2, byte 20"),
    ("QRP1|record|lines=1\na:json=nul\n\\.\n",
        "expected minified JSON, found `nul` at line 2, byte 20"),
    ("QRP1|record|lines=1\na:str\\=1\n\\.\n",
        "expected a type such as `i64`, found `str\\=1` at line 2, byte 20"),
    ("QRP1|record|lines=1\n#=1\n\\.\n",
        "expected a name, in which a first `#` or `@` alone has a backslash, found `#` at line 2, byte 20 (`#:u64` and `@:str` stand before all other columns)"),
    ("QRP1|table|rows=1|columns=a:auto\n\\@\n\\.\n",
        "expected a value, found `\\@` at line 2, column 1 `a`, byte 33 (marks stand in records only)"),
    ("QRP1|record|lines=0\nQRP1|text|at=/a|lines=1\nx\n\\.\n",
        "expected the closing line, as no mark waits for a block, found `/a` at line 2, byte 20 (a mark `\\@` in an earlier record says where a block belongs)"),
    ("QRP1|record|lines=2\na=\\@\nb=\\@\nQRP1|text|at=/b|lines=1\nx\n\\.\n",
        "expected the block of the next mark, `at=/a`, found `/b` at line 4, byte 30 (blocks follow the order of marks, depth first)"),
    ("QRP1|record|lines=1\na=\\@\nQRP1|record|lines=0\n\\.\n",
        "expected `at=` in every block but the root, found `another root` at line 3, byte 25 (a document has one value; the blocks behind the first have a mark there)"),
    ("QRP1|text|at=/a/b|lines=1\nx\n\\.\n",
        "expected a root block first, or one block with one name in `at`, found `/a/b` at line 1, byte 0"),
    ("QRP1|text|lines=1\nx\nQRP1|receipt\n\\.\n",
        "expected no receipt behind the first block, found `receipt` at line 3, byte 20"),
    ("QRP1|text|at=/a|lines=1\nx\nQRP1|text|at=/b|lines=1\nx\n\\.\n",
        "expected the closing line, as the block before is the only one without a root, found `/b` at line 3, byte 26"),
    ("QRP1|record|lines=1\na=\\@\nQRP1|series|at=/a|rows=0|t0=2024-01-01T00:00:00Z|columns=dt_s:i64\n",
        "expected `axis=` in a series with `at`, found `/a` at line 3, byte 25"),
    ("QRP1|text\nx\nQRP1|text|at=/a|lines=1\n",
        "expected the closing line, as the block before leaves its count to it, found `text` at line 3, byte 12 (only the last block may)"),

    // Texts.
    ("QRP1|text|lines=1\nx\u{1b}\n\\.\n",
        "expected control characters escaped, found `\\u{1b}` at line 2, byte 18 (a text with such a character is sent with `escaped=1`)"),
    ("QRP1|text|lines=1\nx \n\\.\n",
        "expected no space at the end of the line, found ` ` at line 2, byte 18 (a last space is written `\\u0020`)"),
    ("QRP1|text|lines=1\n\\x\n\\.\n",
        "expected a second backslash at the start of a text line, found `\\x` at line 2, byte 18"),
    ("QRP1|text|lines=1|escaped=1\n\\x\n\\.\n",
        "expected an escape that this place needs, found `\\x` at line 2, byte 28 (only what would be syntax here has a backslash)"),
    ("QRP1|text|lines=1|escaped=1\n\\t\n\\.\n",
        "expected tabs and line ends as themselves in a text, found `\\t` at line 2, byte 28"),
    ("QRP1|text|lines=1|escaped=2\n",
        "expected `1`, found `2` at line 1, byte 0"),
    ("QRP1|receipt|escaped=1\n",
        "expected `lines=` where a receipt needs it, and nowhere else, found `another header` at line 1, byte 0"),
    ("QRP1|receipt\nx\n\\.\n",
        "expected lines 0, found one more line at line 2, byte 13"),

    // The closing line.
    ("QRP1|receipt\n\\.x=1\n",
        "expected a closing line without fields, as the last header has its count, found `x` at line 2, byte 13"),
    ("QRP1|text\nx\n\\.\n",
        "expected `lines=` first, as the last header leaves it open, found nothing at line 3, byte 12"),
    ("QRP1|text\nx\n\\.x=1|lines=1\n",
        "expected `lines=` first, as the last header leaves it open, found `x` at line 3, byte 12"),
    ("QRP1|text\nx\n\\.lines=2\n",
        "expected lines 2, found 1 at line 3, byte 12"),
    ("QRP1|text|code=x\nx\n\\.lines=1|code=y\n",
        "field `code` occurs twice at line 3, byte 19 (a header has this key already)"),
    ("QRP1|text\nx\n\\.lines=1|at=/a\n",
        "expected a key that this line may have, found `at` at line 3, byte 12 (the format reserves this key for other lines or shapes)"),
    ("QRP1|receipt\n\\.crc=0\n",
        "expected a sum of eight lower-case hexadecimal digits, found `0` at line 2, byte 13"),
    ("QRP1|receipt\n\\.crc=00000000\n",
        "expected crc 00000000, found c19bd36c at line 2, byte 13 (the document was changed or damaged)"),
    ("QRP1|receipt\n\\. \n",
        "expected no space at the end of the line, found ` ` at line 2, byte 13 (a last space is written `\\u0020`)"),
    ("QRP1|receipt\n\\.|\n",
        "expected a field such as `rows=2`, found `|` at line 2, byte 13"),

    // Quotes from the input are cut and escaped.
    ("QRP1|table|rows=1|columns=a:i64\nxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:i64\n\\u001b[31m\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `\\u001b[31m` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=a:i64\néééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééééé\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `éééééééééééééééééééééééééééééééé…` at line 2, column 1 `a`, byte 32"),
    ("QRP1|table|rows=1|columns=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:i64\nx\n\\.\n",
        "expected i64 from -9223372036854775808 to 9223372036854775807, found `x` at line 2, column 1 `aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…`, byte 231"),];

/// What decoding says.
fn said(document: &str) -> String {
    Document::decode(document.as_bytes()).map_or_else(|error| error.to_string(), |_| "nothing: it decodes".into())
}

#[test]
fn what_decoding_says() {
    let wrong: Vec<_> = DECODED.iter().filter(|(document, expected)| said(document) != *expected).collect();
    for (document, expected) in &wrong {
        println!("    ({document:?},\n        {:?}), // was {expected:?}", said(document));
    }
    assert!(wrong.is_empty(), "{} messages differ; the table above is what is said", wrong.len());
}

#[test]
fn every_class_and_kind_is_shown() {
    let classes: BTreeSet<&str> = DECODED
        .iter()
        .filter_map(|(document, _)| Some(Document::decode(document.as_bytes()).err()?.class().as_str()))
        .collect();
    // `utf8`, `limit` and `io` are below.
    let expected = ["count", "duplicate", "range", "syntax", "truncated", "type", "version", "width"];
    let missing: Vec<_> = expected.iter().filter(|class| !classes.contains(*class)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_message_is_fit_to_be_shown() {
    for (document, _) in DECODED {
        let error = Document::decode(document.as_bytes()).unwrap_err();
        invariants::error_is_fit_to_be_shown(document.as_bytes(), &error);
        assert!(error.to_string().len() < 420, "{error}");
        // What is found and quoted is cut to about 64 bytes.
        if let ErrorKind::Syntax { found, .. } | ErrorKind::Type { found, .. } | ErrorKind::Range { found, .. } =
            error.kind()
        {
            assert!(found.len() <= 64 + "\u{10ffff}…".len() + 6, "{} bytes: {found}", found.len());
        }
        assert!(error.to_string().starts_with(&error.kind().to_string()));
        if let Some(help) = error.help() {
            assert!(error.to_string().ends_with(&format!("({help})")));
        }
        assert!(error.source().is_none());
        assert!(format!("{error:?}").starts_with("Error {"));
        let class = error.class();
        assert_eq!(class.to_string(), class.as_str());
        assert_eq!(error.is_eof(), class == ErrorClass::Truncated);
        assert!(!error.is_io());
    }
}

#[test]
fn an_error_is_one_word_wide() {
    fn is_shared<T: Send + Sync + 'static>() {}
    is_shared::<Error>();
    assert_eq!(size_of::<Error>(), size_of::<usize>());
    assert_eq!(size_of::<Result<()>>(), size_of::<usize>());
}

#[test]
fn utf8() {
    let error = Document::decode(b"QRP1|table|rows=1|columns=a:str\n\xff\n\\.\n").unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected UTF-8, found bytes that are not at line 2, byte 32 (the format is UTF-8; convert the source first)"
    );
    assert_eq!(error.class(), ErrorClass::Utf8);
}

#[test]
fn limits() {
    let t = |document: &str, expected: &str| {
        let mut limits = qrp1::Limits::default();
        (limits.line, limits.header, limits.columns, limits.nesting, limits.blocks) = (20, 60, 2, 3, 1);
        let decoder = qrp1::Decoder::new().with_limits(limits);
        let error = Document::decode_with(decoder, document.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), expected);
        assert_eq!(error.class(), ErrorClass::Limit);
    };
    t("QRP1|text|lines=1\n123456789012345678901\n\\.\n", "more than 20 bytes in a line at line 2, byte 18");
    t(&format!("QRP1|receipt|x={}\n\\.\n", "x".repeat(60)), "more than 60 bytes in a header line at line 1, byte 0");
    t("QRP1|table|rows=0|columns=a:i64,b:i64,c:i64\n\\.\n", "more than 2 columns at line 1, byte 0");
    t("QRP1|record|lines=1\n=[[[[]]]]\n\\.\n", "more than 3 levels of nesting at line 2, byte 20");
    t("QRP1|receipt\nQRP1|text|lines=1\nx\n\\.\n", "more than 1 blocks at line 2, byte 13");
}

#[test]
fn io_errors_go_both_ways() {
    let error = Error::from(io::Error::other("the wire is cut"));
    assert_eq!(error.to_string(), "the wire is cut");
    assert!(error.is_io() && error.class() == ErrorClass::Io && error.source().is_some());
    assert!(error.position().is_none());
    assert_eq!(io::Error::from(error).to_string(), "the wire is cut");
    let cut = Document::decode(b"QRP1|receipt\n").unwrap_err();
    assert_eq!(io::Error::from(cut).kind(), io::ErrorKind::UnexpectedEof);
    let wrong = io::Error::from(Document::decode(b"x\n").unwrap_err());
    assert_eq!(wrong.kind(), io::ErrorKind::InvalidData);
    assert!(matches!(wrong.get_ref(), Some(inner) if inner.is::<Error>()));
}

#[test]
fn an_error_has_its_place_as_data() {
    let document = b"QRP1|table|rows=2|columns=id:i64,name:str,ok:bool\n1,x,true\n2,y,maybe\n\\.\n";
    let error = Document::decode(document).unwrap_err();
    let position = error.position().unwrap();
    assert_eq!((position.line(), position.byte(), position.column()), (3, 59, Some(3)));
    assert_eq!(error.column_name(), Some("ok"));
    // A column with a name that a terminal obeys is quoted as the rest.
    let error = Document::decode(b"QRP1|table|rows=1|columns=\\u001b[31m:i64\nx\n\\.\n").unwrap_err();
    assert!(!error.to_string().contains('\u{1b}'), "{error}");
}

/// What encoding says, of calls that no document shows.
#[test]
fn what_encoding_says() {
    let schema = || Schema::new([Column::new("id", ColumnType::I64), Column::new("name", ColumnType::Str)]);
    let table = || {
        let mut encoder = Encoder::new();
        encoder.header(&Header::table(schema()).with_rows(1)).unwrap();
        encoder
    };
    let record = || {
        let mut encoder = Encoder::new();
        encoder.header(&Header::record().with_lines(1)).unwrap();
        encoder
    };
    let series = || {
        let mut encoder = Encoder::new();
        let schema = schema().with_offset(OffsetUnit::Second);
        encoder.header(&Header::series(schema, "2024-01-01T00:00:00Z".parse().unwrap()).with_rows(1)).unwrap();
        encoder
    };
    let keyed = || {
        let mut encoder = Encoder::new();
        encoder.header(&Header::table(schema().with_key_template("key", "y")).with_rows(1)).unwrap();
        encoder
    };
    let said = [
        keyed().keyed_row("stone", &[Value::Int(1), Value::from("x")]),
        keyed().keyed_row("key", &[Value::Int(1), Value::from("x")]),
        table().row(&[Value::Int(1)]),
        table().row(&[Value::from("1"), Value::from("x")]),
        table().row(&[Value::Missing, Value::from("x")]),
        table().row(&[Value::Int(1), Value::Mark]),
        table().keyed_row("k", &[Value::Int(1), Value::from("x")]),
        table().series_row(1, &[Value::Int(1), Value::from("x")]),
        table().field(Some("a"), &ColumnType::Auto, &Value::Null),
        table().line("x"),
        table().header(&Header::receipt()),
        table().finish(&Closing::new()),
        table().row(&[Value::Int(1), Value::from("x")]).and(Encoder::new().finish(&Closing::new())),
        series().row(&[Value::Int(1), Value::from("x")]),
        series().series_row(i64::MAX, &[Value::Int(1), Value::from("x")]),
        record().row(&[]),
        record().field(None, &ColumnType::Auto, &Value::Mark),
        record().field(Some("a"), &ColumnType::I8, &Value::Int(128)),
        record().field(Some("a"), &ColumnType::I8, &Value::UInt(1)),
        record().field(Some("a"), &ColumnType::Auto, &Value::Struct(Vec::new())),
        record().field(Some("a"), &ColumnType::Auto, &Value::number("01")),
        record().field(Some("a"), &ColumnType::Json, &Value::Json("{".into())),
        record().field(Some("a"), &ColumnType::structure([]), &Value::Struct(Vec::new())),
        record().field(Some("a"), &ColumnType::F16, &Value::Float(1e9)),
        record().field(Some("a"), &ColumnType::F32, &Value::Float(0.1)),
        Encoder::new().header(&Header::receipt()).and(Encoder::new().line("x")),
        Encoder::new().header(&Header::receipt().with("status", "good")),
        Encoder::new().header(&Header::receipt().with("", "x")),
        Encoder::new().header(&Header::receipt().with("columns", "a:i64")),
        Encoder::new().header(&Header::receipt().with_name("")),
        Encoder::new().header(&Header::receipt()).and({
            let mut encoder = Encoder::new();
            encoder.header(&Header::receipt()).unwrap();
            encoder.line("x")
        }),
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::receipt()).unwrap();
            encoder.finish(&Closing::new().with("crc", "00000000"))
        },
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::text().with_lines(1)).unwrap();
            encoder.line("x\u{1b}")
        },
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::text().with_lines(1)).unwrap();
            encoder.line("x\ny")
        },
        {
            let mut encoder = Encoder::new();
            encoder.header(&Header::receipt()).unwrap();
            encoder.finish(&Closing::new()).unwrap();
            encoder.header(&Header::receipt())
        },
    ];
    let said: Vec<String> =
        said.into_iter().map(|result| result.map_or_else(|error| error.to_string(), |()| "nothing".into())).collect();
    for (said, expected) in said.iter().zip(ENCODED) {
        if said != expected {
            println!("    {said:?}, // was {expected:?}");
        }
    }
    assert!(said.iter().eq(ENCODED), "the messages above differ, or their number {}", said.len());
}

#[rustfmt::skip]
const ENCODED: &[&str] = &[
    "expected a text like `key*y`, found `stone`, which is out of range at line 2, byte 60",
    "expected a text like `key*y`, found `key`, which is out of range at line 2, byte 60",
    "expected 2 cells, found 1 at line 2, byte 42 (a row has a value for each column)",
    "expected i64, found `a text` at line 2, column 1 `id`, byte 42",
    "expected a value or null, found `a missing value` at line 2, column 1 `id`, byte 42 (only columns with `?` may miss)",
    "expected str, found `a mark` at line 2, column 2 `name`, byte 42",
    "expected a row without key or offset, found `a row with a key` at line 2, byte 42",
    "expected a row without key or offset, found `a row with an offset` at line 2, byte 42",
    "expected a block that can hold a field, found `table` at line 2, byte 42",
    "expected a block that can hold a line of text, found `table` at line 2, byte 42",
    "expected rows 1, found 0 at line 2, byte 42",
    "expected rows 1, found 0 at line 2, byte 42",
    "expected a block, found nothing at line 1, byte 0",
    "expected a row with an offset, found `a row alone` at line 2, byte 76",
    "expected an instant within 64 bits of seconds, found `9223372038558843007000000000 ns since 1970`, which is out of range at line 2, byte 76",
    "expected a block that can hold a row, found `record` at line 2, byte 20",
    "expected a value, found `\\@` at line 2, byte 20 (the root itself can't be a mark)",
    "expected i8, found `128`, which is out of range at line 2, byte 20",
    "expected i8, found `an unsigned integer` at line 2, byte 20",
    "expected a value that describes itself, found `a struct` at line 2, byte 20",
    "expected num, a JSON number, found `01` at line 2, byte 20",
    "expected a JSON string, found nothing at line 2, byte 20",
    "expected a struct in brackets, as a record line holds one cell, found `an inline struct` at line 2, byte 20",
    "expected f16, found `1000000000.0`, which is out of range at line 2, byte 20",
    "expected f32, found `0.1`, which is out of range at line 2, byte 20",
    "expected a block that can hold a line of text, found `no block` at line 1, byte 0",
    "expected `ok`, `failed`, `running`, `outcome_unknown`, found `good` at line 1, byte 0",
    "expected a key of letters, digits, `_`, `.` and `-`, found nothing at line 1, byte 0",
    "expected a key that this line may have, found `columns` at line 1, byte 0 (the format reserves this key for other lines or shapes)",
    "expected a prefix that is not empty, found an empty cell at line 1, byte 0",
    "expected lines 0, found one more line at line 2, byte 13",
    "expected a closing line without fields, as the last header has its count, found `crc` at line 2, byte 13",
    "expected control characters escaped, found `\\u{1b}` at line 2, byte 18 (a text with such a character is sent with `escaped=1`)",
    "expected one line, found `x\\u{a}y` at line 2, byte 18",
    "expected nothing after the closing line, found `more` at line 3, byte 16",
];

#[test]
fn a_call_that_fails_writes_nothing() {
    let schema = Schema::new([Column::new("a", ColumnType::list(ColumnType::I64)), Column::new("b", ColumnType::I8)]);
    let mut encoder = Encoder::new();
    encoder.header(&Header::table(schema).with_rows(1)).unwrap();
    let before = encoder.output().to_vec();
    let list = Value::List(vec![Value::Int(1), Value::Int(2)]);
    assert!(encoder.row(&[list.clone(), Value::Int(999)]).is_err());
    assert_eq!(encoder.output(), before);
    assert_eq!(encoder.count(), 0);
    encoder.row(&[list, Value::Int(9)]).unwrap();
    encoder.finish(&Closing::new()).unwrap();
    let bytes = encoder.take();
    assert!(Document::decode(&bytes).is_ok());
    // A document that can't be encoded says where.
    let block = DocumentBlock { header: Header::receipt(), body: Body::Text("x".into()) };
    let error = Document { blocks: vec![block], closing: Closing::new() }.encode().unwrap_err();
    assert_eq!(error.class(), ErrorClass::Count, "{error}");
}
