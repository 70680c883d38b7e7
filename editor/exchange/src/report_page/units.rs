//! What each unit did.

use maud::{Markup, html};
use salient_lab::UnitReport;

use super::chart::percent;
use super::{Page, heading, words};

impl Page<'_> {
    pub(super) fn units(&self) -> Markup {
        let mut units: Vec<&UnitReport> =
            self.report.units.iter().filter(|unit| unit.present > 0).collect();
        units.sort_by(|a, b| {
            b.lost
                .share
                .total_cmp(&a.lost.share)
                .then(b.steps.cmp(&a.steps))
                .then(a.unit.cmp(&b.unit))
        });
        let idle = units.iter().filter(|unit| unit.is_never_used()).count() as u64;
        let absent = self.report.units.len() - units.len();
        let lead = html! {
            @if let Some(first) = units.first() {
                (words::plural(units.len() as u64, "unit")) " came on the map. "
                "Lost most often: " (self.side(&first.side)) " " (first.name) ", in "
                (words::share(&first.lost)) " of the games. "
                @if idle > 0 { (words::plural(idle, "unit")) " never moved nor fought." }
                @else { "Every one of them moved or fought." }
            } @else { "No unit came on the map." }
        };
        html! {
            (heading("units-met", "Units", &lead))
            div class="tools" hidden {
                label { "Side "
                    select id="unit-side" {
                        option value="" { "both" }
                        @for side in &self.report.subject.sides {
                            option value=(side.id) { (side.name) }
                        }
                    }
                }
                label { "Find " input id="unit-search" type="search" placeholder="88/3" autocomplete="off"; }
                span id="unit-count" class="soft" role="status" {}
            }
            div class="scroll tall" tabindex="0" role="group" aria-label="Table of the units" {
                table class="data" id="units" data-sort {
                    caption class="visually-hidden" {
                        "What each unit did. Numbers are means of the games in which it was on the map."
                    }
                    thead {
                        tr {
                            th scope="col" { "Unit" }
                            th scope="col" { "Side" }
                            th scope="col" class="nowrap" { "Set-up" }
                            th scope="col" class="num" aria-sort="descending" { "Lost in games" }
                            th scope="col" class="num" { "Steps lost" }
                            th scope="col" class="num" { "Moves" }
                            th scope="col" class="num" { "Hexes entered" }
                            th scope="col" class="num" { "Attacks" }
                            th scope="col" class="num" { "Attacked" }
                            th scope="col" class="num" { "Leaves the map" }
                            th scope="col" class="num" { "On map" }
                        }
                    }
                    tbody { @for unit in units { (self.unit(unit)) } }
                }
            }
            p class="note" {
                "Means are of the games in which the unit was on the map."
                @if absent > 0 { " " (words::plural(absent as u64, "unit"))
                    " of the order of battle never came on it and are left out." }
            }
        }
    }

    fn unit(&self, unit: &UnitReport) -> Markup {
        let present = f64::from(unit.present.max(1));
        let a_game = |value: u64| value as f64 / present;
        let cell = |value: u64| {
            html! {
                td class="num" data-v=(a_game(value)) {
                    @if value == 0 { "–" } @else { (words::number(a_game(value), 1)) }
                }
            }
        };
        let hex = self
            .report
            .subject
            .units
            .iter()
            .find(|name| name.unit == unit.unit)
            .and_then(|name| name.hex.as_deref());
        let left = f64::from(unit.exits) / present;
        let on = present / f64::from(self.report.played.max(1));
        html! {
            tr data-side=(unit.side) {
                th scope="row" class="nowrap" { b { (unit.name) }
                    @if unit.is_never_used() { " " span class="tag" { "never used" } } }
                td class="nowrap" {
                    i class="key" style={ "background:" (self.side_colour(&unit.side)) } {}
                    (self.side(&unit.side))
                }
                td class="soft" { (hex.unwrap_or("–")) }
                td class="num" data-v=(unit.lost.share) {
                    (words::share(&unit.lost))
                    span class="meter" { i style={ "--c:" (self.side_colour(&unit.side)) ";width:"
                        (percent(unit.lost.share)) } {} }
                }
                (cell(unit.steps))
                (cell(unit.moves))
                (cell(unit.hexes))
                (cell(unit.attacks))
                (cell(unit.defences))
                td class="num" data-v=(left) {
                    @if unit.exits == 0 { "–" } @else { (words::number(left * 100.0, 0)) "\u{a0}%" }
                }
                td class="num" data-v=(on) { (words::number(on * 100.0, 0)) "\u{a0}%" }
            }
        }
    }
}
