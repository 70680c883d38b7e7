//! What the screens ask of a game.

use salient_hex::path::Reach;
use salient_rules::game::{PointsLeft, Question, Spending, StatesOf, SupplyView};
use salient_rules::play::View;
use salient_rules::questions::Questions;
use salient_rules::{Action, Violation};

use crate::acts::Act;
use crate::context::StormInTheWest;
use crate::keep::STATES;
use crate::position::Decision;
use crate::{actions, remarks};

/// What a view of a game answers.
pub struct Answers<'a>(pub View<'a, StormInTheWest>);

impl<'a> Questions<'a> for Answers<'a> {
    fn points_left(&self) -> Vec<PointsLeft> {
        let nations = self.0.rules.nations.iter().zip(&self.0.position.replacements);
        nations
            .filter(|&(_, &steps)| steps > 0)
            .map(|(nation, &steps)| PointsLeft {
                side: nation.side,
                kind: format!("replacement steps ({})", nation.name).into(),
                points: steps.unsigned_abs(),
            })
            .collect()
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'a>> {
        let View { rules, position } = &self.0;
        let net = position.supply_net(rules, side);
        position
            .on_map(rules, side)
            .filter_map(|unit| {
                let hex = position.hex(unit)?;
                let state = position.supply_of(rules, &net, unit, hex).state();
                Some(SupplyView { name: &rules.unit(unit).name, state, distance: None })
            })
            .collect()
    }

    fn states(&self) -> Vec<StatesOf<'a>> {
        self.0.states_in(&STATES)
    }

    fn question(&self) -> Option<Question> {
        actions::question(&self.0.position, self.0.rules)
    }

    fn remark(&self, action: &Action) -> Option<String> {
        let View { rules, position } = &self.0;
        remarks::remark(position, rules, &rules.act::<Act>(action).ok()?)
    }

    fn scores(&self) -> Vec<PointsLeft> {
        remarks::morale(&self.0.position, self.0.rules)
    }

    fn unfinished(&self) -> Option<Violation> {
        let View { rules, position } = &self.0;
        match position.decision {
            Decision::SetUp { side } => position.left_to_set_up(rules, side),
            Decision::Move { side } => position.check_movement_done(rules, side).err(),
            Decision::Infiltrate { side } => position.check_infiltration_done(rules, side).err(),
            _ => None,
        }
    }

    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit)?;
        if !matches!(position.decision, Decision::Move { .. }) {
            return None;
        }
        position.may_move(rules, unit).ok()?;
        position.find_moves_beyond(rules, unit, beyond, reach);
        Some(Spending::movement(position.points_left(rules, unit)))
    }
}
