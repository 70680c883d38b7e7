//! What a pane shows besides the map: a page each for the order of battle, the set-up sheet, the
//! schedule, the artillery plan, the charts, the scenario and the ruleset.

pub mod charts;
mod input;
pub mod order_of_battle;
pub mod plan;
pub mod ruleset;
pub mod scenario;
pub mod schedule;
pub mod set_up;
mod stacking;
#[cfg(test)]
mod tests;

use egui::Ui;

use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::views::View;
pub use input::{PageInput, one_step};

/// The pages of a document, with what each keeps between frames.
#[derive(Debug, Default)]
pub struct Pages {
    /// Formations and counters.
    pub order_of_battle: order_of_battle::OrderOfBattlePage,
    /// The set-up as a list.
    pub set_up: set_up::SetUpPage,
    /// Turns, reinforcements and withdrawals.
    pub schedule: schedule::SchedulePage,
    /// What guns do, game-turn by game-turn.
    pub plan: plan::PlanPage,
    /// The ruleset's tables.
    pub charts: charts::ChartsPage,
    /// The scenario itself.
    pub scenario: scenario::ScenarioPage,
    /// What the ruleset defines.
    pub ruleset: ruleset::RulesetPage,
}

impl Pages {
    /// Shows the page of a view; nothing for the map.
    pub fn show(
        &mut self,
        view: View,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        match view {
            View::Map => {}
            View::OrderOfBattle => self.order_of_battle.show(ui, input, counters, requests),
            View::SetUp => self.set_up.show(ui, input, counters, requests),
            View::Schedule => self.schedule.show(ui, input, counters, requests),
            View::Plan => self.plan.show(ui, input, counters, requests),
            View::Charts => self.charts.show(ui, input, counters, requests),
            View::Scenario => self.scenario.show(ui, input, requests),
            View::Ruleset => self.ruleset.show(ui, input, requests),
        }
    }
}

/// What can be done on a page, in a line: on the set-up sheet by whether a map shows beside it.
pub fn hint(view: View, map_shows: bool) -> &'static str {
    match (view, map_shows) {
        (View::Map, _) => "",
        (View::OrderOfBattle, _) => {
            "Click a counter or a formation to edit it, with Ctrl or Shift several. Drag it to \
             where it belongs."
        }
        (View::SetUp, true) => "Drag a counter onto a hex of the map. Click one to see its hex.",
        (View::SetUp, false) => {
            "Click a counter to go to its hex. With two panes it can be dragged onto the map."
        }
        (View::Schedule, _) => {
            "Click an arrival or a game-turn to edit it. Drag an arrival to another game-turn."
        }
        (View::Plan, true) => "Click a cell, then the hex on the map that it fires at.",
        (View::Plan, false) => {
            "Click a cell, then a hex of the map. With two panes the map is beside the plan."
        }
        (View::Charts, _) => "Click a cell and write. Enter goes to the one below.",
        (View::Scenario | View::Ruleset, _) => {
            "Click a field and write. What is written counts once it is left."
        }
    }
}
