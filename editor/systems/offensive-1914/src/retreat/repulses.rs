//! 1914 7.4, 11.1.5: a stack that falls back may try one repulse, before, in the midst of it or where it
//! cannot go on.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use super::{Going, go_on};
use crate::acts::Act;
use crate::force;
use crate::march::repulse;
use crate::rules::{Offensive, Rules};
use crate::terrain::River;

/// Whether units of a stack may try to repulse the enemy in a hex.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    going: &Going,
    units: &[Unit],
    hex: Hex,
) -> Result<(), Violation> {
    if going.retreat.repulsed {
        let text = "a stack that retreats tries one repulse";
        return Err(Violation::new("1914 7.4.1", text));
    }
    let forces = force::group(rules, position, going.retreat.units.iter().copied());
    let together = |force: &force::Force| {
        let all = force.units();
        units.iter().all(|unit| all.contains(unit))
    };
    if !forces.iter().any(together) {
        let text = "the units that repulse are of one force that retreats";
        return Err(Violation::new("1914 7.4.1", text));
    }
    repulse::may_try(rules, position, units, hex)?;
    // 1914 7.4.7: it would have to go over to the enemy's bank.
    let over =
        rules.direction(going.at(), hex).map(|way| rules.terrain.side(going.at(), way).river);
    if over == Some(River::Grand) {
        let text = "who retreats repulses nobody over a grand river";
        return Err(Violation::new("1914 7.4.7", text));
    }
    Ok(())
}

/// The plain ones: each force's combat unit that leads it, against each hex next to it where the odds
/// may suffice.
pub fn legal(rules: &Rules, position: &Position<Offensive>, going: &Going) -> Vec<Act> {
    if going.retreat.repulsed || going.train {
        return Vec::new();
    }
    let forces = force::group(rules, position, going.retreat.units.iter().copied());
    let leads = |force: &force::Force| {
        let assets = force.assets.iter().copied();
        force.formation.or(assets.into_iter().find(|&unit| rules.is_combat(position, unit)))
    };
    let mut acts = Vec::new();
    for unit in forces.iter().filter_map(leads) {
        for (_, hex) in rules.map().neighbours(going.at()) {
            if check(rules, position, going, &[unit], hex).is_ok()
                && repulse::is_promising(rules, position, &[unit], hex)
            {
                acts.push(Act::Repulse { units: vec![unit], hex });
            }
        }
    }
    acts
}

/// Tries it, and falls back after that: into what was cleared, if that is the way.
pub fn attempt(
    cx: &mut PlayContext<'_, Offensive>,
    side: usize,
    mut going: Going,
    units: &[Unit],
    hex: Hex,
) {
    going.retreat.repulsed = true;
    go_on(cx, going);
    repulse::attempt(cx, side, units, hex, true);
}
