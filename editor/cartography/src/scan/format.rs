//! What a file holds, told by its first bytes: a name's ending may say anything.

use salient_codecs::ImageFormat;

/// The formats that a scan may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Portable Network Graphics.
    Png,
    /// JPEG.
    Jpeg,
    /// Tagged Image File Format.
    Tiff,
    /// WebP.
    WebP,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Png, Self::Jpeg, Self::Tiff, Self::WebP];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Tiff => "TIFF",
            Self::WebP => "WebP",
        }
    }

    /// The endings that files of it usually have, without the dot.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Png => &["png"],
            Self::Jpeg => &["jpg", "jpeg", "jpe", "jfif"],
            Self::Tiff => &["tif", "tiff"],
            Self::WebP => &["webp"],
        }
    }

    /// Whether a file's name ends as files of this format do, in any case.
    pub fn fits_name(self, name: &str) -> bool {
        name.rsplit_once('.').is_some_and(|(_, ending)| {
            self.endings().iter().any(|usual| usual.eq_ignore_ascii_case(ending))
        })
    }

    pub(super) fn image_format(self) -> ImageFormat {
        match self {
            Self::Png => ImageFormat::Png,
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Tiff => ImageFormat::Tiff,
            Self::WebP => ImageFormat::WebP,
        }
    }
}

/// The format of a file by its first bytes, or what else it seems to be.
///
/// # Errors
/// What the file looks like, with an article, where that can be told: `a PDF document`.
pub fn sniff(bytes: &[u8]) -> Result<Format, Option<&'static str>> {
    let starts = |with: &[u8]| bytes.starts_with(with);
    let at =
        |from: usize, with: &[u8]| bytes.get(from..).is_some_and(|rest| rest.starts_with(with));
    if starts(b"\x89PNG") {
        return Ok(Format::Png);
    }
    if starts(b"\xff\xd8\xff") {
        return Ok(Format::Jpeg);
    }
    if starts(b"II*\0") || starts(b"MM\0*") || starts(b"II+\0") || starts(b"MM\0+") {
        return Ok(Format::Tiff);
    }
    if starts(b"RIFF") && at(8, b"WEBP") {
        return Ok(Format::WebP);
    }
    let text = || bytes.iter().take(64).all(|&byte| byte >= b' ' || byte.is_ascii_whitespace());
    Err(if starts(b"%PDF") {
        Some("a PDF document")
    } else if starts(b"GIF8") {
        Some("a GIF picture")
    } else if starts(b"BM") && at(14, b"\x28\0\0\0") {
        Some("a BMP picture")
    } else if at(4, b"ftypavif") {
        Some("an AVIF picture")
    } else if at(4, b"ftyp") {
        Some("an HEIC picture or a film")
    } else if starts(b"\0\0\0\x0cjP  ") || starts(b"\xff\x4f\xff\x51") {
        Some("a JPEG 2000 picture")
    } else if starts(b"8BPS") {
        Some("a Photoshop file")
    } else if starts(b"AT&TFORM") {
        Some("a DjVu document")
    } else if starts(b"PK\x03\x04") {
        Some("a ZIP archive")
    } else if starts(b"<svg") || (starts(b"<?xml") && text()) {
        Some("an SVG drawing or other XML")
    } else if !bytes.is_empty() && text() {
        Some("a text")
    } else {
        None
    })
}
