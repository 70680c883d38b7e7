//! Generators of set-ups: a system whose rule book says how a battlefield is made may offer one.
//!
//! It asks [`Question`]s, which are data that a command line and a page can put alike, and runs
//! through its steps from a seed. Each step has a stream of dice of its own, so that a step that is
//! rolled again, or kept as it was, leaves the dice of the others alone.

use std::collections::BTreeMap;

use salient_schema::event::Event;
use salient_schema::numbering::HexIndex;
use salient_schema::{Bundle, Diagnostic, Id};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Makes set-ups by the rules of a system.
pub trait Generator: Send + Sync {
    /// What is asked before the first step, in order.
    fn questions(&self) -> &'static [Question];

    /// The steps, in order.
    fn steps(&self) -> &'static [GeneratorStep];

    /// Runs all steps by the published ruleset, or by that of a scenario, which answers what the
    /// request leaves open.
    ///
    /// # Errors
    /// What is wrong with the answers, or does not fit, each with its rule.
    fn generate(
        &self,
        base: Option<&Bundle>,
        request: &Request,
    ) -> Result<Generated, Vec<Diagnostic>>;

    /// What a scenario of the system answers, for a set-up like it: what it says nothing of is left
    /// out, as is the size of the board, which each set-up needs anew.
    ///
    /// # Errors
    /// Why it answers nothing.
    fn answers_of(&self, scenario: &Bundle) -> Result<BTreeMap<String, String>, Vec<Diagnostic>>;

    /// The kinds of lulls that it can carry out on a scenario with losses: `short`, `long`.
    fn lulls(&self) -> &'static [&'static str] {
        &[]
    }

    /// Carries a lull out.
    ///
    /// # Errors
    /// Why it cannot be carried out on this scenario.
    fn lull(&self, bundle: &Bundle, kind: &str, seed: u64) -> Result<Generated, Vec<Diagnostic>>;
}

/// A question that is asked before a set-up is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its name in answers: `year`.
    pub id: &'static str,
    /// What is asked, in a few words.
    pub asks: &'static str,
    /// What hangs on the answer, in a sentence.
    pub explains: &'static str,
    /// The rule.
    pub rule: &'static str,
    /// What may be answered.
    pub answer: Answer,
    /// What holds where nothing is answered; empty where the generator works it out.
    pub otherwise: &'static str,
}

/// What may be answered to a [`Question`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One of these: id and explanation.
    Choice(&'static [(&'static str, &'static str)]),
    /// A nation of the system's ruleset, by its id.
    Nation,
    /// A whole number between two; where the least is 0, 0 leaves it to the generator.
    Number(u32, u32),
    /// Two whole numbers with a comma between them, each between two.
    Pair(u32, u32),
}

/// A step of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratorStep {
    /// Its name in locks.
    pub id: &'static str,
    /// What a reader calls it.
    pub title: &'static str,
    /// The rule.
    pub rule: &'static str,
}

/// What is to be generated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Answers by question.
    pub answers: BTreeMap<String, String>,
    /// The seed of all streams of dice.
    pub seed: u64,
    /// Steps that stand as they are, with the outcome that the log of an earlier run told.
    pub kept: BTreeMap<Id, Value>,
    /// Steps whose dice are thrown again, and how many times.
    pub again: BTreeMap<Id, u32>,
    /// Dice that were thrown on a table, by step; the stream goes on after them.
    pub dice: BTreeMap<Id, Vec<u8>>,
}

/// What was generated: an ordinary scenario, and how it came about.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Ruleset, map, order of battle and scenario.
    pub bundle: Bundle,
    /// Every die and every number with its rule.
    pub events: Vec<Event>,
    /// The outcome of each step, as [`Request::kept`] takes it.
    pub outcomes: BTreeMap<Id, Value>,
    /// The same in words, a line each; a heading has no space before it.
    pub told: Vec<String>,
    /// Numbers that are worth comparing over many seeds, by name: `attacker: barrages`. What one
    /// side has begins with the side's role, a colon and a space; what belongs to no side does not.
    /// Every set-up of the same questions has the same names.
    pub counts: Vec<(String, i64)>,
    /// Numbers of hexes that are worth adding up over many seeds, in the same order in every
    /// set-up; empty where the rules have none.
    pub hexes: Vec<HexCounts>,
    /// The hex that lies where this one lies in other set-ups. Boards differ in size from seed to
    /// seed; they are laid one upon the other at this hex. Its column and row are even, so that
    /// hexes lie upon hexes whichever way the grid is turned.
    pub anchor: HexIndex,
}

/// Numbers of hexes of a set-up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexCounts {
    /// What is counted, with the side's role as in [`Generated::counts`]: `defender: positions`.
    pub name: String,
    /// The hexes that have any, each once.
    pub hexes: Vec<(HexIndex, u32)>,
}

impl Generated {
    /// What is told, by heading: of a set-up a step each, in their order.
    pub fn chapters(&self) -> impl Iterator<Item = (&str, &[String])> {
        let chapters = self.told.chunk_by(|_, next| next.starts_with(' '));
        chapters.filter_map(|chapter| {
            let (heading, lines) = chapter.split_first()?;
            Some((heading.as_str(), lines))
        })
    }
}
