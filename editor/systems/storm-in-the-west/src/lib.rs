//! 1918: Storm in the West (GMT, 2020). One file a chapter of its rule book.
//!
//! | file | rules |
//! |---|---|
//! | `rules`, `compile`, `units`, `constants`, `tables` | the data of a scenario, compiled |
//! | `ground` | SW 12.8–12.11, 13.18–13.27: what the ground does |
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
//! | `actions` | what is legal, and the one place that applies it |
//! | `bots` | no rules: who plays a test-run |

mod actions;
mod battle;
mod bombing;
mod bots;
mod combat;
mod compile;
mod constants;
mod control;
mod coverage;
pub mod event;
mod ground;
mod infiltration;
mod movement;
pub mod order;
mod position;
mod rail;
mod replacements;
mod rules;
mod sequence;
mod setup;
mod special;
mod stacking;
mod start_at;
mod supply;
mod tables;
mod units;
mod victory;
mod weather;
mod words;

use std::sync::Arc;

use salient_schema::event::{Decided, Event, EventKind};
use salient_schema::{Bundle, Diagnostic, Id};

use actions::Act;
use position::{Decision, Position};
use rules::Rules;
use salient_hex::grid::{Hex, HexGrid};
use salient_rules::action::{Action, Violation};
use salient_rules::case::Start;
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::game::{Begin, Game, Outcome, PointsLeft, SideLosses, SupplyView, UnitView};
use salient_rules::log::Log;
use salient_rules::system::{FactTable, OwnSchema, Published, SchemaOf};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Bot, Checker, System, SystemInfo};
use salient_schema::map::{Grid, Zone};

/// The rules of 1918: Storm in the West.
pub struct Rulebook;

/// What of this system is built.
pub const INFO: SystemInfo = SystemInfo {
    id: "storm-in-the-west",
    title: "1918: Storm in the West",
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
        let mut position = Position::new(&rules, Dice::seeded(0));
        position.set_up(&rules, bundle)?;
        Ok(Arc::new(Base { rules: Arc::new(rules), position, fingerprint: bundle.fingerprint() }))
    }

    fn checker<'a>(&self, bundle: &'a Bundle) -> Box<dyn Checker + 'a> {
        Box::new(Checks { bundle })
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
            note: "",
            columns: &[
                ("times", "Times"),
                ("field", "Field points"),
                ("heavy", "Heavy points"),
                ("air", "Air points"),
                ("steps", "Steps taken"),
            ],
            names: &[],
        }]
    }

    fn plain_zones(&self, grid: &Grid) -> Vec<Zone> {
        start_at::plain_zones(grid)
    }
}

/// The legality checks of a set-up.
struct Checks<'a> {
    bundle: &'a Bundle,
}

impl Checker for Checks<'_> {
    fn check(&self, lookup: &Lookup<'_>, part: RulesPart) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        match part {
            RulesPart::Data => {
                compile::check(self.bundle, &mut found);
                found.extend(constants::without_effect(self.bundle));
            }
            RulesPart::SetUp => setup::check(self.bundle, lookup, &mut found),
            // No line matters to the rules; arrivals are the same for all systems.
            RulesPart::Lines | RulesPart::Arrivals => {}
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
struct StormInTheWest {
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
        Box::new(StormInTheWest {
            rules: Arc::clone(&self.rules),
            position,
            memory: bots::Memory::default(),
        })
    }
}

impl StormInTheWest {
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
                    hidden: false,
                })
            });
        }
        self.position.apply(&mut Cx { rules, log }, act).inspect_err(|_| log.truncate(mark))
    }
}

impl Game for StormInTheWest {
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
        self.position.turn(&self.rules)
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
        self.position.points()
    }

    fn losses(&self) -> Vec<SideLosses> {
        let sides = self.rules.sides.iter().zip(self.position.losses);
        sides
            .map(|(side, (steps, units))| SideLosses { side: side.clone(), steps, units })
            .collect()
    }

    fn points_left(&self) -> Vec<PointsLeft> {
        let nations = self.rules.nations.iter().zip(&self.position.replacements);
        nations
            .filter(|&(_, &steps)| steps > 0)
            .map(|(nation, &steps)| PointsLeft {
                side: nation.side,
                kind: format!("replacement steps ({})", nation.name).into(),
                points: steps.unsigned_abs(),
            })
            .collect()
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
        let net = self.position.supply_net(rules, side);
        self.position
            .on_map(rules, side)
            .filter_map(|unit| {
                let hex = self.position.hex(unit)?;
                let state = self.position.supply_of(rules, &net, unit, hex).state();
                Some(SupplyView { name: &rules.unit(unit).name, state, distance: None })
            })
            .collect()
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
