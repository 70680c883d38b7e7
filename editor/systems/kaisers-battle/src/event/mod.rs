//! The system's own events: what is told of them beyond the core that every client understands.
//!
//! Each is a whole account: whoever checks an attack needs nothing but its event.

mod air;
mod artillery;
mod combat;
mod movement;
mod resources;

use serde::{Deserialize, Serialize};
use std::any::Any;

use salient_rules::log::Telling;
use salient_schema::event::{
    AttackResult, Attacked, EventKind, Exchanged, Fact, MarkerChange, Modifier, Moved, Noted,
    Payload, Removed, TableEntry,
};

pub use air::*;
pub use artillery::*;
pub use combat::*;
pub use movement::*;
pub use salient_rules::detail::{Move, Reinforcement, Retreat, Weather};

/// The table of what artillery and aircraft are used for.
pub const SUPPORT: &str = "support";

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Detail {
    /// The weather of the game-turn is settled.
    Weather(Weather),
    /// The units that may move are limited.
    MovementLimit(MovementLimit),
    /// A unit comes onto the map.
    Reinforcement(Reinforcement),
    /// A unit moves.
    Move(Move),
    /// A unit leaves the map.
    Exit(Exit),
    /// A side's air points of the game-turn.
    AirPoints(AirPoints),
    /// What a side's aircraft are to do.
    AirAllocation(AirAllocation),
    /// A side's aircraft cut the enemy's missions.
    Interception(Interception),
    /// A stack is observed from the air.
    AirObservation(AirObservation),
    /// A unit is broken down into smaller ones.
    Breakdown(Breakdown),
    /// A side's artillery points of the game-turn.
    ArtilleryPoints(ArtilleryPoints),
    /// A side's counter-battery fire.
    CounterBattery(CounterBattery),
    /// A persistent gas marker is placed.
    Gas(Gas),
    /// A die is rolled for a persistent gas marker.
    GasRemoval(GasRemoval),
    /// A stack is bombarded. Its losses follow.
    Bombardment(Box<Bombardment>),
    /// An attack is resolved. Its losses, retreats and advances follow, under its number.
    Combat(Box<Combat>),
    /// A unit loses a step or is removed.
    Loss(Loss),
    /// A stack retreats.
    Retreat(Retreat),
    /// A stack has nowhere to retreat to.
    NoRetreat(NoRetreat),
    /// A unit advances after combat.
    Advance(Advance),
}

impl From<Detail> for Telling {
    fn from(detail: Detail) -> Self {
        Self::of(detail)
    }
}

impl Payload for Detail {
    fn core(&self) -> EventKind {
        match self {
            Self::Weather(weather) => weather.core(),
            Self::MovementLimit(limit) => {
                let side = Some(limit.side.clone());
                noted(&limit.rule, Noted { side, units: limit.free.clone(), ..Noted::default() })
            }
            Self::Reinforcement(arrival) => arrival.core(),
            Self::Move(step) => step.core(),
            Self::Exit(exit) => EventKind::Removed(Removed {
                unit: exit.unit.clone(),
                side: exit.side.clone(),
                from: Some(exit.from.clone()),
                by: "exit".to_owned(),
                into: None,
                due: None,
                rule: exit.rule.clone(),
            }),
            Self::AirPoints(points) => of_side(&points.rule, &points.side, None),
            Self::AirAllocation(points) => of_side(&points.rule, &points.side, None),
            Self::Interception(cut) => of_side(&cut.rule, &cut.side, None),
            Self::AirObservation(seen) => of_side(&seen.rule, &seen.side, Some(&seen.hex)),
            Self::Breakdown(broken) => EventKind::Exchanged(Exchanged {
                unit: broken.unit.clone(),
                into: broken.into.clone(),
                side: broken.side.clone(),
                hex: Some(broken.hex.clone()),
                face: 0,
                rule: broken.rule.clone(),
            }),
            Self::ArtilleryPoints(points) => of_side(&points.rule, &points.side, None),
            Self::CounterBattery(fire) => of_side(&fire.rule, &fire.side, None),
            Self::Gas(gas) => EventKind::Marker(MarkerChange {
                marker: "gas".to_owned(),
                hex: Some(gas.hex.clone()),
                placed: true,
                side: Some(gas.side.clone()),
                rule: gas.rule.clone(),
                ..MarkerChange::default()
            }),
            Self::GasRemoval(gas) => EventKind::Marker(MarkerChange {
                marker: "gas".to_owned(),
                hex: Some(gas.hex.clone()),
                placed: !gas.removed,
                rule: gas.rule.clone(),
                ..MarkerChange::default()
            }),
            Self::Bombardment(fire) => noted(
                &fire.rule,
                Noted {
                    side: Some(fire.side.clone()),
                    units: fire.units.iter().map(|unit| unit.unit.clone()).collect(),
                    hexes: vec![fire.hex.clone()],
                    ..Noted::default()
                },
            ),
            Self::Combat(combat) => EventKind::Attacked(combat.attacked()),
            Self::Loss(loss) => loss.core(),
            Self::Retreat(retreat) => retreat.core(),
            Self::NoRetreat(stays) => noted(
                &stays.rule,
                Noted {
                    side: Some(stays.side.clone()),
                    units: stays.units.clone(),
                    hexes: vec![stays.hex.clone()],
                    ..Noted::default()
                },
            ),
            Self::Advance(advance) => EventKind::Moved(Moved {
                units: vec![advance.unit.clone()],
                side: advance.side.clone(),
                from: advance.from.clone(),
                path: advance.steps.iter().map(|step| step.hex.clone()).collect(),
                by: "advance".to_owned(),
                attack: Some(advance.combat),
                aloft: false,
                other: None,
                continued: false,
                rule: advance.rule.clone(),
            }),
        }
    }

    fn cites(&self, cite: &mut dyn FnMut(&str)) {
        let mut all =
            |modifiers: &[Modifier]| modifiers.iter().for_each(|modifier| cite(&modifier.rule));
        match self {
            Self::Weather(weather) => all(&weather.modifiers),
            Self::Bombardment(fire) => all(&fire.modifiers),
            Self::Combat(combat) => {
                all(&combat.attacker.modifiers);
                all(&combat.defender.modifiers);
            }
            _ => {}
        }
    }

    fn is_bombardment(&self) -> bool {
        matches!(self, Self::Bombardment(_))
    }

    fn entry(&self) -> Option<TableEntry> {
        match self {
            Self::Combat(combat) => Some(combat.entry()),
            _ => None,
        }
    }

    fn strength_before(&self) -> Option<i32> {
        match self {
            Self::Loss(loss) => Some(loss.strength),
            _ => None,
        }
    }

    fn facts(&self, add: &mut dyn FnMut(Fact)) {
        self.resources(add);
        let mut support = |side: &str, row: &'static str, points: [u16; 3], steps: i32| {
            // To be asked and to spend nothing is no use of anything.
            if points == [0; 3] {
                return;
            }
            let [field, heavy, air] = points.map(i64::from);
            let steps = i64::from(steps.max(0));
            add(Fact {
                table: SUPPORT,
                side: Some(side.to_owned()),
                row: row.into(),
                values: vec![
                    ("times", 1),
                    ("field", field),
                    ("heavy", heavy),
                    ("air", air),
                    ("steps", steps),
                ],
            });
        };
        match self {
            Self::CounterBattery(fire) => {
                support(&fire.side, "counter-battery", [fire.field, fire.heavy, 0], 0);
            }
            Self::Gas(gas) => support(&gas.side, "gas", [gas.field, gas.heavy, 0], 0),
            Self::Interception(cut) => support(&cut.side, "interception", [0, 0, cut.points], 0),
            Self::AirObservation(seen) => support(&seen.side, "air-observation", [0, 0, 1], 0),
            Self::Bombardment(fire) => {
                let row = match fire.kind {
                    BombardmentKind::Drumfire => "drumfire",
                    BombardmentKind::GroundAttack => "ground-attack",
                };
                support(&fire.side, row, [fire.field, fire.heavy, fire.air], fire.steps);
            }
            Self::Combat(combat) => {
                let sides =
                    [(&combat.attacker, "rolling-barrage"), (&combat.defender, "sos-barrage")];
                for (side, row) in sides {
                    if let Some(barrage) = &side.barrage {
                        support(&side.side, row, [barrage.field, barrage.heavy, 0], 0);
                    }
                }
            }
            _ => {}
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// From this quotient on all are counted as one.
const HIGH_QUOTIENT: i32 = 10;

impl Combat {
    /// There is no table of columns here: the quotient decides, with both dice in it (KB 8.7).
    fn entry(&self) -> TableEntry {
        let sum = |side: &CombatSide| side.modifiers.iter().map(|plus| plus.value).sum::<i32>();
        let place = self.quotient.min(HIGH_QUOTIENT);
        let and_more = if place == HIGH_QUOTIENT { " and more" } else { "" };
        TableEntry {
            column: format!("quotient {place}{and_more}").into(),
            place,
            added: Some(sum(&self.attacker) - sum(&self.defender)),
            with_dice: true,
        }
    }

    fn attacked(&self) -> Attacked {
        let mut from: Vec<_> = self.attacker.units.iter().map(|unit| unit.hex.clone()).collect();
        from.sort_unstable();
        from.dedup();
        let names = |side: &CombatSide| side.units.iter().map(|unit| unit.unit.clone()).collect();
        Attacked {
            attack: self.combat,
            side: self.attacker.side.clone(),
            units: names(&self.attacker),
            support: Vec::new(),
            from,
            against: self.defender.side.clone(),
            hexes: self.hexes.clone(),
            targets: names(&self.defender),
            target_support: Vec::new(),
            idle: Vec::new(),
            strengths: Some([self.attacker.strength, self.defender.strength]),
            result: Some(match self.result {
                CombatResult::Successful => AttackResult::Won,
                CombatResult::Unsuccessful => AttackResult::Failed,
                CombatResult::AttackerEliminated => AttackResult::AttackerEliminated,
            }),
            rule: self.rule.clone(),
        }
    }
}

fn noted(rule: &str, noted: Noted) -> EventKind {
    EventKind::Noted(Noted { rule: rule.to_owned(), ..noted })
}

fn of_side(rule: &str, side: &str, hex: Option<&String>) -> EventKind {
    let hexes = hex.into_iter().cloned().collect();
    noted(rule, Noted { side: Some(side.to_owned()), hexes, ..Noted::default() })
}
