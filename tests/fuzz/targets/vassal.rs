#![no_main]

use std::io::{Cursor, Write};

use salient_exchange::vassal;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What a module is read from.
const NAMES: [&str; 6] = [
    "buildFile.xml",
    "images/map.png",
    "salient/map.json",
    "salient/ruleset.json",
    "salient/scenario.json",
    "salient/buildFile.sha256",
];

/// Packs files; names are taken as they are.
fn zipped(files: &[(&str, &[u8])]) -> Option<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).ok()?;
        zip.write_all(bytes).ok()?;
    }
    Some(zip.finish().ok()?.into_inner())
}

// The bytes as a module; and, behind the zip's own checks, as its files with a zero byte between,
// the first of them a saved game.
libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = vassal::read(data, "fuzz.vmod", None, None);
    let mut parts = data.split(|byte| *byte == 0);
    let game = zipped(&[("savedGame", parts.next().unwrap_or_default())]);
    let files: Vec<(&str, &[u8])> = NAMES.into_iter().zip(parts).collect();
    let (Some(game), Some(module)) = (game, zipped(&files)) else { return };
    let _ = vassal::read(&module, "fuzz.vmod", Some((&game, "fuzz.vsav")), None);
});
