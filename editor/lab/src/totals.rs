//! Sums over games, in whole numbers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::columns::ColumnTotals;
use crate::counts::{
    Came, Count, FactKey, FactTotals, LossTotals, OddsTotals, TownTotals, TurnSideTotals,
    TurnTotals, UnitTotals, entry,
};
use crate::ends::EndTotals;
use crate::ledger::LedgerTotals;
use crate::resources::ResourceTotals;
use crate::sources::SourceTotals;
use crate::subject::Subject;
use crate::tally::Tally;

/// Sums over games. Adding is associative and commutative, and a fresh one is its zero: it does
/// not matter in what order and in what groups games are added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// Games added.
    pub(crate) games: u32,
    /// By turn.
    pub(crate) turns: Vec<TurnTotals>,
    /// Steps and units lost, by side.
    pub(crate) losses: Vec<LossTotals>,
    /// By town.
    pub(crate) towns: Vec<TownTotals>,
    /// By unit.
    pub(crate) units: Vec<UnitTotals>,
    /// By odds band.
    pub(crate) odds: Vec<OddsTotals>,
    /// Attacks by where the system's table was entered.
    pub(crate) columns: ColumnTotals,
    /// What stood to be used up.
    pub(crate) resources: ResourceTotals,
    /// What falls on the last game-turn.
    pub(crate) ends: EndTotals,
    /// The rows of the system's own tables, in order.
    pub(crate) facts: Vec<(FactKey, FactTotals)>,
    /// Times and games by rule.
    pub(crate) rules: BTreeMap<String, Count>,
    /// Phases passed for want of rules, by name.
    pub(crate) missing: BTreeMap<String, Count>,
    /// Reinforcements placed elsewhere, by unit.
    pub(crate) displaced: BTreeMap<u32, Count>,
    /// Units removed for stacking, by hex and by what had last brought their side into it.
    pub(crate) overstacked: BTreeMap<u32, BTreeMap<Came, Count>>,
    /// Attacks, by hex.
    pub(crate) fought: Vec<u32>,
    /// Units entering, by hex.
    pub(crate) entered: Vec<u32>,
    /// Steps lost, by hex.
    pub(crate) lost: Vec<u32>,
    /// Games in which each side held each hex: by turn from 0, by side, by hex.
    pub(crate) held: Vec<Vec<Vec<u32>>>,
    /// Games that came to the end of each turn, from 0.
    pub(crate) reached: Vec<u32>,
    /// Levels and replacements.
    pub(crate) ledger: LedgerTotals,
    /// What the points are made of.
    pub(crate) sources: SourceTotals,
}

impl Totals {
    /// The sums over no games.
    pub fn new(subject: &Subject) -> Self {
        let (sides, hexes) = (subject.sides.len(), subject.hexes.len());
        let turns = subject.turns.len() + 1;
        let turn =
            TurnTotals { sides: vec![TurnSideTotals::default(); sides], ..Default::default() };
        let town = TownTotals { last: vec![0; sides], ..Default::default() };
        Self {
            games: 0,
            turns: vec![turn; turns],
            losses: vec![LossTotals::default(); sides],
            towns: vec![town; subject.towns.len()],
            units: vec![UnitTotals::default(); subject.units.len()],
            odds: vec![OddsTotals::default(); subject.odds.len()],
            columns: ColumnTotals::default(),
            resources: ResourceTotals::new(sides),
            ends: EndTotals::new(sides),
            facts: Vec::new(),
            rules: BTreeMap::new(),
            missing: BTreeMap::new(),
            displaced: BTreeMap::new(),
            overstacked: BTreeMap::new(),
            fought: vec![0; hexes],
            entered: vec![0; hexes],
            lost: vec![0; hexes],
            held: vec![vec![vec![0; hexes]; sides]; turns],
            reached: vec![0; turns],
            ledger: LedgerTotals::new(turns, sides),
            sources: SourceTotals::new(turns),
        }
    }

    /// How many games have been added.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Adds a game.
    pub fn add(&mut self, tally: &Tally<'_>) {
        self.games += 1;
        let mut lost = vec![(0_i64, 0_i64); self.losses.len()];
        for (total, one) in self.turns.iter_mut().zip(&tally.turns) {
            let Some(points) = one.points else {
                // The set-up, or a turn that the game never came to.
                continue;
            };
            total.points.add(i64::from(points));
            total.min = Some(total.min.map_or(points, |min| min.min(points)));
            total.max = Some(total.max.map_or(points, |max| max.max(points)));
            for ((total, one), lost) in total.sides.iter_mut().zip(&one.sides).zip(&mut lost) {
                total.steps.add(i64::from(one.steps));
                total.units.add(i64::from(one.units));
                total.towns.add(i64::from(one.towns));
                total.attacks.add(i64::from(one.attacks));
                lost.0 += i64::from(one.steps);
                lost.1 += i64::from(one.units);
            }
        }
        for (total, (steps, units)) in self.losses.iter_mut().zip(lost) {
            total.steps.add(steps);
            total.units.add(units);
        }
        for (total, one) in self.towns.iter_mut().zip(&tally.towns) {
            total.taken += u32::from(one.changes > 0);
            total.changes += u64::from(one.changes);
            if let Some(last) = one.last.and_then(|side| total.last.get_mut(side)) {
                *last += 1;
            }
            if let Some(first) = one.first {
                total.first.add(first as i64);
            }
        }
        for (total, one) in self.units.iter_mut().zip(&tally.units) {
            total.present += u32::from(one.present);
            total.used += u32::from(one.is_used());
            total.lost += u32::from(one.lost);
            total.lost_at_once += u32::from(one.lost_at_once);
            total.exits += u32::from(one.exited);
            total.steps += u64::from(one.steps);
            total.moves += u64::from(one.moves);
            total.hexes += u64::from(one.hexes);
            total.attacks += u64::from(one.attacks);
            total.defences += u64::from(one.defences);
        }
        for (total, one) in self.odds.iter_mut().zip(&tally.odds) {
            total.add(one);
        }
        self.columns.add(&tally.columns);
        self.resources.add(&tally.resources);
        self.ends.add(tally);
        for (key, values) in &tally.facts {
            let total = self.fact(key);
            total.games = total.games.saturating_add(1);
            total.add(values);
        }
        for (rule, &times) in &tally.rules {
            entry(&mut self.rules, rule).add(times);
        }
        for (phase, &times) in &tally.missing {
            entry(&mut self.missing, phase).add(times);
        }
        for &unit in &tally.displaced {
            self.displaced.entry(unit as u32).or_default().add(1);
        }
        for (&hex, causes) in &tally.overstacked {
            let total = self.overstacked.entry(hex as u32).or_default();
            for (&came, &times) in causes {
                total.entry(came).or_default().add(times);
            }
        }
        add_all(&mut self.fought, &tally.fought);
        add_all(&mut self.entered, &tally.entered);
        add_all(&mut self.lost, &tally.lost);
        self.ledger.add(&tally.ledger);
        self.sources.add(tally.subject(), &tally.sources);
        for (turn, holder) in tally.held.iter().enumerate().take(self.reached.len()) {
            self.reached[turn] += 1;
            let held = &mut self.held[turn];
            for (hex, &side) in holder.iter().enumerate() {
                if let Some(held) = held.get_mut(usize::from(side)) {
                    held[hex] += 1;
                }
            }
        }
    }

    /// The sums of a row, which may be new.
    fn fact(&mut self, key: &FactKey) -> &mut FactTotals {
        let place = match self.facts.binary_search_by(|(known, _)| known.cmp(key)) {
            Ok(place) => place,
            Err(place) => {
                self.facts.insert(place, (key.clone(), FactTotals::default()));
                place
            }
        };
        &mut self.facts[place].1
    }

    /// Whether these are sums of the same shape, so that they can be added.
    pub fn fits(&self, subject: &Subject) -> bool {
        let zero = Self::new(subject);
        let shape = |totals: &Self| {
            let sizes = |lists: &Vec<Vec<Vec<u32>>>| {
                lists.iter().map(|a| a.iter().map(Vec::len).collect()).collect::<Vec<Vec<_>>>()
            };
            (
                [
                    totals.turns.len(),
                    totals.losses.len(),
                    totals.towns.len(),
                    totals.units.len(),
                    totals.odds.len(),
                    totals.fought.len(),
                    totals.entered.len(),
                    totals.lost.len(),
                    totals.reached.len(),
                    totals.resources.sides(),
                    totals.ends.sides(),
                ],
                totals.turns.iter().map(|turn| turn.sides.len()).collect::<Vec<_>>(),
                totals.towns.iter().map(|town| town.last.len()).collect::<Vec<_>>(),
                sizes(&totals.held),
                totals.ledger.shape(),
                totals.sources.turns(),
            )
        };
        shape(self) == shape(&zero)
    }

    /// Adds the games of other sums about the same subject.
    pub fn merge(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        for (total, other) in self.turns.iter_mut().zip(&other.turns) {
            total.points.merge(&other.points);
            total.min = total.min.into_iter().chain(other.min).min();
            total.max = total.max.into_iter().chain(other.max).max();
            for (total, other) in total.sides.iter_mut().zip(&other.sides) {
                total.steps.merge(&other.steps);
                total.units.merge(&other.units);
                total.towns.merge(&other.towns);
                total.attacks.merge(&other.attacks);
            }
        }
        for (total, other) in self.losses.iter_mut().zip(&other.losses) {
            total.steps.merge(&other.steps);
            total.units.merge(&other.units);
        }
        for (total, other) in self.towns.iter_mut().zip(&other.towns) {
            total.taken = total.taken.saturating_add(other.taken);
            total.changes = total.changes.saturating_add(other.changes);
            total.first.merge(&other.first);
            add_all(&mut total.last, &other.last);
        }
        for (total, other) in self.units.iter_mut().zip(&other.units) {
            total.present = total.present.saturating_add(other.present);
            total.used = total.used.saturating_add(other.used);
            total.lost = total.lost.saturating_add(other.lost);
            total.lost_at_once = total.lost_at_once.saturating_add(other.lost_at_once);
            total.exits = total.exits.saturating_add(other.exits);
            total.steps = total.steps.saturating_add(other.steps);
            total.moves = total.moves.saturating_add(other.moves);
            total.hexes = total.hexes.saturating_add(other.hexes);
            total.attacks = total.attacks.saturating_add(other.attacks);
            total.defences = total.defences.saturating_add(other.defences);
        }
        for (total, other) in self.odds.iter_mut().zip(&other.odds) {
            total.merge(other);
        }
        self.columns.merge(&other.columns);
        self.resources.merge(&other.resources);
        self.ends.merge(&other.ends);
        for (key, other) in &other.facts {
            let total = self.fact(key);
            total.games = total.games.saturating_add(other.games);
            total.add(&other.values);
        }
        for (rule, &count) in &other.rules {
            entry(&mut self.rules, rule).merge(count);
        }
        for (phase, &count) in &other.missing {
            entry(&mut self.missing, phase).merge(count);
        }
        for (&unit, &count) in &other.displaced {
            self.displaced.entry(unit).or_default().merge(count);
        }
        for (&hex, causes) in &other.overstacked {
            let total = self.overstacked.entry(hex).or_default();
            for (&came, &count) in causes {
                total.entry(came).or_default().merge(count);
            }
        }
        add_all(&mut self.fought, &other.fought);
        add_all(&mut self.entered, &other.entered);
        add_all(&mut self.lost, &other.lost);
        add_all(&mut self.reached, &other.reached);
        self.ledger.merge(&other.ledger);
        self.sources.merge(&other.sources);
        for (total, other) in self.held.iter_mut().zip(&other.held) {
            for (total, other) in total.iter_mut().zip(other) {
                add_all(total, other);
            }
        }
    }
}

fn add_all(totals: &mut [u32], others: &[u32]) {
    for (total, other) in totals.iter_mut().zip(others) {
        *total = total.saturating_add(*other);
    }
}
