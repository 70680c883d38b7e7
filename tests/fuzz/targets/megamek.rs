#![no_main]

use salient_exchange::megamek;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = megamek::read("fuzz.board", data, None);
});
