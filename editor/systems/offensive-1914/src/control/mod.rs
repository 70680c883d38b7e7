//! 1914 3.3: who controls which hex, and where an army's front lies.

pub mod flood;
mod front;

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::Detail;
use crate::event::retreat::{Fronts, RetreatDetail};
use crate::rules::{Offensive, Rules};
use crate::stages::Stage;
use crate::units::Kind;

use flood::Floods;

pub use flood::{of, side_code, side_of};

#[expect(unused_imports, reason = "for whoever shows an army's front")]
pub use front::front;

/// The side that controls all of some hexes.
pub fn holder(position: &Position<Offensive>, hexes: &[Hex]) -> Option<usize> {
    let mut sides = hexes.iter().map(|&hex| of(position, hex));
    let first = sides.next()??;
    sides.all(|side| side == Some(first)).then_some(first)
}

/// The side that controlled a hex when this phase began (1914 7.1.4a).
pub fn at_start(position: &Position<Offensive>, hex: Hex) -> Option<usize> {
    let turned = position.own.turned.iter().find(|(at, _)| *at == hex);
    turned.map_or_else(|| of(position, hex), |(_, before)| side_of(*before))
}

/// A phase begins: what is controlled now is one's territory for its length, and in phases of supply
/// and rail engineering fronts are looked at.
pub fn begin_phase(cx: &mut PlayContext<'_, Offensive>, stage: Stage) {
    if matches!(stage, Stage::Supply | Stage::RailEngineering) {
        review(cx);
    }
    cx.position.own.turned.clear();
}

/// Gives a hex to a side, or to nobody.
pub fn set(cx: &mut PlayContext<'_, Offensive>, hex: Hex, side: Option<usize>, unit: Option<Unit>) {
    if change(cx.position, hex, side)
        && let Some(side) = side
    {
        cx.control(hex, side, unit, "1914 3.3");
    }
}

/// Whether giving a hex to a side changes anything.
fn change(position: &mut Position<Offensive>, hex: Hex, side: Option<usize>) -> bool {
    let own = &mut position.own;
    let after = side_code(side);
    let before = std::mem::replace(&mut own.control[hex.index()], after);
    if before == after {
        return false;
    }
    if own.turned.iter().all(|(at, _)| *at != hex) {
        own.turned.push((hex, before));
    }
    true
}

/// 1914 3.3: who controls a hex that a combat unit of a side stands in: it, or nobody where an enemy
/// fortress stands in it too.
pub fn of_occupier(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> Option<usize> {
    (!has_fortress(rules, position, rules.enemy(side), hex)).then_some(side)
}

/// Whether a fortress of a side stands in a hex.
pub fn has_fortress(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let fortress =
        |unit: Unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Fortress;
    position.stack(hex).any(fortress)
}

/// 1914 3.3, 18.1.3: what lies behind a side's fronts is its own, whoever passed there last, and no
/// railway there is the enemy's.
fn review(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let floods = Floods::of(rules, cx.position);
    for side in [rules.allied, rules.german] {
        let hexes: Vec<Hex> = floods.behind(rules, &cx.position.own.control, side).collect();
        crate::rails::lose(cx, rules.enemy(side), &hexes);
        let gained: Vec<Hex> =
            hexes.into_iter().filter(|&hex| change(cx.position, hex, Some(side))).collect();
        if !gained.is_empty() {
            cx.emit(|rules| {
                Detail::Retreat(RetreatDetail::Fronts(Fronts {
                    side: rules.compiled.sides[side].clone(),
                    hexes: rules.compiled.labels(&gained),
                }))
            });
        }
    }
}
