//! Who is due, and by which hexes.

use salient_hex::Hex;
use salient_rules::schedule::entry_hexes;
use salient_schema::words::arrival_in_words;
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
            let place = Place::Due(group.turn);
            let mut counters = Vec::new();
            for id in &group.counters {
                // Of several alike each is its own group's, wherever the others are by now.
                let of_group = |at: &usize| {
                    let begun = &self.begun[*at];
                    !taken[*at] && begun.counter == *id && begun.place == place
                };
                let Some(at) = (0..self.begun.len()).find(of_group) else { continue };
                taken[at] = true;
                let waits = self.pieces.get(at).filter(|piece| piece.place == place);
                counters.extend(waits.map(|piece| piece.name.clone()));
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
                condition: group.condition.as_ref().map(|one| arrival_in_words(bundle, one)),
            });
        }
        due
    }
}
