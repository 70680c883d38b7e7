//! What the screens ask of a game.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_hex::path::Reach;
use salient_rules::game::{
    Directed, Marker, MarkerLook, Modifier, Question, Spending, StatesOf, UnderFire,
};
use salient_rules::play::{GamePosition, View};
use salient_rules::questions::Questions;
use salient_rules::{Action, Violation};

use crate::acts::Act;
use crate::decision::Decision;
use crate::rules::InfantryAttacks;
use crate::{activation, keep, moves, paths, previews, prompts, sequence, state, unit_states};

/// What units are marked with on the map: disrupted, demoralized (IA 14.2, 14.3), dug in (IA 16.2)
/// or in the entrenchment of their hex (IA 16.31).
const MARKED: [&str; 4] = ["disrupted", "demoralized", "dug-in", "entrenched"];

/// What a view of a game answers.
pub struct Answers<'a>(pub View<'a, InfantryAttacks>);

impl<'a> Questions<'a> for Answers<'a> {
    fn markers(&self) -> Vec<Marker> {
        let View { rules, position } = &self.0;
        let own = &position.own;
        let drumfire = own.drumfire.iter();
        let drumfire =
            drumfire.map(|(hex, _)| Marker::in_hex(*hex, "Drumfire", MarkerLook::Hazard));
        let smoke = own.smoke.iter();
        let smoke = smoke.map(|(hex, _)| Marker::in_hex(*hex, "Smoke", MarkerLook::Sight));
        // One marker a hex tells of how many there.
        let marks = MARKED
            .iter()
            .filter_map(|id| unit_states::state(id))
            .filter_map(|state| Some((state.mark, state.name, state.look?)));
        let marks: Vec<(u32, &str, MarkerLook)> = marks.collect();
        let mut marked: BTreeMap<(Hex, usize), usize> = BTreeMap::new();
        for unit in
            rules.compiled.all_units().filter(|&unit| !state::has(position, unit, state::HIDDEN))
        {
            let Some(hex) = position.hex(unit) else { continue };
            for (at, &(flag, ..)) in marks.iter().enumerate() {
                if state::has(position, unit, flag) {
                    *marked.entry((hex, at)).or_default() += 1;
                }
            }
        }
        let marked = marked.into_iter().map(|((hex, at), count)| {
            let (_, name, look) = marks[at];
            match count {
                1 => Marker::in_hex(hex, name, look),
                _ => Marker::in_hex(hex, format!("{count} {name}"), look),
            }
        });
        let mut markers: Vec<Marker> = drumfire.chain(smoke).chain(marked).collect();
        markers.sort();
        markers
    }

    fn directed(&self) -> Vec<Directed> {
        activation::reaches(self.0.rules, &self.0.position)
    }

    fn states(&self) -> Vec<StatesOf<'a>> {
        self.0.states_by(|unit| keep::states(self.0.rules, &self.0.position, unit))
    }

    fn question(&self) -> Option<Question> {
        let asked = self.0.position.asked()?;
        Some(prompts::question(self.0.rules, &self.0.position, &asked.what))
    }

    fn remark(&self, action: &Action) -> Option<String> {
        let View { rules, position } = &self.0;
        let (side, act) = (position.deciding()?, rules.act::<Act>(action).ok()?);
        previews::remark(rules, position, side, &act)
    }

    fn aims(&self) -> Vec<(&'a str, Hex)> {
        let View { rules, position } = &self.0;
        let aims = previews::aims(rules, position);
        aims.into_iter().map(|(gun, hex)| (rules.unit(gun).name.as_str(), hex)).collect()
    }

    fn strikes_first(&self, action: &Action) -> Option<String> {
        let View { rules, position } = &self.0;
        let (side, act) = (position.deciding()?, rules.act::<Act>(action).ok()?);
        previews::strikes_first(rules, position, side, &act)
    }

    fn leads_to(&self, action: &Action) -> Option<Action> {
        let View { rules, position } = &self.0;
        let (side, act) = (position.deciding()?, rules.act::<Act>(action).ok()?);
        let attack = previews::leads_to(rules, position, side, &act)?;
        Some(rules.action(&attack))
    }

    fn unfinished(&self) -> Option<Violation> {
        let View { rules, position } = &self.0;
        let side = position.deciding()?;
        match position.asked()?.what {
            Decision::Segment => sequence::check_pass(rules, position, side).err(),
            Decision::Act => sequence::check_done(rules, position, side).err(),
            _ => None,
        }
    }

    fn reachable(&self, unit: &str, beyond: u32, reach: &mut Reach) -> Option<Spending> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit)?;
        position.asked().filter(|ask| ask.what == Decision::Act)?;
        moves::may_move(rules, position, rules.side_of(unit), unit).ok()?;
        paths::find_ways(rules, position, unit, beyond, reach).map(Spending::movement)
    }

    fn under_fire(&self, unit: &str) -> Vec<UnderFire> {
        let View { rules, position } = &self.0;
        let unit = rules.find_unit(unit);
        unit.map_or_else(Vec::new, |unit| previews::under_fire(rules, position, unit))
    }

    fn modifiers(&self, action: &Action) -> Vec<Modifier> {
        let View { rules, position } = &self.0;
        let (Some(side), Ok(act)) = (position.deciding(), rules.act::<Act>(action)) else {
            return Vec::new();
        };
        previews::modifiers(rules, position, side, &act)
    }
}
