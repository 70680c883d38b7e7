//! The boards of a module: how large each is, and which becomes the map.

use std::collections::BTreeMap;

use roxmltree::Node;

use super::archive::{Archive, refuse};
use super::board_grid::{self, BoardGrid, Described};
use super::maps::{BoardOf, MapOf, Maps};
use super::picture::{self, Picture};
use super::tree::{children, class, number, text};
use super::{Area, BOARDS, Laid};
use crate::{Fate, ImportError, LossReport};

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
            let mut own = MapOf { name: name.clone(), edge, boards: BTreeMap::new() };
            let boards = children(map, "BoardPicker").flat_map(|picker| children(picker, "Board"));
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
                    let outline = board_grid::outline(text(*zone, "path"));
                    let name = text(*zone, "name").to_owned();
                    let area = Area { board: title.clone(), outline, name };
                    all.boxes.entry(own.name.clone()).or_default().push(area);
                }
                let magnification = magnification(board);
                let size_of = BoardOf { size: size.unwrap_or_default(), magnification };
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
                });
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
            let others = board.zones.iter().map(|zone| board_grid::outline(text(*zone, "path")));
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

    /// The board with most hexes, with its grid as ours. What is with the others is told.
    ///
    /// # Errors
    /// No board has a hexgrid that can be read, and why.
    pub fn choose(
        self,
        place: &str,
        losses: &mut LossReport,
    ) -> Result<(Candidate<'a, 't>, BoardGrid), ImportError> {
        losses.counts.see(BOARDS, self.candidates.len());
        // The first of equals: boards of one map are often the same.
        let all = self.candidates.iter().enumerate().rev();
        let chosen = all.max_by_key(|(_, board)| board.hexes());
        let Some((number, chosen)) = chosen.filter(|(_, board)| board.hexes() > 0) else {
            let (what, help) = reason(&self.candidates);
            return Err(refuse(place, what, help));
        };
        let size = chosen.size.unwrap_or_default();
        let Some(ground) = board_grid::read(&chosen.grids, size, losses) else {
            let help = "at most 4096 columns and rows can be read";
            return Err(refuse(place, "its hexgrid has too many hexes", help));
        };
        let name = text(chosen.node, "name").to_owned();
        let at = || Some("buildFile.xml: Board".to_owned());
        if chosen.is_measured {
            let why = format!(
                "{}; how far the map reaches is taken from zones and what lies on it",
                chosen.picture.fault(text(chosen.node, "image"))
            );
            losses.add(Fate::Changed, "board", &name, why, at());
        }
        for (other, candidate) in self.candidates.iter().enumerate() {
            if other != number {
                let which = format!("{} of {}", text(candidate.node, "name"), candidate.map);
                let why = format!("the map is {name}: a map of ours has one sheet");
                losses.leave_out(BOARDS, "board", which, why, at());
            }
        }
        losses.counts.place(BOARDS, 1);
        let chosen = self.candidates.into_iter().nth(number);
        chosen.map(|chosen| (chosen, ground)).ok_or_else(|| refuse(place, "it has no board", ""))
    }
}

impl Candidate<'_, '_> {
    fn hexes(&self) -> i64 {
        let Some(size) = self.size else { return 0 };
        self.grids.iter().map(|grid| grid.hexes(size)).max().unwrap_or(0)
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
