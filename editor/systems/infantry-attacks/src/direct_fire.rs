//! IA 6.51, 6.52, 7.2–7.5, 10.2: direct fire at a hex, and at who moves.

use std::cmp::Reverse;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;

use crate::decision::{Cause, Hit};
use crate::event::{Detail, Fired, On};
use crate::moves::of_one;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::barred_to;
use crate::state::{
    ACTIVE, CALLED, DEMORALIZED, DISMOUNTED, DISRUPTED, DUG_IN, ENTRENCHED, HIDDEN, LED, LIMBERED,
    STRATEGIC, TO_FIRE, acted, good_order, has, of, rating,
};
use crate::tables::FireResult;
use crate::units::Kind;
use crate::{blocked, flanking, hidden, results, spotting, works};

/// IA 7.3, 7.33: whether a unit has a direct fire value and the side up that fires.
pub fn can_fire(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    rating(rules, position, unit, of::FIRE) > 0
        && !has(position, unit, LIMBERED | DEMORALIZED)
        && position.state(unit).hex.is_some()
}

/// IA 7.21, 7.31, 8.1, 10.2: whether a unit reaches and sees something of the enemy in a hex.
pub fn reaches(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    target: Hex,
) -> Result<(), Violation> {
    let side = rules.side_of(unit);
    let from = in_range(rules, position, unit, target)?;
    let label = rules.compiled.label(target);
    if !spotting::spots_any(rules, position, side, from, target) {
        return Err(Violation::new("IA 8.1", format!("nobody is spotted in {label}")));
    }
    traced(rules, position, unit, target)
}

/// IA 8.3: whether a unit reaches and sees one that moves.
pub fn reaches_mover(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    movers: &[Unit],
) -> Result<(), Violation> {
    let target = movers.iter().find_map(|&mover| position.hex(mover));
    let Some(target) = target else {
        return Err(Violation::new("IA 13.0", "nobody moves"));
    };
    let from = in_range(rules, position, unit, target)?;
    if !movers.iter().any(|&mover| spotting::spots(rules, position, from, mover)) {
        return Err(Violation::new("IA 8.3", "the mover is not spotted"));
    }
    traced(rules, position, unit, target)
}

/// IA 7.31, 10.4: where a unit fires from, if a hex is in its range.
pub fn in_range(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    target: Hex,
) -> Result<Hex, Violation> {
    let Some(from) = position.hex(unit) else {
        return Err(Violation::new("IA 7.3", "the unit is not on the map"));
    };
    if barred_to(rules, position, rules.side_of(unit), from) {
        return Err(Violation::new("IA 10.4", "units in an assault hex fight by assault"));
    }
    let distance = rules.compiled.map.grid().distance(from, target) as i32;
    if distance == 0 {
        return Err(Violation::new("IA 10.4", "units in the same hex fight by assault"));
    }
    if distance > rating(rules, position, unit, of::RANGE) {
        let label = rules.compiled.label(target);
        return Err(Violation::new("IA 7.31", format!("{label} is out of range")));
    }
    Ok(from)
}

/// IA 7.24, 10.1: neither at one's own nor through them.
fn traced(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    target: Hex,
) -> Result<(), Violation> {
    let side = rules.side_of(unit);
    let label = rules.compiled.label(target);
    let own = |other: Unit| rules.side_of(other) == side && !rules.piece(other).kind.is_leader();
    if position.stack(target).any(own) {
        return Err(Violation::new("IA 7.24", format!("one's own stand in {label}")));
    }
    if blocked::is_any_blocked(rules, position, &[unit], target) {
        return Err(Violation::new("IA 10.1", format!("one's own stand before {label}")));
    }
    Ok(())
}

/// IA 6.51, 6.52, 7.32, 10.2: units that were designated to fire do so at one hex, with leaders.
pub fn check_fire(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    (units, leaders): (&[Unit], &[Unit]),
    target: Hex,
) -> Result<(), Violation> {
    let all: Vec<Unit> = units.iter().chain(leaders).copied().collect();
    for &unit in &all {
        designated(rules, position, side, unit).map_err(of_one(rules, unit, &all))?;
    }
    for &unit in units {
        if !can_fire(rules, position, unit) {
            let text = format!("'{}' has no direct fire to give", rules.unit(unit).name);
            return Err(Violation::new("IA 7.33", text));
        }
        reaches(rules, position, unit, target).map_err(of_one(rules, unit, units))?;
    }
    in_order(units, leaders)?;
    check_combined(rules, position, (units, leaders), true)?;
    check_over_friends(rules, position, units, target)?;
    for &leader in leaders {
        let useful = enhancement(rules, position, units, &[leader]) > 0
            || combines(rules, position, leader, units, true);
        if !useful {
            let text = format!("'{}' adds nothing to this fire", rules.unit(leader).name);
            return Err(Violation::new("IA 6.52", text));
        }
    }
    Ok(())
}

/// IA 3.13: who fires in a segment was designated to, and has not fired yet.
pub fn designated(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let active = has(position, unit, ACTIVE) && has(position, unit, TO_FIRE);
    if rules.side_of(unit) != side || !active {
        return Err(Violation::new("IA 3.13", "it was not designated to fire, or has fired"));
    }
    if has(position, unit, CALLED) {
        let text = "a leader has called it into his assault hex, and it does nothing else";
        return Err(Violation::new("IA 12.81", text));
    }
    Ok(())
}

/// Somebody fires, and each once.
pub fn in_order(units: &[Unit], leaders: &[Unit]) -> Result<(), Violation> {
    let once = |list: &[Unit]| list.is_sorted_by(|one, next| one < next);
    if units.is_empty() || !once(units) || !once(leaders) {
        return Err(Violation::new("IA 10.2", "somebody fires, each once and in order"));
    }
    Ok(())
}

/// IA 6.51, 7.32: units in several hexes need one of the leaders to combine their fire.
pub fn check_combined(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    (units, leaders): (&[Unit], &[Unit]),
    directed: bool,
) -> Result<(), Violation> {
    let from = units.first().and_then(|&unit| position.hex(unit));
    if units.iter().all(|&unit| position.hex(unit) == from) {
        return Ok(());
    }
    if leaders.is_empty() {
        return Err(Violation::new("IA 7.32", "units in several hexes need a leader to combine"));
    }
    let does = |&leader: &Unit| combines(rules, position, leader, units, directed);
    if leaders.iter().any(does) {
        return Ok(());
    }
    Err(Violation::new("IA 6.51", "no leader here combines the fire of so many hexes"))
}

/// IA 10.1: whether those who fire as one may do so over their own: each may by itself, and all
/// stand above them.
pub fn check_over_friends(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    units: &[Unit],
    target: Hex,
) -> Result<(), Violation> {
    if units.len() > 1 && blocked::is_any_blocked(rules, position, units, target) {
        let label = rules.compiled.label(target);
        let text = format!("not all who fire stand above their own before {label}");
        return Err(Violation::new("IA 10.1", text));
    }
    Ok(())
}

/// IA 6.51: whether a leader in good order combines the fire of units of his type: those of his
/// hex and of as many hexes next to it as his modifier. In his own segment he must direct them.
fn combines(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    leader: Unit,
    units: &[Unit],
    directed: bool,
) -> bool {
    let Some(own) = position.hex(leader).filter(|_| good_order(position, leader)) else {
        return false;
    };
    // IA 12.81: who is in an assault hex counts for nobody beside it.
    let assaulted = barred_to(rules, position, rules.side_of(leader), own);
    if !rules.piece(leader).kind.is_leader() || assaulted {
        return false;
    }
    let mut beside: Vec<Hex> = Vec::new();
    for &unit in units {
        let alike = rules.piece(unit).kind.is_cavalry() == rules.piece(leader).kind.is_cavalry();
        let Some(hex) = position.hex(unit).filter(|_| alike) else { return false };
        if directed && !has(position, unit, LED) || rules.compiled.map.grid().distance(own, hex) > 1
        {
            return false;
        }
        if hex != own && !beside.contains(&hex) {
            beside.push(hex);
        }
    }
    !beside.is_empty() && beside.len() as i32 <= rating(rules, position, leader, of::COMBAT)
}

/// IA 6.52: what leaders add to the fire of the units that stand with them: each to one of his
/// type, and no unit twice.
pub fn enhancement(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    units: &[Unit],
    leaders: &[Unit],
) -> i32 {
    let bonus = |leader: Unit| rating(rules, position, leader, of::COMBAT);
    let mut leaders: Vec<Unit> = leaders
        .iter()
        .copied()
        .filter(|&leader| !has(position, leader, DEMORALIZED) && bonus(leader) > 0)
        .collect();
    leaders.sort_by_key(|&leader| Reverse(bonus(leader)));
    let fires = |unit: Unit| {
        !has(position, unit, DEMORALIZED | LIMBERED) && rating(rules, position, unit, of::FIRE) > 0
    };
    let mut free: Vec<Unit> = units.iter().copied().filter(|&unit| fires(unit)).collect();
    let mut sum = 0;
    for leader in leaders {
        let is_cavalry = rules.piece(leader).kind.is_cavalry();
        let with = free.iter().position(|&unit| {
            position.hex(unit) == position.hex(leader)
                && rules.piece(unit).kind.is_cavalry() == is_cavalry
        });
        if let Some(place) = with {
            free.swap_remove(place);
            sum += bonus(leader);
        }
    }
    sum
}

/// IA 1.0, 14.2: what a unit fires with; half where it is disrupted, rounded up.
pub fn strength(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let full = rating(rules, position, unit, of::FIRE);
    if has(position, unit, DISRUPTED) { (full + 1) / 2 } else { full }
}

/// IA 4.2: columns for the companies of a side in a hex.
pub fn companies_shift(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    hex: Hex,
) -> i32 {
    let companies = crate::stacking::Stack::of(rules, position, side, hex, &[]).companies;
    companies * rules.numbers.company_modifier
}

/// IA 7.5, 16.23: columns that hold for one of those in the target hex alone.
pub fn own_shift(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let kind = match rules.piece(unit).kind {
        Kind::Cavalry if !has(position, unit, DISMOUNTED) => rules.numbers.mounted_modifier,
        Kind::Artillery => rules.numbers.artillery_modifier,
        _ => 0,
    };
    kind + works_shift(rules, position, unit)
}

/// IA 16.23, 16.32: columns for the works that shelter a unit, on both fire tables.
pub fn works_shift(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    match () {
        () if has(position, unit, ENTRENCHED) => rules.works_shift[0],
        () if has(position, unit, DUG_IN) => rules.numbers.dug_in_modifier,
        () => 0,
    }
}

/// A fire: who gives it, and whom it is at.
pub struct Shot<'a> {
    /// The units that fire.
    pub units: &'a [Unit],
    /// The leaders who help.
    pub leaders: &'a [Unit],
    /// Those whom it hits, all in one hex.
    pub targets: Vec<Unit>,
    /// Whether it is at who moves (IA 13.0).
    pub opportunity: bool,
}

impl Shot<'_> {
    /// IA 17.3: fire of the hidden at those who move at twice their rate.
    fn is_ambush(&self, position: &Position<InfantryAttacks>) -> bool {
        self.opportunity
            && self.units.iter().all(|&unit| has(position, unit, HIDDEN))
            && self.targets.iter().any(|&unit| has(position, unit, STRATEGIC))
    }

    /// IA 7.5, 13.12: columns that hold for all whom it hits.
    pub fn shift(&self, rules: &Rules, position: &Position<InfantryAttacks>, target: Hex) -> i32 {
        let numbers = &rules.numbers;
        let grid = rules.compiled.map.grid();
        // Of several who combine the farthest counts.
        let from = self.units.iter().filter_map(|&unit| position.hex(unit));
        let far = from.map(|hex| grid.distance(hex, target) as i32).max().unwrap_or(0);
        let companies = match self.targets.first() {
            _ if self.opportunity => {
                let movers = self.targets.iter();
                let companies = movers.filter(|&&unit| rules.piece(unit).company).count() as i32;
                companies.min(1) * numbers.company_modifier
            }
            Some(&any) => companies_shift(rules, position, rules.side_of(any), target),
            None => 0,
        };
        companies
            + i32::from(rules.fire_shift[target.index()])
            + if far >= numbers.range_far { numbers.range_modifier } else { 0 }
            + if rules.is_night(position) { numbers.night_modifier } else { 0 }
            + if self.opportunity { numbers.opportunity_modifier } else { 0 }
            + if self.is_ambush(position) { numbers.ambush_modifier } else { 0 }
    }
}

/// IA 10.2: direct fire of the active at all in a hex. Whoever has part in it has acted.
pub fn resolve(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    (units, leaders): (&[Unit], &[Unit]),
    target: Hex,
) {
    let Some(&first) = units.first() else { return };
    let side = cx.rules.side_of(first);
    // IA 16.5: whoever is fired at with others is on the map.
    hidden::show_in(cx, 1 - side, target);
    let from: Vec<Hex> = units.iter().filter_map(|&unit| cx.position.hex(unit)).collect();
    let there = cx.position.stack(target);
    let targets: Vec<Unit> = there.filter(|&unit| cx.rules.side_of(unit) != side).collect();
    let hit = shoot(cx, Shot { units, leaders, targets, opportunity: false });
    flanking::fired(cx, &from, target);
    for &unit in units.iter().chain(leaders) {
        hidden::show(cx, unit);
    }
    for &unit in units {
        spotting::shows(cx, unit);
        works::fired(cx, unit);
    }
    for &unit in units.iter().chain(leaders) {
        acted(cx.position, unit);
    }
    if let Some(hit) = hit {
        results::begin(cx, hit);
    }
}

/// IA 10.2, 7.52: one roll, and a column for each of those who are hit.
pub fn shoot(cx: &mut PlayContext<'_, InfantryAttacks>, shot: Shot<'_>) -> Option<Hit> {
    let rules = cx.rules;
    let position = &*cx.position;
    let (&first, &any) = (shot.units.first()?, shot.targets.first()?);
    let (side, enemy) = (rules.side_of(first), rules.side_of(any));
    let target = position.hex(any)?;
    let added = match shot.opportunity {
        // Only those who are active enhance (IA 6.52).
        true => 0,
        false => enhancement(rules, position, shot.units, shot.leaders),
    };
    let units = shot.units.iter();
    let total = units.map(|&unit| strength(rules, position, unit)).sum::<i32>() + added;
    let common = shot.shift(rules, position, target);
    let from: Vec<Hex> = shot.units.iter().filter_map(|&unit| position.hex(unit)).collect();
    let columns: Vec<usize> = shot
        .targets
        .iter()
        .map(|&unit| {
            let flank = match shot.opportunity {
                true => 0,
                false => flanking::shift(rules, position, &from, (target, unit)),
            };
            rules.direct_fire.column(total, common + flank + own_shift(rules, position, unit))
        })
        .collect();
    let purpose = if shot.opportunity { "opportunity-fire" } else { "direct-fire" };
    let rule = if shot.opportunity { "IA 13.1" } else { "IA 10.2" };
    let dice = results::two_dice(cx, purpose, side, rule);
    let results: Vec<FireResult> =
        columns.iter().map(|&column| rules.direct_fire.result(dice.1, column)).collect();
    let on = |place: usize| On {
        unit: rules.unit(shot.targets[place]).name.as_str().into(),
        column: rules.direct_fire.head(columns[place]),
        result: results[place].text(),
    };
    let attack = cx.next_attack();
    let hurt = results.iter().any(|result| *result != FireResult::None);
    let result = if hurt { AttackResult::Won } else { AttackResult::Failed };
    let mut core = PlayContext::attack_event(
        rules,
        cx.position,
        attack,
        (shot.units, &shot.targets),
        (Some(result), rule),
    );
    core.support = rules.compiled.names(shot.leaders);
    cx.emit(|_| {
        Detail::DirectFire(Fired {
            core,
            opportunity: shot.opportunity,
            dice: dice.0,
            strength: total,
            shift: common,
            targets: (0..shot.targets.len()).map(on).collect(),
        })
    });
    Some(Hit {
        hex: target,
        side: enemy,
        attack,
        cause: if shot.opportunity { Cause::Opportunity } else { Cause::Fire },
        results: shot.targets.into_iter().zip(results).collect(),
        taken: 0,
        carted: false,
        lost: 0,
    })
}
