#![no_main]

use salient_exchange::wesnoth;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = wesnoth::read("fuzz.map", data, None);
});
