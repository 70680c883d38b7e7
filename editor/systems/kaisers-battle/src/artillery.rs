//! KB 9.1, 9.8 Artillery points: how many there are, how far they reach, and their spending.

use crate::event::{ArtilleryPoints, Detail, FieldRange};

use crate::context::Context;
use crate::guns::Guns;
use crate::position::Position;
use crate::rules::{GERMAN, Rules, Unit};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;

impl Position {
    /// Gives both sides the points of the game-turn (KB 9.81, 9.82). What is left of the turn
    /// before is lost (KB 9.0).
    pub fn receive_guns(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        for side in 0..2 {
            let guns = rules.tracks[side].get(self.turn_place).copied().unwrap_or_default();
            self.guns[side] = guns;
            self.emit(cx, || {
                Detail::ArtilleryPoints(ArtilleryPoints {
                    side: rules.sides[side].clone(),
                    field: guns.field,
                    heavy: guns.heavy,
                    rule: if side == GERMAN { "KB 9.81" } else { "KB 9.82" }.to_owned(),
                })
            });
        }
    }

    /// The nearest headquarters of a side that brings its field artillery to bear on a hex, with
    /// the distance (KB 9.11).
    pub fn field_range(&self, rules: &Rules, side: usize, hex: Hex) -> Option<(Unit, u32)> {
        let grid = rules.map.grid();
        let range = rules.constants.artillery.field_range as u32;
        rules.headquarters[side]
            .iter()
            .filter_map(|&unit| Some((unit, grid.distance(self.hex(unit)?, hex))))
            .filter(|&(_, distance)| distance <= range)
            .min_by_key(|&(unit, distance)| (distance, unit))
    }

    /// The range that field artillery fires under, for the log.
    pub fn told_range(&self, rules: &Rules, side: usize, hex: Hex) -> Option<FieldRange> {
        let (unit, distance) = self.field_range(rules, side, hex)?;
        Some(FieldRange {
            headquarters: rules.unit(unit).name.clone(),
            hex: self.hex(unit).map(|hex| rules.label(hex).to_owned()).unwrap_or_default(),
            distance,
        })
    }

    /// Whether a side has these points and can fire them at a hex (KB 9.8, 9.11).
    pub fn check_guns(
        &self,
        rules: &Rules,
        side: usize,
        guns: Guns,
        hex: Hex,
    ) -> Result<(), Violation> {
        self.check_points(side, guns)?;
        if guns.field > 0 && self.field_range(rules, side, hex).is_none() {
            return Err(Violation::new(
                "KB 9.11",
                format!("no headquarters brings field artillery to {}", rules.label(hex)),
            ));
        }
        Ok(())
    }

    /// Whether a side has these points left (KB 9.8).
    pub fn check_points(&self, side: usize, guns: Guns) -> Result<(), Violation> {
        let left = self.guns[side];
        if left.covers(guns) {
            return Ok(());
        }
        Err(Violation::new(
            "KB 9.8",
            format!("{} field and {} heavy artillery points are left", left.field, left.heavy),
        ))
    }

    /// Takes points off a side's track (KB 9.8).
    pub fn spend_guns(&mut self, side: usize, guns: Guns) {
        self.guns[side] = self.guns[side].less(guns);
    }

    /// The plain way to fire so many points at a hex: field artillery as far as it reaches and
    /// lasts, heavy for the rest. None if there are not enough.
    pub fn plain_guns(&self, rules: &Rules, side: usize, hex: Hex, points: u32) -> Option<Guns> {
        let in_range = self.field_range(rules, side, hex).is_some();
        self.mix(side, in_range, points)
    }

    /// The plain way to fire so many points where field artillery reaches or does not.
    pub fn mix(&self, side: usize, in_range: bool, points: u32) -> Option<Guns> {
        let left = self.guns[side];
        let field = if in_range { u32::from(left.field).min(points) } else { 0 };
        let heavy = points - field;
        (heavy <= u32::from(left.heavy)).then(|| Guns::new(field as u16, heavy as u16))
    }
}
