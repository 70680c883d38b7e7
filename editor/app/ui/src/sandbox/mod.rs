//! A game without rules on the screen: what is chosen on the map, how charts are read, and the panel
//! that shows it. What happens in it is [`salient_play::Sandbox`].

mod aids;
mod charts;
mod helped;
mod panel;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use salient_document::Document;
use salient_hex::grid::Hex;
use salient_play::Sandbox;
use salient_play::sandbox::{
    Act, Axis, Columns, Dice, Head, MOST_DICE, MOST_FACES, Piece, Place, Reading, Scale,
    axis_of_die,
};
use salient_schema::Id;
use salient_schema::ruleset::Table as Chart;

pub use panel::show;

use crate::look::notices::Notices;
use crate::look::sentence;
use crate::request::sandbox::{ChartSetting, PointsToAdd, SandboxRequest};
use aids::Aids;

/// Tells sandboxes apart.
static NUMBERS: AtomicU64 = AtomicU64::new(1);

/// A sandbox with what is chosen in it.
#[derive(Debug)]
pub struct SandboxGame {
    sandbox: Sandbox,
    chosen: BTreeSet<String>,
    /// The chosen counters are in hand: they stay chosen wherever the selection goes.
    in_hand: bool,
    /// How charts and dice are set.
    pub charts: Charts,
    /// What the ruleset tells of all that.
    aids: Aids,
    /// The side that attacks, where somebody said which.
    attacker: Option<Id>,
    /// The chart, column and shift that the attack asks for.
    proposed: Option<(usize, usize, i32)>,
    /// Points that are to be added.
    points: PointsToAdd,
    /// The log in words, at the version beside it.
    log: (u64, Vec<String>),
    /// The document's revision that the sandbox is made of.
    revision: u64,
    /// The version that was saved last.
    saved: u64,
    /// Tells those that were begun one after the other apart.
    number: u64,
}

/// How charts and dice are set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charts {
    /// The chart, by its place in the ruleset.
    pub chart: Option<usize>,
    /// How the row is found.
    pub row: Head,
    /// How the column is found.
    pub column: Head,
    /// By how many columns it is shifted.
    pub shift: i32,
    /// How many dice.
    pub dice: u8,
    /// How many faces each has.
    pub faces: u8,
    /// What is added to their sum.
    pub modifier: i32,
}

impl Charts {
    /// For a chart: its dice find the row or the column, as its heads say.
    fn of(chart: Option<(usize, &Chart)>) -> Self {
        let axis = chart.and_then(|(_, chart)| axis_of_die(chart));
        let head = |of: Axis| if axis == Some(of) { Head::ByDice } else { Head::At(0) };
        let axes = chart.map(|(_, chart)| format!("{} {}", chart.row_axis, chart.column_axis));
        let two = axes.is_some_and(|axes| axes.contains("2d6") || axes.contains("two dice"));
        Self {
            chart: chart.map(|(at, _)| at),
            row: head(Axis::Rows),
            column: head(Axis::Columns),
            shift: 0,
            dice: if two { 2 } else { 1 },
            faces: 6,
            modifier: 0,
        }
    }

    /// Whether dice are rolled with it.
    pub fn rolls(&self) -> bool {
        self.chart.is_none() || self.row == Head::ByDice || self.column == Head::ByDice
    }
}

/// The chart that an attack most likely asks for: the first whose columns are odds, else
/// differences. None where no chart says so: one by strength may be of guns alone.
fn for_combat(charts: &[Chart]) -> Option<(usize, &Chart)> {
    let of = |scale: Scale| {
        let is = |chart: &Chart| Columns::of(chart).is_some_and(|it| it.scale() == scale);
        charts.iter().enumerate().find(|(_, chart)| is(chart))
    };
    of(Scale::Odds).or_else(|| of(Scale::Difference))
}

impl SandboxGame {
    /// The scenario of a document as it is set up.
    pub fn new(document: &Document, seed: u64) -> Self {
        Self::with(document, Sandbox::new(document.bundle(), seed))
    }

    /// What a file holds.
    ///
    /// # Errors
    /// Why it is no sandbox of this scenario, in words.
    pub fn of_text(document: &Document, text: &str) -> Result<Self, String> {
        let sandbox = Sandbox::of_text(document.bundle(), text);
        sandbox.map(|sandbox| Self::with(document, sandbox)).map_err(|error| error.to_string())
    }

    fn with(document: &Document, sandbox: Sandbox) -> Self {
        Self {
            saved: sandbox.version(),
            sandbox,
            chosen: BTreeSet::new(),
            in_hand: false,
            charts: Charts::of(for_combat(&document.ruleset().tables)),
            aids: Aids::default(),
            attacker: None,
            proposed: None,
            points: PointsToAdd::default(),
            log: (u64::MAX, Vec::new()),
            revision: document.revision(),
            number: NUMBERS.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// Goes on with a document that may have changed since. What cannot be done any more is told.
    pub fn follow(&mut self, document: &Document, news: &mut Notices) {
        if self.revision == document.revision() {
            return;
        }
        let text = self.sandbox.to_text().unwrap_or_default();
        match Self::of_text(document, &text) {
            Ok(again) => *self = again,
            Err(why) => {
                news.bad(format!(
                    "The scenario has changed, and the sandbox begins anew: {}",
                    sentence(&why)
                ));
                *self = Self::new(document, self.sandbox.seed());
            }
        }
    }

    /// The game.
    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// The game, to take back and do again.
    pub fn sandbox_mut(&mut self) -> &mut Sandbox {
        &mut self.sandbox
    }

    /// A number that another position does not have.
    pub fn version(&self) -> u64 {
        self.number << 32 | self.sandbox.version()
    }

    /// Whether anything was done that no file holds.
    pub fn is_unsaved(&self) -> bool {
        self.sandbox.can_undo() && self.saved != self.sandbox.version()
    }

    /// Takes note that a file holds all of it.
    pub fn is_saved(&mut self) {
        self.saved = self.sandbox.version();
    }

    /// Whether a counter is chosen.
    pub fn is_chosen(&self, piece: &Piece) -> bool {
        self.chosen.contains(&piece.name)
    }

    /// The chosen counters, those that lie above others first.
    pub fn chosen(&self) -> impl Iterator<Item = &Piece> {
        let all = self.sandbox.pieces().iter();
        let mut chosen: Vec<&Piece> = all.filter(|piece| self.is_chosen(piece)).collect();
        chosen.sort_by_key(|piece| piece.rank);
        chosen.into_iter()
    }

    /// Whether the chosen counters are in hand.
    pub fn in_hand(&self) -> bool {
        self.in_hand
    }

    /// Takes the chosen counters in hand, or lets go of them.
    pub fn take_in_hand(&mut self, take: bool) {
        self.in_hand = take && !self.chosen.is_empty();
    }

    /// The hexes of the chosen counters.
    pub fn hexes(&self) -> BTreeSet<Hex> {
        self.chosen().filter_map(Piece::hex).collect()
    }

    /// Whether a drag may begin in a hex.
    pub fn holds(&self, hex: Hex) -> bool {
        self.sandbox.stack(hex).next().is_some()
    }

    /// What happened, in words.
    pub fn log(&self) -> &[String] {
        &self.log.1
    }

    /// Catches up with the log, and with what the ruleset tells of the position and of what is
    /// chosen.
    pub fn put_into_words(&mut self, document: &Document) {
        if self.log.0 != self.sandbox.version() {
            let lines = self.sandbox.log(document.bundle()).collect();
            self.log = (self.sandbox.version(), lines);
        }
        let mut aids = std::mem::take(&mut self.aids);
        let chosen: Vec<&Piece> = self.chosen().collect();
        aids.follow(document, &self.sandbox, &chosen, self.attacker.as_ref());
        self.aids = aids;
        self.propose(document);
    }

    /// What the ruleset tells.
    pub(crate) fn aids(&self) -> &Aids {
        &self.aids
    }

    /// The chosen chart with the column and the shift that it has for the attack.
    fn column(&self, document: &Document) -> Option<(usize, usize, i32)> {
        let place = self.charts.chart?;
        let chart = document.ruleset().tables.get(place)?;
        // Dice find that column, and no odds.
        if axis_of_die(chart) == Some(Axis::Columns) {
            return None;
        }
        let odds = self.aids.odds()?;
        Some((place, odds.column(chart)?, odds.shift()))
    }

    /// Sets column and shift for a new attack; whoever changes them keeps his own until then.
    fn propose(&mut self, document: &Document) {
        let proposed = self.column(document);
        if proposed == self.proposed {
            return;
        }
        match proposed {
            Some((_, column, shift)) => {
                (self.charts.column, self.charts.shift) = (Head::At(column), shift.clamp(-50, 50));
            }
            None => self.charts.shift = 0,
        }
        self.proposed = proposed;
    }

    /// The attack in words, for the log, where the chosen chart is read for it.
    fn attack(&self, document: &Document) -> Option<String> {
        self.proposed?;
        let chart = document.ruleset().tables.get(self.charts.chart?)?;
        let scale = Columns::of(chart).map(|columns| columns.scale());
        Some(self.aids.odds()?.told(scale))
    }

    /// Does what is asked.
    pub fn apply(&mut self, request: SandboxRequest, document: &Document, news: &mut Notices) {
        match request {
            SandboxRequest::ChooseStack { hex, add } => self.choose_stack(hex, add),
            SandboxRequest::Choose(piece, true) => drop(self.chosen.insert(piece)),
            SandboxRequest::Choose(piece, false) => drop(self.chosen.remove(&piece)),
            SandboxRequest::Drag { from, to, top } => {
                let here = |piece: &&Piece| piece.place == Place::Hex(from);
                if !self.chosen().any(|piece| here(&piece)) {
                    self.choose_stack(from, false);
                }
                if top {
                    let first = self.sandbox.stack(from).next().map(|piece| piece.name.clone());
                    self.chosen = first.into_iter().collect();
                }
                // Enemies that are chosen as the target of an attack stay where they are.
                let side = self.sandbox.stack(from).find(|piece| self.is_chosen(piece));
                let side = side.map(|piece| piece.side.clone());
                let goes = |piece: &&Piece| {
                    side.as_ref().is_none_or(|side| !self.sandbox.are_enemies(side, &piece.side))
                };
                let counters = self.chosen().filter(goes).map(|piece| piece.name.clone()).collect();
                self.move_counters(counters, to, news);
            }
            SandboxRequest::Bring(counter, hex) => {
                let of = |piece: &&Piece| piece.counter == counter && !piece.is_on_map();
                let piece = self.sandbox.pieces().iter().find(of);
                if let Some(name) = piece.map(|piece| piece.name.clone()) {
                    let to = self.sandbox.grid().label(hex);
                    self.do_it(Act::Move { counters: vec![name], to }, news);
                }
            }
            SandboxRequest::Do(act) => self.do_it(act, news),
            SandboxRequest::Attack(side) => self.attacker = Some(side),
            SandboxRequest::BringOn(counters, hex) => {
                let to = self.sandbox.grid().label(hex);
                self.do_it(Act::Move { counters, to }, news);
            }
            SandboxRequest::Points(points) => self.points = points,
            SandboxRequest::AddPoints => {
                let PointsToAdd { side, points, reason } = std::mem::take(&mut self.points);
                self.points.side = side;
                if let Some(side) = document.ruleset().sides.get(side) {
                    let side = side.id.clone();
                    self.do_it(Act::Points { side, points, reason }, news);
                }
            }
            SandboxRequest::Chart(setting) => self.set(setting, document),
            SandboxRequest::Roll => self.roll(document, news),
            SandboxRequest::BeginAnew => *self = Self::new(document, self.sandbox.seed()),
        }
    }

    fn choose_stack(&mut self, hex: Hex, add: bool) {
        if self.in_hand {
            return;
        }
        let chosen_here = self.chosen().any(|piece| piece.place == Place::Hex(hex));
        if chosen_here && !add {
            // A press on what is chosen may begin to drag all of it.
            return;
        }
        if !add {
            self.chosen.clear();
        }
        // Whoever is chosen first attacks, until somebody says otherwise.
        if self.chosen().next().is_none() {
            self.attacker = self.sandbox.stack(hex).next().map(|piece| piece.side.clone());
        }
        let stack: Vec<String> = self.sandbox.stack(hex).map(|piece| piece.name.clone()).collect();
        self.chosen.extend(stack);
    }

    /// Lets go of everything.
    pub fn choose_nothing(&mut self) {
        self.chosen.clear();
        self.in_hand = false;
    }

    /// Moves what is chosen to a hex.
    pub fn move_to(&mut self, hex: Hex, news: &mut Notices) {
        self.move_counters(self.names(), hex, news);
    }

    fn move_counters(&mut self, counters: Vec<String>, hex: Hex, news: &mut Notices) {
        let to = self.sandbox.grid().label(hex);
        self.do_it(Act::Move { counters, to }, news);
        self.in_hand = false;
    }

    /// The names of what is chosen.
    pub fn names(&self) -> Vec<String> {
        self.chosen().map(|piece| piece.name.clone()).collect()
    }

    /// Turns every chosen counter over, one after the other.
    pub fn turn_over(&mut self, news: &mut Notices) {
        let turns: Vec<(String, u8)> = self
            .chosen()
            .filter(|piece| piece.faces > 1)
            .map(|piece| (piece.name.clone(), piece.next_face()))
            .collect();
        if turns.is_empty() {
            news.bad("What is chosen has only one face.");
        }
        for (counter, face) in turns {
            self.do_it(Act::Face { counter, face }, news);
        }
    }

    /// Does something, or tells why it makes no sense.
    pub fn do_it(&mut self, act: Act, news: &mut Notices) {
        if let Err(refused) = self.sandbox.do_it(act) {
            news.bad(sentence(&refused.to_string()));
        }
    }

    fn set(&mut self, setting: ChartSetting, document: &Document) {
        let charts = &mut self.charts;
        match setting {
            ChartSetting::Chart(at) => {
                let chart = at.and_then(|at| Some((at, document.ruleset().tables.get(at)?)));
                *charts = Charts::of(chart);
                // The attack asks it for its column anew.
                self.proposed = None;
            }
            ChartSetting::Row(head) => charts.row = head,
            ChartSetting::Column(head) => charts.column = head,
            ChartSetting::Shift(by) => charts.shift = by.clamp(-50, 50),
            ChartSetting::Dice(dice) => charts.dice = dice.clamp(1, MOST_DICE),
            ChartSetting::Faces(faces) => charts.faces = faces.clamp(2, MOST_FACES),
            ChartSetting::Modifier(by) => charts.modifier = by.clamp(-100, 100),
        }
    }

    /// Rolls the dice, if any are wanted, and reads the chart.
    pub fn roll(&mut self, document: &Document, news: &mut Notices) {
        let Charts { chart, row, column, shift, dice, faces, modifier } = self.charts.clone();
        let dice = self.charts.rolls().then(|| Dice {
            faces,
            rolled: self.sandbox.rolled(dice, faces),
            modifier,
        });
        let chart = chart.and_then(|at| document.ruleset().tables.get(at));
        let reading = chart.map(|chart| {
            let read =
                Reading::of(document.bundle(), &chart.id, &row, &column, shift, dice.as_ref());
            read.map(|reading| Reading { attack: self.attack(document), ..reading })
        });
        let act = match (dice, reading) {
            (Some(dice), None) => Act::Roll { dice, chart: None },
            (Some(dice), Some(Ok(reading))) => Act::Roll { dice, chart: Some(reading) },
            (None, Some(Ok(chart))) => Act::Read { chart },
            // The dice have fallen, whether or not the chart has a row for them.
            (Some(dice), Some(Err(refused))) => {
                news.bad(sentence(&refused.to_string()));
                Act::Roll { dice, chart: None }
            }
            (None, Some(Err(refused))) => return news.bad(sentence(&refused.to_string())),
            (None, None) => return,
        };
        self.do_it(act, news);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Chart, for_combat};

    fn chart(id: &str, columns: &[&str]) -> Chart {
        serde_json::from_value(json!({
            "id": id, "title": id, "row_axis": "1d6", "column_axis": "", "columns": columns,
            "rows": [], "provenance": "invented",
        }))
        .expect("a table")
    }

    #[test]
    fn an_attack_is_looked_up_by_odds_before_differences_and_by_nothing_else() {
        let [weather, fire, differs, odds] = [
            chart("weather", &["dry", "mud"]),
            chart("fire", &["4", "7"]),
            chart("differs", &["-1", "0", "+1"]),
            chart("odds", &["1:1", "2:1"]),
        ];
        let first = |charts: &[Chart]| for_combat(charts).map(|(at, _)| at);
        let all = [weather, fire, differs, odds];
        assert_eq!(first(&all), Some(3));
        assert_eq!(first(&all[..3]), Some(2));
        assert_eq!(first(&all[..2]), None);
    }
}
