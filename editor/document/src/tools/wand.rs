//! The magic wand: selects hexes that are alike and lie together.

use std::sync::Arc;

use salient_hex::grid::Hex;

use super::fill::MOST_SHOWN;
use super::{Action, Area, Button, Cursor, Likeness, Preview, State as Tools};
use super::{ToolEvent, ToolOutput, area, marquee};
use crate::document::Document;
use crate::selection::Selection;

/// The hexes that were shown last.
#[derive(Clone, Debug)]
pub(super) struct State {
    area: Arc<Area>,
    revision: u64,
}

pub(super) fn handle(
    state: Tools,
    event: &ToolEvent,
    document: &Document,
    like: Likeness,
) -> (Tools, ToolOutput) {
    let output = |actions, area: Option<&Arc<Area>>| {
        let what = match like {
            Likeness::Terrain => "the same terrain",
            Likeness::Feature => "the same feature",
        };
        let hint = match area.filter(|area| !area.hexes().is_empty()) {
            None => format!("Click a hex to select all of {what} that lie together."),
            Some(area) => format!(
                "Click to select {} of {what}; Shift adds them, Alt takes them away.",
                area.count()
            ),
        };
        let preview = Preview { area: area.cloned(), ..Preview::default() };
        ToolOutput { actions, hint, cursor: Cursor::Crosshair, preview }
    };
    if let Some(actions) = marquee::key(event, document) {
        return (Tools::Idle, output(actions, None));
    }
    let hex = event.at().and_then(|at| document.grid().hex_at(at));
    let Some(hex) = hex else { return (Tools::Idle, output(Vec::new(), None)) };
    if let ToolEvent::Press { button: Button::Primary, modifiers, .. } = *event {
        let (hexes, _) = alike(document, hex, like, usize::MAX);
        let hexes = marquee::combine(document, &hexes, modifiers);
        let actions = vec![Action::Select(Selection::of_hexes(hexes))];
        return (Tools::Idle, output(actions, None));
    }
    let area = match state {
        Tools::Wand(State { area, revision })
            if revision == document.revision() && area.hexes().binary_search(&hex).is_ok() =>
        {
            area
        }
        _ => {
            let (hexes, whole) = alike(document, hex, like, MOST_SHOWN);
            let area = Area::new(document.grid(), hexes);
            Arc::new(if whole { area } else { area.cut() })
        }
    };
    let output = output(Vec::new(), Some(&area));
    (Tools::Wand(State { area, revision: document.revision() }), output)
}

fn alike(document: &Document, hex: Hex, like: Likeness, limit: usize) -> (Vec<Hex>, bool) {
    match like {
        Likeness::Terrain => area::same_terrain(document, hex, limit),
        Likeness::Feature => area::same_feature(document, hex, limit),
    }
}
