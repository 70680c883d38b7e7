//! What goes into a module, and the package that it is.

use std::io::{Cursor, Write};

use image::RgbaImage;
use salient_art::scene::Scene;
use salient_art::{Placed, png};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::{ExportError, NamedFile};

/// The map of the hexes.
pub(super) const MAP: &str = "Map";

/// The map of turns and holding boxes.
pub(super) const TRACK: &str = "Turns";

/// The map of the displays of armies.
pub(super) const DISPLAYS: &str = "Displays";

/// The version of the module itself.
pub(super) const MODULE_VERSION: &str = "1.0";

/// The VASSAL that the module is written for.
pub(super) const VASSAL_VERSION: &str = "3.6.0";

/// What a module is to be like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// The height of a hex from flat to flat, in pixels: even, 8 or more. Without it, 112, or
    /// less on a large map.
    pub hex_pixels: Option<u32>,
    /// A scan of the printed map, laid on its hexes, in place of drawn ground.
    pub scan: Option<Placed>,
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
pub(super) fn painted(scene: &Scene, pixels: u32) -> Result<RgbaImage, ExportError> {
    Ok(png::render(scene, [[-0.5, -0.5], [0.499, 0.499]], pixels as f32, [0; 4])
        .map_err(salient_art::PictureError::from)?)
}

/// A picture as PNG.
pub(super) fn png_bytes(picture: &RgbaImage) -> Result<Vec<u8>, ExportError> {
    // What is opaque throughout is a quarter smaller without its opacity.
    let opaque = picture.pixels().all(|pixel| pixel.0[3] == 255);
    let written = if opaque {
        let plain = image::DynamicImage::ImageRgba8(picture.clone()).into_rgb8();
        salient_codecs::png_of(&plain.into())
    } else {
        salient_codecs::png(picture)
    };
    written.map_err(|error| ExportError::Cannot {
        what: format!("a picture cannot be written: {error}"),
        help: "choose fewer pixels a hex".to_owned(),
    })
}
