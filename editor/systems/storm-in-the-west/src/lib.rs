//! 1918: Storm in the West (GMT, 2020). One file a chapter of its rule book.
//!
//! | file | rules |
//! |---|---|
//! | `roles` | what plays which part in the rules |
//! | `rules`, `compile`, `units`, `constants`, `tables` | the data of a scenario, compiled |
//! | `terrain` | SW 12.8–12.11, 13.18–13.27: what the ground does |
//! | `setup` | SW 3 set-ups, legal or not |
//! | `position` | a legal position: units, zones of control (SW 10) |
//! | `control` | SW 3.5, 4.2, 4.3 |
//! | `victory` | SW 4.4–4.6, 8.3, 8.7 |
//! | `sequence` | SW 5 turn sequence |
//! | `weather` | SW 6, 16.2, S1.7 |
//! | `supply` | SW 7 |
//! | `replacements` | SW 8 |
//! | `stacking` | SW 9 |
//! | `rail` | SW 11 |
//! | `movement` | SW 10.4, 12 |
//! | `combat`, `battle` | SW 13, 14 |
//! | `infiltration` | SW 15, 16.1 |
//! | `special` | SW 4.7, 16.5, 16.6, 16.10 |
//! | `bombing` | SW S3.26 |
//! | `keep` | a position as a scenario of its own, and one that begins so |
//! | `actions` | what is legal, and the one place that applies it |
//! | `game` | what the kernel asks of a system |
//! | `answers`, `remarks` | no rules: what the screens ask of a game |
//! | `bots` | no rules: who plays a test-run |

mod actions;
mod acts;
mod answers;
mod battle;
mod bombing;
mod bots;
mod combat;
mod compile;
mod constants;
mod context;
mod control;
pub mod event;
mod game;
mod infiltration;
mod keep;
mod morale;
mod movement;
mod position;
mod rail;
mod remarks;
mod replacements;
mod roles;
mod rules;
mod sequence;
mod setup;
mod special;
mod stacking;
mod start_at;
mod supply;
mod tables;
mod terrain;
mod units;
mod victory;
mod weather;
mod words;

use salient_schema::event::Event;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};

use context::StormInTheWest;
use salient_hex::grid::Hex;
use salient_rules::action::Action;
use salient_rules::acts::Acts;
use salient_rules::chart::without_effect;
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::game::CompiledScenario;
use salient_rules::odds::OddsBand;
use salient_rules::play;
use salient_rules::states::{PlainStates, StateDef, UnitStates};
use salient_rules::system::{FactTable, Published, SourceName};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Checker, Role, Roles, System, SystemInfo};
use salient_schema::map::{Grid, Zone};

/// The rules of 1918: Storm in the West.
pub struct Rulebook;

/// What of this system is built.
pub const INFO: SystemInfo =
    SystemInfo { id: "storm-in-the-west", title: "1918: Storm in the West" };

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

impl System for Rulebook {
    fn info(&self) -> SystemInfo<'_> {
        INFO
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<StormInTheWest>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Box::new(Checks { bundle, roles })
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

    fn point_sources(&self) -> Vec<SourceName<'_>> {
        morale::SOURCES.to_vec()
    }

    fn nearest_legal(
        &self,
        bundle: &Bundle,
        _lookup: &Lookup<'_>,
        at: (usize, usize),
        from: Hex,
        reach: u32,
    ) -> Option<Hex> {
        setup::nearest_legal(bundle, at, from, reach)
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        words::lines(event, words)
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
            note: "",
            columns: vec![
                ("times", "Times"),
                ("field", "Field points"),
                ("heavy", "Heavy points"),
                ("air", "Air points"),
                ("steps", "Steps taken"),
            ],
            names: Vec::new(),
        }]
    }

    fn odds_bands(&self, bundle: &Bundle) -> Vec<OddsBand> {
        tables::odds_bands(bundle)
    }

    fn plain_zones(&self, bundle: &Bundle, grid: &Grid) -> Vec<Zone> {
        start_at::plain_zones(bundle, grid)
    }
}

/// The legality checks of a set-up.
struct Checks<'a> {
    bundle: &'a Bundle,
    roles: Roles<'a>,
}

impl Checker for Checks<'_> {
    fn check(&self, lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        match part {
            RulesPart::Data => {
                compile::check(self.bundle, &mut found);
                found.extend(without_effect(self.bundle, &self.roles, &roles::ROLES));
                found.extend(weather::unsettled(self.bundle, &self.roles));
            }
            RulesPart::SetUp => setup::check(self.bundle, &self.roles, lookup, &mut found),
            // No line matters to the rules; arrivals are the same for all systems.
            RulesPart::Lines | RulesPart::Arrivals | RulesPart::General => {}
        }
        found
    }
}
