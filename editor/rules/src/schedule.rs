//! The schedule: whether those who arrive can stand where they come in, and what a game-turn
//! gives besides.
//!
//! The stacking limits are the constants that fill the roles `stacking_limit`, in the same parts as the
//! sizes' stacking points, and `stacking_limit_units`. A system may lift them on the turn of arrival.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;

use ahash::AHashMap;
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::Kind;
use salient_schema::scenario::Reinforcement;
use salient_schema::{Bundle, HexIndex, HexLabel, Id};

use crate::effects::is_closed;
use crate::entries::Entries;
use crate::roles::{RoleKind, Roles};
use crate::system::Systems;

pub use crate::entries::entry_hexes;
pub use crate::model::Allowance;
pub use crate::stacking::{STACKING_LIMIT, Stacked, in_points, stacking_limit, stacking_points};

/// Groups that come in on one game-turn by the same hexes, and whether those hexes hold them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrivals {
    /// The game-turn.
    pub turn: u16,
    /// The side.
    pub side: Id,
    /// The groups, by their places in the scenario's list.
    pub groups: Vec<usize>,
    /// The hexes that any of them may come in by, in the order of the map.
    pub hexes: Vec<HexLabel>,
    /// How many units there are.
    pub units: usize,
    /// What the limit counts: of two limits the one that is broken, else the one of points.
    pub counted: Stacked,
    /// How much of it they are.
    pub sum: i32,
    /// How much of it is set up there, where they arrive before anyone has moved.
    pub there: i32,
    /// The most of it that a hex may hold; none where the ruleset does not say.
    pub limit: Option<i32>,
    /// The rule that says so.
    pub rule: Option<String>,
    /// Whether they fit.
    pub fit: Fit,
}

/// Whether units can stand where they come in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// There is room for all.
    Fits,
    /// There is not, but this rule lets them stand there on the turn of arrival.
    Lifted(String),
    /// There is not.
    TooMany,
    /// Nobody can enter any of the hexes.
    Barred,
    /// The ruleset has no stacking limit.
    NoLimit,
    /// Too many ways to stand were there to try them all.
    Unclear,
}

/// The rule by which a system lets arrivals stand above the limit on their first turn.
fn lifted(systems: Systems, bundle: &Bundle) -> Option<String> {
    systems.of(bundle)?.entry_stacking().map(str::to_owned)
}

/// All arrivals of a scenario, turn by turn in the order of the schedule. Groups that share an
/// entry hex on a turn are looked at together.
pub fn arrivals(systems: Systems, bundle: &Bundle) -> Vec<Arrivals> {
    let scenario = &bundle.scenario;
    if scenario.reinforcements.is_empty() {
        return Vec::new();
    }
    let grid = &bundle.map.grid;
    let entries = Entries::of(bundle);
    let parsed: Vec<Vec<HexIndex>> = scenario
        .reinforcements
        .iter()
        .map(|group| {
            let labels = entries.hexes(&group.entry).into_iter();
            let mut hexes: Vec<_> = labels.filter_map(|label| grid.parse_hex(label)).collect();
            hexes.sort_unstable_by_key(|hex| (hex.row, hex.column));
            hexes.dedup();
            hexes
        })
        .collect();
    let ground = BarredHexes::of(bundle, parsed.iter().flatten().copied());
    let counters = counters(bundle);
    let clusters = clusters(&scenario.reinforcements, &parsed);
    let first_turn = scenario.turns.first().map(|turn| turn.turn);
    let standing = Stacked::ALL.map(|counted| (counted, OnceCell::new()));
    let look = |groups: Vec<usize>| {
        let first = &scenario.reinforcements[groups[0]];
        let mut hexes: Vec<HexIndex> =
            groups.iter().flat_map(|&group| parsed[group].iter().copied()).collect();
        hexes.sort_unstable_by_key(|hex| (hex.row, hex.column));
        hexes.dedup();
        let units: Vec<(&Counter, usize)> = groups
            .iter()
            .flat_map(|&group| {
                let ids = scenario.reinforcements[group].counters.iter();
                ids.map(move |id| (id, group))
            })
            .filter_map(|(id, group)| Some((*counters.get(id.as_str())?, group)))
            .collect();
        let open: Vec<bool> = hexes.iter().map(|hex| !ground.barred.contains(&key(*hex))).collect();
        let by = |(counted, standing): &(Stacked, OnceCell<_>)| {
            let counted = *counted;
            let there: Vec<i32> = match first_turn == Some(first.turn) {
                true => {
                    let standing = standing.get_or_init(|| set_up(bundle, &counters, counted));
                    let friends = bundle.ruleset.first_friend(&first.side);
                    let there = |hex| standing.get(&(hex, friends)).copied();
                    hexes.iter().map(|&hex| there(hex).unwrap_or(0)).collect()
                }
                false => vec![0; hexes.len()],
            };
            let units: Vec<(i32, usize)> = units
                .iter()
                .map(|&(counter, group)| (counted.of(bundle, counter, 0), group))
                .collect();
            let limit = counted.limit(bundle);
            let fit = if !hexes.is_empty() && !open.contains(&true) {
                Fit::Barred
            } else if let Some(limit) = limit {
                let room = open.iter().zip(&there).map(|(open, there)| match open {
                    true => limit.saturating_sub(*there).max(0),
                    false => -1,
                });
                let room: Vec<i32> = room.collect();
                let allowed = |group: usize| -> Vec<usize> {
                    let may = |hex: &HexIndex| parsed[group].contains(hex);
                    (0..hexes.len()).filter(|&at| may(&hexes[at]) && room[at] >= 0).collect()
                };
                // Whoever can come in nowhere is no question of stacking.
                let units = units.iter().map(|&(count, group)| (count, allowed(group)));
                let units = units.filter(|(_, allowed)| !allowed.is_empty()).collect();
                match packs(units, room.clone()) {
                    Some(true) => Fit::Fits,
                    Some(false) => lifted(systems, bundle).map_or(Fit::TooMany, Fit::Lifted),
                    None => Fit::Unclear,
                }
            } else {
                Fit::NoLimit
            };
            Arrivals {
                turn: first.turn,
                side: first.side.clone(),
                hexes: hexes.iter().map(|&hex| grid.print_hex(hex)).collect(),
                units: units.len(),
                counted,
                sum: units.iter().map(|(count, _)| count).sum(),
                there: there.iter().sum(),
                limit,
                rule: counted.rule(bundle),
                fit,
                groups: groups.clone(),
            }
        };
        let [points, units] = standing.each_ref().map(by);
        let fits = |arrivals: &Arrivals| matches!(arrivals.fit, Fit::Fits | Fit::NoLimit);
        let breaks = fits(&points) && !fits(&units);
        if units.limit.is_some() && (points.limit.is_none() || breaks) { units } else { points }
    };
    let mut all: Vec<Arrivals> = clusters.into_iter().map(look).collect();
    all.sort_by_key(|arrivals| (arrivals.turn, arrivals.groups[0]));
    all
}

/// The groups of one side and game-turn that share an entry hex, directly or by way of others:
/// each cluster in order, the clusters in the order of their first groups.
fn clusters(groups: &[Reinforcement], hexes: &[Vec<HexIndex>]) -> Vec<Vec<usize>> {
    // Each group points at an earlier one of its cluster, the first at itself.
    let mut joined: Vec<usize> = (0..groups.len()).collect();
    fn first(joined: &mut [usize], mut at: usize) -> usize {
        while joined[at] != at {
            joined[at] = joined[joined[at]];
            at = joined[at];
        }
        at
    }
    let mut met: AHashMap<(u16, &str, HexIndex), usize> = AHashMap::new();
    for (at, group) in groups.iter().enumerate() {
        for &hex in &hexes[at] {
            let other = *met.entry((group.turn, &group.side, hex)).or_insert(at);
            let (one, other) = (first(&mut joined, at), first(&mut joined, other));
            joined[one.max(other)] = one.min(other);
        }
    }
    let mut clusters: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    for at in 0..groups.len() {
        clusters[first(&mut joined, at)].push(at);
    }
    clusters.retain(|cluster| !cluster.is_empty());
    clusters
}

fn counters(bundle: &Bundle) -> AHashMap<&str, &Counter> {
    let all = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    all.map(|counter| (counter.id.as_str(), counter)).collect()
}

/// How much of what a limit counts is set up, by hex and by the first of the sides that fight together.
fn set_up<'a>(
    bundle: &'a Bundle,
    counters: &AHashMap<&str, &'a Counter>,
    counted: Stacked,
) -> AHashMap<(HexIndex, &'a str), i32> {
    let mut standing: AHashMap<(HexIndex, &str), i32> = AHashMap::new();
    for placement in &bundle.scenario.setup.placements {
        let Some(hex) = bundle.map.grid.parse_hex(&placement.hex) else { continue };
        for counter in placement.counters.iter().filter_map(|id| counters.get(id.as_str())) {
            let friends = bundle.ruleset.first_friend(&counter.side);
            let there = standing.entry((hex, friends)).or_default();
            let count = counted.of(bundle, counter, placement.face.unwrap_or(0));
            *there = there.saturating_add(count);
        }
    }
    standing
}

fn key(hex: HexIndex) -> (u16, u16) {
    (hex.row, hex.column)
}

/// Which of some hexes nobody can enter.
struct BarredHexes {
    barred: BTreeSet<(u16, u16)>,
}

impl BarredHexes {
    fn of(bundle: &Bundle, hexes: impl Iterator<Item = HexIndex>) -> Self {
        let Bundle { map, ruleset, .. } = bundle;
        let closed =
            |kinds: &[Kind], id: &str| kinds.iter().any(|kind| kind.id == id && is_closed(kind));
        let hexes: BTreeSet<_> = hexes.map(key).collect();
        let terrain = |&(row, column): &(u16, u16)| {
            let glyph = map.terrain.rows.get(usize::from(row))?.chars().nth(usize::from(column))?;
            map.terrain.palette.get(&*glyph.encode_utf8(&mut [0; 4]))
        };
        let mut barred: BTreeSet<_> = hexes
            .iter()
            .filter(|hex| terrain(hex).is_some_and(|id| closed(&ruleset.terrain, id)))
            .copied()
            .collect();
        // Most rulesets have no such feature, and a map may have a million.
        if ruleset.features.iter().any(is_closed) {
            let features = map.features.items.iter();
            let features = features.filter(|item| closed(&ruleset.features, &item.kind));
            barred.extend(features.filter_map(|item| map.grid.parse_hex(&item.hex)).map(key));
        }
        Self { barred }
    }
}

/// How many placings are tried before giving up. The largest published schedules need a few
/// dozen.
const MOST_TRIES: usize = 20_000;

/// The most units that are looked at together.
const MOST_UNITS: usize = 500;

/// Whether units, each with its points and the hexes that it may stand in, can stand in hexes
/// with so much room; none if that was not found out.
fn packs(mut units: Vec<(i32, Vec<usize>)>, mut room: Vec<i32>) -> Option<bool> {
    // Those with the fewest hexes and the most points first: what fails fails early.
    units.sort_by_key(|(points, hexes)| (hexes.len(), Reverse(*points)));
    let total: i64 = units.iter().map(|(points, _)| i64::from(*points)).sum();
    if total > room.iter().filter(|room| **room > 0).map(|&room| i64::from(room)).sum() {
        return Some(false);
    }
    if units.len() > MOST_UNITS {
        return None;
    }
    let mut tries = MOST_TRIES;
    place(&units, &mut room, &mut tries)
}

fn place(units: &[(i32, Vec<usize>)], room: &mut [i32], tries: &mut usize) -> Option<bool> {
    let Some(((points, hexes), rest)) = units.split_first() else { return Some(true) };
    let mut seen: Vec<i32> = Vec::new();
    for &hex in hexes {
        // Where all may stand anywhere, two hexes with the same room are as good as one.
        let alike = seen.contains(&room[hex]) && units.iter().all(|(_, other)| other == hexes);
        if room[hex] < *points || alike {
            continue;
        }
        seen.push(room[hex]);
        *tries = tries.checked_sub(1)?;
        room[hex] -= points;
        let placed = place(rest, room, tries)?;
        room[hex] += points;
        if placed {
            return Some(true);
        }
    }
    Some(false)
}

/// What constants give by game-turn, where the system's rules are known.
pub fn allowances(systems: Systems, bundle: &Bundle) -> Vec<Allowance> {
    systems.of(bundle).map(|system| system.allowances(bundle)).unwrap_or_default()
}

/// The kinds of weather that a game-turn may be given: those that fill a role of the rules, and
/// those in use.
pub fn weathers(systems: Systems, bundle: &Bundle) -> Vec<Id> {
    let Bundle { ruleset, scenario, .. } = bundle;
    let kinds = [&ruleset.terrain, &ruleset.features, &ruleset.hexsides, &ruleset.paths];
    let effects = kinds.into_iter().flatten().flat_map(|kind| &kind.effects);
    let system = systems.of(bundle);
    let by_rules = system
        .iter()
        .flat_map(|system| system.roles())
        .filter(|role| role.kind == RoleKind::Weather)
        .flat_map(|role| Roles::stated(&role.id, bundle));
    let by_effects = effects.filter_map(|effect| effect.when.weather.as_ref());
    let in_use = scenario.turns.iter().filter_map(|turn| turn.weather.as_ref());
    let mut known: Vec<Id> = Vec::new();
    for id in by_rules.chain(by_effects).chain(in_use) {
        if !known.contains(id) {
            known.push(id.clone());
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_spread_over_the_hexes() {
        let any = |points: i32| (points, vec![0, 1]);
        assert_eq!(packs(vec![any(4), any(4), any(8)], vec![8, 8]), Some(true));
        // Sixteen points of room, but no way to divide three fives.
        assert_eq!(packs(vec![any(5), any(5), any(5)], vec![8, 8]), Some(false));
        // The one that has but one hex gets it.
        assert_eq!(packs(vec![any(6), (6, vec![0])], vec![6, 6]), Some(true));
        assert_eq!(packs(vec![(6, vec![0]), (6, vec![0])], vec![6, 6]), Some(false));
    }

    #[test]
    fn parts_of_a_point() {
        assert_eq!(in_points(12, 1), "12");
        assert_eq!(in_points(14, 4), "3½");
        assert_eq!(in_points(1, 4), "¼");
        assert_eq!(in_points(7, 3), "2 1/3");
    }
}
