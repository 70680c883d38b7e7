//! The front line by turn.

use maud::{Markup, html};
use salient_hex::grid::{Hex, HexGrid};
use salient_lab::FrontTurn;
use salient_lab::view::words;

use super::Page;

/// A hex is shaded for every one of these shares of games, in per cent, in which a side holds it.
const SHADES: [u32; 5] = [10, 30, 50, 70, 90];

/// How far around a hex is looked at to tell who holds the ground, in hexes.
const REACH: u32 = 2;
/// Fewer hexes than this, cut off, are no front.
const SMALLEST: usize = 12;

impl Page<'_> {
    pub(super) fn front(&self) -> Markup {
        let side = self.report.subject.sides.first().map_or("", |side| side.name.as_str());
        html! {
                div class="layers" id="front-map" {
                    (self.timeline(side))
                    (super::enlarge())
                    (self.front_map(side))
                    div class="ramp" {
                        span { "Held by the " (side) " side in at least" }
                        ol class="shades" {
                            @for (number, share) in SHADES.iter().enumerate() {
                                li { i style={ "--n:" (number + 1) } {} (share) "\u{a0}%" }
                            }
                        }
                        span { "of the games. The thick line parts the ground that each side holds in "
                            "most games, hexes taken together with their neighbours; the thin "
                            "lines are those of the other turns." }
                    }
                }
        }
    }

    fn timeline(&self, side: &str) -> Markup {
        let front = &self.report.front;
        let start = front.first().map_or(0.0, |turn| mean_held(turn, 0));
        // On a line of many turns only every so many have their number written.
        let step = front.len().div_ceil(16).max(1);
        html! {
                   div class="timeline" {
                       button class="button" type="button" hidden { "Play" }
                       fieldset class="track" {
                           legend class="visually-hidden" { "End of turn" }
                           @for (number, turn) in front.iter().enumerate() {
                               label title=(turn.label) {
                                   input type="radio" name="front" id={ "front-" (number) }
                                       checked[number + 1 == front.len()];
                                   span class="visually-hidden" {
                                       @if turn.turn == 0 { "Set-up" } @else { "Turn " (turn.turn) ", " (turn.label) }
                                   }
                                   span aria-hidden="true" {
                                       @if turn.turn == 0 { span class="long" { "Set-up" }
        span class="short" { "0" } }
                                       @else if number % step == 0 || number + 1 == front.len() { (turn.turn) }
                                       @else { "·" }
                                   }
                               }
                           }
                       }
                   }
                   @for (number, turn) in front.iter().enumerate() {
                       @let held = mean_held(turn, 0);
                       p class={ "now turn turn-" (number) } {
                           @if turn.turn == 0 { "Set-up" } @else { "Turn " (turn.turn) }
                           @if turn.turn != 0 && !turn.label.is_empty() { ", " (turn.label) }
                           span class="soft" {
                               " · the " (side) " side holds " (words::number(held, 0)) " hexes"
                               @if turn.turn > 0 { ", " (words::signed(held - start, 0)) " since the set-up" }
                           }
                       }
                   }
               }
    }

    fn front_map(&self, side: &str) -> Markup {
        let front = &self.report.front;
        let lattice = &self.base.lattice;
        let sides = self.report.subject.sides.len();
        let lines: Vec<String> = front
            .iter()
            .map(|turn| {
                let holders = holders(self.base.grid, turn);
                let holder = |hex: Hex| holders[hex.index()];
                (0..sides)
                    .map(|side| {
                        lattice.border(
                            |hex| holder(hex) == Some(side),
                            |hex| holder(hex).is_some_and(|other| other > side),
                        )
                    })
                    .collect()
            })
            .collect();
        let shades = |turn: &FrontTurn| -> Vec<String> {
            SHADES
                .iter()
                .map(|share| {
                    lattice.region(|hex| held(turn, 0, hex) * 100 >= share * turn.games.max(1))
                })
                .collect()
        };
        let overlay = html! {
            g class="shaded" {
                @for (number, turn) in front.iter().enumerate() {
                    g class={ "turn turn-" (number) } {
                        @for path in shades(turn) { path class="area" d=(path) {} }
                    }
                }
            }
            g class="trace" {
                @for (number, line) in lines.iter().enumerate() {
                    path id={ "front-line-" (number) } class="line" d=(line) {}
                }
            }
            @for number in 0..lines.len() {
                g class={ "turn turn-" (number) } {
                    use class="line under" href={ "#front-line-" (number) } {}
                    use class="line over" href={ "#front-line-" (number) } {}
                }
            }
        };
        let said = format!(
            "Map of the front line at the end of the chosen turn, and how often the {side} side \
             holds each hex"
        );
        self.base.map("front", &said, &overlay)
    }
}

/// In how many games a side holds a hex.
fn held(turn: &FrontTurn, side: usize, hex: Hex) -> u32 {
    turn.held.get(side).and_then(|held| held.get(hex.index())).copied().unwrap_or(0)
}

/// How many hexes a side holds, on the mean of the games.
fn mean_held(turn: &FrontTurn, side: usize) -> f64 {
    let sum: u64 = turn.held.get(side).map_or(0, |held| held.iter().copied().map(u64::from).sum());
    sum as f64 / f64::from(turn.games.max(1))
}

/// The side that holds the ground about each hex in most games, if any does.
///
/// Units pass between hexes that nobody enters, so what is held hex by hex is patchy. Each hex is
/// judged with its neighbours, the nearer the more, and a patch too small to be a front goes to
/// what surrounds it.
fn holders(grid: &HexGrid, turn: &FrontTurn) -> Vec<Option<usize>> {
    let mut holders: Vec<Option<usize>> = grid
        .hexes()
        .map(|hex| {
            let mut games = vec![0u64; turn.held.len()];
            let mut all = 0;
            for other in grid.within(hex, REACH) {
                let weight = u64::from(REACH + 1 - grid.distance(hex, other));
                all += weight * u64::from(turn.games);
                for (side, games) in games.iter_mut().enumerate() {
                    *games += weight * u64::from(held(turn, side, other));
                }
            }
            games.iter().position(|&games| 2 * games > all)
        })
        .collect();
    let mut seen = vec![false; grid.len()];
    for hex in grid.hexes() {
        if seen[hex.index()] {
            continue;
        }
        let own = holders[hex.index()];
        let mut patch = vec![hex];
        let mut around = None;
        seen[hex.index()] = true;
        let mut next = 0;
        while let Some(&at) = patch.get(next) {
            next += 1;
            for other in grid.neighbours(at).into_iter().flatten() {
                if holders[other.index()] != own {
                    around = Some(holders[other.index()]);
                } else if !seen[other.index()] {
                    seen[other.index()] = true;
                    patch.push(other);
                }
            }
        }
        if let Some(around) = around.filter(|_| patch.len() < SMALLEST) {
            patch.iter().for_each(|hex| holders[hex.index()] = around);
        }
    }
    // Beyond the cut of boards there is nothing to hold.
    for hex in grid.hexes().filter(|&hex| !grid.is_on_map(hex)) {
        holders[hex.index()] = None;
    }
    holders
}
