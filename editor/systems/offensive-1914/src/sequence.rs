//! 1914 4: the sequence of play: what each step begins and ends.

use salient_rules::play::{Phase, PlayContext};

use crate::rules::Offensive;
use crate::stages::Stage;
use crate::state::OF_PHASE;
use crate::{
    antwerpen, armies, arrivals, battle, control, losses, march, opening, plans, rails, reserves,
    retire, supply, victory,
};

/// Begins a step of the sequence of play.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, phase: &Phase) {
    let Some(now) = cx.rules.stage(&phase.id) else { return };
    if let Some(midst) = opening::midst(cx.rules, cx.position) {
        return opening::go_on(cx, midst);
    }
    for unit in cx.rules.all_units() {
        *cx.position.flags_mut(unit) &= !OF_PHASE;
    }
    control::begin_phase(cx, now.stage);
    rails::structures::watch(cx.rules, cx.position);
    match now.stage {
        Stage::Preliminary => {
            rails::nord::begin_player_turn(cx);
            arrivals::begin(cx, now.active);
        }
        Stage::JointPreliminary => plans::begin(cx, now.phasing),
        Stage::Attachment => armies::begin(cx, now.active),
        Stage::Supply => supply::begin(cx, now.active),
        Stage::RailEngineering => rails::begin(cx, now.active),
        Stage::Movement | Stage::CounterMovement => march::begin(cx, now),
        Stage::Attack | Stage::CounterAttack => battle::begin(cx, now.active),
        Stage::Finishing => retire::begin(cx, now.phasing),
        Stage::Replacements => arrivals::begin_replacements(cx),
        Stage::InterPhase => {
            reserves::roll(cx);
            cx.position.own.bottlenecks.fill(0);
            victory::inter_phase(cx);
        }
    }
}

/// What is left of a step when nothing is to be done any more.
pub fn end(cx: &mut PlayContext<'_, Offensive>) {
    let phase = cx.position.phase_id(cx.rules).to_owned();
    let Some(now) = cx.rules.stage(&phase) else { return };
    match now.stage {
        Stage::Movement | Stage::CounterMovement => {
            march::end(cx, now);
            losses::exchange_remnants(cx);
        }
        Stage::Attack | Stage::CounterAttack => {
            battle::end(cx, now.active);
            losses::exchange_remnants(cx);
        }
        // Points are asked about, and this is come to again then (1914 26.1, 27.2, 27.3).
        Stage::Finishing => {
            plans::end_player_turn(cx);
            if now.phasing == cx.rules.german {
                antwerpen::end_game_turn(cx);
            }
            victory::end_player_turn(cx, now.phasing);
        }
        _ => {}
    }
}
