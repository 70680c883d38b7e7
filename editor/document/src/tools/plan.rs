//! Writing the artillery plan on the map: a click is where a gun fires in a game-turn, or where it
//! goes.

use salient_hex::grid::Hex;

use super::{Button, Cursor, Preview, ToolEvent, ToolOutput, step};
use crate::document::Document;
use crate::plan::{self, Target};

/// What is written by a click.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<'a> {
    pub counter: &'a str,
    pub turn: u16,
    pub shell: Option<&'a String>,
    /// Where it goes is written, not what it fires at.
    pub goes: bool,
}

pub(super) fn handle(event: &ToolEvent, document: &Document, cell: Cell<'_>) -> ToolOutput {
    let Some(gun) = plan::gun(document, cell.counter) else {
        let hint = match plan::offered(document, |_| ()) {
            None => format!("The rules of {} plan no fire.", document.ruleset().title),
            Some(()) => {
                "Choose a gun and a game-turn on the page of the artillery plan.".to_owned()
            }
        };
        return ToolOutput { hint, cursor: Cursor::Forbidden, ..ToolOutput::default() };
    };
    let grid = document.grid();
    let hex = event.at().and_then(|at| grid.hex_at(at));
    let name = plan::name_of(document, cell.counter);
    let mut output = ToolOutput { cursor: Cursor::Crosshair, ..ToolOutput::default() };
    if let (ToolEvent::Press { button, .. }, Some(hex)) = (event, hex) {
        let label = (*button == Button::Primary).then(|| grid.label(hex));
        let target = match (cell.goes, label) {
            (true, Some(label)) => Some(Target::Destination(label)),
            (true, None) => None,
            (false, hex) => Some(Target::Fire { turn: cell.turn, hex, shell: cell.shell.cloned() }),
        };
        if let Some(target) = target {
            let (name, edits) = plan::write(document, cell.counter, &target);
            output.actions = step(name, edits);
        }
    }
    let from = gun.hex.as_ref().and_then(|hex| grid.parse(hex));
    let range = |to: Hex| match (from.map(|from| grid.distance(from, to)), gun.range) {
        (Some(far), Some(range)) if far > range => {
            format!(" {far} hexes: out of its range of {range}.")
        }
        (Some(far), Some(range)) => format!(" {far} of {range} hexes."),
        _ => String::new(),
    };
    let what = match cell.goes {
        true => format!("Click where {name} goes."),
        false => format!(
            "Click where {name} fires in game-turn {}; the right button: no fire.",
            cell.turn
        ),
    };
    output.hint = format!("{what}{}", hex.map(range).unwrap_or_default());
    let way = match (from, hex) {
        (Some(from), Some(to)) if from != to => vec![from, to],
        _ => Vec::new(),
    };
    output.preview = Preview { hexes: hex.into_iter().collect(), way, ..Preview::default() };
    output
}
