//! The ruleset, the order of battle and the scenario as the referee reads them: what a unit is, what
//! it is worth, and what a number of the rules is in a case.

use std::collections::BTreeMap;

use salient_schema::Bundle;
use salient_schema::order_of_battle::{Counter, Face};
use salient_schema::rules_of_play::{Combat, Does, Fire, Group, RulesOfPlay};
use salient_schema::ruleset::{RatingUse, SequenceStep, Symbol, Table};

#[derive(Debug)]
pub struct Book<'a> {
    pub bundle: &'a Bundle,
    pub rules: &'a RulesOfPlay,
    counters: BTreeMap<&'a str, &'a Counter>,
}

impl<'a> Book<'a> {
    pub fn read(bundle: &'a Bundle) -> Result<Self, String> {
        let rules =
            bundle.ruleset.rules_of_play.as_ref().ok_or("a ruleset without rules of play")?;
        let counters: Vec<&Counter> =
            bundle.orders_of_battle.iter().flat_map(|book| &book.counters).collect();
        let odd = |counter: &&&Counter| {
            counter.count != 1
                || counter.footprint != 1
                || counter.faces.iter().any(|face| face.not_a_step || face.unit_type.is_some())
        };
        if let Some(counter) = counters.iter().find(odd) {
            return Err(format!("{} is a counter that the referee does not know", counter.id));
        }
        let counters = counters.into_iter().map(|it| (it.id.as_str(), it)).collect();
        let book = Self { bundle, rules, counters };
        match book.beyond() {
            Some(what) => Err(format!("{what}: rules that the referee does not know")),
            None => Ok(book),
        }
    }

    /// An option of the rules of play that the referee has not learnt.
    fn beyond(&self) -> Option<&'static str> {
        let rules = self.rules;
        let movement = &rules.movement;
        let zones = rules.zones_of_control.as_ref();
        let stacking = rules.stacking.as_ref();
        let found = [
            (stacking.is_some_and(|it| it.with_allies || it.nations_apart), "stacking"),
            (zones.is_some_and(|it| it.locked || it.lets_supply_through), "zones of control"),
            (zones.is_some_and(|it| !it.not_into.is_empty()), "zones of control"),
            (zones.is_some_and(|it| !it.not_across.is_empty()), "zones of control"),
            (movement.allowance_in != Default::default(), "movement by hexes"),
            (movement.road_parts > 1 || movement.may_resume, "movement"),
            (movement.overrun.is_some(), "overruns"),
            (movement.rail.as_ref().is_some_and(|it| !it.stations.is_empty()), "stations"),
            (rules.command.is_some(), "command"),
            (rules.combat.iter().any(Self::is_beyond), "combat"),
            (rules.fire.iter().any(Self::is_fire_beyond), "fire"),
            (rules.states.iter().any(|it| it.again.is_some()), "states that follow"),
            (
                rules.supply.as_ref().is_some_and(|it| it.sources.iter().any(|s| s.edge.is_some())),
                "edges",
            ),
            (self.bundle.ruleset.sides.iter().any(|side| side.alliance.is_some()), "alliances"),
            (self.bundle.ruleset.sides.len() != 2, "three sides"),
            (!self.bundle.scenario.overrides.is_empty(), "overrides"),
            (self.bundle.scenario.start.is_some(), "a start in the midst"),
            (!self.bundle.scenario.levels.is_empty(), "levels"),
        ];
        found.into_iter().find(|(is_so, _)| *is_so).map(|(_, what)| what)
    }

    fn is_beyond(combat: &Combat) -> bool {
        combat.support.is_some()
            || !combat.points.is_empty()
            || !combat.losses.is_empty()
            || combat.sum_first
            || combat.several_hexes
            || combat.obligation != Default::default()
            || combat.rounding != Default::default()
            || combat.worse != Default::default()
            || combat.morale.is_some()
            || !combat.most_shifts.is_zero()
            || combat.retreat.together
            || !combat.retreat.for_steps.is_zero()
            || combat.retreat.by != Default::default()
            || combat.advance.defenders
            || !combat.advance.hexes.is_zero()
            || combat.leaders.as_ref().is_some_and(|it| it.own_formation)
    }

    fn is_fire_beyond(fire: &Fire) -> bool {
        !fire.losses.is_empty() || fire.leaders.as_ref().is_some_and(|it| it.own_formation)
    }

    pub fn counter(&self, unit: &str) -> Option<&'a Counter> {
        self.counters.get(unit).copied()
    }

    pub fn side(&self, unit: &str) -> &'a str {
        self.counter(unit).map_or("", |it| it.side.as_str())
    }

    /// Whether a unit is known by a word: a type, a trait, a size, a nation or a side.
    pub fn is(&self, unit: &str, word: &str) -> bool {
        self.counter(unit).is_some_and(|it| {
            it.unit_type == word
                || it.side == word
                || it.size.as_deref() == Some(word)
                || it.nation.as_deref() == Some(word)
                || it.traits.iter().any(|own| own == word)
        })
    }

    pub fn belongs(&self, group: &Group, unit: &str) -> bool {
        group.has(|word| self.is(unit, word))
    }

    /// Whether a unit counts in a stack: leaders do not.
    pub fn counts(&self, unit: &str) -> bool {
        let of_type = |it: &Counter| {
            self.bundle.ruleset.counters.types.iter().find(|known| known.id == it.unit_type)
        };
        let symbol = self.counter(unit).and_then(of_type).map(|it| it.symbol);
        !matches!(symbol, Some(Symbol::Leader | Symbol::CavalryLeader))
    }

    /// Stacking points.
    pub fn points(&self, unit: &str) -> i32 {
        let size = self.counter(unit).and_then(|it| it.size.as_deref());
        let sizes = &self.bundle.ruleset.counters.sizes;
        sizes.iter().find(|it| Some(it.id.as_str()) == size).map_or(0, |it| it.stacking)
    }

    pub fn steps(&self, unit: &str) -> i32 {
        self.counter(unit).map_or(0, |it| i32::try_from(it.faces.len()).unwrap_or(0))
    }

    pub fn face(&self, unit: &str, face: usize) -> Option<&'a Face> {
        self.counter(unit)?.faces.get(face)
    }

    /// A rating of a face: the one that rules name, else the first of these uses that the ruleset has.
    pub fn rating(
        &self,
        unit: &str,
        face: usize,
        named: Option<&str>,
        uses: &[RatingUse],
    ) -> Option<i32> {
        let ratings = &self.bundle.ruleset.counters.ratings;
        let by_use =
            || uses.iter().find_map(|usage| ratings.iter().find(|it| it.uses.contains(usage)));
        let id = named.or_else(|| by_use().map(|it| it.id.as_str()))?;
        self.face(unit, face)?.ratings.get(id)?.number()
    }

    /// The steps of the sequence of play of a game-turn that do something, in order.
    pub fn sequence(&self, turn: u16) -> Vec<&'a SequenceStep> {
        fn add<'s>(steps: &'s [SequenceStep], turn: u16, found: &mut Vec<&'s SequenceStep>) {
            for step in steps {
                // Before the first game-turn come those alone that say so.
                let from = step.from_turn.unwrap_or(1);
                if turn >= from && step.to_turn.is_none_or(|last| turn <= last) {
                    if step.does.is_some() {
                        found.push(step);
                    }
                    add(&step.steps, turn, found);
                }
            }
        }
        let mut found = Vec::new();
        add(&self.bundle.ruleset.sequence, turn, &mut found);
        found
    }

    pub fn combat(&self, id: &str) -> Option<&'a Combat> {
        self.rules.combat.iter().find(|it| it.id == id)
    }

    pub fn fire(&self, id: &str) -> Option<&'a Fire> {
        self.rules.fire.iter().find(|it| it.id == id)
    }

    pub fn table(&self, id: &str) -> Option<&'a Table> {
        self.bundle.ruleset.tables.iter().find(|it| it.id == id)
    }

    pub fn enemy(&self, side: &str) -> &'a str {
        let other = self.bundle.ruleset.sides.iter().find(|it| it.id != side);
        other.map_or("", |it| it.id.as_str())
    }

    /// What a step does, those of activations one by one.
    pub fn deeds(step: &'a SequenceStep) -> &'a [Does] {
        match &step.does {
            Some(Does::Activation { each, .. }) => each,
            Some(does) => std::slice::from_ref(does),
            None => &[],
        }
    }
}
