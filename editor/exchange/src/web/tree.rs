//! The order of battle as a tree.

use maud::{Markup, html};
use salient_schema::OrderOfBattle;
use salient_schema::order_of_battle::{Counter, Formation};
use salient_schema::words::order_in_words;

use super::set_up::count;
use super::{Page, mark, rule};

/// Faulty data may go round in circles.
const DEEPEST: usize = 32;

impl Page<'_> {
    pub(super) fn tree(&self) -> Markup {
        let bundle = self.world.bundle;
        let counters = self.world.counters.len();
        html! {
            p class="lead" {
                (count(counters, "counter")) " in "
                (count(bundle.orders_of_battle.iter().map(|book| book.formations.len()).sum(), "formation"))
                "."
            }
            div class="tree-tools" {
                button type="button" id="open-all" { "Open all" }
                button type="button" id="close-all" { "Close all" }
            }
            @for book in &bundle.orders_of_battle {
                @if bundle.orders_of_battle.len() > 1 { h3 { (book.title) } }
                @for (number, side) in bundle.ruleset.sides.iter().enumerate() {
                    @let tops = tops(book, &side.id);
                    @let loose: Vec<&Counter> = book.counters.iter()
                        .filter(|counter| counter.side == side.id && !has_home(book, counter)).collect();
                    @if !tops.is_empty() || !loose.is_empty() {
                        h4 class={ "side s" (number) } { (side.name) }
                        ul class="tree" {
                            @for (formation, depth) in tops { (self.formation(book, formation, depth)) }
                            @if !loose.is_empty() { (self.loose(&loose)) }
                        }
                    }
                }
            }
        }
    }

    fn formation(&self, book: &OrderOfBattle, formation: &Formation, depth: usize) -> Markup {
        let below: Vec<&Formation> = book
            .formations
            .iter()
            .filter(|other| other.parent.as_ref() == Some(&formation.id) && depth < DEEPEST)
            .collect();
        let own: Vec<&Counter> = book
            .counters
            .iter()
            .filter(|counter| counter.formation.as_ref() == Some(&formation.id))
            .collect();
        html! {
            li {
                details open[depth == 0] {
                    summary {
                        b { (formation.name) }
                        @if let Some(commander) = &formation.commander { " " span class="soft" { (commander) } }
                        @let ratings = self.world.ratings_of_formation(formation);
                        @if !ratings.is_empty() { " " span class="soft" { (ratings) } }
                        " " span class="soft" { (self.under(book, formation)) }
                    }
                    @let orders = self.world.bundle.scenario.orders.iter();
                    @for order in orders.filter(|order| order.formation == formation.id) {
                        @if let Some(words) = order_in_words(order, self.world.bundle) {
                            p class="soft how" {
                                (words) (rule(order.rule.as_deref())) (mark(order.provenance))
                            }
                        }
                    }
                    @if !own.is_empty() {
                        div class="units" { @for counter in own { (self.listed(counter)) } }
                    }
                    @if !below.is_empty() {
                        ul { @for other in below { (self.formation(book, other, depth + 1)) } }
                    }
                }
            }
        }
    }

    /// How many counters a formation has, with those below it.
    fn under(&self, book: &OrderOfBattle, formation: &Formation) -> String {
        let all = self.world.counters.iter().filter(|counter| {
            self.world.formations(counter).iter().any(|above| above.id == formation.id)
        });
        let number = all.filter(|counter| book.counters.iter().any(|c| c.id == counter.id)).count();
        count(number, "counter")
    }

    fn loose(&self, counters: &[&Counter]) -> Markup {
        html! {
            li {
                details {
                    summary { b { "Of no formation" } " " span class="soft" { (count(counters.len(), "counter")) } }
                    div class="units" { @for counter in counters { (self.listed(counter)) } }
                }
            }
        }
    }

    fn listed(&self, counter: &Counter) -> Markup {
        html! {
            div class="listed" {
                (self.counter(&counter.id, 0, None, true))
                @if counter.count > 1 { span class="soft" { (counter.count) " alike" } }
                @for note in &counter.notes { p class="soft how" { (note) } }
                @if !counter.parts.is_empty() {
                    p class="soft how" {
                        @for (number, part) in counter.parts.iter().enumerate() {
                            @if number > 0 { ", " }
                            (part.count) " × " (self.world.type_name(&part.unit_type))
                            @if let Some(name) = &part.name { " " (name) }
                        }
                    }
                }
            }
        }
    }

    pub(super) fn book_notes(&self) -> Markup {
        let books = &self.world.bundle.orders_of_battle;
        html! {
            @for book in books { (notes(&format!("Order of battle: {}", book.title), &book.notes)) }
        }
    }
}

/// Paragraphs under a head, if there are any.
pub(super) fn notes(head: &str, paragraphs: &[String]) -> Markup {
    html! {
        @if !paragraphs.is_empty() {
            h3 { (head) }
            @for paragraph in paragraphs { p { (paragraph) } }
        }
    }
}

/// Formations that stand under no other, and those that stand under each other in a circle, each
/// for itself: with the depth from which what is below them is shown.
fn tops<'a>(book: &'a OrderOfBattle, side: &str) -> Vec<(&'a Formation, usize)> {
    let parent_of = |one: &'a Formation| {
        let parent = one.parent.as_ref();
        parent.and_then(|parent| book.formations.iter().find(|other| other.id == *parent))
    };
    let all = book.formations.iter().filter(|formation| formation.side == side);
    all.filter_map(|formation| match parent_of(formation) {
        None => Some((formation, 0)),
        Some(parent) => {
            let above = std::iter::successors(Some(parent), |one| parent_of(one));
            (above.take(DEEPEST).count() == DEEPEST).then_some((formation, DEEPEST))
        }
    })
    .collect()
}

fn has_home(book: &OrderOfBattle, counter: &Counter) -> bool {
    let home = counter.formation.as_ref();
    home.is_some_and(|home| book.formations.iter().any(|one| one.id == *home))
}
