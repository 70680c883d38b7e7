//! IA 5.8–5.83: rivers. A river fills hexes; whoever is in one stands on one of its banks.
//!
//! ```text
//!        land                 the six hexes around a river hex, clockwise: where river hexes and
//!   land ╱‾‾╲ river           the edge of the map part them lie its banks, three at most
//!   land ╲__╱ river
//!        land                 here two: the one land hex between is not there, so one bank only
//! ```
//!
//! A unit's bank is a bit each of its flags; no bit where nobody knows, and then all are open. It
//! goes along as the unit follows the river: the bank that shares a land hex with the one that it
//! came along, or else any that does not share one with the banks opposite.

use salient_hex::{Direction, Hex};
use salient_rules::play::{PlayContext, Position, Unit};

use crate::banks::River;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::combat_units;
use crate::state::{BANK_SHIFT, BANKS};
use crate::units::Class;

/// What keeps a unit from a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// The hexes do not touch.
    Apart,
    Terrain,
    Enemy,
    Full,
    /// A step nearer the enemy without a leader.
    Nearer,
    /// A step at night without a leader into a hex that is not one's own.
    Night,
    /// A step over a major river.
    River,
    /// A step onto the map where nobody comes in.
    NoEntry,
}

/// A step that may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Went {
    /// Movement points.
    pub cost: u32,
    /// Whether the move ends with it (IA 5.81).
    pub halts: bool,
    /// The banks on which the mover then is; none off the rivers.
    pub banks: u8,
}

/// IA 5.8–5.82: what a step costs a class of units that is on these banks, or why it is barred.
pub fn step(
    rules: &Rules,
    class: Class,
    banks: u8,
    (from, direction, to): (Hex, Direction, Hex),
) -> Result<Went, Bar> {
    let cost = rules.step(class, from, direction, to).ok_or(Bar::Terrain)?;
    let rivers = &rules.rivers;
    if !rivers.any() {
        return Ok(Went { cost, halts: false, banks: 0 });
    }
    let mut halts = false;
    let leaves = rivers.kind(from) != River::None && rivers.kind(to) == River::None;
    if leaves && banks != 0 && !rivers.is_crossing(from) {
        let there = rivers.bank(from, direction).unwrap_or(0);
        match rivers.kind(from) {
            _ if there & banks != 0 => {}
            River::Major => return Err(Bar::River),
            _ => halts = true,
        }
    }
    Ok(Went { cost, halts, banks: rivers.banks_after(from, banks, direction, to) })
}

/// IA 5.2, 5.82: whether a step must be paid in full, though it be the only one: into a major river
/// off bridges and fords.
pub fn must_pay(rules: &Rules, from: Hex, direction: Direction, to: Hex) -> bool {
    rules.rivers.kind(to) == River::Major
        && !rules.rivers.is_crossing(to)
        && !rules.is_road(from, direction)
}

/// The banks on which a unit is.
pub fn banks(position: &Position<InfantryAttacks>, unit: Unit) -> u8 {
    ((position.state(unit).flags & BANKS) >> BANK_SHIFT) as u8
}

/// A unit has gone from a hex to the next, or from off the map.
pub fn moved(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, from: Option<Hex>, to: Hex) {
    let rules = cx.rules;
    if !rules.rivers.any() {
        return;
    }
    let way = from.and_then(|from| Some((from, rules.compiled.map.grid().direction_to(from, to)?)));
    let now = way.map_or(0, |(from, direction)| {
        rules.rivers.banks_after(from, banks(cx.position, unit), direction, to)
    });
    let flags = cx.position.flags_mut(unit);
    *flags = *flags & !BANKS | u32::from(now) << BANK_SHIFT;
}

/// Whether two units in a hex are on one bank; wherever it is not a major river, or nobody knows,
/// they are.
fn on_one_bank(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    hex: Hex,
    two: [Unit; 2],
) -> bool {
    let [one, other] = two.map(|unit| banks(position, unit));
    rules.rivers.kind(hex) != River::Major || one == 0 || other == 0 || one & other != 0
}

/// IA 5.83: whether a unit in an assault hex has a major river between itself and all combat units
/// of the enemy's there.
pub fn is_cut_off(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    hex: Hex,
    unit: Unit,
) -> bool {
    rules.rivers.kind(hex) == River::Major
        && combat_units(rules, position, 1 - rules.side_of(unit), hex)
            .all(|enemy| !on_one_bank(rules, position, hex, [unit, enemy]))
}

/// IA 5.83: whether a major river parts all of one side in a hex from all of the other.
pub fn parts_all(rules: &Rules, position: &Position<InfantryAttacks>, hex: Hex) -> bool {
    rules.rivers.kind(hex) == River::Major
        && combat_units(rules, position, 0, hex).all(|unit| is_cut_off(rules, position, hex, unit))
}
