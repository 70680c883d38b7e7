//! The game turn by turn: points, losses, towns, attacks.

use std::collections::BTreeMap;

use maud::{Markup, html};
use salient_lab::view::words;
use salient_lab::{Estimate, TurnReport, TurnSide};

use super::Page;
use super::chart::{Plot, Scale, apart, percent, unit};

impl Page<'_> {
    pub(super) fn points_chart(&self) -> Markup {
        let report = self.report;
        let side = report.subject.counted_for.as_deref();
        let of = side.map(|side| format!("{} ", self.side(side))).unwrap_or_default();
        let levels = &self.bundle.scenario.victory.levels;
        let thresholds = levels.iter().filter_map(|level| level.min);
        let ends = report.points.iter().flat_map(|points| [points.min, points.max]);
        let seen = report.turns.iter().flat_map(|turn| [turn.min, turn.max]).flatten();
        let values = thresholds.chain(ends).chain(seen).map(f64::from);
        let plot = Plot { x: self.turn_scale(0.25), y: Scale::around(values, 6) };
        let at = |turn: &TurnReport| f64::from(turn.turn);
        let within = |turn: &TurnReport, value: f64| {
            let end = |end: Option<i32>| end.map_or(turn.points.mean, f64::from);
            value.clamp(end(turn.min), end(turn.max).max(end(turn.min)))
        };
        let all: Vec<_> = report
            .reached_turns()
            .iter()
            .map(|turn| (at(turn), within(turn, f64::MIN), within(turn, f64::MAX)))
            .collect();
        let most: Vec<_> = report
            .reached_turns()
            .iter()
            .map(|turn| {
                let Estimate { mean, sd, .. } = turn.points;
                (at(turn), within(turn, mean - sd), within(turn, mean + sd))
            })
            .collect();
        let means: Vec<_> =
            report.reached_turns().iter().map(|turn| (at(turn), turn.points.mean)).collect();
        let colour = report
            .subject
            .counted_for
            .as_deref()
            .map_or_else(|| "var(--ink)".to_owned(), |side| self.side_colour(side));
        let strips: Vec<_> = report
            .reached_turns()
            .iter()
            .map(|turn| {
                (
                    at(turn),
                    format!(
                        "Turn {}, {}: mean {}, from {} to {}",
                        turn.turn,
                        turn.label,
                        words::mean(&turn.points),
                        words::number(within(turn, f64::MIN), 0),
                        words::number(within(turn, f64::MAX), 0),
                    ),
                )
            })
            .collect();
        let last = means.last().map_or(0.0, |last| last.1);
        html! {
            figure class="chart" {
                figcaption {
                    (of) "victory points at the end of each game-turn"
                    span class="legend" {
                        span { i class="stroke" style={ "background:" (colour) } {} "mean" }
                        span { i style={ "opacity:.38;background:" (colour) } {} "one standard deviation" }
                        span { i style={ "opacity:.16;background:" (colour) } {} "all games" }
                    }
                }
                div class="plot" {
                    (plot.y_marks(|mark| words::number(mark, 0)))
                    div class="area" {
                        svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img"
                            aria-label={ "The mean of the points by turn, ending at "
                                (words::number(last, 1)) }
                        {
                            (plot.grid())
                            @for level in levels.iter().filter_map(|level| level.min) {
                                @if plot.y.holds(f64::from(level)) {
                                    (plot.level(f64::from(level) - 0.5, "threshold"))
                                }
                            }
                            path class="fan" style={ "fill:" (colour) ";opacity:.16" }
                                d=(plot.area(&all)) {}
                            path class="fan" style={ "fill:" (colour) ";opacity:.26" }
                                d=(plot.area(&most)) {}
                            path class="line" style={ "stroke:" (colour) }
                                d=(plot.line(means.iter().copied())) {}
                            path class="dot" style={ "stroke:" (colour) }
                                d=(plot.dots(means.iter().copied())) {}
                            (plot.strips(&strips))
                        }
                    }
                    (self.endings(&plot.y))
                    (plot.x_marks(&self.turn_names()))
                }
            }
        }
    }

    /// Beside the chart and on its scale: how many games ended with how many points, and the
    /// levels of victory.
    fn endings(&self, scale: &Scale) -> Markup {
        let step = 1 + (scale.most() as i32 - scale.marks().first().map_or(0, |m| *m as i32)) / 60;
        // By points, then by the level that each game ended with: the same points may mean several
        // where levels hang on something else.
        let report = self.report;
        let mut bins: BTreeMap<i32, BTreeMap<usize, u64>> = BTreeMap::new();
        for game in &report.games {
            let level = report.levels.iter().position(|level| level.level == game.outcome.level);
            let bin = bins.entry(game.outcome.points.div_euclid(step)).or_default();
            *bin.entry(level.unwrap_or(usize::MAX)).or_default() += 1;
        }
        let most = bins.values().map(|bin| bin.values().sum()).max().unwrap_or(1u64).max(1) as f64;
        let levels = &self.bundle.scenario.victory.levels;
        html! {
            div class="aside" aria-hidden="true" {
                svg class="endings" viewBox="0 0 1000 1000" preserveAspectRatio="none" {
                    @for (bin, of_levels) in &bins {
                        @let points = f64::from(bin * step);
                        @let top = 1.0 - scale.share(points + f64::from(step) - 0.5);
                        @let bottom = 1.0 - scale.share(points - 0.5);
                        g {
                            title { (words::plural(of_levels.values().sum(), "game")) " with "
                                @if step > 1 { (bin * step) " to " (bin * step + step - 1) }
                                @else { (bin * step) } " points" }
                            @for (level, games) in of_levels {
                                @let before: u64 =
                                    of_levels.range(..level).map(|(_, games)| games).sum();
                                rect x=(unit(before as f64 / most * 1000.0))
                                    y=(unit(top * 1000.0)) height=(unit((bottom - top) * 1000.0))
                                    width=(unit(*games as f64 / most * 1000.0))
                                    style={ "fill:" (self.level_colour(*level)) } {}
                            }
                        }
                    }
                }
                @for (number, top) in self.level_places(scale) {
                    @let share = self.report.levels.get(number).map(|level| level.share);
                    span class="band" style={ "top:" (percent(top)) } {
                        i class="key" style={ "background:" (self.level_colour(number)) } {}
                        @if let Some(share) = share { b { (words::share(&share)) } }
                        span class="name" { " " (levels[number].name) }
                    }
                }
            }
        }
    }

    /// Where beside the chart the name of each level stands, from 0 at the top: in the middle of
    /// its points, unless another is there.
    fn level_places(&self, scale: &Scale) -> Vec<(usize, f64)> {
        let mut places: Vec<(usize, f64)> = self
            .bundle
            .scenario
            .victory
            .levels
            .iter()
            .enumerate()
            .map(|(number, level)| {
                let low = level.min.map_or(f64::MIN, |min| f64::from(min) - 0.5);
                let high = level.max.map_or(f64::MAX, |max| f64::from(max) + 0.5);
                (number, 1.0 - (scale.share(low) + scale.share(high)) / 2.0)
            })
            .collect();
        places.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut tops: Vec<f64> = places.iter().map(|place| place.1).collect();
        apart(&mut tops, 0.066);
        places.iter().zip(tops).map(|(place, top)| (place.0, top)).collect()
    }

    pub(super) fn turn_bars(&self) -> Markup {
        html! {
            div class="pair" {
                (self.bars("Steps lost", "a game-turn, mean of all games", |side| side.steps))
                (self.bars("Units removed", "a game-turn, mean of all games", |side| side.units))
                (self.bars("Towns taken", "a game-turn, with those taken back", |side| side.towns))
                (self.bars("Attacks made", "a game-turn, mean of all games", |side| side.attacks))
            }
        }
    }

    /// Bars by turn, one for each side, with the interval of each mean.
    fn bars(&self, head: &str, what: &str, value: fn(&TurnSide) -> Estimate) -> Markup {
        let report = self.report;
        let values = report.turns.iter().flat_map(|turn| &turn.sides).map(|side| {
            let estimate = value(side);
            estimate.interval.map_or(estimate.mean, |interval| interval.high)
        });
        let plot = Plot {
            x: self.turn_scale(0.6),
            y: Scale::around(std::iter::once(0.0).chain(values), 4),
        };
        let sides = report.subject.sides.len().max(1) as f64;
        let width = 0.72 / sides;
        let decimals = usize::from(plot.y.most() <= 4.0);
        let strips: Vec<_> = report
            .turns
            .iter()
            .map(|turn| {
                let parts: Vec<String> = turn
                    .sides
                    .iter()
                    .map(|side| format!("{} {}", self.side(&side.side), words::mean(&value(side))))
                    .collect();
                let words = format!("Turn {}, {}: {}", turn.turn, turn.label, parts.join(", "));
                (f64::from(turn.turn), words)
            })
            .collect();
        let x = |turn: f64| unit(plot.x.share(turn) * 1000.0);
        let y = |value: f64| (1.0 - plot.y.share(value)) * 1000.0;
        html! {
            figure class="chart" {
                figcaption {
                    (head) span { (what) }
                    span class="legend" {
                        @for side in &report.subject.sides {
                            span { i style={ "background:" (self.side_colour(&side.id)) } {} (side.name) }
                        }
                    }
                }
                div class="plot small" {
                    (plot.y_marks(|mark| words::number(mark, decimals)))
                    div class="area" {
                        svg viewBox="0 0 1000 1000" preserveAspectRatio="none" role="img"
                            aria-label={ (head) " by turn; the numbers are in the table below" }
                        {
                            (plot.grid())
                            @for turn in &report.turns {
                                @for (number, side) in turn.sides.iter().enumerate() {
                                    @let estimate = value(side);
                                    @let left = f64::from(turn.turn) - 0.36 + number as f64 * width;
                                    @let middle = left + width / 2.0;
                                    rect x=(x(left + 0.02)) y=(unit(y(estimate.mean)))
                                        width=(unit((plot.x.share(left + width - 0.02)
                                            - plot.x.share(left + 0.02)) * 1000.0))
                                        height=(unit(1000.0 - y(estimate.mean)))
                                        style={ "fill:" (self.side_colour(&side.side)) } {}
                                    @if let Some(interval) = estimate.interval {
                                        path class="whisker" d={ "M" (x(middle)) " "
                                            (unit(y(interval.low))) "V" (unit(y(interval.high))) } {}
                                    }
                                }
                            }
                            (plot.strips(&strips))
                        }
                    }
                    (plot.x_marks(&self.turn_numbers()))
                }
            }
        }
    }

    /// The turns with so much room to either side.
    pub(super) fn turn_scale(&self, room: f64) -> Scale {
        let turns = &self.report.turns;
        let end = |turn: Option<&TurnReport>| turn.map_or(1.0, |turn| f64::from(turn.turn));
        Scale::plain(end(turns.first()) - room, end(turns.last()) + room)
    }

    fn turn_names(&self) -> Vec<(f64, String, String)> {
        self.turn_marks(|turn| turn.label.replacen(", ", "\n", 1))
    }

    pub(super) fn turn_numbers(&self) -> Vec<(f64, String, String)> {
        self.turn_marks(|_| String::new())
    }

    /// Names of turns for an axis: all, or every so many when there are many.
    fn turn_marks(&self, below: impl Fn(&TurnReport) -> String) -> Vec<(f64, String, String)> {
        let turns = &self.report.turns;
        let step = turns.len().div_ceil(12).max(1);
        turns
            .iter()
            .step_by(step)
            .map(|turn| (f64::from(turn.turn), turn.turn.to_string(), below(turn)))
            .collect()
    }
}
