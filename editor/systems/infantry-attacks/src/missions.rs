//! IA 9.1: the missions of guns, mortars and factors off the map, and the plan of their fire, which
//! both sides write before the game and in secret.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::scenario::{self, Mission};
use salient_schema::{Bundle, Code, Diagnostic};

use crate::decision::{Decision, Step};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{LIMBERED, TRIED, has, of};
use crate::tasks::{Assignment, Plan, PlannedFire, Shot, Task, by_turns};
use crate::units::Kind;

impl Assignment {
    /// Of a mission.
    pub fn of(rules: &Rules, unit: Unit, task: &Task) -> Self {
        let fire = |shot: &Shot| PlannedFire {
            turn: rules.compiled.turns.get(shot.turn).map_or(0, |turn| turn.turn),
            hex: shot.hex,
            shell: shot.smoke.then(|| "smoke".to_owned()),
        };
        let (fires, destination) = match task {
            Task::Planned(shots) => (shots.iter().map(fire).collect(), None),
            Task::Move(to) => (Vec::new(), Some(*to)),
            Task::OpenSights | Task::Aborted => (Vec::new(), None),
        };
        Self { unit, mission: task.word().to_owned(), fires, destination }
    }

    /// The mission.
    ///
    /// # Errors
    /// The first of its faults.
    pub fn task(&self, rules: &Rules) -> Result<Task, Violation> {
        let first = |faults: Vec<(String, Violation)>| {
            let first = faults.into_iter().next().map(|(_, wrong)| wrong);
            first.unwrap_or_else(|| Violation::new("IA 9.1", "the mission makes no sense"))
        };
        let missing = || Violation::new("IA 9.1", "a gun is given a mission");
        read(rules, &self.in_words(rules)).map_err(first)?.ok_or_else(missing)
    }

    /// It in the words of a scenario.
    fn in_words(&self, rules: &Rules) -> Mission {
        let label = |hex: Hex| rules.compiled.label(hex).to_owned();
        let fires = self.fires.iter().map(|fire| scenario::PlannedFire {
            turn: fire.turn,
            hex: label(fire.hex),
            shell: fire.shell.clone(),
        });
        Mission {
            counter: rules.unit(self.unit).name.clone(),
            mission: Some(self.mission.clone()),
            destination: self.destination.map(label),
            fires: fires.collect(),
        }
    }
}

/// The mission of a unit, as far as the position knows it.
pub fn task<'a>(
    rules: &Rules,
    position: &'a Position<InfantryAttacks>,
    unit: Unit,
) -> Option<&'a Task> {
    position.own.plans.truth(rules.side_of(unit))?.task(unit)
}

/// Changes what a side has written down.
pub fn rewrite(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    side: usize,
    change: impl FnOnce(&mut Plan),
) {
    let mut plan = cx.position.own.plans.truth(side).cloned().unwrap_or_default();
    change(&mut plan);
    cx.position.own.plans.choose(side, plan);
}

/// Whether a unit is a gun or a mortar, and has a mission.
pub fn is_gun(rules: &Rules, unit: Unit) -> bool {
    matches!(rules.piece(unit).kind, Kind::Artillery | Kind::Mortar)
}

/// IA 9.1: whether a gun takes part: it is on the map or comes onto it, or is named among those
/// that fire from off the map.
pub fn takes_part(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    if rules.piece(unit).off_board {
        return position.own.batteries.binary_search(&unit).is_ok();
    }
    is_gun(rules, unit)
        && (position.hex(unit).is_some() || position.state(unit).status == UnitStatus::Expected)
}

/// A side's guns that have no mission yet.
pub fn unassigned<'a>(
    rules: &'a Rules,
    position: &'a Position<InfantryAttacks>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    rules.compiled.all_units().filter(move |&unit| {
        rules.side_of(unit) == side
            && takes_part(rules, position, unit)
            && task(rules, position, unit).is_none()
    })
}

/// IA 3.0, 9.1: both sides plan at once and in secret, as far as the scenario has not done it.
pub fn begin_plan(cx: &mut PlayContext<'_, InfantryAttacks>) {
    cx.then(Step::Planned);
    let waits = |side: &usize| unassigned(cx.rules, cx.position, *side).next().is_some();
    let open = (0..2).filter(waits).fold(0, |open, side| open | 1 << side);
    if open != 0 {
        cx.ask_hidden(open, Decision::Plan);
    }
}

/// A side gives a gun its mission; it is asked until all have one.
pub fn assign(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, unit: Unit, task: Task) {
    rewrite(cx, side, |plan| plan.give(unit, task));
    if unassigned(cx.rules, cx.position, side).next().is_none() {
        cx.answered(side);
    }
}

/// IA 9.13: once all is planned, whoever is to move is limbered. Nobody sees it before.
pub fn planned(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    for unit in rules.compiled.all_units() {
        if matches!(task(rules, cx.position, unit), Some(Task::Move(_))) {
            *cx.position.flags_mut(unit) |= LIMBERED;
        }
    }
}

/// Where a gun stands when its mission is chosen.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// Its hex; none where it is off the map or comes later.
    pub hex: Option<Hex>,
    /// Whether it is limbered.
    pub limbered: bool,
}

/// IA 9.1, 9.11–9.15, 11.1, 16.14: everything that is wrong with a mission, each with the place of
/// the shot that it is about.
pub fn faults(
    rules: &Rules,
    unit: Unit,
    stand: Stand,
    task: &Task,
) -> Vec<(Option<usize>, Violation)> {
    let name = &rules.unit(unit).name;
    let piece = rules.piece(unit);
    let all = |rule: &'static str, text: String| vec![(None, Violation::new(rule, text))];
    if !is_gun(rules, unit) {
        return all("IA 9.1", format!("'{name}' is no artillery and has no mission"));
    }
    if piece.off_board && !matches!(task, Task::Planned(_)) {
        return all("IA 9.15", format!("'{name}' is off the map and fires by plan"));
    }
    if !piece.off_board && stand.hex.is_none() && !matches!(task, Task::Move(_)) {
        return all("IA 9.13", format!("'{name}' comes later and has to move"));
    }
    match task {
        Task::Aborted => all("IA 9.14", "nobody begins so".to_owned()),
        Task::OpenSights => Vec::new(),
        Task::Move(to) => match rules.compiled.map.hex_cost(*to) {
            Some(_) => Vec::new(),
            None => {
                let label = rules.compiled.label(*to);
                all("IA 9.13", format!("no unit enters {label}, where '{name}' is to go"))
            }
        },
        Task::Planned(_) if piece.kind == Kind::Mortar => {
            all("IA 9.15", format!("'{name}' is a mortar and does not fire by plan"))
        }
        Task::Planned(_) if stand.limbered => {
            all("IA 7.33", format!("'{name}' is limbered and could not fire"))
        }
        Task::Planned(shots) => of_shots(rules, unit, stand, shots),
    }
}

fn of_shots(
    rules: &Rules,
    unit: Unit,
    stand: Stand,
    shots: &[Shot],
) -> Vec<(Option<usize>, Violation)> {
    let side = rules.side_of(unit);
    let name = &rules.unit(unit).name;
    let mut found = Vec::new();
    let range = rules.compiled.unit(unit).faces.first();
    let range = range.and_then(|face| face.get(rules.ratings[of::RANGE])).copied().unwrap_or(0);
    for (place, shot) in shots.iter().enumerate() {
        let mut wrong = |rule, text| found.push((Some(place), Violation::new(rule, text)));
        if shots[..place].iter().any(|other| other.turn == shot.turn) {
            wrong("IA 9.11", format!("'{name}' fires at one hex a game-turn"));
        }
        let far = |from: Hex| rules.compiled.map.grid().distance(from, shot.hex) as i32 > range;
        if stand.hex.filter(|_| !rules.piece(unit).off_board).is_some_and(far) {
            let label = rules.compiled.label(shot.hex);
            wrong("IA 9.11", format!("{label} is out of the range of '{name}'"));
        }
        if shot.smoke && !rules.may_smoke[side] {
            wrong("IA 16.14", format!("the scenario lets '{name}' fire no smoke"));
        }
    }
    if let Some(most) = rules.ammunition[side]
        && shots.len() as i32 > most
    {
        let text = format!("'{name}' fires in {} turns and has ammunition for {most}", shots.len());
        found.push((usize::try_from(most).ok(), Violation::new("IA 11.1", text)));
    }
    found
}

/// IA 9.1: whether a side may give a gun a mission now.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
    task: &Task,
) -> Result<(), Violation> {
    let stand = Stand { hex: position.hex(unit), limbered: has(position, unit, LIMBERED) };
    if is_gun(rules, unit) && !unassigned(rules, position, side).any(|other| other == unit) {
        let text =
            format!("'{}' is none of one's own that waits for a mission", rules.unit(unit).name);
        return Err(Violation::new("IA 9.1", text));
    }
    faults(rules, unit, stand, task).into_iter().next().map_or(Ok(()), |(_, wrong)| Err(wrong))
}

/// A mission in words. Every fault with its place below the mission.
pub fn read(rules: &Rules, mission: &Mission) -> Result<Option<Task>, Vec<(String, Violation)>> {
    let mut found = Vec::new();
    let one = |at: &str, rule, text: String| vec![(at.to_owned(), Violation::new(rule, text))];
    let Some(word) = &mission.mission else {
        return match mission.fires.is_empty() && mission.destination.is_none() {
            true => Ok(None),
            false => Err(one("/mission", "IA 9.1", "what is planned needs a mission".to_owned())),
        };
    };
    let task = match word.as_str() {
        "planned-fire" => {
            let mut shots = Vec::new();
            for (place, fire) in mission.fires.iter().enumerate() {
                match shot(rules, fire) {
                    Ok(shot) => shots.push(shot),
                    Err((at, wrong)) => found.push((format!("/fires/{place}/{at}"), wrong)),
                }
            }
            shots.sort_unstable_by_key(|shot| shot.turn);
            Task::Planned(shots)
        }
        "open-sights" => Task::OpenSights,
        "move" => match mission.destination.as_ref().and_then(|label| rules.compiled.hex(label)) {
            Some(hex) => Task::Move(hex),
            None => {
                let text = "who moves needs a hex of the map to go to".to_owned();
                return Err(one("/destination", "IA 9.13", text));
            }
        },
        _ => return Err(one("/mission", "IA 9.1", format!("there is no mission '{word}'"))),
    };
    if !matches!(task, Task::Planned(_)) && !mission.fires.is_empty() {
        let text = "only planned fire is written down".to_owned();
        found.extend(one("/fires", "IA 9.11", text));
    }
    if !matches!(task, Task::Move(_)) && mission.destination.is_some() {
        let text = "only who moves has a hex to go to".to_owned();
        found.extend(one("/destination", "IA 9.13", text));
    }
    if found.is_empty() { Ok(Some(task)) } else { Err(found) }
}

fn shot(rules: &Rules, fire: &scenario::PlannedFire) -> Result<Shot, (&'static str, Violation)> {
    let wrong = |at, rule, text| (at, Violation::new(rule, text));
    let turn = rules.compiled.turns.iter().position(|turn| turn.turn == fire.turn);
    let turn = turn.ok_or_else(|| {
        wrong("turn", "IA 9.11", format!("the scenario has no game-turn {}", fire.turn))
    })?;
    let hex = rules.compiled.hex(&fire.hex);
    let hex =
        hex.ok_or_else(|| wrong("hex", "IA 9.11", format!("'{}' is not on the board", fire.hex)))?;
    let smoke = match fire.shell.as_deref() {
        None => false,
        Some("smoke") => true,
        Some(other) => {
            return Err(wrong("shell", "IA 9.9", format!("nobody fires '{other}'")));
        }
    };
    Ok(Shot { turn, hex, smoke })
}

/// What a scenario writes down: a unit each, with its mission if it is given one.
pub fn of_scenario(
    rules: &Rules,
    bundle: &Bundle,
    found: &mut Vec<Diagnostic>,
) -> Vec<(Unit, Option<Task>)> {
    let setup = &bundle.scenario.setup;
    let mut missions: Vec<(Unit, Option<Task>)> = Vec::new();
    for (i, mission) in setup.missions.iter().enumerate() {
        let pointer = format!("/scenario/setup/missions/{i}");
        let mut wrong = |at: &str, wrong: &Violation| {
            let diagnostic = Diagnostic::error(Code::Rule, wrong.message.clone());
            let diagnostic = diagnostic.pointer(format!("{pointer}{at}"));
            let fire = at.strip_prefix("/fires/").and_then(|rest| rest.split('/').next());
            let fire = fire.and_then(|place| mission.fires.get(place.parse::<usize>().ok()?));
            let diagnostic = match fire {
                Some(fire) => diagnostic.hex(&fire.hex),
                None => diagnostic,
            };
            found.push(diagnostic.counter(&mission.counter).rule(&*wrong.rule));
        };
        // That there is no such counter is said of the scenario's references.
        let Some(unit) = rules.compiled.find_unit(&mission.counter) else { continue };
        if missions.iter().any(|(other, _)| *other == unit) {
            wrong("/counter", &Violation::new("IA 9.1", "it has its mission already"));
            continue;
        }
        if !is_gun(rules, unit) {
            let name = &rules.unit(unit).name;
            let text = format!("'{name}' is no artillery and has no mission");
            wrong("/counter", &Violation::new("IA 9.1", text));
            continue;
        }
        let task = match read(rules, mission) {
            Ok(task) => task,
            Err(faults) => {
                faults.iter().for_each(|(at, fault)| wrong(at, fault));
                continue;
            }
        };
        let placement = setup.placements.iter().find(|at| at.counters.contains(&mission.counter));
        let stand = Stand {
            hex: placement.and_then(|placement| rules.compiled.hex(&placement.hex)),
            limbered: rules.start[unit.index()].0 & LIMBERED != 0,
        };
        for (place, fault) in
            task.iter().flat_map(|task| faults(rules, unit, stand, task)).collect::<Vec<_>>()
        {
            // Shots are sorted by turn, the file need not be.
            let shots = match &task {
                Some(Task::Planned(shots)) => shots.as_slice(),
                _ => &[],
            };
            let written = place.and_then(|place| shots.get(place)).and_then(|shot| {
                let turn = rules.compiled.turns.get(shot.turn)?.turn;
                let mut fires = mission.fires.iter().enumerate();
                let of_turn = |fire: &scenario::PlannedFire| {
                    fire.turn == turn && rules.compiled.hex(&fire.hex) == Some(shot.hex)
                };
                Some(fires.rfind(|(_, fire)| of_turn(fire))?.0)
            });
            match written {
                Some(place) if fault.rule == "IA 16.14" => {
                    wrong(&format!("/fires/{place}/shell"), &fault);
                }
                Some(place) => wrong(&format!("/fires/{place}/hex"), &fault),
                None => wrong("/mission", &fault),
            }
        }
        let carried = placement.is_some_and(|at| at.carried_by.is_some());
        if let Some(Task::Move(to)) = &task
            && stand.hex.is_some_and(|hex| hex != *to)
            && !carried
            && is_only_towed(rules, unit)
            && !has_transport(rules, bundle, rules.side_of(unit))
        {
            let name = &rules.unit(unit).name;
            let text = format!("'{name}' can only be towed, and its side has no transport for it");
            wrong("/mission", &Violation::new("IA 9.13", text));
        }
        missions.push((unit, task));
    }
    missions.sort_unstable();
    missions
}

/// Whether a transport of a side takes part at all, from the beginning or later.
fn has_transport(rules: &Rules, bundle: &Bundle, side: usize) -> bool {
    let placed = bundle.scenario.setup.placements.iter().flat_map(|it| &it.counters);
    let coming = bundle.scenario.reinforcements.iter().flat_map(|it| &it.counters);
    let mut units = placed.chain(coming).filter_map(|counter| rules.compiled.find_unit(counter));
    units.any(|unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Transport)
}

/// Whether it moves nowhere by itself, limbered or not.
fn is_only_towed(rules: &Rules, unit: Unit) -> bool {
    let def = rules.compiled.unit(unit);
    let towed = def.faces.get(usize::from(def.steps));
    towed.and_then(|face| face.get(rules.ratings[of::MOVEMENT])).copied().unwrap_or(0) == 0
}

/// IA 9.12, 9.15, 9.62: whether a gun may go from hex to hex.
pub fn may_go(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    if !is_gun(rules, unit) {
        return Ok(());
    }
    match task(rules, position, unit) {
        Some(Task::Planned(_) | Task::OpenSights) => {
            Err(Violation::new("IA 9.62", "it stays in its hex, by its mission"))
        }
        Some(Task::Move(to)) if position.hex(unit) == Some(*to) => {
            Err(Violation::new("IA 9.13", "it is where it was to go"))
        }
        _ => Ok(()),
    }
}

/// IA 9.13: whether a gun may be turned to fire: not on its way, unless it can go no farther for
/// want of transports.
pub fn may_unlimber(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    let Some(Task::Move(to)) = task(rules, position, unit) else { return Ok(()) };
    if position.hex(unit) == Some(*to) || is_stranded(rules, position, unit) {
        return Ok(());
    }
    let text = format!("it has still to go to {}", rules.compiled.label(*to));
    Err(Violation::new("IA 9.13", text))
}

/// IA 9.13: whether a gun may do something else than to be turned to fire: not where it was to go.
pub fn may_dig(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
) -> Result<(), Violation> {
    match task(rules, position, unit) {
        Some(Task::Move(to)) if position.hex(unit) == Some(*to) => {
            Err(Violation::new("IA 9.13", "it is where it was to go, and is unlimbered"))
        }
        _ => Ok(()),
    }
}

/// IA 9.13: it can only be towed, and nobody is left to do it.
fn is_stranded(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    let mut own = position.on_map(rules, rules.side_of(unit));
    is_only_towed(rules, unit) && !own.any(|other| rules.piece(other).kind == Kind::Transport)
}

/// IA 9.13: once it is unlimbered its way is over, and it has open sights.
pub fn arrived(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    if matches!(task(cx.rules, cx.position, unit), Some(Task::Move(_))) {
        rewrite(cx, cx.rules.side_of(unit), |plan| plan.give(unit, Task::OpenSights));
    }
}

/// IA 9.13: where it was to go its way is over as soon as it is set down there.
pub fn unloaded(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit, hex: Hex) {
    if matches!(task(cx.rules, cx.position, unit), Some(Task::Move(to)) if *to == hex) {
        arrived(cx, unit);
    }
}

/// What is left to do of a mission, in words: of planned fire from this game-turn on.
pub fn in_words(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    task: &Task,
) -> Option<String> {
    match task {
        Task::Planned(shots) => {
            let left = shots.iter().filter(|shot| shot.turn >= position.turn_place);
            let fires = left.filter_map(|shot| {
                let hex = rules.compiled.label(shot.hex);
                let what = if shot.smoke { format!("{hex} with smoke") } else { hex.to_owned() };
                Some((rules.compiled.turns.get(shot.turn)?.turn, what))
            });
            let fires = by_turns(fires);
            Some(match fires.is_empty() {
                true => "it has nothing left to fire at".to_owned(),
                false => format!("it is to fire at {fires}"),
            })
        }
        Task::OpenSights => Some("it fires at what it sees".to_owned()),
        Task::Move(to) => Some(format!("it is to go to {}", rules.compiled.label(*to))),
        Task::Aborted => None,
    }
}

/// IA 9.14: whether a side may try to end a gun's mission: once a turn, and not twice a game.
pub fn check_abort(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let there = rules.side_of(unit) == side
        && (position.hex(unit).is_some() || rules.piece(unit).off_board)
        && is_gun(rules, unit);
    match task(rules, position, unit).filter(|_| there) {
        None => Err(Violation::new("IA 9.14", "it has no mission to be ended")),
        Some(Task::Aborted) => Err(Violation::new("IA 9.14", "its mission is ended")),
        Some(_) if has(position, unit, TRIED) => {
            Err(Violation::new("IA 9.14", "it has been tried in this turn"))
        }
        Some(_) => Ok(()),
    }
}

/// Those whose missions a side may try to end.
pub fn abortable(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Unit> {
    let all = rules.compiled.all_units();
    all.filter(|&unit| check_abort(rules, position, side, unit).is_ok()).collect()
}

/// IA 9.14: asks a side whether it ends missions, before anybody fires.
pub fn aborts(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize) {
    if !abortable(cx.rules, cx.position, side).is_empty() {
        cx.ask(side, Decision::Abort);
    }
}

/// IA 9.14: a low roll ends the mission for good.
pub fn abort(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, unit: Unit) {
    *cx.position.flags_mut(unit) |= TRIED;
    let die = cx.roll("abort", side, "IA 9.14");
    let ended = i32::from(die) <= cx.rules.numbers.abort_roll;
    if ended {
        rewrite(cx, side, |plan| plan.give(unit, Task::Aborted));
    }
    cx.emit(|rules| {
        crate::event::Detail::Abort(crate::event::Abort {
            unit: rules.unit(unit).name.as_str().into(),
            side: rules.compiled.sides[side].clone(),
            die,
            ended,
        })
    });
    cx.then(Step::Aborts(side));
}
