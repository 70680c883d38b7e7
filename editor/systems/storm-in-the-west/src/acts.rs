//! What a side may do, in words.

use salient_rules::Action;
use salient_rules::action::Name;
use salient_rules::acts::Acts;
use salient_rules::words::{list, plural};

use crate::order::Order;

/// An action in a line, told apart from all that are legal with it; none for the core's words.
pub fn say(action: &Action, acts: &Acts<'_>) -> Option<String> {
    let unit = |name: &Name| acts.unit(name);
    let units = |names: &[Name]| acts.units(names.iter().map(|name| name.as_str()));
    Some(match &action.read::<Order>().ok()? {
        Order::Move { unit: one, path } => match path.last() {
            Some(hex) => format!("Move {} to {hex}", unit(one)),
            None => format!("Move {}", unit(one)),
        },
        Order::MoveStack { units: stack, path } => {
            format!("Move {} together to {}", units(stack), path.last()?)
        }
        Order::Rail { unit: one, hex } => format!("Send {} by rail to {hex}", unit(one)),
        Order::Replenish { unit: one } => {
            format!("Bring {} to a fuller strength", acts.unit_in_hex(one))
        }
        Order::Rebuild { unit: one, face, hex } => {
            let strength = match *face {
                0 => "at full strength".to_owned(),
                face => format!("{} below full strength", plural(usize::from(face), "step")),
            };
            format!("Rebuild {} in {hex}, {strength}", unit(one))
        }
        Order::Evacuate { unit: one } => format!("Take {} off by sea", acts.unit_in_hex(one)),
        Order::Support { unit: one } => format!("Commit {}", unit(one)),
        Order::Bomb { hex: Some(hex) } => format!("Bomb the stack in {hex}"),
        Order::Bomb { hex: None } => "Bomb the enemy's homeland".to_owned(),
        Order::Attack { units: by, hexes } => {
            let hexes: Vec<String> = hexes.iter().map(|hex| hex.to_string()).collect();
            format!("Attack {} with {}", list(&hexes), units(by))
        }
        Order::Lose { unit: one } => format!("Lose {}", acts.unit_in_hex(one)),
        Order::Retreat { hex } => format!("Retreat to {hex}"),
        Order::Advance { unit: one, path } => format!("Advance {} to {}", unit(one), path.last()?),
        Order::Place { unit: one, hex } => format!("Place {} in {hex}", unit(one)),
        Order::Done {} => return None,
    })
}
