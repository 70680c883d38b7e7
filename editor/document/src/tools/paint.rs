//! The terrain brush.

use salient_engine::grid::Hex;

use super::{Action, Brush, Button, Cursor, Key, Preview, State as Tools, ToolEvent, ToolOutput};
use super::{hexes_along, kind_name};
use crate::document::Document;
use crate::edit::Edit;

/// A stroke.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// What it paints: the tool's kind, or the ground under all with the right button.
    kind: String,
    button: Button,
    last: Option<Hex>,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    kind: &str,
    brush: Brush,
) -> (Tools, ToolOutput) {
    let grid = document.grid();
    let covered = |at: [f32; 2]| match grid.hex_at(at) {
        Some(hex) => grid.within(hex, brush.radius()),
        None => Vec::new(),
    };
    match (state, *event) {
        (Tools::Paint(stroke), ToolEvent::Key(Key::Escape)) => {
            let _ = stroke;
            (
                Tools::Idle,
                ToolOutput { actions: vec![Action::Cancel], ..idle(document, kind, vec![]) },
            )
        }
        (Tools::Paint(mut stroke), ToolEvent::Move { at, .. }) => {
            let actions = paint(&mut stroke, grid.hex_at(at), document, brush);
            let output = busy(document, &stroke, covered(at), actions);
            (Tools::Paint(stroke), output)
        }
        (Tools::Paint(mut stroke), ToolEvent::Release { at, button, .. })
            if button == stroke.button =>
        {
            let mut actions = paint(&mut stroke, grid.hex_at(at), document, brush);
            actions.push(Action::Commit);
            (Tools::Idle, ToolOutput { actions, ..idle(document, kind, covered(at)) })
        }
        (Tools::Paint(mut stroke), ToolEvent::Leave) => {
            // Coming back elsewhere must not paint straight across.
            stroke.last = None;
            let output = busy(document, &stroke, Vec::new(), Vec::new());
            (Tools::Paint(stroke), output)
        }
        (Tools::Paint(stroke), _) => {
            let output = busy(document, &stroke, Vec::new(), Vec::new());
            (Tools::Paint(stroke), output)
        }
        (_, ToolEvent::Press { at, button, .. }) => {
            let ground = document.ruleset().terrain.first().map_or(kind, |kind| &kind.id);
            let kind = if button == Button::Primary { kind } else { ground };
            let mut stroke = State { kind: kind.to_owned(), button, last: None };
            let name = kind_name(&document.ruleset().terrain, kind).to_lowercase();
            let mut actions = vec![Action::Begin(format!("Paint {name}"))];
            actions.extend(paint(&mut stroke, grid.hex_at(at), document, brush));
            let output = busy(document, &stroke, covered(at), actions);
            (Tools::Paint(stroke), output)
        }
        (_, ToolEvent::Move { at, .. } | ToolEvent::Release { at, .. }) => {
            (Tools::Idle, idle(document, kind, covered(at)))
        }
        (_, ToolEvent::Leave | ToolEvent::Key(_)) => {
            (Tools::Idle, idle(document, kind, Vec::new()))
        }
    }
}

/// Paints from the last sample of the pointer to this one.
fn paint(stroke: &mut State, to: Option<Hex>, document: &Document, brush: Brush) -> Vec<Action> {
    let grid = document.grid();
    let Some(to) = to else {
        stroke.last = None;
        return Vec::new();
    };
    if stroke.last == Some(to) {
        return Vec::new();
    }
    let mut hexes: Vec<Hex> = hexes_along(grid, stroke.last, to)
        .into_iter()
        .flat_map(|hex| grid.within(hex, brush.radius()))
        .collect();
    stroke.last = Some(to);
    hexes.sort_unstable();
    hexes.dedup();
    hexes.retain(|&hex| document.terrain_at(hex) != Some(&stroke.kind));
    hexes
        .into_iter()
        .map(|hex| Edit::SetTerrain { hex: grid.label(hex), kind: stroke.kind.clone() })
        .map(Action::Edit)
        .collect()
}

fn idle(document: &Document, kind: &str, hexes: Vec<Hex>) -> ToolOutput {
    let name = kind_name(&document.ruleset().terrain, kind).to_lowercase();
    ToolOutput {
        hint: format!("Drag to paint {name}; drag with the right button to paint it out."),
        cursor: Cursor::Crosshair,
        preview: Preview { hexes, ..Preview::default() },
        ..ToolOutput::default()
    }
}

fn busy(document: &Document, stroke: &State, hexes: Vec<Hex>, actions: Vec<Action>) -> ToolOutput {
    let name = kind_name(&document.ruleset().terrain, &stroke.kind).to_lowercase();
    ToolOutput {
        actions,
        hint: format!("Painting {name}: let go to keep it, Esc to take it back."),
        cursor: Cursor::Crosshair,
        preview: Preview {
            hexes,
            erases: stroke.button == Button::Secondary,
            ..Preview::default()
        },
    }
}
