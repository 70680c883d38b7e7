//! A position as a scenario of its own, and what such a scenario begins with.

use salient_rules::Roles;
use salient_rules::base::{Unit, UnitState as UnitOf};
use salient_rules::game::UnitStatus;
use salient_rules::keep::Keeping;
use salient_rules::states::{StateDef, UnitState};
use salient_schema::scenario::{Replacement, Scenario};

use crate::battle::BattleStage;
use crate::position::{Decision, Marks, Once, Position, Raid, Supply};
use crate::roles;
use crate::rules::{ALLIED, Procedure, Rules};
use crate::setup::SURPLUS;
use salient_hex::grid::Hex;

const SUPPLY: &str = "Supply";

/// The states that units begin in.
pub const STATES: [StateDef<Marks>; 9] = [
    UnitState::new("out-of-supply", "Out of supply", "As last found (SW 7.2).")
        .one_of(SUPPLY)
        .held(|it, _| it.supply == Supply::Out, |it, _| it.supply = Supply::Out),
    UnitState::new("allied-supply", "In an ally's supply", "As last found (SW 7.2).")
        .one_of(SUPPLY)
        .held(|it, _| it.supply == Supply::Allied, |it, _| it.supply = Supply::Allied),
    UnitState::new("fortress-supply", "In a fortress's supply", "As last found (SW 7.2).")
        .one_of(SUPPLY)
        .held(|it, _| it.supply == Supply::Fortress, |it, _| it.supply = Supply::Fortress),
    UnitState::new("railed", "Has gone by rail", "In this player-turn (SW 11.6).")
        .held(|it, _| it.railed, |it, _| it.railed = true),
    UnitState::new("entered", "Has just arrived", "In this player-turn (SW 11.7).")
        .held(|it, _| it.entered, |it, _| it.entered = true),
    UnitState::new("with-tanks", "With tanks", "When movement ended (SW 15.3).")
        .held(|it, _| it.with_tanks, |it, _| it.with_tanks = true),
    UnitState::new("used", "Used", "An air unit, in this game-turn (SW 14.4).")
        .held(|it, _| it.used, |it, _| it.used = true),
    UnitState::new("interstacked", "Has stood with allies", "In this game-turn (SW 9.6).")
        .held(|it, _| it.interstacked, |it, _| it.interstacked = true),
    UnitState::new(
        SURPLUS,
        "Above the stacking limit",
        "It stands beyond the stacking limit on purpose (SW 9.3).",
    )
    .held(|_, _| false, |_, _| {}),
];

impl Position {
    /// What is so when play begins in the midst of a game: who is off the map, whose stores are
    /// lost, and that the spirit of the Stosstruppen is gone (SW 8.3).
    pub fn begin_apart(&mut self, rules: &Rules, scenario: &Scenario) {
        self.base.set_aside(rules, scenario, |_, unit, off| {
            for state in &off.states {
                StateDef::begin_in(&STATES, &mut unit.own, state, 0);
            }
        });
        for &(side, hex) in &rules.held {
            if side != rules.ground.owner(hex) {
                self.spoil_stores(rules, hex);
            }
        }
        self.once.sapped = spirit_is_gone(rules);
    }

    /// Marks a unit with a state; whether there is one of that name.
    pub fn mark_unit(&mut self, unit: Unit, state: &str) -> bool {
        StateDef::begin_in(&STATES, &mut self.state_mut(unit).own, state, 0)
    }

    /// Writes into a scenario what of the position the units on the map do not tell, and says what
    /// of it no scenario holds.
    pub fn keep_in(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        // Every field by its name: one more must be kept or told, too.
        let Self {
            base: _,
            weather,
            control: _,
            held: _,
            morale,
            // Where play begins in the midst of a game, its morale is what it begins with.
            moved: _,
            replacements: _,
            spent,
            mechanised,
            ruined: _,
            decision: _,
            interrupted,
            battle,
            combats: _,
            set_ups: _,
            rail_moves,
            mixed_attacks,
            guns_used,
            once,
            stosstruppen,
            raid,
            bombed,
        } = self;
        let roles = roles::of(keeping.bundle);
        let now = self.phase_def(rules).map(|phase| phase.procedure);
        let settles = rules.phases.iter().position(|phase| phase.procedure == Procedure::Weather);
        keeping.set_weather(self.phase > settles, rules.weather_id(*weather));
        for (side, value) in rules.sides.iter().zip(morale) {
            keeping.set_level(&roles, "morale-level", side, *value);
        }
        self.keep_control(rules, keeping);
        self.keep_replacements(rules, keeping);
        self.keep_once(&roles, once, keeping);
        self.mark_units(rules, keeping, now);

        let steps = spent.iter().sum::<i32>().unsigned_abs();
        keeping.not_kept("replacement steps spent so far: they are counted anew", steps);
        if now == Some(Procedure::Replacements) {
            let due = rules.mechanised.get(self.turn_place).copied().unwrap_or(0);
            let used = (due - mechanised).max(0).unsigned_abs();
            keeping.not_kept("mechanised steps spent in this phase: they come again", used);
        }
        let dice = !self.begun && stosstruppen.is_some();
        let what = "number of the corps of Stosstruppen (SW S3.8): it is rolled again";
        keeping.not_kept(what, dice);
        keeping.not_kept("attack that is being resolved", battle.stage != BattleStage::None);
        keeping.not_kept("raid of the bombers", *raid != Raid::None);
        keeping.not_kept("decision that was interrupted", *interrupted != Decision::None);
        let lost = "steps that strategic bombing keeps from the German side";
        keeping.not_kept(lost, bombed.unsigned_abs());
        if now == Some(Procedure::Strategic) {
            let what = "strategic moves made in this phase: they may be made again";
            keeping.not_kept(what, *rail_moves);
        }
        if matches!(now, Some(Procedure::Combat { .. })) {
            let what = "attacks of British with French: as many more may be made";
            keeping.not_kept(what, *mixed_attacks);
            let what = "use of the guns in this phase: they may support once more";
            keeping.not_kept(what, *guns_used);
        }
    }

    /// Hexes that changed hands (SW 3.5), and stores that are lost though their owner holds them
    /// (SW 7.8, 7.14).
    fn keep_control(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        let mut changed: Vec<Hex> = rules.held.iter().map(|&(_, hex)| hex).collect();
        let hexes = rules.map.grid().hexes();
        changed.extend(hexes.filter(|hex| self.control[hex.index()] != rules.control[hex.index()]));
        changed.sort_unstable();
        changed.dedup();
        let holder = |hex: Hex| usize::from(self.control[hex.index()]);
        keeping.hold(rules, changed.iter().map(|&hex| (holder(hex), hex)));
        let spoilt_again =
            |hex: &Hex| changed.contains(hex) && !self.controls(*hex, rules.ground.owner(*hex));
        let lost = self.ruined.iter().filter(|hex| !spoilt_again(hex));
        let lost: Vec<&str> = lost.map(|&hex| rules.label(hex)).collect();
        keeping.not_kept_named("fortresses and ports whose stores are lost", &lost);
    }

    /// The steps at hand, and none that were paid already (SW 8.2).
    fn keep_replacements(&self, rules: &Rules, keeping: &mut Keeping<'_>) {
        let due = &mut keeping.scenario.replacements;
        for (nation, &steps) in rules.nations.iter().zip(&self.replacements).rev() {
            let at_first =
                |due: &Replacement| due.turn == 0 && due.nation.as_ref() == Some(&nation.id);
            let old = due.iter().find(|due| at_first(due)).cloned();
            if old.is_none() && steps == 0 {
                continue;
            }
            due.retain(|due| !at_first(due));
            let new = Replacement {
                turn: 0,
                side: rules.sides[nation.side].clone(),
                nation: Some(nation.id.clone()),
                pool: None,
                points: steps,
                provenance: old.map(|old| old.provenance).unwrap_or_default(),
            };
            due.insert(0, new);
        }
        let Some(phase) = self.phase_def(rules) else { return };
        if let (Procedure::Replacements, Some(side)) = (phase.procedure, phase.side) {
            let paid = |due: &Replacement| {
                due.turn == self.turn && due.turn > 0 && due.side == rules.sides[side]
            };
            due.retain(|due| due.pool.is_some() || !paid(due));
        }
    }

    /// What happens once in a game and has happened: the Yanks (SW 4.6), the loss of Big Bertha
    /// (4.7), the influenza (16.2).
    fn keep_once(&self, roles: &Roles<'_>, once: &Once, keeping: &mut Keeping<'_>) {
        let Once { yanks, bertha, influenza, sapped: _ } = *once;
        for (is, role, reason) in [
            (yanks, "yanks_divisions", "The Yanks have arrived before (SW 4.6)."),
            (bertha, "bertha_morale", "Big Bertha was lost before (SW 4.7)."),
            (self.begun, "no_german_first_turn", "The game has begun before."),
        ] {
            if let Some(constant) = roles.one(role).filter(|_| is) {
                keeping.set_constant(constant, 0, reason);
            }
        }
        if let Some(peak) = influenza {
            let rules = &mut keeping.scenario.optional_rules;
            rules.retain(|rule| !roles.is("option-influenza", rule));
            let what = "peak of the influenza, which is now (SW 16.2)";
            keeping.not_kept(what, peak == self.turn);
        }
        // Whether the spirit of the Stosstruppen is gone, the new scenario's beginning tells.
    }

    /// What is so of units besides their places and faces.
    fn mark_units(&self, rules: &Rules, keeping: &mut Keeping<'_>, now: Option<Procedure>) {
        let there = |unit: &UnitOf<Marks>| unit.hex.is_some() || unit.status == UnitStatus::Pool;
        keeping.mark_units(&self.base, &STATES, |unit, _| there(unit));
        let high = self.too_high(rules);
        let is_high = |unit: &Unit| self.hex(*unit).is_some_and(|hex| high.contains(&hex));
        keeping.mark(rules.all_units().filter(is_high), SURPLUS);
        // The phase begins again.
        let (done, again, is): (_, _, fn(&Marks) -> bool) = match now {
            Some(Procedure::Movement) => {
                ("moved", "move again", |it| it.moved || it.spent > 0 || it.halted)
            }
            Some(Procedure::Combat { .. }) => {
                ("fought", "fight again", |it| it.attacked || it.defended)
            }
            Some(Procedure::Infiltration) => {
                ("infiltrated", "do so again", |it| it.infiltrated > 0)
            }
            _ => return,
        };
        let count = self.units.iter().filter(|unit| there(unit) && is(unit)).count();
        let what = format!("units that have {done} in this phase: they may {again}");
        keeping.not_kept(what, count as u32);
    }

    /// Hexes whose stacks could not be set up unit by unit.
    fn too_high(&self, rules: &Rules) -> Vec<Hex> {
        let mut alone = Self::new(rules);
        let mut high = Vec::new();
        for hex in rules.map.grid().hexes() {
            let ground = |unit: &Unit| rules.unit(*unit).on_ground();
            for unit in self.stack(hex).filter(ground) {
                alone.state_mut(unit).face = self.state(unit).face;
                if alone.check_stack(rules, &[unit], hex).is_err() && high.last() != Some(&hex) {
                    high.push(hex);
                }
                alone.place(rules, unit, hex);
            }
        }
        high
    }
}

/// Whether the spirit of the Stosstruppen is gone when play begins in the midst of a game: after
/// the German player-turn of its game-turn (SW 8.3).
fn spirit_is_gone(rules: &Rules) -> bool {
    let spirit = rules.constants.spirit_turn;
    let Some(phase) = rules.begins_with.and_then(|place| rules.phases.get(place)) else {
        return false;
    };
    let first = rules.turns.first().map_or(0, |turn| i32::from(turn.turn));
    let german_is_over = phase.side == Some(ALLIED) || phase.procedure == Procedure::VictoryCheck;
    spirit > 0 && (first > spirit || first == spirit && german_is_over)
}
