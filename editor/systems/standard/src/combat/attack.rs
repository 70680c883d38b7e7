//! Who may attack what, and who must.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::Obligation;

use super::odds::{Forces, strength};
use super::support::{check_forces, most_points};
use super::{Kind, kind_at};
use crate::acts::Act;
use crate::enemies;
use crate::game::{Decision, Standard};
use crate::hindrance;
use crate::rules::Rules;
use crate::sequence::DoesAt;
use crate::state::{ATTACKED, DEFENDED, ROUTED};
use crate::terrain::Use;

/// A side's combat begins.
pub fn begin(cx: &mut PlayContext<'_, Standard>, side: usize, at: DoesAt) {
    let Some((_, kind)) = kind_at(cx.rules, at) else { return };
    for unit in cx.rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !(ATTACKED | DEFENDED);
    }
    let attacks = Attacks { rules: cx.rules, position: cx.position, kind, side, at };
    if attacks.any() {
        cx.ask(side, Decision::Attack { at });
    }
}

/// Whether a side has another attack to make in a step.
pub(super) fn goes_on(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    at: DoesAt,
) -> bool {
    kind_at(rules, at).is_some_and(|(_, kind)| Attacks { rules, position, kind, side, at }.any())
}

/// Whether an attack may be made, or a side may be done with attacking.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    at: DoesAt,
    act: &Act,
) -> Result<(), Violation> {
    let Some((_, kind)) = kind_at(rules, at) else { return Ok(()) };
    let attacks = Attacks { rules, position, kind, side, at };
    match act {
        Act::Done => attacks.check_done(),
        Act::Attack { units, hexes, support, points } => {
            attacks.check(units, hexes)?;
            let whom = (kind, side, &**hexes);
            check_forces(rules, position, whom, (support, points), (units, false))?;
            attacks.check_odds(units, hexes, (support, points))
        }
        _ => kind.no("attack, or be done"),
    }
}

/// The attacks that a side may make: on each hex, and on two next to each other, by all who can, by
/// each alone, by those in each hex and by the stronger half; by all also with whatever supports them.
pub fn legal(rules: &Rules, position: &Position<Standard>, side: usize, at: DoesAt) -> Vec<Act> {
    let Some((_, kind)) = kind_at(rules, at) else { return vec![Act::Done] };
    let attacks = Attacks { rules, position, kind, side, at };
    let mut acts = Vec::new();
    let targets = attacks.targets();
    for (place, (hex, group)) in targets.iter().enumerate() {
        attacks.list(&[*hex], group, &mut acts);
        if !kind.several_hexes {
            continue;
        }
        for (other, others) in &targets[place + 1..] {
            let both: Vec<Unit> =
                group.iter().copied().filter(|unit| others.contains(unit)).collect();
            if !both.is_empty() {
                attacks.list(&[*hex, *other], &both, &mut acts);
            }
        }
    }
    if attacks.check_done().is_ok() {
        acts.push(Act::Done);
    }
    acts
}

/// The attacks of a side in a step.
struct Attacks<'a> {
    rules: &'a Rules,
    position: &'a Position<Standard>,
    kind: &'a Kind,
    side: usize,
    at: DoesAt,
}

impl Attacks<'_> {
    /// Whether a unit may attack at all in the step; the reason where it may not.
    fn eligible(&self, unit: Unit) -> Result<Hex, &'static str> {
        let (rules, position) = (self.rules, self.position);
        let state = position.state(unit);
        let Some(hex) = state.hex.filter(|_| rules.side(unit) == self.side) else {
            return Err("units of one's own on the map attack");
        };
        if !self.kind.who.has(unit) || !self.at.is_about(rules, position, unit) {
            return Err("the unit does not attack in this step");
        }
        if state.flags & ATTACKED != 0 {
            return Err("the unit has attacked in this step");
        }
        if state.flags & ROUTED != 0
            || hindrance::of(rules, position, unit).any(|one| one.no_attack)
        {
            return Err("the state that the unit is in lets it not attack");
        }
        if strength(rules, position, (unit, self.kind.strength[0]), |one| one.attack) == 0 {
            return Err("the unit has no strength to attack with");
        }
        Ok(hex)
    }

    /// Whether terrain lets a unit attack from a hex into another next to it.
    fn lets(&self, unit: Unit, from: Hex, to: Hex) -> bool {
        let map = &self.rules.compiled.map;
        let weather = self.position.own.weather;
        map.grid().direction_to(from, to).is_some_and(|direction| {
            let open = self.rules.terrain.opens(map, (unit, weather), Use::Attack, from);
            open >> direction.index() & 1 == 1
        })
    }

    /// Whether enemies who were not attacked in this step stand in a hex.
    fn is_target(&self, hex: Hex) -> bool {
        let (rules, position) = (self.rules, self.position);
        enemies::stand_in(rules, position, self.side, hex)
            && enemies::in_hex(rules, position, self.side, hex)
                .any(|unit| position.state(unit).flags & DEFENDED == 0)
    }

    /// The hexes that may be attacked, each with those who can attack it.
    fn targets(&self) -> Vec<(Hex, Vec<Unit>)> {
        let map = &self.rules.compiled.map;
        let mut found: Vec<(Hex, Vec<Unit>)> = Vec::new();
        for &unit in self.rules.compiled.units_of(self.side) {
            let Ok(from) = self.eligible(unit) else { continue };
            for (_, to) in map.neighbours(from) {
                if !self.is_target(to) || !self.lets(unit, from, to) {
                    continue;
                }
                match found.iter_mut().find(|(hex, _)| *hex == to) {
                    Some((_, group)) => group.push(unit),
                    None => found.push((to, vec![unit])),
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Whether any attack can be made.
    fn any(&self) -> bool {
        let mut targets = self.targets().into_iter();
        targets.any(|(hex, group)| self.allows(&group, &[hex]))
    }

    /// Whether units that can attack hexes are strong enough to, with whatever supports them if need
    /// be.
    fn allows(&self, units: &[Unit], hexes: &[Hex]) -> bool {
        self.check_odds(units, hexes, (&[], &[])).is_ok() || {
            let (support, points) = self.most_support(units, hexes);
            let is_some = !support.is_empty() || !points.is_empty();
            is_some && self.check_odds(units, hexes, (&support, &points)).is_ok()
        }
    }

    fn most_support(&self, units: &[Unit], hexes: &[Hex]) -> (Vec<Unit>, Vec<u16>) {
        let (rules, position) = (self.rules, self.position);
        let support = self
            .kind
            .support
            .as_ref()
            .map(|own| own.candidates(rules, position, (self.side, hexes), units));
        let points = most_points(rules, position, (self.kind, self.side), false);
        (support.unwrap_or_default(), points)
    }

    fn list(&self, hexes: &[Hex], group: &[Unit], acts: &mut Vec<Act>) {
        let mut choices: Vec<Vec<Unit>> = vec![group.to_vec()];
        let mut choose = |units: Vec<Unit>| {
            if !units.is_empty() && !choices.contains(&units) {
                choices.push(units);
            }
        };
        if group.len() > 1 {
            group.iter().for_each(|&unit| choose(vec![unit]));
        }
        if group.len() > 2 {
            for stack in enemies::hexes_of(self.position, group.iter().copied()) {
                let here = group.iter().copied();
                choose(here.filter(|&unit| self.position.hex(unit) == Some(stack)).collect());
            }
            let rated = |unit: &Unit| {
                let of = (*unit, self.kind.strength[0]);
                strength(self.rules, self.position, of, |one| one.attack)
            };
            let mut half = group.to_vec();
            half.sort_by_key(|unit| std::cmp::Reverse(rated(unit)));
            half.truncate(group.len().div_ceil(2));
            half.sort_unstable();
            choose(half);
        }
        let counted = counted(self.rules, self.position, self.side, hexes);
        for (place, units) in choices.into_iter().enumerate() {
            let mut add = |support: Vec<Unit>, points: Vec<u16>| {
                let barred = self.forces(&units, hexes, &counted, (&support, &points)).is_barred();
                if !barred {
                    let (units, hexes) = (units.clone(), hexes.to_vec());
                    acts.push(Act::Attack { units, hexes, support, points });
                }
            };
            add(Vec::new(), Vec::new());
            if place > 0 {
                continue;
            }
            let (support, points) = self.most_support(&units, hexes);
            if !support.is_empty() && !points.is_empty() {
                add(support.clone(), Vec::new());
                add(Vec::new(), points.clone());
            }
            if !support.is_empty() || !points.is_empty() {
                add(support, points);
            }
        }
    }

    /// Whether units may attack hexes, whatever the odds.
    fn check(&self, units: &[Unit], hexes: &[Hex]) -> Result<(), Violation> {
        let (rules, kind) = (self.rules, self.kind);
        if units.is_empty() || hexes.is_empty() {
            return kind.no("an attack has attackers, and a hex that they attack");
        }
        if hexes.len() > 1 && !kind.several_hexes {
            return kind.no("one attack is made on one hex");
        }
        for (place, &hex) in hexes.iter().enumerate() {
            if hexes[..place].contains(&hex) {
                return kind.no("a hex is named twice");
            }
            if !self.is_target(hex) {
                let label = rules.compiled.label(hex);
                return kind.no(match enemies::stand_in(rules, self.position, self.side, hex) {
                    true => format!("{label} was attacked in this step"),
                    false => format!("no enemy stands in {label}"),
                });
            }
        }
        for (place, &unit) in units.iter().enumerate() {
            if units[..place].contains(&unit) {
                return kind.no("a unit is named twice");
            }
            let name = || &rules.compiled.unit(unit).name;
            let from = match self.eligible(unit) {
                Ok(from) => from,
                Err(why) => return kind.no(format!("'{}': {why}", name())),
            };
            for &hex in hexes {
                if rules.compiled.map.grid().distance(from, hex) != 1 {
                    let label = rules.compiled.label(hex);
                    return kind.no(format!("'{}' is not next to {label}", name()));
                }
                if !self.lets(unit, from, hex) {
                    let label = rules.compiled.label(hex);
                    return kind.no(format!("terrain keeps '{}' from attacking {label}", name()));
                }
            }
        }
        Ok(())
    }

    fn forces<'f>(
        &'f self,
        units: &'f [Unit],
        hexes: &'f [Hex],
        counted: &'f [Unit],
        (support, points): (&'f [Unit], &'f [u16]),
    ) -> Forces<'f, 'f> {
        Forces {
            rules: self.rules,
            position: self.position,
            kind: self.kind,
            units,
            hexes,
            counted,
            support: [support, &[]],
            points: [points, &[]],
        }
    }

    /// Whether the odds are good enough for an attack.
    fn check_odds(
        &self,
        units: &[Unit],
        hexes: &[Hex],
        (support, points): (&[Unit], &[u16]),
    ) -> Result<(), Violation> {
        let counted = counted(self.rules, self.position, self.side, hexes);
        let forces = self.forces(units, hexes, &counted, (support, points));
        match forces.is_barred() {
            false => Ok(()),
            true => {
                let [attack, defence] = forces.strengths();
                self.kind.no(format!("{attack} against {defence} is too weak to attack"))
            }
        }
    }

    /// Whether the side may be done: all who must attack have, and all hexes were attacked that must
    /// be.
    fn check_done(&self) -> Result<(), Violation> {
        if self.kind.obligation == Obligation::May {
            return Ok(());
        }
        let (rules, position) = (self.rules, self.position);
        let targets = self.targets();
        for (hex, group) in &targets {
            if !self.allows(group, &[*hex]) {
                continue;
            }
            let label = rules.compiled.label(*hex);
            let over = |unit: Unit| {
                let own = position.hex(unit);
                own.is_some_and(|own| has_zone_over(rules, position, self.side, (*hex, own)))
            };
            if position.on_map(rules, self.side).any(over) {
                let text = format!(
                    "{label} must be attacked: it has a zone of control over units of the side"
                );
                return self.kind.no(text);
            }
            let in_zone = |unit: &&Unit| {
                let own = position.hex(**unit);
                own.is_some_and(|own| crate::zones::in_enemy_zone(rules, position, self.side, own))
            };
            if let Some(unit) = group.iter().find(in_zone) {
                let name = &rules.compiled.unit(*unit).name;
                let text = format!("'{name}' must attack: it stands in an enemy zone of control");
                return self.kind.no(text);
            }
        }
        Ok(())
    }
}

/// Whether enemies of a side in one hex have a zone of control over another.
fn has_zone_over(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    (from, over): (Hex, Hex),
) -> bool {
    let Some(zones) = &rules.zones else { return false };
    let Some(direction) = rules.compiled.map.grid().direction_to(from, over) else { return false };
    zones.reach(from) >> direction.index() & 1 == 1
        && enemies::in_hex(rules, position, side, from)
            .any(|unit| zones.has(unit) && position.state(unit).presence == 0)
}

/// All enemies of a side in hexes.
pub(super) fn targets(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    hexes: &[Hex],
) -> Vec<Unit> {
    let all = hexes.iter().flat_map(|&hex| enemies::in_hex(rules, position, side, hex));
    let mut all: Vec<Unit> = all.filter(|&unit| rules.stacking.stands(unit)).collect();
    all.sort_unstable();
    all
}

/// Those of them who count: whoever was attacked in this step and has retreated there does not.
pub fn counted(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    hexes: &[Hex],
) -> Vec<Unit> {
    let mut all = targets(rules, position, side, hexes);
    all.retain(|&unit| position.state(unit).flags & DEFENDED == 0);
    all
}
