//! What a document may cost its reader or writer. Spec: LIM-1, LIM-2, LIM-3

/// Bounds on a document. [`Limits::default`] is safe for input from anywhere; raising one is an explicit call.
///
/// # Example
/// ```
/// let mut limits = qrp1::Limits::default();
/// limits.document = 8 << 30;
/// assert_eq!(limits.nesting, 64);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Bytes of a body or closing line, without its LF. Default 16 MiB.
    pub line: usize,
    /// Bytes of a header line, without its LF. Default 1 MiB.
    pub header: usize,
    /// Columns of a block, nested ones included. Default 4,096.
    pub columns: usize,
    /// Containers around and including a value (LIM-2). Default 64. Values are read by recursion: a limit in the thousands
    /// wants a stack to match.
    pub nesting: usize,
    /// Blocks of a document. Default 1,024.
    pub blocks: usize,
    /// Decoded bytes of a document (LIM-3). Default 1 GiB. A value that is asked for again counts again.
    pub document: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line: 16 << 20, header: 1 << 20, columns: 4_096, nesting: 64, blocks: 1_024, document: 1 << 30 }
    }
}
