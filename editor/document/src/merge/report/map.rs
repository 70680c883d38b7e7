//! Changes of the map.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::change::{Change, ChangeKind};
use super::super::compare::Difference;
use super::super::words;
use super::{Alike, Found, Reporter, Said};

impl Reporter<'_> {
    /// Tells a change of the map, if there are words for it.
    pub(super) fn on_the_map(&self, change: &mut Change) -> Option<Said> {
        let path: Vec<&str> = change.path.iter().map(String::as_str).collect();
        let mut alike = None;
        match path.as_slice() {
            ["map", layer @ ("terrain" | "elevation"), hex]
                if !matches!(*hex, "provenance" | "source" | "metres_per_level") =>
            {
                let hex = (*hex).to_owned();
                let (text, one) = self.terrain(layer, &hex, change);
                (change.text, alike) = (text, Some(one));
                change.hexes = vec![hex];
            }
            ["map", "features", "items", _] => {
                let value = change.after.as_ref().or(change.before.as_ref());
                let hex = text_of(value, "hex");
                let name = named(value);
                change.text = match change.kind {
                    ChangeKind::Added => format!("{name} added in {hex}"),
                    _ => format!("{name} removed from {hex}"),
                };
                let verb =
                    if change.kind == ChangeKind::Added { "added in" } else { "removed from" };
                alike = Some(Alike {
                    before_number: format!("{name} {verb} "),
                    behind_number: " hexes".to_owned(),
                    member: hex.clone(),
                });
                change.hexes = vec![hex];
            }
            ["map", "features", "items", key, rest @ ..] => {
                let (hex, kind) = key.split_once(' ')?;
                change.text = format!("{kind} in {hex}: {}", self.field(rest, change));
                change.hexes = vec![hex.to_owned()];
            }
            ["map", "hexsides", "items", _] => {
                let value = change.after.as_ref().or(change.before.as_ref());
                let (side, name) = (text_of(value, "side"), named(value));
                let (place, hexes) = self.both_sides(&side);
                let verb = if change.kind == ChangeKind::Added { "added" } else { "removed" };
                change.text = format!("{name} {verb} {place}");
                alike = Some(Alike {
                    before_number: format!("{name} {verb} along "),
                    behind_number: " hexsides".to_owned(),
                    member: place,
                });
                change.hexes = hexes;
            }
            ["map", "hexsides", "items", key, rest @ ..] => {
                let (side, kind) = key.split_once(' ')?;
                let (place, hexes) = self.both_sides(side);
                let field = self.field(rest, change);
                change.text = format!("{kind} {place}: {field}");
                alike = Some(Alike {
                    before_number: format!("{kind} along "),
                    behind_number: format!(" hexsides: {field}"),
                    member: place,
                });
                change.hexes = hexes;
            }
            ["map", "zones", "items", zone, "hexes", hex] => {
                let (hex, zone) = ((*hex).to_owned(), *zone);
                let verb = if change.kind == ChangeKind::Added { "added" } else { "removed" };
                change.text = format!("zone {zone}: {hex} {verb}");
                alike = Some(Alike {
                    before_number: format!("zone {zone}: "),
                    behind_number: format!(" hexes {verb}"),
                    member: hex.clone(),
                });
                change.hexes = vec![hex];
            }
            ["map", "zones", "items", _] => {
                let value = change.after.as_ref().or(change.before.as_ref());
                change.hexes = texts(value.and_then(|zone| zone.get("hexes")));
                let verb = if change.kind == ChangeKind::Added { "added" } else { "removed" };
                let count = change.hexes.len();
                change.text = format!("zone {} {verb} ({count} hexes)", text_of(value, "id"));
            }
            ["map", list @ ("paths" | "lines"), "items", _] => {
                let value = change.after.as_ref().or(change.before.as_ref());
                let links = if *list == "paths" { "hexes" } else { "sides" };
                let links = texts(value.and_then(|item| item.get(links)));
                let verb = if change.kind == ChangeKind::Added { "added" } else { "removed" };
                change.text = format!("{} {verb}{}", named(value), self.ends(list, &links));
                change.hexes = self.hexes_of(list, &links);
            }
            ["map", list @ ("paths" | "lines"), "items", key, "hexes" | "sides"] => {
                let (was, is) = (texts(change.before.as_ref()), texts(change.after.as_ref()));
                let only = |some: &[String], others: &[String]| -> Vec<String> {
                    some.iter().filter(|link| !others.contains(link)).cloned().collect()
                };
                let (gone, new) = (only(&was, &is), only(&is, &was));
                let mut parts = Vec::new();
                for (links, verb) in [(&new, "added"), (&gone, "left out")] {
                    if !links.is_empty() {
                        parts.push(format!("{} {verb}", self.few(list, links)));
                    }
                }
                if parts.is_empty() {
                    parts.push("runs the same way in another order".to_owned());
                }
                change.text = format!("{key}: {}", parts.join(", "));
                change.hexes = self.hexes_of(list, &[new, gone].concat());
            }
            _ => return None,
        }
        Some(Said { alike })
    }

    fn terrain(&self, layer: &str, hex: &str, change: &Change) -> (String, Alike) {
        let what = if layer == "terrain" { "terrain" } else { "height" };
        let alike = |before: String, behind: String| Alike {
            before_number: before,
            behind_number: behind,
            member: hex.to_owned(),
        };
        match (&change.before, &change.after) {
            (None, is) => {
                let is = words::value(is.as_ref());
                (
                    format!("hex {hex} added: {what} {is}"),
                    alike(format!("{what} {is}: "), " hexes added".to_owned()),
                )
            }
            (was, None) => {
                let was = words::value(was.as_ref());
                (
                    format!("hex {hex} removed: {what} was {was}"),
                    alike(format!("{what} {was}: "), " hexes removed".to_owned()),
                )
            }
            (was, is) => {
                let turn =
                    format!("{} → {}", words::value(was.as_ref()), words::value(is.as_ref()));
                (
                    format!("{what} of {hex}: {turn}"),
                    alike(format!("{what} of "), format!(" hexes: {turn}")),
                )
            }
        }
    }

    /// A field that changed: `name Ham → Hamm`.
    pub(super) fn field(&self, rest: &[&str], change: &Change) -> String {
        let name = rest
            .iter()
            .filter(|part| **part != "items")
            .map(|part| part.replace('_', " "))
            .collect::<Vec<_>>()
            .join(", ");
        let (was, is) = (words::value(change.before.as_ref()), words::value(change.after.as_ref()));
        match change.kind {
            ChangeKind::Added => format!("{name} {is} (not given before)"),
            ChangeKind::Removed => format!("{name} no longer given (was {was})"),
            _ => format!("{name} {was} → {is}"),
        }
    }

    /// A hexside by the hexes on both its sides, `1412/1513`; by its own name at the map's edge.
    fn both_sides(&self, side: &str) -> (String, Vec<String>) {
        let found = self.grids.iter().rev().flatten().find_map(|grid| {
            let side = grid.parse_side(side)?;
            Some((grid.label(side.hex()), grid.across(side).map(|hex| grid.label(hex))))
        });
        match found {
            Some((mut one, Some(mut other))) => {
                if other < one {
                    std::mem::swap(&mut one, &mut other);
                }
                // Hexes of joined boards have a slash of their own.
                let between = if one.contains('/') { " | " } else { "/" };
                (format!("{one}{between}{other}"), vec![one, other])
            }
            Some((one, None)) => (side.to_owned(), vec![one]),
            None => (side.to_owned(), Vec::new()),
        }
    }

    fn hexes_of(&self, list: &str, links: &[String]) -> Vec<String> {
        if list == "paths" {
            return links.to_vec();
        }
        links.iter().flat_map(|side| self.both_sides(side).1).collect()
    }

    fn ends(&self, list: &str, links: &[String]) -> String {
        let show = |link: &String| {
            if list == "paths" { link.clone() } else { self.both_sides(link).0 }
        };
        match links {
            [] => String::new(),
            [one] => format!(" {}", show(one)),
            [first, .., last] => format!(" from {} to {}", show(first), show(last)),
        }
    }

    fn few(&self, list: &str, links: &[String]) -> String {
        let named = links
            .iter()
            .take(super::NAMED)
            .map(|link| if list == "paths" { link.clone() } else { self.both_sides(link).0 });
        let more = if links.len() > super::NAMED { " …" } else { "" };
        format!("{}{more}", named.collect::<Vec<_>>().join(", "))
    }
}

/// Finds towns that are gone from one hex and came to another.
pub(super) fn moved(found: Vec<Found>) -> Vec<Found> {
    let identity = |one: &Found| -> Option<(bool, String)> {
        let Found::Plain(Difference { path, before, after }) = one else { return None };
        let ["map", "features", "items", _] =
            path.iter().map(String::as_str).collect::<Vec<_>>()[..]
        else {
            return None;
        };
        let (gone, value) = match (before, after) {
            (Some(value), None) => (true, value),
            (None, Some(value)) => (false, value),
            _ => return None,
        };
        value.get("name")?;
        let mut rest = value.as_object()?.clone();
        rest.remove("hex");
        Some((gone, Value::Object(rest).to_string()))
    };
    let mut pairs: BTreeMap<String, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (at, one) in found.iter().enumerate() {
        if let Some((gone, what)) = identity(one) {
            let (from, to) = pairs.entry(what).or_default();
            if gone { from.push(at) } else { to.push(at) }
        }
    }
    let mut partner: BTreeMap<usize, usize> = BTreeMap::new();
    for (from, to) in pairs.values() {
        if let ([from], [to]) = (from.as_slice(), to.as_slice()) {
            partner.insert(*from, *to);
            partner.insert(*to, *from);
        }
    }
    let mut values: Vec<Option<Found>> = found.into_iter().map(Some).collect();
    let mut all = Vec::with_capacity(values.len());
    for at in 0..values.len() {
        let Some(one) = values[at].take() else { continue };
        let Some(Found::Plain(other)) = partner.get(&at).and_then(|&other| values[other].take())
        else {
            all.push(one);
            continue;
        };
        let Found::Plain(one) = one else { continue };
        let (from, to) = if one.after.is_none() { (one, other) } else { (other, one) };
        let hexes = [text_of(from.before.as_ref(), "hex"), text_of(to.after.as_ref(), "hex")];
        let name = named(to.after.as_ref());
        all.push(Found::Moved(Box::new(Change {
            kind: ChangeKind::Moved,
            text: format!("{name} moved {} → {}", hexes[0], hexes[1]),
            path: to.path,
            hexes: hexes.to_vec(),
            counters: Vec::new(),
            before: from.before,
            after: to.after,
        })));
    }
    all
}

/// What a feature, hexside, path or border is called: `town Ham`.
fn named(value: Option<&Value>) -> String {
    let (kind, name) = (text_of(value, "kind"), text_of(value, "name"));
    if name.is_empty() { kind } else { format!("{kind} {name}") }
}

fn text_of(value: Option<&Value>, field: &str) -> String {
    value.and_then(|value| value.get(field)).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn texts(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(str::to_owned).collect()
}
