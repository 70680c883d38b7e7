//! What a module is made of, element by element.

use std::collections::BTreeSet;

use roxmltree::Node;

use super::archive::Archive;
use super::boards::{Boards, Chosen, Wish, is_map};
use super::piece::{self, GamePiece, Prototypes};
use super::places::{Found, Places, RegionOf};
use super::tree::{children, class, flag, number, text};
use super::{LYING, Laid, Module, PALETTES, Slot, ZONES, maps, picture};
use crate::vassal::codec::split;
use crate::vassal::outline;
use crate::{Fate, ImportError, LossReport, NamedFile};

impl Module {
    /// Reads everything but saved games.
    ///
    /// # Errors
    /// No board becomes a map, a damaged archive.
    pub(super) fn new(
        root: Node<'_, '_>,
        boards: &mut Boards<'_, '_>,
        wish: &Wish<'_>,
        archive: &mut Archive<'_>,
        place: &str,
    ) -> Result<Self, ImportError> {
        let mut losses = LossReport::new("vassal");
        let boxes = std::mem::take(&mut boards.boxes);
        let places = Places::of(root, &boards.maps);
        let mut chosen = boards.choose(wish, place, &mut losses)?;
        let mut zones = Vec::new();
        let (mut displays, mut in_displays) = (Vec::new(), Vec::new());
        let mut areas = chosen.ground.areas();
        for (zone, outline) in chosen.zones() {
            let name = text(zone, "name").to_owned();
            losses.counts.see(ZONES, 1);
            let at = Some("buildFile.xml: Zone".to_owned());
            let hexes = match areas.hexes([outline::ring(&outline).as_slice()]) {
                Ok(hexes) => hexes,
                Err(why) => {
                    losses.leave_out(ZONES, "zone", name, why.to_string(), at);
                    continue;
                }
            };
            // VASSAL has no hexes in it: its pieces stand in the zone.
            if !flag(zone, "useParentGrid", false) {
                displays.push(outline);
                in_displays.extend(hexes);
                let why = match children(zone, "HexGrid").next() {
                    None => "it has no hexes, as tracks and displays have none",
                    Some(_) => "its hexgrid is none, or has too many hexes with those before it",
                };
                losses.leave_out(ZONES, "zone", name, why, at);
            } else if hexes.is_empty() {
                losses.leave_out(ZONES, "zone", name, "no hex lies in it", at);
            } else {
                zones.push((name, hexes));
            }
        }
        losses.counts.place(ZONES, zones.len());
        let mut off_map = chosen.ground.keep_off(displays, in_displays);
        off_map.extend(&chosen.gaps);
        let picture = scan(&chosen, archive, &mut losses)?;
        let mut module = Self {
            title: text(root, "name").to_owned(),
            ground: chosen.ground,
            map: chosen.map,
            sheets: chosen.boards.into_iter().map(|(sheet, _)| sheet).collect(),
            gaps: chosen.gaps,
            boards: chosen.choice,
            picture,
            zones,
            off_map,
            zone_ids: BTreeSet::new(),
            is_told: false,
            boxes,
            places,
            prototypes: Prototypes::new(),
            slots: Vec::new(),
            at_start: Vec::new(),
            sides: Vec::new(),
            turns: Vec::new(),
            losses,
        };
        module.parts(root);
        Ok(module)
    }

    /// Everything but maps and boards, from the outermost element down.
    fn parts(&mut self, root: Node<'_, '_>) {
        for node in root.descendants().skip(1).filter(Node::is_element) {
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
                "PlayerRoster" => {
                    let entries = children(node, "entry");
                    self.sides
                        .extend(entries.filter_map(|entry| Some(entry.text()?.trim().to_owned())));
                }
                "ListTurnLevel" | "CounterTurnLevel" => self.turn_level(node),
                other if KNOWN.contains(&other) => {}
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

    /// The game-turns are the outermost level of the first turn counter; what lies within are the
    /// phases of a turn.
    fn turn_level(&mut self, node: Node<'_, '_>) {
        let name = text(node, "property");
        let at = Some("buildFile.xml: TurnTracker".to_owned());
        if !self.turns.is_empty() {
            let why =
                "only the outermost level of the first turn counter is taken, as the game-turns";
            self.losses.add(Fate::Dropped, "level of the turn counter", name, why, at);
            return;
        }
        if class(node) == "ListTurnLevel" {
            self.turns = split(',', text(node, "list"));
            self.turns.retain(|turn| !turn.trim().is_empty());
        } else {
            let whole = |key: &str, otherwise: f64| number(node, key, otherwise) as i64;
            let (first, step) = (whole("start", 1.0), whole("incr", 1.0).max(1));
            let end = flag(node, "loop", false).then(|| whole("loopLimit", -1.0));
            let end = end.filter(|end| *end > first);
            let turns = (first..=end.unwrap_or(first)).step_by(step as usize).take(MOST_TURNS);
            let words = |turn: i64| match u16::try_from(turn) {
                Ok(turn) => format!("{turn}: Game-turn {turn}"),
                Err(_) => format!("Game-turn {turn}"),
            };
            self.turns = turns.map(words).collect();
            if end.is_none() {
                let why =
                    "the module does not say how many turns there are: the first alone is taken";
                self.losses.add(Fate::Changed, "game-turns", name, why, at);
            }
        }
    }

    fn slot(&mut self, node: Node<'_, '_>) {
        // Those of stacks are read with them.
        let within = |class_name: &str| node.ancestors().find(|above| class(*above) == class_name);
        if within("SetupStack").is_some() {
            return;
        }
        let name = text(node, "entryName");
        if let Some(deck) = within("DrawPile") {
            let why =
                format!("it lies in the deck {:?}, and Salient has no decks", text(deck, "name"));
            self.losses.counts.see(LYING, 1);
            self.losses.leave_out(LYING, "card", name, why, None);
            return;
        }
        self.losses.counts.see(PALETTES, 1);
        let Some(piece) = node.text().and_then(piece::piece) else {
            let why = "its definition cannot be read";
            self.losses.leave_out(PALETTES, "piece", name, why, None);
            return;
        };
        if class(node) == "CardSlot" {
            let why = "it is a card, and Salient has none";
            self.losses.leave_out(PALETTES, "card", name, why, None);
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
        self.slots.push(Slot { piece, number: text(node, "gpid").to_owned(), path });
    }

    fn stack(&mut self, node: Node<'_, '_>) {
        let map = node.ancestors().find(|above| is_map(*above));
        let map = map.map_or("", |map| text(map, "mapName"));
        let owner = text(node, "owningBoard");
        let mut pieces: Vec<GamePiece> = Vec::new();
        for slot in children(node, "PieceSlot").chain(children(node, "CardSlot")) {
            self.losses.counts.see(LYING, 1);
            match slot.text().and_then(piece::piece) {
                Some(piece) => pieces.push(piece),
                None => {
                    let (name, why) = (text(slot, "entryName"), "its definition cannot be read");
                    self.losses.leave_out(LYING, "piece", name, why, None);
                }
            }
        }
        let pixels = ["x", "y"].map(|key| number(node, key, 0.0).clamp(-1e9, 1e9) as i64);
        let of_owner = self.sheets.iter().find(|sheet| sheet.name == owner);
        let here = map == self.map && (owner.is_empty() || of_owner.is_some());
        // VASSAL counts from the owner's corner as it lies, or else from that of all boards.
        let spot = |at: [i64; 2]| match of_owner {
            _ if !here => (owner.to_owned(), at),
            None => maps::on_board(&self.sheets, at),
            Some(sheet) => {
                let at = [0, 1].map(|axis| at[axis].saturating_add(sheet.corner[axis]));
                (owner.to_owned(), sheet.own(at))
            }
        };
        let (mut board, mut at) = spot(pixels);
        let location = text(node, "location");
        if flag(node, "useGridLocation", false) && !location.is_empty() {
            let named = of_owner.or(self.sheets.first()).filter(|_| here);
            let found =
                self.places.find(map, named.map_or(owner, |one| one.board.as_str()), location);
            if let Found::At(place, _) = &found {
                let by = named.map_or(1.0, |one| one.magnification);
                (board, at) = spot(place.map(|at| (at as f64 * by).round() as i64));
            }
            // Elsewhere there are no hexes of ours, and boxes are told of piece by piece.
            let is_on = self.hex_at(map, &board, at).is_some();
            let why = match found {
                Found::At(_, Some(RegionOf { region, zone })) if here && !is_on => {
                    let zone =
                        if zone.is_empty() { zone } else { format!(" of the zone {zone:?}") };
                    Some(format!("it stands in the region {region:?}{zone}, off all hexes"))
                }
                Found::Nowhere if here => Some(format!("no hex is called {location:?}")),
                // Nobody has set pixels that are 0.
                Found::Unknown(class) if here => Some(format!(
                    "where {location:?} is, a class of the module's own ({class}) says, which \
                     nobody else can read"
                )),
                _ => None,
            };
            if let Some(why) = why {
                let which = text(node, "name").to_owned();
                if is_on && pixels != [0, 0] {
                    let [x, y] = pixels;
                    let why = format!("{why}; it is put where the module has its pixels, {x}, {y}");
                    self.losses.add(Fate::Changed, "stack at the start", which, why, None);
                } else {
                    self.losses.counts.tell(LYING, pieces.len());
                    self.losses.add(Fate::Dropped, "stack at the start", which, why, None);
                    return;
                }
            }
        }
        let map = map.to_owned();
        self.at_start.push(Laid { map, board, at, in_deck: false, pieces });
    }
}

/// More game-turns than any game has.
const MOST_TURNS: usize = 1000;

/// What VASSAL itself needs, and what is read elsewhere.
const KNOWN: &[&str] = &[
    "GameModule",
    "BasicModule",
    "Map",
    "BoardPicker",
    "Board",
    "ZonedGrid",
    "Zone",
    "HexGrid",
    "HexGridNumbering",
    "ObliqueHexGridNumbering",
    "TabWidget",
    "BoxWidget",
    "ListWidget",
    "PanelWidget",
    "PieceWindow",
    "PrototypesContainer",
    "SetupStackFolder",
    "PredefinedSetup",
    "entry",
    "setup",
    "TurnTracker",
    "RegionGrid",
    "Region",
    "BasicCommandEncoder",
    "Documentation",
    "GlobalOptions",
    "Chatter",
    "KeyNamer",
    "Language",
    "ForwardToKeyBuffer",
    "Scroller",
    "ForwardToChatter",
    "MenuDisplayer",
    "MapCenterer",
    "StackExpander",
    "PieceMover",
    "KeyBufferer",
    "SelectionHighlighters",
    "StackMetrics",
    "ImageSaver",
    "CounterDetailViewer",
    "GlobalMap",
    "Zoomer",
    "HighlightLastMoved",
    "LOS_Thread",
    "TextSaver",
    "option",
];

/// The boards' picture, to lie under the map: of several, theirs side by side.
fn scan(
    chosen: &Chosen<'_, '_, '_>,
    archive: &mut Archive<'_>,
    losses: &mut LossReport,
) -> Result<Option<(NamedFile, [u32; 2])>, ImportError> {
    let mut lost = |which: &str, why: &str| {
        let at = Some("buildFile.xml: Board".to_owned());
        losses.add(Fate::Dropped, "board's picture", which, why, at);
    };
    let mut pictures = Vec::new();
    for (sheet, board) in &chosen.boards {
        let image = text(board.node, "image");
        match picture::file(archive, image)? {
            Some((name, bytes)) => pictures.push((sheet, name, bytes)),
            None => lost(image, "the module has no such picture"),
        }
    }
    if chosen.boards.len() > 1 {
        return Ok(picture::side_by_side(pictures, lost));
    }
    let Some((_, name, bytes)) = pictures.pop() else { return Ok(None) };
    match picture::kept(&name, bytes) {
        Ok(kept) => Ok(Some(kept)),
        Err(why) => {
            lost(&name, why);
            Ok(None)
        }
    }
}
