//! The first screen: is it balanced?

use maud::{Markup, html};
use salient_lab::{Share, SideWins};

use super::chart::{Scale, percent};
use super::{Page, words};

/// The answer, and why.
pub(super) struct Verdict {
    pub(super) headline: String,
    pub(super) because: String,
}

impl Page<'_> {
    pub(super) fn first_screen(&self) -> Markup {
        let report = self.report;
        let verdict = self.verdict();
        html! {
            h1 { (report.subject.title) }
            p class="kicker" {
                span { b { (words::plural(u64::from(report.played), "game")) } " between bots" }
                span { (self.players()) }
                span { "seed " (report.seed) }
                @if report.stopped {
                    span { "stopped before the end: " (words::count(u64::from(report.wanted)))
                        " were wanted" }
                }
            }
            p class="verdict" { (verdict.headline) }
            p { (verdict.because) }
            @if report.played > 0 {
                (self.beam())
                (self.levels())
                (self.figures())
            }
        }
    }

    /// "German planner against Allied heuristic".
    pub(super) fn players(&self) -> String {
        let players: Vec<String> = self
            .report
            .bots
            .iter()
            .map(|player| format!("{} {}", self.side(&player.side), player.bot))
            .collect();
        players.join(" against ")
    }

    pub(super) fn verdict(&self) -> Verdict {
        let leader = self.report.wins.iter().max_by(|a, b| a.share.count.cmp(&b.share.count));
        let Some(SideWins { side, share }) = leader.filter(|leader| leader.share.of > 0) else {
            return Verdict {
                headline: "No game came to its end.".to_owned(),
                because: "There is nothing to tell of the balance.".to_owned(),
            };
        };
        let name = format!("the {} side", self.side(side));
        let games = words::plural(share.of, "game");
        let said = words::share(share);
        let headline = if share.low > 0.5 {
            if share.count == share.of {
                format!("One-sided: {name} wins every game.")
            } else if share.share >= 0.8 {
                format!("One-sided: {name} wins {said} of the games.")
            } else if share.share >= 0.6 {
                format!("Not balanced: {name} wins {said} of the games.")
            } else {
                format!("Nearly balanced: {name} wins {said} of the games.")
            }
        } else if share.high - share.low <= 0.12 {
            format!("Balanced: {name} wins {said} of the games.")
        } else {
            format!("Too close to call: {name} wins {said} of only {games}.")
        };
        let mut because = format!(
            "Between these bots, its true share lies at {} with 95\u{a0}% confidence.",
            words::share_interval(share)
        );
        let most = self.report.levels.iter().max_by(|a, b| {
            // The first of equals, as the list has it.
            a.share.count.cmp(&b.share.count).then(std::cmp::Ordering::Greater)
        });
        if let Some(most) = most {
            because.push_str(&format!(
                " The commonest end is {}, in {}.",
                most.level,
                words::share(&most.share)
            ));
        }
        let never: Vec<String> = self
            .report
            .levels
            .iter()
            .filter(|level| level.share.count == 0)
            .map(|level| level.level.clone())
            .collect();
        if !never.is_empty() && never.len() < self.report.levels.len() {
            because.push_str(&format!(
                " Never reached: {}.",
                if never.len() > 3 { words::list(&shortened(&never)) } else { words::list(&never) }
            ));
        }
        Verdict { headline, because }
    }

    /// All games as one bar from one side's best to the other's, with the half marked.
    fn beam(&self) -> Markup {
        let report = self.report;
        let [first, second] = report.wins.as_slice() else { return html! {} };
        let words = format!(
            "{} wins {}, {} wins {}",
            self.side(&first.side),
            words::share(&first.share),
            self.side(&second.side),
            words::share(&second.share)
        );
        html! {
            div class="scales" role="img" aria-label=(words) {
                div class="ends" aria-hidden="true" {
                    span { (self.side(&first.side)) " " (words::share(&first.share)) " "
                        small { (words::share_interval(&first.share)) } }
                    span { small { (words::share_interval(&second.share)) " " }
                        (words::share(&second.share)) " " (self.side(&second.side)) }
                }
                div class="beam" {
                    @for (number, level) in report.levels.iter().enumerate() {
                        @if level.share.count > 0 {
                            i style={ "flex:" (level.share.count) " 0 0;background:"
                                (self.level_colour(number)) } {}
                        }
                    }
                }
                div class="under" aria-hidden="true" {
                    span class="half" {}
                    span class="even" { "even" }
                    span class="span" style={ "left:" (percent(first.share.low)) ";width:"
                        (percent(first.share.high - first.share.low)) } {}
                    span class="said" style={ "left:" (percent(
                        ((first.share.low + first.share.high) / 2.0).clamp(0.08, 0.92))) } {
                        "95 % interval"
                    }
                }
            }
        }
    }

    /// Each level with its share and interval.
    fn levels(&self) -> Markup {
        let most = self.report.levels.iter().map(|level| level.share.high).fold(0.05, f64::max);
        let scale = Scale::around([0.0, (most * 100.0).min(100.0)], 5);
        html! {
            table class="levels" {
                caption class="visually-hidden" {
                    "How often each level of victory was reached, with its 95 % interval"
                }
                thead {
                    tr {
                        th scope="col" { "Level of victory" }
                        th class="lane ticks" aria-hidden="true" {
                            div { @for mark in scale.marks() {
                                span style={ "left:" (percent(scale.share(*mark))) } {
                                    (words::number(*mark, 0)) "\u{a0}%"
                                }
                            } }
                        }
                        th scope="col" class="num" { "Share" }
                        th scope="col" class="num" { "95 % interval" }
                        th scope="col" class="num games" { "Games" }
                    }
                }
                tbody {
                    @for (number, level) in self.report.levels.iter().enumerate() {
                        tr {
                            th scope="row" {
                                i class="key" style={ "background:" (self.level_colour(number)) } {}
                                (level.level)
                            }
                            td class="lane" aria-hidden="true" {
                                (lane(&level.share, &scale, &self.level_colour(number)))
                            }
                            td class="num" { b { (words::share(&level.share)) } }
                            td class="num soft" { (words::share_interval(&level.share)) }
                            td class="num soft games" { (words::count(level.share.count)) }
                        }
                    }
                }
            }
            @if let Some(wanted) = self.games_for_two_percent() {
                p class="note" {
                    "The widest interval reaches " (words::number(self.report.precision() * 100.0, 1))
                    "\u{a0}% to either side; about " (words::count(wanted))
                    " games would narrow it to 2\u{a0}%."
                }
            }
        }
    }

    /// How many games the widest level would need; none if these are enough.
    fn games_for_two_percent(&self) -> Option<u64> {
        let widest = self
            .report
            .levels
            .iter()
            .map(|level| level.share)
            .max_by(|a, b| (a.high - a.low).total_cmp(&(b.high - b.low)))?;
        if self.report.precision() <= 0.0201 {
            return None;
        }
        let p = widest.share.clamp(0.02, 0.98);
        let games = p * (1.0 - p) * (1.96f64 / 0.02).powi(2);
        // Two figures are all that this is worth.
        let step = 10f64.powf(games.max(10.0).log10().floor() - 1.0);
        Some(((games / step).ceil() * step) as u64)
    }

    fn figures(&self) -> Markup {
        let report = self.report;
        let counted = report.subject.counted_for.as_deref();
        let taken: f64 = report.towns.iter().map(|town| town.taken.share).sum();
        html! {
            dl class="figures" {
                @if let Some(points) = &report.points {
                    div {
                        dt { @if let Some(side) = counted { (self.side(side)) " victory points" }
                            @else { "Victory points" } }
                        dd {
                            (words::mean(&points.estimate)) " on the mean"
                            small {
                                @if let Some(interval) = words::mean_interval(&points.estimate) {
                                    (interval) " with 95 % confidence; "
                                }
                                "from " (words::number(f64::from(points.min), 0)) " to "
                                (words::number(f64::from(points.max), 0))
                            }
                        }
                    }
                }
                @for losses in &report.losses {
                    div {
                        dt { (self.side(&losses.side)) " losses" }
                        dd {
                            (words::mean(&losses.steps)) " steps a game"
                            small { (words::mean(&losses.units)) " units removed from the map" }
                        }
                    }
                }
                @if !report.towns.is_empty() {
                    div {
                        dt { "Towns that change hands" }
                        dd {
                            (words::number(taken, 1)) " a game"
                            small { "of " (report.towns.len()) " on the map" }
                        }
                    }
                }
            }
        }
    }
}

/// A bar with the interval of its end.
pub(super) fn lane(share: &Share, scale: &Scale, colour: &str) -> Markup {
    let [low, value, high] =
        [share.low, share.share, share.high].map(|end| scale.share(end * 100.0));
    html! {
        div {
            @if share.count > 0 {
                i class="bar" style={ "width:" (percent(value)) ";background:" (colour) } {}
            }
            i class="range" style={ "left:" (percent(low)) ";width:" (percent(high - low)) } {}
        }
    }
}

/// The first three of a long list, and how many more there are.
fn shortened(names: &[String]) -> Vec<String> {
    let mut few: Vec<String> = names.iter().take(3).cloned().collect();
    few.push(format!("{} more", names.len() - few.len()));
    few
}
