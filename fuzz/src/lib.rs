//! What the fuzz targets share: the invariants and the making of documents, which have their home in `tests/support`.
//!
//! To fuzz: `bash fuzz/seeds.sh`, then `cargo fuzz run -s none decode -- -dict=fuzz/qrp1.dict -max_len=4096`.

#[path = "../../tests/support/generate/mod.rs"]
pub mod generate;
#[path = "../../tests/support/invariants.rs"]
pub mod invariants;
