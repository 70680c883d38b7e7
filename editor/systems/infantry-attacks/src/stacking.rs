//! IA 4.1, 4.3: stacking, at all times.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::rules::{InfantryAttacks, Rules};
use crate::units::Kind;

/// The units of a side in a hex, as stacking counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stack {
    pub combat: i32,
    pub companies: i32,
    pub transports: i32,
}

impl Stack {
    /// Counts one more. Leaders count nothing; what is on board is in no hex.
    fn add(&mut self, rules: &Rules, unit: Unit) {
        let piece = rules.piece(unit);
        self.combat += i32::from(piece.kind.is_combat());
        self.companies += i32::from(piece.kind.is_combat() && piece.company);
        self.transports += i32::from(piece.kind == Kind::Transport);
    }

    /// Those of a side in a hex, and whoever comes besides.
    pub fn of(
        rules: &Rules,
        position: &Position<InfantryAttacks>,
        side: usize,
        hex: Hex,
        besides: &[Unit],
    ) -> Self {
        let mut stack = Self::default();
        let there = position.stack(hex).filter(|unit| !besides.contains(unit));
        let own = there.filter(|&unit| rules.side_of(unit) == side);
        own.chain(besides.iter().copied()).for_each(|unit| stack.add(rules, unit));
        stack
    }

    /// Whether a hex holds so many.
    pub fn fits(self, rules: &Rules) -> bool {
        let numbers = &rules.numbers;
        self.combat <= numbers.combat_units_limit
            && self.companies <= numbers.companies_limit
            && self.transports <= numbers.transports_limit
    }
}

/// Whether units of a side bar a hex to their enemies: combat units do, leaders and transports do
/// not (IA 5.44).
pub fn barred_to(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    hex: Hex,
) -> bool {
    position.board().present(hex) & !(1 << side) != 0
        && position
            .stack(hex)
            .any(|unit| rules.side_of(unit) != side && rules.piece(unit).kind.is_combat())
}

/// Whether a unit that is off the map may stand in a hex.
pub fn may_stand(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    let (label, side) = (rules.compiled.label(hex), rules.side_of(unit));
    if rules.piece(unit).off_board {
        return Err(Violation::new("IA 9.5", "off-board artillery stands nowhere on the map"));
    }
    if rules.compiled.map.hex_cost(hex).is_none() {
        return Err(Violation::new("IA 5.84", format!("no unit stands in {label}")));
    }
    // A scenario may begin in the midst of an assault (IA 12.5).
    // Whoever is carried stands in no hex of his own (IA 4.1).
    let aboard = rules.start[unit.index()].1.is_some();
    if !aboard && !Stack::of(rules, position, side, hex, &[unit]).fits(rules) {
        let text =
            format!("{label} holds no more units of the kind of '{}'", rules.unit(unit).name);
        return Err(Violation::new("IA 4.1", text));
    }
    Ok(())
}

/// The combat units of a side in a hex.
pub fn combat_units<'a>(
    rules: &'a Rules,
    position: &'a Position<InfantryAttacks>,
    side: usize,
    hex: Hex,
) -> impl Iterator<Item = Unit> + 'a {
    position
        .stack(hex)
        .filter(move |&unit| rules.side_of(unit) == side && rules.piece(unit).kind.is_combat())
}
