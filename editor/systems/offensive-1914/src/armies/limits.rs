//! 1914 5.1.4, 5.2.1 to 5.2.6, 5.4: how much an army and a corps hold, and of whom.

use salient_rules::Violation;
use salient_rules::limits::in_parts;
use salient_rules::play::{Formation, Position, Unit};

use crate::rules::{Offensive, Rules};
use crate::units::Rank;

/// 1914 5.2.1: the corps of an army that are in play.
pub fn corps_of<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    army: Formation,
) -> impl Iterator<Item = Formation> + 'a {
    let all = (0..rules.bodies.len()).map(|place| Formation(place as u16));
    all.filter(move |&corps| {
        rules.body(corps).rank == Rank::Corps
            && position.parent(corps) == Some(army)
            && is_in_play(rules, position, corps)
    })
}

/// Whether a corps has its train or a formation on the map.
fn is_in_play(rules: &Rules, position: &Position<Offensive>, corps: Formation) -> bool {
    let train = rules.body(corps).counter;
    train.is_some_and(|train| position.hex(train).is_some())
        || formations_of(rules, position, corps).next().is_some()
}

/// The formations attached to a corps that are on the map.
pub fn formations_of<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    corps: Formation,
) -> impl Iterator<Item = Unit> + 'a {
    position.on_map(rules, rules.body(corps).side).filter(move |&unit| {
        rules.piece(unit).own.is_some_and(|own| position.parent(own) == Some(corps))
    })
}

/// 1914 5.2.1: whether an army has a corps box left.
///
/// # Errors
/// It has none.
pub fn boxes(
    rules: &Rules,
    position: &Position<Offensive>,
    army: Formation,
) -> Result<(), Violation> {
    let corps = corps_of(rules, position, army).count() as i32 + 1;
    let boxes = rules.body(army).boxes;
    if corps <= boxes {
        return Ok(());
    }
    let name = &rules.compiled.formation(army).name;
    let text = format!("{name} would have {corps} corps, and has boxes for {boxes}");
    Err(Violation::new("1914 5.2.1", text))
}

/// 1914 5.2.4: whether a corps has room for a formation.
///
/// # Errors
/// Its limit would be exceeded.
pub fn room(
    rules: &Rules,
    position: &Position<Offensive>,
    corps: Formation,
    unit: Unit,
) -> Result<(), Violation> {
    let there = formations_of(rules, position, corps).map(|unit| rules.size(position, unit));
    let with = there.sum::<i32>() + rules.size(position, unit);
    let limit = rules.body(corps).limit;
    if with <= limit {
        return Ok(());
    }
    let text = format!(
        "{} would have {} divisions, and its limit is {}",
        rules.compiled.formation(corps).name,
        in_parts(with.into(), 4),
        in_parts(limit.into(), 4)
    );
    Err(Violation::new("1914 5.2.4", text))
}

/// 1914 5.2.3: the corps whose number a formation bears, if it bears one.
pub fn printed_corps(rules: &Rules, formation: Formation) -> Option<Formation> {
    let printed = rules.compiled.formation(formation).parent?;
    (rules.body(printed).rank == Rank::Corps).then_some(printed)
}

/// 1914 5.2.3: whether a formation may be away from the corps whose number it bears: so many of a
/// side may at once.
///
/// # Errors
/// So many others are.
pub fn away(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    to: Formation,
) -> Result<(), Violation> {
    let Some(own) = rules.piece(unit).own else { return Ok(()) };
    let is_home = |formation: Formation, parent: Option<Formation>| {
        printed_corps(rules, formation).is_none_or(|corps| parent == Some(corps))
    };
    if is_home(own, Some(to)) {
        return Ok(());
    }
    let others = position.on_map(rules, rules.side_of(unit)).filter(|&other| {
        let formation = rules.piece(other).own.filter(|_| other != unit);
        formation.is_some_and(|one| !is_home(one, position.parent(one)))
    });
    let most = rules.numbers.variable_formations;
    if (others.count() as i32) < most {
        return Ok(());
    }
    let text = format!("{most} formations of a side are away from their corps, and no more may be");
    Err(Violation::new("1914 5.2.3", text))
}
