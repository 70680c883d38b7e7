//! Joining boards into one map: which, where, which way round, and what does not fit.

use std::path::{Path, PathBuf};

use egui::{
    Align2, Color32, ComboBox, DragValue, FontId, Label, RichText, Sense, Stroke, Ui, vec2,
};
use egui::{Rect, TextEdit};
use salient_cartography::join::{Cell, JoinReport, arrange, is_of_rules, join, own_board};
use salient_document::reshape::{Reshaped, replace};
use salient_document::{Document, Origin};
use salient_output::plural;
use salient_rules::words::list;
use salient_schema::map::{Board, Grid};
use salient_schema::project::resolve;
use salient_schema::{Diagnostic, Disk, Document as AnyDocument, HexIndex, Id, Map, Ruleset};

use super::{dialog, lost_list};
use crate::look::sentence;
use crate::look::theme::palette;
use crate::look::widgets::{field, heading, named_text, quiet, text_button};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::map::MapRequest;
use crate::scan::name_for;

/// The most files that are looked through for boards.
const MOST_FILES: usize = 300;
/// The most files that were open lately about whose projects boards are looked for.
const MOST_PLACES: usize = 5;
/// The most boards side by side.
const MOST_ACROSS: u16 = 8;

/// A board that can be chosen.
#[derive(Debug)]
struct Found {
    /// Its own name, and what it is called.
    name: String,
    /// Its file, from the document's map.
    file: String,
    map: Map,
}

/// What lies in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    board: Option<usize>,
    turned: bool,
}

/// What comes of it.
#[derive(Debug)]
struct Outcome {
    reshaped: Option<Reshaped>,
    report: JoinReport,
    found: Vec<Diagnostic>,
    why_not: Option<String>,
}

type Wish = (Vec<Place>, u16, u64);

/// The dialog while it is open.
#[derive(Debug)]
pub(crate) struct JoinDialog {
    /// The document's map file; none for a scenario that lies in none yet, and for a bundle.
    map: Option<PathBuf>,
    /// Whether the document lies in no file yet.
    is_new: bool,
    boards: Vec<Found>,
    across: u16,
    down: u16,
    places: Vec<Place>,
    typed: String,
    trouble: Option<String>,
    outcome: Option<(Wish, Outcome)>,
}

impl JoinDialog {
    /// The boards that the document's map is joined of; else those that are found about it. What is
    /// in no file yet has those about the files that were open lately.
    pub fn new(document: &Document, recent: &[PathBuf]) -> Self {
        let paths = document.paths();
        let is_new = *document.origin() == Origin::Embedded;
        let mut dialog = Self {
            map: (!is_new && !paths.is_bundle).then(|| PathBuf::from(&paths.map)),
            is_new,
            boards: Vec::new(),
            across: 2,
            down: 1,
            places: vec![Place::default(); 2],
            typed: String::new(),
            trouble: None,
            outcome: None,
        };
        let places: Vec<PathBuf> = if is_new {
            let here = std::env::current_dir().map(|folder| folder.join("map.json"));
            recent.iter().take(MOST_PLACES).cloned().chain(here).collect()
        } else {
            vec![PathBuf::from(&paths.map)]
        };
        let mut projects: Vec<PathBuf> = Vec::new();
        for project in places.iter().map(|file| salient_files::project_of(file)) {
            if !projects.contains(&project) && dialog.boards.is_empty() {
                dialog.look_about(document, &project);
                projects.push(project);
            }
        }
        dialog.follow(document);
        dialog
    }

    /// Finds boards of the same ruleset in a project's maps.
    fn look_about(&mut self, document: &Document, project: &Path) {
        let maps = project.join("maps");
        let folder = match maps.is_dir() {
            true => maps,
            // Nobody said that what lies there belongs to the document: it may be anything.
            false if self.is_new => return,
            false => project.to_owned(),
        };
        let walked = salient_files::walk(&[folder], "json");
        for file in walked.files.iter().take(MOST_FILES) {
            // What is no board is no fault here.
            let _no_board = self.add(document, file);
        }
        self.boards.sort_by(|one, other| (&one.name, &one.file).cmp(&(&other.name, &other.file)));
    }

    /// Takes a file in as a board.
    fn add(&mut self, document: &Document, file: &Path) -> Result<usize, String> {
        let shown = salient_files::text_of(file);
        let (read, faults) = salient_schema::open_file(&Disk, &shown);
        let board = match read {
            Some(AnyDocument::Map(board)) => *board,
            Some(other) => return Err(format!("{shown} is a {} file, and no map.", other.kind())),
            None => {
                let why = faults.first().map(ToString::to_string).unwrap_or_default();
                return Err(format!("{shown} cannot be read: {why}."));
            }
        };
        if board.grid.boards.len() != 1 {
            return Err(format!("{shown} is no board: its grid names none, or several."));
        }
        let whose = |file: &Path, ruleset: &str| {
            let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
            resolve(&salient_files::text_of(&file), ruleset)
        };
        let map = self.map.as_deref();
        let is_same = map
            .is_some_and(|map| whose(file, &board.ruleset) == whose(map, &document.map().ruleset));
        // A map of its own begins with a copy of the rules: boards of the same rules fit it.
        let is_copy = || {
            let from = map.map_or_else(|| shown.clone(), salient_files::text_of);
            is_of_rules(&Disk, (&from, &shown), &board, document.ruleset())
        };
        if !is_same && !is_copy() {
            return Err(format!("{shown} is made for another ruleset than this map."));
        }
        let file = name_for(document, file);
        if let Some(at) = self.boards.iter().position(|found| found.file == file) {
            return Ok(at);
        }
        let id = own_board(&board).id;
        let name = match board.title.contains(&id) {
            true => board.title.clone(),
            false => format!("{id}, {}", board.title),
        };
        self.boards.push(Found { name, file, map: board });
        Ok(self.boards.len() - 1)
    }

    /// Lays the boards as the document's map has them, or the first two side by side.
    fn follow(&mut self, document: &Document) {
        let laid = &document.map().grid.boards;
        let mut starts: [Vec<u16>; 2] =
            [laid.iter().map(|b| b.column).collect(), laid.iter().map(|b| b.row).collect()];
        for starts in &mut starts {
            starts.sort_unstable();
            starts.dedup();
        }
        let of = |file: &Option<String>| {
            self.boards.iter().position(|found| file.as_ref() == Some(&found.file))
        };
        let known: Option<Vec<_>> =
            laid.iter().map(|board| Some((board, of(&board.file)?))).collect();
        match known.filter(|known| !known.is_empty()) {
            Some(known) => {
                let count =
                    |starts: &[u16]| u16::try_from(starts.len()).unwrap_or(1).clamp(1, MOST_ACROSS);
                (self.across, self.down) = (count(&starts[0]), count(&starts[1]));
                self.places = vec![Place::default(); usize::from(self.across * self.down)];
                for (board, at) in known {
                    let place = |starts: &[u16], start| starts.iter().position(|s| *s == start);
                    let column = place(&starts[0], board.column).unwrap_or(0);
                    let row = place(&starts[1], board.row).unwrap_or(0);
                    if let Some(place) =
                        self.places.get_mut(row * usize::from(self.across) + column)
                    {
                        *place = Place { board: Some(at), turned: board.turned };
                    }
                }
            }
            None => {
                for (at, place) in self.places.iter_mut().enumerate() {
                    place.board = (at < self.boards.len()).then_some(at);
                }
            }
        }
    }

    /// Shows it. Gives whether it stays open.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        document: &Document,
        requests: &mut Vec<Request>,
    ) -> bool {
        let mut saves = false;
        let (stays, done) = dialog(ctx, "Join boards", "Join", 760.0, |ui| {
            self.fields(ui, document);
            if self.boards.is_empty() {
                saves = self.without_boards(ui);
                return Err(String::new());
            }
            self.outcome(document);
            let Some((_, outcome)) = &self.outcome else { return Err(String::new()) };
            if let Some(why) = &outcome.why_not {
                return Err(why.clone());
            }
            if let Some(reshaped) = &outcome.reshaped {
                picture(ui, &reshaped.map, document.ruleset());
                report(ui, outcome);
                lost_list(ui, &reshaped.lost);
                quiet(ui, "All that was drawn on the map by hand gives way to the boards.");
            }
            Ok(())
        });
        if saves {
            requests.push(Request::Command(UiCommand::SaveAs));
            return false;
        }
        if done && let Some((_, Outcome { reshaped: Some(reshaped), .. })) = self.outcome.take() {
            let name = format!("Join {}", plural(reshaped.map.grid.boards.len(), "board"));
            let request = MapRequest::Reshape { name, reshaped: Box::new(reshaped) };
            requests.push(Request::Map(request));
        }
        stays
    }

    /// What to do where no board is found. Gives whether the scenario is to be saved.
    fn without_boards(&self, ui: &mut Ui) -> bool {
        let place =
            if self.is_new { "about the files that were open lately" } else { "in the project" };
        quiet(
            ui,
            format!(
                "No boards of this ruleset are {place}. A board is a map whose grid names itself as \
                 its only board. Add one by its file, above."
            ),
        );
        if !self.is_new {
            return false;
        }
        quiet(ui, "Or save the scenario in the project that has the boards: they are found there.");
        text_button(ui, None, "Save the scenario…", true).clicked()
    }

    fn fields(&mut self, ui: &mut Ui, document: &Document) {
        let (across, down) = (self.across, self.down);
        field(ui, "Boards", |ui| {
            let drag = |value| DragValue::new(value).range(1..=MOST_ACROSS).speed(0.05);
            ui.name_inputs("Boards side by side", |ui| ui.add(drag(&mut self.across)));
            quiet(ui, "side by side,");
            ui.name_inputs("Rows of boards", |ui| ui.add(drag(&mut self.down)));
            quiet(ui, if self.down == 1 { "row" } else { "rows" });
        });
        if (across, down) != (self.across, self.down) {
            let mut new = vec![Place::default(); usize::from(self.across * self.down)];
            for row in 0..usize::from(self.down.min(down)) {
                for column in 0..usize::from(self.across.min(across)) {
                    let old = row * usize::from(across) + column;
                    new[row * usize::from(self.across) + column] = self.places[old].clone();
                }
            }
            self.places = new;
        }
        egui::ScrollArea::horizontal().id_salt("places").show(ui, |ui| {
            egui::Grid::new("places").spacing([12.0, 8.0]).show(ui, |ui| {
                for row in 0..self.down {
                    for column in 0..self.across {
                        self.place(ui, column, row);
                    }
                    ui.end_row();
                }
            });
        });
        ui.horizontal(|ui| {
            let hint = "File of another board";
            let text = TextEdit::singleline(&mut self.typed).hint_text(hint).desired_width(380.0);
            if named_text(ui, hint, text).changed() {
                self.trouble = None;
            }
            let typed = self.typed.trim().to_owned();
            if text_button(ui, None, "Add", !typed.is_empty()).clicked() {
                match self.add(document, Path::new(&typed)) {
                    Ok(at) => {
                        self.typed.clear();
                        let free = self.places.iter_mut().find(|place| place.board.is_none());
                        if let Some(place) = free {
                            place.board = Some(at);
                        }
                    }
                    Err(why) => self.trouble = Some(why),
                }
            }
        });
        if let Some(why) = &self.trouble {
            ui.add(Label::new(RichText::new(why).color(palette(ui).error)).wrap());
        }
    }

    fn place(&mut self, ui: &mut Ui, column: u16, row: u16) {
        let at = usize::from(row * self.across + column);
        let Some(place) = self.places.get_mut(at) else { return };
        let here = format!("row {}, place {}", row + 1, column + 1);
        let boards = &self.boards;
        ui.vertical(|ui| {
            let name = |board: Option<usize>| {
                let found = board.and_then(|board| boards.get(board));
                found.map_or("None", |found| found.name.as_str())
            };
            ui.name_inputs(format!("Board in {here}"), |ui| {
                ComboBox::from_id_salt(("board", at))
                    .selected_text(name(place.board))
                    .width(210.0)
                    .truncate()
                    .show_ui(ui, |ui| {
                        ui.selectable_value(&mut place.board, None, "None");
                        for number in 0..boards.len() {
                            let some = Some(number);
                            ui.selectable_value(&mut place.board, some, name(some));
                        }
                    })
            });
            ui.add_enabled_ui(place.board.is_some(), |ui| {
                ui.name_inputs(format!("Upside down in {here}"), |ui| {
                    ui.checkbox(&mut place.turned, "Upside down")
                });
            });
        });
    }

    fn outcome(&mut self, document: &Document) {
        let wish: Wish = (self.places.clone(), self.across, document.revision());
        if self.outcome.as_ref().is_some_and(|(of, _)| *of == wish) {
            return;
        }
        let cells: Vec<Option<Cell<'_>>> = self
            .places
            .iter()
            .map(|place| {
                let found = self.boards.get(place.board?)?;
                let file = found.file.clone();
                Some(Cell { file, map: &found.map, turned: place.turned })
            })
            .collect();
        let mut outcome = Outcome {
            reshaped: None,
            report: JoinReport::default(),
            found: Vec::new(),
            why_not: None,
        };
        match arrange(&cells, self.across.into()) {
            Err((_, why)) => outcome.why_not = Some(sentence(&why)),
            Ok(grid) => {
                let maps: Vec<Map> = cells.iter().flatten().map(|cell| cell.map.clone()).collect();
                let title = title_of(document.map(), &grid, &maps);
                let head = Map { grid, title, ..document.map().clone() };
                let (joined, found) = join(&head, &maps);
                match joined {
                    Some(joined) => {
                        outcome.reshaped = Some(replace(document.bundle(), joined.map));
                        outcome.report = joined.report;
                        outcome.found = found;
                    }
                    None => {
                        let why = found.iter().find(|one| one.is_error());
                        let why = why.map_or_else(String::new, |one| one.message.clone());
                        outcome.why_not = Some(sentence(&why));
                    }
                }
            }
        }
        self.outcome = Some((wish, outcome));
    }
}

/// What a map is called when boards are joined into it: a board's own name, and that of the boards
/// that it was joined of before, give way to those of all of them.
fn title_of(map: &Map, grid: &Grid, boards: &[Map]) -> String {
    let called = |boards: &[Board]| {
        let ids: Vec<String> = boards.iter().map(|board| board.id.clone()).collect();
        format!("{} {}", if ids.len() == 1 { "Board" } else { "Boards" }, list(&ids))
    };
    let is_of_boards = map.title == called(&map.grid.boards)
        || boards.iter().any(|board| board.title == map.title);
    if is_of_boards && boards.len() > 1 { called(&grid.boards) } else { map.title.clone() }
}

/// What came over, and what does not fit.
fn report(ui: &mut Ui, outcome: &Outcome) {
    let Outcome { report, found, .. } = outcome;
    let sum = |of: fn(&salient_cartography::join::BoardReport) -> usize| -> usize {
        report.boards.iter().map(of).sum()
    };
    ui.label(format!(
        "{} hexes of {}, {} of them on two boards or more; {}, {} hexes of roads.",
        sum(|board| board.hexes.placed),
        plural(report.boards.len(), "board"),
        sum(|board| board.hexes.shared),
        plural(sum(|board| board.features.placed), "feature"),
        sum(|board| board.paths.placed)
    ));
    if found.is_empty() {
        quiet(ui, "The boards fit: what lies on the seams is the same on both sides.");
    } else {
        heading(ui, &format!("{} at the seams", plural(found.len(), "problem")));
        let colour = palette(ui).warning;
        for one in found.iter().take(12) {
            let text = RichText::new(sentence(&one.message)).color(colour);
            ui.add(Label::new(text).wrap());
        }
        if found.len() > 12 {
            quiet(ui, format!("And {} more.", found.len() - 12));
        }
    }
    for board in &report.boards {
        for told in &board.told {
            let at =
                if told.place.is_empty() { String::new() } else { format!(" in {}", told.place) };
            let text = format!("Board {}: {}{at} is left out: {}.", board.id, told.what, told.why);
            ui.add(Label::new(text).wrap());
        }
    }
}

/// The joined map from afar: its hexes, its roads, and where boards meet.
fn picture(ui: &mut Ui, map: &Map, ruleset: &Ruleset) {
    let grid = salient_hex::HexGrid::new(&map.grid);
    let [[x0, y0], [x1, y1]] = grid.bounds();
    let size = vec2(ui.available_width(), 260.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let names: Vec<String> = map
        .grid
        .boards
        .iter()
        .map(|board| if board.turned { format!("{} turned", board.id) } else { board.id.clone() })
        .collect();
    let words = format!("The joined map: boards {}", names.join(", "));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, words.clone()));
    let scale = (rect.width() / (x1 - x0)).min(rect.height() / (y1 - y0)) * 0.98;
    let middle = [(x0 + x1) / 2.0, (y0 + y1) / 2.0];
    let put = |[x, y]: [f32; 2]| rect.center() + vec2(x - middle[0], y - middle[1]) * scale;
    let painter = ui.painter().with_clip_rect(rect.expand(2.0));
    let colour = |kind: &Id| {
        let kind = ruleset.terrain.iter().find(|known| known.id == *kind);
        let fill = kind.and_then(|kind| kind.look.fill.as_deref());
        fill.and_then(|fill| Color32::from_hex(fill).ok()).unwrap_or(Color32::GRAY)
    };
    let kinds: Vec<(char, Color32)> = map
        .terrain
        .palette
        .iter()
        .filter_map(|(glyph, kind)| Some((glyph.chars().next()?, colour(kind))))
        .collect();
    for (row, glyphs) in map.terrain.rows.iter().enumerate() {
        for (column, glyph) in glyphs.chars().enumerate() {
            let [Ok(column), Ok(row)] = [column, row].map(u16::try_from) else { continue };
            let index = HexIndex::new(column, row);
            let Some(hex) = grid.hex(index).filter(|_| map.grid.board_of(index).is_some()) else {
                continue;
            };
            let fill = kinds.iter().find(|(of, _)| *of == glyph).map_or(Color32::GRAY, |k| k.1);
            let corners = grid.corners(hex).map(put).to_vec();
            painter.add(egui::Shape::convex_polygon(corners, fill, Stroke::new(0.5, fill)));
        }
    }
    let road = Stroke::new(1.5, Color32::from_rgb(110, 70, 45));
    for path in &map.paths.items {
        let points = path.hexes.iter().filter_map(|hex| grid.parse(hex));
        painter.add(egui::Shape::line(points.map(|hex| put(grid.centre(hex))).collect(), road));
    }
    let colours = palette(ui);
    for (board, name) in map.grid.boards.iter().zip(names) {
        // Of a board that is cut through hexes, the middles of its outermost hexes lie on the cut.
        let hexes = grid.hexes().filter(|&hex| board.holds(&map.grid, grid.index(hex)));
        let area = hexes
            .map(|hex| put(grid.centre(hex)))
            .fold(Rect::NOTHING, |area, at| area.union(Rect::from_min_max(at, at)));
        painter.rect_stroke(area, 0.0, Stroke::new(1.0, colours.accent), egui::StrokeKind::Middle);
        let text = painter.layout_no_wrap(name, FontId::proportional(15.0), Color32::BLACK);
        let at = Align2::CENTER_CENTER.anchor_size(area.center(), text.size());
        painter.rect_filled(at.expand(4.0), 4.0, Color32::from_white_alpha(215));
        painter.galley(at.min, text, Color32::BLACK);
    }
}

#[cfg(test)]
mod tests {
    use salient_schema::project::Project;

    use super::*;

    /// A board of one terrain, as it lies in a file of its own.
    fn board(id: &str, terrain: &Id) -> Map {
        let mut grid = Grid::plain(salient_schema::map::Orientation::FlatTopped, 6, 4);
        grid.boards = vec![Board { id: id.to_owned(), columns: 6, rows: 4, ..Board::default() }];
        let mut map = Map::empty(format!("board-{id}"), format!("Board {id}"), grid);
        map.ruleset = "../../rules/ruleset.json".to_owned();
        map.terrain.palette = [(".".to_owned(), terrain.clone())].into();
        map.terrain.rows = vec!["......".to_owned(); 4];
        map
    }

    #[test]
    fn a_map_that_was_a_board_is_called_after_all_of_them() {
        let terrain = "open".to_owned();
        let [one, other] = ["45", "46"].map(|id| board(id, &terrain));
        let mut joined = one.grid.clone();
        joined.boards.extend(other.grid.boards.clone());
        let titled = |title: &str, map: &Map| Map { title: title.to_owned(), ..map.clone() };
        let boards = [one.clone(), other.clone()];
        let whole = Map { grid: joined.clone(), ..one.clone() };
        for (map, called) in [
            (other.clone(), "Boards 45 and 46"),
            (titled("Boards 45 and 46", &whole), "Boards 45 and 46"),
            (titled("Before Usdau", &one), "Before Usdau"),
        ] {
            assert_eq!(title_of(&map, &joined, &boards), called, "{}", map.title);
        }
        assert_eq!(title_of(&one, &one.grid, &boards[..1]), "Board 45");
    }

    #[test]
    fn a_map_that_lies_nowhere_yet_has_the_boards_of_what_was_open() {
        let folder = tempfile::tempdir().unwrap();
        let mut project = Project::empty();
        let open = serde_json::json!({ "id": "open", "name": "Open", "look": {} });
        project.bundle.ruleset.terrain = vec![serde_json::from_value(open).unwrap()];
        let ruleset = project.bundle.ruleset.clone();
        let put = |file: &str, document: AnyDocument| {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, salient_schema::write(&document).unwrap()).unwrap();
        };
        let terrain = ruleset.terrain[0].id.clone();
        put("rules/ruleset.json", AnyDocument::Ruleset(Box::new(ruleset)));
        for id in ["45", "46"] {
            let map = Box::new(board(id, &terrain));
            put(&format!("maps/{id}/map.json"), AnyDocument::Map(map));
        }
        std::fs::create_dir_all(folder.path().join("scenarios")).unwrap();
        let document = Document::new(salient_rules::Systems::NONE, project, Origin::Embedded);
        let recent = [folder.path().join("scenarios/one.json")];
        let mut dialog = JoinDialog::new(&document, &recent);
        let names: Vec<&str> = dialog.boards.iter().map(|found| found.name.as_str()).collect();
        assert_eq!(names, ["Board 45", "Board 46"]);
        dialog.outcome(&document);
        let (_, outcome) = dialog.outcome.unwrap();
        assert_eq!(outcome.why_not, None);
        let map = outcome.reshaped.unwrap().map;
        assert_eq!((map.grid.columns, map.grid.rows), (12, 4));
        // Where it is saved, the whole paths become short ones.
        let files = map.grid.boards.iter().filter_map(|board| board.file.as_deref());
        assert!(
            files.clone().count() == 2 && files.clone().all(|file| Path::new(file).is_absolute())
        );
    }
}
