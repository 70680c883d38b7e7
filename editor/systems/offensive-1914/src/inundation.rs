//! 1914 21.3: the inundation of the Ijzer. Before it is made it does not exist; then nobody attacks
//! across it (1914 9.2.3), and only who began the phase next to it crosses (1914 7.1.5).

use salient_hex::{Direction, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position};

use crate::acts::Act;
use crate::decision::Decision;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, Flooded};
use crate::force;
use crate::rules::{Offensive, Rules};
use crate::state::Inundation;
use crate::units::Kind;

/// Whether a hexside is flooded now.
#[inline]
pub fn floods(
    rules: &Rules,
    position: &Position<Offensive>,
    hex: Hex,
    direction: Direction,
) -> bool {
    rules.terrain.side(hex, direction).inundation && position.own.inundation == Inundation::Made
}

/// Whether the Allies may try it: once in a game, with infantry of a division's size in Nieuwpoort.
fn may_be_made(rules: &Rules, position: &Position<Offensive>, side: usize) -> bool {
    let there = |&hex: &Hex| {
        let own = position.stack(hex).filter(|&unit| {
            rules.side_of(unit) == side && rules.kind(position, unit) == Kind::Infantry
        });
        own.map(|unit| rules.size(position, unit)).sum::<i32>()
    };
    side == rules.allied
        && position.own.inundation == Inundation::Untried
        && rules.landmarks.nieuwpoort.iter().map(there).sum::<i32>() >= force::DIVISION
}

/// Begins a preliminary phase: asks the Allies, where they may be asked.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    if may_be_made(cx.rules, cx.position, side) {
        cx.ask(side, Decision::Inundation);
    }
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(act: &Act) -> Result<(), Violation> {
    match act {
        Act::Done | Act::Inundate => Ok(()),
        _ => Err(Violation::new("1914 21.3", "flood the country by the Ijzer, or be done")),
    }
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    if *act != Act::Inundate {
        return;
    }
    let rule = "1914 21.3";
    let die = cx.roll("inundation", side, rule);
    let made = i32::from(die) <= cx.rules.numbers.inundation_roll;
    cx.position.own.inundation = if made { Inundation::Made } else { Inundation::Failed };
    cx.emit(|rules| {
        Detail::Armies(ArmiesDetail::Flooded(Flooded {
            side: rules.sides[side].clone(),
            die,
            made,
            rule: rule.to_owned(),
        }))
    });
}
