//! What a designer should look at.

use maud::{Markup, html};
use salient_lab::view::{FactGroup, FactLine, FactPart, words};
use salient_schema::Severity;

/// The facts of a cause, kind by kind.
pub(super) fn facts(part: &FactPart) -> Markup {
    html! {
        div class="chart" {
            h3 { (part.title) }
            p class="note" { (part.lead) }
            div class="facts" { @for of in &part.groups { (group(of)) } }
        }
    }
}

/// Facts of one kind.
fn group(group: &FactGroup) -> Markup {
    let (class, name) = match group.severity {
        Severity::Error => ("error", "Error"),
        Severity::Warning => ("warning", "Warning"),
        Severity::Note => ("remark", "Note"),
    };
    // Notes can be many and matter less.
    let open = group.severity != Severity::Note || group.facts.len() <= 3;
    html! {
        details class=(class) open[open] {
            summary {
                span class="severity" { (name) }
                span { (group.name) }
                span class="soft" { (words::count(group.facts.len() as u64)) }
            }
            p class="soft advice" { (group.advice) }
            ul { @for of in &group.facts { (fact(of)) } }
        }
    }
}

fn fact(fact: &FactLine) -> Markup {
    html! {
        li {
            div {
                p { (fact.words) }
                @if !fact.places.is_empty() { p class="places" { (fact.places.join(" · ")) } }
            }
            span class="num soft" { (fact.games) }
        }
    }
}
