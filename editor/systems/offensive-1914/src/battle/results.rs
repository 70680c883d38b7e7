//! 1914 9.1.1h, 9.2.5, 11.1.2: what a result of the table does to both sides, but for the checks.

use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast;
use crate::decision::battle::{DEFENDER, Fight, Party, Stage, Step};
use crate::decision::then;
use crate::losses::{self, Loss, Why};
use crate::retreat::{self, Retreat};
use crate::rules::{Offensive, Rules};
use crate::state::RETREATED;
use crate::units::Kind;

/// 1914 9.9.2, 9.10: levels of each force, and strength reductions of one unit each.
pub fn suffer(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>, party: Party) {
    let rules = cx.rules;
    let (attack, units) = (fight.attack, fight.units(party));
    let suffered = [fight.result.attacker, fight.result.defender][party];
    let forces = fight.forces(rules, cx.position, party);
    let loss = Loss {
        side: fight.sides[party],
        units,
        left: fight.reductions[party],
        recorded: true,
        attack: Some(attack),
        cause: "combat",
        rule: "1914 9.10",
    };
    // The defender falls back first, as the sequence names retreats before losses.
    fight.stage = if party == DEFENDER { Stage::Artillery } else { Stage::FallBack };
    then(cx, fight);
    if loss.left > 0 {
        losses::begin(cx, loss);
    }
    if suffered.level {
        let why = Why { attack: Some(attack), rule: "1914 9.9.2" };
        for (force, _) in forces {
            losses::levels(cx, &force, 1, why);
        }
    }
}

/// Those of some units who still stand in a hex.
fn here(position: &Position<Offensive>, units: &[Unit], fight: &Fight) -> Vec<Unit> {
    let stands = |unit: &&Unit| abreast::is_in(position, **unit, fight.hex);
    units.iter().filter(stands).copied().collect()
}

/// Combat units, forts and guns: who falls back; fortresses never move.
fn mobile(rules: &Rules, units: &[Unit]) -> Vec<Unit> {
    units.iter().filter(|&&unit| rules.piece(unit).kind != Kind::Fortress).copied().collect()
}

/// 1914 9.9.2: the defenders fall back; a fortress loses its garrison (11.1.2).
pub fn fall_back(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>) {
    let hexes = fight.retreat;
    let forces = fight.forces(cx.rules, cx.position, DEFENDER);
    fight.owed = forces.into_iter().map(|(force, _)| (force, hexes)).collect();
    if hexes == 0 {
        fight.stage = Stage::Suffer(DEFENDER);
        return then(cx, fight);
    }
    let units = mobile(cx.rules, &here(cx.position, &fight.clash.defenders, &fight));
    let retreats = retreats_of(cx.position, &fight, units, hexes, "1914 9.9.2");
    bare(cx, &fight);
    fight.stage = Stage::FellBack;
    then(cx, fight);
    retreats.into_iter().for_each(|retreat| begin(cx, retreat));
}

/// Those whom the defender withheld go with the others if all have gone, and then losses are taken.
pub fn fell_back(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>) {
    fight.stage = Stage::Suffer(DEFENDER);
    follow(cx, fight);
}

/// 1914 9.2.5 D: if all who fought have left the hex, those withheld fall back as far as the least of
/// them had to in all, less what they have fallen back already. The combat goes on after that.
pub fn follow(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>) {
    let (rules, position) = (cx.rules, &*cx.position);
    let gone = mobile(rules, &here(position, &fight.clash.defenders, &fight)).is_empty();
    let lives = |force: &crate::force::Force| {
        force.units().iter().any(|&unit| position.state(unit).hex.is_some())
    };
    let owed = fight.owed.iter().filter(|(force, _)| lives(force)).map(|(_, hexes)| *hexes).min();
    let due = owed.unwrap_or_default().saturating_sub(fight.given);
    let mut groups: Vec<Retreat> = Vec::new();
    if gone && due > 0 {
        fight.given += due;
        for unit in mobile(rules, &fight.withheld) {
            let Some(hex) = position.state(unit).hex else { continue };
            // Once they have gone, they go on from where they are.
            let stands = |other: &Retreat| {
                other.units.first().is_some_and(|&it| position.state(it).hex == Some(hex))
            };
            match groups.iter_mut().find(|other| stands(other)) {
                Some(group) => group.units.push(unit),
                None => groups.push(retreat_of(&fight, vec![unit], due, "1914 9.2.5")),
            }
        }
    }
    let split =
        |group: Retreat| retreats_of(position, &fight, group.units, group.left, &group.rule);
    let groups: Vec<Retreat> = groups.into_iter().rev().flat_map(split).collect();
    then(cx, fight);
    groups.into_iter().for_each(|group| begin(cx, group));
}

/// 1914 19.4.1: the retreats of units of a stack by the table: those of a force in two hexes go by
/// themselves, by one hex only with the half that was hit.
fn retreats_of(
    position: &Position<Offensive>,
    fight: &Fight,
    units: Vec<Unit>,
    left: u8,
    rule: &str,
) -> [Retreat; 2] {
    let (two, one): (Vec<Unit>, Vec<Unit>) =
        units.into_iter().partition(|&unit| abreast::is_two(position, unit));
    let half = Retreat { half: left == 1, ..retreat_of(fight, two, left, rule) };
    [half, retreat_of(fight, one, left, rule)]
}

/// A retreat of a combat, from the hex that was fought for.
pub fn retreat_of(fight: &Fight, units: Vec<Unit>, left: u8, rule: &str) -> Retreat {
    Retreat {
        units,
        from: fight.hex,
        left,
        repulsed: false,
        attack: Some(fight.attack),
        half: false,
        rule: rule.to_owned(),
    }
}

/// Lets units fall back, after all that is pushed later: they fight no more in this phase (1914 9.2).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, retreat: Retreat) {
    if retreat.units.is_empty() {
        return;
    }
    for &unit in &retreat.units {
        *cx.position.flags_mut(unit) |= RETREATED;
    }
    then(cx, Step::Retreat(Box::new(retreat)));
}

/// Those of them who are still there fall back.
pub fn run_retreat(cx: &mut PlayContext<'_, Offensive>, mut retreat: Retreat) {
    retreat.units.retain(|&unit| cx.position.state(unit).hex.is_some());
    if !retreat.units.is_empty() {
        retreat::begin(cx, retreat);
    }
}

/// 1914 11.1.2: the fortresses that fought lose their garrisons.
pub fn bare(cx: &mut PlayContext<'_, Offensive>, fight: &Fight) {
    for &unit in &fight.clash.defenders {
        let is_fortress = cx.rules.piece(unit).kind == Kind::Fortress;
        if is_fortress && cx.position.state(unit).face == 0 {
            cx.turn_over(unit, 1, "1914 11.1.2");
        }
    }
}
