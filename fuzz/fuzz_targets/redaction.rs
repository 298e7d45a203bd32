//! The entry point of the fuzzer for the target `redaction`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| firsthand_fuzz::redaction(data));
