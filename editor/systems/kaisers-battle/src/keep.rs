//! A position as a scenario of its own, and what such a scenario begins with.

use salient_hex::grid::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::keep::Keeping;
use salient_rules::states::{StateDef, UnitState};
use salient_schema::scenario::Scenario;

use crate::battle::BattleStage;
use crate::position::{Decision, Marks, Position};
use crate::roles;
use crate::rules::{ALLIED, Procedure, Rules, Unit};

/// The state of a regiment that came of a division's breakdown (KB 13.11): its exit is told apart.
pub const BROKEN_DOWN: &str = "broken-down";

/// The state of a unit in a stack that is too high for now: at the end of the movement phase
/// somebody goes (KB 7.21).
pub const SURPLUS: &str = "surplus";

/// The state of a division whose last step a regimental replacement took (KB 20.14).
const REPLACED: &str = "replaced";
/// The state of a unit that left the map and scores nothing (KB 20.12).
const UNSCORED: &str = "unscored";
/// The state of a unit that has moved in this phase.
const MOVED: &str = "moved";
/// The state of a unit that came on this game-turn.
pub const ARRIVED: &str = "arrived";

/// The states that units begin in.
pub const STATES: [StateDef<Marks>; 6] = [
    UnitState::new(MOVED, "Has moved", "It moves no more in this phase (KB 5.11).")
        .held(|it, _| it.moved, |it, _| it.moved = true),
    UnitState::new(
        "free",
        "Could move on turn 1",
        "It could move on game-turn 1, so it may on game-turn 2 (KB 17.12).",
    )
    .held(|it, _| it.free, |it, _| it.free = true),
    UnitState::new("fresh", "Just broken down", "It does not move this turn (KB 13.12).")
        .held(|it, _| it.fresh, |it, _| it.fresh = true),
    UnitState::new(
        BROKEN_DOWN,
        "Of a broken-down division",
        "If it leaves the map it is counted apart from whole divisions (KB 13.11).",
    )
    .shown(None)
    .held(|it, _| it.broken_down, |it, _| it.broken_down = true),
    UnitState::new(ARRIVED, "Has just arrived", "It came on this game-turn (KB 15.15).")
        .held(|it, turn| it.arrived == turn, |it, turn| it.arrived = turn),
    UnitState::new(
        SURPLUS,
        "Above the stacking limit",
        "What is above the limit at the end of the movement phase is eliminated (KB 7.21).",
    )
    .held(|_, _| false, |_, _| {}),
];

impl Position {
    /// Puts counters off the map where the scenario has them begin.
    pub fn begin_apart(&mut self, rules: &Rules, scenario: &Scenario) {
        let Self { base, divisions_lost, .. } = self;
        base.set_aside(rules, scenario, |unit, state, off| {
            let is = |known: &str| off.states.iter().any(|state| state == known);
            state.own.scores = state.status == UnitStatus::Exited && !is(UNSCORED);
            state.own.broken_down = is(BROKEN_DOWN);
            if is(REPLACED) {
                divisions_lost.push(unit);
            }
        });
    }

    /// Lets sides hold towns that they were the last to pass through.
    pub fn hold_towns(&mut self, rules: &Rules) {
        for &(side, hex) in &rules.held {
            if let Some(town) = rules.town_at[hex.index()] {
                self.town_holder[usize::from(town)] = side as u8;
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
        let settles = rules.phases.iter().position(|phase| phase.procedure == Procedure::Weather);
        keeping.set_weather(self.phase > settles, rules.weather_id(*weather));
        // Who stands there holds it, else the Allies, unless it is said.
        let towns = rules.towns.iter().zip(town_holder);
        let towns = towns.map(|(town, holder)| (usize::from(*holder), town.hex));
        let said = towns.filter(|(side, hex)| *side != self.holder(*hex).unwrap_or(ALLIED));
        keeping.hold(rules, said);
        self.keep_guns(rules, keeping);
        keeping.mark(divisions_lost.iter().copied(), REPLACED);
        self.mark_units(rules, keeping, now);

        let movement = matches!(now, Some(Procedure::Movement { .. }));
        let limited = limits.german.is_some() || limits.corps.is_some();
        keeping.not_kept("limit on how many units move (KB 17.1)", movement && limited);
        let rolled = matches!(decision, Decision::Deploy { .. });
        keeping.not_kept("die for service companies: it is rolled again", rolled);
        keeping.not_kept("attack that is being resolved", battle.stage != BattleStage::None);
        keeping.not_kept("loss of steps that is being chosen", owed.stack().is_some());
        let points = air.iter().map(|air| air.observation + air.ground_attack + air.interception);
        keeping.not_kept("air points assigned to missions", points.map(u32::from).sum::<u32>());
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
                    None => keeping.not_kept("artillery points", points),
                }
            }
        }
    }

    /// What is so of units besides their places and faces.
    fn mark_units(&self, rules: &Rules, keeping: &mut Keeping<'_>, now: Option<Procedure>) {
        let exited = |unit: &Unit| self.state(*unit).status == UnitStatus::Exited;
        let exited = rules.all_units().filter(exited);
        keeping.mark(exited.filter(|unit| !self.state(*unit).scores), UNSCORED);
        // It is of a division wherever it is; the rest is so of units on the map.
        keeping.mark_units(&self.base, &STATES, |_, id| id == BROKEN_DOWN);
        let second = matches!(now, Some(Procedure::Movement { second: true, .. }));
        keeping.mark_units(&self.base, &STATES, |unit, id| {
            unit.hex.is_some() && id != BROKEN_DOWN && (id != MOVED || second)
        });
        let too_high = |hex| self.stacking(rules, hex) > rules.constants.stacking_limit;
        let surplus = rules.all_units().filter(|unit| self.hex(*unit).is_some_and(too_high));
        keeping.mark(surplus, SURPLUS);
        // The phase begins again, and with it everybody's movement.
        let (done, again, is): (_, _, fn(&Marks) -> bool) = match now {
            Some(Procedure::Movement { second: false, .. }) => ("moved", "move", |it| it.moved),
            Some(Procedure::Combat { .. }) => ("fought", "fight", |it| it.attacked || it.defended),
            _ => return,
        };
        let count = self.units.iter().filter(|unit| unit.hex.is_some() && is(unit)).count();
        let what = format!("units that have {done} in this phase: they may {again} again");
        keeping.not_kept(what, count as u32);
    }
}
