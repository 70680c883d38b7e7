//! 1914 15.0: lines of communications, and whose of them use a single track.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::play::{Formation, Position, Unit};

use crate::rules::{Offensive, Rules};
use crate::zones::is_cut;
use crate::{armies, control, rails};

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
        let edges = rules.edges.get(side)?;
        let enemy = rules.enemy(side);
        let board = position.board();
        let claim = |hex: Hex| self.claims.get(&hex);
        let may = |hex: Hex| {
            rails::is_operational(position, side, hex)
                && (!board.controls(hex, enemy) || board.holds(hex, side))
                && claim(hex).is_none_or(|by| Some(*by) == army)
        };
        if !may(start) {
            return None;
        }
        let most = rules.map().len() as u32;
        let is_edge = |hex: Hex| edges.binary_search(&hex).is_ok();
        reach.search_first(rules.map(), start, most, is_edge, |from, direction, to| {
            if !rails::leads(rules, from, direction, false) || !may(to) {
                return Step::Barred;
            }
            Step::Through(u32::from(is_single(rules, to) && claim(to).is_none()))
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

/// 1914 15.6.2b: where a depot is displaced to: of the operational railways without enemies about,
/// with a line of communications, those nearest to where it was.
pub fn refuge(rules: &Rules, position: &Position<Offensive>, depot: Unit) -> Option<Hex> {
    let side = rules.side_of(depot);
    let from = position.hex(depot)?;
    let enemy = rules.enemy(side);
    let grid = rules.map().grid();
    let mut all: Vec<Hex> = grid
        .hexes()
        .filter(|&hex| rails::is_operational(position, side, hex))
        .filter(|&hex| hex != from && !position.board().controls(hex, enemy))
        .filter(|&hex| !is_cut(rules, position, side, hex, None))
        .filter(|&hex| !control::has_fortress(rules, position, enemy, hex))
        .collect();
    all.sort_by_key(|&hex| (grid.distance(from, hex), hex));
    let others = Communications::without(rules, position, side, Some(depot));
    let whose = (side, armies::army(rules, position, depot));
    let mut reach = Reach::default();
    all.into_iter().find(|&hex| others.line(rules, position, whose, hex, &mut reach).is_some())
}

/// The supply units of a side on the map.
pub fn supply_units<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    position.on_map(rules, side).filter(|&unit| rules.piece(unit).kind.is_supply())
}
