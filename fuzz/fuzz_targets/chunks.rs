//! Cut anywhere, bytes mean the same. The first four are the places to cut at, the others the document.
#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let (splits, document) = bytes.split_at(bytes.len().min(4));
    qrp1_fuzz::invariants::chunks(document, &splits.iter().map(|&split| split.into()).collect::<Vec<_>>());
});
