//! Attacks by odds, artillery and aircraft.

use maud::{Markup, html};
use salient_lab::{OddsReport, TableReport};

use super::balance::lane;
use super::chart::Scale;
use super::{Page, heading, words};

impl Page<'_> {
    pub(super) fn combat(&self) -> Markup {
        let report = self.report;
        let attacks: u64 = report.odds.iter().map(|odds| odds.attacks).sum();
        let won: u64 = report.odds.iter().map(|odds| odds.won.count).sum();
        let games = f64::from(report.played.max(1));
        let lead = html! {
            @if attacks == 0 { "No attack was made in any game." }
            @else {
                (words::number(attacks as f64 / games, 1)) " attacks a game; "
                (words::number(won as f64 * 100.0 / attacks as f64, 0)) "\u{a0}% succeed."
            }
        };
        html! {
            (heading("combat", "Combat", &lead))
            @if attacks > 0 { (self.odds()) }
            @for table in report.tables.iter().filter(|table| !table.rows.is_empty()) { (self.table(table)) }
        }
    }

    fn odds(&self) -> Markup {
        let scale = Scale::around([0.0, 100.0], 4);
        let most = self.report.odds.iter().map(|odds| odds.attacks).max().unwrap_or(1).max(1);
        html! {
            div class="scroll" tabindex="0" role="group" aria-label="Table of attacks by odds" {
                table class="data odds" data-sort {
                    caption class="visually-hidden" { "Attacks by the odds of their strengths" }
                    thead {
                        tr {
                            th scope="col" { "Odds" }
                            th scope="col" class="num" { "Attacks a game" }
                            th scope="col" class="wide" { "Success, with the 95 % interval" }
                            th scope="col" class="num" { "Succeed" }
                            th scope="col" class="num" { "Attacker eliminated" }
                            th scope="col" class="num" { "Attacker’s steps an attack" }
                            th scope="col" class="num" { "Defender’s steps an attack" }
                        }
                    }
                    tbody {
                        @for (number, odds) in self.report.odds.iter().enumerate() {
                            (self.odds_row(number, odds, most, &scale))
                        }
                    }
                }
            }
            p class="note" {
                "Odds are the attackers’ strength to the defenders’, before terrain, supply and dice, "
                "rounded in the defenders’ favour."
            }
        }
    }

    fn odds_row(&self, number: usize, odds: &OddsReport, most: u64, scale: &Scale) -> Markup {
        let per_game = odds.attacks as f64 / f64::from(self.report.played.max(1));
        let attacks = odds.attacks.max(1) as f64;
        let steps = |steps: u64| words::number(steps as f64 / attacks, 2);
        let eliminated = odds.attacker_eliminated as f64 / attacks;
        html! {
            tr {
                th scope="row" class="nowrap" data-v=(number) { b { (odds.band) } }
                td class="num" data-v=(per_game) {
                    (words::number(per_game, 1))
                    span class="meter" { i style={ "width:"
                        (super::chart::percent(odds.attacks as f64 / most as f64)) } {} }
                }
                td class="lane wide" data-v=(odds.won.share) { (lane(&odds.won, scale, "var(--good)")) }
                td class="num" data-v=(odds.won.share) {
                    b { (words::share(&odds.won)) } " " span class="soft" { (words::share_interval(&odds.won)) }
                }
                td class="num" data-v=(eliminated) { (words::number(eliminated * 100.0, 1)) "\u{a0}%" }
                td class="num" data-v=(odds.attacker_steps as f64 / attacks) { (steps(odds.attacker_steps)) }
                td class="num" data-v=(odds.defender_steps as f64 / attacks) { (steps(odds.defender_steps)) }
            }
        }
    }

    /// One of the system's own tables.
    fn table(&self, table: &TableReport) -> Markup {
        let games = f64::from(self.report.played.max(1));
        let a_game = |value: i64| {
            if value == 0 { "–".to_owned() } else { words::number(value as f64 / games, 1) }
        };
        let title = &table.head.title;
        html! {
            div class="chart" {
                h3 { (title) }
                div class="scroll" tabindex="0" role="group" aria-label={ "Table: " (title) } {
                    table class="data" data-sort {
                        caption class="visually-hidden" { (title) " by side and use" }
                        thead {
                            tr {
                                th scope="col" { "Side" }
                                th scope="col" { (table.head.row) }
                                th scope="col" class="num" { "In games" }
                                @for column in &table.head.columns {
                                    th scope="col" class="num" { (column.heading) " a game" }
                                }
                            }
                        }
                        tbody {
                            @for row in &table.rows {
                                tr {
                                    th scope="row" class="nowrap" {
                                        @if let Some(side) = &row.side {
                                            i class="key" style={ "background:" (self.side_colour(side)) } {}
                                            (self.side(side))
                                        }
                                    }
                                    td { (row.name) }
                                    td class="num" data-v=(row.games) {
                                        (words::number(f64::from(row.games) * 100.0 / games, 0)) "\u{a0}%"
                                    }
                                    @for &value in &row.values {
                                        td class="num" data-v=(value) { (a_game(value)) }
                                    }
                                }
                            }
                        }
                    }
                }
                @if !table.head.note.is_empty() { p class="note" { (table.head.note) } }
            }
        }
    }
}
