//! The pen for hexsides and for border lines: it snaps to the nearest side and follows the
//! pointer along sides that join.

use salient_engine::grid::{HexGrid, Side};
use salient_schema::map::{Hexside, Line};

use super::{
    Action, Button, Cursor, Key, Modifiers, Preview, State as Tools, ToolEvent, ToolOutput,
};
use super::{kind_name, side_near};
use crate::apply::joined;
use crate::document::Document;
use crate::edit::Edit;

/// What the pen draws.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pen<'a> {
    /// A hexside kind.
    Hexside(&'a str),
    /// A line kind.
    Line(&'a str),
}

/// A stroke.
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
    let idle = |at: Option<[f32; 2]>, shift: bool| {
        let side = at.and_then(|at| side_near(grid, at));
        let hint = match (side, shift) {
            (None, _) => format!("Point at a hexside to draw {name}."),
            (Some(_), true) => format!("Click or drag along hexsides to erase {name}."),
            (Some(_), false) => {
                format!("Click, or drag along hexsides, to draw {name}; hold Shift to erase.")
            }
        };
        output(Vec::new(), hint, side, shift)
    };
    let busy = |stroke: &State, actions| {
        let doing = if stroke.erases { "Erasing" } else { "Drawing" };
        let hint = format!("{doing} {name}: let go to keep it, Esc to take it back.");
        output(actions, hint, stroke.trail.last, stroke.erases)
    };
    match (state, *event) {
        (Tools::Hexside(_), ToolEvent::Key(Key::Escape)) => {
            (Tools::Idle, ToolOutput { actions: vec![Action::Cancel], ..idle(None, false) })
        }
        (Tools::Hexside(mut stroke), ToolEvent::Move { at, .. }) => {
            let sides = stroke.trail.follow(grid, at);
            let actions = pen.draw(document, &sides, stroke.erases);
            let output = busy(&stroke, actions);
            (Tools::Hexside(stroke), output)
        }
        (Tools::Hexside(mut stroke), ToolEvent::Release { at, button, modifiers })
            if button == stroke.button =>
        {
            let sides = stroke.trail.follow(grid, at);
            let mut actions = pen.draw(document, &sides, stroke.erases);
            actions.push(Action::Commit);
            (Tools::Idle, ToolOutput { actions, ..idle(Some(at), modifiers.shift) })
        }
        (Tools::Hexside(mut stroke), _) => {
            if *event == ToolEvent::Leave {
                stroke.trail.lift();
            }
            let output = busy(&stroke, Vec::new());
            (Tools::Hexside(stroke), output)
        }
        (_, ToolEvent::Press { at, button, modifiers: Modifiers { shift, .. } }) => {
            let Some(side) = side_near(grid, at) else {
                return (Tools::Idle, idle(Some(at), shift));
            };
            let erases = shift || button == Button::Secondary;
            let stroke = State { erases, button, trail: Trail::from(side, at) };
            let verb = if erases { "Erase" } else { "Draw" };
            let mut actions = vec![Action::Begin(format!("{verb} {name}"))];
            actions.extend(pen.draw(document, &[side], erases));
            let output = busy(&stroke, actions);
            (Tools::Hexside(stroke), output)
        }
        (_, ToolEvent::Move { at, modifiers } | ToolEvent::Release { at, modifiers, .. }) => {
            (Tools::Idle, idle(Some(at), modifiers.shift))
        }
        (_, ToolEvent::Leave | ToolEvent::Key(_)) => (Tools::Idle, idle(None, false)),
    }
}

impl Pen<'_> {
    fn name(self, document: &Document) -> String {
        let ruleset = document.ruleset();
        match self {
            Self::Hexside(kind) => kind_name(&ruleset.hexsides, kind).to_lowercase(),
            Self::Line(kind) => kind_name(&ruleset.lines, kind).to_lowercase(),
        }
    }

    fn draw(self, document: &Document, sides: &[Side], erases: bool) -> Vec<Action> {
        let edits = match self {
            Self::Hexside(kind) => draw_hexsides(document, sides, kind, erases),
            Self::Line(kind) if erases => erase_lines(document, sides, Some(kind)),
            Self::Line(kind) => draw_line(document, sides, kind),
        };
        edits.into_iter().map(Action::Edit).collect()
    }
}

fn draw_hexsides(document: &Document, sides: &[Side], kind: &str, erases: bool) -> Vec<Edit> {
    let there = |side| document.hexsides_at(side).any(|hexside| hexside.kind == kind);
    unique(sides)
        .into_iter()
        .filter(|&side| there(side) == erases)
        .map(|side| {
            let (side, kind) = (document.grid().side_label(side), kind.to_owned());
            if erases {
                Edit::RemoveHexside { side, kind }
            } else {
                let hexside = Hexside { side, kind, name: None, provenance: None };
                Edit::AddHexside { hexside, at: None }
            }
        })
        .collect()
}

fn draw_line(document: &Document, sides: &[Side], kind: &str) -> Vec<Edit> {
    let grid = document.grid();
    let lines = &document.map().lines.items;
    let new: Vec<String> = unique(sides)
        .into_iter()
        .filter(|&side| !document.lines_at(side).any(|line| lines[line].kind == kind))
        .map(|side| grid.side_label(side))
        .collect();
    if new.is_empty() {
        return Vec::new();
    }
    match lines.iter().position(|line| line.kind == kind) {
        Some(line) => {
            new.into_iter().map(|side| Edit::AddLineSide { line, side, at: None }).collect()
        }
        None => {
            let line = Line { kind: kind.to_owned(), name: None, owner: None, sides: new };
            vec![Edit::AddLine { line, at: None }]
        }
    }
}

/// Takes sides out of the lines of a kind, or of all. A line that loses its last side goes.
pub(super) fn erase_lines(document: &Document, sides: &[Side], kind: Option<&str>) -> Vec<Edit> {
    let grid = document.grid();
    let mut edits = Vec::new();
    // From the last line to the first, since a line that goes moves those behind it.
    for (at, line) in document.map().lines.items.iter().enumerate().rev() {
        if kind.is_some_and(|kind| line.kind != kind) {
            continue;
        }
        let gone: Vec<&String> = line
            .sides
            .iter()
            .filter(|label| grid.parse_side(label).is_some_and(|side| sides.contains(&side)))
            .collect();
        if gone.len() == line.sides.len() && !gone.is_empty() {
            edits.push(Edit::RemoveLine { line: at });
        } else {
            edits.extend(
                gone.into_iter().map(|side| Edit::RemoveLineSide { line: at, side: side.clone() }),
            );
        }
    }
    edits
}

fn unique(sides: &[Side]) -> Vec<Side> {
    let mut seen = Vec::with_capacity(sides.len());
    for &side in sides {
        if !seen.contains(&side) {
            seen.push(side);
        }
    }
    seen
}

/// How far apart the points are at which a drag is looked at, in distances between hexes.
const STEP: f32 = 0.1;
/// The longest gap between two sides that a drag fills, in sides.
const LONGEST_GAP: usize = 6;
/// The share of a side at either end where it is unclear which of three sides is meant.
const CORNER: f32 = 0.2;

/// The sides that a drag has followed.
#[derive(Clone, Debug)]
pub(super) struct Trail {
    last: Option<Side>,
    at: Option<[f32; 2]>,
}

impl Trail {
    /// Begins at a side.
    pub fn from(side: Side, at: [f32; 2]) -> Self {
        Self { last: Some(side), at: Some(at) }
    }

    /// The pointer left the map, and may come back elsewhere.
    pub fn lift(&mut self) {
        *self = Self { last: None, at: None };
    }

    /// The further sides on the way to a point, each joined to the one before where the pointer
    /// stayed near sides.
    pub fn follow(&mut self, grid: &HexGrid, to: [f32; 2]) -> Vec<Side> {
        let from = self.at.replace(to).unwrap_or(to);
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        // A pointer is never a whole map away between two samples; the cap is for odd input.
        let steps = ((dx.hypot(dy) / STEP).ceil() as usize).clamp(1, 10_000);
        let mut sides = Vec::new();
        for step in 1..=steps {
            let share = step as f32 / steps as f32;
            let Some(side) = side_along(grid, [from[0] + dx * share, from[1] + dy * share]) else {
                continue;
            };
            match self.last {
                Some(last) if last == side => continue,
                Some(last) => sides.extend(connect(grid, last, side)),
                None => sides.push(side),
            }
            self.last = Some(side);
        }
        sides
    }
}

/// The hexside that a point of a drag is meant for: near it, and not near a corner.
fn side_along(grid: &HexGrid, at: [f32; 2]) -> Option<Side> {
    let side = side_near(grid, at)?;
    let [[ax, ay], [bx, by]] = grid.side_ends(side);
    let (dx, dy) = (bx - ax, by - ay);
    let along = ((at[0] - ax) * dx + (at[1] - ay) * dy) / (dx * dx + dy * dy);
    (CORNER..=1.0 - CORNER).contains(&along).then_some(side)
}

/// The shortest chain of joined sides from one to another, without the first; the other alone
/// if it is too far off.
fn connect(grid: &HexGrid, from: Side, to: Side) -> Vec<Side> {
    // Each side reached, with the place of the one that it was reached from.
    let mut reached = vec![(from, 0)];
    let mut first = 0;
    for _ in 0..LONGEST_GAP {
        let end = reached.len();
        for place in first..end {
            for side in joined(grid, reached[place].0) {
                if side == to {
                    let mut chain = vec![to];
                    let mut at = place;
                    while at != 0 {
                        chain.push(reached[at].0);
                        at = reached[at].1;
                    }
                    chain.reverse();
                    return chain;
                }
                if reached.iter().all(|&(other, _)| other != side) {
                    reached.push((side, place));
                }
            }
        }
        first = end;
    }
    vec![to]
}

fn output(actions: Vec<Action>, hint: String, side: Option<Side>, erases: bool) -> ToolOutput {
    ToolOutput {
        actions,
        hint,
        cursor: if erases { Cursor::Eraser } else { Cursor::Crosshair },
        preview: Preview { sides: side.into_iter().collect(), erases, ..Preview::default() },
    }
}
