#![no_main]

use salient_exchange::geo;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = geo::read("fuzz.geojson", data, None);
});
