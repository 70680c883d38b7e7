//! Advance after combat.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play as play;

use super::battle::now;
use super::{Asked, Battle, Kind};
use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::Rules;
use crate::state::ROUTED;
use crate::terrain::Use;
use crate::zones::in_enemy_zone;
use crate::{enemies, hidden, hindrance, stacking, victory};

/// Advance after combat, compiled.
#[derive(Debug)]
pub struct AdvanceRules {
    units: Number,
    hexes: Number,
    who: Members,
    defenders: bool,
    rule: String,
}

impl AdvanceRules {
    pub(super) fn read(
        reader: &mut Reader<'_>,
        advance: &play::Advance,
        (pointer, rule): (&str, &str),
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        Self {
            units: reader.bounded(&advance.units, &at("units"), (-1, 100)),
            hexes: reader.bounded(&advance.hexes, &at("hexes"), (0, 20)),
            who: reader.members(&advance.who, &at("who")),
            defenders: advance.defenders,
            rule: advance.rule.clone().unwrap_or_else(|| rule.to_owned()),
        }
    }
}

/// Who advances, where to and how far.
struct Advance<'a> {
    rules: &'a Rules,
    position: &'a Position<Standard>,
    battle: &'a Battle,
    kind: &'a Kind,
    side: usize,
    /// The hexes that the enemy has left.
    open: Vec<Hex>,
    /// The most units; none for any number.
    most: Option<usize>,
    /// The most hexes of each.
    hexes: usize,
}

impl<'a> Advance<'a> {
    fn new(rules: &'a Rules, position: &'a Position<Standard>, side: usize) -> Option<Self> {
        let (battle, kind) = now(rules, position)?;
        let attackers = usize::from(battle.side) == side;
        let own = &kind.advance;
        if !attackers && !own.defenders {
            return None;
        }
        let case = Case::new(&rules.compiled, position).by(side);
        let (mut units, mut hexes) = (own.units.in_case(&case), own.hexes.in_case(&case).max(1));
        if let Some(told) = battle.advance.filter(|_| attackers) {
            hexes = told.into();
            // A result that tells of an advance lets it be made, too.
            units = if units == 0 { -1 } else { units };
        }
        let left = |hex: &Hex| !enemies::stand_in(rules, position, side, *hex);
        let of = usize::from(attackers);
        let open: Vec<Hex> = battle.stood[of].iter().copied().filter(left).collect();
        // Defenders go where all attackers have left.
        let is_open = !open.is_empty() && (attackers || open.len() == battle.stood[of].len());
        if units == 0 || hexes <= 0 || !is_open {
            return None;
        }
        let most = usize::try_from(units).ok();
        Some(Self {
            rules,
            position,
            battle,
            kind,
            side,
            open,
            most,
            hexes: hexes.unsigned_abs() as usize,
        })
    }

    /// Whether a unit may advance: one that has fought and stands where it stood; a leader goes with
    /// those who have advanced.
    fn may(&self, unit: Unit) -> bool {
        let (rules, position) = (self.rules, self.position);
        let own = usize::from(usize::from(self.battle.side) != self.side);
        let Some(hex) = position.hex(unit) else { return false };
        let is_unit = rules.stacking.is_unit(unit);
        let fought = match (own, is_unit) {
            (_, false) => rules.stacking.stands(unit),
            (0, true) => self.battle.units.contains(&unit),
            (_, true) => self.battle.targets.contains(&unit),
        };
        let units = self.battle.advanced.iter().filter(|&&one| rules.stacking.is_unit(one)).count();
        rules.side(unit) == self.side
            && fought
            && self.battle.stood[own].contains(&hex)
            && !self.battle.advanced.contains(&unit)
            && (!is_unit || self.most.is_none_or(|most| units < most))
            && (is_unit || units > 0)
            && (!is_unit || self.kind.advance.who.has(unit))
            && position.state(unit).flags & ROUTED == 0
            && !hindrance::of(rules, position, unit).any(|one| one.no_move)
    }

    /// Whether a unit may go from a hex to the next.
    fn lets(&self, unit: Unit, (from, to): (Hex, Hex), first: bool) -> bool {
        let (rules, position) = (self.rules, self.position);
        let map = &rules.compiled.map;
        let Some(direction) = map.grid().direction_to(from, to) else { return false };
        let board = position.board();
        let open = rules.terrain.opens(map, (unit, position.own.weather), Use::Advance, from);
        let heeds = rules.zones.as_ref().is_some_and(|zones| zones.heeds(unit));
        let is_unit = rules.stacking.is_unit(unit);
        open >> direction.index() & 1 == 1
            && !enemies::stand_in(rules, position, self.side, to)
            && (!first || self.open.contains(&to))
            // An enemy zone of control ends an advance.
            && (first || !heeds || !in_enemy_zone(rules, position, self.side, from))
            && (is_unit || board.holds(to, self.side))
            && (!rules.stacking.always || stacking::fits(rules, position, &[unit], to))
    }

    /// A way of a unit to each hex where it may end.
    fn ways(&self, unit: Unit) -> Vec<Vec<Hex>> {
        let Some(from) = self.position.hex(unit).filter(|_| self.may(unit)) else {
            return Vec::new();
        };
        let mut ways: Vec<Vec<Hex>> = Vec::new();
        let mut edge: Vec<Vec<Hex>> = vec![Vec::new()];
        for step in 0..self.hexes {
            let mut next = Vec::new();
            for path in &edge {
                let at = path.last().copied().unwrap_or(from);
                for (_, to) in self.rules.compiled.map.neighbours(at) {
                    let known = to == from || ways.iter().any(|way| way.last() == Some(&to));
                    if known || !self.lets(unit, (at, to), step == 0) {
                        continue;
                    }
                    let way: Vec<Hex> = path.iter().copied().chain([to]).collect();
                    ways.push(way.clone());
                    next.push(way);
                }
            }
            edge = next;
        }
        ways.retain(|way| {
            let to = way.last();
            to.is_some_and(|&to| stacking::fits(self.rules, self.position, &[unit], to))
        });
        ways
    }

    fn candidates(&self) -> impl Iterator<Item = Unit> + '_ {
        let own = usize::from(usize::from(self.battle.side) != self.side);
        let stood = self.battle.stood[own].iter();
        stood.flat_map(|&hex| self.position.stack(hex))
    }
}

/// Asks the attackers, or the defenders, who advances.
pub(super) fn ask(cx: &mut PlayContext<'_, Standard>, attackers: bool) {
    let rules = cx.rules;
    let Some((battle, _)) = now(rules, cx.position) else { return };
    let side = if attackers { usize::from(battle.side) } else { battle.defending(rules) };
    if can(rules, cx.position, side) {
        cx.ask(side, Decision::Battle(Asked::Advance));
    }
}

fn can(rules: &Rules, position: &Position<Standard>, side: usize) -> bool {
    Advance::new(rules, position, side)
        .is_some_and(|advance| advance.candidates().any(|unit| !advance.ways(unit).is_empty()))
}

/// Whether a unit may advance so.
pub(super) fn check(
    rules: &Rules,
    position: &Position<Standard>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    let Some(advance) = Advance::new(rules, position, side) else { return Ok(()) };
    let no = |text: String| Err(Violation::new(advance.kind.advance.rule.clone(), text));
    let (unit, path) = match act {
        Act::Done => return Ok(()),
        Act::Advance { unit, path } => (*unit, path),
        _ => return no("advance with a unit, or be done".to_owned()),
    };
    let name = &rules.compiled.unit(unit).name;
    let (Some(mut from), Some(&last)) = (position.hex(unit), path.last()) else {
        return no(format!("'{name}' enters one hex at least"));
    };
    if !advance.may(unit) {
        return no(format!("'{name}' does not advance"));
    }
    if path.len() > advance.hexes {
        return no(format!("an advance goes {} hexes at most", advance.hexes));
    }
    for (place, &to) in path.iter().enumerate() {
        if !advance.lets(unit, (from, to), place == 0) || path[..place].contains(&to) {
            let to = rules.compiled.label(to);
            return no(format!("'{name}' cannot advance to {to}"));
        }
        from = to;
    }
    stacking::check(rules, position, &[unit], last)
}

/// The advances that may be made.
pub(super) fn legal(rules: &Rules, position: &Position<Standard>, side: usize) -> Vec<Act> {
    let mut acts = vec![Act::Done];
    let Some(advance) = Advance::new(rules, position, side) else { return acts };
    for unit in advance.candidates() {
        let ways = advance.ways(unit).into_iter();
        acts.extend(ways.map(|path| Act::Advance { unit, path }));
    }
    acts
}

/// A unit advances, or the side is done.
pub(super) fn answer(cx: &mut PlayContext<'_, Standard>, side: usize, act: &Act) {
    let Act::Advance { unit, path } = act else { return cx.answered(side) };
    let rules = cx.rules;
    let Some((battle, kind)) = now(rules, cx.position) else { return cx.answered(side) };
    let (attack, rule) = (battle.attack, kind.advance.rule.clone());
    let path = hidden::free(cx, side, path);
    cx.shift(&[*unit], path, "advance", Some(attack), &rule);
    for &hex in path {
        victory::take(cx, *unit, hex);
    }
    if let Some(battle) = &mut cx.position.own.battle {
        battle.advanced.push(*unit);
    }
    if !can(rules, cx.position, side) {
        cx.answered(side);
    }
}
