//! 1914 9.8.2, 9.9, 21.1: the dice of a combat, the table, and what intensity makes of its result.

use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::{Attacked, Modifier};

use super::artillery;
use super::odds::{self, Part, proficiency};
use crate::decision::battle::{ATTACKER, Clash, DEFENDER, Fight, Stage};
use crate::decision::then;
use crate::event::Detail;
use crate::event::battle::{BattleDetail, Fought};
use crate::rules::{Offensive, Rules};
use crate::state::FIRED;
use crate::tables::CombatResult;

/// What a result does by the intensity of both sides (1914 9.8.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Hexes that the defender falls back.
    pub retreat: u8,
    /// Strength reductions of each side for its intensity, besides those of the table.
    pub reductions: [u8; 2],
}

/// 1914 9.8.1, 9.8.2: what of a result counts.
pub fn counted(result: CombatResult, intense: [bool; 2]) -> Counted {
    let (black, white) = (result.defender.retreat, result.defender.white);
    let any = black > 0 || white;
    let retreat = match intense {
        [true, false] => black.max(u8::from(white)),
        [false, true] => 0,
        _ => black,
    };
    let attacker = intense[ATTACKER] && (!any || white);
    let defender = match intense {
        [false, true] => black > 0,
        [true, true] => any,
        _ => false,
    };
    Counted { retreat, reductions: [u8::from(attacker), u8::from(defender)] }
}

/// What both sides weigh before the dice: their artillery, as strong as they went in, and sizes.
fn weigh(cx: &mut PlayContext<'_, Offensive>, fight: &mut Fight) {
    let (rules, position) = (cx.rules, &*cx.position);
    let clash = &fight.clash;
    let mut defending = artillery::defending(rules, position, clash);
    let neighbours = artillery::neighbours(rules, position, clash);
    defending.sum += neighbours.sum;
    defending.forces.extend(neighbours.forces);
    defending.neighbours = neighbours.neighbours;
    fight.guns = [artillery::attacking(rules, position, clash), defending];
    fight.sizes = [ATTACKER, DEFENDER].map(|party| fight.size(rules, position, party));
    if fight.lone_fortress(rules, position).is_some() {
        // 1914 12.2.1b.
        fight.sizes[DEFENDER] = rules.numbers.fortress_equivalents;
    }
    let used: Vec<Unit> = fight
        .guns
        .iter()
        .flat_map(|guns| &guns.forces)
        .flat_map(|(units, _)| units.clone())
        .collect();
    for unit in used {
        *cx.position.flags_mut(unit) |= FIRED;
    }
}

/// The difference of proficiency that is added to the white die (1914 9.7).
pub fn difference(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> [i32; 3] {
    let (attack, defence) = proficiency(rules, position, clash);
    [attack, defence, defence - attack]
}

/// 1914 9.9.1, 21.1: rolls, reads the table and tells of it.
pub fn roll(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>) {
    let rules = cx.rules;
    weigh(cx, &mut fight);
    let [attack, defence, difference] = difference(rules, cx.position, &fight.clash);
    let side = fight.sides[ATTACKER];
    let first = throw(cx, side, "1914 9.9.1");
    let again = is_rolled_again(rules, i32::from(cx.position.turn), side, first[1]);
    let dice = if again { throw(cx, side, "1914 21.1") } else { first };
    let white = i32::from(dice[0]) + difference;
    let place = fight.odds.place(&rules.combat);
    fight.result = rules.combat.result(white, dice[1], place);
    let counted = counted(fight.result, fight.intense);
    fight.retreat = counted.retreat;
    let of_table = [fight.result.attacker.reductions, fight.result.defender.reductions];
    for party in [ATTACKER, DEFENDER] {
        fight.reductions[party] = of_table[party] + counted.reductions[party];
    }
    let rerolled = again.then_some(first);
    tell(cx, &fight, Thrown { rerolled, dice, proficiency: [attack, defence], white, counted });
    fight.stage = Stage::Suffer(ATTACKER);
    then(cx, fight);
}

/// The white and the black die.
fn throw(cx: &mut PlayContext<'_, Offensive>, side: usize, rule: &str) -> [u8; 2] {
    [cx.roll("white-die", side, rule), cx.roll("black-die", side, rule)]
}

/// 1914 21.1: whether both dice are rolled again for the Allies' poor doctrine: a 1 of the black die
/// when they attack, a 6 when they defend.
pub fn is_rolled_again(rules: &Rules, turn: i32, attacker: usize, black: u8) -> bool {
    let bad = if attacker == rules.allied { 1 } else { 6 };
    turn <= rules.numbers.doctrine_turns && black == bad
}

/// What was thrown.
struct Thrown {
    rerolled: Option<[u8; 2]>,
    dice: [u8; 2],
    proficiency: [i32; 2],
    white: i32,
    counted: Counted,
}

fn tell(cx: &mut PlayContext<'_, Offensive>, fight: &Fight, thrown: Thrown) {
    let position = &*cx.position;
    let (_, of_attack) = odds::attack(cx.rules, position, &fight.clash);
    let (_, of_defence) = odds::defence(cx.rules, position, &fight.clash);
    let core = core(cx.rules, fight);
    cx.emit(|rules| {
        let part = |part: &Part| Modifier {
            value: part.value,
            reason: part.reason.into(),
            hex: part.hex.map(|hex| rules.compiled.label(hex).to_owned()),
            rule: part.rule.to_owned(),
        };
        let shifts = fight.odds.shifts.iter().map(|shift| Modifier {
            value: shift.columns,
            reason: shift.reason.into(),
            hex: None,
            rule: shift.rule.to_owned(),
        });
        let table = &rules.combat;
        Detail::Battle(BattleDetail::Combat(Fought {
            core,
            without_ammunition: rules.compiled.names(&fight.clash.without),
            attack_terrain: of_attack.iter().map(part).collect(),
            defence_terrain: of_defence.iter().map(part).collect(),
            ratio: odds::ratio(table, fight.odds.before).to_string(),
            shifts: shifts.collect(),
            odds: odds::ratio(table, fight.odds.column).to_string(),
            column: fight.odds.ratio(table).to_string(),
            place: i32::try_from(fight.odds.place(table)).unwrap_or_default(),
            proficiency: thrown.proficiency,
            intense: fight.intense,
            rerolled: thrown.rerolled,
            dice: thrown.dice,
            white: thrown.white,
            result: fight.result.to_string(),
            retreat: thrown.counted.retreat,
            reductions: fight.reductions,
            by_intensity: thrown.counted.reductions,
        }))
    });
}

/// Who attacks whom.
fn core(rules: &Rules, fight: &Fight) -> Attacked {
    let mut from: Vec<_> = fight.clash.attackers.iter().map(|(_, hex)| *hex).collect();
    from.sort_unstable();
    from.dedup();
    let compiled = &rules.compiled;
    Attacked {
        attack: fight.attack,
        side: rules.sides[fight.sides[ATTACKER]].clone(),
        units: compiled.names(&fight.units(ATTACKER)),
        support: Vec::new(),
        from: compiled.labels(&from),
        against: rules.sides[fight.sides[DEFENDER]].clone(),
        hexes: compiled.labels(&[fight.hex]),
        targets: compiled.names(&fight.clash.defenders),
        target_support: compiled.names(&fight.guns[DEFENDER].neighbours),
        idle: compiled.names(&fight.withheld),
        strengths: Some([fight.odds.attack, fight.odds.defence]),
        result: None,
        rule: "1914 9.9.1".to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use super::*;

    #[test]
    fn intensity_says_which_retreats_count_and_who_pays() {
        const BLACK_1: &str = "+1 / +3 1";
        const BLACK_2: &str = "+1 / +3 2";
        for (cell, intense, retreat, reductions) in [
            // Neither.
            (BLACK_1, [false, false], 1, [0, 0]),
            ("+1 / +3 j", [false, false], 0, [0, 0]),
            ("+1 / +3", [false, false], 0, [0, 0]),
            // The attacker alone.
            (BLACK_2, [true, false], 2, [0, 0]),
            ("+1 / +3 j", [true, false], 1, [1, 0]),
            ("+1 / +3", [true, false], 0, [1, 0]),
            // The defender alone.
            (BLACK_1, [false, true], 0, [0, 1]),
            (BLACK_2, [false, true], 0, [0, 1]),
            ("+1 / +3 j", [false, true], 0, [0, 0]),
            ("+1 / +3", [false, true], 0, [0, 0]),
            // Both: 1914 9.1.1 is the second.
            (BLACK_2, [true, true], 2, [0, 1]),
            ("+3 / +3 j", [true, true], 0, [1, 1]),
            ("+1 / +3", [true, true], 0, [1, 0]),
        ] {
            let counted = counted(CombatResult::parse(cell).unwrap(), intense);
            assert_eq!(counted, Counted { retreat, reductions }, "{cell} {intense:?}");
        }
    }
}
