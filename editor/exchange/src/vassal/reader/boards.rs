//! The boards of a module: how large each is, and which of them become the map.
//!
//! The boards that one map of the module shows side by side are one map of ours. Which those are is
//! asked for, or else said by the saved game that is read, by the set-up of boards that the module
//! begins with, or by most of its saved games; else it is the board with most hexes.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use roxmltree::Node;

use super::super::codec::split;
use super::super::outline::{self, Point};
use super::archive::{Archive, refuse};
use super::board_grid::{self, BoardGrid, Described};
use super::joined::{self, Patch};
use super::maps::{BoardOf, MapOf, Maps, Sheet, Shown};
use super::picture::{self, Picture};
use super::tree::{children, class, flag, number, text};
use super::{Area, BOARDS, Game, Laid};
use crate::{BoardChoice, Fate, ImportError, LossReport, limits};
use salient_schema::HexIndex;

/// A board with its map, before one is chosen.
pub struct Candidate<'a, 't> {
    /// The map's name.
    pub map: String,
    /// Its element.
    pub node: Node<'a, 't>,
    /// In pixels; nothing where neither the module nor its picture says it.
    size: Option<[i64; 2]>,
    /// What is known of its picture.
    picture: Picture,
    grids: Vec<Described>,
    /// The zones without hexes of their own.
    pub zones: Vec<Node<'a, 't>>,
    /// It was measured by what lies on it.
    is_measured: bool,
    /// How many hexes it has, once somebody asked.
    counted: OnceCell<i64>,
}

/// What says which boards become the map.
pub struct Wish<'w> {
    /// What is asked for.
    pub asked: Option<&'w str>,
    /// The saved game that is read besides the module's.
    pub given: Option<&'w Game>,
    /// All saved games.
    pub games: &'w [Game],
}

/// The boards that became the map.
pub struct Chosen<'b, 'a, 't> {
    /// Their map's name.
    pub map: String,
    /// Each in its place.
    pub boards: Vec<(Sheet, &'b Candidate<'a, 't>)>,
    /// Their hexes as ours.
    pub ground: BoardGrid,
    /// Hexes by the size of the map where no board has any.
    pub gaps: Vec<HexIndex>,
    /// What else they could have been.
    pub choice: Option<BoardChoice>,
}

/// All boards of a module.
pub struct Boards<'a, 't> {
    candidates: Vec<Candidate<'a, 't>>,
    /// The maps that they are on.
    pub maps: Maps,
    /// The zones of all maps, by map.
    pub boxes: BTreeMap<String, Vec<Area>>,
}

/// Whether an element is a map: some modules have a class of their own for it.
pub fn is_map(node: Node<'_, '_>) -> bool {
    let known = ["Map", "PrivateMap", "PlayerHand", "WidgetMap"];
    known.contains(&class(node)) || children(node, "BoardPicker").next().is_some()
}

/// Pixels of the map to one of a board's picture. VASSAL itself has 1; classes of a module's own
/// say something else.
pub fn magnification(board: Node<'_, '_>) -> f64 {
    let number = number(board, "magnification", 1.0);
    if (0.01..=100.0).contains(&number) { number } else { 1.0 }
}

impl<'a, 't> Boards<'a, 't> {
    /// The boards of a module with the sizes that it or their pictures tell.
    ///
    /// # Errors
    /// A picture that claims too many pixels, a damaged archive.
    pub fn of(root: Node<'a, 't>, archive: &mut Archive<'_>) -> Result<Self, ImportError> {
        let mut all =
            Self { candidates: Vec::new(), maps: Maps::default(), boxes: BTreeMap::new() };
        for map in root.descendants().filter(|node| node.is_element() && is_map(*node)) {
            let name = text(map, "mapName").to_owned();
            let edge = ["edgeWidth", "edgeHeight"];
            let edge = edge.map(|key| number(map, key, 0.0).clamp(0.0, 1e6) as i64);
            let mut own = MapOf { name: name.clone(), edge, ..MapOf::default() };
            let pickers = || children(map, "BoardPicker");
            if let Some(begun) = pickers().find_map(|picker| {
                picker.children().find(|child| child.has_tag_name("setup"))?.text()
            }) {
                own.begun = Shown::list(split('\t', begun.trim()).get(1..).unwrap_or_default());
            }
            let boards = pickers().flat_map(|picker| children(picker, "Board"));
            for board in boards {
                let picture = picture::look(archive, text(board, "image"))?;
                let given =
                    ["width", "height"].map(|key| number(board, key, 0.0).clamp(0.0, 1e6) as i64);
                let size = match &picture {
                    _ if given.iter().all(|length| *length > 0) => Some(given),
                    Picture::Sized(size) => Some(size.map(i64::from)),
                    _ => None,
                };
                let title = text(board, "name").to_owned();
                let (grids, zones) = board_grid::described(board);
                for zone in &zones {
                    let outline = outline::read(text(*zone, "path"));
                    let name = text(*zone, "name").to_owned();
                    let area = Area { board: title.clone(), outline, name };
                    all.boxes.entry(own.name.clone()).or_default().push(area);
                }
                let magnification = magnification(board);
                let is_reversible = flag(board, "reversible", false);
                let pixels = size.unwrap_or_default();
                let size_of = BoardOf { size: pixels, magnification, is_reversible };
                own.boards.insert(title, size_of);
                let map = name.clone();
                let is_measured = false;
                all.candidates.push(Candidate {
                    map,
                    node: board,
                    size,
                    picture,
                    grids,
                    zones,
                    is_measured,
                    counted: OnceCell::new(),
                });
            }
            // As VASSAL has it: where there is one only, nobody is asked.
            if let (true, [only]) =
                (own.begun.is_empty(), own.boards.keys().collect::<Vec<_>>().as_slice())
            {
                own.begun = vec![Shown::alone(only)];
            }
            all.maps.0.push(own);
        }
        Ok(all)
    }

    /// Measures boards of which no size is known by their zones and what lies on them: stacks at the
    /// start, and those of saved games.
    pub fn measure<'l>(&mut self, root: Node<'_, '_>, laid: impl Iterator<Item = &'l Laid>) {
        if self.candidates.iter().all(|board| board.size.is_some() || board.grids.is_empty()) {
            return;
        }
        let mut places: Vec<(String, String, [i64; 2])> = laid
            .filter(|laid| !laid.pieces.is_empty())
            .map(|laid| (laid.map.clone(), laid.board.clone(), laid.at))
            .collect();
        for stack in root.descendants().filter(|node| class(*node) == "SetupStack") {
            let map = stack.ancestors().find(|above| is_map(*above));
            let map = map.map_or("", |map| text(map, "mapName"));
            let at = ["x", "y"].map(|key| number(stack, key, 0.0).clamp(-1e6, 1e6) as i64);
            places.push((map.to_owned(), text(stack, "owningBoard").to_owned(), at));
        }
        for board in &mut self.candidates {
            let Some(pitch) = board.grids.iter().map(Described::pitch).max() else { continue };
            if board.size.is_some() {
                continue;
            }
            let name = text(board.node, "name");
            let of_zones = board.grids.iter().filter_map(|grid| grid.zone.as_ref());
            let of_zones = of_zones.flat_map(|(outline, _, _)| outline.iter().copied());
            let others = board.zones.iter().map(|zone| outline::read(text(*zone, "path")));
            let on = places
                .iter()
                .filter(|(map, of, _)| *map == board.map && (of.is_empty() || of == name));
            // What lies in a hex at the edge lies half a hex from it.
            let on = on.map(|(_, _, [x, y])| [x.saturating_add(pitch), y.saturating_add(pitch)]);
            let corners = of_zones.chain(others.flatten()).chain(on);
            let mut size = [0, 0];
            for corner in corners {
                size = [size[0].max(corner[0]), size[1].max(corner[1])];
            }
            if size.iter().all(|length| *length > pitch && *length <= 1_000_000) {
                (board.size, board.is_measured) = (Some(size), true);
            }
        }
    }

    /// The boards of one map that become ours, with their grid. What is with the others is told.
    ///
    /// # Errors
    /// No board has a hexgrid that can be read, and why; there are no such boards as are asked for.
    pub fn choose(
        &self,
        wish: &Wish<'_>,
        place: &str,
        losses: &mut LossReport,
    ) -> Result<Chosen<'_, 'a, 't>, ImportError> {
        losses.counts.see(BOARDS, self.candidates.len());
        let laid_out = match wish.asked {
            Some(asked) => Some(self.asked(asked, place)?),
            None => {
                let all = self.maps.0.iter().map(|map| self.begun(map, wish));
                // The first of equals.
                let all: Vec<LaidOut<'_>> = all.collect();
                all.into_iter().rev().max_by_key(|one| self.hexes(one))
            }
        };
        let Some(laid_out) = laid_out.filter(|one| self.hexes(one) > 0) else {
            let (what, help) = reason(&self.candidates);
            return Err(refuse(place, what, help));
        };
        let map = laid_out.map;
        let too_many = || {
            let help = "at most 4096 columns and rows can be read";
            refuse(place, "its hexgrid has too many hexes", help)
        };
        if u64::try_from(self.hexes(&laid_out)).is_ok_and(|hexes| hexes > limits::HEXES) {
            return Err(too_many());
        }
        let mut boards: Vec<(Sheet, &Candidate<'a, 't>)> = Vec::new();
        for sheet in map.sheets(&laid_out.shown) {
            let board = self.board(map, &sheet.board).filter(|one| one.hexes() > 0);
            boards.extend(board.map(|board| (sheet, board)));
        }
        let mut patches = Vec::new();
        for (sheet, board) in &boards {
            let size = board.size.unwrap_or_default();
            let displays = board.displays();
            let ground = board_grid::read(&board.grids, &displays, size, losses);
            let ground = ground.ok_or_else(too_many)?;
            let gone = ground.off_board().iter().copied().collect();
            patches.push(Patch { ground, size, sheet: sheet.clone(), gone });
        }
        let mut refused = Vec::new();
        let mut joined = None;
        if patches.len() > 1 {
            let found = joined::join(&patches, losses).ok_or_else(too_many)?;
            let mut whys = found.refused.iter();
            let (mut on, mut own) = (Vec::new(), Vec::new());
            for ((sheet, board), patch) in boards.into_iter().zip(patches) {
                match whys.next().cloned().flatten() {
                    Some(why) => refused.push((sheet.board, why)),
                    None => {
                        on.push((sheet, board));
                        own.push(patch);
                    }
                }
            }
            (boards, patches, joined) = (on, own, Some(found));
        }
        let (ground, gaps) = match (joined, patches.pop()) {
            (Some(joined), Some(_)) if boards.len() > 1 => (joined.ground, joined.gaps),
            // By itself a board is the map as it is, whichever way it lies.
            (_, one) => (one.ok_or_else(too_many)?.ground, Vec::new()),
        };
        self.tell(&boards, &laid_out, &refused, losses);
        let choice = self.choice(&laid_out, wish.games);
        Ok(Chosen { map: map.name.clone(), boards, ground, gaps, choice })
    }

    /// What a map shows: what the saved game says that is read; what the module begins with; what
    /// most of its saved games show. Where that has no hexes, it is the board with most of them.
    fn begun<'m>(&self, map: &'m MapOf, wish: &Wish<'_>) -> LaidOut<'m> {
        let of = |game: &Game| game.shown.get(&map.name).cloned().filter(|all| !all.is_empty());
        let mut most: Vec<(Vec<Shown>, usize)> = Vec::new();
        for shown in wish.games.iter().filter_map(of) {
            match most.iter_mut().find(|(known, _)| *known == shown) {
                Some((_, count)) => *count += 1,
                None => most.push((shown, 1)),
            }
        }
        let most = most.into_iter().rev().max_by_key(|(_, count)| *count);
        let of_module = || Some(map.begun.clone()).filter(|all| !all.is_empty());
        let told = wish.given.and_then(of).or_else(of_module).or(most.map(|(shown, _)| shown));
        let told = told.map(|shown| LaidOut { map, shown, is_told: true });
        told.filter(|one| self.hexes(one) > 0).unwrap_or_else(|| {
            let of_map = self.candidates.iter().filter(|board| board.map == map.name).rev();
            let largest = of_map.max_by_key(|board| board.hexes());
            let shown = largest.map(|board| Shown::alone(board.name())).into_iter().collect();
            LaidOut { map, shown, is_told: false }
        })
    }

    /// The boards that are asked for, of the first map that has all of them.
    fn asked(&self, asked: &str, place: &str) -> Result<LaidOut<'_>, ImportError> {
        let shown = Shown::asked(asked);
        let has_all = |map: &&MapOf| {
            !shown.is_empty() && shown.iter().all(|one| map.boards.contains_key(&one.name))
        };
        if let Some(map) = self.maps.0.iter().find(has_all) {
            let laid_out = LaidOut { map, shown, is_told: true };
            if self.hexes(&laid_out) > 0 {
                return Ok(laid_out);
            }
            let what = format!("the boards that are asked for ({asked}) have no hexgrid");
            return Err(refuse(place, what, "name others of its boards"));
        }
        let names =
            self.candidates.iter().filter(|board| board.hexes() > 0).map(|board| board.name());
        let names: Vec<&str> = names.take(40).collect();
        let what = format!("no map in it has the boards that are asked for ({asked})");
        let help = format!("its boards with a hexgrid are {}", names.join(", "));
        Err(refuse(place, what, &help))
    }

    /// A board of a map by its name; of several the one with most hexes.
    fn board(&self, map: &MapOf, name: &str) -> Option<&Candidate<'a, 't>> {
        let called = self.candidates.iter().rev();
        let called = called.filter(|board| board.map == map.name && board.name() == name);
        called.max_by_key(|board| board.hexes())
    }

    fn hexes(&self, LaidOut { map, shown, .. }: &LaidOut<'_>) -> i64 {
        shown.iter().filter_map(|one| Some(self.board(map, &one.name)?.hexes())).sum()
    }

    /// What the map is made of and what else it could be, where there is anything to choose: what
    /// the module and its saved games say, each board by itself, all of a map in a row.
    fn choice(&self, laid_out: &LaidOut<'_>, games: &[Game]) -> Option<BoardChoice> {
        let has_hexes =
            |map: &&MapOf| self.candidates.iter().any(|b| b.map == map.name && b.hexes() > 0);
        let mut all = Vec::new();
        for map in self.maps.0.iter().filter(has_hexes) {
            all.push(map.begun.clone());
            all.extend(games.iter().filter_map(|game| game.shown.get(&map.name).cloned()));
            let own = self.candidates.iter().filter(|b| b.map == map.name && b.hexes() > 0);
            let own: Vec<&str> = own.map(|board| board.name()).take(MOST_CHOICES).collect();
            all.extend(own.iter().map(|name| vec![Shown::alone(name)]));
            let row = (0..).zip(own).map(|(at, name)| Shown { at: [at, 0], ..Shown::alone(name) });
            all.push(row.collect());
        }
        let now = Shown::in_words(&laid_out.shown);
        let mut others: Vec<String> = Vec::new();
        for shown in all.iter().filter(|shown| !shown.is_empty()) {
            let words = Shown::in_words(shown);
            if words != now && !others.contains(&words) && others.len() < MOST_CHOICES {
                others.push(words);
            }
        }
        (!others.is_empty()).then_some(BoardChoice { laid_out: now, others })
    }

    /// Tells of boards that are measured, and of those that are not on the map.
    fn tell(
        &self,
        boards: &[(Sheet, &Candidate<'_, '_>)],
        laid_out: &LaidOut<'_>,
        refused: &[(String, String)],
        losses: &mut LossReport,
    ) {
        let at = || Some("buildFile.xml: Board".to_owned());
        let names: Vec<&str> = boards.iter().map(|(sheet, _)| sheet.name.as_str()).collect();
        let names = names.join(", ");
        for (_, board) in boards.iter().filter(|(_, board)| board.is_measured) {
            let why = format!(
                "{}; how far the map reaches is taken from zones and what lies on it",
                board.picture.fault(text(board.node, "image"))
            );
            losses.add(Fate::Changed, "board", board.name(), why, at());
        }
        let is_on =
            |other: &Candidate<'_, '_>| boards.iter().any(|(_, own)| std::ptr::eq(*own, other));
        for other in self.candidates.iter().filter(|other| !is_on(other)) {
            let which = format!("{} of {}", other.name(), other.map);
            let shown = laid_out.map.name == other.map
                && laid_out.shown.iter().any(|one| one.name == other.name());
            let why = refused.iter().find(|(name, _)| shown && name == other.name());
            let why = match why {
                Some((_, why)) => why.clone(),
                None if other.hexes() == 0 => format!("it has no hexgrid; the map is {names}"),
                None => format!("the map is {names}: choose the boards (--boards) to have others"),
            };
            losses.leave_out(BOARDS, "board", which, why, at());
        }
        let hexes = self
            .candidates
            .iter()
            .filter(|board| board.map == laid_out.map.name && board.hexes() > 0);
        if !laid_out.is_told && hexes.count() > 1 {
            let why = "the module leaves it to the players which boards are laid out: this one has \
                       most hexes; choose the boards (--boards) to have others";
            losses.add(Fate::Changed, "boards", &names, why, at());
        }
        losses.counts.place(BOARDS, self.candidates.iter().filter(|one| is_on(one)).count());
    }
}

/// More ways to lay out boards than anybody looks through.
const MOST_CHOICES: usize = 40;

/// Boards as they are to be laid out.
struct LaidOut<'m> {
    map: &'m MapOf,
    shown: Vec<Shown>,
    /// Somebody says so.
    is_told: bool,
}

impl<'a> Candidate<'a, '_> {
    /// Its name.
    pub fn name(&self) -> &'a str {
        text(self.node, "name")
    }

    /// The outlines in which VASSAL has no hexes: its pieces stand in the zone.
    fn displays(&self) -> Vec<Vec<Point>> {
        let zones = self.zones.iter().filter(|zone| !flag(**zone, "useParentGrid", false));
        zones.map(|zone| outline::read(text(*zone, "path"))).collect()
    }

    fn hexes(&self) -> i64 {
        *self.counted.get_or_init(|| {
            let Some(size) = self.size else { return 0 };
            self.grids.iter().map(|grid| grid.hexes(size)).max().unwrap_or(0)
        })
    }
}

impl<'a, 't> Chosen<'_, 'a, 't> {
    /// The zones without hexes of their own, with their outlines in pixels of the map.
    pub fn zones(&self) -> Vec<(Node<'a, 't>, Vec<[i64; 2]>)> {
        let is_one = self.boards.len() == 1;
        let of = |(sheet, board): &(Sheet, &Candidate<'a, 't>)| {
            let sheet = sheet.clone();
            let zones = board.zones.clone().into_iter();
            zones.map(move |zone| {
                let outline = outline::read(text(zone, "path")).into_iter();
                let on_map = |own| if is_one { own } else { sheet.on_map(own) };
                (zone, outline.map(on_map).collect())
            })
        };
        self.boards.iter().flat_map(of).collect()
    }
}

impl Picture {
    /// Why its size is not known.
    fn fault(&self, name: &str) -> String {
        match self {
            Self::None => "it has neither a picture nor a size".to_owned(),
            Self::Missing => format!("its picture {name} is not in the module"),
            Self::Unreadable => format!("the size of its picture {name} cannot be read"),
            Self::Sized([width, height]) => format!("{name} has {width} × {height} pixels"),
        }
    }
}

/// Why none of the boards becomes a map, and what to do about it.
fn reason(boards: &[Candidate<'_, '_>]) -> (String, &'static str) {
    let Some(first) = boards.first() else {
        return ("no map in it has a board".to_owned(), "Salient reads modules with a hexgrid");
    };
    let name = |board: &Candidate<'_, '_>| text(board.node, "name").to_owned();
    let with_grid = boards.iter().find(|board| !board.grids.is_empty());
    let Some(board) = with_grid else {
        let what = format!("no board in it has a hexgrid, the first of them being {}", name(first));
        let help = "Salient is for hexgrids: a module with squares or areas only cannot be read";
        return (what, help);
    };
    let Some([width, height]) = board.size else {
        let why = board.picture.fault(text(board.node, "image"));
        let what = format!(
            "board {} has a hexgrid, but {why}, and nothing lies on it that tells how far it reaches",
            name(board)
        );
        return (what, "put the picture into the module, or place a piece on the last hex");
    };
    let what = format!(
        "the hexgrid of board {} gives no hexes on its {width} × {height} pixels, or too many",
        name(board)
    );
    (what, "at most 4096 columns and rows can be read; look at the grid in VASSAL's editor")
}
