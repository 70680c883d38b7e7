//! Movement: where units may go in a step of movement, and what it costs.

use salient_hex::Hex;
use salient_hex::path::{BARRED, Reach, Step};
use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::{Does, MovementMode, ZoneEntry, ZoneMove, ZonePurpose};

use crate::citations::Chapter;
use crate::game::{Decision, Standard};
use crate::numbers::{Case, Number, Reader};
use crate::rules::{Ratings, Rules};
use crate::sequence::{self, DoesAt};
use crate::state::{HALTED, MOVED, OF_STEP, ROUTED};
use crate::zones::{in_enemy_zone, in_zone_for};
use crate::{hidden, hindrance, stacking, states};

/// Movement, compiled.
#[derive(Debug, Default)]
pub struct MovementRules {
    rating: Option<usize>,
    allowance: Number,
    pub one_hex_always: bool,
    pub as_stacks: bool,
    pub may_resume: bool,
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
    cx.position.own.railed = 0;
    let (rules, position) = (cx.rules, &*cx.position);
    if position.on_map(rules, side).any(|unit| may_move(rules, position, unit, at).is_ok()) {
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
    let no = |text: &str| {
        Err(Violation::new(rules.cite.rule(Chapter::Movement).to_owned(), text.to_owned()))
    };
    let state = position.state(unit);
    let Some(hex) = state.hex else { return no("the unit is not on the map") };
    if !at.is_about(rules, position, unit) {
        return no("the unit does not move in this step");
    }
    if state.flags & HALTED != 0 || state.flags & MOVED != 0 && !rules.movement.may_resume {
        return no("the unit has moved in this step");
    }
    if state.flags & ROUTED != 0 || hindrance::of(rules, position, unit).any(|one| one.no_move) {
        return no("the state that the unit is in lets it not move");
    }
    let locked = rules.zones.as_ref().is_some_and(|zones| zones.locked && zones.heeds(unit));
    if locked && state.flags & MOVED == 0 && in_enemy_zone(rules, position, rules.side(unit), hex) {
        let text = "the unit stands in an enemy zone of control, and is locked there";
        return Err(Violation::new(rules.cite.rule(Chapter::Zones).to_owned(), text));
    }
    Ok(())
}

/// A unit on its way, as far as single steps ask.
struct Mover<'a> {
    rules: &'a Rules,
    position: &'a Position<Standard>,
    unit: Unit,
    side: usize,
    steps: &'a [[u16; 6]],
    heeds: bool,
    mode: MovementMode,
    not_next_to_enemies: bool,
    /// What entering and leaving zones of control costs, in parts.
    zone_costs: (u32, u32),
    roads: u32,
    start: Hex,
    /// Whether it has not moved in this step.
    fresh: bool,
}

impl<'a> Mover<'a> {
    fn new(
        rules: &'a Rules,
        position: &'a Position<Standard>,
        unit: Unit,
        at: DoesAt,
    ) -> Option<Self> {
        let mode = mode_of(rules, at)?;
        let start = position.hex(unit)?;
        let map = &rules.compiled.map;
        let case = Case::new(&rules.compiled, position).of(unit);
        let zones = rules.zones.as_ref().filter(|zones| zones.heeds(unit));
        let parts = u32::from(rules.terrain.parts);
        let cost = |number: &Number| number.in_case(&case).max(0).unsigned_abs() * parts;
        Some(Self {
            rules,
            position,
            unit,
            side: rules.side(unit),
            steps: rules.terrain.steps(map, unit, position.own.weather, true),
            heeds: zones.is_some(),
            mode,
            not_next_to_enemies: mode == MovementMode::Strategic
                || hindrance::of(rules, position, unit).any(|one| one.not_next_to_enemies),
            zone_costs: zones
                .map_or((0, 0), |zones| (cost(&zones.enter_cost), cost(&zones.leave_cost))),
            roads: rules.terrain.roads(),
            start,
            fresh: position.state(unit).flags & MOVED == 0,
        })
    }

    fn in_zone(&self, hex: Hex) -> bool {
        let asked = (self.side, ZonePurpose::Movement);
        self.heeds && in_zone_for(self.rules, self.position, asked, &[self.unit], hex)
    }

    /// What a step costs, and whether it ends the move there; the reason where it cannot be taken.
    fn step(&self, from: Hex, direction: usize, to: Hex) -> Result<(u32, bool), Barrier> {
        let cost = self.steps.get(from.index()).map_or(BARRED, |steps| steps[direction]);
        if cost == BARRED {
            return Err(Barrier::Ground);
        }
        let (rules, position) = (self.rules, self.position);
        let board = position.board();
        if board.present(to) & rules.enemies_of(self.side) != 0 {
            return Err(Barrier::Enemy);
        }
        let map = &rules.compiled.map;
        if self.mode == MovementMode::Road
            && map.path(from, salient_hex::grid::Direction::new(direction)) & self.roads == 0
        {
            return Err(Barrier::NoRoad);
        }
        if self.not_next_to_enemies {
            let enemies = rules.enemies_of(self.side);
            if map.neighbours(to).any(|(_, hex)| board.present(hex) & enemies != 0) {
                return Err(Barrier::NextToEnemy);
            }
        }
        let mut cost = u32::from(cost);
        let Some(zones) = rules.zones.as_ref().filter(|_| self.heeds) else {
            return Ok((cost, false));
        };
        let (leaves, enters) = (self.in_zone(from), self.in_zone(to));
        if leaves {
            cost += self.zone_costs.1;
        }
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
        Ok((cost + self.zone_costs.0, zones.enter == ZoneEntry::Stop))
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

/// Finds where a unit may go in a step, and up to `beyond` parts of a movement point farther; gives
/// what it has to spend.
pub fn find(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    at: DoesAt,
    (beyond, reach): (u32, &mut Reach),
) -> Option<i32> {
    may_move(rules, position, unit, at).ok()?;
    let mover = Mover::new(rules, position, unit, at)?;
    let budget = left(rules, position, unit, at);
    let most = budget.max(1).unsigned_abs();
    let one_hex = rules.movement.one_hex_always && mover.fresh;
    let always = rules.stacking.always;
    reach.search(&rules.compiled.map, mover.start, most + beyond, |from, direction, to| {
        let Ok((cost, halts)) = mover.step(from, direction.index(), to) else {
            return Step::Barred;
        };
        if always && !stacking::fits(rules, position, &[unit], to) {
            return Step::Barred;
        }
        if one_hex && from == mover.start && cost > most {
            return Step::Halt(most);
        }
        if halts { Step::Halt(cost) } else { Step::Through(cost) }
    });
    Some(budget)
}

/// The cheapest ways of a unit to each hex where it may end.
pub fn ways(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    at: DoesAt,
    reach: &mut Reach,
) -> Vec<Vec<Hex>> {
    let Some(budget) = find(rules, position, unit, at, (0, reach)) else { return Vec::new() };
    let one_hex = rules.movement.one_hex_always;
    if budget == 0 && !one_hex {
        return Vec::new();
    }
    let ends = reach.reached().iter().skip(1);
    let ends = ends.filter(|&&to| stacking::fits(rules, position, &[unit], to));
    ends.map(|&to| reach.path(&rules.compiled.map, to)).collect()
}

/// Checks a move of units that go together, and gives what it costs.
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
    if units.len() > 1 && !rules.movement.as_stacks {
        return no("units move one by one".to_owned());
    }
    let from = position.hex(first);
    let mut total = 0;
    for (place, &unit) in units.iter().enumerate() {
        if position.hex(unit) != from || rules.side(unit) != rules.side(first) {
            return no("units that move together stand together".to_owned());
        }
        if units[..place].contains(&unit) {
            return no("a unit is named twice".to_owned());
        }
        may_move(rules, position, unit, at)?;
        total = total.max(check_one(rules, position, unit, path, at)?);
    }
    stacking::check(rules, position, units, last)?;
    Ok(total)
}

fn check_one(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    path: &[Hex],
    at: DoesAt,
) -> Result<i32, Violation> {
    let rule = rules.cite.rule(Chapter::Movement);
    let no = |text: String| Err(Violation::new(rule.to_owned(), text));
    let Some(mover) = Mover::new(rules, position, unit, at) else {
        return no("the unit does not move in this step".to_owned());
    };
    let grid = rules.compiled.map.grid();
    let (mut from, mut spent, mut ended) = (mover.start, 0_u32, false);
    for &to in path {
        let Some(direction) = grid.direction_to(from, to) else {
            let (from, to) = (rules.compiled.label(from), rules.compiled.label(to));
            return no(format!("{to} is not next to {from}"));
        };
        if ended {
            return Err(Barrier::ZoneLeft.violation(rules, (from, to)));
        }
        let step = mover.step(from, direction.index(), to);
        let (cost, halts) = step.map_err(|barrier| barrier.violation(rules, (from, to)))?;
        if rules.stacking.always {
            stacking::check(rules, position, &[unit], to)?;
        }
        spent = spent.saturating_add(cost);
        (from, ended) = (to, halts);
    }
    let budget = left(rules, position, unit, at).unsigned_abs();
    let one_hex = rules.movement.one_hex_always && mover.fresh && path.len() == 1;
    if spent > budget && !one_hex {
        let parts = u32::from(rules.terrain.parts);
        let (cost, has) = (in_points(spent, parts), in_points(budget, parts));
        return no(format!("the move costs {cost} movement points, and the unit has {has}"));
    }
    Ok(spent.min(i32::MAX.unsigned_abs()).cast_signed())
}

/// Parts of movement points in print.
pub fn in_points(parts: u32, of: u32) -> String {
    salient_rules::stacking::in_points(parts.min(i32::MAX.unsigned_abs()).cast_signed(), of as u16)
}

/// Does a move that was checked.
pub fn begin_move(cx: &mut PlayContext<'_, Standard>, units: &[Unit], path: &[Hex]) {
    let rule = cx.rules.cite.rule(Chapter::Movement).to_owned();
    let Some(&first) = units.first() else { return };
    cx.position.own.last_entered = cx.position.hex(first);
    for &unit in units {
        let moved = cx.position.flags_mut(unit);
        *moved |= MOVED;
        hidden::show(cx, unit);
        states::moves(cx, unit);
    }
    cx.walk(units.to_vec(), path.to_vec(), &rule);
}

/// Units have entered the next hex of their move: it is paid for. Whether the move ends there.
pub fn entered(cx: &mut PlayContext<'_, Standard>, units: &[Unit], to: Hex, at: DoesAt) -> bool {
    let rules = cx.rules;
    let Some(from) = cx.position.own.last_entered.replace(to) else { return false };
    let Some(direction) = rules.compiled.map.grid().direction_to(from, to) else { return false };
    let mut ends = false;
    for &unit in units {
        let parts = {
            let position = &*cx.position;
            let weather = position.own.weather;
            let steps = rules.terrain.steps(&rules.compiled.map, unit, weather, true);
            let plain = steps.get(from.index()).map_or(0, |steps| steps[direction.index()]);
            let case = Case::new(&rules.compiled, position).of(unit);
            let zones = rules.zones.as_ref().filter(|zones| zones.heeds(unit));
            let side = rules.side(unit);
            let asked = (side, ZonePurpose::Movement);
            let is_in = |hex: Hex| in_zone_for(rules, position, asked, units, hex);
            let zone = zones.map_or(0, |zones| {
                let leave = if is_in(from) { zones.leave_cost.in_case(&case) } else { 0 };
                let enter = if is_in(to) { zones.enter_cost.in_case(&case) } else { 0 };
                ends |= zones.enter == ZoneEntry::Stop && is_in(to);
                (leave + enter).max(0) * i32::from(rules.terrain.parts)
            });
            i32::from(plain).saturating_add(zone)
        };
        let spent = &mut cx.position.own.spent[unit.index()];
        let before = *spent;
        *spent = spent.saturating_add(parts.clamp(0, i32::from(u16::MAX)) as u16);
        let is_spent = left(rules, cx.position, unit, at) == 0;
        if ends || is_spent || cx.position.own.spent[unit.index()] == before {
            *cx.position.flags_mut(unit) |= HALTED;
        }
    }
    ends
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
    if position.state(unit).flags & MOVED == 0 {
        may_move(rules, position, unit, at)?;
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
