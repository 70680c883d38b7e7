//! Keeps the books of both sides' aircraft beside a game, and of the divisions that break down.

use salient_hex::grid::HexGrid;
use salient_kaisers_battle::event::{BombardmentKind, Detail, ObservationMeans};
use salient_schema::event::{Event, EventKind};

use crate::gunnery::Positions;
use crate::support::told;

/// The books.
#[derive(Default)]
pub struct Flying {
    /// Air points of the game-turn, a side.
    points: [u16; 2],
    /// Observers, attackers and interceptors left, a side.
    left: [[u16; 3]; 2],
    /// Hexes attacked from the air in this segment.
    attacked: Vec<String>,
    allied_attacks: bool,
    observed: Vec<String>,
    weather: String,
    /// Regiments that do not move yet.
    fresh: Vec<String>,
}

fn side_of(id: &str) -> usize {
    usize::from(id == "allied")
}

impl Flying {
    /// Checks the events that one decision brought. `before` is where the units stood.
    pub fn check(&mut self, grid: &HexGrid, before: &Positions, events: &[Event]) {
        for event in events {
            match (&event.kind, told(event)) {
                (EventKind::Turn(_), _) => {
                    self.left = [[0; 3]; 2];
                    self.fresh.clear();
                }
                (EventKind::Phase(_), _) => {
                    self.attacked.clear();
                    self.observed.clear();
                    self.allied_attacks = false;
                }
                (_, Some(Detail::Weather(weather))) => self.weather.clone_from(&weather.weather),
                (_, Some(Detail::AirPoints(points))) => {
                    assert!(event.turn >= 3, "KB 17.4");
                    let full = [8, 6][side_of(&points.side)];
                    let wanted = match self.weather.as_str() {
                        "clear" => full,
                        "mist" => full / 2,
                        _ => 0,
                    };
                    assert_eq!(points.points, wanted, "KB 12.1 in {}", self.weather);
                    self.points[side_of(&points.side)] = wanted;
                }
                (_, Some(Detail::AirAllocation(told))) => {
                    let side = side_of(&told.side);
                    let missions = [told.observation, told.ground_attack, told.interception];
                    assert_eq!(missions.iter().sum::<u16>(), self.points[side], "KB 12.0");
                    assert!(told.observation <= self.points[side] / 2, "KB 12.21");
                    self.left[side] = missions;
                }
                (_, Some(Detail::Interception(told))) => {
                    let side = side_of(&told.side);
                    assert_eq!(std::mem::take(&mut self.left[side][2]), told.points);
                    assert_eq!(told.limit, told.points / 2, "KB 12.41");
                    assert!(told.observation + told.ground_attack <= told.limit, "KB 12.42");
                    let enemy = &mut self.left[1 - side];
                    enemy[0] -= told.observation;
                    enemy[1] -= told.ground_attack;
                    assert_eq!(enemy[..2], [told.observation_left, told.ground_attack_left]);
                }
                (_, Some(Detail::Bombardment(fire)))
                    if fire.kind == BombardmentKind::GroundAttack =>
                {
                    let side = side_of(&fire.side);
                    assert!(side == 1 || !self.allied_attacks, "KB 12.31: Germans first");
                    self.allied_attacks = side == 1;
                    assert!((1..=6).contains(&fire.air), "KB 12.31");
                    self.left[side][1] -= fire.air;
                    assert_eq!(fire.air_left, Some(self.left[side][1]));
                    assert!(!self.attacked.contains(&fire.hex), "KB 9.42: {} twice", fire.hex);
                    self.attacked.push(fire.hex.clone());
                    let alone = fire.units.iter().all(|unit| unit.unit.contains("-hq-"));
                    assert!(!alone, "KB 12.33");
                    assert!(fire.air > 1 || fire.stacking > 6, "KB 9.48");
                }
                (_, Some(Detail::AirObservation(told))) => {
                    let side = side_of(&told.side);
                    self.left[side][0] -= 1;
                    assert_eq!(told.left, self.left[side][0]);
                    let hex = grid.parse(&told.hex).unwrap();
                    let enemy = before.values().any(|&(owner, at)| owner != side && at == hex);
                    assert!(enemy && !self.observed.contains(&told.hex), "KB 12.22");
                    self.observed.push(told.hex.clone());
                }
                (_, Some(Detail::Combat(combat))) => {
                    let sight = combat.attacker.barrage.as_ref().and_then(|barrage| {
                        let observation = barrage.observation.as_ref()?;
                        Some((observation.by, &barrage.hex))
                    });
                    if let Some((ObservationMeans::Air, hex)) = sight {
                        assert!(self.observed.contains(hex), "KB 12.22");
                    }
                }
                (_, Some(Detail::Breakdown(told))) => {
                    assert!(event.turn >= 3, "KB 17.6");
                    assert_eq!(told.into.len(), 3, "KB 13.11");
                    let (_, hex) = before[&told.unit];
                    let mut around = before.values().filter(|&&(owner, _)| owner == 1);
                    // Service companies, from turn 6, control nothing (KB 15.24).
                    let near = around.any(|&(_, at)| grid.distance(at, hex) <= 1);
                    assert!(!near || event.turn >= 6, "KB 13.11");
                    self.fresh.extend(told.into.iter().cloned());
                }
                (_, Some(Detail::Move(moved))) => {
                    assert!(!self.fresh.contains(&moved.unit), "KB 13.12: {}", moved.unit);
                }
                _ => {}
            }
        }
    }
}
