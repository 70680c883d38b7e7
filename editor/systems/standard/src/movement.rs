//! Movement: where units may go in a step of movement, and what it costs.

use salient_hex::Hex;
use salient_hex::grid::Direction;
use salient_hex::path::{BARRED, Reach, Step};
use salient_rules::Violation;
use salient_rules::game::{Modifier, UnitStatus};
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::{Does, MovementMode, ZoneEntry, ZoneMove, ZonePurpose};

use crate::acts::Act;
use crate::citations::Chapter;
use crate::game::{Decision, Standard};
use crate::numbers::{Case, Number, Reader};
use crate::overrun::OverrunRules;
use crate::rules::{Ratings, Rules};
use crate::sequence::{self, DoesAt};
use crate::state::{HALTED, MOVED, OF_STEP, ROUTED};
use crate::zones::in_zone_for;
use crate::{enemies, hidden, hindrance, overrun, rail, stacking, states};

/// Movement, compiled.
#[derive(Debug, Default)]
pub struct MovementRules {
    rating: Option<usize>,
    allowance: Number,
    pub one_hex_always: bool,
    pub as_stacks: bool,
    pub may_resume: bool,
    pub overrun: Option<OverrunRules>,
}

impl MovementRules {
    /// Those of a ruleset.
    pub fn read(reader: &mut Reader<'_>, ratings: Ratings) -> Self {
        let movement = &reader.play.movement;
        let allowance = reader.bounded(&movement.allowance, "/movement/allowance", (-100, 1000));
        if ratings.movement.is_none() && allowance.is_zero() && moves_at_all(reader) {
            let text = "no rating is used for movement, and the rules give no allowance";
            reader.wrong("/movement/allowance", text.to_owned());
        }
        Self {
            rating: ratings.movement,
            allowance,
            one_hex_always: movement.one_hex_always,
            as_stacks: movement.as_stacks,
            may_resume: movement.may_resume,
            overrun: OverrunRules::read(reader, ratings),
        }
    }
}

fn moves_at_all(reader: &Reader<'_>) -> bool {
    sequence::all(&reader.bundle.ruleset).any(|does| matches!(does, Does::Movement { .. }))
}

/// How units move in a step of the sequence of play.
fn mode_of(rules: &Rules, at: DoesAt) -> Option<MovementMode> {
    match at.find(rules)?.does {
        Does::Movement { mode, .. } => Some(mode),
        _ => None,
    }
}

/// A side's movement begins.
pub fn begin(cx: &mut PlayContext<'_, Standard>, side: usize, at: DoesAt) {
    let rules = cx.rules;
    for &unit in rules.compiled.units_of(side) {
        *cx.position.flags_mut(unit) &= !OF_STEP;
        cx.position.own.spent[unit.index()] = 0;
    }
    let own = &mut cx.position.own;
    (own.railed, own.overran) = (0, false);
    own.moving.clear();
    let (rules, position) = (cx.rules, &*cx.position);
    let by_rail = mode_of(rules, at) == Some(MovementMode::Rail);
    let mut reach = Reach::default();
    let mut can = |unit: Unit| match by_rail {
        // Where no railway leads nobody is asked.
        true => !rail::ways(rules, position, unit, at, &mut reach).is_empty(),
        false => can_move(rules, position, unit, at),
    };
    if position.on_map(rules, side).any(&mut can) {
        cx.ask(side, Decision::Move { at });
    }
}

/// The movement allowance of a unit in a step, in parts of a movement point.
pub fn allowance(rules: &Rules, position: &Position<Standard>, unit: Unit, at: DoesAt) -> i32 {
    let case = Case::new(&rules.compiled, position).of(unit);
    let printed = rules.movement.rating.map_or(0, |rating| position.rating(rules, unit, rating));
    let full = printed.saturating_add(rules.movement.allowance.in_case(&case)).clamp(0, 1000);
    let full = full * i32::from(rules.terrain.parts);
    let share = at.find(rules).and_then(|doing| doing.share.as_ref());
    let share = share.map_or(full, |share| percent(full, share.in_case(&case)));
    hindrance::of(rules, position, unit).fold(share, |points, hindrance| {
        hindrance.movement.map_or(points, |share| percent(points, share.into()))
    })
}

/// So many per cent of a number, rounded up.
pub fn percent(number: i32, share: i32) -> i32 {
    let product = i64::from(number) * i64::from(share.max(0));
    ((product + 99).div_euclid(100)).clamp(0, i64::from(i32::MAX)) as i32
}

/// What a unit has left to spend in a step.
pub fn left(rules: &Rules, position: &Position<Standard>, unit: Unit, at: DoesAt) -> i32 {
    let spent = position.own.spent.get(unit.index()).copied().unwrap_or(0);
    (allowance(rules, position, unit, at) - i32::from(spent)).max(0)
}

/// Whether a unit may move at all in a step.
///
/// # Errors
/// The rule that forbids it.
pub fn may_move(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    at: DoesAt,
) -> Result<(), Violation> {
    match stay(rules, position, unit, at) {
        None => Ok(()),
        Some(stay) => Err(stay.violation(rules)),
    }
}

/// The same without words.
pub fn can_move(rules: &Rules, position: &Position<Standard>, unit: Unit, at: DoesAt) -> bool {
    stay(rules, position, unit, at).is_none()
}

/// Why a unit does not move at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stay {
    OffMap,
    NotNow,
    HasMoved,
    State,
    Locked,
}

impl Stay {
    fn violation(self, rules: &Rules) -> Violation {
        let (chapter, text) = match self {
            Self::OffMap => (Chapter::Movement, "the unit is not on the map"),
            Self::NotNow => (Chapter::Movement, "the unit does not move in this step"),
            Self::HasMoved => (Chapter::Movement, "the unit has moved in this step"),
            Self::State => (Chapter::Movement, "the state that the unit is in lets it not move"),
            Self::Locked => {
                (Chapter::Zones, "the unit stands in an enemy zone of control, and is locked there")
            }
        };
        Violation::new(rules.cite.rule(chapter).to_owned(), text)
    }
}

fn stay(rules: &Rules, position: &Position<Standard>, unit: Unit, at: DoesAt) -> Option<Stay> {
    let state = position.state(unit);
    let Some(hex) = state.hex else { return Some(Stay::OffMap) };
    if !at.is_about(rules, position, unit) {
        return Some(Stay::NotNow);
    }
    let goes_on =
        || rules.movement.may_resume || position.own.overran && position.own.moving.contains(&unit);
    if state.flags & HALTED != 0 || state.flags & MOVED != 0 && !goes_on() {
        return Some(Stay::HasMoved);
    }
    if state.flags & ROUTED != 0 || hindrance::of(rules, position, unit).any(|one| one.no_move) {
        return Some(Stay::State);
    }
    let locked = rules.zones.as_ref().is_some_and(|zones| zones.locked && zones.heeds(unit));
    let asked = (rules.side(unit), ZonePurpose::Movement);
    let is_locked =
        locked && state.flags & MOVED == 0 && in_zone_for(rules, position, asked, &[unit], hex);
    is_locked.then_some(Stay::Locked)
}

/// A unit on its way, as far as single steps ask.
struct Mover<'a> {
    rules: &'a Rules,
    position: &'a Position<Standard>,
    unit: Unit,
    /// All that go together, itself among them.
    party: &'a [Unit],
    side: usize,
    steps: &'a [[u16; 6]],
    heeds: bool,
    mode: MovementMode,
    not_next_to_enemies: bool,
    roads: u32,
    start: Hex,
    /// Whether it has not moved in this step.
    fresh: bool,
    /// What it has left, in parts.
    budget: u32,
}

impl<'a> Mover<'a> {
    fn new(
        rules: &'a Rules,
        position: &'a Position<Standard>,
        (unit, party): (Unit, &'a [Unit]),
        at: DoesAt,
    ) -> Option<Self> {
        let mode = mode_of(rules, at)?;
        let start = position.hex(unit)?;
        Some(Self {
            rules,
            position,
            unit,
            party,
            side: rules.side(unit),
            steps: rules.terrain.steps(&rules.compiled.map, unit, position.own.weather, true),
            heeds: rules.zones.as_ref().is_some_and(|zones| zones.heeds(unit)),
            mode,
            not_next_to_enemies: mode == MovementMode::Strategic
                || hindrance::of(rules, position, unit).any(|one| one.not_next_to_enemies),
            roads: rules.terrain.roads(),
            start,
            fresh: position.state(unit).flags & MOVED == 0,
            budget: left(rules, position, unit, at).unsigned_abs(),
        })
    }

    fn in_zone(&self, hex: Hex) -> bool {
        let asked = (self.side, ZonePurpose::Movement);
        self.heeds && in_zone_for(self.rules, self.position, asked, self.party, hex)
    }

    /// What a step costs, and whether it ends the move there; the reason where it cannot be taken.
    fn step(&self, from: Hex, direction: usize, to: Hex) -> Result<(u32, bool), Barrier> {
        let cost = self.steps.get(from.index()).map_or(BARRED, |steps| steps[direction]);
        if cost == BARRED {
            return Err(Barrier::Ground);
        }
        let (rules, position) = (self.rules, self.position);
        if enemies::stand_in(rules, position, self.side, to) {
            return Err(Barrier::Enemy);
        }
        let map = &rules.compiled.map;
        if self.mode == MovementMode::Road
            && map.path(from, Direction::new(direction)) & self.roads == 0
        {
            return Err(Barrier::NoRoad);
        }
        if self.not_next_to_enemies && enemies::stand_next_to(rules, position, self.side, to) {
            return Err(Barrier::NextToEnemy);
        }
        let mut cost = u32::from(cost);
        let Some(zones) = rules.zones.as_ref().filter(|_| self.heeds) else {
            return Ok((cost, false));
        };
        let (leaves, enters) = (self.in_zone(from), self.in_zone(to));
        cost += zone_cost(rules, position, self.unit, (from, direction, to), (leaves, enters));
        if !enters {
            return Ok((cost, false));
        }
        let first = from == self.start && self.fresh;
        let across = match zones.from_zone_to_zone {
            ZoneMove::Never => !leaves,
            ZoneMove::FirstHex => !leaves || first,
            ZoneMove::Allowed => true,
        };
        if !across {
            return Err(Barrier::ZoneToZone);
        }
        Ok((cost, zones.enter == ZoneEntry::Stop))
    }
}

/// What the zones of control that a step leaves or enters cost, in parts of a movement point.
fn zone_cost(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    (from, direction, to): (Hex, usize, Hex),
    (leaves, enters): (bool, bool),
) -> u32 {
    let Some(zones) = rules.zones.as_ref().filter(|_| leaves || enters) else { return 0 };
    let across = rules.compiled.map.hexside(from, Direction::new(direction));
    let case = Case::new(&rules.compiled, position).of(unit).across(across);
    let leave = if leaves { zones.leave_cost.in_case(&case.at(from)) } else { 0 };
    let enter = if enters { zones.enter_cost.in_case(&case.at(to)) } else { 0 };
    let points = leave.max(0).saturating_add(enter.max(0)).unsigned_abs();
    points.saturating_mul(u32::from(rules.terrain.parts))
}

/// What each hex of a way costs a unit, line by line, in parts of a movement point, each with its
/// rule: what the terrain effects chart says, and zones of control.
pub fn costs(
    rules: &Rules,
    position: &Position<Standard>,
    (unit, at): (Unit, DoesAt),
    way: &[Hex],
) -> Vec<Vec<Modifier>> {
    let units = [unit];
    let Some(mover) = Mover::new(rules, position, (unit, &units), at) else { return Vec::new() };
    let map = &rules.compiled.map;
    let mut from = mover.start;
    let mut costs = Vec::new();
    for &to in way {
        let Some(direction) = map.grid().direction_to(from, to) else { return Vec::new() };
        let step = (from, direction, to);
        let own = rules.cite.rule(Chapter::Movement);
        let chart = rules.terrain.account(map, (unit, position.own.weather), step);
        let lines = chart.into_iter().map(|(kind, by)| Modifier {
            what: kind.name.clone().into(),
            by,
            rule: kind.rule.as_deref().unwrap_or(own).to_owned().into(),
        });
        let mut lines: Vec<Modifier> = lines.filter(|line| line.by != 0).collect();
        let zones = (mover.in_zone(from), mover.in_zone(to));
        let by = zone_cost(rules, position, unit, (from, direction.index(), to), zones);
        if by > 0 {
            let rule = rules.cite.rule(Chapter::Zones).to_owned().into();
            lines.push(Modifier { what: "zone of control".into(), by: by as i32, rule });
        }
        costs.push(lines);
        from = to;
    }
    costs
}

/// Units that go together.
struct Party<'a> {
    movers: Vec<Mover<'a>>,
    units: &'a [Unit],
    start: Hex,
}

impl<'a> Party<'a> {
    fn new(
        rules: &'a Rules,
        position: &'a Position<Standard>,
        units: &'a [Unit],
        at: DoesAt,
    ) -> Option<Self> {
        let movers = units.iter().map(|&unit| Mover::new(rules, position, (unit, units), at));
        let movers = movers.collect::<Option<Vec<Mover<'_>>>>()?;
        let start = movers.first()?.start;
        Some(Self { movers, units, start })
    }

    /// Whether none has moved in this step.
    fn is_fresh(&self) -> bool {
        self.movers.iter().all(|mover| mover.fresh)
    }

    /// Whether they may go one hex whatever it costs: they have not moved, and can move at all.
    fn has_one_hex(&self, rules: &Rules) -> bool {
        rules.movement.one_hex_always && self.is_fresh() && self.budget() > 0
    }

    /// What the slowest has left.
    fn budget(&self) -> u32 {
        self.movers.iter().map(|mover| mover.budget).min().unwrap_or(0)
    }

    /// What a step costs whoever pays most for it, and whether it ends the move; none where one of
    /// them cannot take it.
    fn step(&self, from: Hex, direction: usize, to: Hex) -> Option<(u32, bool)> {
        let (mut most, mut ends) = (0, false);
        for mover in &self.movers {
            let (cost, halts) = mover.step(from, direction, to).ok()?;
            (most, ends) = (most.max(cost), ends | halts);
        }
        Some((most, ends))
    }
}

/// Why a step cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Barrier {
    Ground,
    Enemy,
    NoRoad,
    NextToEnemy,
    ZoneToZone,
    ZoneLeft,
}

impl Barrier {
    fn violation(self, rules: &Rules, (from, to): (Hex, Hex)) -> Violation {
        let label = |hex: Hex| rules.compiled.label(hex);
        let (from, to) = (label(from), label(to));
        let (chapter, text) = match self {
            Self::Ground => (Chapter::Movement, format!("the unit cannot go from {from} to {to}")),
            Self::Enemy => (Chapter::Movement, format!("an enemy stands in {to}")),
            Self::NoRoad => (Chapter::Movement, format!("no road leads from {from} to {to}")),
            Self::NextToEnemy => {
                (Chapter::Movement, format!("{to} is next to an enemy, where the unit may not go"))
            }
            Self::ZoneToZone => (
                Chapter::Zones,
                format!(
                    "no unit goes from the enemy zone of control in {from} straight to that in {to}"
                ),
            ),
            Self::ZoneLeft => {
                (Chapter::Zones, format!("the move ends in {from}, in an enemy zone of control"))
            }
        };
        Violation::new(rules.cite.rule(chapter).to_owned(), text)
    }
}

/// Finds where units that go together may go in a step, and up to `beyond` parts of a movement
/// point farther; gives what the slowest has to spend. None by rail, where no points are counted.
pub fn find(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    at: DoesAt,
    (beyond, reach): (u32, &mut Reach),
) -> Option<i32> {
    if mode_of(rules, at) == Some(MovementMode::Rail) {
        return None;
    }
    if !units.iter().all(|&unit| can_move(rules, position, unit, at)) {
        return None;
    }
    let party = Party::new(rules, position, units, at)?;
    let most = party.budget();
    let one_hex = party.has_one_hex(rules);
    let room = rules.stacking.always.then(|| stacking::Room::new(rules, position, party.units));
    // One hex may be all that there is.
    let farthest = most.max(u32::from(one_hex)) + beyond;
    reach.search(&rules.compiled.map, party.start, farthest, |from, direction, to| {
        let Some((cost, halts)) = party.step(from, direction.index(), to) else {
            return Step::Barred;
        };
        if room.as_ref().is_some_and(|room| !room.is_in(to)) {
            return Step::Barred;
        }
        if one_hex && from == party.start && cost > most {
            return Step::Halt(most.max(1));
        }
        if halts { Step::Halt(cost) } else { Step::Through(cost) }
    });
    Some(most.min(i32::MAX.unsigned_abs()).cast_signed())
}

/// The cheapest ways of units that go together to each hex where they may end.
pub fn ways(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    at: DoesAt,
    reach: &mut Reach,
) -> Vec<Vec<Hex>> {
    let Some(budget) = find(rules, position, units, at, (0, reach)) else { return Vec::new() };
    if budget == 0 {
        return Vec::new();
    }
    let ends = reach.reached().iter().skip(1);
    let ends = ends.filter(|&&to| stacking::fits(rules, position, units, to));
    ends.map(|&to| reach.path(&rules.compiled.map, to)).collect()
}

/// All that the units of a side may do in a step of movement.
pub fn legal(rules: &Rules, position: &Position<Standard>, side: usize, at: DoesAt) -> Vec<Act> {
    let by_rail = mode_of(rules, at) == Some(MovementMode::Rail);
    let mut reach = Reach::default();
    let mut acts = Vec::new();
    for unit in position.on_map(rules, side) {
        let ways = match by_rail {
            true => rail::ways(rules, position, unit, at, &mut reach),
            false => ways(rules, position, &[unit], at, &mut reach),
        };
        acts.extend(ways.into_iter().map(|path| Act::Move { units: vec![unit], path }));
        if by_rail {
            continue;
        }
        if check_exit(rules, position, unit, at).is_ok() {
            acts.push(Act::Exit { unit });
        }
        let taken = states::to_take(rules, position, unit, at);
        acts.extend(taken.map(|state| Act::Take { unit, state: state.to_owned() }));
    }
    if rules.movement.as_stacks && !by_rail {
        for hex in stacks(rules, position, side) {
            let can =
                |&unit: &Unit| rules.side(unit) == side && can_move(rules, position, unit, at);
            let units: Vec<Unit> = position.stack(hex).filter(can).collect();
            if units.len() > 1 {
                let ways = ways(rules, position, &units, at, &mut reach).into_iter();
                acts.extend(ways.map(|path| Act::Move { units: units.clone(), path }));
            }
        }
    }
    overrun::offer(rules, position, side, at, &mut acts);
    acts.push(Act::Done);
    acts
}

/// The hexes in which several units of a side stand, each once.
pub fn stacks<'a>(
    rules: &'a Rules,
    position: &'a Position<Standard>,
    side: usize,
) -> impl Iterator<Item = Hex> + 'a {
    // Each stack is told by the second of its units.
    position.on_map(rules, side).filter_map(move |unit| {
        let hex = position.hex(unit)?;
        let mut own = position.stack(hex).filter(|&one| rules.side(one) == side);
        (own.nth(1) == Some(unit)).then_some(hex)
    })
}

/// Checks a move of units that go together, and gives what it costs the one who pays most.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    path: &[Hex],
    at: DoesAt,
) -> Result<i32, Violation> {
    let rule = rules.cite.rule(Chapter::Movement);
    let no = |text: String| Err(Violation::new(rule.to_owned(), text));
    let (Some(&first), Some(&last)) = (units.first(), path.last()) else {
        return no("a move has a unit and enters at least one hex".to_owned());
    };
    let by_rail = mode_of(rules, at) == Some(MovementMode::Rail);
    if units.len() > 1 && (by_rail || !rules.movement.as_stacks) {
        return no("units move one by one".to_owned());
    }
    if by_rail {
        return rail::check(rules, position, first, path, at);
    }
    check_together(rules, position, units)?;
    for &unit in units {
        may_move(rules, position, unit, at)?;
    }
    let Some(party) = Party::new(rules, position, units, at) else {
        return no("the unit does not move in this step".to_owned());
    };
    let one_hex = party.has_one_hex(rules) && path.len() == 1;
    let total = check_path(rules, position, &party, path, one_hex)?;
    stacking::check(rules, position, units, last)?;
    Ok(total)
}

/// Whether units stand together, none of them twice.
pub fn check_together(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
) -> Result<(), Violation> {
    let no = |text: &'static str| {
        Err(Violation::new(rules.cite.rule(Chapter::Movement).to_owned(), text))
    };
    let from = units.first().and_then(|&first| position.hex(first));
    for (place, &unit) in units.iter().enumerate() {
        if position.hex(unit) != from || from.is_none() {
            return no("units that move together stand together");
        }
        if units[..place].contains(&unit) {
            return no("a unit is named twice");
        }
    }
    Ok(())
}

fn check_path(
    rules: &Rules,
    position: &Position<Standard>,
    party: &Party<'_>,
    path: &[Hex],
    one_hex: bool,
) -> Result<i32, Violation> {
    let rule = rules.cite.rule(Chapter::Movement);
    let no = |text: String| Err(Violation::new(rule.to_owned(), text));
    let grid = rules.compiled.map.grid();
    let (mut from, mut ended) = (party.start, false);
    let mut spent = vec![0_u32; party.movers.len()];
    for &to in path {
        let Some(direction) = grid.direction_to(from, to) else {
            let (from, to) = (rules.compiled.label(from), rules.compiled.label(to));
            return no(format!("{to} is not next to {from}"));
        };
        if ended {
            return Err(Barrier::ZoneLeft.violation(rules, (from, to)));
        }
        for (mover, spent) in party.movers.iter().zip(&mut spent) {
            let step = mover.step(from, direction.index(), to);
            let (cost, halts) = step.map_err(|barrier| barrier.violation(rules, (from, to)))?;
            (*spent, ended) = (spent.saturating_add(cost), ended | halts);
        }
        if rules.stacking.always {
            stacking::check(rules, position, party.units, to)?;
        }
        from = to;
    }
    for (mover, &spent) in party.movers.iter().zip(&spent) {
        if spent > mover.budget && !one_hex {
            let parts = u32::from(rules.terrain.parts);
            let (cost, has) = (in_points(spent, parts), in_points(mover.budget, parts));
            return no(format!("the move costs {cost} movement points, and the unit has {has}"));
        }
    }
    let most = spent.into_iter().max().unwrap_or(0);
    Ok(most.min(i32::MAX.unsigned_abs()).cast_signed())
}

/// Parts of movement points in print.
pub fn in_points(parts: u32, of: u32) -> String {
    salient_rules::stacking::in_points(parts.min(i32::MAX.unsigned_abs()).cast_signed(), of as u16)
}

/// Does a move that was checked.
pub fn begin_move(cx: &mut PlayContext<'_, Standard>, units: &[Unit], path: &[Hex], at: DoesAt) {
    let Some(&first) = units.first() else { return };
    if mode_of(cx.rules, at) == Some(MovementMode::Rail) {
        return rail::go(cx, first, path);
    }
    let rule = cx.rules.cite.rule(Chapter::Movement).to_owned();
    set_out(cx, units);
    cx.walk(units.to_vec(), path.to_vec(), &rule);
}

/// Units set out: they are those that are on the move now.
pub fn set_out(cx: &mut PlayContext<'_, Standard>, units: &[Unit]) {
    cx.position.own.last_entered = units.first().and_then(|&first| cx.position.hex(first));
    cx.position.own.moving = units.to_vec();
    cx.position.own.overran = false;
    for &unit in units {
        let moved = cx.position.flags_mut(unit);
        *moved |= MOVED;
        hidden::show(cx, unit);
        states::moves(cx, unit);
    }
}

/// Units have entered the next hex of their move: it is paid for. Whether the move ends there.
pub fn entered(cx: &mut PlayContext<'_, Standard>, units: &[Unit], to: Hex, at: DoesAt) -> bool {
    let rules = cx.rules;
    let Some(from) = cx.position.own.last_entered.replace(to) else { return false };
    let Some(direction) = rules.compiled.map.grid().direction_to(from, to) else { return false };
    let mut ends = false;
    let costs: Vec<u32> = units
        .iter()
        .map(|&unit| {
            let position = &*cx.position;
            let weather = position.own.weather;
            let steps = rules.terrain.steps(&rules.compiled.map, unit, weather, true);
            let plain = steps.get(from.index()).map_or(0, |steps| steps[direction.index()]);
            let zones = rules.zones.as_ref().filter(|zones| zones.heeds(unit));
            let asked = (rules.side(unit), ZonePurpose::Movement);
            let is_in =
                |hex: Hex| zones.is_some() && in_zone_for(rules, position, asked, units, hex);
            let (leaves, enters) = (is_in(from), is_in(to));
            ends |= enters && zones.is_some_and(|zones| zones.enter == ZoneEntry::Stop);
            let way = (from, direction.index(), to);
            u32::from(plain) + zone_cost(rules, position, unit, way, (leaves, enters))
        })
        .collect();
    for (&unit, cost) in units.iter().zip(costs) {
        pay(cx, unit, cost, (at, ends));
    }
    ends
}

/// A unit pays for what it does on its move, and is halted where that ends it.
pub fn pay(cx: &mut PlayContext<'_, Standard>, unit: Unit, parts: u32, (at, ends): (DoesAt, bool)) {
    let spent = &mut cx.position.own.spent[unit.index()];
    *spent = spent.saturating_add(parts.min(u32::from(u16::MAX)) as u16);
    // What costs nothing ends the move, or it would go on for ever.
    if ends || parts == 0 || left(cx.rules, cx.position, unit, at) == 0 {
        *cx.position.flags_mut(unit) |= HALTED;
    }
}

/// Whether a unit may leave the map now by the hex in which it stands: a way off the map that scores
/// for its side, and for which it has something left to spend.
///
/// # Errors
/// The rule that forbids it.
pub fn check_exit(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    at: DoesAt,
) -> Result<(), Violation> {
    let no = |text: &'static str| {
        Err(Violation::new(rules.cite.rule(Chapter::Movement).to_owned(), text))
    };
    let flags = position.state(unit).flags;
    if flags & MOVED == 0 {
        may_move(rules, position, unit, at)?;
    }
    if flags & HALTED != 0 || mode_of(rules, at) == Some(MovementMode::Rail) {
        return no("the unit goes no farther in this step");
    }
    let Some(hex) = position.hex(unit) else { return no("the unit is not on the map") };
    if exit_of(rules, unit, hex).is_none() {
        return no("no way leads off the map there");
    }
    let parts = i32::from(rules.terrain.parts);
    if left(rules, position, unit, at) < parts {
        return no("the unit has no movement point left to leave the map");
    }
    Ok(())
}

fn exit_of(rules: &Rules, unit: Unit, hex: Hex) -> Option<usize> {
    let side = rules.side(unit);
    let mut exits = rules.scoring.exits.iter();
    exits.position(|(hexes, _, whose)| {
        whose.is_none_or(|whose| whose == side) && hexes.contains(&hex)
    })
}

/// A unit leaves the map.
pub fn exit(cx: &mut PlayContext<'_, Standard>, unit: Unit) {
    let rules = cx.rules;
    let Some(hex) = cx.position.hex(unit) else { return };
    if let Some(place) = exit_of(rules, unit, hex) {
        let exits = cx.position.own.exits.get_mut(rules.side(unit));
        if let Some(count) = exits.and_then(|exits| exits.get_mut(place)) {
            *count = count.saturating_add(1);
        }
    }
    let rule = rules.cite.rule(Chapter::Movement).to_owned();
    cx.remove(unit, UnitStatus::Exited, "exit", &rule);
}
