//! A scenario in another client's format: what can be written, what each format can be told, and
//! where its files go.

use std::io;
use std::path::{Path, PathBuf};

use salient_art::Placed;
use salient_exchange::{
    self as exchange, ExportError, Exported, NamedFile, geo, print, tables, tabletop, tiled,
    vassal, web,
};
use salient_files::{Place, Results, text_of};
use salient_rules::Systems;
use salient_schema::project::moved;
use salient_schema::{Bundle, Map, ProjectPaths, Source};

use crate::book::{Kind, book_of};
use crate::{OutputError, lay_scan, write_whole};

pub use salient_exchange::print::{Paper, Part, Way};
pub use salient_exchange::web::Log;
pub use salient_exchange::{LossReport, Losses};

/// A format that a scenario can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// The rule book as a web page.
    BookHtml,
    /// The rule book as pages to print.
    BookPdf,
    /// One self-contained JSON file of all that the scenario needs.
    Bundle,
    /// A folder of CSV tables.
    Csv,
    /// The map as GeoJSON.
    Geojson,
    /// The map as a folder of GeoJSON, a file a layer.
    GeojsonLayers,
    /// Print and play in one file.
    Pdf,
    /// Print and play as a folder of pages.
    Svg,
    /// A save of Tabletop Simulator.
    Tabletop,
    /// A Tiled map as JSON.
    Tmj,
    /// A Tiled map as XML.
    Tmx,
    /// A VASSAL module.
    Vassal,
    /// A web page.
    Html,
    /// A workbook with a sheet for each CSV table.
    Xlsx,
}

impl Format {
    /// All, in the order of their names on the command line.
    pub const ALL: [Self; 14] = [
        Self::BookHtml,
        Self::BookPdf,
        Self::Bundle,
        Self::Csv,
        Self::Geojson,
        Self::GeojsonLayers,
        Self::Pdf,
        Self::Svg,
        Self::Tabletop,
        Self::Tmj,
        Self::Tmx,
        Self::Vassal,
        Self::Html,
        Self::Xlsx,
    ];

    /// Its name on the command line, which never changes.
    pub fn id(self) -> &'static str {
        match self {
            Self::BookHtml => "book-html",
            Self::BookPdf => "book-pdf",
            Self::Bundle => "bundle",
            Self::Csv => "csv",
            Self::Geojson => "geojson",
            Self::GeojsonLayers => "geojson-layers",
            Self::Pdf => "pdf",
            Self::Svg => "svg",
            Self::Tabletop => "tabletop",
            Self::Tmj => "tmj",
            Self::Tmx => "tmx",
            Self::Vassal => "vassal",
            Self::Html => "html",
            Self::Xlsx => "xlsx",
        }
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::BookHtml => "Rule book, web page",
            Self::BookPdf => "Rule book, PDF",
            Self::Bundle => "Bundle",
            Self::Csv => "CSV tables",
            Self::Geojson => "GeoJSON",
            Self::GeojsonLayers => "GeoJSON, a file a layer",
            Self::Pdf => "Print and play, PDF",
            Self::Svg => "Print and play, SVG",
            Self::Tabletop => "Tabletop Simulator",
            Self::Tmj => "Tiled map, JSON",
            Self::Tmx => "Tiled map, XML",
            Self::Vassal => "VASSAL module",
            Self::Html => "Web page",
            Self::Xlsx => "Workbook, XLSX",
        }
    }

    /// What it is, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Self::BookHtml => "The rules of play as a numbered rule book, one web page",
            Self::BookPdf => "The rules of play as a numbered rule book, to print",
            Self::Bundle => "One self-contained JSON file of all that the scenario needs",
            Self::Csv => "A folder of CSV tables, read back without loss",
            Self::Geojson => "The map as GeoJSON: hexes as polygons, hexsides and paths as lines",
            Self::GeojsonLayers => {
                "A folder of GeoJSON: hexes, features, hexsides … each in a file of its own"
            }
            Self::Pdf => "Print and play: all pages in one file",
            Self::Svg => "Print and play: a folder of pages",
            Self::Tabletop => {
                "A save of Tabletop Simulator, with the pictures to be uploaded to --base-url"
            }
            Self::Tmj => "A Tiled map as JSON, with the pictures of its tilesets",
            Self::Tmx => "A Tiled map as XML, with the pictures of its tilesets",
            Self::Vassal => "A VASSAL module with a set-up for each scenario",
            Self::Html => {
                "One self-contained web page: map, set-up, schedule, order of battle, charts, a \
                 replay"
            }
            Self::Xlsx => "The CSV tables as one workbook with a sheet a table, read back",
        }
    }

    /// Whether it is the rule book.
    pub fn is_book(self) -> bool {
        matches!(self, Self::BookHtml | Self::BookPdf)
    }

    /// Whether a scenario can be written in it: a rule book only where the system can write one.
    pub fn is_for(self, systems: Systems, bundle: &Bundle) -> bool {
        !self.is_book() || systems.book(bundle).is_some()
    }

    /// Whether it can hold the scan of the printed map in place of drawn ground.
    pub fn bears_scans(self) -> bool {
        Wishes::default().scan_pixels(self, 1).is_some()
    }

    /// How the name of its one file ends; none where it has a folder of files.
    pub fn ending(self) -> Option<&'static str> {
        match self {
            Self::BookHtml => Some("html"),
            Self::BookPdf => Some("pdf"),
            Self::Bundle => Some("bundle.json"),
            Self::Geojson => Some("geojson"),
            Self::Pdf => Some("pdf"),
            Self::Vassal => Some("vmod"),
            Self::Html => Some("html"),
            Self::Xlsx => Some("xlsx"),
            Self::Csv
            | Self::GeojsonLayers
            | Self::Svg
            | Self::Tabletop
            | Self::Tmj
            | Self::Tmx => None,
        }
    }
}

/// What the formats can be told. Each heeds what is about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// GeoJSON: coordinates in hexes, wherever the map lies on the earth.
    pub plane: bool,
    /// Tabletop Simulator: the address of the folder that its pictures will be uploaded to.
    pub base_url: String,
    /// PDF and SVG: how the kit is printed.
    pub print: print::Wishes,
    /// VASSAL: the size of its board.
    pub vassal: vassal::Wishes,
    /// Web page: a game that is played back on it.
    pub log: Option<web::Log>,
    /// What [bears one](Format::bears_scans): the scan of the printed map, laid on its hexes.
    pub scan: Option<Placed>,
}

impl Wishes {
    /// The same over the scan of a map, in a format that bears it: `map_file` is the map's file,
    /// `first` the one that the user named and that led there.
    ///
    /// # Errors
    /// The format holds no scan, or [there is none that can be laid](lay_scan).
    pub fn over_scan(
        mut self,
        format: Format,
        source: &dyn Source,
        first: &str,
        (map_file, map): (&str, &Map),
    ) -> Result<Self, String> {
        let hexes = usize::from(map.grid.columns) * usize::from(map.grid.rows);
        let pixels = self.scan_pixels(format, hexes);
        let pixels = pixels.ok_or_else(|| format!("no scan is held by {}", format.id()))?;
        self.scan = Some(lay_scan(source, first, map_file, map, pixels)?);
        Ok(self)
    }

    /// How fine a scan is worth laying for a format, in pixels to a hex; nothing where it holds none.
    fn scan_pixels(&self, format: Format, hexes: usize) -> Option<f32> {
        // A page is sent around, and its reader's telephone holds the picture unpacked.
        const PAGE_PIXELS: f32 = 12_000_000.0;
        match format {
            Format::Pdf | Format::Svg => Some(self.print.hex_mm / MM_AN_INCH * 300.0),
            Format::Vassal => Some(self.vassal.hex_pixels.unwrap_or(112) as f32),
            Format::Html => Some((PAGE_PIXELS / hexes.max(1) as f32).sqrt().min(100.0)),
            _ => None,
        }
    }

    /// How the kit is printed, with the scan.
    pub(crate) fn printed(&self) -> print::Wishes {
        print::Wishes { scan: self.scan.clone(), ..self.print.clone() }
    }

    /// What the module is like, with the scan.
    pub fn module(&self) -> vassal::Wishes {
        vassal::Wishes { scan: self.scan.clone(), ..self.vassal.clone() }
    }
}

/// Millimetres to an inch, by which the fineness of a printer goes.
const MM_AN_INCH: f32 = 25.4;

/// A scenario in a format, not yet written anywhere.
#[derive(Debug)]
pub enum Parcel<'b> {
    /// Its files, in memory.
    Files(Exported),
    /// A map feature by feature, since the document of a large one does not fit into the memory.
    Map(Box<geo::Document<'b>>),
}

impl<'b> Parcel<'b> {
    /// Makes a scenario ready in a format.
    ///
    /// # Errors
    /// The format cannot hold it, or was told something that cannot be.
    pub fn of(
        systems: Systems,
        bundle: &'b Bundle,
        format: Format,
        wishes: &Wishes,
    ) -> Result<Self, ExportError> {
        Ok(Self::Files(match format {
            Format::BookHtml | Format::BookPdf => {
                let kind = if format == Format::BookPdf { Kind::Pdf } else { Kind::Html };
                kind.write(&book_of(systems, bundle)?, &bundle.scenario.id, &wishes.print)?
            }
            Format::Bundle => exchange::bundle(bundle)?,
            Format::Csv => tables::write(bundle)?,
            Format::Geojson | Format::GeojsonLayers => {
                let wishes = geo::Wishes { plane: wishes.plane };
                return Ok(Self::Map(Box::new(geo::Document::of(bundle, wishes)?)));
            }
            Format::Pdf => print::pdf(systems, bundle, &wishes.printed())?,
            Format::Svg => print::svg(systems, bundle, &wishes.printed())?,
            Format::Tabletop => tabletop::write(bundle, &wishes.base_url)?,
            Format::Tmj => tiled::write(bundle, tiled::Spelling::Json)?,
            Format::Tmx => tiled::write(bundle, tiled::Spelling::Xml)?,
            Format::Vassal => vassal::write(systems, &[bundle], &wishes.module())?,
            Format::Html => web::html(systems, bundle, wishes.log.as_ref(), wishes.scan.as_ref())?,
            Format::Xlsx => tables::write_workbook(bundle)?,
        }))
    }

    /// What the format cannot hold.
    pub fn losses(&self) -> &LossReport {
        match self {
            Self::Files(parcel) => &parcel.losses,
            Self::Map(document) => &document.losses,
        }
    }

    /// Adds its one file to others under this name; where it has several, all of them.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add_to(&self, set: &mut Results, name: &str) -> Result<(), OutputError> {
        match self {
            Self::Files(parcel) => {
                for NamedFile { bytes, .. } in &parcel.files {
                    set.add(name, bytes)?;
                }
            }
            Self::Map(document) => set.add_with(name, |out| Ok(document.write_to(out)?))?,
        }
        Ok(())
    }

    /// Writes it: the one file of a format as `output`, or its several into the folder `output`,
    /// all or none, in place of those that were exported there before. A Tiled map whose name ends
    /// as such a file's does has that name, and its pictures lie beside it. Gives what was written.
    ///
    /// # Errors
    /// It cannot be written; what was there is as it was.
    pub fn save(
        &self,
        format: Format,
        output: impl Into<Place>,
    ) -> Result<Vec<PathBuf>, OutputError> {
        let place = output.into();
        let output = place.path();
        let failed = |reason: io::Error| OutputError::File { path: output.to_owned(), reason };
        match self {
            Self::Map(document) if format == Format::GeojsonLayers => {
                let mut results = Results::over(place, "")?;
                for (theme, name) in document.themes()? {
                    results.add_with(&name, |out| Ok(document.write_theme(theme, out)?))?;
                }
                return Ok(results.commit()?);
            }
            Self::Map(document) => {
                salient_files::write_with(place.clone(), |out| Ok(document.write_to(out)?))?;
            }
            Self::Files(parcel) => match (format.ending(), parcel.files.as_slice()) {
                (Some(_), [file]) => write_whole(place.clone(), &file.bytes).map_err(failed)?,
                (_, [map, pictures @ ..]) if is_tiled_file(format, output) => {
                    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty());
                    let folder = folder.unwrap_or(Path::new("."));
                    let name = output.file_name().unwrap_or_default().to_string_lossy();
                    let mut results = Results::over(folder, &name)?;
                    results.add(&name, &map.bytes)?;
                    for NamedFile { name, bytes } in pictures {
                        results.add(name, bytes)?;
                    }
                    return Ok(results.commit()?);
                }
                (_, files) => {
                    let mut results = Results::over(place, "")?;
                    for NamedFile { name, bytes } in files {
                        results.add(name, bytes)?;
                    }
                    return Ok(results.commit()?);
                }
            },
        }
        Ok(vec![output.to_owned()])
    }
}

/// Makes a scenario whose parts lie in these files name all that stays a file of its own (boards, a
/// scan, pictures of counters) from where an export to this file or folder lies; formats that name
/// none leave it as it is.
pub fn name_from(bundle: &mut Bundle, parts: &ProjectPaths, format: Format, output: &Path) {
    match format {
        Format::Bundle => bundle.move_to(parts, &text_of(output)),
        Format::Csv => bundle.move_to(parts, &text_of(&output.join("tables"))),
        Format::Xlsx => {
            // Pictures are looked for beside the workbook.
            let place = text_of(output);
            bundle.map.named_files_mut().for_each(|name| *name = moved(name, &parts.map, &place));
        }
        _ => {}
    }
}

/// Whether a Tiled map is to be a file of this name, and not a folder.
fn is_tiled_file(format: Format, output: &Path) -> bool {
    let ending = output.extension().unwrap_or_default();
    matches!(format, Format::Tmj | Format::Tmx)
        && ending.eq_ignore_ascii_case(format.id())
        && !output.is_dir()
}
