//! IA 9.3, 9.8: shells that fall on a hex, by plan or not, and what they do there.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;

use crate::decision::{Cause, Hit};
use crate::direct_fire::{companies_shift, works_shift};
use crate::event::{Bombarded, Detail, Fell, How, On};
use crate::missions::is_gun;
use crate::rules::{InfantryAttacks, Rules};
use crate::stacking::barred_to;
use crate::state::{
    DEMORALIZED, DEPLETED, DISMOUNTED, DISRUPTED, DONE, Fired, LIMBERED, has, of, rating,
};
use crate::tables::FireResult;
use crate::units::Kind;
use crate::{hidden, results};

/// Tells of fire that falls on a hex, whoever is there.
pub fn falls(cx: &mut PlayContext<'_, InfantryAttacks>, guns: &[Unit], hex: Hex, smoke: bool) {
    let Some(&first) = guns.first() else { return };
    cx.emit(|rules| {
        Detail::Fell(Fell {
            side: rules.compiled.sides[rules.side_of(first)].clone(),
            units: rules.compiled.names(guns),
            hex: rules.compiled.label(hex).to_owned(),
            smoke,
        })
    });
}

/// Remembers where a gun has fired (IA 9.7, 18.2).
pub fn remember(cx: &mut PlayContext<'_, InfantryAttacks>, gun: Unit, hex: Hex, smoke: bool) {
    let fired = Fired { turn: cx.position.turn_place, hex, smoke };
    cx.position.own.last_fire[gun.index()] = Some(fired);
}

/// Bombardment of a hex.
pub struct Shells<'a> {
    /// The guns, at least one.
    pub guns: &'a [Unit],
    /// How they come to fire.
    pub how: How,
    /// What they fire with.
    pub strength: i32,
    /// The hex.
    pub hex: Hex,
}

/// IA 9.3, 9.81, 9.82: each side that has somebody in the hex is attacked for itself.
pub fn strike(cx: &mut PlayContext<'_, InfantryAttacks>, shells: &Shells<'_>) {
    let rules = cx.rules;
    let Some(&first) = shells.guns.first() else { return };
    let side = rules.side_of(first);
    let mut hits = Vec::new();
    for other in [1 - side, side] {
        let there = cx.position.stack(shells.hex);
        let targets: Vec<Unit> = there.filter(|&unit| rules.side_of(unit) == other).collect();
        let common = companies_shift(rules, cx.position, other, shells.hex)
            + i32::from(rules.fire_shift[shells.hex.index()])
            + match shells.how {
                How::OpenSights => rules.numbers.open_sights_modifier,
                _ => 0,
            };
        hits.extend(attack(cx, shells, &targets, Ok(common)));
    }
    hits.into_iter().rev().for_each(|hit| results::begin(cx, hit));
}

/// IA 7.52: columns that hold for one of those in the hex alone. Guns have no column to their
/// harm here.
fn own_shift(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let mounted = rules.piece(unit).kind == Kind::Cavalry && !has(position, unit, DISMOUNTED);
    let mounted = if mounted { rules.numbers.mounted_modifier } else { 0 };
    mounted + works_shift(rules, position, unit)
}

/// One attack on some of a side: by strength, shifted, or on a given column (IA 9.83).
pub fn attack(
    cx: &mut PlayContext<'_, InfantryAttacks>,
    shells: &Shells<'_>,
    targets: &[Unit],
    by: Result<i32, usize>,
) -> Option<Hit> {
    // IA 16.5: what is done to them is told, and so they are on the map.
    targets.iter().for_each(|&target| hidden::show(cx, target));
    let rules = cx.rules;
    let table = &rules.bombardment;
    let (&first, &any) = (shells.guns.first()?, targets.first()?);
    let side = rules.side_of(first);
    let column = |unit: Unit| match by {
        Ok(common) => table.column(shells.strength, common + own_shift(rules, cx.position, unit)),
        Err(column) => column,
    };
    let columns: Vec<usize> = targets.iter().map(|&unit| column(unit)).collect();
    let rule = shells.how.rule();
    let (dice, total) = results::two_dice(cx, "bombardment", side, rule);
    let results: Vec<FireResult> =
        columns.iter().map(|&column| table.result(total, column)).collect();
    let on = |place: usize| On {
        unit: rules.unit(targets[place]).name.as_str().into(),
        column: table.head(columns[place]),
        result: results[place].text(),
    };
    let attack = cx.next_attack();
    let hurt = results.iter().any(|result| *result != FireResult::None);
    let result = if hurt { AttackResult::Won } else { AttackResult::Failed };
    let core = PlayContext::attack_event(
        rules,
        cx.position,
        attack,
        (shells.guns, targets),
        (Some(result), rule),
    );
    cx.emit(|_| {
        Detail::Bombardment(Bombarded {
            core,
            how: shells.how,
            dice,
            strength: shells.strength,
            shift: by.unwrap_or(0),
            targets: (0..targets.len()).map(on).collect(),
        })
    });
    Some(Hit {
        hex: shells.hex,
        side: rules.side_of(any),
        attack,
        cause: Cause::Bombardment,
        results: targets.iter().copied().zip(results).collect(),
        taken: 0,
        carted: false,
        lost: 0,
    })
}

/// IA 9.7, 9.72: a gun has fired by plan: a marker, if it did so at the same hex in the turn
/// before, and neither time smoke.
pub fn fired(cx: &mut PlayContext<'_, InfantryAttacks>, gun: Unit, hex: Hex) {
    let turn = cx.position.turn_place;
    let before = cx.position.own.last_fire[gun.index()];
    remember(cx, gun, hex, false);
    let again = before.is_some_and(|last| last.turn + 1 == turn && last.hex == hex && !last.smoke);
    if again {
        let markers = &mut cx.position.own.drumfire;
        markers.push((hex, gun));
        markers.sort_unstable();
        cx.marker("drumfire", hex, true, "IA 9.7");
    }
}

/// IA 7.3, 7.33: whether a gun has shells to give and the side up that fires.
pub fn can_bombard(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    let on_map = position.state(unit).hex.is_some();
    is_gun(rules, unit)
        && (on_map || rules.piece(unit).off_board)
        && rating(rules, position, unit, of::BOMBARDMENT) > 0
        && !has(position, unit, LIMBERED | DEMORALIZED)
}

/// IA 9.61, 9.63–9.65: whether nothing keeps a gun that fires by plan from doing so.
pub fn is_able(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    let assaulted =
        position.hex(unit).is_some_and(|hex| barred_to(rules, position, rules.side_of(unit), hex));
    can_bombard(rules, position, unit) && !has(position, unit, DONE) && !assaulted
}

/// IA 1.0, 9.63, 11.2: what a gun fires with: half where it is disrupted, and half where its
/// ammunition runs low; a quarter where both are so.
pub fn strength(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> i32 {
    let halves = [DISRUPTED, DEPLETED].iter().filter(|&&mark| has(position, unit, mark)).count();
    let divisor = 1 << halves;
    (rating(rules, position, unit, of::BOMBARDMENT) + divisor - 1) / divisor
}
