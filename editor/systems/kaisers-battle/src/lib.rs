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
//! | `plan`, `bots`, `ways` | no rules: who plays a test-run |

mod actions;
mod acts;
mod advance;
mod air;
mod artillery;
mod barrage;
mod battle;
mod bombardment;
mod bots;
mod breakdown;
mod combat;
mod compile;
mod constants;
mod counter_battery;
mod coverage;
mod drumfire;
pub mod event;
mod gas;
mod ground_attack;
mod hidden;
mod interception;
mod keep;
mod movement;
mod observation;
mod opening;
pub mod order;
mod owed_steps;
mod plan;
mod position;
mod reinforcements;
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

use std::sync::{Arc, OnceLock};

use salient_hex::grid::Hex;
use salient_hex::path::Reach;
use salient_rules::account::Considered;
use salient_rules::action::{Action, Violation};
use salient_rules::acts::Acts;
use salient_rules::case::Start;
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::game::{Begin, Marker, MarkerLook, PointsLeft, Question, Spending, SupplyView};
use salient_rules::host::{self, Playable};
use salient_rules::keep::Keeping;
use salient_rules::schedule::Allowance;
use salient_rules::search::Plan;
use salient_rules::states::{PlainStates, UnitState, UnitStates};
use salient_rules::system::{FactTable, OwnSchema, Published, SchemaOf, SourceName};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Bot, Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic};

use crate::order::Guns;
use actions::Act;
use air::AirPoints;
use position::{Decision, Marks, Position};
use rules::Rules;
use setup::Setup;

/// The rules of The Kaiser's Battle.
pub struct Rulebook;

/// What of this system is built.
pub const INFO: SystemInfo = SystemInfo {
    id: "kaisers-battle",
    title: "The Kaiser's Battle",
    implemented: coverage::IMPLEMENTED,
};

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

impl System for Rulebook {
    fn info(&self) -> &SystemInfo {
        &INFO
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn prepare(&self, bundle: &Bundle) -> Result<Arc<dyn Begin>, Vec<Diagnostic>> {
        let rules = Rules::compile(bundle)?;
        let errors = |errors: Vec<setup::SetupError>| {
            errors.iter().map(setup::SetupError::diagnostic).collect::<Vec<_>>()
        };
        let position = Setup::of(bundle).position(&rules).map_err(errors)?;
        Ok(host::prepared(rules, position, bundle.fingerprint()))
    }

    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Box::new(Checks { bundle, roles, units: OnceLock::new() })
    }

    fn states(&self) -> Option<&dyn UnitStates> {
        const STATES: PlainStates = PlainStates(&[
            UnitState::new("moved", "Has moved", "It moves no more in this phase (KB 5.11)."),
            UnitState::new(
                "free",
                "Free to move",
                "It could move on game-turn 1, so it may on game-turn 2 (KB 17.12).",
            ),
            UnitState::new("fresh", "Just broken down", "It does not move this turn (KB 13.12)."),
            UnitState::new(
                "broken-down",
                "Of a broken-down division",
                "Told of its exit (KB 13.11).",
            )
            .shown(None),
            UnitState::new("arrived", "Has just arrived", "It came on this game-turn (KB 15.15)."),
            UnitState::new(
                setup::SURPLUS,
                "Above the stacking limit",
                "Somebody goes at the end of the movement phase (KB 7.21).",
            ),
        ]);
        Some(&STATES)
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

    fn act(&self, action: &Action, acts: &Acts<'_>) -> Option<String> {
        acts::say(action, acts)
    }

    fn schemas(&self) -> Vec<OwnSchema> {
        vec![
            SchemaOf::Event.schema::<event::Detail>(&INFO),
            SchemaOf::Action.schema::<order::Order>(&INFO),
            SchemaOf::Case.schema::<start_at::CaseStart>(&INFO),
        ]
    }

    fn tables(&self) -> &'static [FactTable] {
        &[FactTable {
            id: event::SUPPORT,
            title: "Artillery and aircraft",
            row: "Used as",
            note: "Barrages in support of a combat take no steps of their own.",
            columns: &[
                ("times", "Times"),
                ("field", "Field points"),
                ("heavy", "Heavy points"),
                ("air", "Air points"),
                ("steps", "Steps taken"),
            ],
            names: &[("sos-barrage", "SOS barrage"), ("counter-battery", "Counter-battery fire")],
        }]
    }

    fn point_sources(&self) -> &'static [SourceName] {
        victory::SOURCES
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
                found.extend(constants::without_effect(self.bundle, &self.roles));
                found.extend(reinforcements::unexpected(self.bundle, &self.roles));
            }
            RulesPart::Lines => found.extend(victory::check_line(lookup, &self.roles)),
            RulesPart::SetUp => {
                setup::check(self.bundle, &self.roles, lookup, &self.units().all, &mut found);
            }
            // The same for all systems.
            RulesPart::Arrivals => {}
        }
        found
    }
}

/// What a change of the position needs besides.
type Context<'a> = salient_rules::base::Context<'a, Rules>;

impl Playable for Position {
    type Rules = Rules;
    type State = Marks;
    type Act = Act;
    type Memory = bots::Memory;
    type Weights = bots::Weights;

    const POLICY: Bot = Bot::PLANNER;
    const PLAYOUTS: u32 = 32;
    const HAS_PLANS: bool = true;

    fn deciding(&self) -> Option<usize> {
        self.deciding()
    }

    fn points(&self, rules: &Rules) -> i32 {
        self.points(rules)
    }

    fn state_hash(&self, dice: &Dice) -> u64 {
        self.hash(dice)
    }

    fn keep(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        self.keep_in(rules, keeping);
    }

    fn begin(&mut self, cx: &mut Context<'_>) {
        self.begin_turn(cx, 0);
        self.run(cx);
    }

    fn begin_at(&mut self, cx: &mut Context<'_>, start: &Start) -> Result<(), String> {
        self.start_at(cx, start)
    }

    fn legal(&self, rules: &Rules) -> Vec<Act> {
        self.legal(rules)
    }

    fn parse(rules: &Rules, action: &Action) -> Result<Act, Violation> {
        Act::parse(rules, &action.read()?)
    }

    fn action(rules: &Rules, act: &Act) -> Action {
        Action::of(&act.order(rules))
    }

    fn is_hidden(&self, act: &Act) -> bool {
        act.is_hidden()
    }

    fn apply(&mut self, cx: &mut Context<'_>, act: &Act) -> Result<(), Violation> {
        self.apply(cx, act)
    }

    fn choose(
        &self,
        rules: &Rules,
        bot: Bot,
        weights: &bots::Weights,
        chance: &mut SplitMix64,
        memory: &mut bots::Memory,
    ) -> Option<Act> {
        Some(bots::choose(bot, self, rules, weights, chance, memory))
    }

    fn considered(
        &self,
        rules: &Rules,
        bot: Bot,
        weights: &bots::Weights,
        memory: &mut bots::Memory,
        act: &Act,
    ) -> Considered {
        bots::considered(bot, self, rules, weights, memory, act)
    }

    fn plans(
        _rules: &Rules,
        position: &Self,
        side: usize,
        usual: &bots::Weights,
    ) -> Vec<Plan<bots::Weights>> {
        bots::plans(position, side, usual)
    }

    fn thinks(&self, rules: &Rules) -> Option<u64> {
        bots::thinks(self, rules)
    }

    fn turns_ahead(rules: &Rules) -> u16 {
        rules.turns.len() as u16
    }

    fn imagine(&self, _rules: &Rules, side: usize, _chance: &mut SplitMix64) -> Self {
        // The enemy is asked again for what he has chosen in secret.
        self.imagined(side)
    }

    fn value(&self, rules: &Rules, side: usize) -> i64 {
        bots::value(self, rules, side)
    }

    fn give_up(&mut self, cx: &mut Context<'_>) {
        self.decision = Decision::None;
        self.run(cx);
    }

    fn markers(&self, rules: &Rules) -> Vec<Marker> {
        let radius = rules.constants.artillery.gas_radius.max(0) as u32;
        let gas = self.gas.iter();
        let gas =
            gas.map(|&hex| Marker { hex, name: "Gas".into(), look: MarkerLook::Hazard, radius });
        let observed = self.observed.iter();
        let observed = observed.map(|&hex| Marker {
            hex,
            name: "Air".into(),
            look: MarkerLook::Sight,
            radius: 0,
        });
        gas.chain(observed).collect()
    }

    fn points_left(&self, _rules: &Rules) -> Vec<PointsLeft> {
        let of_side = |(side, (guns, air)): (usize, (&Guns, &AirPoints))| {
            [
                ("field artillery", guns.field),
                ("heavy artillery", guns.heavy),
                ("air observation", air.observation),
                ("ground attack", air.ground_attack),
                ("interception", air.interception),
            ]
            .map(|(kind, points)| PointsLeft {
                side,
                kind: kind.into(),
                points: points.into(),
            })
        };
        let (guns, air) = (&self.guns, &self.air);
        let points = guns.iter().zip(air).enumerate().flat_map(of_side);
        points.filter(|left| left.points > 0).collect()
    }

    fn ways(
        &self,
        rules: &Rules,
        unit: rules::Unit,
        beyond: u32,
        reach: &mut Reach,
    ) -> Option<Spending> {
        match &self.decision {
            Decision::Move { .. } => {
                self.may_move(rules, unit).ok()?;
                let (_, second) = self.segment(rules)?;
                self.find_moves_beyond(rules, unit, beyond, reach);
                Some(Spending::movement(self.allowance(rules, unit, second).total))
            }
            Decision::Advance { .. } => {
                self.may_advance(rules).find(|one| *one == unit)?;
                self.find_advances_beyond(rules, unit, beyond, reach);
                Some(Spending::movement(self.advance_allowance(rules, unit).total))
            }
            _ => None,
        }
    }

    fn question(&self, rules: &Rules) -> Option<Question> {
        actions::question(self, rules)
    }

    fn states(&self, _rules: &Rules, unit: rules::Unit) -> Vec<String> {
        self.states_of(unit)
    }

    fn supplies<'a>(&self, rules: &'a Rules, side: usize) -> Vec<SupplyView<'a>> {
        let one = |(unit, supply): (rules::Unit, supply::Supply)| SupplyView {
            name: &rules.unit(unit).name,
            state: supply.state(rules),
            distance: supply.distance(),
        };
        self.all_supplies(rules, side).into_iter().map(one).collect()
    }
}
