//! What became of each unit.

use egui::Ui;
use salient_document::{Document, Selection};
use salient_schema::CounterId;

use super::tables::{Reads, Shown};
use crate::look::widgets::{quiet, segments};
use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::lab::LabSetting;
use crate::request::views::Tab;

pub fn show(ui: &mut Ui, reads: &Reads<'_>, counters: &mut Counters, requests: &mut Vec<Request>) {
    let sides = &reads.record.report.subject.sides;
    let Some(section) = reads.record.view.section("units-met") else { return };
    ui.horizontal_wrapped(|ui| {
        let mut choices = vec![(None, "All sides")];
        choices.extend(sides.iter().enumerate().map(|(i, side)| (Some(i), side.name.as_str())));
        if let Some(side) = segments(ui, "Whose units", &choices, reads.lab.units_of) {
            requests.push(Request::Lab(LabSetting::UnitsOf(side)));
        }
        quiet(ui, format!("{} Click a unit to find it on the map.", section.lead));
    });
    let side = reads.lab.units_of.and_then(|side| sides.get(side)).map(|side| side.id.as_str());
    let other = reads.input.test_run.results().other();
    for table in section.tables() {
        let other = other.and_then(|other| other.view.table(&table.id));
        let shown = Shown { table, other, side, scrolls: true };
        shown.show(ui, reads, Some(&mut *counters), requests);
    }
}

/// Points out a counter on the map, or the list of those that are not on it.
pub fn find(document: &Document, counter: &CounterId, requests: &mut Vec<Request>) {
    match document.hex_of(counter) {
        Some(hex) => {
            requests.push(Request::GoTo(hex));
            requests.push(Request::Select(Selection::of_counter(counter.clone(), hex)));
        }
        None => requests.push(Request::Show(Tab::Units)),
    }
}
