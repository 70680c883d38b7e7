//! What a side may do, in words: each told apart from all that is legal with it.

use salient_rules::Action;
use salient_rules::acts::Acts;

use crate::acts::Act;

/// The ways of a boundary along the grain, from north clockwise.
const ALONG: [&str; 6] = ["north", "northeast", "southeast", "south", "southwest", "northwest"];
/// Those across it, between them.
const ACROSS: [&str; 6] =
    ["north-northeast", "east", "south-southeast", "south-southwest", "west", "north-northwest"];

/// An action in a line; none where it is none of the system's.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let (act, said) = acts.read::<Act>(action)?;
    Some(match &act {
        Act::Done => return None,
        Act::AttachToArmy { unit, army } => {
            format!("Attach {} to the army of {}", said.unit(unit), said.unit(army))
        }
        Act::AttachToCorps { unit, corps } => {
            format!("Attach {} to the corps of {}", said.unit(unit), said.unit(corps))
        }
        Act::Boundary { armies, hex, way } => {
            let armies = said.units(armies);
            format!("Boundary of {armies} from {} to the {}", said.hex(hex), heading(*way))
        }
        Act::Extend { unit } => format!("Extend {}", said.unit_in_hex(unit)),
        Act::LinesFirst { army } => {
            format!("Give {}'s army the single track first", said.unit(army))
        }
        Act::AbandonPlan { army } => format!("Abandon the plan of {}'s army", said.unit(army)),
        Act::Move { units, path } => match path.last() {
            Some(to) => format!("Move {} to {}", said.units(units), said.hex(to)),
            None => format!("Let {} stop", said.units(units)),
        },
        Act::Prepare { units, hex } => {
            format!("Let {} prepare an attack on {}", said.units(units), said.hex(hex))
        }
        Act::Repulse { units, hex } => {
            format!("Let {} repulse the enemy in {}", said.units(units), said.hex(hex))
        }
        Act::Recover { unit } => format!("Let {} recover effectiveness", said.unit_in_hex(unit)),
        Act::Entrench { unit } => {
            format!("Let {} build an improved position", said.unit_in_hex(unit))
        }
        Act::AbandonFort { unit } => format!("Abandon {}", said.unit_in_hex(unit)),
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
        Act::Reduce { unit } => format!("Reduce {}", said.unit_in_hex(unit)),
        Act::Retreat { hex } => format!("Fall back to {}", said.hex(hex)),
        Act::Stand => "Stand: fall back no farther".to_owned(),
        Act::Advance { units } if units.is_empty() => "Advance with nobody".to_owned(),
        Act::Advance { units } => format!("Advance with {}", said.units(units)),
        Act::Place { unit, hex } => format!("Place {} in {}", said.unit(unit), said.hex(hex)),
        Act::Replace { unit } => {
            format!("Give {} a replacement: one reduction less", said.unit_in_hex(unit))
        }
        Act::Provide { units } if units.is_empty() => "Provide nobody with ammunition".to_owned(),
        Act::Provide { units } => format!("Provide {} with ammunition", said.units(units)),
        Act::TakePoints => "Take the points for captured towns now, once in the game".to_owned(),
        Act::Eliminate { unit } => format!("Eliminate {}", said.unit_in_hex(unit)),
    })
}

/// A way of a boundary by the compass: 0 to 5 along the grain, 6 to 11 across it.
fn heading(way: u8) -> &'static str {
    let mut headings = ALONG.iter().chain(&ACROSS);
    headings.nth(usize::from(way)).copied().unwrap_or("rear")
}
