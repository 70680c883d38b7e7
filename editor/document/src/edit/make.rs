//! Edits of lists by the names that a designer knows them by.

use salient_schema::map::{Feature, Hexside, Line, Path, Zone};
use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::ruleset::Table;
use salient_schema::scenario::{OffMap, Scenario};
use salient_schema::{CounterId, Defined, HexLabel, Id, SideLabel};

use super::{Edit, Item, Key, List, Listed, Placed};

impl Edit {
    /// [`Splice`](Self::Splice) with items of their own type: the items of `list`.
    pub fn splice<T: Into<Item>>(list: List, at: usize, remove: usize, insert: Vec<T>) -> Self {
        Self::Splice { list, at, remove, insert: insert.into_iter().map(T::into).collect() }
    }

    /// [`Splice`](Self::Splice) that puts nothing in the place of what goes.
    pub fn cut(list: List, at: usize, remove: usize) -> Self {
        Self::Splice { list, at, remove, insert: Vec::new() }
    }

    /// What takes a counter out of those that begin off the map; nothing if it does not.
    pub(crate) fn onto_map(scenario: &Scenario, counter: &str) -> Option<Self> {
        let mut start = scenario.start.clone()?;
        let place = |off: &OffMap| off.counters.iter().position(|id| id == counter);
        let mut groups = start.off_map.iter_mut();
        let (off, at) = groups.find_map(|off| place(off).map(|at| (off, at)))?;
        off.counters.remove(at);
        start.off_map.retain(|off| !off.counters.is_empty());
        Some(Self::SetStart { start: Some(Box::new(start)) })
    }

    /// [`Patch`](Self::Patch) with items of their own type: features or hexsides.
    pub fn patch<T: Into<Item>>(list: List, remove: Vec<usize>, insert: Vec<Placed<T>>) -> Self {
        let items = insert.into_iter();
        let insert = items.map(|Placed { at, item }| Placed { at, item: item.into() }).collect();
        Self::Patch { list, remove, insert }
    }

    /// Puts a feature in a hex. A hex holds one of each kind.
    pub fn add_feature(feature: Feature, at: Option<usize>) -> Self {
        Self::Add { list: List::Features, item: feature.into(), at }
    }

    /// Takes a feature from a hex.
    pub fn remove_feature(hex: HexLabel, kind: Id) -> Self {
        Self::Remove { list: List::Features, key: Key::Kind { at: hex, kind } }
    }

    /// Changes the name, owner, value, letter, facing or provenance of the feature of this kind
    /// that stands in this hex.
    pub fn set_feature(feature: Feature) -> Self {
        Self::set(List::Features, feature)
    }

    /// Draws along a hexside. A hexside holds one of each kind.
    pub fn add_hexside(hexside: Hexside, at: Option<usize>) -> Self {
        Self::Add { list: List::Hexsides, item: hexside.into(), at }
    }

    /// Rubs out what is drawn along a hexside, given in either spelling.
    pub fn remove_hexside(side: SideLabel, kind: Id) -> Self {
        Self::Remove { list: List::Hexsides, key: Key::Kind { at: side, kind } }
    }

    /// Changes the name or provenance of what is drawn along a hexside.
    pub fn set_hexside(hexside: Hexside) -> Self {
        Self::set(List::Hexsides, hexside)
    }

    /// Adds a border line.
    pub fn add_line(line: Line, at: Option<usize>) -> Self {
        Self::Add { list: List::Lines, item: line.into(), at }
    }

    /// Takes a border line away, by its place in the map's list.
    pub fn remove_line(at: usize) -> Self {
        Self::Remove { list: List::Lines, key: Key::Place(at) }
    }

    /// Changes a border line: its kind, name, owner or hexsides.
    pub fn set_line(at: usize, to: Line) -> Self {
        Self::Set { list: List::Lines, key: Key::Place(at), to: to.into() }
    }

    /// Lengthens a border line by a hexside, at the end that it joins if no place is given.
    pub fn add_line_side(line: usize, side: SideLabel, at: Option<usize>) -> Self {
        Self::Add { list: List::LineSides(line), item: side.into(), at }
    }

    /// Takes a hexside, in either spelling, from a border line.
    pub fn remove_line_side(line: usize, side: SideLabel) -> Self {
        Self::Remove { list: List::LineSides(line), key: Key::Name(side) }
    }

    /// Adds a road, railway or the like.
    pub fn add_path(path: Path, at: Option<usize>) -> Self {
        Self::Add { list: List::Paths, item: path.into(), at }
    }

    /// Takes a path away, by its place in the map's list.
    pub fn remove_path(at: usize) -> Self {
        Self::Remove { list: List::Paths, key: Key::Place(at) }
    }

    /// Changes a path: its kind, name, tracks or hexes.
    pub fn set_path(at: usize, to: Path) -> Self {
        Self::Set { list: List::Paths, key: Key::Place(at), to: to.into() }
    }

    /// Adds a zone.
    pub fn add_zone(zone: Zone, at: Option<usize>) -> Self {
        Self::Add { list: List::Zones, item: zone.into(), at }
    }

    /// Takes a zone away that the scenario does not speak of.
    pub fn remove_zone(zone: Id) -> Self {
        Self::Remove { list: List::Zones, key: Key::Name(zone) }
    }

    /// Changes a zone. If its id changes, what speaks of it in the scenario follows.
    pub fn set_zone(zone: Id, to: Zone) -> Self {
        Self::Set { list: List::Zones, key: Key::Name(zone), to: to.into() }
    }

    /// Adds a hex to a zone.
    pub fn add_zone_hex(zone: Id, hex: HexLabel, at: Option<usize>) -> Self {
        Self::Add { list: List::ZoneHexes(zone), item: hex.into(), at }
    }

    /// Takes a hex from a zone.
    pub fn remove_zone_hex(zone: Id, hex: HexLabel) -> Self {
        Self::Remove { list: List::ZoneHexes(zone), key: Key::Name(hex) }
    }

    /// Adds a counter to an order of battle, given by its place in the scenario.
    pub fn add_counter(
        order_of_battle: usize,
        counter: impl Into<Box<Counter>>,
        at: Option<usize>,
    ) -> Self {
        let item = Item::Counter(counter.into());
        Self::Add { list: List::Counters(order_of_battle), item, at }
    }

    /// Takes a counter that the scenario does not use from its order of battle.
    pub fn delete_counter(counter: CounterId) -> Self {
        Self::Remove { list: List::AllCounters, key: Key::Name(counter) }
    }

    /// Changes a counter. If its id changes, all that speaks of it in the scenario follows.
    pub fn set_counter(counter: CounterId, to: impl Into<Box<Counter>>) -> Self {
        let to = Item::Counter(to.into());
        Self::Set { list: List::AllCounters, key: Key::Name(counter), to }
    }

    /// Adds a formation to an order of battle, given by its place in the scenario.
    pub fn add_formation(
        order_of_battle: usize,
        formation: impl Into<Box<Formation>>,
        at: Option<usize>,
    ) -> Self {
        let item = Item::Formation(formation.into());
        Self::Add { list: List::Formations(order_of_battle), item, at }
    }

    /// Takes away a formation that has neither counters nor formations in it.
    pub fn remove_formation(order_of_battle: usize, formation: Id) -> Self {
        Self::Remove { list: List::Formations(order_of_battle), key: Key::Name(formation) }
    }

    /// Changes a formation. If its id changes, its counters and formations follow.
    pub fn set_formation(
        order_of_battle: usize,
        formation: Id,
        to: impl Into<Box<Formation>>,
    ) -> Self {
        let (key, to) = (Key::Name(formation), Item::Formation(to.into()));
        Self::Set { list: List::Formations(order_of_battle), key, to }
    }

    /// Adds to what the ruleset defines: a side, a kind of terrain, a unit type.
    pub fn define(of: Defined, item: impl Into<Item>, at: Option<usize>) -> Self {
        Self::Add { list: List::Defined(of), item: item.into(), at }
    }

    /// Takes away what the ruleset defines and nothing speaks of.
    pub fn undefine(of: Defined, id: Id) -> Self {
        Self::Remove { list: List::Defined(of), key: Key::Name(id) }
    }

    /// Changes what the ruleset defines. If its id changes, all that speaks of it follows: map,
    /// orders of battle, scenario, the ruleset itself and the roles that it fills.
    pub fn redefine(of: Defined, id: Id, to: impl Into<Item>) -> Self {
        Self::Set { list: List::Defined(of), key: Key::Name(id), to: to.into() }
    }

    /// Adds a chart.
    pub fn add_table(table: impl Into<Box<Table>>, at: Option<usize>) -> Self {
        Self::Add { list: List::Tables, item: Item::Table(table.into()), at }
    }

    /// Takes away a chart that nothing speaks of.
    pub fn remove_table(table: Id) -> Self {
        Self::Remove { list: List::Tables, key: Key::Name(table) }
    }

    /// Changes a chart. If its id changes, all that speaks of it follows.
    pub fn set_table(table: Id, to: impl Into<Box<Table>>) -> Self {
        Self::Set { list: List::Tables, key: Key::Name(table), to: Item::Table(to.into()) }
    }

    /// Changes what is known by the same name or kind.
    fn set<T: Listed>(list: List, to: T) -> Self {
        let to: Item = to.into();
        Self::Set { key: to.key(&list, 0), list, to }
    }
}
