#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| afterstate_fuzz::targets::solution(data));
