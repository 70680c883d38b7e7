//! What the kernel asks of a system: decisions, acts, and where each of them goes.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::game::{Marker, MarkerLook, Spending};
use salient_rules::play::{
    Compiled, Entered, Phase, PlayContext, Position, Procedures, Secret, Unit, Walk,
};
use salient_rules::{Action, Bot, Violation};
use salient_schema::{Bundle, Diagnostic};

use crate::activation::{self, By};
use crate::assault::{self, Assault};
use crate::bombardment::{self, Barrage, Fallen};
use crate::drumfire::{self, Drum};
use crate::flight::{self, Going};
use crate::missions::{self, Task};
use crate::opportunity::{self, React};
use crate::order::Order;
use crate::results::{self, Hit};
use crate::roles::STEPS;
use crate::rules::Rules;
use crate::state::{NOBODY, State};
use crate::{
    barrages, bot, casualties, cavalry, control, direct_fire, legal, limber, morale, movement,
    open_sights, opening, sequence, spotting, stacking, victory, works,
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
    /// A unit flees on, with so many movement points; whether it is its first hex.
    Flee(Unit, i32, bool),
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
    /// Those in works fire first and alone, or all at once with the attackers.
    FirstFire(bool),
    /// A unit digs.
    Dig(Unit),
    /// A gun, mortar or machine gun is limbered or unlimbered.
    Limber { unit: Unit, limbers: bool },
    /// Cavalry dismounts or mounts.
    Mount { unit: Unit, mounts: bool },
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

impl Procedures for InfantryAttacks {
    type Rules = Rules;
    type State = State;
    type Decision = Decision;
    type Step = Step;
    type Act = Act;

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
            plans: Secret::new(rules.compiled.sides.len()),
            batteries: Vec::new(),
            last_fire: vec![None; rules.compiled.units.len()],
            drumfire: Vec::new(),
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
            "artillery-plan" => missions::begin_plan(cx),
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
            Step::Flee(unit, left, first) => flight::go_on(cx, unit, left, first),
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
        for &unit in &walk.units {
            control::stands(cx, unit);
            spotting::hides(cx, unit);
            works::moved(cx, unit);
        }
        if let Some(hex) = walk.at() {
            // Opportunity fire comes last: they have entered first.
            cx.then(Step::React(React { movers: walk.units.clone(), fired: Vec::new() }));
            drumfire::entered(cx, &walk.units, hex, true);
            casualties::overrun(cx, hex);
            // Who is left behind strikes before anybody else fires (IA 12.23).
            if let Some(&first) = walk.units.first() {
                assault::has_left(cx, first);
            }
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
            (Decision::Go(going), Act::Go(hex)) => {
                let wrong = || Violation::new("IA 14.33", "it does not go there");
                going.options.contains(hex).then_some(()).ok_or_else(wrong)
            }
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
            Act::Lose(unit) => {
                if let Some(Decision::Lose(hit)) = asked {
                    results::take(cx, hit, *unit);
                }
            }
            Act::FirstFire(works_only) => {
                if let Some(Decision::FirstFire(assault)) = asked {
                    assault::choose(cx, assault, *works_only);
                }
            }
            Act::Dig(unit) => works::dig(cx, *unit),
            Act::Limber { unit, limbers } => limber::turn(cx, *unit, *limbers),
            Act::Mount { unit, mounts } => cavalry::go(cx, *unit, *mounts),
            Act::Go(hex) => {
                if let Some(Decision::Go(going)) = asked {
                    flight::go(cx, &going, *hex);
                }
            }
            Act::Done => match asked {
                Some(Decision::Bombard(barrage)) => bombardment::done(cx, barrage),
                Some(Decision::Act) => sequence::end_segment(cx, side),
                _ => {}
            },
            // Whoever holds his fire does no more than that.
            Act::Pass => {
                if matches!(asked, Some(Decision::Segment)) {
                    sequence::pass(cx.position, side);
                }
            }
        }
    }

    fn parse(rules: &Rules, action: &Action) -> Result<Act, Violation> {
        action.read::<Order>()?.act(rules)
    }

    fn action(rules: &Rules, act: &Act) -> Action {
        Action::of(&Order::of(rules, act))
    }

    fn conceal<'a>(
        _rules: &Rules,
        position: &'a Position<Self>,
        side: usize,
    ) -> Cow<'a, Position<Self>> {
        // What the other has planned nobody else knows, before the game and in it (IA 9.11).
        let mut known = position.clone();
        known.own.plans = position.own.plans.concealed_from(side);
        Cow::Owned(known)
    }

    fn draw_anew(
        rules: &Rules,
        concealed: &mut Position<Self>,
        side: usize,
        chance: &mut SplitMix64,
    ) {
        barrages::draw(rules, concealed, side, chance);
    }

    fn markers(_rules: &Rules, position: &Position<Self>) -> Vec<Marker> {
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
        let mut markers: Vec<Marker> = drumfire.chain(smoke).collect();
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
        _chance: &mut SplitMix64,
    ) -> Option<Act> {
        (bot == Bot::HEURISTIC).then(|| bot::rules_of_thumb(rules, view, side)).flatten()
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, start: &Start) -> Result<(), String> {
        opening::begin(cx);
        opening::artillery(cx, start)
    }
}
