//! Numbers of a set-up that are worth comparing over many seeds, and where on the board they are.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::HexGrid;
use salient_rules::generator::HexCounts;
use salient_schema::numbering::HexIndex;

use crate::brief::{Both, Party};
use crate::outcome::{Harm, Results, Stand};
use crate::roster::roster;
use crate::tables::Tables;
use crate::terrain::grid_of;

/// All numbers, the attacker's, the defender's, then what belongs to both.
pub(crate) fn counts(tables: &Tables, results: &Results) -> Vec<(String, i64)> {
    let mut counts = Vec::new();
    for party in Party::BOTH {
        let own = of_party(tables, results, party);
        counts.extend(
            own.into_iter().map(|(name, value)| (format!("{}: {name}", party.role()), value)),
        );
    }
    let proximity = results.proximity().copied().unwrap_or_default();
    let craters = results.wire_clearing().map_or(0, |cleared| cleared.craters.len());
    let gassed = results.standard().map_or(0, |standard| standard.gassed.len());
    for (name, value) in [
        ("yards between the lines", i64::from(proximity.yards)),
        ("first turn for lulls", i64::from(proximity.lull_turn)),
        ("cratered hexes", craters as i64),
        ("hexes of gassed terrain", gassed as i64),
    ] {
        counts.push((name.to_owned(), value));
    }
    counts
}

fn of_party(tables: &Tables, results: &Results, party: Party) -> Vec<(&'static str, i64)> {
    let barrages = results.barrages().cloned().unwrap_or_default();
    let gas = results.gas().cloned().unwrap_or_default();
    let laid = results.works().copied().unwrap_or_default().of(party).to_owned();
    let cleared = results.wire_clearing().cloned().unwrap_or_default();
    let standard = results.standard().cloned().unwrap_or_default();
    let after = results.counter_battery().cloned().unwrap_or_default();
    let superiority = results.superiority().cloned().unwrap_or_default();
    let options = results.options().cloned().unwrap_or_default();
    let weapons = results.heavy_weapons().cloned().unwrap_or_default();
    let mix = after.left.of(party);
    let of = |both: &Both<u32>| i64::from(*both.of(party));
    let all = roster(tables, results);
    let own = || all.iter().filter(|unit| unit.party == party);
    let harm_of = |id: &str| standard.units.get(id).cloned().unwrap_or_default();
    let units = |is: fn(&Harm) -> bool| {
        own().filter(|unit| unit.kind.is_sub_unit() && is(&harm_of(&unit.id))).count() as i64
    };
    let bases: u32 = own().map(|unit| unit.bases).sum();
    let gone = own().filter(|unit| harm_of(&unit.id).lost >= unit.bases).count();
    let damaged: u32 = own().map(|unit| harm_of(&unit.id).damaged).sum();
    let command = results.command();
    let command: u32 = own().filter_map(|unit| command?.get(&unit.id)).sum();
    vec![
        ("margin in the air", i64::from(*superiority.margins.of(party))),
        ("airstrikes", of(&results.airstrikes().copied().unwrap_or_default())),
        ("preparatory barrages", of(&barrages.preparatory)),
        ("on-call barrages", of(&barrages.on_call)),
        ("barrages lost to counter-battery fire", of(&after.destroyed)),
        ("on-call barrages left", of(&after.on_call)),
        ("gas points", of(&gas.points)),
        ("barrages with gas on sub-units", i64::from(mix.gas_on_units)),
        ("extra heavy weapons", weapons.of(party).values().copied().map(i64::from).sum()),
        ("tank units", of(&options.tanks)),
        ("segments of trench", laid.trench.into()),
        ("segments of wire", laid.wire.into()),
        ("segments of wire left", i64::from(laid.wire) - of(&cleared.lost)),
        ("pillboxes", laid.pillbox.into()),
        ("bunkers", laid.bunker.into()),
        ("damage to command", command.into()),
        ("bases lost before zero hour", of(&standard.lost)),
        ("bases damaged before zero hour", damaged.into()),
        ("bases at zero hour", i64::from(bases) - of(&standard.lost)),
        ("units lost before zero hour", gone as i64),
        ("gassed sub-units", units(|harm| harm.gassed || harm.gassed_for_good)),
        ("pinned sub-units", units(|harm| harm.pinned)),
        ("sub-units that fell back", units(|harm| harm.fell_back)),
        ("demoralized sub-units", units(|harm| harm.demoralized)),
    ]
}

/// The hex at which boards of different depth are laid upon each other: in the middle of the
/// defender's front line, so that his works lie upon each other, and the attacker's as far from
/// them as the proximity has it.
pub(crate) fn anchor(results: &Results) -> HexIndex {
    let fronts = results.placed_works().map(|works| &works.fronts.defender);
    let row = fronts.and_then(|rows| rows.iter().max().copied()).unwrap_or(0);
    let column = fronts.map_or(0, |rows| rows.len() / 2);
    HexIndex::new(column as u16 & !1, row as u16 & !1)
}

/// Where units stand, works lie, and what the bombardment did.
pub(crate) fn hexes(results: &Results) -> Vec<HexCounts> {
    let Some(conditions) = results.conditions() else { return Vec::new() };
    let grid = HexGrid::new(&grid_of(&conditions.brief));
    let standard = results.standard().cloned().unwrap_or_default();
    let cleared = results.wire_clearing().cloned().unwrap_or_default();
    let works = results.placed_works().cloned().unwrap_or_default();
    let stands: Vec<&Stand> =
        results.placed_units().into_iter().chain(results.placed_bases()).flatten().collect();
    let mut layers = Vec::new();
    let mut layer = |name: String, hexes: Vec<(&str, u32)>| {
        let mut sums: BTreeMap<HexIndex, u32> = BTreeMap::new();
        for (hex, count) in hexes.into_iter().filter(|(_, count)| *count > 0) {
            if let Some(hex) = grid.parse(hex) {
                *sums.entry(grid.index(hex)).or_default() += count;
            }
        }
        layers.push(HexCounts { name, hexes: sums.into_iter().collect() });
    };
    let gone: BTreeSet<usize> = cleared.cleared.iter().map(|place| *place as usize).collect();
    let lost = |stand: &Stand| standard.units.get(&stand.unit).map_or(0, |harm| harm.lost);
    for party in [Party::Defender, Party::Attacker] {
        let role = party.role();
        let own = || stands.iter().filter(|stand| stand.party == party);
        layer(
            format!("{role}: bases lost before zero hour"),
            own().map(|stand| (stand.hex.as_str(), lost(stand))).collect(),
        );
        layer(
            format!("{role}: units placed"),
            own().map(|stand| (stand.hex.as_str(), 1)).collect(),
        );
        let lines = works.lines.iter().filter(|line| line.party == party);
        layer(
            format!("{role}: trenches"),
            lines.flat_map(|line| &line.held_from).map(|hex| (hex.as_str(), 1)).collect(),
        );
        let wire = works.wire.iter().enumerate().filter(|(place, _)| !gone.contains(place));
        layer(
            format!("{role}: wire left"),
            wire.filter(|(_, segment)| segment.party == party)
                .map(|(_, segment)| (segment.hex.as_str(), 1))
                .collect(),
        );
        let posts = works.posts.iter().filter(|post| post.party == party);
        layer(
            format!("{role}: pillboxes and bunkers"),
            posts.map(|post| (post.hex.as_str(), 1)).collect(),
        );
    }
    layer(
        "cratered hexes".to_owned(),
        cleared.craters.iter().map(|hex| (hex.as_str(), 1)).collect(),
    );
    layer(
        "hexes of gassed terrain".to_owned(),
        standard.gassed.iter().map(|hex| (hex.as_str(), 1)).collect(),
    );
    layers
}
