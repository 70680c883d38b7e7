//! Bands of a picture on their way into a PNG file. Each is packed by whoever painted it, on its
//! own and to a whole byte, so that the bands of a picture put end to end are one zlib stream.

use std::io::Write;

use zlib_rs::adler32::{adler32, adler32_combine};
use zlib_rs::{Deflate, DeflateConfig, DeflateFlush};

/// A band as it goes into the file.
pub(super) struct Packed {
    deflated: Vec<u8>,
    /// The checksum and the length of what is packed.
    adler: u32,
    length: u64,
}

/// What packs bands; kept from one to the next.
pub(super) struct Packer {
    deflate: Deflate,
    rows: Vec<u8>,
}

impl Packer {
    pub(super) fn new() -> Self {
        // A quarter less room than the fastest level takes, and half the time of the next.
        let config =
            DeflateConfig { level: 2, window_bits: -15, mem_level: 9, ..DeflateConfig::default() };
        Self { deflate: Deflate::new_with_config(config), rows: Vec::new() }
    }

    /// Packs a band of pixels, with or without their opacity.
    pub(super) fn pack(
        &mut self,
        pixels: &[u8],
        width: u32,
        opaque: bool,
    ) -> std::io::Result<Packed> {
        let (pixels, _) = pixels.as_chunks::<4>();
        let bytes = if opaque { 3 } else { 4 };
        let line = width as usize * bytes + 1;
        let count = pixels.len() / width.max(1) as usize;
        self.rows.clear();
        self.rows.resize(line * count, 0);
        let mut above: Option<&[[u8; 4]]> = None;
        let rows = pixels.chunks_exact(width.max(1) as usize);
        for (row, packed) in rows.zip(self.rows.chunks_exact_mut(line)) {
            let Some((filter, packed)) = packed.split_first_mut() else { continue };
            match above {
                // Each pixel less the one above.
                Some(above) => {
                    *filter = png::Filter::Up as u8;
                    let both = row.iter().zip(above);
                    if opaque {
                        for (to, (pixel, above)) in
                            packed.as_chunks_mut::<3>().0.iter_mut().zip(both)
                        {
                            *to = [0, 1, 2].map(|at: usize| pixel[at].wrapping_sub(above[at]));
                        }
                    } else {
                        for (to, (pixel, above)) in
                            packed.as_chunks_mut::<4>().0.iter_mut().zip(both)
                        {
                            *to = [0, 1, 2, 3].map(|at: usize| pixel[at].wrapping_sub(above[at]));
                        }
                    }
                }
                // The row above is another band's: each pixel less the one before.
                None => {
                    *filter = png::Filter::Sub as u8;
                    let mut before = [0; 4];
                    for (to, pixel) in packed.chunks_exact_mut(bytes).zip(row) {
                        for ((to, pixel), before) in to.iter_mut().zip(pixel).zip(before) {
                            *to = pixel.wrapping_sub(before);
                        }
                        before = *pixel;
                    }
                }
            }
            above = Some(row);
        }
        self.deflate.reset();
        let mut deflated = Vec::new();
        let mut room = vec![0; 1 << 17];
        loop {
            let (read, written) = (self.deflate.total_in(), self.deflate.total_out());
            let rest = self.rows.get(read as usize..).unwrap_or_default();
            self.deflate
                .compress(rest, &mut room, DeflateFlush::SyncFlush)
                .map_err(|error| std::io::Error::other(error.as_str()))?;
            let count = (self.deflate.total_out() - written) as usize;
            deflated.extend_from_slice(room.get(..count).unwrap_or_default());
            // All is out when there is room left.
            if count < room.len() {
                break;
            }
        }
        Ok(Packed { deflated, adler: adler32(1, &self.rows), length: self.rows.len() as u64 })
    }
}

/// The start of a zlib stream: deflate with a window of 32 kB, packed fast.
const HEAD: [u8; 2] = [0x78, 0x01];
/// The last block of a stream, an empty one.
const END: [u8; 2] = [0x03, 0x00];

/// A PNG file that is being written.
pub(super) struct File<'a> {
    writer: png::Writer<&'a mut dyn Write>,
    adler: u32,
    begun: bool,
}

impl<'a> File<'a> {
    pub(super) fn new(
        out: &'a mut dyn Write,
        [width, height]: [u32; 2],
        opaque: bool,
    ) -> Result<Self, png::EncodingError> {
        let mut encoder = png::Encoder::new(out, width, height);
        encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
        encoder.set_depth(png::BitDepth::Eight);
        Ok(Self { writer: encoder.write_header()?, adler: 1, begun: false })
    }

    /// Writes the next band.
    pub(super) fn write(&mut self, mut band: Packed) -> Result<(), png::EncodingError> {
        if !self.begun {
            band.deflated.splice(..0, HEAD);
            self.begun = true;
        }
        self.adler = adler32_combine(self.adler, band.adler, band.length);
        self.writer.write_chunk(png::chunk::IDAT, &band.deflated)
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<(), png::EncodingError> {
        let mut end = END.to_vec();
        end.extend(self.adler.to_be_bytes());
        self.writer.write_chunk(png::chunk::IDAT, &end)?;
        self.writer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bands of any height, packed each on its own, read back as the pixels that they were.
    #[test]
    fn bands_make_one_picture() {
        let (width, height) = (70, 100);
        for (opaque, step) in [(true, 33), (false, 33), (true, 100), (false, 1)] {
            let noise = |at: u32| (at.wrapping_mul(2_654_435_761) >> (at / 5000 % 9)) as u8;
            let pixels: Vec<u8> = (0..width * height * 4)
                .map(|at| if opaque && at % 4 == 3 { 255 } else { noise(at) })
                .collect();
            let mut bytes = Vec::new();
            let mut file = File::new(&mut bytes, [width, height], opaque).unwrap();
            let mut packer = Packer::new();
            for band in pixels.chunks((width * step * 4) as usize) {
                file.write(packer.pack(band, width, opaque).unwrap()).unwrap();
            }
            file.finish().unwrap();
            let read = image::load_from_memory(&bytes).unwrap();
            assert_eq!(read.color().has_alpha(), !opaque);
            assert!(read.to_rgba8().as_raw() == &pixels, "{opaque} {step}");
        }
    }
}
