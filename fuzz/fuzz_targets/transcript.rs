//! The entry point of the fuzzer for the target `transcript`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| firsthand_fuzz::transcript(data));
