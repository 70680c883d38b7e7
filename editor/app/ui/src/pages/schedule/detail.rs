//! What is selected, to be changed.

use egui::{Id, RichText, Sense, Ui, UiBuilder, Vec2, vec2};
use salient_art::counter_art::Shown;
use salient_document::schedule::{
    Hanging, ItemOf, Op, arrivals_in_words, entry_in_words, hanging_on,
};
use salient_rules::schedule::{Fit, weathers};
use salient_schema::CounterId;
use salient_schema::scenario::{Reinforcement, Replacement, Withdrawal};

use super::{Draft, PageInput, SchedulePage, Selected, forms, units};
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{primary_button, quiet, text_button};
use crate::map::stacks::Counters;
use crate::pages::stacking::limit_buttons;
use crate::request::Request;

/// How wide a column of fields is.
const COLUMN: f32 = 296.0;

impl SchedulePage {
    pub(super) fn detail(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        if let Some(draft) = self.draft.take() {
            self.draft = self.show_draft(ui, input, counters, requests, draft);
            return;
        }
        let scenario = input.document.scenario();
        match self.selected.clone() {
            Some(Selected::Item(ItemOf::Group(at), _)) => {
                if let Some(group) = scenario.reinforcements.get(at) {
                    self.group(ui, input, counters, requests, at, group);
                }
            }
            Some(Selected::Item(ItemOf::Withdrawal(at), _)) => {
                if let Some(one) = scenario.withdrawals.get(at) {
                    self.withdrawal(ui, input, counters, requests, at, one);
                }
            }
            Some(Selected::Item(ItemOf::Replacement(at), _)) => {
                if let Some(one) = scenario.replacements.get(at) {
                    replacement(ui, input, requests, at, one);
                }
            }
            Some(Selected::Turn(at)) => self.turn(ui, input, requests, at),
            Some(Selected::Track(at)) => self.one_track(ui, input, requests, at),
            None => {
                quiet(
                    ui,
                    "Click an arrival to see and change it; drag it to another game-turn or entry. \
                     With the keyboard, the arrow keys move it.",
                );
                quiet(
                    ui,
                    "Values and weather of the turn track are changed where they stand. Click a \
                     game-turn to rename, add or remove one.",
                );
            }
        }
    }

    fn group(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
        at: usize,
        group: &Reinforcement,
    ) {
        let document = input.document;
        let id = Id::unique(("schedule group", at));
        columns(ui, |ui, column| match column {
            0 => {
                let entry = entry_in_words(document.bundle(), &group.entry);
                title(ui, &format!("{entry}, game-turn {}", group.turn));
                if let Some(arrivals) = self.arrival(at) {
                    let (icon, colour) = match arrivals.fit {
                        Fit::Fits | Fit::Lifted(_) => (Icon::Tick, palette(ui).good),
                        Fit::TooMany | Fit::Barred => (Icon::Warning, palette(ui).warning),
                        Fit::NoLimit | Fit::Unclear => (Icon::Note, palette(ui).note),
                    };
                    told(ui, icon, colour, &arrivals_in_words(document.bundle(), arrivals));
                    if arrivals.fit == Fit::NoLimit {
                        limit_buttons(ui, document, requests);
                    }
                }
                let picked = self.picked_units();
                ui.horizontal_wrapped(|ui| {
                    let some = !picked.is_empty() && picked.len() < group.counters.len();
                    if text_button(ui, None, "Split off", some).clicked() {
                        let units = picked.clone();
                        requests.push(Request::Schedule(Op::Split { group: at, units }));
                    }
                    let alike = self.alike(input, at);
                    if let Some(other) = alike
                        && text_button(ui, None, "Join alike", true).clicked()
                    {
                        requests.push(Request::Schedule(Op::Join { group: at, other }));
                    }
                    let candidates = || units::free(document, &group.side);
                    let none = "Every unit of this side is set up or scheduled.";
                    let new =
                        units::choose(ui, document, candidates, none, &mut self.search, counters);
                    if let Some(unit) = new {
                        let units = vec![unit];
                        requests.push(Request::Schedule(Op::AddUnits { group: at, units }));
                    }
                    if picked.is_empty() {
                        if text_button(ui, Some(Icon::Remove), "Remove arrival", true).clicked() {
                            requests.push(Request::Schedule(Op::RemoveGroup { group: at }));
                        }
                    } else if text_button(ui, Some(Icon::Remove), "Remove chosen", true).clicked() {
                        let units = picked.clone();
                        requests.push(Request::Schedule(Op::RemoveUnits { group: at, units }));
                    }
                });
                let hint = match picked.len() {
                    0 => "Click its units to mean some of them alone.".to_owned(),
                    1 => "1 unit is chosen; dragging moves it alone.".to_owned(),
                    count => format!("{count} units are chosen; dragging moves them alone."),
                };
                quiet(ui, hint);
                let rule = self.arrival(at).and_then(|arrivals| match &arrivals.fit {
                    Fit::Lifted(rule) => Some(rule.as_str()),
                    Fit::Fits | Fit::TooMany => arrivals.rule.as_deref(),
                    _ => None,
                });
                if let Some(rule) = rule
                    && ui.link(format!("What {rule} asks")).clicked()
                {
                    requests.push(Request::ShowRule(rule.to_owned()));
                }
            }
            1 => {
                if let Some(to) = forms::arrival(ui, document, group, id, false) {
                    requests.push(Request::Schedule(Op::SetGroup { group: at, to: Box::new(to) }));
                }
            }
            _ => {
                small_heading(ui, "Arrives for certain unless");
                let changed = forms::condition(ui, document, group.condition.as_ref(), id);
                if let Some(condition) = changed {
                    let to = Box::new(Reinforcement { condition, ..group.clone() });
                    requests.push(Request::Schedule(Op::SetGroup { group: at, to }));
                }
            }
        });
    }

    /// Another group that comes in as this one does.
    fn alike(&self, input: &PageInput<'_>, at: usize) -> Option<usize> {
        let groups = &input.document.scenario().reinforcements;
        let scenario = input.document.scenario();
        (0..groups.len())
            .filter(|other| *other != at)
            .filter(|other| groups[*other].turn == groups[at].turn)
            .find(|other| Op::Join { group: at, other: *other }.plan(scenario).is_ok())
    }

    fn withdrawal(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
        at: usize,
        one: &Withdrawal,
    ) {
        let document = input.document;
        let id = Id::unique(("schedule withdrawal", at));
        let mut to = one.clone();
        columns(ui, |ui, column| match column {
            0 => {
                title(ui, &format!("Withdrawal, game-turn {}", one.turn));
                self.unit_list(ui, input, counters, &mut to.counters, &one.side, true);
                if text_button(ui, Some(Icon::Remove), "Remove withdrawal", true).clicked() {
                    requests.push(Request::Schedule(Op::RemoveWithdrawal { at }));
                }
            }
            1 => {
                if let Some(changed) = forms::withdrawal(ui, document, one, id, false) {
                    to = changed;
                }
            }
            _ => {}
        });
        if to != *one {
            requests.push(Request::Schedule(Op::SetWithdrawal { at, to: Box::new(to) }));
        }
    }

    /// The units of something new or of a withdrawal: a click takes one out.
    fn unit_list(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        list: &mut Vec<CounterId>,
        side: &str,
        any: bool,
    ) {
        let document = input.document;
        let mut gone = None;
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            // The first unit finds room as well.
            ui.set_min_height(38.0);
            for (place, unit) in list.iter().enumerate() {
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(38.0), Sense::click());
                let name = format!("Take out {}", units::name(document, unit));
                response.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::Role::Button, true, name.clone())
                });
                let pixels = ui.pixels_per_point();
                counters.paint_one(ui.painter(), Shown::new(unit, 0), rect.center(), 36.0, pixels);
                if response.hovered() || response.has_focus() {
                    let ring = egui::Stroke::new(2.0, palette(ui).warning);
                    ui.painter().rect_stroke(rect, 3.0, ring, egui::StrokeKind::Inside);
                }
                if response.on_hover_text(name).clicked() {
                    gone = Some(place);
                }
            }
        });
        if let Some(place) = gone {
            list.remove(place);
        }
        let there = list.clone();
        let candidates = || {
            let all = if any { units::all(document, side) } else { units::free(document, side) };
            let left = |id: &CounterId| {
                let has = document.counter(id).map_or(1, |counter| usize::from(counter.count));
                let used = if any { 0 } else { document.counter_uses(id).len() };
                there.iter().filter(|one| *one == id).count() + used < has
            };
            all.into_iter().filter(left).collect()
        };
        let none = if any {
            "This side has no more units."
        } else {
            "Every unit of this side is set up or scheduled."
        };
        if let Some(unit) =
            units::choose(ui, document, candidates, none, &mut self.search, counters)
        {
            list.push(unit);
        }
    }

    fn turn(&mut self, ui: &mut Ui, input: &PageInput<'_>, requests: &mut Vec<Request>, at: usize) {
        let scenario = input.document.scenario();
        let Some(turn) = scenario.turns.get(at) else { return };
        let id = Id::unique(("schedule turn", at));
        columns(ui, |ui, column| match column {
            0 => {
                title(ui, &format!("Game-turn {}", turn.turn));
                quiet(
                    ui,
                    "A game-turn between others renumbers those after it; all that happens \
                           on them follows.",
                );
                ui.horizontal_wrapped(|ui| {
                    if text_button(ui, None, "Add one before", true).clicked() {
                        requests.push(Request::Schedule(Op::AddTurn { at }));
                    }
                    if text_button(ui, None, "Add one after", true).clicked() {
                        requests.push(Request::Schedule(Op::AddTurn { at: at + 1 }));
                    }
                });
            }
            1 => {
                let kinds = weathers(input.document.systems(), input.document.bundle());
                if let Some(to) = forms::turn(ui, turn, &kinds, id) {
                    requests.push(Request::Schedule(Op::SetTurn { at, to: Box::new(to) }));
                }
            }
            _ => {
                small_heading(ui, "If it is removed");
                let hanging = hanging_on(input.document.bundle(), turn.turn);
                let moves = hanging.iter().any(|line| !line.starts_with("Its value"));
                if hanging.is_empty() {
                    quiet(ui, "Nothing hangs on it.");
                }
                for line in &hanging {
                    quiet(ui, format!("• {line}"));
                }
                let more = scenario.turns.len() > 1;
                ui.horizontal_wrapped(|ui| {
                    let words = match (moves, at + 1 < scenario.turns.len()) {
                        (false, _) => "Remove game-turn",
                        (true, true) => "Remove, move all to the next",
                        (true, false) => "Remove, move all to the one before",
                    };
                    if text_button(ui, Some(Icon::Remove), words, more).clicked() {
                        let hanging = Hanging::Moves;
                        requests.push(Request::Schedule(Op::RemoveTurn { at, hanging }));
                    }
                    if moves && text_button(ui, None, "Remove with all of it", more).clicked() {
                        let hanging = Hanging::Goes;
                        requests.push(Request::Schedule(Op::RemoveTurn { at, hanging }));
                    }
                });
            }
        });
    }

    fn one_track(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        requests: &mut Vec<Request>,
        at: usize,
    ) {
        let Some(track) = input.document.scenario().tracks.get(at) else { return };
        let id = Id::unique(("schedule track", at));
        columns(ui, |ui, column| match column {
            0 => {
                title(ui, &track.name);
                quiet(ui, format!("The rules know it as {}.", track.id));
                if text_button(ui, Some(Icon::Remove), "Remove track", true).clicked() {
                    requests.push(Request::Schedule(Op::RemoveTrack { track: at }));
                }
            }
            1 => {
                if let Some(to) = forms::track(ui, input.document, track, id) {
                    requests.push(Request::Schedule(Op::SetTrack { track: at, to: Box::new(to) }));
                }
            }
            _ => {}
        });
    }

    /// Something new. Gives it back as long as it is not on the schedule or given up.
    fn show_draft(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
        mut draft: Draft,
    ) -> Option<Draft> {
        let document = input.document;
        let id = Id::unique("schedule draft");
        let mut gives_up = false;
        columns(ui, |ui, column| match (column, &mut draft) {
            (0, draft) => {
                let (words, op) = match &*draft {
                    Draft::Group(group) => (
                        "New arrival",
                        (!group.counters.is_empty()).then(|| Op::AddGroup(Box::new(group.clone()))),
                    ),
                    Draft::Withdrawal(one) => (
                        "New withdrawal",
                        (!one.counters.is_empty())
                            .then(|| Op::AddWithdrawal(Box::new(one.clone()))),
                    ),
                    Draft::Replacement(one) => {
                        ("New replacements", Some(Op::AddReplacement(Box::new(one.clone()))))
                    }
                    Draft::Track { name, side } => (
                        "New track",
                        (!name.trim().is_empty())
                            .then(|| Op::AddTrack { name: name.clone(), side: side.clone() }),
                    ),
                };
                title(ui, words);
                // Above what grows with each unit, so that they stay under the pointer.
                ui.horizontal(|ui| {
                    let adds = primary_button(ui, None, "Put on the schedule", op.is_some());
                    if let Some(op) = op.filter(|_| adds.clicked()) {
                        requests.push(Request::Schedule(op));
                    }
                    gives_up |= text_button(ui, None, "Give up", true).clicked();
                });
                match draft {
                    Draft::Group(group) => {
                        let side = group.side.clone();
                        self.unit_list(ui, input, counters, &mut group.counters, &side, false);
                    }
                    Draft::Withdrawal(one) => {
                        let side = one.side.clone();
                        self.unit_list(ui, input, counters, &mut one.counters, &side, true);
                    }
                    Draft::Replacement(_) | Draft::Track { .. } => {}
                }
            }
            (1, Draft::Group(group)) => {
                if let Some(to) = forms::arrival(ui, document, group, id, true) {
                    *group = to;
                }
            }
            (1, Draft::Withdrawal(one)) => {
                if let Some(to) = forms::withdrawal(ui, document, one, id, true) {
                    *one = to;
                }
            }
            (1, Draft::Replacement(one)) => {
                if let Some(to) = forms::replacement(ui, document, one, id) {
                    *one = to;
                }
            }
            (1, Draft::Track { name, side }) => forms::new_track(ui, document, name, side, id),
            (2, Draft::Group(group)) => {
                small_heading(ui, "Arrives for certain unless");
                let changed = forms::condition(ui, document, group.condition.as_ref(), id);
                if let Some(condition) = changed {
                    group.condition = condition;
                }
            }
            _ => {}
        });
        (!gives_up).then_some(draft)
    }
}

fn replacement(
    ui: &mut Ui,
    input: &PageInput<'_>,
    requests: &mut Vec<Request>,
    at: usize,
    one: &Replacement,
) {
    let id = Id::unique(("schedule replacement", at));
    columns(ui, |ui, column| match column {
        0 => {
            let when = match one.turn {
                0 => "at the start".to_owned(),
                turn => format!("game-turn {turn}"),
            };
            title(ui, &format!("{} replacement points, {when}", one.points));
            if text_button(ui, Some(Icon::Remove), "Remove replacements", true).clicked() {
                requests.push(Request::Schedule(Op::RemoveReplacement { at }));
            }
        }
        1 => {
            if let Some(to) = forms::replacement(ui, input.document, one, id) {
                requests.push(Request::Schedule(Op::SetReplacement { at, to: Box::new(to) }));
            }
        }
        _ => {}
    });
}

/// Up to three columns side by side; the first takes the room that is left.
fn columns(ui: &mut Ui, mut show: impl FnMut(&mut Ui, usize)) {
    let width = ui.available_width();
    let least = 260.0;
    if width < COLUMN + least {
        for column in 0..3 {
            ui.scope_builder(UiBuilder::new().id_salt(("column", column)), |ui| show(ui, column));
        }
        return;
    }
    let beside = width >= 2.0 * COLUMN + least;
    ui.horizontal_top(|ui| {
        let first = width - COLUMN * if beside { 2.0 } else { 1.0 } - 16.0;
        let mut one = |ui: &mut Ui, columns: std::ops::Range<usize>, width: f32| {
            ui.allocate_ui_with_layout(
                vec2(width, 0.0),
                egui::Layout::top_down(egui::Align::Min),
                |ui| {
                    ui.set_width(width);
                    for column in columns {
                        ui.scope_builder(UiBuilder::new().id_salt(("column", column)), |ui| {
                            show(ui, column);
                        });
                    }
                },
            );
        };
        one(ui, 0..1, first.min(520.0));
        if beside {
            one(ui, 1..2, COLUMN - 8.0);
            one(ui, 2..3, COLUMN - 8.0);
        } else {
            one(ui, 1..3, COLUMN - 8.0);
        }
    });
}

fn title(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::strong(16.0)));
}

fn small_heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).font(theme::strong(13.5)).color(palette(ui).quiet));
}

/// A sentence with a sign before it.
fn told(ui: &mut Ui, icon: Icon, colour: egui::Color32, text: &str) {
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(17.0), Sense::hover());
        icons::paint(ui.painter(), rect.shrink(1.0), icon, colour);
        ui.add(egui::Label::new(text).wrap());
    });
}
