//! Artillery, aircraft and breakdown in words.

use salient_rules::words::{LogLine, Weight, Words, plural};
use salient_schema::event::Modifier;

use crate::event::{Barrage, Bombardment, BombardmentKind, Combat, Detail, ObservationMeans};
use crate::guns::Guns;

/// The line of an event of this chapter.
pub(super) fn line(words: &Words, event: &Detail) -> Option<LogLine> {
    let plain = |text: String, rule: &str, hexes: &[&String]| {
        Some(LogLine {
            text,
            rule: Some(rule.to_owned()).filter(|rule| !rule.is_empty()),
            hexes: hexes.iter().map(|hex| (*hex).clone()).collect(),
            weight: Weight::Plain,
        })
    };
    let strong =
        |line: Option<LogLine>| line.map(|line| LogLine { weight: Weight::Strong, ..line });
    match event {
        Detail::AirPoints(points) => plain(
            format!("{} air points: {}", words.side(&points.side), points.points),
            &points.rule,
            &[],
        ),
        Detail::AirAllocation(points) => plain(
            format!(
                "{} air points: {} observation, {} ground attack, {} interception",
                words.side(&points.side),
                points.observation,
                points.ground_attack,
                points.interception
            ),
            &points.rule,
            &[],
        ),
        Detail::Interception(cut) => plain(
            format!(
                "{} interception reduces observation by {}, ground attack by {}",
                words.side(&cut.side),
                cut.observation,
                cut.ground_attack
            ),
            &cut.rule,
            &[],
        ),
        Detail::AirObservation(marker) => plain(
            format!("{} air observation of {}", words.side(&marker.side), marker.hex),
            &marker.rule,
            &[&marker.hex],
        ),
        Detail::Breakdown(breakdown) => strong(plain(
            format!(
                "{} in {} breaks down into {}",
                words.unit(&breakdown.unit),
                breakdown.hex,
                words.units(&breakdown.into)
            ),
            &breakdown.rule,
            &[&breakdown.hex],
        )),
        Detail::ArtilleryPoints(points) => plain(
            format!("{} artillery: {}", words.side(&points.side), guns(points.field, points.heavy)),
            &points.rule,
            &[],
        ),
        Detail::CounterBattery(fire) => strong(plain(
            format!(
                "{} counter-battery fire, {}: die {}, column {}, {}",
                words.side(&fire.side),
                guns(fire.field, fire.heavy),
                fire.die,
                fire.column,
                silenced(fire.enemy_before, fire.enemy_after)
            ),
            &fire.rule,
            &[],
        )),
        Detail::Gas(gas) => strong(plain(
            format!("{} gas on {}, {}", words.side(&gas.side), gas.hex, guns(gas.field, gas.heavy)),
            &gas.rule,
            &[&gas.hex],
        )),
        Detail::GasRemoval(gas) => {
            let what = if gas.removed { "is removed" } else { "stays" };
            plain(format!("Gas in {} {what}: die {}", gas.hex, gas.die), &gas.rule, &[&gas.hex])
        }
        Detail::Bombardment(fire) => {
            let how = match fire.kind {
                BombardmentKind::Drumfire => "drumfire",
                BombardmentKind::GroundAttack => "ground attack",
            };
            let result = match fire.steps {
                0 => "no effect".to_owned(),
                steps => format!("the stack loses {}", plural(steps.max(0) as usize, "step")),
            };
            strong(plain(
                format!("{} {how} on {}: {result}", words.side(&fire.side), fire.hex),
                &fire.rule,
                &[&fire.hex],
            ))
        }
        _ => None,
    }
}

/// The barrages in support of either side of a combat.
pub(super) fn barrages(words: &Words, combat: &Combat) -> Vec<String> {
    let say = |name: &str, side: &str, barrage: &Barrage| {
        let observed = match &barrage.observation {
            Some(observation) => match (observation.by, &observation.hilltop) {
                (ObservationMeans::Hilltop, Some(hill)) => format!(", observed from {hill}"),
                (ObservationMeans::Air, _) => ", observed from the air".to_owned(),
                _ => ", observed".to_owned(),
            },
            None => String::new(),
        };
        let guns = guns(barrage.field, barrage.heavy);
        format!("{} {name} on {}: {guns}{observed}", words.side(side), barrage.hex)
    };
    let rolling = combat.attacker.barrage.as_ref();
    let sos = combat.defender.barrage.as_ref();
    rolling
        .map(|barrage| say("rolling barrage", &combat.attacker.side, barrage))
        .into_iter()
        .chain(sos.map(|barrage| say("SOS barrage", &combat.defender.side, barrage)))
        .collect()
}

/// The numbers that decide a bombardment, for whoever checks them: first what is known before the
/// die is rolled.
pub(super) fn arithmetic(fire: &Bombardment) -> Vec<String> {
    let points = match fire.air {
        0 => guns(fire.field, fire.heavy),
        air => plural(usize::from(air), "air point"),
    };
    let stacked = plural(fire.stacking.max(0).unsigned_abs() as usize, "stacking point");
    let known =
        format!("{points} against {stacked}, column {}, morale {}", fire.column, fire.morale);
    let plus = fire
        .modifiers
        .iter()
        .map(|modifier| format!("{:+} on the die: {}", modifier.value, reason(modifier)));
    let more = fire.modified_die - i32::from(fire.die);
    let die = match more {
        0 => format!("die {}", fire.die),
        more if more > 0 => format!("die {} + {more}", fire.die),
        less => format!("die {} − {}", fire.die, less.unsigned_abs()),
    };
    let result = if fire.result == "-" { "–" } else { &fire.result };
    let rolled = format!("{die}: {result} against morale {}", fire.morale);
    std::iter::once(known).chain(plus).chain([rolled]).collect()
}

/// Artillery points.
fn guns(field: u16, heavy: u16) -> String {
    match (field, heavy) {
        (0, 0) => "none".to_owned(),
        (field, 0) => format!("{field} field"),
        (0, heavy) => format!("{heavy} heavy"),
        (field, heavy) => format!("{field} field and {heavy} heavy"),
    }
}

/// What counter-battery fire left of the enemy's artillery.
fn silenced(before: Guns, after: Guns) -> String {
    if before == after {
        return "no effect".to_owned();
    }
    let (before, after) = (guns(before.field, before.heavy), guns(after.field, after.heavy));
    format!("the enemy is left with {after} of {before}")
}

/// What is added to a die for, where, and by which rule.
pub(super) fn reason(modifier: &Modifier) -> String {
    let place = modifier.hex.as_ref().map(|hex| format!(" of {hex}")).unwrap_or_default();
    format!("{}{place} ({})", modifier.reason.replace('-', " "), modifier.rule)
}
