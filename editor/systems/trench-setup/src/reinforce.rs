//! TS Reinforcements: who comes in a lull, as counters that wait in the schedule at the edge by which
//! their side's force of that kind arrives.

use std::collections::BTreeSet;

use salient_hex::grid::{Hex, HexGrid};
use salient_schema::map::{Zone, ZoneKind};
use salient_schema::order_of_battle::Formation;
use salient_schema::scenario::{ArrivalCondition, Entry, Reinforcement};
use salient_schema::{Bundle, Id, Provenance};

use crate::brief::{Brief, Party};
use crate::event::{Detail, Number, side_of};
use crate::procedure::Roller;
use crate::roster::{Kind, Troops, UnitDef, roman};
use crate::scenario::{battalion, counter, level_of};
use crate::tables::Tables;

const RULE: &str = "TS Reinforcements";
/// An arrival has no more of one kind than this.
const MOST: u32 = 20;

/// A kind of force, by its column of the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Force {
    /// The attacker's, at the rear edge of his set-up.
    FollowUp,
    /// The defender's, at the rear edge of his.
    Reinforcement,
    /// The defender's, at the side edges of his.
    Flanking,
}

impl Force {
    const ALL: [Self; 3] = [Self::FollowUp, Self::Reinforcement, Self::Flanking];

    fn party(self) -> Party {
        if self == Self::FollowUp { Party::Attacker } else { Party::Defender }
    }
}

/// Two dice for each kind of force; the cells of those that come, by the chart's columns.
pub(crate) fn roll(tables: &Tables, roller: &mut dyn Roller) -> Vec<(usize, String)> {
    let chart = tables.chart("reinforcements");
    let mut come = Vec::new();
    for (column, (what, force)) in chart.columns.iter().zip(Force::ALL).enumerate() {
        let party = force.party();
        let dice = [0, 1].map(|_| roller.d6("reinforcements", party, RULE));
        let sum: i32 = dice.iter().map(|die| i32::from(*die)).sum();
        let cell = chart.at(chart.row_of_die(sum), column).to_owned();
        let many = units_of(&cell).unwrap_or_default().into_iter().map(|(_, many)| many);
        roller.tell(Detail::Number(Number {
            what: what.clone(),
            side: Some(side_of(party)),
            dice: dice.to_vec(),
            cell: Some(cell.clone()),
            value: many.sum::<u32>().into(),
            rule: RULE.to_owned(),
            ..Number::default()
        }));
        if cell != "-" {
            come.push((column, cell));
        }
    }
    come
}

/// What a cell brings: `2 infantry, 1 HMG`; nothing of a cell that cannot be read.
pub(crate) fn units_of(cell: &str) -> Option<Vec<(Kind, u32)>> {
    if cell == "-" {
        return Some(Vec::new());
    }
    let part = |part: &str| {
        let (many, name) = part.split_once(' ')?;
        let many = many.parse().ok().filter(|many| (1..=MOST).contains(many))?;
        let kind = match name {
            "infantry" => Kind::Infantry,
            name => Kind::WEAPONS.into_iter().find(|kind| kind.short() == name)?,
        };
        Some((kind, many))
    };
    cell.split(", ").map(part).collect()
}

/// Gives those that come to the order of battle and to the schedule; what they are, and whose.
pub(crate) fn bring(
    bundle: &mut Bundle,
    tables: &Tables,
    brief: &Brief,
    come: &[(usize, String)],
) -> Vec<(Party, Kind)> {
    let mut brought = Vec::new();
    for (column, cell) in come {
        let (Some(force), Some(units)) = (Force::ALL.get(*column), units_of(cell)) else {
            continue;
        };
        let party = force.party();
        let side = tables.id(party.role());
        let what = tables.chart("reinforcements").columns.get(*column).cloned();
        let units = new_units(bundle, tables, brief, party, &units);
        let (Some(first), Some(book)) = (units.first(), bundle.orders_of_battle.first()) else {
            continue;
        };
        // Beside the battalions that are there, or else at the top.
        let size = tables.id("size-battalion");
        let beside = |formation: &&Formation| {
            formation.side == side && formation.size.as_ref() == Some(&size)
        };
        let parent = book.formations.iter().find(beside).and_then(|one| one.parent.clone());
        let formation = Formation {
            id: battalion(party, first.battalion),
            name: format!("{} Battalion: {}", roman(first.battalion), what.unwrap_or_default()),
            short: Some(roman(first.battalion)),
            side: side.clone(),
            size: Some(size),
            parent,
            commander: None,
            colour: None,
            ratings: Default::default(),
        };
        let zone = zone(bundle, &side, *force);
        let arrival = Reinforcement {
            turn: bundle.scenario.turns.first().map_or(1, |turn| turn.turn),
            side: side.clone(),
            entry: Entry::Zone(zone),
            counters: units.iter().map(|unit| unit.id.clone()).collect(),
            condition: exchange(bundle, &side, &units),
            rule: Some(RULE.to_owned()),
            provenance: Provenance::Invented,
        };
        bundle.scenario.reinforcements.push(arrival);
        if let Some(book) = bundle.orders_of_battle.first_mut() {
            book.formations.push(formation);
            book.counters.extend(units.iter().map(|unit| counter(tables, brief, unit)));
        }
        brought.extend(units.iter().map(|unit| (party, unit.kind)));
    }
    brought
}

/// Units of a battalion of their own, under ids that nobody has yet.
fn new_units(
    bundle: &Bundle,
    tables: &Tables,
    brief: &Brief,
    party: Party,
    kinds: &[(Kind, u32)],
) -> Vec<UnitDef> {
    let books = || bundle.orders_of_battle.iter();
    let formations: BTreeSet<&str> =
        books().flat_map(|book| &book.formations).map(|one| one.id.as_str()).collect();
    let is_free = |number: &u32| !formations.contains(battalion(party, *number).as_str());
    let number = (1..).find(is_free).unwrap_or(1);
    let taken: BTreeSet<&str> =
        books().flat_map(|book| &book.counters).map(|one| one.id.as_str()).collect();
    let troops = Troops::of(tables, brief.nations.of(party), brief.year);
    let mut units = Vec::new();
    for (kind, many) in kinds {
        let ids = (1_u32..).map(|at| match kind.is_sub_unit() {
            true => (UnitDef::sub_unit_id(party, number, at), format!("{at}/{}", roman(number))),
            false => (UnitDef::base_id(party, *kind, at), format!("{} {at}", kind.short())),
        });
        let free = ids.filter(|(id, _)| !taken.contains(id.as_str())).take(*many as usize);
        units.extend(free.map(|(id, designation)| UnitDef {
            id,
            designation,
            party,
            kind: *kind,
            bases: if kind.is_sub_unit() { troops.bases } else { 1 },
            grade: troops.grade,
            training: troops.training,
            battalion: number,
        }));
    }
    units
}

/// Whoever has armour may take single tank bases for infantry: the players do.
fn exchange(bundle: &Bundle, side: &str, units: &[UnitDef]) -> Option<ArrivalCondition> {
    let armoured = level_of(bundle, "tank-units", side).is_some_and(|tanks| tanks > 0);
    let infantry = units.iter().any(|unit| unit.kind.is_sub_unit());
    (armoured && infantry).then(|| ArrivalCondition {
        die_at_most: None,
        while_holding: None,
        text: Some("Infantry sub-units may be exchanged for a tank base each.".to_owned()),
    })
}

/// The zone of a force's edge, which is made where there is none yet.
fn zone(bundle: &mut Bundle, side: &Id, force: Force) -> Id {
    let (id, name) = match force {
        Force::FollowUp => ("attacker-rear", "Attacker's rear edge"),
        Force::Reinforcement => ("defender-rear", "Defender's rear edge"),
        Force::Flanking => ("defender-flanks", "Defender's flanks"),
    };
    let hexes = edge(bundle, side, force);
    // One of that name may be of other hexes by now: then it is that of whoever drew it.
    let zones = &mut bundle.map.zones.items;
    if !zones.iter().any(|zone| zone.id == id) {
        zones.push(Zone {
            id: id.to_owned(),
            name: name.to_owned(),
            kind: ZoneKind::Other,
            owner: Some(side.clone()),
            colour: None,
            hexes,
        });
        bundle.map.sort();
    }
    id.to_owned()
}

/// The hexes of the rear edge of a side's set-up, or of its side edges.
fn edge(bundle: &Bundle, side: &str, force: Force) -> Vec<String> {
    let grid = HexGrid::new(&bundle.map.grid);
    let zones = bundle.map.zones.items.iter().filter(|zone| {
        zone.kind == ZoneKind::SetUp && zone.owner.as_deref().is_some_and(|owner| owner == side)
    });
    let mut own: BTreeSet<Hex> =
        zones.flat_map(|zone| &zone.hexes).filter_map(|hex| grid.parse(hex)).collect();
    if own.is_empty() {
        // Without a zone, where the side stands.
        let books = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let counters: BTreeSet<&Id> =
            books.filter(|counter| counter.side == side).map(|counter| &counter.id).collect();
        let placed = bundle.scenario.setup.placements.iter();
        let placed = placed.filter(|one| one.counters.iter().any(|id| counters.contains(id)));
        own = placed.filter_map(|one| grid.parse(&one.hex)).collect();
    }
    let [columns, rows] = [bundle.map.grid.columns, bundle.map.grid.rows];
    let row = |hex: &Hex| grid.index(*hex).row;
    let middle: u64 = own.iter().map(|hex| u64::from(row(hex)) * 2 + 1).sum();
    let above = middle < u64::from(rows) * own.len() as u64;
    let rear = if above { 0 } else { rows.saturating_sub(1) };
    let [least, most] = [own.iter().map(row).min(), own.iter().map(row).max()];
    let is_edge = |hex: &Hex| {
        let at = grid.index(*hex);
        match force {
            Force::FollowUp | Force::Reinforcement => at.row == rear,
            Force::Flanking => {
                let beside = least.is_some_and(|least| least <= at.row)
                    && most.is_some_and(|most| at.row <= most);
                beside && (at.column == 0 || at.column + 1 == columns)
            }
        }
    };
    grid.hexes().filter(is_edge).map(|hex| grid.label(hex)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_or_refused() {
        assert_eq!(units_of("-"), Some(Vec::new()));
        let both = vec![(Kind::Infantry, 2), (Kind::HeavyMachineGun, 1)];
        assert_eq!(units_of("2 infantry, 1 HMG"), Some(both));
        for cell in ["", "infantry", "0 infantry", "21 infantry", "2 cavalry", "2 infantry,1 HMG"] {
            assert_eq!(units_of(cell), None, "{cell}");
        }
    }
}
