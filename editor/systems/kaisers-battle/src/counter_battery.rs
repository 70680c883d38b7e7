//! KB 9.2 Counter-battery fire.

use crate::event::{CounterBattery, Detail};

use crate::context::Context;
use crate::guns::Guns;
use crate::hidden::Choice;
use crate::position::{Decision, Position};
use crate::rules::{Rules, enemy_of};
use salient_rules::action::Violation;

impl Position {
    /// Begins the Counter-Battery Phase: both sides allot points in secret (KB 9.22).
    pub fn continue_counter_battery(&mut self, cx: &mut Context<'_>) {
        while let Some(side) = self.hidden.to_choose() {
            // Who has not enough for one allotment has nothing to choose.
            if self.guns[side].total() >= cx.rules.constants.artillery.counter_battery_unit as u32 {
                self.decision = Decision::CounterBattery { side };
                return;
            }
            self.hidden.put(side, Choice::CounterBattery(Guns::NONE));
        }
        let Some([Choice::CounterBattery(german), Choice::CounterBattery(allied)]) =
            self.hidden.show()
        else {
            return;
        };
        self.fire_at_guns(cx, [german, allied]);
    }

    /// KB 9.21: points are allotted in tens. KB 9.24: there is no range.
    pub fn check_counter_battery(
        &self,
        rules: &Rules,
        side: usize,
        guns: Guns,
    ) -> Result<(), Violation> {
        let unit = rules.constants.artillery.counter_battery_unit as u32;
        if !guns.total().is_multiple_of(unit) {
            return Err(Violation::new(
                "KB 9.21",
                format!(
                    "counter-battery fire takes points in multiples of {unit}, not {}",
                    guns.total()
                ),
            ));
        }
        self.check_points(side, guns)
    }

    pub fn choose_counter_battery(&mut self, cx: &mut Context<'_>, side: usize, guns: Guns) {
        self.hidden.put(side, Choice::CounterBattery(guns));
        self.continue_counter_battery(cx);
    }

    /// KB 9.23: both pay, both roll, and then both results take effect at once.
    fn fire_at_guns(&mut self, cx: &mut Context<'_>, fire: [Guns; 2]) {
        let rules = cx.rules;
        for (side, &guns) in fire.iter().enumerate() {
            self.spend_guns(side, guns);
        }
        let before = self.guns;
        for (side, &guns) in fire.iter().enumerate() {
            if guns.is_none() {
                continue;
            }
            let die = self.roll(cx, "counter-battery", side, "KB 9.23");
            let Some((column, counter)) = rules.counter_battery.read(guns.total(), die) else {
                continue;
            };
            let enemy = enemy_of(side);
            self.guns[enemy] = counter.leaves(before[enemy]);
            self.emit(cx, || {
                Detail::CounterBattery(CounterBattery {
                    side: rules.sides[side].clone(),
                    field: guns.field,
                    heavy: guns.heavy,
                    left: before[side],
                    column: column.to_string(),
                    die,
                    result: counter.printed(),
                    enemy_before: before[enemy],
                    enemy_after: self.guns[enemy],
                    rule: "KB 9.23".to_owned(),
                })
            });
        }
    }

    /// The plain allotments: each number of tens, of field artillery first and of heavy first.
    pub fn counter_battery_choices(&self, rules: &Rules, side: usize) -> Vec<Guns> {
        let unit = rules.constants.artillery.counter_battery_unit as u32;
        let left = self.guns[side];
        let mut out = Vec::new();
        for points in (0..=left.total()).step_by(unit as usize) {
            let field = u32::from(left.field).min(points);
            let heavy = u32::from(left.heavy).min(points);
            out.push(Guns::new(field as u16, (points - field) as u16));
            out.push(Guns::new((points - heavy) as u16, heavy as u16));
        }
        out
    }
}
