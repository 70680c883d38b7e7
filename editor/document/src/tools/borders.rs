//! Border lines: a chain of hexsides that is drawn lengthens or joins the lines of its kind and
//! owner, and what is erased cuts them.

use std::collections::BTreeSet;

use salient_hex::grid::{HexGrid, Side};
use salient_schema::map::Line;

use super::edges::Corner;
use crate::document::Document;
use crate::edit::Edit;

/// The edits that draw chains of hexsides.
pub(super) fn draw(
    document: &Document,
    chains: &[Vec<Side>],
    kind: &str,
    owner: Option<&String>,
) -> Vec<Edit> {
    let like = Line { kind: kind.to_owned(), name: None, owner: owner.cloned(), sides: Vec::new() };
    let mut lines = Lines::of(document);
    for chain in chains {
        lines.draw(document.grid(), chain, &like);
    }
    lines.edits(document.grid())
}

/// The edits that take hexsides out of the lines of a kind, or of all. A line that is cut in two
/// becomes two; one that loses its last hexside goes.
pub(super) fn erase(document: &Document, gone: &BTreeSet<Side>, kind: Option<&str>) -> Vec<Edit> {
    let mut lines = Lines::of(document);
    lines.cut(|line| kind.is_none_or(|kind| line.kind == kind), |side| gone.contains(&side));
    lines.edits(document.grid())
}

/// The map's lines, to be worked on.
pub(super) struct Lines {
    lines: Vec<Worked>,
}

struct Worked {
    /// Its place in the map's list; none for a new one.
    at: Option<usize>,
    line: Line,
    /// The hexsides; `None` for one that cannot be read, which keeps its place.
    sides: Vec<Option<Side>>,
    labels: Vec<Option<String>>,
    changed: bool,
    /// Whether it stands here the other way round than in the file.
    turned: bool,
}

impl Lines {
    /// All of them.
    pub fn of(document: &Document) -> Self {
        let grid = document.grid();
        let lines = document.map().lines.items.iter().enumerate();
        let worked = |(at, line): (usize, &Line)| Worked {
            at: Some(at),
            line: line.clone(),
            sides: line.sides.iter().map(|label| grid.parse_side(label)).collect(),
            labels: line.sides.iter().cloned().map(Some).collect(),
            changed: false,
            turned: false,
        };
        Self { lines: lines.map(worked).collect() }
    }

    /// Takes hexsides out of lines.
    pub fn cut(&mut self, meant: impl Fn(&Line) -> bool, goes: impl Fn(Side) -> bool) {
        let mut further = Vec::new();
        for worked in &mut self.lines {
            let cuts = |side: &Option<Side>| side.is_some_and(&goes);
            if !meant(&worked.line) || !worked.sides.iter().any(cuts) {
                continue;
            }
            let places: Vec<_> = worked.sides.drain(..).zip(worked.labels.drain(..)).collect();
            let mut pieces: Vec<Vec<(Option<Side>, Option<String>)>> = vec![Vec::new()];
            for place in places {
                if place.0.is_some_and(&goes) {
                    pieces.push(Vec::new());
                } else if let Some(piece) = pieces.last_mut() {
                    piece.push(place);
                }
            }
            let mut pieces = pieces.into_iter().filter(|piece| !piece.is_empty());
            (worked.sides, worked.labels) = pieces.next().unwrap_or_default().into_iter().unzip();
            worked.changed = true;
            for piece in pieces {
                let (sides, labels) = piece.into_iter().unzip();
                let line = worked.line.clone();
                further.push(Worked { sides, labels, ..Worked::new(line) });
            }
        }
        self.lines.extend(further);
    }

    /// Draws a chain of hexsides like a line. What a line of this kind and owner has already is
    /// not drawn twice; another owner's line of this kind gives way.
    pub fn draw(&mut self, grid: &HexGrid, chain: &[Side], like: &Line) {
        let wanted: BTreeSet<Side> = chain.iter().copied().collect();
        self.cut(
            |line| line.kind == like.kind && line.owner != like.owner,
            |side| wanted.contains(&side),
        );
        let mut there: BTreeSet<Side> = self
            .lines
            .iter()
            .filter(|worked| worked.line.kind == like.kind)
            .flat_map(|worked| worked.sides.iter().flatten().copied())
            .collect();
        let mut run = Vec::new();
        for &side in chain {
            if there.insert(side) {
                run.push(Some(side));
            } else {
                self.add(grid, std::mem::take(&mut run), like);
            }
        }
        self.add(grid, run, like);
    }

    /// Adds a run of joined hexsides, joined at both ends to what ends there.
    fn add(&mut self, grid: &HexGrid, run: Vec<Option<Side>>, like: &Line) {
        if run.is_empty() {
            return;
        }
        let line = Line { sides: Vec::new(), ..like.clone() };
        let labels = vec![None; run.len()];
        let mut new = Worked { sides: run, labels, ..Worked::new(line) };
        for _ in 0..2 {
            new = self.join(grid, new);
            new.turn();
        }
        self.lines.push(new);
    }

    /// Joins what begins where a line of its kind ends to that line, and gives the two as one.
    fn join(&mut self, grid: &HexGrid, new: Worked) -> Worked {
        let start = new.start(grid);
        let fits = |old: &Worked| {
            let alike = old.line.kind == new.line.kind && old.line.owner == new.line.owner;
            let named = old.line.name.is_some() && new.line.name.is_some();
            alike && (!named || old.line.name == new.line.name)
        };
        let touches = |ends: &[Corner]| ends.iter().any(|end| start.contains(end));
        let Some(place) = self
            .lines
            .iter()
            .position(|old| fits(old) && (touches(&old.end(grid)) || touches(&old.start(grid))))
        else {
            return new;
        };
        let mut old = self.lines.remove(place);
        if !touches(&old.end(grid)) {
            old.turn();
        }
        let (at, gone, turned) = match (old.at, new.at) {
            (Some(a), Some(b)) if b < a => (new.at, old.at, new.turned),
            (Some(_), b) => (old.at, b, old.turned),
            (None, _) => (new.at, None, new.turned),
        };
        if let Some(gone) = gone {
            self.lines.push(Worked { at: Some(gone), ..Worked::new(old.line.clone()) });
        }
        let name = old.line.name.clone().or(new.line.name);
        old.sides.extend(new.sides);
        old.labels.extend(new.labels);
        let line = Line { name, ..old.line };
        Worked { at, turned, sides: old.sides, labels: old.labels, ..Worked::new(line) }
    }

    /// The edits that make the map's lines like these.
    pub fn edits(self, grid: &HexGrid) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut gone = Vec::new();
        for mut worked in self.lines {
            if !worked.changed {
                continue;
            }
            if worked.turned {
                worked.turn();
            }
            let places = worked.sides.iter().zip(worked.labels);
            let sides: Vec<String> = places
                .filter_map(|(side, label)| {
                    label.or_else(|| side.map(|side| grid.side_label(side)))
                })
                .collect();
            match (worked.at, sides.is_empty()) {
                (Some(at), true) => gone.push(at),
                (Some(at), false) => {
                    edits.push(Edit::set_line(at, Line { sides, ..worked.line }));
                }
                (None, true) => {}
                (None, false) => {
                    edits.push(Edit::add_line(Line { sides, ..worked.line }, None));
                }
            }
        }
        gone.sort_unstable();
        edits.extend(gone.into_iter().rev().map(Edit::remove_line));
        edits
    }
}

impl Worked {
    /// A new line, still without hexsides.
    fn new(line: Line) -> Self {
        let (sides, labels) = (Vec::new(), Vec::new());
        Self { at: None, line, sides, labels, changed: true, turned: false }
    }

    fn turn(&mut self) {
        self.sides.reverse();
        self.labels.reverse();
        self.turned = !self.turned;
    }

    /// The corners that its first hexside leaves free.
    fn start(&self, grid: &HexGrid) -> Vec<Corner> {
        free(grid, self.sides.iter().flatten())
    }

    /// The corners that its last hexside leaves free.
    fn end(&self, grid: &HexGrid) -> Vec<Corner> {
        free(grid, self.sides.iter().rev().flatten())
    }
}

fn free<'a>(grid: &HexGrid, mut sides: impl Iterator<Item = &'a Side>) -> Vec<Corner> {
    let Some(&first) = sides.next() else { return Vec::new() };
    let ends = Corner::ends(grid, first).to_vec();
    let taken = sides.next().map_or(Vec::new(), |&next| Corner::ends(grid, next).to_vec());
    ends.into_iter().filter(|end| !taken.contains(end)).collect()
}
