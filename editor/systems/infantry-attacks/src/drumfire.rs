//! IA 9.7: markers where guns fire at the hex of the turn before. Whoever enters such a hex in the
//! action phase is attacked by them.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::decision::{Cause, Decision, Drum, Step};
use crate::event::How;
use crate::rules::{InfantryAttacks, Rules};
use crate::shells::{self, Shells};
use crate::stacking::barred_to;
use crate::state::{DEMORALIZED, has};
use crate::{bombardment, results};

/// IA 9.72: the marker of a gun that is lost, demoralized or assaulted goes at once.
pub fn prune(cx: &mut PlayContext<'_, InfantryAttacks>) {
    if cx.position.own.drumfire.is_empty() {
        return;
    }
    let rules = cx.rules;
    let markers = std::mem::take(&mut cx.position.own.drumfire);
    let stays = |position: &Position<InfantryAttacks>, gun: Unit| match position.hex(gun) {
        _ if rules.piece(gun).off_board => true,
        None => false,
        Some(hex) => {
            !has(position, gun, DEMORALIZED) && !barred_to(rules, position, rules.side_of(gun), hex)
        }
    };
    let (kept, gone): (Vec<_>, Vec<_>) =
        markers.into_iter().partition(|&(_, gun)| stays(cx.position, gun));
    cx.position.own.drumfire = kept;
    for (hex, _) in gone {
        cx.marker("drumfire", hex, false, "IA 9.72");
    }
}

/// IA 3.0: all markers are removed at the end of the turn.
pub fn clear(cx: &mut PlayContext<'_, InfantryAttacks>) {
    for (hex, _) in std::mem::take(&mut cx.position.own.drumfire) {
        cx.marker("drumfire", hex, false, "IA 9.7");
    }
}

/// The guns that may fire next: of one side, and those whose markers are still there.
pub fn next(rules: &Rules, position: &Position<InfantryAttacks>, drum: &Drum) -> Vec<(Unit, Hex)> {
    let there = |gun: &Unit| position.own.drumfire.binary_search(&(drum.hex, *gun)).is_ok();
    let left: Vec<Unit> = drum.left.iter().copied().filter(there).collect();
    let side = left.first().map(|&gun| rules.side_of(gun));
    let of_side = left.into_iter().filter(|&gun| Some(rules.side_of(gun)) == side);
    of_side.map(|gun| (gun, drum.hex)).collect()
}

/// IA 9.71: the next attack; its owner chooses which guns make it as one.
pub fn go_on(cx: &mut PlayContext<'_, InfantryAttacks>, mut drum: Drum) {
    let rules = cx.rules;
    drum.movers.retain(|&unit| cx.position.hex(unit) == Some(drum.hex));
    let next = next(rules, cx.position, &drum);
    let Some(&(gun, _)) = next.first().filter(|_| !drum.movers.is_empty()) else { return };
    let alone = bombardment::groups(rules, cx.position, &next).iter().all(|one| one.len() == 1);
    if alone {
        return fire(cx, drum, &[gun]);
    }
    cx.ask(rules.side_of(gun), Decision::Drumfire(drum));
}

/// IA 9.2, 9.71: whether these make the next attack.
pub fn check(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    drum: &Drum,
    guns: &[Unit],
) -> Result<(), Violation> {
    let next = next(rules, position, drum);
    let may = |gun: &Unit| next.iter().any(|(unit, _)| unit == gun);
    if guns.is_empty() || !guns.iter().all(may) || !guns.is_sorted_by(|one, next| one < next) {
        return Err(Violation::new("IA 9.71", "the guns of the markers fire, each once"));
    }
    if !bombardment::combine(rules, position, guns) {
        return Err(Violation::new("IA 9.2", "these do not combine their fire"));
    }
    Ok(())
}

/// IA 7.63, 9.71, 9.85: the movers alone are hit, and nobody near them.
pub fn fire(cx: &mut PlayContext<'_, InfantryAttacks>, mut drum: Drum, guns: &[Unit]) {
    let rules = cx.rules;
    let strength = guns.iter().map(|&gun| shells::strength(rules, cx.position, gun)).sum();
    drum.left.retain(|gun| !guns.contains(gun));
    let (movers, hex, walk) = (drum.movers.clone(), drum.hex, drum.walk);
    cx.then_as_before(Step::Drumfire(drum));
    let company = movers.iter().any(|&unit| rules.piece(unit).company);
    let common = i32::from(company) * rules.numbers.company_modifier
        + i32::from(rules.fire_shift[hex.index()]);
    let shells = Shells { guns, how: How::Drumfire, strength, hex };
    if let Some(mut hit) = shells::attack(cx, &shells, &movers, Ok(common)) {
        if walk {
            hit.cause = Cause::Drumfire;
        }
        results::begin(cx, hit);
    }
}
