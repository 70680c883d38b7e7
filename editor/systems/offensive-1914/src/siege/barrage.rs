//! 1914 13.3: preparatory bombardment, just before an attack.

use salient_hex::Hex;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::control;
use crate::decision::battle::{Barrage, Step};
use crate::decision::then;
use crate::event::Detail;
use crate::event::siege::{Barraged, SiegeDetail};
use crate::losses::{self, Loss};
use crate::marks;
use crate::rules::{Offensive, Rules};
use crate::siege_guns::{self as guns, Charge};
use crate::state::BOMBARDED;
use crate::units::Kind;

/// The guns that may take part with a headquarters: those deployed with it that have not bombarded
/// (1914 13.2.3, 13.3.2).
fn participants(rules: &Rules, position: &Position<Offensive>, hq: Unit) -> Vec<Unit> {
    let side = rules.side_of(hq);
    let there = position.hex(hq).into_iter().flat_map(|hex| position.stack(hex));
    let mut guns: Vec<Unit> = there
        .filter(|&unit| {
            rules.side_of(unit) == side
                && guns::is_deployed(rules, position, unit)
                && position.state(unit).flags & BOMBARDED == 0
        })
        .collect();
    guns.sort_unstable();
    guns
}

/// The 21 cm guns among some, and whether a heavier one is (1914 13.3.3).
fn counted(rules: &Rules, guns: &[Unit]) -> (i32, bool) {
    let light = guns.iter().filter(|&&gun| !guns::is_heavy(rules, gun));
    let number = light.map(|&gun| guns::dice(rules, gun)).sum();
    (number, guns.iter().any(|&gun| guns::is_heavy(rules, gun)))
}

/// Whether a side may prepare the attack on a hex so, or be done.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    hex: Hex,
    act: &Act,
) -> Result<(), Violation> {
    let units = match act {
        Act::Done => return Ok(()),
        Act::Barrage { units, hex: target } if *target == hex => units,
        _ => return Err(Violation::new("1914 13.3", "prepare this attack by fire, or be done")),
    };
    let wrong = |rule: &'static str, text: &'static str| Err(Violation::new(rule, text));
    let is_hq = |unit: &Unit| rules.piece(*unit).kind == Kind::Headquarters;
    let (hqs, guns): (Vec<Unit>, Vec<Unit>) = units.iter().partition(|unit| is_hq(unit));
    let ([hq], true) = (&hqs[..], units.is_sorted_by(|one, next| one < next)) else {
        return wrong("1914 13.2.3", "one headquarters and its guns take part, each once");
    };
    if rules.prepared_hexes.binary_search(&hex).is_err() {
        return wrong("1914 13.3", "only printed positions of certain camps are prepared by fire");
    }
    if Charge::Preparation.left(rules, position) <= 0 {
        return wrong("1914 13.4", "no preparatory bombardment is left in this game");
    }
    if rules.side_of(*hq) != side || !marks::plans_fire(position, *hq) {
        return wrong("1914 13.3.1", "the headquarters has no prep marker");
    }
    let able = participants(rules, position, *hq);
    if guns.iter().any(|gun| !able.contains(gun)) {
        let text = "guns take part that are deployed with it and have not bombarded";
        return wrong("1914 13.3.2", text);
    }
    let (number, _) = counted(rules, &guns);
    if number < rules.numbers.preparation_guns {
        return wrong("1914 13.3", "too few 21 cm guns take part");
    }
    let Some(at) = position.hex(*hq) else {
        return wrong("1914 13.2.3", "the headquarters is not on the map");
    };
    let attacks = position.stack(at).any(|unit| {
        rules.side_of(unit) == side
            && rules.kind(position, unit) == Kind::Infantry
            && rules.piece(unit).division
            && marks::prepared(position, unit) == Some(hex)
    });
    if !attacks {
        let text = "no infantry division with it has prepared an attack on the hex";
        return wrong("1914 13.3", text);
    }
    Ok(())
}

/// The plain ones: of each headquarters with all its guns; and to be done.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize, hex: Hex) -> Vec<Act> {
    let mut acts = vec![Act::Done];
    let hqs = rules.siege_units(side).filter(|&unit| marks::plans_fire(position, unit));
    acts.extend(hqs.map(|hq| {
        let mut units = participants(rules, position, hq);
        units.push(hq);
        units.sort_unstable();
        Act::Barrage { units, hex }
    }));
    acts.retain(|act| check(rules, position, side, hex, act).is_ok());
    acts
}

/// 1914 13.3.3: fires, and has the attack follow at once.
pub fn fire(cx: &mut PlayContext<'_, Offensive>, side: usize, hex: Hex, units: &[Unit]) {
    const RULE: &str = "1914 13.3.3";
    let rules = cx.rules;
    let is_hq = |unit: &Unit| rules.piece(*unit).kind == Kind::Headquarters;
    let (hqs, guns): (Vec<Unit>, Vec<Unit>) = units.iter().partition(|unit| is_hq(unit));
    for &hq in &hqs {
        marks::plan_fire(cx, hq, false, RULE);
    }
    for &gun in &guns {
        *cx.position.flags_mut(gun) |= BOMBARDED;
    }
    let left = Charge::Preparation.count(rules, cx.position);
    let (number, heavy) = counted(rules, &guns);
    let ground = rules.terrain.hex(hex);
    let modifier = match (ground.mountainous, ground.wooded) {
        (true, _) => rules.numbers.rough_preparation,
        (false, true) => rules.numbers.wooded_preparation,
        _ => 0,
    };
    let die = cx.roll("preparatory-bombardment", side, RULE);
    let result = rules.preparation.read(i32::from(die) + modifier, number, heavy);
    let enemy = rules.enemy(side);
    // 1914 13.3.4.
    let fortress = control::has_fortress(rules, cx.position, enemy, hex);
    let shifts = if fortress { 0 } else { i32::from(result.shifts) };
    cx.emit(|rules| {
        Detail::Siege(SiegeDetail::Barraged(Barraged {
            side: rules.sides[side].clone(),
            units: rules.compiled.names(units),
            hex: rules.compiled.label(hex).to_owned(),
            guns: number,
            heavy,
            die,
            modifier,
            result: result.to_string(),
            shifts,
            left,
        }))
    });
    let barrage = Barrage { shifts, check: i32::from(result.check) };
    then(cx, Step::Attack(side, hex, barrage));
    if result.reductions > 0 {
        let of_enemy = |&unit: &Unit| rules.side_of(unit) == enemy;
        let mut units: Vec<Unit> = cx.position.stack(hex).filter(of_enemy).collect();
        units.sort_unstable();
        let (left, rule) = (result.reductions, "1914 13.3.4");
        let cause = "preparatory-bombardment";
        losses::begin(
            cx,
            Loss { side: enemy, units, left, recorded: false, attack: None, cause, rule },
        );
    }
}
