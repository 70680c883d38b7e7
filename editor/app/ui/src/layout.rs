//! Where each screen lies in the window: bars above and below, panels at the sides, the map in the
//! middle.

use egui::{
    Align, Align2, Area, CentralPanel, Frame, Id, Layout, Margin, Order, Panel, RichText, Role,
    ScrollArea, Ui, WidgetInfo, vec2,
};

use super::app::App;
use super::command::{ToolKind, UiCommand};
use super::inspector::{InspectorInput, Tab};
use super::lab::LabInput;
use super::map::MapInput;
use super::map::stacks::stack_in;
use super::menu::{self, MenuInput};
use super::pages::{self, PageInput};
use super::pane::View;
use super::request::Request;
use super::sheet::Sheet;
use super::status::{self, StatusInput};
use super::test_run::Game;
use super::tool_palette::PaletteInput;
use super::tools::label_entry;
use super::widgets::{icon_button, text_button};
use super::{icons, questions, theme, tool_palette};

/// How high the strip over a pane is, in points.
pub(super) const VIEWS_HEIGHT: f32 = 30.0;
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
        self.narrow = narrow;
        self.wants_inspector &= !self.sheet.panes.shows(View::Map);
        let bar = |ui: &Ui, margin: Margin| {
            Frame::new().fill(ui.visuals().panel_fill).inner_margin(margin)
        };
        Panel::top("menu").frame(bar(ui, Margin::symmetric(10, 5))).show(ui, |ui| {
            let input = MenuInput {
                title: if self.parked.is_empty() { self.sheet.document.title() } else { "" },
                recent: &self.settings.kept.recent,
                file: &self.files.name(&self.sheet.document),
                dirty: self.sheet.document.dirty(),
                label: &|command| self.label(command),
                why_not: &|command| self.why_not(command),
                on: &|command| self.is_on(command),
            };
            menu::show(ui, &input, &mut requests);
        });
        self.tab_strip(ui, &mut requests);
        let hovered = self.sheet.panes.hovered();
        let game = self.sheet.test_run.game();
        let stack =
            hovered.map(|hex| stack_in(&self.sheet.document, game, hex)).unwrap_or_default();
        Panel::bottom("status").exact_size(30.0).frame(bar(ui, Margin::symmetric(12, 2))).show(
            ui,
            |ui| {
                let panes = &self.sheet.panes;
                let inspector = &self.sheet.inspector;
                let picking = inspector.scan.state.hint().filter(|_| inspector.tab == Tab::Scan);
                let view = panes.focused().view;
                let hint = match (view, self.sheet.test_run.game()) {
                    (View::Map, None) => picking.unwrap_or(self.sheet.output.hint.as_str()),
                    (View::Map, Some(_)) => "A test-run is shown. Click a hex to look into it.",
                    (_, Some(_)) => "A test-run is shown. End it to change anything.",
                    (view, None) => pages::hint(view, panes.shows(View::Map)),
                };
                let input = StatusInput {
                    document: &self.sheet.document,
                    hint,
                    hovered,
                    stack: &stack,
                    scale: panes.shows(View::Map).then(|| panes.map().camera.scale),
                    has_file: self.files.has_file(&self.sheet.document),
                    totals: &self.sheet.totals.1,
                };
                status::show(ui, &input, &mut requests);
            },
        );
        // A game that is watched needs the room for its map and its log.
        if self.sheet.lab.open && self.sheet.test_run.game().is_none() {
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
                    let input =
                        LabInput { document: &self.sheet.document, test_run: &self.sheet.test_run };
                    self.sheet.lab.show(&mut ui, &input, &mut self.sheet.counters, &mut requests);
                });
            self.regions.lab = lab.response.rect;
        }
        if self.sheet.panes.shows(View::Map) {
            let width = if narrow { 148.0 } else { 196.0 };
            Panel::left("tools").exact_size(width).frame(bar(ui, Margin::same(8))).show(ui, |ui| {
                if self.sheet.test_run.game().is_some() {
                    ui.disable();
                }
                let kinds = ToolKind::ALL.into_iter();
                let enabled: Vec<ToolKind> =
                    kinds.filter(|&kind| self.enabled(UiCommand::Tool(kind))).collect();
                let Sheet { document, tools, swatches, counters, .. } = &mut self.sheet;
                let input = PaletteInput { document, tool: tools.tool(), enabled: &enabled };
                tool_palette::show(ui, &input, swatches, counters, &mut requests);
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
                        document: &self.sheet.document,
                        tool: self.sheet.tools.tool(),
                        test_run: &self.sheet.test_run,
                        lab_is_open: self.sheet.lab.open,
                    };
                    let counters = &mut self.sheet.counters;
                    self.sheet.inspector.show(ui, &input, counters, &mut requests);
                });
            self.regions.inspector = inspector.response.rect;
        }
        if self.sheet.panes.is_split() {
            let width = ui.available_width();
            // Halves, whatever stands beside them: each set of panels has a width of its own.
            let beside = (self.sheet.panes.shows(View::Map), self.inspector_shows());
            Panel::right(("second pane", beside))
                .default_size(width * 0.5)
                .size_range((width * 0.2).max(200.0)..=(width * 0.8).max(200.0))
                .frame(Frame::NONE)
                .show(ui, |ui| self.pane(ui, 1, &mut requests));
        }
        CentralPanel::no_frame().show(ui, |ui| self.pane(ui, 0, &mut requests));
        requests
    }

    /// Whether the inspector shows. Beside a page in a small window it does so only when it was
    /// asked for there.
    pub(super) fn inspector_shows(&self) -> bool {
        let page_alone = self.narrow && !self.sheet.panes.shows(View::Map);
        self.shows_inspector && (!page_alone || self.wants_inspector)
    }

    /// Shows the inspector, wherever it is.
    pub(super) fn open_inspector(&mut self) {
        self.shows_inspector = true;
        self.wants_inspector = true;
    }

    /// One of the panes: a strip to choose its view, and the view.
    fn pane(&mut self, ui: &mut Ui, place: usize, requests: &mut Vec<Request>) {
        let whole = ui.max_rect();
        if let Some(region) = self.regions.panes.get_mut(place) {
            *region = whole;
        }
        let split = self.sheet.panes.is_split();
        let focus = self.sheet.panes.focus() == place;
        let Some(view) = self.sheet.panes.all().nth(place).map(|pane| pane.view) else { return };
        let frame = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin {
            left: 8,
            right: 6,
            top: 2,
            bottom: 0,
        });
        Panel::top(("views", place)).exact_size(VIEWS_HEIGHT).frame(frame).show(ui, |ui| {
            views(ui, place, view, split, focus, requests);
        });
        CentralPanel::no_frame().show(ui, |ui| match view {
            View::Map => self.map_pane(ui, place, requests),
            view => {
                let input = PageInput {
                    document: &self.sheet.document,
                    tool: self.sheet.tools.tool(),
                    editing: self.sheet.is_editing(),
                };
                let counters = &mut self.sheet.counters;
                // A page may leave room below: the ground is under all of it.
                ui.painter().rect_filled(ui.max_rect(), 0.0, ui.visuals().panel_fill);
                Frame::new().inner_margin(Margin::same(10)).show(ui, |ui| {
                    self.sheet.pages.show(view, ui, &input, counters, requests);
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

    fn map_pane(&mut self, ui: &mut Ui, place: usize, requests: &mut Vec<Request>) {
        let rect = ui.max_rect();
        let sheet = &mut self.sheet;
        let Some(pane) = sheet.panes.get_mut(place) else { return };
        if self.background {
            sheet.picture.make_in_background(ui.ctx());
        }
        let scan = sheet.inspector.scan.state.picture(ui.ctx(), &sheet.document);
        let input = MapInput {
            document: &sheet.document,
            tool: sheet.tools.tool(),
            output: &sheet.output,
            game: sheet.test_run.game(),
            cover: sheet.lab.cover(&sheet.document, &sheet.test_run),
            scan: scan.as_ref(),
        };
        pane.map.show(ui, &input, &mut sheet.picture, &mut sheet.counters, requests);
        if sheet.inspector.tab == Tab::Scan && sheet.test_run.game().is_none() {
            sheet.inspector.scan.marks(ui, rect, &pane.map.camera, &sheet.document);
        }
        let hovered = pane.map.hovered();
        // The legend stands beside the minimap.
        let mut free = rect;
        if let Some(minimap) = pane.map.minimap() {
            free.min.x = minimap.right();
        }
        let focus = sheet.panes.focus() == place;
        let Some(pane) = sheet.panes.get_mut(place) else { return };
        if let Some(entry) = sheet.label_entry.as_ref().filter(|_| focus) {
            let grid = sheet.document.grid();
            let at = pane.map.screen_position(grid, entry.hex);
            label_entry::show(ui, entry, at, requests);
        }
        if let Some(game) = sheet.test_run.game() {
            banner(ui, place, rect, game, requests);
        }
        zoom_buttons(ui, place, rect, requests);
        let input = LabInput { document: &sheet.document, test_run: &sheet.test_run };
        if place == 0 {
            sheet.lab.show_legend(ui, free, &input, hovered, requests);
        }
    }

    /// A frame around what has the keyboard's attention, while the keyboard is what is used.
    fn keyboard_ring(&mut self, ctx: &egui::Context) {
        let (tab, pointer) =
            ctx.input(|input| (input.key_pressed(egui::Key::Tab), input.pointer.any_pressed()));
        self.by_keyboard = (self.by_keyboard || tab) && !pointer;
        let Some(focused) = ctx.memory(|memory| memory.focused()) else { return };
        // Where one types, the frame says so however one came there.
        if !self.by_keyboard && !ctx.text_edit_focused() {
            return;
        }
        let Some(response) = ctx.read_response(focused) else { return };
        let colours = theme::Palette::of(&ctx.global_style().visuals);
        let painter = ctx.layer_painter(response.layer_id);
        let painter = painter.with_clip_rect(response.interact_rect.expand(4.0));
        let ring = egui::Stroke::new(colours.focus_width, colours.focus);
        painter.rect_stroke(response.rect, 5.0, ring, egui::StrokeKind::Outside);
    }

    pub(super) fn over_screens(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) {
        if let Some(mut palette) = self.palette.take() {
            let stays = palette.show(ctx, self, requests);
            if stays {
                self.palette = Some(palette);
            }
        }
        if let Some(mut shortcuts) = self.shortcuts.take()
            && shortcuts.show(ctx, requests)
        {
            self.shortcuts = Some(shortcuts);
        }
        self.ground_dialog(ctx, requests);
        self.merge_dialog(ctx);
        self.keyboard_ring(ctx);
        self.help_window(ctx);
        self.tour_card(ctx, requests);
        if let Some(question) = self.question.clone()
            && let Some(reply) =
                questions::show(ctx, &question, self.sheet.document.title(), &mut self.files.typed)
        {
            self.question = None;
            self.answered(ctx, question, reply);
        }
    }
}

/// The strip over a pane: what it can show, and whether there are two.
fn views(
    ui: &mut Ui,
    place: usize,
    shown: View,
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
        let all = ScrollArea::horizontal().id_salt(("views", place)).auto_shrink(false);
        all.show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let close = ui.available_width() < CLOSE;
                ui.spacing_mut().item_spacing.x = if close { 0.0 } else { 2.0 };
                if close {
                    ui.spacing_mut().button_padding.x = 5.0;
                }
                for view in View::ALL {
                    if view_tab(ui, view, view == shown, split, focus) {
                        requests.push(Request::FocusPane(place));
                        requests.push(Request::ShowIn(place, view));
                    }
                }
            });
        });
    });
}

/// A view's name over a pane; whether it is clicked.
fn view_tab(ui: &mut Ui, view: View, selected: bool, split: bool, focus: bool) -> bool {
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
    response.clicked()
}

/// Says that what the map shows is a game.
fn banner(ui: &Ui, place: usize, over: egui::Rect, game: &Game, requests: &mut Vec<Request>) {
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
                    let text = format!("Test-run, game-turn {}", game.play().turn());
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
