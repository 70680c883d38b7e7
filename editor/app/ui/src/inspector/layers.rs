//! The tab "Layers": show, hide, lock and fade the layers of the map.

use egui::{Color32, Rect, Response, Role, Sense, Slider, Ui, Vec2, WidgetInfo, vec2};
use salient_document::layers::{LayerId, LayerState};

use super::InspectorInput;
use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::look::widgets::{focus_ring, quiet, text_button};
use crate::request::Request;

/// How high a row is, in points.
const ROW: f32 = 30.0;

/// The tab and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Layers {}

impl Layers {
    /// Shows the tab.
    pub fn show(&mut self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        quiet(
            ui,
            "What of the map shows, and what is kept from changes. The uppermost comes first.",
        );
        ui.add_space(theme::GAP);
        ui.spacing_mut().item_spacing.y = 2.0;
        let layers = input.document.layers();
        for id in LayerId::ALL.into_iter().rev() {
            row(ui, id, layers.get(id), requests);
        }
        ui.add_space(theme::GAP);
        let usual = LayerId::ALL.into_iter().all(|id| layers.get(id) == LayerState::default());
        let text = "Show all layers as usual";
        if text_button(ui, Some(Icon::Layers), text, !usual).clicked() {
            requests.extend(LayerId::ALL.map(|id| Request::Layer(id, LayerState::default())));
        }
    }
}

fn row(ui: &mut Ui, id: LayerId, state: LayerState, requests: &mut Vec<Request>) {
    let name = id.name();
    let colours = palette(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let ink = ui.visuals().text_color();
    let mut ui = ui.new_child(
        egui::UiBuilder::new()
            .max_rect(rect)
            .layout(egui::Layout::left_to_right(egui::Align::Center)),
    );
    ui.spacing_mut().item_spacing.x = 4.0;

    let (icon, tint) = if state.shown { (Icon::Eye, ink) } else { (Icon::EyeShut, colours.quiet) };
    let doing = if state.shown { "Hide" } else { "Show" };
    let eye = toggle(&mut ui, icon, tint, state.shown, &format!("Show {name}"));
    if eye.on_hover_text(format!("{doing} {}", lower(name))).clicked() {
        requests.push(Request::Layer(id, LayerState { shown: !state.shown, ..state }));
    }
    let (icon, tint) =
        if state.locked { (Icon::Lock, colours.accent) } else { (Icon::LockOpen, colours.quiet) };
    let doing = if state.locked { "Let it be changed" } else { "Keep it from changes" };
    let lock = toggle(&mut ui, icon, tint, state.locked, &format!("Lock {name}"));
    if lock.on_hover_text(doing).clicked() {
        requests.push(Request::Layer(id, LayerState { locked: !state.locked, ..state }));
    }

    let ink = if state.shown { ink } else { colours.quiet };
    ui.label(egui::RichText::new(name).color(ink));

    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let mut percent = (state.opacity * 100.0).round();
        // As long in every row, beside the longest name.
        ui.spacing_mut().slider_width = (rect.width() - 252.0).clamp(40.0, 110.0);
        let slider =
            Slider::new(&mut percent, 0.0..=100.0).suffix(" %").fixed_decimals(0).step_by(1.0);
        let response = ui.add_enabled(state.shown, slider);
        let label = format!("Strength of {}", lower(name));
        response.widget_info(|| WidgetInfo::slider(state.shown, f64::from(percent), &label));
        if response.changed() {
            let opacity = percent / 100.0;
            requests.push(Request::Layer(id, LayerState { opacity, ..state }));
        }
    });
}

fn lower(name: &str) -> String {
    name.to_lowercase()
}

fn toggle(ui: &mut Ui, icon: Icon, ink: Color32, on: bool, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(26.0, ROW - 4.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, on, name));
    if response.hovered() {
        ui.painter().rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    icons::paint(ui.painter(), Rect::from_center_size(rect.center(), Vec2::splat(16.0)), icon, ink);
    focus_ring(ui, &response);
    response
}
