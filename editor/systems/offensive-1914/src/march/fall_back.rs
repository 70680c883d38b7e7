//! 1914 8.2.3, 8.2.4, 8.3.1, 8.3.2: cavalry falls back by one hex, in reaction to the enemy's
//! movement or in the finishing phase.

use salient_hex::{Footprint, Hex};
use salient_rules::play::{PlayContext, Position, Unit};

use crate::abreast::{self, back};
use crate::event::Detail;
use crate::event::march::{FellBack, MarchDetail};
use crate::rules::{Offensive, Rules};
use crate::state::INACTIVE;
use crate::units::Kind;
use crate::zones;

use super::cost::Mover;

/// Why cavalry falls back, and so where it does not go.
#[derive(Clone, Copy, Debug)]
pub enum Why<'a> {
    /// An enemy comes near (1914 8.2.3): not into an empty hex in the zone of another enemy, nor
    /// into the hexes that are named (1914 8.2.2).
    Reaction(&'a [Unit], &'a [Hex]),
    /// It retires (1914 8.3.1): into no enemy zone of control at all.
    Retirement,
}

/// Whether a unit is cavalry that may fall back at all.
pub fn is_able(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    rules.kind(position, unit) == Kind::Cavalry
        && position.hex(unit).is_some()
        && position.state(unit).flags & INACTIVE == 0
}

/// The hexes into which a unit may fall back, each with what it costs, in the order of the hexes.
pub fn options(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    why: Why<'_>,
) -> Vec<(Hex, i32)> {
    let Some(from) = position.hex(unit).filter(|_| !abreast::is_two(position, unit)) else {
        return Vec::new();
    };
    let units = [unit];
    let mover = Mover::new(rules, position, &units, from);
    let mut options: Vec<(Hex, i32)> = rules
        .map()
        .neighbours(from)
        .filter(|(_, to)| !is_barred(rules, position, unit, why, *to))
        .filter_map(|(direction, to)| Some((to, mover.step_back(from, direction, to).ok()?)))
        .collect();
    options.sort_unstable();
    options
}

/// The steps into two hexes and out of them by which a unit may fall back, each with what it costs
/// (1914 8.2.3, 19.1.1). LOC cavalry, which must get away, does not extend.
pub fn steps(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    why: Why<'_>,
) -> Vec<(Footprint, i32)> {
    if rules.piece(unit).loc && !abreast::is_two(position, unit) {
        return Vec::new();
    }
    back::options(rules, position, &[unit], |to| is_barred(rules, position, unit, why, to))
}

/// Whether a unit may fall back at all.
pub fn can(rules: &Rules, position: &Position<Offensive>, unit: Unit, why: Why<'_>) -> bool {
    // Where it may extend it may go there altogether.
    match abreast::is_two(position, unit) {
        true => !steps(rules, position, unit, why).is_empty(),
        false => !options(rules, position, unit, why).is_empty(),
    }
}

/// Whether zones of control keep a unit that falls back out of a hex, or that an enemy has just left
/// it.
fn is_barred(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    why: Why<'_>,
    to: Hex,
) -> bool {
    let enemy = rules.enemy(rules.side_of(unit));
    match why {
        Why::Retirement => position.board().controls(to, enemy),
        Why::Reaction(_, left) if left.contains(&to) => true,
        Why::Reaction(cause, _) => {
            position.stack(to).next().is_none()
                && position.board().controls(to, enemy)
                && rules.map().neighbours(to).any(|(_, near)| {
                    position.stack(near).any(|other| {
                        rules.side_of(other) == enemy
                            && !cause.contains(&other)
                            && zones::reaches(rules, position, other, to)
                    })
                })
        }
    }
}

/// A unit falls back, and its points are recorded for its next movement phase.
pub fn go(
    cx: &mut PlayContext<'_, Offensive>,
    unit: Unit,
    (to, cost): (Footprint, i32),
    (by, rule): (&str, &'static str),
) {
    let Some(from) = cx.position.hex(unit) else { return };
    let recorded = &mut cx.position.own.reaction[unit.index()];
    let total = i32::from(*recorded) + cost;
    *recorded = u8::try_from(total).unwrap_or(u8::MAX);
    cx.shift_to(&[unit], to, by, None, rule);
    cx.emit(|rules| {
        Detail::March(MarchDetail::FellBack(FellBack {
            side: rules.sides[rules.side_of(unit)].clone(),
            unit: rules.compiled.unit(unit).name.as_str().into(),
            from: rules.compiled.label(from).into(),
            hex: rules.compiled.label(to.hex()).into(),
            points: cost,
            recorded: total,
            rule: rule.to_owned(),
        }))
    });
}
