//! What formations are told to take: the plans of armies. Each order has its objectives, and says
//! when it begins to hold and with what it ends.

use std::collections::{BTreeMap, BTreeSet};

use egui::{Id, RichText, Ui};
use salient_document::{Document, Edit, List};
use salient_schema::scenario::{Order, OrderObjective};

use crate::look::icons::Icon;
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    card, field, heading, icon_button, name_input, quiet, segments, text_button, text_field,
};
use crate::pages::schedule::{choice, provenance_choice, wide_choice};
use crate::request::Request;

/// How wide a list of formations is, in points.
const FORMATION: f32 = 260.0;
/// How wide the numbers of an objective's hexes are.
const HEXES: f32 = 150.0;

/// Formations that can be told something: id and name, each below what it belongs to.
type Formations = Vec<(String, String)>;

/// All orders of the scenario. Where there is no formation, there is nobody to be told.
pub fn show(ui: &mut Ui, id: Id, document: &Document, requests: &mut Vec<Request>) {
    let now = &document.scenario().orders;
    let formations = formations(document);
    if now.is_empty() && formations.is_empty() {
        return;
    }
    heading(ui, "Orders");
    quiet(ui, "What armies and other formations are told to take, for rules that know plans.");
    let places = places(document);
    let mut to = now.clone();
    let mut gone = None;
    for at in 0..to.len() {
        card(ui, |ui| {
            let order = Shown { document, formations: &formations, places: &places, at };
            if order.show(ui, id.with(at), &mut to, requests) {
                gone = Some(at);
            }
        });
    }
    if let Some(at) = gone {
        remove(&mut to, at);
    }
    let ordered: BTreeSet<&str> = now.iter().map(|order| order.formation.as_str()).collect();
    let free = formations.iter().find(|(id, _)| !ordered.contains(id.as_str()));
    let adds = text_button(ui, Some(Icon::Plus), "Add an order", free.is_some());
    if adds.clicked()
        && let Some((formation, _)) = free
    {
        let objectives = vec![new_objective(document)];
        to.push(Order { formation: formation.clone(), objectives, ..Order::default() });
    }
    requests.extend(edit(now, to).map(Request::edit));
}

/// The edit that makes one list of orders of another, no longer than what differs.
fn edit(now: &[Order], mut to: Vec<Order>) -> Option<Edit> {
    let same = now.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let rest = now.len().min(to.len()) - same;
    let back = now.iter().rev().zip(to.iter().rev()).take(rest);
    let behind = back.take_while(|(one, other)| one == other).count();
    let remove = now.len() - same - behind;
    let insert: Vec<Order> = to.drain(same..to.len() - behind).collect();
    (remove > 0 || !insert.is_empty()).then(|| Edit::splice(List::Orders, same, remove, insert))
}

/// Takes an order out; no other hangs on it any more.
fn remove(orders: &mut Vec<Order>, at: usize) {
    let gone = orders.remove(at);
    if orders.iter().any(|order| order.formation == gone.formation) {
        return;
    }
    for order in orders {
        for other in [&mut order.starts_with, &mut order.ends_with] {
            if other.as_ref() == Some(&gone.formation) {
                *other = None;
            }
        }
    }
}

/// Gives an order to another formation; what hangs on it follows.
fn give(orders: &mut [Order], at: usize, to: &str) {
    let Some(order) = orders.get_mut(at) else { return };
    let from = std::mem::replace(&mut order.formation, to.to_owned());
    for order in orders {
        for other in [&mut order.starts_with, &mut order.ends_with] {
            if other.as_ref() == Some(&from) {
                *other = Some(to.to_owned());
            }
        }
    }
}

/// An objective where something is selected on the map, else still without a hex.
fn new_objective(document: &Document) -> OrderObjective {
    let hexes = selected(document).into_iter().collect();
    OrderObjective { hexes, ..OrderObjective::default() }
}

/// The hex that is selected on the map.
fn selected(document: &Document) -> Option<String> {
    document.selection().hex.map(|hex| document.grid().label(hex))
}

/// All formations in the order of their files, each set in as deep as it lies below others.
fn formations(document: &Document) -> Formations {
    const DEEPEST: usize = 6;
    let all = || document.bundle().orders_of_battle.iter().flat_map(|oob| &oob.formations);
    let mut parents: BTreeMap<&str, Option<&str>> = BTreeMap::new();
    let mut once = Vec::new();
    for formation in all() {
        if parents.insert(&formation.id, formation.parent.as_deref()).is_none() {
            once.push(formation);
        }
    }
    let above = |id: &str| parents.get(id).copied().flatten();
    let indented = once.into_iter().map(|formation| {
        // A formation may belong to itself in a faulty file.
        let line = std::iter::successors(above(&formation.id), |id| above(id)).take(DEEPEST);
        (formation.id.clone(), format!("{}{}", "    ".repeat(line.count()), formation.name))
    });
    indented.collect()
}

/// Hexes with a name on the map, by name.
fn places(document: &Document) -> Vec<(String, String)> {
    let features = document.map().features.items.iter();
    let named = features.filter_map(|one| {
        let name = one.name.as_deref().map(str::trim).filter(|name| !name.is_empty())?;
        Some((name.to_owned(), one.hex.clone()))
    });
    let all: BTreeSet<(String, String)> = named.collect();
    all.into_iter().collect()
}

/// What an order is shown with.
struct Shown<'a> {
    document: &'a Document,
    formations: &'a Formations,
    places: &'a [(String, String)],
    at: usize,
}

impl Shown<'_> {
    fn name_of<'n>(&'n self, formation: &'n str) -> &'n str {
        let found = self.formations.iter().find(|(id, _)| id == formation);
        found.map_or(formation, |(_, name)| name.trim_start())
    }

    /// One order. Gives whether it is to go.
    fn show(&self, ui: &mut Ui, id: Id, orders: &mut [Order], requests: &mut Vec<Request>) -> bool {
        let at = self.at;
        let Some(now) = orders.get(at).cloned() else { return false };
        let whose = self.name_of(&now.formation).to_owned();
        let mut gone = false;
        ui.horizontal(|ui| {
            ui.label(RichText::new(&whose).font(theme::strong(16.0)));
            if let Some(rule) = &now.rule
                && ui.link(rule).on_hover_text("What the rule asks.").clicked()
            {
                requests.push(Request::ShowRule(rule.clone()));
            }
            gone = icon_button(ui, Icon::Remove, &format!("Remove the order of {whose}"), true)
                .clicked();
        });
        let taken = |id: &String| orders.iter().any(|order| order.formation == *id);
        let mut choices: Formations = self
            .formations
            .iter()
            .filter(|(id, _)| *id == now.formation || !taken(id))
            .cloned()
            .collect();
        if choices.iter().all(|(id, _)| *id != now.formation) {
            let name = format!("{}, which is not there", now.formation);
            choices.push((now.formation.clone(), name));
        }
        let chosen = field(ui, "Formation", |ui| {
            let name = format!("Formation of order {}", at + 1);
            wide_choice(ui, &name, id.with("formation"), FORMATION, &choices, &now.formation)
        });
        let mut to = now.clone();
        self.objectives(ui, id.with("objectives"), &whose, &mut to.objectives, requests);
        self.holds(ui, id.with("holds"), &whose, orders, &mut to);
        let rule = field(ui, "Rule", |ui| {
            let (name, now) = (format!("Rule of the order of {whose}"), now.rule.as_deref());
            let now = now.unwrap_or_default();
            text_field(ui, id.with("rule"), &name, "A rule's number", now, HEXES)
        });
        if let Some(rule) = rule {
            to.rule = Some(rule.trim().to_owned()).filter(|rule| !rule.is_empty());
        }
        let source = field(ui, "Source", |ui| {
            let name = format!("Source of the order of {whose}");
            provenance_choice(ui, &name, id.with("source"), now.provenance)
        });
        to.provenance = source.unwrap_or(to.provenance);
        if let Some(order) = orders.get_mut(at) {
            *order = to;
        }
        if let Some(formation) = chosen {
            give(orders, at, &formation);
        }
        gone
    }

    /// What is to be taken, a line each.
    fn objectives(
        &self,
        ui: &mut Ui,
        id: Id,
        whose: &str,
        objectives: &mut Vec<OrderObjective>,
        requests: &mut Vec<Request>,
    ) {
        let mut gone = None;
        for (at, objective) in objectives.iter_mut().enumerate() {
            let of = format!("objective {} of {whose}", at + 1);
            let label = if at == 0 { "To take" } else { "" };
            field(ui, label, |ui| {
                let now = objective.name.clone().unwrap_or_default();
                let name = format!("Name of {of}");
                let typed =
                    text_field(ui, id.with((at, "name")), &name, "What it is called", &now, HEXES);
                if let Some(typed) = typed {
                    objective.name = Some(typed.trim().to_owned()).filter(|name| !name.is_empty());
                }
                self.hexes(ui, id.with((at, "hexes")), &of, objective);
                let first = objective.hexes.first().and_then(|hex| self.document.grid().parse(hex));
                let shows = icon_button(ui, Icon::Eye, &format!("Show {of}"), first.is_some());
                if let Some(hex) = first.filter(|_| shows.clicked()) {
                    requests.push(Request::GoTo(hex));
                }
                let told = "The order is carried out when all that is primary is taken.";
                let primary = ui.checkbox(&mut objective.primary, "primary").on_hover_text(told);
                name_input(&primary, &format!("Primary: {of}"));
                if icon_button(ui, Icon::Remove, &format!("Remove {of}"), true).clicked() {
                    gone = Some(at);
                }
            });
        }
        if let Some(at) = gone {
            objectives.remove(at);
        }
        field(ui, if objectives.is_empty() { "To take" } else { "" }, |ui| {
            let words = match selected(self.document) {
                Some(hex) => format!("Add hex {hex} to take"),
                None => "Add something to take".to_owned(),
            };
            let button = text_button(ui, Some(Icon::Plus), &words, true);
            let told =
                format!("Another objective of {whose}: the hex that is selected on the map.");
            if button.on_hover_text(told).clicked() {
                objectives.push(new_objective(self.document));
            }
        });
    }

    /// The hexes of an objective: their numbers, and a list of places to add.
    /// A number that the map has not stays: Problems tells where it stands.
    fn hexes(&self, ui: &mut Ui, id: Id, of: &str, objective: &mut OrderObjective) {
        let now = objective.hexes.join(" ");
        let name = format!("Hexes of {of}");
        if let Some(typed) = text_field(ui, id.with("typed"), &name, "Hex numbers", &now, HEXES) {
            let words = typed.split(|sign: char| sign.is_whitespace() || sign == ',');
            objective.hexes = words.filter(|word| !word.is_empty()).map(str::to_owned).collect();
        }
        let mut choices = vec![(None, "Add a hex…".to_owned())];
        let there = |hex: &String| objective.hexes.contains(hex);
        if let Some(hex) = selected(self.document).filter(|hex| !there(hex)) {
            let words = format!("{hex}, selected on the map");
            choices.push((Some((String::new(), hex)), words));
        }
        let places = self.places.iter().filter(|(_, hex)| !there(hex));
        choices.extend(
            places.map(|(name, hex)| (Some((name.clone(), hex.clone())), format!("{name}, {hex}"))),
        );
        let name = format!("Add a hex to {of}");
        if let Some(Some((name, hex))) = choice(ui, &name, id.with("add"), &choices, &None) {
            if objective.hexes.is_empty() && objective.name.is_none() && !name.is_empty() {
                objective.name = Some(name);
            }
            objective.hexes.push(hex);
        }
    }

    /// When it begins to hold, and with what it ends.
    fn holds(&self, ui: &mut Ui, id: Id, whose: &str, orders: &[Order], to: &mut Order) {
        let others: Vec<&String> = orders
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != self.at)
            .map(|(_, order)| &order.formation)
            .collect();
        let hangs_on = |none: &str, now: &Option<String>| {
            let mut choices = vec![(None, none.to_owned())];
            choices.extend(others.iter().map(|id| {
                (Some((*id).clone()), format!("with the order of {}", self.name_of(id)))
            }));
            if let Some(unknown) = now.clone().filter(|now| !others.contains(&now)) {
                let words = format!("with that of {unknown}, which has none");
                choices.push((Some(unknown), words));
            }
            choices
        };
        field(ui, "Holds", |ui| {
            let choices = [(false, "at once"), (true, "later")];
            let name = format!("When the order of {whose} holds");
            if let Some(idle) = segments(ui, &name, &choices, to.idle) {
                to.idle = idle;
                // What holds at once begins with no other.
                to.starts_with = to.starts_with.take().filter(|_| idle);
            }
            if to.idle || to.starts_with.is_some() {
                let choices = hangs_on("when the rules say so", &to.starts_with);
                let name = format!("With what the order of {whose} begins");
                let id = id.with("starts");
                let chosen = wide_choice(ui, &name, id, FORMATION, &choices, &to.starts_with);
                to.starts_with = chosen.unwrap_or(to.starts_with.take());
                if to.starts_with.is_some() {
                    ui.label(RichText::new("when that is given up").color(palette(ui).quiet));
                }
            }
        });
        field(ui, "Ends", |ui| {
            let choices = hangs_on("by itself", &to.ends_with);
            let name = format!("With what the order of {whose} ends");
            let id = id.with("ends");
            let chosen = wide_choice(ui, &name, id, FORMATION, &choices, &to.ends_with);
            to.ends_with = chosen.unwrap_or(to.ends_with.take());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(formation: &str) -> Order {
        Order { formation: formation.to_owned(), ..Order::default() }
    }

    #[test]
    fn an_edit_is_no_longer_than_what_differs() {
        let now = vec![order("a"), order("b"), order("c")];
        assert_eq!(edit(&now, now.clone()), None);
        let spliced = |to: Vec<Order>| match edit(&now, to) {
            Some(Edit::Splice { at, remove, insert, .. }) => (at, remove, insert.len()),
            other => panic!("{other:?}"),
        };
        assert_eq!(spliced(vec![order("a"), order("c")]), (1, 1, 0));
        assert_eq!(spliced(vec![order("a"), order("d"), order("c")]), (1, 1, 1));
        assert_eq!(spliced(Vec::new()), (0, 3, 0));
        let mut more = now.clone();
        more.push(order("c"));
        assert_eq!(spliced(more), (3, 0, 1));
        // Two alike: one is taken out, never more.
        let twins = vec![order("a"), order("a")];
        let Some(Edit::Splice { remove, insert, .. }) = edit(&twins, vec![order("a")]) else {
            panic!("nothing differs");
        };
        assert_eq!((remove, insert.len()), (1, 0));
    }

    #[test]
    fn what_hangs_on_an_order_follows_it_or_is_let_go() {
        let idle = Order {
            idle: true,
            starts_with: Some("a".to_owned()),
            ends_with: Some("c".to_owned()),
            ..order("b")
        };
        let mut orders = vec![order("a"), idle, order("c")];
        give(&mut orders, 0, "d");
        assert_eq!(orders[0].formation, "d");
        assert_eq!(orders[1].starts_with.as_deref(), Some("d"));
        remove(&mut orders, 0);
        assert_eq!(orders[0].starts_with, None);
        assert_eq!(orders[0].ends_with.as_deref(), Some("c"));
    }
}
