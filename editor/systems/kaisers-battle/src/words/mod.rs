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
            lines.push(LogLine::more(&support::arithmetic(fire), hexes));
        }
        _ => {}
    }
    Some(lines)
}

fn line(detail: &Detail, words: &Words) -> Option<LogLine> {
    Some(match detail {
        Detail::Weather(weather) => weather.line(),
        Detail::MovementLimit(limit) => {
            let besides = match limit.free.len() {
                0 => String::new(),
                free => format!(" besides {free} that are free to"),
            };
            let side = words.side(&limit.side);
            let text = format!("{side} may move {} units{besides}", limit.units);
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
        Detail::Loss(loss) => loss.line(words),
        Detail::Retreat(retreat) => retreat.line(words),
        Detail::NoRetreat(stuck) => {
            let text = format!("{} in {} cannot retreat", words.units(&stuck.units), stuck.hex);
            LogLine::plain(text, &stuck.rule, &[&stuck.hex])
        }
        other => return support::line(words, other),
    })
}

fn attack(combat: &Combat, words: &Words) -> String {
    let result = match combat.result {
        CombatResult::AttackerEliminated => "the attackers are eliminated".to_owned(),
        CombatResult::Unsuccessful => "fails".to_owned(),
        CombatResult::Successful => {
            format!("{} to lose", plural(combat.defender_steps.max(0) as usize, "step"))
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
            let reason = modifier.reason.replace('-', " ");
            format!("{:+} on the {whose}' die: {reason} ({})", modifier.value, modifier.rule)
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
