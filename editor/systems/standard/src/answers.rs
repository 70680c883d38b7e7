//! What the screens may ask.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::game::{
    Marker, MarkerLook, Modifier, PointsLeft, Question, Reason, Spending, StatesOf, SupplyView,
    UnderFire,
};
use salient_rules::play::View;
use salient_rules::questions::Questions;
use salient_rules::{Action, Violation};

use crate::acts::Act;
use crate::game::{Decision, Standard};
use crate::state::flag_of;
use crate::{combat, fire, movement, overrun, prompts, replacements, states, supply};

/// A position as some sides know it, to be asked.
pub struct Answers<'a>(pub View<'a, Standard>);

impl<'a> Questions<'a> for Answers<'a> {
    fn points_left(&self) -> Vec<PointsLeft> {
        replacements::left(self.0.rules, &self.0.position)
    }

    fn supplies(&self, side: usize) -> Vec<SupplyView<'a>> {
        supply::views(self.0.rules, &self.0.position, side)
    }

    fn zones_of_control(&self, side: usize) -> Vec<Hex> {
        let board = self.0.position.board();
        let hexes = self.0.rules.compiled.map.grid().hexes();
        hexes.filter(|&hex| board.controls(hex, side)).collect()
    }

    fn markers(&self) -> Vec<Marker> {
        let View { rules, position } = &self.0;
        // One marker a hex tells of how many there.
        let mut marked: BTreeMap<(Hex, u8), usize> = BTreeMap::new();
        for unit in rules.compiled.all_units() {
            let (Some(hex), flags) = (position.hex(unit), position.state(unit).flags) else {
                continue;
            };
            for place in 0..rules.states.states.len() as u8 {
                if flags & flag_of(place) != 0 {
                    *marked.entry((hex, place)).or_default() += 1;
                }
            }
        }
        let marked = marked.into_iter().filter_map(|((hex, place), count)| {
            let name = &rules.play.states.get(usize::from(place))?.name;
            let name = if count == 1 { name.clone() } else { format!("{count} × {name}") };
            Some(Marker::in_hex(hex, name, MarkerLook::State))
        });
        marked.collect()
    }

    fn states(&self) -> Vec<StatesOf<'a>> {
        self.0.states_by(|unit| states::names(self.0.rules, &self.0.position, unit))
    }

    fn question(&self) -> Option<Question> {
        prompts::question(self.0.rules, &self.0.position)
    }

    fn remark(&self, action: &Action) -> Option<String> {
        let View { rules, position } = &self.0;
        match rules.compiled.act::<Act>(action).ok()? {
            act @ Act::Fire { .. } => fire::remark(rules, position, &act),
            act @ Act::Attack { .. } => combat::words::remark(rules, position, &act),
            Act::Overrun { units, hex } => {
                let [attack, defence] = overrun::strengths(rules, position, &units, hex);
                Some(format!("{attack} to {defence}"))
            }
            _ => None,
        }
    }

    fn modifiers(&self, action: &Action) -> Vec<Modifier> {
        let View { rules, position } = &self.0;
        match rules.compiled.act::<Act>(action) {
            Ok(act @ Act::Fire { .. }) => {
                fire::modifiers(rules, position, &act).unwrap_or_default()
            }
            Ok(act @ Act::Attack { .. }) => combat::words::modifiers(rules, position, &act),
            _ => Vec::new(),
        }
    }

    fn unfinished(&self) -> Option<Violation> {
        let View { rules, position } = &self.0;
        let ask = position.asked()?;
        match ask.what {
            Decision::Attack { at } => {
                combat::check(rules, position, ask.side()?, at, &Act::Done).err()
            }
            _ => None,
        }
    }

    fn under_fire(&self, unit: &str) -> Vec<UnderFire> {
        let View { rules, position } = &self.0;
        let Some(Decision::Move { at }) = position.asked().map(|ask| &ask.what) else {
            return Vec::new();
        };
        let unit = rules.compiled.find_unit(unit);
        unit.map_or_else(Vec::new, |unit| fire::under_fire(rules, position, (unit, *at)))
    }

    fn costs(&self, unit: &str, way: &[Hex]) -> Vec<Vec<Modifier>> {
        let View { rules, position } = &self.0;
        let Some(Decision::Move { at }) = position.asked().map(|ask| &ask.what) else {
            return Vec::new();
        };
        let unit = rules.compiled.find_unit(unit);
        unit.map_or_else(Vec::new, |unit| movement::costs(rules, position, (unit, *at), way))
    }

    fn supplied_by(&self, unit: &str) -> Option<Reason> {
        let View { rules, position } = &self.0;
        supply::reason(rules, position, rules.compiled.find_unit(unit)?)
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
