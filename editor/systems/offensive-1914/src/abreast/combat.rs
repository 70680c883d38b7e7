//! 1914 19.4, 19.4.1: both hexes of a force that are attacked in one phase are fought for together,
//! with one check, and a half that is hit closes up or wheels.

use salient_hex::{Footprint, Hex};
use salient_rules::play::{PlayContext, Position, Unit};

use super::{is_in, is_two, may_take_up};
use crate::decision::battle::{Fight, Stage};
use crate::decision::retreat::Going;
use crate::force::Force;
use crate::retreat::paths;
use crate::rules::{Offensive, Rules};

impl Stage {
    /// How far a combat has come: of two that are fought together the one that is behind goes on
    /// first (1914 19.4).
    fn reached(self) -> u8 {
        match self {
            Self::Withhold | Self::Ammunition(_) | Self::Intensity(_) => 0,
            Self::Dice => 1,
            Self::Suffer(crate::decision::battle::ATTACKER) => 2,
            Self::FallBack | Self::FellBack | Self::Suffer(_) => 3,
            Self::Artillery => 4,
            Self::Check(crate::decision::battle::ATTACKER) => 5,
            Self::Check(_) => 6,
            Self::Checked => 7,
            Self::Advance => 8,
        }
    }
}

/// The combat that goes on next of one and what is fought together with it.
pub fn turn(mut fight: Box<Fight>) -> Box<Fight> {
    // Of two that have come as far the first.
    let place = |fight: &Fight| (fight.stage.reached(), fight.attack);
    let behind = |twin: &Fight| place(twin) < place(&fight);
    if !fight.twin.as_deref().is_some_and(behind) {
        return fight;
    }
    let Some(mut twin) = fight.twin.take() else { return fight };
    twin.twin = Some(fight);
    twin
}

/// The other hex that is attacked of a force whose hex is: who defends both does it together.
pub fn also_attacked(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> Option<Hex> {
    let attacked = |other: &Hex| {
        *other != hex && position.own.attacks.iter().any(|attack| attack.hex == *other)
    };
    let mut halved =
        position.stack(hex).filter(|&unit| rules.side_of(unit) == side && is_two(position, unit));
    halved.find_map(|unit| position.hexes(unit).find(attacked))
}

/// Whether a force that defends in both of two combats makes its one check in the other: the one
/// with the worse modifiers, the first of two alike. Below the table none is made.
pub fn checks_elsewhere(fight: &Fight, force: &Force, modifiers: impl Fn(&Fight) -> i32) -> bool {
    let Some(twin) = fight.twin.as_deref() else { return false };
    if twin.odds.is_below() || !force.units().iter().any(|unit| twin.clash.defenders.contains(unit))
    {
        return false;
    }
    let (own, other) = (modifiers(fight), modifiers(twin));
    other > own || other == own && twin.attack < fight.attack
}

/// The hexes into which a half that is hit goes: the other half's, where the force closes up, or one
/// that touches both, where it wheels. Its owner may choose (1914 19.4.1).
pub fn half_options(rules: &Rules, position: &Position<Offensive>, going: &Going) -> Vec<Hex> {
    let hit = going.at();
    let grid = rules.map().grid();
    let Some(&first) = going.retreat.units.first() else { return Vec::new() };
    let Some(Footprint::Two(span)) = position.footprint(grid, first) else { return Vec::new() };
    let Some(other) = span.other(hit) else { return Vec::new() };
    let side = going.side(rules);
    let wheels = span.wheels(grid).filter(|wheel| wheel.pivot == other);
    let may = |to: &Hex| {
        *to == other
            || Footprint::new(grid, other, Some(*to))
                .is_some_and(|to| may_take_up(rules, position, &going.retreat.units, to).is_ok())
    };
    let mut hexes: Vec<Hex> = [other]
        .into_iter()
        .chain(wheels.map(|wheel| wheel.entered))
        .filter(|&to| paths::is_open(rules, position, side, (hit, to)))
        .filter(may)
        .collect();
    hexes.sort_unstable();
    hexes
}

/// Takes the half that is hit of a force that falls back into a hex.
pub fn give_way(cx: &mut PlayContext<'_, Offensive>, going: &Going, to: Hex) {
    let retreat = &going.retreat;
    let grid = cx.rules.map().grid();
    let first = retreat.units.first().copied();
    let other = first.and_then(|unit| cx.position.span(grid, unit)?.other(going.at()));
    let place = Footprint::new(grid, to, other.filter(|other| *other != to));
    let place = place.unwrap_or(Footprint::One(to));
    cx.shift_to(&retreat.units, place, "retreat", retreat.attack, &retreat.rule);
}

/// Units advance out of a hex: a force in two keeps that hex, and its other half comes up to it
/// (1914 11.2, 19.2).
pub fn advance(
    cx: &mut PlayContext<'_, Offensive>,
    units: &[Unit],
    (from, to): (Hex, Hex),
    attack: u32,
) {
    let there = |unit: &&Unit| is_in(cx.position, **unit, from);
    let (two, one): (Vec<Unit>, Vec<Unit>) =
        units.iter().filter(there).partition(|&&unit| is_two(cx.position, unit));
    if !one.is_empty() {
        cx.shift(&one, &[to], "advance", Some(attack), "1914 11.2");
    }
    let both = Footprint::new(cx.rules.map().grid(), to, Some(from));
    if let Some(both) = both.filter(|_| !two.is_empty()) {
        cx.shift_to(&two, both, "advance", Some(attack), "1914 11.2");
    }
}
