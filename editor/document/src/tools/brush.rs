//! The brush, for terrain, heights and zones.

use std::collections::BTreeSet;

use salient_hex::grid::Hex;
use salient_schema::map::Zone;

use super::{Action, Brush, Button, Cursor, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use super::{Stroke, area, kind_in_a_sentence, under_brush};
use crate::document::Document;
use crate::edit::Edit;

/// What a brush paints with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Ink<'a> {
    /// A terrain kind; the other way, the ruleset's first one.
    Terrain(&'a str),
    /// A height; the other way, level 0.
    Level(i16),
    /// Into a zone; the other way, out of it.
    Zone(&'a str),
}

/// A stroke.
#[derive(Clone, Debug)]
pub(super) struct State {
    stroke: Stroke,
    /// Whether it paints the other way.
    back: bool,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    ink: Ink<'_>,
    brush: Brush,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let hex = event.at().and_then(|at| grid.hex_at(at));
    let covered = || under_brush(grid, hex.as_slice(), brush);
    let idle = |actions| {
        let back = matches!(ink, Ink::Zone(_)) && event.modifiers().shift;
        let preview = Preview { hexes: covered(), erases: back, ..Preview::default() };
        ToolOutput { actions, hint: ink.invites(document), cursor: Cursor::Crosshair, preview }
    };
    let busy = |state: &State, actions| {
        let preview = Preview { hexes: covered(), erases: state.back, ..Preview::default() };
        let hint =
            format!("{}: let go to keep it, Esc to take it back.", ink.doing(document, state.back));
        ToolOutput { actions, hint, cursor: Cursor::Crosshair, preview }
    };
    match (state, *event) {
        (Tools::Brush(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(vec![Action::Cancel])),
        (Tools::Brush(mut state), ToolEvent::Release { button, .. })
            if button == state.stroke.button =>
        {
            let hexes = state.stroke.advance(grid, hex, brush);
            let mut actions = ink.paint(document, &hexes, state.back);
            actions.push(Action::Commit);
            (Tools::Idle, idle(actions))
        }
        (Tools::Brush(mut state), ToolEvent::Move { .. } | ToolEvent::Leave) => {
            let hexes = state.stroke.advance(grid, hex, brush);
            let output = busy(&state, ink.paint(document, &hexes, state.back));
            (Tools::Brush(state), output)
        }
        (Tools::Brush(state), _) => {
            let output = busy(&state, Vec::new());
            (Tools::Brush(state), output)
        }
        (_, ToolEvent::Press { button, modifiers, .. }) => {
            let back =
                button == Button::Secondary || (modifiers.shift && matches!(ink, Ink::Zone(_)));
            let mut state = State { stroke: Stroke::new(button), back };
            let hexes = state.stroke.advance(grid, hex, brush);
            let mut actions = vec![Action::Begin(ink.step(document, back))];
            actions.extend(ink.paint(document, &hexes, back));
            let output = busy(&state, actions);
            (Tools::Brush(state), output)
        }
        _ => (Tools::Idle, idle(Vec::new())),
    }
}

impl Ink<'_> {
    /// What can be done.
    fn invites(self, document: &Document) -> String {
        match self {
            Self::Terrain(kind) => {
                let name = kind_in_a_sentence(&document.ruleset().terrain, kind);
                format!("Drag to paint {name}; drag with the right button to paint it out.")
            }
            Self::Level(level) => {
                format!("Drag to paint level {level}; drag with the right button to paint level 0.")
            }
            Self::Zone(zone) if !has_zone(document, zone) => {
                "Make a new zone first, or choose one.".to_owned()
            }
            Self::Zone(zone) => format!(
                "Drag to add hexes to {}; with the right button, or Shift, to take them out.",
                zone_name(document, zone)
            ),
        }
    }

    /// What the undo list calls it.
    fn step(self, document: &Document, back: bool) -> String {
        match self {
            Self::Terrain(_) => format!("Paint {}", self.kind_name(document, back)),
            Self::Level(level) => format!("Paint level {}", if back { 0 } else { level }),
            Self::Zone(zone) if back => format!("Take from {}", zone_name(document, zone)),
            Self::Zone(zone) => format!("Add to {}", zone_name(document, zone)),
        }
    }

    fn doing(self, document: &Document, back: bool) -> String {
        match self {
            Self::Terrain(_) => format!("Painting {}", self.kind_name(document, back)),
            Self::Level(level) => format!("Painting level {}", if back { 0 } else { level }),
            Self::Zone(zone) if back => {
                format!("Taking hexes from {}", zone_name(document, zone))
            }
            Self::Zone(zone) => format!("Adding hexes to {}", zone_name(document, zone)),
        }
    }

    fn kind_name(self, document: &Document, back: bool) -> String {
        let kind = self.kind(document, back);
        kind_in_a_sentence(&document.ruleset().terrain, kind.unwrap_or_default())
    }

    fn kind<'a>(&'a self, document: &'a Document, back: bool) -> Option<&'a str> {
        match self {
            Self::Terrain(_) if back => {
                document.ruleset().terrain.first().map(|kind| kind.id.as_str())
            }
            Self::Terrain(kind) => Some(kind),
            _ => None,
        }
    }

    fn paint(self, document: &Document, hexes: &[Hex], back: bool) -> Vec<Action> {
        let edits = match self {
            Self::Terrain(_) => match self.kind(document, back) {
                Some(kind) => area::paint(document, hexes, kind).into_iter().collect(),
                None => Vec::new(),
            },
            Self::Level(level) => {
                let level = if back { 0 } else { level };
                area::set_level(document, hexes, level).into_iter().collect()
            }
            Self::Zone(zone) => change_zone(document, zone, hexes, !back),
        };
        edits.into_iter().map(Action::Edit).collect()
    }
}

fn has_zone(document: &Document, id: &str) -> bool {
    document.map().zones.items.iter().any(|zone| zone.id == id)
}

/// What the screen calls a zone.
fn zone_name(document: &Document, id: &str) -> String {
    let zones = &document.map().zones.items;
    let zone = zones.iter().find(|zone| zone.id == id);
    format!("“{}”", zone.map_or(id, |zone| &zone.name))
}

/// More changed hexes than this are written as a whole new list.
const FEW: usize = 8;

/// Adds hexes to a zone, or takes them out.
pub(super) fn change_zone(document: &Document, id: &str, hexes: &[Hex], add: bool) -> Vec<Edit> {
    let grid = document.grid();
    let Some(zone) = document.map().zones.items.iter().find(|zone| zone.id == id) else {
        return Vec::new();
    };
    let there: BTreeSet<Hex> = zone.hexes.iter().filter_map(|hex| grid.parse(hex)).collect();
    let changed: BTreeSet<Hex> =
        hexes.iter().copied().filter(|hex| there.contains(hex) != add).collect();
    if changed.len() > FEW {
        let mut list = zone.hexes.clone();
        if add {
            // Into their places, which are in order in a list that is in order.
            list.extend(changed.iter().map(|&hex| grid.label(hex)));
            list.sort_by_cached_key(|label| {
                let hex = grid.parse(label);
                (hex.is_none(), hex)
            });
        } else {
            list.retain(|label| grid.parse(label).is_none_or(|hex| !changed.contains(&hex)));
        }
        let to = Zone { hexes: list, ..zone.clone() };
        return vec![Edit::set_zone(id.to_owned(), to)];
    }
    let one = |hex| {
        let (zone, hex) = (id.to_owned(), grid.label(hex));
        if add { Edit::add_zone_hex(zone, hex, None) } else { Edit::remove_zone_hex(zone, hex) }
    };
    changed.into_iter().map(one).collect()
}
