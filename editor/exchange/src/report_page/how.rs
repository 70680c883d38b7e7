//! Which rules came up, and how to have the run again.

use maud::{Markup, html};
use salient_lab::GameReport;

use super::chart::percent;
use super::{Page, heading, words};

impl Page<'_> {
    pub(super) fn rules(&self) -> Markup {
        let rules = &self.report.rules;
        let games = f64::from(self.report.played.max(1));
        let always = rules.iter().filter(|rule| rule.games == self.report.played).count() as u64;
        let lead = html! {
            @if rules.is_empty() { "No event cites a rule." }
            @else {
                (words::plural(rules.len() as u64, "rule")) " of the book were met; "
                (words::count(always)) " of them in every game."
            }
        };
        html! {
            (heading("rules", "Rules met", &lead))
            @if !rules.is_empty() {
                div class="scroll tall" tabindex="0" role="group" aria-label="Table of the rules met" {
                    table class="data" data-sort {
                        caption class="visually-hidden" { "How often each rule was met" }
                        thead {
                            tr {
                                th scope="col" aria-sort="ascending" { "Rule" }
                                th scope="col" class="num" { "Times a game" }
                                th scope="col" class="num" { "In games" }
                            }
                        }
                        tbody {
                            @for (number, rule) in rules.iter().enumerate() {
                                @let share = f64::from(rule.games) / games;
                                tr {
                                    th scope="row" data-v=(number) { (rule.rule) }
                                    td class="num" data-v=(rule.times) {
                                        (words::number(rule.times as f64 / games, 1))
                                    }
                                    td class="num" data-v=(share) {
                                        (words::number(share * 100.0, 0)) "\u{a0}%"
                                        span class="meter" { i style={ "width:" (percent(share)) } {} }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    pub(super) fn how(&self) -> Markup {
        let report = self.report;
        let lead = html! {
            "The same scenario, seed and bots give the same games on every machine, whatever the "
            "number of processors."
        };
        html! {
            (heading("how", "The run, and how to have it again", &lead))
            pre id="command" { (self.command()) }
            div class="tools" {
                button class="button" type="button" data-copy="command" hidden { "Copy the command" }
            }
            p class="note" {
                "The scenario’s fingerprint is " (report.subject.fingerprint)
                ": if the run says another, some file has changed since. "
                "Intervals are Wilson’s for shares and Student’s for means, both at 95 %; they tell "
                "of chance only, not of how well the bots play."
            }
            @if !report.games.is_empty() { (self.remarkable_games()) }
        }
    }

    /// The command line of the run.
    fn command(&self) -> String {
        let report = self.report;
        let mut command = format!("salient test-run {}.json", shell_word(&report.subject.scenario));
        match report.until {
            Some(until) => {
                command.push_str(&format!(" --until {}%", (until * 1e6).round() / 1e4));
            }
            None => command.push_str(&format!(" --games {}", report.wanted)),
        }
        let bots: Vec<String> = report.bots.iter().map(|player| player.bot.to_string()).collect();
        command.push_str(&format!(" --seed {} --bots {}", report.seed, bots.join(",")));
        command.push_str(" --out report.html");
        command
    }

    /// The games at the ends and the quarters of the order of points, each with its seed.
    fn remarkable_games(&self) -> Markup {
        let mut games: Vec<&GameReport> = self.report.games.iter().collect();
        games.sort_by_key(|game| (game.outcome.points, game.game));
        let last = games.len() - 1;
        let mut chosen: Vec<(&str, &GameReport)> = Vec::new();
        for (name, at) in [
            ("Fewest points", 0),
            ("Lower quartile", last / 4),
            ("Median", last / 2),
            ("Upper quartile", last - last / 4),
            ("Most points", last),
        ] {
            let game = games[at];
            if chosen.iter().all(|(_, other)| other.game != game.game) {
                chosen.push((name, game));
            }
        }
        html! {
            div class="chart" {
                h3 { "Games worth replaying" }
                p class="note" { "With " code { "--log DIR" } " the run writes each game’s log, under the game’s number." }
                div class="scroll" tabindex="0" role="group" aria-label="Table of games" {
                    table class="data" {
                        thead { tr {
                            th scope="col" { "Which" }
                            th scope="col" class="num" { "Game" }
                            th scope="col" class="num" { "Points" }
                            th scope="col" { "Level" }
                            th scope="col" { "Seed of the game" }
                            th scope="col" { "Hash of its end" }
                        } }
                        tbody {
                            @for (name, game) in chosen {
                                tr {
                                    th scope="row" class="nowrap" { (name) }
                                    td class="num" { (words::count(u64::from(game.game) + 1)) }
                                    td class="num" { (words::number(f64::from(game.outcome.points), 0)) }
                                    td { (game.outcome.level) }
                                    td { code { (game.seed) } }
                                    td { code { (game.state_hash) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A word for a shell: quoted if need be.
fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::shell_word;

    #[test]
    fn odd_names_are_quoted() {
        assert_eq!(shell_word("kaisers-battle"), "kaisers-battle");
        assert_eq!(shell_word("a b'c"), r"'a b'\''c'");
    }
}
