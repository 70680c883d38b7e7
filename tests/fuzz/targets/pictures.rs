#![no_main]

use salient_schema::Picture;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = Picture::read(data);
});
