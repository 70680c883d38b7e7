//! A system of a few procedures on Skirmish's map, for drills of what Skirmish's own rules have no
//! use for: each drill says what it does of it, and keeps a diary of what it was told.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Deref;

use salient_hex::Hex;
use salient_rules::action::Violation;
use salient_rules::base::{BaseRules, GameRules};
use salient_rules::game::CompiledScenario;
use salient_rules::play::{
    self, BoxDef, Change, Compiled, Entered, MarkDef, Phase, PlayContext, Position, Printed,
    Procedures, Stepwise, Unit, Walk,
};
use salient_rules::system::Published;
use salient_rules::{Checker, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::{Bundle, Diagnostic};
use salient_skirmish::Rulebook;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a drill works with.
pub type Cx<'a, D> = PlayContext<'a, Drill<D>>;

/// What is drilled.
pub trait Drilled: Sized + Debug + Send + Sync + 'static {
    const SETTLES: bool = false;
    const MARKS: &'static [MarkDef] = &[];
    const BOXES: &'static [BoxDef] = &[];
    const TWO_HEXES: Option<&'static str> = None;

    /// A step of the sequence of play begins.
    fn begin(cx: &mut Cx<'_, Self>, phase: &str);

    /// Nothing is left to be done in it.
    fn end(_cx: &mut Cx<'_, Self>) {}

    fn run(_cx: &mut Cx<'_, Self>, _step: &'static str) {}

    /// A side answers what it was asked.
    fn answer(_cx: &mut Cx<'_, Self>, _side: usize) {}

    fn entered(_cx: &mut Cx<'_, Self>, _walk: &Walk) {}

    fn settle(_cx: &mut Cx<'_, Self>, _changes: &[Change]) {}
}

/// The system of a drill.
#[derive(Debug)]
pub struct Drill<D>(pub PhantomData<D>);

/// What a side may do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Drill,
}

/// The map, the units, and a zone of control around each that shows its front.
#[derive(Debug)]
pub struct Ground(pub Compiled);

impl Ground {
    pub fn the_unit(&self, name: &str) -> Unit {
        self.find_unit(name).unwrap()
    }

    pub fn the_hex(&self, label: &str) -> Hex {
        self.hex(label).unwrap()
    }

    pub fn the_side(&self, id: &str) -> usize {
        self.side(id).unwrap()
    }
}

impl Deref for Ground {
    type Target = BaseRules<Printed, (), ()>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl GameRules for Ground {
    type Unit = Printed;
    type Procedure = ();
    type Turn = ();

    fn zone_of_control(&self, _: Unit, face: u8, hex: Hex) -> Option<impl Iterator<Item = Hex>> {
        let around = self.map.grid().neighbours(hex).into_iter().flatten();
        Some(around.filter(move |_| face == 0))
    }
}

impl<D: Drilled> System for Drill<D> {
    fn info(&self) -> SystemInfo<'_> {
        SystemInfo { id: "skirmish", title: "Drill" }
    }

    fn published(&self) -> &Published {
        Rulebook.published()
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<Self>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<Self>(bundle)
    }

    fn marks(&self) -> &'static [MarkDef] {
        D::MARKS
    }

    fn boxes(&self) -> &'static [BoxDef] {
        D::BOXES
    }
}

impl<D: Drilled> Procedures for Drill<D> {
    type Rules = Ground;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = ();
    type Weights = ();

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &Phase) {
        D::begin(cx, &phase.id);
    }

    fn end_phase(cx: &mut PlayContext<'_, Self>) {
        D::end(cx);
    }

    fn legal(_: &Ground, _: &Position<Self>, _: usize) -> Vec<Act> {
        vec![Act::Drill]
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, _: &Act) -> Result<(), Violation> {
        cx.answered(side);
        D::answer(cx, side);
        Ok(())
    }

    fn value(_: &Ground, _: &Position<Self>, _: usize) -> i64 {
        0
    }

    fn points(_: &Ground, _: &Position<Self>, _: usize) -> i32 {
        0
    }
}

impl<D: Drilled> Stepwise for Drill<D> {
    type State = Vec<String>;
    type Decision = &'static str;
    type Step = &'static str;

    const SETTLES: bool = D::SETTLES;
    const MARKS: &'static [MarkDef] = D::MARKS;
    const BOXES: &'static [BoxDef] = D::BOXES;
    const TWO_HEXES: Option<&'static str> = D::TWO_HEXES;

    fn compile(_: &Bundle, compiled: Compiled) -> Result<Ground, Vec<Diagnostic>> {
        Ok(Ground(compiled))
    }

    fn compiled(rules: &Ground) -> &Compiled {
        &rules.0
    }

    fn state(_: &Ground) -> Vec<String> {
        Vec::new()
    }

    fn may_stand(_: &Ground, _: &Position<Self>, _: Unit, _: Hex) -> Result<(), Violation> {
        Ok(())
    }

    fn run(cx: &mut PlayContext<'_, Self>, step: &'static str) {
        D::run(cx, step);
    }

    fn entered(cx: &mut PlayContext<'_, Self>, walk: &Walk) -> Entered {
        D::entered(cx, walk);
        Entered::GoOn
    }

    fn settle(cx: &mut PlayContext<'_, Self>, changes: &[Change]) {
        D::settle(cx, changes);
    }
}

pub fn bundle() -> Bundle {
    Rulebook.published().bundle(None).unwrap()
}

/// The events of a rule as the log has them.
pub fn told(events: &[Event], rule: &str) -> Vec<Value> {
    let all = events.iter().map(|event| serde_json::to_value(event).unwrap());
    all.filter(|event| event["rule"] == rule).collect()
}
