//! IA 7.2–7.5, 10.2: direct fire at a hex.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;

use crate::activation::acted;
use crate::event::{Detail, Fired, On};
use crate::game::InfantryAttacks;
use crate::results::{self, Hit};
use crate::rules::Rules;
use crate::spotting;
use crate::state::{
    ACTIVE, DEMORALIZED, DISMOUNTED, DISRUPTED, LIMBERED, SPOTTED, TO_FIRE, has, of, rating,
};
use crate::tables::FireResult;
use crate::units::Kind;

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
    let Some(from) = position.hex(unit) else {
        return Err(Violation::new("IA 7.3", "the unit is not on the map"));
    };
    let distance = rules.compiled.map.grid().distance(from, target) as i32;
    if distance == 0 {
        return Err(Violation::new("IA 10.4", "units in the same hex fight by assault"));
    }
    if distance > rating(rules, position, unit, of::RANGE) {
        let label = rules.compiled.label(target);
        return Err(Violation::new("IA 7.31", format!("{label} is out of range")));
    }
    if !spotting::spots_any(rules, position, side, from, target) {
        let label = rules.compiled.label(target);
        return Err(Violation::new("IA 8.1", format!("nobody is spotted in {label}")));
    }
    if position.stack(target).any(|other| rules.side_of(other) == side) {
        let label = rules.compiled.label(target);
        return Err(Violation::new("IA 7.24", format!("one's own stand in {label}")));
    }
    Ok(())
}

/// IA 7.32, 10.2: units that stand together and were designated to fire do so at one hex.
pub fn check_fire(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    units: &[Unit],
    target: Hex,
) -> Result<(), Violation> {
    let from = units.first().and_then(|&unit| position.hex(unit));
    for &unit in units {
        let active = has(position, unit, ACTIVE) && has(position, unit, TO_FIRE);
        if rules.side_of(unit) != side || !active {
            return Err(Violation::new("IA 3.13", "it was not designated to fire, or has fired"));
        }
        if !can_fire(rules, position, unit) {
            let text = format!("'{}' has no direct fire to give", rules.unit(unit).name);
            return Err(Violation::new("IA 7.33", text));
        }
        if position.hex(unit) != from {
            return Err(Violation::new(
                "IA 7.32",
                "units in several hexes need a leader to combine",
            ));
        }
        reaches(rules, position, unit, target)?;
    }
    if units.is_empty() || !units.is_sorted_by(|one, next| one < next) {
        return Err(Violation::new("IA 10.2", "somebody fires, each once and in order"));
    }
    Ok(())
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

/// IA 7.5: columns that hold for one of those in the target hex alone.
fn own_shift(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    match rules.piece(unit).kind {
        Kind::Cavalry if !has(position, unit, DISMOUNTED) => rules.numbers.mounted_modifier,
        Kind::Artillery => rules.numbers.artillery_modifier,
        _ => 0,
    }
}

/// IA 7.5: columns that hold for all in the target hex.
fn shift(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    (from, target): (Hex, Hex),
    enemy: usize,
) -> i32 {
    let numbers = &rules.numbers;
    let far = rules.compiled.map.grid().distance(from, target) as i32 >= numbers.range_far;
    companies_shift(rules, position, enemy, target)
        + i32::from(rules.fire_shift[target.index()])
        + if far { numbers.range_modifier } else { 0 }
        + if rules.is_night(position) { numbers.night_modifier } else { 0 }
}

/// IA 10.2, 7.52: one roll, and a column for each of those in the target hex.
pub fn resolve(cx: &mut PlayContext<'_, InfantryAttacks>, units: &[Unit], target: Hex) {
    let rules = cx.rules;
    let Some(&first) = units.first() else { return };
    let side = rules.side_of(first);
    let Some(from) = cx.position.hex(first) else { return };
    let position = &*cx.position;
    let targets: Vec<Unit> =
        position.stack(target).filter(|&unit| rules.side_of(unit) != side).collect();
    let Some(&any) = targets.first() else { return };
    let enemy = rules.side_of(any);
    let total: i32 = units.iter().map(|&unit| strength(rules, position, unit)).sum();
    let common = shift(rules, position, (from, target), enemy);
    let columns: Vec<usize> = targets
        .iter()
        .map(|&unit| rules.direct_fire.column(total, common + own_shift(rules, position, unit)))
        .collect();
    let dice = results::two_dice(cx, "direct-fire", side, "IA 10.2");
    let results: Vec<FireResult> =
        columns.iter().map(|&column| rules.direct_fire.result(dice.1, column)).collect();
    let on = |place: usize| On {
        unit: rules.unit(targets[place]).name.as_str().into(),
        column: rules.direct_fire.head(columns[place]),
        result: results[place].text(),
    };
    let attack = cx.next_attack();
    let hurt = results.iter().any(|result| *result != FireResult::None);
    let result = if hurt { AttackResult::Won } else { AttackResult::Failed };
    let core = PlayContext::attack_event(
        rules,
        cx.position,
        attack,
        (units, &targets),
        (Some(result), "IA 10.2"),
    );
    cx.emit(|_| {
        Detail::DirectFire(Fired {
            core,
            dice: dice.0,
            strength: total,
            shift: common,
            targets: (0..targets.len()).map(on).collect(),
        })
    });
    for &unit in units {
        // IA 8.52: whoever fires out of hiding shows himself.
        if rules.limiting[from.index()] || rules.swamp[from.index()] {
            *cx.position.flags_mut(unit) |= SPOTTED;
        }
        acted(cx.position, unit);
    }
    let hit = Hit {
        hex: target,
        side: enemy,
        attack,
        results: targets.into_iter().zip(results).collect(),
        taken: 0,
        lost: 0,
    };
    results::begin(cx, hit);
}
