#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chuhe_fuzz::run("piskvork", bytes));
