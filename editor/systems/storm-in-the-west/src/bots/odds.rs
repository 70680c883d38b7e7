//! What an attack will bring, over all six dice.

use crate::combat::Attack;
use crate::position::Position;
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;

/// What an attack will bring, in sixths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forecast {
    /// Steps that the attacker loses, no more than he has.
    pub attacker: i32,
    /// Steps that the defender loses, no more than he has.
    pub defender: i32,
    /// Dice that leave the hex empty, or would with one step more taken as a retreat.
    pub cleared: i32,
}

/// The forecast of an attack. The defender's aircraft are left out.
pub fn forecast(position: &Position, rules: &Rules, attack: &Attack) -> Forecast {
    let reckoning = position.reckon(rules, attack, None);
    let numbers = &rules.constants;
    let modifier = reckoning.modifier();
    let own = steps(position, rules, attack.units.iter().copied());
    let theirs = steps(position, rules, position.defenders(attack.hex));
    let mut out = Forecast::default();
    for die in 1..=6 {
        let (attacker, defender) = match reckoning.column {
            None => (numbers.poor_odds_attacker, numbers.poor_odds_defender),
            Some(column) => {
                let row = (die + modifier).clamp(numbers.die_least, numbers.die_most);
                let (attacker, defender) = rules.crt.read(row, column);
                (i32::from(attacker), i32::from(defender))
            }
        };
        out.attacker += (attacker + reckoning.fortress).min(own);
        out.defender += defender.min(theirs);
        out.cleared += i32::from(defender >= theirs);
    }
    out
}

fn steps(position: &Position, rules: &Rules, units: impl Iterator<Item = Unit>) -> i32 {
    units.map(|unit| i32::from(position.steps(rules, unit))).sum()
}

/// An attack of ground units alone.
pub fn plain(hex: Hex, units: &[Unit]) -> Attack {
    Attack { hex, units: units.to_vec(), guns: None, air: Vec::new() }
}
