#![no_main]

use salient_exchange::wesnoth;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(error) = wesnoth::read("fuzz.map", data, None) {
        assert!(!error.what.contains("do not add up"), "{error}");
    }
});
