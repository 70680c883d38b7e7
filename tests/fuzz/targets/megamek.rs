#![no_main]

use salient_exchange::megamek;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Err(error) = megamek::read("fuzz.board", data, None) {
        assert!(!error.what.contains("do not add up"), "{error}");
    }
});
