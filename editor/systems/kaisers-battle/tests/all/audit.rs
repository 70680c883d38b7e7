//! Reckons a game's log again from the log and the data alone, as a suspicious reader would.

use std::collections::BTreeMap;

use salient_kaisers_battle::event::{Advance, Combat, CombatResult, CombatSide, Detail, Move};
use salient_schema::Bundle;
use salient_schema::event::{Event, EventKind, MoveStep};

use crate::support::told;

/// Checks every number of a log.
pub fn audit(events: &[Event], bundle: &Bundle) {
    let printed = printed(bundle);
    let mut dice: Vec<u8> = Vec::new();
    for (i, event) in events.iter().enumerate() {
        assert_eq!(event.seq as usize, i);
        match (&event.kind, told(event)) {
            (EventKind::Roll(roll), _) => {
                assert!((1..=6).contains(&roll.value));
                dice.push(roll.value);
            }
            (_, Some(Detail::Combat(combat))) => {
                let [.., attack, defence] = dice[..] else { panic!("combat without dice") };
                assert_eq!((combat.attacker.die, combat.defender.die), (attack, defence));
                check_combat(combat, &printed);
            }
            (_, Some(Detail::Move(moved))) => check_move(moved),
            (_, Some(Detail::Advance(advance))) => check_advance(advance, &dice),
            (EventKind::Score(score), _) => {
                let sum: i32 = score.lines.iter().map(|line| line.points).sum();
                assert_eq!(sum, score.points);
                for line in &score.lines {
                    assert_eq!(line.count as usize, line.of.len());
                    assert_eq!(line.points, line.count as i32 * line.each);
                }
            }
            _ => {}
        }
    }
    let last = events.last().map(|event| &event.kind);
    assert!(matches!(last, Some(EventKind::GameOver(_))), "{last:?}");
}

/// Strength and morale of each face, by counter.
fn printed(bundle: &Bundle) -> BTreeMap<&str, Vec<(i32, i32)>> {
    let rating = |face: &salient_schema::order_of_battle::Face, id: &str| {
        face.ratings.get(id).and_then(|rating| rating.number()).unwrap_or(0)
    };
    bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .map(|counter| {
            let faces = counter.faces.iter();
            let values = faces.map(|face| (rating(face, "strength"), rating(face, "morale")));
            (counter.id.as_str(), values.collect())
        })
        .collect()
}

fn check_combat(combat: &Combat, printed: &BTreeMap<&str, Vec<(i32, i32)>>) {
    for side in [&combat.attacker, &combat.defender] {
        check_side(side, printed);
    }
    let quotient = combat.attacker.product / combat.defender.product;
    assert_eq!(combat.quotient, quotient);
    let morale = combat.defender.units.iter().map(|unit| unit.morale).max();
    assert_eq!(Some(combat.morale), morale);
    let result = match quotient {
        ..1 => CombatResult::AttackerEliminated,
        q if q <= combat.morale => CombatResult::Unsuccessful,
        _ => CombatResult::Successful,
    };
    assert_eq!(combat.result, result);
    let steps = if result == CombatResult::Successful { quotient - combat.morale } else { 0 };
    assert_eq!(combat.defender_steps, steps);
}

fn check_side(side: &CombatSide, printed: &BTreeMap<&str, Vec<(i32, i32)>>) {
    for unit in &side.units {
        let counter = unit.unit.split('#').next().unwrap_or_default();
        let values = printed[counter][usize::from(unit.face)];
        assert_eq!((unit.strength, unit.morale), values, "{}", unit.unit);
    }
    assert_eq!(side.strength, side.units.iter().map(|unit| unit.strength).sum::<i32>());
    let plus: i32 = side.modifiers.iter().map(|modifier| modifier.value).sum();
    assert_eq!(side.modified_die, i32::from(side.die) + plus);
    assert_eq!(side.product, side.modified_die * side.strength);
}

fn check_steps(steps: &[MoveStep]) -> i32 {
    for step in steps {
        assert_eq!(step.cost, step.terrain + step.hexside + step.zoc + step.gas);
    }
    steps.iter().map(|step| step.cost).sum()
}

fn check_move(moved: &Move) {
    assert_eq!(moved.allowance, moved.printed_allowance * moved.multiplier);
    let steps = check_steps(&moved.steps);
    if !moved.exits {
        assert_eq!(moved.spent, steps);
    }
    let units = moved.steps.len() + usize::from(moved.exits);
    assert!(moved.spent <= moved.allowance || (moved.one_hex_minimum && units == 1));
    let halts = moved.steps.iter().rev().skip(1).all(|step| !step.controlled);
    assert!(halts, "KB 5.13: {moved:?}");
    if moved.multiplier > 1 {
        assert!(moved.steps.iter().all(|step| !step.controlled), "KB 5.22: {moved:?}");
    }
}

fn check_advance(advance: &Advance, dice: &[u8]) {
    assert_eq!(Some(&advance.die), dice.last());
    assert_eq!(advance.spent, check_steps(&advance.steps));
    let allowance = i32::from(advance.die) * advance.multiplier / advance.divisor;
    assert_eq!(advance.allowance, allowance);
    assert!(advance.spent <= allowance);
}
