//! 1914 11.1.2 to 11.1.6, 8.5.4: what each hex of a retreat brings, and what standing still does.

use salient_hex::Hex;
use salient_rules::play::{PlayContext, Position, Unit};

use super::{Going, go_on, paths};
use crate::abreast;
use crate::effectiveness::{self, DEMORALIZED};
use crate::event::Detail;
use crate::event::retreat::{Barrier, Hardship, RetreatDetail};
use crate::force::{self, Force};
use crate::losses::{self, Loss, Why};
use crate::rules::{Offensive, Rules};
use crate::state::RETREATED;
use crate::supply;
use crate::terrain::River;
use crate::units::Kind;
use crate::{siege_guns, siege_train};

/// 1914 11.1.2, 8.5.4: before its first hex: forts are left, fortresses bared; all others are marked.
/// Gives the depots of the hex, which are displaced.
pub fn set_out(cx: &mut PlayContext<'_, Offensive>, going: &mut Going) -> Vec<Unit> {
    let rules = cx.rules;
    let side = going.side(rules);
    let hex = going.place(cx.position);
    for unit in going.retreat.units.clone() {
        *cx.position.flags_mut(unit) |= RETREATED;
        if siege_guns::is_immobile(rules, cx.position, unit) {
            pack(cx, unit, going.retreat.attack);
        }
        if cx.position.hex(unit).is_none() || cx.position.state(unit).face > 0 {
            continue;
        }
        match rules.piece(unit).kind {
            Kind::Fort if rules.compiled.unit(unit).faces.len() > 1 => {
                cx.turn_over(unit, 1, "1914 8.5.4");
            }
            Kind::Fort => {
                losses::eliminate(cx, unit, "retreat", going.retreat.attack, "1914 8.5.4");
            }
            Kind::Fortress => cx.turn_over(unit, 1, "1914 11.1.2"),
            _ => {}
        }
    }
    let stays = |unit: Unit| {
        let kind = rules.piece(unit).kind;
        kind == Kind::Fortress || kind.is_supply()
    };
    let position = &*cx.position;
    going.retreat.units.retain(|&unit| !stays(unit) && position.hex(unit).is_some());
    let Some(hex) = hex.filter(|_| going.retreat.left > 0) else { return Vec::new() };
    going.passed.push(hex);
    let is_depot =
        |&unit: &Unit| rules.side_of(unit) == side && rules.piece(unit).kind == Kind::Depot;
    cx.position.stack(hex).filter(is_depot).collect()
}

/// 1914 13.2.4, 13.2.5: a deployed marker that falls back is eliminated; a headquarters gives up what
/// it was deploying; another gun is packed up for it.
fn pack(cx: &mut PlayContext<'_, Offensive>, unit: Unit, attack: Option<u32>) {
    let piece = cx.rules.piece(unit);
    match piece.kind {
        Kind::Headquarters => siege_train::give_up(cx, unit),
        _ if piece.marker => losses::eliminate(cx, unit, "retreat", attack, "1914 13.2.4"),
        _ => cx.turn_over(unit, 0, "1914 13.1"),
    }
}

/// The forces that fall back.
fn forces(rules: &Rules, position: &Position<Offensive>, going: &Going) -> Vec<Force> {
    force::group(rules, position, going.retreat.units.iter().copied())
}

/// 1914 11.1.6: the forces that are isolated and demoralized, or would be by losing so many levels.
fn lost(rules: &Rules, position: &Position<Offensive>, going: &Going, levels: u8) -> Vec<Force> {
    let mut forces = forces(rules, position, going);
    forces.retain(|force| {
        force.formation.is_some_and(|unit| {
            let status = effectiveness::status(rules, position, unit).saturating_add(levels);
            status >= DEMORALIZED && supply::is_isolated(rules, position, unit)
        })
    });
    forces
}

/// 1914 11.1.6: forces give themselves up, for good.
fn surrender(cx: &mut PlayContext<'_, Offensive>, going: &mut Going, forces: &[Force]) {
    for unit in forces.iter().flat_map(Force::units) {
        losses::eliminate(cx, unit, "surrender", going.retreat.attack, "1914 11.1.6");
    }
    let position = &*cx.position;
    going.retreat.units.retain(|&unit| position.hex(unit).is_some());
}

/// What each force suffers at once.
#[derive(Clone, Copy, Debug)]
struct Price {
    levels: u8,
    reductions: u8,
    rule: &'static str,
}

/// Makes forces pay levels of effectiveness and strength reductions. What is beyond the end of the
/// track is not lost (1914 6.1.3).
fn pay(cx: &mut PlayContext<'_, Offensive>, going: &Going, price: Price) {
    let rules = cx.rules;
    for force in forces(rules, cx.position, going).into_iter().rev() {
        let fights = |unit: &Unit| rules.is_combat(cx.position, *unit);
        if !force.units().iter().any(fights) {
            // Guns have no effectiveness, and come to their end by 8.8.1.
            continue;
        }
        // An asset alone takes its reduction before the level, which eliminates who has no face left
        // (1914 5.5.2): what is pushed last comes first.
        let why = Why { attack: going.retreat.attack, rule: price.rule };
        losses::levels(cx, &force, price.levels, why);
        if price.reductions > 0 {
            let loss = Loss {
                side: going.side(rules),
                units: force.units(),
                left: price.reductions,
                recorded: false,
                attack: going.retreat.attack,
                cause: "retreat",
                rule: price.rule,
            };
            losses::begin(cx, loss);
        }
    }
}

/// Falls back into a hex, with all that it brings (1914 11.1.3, 11.1.4, 11.1.6).
pub fn hop(cx: &mut PlayContext<'_, Offensive>, mut going: Going, to: Hex) {
    let rules = cx.rules;
    let side = going.side(rules);
    let zone = paths::is_zone(rules, cx.position, side, to);
    let barrier = rules.direction(going.at(), to).and_then(|direction| {
        let between = rules.terrain.side(going.at(), direction);
        match between.river {
            _ if between.ridge => Some(Barrier::Ridge),
            River::Grand => Some(Barrier::GrandRiver),
            _ => None,
        }
    });
    let hard = u8::from(barrier.is_some());
    if zone && paths::must_enter_zone(rules, cx.position, &going) {
        let lost = lost(rules, cx.position, &going, 1 + hard);
        surrender(cx, &mut going, &lost);
    }
    if going.retreat.units.is_empty() {
        return;
    }
    let Going { retreat, passed, .. } = &mut going;
    let from = passed.last().copied().unwrap_or(retreat.from);
    if retreat.half {
        abreast::combat::give_way(cx, &going, to);
    } else {
        cx.shift(&retreat.units, &[to], "retreat", retreat.attack, &retreat.rule);
    }
    let Going { retreat, passed, .. } = &mut going;
    passed.push(to);
    retreat.left = retreat.left.saturating_sub(1);
    if zone || barrier.is_some() {
        tell(cx, &going, |rules| Hardship {
            hex: rules.compiled.label(to).to_owned(),
            from: rules.compiled.label(from).to_owned(),
            zone,
            barrier,
            levels: u8::from(zone) + hard,
            reductions: hard,
            ..Hardship::default()
        });
    }
    go_on(cx, going.clone());
    if barrier.is_some() {
        pay(cx, &going, Price { levels: 1, reductions: 1, rule: "1914 11.1.4" });
    }
    if zone {
        pay(cx, &going, Price { levels: 1, reductions: 0, rule: "1914 11.1.3" });
    }
}

/// 1914 11.1.5: falls back no farther, and suffers for each hex that is left.
pub fn stand(cx: &mut PlayContext<'_, Offensive>, going: &Going) {
    let mut going = going.clone();
    let hexes = going.retreat.left;
    let lost = lost(cx.rules, cx.position, &going, hexes);
    surrender(cx, &mut going, &lost);
    if going.retreat.units.is_empty() {
        return;
    }
    tell(cx, &going, |rules| Hardship {
        hex: rules.compiled.label(going.at()).to_owned(),
        from: rules.compiled.label(going.at()).to_owned(),
        unable: hexes,
        levels: hexes,
        reductions: hexes,
        ..Hardship::default()
    });
    pay(cx, &going, Price { levels: hexes, reductions: hexes, rule: "1914 11.1.5" });
}

/// Tells what a retreat costs each of its forces.
fn tell(cx: &mut PlayContext<'_, Offensive>, going: &Going, cost: impl FnOnce(&Rules) -> Hardship) {
    cx.emit(|rules| {
        let compiled = &rules.compiled;
        let hardship = Hardship {
            units: compiled.names(&going.retreat.units),
            side: compiled.sides[going.side(rules)].clone(),
            attack: going.retreat.attack,
            ..cost(rules)
        };
        Detail::Retreat(RetreatDetail::Hardship(hardship))
    });
}
