//! What stands above the chart: how it is grouped, and what can be added.

use egui::Ui;
use salient_document::schedule::{Grouping, LaneKind};
use salient_schema::common::Provenance;
use salient_schema::scenario::{Entry, Reinforcement, Replacement, Withdrawal};

use super::{Draft, PageInput, SchedulePage, Selected};
use crate::look::icons::{self, Icon};
use crate::look::theme::palette;
use crate::look::widgets::{segments, text_button};

impl SchedulePage {
    pub(super) fn toolbar(&mut self, ui: &mut Ui, input: &PageInput<'_>) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let choices = [(Grouping::Entry, "By entry"), (Grouping::Formation, "By formation")];
            if let Some(grouping) = segments(ui, "Lanes", &choices, self.grouping) {
                self.grouping = grouping;
                self.refresh(input.document);
            }
            ui.add_space(8.0);
            let turns = !input.document.scenario().turns.is_empty();
            let enabled = input.editing && turns;
            if text_button(ui, None, "Add arrival", enabled).clicked() {
                self.draft = Some(Draft::Group(self.new_group(input)));
            }
            if text_button(ui, None, "Add withdrawal", enabled).clicked() {
                let side = self.side_in_hand(input);
                let turn = self.turn_in_hand(input);
                self.draft = Some(Draft::Withdrawal(Withdrawal {
                    turn,
                    side,
                    counters: vec![],
                    rule: None,
                }));
            }
            if text_button(ui, None, "Add replacements", enabled).clicked() {
                self.draft = Some(Draft::Replacement(Replacement {
                    turn: self.turn_in_hand(input),
                    side: self.side_in_hand(input),
                    nation: None,
                    pool: None,
                    points: 1,
                    provenance: Provenance::Invented,
                }));
            }
            if text_button(ui, None, "Add track", enabled).clicked() {
                let side = Some(self.side_in_hand(input));
                self.draft = Some(Draft::Track { name: String::new(), side });
            }
            let overflowing = self.overflowing();
            if overflowing > 0 {
                let text = match overflowing {
                    1 => "1 arrival has no room to stand".to_owned(),
                    count => format!("{count} arrivals have no room to stand"),
                };
                let colour = palette(ui).warning;
                let (rect, _) =
                    ui.allocate_exact_size(egui::Vec2::splat(16.0), egui::Sense::hover());
                icons::paint(ui.painter(), rect, Icon::Warning, colour);
                ui.colored_label(colour, text);
            }
        });
        ui.add_space(6.0);
    }

    /// The game-turn that something new is for: that of what is selected, or the first.
    fn turn_in_hand(&self, input: &PageInput<'_>) -> u16 {
        let scenario = input.document.scenario();
        let selected = match &self.selected {
            Some(Selected::Item(of, _)) => {
                let item = self.board.find(*of).map(|(_, item)| item.column);
                item.and_then(|column| self.board.columns.get(column)).map(|column| column.turn)
            }
            Some(Selected::Turn(at)) => scenario.turns.get(*at).map(|turn| turn.turn),
            _ => None,
        };
        let known = |turn: &u16| scenario.turns.iter().any(|one| one.turn == *turn);
        selected.filter(known).or_else(|| scenario.turns.first().map(|turn| turn.turn)).unwrap_or(1)
    }

    fn side_in_hand(&self, input: &PageInput<'_>) -> String {
        let selected = match &self.selected {
            Some(Selected::Item(of, _)) => self.board.find(*of).map(|(lane, _)| lane.side.clone()),
            _ => None,
        };
        selected
            // Who has units that are neither set up nor scheduled.
            .or_else(|| {
                input.document.unplaced_counters().next().map(|(unit, _)| unit.side.clone())
            })
            .or_else(|| input.document.ruleset().sides.first().map(|side| side.id.clone()))
            .unwrap_or_default()
    }

    fn new_group(&self, input: &PageInput<'_>) -> Reinforcement {
        let lane = match &self.selected {
            Some(Selected::Item(_, LaneKind::Entry(entry))) => Some(entry.clone()),
            _ => None,
        };
        let letters =
            input.document.map().features.items.iter().filter_map(|one| one.letter.clone());
        let entry = lane.or_else(|| letters.min().map(Entry::Letter));
        Reinforcement {
            turn: self.turn_in_hand(input),
            side: self.side_in_hand(input),
            entry: entry.unwrap_or_else(|| Entry::Hexes(Vec::new())),
            counters: Vec::new(),
            condition: None,
            rule: None,
            provenance: Provenance::Invented,
        }
    }
}
