//! Bytes that decode encode to the same bytes, and whatever they are, nothing panics.
#![no_main]
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| qrp1_fuzz::invariants::bytes(bytes));
