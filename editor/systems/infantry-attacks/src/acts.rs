//! What a side may do, in words.

use salient_rules::Action;
use salient_rules::acts::Acts;
use salient_rules::missions::Missions;
use salient_rules::words::list;
use salient_schema::action::Name;
use salient_schema::scenario::PlannedFire;

use crate::order::Order;
use crate::plan_sheet::PlanSheet;

/// An action in a line, told apart from all that are legal with it; none for the core's words.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let unit = |name: &str| acts.unit(name);
    let units = |names: &[Name]| acts.units(names.iter().map(|it| it.as_str()));
    let order = action.read::<Order>().ok()?;
    Some(match &order {
        Order::Activate { unit: one, fires } => {
            let to = if *fires { "to fire" } else { "to move" };
            format!("Activate {} {to}", acts.unit_in_hex(one))
        }
        Order::ActivateStack { hex, moving, firing } => {
            let who = parts(&units(firing), firing.len(), &units(moving), moving.len());
            format!("Activate the stack in {hex}: {who}")
        }
        Order::ActivateLeader { leader, moving, firing } => {
            let who = parts(&units(firing), firing.len(), &units(moving), moving.len());
            format!("Activate {} with whom he directs: {who}", acts.unit_in_hex(leader))
        }
        Order::Move { units: moved, path } => {
            format!("Move {} {}", units(moved), way(path))
        }
        Order::Fire { units: by, leaders, hex } => {
            let help = match leaders.is_empty() {
                true => String::new(),
                false => format!(", led by {}", units(leaders)),
            };
            format!("Fire at {hex} with {}{help}", units(by))
        }
        Order::Assault { hex, units: by, cold_steel } => {
            let how = if *cold_steel { ", with cold steel" } else { "" };
            format!("Assault in {hex} with {}{how}", units(by))
        }
        Order::FirstFire { works_only: true } => "Those in works fire first, and alone".to_owned(),
        Order::FirstFire { works_only: false } => "All fire, at once with the attackers".to_owned(),
        Order::Dig { unit: one } => format!("Dig in with {}", unit(one)),
        Order::Limber { unit: one } => format!("Limber {}", unit(one)),
        Order::Unlimber { unit: one } => format!("Unlimber {}", unit(one)),
        Order::Dismount { unit: one } => format!("Dismount {}", acts.unit_in_hex(one)),
        Order::Mount { unit: one } => format!("Mount {}", acts.unit_in_hex(one)),
        Order::Load { unit: one, transport } => {
            format!("Take {} on board of {}", unit(one), unit(transport))
        }
        Order::Unload { unit: one } => format!("Set {} down", unit(one)),
        Order::SetDown { transport, path, hex } => {
            let on = match path.last() == Some(hex) {
                true => String::new(),
                false => format!(" {}", way(path)),
            };
            format!("Move {}{on}, and set down in {hex} what it carries", unit(transport))
        }
        Order::Exit { units: gone, path } => {
            let by = path.last().map(|hex| format!(" by {hex}")).unwrap_or_default();
            format!("Leave the map{by} with {}", units(gone))
        }
        Order::Combine { unit: one, with } => {
            format!("Let {} take in {}", acts.unit_in_hex(one), unit(with))
        }
        Order::Save { saves: true } => "Save an action segment".to_owned(),
        Order::Save { saves: false } => "Save no action segment".to_owned(),
        Order::UseSaved => "Take the action segment that was saved".to_owned(),
        Order::Go { hex } => format!("Go to {hex}"),
        Order::Accompany { leader } => format!("Let {} flee along", unit(leader)),
        Order::Recover { unit: one } => format!("Try to recover {}", acts.unit_in_hex(one)),
        Order::Lose { unit: one } => format!("Lose {}", acts.unit_in_hex(one)),
        Order::Abort { unit: one } => format!("Try to end the mission of {}", unit(one)),
        Order::Bombard { units: guns } => match guns.len() {
            1 => format!("Fire by plan with {}", units(guns)),
            _ => format!("Fire by plan with {} as one", units(guns)),
        },
        Order::Plan { unit: gun, mission, fires, destination } => {
            let kind = PlanSheet.kinds().iter().find(|kind| kind.id == mission);
            let name = kind.map_or_else(|| mission.clone(), |kind| kind.name.to_lowercase());
            let to = destination.as_ref().map(|hex| format!(" to {hex}")).unwrap_or_default();
            let at = match fires.is_empty() {
                true if kind.is_some_and(|kind| kind.fires) => " at nothing".to_owned(),
                true => String::new(),
                false => format!(" at {}", planned(fires)),
            };
            format!("{}: {name}{to}{at}", acts.unit_in_hex(gun))
        }
        Order::Done | Order::Pass => return None,
    })
}

/// Who fires and who moves.
fn parts(firing: &str, fire: usize, moving: &str, moves: usize) -> String {
    let does = |count: usize, verb: &str| format!("{verb}{}", if count == 1 { "s" } else { "" });
    let mut parts = Vec::new();
    if fire > 0 {
        parts.push(format!("{firing} {}", does(fire, "fire")));
    }
    if moves > 0 {
        parts.push(format!("{moving} {}", does(moves, "move")));
    }
    parts.join("; ")
}

/// Where a way leads; through which hex, where it is no straight step.
fn way(path: &[Name]) -> String {
    path.last().map(|hex| format!("to {hex}")).unwrap_or_default()
}

/// What is fired at by game-turn: turns in a row on one hex are one part.
fn planned(fires: &[PlannedFire]) -> String {
    let mut runs: Vec<(u16, u16, String)> = Vec::new();
    for fire in fires {
        let what = match &fire.shell {
            Some(shell) => format!("{} with {shell}", fire.hex),
            None => fire.hex.clone(),
        };
        match runs.last_mut() {
            Some((_, last, hex)) if *hex == what && *last + 1 == fire.turn => *last = fire.turn,
            _ => runs.push((fire.turn, fire.turn, what)),
        }
    }
    let said: Vec<String> = runs
        .into_iter()
        .map(|(first, last, hex)| match first == last {
            true => format!("{hex} in game-turn {first}"),
            false => format!("{hex} in game-turns {first} to {last}"),
        })
        .collect();
    list(&said)
}
