#![no_main]

use salient_schema::Memory;

// A recipe and a file of geographic data, with a zero byte between.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut parts = data.splitn(2, |byte| *byte == 0);
    let mut files = Memory::default();
    for name in ["recipe.json", "layer.geojson"] {
        let text = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
        files.0.insert(name.to_owned(), text);
    }
    let _ = salient_cartography::build(&files, "recipe.json");
});
