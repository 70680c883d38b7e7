#![no_main]

use salient_exchange::tiled;

// The same bytes stand for the map and for every tileset and template that it names.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let beside = |_: &str| Some(data.to_vec());
    if let Err(error) = tiled::read("fuzz.tmx", data, &beside, None) {
        assert!(!error.what.contains("do not add up"), "{error}");
    }
});
