//! 1914 9.1.1i and j, 10.0 to 10.2, 12.2.1: artillery, and the checks of all who fought.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Unit};
use salient_schema::event::Modifier;

use super::results::{bare, begin, follow, retreat_of};
use crate::abreast::{self, combat as halves};
use crate::decision::battle::{ATTACKER, DEFENDER, Fight, Party, Stage};
use crate::decision::then;
use crate::effectiveness::{DEMORALIZED, INEFFECTIVE, status};
use crate::event::Detail;
use crate::event::battle::{BattleDetail, Checked, Guns, Shelled};
use crate::force::Force;
use crate::losses::{self, Loss, Why};
use crate::retreat::Retreat;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

/// 1914 10.1.2: what the artillery of each side does to the checks of the other.
pub fn artillery(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>) {
    for party in [ATTACKER, DEFENDER] {
        let other = 1 - party;
        if other == DEFENDER && fight.odds.is_below() {
            continue;
        }
        let (guns, quarters) = (&fight.guns[party], fight.sizes[other]);
        let modifier = cx.rules.artillery.check(guns.sum, quarters);
        fight.fire[other] = modifier;
        let (guns, attack, side) = (&fight.guns[party], fight.attack, fight.sides[party]);
        cx.emit(|rules| {
            let forces = guns
                .forces
                .iter()
                .map(|(units, value)| Guns { units: rules.compiled.names(units), value: *value });
            Detail::Battle(BattleDetail::Artillery(Shelled {
                attack,
                side: rules.sides[side].clone(),
                forces: forces.collect(),
                sum: guns.sum,
                quarters,
                modifier,
                rule: "1914 10.1.2".to_owned(),
            }))
        });
    }
    fight.stage = Stage::Check(ATTACKER);
    then(cx, fight);
}

/// What is added to a side's dice (1914 10.0).
fn modifiers(rules: &Rules, fight: &Fight, party: Party) -> Vec<Modifier> {
    let of_table = [fight.result.attacker, fight.result.defender][party].check;
    let flanked = party == DEFENDER && fight.odds.is_flanked();
    [
        (i32::from(of_table), "combat-result", "1914 9.9.2"),
        (fight.fire[party], "artillery", "1914 10.1.2"),
        (if flanked { rules.numbers.flank_check } else { 0 }, "flanked", "1914 9.5.2"),
    ]
    .into_iter()
    .filter(|(value, _, _)| *value != 0)
    .map(|(value, reason, rule)| Modifier {
        value,
        reason: reason.into(),
        hex: None,
        rule: rule.to_owned(),
    })
    .collect()
}

/// What a failed check leaves to be done.
#[derive(Default)]
struct Due {
    losses: Vec<Loss>,
    retreats: Vec<Retreat>,
}

/// 1914 10.0, 10.2: a side's forces check, all of a hex by one roll.
pub fn check(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>, party: Party) {
    let rules = cx.rules;
    let mut due = Due::default();
    let forces = fight.forces(rules, cx.position, party);
    // The defender makes none below the table; a force that is gone makes none.
    let checks = party == ATTACKER || !fight.odds.is_below();
    let own = modifiers(rules, &fight, party);
    let mut rolled: Option<(Hex, [u8; 2])> = None;
    let mut roll = |cx: &mut PlayContext<'_, Offensive>, hex: Hex, side: usize| match rolled {
        Some((at, dice)) if at == hex => dice,
        _ => {
            let rule = "1914 10.2";
            let dice = [cx.roll("check", side, rule), cx.roll("check", side, rule)];
            rolled = Some((hex, dice));
            dice
        }
    };
    let side = fight.sides[party];
    let alone = (party == DEFENDER).then(|| fight.lone_fortress(rules, cx.position)).flatten();
    for (force, hex) in forces.iter().filter(|_| checks) {
        let sum = |fight: &Fight| modifiers(rules, fight, party).iter().map(|it| it.value).sum();
        let elsewhere = party == DEFENDER && halves::checks_elsewhere(&fight, force, sum);
        if elsewhere || force.units().iter().all(|&unit| cx.position.state(unit).hex.is_none()) {
            continue;
        }
        let dice = roll(cx, *hex, side);
        let retreat = check_force(cx, &fight, (force, *hex, party), (dice, &own), &mut due);
        let Fight { owed, twin, .. } = &mut *fight;
        let of_twin = twin.iter_mut().flat_map(|twin| twin.owed.iter_mut());
        let all = owed.iter_mut().chain(of_twin).filter(|_| party == DEFENDER);
        for (_, hexes) in all.filter(|(other, _)| other == force) {
            *hexes += retreat;
        }
    }
    if let Some(fortress) = alone.filter(|_| checks)
        && cx.position.state(fortress).face == 0
    {
        let dice = roll(cx, fight.hex, side);
        check_fortress(cx, &fight, fortress, (dice, &own));
    }
    fight.stage = if party == ATTACKER { Stage::Check(DEFENDER) } else { Stage::Checked };
    then(cx, fight);
    // The first force's losses come first, and then its retreat.
    due.retreats.into_iter().rev().for_each(|retreat| begin(cx, retreat));
    due.losses.into_iter().rev().for_each(|loss| losses::begin(cx, loss));
}

/// 1914 10.2.1, 10.2.2, 5.5.2: a force checks; it says how far it falls back for it.
fn check_force(
    cx: &mut PlayContext<'_, Offensive>,
    fight: &Fight,
    (force, hex, party): (&Force, Hex, Party),
    (dice, modifiers): ([u8; 2], &[Modifier]),
    due: &mut Due,
) -> u8 {
    let rules = cx.rules;
    let sum = dice.iter().map(|&die| i32::from(die)).sum::<i32>()
        + modifiers.iter().map(|it| it.value).sum::<i32>();
    let effectiveness = force.level(rules, cx.position);
    let by = sum - effectiveness;
    let at = |cx: &PlayContext<'_, Offensive>| {
        force.formation.map_or(0, |unit| status(rules, cx.position, unit))
    };
    let before = at(cx);
    let failure = rules.check_failure.failed(by, 0);
    let (attack, side) = (fight.attack, fight.sides[party]);
    let why = Why { attack: Some(attack), rule: "1914 10.2.1" };
    let (mut reductions, mut retreat) = (failure.reductions, failure.retreat);
    let mut after = before;
    if by > 0 && force.formation.is_some() {
        after = (before + failure.levels).min(crate::effectiveness::LAST);
        // 1914 10.2.1: what the track has no room for is strength.
        reductions += before + failure.levels - after;
        let numbers = &rules.numbers;
        let more = match after {
            DEMORALIZED.. => numbers.demoralized_retreat,
            INEFFECTIVE => numbers.ineffective_retreat,
            _ => 0,
        };
        retreat += u8::try_from(more).unwrap_or_default();
    }
    let units = force.units();
    cx.emit(|rules| {
        Detail::Battle(BattleDetail::Check(Checked {
            attack: Some(attack),
            side: rules.sides[side].clone(),
            units: rules.compiled.names(&units),
            hex: rules.compiled.label(hex).to_owned(),
            dice,
            modifiers: modifiers.to_vec(),
            effectiveness,
            by,
            before,
            after,
            reductions: match force.formation {
                Some(_) => reductions,
                None => reductions + failure.levels,
            },
            retreat,
            rule: "1914 10.2".to_owned(),
        }))
    });
    let loss = |left, cause, rule| Loss {
        side,
        units: units.clone(),
        left,
        recorded: false,
        attack: Some(attack),
        cause,
        rule,
    };
    if force.formation.is_some() {
        losses::levels(cx, force, failure.levels, why);
    } else if failure.levels > 0 {
        due.losses.push(loss(failure.levels, losses::LEVEL, "1914 5.5.2"));
    }
    if reductions > 0 {
        due.losses.push(loss(reductions, "check", "1914 10.2.1"));
    }
    if retreat > 0 {
        let mut falls_back = retreat_of(fight, units, retreat, "1914 10.2.1");
        // Its own hex of the combat (1914 11.1.1).
        falls_back.from = hex;
        due.retreats.push(falls_back);
    }
    retreat
}

/// 1914 12.2.1b: a fortress alone checks, and loses its garrison if it fails.
fn check_fortress(
    cx: &mut PlayContext<'_, Offensive>,
    fight: &Fight,
    fortress: Unit,
    (dice, modifiers): ([u8; 2], &[Modifier]),
) {
    let effectiveness = cx.rules.numbers.fortress_effectiveness;
    let by = dice.iter().map(|&die| i32::from(die)).sum::<i32>()
        + modifiers.iter().map(|it| it.value).sum::<i32>()
        - effectiveness;
    cx.emit(|rules| {
        Detail::Battle(BattleDetail::Check(Checked {
            attack: Some(fight.attack),
            side: rules.sides[fight.sides[DEFENDER]].clone(),
            units: rules.compiled.names(&[fortress]),
            hex: rules.compiled.label(fight.hex).to_owned(),
            dice,
            modifiers: modifiers.to_vec(),
            effectiveness,
            by,
            before: 0,
            after: 0,
            reductions: 0,
            retreat: 0,
            rule: "1914 12.2.1b".to_owned(),
        }))
    });
    if by > 0 {
        cx.turn_over(fortress, 1, "1914 12.2.1b");
    }
}

/// 1914 9.2.5, 11.1.2: after the defender's checks those whom he withheld follow if all have gone,
/// and a fortress whose combat units have all gone loses its garrison.
pub fn checked(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>) {
    let rules = cx.rules;
    let is_combat =
        |&&unit: &&Unit| rules.piece(unit).kind.is_combat() || rules.piece(unit).kind == Kind::Fort;
    let mut combat = fight.clash.defenders.iter().filter(is_combat).peekable();
    let fell_back = fight.owed.iter().any(|(_, hexes)| *hexes > 0);
    let left =
        combat.peek().is_some() && combat.all(|&it| !abreast::is_in(cx.position, it, fight.hex));
    if left && fell_back {
        bare(cx, &fight);
    }
    fight.stage = Stage::Advance;
    follow(cx, fight);
}
