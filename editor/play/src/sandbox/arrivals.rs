//! Who is due, and by which hexes.

use salient_hex::Hex;
use salient_rules::schedule::entry_hexes;
use salient_schema::scenario::ArrivalCondition;
use salient_schema::{Bundle, Id};

use super::{Place, Sandbox};

/// A group of the schedule that is due, as far as it is still off the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The game-turn on which it was due.
    pub turn: u16,
    /// Its side.
    pub side: Id,
    /// Its counters, by their names.
    pub counters: Vec<String>,
    /// The hexes of the map by which it may come in; of a zone or a letter all of them.
    pub hexes: Vec<Hex>,
    /// What its arrival hangs on besides, in words.
    pub condition: Option<String>,
}

impl Sandbox {
    /// Whoever is due by now and is still off the map, in the order of the schedule.
    pub fn due(&self, bundle: &Bundle) -> Vec<Due> {
        let now = self.turn().map_or(0, |(turn, _)| turn);
        let mut taken = vec![false; self.pieces().len()];
        let mut due = Vec::new();
        for group in bundle.scenario.reinforcements.iter().filter(|group| group.turn <= now) {
            let mut counters = Vec::new();
            for id in &group.counters {
                // Of several alike each comes once.
                let waits = self.pieces().iter().zip(&mut taken).find(|(piece, taken)| {
                    !**taken && piece.counter == *id && piece.place == Place::Due(group.turn)
                });
                if let Some((piece, taken)) = waits {
                    *taken = true;
                    counters.push(piece.name.clone());
                }
            }
            if counters.is_empty() {
                continue;
            }
            let labels = entry_hexes(bundle, &group.entry);
            due.push(Due {
                turn: group.turn,
                side: group.side.clone(),
                counters,
                hexes: labels.iter().filter_map(|label| self.grid().parse(label)).collect(),
                condition: group.condition.as_ref().map(|one| in_words(one, bundle)),
            });
        }
        due
    }
}

/// What an arrival hangs on.
fn in_words(condition: &ArrivalCondition, bundle: &Bundle) -> String {
    let ArrivalCondition { die_at_most, while_holding, text } = condition;
    let zone = |id: &Id| {
        let zone = bundle.map.zones.items.iter().find(|zone| zone.id == *id);
        zone.map_or(id.as_str(), |zone| zone.name.as_str()).to_owned()
    };
    let die = die_at_most.map(|most| format!("on a die of {most} or less"));
    let held = while_holding.as_ref().map(|id| format!("while the side holds {}", zone(id)));
    let all: Vec<String> = die.into_iter().chain(held).chain(text.clone()).collect();
    all.join("; ")
}
