//! The panel at the right: the selected hex, the order of battle, the problems, the test-run.

mod hex;
mod problems;
mod test_run;
mod units;

use egui::{Align2, Color32, Role, Sense, Ui, WidgetInfo, vec2};
use salient_document::{Document, Tool};

use super::command::UiCommand;
use super::map::stacks::{Counters, Positions};
use super::request::Request;
use super::test_run::TestRun;
use super::theme::{self, palette};
pub use test_run::bot_name;

/// A tab of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tab {
    /// The selected hex.
    #[default]
    Inspect,
    /// The order of battle.
    Units,
    /// What is wrong.
    Problems,
    /// Games between bots.
    TestRun,
}

impl Tab {
    /// All, from the left.
    pub const ALL: [Self; 4] = [Self::Inspect, Self::Units, Self::Problems, Self::TestRun];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Inspect => "Hex",
            Self::Units => "Units",
            Self::Problems => "Problems",
            Self::TestRun => "Test-run",
        }
    }
}

/// What the panel reads.
pub struct InspectorInput<'a> {
    /// The document.
    pub document: &'a Document,
    /// The tool in hand.
    pub tool: &'a Tool,
    /// The test-run.
    pub test_run: &'a TestRun,
    /// Whether the lab shows.
    pub lab_is_open: bool,
}

/// The panel and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct Inspector {
    /// The tab that shows.
    pub tab: Tab,
    units: units::Units,
}

impl Inspector {
    /// Forgets what was made for another document.
    pub fn reset(&mut self) {
        *self = Self { tab: self.tab, ..Self::default() };
    }

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
            Tab::Inspect => hex::show(ui, input, counters, requests),
            Tab::Units => self.units.show(ui, input, counters, requests),
            Tab::Problems => problems::show(ui, input.document, requests),
            Tab::TestRun => test_run::show(ui, input, requests),
        }
    }

    fn tabs(&self, ui: &mut Ui, input: &InspectorInput<'_>, requests: &mut Vec<Request>) {
        let palette = palette(ui);
        let height = 32.0;
        let width = ui.available_width() / Tab::ALL.len() as f32;
        ui.spacing_mut().item_spacing.x = 0.0;
        let row = ui.horizontal(|ui| {
            for tab in Tab::ALL {
                let selected = self.tab == tab;
                let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
                response
                    .widget_info(|| WidgetInfo::selected(Role::Tab, true, selected, tab.name()));
                let ink = if selected {
                    ui.visuals().text_color()
                } else if response.hovered() {
                    ui.visuals().text_color().gamma_multiply(0.85)
                } else {
                    palette.quiet
                };
                let count = match tab {
                    Tab::Problems => input.document.problems().len(),
                    _ => 0,
                };
                let label =
                    ui.painter().layout_no_wrap(tab.name().to_owned(), theme::strong(15.0), ink);
                let badge_width = if count > 0 { 24.0 } else { 0.0 };
                let left = rect.center().x - (label.size().x + badge_width) / 2.0;
                let middle = rect.center().y;
                let end = left + label.size().x;
                ui.painter().galley(
                    egui::pos2(left, middle - label.size().y / 2.0),
                    label,
                    Color32::PLACEHOLDER,
                );
                if count > 0 {
                    let errors = input.document.problems().iter().any(|p| p.is_error());
                    let fill = if errors { palette.error } else { palette.warning };
                    let at = egui::pos2(end + 14.0, middle);
                    let text = if count > 99 { "99+".to_owned() } else { count.to_string() };
                    let size = vec2(if count > 9 { 22.0 } else { 17.0 }, 17.0);
                    let pill = egui::Rect::from_center_size(at, size);
                    ui.painter().rect_filled(pill, 8.5, fill);
                    let font = theme::strong(12.0);
                    ui.painter().text(at, Align2::CENTER_CENTER, text, font, palette.card);
                }
                if selected {
                    let line = egui::Rect::from_min_max(
                        egui::pos2(rect.left() + 8.0, rect.bottom() - 3.0),
                        egui::pos2(rect.right() - 8.0, rect.bottom()),
                    );
                    ui.painter().rect_filled(line, 1.5, palette.accent);
                }
                let tooltip = UiCommand::Show(tab).tooltip();
                if response.on_hover_text(tooltip).clicked() {
                    requests.push(Request::Show(tab));
                }
            }
        });
        let rect = row.response.rect;
        ui.spacing_mut().item_spacing.x = 8.0;
        ui.painter().hline(rect.x_range(), rect.bottom(), egui::Stroke::new(1.0, palette.line));
    }
}

/// The position that the panel and the map show.
pub fn positions(input: &InspectorInput<'_>) -> Positions {
    match input.test_run.game() {
        Some(game) => Positions::of_game(game.play()),
        None => Positions::of_set_up(input.document),
    }
}
