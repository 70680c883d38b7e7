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
//! | `acts`, `event` | what a side may do; its own events |
//! | `bot` | no rules: the scout, who plays a test-run |

mod acts;
mod bot;
pub mod event;
mod fire;
mod game;
mod movement;
mod opening;
mod roles;
mod rules;
mod victory;

use salient_rules::bot::{BotInfo, RANDOM};
use salient_rules::game::CompiledScenario;
use salient_rules::play;
use salient_rules::system::{FactTable, Published};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Bot, Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};

use game::Skirmish;

/// The scout, who goes for his objective and fires at whoever is in the way.
pub const SCOUT: Bot = Bot::named("scout");

/// Who plays it, weakest first.
static BOTS: [BotInfo; 3] =
    [RANDOM, BotInfo::new(Bot::HEURISTIC, "Rules of thumb"), BotInfo::new(SCOUT, "Scout")];

/// What of the system is built.
pub const INFO: SystemInfo = SystemInfo { id: "skirmish", title: "Skirmish" };

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// The rules of Skirmish.
#[derive(Debug)]
pub struct Rulebook;

impl System for Rulebook {
    fn info(&self) -> SystemInfo<'_> {
        INFO
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<Skirmish>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<Skirmish>(bundle)
    }

    fn checks_itself(&self) -> &[SetUpCheck] {
        &[SetUpCheck::Impassable, SetUpCheck::Stacking, SetUpCheck::MixedHex]
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
    }

    fn bots(&self) -> &'static [BotInfo] {
        &BOTS
    }

    fn both_sides_count(&self) -> bool {
        true
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        event::lines(event, words)
    }

    #[cfg(feature = "json-schema")]
    fn schemas_of_types(&self) -> Vec<(String, String)> {
        use salient_rules::system::SchemaOf;
        vec![
            SchemaOf::Event.of_type::<event::Detail>(&INFO),
            SchemaOf::Action.of_type::<acts::Act>(&INFO),
        ]
    }

    fn tables(&self) -> Vec<FactTable<'_>> {
        vec![FactTable {
            id: event::SHOTS,
            title: "Shots",
            row: "Fired as",
            note: "",
            columns: vec![("times", "Times"), ("hits", "Steps taken")],
            names: Vec::new(),
        }]
    }
}
