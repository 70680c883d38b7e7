//! What any change of place or face brings, before anything else happens.
//!
//! | file | rules |
//! |---|---|
//! | `ground` | 1914 3.3 control, 18.1.3 railways; 14.4, 14.5 improved positions |
//! | `bridges` | 1914 7.1.4a, 7.1.4b, 24.6 roadway bridges |
//! | `tasks` | 1914 7.8.3 tasks broken off; 7.3 prepared attacks lost |
//! | `alone` | 1914 8.8.1 guns; 15.6.2 supply units; 8.5.2 forts |

mod alone;
mod bridges;
mod ground;
mod tasks;

use salient_hex::Hex;
use salient_rules::play::{Change, PlayContext};

use crate::march::by_rail;
use crate::rules::{Offensive, Rules};
use crate::{rails, supply};

pub use bridges::repair as repair_bridges;
pub use ground::has_combat_unit;

/// Does what changes bring.
pub fn settle(cx: &mut PlayContext<'_, Offensive>, changes: &[Change]) {
    let moves =
        |change: &&Change| change.left().next().is_some() || change.entered().next().is_some();
    for change in changes.iter().filter(|change| !moves(change)) {
        supply::secondary::turned(cx, *change);
    }
    let moved = || changes.iter().filter(moves).copied();
    for change in moved() {
        ground::remember_ruins(cx, change);
        for hex in change.entered() {
            ground::enter(cx, change.unit, hex);
            bridges::blow(cx, change.unit, hex);
            bridges::destroy(cx, change.unit, hex);
            rails::come(cx, change.unit, hex);
        }
    }
    by_rail::look(cx);
    for change in moved() {
        tasks::leave(cx, change);
    }
    for change in moved() {
        for hex in change.left() {
            ground::leave(cx, change.unit, hex);
        }
    }
    rails::structures::watch(cx.rules, cx.position);
    let hexes = touched(cx.rules, changes);
    alone::guns(cx, &hexes);
    alone::supply_units(cx, &hexes);
    alone::forts(cx, &hexes);
}

/// The hexes in which somebody may be alone with the enemy after changes, sorted: those that were left,
/// that were entered, and those around them.
fn touched(rules: &Rules, changes: &[Change]) -> Vec<Hex> {
    let [mut before, mut now] = [Vec::new(), Vec::new()];
    for change in changes {
        before.extend(change.from.into_iter().chain(change.other[0]));
        now.extend(change.to.into_iter().chain(change.other[1]));
    }
    let mut hexes = before;
    for hex in now {
        hexes.push(hex);
        hexes.extend(rules.map().neighbours(hex).map(|(_, other)| other));
    }
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}
