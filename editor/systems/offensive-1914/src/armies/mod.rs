//! 1914 5: armies and their areas, corps and their formations.

mod areas;
mod attach;
mod limits;
mod lines;

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::bases;
use crate::decision::{Decision, Sited, Siting};
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, Strayed};
use crate::rules::{Offensive, Rules};
use crate::state::ATTACHED;
use crate::supply::siting;
use crate::units::Kind;

pub use crate::command::{army, corps, in_area, is_of};
pub use areas::{draw, outcome, propose};
pub use lines::WAYS;

/// Begins an attachment phase.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    for &unit in cx.rules.units_of(side) {
        *cx.position.flags_mut(unit) &= !ATTACHED;
    }
    areas::refresh(cx, side);
    if cx.rules.armies(side).next().is_some() {
        cx.ask(side, Decision::Attachment);
    }
    bases::begin(cx, side, true);
}

/// Draws the areas of both sides as they are proposed, before the first game-turn.
pub fn at_start(cx: &mut PlayContext<'_, Offensive>) {
    for side in [cx.rules.allied, cx.rules.german] {
        let lines = propose(cx.rules, cx.position, side);
        draw(cx.rules, cx.position, side, lines);
    }
}

/// Formations and corps trains of a side that stand in the area of another army (1914 5.1.2).
fn strays(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Unit> {
    let has_marker = |&unit: &Unit| {
        let piece = rules.piece(unit);
        piece.is_formation() || piece.kind == Kind::Train
    };
    let stray = |&unit: &Unit| position.hexes(unit).any(|hex| !in_area(rules, position, unit, hex));
    position.on_map(rules, side).filter(has_marker).filter(stray).collect()
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        Act::AttachToArmy { unit, army } => {
            attach::to_army(rules, position, side, *unit, *army).map(drop)
        }
        Act::AttachToCorps { unit, corps } => {
            attach::to_corps(rules, position, side, *unit, *corps).map(drop)
        }
        Act::Relocate { unit } => siting::check_relocation(rules, position, side, *unit),
        Act::Activate { unit } => siting::check_activation(rules, position, side, *unit),
        Act::Deactivate { unit } => siting::check_deactivation(rules, position, side, *unit),
        Act::Boundary { units, hexes } => {
            areas::check(rules, position, side, units, hexes).map(drop)
        }
        _ => Err(Violation::new(
            "1914 4.2.2",
            "in the attachment phase areas are set, and corps and formations attached",
        )),
    }
}

/// What a side may do: each boundary as it is proposed or shifted by a hex, strays attached to the
/// army in whose area they stand, formations sent back to their corps.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let mut acts = vec![Act::Done];
    acts.extend(areas::plain(rules, position, side));
    acts.extend(attach::plain(rules, position, side));
    acts.extend(siting::of_attachment(rules, side));
    acts.retain(|act| check(rules, position, side, act).is_ok());
    acts.sort_unstable();
    acts.dedup();
    acts
}

/// What a unit may be meant for besides what is listed, with why it may not: whatever has a marker
/// for every army and every corps of its side, and a depot for the boundaries of its army.
pub fn more(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Vec<(Act, Option<Violation>)> {
    if rules.side_of(unit) != side || position.hex(unit).is_none() {
        return Vec::new();
    }
    if rules.piece(unit).kind == Kind::Depot {
        let lines = areas::any(rules, position, side, unit);
        let relocate = Act::Relocate { unit };
        let why = check(rules, position, side, &relocate).err();
        let lines = lines.into_iter().map(|act| (act, None));
        return lines.chain([(relocate, why)]).collect();
    }
    let with_why = |act| {
        let why = check(rules, position, side, &act).err();
        (act, why)
    };
    attach::any(rules, position, side, unit).into_iter().map(with_why).collect()
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    match act {
        Act::AttachToArmy { unit, army } => {
            if let Ok(to) = attach::to_army(cx.rules, cx.position, side, *unit, *army) {
                attach::carry_out(cx, *unit, to, "1914 5.1.2");
            }
        }
        Act::AttachToCorps { unit, corps } => {
            if let Ok(to) = attach::to_corps(cx.rules, cx.position, side, *unit, *corps) {
                attach::carry_out(cx, *unit, to, "1914 5.2.2");
            }
        }
        Act::Relocate { unit } => {
            siting::ask(cx, Siting { depot: *unit, why: Sited::Relocation });
        }
        Act::Activate { unit } => {
            siting::ask(cx, Siting { depot: *unit, why: Sited::Detachment });
        }
        Act::Deactivate { unit } => siting::deactivate(cx, *unit),
        Act::Boundary { units, hexes } => areas::carry_out(cx, side, units, hexes),
        _ => {
            warn(cx, side);
            cx.answered(side);
        }
    }
}

/// 1914 5.1.2: who stands in a wrong area is told of, not held back.
fn warn(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let units = strays(cx.rules, cx.position, side);
    if units.is_empty() {
        return;
    }
    cx.emit(|rules| {
        Detail::Armies(ArmiesDetail::Strayed(Strayed {
            side: rules.sides[side].clone(),
            units: rules.names(&units),
            rule: "1914 5.1.2".to_owned(),
        }))
    });
}
