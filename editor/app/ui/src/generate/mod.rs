//! A set-up made by the rules of a system: what is asked, the steps with their dice, and the
//! battlefield that comes of them, made anew with every answer.
//!
//! ```text
//!  questions, steps ──▶ Request ── thread ──▶ Generated ──▶ map, numbers, log
//!        ▲                                        │
//!        └── outcomes to keep, dice to change ────┘
//!            Request ── threads ──▶ Many: how the numbers spread, against other answers
//! ```

mod many;
mod questions;
mod result;
mod spread;
mod steps;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use egui::{ComboBox, Context, Label, ProgressBar, RichText, Ui};
use salient_output::preview::Pixels;
use salient_output::set_up::Record;
use salient_rules::generator::{Generated, Generator, Request};
use salient_rules::{System, Systems};
use salient_schema::{Bundle, Diagnostic, Id, Ruleset, Severity};

use crate::look::dialogs::{Shown, column, large_dialog};
use crate::look::theme::{self, palette};
use crate::look::widgets::{field, primary_button, segments, text_button};
use crate::work::Work;
use many::{Many, Reported};
use result::Tab;
use spread::{Look, Seen};

/// How wide and high the dialog is at the most, in points.
const SIZE: [f32; 2] = [1500.0, 940.0];
/// What was asked for.
#[derive(Debug)]
pub enum Taken {
    /// It stays open.
    Nothing,
    /// Open what was made as a document that has no files yet.
    Open,
    /// Ask for a folder to write it to, with its log.
    AskFolder,
    /// Ask for the record of an earlier set-up.
    AskEarlier,
    /// Ask where the report of many set-ups is written.
    AskReport,
    /// Close it.
    Close,
}

/// What is made.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Whose rules make it: its place among those that can.
    system: usize,
    /// Whether the ruleset is that of the open scenario.
    from_open: bool,
    /// The kind of lull that is carried out on the open scenario, if that is what is wanted.
    lull: Option<&'static str>,
    request: Request,
}

/// What came of a wish, or why nothing did.
type Made = Result<Arc<Generated>, Arc<Vec<Diagnostic>>>;

/// The dialog while it is open.
pub struct GenerateDialog {
    /// The systems whose rules make set-ups, at least one.
    systems: Vec<&'static dyn System>,
    /// What they publish: rulesets, and answers to begin with.
    published: Vec<Option<Bundle>>,
    /// The scenario in front.
    open: Arc<Bundle>,
    wish: Wish,
    made: Work<Wish, Made>,
    picture: Work<Wish, Option<Pixels>>,
    shown: Shown<Wish>,
    /// The step whose dice and numbers are open to be changed.
    by_hand: Option<Id>,
    /// What the questions were answered when each step was locked.
    locked_under: BTreeMap<Id, BTreeMap<String, String>>,
    tab: Tab,
    many: Many,
    /// What is looked at of many set-ups, which of their layers, and its picture.
    look: Look,
    layer: usize,
    where_picture: Work<Seen, Option<Pixels>>,
    where_shown: Shown<Seen>,
}

impl GenerateDialog {
    /// Whether any system makes set-ups.
    pub fn is_offered(systems: Systems) -> bool {
        systems.iter().any(|system| system.generator().is_some())
    }

    /// For a new set-up; that of the scenario in front comes first, if its rules make set-ups.
    pub fn new(systems: Systems, open: Bundle) -> Option<Self> {
        let systems: Vec<&'static dyn System> =
            systems.iter().filter(|system| system.generator().is_some()).collect();
        let published = systems.iter().map(|system| system.published().bundle(None).ok());
        let of_open = systems.iter().position(|system| system.info().id == open.ruleset.system());
        let request = Request { seed: 1, ..Request::default() };
        let wish = Wish { system: of_open.unwrap_or(0), from_open: false, lull: None, request };
        systems.first()?;
        let mut dialog = Self {
            published: published.collect(),
            systems,
            open: Arc::new(open),
            wish,
            made: Work::default(),
            picture: Work::default(),
            shown: Shown::default(),
            by_hand: None,
            locked_under: BTreeMap::new(),
            tab: Tab::Map,
            many: Many::default(),
            look: Look::default(),
            layer: 0,
            where_picture: Work::default(),
            where_shown: Shown::default(),
        };
        dialog.begin(dialog.wish.system);
        Some(dialog)
    }

    /// Begins with a system: with what the open scenario answers, or else its published one.
    fn begin(&mut self, system: usize) {
        let seed = self.wish.request.seed;
        self.wish = Wish { system, from_open: false, lull: None, request: Request::default() };
        let published = self.published.get(system).and_then(Option::as_ref);
        let like = if self.is_of_open() { Some(&*self.open) } else { published };
        let answers =
            self.generator().zip(like).map(|(generator, like)| generator.answers_of(like));
        let answers = answers.and_then(Result::ok).unwrap_or_default();
        let from_open = self.has_own_rules();
        let request = Request { seed, answers, ..Request::default() };
        self.wish = Wish { from_open, request, ..self.wish.clone() };
    }

    /// Takes the scenario that is in front by now.
    pub fn look_at(&mut self, open: Bundle) {
        self.open = Arc::new(open);
        if !self.is_of_open() {
            self.wish.from_open = false;
            self.wish.lull = None;
        }
        // What was made of the open scenario may be of another by now.
        self.made = Work::default();
        self.picture = Work::default();
    }

    /// Goes on from an earlier set-up.
    ///
    /// # Errors
    /// Why it cannot: its system makes no set-ups here.
    pub fn go_on_from(&mut self, record: Record) -> Result<(), String> {
        let place = self.systems.iter().position(|system| system.info().id == record.system);
        let Some(system) = place else {
            return Err(format!("No rules of '{}' are known that make set-ups.", record.system));
        };
        let request = record.request;
        self.wish = Wish { system, from_open: false, lull: None, request };
        Ok(())
    }

    fn system(&self) -> Option<&'static dyn System> {
        self.systems.get(self.wish.system).copied()
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        self.system()?.generator()
    }

    /// Whether the scenario in front is one of this system's.
    fn is_of_open(&self) -> bool {
        self.system().is_some_and(|system| system.info().id == self.open.ruleset.system())
    }

    /// Whether the scenario in front is of this system, with a ruleset that is not the published
    /// one.
    fn has_own_rules(&self) -> bool {
        let published = self.published.get(self.wish.system).and_then(Option::as_ref);
        self.is_of_open()
            && published.is_none_or(|published| published.ruleset != self.open.ruleset)
    }

    /// The ruleset that is gone by.
    fn ruleset(&self) -> Option<&Ruleset> {
        match self.wish.from_open || self.wish.lull.is_some() {
            true => Some(&self.open.ruleset),
            false => Some(&self.published.get(self.wish.system)?.as_ref()?.ruleset),
        }
    }

    /// What was made of the wish as it is, and its record.
    pub fn made(&self) -> Option<(Arc<Generated>, Record)> {
        let made = self.made.made(&self.wish)?.as_ref().ok()?.clone();
        let record = Record::new(self.system()?.info().id, &self.wish.request, &made);
        Some((made, record))
    }

    /// The report of many set-ups, if any were made.
    pub fn reported(&self) -> Option<Reported> {
        self.many.reported()
    }

    /// Where it is written in a folder that was chosen.
    pub fn place(&self, chosen: PathBuf) -> Option<PathBuf> {
        Some(chosen.join(&self.made()?.0.bundle.scenario.id))
    }

    /// Shows it; what was asked for.
    pub fn show(&mut self, ctx: &Context) -> Taken {
        let wish = self.wish.clone();
        if self.made.wants(&wish) {
            let (work, open) = (wish.clone(), self.open.clone());
            if let Some(generator) = self.generator() {
                self.made.wish(ctx, &wish, move || make(generator, &work, &open));
            }
        }
        let mut taken = Taken::Nothing;
        let closed = large_dialog(ctx, "generate", SIZE, |ui| {
            ui.horizontal(|ui| {
                ui.heading("Generate a set-up");
                ui.add_space(theme::GROUP_GAP);
                self.which(ui);
            });
            ui.add_space(theme::GAP);
            let height = ui.available_height() - 52.0;
            ui.horizontal_top(|ui| {
                let width = ui.available_width();
                let side = (width * 0.27).clamp(250.0, 350.0);
                if self.wish.lull.is_none() {
                    column(ui, [side - 20.0, height], |ui| self.questions(ui));
                    ui.add_space(theme::GROUP_GAP);
                }
                column(ui, [side + 20.0, height], |ui| self.steps(ui));
                ui.add_space(theme::GROUP_GAP);
                let width = ui.available_width();
                column(ui, [width, height], |ui| self.result(ui, &mut taken));
            });
            ui.add_space(theme::GAP);
            ui.horizontal(|ui| self.buttons(ui, &mut taken));
        });
        if closed { Taken::Close } else { taken }
    }

    /// Whose rules, and what is made by them.
    fn which(&mut self, ui: &mut Ui) {
        let title = |at: usize| self.systems.get(at).map_or("", |system| system.info().title);
        let mut system = self.wish.system;
        match self.systems.len() {
            1 => {
                quiet_label(ui, title(0));
            }
            count => {
                ui.name_inputs("Rules of the set-up", |ui| {
                    let shown = ComboBox::from_id_salt("rules").selected_text(title(system));
                    shown.show_ui(ui, |ui| {
                        for at in 0..count {
                            ui.selectable_value(&mut system, at, title(at));
                        }
                    })
                });
            }
        }
        if system != self.wish.system {
            self.begin(system);
        }
        if !self.is_of_open() {
            return;
        }
        let lulls = self.generator().map_or(&[][..], |generator| generator.lulls());
        let named: Vec<String> = lulls.iter().map(|kind| format!("A {kind} lull")).collect();
        let mut choices = vec![(None, "A new set-up")];
        choices.extend(lulls.iter().zip(&named).map(|(kind, name)| (Some(*kind), name.as_str())));
        if let Some(chosen) = segments(ui, "What is made", &choices, self.wish.lull) {
            self.wish.lull = chosen;
        }
        if self.wish.lull.is_none() && self.has_own_rules() {
            ui.checkbox(&mut self.wish.from_open, "By the ruleset of the open scenario");
        }
    }

    fn buttons(&mut self, ui: &mut Ui, taken: &mut Taken) {
        let is_made = matches!(self.made.made(&self.wish), Some(Ok(_)));
        if primary_button(ui, None, "Open", is_made)
            .on_hover_text("Open the scenario, to be edited, printed and exported")
            .clicked()
        {
            *taken = Taken::Open;
        }
        if text_button(ui, None, "Write into a folder…", is_made)
            .on_hover_text("The scenario with its files, the log, and a record to go on from")
            .clicked()
        {
            *taken = Taken::AskFolder;
        }
        if text_button(ui, None, "From an earlier set-up…", true).clicked() {
            *taken = Taken::AskEarlier;
        }
        if text_button(ui, None, "Close", true).clicked() {
            *taken = Taken::Close;
        }
        match self.made.made(&self.wish) {
            None => {
                ui.add(ProgressBar::new(0.0).animate(true).desired_width(120.0));
            }
            Some(Err(found)) => {
                let errors = found.iter().filter(|one| one.severity == Severity::Error).count();
                let text = salient_output::plural(errors.max(1), "problem");
                ui.label(RichText::new(text).color(palette(ui).error));
            }
            Some(Ok(made)) => {
                let bundle = &made.bundle;
                let grid = &bundle.map.grid;
                let units: usize =
                    bundle.orders_of_battle.iter().map(|book| book.counters.len()).sum();
                let hexes = format!("{} × {} hexes", grid.columns, grid.rows);
                let units = salient_output::plural(units, "counter");
                let text = format!("{}: {hexes}, {units}", bundle.scenario.title);
                let text = RichText::new(text).color(palette(ui).quiet);
                ui.add(Label::new(text).truncate());
            }
        }
    }

    /// Where the dice come from.
    fn seed(&mut self, ui: &mut Ui) {
        let seed = &mut self.wish.request.seed;
        field(ui, "Seed", |ui| {
            ui.name_inputs("Seed of all dice", |ui| ui.add(egui::DragValue::new(seed).speed(0.1)));
            if text_button(ui, None, "Roll all again", true)
                .on_hover_text("The next seed: what is locked stays, all other dice are new")
                .clicked()
            {
                *seed = seed.wrapping_add(1);
            }
        });
    }
}

/// A line in a colour that stands back.
fn quiet_label(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).color(palette(ui).quiet));
}

fn make(generator: &dyn Generator, wish: &Wish, open: &Bundle) -> Made {
    let made = match wish.lull {
        Some(kind) => generator.lull(open, kind, wish.request.seed),
        None => generator.generate(wish.from_open.then_some(open), &wish.request),
    };
    made.map(Arc::new).map_err(Arc::new)
}
