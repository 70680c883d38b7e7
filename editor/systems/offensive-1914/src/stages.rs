//! 1914 4: what each step of the sequence of play is to the rules, and whose.

use crate::roles::STEPS;
use crate::rules::Rules;

/// What is done in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    Preliminary,
    JointPreliminary,
    Attachment,
    Supply,
    RailEngineering,
    Movement,
    CounterMovement,
    Attack,
    CounterAttack,
    Finishing,
    Replacements,
    InterPhase,
}

/// A step of the sequence of play by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Now {
    pub stage: Stage,
    /// The phasing side (1914 4.1).
    pub phasing: usize,
    /// The active side (1914 4.2).
    pub active: usize,
}

/// The stages of a player-turn in the order of [`STEPS`].
const OF_PLAYER_TURN: [Stage; 10] = [
    Stage::Preliminary,
    Stage::JointPreliminary,
    Stage::Attachment,
    Stage::Supply,
    Stage::RailEngineering,
    Stage::Movement,
    Stage::CounterMovement,
    Stage::Attack,
    Stage::CounterAttack,
    Stage::Finishing,
];

impl Rules {
    /// What a step of the sequence of play is to the rules; none for one that they do not know.
    pub fn stage(&self, phase: &str) -> Option<Now> {
        let place = self.steps.iter().position(|id| id.as_deref() == Some(phase))?;
        let each = OF_PLAYER_TURN.len();
        if place >= 2 * each {
            let stage = if place == 2 * each { Stage::Replacements } else { Stage::InterPhase };
            return Some(Now { stage, phasing: self.allied, active: self.allied });
        }
        debug_assert!(place < STEPS.len());
        let phasing = if place < each { self.allied } else { self.german };
        let stage = OF_PLAYER_TURN[place % each];
        let counter = matches!(stage, Stage::CounterMovement | Stage::CounterAttack);
        let active = if counter { self.enemy(phasing) } else { phasing };
        Some(Now { stage, phasing, active })
    }
}
