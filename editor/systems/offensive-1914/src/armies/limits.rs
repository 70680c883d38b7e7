//! 1914 5.1.4, 5.2.1 to 5.2.6, 5.4: how much an army and a corps hold, and of whom.

use salient_rules::Violation;
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
    within(rules, army, corps_of(rules, position, army).count() as i32 + 1)
}

/// 1914 5.2.1: whether an army has boxes for so many corps.
fn within(rules: &Rules, army: Formation, corps: i32) -> Result<(), Violation> {
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
    fits(rules, corps, attached(rules, position, corps) + rules.size(position, unit))
}

/// How much is attached to a corps, in quarters of a division.
fn attached(rules: &Rules, position: &Position<Offensive>, corps: Formation) -> i32 {
    formations_of(rules, position, corps).map(|unit| rules.size(position, unit)).sum()
}

/// 1914 5.2.1, 5.2.4: whether an army or a corps keeps to its limit as all are attached.
///
/// # Errors
/// It has more.
pub fn kept(
    rules: &Rules,
    position: &Position<Offensive>,
    formation: Formation,
) -> Result<(), Violation> {
    match rules.body(formation).rank {
        Rank::Army => within(rules, formation, corps_of(rules, position, formation).count() as i32),
        Rank::Corps => fits(rules, formation, attached(rules, position, formation)),
        _ => Ok(()),
    }
}

/// 1914 5.2.4: whether a corps may have so many quarters of a division.
fn fits(rules: &Rules, corps: Formation, with: i32) -> Result<(), Violation> {
    let limit = rules.body(corps).limit;
    if with <= limit {
        return Ok(());
    }
    let text = format!(
        "{} would have {} divisions, and its limit is {}",
        rules.compiled.formation(corps).name,
        divisions(with),
        divisions(limit)
    );
    Err(Violation::new("1914 5.2.4", text))
}

/// Quarters of a division as people write them: `2½`.
fn divisions(quarters: i32) -> String {
    let part = ["", "¼", "½", "¾"][quarters.rem_euclid(4) as usize];
    match quarters.div_euclid(4) {
        0 if !part.is_empty() => part.to_owned(),
        whole => format!("{whole}{part}"),
    }
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

#[cfg(test)]
mod tests {
    use super::divisions;

    #[test]
    fn quarters_are_written_as_divisions() {
        let written = [0, 1, 2, 4, 9, 10, 15].map(divisions);
        assert_eq!(written, ["0", "¼", "½", "1", "2¼", "2½", "3¾"]);
    }
}
