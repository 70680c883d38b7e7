//! What a designer should look at.

use maud::{Markup, html};
use salient_engine::lab::Fact;
use salient_schema::Severity;

use super::{Page, heading, words};

/// So many facts are shown at once; the rest can be opened.
const SHOWN: usize = 8;

impl Page<'_> {
    pub(super) fn facts(&self) -> Markup {
        let facts = &self.report.facts;
        let number = |severity: Severity| {
            facts.iter().filter(|fact| fact.severity == severity).count() as u64
        };
        let counts: Vec<String> =
            [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")]
                .into_iter()
                .filter(|(severity, _)| number(*severity) > 0)
                .map(|(severity, name)| words::plural(number(severity), name))
                .collect();
        let lead = html! {
            @if facts.is_empty() {
                "Nothing illegal and nothing suspicious came up in play."
            } @else {
                (words::list(&counts)) " about the set-up and the schedule came up in play, worst first."
            }
        };
        let (first, rest) = facts.split_at(facts.len().min(SHOWN));
        html! {
            (heading("facts", "Worth a look", &lead))
            @if !first.is_empty() {
                ul class="facts" { @for fact in first { (self.fact(fact)) } }
            }
            @if !rest.is_empty() {
                details {
                    summary { (words::count(rest.len() as u64)) " more" }
                    ul class="facts" { @for fact in rest { (self.fact(fact)) } }
                }
            }
        }
    }

    fn fact(&self, fact: &Fact) -> Markup {
        let (class, name) = match fact.severity {
            Severity::Error => ("error", "Error"),
            Severity::Warning => ("warning", "Warning"),
            Severity::Note => ("note-fact", "Note"),
        };
        let mut places = Vec::new();
        if let Some(hex) = &fact.hex {
            let hex = self.base.grid.parse(hex).map(|hex| self.base.hex_words(hex.index()));
            places.extend(hex.or_else(|| fact.hex.clone()).map(|hex| format!("hex {hex}")));
        }
        if let Some(id) = &fact.unit {
            let unit = self.report.units.iter().find(|unit| unit.unit == *id);
            let of = |side: &str| format!("{} {}", self.side(side), unit.map_or("", |u| &u.name));
            places.push(unit.map_or_else(
                || id.clone(),
                |unit| format!("{}, counter {}", of(&unit.side), unit.counter),
            ));
        } else if let Some(side) = &fact.side {
            places.push(format!("{} side", self.side(side)));
        }
        places.extend(fact.turn.map(|turn| format!("turn {turn}")));
        html! {
            li class=(class) {
                span class="severity" { (name) }
                div {
                    p { (fact.words) }
                    @if !places.is_empty() { p class="places" { (places.join(" · ")) } }
                }
                span class="num soft" {
                    (words::count(u64::from(fact.games))) " of "
                    (words::plural(u64::from(fact.of), "game"))
                }
            }
        }
    }
}
