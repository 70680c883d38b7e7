#![no_main]

use salient_exchange::{NamedFile, tables};

/// The tables of a folder, one after another with a zero byte between.
const NAMES: [&str; 8] = [
    "map.csv",
    "hexes.csv",
    "features.csv",
    "counters.csv",
    "faces.csv",
    "scenario.csv",
    "set_up.csv",
    "schedule.csv",
];

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let files: Vec<NamedFile> = data
        .split(|byte| *byte == 0)
        .zip(NAMES)
        .map(|(bytes, name)| NamedFile { name: name.to_owned(), bytes: bytes.to_vec() })
        .collect();
    if let Err(error) = tables::read("fuzz", &files, None) {
        assert!(!error.what.contains("do not add up"), "{error}");
    }
});
