//! 1914, Offensive à outrance (GMT, 2013): the opening campaigns on the Western Front. One room a
//! chapter of its rule book.
//!
//! | room | rules |
//! |---|---|
//! | `roles`, `constants`, `tables`, `units`, `terrain`, `rules` | the data of a scenario |
//! | `schedule` | 1914 16, 26, 27: what a scenario says of plans, points and arrivals |
//! | `compile` | that data, read out of a bundle |
//! | `state`, `marks` | the system's part of a position; what the kernel keeps and shows for it |
//! | `acts`, `decision` | what is asked and done, below the rooms that do it |
//! | `game` | what the kernel asks of a system: where each decision, act and step goes |
//! | `remarks` | 1914 2.7.5, 2.8.2, 18.1.1: what is odd about a set-up |
//! | `landmarks` | hexes that rules call by name |
//! | `opening`, `start` | 1914 1.1 what the scenario says of the start |
//! | `kept` | no rules: a position as a scenario of its own |
//! | `stages`, `sequence` | 1914 4 the sequence of play |
//! | `activity` | 1914 1.1, 4.2.1a who becomes active |
//! | `force`, `stacking`, `zones` | 1914 1.1, 5.5 forces; 3.1 stacking; 3.2.2 zones of control |
//! | `intelligence` | 1914 3.1.6 to 3.1.8 |
//! | `control`, `rails` | 1914 3.3 control and fronts; 18 railways |
//! | `fortress`, `garrisons` | 1914 12.0, 12.3, 12.5 fortified camps; 8.6 garrisons |
//! | `siege`, `bombardment` | 1914 12.4, 13.3 bombardment, and its tables |
//! | `siege_guns`, `siege_train` | 1914 13.1, 13.2, 13.4 siege artillery |
//! | `settle` | what any change of place brings: 7.1.4a, 7.8.3, 8.5.2, 8.8.1, 14.4, 15.6.2 |
//! | `command`, `armies` | 1914 5 whom a unit is under; areas of attachment, armies, corps |
//! | `effectiveness` | 1914 6 effectiveness and checks |
//! | `march` | 1914 7, 8.1 to 8.4, 8.6, 8.7, 14.3 movement and its tasks |
//! | `battle` | 1914 9, 10, 11.2, 14.1, 21.1 attacks |
//! | `losses` | 1914 5.5.2, 8.1.1, 9.10 strength reductions |
//! | `retreat` | 1914 11.1 |
//! | `abreast` | 1914 19 forces that take up two hexes |
//! | `retire` | 1914 4.2.9, 8.3 |
//! | `voluntary` | 1914 20 |
//! | `reserves` | 1914 22.4 |
//! | `east` | 1914 25.2 |
//! | `inundation` | 1914 21.3 |
//! | `supply` | 1914 9.4, 15, 17.1.1, 17.2 |
//! | `arrivals` | 1914 12.5, 16, 17.1, 17.2.3, 25.5 |
//! | `paris` | 1914 15.1.6, 22.2 |
//! | `group` | 1914 22.3 |
//! | `bases` | 1914 23.1, 24.3 |
//! | `plans`, `victory` | 1914 26, 27 |
//! | `boxes` | places of units beside the map |
//! | `bots` | no rules: the bots |
//! | `answers`, `prompts`, `words` | no rules: what the screens ask of a game, and what acts are called |

mod abreast;
mod activity;
mod acts;
mod answers;
mod armies;
mod arrivals;
mod bases;
mod battle;
mod bombardment;
mod bots;
mod boxes;
mod case_start;
mod command;
mod compile;
mod constants;
mod control;
mod decision;
mod east;
mod effectiveness;
pub mod event;
mod force;
mod fortress;
mod game;
mod garrisons;
mod group;
mod intelligence;
mod inundation;
mod kept;
mod landmarks;
mod losses;
mod march;
mod marks;
mod opening;
mod paris;
mod plans;
mod prompts;
mod rails;
mod remarks;
mod reserves;
mod retire;
mod retreat;
mod roles;
mod rules;
mod schedule;
mod sequence;
mod settle;
mod siege;
mod siege_guns;
mod siege_train;
mod stacking;
mod stages;
mod start;
mod state;
mod supply;
mod tables;
mod terrain;
mod units;
mod victory;
mod voluntary;
mod words;
mod zones;

use salient_rules::acts::Acts;
use salient_rules::bot::{BotInfo, RANDOM};
use salient_rules::game::CompiledScenario;
use salient_rules::limits::FormationLimit;
use salient_rules::odds::OddsBand;
use salient_rules::play::{self, BoxDef, MarkDef, Stepwise};
use salient_rules::system::{FactTable, Published};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Action, Bot, Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};

use crate::rules::Offensive;

/// What of the system is built.
pub const INFO: SystemInfo =
    SystemInfo { id: "offensive-1914", title: "1914, Offensive à outrance" };

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// Its bots, weakest first.
static BOTS: [BotInfo; 3] =
    [RANDOM, BotInfo::new(Bot::HEURISTIC, "Rules of thumb"), BotInfo::new(Bot::PLANNER, "Planner")];

/// The rules of 1914, Offensive à outrance.
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
        play::prepare::<Offensive>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<Offensive>(bundle)
    }

    fn checks_itself(&self) -> &[SetUpCheck] {
        &[SetUpCheck::Impassable, SetUpCheck::Stacking, SetUpCheck::MixedHex]
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
    }

    fn marks(&self) -> &'static [MarkDef] {
        Offensive::MARKS
    }

    fn boxes(&self) -> &'static [BoxDef] {
        boxes::BOXES
    }

    fn limits(&self) -> &[FormationLimit] {
        &roles::LIMITS
    }

    fn tests(&self) -> &[&str] {
        &[game::PLANS]
    }

    fn both_sides_count(&self) -> bool {
        true
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        event::lines(event, words)
    }

    fn reading(&self, event: &Event) -> Option<String> {
        event::reading(event)
    }

    fn act(&self, action: &Action, acts: &Acts<'_>) -> Option<String> {
        words::say(action, acts)
    }

    /// No searcher: nobody has said yet what it would play out.
    fn bots(&self) -> &[BotInfo] {
        &BOTS
    }

    fn tables(&self) -> Vec<FactTable<'_>> {
        let combats = vec![
            ("times", "Times"),
            ("retreats", "Retreats"),
            ("attacker-reductions", "Attacker's reductions"),
            ("defender-reductions", "Defender's reductions"),
        ];
        let checks = vec![("times", "Times"), ("failed", "Failed")];
        let table = |id, title, row, columns| FactTable {
            id,
            title,
            row,
            note: "",
            columns,
            names: Vec::new(),
        };
        vec![
            table(event::battle::COMBATS, "Combats", "Column", combats),
            table(event::battle::CHECKS, "Effectiveness checks", "By rule", checks),
        ]
    }

    fn odds_bands(&self, bundle: &Bundle) -> Vec<OddsBand> {
        tables::CombatTable::bands(bundle)
    }

    #[cfg(feature = "json-schema")]
    fn schemas_of_types(&self) -> Vec<(String, String)> {
        use salient_rules::system::SchemaOf;
        vec![
            SchemaOf::Event.of_type::<event::Detail>(&INFO),
            SchemaOf::Action.of_type::<acts::Act>(&INFO),
            SchemaOf::Case.of_type::<case_start::CaseStart>(&INFO),
        ]
    }
}
