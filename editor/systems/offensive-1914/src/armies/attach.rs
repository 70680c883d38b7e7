//! 1914 5.1.2, 5.2.2, 5.2.3, 5.2.5, 5.4: corps and formations are attached.

use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use super::limits;
use crate::acts::Act;
use crate::command::{above, area, commander, in_area, nation, printed};
use crate::group;
use crate::paris;
use crate::plans;
use crate::rules::{Offensive, Rules};
use crate::state::ATTACHED;
use crate::supply::siting;
use crate::units::{Kind, Rank};

/// The army to which a corps, or a formation as an independent one, may be attached.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn to_army(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
    depot: Unit,
) -> Result<Formation, Violation> {
    let own = marked(rules, position, side, unit)?;
    let army = army_of(rules, side, depot)?;
    in_use(rules, position, depot)?;
    let name = &rules.unit(unit).name;
    let is_train = rules.piece(unit).kind == Kind::Train;
    if position.parent(own) == Some(army) {
        let army = &rules.compiled.formation(army).name;
        return Err(Violation::new("1914 5.1.2", format!("'{name}' is attached to {army}")));
    }
    bound(rules, unit, own, army)?;
    nation(rules, position, unit, army)?;
    if rules.paris.is(army) {
        paris::takes(rules, position, unit)?;
    }
    commander(rules, position, unit, army)?;
    if above(rules, position, own, Rank::Army) != Some(army) {
        plans::may_leave(rules, position, unit)?;
    }
    match is_train {
        true => limits::boxes(rules, position, army)?,
        false => limits::away(rules, position, unit, army)?,
    }
    Ok(army)
}

/// The corps to which a formation may be attached.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn to_corps(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
    train: Unit,
) -> Result<Formation, Violation> {
    let own = marked(rules, position, side, unit)?;
    let name = &rules.unit(unit).name;
    match rules.piece(unit).kind {
        Kind::Train => {
            let text = format!("'{name}' is a corps, and corps are attached to armies alone");
            return Err(Violation::new("1914 5.2.5", text));
        }
        Kind::Cavalry => {
            let text = format!("'{name}' is cavalry, which is always independent");
            return Err(Violation::new("1914 5.2.5", text));
        }
        _ => {}
    }
    let of_side = rules.side_of(train) == side && rules.piece(train).kind == Kind::Train;
    let corps =
        printed(rules, train).filter(|corps| of_side && rules.body(*corps).rank == Rank::Corps);
    let Some(corps) = corps else {
        let text = format!("'{}' is no corps train of this side", rules.unit(train).name);
        return Err(Violation::new("1914 5.2.2", text));
    };
    if position.parent(own) == Some(corps) {
        let corps = &rules.compiled.formation(corps).name;
        return Err(Violation::new("1914 5.2.2", format!("'{name}' is attached to {corps}")));
    }
    if let Some(army) = above(rules, position, corps, Rank::Army) {
        bound(rules, unit, own, army)?;
        nation(rules, position, unit, army)?;
        if above(rules, position, own, Rank::Army) != Some(army) {
            plans::may_leave(rules, position, unit)?;
        }
    }
    limits::away(rules, position, unit, corps)?;
    limits::room(rules, position, corps, unit)?;
    Ok(corps)
}

/// The formation with an attachment marker that a unit is.
fn marked(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<Formation, Violation> {
    let name = &rules.unit(unit).name;
    if rules.side_of(unit) != side || position.hex(unit).is_none() {
        let text = format!("'{name}' is no unit of this side on the map");
        return Err(Violation::new("1914 5.1.2", text));
    }
    let piece = rules.piece(unit);
    if !piece.is_formation() && piece.kind != Kind::Train {
        let text = format!("'{name}' has no attachment marker: it belongs where it stands");
        return Err(Violation::new("1914 5.5", text));
    }
    group::may_leave(rules, position, unit)?;
    printed(rules, unit)
        .ok_or_else(|| Violation::new("1914 5.5", format!("'{name}' belongs to no formation")))
}

/// The army of a depot.
pub fn army_of(rules: &Rules, side: usize, depot: Unit) -> Result<Formation, Violation> {
    let is_depot = rules.piece(depot).kind == Kind::Depot && rules.side_of(depot) == side;
    let army =
        printed(rules, depot).filter(|army| is_depot && rules.body(*army).rank == Rank::Army);
    army.ok_or_else(|| {
        let text = format!("'{}' is no army's depot of this side", rules.unit(depot).name);
        Violation::new("1914 5.1.2", text)
    })
}

/// 1914 17.1, 17.2.1: whether an army's display is in use: not before its depot has come, nor while a
/// detachment is not active.
fn in_use(rules: &Rules, position: &Position<Offensive>, depot: Unit) -> Result<(), Violation> {
    let comes = rules.compiled.arrivals.iter().any(|it| it.unit == depot);
    let waits = comes && position.state(depot).status == UnitStatus::Expected;
    let inactive = siting::is_detachment(rules, depot) && position.hex(depot).is_none();
    if !waits && !inactive {
        return Ok(());
    }
    let text = format!("the army of '{}' is not there", rules.unit(depot).name);
    Err(Violation::new("1914 17.1", text))
}

/// 1914 5.4: a unit with an army's name stays with that army.
fn bound(rules: &Rules, unit: Unit, own: Formation, army: Formation) -> Result<(), Violation> {
    let Some(home) = home(rules, own).filter(|_| rules.piece(unit).bound) else { return Ok(()) };
    if home == army {
        return Ok(());
    }
    let (name, home) = (&rules.unit(unit).name, &rules.compiled.formation(home).name);
    Err(Violation::new("1914 5.4", format!("'{name}' always belongs to {home}")))
}

/// The army of a formation by the order of battle.
fn home(rules: &Rules, formation: Formation) -> Option<Formation> {
    let of_side = rules.armies(rules.body(formation).side);
    of_side.into_iter().find(|&army| rules.compiled.is_under(formation, army))
}

/// Attaches a unit; those of a corps who never leave their army stay with it (1914 5.4).
pub fn carry_out(cx: &mut PlayContext<'_, Offensive>, unit: Unit, to: Formation, rule: &str) {
    let Some(own) = printed(cx.rules, unit) else { return };
    cx.subordinate(own, Some(to), rule);
    *cx.position.flags_mut(unit) |= ATTACHED;
    if cx.rules.body(own).rank != Rank::Corps {
        return;
    }
    let held: Vec<Unit> = limits::formations_of(cx.rules, cx.position, own).collect();
    for other in held.into_iter().filter(|&other| cx.rules.piece(other).bound) {
        let Some(formation) = cx.rules.piece(other).own else { continue };
        if let Some(home) = home(cx.rules, formation).filter(|&home| home != to) {
            cx.subordinate(formation, Some(home), "1914 5.4");
        }
    }
}

/// Attachments that are plain to see: those who stand in another army's area, and those who are away
/// from the corps whose number they bear. Each unit once in a phase.
pub fn plain(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let mut acts = Vec::new();
    let trains: Vec<(Unit, Formation)> = position
        .on_map(rules, side)
        .filter(|&unit| rules.piece(unit).kind == Kind::Train)
        .filter_map(|unit| Some((unit, printed(rules, unit)?)))
        .collect();
    for unit in position.on_map(rules, side) {
        let piece = rules.piece(unit);
        let is_train = piece.kind == Kind::Train;
        let again = position.state(unit).flags & ATTACHED != 0;
        if again || !is_train && !piece.is_formation() {
            continue;
        }
        let Some(own) = printed(rules, unit) else { continue };
        let home = limits::printed_corps(rules, own).filter(|_| !is_train);
        let train = |corps| trains.iter().find(|(_, other)| *other == corps).map(|(it, _)| *it);
        if let Some(corps) = home.filter(|&corps| position.parent(own) != Some(corps))
            && let Some(corps) = train(corps)
        {
            acts.push(Act::AttachToCorps { unit, corps });
        }
        let Some(hex) = position.hex(unit) else { continue };
        if in_area(rules, position, unit, hex) {
            continue;
        }
        let Some(there) = area(position, side, hex) else { continue };
        if let Some(army) = rules.body(there).counter {
            acts.push(Act::AttachToArmy { unit, army });
        }
        if piece.kind == Kind::Infantry {
            let near = trains.iter().filter(|(_, corps)| position.parent(*corps) == Some(there));
            acts.extend(near.map(|&(corps, _)| Act::AttachToCorps { unit, corps }));
        }
    }
    acts
}

/// Every attachment that a unit may be meant for, whether the rules allow it or not: to the armies
/// and, where it is no corps, to the corps of its side. One without a marker, which is attached to
/// nothing, is meant for the first of them, so that the rule against it is told.
pub fn any(rules: &Rules, position: &Position<Offensive>, side: usize, unit: Unit) -> Vec<Act> {
    let piece = rules.piece(unit);
    let is_train = piece.kind == Kind::Train;
    let on_map = || position.on_map(rules, side);
    let armies = on_map().filter(|&depot| army_of(rules, side, depot).is_ok());
    let armies = armies.map(|army| Act::AttachToArmy { unit, army });
    let trains = on_map().filter(|&train| !is_train && rules.piece(train).kind == Kind::Train);
    let corps = trains.map(|corps| Act::AttachToCorps { unit, corps });
    let has_marker = is_train || piece.is_formation();
    armies.chain(corps).take(if has_marker { usize::MAX } else { 1 }).collect()
}
