//! SK 5 and 6: fire, in one's own activation or in the midst of an enemy's move.

use salient_hex::Hex;
use salient_hex::sight::Spine;
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::event::AttackResult;

use crate::event::{Detail, Shot};
use crate::game::{Decision, FIRED, Skirmish};
use crate::rules::Rules;

/// SK 6.1: a unit that has not fired in this game-turn fires at an enemy in range that it sees.
pub fn check_fire(
    rules: &Rules,
    position: &Position<Skirmish>,
    side: usize,
    unit: Unit,
    target: Unit,
) -> Result<(), Violation> {
    let refuse = |text: &'static str| Err(Violation::new("SK 6.1", text));
    let (Some(from), Some(to)) = (position.hex(unit), position.hex(target)) else {
        return refuse("both units must be on the map");
    };
    if rules.side(unit) != side || rules.side(target) == side {
        return refuse("a side's own unit fires at an enemy");
    }
    if position.state(unit).flags & FIRED != 0 {
        return refuse("the unit has fired in this game-turn");
    }
    if rules.compiled.map.grid().distance(from, to) as i32 > rules.constants.fire_range {
        return refuse("the target is out of range");
    }
    if !sees(rules, from, to) {
        return refuse("the line of sight is blocked");
    }
    Ok(())
}

/// SK 6.1: hexes that block lie between the two; along a hexside both must block.
pub fn sees(rules: &Rules, from: Hex, to: Hex) -> bool {
    let grid = rules.compiled.map.grid();
    grid.sees(from, to, Spine::Both, |hex| rules.blocks[hex.index()]).is_clear()
}

/// SK 5.1: whoever could fire at a unit that has entered a hex is asked, side by side.
pub fn offer_opportunity(cx: &mut PlayContext<'_, Skirmish>, mover: Unit) {
    let (rules, side) = (cx.rules, cx.rules.side(mover));
    // Pushed last is asked first.
    for other in (0..rules.compiled.sides.len()).rev().filter(|&other| other != side) {
        let could = |unit: Unit| check_fire(rules, cx.position, other, unit, mover).is_ok();
        if cx.position.on_map(rules, other).any(could) {
            cx.ask(other, Decision::React { mover });
        }
    }
}

/// SK 6.2: a die less what shelters the target gives the row, the fire rating the column.
pub fn resolve(cx: &mut PlayContext<'_, Skirmish>, unit: Unit, target: Unit, opportunity: bool) {
    let (rules, side) = (cx.rules, cx.rules.side(unit));
    let Some(hex) = cx.position.hex(target) else { return };
    *cx.position.flags_mut(unit) |= FIRED;
    let rule = if opportunity { "SK 5.1" } else { "SK 6.1" };
    let die = cx.roll("fire", side, "SK 6.2");
    let shelter = rules.compiled.map.defence(hex);
    let fire = cx.position.rating(rules, unit, rules.fire);
    let modified = i32::from(die) - shelter;
    let hits = rules.hits(modified, fire);
    let attack = cx.next_attack();
    let result = if hits > 0 { AttackResult::Won } else { AttackResult::Failed };
    let (units, targets) = ([unit], [target]);
    let core = PlayContext::attack_event(
        rules,
        cx.position,
        attack,
        (&units, &targets),
        (Some(result), rule),
    );
    cx.emit(|_| {
        Detail::Shot(Shot { core, die, shelter, modified, fire, hits: hits.into(), opportunity })
    });
    for _ in 0..hits {
        if cx.position.hex(target).is_some() {
            cx.lose_step(target, "fire", Some(attack), "SK 6.2");
            cx.position.own.points[side] += 1;
        }
    }
    if hits > 0 && opportunity {
        // SK 5.1: whoever is hit goes no farther.
        cx.cut_walk();
    }
}
