//! 1914 5: whom a unit is under now, by its marker or by where it stands.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Formation, Position, Unit};

use crate::force;
use crate::rules::{Offensive, Rules};
use crate::units::{Kind, Rank};

/// In no army's area.
pub const OF_NO_ARMY: u16 = u16::MAX;

/// The army of a side in whose area a hex lies.
pub fn area(position: &Position<Offensive>, side: usize, hex: Hex) -> Option<Formation> {
    let army = position.own.areas[hex.index()].get(side).copied()?;
    (army != OF_NO_ARMY).then_some(Formation(army))
}

/// The army that a unit is attached to now: a formation's and its corps's by their markers, an
/// asset's by the area that it stands in (1914 5.0), unless its own army's name is on it (1914 5.4)
/// or the army of the area is another nation's (1914 5.2.6).
pub fn army(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Option<Formation> {
    let piece = rules.piece(unit);
    if piece.secondary {
        return position.state(unit).attached;
    }
    let marked = above(rules, position, printed(rules, unit)?, Rank::Army);
    if piece.is_formation() || piece.kind.is_supply() || piece.bound {
        return marked;
    }
    let hex = position.hex(unit)?;
    // 1914 22.2: where two areas lie over one another its own comes first.
    if marked.is_some_and(|army| rules.paris.is(army)) && rules.paris.covers(hex) {
        return marked;
    }
    let there = area(position, rules.side_of(unit), hex);
    let fits = there.filter(|&army| {
        nation(rules, position, unit, army).is_ok()
            && commander(rules, position, unit, army).is_ok()
    });
    host(rules, position, unit, hex).or(fits).or(marked)
}

/// 1914 23.3.2: the army of a Belgian formation that an asset is attached to: one that may be, where no
/// formation of its own nation stands with them.
fn host(rules: &Rules, position: &Position<Offensive>, unit: Unit, hex: Hex) -> Option<Formation> {
    let own = rules.piece(unit);
    if !own.lent {
        return None;
    }
    let there = || position.stack(hex).filter(|&other| rules.piece(other).is_formation());
    if there().any(|other| rules.piece(other).nation == own.nation) {
        return None;
    }
    let with = there().find(|&other| Some(rules.piece(other).nation) == rules.belgian)?;
    let army = army(rules, position, with)?;
    nation(rules, position, unit, army).is_ok().then_some(army)
}

/// The corps that a unit is attached to now; none for the independent (1914 5.2.1). An asset is with
/// the formation of its force (1914 5.5.1).
pub fn corps(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Option<Formation> {
    let piece = rules.piece(unit);
    if piece.is_formation() || piece.kind == Kind::Train {
        return above(rules, position, printed(rules, unit)?, Rank::Corps);
    }
    let hex = position.hex(unit)?;
    let forces = force::forces(rules, position, hex, rules.side_of(unit));
    let own = forces.into_iter().find(|force| force.assets.contains(&unit))?;
    corps(rules, position, own.formation?)
}

/// Whether a hex lies in the area of a unit's army (1914 5.3.1).
pub fn in_area(rules: &Rules, position: &Position<Offensive>, unit: Unit, hex: Hex) -> bool {
    let whose = army(rules, position, unit).map(|army| (rules.side_of(unit), army));
    whose.is_none_or(|whose| is_of(rules, position, whose, hex))
}

/// Whether a hex lies in the area of an army of a side, or in nobody's (1914 5.3.1); that of the
/// Paris garrison lies over those of others (1914 22.2).
pub fn is_of(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, army): (usize, Formation),
    hex: Hex,
) -> bool {
    if rules.paris.is(army) {
        return rules.paris.covers(hex);
    }
    let there = area(position, side, hex);
    there.is_none_or(|there| army == there || overlap(rules, position, army, there))
}

/// The formation of a counter by the order of battle.
pub fn printed(rules: &Rules, unit: Unit) -> Option<Formation> {
    rules.piece(unit).own.or(rules.compiled.unit(unit).formation)
}

/// The formation of a rank that one is, or belongs to now.
pub fn above(
    rules: &Rules,
    position: &Position<Offensive>,
    formation: Formation,
    rank: Rank,
) -> Option<Formation> {
    let mut next = Some(formation);
    // A chain that bites its own tail is a fault that references tell of.
    for _ in 0..=rules.bodies.len() {
        let at = next?;
        if rules.body(at).rank == rank {
            return Some(at);
        }
        next = position.parent(at);
    }
    None
}

/// 1914 5.2.6: whether a unit's nation lets it be attached to an army: Allied ones to armies of
/// their own, and a few to the Belgian army.
///
/// # Errors
/// It does not.
pub fn nation(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    army: Formation,
) -> Result<(), Violation> {
    let piece = rules.piece(unit);
    let of_army = nation_of(rules, army);
    if rules.side_of(unit) != rules.allied || of_army.is_none_or(|own| own == piece.nation) {
        return Ok(());
    }
    if of_army == rules.belgian && (piece.lent || is_guest(rules, position, unit, army)) {
        return Ok(());
    }
    let text = format!(
        "'{}' is of another nation than {}",
        rules.unit(unit).name,
        rules.compiled.formation(army).name
    );
    Err(Violation::new("1914 5.2.6", text))
}

/// 1914 25.1: whether the commander of a German cavalry unit lets it be attached to an army: early in
/// the game each belongs to one of a few.
///
/// # Errors
/// He does not.
pub fn commander(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    army: Formation,
) -> Result<(), Violation> {
    let of_him = rules.piece(unit).commander.and_then(|it| rules.schedule.commanders.get(it));
    let early = i32::from(position.turn) <= rules.numbers.commanders_until;
    match of_him.filter(|armies| early && !armies.is_empty()) {
        Some(armies) if !armies.contains(&army) => {
            let names: Vec<&str> =
                armies.iter().map(|&army| rules.compiled.formation(army).name.as_str()).collect();
            let (name, names) = (&rules.unit(unit).name, names.join(" or "));
            let text = format!("the commander of '{name}' belongs to {names}");
            Err(Violation::new("1914 25.1", text))
        }
        _ => Ok(()),
    }
}

/// 1914 5.2.6: whether a unit is a French division, and no other is with the Belgian army.
fn is_guest(rules: &Rules, position: &Position<Offensive>, unit: Unit, army: Formation) -> bool {
    let is_division = |unit: Unit| {
        let piece = rules.piece(unit);
        let french = Some(piece.nation) == rules.french;
        french && piece.is_formation() && piece.division && !piece.lent
    };
    let mut others = position.on_map(rules, rules.allied).filter(|&other| {
        let own = rules.piece(other).own;
        let there = own.and_then(|own| above(rules, position, own, Rank::Army));
        other != unit && is_division(other) && there == Some(army)
    });
    is_division(unit) && others.next().is_none()
}

/// The nation of an army: its depot's.
fn nation_of(rules: &Rules, army: Formation) -> Option<usize> {
    rules.body(army).counter.map(|depot| rules.piece(depot).nation)
}

/// 1914 5.1.4: whether the areas of two armies lie over one another: from a game-turn on a French
/// and a foreign one of the Allies.
pub fn overlap(
    rules: &Rules,
    position: &Position<Offensive>,
    own: Formation,
    other: Formation,
) -> bool {
    let is_french = |army: Formation| nation_of(rules, army) == rules.french;
    rules.body(own).side == rules.allied
        && rules.french.is_some()
        && i32::from(position.turn) >= rules.numbers.overlap_from
        && is_french(own) != is_french(other)
}
