//! What the screens ask of a game.

use salient_hex::path::Reach;
use salient_rules::game::{
    Bounds, Marker, MarkerLook, PointsLeft, Question, Spending, StatesOf, SupplyView,
};
use salient_rules::play::View;
use salient_rules::questions::Questions;
use salient_rules::{Action, Violation};

use crate::acts::Act;
use crate::air::AirPoints;
use crate::context::KaisersBattle;
use crate::guns::Guns;
use crate::keep::STATES;
use crate::position::Decision;
use crate::rules::Unit;
use crate::supply::Supply;
use crate::{prompts, remarks};

/// What a view of a game answers.
pub struct Answers<'a>(pub View<'a, KaisersBattle>);

impl<'a> Questions<'a> for Answers<'a> {
    fn markers(&self) -> Vec<Marker> {
        let View { rules, position } = &self.0;
        let radius = rules.constants.artillery.gas_radius.max(0) as u32;
        let gas = position.gas.iter();
        let gas =
            gas.map(|&hex| Marker { radius, ..Marker::in_hex(hex, "Gas", MarkerLook::Hazard) });
        let observed = position.observed.iter();
        let observed = observed.map(|&hex| Marker::in_hex(hex, "Air", MarkerLook::Sight));
        gas.chain(observed).collect()
    }

    fn points_left(&self) -> Vec<PointsLeft> {
        let of_side = |(side, (guns, air)): (usize, (&Guns, &AirPoints))| {
            [
                ("field artillery", guns.field),
                ("heavy artillery", guns.heavy),
                ("air observation", air.observation),
                ("ground attack", air.ground_attack),
                ("interception", air.interception),
            ]
            .map(|(kind, points)| PointsLeft {
                side,
                kind: kind.into(),
                points: points.into(),
            })
        };
        let (guns, air) = (&self.0.position.guns, &self.0.position.air);
        let points = guns.iter().zip(air).enumerate().flat_map(of_side);
        points.filter(|left| left.points > 0).collect()
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'a>> {
        let View { rules, position } = &self.0;
        let one = |(unit, supply): (Unit, Supply)| SupplyView {
            name: &rules.unit(unit).name,
            state: supply.state(rules),
            distance: supply.distance(),
        };
        position.all_supplies(rules, side).into_iter().map(one).collect()
    }

    fn states(&self) -> Vec<StatesOf<'a>> {
        self.0.states_in(&STATES)
    }

    fn unfinished(&self) -> Option<Violation> {
        let View { rules, position } = &self.0;
        match position.decision {
            Decision::Attack { .. } => position.check_combat_done(rules).err(),
            _ => None,
        }
    }

    fn question(&self) -> Option<Question> {
        prompts::question(&self.0.position, self.0.rules)
    }

    fn remark(&self, action: &Action) -> Option<String> {
        let View { rules, position } = &self.0;
        remarks::remark(position, rules, &rules.act::<Act>(action).ok()?)
    }

    fn bounds(&self, action: &Action, field: &str) -> Option<Bounds> {
        let View { rules, position } = &self.0;
        let act = rules.act::<Act>(action).ok()?;
        position.bounds(rules, position.deciding()?, &act, field)
    }

    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit)?;
        match position.decision {
            Decision::Move { .. } => {
                position.may_move(rules, unit).ok()?;
                let (_, second) = position.segment(rules)?;
                position.find_moves_beyond(rules, unit, beyond, reach);
                Some(Spending::movement(position.allowance(rules, unit, second).total))
            }
            Decision::Advance { .. } => {
                position.may_advance(rules).find(|one| *one == unit)?;
                position.find_advances_beyond(rules, unit, beyond, reach);
                Some(Spending::movement(position.advance_allowance(rules, unit).total))
            }
            _ => None,
        }
    }
}
