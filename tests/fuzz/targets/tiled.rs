#![no_main]

use salient_exchange::tiled;

// The same bytes stand for the map and for every tileset that it names.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let beside = |_: &str| Some(data.to_vec());
    let _ = tiled::read("fuzz.tmx", data, &beside, None);
});
