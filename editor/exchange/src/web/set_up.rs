//! The set-up as a list: the map in words, for those who do not see it, and for print.

use std::collections::BTreeMap;

use maud::{Markup, html};
use salient_hex::grid::Hex;
use salient_schema::scenario::FreePlacement;
use salient_schema::words::{asked_in_words, is_drawn_by_lot, state_in_words};

use super::world::{Stand, kind_name};
use super::{Page, rule};

impl Page<'_> {
    pub(super) fn set_up(&self) -> Markup {
        let scenario = &self.world.bundle.scenario;
        let setup = &scenario.setup;
        let stands = self.world.set_up.len();
        let free: usize = setup.free.iter().map(|free| free.counters.len()).sum();
        html! {
            p class="lead" {
                (count(stands, "counter")) @if stands == 1 { " stands" } @else { " stand" }
                " on the map when play begins"
                @if free > 0 { "; " (free) " more are placed by their owners" }
                "."
            }
            @for (number, side) in self.world.bundle.ruleset.sides.iter().enumerate() {
                @let stacks = self.stacks(number);
                @let groups: Vec<&FreePlacement> =
                    setup.free.iter().filter(|free| free.side == side.id).collect();
                @if !stacks.is_empty() || !groups.is_empty() {
                    h3 class={ "side s" (number) } { (side.name) }
                    @if !stacks.is_empty() {
                        ul class="stacks" {
                            @for (hex, stack) in &stacks { (self.stack(*hex, stack)) }
                        }
                    }
                    @for group in groups { (self.group(group)) }
                }
            }
            @if !setup.eliminated.is_empty() {
                h3 { "Out of play, and may be rebuilt" }
                div class="units" {
                    @for id in &setup.eliminated { (self.counter(id, 0, None, true)) }
                }
            }
            @let lost: Vec<_> = setup.placements.iter()
                .filter(|placed| self.world.grid.parse(&placed.hex).is_none()).collect();
            @if !lost.is_empty() {
                h3 { "Placed where the map has no hex" }
                ul class="plain" {
                    @for placed in lost { li { (placed.hex) ": " (placed.counters.join(", ")) } }
                }
            }
        }
    }

    /// A side's stacks by hex.
    fn stacks(&self, side: usize) -> BTreeMap<Hex, Vec<&Stand>> {
        let mut stacks: BTreeMap<Hex, Vec<&Stand>> = BTreeMap::new();
        for stand in &self.world.set_up {
            let counter = self.world.counters[self.world.units[stand.unit].counter];
            if self.world.side(&counter.side) == Some(side) {
                stacks.entry(stand.hex).or_default().push(stand);
            }
        }
        stacks
    }

    fn stack(&self, hex: Hex, stack: &[&Stand]) -> Markup {
        let terrain = &self.world.bundle.ruleset.terrain;
        html! {
            li {
                p class="where" {
                    (self.hex(hex))
                    @if let Some(name) = self.world.place_name(hex) { " " b { (name) } }
                    @if let Some(kind) = self.world.terrain(hex).and_then(|kind| terrain.get(kind)) {
                        " " span class="soft" { (kind.name) }
                    }
                }
                @for stand in stack {
                    @let unit = self.world.units[stand.unit];
                    @let counter = self.world.counters[unit.counter];
                    @if self.is_by_lot(stand) {
                        // Which counter it is nobody knows yet: its figures would be taken for his.
                        p { (self.world.name(counter)) }
                    } @else {
                        (self.counter(&counter.id, stand.face, unit.number, true))
                    }
                    (self.how_placed(stand))
                }
            }
        }
    }

    /// Whether lots tell which counter stands there.
    fn is_by_lot(&self, stand: &Stand) -> bool {
        let placed = self.world.bundle.scenario.setup.placements.get(stand.placement);
        placed.is_some_and(is_drawn_by_lot)
    }

    /// What is said of a placement beyond its hex.
    fn how_placed(&self, stand: &Stand) -> Markup {
        let Some(placed) = self.world.bundle.scenario.setup.placements.get(stand.placement) else {
            return html! {};
        };
        let mut words = Vec::new();
        words.extend(placed.facing.as_ref().map(|facing| format!("facing {facing}")));
        let ruleset = &self.world.bundle.ruleset;
        words.extend(placed.states.iter().map(|state| state_in_words(state, ruleset)));
        if let Some(carrier) = placed.carried_by.as_deref() {
            let name =
                self.world.counter(carrier).map(|at| self.world.name(self.world.counters[at]));
            words.push(format!("carried by {}", name.unwrap_or_else(|| carrier.to_owned())));
        }
        html! { @if !words.is_empty() { p class="soft how" { (words.join(", ")) } } }
    }

    /// Counters that their owner places himself.
    fn group(&self, group: &FreePlacement) -> Markup {
        let bundle = self.world.bundle;
        html! {
            div class="group" {
                h4 {
                    (count(group.counters.len(), "counter")) " in "
                    (self.world.zone_name(&group.zone)) (rule(group.rule.as_deref()))
                }
                @if !group.conditions.is_empty() {
                    ul class="plain" {
                        @for condition in &group.conditions {
                            li { (asked_in_words(condition, group, &bundle.map, &bundle.ruleset)) }
                        }
                    }
                }
                div class="units" {
                    @for id in &group.counters { (self.counter(id, 0, None, true)) }
                }
            }
        }
    }

    /// Who holds which ground when play begins.
    pub(super) fn control(&self) -> Markup {
        let control = &self.world.bundle.scenario.setup.control;
        html! {
            @if !control.is_empty() {
                h3 { "Who holds the ground" }
                ul class="plain" {
                    @for zone in control {
                        li { (self.world.side_name(&zone.side)) ": " (self.world.zone_name(&zone.zone)) }
                    }
                }
            }
        }
    }

    /// Features that have an owner or a value, by kind.
    pub(super) fn worth(&self) -> Markup {
        let kinds = &self.world.bundle.ruleset.features;
        let mut by_kind: BTreeMap<&str, Vec<&salient_schema::map::Feature>> = BTreeMap::new();
        for feature in &self.world.bundle.map.features.items {
            if feature.value.is_some() {
                by_kind.entry(&feature.kind).or_default().push(feature);
            }
        }
        html! {
            @if !by_kind.is_empty() {
                h3 { "Hexes of value" }
                @for (kind, features) in by_kind {
                    p {
                        b { (kind_name(kinds, kind)) } ": "
                        @for (number, feature) in features.iter().enumerate() {
                            @if number > 0 { ", " }
                            (self.hex_link(&feature.hex))
                            @let hex = self.world.grid.parse(&feature.hex);
                            @if let Some(name) = hex.and_then(|hex| self.world.place_name(hex)) { " " (name) }
                            @if let Some(value) = feature.value { " (" (value) ")" }
                        }
                    }
                }
            }
        }
    }
}

/// `1 counter`, `2 counters`.
pub(super) fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
