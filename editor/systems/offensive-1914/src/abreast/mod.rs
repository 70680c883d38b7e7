//! 1914 19: a force may take up two adjacent hexes. What that does in movement and in combat stands
//! with them; here is what a half of it is, and how it comes into two hexes and out of them.
//!
//! | file | rules |
//! |---|---|
//! | `steps` | 1914 19.1.1, 19.2 from hexes to hexes in movement |
//! | `back` | 1914 8.2.3, 8.3, 20.1 the same in reaction, and in both retirements |
//! | `combat` | 1914 19.4, 19.4.1 what is fought together, and how a half falls back |

pub mod back;
pub mod combat;
pub mod steps;

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::force::Force;
use crate::rules::{Offensive, Rules};
use crate::stacking;

/// Whether a unit takes up two hexes (1914 19.0).
#[inline]
pub fn is_two(position: &Position<Offensive>, unit: Unit) -> bool {
    position.state(unit).other.is_some()
}

/// Half of a number, rounded up, as the book does it with artillery values and strengths (1914 9.4,
/// 10.1.1a, 19.4), and we with all else that is halved.
#[inline]
pub fn half(whole: i32) -> i32 {
    (whole + 1) / 2
}

/// What of something a unit has in each of its hexes (1914 19.1.3): half of it in two.
#[inline]
pub fn share(position: &Position<Offensive>, unit: Unit, whole: i32) -> i32 {
    if is_two(position, unit) { half(whole) } else { whole }
}

/// The size of a unit in each of its hexes, in quarters of a division (1914 19.1.3).
#[inline]
pub fn size(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    share(position, unit, rules.size(position, unit))
}

/// The sum of something that units of a hex have there: that of those who take up two hexes is
/// added up before it is halved (1914 19.4).
pub fn sum(position: &Position<Offensive>, units: impl Iterator<Item = (Unit, i32)>) -> i32 {
    let (mut whole, mut halved) = (0, 0);
    for (unit, value) in units {
        if is_two(position, unit) {
            halved += value;
        } else {
            whole += value;
        }
    }
    whole + half(halved)
}

/// Whether a unit stands in a hex, with one half at least.
#[inline]
pub fn is_in(position: &Position<Offensive>, unit: Unit, hex: Hex) -> bool {
    position.hex(unit) == Some(hex) || position.state(unit).other == Some(hex)
}

/// The hexes of a unit that touch another: those that it may attack it from.
pub fn fronts<'a>(
    rules: &'a Rules,
    position: &Position<Offensive>,
    unit: Unit,
    hex: Hex,
) -> impl Iterator<Item = Hex> + use<'a> {
    position.hexes(unit).filter(move |&own| rules.direction(own, hex).is_some())
}

/// Whether units stand in the same one or two hexes.
pub fn together(position: &Position<Offensive>, units: &[Unit]) -> bool {
    let place = |unit: Unit| (position.hex(unit), position.state(unit).other);
    units.windows(2).all(|pair| matches!(pair, [one, other] if place(*one) == place(*other)))
}

/// 1914 19.1.1, 19.1.2: whether units of one force may take up two hexes: neither guns nor any that
/// are no combat units, and with no other force that does in either of them.
///
/// # Errors
/// The rule that they break.
pub fn may_take_up(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    to: Footprint,
) -> Result<(), Violation> {
    if matches!(to, Footprint::One(_)) {
        return Ok(());
    }
    if let Some(&unit) = units.iter().find(|&&unit| !rules.is_combat(position, unit)) {
        let name = &rules.compiled.unit(unit).name;
        return Err(Violation::new("1914 19.1.1", format!("'{name}' never takes up two hexes")));
    }
    let side = units.first().map_or(0, |&unit| rules.side_of(unit));
    let mut force = units.to_vec();
    for hex in to.hexes() {
        let others = position.stack(hex).filter(|&unit| {
            rules.side_of(unit) == side && is_two(position, unit) && !units.contains(&unit)
        });
        for other in others {
            if position.footprint(rules.map().grid(), other) != Some(to) {
                let text = "a force in two hexes is in one with another that is".to_owned();
                return Err(Violation::new("1914 19.1.2", text));
            }
            if !force.contains(&other) {
                force.push(other);
            }
        }
    }
    if Force::of(rules, &force).is_none() {
        let text = "one force takes up two hexes: a formation and two assets at most";
        return Err(Violation::new("1914 19.1.2", text));
    }
    Ok(())
}

/// Whether a unit that is off the map may take up two hexes at once (1914 3.1.1, 19.1.1, 19.1.2).
///
/// # Errors
/// The rule that it breaks.
pub fn may_span(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    to: Footprint,
) -> Result<(), Violation> {
    may_take_up(rules, position, &[unit], to)?;
    let size = half(rules.size(position, unit));
    to.hexes().try_for_each(|hex| stacking::has_room(rules, position, (unit, size), hex))
}
