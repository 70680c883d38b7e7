//! The Kaiser's Battle (SPI, 1980). One file a chapter of its rule book.
//!
//! | file | rules |
//! |---|---|
//! | `roles` | what plays which part in the rules |
//! | `rules`, `compile`, `constants`, `tables` | the data of a scenario, compiled |
//! | `setup` | KB 18 set-ups, legal or not |
//! | `position` | a legal position: units, stacks, zones of control (KB 6) |
//! | `sequence` | KB 4 sequence of play |
//! | `movement` | KB 5, 6.2, 20.2 |
//! | `stacking` | KB 7 |
//! | `combat`, `battle`, `steps`, `advance` | KB 8, 13.2 |
//! | `artillery`, `counter_battery`, `gas`, `drumfire`, `barrage`, `observation` | KB 9 |
//! | `bombardment` | what KB 9.4 and 12.3 share |
//! | `owed_steps` | steps lost outside combat (KB 9.34, 9.45) |
//! | `weather` | KB 11.1 |
//! | `air`, `interception`, `ground_attack` | KB 12 |
//! | `breakdown` | KB 13.1 |
//! | `supply` | KB 14 |
//! | `reinforcements` | KB 15 |
//! | `opening` | KB 17.1 |
//! | `victory` | KB 20 |
//! | `hidden` | choices made in secret |
//! | `keep` | a position as a scenario of its own, and one that begins so |
//! | `actions` | what is legal, and the one place that applies it |
//! | `game` | what the kernel asks of a system |
//! | `answers`, `prompts`, `remarks`, `bounds` | no rules: what the screens ask of a game |
//! | `plan`, `bots`, `ways` | no rules: who plays a test-run |

mod actions;
mod acts;
mod advance;
mod air;
mod answers;
mod artillery;
mod barrage;
mod battle;
mod bombardment;
mod bots;
mod bounds;
mod breakdown;
mod combat;
mod compile;
mod constants;
mod context;
mod counter_battery;
mod drumfire;
pub mod event;
mod game;
mod gas;
mod ground_attack;
pub mod guns;
mod hidden;
mod interception;
mod keep;
mod movement;
mod observation;
mod opening;
mod owed_steps;
mod plan;
mod position;
mod prompts;
mod reinforcements;
mod remarks;
mod roles;
mod rules;
mod sequence;
mod setup;
mod stacking;
mod start_at;
mod steps;
mod supply;
#[cfg(test)]
mod table;
mod tables;
mod victory;
mod ways;
mod weather;
mod words;

use std::sync::OnceLock;

use salient_hex::grid::Hex;
use salient_rules::action::Action;
use salient_rules::acts::Acts;
use salient_rules::chart::without_effect;
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::game::CompiledScenario;
use salient_rules::play;
use salient_rules::schedule::Allowance;
use salient_rules::states::{PlainStates, StateDef, UnitStates};
use salient_rules::system::{FactTable, Published, SourceName};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};

use context::KaisersBattle;

/// The rules of The Kaiser's Battle.
pub struct Rulebook;

/// What of this system is built.
pub const INFO: SystemInfo = SystemInfo { id: "kaisers-battle", title: "The Kaiser's Battle" };

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

impl System for Rulebook {
    fn info(&self) -> SystemInfo<'_> {
        INFO
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<KaisersBattle>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Box::new(Checks { bundle, roles, units: OnceLock::new() })
    }

    fn states(&self) -> Option<&dyn UnitStates> {
        const STATES: PlainStates = PlainStates(const { &StateDef::offered(&keep::STATES) });
        Some(&STATES)
    }

    fn checks_itself(&self) -> &[SetUpCheck] {
        &[SetUpCheck::Impassable, SetUpCheck::Stacking, SetUpCheck::MixedHex]
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
    }

    fn nearest_legal(
        &self,
        bundle: &Bundle,
        lookup: &Lookup<'_>,
        at: (usize, usize),
        from: Hex,
        reach: u32,
    ) -> Option<Hex> {
        setup::nearest_legal(bundle, lookup, at, from, reach)
    }

    /// Entry hexes may hold more than the limit on the turn of arrival.
    fn entry_stacking(&self) -> Option<&'static str> {
        Some("KB 15.15")
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        words::lines(event, words)
    }

    fn reading(&self, event: &Event) -> Option<String> {
        words::reading(event)
    }

    fn act(&self, action: &Action, acts: &Acts<'_>) -> Option<String> {
        acts::say(action, acts)
    }

    #[cfg(feature = "json-schema")]
    fn schemas_of_types(&self) -> Vec<(String, String)> {
        use salient_rules::system::SchemaOf;
        vec![
            SchemaOf::Event.of_type::<event::Detail>(&INFO),
            SchemaOf::Action.of_type::<acts::Act>(&INFO),
            SchemaOf::Case.of_type::<start_at::CaseStart>(&INFO),
        ]
    }

    fn tables(&self) -> Vec<FactTable<'_>> {
        vec![FactTable {
            id: event::SUPPORT,
            title: "Artillery and aircraft",
            row: "Used as",
            note: "Barrages in support of a combat take no steps of their own.",
            columns: vec![
                ("times", "Times"),
                ("field", "Field points"),
                ("heavy", "Heavy points"),
                ("air", "Air points"),
                ("steps", "Steps taken"),
            ],
            names: vec![
                ("sos-barrage", "SOS barrage"),
                ("counter-battery", "Counter-battery fire"),
            ],
        }]
    }

    fn point_sources(&self) -> Vec<SourceName<'_>> {
        victory::SOURCES.to_vec()
    }

    fn allowances(&self, bundle: &Bundle) -> Vec<Allowance> {
        air::allowances(bundle)
    }
}

/// The legality checks of a set-up.
struct Checks<'a> {
    bundle: &'a Bundle,
    roles: Roles<'a>,
    /// What several of the checks need, made by the first that asks.
    units: OnceLock<compile::Units>,
}

impl Checks<'_> {
    fn units(&self) -> &compile::Units {
        self.units.get_or_init(|| compile::Units::of(self.bundle, &self.roles))
    }
}

impl Checker for Checks<'_> {
    fn check(&self, lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        match part {
            RulesPart::Data => {
                compile::check(self.bundle, self.units(), &mut found);
                found.extend(without_effect(self.bundle, &self.roles, &roles::ROLES));
                found.extend(reinforcements::unexpected(self.bundle, &self.roles));
            }
            RulesPart::Lines => {
                found.extend(victory::check_line(lookup, &self.roles));
                found.extend(victory::check_scores(self.bundle, &self.roles));
            }
            RulesPart::SetUp => {
                setup::check(self.bundle, &self.roles, lookup, &self.units().all, &mut found);
            }
            // The same for all systems.
            RulesPart::Arrivals | RulesPart::General => {}
        }
        found
    }
}
