//! 1914 3.1.2, 9.1, 9.2: which attacks may be indicated, and which must be.

use std::collections::BTreeSet;

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::rules::{Offensive, Rules};
use crate::state::{FOUGHT, INACTIVE, RETREATED};
use crate::units::Kind;
use crate::{abreast, armies, effectiveness, force, inundation, marks, stacking};

/// Attacks by unit, as they were indicated: who, and the hex that is attacked.
pub type Plan = Vec<(Unit, Hex)>;

/// What has been indicated.
pub fn plan(position: &Position<Offensive>) -> Plan {
    let attacks = position.own.attacks.iter();
    attacks.flat_map(|attack| attack.units.iter().map(|&unit| (unit, attack.hex))).collect()
}

/// Whether a side may indicate an attack, or be done with it.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Done => match due(rules, position, side).first() {
            None => Ok(()),
            Some(&(unit, hex)) => {
                let (name, label) = (&rules.unit(unit).name, rules.compiled.label(hex));
                let text = format!("'{name}' has prepared an attack on {label} and makes it");
                Err(Violation::new("1914 7.3.1", text))
            }
        },
        Act::Attack { units, hex } => check_attack(rules, position, side, (units, *hex)),
        _ => Err(Violation::new("1914 9.1", "indicate an attack, or be done")),
    }
}

/// The plain attacks: of each force, and of each unit by itself.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    let mut acts = BTreeSet::new();
    if due(rules, position, side).is_empty() {
        acts.insert(Act::Done);
    }
    let planned = plan(position);
    let mut hexes: Vec<Hex> =
        position.on_map(rules, side).flat_map(|unit| position.hexes(unit)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for from in hexes {
        let targets = targets(rules, position, side, from);
        if targets.is_empty() {
            continue;
        }
        let free = |unit: &Unit| !planned.iter().any(|(other, _)| other == unit);
        for force in force::forces(rules, position, from, side) {
            let whole: Vec<Unit> = force.units().into_iter().filter(free).collect();
            for &hex in &targets {
                let may = |unit: &&Unit| check_unit(rules, position, (**unit, hex)).is_ok();
                let ready: Vec<Unit> = whole.iter().filter(may).copied().collect();
                let each = ready.iter().map(|&unit| vec![unit]);
                for units in each.chain([ready.clone()]) {
                    if check_attack(rules, position, side, (&units, hex)).is_ok() {
                        acts.insert(Act::Attack { units, hex });
                    }
                }
            }
        }
    }
    acts.into_iter().collect()
}

/// Whether a side can indicate any attack at all.
pub fn any(rules: &Rules, position: &Position<Offensive>, side: usize) -> bool {
    legal(rules, position, side).iter().any(|act| *act != Act::Done)
}

/// The hexes next to one that a side may attack from it, as far as the hexes go.
fn targets(rules: &Rules, position: &Position<Offensive>, side: usize, from: Hex) -> Vec<Hex> {
    let around = rules.map().neighbours(from).map(|(_, hex)| hex);
    around.filter(|&hex| check_target(rules, position, side, (from, hex)).is_ok()).collect()
}

/// 7.3.1, 9.2.3: units with prepared attacks that have still to be indicated and can be.
fn due(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<(Unit, Hex)> {
    let planned = plan(position);
    let waits = position.on_map(rules, side).filter_map(|unit| {
        let hex = marks::prepared(position, unit)?;
        (!planned.iter().any(|(other, _)| *other == unit)).then_some((unit, hex))
    });
    let can = |(unit, hex): &(Unit, Hex)| {
        check_attack(rules, position, side, (std::slice::from_ref(unit), *hex)).is_ok()
    };
    waits.filter(can).collect()
}

/// Whether units may be indicated to attack a hex, beside all that were.
fn check_attack(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (units, hex): (&[Unit], Hex),
) -> Result<(), Violation> {
    if units.is_empty() || !units.is_sorted_by(|one, next| one < next) {
        return Err(Violation::new("1914 9.1", "somebody attacks, each once and in order"));
    }
    let mut planned = plan(position);
    for &unit in units {
        let name = &rules.unit(unit).name;
        let mut froms = position.hexes(unit).filter(|_| rules.side_of(unit) == side);
        let Some(first) = froms.next() else {
            return Err(Violation::new("1914 9.0", format!("'{name}' is not yours on the map")));
        };
        // Out of either of two hexes (1914 19.4).
        let may = |from: Hex| check_target(rules, position, side, (from, hex));
        may(first).or_else(|why| froms.next().map_or(Err(why), may))?;
        check_unit(rules, position, (unit, hex))?;
        if planned.iter().any(|(other, _)| *other == unit) {
            let text = format!("'{name}' attacks already");
            return Err(Violation::new("1914 9.2", text));
        }
        planned.push((unit, hex));
    }
    check_guns(rules, position, &planned)?;
    check_forces(rules, position, &planned)?;
    check_stacking(rules, position, &planned)?;
    let together: Vec<Unit> =
        planned.iter().filter(|(_, other)| *other == hex).map(|(unit, _)| *unit).collect();
    check_attachment(rules, position, &together)
}

/// 1914 9.2, 9.2.3, 12.2.2: whether a hex may be attacked out of another.
fn check_target(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (from, hex): (Hex, Hex),
) -> Result<(), Violation> {
    let label = || rules.compiled.label(hex);
    let Some(direction) = rules.direction(from, hex) else {
        return Err(Violation::new("1914 9.2", "only hexes next to one's own are attacked"));
    };
    if position.own.attacked.binary_search(&hex).is_ok() {
        let text = format!("{} was attacked in this phase", label());
        return Err(Violation::new("1914 9.2", text));
    }
    let enemy = rules.enemy(side);
    if !position
        .stack(hex)
        .any(|unit| rules.side_of(unit) == enemy && defends(rules, position, unit))
    {
        return Err(Violation::new("1914 9.1", format!("nobody defends {}", label())));
    }
    let between = rules.terrain.side(from, direction);
    if between.sea || between.ridge {
        let text = "nobody attacks across sea or a mountain ridge";
        return Err(Violation::new("1914 9.2.3", text));
    }
    if inundation::floods(rules, position, from, direction) {
        return Err(Violation::new("1914 9.2.3", "nobody attacks across the inundation"));
    }
    if is_protected(rules, position, enemy, hex) {
        let text = format!("an infantry division in its camp protects {}", label());
        return Err(Violation::new("1914 12.2.2", text));
    }
    Ok(())
}

/// Whether a unit makes a hex one that can be attacked (1914 9.1): all that fight but guns, and a
/// fortress with its garrison.
pub fn defends(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> bool {
    match rules.kind(position, unit) {
        Kind::Infantry | Kind::Cavalry | Kind::Fort => true,
        Kind::Fortress => position.state(unit).face == 0,
        _ => false,
    }
}

/// 1914 12.2.2: whether a fortress of the second kind stands in a hex, and an infantry division of
/// its side in any hex of its camp.
pub fn is_protected(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> bool {
    let camps = position.stack(hex).filter_map(|unit| {
        let piece = rules.piece(unit);
        (piece.second && rules.side_of(unit) == side).then_some(piece.camp)
    });
    let shelters = |at: Hex| {
        position.stack(at).any(|unit| {
            rules.side_of(unit) == side
                && rules.kind(position, unit) == Kind::Infantry
                && abreast::size(rules, position, unit) >= force::DIVISION
        })
    };
    camps.into_iter().any(|camp| {
        let of_camp = |unit: &Unit| {
            let piece = rules.piece(*unit);
            piece.kind == Kind::Fortress && piece.camp == camp
        };
        let mut hexes = position.on_map(rules, side).filter(of_camp);
        hexes.any(|unit| position.state(unit).hex.is_some_and(shelters))
    })
}

/// Whether a unit may attack a hex at all (1914 6.3, 6.4, 7.8, 9.2, 9.2.3).
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check_unit(
    rules: &Rules,
    position: &Position<Offensive>,
    (unit, hex): (Unit, Hex),
) -> Result<(), Violation> {
    let name = || &rules.unit(unit).name;
    let kind = rules.kind(position, unit);
    if !kind.is_combat() && !kind.is_artillery() {
        let rule = match kind {
            Kind::Fort => "1914 8.5.1",
            Kind::Fortress => "1914 12.1.1",
            _ => "1914 9.0",
        };
        return Err(Violation::new(rule, format!("'{}' never attacks", name())));
    }
    let flags = position.state(unit).flags;
    if flags & INACTIVE != 0 {
        return Err(Violation::new("1914 1.1", format!("'{}' is inactive", name())));
    }
    if flags & (FOUGHT | RETREATED) != 0 {
        let text = format!("'{}' has fought in this phase", name());
        return Err(Violation::new("1914 9.2", text));
    }
    if effectiveness::is_demoralized(rules, position, unit) {
        return Err(Violation::new("1914 6.4", format!("'{}' is demoralized", name())));
    }
    if effectiveness::is_ineffective(rules, position, unit) {
        return Err(Violation::new("1914 6.3", format!("'{}' is combat ineffective", name())));
    }
    if position.own.tasks[unit.index()].is_some() {
        return Err(Violation::new("1914 7.8", format!("'{}' has a task to finish", name())));
    }
    if let Some(prepared) = marks::prepared(position, unit).filter(|other| *other != hex) {
        let label = rules.compiled.label(prepared);
        let text = format!("'{}' has prepared an attack on {label}", name());
        return Err(Violation::new("1914 9.2.5", text));
    }
    Ok(())
}

/// 1914 8.8.1: guns attack only with a combat unit of their hex.
fn check_guns(
    rules: &Rules,
    position: &Position<Offensive>,
    planned: &Plan,
) -> Result<(), Violation> {
    for &(unit, hex) in planned {
        if rules.is_combat(position, unit) {
            continue;
        }
        let led = planned.iter().any(|&(other, at)| {
            at == hex
                && rules.is_combat(position, other)
                && position.hexes(unit).any(|from| abreast::is_in(position, other, from))
        });
        if !led {
            let name = &rules.unit(unit).name;
            let text = format!("'{name}' attacks only with a combat unit of its hex");
            return Err(Violation::new("1914 8.8.1", text));
        }
    }
    Ok(())
}

/// 1914 5.5.1, 9.2.1: no force splits: an asset attacks with a formation of its hex unless one stays
/// behind with it, and assets alone attack by twos.
fn check_forces(
    rules: &Rules,
    position: &Position<Offensive>,
    planned: &Plan,
) -> Result<(), Violation> {
    let split = |text: &'static str| Err(Violation::new("1914 9.2.1", text));
    for &(unit, hex) in planned.iter().filter(|(unit, _)| rules.piece(*unit).is_asset()) {
        let Some(from) = position.state(unit).hex else { continue };
        let side = rules.side_of(unit);
        let here = |other: &Unit| rules.side_of(*other) == side;
        let mut formations = position
            .stack(from)
            .filter(here)
            .filter(|&other| rules.piece(other).is_formation())
            .peekable();
        if formations.peek().is_some() {
            let elsewhere = |other: Unit| planned.iter().any(|&(it, at)| it == other && at != hex);
            if formations.all(elsewhere) {
                return split("an asset attacks the hex that the formation of its force does");
            }
            continue;
        }
        let assets = position.stack(from).filter(here).filter(|&it| rules.piece(it).is_asset());
        let assets: Vec<Unit> = assets.collect();
        let mut hexes: Vec<Hex> =
            planned.iter().filter(|(other, _)| assets.contains(other)).map(|(_, at)| *at).collect();
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.len() > assets.len().div_ceil(2) {
            return split("the assets of a force attack one hex");
        }
    }
    Ok(())
}

/// 1914 3.1.2, 3.1.2a: what attacks from each hex is within the combat stacking limits.
fn check_stacking(
    rules: &Rules,
    position: &Position<Offensive>,
    planned: &Plan,
) -> Result<(), Violation> {
    let fronts = |&(unit, to): &(Unit, Hex)| abreast::fronts(rules, position, unit, to);
    let mut hexes: Vec<Hex> = planned.iter().flat_map(fronts).collect();
    hexes.sort_unstable();
    hexes.dedup();
    for from in hexes {
        let all = planned.iter().filter(|it| fronts(it).any(|hex| hex == from));
        let all: Vec<(Unit, Hex)> = all.copied().collect();
        let units: Vec<Unit> = all.iter().map(|(unit, _)| *unit).collect();
        fits(rules, position, &units, rules.terrain.hex(from).steep)?;
        for &(_, to) in &all {
            if rules.terrain.hex(to).steep {
                let into: Vec<Unit> =
                    all.iter().filter(|(_, at)| *at == to).map(|(unit, _)| *unit).collect();
                fits(rules, position, &into, true)?;
            }
        }
    }
    Ok(())
}

/// 1914 3.1.2, 3.1.2a: whether units may fight together from or in one hex.
pub fn fits(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    steep: bool,
) -> Result<(), Violation> {
    let numbers = &rules.numbers;
    let (limit, rule) = match steep {
        true => (numbers.steep_stacking, "1914 3.1.2a"),
        false => (numbers.combat_stacking, "1914 3.1.2"),
    };
    let sizes = units.iter().map(|&unit| (unit, abreast::size(rules, position, unit)));
    let size = stacking::together(rules, sizes);
    if size > limit {
        let text = format!("{size} quarters of a division fight in a hex, of at most {limit}");
        return Err(Violation::new(rule, text));
    }
    if stacking::assets(rules, units) > numbers.combat_assets {
        let text = format!("at most {} assets fight in a hex", numbers.combat_assets);
        return Err(Violation::new(rule, text));
    }
    Ok(())
}

/// 1914 9.2.2, 5.3.1: whether units may fight together as far as armies and corps go.
pub fn check_attachment(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
) -> Result<(), Violation> {
    let units: Vec<Unit> = units
        .iter()
        .copied()
        .filter(|&unit| rules.piece(unit).is_formation() || rules.piece(unit).is_asset())
        .collect();
    let mut armed = units.iter().filter_map(|&unit| armies::army(rules, position, unit));
    if let Some(first) = armed.next()
        && armed.any(|army| army != first)
    {
        return Err(Violation::new("1914 9.2.2", "units of one army fight together"));
    }
    let (mut corps, mut independent) = (Vec::new(), Vec::new());
    for &unit in &units {
        let hex = position.state(unit).hex;
        let led = rules.piece(unit).is_asset()
            && units.iter().any(|&other| {
                rules.piece(other).is_formation() && position.state(other).hex == hex
            });
        // 1914 24.1: Belgians are independent in combat, whatever they are attached to.
        let belgian = rules.belgian == Some(rules.piece(unit).nation);
        match armies::corps(rules, position, unit).filter(|_| !belgian) {
            // An asset is where its formation is.
            _ if led => {}
            Some(own) => corps.push(own),
            None => independent.push(hex),
        }
    }
    corps.sort_unstable();
    corps.dedup();
    independent.sort_unstable();
    independent.dedup();
    let most = rules.numbers.combat_corps;
    if (corps.len() + independent.len()) as i32 > most {
        let text =
            format!("units of {most} corps at most fight together, an independent stack being one");
        return Err(Violation::new("1914 9.2.2", text));
    }
    Ok(())
}
