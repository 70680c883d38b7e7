//! The schedule turn by turn: who arrives and leaves, replacements, and what the tracks say.

use maud::{Markup, html};
use salient_schema::scenario::{HalfDay, Turn};
use salient_schema::words::{arrival_in_words, entry_in_words};

use super::set_up::count;
use super::{Page, mark, rule};

impl Page<'_> {
    pub(super) fn schedule(&self) -> Markup {
        let scenario = &self.world.bundle.scenario;
        let arrive: usize = scenario.reinforcements.iter().map(|one| one.counters.len()).sum();
        html! {
            p class="lead" {
                (count(scenario.turns.len(), "game-turn")) ". "
                @if arrive == 0 { "Nobody arrives." } @else { (count(arrive, "counter")) " arrive." }
            }
            (self.tracks())
            @let begins = scenario.replacements.iter().any(|one| one.turn == 0)
                && !scenario.turns.iter().any(|turn| turn.turn == 0);
            ol class="turns" {
                @if begins { li { h3 { "When play begins" } (self.replacements(0)) } }
                @for turn in &scenario.turns { (self.turn(turn)) }
            }
        }
    }

    fn turn(&self, turn: &Turn) -> Markup {
        let scenario = &self.world.bundle.scenario;
        let arrivals = || scenario.reinforcements.iter().filter(|one| one.turn == turn.turn);
        let leaving = || scenario.withdrawals.iter().filter(|one| one.turn == turn.turn);
        let quiet = arrivals().next().is_none()
            && leaving().next().is_none()
            && !scenario.replacements.iter().any(|one| one.turn == turn.turn);
        html! {
            li class=[quiet.then_some("quiet")] {
                h3 {
                    span class="number" { (turn.turn) } " " (turn.label)
                    @let half = turn.half.map(|half| match half {
                        HalfDay::Am => "morning",
                        HalfDay::Pm => "afternoon",
                    });
                    @if let Some(half) = half.filter(|half| !turn.label.contains(half)) {
                        " " span class="soft" { (half) }
                    }
                    @if let Some(weather) = &turn.weather { ", " span class="soft" { (weather) } }
                    (mark(turn.provenance))
                }
                @for one in arrivals() {
                    div class={ "arrival" (self.side_class(&one.side)) } {
                        p {
                            b { (self.world.side_name(&one.side)) } ", "
                            (self.entry(&one.entry))
                            @if let Some(condition) = &one.condition {
                                ", " (arrival_in_words(self.world.bundle, condition))
                            }
                            (rule(one.rule.as_deref()))
                        }
                        div class="units" {
                            @for id in &one.counters { (self.counter(id, 0, None, true)) }
                        }
                    }
                }
                @for one in leaving() {
                    div class={ "arrival" (self.side_class(&one.side)) } {
                        p { b { (self.world.side_name(&one.side)) } ", leave the game" (rule(one.rule.as_deref())) }
                        div class="units" {
                            @for id in &one.counters { (self.counter(id, 0, None, false)) }
                        }
                    }
                }
                (self.replacements(turn.turn))
            }
        }
    }

    /// Where a group comes in, with its hexes as links.
    fn entry(&self, entry: &salient_schema::scenario::Entry) -> Markup {
        use salient_schema::scenario::Entry;
        let hexes: Vec<&str> = match entry {
            Entry::Hexes(hexes) => hexes.iter().map(String::as_str).collect(),
            Entry::Letter(letter) => {
                let features = self.world.bundle.map.features.items.iter();
                let lettered = features.filter(|one| one.letter.as_ref() == Some(letter));
                lettered.map(|one| one.hex.as_str()).collect()
            }
            Entry::Zone(_) => Vec::new(),
        };
        let words = entry_in_words(self.world.bundle, entry);
        html! {
            @match entry {
                Entry::Hexes(_) if !hexes.is_empty() => "Hex ",
                _ => { (words) @if !hexes.is_empty() { " " } }
            }
            @for (number, hex) in hexes.iter().enumerate() {
                @if number > 0 { ", " }
                (self.hex_link(hex))
            }
        }
    }

    fn replacements(&self, turn: u16) -> Markup {
        let all = self.world.bundle.scenario.replacements.iter();
        let here: Vec<_> = all.filter(|one| one.turn == turn).collect();
        html! {
            @if !here.is_empty() {
                p class="replacements" {
                    "Replacements: "
                    @for (number, one) in here.iter().enumerate() {
                        @if number > 0 { ", " }
                        @match one.nation.as_deref() {
                            Some(nation) => { (self.world.nation_name(nation)) }
                            None => { (self.world.side_name(&one.side)) }
                        }
                        @if let Some(pool) = &one.pool { " (" (pool.replace(['-', '_'], " ")) ")" }
                        " " b { (one.points) } (mark(one.provenance))
                    }
                }
            }
        }
    }

    /// Values that change by game-turn, as one table.
    fn tracks(&self) -> Markup {
        let scenario = &self.world.bundle.scenario;
        html! {
            @if !scenario.tracks.is_empty() {
                div class="scroll" tabindex="0" role="group" aria-label="Tracks by game-turn" {
                    table class="data" {
                        thead {
                            tr {
                                th scope="col" { "Game-turn" }
                                @for turn in &scenario.turns { th scope="col" class="num" { (turn.turn) } }
                            }
                        }
                        tbody {
                            @for track in &scenario.tracks {
                                tr {
                                    th scope="row" {
                                        @if let Some(side) = &track.side { (self.world.side_name(side)) ": " }
                                        (track.name) (rule(track.rule.as_deref())) (mark(track.provenance))
                                    }
                                    @for (at, _) in scenario.turns.iter().enumerate() {
                                        td class="num" {
                                            @match track.values.get(at) { Some(value) => { (value) } None => { "–" } }
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

    /// A class for a side's colour, with a space before it.
    pub(super) fn side_class(&self, id: &str) -> String {
        self.world.side(id).map_or_else(String::new, |side| format!(" s{side}"))
    }
}
