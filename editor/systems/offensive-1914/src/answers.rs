//! What the screens ask of a game.

use salient_hex::path::Reach;
use salient_rules::game::{PointsLeft, Spending};
use salient_rules::play::View;
use salient_rules::questions::Questions;

use crate::decision::Decision;
use crate::march;
use crate::rules::Offensive;

/// What a view of a game answers.
pub struct Answers<'a>(pub View<'a, Offensive>);

impl<'a> Questions<'a> for Answers<'a> {
    /// 1914 14.3.4: improved positions that each side may still build.
    fn points_left(&self) -> Vec<PointsLeft> {
        let quota = self.0.position.own.quota.iter().enumerate();
        let left = quota.map(|(side, left)| PointsLeft {
            side,
            kind: "improved positions".into(),
            points: u32::try_from(*left).unwrap_or_default(),
        });
        left.collect()
    }

    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit)?;
        position.asked().filter(|ask| matches!(ask.what, Decision::March(march::Asked::Move)))?;
        march::ways(rules, position, &[unit], beyond, reach)
    }
}
