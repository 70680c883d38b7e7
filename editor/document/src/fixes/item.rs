//! A thing of the document as a value that a pointer leads into, and the edit that puts it back.

use salient_schema::map::{Feature, Hexside};
use salient_schema::{Id, Map};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{Document, Edit};

/// The thing that a pointer leads into.
pub(super) struct Item<'a> {
    whole: Value,
    /// The rest of the pointer, within the thing.
    rest: Vec<String>,
    put: Box<dyn Fn(Option<Value>) -> Option<Edit> + 'a>,
}

impl<'a> Item<'a> {
    /// The thing at a pointer into the bundle; none where things are not changed by their
    /// values.
    pub fn at(document: &'a Document, pointer: &str) -> Option<Self> {
        let parts: Vec<&str> = pointer.split('/').skip(1).collect();
        let scenario = document.scenario();
        let map = document.map();
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
            ["map", "features", "items", at, rest @ ..] => {
                let feature = map.features.items.get(number(at)?)?;
                // The kind is what a feature is known by.
                (rest.first() != Some(&"kind")).then_some(())?;
                Self::of(feature, rest, move |to| match to {
                    Some(feature) => Some(Edit::SetFeature { feature }),
                    None => {
                        let (hex, kind) = (feature.hex.clone(), feature.kind.clone());
                        Some(Edit::RemoveFeature { hex, kind })
                    }
                })
            }
            ["map", "paths", "items", at, rest @ ..] => {
                let at = number(at)?;
                Self::of(map.paths.items.get(at)?, rest, move |to| match to {
                    Some(path) => Some(Edit::SetPath { at, path }),
                    None => Some(Edit::RemovePath { at }),
                })
            }
            ["map", "lines", "items", at, rest @ ..] => {
                let at = number(at)?;
                Self::of(map.lines.items.get(at)?, rest, move |to| match to {
                    Some(line) => Some(Edit::SetLine { at, line }),
                    None => Some(Edit::RemoveLine { line: at }),
                })
            }
            ["map", "zones", "items", at, rest @ ..] => {
                let zone = map.zones.items.get(number(at)?)?;
                Self::of(zone, rest, move |to| match to {
                    Some(to) => Some(Edit::SetZone { zone: zone.id.clone(), to }),
                    None => Some(Edit::RemoveZone { zone: zone.id.clone() }),
                })
            }
            ["orders_of_battle", oob, "counters", at, rest @ ..] => {
                let oob = document.bundle().orders_of_battle.get(number(oob)?)?;
                let counter = oob.counters.get(number(at)?)?;
                // One id names one counter.
                std::ptr::eq(document.counter(&counter.id)?, counter).then_some(())?;
                Self::of(counter, rest, move |to| {
                    Some(Edit::SetCounter { counter: counter.id.clone(), to: Box::new(to?) })
                })
            }
            ["orders_of_battle", oob, "formations", at, rest @ ..] => {
                let order_of_battle = number(oob)?;
                let oob = document.bundle().orders_of_battle.get(order_of_battle)?;
                let formation = oob.formations.get(number(at)?)?;
                Self::of(formation, rest, move |to| {
                    let (formation, to) = (formation.id.clone(), Box::new(to?));
                    Some(Edit::SetFormation { order_of_battle, formation, to })
                })
            }
            ["scenario", "setup", "placements", at, rest @ ..] => {
                let at = number(at)?;
                let list = &scenario.setup.placements;
                Self::spliced(list, at, rest, move |remove, insert| Edit::SplicePlacements {
                    at,
                    remove,
                    insert,
                })
            }
            ["scenario", "setup", "free", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.setup.free, at, rest, move |remove, insert| {
                    Edit::SpliceFree { at, remove, insert }
                })
            }
            ["scenario", "setup", "control", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.setup.control, at, rest, move |remove, insert| {
                    Edit::SpliceControl { at, remove, insert }
                })
            }
            ["scenario", "setup", "eliminated", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.setup.eliminated, at, rest, move |remove, insert| {
                    Edit::SpliceEliminated { at, remove, insert }
                })
            }
            ["scenario", "reinforcements", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.reinforcements, at, rest, move |remove, insert| {
                    Edit::SpliceReinforcements { at, remove, insert }
                })
            }
            ["scenario", "withdrawals", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.withdrawals, at, rest, move |remove, insert| {
                    Edit::SpliceWithdrawals { at, remove, insert }
                })
            }
            ["scenario", "replacements", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.replacements, at, rest, move |remove, insert| {
                    Edit::SpliceReplacements { at, remove, insert }
                })
            }
            ["scenario", "tracks", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.tracks, at, rest, move |remove, insert| {
                    Edit::SpliceTracks { at, remove, insert }
                })
            }
            ["scenario", "levels", at, rest @ ..] => {
                let at = number(at)?;
                Self::spliced(&scenario.levels, at, rest, move |remove, insert| {
                    Edit::SpliceLevels { at, remove, insert }
                })
            }
            ["scenario", "overrides", at, ..] => {
                let at = number(at)?;
                // Part of an override means nothing.
                Self::spliced(&scenario.overrides, at, &[], move |remove, insert| {
                    Edit::SpliceOverrides { at, remove, insert }
                })
            }
            ["scenario", "optional_rules", rest @ ..] => {
                Self::of(&scenario.optional_rules, rest, |to: Option<Vec<Id>>| {
                    Some(Edit::SetOptionalRules { rules: to.unwrap_or_default() })
                })
            }
            ["scenario", "victory", rest @ ..] => Self::of(&scenario.victory, rest, |to| {
                Some(Edit::SetVictory { victory: Box::new(to?) })
            }),
            _ => None,
        }
    }

    fn of<T: Serialize + DeserializeOwned>(
        thing: &T,
        rest: &[&str],
        put: impl Fn(Option<T>) -> Option<Edit> + 'a,
    ) -> Option<Self> {
        let whole = serde_json::to_value(thing).ok()?;
        let unescape = |part: &&str| part.replace("~1", "/").replace("~0", "~");
        let put = Box::new(move |to: Option<Value>| match to {
            Some(to) => put(Some(serde_json::from_value(to).ok()?)),
            None => put(None),
        });
        Some(Self { whole, rest: rest.iter().map(unescape).collect(), put })
    }

    fn spliced<T: Serialize + DeserializeOwned>(
        list: &[T],
        at: usize,
        rest: &[&str],
        edit: impl Fn(usize, Vec<T>) -> Edit + 'a,
    ) -> Option<Self> {
        Self::of(list.get(at)?, rest, move |to: Option<T>| Some(edit(1, to.into_iter().collect())))
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
