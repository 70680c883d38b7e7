//! What the kernel asks of a system: decisions, acts, and where each of them goes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::account::Considered;
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::game::{Directed, Marker, MarkerLook, Modifier, Question, Spending, UnderFire};
use salient_rules::keep::Keeping;
use salient_rules::play::{
    Compiled, Entered, Phase, PlayContext, Position, Procedures, Secret, Unit, Walk,
};
use salient_rules::search::Plan;
use salient_rules::{Action, Bot, Violation};
use salient_schema::{Bundle, Diagnostic};

use crate::activation::{self, By};
use crate::assault::{self, Assault};
use crate::bombardment::{self, Barrage, Fallen};
use crate::drumfire::{self, Drum};
use crate::flight::{self, Flight, Going};
use crate::missions::{self, Task};
use crate::opportunity::{self, React, Unstopped};
use crate::order::Order;
use crate::planner::{self, Weights};
use crate::results::{self, Hit};
use crate::roles::STEPS;
use crate::rules::Rules;
use crate::state::{self, NOBODY, State};
use crate::{
    barrages, bot, casualties, cavalry, consolidation, data, direct_fire, exits, hidden, keep,
    legal, limber, morale, movement, open_sights, opening, overstacking, previews, prompts,
    saved_segment, sequence, stacking, transport, unit_states, victory, works,
};

/// What the kernel plays.
#[derive(Debug)]
pub struct InfantryAttacks;

/// What a side is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// Whom it activates in its action segment (IA 3.1).
    Segment,
    /// What one of those who are active does (IA 3.13).
    Act,
    /// Which unit takes the next loss (IA 7.61).
    Lose(Hit),
    /// Whether it fires at who moves (IA 13.1).
    React(React),
    /// Whether those in works fire first, and alone (IA 12.33).
    FirstFire(Assault),
    /// Where one of its own goes, in flight or driven off (IA 14.31, 6.71).
    Go(Going),
    /// Which leader goes along with a unit that flees, if one does (IA 6.62).
    Accompany(Flight),
    /// Whether one of its own goes on where the other of two who moved together was stopped
    /// (IA 13.14).
    GoOn(Unstopped),
    /// Which of its cavalry begins on foot (IA 15.1).
    Horses,
    /// Whether it saves a segment (IA 17.2).
    Save,
    /// Who goes out of a hex that holds too many (IA 4.4).
    Unstack(Hex),
    /// What its artillery does, before the game and in secret (IA 9.1).
    Plan,
    /// Whose mission it tries to end (IA 9.14).
    Abort,
    /// Which of its guns fire as one, and who recovers instead (IA 9.2, 9.63).
    Bombard(Barrage),
    /// Which guns fire as one at who has entered a hex with drumfire (IA 9.71).
    Drumfire(Drum),
}

/// Where the game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Asks for the next action segment.
    NextSegment,
    /// Goes on with a side's segment.
    Acts(usize),
    /// Goes on with what a fire does.
    Losses(Hit),
    /// Asks who fires at movers in the hex that they have entered.
    React(React),
    /// The attackers strike after the first fire (IA 12.33).
    Strike(Assault),
    /// What an assault leaves behind in a hex.
    Aftermath(Hex),
    /// The next of the leaders who are overrun in a hex (IA 6.71).
    Overrun(Hex, Vec<Unit>),
    /// Units of a side have left an assault hex (IA 12.23).
    Left(Hex, usize),
    /// A unit begins to flee.
    TakeFlight(Flight),
    /// A unit flees on, with so many movement points; whether it is its first hex.
    Flee(Flight, i32, bool),
    /// A wagon sets down what it carries in a hex, and goes on (IA 5.63).
    SetDown(Unit, Hex, Vec<Hex>),
    /// Units leave the map by a hex (IA 16.42).
    Leave(Vec<Unit>, Hex),
    /// A side's units in a hex may be too many (IA 4.4).
    Unstack(Hex, usize),
    /// All is planned (IA 9.13).
    Planned,
    /// Asks a side whose missions it ends (IA 9.14).
    Aborts(usize),
    /// Goes on with a side's planned fire (IA 9.3).
    Bombard(Barrage),
    /// Both sides have fired by plan (IA 9.15).
    Bombarded,
    /// Looks at one's own next to what was fired at (IA 9.83).
    FriendlyFire(Fallen),
    /// The next attack by drumfire on who has entered a hex (IA 9.71).
    Drumfire(Drum),
    /// Looks at the ammunition of who has fired (IA 11.2).
    Ammunition(Unit),
}

/// What a side does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// It activates some, to move and to fire.
    Activate { by: By, moving: Vec<Unit>, firing: Vec<Unit> },
    /// It moves a unit, alone or with a leader.
    Move { units: Vec<Unit>, path: Vec<Hex> },
    /// It fires at a hex, with leaders who help.
    Fire { units: Vec<Unit>, leaders: Vec<Unit>, target: Hex },
    /// It attacks in an assault hex.
    Assault { hex: Hex, units: Vec<Unit>, cold_steel: bool },
    /// One of its own tries to recover.
    Recover(Unit),
    /// A unit takes a loss.
    Lose(Unit),
    /// Somebody goes to a hex.
    Go(Hex),
    /// A leader goes along with a unit that flees.
    Accompany(Unit),
    /// Those in works fire first and alone, or all at once with the attackers.
    FirstFire(bool),
    /// A unit digs.
    Dig(Unit),
    /// A gun, mortar or machine gun is limbered or unlimbered.
    Limber { unit: Unit, limbers: bool },
    /// Cavalry dismounts or mounts.
    Mount { unit: Unit, mounts: bool },
    /// A gun, mortar or machine gun goes on board of a wagon.
    Load { unit: Unit, transport: Unit },
    /// It is set down where its wagon stands.
    Unload(Unit),
    /// A wagon moves, and sets down what it carries on the way.
    SetDown { transport: Unit, path: Vec<Hex>, at: Hex },
    /// Units leave the map, at the end of a way.
    Exit { units: Vec<Unit>, path: Vec<Hex> },
    /// A reduced company takes in another.
    Combine { unit: Unit, with: Unit },
    /// It saves a segment, or not.
    Save(bool),
    /// It has the segment that it has saved.
    UseSaved,
    /// It ends its segment.
    Done,
    /// It does without one.
    Pass,
    /// It gives a gun its mission.
    Plan { unit: Unit, task: Task },
    /// It tries to end a gun's mission.
    Abort(Unit),
    /// Guns fire as one at the hex that was planned.
    Bombard(Vec<Unit>),
}

/// What units are marked with on the map: disrupted, demoralized (IA 14.2, 14.3), dug in (IA 16.2)
/// or in the entrenchment of their hex (IA 16.31).
const MARKED: [&str; 4] = ["disrupted", "demoralized", "dug-in", "entrenched"];

impl Procedures for InfantryAttacks {
    type Rules = Rules;
    type State = State;
    type Decision = Decision;
    type Step = Step;
    type Act = Act;
    type Weights = Weights;

    const POLICY: Bot = Bot::PLANNER;
    const PLAYOUTS: u32 = 48;
    const HAS_PLANS: bool = true;

    fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Rules, Vec<Diagnostic>> {
        Rules::compile(bundle, compiled)
    }

    fn compiled(rules: &Rules) -> &Compiled {
        &rules.compiled
    }

    fn state(rules: &Rules) -> State {
        State {
            lost: vec![0; rules.compiled.sides.len()],
            first: 0,
            ahead: 0,
            next: 0,
            passed: 0,
            control: vec![NOBODY; rules.compiled.map.len()],
            left: Vec::new(),
            highest: vec![0; rules.compiled.sides.len()],
            shock: vec![None; rules.compiled.sides.len()],
            from: None,
            saved: false,
            segments: [0; 2],
            volleys: Vec::new(),
            plans: Secret::new(rules.compiled.sides.len()),
            batteries: Vec::new(),
            last_fire: vec![None; rules.compiled.units.len()],
            drumfire: Vec::new(),
            shelled: Vec::new(),
            smoke: Vec::new(),
        }
    }

    fn may_stand(
        rules: &Rules,
        position: &Position<Self>,
        unit: Unit,
        hex: Hex,
    ) -> Result<(), Violation> {
        stacking::may_stand(rules, position, unit, hex)
    }

    fn begin_phase(cx: &mut PlayContext<'_, Self>, phase: &Phase) {
        let steps = cx.rules.steps.iter();
        let step = steps.zip(STEPS).find(|(id, _)| **id == phase.id).map(|(_, role)| role);
        match step.unwrap_or_default() {
            "artillery-plan" => {
                opening::begin(cx);
                // Asked last is answered first: the plan comes before the horses, so that nothing
                // has still to be planned when a side imagines what the other has.
                cavalry::begin(cx);
                missions::begin_plan(cx);
            }
            "bombardment-phase" => bombardment::begin(cx),
            "initiative-phase" => sequence::roll_initiative(cx),
            "action-phase" => sequence::begin_actions(cx),
            "marker-removal" => sequence::remove_markers(cx),
            _ => {}
        }
    }

    fn run(cx: &mut PlayContext<'_, Self>, step: Step) {
        drumfire::prune(cx);
        match step {
            Step::NextSegment => sequence::next_segment(cx),
            Step::Acts(side) => sequence::go_on(cx, side),
            Step::Losses(hit) => results::go_on(cx, hit),
            Step::React(react) => opportunity::go_on(cx, react),
            Step::Strike(assault) => assault::strike_back(cx, &assault),
            Step::Aftermath(hex) => assault::aftermath(cx, hex),
            Step::Overrun(hex, leaders) => casualties::drive_off(cx, hex, leaders),
            Step::Left(hex, side) => assault::harass(cx, hex, side),
            Step::TakeFlight(flight) => flight::take(cx, &flight),
            Step::Flee(flight, left, first) => flight::go_on(cx, &flight, left, first),
            Step::SetDown(unit, hex, rest) => transport::arrived(cx, unit, hex, rest),
            Step::Leave(units, hex) => exits::leave(cx, &units, hex),
            Step::Unstack(hex, side) => overstacking::go_on(cx, hex, side),
            Step::Planned => missions::planned(cx),
            Step::Aborts(side) => missions::aborts(cx, side),
            Step::Bombard(barrage) => bombardment::go_on(cx, barrage),
            Step::Bombarded => bombardment::end(cx),
            Step::FriendlyFire(fallen) => bombardment::friendly_fire(cx, &fallen),
            Step::Drumfire(drum) => drumfire::go_on(cx, drum),
            Step::Ammunition(unit) => open_sights::ammunition(cx, unit),
        }
    }

    fn entered(cx: &mut PlayContext<'_, Self>, walk: &Walk) -> Entered {
        drumfire::prune(cx);
        if let Some(hex) = walk.at() {
            let rest = walk.path.get(walk.done..).unwrap_or_default();
            movement::arrive(cx, &walk.units, hex, rest.to_vec());
        }
        Entered::GoOn
    }

    fn end_turn(cx: &mut PlayContext<'_, Self>, last: bool) {
        victory::end_turn(cx, last);
    }

    fn check(
        rules: &Rules,
        position: &Position<Self>,
        side: usize,
        act: &Act,
    ) -> Result<(), Violation> {
        // Nobody may learn from what is refused where the hidden are (IA 16.5).
        let position = &*hidden::conceal(rules, position, side);
        let Some(ask) = position.asked() else {
            return Err(Violation::new("IA 3.0", "the game is over"));
        };
        match (&ask.what, act) {
            (Decision::Segment, Act::Activate { by, moving, firing }) => {
                activation::check(rules, position, side, *by, moving, firing)
            }
            (Decision::Segment, Act::Pass) => sequence::check_pass(rules, position, side),
            (Decision::Act, Act::Move { units, path }) => {
                movement::check_move(rules, position, side, units, path)
            }
            (Decision::Act, Act::Fire { units, leaders, target })
                if units.iter().any(|&unit| missions::is_gun(rules, unit)) =>
            {
                open_sights::check(rules, position, side, (units, leaders), *target)
            }
            (Decision::Act, Act::Fire { units, leaders, target }) => {
                direct_fire::check_fire(rules, position, side, (units, leaders), *target)
            }
            (Decision::Act, Act::Assault { hex, units, cold_steel }) => {
                let assault =
                    Assault { hex: *hex, side, units: units.clone(), cold_steel: *cold_steel };
                assault::check(rules, position, side, &assault)
            }
            (Decision::Act, Act::Recover(unit)) => {
                morale::check_recover(rules, position, side, *unit)
            }
            (Decision::Act, Act::Done) => sequence::check_done(rules, position, side),
            (Decision::Lose(hit), Act::Lose(unit)) => {
                let may = hit.payers(rules, position);
                let wrong = || Violation::new("IA 7.61", "that unit does not take this loss");
                may.contains(unit).then_some(()).ok_or_else(wrong)
            }
            (Decision::React(react), Act::Fire { units, leaders, target }) => {
                opportunity::check(rules, position, side, react, (units, leaders), *target)
            }
            (Decision::React(_), Act::Pass) | (Decision::FirstFire(_), Act::FirstFire(_)) => Ok(()),
            (Decision::Act, Act::Dig(unit)) => works::check(rules, position, side, *unit),
            (Decision::Act, Act::Limber { unit, limbers }) => {
                limber::check(rules, position, side, *unit, *limbers)
            }
            (Decision::Act, Act::Mount { unit, mounts }) => {
                cavalry::check(rules, position, side, *unit, *mounts)
            }
            (Decision::Act, Act::Load { unit, transport }) => {
                transport::check_load(rules, position, side, *unit, *transport)
            }
            (Decision::Act, Act::Unload(unit)) => {
                transport::check_unload(rules, position, side, *unit)
            }
            (Decision::Act, Act::SetDown { transport, path, at }) => {
                transport::check_set_down(rules, position, side, *transport, path, *at)
            }
            (Decision::Act, Act::Exit { units, path }) => {
                exits::check(rules, position, side, units, path)
            }
            (Decision::Act, Act::Combine { unit, with }) => {
                consolidation::check(rules, position, side, *unit, *with)
            }
            (Decision::Segment, Act::UseSaved) => saved_segment::check(position, side),
            (Decision::Save, Act::Save(_)) | (Decision::Horses, Act::Done) => Ok(()),
            (Decision::Horses, Act::Mount { unit, mounts }) => {
                cavalry::check_start(rules, position, side, *unit, *mounts)
            }
            (Decision::Unstack(hex), Act::Lose(unit)) => {
                let may = overstacking::candidates(rules, position, *hex, side);
                let wrong = || Violation::new("IA 4.4", "that unit need not go out of the hex");
                may.contains(unit).then_some(()).ok_or_else(wrong)
            }
            (Decision::Go(going), Act::Go(hex)) => {
                let wrong = || Violation::new("IA 14.33", "it does not go there");
                going.options.contains(hex).then_some(()).ok_or_else(wrong)
            }
            (Decision::Accompany(flight), Act::Accompany(leader)) => {
                let wrong = || Violation::new("IA 6.62", "he does not go along");
                flight.leaders.contains(leader).then_some(()).ok_or_else(wrong)
            }
            (Decision::Accompany(_), Act::Done) => Ok(()),
            (Decision::GoOn(it), Act::Go(hex)) => {
                let wrong = || Violation::new("IA 13.14", "it goes on to where it was to go");
                (it.end() == Some(*hex)).then_some(()).ok_or_else(wrong)
            }
            (Decision::GoOn(_), Act::Done) => Ok(()),
            (Decision::Plan, Act::Plan { unit, task }) => {
                missions::check(rules, position, side, *unit, task)
            }
            (Decision::Abort, Act::Abort(unit)) => {
                missions::check_abort(rules, position, side, *unit)
            }
            (Decision::Abort, Act::Done) => Ok(()),
            (Decision::Bombard(_), Act::Bombard(guns)) => {
                bombardment::check(rules, position, side, guns)
            }
            (Decision::Bombard(_), Act::Recover(unit)) => {
                bombardment::check_recover(rules, position, side, *unit)
            }
            (Decision::Bombard(_), Act::Done) => bombardment::check_done(rules, position, side),
            (Decision::Drumfire(drum), Act::Bombard(guns)) => {
                drumfire::check(rules, position, drum, guns)
            }
            (Decision::Plan, _) => Err(Violation::new("IA 9.1", "give a gun its mission")),
            (Decision::Abort, _) => {
                Err(Violation::new("IA 9.14", "try to end a mission, or end no more"))
            }
            (Decision::Bombard(_), _) => Err(Violation::new("IA 9.3", "fire as it was planned")),
            (Decision::Drumfire(_), _) => {
                Err(Violation::new("IA 9.71", "choose which guns fire as one"))
            }
            (Decision::Segment, _) => Err(Violation::new("IA 3.1", "activate somebody, or pass")),
            (Decision::Act, _) => {
                Err(Violation::new("IA 3.13", "let one of the active act, or end the segment"))
            }
            (Decision::Lose(_), _) => Err(Violation::new("IA 7.61", "choose who takes the loss")),
            (Decision::React(_), _) => {
                Err(Violation::new("IA 13.1", "fire at who moves, or hold your fire"))
            }
            (Decision::FirstFire(_), _) => {
                Err(Violation::new("IA 12.33", "choose whether those in works fire first"))
            }
            (Decision::Go(_), _) => Err(Violation::new("IA 14.33", "choose where it goes")),
            (Decision::Accompany(_), _) => {
                Err(Violation::new("IA 6.62", "choose a leader who goes along, or none"))
            }
            (Decision::GoOn(_), _) => {
                Err(Violation::new("IA 13.14", "choose whether it goes on by itself, or stops"))
            }
            (Decision::Horses, _) => {
                Err(Violation::new("IA 15.1", "choose which cavalry begins on foot"))
            }
            (Decision::Save, _) => Err(Violation::new("IA 17.2", "save a segment, or do not")),
            (Decision::Unstack(_), _) => {
                Err(Violation::new("IA 4.4", "choose who goes out of the hex"))
            }
        }
    }

    fn legal(rules: &Rules, position: &Position<Self>, side: usize) -> Vec<Act> {
        match position.asked().map(|ask| &ask.what) {
            Some(Decision::Segment) => legal::segments(rules, position, side),
            Some(Decision::Act) => legal::acts(rules, position, side),
            Some(Decision::Lose(hit)) => {
                hit.payers(rules, position).into_iter().map(Act::Lose).collect()
            }
            Some(Decision::FirstFire(_)) => vec![Act::FirstFire(false), Act::FirstFire(true)],
            Some(Decision::React(react)) => opportunity::legal(rules, position, side, react),
            Some(Decision::Go(going)) => going.options.iter().copied().map(Act::Go).collect(),
            Some(Decision::Accompany(flight)) => {
                let leaders = flight.leaders.iter().copied().map(Act::Accompany);
                std::iter::once(Act::Done).chain(leaders).collect()
            }
            Some(Decision::GoOn(it)) => {
                std::iter::once(Act::Done).chain(it.end().map(Act::Go)).collect()
            }
            Some(Decision::Horses) => cavalry::legal_start(rules, position, side),
            Some(Decision::Save) => vec![Act::Save(false), Act::Save(true)],
            Some(Decision::Unstack(hex)) => {
                let may = overstacking::candidates(rules, position, *hex, side);
                may.into_iter().map(Act::Lose).collect()
            }
            Some(Decision::Plan) => barrages::plans(rules, position, side),
            Some(Decision::Abort) => {
                let may = missions::abortable(rules, position, side).into_iter();
                std::iter::once(Act::Done).chain(may.map(Act::Abort)).collect()
            }
            Some(Decision::Bombard(_)) => legal::bombardments(rules, position, side),
            Some(Decision::Drumfire(drum)) => {
                let next = drumfire::next(rules, position, drum);
                let groups = bombardment::groups(rules, position, &next);
                groups.into_iter().map(Act::Bombard).collect()
            }
            None => Vec::new(),
        }
    }

    fn unfinished(rules: &Rules, view: &Position<Self>, side: usize) -> Option<Violation> {
        match view.asked()?.what {
            Decision::Segment => sequence::check_pass(rules, view, side).err(),
            Decision::Act => sequence::check_done(rules, view, side).err(),
            _ => None,
        }
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Act) {
        let asked = cx.position.asked().map(|ask| ask.what.clone());
        // A plan is answered once all of it is there.
        if !matches!(act, Act::Plan { .. }) {
            cx.answered(side);
        }
        match act {
            Act::Plan { unit, task } => missions::assign(cx, side, *unit, task),
            Act::Abort(unit) => missions::abort(cx, side, *unit),
            Act::Bombard(guns) => match asked {
                Some(Decision::Bombard(barrage)) => bombardment::fire_chosen(cx, barrage, guns),
                Some(Decision::Drumfire(drum)) => drumfire::fire(cx, drum, guns),
                _ => {}
            },
            Act::Activate { by, moving, firing } => {
                sequence::begin_segment(cx.position, side);
                activation::activate(cx, side, *by, moving, firing);
                cx.then(Step::Acts(side));
            }
            Act::Move { units, path } => movement::go(cx, side, units, path),
            Act::Fire { units, leaders, target } => match asked {
                Some(Decision::React(react)) => opportunity::fire(cx, react, (units, leaders)),
                _ if units.iter().any(|&unit| missions::is_gun(cx.rules, unit)) => {
                    units.iter().for_each(|&unit| open_sights::fire(cx, unit, *target));
                }
                _ => direct_fire::resolve(cx, (units, leaders), *target),
            },
            Act::Assault { hex, units, cold_steel } => {
                let (units, cold_steel) = (units.clone(), *cold_steel);
                assault::resolve(cx, Assault { hex: *hex, side, units, cold_steel });
            }
            Act::Recover(unit) => match asked {
                Some(Decision::Bombard(barrage)) => bombardment::recover(cx, barrage, *unit),
                _ => morale::recover(cx, *unit),
            },
            Act::Lose(unit) => match asked {
                Some(Decision::Lose(hit)) => results::take(cx, hit, *unit),
                Some(Decision::Unstack(hex)) => overstacking::take(cx, hex, side, *unit),
                _ => {}
            },
            Act::Accompany(leader) => {
                if let Some(Decision::Accompany(flight)) = asked {
                    flight::accompany(cx, flight, *leader);
                }
            }
            Act::FirstFire(works_only) => {
                if let Some(Decision::FirstFire(assault)) = asked {
                    assault::choose(cx, assault, *works_only);
                }
            }
            Act::Dig(unit) => works::dig(cx, *unit),
            Act::Limber { unit, limbers } => limber::turn(cx, *unit, *limbers),
            Act::Mount { unit, mounts } => match asked {
                Some(Decision::Horses) => cavalry::start(cx, side, *unit),
                _ => cavalry::go(cx, *unit, *mounts),
            },
            Act::Load { unit, transport } => transport::load(cx, *unit, *transport),
            Act::Unload(unit) => transport::unload(cx, *unit),
            Act::SetDown { transport, path, at } => {
                transport::go_and_set_down(cx, side, *transport, path, *at);
            }
            Act::Exit { units, path } => exits::go(cx, side, units, path),
            Act::Combine { unit, with } => consolidation::join(cx, *unit, *with),
            Act::Save(saves) => saved_segment::save(cx, *saves),
            Act::UseSaved => saved_segment::spend(cx),
            Act::Go(hex) => match asked {
                Some(Decision::Go(going)) => flight::go(cx, &going, *hex),
                Some(Decision::GoOn(it)) => it.go_on(cx),
                _ => {}
            },
            Act::Done => match asked {
                Some(Decision::Bombard(barrage)) => bombardment::done(cx, barrage),
                Some(Decision::Act) => sequence::end_segment(cx, side),
                Some(Decision::Accompany(flight)) => {
                    cx.then(Step::TakeFlight(Flight::alone(flight.unit)));
                }
                _ => {}
            },
            Act::Pass => match asked {
                Some(Decision::Segment) => sequence::pass(cx, side),
                Some(Decision::React(react)) => opportunity::held(cx, &react),
                _ => {}
            },
        }
    }

    fn parse(rules: &Rules, action: &Action) -> Result<Act, Violation> {
        action.read::<Order>()?.act(rules)
    }

    fn action(rules: &Rules, act: &Act) -> Action {
        Action::of(&Order::of(rules, act))
    }

    fn conceal<'a>(
        rules: &Rules,
        position: &'a Position<Self>,
        side: usize,
    ) -> Cow<'a, Position<Self>> {
        // What the other has planned nobody else knows, before the game and in it (IA 9.11).
        let mut known = hidden::conceal(rules, position, side).into_owned();
        known.own.plans = position.own.plans.concealed_from(side);
        Cow::Owned(known)
    }

    fn draw_anew(
        rules: &Rules,
        concealed: &mut Position<Self>,
        side: usize,
        chance: &mut SplitMix64,
    ) {
        hidden::draw_anew(rules, concealed, side, chance);
        barrages::draw(rules, concealed, side, chance);
    }

    fn directed(rules: &Rules, position: &Position<Self>) -> Vec<Directed> {
        activation::reaches(rules, position)
    }

    fn markers(rules: &Rules, position: &Position<Self>) -> Vec<Marker> {
        let marker = |hex: Hex, name: &'static str, look: MarkerLook| Marker {
            hex,
            name: name.into(),
            look,
            radius: 0,
        };
        let own = &position.own;
        let drumfire = own.drumfire.iter();
        let drumfire = drumfire.map(|(hex, _)| marker(*hex, "Drumfire", MarkerLook::Hazard));
        let smoke = own.smoke.iter().map(|(hex, _)| marker(*hex, "Smoke", MarkerLook::Sight));
        // One marker a hex tells of how many there.
        let marks = MARKED
            .iter()
            .filter_map(|id| Some((state::flag(id)?, unit_states::state(id)?)))
            .filter_map(|(flag, state)| Some((flag, state.name, state.look?)));
        let marks: Vec<(u32, &str, MarkerLook)> = marks.collect();
        let mut marked: BTreeMap<(Hex, usize), usize> = BTreeMap::new();
        for unit in
            rules.compiled.all_units().filter(|&unit| !state::has(position, unit, state::HIDDEN))
        {
            let Some(hex) = position.hex(unit) else { continue };
            for (at, &(flag, ..)) in marks.iter().enumerate() {
                if state::has(position, unit, flag) {
                    *marked.entry((hex, at)).or_default() += 1;
                }
            }
        }
        let marked = marked.into_iter().map(|((hex, at), count)| {
            let (_, name, look) = marks[at];
            let name = if count > 1 { format!("{count} {name}").into() } else { name.into() };
            Marker { hex, name, look, radius: 0 }
        });
        let mut markers: Vec<Marker> = drumfire.chain(smoke).chain(marked).collect();
        markers.sort();
        markers
    }

    fn ways(
        rules: &Rules,
        view: &Position<Self>,
        unit: Unit,
        beyond: u32,
        reach: &mut Reach,
    ) -> Option<Spending> {
        view.asked().filter(|ask| ask.what == Decision::Act)?;
        movement::may_move(rules, view, rules.side_of(unit), unit).ok()?;
        movement::find_ways(rules, view, unit, beyond, reach).map(Spending::movement)
    }

    fn question(rules: &Rules, position: &Position<Self>, asked: &Decision) -> Option<Question> {
        Some(prompts::question(rules, position, asked))
    }

    fn under_fire(rules: &Rules, view: &Position<Self>, unit: Unit) -> Vec<UnderFire> {
        previews::under_fire(rules, view, unit)
    }

    fn modifiers(rules: &Rules, view: &Position<Self>, act: &Act) -> Vec<Modifier> {
        let side = view.asked().and_then(|ask| ask.side());
        side.map_or_else(Vec::new, |side| previews::modifiers(rules, view, side, act))
    }

    fn face(rules: &Rules, position: &Position<Self>, unit: Unit) -> u8 {
        state::face(rules, position, unit)
    }

    fn remarks(rules: &Rules, set_up: &Position<Self>) -> Vec<Diagnostic> {
        data::remarks(rules, set_up)
    }

    fn states(rules: &Rules, position: &Position<Self>, unit: Unit) -> Option<Vec<String>> {
        Some(keep::states(rules, position, unit))
    }

    fn keep(rules: &Rules, position: &Position<Self>, keeping: &mut Keeping<'_>) {
        keep::keep(rules, position, keeping);
    }

    fn turn_over(rules: &Rules, position: &mut Position<Self>, unit: Unit) {
        *position.flags_mut(unit) |= data::back(rules.piece(unit).kind);
    }

    fn value(rules: &Rules, position: &Position<Self>, side: usize) -> i32 {
        bot::value(rules, position, side)
    }

    fn points(rules: &Rules, position: &Position<Self>, side: usize) -> i32 {
        victory::points(rules, position, side)
    }

    fn choose(
        bot: Bot,
        rules: &Rules,
        view: &Position<Self>,
        side: usize,
        weights: &Weights,
        _chance: &mut SplitMix64,
    ) -> Option<Act> {
        match bot {
            Bot::HEURISTIC => bot::rules_of_thumb(rules, view, side),
            Bot::PLANNER => planner::choose(rules, view, side, weights),
            _ => None,
        }
    }

    fn considered(
        bot: Bot,
        rules: &Rules,
        view: &Position<Self>,
        side: usize,
        weights: &Weights,
        act: &Act,
    ) -> Considered {
        match bot {
            Bot::PLANNER => planner::considered(rules, view, side, weights, act),
            _ => Considered::default(),
        }
    }

    fn plans(
        _rules: &Rules,
        _view: &Position<Self>,
        _side: usize,
        usual: &Weights,
    ) -> Vec<Plan<Weights>> {
        planner::plans(usual)
    }

    fn thinks(_rules: &Rules, view: &Position<Self>, side: usize) -> Option<u64> {
        planner::thinks(view, side)
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, start: &Start) -> Result<(), String> {
        opening::begin(cx);
        opening::artillery(cx, start)
    }
}
