//! The straight line: from where the button goes down to where it comes up.

use salient_hex::grid::Hex;

use super::{Action, Brush, Button, Cursor, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use super::{area, kind_in_a_sentence, under_brush};
use crate::document::Document;

/// A line that is being drawn.
#[derive(Clone, Debug)]
pub(super) struct State {
    from: Hex,
    to: Hex,
    button: Button,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    kind: &str,
    brush: Brush,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let hex = event.at().and_then(|at| grid.hex_at(at));
    let ground = document.ruleset().terrain.first().map_or(kind, |kind| &kind.id);
    let named = |kind: &str| kind_in_a_sentence(&document.ruleset().terrain, kind);
    let idle = |actions| {
        let hint = format!("Drag from hex to hex to paint a straight line of {}.", named(kind));
        let hexes = under_brush(grid, hex.as_slice(), brush);
        let preview = Preview { hexes, ..Preview::default() };
        ToolOutput { actions, hint, cursor: Cursor::Crosshair, preview }
    };
    let busy = |state: &State| {
        let way = grid.line(state.from, state.to);
        let hint = format!(
            "A line of {} hexes from {} to {}: let go to paint it, Esc to leave it.",
            way.len(),
            grid.label(state.from),
            grid.label(state.to)
        );
        let preview = Preview {
            hexes: under_brush(grid, &way, brush),
            erases: state.button == Button::Secondary,
            ..Preview::default()
        };
        ToolOutput { hint, cursor: Cursor::Crosshair, preview, ..ToolOutput::default() }
    };
    match (state, *event) {
        (Tools::Line(_), ToolEvent::Key(Key::Escape)) => (Tools::Idle, idle(Vec::new())),
        (Tools::Line(mut state), ToolEvent::Release { button, .. }) if button == state.button => {
            state.to = hex.unwrap_or(state.to);
            let kind = if button == Button::Primary { kind } else { ground };
            let hexes = under_brush(grid, &grid.line(state.from, state.to), brush);
            let actions = match area::paint(document, &hexes, kind) {
                Some(edit) => vec![
                    Action::Begin(format!("Paint a line of {}", named(kind))),
                    Action::Edit(edit),
                    Action::Commit,
                ],
                None => Vec::new(),
            };
            (Tools::Idle, idle(actions))
        }
        (Tools::Line(mut state), _) => {
            state.to = hex.unwrap_or(state.to);
            let output = busy(&state);
            (Tools::Line(state), output)
        }
        (_, ToolEvent::Press { button, .. }) => match hex {
            Some(hex) => {
                let state = State { from: hex, to: hex, button };
                let output = busy(&state);
                (Tools::Line(state), output)
            }
            None => (Tools::Idle, idle(Vec::new())),
        },
        _ => (Tools::Idle, idle(Vec::new())),
    }
}
