//! 1914 7.2.3, 7.2.4, 8.7.3: the check after a forced march, and what failing it costs.

use salient_rules::play::{PlayContext, Unit};

use crate::effectiveness;
use crate::event::Detail;
use crate::event::march::{ForcedMarch, MarchDetail};
use crate::force::{self, Force};
use crate::losses::{self, Loss, Why};
use crate::marks;
use crate::rules::Offensive;
use crate::units::Kind;

use super::allowance::over;

/// Units that have done with their movement make the check, each force of a hex by itself.
pub fn run(cx: &mut PlayContext<'_, Offensive>, units: &[Unit]) {
    let mut there: Vec<(salient_hex::Hex, Unit)> =
        units.iter().filter_map(|&unit| Some((cx.position.hex(unit)?, unit))).collect();
    there.sort_unstable();
    for stack in there.chunk_by(|one, next| one.0 == next.0) {
        let units = stack.iter().map(|(_, unit)| *unit);
        for force in force::group(cx.rules, cx.position, units) {
            check(cx, &force);
        }
    }
}

/// 1914 7.2.3: +1 for each point of the forced march.
fn check(cx: &mut PlayContext<'_, Offensive>, force: &Force) {
    let rules = cx.rules;
    let units = force.units();
    let Some(&first) = units.first() else { return };
    let modifier = units.iter().map(|&unit| over(rules, cx.position, unit)).max();
    let modifier = modifier.unwrap_or_default();
    let Some(hex) = cx.position.hex(first).filter(|_| modifier > 0) else { return };
    let side = rules.side_of(first);
    let dice = [(); 2].map(|()| cx.roll("forced march", side, "1914 7.2.3"));
    let level = force.level(rules, cx.position);
    let sum = dice.iter().map(|die| i32::from(*die)).sum();
    let failed = effectiveness::check(cx, force, (sum, modifier));
    // By the type of the unit that marches (1914 7.2.4).
    let lead = force.formation.unwrap_or(first);
    let cavalry = rules.kind(cx.position, lead) == Kind::Cavalry;
    let failure = match failed {
        ..=0 => crate::tables::Failure::default(),
        by => rules.march_failure.failed(by, usize::from(cavalry)),
    };
    let lost: Vec<Unit> = units
        .iter()
        .copied()
        .filter(|&unit| {
            failed > 0 && rules.piece(unit).loc && rules.kind(cx.position, unit) == Kind::Cavalry
        })
        .collect();
    cx.emit(|rules| {
        Detail::March(MarchDetail::ForcedMarch(ForcedMarch {
            side: rules.sides[side].clone(),
            units: rules.compiled.names(&units),
            hex: rules.compiled.label(hex).into(),
            dice,
            modifier,
            level,
            failed: failed.max(0),
            levels: failure.levels,
            reductions: failure.reductions,
            eliminated: rules.compiled.names(&lost),
        }))
    });
    if failure.unprepares {
        for &unit in &units {
            marks::unprepare(cx, unit, "1914 7.2.4");
        }
    }
    for &unit in &lost {
        losses::eliminate(cx, unit, "forced-march", None, "1914 8.7.3");
    }
    let left = Force {
        formation: force.formation,
        assets: force.assets.iter().copied().filter(|unit| !lost.contains(unit)).collect(),
    };
    let units = left.units();
    if units.is_empty() {
        return;
    }
    if failure.reductions > 0 {
        let loss = Loss {
            side,
            units,
            left: failure.reductions,
            recorded: false,
            attack: None,
            cause: "forced-march",
            rule: "1914 7.2.4",
        };
        losses::begin(cx, loss);
    }
    losses::levels(cx, &left, failure.levels, Why { attack: None, rule: "1914 7.2.4" });
}
