//! The panel at the right: the selected hex, the order of battle, the problems, the test-run.

mod by_hand;
mod find;
mod from_here;
mod hex;
mod history;
mod input;
mod layers;
mod merging;
mod plan_by_hand;
mod play;
mod problems;
mod recipe;
mod rules;
mod scan;
mod test_run;
mod units;
mod versions;
mod why;

use egui::{Color32, Role, Sense, Ui, WidgetInfo, vec2};

use crate::look::icons::{self, Icon};
use crate::look::theme::{self, palette};
use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::views::Tab;
pub use input::InspectorInput;

/// The panel and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Inspector {
    /// The tab that shows.
    pub tab: Tab,
    hex: hex::HexTab,
    units: units::Units,
    pub(super) problems: problems::Problems,
    pub(super) layers: layers::Layers,
    pub(super) find: find::Find,
    pub(super) scan: scan::Scan,
    pub(super) recipe: recipe::RecipeTab,
    pub(super) history: history::History,
    pub(super) rules: rules::Rules,
}

impl Inspector {
    /// Shows the panel.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &InspectorInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        self.tabs(ui, input, requests);
        ui.add_space(theme::GAP);
        match self.tab {
            Tab::Inspect => self.hex.show(ui, input, counters, requests),
            Tab::Units => self.units.show(ui, input, counters, requests),
            Tab::Problems => {
                let editing = input.test_run.lets_edit();
                self.problems.show(ui, input.document, editing, requests);
            }
            Tab::TestRun => test_run::show(ui, input, requests),
            Tab::Layers => self.layers.show(ui, input, requests),
            Tab::Find => self.find.show(ui, input, requests),
            Tab::Scan => self.scan.show(ui, input, requests),
            Tab::Recipe => self.recipe.show(ui, input, requests),
            Tab::History => self.history.show(ui, input, requests),
            Tab::Rules => self.rules.show(ui, input, requests),
        }
    }

    /// A row of icons, the chosen one with its name.
    fn tabs(&self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let palette = palette(ui);
        let height = 32.0;
        let font = theme::strong(15.0);
        let name = ui.painter().layout_no_wrap(
            self.tab.name().to_owned(),
            font,
            ui.visuals().text_color(),
        );
        let others = Tab::ALL.len() as f32 - 1.0;
        let wide = name.size().x + 34.0;
        let width = ((ui.available_width() - wide) / others).clamp(24.0, 40.0);
        let spacing = ui.spacing().item_spacing.x;
        ui.spacing_mut().item_spacing.x = 0.0;
        let row = ui.horizontal(|ui| {
            for tab in Tab::ALL {
                let selected = self.tab == tab;
                let size = vec2(if selected { wide } else { width }, height);
                let (rect, response) = ui.allocate_exact_size(size, Sense::click());
                response
                    .widget_info(|| WidgetInfo::selected(Role::Tab, true, selected, tab.name()));
                crate::look::marks::note(ui, UiCommand::Show(tab).text(), rect);
                let ink = if selected {
                    palette.accent
                } else if response.hovered() {
                    ui.visuals().text_color()
                } else {
                    palette.quiet
                };
                let middle = if selected { rect.left() + 15.0 } else { rect.center().x };
                let at = egui::Rect::from_center_size(
                    egui::pos2(middle, rect.center().y),
                    vec2(17.0, 17.0),
                );
                let icon = UiCommand::Show(tab).icon().unwrap_or(Icon::Note);
                icons::paint(ui.painter(), at, icon, ink);
                if selected {
                    let left = at.right() + 5.0;
                    let top = rect.center().y - name.size().y / 2.0;
                    ui.painter().galley(egui::pos2(left, top), name.clone(), Color32::PLACEHOLDER);
                    let line = egui::Rect::from_min_max(
                        egui::pos2(rect.left() + 4.0, rect.bottom() - 3.0),
                        egui::pos2(rect.right() - 4.0, rect.bottom()),
                    );
                    ui.painter().rect_filled(line, 1.5, palette.accent);
                }
                let found = input.document.problems();
                if tab == Tab::Problems && !selected && !found.is_empty() {
                    let errors = found.count().errors > 0;
                    let fill = if errors { palette.error } else { palette.warning };
                    let badge = egui::pos2(at.right() + 2.0, at.top());
                    ui.painter().circle_filled(badge, 4.5, fill);
                }
                let hint = format!("{}: {}", tab.name(), UiCommand::Show(tab).tooltip());
                if response.on_hover_text(hint).clicked() {
                    requests.push(Request::Show(tab));
                }
            }
        });
        let rect = row.response.rect;
        ui.spacing_mut().item_spacing.x = spacing;
        ui.painter().hline(rect.x_range(), rect.bottom(), egui::Stroke::new(1.0, palette.line));
    }
}
