//! The sequence of play: what each step does, for whom, and how units are activated.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::{ActivationBy, ActivationOf, Does, Group};
use salient_schema::ruleset::{Ruleset, SequenceStep};
use salient_schema::{Code, Diagnostic};

use crate::citations::Chapter;
use crate::game::{Decision, Standard};
use crate::numbers::{Members, Number, Reader};
use crate::results::{Retreating, Suffering};
use crate::rules::Rules;
use crate::state::{ACTIVATED, Active, OF_STEP, ROUTED};
use crate::{
    arrivals, combat, command, fire, hidden, movement, recovery, replacements, start, states,
    supply, victory, weather,
};

/// A thing that a step of the sequence of play does: the step, and which of the things of an
/// activation, counted from 1; 0 for the step's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DoesAt {
    pub phase: u16,
    pub part: u8,
}

/// What is done, compiled.
#[derive(Debug)]
pub struct Doing {
    pub does: Does,
    pub who: Members,
    pub share: Option<Number>,
    /// The rule of the step, where it has one.
    rule: Option<String>,
    /// The place of what it names among the others of its kind: the kind of combat or of fire, the
    /// state, the chart.
    pub place: u8,
}

impl DoesAt {
    /// What is done there.
    pub fn find(self, rules: &Rules) -> Option<&Doing> {
        rules.does.get(usize::from(self.phase))?.get(usize::from(self.part))
    }

    /// The rule of the step.
    pub fn rule(self, rules: &Rules) -> &str {
        let own = self.find(rules).and_then(|doing| doing.rule.as_deref());
        own.unwrap_or_else(|| rules.cite.rule(Chapter::Sequence))
    }

    /// Whether a unit is one of those that it is about: of the group, and activated where units are.
    pub fn is_about(self, rules: &Rules, position: &Position<Standard>, unit: Unit) -> bool {
        let active = position.own.active.as_ref();
        self.find(rules).is_some_and(|doing| doing.who.has(unit))
            && active.is_none_or(|active| self.part == 0 || active.units.contains(&unit))
    }
}

/// All that the steps of a sequence of play do, those of activations among them.
pub fn all(ruleset: &Ruleset) -> impl Iterator<Item = &Does> {
    let mut all = Vec::new();
    fn look<'a>(steps: &'a [SequenceStep], all: &mut Vec<&'a Does>) {
        for step in steps {
            all.extend(&step.does);
            if let Some(Does::Activation { each, .. }) = &step.does {
                all.extend(each);
            }
            look(&step.steps, all);
        }
    }
    look(&ruleset.sequence, &mut all);
    all.into_iter()
}

/// What each step of the flattened sequence of play does: its own thing, then those of its
/// activations.
pub fn read(reader: &mut Reader<'_>) -> Vec<Vec<Doing>> {
    let bundle = reader.bundle;
    if all(&bundle.ruleset).next().is_none() {
        let text = "no step of the sequence of play does anything";
        let wrong = Diagnostic::error(Code::Rule, text).pointer("/ruleset/sequence");
        reader.found.push(wrong.help("say what each step does: movement, combat, reinforcements"));
    }
    fn find<'a>(steps: &'a [SequenceStep], id: &str) -> Option<&'a SequenceStep> {
        steps.iter().find_map(|step| match step.id == id {
            true => Some(step),
            false => find(&step.steps, id),
        })
    }
    let phases = reader.compiled.phases.iter();
    let steps: Vec<Option<&SequenceStep>> =
        phases.map(|phase| find(&bundle.ruleset.sequence, &phase.id)).collect();
    let of = |step: Option<&SequenceStep>| {
        let Some(does) = step.and_then(|step| step.does.as_ref()) else { return Vec::new() };
        let each: &[Does] = match does {
            Does::Activation { each, .. } => each,
            _ => &[],
        };
        let id = step.map_or("", |step| step.id.as_str());
        let rule = step.and_then(|step| step.rule.clone());
        let all = [does].into_iter().chain(each).map(|one| doing(reader, one, id));
        all.map(|doing| Doing { rule: rule.clone(), ..doing }).collect()
    };
    steps.into_iter().map(of).collect()
}

fn doing(reader: &mut Reader<'_>, does: &Does, step: &str) -> Doing {
    let play = reader.play;
    let everybody = Group::default();
    let (who, share) = match does {
        Does::Combat { who, .. } | Does::Fire { who, .. } => (who, None),
        Does::Movement { who, share, .. } => (who, share.as_ref()),
        _ => (&everybody, None),
    };
    fn place<'a>(mut ids: impl Iterator<Item = &'a String>, id: &str) -> Option<usize> {
        ids.position(|one| one == id)
    }
    let named = match does {
        Does::Combat { combat, .. } => {
            Some(("combat", combat, place(play.combat.iter().map(|one| &one.id), combat)))
        }
        Does::Fire { fire, .. } => {
            Some(("fire", fire, place(play.fire.iter().map(|one| &one.id), fire)))
        }
        Does::Recovery { state } => {
            Some(("state", state, place(play.states.iter().map(|one| &one.id), state)))
        }
        Does::Events { table } => {
            let tables = reader.bundle.ruleset.tables.iter();
            Some(("chart", table, place(tables.map(|one| &one.id), table)))
        }
        _ => None,
    };
    let wrong =
        |code: Code, text: String| Diagnostic::error(code, text).pointer("/ruleset/sequence");
    if let Some((what, id, None)) = named {
        let text =
            format!("the step '{step}' names the {what} '{id}', which the rules do not have");
        reader.found.push(wrong(Code::DanglingReference, text));
    }
    if let Does::Activation { each, .. } = does
        && each.iter().any(|one| matches!(one, Does::Activation { .. }))
    {
        let text = format!("the step '{step}' activates within an activation");
        reader.found.push(wrong(Code::Rule, text));
    }
    let at = format!("{step}/does");
    let who = reader.members(who, &at);
    let share = share.map(|share| reader.bounded(share, &at, (0, 1000)));
    let place = named.and_then(|(.., place)| place).unwrap_or(0);
    Doing { does: does.clone(), who, share, rule: None, place: place.min(u8::MAX.into()) as u8 }
}

/// Where the game goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A side does what a step of the sequence of play says.
    Do {
        /// The side.
        side: u8,
        /// What.
        at: DoesAt,
    },
    /// What is activated next.
    Activations {
        /// The step.
        phase: u16,
        /// The side whose choice it is, where the sides take turns.
        side: u8,
        /// Sides in a row that had nothing to activate.
        passed: u8,
    },
    /// Those that are activated do the next of their things.
    NextOfActive {
        /// The step.
        phase: u16,
    },
    /// Goes on with a combat.
    Combat(combat::Stage),
    /// A side goes on firing.
    Fire {
        /// The side.
        side: u8,
        /// The step.
        at: DoesAt,
        /// The kind of fire.
        fire: u8,
    },
    /// Whoever may fire at those who move is asked.
    React(Box<fire::React>),
    /// Whoever moves goes on after he was fired at.
    Onward {
        /// Who moves.
        movers: Vec<Unit>,
        /// Where they were fired at.
        hex: Hex,
    },
    /// Units suffer a result.
    Suffer(Box<Suffering>),
    /// A unit checks its morale.
    Check {
        /// The unit, and by what.
        of: Box<Suffering>,
        /// Added to the dice.
        modifier: i8,
    },
    /// Units retreat.
    Retreat(Box<Retreating>),
}

/// A step of the sequence of play begins.
pub fn begin(cx: &mut PlayContext<'_, Standard>, phase: usize) {
    open(cx);
    let rules = cx.rules;
    let at = DoesAt { phase: phase as u16, part: 0 };
    let Some(doing) = at.find(rules) else { return };
    let side = rules.compiled.phases.get(phase).and_then(|phase| phase.side);
    match doing.does {
        Does::Activation { .. } => begin_activations(cx, at.phase, side),
        Does::Victory {} => victory::look(cx),
        // Of these there is one for all.
        Does::Weather {} => weather::roll_for(cx, side.unwrap_or(0)),
        Does::Events { .. } => weather::happen(cx, side.unwrap_or(0), at),
        _ => {
            // The first side is done first: what is pushed last comes first.
            let sides: Vec<usize> = match side {
                Some(side) => vec![side],
                None => (0..rules.compiled.sides.len()).rev().collect(),
            };
            for side in sides {
                cx.then(Step::Do { side: side as u8, at });
            }
        }
    }
}

/// What units begin in comes into force before anything else.
fn open(cx: &mut PlayContext<'_, Standard>) {
    if !cx.position.own.opened {
        states::open(cx);
        hidden::look_round(cx);
    }
}

/// A side does what a step says.
pub fn act(cx: &mut PlayContext<'_, Standard>, side: usize, at: DoesAt) {
    let Some(doing) = at.find(cx.rules) else { return };
    if matches!(doing.does, Does::Movement { .. } | Does::Combat { .. } | Does::Fire { .. }) {
        command::judge(cx);
    }
    match &doing.does {
        Does::Supply {} => supply::judge(cx, side),
        Does::Replacements {} => replacements::begin(cx, side),
        Does::Weather {} => weather::roll_for(cx, side),
        Does::Events { .. } => weather::happen(cx, side, at),
        Does::Movement { .. } => movement::begin(cx, side, at),
        Does::Combat { .. } => combat::begin(cx, side, at),
        Does::Reinforcements {} => arrivals::begin(cx, side),
        Does::SetUp {} => arrivals::begin_set_up(cx, side),
        Does::Fire { .. } => fire::begin(cx, side, at),
        Does::Recovery { .. } => recovery::begin(cx, side, at),
        _ => {}
    }
}

fn begin_activations(cx: &mut PlayContext<'_, Standard>, phase: u16, side: Option<usize>) {
    for unit in cx.rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !ACTIVATED;
    }
    let Some(Does::Activation { by, .. }) = activation(cx.rules, phase) else { return };
    let first = match by {
        ActivationBy::Initiative => who_rolls_higher(cx, phase),
        _ => side.unwrap_or(0),
    };
    if *by == ActivationBy::Chits {
        let rules = cx.rules;
        let formations = rules.compiled.all_units().filter_map(|unit| {
            cx.position.hex(unit)?;
            cx.position.state(unit).attached
        });
        let mut cup: Vec<_> = formations.collect();
        cup.sort_unstable();
        cup.dedup();
        cx.position.own.cup = cup;
    }
    cx.then(Step::Activations { phase, side: first as u8, passed: 0 });
}

fn activation(rules: &Rules, phase: u16) -> Option<&Does> {
    let doing = DoesAt { phase, part: 0 }.find(rules)?;
    matches!(doing.does, Does::Activation { .. }).then_some(&doing.does)
}

/// Both sides roll until one is higher than all others.
fn who_rolls_higher(cx: &mut PlayContext<'_, Standard>, phase: u16) -> usize {
    let sides = cx.rules.compiled.sides.len();
    let rule = DoesAt { phase, part: 0 }.rule(cx.rules).to_owned();
    // Whoever is level with the best rolls again, and an end comes even to the unluckiest.
    let mut left: Vec<usize> = (0..sides).collect();
    for _ in 0..100 {
        let rolls: Vec<(usize, u8)> =
            left.iter().map(|&side| (side, cx.roll("initiative", side, &rule))).collect();
        let best = rolls.iter().map(|(_, die)| *die).max().unwrap_or(0);
        left = rolls.into_iter().filter(|(_, die)| *die == best).map(|(side, _)| side).collect();
        if left.len() <= 1 {
            break;
        }
    }
    left.first().copied().unwrap_or(0)
}

/// The units that would be activated with one.
pub fn activated_with(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    of: ActivationOf,
) -> Vec<Unit> {
    let side = rules.side(unit);
    let fresh = |unit: &Unit| position.state(*unit).flags & ACTIVATED == 0;
    let own = position.on_map(rules, side).filter(fresh);
    match of {
        ActivationOf::Unit => vec![unit],
        ActivationOf::Hex => own.filter(|&one| position.hex(one) == position.hex(unit)).collect(),
        ActivationOf::Formation => match position.state(unit).attached {
            Some(formation) => own
                .filter(|&one| {
                    let attached = position.state(one).attached;
                    attached.is_some_and(|attached| position.is_under(attached, formation))
                })
                .collect(),
            None => vec![unit],
        },
    }
}

/// The next activation of a step.
pub fn next_activation(cx: &mut PlayContext<'_, Standard>, phase: u16, side: usize, passed: u8) {
    let rules = cx.rules;
    cx.position.own.active = None;
    let Some(Does::Activation { by, .. }) = activation(rules, phase) else { return };
    if *by == ActivationBy::Chits {
        return draw(cx, phase);
    }
    let sides = rules.compiled.sides.len();
    if usize::from(passed) >= sides {
        return;
    }
    let next = ((side + 1) % sides) as u8;
    let fresh = |unit: Unit| cx.position.state(unit).flags & ACTIVATED == 0;
    if cx.position.on_map(rules, side).any(fresh) {
        cx.then(Step::Activations { phase, side: next, passed: 0 });
        cx.ask(side, Decision::Activate { phase });
    } else {
        cx.then(Step::Activations { phase, side: next, passed: passed + 1 });
    }
}

/// A chit is drawn from the cup.
fn draw(cx: &mut PlayContext<'_, Standard>, phase: u16) {
    let rules = cx.rules;
    let chits = cx.position.own.cup.len();
    if chits == 0 {
        return;
    }
    let rule = DoesAt { phase, part: 0 }.rule(rules).to_owned();
    let place = match chits {
        1 => 0,
        _ => usize::from(cx.roll_of("chit", 0, chits.min(100) as u8, &rule)) - 1,
    };
    let formation = cx.position.own.cup.remove(place.min(chits - 1));
    cx.then(Step::Activations { phase, side: 0, passed: 0 });
    let own = |unit: &Unit| cx.position.state(*unit).attached == Some(formation);
    let units = rules.compiled.all_units().filter(|unit| cx.position.hex(*unit).is_some());
    let units: Vec<Unit> = units.filter(own).collect();
    if let Some(&first) = units.first() {
        activate(cx, phase, rules.side(first), units);
    }
}

/// Units are activated: they do the things of the activation in their order.
pub fn activate(cx: &mut PlayContext<'_, Standard>, phase: u16, side: usize, units: Vec<Unit>) {
    for &unit in &units {
        *cx.position.flags_mut(unit) |= ACTIVATED;
    }
    cx.position.own.active = Some(Active { side: side as u8, units, doing: 0 });
    cx.then(Step::NextOfActive { phase });
}

/// Those that are activated do the next of their things.
pub fn next_of_active(cx: &mut PlayContext<'_, Standard>, phase: u16) {
    let Some(active) = &mut cx.position.own.active else { return };
    active.doing += 1;
    let (side, at) = (usize::from(active.side), DoesAt { phase, part: active.doing });
    if at.find(cx.rules).is_none() {
        cx.position.own.active = None;
        return;
    }
    cx.then(Step::NextOfActive { phase });
    act(cx, side, at);
}

/// Whether a unit, and with it those that go with it, may be activated in a step.
///
/// # Errors
/// The rule that forbids it.
pub fn check_activation(
    rules: &Rules,
    position: &Position<Standard>,
    phase: u16,
    unit: Unit,
) -> Result<(), Violation> {
    let rule = || DoesAt { phase, part: 0 }.rule(rules).to_owned();
    if position.hex(unit).is_none() || position.state(unit).flags & ACTIVATED != 0 {
        return Err(Violation::new(rule(), "the unit is not on the map, or was activated before"));
    }
    // A formation, or a stack, is named by the first of its units.
    match to_activate(rules, position, phase, unit).first() {
        Some(&first) if first == unit => Ok(()),
        _ => {
            Err(Violation::new(rule(), "name the first unit of those that are activated together"))
        }
    }
}

/// The units that are activated where one is named.
pub fn to_activate(
    rules: &Rules,
    position: &Position<Standard>,
    phase: u16,
    unit: Unit,
) -> Vec<Unit> {
    match activation(rules, phase) {
        Some(Does::Activation { of, .. }) => activated_with(rules, position, unit, *of),
        _ => Vec::new(),
    }
}

/// A game-turn begins.
pub fn begin_turn(cx: &mut PlayContext<'_, Standard>) {
    open(cx);
    cx.position.own.shots.iter_mut().for_each(|shots| *shots = 0);
    for unit in cx.rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !ROUTED;
    }
    if cx.position.turn_place == 0 {
        start::of_scenario(cx);
    }
    cx.position.own.spent_points.iter_mut().for_each(|spent| *spent = 0);
    weather::begin_turn(cx);
    replacements::begin_turn(cx);
}

/// A step of the sequence of play is over.
pub fn end(cx: &mut PlayContext<'_, Standard>) {
    cx.position.own.active = None;
    for unit in cx.rules.compiled.all_units() {
        *cx.position.flags_mut(unit) &= !OF_STEP;
    }
}
