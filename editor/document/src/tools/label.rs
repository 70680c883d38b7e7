//! Names on the map: a click asks for the text, which the screen hands to [`edit`].

use salient_hex::grid::Hex;
use salient_schema::map::Feature;
use salient_schema::ruleset::{Mark, Ruleset};

use super::{Action, Button, Cursor, Preview, ToolEvent, ToolOutput, plain_feature};
use crate::document::Document;
use crate::edit::Edit;

/// The feature kind that a ruleset has for names alone.
pub fn kind(ruleset: &Ruleset) -> Option<&str> {
    let label = ruleset.features.iter().find(|kind| kind.look.mark == Mark::Label);
    label.map(|kind| kind.id.as_str())
}

/// Writes a label in a hex, or takes it off where the text is empty. `None` where it says so
/// already.
pub fn edit(document: &Document, hex: Hex, kind: &str, text: &str) -> Option<Edit> {
    let text = text.trim();
    let label = document.grid().label(hex);
    match document.feature_at(hex, kind) {
        Some(there) if there.name.as_deref().unwrap_or_default() == text => None,
        Some(there) if text.is_empty() => {
            Some(Edit::remove_feature(there.hex.clone(), kind.to_owned()))
        }
        Some(there) => {
            let feature = Feature { name: Some(text.to_owned()), ..there.clone() };
            Some(Edit::set_feature(feature))
        }
        None if text.is_empty() => None,
        None => {
            let name = Some(text.to_owned());
            let feature = Feature { name, ..plain_feature(label, kind, None) };
            Some(Edit::add_feature(feature, None))
        }
    }
}

pub(super) fn handle(event: &ToolEvent, document: &Document, kind: &str) -> ToolOutput {
    let grid = document.grid();
    let hex = event.at().and_then(|at| grid.hex_at(at));
    let there = hex.and_then(|hex| document.feature_at(hex, kind));
    let text = there.and_then(|label| label.name.clone()).unwrap_or_default();
    let hint = match (hex, there) {
        (None, _) => "Point at the hex that the label is to stand in.".to_owned(),
        (Some(hex), None) => format!("Click to write a label in {}.", grid.label(hex)),
        (Some(_), Some(_)) => {
            format!("Click to change “{text}”; the right button takes it off.")
        }
    };
    let actions = match (*event, hex) {
        // Not before the button is up: letting go would take the attention off the text again.
        (ToolEvent::Release { button: Button::Primary, .. }, Some(hex)) => {
            vec![Action::AskText { hex, kind: kind.to_owned(), text }]
        }
        (ToolEvent::Press { button: Button::Secondary, .. }, Some(hex)) => {
            edit(document, hex, kind, "").map(Action::Edit).into_iter().collect()
        }
        _ => Vec::new(),
    };
    let preview = Preview { hexes: hex.into_iter().collect(), ..Preview::default() };
    ToolOutput { actions, hint, cursor: Cursor::Crosshair, preview }
}
