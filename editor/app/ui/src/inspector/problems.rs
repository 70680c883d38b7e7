//! What is wrong, and where, and what can be done about it at once.

mod list;

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align, Align2, ComboBox, FontId, Label, Layout, Rect, RichText, Role, ScrollArea, Sense,
    TextEdit, TextFormat, Ui, WidgetInfo, pos2, vec2,
};
use salient_document::fixes::{Fix, MOST_ALIKE, fixes_for, is_plain, problems_like};
use salient_document::oob::in_words;
use salient_document::{Document, ProblemId};
use salient_schema::words::capital;
use salient_schema::{Code, Diagnostic, Severity};

use self::list::{
    Filter, Group, Heights, List, Row, heading, in_words as count_in_words, place_of,
};
use crate::look::icons::{self, Icon};
use crate::look::names::with_names;
use crate::look::theme::{self, palette};
use crate::look::widgets::{card, icon_button, name_input, quiet, severity_mark, text_button};
use crate::request::Request;
use crate::request::command::UiCommand;

/// How high the rows are.
const HEIGHTS: Heights = Heights { heading: 30.0, short: 48.0, long: 66.0 };
/// The width of a letter at the most, on average, and what a row holds besides words, in points.
const LETTER: f32 = 7.0;
const BESIDE_WORDS: f32 = 50.0;

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Problems {
    /// The problem that is shown on the map.
    pub shown: Option<ProblemId>,
    filter: Filter,
    list: List,
    /// How many letters a line has.
    letters: usize,
    /// The problem that was last scrolled to.
    revealed: Option<ProblemId>,
    /// What can be done about the problem shown, at this version of the problems.
    ways_out: Option<WaysOut>,
}

/// What can be done about a problem.
#[derive(Debug)]
struct WaysOut {
    problem: ProblemId,
    /// The document's revision and the problems' version that it was worked out for.
    made_for: (u64, u64),
    fixes: Vec<Fix>,
    /// How many problems there are of the kind, itself among them.
    alike: usize,
}

impl Problems {
    /// The problem after the one shown, or before it, as the list is sorted and filtered.
    pub fn step(&mut self, document: &Document, forwards: bool) -> Option<ProblemId> {
        self.list.follow(document, &self.filter, HEIGHTS, self.letters);
        self.list.beside(self.current(document), forwards)
    }

    /// The problem shown, if it is still the one that was chosen.
    fn current(&self, document: &Document) -> Option<ProblemId> {
        let problem = document.selection().problem.as_ref()?;
        let id = self.shown?;
        let now = document.problems().get(id)?;
        (now.message == problem.message && now.place.hex == problem.place.hex).then_some(id)
    }

    /// Shows the tab.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        editing: bool,
        requests: &mut Vec<Request>,
    ) {
        let problems = document.problems();
        if problems.is_empty() && problems.is_complete() {
            all_is_well(ui, document);
            return;
        }
        self.head(ui, document, requests);
        self.letters = ((ui.available_width() - BESIDE_WORDS) / LETTER).max(1.0) as usize;
        self.list.follow(document, &self.filter, HEIGHTS, self.letters);
        let current = self.current(document);
        if let Some(id) = current {
            let now = (document.revision(), problems.version());
            let known = |ways: &WaysOut| (ways.problem, ways.made_for) == (id, now);
            if !self.ways_out.as_ref().is_some_and(known) {
                let fixes = fixes_for(document, id);
                let alike = if fixes.is_empty() { 0 } else { problems_like(document, id).len() };
                self.ways_out = Some(WaysOut { problem: id, made_for: now, fixes, alike });
            }
            details(ui, document, id, self.ways_out.as_ref().filter(|_| editing), requests);
            ui.add_space(theme::GAP);
        }
        if self.list.problems().next().is_none() {
            ui.add_space(20.0);
            ui.vertical_centered(|ui| match problems.is_complete() {
                true => quiet(ui, "Nothing fits the filter."),
                false => quiet(ui, "Looking …"),
            });
            return;
        }
        self.rows(ui, document, current, requests);
    }

    /// How many there are, and what of them is listed.
    fn head(&mut self, ui: &mut Ui, document: &Document, requests: &mut Vec<Request>) {
        let count = document.problems().count();
        ui.horizontal(|ui| {
            ui.label(count_in_words(count));
            if !document.problems().is_complete() {
                quiet(ui, "so far …");
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                for (icon, command) in
                    [(Icon::Down, UiCommand::NextProblem), (Icon::Up, UiCommand::PreviousProblem)]
                {
                    if icon_button(ui, icon, command.text(), true).clicked() {
                        requests.push(Request::Command(command));
                    }
                }
            });
        });
        ui.horizontal_wrapped(|ui| {
            for (severity, name, number) in [
                (Severity::Error, "Errors", count.errors),
                (Severity::Warning, "Warnings", count.warnings),
                (Severity::Note, "Notes", count.notes),
            ] {
                let Some(hidden) = self.filter.hidden.get_mut(place_of(severity)) else { continue };
                let on = !*hidden;
                if chip(ui, severity, &format!("{name} {number}"), on) {
                    *hidden = on;
                }
            }
        });
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut self.filter.text)
                .hint_text("Filter: words, hex, rule")
                .desired_width((ui.available_width() - 130.0).max(80.0));
            let field = ui.add(field);
            name_input(&field, "Filter problems");
            let now = Group::ALL.iter().find(|(group, _)| *group == self.filter.group);
            ui.name_inputs("Group by", |ui| {
                ComboBox::from_id_salt("problem groups")
                    .selected_text(format!(
                        "By {}",
                        now.map_or("", |(_, name)| name).to_lowercase()
                    ))
                    .width(96.0)
                    .show_ui(ui, |ui| {
                        for (group, name) in Group::ALL {
                            let text = format!("By {}", name.to_lowercase());
                            ui.selectable_value(&mut self.filter.group, group, text);
                        }
                    })
            });
        });
        ui.add_space(2.0);
    }

    fn rows(
        &mut self,
        ui: &mut Ui,
        document: &Document,
        current: Option<ProblemId>,
        requests: &mut Vec<Request>,
    ) {
        let list = &self.list;
        let reveal = current.filter(|_| current != self.revealed).and_then(|id| list.span(id));
        self.revealed = current;
        let area = ScrollArea::vertical().auto_shrink(false).id_salt("problems");
        area.show_viewport(ui, |ui, viewport| {
            ui.set_height(list.height());
            ui.set_width(ui.available_width());
            let origin = ui.max_rect().min;
            let width = ui.available_width();
            let rect = |top: f32, bottom: f32| {
                Rect::from_min_max(
                    pos2(origin.x, origin.y + top),
                    pos2(origin.x + width, origin.y + bottom),
                )
            };
            if let Some((top, bottom)) = reveal {
                ui.scroll_to_rect(rect(top, bottom), Some(Align::Center));
            }
            for (row, top, bottom) in list.between(viewport.top(), viewport.bottom()) {
                let rect = rect(top, bottom);
                match row {
                    Row::Heading(first, count) => {
                        if let Some(problem) = document.problems().get(first) {
                            let name = heading(document, self.filter.group, first, problem);
                            paint_heading(ui, rect, &name, count);
                        }
                    }
                    Row::Problem(id) => {
                        let Some(problem) = document.problems().get(id) else { continue };
                        let problem = as_printed(document, problem);
                        if paint_problem(ui, rect, id, &problem, current == Some(id)) {
                            requests.push(Request::ShowProblem(id));
                        }
                    }
                }
            }
        });
    }
}

/// A switch with the icon of a severity; whether it was clicked.
fn chip(ui: &mut Ui, severity: Severity, text: &str, on: bool) -> bool {
    let colours = palette(ui);
    let (icon, ink) = severity_mark(ui, severity);
    let words = if on { ui.visuals().text_color() } else { colours.quiet };
    let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::proportional(13.5), words);
    let size = vec2(galley.size().x + 32.0, 24.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, text));
    let fill = match (on, response.hovered()) {
        (true, _) => ui.visuals().widgets.inactive.bg_fill,
        (false, true) => ui.visuals().widgets.hovered.bg_fill.gamma_multiply(0.5),
        (false, false) => egui::Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 12.0, fill);
    let edge = if response.has_focus() { colours.accent } else { colours.line };
    ui.painter().rect_stroke(rect, 12.0, egui::Stroke::new(1.0, edge), egui::StrokeKind::Inside);
    let at = Rect::from_center_size(rect.left_center() + vec2(14.0, 0.0), vec2(14.0, 14.0));
    icons::paint(ui.painter(), at, icon, if on { ink } else { ink.gamma_multiply(0.4) });
    let left = rect.left_center() + vec2(24.0, -galley.size().y / 2.0);
    ui.painter().galley(left, galley, words);
    let hint = if on { "Click to leave these out" } else { "Click to list these too" };
    response.on_hover_text(hint).clicked()
}

fn all_is_well(ui: &mut Ui, document: &Document) {
    let colours = palette(ui);
    ui.add_space(40.0);
    ui.vertical_centered(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(44.0, 44.0), Sense::hover());
        ui.painter().circle_filled(rect.center(), 22.0, colours.good.gamma_multiply(0.18));
        icons::paint(ui.painter(), rect.shrink(12.0), Icon::Tick, colours.good);
        ui.add_space(8.0);
        ui.heading("No problems");
        quiet(
            ui,
            format!(
                "Map, order of battle and set-up agree with each other and with {}.",
                document.ruleset().title
            ),
        );
    });
}

fn paint_heading(ui: &Ui, rect: Rect, name: &str, count: usize) {
    let response = ui.interact(rect, ui.scope_id().with(("problems", name)), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {count}")));
    let ink = palette(ui).quiet;
    let at = rect.left_bottom() + vec2(4.0, -6.0);
    let end = ui.painter().text(at, Align2::LEFT_BOTTOM, name, theme::strong(14.0), ink);
    let at = pos2(end.right() + 8.0, at.y);
    let count = count.to_string();
    ui.painter().text(at, Align2::LEFT_BOTTOM, count, FontId::proportional(13.0), ink);
}

/// A row; whether it was clicked.
fn paint_problem(
    ui: &mut Ui,
    rect: Rect,
    id: ProblemId,
    problem: &Diagnostic,
    selected: bool,
) -> bool {
    let colours = palette(ui);
    let (icon, ink) = severity_mark(ui, problem.severity);
    let response = ui.interact(rect, ui.scope_id().with(("problem", id)), Sense::click());
    response.widget_info(|| {
        WidgetInfo::selected(Role::Button, true, selected, format!("Problem: {}", problem.message))
    });
    let fill = if selected {
        colours.accent.gamma_multiply(0.22)
    } else if response.hovered() {
        ui.visuals().widgets.hovered.bg_fill.gamma_multiply(0.6)
    } else {
        egui::Color32::TRANSPARENT
    };
    ui.painter().rect_filled(rect.shrink(1.0), 6.0, fill);
    if response.has_focus() {
        let ring = egui::Stroke::new(2.0, colours.accent);
        ui.painter().rect_stroke(rect.shrink(1.0), 6.0, ring, egui::StrokeKind::Inside);
    }
    let at = Rect::from_min_size(rect.min + vec2(7.0, 8.0), vec2(16.0, 16.0));
    icons::paint(ui.painter(), at, icon, ink);
    let left = rect.left() + 30.0;
    let mut job = LayoutJob::single_section(
        capital(&problem.message),
        TextFormat::simple(FontId::proportional(14.5), ui.visuals().text_color()),
    );
    job.wrap = TextWrapping {
        max_width: rect.right() - left - 6.0,
        max_rows: 2,
        break_anywhere: false,
        overflow_character: Some('…'),
    };
    let text = ui.painter().layout_job(job);
    let below = rect.top() + 6.0 + text.size().y + 1.0;
    ui.painter().galley(pos2(left, rect.top() + 6.0), text, ui.visuals().text_color());
    let clip = ui.painter().with_clip_rect(rect);
    let place = where_it_is(problem);
    clip.text(
        pos2(left, below),
        Align2::LEFT_TOP,
        place,
        FontId::proportional(12.5),
        colours.quiet,
    );
    response.clicked()
}

/// All that is known of the problem that is shown, and what can be done about it.
fn details(
    ui: &mut Ui,
    document: &Document,
    id: ProblemId,
    ways_out: Option<&WaysOut>,
    requests: &mut Vec<Request>,
) {
    let fixes = ways_out.map_or(&[][..], |ways| &ways.fixes);
    let Some(problem) = document.problems().get(id) else { return };
    let problem = &as_printed(document, problem);
    card(ui, |ui| {
        ui.add(Label::new(capital(&problem.message)).wrap());
        if let Some(help) = &problem.help {
            quiet(ui, in_a_sentence(help));
        }
        let place = where_it_is(problem);
        if !place.is_empty() {
            ui.label(RichText::new(place).small().color(palette(ui).quiet));
        }
        ui.horizontal_wrapped(|ui| {
            for fix in fixes {
                if text_button(ui, Some(Icon::Tick), &fix.title, true).clicked() {
                    let name = fix.title.clone();
                    requests.push(Request::Edit { name: Some(name), edits: fix.edits.clone() });
                }
            }
            if let Some(ways) = ways_out.filter(|ways| ways.alike > 1) {
                for_all(ui, ways, requests);
            }
            if let Some(rule) = &problem.rule {
                let text = format!("What {rule} asks");
                if ui.link(text).on_hover_text("Read the rule in our own words").clicked() {
                    requests.push(Request::ShowRule(rule.clone()));
                }
            }
        });
    });
}

/// The same way out for all problems of the kind.
fn for_all(ui: &mut Ui, ways: &WaysOut, requests: &mut Vec<Request>) {
    let count = match ways.alike {
        MOST_ALIKE.. => format!("the first {MOST_ALIKE}"),
        count => format!("all {count}"),
    };
    let mut offer = |words: &str, nth: usize| {
        let hint = "One step, which undo takes back. What cannot be mended so stays in the list.";
        if text_button(ui, Some(Icon::Tick), words, true).on_hover_text(hint).clicked() {
            requests.push(Request::FixAll { problem: ways.problem, nth });
        }
    };
    if is_plain(&ways.fixes) {
        offer(&format!("Fix {count} of this kind"), 0);
        return;
    }
    for (nth, fix) in ways.fixes.iter().enumerate() {
        offer(&format!("{} for {count} of this kind", fix.title), nth);
    }
}

/// A problem with counters, sides, zones and the like called as people know them.
fn as_printed(document: &Document, problem: &Diagnostic) -> Diagnostic {
    let mut printed = problem.clone();
    printed.message = with_names(document, &problem.message);
    printed.help = problem.help.as_deref().map(|help| match problem.code {
        // What is suggested is what would be written.
        Code::DanglingReference => help.to_owned(),
        _ => with_names(document, help),
    });
    if let Some(id) = &problem.place.counter
        && let Some(counter) = document.counter(id)
    {
        let name = in_words(document.ruleset(), counter);
        printed.place.counter = Some(format!("counter {name}"));
    }
    printed
}

fn in_a_sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '?', '!']) { "" } else { "." };
    format!("{}{end}", capital(text))
}

/// Rule, hex and counter, as far as they are known.
fn where_it_is(problem: &Diagnostic) -> String {
    let place = &problem.place;
    let hex = match (&place.side, &place.hex) {
        (Some(side), _) => Some(format!("hexside {side}")),
        (None, hex) => hex.as_ref().map(|hex| format!("hex {hex}")),
    };
    let parts = [problem.rule.clone(), hex, place.counter.clone()];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}
