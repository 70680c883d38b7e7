//! What one game gives, folded from its events.

mod odds;

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::Id;
use salient_schema::event::{
    Barrage, BombardmentKind, Combat, CombatResult, Event, EventKind, Loss, LossCause, LossOutcome,
    Modifier, MoveStep,
};

use crate::ledger::LedgerTally;
use crate::subject::Stage;
use crate::tally::odds::Pending;

/// Nobody: the holder of a hex that no side is the nearest to.
pub(crate) const NOBODY: u8 = u8::MAX;

/// The odds bands, lowest first: the attacker's strength to the defender's is at least so much
/// to so much.
pub(crate) const ODDS: [(&str, i64, i64); 10] = [
    ("under 1:2", 0, 1),
    ("1:2", 1, 2),
    ("1:1", 1, 1),
    ("3:2", 3, 2),
    ("2:1", 2, 1),
    ("3:1", 3, 1),
    ("4:1", 4, 1),
    ("5:1", 5, 1),
    ("6:1", 6, 1),
    ("8:1 and more", 8, 1),
];

/// What one game gives. It is folded from the game's events as they come.
#[derive(Clone, Debug)]
pub struct Tally<'a> {
    stage: &'a Stage,
    /// Events folded so far.
    folded: usize,
    /// The game-turn.
    turn: usize,
    pub(crate) turns: Vec<TurnTally>,
    pub(crate) towns: Vec<TownTally>,
    pub(crate) units: Vec<UnitTally>,
    pub(crate) odds: Vec<OddsTally>,
    /// By side.
    pub(crate) support: Vec<BTreeMap<&'static str, SupportTally>>,
    pub(crate) rules: BTreeMap<String, u64>,
    pub(crate) missing: BTreeMap<String, u64>,
    pub(crate) displaced: BTreeSet<usize>,
    /// Units removed for stacking on turn 1 and later, by hex.
    pub(crate) overstacked: BTreeMap<usize, [u64; 2]>,
    pub(crate) fought: Vec<u32>,
    pub(crate) entered: Vec<u32>,
    pub(crate) lost: Vec<u32>,
    /// Who holds each hex at the end of each turn, from 0.
    pub(crate) held: Vec<Vec<u8>>,
    holder: Vec<u8>,
    /// The odds band of each combat, by its number from 1, with the attacking side.
    combats: Vec<(usize, Option<usize>)>,
    /// The attack by odds that is being resolved.
    pending: Option<Pending>,
    /// Where units were set up by their owners, with the side.
    placed: Vec<(usize, u8)>,
    /// Levels, replacements and the end.
    pub(crate) ledger: LedgerTally,
}

/// A game-turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnTally {
    /// The points at its end.
    pub points: Option<i32>,
    /// By side.
    pub sides: Vec<TurnSideTally>,
}

/// A side in a game-turn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TurnSideTally {
    pub steps: u32,
    pub units: u32,
    pub towns: u32,
    pub attacks: u32,
}

/// A town.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TownTally {
    pub changes: u32,
    pub last: Option<usize>,
    pub first: Option<usize>,
}

/// A unit.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct UnitTally {
    pub present: bool,
    pub lost: bool,
    pub lost_at_once: bool,
    pub exited: bool,
    pub steps: u32,
    pub moves: u32,
    pub hexes: u32,
    pub attacks: u32,
    pub defences: u32,
}

impl UnitTally {
    pub(crate) fn is_used(&self) -> bool {
        self.moves + self.attacks + self.defences > 0 || self.exited
    }
}

/// An odds band.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OddsTally {
    pub won: u32,
    pub failed: u32,
    pub attacker_eliminated: u32,
    pub attacker_steps: u32,
    pub defender_steps: u32,
}

/// Artillery or aircraft, used in one way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SupportTally {
    pub times: u64,
    pub field: u64,
    pub heavy: u64,
    pub air: u64,
    pub steps: u64,
}

impl<'a> Tally<'a> {
    /// An empty one, for a game that begins.
    pub fn new(stage: &'a Stage) -> Self {
        let sides = stage.subject.sides.len();
        let hexes = stage.subject.hexes.len();
        let turn = TurnTally { points: None, sides: vec![TurnSideTally::default(); sides] };
        Self {
            stage,
            folded: 0,
            turn: 0,
            // Turn 0 is the set-up.
            turns: vec![turn; stage.subject.turns.len() + 1],
            towns: vec![TownTally::default(); stage.subject.towns.len()],
            units: stage
                .set_up
                .iter()
                .map(|&present| UnitTally { present, ..UnitTally::default() })
                .collect(),
            odds: vec![OddsTally::default(); ODDS.len()],
            support: vec![BTreeMap::new(); sides],
            rules: BTreeMap::new(),
            missing: BTreeMap::new(),
            displaced: BTreeSet::new(),
            overstacked: BTreeMap::new(),
            fought: vec![0; hexes],
            entered: vec![0; hexes],
            lost: vec![0; hexes],
            held: vec![stage.holder.clone()],
            holder: stage.holder.clone(),
            combats: Vec::new(),
            pending: None,
            placed: Vec::new(),
            ledger: LedgerTally::default(),
        }
    }

    /// Folds the events that came since the last call: those of the whole game are given.
    pub fn fold(&mut self, events: &[Event]) {
        for event in events.get(self.folded..).unwrap_or_default() {
            self.event(event);
        }
        self.folded = events.len();
    }

    /// Why the game ended, once it has and where the log says so.
    pub fn reason(&self) -> Option<&Id> {
        self.ledger.reason.as_ref()
    }

    fn event(&mut self, event: &Event) {
        // New kinds of event are none of the lab's business until it says so.
        match &event.kind {
            EventKind::Turn(_) => {
                self.settle();
                if self.turn == 0 && !self.placed.is_empty() {
                    self.holder = self.stage.held_by(&self.placed);
                    self.held = vec![self.holder.clone()];
                }
                // A scenario need not begin with game-turn 1.
                let turns = &self.stage.subject.turns;
                let place = turns.iter().position(|turn| turn.turn == event.turn);
                self.turn = place.map_or(turns.len(), |place| place + 1);
            }
            EventKind::TurnEnd(end) => {
                self.settle();
                self.ledger.turn_end(self.stage, self.turn, end);
                self.turn_end(end.points);
            }
            EventKind::Phase(phase) => {
                self.settle();
                if phase.missing {
                    *self.missing.entry(phase.name.clone()).or_default() += 1;
                }
            }
            EventKind::Weather(weather) => {
                self.cite(&weather.rule);
                self.cite_all(&weather.modifiers);
            }
            EventKind::MovementLimit(limit) => self.cite(&limit.rule),
            EventKind::Reinforcement(arrival) => {
                self.cite(&arrival.rule);
                if let Some(unit) = self.stage.unit(&arrival.unit) {
                    self.units[unit].present = true;
                    if arrival.displaced.is_some() {
                        self.displaced.insert(unit);
                    }
                    self.enter(&arrival.hex, unit);
                }
            }
            EventKind::Move(moved) => {
                self.cite(&moved.rule);
                if let Some(unit) = self.stage.unit(&moved.unit) {
                    self.units[unit].moves += 1;
                    self.walk(&moved.steps, unit);
                }
            }
            EventKind::Exit(exit) => {
                self.cite(&exit.rule);
                if let Some(unit) = self.stage.unit(&exit.unit) {
                    self.units[unit].exited = true;
                }
            }
            EventKind::Combat(combat) => self.combat(combat),
            EventKind::Loss(loss) => self.loss(loss),
            EventKind::Retreat(retreat) => {
                self.cite(&retreat.rule);
                if let Some(pending) = &mut self.pending {
                    pending.retreat(retreat.combat, &retreat.units);
                }
                for unit in retreat
                    .units
                    .iter()
                    .filter_map(|unit| self.stage.unit(unit))
                    .collect::<Vec<_>>()
                {
                    self.units[unit].hexes += 1;
                    self.enter(&retreat.to, unit);
                }
            }
            EventKind::NoRetreat(stays) => self.cite(&stays.rule),
            EventKind::Advance(advance) => {
                self.cite(&advance.rule);
                if let Some(unit) = self.stage.unit(&advance.unit) {
                    self.walk(&advance.steps, unit);
                }
            }
            EventKind::OddsCombat(combat) => self.odds_combat(combat),
            EventKind::Occupy(occupy) => self.occupy(occupy),
            EventKind::SetUp(set_up) => {
                self.cite(&set_up.rule);
                self.stand(&set_up.unit, &set_up.hex);
            }
            EventKind::StrategicMove(moved) => {
                self.cite(&moved.rule);
                if let Some(unit) = self.stage.unit(&moved.unit) {
                    self.units[unit].moves += 1;
                    self.units[unit].hexes += moved.path.len() as u32;
                    moved.path.iter().for_each(|hex| self.enter(hex, unit));
                }
            }
            EventKind::Redeployed(moved) => {
                self.cite(&moved.rule);
                // A marker holds no ground.
                if let Some(unit) = self.stage.unit(&moved.unit) {
                    self.units[unit].moves += 1;
                }
            }
            EventKind::Bombing(bombing) => self.bombing(bombing),
            EventKind::Supply(check) => self.cite(&check.rule),
            EventKind::Level(change) => {
                self.cite(&change.rule);
                self.ledger.change(self.stage, change);
            }
            EventKind::Replacements(replacements) => {
                self.cite(&replacements.rule);
                self.ledger.received(self.stage, self.turn, replacements);
            }
            EventKind::Rebuilt(rebuilt) => {
                self.cite(&rebuilt.rule);
                self.stand(&rebuilt.unit, &rebuilt.hex);
                self.ledger.spent(self.stage, self.turn, rebuilt);
            }
            EventKind::Withdrawn(withdrawn) => self.cite(&withdrawn.rule),
            EventKind::Substituted(change) => {
                self.cite(&change.rule);
                if let Some(unit) = self.stage.unit(&change.by) {
                    self.units[unit].present |= change.hex.is_some();
                }
            }
            EventKind::Control(control) => {
                self.cite(&control.rule);
                let side = self.stage.side(&control.side);
                let hex = self.stage.hex(&control.hex);
                if let (Some(side), Some(hex)) = (side, hex) {
                    self.holder[hex] = side as u8;
                }
                let town = hex.and_then(|hex| self.stage.town(hex));
                if let (Some(side), Some(town)) = (side, town) {
                    let turn = self.turn;
                    self.turns[turn].sides[side].towns += 1;
                    let town = &mut self.towns[town];
                    town.changes += 1;
                    town.last = Some(side);
                    town.first.get_or_insert(turn);
                }
            }
            EventKind::CounterBattery(fire) => {
                self.cite(&fire.rule);
                self.support(&fire.side, "counter-battery", (fire.field, fire.heavy, 0), 0);
            }
            EventKind::Gas(gas) => {
                self.cite(&gas.rule);
                self.support(&gas.side, "gas", (gas.field, gas.heavy, 0), 0);
            }
            EventKind::GasRemoval(removal) => self.cite(&removal.rule),
            EventKind::ArtilleryPoints(points) => self.cite(&points.rule),
            EventKind::AirPoints(points) => self.cite(&points.rule),
            EventKind::AirAllocation(allocation) => self.cite(&allocation.rule),
            EventKind::Interception(cut) => {
                self.cite(&cut.rule);
                self.support(&cut.side, "interception", (0, 0, cut.points), 0);
            }
            EventKind::AirObservation(observation) => {
                self.cite(&observation.rule);
                self.support(&observation.side, "air-observation", (0, 0, 1), 0);
            }
            EventKind::Breakdown(breakdown) => {
                self.cite(&breakdown.rule);
                for unit in breakdown.into.iter().filter_map(|unit| self.stage.unit(unit)) {
                    self.units[unit].present = true;
                }
            }
            EventKind::Bombardment(fire) => {
                self.cite(&fire.rule);
                self.cite_all(&fire.modifiers);
                let kind = match fire.kind {
                    BombardmentKind::Drumfire => "drumfire",
                    BombardmentKind::GroundAttack => "ground-attack",
                };
                self.support(&fire.side, kind, (fire.field, fire.heavy, fire.air), fire.steps);
            }
            EventKind::Score(score) => self.cite(&score.rule),
            EventKind::GameOver(over) => {
                self.cite(&over.rule);
                self.settle();
                self.ledger.game_over(self.turn, over);
                if self.turn > 0 && self.turns[self.turn].points.is_none() {
                    // The game ended in the midst of the turn.
                    self.turn_end(over.points);
                }
            }
            _ => {}
        }
    }

    fn turn_end(&mut self, points: i32) {
        let turn = self.turn;
        self.turns[turn].points = Some(points);
        self.held.push(self.holder.clone());
    }

    fn combat(&mut self, combat: &Combat) {
        self.cite(&combat.rule);
        self.cite_all(&combat.attacker.modifiers);
        self.cite_all(&combat.defender.modifiers);
        for (side, units) in [(true, &combat.attacker.units), (false, &combat.defender.units)] {
            for unit in units {
                let Some(unit) = self.stage.unit(&unit.unit) else { continue };
                let unit = &mut self.units[unit];
                if side { unit.attacks += 1 } else { unit.defences += 1 }
            }
        }
        for hex in combat.hexes.iter().filter_map(|hex| self.stage.hex(hex)) {
            self.fought[hex] += 1;
        }
        let attacker = self.stage.side(&combat.attacker.side);
        if let Some(side) = attacker {
            let turn = self.turn;
            self.turns[turn].sides[side].attacks += 1;
        }
        let band = odds_band(combat.attacker.strength, combat.defender.strength);
        let odds = &mut self.odds[band];
        match combat.result {
            CombatResult::Successful => odds.won += 1,
            CombatResult::Unsuccessful => odds.failed += 1,
            CombatResult::AttackerEliminated => odds.attacker_eliminated += 1,
        }
        self.number(combat.combat, band, attacker);
        self.barrage(&combat.attacker.side, "rolling-barrage", combat.attacker.barrage.as_ref());
        self.barrage(&combat.defender.side, "sos-barrage", combat.defender.barrage.as_ref());
    }

    /// Keeps what losses under a combat's number belong to.
    fn number(&mut self, combat: u32, band: usize, attacker: Option<usize>) {
        let number = combat as usize;
        if self.combats.len() <= number {
            self.combats.resize(number + 1, (0, None));
        }
        self.combats[number] = (band, attacker);
    }

    fn barrage(&mut self, side: &str, kind: &'static str, barrage: Option<&Barrage>) {
        if let Some(barrage) = barrage {
            self.support(side, kind, (barrage.field, barrage.heavy, 0), 0);
        }
    }

    fn loss(&mut self, loss: &Loss) {
        self.cite(&loss.rule);
        if let Some(pending) = &mut self.pending {
            pending.lost(&loss.unit, &loss.outcome);
        }
        let steps = loss.steps.max(0).unsigned_abs();
        let gone = !matches!(loss.outcome, LossOutcome::Reduced { .. });
        let side = self.stage.side(&loss.side);
        let turn = self.turn;
        if let Some(side) = side {
            let side = &mut self.turns[turn].sides[side];
            side.steps += steps;
            side.units += u32::from(gone);
        }
        if let Some(unit) = self.stage.unit(&loss.unit) {
            let unit = &mut self.units[unit];
            unit.steps += steps;
            unit.lost |= gone;
            unit.lost_at_once |= gone && turn <= 1;
        }
        if let LossOutcome::Replaced { by, .. } = &loss.outcome
            && let Some(unit) = self.stage.unit(by)
        {
            self.units[unit].present = true;
        }
        let hex = self.stage.hex(&loss.hex);
        if let Some(hex) = hex {
            self.lost[hex] += steps;
        }
        if loss.cause == LossCause::Stacking
            && let Some(hex) = hex
        {
            self.overstacked.entry(hex).or_default()[usize::from(turn > 1)] += 1;
        }
        let combat = loss.combat.and_then(|number| self.combats.get(number as usize));
        if let Some(&(band, Some(attacker))) = combat {
            let odds = &mut self.odds[band];
            if side == Some(attacker) {
                odds.attacker_steps += steps;
            } else {
                odds.defender_steps += steps;
            }
        }
    }

    fn walk(&mut self, steps: &[MoveStep], unit: usize) {
        for step in steps {
            self.units[unit].hexes += 1;
            self.enter(&step.hex, unit);
        }
    }

    fn enter(&mut self, hex: &str, unit: usize) {
        if let Some(hex) = self.stage.hex(hex) {
            self.entered[hex] += 1;
            self.holder[hex] = self.stage.subject.units[unit].side as u8;
        }
    }

    fn support(
        &mut self,
        side: &str,
        kind: &'static str,
        (field, heavy, air): (u16, u16, u16),
        steps: i32,
    ) {
        let Some(side) = self.stage.side(side) else { return };
        // To be asked and to spend nothing is no use of anything.
        if field == 0 && heavy == 0 && air == 0 {
            return;
        }
        let support = self.support[side].entry(kind).or_default();
        support.times += 1;
        support.field += u64::from(field);
        support.heavy += u64::from(heavy);
        support.air += u64::from(air);
        support.steps += u64::from(steps.max(0).unsigned_abs());
    }

    fn cite(&mut self, rule: &str) {
        match self.rules.get_mut(rule) {
            Some(times) => *times += 1,
            None => drop(self.rules.insert(rule.to_owned(), 1)),
        }
    }

    fn cite_all(&mut self, modifiers: &[Modifier]) {
        modifiers.iter().for_each(|modifier| self.cite(&modifier.rule));
    }
}

/// The odds band of an attack: the last whose odds are reached.
fn odds_band(attacker: i32, defender: i32) -> usize {
    let (attacker, defender) = (i64::from(attacker), i64::from(defender));
    ODDS.iter().rposition(|&(_, a, d)| attacker * d >= a * defender).unwrap_or(0)
}
