//! Reading VASSAL modules, and saved games of them.
//!
//! The largest hexgrid of all boards becomes the map, its picture the scan that lies under it;
//! palettes become formations, pieces counters, stacks and saved games set-ups. A module of ours
//! says by its properties what a counter is; of any other the names and faces are taken, and what
//! they mean is drafted. Everything else that is in the file is in the loss report.

mod archive;
mod draft;
mod ground;
mod piece;
mod setup;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use roxmltree::{Document, Node};
use salient_schema::map::{Layer, Map, Scan, Zone, ZoneKind};
use salient_schema::{OrderOfBattle, Provenance, Ruleset};

use self::archive::{Archive, refuse};
use self::draft::Counters;
use self::ground::Ground;
use self::piece::{Piece as Read, Prototypes};
use self::tree::{children, class, flag, number, text};
use super::codec::split;
use crate::exchange::{Fate, ImportError, Imported, LossReport, Piece, draft as common, limits};

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
    let module = Module::new(&document, &mut archive, place)?;
    let mut games = Vec::new();
    for name in archive.names().into_iter().filter(|name| name.ends_with(".vsav")) {
        if let Some(game) = archive.file(&name)? {
            let place = format!("{place}/{name}");
            let title = module.set_up_title(&name);
            games.push((title, setup::saved_game(&game, &place)?));
        }
    }
    if let Some((game, place)) = saved {
        let title = place.rsplit('/').next().unwrap_or(place).trim_end_matches(".vsav");
        games.push((title.to_owned(), setup::saved_game(game, place)?));
    }
    module.imported(games, ruleset)
}

/// What was found in a module.
struct Module {
    title: String,
    ground: Ground,
    /// The map and board that the hexgrid is on.
    map: String,
    board: String,
    picture: Option<(Piece, [u32; 2])>,
    zones: Vec<(String, Vec<salient_schema::HexIndex>)>,
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
    grids: Vec<ground::Described>,
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
                let (grids, others) = ground::described(board);
                for zone in &others {
                    let area = Area {
                        board: text(board, "name").to_owned(),
                        outline: ground::outline(text(*zone, "path")),
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
        let ground = ground::ground(&chosen.grids, chosen.size, &mut losses);
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
            let hexes = ground.within(&ground::outline(text(*zone, "path")));
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
        games: Vec<(String, Vec<Laid>)>,
        ruleset: Option<Ruleset>,
    ) -> Result<Imported, ImportError> {
        let given = ruleset.is_some();
        let mut counters = Counters::new(ruleset, &self.title, &self.sides);
        for slot in &self.slots {
            counters.add(&slot.piece, &slot.path, &self.prototypes, &mut self.losses);
        }
        // Pieces that lie on a map and in no palette.
        let laid = self.at_start.iter().chain(games.iter().flat_map(|(_, game)| game));
        for piece in laid.flat_map(|laid| &laid.pieces) {
            counters.add_if_new(piece, &self.prototypes, &mut self.losses);
        }
        let mut map = self.map();
        let mut scenarios = Vec::new();
        let mut taken = BTreeSet::new();
        let begun = ("At the start".to_owned(), std::mem::take(&mut self.at_start));
        // What is there at the start is mostly the same as one of the set-ups.
        let all = games.into_iter().chain((!begun.1.is_empty()).then_some(begun));
        for (title, laid) in all {
            let scenario = setup::scenario(&self, &title, &laid, &counters, &mut taken);
            let (scenario, losses) = scenario;
            let twin = scenarios.iter().any(|other: &salient_schema::Scenario| {
                other.setup == scenario.setup && other.reinforcements == scenario.reinforcements
            });
            if title == "At the start" && twin {
                continue;
            }
            self.losses.losses.extend(losses);
            scenarios.push(scenario);
        }
        // All one terrain: the first of the given ruleset, or a drafted one.
        let clear = counters.clear_ground();
        let row = "c".repeat(usize::from(map.grid.columns));
        map.terrain.palette = [("c".to_owned(), clear)].into();
        map.terrain.rows = vec![row; usize::from(map.grid.rows)];
        let (ruleset, book) = counters.finished(&map, &mut self.losses);
        self.losses.sort();
        let ruleset_id = ruleset.id.clone();
        let mut orders_of_battle: Vec<OrderOfBattle> = Vec::new();
        if !book.counters.is_empty() {
            orders_of_battle.push(OrderOfBattle { ruleset: ruleset_id.clone(), ..book });
        }
        for scenario in &mut scenarios {
            scenario.ruleset.clone_from(&ruleset_id);
            scenario.map.clone_from(&map.id);
            scenario.orders_of_battle =
                orders_of_battle.iter().map(|book| book.id.clone()).collect();
        }
        map.ruleset = ruleset_id;
        Ok(Imported {
            ruleset,
            ruleset_is_drafted: !given,
            map,
            orders_of_battle,
            scenarios,
            pictures: self.picture.into_iter().map(|(picture, _)| picture).collect(),
            losses: self.losses,
        })
    }

    fn map(&mut self) -> Map {
        let grid = self.ground.grid.clone();
        let scan = self.picture.as_ref().map(|(picture, size)| Scan {
            file: picture.name.clone(),
            size: *size,
            control_points: self.ground.control_points(),
        });
        let mut ids = BTreeSet::new();
        let zones = self.zones.iter().map(|(name, hexes)| Zone {
            id: draft::fresh(&common::id(name, "zone"), &mut ids),
            name: name.clone(),
            kind: ZoneKind::Other,
            owner: None,
            hexes: hexes.iter().map(|hex| grid.print_hex(*hex)).collect(),
        });
        let zones = Layer { provenance: Provenance::Printed, source: None, items: zones.collect() };
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

/// A board's size in pixels: its picture's, or the one that is given.
fn board_size(board: Node<'_, '_>, archive: &mut Archive<'_>) -> Result<[i64; 2], ImportError> {
    let given = ["width", "height"].map(|key| number(board, key, 0.0).clamp(0.0, 1e6) as i64);
    if given.iter().all(|length| *length > 0) {
        return Ok(given);
    }
    let Some((_, bytes)) = image_file(board, archive)? else { return Ok(given) };
    Ok(picture_size(&bytes).map_or(given, |size| size.map(i64::from)))
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

fn picture_size(bytes: &[u8]) -> Option<[u32; 2]> {
    let reader = image::ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (width, height) = reader.into_dimensions().ok()?;
    let pixels = u64::from(width) * u64::from(height);
    (pixels > 0 && pixels <= limits::PICTURE_PIXELS).then_some([width, height])
}

/// The board's picture, to lie under the map.
fn scan(
    board: &Candidate<'_, '_>,
    archive: &mut Archive<'_>,
    losses: &mut LossReport,
) -> Result<Option<(Piece, [u32; 2])>, ImportError> {
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
    let Some(size) = picture_size(&bytes).filter(|_| known.contains(&ending.as_str())) else {
        lost(&name, "only a PNG, JPEG, TIFF or WebP of at most 200 million pixels can be a scan");
        return Ok(None);
    };
    let file = name.rsplit('/').next().unwrap_or(&name).to_owned();
    Ok(Some((Piece { name: file, bytes }, size)))
}
