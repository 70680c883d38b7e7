//! Reading VASSAL modules, and saved games of them.
//!
//! The largest hexgrid of all boards becomes the map, its picture the scan that lies under it;
//! palettes become formations, pieces counters, stacks and saved games set-ups. A module of ours
//! has our own files in it ([`data`]): they say what things are, and VASSAL's parts where counters
//! stand. Of any other module the names and faces are taken, and what they mean is drafted.
//! Everything else that is in the file is in the loss report.

pub(super) mod archive;
mod board_grid;
mod draft;
mod merge;
mod piece;
mod setup;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use roxmltree::{Document, Node};
use salient_schema::map::{Layer, Map, Scan, Zone, ZoneKind};
use salient_schema::{OrderOfBattle, Provenance, Ruleset, Scenario};

use self::archive::{Archive, refuse};
use self::board_grid::BoardGrid;
use self::draft::Counters;
use self::piece::{GamePiece as Read, Prototypes};
use self::tree::{children, class, flag, number, text};
use super::codec::split;
use super::data::{self, Data};
use super::module::{MARKER, set_up_file};
use crate::{Fate, ImportError, Imported, LossReport, NamedFile, draft as common, limits};

/// A piece of a module, with where it stands.
struct Slot {
    piece: Read,
    /// The names of the palettes that it is in, from the outermost.
    path: Vec<String>,
}

/// A zone without hexes of its own.
struct Area {
    board: String,
    outline: Vec<[i64; 2]>,
    name: String,
}

/// A stack that is there when a game begins, or of a saved game.
struct Laid {
    map: String,
    /// The board of that map; empty where it is not told.
    board: String,
    at: [i64; 2],
    /// From the bottom.
    pieces: Vec<Read>,
}

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
    let mut archive = Archive::open(bytes, place)?;
    let (name, build_file) = match archive.text("buildFile.xml")? {
        Some(text) => ("buildFile.xml", text),
        None => match archive.text("buildFile")? {
            Some(text) => ("buildFile", text),
            None => {
                let help = "give a .vmod; a saved game (.vsav) needs its module: --module FILE";
                return Err(refuse(place, "there is no buildFile.xml in it", help));
            }
        },
    };
    let document = tree::parse(&build_file, &format!("{place}/{name}"))?;
    let data = data::read(&mut archive, place, &build_file)?;
    let module = Module::new(&document, &mut archive, place)?;
    // Archives within an archive share what may be unpacked.
    let mut left = limits::UNPACKED_BYTES;
    let mut games = Vec::new();
    for name in archive.names().into_iter().filter(|name| name.ends_with(".vsav")) {
        if let Some(game) = archive.file(&name)? {
            let place = format!("{place}/{name}");
            let title = module.set_up_title(&name);
            games.push(Game {
                file: Some(name),
                title,
                laid: setup::saved_game(&game, &place, &mut left)?,
            });
        }
    }
    if let Some((game, place)) = saved {
        let title = place.rsplit('/').next().unwrap_or(place).trim_end_matches(".vsav").to_owned();
        games.push(Game { file: None, title, laid: setup::saved_game(game, place, &mut left)? });
    }
    module.imported(games, data, ruleset)
}

/// What stands for the set-up of a module that has none.
const AT_THE_START: &str = "At the start";

/// A saved game, or what is there without one.
struct Game {
    /// Its file in the module, if it is in it.
    file: Option<String>,
    title: String,
    laid: Vec<Laid>,
}

/// What was found in a module.
struct Module {
    title: String,
    ground: BoardGrid,
    /// The map and board that the hexgrid is on.
    map: String,
    board: String,
    picture: Option<(NamedFile, [u32; 2])>,
    zones: Vec<(String, Vec<salient_schema::HexIndex>)>,
    /// The ids of the map's zones, by which boxes name them.
    zone_ids: BTreeSet<String>,
    /// Whether our own files in it tell the map.
    is_told: bool,
    /// Zones of all maps, by map.
    boxes: BTreeMap<String, Vec<Area>>,
    prototypes: Prototypes,
    slots: Vec<Slot>,
    at_start: Vec<Laid>,
    set_ups: BTreeMap<String, String>,
    sides: Vec<String>,
    turns: Vec<String>,
    losses: LossReport,
}

/// A board with its map, before one is chosen.
struct Candidate<'a, 't> {
    map: String,
    node: Node<'a, 't>,
    size: [i64; 2],
    grids: Vec<board_grid::Described>,
    others: Vec<Node<'a, 't>>,
}

impl Module {
    fn new(
        document: &Document<'_>,
        archive: &mut Archive<'_>,
        place: &str,
    ) -> Result<Self, ImportError> {
        let root = document.root_element();
        if class(root) != "GameModule" {
            let what = format!("the outermost element is {:?}", root.tag_name().name());
            return Err(refuse(place, what, "this is no VASSAL module"));
        }
        let mut losses = LossReport::new("vassal");
        let maps: Vec<Node<'_, '_>> = root
            .descendants()
            .filter(|node| {
                matches!(class(*node), "Map" | "PrivateMap" | "PlayerHand" | "WidgetMap")
            })
            .collect();
        let mut boards = Vec::new();
        let mut boxes: BTreeMap<String, Vec<Area>> = BTreeMap::new();
        for map in &maps {
            let name = text(*map, "mapName").to_owned();
            for board in children(*map, "BoardPicker").flat_map(|picker| children(picker, "Board"))
            {
                let size = board_size(board, archive)?;
                let (grids, others) = board_grid::described(board);
                for zone in &others {
                    let area = Area {
                        board: text(board, "name").to_owned(),
                        outline: board_grid::outline(text(*zone, "path")),
                        name: text(*zone, "name").to_owned(),
                    };
                    boxes.entry(name.clone()).or_default().push(area);
                }
                boards.push(Candidate { map: name.clone(), node: board, size, grids, others });
            }
        }
        let hexes = |board: &Candidate<'_, '_>| {
            board.grids.iter().map(|grid| grid.hexes(board.size)).max().unwrap_or(0)
        };
        // The first of equals: boards of one map are often the same.
        let chosen = boards.iter().enumerate().rev().max_by_key(|(_, board)| hexes(board));
        let Some((number, chosen)) = chosen.filter(|(_, board)| hexes(board) > 0) else {
            let help =
                "Salient is for hexgrids: a module with squares or areas only cannot be read";
            return Err(refuse(place, "no board in it has a hexgrid that can be read", help));
        };
        let ground = board_grid::read(&chosen.grids, chosen.size, &mut losses);
        let Some(ground) = ground else {
            let help = "at most 4096 columns and rows can be read";
            return Err(refuse(place, "its hexgrid has too many hexes", help));
        };
        let board = text(chosen.node, "name").to_owned();
        for (other, candidate) in boards.iter().enumerate() {
            if other != number {
                let which = format!("{} of {}", text(candidate.node, "name"), candidate.map);
                let why = format!("the map is {board}: a map of ours has one sheet");
                let at = Some("buildFile.xml: Board".to_owned());
                losses.add(Fate::Dropped, "board", which, why, at);
            }
        }
        let mut zones = Vec::new();
        for zone in &chosen.others {
            let name = text(*zone, "name").to_owned();
            let hexes = ground.within(&board_grid::outline(text(*zone, "path")));
            if hexes.is_empty() {
                let why = "no hex lies in it";
                losses.add(
                    Fate::Dropped,
                    "zone",
                    name,
                    why,
                    Some("buildFile.xml: Zone".to_owned()),
                );
            } else {
                zones.push((name, hexes));
            }
        }
        let picture = scan(chosen, archive, &mut losses)?;
        let mut module = Self {
            title: text(root, "name").to_owned(),
            ground,
            map: chosen.map.clone(),
            board,
            picture,
            zones,
            zone_ids: BTreeSet::new(),
            is_told: false,
            boxes,
            prototypes: Prototypes::new(),
            slots: Vec::new(),
            at_start: Vec::new(),
            set_ups: BTreeMap::new(),
            sides: Vec::new(),
            turns: Vec::new(),
            losses,
        };
        module.parts(root);
        Ok(module)
    }

    /// Everything but maps and boards, from the outermost element down.
    fn parts(&mut self, root: Node<'_, '_>) {
        for node in root.descendants().filter(Node::is_element) {
            match class(node) {
                "PrototypeDefinition" => {
                    if let Some(read) = node.text().and_then(piece::piece) {
                        let mut traits = read.traits;
                        // The prototype's own piece is a stand-in.
                        traits.retain(|one| one.name() != "piece");
                        self.prototypes.insert(text(node, "name").to_owned(), traits);
                    }
                }
                "PieceSlot" | "CardSlot" => self.slot(node),
                "SetupStack" => self.stack(node),
                "PredefinedSetup" if !text(node, "file").is_empty() => {
                    let (file, name) = (text(node, "file"), text(node, "name"));
                    self.set_ups.insert(file.to_owned(), name.to_owned());
                }
                "PlayerRoster" => {
                    let entries = children(node, "entry");
                    self.sides
                        .extend(entries.filter_map(|entry| Some(entry.text()?.trim().to_owned())));
                }
                "ListTurnLevel" if self.turns.is_empty() => {
                    self.turns = split(',', text(node, "list"));
                    self.turns.retain(|turn| !turn.trim().is_empty());
                }
                // What VASSAL itself needs, and what is read elsewhere.
                "GameModule"
                | "Map"
                | "BoardPicker"
                | "Board"
                | "ZonedGrid"
                | "Zone"
                | "HexGrid"
                | "HexGridNumbering"
                | "TabWidget"
                | "BoxWidget"
                | "ListWidget"
                | "PanelWidget"
                | "PieceWindow"
                | "PrototypesContainer"
                | "entry"
                | "setup"
                | "TurnTracker"
                | "BasicCommandEncoder"
                | "Documentation"
                | "GlobalOptions"
                | "Chatter"
                | "KeyNamer"
                | "Language"
                | "ForwardToKeyBuffer"
                | "Scroller"
                | "ForwardToChatter"
                | "MenuDisplayer"
                | "MapCenterer"
                | "StackExpander"
                | "PieceMover"
                | "KeyBufferer"
                | "SelectionHighlighters"
                | "StackMetrics"
                | "ImageSaver"
                | "CounterDetailViewer"
                | "GlobalMap"
                | "Zoomer"
                | "HighlightLastMoved"
                | "LOS_Thread"
                | "TextSaver"
                | "option" => {}
                other => {
                    let named = ["name", "chartName", "entryName", "mapName"];
                    let name =
                        named.iter().find_map(|key| node.attribute(*key)).unwrap_or_default();
                    let why = "Salient has nothing of the kind";
                    let at = Some("buildFile.xml".to_owned());
                    self.losses.add(Fate::Dropped, format!("VASSAL's {other}"), name, why, at);
                }
            }
        }
    }

    fn slot(&mut self, node: Node<'_, '_>) {
        // Those of stacks are read with them; decks hold cards.
        let within = |class_name: &str| node.ancestors().any(|above| class(above) == class_name);
        if within("SetupStack") {
            return;
        }
        let Some(piece) = node.text().and_then(piece::piece) else {
            let why = "its definition cannot be read";
            self.losses.add(Fate::Dropped, "piece", text(node, "entryName"), why, None);
            return;
        };
        if within("DrawPile") || class(node) == "CardSlot" {
            let why = "it lies in a deck, and Salient has no cards";
            self.losses.add(Fate::Dropped, "card", text(node, "entryName"), why, None);
            return;
        }
        let palettes = ["TabWidget", "BoxWidget", "ListWidget", "PanelWidget", "PieceWindow"];
        let mut path: Vec<String> = node
            .ancestors()
            .skip(1)
            .filter(|above| palettes.contains(&class(*above)))
            .map(|above| {
                let name = text(above, "entryName");
                if name.is_empty() { text(above, "name").to_owned() } else { name.to_owned() }
            })
            .filter(|name| !name.is_empty())
            .collect();
        path.reverse();
        self.slots.push(Slot { piece, path });
    }

    fn stack(&mut self, node: Node<'_, '_>) {
        let maps = ["Map", "PrivateMap", "PlayerHand", "WidgetMap"];
        let map = node.ancestors().find(|above| maps.contains(&class(*above)));
        let map = map.map_or("", |map| text(map, "mapName"));
        let owner = text(node, "owningBoard");
        let pieces: Vec<Read> = children(node, "PieceSlot")
            .filter_map(|slot| slot.text().and_then(piece::piece))
            .collect();
        let mut at = [number(node, "x", 0.0) as i64, number(node, "y", 0.0) as i64];
        let here = map == self.map && (owner.is_empty() || owner == self.board);
        if here && flag(node, "useGridLocation", false) {
            // The place is told by its name only.
            let location = text(node, "location");
            match self.ground.grid.parse_hex(location) {
                Some(hex) => at = self.ground.centre(hex),
                None => {
                    let why = format!("no hex is called {location:?}");
                    let which = text(node, "name").to_owned();
                    self.losses.add(Fate::Dropped, "stack at the start", which, why, None);
                    return;
                }
            }
        }
        let (map, board) = (map.to_owned(), owner.to_owned());
        self.at_start.push(Laid { map, board, at, pieces });
    }

    fn set_up_title(&self, file: &str) -> String {
        let named = self.set_ups.get(file).filter(|name| !name.is_empty());
        named.cloned().unwrap_or_else(|| file.trim_end_matches(".vsav").to_owned())
    }

    /// Everything put together.
    fn imported(
        mut self,
        games: Vec<Game>,
        data: Option<Data>,
        ruleset: Option<Ruleset>,
    ) -> Result<Imported, ImportError> {
        let data = data.filter(|data| self.agrees(data));
        let drafted = ruleset.is_none();
        if let Some(data) = &data {
            self.take_over(data, ruleset.as_ref());
        }
        let told = data.as_ref().map(|data| &data.ruleset).filter(|_| drafted).cloned();
        let mut counters = Counters::new(ruleset.or(told), &self.title, &self.sides);
        for book in data.iter().flat_map(|data| &data.books) {
            counters.know(book);
        }
        for slot in &self.slots {
            counters.add(&slot.piece, &slot.path, &self.prototypes, &mut self.losses);
        }
        // Pieces that lie on a map and in no palette.
        let laid = self.at_start.iter().chain(games.iter().flat_map(|game| &game.laid));
        for piece in laid.flat_map(|laid| &laid.pieces) {
            let name = piece.basic().map_or("", |basic| basic.field(4));
            // Ours marks the first turn in every set-up, as each scenario begins.
            if data.is_none() || name != MARKER {
                counters.add_if_new(piece, &self.prototypes, &mut self.losses);
            }
        }
        let (map, scenarios) = match &data {
            Some(data) => (data.map.clone(), self.as_told(games, data, &counters)),
            None => {
                let mut map = self.map();
                // All one terrain: the first of the given ruleset, or a drafted one.
                let row = "c".repeat(usize::from(map.grid.columns));
                map.terrain.palette = [("c".to_owned(), counters.clear_ground())].into();
                map.terrain.rows = vec![row; usize::from(map.grid.rows)];
                (map, self.as_seen(games, &counters))
            }
        };
        let (ruleset, mut book) = counters.finished(&map, &mut self.losses);
        let mut orders_of_battle: Vec<OrderOfBattle> = Vec::new();
        let mut pictures = Vec::new();
        match data {
            Some(data) => {
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
        let is_begun = !begun.is_empty();
        let begun = Game { file: None, title: AT_THE_START.to_owned(), laid: begun };
        // What is there at the start is mostly the same as one of the set-ups.
        for game in games.into_iter().chain(is_begun.then_some(begun)) {
            let seen = setup::scenario(self, &game.title, &game.laid, counters, &mut taken);
            let (scenario, losses) = seen;
            let twin = scenarios.iter().any(|other| same_places(other, &scenario));
            if game.title == AT_THE_START && twin {
                continue;
            }
            self.losses.losses.extend(losses);
            scenarios.push(scenario);
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
        let is_begun = !begun.is_empty();
        let begun = Game { file: None, title: AT_THE_START.to_owned(), laid: begun };
        let mut found = BTreeSet::new();
        for game in games.into_iter().chain(is_begun.then_some(begun)) {
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
                self.losses.losses.extend(seen.1);
                scenarios.push(seen.0);
                continue;
            };
            let (seen, lost) =
                setup::scenario(self, &game.title, &game.laid, counters, &mut BTreeSet::new());
            let (mut merged, moved) = merge::merged(base, &seen, &self.ground.grid, &data.books);
            // What is there without a set-up is mostly a scenario's.
            let is_known = moved.is_empty() || views.iter().any(|other| same_places(other, &seen));
            if game.title == AT_THE_START && own.is_none() && is_known {
                continue;
            }
            self.losses.losses.extend(lost);
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
            self.losses.losses.clear();
        } else {
            let why = "it was changed in VASSAL's editor since it was written: what things are is \
                       taken from salient/ in it, where counters stand from its set-ups";
            self.losses.add(Fate::Changed, "module", self.title.clone(), why, None);
            let slots: BTreeSet<String> = self
                .slots
                .iter()
                .filter_map(|slot| {
                    let marks = piece::marks(&slot.piece.expanded(&self.prototypes));
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
        let why = "VASSAL has it as a picture only, which lies under the map as its scan";
        self.losses.add(Fate::Changed, "terrain", "every hex", why, None);
        let title = if self.board.is_empty() { &self.title } else { &self.board };
        let empty = common::empty_map(grid.orientation, grid.columns, grid.rows);
        let (id, title) = (common::id(title, "map"), title.clone());
        Map { id, title, grid, zones, scan, ..empty }
    }
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

/// A board's size in pixels: its picture's, or the one that is given.
fn board_size(board: Node<'_, '_>, archive: &mut Archive<'_>) -> Result<[i64; 2], ImportError> {
    let given = ["width", "height"].map(|key| number(board, key, 0.0).clamp(0.0, 1e6) as i64);
    if given.iter().all(|length| *length > 0) {
        return Ok(given);
    }
    let Some((name, bytes)) = image_file(board, archive)? else { return Ok(given) };
    let Some(size) = picture_size(&bytes) else { return Ok(given) };
    if !is_small_enough(size) {
        let [width, height] = size;
        let most = limits::PICTURE_PIXELS / 1_000_000;
        let what =
            format!("claims to be {width} × {height} pixels; at most {most} million are read");
        return Err(refuse(&archive.place_of(&name), what, "scale the board's picture down"));
    }
    Ok(size.map(i64::from))
}

fn image_file(
    board: Node<'_, '_>,
    archive: &mut Archive<'_>,
) -> Result<Option<(String, Vec<u8>)>, ImportError> {
    let image = text(board, "image").trim_start_matches('/');
    if image.is_empty() {
        return Ok(None);
    }
    let inside = format!("images/{}", image.trim_start_matches("images/"));
    Ok(archive.file(&inside)?.map(|bytes| (inside, bytes)))
}

/// How large a picture says that it is.
fn picture_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let reader = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (width, height) = reader.into_dimensions().ok()?;
    (width > 0 && height > 0).then_some([width, height])
}

fn is_small_enough([width, height]: [u32; 2]) -> bool {
    u64::from(width) * u64::from(height) <= limits::PICTURE_PIXELS
}

/// The board's picture, to lie under the map.
fn scan(
    board: &Candidate<'_, '_>,
    archive: &mut Archive<'_>,
    losses: &mut LossReport,
) -> Result<Option<(NamedFile, [u32; 2])>, ImportError> {
    let mut lost = |which: &str, why: &str| {
        let at = Some("buildFile.xml: Board".to_owned());
        losses.add(Fate::Dropped, "board's picture", which, why, at);
    };
    let Some((name, bytes)) = image_file(board.node, archive)? else {
        lost(text(board.node, "image"), "the module has no such picture");
        return Ok(None);
    };
    let known = ["png", "jpg", "jpeg", "tif", "tiff", "webp"];
    let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    let size = picture_size(&bytes).filter(|size| is_small_enough(*size));
    let Some(size) = size.filter(|_| known.contains(&ending.as_str())) else {
        lost(&name, "only a PNG, JPEG, TIFF or WebP of at most 200 million pixels can be a scan");
        return Ok(None);
    };
    let file = name.rsplit('/').next().unwrap_or(&name).to_owned();
    Ok(Some((NamedFile { name: file, bytes }, size)))
}
