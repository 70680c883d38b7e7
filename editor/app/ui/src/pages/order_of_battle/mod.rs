//! The page of formations and counters.
//!
//! ```text
//!  ┌ search, sides, what can be done ──────────────┐
//!  │ tree           │ the counters or formation    │
//!  │  army          │ that are selected, as in     │
//!  │   corps        │ print, with their fields; or │
//!  │    counters    │ all as a table, or armies as │
//!  │                │ displays of what is in them  │
//!  ├────────────────┴──────────────────────────────┤
//!  │ totals                                        │
//!  └───────────────────────────────────────────────┘
//! ```

mod carry_out;
mod choosers;

mod counter;
mod displays;
mod fields;
mod formation;
mod import;
mod series;
mod table;
mod toolbar;
mod totals;
mod tree;

pub(super) use choosers::Symbols;

use std::collections::{BTreeMap, BTreeSet};

use egui::{Frame, Modal, Panel, ScrollArea, Ui};
use salient_document::Document;
use salient_document::oob::{Deletion, Displays, Key, Totals, Tree};
use salient_schema::CounterId;
use salient_schema::common::Id;

use super::PageInput;
use crate::look::widgets::{dialog_frame, primary_button, quiet, text_button};
use crate::map::stacks::Counters;
use crate::request::Request;
pub(crate) use crate::request::order_of_battle::{CounterField, Field, FormationField, OobRequest};

/// The page and what is kept of it between frames.
#[derive(Debug, Default)]
pub struct OrderOfBattlePage {
    tree: Tree,
    displays: Displays,
    /// What tree and displays were made for.
    made_for: Option<u64>,
    /// A name and what else can be looked for, by row.
    names: BTreeMap<Key, RowWords>,
    /// Rows that are shut.
    closed: BTreeSet<Key>,
    /// What is selected, in the order of the tree.
    pub(crate) selected: BTreeSet<Key>,
    /// What was selected when the middle was scrolled to where it is.
    scrolled_for: BTreeSet<Key>,
    /// Where a range begins.
    anchor: Option<Key>,
    /// Where the keyboard is.
    cursor: Option<Key>,
    /// The cursor is to get the keyboard's attention, and to come into view.
    wants_focus: bool,
    search: String,
    /// The side that shows alone.
    side: Option<Id>,
    mode: Mode,
    sort: Option<(table::Sorted, bool)>,
    /// What is being typed, until its field is left.
    typing: Option<(Field, String)>,
    /// Whether the field that is typed into showed in this frame.
    typing_shows: bool,
    /// A field that is to get the keyboard's attention.
    focus_field: Option<Field>,
    previews: counter::Previews,
    symbols: choosers::Symbols,
    totals: Vec<(String, Totals)>,
    series: Option<series::SeriesDialog>,
    splitting: Option<(CounterId, u16)>,
    import: Option<import::ImportDialog>,
    /// The counters and the face that a picture was asked for.
    pub(crate) picture_for: Option<(Vec<CounterId>, usize)>,
    deleting: Option<DeleteQuestion>,
}

/// What the middle shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Mode {
    /// What is selected, as in print.
    #[default]
    Counters,
    /// Many counters as a table.
    Table,
    /// Formations as on the displays of armies.
    Displays,
}

/// What a row says.
#[derive(Clone, Debug, Default)]
struct RowWords {
    name: String,
    right: String,
    searched: String,
    side: Id,
}

/// A rating's name where there is little room: `Morale` for `Morale Value (infantry)`.
fn short_name(name: &str) -> String {
    const EMPTY: [&str; 6] = ["value", "allowance", "factor", "rating", "grade", "combat"];
    // A modifier is known by what it modifies.
    const BARE: [&str; 2] = ["modifier", "bonus"];
    let name = name.split('(').next().filter(|name| !name.trim().is_empty()).unwrap_or(name).trim();
    let is_in = |list: &[&str], word: &str| list.contains(&word.to_lowercase().as_str());
    let telling: Vec<&str> = name.split_whitespace().filter(|word| !is_in(&EMPTY, word)).collect();
    match telling.as_slice() {
        [] => name.to_owned(),
        [bare] if is_in(&BARE, bare) => name.to_owned(),
        _ => telling.join(" "),
    }
}

/// A deletion that takes more along than what was pointed at.
#[derive(Debug)]
struct DeleteQuestion {
    keys: Vec<Key>,
    deletion: Deletion,
}

/// Rows that are carried with the pointer.
#[derive(Clone, Debug, PartialEq)]
struct CarriedRows(Vec<Key>);

/// A selection that a click asks for. It counts from the next frame on, so that the field that
/// was being typed into is left first.
#[derive(Clone, Debug)]
struct Pick {
    key: Key,
    /// Ctrl: in addition, or not any more.
    toggle: bool,
    /// Shift: from the anchor to here.
    range: bool,
}

impl OrderOfBattlePage {
    /// Shows the page in all the room there is.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        self.refresh(input.document);
        self.typing_shows = false;
        let mut out: Vec<OobRequest> = Vec::new();
        let mut pick: Option<Pick> = None;
        self.toolbar(ui, input, &mut out);
        let id = ui.scope_id();
        let plain = Frame::new().inner_margin(egui::Margin::symmetric(2, 6));
        Panel::bottom(id.with("totals")).resizable(false).frame(plain).show(ui, |ui| {
            self.totals_strip(ui, input);
        });
        let room = ui.available_width();
        let widest = (room * 0.55).max(220.0);
        Panel::left(id.with("tree"))
            .default_size((room * 0.34).clamp(220.0, 380.0))
            .size_range(200.0..=widest)
            .frame(Frame::new().inner_margin(egui::Margin { left: 0, right: 8, top: 6, bottom: 0 }))
            .show(ui, |ui| self.tree_ui(ui, input, counters, &mut out, &mut pick));
        let shown =
            Frame::new().inner_margin(egui::Margin { left: 10, right: 2, top: 6, bottom: 0 });
        egui::CentralPanel::default().frame(shown).show(ui, |ui| match self.mode {
            Mode::Counters => {
                let mut area = ScrollArea::vertical().id_salt("order of battle").auto_shrink(false);
                if self.scrolled_for != self.selected {
                    // Something else is read from its beginning.
                    self.scrolled_for.clone_from(&self.selected);
                    area = area.vertical_scroll_offset(0.0);
                }
                area.show(ui, |ui| self.detail(ui, input, counters, &mut out, requests, &mut pick));
            }
            Mode::Table => self.table(ui, input, counters, &mut out, &mut pick),
            Mode::Displays => {
                self.displays_ui(ui, input, counters, &mut out, requests, &mut pick);
            }
        });
        self.dialogs(ui, input, &mut out);
        // A field that is gone was left.
        if !self.typing_shows
            && let Some((field, text)) = self.typing.take()
        {
            out.push(OobRequest::Typed(field, text));
        }
        if let Some(pick) = pick {
            self.pick(pick);
        }
        requests.extend(out.into_iter().map(Request::Oob));
    }

    /// What is being typed, which is then done with.
    pub(crate) fn take_typed(&mut self) -> Option<(Field, String)> {
        self.typing.take()
    }

    /// What is selected.
    pub fn selected_keys(&self) -> Vec<Key> {
        let rows = self.tree.rows().iter().map(|row| &row.key);
        rows.filter(|key| self.selected.contains(key)).cloned().collect()
    }

    /// What something new is to stand beside: what is selected, unless only another side shows.
    fn beside(&self) -> Option<Key> {
        let shows = |key: &Key| {
            let words = self.names.get(key);
            self.side.as_ref().is_none_or(|side| words.is_some_and(|words| words.side == *side))
        };
        let cursor = self.cursor.clone().filter(|key| self.selected.contains(key));
        let beside = cursor.or_else(|| self.selected_keys().last().cloned()).filter(shows);
        beside.or_else(|| self.side.clone().map(Key::Side))
    }

    /// Selects what was just made or asked for, opens what it is in, and brings it into view.
    pub(crate) fn select_after(&mut self, keys: Vec<Key>) {
        self.cursor = keys.first().cloned();
        self.anchor = self.cursor.clone();
        self.selected = keys.into_iter().collect();
        self.wants_focus = true;
        // The tree of the next frame knows them, and drops those that there are not.
        self.made_for = None;
        self.search.clear();
    }

    /// Something goes by another id now.
    fn follow(&mut self, from: &Key, to: Key) {
        for set in [&mut self.selected, &mut self.closed] {
            if set.remove(from) {
                set.insert(to.clone());
            }
        }
        for key in [&mut self.cursor, &mut self.anchor].into_iter().flatten() {
            if key == from {
                *key = to.clone();
            }
        }
        self.made_for = None;
    }

    fn pick(&mut self, pick: Pick) {
        let Pick { key, toggle, range } = pick;
        if range && let Some(anchor) = self.anchor.clone() {
            let shown = self.shown();
            let place = |key: &Key| {
                shown.iter().position(|&at| self.tree.rows().get(at).is_some_and(|r| r.key == *key))
            };
            if let (Some(from), Some(to)) = (place(&anchor), place(&key)) {
                if !toggle {
                    self.selected.clear();
                }
                let rows = shown.get(from.min(to)..=from.max(to)).unwrap_or_default();
                let keys = rows.iter().filter_map(|&at| self.tree.rows().get(at));
                self.selected.extend(keys.map(|row| row.key.clone()));
                self.cursor = Some(key);
                return;
            }
        }
        if toggle {
            if !self.selected.remove(&key) {
                self.selected.insert(key.clone());
            }
        } else {
            self.selected = [key.clone()].into();
        }
        self.anchor = Some(key.clone());
        self.cursor = Some(key);
    }

    /// The counters that are meant: those selected, else those in what is selected.
    fn meant(&self) -> Vec<CounterId> {
        let rows = self.tree.rows();
        let own: Vec<CounterId> = rows
            .iter()
            .filter(|row| self.selected.contains(&row.key))
            .filter_map(|row| row.key.counter().cloned())
            .collect();
        if !own.is_empty() {
            return own;
        }
        let mut inside = Vec::new();
        let mut past = 0;
        for (at, row) in rows.iter().enumerate() {
            if at >= past && self.selected.contains(&row.key) {
                inside.extend(self.tree.counters_in(at).cloned());
                past = row.end;
            }
        }
        inside
    }

    /// Makes the tree again if the document changed, and forgets what is gone.
    fn refresh(&mut self, document: &Document) {
        if self.made_for == Some(document.revision()) {
            return;
        }
        self.tree = Tree::of(document.bundle());
        let system = document.system();
        let (roles, limits) =
            system.as_ref().map_or((&[][..], &[][..]), |one| (one.roles(), one.limits()));
        self.displays = Displays::of(document.bundle(), &self.tree, roles, limits);
        self.names = tree::words(document, &self.tree);
        self.totals = totals::of_sides(document);
        let there: BTreeSet<&Key> = self.tree.rows().iter().map(|row| &row.key).collect();
        self.selected.retain(|key| there.contains(key));
        self.closed.retain(|key| there.contains(key));
        if self.cursor.as_ref().is_some_and(|key| !there.contains(key)) {
            self.cursor = None;
        }
        // What is selected anew is to be seen.
        if self.wants_focus
            && let Some(at) = self.cursor.as_ref().and_then(|key| self.tree.position(key))
        {
            for (above, row) in self.tree.rows().iter().enumerate().take(at) {
                if row.end > at && above < at {
                    self.closed.remove(&row.key);
                }
            }
            let side =
                self.cursor.as_ref().and_then(|key| self.names.get(key)).map(|own| &own.side);
            if self.side.as_ref().is_some_and(|alone| Some(alone) != side) {
                self.side = None;
            }
        }
        self.made_for = Some(document.revision());
    }

    /// Selection by itself, or nothing: what to do first.
    fn detail(
        &mut self,
        ui: &mut Ui,
        input: &PageInput<'_>,
        counters: &mut Counters,
        out: &mut Vec<OobRequest>,
        requests: &mut Vec<Request>,
        pick: &mut Option<Pick>,
    ) {
        let one = match self.selected.len() {
            1 => self.selected.first().cloned(),
            _ => None,
        };
        match one {
            Some(Key::Formation(at, id)) => {
                self.formation(ui, input, counters, out, pick, at, &id);
            }
            Some(Key::Counter(id)) => self.counter(ui, input, out, requests, &id),
            Some(key) => self.group(ui, input, counters, pick, &key),
            None => {
                let meant = self.meant();
                if meant.is_empty() {
                    self.welcome(ui, input, counters, pick);
                } else {
                    self.several(ui, input, counters, out, &meant);
                }
            }
        }
    }

    fn dialogs(&mut self, ui: &mut Ui, input: &PageInput<'_>, out: &mut Vec<OobRequest>) {
        self.series_dialog(ui, input, out);
        self.import_dialog(ui, input, out);
        self.split_dialog(ui, input, out);
        let Some(question) = &self.deleting else { return };
        let mut answer = None;
        let modal = Modal::new(ui.scope_id().with("delete")).frame(dialog_frame(ui.ctx())).show(
            ui.ctx(),
            |ui| {
                ui.set_width(420.0);
                let DeleteQuestion { deletion, .. } = question;
                ui.heading(match (deletion.counters.len(), deletion.formations) {
                    (0, 1) => "Delete the formation?".to_owned(),
                    (1, 0) => "Delete the counter?".to_owned(),
                    (many, 0) => format!("Delete {many} counters?"),
                    (counters, formations) => {
                        format!("Delete {formations} formations with {counters} counters?")
                    }
                });
                if !deletion.uses.is_empty() {
                    let one = deletion.counters.len() == 1;
                    let who = if one { "It is" } else { "They are" };
                    quiet(ui, format!("{who} taken off the set-up and the schedule too:"));
                    for line in deletion.uses.iter().take(8) {
                        ui.label(line);
                    }
                    if deletion.uses.len() > 8 {
                        ui.label(format!("and {} more", deletion.uses.len() - 8));
                    }
                }
                ui.add_space(8.0);
                ui.horizontal_wrapped(|ui| {
                    if primary_button(ui, None, "Delete", true).clicked() {
                        answer = Some(Some(true));
                    }
                    if deletion.formations > 0
                        && deletion.counters.len() + deletion.formations > 1
                        && text_button(ui, None, "Keep what is in it", true).clicked()
                    {
                        answer = Some(Some(false));
                    }
                    if text_button(ui, None, "Cancel", true).clicked() {
                        answer = Some(None);
                    }
                });
            },
        );
        if modal.should_close() {
            answer.get_or_insert(None);
        }
        if let Some(answer) = answer
            && let Some(question) = self.deleting.take()
            && let Some(with_contents) = answer
        {
            out.push(OobRequest::Delete(question.keys, with_contents));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::short_name;

    #[test]
    fn short_names_leave_out_what_tells_nothing() {
        for (name, short) in [
            ("Morale Value", "Morale"),
            ("Combat Strength", "Strength"),
            ("Combat factor", "Combat factor"),
            ("Combat modifier (leader)", "Combat modifier"),
            ("Own morale (leader)", "Own morale"),
            ("(leader)", "(leader)"),
        ] {
            assert_eq!(short_name(name), short);
        }
    }
}
