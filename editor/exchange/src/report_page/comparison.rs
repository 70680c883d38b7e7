//! Two runs side by side.

use maud::{Markup, html};
use salient_lab::view::words;
use salient_lab::{Compared, Comparison, Difference, Estimate, Share};

use super::Page;
use super::chart::{Scale, percent};

impl Page<'_> {
    pub(super) fn compared(&self, comparison: &Comparison) -> Markup {
        let (first, second) = (&comparison.first, &comparison.second);
        let named = |own: &salient_lab::Named, other: &salient_lab::Named| {
            if own.title == other.title && own.fingerprint != other.fingerprint {
                format!("{} ({})", own.title, own.fingerprint.get(..8).unwrap_or(&own.fingerprint))
            } else {
                own.title.clone()
            }
        };
        let (a, b) = (named(first, second), named(second, first));
        html! {
            p class="note" {
                b { "First: " } (a) ", " (words::plural(u64::from(first.played), "game"))
                ", seed " (first.seed) ". " b { "Second: " } (b) ", "
                (words::plural(u64::from(second.played), "game")) ", seed " (second.seed)
                ". Every difference is the second less the first, with its 95 % interval; one whose "
                "interval leaves out 0 stands in bold."
            }
            (self.compared_shares(comparison))
            (self.compared_means(comparison))
            (self.compared_towns(comparison))
        }
    }

    fn compared_shares(&self, comparison: &Comparison) -> Markup {
        let rows: Vec<(String, String, &Compared<Share>)> = comparison
            .wins
            .iter()
            .map(|win| {
                let name = format!("{} wins", self.side(&win.side));
                (name, self.side_colour(&win.side), &win.value)
            })
            .chain(comparison.levels.iter().map(|level| {
                let number = self.report.levels.iter().position(|own| own.level == level.level);
                let colour = number.map_or_else(
                    || self.side_colour(&level.side),
                    |number| self.level_colour(number),
                );
                (level.level.clone(), colour, &level.share)
            }))
            .collect();
        let scale = around_nought(rows.iter().filter_map(|row| row.2.difference), 100.0);
        html! {
            div class="scroll" tabindex="0" role="group" aria-label="Table of levels compared" {
                table class="data comparison" {
                    caption class="visually-hidden" { "Wins and levels of victory in both runs" }
                    (head("", &scale, "percentage points"))
                    tbody {
                        @for (name, colour, share) in rows {
                            tr {
                                th scope="row" { i class="key" style={ "background:" (colour) } {} (name) }
                                td class="num" { (words::share(&share.first)) }
                                td class="num" { (words::share(&share.second)) }
                                (difference(share.difference.as_ref(), &scale, 100.0, |value| {
                                    words::share_difference(value / 100.0, share.second.of)
                                }))
                            }
                        }
                    }
                }
            }
        }
    }

    fn compared_means(&self, comparison: &Comparison) -> Markup {
        let of = |side: &str, what: &str| format!("{} {what}", self.side(side));
        let mut rows: Vec<(String, Compared<Estimate>)> = Vec::new();
        rows.extend(comparison.points.map(|points| ("Victory points".to_owned(), points)));
        rows.extend(comparison.steps.iter().map(|row| (of(&row.side, "steps lost"), row.value)));
        rows.extend(comparison.units.iter().map(|row| (of(&row.side, "units removed"), row.value)));
        let scale = around_nought(rows.iter().filter_map(|row| row.1.difference), 1.0);
        html! {
            div class="scroll" tabindex="0" role="group" aria-label="Table of means compared" {
                table class="data comparison" {
                    caption class="visually-hidden" { "Points and losses a game in both runs" }
                    (head("Mean of a game", &scale, ""))
                    tbody {
                        @for (name, value) in rows {
                            tr {
                                th scope="row" { (name) }
                                td class="num" { (words::mean(&value.first)) }
                                td class="num" { (words::mean(&value.second)) }
                                (difference(value.difference.as_ref(), &scale, 1.0, |value| {
                                    words::signed(value, 1)
                                }))
                            }
                        }
                    }
                }
            }
        }
    }

    /// Towns that differ, and the rest behind a fold.
    fn compared_towns(&self, comparison: &Comparison) -> Markup {
        let clear = |taken: &Compared<Share>| taken.difference.is_some_and(|found| found.clear);
        let (differ, alike): (Vec<_>, Vec<_>) =
            comparison.towns.iter().partition(|town| clear(&town.taken));
        let scale =
            around_nought(comparison.towns.iter().filter_map(|t| t.taken.difference), 100.0);
        let table = |towns: &[&salient_lab::TownDifference]| {
            html! {
                div class="scroll tall" tabindex="0" role="group" aria-label="Table of towns compared" {
                    table class="data comparison" {
                        (head("Town changes hands", &scale, "percentage points"))
                        tbody {
                            @for town in towns {
                                tr {
                                    th scope="row" { (town.name.as_deref().unwrap_or("unnamed")) " "
                                        span class="soft" { (town.hex) } }
                                    td class="num" { (words::share(&town.taken.first)) }
                                    td class="num" { (words::share(&town.taken.second)) }
                                    (difference(town.taken.difference.as_ref(), &scale, 100.0, |value| {
                                        words::share_difference(value / 100.0, town.taken.second.of)
                                    }))
                                }
                            }
                        }
                    }
                }
            }
        };
        html! {
            @if !differ.is_empty() { (table(&differ)) }
            @if !alike.is_empty() {
                details class="fold" {
                    summary { (words::plural(alike.len() as u64, "town")) " without a clear difference" }
                    (table(&alike))
                }
            }
        }
    }
}

/// A scale with 0 in its middle that holds all intervals.
fn around_nought(differences: impl Iterator<Item = Difference>, times: f64) -> Scale {
    let most =
        differences.flat_map(|found| [found.low.abs(), found.high.abs()]).fold(0.0, f64::max);
    Scale::around([-most * times, most * times], 2)
}

fn head(what: &str, scale: &Scale, unit: &str) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { (what) }
                th scope="col" class="num" { "First" }
                th scope="col" class="num" { "Second" }
                th class="lane wide ticks" aria-hidden="true" {
                    div {
                        @for mark in scale.marks() {
                            span style={ "left:" (percent(scale.share(*mark))) } {
                                (words::signed(*mark, usize::from(scale.most() < 2.0)))
                            }
                        }
                    }
                }
                th scope="col" class="num" { "Difference"
                    @if !unit.is_empty() { br; small { (unit) } } }
            }
        }
    }
}

/// A difference as a mark with its interval about 0, and in numbers.
fn difference(
    found: Option<&Difference>,
    scale: &Scale,
    times: f64,
    write: impl Fn(f64) -> String,
) -> Markup {
    let Some(found) = found else {
        return html! { td class="lane wide" aria-hidden="true" {} td class="num soft" { "too few games" } };
    };
    let [low, value, high] =
        [found.low, found.value, found.high].map(|end| scale.share(end * times));
    html! {
        td class="lane wide" aria-hidden="true" {
            div {
                i class="nought" style={ "left:" (percent(scale.share(0.0))) } {}
                i class="range" style={ "left:" (percent(low)) ";width:" (percent(high - low)) } {}
                i class={ "mark" @if found.clear { " clear" } } style={ "left:" (percent(value)) } {}
            }
        }
        td class="num" {
            @if found.clear { b { (write(found.value * times)) } } @else { (write(found.value * times)) }
            " " span class="soft" { (write(found.low * times)) " to " (write(found.high * times)) }
        }
    }
}
