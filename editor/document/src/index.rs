//! What stands where, by hex and hexside, kept up to date edit by edit.

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, HexGrid, Side};
use salient_schema::map::{Grid, Map};
use salient_schema::scenario::{Placement, Scenario};
use salient_schema::{Bundle, CounterId, HexIndex};

/// A counter in a stack on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackEntry<'a> {
    /// The counter.
    pub counter: &'a CounterId,
    /// The face it shows, 0 for the front.
    pub face: u8,
    /// The entry of the set-up that it stands in, with its facing and states.
    pub placement: &'a Placement,
}

/// Where one of the counters of an id is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CounterUse {
    /// Set up in this hex; `None` if the set-up names a hex that cannot be read.
    Hex(Option<Hex>),
    /// Placed by its owner in this zone.
    Zone(String),
    /// Arrives on this game-turn.
    Arrives(u16),
    /// Out of play when it begins, to be rebuilt.
    Eliminated,
    /// Off the map where play begins in the midst of a game.
    OffMap,
}

/// Places in a list by key, in the order of key and then place.
///
/// A sorted vector, since lists change one item at a time and are read all the time: a look-up
/// is a binary search, an insertion one pass over small numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Positions<K> {
    entries: Vec<(K, u32)>,
}

impl<K: Copy + Ord> Positions<K> {
    /// The places of what has a key; what has none is passed over.
    pub fn of(keys: impl Iterator<Item = Option<K>>) -> Self {
        let mut entries: Vec<_> =
            (0..).zip(keys).filter_map(|(at, key)| key.map(|key| (key, at))).collect();
        entries.sort_unstable();
        Self { entries }
    }

    /// Everything that has a key, with its place, sorted.
    pub fn entries(&self) -> &[(K, u32)] {
        &self.entries
    }

    /// The places of what has this key, first in the list first.
    pub fn at(&self, key: K) -> impl DoubleEndedIterator<Item = usize> + Clone + use<'_, K> {
        let first = self.entries.partition_point(|&(k, _)| k < key);
        let last = self.entries.partition_point(|&(k, _)| k <= key);
        self.entries[first..last].iter().map(|&(_, at)| at as usize)
    }

    /// The last place of what comes before or with this key, as far as `belongs_before` says.
    pub fn before(&self, key: K, belongs_before: impl Fn(usize) -> bool) -> Option<usize> {
        let last = self.entries.partition_point(|&(k, _)| k <= key);
        self.entries[..last]
            .iter()
            .rev()
            .find(|&&(k, at)| k < key || belongs_before(at as usize))
            .map(|&(_, at)| at as usize)
    }

    /// The keys, each once, in order.
    pub fn keys(&self) -> Vec<K> {
        let mut keys: Vec<K> = self.entries.iter().map(|&(key, _)| key).collect();
        keys.dedup();
        keys
    }

    /// Follows an insertion into the list.
    pub fn insert(&mut self, key: Option<K>, at: usize) {
        let at = at as u32;
        for (_, place) in &mut self.entries {
            *place += u32::from(*place >= at);
        }
        if let Some(key) = key {
            let place = self.entries.partition_point(|&entry| entry < (key, at));
            self.entries.insert(place, (key, at));
        }
    }

    /// Follows a patch of the list: places that go, and places that are new when all is done,
    /// both in order.
    pub fn patch(&mut self, remove: &[usize], insert: &[(usize, Option<K>)]) {
        self.entries.retain_mut(|(_, place)| {
            let old = *place as usize;
            let Err(gone) = remove.binary_search(&old) else { return false };
            let stays = old - gone;
            // The slots that are not new are filled in order by what stays.
            let (mut low, mut high) = (0, insert.len());
            while low < high {
                let middle = (low + high) / 2;
                match insert[middle].0 - middle <= stays {
                    true => low = middle + 1,
                    false => high = middle,
                }
            }
            *place = (stays + low) as u32;
            true
        });
        let new = insert.iter().filter_map(|&(at, key)| key.map(|key| (key, at as u32)));
        self.entries.extend(new);
        self.entries.sort();
    }

    /// Follows a removal from the list.
    pub fn remove(&mut self, at: usize) {
        let at = at as u32;
        self.entries.retain(|&(_, place)| place != at);
        for (_, place) in &mut self.entries {
            *place -= u32::from(*place > at);
        }
    }
}

/// Where a counter is printed: its order of battle and its place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CounterPlace {
    pub order_of_battle: usize,
    pub counter: usize,
}

/// The look-up tables of a document.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Index {
    /// The glyph of each hex; `None` where the rows do not reach.
    pub glyphs: Vec<Option<char>>,
    pub features: Positions<Hex>,
    pub hexsides: Positions<Side>,
    pub placements: Positions<Hex>,
    pub counters: BTreeMap<CounterId, CounterPlace>,
    /// How often each counter is used, and where, in the order of the files.
    pub uses: BTreeMap<CounterId, Vec<CounterUse>>,
}

impl Index {
    pub fn new(bundle: &Bundle, grid: &HexGrid) -> Self {
        let map = &bundle.map;
        let mut index = Self {
            glyphs: glyphs(map, grid.grid()),
            features: Positions::of(map.features.items.iter().map(|item| grid.parse(&item.hex))),
            hexsides: Positions::of(
                map.hexsides.items.iter().map(|item| grid.parse_side(&item.side)),
            ),
            placements: Positions::of(std::iter::empty()),
            counters: BTreeMap::new(),
            uses: BTreeMap::new(),
        };
        index.counters_changed(bundle);
        index.set_up_changed(&bundle.scenario, grid);
        index
    }

    /// Follows a change of which counters there are, and where in the lists.
    pub fn counters_changed(&mut self, bundle: &Bundle) {
        self.counters.clear();
        for (order_of_battle, oob) in bundle.orders_of_battle.iter().enumerate() {
            for (counter, printed) in oob.counters.iter().enumerate() {
                let place = CounterPlace { order_of_battle, counter };
                self.counters.entry(printed.id.clone()).or_insert(place);
            }
        }
    }

    /// Follows a change of the set-up or the schedule. They hold hundreds of entries where the
    /// map holds a million hexes, so they are simply read again.
    pub fn set_up_changed(&mut self, scenario: &Scenario, grid: &HexGrid) {
        let placements = &scenario.setup.placements;
        self.placements = Positions::of(placements.iter().map(|item| grid.parse(&item.hex)));
        self.uses.clear();
        let mut note = |counters: &[CounterId], usage: CounterUse| {
            for counter in counters {
                self.uses.entry(counter.clone()).or_default().push(usage.clone());
            }
        };
        for placement in placements {
            note(&placement.counters, CounterUse::Hex(grid.parse(&placement.hex)));
        }
        for free in &scenario.setup.free {
            note(&free.counters, CounterUse::Zone(free.zone.clone()));
        }
        for reinforcement in &scenario.reinforcements {
            note(&reinforcement.counters, CounterUse::Arrives(reinforcement.turn));
        }
        note(&scenario.setup.eliminated, CounterUse::Eliminated);
        for off in scenario.start.iter().flat_map(|start| &start.off_map) {
            note(&off.counters, CounterUse::OffMap);
        }
    }

    pub fn uses(&self, counter: &str) -> &[CounterUse] {
        self.uses.get(counter).map_or(&[], Vec::as_slice)
    }

    pub fn is_placed(&self, counter: &str, hex: Hex) -> bool {
        self.uses(counter).contains(&CounterUse::Hex(Some(hex)))
    }
}

fn glyphs(map: &Map, grid: &Grid) -> Vec<Option<char>> {
    let columns = usize::from(grid.columns);
    let mut glyphs = vec![None; columns * usize::from(grid.rows)];
    for (row, slots) in map.terrain.rows.iter().zip(glyphs.chunks_mut(columns.max(1))) {
        for (glyph, slot) in row.chars().zip(slots) {
            *slot = Some(glyph);
        }
    }
    glyphs
}

/// The byte range of a hex's glyph in its row.
pub(crate) fn glyph_range(row: &str, hex: HexIndex) -> Option<std::ops::Range<usize>> {
    let column = usize::from(hex.column);
    if row.is_ascii() {
        return (column < row.len()).then_some(column..column + 1);
    }
    let (start, glyph) = row.char_indices().nth(column)?;
    Some(start..start + glyph.len_utf8())
}
