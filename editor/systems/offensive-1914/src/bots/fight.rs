//! Which attacks are made, in which order, and all that is chosen in a combat.

use salient_hex::Hex;
use salient_rules::account::{Choice, Considered};
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::armies;
use crate::battle::odds::Clash;
use crate::battle::{self, indicate};
use crate::decision::battle::{ATTACKER, Asked, DEFENDER, Fight, Party};
use crate::effectiveness;
use crate::force;
use crate::losses::Loss;
use crate::marks;
use crate::rules::{Offensive, Rules, of};

use super::field::{Field, weight, weight_of};
use super::muster::{Candidate, Muster, Scales, Used, is_target};
use super::outcome::outcome;
use super::siege;
use super::{Memory, Style, Weights};

/// What of what was weighed is told.
const MOST_TOLD: usize = 8;

/// What a side does that is asked of a battle.
pub fn choose(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, asked): (usize, &Asked),
    (weights, style): (&Weights, Style),
    memory: &mut Memory,
) -> Option<Act> {
    match asked {
        Asked::Bombard => {
            let field = memory.field.look(rules, position, side, weights.alarm);
            Some(siege::bombard(rules, position, side, field))
        }
        Asked::Occupy(occupy) => siege::occupy(rules, position, side, *occupy),
        Asked::Barrage(hex) => siege::prepare(rules, position, side, *hex),
        Asked::Indicate => indicated(rules, position, side, (weights, style), memory),
        Asked::Order => order(rules, position, side),
        Asked::Withhold(_) => withhold(rules, position, side, asked),
        // Whoever fights wants it.
        Asked::Ammunition(..) => battle::legal(rules, position, side, asked).pop(),
        Asked::Naval(_) => Some(Act::Support),
        Asked::Intensity(fight, party) => {
            let by = (weights, style);
            let intense = intense(rules, position, (fight, *party), by, &mut memory.field);
            Some(Act::Fight { intense })
        }
        Asked::Advance(fight) => {
            let field = memory.field.look(rules, position, side, weights.alarm);
            advance(rules, position, (side, field), fight, asked, weights)
        }
    }
}

/// The next of the attacks that were thought out when the phase began.
fn indicated(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    (weights, style): (&Weights, Style),
    memory: &mut Memory,
) -> Option<Act> {
    if memory.begins(position, side) {
        let scales = Scales { rules, position, side, style, weights };
        let field = memory.field.look(rules, position, side, weights.alarm);
        let attacks = attacks(&scales, field);
        memory.attacks = attacks.into_iter().map(|it| (it.units, it.hex)).collect();
    }
    while let Some((units, hex)) = memory.attacks.pop_front() {
        let act = Act::Attack { units, hex };
        if indicate::check(rules, position, side, &act).is_ok() {
            return Some(act);
        }
    }
    if indicate::check(rules, position, side, &Act::Done).is_ok() {
        return Some(Act::Done);
    }
    // Prepared attacks that have still to be made, by as many as may.
    let legal = indicate::legal(rules, position, side).into_iter();
    legal.max_by_key(|act| match act {
        Act::Attack { units, hex } => {
            let due = units.iter().any(|unit| marks::prepared(position, *unit) == Some(*hex));
            (due, weight_of(rules, position, units).attack)
        }
        _ => (false, -1),
    })
}

/// The attacks of a phase: the best first, until no other is worth it.
fn attacks(scales: &Scales<'_>, field: &Field) -> Vec<Muster> {
    let Scales { rules, weights, .. } = *scales;
    let mut free = candidates(scales, field);
    let mut chosen: Vec<Muster> = Vec::new();
    let mut used = Used::new();
    let mut targets: Vec<Hex> = free.iter().map(|(hex, _)| *hex).collect();
    targets.sort_unstable();
    targets.dedup();
    let weigh = |hex: Hex, free: &[(Hex, Candidate)], used: &Used| {
        let own: Vec<Candidate> =
            free.iter().filter(|(other, _)| *other == hex).map(|(_, it)| it.clone()).collect();
        // Who has prepared an attack makes it whatever it is worth (1914 7.3.1).
        let due = own.iter().any(|it| it.prepared);
        let least = if due { i32::MIN } else { weights.least };
        let best = scales.best(hex, &own, used, (field.ground(rules, hex) + weights.ground, least));
        best.map(|it| (due, it))
    };
    let mut weighed: Vec<(Hex, Option<(bool, Muster)>)> =
        targets.iter().map(|&hex| (hex, weigh(hex, &free, &used))).collect();
    loop {
        let best = weighed
            .iter()
            .filter_map(|(_, it)| it.as_ref())
            .max_by_key(|(due, it)| (*due, it.worth, std::cmp::Reverse(it.hex)));
        let Some((_, best)) = best.cloned() else { break };
        for &(place, from) in &best.who {
            if let Some((_, it)) = free.iter().find(|(_, it)| it.place == place) {
                let (size, assets) = used.entry(from).or_default();
                *size += it.size;
                *assets += it.assets;
            }
        }
        let taken = |place: usize| best.who.iter().any(|(other, _)| *other == place);
        let from = |hex: Hex| best.who.iter().any(|(_, other)| *other == hex);
        let touched: Vec<Hex> = free
            .iter()
            .filter(|(_, it)| taken(it.place) || from(it.from))
            .map(|(hex, _)| *hex)
            .collect();
        free.retain(|(hex, it)| !taken(it.place) && *hex != best.hex);
        for (hex, it) in &mut weighed {
            if *hex == best.hex {
                *it = None;
            } else if it.is_some() && touched.contains(hex) {
                *it = weigh(*hex, &free, &used);
            }
        }
        chosen.push(best);
    }
    chosen
}

/// The attacks that a side would still indicate, each with what it is worth: for whoever asks why one
/// was made.
pub fn considered(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    weights: &Weights,
    act: &Act,
) -> Considered {
    let scales = Scales { rules, position, side, style: Style { exact: true }, weights };
    let mut field = Field::default();
    let mut choices: Vec<Choice> =
        attacks(&scales, field.look(rules, position, side, weights.alarm))
            .into_iter()
            .map(|it| {
                let weighed = Act::Attack { units: it.units, hex: it.hex };
                Choice {
                    action: rules.action(&weighed),
                    aim: String::new(),
                    value: Some(i64::from(it.worth)),
                    chances: Vec::new(),
                    taken: weighed == *act,
                }
            })
            .collect();
    if !choices.iter().any(|choice| choice.taken) {
        let aim = if *act == Act::Done { "as no other attack is worth it" } else { "" };
        choices.push(Choice {
            action: rules.action(act),
            aim: aim.to_owned(),
            value: None,
            chances: Vec::new(),
            taken: true,
        });
    }
    let (between, unit) = ("attacks of the phase", "hundredths of a victory point");
    Considered { between, unit, choices }.best(MOST_TOLD)
}

/// Every force that could attack, once for each hex that it could.
fn candidates(scales: &Scales<'_>, field: &Field) -> Vec<(Hex, Candidate)> {
    let Scales { rules, position, side, .. } = *scales;
    let mut hexes: Vec<Hex> = position
        .on_map(rules, side)
        .filter_map(|unit| position.hex(unit))
        .filter(|hex| field.near[hex.index()] <= 1)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    let mut found = Vec::new();
    let mut place = 0;
    for from in hexes {
        for force in force::forces(rules, position, from, side) {
            let Some(formation) = force.formation else { continue };
            place += 1;
            for (direction, hex) in rules.map().neighbours(from) {
                let between = rules.terrain.side(from, direction);
                if between.sea || between.ridge || !is_target(rules, position, side, hex) {
                    continue;
                }
                let indicated = |unit: &Unit| {
                    position.own.attacks.iter().any(|attack| attack.units.contains(unit))
                };
                let able = |unit: &Unit| {
                    !rules.piece(*unit).garrison
                        && !indicated(unit)
                        && indicate::check_unit(rules, position, (*unit, hex)).is_ok()
                };
                let units: Vec<Unit> = force.units().into_iter().filter(able).collect();
                if !units.contains(&formation) {
                    continue;
                }
                found
                    .push((hex, candidate(rules, position, (place, &units), from, formation, hex)));
            }
        }
    }
    found
}

fn candidate(
    rules: &Rules,
    position: &Position<Offensive>,
    (place, units): (usize, &[Unit]),
    from: Hex,
    formation: Unit,
    hex: Hex,
) -> Candidate {
    let weight = weight_of(rules, position, units);
    let prepared = marks::prepared(position, formation) == Some(hex);
    Candidate { prepared, ..made_of(rules, position, (place, units), from, weight) }
}

/// A candidate of units of a force, wherever they would attack from.
pub fn made_of(
    rules: &Rules,
    position: &Position<Offensive>,
    (place, units): (usize, &[Unit]),
    from: Hex,
    weight: super::field::Weight,
) -> Candidate {
    let lead = units.iter().copied().find(|&unit| rules.piece(unit).is_formation());
    let corps = lead.and_then(|unit| armies::corps(rules, position, unit));
    Candidate {
        place,
        units: units.to_vec(),
        from,
        army: lead.and_then(|unit| armies::army(rules, position, unit)),
        corps: (corps, corps.is_none().then_some(from)),
        attack: weight.attack,
        size: weight.size,
        assets: units.iter().filter(|&&unit| rules.piece(unit).is_asset()).count() as i32,
        prepared: false,
    }
}

/// The strongest attack first: what it opens may help the others.
fn order(rules: &Rules, position: &Position<Offensive>, side: usize) -> Option<Act> {
    let enemy = rules.enemy(side);
    let attacks = position.own.attacks.iter();
    let best = attacks.max_by_key(|attack| {
        let own = weight_of(rules, position, &attack.units).attack;
        let against = position.stack(attack.hex).filter(|&unit| rules.side_of(unit) == enemy);
        let against: i32 = against.map(|unit| weight(rules, position, unit).defence).sum();
        (100 * own / against.max(1), std::cmp::Reverse(attack.hex))
    });
    best.map(|attack| Act::Resolve { hex: attack.hex })
}

/// Withholds so that the strongest and steadiest fight.
fn withhold(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Asked,
) -> Option<Act> {
    let left_out = |act: &Act| -> i32 {
        let Act::Withhold { units } = act else { return 0 };
        let each = units.iter().map(|&unit| {
            let weight = weight(rules, position, unit).defence;
            // The worn out are better spared.
            if effectiveness::is_ineffective(rules, position, unit) { -weight } else { weight }
        });
        each.sum()
    };
    battle::legal(rules, position, side, asked).into_iter().min_by_key(left_out)
}

/// Whether to fight intensely (1914 9.8).
fn intense(
    rules: &Rules,
    position: &Position<Offensive>,
    (fight, party): (&Fight, Party),
    (weights, style): (&Weights, Style),
    field: &mut Field,
) -> bool {
    if !style.exact {
        // A place is held at any price, and nothing else.
        return party == DEFENDER
            && fight.odds.ratio(&rules.combat).attacker >= 2
            && is_scoring(rules, fight.hex);
    }
    let side = fight.sides[ATTACKER];
    let field = field.look(rules, position, side, weights.alarm);
    let ground = field.ground(rules, fight.hex) + weights.ground;
    let clash = Clash { hex: Some(fight.hex), ..fight.clash.clone() };
    let outcome = outcome(rules, position, &clash, weights, ground);
    let [one, other] = outcome.worth;
    match party {
        ATTACKER => other[0].min(other[1]) > one[0].min(one[1]),
        _ => {
            let [calm, intense] = outcome.worth[usize::from(fight.intense[ATTACKER])];
            intense < calm
        }
    }
}

/// Whether a hex is of a place that scores.
fn is_scoring(rules: &Rules, hex: Hex) -> bool {
    let schedule = &rules.schedule;
    let captures = [&schedule.muelhausen, &schedule.lorraine];
    schedule.places.iter().any(|place| place.hexes.contains(&hex))
        || captures.iter().any(|it| it.towns.iter().any(|(_, hexes)| hexes.contains(&hex)))
}

/// Advances with what holds the hex, unless it is worth little and dangerous.
fn advance(
    rules: &Rules,
    position: &Position<Offensive>,
    (side, field): (usize, &Field),
    fight: &Fight,
    asked: &Asked,
    weights: &Weights,
) -> Option<Act> {
    let ground = field.ground(rules, fight.hex);
    let threat = field.threat[fight.hex.index()];
    let terrain = rules.terrain.hex(fight.hex).defence;
    let legal = battle::legal(rules, position, side, asked);
    let worth = |act: &Act| -> i32 {
        let Act::Advance { units } = act else { return 0 };
        let weight = weight_of(rules, position, units);
        let strength = weight.defence + terrain;
        if weight.attack == 0 || siege::forsakes(rules, position, side, units) {
            return -1;
        }
        // Whoever gives up a place of one's own gains nothing.
        let leaves: i32 = units
            .iter()
            .filter_map(|&unit| position.hex(unit))
            .map(|hex| {
                let held = field.size[hex.index()] - weight.size;
                if held <= 0 { field.held_ground(rules, hex) } else { 0 }
            })
            .max()
            .unwrap_or_default();
        let odds = 10 * threat / strength.max(1);
        let danger = weights.danger * (odds - 10).clamp(0, 40) * weight.size / 4;
        ground + weights.ground + 2 * weight.defence.min(30) - leaves - danger / 2
    };
    legal.into_iter().max_by_key(|act| (worth(act), std::cmp::Reverse(act.clone())))
}

/// Who takes a reduction: who loses least by it, and whoever lives on rather than who is lost.
pub fn lose(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    loss: &Loss,
) -> Option<Act> {
    let price = |act: &Act| -> i32 {
        let Act::Reduce { unit } = act else { return i32::MAX };
        let strength =
            rules.rating(position, *unit, of::ATTACK) + rules.rating(position, *unit, of::DEFENCE);
        let last = position.state(*unit).face + 1 >= rules.unit(*unit).steps;
        strength + if last && !rules.piece(*unit).is_formation() { 100 } else { 0 }
    };
    crate::losses::legal(rules, position, side, loss).into_iter().min_by_key(price)
}
