//! Keeps the books of both sides' artillery beside a game: what is left, where gas lies, what was
//! bombarded, and how far every shot went.

use std::collections::BTreeMap;

use salient_hex::grid::{Hex, HexGrid};
use salient_kaisers_battle::event::{
    Barrage, BombardmentKind, Detail, FieldRange, LossCause, ObservationMeans,
};
use salient_kaisers_battle::guns::Guns;
use salient_rules::Match;
use salient_rules::game::UnitStatus;
use salient_schema::event::{Event, EventKind};

use crate::support::told;

/// Where every unit on the map stands.
pub type Positions = BTreeMap<String, (usize, Hex)>;

pub fn positions(game: &Match) -> Positions {
    let units = game.units().into_iter().filter(|unit| unit.status == UnitStatus::OnMap);
    units.filter_map(|unit| Some((unit.name.to_owned(), (unit.side, unit.hex?)))).collect()
}

/// The books.
#[derive(Default)]
pub struct Gunnery {
    left: [Guns; 2],
    gas: Vec<Hex>,
    bombarded: Vec<String>,
    weather: String,
}

const SIDES: [&str; 2] = ["german", "allied"];

fn side_of(id: &str) -> usize {
    SIDES.iter().position(|side| *side == id).unwrap()
}

impl Gunnery {
    /// Checks the events that one decision brought. `before` is where the units stood.
    pub fn check(&mut self, grid: &HexGrid, before: &Positions, events: &[Event]) {
        for event in events {
            let turn = event.turn;
            match (&event.kind, told(event)) {
                (EventKind::Phase(_), _) => self.bombarded.clear(),
                (_, Some(Detail::Weather(weather))) => self.weather.clone_from(&weather.weather),
                (_, Some(Detail::ArtilleryPoints(points))) => {
                    // KB 9.81, 9.82.
                    let wanted = match (points.side.as_str(), turn) {
                        ("german", 1..=2) => (50, 30),
                        ("german", 3..=6) => (35, 30),
                        ("german", _) => (30, 20),
                        (_, 1..=2) => (0, 0),
                        (_, 3..=6) => (8, 6),
                        _ => (16, 12),
                    };
                    assert_eq!((points.field, points.heavy), wanted, "KB 9.8 on turn {turn}");
                    self.left[side_of(&points.side)] = Guns::new(points.field, points.heavy);
                }
                (_, Some(Detail::Gas(gas))) => {
                    assert!(turn >= 3, "KB 17.21");
                    assert_eq!(gas.field + gas.heavy, 15, "KB 9.31");
                    let hex = grid.parse(&gas.hex).unwrap();
                    for (name, &(side, from)) in before {
                        let far = side != 0 || grid.distance(from, hex) >= 6;
                        assert!(far, "KB 9.33: {name} near gas in {}", gas.hex);
                    }
                    self.spend(0, Guns::new(gas.field, gas.heavy), gas.left);
                    check_range(grid, before, 0, hex, gas.field, gas.range.as_ref());
                    self.gas.push(hex);
                    assert!(self.gas.len() <= 6, "KB 9.36");
                    assert_eq!(usize::from(gas.markers), self.gas.len());
                }
                (_, Some(Detail::GasRemoval(removal))) => {
                    assert_eq!(removal.removed, removal.die == 1, "KB 9.35");
                    if removal.removed {
                        let hex = grid.parse(&removal.hex).unwrap();
                        let place = self.gas.iter().position(|&marker| marker == hex).unwrap();
                        self.gas.remove(place);
                    }
                    assert_eq!(usize::from(removal.markers), self.gas.len());
                }
                (_, Some(Detail::Bombardment(fire))) if fire.kind == BombardmentKind::Drumfire => {
                    assert!(turn <= 2, "KB 17.22");
                    assert!((1..=6).contains(&(fire.field + fire.heavy)), "KB 9.42");
                    assert!(!self.bombarded.contains(&fire.hex), "KB 9.42: {} twice", fire.hex);
                    self.bombarded.push(fire.hex.clone());
                    let hex = grid.parse(&fire.hex).unwrap();
                    self.spend(0, Guns::new(fire.field, fire.heavy), fire.left.unwrap());
                    check_range(grid, before, 0, hex, fire.field, fire.range.as_ref());
                    let steps = fire.result.parse().map_or(0, |n: i32| (n - fire.morale).max(0));
                    assert_eq!(fire.steps, steps, "KB 9.45");
                }
                (_, Some(Detail::Combat(combat))) => {
                    let attacker = side_of(&combat.attacker.side);
                    for (side, barrage, reason) in [
                        (attacker, &combat.attacker.barrage, "rolling-barrage"),
                        (1 - attacker, &combat.defender.barrage, "sos-barrage"),
                    ] {
                        let rolling = reason == "rolling-barrage";
                        let plus = if rolling { &combat.attacker } else { &combat.defender };
                        let plus = plus.modifiers.iter().find(|plus| plus.reason == reason);
                        let points = barrage.as_ref().map_or(0, |b| i32::from(b.field + b.heavy));
                        let wanted = if rolling { points } else { points / 2 };
                        assert_eq!(plus.map_or(0, |plus| plus.value), wanted, "KB 9.52, 9.62");
                        if let Some(barrage) = barrage {
                            self.check_barrage(grid, before, side, barrage, rolling);
                            assert!(combat.hexes.contains(&barrage.hex), "KB 9.6");
                        }
                    }
                }
                (_, Some(Detail::CounterBattery(fire))) => {
                    assert!(turn >= 3);
                    assert_eq!((fire.field + fire.heavy) % 10, 0, "KB 9.21");
                    let (side, enemy) = (side_of(&fire.side), 1 - side_of(&fire.side));
                    // Both sides have paid before the first of these events.
                    self.left[side] = self.left[side].less(Guns::new(fire.field, fire.heavy));
                    assert!(self.left[enemy].covers(fire.enemy_before), "KB 9.23");
                    assert!(fire.enemy_before.covers(fire.enemy_after), "KB 9.23");
                }
                (_, Some(Detail::Move(moved))) => {
                    for step in &moved.steps {
                        self.check_step(grid, &step.hex, step.terrain, step.gas);
                    }
                }
                (_, Some(Detail::Advance(advance))) => {
                    for step in &advance.steps {
                        self.check_step(grid, &step.hex, step.terrain, step.gas);
                    }
                }
                (_, Some(Detail::Loss(loss))) if loss.cause == LossCause::Gas => {
                    assert!(self.reaches(grid, grid.parse(&loss.hex).unwrap()), "KB 9.34");
                    assert!(event.phase.ends_with("second-segment"), "KB 9.34");
                }
                _ => {}
            }
        }
        // Counter-battery takes effect when the last of its events is told.
        let last = events.iter().rev().filter_map(|event| match told(event) {
            Some(Detail::CounterBattery(fire)) => Some(fire),
            _ => None,
        });
        for fire in last {
            self.left[1 - side_of(&fire.side)] = fire.enemy_after;
        }
    }

    fn check_barrage(
        &mut self,
        grid: &HexGrid,
        before: &Positions,
        side: usize,
        barrage: &Barrage,
        rolling: bool,
    ) {
        let observed = barrage.observation.is_some();
        let limit = match (rolling, self.weather.as_str(), observed) {
            (true, "clear", true) => 3,
            (true, "clear", false) | (true, "mist", true) => 2,
            (true, "mist", false) => 1,
            (false, "clear", _) => 4,
            (false, "mist", _) => 2,
            _ => 0,
        };
        assert_eq!(barrage.limit, limit, "KB 9.51, 9.53, 9.61 in {}", self.weather);
        assert!((1..=limit).contains(&(barrage.field + barrage.heavy)), "{barrage:?}");
        self.spend(side, Guns::new(barrage.field, barrage.heavy), barrage.left);
        let hex = grid.parse(&barrage.hex).unwrap();
        check_range(grid, before, side, hex, barrage.field, barrage.range.as_ref());
        if let Some(sight) = &barrage.observation
            && sight.by == ObservationMeans::Hilltop
        {
            let (_, from) = before[sight.unit.as_ref().unwrap()];
            let hilltop = grid.parse(sight.hilltop.as_ref().unwrap()).unwrap();
            let line = sight.distance.unwrap();
            let most = if self.weather == "clear" { 6 } else { 3 };
            assert!(grid.distance(from, hilltop) <= line && line <= most, "KB 9.72");
        }
    }

    fn spend(&mut self, side: usize, guns: Guns, left: Guns) {
        assert!(self.left[side].covers(guns), "KB 9.8: {guns:?} of {:?}", self.left[side]);
        self.left[side] = self.left[side].less(guns);
        assert_eq!(self.left[side], left, "KB 9.8");
    }

    fn reaches(&self, grid: &HexGrid, hex: Hex) -> bool {
        self.gas.iter().any(|&marker| grid.distance(marker, hex) <= 1)
    }

    fn check_step(&self, grid: &HexGrid, hex: &str, terrain: i32, gas: i32) {
        let wanted = if self.reaches(grid, grid.parse(hex).unwrap()) { terrain } else { 0 };
        assert_eq!(gas, wanted, "KB 9.34 in {hex}");
    }
}

/// KB 9.11: a headquarters within ten hexes for field artillery.
fn check_range(
    grid: &HexGrid,
    before: &Positions,
    side: usize,
    target: Hex,
    field: u16,
    range: Option<&FieldRange>,
) {
    assert_eq!(field > 0, range.is_some(), "KB 9.11");
    if let Some(range) = range {
        let (owner, hex) = before[&range.headquarters];
        assert_eq!((owner, grid.label(hex)), (side, range.hex.clone()));
        assert_eq!(grid.distance(hex, target), range.distance);
        assert!(range.distance <= 10 && range.headquarters.contains("-hq-"), "KB 9.11");
    }
}
