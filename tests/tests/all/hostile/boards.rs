//! Other clients' files, tables and pictures.

use std::io::{Cursor, Read, Write};

use salient::SYSTEMS;
use salient_exchange::tiled::Spelling;
use salient_exchange::{
    ExportError, Exported, NamedFile, geo, megamek, print, tables, tabletop, tiled, vassal, web,
    wesnoth, worldographer,
};
use salient_schema::OrderOfBattle;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use super::documents::bundle;
use super::{Said, try_all};

#[test]
fn geojson() {
    let of = |system| geo::write(&bundle(system), geo::Wishes { plane: true }).expect("a map");
    let ours = of("kaisers-battle").files.remove(0).bytes;
    // Others know nothing of ours.
    let text = String::from_utf8(ours.clone()).expect("text");
    let theirs: Vec<&str> = text.lines().filter(|line| !line.starts_with("\"salient\"")).collect();
    let theirs = theirs.join("\n").replace("\"layer\":\"hex\",", "").into_bytes();
    try_all("GeoJSON", &[ours, theirs], |_, bytes| {
        Said::imported(&geo::read("board.geojson", bytes, None))
    });
}

#[test]
fn tiled_maps() {
    for (kind, spelling) in [("Tiled's XML", Spelling::Xml), ("Tiled's JSON", Spelling::Json)] {
        let written = |system| tiled::write(&bundle(system), spelling).expect("a map").files;
        let boards = ["kaisers-battle", "trench-setup"].map(written);
        let samples = boards.each_ref().map(|files| files[0].bytes.clone());
        try_all(kind, &samples, |at, bytes| {
            let beside = |name: &str| {
                let file = boards[at].iter().skip(1).find(|file| file.name.ends_with(name));
                file.map(|file| file.bytes.clone())
            };
            Said::imported(&tiled::read("board.tmx", bytes, &beside, None))
        });
    }
}

#[test]
fn wesnoths_maps() {
    let sample = b"Gg, Gg, Gg, Gg\nGg, 1 Kh, Gg^Fp, Gg\nGg, Ww^Bw/, Mm^Xm, Gg\nGg, Gg, Gg, Gg\n";
    try_all("Wesnoth's map", &[sample.to_vec()], |_, bytes| {
        Said::imported(&wesnoth::read("a.map", bytes, None))
    });
}

#[test]
fn worldographers_maps() {
    // Of areas that cover a large map, and lines that lead far off it, some bytes are millions of
    // hexes: what is not laid on hexes is told of.
    let area = "<shape type=\"Polygon\" tags=\"z\"><p type=\"m\" x=\"0\" y=\"0\"/>\
                <p x=\"225000\" y=\"0\"/><p x=\"225000\" y=\"300000\"/></shape>";
    let line = "<shape type=\"Path\" tags=\"river\"><p type=\"m\" x=\"-9000\" y=\"300\"/>\
                <p x=\"225000\" y=\"30000\"/></shape>";
    let sample = format!(
        "<map hexOrientation=\"COLUMNS\" lastViewLevel=\"WORLD\">\
         <terrainmap>Blank\t0\tHills\t1</terrainmap>\
         <tiles viewLevel=\"WORLD\" tilesWide=\"90\" tilesHigh=\"90\"><tilerow>0\t1000\t0\t0\t0\tZ\n\
         1\t1000\t0\t0\t0\tZ</tilerow></tiles><shapes>{}{}</shapes></map>",
        area.repeat(6),
        line.repeat(4)
    );
    try_all("Worldographer's map", &[sample.into_bytes()], |_, bytes| {
        Said::imported(&worldographer::read("a.wxx", bytes, None))
    });
}

#[test]
fn megameks_boards() {
    let sample = include_bytes!("../../../../editor/exchange/tests/fixtures/small.board");
    try_all("MegaMek's board", &[sample.to_vec()], |_, bytes| {
        Said::imported(&megamek::read("a.board", bytes, None))
    });
}

#[test]
fn workbooks() {
    let files = tables::write_workbook(&bundle("trench-setup")).expect("a workbook").files;
    let inside: Vec<(String, Vec<u8>)> = unpacked(&files[0].bytes);
    let samples: Vec<Vec<u8>> = inside.iter().map(|(_, bytes)| bytes.clone()).collect();
    try_all("workbook", &samples, |at, bytes| {
        let all = inside.iter().enumerate().map(|(other, (name, old))| {
            (name.as_str(), if other == at { bytes } else { old.as_slice() })
        });
        Said::imported(&tables::read_workbook("a.xlsx", &packed(all), None))
    });
}

#[test]
fn tables_of_a_scenario() {
    let bundle = bundle("kaisers-battle");
    let files = tables::write(&bundle).expect("tables").files;
    let files: Vec<NamedFile> = files.into_iter().filter(|file| !file.bytes.is_empty()).collect();
    let samples: Vec<Vec<u8>> = files.iter().map(|file| file.bytes.clone()).collect();
    try_all("tables", &samples, |at, bytes| {
        let mut files = files.clone();
        files[at].bytes = bytes.to_vec();
        Said::imported(&tables::read("tables", &files, Some(bundle.ruleset.clone())))
    });
}

fn unpacked(archive: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).expect("an archive");
    let mut files = Vec::new();
    for at in 0..archive.len() {
        let mut file = archive.by_index(at).expect("an entry");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("what is in it");
        let name = file.name().expect("a name").into_owned();
        files.push((name, bytes));
    }
    files
}

fn packed<'f>(files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(name, SimpleFileOptions::default()).expect("an entry");
        archive.write_all(bytes).expect("what is in it");
    }
    archive.finish().expect("an archive").into_inner()
}

fn module() -> Vec<u8> {
    let wishes = vassal::Wishes { hex_pixels: Some(8), ..Default::default() };
    vassal::write(SYSTEMS, &[&bundle("kaisers-battle")], &wishes)
        .expect("a module")
        .files
        .remove(0)
        .bytes
}

#[test]
fn modules() {
    let module = module();
    try_all("module as it lies there", std::slice::from_ref(&module), |_, bytes| {
        Said::imported(&vassal::read(bytes, "a.vmod", None, None))
    });
    let files = unpacked(&module);
    // Pictures are another kind; what others wrote has nothing of ours.
    let ours = |name: &str| name.starts_with("salient/");
    let told: Vec<usize> = (0..files.len())
        .filter(|at| !files[*at].0.ends_with(".png") && !files[*at].0.ends_with(".vsav"))
        .filter(|at| !files[*at].1.is_empty())
        .collect();
    let samples: Vec<Vec<u8>> = told.iter().map(|at| files[*at].1.clone()).collect();
    try_all("module's files", &samples, |sample, bytes| {
        let at = told[sample];
        let all =
            files.iter().enumerate().filter(|(_, (name, _))| ours(&files[at].0) || !ours(name));
        let all = all.map(|(other, (name, old))| {
            (name.as_str(), if other == at { bytes } else { old.as_slice() })
        });
        Said::imported(&vassal::read(&packed(all), "a.vmod", None, None))
    });
}

/// The text of a saved game without its veil: each byte stands as two digits, turned by the first.
fn unveiled(veiled: &[u8]) -> Vec<u8> {
    let text = std::str::from_utf8(veiled).expect("digits").strip_prefix("!VCSK").expect("a veil");
    let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("a byte");
    let key = byte(0);
    (2..text.len()).step_by(2).map(|at| byte(at) ^ key).collect()
}

#[test]
fn saved_games() {
    let module = module();
    let files = unpacked(&module);
    let (_, saved) = files.iter().find(|(name, _)| name.ends_with(".vsav")).expect("a set-up");
    let inner = unpacked(saved);
    let (_, veiled) = inner.iter().find(|(name, _)| name == "savedGame").expect("a game");
    let samples = [saved.clone(), veiled.clone(), unveiled(veiled)];
    try_all("saved game", &samples, |at, bytes| {
        let game = match at {
            0 => bytes.to_vec(),
            _ => packed(std::iter::once(("savedGame", bytes))),
        };
        Said::imported(&vassal::read(&module, "a.vmod", Some((&game, "a.vsav")), None))
    });
}

#[test]
fn pictures() {
    use image::ImageFormat::{Jpeg, Png, Tiff, WebP};
    use salient_cartography::scan::{Limits, decode, probe};
    let picture = image::RgbImage::from_fn(24, 16, |x, y| image::Rgb([x as u8 * 9, y as u8, 7]));
    let samples: Vec<Vec<u8>> = [Png, Jpeg, Tiff, WebP]
        .into_iter()
        .map(|format| {
            let mut bytes = Cursor::new(Vec::new());
            picture.write_to(&mut bytes, format).expect("a picture");
            bytes.into_inner()
        })
        .collect();
    // What a claim of a huge size would cost is kept out before any pixel is read.
    let limits =
        Limits { side: 4000, pixels: 4_000_000, decoded_bytes: 16 << 20, file_bytes: 1 << 20 };
    try_all("picture", &samples, |_, bytes| {
        let _ = probe(bytes, &limits);
        let complaints = match decode(bytes, &limits) {
            Ok(_) => Vec::new(),
            Err(error) => vec![("scan.png".to_owned(), error.to_string())],
        };
        Said { complaints, printed: Vec::new() }
    });
}

/// Names of 70,000 letters in every picture and on every sheet: none becomes a sheet that is too
/// large, and nothing takes longer than they are long, or these would take hours.
#[test]
fn names_as_long_as_files_are_drawn() {
    let mut bundle = bundle("kaisers-battle");
    let name = "W".repeat(70_000);
    let OrderOfBattle { counters, formations, .. } = &mut bundle.orders_of_battle[0];
    let counter = &mut counters[0];
    let faces = counter.faces.iter_mut().filter_map(|face| face.designation.as_mut());
    for text in faces.chain([
        &mut counter.designation,
        &mut bundle.scenario.title,
        &mut bundle.map.title,
        &mut bundle.map.zones.items[0].name,
        &mut bundle.ruleset.terrain[0].name,
        &mut bundle.ruleset.nations[0].name,
        &mut formations[0].name,
    ]) {
        text.clone_from(&name);
    }
    bundle.map.features.items[0].name = Some(name);
    type Write<'a> = &'a dyn Fn() -> Result<Exported, ExportError>;
    let all: [(&str, Write<'_>); 5] = [
        ("pdf", &|| print::pdf(SYSTEMS, &bundle, &print::Wishes::default())),
        ("tabletop", &|| tabletop::write(&bundle, "https://example.org")),
        ("tmx", &|| tiled::write(&bundle, Spelling::Xml)),
        ("vassal", &|| {
            vassal::write(
                SYSTEMS,
                &[&bundle],
                &vassal::Wishes { hex_pixels: Some(8), ..Default::default() },
            )
        }),
        ("html", &|| web::html(SYSTEMS, &bundle, None, None)),
    ];
    for (format, write) in all {
        let written = write().unwrap_or_else(|error| panic!("{format}: {error}"));
        assert!(!written.files.is_empty(), "{format}");
    }
}
