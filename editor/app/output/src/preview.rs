//! What an export comes to, before it is written: its files or pages, and a look at each.

use std::io::{self, Write};

use salient_art::{Drawing, Options, Placed, PrintedPage, Rgba};
use salient_codecs::RgbaImage;
use salient_exchange::{book, print, vassal};
use salient_hex::grid::{Hex, HexGrid};
use salient_rules::Systems;
use salient_schema::Bundle;

use crate::export::{Format, Parcel, Wishes};

/// The most lines of a text that are shown, and the most letters of a line.
const LINES: usize = 60;
const LETTERS: usize = 160;
/// As much of a map's document as is written to be looked at, in bytes.
const HEAD: usize = 16_000;

/// A file or a page of an export.
#[derive(Debug)]
pub struct Piece {
    /// What it is called.
    pub name: String,
    /// How large it is, in bytes; unknown of pages, and of what is not written in one piece.
    pub bytes: Option<usize>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Page(PrintedPage),
    Map(Box<Bundle>, Option<Placed>),
    File(Vec<u8>),
}

/// What is seen of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// Pixels.
    Picture(Pixels),
    /// How a text begins.
    Text(String),
    /// Neither: what it is, in a sentence.
    Neither(&'static str),
}

/// A picture to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Its width and height.
    pub size: [usize; 2],
    /// Red, green, blue and opacity of its pixels, row by row.
    pub rgba: Vec<u8>,
}

impl From<RgbaImage> for Pixels {
    fn from(picture: RgbaImage) -> Self {
        let size = [picture.width() as usize, picture.height() as usize];
        Self { size, rgba: picture.into_raw() }
    }
}

/// The pieces of an export, the most important first.
pub fn pieces(
    systems: Systems,
    parcel: Parcel<'_>,
    bundle: &Bundle,
    (format, wishes): (Format, &Wishes),
) -> Vec<Piece> {
    match (format, parcel) {
        (Format::Pdf | Format::Svg, _) => {
            // That they can be made is known: the parcel holds them.
            let pages = print::kit(systems, bundle, &wishes.printed(), format.id());
            page_pieces(pages.map(|(pages, _)| pages).unwrap_or_default())
        }
        (Format::BookPdf, _) => {
            let pages = systems.book(bundle).map(|of| book::pages(&of, &wishes.print));
            page_pieces(pages.and_then(Result::ok).unwrap_or_default())
        }
        (Format::GeojsonLayers, Parcel::Map(document)) => {
            let piece = |(theme, name)| {
                let mut head = Head::default();
                let _ = document.write_theme(theme, &mut head);
                Piece { name, bytes: None, content: Content::File(head.0) }
            };
            // That they can be made is known: the parcel holds them.
            document.themes().unwrap_or_default().into_iter().map(piece).collect()
        }
        (_, Parcel::Map(document)) => {
            let mut head = Head::default();
            // It ends where it is full.
            let _ = document.write_to(&mut head);
            let name = format!("{}.geojson", bundle.scenario.id);
            vec![Piece { name, bytes: None, content: Content::File(head.0) }]
        }
        (Format::Vassal, Parcel::Files(parcel)) => {
            let inside = parcel
                .files
                .iter()
                .flat_map(|file| vassal::files_in(&file.bytes, &file.name).unwrap_or_default());
            let mut inside: Vec<Piece> =
                inside.map(|file| file_piece(file.name, file.bytes)).collect();
            // The board is what one looks at first.
            inside.sort_by_key(|piece| {
                let is_picture = piece.name.ends_with(".png");
                (!is_picture, std::cmp::Reverse(piece.bytes.filter(|_| is_picture)))
            });
            inside
        }
        (Format::Html, Parcel::Files(parcel)) => {
            let name = parcel.files.first().map_or("", |file| file.name.as_str());
            let bytes = parcel.files.first().map(|file| file.bytes.len());
            let content = Content::Map(Box::new(bundle.clone()), wishes.scan.clone());
            vec![Piece { name: name.to_owned(), bytes, content }]
        }
        (_, Parcel::Files(parcel)) => {
            parcel.files.into_iter().map(|file| file_piece(file.name, file.bytes)).collect()
        }
    }
}

fn page_pieces(pages: Vec<PrintedPage>) -> Vec<Piece> {
    let piece = |(at, page): (usize, PrintedPage)| Piece {
        name: format!("{}. {}", at + 1, page.name),
        bytes: None,
        content: Content::Page(page),
    };
    pages.into_iter().enumerate().map(piece).collect()
}

fn file_piece(name: String, bytes: Vec<u8>) -> Piece {
    Piece { name, bytes: Some(bytes.len()), content: Content::File(bytes) }
}

impl Piece {
    /// How it looks, no wider or higher than `side` pixels.
    pub fn look(&self, side: u32) -> Look {
        match &self.content {
            Content::Page(page) => match salient_art::png::render_page(page, side) {
                Ok(picture) => Look::Picture(picture.into()),
                Err(_) => Look::Neither("This page is too large to be shown."),
            },
            Content::Map(bundle, scan) => draw_set_up(bundle, scan.clone(), side)
                .map_or(Look::Neither("The map is too large to be shown."), Look::Picture),
            Content::File(bytes) => {
                if let Ok(picture) = salient_codecs::read(bytes) {
                    let fits = picture.width() <= side && picture.height() <= side;
                    let picture = if fits { picture } else { picture.thumbnail(side, side) };
                    return Look::Picture(picture.into_rgba8().into());
                }
                // What was cut within a letter is still text.
                let text = match std::str::from_utf8(bytes) {
                    Ok(text) => text,
                    Err(error) if error.error_len().is_none() => {
                        let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
                        std::str::from_utf8(good).unwrap_or_default()
                    }
                    Err(_) => return Look::Neither("A file for the other program."),
                };
                let line = |line: &str| line.chars().take(LETTERS).collect::<String>();
                let lines: Vec<String> = text.lines().take(LINES).map(line).collect();
                Look::Text(lines.join("\n"))
            }
        }
    }
}

/// The set-up of a scenario as a picture no wider or higher than `side` pixels, over a scan of the
/// printed map if one is given.
pub fn draw_set_up(bundle: &Bundle, scan: Option<Placed>, side: u32) -> Option<Pixels> {
    let grid = HexGrid::new(&bundle.map.grid);
    let stacks = salient_art::set_up(bundle, &grid, false);
    let title = bundle.scenario.title.clone();
    let options = Options { scan, ..Options::default() };
    let drawing = salient_art::drawing_of_position(bundle, &stacks, &title, &options).ok()?;
    paint(&drawing, side)
}

/// The map of a scenario without its counters, each of these hexes under a colour, as a picture no
/// wider or higher than `side` pixels.
pub fn draw_tinted(bundle: &Bundle, tints: &[(Hex, Rgba)], side: u32) -> Option<Pixels> {
    let grid = HexGrid::new(&bundle.map.grid);
    let options = Options { counters: false, legend: false, ..Options::default() };
    let mut drawing = salient_art::drawing_of_scenario(bundle, &options).ok()?;
    for (hex, colour) in tints {
        drawing.scene.fill(grid.corners(*hex), *colour);
    }
    paint(&drawing, side)
}

fn paint(drawing: &Drawing, side: u32) -> Option<Pixels> {
    let [[left, top], [right, bottom]] = drawing.bounds;
    let longest = (right - left).max(bottom - top).max(1.0);
    let scale = side as f32 / longest;
    let picture =
        salient_art::png::render(&drawing.scene, drawing.bounds, scale, drawing.background).ok()?;
    Some(picture.into())
}

/// Takes the beginning of what is written, and no more.
#[derive(Default)]
struct Head(Vec<u8>);

impl Write for Head {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = HEAD.saturating_sub(self.0.len());
        if room == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        let taken = bytes.get(..room).unwrap_or(bytes);
        self.0.extend_from_slice(taken);
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
