//! What the rules say of a unit and a hex, asked on the map and answered in a window over it: where
//! the unit may go and what each hex costs, the odds of an attack, its supply; or the refusal with its
//! rule. Nothing is done by asking, in a game or in the set-up.

use egui::{Id, Label, Rect, RichText, ScrollArea, Sense, Ui, Window, vec2};
use salient_document::Document;
use salient_hex::grid::Hex;
use salient_play::Probe;
use salient_play::probe::{Answer, Says, Way};
use salient_rules::game::LineView;
use salient_rules::words::capital;

use crate::look::lines::stroke;
use crate::look::prospects::prospects;
use crate::look::theme::{self, palette};
use crate::look::widgets::quiet;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::test_run::Game;

/// How wide the window is at first, in points.
const WIDTH: f32 = 330.0;
/// How far it is from the corner of the map at first, in points.
const CORNER: f32 = 14.0;

/// The window, and what was asked.
#[derive(Debug, Default)]
pub struct ProbeWindow {
    /// Whether it shows.
    pub shown: bool,
    /// The unit that is asked about, by its name in the log.
    unit: Option<String>,
    /// The hex that is asked about.
    hex: Option<Hex>,
    /// What was selected when it looked last.
    selected: Option<Hex>,
    /// The position: of which revision of the document, and which version of the game.
    of: Option<(u64, Option<u64>)>,
    probe: Option<Result<Probe, Vec<String>>>,
    /// What was answered to the last question.
    answers: Option<Vec<Answer>>,
    supply: Option<String>,
    lines: Vec<LineView>,
}

impl ProbeWindow {
    /// Opens it, or closes it.
    pub fn toggle(&mut self) {
        *self = Self { shown: !self.shown, ..Self::default() };
    }

    /// Asks about another unit.
    pub fn take(&mut self, unit: String) {
        (self.unit, self.hex, self.answers) = (Some(unit), None, None);
    }

    /// Catches up with the position, and with the hex that was clicked.
    pub fn follow(&mut self, document: &Document, game: Option<&Game>) {
        if !self.shown {
            return;
        }
        let now = (document.revision(), game.map(Game::version));
        if self.of != Some(now) {
            let (systems, bundle) = (document.systems(), document.bundle());
            self.probe = Some(match game {
                Some(game) => Ok(Probe::of_game(game.play(), systems, bundle)),
                None => Probe::of_set_up(systems, bundle)
                    .map_err(|found| found.into_iter().map(|one| one.message).collect()),
            });
            (self.of, self.answers) = (Some(now), None);
            if let (Some(Ok(probe)), Some(unit)) = (&self.probe, &self.unit)
                && !probe.knows(unit)
            {
                self.unit = None;
            }
        }
        let selected = document.selection().hex;
        if selected != self.selected {
            self.selected = selected;
            if let Some(hex) = selected {
                self.click(hex);
            }
        }
        if self.answers.is_none() {
            self.ask();
        }
    }

    /// A click: on a unit where none is meant, on the hex that is asked about otherwise.
    fn click(&mut self, hex: Hex) {
        let Some(Ok(probe)) = &self.probe else { return };
        let here = probe.units_in(hex);
        let is_here = |unit: &String| here.contains(unit);
        self.answers = None;
        match &self.unit {
            Some(unit) if !is_here(unit) => self.hex = Some(hex),
            _ => {
                self.unit = here.into_iter().next();
                self.hex = self.unit.is_none().then_some(hex);
            }
        }
    }

    fn ask(&mut self) {
        let Some(Ok(probe)) = &mut self.probe else { return };
        self.supply = self.unit.as_ref().and_then(|unit| probe.supply(unit));
        let lines = self.unit.as_ref().map(|unit| probe.lines(unit, self.hex));
        self.lines = lines.unwrap_or_default();
        self.answers = Some(match (&self.unit, self.hex) {
            (Some(unit), Some(hex)) => probe.ask(unit, hex),
            (None, Some(hex)) => probe.attacks_on(hex),
            (_, None) => Vec::new(),
        });
    }

    /// The way that the unit may go, where it starts first; empty where there is none.
    pub fn way(&self) -> Vec<Hex> {
        let answers = self.answers.iter().flatten().filter(|_| self.shown);
        let way = answers.filter_map(|answer| match &answer.says {
            Says::Goes(way) => Some(way),
            _ => None,
        });
        let hexes = |way: &Way| {
            std::iter::once(way.from).chain(way.steps.iter().map(|step| step.hex)).collect()
        };
        way.map(hexes).next().unwrap_or_default()
    }

    /// The lines that lead to the unit, of supply and by rail.
    pub fn lines(&self) -> &[LineView] {
        if self.shown { &self.lines } else { &[] }
    }

    /// Shows the window over a map.
    pub fn show(
        &mut self,
        ctx: &egui::Context,
        map: Rect,
        document: &Document,
        requests: &mut Vec<Request>,
    ) {
        if !self.shown {
            return;
        }
        let mut open = true;
        Window::new(UiCommand::ToggleProbe.text())
            .id(Id::unique("probe"))
            .open(&mut open)
            .default_pos(map.left_top() + vec2(CORNER, CORNER))
            .default_width(WIDTH)
            .constrain_to(map)
            .show(ctx, |ui| {
                ui.set_max_height((map.height() - 90.0).max(120.0));
                ScrollArea::vertical()
                    .id_salt("answers")
                    .show(ui, |ui| self.contents(ui, document));
            });
        if !open {
            requests.push(Request::Command(UiCommand::ToggleProbe));
        }
    }

    fn contents(&mut self, ui: &mut Ui, document: &Document) {
        let probe = match &self.probe {
            Some(Ok(probe)) => probe,
            Some(Err(found)) => {
                quiet(ui, "The rules can be asked once the set-up can be played:");
                for text in found.iter().take(4) {
                    ui.add(Label::new(RichText::new(text).color(palette(ui).error)).wrap());
                }
                return;
            }
            None => return,
        };
        let grid = document.grid();
        let name = |unit: &String| probe.words().unit(unit);
        let mut other = None;
        match &self.unit {
            None if self.hex.is_none() => {
                quiet(ui, "Click a unit, then a hex or a stack of the enemy.");
                return;
            }
            None => {}
            Some(unit) => {
                ui.label(RichText::new(name(unit)).font(theme::strong(15.0)));
                let here = self.selected.filter(|_| self.hex.is_none());
                let stack = here.map_or_else(Vec::new, |hex| probe.units_in(hex));
                if stack.len() > 1 {
                    for one in &stack {
                        if ui.selectable_label(one == unit, name(one)).clicked() {
                            other = Some(one.clone());
                        }
                    }
                }
                if let Some(supply) = &self.supply {
                    quiet(ui, supply.as_str());
                }
                for line in &self.lines {
                    line_in_words(ui, line);
                }
                if self.hex.is_none() {
                    quiet(ui, "Now click where it is to go, or whom it is to attack.");
                }
            }
        }
        if let Some(hex) = self.hex {
            let label = grid.label(hex);
            ui.label(RichText::new(format!("Hex {label}")).font(theme::strong(14.0)));
            let answers = self.answers.as_deref().unwrap_or_default();
            if answers.is_empty() {
                quiet(
                    ui,
                    match self.unit {
                        Some(_) => {
                            "In no step of the sequence of play has the unit anything to do there."
                        }
                        None => "Nobody may attack it as the units stand.",
                    },
                );
            }
            let sides = document.ruleset().sides.iter().map(|side| side.name.clone());
            let sides: Vec<String> = sides.collect();
            for (at, answer) in answers.iter().enumerate() {
                ui.push_id(("answer", at), |ui| said(ui, answer, &sides));
            }
        }
        if self.unit.is_some() && ui.button("Another unit").clicked() {
            (self.unit, self.hex, self.answers) = (None, None, None);
            self.selected = document.selection().hex;
        }
        if let Some(other) = other {
            self.take(other);
        }
    }
}

/// What a line is and costs, beside the colour that it has on the map.
fn line_in_words(ui: &mut Ui, line: &LineView) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(20.0, 12.0), Sense::hover());
        let ends = [rect.left_center(), rect.right_center()];
        ui.painter().extend(stroke(&ends, line.kind, 3.0));
        ui.add(Label::new(format!("{} ({})", line.what, line.rule)).wrap());
    });
}

/// What the rules say in a step of the sequence of play.
fn said(ui: &mut Ui, answer: &Answer, sides: &[String]) {
    ui.add_space(theme::GAP);
    let step = match answer.now {
        true => format!("{}, now", answer.step),
        false => answer.step.clone(),
    };
    ui.label(RichText::new(step).color(palette(ui).quiet).font(theme::strong(13.0)));
    match &answer.says {
        Says::Goes(way) => way_in_words(ui, way),
        Says::Attacks(who, found) => {
            ui.add(Label::new(capital(who)).wrap());
            prospects(ui, found, sides);
        }
        Says::May(what) => {
            ui.add(Label::new(capital(what)).wrap());
        }
        Says::Not(why) => {
            ui.add(Label::new(RichText::new(capital(why)).color(palette(ui).error)).wrap());
        }
    }
}

/// What a way costs, hex by hex.
fn way_in_words(ui: &mut Ui, way: &Way) {
    let spending = &way.spending;
    let all = format!("It may go there: {} of {} {}", way.cost, spending.points, spending.kind);
    ui.add(Label::new(all).wrap());
    egui::Grid::new("way").num_columns(3).striped(true).show(ui, |ui| {
        for step in &way.steps {
            ui.label(&step.label);
            ui.label(RichText::new(step.cost.to_string()).font(theme::strong(14.0)));
            let parts = step.parts.iter().map(|part| match part.rule.as_ref() {
                "" => format!("{} {}", part.what, part.by),
                rule => format!("{} {} ({rule})", part.what, part.by),
            });
            let parts: Vec<String> = parts.collect();
            let why = if parts.is_empty() { &step.there } else { &parts };
            ui.add(Label::new(why.join(", ")).wrap());
            ui.end_row();
        }
    });
}
