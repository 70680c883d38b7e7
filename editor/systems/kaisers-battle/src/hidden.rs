//! Choices that a side makes in secret (KB 9.22, 12.0).

use crate::air::AirPoints;
use crate::guns::Guns;
use crate::position::{Fnv, Position};
use crate::rules::enemy_of;

/// What each side has chosen and not yet shown.
///
/// A choice goes in, and both come out together; nobody can read one alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hidden {
    choices: [Option<Choice>; 2],
}

/// A choice made in secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Points for counter-battery fire (KB 9.21).
    CounterBattery(Guns),
    /// What the aircraft do (KB 12.0).
    Air(AirPoints),
}

impl Hidden {
    /// Keeps what a side has chosen.
    pub fn put(&mut self, side: usize, choice: Choice) {
        self.choices[side] = Some(choice);
    }

    /// The first side that has not chosen yet.
    pub fn to_choose(&self) -> Option<usize> {
        self.choices.iter().position(Option::is_none)
    }

    /// How many sides have chosen.
    pub fn made(&self) -> u32 {
        self.choices.iter().flatten().count() as u32
    }

    /// Shows both choices, once both are made, and forgets them.
    pub fn show(&mut self) -> Option<[Choice; 2]> {
        let [Some(first), Some(second)] = self.choices else { return None };
        self.choices = [None, None];
        Some([first, second])
    }

    fn forget(&mut self, side: usize) {
        self.choices[side] = None;
    }

    pub fn hash(&self, hash: &mut Fnv) {
        for choice in &self.choices {
            match choice {
                None => hash.add(0),
                Some(Choice::CounterBattery(guns)) => {
                    hash.add(1);
                    hash.add_guns(*guns);
                }
                Some(Choice::Air(points)) => {
                    hash.add(2);
                    points.hash(hash);
                }
            }
        }
    }
}

impl Position {
    /// The position as a player of `side` may think it on: without what the enemy has chosen in
    /// secret.
    pub fn imagined(&self, side: usize) -> Self {
        let mut imagined = self.clone();
        imagined.forget_secret(side);
        imagined
    }

    /// Takes out what the enemy of `side` has chosen in secret.
    pub fn forget_secret(&mut self, side: usize) {
        self.hidden.forget(enemy_of(side));
    }
}
