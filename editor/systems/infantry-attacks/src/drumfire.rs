//! IA 9.7: markers where guns fire at the hex of the turn before. Whoever enters such a hex in the
//! action phase is attacked by them.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::bombardment::{self, Shells};
use crate::event::How;
use crate::game::{Decision, InfantryAttacks, Step};
use crate::results::{self, Cause};
use crate::rules::Rules;
use crate::stacking::barred_to;
use crate::state::{DEMORALIZED, has};

/// Movers in a hex with markers that they have entered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drum {
    /// Who has entered.
    pub movers: Vec<Unit>,
    /// The hex.
    pub hex: Hex,
    /// The guns that have still to fire at them.
    pub left: Vec<Unit>,
    /// Whether they are on their way, and may go on.
    pub walk: bool,
}

/// Whether a hex has a marker.
pub fn is_marked(position: &Position<InfantryAttacks>, hex: Hex) -> bool {
    position.own.drumfire.iter().any(|(at, _)| *at == hex)
}

/// IA 9.7, 9.72: a gun has fired by plan: a marker, if it did so at the same hex in the turn
/// before, and neither time smoke.
pub fn fired(cx: &mut PlayContext<'_, InfantryAttacks>, gun: Unit, hex: Hex) {
    let turn = cx.position.turn_place;
    let before = cx.position.own.last_fire[gun.index()];
    bombardment::remember(cx, gun, hex, false);
    let again = before.is_some_and(|last| last.turn + 1 == turn && last.hex == hex && !last.smoke);
    if again {
        let markers = &mut cx.position.own.drumfire;
        markers.push((hex, gun));
        markers.sort_unstable();
        cx.marker("drumfire", hex, true, "IA 9.7");
    }
}

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

/// IA 9.71: whoever enters a hex with markers is attacked by their guns, of either side.
pub fn entered(cx: &mut PlayContext<'_, InfantryAttacks>, movers: &[Unit], hex: Hex, walk: bool) {
    let markers = cx.position.own.drumfire.iter();
    let left: Vec<Unit> = markers.filter(|(at, _)| *at == hex).map(|(_, gun)| *gun).collect();
    if !left.is_empty() {
        cx.then(Step::Drumfire(Drum { movers: movers.to_vec(), hex, left, walk }));
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
    let strength = guns.iter().map(|&gun| bombardment::strength(rules, cx.position, gun)).sum();
    drum.left.retain(|gun| !guns.contains(gun));
    let (movers, hex, walk) = (drum.movers.clone(), drum.hex, drum.walk);
    cx.then(Step::Drumfire(drum));
    let company = movers.iter().any(|&unit| rules.piece(unit).company);
    let common = i32::from(company) * rules.numbers.company_modifier
        + i32::from(rules.fire_shift[hex.index()]);
    let shells = Shells { guns, how: How::Drumfire, strength, hex };
    if let Some(mut hit) = bombardment::attack(cx, &shells, &movers, Ok(common)) {
        if walk {
            hit.cause = Cause::Drumfire;
        }
        results::begin(cx, hit);
    }
}
