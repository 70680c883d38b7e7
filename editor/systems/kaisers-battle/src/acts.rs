//! What a side may do, in words.

use salient_rules::Action;
use salient_rules::action::Name;
use salient_rules::acts::Acts;
use salient_rules::words::list;

use crate::order::{Guns, Order};

/// An action in a line, told apart from all that are legal with it; none for the core's words.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let unit = |name: &Name| acts.unit(name);
    Some(match &action.read::<Order>().ok()? {
        Order::Move { unit: one, path, exit } => {
            let to = path.last().map(|hex| format!(" to {hex}")).unwrap_or_default();
            let off = match (*exit, path.is_empty()) {
                (true, true) => " off the map",
                (true, false) => " and off the map",
                (false, _) => "",
            };
            format!("Move {}{to}{off}", unit(one))
        }
        Order::Attack { units, hexes, barrage } => {
            let guns = barrage.map(|guns| format!(", with a rolling barrage of {}", points(guns)));
            let units = acts.units(units.iter().map(|name| name.as_str()));
            let hexes: Vec<String> = hexes.iter().map(|hex| hex.to_string()).collect();
            format!("Attack {} with {units}{}", list(&hexes), guns.unwrap_or_default())
        }
        Order::Sos { hex, field, heavy } => {
            format!("SOS barrage for {hex} of {}", points(Guns::new(*field, *heavy)))
        }
        Order::CounterBattery { field, heavy } => match Guns::new(*field, *heavy) {
            guns if guns.is_none() => "No counter-battery fire".to_owned(),
            guns => format!("Counter-battery fire of {}", points(guns)),
        },
        Order::Gas { hex, field, heavy } => {
            format!("Gas on {hex} from {}", points(Guns::new(*field, *heavy)))
        }
        Order::Drumfire { hex, field, heavy } => {
            format!("Drumfire on {hex} of {}", points(Guns::new(*field, *heavy)))
        }
        Order::AllocateAir { observation, ground_attack, interception } => format!(
            "Aircraft: {observation} for observation, {ground_attack} for ground attack, \
             {interception} for interception"
        ),
        Order::Intercept { observation: 0, ground_attack: 0 } => "Cut no mission".to_owned(),
        Order::Intercept { observation, ground_attack } => {
            format!("Cut observation by {observation} and ground attack by {ground_attack}")
        }
        Order::GroundAttack { hex, points } => {
            format!("Ground attack on {hex} with {points} air points")
        }
        Order::Observe { hex } => format!("Observe {hex} from the air"),
        Order::BreakDown { unit: one } => format!("Break {} down", acts.unit_in_hex(one)),
        Order::Lose { unit: one } => format!("Lose {}", acts.unit_in_hex(one)),
        Order::Retreat { hex } => format!("Retreat to {hex}"),
        Order::Advance { unit: one, path } => {
            format!("Advance {} to {}", unit(one), path.last()?)
        }
        Order::Place { unit: one, hex } => format!("Place {} in {hex}", unit(one)),
        Order::Done {} => return None,
    })
}

/// Artillery points, of the kinds of which there are any.
fn points(guns: Guns) -> String {
    let kinds = [(guns.field, "field"), (guns.heavy, "heavy")];
    let some = kinds.iter().filter(|(points, _)| *points > 0);
    let some: Vec<String> = some.map(|(points, kind)| format!("{points} {kind}")).collect();
    match some.is_empty() {
        true => "no artillery points".to_owned(),
        false => format!("{} artillery points", list(&some)),
    }
}
