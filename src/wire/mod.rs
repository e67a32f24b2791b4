//! Everything that `spec/qrp1.md` says, once, for both directions. If the spec does not say it, it is not in here.
//!
//! Nothing in this folder knows files, positions, serde or Arrow: it turns letters into values and values into letters.
//!
//! | spec | file |
//! |---|---|
//! | 1 Lines (ESC) | `text` |
//! | 2 Document (DOC) | `document` |
//! | 3 Header line (HDR) | `header` |
//! | 4 Closing line (END) | `end` |
//! | 5 Columns (COL) | `columns` |
//! | 6 Cells (CELL) | `cell` |
//! | 7 Scalar types | `scalar/` |
//! | 8 `auto`, `json`, named prefixes (AUTO, JSON, NAME) | `auto`, `json`, `names` |
//! | 9 Rows, series, records, bodies (ROW, SER, REC, BODY) | `row`, `series`, `record`, `body` |

pub(crate) mod auto;
pub(crate) mod body;
pub(crate) mod bytes;
pub(crate) mod cell;
pub(crate) mod columns;
pub(crate) mod document;
pub(crate) mod end;
pub(crate) mod grammar;
pub(crate) mod header;
pub(crate) mod json;
pub(crate) mod names;
pub(crate) mod pointer;
pub(crate) mod record;
pub(crate) mod row;
pub(crate) mod scalar;
pub(crate) mod series;
pub(crate) mod text;
