//! The eraser: one layer, or all that lies on the ground.

use std::collections::BTreeSet;

use salient_hex::grid::{Hex, HexGrid, Side};

use super::{Action, Brush, Cursor, Erase, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use super::{Stroke, area, borders, brush, roads, side_near, under_brush};
use crate::document::Document;
use crate::edit::Edit;
use crate::layers::LayerId;

/// A stroke.
#[derive(Clone, Debug)]
pub(super) struct State {
    stroke: Stroke,
    at: Option<[f32; 2]>,
}

impl Erase {
    /// Everything that can be erased, from the ground up.
    pub const ALL: [Self; 9] = [
        Self::All,
        Self::Layer(LayerId::Terrain),
        Self::Layer(LayerId::Elevation),
        Self::Layer(LayerId::Features),
        Self::Layer(LayerId::Hexsides),
        Self::Layer(LayerId::Paths),
        Self::Layer(LayerId::Lines),
        Self::Layer(LayerId::Zones),
        Self::Layer(LayerId::Counters),
    ];

    /// Its name in menus.
    pub fn name(self) -> &'static str {
        match self {
            Self::All => "All but the ground",
            Self::Layer(layer) => layer.name(),
        }
    }

    /// In a sentence.
    fn words(self) -> String {
        self.name().to_lowercase()
    }

    fn layers(self) -> Vec<LayerId> {
        match self {
            Self::All => {
                use LayerId::{Counters, Features, Hexsides, Lines, Paths};
                vec![Features, Hexsides, Lines, Paths, Counters]
            }
            Self::Layer(layer) => vec![layer],
        }
    }

    /// Whether single hexsides are meant.
    fn is_along_sides(self) -> bool {
        matches!(self, Self::Layer(LayerId::Hexsides | LayerId::Lines))
    }
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    what: Erase,
    brush: Brush,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let by_side = what.is_along_sides() && brush == Brush::One;
    let output = |actions, hint| {
        let mut preview = Preview { erases: true, ..Preview::default() };
        if by_side {
            preview.sides.extend(event.at().and_then(|at| side_near(grid, at)));
        } else {
            let hex = event.at().and_then(|at| grid.hex_at(at));
            preview.hexes = under_brush(grid, hex.as_slice(), brush);
        }
        ToolOutput { actions, hint, cursor: Cursor::Eraser, preview }
    };
    let idle = |actions| output(actions, format!("Click or drag to erase {}.", what.words()));
    let busy = |actions| {
        let hint = format!("Erasing {}: let go to keep it, Esc to take it back.", what.words());
        output(actions, hint)
    };
    let go = |state: &mut State| {
        let hex = event.at().and_then(|at| grid.hex_at(at));
        let from = std::mem::replace(&mut state.at, event.at());
        let edits = match (event.at(), by_side) {
            (Some(at), true) => along_sides(document, &sides_passed(grid, from, at), what),
            (_, true) => Vec::new(),
            (_, false) => in_hexes(document, &state.stroke.advance(grid, hex, brush), what),
        };
        edits.into_iter().map(Action::Edit).collect::<Vec<_>>()
    };
    match (state, *event) {
        (Tools::Erase(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(vec![Action::Cancel])),
        (Tools::Erase(mut state), ToolEvent::Release { button, .. })
            if button == state.stroke.button =>
        {
            let mut actions = go(&mut state);
            actions.push(Action::Commit);
            (Tools::Idle, idle(actions))
        }
        (Tools::Erase(mut state), ToolEvent::Move { .. } | ToolEvent::Leave) => {
            let actions = go(&mut state);
            (Tools::Erase(state), busy(actions))
        }
        (Tools::Erase(state), _) => (Tools::Erase(state), busy(Vec::new())),
        (_, ToolEvent::Press { button, .. }) => {
            let mut state = State { stroke: Stroke::new(button), at: None };
            let mut actions = vec![Action::Begin(format!("Erase {}", what.words()))];
            actions.extend(go(&mut state));
            (Tools::Erase(state), busy(actions))
        }
        _ => (Tools::Idle, idle(Vec::new())),
    }
}

/// How far apart the points are at which a drag is looked at, in distances between hexes.
const STEP: f32 = 0.1;

/// The hexsides that the pointer came near on its way.
fn sides_passed(grid: &HexGrid, from: Option<[f32; 2]>, to: [f32; 2]) -> BTreeSet<Side> {
    let from = from.unwrap_or(to);
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    // A pointer is never a whole map away between two samples; the cap is for odd input.
    let steps = ((dx.hypot(dy) / STEP).ceil() as usize).clamp(1, 10_000);
    (1..=steps)
        .filter_map(|step| {
            let share = step as f32 / steps as f32;
            side_near(grid, [from[0] + dx * share, from[1] + dy * share])
        })
        .collect()
}

fn along_sides(document: &Document, sides: &BTreeSet<Side>, what: Erase) -> Vec<Edit> {
    let mut edits = Vec::new();
    for layer in what.layers() {
        match layer {
            LayerId::Hexsides => edits.extend(hexsides(document, sides)),
            LayerId::Lines => edits.extend(borders::erase(document, sides, None)),
            _ => {}
        }
    }
    edits
}

fn hexsides(document: &Document, sides: &BTreeSet<Side>) -> Vec<Edit> {
    sides
        .iter()
        .flat_map(|&side| document.hexsides_at(side))
        .map(|item| Edit::remove_hexside(item.side.clone(), item.kind.clone()))
        .collect()
}

/// The edits that take what layers have in hexes, each once and in order. What is hidden or locked
/// stays.
pub(super) fn in_hexes(document: &Document, hexes: &[Hex], what: Erase) -> Vec<Edit> {
    let grid = document.grid();
    let mut edits = Vec::new();
    for layer in what.layers() {
        if !document.layers().editable(layer) || hexes.is_empty() {
            continue;
        }
        match layer {
            LayerId::Terrain => {
                if let Some(ground) = document.ruleset().terrain.first() {
                    edits.extend(area::paint(document, hexes, &ground.id));
                }
            }
            LayerId::Elevation => {
                if document.map().elevation.is_some() {
                    edits.extend(area::set_level(document, hexes, 0));
                }
            }
            LayerId::Features => {
                edits.extend(
                    hexes
                        .iter()
                        .flat_map(|&hex| document.features_at(hex))
                        .map(|item| Edit::remove_feature(item.hex.clone(), item.kind.clone())),
                );
            }
            LayerId::Hexsides => {
                edits.extend(hexsides(document, &area::sides_of(grid, hexes, false)));
            }
            LayerId::Lines => {
                let sides = area::sides_of(grid, hexes, false);
                edits.extend(borders::erase(document, &sides, None));
            }
            LayerId::Paths => edits.extend(roads::erase_in(document, hexes, None)),
            LayerId::Zones => {
                for zone in &document.map().zones.items {
                    edits.extend(brush::change_zone(document, &zone.id, hexes, false));
                }
            }
            LayerId::Counters => {
                for &hex in hexes {
                    edits.extend(document.stack_at(hex).into_iter().map(|entry| {
                        let counter = entry.counter.clone();
                        Edit::RemoveCounter { counter, hex: grid.label(hex) }
                    }));
                }
            }
            LayerId::Numbers | LayerId::Scan => {}
        }
    }
    edits
}
