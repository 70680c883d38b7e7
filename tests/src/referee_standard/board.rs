//! Where units stand, in which states they are, and who holds which hex; stacks and zones of control.

use std::collections::{BTreeMap, BTreeSet};

use salient_schema::rules_of_play::{Amount, Hindrance, StackingCount, When, ZonePurpose};
use salient_schema::scenario::Placement;

use super::book::Book;
use super::ground::{Ground, Hex};
use super::{Due, Referee};

#[derive(Clone, Debug, Default)]
pub struct Board {
    at: BTreeMap<String, Hex>,
    stacks: BTreeMap<Hex, Vec<String>>,
    face: BTreeMap<String, usize>,
    states: BTreeMap<String, BTreeSet<String>>,
    pub hidden: BTreeSet<String>,
    pub gone: BTreeSet<String>,
    holder: BTreeMap<Hex, String>,
}

impl Board {
    /// The position when play begins.
    pub fn set_up(book: &Book<'_>, ground: &Ground<'_>) -> Result<Self, String> {
        let mut board = Self::default();
        let set_up = &book.bundle.scenario.setup;
        for control in &set_up.control {
            for hex in ground.zone(&control.zone) {
                board.holder.insert(*hex, control.side.clone());
            }
        }
        for Placement { hex, counters, face, states, .. } in &set_up.placements {
            let hex = ground.hex(hex)?;
            for unit in counters {
                board.place(book, unit, hex, face.unwrap_or(0).into());
                board.holder.insert(hex, book.side(unit).to_owned());
                board.states.entry(unit.clone()).or_default().extend(states.iter().cloned());
            }
        }
        Ok(board)
    }

    pub fn place(&mut self, book: &Book<'_>, unit: &str, hex: Hex, face: usize) {
        self.go(unit, hex);
        self.face.insert(unit.to_owned(), face);
        self.gone.remove(unit);
        if book.rules.hidden.as_ref().is_some_and(|group| book.belongs(group, unit)) {
            self.hidden.insert(unit.to_owned());
        }
    }

    pub fn at(&self, unit: &str) -> Option<Hex> {
        self.at.get(unit).copied()
    }

    pub fn face(&self, unit: &str) -> usize {
        self.face.get(unit).copied().unwrap_or(0)
    }

    pub fn turn(&mut self, unit: &str, face: usize) {
        self.face.insert(unit.to_owned(), face);
    }

    pub fn go(&mut self, unit: &str, hex: Hex) {
        self.leave(unit);
        self.at.insert(unit.to_owned(), hex);
        self.stacks.entry(hex).or_default().push(unit.to_owned());
    }

    fn leave(&mut self, unit: &str) {
        let stack = self.at.remove(unit).and_then(|hex| self.stacks.get_mut(&hex));
        stack.into_iter().for_each(|stack| stack.retain(|other| other != unit));
    }

    pub fn remove(&mut self, unit: &str) {
        self.leave(unit);
        self.states.remove(unit);
        self.hidden.remove(unit);
        self.gone.insert(unit.to_owned());
    }

    pub fn units(&self) -> impl Iterator<Item = (&str, Hex)> {
        self.at.iter().map(|(unit, hex)| (unit.as_str(), *hex))
    }

    /// Units of a side in a hex.
    pub fn stack(&self, book: &Book<'_>, side: &str, hex: Hex) -> Vec<String> {
        let here = self.stacks.get(&hex).into_iter().flatten();
        here.filter(|unit| book.side(unit) == side).cloned().collect()
    }

    pub fn is_in(&self, unit: &str, state: &str) -> bool {
        self.states.get(unit).is_some_and(|states| states.contains(state))
    }

    pub fn set_state(&mut self, unit: &str, state: &str, taken: bool) {
        let states = self.states.entry(unit.to_owned()).or_default();
        if taken {
            states.insert(state.to_owned());
        } else {
            states.remove(state);
        }
    }

    pub fn holder(&self, hex: Hex) -> Option<&str> {
        self.holder.get(&hex).map(String::as_str)
    }

    pub fn hold(&mut self, hex: Hex, side: &str) -> bool {
        self.holder.insert(hex, side.to_owned()).as_deref() != Some(side)
    }
}

/// What a number of the rules is asked of.
#[derive(Clone, Copy, Debug, Default)]
pub struct Case<'c> {
    pub unit: Option<&'c str>,
    pub side: Option<&'c str>,
    pub hex: Option<Hex>,
}

impl<'c> Case<'c> {
    pub fn of(unit: &'c str) -> Self {
        Self { unit: Some(unit), ..Self::default() }
    }
}

impl Referee<'_> {
    /// A number of the rules in a case.
    pub fn amount(&self, amount: &Amount, case: Case<'_>) -> i32 {
        amount
            .except
            .iter()
            .filter(|it| self.when(&it.when, case))
            .fold(amount.number, |n, it| it.set.unwrap_or(n + it.add.unwrap_or(0)))
    }

    /// Whether a condition holds; one about hexsides never does here.
    pub fn when(&self, when: &When, case: Case<'_>) -> bool {
        let side = case.side.or_else(|| case.unit.map(|unit| self.book.side(unit)));
        let lies = |kind: &String| {
            case.hex.is_some_and(|hex| {
                self.ground.terrain(hex).is_some_and(|it| it.id == *kind)
                    || self.ground.features(hex).iter().any(|it| it.id == *kind)
            })
        };
        let optional = &self.book.bundle.scenario.optional_rules;
        when.hexside.is_none()
            && when.side.as_ref().is_none_or(|id| side == Some(id))
            && when.unit.as_ref().is_none_or(|id| case.unit.is_some_and(|it| self.book.is(it, id)))
            && when.terrain.as_ref().is_none_or(lies)
            && when.weather.as_ref().is_none_or(|id| *id == self.weather)
            && when
                .state
                .as_ref()
                .is_none_or(|id| case.unit.is_some_and(|it| self.board.is_in(it, id)))
            && when.step.as_ref().is_none_or(|id| self.step.is_some_and(|step| step.id == *id))
            && when.from_turn.is_none_or(|turn| self.turn >= turn)
            && when.to_turn.is_none_or(|turn| self.turn <= turn)
            && when.optional_rule.as_ref().is_none_or(|id| optional.contains(id))
            && when.unless.as_ref().is_none_or(|unless| !self.when(unless, case))
    }

    /// What hinders a unit.
    pub fn hindrances(&self, unit: &str) -> Vec<&Hindrance> {
        let rules = self.book.rules;
        let of_supply = rules.supply.iter().flat_map(|it| &it.states);
        let of_supply = of_supply.map(|state| (&state.id, &state.hinders));
        let others = rules.states.iter().map(|state| (&state.id, &state.hinders));
        let all = of_supply.chain(others);
        all.filter(|(id, _)| self.board.is_in(unit, id)).map(|(_, hinders)| hinders).collect()
    }

    /// A strength or allowance after what hinders the unit: percentages, each rounded up.
    pub fn hindered(
        &self,
        unit: &str,
        number: i32,
        part: impl Fn(&Hindrance) -> Option<u8>,
    ) -> i32 {
        let parts = self.hindrances(unit).into_iter().filter_map(part);
        parts.fold(number, |number, percent| (number * i32::from(percent) + 99).div_euclid(100))
    }

    pub fn is_hindered(&self, unit: &str, by: impl Fn(&Hindrance) -> bool) -> bool {
        self.hindrances(unit).into_iter().any(by)
    }

    pub fn enemies_in(&self, side: &str, hex: Hex) -> Vec<String> {
        self.board.stack(&self.book, self.book.enemy(side), hex)
    }

    /// Whether an enemy of a side stands next to a hex.
    pub fn is_next_to_enemy(&self, side: &str, hex: Hex) -> bool {
        self.ground.neighbours(hex).any(|near| !self.enemies_in(side, near).is_empty())
    }

    /// Whether a hex lies in an enemy zone of control for a unit, which those who go with it do not
    /// negate for it.
    pub fn is_controlled(
        &self,
        unit: &str,
        with: &[String],
        hex: Hex,
        purpose: Option<ZonePurpose>,
    ) -> bool {
        let Some(zones) = &self.book.rules.zones_of_control else { return false };
        if !self.book.belongs(&zones.heeded_by, unit) {
            return false;
        }
        let side = self.book.side(unit);
        let negates = purpose.is_some_and(|it| zones.negated_by_friends.contains(&it));
        let friends = self.board.stack(&self.book, side, hex);
        if negates && friends.iter().any(|friend| friend != unit && !with.contains(friend)) {
            return false;
        }
        self.ground.neighbours(hex).any(|near| {
            !self.ground.is_shut(near, hex)
                && self.enemies_in(side, near).iter().any(|enemy| {
                    self.book.belongs(&zones.who, enemy)
                        && !self.is_hindered(enemy, |it| it.no_zone)
                        && !self.board.hidden.contains(enemy)
                })
        })
    }

    /// How far what stands in a hex is above a stacking limit, with a unit more.
    pub fn is_overfull(&self, side: &str, hex: Hex, more: &[&str]) -> bool {
        let Some(stacking) = &self.book.rules.stacking else { return false };
        let mut stack = self.board.stack(&self.book, side, hex);
        for unit in more {
            if !stack.iter().any(|here| here == unit) {
                stack.push((*unit).to_owned());
            }
        }
        stacking.limits.iter().any(|limit| {
            let counted = stack.iter().filter(|unit| self.book.belongs(&limit.who, unit));
            let count: i32 = counted
                .map(|unit| match limit.counts {
                    StackingCount::Units => i32::from(self.book.counts(unit)),
                    StackingCount::Points => self.book.points(unit),
                    StackingCount::Steps => {
                        self.book.steps(unit) - i32::try_from(self.board.face(unit)).unwrap_or(0)
                    }
                })
                .sum();
            let case = Case { side: Some(side), hex: Some(hex), unit: None };
            count > self.amount(&limit.most, case)
        })
    }

    /// Units go into a hex: it is theirs now, and where that counts the log says so.
    pub fn enter(&mut self, units: &[String], hex: Hex) {
        let Some(first) = units.first() else { return };
        let side = self.book.side(first).to_owned();
        for unit in units {
            self.board.go(unit, hex);
        }
        // Leaders by themselves take nothing.
        if units.iter().any(|unit| self.book.counts(unit))
            && self.board.hold(hex, &side)
            && self.counts(hex)
        {
            self.due.push(Due::Control(hex, side));
        }
    }
}
