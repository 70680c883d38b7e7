//! The head of the lab: its pages, what was run, and what can be done with it.

use egui::scroll_area::ScrollBarVisibility;
use egui::{
    Align, Color32, Layout, Rect, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo, pos2, vec2,
};

use super::{Lab, LabInput};
use crate::look::icons::Icon;
use crate::look::names::with_names;
use crate::look::theme::{self, palette};
use crate::look::widgets::{icon_button, primary_button, progress, quiet, text_button};
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::lab::{LabSetting, Page};
use crate::test_run::Record;

/// The height of the tabs.
const TABS: f32 = 32.0;
/// The width of the buttons at the right.
const BUTTONS: f32 = 76.0;

pub fn show(ui: &mut Ui, lab: &Lab, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let row = ui.horizontal(|ui| {
        ui.set_min_height(TABS);
        ui.spacing_mut().item_spacing.x = 0.0;
        // In a small window the tabs scroll, so that the buttons stay free of them.
        let room = (ui.available_width() - BUTTONS).max(80.0);
        let tabs = ScrollArea::horizontal().id_salt("pages of the lab").max_width(room);
        tabs.scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden).show(ui, |ui| {
            ui.horizontal(|ui| {
                for page in Page::ALL {
                    tab(ui, lab, input, page, requests);
                }
            });
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            actions(ui, input, requests);
            about(ui, input, requests);
        });
    });
    let rect = row.response.rect;
    let pen = egui::Stroke::new(1.0, palette(ui).line);
    ui.painter().hline(rect.x_range(), rect.bottom(), pen);
    running(ui, input, requests);
    ui.add_space(4.0);
}

fn tab(ui: &mut Ui, lab: &Lab, input: &LabInput<'_>, page: Page, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    let selected = lab.page == page;
    let results = input.test_run.results();
    let badge = match page {
        Page::Findings => results.now().map_or(0, super::findings::count),
        _ => 0,
    };
    let font = theme::strong(15.0);
    let galley = ui.painter().layout_no_wrap(page.name().to_owned(), font, Color32::PLACEHOLDER);
    let badge_room = if badge > 0 { 25.0 } else { 0.0 };
    let size = vec2(galley.size().x + badge_room + 20.0, TABS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, selected, page.name()));
    let ink =
        if selected || response.hovered() { ui.visuals().text_color() } else { colours.quiet };
    let text = pos2(rect.left() + 10.0, rect.center().y - galley.size().y / 2.0);
    let end = text.x + galley.size().x;
    ui.painter().galley(text, galley, ink);
    if badge > 0 {
        let worst = results.now().is_some_and(super::findings::any_grave);
        let fill = if worst { colours.error } else { colours.warning };
        let text = if badge > 99 { "99+".to_owned() } else { badge.to_string() };
        let pill = Rect::from_center_size(
            pos2(end + 15.0, rect.center().y),
            vec2(if badge > 9 { 22.0 } else { 17.0 }, 17.0),
        );
        ui.painter().rect_filled(pill, 8.5, fill);
        let font = theme::strong(12.0);
        ui.painter().text(pill.center(), egui::Align2::CENTER_CENTER, text, font, colours.card);
    }
    if selected {
        let line = Rect::from_min_max(
            pos2(rect.left() + 8.0, rect.bottom() - 3.0),
            pos2(rect.right() - 8.0, rect.bottom()),
        );
        ui.painter().rect_filled(line, 1.5, colours.accent);
    }
    if response.has_focus() {
        let ring = egui::Stroke::new(2.0, colours.accent);
        ui.painter().rect_stroke(rect.shrink(3.0), 5.0, ring, egui::StrokeKind::Inside);
    }
    if response.on_hover_text(page.tooltip()).clicked() {
        requests.push(Request::Lab(LabSetting::Page(page)));
    }
}

fn actions(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let mut command = |ui: &mut Ui, command: UiCommand, name: &str, enabled: bool| {
        let icon = match command {
            UiCommand::ToggleLab => Icon::Close,
            other => other.icon().unwrap_or(Icon::Chart),
        };
        if icon_button(ui, icon, name, enabled).clicked() {
            requests.push(Request::Command(command));
        }
    };
    command(ui, UiCommand::ToggleLab, "Close the lab (F9)", true);
    let results = input.test_run.results();
    command(ui, UiCommand::SaveReport, UiCommand::SaveReport.text(), results.now().is_some());
}

/// How far a run is.
fn running(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let Some(run) = input.test_run.progress() else { return };
    ui.add_space(theme::GAP);
    ui.horizontal(|ui| {
        let stopping = input.test_run.is_stopping();
        if text_button(ui, Some(Icon::Stop), "Stop", !stopping).clicked() {
            requests.push(Request::Command(UiCommand::StopRun));
        }
        let (share, text) = run.in_words();
        let text = if stopping { "Stopping …".to_owned() } else { text };
        progress(ui, share, &text);
    });
}

/// What was run, beside what, and whether it still holds.
fn about(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    let colours = palette(ui);
    let results = input.test_run.results();
    let Some(record) = results.now() else { return };
    ui.add_space(4.0);
    let idle = input.test_run.progress().is_none();
    if idle && input.test_run.fresh(input.document).is_none() {
        let button =
            primary_button(ui, Some(Icon::Games), "Run again", !input.test_run.is_running());
        if button.clicked() {
            requests.push(Request::Command(UiCommand::RunGames));
        }
        let text = RichText::new("The scenario was changed since.").color(colours.warning);
        ui.label(text);
        return;
    }
    if let Some(other) = results.other() {
        let name = UiCommand::StopComparing.text();
        if icon_button(ui, Icon::Close, name, true).clicked() {
            requests.push(Request::Command(UiCommand::StopComparing));
        }
        ui.label(RichText::new(format!("beside {}", quoted(other))).color(colours.accent));
        ui.add_space(4.0);
    }
    let text = of_run(record);
    let label = egui::Label::new(RichText::new(&text).color(colours.quiet)).truncate();
    ui.add(label).on_hover_text(text);
}

/// What a run is called beside another.
pub fn quoted(record: &Record) -> String {
    match record.revision {
        Some(_) => "the run before your edits".to_owned(),
        None => format!("“{}”", record.name),
    }
}

/// How many games, who played, with which dice.
pub fn of_run(record: &Record) -> String {
    record.view.run.join(" · ")
}

/// What the lab is for, while there is nothing in it.
pub fn nothing_yet(ui: &mut Ui, input: &LabInput<'_>, requests: &mut Vec<Request>) {
    if input.test_run.progress().is_some() {
        ui.add_space(theme::GROUP_GAP);
        quiet(ui, "What the games come to is shown here as soon as they are over.");
        return;
    }
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() / 2.0 - 86.0).max(6.0));
        ui.label(RichText::new("Is the scenario balanced?").font(theme::strong(19.0)));
        for line in [
            "Let two bots play it many times. The lab shows who wins and how surely that is known,",
            "where the fighting goes, what each unit does, and what looks wrong with the set-up.",
            "Then change something, run again and compare.",
        ] {
            ui.label(RichText::new(line).color(palette(ui).quiet));
        }
        ui.add_space(theme::GAP);
        let games = salient_output::plural(input.test_run.games as usize, "game");
        let enabled = !input.test_run.is_running();
        let text = match input.test_run.seeds {
            1 => format!("Run {games}"),
            seeds => format!("Run {games} of each of {seeds} seeds"),
        };
        if primary_button(ui, Some(Icon::Games), &text, enabled).clicked() {
            requests.push(Request::Command(UiCommand::RunGames));
        }
        for refused in input.test_run.refused().iter().take(2) {
            let words = with_names(input.document, &refused.message);
            ui.label(RichText::new(words).color(palette(ui).error));
        }
    });
}
