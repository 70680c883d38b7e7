//! Pictures of counters: files that the faces of an order of battle name, read within limits.
//!
//! A picture keeps its file's bytes, to be handed on as they are, and its pixels in sizes that are
//! half of one another, to be drawn from. Reading is the same on every machine: pictures are made
//! smaller by whole numbers only.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use salient_codecs::{ImageError, ImageFormat, RgbaImage, guess_format};
use salient_files::limits;

use crate::Id;

/// The pictures of a bundle, by the id of the order of battle and the path that a face names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pictures(BTreeMap<(Id, String), Result<Arc<Picture>, String>>);

impl Pictures {
    /// The picture that a face of an order of battle names, or why it cannot be drawn; none where
    /// nobody has tried to read it.
    pub fn get(&self, oob: &str, name: &str) -> Option<&Result<Arc<Picture>, String>> {
        if self.0.is_empty() {
            return None;
        }
        self.0.get(&(oob.to_owned(), name.to_owned()))
    }

    /// The same, where it can be drawn.
    pub fn sound(&self, oob: &str, name: &str) -> Option<&Arc<Picture>> {
        self.get(oob, name)?.as_ref().ok()
    }

    /// Puts in a picture, or why there is none.
    pub fn put(&mut self, oob: &str, name: &str, picture: Result<Arc<Picture>, String>) {
        self.0.insert((oob.to_owned(), name.to_owned()), picture);
    }

    /// Gives a picture one name more, by which it is named from elsewhere.
    pub fn name_too(&mut self, oob: &str, old: &str, new: &str) {
        if old != new
            && let Some(picture) = self.get(oob, old).cloned()
        {
            self.put(oob, new, picture);
        }
    }

    /// All that can be drawn: the order of battle's id, the path and the picture, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &Arc<Picture>)> {
        let sound = self.0.iter().filter_map(|(at, picture)| Some((at, picture.as_ref().ok()?)));
        sound.map(|((oob, name), picture)| (oob.as_str(), name.as_str(), picture))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads what faces name: the order of battle's id, the path as it stands there, and the path
    /// as `read` takes it. Each file is read once; no more than the [limits] in all.
    pub(crate) fn of_files<'n>(
        named: Vec<(&'n str, &'n str, String)>,
        read: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Self {
        // What is decoded together, so that not all files are in memory beside their pixels.
        const TOGETHER: usize = 64;
        let mut paths: Vec<&String> = named.iter().map(|(.., path)| path).collect();
        paths.sort();
        paths.dedup();
        let mut left = limits::COUNTER_PICTURES_BYTES;
        let mut pixels_left = limits::COUNTER_PICTURES_BYTES;
        let mut done: BTreeMap<&String, Result<Arc<Picture>, String>> = BTreeMap::new();
        for (part, paths) in paths.chunks(TOGETHER).enumerate() {
            let mut files = Vec::with_capacity(paths.len());
            for path in paths {
                if done.len().max(part * TOGETHER) >= limits::COUNTER_PICTURES {
                    let most = limits::COUNTER_PICTURES;
                    done.insert(path, Err(format!("no more than {most} pictures are read")));
                    continue;
                }
                match read(path) {
                    Ok(bytes) if bytes.len() as u64 > left => {
                        let most = limits::COUNTER_PICTURES_BYTES >> 20;
                        let why = format!("all pictures together have more than {most} MB");
                        done.insert(path, Err(why));
                    }
                    Ok(bytes) => {
                        left -= bytes.len() as u64;
                        files.push((*path, bytes));
                    }
                    Err(reason) => {
                        done.insert(path, Err(reason));
                    }
                }
            }
            let read = files.into_par_iter().map(|(path, bytes)| (path, Picture::read(bytes)));
            for (path, picture) in read.collect::<Vec<_>>() {
                let picture =
                    picture.map_err(|fault| fault.to_string()).and_then(
                        |picture| match pixels_left.checked_sub(picture.pixel_bytes()) {
                            Some(rest) => {
                                pixels_left = rest;
                                Ok(Arc::new(picture))
                            }
                            None => {
                                Err("all pictures together are too large to be kept".to_owned())
                            }
                        },
                    );
                done.insert(path, picture);
            }
        }
        let mut pictures = Self::default();
        for (oob, name, path) in &named {
            if let Some(picture) = done.get(path) {
                pictures.put(oob, name, picture.clone());
            }
        }
        pictures
    }
}

/// A picture of a counter's face.
#[derive(Clone)]
pub struct Picture {
    bytes: Arc<[u8]>,
    format: ImageFormat,
    levels: Vec<Level>,
    key: u128,
}

/// A picture in one size.
#[derive(Clone, PartialEq, Eq)]
pub struct Level {
    /// Its width and height in pixels.
    pub size: [u32; 2],
    /// Red, green, blue and opacity, a byte each, row by row from the top; the colours are as much
    /// weaker as they let through (premultiplied).
    pub pixels: Vec<u8>,
}

/// Two are the same where their files are.
impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.bytes == other.bytes
    }
}

impl Eq for Picture {}

impl std::fmt::Debug for Picture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [width, height] = self.size();
        write!(f, "Picture({width} × {height}, {:032x})", self.key)
    }
}

/// Why a picture cannot be read. Nothing of the size that it claims has been set aside.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureFault {
    /// It is none of the formats.
    #[error("it is no picture in PNG, JPEG, TIFF or WebP; save it as one of these")]
    NotAPicture,
    /// The file is too large.
    #[error("the file has {} kB; at most {} kB are read", .0 / 1000, limits::COUNTER_PICTURE_BYTES / 1000)]
    FileTooLarge(u64),
    /// It has too many pixels, or none.
    #[error(
        "it claims to be {} × {} pixels; 1 to {} along a side are read: scale it down first",
        .0[0], .0[1], limits::COUNTER_PICTURE_SIDE
    )]
    BadSize([u32; 2]),
    /// The file contradicts itself, or ends too early.
    #[error("the file is damaged: {0}")]
    Damaged(String),
}

/// The longest side of the largest size that pixels are kept in: more than a counter ever has on
/// a screen or, at 300 dots an inch, on paper.
const LARGEST: u32 = 512;
/// The shortest side of the smallest.
const SMALLEST: u32 = 16;

impl Picture {
    /// Reads a file's bytes. What it is called has no say; what it holds has.
    ///
    /// # Errors
    /// Why there is no picture.
    pub fn read(bytes: impl Into<Arc<[u8]>>) -> Result<Self, PictureFault> {
        let bytes: Arc<[u8]> = bytes.into();
        if bytes.len() as u64 > limits::COUNTER_PICTURE_BYTES {
            return Err(PictureFault::FileTooLarge(bytes.len() as u64));
        }
        let format = guess_format(&bytes).map_err(|_| PictureFault::NotAPicture)?;
        ending_of(format).ok_or(PictureFault::NotAPicture)?;
        // What a format's reader does with a file made to confuse it is not in our hands.
        let decoded = catch_unwind(AssertUnwindSafe(|| decode(&bytes, format)));
        let mut level = decoded
            .unwrap_or_else(|_| Err(PictureFault::Damaged("its reader gave up".to_owned())))?;
        while level.size[0].max(level.size[1]) > LARGEST {
            level = halved(&level);
        }
        let mut levels = Vec::new();
        while level.size[0].min(level.size[1]) / 2 >= SMALLEST {
            let smaller = halved(&level);
            levels.push(std::mem::replace(&mut level, smaller));
        }
        levels.push(level);
        let key = crate::bundle::fnv128(&bytes);
        Ok(Self { bytes, format, levels, key })
    }

    /// A picture of pixels that somebody has made: red, green, blue and opacity, a byte each, row by
    /// row from the top. It is kept in its own size alone.
    ///
    /// # Errors
    /// There are not as many pixels as the size says.
    pub fn of_pixels(size: [u32; 2], pixels: Vec<u8>) -> Result<Self, PictureFault> {
        let picture = RgbaImage::from_raw(size[0], size[1], pixels);
        let picture = picture.ok_or(PictureFault::BadSize(size))?;
        let bytes: Arc<[u8]> = salient_codecs::png(&picture).map_err(damaged)?.into();
        let levels = vec![Level { size, pixels: premultiplied(picture.into_raw()) }];
        let key = crate::bundle::fnv128(&bytes);
        Ok(Self { key, bytes, format: ImageFormat::Png, levels })
    }

    /// The file as it was read.
    pub fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// How names of such files end, without the dot.
    pub fn ending(&self) -> &'static str {
        ending_of(self.format).unwrap_or("png")
    }

    /// The media type of the file, `image/png`.
    pub fn media_type(&self) -> &'static str {
        self.format.to_mime_type()
    }

    /// A number that pictures share only if their files are the same.
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The width and height of the largest size that is kept, in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.levels.first().map_or([1, 1], |level| level.size)
    }

    /// The smallest size that is at least so many pixels wide, or the largest there is.
    pub fn level(&self, width: f32) -> Option<&Level> {
        let wide_enough = |level: &&Level| level.size[0] as f32 >= width;
        self.levels.iter().rev().find(wide_enough).or(self.levels.first())
    }

    fn pixel_bytes(&self) -> u64 {
        self.levels.iter().map(|level| level.pixels.len() as u64).sum()
    }
}

impl Level {
    /// The colours as they are behind what they let through (straight).
    pub fn straight(&self) -> Vec<u8> {
        let mut pixels = self.pixels.clone();
        for [r, g, b, a] in pixels.as_chunks_mut::<4>().0 {
            let whole = |colour: u8| {
                let (colour, alpha) = (u32::from(colour), u32::from(*a));
                (colour * 255 + alpha / 2).checked_div(alpha).unwrap_or(0).min(255) as u8
            };
            [*r, *g, *b] = [whole(*r), whole(*g), whole(*b)];
        }
        pixels
    }

    /// The pixels from one corner up to another, each the mean of a square of `step` of them; the
    /// last in a row or column may be of fewer. Colours are straight.
    pub fn means(&self, from: [u32; 2], to: [u32; 2], step: u32) -> Vec<u8> {
        let step = step.max(1);
        let [width, height] = self.size;
        let (to, (known, _)) =
            ([to[0].min(width), to[1].min(height)], self.pixels.as_chunks::<4>());
        let mut pixels = Vec::new();
        for top in (from[1]..to[1]).step_by(step as usize) {
            for left in (from[0]..to[0]).step_by(step as usize) {
                let (mut sum, mut count) = ([0_u32; 4], 0);
                for y in top..(top + step).min(to[1]) {
                    let row = y as usize * width as usize;
                    let (start, end) =
                        (row + left as usize, row + (left + step).min(to[0]) as usize);
                    for pixel in known.get(start..end).unwrap_or_default() {
                        sum = [0, 1, 2, 3].map(|channel| sum[channel] + u32::from(pixel[channel]));
                        count += 1;
                    }
                }
                pixels
                    .extend(sum.map(|sum| (sum + count / 2).checked_div(count).unwrap_or(0) as u8));
            }
        }
        Self { size: [0; 2], pixels }.straight()
    }
}

/// The usual ending of a format that is read.
fn ending_of(format: ImageFormat) -> Option<&'static str> {
    Some(match format {
        ImageFormat::Png => "png",
        ImageFormat::Jpeg => "jpg",
        ImageFormat::Tiff => "tif",
        ImageFormat::WebP => "webp",
        _ => return None,
    })
}

fn decode(bytes: &[u8], format: ImageFormat) -> Result<Level, PictureFault> {
    let most = limits::COUNTER_PICTURES_BYTES;
    let head = salient_codecs::open(bytes, format, most).map_err(damaged)?;
    let fits = |side: u32| (1..=limits::COUNTER_PICTURE_SIDE).contains(&side);
    if !head.size().into_iter().all(fits) {
        return Err(PictureFault::BadSize(head.size()));
    }
    let picture = head.upright().map_err(damaged)?.into_rgba8();
    let size = [picture.width(), picture.height()];
    Ok(Level { size, pixels: premultiplied(picture.into_raw()) })
}

fn damaged(error: ImageError) -> PictureFault {
    PictureFault::Damaged(error.to_string())
}

/// Colours as much weaker as they let through.
fn premultiplied(mut pixels: Vec<u8>) -> Vec<u8> {
    for [r, g, b, a] in pixels.as_chunks_mut::<4>().0 {
        let weaker = |colour: u8| ((u32::from(colour) * u32::from(*a) + 127) / 255) as u8;
        [*r, *g, *b] = [weaker(*r), weaker(*g), weaker(*b)];
    }
    pixels
}

/// Half as wide and high: each pixel is the mean of four.
fn halved(level: &Level) -> Level {
    let [width, height] = level.size;
    let size = [width.div_ceil(2), height.div_ceil(2)];
    let (from, _) = level.pixels.as_chunks::<4>();
    let at = |x: u32, y: u32| {
        let place = y.min(height - 1) as usize * width as usize + x.min(width - 1) as usize;
        from.get(place).copied().unwrap_or_default()
    };
    let mut pixels = Vec::with_capacity(size[0] as usize * size[1] as usize * 4);
    for y in 0..size[1] {
        for x in 0..size[0] {
            let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(r, d)| at(2 * x + r, 2 * y + d));
            for channel in 0..4 {
                let sum: u32 = four.iter().map(|pixel| u32::from(pixel[channel])).sum();
                pixels.push(((sum + 2) / 4) as u8);
            }
        }
    }
    Level { size, pixels }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn png(width: u32, height: u32) -> Vec<u8> {
        let pixel = |x: u32, y: u32| image::Rgba([x as u8, y as u8, 40, 255]);
        salient_codecs::png(&RgbaImage::from_fn(width, height, pixel)).unwrap()
    }

    #[test]
    fn large_ones_are_halved_and_small_ones_kept() {
        let small = Picture::read(png(75, 60)).unwrap();
        assert_eq!((small.size(), small.ending()), ([75, 60], "png"));
        let sizes: Vec<_> = small.levels.iter().map(|level| level.size).collect();
        assert_eq!(sizes, [[75, 60], [38, 30]]);
        assert_eq!(small.level(40.0).unwrap().size, [75, 60]);
        assert_eq!(small.level(20.0).unwrap().size, [38, 30]);
        assert_eq!(small.level(900.0).unwrap().size, [75, 60]);
        let large = Picture::read(png(1100, 700)).unwrap();
        assert_eq!(large.size(), [275, 175]);
        assert_eq!(large.bytes().len(), png(1100, 700).len());
    }

    #[test]
    fn what_is_no_sound_picture_of_some_size_is_refused() {
        let fault = |bytes: Vec<u8>| Picture::read(bytes).unwrap_err();
        assert_eq!(fault(Vec::new()), PictureFault::NotAPicture);
        assert_eq!(fault(b"GIF89a\x01\0\x01\0\0\0\0".to_vec()), PictureFault::NotAPicture);
        assert_eq!(fault(png(4097, 1)), PictureFault::BadSize([4097, 1]));
        let whole = png(75, 60);
        let half = whole[..whole.len() / 2].to_vec();
        assert!(matches!(fault(half), PictureFault::Damaged(_)));
        let huge = vec![0; limits::COUNTER_PICTURE_BYTES as usize + 1];
        assert!(matches!(fault(huge), PictureFault::FileTooLarge(_)));
    }

    #[test]
    fn each_file_is_read_once_and_a_missing_one_says_why() {
        let reads = std::cell::Cell::new(0);
        let named = vec![
            ("a", "x.png", "here/x.png".to_owned()),
            ("b", "../x.png", "here/x.png".to_owned()),
            ("a", "y.png", "here/y.png".to_owned()),
        ];
        let pictures = Pictures::of_files(named, &|path| {
            reads.set(reads.get() + 1);
            if path.ends_with("x.png") { Ok(png(4, 4)) } else { Err("no such file".to_owned()) }
        });
        assert_eq!(reads.get(), 2);
        assert_eq!(pictures.iter().count(), 2);
        assert!(pictures.sound("b", "../x.png").is_some());
        assert_eq!(pictures.get("a", "y.png"), Some(&Err("no such file".to_owned())));
        assert_eq!(pictures.get("b", "y.png"), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_a_picture_or_none(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in 0_usize..200, head in any::<bool>()) {
            let _ = Picture::read(bytes.clone());
            let mut changed = png(9, 7);
            let at = cut % changed.len();
            changed.splice(at.., bytes);
            if head {
                changed.truncate(at.max(8));
            }
            let _ = Picture::read(changed);
        }
    }
}
