//! 1914 25.2 to 25.2.2: two first-line corps with four infantry divisions, and a cavalry division, leave
//! for the east.
//!
//! The scenario names whom a bot sends; where it names nobody, it has not the whole front, and nobody
//! leaves by this rule.

use salient_rules::Violation;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Formation, PlayContext, Position, Unit};

use crate::acts::Act;
use crate::decision::Decision;
use crate::rules::{Offensive, Rules};
use crate::units::Kind;
use crate::{armies, effectiveness};

/// What a unit counts as among those that leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// A corps, by its train.
    Corps(Formation),
    Division,
    Cavalry,
}

/// What a unit would count as.
fn part(rules: &Rules, unit: Unit) -> Option<Part> {
    let piece = rules.piece(unit);
    match piece.kind {
        Kind::Train => rules.compiled.unit(unit).formation.map(Part::Corps),
        Kind::Infantry if piece.is_formation() && piece.division => Some(Part::Division),
        Kind::Cavalry if piece.is_formation() && piece.division => Some(Part::Cavalry),
        _ => None,
    }
}

/// Begins a preliminary phase: in that of the game-turn the German player says who leaves.
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    let rules = cx.rules;
    let now = i32::from(cx.position.turn) == rules.numbers.east_turn;
    if side == rules.german && now && !rules.schedule.sent_east.is_empty() {
        go_on(cx, side);
    }
}

/// Asks as long as somebody is still to leave and can.
fn go_on(cx: &mut PlayContext<'_, Offensive>, side: usize) {
    if !able(cx.rules, cx.position, side).is_empty() {
        cx.ask(side, Decision::East);
    }
}

/// How many more of a part are to leave.
fn left(rules: &Rules, position: &Position<Offensive>, part: Part) -> i32 {
    let same = |unit: &&Unit| match (self::part(rules, **unit), part) {
        (Some(Part::Corps(_)), Part::Corps(_)) => true,
        (Some(one), other) => one == other,
        (None, _) => false,
    };
    let sent = position.own.sent_east.iter().filter(same).count();
    let numbers = &rules.numbers;
    let all = match part {
        Part::Corps(_) => numbers.east_corps,
        Part::Division => numbers.east_divisions,
        Part::Cavalry => numbers.east_cavalry,
    };
    all - i32::try_from(sent).unwrap_or(i32::MAX)
}

/// Whether a unit may leave.
///
/// # Errors
/// The rule that forbids it, and how.
fn may_leave(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    unit: Unit,
) -> Result<(), Violation> {
    let name = &rules.unit(unit).name;
    let wrong = |rule: &'static str, text: String| Err(Violation::new(rule, text));
    if rules.side_of(unit) != side || position.hex(unit).is_none() {
        return wrong("1914 25.2", format!("'{name}' is no unit of this side on the map"));
    }
    let Some(part) = part(rules, unit) else {
        let text = format!("'{name}' is neither a corps nor a division");
        return wrong("1914 25.2", text);
    };
    if left(rules, position, part) <= 0 {
        return wrong("1914 25.2", format!("enough of the kind of '{name}' have left"));
    }
    if let Part::Corps(corps) = part {
        if !is_first_line(rules, corps) {
            return wrong("1914 25.2", format!("'{name}' is no first-line corps"));
        }
        // It takes its divisions with it.
        let divisions = position.on_map(rules, side).filter(|&other| {
            is_of(rules, position, other, corps) && may_be_spared(rules, position, other).is_ok()
        });
        let each = rules.numbers.east_divisions / rules.numbers.east_corps.max(1);
        if i32::try_from(divisions.count()).unwrap_or_default() < each {
            let text = format!("'{name}' has not {each} divisions attached that may leave");
            return wrong("1914 25.2", text);
        }
        return Ok(());
    }
    may_be_spared(rules, position, unit)?;
    let of_sent = position.own.sent_east.iter().any(|&train| {
        matches!(self::part(rules, train), Some(Part::Corps(corps))
            if is_of(rules, position, unit, corps))
    });
    if part == Part::Division && !of_sent {
        let text = format!("'{name}' is attached to no corps that leaves");
        return wrong("1914 25.2", text);
    }
    Ok(())
}

/// 1914 25.2.1, 25.2.2: whether a division may leave at all: none that is Bavarian or demoralized, and
/// by the option no infantry of the armies that are spared.
fn may_be_spared(
    rules: &Rules,
    position: &Position<Offensive>,
    unit: Unit,
) -> Result<(), Violation> {
    let (name, piece) = (&rules.unit(unit).name, rules.piece(unit));
    let wrong = |rule: &'static str, text: String| Err(Violation::new(rule, text));
    if piece.bavarian {
        return wrong("1914 25.2.1", format!("'{name}' is Bavarian"));
    }
    if effectiveness::is_demoralized(rules, position, unit) {
        return wrong("1914 25.2.1", format!("'{name}' is demoralized"));
    }
    let army = armies::army(rules, position, unit);
    let spared = army.is_some_and(|army| rules.schedule.spared.contains(&army));
    if rules.spares_armies && spared && piece.kind == Kind::Infantry {
        return wrong("1914 25.2.2", format!("the army of '{name}' is spared"));
    }
    Ok(())
}

/// Whether a unit is an infantry division attached to a corps.
fn is_of(rules: &Rules, position: &Position<Offensive>, unit: Unit, corps: Formation) -> bool {
    part(rules, unit) == Some(Part::Division)
        && rules.piece(unit).own.and_then(|own| position.parent(own)) == Some(corps)
}

/// 1914 25.2: whether a corps is one of the first line: some division of its number is.
fn is_first_line(rules: &Rules, corps: Formation) -> bool {
    rules.all_units().any(|unit| {
        let piece = rules.piece(unit);
        let home = piece.own.and_then(|own| rules.compiled.formation(own).parent);
        piece.first_line && home == Some(corps)
    })
}

/// Those of a side that may leave now.
fn able(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Unit> {
    let own = position.on_map(rules, side);
    own.filter(|&unit| may_leave(rules, position, side, unit).is_ok()).collect()
}

/// Whether a side may do something that it is asked: to be done only when nobody is left to send.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    side: usize,
    act: &Act,
) -> Result<(), Violation> {
    match act {
        Act::Send { unit } => may_leave(rules, position, side, *unit),
        _ => Err(Violation::new("1914 25.2", "name corps, their divisions and cavalry that leave")),
    }
}

/// What a side may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, side: usize) -> Vec<Act> {
    able(rules, position, side).into_iter().map(|unit| Act::Send { unit }).collect()
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, act: &Act) {
    cx.answered(side);
    if let Act::Send { unit } = act {
        cx.position.own.tasks[unit.index()] = None;
        cx.position.own.sent_east.push(*unit);
        cx.remove(*unit, UnitStatus::Exited, "withdrawn", "1914 25.2");
    }
    go_on(cx, side);
}

/// Whether a unit is of those whom the scenario names.
pub fn is_named(rules: &Rules, unit: Unit) -> bool {
    let own = rules.piece(unit).own.or(rules.compiled.unit(unit).formation);
    own.is_some_and(|own| {
        rules.schedule.sent_east.iter().any(|&named| rules.compiled.is_under(own, named))
    })
}
