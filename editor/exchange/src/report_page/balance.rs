//! The first screen: is it balanced?

use maud::{Markup, html};
use salient_lab::Share;
use salient_lab::view::{View, words};

use super::Page;
use super::chart::{Scale, percent};

impl Page<'_> {
    pub(super) fn first_screen(&self, view: &View) -> Markup {
        let report = self.report;
        html! {
            h1 { (report.subject.title) }
            p class="kicker" {
                @for (number, part) in view.run.iter().enumerate() {
                    span { @if number == 0 { b { (part) } } @else { (part) } }
                }
            }
            p class="verdict" { (view.headline) }
            p { (view.because) }
            @if report.played > 0 {
                (self.beam())
                (self.levels())
                @if let Some(precision) = &view.precision { p class="note" { (precision) } }
                (figures(view))
            }
        }
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

/// The numbers that are asked for first.
fn figures(view: &View) -> Markup {
    html! {
        dl class="figures" {
            @for figure in &view.figures {
                div {
                    dt { (figure.name) }
                    dd { (figure.value) small { (figure.more) } }
                }
            }
        }
    }
}
