//! The game turn by turn: points, losses, towns, attacks.

use maud::{Markup, html};
use salient_lab::{Estimate, TownReport, TurnReport, TurnSide};

use super::chart::{Plot, Scale, apart, percent, unit};
use super::{Page, heading, words};

impl Page<'_> {
    pub(super) fn points(&self) -> Markup {
        let report = self.report;
        let side = report.subject.counted_for.as_deref();
        let of = side.map(|side| format!("{} ", self.side(side))).unwrap_or_default();
        let lead = html! {
            @if let Some(points) = &report.points {
                "Half of the games end with " (words::number(points.lower_quartile, 0)) " to "
                (words::number(points.upper_quartile, 0)) " " (of) "victory points, the middle one with "
                (words::number(points.median, 0)) "."
            } @else {
                "No game came to its end."
            }
        };
        html! {
            (heading("points", "Points by turn", &lead))
            @if !report.turns.is_empty() && report.points.is_some() { (self.points_chart(&of)) }
        }
    }

    fn points_chart(&self, of: &str) -> Markup {
        let report = self.report;
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
        let mut bins: std::collections::BTreeMap<i32, u64> = std::collections::BTreeMap::new();
        for game in &self.report.games {
            *bins.entry(game.outcome.points.div_euclid(step)).or_default() += 1;
        }
        let most = bins.values().copied().max().unwrap_or(1).max(1) as f64;
        let levels = &self.bundle.scenario.victory.levels;
        let level_of = |points: i32| {
            levels.iter().position(|level| {
                level.min.is_none_or(|min| min <= points)
                    && level.max.is_none_or(|max| points <= max)
            })
        };
        html! {
            div class="aside" aria-hidden="true" {
                svg class="endings" viewBox="0 0 1000 1000" preserveAspectRatio="none" {
                    @for (bin, games) in &bins {
                        @let points = f64::from(bin * step);
                        @let top = 1.0 - scale.share(points + f64::from(step) - 0.5);
                        @let bottom = 1.0 - scale.share(points - 0.5);
                        @let colour = level_of(bin * step)
                            .map_or_else(|| "var(--soft)".to_owned(), |at| self.level_colour(at));
                        rect x="0" y=(unit(top * 1000.0)) height=(unit((bottom - top) * 1000.0))
                            width=(unit(*games as f64 / most * 1000.0))
                            style={ "fill:" (colour) }
                        { title { (words::plural(*games, "game")) " with "
                            @if step > 1 { (bin * step) " to " (bin * step + step - 1) }
                            @else { (bin * step) } " points" } }
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

    pub(super) fn losses(&self) -> Markup {
        let report = self.report;
        let per_side: Vec<String> = report
            .losses
            .iter()
            .map(|losses| {
                format!(
                    "the {} side loses {} steps",
                    self.side(&losses.side),
                    words::mean(&losses.steps)
                )
            })
            .collect();
        let peak = report.turns.iter().max_by(|a, b| {
            let steps =
                |turn: &TurnReport| turn.sides.iter().map(|side| side.steps.mean).sum::<f64>();
            steps(a).total_cmp(&steps(b)).then(b.turn.cmp(&a.turn))
        });
        let lead = html! {
            @if per_side.is_empty() || report.played == 0 { "No game came to its end." }
            @else {
                "In a game, " (words::list(&per_side)) "."
                @if let Some(peak) = peak {
                    " The bloodiest turn is " (peak.turn)
                    @if !peak.label.is_empty() { " (" (peak.label) ")" } "."
                }
            }
        };
        html! {
            (heading("losses", "Losses, towns and attacks by turn", &lead))
            @if !report.turns.is_empty() && report.played > 0 {
                div class="pair" {
                    (self.bars("Steps lost", "a game-turn, mean of all games", |side| side.steps))
                    (self.bars("Units removed", "a game-turn, mean of all games", |side| side.units))
                    (self.bars("Towns taken", "a game-turn, with those taken back", |side| side.towns))
                    (self.bars("Attacks made", "a game-turn, mean of all games", |side| side.attacks))
                }
                details class="fold" { summary { "The numbers by turn" } (self.turn_table()) }
                (self.towns())
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

    fn turn_table(&self) -> Markup {
        let sides = &self.report.subject.sides;
        html! {
            div class="scroll" tabindex="0" role="group" aria-label="Table of the turns" {
                table class="data" {
                    thead {
                        tr {
                            th scope="col" { "Turn" }
                            th scope="col" class="num" { "Points" }
                            th scope="col" class="num" { "Interval" }
                            th scope="col" class="num" { "Least–most" }
                            @for side in sides {
                                th scope="col" class="num" { (side.name) " steps" }
                                th scope="col" class="num" { (side.name) " units" }
                                th scope="col" class="num" { (side.name) " towns" }
                                th scope="col" class="num" { (side.name) " attacks" }
                            }
                        }
                    }
                    tbody {
                        @for turn in &self.report.turns {
                            tr {
                                th scope="row" class="nowrap" { (turn.turn) " " span class="soft" { (turn.label) } }
                                td class="num" { (words::mean(&turn.points)) }
                                td class="num" { (words::mean_interval(&turn.points).unwrap_or_default()) }
                                td class="num" {
                                    @if let (Some(min), Some(max)) = (turn.min, turn.max) {
                                        (words::number(f64::from(min), 0)) " to "
                                        (words::number(f64::from(max), 0))
                                    }
                                }
                                @for side in &turn.sides {
                                    td class="num" { (words::mean(&side.steps)) }
                                    td class="num" { (words::mean(&side.units)) }
                                    td class="num" { (words::mean(&side.towns)) }
                                    td class="num" { (words::mean(&side.attacks)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn towns(&self) -> Markup {
        let mut towns: Vec<&TownReport> = self.report.towns.iter().collect();
        towns.sort_by(|a, b| b.taken.count.cmp(&a.taken.count).then(b.changes.cmp(&a.changes)));
        if towns.is_empty() {
            return html! {};
        }
        let never = towns.iter().filter(|town| town.taken.count == 0).count() as u64;
        html! {
            div class="chart" {
                h3 { "Towns" }
                p class="note" {
                    (words::plural(towns.len() as u64, "town")) "; "
                    @if never == 0 { "each changes hands in some game." }
                    @else { (words::count(never)) " never change hands." }
                }
                div class="scroll tall" tabindex="0" role="group" aria-label="Table of the towns" {
                    table class="data" data-sort {
                        caption class="visually-hidden" { "What became of each town" }
                        thead {
                            tr {
                                th scope="col" { "Town" }
                                th scope="col" { "Hex" }
                                th scope="col" class="num" aria-sort="descending" { "Changes hands" }
                                th scope="col" class="num" { "First on turn" }
                                th scope="col" class="num" { "Changes a game" }
                                @for side in &self.report.subject.sides {
                                    th scope="col" class="num" { "Last taken by " (side.name) }
                                }
                            }
                        }
                        tbody { @for town in towns { (self.town(town)) } }
                    }
                }
            }
        }
    }

    fn town(&self, town: &TownReport) -> Markup {
        let of = town.taken.of.max(1) as f64;
        let changes = town.changes as f64 / of;
        html! {
            tr {
                th scope="row" { (town.name.as_deref().unwrap_or("unnamed")) }
                td { (town.hex) }
                td class="num" data-v=(town.taken.share) {
                    (words::share(&town.taken))
                    span class="meter" { i style={ "width:" (percent(town.taken.share)) } {} }
                }
                td class="num" data-v=(town.first.mean) {
                    @if town.first.games > 0 { (words::mean(&town.first)) } @else { "–" }
                }
                td class="num" data-v=(changes) { (words::number(changes, 2)) }
                @for games in &town.last {
                    td class="num" data-v=(games) {
                        (words::number(f64::from(*games) * 100.0 / of, 0)) "\u{a0}%"
                    }
                }
            }
        }
    }

    /// The turns with so much room to either side.
    fn turn_scale(&self, room: f64) -> Scale {
        let turns = &self.report.turns;
        let end = |turn: Option<&TurnReport>| turn.map_or(1.0, |turn| f64::from(turn.turn));
        Scale::plain(end(turns.first()) - room, end(turns.last()) + room)
    }

    fn turn_names(&self) -> Vec<(f64, String, String)> {
        self.turn_marks(|turn| turn.label.replacen(", ", "\n", 1))
    }

    fn turn_numbers(&self) -> Vec<(f64, String, String)> {
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
