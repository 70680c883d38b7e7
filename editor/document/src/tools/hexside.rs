//! The pen for hexsides and for border lines: it snaps to the nearest hexside and follows the
//! pointer along the edges, from corner to corner.

use std::collections::BTreeSet;

use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::map::Hexside;

use super::edges::Chain;
use super::{
    Action, Button, Cursor, Key, Modifiers, Preview, State as Tools, ToolEvent, ToolOutput,
};
use super::{SIDE_REACH, borders, kind_in_a_sentence, side_near, step};
use crate::document::Document;
use crate::edit::Edit;

/// What the pen draws.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pen<'a> {
    /// A hexside kind.
    Hexside(&'a str),
    /// A line kind, and who holds the line.
    Line(&'a str, Option<&'a String>),
}

/// A stroke. Nothing is drawn before the button comes up, since going back takes back.
#[derive(Clone, Debug)]
pub(super) struct State {
    erases: bool,
    button: Button,
    trail: Trail,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    pen: Pen<'_>,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let name = pen.name(document);
    let idle = |actions| {
        let shift = event.modifiers().shift;
        let side = event.at().and_then(|at| side_near(grid, at));
        let hint = match (side, shift) {
            (None, _) => format!("Drag along hexsides, or click near one, to draw {name}."),
            (Some(_), true) => format!("Click or drag along hexsides to erase {name}."),
            (Some(_), false) => {
                format!("Click, or drag along hexsides, to draw {name}; hold Shift to erase.")
            }
        };
        output(actions, hint, side.into_iter().collect(), shift)
    };
    let busy = |stroke: &State| {
        let sides = stroke.trail.sides();
        let doing = if stroke.erases { "Erasing" } else { "Drawing" };
        let hint = match sides.len() {
            0 => format!("{doing} {name}: drag on along the hexsides that are meant."),
            1 => format!("{doing} {name}: let go to keep it, Esc to leave it."),
            sides => format!(
                "{doing} {sides} hexsides of {name}: let go to keep them, go back to shorten, \
                 Esc to leave it."
            ),
        };
        output(Vec::new(), hint, sides, stroke.erases)
    };
    match (state, *event) {
        (Tools::Hexside(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(Vec::new())),
        (Tools::Hexside(mut stroke), ToolEvent::Release { at, button, .. })
            if button == stroke.button =>
        {
            stroke.trail.follow(grid, at);
            (Tools::Idle, idle(pen.draw(document, &stroke.trail, stroke.erases)))
        }
        (Tools::Hexside(mut stroke), event) => {
            match event {
                ToolEvent::Move { at, .. } => stroke.trail.follow(grid, at),
                ToolEvent::Leave => stroke.trail.lift(),
                _ => {}
            }
            let output = busy(&stroke);
            (Tools::Hexside(stroke), output)
        }
        (_, ToolEvent::Press { at, button, modifiers: Modifiers { shift, .. } }) => {
            let Some(trail) = Trail::begin(grid, at) else {
                return (Tools::Idle, idle(Vec::new()));
            };
            let erases = shift || button == Button::Secondary;
            let stroke = State { erases, button, trail };
            let output = busy(&stroke);
            (Tools::Hexside(stroke), output)
        }
        _ => (Tools::Idle, idle(Vec::new())),
    }
}

impl Pen<'_> {
    fn name(self, document: &Document) -> String {
        let ruleset = document.ruleset();
        match self {
            Self::Hexside(kind) => kind_in_a_sentence(&ruleset.hexsides, kind),
            Self::Line(kind, _) => kind_in_a_sentence(&ruleset.lines, kind),
        }
    }

    fn draw(self, document: &Document, trail: &Trail, erases: bool) -> Vec<Action> {
        let verb = if erases { "Erase" } else { "Draw" };
        let edits = match self {
            Self::Hexside(kind) => draw_hexsides(document, &trail.sides(), kind, erases),
            Self::Line(kind, _) if erases => {
                borders::erase(document, &trail.sides().into_iter().collect(), Some(kind))
            }
            Self::Line(kind, owner) => borders::draw(document, &trail.chains(), kind, owner),
        };
        step(format!("{verb} {}", self.name(document)), edits)
    }
}

fn draw_hexsides(document: &Document, sides: &[Side], kind: &str, erases: bool) -> Vec<Edit> {
    let there = |side| document.hexsides_at(side).any(|hexside| hexside.kind == kind);
    sides
        .iter()
        .filter(|&&side| there(side) == erases)
        .map(|&side| {
            let (side, kind) = (document.grid().side_label(side), kind.to_owned());
            if erases {
                Edit::remove_hexside(side, kind)
            } else {
                let hexside = Hexside { side, kind, name: None, provenance: None };
                Edit::add_hexside(hexside, None)
            }
        })
        .collect()
}

/// The chains of a stroke: a new one each time that the pointer left the map.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    done: Vec<Chain>,
    chain: Option<Chain>,
    /// Where it began, as long as that is in the middle of a hex: which hexside is meant first shows
    /// as soon as the pointer goes towards one.
    middle: Option<[f32; 2]>,
}

impl Trail {
    /// Begins at the hexside that a point is meant for, or in the middle of a hex; nowhere off the
    /// map.
    pub fn begin(grid: &HexGrid, at: [f32; 2]) -> Option<Self> {
        let chain = side_near(grid, at).map(|side| Chain::new(grid, side, at));
        let middle = grid.hex_at(at).filter(|_| chain.is_none()).map(|_| at);
        (chain.is_some() || middle.is_some()).then_some(Self { done: Vec::new(), chain, middle })
    }

    /// The pointer left the map, and may come back elsewhere.
    pub fn lift(&mut self) {
        self.middle = None;
        self.done.extend(self.chain.take());
    }

    /// Goes on to a point.
    pub fn follow(&mut self, grid: &HexGrid, to: [f32; 2]) {
        if let Some(from) = self.middle {
            let Some(first) = side_towards(grid, from, to) else { return };
            self.middle = None;
            self.chain = Some(Chain::new(grid, first, from));
        }
        let side = side_along(grid, to);
        match &mut self.chain {
            Some(chain) => chain.follow(grid, to, side),
            None => self.chain = side.map(|side| Chain::new(grid, side, to)),
        }
    }

    /// The hexsides of each chain.
    pub fn chains(&self) -> Vec<Vec<Side>> {
        self.done.iter().chain(&self.chain).map(Chain::sides).collect()
    }

    /// The hexes on the hand where the pointer began, with the directions that they face.
    pub fn facing(&self, grid: &HexGrid) -> Vec<(Hex, Direction)> {
        self.done.iter().chain(&self.chain).flat_map(|chain| chain.facing(grid)).collect()
    }

    /// All hexsides in order, each once.
    pub fn sides(&self) -> Vec<Side> {
        let mut seen = BTreeSet::new();
        self.chains().into_iter().flatten().filter(|&side| seen.insert(side)).collect()
    }
}

/// The hexside of a hex to which a point goes from about its middle; none while it has hardly moved.
fn side_towards(grid: &HexGrid, from: [f32; 2], to: [f32; 2]) -> Option<Side> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let length = way[0].hypot(way[1]);
    let step = SIDE_REACH / 2.0;
    let ahead = |at: usize| from[at] + way[at] * step / length;
    let near = (length >= step).then(|| grid.side_at([ahead(0), ahead(1)]))?;
    near.map(|(side, _)| side)
}

/// The share of a hexside at either end where it is unclear which of three is meant.
const CORNER: f32 = 0.25;

/// The hexside that a point of a drag is plainly meant for: near it, and not near a corner.
fn side_along(grid: &HexGrid, at: [f32; 2]) -> Option<Side> {
    let side = side_near(grid, at)?;
    let [[ax, ay], [bx, by]] = grid.side_ends(side);
    let (dx, dy) = (bx - ax, by - ay);
    let along = ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy);
    (CORNER..=1.0 - CORNER).contains(&along).then_some(side)
}

fn output(actions: Vec<Action>, hint: String, sides: Vec<Side>, erases: bool) -> ToolOutput {
    ToolOutput {
        actions,
        hint,
        cursor: if erases { Cursor::Eraser } else { Cursor::Crosshair },
        preview: Preview { sides, erases, ..Preview::default() },
    }
}
