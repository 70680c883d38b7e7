//! 1914 20: voluntary retirement, an option: after the cavalry has retired, any force next to an
//! enemy may.

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast::{self, back, steps};
use crate::acts::Act;
use crate::decision::{Decision, Step};
use crate::force::{self, Force};
use crate::march::cost::Mover;
use crate::rules::{Offensive, Rules};
use crate::state::{INACTIVE, RETIRED};
use crate::units::Kind;
use crate::{effectiveness, stacking, supply};

/// Lets both sides' forces retire, the side first whose player-turn it is not (1914 4.2.9).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, phasing: usize) {
    if cx.rules.voluntary_retirement {
        cx.then(Step::Withdraw(phasing));
        cx.then(Step::Withdraw(cx.rules.enemy(phasing)));
    }
}

/// Whether a force may retire at all: it stands next to an enemy, is not isolated, and has not done
/// it yet in this phase.
///
/// # Errors
/// The rule that it breaks.
fn may_retire(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
) -> Result<Hex, Violation> {
    let wrong = |text: &'static str| Violation::new("1914 20.0", text);
    let hex = units.first().and_then(|&unit| position.hex(unit));
    let hex = hex.ok_or_else(|| wrong("a force on the map retires"))?;
    let together = |&unit: &Unit| {
        rules.side_of(unit) == side
            && position.state(unit).flags & (INACTIVE | RETIRED) == 0
            && !matches!(rules.kind(position, unit), Kind::Fort | Kind::Fortress)
    };
    let is_sorted = units.is_sorted_by(|one, next| one < next);
    let one = abreast::together(position, units) && Force::of(rules, units).is_some();
    if !is_sorted || !units.iter().all(together) || !one {
        return Err(wrong("one force of a hex retires together, once in a phase"));
    }
    let enemy = rules.enemy(side);
    let near =
        |hex: Hex| rules.map().neighbours(hex).any(|(_, near)| position.board().holds(near, enemy));
    if !units.iter().any(|&unit| position.hexes(unit).any(near)) {
        return Err(wrong("only who stands next to an enemy retires"));
    }
    if units.iter().any(|&unit| supply::is_isolated(rules, position, unit)) {
        return Err(wrong("who is isolated does not retire"));
    }
    Ok(hex)
}

/// The hexes into which a force may retire, zones of control or not, in their order.
fn options(rules: &Rules, position: &Position<Offensive>, units: &[Unit], from: Hex) -> Vec<Hex> {
    let Some(side) = units.first().map(|&unit| rules.side_of(unit)) else { return Vec::new() };
    if units.iter().any(|&unit| abreast::is_two(position, unit)) {
        return Vec::new();
    }
    let mover = Mover::new(rules, position, units, from);
    let size: i32 = units.iter().map(|&unit| stacking::room(rules, position, unit)).sum();
    // 1914 3.1.3: this is none of the ways by which a hex may come to hold too much.
    let fits =
        |to: Hex| stacking::size(rules, position, side, to) + size <= rules.numbers.stacking_limit;
    let around = rules.map().neighbours(from);
    let open = around.filter(|&(way, to)| mover.step_back(from, way, to).is_ok() && fits(to));
    let mut to: Vec<Hex> = open.map(|(_, to)| to).collect();
    to.sort_unstable();
    to
}

/// The steps by which a force in two hexes may retire: with both, or into one; into two none goes
/// (1914 20.1).
fn steps_back(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
) -> Vec<(Footprint, i32)> {
    let mut steps = back::options(rules, position, units, |_| false);
    steps.retain(|(to, _)| !back::extends(position, units, *to));
    steps
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => Ok(()),
        Act::FallBack { units, hex } => {
            let from = may_retire(rules, position, side, units)?;
            if options(rules, position, units, from).contains(hex) {
                return Ok(());
            }
            let text = format!("a force does not retire into {}", rules.compiled.label(*hex));
            Err(Violation::new("1914 20.0", text))
        }
        Act::Abreast { units, hexes } => {
            may_retire(rules, position, side, units)?;
            let to = steps::footprint(rules, hexes)?;
            if back::extends(position, units, to) {
                let text = "no force that retires of its own will goes into two hexes";
                return Err(Violation::new("1914 20.1", text));
            }
            if steps_back(rules, position, units).iter().any(|(other, _)| *other == to) {
                return Ok(());
            }
            Err(Violation::new("1914 20.0", "a force does not retire so"))
        }
        _ => Err(Violation::new("1914 20.0", "a force retires by one hex, or stays")),
    }
}

/// The forces of a side that may retire, as they stand.
fn waiting(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<(Vec<Unit>, Hex)> {
    let mut hexes: Vec<Hex> =
        position.on_map(rules, side).flat_map(|unit| position.hexes(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let forces = hexes.into_iter().flat_map(|hex| force::forces(rules, position, hex, side));
    let able = forces.filter_map(|force| {
        let units = force.units();
        let from = may_retire(rules, position, side, &units).ok()?;
        Some((units, from))
    });
    able.collect()
}

/// What a side may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let mut acts = vec![Act::Done];
    for (units, from) in waiting(rules, position, side) {
        let to = options(rules, position, &units, from).into_iter();
        acts.extend(to.map(|hex| Act::FallBack { units: units.clone(), hex }));
        if units.iter().any(|&unit| abreast::is_two(position, unit)) {
            let to = steps_back(rules, position, &units).into_iter();
            acts.extend(to.map(|(to, _)| steps::act(&units, to)));
        }
    }
    acts.sort();
    // A force in two hexes is found in both.
    acts.dedup();
    acts
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    match act {
        Act::FallBack { units, hex } => ask_after(cx, side, units, Footprint::One(*hex)),
        Act::Abreast { units, hexes } => {
            if let Ok(to) = steps::footprint(cx.rules, hexes) {
                ask_after(cx, side, units, to);
            }
        }
        _ => {}
    }
}

/// A force retires, and its side is asked about the others after all that comes of it.
fn ask_after(cx: &mut PlayContext<'_, Offensive>, side: usize, units: &[Unit], to: Footprint) {
    for &unit in units {
        *cx.position.flags_mut(unit) |= RETIRED;
    }
    cx.then(Step::WithdrawMore(side));
    cx.shift_to(units, to, "retirement", None, "1914 20.0");
    let levels = u8::try_from(cx.rules.numbers.retirement_loss).unwrap_or_default();
    for &unit in units {
        effectiveness::lose(cx, unit, levels, "1914 20.0");
    }
}

/// A side's turn to retire has come. That its cavalry has retired before counts for nothing.
pub fn run(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let units: Vec<Unit> = cx.position.on_map(cx.rules, side).collect();
    for unit in units {
        *cx.position.flags_mut(unit) &= !RETIRED;
    }
    more(cx, side);
}

/// Asks a side if any of its forces may retire.
pub fn more(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    if legal(cx.rules, cx.position, side).len() > 1 {
        cx.ask(side, Decision::Withdraw);
    }
}
