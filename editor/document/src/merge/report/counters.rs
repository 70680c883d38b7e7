//! Changes of counters: where they are set up, when they arrive, what is printed on them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::change::{Change, ChangeKind};
use super::super::compare::{Difference, ORDER};
use super::super::{stacks, words};
use super::{Found, Reporter, Said};

impl Reporter<'_> {
    /// Tells a change of a counter, if there are words for it.
    pub(super) fn of_counters(&self, change: &mut Change) -> Option<Said> {
        let path: Vec<&str> = change.path.iter().map(String::as_str).collect();
        let (was, is) = (change.before.as_ref(), change.after.as_ref());
        match path.as_slice() {
            ["scenario", "setup", "placements", ORDER, hex] => {
                let stack: Vec<String> =
                    ids(is).iter().map(|id| self.names.of_counter(id)).collect();
                change.text = format!("stack in {hex}: now {} from the top", stack.join(", "));
                change.counters = ids(is);
                change.hexes = vec![(*hex).to_owned()];
            }
            ["scenario", "setup", "placements", counter] => {
                let id = stacks::id_of(counter).to_owned();
                let name = self.names.of_counter(&id);
                let hexes = [was, is].map(|state| text(state, "hex"));
                let [from, to] = &hexes;
                change.text = match (from, to) {
                    (None, Some(to)) => format!("{name} set up in {to}{}", state(is)),
                    (Some(from), None) => format!("{name} no longer set up (was in {from})"),
                    (Some(from), Some(to)) if from != to => {
                        change.kind = ChangeKind::Moved;
                        let rest = fields(was, is, &["hex"]);
                        let rest = if rest.is_empty() { rest } else { format!(", {rest}") };
                        format!("{name} moved {from} → {to}{rest}")
                    }
                    (_, to) => {
                        let to = to.as_deref().unwrap_or("its place");
                        format!("{name} in {to}: {}", fields(was, is, &["hex"]))
                    }
                };
                change.hexes = hexes.into_iter().flatten().collect();
                change.hexes.dedup();
                change.counters = vec![id];
            }
            ["scenario", list @ ("reinforcements" | "withdrawals"), counter] => {
                let id = stacks::id_of(counter).to_owned();
                let verb = if *list == "reinforcements" { "arrives" } else { "leaves" };
                let name = self.names.of_counter(&id);
                change.text = format!("{name} {}", when(verb, was, is));
                change.hexes = [was, is].into_iter().flat_map(entry_hexes).collect();
                change.counters = vec![id];
            }
            ["scenario", "setup", "eliminated", counter] => {
                let id = stacks::id_of(counter).to_owned();
                let name = self.names.of_counter(&id);
                change.text = match change.kind {
                    ChangeKind::Added => format!("{name} begins eliminated"),
                    _ => format!("{name} no longer begins eliminated"),
                };
                change.counters = vec![id];
            }
            ["scenario", "setup", "free", key, "counters", counter] => {
                let id = stacks::id_of(counter).to_owned();
                let name = self.names.of_counter(&id);
                change.text = match change.kind {
                    ChangeKind::Added => format!("{name} placed freely by {key}"),
                    _ => format!("{name} no longer placed freely by {key}"),
                };
                change.counters = vec![id];
            }
            ["orders_of_battle", _, "counters", id] => {
                let name = self.names.of_counter(id);
                let value = is.or(was);
                let is_of: Vec<String> = ["side", "type", "size"]
                    .into_iter()
                    .filter_map(|field| text(value, field))
                    .chain(ratings(value))
                    .collect();
                let verb = if change.kind == ChangeKind::Added { "added" } else { "removed" };
                change.text = format!("counter {name} {verb} ({})", is_of.join(", "));
                change.counters = vec![(*id).to_owned()];
            }
            ["orders_of_battle", _, "counters", id, rest @ ..] if *id != ORDER => {
                let name = self.names.of_counter(id);
                change.text = match rest {
                    ["faces", face, "ratings", rating] => {
                        let face = face_in_words(face);
                        format!("{name}: {} on {face}", self.field(&[rating], change))
                    }
                    ["faces", face, rest @ ..] if !rest.is_empty() => {
                        let face = face_in_words(face);
                        format!("{name}: {} on {face}", self.field(rest, change))
                    }
                    ["faces"] => {
                        let count = |value: Option<&Value>| {
                            value.and_then(Value::as_array).map_or(0, Vec::len)
                        };
                        format!("{name}: {} → {} faces", count(was), count(is))
                    }
                    [set @ ("traits" | "notes"), word] => {
                        let verb = match change.kind {
                            ChangeKind::Added => "added",
                            _ => "removed",
                        };
                        format!("{name}: {} {word} {verb}", set.trim_end_matches('s'))
                    }
                    rest => format!("{name}: {}", self.field(rest, change)),
                };
                change.counters = vec![(*id).to_owned()];
            }
            _ => return None,
        }
        Some(Said { alike: None })
    }

    /// Counters that were set up and now arrive later, or the other way about: one change, not
    /// two.
    pub(super) fn come_and_gone(&self, found: Vec<Difference>) -> Vec<Found> {
        let place = |one: &Difference| -> Option<(bool, String)> {
            match one.path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["scenario", "setup", "placements", counter] if counter != ORDER => {
                    Some((true, counter.to_owned()))
                }
                ["scenario", "reinforcements", counter] => Some((false, counter.to_owned())),
                _ => None,
            }
        };
        let mut set_up: BTreeMap<String, usize> = BTreeMap::new();
        let mut arriving: BTreeMap<String, usize> = BTreeMap::new();
        for (at, one) in found.iter().enumerate() {
            match place(one) {
                Some((true, counter)) => set_up.insert(counter, at),
                Some((false, counter)) => arriving.insert(counter, at),
                None => None,
            };
        }
        let mut found: Vec<Option<Difference>> = found.into_iter().map(Some).collect();
        let mut joined: BTreeMap<usize, Change> = BTreeMap::new();
        for (counter, &here) in &set_up {
            let Some(&there) = arriving.get(counter) else { continue };
            let (Some(stand), Some(come)) = (&found[here], &found[there]) else { continue };
            let id = stacks::id_of(counter).to_owned();
            let name = self.names.of_counter(&id);
            let text = match (&stand.before, &stand.after, &come.before, &come.after) {
                (Some(was), None, None, Some(_)) => {
                    let hex = text(Some(was), "hex").unwrap_or_default();
                    let when = when("arrives", None, come.after.as_ref());
                    format!("{name} {when} (was set up in {hex})")
                }
                (None, Some(is), Some(_), None) => {
                    let hex = text(Some(is), "hex").unwrap_or_default();
                    let turn = number(come.before.as_ref(), "turn");
                    format!("{name} set up in {hex} (arrived on game-turn {turn})")
                }
                _ => continue,
            };
            let hexes = [&stand.before, &stand.after]
                .into_iter()
                .filter_map(|state| self::text(state.as_ref(), "hex"))
                .chain(
                    [&come.before, &come.after]
                        .into_iter()
                        .flat_map(|one| entry_hexes(one.as_ref())),
                )
                .collect();
            let (stand, come) = (found[here].take(), found[there].take());
            let (Some(stand), Some(come)) = (stand, come) else { continue };
            joined.insert(
                here,
                Change {
                    kind: ChangeKind::Moved,
                    text,
                    path: stand.path,
                    hexes,
                    counters: vec![id],
                    before: stand.before.or(come.before),
                    after: stand.after.or(come.after),
                },
            );
        }
        let mut all = Vec::with_capacity(found.len());
        for (at, one) in found.into_iter().enumerate() {
            if let Some(change) = joined.remove(&at) {
                all.push(Found::Moved(Box::new(change)));
            }
            all.extend(one.map(Found::Plain));
        }
        all
    }
}

/// When and where counters arrive or leave: `arrives on game-turn 5 instead of 4`.
fn when(verb: &str, was: Option<&Value>, is: Option<&Value>) -> String {
    let turn = |value| number(value, "turn");
    let place = |value: Option<&Value>| {
        value.and_then(|value| value.get("entry")).map(entry_in_words).unwrap_or_default()
    };
    let at = |place: String| if place.is_empty() { place } else { format!(" at {place}") };
    match (was, is) {
        (None, _) => format!("{verb} on game-turn {}{}", turn(is), at(place(is))),
        (_, None) => format!("no longer {verb} (was on game-turn {})", turn(was)),
        _ => {
            let mut parts = Vec::new();
            if turn(was) != turn(is) {
                parts.push(format!("on game-turn {} instead of {}", turn(is), turn(was)));
            }
            if place(was) != place(is) {
                parts.push(format!("at {} instead of {}", place(is), place(was)));
            }
            let rest = fields(was, is, &["turn", "entry"]);
            match (parts.is_empty(), rest.is_empty()) {
                (true, _) => format!("{verb} on game-turn {}: {rest}", turn(is)),
                (false, true) => format!("{verb} {}", parts.join(", ")),
                (false, false) => format!("{verb} {}; {rest}", parts.join(", ")),
            }
        }
    }
}

fn entry_in_words(entry: &Value) -> String {
    let fields = entry.as_object().and_then(|fields| fields.iter().next());
    match fields {
        Some((kind, value)) if kind == "letter" => format!("entry {}", words::value(Some(value))),
        Some((kind, value)) if kind == "zone" => format!("zone {}", words::value(Some(value))),
        Some((_, value)) => words::value(Some(value)),
        None => words::value(Some(entry)),
    }
}

fn entry_hexes(value: Option<&Value>) -> Vec<String> {
    let hexes = value.and_then(|value| value.get("entry")).and_then(|entry| entry.get("hexes"));
    ids(hexes)
}

/// The fields in which two states differ, but for some: `face 1 instead of 0`.
fn fields(was: Option<&Value>, is: Option<&Value>, but: &[&str]) -> String {
    let empty = serde_json::Map::new();
    let [was, is] = [was, is].map(|value| value.and_then(Value::as_object).unwrap_or(&empty));
    let more = was.keys().filter(|name| !is.contains_key(*name));
    is.keys()
        .chain(more)
        .filter(|name| !but.contains(&name.as_str()) && was.get(*name) != is.get(*name))
        .map(|name| {
            let said = name.replace('_', " ");
            match (was.get(name), is.get(name)) {
                (None, is) => format!("{said} {}", words::value(is)),
                (was, None) => format!("no longer {said} {}", words::value(was)),
                (was, is) => {
                    format!("{said} {} instead of {}", words::value(is), words::value(was))
                }
            }
        })
        .collect::<Vec<_>>()
        .join(", ")
}

/// How a counter stands, besides where.
fn state(value: Option<&Value>) -> String {
    let rest = fields(None, value, &["hex"]);
    if rest.is_empty() { rest } else { format!(" ({rest})") }
}

fn face_in_words(number: &str) -> String {
    match number {
        "1" => "the front".to_owned(),
        "2" => "the back".to_owned(),
        number => format!("face {number}"),
    }
}

fn ratings(counter: Option<&Value>) -> Option<String> {
    let face = counter?.get("faces")?.as_array()?.first()?;
    let ratings: Vec<String> = face
        .get("ratings")?
        .as_object()?
        .iter()
        .map(|(name, value)| format!("{name} {}", words::value(Some(value))))
        .collect();
    (!ratings.is_empty()).then(|| ratings.join(" "))
}

fn text(value: Option<&Value>, field: &str) -> Option<String> {
    value?.get(field)?.as_str().map(str::to_owned)
}

fn number(value: Option<&Value>, field: &str) -> String {
    value.and_then(|value| value.get(field)).map_or_else(|| "?".to_owned(), Value::to_string)
}

fn ids(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}
