//! A scenario out, in another client's format: what it comes to and what is lost, before it is
//! written.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{
    CollapsingHeader, Context, DragValue, Label, ProgressBar, RichText, ScrollArea, TextEdit, Ui,
};
use salient_output::export::{self, Format, Log, LossReport, Paper, Parcel, Part, Way, Wishes};
use salient_output::plural;
use salient_output::preview::{self, Look, Piece};
use salient_rules::Systems;
use salient_schema::{Bundle, Disk, ProjectPaths};

use super::{SIDE, SIZE, losses};
use crate::look::dialogs::{Shown, column, large_dialog};
use crate::look::icons::{self, Icon};
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    choice_row, field, heading, icon_button, named_text, primary_button, quiet, segments,
    text_button,
};
use crate::work::Work;

/// The formats in the order in which a designer asks for them.
const FORMATS: [Format; 14] = [
    Format::Vassal,
    Format::Pdf,
    Format::Svg,
    Format::BookPdf,
    Format::BookHtml,
    Format::Html,
    Format::Tabletop,
    Format::Xlsx,
    Format::Csv,
    Format::Geojson,
    Format::GeojsonLayers,
    Format::Tmx,
    Format::Tmj,
    Format::Bundle,
];

/// What was asked for.
#[derive(Debug)]
pub enum Wanted {
    /// It stays open.
    Nothing,
    /// Write it: ask where.
    Write,
    /// Show this folder, where the last one was written.
    ShowFolder(PathBuf),
    /// Close it.
    Close,
}

/// The dialog while it is open.
pub struct ExportDialog {
    systems: Systems,
    bundle: Arc<Bundle>,
    /// The log of the game that is shown, if one is. It is long: no wish is compared by it.
    game: Option<Arc<Log>>,
    plays_back: bool,
    /// Where the scenario's parts lie, if they lie in files.
    home: Option<Arc<ProjectPaths>>,
    on_scan: bool,
    /// The formats that the scenario can be written in.
    formats: Vec<Format>,
    format: Format,
    wishes: Wishes,
    made: Work<Wish, Result<Made, String>>,
    /// Which piece is looked at.
    piece: usize,
    look: Work<(usize, Wish), Look>,
    shown: Shown<(usize, Wish)>,
    /// What was written last, in words, and its folder.
    written: Option<(String, PathBuf)>,
}

/// What an export hangs on; whether the game is played back and whether it lies on the map's scan
/// are the last of it.
type Wish = (Format, Wishes, [bool; 2]);

/// What is written, and how: for whoever does it on another thread.
pub struct Order {
    systems: Systems,
    bundle: Arc<Bundle>,
    format: Format,
    wishes: Wishes,
    game: Option<Arc<Log>>,
    home: Option<Arc<ProjectPaths>>,
    on_scan: bool,
}

/// What an export comes to.
#[derive(Debug)]
struct Made {
    losses: LossReport,
    pieces: Arc<Vec<Piece>>,
}

impl ExportDialog {
    /// For a scenario as it is now, with the log of the game that is shown and the files of its
    /// parts.
    pub fn new(
        systems: Systems,
        bundle: Bundle,
        game: Option<Log>,
        home: Option<ProjectPaths>,
    ) -> Self {
        let formats = FORMATS.into_iter().filter(|format| format.is_for(systems, &bundle));
        Self {
            systems,
            formats: formats.collect(),
            bundle: Arc::new(bundle),
            wishes: Wishes::default(),
            plays_back: game.is_some(),
            game: game.map(Arc::new),
            home: home.map(Arc::new),
            on_scan: false,
            format: FORMATS[0],
            made: Work::default(),
            piece: 0,
            look: Work::default(),
            shown: Shown::default(),
            written: None,
        }
    }

    /// Tells what was written into which folder. The dialog stays for the next format.
    pub fn tell_written(&mut self, words: String, folder: PathBuf) {
        self.written = Some((words, folder));
    }

    /// The format that is chosen.
    pub fn format(&self) -> Format {
        self.format
    }

    /// What the file, or the folder of files, is called if nobody says otherwise.
    pub fn name(&self) -> String {
        let id = &self.bundle.scenario.id;
        match self.format.ending() {
            // A rule book may lie beside the kit and the page.
            Some(ending) if self.format.is_book() => format!("{id}-rules.{ending}"),
            Some(ending) => format!("{id}.{ending}"),
            None => format!("{id}-{}", self.format.id()),
        }
    }

    /// What is written, and how.
    pub fn order(&self) -> Order {
        Order {
            systems: self.systems,
            bundle: self.bundle.clone(),
            format: self.format,
            wishes: self.wishes.clone(),
            game: self.game.clone().filter(|_| self.plays_back),
            home: self.home.clone(),
            on_scan: self.on_scan && self.format.bears_scans(),
        }
    }

    fn wish(&self) -> Wish {
        (self.format, self.wishes.clone(), [self.plays_back, self.on_scan])
    }

    /// Where it is written if this folder was chosen, or this file's name.
    pub fn place(&self, chosen: PathBuf) -> PathBuf {
        match self.format.ending() {
            None => chosen.join(self.name()),
            Some(_) if chosen.extension().is_some() => chosen,
            Some(ending) => chosen.with_extension(ending),
        }
    }

    /// Whether the pictures have no address yet.
    fn lacks_address(&self) -> bool {
        self.format == Format::Tabletop && self.wishes.base_url.trim().is_empty()
    }

    /// Shows it; what was asked for.
    pub fn show(&mut self, ctx: &Context) -> Wanted {
        let wish = self.wish();
        if !self.lacks_address() && self.made.wants(&wish) {
            let order = self.order();
            self.made.wish(ctx, &wish, move || order.made());
        }
        let mut wanted = Wanted::Nothing;
        let closed = large_dialog(ctx, "export", SIZE, |ui| {
            ui.heading("Export");
            ui.add_space(theme::GAP);
            let height = ui.available_height() - 86.0;
            ui.horizontal_top(|ui| {
                column(ui, [230.0, height], |ui| self.formats(ui));
                ui.add_space(theme::GROUP_GAP);
                let width = ((ui.available_width() - theme::GROUP_GAP) * 0.46).min(390.0);
                column(ui, [width, height], |ui| self.settings(ui));
                ui.add_space(theme::GROUP_GAP);
                let width = ui.available_width();
                column(ui, [width, height], |ui| self.preview(ui));
            });
            ui.add_space(theme::GAP);
            // The line has its room before there is anything to tell, so that no button moves.
            ui.horizontal(|ui| {
                ui.set_min_height(26.0);
                if let Some((words, folder)) = &self.written {
                    if text_button(ui, None, "Show the folder", true).clicked() {
                        wanted = Wanted::ShowFolder(folder.clone());
                    }
                    ui.add(Label::new(words).truncate()).on_hover_text(words);
                }
            });
            ui.horizontal(|ui| {
                let is_made = matches!(self.made.made(&wish), Some(Ok(_)));
                if primary_button(ui, None, "Export…", is_made).clicked() {
                    wanted = Wanted::Write;
                }
                if text_button(ui, None, "Close", true).clicked() {
                    wanted = Wanted::Close;
                }
                self.state(ui, &wish);
            });
        });
        if closed { Wanted::Close } else { wanted }
    }

    fn formats(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().id_salt("formats").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for format in self.formats.clone() {
                let on = format == self.format;
                let ending = match format.ending() {
                    Some("bundle.json") => "json",
                    Some(ending) => ending,
                    None => "folder",
                };
                let row = choice_row(ui, on, 32.0, format.title(), ending, |ui, rect, ink| {
                    icons::paint(ui.painter(), rect, icon_of(format), ink);
                });
                if row.on_hover_text(format.about()).clicked() {
                    self.format = format;
                    self.piece = 0;
                }
            }
        });
    }

    fn settings(&mut self, ui: &mut Ui) {
        ui.label(RichText::new(self.format.title()).font(theme::strong(17.0)));
        if self.format.ending().is_none() {
            let name = self.name();
            quiet(ui, format!("Several files: they go into a folder {name}, which is made."));
        }
        match self.format {
            Format::Pdf | Format::Svg => self.print(ui),
            Format::Vassal => self.vassal(ui),
            Format::Geojson | Format::GeojsonLayers => {
                ui.checkbox(&mut self.wishes.plane, "In hexes, not in degrees");
            }
            Format::Tabletop => {
                quiet(
                    ui,
                    "Tabletop Simulator fetches its pictures from the web. Give the address of \
                     the folder that you will upload them to.",
                );
                let text = TextEdit::singleline(&mut self.wishes.base_url)
                    .hint_text("https://…")
                    .desired_width(f32::INFINITY);
                named_text(ui, "Address of the pictures", text);
            }
            Format::Html => match &self.game {
                None => {
                    quiet(ui, "With a game on the map, the page can play it back, too.");
                }
                Some(_) => {
                    ui.checkbox(&mut self.plays_back, "Play back the game that is shown");
                }
            },
            Format::BookPdf => self.paper(ui),
            Format::BookHtml
            | Format::Csv
            | Format::Tmj
            | Format::Tmx
            | Format::Bundle
            | Format::Xlsx => {}
        }
        let has_scan = self.home.is_some() && self.bundle.map.scan.is_some();
        if has_scan && self.format.bears_scans() {
            ui.checkbox(&mut self.on_scan, "The map’s scan in place of drawn ground");
            if self.on_scan {
                quiet(ui, "Whoever holds the rights in the scan must agree before you hand it on.");
            }
        }
        let wish = self.wish();
        if let Some(Ok(made)) = self.made.made(&wish) {
            heading(ui, "Not in it");
            let height = ui.available_height();
            losses::show(ui, &made.losses, "Nothing is lost.", height);
        }
    }

    fn vassal(&mut self, ui: &mut Ui) {
        let mut fitting = self.wishes.vassal.hex_pixels.is_none();
        if ui.checkbox(&mut fitting, "Hexes as large as the map allows").changed() {
            self.wishes.vassal.hex_pixels = (!fitting).then_some(112);
        }
        if let Some(pixels) = &mut self.wishes.vassal.hex_pixels {
            field(ui, "A hex", |ui| {
                let drag = DragValue::new(pixels).range(8..=400).speed(2.0).suffix(" pixels");
                ui.name_inputs("Height of a hex in pixels", |ui| ui.add(drag));
            });
            // VASSAL's grid wants whole halves.
            *pixels += *pixels % 2;
        }
    }

    fn paper(&mut self, ui: &mut Ui) {
        let print = &mut self.wishes.print;
        field(ui, "Paper", |ui| {
            let choices = [(Paper::A4, "A4"), (Paper::A3, "A3"), (Paper::Letter, "Letter")];
            if let Some(chosen) = segments(ui, "Paper", &choices, print.paper) {
                print.paper = chosen;
            }
        });
    }

    fn print(&mut self, ui: &mut Ui) {
        self.paper(ui);
        let print = &mut self.wishes.print;
        field(ui, "Sheets", |ui| {
            let choices = [
                (None, "Fewest"),
                (Some(Way::Portrait), "Upright"),
                (Some(Way::Landscape), "Landscape"),
            ];
            if let Some(chosen) = segments(ui, "Sheets", &choices, print.way) {
                print.way = chosen;
            }
        });
        field(ui, "A hex", |ui| {
            millimetres(ui, "Distance of hexes", &mut print.hex_mm, 3.0, 200.0);
            ui.checkbox(&mut print.whole, "Map on one sheet");
        });
        field(ui, "A counter", |ui| {
            millimetres(ui, "Side of a counter", &mut print.counter_mm, 6.0, 60.0);
        });
        CollapsingHeader::new("Margins and parts").show(ui, |ui| {
            field(ui, "Margin", |ui| {
                millimetres(ui, "White margin", &mut print.margin_mm, 5.0, 40.0);
            });
            field(ui, "Overlap", |ui| {
                millimetres(ui, "Overlap of sheets", &mut print.overlap_mm, 0.0, 40.0);
            });
            field(ui, "Bleed", |ui| {
                millimetres(ui, "Bleed of counters", &mut print.bleed_mm, 0.0, 5.0);
            });
            for part in Part::ALL {
                let mut on = print.parts.contains(&part);
                if ui.checkbox(&mut on, part.name()).changed() {
                    match on {
                        true => print.parts.insert(part),
                        false => print.parts.remove(&part),
                    };
                }
            }
        });
    }

    fn preview(&mut self, ui: &mut Ui) {
        let wish = self.wish();
        let pieces = match self.made.made(&wish) {
            Some(Ok(made)) => made.pieces.clone(),
            _ => return,
        };
        let last = pieces.len().saturating_sub(1);
        self.piece = self.piece.min(last);
        ui.horizontal(|ui| {
            if icon_button(ui, Icon::Up, "Previous", self.piece > 0).clicked() {
                self.piece -= 1;
            }
            let name = pieces.get(self.piece).map_or("", |piece| piece.name.as_str());
            let width = (ui.available_width() - 46.0).max(80.0);
            ui.name_inputs("What is shown", |ui| {
                egui::ComboBox::from_id_salt("piece")
                    .selected_text(name)
                    .width(width)
                    .truncate()
                    .show_ui(ui, |ui| {
                        for (at, piece) in pieces.iter().enumerate() {
                            ui.selectable_value(&mut self.piece, at, &piece.name);
                        }
                    })
            });
            if icon_button(ui, Icon::Down, "Next", self.piece < last).clicked() {
                self.piece += 1;
            }
        });
        let key = (self.piece, wish);
        let at = self.piece;
        self.look.wish(ui.ctx(), &key, move || {
            pieces.get(at).map_or(Look::Neither("Nothing."), |piece| piece.look(SIDE))
        });
        match self.look.made(&key) {
            None => {}
            Some(Look::Picture(picture)) => {
                self.shown.show(ui, &key, picture);
            }
            Some(Look::Text(text)) => {
                ScrollArea::both().id_salt("text").auto_shrink(false).show(ui, |ui| {
                    ui.add(Label::new(RichText::new(text).monospace().size(12.0)).extend());
                });
            }
            Some(Look::Neither(what)) => {
                quiet(ui, *what);
            }
        }
    }

    /// How far it is, what it comes to, or why not.
    fn state(&self, ui: &mut Ui, wish: &Wish) {
        match self.made.made(wish) {
            None if self.lacks_address() => {
                quiet(ui, "The address is missing.");
            }
            None => {
                ui.add(ProgressBar::new(0.0).animate(true).desired_width(120.0));
                quiet(ui, "Making it ready…");
            }
            Some(Err(error)) => {
                let text = RichText::new(error).color(palette(ui).error);
                ui.add(Label::new(text).wrap());
            }
            Some(Ok(made)) => {
                let pages = matches!(wish.0, Format::Pdf | Format::Svg | Format::BookPdf);
                let word = if pages { "page" } else { "file" };
                let bytes: Option<usize> = made.pieces.iter().map(|piece| piece.bytes).sum();
                let count = plural(made.pieces.len(), word);
                quiet(
                    ui,
                    match bytes {
                        Some(bytes) => format!("{count}, {:.1} MB", bytes as f64 / 1e6),
                        None => count,
                    },
                );
            }
        }
    }
}

fn icon_of(format: Format) -> Icon {
    match format {
        Format::Vassal | Format::Tabletop => Icon::Counter,
        Format::Pdf | Format::Svg | Format::BookPdf | Format::BookHtml => Icon::Book,
        Format::Html => Icon::Panel,
        Format::Csv | Format::Xlsx => Icon::Table,
        Format::Geojson | Format::GeojsonLayers | Format::Tmj | Format::Tmx => Icon::Hex,
        Format::Bundle => Icon::Copy,
    }
}

fn millimetres(ui: &mut Ui, name: &str, value: &mut f32, least: f32, most: f32) {
    let drag = DragValue::new(value).range(least..=most).speed(0.2).max_decimals(1).suffix(" mm");
    ui.name_inputs(name, |ui| ui.add(drag));
}

impl Order {
    /// Writes it: to a file, or into a folder, by its format. Gives what was written, or why
    /// nothing was.
    pub fn write(&self, place: &Path) -> Result<Vec<PathBuf>, String> {
        let mut bundle = self.bundle.as_ref().clone();
        if let Some(home) = &self.home {
            export::name_from(&mut bundle, home, self.format, place);
        }
        let (parcel, _) = self.parcel(&bundle)?;
        parcel.save(self.format, place).map_err(|error| error.to_string())
    }

    fn parcel<'b>(&self, bundle: &'b Bundle) -> Result<(Parcel<'b>, Wishes), String> {
        let log = self.game.as_deref().cloned();
        let mut wishes = Wishes { log, ..self.wishes.clone() };
        if let (Some(home), true) = (&self.home, self.on_scan) {
            let map = (home.map.as_str(), &bundle.map);
            wishes = wishes.over_scan(self.format, &Disk, &home.scenario, map)?;
        }
        let parcel = Parcel::of(self.systems, bundle, self.format, &wishes);
        Ok((parcel.map_err(|error| error.to_string())?, wishes))
    }

    fn made(&self) -> Result<Made, String> {
        let (parcel, wishes) = self.parcel(&self.bundle).map_err(|error| sentence(&error))?;
        let losses = parcel.losses().clone();
        let pieces = preview::pieces(self.systems, parcel, &self.bundle, (self.format, &wishes));
        Ok(Made { losses, pieces: Arc::new(pieces) })
    }
}
