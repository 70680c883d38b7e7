//! A thing of the document as a value that a pointer leads into, and the edit that puts it back.

use salient_schema::map::{Feature, Hexside};
use salient_schema::{Id, Map};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Document;
use crate::edit::{Edit, Item, List, Listed};

/// The thing that a pointer leads into.
pub(super) struct Target<'a> {
    whole: Value,
    /// The rest of the pointer, within the thing.
    rest: Vec<String>,
    put: Box<dyn Fn(Option<Value>) -> Option<Edit> + 'a>,
}

impl<'a> Target<'a> {
    /// The thing at a pointer into the bundle; none where things are not changed by their
    /// values.
    pub fn at(document: &'a Document, pointer: &str) -> Option<Self> {
        let parts: Vec<&str> = pointer.split('/').skip(1).collect();
        let (map, scenario) = (document.map(), document.scenario());
        let setup = &scenario.setup;
        let number = |part: &str| part.parse::<usize>().ok();
        match parts.as_slice() {
            ["map", "features", "items", at, rest @ ..]
                if stray(document, map.features.items.get(number(at)?).map(|item| &item.hex)) =>
            {
                let at = number(at)?;
                Self::of(map.features.items.get(at)?, rest, move |to: Option<Feature>| {
                    let mut map = map.clone();
                    map.features.items.splice(at..=at, to);
                    Some(replaced(document, map))
                })
            }
            ["map", "hexsides", "items", at, rest @ ..] => {
                let at = number(at)?;
                Self::of(map.hexsides.items.get(at)?, rest, move |to: Option<Hexside>| {
                    let mut map = map.clone();
                    map.hexsides.items.splice(at..=at, to);
                    Some(replaced(document, map))
                })
            }
            // The kind is what a feature is known by.
            ["map", "features", "items", _, "kind", ..] => None,
            ["map", "features", "items", at, rest @ ..] => {
                Self::known(List::Features, &map.features.items, number(at)?, rest)
            }
            ["map", "paths", "items", at, rest @ ..] => {
                Self::known(List::Paths, &map.paths.items, number(at)?, rest)
            }
            ["map", "lines", "items", at, rest @ ..] => {
                Self::known(List::Lines, &map.lines.items, number(at)?, rest)
            }
            ["map", "zones", "items", at, rest @ ..] => {
                Self::known(List::Zones, &map.zones.items, number(at)?, rest)
            }
            ["orders_of_battle", oob, "counters", at, rest @ ..] => {
                let oob = document.bundle().orders_of_battle.get(number(oob)?)?;
                let counter = oob.counters.get(number(at)?)?;
                // One id names one counter.
                std::ptr::eq(document.counter(&counter.id)?, counter).then_some(())?;
                Self::known(List::AllCounters, &oob.counters, number(at)?, rest)
            }
            ["orders_of_battle", oob, "formations", at, rest @ ..] => {
                let place = number(oob)?;
                let oob = document.bundle().orders_of_battle.get(place)?;
                Self::known(List::Formations(place), &oob.formations, number(at)?, rest)
            }
            ["scenario", "setup", "placements", at, rest @ ..] => {
                Self::spliced(List::Placements, &setup.placements, number(at)?, rest)
            }
            ["scenario", "setup", "free", at, rest @ ..] => {
                Self::spliced(List::Free, &setup.free, number(at)?, rest)
            }
            ["scenario", "setup", "control", at, rest @ ..] => {
                Self::spliced(List::Control, &setup.control, number(at)?, rest)
            }
            ["scenario", "setup", "eliminated", at, rest @ ..] => {
                Self::spliced(List::Eliminated, &setup.eliminated, number(at)?, rest)
            }
            ["scenario", "setup", "missions", at, rest @ ..] => {
                Self::spliced(List::Missions, &setup.missions, number(at)?, rest)
            }
            ["scenario", "reinforcements", at, rest @ ..] => {
                Self::spliced(List::Reinforcements, &scenario.reinforcements, number(at)?, rest)
            }
            ["scenario", "withdrawals", at, rest @ ..] => {
                Self::spliced(List::Withdrawals, &scenario.withdrawals, number(at)?, rest)
            }
            ["scenario", "replacements", at, rest @ ..] => {
                Self::spliced(List::Replacements, &scenario.replacements, number(at)?, rest)
            }
            ["scenario", "tracks", at, rest @ ..] => {
                Self::spliced(List::Tracks, &scenario.tracks, number(at)?, rest)
            }
            ["scenario", "levels", at, rest @ ..] => {
                Self::spliced(List::Levels, &scenario.levels, number(at)?, rest)
            }
            ["scenario", "orders", at, rest @ ..] => {
                Self::spliced(List::Orders, &scenario.orders, number(at)?, rest)
            }
            // Part of an override means nothing.
            ["scenario", "overrides", at, ..] => {
                Self::spliced(List::Overrides, &scenario.overrides, number(at)?, &[])
            }
            ["scenario", "optional_rules", rest @ ..] => {
                Self::of(&scenario.optional_rules, rest, |to: Option<Vec<Id>>| {
                    Some(Edit::SetOptionalRules { rules: to.unwrap_or_default() })
                })
            }
            ["scenario", "start", rest @ ..] => Self::of(&scenario.start, rest, |to: Option<_>| {
                Some(Edit::SetStart { start: to.flatten().map(Box::new) })
            }),
            ["scenario", "victory", rest @ ..] => Self::of(&scenario.victory, rest, |to| {
                Some(Edit::SetVictory { victory: Box::new(to?) })
            }),
            _ => None,
        }
    }

    /// An item that is known by its name, its kind or its place.
    fn known<T: Listed>(list: List, items: &[T], at: usize, rest: &[&str]) -> Option<Self> {
        let item: Item = items.get(at)?.clone().into();
        let key = item.key(&list, at);
        // What else speaks of a counter or formation is asked before it goes.
        let stays = matches!(list, List::AllCounters | List::Formations(_));
        Self::item(&item, rest, move |to| match to {
            Some(to) => Some(Edit::Set { list: list.clone(), key: key.clone(), to }),
            None if stays => None,
            None => Some(Edit::Remove { list: list.clone(), key: key.clone() }),
        })
    }

    /// An item among others that lie side by side.
    fn spliced<T: Listed>(list: List, items: &[T], at: usize, rest: &[&str]) -> Option<Self> {
        Self::item(&items.get(at)?.clone().into(), rest, move |to| {
            let insert = to.into_iter().collect();
            Some(Edit::Splice { list: list.clone(), at, remove: 1, insert })
        })
    }

    fn item(
        item: &Item,
        rest: &[&str],
        put: impl Fn(Option<Item>) -> Option<Edit> + 'a,
    ) -> Option<Self> {
        // What sort of item it is stands around it.
        let Value::Object(tagged) = to_value(item)? else { return None };
        let (tag, whole) = tagged.into_iter().next()?;
        Some(Self::new(whole, rest, move |to| match to {
            Some(to) => {
                let tagged = Value::Object([(tag.clone(), to)].into_iter().collect());
                put(Some(from_value(&tagged)?))
            }
            None => put(None),
        }))
    }

    fn of<T: Serialize + DeserializeOwned>(
        thing: &T,
        rest: &[&str],
        put: impl Fn(Option<T>) -> Option<Edit> + 'a,
    ) -> Option<Self> {
        let whole = to_value(thing)?;
        Some(Self::new(whole, rest, move |to| match to {
            Some(to) => put(Some(from_value(&to)?)),
            None => put(None),
        }))
    }

    fn new(whole: Value, rest: &[&str], put: impl Fn(Option<Value>) -> Option<Edit> + 'a) -> Self {
        let unescape = |part: &&str| part.replace("~1", "/").replace("~0", "~");
        Self { whole, rest: rest.iter().map(unescape).collect(), put: Box::new(put) }
    }

    /// The value that the pointer leads to.
    pub fn value(&self) -> Option<&Value> {
        self.rest.iter().try_fold(&self.whole, |value, part| step(value, part))
    }

    /// Whether the pointer leads to an element of a list, or to the whole thing.
    pub fn is_in_list(&self) -> bool {
        self.parent().is_none_or(Value::is_array)
    }

    fn parent(&self) -> Option<&Value> {
        let (_, above) = self.rest.split_last()?;
        above.iter().try_fold(&self.whole, |value, part| step(value, part))
    }

    /// The edit that puts another value there.
    pub fn with(&self, value: Value) -> Option<Edit> {
        let mut whole = self.whole.clone();
        *self.rest.iter().try_fold(&mut whole, |value, part| step_mut(value, part))? = value;
        (self.put)(Some(whole))
    }

    /// The edit that takes the value away; with the last element of a list the whole thing goes.
    pub fn without(&self) -> Option<Edit> {
        let Some((last, above)) = self.rest.split_last() else { return self.whole_gone() };
        let mut whole = self.whole.clone();
        match above.iter().try_fold(&mut whole, |value, part| step_mut(value, part))? {
            Value::Array(list) => {
                let at: usize = last.parse().ok()?;
                (at < list.len()).then(|| list.remove(at))?;
                if list.is_empty() && !above.is_empty() {
                    return self.whole_gone();
                }
            }
            Value::Object(fields) => {
                fields.remove(last)?;
            }
            _ => return None,
        }
        // What cannot be without it goes as a whole.
        (self.put)(Some(whole)).or_else(|| self.whole_gone())
    }

    /// The edit that takes the whole thing away.
    pub fn whole_gone(&self) -> Option<Edit> {
        (self.put)(None)
    }
}

/// A thing as a value. Through text, here and back: the journal writes and reads that anyway, and
/// a second writer and reader of all types would double the code.
fn to_value(thing: &impl Serialize) -> Option<Value> {
    serde_json::from_slice(&serde_json::to_vec(thing).ok()?).ok()
}

fn from_value<T: DeserializeOwned>(value: &Value) -> Option<T> {
    serde_json::from_slice(&serde_json::to_vec(value).ok()?).ok()
}

/// Whether the hex of a feature cannot be read: then it is changed with the map as a whole.
fn stray(document: &Document, hex: Option<&String>) -> bool {
    hex.is_some_and(|hex| document.grid().parse(hex).is_none())
}

pub(super) fn replaced(document: &Document, map: Map) -> Edit {
    Edit::ReplaceMap { map: Box::new(map), scenario: Box::new(document.scenario().clone()) }
}

fn step<'v>(value: &'v Value, part: &str) -> Option<&'v Value> {
    match value {
        Value::Array(list) => list.get(part.parse::<usize>().ok()?),
        Value::Object(fields) => fields.get(part),
        _ => None,
    }
}

fn step_mut<'v>(value: &'v mut Value, part: &str) -> Option<&'v mut Value> {
    match value {
        Value::Array(list) => list.get_mut(part.parse::<usize>().ok()?),
        Value::Object(fields) => fields.get_mut(part),
        _ => None,
    }
}
