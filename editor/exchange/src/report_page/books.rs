//! What the sides have in their books: why games end, levels such as morale, replacements.

use maud::{Markup, html};
use salient_lab::{EndingReport, ReplacementReport, StandingReport};

use super::{Page, heading, words};

impl Page<'_> {
    /// Whether the system keeps any of these.
    pub(super) fn has_books(&self) -> bool {
        let report = self.report;
        !(report.endings.is_empty()
            && report.standings.is_empty()
            && report.replacements.is_empty())
    }

    pub(super) fn books(&self) -> Markup {
        let report = self.report;
        let lead = match report.endings.first() {
            Some(first) => html! {
                "Most often, in " (words::share(&first.share)) " of the games, "
                (self.side(&first.side)) " wins: " (first.words) "."
            },
            None => html! { "Where the sides stood at the end of each game-turn." },
        };
        html! {
            (heading("books", "Why games end, and where the sides stood", &lead))
            @if !report.endings.is_empty() { (self.endings_table()) }
            @if !report.standings.is_empty() { (self.standings_table()) }
            @if !report.replacements.is_empty() { (self.replacements_table()) }
        }
    }

    fn key(&self, side: &str) -> Markup {
        html! { i class="key" style={ "background:" (self.side_colour(side)) } {} }
    }

    fn endings_table(&self) -> Markup {
        let row = |ending: &EndingReport| {
            html! {
                tr {
                    th scope="row" class="nowrap" {
                        (self.key(&ending.side)) (self.side(&ending.side)) " wins"
                    }
                    td { (words::capital(&ending.words)) }
                    td class="num" data-v=(ending.share.share) {
                        b { (words::share(&ending.share)) } " "
                        span class="soft" { (words::share_interval(&ending.share)) }
                    }
                    td class="num" data-v=(ending.turn.mean) { (words::mean(&ending.turn)) }
                }
            }
        };
        html! {
            div class="scroll" tabindex="0" role="group" aria-label="Table of endings" {
                table class="data" data-sort {
                    caption class="visually-hidden" { "Why games end" }
                    thead {
                        tr {
                            th scope="col" { "Who" }
                            th scope="col" { "Why" }
                            th scope="col" class="num" { "Share of the games" }
                            th scope="col" class="num" { "Game-turn, on the mean" }
                        }
                    }
                    tbody { @for ending in &self.report.endings { (row(ending)) } }
                }
            }
        }
    }

    fn standings_table(&self) -> Markup {
        let report = self.report;
        let of = |standing: &StandingReport| match &standing.nation {
            Some(nation) => words::capital(&nation.replace('-', " ")),
            None => self.side(&standing.side).to_owned(),
        };
        let cell = |standing: &StandingReport, turn: u16| {
            let there = standing.turns.iter().find(|there| there.turn == turn);
            html! {
                td class="num" data-v=[there.map(|there| there.value.mean)] {
                    @if let Some(there) = there {
                        (words::mean(&there.value)) " "
                        span class="soft" { "± " (words::number(there.value.sd, 1)) }
                    } @else { "–" }
                }
            }
        };
        html! {
            div class="chart" {
                h3 { "Levels at the end of each game-turn" }
                div class="scroll" tabindex="0" role="group" aria-label="Table of levels by turn" {
                    table class="data" {
                        caption class="visually-hidden" { "Levels by game-turn, mean and spread" }
                        thead {
                            tr {
                                th scope="col" { "Turn" }
                                @for standing in &report.standings {
                                    th scope="col" class="num" {
                                        (self.key(&standing.side))
                                        (standing.name) ", " (of(standing))
                                    }
                                }
                            }
                        }
                        tbody {
                            @for turn in report.turns.iter().filter(|turn| turn.points.games > 0) {
                                tr {
                                    th scope="row" class="nowrap" {
                                        (turn.turn) " " span class="soft" { (turn.label) }
                                    }
                                    @for standing in &report.standings {
                                        (cell(standing, turn.turn))
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn replacements_table(&self) -> Markup {
        let nations = &self.bundle.ruleset.nations;
        let called = |of: &ReplacementReport| {
            let nation = of.nation.as_ref().map(|id| {
                let nation = nations.iter().find(|nation| nation.id == *id);
                nation.map_or(id.as_str(), |nation| nation.name.as_str())
            });
            let name = nation.unwrap_or_else(|| self.side(&of.side)).to_owned();
            match &of.pool {
                Some(pool) => format!("{name}, {}", pool.replace(['-', '_'], " ")),
                None => name,
            }
        };
        let row = |of: &ReplacementReport| {
            let whole = &of.whole;
            html! {
                tr {
                    th scope="row" class="nowrap" { (self.key(&of.side)) (called(of)) }
                    td class="num" data-v=(whole.received.mean) { (words::mean(&whole.received)) }
                    td class="num" data-v=(whole.spent.mean) {
                        b { (words::mean(&whole.spent)) } " "
                        span class="soft" { "± " (words::number(whole.spent.sd, 1)) }
                    }
                    td class="num" data-v=(whole.returned.mean) { (words::mean(&whole.returned)) }
                }
            }
        };
        html! {
            div class="chart" {
                h3 { "Replacements" }
                div class="scroll" tabindex="0" role="group" aria-label="Table of replacements" {
                    table class="data" data-sort {
                        caption class="visually-hidden" { "Replacement steps a game, by nation" }
                        thead {
                            tr {
                                th scope="col" { "Nation" }
                                th scope="col" class="num" { "Steps received a game" }
                                th scope="col" class="num" { "Steps spent a game" }
                                th scope="col" class="num" { "Units brought back a game" }
                            }
                        }
                        tbody { @for of in &self.report.replacements { (row(of)) } }
                    }
                }
            }
        }
    }
}
