//! KB 9.3 Persistent gas.

use crate::event::{Detail, Gas, GasRemoval};

use crate::context::Context;
use crate::guns::Guns;
use crate::owed_steps::{OwedFor, OwedSteps};
use crate::position::{Decision, Position};
use crate::rules::{GERMAN, Rules, Unit};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

impl Position {
    /// Asks where the German player fires gas, if he has the points, a marker and a target
    /// (KB 9.31, 9.36).
    pub fn offer_gas(&mut self, rules: &Rules) {
        let possible = self.spare_gas_marker(rules)
            && self.guns[GERMAN].total() >= rules.constants.artillery.gas_unit as u32
            && self.gas_targets(rules).next().is_some();
        self.decision = if possible { Decision::Gas } else { Decision::None };
    }

    /// KB 9.36: whether a marker is off the map.
    fn spare_gas_marker(&self, rules: &Rules) -> bool {
        (self.gas.len() as i32) < rules.constants.artillery.gas_marker_count
    }

    /// The German unit nearest to a hex, with the distance.
    fn nearest_german(&self, rules: &Rules, hex: Hex) -> Option<(Unit, u32)> {
        let grid = rules.map.grid();
        self.on_map(rules, GERMAN)
            .filter_map(|unit| Some((unit, grid.distance(self.hex(unit)?, hex))))
            .min_by_key(|&(unit, distance)| (distance, unit))
    }

    /// KB 9.31 to 9.33: whether gas can be fired at a hex with these points.
    pub fn check_gas(&self, rules: &Rules, hex: Hex, guns: Guns) -> Result<(), Violation> {
        let numbers = &rules.constants.artillery;
        if guns.total() != numbers.gas_unit as u32 {
            return Err(Violation::new(
                "KB 9.31",
                format!("a persistent gas marker takes {} artillery points", numbers.gas_unit),
            ));
        }
        if !self.spare_gas_marker(rules) {
            return Err(Violation::new("KB 9.36", "all gas markers are on the map"));
        }
        let least = numbers.gas_minimum_distance as u32;
        if let Some((unit, distance)) = self.nearest_german(rules, hex)
            && distance < least
        {
            return Err(Violation::new(
                "KB 9.33",
                format!(
                    "{} is {distance} hexes from '{}': gas falls {least} or more from German units",
                    rules.label(hex),
                    rules.unit(unit).name
                ),
            ));
        }
        self.check_guns(rules, GERMAN, guns, hex)
    }

    /// Fires gas that [`Position::check_gas`] allowed.
    pub fn do_gas(&mut self, cx: &mut Context<'_>, hex: Hex, guns: Guns) {
        let rules = cx.rules;
        self.spend_guns(GERMAN, guns);
        self.mark_gas(rules, hex, true);
        self.emit(cx, || {
            let nearest = self.nearest_german(rules, hex);
            let range = || self.told_range(rules, GERMAN, hex);
            Detail::Gas(Gas {
                side: rules.sides[GERMAN].clone(),
                hex: rules.label(hex).to_owned(),
                field: guns.field,
                heavy: guns.heavy,
                left: self.guns[GERMAN],
                range: (guns.field > 0).then(range).flatten(),
                nearest: nearest.map(|(unit, _)| rules.unit(unit).name.clone()),
                nearest_distance: nearest.map(|(_, distance)| distance),
                markers: self.gas.len() as u16,
                rule: "KB 9.32".to_owned(),
            })
        });
        self.offer_gas(rules);
    }

    /// Every hex that gas can be fired at, with the plain points for it: field artillery as far
    /// as it reaches and lasts, heavy for the rest. Where a marker lies there is no other.
    pub fn gas_targets<'a>(
        &'a self,
        rules: &'a Rules,
    ) -> impl Iterator<Item = (Hex, Guns)> + use<'a> {
        let points = rules.constants.artillery.gas_unit as u32;
        let least = rules.constants.artillery.gas_minimum_distance as u32;
        let grid = rules.map.grid();
        let mut germans: Vec<Hex> =
            self.on_map(rules, GERMAN).filter_map(|unit| self.hex(unit)).collect();
        germans.sort_unstable();
        germans.dedup();
        grid.hexes().filter_map(move |hex| {
            let free = !self.gas.contains(&hex)
                && germans.iter().all(|&other| grid.distance(other, hex) >= least);
            free.then(|| self.plain_guns(rules, GERMAN, hex, points)).flatten().map(|g| (hex, g))
        })
    }

    /// KB 9.34: what gas adds to the cost of entering or leaving by a hex. The hexside is no part
    /// of the hex and costs the same.
    pub fn gas_to(&self, rules: &Rules, hex: Hex) -> i32 {
        if self.gas.is_empty() || !self.under_gas(hex) {
            return 0;
        }
        let multiplier = rules.constants.artillery.gas_movement_multiplier;
        rules.map.hex_cost(hex).unwrap_or(0) * (multiplier - 1)
    }

    /// KB 9.34: each stack that ends its movement phase under gas loses a step.
    pub fn begin_gas_losses(&mut self, rules: &Rules, side: usize) {
        if self.gas.is_empty() {
            return;
        }
        let mut stacks: Vec<Hex> = self
            .on_map(rules, side)
            .filter_map(|unit| self.hex(unit))
            .filter(|&hex| self.under_gas(hex))
            .collect();
        stacks.sort_unstable();
        stacks.dedup();
        let steps = rules.constants.artillery.gas_step_loss;
        self.owed = OwedSteps::new(side, OwedFor::Gas, stacks, steps);
    }

    /// KB 9.35: in the Terminal Phase a die is rolled for each marker.
    pub fn remove_gas(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        for hex in self.gas.clone() {
            let die = self.roll(cx, "gas-removal", GERMAN, "KB 9.35");
            let removed = i32::from(die) == rules.constants.artillery.gas_removal_roll;
            if removed {
                self.mark_gas(rules, hex, false);
            }
            self.emit(cx, || {
                Detail::GasRemoval(GasRemoval {
                    hex: rules.label(hex).to_owned(),
                    die,
                    removed,
                    markers: self.gas.len() as u16,
                    rule: "KB 9.35".to_owned(),
                })
            });
        }
    }
}
