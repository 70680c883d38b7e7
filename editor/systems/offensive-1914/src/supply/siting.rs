//! 1914 15.6.4, 15.7.1, 17.2.1: depots that are put somewhere: first it is said which, and then where.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};

use super::communications::linked;
use crate::acts::Act;
use crate::boxes::{DETACHMENT, TRACK};
use crate::control;
use crate::decision::{Decision, Sited, Siting};
use crate::rails;
use crate::rules::{Offensive, Rules};
use crate::state::ATTACHED;
use crate::units::Kind;
use crate::zones::is_exposed;
use crate::{armies, command};

impl Sited {
    /// The rule.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Relocation => "1914 15.6.4",
            Self::Secondary => "1914 15.7.1",
            Self::Detachment => "1914 17.2.1",
        }
    }
}

/// Where a depot stays that is bound to a place.
#[derive(Clone, Debug)]
pub struct DepotHome {
    /// The place.
    pub hexes: Vec<Hex>,
    /// How far from it the depot stands at most.
    pub range: u32,
    /// The rule that binds it.
    pub rule: &'static str,
}

/// 1914 17.1.1, 24.7, 25.4: the rule by which a unit is a depot that may not stand in a hex: one that is
/// bound to a fortress stays near it, that of the Army Group Belgien on its railway.
pub fn home_rule(rules: &Rules, depot: Unit, hex: Hex) -> Option<&'static str> {
    let home = rules.depot_homes.get(depot.index())?.as_ref()?;
    let grid = rules.map().grid();
    let near = |&place: &Hex| grid.distance(place, hex) <= home.range;
    (!home.hexes.iter().any(near)).then_some(home.rule)
}

/// Whether a depot may stand in a hex at all.
pub fn permits(rules: &Rules, depot: Unit, hex: Hex) -> bool {
    home_rule(rules, depot, hex).is_none()
}

/// The hexes that its owner may choose. Sorted.
pub fn options(rules: &Rules, position: &Position<Offensive>, siting: Siting) -> Vec<Hex> {
    let Siting { depot, why } = siting;
    let side = rules.side_of(depot);
    let (enemy, board, grid) = (rules.enemy(side), position.board(), rules.map().grid());
    let from = position.hex(depot);
    let fits = |&hex: &Hex| {
        Some(hex) != from
            && rails::is_operational(position, side, hex)
            && permits(rules, depot, hex)
            && !board.holds(hex, enemy)
            && !is_exposed(rules, position, side, hex)
            && !control::has_fortress(rules, position, enemy, hex)
    };
    if why != Sited::Secondary {
        return grid.hexes().filter(fits).collect();
    }
    let army = armies::army(rules, position, depot);
    let formations: Vec<Hex> = position
        .on_map(rules, side)
        .filter(|&unit| rules.piece(unit).is_formation())
        .filter(|&unit| armies::army(rules, position, unit) == army)
        .filter_map(|unit| position.hex(unit))
        .collect();
    let most = rules.numbers.secondary_depot_range.unsigned_abs();
    let near = |hex: &Hex| formations.iter().any(|&other| grid.distance(other, *hex) <= most);
    linked(rules, position, depot).into_iter().filter(near).filter(fits).collect()
}

/// Asks where a depot is put.
pub fn ask(cx: &mut PlayContext<'_, Offensive>, siting: Siting) {
    let side = cx.rules.side_of(siting.depot);
    cx.ask(side, Decision::Site(siting));
}

/// Whether its owner may do something that he is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    siting: Siting,
    act: &Act,
) -> Result<(), Violation> {
    let rule = siting.why.rule();
    let Act::Site { hex } = act else {
        return Err(Violation::new(rule, "choose the hex of railway for the depot"));
    };
    if options(rules, position, siting).contains(hex) {
        return Ok(());
    }
    let rule = home_rule(rules, siting.depot, *hex).unwrap_or(rule);
    Err(Violation::new(rule, format!("the depot is not put in {}", rules.label(*hex))))
}

/// What he may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, siting: Siting) -> Vec<Act> {
    options(rules, position, siting).into_iter().map(|hex| Act::Site { hex }).collect()
}

/// Does what [`check`] has allowed.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, siting: Siting, act: &Act) {
    cx.answered(side);
    let (Act::Site { hex }, Siting { depot, why }) = (act, siting) else { return };
    let rule = why.rule();
    if why == Sited::Relocation {
        let after = u16::try_from(cx.rules.numbers.relocation).unwrap_or_default();
        let due = cx.position.turn.saturating_add(after);
        cx.to_box(depot, TRACK, Some(due), rule);
        cx.position.own.destinations[depot.index()] = Some(*hex);
        return;
    }
    cx.place(depot, *hex, "activated", rule);
    cx.turn_over(depot, 0, rule);
    if why == Sited::Secondary {
        *cx.position.flags_mut(depot) |= ATTACHED;
        super::resume(cx, side);
    }
}

/// 1914 15.6.4: whether a depot may be taken off the map for another place: one of a side at a time.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_relocation(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let rule = Sited::Relocation.rule();
    let name = &rules.unit(unit).name;
    let own = rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Depot;
    if !own || rules.piece(unit).secondary || position.hex(unit).is_none() {
        return Err(Violation::new(rule, format!("'{name}' is no army's depot on the map")));
    }
    let is_away = |unit: Unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Depot;
    if position.in_box(TRACK).any(is_away) {
        return Err(Violation::new(rule, "another depot of this side is being relocated"));
    }
    if options(rules, position, Siting { depot: unit, why: Sited::Relocation }).is_empty() {
        return Err(Violation::new(rule, format!("there is no other railway for '{name}'")));
    }
    Ok(())
}

/// 1914 17.2.1: whether a side may activate a detachment of its, by its depot.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_activation(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let rule = Sited::Detachment.rule();
    let name = &rules.unit(unit).name;
    if rules.side_of(unit) != side || !is_detachment(rules, unit) {
        return Err(Violation::new(rule, format!("'{name}' is no depot of an army detachment")));
    }
    let state = position.state(unit);
    let gone = matches!(state.status, UnitStatus::Eliminated | UnitStatus::Exited);
    if gone || position.hex(unit).is_some() {
        return Err(Violation::new(rule, format!("'{name}' is active, or out of the game")));
    }
    if state.away.and_then(|away| away.due).is_some_and(|due| due > position.turn) {
        let text = format!("'{name}' was deactivated in this game-turn");
        return Err(Violation::new("1914 17.2.2", text));
    }
    if options(rules, position, Siting { depot: unit, why: Sited::Detachment }).is_empty() {
        return Err(Violation::new(rule, format!("there is no railway for '{name}'")));
    }
    Ok(())
}

/// Whether a unit is the depot of an army detachment.
pub fn is_detachment(rules: &Rules, unit: Unit) -> bool {
    let army = rules.compiled.unit(unit).formation;
    rules.piece(unit).kind == Kind::Depot
        && army.is_some_and(|army| rules.detachments.contains(&army))
}

/// 1914 17.2.2: whether a side may deactivate a detachment: nothing is attached to it.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_deactivation(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    const RULE: &str = "1914 17.2.2";
    let name = &rules.unit(unit).name;
    let own = rules.side_of(unit) == side && is_detachment(rules, unit);
    if !own || position.hex(unit).is_none() {
        return Err(Violation::new(RULE, format!("'{name}' is no active army detachment")));
    }
    let army = command::printed(rules, unit);
    let under = |other: Unit| {
        let piece = rules.piece(other);
        let marked = piece.is_formation() || piece.kind == Kind::Train;
        marked && position.hex(other).is_some() && armies::army(rules, position, other) == army
    };
    match rules.units_of(side).iter().find(|other| under(**other)) {
        None => Ok(()),
        Some(other) => {
            let text = format!("'{}' is attached to it", rules.unit(*other).name);
            Err(Violation::new(RULE, text))
        }
    }
}

/// Deactivates a detachment: its depot leaves the map until the next game-turn at least.
pub fn deactivate(cx: &mut PlayContext<'_, Offensive>, unit: Unit) {
    let due = cx.position.turn.saturating_add(1);
    cx.to_box(unit, DETACHMENT, Some(due), "1914 17.2.2");
}

/// What a side may do with the depots of its detachments in an attachment phase. That a depot is
/// relocated is asked for where it is picked.
pub fn of_attachment(rules: &Rules, side: usize) -> Vec<Act> {
    let depots = rules.units_of(side).iter().copied();
    let depots = depots.filter(|&unit| rules.piece(unit).kind == Kind::Depot);
    let acts = depots.flat_map(|unit| [Act::Activate { unit }, Act::Deactivate { unit }]);
    acts.collect()
}
