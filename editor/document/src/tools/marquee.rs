//! Selecting hexes by a rectangle or a loop.

use std::sync::Arc;

use salient_hex::grid::Hex;

use super::{Action, Area, Button, Cursor, Key, Modifiers, Preview, State as Tools};
use super::{ToolEvent, ToolOutput, area, step};
use crate::document::Document;
use crate::selection::Selection;

/// The shape that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// From corner to corner.
    Rectangle,
    /// As the pointer goes.
    Loop,
}

/// What was drawn so far: the first and the last corner of a rectangle, or all points of a loop.
#[derive(Clone, Debug)]
pub(super) struct State {
    points: Vec<[f32; 2]>,
}

/// How far apart the points of a loop are, in distances between hexes.
const STEP: f32 = 0.12;

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    shape: Shape,
) -> (Tools, ToolOutput) {
    let idle = |actions| {
        let what = match shape {
            Shape::Rectangle => "Drag from corner to corner to select hexes",
            Shape::Loop => "Drag around hexes to select them",
        };
        let hint = format!("{what}; Shift adds to those selected, Alt takes away.");
        ToolOutput { actions, hint, cursor: Cursor::Crosshair, preview: Preview::default() }
    };
    let busy = |state: &State, modifiers: Modifiers| {
        let hexes = state.hexes(document, shape);
        let area = Area::new(document.grid(), hexes);
        let doing = match (modifiers.shift, modifiers.alt) {
            (_, true) => "Taking away",
            (true, _) => "Adding",
            _ => "Selecting",
        };
        let hint = format!("{doing} {}: let go to keep it, Esc to leave it.", area.count());
        let outline = state.outline(shape);
        let preview = Preview {
            area: Some(Arc::new(area)),
            outline,
            erases: modifiers.alt,
            ..Preview::default()
        };
        ToolOutput { hint, cursor: Cursor::Crosshair, preview, ..ToolOutput::default() }
    };
    match (state, *event) {
        (Tools::Marquee(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(Vec::new())),
        (
            Tools::Marquee(mut state),
            ToolEvent::Release { at, button: Button::Primary, modifiers },
        ) => {
            state.reach(at, shape);
            let hexes = combine(document, &state.hexes(document, shape), modifiers);
            (Tools::Idle, idle(vec![Action::Select(Selection::of_hexes(hexes))]))
        }
        (Tools::Marquee(mut state), event) => {
            if let ToolEvent::Move { at, .. } = event {
                state.reach(at, shape);
            }
            let output = busy(&state, event.modifiers());
            (Tools::Marquee(state), output)
        }
        (_, ToolEvent::Press { at, button: Button::Primary, modifiers }) => {
            let state = State { points: vec![at, at] };
            let output = busy(&state, modifiers);
            (Tools::Marquee(state), output)
        }
        _ => (Tools::Idle, idle(key(event, document).unwrap_or_default())),
    }
}

impl State {
    fn reach(&mut self, at: [f32; 2], shape: Shape) {
        let far = |a: [f32; 2]| (at[0] - a[0]).hypot(at[1] - a[1]) >= STEP;
        match (shape, self.points.as_mut_slice()) {
            (Shape::Rectangle, [.., last]) => *last = at,
            (Shape::Loop, [.., last]) if far(*last) => self.points.push(at),
            _ => {}
        }
    }

    fn hexes(&self, document: &Document, shape: Shape) -> Vec<Hex> {
        let grid = document.grid();
        let (Some(&first), Some(&last)) = (self.points.first(), self.points.last()) else {
            return Vec::new();
        };
        match shape {
            Shape::Rectangle => area::in_rectangle(grid, first, last),
            Shape::Loop => {
                // The hexes under the line count too where the loop is too small for a centre.
                let mut hexes = area::inside(grid, &self.points);
                if hexes.is_empty() {
                    hexes = self.points.iter().filter_map(|&at| grid.hex_at(at)).collect();
                    hexes.sort_unstable();
                    hexes.dedup();
                }
                hexes
            }
        }
    }

    fn outline(&self, shape: Shape) -> Vec<[f32; 2]> {
        match (shape, self.points.as_slice()) {
            (Shape::Rectangle, &[a, .., b]) => vec![a, [b[0], a[1]], b, [a[0], b[1]]],
            _ => self.points.clone(),
        }
    }
}

/// The selected hexes with others: instead of them, added by Shift, taken away by Alt.
pub(super) fn combine(document: &Document, hexes: &[Hex], modifiers: Modifiers) -> Vec<Hex> {
    let selected = &document.selection().hexes;
    if modifiers.alt {
        let stays = |hex: &&Hex| hexes.binary_search(hex).is_err();
        selected.iter().filter(stays).copied().collect()
    } else if modifiers.shift {
        selected.iter().chain(hexes).copied().collect()
    } else {
        hexes.to_vec()
    }
}

/// What a key does to the selected hexes: Escape selects none, Delete clears them.
pub(super) fn key(event: &ToolEvent, document: &Document) -> Option<Vec<Action>> {
    match event {
        ToolEvent::Key(Key::Escape) => Some(vec![Action::Select(Selection::default())]),
        ToolEvent::Key(Key::Delete) => Some(clear(document)),
        _ => None,
    }
}

/// Takes what lies on the selected hexes off them.
pub(super) fn clear(document: &Document) -> Vec<Action> {
    let hexes = &document.selection().hexes;
    let edits = area::clear(document, hexes);
    let name = match hexes.as_slice() {
        [one] => format!("Clear {}", document.grid().label(*one)),
        several => format!("Clear {} hexes", area::thousands(several.len())),
    };
    step(name, edits)
}
