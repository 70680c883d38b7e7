//! The panel at the left: the tools in rows of four, and below them the settings of the one in
//! hand. Where their names stand beside them, there are two in a row.

use egui::{FontId, Rect, Response, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use salient_document::{Document, Tool};

use super::memory::kind_of;
use super::options;
use super::zones::ShownZones;
use crate::look::swatches::Swatches;
use crate::look::widgets::{elided, focus_ring};
use crate::look::{icons, theme};
use crate::map::stacks::Counters;
use crate::request::command::{ToolKind, UiCommand};
use crate::request::{Request, keymap};

/// Tools in a row.
const COLUMNS: usize = 4;
/// Tools in a row where their names stand beside them.
const NAMED_COLUMNS: usize = 2;
/// The height of a tool's button, in points.
const HEIGHT: f32 = 34.0;

/// What the panel reads.
pub struct PaletteInput<'a> {
    /// The document.
    pub document: &'a Document,
    /// The tool in hand.
    pub tool: &'a Tool,
    /// Whether the tools have their names beside them.
    pub names: bool,
    /// Why some tools cannot be used now.
    pub refused: &'a [(ToolKind, &'static str)],
    /// What zones there are to see.
    pub zones: ShownZones<'a>,
}

/// How wide the panel is, in points.
pub fn width(narrow: bool, names: bool) -> f32 {
    match (narrow, names) {
        (true, false) => 148.0,
        (false, false) => 196.0,
        // Two names beside each other.
        (_, true) => 240.0,
    }
}

/// Shows the panel.
pub fn show(
    ui: &mut Ui,
    input: &PaletteInput<'_>,
    swatches: &mut Swatches,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    let chosen = kind_of(input.tool);
    let colours = theme::palette(ui);
    let gap = 4.0;
    ui.spacing_mut().item_spacing = vec2(gap, gap);
    let columns = if input.names { NAMED_COLUMNS } else { COLUMNS };
    let width = (ui.available_width() - gap * (columns as f32 - 1.0)) / columns as f32;
    let offered = |kind: &ToolKind| kind.is_offered(input.document) || *kind == chosen;
    let kinds: Vec<ToolKind> = ToolKind::ALL.into_iter().filter(offered).collect();
    for row in kinds.chunks(columns) {
        ui.horizontal(|ui| {
            for &kind in row {
                let command = UiCommand::Tool(kind);
                let refused = input.refused.iter().find(|(other, _)| *other == kind);
                let refused = refused.map(|(_, why)| *why);
                let response =
                    tool_button(ui, command, kind == chosen, refused, (width, input.names));
                if response.clicked() {
                    requests.push(Request::Command(command));
                }
            }
        });
    }
    ui.add_space(6.0);
    let command = UiCommand::Tool(chosen);
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(command.text()).font(theme::strong(16.0)));
        if let Some(key) = keymap::shown(ui.ctx(), command) {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(egui::RichText::new(key).color(colours.quiet));
            });
        }
    });
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).id_salt("tool settings").show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        options::show(ui, input.document, (input.tool, input.zones), swatches, counters, requests);
    });
}

/// A tool as an icon; its name, key and what it does show when the pointer rests, and why it cannot
/// be used if it is refused.
fn tool_button(
    ui: &mut Ui,
    command: UiCommand,
    selected: bool,
    refused: Option<&str>,
    (width, named): (f32, bool),
) -> Response {
    let enabled = refused.is_none();
    let colours = theme::palette(ui);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let height = if named || width < 34.0 { HEIGHT - 6.0 } else { HEIGHT };
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), sense);
    response
        .widget_info(|| WidgetInfo::selected(Role::RadioButton, enabled, selected, command.text()));
    if let Some(why) = refused {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(why));
    }
    crate::look::marks::note(ui, command.text(), rect);
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        let (fill, ink) = if selected {
            (colours.accent, colours.on_accent)
        } else if !enabled {
            (ui.visuals().faint_bg_color, colours.quiet.gamma_multiply(0.45))
        } else {
            (visuals.bg_fill, visuals.fg_stroke.color)
        };
        let edge = if selected { egui::Stroke::NONE } else { visuals.bg_stroke };
        ui.painter().rect(rect, 6.0, fill, edge, egui::StrokeKind::Inside);
        focus_ring(ui, &response);
        if let Some(icon) = command.icon() {
            let middle = if named { rect.left_center() + vec2(15.0, 0.0) } else { rect.center() };
            let place = Rect::from_center_size(middle, Vec2::splat(19.0));
            icons::paint(ui.painter(), place, icon, ink);
        }
        if named {
            let left = rect.left() + 29.0;
            let font = FontId::proportional(13.0);
            let room = rect.right() - left - 3.0;
            let name = elided(ui.painter(), command.text(), font, ink, room);
            let top = rect.center().y - name.size().y / 2.0;
            ui.painter().galley(pos2(left, top), name, ink);
        }
    }
    response.on_hover_ui(|ui| {
        ui.set_max_width(260.0);
        ui.horizontal(|ui| {
            ui.label(egui::RichText::new(command.text()).font(theme::strong(15.0)));
            if let Some(key) = keymap::shown(ui.ctx(), command) {
                ui.label(egui::RichText::new(key).color(colours.quiet));
            }
        });
        ui.label(command.tooltip());
        if let Some(why) = refused {
            ui.label(egui::RichText::new(why).color(colours.warning));
        }
    })
}
