//! Rules of play for a ruleset that has none: to begin with, after one of a few templates.
//!
//! A template is data (`templates/rules-of-play/`). It is complete: with the rules of play it
//! brings a sequence of play, and the charts, ratings and unit types that they need, where the
//! ruleset has none that do.

use std::sync::LazyLock;

use salient_rules::Systems;
use salient_schema::rules_of_play::RulesOfPlay;
use salient_schema::ruleset::{RatingDef, RatingUse, SequenceStep, Side, Table, UnitType};
use salient_schema::{OrderOfBattle, Ruleset, Scenario};
use serde::Deserialize;

use crate::apply::books_and_scenario;
use crate::document::Document;
use crate::edit::{Edit, RulesetHead};
pub use crate::stand_ins::Lacking;
use crate::stand_ins::{adopt_ratings, stand_in};

/// The system that plays rules of play, as the data contract names it.
pub const PLAYED_BY: &str = "standard";

/// Rules of play to begin with.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// What it is called.
    pub title: String,
    /// What it is like, in a few sentences.
    pub about: String,
    /// Ratings, each for rulesets that have none of its use.
    ratings: Vec<RatingDef>,
    /// Unit types.
    #[serde(default)]
    types: Vec<UnitType>,
    /// Charts.
    tables: Vec<Table>,
    /// The rules of play. `$1` is the first side, `$2` the second.
    rules_of_play: RulesOfPlay,
    /// The steps of a game-turn before the player-turns.
    #[serde(default)]
    before: Vec<SequenceStep>,
    /// The steps of each side's player-turn; no player-turns where there are none.
    #[serde(default)]
    each_side: Vec<SequenceStep>,
    /// The steps of a game-turn after the player-turns.
    #[serde(default)]
    after: Vec<SequenceStep>,
}

/// The templates, the plainest first, as text and read.
const TEXTS: [&str; 4] = [
    include_str!("../templates/rules-of-play/bare.json"),
    include_str!("../templates/rules-of-play/corps.json"),
    include_str!("../templates/rules-of-play/tactical.json"),
    include_str!("../templates/rules-of-play/chits.json"),
];

static TEMPLATES: LazyLock<Vec<Template>> =
    LazyLock::new(|| TEXTS.iter().filter_map(|text| serde_json::from_str(text).ok()).collect());

/// The templates, the plainest first.
pub fn templates() -> &'static [Template] {
    &TEMPLATES
}

impl Template {
    /// Gives a ruleset these rules of play, in place of those that it has. Its sequence of play is
    /// then the template's; charts, ratings and unit types of its own stay as they are.
    pub fn put(&self, ruleset: &mut Ruleset) {
        let layout = &mut ruleset.counters;
        for rating in &self.ratings {
            let has = |own: &RatingDef| own.id == rating.id || serves(own, rating);
            if !layout.ratings.iter().any(has) {
                // The bottom line shows what no counter may be without.
                if !rating.optional {
                    let dash = if layout.pattern.is_empty() { "" } else { "-" };
                    layout.pattern = format!("{}{dash}{{{}}}", layout.pattern, rating.id);
                }
                layout.ratings.push(rating.clone());
            }
        }
        let missing = |kind: &&UnitType| layout.types.iter().all(|own| own.id != kind.id);
        let types: Vec<_> = self.types.iter().filter(missing).cloned().collect();
        layout.types.extend(types);
        let missing = |table: &&Table| ruleset.tables.iter().all(|own| own.id != table.id);
        let tables: Vec<_> = self.tables.iter().filter(missing).cloned().collect();
        ruleset.tables.extend(tables);
        ruleset.sequence = self.sequence(&ruleset.sides);
        ruleset.rules_of_play = Some(self.rules(&ruleset.sides));
    }

    /// The rules of play for these sides.
    fn rules(&self, sides: &[Side]) -> RulesOfPlay {
        let mut rules = self.rules_of_play.clone();
        let Some(supply) = &mut rules.supply else { return rules };
        for (number, side) in (1..).zip(sides) {
            let stands_for = format!("${number}");
            for id in supply.sources.iter_mut().flat_map(|source| &mut source.who.of) {
                if *id == stands_for {
                    id.clone_from(&side.id);
                }
            }
        }
        // Whom the game does not have needs no supply.
        supply.sources.retain(|source| !source.who.of.iter().any(|id| id.starts_with('$')));
        rules
    }

    /// The sequence of play for these sides.
    fn sequence(&self, sides: &[Side]) -> Vec<SequenceStep> {
        let player_turn = |side: &Side| {
            let of_side = |step: &SequenceStep| SequenceStep {
                id: format!("{}-{}", side.id, step.id),
                side: Some(side.id.clone()),
                ..step.clone()
            };
            SequenceStep {
                id: format!("{}-turn", side.id),
                name: format!("{} player-turn", side.name),
                side: Some(side.id.clone()),
                steps: self.each_side.iter().map(of_side).collect(),
                ..SequenceStep::default()
            }
        };
        let turns = sides.iter().filter(|_| !self.each_side.is_empty()).map(player_turn);
        let steps = self.before.iter().cloned().chain(turns).chain(self.after.iter().cloned());
        steps.collect()
    }
}

/// Whether a rating does what another is for.
fn serves(own: &RatingDef, wanted: &RatingDef) -> bool {
    wanted.uses.iter().any(|wanted| {
        own.uses.iter().any(|own| {
            // Who tells attack from defence has strengths enough.
            own == wanted || (*wanted, *own) == (RatingUse::Strength, RatingUse::Attack)
        })
    })
}

/// What plays the rules of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedBy {
    /// Nothing: it names no system that this program has.
    Nobody,
    /// A system that is written in Rust, by its title.
    Program(String),
    /// Its own rules of play.
    RulesOfPlay,
}

impl PlayedBy {
    /// What plays a ruleset.
    pub fn of(ruleset: &Ruleset, systems: Systems) -> Self {
        if ruleset.system() == PLAYED_BY {
            return Self::RulesOfPlay;
        }
        let system = systems.find(ruleset.system());
        system.map_or(Self::Nobody, |system| Self::Program(system.info().title.to_owned()))
    }
}

/// A ruleset, the orders of battle and the scenario.
type Parts = (Ruleset, Vec<OrderOfBattle>, Scenario);

impl Document {
    /// Gives the ruleset the rules of play of a template, in one step: the system that plays them,
    /// the sequence of play, and what charts and ratings they need. Ratings that are there are used
    /// for what their names suggest; whatever counters and terrain lack, something stands in for,
    /// as a note of the ruleset says.
    pub fn give_rules_of_play(&self, template: &Template) -> Edit {
        let ((mut ruleset, books, scenario), lacking) = self.with_rules_of_play(template);
        let stood_in = lacking.iter().filter(|one| one.stood_in);
        let notes = stood_in.map(|one| format!("To be written: {} ({}).", one.what, one.place));
        ruleset.notes.extend(notes);
        let sequence = std::mem::replace(&mut ruleset.sequence, self.ruleset().sequence.clone());
        let head = RulesetHead::of(&ruleset).played_by(Some(PLAYED_BY), self.systems());
        head.put(&mut ruleset);
        let ruleset = Box::new(ruleset);
        let mut edits = vec![Edit::ReplaceRuleset { ruleset }, self.set_sequence(sequence)];
        edits.extend(books_and_scenario(self.bundle(), books, scenario));
        Edit::All { edits }
    }

    /// What the rules of play of a template need that is not there, with where it is written.
    pub fn lacks_for(&self, template: &Template) -> Vec<Lacking> {
        self.with_rules_of_play(template).1
    }

    /// The parts that the rules of a template change, as they are with them.
    fn with_rules_of_play(&self, template: &Template) -> (Parts, Vec<Lacking>) {
        // Nothing of the map, which may be large.
        let from = self.bundle();
        let mut ruleset = from.ruleset.clone();
        let mut orders_of_battle = from.orders_of_battle.clone();
        let mut scenario = from.scenario.clone();
        adopt_ratings(&mut ruleset.counters);
        template.put(&mut ruleset);
        let lacking = stand_in(&mut ruleset, &mut orders_of_battle, &mut scenario);
        ((ruleset, orders_of_battle, scenario), lacking)
    }
}
