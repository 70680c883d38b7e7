//! The eraser, one layer at a time.

use salient_engine::grid::{Hex, Side};

use super::hexside::{Trail, erase_lines};
use super::{
    Action, Button, Cursor, EraseLayer, Key, Preview, State as Tools, ToolEvent, ToolOutput,
};
use super::{hexes_along, side_near};
use crate::document::Document;
use crate::edit::Edit;

/// A stroke.
#[derive(Clone, Debug)]
pub(super) struct State {
    button: Button,
    last: Option<Hex>,
    trail: Option<Trail>,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    layer: EraseLayer,
) -> (Tools, ToolOutput) {
    let busy = |at: Option<[f32; 2]>, actions| {
        let hint = format!("Erasing {}: let go to keep it, Esc to take it back.", layer.name());
        output(document, layer, actions, hint, at)
    };
    let idle = |at: Option<[f32; 2]>, actions| {
        let hint = format!("Click or drag to erase {}.", layer.name());
        output(document, layer, actions, hint, at)
    };
    match (state, *event) {
        (Tools::Erase(_), ToolEvent::Key(Key::Escape)) => {
            (Tools::Idle, idle(None, vec![Action::Cancel]))
        }
        (Tools::Erase(mut stroke), ToolEvent::Move { at, .. }) => {
            let actions = erase(&mut stroke, document, layer, at);
            (Tools::Erase(stroke), busy(Some(at), actions))
        }
        (Tools::Erase(mut stroke), ToolEvent::Release { at, button, .. })
            if button == stroke.button =>
        {
            let mut actions = erase(&mut stroke, document, layer, at);
            actions.push(Action::Commit);
            (Tools::Idle, idle(Some(at), actions))
        }
        (Tools::Erase(mut stroke), _) => {
            if *event == ToolEvent::Leave {
                stroke.last = None;
                stroke.trail = None;
            }
            (Tools::Erase(stroke), busy(None, Vec::new()))
        }
        (_, ToolEvent::Press { at, button, .. }) => {
            let mut stroke = State { button, last: None, trail: None };
            let mut actions = vec![Action::Begin(format!("Erase {}", layer.name()))];
            actions.extend(erase(&mut stroke, document, layer, at));
            (Tools::Erase(stroke), busy(Some(at), actions))
        }
        (_, ToolEvent::Move { at, .. } | ToolEvent::Release { at, .. }) => {
            (Tools::Idle, idle(Some(at), Vec::new()))
        }
        (_, ToolEvent::Leave | ToolEvent::Key(_)) => (Tools::Idle, idle(None, Vec::new())),
    }
}

impl EraseLayer {
    /// All layers.
    pub const ALL: [Self; 4] = [Self::Features, Self::Hexsides, Self::Lines, Self::Counters];

    /// Its name in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::Features => "features",
            Self::Hexsides => "hexsides",
            Self::Lines => "border lines",
            Self::Counters => "counters",
        }
    }

    fn is_along_sides(self) -> bool {
        matches!(self, Self::Hexsides | Self::Lines)
    }
}

fn erase(stroke: &mut State, document: &Document, layer: EraseLayer, at: [f32; 2]) -> Vec<Action> {
    let edits = if layer.is_along_sides() {
        let sides = sides_along(stroke, document, at);
        match layer {
            EraseLayer::Lines => erase_lines(document, &sides, None),
            _ => erase_hexsides(document, &sides),
        }
    } else {
        let hexes = new_hexes(stroke, document, at);
        hexes.into_iter().flat_map(|hex| erase_in(document, layer, hex)).collect()
    };
    edits.into_iter().map(Action::Edit).collect()
}

fn sides_along(stroke: &mut State, document: &Document, at: [f32; 2]) -> Vec<Side> {
    let grid = document.grid();
    match &mut stroke.trail {
        Some(trail) => {
            let mut sides = trail.follow(grid, at);
            sides.sort_unstable();
            sides.dedup();
            sides
        }
        None => match side_near(grid, at) {
            Some(side) => {
                stroke.trail = Some(Trail::from(side, at));
                vec![side]
            }
            None => Vec::new(),
        },
    }
}

fn new_hexes(stroke: &mut State, document: &Document, at: [f32; 2]) -> Vec<Hex> {
    let grid = document.grid();
    let to = grid.hex_at(at);
    let from = std::mem::replace(&mut stroke.last, to);
    match to {
        Some(to) if from != Some(to) => hexes_along(grid, from, to),
        _ => Vec::new(),
    }
}

fn erase_in(document: &Document, layer: EraseLayer, hex: Hex) -> Vec<Edit> {
    let label = document.grid().label(hex);
    match layer {
        EraseLayer::Counters => document
            .stack_at(hex)
            .into_iter()
            .map(|entry| Edit::RemoveCounter { counter: entry.counter.clone(), hex: label.clone() })
            .collect(),
        _ => document
            .features_at(hex)
            .map(|item| Edit::RemoveFeature { hex: label.clone(), kind: item.kind.clone() })
            .collect(),
    }
}

fn erase_hexsides(document: &Document, sides: &[Side]) -> Vec<Edit> {
    sides
        .iter()
        .flat_map(|&side| document.hexsides_at(side))
        .map(|item| Edit::RemoveHexside { side: item.side.clone(), kind: item.kind.clone() })
        .collect()
}

fn output(
    document: &Document,
    layer: EraseLayer,
    actions: Vec<Action>,
    hint: String,
    at: Option<[f32; 2]>,
) -> ToolOutput {
    let grid = document.grid();
    let mut preview = Preview { erases: true, ..Preview::default() };
    if layer.is_along_sides() {
        preview.sides.extend(at.and_then(|at| side_near(grid, at)));
    } else {
        preview.hexes.extend(at.and_then(|at| grid.hex_at(at)));
    }
    ToolOutput { actions, hint, cursor: Cursor::Eraser, preview }
}
