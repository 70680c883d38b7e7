//! 1914 4: the sequence of play: what each step is, whose turn it is and who acts in it.

use salient_rules::play::{Phase, PlayContext};

use crate::roles::STEPS;
use crate::rules::{Offensive, Rules};
use crate::state::OF_PHASE;
use crate::{armies, arrivals, battle, control, march, plans, rails, retire, supply, victory};

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

/// Begins a step of the sequence of play.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, phase: &Phase) {
    let Some(now) = cx.rules.stage(&phase.id) else { return };
    for unit in cx.rules.all_units() {
        *cx.position.flags_mut(unit) &= !OF_PHASE;
    }
    control::begin_phase(cx, now.stage);
    match now.stage {
        Stage::Preliminary => arrivals::begin(cx, now.active),
        Stage::JointPreliminary => plans::begin(cx, now.phasing),
        Stage::Attachment => armies::begin(cx, now.active),
        Stage::Supply => supply::begin(cx, now.active),
        Stage::RailEngineering => rails::begin(cx, now.active),
        Stage::Movement | Stage::CounterMovement => march::begin(cx, now),
        Stage::Attack | Stage::CounterAttack => battle::begin(cx, now.active),
        Stage::Finishing => retire::begin(cx, now.phasing),
        Stage::Replacements => arrivals::begin_replacements(cx),
        Stage::InterPhase => victory::inter_phase(cx),
    }
}

/// What is left of a step when nothing is to be done any more.
pub fn end(cx: &mut PlayContext<'_, Offensive>) {
    let phase = cx.position.phase_id(cx.rules).to_owned();
    let Some(now) = cx.rules.stage(&phase) else { return };
    match now.stage {
        Stage::Movement | Stage::CounterMovement => march::end(cx, now),
        Stage::Attack | Stage::CounterAttack => battle::end(cx, now.active),
        Stage::Finishing => victory::end_player_turn(cx, now.phasing),
        _ => {}
    }
}
