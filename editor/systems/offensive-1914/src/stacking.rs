//! 1914 3.1: stacking, and where a unit may stand.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::rules::{Offensive, Rules};

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
    let label = || rules.compiled.label(hex);
    if rules.terrain.hex(hex).barred {
        return Err(Violation::new("1914 3.4", format!("no unit stands in {}", label())));
    }
    let side = rules.side_of(unit);
    if bars(rules, position, side, hex) {
        return Err(Violation::new("1914 3.1", format!("the enemy stands in {}", label())));
    }
    let there = size(rules, position, side, hex) + rules.size(position, unit);
    if there > rules.numbers.stacking_limit {
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
    enemies.any(|other| {
        rules.piece(other).kind != crate::units::Kind::Fortress || position.state(other).face == 0
    })
}

/// The size of a side's stack in a hex, in quarters of a division (1914 1.1).
pub fn size(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> i32 {
    let own = position.stack(hex).filter(|&other| rules.side_of(other) == side);
    own.map(|other| rules.size(position, other)).sum()
}

/// 1914 3.1.5: a side's units in a hex from the top, as they are shown to the enemy: with an enemy
/// next to them the largest formation, else cavalry and then the infantry of the best proficiency;
/// then the demoralized, forts and fortresses, assets, guns, supply. Of equals the first counter.
#[expect(dead_code, reason = "whoever shows stacks to the enemy will ask for it (1914 3.1.6)")]
pub fn order(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Vec<Unit> {
    use crate::units::Kind;
    let enemy = rules.enemy(side);
    let near = rules.map().neighbours(hex).any(|(_, other)| position.board().holds(other, enemy));
    let rank = |unit: Unit| {
        let (kind, piece) = (rules.kind(position, unit), rules.piece(unit));
        let proficiency = -rules.rating(position, unit, crate::rules::of::PROFICIENCY);
        let size = -rules.size(position, unit);
        let demoralized = crate::effectiveness::is_demoralized(rules, position, unit);
        match kind {
            Kind::Fort | Kind::Fortress => (3, 0, proficiency),
            _ if kind.is_supply() => (6, 0, 0),
            _ if kind.is_artillery() => (5, 0, 0),
            _ if demoralized => (2, 0, proficiency),
            _ if piece.is_formation() && near => (0, size, proficiency),
            Kind::Cavalry if !near => (0, 0, proficiency),
            _ if piece.is_formation() => (1, 0, proficiency),
            _ => (4, 0, proficiency),
        }
    };
    let mut units: Vec<Unit> =
        position.stack(hex).filter(|&unit| rules.side_of(unit) == side).collect();
    units.sort_by_key(|&unit| (rank(unit), unit));
    units
}
