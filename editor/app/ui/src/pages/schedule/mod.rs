//! The page of turns, reinforcements and withdrawals: time runs from left to right, a lane an
//! entry or formation.
//!
//! ```text
//!  ┌ toolbar ─────────────────────────────────────┐
//!  │ heads   │ game-turns, weather, tracks   → x  │
//!  ├─────────┼────────────────────────────────────┤
//!  │ lanes   │ counters on their turns       → x  │
//!  │    ↓ y  │                               ↓ y  │
//!  ├─────────┴────────────────────────────────────┤
//!  │ what is selected, to be changed              │
//!  └──────────────────────────────────────────────┘
//! ```

mod carry_out;
mod cell;
mod chart;
mod detail;
mod forms;
mod layout;
mod toolbar;
mod track;
mod units;

pub(super) use cell::{cell_field, cell_field_id, named};
pub(super) use forms::{choice, provenance as provenance_choice, text_field, wide_choice};

use egui::{Frame, Id, Panel, Ui, Vec2};
use salient_document::Document;
use salient_document::schedule::{Board, Grouping, ItemOf, LaneKind};
use salient_rules::schedule::{Arrivals, Fit, arrivals};
use salient_schema::CounterId;
use salient_schema::scenario::{Reinforcement, Replacement, Withdrawal};

use super::PageInput;
use crate::map::stacks::Counters;
use crate::request::Request;

/// The height of what is said as long as nothing is selected, in points.
const HINTS: f32 = 66.0;

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct SchedulePage {
    grouping: Grouping,
    board: Board,
    arrivals: Vec<Arrivals>,
    /// What `board` was made for.
    made_for: Option<(u64, Grouping)>,
    selected: Option<Selected>,
    /// Units of the selected arrival that are meant alone, by their places in its list.
    picked: Vec<(usize, CounterId)>,
    /// Something new that is not on the schedule yet.
    draft: Option<Draft>,
    /// What is looked for among units to add.
    search: String,
    /// How far the chart is scrolled.
    offset: Vec2,
    /// The selected item is to get the keyboard, and to come into view.
    wants_focus: bool,
    /// A change was asked for by drag or arrow key: what it is about keeps the keyboard.
    by_hand: bool,
    drag: Option<Drag>,
    /// What is selected shows below the chart.
    detail_is_open: bool,
    /// Whether the values by game-turn are folded away, once that was chosen.
    hides_values: Option<bool>,
    /// With them there would be no room for the lanes.
    little_room: bool,
}

/// What is selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Selected {
    /// An item in a lane.
    Item(ItemOf, LaneKind),
    /// A game-turn, by its place in the scenario's list.
    Turn(usize),
    /// A track, by its place.
    Track(usize),
}

/// Something that is made up before it goes onto the schedule.
#[derive(Clone, Debug, PartialEq)]
enum Draft {
    Group(Reinforcement),
    Withdrawal(Withdrawal),
    Replacement(Replacement),
    Track { name: String, side: Option<String> },
}

/// A drag that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Drag {
    of: ItemOf,
    lane: usize,
    column: usize,
    units: Vec<CounterId>,
    whole: bool,
}

impl SchedulePage {
    /// Shows the page in all the room there is.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        self.refresh(input.document);
        self.toolbar(ui, input);
        let room = ui.available_rect_before_wrap();
        let most = (room.height() * 0.6).max(120.0);
        // The chart has the room as long as nothing is selected, and keeps its size in a drag.
        if self.drag.is_none() && !ui.input(|input| input.pointer.any_down()) {
            let open = self.selected.is_some() || self.draft.is_some();
            self.wants_focus |= open && !self.detail_is_open;
            self.detail_is_open = open;
        }
        let id = ui.scope_id().with(("schedule detail", self.detail_is_open));
        let (size, sizes) = match self.detail_is_open {
            true => (200.0_f32.min(most), 96.0..=most),
            false => (HINTS, HINTS..=HINTS),
        };
        Panel::bottom(id)
            .resizable(self.detail_is_open)
            // The chart above has a frame of its own.
            .show_separator_line(self.detail_is_open)
            .default_size(size)
            .size_range(sizes)
            .frame(Frame::new().inner_margin(egui::Margin {
                left: 2,
                right: 2,
                top: 12,
                bottom: 0,
            }))
            .show(ui, |ui| {
                egui::ScrollArea::vertical().id_salt("detail").auto_shrink(false).show(ui, |ui| {
                    if !input.editing {
                        ui.disable();
                    }
                    self.detail(ui, input, counters, requests);
                });
            });
        self.chart(ui, input, counters, requests);
    }

    /// Makes the chart again if the document changed, and forgets what is gone.
    fn refresh(&mut self, document: &Document) {
        let key = (document.revision(), self.grouping);
        if self.made_for == Some(key) {
            return;
        }
        self.board = Board::new(document.systems(), document.bundle(), self.grouping);
        self.arrivals = arrivals(document.systems(), document.bundle());
        self.made_for = Some(key);
        let scenario = document.scenario();
        let there = match &self.selected.clone() {
            Some(Selected::Item(of, lane)) => {
                let here = self.board.lanes.iter().any(|one| one.kind == *lane && has(one, *of));
                let elsewhere = self.lane_of(*of);
                let there = here || elsewhere.is_some();
                if !here && let Some(lane) = elsewhere {
                    // In other lanes than before it is still the same arrival.
                    self.selected = Some(Selected::Item(*of, lane));
                }
                there
            }
            Some(Selected::Turn(at)) => *at < scenario.turns.len(),
            Some(Selected::Track(at)) => *at < scenario.tracks.len(),
            None => true,
        };
        if !there {
            self.selected = None;
        }
        let units: Vec<CounterId> = match &self.selected {
            Some(Selected::Item(ItemOf::Group(at), _)) => {
                scenario.reinforcements.get(*at).map(|one| one.counters.clone()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        self.picked.retain(|(at, unit)| units.get(*at) == Some(unit));
    }

    fn lane_of(&self, of: ItemOf) -> Option<LaneKind> {
        self.board.find(of).map(|(lane, _)| lane.kind.clone())
    }

    fn select(&mut self, selected: Selected) {
        if self.selected.as_ref() != Some(&selected) {
            self.picked.clear();
        }
        self.draft = None;
        self.selected = Some(selected);
    }

    fn is_selected(&self, of: ItemOf) -> bool {
        matches!(&self.selected, Some(Selected::Item(one, _)) if *one == of)
    }

    /// The units that are meant alone, if any are.
    fn picked_units(&self) -> Vec<CounterId> {
        self.picked.iter().map(|(_, unit)| unit.clone()).collect()
    }

    /// How the arrival of a group fits.
    fn arrival(&self, group: usize) -> Option<&Arrivals> {
        self.arrivals.iter().find(|arrivals| arrivals.groups.contains(&group))
    }

    /// How many arrivals do not fit.
    fn overflowing(&self) -> usize {
        let bad = |arrivals: &&Arrivals| matches!(arrivals.fit, Fit::TooMany | Fit::Barred);
        self.arrivals.iter().filter(bad).count()
    }
}

fn has(lane: &salient_document::schedule::Lane, of: ItemOf) -> bool {
    lane.items.iter().any(|item| item.of == of)
}

/// The id of an item's widget.
fn item_id(ui: &Ui, of: ItemOf, lane: usize) -> Id {
    ui.scope_id().with(("arrival", of, lane))
}
