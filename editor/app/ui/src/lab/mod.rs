//! The test-run lab: what many games came to, in a panel below the map and over the map itself.
//!
//! ```text
//!  TestRun ── Batch ──▶ Results: the last run, and the one beside it
//!                          │
//!            Lab ── pages ─┤   a page each: outcome, turns, combat, units …
//!                          └── cover ──▶ MapView: heat maps, the front line
//! ```

mod cells;
pub mod charts;
mod combat;
mod compare;
mod cover;
mod findings;
mod games;
pub mod header;
pub mod legend;
mod levels;
mod outcome;
mod places;
mod rules;
mod skill;
mod tables;
mod turns;
mod units;

use egui::{ScrollArea, Ui};
use salient_document::Document;

use crate::map::cover::{Cover, Laid};
use crate::map::stacks::Counters;
use crate::request::Request;
use crate::request::lab::{LabSetting, Overlay, Page};
use crate::test_run::{Results, TestRun};

/// How long each turn's front line stays while it plays, in seconds.
const TURN_SECS: f64 = 0.9;

/// What the lab shows, and what it keeps between frames.
#[derive(Debug)]
pub struct Lab {
    /// Whether the panel shows.
    pub open: bool,
    /// The page that shows.
    pub page: Page,
    overlay: Overlay,
    /// How strongly the overlay covers the map, in hundredths.
    strength: u8,
    /// Whether counters stand on it: they hide much of its colours.
    counters: bool,
    /// The turn whose front line shows, by its place.
    turn: usize,
    /// How long it has been showing, while the front line plays.
    playing: Option<f64>,
    sorting: tables::Sorting,
    units_of: Option<usize>,
    /// What a run is to be called that is kept.
    run_name: String,
    shows_met: bool,
    book: rules::Book,
    cover: Cover,
    cover_of: Option<(u64, Overlay, usize)>,
}

impl Default for Lab {
    fn default() -> Self {
        Self {
            open: false,
            page: Page::default(),
            overlay: Overlay::default(),
            strength: 75,
            counters: false,
            turn: 0,
            playing: None,
            sorting: tables::Sorting::new(),
            units_of: None,
            run_name: String::new(),
            shows_met: true,
            book: rules::Book::default(),
            cover: Cover::default(),
            cover_of: None,
        }
    }
}

/// What the lab reads.
pub struct LabInput<'a> {
    /// The document.
    pub document: &'a Document,
    /// The test-run.
    pub test_run: &'a TestRun,
}

impl Lab {
    /// What lies over the map.
    pub fn overlay(&self) -> Overlay {
        self.overlay
    }

    /// The turn whose front line shows, by its place.
    pub fn turn(&self) -> usize {
        self.turn
    }

    /// Whether the front line moves by itself.
    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }

    /// Forgets what belongs to another document.
    pub fn reset(&mut self) {
        *self = Self { open: self.open, strength: self.strength, ..Self::default() };
    }

    /// Takes a setting.
    pub fn set(&mut self, setting: LabSetting) {
        match setting {
            LabSetting::Page(page) => {
                self.open = true;
                self.page = page;
            }
            LabSetting::Overlay(overlay) => {
                self.overlay = overlay;
                self.playing = None;
            }
            LabSetting::Strength(strength) => self.strength = strength.clamp(5, 100),
            LabSetting::Counters(counters) => self.counters = counters,
            LabSetting::Turn(turn) => {
                self.turn = turn;
                self.playing = None;
            }
            LabSetting::Sort { table, column, falling } => {
                self.sorting.insert(table, (column, falling));
            }
            LabSetting::RulesMet(met) => self.shows_met = met,
            LabSetting::Open => self.open = true,
            LabSetting::UnitsOf(side) => self.units_of = side,
            LabSetting::RunName(name) => self.run_name = name,
        }
    }

    /// Lets the front line move from turn to turn, or halts it.
    pub fn play_or_pause(&mut self, results: &Results) {
        let last = cover::turns(results).saturating_sub(1);
        self.playing = match self.playing {
            Some(_) => None,
            None => {
                if self.overlay != Overlay::Front || self.turn >= last {
                    self.turn = 0;
                }
                self.overlay = Overlay::Front;
                Some(0.0)
            }
        };
    }

    /// Goes on for a frame that took `seconds`. Gives whether another frame is wanted at once.
    pub fn tick(&mut self, seconds: f64, results: &Results) -> bool {
        let last = cover::turns(results).saturating_sub(1);
        self.turn = self.turn.min(last);
        let Some(shown) = &mut self.playing else { return false };
        *shown += seconds.min(0.25);
        if *shown >= TURN_SECS {
            *shown = 0.0;
            if self.turn < last {
                self.turn += 1;
            }
            if self.turn == last {
                self.playing = None;
            }
        }
        self.playing.is_some()
    }

    /// What to lay over the map. Over a game that is watched, nothing.
    pub fn cover(&mut self, document: &Document, test_run: &TestRun) -> Option<Laid<'_>> {
        let shows = self.open && self.overlay != Overlay::Nothing && test_run.lets_edit();
        let results = test_run.results();
        let record = results.now().filter(|_| shows)?;
        let key = (results.version(), self.overlay, self.turn);
        if self.cover_of != Some(key) {
            self.cover = cover::of(document, record, self.overlay, self.turn);
            self.cover_of = Some(key);
        }
        let strength = f32::from(self.strength) / 100.0;
        Some(Laid { cover: &self.cover, strength, counters: self.counters })
    }

    /// Shows the panel.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        input: &LabInput<'_>,
        counters: &mut Counters,
        requests: &mut Vec<Request>,
    ) {
        header::show(ui, self, input, requests);
        if self.page == Page::Skill {
            ScrollArea::vertical()
                .auto_shrink(false)
                .id_salt("skill ladder")
                .show(ui, |ui| skill::show(ui, input, requests));
            return;
        }
        let results = input.test_run.results();
        let Some(record) = results.now() else {
            header::nothing_yet(ui, input, requests);
            return;
        };
        let reads = tables::Reads { lab: self, input, record };
        // Tables scroll by themselves.
        match self.page {
            Page::Units => units::show(ui, &reads, counters, requests),
            Page::Games => games::show(ui, &reads, requests),
            Page::Places => places::show(ui, &reads, requests),
            Page::Rules => {
                let mut book = std::mem::take(&mut self.book);
                rules::show(ui, self, book.of(input.document.systems(), record), record, requests);
                self.book = book;
            }
            page => {
                ScrollArea::vertical().auto_shrink(false).id_salt(("lab", page)).show(ui, |ui| {
                    match page {
                        Page::Outcome => outcome::show(ui, input, record),
                        Page::Turns => turns::show(ui, &reads, requests),
                        Page::Combat => combat::show(ui, &reads, requests),
                        Page::Findings => findings::show(ui, input, record, requests),
                        _ => compare::show(ui, &reads, &self.run_name, requests),
                    }
                });
            }
        }
    }
}
