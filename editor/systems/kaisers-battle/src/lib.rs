//! The Kaiser's Battle (SPI, 1980). One file a chapter of its rule book.
//!
//! | file | rules |
//! |---|---|
//! | `rules`, `compile`, `constants`, `tables` | the data of a scenario, compiled |
//! | `setup` | KB 18 set-ups, legal or not |
//! | `position` | a legal position: units, stacks, zones of control (KB 6) |
//! | `sequence` | KB 4 sequence of play |
//! | `movement` | KB 5, 6.2, 20.2 |
//! | `stacking` | KB 7 |
//! | `combat`, `battle`, `steps`, `advance` | KB 8, 13.2 |
//! | `artillery`, `counter_battery`, `gas`, `drumfire`, `barrage`, `observation` | KB 9 |
//! | `bombardment` | what KB 9.4 and 12.3 share |
//! | `toll` | steps lost outside combat (KB 9.34, 9.45) |
//! | `weather` | KB 11.1 |
//! | `air`, `interception`, `ground_attack` | KB 12 |
//! | `breakdown` | KB 13.1 |
//! | `supply` | KB 14 |
//! | `reinforcements` | KB 15 |
//! | `opening` | KB 17.1 |
//! | `victory` | KB 20 |
//! | `hidden` | choices made in secret |
//! | `actions` | what is legal, and the one place that applies it |
//! | `plan`, `bots` | no rules: who plays a test-run |

mod actions;
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
mod movement;
mod observation;
mod opening;
pub mod order;
mod plan;
mod position;
mod reinforcements;
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
mod toll;
mod victory;
mod weather;
mod words;

use std::sync::{Arc, OnceLock};

use salient_schema::event::{Decided, Event, EventKind};
use salient_schema::{Bundle, Diagnostic, Id};

use crate::order::Guns;
use actions::Act;
use air::AirPoints;
use position::{Decision, Position};
use rules::Rules;
use salient_hex::grid::{Hex, HexGrid};
use salient_rules::action::{Action, Violation};
use salient_rules::case::Start;
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::game::{
    Begin, Game, Marker, MarkerLook, Outcome, PointsLeft, SideLosses, SupplyView, UnitView,
};
use salient_rules::log::Log;
use salient_rules::schedule::Allowance;
use salient_rules::system::{FactTable, OwnSchema, Published, SchemaOf};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Bot, Checker, System, SystemInfo};
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
        let position = Setup::of(bundle).position(&rules, Dice::seeded(0)).map_err(errors)?;
        Ok(Arc::new(Base { rules: Arc::new(rules), position, fingerprint: bundle.fingerprint() }))
    }

    fn checker<'a>(&self, bundle: &'a Bundle) -> Box<dyn Checker + 'a> {
        Box::new(Checks { bundle, units: OnceLock::new() })
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

    fn allowances(&self, bundle: &Bundle) -> Vec<Allowance> {
        air::allowances(bundle)
    }
}

/// The legality checks of a set-up.
struct Checks<'a> {
    bundle: &'a Bundle,
    /// What several of the checks need, made by the first that asks.
    units: OnceLock<compile::Units>,
}

impl Checks<'_> {
    fn units(&self) -> &compile::Units {
        self.units.get_or_init(|| compile::Units::of(self.bundle))
    }
}

impl Checker for Checks<'_> {
    fn check(&self, lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        match part {
            RulesPart::Data => {
                compile::check(self.bundle, self.units(), &mut found);
                found.extend(constants::without_effect(self.bundle));
                found.extend(reinforcements::unexpected(self.bundle));
            }
            RulesPart::Lines => found.extend(victory::check_line(lookup)),
            RulesPart::SetUp => setup::check(self.bundle, lookup, &self.units().all, &mut found),
            // The same for all systems.
            RulesPart::Arrivals => {}
        }
        found
    }
}

/// What a change of the position needs besides: the rules to read and the log to tell.
struct Cx<'a> {
    rules: &'a Rules,
    log: &'a mut Log,
}

/// A legal set-up with the rules that it is played by.
struct Base {
    rules: Arc<Rules>,
    position: Position,
    /// Of the bundle that it was compiled from.
    fingerprint: String,
}

#[derive(Clone)]
struct KaisersBattle {
    rules: Arc<Rules>,
    position: Position,
    memory: bots::Memory,
}

impl Begin for Base {
    fn begin(&self, seed: u64, dice: Dice, log: &mut Log) -> Box<dyn Game> {
        let mut position = self.position.clone();
        position.dice = dice;
        position.start(&mut Cx { rules: &self.rules, log }, seed, &self.fingerprint);
        self.game(position)
    }

    fn begin_at(&self, start: &Start, dice: Dice, log: &mut Log) -> Result<Box<dyn Game>, String> {
        let mut position = self.position.clone();
        position.dice = dice;
        position.start_at(&mut Cx { rules: &self.rules, log }, start)?;
        Ok(self.game(position))
    }
}

impl Base {
    fn game(&self, position: Position) -> Box<dyn Game> {
        Box::new(KaisersBattle {
            rules: Arc::clone(&self.rules),
            position,
            memory: bots::Memory::default(),
        })
    }
}

impl KaisersBattle {
    /// Does what the side to decide wants, and tells the log first; a refused act leaves both as
    /// they were.
    fn decide(&mut self, act: &Act, log: &mut Log) -> Result<(), Violation> {
        let rules = &self.rules;
        let mark = log.len();
        if let Some(side) = self.position.deciding() {
            self.position.emit_in_full(&mut Cx { rules, log }, || {
                EventKind::Action(Decided {
                    side: rules.sides[side].clone(),
                    action: Action::of(&act.order(rules)),
                    hidden: act.is_hidden(),
                })
            });
        }
        self.position.apply(&mut Cx { rules, log }, act).inspect_err(|_| log.truncate(mark))
    }
}

impl Game for KaisersBattle {
    fn clone_box(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }

    fn sides(&self) -> &[Id] {
        &self.rules.sides
    }

    fn grid(&self) -> &HexGrid {
        self.rules.map.grid()
    }

    fn turn(&self) -> u16 {
        self.position.turn
    }

    fn phase(&self) -> &str {
        self.position.stage_def(&self.rules).map_or("", |stage| &stage.id)
    }

    fn phase_name(&self) -> &str {
        self.position.stage_def(&self.rules).map_or("", |stage| &stage.name)
    }

    fn phasing(&self) -> Option<usize> {
        self.position.stage_def(&self.rules).and_then(|stage| stage.side)
    }

    fn deciding(&self) -> Option<usize> {
        self.position.deciding()
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.position.outcome.as_ref()
    }

    fn score(&self) -> i32 {
        self.position.points(&self.rules)
    }

    fn losses(&self) -> Vec<SideLosses> {
        let sides = self.rules.sides.iter().zip(self.position.losses);
        sides
            .map(|(side, (steps, units))| SideLosses { side: side.clone(), steps, units })
            .collect()
    }

    fn markers(&self) -> Vec<Marker> {
        let radius = self.rules.constants.artillery.gas_radius.max(0) as u32;
        let gas = self.position.gas.iter();
        let gas =
            gas.map(|&hex| Marker { hex, name: "Gas".into(), look: MarkerLook::Hazard, radius });
        let observed = self.position.observed.iter();
        let observed = observed.map(|&hex| Marker {
            hex,
            name: "Air".into(),
            look: MarkerLook::Sight,
            radius: 0,
        });
        gas.chain(observed).collect()
    }

    fn points_left(&self) -> Vec<PointsLeft> {
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
        let (guns, air) = (&self.position.guns, &self.position.air);
        let points = guns.iter().zip(air).enumerate().flat_map(of_side);
        points.filter(|left| left.points > 0).collect()
    }

    fn units(&self) -> Vec<UnitView<'_>> {
        self.rules
            .units
            .iter()
            .zip(&self.position.units)
            .map(|(def, state)| UnitView {
                counter: &def.counter,
                name: &def.name,
                side: def.side,
                hex: state.hex,
                face: state.face,
                status: state.status,
            })
            .collect()
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'_>> {
        let rules = &self.rules;
        let one = |(unit, supply): (rules::Unit, supply::Supply)| SupplyView {
            name: &rules.unit(unit).name,
            state: supply.state(rules),
            distance: supply.distance(),
        };
        self.position.all_supplies(rules, side).into_iter().map(one).collect()
    }

    fn state_hash(&self) -> u64 {
        self.position.hash()
    }

    fn legal(&self) -> Vec<Action> {
        let acts = self.position.legal(&self.rules);
        let mut actions: Vec<Action> =
            acts.iter().map(|act| Action::of(&act.order(&self.rules))).collect();
        actions.sort_unstable();
        actions
    }

    fn apply(&mut self, action: &Action, log: &mut Log) -> Result<(), Violation> {
        let order = action.read().map_err(Violation::unknown)?;
        let act = Act::parse(&self.rules, &order)?;
        self.decide(&act, log)
    }

    fn play(&mut self, bot: Bot, whim: &mut SplitMix64, log: &mut Log) {
        let act = bots::choose(bot, &self.position, &self.rules, whim, &mut self.memory);
        if self.decide(&act, log).is_err() {
            debug_assert!(false, "a bot chose what is not allowed: {act:?}");
            // A bot's mistake must not keep a game from ending.
            if let Some(act) = self.position.legal(&self.rules).first() {
                let _ = self.decide(act, log);
            } else {
                self.position.decision = Decision::None;
                self.position.run(&mut Cx { rules: &self.rules, log });
            }
        }
    }

    fn dice_overrun(&self) -> isize {
        self.position.dice.overrun()
    }
}
