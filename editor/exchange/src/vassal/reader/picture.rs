//! Pictures of boards and counters: how large they are, and which can be kept.

use image::imageops::{self, FilterType};
use image::{ImageFormat, RgbaImage};
use roxmltree::Document;
use salient_files::limits;

use super::archive::{Archive, refuse};
use super::maps::Sheet;
use crate::{ImportError, NamedFile};

/// What is known of a picture that a module names.
pub enum Picture {
    /// The module names none.
    None,
    /// It names one that is not in it.
    Missing,
    /// It is there, and no format of which a size can be read.
    Unreadable,
    /// It is so large, in pixels.
    Sized([u32; 2]),
}

/// The file of a picture that is named as VASSAL names it, in `images/` or beside it.
pub fn file(
    archive: &mut Archive<'_>,
    image: &str,
) -> Result<Option<(String, Vec<u8>)>, ImportError> {
    let image = image.trim_start_matches('/');
    if image.is_empty() {
        return Ok(None);
    }
    let bare = image.trim_start_matches("images/");
    let inside = format!("images/{bare}");
    // Older modules leave the ending out.
    let ending = |end: &&&str| archive.has(&format!("{inside}{end}"));
    let endings = ["", ".gif", ".png", ".jpg", ".svg"];
    let Some(ending) = endings.iter().find(ending) else {
        return Ok(None);
    };
    let name = format!("{inside}{ending}");
    Ok(archive.file(&name)?.map(|bytes| (name, bytes)))
}

/// How large a picture of a module is.
///
/// # Errors
/// It claims more pixels than any picture may have.
pub fn look(archive: &mut Archive<'_>, image: &str) -> Result<Picture, ImportError> {
    if image.trim_start_matches('/').is_empty() {
        return Ok(Picture::None);
    }
    let Some((name, bytes)) = file(archive, image)? else { return Ok(Picture::Missing) };
    let Some(size) = size(&bytes) else { return Ok(Picture::Unreadable) };
    if !is_small_enough(size) {
        let [width, height] = size;
        let most = limits::PICTURE_PIXELS / 1_000_000;
        let what =
            format!("claims to be {width} × {height} pixels; at most {most} million are read");
        return Err(refuse(&archive.place_of(&name), what, "scale the board's picture down"));
    }
    Ok(Picture::Sized(size))
}

/// How large a picture says that it is.
pub fn size(bytes: &[u8]) -> Option<[u32; 2]> {
    let Ok(format) = image::guess_format(bytes) else { return drawing_size(bytes) };
    let size = salient_codecs::size(bytes, format).ok()?;
    size.iter().all(|side| *side > 0).then_some(size)
}

/// How large a drawing (SVG) says that it is, in pixels: by its width and height, or its view box.
fn drawing_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let text = std::str::from_utf8(bytes).ok()?;
    if crate::markup::fault(text).is_some() {
        return None;
    }
    // A document type may stand there; what it defines is not taken in.
    let options =
        roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: 1_000_000, ..Default::default() };
    let document = Document::parse_with_options(text, options).ok()?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return None;
    }
    let pixels = |length: f64| (1.0..1e6).contains(&length).then_some(length.ceil() as u32);
    let side = |name: &str| {
        let text = root.attribute(name)?.trim();
        let end = text.find(|c: char| !(c.is_ascii_digit() || ".+-".contains(c)));
        let (number, unit) = text.split_at(end.unwrap_or(text.len()));
        let scale = match unit.trim() {
            "" | "px" => 1.0,
            "pt" => 96.0 / 72.0,
            "pc" => 16.0,
            "in" => 96.0,
            "cm" => 96.0 / 2.54,
            "mm" => 96.0 / 25.4,
            _ => return None,
        };
        pixels(number.parse::<f64>().ok()? * scale)
    };
    if let (Some(width), Some(height)) = (side("width"), side("height")) {
        return Some([width, height]);
    }
    let parts = root.attribute("viewBox")?.split([' ', ',', '\n', '\t']);
    let numbers: Vec<f64> = parts.filter_map(|part| part.parse().ok()).collect();
    let [_, _, width, height] = numbers.as_slice() else { return None };
    Some([pixels(*width)?, pixels(*height)?])
}

pub fn is_small_enough([width, height]: [u32; 2]) -> bool {
    u64::from(width) * u64::from(height) <= limits::PICTURE_PIXELS
}

/// Pixels of a picture that is written anew in another format.
const TURNED_PIXELS: u64 = 64_000_000;

/// A picture as one that our programs draw: PNG, JPEG, TIFF and WebP as they are, GIF and BMP as PNG.
/// The reason where it cannot be one.
pub fn kept(name: &str, bytes: Vec<u8>) -> Result<(NamedFile, [u32; 2]), &'static str> {
    let format = image::guess_format(&bytes).ok();
    let size = size(&bytes).filter(|size| is_small_enough(*size));
    let (Some(format), Some(size)) = (format, size) else {
        return Err(
            "only a PNG, JPEG, TIFF, WebP, GIF or BMP of at most 200 million pixels is drawn",
        );
    };
    let file = name.rsplit('/').next().unwrap_or(name);
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let ending = match format {
        ImageFormat::Png => "png",
        ImageFormat::Jpeg => "jpg",
        ImageFormat::Tiff => "tif",
        ImageFormat::WebP => "webp",
        ImageFormat::Gif | ImageFormat::Bmp => {
            if u64::from(size[0]) * u64::from(size[1]) > TURNED_PIXELS {
                return Err("a GIF or BMP of more than 64 million pixels is not turned into a PNG");
            }
            let turned = salient_codecs::read(&bytes).map_err(|_| "it is damaged")?;
            let bytes =
                salient_codecs::png_of(&turned).map_err(|_| "it cannot be written as PNG")?;
            return Ok((NamedFile { name: format!("{stem}.png"), bytes }, size));
        }
        _ => return Err("only a PNG, JPEG, TIFF, WebP, GIF or BMP is drawn"),
    };
    let known = name.to_lowercase().ends_with(&format!(".{ending}"));
    let is_jpeg = ending == "jpg" && name.to_lowercase().ends_with(".jpeg");
    let is_tiff = ending == "tif" && name.to_lowercase().ends_with(".tiff");
    // What it is counts, not what it is called.
    let file =
        if known || is_jpeg || is_tiff { file.to_owned() } else { format!("{stem}.{ending}") };
    Ok((NamedFile { name: file, bytes }, size))
}

/// Pictures of boards as one, each where its board lies. What cannot be drawn leaves its place empty
/// and is told of.
pub fn side_by_side(
    pictures: Vec<(&Sheet, String, Vec<u8>)>,
    mut lost: impl FnMut(&str, &str),
) -> Option<(NamedFile, [u32; 2])> {
    let end = |axis: usize| {
        let ends = pictures.iter().map(|(sheet, _, _)| sheet.corner[axis] + sheet.size[axis]);
        ends.max().and_then(|end| u32::try_from(end).ok()).filter(|end| *end > 0)
    };
    let size = [end(0)?, end(1)?];
    if u64::from(size[0]) * u64::from(size[1]) > TURNED_PIXELS {
        lost("all boards", "side by side they have more than 64 million pixels");
        return None;
    }
    let mut whole = RgbaImage::new(size[0], size[1]);
    let mut drawn = 0;
    for (sheet, name, bytes) in &pictures {
        let fits =
            self::size(bytes).is_some_and(|[w, h]| u64::from(w) * u64::from(h) <= TURNED_PIXELS);
        let Some(picture) = fits.then(|| salient_codecs::read(bytes).ok()).flatten() else {
            lost(
                name,
                "only a sound PNG, JPEG, TIFF, WebP, GIF or BMP of at most 64 million pixels is drawn",
            );
            continue;
        };
        let [width, height] = sheet.size.map(|length| u32::try_from(length).unwrap_or(1).max(1));
        let mut picture = picture.into_rgba8();
        if picture.dimensions() != (width, height) {
            picture = imageops::resize(&picture, width, height, FilterType::Triangle);
        }
        if sheet.is_reversed {
            imageops::rotate180_in_place(&mut picture);
        }
        imageops::replace(&mut whole, &picture, sheet.corner[0], sheet.corner[1]);
        drawn += 1;
    }
    let bytes = (drawn > 0).then(|| salient_codecs::png(&whole).ok()).flatten()?;
    Some((NamedFile { name: "boards.png".to_owned(), bytes }, size))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn drawings_say_how_large_they_are() {
        let svg = |attributes: &str| {
            drawing_size(
                format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}/>").as_bytes(),
            )
        };
        assert_eq!(svg(r#"width="600" height="500.5px""#), Some([600, 501]));
        assert_eq!(svg(r#"width="100%" height="100%" viewBox="0 0 640 480""#), Some([640, 480]));
        assert_eq!(svg(r#"width="1in" height="25.4mm""#), Some([96, 96]));
        assert_eq!(svg(""), None);
        assert_eq!(svg(r#"width="-5" height="1e300" viewBox="a""#), None);
        assert_eq!(size(b"<svg"), None);
    }

    #[test]
    fn old_formats_are_turned_into_one_that_is_drawn() {
        for format in [ImageFormat::Gif, ImageFormat::Bmp] {
            let mut bytes = Cursor::new(Vec::new());
            let picture = image::DynamicImage::new_rgba8(7, 5);
            let picture = match format {
                ImageFormat::Bmp => image::DynamicImage::ImageRgb8(picture.into_rgb8()),
                _ => picture,
            };
            picture.write_to(&mut bytes, format).unwrap();
            let bytes = bytes.into_inner();
            assert_eq!(size(&bytes), Some([7, 5]));
            let (file, size) = kept("images/Board.gif", bytes).unwrap();
            assert_eq!((file.name.as_str(), size), ("Board.png", [7, 5]));
            assert_eq!(image::guess_format(&file.bytes).unwrap(), ImageFormat::Png);
        }
        assert!(kept("a.svg", b"<svg width='5' height='5'/>".to_vec()).is_err());
    }
}
