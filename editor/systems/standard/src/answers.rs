//! What the screens may ask.

use salient_hex::path::Reach;
use salient_rules::game::{PointsLeft, Spending, SupplyView};
use salient_rules::play::View;
use salient_rules::questions::Questions;

use crate::game::{Decision, Standard};
use crate::{movement, replacements, supply};

/// A position as some sides know it, to be asked.
pub struct Answers<'a>(pub View<'a, Standard>);

impl<'a> Questions<'a> for Answers<'a> {
    fn points_left(&self) -> Vec<PointsLeft> {
        replacements::left(self.0.rules, &self.0.position)
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'a>> {
        supply::views(self.0.rules, &self.0.position, side)
    }

    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let (rules, position) = (self.0.rules, &*self.0.position);
        let Decision::Move { at } = position.asked()?.what else { return None };
        let unit = rules.compiled.find_unit(unit)?;
        let points = movement::find(rules, position, &[unit], at, (beyond, reach))?;
        Some(match rules.terrain.parts {
            1 => Spending::movement(points),
            parts => Spending {
                points: points.max(0).unsigned_abs(),
                kind: format!("parts of movement points, {parts} to a point").into(),
            },
        })
    }
}
