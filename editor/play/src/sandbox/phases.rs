//! The steps of the sequence of play of a game-turn, to be ticked through.

use salient_rules::base::{self, Phase};
use salient_schema::{Bundle, Id};

use super::Sandbox;

/// A step of the sequence of play, or the heading of several.
#[derive(Clone, Debug)]
pub struct Step {
    /// Whose it is, if it is one side's.
    pub side: Option<Id>,
    /// Whether it has steps of its own, which are played instead.
    pub is_heading: bool,
    phase: Phase<()>,
}

impl Step {
    /// Its id.
    pub fn id(&self) -> &Id {
        &self.phase.id
    }

    /// Its printed name.
    pub fn name(&self) -> &str {
        &self.phase.name
    }
}

/// The whole sequence of play, headings before their steps.
pub(super) fn sequence(bundle: &Bundle) -> Vec<Step> {
    let sides: Vec<Id> = bundle.ruleset.sides.iter().map(|side| side.id.clone()).collect();
    let is_heading = |step: &salient_schema::ruleset::SequenceStep| !step.steps.is_empty();
    // What is wrong with it the checks of the document tell.
    let phases = base::phases(bundle, &sides, "", is_heading, &mut Vec::new());
    let step = |phase: Phase<bool>| Step {
        side: phase.side.and_then(|place| sides.get(place).cloned()),
        is_heading: phase.procedure,
        phase: phase.with(()),
    };
    phases.into_iter().map(step).collect()
}

impl Sandbox {
    /// The steps of the game-turn in order, headings before their steps.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        let turn = self.turn().map_or(0, |(turn, _)| turn);
        self.sequence.iter().filter(move |step| step.phase.comes_in(turn))
    }

    /// The step that is being played; none where the game-turn has none.
    pub fn step(&self) -> Option<&Step> {
        self.played().nth(self.step)
    }

    /// The one after it in the same game-turn.
    pub fn next_step(&self) -> Option<&Step> {
        self.played().nth(self.step + 1)
    }

    /// Whether a step of the game-turn is over.
    pub fn is_over(&self, step: &Step) -> bool {
        self.played().take(self.step).any(|over| over.id() == step.id())
    }

    /// The place of a step in the game-turn, headings left out.
    pub(super) fn place_of_step(&self, id: &str) -> Option<usize> {
        self.played().position(|step| step.id() == id)
    }

    /// The step with which a scenario begins that begins in the midst of a game-turn.
    pub(super) fn first_step(&self, bundle: &Bundle) -> usize {
        let begins = bundle.scenario.start.as_ref().and_then(|start| start.step.as_deref());
        let Some(begins) = begins else { return 0 };
        // Of a heading the first of its own steps.
        let before = self.steps().take_while(|step| step.id() != begins);
        let steps = self.played().count();
        before.filter(|step| !step.is_heading).count().min(steps.saturating_sub(1))
    }

    fn played(&self) -> impl Iterator<Item = &Step> {
        self.steps().filter(|step| !step.is_heading)
    }
}
