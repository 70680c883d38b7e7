//! Who controls which hexes when play begins.

use std::collections::BTreeMap;

use salient_hex::grid::Hex;
use salient_schema::Id;
use salient_schema::scenario::ZoneControl;

use super::Plan;
use super::op::zone_name;
use crate::document::Document;
use crate::edit::{Edit, List};

impl Document {
    /// Who controls a hex when play begins, by the zone that says so. Where zones overlap, the
    /// later entry counts.
    pub fn controller(&self, hex: Hex) -> Option<&ZoneControl> {
        let control = &self.scenario().setup.control;
        control.iter().rev().find(|control| self.is_in_zone(&control.zone, hex))
    }

    /// Who controls each of some hexes, in their order.
    pub fn controllers(&self, hexes: &[Hex]) -> Vec<Option<&Id>> {
        let mut by: BTreeMap<Hex, &Id> = BTreeMap::new();
        for control in &self.scenario().setup.control {
            let zone = self.map().zones.items.iter().find(|known| known.id == control.zone);
            for label in zone.iter().flat_map(|zone| &zone.hexes) {
                if let Some(hex) = self.grid().parse(label) {
                    by.insert(hex, &control.side);
                }
            }
        }
        hexes.iter().map(|hex| by.get(hex).copied()).collect()
    }

    fn is_in_zone(&self, zone: &str, hex: Hex) -> bool {
        let zone = self.map().zones.items.iter().find(|known| known.id == zone);
        zone.is_some_and(|zone| {
            zone.hexes.iter().any(|label| self.grid().parse(label) == Some(hex))
        })
    }
}

/// What makes a side, or nobody, control a zone.
pub(super) fn of_zone(document: &Document, zone: &Id, side: Option<&Id>) -> Result<Plan, String> {
    if !document.map().zones.items.iter().any(|known| known.id == *zone) {
        return Err(format!("there is no zone {zone}"));
    }
    known(document, side)?;
    let list = &document.scenario().setup.control;
    // Where a zone stands twice, the later entry counts: it is the one that changes.
    let at = list.iter().rposition(|control| control.zone == *zone);
    let entry = side.map(|side| ZoneControl { side: side.clone(), zone: zone.clone() });
    let called = zone_name(document, zone);
    let who = side_name(document, side);
    let name = format!("Let {who} control {called}");
    let edits = match (at, entry) {
        (None, None) => return Err(format!("nobody controls {called}")),
        (Some(at), Some(entry)) => {
            vec![Edit::splice(List::Control, at, 1, vec![entry])]
        }
        (None, Some(entry)) => {
            vec![Edit::splice(List::Control, list.len(), 0, vec![entry])]
        }
        // Nobody is to control it: all that say otherwise go.
        (Some(_), None) => list
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, control)| control.zone == *zone)
            .map(|(at, _)| Edit::cut(List::Control, at, 1))
            .collect(),
    };
    Ok(Plan { name, edits })
}

/// What makes a side, or nobody, control hexes: they leave the zones that others control, and
/// join the first that the side does.
pub(super) fn of_hexes(
    document: &Document,
    hexes: &[Hex],
    side: Option<&Id>,
) -> Result<Plan, String> {
    known(document, side)?;
    let control = &document.scenario().setup.control;
    let home = match side {
        Some(side) => {
            let first = control.iter().find(|control| control.side == *side);
            Some(first.ok_or_else(|| {
                let side = side_name(document, Some(side));
                format!("{side} controls no zone yet: give it one on the page of the set-up")
            })?)
        }
        None => None,
    };
    let mut zones: Vec<&Id> = Vec::new();
    for entry in control.iter().filter(|entry| Some(&entry.side) != side) {
        if !zones.contains(&&entry.zone) {
            zones.push(&entry.zone);
        }
    }
    let own: Vec<&Id> = control
        .iter()
        .filter(|entry| Some(&entry.side) == side && !zones.contains(&&entry.zone))
        .map(|entry| &entry.zone)
        .collect();
    if home.is_some_and(|home| !own.contains(&&home.zone)) {
        return Err("a zone stands for two sides: mend that first".to_owned());
    }
    let mut edits = Vec::new();
    for &hex in hexes {
        let label = document.grid().label(hex);
        for zone in zones.iter().filter(|zone| document.is_in_zone(zone, hex)) {
            edits.push(Edit::remove_zone_hex((*zone).clone(), label.clone()));
        }
        if let Some(home) = home
            && !own.iter().any(|zone| document.is_in_zone(zone, hex))
        {
            edits.push(Edit::add_zone_hex(home.zone.clone(), label, None));
        }
    }
    let what = match hexes {
        [hex] => document.grid().label(*hex),
        hexes => format!("{} hexes", hexes.len()),
    };
    let who = side_name(document, side);
    Ok(Plan { name: format!("Let {who} control {what}"), edits })
}

/// What the ruleset calls a side.
fn side_name<'d>(document: &'d Document, side: Option<&'d Id>) -> &'d str {
    let Some(side) = side else { return "nobody" };
    let known = document.ruleset().sides.iter().find(|known| known.id == *side);
    known.map_or(side.as_str(), |known| &known.name)
}

fn known(document: &Document, side: Option<&Id>) -> Result<(), String> {
    match side {
        Some(side) if !document.ruleset().sides.iter().any(|known| known.id == *side) => {
            Err(format!("there is no side {side}"))
        }
        _ => Ok(()),
    }
}
