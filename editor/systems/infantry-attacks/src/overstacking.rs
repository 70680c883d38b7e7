//! IA 4.4: a hex that has come to hold too many loses some at once, at the owner's choice.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Decision, Step};
use crate::results;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::Stack;
use crate::units::Kind;

/// Those of a side among whom the owner chooses who goes; nobody where the hex holds all. Of too
/// many companies it is a company, of too many combat units any.
pub fn candidates(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    hex: Hex,
    side: usize,
) -> Vec<Unit> {
    let stack = Stack::of(rules, position, side, hex, &[]);
    let numbers = &rules.numbers;
    let of: fn(Kind, bool) -> bool = match () {
        () if stack.companies > numbers.companies_limit => {
            |kind, company| kind.is_combat() && company
        }
        () if stack.combat > numbers.combat_units_limit => |kind, _| kind.is_combat(),
        () if stack.transports > numbers.transports_limit => |kind, _| kind == Kind::Transport,
        () => return Vec::new(),
    };
    let own = position.stack(hex).filter(|&unit| rules.side_of(unit) == side);
    own.filter(|&unit| of(rules.piece(unit).kind, rules.piece(unit).company)).collect()
}

/// Asks the owner, until the hex holds all.
pub fn go_on(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex, side: usize) {
    if !candidates(cx.rules, cx.position, hex, side).is_empty() {
        cx.ask(side, Decision::Unstack(hex));
    }
}

/// The chosen unit goes as if it had been lost in combat.
pub fn take(cx: &mut PlayContext<'_, InfantryAttacks>, hex: Hex, side: usize, unit: Unit) {
    cx.then(Step::Unstack(hex, side));
    results::eliminate(cx, unit, "overstacking", "IA 4.4");
}
