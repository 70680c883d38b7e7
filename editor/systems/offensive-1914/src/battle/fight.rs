//! 1914 9.1.1: one attack, from who defends to the dice.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use super::ammunition::{self, Sources};
use super::odds::odds;
use super::results;
use super::tell::void;
use super::withhold::Defence;
use crate::abreast;
use crate::abreast::combat as halves;
use crate::decision::battle::{ATTACKER, Asked, Clash, DEFENDER, Fight, Guns, Party, Stage};
use crate::decision::{ask, then};
use crate::marks;
use crate::plans;
use crate::rules::{Offensive, Rules};
use crate::state::{FOUGHT, INACTIVE, WITHHELD};
use crate::tables::CombatResult;

/// Whether all attacking combat units have prepared the attack (1914 9.6.1).
fn is_prepared(rules: &Rules, position: &Position<Offensive>, units: &[Unit], hex: Hex) -> bool {
    let mut combat = units.iter().filter(|&&unit| rules.is_combat(position, unit));
    combat.all(|unit| marks::prepared(position, *unit) == Some(hex))
}

/// Who fights whom if units attack a hex that is defended so, before anybody is withheld.
fn clash(
    rules: &Rules,
    position: &Position<Offensive>,
    (units, hex): (&[Unit], Hex),
    defence: &Defence,
) -> Clash {
    // Each half attacks out of its hex (1914 19.4).
    let from =
        |&unit: &Unit| abreast::fronts(rules, position, unit, hex).map(move |from| (unit, from));
    Clash {
        attackers: units.iter().flat_map(from).collect(),
        defenders: defence.units.clone(),
        hex: Some(hex),
        prepared: is_prepared(rules, position, units, hex),
        without: Vec::new(),
    }
}

/// The same of an attack that may still be indicated, with all who attack the hex already: what its
/// odds are told by. None where nobody would defend.
pub fn foreseen(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    hex: Hex,
) -> Option<Clash> {
    let side = rules.side_of(*units.first()?);
    let already = position.own.attacks.iter().filter(|attack| attack.hex == hex);
    let mut all: Vec<Unit> = already.flat_map(|attack| attack.units.iter().copied()).collect();
    all.extend_from_slice(units);
    all.sort_unstable();
    all.dedup();
    let defence = Defence::of(rules, position, rules.enemy(side), hex);
    let is_any = defence.is_any(rules, position);
    is_any.then(|| clash(rules, position, (&all, hex), &defence))
}

/// Begins an attack that was indicated, and one on the other hex of a force there with it (1914 19.4).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize, hex: Hex) {
    let other = halves::also_attacked(cx.rules, cx.position, cx.rules.enemy(side), hex);
    let first = open(cx, side, hex);
    let second = other.and_then(|other| open(cx, side, other));
    match (first, second) {
        (Some(mut fight), twin) => {
            fight.twin = twin;
            then(cx, fight);
        }
        (None, Some(fight)) => then(cx, fight),
        (None, None) => {}
    }
}

/// A combat at its beginning; nothing comes of an attack that nobody can defend against.
fn open(cx: &mut PlayContext<'_, Offensive>, side: usize, hex: Hex) -> Option<Box<Fight>> {
    let rules = cx.rules;
    let attacks = &mut cx.position.own.attacks;
    let place = attacks.iter().position(|attack| attack.hex == hex)?;
    let units = attacks.remove(place).units;
    let enemy = rules.enemy(side);
    let defence = Defence::of(rules, cx.position, enemy, hex);
    let clash = clash(rules, cx.position, (&units, hex), &defence);
    if clash.attackers.is_empty() || !defence.is_any(rules, cx.position) {
        void(cx, side, &units, hex);
        return None;
    }
    if let Err(place) = cx.position.own.attacked.binary_search(&hex) {
        cx.position.own.attacked.insert(place, hex);
    }
    for &(unit, _) in &clash.attackers {
        *cx.position.flags_mut(unit) |= FOUGHT;
    }
    for &unit in defence.units.iter().chain(&defence.barred) {
        // 1914 1.1: who is attacked wakes up.
        let flags = cx.position.flags_mut(unit);
        *flags = (*flags | FOUGHT) & !INACTIVE;
        // 1914 7.8.3.
        let task = &mut cx.position.own.tasks[unit.index()];
        if task.is_some_and(|(task, _)| task.digs()) {
            *task = None;
        }
    }
    let attack = cx.next_attack();
    let odds = odds(rules, cx.position, &clash);
    Some(Box::new(Fight {
        attack,
        stage: Stage::Withhold,
        sides: [side, enemy],
        hex,
        clash,
        withheld: defence.barred,
        intense: [false; 2],
        odds,
        result: CombatResult::default(),
        retreat: 0,
        reductions: [0; 2],
        guns: [Guns::default(), Guns::default()],
        sizes: [0; 2],
        fire: [0; 2],
        owed: Vec::new(),
        given: 0,
        twin: None,
    }))
}

/// The next stage of a combat.
pub fn run(cx: &mut PlayContext<'_, Offensive>, fight: Box<Fight>) {
    let fight = halves::turn(fight);
    match fight.stage {
        Stage::Withhold => ask_withheld(cx, fight),
        Stage::Ammunition(party) => ask_ammunition(cx, fight, party),
        Stage::Intensity(party) => ask_intensity(cx, fight, party),
        Stage::Dice => super::dice::roll(cx, fight),
        Stage::Suffer(party) => results::suffer(cx, fight, party),
        Stage::FallBack => results::fall_back(cx, fight),
        Stage::FellBack => results::fell_back(cx, fight),
        Stage::Artillery => super::checks::artillery(cx, fight),
        Stage::Check(party) => super::checks::check(cx, fight, party),
        Stage::Checked => super::checks::checked(cx, fight),
        Stage::Advance => super::advance::ask(cx, fight),
    }
}

/// The defender's units as they may be withheld.
pub fn defence(rules: &Rules, position: &Position<Offensive>, fight: &Fight) -> Defence {
    Defence::of(rules, position, fight.sides[DEFENDER], fight.hex)
}

fn ask_withheld(cx: &mut PlayContext<'_, Offensive>, fight: Box<Fight>) {
    let defence = defence(cx.rules, cx.position, &fight);
    let options = defence.options(cx.rules, cx.position);
    if options.len() > 1 {
        let side = fight.sides[DEFENDER];
        return ask(cx, side, Asked::Withhold(fight));
    }
    withhold(cx, fight, options.into_iter().next().unwrap_or_default());
}

/// 1914 9.2.5: units are withheld from a combat.
pub fn withhold(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>, units: Vec<Unit>) {
    fight.clash.defenders.retain(|unit| !units.contains(unit));
    fight.withheld.extend(units);
    fight.withheld.sort_unstable();
    for &unit in &fight.withheld {
        *cx.position.flags_mut(unit) |= WITHHELD;
    }
    fight.stage = Stage::Ammunition(ATTACKER);
    then(cx, fight);
}

/// How a side's units come by ammunition in a combat.
pub fn sources(
    rules: &Rules,
    position: &Position<Offensive>,
    fight: &Fight,
    party: Party,
) -> Sources {
    Sources::of(rules, position, &fight.units(party))
}

fn ask_ammunition(cx: &mut PlayContext<'_, Offensive>, fight: Box<Fight>, party: Party) {
    let sources = sources(cx.rules, cx.position, &fight, party);
    if ammunition::is_asked(cx.rules, cx.position, &sources) {
        let side = fight.sides[party];
        return ask(cx, side, Asked::Ammunition(fight, party));
    }
    provide(cx, fight, party, &[]);
}

/// 1914 9.4: a side provides some of its units.
pub fn provide(
    cx: &mut PlayContext<'_, Offensive>,
    mut fight: Box<Fight>,
    party: Party,
    units: &[Unit],
) {
    let sources = sources(cx.rules, cx.position, &fight, party);
    let side = fight.sides[party];
    ammunition::provide(cx, (&mut fight, side), &sources, units);
    fight.stage = match party {
        ATTACKER => Stage::Ammunition(DEFENDER),
        _ => {
            fight.odds = odds(cx.rules, cx.position, &fight.clash);
            Stage::Intensity(ATTACKER)
        }
    };
    then(cx, fight);
}

/// 1914 9.8: whether a side has no choice of intensity, and which it is then: infantry formations
/// under a plan attack intensely (26.2.2), a fortress alone never defends so.
fn forced(
    rules: &Rules,
    position: &Position<Offensive>,
    fight: &Fight,
    party: Party,
) -> Option<bool> {
    let bound = |&(unit, _): &(Unit, Hex)| plans::is_bound(rules, position, unit);
    if party == ATTACKER {
        return fight.clash.attackers.iter().any(bound).then_some(true);
    }
    fight.lone_fortress(rules, position).map(|_| false)
}

fn ask_intensity(cx: &mut PlayContext<'_, Offensive>, fight: Box<Fight>, party: Party) {
    match forced(cx.rules, cx.position, &fight, party) {
        Some(intense) => fight_so(cx, fight, party, intense),
        None => {
            let side = fight.sides[party];
            ask(cx, side, Asked::Intensity(fight, party));
        }
    }
}

/// 1914 9.8: a side fights with intensity or without.
pub fn fight_so(
    cx: &mut PlayContext<'_, Offensive>,
    mut fight: Box<Fight>,
    party: Party,
    intense: bool,
) {
    fight.intense[party] = intense;
    fight.stage = if party == ATTACKER { Stage::Intensity(DEFENDER) } else { Stage::Dice };
    then(cx, fight);
}
