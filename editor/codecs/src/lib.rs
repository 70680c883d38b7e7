//! Picture files to pixels, and pixels to PNG.
//!
//! The readers and writers of `image` are generic in what they read from and write to, so that each
//! crate that calls them compiles all of them again. Nobody but this crate does, and nothing here is
//! generic: bytes go in, a picture or bytes come out. How large a picture may be, and what is said
//! of one that is not read, is the caller's affair.

use std::io::Cursor;

use image::codecs::png::PngEncoder;
pub use image::error::LimitErrorKind;
use image::metadata::Orientation;
pub use image::{DynamicImage, ImageError, ImageFormat, ImageResult, RgbaImage, guess_format};
use image::{ImageDecoder, ImageReader, Limits};

/// A picture of which only the head has been read: what it claims to be.
pub struct Head<'a>(Box<dyn ImageDecoder + 'a>);

/// Reads a picture's head. `most_bytes` is all the memory that its pixels may take.
///
/// # Errors
/// The file is damaged, or wants more memory.
pub fn open(bytes: &[u8], format: ImageFormat, most_bytes: u64) -> ImageResult<Head<'_>> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(most(most_bytes));
    Ok(Head(Box::new(reader.into_decoder()?)))
}

impl Head<'_> {
    /// Its width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.0.dimensions().into()
    }

    /// How many bytes its pixels take.
    pub fn total_bytes(&self) -> u64 {
        self.0.total_bytes()
    }

    /// Gives it this much memory in all.
    ///
    /// # Errors
    /// It wants more.
    pub fn limit(&mut self, most_bytes: u64) -> ImageResult<()> {
        self.0.set_limits(most(most_bytes))
    }

    /// Its pixels, turned as a camera notes that they are to be.
    ///
    /// # Errors
    /// The file is damaged, or wants more memory.
    pub fn upright(mut self) -> ImageResult<DynamicImage> {
        // A note of which way is up that cannot be read is no reason to refuse a picture.
        let orientation = self.0.orientation().unwrap_or(Orientation::NoTransforms);
        let mut picture = DynamicImage::from_decoder(self.0)?;
        picture.apply_orientation(orientation);
        Ok(picture)
    }
}

/// How many pixels wide and high a picture claims to be.
///
/// # Errors
/// The file is damaged.
pub fn size(bytes: &[u8], format: ImageFormat) -> ImageResult<[u32; 2]> {
    ImageReader::with_format(Cursor::new(bytes), format).into_dimensions().map(Into::into)
}

/// Reads a picture of whatever format it is, with the memory that `image` gives by itself.
///
/// # Errors
/// It is no picture, is damaged, or wants more memory.
pub fn read(bytes: &[u8]) -> ImageResult<DynamicImage> {
    ImageReader::with_format(Cursor::new(bytes), guess_format(bytes)?).decode()
}

/// Reads a picture with this much memory in all.
///
/// # Errors
/// The file is damaged, or wants more memory.
pub fn read_within(
    bytes: &[u8],
    format: ImageFormat,
    most_bytes: u64,
) -> ImageResult<DynamicImage> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(most(most_bytes));
    reader.decode()
}

/// A picture as PNG.
///
/// # Errors
/// It is too large to be written.
pub fn png(picture: &RgbaImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    picture.write_with_encoder(PngEncoder::new(&mut bytes))?;
    Ok(bytes)
}

/// The same of a picture of any kind of pixels.
///
/// # Errors
/// It is too large to be written.
pub fn png_of(picture: &DynamicImage) -> ImageResult<Vec<u8>> {
    let mut bytes = Vec::new();
    picture.write_with_encoder(PngEncoder::new(&mut bytes))?;
    Ok(bytes)
}

fn most(bytes: u64) -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(bytes);
    limits
}
