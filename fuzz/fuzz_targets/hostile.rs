//! The entry point of the fuzzer for the target `hostile`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| firsthand_fuzz::hostile(data));
