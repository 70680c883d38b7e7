//! Skirmish: a small complete game that only the tests know.
//!
//! Three sides, a dozen units, a hidden plan before the game, alternating activations, movement
//! over terrain cost, lines of sight, fire in the midst of the enemy's move, a fire table, a
//! winner by points, and a bot of its own. It lives here to prove that a system is one folder and
//! one row in the registry: `editor/systems/README.md` shows by it how to add one.
//!
//! | file | rules |
//! |---|---|
//! | `roles` | what plays which part in the rules |
//! | `rules` | the ruleset's numbers, compiled (SK 1) |
//! | `opening` | SK 2 plans and set-up |
//! | `movement` | SK 4 |
//! | `fire` | SK 5 and 6 |
//! | `victory` | SK 7 |
//! | `game` | SK 3 activations; what the kernel asks of a system |
//! | `event`, `order` | its own events and actions |
//! | `bot` | no rules: the scout, who plays a test-run |

mod bot;
pub mod event;
mod fire;
mod game;
mod movement;
mod opening;
pub mod order;
mod roles;
mod rules;
mod victory;

use std::sync::Arc;

use salient_rules::bot::{BotInfo, RANDOM};
use salient_rules::game::Begin;
use salient_rules::play;
use salient_rules::system::{FactTable, OwnSchema, Published, SchemaOf};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Bot, Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic};

use game::Skirmish;

/// The scout, who goes for his objective and fires at whoever is in the way.
pub const SCOUT: Bot = Bot::named("scout");

/// What of the system is built.
pub const INFO: SystemInfo = SystemInfo {
    id: "skirmish",
    title: "Skirmish",
    implemented: &[
        ("1.1", "rules::Rules::compile"),
        ("2.1", "opening::check_plan"),
        ("2.2", "opening::check_place"),
        ("3.1", "game::next_activation"),
        ("4.1", "movement::check_move"),
        ("4.2", "movement::may_stand"),
        ("5.1", "fire::offer_opportunity"),
        ("6.1", "fire::check_fire"),
        ("6.2", "fire::resolve"),
        ("7.1", "victory::points"),
        ("7.2", "victory::end_turn"),
    ],
};

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// The rules of Skirmish.
#[derive(Debug)]
pub struct Rulebook;

impl System for Rulebook {
    fn info(&self) -> &SystemInfo {
        &INFO
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn prepare(&self, bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
        play::prepare::<Skirmish>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<Skirmish>(bundle)
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
    }

    fn bots(&self) -> &'static [BotInfo] {
        &[
            RANDOM,
            BotInfo { bot: Bot::HEURISTIC, name: "Rules of thumb" },
            BotInfo { bot: SCOUT, name: "Scout" },
        ]
    }

    fn both_sides_count(&self) -> bool {
        true
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        event::lines(event, words)
    }

    fn schemas(&self) -> Vec<OwnSchema> {
        vec![
            SchemaOf::Event.schema::<event::Detail>(&INFO),
            SchemaOf::Action.schema::<order::Order>(&INFO),
        ]
    }

    fn tables(&self) -> &'static [FactTable] {
        &[FactTable {
            id: event::SHOTS,
            title: "Shots",
            row: "Fired as",
            note: "",
            columns: &[("times", "Times"), ("hits", "Steps taken")],
            names: &[],
        }]
    }
}
