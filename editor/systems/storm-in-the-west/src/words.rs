//! The system's own events in words.

use salient_rules::words::{LogLine, Weight, Words, plural};
use salient_schema::event::{Event, SupplyState};

use crate::event::{Detail, OddsCombat, OddsSide};

/// An event's lines; none where the core's words do.
pub fn lines(event: &Event, words: &Words) -> Option<Vec<LogLine>> {
    let detail = event.detail.as_ref()?.read::<Detail>()?;
    let mut lines = vec![line(words, &detail)?];
    if let Detail::OddsCombat(combat) = detail.as_ref() {
        let hexes = std::slice::from_ref(&combat.hex);
        lines.extend(arithmetic(combat).iter().map(|text| LogLine::more(text, hexes)));
    }
    Some(lines)
}

fn line(words: &Words, kind: &Detail) -> Option<LogLine> {
    let line = |weight, text: String, rule: &str, hexes: Vec<String>| {
        let rule = Some(rule.to_owned()).filter(|rule| !rule.is_empty());
        Some(LogLine { text, rule, hexes, weight })
    };
    let plain = |text, rule, hexes| line(Weight::Plain, text, rule, hexes);
    let strong = |text, rule, hexes| line(Weight::Strong, text, rule, hexes);
    match kind {
        Detail::OddsCombat(combat) => {
            let text = format!(
                "{} attack on {} at {}: {} to lose, the attackers {}",
                words.side(&combat.attacker.side),
                combat.hex,
                combat.odds,
                plural(combat.defender_losses.max(0) as usize, "step"),
                combat.attacker_losses,
            );
            strong(text, &combat.rule, vec![combat.hex.clone()])
        }
        Detail::Occupy(advance) => {
            let unit = words.unit(&advance.unit);
            let text = format!("{unit} advances from {} to {}", advance.from, advance.to);
            plain(text, &advance.rule, vec![advance.from.clone(), advance.to.clone()])
        }
        Detail::Weather(weather) => Some(weather.line()),
        Detail::Move(step) => Some(step.line(words)),
        Detail::Loss(loss) => Some(loss.line(words)),
        Detail::Retreat(retreat) => Some(retreat.line(words)),
        Detail::SetUp(set) => {
            let text = format!("{} is set up in {}", words.unit(&set.unit), set.hex);
            plain(text, &set.rule, vec![set.hex.clone()])
        }
        Detail::Supply(check) => {
            let state = match check.state {
                SupplyState::InSupply => "in supply again",
                SupplyState::OutOfCommunications => "out of communications",
                SupplyState::OutOfSupply => "out of supply",
                SupplyState::Isolated => "isolated",
                SupplyState::AlliedSupply => "supplied by an ally",
                SupplyState::FortressSupply => "living on the fortress's stores",
            };
            let text = format!("{} in {} is {state}", words.unit(&check.unit), check.hex);
            plain(text, &check.rule, vec![check.hex.clone()])
        }
        Detail::StrategicMove(rail) => {
            let unit = words.unit(&rail.unit);
            let text = format!(
                "{unit} goes by rail from {} to {}, move {} of {}",
                rail.from, rail.to, rail.number, rail.limit
            );
            plain(text, &rail.rule, vec![rail.from.clone(), rail.to.clone()])
        }
        Detail::Replacements(pool) => {
            let whose = pool.nation.as_deref().or(pool.pool.as_deref()).unwrap_or(&pool.side);
            let text = format!(
                "{:+} replacement steps ({}): {} at hand",
                pool.received,
                words.nation(whose),
                pool.left
            );
            plain(text, &pool.rule, Vec::new())
        }
        Detail::Stock(stock) => {
            let text = format!(
                "{} replacement steps lie ready ({})",
                stock.steps,
                words.nation(&stock.nation)
            );
            plain(text, &stock.rule, Vec::new())
        }
        Detail::Rebuilt(unit) => {
            let how = if unit.from_deadpile { "comes back" } else { "is brought up to strength" };
            let text = format!(
                "{} {how} in {} for {}",
                words.unit(&unit.unit),
                unit.hex,
                plural(unit.steps.max(0) as usize, "replacement step")
            );
            plain(text, &unit.rule, vec![unit.hex.clone()])
        }
        Detail::Withdrawn(gone) => {
            let text = format!("{} leaves the map", words.unit(&gone.unit));
            plain(text, &gone.rule, gone.from.iter().cloned().collect())
        }
        Detail::Substituted(swap) => {
            let text =
                format!("{} takes the place of {}", words.unit(&swap.by), words.unit(&swap.unit));
            plain(text, &swap.rule, swap.hex.iter().cloned().collect())
        }
        Detail::Redeployed(marker) => {
            let unit = words.unit(&marker.unit);
            let text = format!("{unit} is moved from {} to {}", marker.from, marker.to);
            plain(text, &marker.rule, vec![marker.from.clone(), marker.to.clone()])
        }
        Detail::AirReady(ready) => {
            let number = plural(ready.number.into(), "air unit");
            plain(format!("{}: {number} ready", words.side(&ready.side)), &ready.rule, Vec::new())
        }
        Detail::Bombing(bombing) => {
            let target = bombing.hex.as_deref().unwrap_or("the homeland");
            let end = match (bombing.intercepted, bombing.steps) {
                (true, _) => "they are kept off".to_owned(),
                (false, 0) => "no effect".to_owned(),
                (false, steps) => plural(steps.max(0) as usize, "step"),
            };
            let text = format!("{} bomb {target}: {end}", words.unit(&bombing.unit));
            strong(text, &bombing.rule, bombing.hex.iter().cloned().collect())
        }
        _ => None,
    }
}

/// The numbers that decide an attack by odds, for whoever checks them, a line each.
fn arithmetic(combat: &OddsCombat) -> Vec<String> {
    let total: i32 = combat.modifiers.iter().map(|modifier| modifier.value).sum();
    let column = combat.column.as_ref();
    let column = column.map(|column| format!(", column {column}, {total:+} on the die"));
    let mut lines = vec![format!(
        "{} against {}: {}{}",
        factors(&combat.attacker),
        factors(&combat.defender),
        combat.odds,
        column.unwrap_or_default()
    )];
    for modifier in &combat.modifiers {
        let reason = modifier.reason.replace('-', " ");
        lines.push(format!("{:+} {reason} ({})", modifier.value, modifier.rule));
    }
    if let (Some(die), Some(row)) = (combat.die, combat.row) {
        lines.push(format!("a {die} is rolled, row {row}: {}", combat.result));
    } else {
        lines.push(format!("no die is rolled: {}", combat.result));
    }
    for more in &combat.increments {
        lines.push(format!("{:+} loss points: {} ({})", more.points, more.reason, more.rule));
    }
    lines
}

/// The factors of a side: those in full, half of the others, guns.
fn factors(side: &OddsSide) -> String {
    match (side.to_be_halved, side.support) {
        (0, 0) => side.strength.to_string(),
        (0, guns) => format!("{} + {guns} guns", side.full),
        (halved, 0) => format!("{} + half of {halved}", side.full),
        (halved, guns) => format!("{} + half of {halved} + {guns} guns", side.full),
    }
}
