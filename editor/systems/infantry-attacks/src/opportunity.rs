//! IA 13: fire of the inactive at who moves, hex by hex.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::{Decision, React, Step, Unstopped};
use crate::direct_fire::{self, Shot};
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::{barred_to, combat_units};
use crate::state::{ASSAULTS, DISMOUNTED, DONE, FIRED_ONCE, HALTED, has};
use crate::units::Kind;
use crate::{hidden, moves, results, spotting, works};

impl Unstopped {
    /// Where it was to go.
    pub fn end(&self) -> Option<Hex> {
        self.rest.last().copied()
    }

    /// It does go on.
    pub fn go_on(self, cx: &mut PlayContext<'_, InfantryAttacks>) {
        let rule = if has(cx.position, self.unit, ASSAULTS) { "IA 5.41" } else { "IA 5.2" };
        moves::walk(cx, vec![self.unit], self.rest, rule);
    }
}

impl React {
    /// Where the movers are.
    fn hex(&self, position: &Position<InfantryAttacks>) -> Option<Hex> {
        self.movers.iter().find_map(|&unit| position.state(unit).hex)
    }
}

/// IA 3.14, 13.0, 13.21–13.24: whether a unit may fire at who moves, with what it has left.
fn may_react(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    react: &React,
    unit: Unit,
) -> Result<(), Violation> {
    let kind = rules.piece(unit).kind;
    if has(position, unit, DONE) || has(position, unit, FIRED_ONCE) && kind != Kind::MachineGun {
        return Err(Violation::new("IA 3.14", "it has been activated in this turn, or has fired"));
    }
    if kind == Kind::Cavalry && !has(position, unit, DISMOUNTED) {
        return Err(Violation::new("IA 13.24", "mounted cavalry does not fire at what moves"));
    }
    if !direct_fire::can_fire(rules, position, unit) {
        return Err(Violation::new("IA 13.22", "it has no direct fire to give"));
    }
    if react.fired.contains(&unit) {
        return Err(Violation::new("IA 13.21", "it has fired at this mover in this hex"));
    }
    direct_fire::reaches_mover(rules, position, unit, &react.movers)
}

/// Those of a side who may fire now.
pub fn able(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    react: &React,
) -> Vec<Unit> {
    position
        .on_map(rules, side)
        .filter(|&unit| may_react(rules, position, react, unit).is_ok())
        .collect()
}

/// IA 13.11: asks the other side, if any of it may fire.
pub fn go_on(cx: &mut PlayContext<'_, InfantryAttacks>, react: React) {
    let rules = cx.rules;
    let Some(hex) = react.hex(cx.position) else { return };
    let Some(&mover) = react.movers.first() else { return };
    let side = 1 - rules.side_of(mover);
    // IA 13.23: not at who is in an assault hex, or enters one.
    if barred_to(rules, cx.position, 1 - side, hex)
        || able(rules, cx.position, side, &react).is_empty()
    {
        return held(cx, &react);
    }
    cx.ask(side, Decision::React(react));
}

/// Nobody fires at the movers in this hex any more. Whoever has failed a check is stopped; of a unit
/// and a leader the other may go on (IA 9.71, 13.14), but no leader by himself among the enemy
/// (IA 12.2).
pub fn held(cx: &mut PlayContext<'_, InfantryAttacks>, react: &React) {
    let (rules, position) = (cx.rules, &*cx.position);
    let Some(&end) = react.rest.last() else { return };
    let stopped = |unit: &&Unit| has(position, **unit, HALTED);
    let goes = |unit: &&Unit| position.state(**unit).hex.is_some() && !stopped(unit);
    let left: Vec<Unit> = react.movers.iter().filter(goes).copied().collect();
    let ([unit], true) = (left.as_slice(), react.movers.iter().any(|unit| stopped(&unit))) else {
        return;
    };
    let side = rules.side_of(*unit);
    let leads = rules.piece(*unit).kind.is_leader();
    if leads
        && barred_to(rules, position, side, end)
        && combat_units(rules, position, side, end).next().is_none()
    {
        return;
    }
    cx.ask(side, Decision::GoOn(Unstopped { unit: *unit, rest: react.rest.clone() }));
}

/// IA 13.1, 13.15: one fire at a time, combined or not.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    react: &React,
    (units, leaders): (&[Unit], &[Unit]),
    target: Hex,
) -> Result<(), Violation> {
    if react.hex(position) != Some(target) {
        return Err(Violation::new("IA 13.0", "only who moves is fired at"));
    }
    for &unit in units.iter().chain(leaders) {
        if rules.side_of(unit) != side {
            return Err(Violation::new("IA 13.0", "one fires with one's own units"));
        }
    }
    for &unit in units {
        may_react(rules, position, react, unit).map_err(moves::of_one(rules, unit, units))?;
    }
    direct_fire::in_order(units, leaders)?;
    direct_fire::check_combined(rules, position, (units, leaders), false)?;
    direct_fire::check_over_friends(rules, position, units, target)?;
    for &leader in leaders {
        let alone = direct_fire::check_combined(rules, position, (units, &[leader]), false);
        let together = units.iter().any(|&unit| position.hex(unit) != position.hex(units[0]));
        if !together || alone.is_err() {
            return Err(Violation::new("IA 6.51", "the leader combines nothing here"));
        }
        if has(position, leader, DONE) {
            return Err(Violation::new("IA 6.3", "the leader has been activated in this turn"));
        }
    }
    Ok(())
}

/// IA 3.14, 7.46, 13.1: they fire, and are done; machine guns, and who combines their fire alone,
/// may do so once more.
pub fn fire(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    mut react: React,
    (units, leaders): (&[Unit], &[Unit]),
) {
    let rules = cx.rules;
    let targets: Vec<Unit> =
        react.movers.iter().copied().filter(|&unit| cx.position.hex(unit).is_some()).collect();
    let hit = direct_fire::shoot(cx, Shot { units, leaders, targets, opportunity: true });
    let again = |unit: Unit| rules.piece(unit).kind == Kind::MachineGun;
    let all_again = units.iter().all(|&unit| again(unit));
    for &unit in units.iter().chain(leaders) {
        hidden::show(cx, unit);
    }
    for &unit in units {
        spotting::shows(cx, unit);
        works::fired(cx, unit);
    }
    for (&unit, again) in units
        .iter()
        .map(|unit| (unit, again(*unit)))
        .chain(leaders.iter().map(|leader| (leader, all_again)))
    {
        let flags = cx.position.flags_mut(unit);
        *flags = match again && *flags & FIRED_ONCE == 0 {
            true => *flags | FIRED_ONCE,
            false => *flags & !FIRED_ONCE | DONE,
        };
    }
    react.fired.extend(units);
    react.fired.sort_unstable();
    cx.then(Step::React(react));
    if let Some(hit) = hit {
        results::begin(cx, hit);
    }
}

/// What the other side may do: hold its fire, or fire with a unit, all of a hex, or all of a leader's
/// hex and of one next to it (IA 6.51).
pub fn legal(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    react: &React,
) -> Vec<Act> {
    let mut acts = vec![Act::Pass];
    let Some(target) = react.hex(position) else { return acts };
    let able = able(rules, position, side, react);
    for &unit in &able {
        acts.push(Act::Fire { units: vec![unit], leaders: Vec::new(), target });
        let with: Vec<Unit> = able
            .iter()
            .copied()
            .filter(|&other| position.hex(other) == position.hex(unit))
            .collect();
        if with.len() > 1 && with.first() == Some(&unit) {
            acts.push(Act::Fire { units: with, leaders: Vec::new(), target });
        }
    }
    if able.is_empty() {
        return acts;
    }
    for leader in position.on_map(rules, side).filter(|&unit| rules.piece(unit).kind.is_leader()) {
        let Some(hex) = position.hex(leader) else { continue };
        for (_, near) in rules.compiled.map.neighbours(hex) {
            let from = |unit: &Unit| position.hex(*unit) == Some(near);
            if !able.iter().any(from) {
                continue;
            }
            let alike = |unit: &Unit| {
                rules.piece(*unit).kind.is_cavalry() == rules.piece(leader).kind.is_cavalry()
            };
            let here = |unit: &Unit| position.hex(*unit) == Some(hex);
            let all = able.iter().copied().filter(|unit| alike(unit) && (here(unit) || from(unit)));
            let (units, leaders): (Vec<Unit>, _) = (all.collect(), vec![leader]);
            if check(rules, position, side, react, (&units, &leaders), target).is_ok() {
                acts.push(Act::Fire { units, leaders, target });
            }
        }
    }
    acts
}
