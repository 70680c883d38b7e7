//! Where it happened: heat maps over the map.

use maud::{Markup, html};
use salient_hex::grid::Hex;
use serde_json::json;

use salient_lab::view::{hottest, words};

use super::Page;

/// Colours of a heat map.
const CLASSES: usize = 6;
/// So many hexes are listed.
const LISTED: usize = 12;
/// For more hexes than this the page says nothing under the pointer: it would be too large.
const MOST_HEXES: usize = 12_000;

/// One of the heat maps.
struct Kind<'a> {
    id: &'static str,
    /// Its name on the switch.
    name: &'static str,
    /// What a hex's number means, with its unit.
    means: &'static str,
    values: &'a [u32],
}

impl Page<'_> {
    fn kinds(&self) -> [Kind<'_>; 3] {
        let heat = &self.report.heat;
        [
            Kind {
                id: "fought",
                name: "Fought over",
                means: "attacks on the hex a game",
                values: &heat.fought,
            },
            Kind {
                id: "entered",
                name: "Entered",
                means: "units entering the hex a game",
                values: &heat.entered,
            },
            Kind {
                id: "lost",
                name: "Lost in",
                means: "steps lost in the hex a game",
                values: &heat.lost,
            },
        ]
    }

    pub(super) fn heat(&self) -> Markup {
        let kinds = self.kinds();
        html! {
            div class="layers" id="heat-map" {
                fieldset class="choices" {
                    legend class="visually-hidden" { "Heat map of" }
                    @for (number, kind) in kinds.iter().enumerate() {
                        label {
                            input type="radio" name="heat" id={ "heat-" (kind.id) }
                                checked[number == 0];
                            (kind.name)
                        }
                    }
                }
                (super::enlarge())
                @for kind in &kinds { (self.layer(kind)) }
            }
        }
    }

    fn layer(&self, kind: &Kind<'_>) -> Markup {
        let games = f64::from(self.report.played.max(1));
        let most = kind.values.iter().copied().max().unwrap_or(0);
        let steps = thresholds(f64::from(most) / games);
        let hottest = hottest(kind.values, LISTED);
        let paths: Vec<String> = steps
            .iter()
            .map(|&least| {
                self.base.lattice.region(|hex: Hex| {
                    let value = kind.values.get(hex.index()).copied().unwrap_or(0);
                    value > 0 && f64::from(value) / games >= least
                })
            })
            .collect();
        let overlay = overlay(kind.id, &paths);
        let names: Vec<String> =
            hottest.iter().take(3).map(|&(place, _)| self.base.scenery.hex(place)).collect();
        let said = format!(
            "Heat map: {}. Most of all in {}.",
            kind.means,
            if names.is_empty() { "no hex".to_owned() } else { words::list(&names) }
        );
        html! {
            div class={ "layer " (kind.id) } {
                h3 class="print-only" { (kind.name) }
                (self.base.map("", &said, &overlay))
                (ramp(kind.id, kind.means, &steps))
                @if !hottest.is_empty() {
                    h3 { (kind.name) " most" }
                    ol class="hottest" {
                        @for &(place, value) in &hottest {
                            li {
                                span { (self.base.scenery.hex_near(place)) }
                                b { (words::number(f64::from(value) / games, 2)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// What the page tells of each hex under the pointer, as JSON that may stand in a script.
    pub(super) fn hex_data(&self) -> String {
        let games = f64::from(self.report.played.max(1));
        let heat = &self.report.heat;
        let value = |values: &[u32], hex: Hex| {
            f64::from(values.get(hex.index()).copied().unwrap_or(0)) / games
        };
        let few = self.base.grid.len() <= MOST_HEXES;
        let told: Vec<Hex> = self.base.grid.hexes_on_map().filter(|_| few).collect();
        let centres: Vec<i32> =
            told.iter().flat_map(|&hex| self.base.lattice.centre(hex)).collect();
        let hexes: Vec<String> = told
            .iter()
            .map(|&hex| {
                let name = self.base.scenery.hex(hex.index());
                let [fought, entered, lost] =
                    [&heat.fought, &heat.entered, &heat.lost].map(|values| value(values, hex));
                if fought + entered + lost == 0.0 {
                    return format!("{name}\nnever entered");
                }
                let [fought, entered, lost] =
                    [fought, entered, lost].map(|value| words::number(value, 2));
                format!(
                    "{name}\nattacked {fought} × a game\nentered {entered} ×\n{lost} steps lost in it"
                )
            })
            .collect();
        let held: Vec<Vec<u32>> = self
            .report
            .front
            .iter()
            .map(|turn| {
                let first = turn.held.first().map_or(&[][..], Vec::as_slice);
                told.iter()
                    .map(|hex| {
                        let games = first.get(hex.index()).copied().unwrap_or(0);
                        games * 100 / turn.games.max(1)
                    })
                    .collect()
            })
            .collect();
        let side = self.report.subject.sides.first().map_or("", |side| side.name.as_str());
        let data = json!({
            "units": super::outline::UNITS_PER_HEX,
            "centres": centres,
            "hexes": hexes,
            "held": held,
            "side": side,
        });
        // Within a script element only this could end it, or begin another.
        data.to_string().replace('<', "\\u003c")
    }
}

/// Outlines of hexes as hot as each step, the coolest first.
pub(super) fn overlay(class: &str, paths: &[String]) -> Markup {
    html! {
        g class={ "heat " (class) } {
            @for (number, path) in paths.iter().enumerate() {
                path class={ "h" (number + 1 + CLASSES - paths.len()) } d=(path) {}
            }
        }
    }
}

/// What the colours of a heat map mean.
pub(super) fn ramp(class: &str, means: &str, steps: &[f64]) -> Markup {
    html! {
        div class={ "ramp " (class) } {
            span { (words::capital(means)) ":" }
            ol {
                @for (number, step) in steps.iter().enumerate() {
                    li {
                        i class={ "h" (number + 1 + CLASSES - steps.len()) } {}
                        (short(*step)) @if number + 1 == steps.len() { "+" }
                    }
                }
            }
        }
    }
}

/// Up to so many round numbers, the highest not above the most: 0.1, 0.2, 0.5, 1, 2, 5.
pub(super) fn thresholds(most: f64) -> Vec<f64> {
    if most <= 0.0 {
        return Vec::new();
    }
    let mut steps = Vec::new();
    let mut power = most.log10().floor() as i32;
    let mut factors = [5.0, 2.0, 1.0].into_iter().cycle();
    while steps.len() < CLASSES {
        let Some(factor) = factors.next() else { break };
        let step = factor * 10f64.powi(power);
        if factor == 1.0 {
            power -= 1;
        }
        if step <= most {
            steps.push(step);
        }
    }
    // Whatever happened at all is seen.
    if let Some(least) = steps.last_mut() {
        *least = 0.0;
    }
    steps.reverse();
    steps
}

/// A threshold, as short as can be; the least of all is "more than never".
fn short(step: f64) -> String {
    if step == 0.0 {
        return ">0".to_owned();
    }
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    words::number(step, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_round_and_reach_the_top() {
        assert_eq!(thresholds(4.3), [0.0, 0.1, 0.2, 0.5, 1.0, 2.0]);
        assert_eq!(thresholds(0.05), [0.0, 0.002, 0.005, 0.01, 0.02, 0.05]);
        assert!(thresholds(0.0).is_empty());
        assert_eq!(short(0.002), "0.002");
        assert_eq!(short(20.0), "20");
    }
}
