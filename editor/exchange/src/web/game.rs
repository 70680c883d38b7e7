//! The replay's controls, and the game by turn: levels, points and losses.

use std::collections::{BTreeMap, BTreeSet};

use maud::{Markup, html};
use salient_schema::words::capital;

use super::Page;
use super::replay::{Game, TurnBook};
use super::set_up::count;

/// Width and height of a chart, in its own units.
const CHART: [f32; 2] = [600.0, 200.0];

/// A line of a chart: its name, its side's place, a value by turn.
struct Curve {
    name: String,
    side: Option<usize>,
    /// Its number among the lines of its side, by which its dashes are told apart.
    nth: usize,
    values: Vec<Option<i64>>,
}

impl Page<'_> {
    /// The buttons, the scrubber, and what is told.
    pub(super) fn player(&self, game: &Game) -> Markup {
        let button = |id: &str, sign: &str, name: &str, key: &str| {
            html! {
                button type="button" id=(id) aria-label=(name) title={ (name) " (" (key) ")" } {
                    svg viewBox="0 0 24 24" aria-hidden="true" { path d=(sign) {} }
                }
            }
        };
        // Signs are drawn, as few typefaces have them.
        let play = html! {
            button type="button" id="play" aria-label="Play" title="Play and pause (space)" {
                svg viewBox="0 0 24 24" aria-hidden="true" {
                    path class="go" d="M6 3l15 9-15 9z" {}
                    path class="halt" d="M5 3h5v18H5zM14 3h5v18h-5z" {}
                }
            }
        };
        html! {
            div id="player" role="region" aria-label="Replay" {
                div class="told" {
                    p id="when" {}
                    p id="event" {}
                    ul id="numbers" {}
                }
                input id="scrub" type="range" min="0" value="0" max="0" step="1" aria-label="Event of the game";
                div id="ticks" aria-hidden="true" {}
                div class="buttons" {
                    (button("first", "M1 4h3v16H1zM6 4h3v16H6zM23 4v16L11 12z", "To the set-up", "Home"))
                    (button("turn-back", "M12 4v16L1 12zM23 4v16L12 12z", "A game-turn back", "{"))
                    (button("phase-back", "M4 4h3v16H4zM20 5v14l-10-7z", "A phase back", "["))
                    (button("back", "M17 4v16L5 12z", "An event back", ","))
                    (play)
                    (button("on", "M7 4v16l12-8z", "An event on", "."))
                    (button("phase-on", "M17 4h3v16h-3zM4 5v14l10-7z", "A phase on", "]"))
                    (button("turn-on", "M1 4v16l11-8zM12 4v16l11-8z", "A game-turn on", "}"))
                    (button("last", "M20 4h3v16h-3zM15 4h3v16h-3zM1 4v16l12-8z", "To the end", "End"))
                    label class="speed" {
                        "Speed "
                        select id="speed" {
                            option value="1" { "slow" }
                            option value="3" selected { "brisk" }
                            option value="12" { "fast" }
                        }
                    }
                    label class="speed" { input type="checkbox" id="follow" checked; " follow" }
                }
            }
            section id="log" aria-label="Log of the turn" tabindex="0" {
                h3 { "Log" }
                ol id="lines" {}
            }
            @if !game.same {
                p class="warning" {
                    "The game was played with another state of this scenario; some of it may show wrongly."
                }
            }
        }
    }

    pub(super) fn books(&self, game: &Game) -> Markup {
        let sides = &self.world.bundle.ruleset.sides;
        let turns: Vec<&TurnBook> = game.turns.iter().collect();
        let kinds: BTreeSet<&str> =
            turns.iter().flat_map(|book| book.levels.keys()).map(|key| key.0.as_str()).collect();
        let of_sides = |what: usize| -> Vec<Curve> {
            sides
                .iter()
                .enumerate()
                .map(|(side, known)| Curve {
                    name: known.name.clone(),
                    side: Some(side),
                    nth: 0,
                    values: turns
                        .iter()
                        .map(|book| book.sides.get(side).map(|row| row[what]))
                        .collect(),
                })
                .collect()
        };
        let counted = self.world.bundle.scenario.victory.counted_for.as_deref();
        let points = Curve {
            name: counted.map_or("Points".to_owned(), |side| self.world.side_name(side).to_owned()),
            side: counted.and_then(|side| self.world.side(side)),
            nth: 0,
            values: turns.iter().map(|book| book.points).collect(),
        };
        let has_points = points.values.iter().flatten().any(|value| *value != 0);
        html! {
            p class="lead" {
                (count(turns.len(), "game-turn")) " played, seed " (game.seed) "."
                @if let Some(end) = &game.end { " " b { (end) } "." }
            }
            div class="pair" {
                @if has_points { (chart("Victory points at the end of the turn", &turns, &[points])) }
                @for kind in &kinds {
                    (chart(&format!("{} at the end of the turn", words(kind)), &turns, &self.levels(&turns, kind)))
                }
                (chart("Steps lost in the turn", &turns, &of_sides(0)))
                (chart("Attacks in the turn", &turns, &of_sides(2)))
            }
            (self.table(&turns, &kinds))
        }
    }

    /// A level's lines: one a side, or one a nation where each has its own.
    fn levels(&self, turns: &[&TurnBook], kind: &str) -> Vec<Curve> {
        let keys: BTreeSet<_> =
            turns.iter().flat_map(|book| book.levels.keys()).filter(|key| key.0 == kind).collect();
        let mut seen: BTreeMap<Option<usize>, usize> = BTreeMap::new();
        keys.into_iter()
            .map(|key| {
                let side = self.world.side(&key.1);
                let name = match &key.2 {
                    Some(nation) => self.world.nation_name(nation),
                    None => self.world.side_name(&key.1),
                };
                Curve {
                    name: name.to_owned(),
                    side,
                    nth: *seen.entry(side).and_modify(|nth| *nth += 1).or_default(),
                    values: turns.iter().map(|book| book.levels.get(key).copied()).collect(),
                }
            })
            .collect()
    }

    /// The same in figures.
    fn table(&self, turns: &[&TurnBook], kinds: &BTreeSet<&str>) -> Markup {
        let sides = &self.world.bundle.ruleset.sides;
        let levels: Vec<(&str, Curve)> = kinds
            .iter()
            .flat_map(|kind| self.levels(turns, kind).into_iter().map(move |curve| (*kind, curve)))
            .collect();
        let points = turns.iter().any(|book| book.points.is_some_and(|points| points != 0));
        html! {
            details open {
                summary { "The same in figures" }
                div class="scroll" tabindex="0" role="group" aria-label="The game by turn" {
                    table class="data" {
                        thead {
                            tr {
                                th scope="col" { "Game-turn" }
                                @for side in sides {
                                    th scope="col" class="num" { (side.name) " attacks" }
                                    th scope="col" class="num" { (side.name) " steps lost" }
                                    th scope="col" class="num" { (side.name) " units lost" }
                                }
                                @if points { th scope="col" class="num" { "Points" } }
                                @for (kind, curve) in &levels {
                                    th scope="col" class="num" { (words(kind)) ", " (curve.name) }
                                }
                            }
                        }
                        tbody {
                            @for (number, book) in turns.iter().enumerate() {
                                tr {
                                    th scope="row" { (book.turn) " " span class="soft" { (book.label) } }
                                    @for [steps, units, attacks] in &book.sides {
                                        td class="num" { (attacks) }
                                        td class="num" { (steps) }
                                        td class="num" { (units) }
                                    }
                                    @if points {
                                        td class="num" { @if let Some(points) = book.points { (points) } @else { "–" } }
                                    }
                                    @for (_, curve) in &levels {
                                        td class="num" {
                                            @if let Some(Some(value)) = curve.values.get(number) { (value) } @else { "–" }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Lines over the turns, with their scale at the left.
fn chart(head: &str, turns: &[&TurnBook], curves: &[Curve]) -> Markup {
    let [width, height] = CHART;
    let values = || curves.iter().flat_map(|curve| curve.values.iter().flatten().copied());
    let least = values().min().unwrap_or(0).min(0);
    let most = values().max().unwrap_or(0).max(least + 1);
    let [left, right, top, bottom] = [46.0, 8.0, 10.0, 24.0];
    let across = (width - left - right) / (turns.len().max(2) - 1) as f32;
    let x = |turn: usize| left + across * turn as f32;
    let span = (most - least) as f32;
    let y = |value: i64| top + (height - top - bottom) * (most - value) as f32 / span;
    let path = |curve: &Curve| -> String {
        let mut data = String::new();
        let mut pen_down = false;
        for (turn, value) in curve.values.iter().enumerate() {
            match value {
                Some(value) => {
                    let command = if pen_down { 'L' } else { 'M' };
                    data.push_str(&format!("{command}{:.1} {:.1}", x(turn), y(*value)));
                    pen_down = true;
                }
                None => pen_down = false,
            }
        }
        data
    };
    let class = |curve: &Curve| {
        let side = curve.side.map_or_else(String::new, |side| format!(" s{side}"));
        format!("curve{side} dash-{}", curve.nth % 4)
    };
    let step = turns.len().div_ceil(12).max(1);
    let middle = if least < 0 { 0 } else { most / 2 };
    html! {
        figure class="chart" {
            figcaption {
                b { (head) }
                span class="legend" {
                    @for curve in curves.iter().filter(|_| curves.len() > 1) {
                        span class=(class(curve)) { i {} (curve.name) }
                    }
                }
            }
            svg viewBox={ "0 0 " (width) " " (height) } role="img"
                aria-label={ (head) "; the figures are in the table below" } {
                @for value in BTreeSet::from([least, middle, most]) {
                    line class="grid" x1=(left) x2=(width - right) y1=(y(value)) y2=(y(value)) {}
                    text x=(left - 8.0) y=(y(value) + 4.0) text-anchor="end" { (value) }
                }
                line class="base" x1=(left) x2=(width - right) y1=(y(0)) y2=(y(0)) {}
                @for (number, book) in turns.iter().enumerate() {
                    @if number % step == 0 {
                        text x=(x(number)) y=(height - 6.0) text-anchor="middle" { (book.turn) }
                    }
                }
                @for curve in curves {
                    path class=(class(curve)) d=(path(curve)) {}
                    @for (turn, value) in curve.values.iter().enumerate() {
                        @if let Some(value) = value {
                            circle class=(class(curve)) cx=(x(turn)) cy=(y(*value)) r="3.5" {
                                title { (curve.name) ", turn " (turns[turn].turn) ": " (value) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A level's name for people: `hexes_held` is `Hexes held`.
fn words(id: &str) -> String {
    capital(&id.replace(['-', '_'], " "))
}
