//! 1916, Land War in the Age of Machines: the advanced set-up as a generator of battlefields.
//!
//! The rules are a set-up sequence for battles of sub-units in trenches. Dice decide air
//! superiority, barrages, gas, heavy weapons, works and distance; both sides place alternately, and
//! the preparatory bombardment is fought out up to zero hour. The generator runs the sequence from a
//! brief and a seed, tells every die and every number with its rule, and makes an ordinary scenario.
//!
//! | file | rules |
//! |---|---|
//! | `roles` | what plays which part in the rules |
//! | `tables` | the ruleset's charts, read once |
//! | `share` | exact decimals and the standard rounding |
//! | `brief` | what is asked, and what makes no sense as an answer |
//! | `steps`, `outcome` | the 17 steps, and what each comes to |
//! | `procedure/resources`, `procedure/gas` | the air, barrages, gas, heavy weapons, works, proximity, options |
//! | `terrain`, `procedure/works` | the ground; trench lines, wire, pillboxes |
//! | `roster`, `procedure/placing` | who fights; placement by turns, and its bots |
//! | `procedure/bombard` | counter-battery, wire, command, standard barrages, morale |
//! | `scenario` | an ordinary scenario out of it |
//! | `counts` | what is compared over many seeds |
//! | `lull` | TS Combat Lulls |
//! | `generate` | streams of dice, kept steps, the log |
//! | `game`, `acts`, `event` | steps as actions for rule cases, and what the log tells |

mod acts;
mod brief;
mod counts;
mod event;
mod game;
mod generate;
mod kept;
mod lull;
mod outcome;
mod procedure;
mod reinforce;
mod roles;
mod roster;
mod scenario;
mod share;
mod steps;
mod tables;
mod terrain;
#[cfg(test)]
mod tests;

use salient_rules::game::CompiledScenario;
use salient_rules::game::MarkerLook;
use salient_rules::generator::Generator;
use salient_rules::play;
use salient_rules::states::{PlainStates, UnitState, UnitStates};
use salient_rules::system::Published;
use salient_rules::words::{LogLine, Words};
use salient_rules::{Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic};

use game::TrenchSetUp;
pub use generate::TrenchGenerator;

/// What of the system is built.
pub const INFO: SystemInfo = SystemInfo { id: "trench-setup", title: "1916: trench set-up" };

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// The set-up sequence.
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
        play::prepare::<TrenchSetUp>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<TrenchSetUp>(bundle)
    }

    fn states(&self) -> Option<&dyn UnitStates> {
        const fn damaged(id: &'static str, name: &'static str) -> UnitState {
            UnitState::new(id, name, "So many of its bases are damaged.").one_of("Bases")
        }
        const STATES: PlainStates = PlainStates(&[
            damaged("damaged-1", "1 base damaged"),
            damaged("damaged-2", "2 bases damaged"),
            damaged("damaged-3", "3 bases damaged"),
            damaged("damaged-4", "4 bases damaged"),
            damaged("damaged-5", "5 bases damaged"),
            damaged("damaged-6", "6 bases damaged"),
            damaged("damaged-7", "7 bases damaged"),
            damaged("damaged-8", "8 bases damaged"),
            UnitState::new(scenario::GASSED, "Gassed", "By gas that disperses."),
            UnitState::new(scenario::GASSED_FOR_GOOD, "Gassed for good", "By gas that stays."),
            UnitState::new(scenario::PINNED, "Pinned", "It does not go over to the attack."),
            UnitState::new(scenario::FELL_BACK, "Fallen back", "It has left its front line."),
            UnitState::new(scenario::DEMORALIZED, "Demoralized", "It has lost heart.")
                .shown(Some(MarkerLook::Morale)),
            UnitState::new(scenario::PRONE, "Prone", "It lies down in the open."),
            UnitState::new(lull::JAMMED, "Jammed", "A machine-gun that does not fire."),
        ]);
        Some(&STATES)
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
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

    fn generator(&self) -> Option<&dyn Generator> {
        Some(&TrenchGenerator)
    }
}
