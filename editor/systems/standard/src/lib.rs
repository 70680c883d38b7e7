//! The system `standard`: a designer's own game, played by the rules that its ruleset states as
//! data ([`RulesOfPlay`](salient_schema::rules_of_play::RulesOfPlay)).
//!
//! A ruleset that says `"rules": "standard"` is played by it, under the ruleset's own id, title and
//! rule numbers. Each procedure is a file, compiled once from the data; a number of the rules is a
//! `Number` with its exceptions, whom a rule is about are
//! `Members`.
//!
//! | file | what |
//! |---|---|
//! | `numbers` | numbers with exceptions, conditions, groups |
//! | `citations` | the rules by their numbers |
//! | `rules` | everything compiled |
//! | `terrain` | the terrain effects chart for those who move |
//! | `enemies` | who is whose enemy, where they stand |
//! | `stacking`, `zones`, `movement` | set-up, movement |
//! | `overrun`, `rail` | overrun in the midst of a move, rail movement |
//! | `arrivals` | set-up by the players, reinforcements |
//! | `supply`, `command`, `replacements` | supply, headquarters, replacements |
//! | `weather` | weather and events by charts |
//! | `combat` | combat, retreat, advance |
//! | `fire` | fire and bombardment, lines of sight, opportunity fire |
//! | `results`, `morale`, `leaders` | what results do to units, whether attacks or fire bring them |
//! | `states`, `hindrance`, `recovery` | states of units: how they come, what they do, how they end |
//! | `hidden`, `beginnings` | hidden units; what units may begin in |
//! | `victory` | points and ends |
//! | `sequence` | steps of the sequence of play, activations |
//! | `event` | what the log tells, and in which words |
//! | `game`, `acts`, `state`, `answers`, `start` | what the kernel asks of a system |
//! | `book` | the rule book that writes itself |
//! | `bot` | no rules: who plays a test-run |

mod acts;
mod answers;
mod arrivals;
mod beginnings;
mod book;
mod bot;
mod citations;
mod combat;
mod command;
mod enemies;
mod event;
mod fire;
mod game;
mod hidden;
mod hindrance;
mod leaders;
mod morale;
mod movement;
mod numbers;
mod overrun;
mod prompts;
mod rail;
mod recovery;
mod replacements;
mod results;
mod rules;
mod sequence;
mod stacking;
mod start;
mod state;
mod states;
mod supply;
mod terrain;
mod victory;
mod weather;
mod zones;

use std::sync::Arc;

use salient_rules::acts::Acts;
use salient_rules::book::Book;
use salient_rules::bot::{BotInfo, RANDOM, SEARCHER};
use salient_rules::game::CompiledScenario;
use salient_rules::odds::OddsBand;
use salient_rules::play;
use salient_rules::states::{PlainStates, UnitStates};
use salient_rules::system::{OwnSchema, Published, SourceName};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Action, Bot, Checker, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::ruleset::{Ruleset, SetUpCheck};
use salient_schema::{Bundle, Diagnostic};

use game::Standard;

pub use citations::{Chapter, Citations};

/// Its id: what a ruleset names in its field `rules`.
pub const ID: &str = "standard";

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// Who plays it, weakest first.
static BOTS: [BotInfo; 4] = [
    RANDOM,
    BotInfo::new(Bot::HEURISTIC, "Rules of thumb"),
    BotInfo::new(Bot::PLANNER, "Planner"),
    SEARCHER,
];

/// The row of the registry: what it makes of a ruleset plays it.
#[derive(Debug)]
pub struct Rulebook;

/// A ruleset's own system.
struct Made {
    id: String,
    title: String,
    states: Option<&'static PlainStates>,
}

impl System for Rulebook {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: ID, title: "Rules as data" }
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn made_of(&self, ruleset: &Ruleset) -> Option<Arc<dyn System>> {
        let made = || Made {
            id: ruleset.id.clone(),
            title: ruleset.title.clone(),
            states: beginnings::of(ruleset),
        };
        (ruleset.system() == ID).then(|| Arc::new(made()) as _)
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<Standard>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<Standard>(bundle)
    }

    fn checks_itself(&self) -> &[SetUpCheck] {
        &[SetUpCheck::Impassable, SetUpCheck::Stacking, SetUpCheck::MixedHex]
    }

    fn bots(&self) -> &[BotInfo] {
        &BOTS
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        event::lines(event, words)
    }

    fn act(&self, action: &Action, acts: &Acts<'_>) -> Option<String> {
        let (act, said) = acts.read(action)?;
        combat::words::act(&act, &said)
    }

    fn odds_bands(&self, bundle: &Bundle) -> Vec<OddsBand> {
        combat::words::odds_bands(bundle)
    }

    fn both_sides_count(&self) -> bool {
        true
    }

    fn point_sources(&self) -> Vec<SourceName<'_>> {
        vec![
            SourceName::new("hexes", "", "Hexes held", "hexes"),
            SourceName::new("losses", "", "Enemy losses", "losses of the enemy"),
            SourceName::new("exits", "", "Units that left the map", "exits"),
            SourceName::new("events", "", "Events", ""),
        ]
    }

    #[cfg(feature = "json-schema")]
    fn schemas_of_types(&self) -> Vec<(String, String)> {
        use salient_rules::system::SchemaOf;
        let info = self.info();
        vec![
            SchemaOf::Event.of_type::<event::Detail>(&info),
            SchemaOf::Action.of_type::<acts::Act>(&info),
            SchemaOf::Case.of_type::<start::CaseStart>(&info),
        ]
    }
}

impl System for Made {
    fn book(&self, ruleset: &Ruleset, scenario: Option<&Bundle>) -> Option<Book> {
        Some(book::of(ruleset, scenario))
    }

    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: &self.id, title: &self.title }
    }

    fn published(&self) -> &Published {
        const NOTHING: Published =
            Published { rules: "", cases: &[], files: &[], scenarios: &[], schemas: &[] };
        &NOTHING
    }

    fn states(&self) -> Option<&dyn UnitStates> {
        self.states.map(|states| states as _)
    }

    // All else is as of any ruleset.

    // A game by hand learns from them what an action is made of.
    fn schemas(&self) -> Vec<OwnSchema> {
        Rulebook.schemas()
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        Rulebook.prepare(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Rulebook.checker(bundle, roles)
    }

    fn checks_itself(&self) -> &[SetUpCheck] {
        Rulebook.checks_itself()
    }

    fn bots(&self) -> &[BotInfo] {
        Rulebook.bots()
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        Rulebook.words(event, words)
    }

    fn act(&self, action: &Action, acts: &Acts<'_>) -> Option<String> {
        Rulebook.act(action, acts)
    }

    fn odds_bands(&self, bundle: &Bundle) -> Vec<OddsBand> {
        Rulebook.odds_bands(bundle)
    }

    fn both_sides_count(&self) -> bool {
        Rulebook.both_sides_count()
    }

    fn point_sources(&self) -> Vec<SourceName<'_>> {
        Rulebook.point_sources()
    }
}
