//! Bytes to pixels, with limits: a small file may claim to be larger than the machine.

use std::panic::{AssertUnwindSafe, catch_unwind};

use salient_codecs::{DynamicImage, Head, ImageError, LimitErrorKind};
use salient_files::limits;

use super::format::{Format, sniff};

/// A picture: red, green and blue, a byte each, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// Three bytes a pixel.
    pub rgb: Vec<u8>,
    /// What it was read from.
    pub format: Format,
}

impl Picture {
    /// The colour of a pixel; the nearest one's beyond the edges.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 3] {
        let (x, y) = (x.min(self.width.saturating_sub(1)), y.min(self.height.saturating_sub(1)));
        let at = (y as usize * self.width as usize + x as usize) * 3;
        match self.rgb.get(at..at + 3) {
            Some(&[r, g, b]) => [r, g, b],
            _ => [0; 3],
        }
    }
}

/// The largest scan that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Pixels along either side.
    pub side: u32,
    /// Pixels in all.
    pub pixels: u64,
    /// Bytes of the decoded picture.
    pub decoded_bytes: u64,
    /// Bytes of the file.
    pub file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            side: limits::SCAN_SIDE,
            pixels: limits::SCAN_PIXELS,
            decoded_bytes: limits::SCAN_BYTES,
            file_bytes: limits::SCAN_BYTES,
        }
    }
}

/// Why a scan cannot be read. Nothing of the size that it claims has been set aside.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScanError {
    /// There is nothing in the file.
    #[error("the file is empty")]
    Empty,
    /// It is no picture of a format that is read.
    #[error(
        "this is {}, not a picture in PNG, JPEG, TIFF or WebP; export it as one of these",
        .looks_like.unwrap_or("no picture that can be told by its first bytes")
    )]
    NotAPicture {
        /// What it seems to be, with an article.
        looks_like: Option<&'static str>,
    },
    /// The file itself is too large.
    #[error("the file has {} MB; at most {} MB are read", .bytes / 1_000_000, .most / 1_000_000)]
    FileTooLarge {
        /// Its size.
        bytes: u64,
        /// The limit.
        most: u64,
    },
    /// A side is too long.
    #[error(
        "the picture claims to be {width} × {height} pixels; at most {most} along a side are \
         read: scale it down first"
    )]
    TooLong {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The limit.
        most: u32,
    },
    /// There are too many pixels.
    #[error(
        "the picture claims to be {width} × {height} pixels, {} megapixels; at most {} are read: \
         scale it down first", u64::from(*.width) * u64::from(*.height) / 1_000_000,
        .most / 1_000_000
    )]
    TooManyPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
        /// The limit.
        most: u64,
    },
    /// It would take too much memory.
    #[error(
        "the picture would take {} MB of memory; at most {} MB are given: scale it down, or save \
         it with 8 bits a colour", .bytes / 1_000_000, .most / 1_000_000
    )]
    TooMuchMemory {
        /// What it needs.
        bytes: u64,
        /// The limit.
        most: u64,
    },
    /// It has no pixels.
    #[error("the picture claims to be {width} × {height} pixels, so there is nothing to see")]
    NoPixels {
        /// Its width.
        width: u32,
        /// Its height.
        height: u32,
    },
    /// The file ends before the picture does.
    #[error("the {} file is cut short: it ends before the picture does; copy it again", .format.name())]
    CutShort {
        /// The format.
        format: Format,
    },
    /// The file contradicts itself.
    #[error("the {} file is damaged: {reason}", .format.name())]
    Damaged {
        /// The format.
        format: Format,
        /// What its reader says.
        reason: String,
    },
    /// The format's rarer kinds.
    #[error("{} of this kind are not read: {reason}; save it again as plain RGB", .format.name())]
    Unsupported {
        /// The format.
        format: Format,
        /// What its reader says.
        reason: String,
    },
}

/// What a file claims to hold, without reading its pixels: the format, width and height.
///
/// # Errors
/// Whatever would keep [`decode`] from reading it that can be told from the head.
pub fn probe(bytes: &[u8], limits: &Limits) -> Result<(Format, u32, u32), ScanError> {
    guarded(bytes, limits, |head, format| {
        let [width, height] = head.size();
        Ok((format, width, height))
    })
}

/// Reads a scan. What the file is called has no say; what it holds has. See-through parts are
/// laid on white paper, and a camera's note of which way is up is followed.
///
/// # Errors
/// Why there is no picture. Sizes are looked at before any pixel is read.
pub fn decode(bytes: &[u8], limits: &Limits) -> Result<Picture, ScanError> {
    guarded(bytes, limits, |head, format| {
        let image = head.upright().map_err(|error| worded(error, format, limits))?;
        Ok(flattened(image, format))
    })
}

/// Opens a file up to its head, refuses what is too large, and goes on with the rest.
fn guarded<T>(
    bytes: &[u8],
    limits: &Limits,
    rest: impl FnOnce(Head<'_>, Format) -> Result<T, ScanError>,
) -> Result<T, ScanError> {
    if bytes.is_empty() {
        return Err(ScanError::Empty);
    }
    if bytes.len() as u64 > limits.file_bytes {
        return Err(ScanError::FileTooLarge { bytes: bytes.len() as u64, most: limits.file_bytes });
    }
    let format = sniff(bytes).map_err(|looks_like| ScanError::NotAPicture { looks_like })?;
    if format == Format::Jpeg && jpeg_is_cut(bytes) {
        return Err(ScanError::CutShort { format });
    }
    // What a format's reader does with a file made to confuse it is not in our hands.
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let worded = |error| worded(error, format, limits);
        let most = limits.decoded_bytes;
        let mut head = salient_codecs::open(bytes, format.image_format(), most).map_err(worded)?;
        allowed(&head, limits)?;
        // The reader's own working memory comes on top of the picture's.
        head.limit(most.saturating_mul(2)).map_err(worded)?;
        rest(head, format)
    }));
    outcome.unwrap_or_else(|_| {
        Err(ScanError::Damaged { format, reason: "it confuses the reader".to_owned() })
    })
}

/// Whether what a picture claims to be is within the limits.
fn allowed(head: &Head<'_>, limits: &Limits) -> Result<(), ScanError> {
    let [width, height] = head.size();
    if width == 0 || height == 0 {
        return Err(ScanError::NoPixels { width, height });
    }
    if width > limits.side || height > limits.side {
        return Err(ScanError::TooLong { width, height, most: limits.side });
    }
    if u64::from(width) * u64::from(height) > limits.pixels {
        return Err(ScanError::TooManyPixels { width, height, most: limits.pixels });
    }
    let bytes = head.total_bytes();
    if bytes > limits.decoded_bytes {
        return Err(ScanError::TooMuchMemory { bytes, most: limits.decoded_bytes });
    }
    Ok(())
}

/// A JPEG without its last marker. Its reader would paint the missing part grey and say nothing.
///
/// The marker cannot stand within the pixels, where a byte of ones is always followed by a zero;
/// a preview in the file's head may have one of its own.
fn jpeg_is_cut(bytes: &[u8]) -> bool {
    let last = |marker: u8| bytes.windows(2).rposition(|pair| pair == [0xff, marker]);
    match (last(0xda), last(0xd9)) {
        (Some(pixels), Some(end)) => end < pixels,
        (_, None) => true,
        // Without any pixels the reader has words of its own.
        (None, Some(_)) => false,
    }
}

/// On white paper, eight bits a colour.
fn flattened(image: DynamicImage, format: Format) -> Picture {
    let (width, height) = (image.width(), image.height());
    let rgb = if image.color().has_alpha() {
        let on_white = |value: u8, alpha: u8| {
            let (value, alpha) = (u32::from(value), u32::from(alpha));
            ((value * alpha + 255 * (255 - alpha) + 127) / 255) as u8
        };
        let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
        for pixel in image.into_rgba8().pixels() {
            let [r, g, b, a] = pixel.0;
            rgb.extend([on_white(r, a), on_white(g, a), on_white(b, a)]);
        }
        rgb
    } else {
        image.into_rgb8().into_raw()
    };
    Picture { width, height, rgb, format }
}

fn worded(error: ImageError, format: Format, limits: &Limits) -> ScanError {
    match error {
        ImageError::Limits(limit) => match limit.kind() {
            LimitErrorKind::InsufficientMemory => ScanError::TooMuchMemory {
                bytes: limits.decoded_bytes.saturating_add(1),
                most: limits.decoded_bytes,
            },
            _ => ScanError::Damaged { format, reason: limit.to_string() },
        },
        ImageError::Unsupported(kind) => {
            ScanError::Unsupported { format, reason: kind.to_string() }
        }
        ImageError::IoError(error) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            ScanError::CutShort { format }
        }
        error => {
            let reason = error.to_string();
            let lower = reason.to_ascii_lowercase();
            let ends = ["unexpected end", "unexpected eof", "failed to fill", "not enough bytes"];
            if ends.iter().any(|words| lower.contains(words)) {
                ScanError::CutShort { format }
            } else {
                ScanError::Damaged { format, reason }
            }
        }
    }
}
