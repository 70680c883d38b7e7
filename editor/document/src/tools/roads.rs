//! Roads and railways as a net: a stretch that is drawn lengthens, joins or branches off what is
//! there, and what is erased cuts it.

use std::collections::BTreeSet;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::Path;

use crate::document::Document;
use crate::edit::Edit;

/// The edits that draw a stretch of adjacent hexes.
pub(super) fn draw(document: &Document, way: &[Hex], kind: &str, tracks: Option<u8>) -> Vec<Edit> {
    let mut net = Net::of(document);
    net.draw(way, &Path { kind: kind.to_owned(), name: None, tracks, hexes: Vec::new() });
    net.edits(document.grid())
}

/// Whether a path of a kind ends in a hex, so that drawing goes on from there.
pub(super) fn ends_in(document: &Document, hex: Hex, kind: &str) -> bool {
    let is_here = |label: Option<&String>| {
        label.is_some_and(|label| document.grid().parse(label) == Some(hex))
    };
    let paths = &document.map().paths.items;
    paths.iter().any(|path| {
        path.kind == kind && (is_here(path.hexes.first()) || is_here(path.hexes.last()))
    })
}

/// The first path that runs through a hex.
pub(super) fn path_at(document: &Document, hex: Hex) -> Option<&Path> {
    let paths = &document.map().paths.items;
    let label = document.grid().label(hex);
    paths.iter().find(|path| path.hexes.contains(&label))
}

/// The edits that take the stretch along these hexes out of the paths of a kind, or of all.
pub(super) fn erase_along(document: &Document, way: &[Hex], kind: Option<&str>) -> Vec<Edit> {
    let gone: BTreeSet<Step> = way.windows(2).map(|pair| step(pair[0], pair[1])).collect();
    let mut net = Net::of(document);
    net.cut(
        |path| kind.is_none_or(|kind| path.kind == kind),
        |hexes, at| gone.contains(&step(hexes[at], hexes[at + 1])),
    );
    net.edits(document.grid())
}

/// The edits that take hexes, each once and in order, out of the paths of a kind, or of all.
pub(super) fn erase_in(document: &Document, hexes: &[Hex], kind: Option<&str>) -> Vec<Edit> {
    let gone = |hex: Hex| hexes.binary_search(&hex).is_ok();
    let mut net = Net::of(document);
    net.cut(
        |path| kind.is_none_or(|kind| path.kind == kind),
        |hexes, at| gone(hexes[at]) || gone(hexes[at + 1]),
    );
    net.edits(document.grid())
}

/// From a hex to an adjacent one, whichever way.
type Step = (Hex, Hex);

fn step(a: Hex, b: Hex) -> Step {
    (a.min(b), a.max(b))
}

/// The map's paths, to be worked on.
pub(super) struct Net {
    paths: Vec<Worked>,
}

struct Worked {
    /// Its place in the map's list; none for a new one.
    at: Option<usize>,
    path: Path,
    hexes: Vec<Hex>,
    changed: bool,
    /// Whether it stands here the other way round than in the file.
    turned: bool,
}

impl Worked {
    fn new(path: Path, hexes: Vec<Hex>) -> Self {
        Self { at: None, path, hexes, changed: true, turned: false }
    }

    fn turn(&mut self) {
        self.hexes.reverse();
        self.turned = !self.turned;
    }
}

impl Net {
    /// The paths that can be read.
    pub fn of(document: &Document) -> Self {
        let grid = document.grid();
        let paths = document.map().paths.items.iter().enumerate();
        let worked = |(at, path): (usize, &Path)| {
            let hexes: Option<Vec<Hex>> = path.hexes.iter().map(|hex| grid.parse(hex)).collect();
            Some(Worked { at: Some(at), changed: false, ..Worked::new(path.clone(), hexes?) })
        };
        Self { paths: paths.filter_map(worked).collect() }
    }

    /// Cuts paths between the hexes `at` and `at + 1` of their lists. Pieces of one hex go.
    pub fn cut(&mut self, meant: impl Fn(&Path) -> bool, cuts: impl Fn(&[Hex], usize) -> bool) {
        let mut further = Vec::new();
        for worked in &mut self.paths {
            let steps = worked.hexes.len().saturating_sub(1);
            if !meant(&worked.path) || !(0..steps).any(|at| cuts(&worked.hexes, at)) {
                continue;
            }
            let mut pieces: Vec<Vec<Hex>> = vec![Vec::new()];
            for (at, &hex) in worked.hexes.iter().enumerate() {
                if let Some(piece) = pieces.last_mut() {
                    piece.push(hex);
                }
                if at < steps && cuts(&worked.hexes, at) {
                    pieces.push(Vec::new());
                }
            }
            let mut pieces = pieces.into_iter().filter(|piece| piece.len() > 1);
            worked.hexes = pieces.next().unwrap_or_default();
            worked.changed = true;
            further.extend(pieces.map(|hexes| Worked::new(worked.path.clone(), hexes)));
        }
        self.paths.extend(further);
    }

    /// Draws a stretch of adjacent hexes like a path. Where one of this kind with these tracks
    /// runs already nothing is drawn twice; one with other tracks gives way.
    pub fn draw(&mut self, way: &[Hex], like: &Path) {
        let wanted: BTreeSet<Step> = way.windows(2).map(|pair| step(pair[0], pair[1])).collect();
        self.cut(
            |path| path.kind == like.kind && path.tracks != like.tracks,
            |hexes, at| wanted.contains(&step(hexes[at], hexes[at + 1])),
        );
        let mut there: BTreeSet<Step> = self
            .paths
            .iter()
            .filter(|worked| worked.path.kind == like.kind)
            .flat_map(|worked| worked.hexes.windows(2).map(|pair| step(pair[0], pair[1])))
            .collect();
        let mut run: Vec<Hex> = Vec::new();
        for pair in way.windows(2) {
            if there.insert(step(pair[0], pair[1])) {
                if run.is_empty() {
                    run.push(pair[0]);
                }
                run.push(pair[1]);
            } else {
                self.add(std::mem::take(&mut run), like);
            }
        }
        self.add(run, like);
    }

    /// Adds a run of hexes, joined at both ends to what ends there.
    fn add(&mut self, run: Vec<Hex>, like: &Path) {
        if run.len() < 2 {
            return;
        }
        let mut new = Worked::new(Path { hexes: Vec::new(), ..like.clone() }, run);
        for _ in 0..2 {
            new = self.join(new);
            new.turn();
        }
        self.paths.push(new);
    }

    /// Joins what begins where a path of its kind ends to that path, and gives the two as one,
    /// in the direction of the first.
    fn join(&mut self, new: Worked) -> Worked {
        let fits = |other: &Worked| {
            let alike = other.path.kind == new.path.kind && other.path.tracks == new.path.tracks;
            let named = other.path.name.is_some() && new.path.name.is_some();
            let ends = [other.hexes.first(), other.hexes.last()];
            alike
                && (!named || other.path.name == new.path.name)
                && ends.contains(&new.hexes.first())
                && !other.hexes.is_empty()
        };
        let Some(place) = self.paths.iter().position(fits) else { return new };
        let mut old = self.paths.remove(place);
        if old.hexes.first() == new.hexes.first() {
            old.turn();
        }
        // Whichever is in the map's list already stays there, the earlier of two.
        let (at, gone, turned) = match (old.at, new.at) {
            (Some(a), Some(b)) if b < a => (new.at, old.at, new.turned),
            (Some(_), b) => (old.at, b, old.turned),
            (None, _) => (new.at, None, new.turned),
        };
        if let Some(gone) = gone {
            let path = old.path.clone();
            self.paths.push(Worked { at: Some(gone), ..Worked::new(path, Vec::new()) });
        }
        let name = old.path.name.clone().or(new.path.name);
        old.hexes.extend(new.hexes.into_iter().skip(1));
        Worked { at, turned, ..Worked::new(Path { name, ..old.path }, old.hexes) }
    }

    /// The edits that make the map's paths like these.
    pub fn edits(self, grid: &HexGrid) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut gone = Vec::new();
        for mut worked in self.paths {
            if !worked.changed {
                continue;
            }
            if worked.turned {
                worked.turn();
            }
            let hexes: Vec<String> = worked.hexes.iter().map(|&hex| grid.label(hex)).collect();
            match (worked.at, hexes.is_empty()) {
                (Some(at), true) => gone.push(at),
                (Some(at), false) => {
                    edits.push(Edit::set_path(at, Path { hexes, ..worked.path }));
                }
                (None, true) => {}
                (None, false) => {
                    edits.push(Edit::add_path(Path { hexes, ..worked.path }, None));
                }
            }
        }
        // From the last to the first, since one that goes moves those behind it.
        gone.sort_unstable();
        edits.extend(gone.into_iter().rev().map(Edit::remove_path));
        edits
    }
}
