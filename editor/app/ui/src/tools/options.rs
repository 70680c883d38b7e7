//! The settings of the tool in hand.

use std::sync::Arc;

use egui::{ComboBox, DragValue, Rect, Role, Sense, TextEdit, Ui, Vec2, WidgetInfo, vec2};
use salient_art::counter_art::Shown;
use salient_document::tools::area::hexes;
use salient_document::tools::{Brush, Erase, Likeness, Stamp};
use salient_document::{Document, Edit, LayerId, Tool, plan};
use salient_rules::ratings::rating_for;
use salient_rules::sights::Seen;
use salient_schema::Id;
use salient_schema::map::Feature;
use salient_schema::ruleset::{Kind, Mark, RatingUse};

use super::memory::trenches;
use super::zones::{self, ShownZones};
use crate::look::icons::{self, Icon};
use crate::look::names::cost_in_words;
use crate::look::swatches::{Of, Swatches};
use crate::look::widgets::{
    choice_row, focus_ring, full_button, heading, name_input, quiet, segments, text_field,
};
use crate::look::{theme, totals};
use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::command::{ToolKind, UiCommand};
use crate::request::tools::ToolsRequest;
use crate::request::views::View;

/// What the settings are drawn with.
struct Settings<'a> {
    document: &'a Document,
    tool: &'a Tool,
    swatches: &'a mut Swatches,
    counters: &'a mut Counters,
    zones: ShownZones<'a>,
    requests: &'a mut Vec<Request>,
}

/// Shows the settings of a tool.
pub fn show(
    ui: &mut Ui,
    document: &Document,
    (tool, zones): (&Tool, ShownZones<'_>),
    swatches: &mut Swatches,
    counters: &mut Counters,
    requests: &mut Vec<Request>,
) {
    Settings { document, tool, swatches, counters, zones, requests }.show(ui);
}

impl Settings<'_> {
    fn show(&mut self, ui: &mut Ui) {
        let ruleset = self.document.ruleset();
        match self.tool.clone() {
            Tool::Select => {
                quiet(
                    ui,
                    "Click a hex to look into it. Drag a counter to move it; with Ctrl, drag the \
                     whole stack.",
                );
                self.selected(ui);
            }
            Tool::Rectangle => {
                quiet(ui, "Drag from corner to corner. Shift adds, Alt takes away.");
                self.selected(ui);
            }
            Tool::Lasso => {
                quiet(ui, "Drag around hexes. Shift adds, Alt takes away.");
                self.selected(ui);
            }
            Tool::Wand { like } => {
                heading(ui, "Alike by");
                let choices = [(Likeness::Terrain, "Terrain"), (Likeness::Feature, "Feature")];
                if let Some(like) = segments(ui, "Alike by", &choices, like) {
                    self.choose(Tool::Wand { like });
                }
                self.selected(ui);
            }
            Tool::Paint { kind, brush } => {
                self.brush(ui, brush);
                self.kinds(ui, &ruleset.terrain, Of::Terrain, &kind, |kind| Tool::Paint {
                    kind,
                    brush,
                });
            }
            Tool::Line { kind, brush } => {
                self.brush(ui, brush);
                self.kinds(ui, &ruleset.terrain, Of::Terrain, &kind, |kind| Tool::Line {
                    kind,
                    brush,
                });
            }
            Tool::Fill { kind } => {
                self.kinds(ui, &ruleset.terrain, Of::Terrain, &kind, |kind| Tool::Fill { kind });
            }
            Tool::Elevation { level, brush } => self.elevation(ui, level, brush),
            Tool::Feature { kind, owner, value } => {
                self.owner(ui, owner.as_ref(), |owner| Tool::Feature {
                    kind: kind.clone(),
                    owner,
                    value,
                });
                self.value(ui, value, |value| Tool::Feature {
                    kind: kind.clone(),
                    owner: owner.clone(),
                    value,
                });
                self.named(ui, &kind);
                heading(ui, "Kind");
                self.kinds(ui, &ruleset.features, Of::Feature, &kind, |kind| Tool::Feature {
                    kind,
                    owner: owner.clone(),
                    value,
                });
                totals::show_of_kind(ui, self.document, &kind);
            }
            Tool::Trench { kind, owner } => {
                self.owner(ui, owner.as_ref(), |owner| Tool::Trench { kind: kind.clone(), owner });
                heading(ui, "Kind");
                let kinds: Vec<Kind> = trenches(self.document).cloned().collect();
                self.kinds(ui, &kinds, Of::Feature, &kind, |kind| Tool::Trench {
                    kind,
                    owner: owner.clone(),
                });
                ui.add_space(theme::GAP);
                quiet(
                    ui,
                    "Drag along hexsides. Begin in a hex that is to hold the trench: it faces \
                     across.",
                );
            }
            Tool::Label { .. } => {
                quiet(ui, "Click a hex and write. The right button takes a label off.");
            }
            Tool::HexsidePen { kind } => {
                self.kinds(ui, &ruleset.hexsides, Of::Hexside, &kind, |kind| Tool::HexsidePen {
                    kind,
                });
            }
            Tool::LinePen { kind, owner } => {
                self.owner(ui, owner.as_ref(), |owner| Tool::LinePen { kind: kind.clone(), owner });
                heading(ui, "Kind");
                self.kinds(ui, &ruleset.lines, Of::Line, &kind, |kind| Tool::LinePen {
                    kind,
                    owner: owner.clone(),
                });
            }
            Tool::PathPen { kind, tracks } => self.path(ui, &kind, tracks),
            Tool::Zone { zone, brush } => self.zones(ui, &zone, brush),
            Tool::Stamp { stamp } => self.stamp(ui, stamp.as_ref()),
            Tool::PlaceCounter { counter, face } => self.counter(ui, &counter, face),
            Tool::Erase { what, brush } => self.erase(ui, what, brush),
            Tool::Eyedropper => {
                quiet(
                    ui,
                    "Click something on the map to go on with a tool that makes more of it. The \
                     right button takes the ground.",
                );
            }
            Tool::Measure { unit } => self.measure(ui, unit.as_ref()),
            Tool::Sight => self.sight(ui),
            Tool::Plan { counter, turn, .. } => self.plan(ui, &counter, turn),
        }
    }

    fn choose(&mut self, tool: Tool) {
        self.requests.push(Request::Choose(tool));
    }

    fn ask(&mut self, request: ToolsRequest) {
        self.requests.push(request.into());
    }

    /// What can be done to the selected hexes.
    fn selected(&mut self, ui: &mut Ui) {
        let count = self.document.selection().hexes.len();
        if count == 0 {
            return;
        }
        heading(ui, &format!("{} selected", hexes(count)));
        ui.add_space(theme::GAP);
        if full_button(ui, Some(Icon::Copy), "Copy", true, true).clicked() {
            self.requests.push(Request::Command(UiCommand::Copy));
        }
        ui.add_space(theme::GAP);
        let ruleset = self.document.ruleset();
        let wide = ui.available_width();
        ui.name_inputs("Paint selected hexes", |ui| {
            ComboBox::from_id_salt("paint selected").selected_text("Paint…").width(wide).show_ui(
                ui,
                |ui| {
                    for kind in &ruleset.terrain {
                        if ui.selectable_label(false, &kind.name).clicked() {
                            self.ask(ToolsRequest::PaintSelected(kind.id.clone()));
                        }
                    }
                },
            )
        });
        ui.name_inputs("Erase in selected hexes", |ui| {
            ComboBox::from_id_salt("erase selected").selected_text("Erase…").width(wide).show_ui(
                ui,
                |ui| {
                    for what in Erase::ALL {
                        if ui.selectable_label(false, what.name()).clicked() {
                            self.ask(ToolsRequest::EraseSelected(what));
                        }
                    }
                },
            )
        });
        ui.name_inputs("Give selected hexes to", |ui| {
            ComboBox::from_id_salt("give selected").selected_text("Give to…").width(wide).show_ui(
                ui,
                |ui| {
                    let sides =
                        ruleset.sides.iter().map(|side| (Some(side.id.clone()), &*side.name));
                    for (side, name) in std::iter::once((None, "nobody")).chain(sides) {
                        if ui.selectable_label(false, name).clicked() {
                            self.ask(ToolsRequest::GiveSelected(side));
                        }
                    }
                },
            )
        });
        if full_button(ui, Some(Icon::Zone), "Make a zone", true, false).clicked() {
            self.ask(ToolsRequest::NewZone);
        }
        ui.add_space(theme::GAP);
        quiet(ui, "Delete clears what lies on them.");
    }

    /// The widths of a brush, each as the hexes that it covers.
    fn brush(&mut self, ui: &mut Ui, now: Brush) {
        let gap = 4.0;
        let width = (ui.available_width() - 3.0 * gap) / 4.0;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for brush in Brush::ALL {
                let (rect, response) = ui.allocate_exact_size(vec2(width, 38.0), Sense::click());
                let name = match brush.hexes() {
                    1 => "1 hex".to_owned(),
                    hexes => format!("{hexes} hexes"),
                };
                let on = brush == now;
                response.widget_info(|| WidgetInfo::selected(Role::RadioButton, true, on, &name));
                let colours = theme::palette(ui);
                let visuals = ui.style().interact(&response);
                let (fill, ink) = if on {
                    (colours.accent, colours.on_accent)
                } else {
                    (visuals.bg_fill, visuals.fg_stroke.color)
                };
                ui.painter().rect(rect, 6.0, fill, visuals.bg_stroke, egui::StrokeKind::Inside);
                focus_ring(ui, &response);
                paint_brush(ui, rect, brush, ink);
                let response = response.on_hover_text(format!("{name} at a time ([ and ])"));
                if response.clicked() {
                    self.choose(self.tool.clone().with_brush(brush));
                }
            }
        });
        ui.add_space(theme::GAP);
    }

    /// The kinds of a layer, each with a sample of how it is drawn.
    fn kinds(
        &mut self,
        ui: &mut Ui,
        kinds: &[Kind],
        of: Of,
        chosen: &str,
        tool: impl Fn(Id) -> Tool,
    ) {
        for kind in kinds {
            let movement = cost_in_words(kind);
            let selected = kind.id == chosen;
            let row = choice_row(ui, selected, 38.0, &kind.name, &movement, |ui, rect, _| {
                let rect = Rect::from_center_size(rect.center(), vec2(31.0, 31.0));
                self.swatches.paint(ui.painter(), rect, self.document, of, &kind.id);
            });
            if row.clicked() {
                self.choose(tool(kind.id.clone()));
            }
        }
    }

    fn owner(&mut self, ui: &mut Ui, now: Option<&Id>, tool: impl Fn(Option<Id>) -> Tool) {
        let ruleset = self.document.ruleset();
        let name = |id: Option<&Id>| {
            let side = ruleset.sides.iter().find(|side| Some(&side.id) == id);
            side.map_or("nobody", |side| side.name.as_str())
        };
        heading(ui, "Held by");
        ui.name_inputs("Held by", |ui| {
            ComboBox::from_id_salt("tool owner")
                .selected_text(name(now))
                .width(ui.available_width())
                .show_ui(ui, |ui| {
                    let sides = ruleset.sides.iter().map(|side| Some(side.id.clone()));
                    for side in std::iter::once(None).chain(sides) {
                        let on = side.as_ref() == now;
                        if ui.selectable_label(on, name(side.as_ref())).clicked() {
                            self.choose(tool(side));
                        }
                    }
                })
        });
    }

    fn value(&mut self, ui: &mut Ui, now: Option<i32>, tool: impl Fn(Option<i32>) -> Tool) {
        ui.add_space(theme::GAP);
        ui.horizontal(|ui| {
            let mut has = now.is_some();
            if ui.checkbox(&mut has, "Worth").changed() {
                self.choose(tool(has.then_some(1)));
            }
            let mut value = now.unwrap_or(1);
            let drag = DragValue::new(&mut value).range(-999..=999);
            let response = ui.name_inputs("Value", |ui| ui.add_enabled(has, drag));
            if response.changed() {
                self.choose(tool(Some(value)));
            }
        });
    }

    /// The name of the feature that was placed or clicked last. Its field has its place before
    /// there is one: the kinds below do not move under the pointer.
    fn named(&mut self, ui: &mut Ui, kind: &str) {
        let hex = self.document.selection().hex;
        let feature = hex.and_then(|hex| self.document.feature_at(hex, kind));
        let title = match feature {
            Some(feature) => format!("Name in {}", feature.hex),
            None => "Name".to_owned(),
        };
        heading(ui, &title);
        let id = egui::Id::unique(("placed feature", feature.map(|one| &one.hex), kind));
        let now = feature.and_then(|one| one.name.as_deref()).unwrap_or_default();
        let width = ui.available_width() - 10.0;
        // Nothing invites to write where nothing takes it: letters would choose tools.
        let typed = ui.scope(|ui| {
            if feature.is_none() {
                ui.set_invisible();
            }
            text_field(ui, id, "Name of the feature", "none", now, width)
        });
        if feature.is_none() {
            let text = egui::RichText::new("Place or click one first.");
            let text = text.color(theme::palette(ui).quiet);
            ui.put(typed.response.rect, egui::Label::new(text).halign(egui::Align::Min));
        }
        if let (Some(name), Some(feature)) = (typed.inner, feature) {
            let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
            let named = Feature { name, ..feature.clone() };
            self.requests.push(Request::edit(Edit::set_feature(named)));
        }
    }

    fn elevation(&mut self, ui: &mut Ui, level: i16, brush: Brush) {
        self.brush(ui, brush);
        heading(ui, "Level");
        let mut now = level;
        let drag = DragValue::new(&mut now).range(-99..=99).speed(0.1);
        if ui.name_inputs("Level", |ui| ui.add(drag)).changed() {
            self.choose(Tool::Elevation { level: now, brush });
        }
        let Some(layer) = &self.document.map().elevation else {
            ui.add_space(theme::GAP);
            quiet(ui, "This map has no heights yet. The first stroke gives it heights, all at 0.");
            return;
        };
        let mut levels: Vec<i16> = layer.palette.values().copied().collect();
        levels.sort_unstable();
        levels.dedup();
        let metres = layer.metres_per_level;
        heading(ui, "On this map");
        for other in levels.into_iter().rev() {
            let name = format!("Level {other}");
            let height = metres.map(|metres| format!("{:.0} m", metres * f64::from(other)));
            let height = height.unwrap_or_default();
            let row = choice_row(ui, other == level, 28.0, &name, &height, |ui, rect, ink| {
                icons::paint(ui.painter(), rect.shrink(1.0), Icon::Elevation, ink);
            });
            if row.clicked() {
                self.choose(Tool::Elevation { level: other, brush });
            }
        }
    }

    fn path(&mut self, ui: &mut Ui, kind: &str, tracks: Option<u8>) {
        let kinds = &self.document.ruleset().paths;
        let rails = kinds.iter().any(|other| other.id == kind && other.look.mark == Mark::Railway);
        if rails {
            heading(ui, "Tracks");
            let choices = [(None, "any"), (Some(1), "1"), (Some(2), "2"), (Some(4), "4")];
            if let Some(tracks) = segments(ui, "Tracks", &choices, tracks) {
                self.choose(Tool::PathPen { kind: kind.to_owned(), tracks });
            }
            heading(ui, "Kind");
        }
        let is_rail =
            |id: &Id| kinds.iter().any(|other| other.id == *id && other.look.mark == Mark::Railway);
        self.kinds(ui, kinds, Of::Path, kind, |kind| {
            let tracks = tracks.filter(|_| is_rail(&kind));
            Tool::PathPen { kind, tracks }
        });
    }

    fn zones(&mut self, ui: &mut Ui, chosen: &str, brush: Brush) {
        self.brush(ui, brush);
        let shown = ShownZones { chosen, brush, ..self.zones };
        zones::show(ui, self.document, &shown, self.requests);
    }

    fn stamp(&mut self, ui: &mut Ui, stamp: Option<&Arc<Stamp>>) {
        let Some(stamp) = stamp else {
            quiet(
                ui,
                "Drag over a piece of the map to take it into the hand. Or select hexes and copy \
                 them.",
            );
            return;
        };
        let count = stamp.len();
        let text = if count == 1 {
            "1 hex in the hand".into()
        } else {
            format!("{count} hexes in the hand")
        };
        ui.label(text);
        ui.add_space(theme::GAP);
        for (command, icon, text) in [
            (UiCommand::TurnStamp, Icon::Turn, "Turn"),
            (UiCommand::TurnStampBack, Icon::TurnBack, "Turn back"),
            (UiCommand::MirrorStamp, Icon::Mirror, "Mirror"),
        ] {
            if full_button(ui, Some(icon), text, true, false).clicked() {
                self.requests.push(Request::Command(command));
            }
            ui.add_space(2.0);
        }
        ui.add_space(theme::GAP);
        quiet(
            ui,
            "Terrain, heights, features, hexsides, border lines and roads are laid down, where \
             their layers are shown and not locked. Drag with the right button to copy another \
             piece.",
        );
    }

    fn counter(&mut self, ui: &mut Ui, counter: &str, face: u8) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 84.0), Sense::hover());
        let pixels = ui.pixels_per_point();
        self.counters.paint_one(
            ui.painter(),
            Shown::new(counter, face),
            rect.center(),
            72.0,
            pixels,
        );
        let printed = self.document.counter(counter);
        let name = printed.map_or(counter, |c| &c.designation);
        ui.vertical_centered(|ui| ui.strong(name));
        if printed.is_some_and(|printed| printed.faces.len() > 1) {
            ui.add_space(theme::GAP);
            let choices = [(0, "Front"), (1, "Back")];
            if let Some(face) = segments(ui, "Face", &choices, face) {
                self.choose(Tool::PlaceCounter { counter: counter.to_owned(), face });
            }
        }
        ui.add_space(theme::GAP);
        quiet(ui, "Choose another one in the Units tab.");
    }

    fn erase(&mut self, ui: &mut Ui, what: Erase, brush: Brush) {
        self.brush(ui, brush);
        for other in Erase::ALL {
            let icon = match other {
                Erase::All => Icon::Erase,
                Erase::Layer(LayerId::Terrain) => Icon::Brush,
                Erase::Layer(LayerId::Elevation) => Icon::Elevation,
                Erase::Layer(LayerId::Features) => Icon::Trench,
                Erase::Layer(LayerId::Hexsides) => Icon::Hexside,
                Erase::Layer(LayerId::Paths) => Icon::Path,
                Erase::Layer(LayerId::Lines) => Icon::Border,
                Erase::Layer(LayerId::Zones) => Icon::Zone,
                Erase::Layer(LayerId::Counters) => Icon::Counter,
                Erase::Layer(LayerId::Numbers | LayerId::Scan) => Icon::Layers,
            };
            let row = choice_row(ui, other == what, 30.0, other.name(), "", |ui, rect, ink| {
                icons::paint(ui.painter(), rect.shrink(1.0), icon, ink);
            });
            if row.clicked() {
                self.choose(Tool::Erase { what: other, brush });
            }
        }
    }

    /// What is written by a click on the map; the rest is on the page of the artillery plan.
    fn plan(&mut self, ui: &mut Ui, counter: &str, turn: u16) {
        if !ToolKind::Plan.is_offered(self.document) {
            let title = &self.document.ruleset().title;
            quiet(ui, format!("The rules of {title} plan no artillery fire before play."));
            return;
        }
        if let Some(gun) = plan::gun(self.document, counter) {
            let (rect, _) =
                ui.allocate_exact_size(vec2(ui.available_width(), 64.0), Sense::hover());
            let pixels = ui.pixels_per_point();
            self.counters.paint_one(
                ui.painter(),
                Shown::new(counter, 0),
                rect.center(),
                56.0,
                pixels,
            );
            let name = plan::name_of(self.document, counter);
            let range = gun.range.map_or(String::new(), |range| format!(", range {range}"));
            let what = format!("{name}{range}: game-turn {turn}.");
            ui.label(what);
        }
        quiet(ui, "Click the hex that it fires at; the right button plans no fire.");
        ui.add_space(theme::GAP);
        if full_button(ui, Some(Icon::Barrage), "Show the plan", true, true).clicked() {
            self.requests.push(Request::View(View::Plan));
        }
    }

    /// What the colours of a field of view mean.
    fn sight(&mut self, ui: &mut Ui) {
        if !ToolKind::Sight.is_offered(self.document) {
            let title = &self.document.ruleset().title;
            quiet(ui, format!("The rules of {title} have no lines of sight."));
            return;
        }
        quiet(
            ui,
            "Point at a hex to see what is seen from it. Click it, then point at another to see \
             the line between them and what blocks it.",
        );
        heading(ui, "By day, without smoke");
        for (seen, what) in [
            (Seen::Spotted, "A unit there is spotted"),
            (Seen::Clear, "In sight, but in cover or too far away to be spotted"),
            (Seen::Blocked, "Out of sight"),
        ] {
            ui.horizontal_top(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(16.0), Sense::hover());
                let paper = egui::Color32::from_rgb(226, 222, 200);
                ui.painter().rect_filled(rect, 3.0, paper);
                ui.painter().rect_filled(rect, 3.0, crate::map::sights::tint(seen));
                let edge = ui.visuals().widgets.inactive.bg_stroke;
                ui.painter().rect_stroke(rect, 3.0, edge, egui::StrokeKind::Inside);
                ui.add(egui::Label::new(what).wrap());
            });
        }
    }

    fn measure(&mut self, ui: &mut Ui, unit: Option<&Id>) {
        let plain = choice_row(ui, unit.is_none(), 30.0, "Straight way", "", |ui, rect, ink| {
            icons::paint(ui.painter(), rect.shrink(1.0), Icon::Measure, ink);
        });
        if plain.clicked() {
            self.choose(Tool::Measure { unit: None });
        }
        heading(ui, "Cheapest way of a unit");
        let id = ui.scope_id().with("measured unit");
        let mut typed: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
        let field = TextEdit::singleline(&mut typed)
            .hint_text("Find a unit")
            .desired_width(ui.available_width() - 8.0);
        name_input(&ui.add(field), "Find a unit");
        ui.add_space(theme::GAP);
        let wanted = typed.to_lowercase();
        ui.data_mut(|data| data.insert_temp(id, typed));
        let selected = self.document.selection().counters.first().map(|placed| &placed.counter);
        let named = |id: &Id, designation: &str| {
            id.to_lowercase().contains(&wanted) || designation.to_lowercase().contains(&wanted)
        };
        // The chosen one first, then the selected one, then whatever fits what was typed.
        let mut shown: Vec<&Id> = unit.into_iter().chain(selected).collect();
        let all = self.document.bundle().orders_of_battle.iter().flat_map(|oob| &oob.counters);
        let fitting = all.filter(|counter| named(&counter.id, &counter.designation));
        shown.extend(fitting.map(|counter| &counter.id).take(40));
        let mut seen = std::collections::BTreeSet::new();
        shown.retain(|id| seen.insert(*id));
        let (systems, bundle) = (self.document.systems(), self.document.bundle());
        let movement = rating_for(systems, bundle, RatingUse::Movement);
        let movement = movement.map(|rating| rating.id.as_str());
        for id in shown {
            let Some(counter) = self.document.counter(id) else { continue };
            let pixels = ui.pixels_per_point();
            let front = counter.faces.first();
            let allowance = front.and_then(|face| face.ratings.get(movement?));
            let allowance = allowance.map(|rating| format!("{rating} MP")).unwrap_or_default();
            let on = unit == Some(id);
            // Some counters print no name.
            let name = if counter.designation.is_empty() { id } else { &counter.designation };
            let row = choice_row(ui, on, 36.0, name, &allowance, |ui, rect, _| {
                let counters = &mut *self.counters;
                counters.paint_one(ui.painter(), Shown::new(id, 0), rect.center(), 28.0, pixels);
            });
            if row.clicked() {
                self.choose(Tool::Measure { unit: Some(id.clone()) });
            }
        }
    }
}

/// The hexes of a brush, small.
fn paint_brush(ui: &Ui, rect: Rect, brush: Brush, ink: egui::Color32) {
    let reach = brush.radius() as i32;
    let size = match brush {
        Brush::One => 5.0,
        Brush::Seven => 4.0,
        Brush::Nineteen => 3.0,
        Brush::ThirtySeven => 2.3,
    };
    for q in -reach..=reach {
        for r in (-reach).max(-q - reach)..=reach.min(-q + reach) {
            let (x, y) = (1.5 * q as f32, 1.732 * (r as f32 + q as f32 / 2.0));
            let at = rect.center() + Vec2::new(x, y) * size;
            let corners = (0..6)
                .map(|corner| {
                    let angle = (60.0 * corner as f32).to_radians();
                    at + Vec2::angled(angle) * (size - 0.6)
                })
                .collect();
            let shape = egui::Shape::convex_polygon(corners, ink, egui::Stroke::NONE);
            ui.painter().add(shape);
        }
    }
}
