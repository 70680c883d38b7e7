//! Beginning a map.

use egui::{ComboBox, DragValue, TextEdit, Ui};
use salient_document::reshape::{NewMap, new_project};
use salient_document::schedule::{Calendar, TurnLength};
use salient_document::{Document, template};
use salient_rules::Systems;
use salient_schema::map::{Grid, Orientation, Pushed};
use salient_schema::ruleset::Kind;
use salient_schema::{Id, Ruleset};

use super::new_game::OwnGame;
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
    /// The game that is begun with it, with a ruleset in place of those.
    own: Option<OwnGame>,
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
        let new = NewMap { title: String::new(), grid, base, turns: 10, calendar: None };
        let systems = document.systems();
        let mut begun = Self { systems, rulesets, ruleset: 0, own: None, new, open };
        begun.take_hexes();
        begun
    }

    /// The same for a game of one's own, which begins with its ruleset.
    pub fn with_own_game(mut self) -> Self {
        self.own = Some(OwnGame::new(self.systems));
        self.new.grid = Grid::plain(Orientation::FlatTopped, 30, 20);
        self.keep_base();
        self
    }

    /// The ruleset of the map, or what is missing.
    fn rules(&self) -> Result<&Ruleset, String> {
        match &self.own {
            Some(own) => own.ruleset(),
            None => self
                .rulesets
                .get(self.ruleset)
                .ok_or_else(|| "No rules are open that a map could be made for.".to_owned()),
        }
    }

    /// Hexes of the size that the rules reckon with, numbered as their maps are: as those of the map
    /// that is open, where it is one of theirs, else as the published one.
    fn take_hexes(&mut self) {
        let Ok(rules) = self.rules() else { return };
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
        let name = if self.own.is_some() { "New game" } else { "New map" };
        let (stays, done) = dialog(ctx, name, "Create", 560.0, |ui| {
            self.fields(ui);
            let ruleset = self.rules()?;
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
        if done && let Ok(ruleset) = self.rules() {
            let mut new = self.new.clone();
            if let Some(own) = self.own.as_ref().filter(|_| new.title.trim().is_empty()) {
                own.title().clone_into(&mut new.title);
            }
            let request = MapRequest::Begin(Box::new(new), Box::new(ruleset.clone()));
            requests.push(Request::Map(request));
        }
        stays
    }

    fn fields(&mut self, ui: &mut Ui) {
        if let Some(own) = &mut self.own {
            heading(ui, "The game");
            let is_other = own.show(ui, &self.rulesets);
            if is_other {
                self.keep_base();
            }
            heading(ui, "Its first map");
        }
        field(ui, "Title", |ui| {
            let hint = match &self.own {
                Some(own) if !own.title().is_empty() => own.title(),
                _ => "for example Verdun, 21 February 1916",
            };
            let text =
                TextEdit::singleline(&mut self.new.title).hint_text(hint).desired_width(300.0);
            named_text(ui, "Title of the map", text);
        });
        if self.own.is_none() {
            self.rules_field(ui);
        }
        self.terrain_field(ui);
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
        calendar(ui, &mut self.new);
        let grid = &mut self.new.grid;
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

    /// Whose rules the map is made for.
    fn rules_field(&mut self, ui: &mut Ui) {
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
                self.new.base.clear();
                self.keep_base();
                self.take_hexes();
            }
        });
        if self.rulesets.len() < 2 {
            quiet(ui, "Open a scenario with another ruleset to make a map for it.");
        }
    }

    /// The terrain of all hexes, where the ruleset has it still, else its first.
    fn keep_base(&mut self) {
        if !self.terrain().iter().any(|kind| kind.id == self.new.base) {
            let first = self.terrain().first();
            self.new.base = first.map(|kind| kind.id.clone()).unwrap_or_default();
        }
    }

    /// The kinds of terrain that there are.
    fn terrain(&self) -> &[Kind] {
        match &self.own {
            Some(own) => own.terrain(),
            None => self.rulesets.get(self.ruleset).map_or(&[], |rules| &rules.terrain),
        }
    }

    /// What all hexes are of.
    fn terrain_field(&mut self, ui: &mut Ui) {
        field(ui, "Terrain", |ui| {
            let terrain = self.terrain().to_vec();
            let name = terrain.iter().find(|kind| kind.id == self.new.base);
            let name = name.map_or("", |kind| kind.name.as_str());
            ui.name_inputs("Terrain of all hexes", |ui| {
                ComboBox::from_id_salt("base").selected_text(name).show_ui(ui, |ui| {
                    for kind in &terrain {
                        ui.selectable_value(&mut self.new.base, kind.id.clone(), &kind.name);
                    }
                })
            });
            quiet(ui, "in all hexes");
        });
    }
}

/// How many game-turns there are, and when.
fn calendar(ui: &mut Ui, new: &mut NewMap) {
    field(ui, "Turns", |ui| {
        let drag = DragValue::new(&mut new.turns).range(1..=500).speed(0.1);
        ui.name_inputs("Game-turns", |ui| ui.add(drag));
        quiet(ui, "of");
        let lengths = [
            (None, "no stated length"),
            (Some(TurnLength::HalfDay), "half a day"),
            (Some(TurnLength::Days(1)), "a day"),
            (Some(TurnLength::Days(2)), "two days"),
            (Some(TurnLength::Days(3)), "three days"),
            (Some(TurnLength::Days(7)), "a week"),
            (Some(TurnLength::Days(14)), "two weeks"),
        ];
        let now = new.calendar.as_ref().map(|calendar| calendar.each);
        let shown = lengths.iter().find(|(each, _)| *each == now).map_or("", |(_, text)| text);
        ui.name_inputs("How long a game-turn is", |ui| {
            ComboBox::from_id_salt("length").selected_text(shown).show_ui(ui, |ui| {
                for (each, text) in lengths {
                    if ui.selectable_label(each == now, text).clicked() {
                        let first = new.calendar.take().map(|calendar| calendar.first);
                        let first = first.unwrap_or_else(|| "1914-08-01".to_owned());
                        new.calendar = each.map(|each| Calendar { first, each });
                    }
                }
            })
        });
        if let Some(calendar) = &mut new.calendar {
            quiet(ui, "from");
            let text = TextEdit::singleline(&mut calendar.first)
                .hint_text("1915-04-25")
                .desired_width(90.0);
            named_text(ui, "Day of the first game-turn", text);
        }
    });
}

/// A grid like another, of some size and without its boards.
fn sized_alike(grid: Grid, columns: u16, rows: u16) -> Grid {
    Grid { columns, rows, boards: Vec::new(), ..grid }
}
