//! Two versions of a value, thing by thing: the way of [`three_way`](super::three_way) with one
//! version less, and with nothing to decide.

use std::collections::BTreeMap;

use salient_schema::map::Grid;
use serde_json::{Map, Value};

use super::shape::{self, Shape};
use super::{lists, rows, stacks};

/// Something that is not the same in two versions.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Names of fields and keys of list items, from the bundle down.
    pub path: Vec<String>,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// The last part of a path where only the order of things differs.
pub const ORDER: &str = "order";

/// Everything in which two values differ, down to the smallest thing that can be told apart.
pub fn differences(
    path: Vec<String>,
    before: &Value,
    after: &Value,
    grids: [Option<&Grid>; 2],
) -> Vec<Difference> {
    let mut comparer = Comparer { grids, path, found: Vec::new() };
    comparer.compare(Some(before), Some(after));
    comparer.found
}

struct Comparer<'a> {
    grids: [Option<&'a Grid>; 2],
    path: Vec<String>,
    found: Vec<Difference>,
}

impl Comparer<'_> {
    fn below(&mut self, name: &str, before: Option<&Value>, after: Option<&Value>) {
        self.path.push(name.to_owned());
        self.compare(before, after);
        self.path.pop();
    }

    fn compare(&mut self, before: Option<&Value>, after: Option<&Value>) {
        if before == after {
            return;
        }
        let none = Value::Array(Vec::new());
        let (Some(was), Some(is)) = (if shape::is_list(&[before, after]) {
            (before.or(Some(&none)), after.or(Some(&none)))
        } else {
            (before, after)
        }) else {
            return self.note(before, after);
        };
        let shape = match shape::shape(&self.path, &[was, is]) {
            // Two maps may be told apart even where they cannot be put together.
            Shape::Whole if self.path == ["map"] => Shape::Fields,
            shape => shape,
        };
        match (was, is) {
            (Value::Object(was), Value::Object(is)) if shape == Shape::Fields => {
                self.fields(was, is);
            }
            (Value::Array(was), Value::Array(is)) => match shape {
                Shape::Counters => self.counters(was, is),
                Shape::Items => self.items(was, is),
                Shape::Places => {
                    for (at, (was, is)) in was.iter().zip(is).enumerate() {
                        self.below(&(at + 1).to_string(), Some(was), Some(is));
                    }
                }
                Shape::Chain | Shape::Fields | Shape::Whole => self.note(before, after),
            },
            _ => self.note(before, after),
        }
    }

    fn note(&mut self, before: Option<&Value>, after: Option<&Value>) {
        self.found.push(Difference {
            path: self.path.clone(),
            before: before.cloned(),
            after: after.cloned(),
        });
    }

    fn fields(&mut self, before: &Map<String, Value>, after: &Map<String, Value>) {
        let terrain = (shape::is_terrain(before) && shape::is_terrain(after))
            .then(|| rows::differences([before, after], self.grids))
            .flatten();
        let more = before.keys().filter(|name| !after.contains_key(*name));
        for name in after.keys().chain(more) {
            if terrain.is_some() && (name == "rows" || name == "palette") {
                continue;
            }
            self.below(name, before.get(name), after.get(name));
        }
        for (hex, was, is) in terrain.into_iter().flatten() {
            self.path.push(hex);
            self.note(was, is);
            self.path.pop();
        }
    }

    fn counters(&mut self, before: &[Value], after: &[Value]) {
        let (Some(was), Some(is)) = (stacks::counters(before), stacks::counters(after)) else {
            return self.items(before, after);
        };
        let mut names: Vec<&String> = was.keys().chain(is.keys()).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let (was, is) = (was.get(name), is.get(name));
            if was != is {
                self.path.push(name.clone());
                self.note(was, is);
                self.path.pop();
            }
        }
        if was == is {
            self.stacks(before, after);
        }
    }

    /// Stacks of the same counters in another order.
    fn stacks(&mut self, before: &[Value], after: &[Value]) {
        let by_hex = |entries: &[Value]| {
            let mut stacks: BTreeMap<String, Vec<Value>> = BTreeMap::new();
            for entry in entries {
                let hex = entry.get("hex").and_then(Value::as_str).unwrap_or_default();
                let counters = entry.get("counters").and_then(Value::as_array);
                stacks
                    .entry(hex.to_owned())
                    .or_default()
                    .extend(counters.into_iter().flatten().cloned());
            }
            stacks
        };
        let (was, is) = (by_hex(before), by_hex(after));
        for (hex, stack) in &is {
            let old = was.get(hex);
            if !hex.is_empty() && old != Some(stack) {
                self.path.extend([ORDER.to_owned(), hex.clone()]);
                self.note(
                    old.map(|old| Value::Array(old.clone())).as_ref(),
                    Some(&Value::Array(stack.clone())),
                );
                self.path.truncate(self.path.len() - 2);
            }
        }
    }

    fn items(&mut self, before: &[Value], after: &[Value]) {
        let grid = self.grids[1].or(self.grids[0]);
        let [was, is] = lists::named(&self.path, [before, after], grid)
            .unwrap_or_else(|| [before, after].map(by_content));
        let (old_order, new_order) = (lists::order(&was), lists::order(&is));
        let (was, is): (BTreeMap<_, _>, BTreeMap<_, _>) =
            (was.into_iter().collect(), is.into_iter().collect());
        for name in lists::union(&new_order, &old_order) {
            self.below(&name, was.get(&name).copied(), is.get(&name).copied());
        }
        let common = |order: &[String]| -> Vec<Value> {
            let both =
                order.iter().filter(|name| was.contains_key(*name) && is.contains_key(*name));
            both.cloned().map(Value::String).collect()
        };
        let (old, new) = (common(&old_order), common(&new_order));
        // Words and numbers are a set, whose order says nothing.
        if old != new && after.iter().any(Value::is_object) {
            self.path.push(ORDER.to_owned());
            self.note(Some(&Value::Array(old)), Some(&Value::Array(new)));
            self.path.pop();
        }
    }
}

/// Items that nothing names are known by what they are.
fn by_content(list: &[Value]) -> Vec<lists::Named<'_>> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    list.iter()
        .map(|item| {
            let text = item.to_string();
            let number = seen.entry(text.clone()).or_default();
            *number += 1;
            (if *number == 1 { text } else { format!("{text} ({number})") }, item)
        })
        .collect()
}
