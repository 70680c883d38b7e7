//! The six edits of lists, for every list in one way.

use salient_hex::grid::{Direction, Hex, HexGrid, Side};
use salient_schema::map::{Feature, Hexside};
use salient_schema::{Bundle, Defined};

use super::State;
use crate::changes::Touched;
use crate::edit::{Edit, EditError, Item, Key, List, Listed, Placed};

/// A list, whatever stands in it. An item of another sort fits nowhere in it.
trait Items {
    fn len(&self) -> usize;
    fn insert(&mut self, at: usize, item: &Item) -> Option<()>;
    fn remove(&mut self, at: usize) -> Item;
    fn replace(&mut self, at: usize, item: &Item) -> Option<Item>;
    fn shift(&mut self, from: usize, to: usize);
    fn splice(&mut self, at: usize, end: usize, insert: &[Item]) -> Option<Vec<Item>>;
    fn patch(&mut self, remove: &[usize], insert: &[Placed<Item>]) -> Option<Vec<Placed<Item>>>;
}

impl<T: Listed> Items for Vec<T> {
    fn len(&self) -> usize {
        self.len()
    }

    fn insert(&mut self, at: usize, item: &Item) -> Option<()> {
        self.insert(at, T::of(item)?.clone());
        Some(())
    }

    fn remove(&mut self, at: usize) -> Item {
        self.remove(at).into()
    }

    fn replace(&mut self, at: usize, item: &Item) -> Option<Item> {
        let item = T::of(item)?.clone();
        Some(std::mem::replace(self.get_mut(at)?, item).into())
    }

    fn shift(&mut self, from: usize, to: usize) {
        let item = self.remove(from);
        self.insert(to, item);
    }

    fn splice(&mut self, at: usize, end: usize, insert: &[Item]) -> Option<Vec<Item>> {
        let insert: Vec<T> =
            insert.iter().map(|item| T::of(item).cloned()).collect::<Option<_>>()?;
        Some(self.splice(at..end, insert).map(T::into).collect())
    }

    fn patch(&mut self, remove: &[usize], insert: &[Placed<Item>]) -> Option<Vec<Placed<Item>>> {
        let mut coming = Vec::with_capacity(insert.len());
        for placed in insert {
            coming.push((placed.at, T::of(&placed.item)?.clone()));
        }
        let mut taken = Vec::with_capacity(remove.len());
        let mut new = Vec::with_capacity(self.len() - remove.len() + insert.len());
        let (mut going, mut coming) = (remove.iter().peekable(), coming.into_iter().peekable());
        for (at, item) in std::mem::take(self).into_iter().enumerate() {
            if going.next_if(|&&gone| gone == at).is_some() {
                taken.push(Placed { at, item: item.into() });
                continue;
            }
            while let Some((_, item)) = coming.next_if(|(at, _)| *at == new.len()) {
                new.push(item);
            }
            new.push(item);
        }
        new.extend(coming.map(|(_, item)| item));
        *self = new;
        Some(taken)
    }
}

/// Why a list itself is not there.
enum Missing {
    Line(usize, usize),
    OrderOfBattle(usize, usize),
    Zone,
    /// Only one of the lists that it is made of can be changed.
    Several,
}

/// A list of a bundle.
fn items<'b>(bundle: &'b mut Bundle, list: &List) -> Result<&'b mut dyn Items, Missing> {
    let Bundle { map, scenario, orders_of_battle, ruleset, .. } = bundle;
    let oobs = orders_of_battle.len();
    let items: &mut dyn Items = match list {
        List::Features => &mut map.features.items,
        List::Hexsides => &mut map.hexsides.items,
        List::Paths => &mut map.paths.items,
        List::Lines => &mut map.lines.items,
        List::LineSides(line) => {
            let count = map.lines.items.len();
            let line = map.lines.items.get_mut(*line).ok_or(Missing::Line(*line, count))?;
            &mut line.sides
        }
        List::Zones => &mut map.zones.items,
        List::ZoneHexes(id) => {
            let zone = map.zones.items.iter_mut().find(|zone| zone.id == *id);
            &mut zone.ok_or(Missing::Zone)?.hexes
        }
        List::Counters(at) => {
            let oob = orders_of_battle.get_mut(*at).ok_or(Missing::OrderOfBattle(*at, oobs))?;
            &mut oob.counters
        }
        List::AllCounters => return Err(Missing::Several),
        List::Formations(at) => {
            let oob = orders_of_battle.get_mut(*at).ok_or(Missing::OrderOfBattle(*at, oobs))?;
            &mut oob.formations
        }
        List::Defined(of) => match of {
            Defined::Side => &mut ruleset.sides,
            Defined::Nation => &mut ruleset.nations,
            Defined::Terrain => &mut ruleset.terrain,
            Defined::Feature => &mut ruleset.features,
            Defined::Hexside => &mut ruleset.hexsides,
            Defined::Path => &mut ruleset.paths,
            Defined::Line => &mut ruleset.lines,
            Defined::UnitType => &mut ruleset.counters.types,
            Defined::UnitSize => &mut ruleset.counters.sizes,
            Defined::Rating => &mut ruleset.counters.ratings,
            Defined::FormationRating => &mut ruleset.counters.formation_ratings,
            Defined::Trait => &mut ruleset.counters.traits,
            Defined::OptionalRule => &mut ruleset.optional_rules,
        },
        List::Tables => &mut ruleset.tables,
        List::Constants => &mut ruleset.constants,
        List::Placements => &mut scenario.setup.placements,
        List::Free => &mut scenario.setup.free,
        List::Control => &mut scenario.setup.control,
        List::Eliminated => &mut scenario.setup.eliminated,
        List::Missions => &mut scenario.setup.missions,
        List::Turns => &mut scenario.turns,
        List::Reinforcements => &mut scenario.reinforcements,
        List::Withdrawals => &mut scenario.withdrawals,
        List::Replacements => &mut scenario.replacements,
        List::Tracks => &mut scenario.tracks,
        List::Levels => &mut scenario.levels,
        List::Orders => &mut scenario.orders,
        List::Overrides => &mut scenario.overrides,
    };
    Ok(items)
}

/// Puts an item in place of another, whatever that comes to.
pub(super) fn put(
    bundle: &mut Bundle,
    list: &List,
    at: usize,
    item: &Item,
) -> Result<(), EditError> {
    let items = items(bundle, list).map_err(|_| wrong(list))?;
    items.replace(at, item).map(|_| ()).ok_or_else(|| wrong(list))
}

impl State {
    pub(super) fn add(
        &mut self,
        list: &List,
        item: &Item,
        at: Option<usize>,
    ) -> Result<Edit, EditError> {
        let len = self.items(list)?.len();
        // A file may hold a thing twice, which is a problem to be shown. Removing takes the
        // first, so that only a first one may come back: then the two are each other's exact
        // inverse.
        let key = item.key(list, 0);
        match &key {
            Key::Place(_) if !is_by_place(list) => return Err(wrong(list)),
            Key::Place(_) => {}
            _ => {
                let there = self.first(list, &key)?;
                let new = (list, at.unwrap_or(len));
                if there.is_some_and(|(home, there)| (&home, there) < new) {
                    return Err(self.is_there(list, &key));
                }
            }
        }
        let at = match at {
            Some(at) if at > len => {
                return Err(EditError::BeyondEnd { list: list.name(), at, len });
            }
            Some(at) => at,
            None => self.own_place(list, item)?.unwrap_or(len),
        };
        self.items(list)?.insert(at, item).ok_or_else(|| wrong(list))?;
        match item {
            Item::Feature(item) => self.index.features.insert(self.grid.parse(&item.hex), at),
            Item::Hexside(item) => self.index.hexsides.insert(self.grid.parse_side(&item.side), at),
            _ => self.changed(list),
        }
        Ok(Edit::Remove { list: by_key(list), key: item.key(list, at) })
    }

    pub(super) fn remove(&mut self, list: &List, key: &Key) -> Result<Edit, EditError> {
        let (list, at) = self.place(list, key)?;
        let item = self.items(&list)?.remove(at);
        match list {
            List::Features => self.index.features.remove(at),
            List::Hexsides => self.index.hexsides.remove(at),
            _ => self.changed(&list),
        }
        Ok(Edit::Add { list, item, at: Some(at) })
    }

    pub(super) fn set(&mut self, list: &List, key: &Key, to: &Item) -> Result<Edit, EditError> {
        let (home, at) = self.place(list, key)?;
        let new = to.key(list, at);
        match (list, key) {
            // What the look-up tables know them by.
            (List::Features | List::Hexsides, _)
                if self.place(list, &new)? != (home.clone(), at) =>
            {
                return Err(wrong(list));
            }
            _ => {}
        }
        let old = self.items(&home)?.replace(at, to).ok_or_else(|| wrong(list))?;
        // The print of a counter is looked up nowhere.
        if !matches!(home, List::Counters(_)) || old.key(list, at) != new {
            self.changed(&home);
        }
        Ok(Edit::Set { list: list.clone(), key: new, to: old })
    }

    pub(super) fn shift(&mut self, list: &List, from: usize, to: usize) -> Result<Edit, EditError> {
        if !matches!(
            list,
            List::Counters(_)
                | List::Formations(_)
                | List::Defined(_)
                | List::Tables
                | List::Constants
        ) {
            return Err(wrong(list));
        }
        let items = self.items(list)?;
        let len = items.len();
        if from.max(to) >= len {
            return Err(EditError::BeyondEnd { list: list.name(), at: from.max(to), len });
        }
        items.shift(from, to);
        self.changed(list);
        Ok(Edit::Move { list: list.clone(), from: to, to: from })
    }

    pub(super) fn splice(
        &mut self,
        list: &List,
        at: usize,
        remove: usize,
        insert: &[Item],
    ) -> Result<Edit, EditError> {
        if !is_by_place(list) && *list != List::Placements {
            return Err(wrong(list));
        }
        let items = self.items(list)?;
        let len = items.len();
        let Some(end) = at.checked_add(remove).filter(|&end| end <= len) else {
            return Err(EditError::BeyondEnd { list: list.name(), at: at.max(len), len });
        };
        let old = items.splice(at, end, insert).ok_or_else(|| wrong(list))?;
        self.changed(list);
        Ok(Edit::Splice { list: list.clone(), at, remove: insert.len(), insert: old })
    }

    pub(super) fn patch(
        &mut self,
        list: &List,
        remove: &[usize],
        insert: &[Placed<Item>],
    ) -> Result<Edit, EditError> {
        if !has_kinds(list) {
            return Err(wrong(list));
        }
        let items = self.items(list)?;
        let len = items.len();
        let beyond = |at| Err(EditError::BeyondEnd { list: list.name(), at, len });
        if let Some(&at) = remove.iter().find(|&&at| at >= len) {
            return beyond(at);
        }
        let end = len - remove.len().min(len) + insert.len();
        if let Some(placed) = insert.iter().find(|placed| placed.at >= end) {
            return beyond(placed.at);
        }
        let ascending =
            remove.is_sorted_by(|a, b| a < b) && insert.is_sorted_by(|a, b| a.at < b.at);
        if !ascending {
            return Err(EditError::OutOfOrder { list: list.name() });
        }
        let taken = items.patch(remove, insert).ok_or_else(|| wrong(list))?;
        let grid = &self.grid;
        let placed = insert.iter().map(|placed| (placed.at, &placed.item));
        match list {
            List::Features => {
                let keys = placed.map(|(at, item)| {
                    (at, Feature::of(item).and_then(|item| grid.parse(&item.hex)))
                });
                self.index.features.patch(remove, &keys.collect::<Vec<_>>());
            }
            _ => {
                let keys = placed.map(|(at, item)| {
                    (at, Hexside::of(item).and_then(|item| grid.parse_side(&item.side)))
                });
                self.index.hexsides.patch(remove, &keys.collect::<Vec<_>>());
            }
        }
        let remove = insert.iter().map(|placed| placed.at).collect();
        Ok(Edit::Patch { list: list.clone(), remove, insert: taken })
    }

    fn items(&mut self, list: &List) -> Result<&mut dyn Items, EditError> {
        items(&mut self.bundle, list).map_err(|missing| match (missing, list) {
            (Missing::Line(line, count), _) => EditError::NoSuchLine { line, count },
            (Missing::OrderOfBattle(at, count), _) => EditError::NoSuchOrderOfBattle { at, count },
            (Missing::Zone, List::ZoneHexes(zone)) => EditError::NoSuchZone { zone: zone.clone() },
            _ => wrong(list),
        })
    }

    /// Follows a change of a list with the look-up tables.
    fn changed(&mut self, list: &List) {
        match list {
            List::Counters(_) => self.index.counters_changed(&self.bundle),
            List::Placements | List::Free | List::Eliminated | List::Reinforcements => {
                self.index.set_up_changed(&self.bundle.scenario, &self.grid);
            }
            _ => {}
        }
    }

    /// The list that an item stands in, and its place.
    pub(super) fn place(&self, list: &List, key: &Key) -> Result<(List, usize), EditError> {
        self.first(list, key)?.ok_or_else(|| self.is_missing(list, key))
    }

    /// The same; none if there is no such item.
    fn first(&self, list: &List, key: &Key) -> Result<Option<(List, usize)>, EditError> {
        let Bundle { map, ruleset, .. } = &self.bundle;
        let at = match (list, key) {
            (List::Features, Key::Kind { at, kind }) => {
                let items = &map.features.items;
                self.index.features.at(self.parse_hex(at)?).find(|&at| items[at].kind == *kind)
            }
            (List::Hexsides, Key::Kind { at, kind }) => {
                let items = &map.hexsides.items;
                self.index.hexsides.at(self.parse_side(at)?).find(|&at| items[at].kind == *kind)
            }
            (List::LineSides(line), Key::Name(label)) => {
                let side = self.parse_side(label)?;
                let sides = map.lines.items.get(*line).map(|line| &line.sides);
                sides.and_then(|sides| {
                    sides.iter().position(|other| self.grid.parse_side(other) == Some(side))
                })
            }
            (List::ZoneHexes(zone), Key::Name(label)) => {
                let hex = self.parse_hex(label)?;
                let zone = map.zones.items.iter().find(|other| other.id == *zone);
                zone.and_then(|zone| {
                    zone.hexes.iter().position(|other| self.grid.parse(other) == Some(hex))
                })
            }
            (List::Counters(_) | List::AllCounters, Key::Name(id)) => {
                // One id names one counter, in whichever order of battle.
                let place = self.index.counters.get(id);
                return Ok(place.map(|at| (List::Counters(at.order_of_battle), at.counter)));
            }
            (List::Zones, Key::Name(id)) => map.zones.items.iter().position(|it| it.id == *id),
            (List::Formations(oob), Key::Name(id)) => {
                let oob = self.order_of_battle(*oob)?;
                oob.formations.iter().position(|formation| formation.id == *id)
            }
            (List::Defined(of), Key::Name(id)) => {
                of.ids(ruleset).iter().position(|other| *other == id)
            }
            (List::Tables, Key::Name(id)) => ruleset.tables.iter().position(|it| it.id == *id),
            (List::Constants, Key::Name(id)) => {
                ruleset.constants.iter().position(|constant| constant.id == *id)
            }
            (_, Key::Place(at)) if is_by_place(list) => (*at < self.len(list)).then_some(*at),
            _ => return Err(wrong(list)),
        };
        Ok(at.map(|at| (list.clone(), at)))
    }

    fn len(&self, list: &List) -> usize {
        let Bundle { map, scenario, .. } = &self.bundle;
        match list {
            List::Paths => map.paths.items.len(),
            List::Lines => map.lines.items.len(),
            List::Free => scenario.setup.free.len(),
            List::Control => scenario.setup.control.len(),
            List::Eliminated => scenario.setup.eliminated.len(),
            List::Missions => scenario.setup.missions.len(),
            List::Turns => scenario.turns.len(),
            List::Reinforcements => scenario.reinforcements.len(),
            List::Withdrawals => scenario.withdrawals.len(),
            List::Replacements => scenario.replacements.len(),
            List::Tracks => scenario.tracks.len(),
            List::Levels => scenario.levels.len(),
            List::Orders => scenario.orders.len(),
            List::Overrides => scenario.overrides.len(),
            // Those are not looked up by their places.
            _ => 0,
        }
    }

    pub(super) fn is_there(&self, list: &List, key: &Key) -> EditError {
        match (list, key.clone()) {
            (List::Features, Key::Kind { at: hex, kind }) => EditError::FeatureThere { hex, kind },
            (List::Hexsides, Key::Kind { at: side, kind }) => {
                EditError::HexsideThere { side, kind }
            }
            (List::LineSides(line), Key::Name(side)) => {
                EditError::LineSideThere { line: *line, side }
            }
            (List::Zones, Key::Name(zone)) => EditError::ZoneThere { zone },
            (List::ZoneHexes(zone), Key::Name(hex)) => {
                EditError::ZoneHexThere { zone: zone.clone(), hex }
            }
            (List::Counters(_) | List::AllCounters, Key::Name(counter)) => {
                EditError::CounterThere { counter }
            }
            (List::Formations(_), Key::Name(formation)) => EditError::FormationThere { formation },
            (List::Defined(of), Key::Name(id)) => EditError::DefinedAlready { of: *of, id },
            (List::Tables | List::Constants, Key::Name(id)) => EditError::ChartThere { id },
            _ => wrong(list),
        }
    }

    pub(super) fn is_missing(&self, list: &List, key: &Key) -> EditError {
        let Bundle { map, ruleset, .. } = &self.bundle;
        match (list, key.clone()) {
            (List::Features, Key::Kind { at: hex, kind }) => EditError::NoSuchFeature { hex, kind },
            (List::Hexsides, Key::Kind { at: side, kind }) => {
                EditError::NoSuchHexside { side, kind }
            }
            (List::Paths, Key::Place(at)) => {
                EditError::NoSuchPath { at, count: map.paths.items.len() }
            }
            (List::Lines, Key::Place(line)) => {
                EditError::NoSuchLine { line, count: map.lines.items.len() }
            }
            (List::LineSides(line), Key::Name(side)) => match map.lines.items.len() {
                count if *line >= count => EditError::NoSuchLine { line: *line, count },
                _ => EditError::NoSuchLineSide { line: *line, side },
            },
            (List::Zones, Key::Name(zone)) => EditError::NoSuchZone { zone },
            (List::ZoneHexes(zone), Key::Name(hex)) => match self.zone(zone) {
                Ok(_) => EditError::NoSuchZoneHex { zone: zone.clone(), hex },
                Err(error) => error,
            },
            (List::Counters(_) | List::AllCounters, Key::Name(counter)) => {
                EditError::NoSuchCounter { counter }
            }
            (List::Formations(_), Key::Name(formation)) => EditError::NoSuchFormation { formation },
            (List::Defined(of), Key::Name(id)) => {
                let known = of.ids(ruleset).into_iter().cloned().collect();
                EditError::NotDefined { of: *of, id, known }
            }
            (List::Tables, Key::Name(table)) => {
                let known = ruleset.tables.iter().map(|table| table.id.clone()).collect();
                EditError::NoSuchTable { table, known }
            }
            (List::Constants, Key::Name(constant)) => EditError::NoSuchConstant { constant },
            (_, Key::Place(at)) => {
                EditError::BeyondEnd { list: list.name(), at, len: self.len(list) }
            }
            _ => wrong(list),
        }
    }

    /// Where an item goes if nobody says where: its place in canonical order, or the end of a
    /// line that it joins. None for the end of the list.
    fn own_place(&self, list: &List, item: &Item) -> Result<Option<usize>, EditError> {
        let Bundle { map, .. } = &self.bundle;
        let after = |before: Option<usize>| Some(before.map_or(0, |at| at + 1));
        Ok(match (list, item) {
            (_, Item::Feature(item)) => {
                let (hex, items) = (self.parse_hex(&item.hex)?, &map.features.items);
                after(self.index.features.before(hex, |at| items[at].kind <= item.kind))
            }
            (_, Item::Hexside(item)) => {
                let (side, items) = (self.parse_side(&item.side)?, &map.hexsides.items);
                after(self.index.hexsides.before(side, |at| items[at].kind <= item.kind))
            }
            (List::LineSides(line), Item::Name(label)) => {
                let side = self.parse_side(label)?;
                let sides = map.lines.items.get(*line).map_or(&[][..], |line| &line.sides);
                let joins = |other: Option<&String>| {
                    let other = other.and_then(|label| self.grid.parse_side(label));
                    other.is_some_and(|other| joined(&self.grid, side).any(|it| it == other))
                };
                (!joins(sides.last()) && joins(sides.first())).then_some(0)
            }
            (List::ZoneHexes(zone), Item::Name(label)) => {
                let new = self.parse_hex(label)?;
                let hexes = &map.zones.items[self.zone(zone)?].hexes;
                // After the last hex that comes before it, which in a sorted list is its own place.
                let before = |label: &String| self.grid.parse(label).is_some_and(|hex| hex < new);
                after(hexes.iter().rposition(before))
            }
            _ => None,
        })
    }

    /// What an edit of a list touches; the inverse touches the same.
    pub(super) fn touched_by_item(&self, list: &List, key: &Key, shifts: bool) -> Vec<Touched> {
        let place = || self.place(list, key).map(|(_, at)| at).ok();
        let one = match (list, key) {
            (List::Features, Key::Kind { at, .. }) => self.grid.parse(at).map(Touched::Features),
            (List::Hexsides, Key::Kind { at, .. }) => {
                self.grid.parse_side(at).map(Touched::Hexside)
            }
            (List::Paths, Key::Place(at)) if !shifts => Some(Touched::Path(*at)),
            (List::Lines, Key::Place(at)) if !shifts => Some(Touched::Line(*at)),
            (List::Zones, _) if !shifts => place().map(Touched::Zone),
            (List::Counters(_) | List::AllCounters, _) if !shifts => match self.place(list, key) {
                Ok((List::Counters(oob), at)) => Some(Touched::Counter(oob, at)),
                _ => None,
            },
            (List::AllCounters, _) => match self.place(list, key) {
                Ok((list, _)) => self.touched_list(&list),
                _ => None,
            },
            (List::Tables, _) if !shifts => place().map(Touched::Table),
            (List::Constants, _) if !shifts => place().map(Touched::Constant),
            _ => self.touched_list(list),
        };
        one.into_iter().collect()
    }

    /// What is touched where a list is as a whole.
    pub(super) fn touched_list(&self, list: &List) -> Option<Touched> {
        Some(match list {
            List::Paths => Touched::Paths,
            List::Lines => Touched::Lines,
            List::LineSides(line) => Touched::Line(*line),
            List::Zones => Touched::Zones,
            List::ZoneHexes(zone) => return self.zone(zone).map(Touched::Zone).ok(),
            List::Counters(oob) => Touched::CounterList(*oob),
            List::Formations(oob) => Touched::Formations(*oob),
            List::Free => Touched::Free,
            List::Control => Touched::Control,
            List::Eliminated => Touched::Eliminated,
            List::Missions => Touched::Missions,
            List::Turns => Touched::Turns,
            List::Reinforcements => Touched::Schedule,
            List::Withdrawals => Touched::Withdrawals,
            List::Replacements => Touched::Replacements,
            List::Tracks => Touched::Tracks,
            List::Levels => Touched::Levels,
            List::Orders => Touched::Orders,
            List::Overrides => Touched::Overrides,
            List::Defined(_) | List::Tables | List::Constants => Touched::Ruleset,
            // One by one.
            List::Features | List::Hexsides | List::Placements | List::AllCounters => return None,
        })
    }

    /// What a patch touches.
    pub(super) fn touched_by_patch(
        &self,
        list: &List,
        remove: &[usize],
        insert: &[Placed<Item>],
    ) -> Vec<Touched> {
        let map = &self.bundle.map;
        let hex = |item: &Feature| self.grid.parse(&item.hex).map(Touched::Features);
        let side = |item: &Hexside| self.grid.parse_side(&item.side).map(Touched::Hexside);
        let coming = insert.iter().filter_map(|placed| match &placed.item {
            Item::Feature(item) => hex(item),
            Item::Hexside(item) => side(item),
            _ => None,
        });
        let going = remove.iter().filter_map(|&at| match list {
            List::Features => map.features.items.get(at).and_then(hex),
            _ => map.hexsides.items.get(at).and_then(side),
        });
        going.chain(coming).collect()
    }
}

/// The list as the inverse names it, by the item's name.
fn by_key(list: &List) -> List {
    match list {
        List::Counters(_) => List::AllCounters,
        list => list.clone(),
    }
}

/// Whether its items are known by their kinds and where they stand.
fn has_kinds(list: &List) -> bool {
    matches!(list, List::Features | List::Hexsides)
}

/// Whether its items are known by their places. Those of the set-up are known by their hexes,
/// and are only spliced.
fn is_by_place(list: &List) -> bool {
    match list {
        List::Paths
        | List::Lines
        | List::Free
        | List::Control
        | List::Eliminated
        | List::Missions
        | List::Turns
        | List::Reinforcements
        | List::Withdrawals
        | List::Replacements
        | List::Tracks
        | List::Levels
        | List::Orders
        | List::Overrides => true,
        List::Features
        | List::Hexsides
        | List::LineSides(_)
        | List::Zones
        | List::ZoneHexes(_)
        | List::Counters(_)
        | List::AllCounters
        | List::Formations(_)
        | List::Defined(_)
        | List::Tables
        | List::Constants
        | List::Placements => false,
    }
}

fn wrong(list: &List) -> EditError {
    EditError::WrongList { list: list.name() }
}

/// The hexsides that share an end with this one: up to four, two at either end.
pub(crate) fn joined(grid: &HexGrid, side: Side) -> impl Iterator<Item = Side> + use<'_> {
    let here = (side.hex(), side.direction());
    let there = grid.across(side).map(|hex| (hex, side.direction().opposite()));
    let around = |(hex, direction): (Hex, Direction)| {
        [1, 5].map(|turn| grid.side(hex, Direction::new(direction.index() + turn)))
    };
    [Some(here), there].into_iter().flatten().flat_map(around)
}
