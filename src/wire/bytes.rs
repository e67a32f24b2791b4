//! The bytes and words of the format that more than one rule uses. Nothing else spells them.

/// What a header line starts with.
pub(crate) const MAGIC: &str = "QRP1|";
/// What a closing line starts with.
pub(crate) const END: &str = "\\.";
/// Ends a line.
pub(crate) const LINE_END: u8 = b'\n';
/// Stands before a character that is data although it would be syntax.
pub(crate) const ESCAPE: u8 = b'\\';
/// Between the cells of a row or struct.
pub(crate) const CELL: u8 = b',';
/// Between the items of a list or map.
pub(crate) const ITEM: u8 = b';';
/// Around a group.
pub(crate) const OPEN: u8 = b'(';
/// Around a group.
pub(crate) const CLOSE: u8 = b')';
/// Between a key and its value.
pub(crate) const EQUALS: u8 = b'=';
/// Between the fields of a header.
pub(crate) const FIELD: u8 = b'|';
/// A null where the empty cell would be misread.
pub(crate) const NULL: &str = "\\N";
/// A missing value where the empty cell would be misread.
pub(crate) const MISSING: &str = "\\M";
/// The place of a later block.
pub(crate) const MARK: &str = "\\@";
/// The empty text.
pub(crate) const EMPTY: &str = "\"\"";
/// The text of two quotes.
pub(crate) const TWO_QUOTES: &str = "\\\"\"";
/// A row, item or struct without cells; the empty list or map.
pub(crate) const NOTHING: &str = "()";
