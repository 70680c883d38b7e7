//! VASSAL modules and saved games, out and in.
//!
//! ```text
//! .vmod (zip)
//!  ├ buildFile.xml   what the module is made of           module.rs, palette.rs, board.rs, track.rs, actions.rs
//!  ├ moduledata      its name, for VASSAL's list
//!  ├ images/         the board, counters, charts          board.rs, pieces.rs, markers.rs
//!  ├ salient/        the same as data, for programs       data.rs
//!  └ SCENARIO.vsav   a set-up: a zip with a saved game    saved.rs
//! ```
//!
//! **VASSAL's names of all hexes are ours.** `board` chooses the grid's numbers by VASSAL's own
//! arithmetic (`lattice`) and compares every hex; what differs is in the loss report. The real
//! engine checks the same (`tests/vassal/`).

mod actions;
mod board;
mod codec;
mod data;
mod format;
mod lattice;
mod losses;
mod markers;
mod module;
mod outline;
mod palette;
mod pieces;
mod properties;
mod reader;
mod saved;
mod tools;
mod track;
mod xml;

use std::io::{Cursor, Write};

use image::RgbaImage;
use salient_art::scene::Scene;
use salient_art::{Placed, png};
use salient_schema::Bundle;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::{ExportError, Exported, ImportError, NamedFile};
use reader::archive::Archive;

pub use reader::{read, read_boards};

/// The map of the hexes.
const MAP: &str = "Map";
/// The map of turns and holding boxes.
const TRACK: &str = "Turns";
/// The version of the module itself.
const MODULE_VERSION: &str = "1.0";
/// The VASSAL that the module is written for.
const VASSAL_VERSION: &str = "3.6.0";

/// What a module is to be like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// The height of a hex from flat to flat, in pixels: even, 8 or more. Without it, 112, or
    /// less on a large map.
    pub hex_pixels: Option<u32>,
    /// A scan of the printed map, laid on its hexes, in place of drawn ground.
    pub scan: Option<Placed>,
}

/// Writes scenarios of one system as a VASSAL module. The first gives the map, the ruleset and
/// what stands there when a game is begun without a set-up; each has a set-up of its own.
///
/// # Errors
/// The scenarios are of different systems or maps, or the map is too large for a picture.
pub fn write(bundles: &[&Bundle], wishes: &Wishes) -> Result<Exported, ExportError> {
    let Some(first) = bundles.first() else {
        return Err(ExportError::Cannot {
            what: "there is no scenario".to_owned(),
            help: "name one or more scenario files".to_owned(),
        });
    };
    let module = module::Module::new(bundles, wishes)?;
    let mut files = module.pictures()?;
    let build_file = module.build_file().document();
    let about = saved::metadata(Some(&first.ruleset.title), &module.description());
    for scenario in module.scenarios() {
        let game = module.saved_game(scenario);
        let bytes = saved::pack_saved_game(&game, &scenario.scenario.title, &about)?;
        files.push(NamedFile { name: module::set_up_file(scenario.scenario), bytes });
    }
    let text =
        |name: &str, text: String| NamedFile { name: name.to_owned(), bytes: text.into_bytes() };
    files.push(module.help());
    files.append(&mut data::write(bundles, &build_file)?);
    let mut entries = vec![text("buildFile.xml", build_file), text("moduledata", about.document())];
    entries.append(&mut files);
    let losses = losses::report(bundles, module.layout(), module.pieces());
    let name = format!("{}.vmod", first.scenario.id);
    Ok(Exported { files: vec![NamedFile { name, bytes: pack(&entries)? }], losses })
}

/// The files in a module or a saved game, sorted by their names.
///
/// # Errors
/// It is no zip that can be read, or over the limits.
pub fn files_in(bytes: &[u8], place: &str) -> Result<Vec<NamedFile>, ImportError> {
    let mut archive = Archive::open(bytes, place)?;
    let names = archive.names();
    let file = |name: String| Ok(archive.file(&name)?.map(|bytes| NamedFile { name, bytes }));
    names.into_iter().map(file).filter_map(Result::transpose).collect()
}

/// The names of the files in a module or any other zip, sorted.
///
/// # Errors
/// It is no zip that can be read, or over the limits.
pub fn names_in(bytes: &[u8], place: &str) -> Result<Vec<String>, ImportError> {
    Ok(Archive::open(bytes, place)?.names())
}

/// Packs files into a zip, the same bytes every time: what lies in a folder as one archive, too.
///
/// # Errors
/// It would be larger than a zip may be.
pub fn pack(files: &[NamedFile]) -> Result<Vec<u8>, ExportError> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let failed = |error: &dyn std::fmt::Display| ExportError::Cannot {
        what: format!("the archive cannot be written: {error}"),
        help: "choose fewer pixels a hex (--hex-pixels)".to_owned(),
    };
    for file in files {
        // Pictures are packed already.
        let packed = file.name.ends_with(".png") || file.name.ends_with(".vsav");
        let method = if packed { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default());
        zip.start_file(&file.name, options).map_err(|error| failed(&error))?;
        zip.write_all(&file.bytes).map_err(|error| failed(&error))?;
    }
    Ok(zip.finish().map_err(|error| failed(&error))?.into_inner())
}

/// A square scene about the origin, a unit wide, as a picture of so many pixels a side.
fn painted(scene: &Scene, pixels: u32) -> Result<RgbaImage, ExportError> {
    Ok(png::render(scene, [[-0.5, -0.5], [0.499, 0.499]], pixels as f32, [0; 4])
        .map_err(salient_art::PictureError::from)?)
}

/// A picture as PNG.
fn png_bytes(picture: &RgbaImage) -> Result<Vec<u8>, ExportError> {
    let mut bytes = Cursor::new(Vec::new());
    // What is opaque throughout is a quarter smaller without its opacity.
    let opaque = picture.pixels().all(|pixel| pixel.0[3] == 255);
    let written = if opaque {
        let plain = image::DynamicImage::ImageRgba8(picture.clone()).into_rgb8();
        plain.write_to(&mut bytes, image::ImageFormat::Png)
    } else {
        picture.write_to(&mut bytes, image::ImageFormat::Png)
    };
    written.map_err(|error| ExportError::Cannot {
        what: format!("a picture cannot be written: {error}"),
        help: "choose fewer pixels a hex".to_owned(),
    })?;
    Ok(bytes.into_inner())
}
