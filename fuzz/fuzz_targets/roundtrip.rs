//! Any document encodes, decodes to itself, and forges nothing; and whatever encodes is a document.
#![no_main]
use libfuzzer_sys::fuzz_target;
use qrp1_fuzz::{generate, invariants};

fuzz_target!(|choices: &[u8]| {
    invariants::document(&generate::document(choices));
    invariants::only_documents_encode(&generate::disturbed(choices));
});
