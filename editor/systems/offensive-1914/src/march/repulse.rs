//! 1914 7.4: repulse, the only combat in movement and in retreat.

use salient_hex::{Footprint, Hex};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;

use crate::abreast;
use crate::acts::Act;
use crate::battle::odds::{Clash, Odds, odds, proficiency};
use crate::decision::march::Check;
use crate::event::Detail;
use crate::event::march::{Checked, MarchDetail, Repulsed, Shifted};
use crate::force::{self, Force};
use crate::losses::{self, Why};
use crate::retreat::{self, Retreat};
use crate::rules::{Offensive, Rules, of};
use crate::state::HALTED;
use crate::terrain::River;
use crate::units::Kind;
use crate::{effectiveness, stacking};

use super::allowance::{limit, may_go, spend, spent};
use super::cost::Mover;
use super::{Step, moves, then, walks};

/// The most units of a force whose strength counts (1914 7.4.1).
const UNITS: usize = 2;

/// Whether a side may try a repulse in its movement.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    units: &[Unit],
    hex: Hex,
) -> Result<(), Violation> {
    let at = moves::together(rules, position, units)?;
    let from = front(rules, position, units, hex).unwrap_or(at);
    for &unit in &force_of(position, units) {
        may_go(rules, position, side, unit)?;
        if spent(position, unit) + rules.numbers.repulse_movement > limit(rules, position, unit) {
            let text = format!("'{}' has no movement point left", rules.compiled.unit(unit).name);
            return Err(Violation::new("1914 7.4", text));
        }
    }
    may_try(rules, position, units, hex)?;
    let Some(direction) = rules.direction(from, hex) else { return Ok(()) };
    if rules.terrain.side(from, direction).river != River::Grand {
        return Ok(());
    }
    // 1914 7.4.7: the cleared hex is entered, so that it must be possible.
    for &unit in units {
        let own = &position.own;
        let began = [own.began[unit.index()], own.began_beside[unit.index()]];
        if !began.contains(&Some(from)) {
            let text = "who repulses over a grand river has begun the phase next to it";
            return Err(Violation::new("1914 7.4.7", text));
        }
        let water = i32::from(rules.terrain.side(from, direction).water);
        let ground = i32::from(rules.terrain.side(from, direction).ground);
        let needed =
            rules.numbers.repulse_movement + water.min(rules.numbers.bridge_movement) + ground;
        if spent(position, unit) + needed > limit(rules, position, unit) {
            let text = "too few movement points are left to enter the hex after the repulse";
            return Err(Violation::new("1914 7.4.7", text));
        }
    }
    Ok(())
}

/// 1914 7.4, 7.4.1, 7.4.2: whether units, two at most of a force, may try a repulse of a hex, in
/// movement or in retreat.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn may_try(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    hex: Hex,
) -> Result<(), Violation> {
    let wrong = |rule: &'static str, text: &'static str| Err(Violation::new(rule, text));
    let Some(first) = units.first() else {
        return wrong("1914 7.4", "units of a force repulse");
    };
    if position.hex(*first).is_none() {
        return wrong("1914 7.4", "it is off the map");
    }
    if units.len() > UNITS {
        return wrong("1914 7.4.1", "two units of a force at most repulse");
    }
    if !units.iter().any(|&unit| rules.is_combat(position, unit)) {
        return wrong("1914 7.4", "a combat unit repulses");
    }
    if units.iter().any(|&unit| effectiveness::is_ineffective(rules, position, unit)) {
        return wrong("1914 7.4.2", "the ineffective and the demoralized repulse nobody");
    }
    let mut sides = abreast::fronts(rules, position, *first, hex)
        .filter_map(|from| Some(rules.terrain.side(from, rules.direction(from, hex)?)))
        .peekable();
    if sides.peek().is_none() {
        return wrong("1914 7.4", "the hex next to a force is repulsed");
    }
    if sides.all(|between| between.sea || between.ridge) {
        return wrong("1914 9.2.3", "nobody attacks across sea or a mountain ridge");
    }
    if !stacking::bars(rules, position, rules.side_of(*first), hex) {
        return wrong("1914 7.4", "no enemy who could be repulsed is there");
    }
    // Supply units get out of the way by themselves, if they can (1914 15.6.2).
    let side = rules.side_of(*first);
    let fights = |unit: Unit| rules.side_of(unit) != side && !rules.piece(unit).kind.is_supply();
    if !position.stack(hex).any(fights) {
        return wrong("1914 7.4", "supply units alone are not repulsed");
    }
    Ok(())
}

/// The hex from which units repulse another: the first of two.
fn front(rules: &Rules, position: &Position<Offensive>, units: &[Unit], hex: Hex) -> Option<Hex> {
    units.first().and_then(|&unit| abreast::fronts(rules, position, unit, hex).next())
}

/// The plain ones: every formation against each hex next to it where the odds may suffice.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, acts: &mut Vec<Act>) {
    for unit in position.on_map(rules, side) {
        let in_zone = |from: Hex| position.board().controls(from, rules.enemy(side));
        if !rules.piece(unit).is_formation() || !position.hexes(unit).any(in_zone) {
            continue;
        }
        for (_, hex) in position.hexes(unit).flat_map(|from| rules.map().neighbours(from)) {
            let units = [unit];
            if check(rules, position, side, &units, hex).is_ok()
                && is_promising(rules, position, &units, hex)
            {
                acts.push(Act::Repulse { units: vec![unit], hex });
            }
        }
    }
}

/// Whether units may try a repulse of a hex, and may succeed (1914 7.4.3).
pub fn is_promising(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    hex: Hex,
) -> bool {
    may_try(rules, position, units, hex).is_ok()
        && chance(rules, &odds(rules, position, &clash(rules, position, units, hex)))
            != Chance::None
}

/// Tries it in movement.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, units: &[Unit], hex: Hex) {
    if !units.iter().any(|unit| cx.position.own.moving.contains(unit)) {
        walks::take_up(cx, units);
    }
    for unit in force_of(cx.position, units) {
        spend(cx.position, unit, cx.rules.numbers.repulse_movement);
    }
    attempt(cx, side, units, hex, false);
}

/// The force that repulses: all that is on the move with them.
fn force_of(position: &Position<Offensive>, units: &[Unit]) -> Vec<Unit> {
    let moving = &position.own.moving;
    if units.iter().any(|unit| moving.contains(unit)) {
        let mut force: Vec<Unit> = moving.iter().chain(units).copied().collect();
        force.sort_unstable();
        force.dedup();
        return force;
    }
    units.to_vec()
}

/// What the odds of a repulse leave to the dice (1914 7.4.3).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chance {
    None,
    Dice,
    Certain,
}

fn chance(rules: &Rules, odds: &Odds) -> Chance {
    if odds.is_below() {
        return Chance::None;
    }
    let ratio = odds.ratio(&rules.combat);
    match ratio.attacker {
        _ if ratio.defender != 1 => Chance::None,
        columns if columns >= rules.numbers.repulse_certain => Chance::Certain,
        columns if columns >= rules.numbers.repulse_odds => Chance::Dice,
        _ => Chance::None,
    }
}

/// On how many of the 36 throws of both dice a repulse succeeds (1914 7.4.3); none where no dice
/// are thrown, with whether it succeeds.
pub fn hopes(
    rules: &Rules,
    position: &Position<Offensive>,
    units: &[Unit],
    hex: Hex,
) -> Result<usize, bool> {
    let clash = clash(rules, position, units, hex);
    let odds = odds(rules, position, &clash);
    match chance(rules, &odds) {
        Chance::None => Err(false),
        Chance::Certain => Err(true),
        Chance::Dice => {
            let modifier = modifier(proficiency(rules, position, &clash));
            let throws = (1..=6).flat_map(|white| (1..=6).map(move |black| [white, black]));
            Ok(throws.filter(|&dice| retreats(rules, &odds, dice, modifier) > 0).count())
        }
    }
}

/// What is added to the white die, of the best proficiency and that against it (1914 9.7).
fn modifier((best, against): (i32, i32)) -> i32 {
    against - best
}

/// How far the repulsed fall back by the dice (1914 7.4.3): a black retreat is what counts.
fn retreats(rules: &Rules, odds: &Odds, [white, black]: [u8; 2], modifier: i32) -> u8 {
    let place = odds.place(&rules.combat);
    rules.combat.result(i32::from(white) + modifier, black, place).defender.retreat
}

/// Who fights whom: of the defenders as many as may fight in a hex, the strongest first; the rest
/// is withheld and only retreats (1914 7.4.6).
pub fn clash(rules: &Rules, position: &Position<Offensive>, units: &[Unit], hex: Hex) -> Clash {
    let from =
        |&unit: &Unit| abreast::fronts(rules, position, unit, hex).map(move |from| (unit, from));
    let attackers = units.iter().flat_map(from).collect();
    let side = units.first().map_or(0, |&unit| rules.side_of(unit));
    let mut there: Vec<Unit> = position
        .stack(hex)
        .filter(|&unit| {
            rules.side_of(unit) != side
                && (rules.is_combat(position, unit)
                    || matches!(rules.kind(position, unit), Kind::Fort | Kind::Fortress))
        })
        .collect();
    let works = |unit: Unit| matches!(rules.kind(position, unit), Kind::Fort | Kind::Fortress);
    there.sort_by_key(|&unit| {
        let strength = rules.rating(position, unit, of::DEFENCE);
        (!works(unit), !rules.piece(unit).is_formation(), -strength, unit)
    });
    let numbers = &rules.numbers;
    let most = match rules.terrain.hex(hex).steep {
        true => numbers.steep_stacking,
        false => numbers.combat_stacking,
    };
    let (mut defenders, mut counted) = (Vec::new(), Vec::new());
    for unit in there {
        if works(unit) {
            defenders.push(unit);
            continue;
        }
        counted.push(unit);
        let sizes = counted.iter().map(|&it| (it, abreast::size(rules, position, it)));
        if stacking::together(rules, sizes) > most
            || stacking::assets(rules, &counted) > numbers.combat_assets
        {
            counted.pop();
        }
    }
    defenders.append(&mut counted);
    defenders.sort_unstable();
    Clash { attackers, defenders, hex: Some(hex), ..Clash::default() }
}

/// 1914 7.4.3 to 7.4.5: units try to repulse the enemy in a hex next to them: whether they do. What
/// comes of it lies on top of the frames: the retreat of the repulsed, then their checks; whoever
/// fails has made his own check and, in movement, is halted.
pub fn attempt(
    cx: &mut PlayContext<'_, Offensive>,
    side: usize,
    units: &[Unit],
    hex: Hex,
    in_retreat: bool,
) -> bool {
    let rules = cx.rules;
    let clash = clash(rules, cx.position, units, hex);
    let odds = odds(rules, cx.position, &clash);
    let (best, against) = proficiency(rules, cx.position, &clash);
    let modifier = modifier((best, against));
    let attack = cx.next_attack();
    let mut dice = None;
    let mut result = None;
    let won = match chance(rules, &odds) {
        Chance::None => false,
        Chance::Certain => true,
        Chance::Dice => {
            let rolled = [(); 2].map(|()| cx.roll("repulse", side, "1914 7.4.3"));
            let hexes = retreats(rules, &odds, rolled, modifier);
            (dice, result) = (Some(rolled), Some(hexes));
            hexes > 0
        }
    };
    let position = &*cx.position;
    let ended = if won { AttackResult::Won } else { AttackResult::Failed };
    let parties = (units, clash.defenders.as_slice());
    let mut core = PlayContext::<Offensive>::attack_event(
        rules,
        position,
        attack,
        parties,
        (Some(ended), "1914 7.4.3"),
    );
    core.strengths = Some([odds.attack, odds.defence]);
    // Of forces in two hexes the halves that fight, which need not be those that they are named by (1914
    // 19.4).
    let mut from: Vec<Hex> = clash.attackers.iter().map(|(_, from)| *from).collect();
    from.sort_unstable();
    from.dedup();
    (core.from, core.hexes) = (rules.compiled.labels(&from), rules.compiled.labels(&[hex]));
    let named = |place: i32| {
        let ratio = crate::battle::odds::ratio(&rules.combat, place);
        format!("{}:{}", ratio.attacker, ratio.defender)
    };
    let told = Repulsed {
        core,
        attack: odds.attack,
        defence: odds.defence,
        odds: named(odds.before),
        shifts: odds
            .shifts
            .iter()
            .map(|shift| Shifted {
                columns: shift.columns,
                reason: shift.reason.to_owned(),
                rule: shift.rule.to_owned(),
            })
            .collect(),
        column: named(odds.column),
        proficiency: [best, against],
        modifier,
        dice,
        retreat: result,
        in_retreat,
        won,
    };
    cx.emit(|_| Detail::March(MarchDetail::Repulse(Box::new(told))));
    if won {
        repulsed(cx, &clash, (units, hex, in_retreat), attack);
        return true;
    }
    // 1914 7.4.5.
    let force = if in_retreat { units.to_vec() } else { force_of(cx.position, units) };
    let forces = force::group(rules, cx.position, force.iter().copied());
    if !in_retreat {
        for unit in force {
            *cx.position.flags_mut(unit) |= HALTED;
        }
    }
    run_check(cx, Check { forces, modifier: 0, attack, rule: "1914 7.4.5" });
    false
}

/// 1914 7.4.4, 7.4.7: the stack falls back, and its forces make their checks.
fn repulsed(
    cx: &mut PlayContext<'_, Offensive>,
    clash: &Clash,
    (units, hex, in_retreat): (&[Unit], Hex, bool),
    attack: u32,
) {
    let rules = cx.rules;
    let from = front(rules, cx.position, units, hex);
    let side = units.first().map_or(0, |&unit| rules.side_of(unit));
    let direction = from.and_then(|from| Some((from, rules.direction(from, hex)?)));
    let wet =
        direction.is_some_and(|(from, way)| rules.terrain.side(from, way).river == River::Grand);
    if wet && !in_retreat {
        then(cx, Step::Enter(force_of(cx.position, units), hex));
    }
    let forces = force::group(rules, cx.position, clash.defenders.iter().copied());
    let check = Check { forces, modifier: 1, attack, rule: "1914 7.4.4" };
    then(cx, Step::Check(Box::new(check)));
    let stack: Vec<Unit> =
        cx.position.stack(hex).filter(|&unit| rules.side_of(unit) != side).collect();
    retreat::begin(
        cx,
        Retreat {
            units: stack,
            from: hex,
            left: u8::try_from(rules.numbers.repulse_retreat).unwrap_or_default(),
            // The repulsed do not repulse in their turn.
            repulsed: true,
            attack: Some(attack),
            half: false,
            rule: "1914 7.4.4".to_owned(),
        },
    );
}

/// 1914 7.4.4, 7.4.5: each force that is left makes its check, and loses a level if it fails, by
/// however much; an asset alone takes a strength reduction instead (1914 5.5.2).
pub fn run_check(cx: &mut PlayContext<'_, Offensive>, check: Check) {
    let rules = cx.rules;
    for force in check.forces {
        let there = |unit: &Unit| cx.position.hex(*unit).is_some();
        let force = Force {
            formation: force.formation.filter(there),
            assets: force.assets.into_iter().filter(there).collect(),
        };
        let units = force.units();
        let Some(&first) = units.first() else { continue };
        let side = rules.side_of(first);
        let hex = cx.position.hex(first);
        let dice = [(); 2].map(|()| cx.roll("effectiveness check", side, check.rule));
        let level = force.level(rules, cx.position);
        let sum = dice.iter().map(|die| i32::from(*die)).sum();
        let failed = effectiveness::check(cx, &force, (sum, check.modifier));
        cx.emit(|rules| {
            Detail::March(MarchDetail::Check(Checked {
                side: rules.sides[side].clone(),
                units: rules.compiled.names(&units),
                hex: hex.map(|hex| rules.compiled.label(hex).to_owned()).unwrap_or_default(),
                attack: check.attack,
                dice,
                modifier: check.modifier,
                level,
                failed: failed.max(0),
                rule: check.rule.to_owned(),
            }))
        });
        if failed <= 0 {
            continue;
        }
        let why = Why { attack: Some(check.attack), rule: check.rule };
        losses::levels(cx, &force, 1, why);
    }
}

/// 1914 7.4.7: the force enters the hex that it has cleared, if it can; else it moves no further.
pub fn enter(cx: &mut PlayContext<'_, Offensive>, units: &[Unit], hex: Hex) {
    let rules = cx.rules;
    let there = units.iter().copied().filter(|&unit| cx.position.hex(unit).is_some());
    let units: Vec<Unit> = there.collect();
    let Some(from) = front(rules, cx.position, &units, hex) else { return };
    let cost = rules.direction(from, hex).and_then(|direction| {
        Mover::new(rules, cx.position, &units, from).step(from, direction, hex).ok()
    });
    let able = cost.is_some_and(|cost| {
        let has =
            |unit: &Unit| spent(cx.position, *unit) + cost <= limit(rules, cx.position, *unit);
        units.iter().all(has)
    });
    let grid = rules.map().grid();
    let two = units.first().and_then(|&unit| cx.position.span(grid, unit));
    if let (true, Some(span), Some(to)) = (able, two, Footprint::new(grid, hex, Some(from))) {
        // It keeps the hex that it came from (1914 19.2).
        let step = (Footprint::Two(span), to);
        return walks::set_out_on_two(cx, &units, step, cost.unwrap_or_default());
    }
    if able {
        walks::price(cx, &units, from, Some(hex));
        cx.walk(units, vec![hex], "1914 7.4.7");
        return;
    }
    for unit in units {
        *cx.position.flags_mut(unit) |= HALTED;
    }
}
