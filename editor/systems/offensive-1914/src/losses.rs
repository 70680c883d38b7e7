//! 1914 5.5.2, 8.1.1, 9.10: strength reductions, who takes them, and what cannot be taken.

use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::then;
use crate::event::Detail;
use crate::event::battle::{BattleDetail, Status};
use crate::force::{self, Force};
use crate::rules::{Offensive, Rules, of};
use crate::units::Kind;
use crate::{effectiveness, group};

pub use crate::decision::Loss;

/// Takes a unit out of the game for good: it scores (1914 27.10), and a corps train comes back
/// later (1914 16.7).
pub fn eliminate(
    cx: &mut PlayContext<'_, Offensive>,
    unit: Unit,
    cause: &str,
    attack: Option<u32>,
    rule: &str,
) {
    let rules = cx.rules;
    // Its last face goes with it, whichever lies up.
    let last = rules.compiled.unit(unit).steps.saturating_sub(1);
    cx.turn_over(unit, last, rule);
    cx.lose_step(unit, cause, attack, rule);
    cx.position.own.tasks[unit.index()] = None;
    if rules.piece(unit).kind == crate::units::Kind::Train {
        let turn = cx.position.turn + rules.numbers.train_return as u16;
        let returning = &mut cx.position.own.returning;
        returning.push((turn, unit));
        returning.sort_unstable();
    }
    crate::siege_train::gone(cx, unit);
    crate::victory::eliminated(cx, unit);
}

/// Lets units take strength reductions, after all that is pushed later.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, loss: Loss) {
    then(cx, loss);
}

/// The cause of a loss that stands for levels of effectiveness of assets without a formation: who
/// cannot be reduced is eliminated (1914 5.5.2).
pub const LEVEL: &str = "effectiveness";

/// Why levels of effectiveness are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Why {
    /// The attack that it comes of, if one.
    pub attack: Option<u32>,
    /// The rule.
    pub rule: &'static str,
}

/// 1914 5.5.2, 6.1.3: a force loses levels of effectiveness, its formation at once; of assets
/// without one a unit is reduced for each, after all that is pushed later. Says how many levels a
/// formation could not lose.
pub fn levels(cx: &mut PlayContext<'_, Offensive>, force: &Force, levels: u8, why: Why) -> u8 {
    if levels == 0 {
        return 0;
    }
    if let Some(unit) = force.formation {
        return effectiveness::lose(cx, unit, levels, why.rule);
    }
    let units = force.units();
    let Some(&first) = units.first() else { return 0 };
    let side = cx.rules.side_of(first);
    begin(
        cx,
        Loss {
            side,
            units,
            left: levels,
            recorded: false,
            attack: why.attack,
            cause: LEVEL,
            rule: why.rule,
        },
    );
    0
}

/// What the markers of a unit take from its strengths (1914 9.10.3, 22.3.3).
pub fn marked(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> i32 {
    rules.numbers.marker_strength * i32::from(position.own.markers[unit.index()])
        + group::missing(rules, position, unit)
}

/// How a unit takes a strength reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    /// It shows its next face.
    Turned,
    /// It takes a reduction marker (1914 9.10.3).
    Marked,
    /// It is eliminated (1914 5.5.2, 8.5).
    Eliminated,
}

/// How a unit would take the reduction that its side is asked about, in words; none where it does not.
pub fn how(
    rules: &Rules,
    position: &Position<Offensive>,
    loss: &Loss,
    unit: Unit,
) -> Option<&'static str> {
    let taker = takers(rules, position, loss).into_iter().find(|(it, _)| *it == unit)?;
    Some(match taker.1 {
        Taken::Turned => "turned to its next side",
        Taken::Marked => "takes a reduction marker",
        Taken::Eliminated => "eliminated",
    })
}

/// 1914 9.10.1: who takes the next reduction, and how: a formation that can be turned over, else an
/// asset, by the option else a division that takes a marker, else a fort that was abandoned. Levels
/// of assets alone eliminate whoever cannot be turned over.
fn takers(rules: &Rules, position: &Position<Offensive>, loss: &Loss) -> Vec<(Unit, Taken)> {
    let stands = |unit: &Unit| {
        let piece = rules.piece(*unit);
        position.state(*unit).hex.is_some() && (piece.is_formation() || piece.is_asset())
    };
    let units: Vec<Unit> = loss.units.iter().copied().filter(stands).collect();
    let turns = |unit: Unit| position.state(unit).face + 1 < rules.unit(unit).steps;
    let how = |unit: Unit| if turns(unit) { Taken::Turned } else { Taken::Eliminated };
    if loss.cause == LEVEL {
        // Guns have no effectiveness to lose (1914 8.8).
        let has = |unit: &Unit| rules.rating(position, *unit, of::EFFECTIVENESS) > 0;
        let able: Vec<Unit> = units.iter().copied().filter(has).collect();
        let units = if able.is_empty() { units } else { able };
        return units.into_iter().map(|unit| (unit, how(unit))).collect();
    }
    let is_formation = |unit: Unit| rules.piece(unit).is_formation();
    let is_division = |unit: Unit| {
        is_formation(unit)
            && rules.kind(position, unit) == Kind::Infantry
            && rules.size(position, unit) >= force::DIVISION
    };
    let marks = |unit: Unit| {
        rules.reduction_markers
            && is_division(unit)
            && i32::from(position.own.markers[unit.index()]) < rules.numbers.marker_count
    };
    let was_fort =
        |unit: Unit| rules.piece(unit).kind == Kind::Fort && position.state(unit).face > 0;
    let orders: [(&dyn Fn(Unit) -> bool, Taken); 4] = [
        (&|unit| is_formation(unit) && turns(unit), Taken::Turned),
        (&|unit| !is_formation(unit) && turns(unit), Taken::Turned),
        (&marks, Taken::Marked),
        (&was_fort, Taken::Eliminated),
    ];
    for (may, taken) in orders {
        let able: Vec<(Unit, Taken)> =
            units.iter().filter(|unit| may(**unit)).map(|unit| (*unit, taken)).collect();
        if !able.is_empty() {
            return able;
        }
    }
    Vec::new()
}

/// Whether a side may do something that it is asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    asked: &Loss,
    act: &Act,
) -> Result<(), Violation> {
    let Act::Reduce { unit } = act else {
        return Err(Violation::new("1914 9.10.1", "a unit takes the strength reduction"));
    };
    let may = takers(rules, position, asked).iter().any(|(other, _)| other == unit);
    if !may || side != asked.side {
        let name = &rules.unit(*unit).name;
        let text = format!("'{name}' does not take this strength reduction");
        return Err(Violation::new("1914 9.10.1", text));
    }
    Ok(())
}

/// What a side may do.
pub fn legal(
    rules: &Rules,
    position: &Position<Offensive>,
    _side: usize,
    asked: &Loss,
) -> Vec<Act> {
    let able = takers(rules, position, asked);
    let mut acts: Vec<Act> = able.into_iter().map(|(unit, _)| Act::Reduce { unit }).collect();
    acts.sort();
    acts.dedup();
    acts
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, asked: Loss, act: &Act) {
    cx.answered(side);
    let Act::Reduce { unit } = act else { return };
    let able = takers(cx.rules, cx.position, &asked);
    if let Some(&taker) = able.iter().find(|(other, _)| other == unit) {
        take(cx, asked, taker);
    }
}

/// Goes on by itself: asks whoever has a choice.
pub fn run(cx: &mut PlayContext<'_, Offensive>, step: Loss) {
    if step.left == 0 {
        return;
    }
    match takers(cx.rules, cx.position, &step).as_slice() {
        [] => excess(cx, step),
        [only] => take(cx, step, *only),
        _ => cx.ask(step.side, crate::decision::Decision::Loss(Box::new(step))),
    }
}

/// A unit takes one of the reductions, and the rest follow.
fn take(cx: &mut PlayContext<'_, Offensive>, mut loss: Loss, (unit, taken): (Unit, Taken)) {
    loss.left -= 1;
    let (attack, cause, rule) = (loss.attack, loss.cause, loss.rule);
    begin(cx, loss);
    match taken {
        Taken::Turned => cx.lose_step(unit, cause, attack, rule),
        Taken::Eliminated => eliminate(cx, unit, cause, attack, rule),
        Taken::Marked => {
            let markers = &mut cx.position.own.markers[unit.index()];
            *markers += 1;
            let to = i32::from(*markers);
            tell(cx, BattleDetail::Reduction, unit, (to - 1, to), "1914 9.10.3");
        }
    }
}

/// 1914 24.2.1: Belgian brigades whose last reduction has made regiments of them are exchanged for
/// these, assets without a marker, when the phase ends in which it happened: until then they share
/// what becomes of their force.
pub fn exchange_remnants(cx: &mut PlayContext<'_, Offensive>) {
    let rules = cx.rules;
    for &(old, new) in &rules.schedule.remnants {
        let state = cx.position.state(old);
        if state.hex.is_some() && state.face > 0 && state.face + 1 >= rules.unit(old).steps {
            cx.position.own.tasks[old.index()] = None;
            cx.exchange(old, &[new], "1914 24.2.1");
            effectiveness::set(cx, old, 0, "1914 24.2.1");
        }
    }
}

/// 1914 9.10.2: nobody can take them: each of the table's costs the nation a replacement, but not
/// for cavalry or Belgians.
fn excess(cx: &mut PlayContext<'_, Offensive>, loss: Loss) {
    let rules = cx.rules;
    if !loss.recorded {
        return;
    }
    let pays = |unit: &Unit| {
        let piece = rules.piece(*unit);
        matches!(piece.kind, Kind::Infantry | Kind::Fort)
            && piece.nation != usize::MAX
            && Some(piece.nation) != rules.belgian
    };
    let Some(unit) = loss.units.iter().copied().find(pays) else { return };
    let nation = rules.piece(unit).nation;
    let stored = &mut cx.position.own.replacements;
    if stored.len() <= nation {
        stored.resize(nation + 1, 0);
    }
    let from = stored[nation];
    let to = from.saturating_sub(i16::from(loss.left));
    stored[nation] = to;
    let counts = (i32::from(from), i32::from(to));
    tell(cx, BattleDetail::Replacement, unit, counts, "1914 9.10.2");
}

fn tell(
    cx: &mut PlayContext<'_, Offensive>,
    what: fn(Status) -> BattleDetail,
    unit: Unit,
    (from, to): (i32, i32),
    rule: &str,
) {
    cx.emit(|rules| {
        Detail::Battle(what(Status {
            unit: rules.unit(unit).name.as_str().into(),
            side: rules.sides[rules.side_of(unit)].clone(),
            from,
            to,
            rule: rule.to_owned(),
        }))
    });
}
