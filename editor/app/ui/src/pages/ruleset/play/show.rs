//! Sentences on the screen: their words and choices, exceptions and problems below them.

use std::collections::BTreeSet;

use egui::{ComboBox, DragValue, Grid, Id, PopupCloseBehavior, RichText, Ui};
use salient_document::ProblemId;
use salient_schema::Severity;
use salient_schema::rules_of_play::{Dice, Exception, Group};
use salient_schema::words::{capital, id_in_words};

use super::known::{Known, Lists, not_there};
use super::sentence::{Change, Row, Sentence, Slot};
use super::when::{exceptions, new_exception};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{
    heading, icon_button, list_width, name_input, severity_mark, text_button, text_field,
};
use crate::pages::schedule::wide_choice;
use crate::request::Request;

/// How far a sentence is set in below another, in points.
const INDENT: f32 = 22.0;
/// How wide a choice is at least, in points.
const CHOICE: f32 = 40.0;
/// How far the parts of a sentence are from each other, in points.
const BETWEEN: f32 = 4.0;
/// How far a comma or a point is from what it follows, in points.
const TO_A_POINT: f32 = 1.0;
/// What adds an exception to the number that it follows, as a footnote's mark does.
pub const EXCEPT: &str = "*";

/// A problem of the rules of play.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Where it is, from the ruleset on.
    pub pointer: String,
    /// Which it is.
    pub id: ProblemId,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, with things called by their names.
    pub message: String,
}

/// What sentences are shown with, and what is asked for in them.
pub struct Shown<'a> {
    known: &'a Known,
    problems: &'a [Problem],
    told: BTreeSet<ProblemId>,
    /// What comes and goes.
    pub changes: Vec<Change>,
    /// Whether a number is being dragged.
    pub drafting: bool,
    /// Whether there are numbers that may have exceptions.
    pub excepts: bool,
}

impl<'a> Shown<'a> {
    /// Nothing is shown yet.
    pub fn new(known: &'a Known, problems: &'a [Problem]) -> Self {
        let (told, changes) = (BTreeSet::new(), Vec::new());
        Self { known, problems, told, changes, drafting: false, excepts: false }
    }

    /// Shows lines. What is chosen in them is so from then on.
    pub fn rows(&mut self, ui: &mut Ui, id: Id, rows: Vec<Row<'a>>, requests: &mut Vec<Request>) {
        let mut rows = rows.into_iter().peekable();
        let mut without = None;
        while let Some(row) = rows.next() {
            match row {
                Row::Say(sentence) => self.say(ui, id, sentence, requests),
                Row::Head(text, remove) if text.is_empty() => without = remove,
                Row::Head(text, remove) => self.head(ui, &text, remove),
                // What can be added at a place stands together.
                Row::Add(text, change) => {
                    ui.horizontal_wrapped(|ui| {
                        self.add(ui, text, change);
                        while let Some(Row::Add(..)) = rows.peek() {
                            if let Some(Row::Add(text, change)) = rows.next() {
                                self.add(ui, text, change);
                            }
                        }
                    });
                }
            }
        }
        // How to be rid of all of it is the last that anybody looks for.
        if let Some(pointer) = without
            && text_button(ui, Some(Icon::Remove), "Do without it", true).clicked()
        {
            self.changes.push(Change::Remove(pointer));
        }
    }

    fn add(&mut self, ui: &mut Ui, text: &str, change: Change) {
        if text_button(ui, Some(Icon::Plus), text, true).clicked() {
            self.changes.push(change);
        }
    }

    /// Shows the problems below a pointer that no sentence has told.
    pub fn rest(&mut self, ui: &mut Ui, pointer: &str, requests: &mut Vec<Request>) {
        self.problems_at(ui, &[pointer.to_owned()], requests);
    }

    fn head(&mut self, ui: &mut Ui, text: &str, remove: Option<String>) {
        ui.horizontal(|ui| {
            ui.label(RichText::new(text).font(theme::strong(15.0)));
            let Some(pointer) = remove else { return };
            if icon_button(ui, Icon::Remove, &format!("Remove {text}"), true).clicked() {
                self.changes.push(Change::Remove(pointer));
            }
        });
    }

    fn say(&mut self, ui: &mut Ui, id: Id, sentence: Sentence<'a>, requests: &mut Vec<Request>) {
        let fields = sentence.slots.iter().map(|(field, _)| sentence.pointer(field));
        let mut pointers: Vec<String> = fields.collect();
        let about = in_words(&sentence.at);
        let Sentence { at, text, slots, more, remove, depth } = sentence;
        let mut slots = slots.into_iter();
        let mut after = Vec::new();
        let id = id.with((&at, &text));
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = BETWEEN;
            if depth > 0 {
                ui.add_space(INDENT * depth as f32);
            }
            for (number, part) in text.split('{').enumerate() {
                let words = if number == 0 {
                    part
                } else if let Some((field, slot)) = slots.next() {
                    let pointer = format!("{at}/{field}");
                    let first = text.starts_with('{') && number == 1;
                    let line = Line { id: id.with(&field), pointer, first };
                    after.extend(self.slot(ui, line, slot));
                    part.split_once('}').map_or("", |(_, words)| words)
                } else {
                    part
                };
                let words = words.trim();
                if words.starts_with([',', ';', ':', '.']) {
                    ui.add_space(TO_A_POINT - BETWEEN);
                }
                if !words.is_empty() {
                    ui.label(words);
                }
            }
            if !more.is_empty() {
                self.more(ui, &format!("Add to: {about}"), more);
            }
            if let Some(pointer) = remove
                && icon_button(ui, Icon::Remove, &format!("Remove: {}", in_words(&pointer)), true)
                    .clicked()
            {
                self.changes.push(Change::Remove(pointer));
            }
        });
        // Those of the exceptions stand below them.
        pointers
            .retain(|pointer| after.iter().all(|(of, except)| of != pointer || except.is_empty()));
        self.problems_at(ui, &pointers, requests);
        for (pointer, except) in after {
            for sentence in exceptions(&pointer, except, self.known) {
                self.say(ui, id, sentence, requests);
            }
            self.problems_at(ui, &[pointer], requests);
        }
    }

    /// What may be added to a sentence.
    fn more(&mut self, ui: &mut Ui, name: &str, more: Vec<(&'static str, Change)>) {
        let menu = ui.menu_button(RichText::new("when …").color(palette(ui).quiet), |ui| {
            for (words, change) in more {
                if ui.button(words).clicked() {
                    self.changes.push(change);
                }
            }
        });
        name_input(&menu.response, name);
    }

    /// Shows a choice. Gives the exceptions of a number.
    fn slot(
        &mut self,
        ui: &mut Ui,
        line: Line,
        slot: Slot<'a>,
    ) -> Option<(String, &'a mut Vec<Exception>)> {
        let Line { id, pointer, first } = line;
        let name = in_words(&pointer);
        let shown = |text: String| if first { capital(&text) } else { text };
        match slot {
            Slot::Number { now, range, at, mut set, except } => {
                let mut to = now;
                let words = at.map(|(value, words)| (value, shown(words.to_owned())));
                let mut drag = DragValue::new(&mut to).range(range).speed(0.05);
                drag = drag.update_while_editing(false);
                if let Some((value, words)) = words {
                    drag = drag.custom_formatter(move |number, _| {
                        if number as i32 == value { words.clone() } else { number.to_string() }
                    });
                    // What is typed over the words is a number again.
                    drag = drag.custom_parser(|typed| typed.trim().parse().ok());
                }
                let response = ui.add(drag);
                name_input(&response, &name);
                self.drafting |= response.dragged();
                if to != now {
                    set(to);
                }
                let except = except?;
                self.excepts = true;
                let words = RichText::new(EXCEPT).color(palette(ui).quiet);
                let link = ui.add(egui::Button::new(words).frame(false));
                let link = link.on_hover_text("Add an exception to this number");
                name_input(&link, &format!("Add an exception: {name}"));
                if link.clicked() {
                    self.changes.push(new_exception(&pointer, to));
                }
                return (!except.is_empty()).then_some((pointer, except));
            }
            Slot::Choice { now, options, mut set } => {
                if let Some(to) = one_of(ui, id, &name, now, options, first) {
                    set(to);
                }
            }
            Slot::Kind { now, options } => {
                let (words, mut changes): (Vec<_>, Vec<_>) = options.into_iter().unzip();
                if let Some(to) = one_of(ui, id, &name, now, words, first) {
                    self.changes.push(changes.swap_remove(to));
                }
            }
            Slot::Several { now, lists, none, mut set } => {
                let mut to = now.clone();
                let text =
                    if now.is_empty() { none.to_owned() } else { listed(&now, lists, "and") };
                folded(ui, id, &name, &shown(text), |ui| several(ui, &mut to, lists));
                if to != now {
                    set(to);
                }
            }
            Slot::Group { now, lists } => {
                folded(ui, id, &name, &shown(group_in_words(now, lists)), |ui| {
                    group(ui, now, lists);
                });
            }
            Slot::Dice(dice) => {
                let Dice { number, faces } = dice;
                for (value, range, of) in [(number, 1..=6, "Number"), (faces, 2..=100, "Faces")] {
                    let prefix = if of == "Faces" { "d" } else { "" };
                    let mut to = *value;
                    let drag = DragValue::new(&mut to).range(range).speed(0.05).prefix(prefix);
                    let response = ui.add(drag.update_while_editing(false));
                    name_input(&response, &format!("{of} of dice: {name}"));
                    self.drafting |= response.dragged();
                    *value = to;
                }
            }
            Slot::Exception { set, add } => {
                let adds = add.is_some();
                let options = vec!["it is".to_owned(), "it changes by".to_owned()];
                let how = format!("How it changes: {name}");
                let other = one_of(ui, id, &how, usize::from(adds), options, false);
                let mut to = set.or(*add).unwrap_or(0);
                let drag = DragValue::new(&mut to).range(-999..=999).speed(0.05);
                let response = ui.add(drag.update_while_editing(false));
                name_input(&response, &name);
                self.drafting |= response.dragged();
                let adds = other.map_or(adds, |other| other == 1);
                (*set, *add) = if adds { (None, Some(to)) } else { (Some(to), None) };
            }
            Slot::Text { now, hint, width, mut set } => {
                if let Some(typed) = text_field(ui, id, &name, hint, &now, width) {
                    set(typed);
                }
            }
        }
        None
    }

    /// Shows the problems that are about what is at one of these pointers, each once.
    fn problems_at(&mut self, ui: &mut Ui, pointers: &[String], requests: &mut Vec<Request>) {
        for problem in self.problems {
            if !pointers.iter().any(|pointer| is_within(&problem.pointer, pointer))
                || !self.told.insert(problem.id)
            {
                continue;
            }
            ui.horizontal_wrapped(|ui| {
                ui.add_space(INDENT);
                let (icon, ink) = severity_mark(ui, problem.severity);
                let size = egui::Vec2::splat(14.0);
                let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                icons::paint(ui.painter(), rect, icon, ink);
                let text = RichText::new(capital(&problem.message)).color(ink);
                if ui.link(text).on_hover_text("Show it among the problems").clicked() {
                    requests.push(Request::ShowProblem(problem.id));
                }
            });
        }
    }
}

/// Where a choice stands.
struct Line {
    id: Id,
    pointer: String,
    /// Whether the sentence begins with it.
    first: bool,
}

/// Whether a pointer leads to a place or below it.
pub fn is_within(pointer: &str, place: &str) -> bool {
    pointer.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// What a choice at a pointer is called: `Stacking limits 1 most`.
pub fn in_words(pointer: &str) -> String {
    let part = |part: &str| match part.parse::<usize>() {
        Ok(place) => (place + 1).to_string(),
        Err(_) => id_in_words(part),
    };
    let parts = pointer.split('/').filter(|part| !part.is_empty() && *part != "rules_of_play");
    let parts: Vec<String> = parts.map(part).collect();
    capital(&parts.join(" ").to_lowercase())
}

/// One of a list that folds out. Gives the one that is chosen anew.
fn one_of(
    ui: &mut Ui,
    id: Id,
    name: &str,
    now: usize,
    options: Vec<String>,
    first: bool,
) -> Option<usize> {
    let words = |text: String| if first { capital(&text) } else { text };
    let options: Vec<(usize, String)> =
        options.into_iter().enumerate().map(|(at, text)| (at, words(text))).collect();
    wide_choice(ui, name, id, CHOICE, &options, &now)
}

/// A list that folds out and stays while things are ticked in it.
fn folded(ui: &mut Ui, id: Id, name: &str, text: &str, contents: impl FnOnce(&mut Ui)) {
    let width = list_width(ui, text, CHOICE);
    ui.name_inputs(name.to_owned(), |ui| {
        ComboBox::from_id_salt(id)
            .width(width)
            .height(420.0)
            .truncate()
            .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
            .selected_text(text)
            .show_ui(ui, contents)
    });
}

/// What an id is called.
fn called(id: &str, lists: &Lists) -> String {
    let mut all = lists.iter().flat_map(|(_, list)| list);
    all.find(|(own, _)| own == id).map_or_else(|| not_there(id), |(_, name)| name.clone())
}

/// Names with a word before the last.
fn listed(ids: &[String], lists: &Lists, word: &str) -> String {
    let names: Vec<String> = ids.iter().map(|id| called(id, lists)).collect();
    match names.as_slice() {
        [before @ .., last] if !before.is_empty() => {
            format!("{} {word} {last}", before.join(", "))
        }
        names => names.concat(),
    }
}

/// A group in words: `Infantry and Cavalry, but not Guards`.
pub fn group_in_words(group: &Group, lists: &Lists) -> String {
    let Group { of, but, nobody } = group;
    let of = match of.as_slice() {
        _ if *nobody => return "nobody".to_owned(),
        [] => "all units".to_owned(),
        of => listed(of, lists, "and"),
    };
    if but.is_empty() { of } else { format!("{of} but not {}", listed(but, lists, "or")) }
}

/// Ticks for things of lists, and for those that are not there.
fn several(ui: &mut Ui, now: &mut Vec<String>, lists: &Lists) {
    let strays: Vec<String> = strays(now, lists);
    for id in strays {
        tick(ui, now, &id, &not_there(&id));
    }
    for (head, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
        if !head.is_empty() {
            heading(ui, head);
        }
        for (id, name) in list {
            tick(ui, now, id, name);
        }
    }
    if lists.iter().all(|(_, list)| list.is_empty()) {
        ui.label("The ruleset defines none.");
    }
}

fn strays(now: &[String], lists: &Lists) -> Vec<String> {
    let known = |id: &String| lists.iter().any(|(_, list)| list.iter().any(|(own, _)| own == id));
    now.iter().filter(|id| !known(id)).cloned().collect()
}

fn tick(ui: &mut Ui, now: &mut Vec<String>, id: &str, name: &str) {
    let mut is_in = now.iter().any(|own| own == id);
    if ui.checkbox(&mut is_in, name).changed() {
        match is_in {
            true => now.push(id.to_owned()),
            false => now.retain(|own| own != id),
        }
    }
}

/// Ticks for units that a rule is about, and for those that it is not about.
fn group(ui: &mut Ui, now: &mut Group, lists: &Lists) {
    if ui.selectable_label(now.is_everybody(), "All units").clicked() {
        *now = Group::default();
    }
    if ui.selectable_label(now.nobody, "Nobody").clicked() {
        *now = Group { nobody: true, ..Group::default() };
    }
    let before = now.clone();
    Grid::new(ui.scope_id().with("group")).num_columns(3).show(ui, |ui| {
        ui.label("");
        ui.label("These");
        ui.label("Not");
        ui.end_row();
        let strays = [&now.of, &now.but].into_iter().flat_map(|ids| strays(ids, lists));
        let all = [("", strays.map(|id| (id.clone(), not_there(&id))).collect::<Vec<_>>())];
        for (head, list) in all.iter().chain(lists).filter(|(_, list)| !list.is_empty()) {
            ui.label(RichText::new(*head).color(palette(ui).quiet));
            ui.end_row();
            for (id, name) in list {
                ui.label(name);
                for (ids, what) in [(&mut now.of, "These"), (&mut now.but, "Not")] {
                    let mut is_in = ids.iter().any(|own| own == id);
                    let box_of = ui.checkbox(&mut is_in, "");
                    name_input(&box_of, &format!("{what}: {name}"));
                    if box_of.changed() {
                        match is_in {
                            true => ids.push(id.clone()),
                            false => ids.retain(|own| own != id),
                        }
                    }
                }
                ui.end_row();
            }
        }
    });
    if *now != before {
        now.nobody = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_places_are_told_in_words() {
        let named = |id: &str, name: &str| (id.to_owned(), name.to_owned());
        let lists = [
            ("Types", vec![named("infantry", "Infantry"), named("cavalry", "Cavalry")]),
            ("Traits", vec![named("guards", "Guards")]),
        ];
        let of = |of: &[&str], but: &[&str]| Group {
            of: of.iter().map(|id| (*id).to_owned()).collect(),
            but: but.iter().map(|id| (*id).to_owned()).collect(),
            nobody: false,
        };
        let told = |group: Group| group_in_words(&group, &lists);
        assert_eq!(told(Group::default()), "all units");
        assert_eq!(told(of(&["infantry"], &["guards"])), "Infantry but not Guards");
        assert_eq!(told(of(&["infantry", "cavalry"], &[])), "Infantry and Cavalry");
        assert_eq!(told(of(&[], &["flying-corps"])), "all units but not flying corps (not there)");
        assert_eq!(told(Group { nobody: true, ..Group::default() }), "nobody");
        assert_eq!(in_words("/rules_of_play/stacking/limits/0/most"), "Stacking limits 1 most");
        assert!(is_within("/rules_of_play/combat/1/table", "/rules_of_play/combat/1"));
        assert!(!is_within("/rules_of_play/combat/10", "/rules_of_play/combat/1"));
    }
}
