//! A position as a scenario of its own, and what such a scenario begins with.

use salient_hex::grid::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::keep::Keeping;
use salient_schema::scenario::Scenario;

use crate::battle::BattleStage;
use crate::position::{Decision, Position};
use crate::roles;
use crate::rules::{ALLIED, GERMAN, Procedure, Rules};
use crate::setup::{BROKEN_DOWN, SURPLUS};

/// The state of a division whose last step a regimental replacement took (KB 20.14).
const REPLACED: &str = "replaced";
/// The state of a unit that left the map and scores nothing (KB 20.12).
const UNSCORED: &str = "unscored";

impl Position {
    /// Puts counters off the map where the scenario has them begin.
    pub fn begin_apart(&mut self, rules: &Rules, scenario: &Scenario) {
        let Self { base, divisions_lost, .. } = self;
        base.set_aside(rules, scenario, |unit, state, states| {
            let is = |known: &str| states.iter().any(|state| state == known);
            state.own.scores = state.status == UnitStatus::Exited && !is(UNSCORED);
            state.own.broken_down = is(BROKEN_DOWN);
            if is(REPLACED) {
                divisions_lost.push(unit);
            }
        });
    }

    /// Lets sides hold towns that they were the last to pass through.
    pub fn hold_towns(&mut self, rules: &Rules, scenario: &Scenario) {
        for held in scenario.start.iter().flat_map(|start| &start.held) {
            let Some(side) = rules.side(&held.side) else { continue };
            for hex in held.hexes.iter().filter_map(|label| rules.hex(label)) {
                if let Some(town) = rules.town_at[hex.index()] {
                    self.town_holder[usize::from(town)] = side as u8;
                }
            }
        }
    }

    /// Writes into a scenario what of the position the units on the map do not tell, and says what
    /// of it no scenario holds.
    pub fn keep_in(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        // Every field by its name: one more must be kept or told, too.
        let Self {
            base: _,
            weather,
            town_holder,
            limits,
            decision,
            battle,
            combats: _,
            divisions_lost,
            entry_hexes,
            guns: _,
            gas,
            gassed: _,
            bombarded,
            air,
            observed,
            hidden,
            owed,
        } = self;
        let now = self.phase_def(rules).map(|phase| phase.procedure);
        let rolls = rules.phases.iter().position(|phase| phase.procedure == Procedure::Weather);
        if self.phase > rolls
            && let Some(turn) = keeping.turn_mut()
        {
            turn.weather = Some(rules.weather_id(*weather).to_owned());
        }
        for side in [GERMAN, ALLIED] {
            // Who stands there holds it, else the Allies, unless it is said.
            let towns = rules.towns.iter().zip(town_holder);
            let said = towns.filter(|(town, holder)| {
                let held = usize::from(**holder);
                held == side && held != self.holder(town.hex).unwrap_or(ALLIED)
            });
            let said = said.map(|(town, _)| rules.label(town.hex).to_owned()).collect();
            keeping.hold(&rules.sides[side], said);
        }
        self.keep_guns(rules, keeping);
        for &unit in divisions_lost {
            keeping.mark(unit, REPLACED);
        }
        self.mark_units(rules, keeping, now);

        let movement = matches!(now, Some(Procedure::Movement { .. }));
        let limited = limits.german.is_some() || limits.corps.is_some();
        keeping.not_kept("limit on how many units move (KB 17.1)", (movement && limited).into());
        let rolled = matches!(decision, Decision::Deploy { .. });
        keeping.not_kept("die for service companies: it is rolled again", rolled.into());
        let fights = battle.stage != BattleStage::None;
        keeping.not_kept("attack that is being resolved", fights.into());
        keeping.not_kept("loss of steps that is being chosen", owed.stack().is_some().into());
        let points = air.iter().map(|air| air.observation + air.ground_attack + air.interception);
        keeping.not_kept("air points assigned to missions", points.map(u32::from).sum());
        keeping.not_kept("choices made in secret", hidden.made());
        let came =
            |hex: &&Hex| !self.stack(**hex).any(|unit| self.state(unit).arrived == self.turn);
        let gone: Vec<Hex> = entry_hexes.iter().filter(came).copied().collect();
        for (what, hexes) in [
            ("hexes by which reinforcements came in and went on", &gone),
            ("gas markers", gas),
            ("hexes bombarded in this phase", bombarded),
            ("hexes observed from the air", observed),
        ] {
            let names: Vec<&str> = hexes.iter().map(|&hex| rules.label(hex)).collect();
            keeping.not_kept_named(what, &names);
        }
    }

    /// The artillery points that are left are those of the first game-turn (KB 9.8).
    fn keep_guns(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        let roles = roles::of(keeping.bundle);
        for (side, guns) in self.guns.iter().enumerate() {
            let kinds = [("field-artillery", guns.field), ("heavy-artillery", guns.heavy)];
            for (role, points) in kinds {
                let mut tracks = keeping.scenario.tracks.iter_mut();
                let track = tracks.find(|track| {
                    roles.is(role, &track.id) && track.side.as_ref() == Some(&rules.sides[side])
                });
                match track.and_then(|track| track.values.first_mut()) {
                    Some(value) => *value = i32::from(points),
                    None => keeping.not_kept("artillery points", points.into()),
                }
            }
        }
    }

    /// What is so of a unit on the map, by the names that placements give it.
    pub fn states_of(&self, unit: crate::rules::Unit) -> Vec<String> {
        let state = self.state(unit);
        let arrived = state.arrived == self.turn;
        let all = [
            (state.moved, "moved"),
            (state.free, "free"),
            (state.fresh, "fresh"),
            (arrived, "arrived"),
        ];
        all.into_iter().filter(|(is, _)| *is).map(|(_, word)| word.to_owned()).collect()
    }

    /// What is so of units besides their places and faces.
    fn mark_units(&self, rules: &Rules, keeping: &mut Keeping<'_>, now: Option<Procedure>) {
        let (mut moved, mut fought) = (0, 0);
        for unit in rules.all_units() {
            let state = self.state(unit);
            if state.status == UnitStatus::Exited && !state.scores {
                keeping.mark(unit, UNSCORED);
            }
            if state.broken_down {
                keeping.mark(unit, BROKEN_DOWN);
            }
            let Some(hex) = state.hex else { continue };
            match now {
                // The phase begins again, and with it everybody's movement.
                Some(Procedure::Movement { second: false, .. }) => moved += u32::from(state.moved),
                Some(Procedure::Movement { second: true, .. }) if state.moved => {
                    keeping.mark(unit, "moved");
                }
                Some(Procedure::Combat { .. }) => {
                    fought += u32::from(state.attacked || state.defended);
                }
                _ => {}
            }
            let arrived = state.arrived == self.turn;
            let high = self.stacking(rules, hex) > rules.constants.stacking_limit;
            for (is, word) in [
                (state.free, "free"),
                (state.fresh, "fresh"),
                (arrived, "arrived"),
                (high, SURPLUS),
            ] {
                if is {
                    keeping.mark(unit, word);
                }
            }
        }
        keeping.not_kept("units that have moved in this phase: they may move again", moved);
        let again = "units that have fought in this phase: they may fight again";
        keeping.not_kept(again, fought);
    }
}
