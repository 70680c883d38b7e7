//! What drumfire (KB 9.4) and ground attack (KB 12.3) share: the target, the table and the losses.

use crate::event::{Bombardment, BombardmentKind, Detail};
use salient_schema::event::Modifier;

use crate::context::Context;
use crate::guns::Guns;
use crate::owed_steps::{OwedFor, OwedSteps};
use crate::position::Position;
use crate::rules::{Rules, enemy_of};
use salient_hex::grid::Hex;
use salient_rules::action::Violation;
use salient_rules::words::plural;

/// One bombardment of one hex, its points paid.
#[derive(Clone, Copy, Debug)]
pub struct Fire {
    pub kind: BombardmentKind,
    pub side: usize,
    pub hex: Hex,
    pub guns: Guns,
    pub air: u16,
}

impl Position {
    /// Hexes that a side may still bombard in this step of the sequence of play, by rising
    /// number.
    pub fn bombardment_targets<'a>(
        &'a self,
        rules: &'a Rules,
        side: usize,
    ) -> impl Iterator<Item = Hex> + use<'a> {
        rules.map.grid().hexes().filter(move |&hex| {
            self.enemy_in(hex, side)
                && !self.bombarded.contains(&hex)
                && !self.has_just_arrived(hex)
        })
    }

    /// KB 9.42, 9.43, 15.16: whether a side may bombard a hex with so many points.
    pub fn check_bombardment(
        &self,
        rules: &Rules,
        side: usize,
        hex: Hex,
        points: u32,
    ) -> Result<(), Violation> {
        let label = rules.label(hex);
        if !self.enemy_in(hex, side) {
            return Err(Violation::new("KB 9.42", format!("no enemy unit is in {label}")));
        }
        if self.bombarded.contains(&hex) {
            return Err(Violation::new(
                "KB 9.42",
                format!("{label} has been bombarded in this phase"),
            ));
        }
        if self.has_just_arrived(hex) {
            return Err(Violation::new(
                "KB 15.16",
                format!("reinforcements have just arrived in {label}"),
            ));
        }
        let stacking = self.stacking(rules, hex);
        if rules.drumfire.column(stacking, points).is_none() {
            return Err(Violation::new(
                "KB 9.48",
                format!(
                    "the table has no column for {} against {}",
                    plural(points as usize, "point"),
                    plural(stacking.max(0).unsigned_abs() as usize, "stacking point")
                ),
            ));
        }
        Ok(())
    }

    /// KB 15.16: whether a unit in a hex came onto the map there this game-turn. The hex by which
    /// it came is its entry hex, the printed one or another (KB 15.13, 15.15); nobody moves on
    /// from it, and nobody is lost in it, before the last bombardment of the game-turn.
    fn has_just_arrived(&self, hex: Hex) -> bool {
        self.entry_hexes.contains(&hex)
    }

    /// KB 9.43 to 9.45: reads the table and lets the stack pay.
    pub fn bombard(&mut self, cx: &mut Context<'_>, fire: Fire) {
        let rules = cx.rules;
        let Fire { kind, side, hex, guns, air } = fire;
        let stacking = self.stacking(rules, hex);
        let points = guns.total() + u32::from(air);
        self.bombarded.push(hex);
        let (purpose, rule) = match kind {
            BombardmentKind::Drumfire => ("drumfire", "KB 9.43"),
            BombardmentKind::GroundAttack => ("ground-attack", "KB 12.31"),
        };
        let die = self.roll(cx, purpose, side, rule);
        // KB 9.44: the terrain of the hex; rivers and excavations never help (KB 5.32).
        let terrain = rules.map.defence(hex);
        let modified = i32::from(die) + terrain;
        let morale =
            self.stack(hex).map(|unit| self.face(rules, unit).morale).max().unwrap_or_default();
        let Some((line, column)) = rules.drumfire.column(stacking, points) else { return };
        let Some(cell) = rules.drumfire.read(column, modified) else { return };
        let steps = (cell.result.unwrap_or(0) - morale).max(0);
        self.emit(cx, || {
            let modifier = Modifier {
                value: terrain,
                reason: "terrain".to_owned(),
                hex: Some(rules.label(hex).to_owned()),
                rule: "KB 9.44".to_owned(),
            };
            let range = || self.told_range(rules, side, hex);
            Detail::Bombardment(Box::new(Bombardment {
                kind,
                side: rules.sides[side].clone(),
                hex: rules.label(hex).to_owned(),
                field: guns.field,
                heavy: guns.heavy,
                air,
                left: (!guns.is_none()).then_some(self.guns[side]),
                air_left: (air > 0).then_some(self.air[side].ground_attack),
                range: (guns.field > 0).then(range).flatten(),
                units: self.stack(hex).map(|unit| self.combatant(rules, unit, false)).collect(),
                stacking,
                line: line.head.clone(),
                column: column as u8 + 1,
                die,
                modifiers: if terrain == 0 { Vec::new() } else { vec![modifier] },
                modified_die: modified,
                row: cell.row,
                result: cell.result.map_or_else(|| "-".to_owned(), |n| n.to_string()),
                morale,
                steps,
                rule: "KB 9.45".to_owned(),
            }))
        });
        self.owed = OwedSteps::new(enemy_of(side), OwedFor::Bombardment, vec![hex], steps);
        self.continue_owed_steps(cx);
    }
}
