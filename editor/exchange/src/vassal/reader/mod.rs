//! Reading VASSAL modules, and saved games of them.
//!
//! The boards that lie side by side become the map, their pictures the scan that lies under it;
//! palettes become formations, pieces counters, stacks and saved games set-ups. A module of ours
//! has our own files in it ([`data`]): they say what things are, and VASSAL's parts where counters
//! stand. Of any other module the names and faces are taken, and what they mean is drafted.
//! Everything else that is in the file is in the loss report.
//!
//! ```text
//! buildFile.xml ─▶ boards.rs (how large; which are the map) ─▶ grids.rs (what the module says of grids)
//!              │                                           ─▶ board_grid.rs (hexes and their numbers)
//!              │                                           ─▶ joined.rs (several boards as one)
//!              └─▶ contents.rs (palettes, stacks, players, turns) ─▶ places.rs (places by their names)
//! .vsav, .sav   ─▶ saved_game.rs (commands in commands) ─▶ maps.rs (which board, and where on it)
//! pieces        ─▶ piece.rs (traits) ─▶ draft.rs, sides.rs (counters) ─▶ faces.rs (their pictures)
//! what lies     ─▶ setup.rs (a scenario) ─▶ merge.rs (into that of our own files)
//! ```
//!
//! A saved game that is damaged is told of and passed over; pieces are counted
//! ([`Counts`](crate::Counts)) where they are read, where they are placed and where they are told of.

pub(super) mod archive;
mod board_grid;
mod boards;
mod contents;
mod draft;
mod faces;
mod grids;
mod joined;
mod laid;
mod maps;
mod merge;
mod picture;
mod piece;
mod places;
mod saved_game;
mod setup;
mod sides;
mod tree;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use roxmltree::Node;
use salient_schema::map::{Layer, Map, Scan, Zone, ZoneKind};
use salient_schema::{HexIndex, OrderOfBattle, Provenance, Ruleset, Scenario};

use self::archive::{Archive, refuse};
use self::board_grid::BoardGrid;
use self::draft::{Counters, is_marker};
use self::faces::Gallery;
use self::maps::{Maps, Sheet, Shown};
use self::piece::{GamePiece as Read, Prototypes};
use self::places::Places;
use self::tree::{class, flag, text};
use super::data::{self, Data};
use super::module::{MARKER, set_up_file};
use crate::pictures::{COUNTED, tell};
use crate::terrain::TerrainByHex;
use crate::{
    BoardChoice, Fate, ImportError, Imported, Loss, LossReport, NamedFile, draft as common, limits,
};
use laid::{Area, BOARDS, LYING, Laid, PALETTES, SET_UPS, Slot, ZONES};

/// Reads a module. `place` names the file in messages; `saved` is a saved game of it that is to be
/// read besides those in it.
///
/// # Errors
/// It is no module, is damaged, or passes the limits of [`limits`].
pub fn read(
    bytes: &[u8],
    place: &str,
    saved: Option<(&[u8], &str)>,
    ruleset: Option<Ruleset>,
) -> Result<Imported, ImportError> {
    read_boards(bytes, place, saved, ruleset, None)
}

/// The same with the boards that become the map: their names from west to east, parted by commas,
/// rows by semicolons, `:turned` behind one that lies upside down, `-` for a place without one.
///
/// # Errors
/// As [`read`]; no map of the module has such boards.
pub fn read_boards(
    bytes: &[u8],
    place: &str,
    saved: Option<(&[u8], &str)>,
    ruleset: Option<Ruleset>,
    asked: Option<&str>,
) -> Result<Imported, ImportError> {
    let mut archive = Archive::open(bytes, place)?.with_top(&["buildFile.xml", "buildFile"])?;
    let (name, build_file) = match archive.text("buildFile.xml")? {
        Some(text) => ("buildFile.xml", text),
        None => match archive.text("buildFile")? {
            Some(text) => ("buildFile", text),
            None => {
                if archive.has("savedGame") {
                    let help = "give its module as well (--module FILE), and call it .vsav";
                    return Err(refuse(place, "it is a saved game, and no module", help));
                }
                let help = "give a .vmod; a saved game (.vsav) needs its module (--module FILE)";
                return Err(refuse(place, "there is no buildFile.xml in it", help));
            }
        },
    };
    let document = tree::parse(&build_file, &format!("{place}/{name}"))?;
    let root = document.root_element();
    match class(root) {
        // Older modules are called after the class that opens them.
        "GameModule" | "BasicModule" => {}
        "ModuleExtension" => {
            let what = "it is an extension, and has no map of its own";
            return Err(refuse(place, what, "give the module that it extends"));
        }
        _ => {
            let what = format!("the outermost element is {:?}", root.tag_name().name());
            return Err(refuse(place, what, "this is no VASSAL module"));
        }
    }
    let data = data::read(&mut archive, place, &build_file)?;
    let mut boards = boards::Boards::of(root, &mut archive)?;
    // Archives within an archive share what may be unpacked.
    let mut left = limits::UNPACKED_BYTES;
    let mut games = Games::of(root, &mut archive, place, &boards.maps, &mut left);
    if let Some((game, place)) = saved {
        let title = place.rsplit('/').next().unwrap_or(place);
        let title = title.rsplit_once('.').map_or(title, |(title, _)| title).to_owned();
        let saved_game::SavedGame { laid, shown } =
            saved_game::saved_game(game, place, &boards.maps, &mut left)?;
        games.found.push(Game { file: None, title, laid, shown, is_begun: false });
        games.losses.counts.see(SET_UPS, 1);
    }
    boards.measure(root, games.found.iter().flat_map(|game| &game.laid));
    let given = games.found.last().filter(|_| saved.is_some());
    let wish = boards::Wish { asked, given, games: &games.found };
    let module = Module::new(root, &mut boards, &wish, &mut archive, place)?;
    let imported = module.imported(games, data, ruleset, &mut archive)?;
    imported.losses.counts.settle(place)?;
    Ok(imported)
}

/// What stands for the set-up of a module that has none.
const AT_THE_START: &str = "At the start";

/// The saved games of a module.
struct Games {
    found: Vec<Game>,
    /// Those that cannot be read.
    losses: LossReport,
}

/// A saved game, or what is there without one.
struct Game {
    /// Its file in the module, if it is in it.
    file: Option<String>,
    title: String,
    laid: Vec<Laid>,
    /// The boards that it says are laid out, by the names of their maps.
    shown: BTreeMap<String, Vec<Shown>>,
    /// It is what is there without any.
    is_begun: bool,
}

impl Game {
    fn begun(laid: Vec<Laid>) -> Self {
        let (title, shown) = (AT_THE_START.to_owned(), BTreeMap::new());
        Self { file: None, title, laid, shown, is_begun: true }
    }
}

impl Games {
    /// Every file that a set-up of the module names, and every other saved game that lies in it. One
    /// that is missing or damaged is told of and passed over.
    fn of(
        root: Node<'_, '_>,
        archive: &mut Archive<'_>,
        place: &str,
        maps: &Maps,
        left: &mut u64,
    ) -> Self {
        let mut files: BTreeMap<String, String> = BTreeMap::new();
        for name in archive.names() {
            if let Some(stem) = name.strip_suffix(".vsav").or(name.strip_suffix(".sav")) {
                files.insert(name.clone(), stem.to_owned());
            }
        }
        let mut games = Self { found: Vec::new(), losses: LossReport::new("vassal") };
        let named = root.descendants().filter(|node| class(*node) == "PredefinedSetup");
        // A menu holds others, and one without a file begins with what lies on the maps.
        let is_file =
            |node: &Node<'_, '_>| flag(*node, "useFile", true) && !flag(*node, "isMenu", false);
        for node in named.filter(is_file) {
            let (file, name) = (text(node, "file").trim(), text(node, "name"));
            if file.is_empty() {
                games.losses.counts.see(SET_UPS, 1);
                let at = Some("buildFile.xml: PredefinedSetup".to_owned());
                let why = "it names no file";
                games.losses.leave_out(SET_UPS, "set-up", name, why, at);
                continue;
            }
            let title = if name.is_empty() { file } else { name };
            files.insert(file.to_owned(), title.to_owned());
        }
        for (file, title) in files {
            games.losses.counts.see(SET_UPS, 1);
            let place = format!("{place}/{file}");
            let missing = || refuse(&place, "the module has no such file", "");
            let bytes = archive.file(&file).and_then(|bytes| bytes.ok_or_else(missing));
            let before = *left;
            let length = bytes.as_ref().map_or(0, |bytes| bytes.len() as u64);
            let laid = bytes.and_then(|bytes| saved_game::saved_game(&bytes, &place, maps, left));
            match laid {
                Ok(saved_game::SavedGame { laid, shown }) => {
                    let file = Some(file);
                    games.found.push(Game { file, title, laid, shown, is_begun: false });
                }
                Err(error) => {
                    // What was unpacked in vain counts, too: a small file cannot hold much.
                    let vain = length.saturating_mul(8000).min(limits::ENTRY_BYTES / 4);
                    *left = (*left).min(before.saturating_sub(vain));
                    let why = format!("{}; it is passed over", error.what);
                    let which = format!("{title} ({file})");
                    games.losses.leave_out(SET_UPS, "set-up", which, why, Some(error.place));
                }
            }
        }
        games
    }
}

/// What was found in a module.
struct Module {
    title: String,
    ground: BoardGrid,
    /// The map that the hexgrid is on, and its boards in their places.
    map: String,
    sheets: Vec<Sheet>,
    /// Hexes by the size of the map where no board has any.
    gaps: Vec<HexIndex>,
    /// Which boards the map could be made of besides.
    boards: Option<BoardChoice>,
    picture: Option<(NamedFile, [u32; 2])>,
    zones: Vec<(String, Vec<salient_schema::HexIndex>)>,
    /// The ids of the map's zones, by which boxes name them.
    zone_ids: BTreeSet<String>,
    /// Hexes by the board's size where the module has none, below tracks and displays.
    off_map: Vec<HexIndex>,
    /// Whether our own files in it tell the map.
    is_told: bool,
    /// Zones of all maps, by map.
    boxes: BTreeMap<String, Vec<Area>>,
    /// Where names of places lead.
    places: Places,
    prototypes: Prototypes,
    slots: Vec<Slot>,
    at_start: Vec<Laid>,
    sides: Vec<String>,
    turns: Vec<String>,
    losses: LossReport,
}

impl Module {
    /// Everything put together.
    fn imported(
        mut self,
        games: Games,
        data: Option<Data>,
        ruleset: Option<Ruleset>,
        archive: &mut Archive<'_>,
    ) -> Result<Imported, ImportError> {
        let data = data.filter(|data| self.agrees(data));
        let Games { found: mut games, losses: unread } = games;
        // Saved games name prototypes as palettes do.
        let saved = games.iter_mut().flat_map(|game| &mut game.laid);
        let lying = self.at_start.iter_mut().chain(saved).flat_map(|laid| &mut laid.pieces);
        for piece in self.slots.iter_mut().map(|slot| &mut slot.piece).chain(lying) {
            piece.expand(&self.prototypes);
        }
        let drafted = ruleset.is_none();
        if let Some(data) = &data {
            self.take_over(data, ruleset.as_ref());
        }
        self.losses.take_in(unread);
        let told = data.as_ref().map(|data| &data.ruleset).filter(|_| drafted).cloned();
        let mut counters = Counters::new(ruleset.or(told), &self.title, &self.sides);
        for book in data.iter().flat_map(|data| &data.books) {
            counters.know(book);
        }
        let laid = self.at_start.iter().chain(games.iter().flat_map(|game| &game.laid));
        let others = laid.flat_map(|laid| &laid.pieces);
        counters.learn_sides(&self.slots, others);
        for slot in &self.slots {
            let is_marker = is_marker(&slot.piece.traits);
            if is_marker && self.is_told {
                // Ours are made of the ruleset, which is in the module.
                self.losses.counts.place(PALETTES, 1);
            } else if is_marker {
                let name = slot.piece.basic().map_or("", |basic| basic.field(4));
                let why = "an order of battle has counters only; what is marked is in the ruleset";
                self.losses.leave_out(PALETTES, "marker", name, why, None);
            } else {
                counters.add(slot, &mut self.losses);
            }
        }
        // Pieces that lie on a map and in no palette.
        let set_ups = || {
            let saved = games.iter().map(|game| &game.laid);
            saved.chain([&self.at_start])
        };
        let pieces: Vec<&Read> = set_ups().flatten().flat_map(|laid| &laid.pieces).collect();
        for piece in &pieces {
            let name = piece.basic().map_or("", |basic| basic.field(4));
            // Ours marks the first turn in every set-up, as each scenario begins.
            if data.is_none() || name != MARKER {
                counters.add_if_new(piece, &mut self.losses);
            }
        }
        // What is begun without a set-up was counted where the build file was read.
        let saved = games.iter().flat_map(|game| &game.laid);
        let saved: usize = saved.map(|laid| laid.pieces.len()).sum();
        self.losses.counts.see(LYING, saved);
        for laid in set_ups() {
            let pieces = laid.iter().flat_map(|laid| &laid.pieces);
            counters.enough_for(pieces);
        }
        let (map, scenarios) = match &data {
            Some(data) => (data.map.clone(), self.as_told(games, data, &counters)),
            None => {
                let mut map = self.map();
                // All one terrain: the first of the given ruleset, or a drafted one.
                let clear = counters.clear_ground();
                let mut ground = TerrainByHex::of_drawing(&map, counters.given());
                let off: BTreeSet<HexIndex> = self.off_map.iter().copied().collect();
                let all = (0..map.grid.rows)
                    .flat_map(|row| (0..map.grid.columns).map(move |at| HexIndex::new(at, row)));
                for hex in all.filter(|hex| !off.contains(hex)) {
                    ground.set_kind(hex, &clear);
                }
                let nobody = "a track or a display lies there, the frame of the map or the edge of the board";
                ground.finish(&mut map, nobody, &mut self.losses);
                (map, self.as_seen(games, &counters))
            }
        };
        self.losses.counts.place(PALETTES, counters.of_slots());
        let own = data.iter().flat_map(|data| &data.pictures);
        let mut gallery = Gallery::new(archive, own.map(|file| file.name.as_str()));
        counters.hang(&mut gallery, &mut self.losses);
        let mut pictures = std::mem::take(&mut gallery.files);
        let (ruleset, mut book) = counters.finished(&map, &mut self.losses);
        let mut orders_of_battle: Vec<OrderOfBattle> = Vec::new();
        match data {
            Some(data) => {
                self.losses.counts.see(COUNTED, data.pictures.len() + data.lacks.len());
                self.losses.counts.place(COUNTED, data.pictures.len());
                for (which, why) in &data.lacks {
                    tell(&mut self.losses, which, why);
                }
                pictures.extend(data.pictures);
                let formations = data.books.iter().flat_map(|book| &book.formations);
                let known: BTreeSet<&String> = formations.map(|formation| &formation.id).collect();
                book.formations.retain(|formation| !known.contains(&formation.id));
                orders_of_battle = data.books;
                let ids = orders_of_battle.iter().map(|book| book.id.clone());
                book.id = draft::fresh(&book.id, &mut ids.collect());
            }
            None => pictures.extend(self.picture.map(|(picture, _)| picture)),
        }
        if !book.counters.is_empty() {
            orders_of_battle.push(book);
        }
        self.losses.sort();
        let mut imported = Imported {
            ruleset,
            ruleset_is_drafted: drafted,
            map,
            orders_of_battle,
            scenarios,
            pictures,
            boards: self.boards,
            losses: self.losses,
        };
        name_parts(&mut imported);
        Ok(imported)
    }

    /// The set-ups as the module has them, each a scenario that is drafted for it.
    fn as_seen(&mut self, games: Vec<Game>, counters: &Counters) -> Vec<Scenario> {
        let zones = self.map_zones();
        self.zone_ids = zones.into_iter().map(|zone| zone.id).collect();
        let mut scenarios: Vec<Scenario> = Vec::new();
        let mut taken = BTreeSet::new();
        let begun = std::mem::take(&mut self.at_start);
        let begun = (!begun.is_empty()).then(|| Game::begun(begun));
        // What is there at the start is mostly the same as one of the set-ups.
        for game in games.into_iter().chain(begun) {
            let seen = setup::scenario(self, &game.title, &game.laid, counters, &mut taken);
            let twin = scenarios.iter().any(|other| same_places(other, &seen.scenario));
            let is_twin = game.is_begun && twin;
            self.count(&game, &seen);
            let mut lost = seen.losses;
            if is_twin {
                // Once is enough.
                let same = |one: &Loss, other: &Loss| {
                    (&one.kind, &one.which, &one.why) == (&other.kind, &other.which, &other.why)
                };
                lost.retain(|loss| !self.losses.losses.iter().any(|told| same(told, loss)));
            }
            self.losses.losses.extend(lost);
            if !is_twin {
                scenarios.push(seen.scenario);
            }
        }
        scenarios
    }

    /// Our own scenarios, with everything where the module's set-ups have it, and what set-ups
    /// it has besides.
    fn as_told(&mut self, games: Vec<Game>, data: &Data, counters: &Counters) -> Vec<Scenario> {
        let mut scenarios = data.scenarios.clone();
        let mut taken: BTreeSet<String> =
            scenarios.iter().map(|scenario| scenario.id.clone()).collect();
        let mut views: Vec<Scenario> = Vec::new();
        let begun = std::mem::take(&mut self.at_start);
        let begun = (!begun.is_empty()).then(|| Game::begun(begun));
        let mut found = BTreeSet::new();
        for game in games.into_iter().chain(begun) {
            // A board of turns bears its scenario's title.
            let boards: BTreeSet<&str> = game.laid.iter().map(|laid| laid.board.as_str()).collect();
            let own = data.scenarios.iter().position(|scenario| {
                game.file.as_ref().is_some_and(|file| *file == set_up_file(scenario))
            });
            let base = own.or_else(|| {
                data.scenarios.iter().position(|told| boards.contains(told.title.as_str()))
            });
            let Some(base) = data.scenarios.get(base.unwrap_or(0)) else {
                // There are none: the module's own words are all there is.
                let seen = setup::scenario(self, &game.title, &game.laid, counters, &mut taken);
                self.count(&game, &seen);
                self.losses.losses.extend(seen.losses);
                scenarios.push(seen.scenario);
                continue;
            };
            let seen =
                setup::scenario(self, &game.title, &game.laid, counters, &mut BTreeSet::new());
            self.count(&game, &seen);
            let setup::Seen { scenario: seen, losses: lost, .. } = seen;
            let (mut merged, moved) = merge::merged(base, &seen, &self.ground.grid, &data.books);
            // What is there without a set-up is mostly a scenario's.
            let is_known = moved.is_empty() || views.iter().any(|other| same_places(other, &seen));
            self.losses.losses.extend(lost);
            if game.is_begun && own.is_none() && is_known {
                continue;
            }
            match own {
                Some(own) => {
                    found.insert(base.id.clone());
                    self.losses.losses.extend(moved);
                    if let Some(scenario) = scenarios.get_mut(own) {
                        *scenario = merged;
                    }
                }
                None => {
                    // A game that was saved: that it stands otherwise is what it is for.
                    merged.id = draft::fresh(&common::id(&game.title, "scenario"), &mut taken);
                    merged.title.clone_from(&game.title);
                    let which = format!("{}, after {}", game.title, base.title);
                    let why = "turns, victory and conditions are those of that scenario";
                    self.losses.add(Fate::Changed, "set-up", which, why, None);
                    scenarios.push(merged);
                }
            }
            views.push(seen);
        }
        for scenario in data.scenarios.iter().filter(|scenario| !found.contains(&scenario.id)) {
            let why = "the module has no such set-up any more; it is as salient/ in it tells";
            self.losses.add(Fate::Changed, "set-up", scenario.title.clone(), why, None);
        }
        scenarios
    }

    /// Counts the pieces of a set-up. What is there without one was counted as it was read.
    fn count(&mut self, game: &Game, seen: &setup::Seen) {
        let counts = &mut self.losses.counts;
        counts.place(LYING, seen.placed());
        counts.tell(LYING, seen.told);
        // That is none of its own.
        counts.place(SET_UPS, usize::from(!game.is_begun));
    }

    /// Whether our own files in the module are about its hexgrid.
    fn agrees(&mut self, data: &Data) -> bool {
        let (ours, theirs) = (&data.map.grid, &self.ground.grid);
        let shape = |grid: &salient_schema::map::Grid| {
            (grid.orientation, grid.columns, grid.rows, grid.pushed)
        };
        let agrees = shape(ours) == shape(theirs);
        if !agrees {
            let why = "they are about another hexgrid than the module's, and are not read";
            self.losses.add(Fate::Dropped, "Salient's own files", "salient/", why, None);
        }
        agrees
    }

    /// Takes names and zones from our own files, and forgets what they say better.
    fn take_over(&mut self, data: &Data, given: Option<&Ruleset>) {
        if data.is_as_written {
            // VASSAL's parts are all of our making: whatever they lack is in the data.
            self.losses.clear();
        } else {
            let why = "it was changed in VASSAL's editor since it was written: what things are is \
                       taken from salient/ in it, where counters stand from its set-ups";
            self.losses.add(Fate::Changed, "module", self.title.clone(), why, None);
            let slots: BTreeSet<String> = self
                .slots
                .iter()
                .filter_map(|slot| {
                    let marks = piece::marks(&slot.piece.traits);
                    marks.get(super::properties::ID).cloned()
                })
                .collect();
            let counters = data.books.iter().flat_map(|book| &book.counters);
            for counter in counters.filter(|counter| !slots.contains(&counter.id)) {
                let which = format!("{} ({})", counter.id, counter.designation);
                let why = "no palette has it any more; it stays in the order of battle";
                self.losses.add(Fate::Changed, "counter", which, why, None);
            }
        }
        if given.is_some_and(|given| *given != data.ruleset) {
            let why = "the ruleset that is given takes its place";
            self.losses.add(Fate::Dropped, "ruleset", data.ruleset.title.clone(), why, None);
        }
        self.ground.grid = data.map.grid.clone();
        self.zone_ids = data.map.zones.items.iter().map(|zone| zone.id.clone()).collect();
        self.is_told = true;
    }

    /// The hex at a place of a board.
    fn hex_at(&self, map: &str, board: &str, at: [i64; 2]) -> Option<HexIndex> {
        if map != self.map {
            return None;
        }
        let at = match (self.sheets.as_slice(), board) {
            (_, "") => at,
            // By itself a board is the map.
            ([one], board) => (one.name == board).then_some(at)?,
            (sheets, board) => sheets.iter().find(|sheet| sheet.name == board)?.on_map(at),
        };
        self.ground.hex_at(at).filter(|hex| self.gaps.binary_search(hex).is_err())
    }

    /// The zones of the module's board as zones of the map.
    fn map_zones(&self) -> Vec<Zone> {
        let mut ids = BTreeSet::new();
        let zones = self.zones.iter().map(|(name, hexes)| Zone {
            id: draft::fresh(&common::id(name, "zone"), &mut ids),
            name: name.clone(),
            kind: ZoneKind::Other,
            owner: None,
            colour: None,
            hexes: hexes.iter().map(|hex| self.ground.grid.print_hex(*hex)).collect(),
        });
        zones.collect()
    }

    fn map(&mut self) -> Map {
        let grid = self.ground.grid.clone();
        let scan = self.picture.as_ref().map(|(picture, size)| Scan {
            file: picture.name.clone(),
            size: *size,
            control_points: self.ground.control_points(),
        });
        let items = self.map_zones();
        let zones = Layer { provenance: Provenance::Printed, source: None, items };
        let why = "VASSAL knows pixels only; 1000 is put there";
        self.losses.add(Fate::Changed, "metres a hex", "", why, None);
        let why = match &scan {
            Some(_) => "VASSAL has it as a picture only, which lies under the map as its scan",
            None => "VASSAL has it as a picture only, and that is not in the module",
        };
        self.losses.add(Fate::Changed, "terrain", "every hex", why, None);
        // A board's name says something where it is not only what it is.
        let title = match self.sheets.as_slice() {
            [one] if !is_plain(&one.board) => &one.board,
            _ => &self.title,
        };
        let empty = common::empty_map(grid.orientation, grid.columns, grid.rows);
        let (id, title) = (common::id(title, "map"), title.clone());
        Map { id, title, grid, zones, scan, ..empty }
    }
}

/// Whether a board's name says only what it is.
fn is_plain(board: &str) -> bool {
    ["", "map", "board", "main map", "main board", "game board"]
        .contains(&board.trim().to_lowercase().as_str())
}

/// Whether everything stands in the same places in both.
fn same_places(one: &Scenario, other: &Scenario) -> bool {
    one.setup == other.setup && one.reinforcements == other.reinforcements
}

/// Lets the parts name each other by their ids.
fn name_parts(imported: &mut Imported) {
    let ruleset = &imported.ruleset.id;
    imported.map.ruleset.clone_from(ruleset);
    for book in &mut imported.orders_of_battle {
        book.ruleset.clone_from(ruleset);
    }
    let books: Vec<String> = imported.orders_of_battle.iter().map(|book| book.id.clone()).collect();
    for scenario in &mut imported.scenarios {
        scenario.ruleset.clone_from(ruleset);
        scenario.map.clone_from(&imported.map.id);
        scenario.orders_of_battle.clone_from(&books);
    }
}
