//! What the kernel asks of a system: where each decision, act and step goes.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_rules::account::Considered;
use salient_rules::case::Start;
use salient_rules::dice::SplitMix64;
use salient_rules::keep::Keeping;
use salient_rules::play::{
    Compiled, Entered, Phase, PlayContext, Position, Procedures, Secret, Stepwise, Unit, View, Walk,
};
use salient_rules::questions::Questions;
use salient_rules::search::Plan;
use salient_rules::{Bot, Violation};
use salient_schema::{Bundle, Diagnostic};

use crate::acts::Act;
use crate::answers::Answers;
use crate::decision::{Assault, Decision, Flight, Step};
use crate::planner::{self, Weights};
use crate::roles::STEPS;
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{self, NOBODY, State};
use crate::{
    activation, assault, barrages, bombardment, bot, casualties, cavalry, consolidation, data,
    direct_fire, drumfire, exits, flight, hidden, keep, legal, limber, missions, morale, movement,
    open_sights, opening, opportunity, overstacking, results, saved_segment, sequence, stacking,
    transport, victory, works,
};

impl Procedures for InfantryAttacks {
    type Rules = Rules;
    type Position = Position<Self>;
    type Act = Act;
    type Memory = ();
    type Weights = Weights;

    const POLICY: Bot = Bot::PLANNER;
    const PLAYOUTS: u32 = 48;
    const HAS_PLANS: bool = true;

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
        if let (Decision::Segment, Some((by, moving, firing))) = (&ask.what, act.activates()) {
            return activation::check(rules, position, side, by, moving, firing);
        }
        match (&ask.what, act) {
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
            (Decision::Act, Act::Recover { unit }) => {
                morale::check_recover(rules, position, side, *unit)
            }
            (Decision::Act, Act::Done) => sequence::check_done(rules, position, side),
            (Decision::Lose(hit), Act::Lose { unit }) => {
                let may = hit.payers(rules, position);
                let rule = hit.cause.rule();
                let wrong = || Violation::new(rule, "that unit does not take this loss");
                may.contains(unit).then_some(()).ok_or_else(wrong)
            }
            (Decision::React(react), Act::Fire { units, leaders, target }) => {
                opportunity::check(rules, position, side, react, (units, leaders), *target)
            }
            (Decision::React(_), Act::Pass) | (Decision::FirstFire(_), Act::FirstFire { .. }) => {
                Ok(())
            }
            (Decision::Act, Act::Dig { unit }) => works::check(rules, position, side, *unit),
            (Decision::Act, Act::Limber { unit } | Act::Unlimber { unit }) => {
                let limbers = matches!(act, Act::Limber { .. });
                limber::check(rules, position, side, *unit, limbers)
            }
            (Decision::Act, Act::Mount { unit } | Act::Dismount { unit }) => {
                let mounts = matches!(act, Act::Mount { .. });
                cavalry::check(rules, position, side, *unit, mounts)
            }
            (Decision::Act, Act::Load { unit, transport }) => {
                transport::check_load(rules, position, side, *unit, *transport)
            }
            (Decision::Act, Act::Unload { unit }) => {
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
            (Decision::Save, Act::Save { .. }) | (Decision::Horses, Act::Done) => Ok(()),
            (Decision::Horses, Act::Mount { unit } | Act::Dismount { unit }) => {
                let mounts = matches!(act, Act::Mount { .. });
                cavalry::check_start(rules, position, side, *unit, mounts)
            }
            (Decision::Unstack(hex), Act::Lose { unit }) => {
                let may = overstacking::candidates(rules, position, *hex, side);
                let wrong = || Violation::new("IA 4.4", "that unit need not go out of the hex");
                may.contains(unit).then_some(()).ok_or_else(wrong)
            }
            (Decision::Go(going), Act::Go { hex }) => {
                let wrong = || Violation::new("IA 14.33", "it does not go there");
                going.options.contains(hex).then_some(()).ok_or_else(wrong)
            }
            (Decision::Accompany(flight), Act::Accompany { leader }) => {
                let wrong = || Violation::new("IA 6.62", "he does not go along");
                flight.leaders.contains(leader).then_some(()).ok_or_else(wrong)
            }
            (Decision::Accompany(_), Act::Done) => Ok(()),
            (Decision::GoOn(it), Act::Go { hex }) => {
                let wrong = || Violation::new("IA 13.14", "it goes on to where it was to go");
                (it.end() == Some(*hex)).then_some(()).ok_or_else(wrong)
            }
            (Decision::GoOn(_), Act::Done) => Ok(()),
            (Decision::Plan, Act::Plan(plan)) => {
                missions::check(rules, position, side, plan.unit, &plan.task(rules)?)
            }
            (Decision::Abort, Act::Abort { unit }) => {
                missions::check_abort(rules, position, side, *unit)
            }
            (Decision::Abort, Act::Done) => Ok(()),
            (Decision::Bombard(_), Act::Bombard { units: guns }) => {
                bombardment::check(rules, position, side, guns)
            }
            (Decision::Bombard(_), Act::Recover { unit }) => {
                bombardment::check_recover(rules, position, side, *unit)
            }
            (Decision::Bombard(_), Act::Done) => bombardment::check_done(rules, position, side),
            (Decision::Drumfire(drum), Act::Bombard { units: guns }) => {
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
            (Decision::Lose(hit), _) => {
                Err(Violation::new(hit.cause.rule(), "choose who takes the loss"))
            }
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
                hit.payers(rules, position).into_iter().map(|unit| Act::Lose { unit }).collect()
            }
            Some(Decision::FirstFire(_)) => {
                vec![Act::FirstFire { works_only: false }, Act::FirstFire { works_only: true }]
            }
            Some(Decision::React(react)) => opportunity::legal(rules, position, side, react),
            Some(Decision::Go(going)) => {
                going.options.iter().copied().map(|hex| Act::Go { hex }).collect()
            }
            Some(Decision::Accompany(flight)) => {
                let leaders =
                    flight.leaders.iter().copied().map(|leader| Act::Accompany { leader });
                std::iter::once(Act::Done).chain(leaders).collect()
            }
            Some(Decision::GoOn(it)) => {
                std::iter::once(Act::Done).chain(it.end().map(|hex| Act::Go { hex })).collect()
            }
            Some(Decision::Horses) => cavalry::legal_start(rules, position, side),
            Some(Decision::Save) => vec![Act::Save { saves: false }, Act::Save { saves: true }],
            Some(Decision::Unstack(hex)) => {
                let may = overstacking::candidates(rules, position, *hex, side);
                may.into_iter().map(|unit| Act::Lose { unit }).collect()
            }
            Some(Decision::Plan) => barrages::plans(rules, position, side),
            Some(Decision::Abort) => {
                let may = missions::abortable(rules, position, side).into_iter();
                std::iter::once(Act::Done).chain(may.map(|unit| Act::Abort { unit })).collect()
            }
            Some(Decision::Bombard(_)) => legal::bombardments(rules, position, side),
            Some(Decision::Drumfire(drum)) => {
                let next = drumfire::next(rules, position, drum);
                let groups = bombardment::groups(rules, position, &next);
                groups.into_iter().map(|units| Act::Bombard { units }).collect()
            }
            None => Vec::new(),
        }
    }

    fn apply(cx: &mut PlayContext<'_, Self>, side: usize, act: &Act) -> Result<(), Violation> {
        let asked = cx.position.asked().map(|ask| ask.what.clone());
        // A plan is answered once all of it is there.
        if !matches!(act, Act::Plan(_)) {
            cx.answered(side);
        }
        match act {
            Act::Plan(plan) => {
                if let Ok(task) = plan.task(cx.rules) {
                    missions::assign(cx, side, plan.unit, task);
                }
            }
            Act::Abort { unit } => missions::abort(cx, side, *unit),
            Act::Bombard { units: guns } => match asked {
                Some(Decision::Bombard(barrage)) => bombardment::fire_chosen(cx, barrage, guns),
                Some(Decision::Drumfire(drum)) => drumfire::fire(cx, drum, guns),
                _ => {}
            },
            Act::Activate { .. } | Act::ActivateStack { .. } | Act::ActivateLeader { .. } => {
                let Some((by, moving, firing)) = act.activates() else { return Ok(()) };
                sequence::begin_segment(cx.position, side);
                activation::activate(cx, side, by, moving, firing);
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
            Act::Recover { unit } => match asked {
                Some(Decision::Bombard(barrage)) => bombardment::recover(cx, barrage, *unit),
                _ => morale::recover(cx, *unit),
            },
            Act::Lose { unit } => match asked {
                Some(Decision::Lose(hit)) => results::take(cx, hit, *unit),
                Some(Decision::Unstack(hex)) => overstacking::take(cx, hex, side, *unit),
                _ => {}
            },
            Act::Accompany { leader } => {
                if let Some(Decision::Accompany(flight)) = asked {
                    flight::accompany(cx, flight, *leader);
                }
            }
            Act::FirstFire { works_only } => {
                if let Some(Decision::FirstFire(assault)) = asked {
                    assault::choose(cx, assault, *works_only);
                }
            }
            Act::Dig { unit } => works::dig(cx, *unit),
            Act::Limber { unit } => limber::turn(cx, *unit, true),
            Act::Unlimber { unit } => limber::turn(cx, *unit, false),
            Act::Mount { unit } => cavalry::go(cx, *unit, true),
            Act::Dismount { unit } => match asked {
                Some(Decision::Horses) => cavalry::start(cx, side, *unit),
                _ => cavalry::go(cx, *unit, false),
            },
            Act::Load { unit, transport } => transport::load(cx, *unit, *transport),
            Act::Unload { unit } => transport::unload(cx, *unit),
            Act::SetDown { transport, path, at } => {
                transport::go_and_set_down(cx, side, *transport, path, *at);
            }
            Act::Exit { units, path } => exits::go(cx, side, units, path),
            Act::Combine { unit, with } => consolidation::join(cx, *unit, *with),
            Act::Save { saves } => saved_segment::save(cx, *saves),
            Act::UseSaved => saved_segment::spend(cx),
            Act::Go { hex } => match asked {
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
        Ok(())
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

    fn face(rules: &Rules, position: &Position<Self>, unit: Unit) -> u8 {
        state::face(rules, position, unit)
    }

    fn value(rules: &Rules, position: &Position<Self>, side: usize) -> i64 {
        i64::from(bot::value(rules, position, side))
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
        _memory: &mut (),
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
        _memory: &mut (),
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

    fn questions<'a>(view: View<'a, Self>) -> Box<dyn Questions<'a> + 'a> {
        Box::new(Answers(view))
    }
}

impl Stepwise for InfantryAttacks {
    type State = State;
    type Decision = Decision;
    type Step = Step;

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

    fn remarks(rules: &Rules, set_up: &Position<Self>) -> Vec<Diagnostic> {
        data::remarks(rules, set_up)
    }

    fn states(rules: &Rules, position: &Position<Self>, unit: Unit) -> Option<Vec<String>> {
        Some(keep::states(rules, position, unit))
    }

    fn keep(rules: &Rules, position: &Position<Self>, keeping: &mut Keeping<'_>) {
        keep::keep(rules, position, keeping);
    }

    fn turn_over(rules: &Rules, position: &mut Position<Self>, unit: Unit) -> bool {
        *position.flags_mut(unit) |= data::back(rules.piece(unit).kind);
        true
    }

    fn start_case(cx: &mut PlayContext<'_, Self>, start: &Start) -> Result<(), String> {
        opening::begin(cx);
        opening::artillery(cx, start)
    }
}
