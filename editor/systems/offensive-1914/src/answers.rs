//! What the screens ask of a game.

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::game::{LineView, Modifier, PointsLeft, Question, Spending, SupplyView};
use salient_rules::play::{GamePosition, Procedures, View};
use salient_rules::questions::Questions;
use salient_rules::{Action, Violation};

use crate::abreast::steps;
use crate::acts::Act;
use crate::decision::{Decision, battle, march};
use crate::march::special;
use crate::rules::Offensive;
use crate::siege_guns::Charge;
use crate::state::SpecialPoint;
use crate::{armies, prompts, shown, supply};

/// What a view of a game answers.
pub struct Answers<'a>(pub View<'a, Offensive>);

impl<'a> Questions<'a> for Answers<'a> {
    /// 1914 14.3.4: improved positions that each side may still build; 7.7.1: its rail points, in
    /// halves; 13.4: bombardments that are left to whoever has siege artillery.
    fn points_left(&self) -> Vec<PointsLeft> {
        let quota = self.0.position.own.quota.iter().enumerate();
        let left = quota.map(|(side, left)| PointsLeft {
            side,
            kind: "improved positions".into(),
            points: u32::try_from(*left).unwrap_or_default(),
        });
        let mut left: Vec<PointsLeft> = left.collect();
        let View { rules, position } = &self.0;
        for side in 0..rules.sides.len() {
            if rules.siege_units(side).any(|unit| position.hex(unit).is_some()) {
                let all = Charge::all_left(rules, position).into_iter().zip(Charge::NAMES);
                left.extend(all.map(|(points, kind)| PointsLeft {
                    side,
                    kind: kind.into(),
                    points: u32::try_from(points).unwrap_or_default(),
                }));
            }
        }
        let rails = position.own.rail_points.iter().enumerate();
        left.extend(rails.filter(|(_, halves)| **halves > 0).map(|(side, halves)| PointsLeft {
            side,
            kind: "half rail points".into(),
            points: u32::from(*halves),
        }));
        let special = position.own.special_points.iter().zip(special::WHOSE);
        let ready = |own: &SpecialPoint| matches!(own, SpecialPoint::Ready | SpecialPoint::InUse);
        left.extend(special.filter(|(own, _)| ready(own)).map(|(_, (whose, _))| PointsLeft {
            side: rules.allied,
            kind: match whose {
                "belgian" => "special rail point for Belgians".into(),
                _ => "special rail point for the Royal Naval Division".into(),
            },
            points: 1,
        }));
        left
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'a>> {
        supply::views(self.0.rules, &self.0.position, side)
    }

    fn lines(&self, unit: &str, to: Option<Hex>) -> Vec<LineView> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit);
        unit.map_or_else(Vec::new, |unit| shown::lines(rules, position, unit, to))
    }

    fn question(&self) -> Option<Question> {
        Some(prompts::question(self.0.rules, &self.0.position.asked()?.what))
    }

    fn remark(&self, action: &Action) -> Option<String> {
        let View { rules, position } = &self.0;
        prompts::remark(rules, position, &rules.act::<Act>(action).ok()?)
    }

    /// 1914 5, 19.1.1: armies, corps and boundaries of a unit that is picked, and pairs of hexes.
    fn more_for(&self, unit: &str) -> Vec<(Action, Option<Violation>)> {
        let View { rules, position } = &self.0;
        let of_unit = || {
            let asked = position.asked().filter(|ask| ask.what == Decision::Attachment)?;
            Some(armies::more(rules, position, asked.side()?, rules.find_unit(unit)?))
        };
        let in_two = || {
            let moves = |asked: &Decision| matches!(asked, Decision::March(march::Asked::Move));
            let asked = position.asked().filter(|ask| moves(&ask.what))?;
            let acts = steps::more(rules, position, asked.side()?, rules.find_unit(unit)?);
            Some(acts.into_iter().map(|act| (act, None)).collect())
        };
        let acts = of_unit().or_else(in_two).unwrap_or_default().into_iter();
        acts.map(|(act, why)| (rules.action(&act), why)).collect()
    }

    fn modifiers(&self, action: &Action) -> Vec<Modifier> {
        let View { rules, position } = &self.0;
        let act = rules.act::<Act>(action);
        act.map_or_else(|_| Vec::new(), |act| prompts::modifiers(rules, position, &act))
    }

    /// Who must still be placed, attack or give way before the side is done.
    fn unfinished(&self) -> Option<Violation> {
        let View { rules, position } = &self.0;
        let side = position.deciding()?;
        let done = match position.asked()?.what {
            Decision::March(
                march::Asked::Overstacked(_)
                | march::Asked::Land(_)
                | march::Asked::Destination(..),
            )
            | Decision::Displace(_)
            | Decision::Site(_)
            | Decision::Shortage
            | Decision::Retreat(_)
            | Decision::Loss(_) => return None,
            Decision::Battle(ref asked) => *asked == battle::Asked::Indicate,
            _ => true,
        };
        done.then(|| Offensive::check(rules, position, side, &Act::Done).err()).flatten()
    }

    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit)?;
        position.asked().filter(|ask| matches!(ask.what, Decision::March(march::Asked::Move)))?;
        crate::march::ways(rules, position, &[unit], beyond, reach)
    }
}
