//! The fill: all hexes of the same terrain that lie together, or all on the map.

use std::sync::Arc;

use salient_hex::grid::Hex;

use super::{Action, Area, Button, Cursor, Preview, State as Tools, ToolEvent, ToolOutput};
use super::{area, kind_in_a_sentence};
use crate::document::Document;

/// The hexes that were shown last, so that they are not looked for again with every move.
#[derive(Clone, Debug)]
pub(super) struct State {
    area: Arc<Area>,
    /// Whether they are all of their kind on the map.
    everywhere: bool,
    revision: u64,
    selected: bool,
}

/// No more hexes than this are shown before the fill; it fills all of them.
pub(super) const MOST_SHOWN: usize = 20_000;

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    kind: &str,
) -> (Tools, ToolOutput) {
    let hex = event.at().and_then(|at| document.grid().hex_at(at));
    let Some(hex) = hex else { return (Tools::Idle, output(document, kind, None)) };
    let everywhere = event.modifiers().shift;
    if let ToolEvent::Press { button, .. } = *event {
        let ground = document.ruleset().terrain.first().map_or(kind, |kind| &kind.id);
        let kind = if button == Button::Primary { kind } else { ground };
        let actions = fill(document, hex, kind, everywhere);
        return (Tools::Idle, ToolOutput { actions, ..output(document, kind, None) });
    }
    let state = shown(state, document, hex, everywhere);
    let output = output(document, kind, Some(&state));
    (Tools::Fill(state), output)
}

fn fill(document: &Document, hex: Hex, kind: &str, everywhere: bool) -> Vec<Action> {
    let hexes = if fills_selection(document, hex, everywhere) {
        document.selection().hexes.clone()
    } else if everywhere {
        area::all_of_terrain(document, hex)
    } else {
        area::same_terrain(document, hex, usize::MAX).0
    };
    let Some(edit) = area::paint(document, &hexes, kind) else { return Vec::new() };
    let name = kind_in_a_sentence(&document.ruleset().terrain, kind);
    vec![Action::Begin(format!("Fill with {name}")), Action::Edit(edit), Action::Commit]
}

/// Whether the selected hexes are meant: those that are pointed at.
fn fills_selection(document: &Document, hex: Hex, everywhere: bool) -> bool {
    !everywhere && document.selection().hexes.len() > 1 && document.selection().has_hex(hex)
}

fn shown(state: Tools, document: &Document, hex: Hex, everywhere: bool) -> State {
    let revision = document.revision();
    let selected = fills_selection(document, hex, everywhere);
    if let Tools::Fill(state) = state
        && state.revision == revision
        && state.everywhere == everywhere
        && !selected
        && !state.selected
        && state.area.hexes().binary_search(&hex).is_ok()
    {
        return state;
    }
    let (mut hexes, mut whole) = if selected {
        (document.selection().hexes.clone(), true)
    } else if everywhere {
        (area::all_of_terrain(document, hex), true)
    } else {
        area::same_terrain(document, hex, MOST_SHOWN)
    };
    if hexes.len() > MOST_SHOWN {
        hexes.truncate(MOST_SHOWN);
        whole = false;
    }
    let area = Area::new(document.grid(), hexes);
    let area = Arc::new(if whole { area } else { area.cut() });
    State { area, everywhere, revision, selected }
}

fn output(document: &Document, kind: &str, state: Option<&State>) -> ToolOutput {
    let name = kind_in_a_sentence(&document.ruleset().terrain, kind);
    let hint = match state {
        None => format!("Point at the ground to fill it with {name}."),
        Some(State { area, selected: true, .. }) => {
            format!("Click to fill the {} selected with {name}.", area.count())
        }
        Some(State { area, everywhere: true, .. }) => {
            format!("Click to fill {}, all of this kind on the map, with {name}.", area.count())
        }
        Some(State { area, .. }) => format!(
            "Click to fill {} with {name}; hold Shift for all of this kind on the map.",
            area.count()
        ),
    };
    let preview = Preview { area: state.map(|state| state.area.clone()), ..Preview::default() };
    ToolOutput { hint, cursor: Cursor::Crosshair, preview, ..ToolOutput::default() }
}
