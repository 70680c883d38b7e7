//! No rules of its own: how many artillery points of either kind may fire, for whoever sets them one
//! by one.

use crate::acts::Act;
use crate::guns::Guns;
use crate::position::Position;
use crate::rules::{Rules, Unit};
use salient_hex::grid::Hex;
use salient_rules::game::Bounds;

impl Position {
    /// Between which a number of an action of a side may be. Air points are not among them: of those
    /// every choice is legal as it is listed.
    pub fn bounds(&self, rules: &Rules, side: usize, act: &Act, field: &str) -> Option<Bounds> {
        let numbers = &rules.constants.artillery;
        let on = |hex: Hex, most: i32| {
            let most = u16::try_from(most).unwrap_or_default();
            let in_range = self.field_range(rules, side, hex).is_some();
            self.at_most(side, if in_range { most } else { 0 }, most)
        };
        let (most, step) = match act {
            Act::Attack { units, hexes, .. } => (self.most_rolling(rules, side, units, hexes), 1),
            Act::Sos { hex, .. } => {
                (on(*hex, self.sos_limit(rules).into()), numbers.sos_barrage_divisor)
            }
            Act::Gas { hex, .. } => (on(*hex, numbers.gas_unit), numbers.gas_unit),
            Act::Drumfire { hex, .. } => (on(*hex, numbers.drumfire_max_points), 1),
            Act::CounterBattery(_) => {
                let choices = self.counter_battery_choices(rules, side);
                let most = |kind: fn(&Guns) -> u16| choices.iter().map(kind).max().unwrap_or(0);
                let most = Guns::new(most(|guns| guns.field), most(|guns| guns.heavy));
                (most, numbers.counter_battery_unit)
            }
            _ => return None,
        };
        let most = match field.rsplit('.').next()? {
            "field" => most.field,
            "heavy" => most.heavy,
            _ => return None,
        };
        Some(Bounds::up_to(most, step.unsigned_abs()))
    }

    /// No more points of either kind than these, and no more than are left.
    fn at_most(&self, side: usize, field: u16, heavy: u16) -> Guns {
        let left = self.guns[side];
        Guns::new(left.field.min(field), left.heavy.min(heavy))
    }

    /// KB 9.51, 9.53: the most of a rolling barrage on any of the attacked hexes.
    fn most_rolling(&self, rules: &Rules, side: usize, units: &[Unit], hexes: &[Hex]) -> Guns {
        let targets = self.rolling_targets(rules, units, hexes);
        let in_range = targets.iter().filter(|target| target.field);
        let field = in_range.map(|target| target.limit).max().unwrap_or(0);
        let heavy = targets.iter().map(|target| target.limit).max().unwrap_or(0);
        self.at_most(side, field, heavy)
    }
}
