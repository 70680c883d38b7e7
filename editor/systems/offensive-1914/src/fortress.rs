//! 1914 12.0, 12.5: fortified camps, and how their fortresses are repaired.
//!
//! Their zones are with all others ([`Rules::zone_of_control`](crate::rules::Rules), 12.1.2), what
//! enters their hexes with [`stacking`](crate::stacking) (12.1.3), what they do in combat with
//! [`battle`](crate::battle) (12.2).

use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::Detail;
use crate::event::retreat::{Repaired, RetreatDetail};
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

/// 1914 12.5: in a side's preliminary phase fortresses regain their garrisons, and each camp that is
/// not invested a step.
pub fn repair(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    for unit in fortresses(cx.rules, side).collect::<Vec<_>>() {
        let bare = cx.position.state(unit).face > 0;
        if bare && cx.position.hex(unit).is_some_and(|hex| regains(cx, side, unit, hex)) {
            cx.turn_over(unit, 0, "1914 12.5");
        }
    }
    let mut seen: Vec<Unit> = Vec::new();
    for unit in fortresses(cx.rules, side).collect::<Vec<_>>() {
        let camp = camp(cx.rules, unit);
        if !seen.contains(&unit) && !is_invested(cx.rules, cx.position, &camp) {
            repair_step(cx, &camp);
        }
        seen.extend(camp);
    }
}

/// Whether a fortress regains its garrison: with a friend in its hex, or with no enemy in it or next
/// to it.
fn regains(cx: &PlayContext<'_, Offensive>, side: usize, unit: Unit, hex: Hex) -> bool {
    let (rules, board) = (cx.rules, cx.position.board());
    let enemy = rules.enemy(side);
    let mut friends = cx.position.stack(hex).filter(|&other| rules.side_of(other) == side);
    let near = rules.map().neighbours(hex).any(|(_, other)| board.holds(other, enemy));
    friends.any(|other| other != unit) || !near && !board.holds(hex, enemy)
}

/// Gives a step back to that fortress of a camp that lacks most; a destroyed one comes back where it
/// stood if a combat unit of its side is there.
fn repair_step(cx: &mut PlayContext<'_, Offensive>, camp: &[Unit]) {
    let (rules, position) = (cx.rules, &*cx.position);
    let lacks = |unit: Unit| position.own.steps_lost[unit.index()];
    let place = |unit: Unit| match position.hex(unit) {
        Some(hex) => (lacks(unit) > 0).then_some(hex),
        None if position.state(unit).status == UnitStatus::Eliminated => {
            let side = rules.side_of(unit);
            position.own.ruins[unit.index()].filter(|&hex| {
                position
                    .stack(hex)
                    .any(|other| rules.side_of(other) == side && rules.is_combat(position, other))
            })
        }
        None => None,
    };
    let damaged = camp.iter().filter_map(|&unit| Some((unit, place(unit)?)));
    let worst = damaged.max_by_key(|&(unit, _)| (lacks(unit), std::cmp::Reverse(unit)));
    let Some((unit, hex)) = worst else { return };
    let side = rules.side_of(unit);
    if position.hex(unit).is_none() {
        cx.place(unit, hex, "repaired", "1914 12.5");
        crate::control::set(cx, hex, Some(side), None);
    }
    let lacks = &mut cx.position.own.steps_lost[unit.index()];
    *lacks = lacks.saturating_sub(1);
    let lacks = *lacks;
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        Detail::Retreat(RetreatDetail::Repaired(Repaired {
            unit: compiled.unit(unit).name.as_str().into(),
            side: compiled.sides[side].clone(),
            hex: compiled.label(hex).to_owned(),
            lacks,
        }))
    });
}

/// All fortresses of a side, on the map or not.
fn fortresses(rules: &Rules, side: usize) -> impl Iterator<Item = Unit> + '_ {
    let all = rules.compiled.all_units();
    all.filter(move |&unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Fortress)
}

/// 1914 12.0: the fortresses of a camp, those of one ID; one of its own ID is a camp alone.
pub fn camp(rules: &Rules, fortress: Unit) -> Vec<Unit> {
    let own = rules.piece(fortress).camp;
    let all = fortresses(rules, rules.side_of(fortress));
    all.filter(|&unit| unit == fortress || rules.piece(unit).camp == own).collect()
}

/// The hexes in which fortresses of a camp stand, or stood.
fn hexes_of(position: &Position<Offensive>, camp: &[Unit]) -> Vec<Hex> {
    let place = |&unit: &Unit| position.hex(unit).or(position.own.ruins[unit.index()]);
    let mut hexes: Vec<Hex> = camp.iter().filter_map(place).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// 1914 12.3, as far as repair asks for it: whether in every hex around a camp an enemy stands, or
/// reaches the zone of one who is next to it himself, and no friend stands.
fn is_invested(rules: &Rules, position: &Position<Offensive>, camp: &[Unit]) -> bool {
    let Some(&first) = camp.first() else { return false };
    let side = rules.side_of(first);
    let enemy = rules.enemy(side);
    let inside = hexes_of(position, camp);
    let map = rules.map();
    let around = || inside.iter().flat_map(|&hex| map.neighbours(hex).map(|(_, other)| other));
    let ring: Vec<Hex> = around().filter(|hex| !inside.contains(hex)).collect();
    let board = position.board();
    let held = |hex: Hex| {
        let zone = |&next: &Hex| {
            let mut units = position.stack(next).filter(|&unit| rules.side_of(unit) == enemy);
            units.any(|unit| rules.is_combat(position, unit))
                && rules.direction(next, hex).is_some_and(|way| {
                    let between = rules.terrain.side(next, way);
                    !between.sea && !between.ridge
                })
        };
        board.holds(hex, enemy) || ring.iter().any(zone)
    };
    !ring.is_empty()
        && ring
            .iter()
            .all(|&hex| rules.terrain.hex(hex).barred || held(hex) && !board.holds(hex, side))
}
