//! Placing a group legally, on request.
//!
//! First those hexes that the conditions ask for, the one with the fewest ways to see to it
//! first, each by the unit that sees to most of them; then the rest where there is most room.
//! A way that leads nowhere is taken back, so that what can be placed is, within a bounded number
//! of tries. The seed decides between ways that are as good: same seed, same placing.

use salient_schema::order_of_battle::Counter;
use salient_schema::scenario::{FreePlacement, PlacementCondition};
use salient_schema::{Bundle, CounterId, HexLabel, Id};

use super::zone::{ZoneHexes, exerts_zoc, holds, roll, zoc_around, zone_name};
use crate::check::Lookup;
use crate::dice::SplitMix64;
use crate::stacking::{stacking_limit, stacking_points};
use salient_hex::grid::Hex;

/// How many placings are tried before giving up.
const MOST_TRIES: u32 = 20_000;

/// How many are tried when the question is only whether it can be done, after each edit.
const FEW_TRIES: u32 = 500;

/// Where a counter of a group is to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// The counter.
    pub counter: CounterId,
    /// The hex.
    pub hex: HexLabel,
}

/// Why a group cannot be placed, and where that shows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the counters of {zone} cannot all be placed: {why}")]
pub struct Unplaceable {
    /// The zone, as the map calls it.
    pub zone: String,
    /// Why.
    pub why: Why,
    /// The hex that it fails at, if it is one.
    pub hex: Option<HexLabel>,
}

/// Why a group cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// There is no such group.
    #[error("there is no such group")]
    NoGroup,
    /// The zone has no hex where anyone could stand.
    #[error("no hex of the zone is open to them")]
    NoHex,
    /// A hex cannot be held as the conditions ask.
    #[error("{hex} cannot be held with those that there are")]
    CannotHold {
        /// The hex.
        hex: HexLabel,
    },
    /// A counter finds no room.
    #[error("there is no room for {counter}")]
    NoRoom {
        /// The counter.
        counter: CounterId,
    },
    /// There are too few of a type.
    #[error("{count} of the type {unit_type} are asked for, and there are {there}")]
    TooFew {
        /// The type.
        unit_type: Id,
        /// How many are asked for.
        count: u16,
        /// How many there are.
        there: usize,
    },
    /// A counter covers more than one hex, which is left to the designer.
    #[error("{counter} covers two hexes; place it by hand")]
    CoversTwo {
        /// The counter.
        counter: CounterId,
    },
    /// No order of battle has the counter.
    #[error("no order of battle has {counter}")]
    Unknown {
        /// The counter.
        counter: CounterId,
    },
    /// Too many ways were there to try them all.
    #[error("no way was found among the first {MOST_TRIES}; place some by hand first")]
    TooManyWays,
}

/// Places all counters of a group, by its place in the scenario's list, legally: in hexes of its
/// zone that can be entered and hold no enemy, within the stacking limit, so that all its
/// conditions are kept. In the group's order.
///
/// # Errors
/// Why that is not possible, and where it shows.
pub fn place(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    group: usize,
    seed: u64,
) -> Result<Vec<Stand>, Unplaceable> {
    place_within(bundle, lookup, group, seed, MOST_TRIES)
}

/// Places counters of a side legally in hexes, each once and in the order of the map: where a hex
/// can be entered and holds no enemy, within the stacking limit. In the order of the counters.
///
/// # Errors
/// Why that is not possible, and where it shows.
pub fn place_in(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    (side, counters): (&str, Vec<CounterId>),
    hexes: &[Hex],
    seed: u64,
) -> Result<Vec<Stand>, Unplaceable> {
    let free = FreePlacement {
        side: side.to_owned(),
        zone: Id::new(),
        front: None,
        counters,
        conditions: Vec::new(),
        rule: None,
    };
    let ground = ZoneHexes::of(bundle, lookup, side, hexes.to_vec(), hexes.to_vec());
    settle(bundle, lookup, &free, &ground, (seed, MOST_TRIES))
}

/// Why a group cannot be placed, if that is soon found out.
pub(super) fn unplaceable(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    group: usize,
) -> Option<Unplaceable> {
    let why_not = place_within(bundle, lookup, group, 0, FEW_TRIES).err()?;
    (!matches!(why_not.why, Why::TooManyWays | Why::CoversTwo { .. })).then_some(why_not)
}

fn place_within(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    group: usize,
    seed: u64,
    most_tries: u32,
) -> Result<Vec<Stand>, Unplaceable> {
    let no_group = Unplaceable { zone: String::new(), why: Why::NoGroup, hex: None };
    let free = bundle.scenario.setup.free.get(group).ok_or(no_group)?;
    let ground = ZoneHexes::new(bundle, lookup, free);
    settle(bundle, lookup, free, &ground, (seed, most_tries))
}

/// Places the counters of a group, which need not be one of the scenario's, in its hexes.
fn settle(
    bundle: &Bundle,
    lookup: &Lookup<'_>,
    free: &FreePlacement,
    ground: &ZoneHexes<'_>,
    (seed, most_tries): (u64, u32),
) -> Result<Vec<Stand>, Unplaceable> {
    let fail = |why, hex: Option<Hex>| Unplaceable {
        zone: zone_name(bundle, &free.zone).to_owned(),
        why,
        hex: hex.map(|hex| lookup.grid.label(hex)),
    };
    let roll = roll(bundle);
    let mut counters: Vec<&Counter> = Vec::with_capacity(free.counters.len());
    for id in &free.counters {
        let counter = roll.get(id.as_str()).copied();
        let counter = counter.ok_or_else(|| fail(Why::Unknown { counter: id.clone() }, None))?;
        if counter.footprint > 1 {
            return Err(fail(Why::CoversTwo { counter: id.clone() }, None));
        }
        counters.push(counter);
    }
    enough(free, ground, &counters).map_err(|why| fail(why, None))?;

    let mut search = Search::new(bundle, lookup, free, ground, &counters, seed);
    search.most_tries = most_tries;
    if search.places.is_empty() && !counters.is_empty() {
        return Err(fail(Why::NoHex, ground.hexes.first().copied()));
    }
    if search.cover() {
        let labels = search.stands.iter().zip(&free.counters).filter_map(|(place, counter)| {
            let hex = lookup.grid.label(search.places[(*place)?].hex);
            Some(Stand { counter: counter.clone(), hex })
        });
        return Ok(labels.collect());
    }
    if search.tries >= most_tries {
        return Err(fail(Why::TooManyWays, None));
    }
    Err(match search.stuck {
        Some((_, Stuck::Hex(hex))) => {
            fail(Why::CannotHold { hex: lookup.grid.label(hex) }, Some(hex))
        }
        Some((_, Stuck::Unit(unit))) => {
            fail(Why::NoRoom { counter: free.counters[unit].clone() }, None)
        }
        None => fail(Why::NoHex, None),
    })
}

/// Whether there are as many of each type as the conditions ask.
fn enough(free: &FreePlacement, ground: &ZoneHexes<'_>, counters: &[&Counter]) -> Result<(), Why> {
    for condition in &free.conditions {
        let PlacementCondition::AtLeast { unit_type, count } = condition else { continue };
        let standing = ground.hexes.iter().filter_map(|hex| ground.own.get(hex)).flatten();
        let all = standing.chain(counters);
        let there = all.filter(|counter| counter.unit_type == *unit_type).count();
        if there < usize::from(*count) {
            return Err(Why::TooFew { unit_type: unit_type.clone(), count: *count, there });
        }
    }
    Ok(())
}

/// A hex of the zone where counters may stand.
struct Place {
    hex: Hex,
    /// The stacking points that it still has room for.
    room: i32,
    /// The counters that it still has room for.
    heads: usize,
    /// How many of the group stand there.
    stand: usize,
    /// The needs that a unit here sees to by standing in the hex.
    here: Option<usize>,
    /// The needs that a unit here sees to by its zone of control.
    around: Vec<usize>,
    /// By chance, for places that are as good.
    rank: u64,
}

/// A hex that the conditions ask to be held.
struct Need {
    hex: Hex,
    /// Whether a zone of control is enough.
    zoc_will_do: bool,
    /// How many of those placed see to it.
    seen_to: usize,
}

/// A counter that is to be placed.
struct Man {
    points: i32,
    holds: bool,
    zoc: bool,
}

/// A way to see to a need: the place, the unit, and how many needs that sees to.
type Way = (usize, usize, usize);

#[derive(Clone, Copy, Debug)]
enum Stuck {
    Hex(Hex),
    Unit(usize),
}

struct Search {
    places: Vec<Place>,
    needs: Vec<Need>,
    men: Vec<Man>,
    /// Where each counter stands.
    stands: Vec<Option<usize>>,
    tries: u32,
    most_tries: u32,
    /// How little was left to do when it went no further, and what stood in the way.
    stuck: Option<(usize, Stuck)>,
}

impl Search {
    fn new(
        bundle: &Bundle,
        lookup: &Lookup<'_>,
        free: &FreePlacement,
        ground: &ZoneHexes<'_>,
        counters: &[&Counter],
        seed: u64,
    ) -> Self {
        let mut needs: Vec<Need> = Vec::new();
        let mut need = |hexes: Vec<Hex>, zoc_will_do: bool| {
            for hex in hexes {
                let seen_to = ground.held(lookup, hex) || zoc_will_do && ground.zoc.contains(&hex);
                match needs.iter_mut().find(|need| need.hex == hex) {
                    _ if seen_to => {}
                    // Two conditions about one hex: the stricter one.
                    Some(need) => need.zoc_will_do &= zoc_will_do,
                    None => needs.push(Need { hex, zoc_will_do, seen_to: 0 }),
                }
            }
        };
        let mut heads = usize::MAX;
        for condition in &free.conditions {
            match condition {
                PlacementCondition::EveryHexHoldsUnit { feature } => {
                    need(ground.with_feature(lookup, feature.as_deref()), false);
                }
                PlacementCondition::EveryHexHoldsUnitOrZoc { feature } => {
                    need(ground.with_feature(lookup, feature.as_deref()), true);
                }
                PlacementCondition::AtMostPerHex { count } => {
                    heads = heads.min(usize::from(*count));
                }
                PlacementCondition::AtLeast { .. } => {}
            }
        }
        let limit = stacking_limit(bundle).unwrap_or(i32::MAX);
        let mut chance = SplitMix64::new(seed);
        let places = ground
            .hexes
            .iter()
            .filter(|hex| lookup.enterable(**hex) && !ground.enemies.contains(hex))
            .map(|&hex| {
                let there = ground.own.get(&hex).map(Vec::as_slice).unwrap_or_default();
                let points = ground.points.get(&hex).copied().unwrap_or(0);
                let around = zoc_around(lookup, hex)
                    .filter_map(|other| {
                        needs.iter().position(|need| need.hex == other && need.zoc_will_do)
                    })
                    .collect();
                Place {
                    hex,
                    room: limit.saturating_sub(points),
                    heads: heads.saturating_sub(there.len()),
                    stand: there.len(),
                    here: needs.iter().position(|need| need.hex == hex),
                    around,
                    rank: chance.next_u64(),
                }
            })
            .collect();
        let men: Vec<Man> = counters
            .iter()
            .map(|counter| Man {
                points: stacking_points(bundle, counter),
                holds: holds(lookup, counter),
                zoc: exerts_zoc(lookup, counter),
            })
            .collect();
        let stands = vec![None; men.len()];
        Self { places, needs, men, stands, tries: 0, most_tries: MOST_TRIES, stuck: None }
    }

    /// Sees to the needs that are left, then places the rest.
    fn cover(&mut self) -> bool {
        let open: Vec<usize> =
            (0..self.needs.len()).filter(|&need| self.needs[need].seen_to == 0).collect();
        if open.is_empty() {
            return self.fill();
        }
        // Each alike is tried once.
        let mut kinds: Vec<usize> = Vec::new();
        for unit in 0..self.men.len() {
            let alike = |&other: &usize| {
                let (a, b) = (&self.men[unit], &self.men[other]);
                (a.points, a.holds, a.zoc) == (b.points, b.holds, b.zoc)
            };
            if self.stands[unit].is_none() && !kinds.iter().any(alike) {
                kinds.push(unit);
            }
        }
        let mut best: Option<(Hex, Vec<Way>)> = None;
        for &need in &open {
            let ways = self.ways(need, &kinds);
            if best.as_ref().is_none_or(|(_, fewest)| ways.len() < fewest.len()) {
                best = Some((self.needs[need].hex, ways));
            }
        }
        let Some((hex, mut ways)) = best else { return false };
        let left = self.stands.iter().filter(|stand| stand.is_none()).count();
        let most = ways.iter().map(|way| way.2).max().unwrap_or(0);
        let reach = self.places.iter().map(|place| place.around.len() + 1).max().unwrap_or(0);
        if ways.is_empty() || left * reach.max(most) < open.len() {
            self.note(open.len(), Stuck::Hex(hex));
            return false;
        }
        ways.sort_by_key(|&(place, unit, gain)| {
            (std::cmp::Reverse(gain), self.men[unit].points, self.places[place].rank)
        });
        for (place, unit, _) in ways {
            if self.tries >= self.most_tries {
                return false;
            }
            self.put(unit, place);
            if self.cover() {
                return true;
            }
            self.take(unit, place);
        }
        self.note(open.len(), Stuck::Hex(hex));
        false
    }

    /// The ways to see to a need.
    fn ways(&self, need: usize, kinds: &[usize]) -> Vec<Way> {
        let mut ways = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            let (here, around) = (place.here == Some(need), place.around.contains(&need));
            if !here && !around {
                continue;
            }
            for &unit in kinds {
                let man = &self.men[unit];
                let sees_to = here && man.holds || around && man.zoc;
                if sees_to && self.fits(unit, at) {
                    ways.push((at, unit, self.gain(unit, at)));
                }
            }
        }
        ways
    }

    /// The needs that a unit in a place sees to.
    fn seen_to(&self, unit: usize, place: usize) -> Vec<usize> {
        let (man, place) = (&self.men[unit], &self.places[place]);
        let here = place.here.filter(|_| man.holds);
        let around = place.around.iter().copied().filter(|_| man.zoc);
        here.into_iter().chain(around).collect()
    }

    fn gain(&self, unit: usize, place: usize) -> usize {
        let seen_to = self.seen_to(unit, place).into_iter();
        seen_to.filter(|&need| self.needs[need].seen_to == 0).count()
    }

    /// Places those that are left where there is most room, the largest first.
    fn fill(&mut self) -> bool {
        let left = (0..self.men.len()).filter(|&unit| self.stands[unit].is_none());
        let count = left.clone().count();
        let Some(unit) = left.max_by_key(|&unit| (self.men[unit].points, usize::MAX - unit)) else {
            return true;
        };
        let mut fitting: Vec<usize> =
            (0..self.places.len()).filter(|&place| self.fits(unit, place)).collect();
        if fitting.is_empty() {
            self.note(count, Stuck::Unit(unit));
            return false;
        }
        fitting.sort_by_key(|&place| {
            let place = &self.places[place];
            (place.stand, std::cmp::Reverse(place.room), place.rank)
        });
        for place in fitting {
            if self.tries >= self.most_tries {
                return false;
            }
            self.put(unit, place);
            if self.fill() {
                return true;
            }
            self.take(unit, place);
        }
        false
    }

    fn fits(&self, unit: usize, place: usize) -> bool {
        let place = &self.places[place];
        place.heads > 0 && place.room >= self.men[unit].points
    }

    fn put(&mut self, unit: usize, place: usize) {
        self.tries += 1;
        self.stands[unit] = Some(place);
        for need in self.seen_to(unit, place) {
            self.needs[need].seen_to += 1;
        }
        let place = &mut self.places[place];
        place.room -= self.men[unit].points;
        place.heads -= 1;
        place.stand += 1;
    }

    fn take(&mut self, unit: usize, place: usize) {
        self.stands[unit] = None;
        for need in self.seen_to(unit, place) {
            self.needs[need].seen_to -= 1;
        }
        let place = &mut self.places[place];
        place.room += self.men[unit].points;
        place.heads += 1;
        place.stand -= 1;
    }

    fn note(&mut self, left: usize, stuck: Stuck) {
        if self.stuck.is_none_or(|(least, _)| left < least) {
            self.stuck = Some((left, stuck));
        }
    }
}
