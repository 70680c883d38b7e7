//! Where each screen lies in the window: bars above and below, panels at the sides, the map in the
//! middle.

use egui::{
    Align, Align2, Area, CentralPanel, Frame, Id, Layout, Margin, Order, Panel, Popup, Response,
    RichText, Role, ScrollArea, Ui, WidgetInfo, vec2,
};
use salient_document::{Document, Tool};

use super::menu::{self, MenuInput};
use super::status::{self, StatusInput};
use super::{App, tab_strip};
use crate::documents::OpenDocument;
use crate::files::questions;
use crate::inspector::InspectorInput;
use crate::lab::LabInput;
use crate::look::shapes::colour;
use crate::look::widgets::{icon_button, text_button};
use crate::look::{icons, theme};
use crate::map::MapInput;
use crate::map::stacks::stack_in;
use crate::pages::{self, PageInput};
use crate::request::Request;
use crate::request::command::{ToolKind, UiCommand};
use crate::request::views::{Tab, View};
use crate::sandbox::SandboxGame;
use crate::test_run::Game;
use crate::tools::label_entry;
use crate::tools::palette::{self, PaletteInput};
use crate::tools::zones::ShownZones;

/// How high the lab is at first, at the most, and how high at the least, in points.
const LAB_SIZE: f32 = 400.0;
const LAB_LEAST: f32 = 230.0;
/// In a pane less wide, in points, the names of the views stand close together.
const CLOSE: f32 = 410.0;
/// In a window less wide, in points, the panels leave more to the map.
const NARROW: f32 = 900.0;

impl App {
    pub(super) fn screens(&mut self, ui: &mut Ui) -> Vec<Request> {
        let mut requests = Vec::new();
        // A small window, or a large scale.
        let narrow = ui.max_rect().width() < NARROW;
        self.panels.measure(narrow, self.documents.front.panes.shows(View::Map));
        let bar = |ui: &Ui, margin: Margin| {
            Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin)
        };
        Panel::top("menu").frame(bar(ui, Margin::symmetric(10, 5))).show(ui, |ui| {
            let front = &self.documents.front;
            let input = MenuInput {
                title: if self.documents.is_alone() { front.document.title() } else { "" },
                recent: &self.settings.kept.recent,
                file: &front.file_name(),
                dirty: front.document.dirty(),
                label: &|command| self.label(command),
                why_not: &|command| self.why_not(command),
                on: &|command| self.is_on(command),
            };
            menu::show(ui, &input, &mut requests);
        });
        tab_strip::show(ui, &self.documents, &mut requests);
        let hovered = self.documents.front.panes.hovered();
        let test_run = &self.documents.front.test_run;
        let stack = hovered
            .map(|hex| stack_in(&self.documents.front.document, test_run, hex))
            .unwrap_or_default();
        Panel::bottom("status").exact_size(30.0).frame(bar(ui, Margin::symmetric(12, 2))).show(
            ui,
            |ui| {
                let panes = &self.documents.front.panes;
                let inspector = &self.documents.front.inspector;
                let picking = match inspector.tab {
                    Tab::Scan => inspector.scan.state.hint(),
                    Tab::Recipe => inspector.recipe.state.hint(),
                    _ => None,
                };
                let view = panes.focused().view;
                let test_run = &self.documents.front.test_run;
                let hint = match (view, test_run.game()) {
                    (View::Map, None) if test_run.sandbox().is_some() => {
                        "Sandbox, without rules: drag stacks to other hexes; Ctrl chooses several, \
                         Alt the top counter."
                    }
                    (_, None) if test_run.sandbox().is_some() => {
                        "The sandbox is open. Close it to change anything."
                    }
                    (View::Map, None) => {
                        picking.unwrap_or(self.documents.front.output.hint.as_str())
                    }
                    (View::Map, Some(game)) if game.waits() => match game.by_hand().asked() {
                        "" => "You decide: click a unit, then where it goes.",
                        asked => asked,
                    },
                    (View::Map, Some(_)) => "A game is shown. Click a hex to look into it.",
                    (_, Some(_)) => "A game is shown. End it to change anything.",
                    (view, None) => pages::hint(view, panes.shows(View::Map)),
                };
                let input = StatusInput {
                    document: &self.documents.front.document,
                    hint,
                    hovered,
                    stack: &stack,
                    scale: panes.shows(View::Map).then(|| panes.map().camera.scale),
                    has_file: self.documents.front.has_file(),
                    totals: self.documents.front.totals(),
                };
                status::show(ui, &input, &mut requests);
            },
        );
        // A game that is watched needs the room for its map and its log.
        if self.documents.front.lab.open && self.documents.front.is_editing() {
            let height = ui.max_rect().height();
            let most = (height * 0.62).max(LAB_LEAST);
            let lab = Panel::bottom("lab")
                .default_size((height * 0.37).clamp(LAB_LEAST, LAB_SIZE))
                .size_range(LAB_LEAST..=most)
                .frame(bar(ui, Margin { left: 12, right: 12, top: 6, bottom: 8 }))
                .show(ui, |ui| {
                    // The panel is as high as its edge was dragged, whatever the page needs.
                    let room = ui.available_rect_before_wrap();
                    ui.allocate_rect(room, egui::Sense::hover());
                    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(room));
                    ui.shrink_clip_rect(room.expand(4.0));
                    let input = LabInput {
                        document: &self.documents.front.document,
                        test_run: &self.documents.front.test_run,
                    };
                    self.documents.front.lab.show(
                        &mut ui,
                        &input,
                        &mut self.documents.front.counters,
                        &mut requests,
                    );
                });
            self.help.regions.lab = lab.response.rect;
        }
        // Over one pane the strip runs across the window: every view has a place in it, which stays
        // where it is whatever panels the view has beside it.
        if !self.documents.front.panes.is_split() {
            self.strip(ui, 0, &mut requests);
        }
        if self.documents.front.panes.shows(View::Map) {
            let names = self.settings.kept.tool_names;
            let width = palette::width(narrow, names);
            Panel::left("tools").exact_size(width).frame(bar(ui, Margin::same(8))).show(ui, |ui| {
                if !self.documents.front.is_editing() {
                    ui.disable();
                }
                let why_not = |kind| Some((kind, self.why_not(UiCommand::Tool(kind))?));
                let refused: Vec<(ToolKind, &str)> =
                    ToolKind::ALL.into_iter().filter_map(why_not).collect();
                let OpenDocument { document, tools, swatches, counters, picture, memory, .. } =
                    &mut self.documents.front;
                let inks: Vec<_> = match (tools.tool(), picture.art()) {
                    (Tool::Zone { .. }, Some(art)) => art.zone_inks().map(colour).collect(),
                    _ => Vec::new(),
                };
                let alone = memory.lone_zone.as_deref();
                let zones = ShownZones { alone, inks: &inks, ..ShownZones::default() };
                let tool = tools.tool();
                let input = PaletteInput { document, tool, names, refused: &refused, zones };
                palette::show(ui, &input, swatches, counters, &mut requests);
            });
        }
        if self.inspector_shows() {
            let (size, sizes) =
                if narrow { (262.0, 240.0..=320.0) } else { (352.0, 320.0..=560.0) };
            let inspector = Panel::right(("inspector", narrow))
                .default_size(size)
                .size_range(sizes)
                .frame(bar(ui, Margin::same(10)))
                .show(ui, |ui| {
                    let input = InspectorInput {
                        document: &self.documents.front.document,
                        tool: self.documents.front.tools.tool(),
                        test_run: &self.documents.front.test_run,
                        lab_is_open: self.documents.front.lab.open,
                        versions: &self.documents.front.versions,
                    };
                    let counters = &mut self.documents.front.counters;
                    self.documents.front.inspector.show(ui, &input, counters, &mut requests);
                });
            self.help.regions.inspector = inspector.response.rect;
        }
        if self.documents.front.panes.is_split() {
            let width = ui.available_width();
            // Halves, whatever stands beside them: each set of panels has a width of its own.
            let beside = (self.documents.front.panes.shows(View::Map), self.inspector_shows());
            Panel::right(("second pane", beside))
                .default_size(width * 0.5)
                .size_range((width * 0.2).max(200.0)..=(width * 0.8).max(200.0))
                .frame(Frame::NONE)
                .show(ui, |ui| self.pane(ui, 1, &mut requests));
        }
        CentralPanel::no_frame().show(ui, |ui| self.pane(ui, 0, &mut requests));
        requests
    }

    /// One of the panes: a strip to choose its view, and the view.
    fn pane(&mut self, ui: &mut Ui, place: usize, requests: &mut Vec<Request>) {
        let whole = ui.max_rect();
        if let Some(region) = self.help.regions.panes.get_mut(place) {
            *region = whole;
        }
        let split = self.documents.front.panes.is_split();
        let focus = self.documents.front.panes.focus() == place;
        let Some(view) = self.documents.front.panes.all().nth(place).map(|pane| pane.view) else {
            return;
        };
        if split {
            self.strip(ui, place, requests);
        }
        CentralPanel::no_frame().show(ui, |ui| match view {
            View::Map => self.map_pane(ui, place, requests),
            view => {
                let input = PageInput {
                    document: &self.documents.front.document,
                    tool: self.documents.front.tools.tool(),
                    editing: self.documents.front.is_editing(),
                };
                let counters = &mut self.documents.front.counters;
                // A page may leave room below: the background is under all of it.
                ui.painter().rect_filled(ui.max_rect(), 0.0, ui.visuals().panel_fill);
                Frame::new().inner_margin(Margin::same(10)).show(ui, |ui| {
                    self.documents.front.pages.show(view, ui, &input, counters, requests);
                });
            }
        });
        if place == 0 {
            self.notices.show(ui.ctx(), whole);
        }
        if split && focus {
            // Which of the two the keys and commands mean.
            let colours = theme::palette(ui);
            let stroke = egui::Stroke::new(colours.focus_width, colours.focus);
            ui.painter().rect_stroke(whole, 0.0, stroke, egui::StrokeKind::Inside);
        }
        let pressed = ui.input(|input| {
            input.pointer.any_pressed()
                && input.pointer.interact_pos().is_some_and(|at| whole.contains(at))
        });
        if split && !focus && pressed {
            requests.push(Request::FocusPane(place));
        }
    }

    /// The strip over a pane, to choose its view.
    fn strip(&self, ui: &mut Ui, place: usize, requests: &mut Vec<Request>) {
        let panes = &self.documents.front.panes;
        let Some(view) = panes.all().nth(place).map(|pane| pane.view) else { return };
        let (split, focus) = (panes.is_split(), panes.focus() == place);
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin {
            left: 8,
            right: 6,
            top: 2,
            bottom: 0,
        });
        Panel::top(("views", place)).exact_size(theme::VIEWS_HEIGHT).frame(frame).show(ui, |ui| {
            let document = &self.documents.front.document;
            views(ui, document, (place, view), split, focus, requests);
        });
    }

    fn map_pane(&mut self, ui: &mut Ui, place: usize, requests: &mut Vec<Request>) {
        let rect = ui.max_rect();
        let open = &mut self.documents.front;
        let Some(pane) = open.panes.get_mut(place) else { return };
        if self.background {
            open.picture.make_in_background(ui.ctx());
        }
        open.picture.show_all_zones(matches!(open.tools.tool(), Tool::Zone { .. }));
        let scan = open.inspector.scan.state.picture(ui.ctx(), &open.document);
        open.reach.follow(&open.document, open.test_run.game());
        open.probe.follow(&open.document, open.test_run.game());
        let asked_way = open.probe.way();
        let input = MapInput {
            document: &open.document,
            tool: open.tools.tool(),
            output: &open.output,
            game: open.test_run.game(),
            shows_happened: open.test_run.shows_happened,
            sandbox: open.test_run.sandbox(),
            cover: open.lab.cover(&open.document, &open.test_run),
            changes: open.versions.marks(&open.document),
            scan: scan.as_ref(),
            lone_zone: open.memory.lone_zone.as_ref(),
            reach: &open.reach,
            asked_way: &asked_way,
            asked_lines: open.probe.lines(),
        };
        pane.map.show(ui, &input, &mut open.picture, &mut open.counters, requests);
        if open.inspector.tab == Tab::Scan && open.test_run.lets_edit() {
            open.inspector.scan.marks(ui, rect, &pane.map.camera, &open.document);
        }
        if open.inspector.tab == Tab::Recipe && open.test_run.lets_edit() {
            open.inspector.recipe.marks(ui, rect, &pane.map.camera, open.document.grid());
        }
        let hovered = pane.map.hovered();
        // The legend stands beside the minimap.
        let mut free = rect;
        if let Some(minimap) = pane.map.minimap() {
            free.min.x = minimap.right();
        }
        let focus = open.panes.focus() == place;
        let Some(pane) = open.panes.get_mut(place) else { return };
        if let Some(entry) = open.label_entry.as_ref().filter(|_| focus) {
            let grid = open.document.grid();
            let at = pane.map.screen_position(grid, entry.hex);
            label_entry::show(ui, entry, at, requests);
        }
        if let Some(game) = open.test_run.game() {
            banner(ui, place, rect, &game_in_words(game), requests);
        }
        if let Some(sandbox) = open.test_run.sandbox() {
            banner(ui, place, rect, &sandbox_in_words(sandbox), requests);
        }
        zoom_buttons(ui, place, rect, requests);
        if focus {
            open.probe.show(ui.ctx(), rect, &open.document, requests);
        }
        let input = LabInput { document: &open.document, test_run: &open.test_run };
        if place == 0 {
            open.lab.show_legend(ui, free, &input, hovered, requests);
        }
    }

    /// How many dialogs lie over the screens.
    fn dialogs(&self) -> usize {
        let own = [
            self.palette.is_some(),
            self.shortcuts.is_some(),
            self.map_dialogs.is_open(),
            self.questions.shown.is_some(),
        ];
        own.into_iter().map(usize::from).sum::<usize>() + self.documents.dialogs()
    }

    pub(super) fn over_screens(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) {
        let dialogs = self.dialogs();
        if let Some(mut palette) = self.palette.take()
            && palette.show(ctx, self, requests)
        {
            self.palette = Some(palette);
        }
        if let Some(mut shortcuts) = self.shortcuts.take()
            && shortcuts.show(ctx, requests)
        {
            self.shortcuts = Some(shortcuts);
        }
        self.map_dialogs.show(ctx, &self.documents.front.document, requests);
        let (documents, mut desk) = self.desk();
        documents.client_dialog(ctx, &mut desk);
        documents.generate_dialog(ctx, &mut desk);
        self.help.show_window(ctx);
        if self.questions.shown.is_none() {
            self.help.show_tour(ctx, &self.documents, requests);
        }
        if let Some(question) = self.questions.shown.clone()
            && let Some(reply) = questions::show(
                ctx,
                &question,
                self.documents.front.document.title(),
                (&mut self.questions.typed, &mut self.questions.own),
            )
        {
            self.questions.shown = None;
            self.answered(ctx, question, reply);
        }
        if self.dialogs() < dialogs {
            // The field that had the keyboard is gone, and its frame would stay for a moment.
            ctx.memory_mut(|memory| {
                if let Some(field) = memory.focused() {
                    memory.surrender_focus(field);
                }
            });
        }
        self.panels.keyboard_ring(ctx);
    }
}

/// The strip over a pane: what it can show, and whether there are two.
fn views(
    ui: &mut Ui,
    document: &Document,
    (place, shown): (usize, View),
    split: bool,
    focus: bool,
    requests: &mut Vec<Request>,
) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if place > 0 || !split {
            let name = if split { "One pane" } else { "Two panes" };
            let icon = if split { icons::Icon::Close } else { icons::Icon::Split };
            if icon_button(ui, icon, name, true).clicked() {
                requests.push(Request::FocusPane(0));
                requests.push(Request::Command(UiCommand::SplitView));
            }
        }
        let offered: Vec<View> = View::ALL
            .into_iter()
            .filter(|&view| view == shown || crate::pages::plan::is_offered(document, view))
            .collect();
        let mut chosen = None;
        let id = Id::unique(("all views", place));
        let (cut, before): (bool, View) =
            ui.data(|data| data.get_temp(id)).unwrap_or((false, shown));
        if cut {
            // Some are out of sight: all of them stand in a list.
            let more = icon_button(ui, icons::Icon::Down, "All pages", true);
            Popup::menu(&more).show(|ui| {
                for &view in &offered {
                    let text = UiCommand::View(view).text();
                    if ui.selectable_label(view == shown, text).clicked() {
                        chosen = Some(view);
                        ui.close();
                    }
                }
            });
        }
        let all = ScrollArea::horizontal().id_salt(("views", place)).auto_shrink(false);
        let all = all.show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let close = ui.available_width() < CLOSE;
                ui.spacing_mut().item_spacing.x = if close { 0.0 } else { 2.0 };
                if close {
                    ui.spacing_mut().button_padding.x = 5.0;
                }
                for &view in &offered {
                    let tab = view_tab(ui, view, view == shown, split, focus);
                    if tab.clicked() {
                        chosen = Some(view);
                    }
                    if view == shown && before != shown {
                        tab.scroll_to_me(None);
                    }
                }
            });
        });
        let cut = all.content_size.x > all.inner_rect.width() + 0.5;
        ui.data_mut(|data| data.insert_temp(id, (cut, shown)));
        if let Some(view) = chosen {
            requests.push(Request::FocusPane(place));
            requests.push(Request::ShowIn(place, view));
        }
    });
}

/// A view's name over a pane.
fn view_tab(ui: &mut Ui, view: View, selected: bool, split: bool, focus: bool) -> Response {
    let colours = theme::palette(ui);
    let command = UiCommand::View(view);
    let ink = match (selected, focus || !split) {
        (true, true) => colours.accent,
        (true, false) => ui.visuals().text_color(),
        (false, _) => colours.quiet,
    };
    let text = RichText::new(command.text()).color(ink);
    let button = egui::Button::new(text).selected(false).frame_when_inactive(false);
    let response = ui.add(button).on_hover_text(command.tooltip());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, selected, command.text()));
    if selected {
        let line = response.rect.x_range().shrink(ui.spacing().button_padding.x.min(8.0));
        let stroke = egui::Stroke::new(2.5, ink);
        ui.painter().hline(line, response.rect.bottom() - 1.0, stroke);
    }
    response
}

/// Says that what the map shows is a game.
fn game_in_words(game: &Game) -> String {
    let what = if game.has_person() { "Your game" } else { "Test-run" };
    match game.play().turn() {
        0 => format!("{what}, before the first game-turn"),
        turn => format!("{what}, game-turn {turn}"),
    }
}

fn sandbox_in_words(sandbox: &SandboxGame) -> String {
    match sandbox.sandbox().turn() {
        Some((turn, _)) => format!("Sandbox without rules, game-turn {turn}"),
        None => "Sandbox without rules".to_owned(),
    }
}

fn banner(ui: &Ui, place: usize, over: egui::Rect, text: &str, requests: &mut Vec<Request>) {
    Area::new(Id::unique(("game banner", place)))
        .order(Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(over.center_top() + vec2(0.0, 12.0))
        .show(ui.ctx(), |ui| {
            let colours = theme::palette(ui);
            let frame = Frame::popup(ui.style()).inner_margin(Margin::symmetric(14, 8));
            frame.stroke(egui::Stroke::new(1.5, colours.accent)).show(ui, |ui| {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), egui::Sense::hover());
                    icons::paint(ui.painter(), rect, icons::Icon::Play, colours.accent);
                    ui.label(RichText::new(text).font(theme::strong(15.0)));
                    ui.label(RichText::new("The document is not changed.").color(colours.quiet));
                    if text_button(ui, None, UiCommand::EndGame.text(), true).clicked() {
                        requests.push(Request::Command(UiCommand::EndGame));
                    }
                });
            });
        });
}

fn zoom_buttons(ui: &Ui, place: usize, over: egui::Rect, requests: &mut Vec<Request>) {
    Area::new(Id::unique(("zoom buttons", place)))
        .order(Order::Middle)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(over.right_bottom() - vec2(12.0, 12.0))
        .show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).inner_margin(3).show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 2.0;
                for command in [UiCommand::ZoomIn, UiCommand::ZoomOut, UiCommand::ZoomToFit] {
                    let icon = command.icon().unwrap_or(icons::Icon::Fit);
                    if icon_button(ui, icon, command.text(), true).clicked() {
                        requests.push(Request::Command(command));
                    }
                }
            });
        });
}
