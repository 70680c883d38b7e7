//! 1914 15.0: lines of communications, and whose of them use a single track.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::play::{Formation, Position, Unit};

use crate::rules::{Offensive, Rules};
use crate::{armies, bases, rails};

/// The lines of communications of a side, as all stand.
#[derive(Clone, Debug, Default)]
pub struct Communications {
    /// The supply units that have one. Sorted.
    linked: Vec<Unit>,
    /// The armies whose lines use single-track hexes.
    claims: BTreeMap<Hex, Formation>,
}

impl Communications {
    /// Those of all supply units of a side. Where armies would share a single track, the one that its
    /// owner has put first has it, else the first in the order of battle.
    pub fn of(rules: &Rules, position: &Position<Offensive>, side: usize) -> Self {
        Self::without(rules, position, side, None)
    }

    fn without(
        rules: &Rules,
        position: &Position<Offensive>,
        side: usize,
        except: Option<Unit>,
    ) -> Self {
        let first = &position.own.lines_first;
        let rank = |army: Option<Formation>| {
            let place = first.iter().position(|other| Some(*other) == army);
            place.unwrap_or(first.len())
        };
        let units = supply_units(rules, position, side).filter(|&unit| Some(unit) != except);
        let mut units: Vec<(Unit, Option<Formation>)> =
            units.map(|unit| (unit, armies::army(rules, position, unit))).collect();
        units.sort_by_key(|&(_, army)| rank(army));
        let (mut out, mut reach) = (Self::default(), Reach::default());
        for (unit, army) in units {
            let Some(from) = position.hex(unit) else { continue };
            let whose = (side, army);
            let Some(end) = out.line(rules, position, whose, from, &mut reach) else { continue };
            out.linked.push(unit);
            let Some(army) = army else { continue };
            let path = [from].into_iter().chain(reach.path(rules.map(), end));
            out.claims.extend(path.filter(|&hex| is_single(rules, hex)).map(|hex| (hex, army)));
        }
        out.linked.sort_unstable();
        out
    }

    /// Whether a supply unit has one (1914 1.1).
    pub fn has(&self, unit: Unit) -> bool {
        self.linked.binary_search(&unit).is_ok()
    }

    /// The army whose lines use a hex of single track.
    fn claim(&self, hex: Hex) -> Option<Formation> {
        self.claims.get(&hex).copied()
    }

    /// Whether a line of an army beside these may run through a hex.
    fn serves(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        (side, army): (usize, Option<Formation>),
        hex: Hex,
    ) -> bool {
        let board = position.board();
        rails::is_operational(position, side, hex)
            && (!board.controls(hex, rules.enemy(side)) || board.holds(hex, side))
            && self.claim(hex).is_none_or(|by| Some(by) == army)
    }

    /// Where the line of communications would end that an army would have from a hex beside these:
    /// along operational railways to a friendly edge, through no enemy zone of control but where a
    /// friend stands, and over no single track of another army's. It takes as few single tracks from
    /// others as it can.
    fn line(
        &self,
        rules: &Rules,
        position: &Position<Offensive>,
        (side, army): (usize, Option<Formation>),
        start: Hex,
        reach: &mut Reach,
    ) -> Option<Hex> {
        let edges = bases::ends(rules, position, side, army);
        let may = |hex: Hex| self.serves(rules, position, (side, army), hex);
        if !may(start) {
            return None;
        }
        let most = rules.map().len() as u32;
        let is_edge = |hex: Hex| edges.binary_search(&hex).is_ok();
        reach.search_first(rules.map(), start, most, is_edge, |from, direction, to| {
            if !rails::leads(rules, position, side, (from, direction)) || !may(to) {
                return Step::Barred;
            }
            Step::Through(u32::from(is_single(rules, to) && self.claim(to).is_none()))
        })
    }
}

/// Whether a hex has railways, and none of two tracks.
fn is_single(rules: &Rules, hex: Hex) -> bool {
    let rails = rules.terrain.hex(hex).rails;
    rails != 0 && rails & 1 == 0
}

/// 1914 15.0: the armies of a side of which some supply unit has no line of communications only
/// because others use a single track. Sorted.
pub fn contested(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    lines: &Communications,
) -> Vec<Formation> {
    let (alone, mut reach) = (Communications::default(), Reach::default());
    let waits = |unit: Unit| {
        let from = position.hex(unit).filter(|_| !lines.has(unit))?;
        let army = armies::army(rules, position, unit);
        alone.line(rules, position, (side, army), from, &mut reach)?;
        army
    };
    let mut armies: Vec<Formation> =
        supply_units(rules, position, side).filter_map(waits).collect();
    armies.sort_unstable();
    armies.dedup();
    armies
}

/// The hexes in which a depot would have a line of communications beside those of all others.
/// Sorted.
pub fn linked(rules: &Rules, position: &Position<Offensive>, depot: Unit) -> Vec<Hex> {
    let side = rules.side_of(depot);
    let whose = (side, armies::army(rules, position, depot));
    let others = Communications::without(rules, position, side, Some(depot));
    let may = |hex: Hex| others.serves(rules, position, whose, hex);
    let edges = bases::ends(rules, position, side, whose.1).iter().copied();
    let starts: Vec<(Hex, u32)> = edges.filter(|&hex| may(hex)).map(|hex| (hex, 0)).collect();
    let mut reach = Reach::default();
    // A railway leads both ways: from the edges all are found at once.
    reach.search_from(rules.map(), &starts, 0, |from, direction, to| {
        match rails::leads(rules, position, side, (from, direction)) && may(to) {
            true => Step::Through(0),
            false => Step::Barred,
        }
    });
    let mut hexes = reach.reached().to_vec();
    hexes.sort_unstable();
    hexes
}

/// The supply units of a side on the map.
pub fn supply_units<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    position.on_map(rules, side).filter(|&unit| rules.piece(unit).kind.is_supply())
}
