#![no_main]

const TARGET: fn(&[u8]) = chuhe_fuzz::target("journal");

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET(bytes));
