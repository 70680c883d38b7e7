//! 1914 7.3: prepared attacks, and who may place them.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::rules::{Offensive, Rules, of};
use crate::stages::Stage;
use crate::state::BUSY;
use crate::terrain::River;
use crate::units::Kind;
use crate::{abreast, effectiveness, marks, plans, stacking};

use super::allowance::{is_counter, limit, may_act, now, spend, spent};
use super::{moves, walks};

pub use super::pins::may_leave;

/// Whether a side may prepare an attack of units of one force at a hex next to them.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
    hex: Hex,
) -> Result<(), Violation> {
    let wrong = |rule: &'static str, text: &'static str| Err(Violation::new(rule, text));
    if now(rules, position).is_none_or(|now| now.stage != Stage::Movement) {
        return wrong("1914 7.3", "attacks are prepared in one's own movement phase alone");
    }
    let from = moves::together(rules, position, units)?;
    if crate::fortress::invested_around(rules, position, side, from).is_some() {
        return wrong("1914 12.3.2", "no attack is prepared out of an invested camp");
    }
    if units.iter().any(|&unit| abreast::is_two(position, unit)) {
        return wrong("1914 7.3.2", "a force in two hexes prepares no attack");
    }
    for &unit in units {
        may_act(rules, position, side, unit)?;
        let name = || &rules.compiled.unit(unit).name;
        if rules.kind(position, unit) != Kind::Infantry {
            return Err(Violation::new("1914 7.3", format!("'{}' is no infantry", name())));
        }
        if effectiveness::is_ineffective(rules, position, unit) {
            let text = format!("'{}' is combat ineffective or demoralized", name());
            return Err(Violation::new("1914 7.3.2", text));
        }
        if !plans::may_prepare(rules, position, unit) {
            return Err(Violation::new("1914 26.6.2a", format!("{}'s army is idle", name())));
        }
        let (has, before) = (limit(rules, position, unit), spent(position, unit));
        if before + rules.numbers.prepare_movement > has {
            let text = format!(
                "'{}' has {} movement points left, not {}",
                name(),
                has - before,
                rules.numbers.prepare_movement
            );
            return Err(Violation::new("1914 7.3", text));
        }
    }
    let Some(direction) = rules.direction(from, hex) else {
        return wrong("1914 7.3", "an attack is prepared at a hex next to the unit");
    };
    let side_of_hex = rules.terrain.side(from, direction);
    if side_of_hex.sea || side_of_hex.ridge {
        return wrong("1914 9.2.3", "nobody attacks across sea or a mountain ridge");
    }
    let attack: i32 = units.iter().map(|&unit| rules.rating(position, unit, of::ATTACK)).sum();
    let river = match side_of_hex.river {
        River::Minor => rules.numbers.minor_river_attack,
        River::Major => rules.numbers.major_river_attack,
        _ => 0,
    };
    if attack + river < 1 {
        return wrong("1914 7.3.2", "the terrain leaves nothing of their attack strength");
    }
    let there = position.stack(from).filter(|unit| {
        rules.side_of(*unit) == side
            && !units.contains(unit)
            && marks::prepared(position, *unit).is_some()
    });
    let marked: Vec<Unit> = there.chain(units.iter().copied()).collect();
    let sizes = marked.iter().map(|&unit| (unit, rules.size(position, unit)));
    let size = stacking::together(rules, sizes);
    let steep = rules.terrain.hex(from).steep || rules.terrain.hex(hex).steep;
    let most = if steep { rules.numbers.steep_stacking } else { rules.numbers.combat_stacking };
    let assets = stacking::assets(rules, &marked);
    if size > most || assets > rules.numbers.combat_assets {
        let text = format!("{} would hold more than may attack", rules.compiled.label(from));
        return Err(Violation::new("1914 7.3", text));
    }
    Ok(())
}

/// The plain ones: each formation of infantry, and each asset where none stands, at each enemy next
/// to it.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    if is_counter(rules, position) {
        return;
    }
    for unit in position.on_map(rules, side) {
        if rules.kind(position, unit) != Kind::Infantry {
            continue;
        }
        let from = position.hex(unit).filter(|_| !abreast::is_two(position, unit));
        let Some(from) = from else { continue };
        for (_, hex) in rules.map().neighbours(from) {
            if stacking::bars(rules, position, side, hex)
                && check(rules, position, side, &[unit], hex).is_ok()
            {
                acts.push(Act::Prepare { units: vec![unit], hex });
            }
        }
    }
}

/// Places it: these units do nothing more in this phase.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, units: &[Unit], hex: Hex) {
    let own = units.iter().any(|unit| cx.position.own.moving.contains(unit));
    if !own {
        walks::take_up(cx, units);
    }
    for &unit in units {
        spend(cx.position, unit, cx.rules.numbers.prepare_movement);
        *cx.position.flags_mut(unit) |= BUSY;
        marks::prepare(cx, unit, hex, "1914 7.3");
    }
}
