//! The system's own events in words.

mod support;

use salient_rules::words::{LogLine, Words, plural};
use salient_schema::event::Event;

use crate::event::{Combat, CombatResult, Detail};

/// An event's lines; none where the core's words do.
pub fn lines(event: &Event, words: &Words) -> Option<Vec<LogLine>> {
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    let mut lines = vec![line(&detail, words)?];
    match detail.as_ref() {
        Detail::Combat(combat) => {
            let more = support::barrages(words, combat).into_iter().chain(arithmetic(combat));
            lines.extend(more.map(|text| LogLine::more(&text, &combat.hexes)));
        }
        Detail::Bombardment(fire) => {
            let hexes = std::slice::from_ref(&fire.hex);
            let more = support::arithmetic(fire).into_iter();
            lines.extend(more.map(|text| LogLine::more(&text, hexes)));
        }
        Detail::Advance(advance) => {
            let times = factor('×', advance.multiplier) + &factor('÷', advance.divisor);
            let (spent, all) = (advance.spent, advance.allowance);
            let text = format!("die {}{times}: {spent} of {all} MP", advance.die);
            lines.push(LogLine::more(&text, &[]));
        }
        _ => {}
    }
    Some(lines)
}

/// A combat's quotient beside what it must exceed (KB 8.7).
pub fn reading(event: &Event) -> Option<String> {
    match event.detail.as_ref()?.read::<Detail>()?.as_ref() {
        Detail::Combat(combat) => {
            Some(format!("{} against morale {}", combat.quotient, combat.morale))
        }
        _ => None,
    }
}

fn line(detail: &Detail, words: &Words) -> Option<LogLine> {
    Some(match detail {
        Detail::Weather(weather) => weather.line(),
        Detail::MovementLimit(limit) => {
            let who = match &limit.formation {
                Some(formation) => words.formation(formation),
                None => words.side(&limit.side),
            };
            let units = plural(usize::from(limit.units), "unit");
            let die = match (limit.die, limit.plus) {
                (Some(die), 0) => format!(" (die {die})"),
                (Some(die), plus) => format!(" (die {die} {plus:+})"),
                (None, _) => String::new(),
            };
            let text = match (limit.units, limit.free.len()) {
                (0, free) if free > 0 => {
                    format!("{who}: only the {free} that begin in a trench may move{die}")
                }
                (_, 0) => format!("{who} may move {units}{die}"),
                (_, free) => format!("{who} may move {units}{die}, and the {free} of turn 1"),
            };
            LogLine::plain(text, &limit.rule, &[])
        }
        Detail::Move(step) => step.line(words),
        Detail::Exit(exit) => {
            let scores = if exit.scores { ", for victory points" } else { "" };
            let text =
                format!("{} leaves the map at {}{scores}", words.unit(&exit.unit), exit.from);
            LogLine::strong(text, &exit.rule, &[&exit.from])
        }
        Detail::Combat(combat) => {
            let hexes: Vec<&String> = combat.hexes.iter().collect();
            LogLine::strong(attack(combat, words), &combat.rule, &hexes)
        }
        Detail::Advance(advance) => {
            let to = advance.steps.last().map_or(&advance.from, |step| &step.hex);
            let unit = words.unit(&advance.unit);
            let text = format!("{unit} advances from {} to {to}", advance.from);
            LogLine::plain(text, &advance.rule, &[&advance.from, to])
        }
        Detail::Loss(loss) => loss.line(words),
        Detail::Retreat(retreat) => retreat.line(words),
        Detail::NoRetreat(stuck) => {
            let text = format!("{} in {} cannot retreat", words.units(&stuck.units), stuck.hex);
            LogLine::plain(text, &stuck.rule, &[&stuck.hex])
        }
        other => return support::line(words, other),
    })
}

/// What a number is multiplied or divided by; nothing where that leaves it as it is.
fn factor(sign: char, by: i32) -> String {
    if by == 1 { String::new() } else { format!(" {sign} {by}") }
}

fn attack(combat: &Combat, words: &Words) -> String {
    let result = match combat.result {
        CombatResult::AttackerEliminated => "the attackers are eliminated".to_owned(),
        CombatResult::Unsuccessful => "unsuccessful".to_owned(),
        CombatResult::Successful => {
            let steps = plural(combat.defender_steps.max(0) as usize, "step");
            format!("successful, the defender loses {steps}")
        }
    };
    let side = words.side(&combat.attacker.side);
    format!("{side} attack on {}: {result}", combat.hexes.join(", "))
}

/// The numbers that decide an attack, for whoever checks them: first what is known before the dice
/// are rolled, a line each.
fn arithmetic(combat: &Combat) -> Vec<String> {
    let (attacker, defender) = (&combat.attacker, &combat.defender);
    let mut lines = vec![format!(
        "{} against {}, morale {}",
        attacker.strength, defender.strength, combat.morale
    )];
    for (whose, side) in [("attackers", attacker), ("defenders", defender)] {
        lines.extend(side.modifiers.iter().map(|modifier| {
            format!("{:+} on the {whose}' die: {}", modifier.value, support::reason(modifier))
        }));
    }
    lines.push(format!(
        "{} × {} against {} × {} is {}",
        attacker.strength,
        attacker.modified_die,
        defender.strength,
        defender.modified_die,
        combat.quotient,
    ));
    lines
}
