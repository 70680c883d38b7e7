//! 1914 27.4 to 27.7, 27.11: points that are counted in inter-phases, and for Paris.

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::play::{PlayContext, Position, Unit};

use super::points::{Of, book};
use crate::control;
use crate::landmarks::has;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;

/// Paris was entered (1914 27.7): among the awards that come once.
pub const PARIS: u32 = 1 << 3;

/// The number of the inter-phase that follows a game-turn (1914 4.1).
pub fn inter_phase(rules: &Rules, turn: u16) -> i32 {
    i32::from(turn) / rules.numbers.inter_phase_turns.max(1)
}

/// What is counted in an inter-phase: the furthest advance, gaps of the fronts, and the marines.
pub fn count(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let now = inter_phase(rules, cx.position.turn);
    let awards = rules.schedule.awards;
    if now >= rules.numbers.advance_from
        && awards.advance != 0
        && let Some((hexes, unit)) = advance(rules, cx.position)
    {
        let points = hexes * awards.advance;
        book(cx, (rules.german, points), "advance", Some(Of::Unit(unit)), "1914 27.4");
    }
    if now >= rules.numbers.gaps_from && awards.gap != 0 {
        for side in [rules.allied, rules.german] {
            let gaps = gaps(rules, cx.position, side);
            if gaps != 0 {
                book(cx, (side, gaps * awards.gap), "gaps", None, "1914 27.5");
            }
        }
    }
    if now >= rules.numbers.marine_from
        && awards.marine != 0
        && let Some(unit) = off_the_coast(rules, cx.position)
    {
        book(cx, (rules.german, awards.marine), "marines", Some(Of::Unit(unit)), "1914 27.6");
    }
}

/// 1914 27.4: the German infantry formation in whose hex the row less the column is greatest, of
/// those west of a column, with that number: of several the first. None where there is none.
pub fn advance(rules: &Rules, position: &Position<Offensive>) -> Option<(i32, Unit)> {
    let infantry = position.on_map(rules, rules.german).filter(|&unit| {
        rules.piece(unit).is_formation() && rules.kind(position, unit) == Kind::Infantry
    });
    let eligible = infantry.filter_map(|unit| {
        let (column, row) = printed(rules, position.hex(unit)?);
        (column < rules.numbers.advance_column).then_some((row - column, std::cmp::Reverse(unit)))
    });
    eligible.max().map(|(hexes, unit)| (hexes, unit.0))
}

/// The column and the row of a hex as the map numbers them.
fn printed(rules: &Rules, hex: Hex) -> (i32, i32) {
    let grid = rules.map().grid();
    let (index, numbering) = (grid.index(hex), &grid.grid().numbering);
    (
        i32::from(index.column) + i32::from(numbering.first_column),
        i32::from(index.row) + i32::from(numbering.first_row),
    )
}

/// 1914 27.5: the gaps of a side's southern front: of all lines of hexes from the Swiss border to its
/// end the one with the fewest hexes that nobody of it holds. Hexes that the enemy could come to only
/// over mountain ridges are held.
pub fn gaps(rules: &Rules, position: &Position<Offensive>, side: usize) -> i32 {
    let Some(ends) = rules.landmarks.front_ends.get(side) else { return 0 };
    let gap = |hex: Hex| {
        u32::from(
            !is_manned(rules, position, side, hex) && !is_shielded(rules, position, side, hex),
        )
    };
    let starts: Vec<(Hex, u32)> =
        rules.landmarks.swiss_border.iter().map(|&hex| (hex, gap(hex))).collect();
    let mut reach = Reach::default();
    let most = rules.map().len() as u32;
    reach.search_from(rules.map(), &starts, most, |from, direction, to| {
        if rules.terrain.side(from, direction).sea || rules.terrain.hex(to).barred {
            return Step::Barred;
        }
        Step::Through(gap(to))
    });
    let least = ends.iter().filter_map(|&end| reach.cost(end)).min();
    least.and_then(|gaps| i32::try_from(gaps).ok()).unwrap_or_default()
}

/// Whether a fort, a fortress or a combat unit of a side, LOC units left out, holds a hex.
fn is_manned(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    position.stack(hex).any(|unit| {
        let kind = rules.kind(position, unit);
        let holds = kind.is_combat() && !rules.piece(unit).loc;
        rules.side_of(unit) == side && (holds || matches!(kind, Kind::Fort | Kind::Fortress))
    })
}

/// Whether the enemy controls hexes next to one, and all of them lie beyond mountain ridges.
fn is_shielded(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let enemy = Some(rules.enemy(side));
    let mut theirs = rules
        .map()
        .neighbours(hex)
        .filter(|(_, other)| control::of(position, *other) == enemy)
        .peekable();
    theirs.peek().is_some()
        && control::of(position, hex) != enemy
        && theirs.all(|(direction, _)| rules.terrain.side(hex, direction).ridge)
}

/// 1914 27.6: the Marine Division, where it is not in a coastal hex, on the map or off it.
fn off_the_coast(rules: &Rules, position: &Position<Offensive>) -> Option<Unit> {
    let mut marines = rules.all_units().filter(|&unit| rules.piece(unit).marines).peekable();
    let first = marines.peek().copied()?;
    let ashore =
        |unit: Unit| position.hex(unit).is_some_and(|hex| has(&rules.landmarks.coast, hex));
    (!marines.any(ashore)).then_some(first)
}

/// 1914 27.7: a German unit that enters Paris scores, once in a game.
pub fn enters(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    let points = rules.schedule.awards.paris;
    if points == 0
        || rules.side_of(unit) != rules.german
        || cx.position.own.awarded & PARIS != 0
        || !has(&rules.landmarks.paris, hex)
    {
        return;
    }
    cx.position.own.awarded |= PARIS;
    book(cx, (rules.german, points), "paris", Some(Of::Unit(unit)), "1914 27.7");
}

/// 1914 27.7: whether the Germans control Paris, and so win in the final inter-phase.
pub fn paris_has_fallen(rules: &Rules, position: &Position<Offensive>) -> bool {
    rules.schedule.awards.paris != 0
        && control::holder(position, &rules.landmarks.paris) == Some(rules.german)
}

/// 1914 27.11: what the Germans gain at the end for Belgian infantry divisions on the map that are
/// reduced as far as they can be.
pub fn belgian_losses(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    let points = rules.schedule.awards.belgian;
    if points == 0 {
        return;
    }
    let spent = |&unit: &Unit| {
        let piece = rules.piece(unit);
        let steps = rules.unit(unit).steps;
        rules.belgian == Some(piece.nation)
            && piece.division
            && piece.is_formation()
            && piece.kind == Kind::Infantry
            && steps > 1
            && cx.position.state(unit).face + 1 >= steps
    };
    let units: Vec<Unit> = cx.position.on_map(rules, rules.allied).filter(spent).collect();
    for unit in units {
        book(cx, (rules.german, points), "belgian-losses", Some(Of::Unit(unit)), "1914 27.11");
    }
}
