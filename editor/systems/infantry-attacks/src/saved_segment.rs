//! IA 17.2, an optional rule: of three or more segments ahead the winner of the initiative may save
//! one, and have it later in the turn right after another.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position};

use crate::decision::Decision;
use crate::rules::InfantryAttacks;

/// Asks the winner of the initiative whether he saves one, if he has so many.
pub fn begin(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    cx.position.own.saved = false;
    let own = &cx.position.own;
    if rules.options.excess_initiative && own.ahead >= rules.numbers.saved_segments {
        cx.ask(own.first, Decision::Save);
    }
}

/// He has chosen.
pub fn save(cx: &mut PlayContext<'_, InfantryAttacks>, saves: bool) {
    let own = &mut cx.position.own;
    own.saved = saves;
    own.ahead -= i32::from(saves);
}

/// Whether he may use it now: in a segment of his own, the last before the other's.
pub fn check(position: &Position<InfantryAttacks>, side: usize) -> Result<(), Violation> {
    let own = &position.own;
    if !own.saved || own.first != side || own.ahead > 1 {
        let text = "no segment has been saved, or others come before it";
        return Err(Violation::new("IA 17.2", text));
    }
    Ok(())
}

/// He does: this segment and the next are his.
pub fn spend(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let own = &mut cx.position.own;
    (own.saved, own.ahead) = (false, 2);
}
