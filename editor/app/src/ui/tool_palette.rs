//! The panel at the left: the tools, and the settings of the one in hand.

use egui::{ComboBox, ScrollArea, Ui, vec2};
use salient_document::tools::{Brush, EraseLayer};
use salient_document::{Document, Tool};
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::Kind;

use super::command::{ToolKind, UiCommand};
use super::icons;
use super::map::stacks::Counters;
use super::request::Request;
use super::swatches::{Of, Swatches};
use super::widgets::{choice_row, heading, quiet};

/// What each tool was set to last, so that coming back to it goes on as before.
#[derive(Clone, Debug, Default)]
pub struct ToolMemory {
    terrain: Option<Tool>,
    feature: Option<Tool>,
    hexside: Option<Tool>,
    line: Option<Tool>,
    counter: Option<Tool>,
    erase: Option<Tool>,
}

impl ToolMemory {
    /// Remembers a tool's settings.
    pub fn remember(&mut self, tool: &Tool) {
        let place = match kind_of(tool) {
            ToolKind::Select | ToolKind::Eyedropper => return,
            ToolKind::Terrain => &mut self.terrain,
            ToolKind::Feature => &mut self.feature,
            ToolKind::Hexside => &mut self.hexside,
            ToolKind::Line => &mut self.line,
            ToolKind::Counter => &mut self.counter,
            ToolKind::Erase => &mut self.erase,
        };
        *place = Some(tool.clone());
    }

    /// The tool of a kind as it was set last; `None` if there is nothing that it could use.
    pub fn recall(&self, kind: ToolKind, document: &Document) -> Option<Tool> {
        let ruleset = document.ruleset();
        // The first kind is the plain one: clear ground.
        let second = |kinds: &[Kind]| kinds.get(1).or(kinds.first()).map(|kind| kind.id.clone());
        let first = |kinds: &[Kind]| kinds.first().map(|kind| kind.id.clone());
        match kind {
            ToolKind::Select => Some(Tool::Select),
            ToolKind::Eyedropper => Some(Tool::Eyedropper),
            ToolKind::Terrain => self.terrain.clone().or_else(|| {
                let kind = second(&ruleset.terrain)?;
                Some(Tool::Paint { kind, brush: Brush::One })
            }),
            ToolKind::Feature => self
                .feature
                .clone()
                .or_else(|| Some(Tool::Feature { kind: first(&ruleset.features)?, owner: None })),
            ToolKind::Hexside => self
                .hexside
                .clone()
                .or_else(|| Some(Tool::HexsidePen { kind: first(&ruleset.hexsides)? })),
            ToolKind::Line => {
                self.line.clone().or_else(|| Some(Tool::LinePen { kind: first(&ruleset.lines)? }))
            }
            ToolKind::Counter => {
                let left = |id: &str| document.unplaced_counters().any(|(c, _)| c.id == id);
                let kept = self.counter.clone().filter(|tool| match tool {
                    Tool::PlaceCounter { counter, .. } => left(counter),
                    _ => false,
                });
                kept.or_else(|| {
                    let single = |(c, _): &(&Counter, usize)| c.count == 1;
                    let (counter, _) = document.unplaced_counters().find(single)?;
                    Some(Tool::PlaceCounter { counter: counter.id.clone(), face: 0 })
                })
            }
            ToolKind::Erase => {
                self.erase.clone().or(Some(Tool::Erase { layer: EraseLayer::default() }))
            }
        }
    }
}

/// Which tool of the palette a tool is.
pub fn kind_of(tool: &Tool) -> ToolKind {
    match tool {
        Tool::Select => ToolKind::Select,
        Tool::Paint { .. } => ToolKind::Terrain,
        Tool::Feature { .. } => ToolKind::Feature,
        Tool::HexsidePen { .. } => ToolKind::Hexside,
        Tool::LinePen { .. } => ToolKind::Line,
        Tool::PlaceCounter { .. } => ToolKind::Counter,
        Tool::Erase { .. } => ToolKind::Erase,
        Tool::Eyedropper => ToolKind::Eyedropper,
    }
}

/// Shows the panel.
pub fn show(
    ui: &mut Ui,
    document: &Document,
    tool: &Tool,
    swatches: &mut Swatches,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    for kind in ToolKind::ALL {
        let command = UiCommand::Tool(kind);
        let key = super::keymap::shown(ui.ctx(), command);
        let key = key.unwrap_or_default();
        let selected = kind_of(tool) == kind;
        let response = choice_row(ui, selected, 32.0, command.text(), &key, |ui, rect, ink| {
            if let Some(icon) = command.icon() {
                icons::paint(ui.painter(), rect.shrink(2.0), icon, ink);
            }
        });
        if response.on_hover_text(command.tooltip()).clicked() {
            requests.push(Request::Command(command));
        }
    }
    ui.add_space(8.0);
    ui.separator();
    ScrollArea::vertical().auto_shrink(false).id_salt("tool settings").show(ui, |ui| {
        settings(ui, document, tool, swatches, counters, requests);
    });
}

fn settings(
    ui: &mut Ui,
    document: &Document,
    tool: &Tool,
    swatches: &mut Swatches,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    let ruleset = document.ruleset();
    match tool {
        Tool::Select => {
            quiet(
                ui,
                "Click a hex to look into it. Drag a counter to move it; with Ctrl, drag the whole \
                 stack.",
            );
        }
        Tool::Paint { kind, brush } => {
            kinds(ui, document, &ruleset.terrain, (Of::Terrain, kind), swatches, |kind| {
                requests.push(Request::Choose(Tool::Paint { kind, brush: *brush }));
            });
            heading(ui, "Brush");
            for width in Brush::ALL {
                let name = match width.hexes() {
                    1 => "1 hex".to_owned(),
                    hexes => format!("{hexes} hexes"),
                };
                let row = choice_row(ui, width == *brush, 28.0, &name, "", |ui, rect, ink| {
                    let radius = 3.0 + 3.0 * width.radius() as f32;
                    ui.painter().circle_filled(rect.center(), radius, ink);
                });
                if row.clicked() {
                    let kind = kind.clone();
                    requests.push(Request::Choose(Tool::Paint { kind, brush: width }));
                }
            }
        }
        Tool::Feature { kind, owner } => {
            kinds(ui, document, &ruleset.features, (Of::Feature, kind), swatches, |kind| {
                requests.push(Request::Choose(Tool::Feature { kind, owner: owner.clone() }));
            });
            heading(ui, "Held by");
            let name = |id: Option<&String>| {
                let side = ruleset.sides.iter().find(|side| Some(&side.id) == id);
                side.map_or("nobody", |side| side.name.as_str())
            };
            ui.name_inputs("Held by", |ui| {
                ComboBox::from_id_salt("tool owner")
                    .selected_text(name(owner.as_ref()))
                    .width(ui.available_width() - 8.0)
                    .show_ui(ui, |ui| {
                        let sides = ruleset.sides.iter().map(|side| Some(side.id.clone()));
                        for side in std::iter::once(None).chain(sides) {
                            let label = name(side.as_ref());
                            if ui.selectable_label(side == *owner, label).clicked() {
                                let kind = kind.clone();
                                requests.push(Request::Choose(Tool::Feature { kind, owner: side }));
                            }
                        }
                    })
            });
        }
        Tool::HexsidePen { kind } => {
            kinds(ui, document, &ruleset.hexsides, (Of::Hexside, kind), swatches, |kind| {
                requests.push(Request::Choose(Tool::HexsidePen { kind }));
            });
        }
        Tool::LinePen { kind } => {
            kinds(ui, document, &ruleset.lines, (Of::Line, kind), swatches, |kind| {
                requests.push(Request::Choose(Tool::LinePen { kind }));
            });
        }
        Tool::PlaceCounter { counter, face } => {
            let (rect, _) =
                ui.allocate_exact_size(vec2(ui.available_width(), 84.0), egui::Sense::hover());
            let pixels = ui.pixels_per_point();
            counters.paint_one(ui.painter(), counter, *face, rect.center(), 72.0, pixels);
            let name = document.counter(counter).map_or(counter.as_str(), |c| &c.designation);
            ui.vertical_centered(|ui| ui.strong(name));
            quiet(ui, "Choose another one in the Units tab.");
        }
        Tool::Erase { layer } => {
            for (other, name) in [
                (EraseLayer::Features, "Features"),
                (EraseLayer::Hexsides, "Hexsides"),
                (EraseLayer::Lines, "Border lines"),
                (EraseLayer::Counters, "Counters"),
            ] {
                let row = choice_row(ui, other == *layer, 30.0, name, "", |ui, rect, ink| {
                    let icon = match other {
                        EraseLayer::Features => icons::Icon::Trench,
                        EraseLayer::Hexsides => icons::Icon::Hexside,
                        EraseLayer::Lines => icons::Icon::Border,
                        EraseLayer::Counters => icons::Icon::Counter,
                    };
                    icons::paint(ui.painter(), rect.shrink(1.0), icon, ink);
                });
                if row.clicked() {
                    requests.push(Request::Choose(Tool::Erase { layer: other }));
                }
            }
        }
        Tool::Eyedropper => {
            quiet(ui, "Click something on the map to go on with a tool that makes more of it.");
        }
    }
}

/// The kinds of a layer, each with a sample of how it is drawn.
fn kinds(
    ui: &mut Ui,
    document: &Document,
    kinds: &[Kind],
    (of, chosen): (Of, &str),
    swatches: &mut Swatches,
    mut choose: impl FnMut(String),
) {
    for kind in kinds {
        let movement = kind.movement.map(|cost| format!("{cost} MP")).unwrap_or_default();
        let selected = kind.id == chosen;
        let row = choice_row(ui, selected, 38.0, &kind.name, &movement, |ui, rect, _| {
            let rect = egui::Rect::from_center_size(rect.center(), vec2(31.0, 31.0));
            swatches.paint(ui.painter(), rect, document, of, &kind.id);
        });
        if row.clicked() {
            choose(kind.id.clone());
        }
    }
}
