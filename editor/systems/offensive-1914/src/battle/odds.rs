//! 1914 9.3, 9.5 to 9.7: strengths, odds and their shifts, and proficiency; for combat and for
//! repulses (1914 7.4.3).

use salient_hex::Hex;
use salient_rules::play::{Position, Unit};

use crate::abreast;
use crate::force::{self, Force};
use crate::inundation;
use crate::marks;
use crate::rules::{Offensive, Rules, of};
use crate::tables::{CombatTable, Ratio};
use crate::terrain::{Hexside, River};
use crate::units::Kind;

pub use crate::decision::battle::{Clash, Odds, Shift};

impl Odds {
    /// The column of the table that is read (1914 9.9).
    pub fn place(&self, table: &CombatTable) -> usize {
        let last = table.columns.len().saturating_sub(1);
        usize::try_from(self.column).unwrap_or_default().min(last)
    }

    /// The odds that this column is headed by (1914 7.4.3).
    pub fn ratio(&self, table: &CombatTable) -> Ratio {
        ratio(table, i32::try_from(self.place(table)).unwrap_or_default())
    }

    /// Whether the odds are lower than any column's, so that the defender makes no check (1914
    /// 10.0).
    pub fn is_below(&self) -> bool {
        self.column < 0
    }

    /// Whether the defender is flanked (1914 9.5.2).
    pub fn is_flanked(&self) -> bool {
        self.shifts.iter().any(|shift| shift.reason == FLANKED)
    }
}

const FLANKED: &str = "flanked";

/// How far odds may lie beyond the table: nothing shifts them back from there.
const FARTHEST: i32 = 99;

/// The odds of an attack: strengths, the column of their ratio, and its shifts (1914 9.6).
pub fn odds(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> Odds {
    let (attack, defence) = (attack(rules, position, clash).0, defence(rules, position, clash).0);
    let before = column(&rules.combat, attack, defence);
    let shifts = shifts(rules, position, clash);
    let column = before + shifts.iter().map(|shift| shift.columns).sum::<i32>();
    Odds { attack, defence, before, shifts, column }
}

/// 1914 9.6, 9.6.2: the column nearest to a ratio, halves up; below 1:1 halves go to the attacker's
/// worse. Beyond the last column and below the first they go on in the same steps.
pub fn column(table: &CombatTable, attack: i32, defence: i32) -> i32 {
    let (attack, defence) = (i64::from(attack.max(0)), i64::from(defence.max(0)));
    // Twice the middle of two neighbouring columns, so that all stays whole.
    let reaches = |place: i32| {
        let (worse, better) = (ratio(table, place - 1), ratio(table, place));
        if better.defender == 1 && worse.defender == 1 {
            2 * attack >= i64::from(better.attacker + worse.attacker) * defence
        } else {
            2 * defence < i64::from(better.defender + worse.defender) * attack
        }
    };
    let highest = i32::try_from(table.columns.len()).unwrap_or_default() + FARTHEST;
    let mut place = -FARTHEST;
    while place < highest && reaches(place + 1) {
        place += 1;
    }
    place
}

/// 1914 9.6.2: the odds of a column by its place: those of the table, and beyond it in the steps
/// of its outermost columns, by twos above 8:1 and by ones below 1:4.
pub fn ratio(table: &CombatTable, place: i32) -> Ratio {
    let columns = &table.columns;
    let (Some(&first), Some(&last)) = (columns.first(), columns.last()) else {
        return Ratio { attacker: 1, defender: 1 };
    };
    let beyond = place - (columns.len() as i32 - 1);
    if place < 0 {
        let step = columns.get(1).map_or(1, |next| first.defender - next.defender).max(1);
        return Ratio { defender: first.defender - place * step, ..first };
    }
    if beyond > 0 {
        let before = columns.len().checked_sub(2).and_then(|place| columns.get(place));
        let step = before.map_or(1, |before| last.attacker - before.attacker).max(1);
        return Ratio { attacker: last.attacker + beyond * step, ..last };
    }
    columns.get(place as usize).copied().unwrap_or(last)
}

/// A part of a strength or a sum, with what it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Part {
    /// What is added.
    pub value: i32,
    /// Why: `minor-river`, `major-river`, `terrain`.
    pub reason: &'static str,
    /// Where, if it comes from a hex.
    pub hex: Option<Hex>,
    /// The rule.
    pub rule: &'static str,
}

/// The forces of the attackers, each with the hex that it attacks from.
pub fn attacking_forces(
    rules: &Rules,
    position: &Position<Offensive>,
    clash: &Clash,
) -> Vec<(Force, Hex)> {
    let mut hexes: Vec<Hex> = clash.attackers.iter().map(|(_, hex)| *hex).collect();
    hexes.sort_unstable();
    hexes.dedup();
    let of_hex = |hex: Hex| {
        let there = clash.attackers.iter().filter(move |(_, from)| *from == hex);
        let forces = force::group(rules, position, there.map(|(unit, _)| *unit));
        forces.into_iter().map(move |force| (force, hex))
    };
    hexes.into_iter().flat_map(of_hex).collect()
}

/// The hexside that an attack crosses.
fn crossed(rules: &Rules, from: Hex, to: Hex) -> Option<&Hexside> {
    rules.direction(from, to).map(|direction| rules.terrain.side(from, direction))
}

/// 1914 9.3.2, 9.4: the attacker's strength, and what hexsides take from it: from each force by the
/// one that it attacks across, never more than it has.
pub fn attack(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> (i32, Vec<Part>) {
    let Some(to) = clash.hex else { return (0, Vec::new()) };
    let (mut sum, mut parts) = (0, Vec::new());
    for (force, from) in attacking_forces(rules, position, clash) {
        let each = force.units().into_iter();
        let each =
            each.map(|unit| (unit, strength(rules, position, (unit, of::ATTACK), &clash.without)));
        let own = abreast::sum(position, each);
        let numbers = &rules.numbers;
        let side = crossed(rules, from, to);
        let river = side.map_or(River::None, |side| side.attacked_across);
        let (value, reason) = match river {
            River::Minor => (numbers.minor_river_attack, "minor-river"),
            River::Major => (numbers.major_river_attack, "major-river"),
            _ => (0, ""),
        };
        let value = value.max(-own);
        if value != 0 {
            parts.push(Part { value, reason, hex: Some(from), rule: "1914 9.3.2" });
        }
        sum += own + value;
    }
    (sum, parts)
}

/// 1914 9.2.4, 9.3.1, 9.4: the defender's strength, with the bonus of his hex once a stack.
pub fn defence(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> (i32, Vec<Part>) {
    let each = clash.defenders.iter();
    let each =
        each.map(|&unit| (unit, strength(rules, position, (unit, of::DEFENCE), &clash.without)));
    let own = abreast::sum(position, each);
    let bonus = clash.hex.map_or(0, |hex| rules.terrain.hex(hex).defence);
    let part = Part { value: bonus, reason: "terrain", hex: clash.hex, rule: "1914 9.3.1" };
    (own + bonus, if bonus == 0 { Vec::new() } else { vec![part] })
}

/// A unit's strength of attack or defence: less its reduction markers (1914 9.10.3), and half of it
/// without ammunition (1914 9.4). The book does not say where a half goes: up, as with artillery.
pub fn strength(
    rules: &Rules,
    position: &Position<Offensive>,
    (unit, rating): (Unit, usize),
    without: &[Unit],
) -> i32 {
    let printed = rules.rating(position, unit, rating);
    let whole = (printed - crate::losses::marked(rules, position, unit)).max(0);
    if without.contains(&unit) { abreast::half(whole) } else { whole }
}

/// 1914 9.6.1: all shifts of an attack.
pub fn shifts(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> Vec<Shift> {
    let Some(hex) = clash.hex else { return Vec::new() };
    let numbers = &rules.numbers;
    let mut shifts = Vec::new();
    let mut add = |columns: i32, reason, rule| {
        if columns != 0 {
            shifts.push(Shift { columns, reason, rule });
        }
    };
    if clash.prepared {
        add(numbers.prepared_shift, "prepared", "1914 9.6.1");
    }
    if is_flanked(rules, position, clash) {
        add(numbers.flank_shift, FLANKED, "1914 9.5.2");
    }
    let level = marks::improved(position, hex);
    add(numbers.position_shift * level, "position", "1914 14.1");
    let rivers = || {
        let across = |from: Hex| crossed(rules, from, hex).map(|side| side.attacked_across);
        clash.attackers.iter().map(move |(_, from)| across(*from))
    };
    // All cross one or the other: the lesser counts.
    match rivers().min().flatten() {
        Some(River::Great) => add(numbers.great_river_shift, "great-river", "1914 9.6.1"),
        Some(River::Grand) => add(numbers.grand_river_shift, "grand-river", "1914 9.6.1"),
        _ => {}
    }
    if clash.naval {
        add(numbers.naval_shift, "naval-support", "1914 21.2");
    }
    if is_uphill(rules, clash, hex) {
        add(numbers.elevation_shift, "elevation", "1914 9.6.1");
    }
    add(clash.barrage.shifts, "preparatory-bombardment", "1914 13.3");
    shifts
}

/// 1914 3.5.1, 3.5.2, 9.6.1: whether all attackers that count go up: those through forest, and
/// where the elevation is levelled out, do not count; where nobody does, nobody goes up.
fn is_uphill(rules: &Rules, clash: &Clash, hex: Hex) -> bool {
    let relevant = clash.attackers.iter().filter_map(|&(_, from)| {
        let direction = rules.direction(from, hex)?;
        let side = rules.terrain.side(from, direction);
        (!side.forested && !side.level).then(|| rules.map().slope(from, direction))
    });
    let mut relevant = relevant.peekable();
    relevant.peek().is_some() && relevant.all(salient_hex::Slope::is_up)
}

/// 1914 9.5: whether the defenders are flanked: by attackers of at least their size, and by enemies
/// in, or zones of control of attacking formations over, so many of the hexes around them, none of
/// which holds a friend.
pub fn is_flanked(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> bool {
    let Some(hex) = clash.hex else { return false };
    let Some(&first) = clash.defenders.first() else { return false };
    let side = rules.side_of(first);
    let enemy = rules.enemy(side);
    if !may_be_flanked(rules, position, side, hex) {
        return false;
    }
    let attackers: i32 =
        clash.attackers.iter().map(|(unit, _)| abreast::size(rules, position, *unit)).sum();
    if attackers < crate::stacking::size(rules, position, side, hex) {
        return false;
    }
    let controlled = |other: Hex| {
        let formations = clash.attackers.iter().filter(|(it, _)| rules.piece(*it).is_formation());
        let mut reached = formations.flat_map(|&(unit, from)| {
            let state = position.state(unit);
            let (face, other) = (state.face, state.other);
            let hexes = match other {
                Some(_) => [state.hex, other],
                None => [Some(from), None],
            };
            hexes.into_iter().flatten().flat_map(move |from| {
                salient_rules::base::GameRules::zone_of_control(rules, unit, face, from)
                    .into_iter()
                    .flatten()
            })
        });
        reached.any(|it| it == other)
    };
    let attacks = |other: Hex| clash.attackers.iter().any(|(_, from)| *from == other);
    let board = position.board();
    let held = |other: Hex| attacks(other) || board.holds(other, enemy) || controlled(other);
    let flanking = exposed(rules, position, side, hex).filter(|&other| held(other));
    flanking.count() as i32 >= rules.numbers.flank_hexes
}

/// 1914 9.5.2, 9.5.3: the hexes around defenders of a side that flank them once the enemy holds
/// enough of them: those that no friend is in, and no great water or the like lies before.
fn exposed(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> impl Iterator<Item = Hex> {
    let board = position.board();
    let around = rules.map().neighbours(hex).filter(move |(direction, other)| {
        let between = rules.terrain.side(hex, *direction);
        let open = !between.sea
            && !between.ridge
            && between.river < River::Great
            && !inundation::floods(rules, position, hex, *direction);
        open && !board.holds(*other, side)
    });
    around.map(|(_, other)| other)
}

/// 1914 9.5.2, 9.5.4: whether defenders of a side can be flanked in a hex as those around it stand.
pub fn may_be_flanked(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
) -> bool {
    let fortress = position
        .stack(hex)
        .any(|unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Fortress);
    !fortress && exposed(rules, position, side, hex).count() as i32 >= rules.numbers.flank_hexes
}

/// 1914 9.7: the best proficiency of the attackers and of the defenders.
pub fn proficiency(rules: &Rules, position: &Position<Offensive>, clash: &Clash) -> (i32, i32) {
    let Some(hex) = clash.hex else { return (0, 0) };
    let mountains = rules.terrain.hex(hex).mountainous;
    let of_force = |force: &Force| {
        let units = force.units();
        let best = units.iter().map(|&unit| rules.rating(position, unit, of::PROFICIENCY)).max();
        // 1914 9.7.2.
        let alpine = units.iter().any(|&unit| {
            let piece = rules.piece(unit);
            piece.chasseurs && Some(piece.nation) == rules.french
        });
        let bonus = if mountains && alpine { rules.numbers.chasseurs_bonus } else { 0 };
        best.unwrap_or_default() + bonus
    };
    let attackers = attacking_forces(rules, position, clash);
    let attack = attackers.iter().map(|(force, _)| of_force(force)).max();
    let is_fortress = |&unit: &Unit| rules.piece(unit).kind == Kind::Fortress;
    let defence = if clash.defenders.iter().any(is_fortress) {
        // 1914 9.7.1.
        Some(rules.numbers.fortress_proficiency)
    } else {
        let defenders = force::group(rules, position, clash.defenders.iter().copied());
        defenders.iter().map(of_force).max()
    };
    (attack.unwrap_or_default(), defence.unwrap_or_default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that fails panics")]
mod tests {
    use super::*;

    fn table() -> CombatTable {
        let heads = ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "6:1", "8:1"];
        CombatTable::of_columns(heads.iter().map(|head| Ratio::parse(head).unwrap()).collect())
    }

    fn named(attack: i32, defence: i32, shifts: i32) -> String {
        let table = table();
        let it = ratio(&table, column(&table, attack, defence) + shifts);
        format!("{}:{}", it.attacker, it.defender)
    }

    #[test]
    fn a_ratio_goes_to_the_nearest_column_and_halves_up() {
        // 1914 9.1.1, 7.4, 19.4, 9.6.
        for (attack, defence, column) in [
            (37, 15, "2:1"),
            (7, 2, "4:1"),
            (7, 1, "8:1"),
            (12, 3, "4:1"),
            (10, 3, "3:1"),
            (5, 2, "3:1"),
            (5, 1, "6:1"),
            (49, 10, "4:1"),
            (69, 10, "6:1"),
            (3, 2, "2:1"),
            (14, 10, "1:1"),
            (6, 6, "1:1"),
        ] {
            assert_eq!(named(attack, defence, 0), column, "{attack}:{defence}");
        }
    }

    #[test]
    fn below_one_to_one_a_half_is_the_attackers_loss() {
        for (attack, defence, column) in [
            (2, 3, "1:2"),
            (10, 14, "1:1"),
            (2, 5, "1:3"),
            (10, 24, "1:2"),
            (2, 7, "1:4"),
            (1, 4, "1:4"),
            (10, 44, "1:4"),
            (2, 9, "1:5"),
            (1, 6, "1:6"),
        ] {
            assert_eq!(named(attack, defence, 0), column, "{attack}:{defence}");
        }
    }

    #[test]
    fn beyond_the_table_shifts_go_by_twos_above_and_by_ones_below() {
        // 1914 9.6.2.
        assert_eq!(named(14, 1, -2), "10:1");
        assert_eq!(named(9, 1, 0), "10:1");
        assert_eq!(named(12, 3, 1), "6:1");
        assert_eq!(named(10, 3, -1), "2:1");
        assert_eq!(named(37, 15, -1), "1:1");
        assert_eq!(named(1, 4, -1), "1:5");
        assert_eq!(named(1, 6, 1), "1:5");
    }

    #[test]
    fn nothing_against_something_is_the_worst_there_is() {
        let table = table();
        assert_eq!(column(&table, 0, 5), -FARTHEST);
        assert_eq!(column(&table, 5, 0), table.columns.len() as i32 + FARTHEST);
    }
}
