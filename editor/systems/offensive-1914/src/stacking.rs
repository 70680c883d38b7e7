//! 1914 3.1: stacking, and where a unit may stand.

use std::cmp::Reverse;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::rules::{Offensive, Rules, of};
use crate::state::ENTRAINED;
use crate::units::{Kind, Piece};
use crate::{abreast, effectiveness};

/// 1914 3.1, 3.1.1: whether a unit that is off the map may stand in a hex, among those who are
/// there.
///
/// # Errors
/// The rule that it breaks.
pub fn may_stand(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
    hex: Hex,
) -> Result<(), Violation> {
    has_room(rules, position, (unit, room(rules, position, unit)), hex)
}

/// The same of a unit that is of a size there.
///
/// # Errors
/// The rule that it breaks.
pub fn has_room(
    rules: &Rules,
    position: &Position<Offensive>,
    (unit, own): (Unit, i32),
    hex: Hex,
) -> Result<(), Violation> {
    let label = || rules.compiled.label(hex);
    if rules.terrain.hex(hex).barred {
        return Err(Violation::new("1914 3.4", format!("no unit stands in {}", label())));
    }
    let side = rules.side_of(unit);
    // 1914 12.1.3: nor is a fortress without an exterior garrison kept out.
    let bare = rules.piece(unit).kind == Kind::Fortress && position.state(unit).face > 0;
    if !bare && bars(rules, position, side, hex) {
        return Err(Violation::new("1914 3.1", format!("the enemy stands in {}", label())));
    }
    let there = size_with(rules, position, (side, hex), [(unit, own)]);
    // 1914 3.1.3: what a hex holds too much is looked at when the movement phase ends.
    let for_now = !position.begun && rules.overstacked.binary_search(&hex).is_ok();
    if there > rules.numbers.stacking_limit && !for_now {
        let text = format!("{} would hold {there} quarters of a division", label());
        return Err(Violation::new("1914 3.1.1", text));
    }
    Ok(())
}

/// 1914 3.1, 12.1.3: whether enemies of a side keep it out of a hex: all but fortresses without an
/// exterior garrison do.
pub fn bars(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    if !position.board().holds(hex, rules.enemy(side)) {
        return false;
    }
    let mut enemies = position.stack(hex).filter(|&other| rules.side_of(other) != side);
    enemies
        .any(|other| rules.piece(other).kind != Kind::Fortress || position.state(other).face == 0)
}

/// The size of a side's stack in a hex, in quarters of a division (1914 1.1).
pub fn size(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> i32 {
    size_with(rules, position, (side, hex), [])
}

/// The same with others who come there, each with its size.
pub fn size_with(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, hex): (usize, Hex),
    others: impl IntoIterator<Item = (Unit, i32)>,
) -> i32 {
    let own = position.stack(hex).filter(|&other| rules.side_of(other) == side);
    let rooms = own.map(|other| (other, room(rules, position, other)));
    together(rules, rooms.chain(others))
}

/// The size of units of one hex, each with its own: the whole Royal Naval Division counts as one asset
/// there, the largest of it (1914 23.3.2).
pub fn together(rules: &Rules, units: impl Iterator<Item = (Unit, i32)>) -> i32 {
    let (mut all, mut naval, mut largest, mut count) = (0, 0, 0, 0);
    for (unit, size) in units {
        all += size;
        if rules.piece(unit).naval {
            (naval, largest, count) = (naval + size, largest.max(size), count + 1);
        }
    }
    if count > 1 && count == rules.naval_units { all - naval + largest } else { all }
}

/// The assets among units of one hex; the whole Royal Naval Division is one there (1914 23.3.2).
pub fn assets(rules: &Rules, units: &[Unit]) -> i32 {
    let count = |is: &dyn Fn(Unit) -> bool| units.iter().filter(|&&unit| is(unit)).count();
    let naval = count(&|unit| rules.piece(unit).naval);
    let more = if naval == rules.naval_units { naval.saturating_sub(1) } else { 0 };
    let assets = count(&|unit| rules.piece(unit).is_asset()).saturating_sub(more);
    i32::try_from(assets).unwrap_or(i32::MAX)
}

/// What a unit takes of the stacking limit of each of its hexes, in quarters of a division: entrained
/// nothing (1914 3.1.4), in two hexes half (19.1.3).
pub fn room(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    let entrained = position.state(unit).presence == ENTRAINED;
    if entrained { 0 } else { abreast::size(rules, position, unit) }
}

/// 1914 3.1.5: a side's units in a hex from the top, as they are shown to the enemy. Of equals the
/// first counter lies on top.
pub fn order(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Vec<Unit> {
    let enemy = rules.enemy(side);
    let near = rules.map().neighbours(hex).any(|(_, other)| position.board().holds(other, enemy));
    let key = |unit: Unit| {
        let piece = rules.piece(unit);
        let kind = rules.kind(position, unit);
        let formation = piece.is_formation().then(|| Size::of(piece));
        let demoralized = effectiveness::is_demoralized(rules, position, unit);
        let proficiency = rules.rating(position, unit, of::PROFICIENCY);
        (layer(kind, formation, demoralized, near), Reverse(proficiency), unit)
    };
    let mut units: Vec<Unit> =
        position.stack(hex).filter(|&unit| rules.side_of(unit) == side).collect();
    units.sort_by_key(|&unit| key(unit));
    units
}

/// How large a formation is (1914 2.2.2), the largest first: a cavalry corps is larger than a
/// division, though not by division-equivalents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    CavalryCorps,
    Division,
    Brigade,
}

impl Size {
    /// The size of a formation, which has no other sizes than these (1914 2.8.1).
    fn of(piece: &Piece) -> Self {
        match (piece.division, piece.captures) {
            (true, _) => Self::Division,
            (false, true) => Self::Brigade,
            (false, false) => Self::CavalryCorps,
        }
    }
}

/// The layers of a stack from the top (1914 3.1.5); within one the best proficiency comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Layer {
    /// With an enemy next to them the largest come first.
    Formation(Size),
    Cavalry,
    InfantryFormation,
    Demoralized,
    Fortress,
    Asset,
    Guns,
    Supply,
}

/// The layer that a unit belongs to, with an enemy next to its hex or not.
fn layer(kind: Kind, formation: Option<Size>, demoralized: bool, near: bool) -> Layer {
    match (kind, formation) {
        (Kind::Fort | Kind::Fortress, _) => Layer::Fortress,
        _ if kind.is_supply() => Layer::Supply,
        _ if kind.is_artillery() => Layer::Guns,
        _ if demoralized => Layer::Demoralized,
        (_, Some(size)) if near => Layer::Formation(size),
        (Kind::Cavalry, _) if !near => Layer::Cavalry,
        (_, Some(_)) => Layer::InfantryFormation,
        _ => Layer::Asset,
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Layer, Size, layer};

    /// 1914 3.1.5, the column without an enemy next to the stack, which no event shows.
    #[test]
    fn far_from_the_enemy_cavalry_lies_on_top_whatever_its_size() {
        let far = |kind, formation, demoralized| layer(kind, formation, demoralized, false);
        let from_the_top = [
            far(Kind::Cavalry, None, false),
            far(Kind::Infantry, Some(Size::Brigade), false),
            far(Kind::Cavalry, Some(Size::CavalryCorps), true),
            far(Kind::Fort, None, false),
            far(Kind::Infantry, None, false),
            far(Kind::Headquarters, None, false),
            far(Kind::Depot, None, false),
        ];
        assert!(from_the_top.is_sorted_by(|one, next| one < next), "{from_the_top:?}");
        let size = |size| far(Kind::Infantry, Some(size), false);
        assert_eq!(size(Size::Division), size(Size::Brigade), "the best proficiency decides");
        assert_eq!(far(Kind::Cavalry, Some(Size::Division), false), Layer::Cavalry);
    }
}
