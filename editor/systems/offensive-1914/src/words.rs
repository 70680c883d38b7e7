//! What a side may do, in words: each told apart from all that is legal with it.

use salient_hex::Hex;
use salient_rules::Action;
use salient_rules::acts::{Acts, Said};
use salient_rules::play::Unit;
use salient_rules::words::list;

use crate::acts::Act;

/// An action in a line; none where it is none of the system's.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let (act, said) = acts.read::<Act>(action)?;
    Some(match &act {
        Act::Done => return None,
        Act::AttachToArmy { unit, army } => {
            format!("Attach {} to {}", said.unit(unit), said.formation(army))
        }
        Act::AttachToCorps { unit, corps } => {
            format!("Attach {} to {}", said.unit(unit), said.formation(corps))
        }
        Act::Boundary { units, hexes } => boundary(&said, units, hexes),
        Act::Extend { unit } => format!("Extend {}", said.unit_in_hex(unit)),
        Act::LinesFirst { army } => {
            format!("Give {} the single track first", said.formation(army))
        }
        Act::AbandonPlan { army } => format!("Abandon the plan of {}", said.formation(army)),
        Act::Move { units, path } => match path.last() {
            Some(to) => format!("Move {} to {}", said.units(units), said.hex(to)),
            None => format!("Let {} stop", said.units(units)),
        },
        Act::Abreast { units, hexes } => match hexes.as_slice() {
            [hex] => format!("Let {} close up into {} alone", said.units(units), said.hex(hex)),
            _ => format!("Let {} take up both {}", said.units(units), said.hexes(hexes)),
        },
        Act::Prepare { units, hex } => {
            format!("Let {} prepare an attack on {}", said.units(units), said.hex(hex))
        }
        Act::Repulse { units, hex } => {
            format!("Let {} repulse the enemy in {}", said.units(units), said.hex(hex))
        }
        Act::Recover { unit } => format!("Let {} recover effectiveness", said.unit_in_hex(unit)),
        Act::Entrench { unit, hex: None } => {
            format!("Let {} build an improved position", said.unit_in_hex(unit))
        }
        Act::Entrench { unit, hex: Some(hex) } => {
            format!("Let {} build an improved position in {}", said.unit(unit), said.hex(hex))
        }
        Act::ByRail { unit } => format!("Let {} go by rail", said.unit_in_hex(unit)),
        Act::Destination { hex } => format!("Go by rail to {}", said.hex(hex)),
        Act::AbandonFort { unit } => format!("Abandon {}", said.unit_in_hex(unit)),
        Act::Deploy { unit } => format!("Deploy {}", said.unit_in_hex(unit)),
        Act::PackUp { unit } => format!("Pack {} up", said.unit_in_hex(unit)),
        Act::PrepareFire { unit } => {
            format!("Let {} prepare a bombardment", said.unit_in_hex(unit))
        }
        Act::Bombard { unit, fortress, pioneers } => {
            let with = if *pioneers { ", with the Pionier regiment" } else { "" };
            let (gun, fortress) = (said.unit_in_hex(unit), said.unit_in_hex(fortress));
            format!("Bombard {fortress} with {gun}{with}")
        }
        Act::Barrage { units, hex } => {
            format!("Bombard {} before the attack, with {}", said.hex(hex), said.units(units))
        }
        Act::FallBack { units, hex } => {
            format!("Let {} fall back to {}", said.units(units), said.hex(hex))
        }
        Act::Attack { units, hex } => {
            format!("Attack {} with {}", said.hex(hex), said.units(units))
        }
        Act::Resolve { hex } => format!("Resolve the attack on {} next", said.hex(hex)),
        Act::Withhold { units } if units.is_empty() => "Withhold nobody".to_owned(),
        Act::Withhold { units } => format!("Withhold {} from the combat", said.units(units)),
        Act::Fight { intense: true } => "Fight with intensity".to_owned(),
        Act::Fight { intense: false } => "Fight without intensity".to_owned(),
        Act::MoveBase { army, hex: None } => {
            format!("Transfer the base of {}", said.formation(army))
        }
        Act::MoveBase { army, hex: Some(port) } => {
            format!("Let the base of {} flee to {}", said.formation(army), said.hex(port))
        }
        Act::Support => "Let ships support the defence".to_owned(),
        Act::Inundate => "Open the sluices of the Ijzer: a die of 1 to 5 floods it".to_owned(),
        Act::Embark { units, hex } => {
            format!("Embark {} for {}", said.units(units), said.hex(hex))
        }
        Act::EmbarkHome { units } => format!("Embark {} for home", said.units(units)),
        Act::Reduce { unit } => format!("Reduce {}", said.unit_in_hex(unit)),
        Act::Retreat { hex } => format!("Fall back to {}", said.hex(hex)),
        Act::Stand => "Stand: fall back no farther".to_owned(),
        Act::Advance { units } if units.is_empty() => "Advance with nobody".to_owned(),
        Act::Advance { units } => format!("Advance with {}", said.units(units)),
        Act::Place { unit, hex } => format!("Place {} in {}", said.unit(unit), said.hex(hex)),
        Act::Combine { unit } => format!("Combine into {}", said.unit(unit)),
        Act::Divide { unit } => format!("Take {} apart", said.unit_in_hex(unit)),
        Act::Send { unit } => format!("Send {} to the east", said.unit_in_hex(unit)),
        Act::Replace { unit } => {
            format!("Give {} a replacement: one reduction less", said.unit_in_hex(unit))
        }
        Act::Provide { units } if units.is_empty() => "Provide nobody with ammunition".to_owned(),
        Act::Provide { units } => format!("Provide {} with ammunition", said.units(units)),
        Act::TakePoints => "Take the points for captured towns now, once in the game".to_owned(),
        Act::Displace { hex } => format!("Displace the depot to {}", said.hex(hex)),
        Act::Relocate { unit } => {
            format!("Take {} off the map, for another place", said.unit_in_hex(unit))
        }
        Act::Activate { unit } => format!("Activate {}", said.formation(unit)),
        Act::Deactivate { unit } => format!("Deactivate {}", said.formation(unit)),
        Act::Site { hex } => format!("Put the depot in {}", said.hex(hex)),
        Act::Secondary { army } => format!("Give {} the secondary depot", said.formation(army)),
        Act::RemoveSecondary { replace: false } => "Take the secondary depot away".to_owned(),
        Act::RemoveSecondary { replace: true } => {
            "Take the secondary depot away, and put the army's own in its hex".to_owned()
        }
        Act::Shortage { army } => format!("Let {} run short", said.formation(army)),
        Act::Eliminate { unit } => format!("Eliminate {}", said.unit_in_hex(unit)),
    })
}

/// A boundary by the hexes that it runs through.
fn boundary(said: &Said<'_>, depots: &[Unit], hexes: &[Hex]) -> String {
    let armies: Vec<String> = depots.iter().map(|depot| said.formation(depot)).collect();
    let armies = list(&armies);
    match hexes {
        [begin, rest @ ..] if !rest.is_empty() => {
            let (begin, rest) = (said.hex(begin), said.hexes(rest));
            format!("Let the boundary of {armies} run from {begin} through {rest}")
        }
        _ => format!("Shift the boundary of {armies} to begin by {}", said.hexes(hexes)),
    }
}
