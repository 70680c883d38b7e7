//! Another client's file in: what was found in it and what is left out, before it is opened.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{ComboBox, Context, Key, Label, ProgressBar, RichText, TextEdit, Ui};
use salient_output::import::{
    self, BoardChoice, Client, Imported, OfModule, bundle_of, needs_module,
};
use salient_output::plural;
use salient_output::preview::{self, Pixels};
use salient_rules::Systems;
use salient_schema::{Bundle, Diagnostic, Disk, Pictures, Ruleset, Scenario};

use super::{SIDE, SIZE, losses};
use crate::look::dialogs::{Shown, column, large_dialog};
use crate::look::sentence;
use crate::look::theme::{self, palette};
use crate::look::widgets::{field, heading, named_text, primary_button, quiet, text_button};
use crate::work::Work;

/// What was asked for.
#[derive(Debug)]
pub enum Taken {
    /// It stays open.
    Nothing,
    /// Ask for the module of the saved game.
    AskModule,
    /// Open it as a document that has no files yet.
    Open,
    /// Ask for a folder to write it to.
    AskFolder,
    /// Close it.
    Close,
}

/// What a reading hangs on: the module, which ruleset, and which boards are asked for.
type Wish = (Option<PathBuf>, Option<usize>, Option<String>);

/// The dialog while it is open.
pub struct ImportDialog {
    systems: Systems,
    path: PathBuf,
    client: Client,
    /// It is a saved game.
    needs_module: bool,
    module: Option<PathBuf>,
    rulesets: Vec<Ruleset>,
    /// The ruleset whose kinds the map uses; without one it comes from the file, or is drafted.
    ruleset: Option<usize>,
    /// The boards that become the map; without them those that the file says.
    boards: Option<String>,
    /// What is typed as such, and what the file offers.
    typed: String,
    choice: Option<BoardChoice>,
    /// Which of its scenarios is opened.
    scenario: usize,
    read: Work<Wish, Result<Arc<Imported>, String>>,
    picture: Work<(Wish, usize), Option<Pixels>>,
    shown: Shown<(Wish, usize)>,
}

impl ImportDialog {
    /// For a file whose name tells what it is.
    pub fn new(systems: Systems, path: PathBuf, client: Client, rulesets: Vec<Ruleset>) -> Self {
        Self {
            systems,
            needs_module: needs_module(&path),
            path,
            client,
            module: None,
            rulesets,
            ruleset: None,
            boards: None,
            typed: String::new(),
            choice: None,
            scenario: 0,
            read: Work::default(),
            picture: Work::default(),
            shown: Shown::default(),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Names the module of a saved game.
    pub fn set_module(&mut self, module: PathBuf) {
        self.module = Some(module);
    }

    fn wish(&self) -> Wish {
        (self.module.clone(), self.ruleset, self.boards.clone())
    }

    /// What was read, and which of its scenarios is meant.
    pub fn imported(&self) -> Option<(Arc<Imported>, usize)> {
        let read = self.read.made(&self.wish())?.as_ref().ok()?;
        Some((read.clone(), self.scenario))
    }

    /// The scenario that is meant, with all that it needs, and the number of pictures that are no
    /// part of it.
    pub fn bundle(&self) -> Option<(Bundle, usize)> {
        let (imported, scenario) = self.imported()?;
        let mut bundle = bundle_of(&imported, scenario);
        // Without a folder the pictures have no place: nothing names them.
        bundle.pictures = Pictures::default();
        let counters = bundle.orders_of_battle.iter_mut().flat_map(|book| &mut book.counters);
        for face in counters.flat_map(|counter| &mut counter.faces) {
            face.picture = None;
        }
        Some((bundle, imported.pictures.len()))
    }

    /// Shows it; what was asked for.
    pub fn show(&mut self, ctx: &Context) -> Taken {
        let wish = self.wish();
        let lacks_module = self.needs_module && self.module.is_none();
        if !lacks_module && self.read.wants(&wish) {
            let (client, path, module) = (self.client, self.path.clone(), self.module.clone());
            let ruleset = self.ruleset.and_then(|at| self.rulesets.get(at)).cloned();
            let (systems, boards) = (self.systems, self.boards.clone());
            self.read.wish(ctx, &wish, move || {
                let of_module = OfModule { module: module.as_deref(), boards: boards.as_deref() };
                let read = import::read(client, &path, ruleset, of_module, &Disk);
                let mut imported = read.map_err(|error| sentence(&error.to_string()))?;
                imported.losses.problems = import::problems(systems, &imported);
                Ok(Arc::new(imported))
            });
        }
        let read = self.read.made(&wish).cloned();
        if let Some(Ok(imported)) = &read
            && let Some(choice) = &imported.boards
            && self.choice.as_ref() != Some(choice)
        {
            self.typed.clone_from(&choice.laid_out);
            self.choice = Some(choice.clone());
        }
        let mut taken = Taken::Nothing;
        let closed = large_dialog(ctx, "import", SIZE, |ui| {
            ui.heading("Import");
            ui.add_space(theme::GAP);
            let height = ui.available_height() - 52.0;
            ui.horizontal_top(|ui| {
                let width = (ui.available_width() * 0.44).min(460.0);
                column(ui, [width, height], |ui| {
                    self.settings(ui, lacks_module, &mut taken);
                    if let Some(Ok(imported)) = &read {
                        self.found(ui, imported);
                    }
                });
                ui.add_space(theme::GROUP_GAP);
                let width = ui.available_width();
                column(ui, [width, height], |ui| {
                    if let Some(Ok(imported)) = &read {
                        self.preview(ui, imported);
                    }
                });
            });
            ui.add_space(theme::GAP);
            ui.horizontal(|ui| {
                let pictures = match &read {
                    Some(Ok(imported)) => imported.pictures.len(),
                    _ => 0,
                };
                let is_read = matches!(read, Some(Ok(_)));
                // Pictures lie beside the files: without a folder they have no place.
                let (open, folder) = match pictures {
                    0 => (
                        primary_button(ui, None, "Open", is_read),
                        text_button(ui, None, "Write into a folder…", is_read),
                    ),
                    _ => {
                        let folder = primary_button(ui, None, "Write into a folder…", is_read);
                        (text_button(ui, None, "Open without pictures", is_read), folder)
                    }
                };
                if open.clicked() {
                    taken = Taken::Open;
                }
                if folder.clicked() {
                    taken = Taken::AskFolder;
                }
                if text_button(ui, None, "Close", true).clicked() {
                    taken = Taken::Close;
                }
                match &read {
                    Some(Err(error)) => {
                        let text = RichText::new(error).color(palette(ui).error);
                        ui.add(Label::new(text).wrap());
                    }
                    None if !lacks_module => {
                        ui.add(ProgressBar::new(0.0).animate(true).desired_width(120.0));
                        quiet(ui, "Reading…");
                    }
                    _ => {}
                }
            });
        });
        if closed { Taken::Close } else { taken }
    }

    fn settings(&mut self, ui: &mut Ui, lacks_module: bool, taken: &mut Taken) {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy();
        ui.label(RichText::new(name).font(theme::strong(17.0)));
        quiet(ui, self.client.about());
        if self.needs_module {
            field(ui, "Module", |ui| {
                let name = match &self.module {
                    Some(module) => module.file_name().unwrap_or_default().to_string_lossy().into(),
                    None => "none yet".to_owned(),
                };
                ui.label(name);
                if text_button(ui, None, "Choose…", true).clicked() {
                    *taken = Taken::AskModule;
                }
            });
            if lacks_module {
                quiet(
                    ui,
                    "A saved game has no map of its own: choose the module it was played in.",
                );
            }
        }
        field(ui, "Ruleset", |ui| {
            let own = "From the file, or drafted";
            let title = |at: Option<usize>| {
                at.and_then(|at| self.rulesets.get(at)).map_or(own, |rules| rules.title.as_str())
            };
            let mut chosen = self.ruleset;
            ui.name_inputs("Ruleset of the map", |ui| {
                ComboBox::from_id_salt("ruleset").selected_text(title(chosen)).width(260.0).show_ui(
                    ui,
                    |ui| {
                        ui.selectable_value(&mut chosen, None, own);
                        for at in 0..self.rulesets.len() {
                            ui.selectable_value(&mut chosen, Some(at), title(Some(at)));
                        }
                    },
                )
            });
            self.ruleset = chosen;
        });
        self.boards(ui);
    }

    /// Which boards become the map, where the file has several.
    fn boards(&mut self, ui: &mut Ui) {
        let Some(choice) = &self.choice else { return };
        let mut asked = None;
        field(ui, "Boards", |ui| {
            ui.name_inputs("Boards of the map", |ui| {
                let now = self.boards.as_ref().unwrap_or(&choice.laid_out);
                ComboBox::from_id_salt("boards").selected_text(now.as_str()).width(260.0).show_ui(
                    ui,
                    |ui| {
                        for other in [&choice.laid_out].into_iter().chain(&choice.others) {
                            if ui.selectable_label(other == now, other.as_str()).clicked() {
                                asked = Some(other.clone());
                            }
                        }
                    },
                )
            });
        });
        field(ui, "", |ui| {
            let text = TextEdit::singleline(&mut self.typed).desired_width(190.0);
            let typed = named_text(ui, "Boards as they lie", text);
            let entered = typed.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let is_any = !self.typed.trim().is_empty();
            if text_button(ui, None, "Lay out", is_any).clicked() || (entered && is_any) {
                asked = Some(self.typed.trim().to_owned());
            }
        });
        quiet(
            ui,
            "From west to east with commas between, rows with semicolons; “:turned” behind a board \
             that lies upside down, “-” for a place without one.",
        );
        if let Some(asked) = asked {
            self.typed.clone_from(&asked);
            self.boards = Some(asked);
        }
    }

    /// What was found, and what is not in it.
    fn found(&mut self, ui: &mut Ui, imported: &Imported) {
        heading(ui, "Found");
        for (name, what) in facts(imported) {
            field(ui, name, |ui| ui.add(Label::new(what).truncate()));
        }
        for (kind, count) in imported.losses.counts.iter() {
            quiet(ui, format!("{kind}: {count}"));
        }
        self.scenario = self.scenario.min(imported.scenarios.len().saturating_sub(1));
        if imported.scenarios.len() > 1 {
            field(ui, "Open", |ui| {
                let title =
                    |at: usize| imported.scenarios.get(at).map_or("", |one| one.title.as_str());
                ui.name_inputs("Scenario to open", |ui| {
                    ComboBox::from_id_salt("scenario").selected_text(title(self.scenario)).show_ui(
                        ui,
                        |ui| {
                            for at in 0..imported.scenarios.len() {
                                ui.selectable_value(&mut self.scenario, at, title(at));
                            }
                        },
                    )
                });
            });
        }
        if !imported.losses.problems.is_empty() {
            heading(ui, "Problems");
            for line in problems(&imported.losses.problems) {
                ui.add(Label::new(sentence(&line)).wrap());
            }
        }
        heading(ui, "Not taken over");
        let height = ui.available_height();
        losses::show(ui, &imported.losses, "Everything was taken over.", height);
    }

    fn preview(&mut self, ui: &mut Ui, imported: &Arc<Imported>) {
        let key = (self.wish(), self.scenario);
        let (parts, scenario) = (imported.clone(), self.scenario);
        self.picture.wish(ui.ctx(), &key, move || {
            preview::draw_set_up(&bundle_of(&parts, scenario), None, SIDE)
        });
        match self.picture.made(&key) {
            None => {}
            Some(None) => {
                quiet(ui, "The map is too large, or too empty, to be shown here.");
            }
            Some(Some(picture)) => {
                self.shown.show(ui, &key, picture);
            }
        }
    }
}

/// The first of the problems, and how many more there are.
fn problems(found: &[Diagnostic]) -> Vec<String> {
    const MOST: usize = 4;
    let mut lines: Vec<String> =
        found.iter().take(MOST).map(|found| found.message.clone()).collect();
    if let more @ 1.. = found.len().saturating_sub(MOST) {
        lines.push(format!(
            "{} more, in the panel of problems once it is open",
            plural(more, "problem")
        ));
    }
    lines
}

/// What was found, by name and in words.
fn facts(imported: &Imported) -> Vec<(&'static str, String)> {
    let grid = &imported.map.grid;
    let counters: usize = imported.orders_of_battle.iter().map(|book| book.counters.len()).sum();
    let set_up = |scenario: &Scenario| -> usize {
        scenario.setup.placements.iter().map(|placement| placement.counters.len()).sum()
    };
    let scenarios = match imported.scenarios.as_slice() {
        [] => "none: it begins empty".to_owned(),
        [one] => format!("{}, {} set up", one.title, plural(set_up(one), "counter")),
        many => format!("{} of them", many.len()),
    };
    let kinds = match imported.map.terrain.palette.len() {
        1 => "one kind of terrain".to_owned(),
        count => format!("{count} kinds of terrain"),
    };
    let mut facts = vec![
        ("Map", format!("{} × {} hexes, {kinds}", grid.columns, grid.rows)),
        ("Counters", counters.to_string()),
        ("Scenarios", scenarios),
        ("Ruleset", imported.ruleset.title.clone()),
    ];
    if !imported.pictures.is_empty() {
        facts.push(("Pictures", imported.pictures.len().to_string()));
    }
    facts
}
