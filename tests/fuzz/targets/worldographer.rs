#![no_main]

use salient_exchange::worldographer;

// As it comes, and as text, which a fuzzer seldom packs by itself.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = worldographer::read("fuzz.wxx", data, None);
    let text = String::from_utf8_lossy(data);
    let _ = worldographer::read("fuzz.wxx", format!("<map {text}").as_bytes(), None);
});
