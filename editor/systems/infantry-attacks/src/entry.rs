//! IA 16.41, 16.43: units that come onto the map. Until then they stand off it, grouped around the
//! leaders who come in with them: one leader's group is what is listed together. The first hex that
//! they enter is the first that they pay for.

use salient_hex::Hex;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Compiled, PlayContext, Position, Unit};
use salient_schema::{Bundle, Code, Diagnostic};

use crate::rivers::Bar;
use crate::rules::{self, Arriving, InfantryAttacks, Rules};
use crate::stacking::{Stack, barred_to};
use crate::units::{self, Kind, Piece};

/// Who comes in by schedule, by unit. A gun, mortar or machine gun that is listed right after a
/// wagon comes on board of it. Entry hexes that do not lie at the edge are problems, and so are
/// groups that come in after the last game-turn.
pub fn arriving(
    bundle: &Bundle,
    compiled: &Compiled,
    pieces: &[Piece],
    found: &mut Vec<Diagnostic>,
) -> Vec<Option<Arriving>> {
    let mut arriving: Vec<Option<Arriving>> = vec![None; compiled.units.len()];
    for (group, listed) in bundle.scenario.reinforcements.iter().enumerate() {
        let at = format!("/scenario/reinforcements/{group}");
        if compiled.turns.iter().all(|turn| turn.turn != listed.turn) {
            let text = format!("the scenario has no game-turn {}", listed.turn);
            let wrong = Diagnostic::error(Code::Rule, text).pointer(format!("{at}/turn"));
            found.push(wrong.rule("IA 16.41"));
        }
        let mut before: Option<Unit> = None;
        for counter in &listed.counters {
            let Some(unit) = compiled.find_unit(counter) else { continue };
            let mut all = compiled.arrivals.iter();
            let Some(arrival) = all.find(|arrival| arrival.unit == unit) else { continue };
            let wagon = |by: &Unit| pieces[by.index()].kind == Kind::Transport;
            let load = units::is_load(pieces[unit.index()].kind);
            let aboard = before.filter(wagon).filter(|_| load);
            let off = arrival.entries.iter().find(|&&hex| !is_edge(compiled, hex));
            if let (Some(&hex), None) = (off, before) {
                let text = "units come in by hexes at the edge of the map";
                let wrong = Diagnostic::error(Code::Rule, text).pointer(format!("{at}/entry"));
                found.push(wrong.hex(compiled.label(hex)).rule("IA 16.41"));
            }
            let entries = arrival.entries.clone();
            arriving[unit.index()] = Some(Arriving { turn: listed.turn, group, entries, aboard });
            before = Some(unit);
        }
    }
    arriving
}

/// Whether a hex lies at the edge of the map. Half-hexes are hexes like any other (IA 2.2.1).
pub fn is_edge(compiled: &Compiled, hex: Hex) -> bool {
    let map = &compiled.map;
    let beyond = |near: &Option<Hex>| near.is_none_or(|near| !rules::on_a_board(map, near));
    rules::on_a_board(map, hex) && map.grid().neighbours(hex).iter().any(beyond)
}

/// Whether a unit waits off the map, and may come in now.
pub fn is_due(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> bool {
    position.state(unit).status == UnitStatus::Expected
        && rules.arriving[unit.index()]
            .as_ref()
            .is_some_and(|it| it.turn <= position.turn && it.aboard.is_none())
}

/// Those of a side who do.
pub fn due<'a>(
    rules: &'a Rules,
    position: &'a Position<InfantryAttacks>,
    side: usize,
) -> impl Iterator<Item = Unit> + 'a {
    rules
        .compiled
        .all_units()
        .filter(move |&unit| rules.side_of(unit) == side && is_due(rules, position, unit))
}

/// Whether a side has combat units that are still to come, now or in a later turn.
pub fn is_expected(rules: &Rules, position: &Position<InfantryAttacks>, side: usize) -> bool {
    let mut all = rules.compiled.all_units();
    all.any(|unit| {
        rules.side_of(unit) == side
            && rules.piece(unit).kind.is_combat()
            && rules.arriving[unit.index()].is_some()
            && position.state(unit).status == UnitStatus::Expected
    })
}

/// Whether two units wait in one group.
pub fn are_together(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    one: Unit,
    other: Unit,
) -> bool {
    let group = |unit: Unit| rules.arriving[unit.index()].as_ref().map(|it| it.group);
    is_due(rules, position, one)
        && is_due(rules, position, other)
        && group(one) == group(other)
        && rules.side_of(one) == rules.side_of(other)
}

/// Whether units of the enemy's stand in a hex, leaders aside.
fn is_taken(rules: &Rules, position: &Position<InfantryAttacks>, side: usize, hex: Hex) -> bool {
    let enemy = |unit: Unit| rules.side_of(unit) != side && !rules.piece(unit).kind.is_leader();
    position.stack(hex).any(enemy)
}

/// IA 16.43: some hexes at the edge, or where the enemy stands in all of them those at the edge next
/// to them.
pub fn open_edge(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    side: usize,
    hexes: &[Hex],
) -> Vec<Hex> {
    let taken = |&hex: &Hex| is_taken(rules, position, side, hex);
    if hexes.is_empty() || !hexes.iter().all(taken) {
        return hexes.to_vec();
    }
    let near = hexes.iter().flat_map(|&hex| rules.compiled.map.neighbours(hex));
    let mut open: Vec<Hex> = near
        .map(|(_, hex)| hex)
        .filter(|&hex| is_edge(&rules.compiled, hex) && !taken(&hex))
        .collect();
    open.sort_unstable();
    open.dedup();
    open
}

/// The hexes by which a unit may come in now.
pub fn entries(rules: &Rules, position: &Position<InfantryAttacks>, unit: Unit) -> Vec<Hex> {
    let listed = rules.arriving[unit.index()].as_ref().map_or(&[][..], |it| &it.entries);
    open_edge(rules, position, rules.side_of(unit), listed)
}

/// What the first hex costs a unit that is off the map. A road that ends there at the edge goes on
/// beyond it.
pub fn first_cost(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    hex: Hex,
) -> Option<u32> {
    if rules.roads[hex.index()].count_ones() == 1 {
        return Some(rules.numbers.road_movement.unsigned_abs());
    }
    let class = crate::state::class(rules, position, unit);
    if rules.fords[hex.index()] {
        return Some(rules.numbers.ford_movement.unsigned_abs());
    }
    let cost = rules.enter[class as usize][hex.index()];
    (cost != crate::rules::BARRED).then_some(u32::from(cost))
}

/// What bars a unit that is off the map from a hex at its edge, or what it costs. Whoever is not led
/// comes nearer the enemy by it, wherever that is (IA 5.5).
pub fn first_step(
    rules: &Rules,
    position: &Position<InfantryAttacks>,
    unit: Unit,
    led: bool,
    hex: Hex,
) -> Result<u32, Bar> {
    let side = rules.side_of(unit);
    if !entries(rules, position, unit).contains(&hex) {
        return Err(Bar::NoEntry);
    }
    let cost = first_cost(rules, position, unit, hex).ok_or(Bar::Terrain)?;
    if barred_to(rules, position, side, hex) {
        return Err(Bar::Enemy);
    }
    let is_leader = rules.piece(unit).kind.is_leader();
    if !is_leader && !Stack::of(rules, position, side, hex, &[unit]).fits(rules) {
        return Err(Bar::Full);
    }
    let enemy = || {
        position
            .on_map(rules, 1 - side)
            .any(|unit| rules.piece(unit).kind.is_combat() && position.state(unit).hex.is_some())
    };
    if !led && enemy() { Err(Bar::Nearer) } else { Ok(cost) }
}

/// A scenario's arrivals are due in a turn: the hidden who stand where they come in are seen from
/// off the map (IA 1.0: spotting into the next hex).
pub fn look_in(cx: &mut PlayContext<'_, InfantryAttacks>) {
    let rules = cx.rules;
    for side in 0..2 {
        let waiting: Vec<Unit> = due(rules, cx.position, side).collect();
        for unit in waiting {
            let hexes = rules.arriving[unit.index()].as_ref().map_or(&[][..], |it| &it.entries);
            for &hex in hexes {
                crate::hidden::show_in(cx, 1 - side, hex);
            }
        }
    }
}
