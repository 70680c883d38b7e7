//! The map on the screen: camera, pointer, painting.

mod arrows;
mod barrage;
pub mod begins;
mod builder;
pub mod camera;
mod cards;
pub mod cover;
mod decision;
pub mod gpu;
mod happened;
mod layers;
mod markers;
mod menu;
mod minimap;
mod names;
pub mod other_hex;
mod overlay;
pub mod panes;
pub mod picture;
mod previews;
pub mod reach;
pub mod scan;
pub mod sights;
pub mod stacks;

use std::sync::atomic::{AtomicU64, Ordering};

use cover::Laid;
use egui::{
    CursorIcon, Event, EventFilter, Key, PointerButton, Pos2, Rect, Response, Role, Sense, Ui,
    Vec2, WidgetInfo, pos2, vec2,
};
use gpu::{Drawing, GpuView};
use minimap::Minimap;
use picture::MapPicture;
use reach::Reach;
use salient_art::{Detail, Layer};
use salient_document::layers::LayerId;
use salient_document::tools::{Button, Cursor, Key as ToolKey, Modifiers};
use salient_document::{Document, Selection, Tool, ToolEvent, ToolOutput};
use salient_hex::grid::{Direction, Hex, HexGrid};
use salient_rules::game::LineView;
use salient_schema::Id;
use scan::ScanPicture;
use stacks::{Counters, Positions, Seen};

use crate::look::theme;
use crate::map::camera::Camera;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::play::{Pick, PlayRequest};
use crate::request::sandbox::SandboxRequest;
use crate::sandbox::SandboxGame;
use crate::test_run::Game;
use crate::versions::Mark;

/// Tells views apart.
static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// The margin around a map that fits the window, in points.
const FIT_MARGIN: f32 = 18.0;
/// How much larger or smaller one step of a zoom key makes the map.
const ZOOM_STEP: f32 = 1.25;
/// How far the wheel turns, in points, to make the map e times as large.
const WHEEL: f32 = 400.0;
/// How far the pointer may move, in points, for a press to be a click.
const CLICK: f32 = 5.0;
/// Where hexes are less wide, in pixels, their numbers could not be read and are left out.
const LEAST_NUMBERED: f32 = 46.0;
/// How long a hex is pointed out, in seconds.
const FLASH_SECS: f64 = 1.4;
/// How long the pointer rests on a stack before it is spread out, in seconds.
const SPREAD_SECS: f64 = 0.35;

/// What the map shows besides the document.
pub struct MapInput<'a> {
    /// The document.
    pub document: &'a Document,
    /// The tool in hand.
    pub tool: &'a Tool,
    /// What the tool said last.
    pub output: &'a ToolOutput,
    /// The game that is on, if one is.
    pub game: Option<&'a Game>,
    /// Whether it shows what came of the last decisions.
    pub shows_happened: bool,
    /// The game without rules that is on, if one is.
    pub sandbox: Option<&'a SandboxGame>,
    /// What the lab lays over the map.
    pub cover: Option<Laid<'a>>,
    /// What changed since another version.
    pub changes: &'a [Mark],
    /// The scan, if there is one.
    pub scan: Option<&'a ScanPicture>,
    /// The zone that is shown and no other.
    pub lone_zone: Option<&'a Id>,
    /// Whom leaders direct, if that shows.
    pub reach: &'a Reach,
    /// The way of a unit about which the rules are asked.
    pub asked_way: &'a [Hex],
    /// The lines that lead to it.
    pub asked_lines: &'a [LineView],
}

impl MapInput<'_> {
    /// Whether the document itself is shown, and can be changed.
    pub fn editing(&self) -> bool {
        self.game.is_none() && self.sandbox.is_none()
    }
}

/// A counter on its way from a list to the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedCounter(pub String);

/// The map's view: where it is seen from, and what is kept between frames.
#[derive(Debug)]
pub struct MapView {
    /// Where the map is seen from.
    pub camera: Camera,
    view: Rect,
    fit_asked: bool,
    /// The camera as it was fitted last.
    fitted: Option<Camera>,
    zoom_asked: f32,
    go_to: Option<Hex>,
    flash: Option<(Hex, f64)>,
    hovered: Option<Hex>,
    hovered_since: f64,
    spread: Option<Hex>,
    inside: bool,
    pressed: Option<PointerButton>,
    /// Where a button went down last.
    pressed_at: Pos2,
    panning: bool,
    /// Units of a game that are dragged to where they go.
    lifted: Option<decision::Lifted>,
    /// What was told last of a hex that is pointed at.
    told: Option<decision::ToldOf>,
    focused: bool,
    /// Where a drag in a game without rules began.
    dragged: Option<Hex>,
    number: u64,
    gpu: GpuView,
    gpu_counters: GpuView,
    minimap: Minimap,
    seen: Option<u64>,
    set_up: Positions,
    played: Positions,
    /// Whether it is of a game with rules, and its version.
    played_version: Option<(bool, u64)>,
    selected: previews::Selected,
    lone: previews::LoneZone,
    menu: menu::Menu,
}

impl Default for MapView {
    fn default() -> Self {
        Self {
            camera: Camera::default(),
            view: Rect::NOTHING,
            fit_asked: true,
            fitted: None,
            zoom_asked: 1.0,
            go_to: None,
            flash: None,
            hovered: None,
            hovered_since: 0.0,
            spread: None,
            inside: false,
            pressed: None,
            pressed_at: Pos2::ZERO,
            panning: false,
            lifted: None,
            told: None,
            focused: false,
            dragged: None,
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
            gpu: GpuView::default(),
            gpu_counters: GpuView::default(),
            minimap: Minimap::default(),
            seen: None,
            set_up: Positions::default(),
            played: Positions::default(),
            played_version: None,
            selected: previews::Selected::default(),
            lone: previews::LoneZone::default(),
            menu: menu::Menu::default(),
        }
    }
}

impl MapView {
    /// Shows the whole map in the next frame.
    pub fn zoom_to_fit(&mut self) {
        self.fit_asked = true;
    }

    /// Zooms in or out by steps about the middle of the view.
    pub fn zoom_by_steps(&mut self, steps: i32) {
        self.zoom_asked *= ZOOM_STEP.powi(steps);
    }

    /// Brings a hex into view and points it out.
    pub fn go_to(&mut self, hex: Hex) {
        self.go_to = Some(hex);
    }

    /// Where the minimap was shown last, if it was.
    pub fn minimap(&self) -> Option<Rect> {
        self.minimap.place()
    }

    /// The hex under the pointer.
    pub fn hovered(&self) -> Option<Hex> {
        self.hovered
    }

    /// Where the middle of a hex is on the screen, once the map has been shown.
    pub fn screen_position(&self, grid: &HexGrid, hex: Hex) -> Pos2 {
        self.camera.screen_from_plane(self.view, grid.centre(hex))
    }

    /// Where a place of the plane is on the screen, once the map has been shown.
    pub fn screen_of(&self, plane: [f32; 2]) -> Pos2 {
        self.camera.screen_from_plane(self.view, plane)
    }

    /// Another view of the same map that begins where this one is.
    pub fn twin(&self) -> Self {
        Self::default()
    }

    /// Shows the map in all the room there is.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &MapInput<'_>,
        picture: &mut MapPicture,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        let response = ui.allocate_response(ui.available_size(), Sense::click_and_drag());
        // A map that was fitted into the window stays so when the window changes.
        let resized = self.view.size() != response.rect.size();
        self.fit_asked |= resized && self.fitted == Some(self.camera);
        self.view = response.rect;
        let before = self.camera;
        let now = ui.input(|input| input.time);
        picture.follow(input.document);
        self.follow(input);
        self.move_camera(ui, &response, input.document.grid(), now);
        self.pointer(ui, &response, input, requests, now);
        self.keys(ui, &response, input, requests);
        self.focused = response.has_focus();
        self.drop_counter(&response, input, requests);
        self.show_menu(ui, &response, input, requests);

        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Map"));
        self.paint(ui, input, picture, counters, now);
        self.name_hexes(ui, &response, input);
        self.minimap.show(ui, self.view, &mut self.camera, input, picture);
        if self.camera != before {
            // The status line, drawn before the map, tells the zoom.
            ui.ctx().request_repaint();
        }
    }

    /// Catches up with the document and the game.
    fn follow(&mut self, input: &MapInput<'_>) {
        let document = input.document;
        let revision = document.revision();
        if self.seen != Some(revision) {
            match self.seen.map(|seen| document.changes_since(seen)) {
                Some(changes) if !changes.everything => {
                    self.set_up.change(document, &changes.stacks);
                }
                _ => self.set_up = Positions::of_set_up(document),
            }
        }
        self.seen = Some(revision);

        let version = input.game.map(|game| (true, game.version()));
        let version = version.or(input.sandbox.map(|sandbox| (false, sandbox.version())));
        if version != self.played_version {
            match (input.game, input.sandbox) {
                (Some(game), _) => self.played.follow(document.grid(), &game.units()),
                (None, Some(sandbox)) => {
                    self.played.follow_sandbox(document.grid(), sandbox.sandbox());
                }
                (None, None) => self.played = Positions::default(),
            }
            self.played_version = version;
        }
    }

    fn positions(&self, input: &MapInput<'_>) -> &Positions {
        if input.editing() { &self.set_up } else { &self.played }
    }

    fn move_camera(&mut self, ui: &Ui, response: &Response, grid: &HexGrid, now: f64) {
        let view = self.view;
        if std::mem::take(&mut self.fit_asked) {
            self.camera.fit(view, grid.bounds(), FIT_MARGIN);
            self.fitted = Some(self.camera);
        }
        let zoom = std::mem::replace(&mut self.zoom_asked, 1.0);
        if zoom != 1.0 {
            self.camera.zoom_at(view, view.center(), zoom);
        }
        if let Some(hex) = self.go_to.take() {
            let [x, y] = grid.centre(hex);
            let inner = view.shrink(60.0);
            if !inner.contains(self.camera.screen_from_plane(view, [x, y])) {
                self.camera.centre = vec2(x, y);
            }
            if self.camera.scale < 26.0 {
                self.camera.scale = 44.0;
                self.camera.centre = vec2(x, y);
            }
            self.flash = Some((hex, now));
        }
        if response.contains_pointer()
            && let Some(pointer) = ui.input(|input| input.pointer.hover_pos())
        {
            let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta, input.zoom_delta()));
            let factor = pinch * (scroll.y / WHEEL).exp();
            if factor != 1.0 {
                self.camera.zoom_at(view, pointer, factor);
            }
            if scroll.x != 0.0 {
                self.camera.pan(vec2(scroll.x, 0.0));
            }
        }
        if self.panning {
            self.camera.pan(ui.input(|input| input.pointer.delta()));
        }
        self.camera.hold(view, grid.bounds());
    }

    /// Hands what the pointer did to the tool, or pans.
    fn pointer(
        &mut self,
        ui: &Ui,
        response: &Response,
        input: &MapInput<'_>,
        requests: &mut Vec<Request>,
        now: f64,
    ) {
        let view = self.view;
        let editing = input.editing();
        let space = !ui.ctx().text_edit_focused() && ui.input(|i| i.key_down(Key::Space));
        let events = ui.input(|i| i.events.clone());
        let minimap = self.minimap.clone();
        let card = self.spread_card(ui, input);
        let on_map = |at: Pos2| {
            view.shrink(2.0).contains(at)
                && !minimap.takes(at)
                && ui.ctx().layer_id_at(at) == Some(response.layer_id)
        };
        for event in events {
            match event {
                Event::PointerMoved(at) => {
                    let inside = self.pressed.is_some() || on_map(at);
                    if inside && !self.panning && editing {
                        let at = self.camera.plane_from_screen(view, at);
                        let modifiers = held(ui.input(|i| i.modifiers));
                        requests.push(Request::Tool(ToolEvent::Move { at, modifiers }));
                    } else if self.inside && !inside && editing {
                        requests.push(Request::Tool(ToolEvent::Leave));
                    }
                    self.inside = inside;
                }
                Event::PointerGone if self.inside => {
                    self.inside = false;
                    requests.push(Request::Tool(ToolEvent::Leave));
                }
                Event::PointerButton { pos, button, pressed: true, modifiers }
                    if self.pressed.is_none() && on_map(pos) =>
                {
                    self.pressed = Some(button);
                    self.pressed_at = pos;
                    response.request_focus();
                    if let Some(card) = card.filter(|card| card.contains(pos)) {
                        let unit = self.of_spread(input, card, pos);
                        let pick =
                            unit.map(|unit| Request::Play(PlayRequest::Pick(Pick::Unit(unit))));
                        requests.extend(pick);
                        continue;
                    }
                    let at = self.camera.plane_from_screen(view, pos);
                    match self.meant(button, space, input.tool, editing) {
                        Meant::Pan => self.panning = true,
                        Meant::Tool(button) => {
                            let modifiers = held(modifiers);
                            let press = ToolEvent::Press { at, button, modifiers };
                            requests.push(Request::Tool(press));
                        }
                        Meant::Look => {
                            let hex = input.document.grid().hex_at(at);
                            self.lifted = hex.and_then(|hex| self.lift(input, hex));
                            if let Some(hex) = hex.filter(|_| !self.waits_for_release()) {
                                requests.push(Request::Select(Selection::of_hex(hex)));
                            }
                            self.dragged = hex.zip(input.sandbox).and_then(|(hex, sandbox)| {
                                let choose =
                                    SandboxRequest::ChooseStack { hex, add: modifiers.command };
                                requests.push(Request::Sandbox(choose));
                                (sandbox.holds(hex) && !sandbox.in_hand()).then_some(hex)
                            });
                            self.panning = self.lifted.is_none() && self.dragged.is_none();
                        }
                        Meant::Nothing => {}
                    }
                }
                Event::PointerButton { pos, button, pressed: false, modifiers }
                    if self.pressed == Some(button) =>
                {
                    self.pressed = None;
                    let is_click = self.pressed_at.distance(pos) < CLICK;
                    if self.panning && button == PointerButton::Secondary && is_click {
                        self.menu.open_at(pos);
                    }
                    let on = self.camera.plane_from_screen(view, pos);
                    let on = input.document.grid().hex_at(on).filter(|_| on_map(pos));
                    self.drop_lifted(on, requests);
                    if let Some(from) = self.dragged.take()
                        && let Some(to) = on.filter(|to| *to != from && input.sandbox.is_some())
                    {
                        let drag = SandboxRequest::Drag { from, to, top: modifiers.alt };
                        requests.push(Request::Sandbox(drag));
                        requests.push(Request::Select(Selection::of_hex(to)));
                    }
                    if !std::mem::take(&mut self.panning)
                        && let Some(button) = tool_button(button)
                        && editing
                    {
                        let at = self.camera.plane_from_screen(view, pos);
                        let modifiers = held(modifiers);
                        requests.push(Request::Tool(ToolEvent::Release { at, button, modifiers }));
                        if ui.input(|i| i.pointer.button_double_clicked(PointerButton::Primary)) {
                            requests.push(Request::Tool(ToolEvent::DoubleClick { at, modifiers }));
                        }
                    }
                }
                _ => {}
            }
        }

        let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|&at| on_map(at));
        // On the way to the counters of a spread stack, and among them, it stays spread.
        let stays = self.spread.filter(|&hex| {
            let from = self.screen_position(input.document.grid(), hex);
            card.zip(pointer).is_some_and(|(card, at)| {
                let way = card.clamp(from) - from;
                let along = (at - from).dot(way) / way.length_sq().max(1.0);
                let nearest = from + way * along.clamp(0.0, 1.0);
                card.contains(at) || nearest.distance(at) < self.camera.scale * 0.4
            })
        });
        let hovered = stays.or(pointer
            .and_then(|at| input.document.grid().hex_at(self.camera.plane_from_screen(view, at))));
        if hovered != self.hovered {
            self.hovered = hovered;
            self.hovered_since = now;
            self.spread = None;
        }
        let rested = now - self.hovered_since;
        let stack = hovered.map_or(0, |hex| self.positions(input).at(hex).len());
        if self.pressed.is_some() || !input.document.layers().get(LayerId::Counters).shown {
            self.spread = None;
        } else if stack > 1 && self.spread.is_none() {
            if rested >= SPREAD_SECS {
                self.spread = hovered;
            } else {
                ui.ctx().request_repaint_after_secs((SPREAD_SECS - rested) as f32);
            }
        }
        if pointer.is_some() || self.pressed.is_some() {
            ui.ctx().set_cursor_icon(self.cursor(space, input));
        }
    }

    fn meant(&self, button: PointerButton, space: bool, tool: &Tool, editing: bool) -> Meant {
        match (button, tool_button(button)) {
            (PointerButton::Middle, _) => Meant::Pan,
            (PointerButton::Primary, _) if space => Meant::Pan,
            (PointerButton::Primary, _) if !editing => Meant::Look,
            // Tools that do nothing with the right button leave it to panning.
            (PointerButton::Secondary, _) if !editing || leaves_right_button(tool) => Meant::Pan,
            (_, Some(button)) => Meant::Tool(button),
            _ => Meant::Nothing,
        }
    }

    fn cursor(&self, space: bool, input: &MapInput<'_>) -> CursorIcon {
        if self.panning {
            return CursorIcon::Grabbing;
        }
        if space {
            return CursorIcon::Grab;
        }
        if let Some(game) = input.game {
            return self.cursor_of_decision(game);
        }
        if self.dragged.is_some() {
            return CursorIcon::Grabbing;
        }
        if !input.editing() {
            return CursorIcon::Default;
        }
        match input.output.cursor {
            Cursor::Arrow => CursorIcon::Default,
            Cursor::Grab => CursorIcon::Grab,
            Cursor::Grabbing => CursorIcon::Grabbing,
            Cursor::Crosshair | Cursor::Pick => CursorIcon::Crosshair,
            Cursor::Eraser => CursorIcon::Crosshair,
            Cursor::Forbidden => CursorIcon::NotAllowed,
        }
    }

    /// Lets the keyboard do what the pointer does: arrows move the selection, Enter acts there.
    fn keys(
        &mut self,
        ui: &Ui,
        response: &Response,
        input: &MapInput<'_>,
        requests: &mut Vec<Request>,
    ) {
        if !response.has_focus() {
            return;
        }
        let filter = EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            escape: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let grid = input.document.grid();
        let selected = input.document.selection().hex;
        for (key, compass) in [
            (Key::ArrowUp, [0.0, -1.0]),
            (Key::ArrowRight, [1.0, 0.0]),
            (Key::ArrowDown, [0.0, 1.0]),
            (Key::ArrowLeft, [-1.0, 0.0]),
        ] {
            if !ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, key)) {
                continue;
            }
            let next = match selected {
                Some(hex) => neighbour_towards(grid, hex, compass),
                None => grid.hex_at([self.camera.centre.x, self.camera.centre.y]),
            };
            if let Some(hex) = next {
                // In a game to select a hex means it, and the arrows only look for one.
                requests.push(match input.game {
                    Some(_) => Request::Play(PlayRequest::Look(hex)),
                    None => Request::Select(Selection::of_hex(hex)),
                });
                if !self.view.shrink(40.0).contains(self.screen_position(grid, hex)) {
                    let [x, y] = grid.centre(hex);
                    self.camera.centre = vec2(x, y);
                }
            }
        }
        let enter = ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Enter));
        // With the pointer on the map, Enter ends what the pointer does from click to click.
        let by_pointer = self.hovered.is_some()
            && matches!(input.tool, Tool::PathPen { .. } | Tool::Measure { .. });
        if enter && by_pointer && input.editing() {
            requests.push(Request::Tool(ToolEvent::Key(ToolKey::Enter)));
            return;
        }
        if enter && input.game.is_some() {
            requests.push(Request::Command(UiCommand::ChooseHex));
        } else if enter
            && input.editing()
            && let Some(hex) = selected
        {
            let at = grid.centre(hex);
            requests.push(Request::Tool(ToolEvent::press(at, Button::Primary)));
            requests.push(Request::Tool(ToolEvent::release(at, Button::Primary)));
        }
    }

    /// Takes a counter that is dropped from a list.
    fn drop_counter(&self, response: &Response, input: &MapInput<'_>, requests: &mut Vec<Request>) {
        let Some(carried) = response.dnd_release_payload::<CarriedCounter>() else { return };
        let Some(hex) = self.hovered.filter(|_| input.game.is_none()) else { return };
        if input.sandbox.is_some() {
            let bring = SandboxRequest::Bring(carried.0.clone(), hex);
            requests.push(Request::Sandbox(bring));
            return;
        }
        let edit = salient_document::set_up::bring(input.document, &carried.0, hex);
        requests.push(Request::edit(edit));
        requests.push(Request::Select(Selection::of_hex(hex)));
    }

    fn paint(
        &mut self,
        ui: &Ui,
        input: &MapInput<'_>,
        picture: &mut MapPicture,
        counters: &mut Counters,
        now: f64,
    ) {
        let view = self.view;
        let painter = ui.painter_at(view);
        let grid = input.document.grid();
        let scale = self.camera.scale;
        let pixels_per_point = ui.pixels_per_point();
        let visible = self.camera.visible(view);
        let palette = theme::palette(ui);
        painter.rect_filled(view, 0.0, palette.table);
        let margin = picture.art().map(|art| crate::look::shapes::colour(art.theme().margin));
        let [least, most] = grid.bounds();
        let paper = Rect::from_min_max(
            self.camera.screen_from_plane(view, [least[0] - 0.25, least[1] - 0.25]),
            self.camera.screen_from_plane(view, [most[0] + 0.25, most[1] + 0.25]),
        );
        let shadow = egui::Shadow {
            offset: [0, 3],
            blur: 16,
            spread: 0,
            color: egui::Color32::from_black_alpha(60),
        };
        painter.add(shadow.as_shape(paper, 2.0));
        painter.rect_filled(paper, 2.0, margin.unwrap_or(palette.table));

        let layers = input.document.layers();
        let scan = input.scan.map(|scan| (scan, scan.opacity(layers)));
        if let Some((scan, opacity)) = scan.filter(|(scan, _)| !scan.above) {
            scan.paint(&painter, &self.camera, view, opacity);
        }
        let detail = Detail::at(scale * pixels_per_point);
        let seen = picture.visible(self.number, detail, visible);
        if seen.more {
            ui.ctx().request_repaint();
        }
        let mut opacity = layers::opacities(layers);
        if let Some(numbers) = opacity.get_mut(Layer::Numbers as usize) {
            *numbers *= ((scale * pixels_per_point - LEAST_NUMBERED) / 8.0).clamp(0.0, 1.0);
        }
        let lone = self.lone.follow(input.document, input.lone_zone);
        let lone = lone.filter(|_| layers.get(LayerId::Zones).shown);
        if lone.is_some()
            && let Some(zones) = opacity.get_mut(Layer::Zones as usize)
        {
            *zones = 0.0;
        }
        let names: Vec<_> = seen.chunks.iter().map(|chunk| chunk.names.clone()).collect();
        if let Some((far, grid)) = picture.far() {
            // Faded terrain must not lie on faded terrain.
            let is_faded = opacity[0] < 1.0 && detail != Detail::Far;
            let meshes_show = !is_faded || seen.complete;
            // Beyond the cut of boards there is no sheet.
            painter.with_clip_rect(paper.intersect(view)).add(
                Drawing {
                    view: self.gpu.clone(),
                    camera: self.camera,
                    rect: view,
                    grid,
                    far: (!is_faded || !seen.complete).then_some(far),
                    is_covered: seen.complete && detail != Detail::Far,
                    meshes: seen
                        .chunks
                        .into_iter()
                        .filter(|_| meshes_show)
                        .map(|chunk| chunk.mesh)
                        .collect(),
                    layers: layers::drawn(&opacity),
                    opacity,
                }
                .shape(),
            );
        }
        if let Some(art) = picture.art() {
            let names = names.iter().flat_map(|names| names.iter());
            names::paint(&painter, &art, names, detail, &opacity, &self.camera, view);
        }
        if let Some((scan, opacity)) = scan.filter(|(scan, _)| scan.above) {
            scan.paint(&painter, &self.camera, view, opacity);
        }

        if let Some(laid) = input.cover {
            laid.cover.paint(&painter, grid, &self.camera, view, laid.strength);
        }
        if let Some((area, number)) = lone {
            let ink = picture.art().and_then(|art| art.zone_inks().nth(number));
            let ink = ink.map_or(palette.accent, crate::look::shapes::colour);
            self.paint_area(&painter, grid, &area, ink, 0.3, false);
        }
        self.paint_zones(&painter, input);
        let shown = layers.get(LayerId::Counters);
        let picking = input.scan.is_some_and(|scan| scan.least > 0.0);
        if shown.shown && !picking && input.cover.is_none_or(|laid| laid.counters) {
            let seen = Seen {
                gpu: &self.gpu_counters,
                grid,
                shape: picture.far().map(|(_, shape)| shape).unwrap_or_default(),
                positions: self.positions(input),
                camera: self.camera,
                view,
                opacity: shown.opacity,
                whole: !picture.is_in_background(),
            };
            if counters.paint(&painter, &seen) {
                ui.ctx().request_repaint();
            }
        }
        self.paint_markers(&painter, input);
        self.paint_overlay(ui, &painter, input, counters, now);
    }

    /// Gives the hexes that matter a name for screen readers and tests.
    fn name_hexes(&self, ui: &Ui, response: &Response, input: &MapInput<'_>) {
        let grid = input.document.grid();
        let mut hexes: Vec<Hex> =
            [input.document.selection().hex, self.hovered].into_iter().flatten().collect();
        hexes.dedup();
        for hex in hexes {
            let side = self.camera.scale * 0.8;
            let middle = self.screen_position(grid, hex);
            let rect = Rect::from_center_size(middle, Vec2::splat(side)).intersect(self.view);
            if !rect.is_positive() {
                continue;
            }
            let named = ui.interact(rect, response.id.with(("hex", hex.0)), Sense::hover());
            let label = format!("Hex {}", grid.label(hex));
            let selected = input.document.selection().hex == Some(hex);
            named.widget_info(|| WidgetInfo::selected(Role::Button, true, selected, &label));
        }
    }
}

/// What a button that goes down on the map means.
enum Meant {
    Pan,
    Tool(Button),
    /// While a game is shown: look at the hex.
    Look,
    Nothing,
}

/// Whether a tool does nothing with the right button.
fn leaves_right_button(tool: &Tool) -> bool {
    matches!(
        tool,
        Tool::Select
            | Tool::Wand { .. }
            | Tool::Rectangle
            | Tool::Lasso
            | Tool::Measure { .. }
            | Tool::Sight
    )
}

fn tool_button(button: PointerButton) -> Option<Button> {
    match button {
        PointerButton::Primary => Some(Button::Primary),
        PointerButton::Secondary => Some(Button::Secondary),
        _ => None,
    }
}

fn held(modifiers: egui::Modifiers) -> Modifiers {
    Modifiers { shift: modifiers.shift, command: modifiers.command, alt: modifiers.alt }
}

/// The adjacent hex that lies most in a direction of the screen.
fn neighbour_towards(grid: &HexGrid, hex: Hex, [x, y]: [f32; 2]) -> Option<Hex> {
    let [cx, cy] = grid.centre(hex);
    let along = |next: Hex| {
        let [nx, ny] = grid.centre(next);
        (nx - cx) * x + (ny - cy) * y
    };
    Direction::ALL
        .into_iter()
        .filter_map(|direction| grid.neighbour(hex, direction))
        .filter(|&next| along(next) > 0.1)
        .max_by(|&a, &b| along(a).total_cmp(&along(b)))
}

/// The corners of a hex on the screen.
fn outline(camera: &Camera, view: Rect, grid: &HexGrid, hex: Hex) -> Vec<Pos2> {
    grid.corners(hex)
        .into_iter()
        .map(|corner| {
            let at = camera.screen_from_plane(view, corner);
            pos2(at.x, at.y)
        })
        .collect()
}
