//! 1914 21.2: ships support the defence of a coastal hex, once in an attack phase.

use salient_rules::play::{PlayContext, Position};

use super::odds::odds;
use crate::decision::battle::{ATTACKER, Asked, DEFENDER, Fight, Stage};
use crate::decision::{self, then};
use crate::landmarks::has;
use crate::rules::{Offensive, Rules};

/// Whether ships may support the defence: of an Allied unit in a coastal hex, once in a phase.
fn may_support(rules: &Rules, position: &Position<Offensive>, fight: &Fight) -> bool {
    fight.sides[DEFENDER] == rules.allied
        && !position.own.naval_support
        && has(&rules.landmarks.coast, fight.hex)
}

/// Asks the Allies, where they may be asked.
pub fn ask(cx: &mut PlayContext<'_, Offensive>, fight: Box<Fight>) {
    if may_support(cx.rules, cx.position, &fight) {
        return decision::ask(cx, cx.rules.allied, Asked::Naval(fight));
    }
    support(cx, fight, false);
}

/// Ships support the defence, or do not.
pub fn support(cx: &mut PlayContext<'_, Offensive>, mut fight: Box<Fight>, given: bool) {
    if given {
        cx.position.own.naval_support = true;
        fight.clash.naval = true;
        fight.odds = odds(cx.rules, cx.position, &fight.clash);
    }
    fight.stage = Stage::Intensity(ATTACKER);
    then(cx, fight);
}
