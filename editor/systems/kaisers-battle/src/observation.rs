//! KB 9.7 Observation.

use crate::event::{Observation, ObservationMeans};

use crate::position::Position;
use crate::rules::{Rules, Unit, Weather};
use salient_hex::grid::Hex;

/// How a target is observed (KB 9.71).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    Air,
    Hilltop { unit: Unit, hilltop: Hex, distance: u32 },
}

impl Sight {
    /// For the log.
    pub fn told(self, rules: &Rules) -> Observation {
        match self {
            Self::Air => {
                Observation { by: ObservationMeans::Air, unit: None, hilltop: None, distance: None }
            }
            Self::Hilltop { unit, hilltop, distance } => Observation {
                by: ObservationMeans::Hilltop,
                unit: Some(rules.unit(unit).name.clone()),
                hilltop: Some(rules.label(hilltop).to_owned()),
                distance: Some(distance),
            },
        }
    }
}

impl Position {
    /// How some attackers observe a target, if they do. In fog nobody does (KB 9.74).
    pub fn sight(&self, rules: &Rules, units: &[Unit], target: Hex) -> Option<Sight> {
        let range = match self.weather {
            Weather::Clear => rules.constants.artillery.observation_range[0],
            Weather::Mist => rules.constants.artillery.observation_range[1],
            Weather::Fog => return None,
        };
        if self.observed.contains(&target) {
            return Some(Sight::Air);
        }
        self.hilltop_sight(rules, units, range as u32)
    }

    /// KB 9.72, 9.75: the shortest line from an attacker to a hilltop.
    fn hilltop_sight(&self, rules: &Rules, units: &[Unit], range: u32) -> Option<Sight> {
        let mut best: Option<Sight> = None;
        let mut last = None;
        let mut range = range;
        for &unit in units {
            let Some(from) = self.hex(unit).filter(|&hex| last != Some(hex)) else { continue };
            last = Some(from);
            let side = rules.unit(unit).side;
            // Only a shorter line than the best so far is of use.
            if let Some((hilltop, distance)) = self.hilltop_line(rules, side, from, range) {
                best = Some(Sight::Hilltop { unit, hilltop, distance });
                let Some(shorter) = distance.checked_sub(1) else { break };
                range = shorter;
            }
        }
        best
    }

    /// The nearest hilltop to which a line of hexes leads that no enemy occupies, nor controls
    /// unless a friend stands there (KB 9.72, 9.73). The hex it starts from does not count.
    fn hilltop_line(
        &self,
        rules: &Rules,
        side: usize,
        from: Hex,
        range: u32,
    ) -> Option<(Hex, u32)> {
        if rules.ground(from).hilltop {
            return Some((from, 0));
        }
        // Most attacks are far from any hilltop.
        let grid = rules.map.grid();
        if rules.hilltops.iter().all(|&hex| grid.distance(from, hex) > range) {
            return None;
        }
        let mut seen = vec![from];
        let mut next = 0;
        for length in 1..=range {
            let end = seen.len();
            while next < end {
                let hex = seen[next];
                next += 1;
                for (_, other) in rules.map.neighbours(hex) {
                    let open = match self.holder(other) {
                        Some(holder) => holder == side,
                        None => !self.enemy_controlled(other, side),
                    };
                    if !open || seen.contains(&other) {
                        continue;
                    }
                    if rules.ground(other).hilltop {
                        return Some((other, length));
                    }
                    seen.push(other);
                }
            }
        }
        None
    }
}
