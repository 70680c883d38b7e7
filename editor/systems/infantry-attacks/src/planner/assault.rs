//! No rules: when an assault pays.

use salient_hex::Hex;
use salient_rules::play::Unit;

use super::odds::{self, Target};
use super::outlook::Outlook;
use crate::assault::{leaders_shift, power};
use crate::assault_move;
use crate::stacking::Stack;
use crate::state::{DUG_IN, ENTRENCHED, has};

/// What an assault of some in a hex is worth: both sides' losses on the mean, and the hope of the
/// hex itself.
pub fn worth(outlook: &Outlook<'_>, units: &[Unit], hex: Hex, cold_steel: bool) -> i32 {
    let (rules, view, weights) = (outlook.rules, outlook.view, outlook.weights);
    let Some(mark) = outlook.mark(hex) else { return 0 };
    let numbers = &rules.numbers;
    let steel = if cold_steel { numbers.cold_steel_modifier } else { 0 };
    let own = power(rules, view, units, true).unwrap_or(0);
    let other = power(rules, view, &mark.units, false).unwrap_or(0);
    if own == 0 {
        return -weights.goal;
    }
    let strike = |units: &[Unit], strength: i32, shift: i32, works: bool| -> i32 {
        let hit: Vec<(Target, usize)> = units
            .iter()
            .map(|&unit| {
                let shelter = works && has(view, unit, ENTRENCHED);
                let shift = shift + if shelter { rules.works_shift[1] } else { 0 };
                (outlook.targets[unit.index()], rules.assault.column(strength, shift))
            })
            .collect();
        if strength > 0 { odds::strike(rules, &hit) } else { 0 }
    };
    let shift = leaders_shift(rules, view, units) + i32::from(rules.assault_shift[hex.index()]);
    let mut done = strike(&mark.units, own, shift + steel, true);
    let suffered = strike(units, other, leaders_shift(rules, view, &mark.units) + steel, false);
    // Whoever strikes second strikes with what is left.
    let first = cold_steel || mark.units.iter().any(|&unit| has(view, unit, DUG_IN | ENTRENCHED));
    if first && other > 0 {
        done = done * 80 / 100;
    }
    let goal = rules.objectives.binary_search(&hex).is_ok() && !outlook.is_own(hex);
    let stake = if goal { weights.goal } else { weights.goal / 6 };
    let hope = stake * (own - other) / (own + other).max(1) / 3;
    done - suffered * weights.assault_loss / 100 + hope
}

/// Those of some who would go into a hex of the enemy's together: the strongest that it holds, and
/// their leaders.
pub fn party(outlook: &Outlook<'_>, group: &[Unit], hex: Hex) -> Vec<Unit> {
    let (rules, view) = (outlook.rules, outlook.view);
    let grid = rules.compiled.map.grid();
    let mut companies: Vec<Unit> = group
        .iter()
        .copied()
        .filter(|&unit| {
            let near = view.hex(unit).is_some_and(|from| grid.distance(from, hex) == 1);
            near && rules.piece(unit).company
                && outlook.strength(unit) > 0
                && !crate::stacking::barred_to(
                    rules,
                    view,
                    outlook.side,
                    view.hex(unit).unwrap_or(hex),
                )
        })
        .collect();
    companies.sort_by_key(|&unit| (-outlook.strength(unit), unit));
    let there = Stack::of(rules, view, outlook.side, hex, &[]).companies;
    companies.truncate((rules.numbers.companies_limit - there).max(0) as usize);
    companies
}

/// Whether a unit could enter among the enemy at all, once a leader directs it.
pub fn may_enter(outlook: &Outlook<'_>, unit: Unit) -> bool {
    assault_move::may_enter(outlook.rules, outlook.view, unit).is_ok()
}
