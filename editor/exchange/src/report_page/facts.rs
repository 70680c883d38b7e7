//! What a designer should look at.

use maud::{Markup, html};
use salient_lab::{Fact, FactKind};
use salient_schema::Severity;

use salient_lab::view::words;

use super::Page;

impl Page<'_> {
    pub(super) fn facts(&self) -> Markup {
        let facts = &self.report.facts;
        html! {
            div class="facts" {
                @for group in facts.chunk_by(|a, b| a.kind == b.kind && a.severity == b.severity) {
                    (self.group(group))
                }
            }
        }
    }

    /// Facts of one kind.
    fn group(&self, facts: &[Fact]) -> Markup {
        let Some(first) = facts.first() else { return html! {} };
        let (class, name) = match first.severity {
            Severity::Error => ("error", "Error"),
            Severity::Warning => ("warning", "Warning"),
            Severity::Note => ("remark", "Note"),
        };
        // Notes can be many and matter less.
        let open = first.severity != Severity::Note || facts.len() <= 3;
        html! {
            details class=(class) open[open] {
                summary {
                    span class="severity" { (name) }
                    span { (about(first.kind)) }
                    span class="soft" { (words::count(facts.len() as u64)) }
                }
                ul { @for fact in facts { (self.fact(fact)) } }
            }
        }
    }

    fn fact(&self, fact: &Fact) -> Markup {
        let mut places = Vec::new();
        if let Some(id) = &fact.unit {
            let unit = self.report.units.iter().find(|unit| unit.unit == *id);
            places.extend(unit.map(|unit| self.side(&unit.side).to_owned()));
            places.push(
                unit.map_or_else(
                    || format!("unit {id}"),
                    |unit| format!("counter {}", unit.counter),
                ),
            );
        } else if let Some(side) = &fact.side {
            places.push(self.side(side).to_owned());
        }
        if let Some(hex) = &fact.hex {
            let known = self.base.grid.parse(hex).map(|hex| self.base.hex_near(hex.index()));
            places.push(format!("hex {}", known.unwrap_or_else(|| hex.clone())));
        }
        places.extend(fact.turn.map(|turn| format!("turn {turn}")));
        html! {
            li {
                div {
                    p { (words::capital(&fact.words)) }
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

/// What facts of a kind are about.
fn about(kind: FactKind) -> &'static str {
    match kind {
        FactKind::OverstackedSetUp => "Stacks too high at the start",
        FactKind::LostAtOnce => "Lost on turn 1 in nearly all games",
        FactKind::OneSided => "One side wins nearly always",
        FactKind::LevelNeverReached => "Levels of victory never reached",
        FactKind::UnitNeverUsed => "Units that never move nor fight",
        FactKind::UnitNeverSeen => "Units that never come on the map",
        FactKind::ReinforcementDisplaced => "Reinforcements that find their entry hex barred",
        FactKind::TownNeverContested => "Towns that nobody fights for",
        FactKind::Overstacked => "Stacks too high in play",
        FactKind::QuietTurn => "Turns without an attack",
        FactKind::PhaseMissing => "Steps of the sequence of play that the engine passes",
    }
}
