//! What one game gives, folded from its events.

mod odds;
mod pending;
mod stacking;

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Id;
use salient_schema::event::{
    AttackResult, Attacked, Control, Detail, Event, EventKind, Fact, LossOutcome, Lost, Moved,
    Payload, Placed, RESOURCES, TableEntry,
};

use crate::columns::ColumnKey;
use crate::counts::{Came, FactKey, OddsTally, TownTally, TurnSideTally, TurnTally, UnitTally};
use crate::game_report::Mark;
use crate::ledger::LedgerTally;
use crate::resources::ResourceTally;
use crate::sources::SourceTally;
use crate::subject::{Subject, SubjectIndex};
use crate::tally::pending::{Fought, Pending};

/// What one game gives. It is folded from the game's events as they come.
#[derive(Clone, Debug)]
pub struct Tally<'a> {
    index: &'a SubjectIndex,
    /// Events folded so far.
    folded: usize,
    /// The game-turn.
    turn: usize,
    pub(crate) turns: Vec<TurnTally>,
    pub(crate) towns: Vec<TownTally>,
    pub(crate) units: Vec<UnitTally>,
    pub(crate) odds: Vec<OddsTally>,
    /// Attacks by where the system's table was entered.
    pub(crate) columns: BTreeMap<ColumnKey, OddsTally>,
    /// What stood to be used up.
    pub(crate) resources: ResourceTally,
    /// The rows of the system's own tables, each a number by the id of its column.
    pub(crate) facts: BTreeMap<FactKey, BTreeMap<String, i64>>,
    pub(crate) rules: BTreeMap<String, u64>,
    pub(crate) missing: BTreeMap<String, u64>,
    pub(crate) displaced: BTreeSet<usize>,
    /// Units removed for stacking, by hex and by what had last brought their side into it.
    pub(crate) overstacked: BTreeMap<usize, BTreeMap<Came, u64>>,
    /// What last brought a unit into each hex, with its side.
    came: BTreeMap<usize, (usize, Came)>,
    pub(crate) fought: Vec<u32>,
    pub(crate) entered: Vec<u32>,
    pub(crate) lost: Vec<u32>,
    /// Who holds each hex at the end of each turn, from 0.
    pub(crate) held: Vec<Vec<u8>>,
    holder: Vec<u8>,
    /// What each combat is counted as, by its number from 1.
    combats: Vec<Fought>,
    /// The attack by odds that is being resolved.
    pending: Option<Pending>,
    /// Where units were set up by their owners, with the side.
    placed: Vec<(usize, u8)>,
    /// Levels, replacements and the end.
    pub(crate) ledger: LedgerTally,
    /// What the points are made of.
    pub(crate) sources: SourceTally,
}

/// The table of replacement steps, which the lab shows by turn.
const REPLACEMENTS: &str = "replacements";

impl<'a> Tally<'a> {
    /// An empty one, for a game that begins.
    pub fn new(index: &'a SubjectIndex) -> Self {
        let sides = index.subject.sides.len();
        let hexes = index.subject.hexes.len();
        let turn = TurnTally { points: None, sides: vec![TurnSideTally::default(); sides] };
        Self {
            index,
            folded: 0,
            turn: 0,
            // Turn 0 is the set-up.
            turns: vec![turn; index.subject.turns.len() + 1],
            towns: vec![TownTally::default(); index.subject.towns.len()],
            units: index
                .set_up
                .iter()
                .map(|&present| UnitTally { present, ..UnitTally::default() })
                .collect(),
            odds: vec![OddsTally::default(); index.subject.odds.len()],
            columns: BTreeMap::new(),
            resources: ResourceTally::default(),
            facts: BTreeMap::new(),
            rules: BTreeMap::new(),
            missing: BTreeMap::new(),
            displaced: BTreeSet::new(),
            overstacked: BTreeMap::new(),
            came: BTreeMap::new(),
            fought: vec![0; hexes],
            entered: vec![0; hexes],
            lost: vec![0; hexes],
            held: vec![index.holder.clone()],
            holder: index.holder.clone(),
            combats: Vec::new(),
            pending: None,
            placed: Vec::new(),
            ledger: LedgerTally::default(),
            sources: SourceTally::default(),
        }
    }

    /// Folds the events that came since the last call: those of the whole game are given.
    pub fn fold(&mut self, events: &[Event]) {
        for event in events.get(self.folded..).unwrap_or_default() {
            self.event(event);
        }
        self.folded = events.len();
    }

    /// The place of the game-turn that it has come to; 0 for the set-up.
    pub(crate) fn turn(&self) -> usize {
        self.turn
    }

    /// Why the game ended, once it has and where the log says so.
    pub fn reason(&self) -> Option<&Id> {
        self.ledger.reason.as_ref()
    }

    /// What is played.
    pub(crate) fn subject(&self) -> &Subject {
        &self.index.subject
    }

    /// What is kept of the game at a few game-turns and at its end.
    pub fn marks(&self) -> Vec<Mark> {
        self.sources.marks(&self.index.subject, &self.turns)
    }

    fn event(&mut self, event: &Event) {
        let rule = event.kind.rule();
        // A step of the sequence of play is no use of its rule.
        if !rule.is_empty() && !matches!(event.kind, EventKind::Phase(_) | EventKind::Roll(_)) {
            self.cite(rule);
        }
        match &event.kind {
            EventKind::Turn(_) => {
                self.settle();
                if self.turn == 0 && !self.placed.is_empty() {
                    self.holder = self.index.held_by(&self.placed);
                    self.held = vec![self.holder.clone()];
                }
                // A scenario need not begin with game-turn 1.
                let turns = &self.index.subject.turns;
                let place = turns.iter().position(|turn| turn.turn == event.turn);
                self.turn = place.map_or(turns.len(), |place| place + 1);
            }
            EventKind::TurnEnd(end) => {
                self.settle();
                self.ledger.turn_end(self.index, self.turn, end);
                self.sources.close(self.index, self.turn, &end.sources);
                self.turn_end(end.points);
            }
            EventKind::Phase(phase) => {
                self.settle();
                if phase.missing {
                    *self.missing.entry(phase.name.clone()).or_default() += 1;
                }
            }
            EventKind::Placed(placed) => self.place(placed),
            EventKind::Moved(moved) => self.moved(moved),
            EventKind::Removed(removed) => {
                if let Some(unit) = self.index.unit(&removed.unit)
                    && removed.by == "exit"
                {
                    self.units[unit].exited = true;
                }
            }
            EventKind::Exchanged(exchanged) => {
                if let Some(side) = self.index.side(&exchanged.side) {
                    self.sources.exchanged(self.turn, side);
                }
                for unit in exchanged.into.iter().filter_map(|unit| self.index.unit(unit)) {
                    self.units[unit].present |= exchanged.hex.is_some();
                }
                if let (Some(hex), [_, _, ..]) = (&exchanged.hex, exchanged.into.as_slice()) {
                    self.came(hex, &exchanged.side, Came::BrokenDown);
                }
            }
            EventKind::Attacked(attacked) => {
                let payload = event.detail.as_ref().and_then(Detail::payload);
                self.attacked(attacked, payload.and_then(Payload::entry));
            }
            EventKind::Lost(lost) => self.lost(lost),
            EventKind::Noted(noted) => {
                for unit in noted.by.iter().filter_map(|unit| self.index.unit(unit)) {
                    self.units[unit].present = true;
                    self.units[unit].attacks += 1;
                }
            }
            EventKind::Level(change) => self.ledger.change(self.index, change),
            EventKind::Marker(marker) => self.ledger.mark(self.index, marker),
            EventKind::Control(control) => self.control(control),
            EventKind::GameOver(over) => {
                self.settle();
                self.ledger.game_over(self.turn, over);
                self.sources.close(self.index, self.turn, &over.sources);
                if self.turn > 0 && self.turns[self.turn].points.is_none() {
                    // The game ended in the midst of the turn.
                    self.turn_end(over.points);
                }
            }
            EventKind::GameStart(_)
            | EventKind::Action(_)
            | EventKind::Roll(_)
            | EventKind::Turned(_)
            | EventKind::Attached(_)
            | EventKind::Score(_) => {}
        }
        // What a system counts for its own tables.
        if let Some(detail) = event.detail.as_ref().and_then(Detail::payload) {
            detail.cites(&mut |rule| self.cite(rule));
            detail.facts(&mut |fact| self.fact(fact));
        }
    }

    fn place(&mut self, placed: &Placed) {
        let Some(unit) = self.index.unit(&placed.unit) else { return };
        self.units[unit].present = true;
        if placed.displaced.is_some() {
            self.displaced.insert(unit);
        }
        let Some(hex) = self.index.hex(&placed.hex) else { return };
        let side = self.index.subject.units[unit].side as u8;
        self.holder[hex] = side;
        self.came.insert(hex, (usize::from(side), Came::of_placing(placed, self.turn)));
        if placed.by == "reinforcement" {
            self.entered[hex] += 1;
        } else if self.turn == 0 {
            self.placed.push((hex, side));
        }
    }

    fn moved(&mut self, moved: &Moved) {
        if let (Some(pending), "retreat", Some(attack)) =
            (&mut self.pending, moved.by.as_str(), moved.attack)
        {
            pending.retreat(attack, &moved.units);
        }
        for unit in &moved.units {
            let Some(unit) = self.index.unit(unit) else { continue };
            // A retreat or an advance is no move of a unit's own.
            self.units[unit].moves += u32::from(moved.attack.is_none() && !moved.continued);
            if moved.aloft {
                continue;
            }
            if let Some(to) = moved.path.last() {
                self.came(to, &moved.side, Came::of_move(moved));
            }
            for hex in &moved.path {
                self.units[unit].hexes += 1;
                self.enter(hex, unit);
            }
        }
    }

    fn control(&mut self, control: &Control) {
        let side = self.index.side(&control.side);
        let hex = self.index.hex(&control.hex);
        let (Some(side), Some(hex)) = (side, hex) else { return };
        self.holder[hex] = side as u8;
        let Some(town) = self.index.town(hex) else { return };
        let turn = self.turn;
        self.turns[turn].sides[side].towns += 1;
        let town = &mut self.towns[town];
        town.changes += 1;
        town.last = Some(side);
        town.last_on = turn;
        town.first.get_or_insert(turn);
    }

    fn attacked(&mut self, attack: &Attacked, entry: Option<TableEntry>) {
        self.settle();
        let sides = [
            (true, &attack.units, &attack.support),
            (false, &attack.targets, &attack.target_support),
        ];
        for (attacks, units, support) in sides {
            for name in units.iter().chain(support).filter(|unit| !attack.idle.contains(unit)) {
                let Some(unit) = self.index.unit(name) else { continue };
                let unit = &mut self.units[unit];
                unit.present = true;
                if attacks { unit.attacks += 1 } else { unit.defences += 1 }
            }
        }
        for hex in attack.hexes.iter().filter_map(|hex| self.index.hex(hex)) {
            self.fought[hex] += 1;
        }
        let attacker = self.index.side(&attack.side);
        if let Some(side) = attacker {
            let turn = self.turn;
            self.turns[turn].sides[side].attacks += 1;
        }
        self.begin_attack(attack, attacker, entry);
        match attack.result {
            Some(AttackResult::Won) => self.count(attack.attack, |odds| odds.won += 1),
            Some(AttackResult::Failed) => self.count(attack.attack, |odds| odds.failed += 1),
            Some(AttackResult::AttackerEliminated) => {
                self.count(attack.attack, |odds| odds.attacker_eliminated += 1);
            }
            None => self.pending = Some(Pending::new(attack)),
        }
    }

    fn fact(&mut self, fact: Fact) {
        if fact.table == REPLACEMENTS {
            self.resources.replacements(self.index, &fact);
            return self.ledger.replacements(self.index, self.turn, &fact);
        }
        if fact.table == RESOURCES {
            return self.resources.add(self.index, &fact);
        }
        let side = match &fact.side {
            Some(side) => match self.index.side(side) {
                Some(side) => Some(side),
                None => return,
            },
            None => None,
        };
        let key = FactKey { table: fact.table.to_owned(), side, row: fact.row.into_owned() };
        let row = self.facts.entry(key).or_default();
        for (column, value) in fact.values {
            *row.entry(column.to_owned()).or_default() += value;
        }
    }

    fn turn_end(&mut self, points: i32) {
        let turn = self.turn;
        self.turns[turn].points = Some(points);
        self.held.push(self.holder.clone());
    }

    fn lost(&mut self, loss: &Lost) {
        if let Some(pending) = &mut self.pending {
            pending.lost(&loss.unit, &loss.outcome);
        }
        let steps = loss.steps.max(0).unsigned_abs();
        let gone = !matches!(loss.outcome, LossOutcome::Reduced { .. });
        let side = self.index.side(&loss.side);
        let turn = self.turn;
        if let Some(side) = side {
            let side = &mut self.turns[turn].sides[side];
            side.steps += steps;
            side.units += u32::from(gone);
        }
        if let Some(unit) = self.index.unit(&loss.unit) {
            let unit = &mut self.units[unit];
            unit.steps += steps;
            unit.lost |= gone;
            unit.lost_at_once |= gone && turn <= 1;
        }
        if let LossOutcome::Replaced { by, .. } = &loss.outcome
            && let Some(unit) = self.index.unit(by)
        {
            self.units[unit].present = true;
        }
        let hex = self.index.hex(&loss.hex);
        if let Some(hex) = hex {
            self.lost[hex] += steps;
        }
        if loss.cause == "stacking"
            && let Some(hex) = hex
        {
            let came = self.what_brought(hex, side);
            *self.overstacked.entry(hex).or_default().entry(came).or_default() += 1;
        }
        if let Some(attack) = loss.attack
            && let Some(attacker) = self.attacker(attack)
        {
            self.count(attack, |odds| {
                if side == Some(attacker) {
                    odds.attacker_steps += steps;
                } else {
                    odds.defender_steps += steps;
                }
            });
        }
    }

    fn enter(&mut self, hex: &str, unit: usize) {
        if let Some(hex) = self.index.hex(hex) {
            self.entered[hex] += 1;
            self.holder[hex] = self.index.subject.units[unit].side as u8;
        }
    }

    fn cite(&mut self, rule: &str) {
        match self.rules.get_mut(rule) {
            Some(times) => *times += 1,
            None => drop(self.rules.insert(rule.to_owned(), 1)),
        }
    }
}
