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
//! | `bots` | no rules: who plays a test-run |

mod actions;
mod acts;
mod battle;
mod bombing;
mod bots;
mod combat;
mod compile;
mod constants;
mod control;
mod coverage;
pub mod event;
mod infiltration;
mod keep;
mod morale;
mod movement;
pub mod order;
mod position;
mod rail;
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

use std::sync::Arc;

use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic};

use actions::Act;
use position::{Decision, Marks, Position};
use rules::Rules;
use salient_hex::grid::Hex;
use salient_hex::path::Reach;
use salient_rules::account::Considered;
use salient_rules::action::{Action, Violation};
use salient_rules::acts::Acts;
use salient_rules::case::Start;
use salient_rules::check::{Lookup, RulesPart};
use salient_rules::dice::{Dice, SplitMix64};
use salient_rules::game::{Begin, PointsLeft, Question, Spending, SupplyView};
use salient_rules::host::{self, Playable};
use salient_rules::keep::Keeping;
use salient_rules::odds::OddsBand;
use salient_rules::search::Plan;
use salient_rules::states::{PlainStates, UnitState, UnitStates};
use salient_rules::system::{FactTable, Published, SourceName};
use salient_rules::system::{OwnSchema, SchemaOf};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Bot, Checker, Role, Roles, System, SystemInfo};
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
        let mut position = Position::new(&rules);
        position.set_up(&rules, bundle)?;
        Ok(host::prepared(rules, position, bundle.fingerprint()))
    }

    fn checker<'a>(&self, bundle: &'a Bundle, roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        Box::new(Checks { bundle, roles })
    }

    fn states(&self) -> Option<&dyn UnitStates> {
        const STATES: PlainStates = PlainStates(&[
            UnitState::new("out-of-supply", "Out of supply", "As last found (SW 7.2).")
                .one_of("Supply"),
            UnitState::new("allied-supply", "In an ally's supply", "As last found (SW 7.2).")
                .one_of("Supply"),
            UnitState::new("fortress-supply", "In a fortress's supply", "As last found (SW 7.2).")
                .one_of("Supply"),
            UnitState::new("railed", "Has gone by rail", "In this player-turn (SW 11.6)."),
            UnitState::new("entered", "Has just arrived", "In this player-turn (SW 11.7)."),
            UnitState::new("with-tanks", "With tanks", "When movement ended (SW 15.3)."),
            UnitState::new("used", "Used", "An air unit, in this game-turn (SW 14.4)."),
            UnitState::new("interstacked", "Has stood with allies", "In this game-turn (SW 9.6)."),
            UnitState::new(
                setup::SURPLUS,
                "Above the stacking limit",
                "It stands beyond the stacking limit on purpose (SW 9.3).",
            ),
        ]);
        Some(&STATES)
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
    }

    fn point_sources(&self) -> &'static [SourceName] {
        morale::SOURCES
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
                found.extend(constants::without_effect(self.bundle, &self.roles));
                found.extend(weather::unsettled(self.bundle, &self.roles));
            }
            RulesPart::SetUp => setup::check(self.bundle, &self.roles, lookup, &mut found),
            // No line matters to the rules; arrivals are the same for all systems.
            RulesPart::Lines | RulesPart::Arrivals => {}
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
    type Weights = bots::ByTime;

    const POLICY: Bot = Bot::PLANNER;
    const PLAYOUTS: u32 = 28;
    const HAS_PLANS: bool = true;

    fn deciding(&self) -> Option<usize> {
        self.deciding()
    }

    fn points(&self, _rules: &Rules) -> i32 {
        self.points()
    }

    fn state_hash(&self, dice: &Dice) -> u64 {
        self.hash(dice)
    }

    fn keep(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        self.keep_in(rules, keeping);
    }

    fn begin(&mut self, cx: &mut Context<'_>) {
        self.begin_phase(cx);
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

    fn apply(&mut self, cx: &mut Context<'_>, act: &Act) -> Result<(), Violation> {
        self.apply(cx, act)
    }

    fn choose(
        &self,
        rules: &Rules,
        bot: Bot,
        weights: &bots::ByTime,
        chance: &mut SplitMix64,
        memory: &mut bots::Memory,
    ) -> Option<Act> {
        Some(bots::choose(bot, self, rules, weights, chance, memory))
    }

    fn considered(
        &self,
        rules: &Rules,
        bot: Bot,
        _weights: &bots::ByTime,
        memory: &mut bots::Memory,
        act: &Act,
    ) -> Considered {
        bots::considered(bot, self, rules, memory, act)
    }

    fn plans(
        _rules: &Rules,
        _position: &Self,
        _side: usize,
        usual: &bots::ByTime,
    ) -> Vec<Plan<bots::ByTime>> {
        bots::plans(usual)
    }

    fn thinks(&self, _rules: &Rules) -> Option<u64> {
        bots::thinks(self)
    }

    fn turns_ahead(_rules: &Rules) -> u16 {
        3
    }

    fn value(&self, rules: &Rules, side: usize) -> i64 {
        bots::value(self, rules, side)
    }

    fn give_up(&mut self, cx: &mut Context<'_>) {
        self.decision = Decision::None;
        self.run(cx);
    }

    fn ways(
        &self,
        rules: &Rules,
        unit: rules::Unit,
        beyond: u32,
        reach: &mut Reach,
    ) -> Option<Spending> {
        if !matches!(self.decision, Decision::Move { .. }) {
            return None;
        }
        self.may_move(rules, unit).ok()?;
        self.find_moves_beyond(rules, unit, beyond, reach);
        Some(Spending::movement(self.points_left(rules, unit)))
    }

    fn points_left(&self, rules: &Rules) -> Vec<PointsLeft> {
        let nations = rules.nations.iter().zip(&self.replacements);
        nations
            .filter(|&(_, &steps)| steps > 0)
            .map(|(nation, &steps)| PointsLeft {
                side: nation.side,
                kind: format!("replacement steps ({})", nation.name).into(),
                points: steps.unsigned_abs(),
            })
            .collect()
    }

    fn question(&self, rules: &Rules) -> Option<Question> {
        actions::question(self, rules)
    }

    fn states(&self, _rules: &Rules, unit: rules::Unit) -> Vec<String> {
        let marks = keep::marks(&self.state(unit).own).into_iter();
        marks.filter(|(is, _)| *is).map(|(_, word)| word.to_owned()).collect()
    }

    fn supplies<'a>(&self, rules: &'a Rules, side: usize) -> Vec<SupplyView<'a>> {
        let net = self.supply_net(rules, side);
        self.on_map(rules, side)
            .filter_map(|unit| {
                let hex = self.hex(unit)?;
                let state = self.supply_of(rules, &net, unit, hex).state();
                Some(SupplyView { name: &rules.unit(unit).name, state, distance: None })
            })
            .collect()
    }
}
