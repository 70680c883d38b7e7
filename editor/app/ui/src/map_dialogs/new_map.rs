//! Beginning a map.

use egui::{ComboBox, DragValue, TextEdit, Ui};
use salient_document::reshape::{NewMap, new_project};
use salient_document::{Document, template};
use salient_rules::Systems;
use salient_schema::map::{Grid, Orientation, Pushed};
use salient_schema::{Id, Ruleset};

use super::{dialog, numbering};
use crate::look::sentence;
use crate::look::widgets::{field, heading, named_text, quiet, segments};
use crate::request::Request;
use crate::request::map::MapRequest;

/// The dialog while it is open.
#[derive(Debug)]
pub(crate) struct NewMapDialog {
    systems: Systems,
    rulesets: Vec<Ruleset>,
    ruleset: usize,
    new: NewMap,
    /// The hexes of the map that is open, and the ruleset that it is of.
    open: (Id, Grid),
}

impl NewMapDialog {
    /// A map like the one that is open, to begin with.
    pub fn new(rulesets: Vec<Ruleset>, document: &Document) -> Self {
        let grid = sized_alike(document.map().grid.clone(), 30, 20);
        let base = rulesets.first().and_then(|ruleset| ruleset.terrain.first());
        let base = base.map(|kind| kind.id.clone()).unwrap_or_default();
        let open = (document.ruleset().id.clone(), grid.clone());
        let new = NewMap { title: String::new(), grid, base, turns: 10 };
        let mut begun = Self { systems: document.systems(), rulesets, ruleset: 0, new, open };
        begun.take_hexes();
        begun
    }

    /// Hexes of the size that the rules reckon with, numbered as their maps are: as those of the map
    /// that is open, where it is one of theirs, else as the published one.
    fn take_hexes(&mut self) {
        let Some(rules) = self.rulesets.get(self.ruleset) else { return };
        let (of, open) = &self.open;
        let like = match *of == rules.id {
            true => Some(open.clone()),
            false => template::published_map(self.systems, rules).map(|map| map.grid),
        };
        if let Some(like) = like {
            let Grid { columns, rows, .. } = self.new.grid;
            self.new.grid = sized_alike(like, columns, rows);
        }
    }

    /// Shows it. Gives whether it stays open.
    pub fn show(&mut self, ctx: &egui::Context, requests: &mut Vec<Request>) -> bool {
        let (stays, done) = dialog(ctx, "New map", "Create", 560.0, |ui| {
            self.fields(ui);
            let Some(ruleset) = self.rulesets.get(self.ruleset) else {
                return Err("No rules are open that a map could be made for.".to_owned());
            };
            // Making a large map only to see whether it can be made would cost a frame.
            let mut small = self.new.clone();
            small.grid.rows = small.grid.rows.min(4);
            let possible = new_project(&small, ruleset).and_then(|_| {
                let mut narrow = self.new.clone();
                narrow.grid.columns = narrow.grid.columns.min(4);
                new_project(&narrow, ruleset)
            });
            possible.map(|_| ()).map_err(|error| sentence(&error.to_string()))
        });
        if done && let Some(ruleset) = self.rulesets.get(self.ruleset) {
            let request = MapRequest::Begin(Box::new(self.new.clone()), Box::new(ruleset.clone()));
            requests.push(Request::Map(request));
        }
        stays
    }

    fn fields(&mut self, ui: &mut Ui) {
        field(ui, "Title", |ui| {
            let text = TextEdit::singleline(&mut self.new.title)
                .hint_text("Verdun, 21 February 1916")
                .desired_width(300.0);
            named_text(ui, "Title of the map", text);
        });
        field(ui, "Rules", |ui| {
            let title = |at: usize| self.rulesets.get(at).map_or("", |rules| rules.title.as_str());
            let mut chosen = self.ruleset;
            ui.name_inputs("Rules of the map", |ui| {
                ComboBox::from_id_salt("rules").selected_text(title(chosen)).width(300.0).show_ui(
                    ui,
                    |ui| {
                        for at in 0..self.rulesets.len() {
                            ui.selectable_value(&mut chosen, at, title(at));
                        }
                    },
                )
            });
            if chosen != self.ruleset {
                self.ruleset = chosen;
                let first = self.rulesets.get(chosen).and_then(|rules| rules.terrain.first());
                self.new.base = first.map(|kind| kind.id.clone()).unwrap_or_default();
                self.take_hexes();
            }
        });
        if self.rulesets.len() < 2 {
            quiet(ui, "Open a scenario with another ruleset to make a map for it.");
        }
        field(ui, "Terrain", |ui| {
            let terrain = self.rulesets.get(self.ruleset).map_or(&[][..], |rules| &rules.terrain);
            let name = terrain.iter().find(|kind| kind.id == self.new.base);
            let name = name.map_or("", |kind| kind.name.as_str());
            ui.name_inputs("Terrain of all hexes", |ui| {
                ComboBox::from_id_salt("base").selected_text(name).show_ui(ui, |ui| {
                    for kind in terrain {
                        ui.selectable_value(&mut self.new.base, kind.id.clone(), &kind.name);
                    }
                })
            });
            quiet(ui, "in all hexes");
        });
        let grid = &mut self.new.grid;
        heading(ui, "Size");
        field(ui, "Hexes", |ui| {
            let drag = |value| DragValue::new(value).range(1..=4096).speed(0.2);
            ui.name_inputs("Columns of the map", |ui| ui.add(drag(&mut grid.columns)));
            quiet(ui, "wide,");
            ui.name_inputs("Rows of the map", |ui| ui.add(drag(&mut grid.rows)));
            quiet(ui, "high");
        });
        field(ui, "A hex", |ui| {
            let drag = DragValue::new(&mut grid.metres_per_hex)
                .range(0.1..=1_000_000.0)
                .speed(10.0)
                .max_decimals(1)
                .suffix(" m");
            ui.name_inputs("Metres a hex", |ui| ui.add(drag));
            let (wide, high) = (f64::from(grid.columns), f64::from(grid.rows));
            let km = grid.metres_per_hex / 1000.0;
            let (wide, high) = match grid.orientation {
                Orientation::FlatTopped => (wide * 0.866, high),
                Orientation::PointyTopped => (wide, high * 0.866),
            };
            quiet(ui, format!("about {:.0} × {:.0} km in all", wide * km, high * km));
        });
        field(ui, "Turns", |ui| {
            let drag = DragValue::new(&mut self.new.turns).range(1..=500).speed(0.1);
            ui.name_inputs("Game-turns", |ui| ui.add(drag));
        });
        heading(ui, "Hexes and numbers");
        field(ui, "Hexes", |ui| {
            let choices = [
                (Orientation::FlatTopped, "Flat-topped"),
                (Orientation::PointyTopped, "Pointy-topped"),
            ];
            if let Some(chosen) = segments(ui, "Orientation", &choices, grid.orientation) {
                grid.orientation = chosen;
                grid.pushed = Pushed::Second;
            }
        });
        numbering::fields(ui, grid);
        ui.add_space(4.0);
        numbering::picture(ui, grid);
    }
}

/// A grid like another, of some size and without its boards.
fn sized_alike(grid: Grid, columns: u16, rows: u16) -> Grid {
    Grid { columns, rows, boards: Vec::new(), ..grid }
}
