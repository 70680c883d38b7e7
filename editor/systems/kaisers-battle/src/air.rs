//! KB 12.0 to 12.2 Air operations: air points, their secret allocation, and observation.

use crate::event::AirPoints as PointsEvent;
use crate::event::{AirAllocation, AirObservation, Detail};
use salient_schema::Bundle;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::hidden::Choice;
use crate::position::{Decision, Fnv, Position};
use crate::roles;
use crate::rules::{ALLIED, GERMAN, Rules, Weather};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;
use salient_rules::schedule::Allowance;

/// A side's air points, by mission.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AirPoints {
    /// Air points that observe.
    #[serde(default)]
    pub observation: u16,
    /// Air points that attack on the ground.
    #[serde(default)]
    pub ground_attack: u16,
    /// Air points that intercept.
    #[serde(default)]
    pub interception: u16,
}

impl AirPoints {
    fn total(self) -> u32 {
        [self.observation, self.ground_attack, self.interception].map(u32::from).iter().sum()
    }

    pub fn hash(self, hash: &mut Fnv) {
        let Self { observation, ground_attack, interception } = self;
        let [a, b, c] = [observation, ground_attack, interception].map(u64::from);
        hash.add(a << 32 | b << 16 | c);
    }
}

/// The air points of both sides by game-turn: from the turn on that air operations begin, all of
/// them in clear weather or where the weather is yet to be rolled (KB 12.0, 12.1).
pub fn allowances(bundle: &Bundle) -> Vec<Allowance> {
    let Bundle { ruleset, scenario, .. } = bundle;
    let roles = &roles::of(bundle);
    let constant = |role: &str| -> Option<i32> {
        let id = roles.one(role)?;
        let changed = scenario.constant_override(id).map(|(_, value)| value);
        changed.or_else(|| ruleset.constants.iter().find(|c| c.id == id).map(|c| c.value))
    };
    let stage = ruleset.sequence.iter().find(|stage| roles.is("air-stage", &stage.id));
    let printed = stage.and_then(|stage| stage.from_turn).map_or(0, i32::from);
    let first = roles.one("air_from_turn");
    let changed = first.and_then(|id| scenario.constant_override(id));
    let from = changed.map_or(printed, |(_, value)| value);
    let divisor = constant("air_mist_divisor").unwrap_or(1).max(1);
    let of_side = |(side, role): (&salient_schema::ruleset::Side, &str)| {
        let points = constant(role)?;
        let value = |turn: &salient_schema::scenario::Turn| {
            let weather = turn.weather.as_deref().and_then(|name| Weather::parse(roles, name));
            match weather {
                _ if i32::from(turn.turn) < from => 0,
                Some(Weather::Fog) => 0,
                Some(Weather::Mist) => points / divisor,
                Some(Weather::Clear) | None => points,
            }
        };
        Some(Allowance {
            name: "Air Points".to_owned(),
            side: Some(side.id.clone()),
            values: scenario.turns.iter().map(value).collect(),
            constants: [role, "air_from_turn"]
                .iter()
                .filter_map(|role| roles.one(role).map(str::to_owned))
                .collect(),
            rule: "KB 12.0".to_owned(),
        })
    };
    let ids = ["german_air_points", "allied_air_points"];
    ruleset.sides.iter().zip(ids).filter_map(of_side).collect()
}

impl Position {
    /// Begins the Air Allocation Segment: whoever has air points assigns them in secret.
    pub fn begin_air(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        for side in [GERMAN, ALLIED] {
            let points = self.air_points(rules, side);
            self.emit(cx, || {
                Detail::AirPoints(PointsEvent {
                    side: rules.sides[side].clone(),
                    full: rules.constants.air.points[side] as u16,
                    weather: rules.weather_id(self.weather).to_owned(),
                    points,
                    rule: "KB 12.1".to_owned(),
                })
            });
            if points == 0 {
                self.hidden.put(side, Choice::Air(AirPoints::default()));
            }
        }
        self.continue_air(cx);
    }

    /// KB 12.1: the air points that the weather leaves to a side.
    pub fn air_points(&self, rules: &Rules, side: usize) -> u16 {
        let numbers = &rules.constants.air;
        let points = match self.weather {
            Weather::Clear => numbers.points[side],
            Weather::Mist => numbers.points[side] / numbers.mist_divisor,
            Weather::Fog => 0,
        };
        points as u16
    }

    /// KB 12.21: the most of them that may observe.
    pub fn observation_limit(&self, rules: &Rules, side: usize) -> u16 {
        self.air_points(rules, side) / rules.constants.air.observation_divisor as u16
    }

    /// Asks whoever has not assigned his points yet; then both allocations are shown.
    fn continue_air(&mut self, cx: &mut Context<'_>) {
        if let Some(side) = self.hidden.to_choose() {
            self.decision = Decision::AllocateAir { side };
            return;
        }
        self.decision = Decision::None;
        let Some([Choice::Air(german), Choice::Air(allied)]) = self.hidden.show() else { return };
        self.air = [german, allied];
        let rules = cx.rules;
        for side in [GERMAN, ALLIED] {
            let points = self.air[side];
            if points.total() == 0 {
                continue;
            }
            self.emit(cx, || {
                Detail::AirAllocation(AirAllocation {
                    side: rules.sides[side].clone(),
                    observation: points.observation,
                    observation_limit: self.observation_limit(rules, side),
                    ground_attack: points.ground_attack,
                    interception: points.interception,
                    rule: "KB 12.0".to_owned(),
                })
            });
        }
    }

    /// Checks an allocation; nothing is changed.
    pub fn check_allocation(
        &self,
        rules: &Rules,
        side: usize,
        points: AirPoints,
    ) -> Result<(), Violation> {
        let all = self.air_points(rules, side);
        if points.total() != u32::from(all) {
            return Err(Violation::new(
                "KB 12.0",
                format!("{} of {all} air points are assigned, and all must be", points.total()),
            ));
        }
        let limit = self.observation_limit(rules, side);
        if points.observation > limit {
            return Err(Violation::new(
                "KB 12.21",
                format!("at most {limit} air points may be assigned to observation"),
            ));
        }
        Ok(())
    }

    /// Every way to assign a side's points.
    pub fn allocations(&self, rules: &Rules, side: usize) -> impl Iterator<Item = AirPoints> {
        let all = self.air_points(rules, side);
        (0..=self.observation_limit(rules, side)).flat_map(move |observation| {
            (0..=all.saturating_sub(observation)).map(move |ground_attack| AirPoints {
                observation,
                ground_attack,
                interception: all - observation - ground_attack,
            })
        })
    }

    /// Keeps what a side has chosen.
    pub fn do_allocate(&mut self, cx: &mut Context<'_>, side: usize, points: AirPoints) {
        self.hidden.put(side, Choice::Air(points));
        self.continue_air(cx);
    }

    /// Offers the observation markers of a side as its combat phase begins (KB 12.22). Where
    /// there is nothing to attack they are of no use, and nobody is asked.
    pub fn begin_observing(&mut self, _cx: &mut Context<'_>, side: usize) {
        self.observed.clear();
        if self.air[side].observation > 0 && self.decision != Decision::None {
            self.decision = Decision::Observe { side };
        }
    }

    /// KB 12.22: any enemy stack on the map, and no stack twice.
    pub fn check_observe(&self, rules: &Rules, side: usize, hex: Hex) -> Result<(), Violation> {
        let label = rules.label(hex);
        if !self.enemy_in(hex, side) {
            return Err(Violation::new("KB 12.22", format!("no enemy unit is in {label}")));
        }
        if self.observed.contains(&hex) {
            return Err(Violation::new("KB 12.22", format!("{label} is observed already")));
        }
        Ok(())
    }

    /// The hexes where a side may place a marker, in order.
    pub fn observable<'a>(
        &'a self,
        rules: &'a Rules,
        side: usize,
    ) -> impl Iterator<Item = Hex> + use<'a> {
        let hexes = rules.map.grid().hexes();
        hexes.filter(move |&hex| self.check_observe(rules, side, hex).is_ok())
    }

    /// Places a marker, and asks for the next if the side has any left.
    pub fn do_observe(&mut self, cx: &mut Context<'_>, side: usize, hex: Hex) {
        let rules = cx.rules;
        self.air[side].observation = self.air[side].observation.saturating_sub(1);
        self.observed.push(hex);
        self.observed.sort_unstable();
        let left = self.air[side].observation;
        self.emit(cx, || {
            Detail::AirObservation(AirObservation {
                side: rules.sides[side].clone(),
                hex: rules.label(hex).to_owned(),
                left,
                rule: "KB 12.22".to_owned(),
            })
        });
        if left == 0 || self.observable(rules, side).next().is_none() {
            self.end_observing(rules, side);
        }
    }

    /// Markers that are not placed now are of no more use this turn; the attacks begin.
    pub fn end_observing(&mut self, rules: &Rules, side: usize) {
        self.air[side].observation = 0;
        self.offer_attack(rules);
    }
}
