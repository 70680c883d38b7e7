//! IA 16.5: hidden units and leaders. The enemy does not see them on the map: his views do not have
//! them, and what he may do is judged by his view. They are shown once he can spot them, from a
//! quarter of the usual distance, or when they move, fire or are fired at with those beside them.
//!
//! An enemy in the next hex always spots them, so none of his steps leads among them: whoever comes
//! near finds them first, and goes on as far as he still may.

use std::borrow::Cow;

use salient_hex::Hex;
use salient_rules::dice::SplitMix64;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::event::{self, Detail, Shown};
use crate::rules::{InfantryAttacks, Rules};
use crate::state::{HIDDEN, has};
use crate::{control, spotting, stacking};

/// The hidden of a side who are on the map.
fn of(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> Vec<Unit> {
    let all = position.on_map(rules, side);
    all.filter(|&unit| has(position, unit, HIDDEN) && position.state(unit).hex.is_some()).collect()
}

/// A position as a side knows it.
pub fn conceal<'a>(
    rules: &Rules,
    position: &'a Position<InfantryAttacks>,
    side: usize,
) -> Cow<'a, Position<InfantryAttacks>> {
    let hidden = of(rules, position, 1 - side);
    if hidden.is_empty() {
        return Cow::Borrowed(position);
    }
    let mut view = position.clone();
    for unit in hidden {
        view.conceal(rules, unit);
        *view.flags_mut(unit) = HIDDEN;
    }
    Cow::Owned(view)
}

/// Puts what a side does not see where it might be: anywhere that it may stand and is not spotted.
pub fn draw_anew(
    rules: &Rules,
    view: &mut Position<InfantryAttacks>,
    side: usize,
    chance: &mut SplitMix64,
) {
    let away = |unit: &Unit| {
        rules.side_of(*unit) != side && has(view, *unit, HIDDEN) && view.hex(*unit).is_none()
    };
    let units: Vec<Unit> = rules.compiled.all_units().filter(away).collect();
    for unit in units {
        let may = |&hex: &Hex| {
            stacking::may_stand(rules, view, unit, hex).is_ok()
                && !is_spotted_at(rules, view, unit, hex)
        };
        let hexes: Vec<Hex> = rules.compiled.map.grid().hexes().filter(may).collect();
        if hexes.is_empty() {
            continue;
        }
        let place = chance.below(hexes.len() as u32) as usize;
        view.suppose(rules, unit, hexes[place]);
    }
}

/// Whether anybody of the enemy would spot a unit in a hex.
fn is_spotted_at(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    hex: Hex,
) -> bool {
    position
        .on_map(rules, 1 - rules.side_of(unit))
        .filter_map(|enemy| position.state(enemy).hex)
        .any(|from| spotting::spots_at(rules, position, from, (unit, hex)))
}

/// Shows all who are spotted now; whether anybody was.
pub fn look(cx: &mut PlayContext<'_, InfantryAttacks>) -> bool {
    let rules = cx.rules;
    let mut any = false;
    for side in 0..2 {
        for unit in of(rules, cx.position, side) {
            let hex = cx.position.state(unit).hex;
            if hex.is_some_and(|hex| is_spotted_at(rules, cx.position, unit, hex)) {
                show(cx, unit);
                any = true;
            }
        }
    }
    any
}

/// Shows the hidden of a side in a hex.
pub fn show_in(cx: &mut PlayContext<'_, InfantryAttacks>, side: usize, hex: Hex) {
    let there: Vec<Unit> =
        cx.position.stack(hex).filter(|&unit| cx.rules.side_of(unit) == side).collect();
    there.into_iter().for_each(|unit| show(cx, unit));
}

/// Shows a unit, if it is hidden.
pub fn show(cx: &mut PlayContext<'_, InfantryAttacks>, unit: Unit) {
    if !has(cx.position, unit, HIDDEN) {
        return;
    }
    *cx.position.flags_mut(unit) &= !HIDDEN;
    let Some(hex) = cx.position.hex(unit) else { return };
    cx.emit(|rules| {
        Detail::Shown(Shown {
            unit: event::name(rules, unit),
            side: rules.compiled.sides[rules.side_of(unit)].clone(),
            hex: rules.compiled.label(hex).into(),
        })
    });
    control::settle(cx, hex);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test that fails panics")]

    use salient_rules::System;
    use salient_rules::play::{Compiled, Unit, place_all};

    use super::*;
    use crate::Rulebook;

    fn ford() -> (Rules, Position<InfantryAttacks>) {
        let bundle = Rulebook.published().bundle(Some("the-ford")).expect("a scenario");
        let compiled = Compiled::new(&bundle).expect("a bundle");
        let rules = Rules::compile(&bundle, compiled).expect("rules");
        let mut position = Position::new(&rules);
        assert!(place_all(&rules, &mut position, &bundle).is_empty());
        for unit in rules.compiled.all_units() {
            *position.flags_mut(unit) |= rules.start[unit.index()].0;
        }
        (rules, position)
    }

    #[test]
    fn a_view_tells_nothing_of_the_hidden_but_that_they_are_somewhere() {
        let (rules, position) = ford();
        let hidden = of(&rules, &position, 1);
        assert_eq!(hidden.len(), 2);
        let own = conceal(&rules, &position, 1);
        assert!(hidden.iter().all(|&unit| own.hex(unit).is_some()));
        let view = conceal(&rules, &position, 0);
        for &unit in &hidden {
            let hex = position.hex(unit).expect("on the map");
            assert!(view.hex(unit).is_none() && view.stack(hex).all(|other| other != unit));
        }
        // Wherever they stand the view is the same.
        let mut elsewhere = position.clone();
        let (first, other) = (hidden[0], hidden[1]);
        let (from, to) = (position.hex(first), position.hex(other));
        let (from, to) = (from.expect("on the map"), to.expect("on the map"));
        elsewhere.conceal(&rules, first);
        elsewhere.conceal(&rules, other);
        elsewhere.suppose(&rules, first, to);
        elsewhere.suppose(&rules, other, from);
        for unit in [first, other] {
            *elsewhere.flags_mut(unit) = HIDDEN;
        }
        assert_ne!(elsewhere.hash(), position.hash());
        assert_eq!(conceal(&rules, &elsewhere, 0).hash(), view.hash());
    }

    #[test]
    fn a_guess_puts_them_where_they_might_be_and_not_always_where_they_are() {
        let (rules, position) = ford();
        let hidden = of(&rules, &position, 1);
        let place = |seed: u64| -> Vec<Option<Hex>> {
            let mut view = conceal(&rules, &position, 0).into_owned();
            draw_anew(&rules, &mut view, 0, &mut SplitMix64::new(seed));
            for &unit in &hidden {
                let hex = view.hex(unit).expect("somewhere");
                assert!(!is_spotted_at(&rules, &view, unit, hex));
            }
            hidden.iter().map(|&unit: &Unit| view.hex(unit)).collect()
        };
        assert_eq!(place(1), place(1));
        assert!((2..20).any(|seed| place(seed) != place(1)));
    }
}
