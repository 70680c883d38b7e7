//! Pictures that are read, and files that only claim to be pictures.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage, Rgba, RgbaImage};
use proptest::prelude::*;
use salient_cartography::scan::{
    Format, Limits, Picture, Pyramid, ScanError, decode, probe, sniff,
};

/// A picture with something in each corner.
fn picture(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let (right, low) = (x >= width / 2, y >= height / 2);
        image::Rgb([if right { 230 } else { 20 }, if low { 230 } else { 20 }, 120])
    })
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Vec::new();
    image.write_to(&mut Cursor::new(&mut file), format).unwrap();
    file
}

fn files() -> Vec<(Format, Vec<u8>)> {
    let image = DynamicImage::ImageRgb8(picture(40, 24));
    [
        (Format::Png, ImageFormat::Png),
        (Format::Jpeg, ImageFormat::Jpeg),
        (Format::Tiff, ImageFormat::Tiff),
        (Format::WebP, ImageFormat::WebP),
    ]
    .map(|(format, of)| (format, encoded(&image, of)))
    .to_vec()
}

fn read(bytes: &[u8]) -> Result<Picture, ScanError> {
    decode(bytes, &Limits::default())
}

#[test]
fn four_formats_are_told_by_their_bytes() {
    for (format, file) in files() {
        assert_eq!(sniff(&file), Ok(format));
        assert_eq!(probe(&file, &Limits::default()), Ok((format, 40, 24)));
        let picture = read(&file).unwrap();
        assert_eq!((picture.width, picture.height, picture.format), (40, 24, format));
        let near = |x, y, want: [u8; 3]| {
            let found = picture.pixel(x, y);
            let off = found.iter().zip(want).map(|(a, b)| a.abs_diff(b)).max();
            assert!(off < Some(12), "{format:?} at {x}, {y}: {found:?}");
        };
        near(2, 2, [20, 20, 120]);
        near(38, 2, [230, 20, 120]);
        near(2, 22, [20, 230, 120]);
        near(38, 22, [230, 230, 120]);
    }
}

#[test]
fn a_name_may_say_anything() {
    assert!(Format::Jpeg.fits_name("Map of Picardy.JPG"));
    assert!(!Format::Jpeg.fits_name("picardy.png"));
    assert!(!Format::Tiff.fits_name("tif"));
}

#[test]
fn whatever_else_it_is_is_said() {
    let said = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    assert_eq!(read(b""), Err(ScanError::Empty));
    assert!(said(b"%PDF-1.7 and so on").contains("a PDF document"));
    assert!(said(b"GIF89a").contains("a GIF picture"));
    assert!(said(b"{ \"format_version\": 1 }").contains("a text"));
    assert!(said(b"\0\0\0\x18ftypheic").contains("HEIC"));
    assert!(said(&[0, 1, 2, 3]).contains("PNG, JPEG, TIFF or WebP"));
}

/// The head of a PNG that claims a size, with next to nothing after it.
fn claiming_png(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |name: &[u8; 4], data: &[u8]| {
        file.extend((data.len() as u32).to_be_bytes());
        let mut body = name.to_vec();
        body.extend(data);
        file.extend(&body);
        file.extend(crc(&body).to_be_bytes());
    };
    let mut head = width.to_be_bytes().to_vec();
    head.extend(height.to_be_bytes());
    head.extend([8, 2, 0, 0, 0]);
    chunk(b"IHDR", &head);
    chunk(b"IDAT", &[0x78, 0x9c, 0x63, 0, 0, 0, 1, 0, 1]);
    chunk(b"IEND", &[]);
    file
}

fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| {
            if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 }
        })
    })
}

/// An uncompressed TIFF's directory that claims a size.
fn claiming_tiff(width: u32, height: u32) -> Vec<u8> {
    let mut file = b"II*\0\x08\0\0\0".to_vec();
    let entries: [(u16, u16, u32, u32); 8] = [
        (256, 4, 1, width),
        (257, 4, 1, height),
        (258, 3, 1, 8),
        (259, 3, 1, 1),
        (262, 3, 1, 1),
        (273, 4, 1, 8),
        (278, 4, 1, height),
        (279, 4, 1, width.wrapping_mul(height)),
    ];
    file.extend((entries.len() as u16).to_le_bytes());
    for (tag, kind, count, value) in entries {
        file.extend(tag.to_le_bytes());
        file.extend(kind.to_le_bytes());
        file.extend(count.to_le_bytes());
        file.extend(value.to_le_bytes());
    }
    file.extend([0; 4]);
    file
}

/// A JPEG that claims another size than it has.
fn claiming_jpeg(width: u16, height: u16) -> Vec<u8> {
    let mut file = encoded(&DynamicImage::ImageRgb8(picture(16, 16)), ImageFormat::Jpeg);
    let head = file.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
    file[head + 5..head + 7].copy_from_slice(&height.to_be_bytes());
    file[head + 7..head + 9].copy_from_slice(&width.to_be_bytes());
    file
}

#[test]
fn bombs_are_refused_by_their_heads() {
    let refused = |bytes: Vec<u8>| {
        assert!(bytes.len() < 2_000, "a bomb is small");
        let error = read(&bytes).unwrap_err();
        assert_eq!(probe(&bytes, &Limits::default()), Err(error.clone()));
        error
    };
    assert!(matches!(refused(claiming_png(60_000, 60_000)), ScanError::TooLong { .. }));
    assert!(matches!(refused(claiming_png(20_001, 3)), ScanError::TooLong { .. }));
    assert!(matches!(refused(claiming_png(20_000, 20_000)), ScanError::TooMuchMemory { .. }));
    assert!(matches!(refused(claiming_tiff(65_000, 65_000)), ScanError::TooLong { .. }));
    assert!(matches!(refused(claiming_jpeg(65_500, 65_500)), ScanError::TooLong { .. }));
    let tight = Limits { pixels: 1_000_000, ..Limits::default() };
    let many = decode(&claiming_jpeg(2000, 2000), &tight).unwrap_err();
    assert!(matches!(many, ScanError::TooManyPixels { .. }), "{many}");
    assert!(many.to_string().contains("2000 × 2000"), "{many}");
    let small = Limits { file_bytes: 100, ..Limits::default() };
    let long = decode(&files()[0].1, &small).unwrap_err();
    assert!(matches!(long, ScanError::FileTooLarge { .. }), "{long}");
}

#[test]
fn files_that_lie_are_refused() {
    for bytes in [
        claiming_png(0, 10),
        claiming_png(3000, 3000),
        claiming_tiff(3000, 3000),
        claiming_tiff(0, 0),
        claiming_tiff(19_000, 19_000),
        claiming_jpeg(0, 0),
    ] {
        let error = read(&bytes).unwrap_err();
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn cut_short_is_told() {
    for (format, file) in files() {
        for part in [2, 3, 4] {
            let error = read(&file[..file.len() * (part - 1) / part]).unwrap_err();
            let told = match error {
                ScanError::CutShort { .. } => true,
                ScanError::Damaged { .. } => format != Format::Jpeg,
                _ => false,
            };
            assert!(told, "{format:?}: {error}");
        }
    }
}

#[test]
fn what_is_seen_through_lies_on_white() {
    let mut image = RgbaImage::from_pixel(8, 8, Rgba([200, 0, 0, 255]));
    image.put_pixel(0, 0, Rgba([0, 0, 0, 0]));
    image.put_pixel(1, 0, Rgba([0, 0, 0, 128]));
    let file = encoded(&DynamicImage::ImageRgba8(image), ImageFormat::Png);
    let picture = read(&file).unwrap();
    assert_eq!(picture.pixel(0, 0), [255; 3]);
    assert_eq!(picture.pixel(1, 0), [127; 3]);
    assert_eq!(picture.pixel(5, 5), [200, 0, 0]);
}

#[test]
fn sixteen_bits_and_grey_are_read() {
    let deep = DynamicImage::ImageRgb8(picture(10, 10)).into_rgb16();
    for format in [ImageFormat::Png, ImageFormat::Tiff] {
        let picture = read(&encoded(&DynamicImage::ImageRgb16(deep.clone()), format)).unwrap();
        assert_eq!(picture.pixel(9, 0), [230, 20, 120]);
    }
    let grey = DynamicImage::ImageRgb8(picture(10, 10)).into_luma8();
    let picture = read(&encoded(&DynamicImage::ImageLuma8(grey), ImageFormat::Jpeg)).unwrap();
    let [r, g, b] = picture.pixel(5, 5);
    assert!(r == g && g == b);
}

#[test]
fn halves_are_means() {
    let picture = read(&files()[0].1).unwrap();
    let pyramid = Pyramid::new(picture.clone());
    assert_eq!(pyramid.levels().len(), 1, "small enough already");

    let wide = DynamicImage::ImageRgb8(picture_of_steps(1001, 333));
    let pyramid = Pyramid::new(read(&encoded(&wide, ImageFormat::Png)).unwrap());
    assert_eq!(pyramid.size(), [1001, 333]);
    let sizes: Vec<_> = pyramid.levels().iter().map(|level| (level.width, level.height)).collect();
    assert_eq!(sizes, [(1001, 333), (501, 167), (251, 84)]);
    for level in pyramid.levels() {
        assert_eq!(level.rgb.len(), level.width as usize * level.height as usize * 3);
        // Left black, right white: so it stays.
        assert_eq!(level.pixel(1, 1), [0; 3]);
        assert_eq!(level.pixel(i64::from(level.width) - 1, 5), [255; 3]);
        let (width, height, rgba) = level.tile(level.width - 10, 0, 100, 4);
        assert_eq!((width, height, rgba.len()), (10, 4, 160));
        assert_eq!(rgba[..4], [255; 4]);
    }
    assert_eq!(pyramid.level_for(1.0), 0);
    assert_eq!(pyramid.level_for(0.6), 0);
    assert_eq!(pyramid.level_for(0.5), 1);
    assert_eq!(pyramid.level_for(0.1), 2);
}

fn picture_of_steps(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| image::Rgb([if x * 2 < width { 0 } else { 255 }; 3]))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever the bytes are.
    #[test]
    fn any_bytes_are_a_picture_or_an_error(
        head in prop::sample::select(vec![
            &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], b"\xff\xd8\xff\xe0", b"II*\0\x08\0\0\0",
            b"MM\0*\0\0\0\x08", b"RIFF\x40\0\0\0WEBPVP8 ", b"RIFF\x40\0\0\0WEBPVP8L", b"",
        ]),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let mut file = head.to_vec();
        file.extend(bytes);
        check(&file);
    }

    /// Files that were good once.
    #[test]
    fn damaged_files_are_a_picture_or_an_error(
        which in 0..4_usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let (_, mut file) = files().swap_remove(which);
        for (at, byte) in damage {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if let Some(cut) = cut {
            file.truncate(cut.index(file.len()) + 1);
        }
        check(&file);
    }
}

fn check(file: &[u8]) {
    // A file that claims much is read slowly; that it may be read at all is tested elsewhere.
    let limits = Limits { side: 3000, pixels: 1 << 20, ..Limits::default() };
    match decode(file, &limits) {
        Ok(picture) => {
            let pixels = picture.width as usize * picture.height as usize;
            assert_eq!(picture.rgb.len(), pixels * 3);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
