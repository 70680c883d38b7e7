//! The system's own events: what is told of them beyond the core that every client understands.
//!
//! Each is a whole account: whoever checks an attack needs nothing but its event.

mod combat;
mod movement;
mod replacement;

use serde::{Deserialize, Serialize};
use std::any::Any;

use crate::tables::Odds;
use salient_rules::log::Telling;
use salient_schema::event::{
    Attacked, EventKind, Exchanged, Fact, Modifier, Moved, Noted, Payload, Placed, RESOURCES,
    Removed, TableEntry, UnitId,
};

pub use combat::*;
pub use movement::*;
pub use replacement::*;
pub use salient_rules::detail::{Move, Reinforcement, Retreat, Weather};

/// The table of what artillery and aircraft are used for.
pub const SUPPORT: &str = "support";
/// The table of replacement steps by nation.
pub const REPLACEMENTS: &str = "replacements";

/// What the system tells of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Detail {
    /// The weather of the game-turn is settled.
    Weather(Weather),
    /// A unit comes onto the map.
    Reinforcement(Reinforcement),
    /// A unit moves.
    Move(Move),
    /// An attack is resolved by odds. Its losses, retreats and advances follow, under its number.
    OddsCombat(Box<OddsCombat>),
    /// A unit loses a step or is removed.
    Loss(Loss),
    /// A stack retreats.
    Retreat(Retreat),
    /// A victorious unit enters the hex that it cleared.
    Occupy(Occupy),
    /// A unit is set up.
    SetUp(SetUp),
    /// A unit's supply is found wanting, or mended.
    Supply(SupplyCheck),
    /// A unit moves by strategic movement.
    StrategicMove(StrategicMove),
    /// A side receives replacements.
    Replacements(Replacements),
    /// A unit is brought back to strength, or back into play.
    Rebuilt(Rebuilt),
    /// A unit is taken off the map by its side's wish or the rules'.
    Withdrawn(Withdrawn),
    /// A unit takes the place of another.
    Substituted(Substituted),
    /// A marker is put elsewhere.
    Redeployed(Redeployed),
    /// Aircraft bomb.
    Bombing(Bombing),
    /// Replacement steps lie ready when the game begins.
    Stock(Stock),
    /// A side's aircraft of the game-turn.
    AirReady(AirReady),
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
            Self::Reinforcement(arrival) => arrival.core(),
            Self::SetUp(set) => EventKind::Placed(placed(
                (&set.unit, &set.side, &set.hex),
                set.face,
                "set-up",
                &set.rule,
            )),
            Self::Rebuilt(rebuilt) => EventKind::Placed(placed(
                (&rebuilt.unit, &rebuilt.side, &rebuilt.hex),
                rebuilt.face,
                "rebuilt",
                &rebuilt.rule,
            )),
            Self::Move(step) => step.core(),
            Self::StrategicMove(rail) => EventKind::Moved(Moved {
                path: rail.path.clone(),
                ..moved((&rail.unit, &rail.side, &rail.from, None), "rail", &rail.rule)
            }),
            Self::Occupy(advance) => EventKind::Moved(Moved {
                attack: Some(advance.combat),
                ..moved(
                    (&advance.unit, &advance.side, &advance.from, Some(&advance.to)),
                    "advance",
                    &advance.rule,
                )
            }),
            Self::Redeployed(marker) => EventKind::Moved(Moved {
                aloft: true,
                ..moved(
                    (&marker.unit, &marker.side, &marker.from, Some(&marker.to)),
                    "redeployed",
                    &marker.rule,
                )
            }),
            Self::Retreat(retreat) => retreat.core(),
            Self::OddsCombat(combat) => EventKind::Attacked(combat.attacked()),
            Self::Loss(loss) => loss.core(),
            Self::Supply(supply) => noted(
                &supply.rule,
                Noted {
                    side: Some(supply.side.clone()),
                    units: vec![supply.unit.clone()],
                    hexes: vec![supply.hex.clone()],
                    ..Noted::default()
                },
            ),
            Self::Replacements(received) => noted(
                &received.rule,
                Noted { side: Some(received.side.clone()), ..Noted::default() },
            ),
            Self::Stock(stock) => {
                noted(&stock.rule, Noted { side: Some(stock.side.clone()), ..Noted::default() })
            }
            Self::AirReady(ready) => {
                noted(&ready.rule, Noted { side: Some(ready.side.clone()), ..Noted::default() })
            }
            Self::Withdrawn(gone) => EventKind::Removed(Removed {
                unit: gone.unit.clone(),
                side: gone.side.clone(),
                from: gone.from.clone(),
                by: "withdrawn".to_owned(),
                into: None,
                due: None,
                rule: gone.rule.clone(),
            }),
            Self::Substituted(swap) => EventKind::Exchanged(Exchanged {
                unit: swap.unit.clone(),
                into: vec![swap.by.clone()],
                side: swap.side.clone(),
                hex: swap.hex.clone(),
                face: swap.face,
                rule: swap.rule.clone(),
            }),
            Self::Bombing(bombing) => noted(
                &bombing.rule,
                Noted {
                    side: Some(bombing.side.clone()),
                    by: vec![bombing.unit.clone()],
                    hexes: bombing.hex.iter().cloned().collect(),
                    ..Noted::default()
                },
            ),
        }
    }

    fn cites(&self, cite: &mut dyn FnMut(&str)) {
        let mut all =
            |modifiers: &[Modifier]| modifiers.iter().for_each(|modifier| cite(&modifier.rule));
        match self {
            Self::Weather(weather) => all(&weather.modifiers),
            Self::Bombing(bombing) => all(&bombing.modifiers),
            Self::OddsCombat(combat) => {
                all(&combat.modifiers);
                combat.increments.iter().for_each(|increment| cite(&increment.rule));
            }
            _ => {}
        }
    }

    fn entry(&self) -> Option<TableEntry> {
        match self {
            Self::OddsCombat(combat) => Some(combat.entry()),
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
        let support = |side: &str, row: &'static str, heavy: i32, air: i64, steps: i32| Fact {
            table: SUPPORT,
            side: Some(side.to_owned()),
            row: row.into(),
            values: vec![
                ("times", 1),
                ("field", 0),
                ("heavy", i64::from(heavy)),
                ("air", air),
                ("steps", i64::from(steps.max(0))),
            ],
        };
        let replacements =
            |side: &str, nation: &str, pool: Option<&String>, values: Vec<(&'static str, i64)>| {
                let row = match pool {
                    Some(pool) => format!("{nation}/{pool}"),
                    None => nation.to_owned(),
                };
                let side = Some(side.to_owned());
                Fact { table: REPLACEMENTS, side, row: row.into(), values }
            };
        let aircraft = |side: &str, column: &'static str, number: usize| Fact {
            table: RESOURCES,
            side: Some(side.to_owned()),
            row: "aircraft".into(),
            values: vec![(column, number as i64)],
        };
        match self {
            Self::AirReady(ready) => {
                add(aircraft(&ready.side, "received", ready.number.into()));
            }
            Self::OddsCombat(combat) => {
                // What is named beside the guns of the attacker flies.
                for side in [&combat.attacker, &combat.defender] {
                    let guns = usize::from(side.support > 0);
                    let flying = side.supported_by.len().saturating_sub(guns);
                    if flying > 0 {
                        add(aircraft(&side.side, "spent", flying));
                    }
                }
                for side in [&combat.attacker, &combat.defender] {
                    if side.support > 0 {
                        add(support(&side.side, "artillery-support", side.support, 0, 0));
                    }
                }
            }
            Self::Bombing(bombing) => {
                add(aircraft(&bombing.side, "spent", 1));
                if bombing.intercepted {
                    // The enemy's aircraft are used up by it as well (SW S3.26).
                    add(aircraft(&bombing.side, "enemy-spent", 1));
                    return;
                }
                add(support(&bombing.side, "bombing", 0, 1, bombing.steps));
            }
            Self::Replacements(received) => add(replacements(
                &received.side,
                received.nation.as_deref().unwrap_or(""),
                received.pool.as_ref(),
                vec![("received", received.received.into())],
            )),
            Self::Stock(Stock { side, nation, steps, .. }) => {
                add(replacements(side, nation, None, vec![("received", i64::from(*steps))]));
            }
            Self::Rebuilt(rebuilt) => {
                let added = rebuilt.added.map_or(0, |added| added.steps);
                let Rebuilt { side, nation, pool, .. } = rebuilt;
                let spent = i64::from(rebuilt.steps - added);
                let returned = rebuilt.from_deadpile.into();
                let values = vec![("spent", spent), ("returned", returned)];
                add(replacements(side, nation, pool.as_ref(), values));
                if added > 0 {
                    add(replacements(side, nation, None, vec![("spent", added.into())]));
                }
            }
            _ => {}
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl OddsCombat {
    /// The column of the combat results table; nothing is rolled where the odds are too poor for
    /// one (SW 13.12).
    fn entry(&self) -> TableEntry {
        let column = self.column.clone();
        let place = column.as_deref().and_then(crate::tables::odds).map_or(i32::MIN, Odds::rank);
        let added = column.is_some().then(|| self.modifiers.iter().map(|drm| drm.value).sum());
        let column = column.map_or("no column".into(), Into::into);
        TableEntry { column, place, added, with_dice: false }
    }

    fn attacked(&self) -> Attacked {
        let names = |side: &OddsSide| side.units.iter().map(|unit| unit.unit.clone()).collect();
        let fighting = self.attacker.units.iter().filter(|unit| !unit.idle);
        let mut from: Vec<_> = fighting.map(|unit| unit.hex.clone()).collect();
        from.sort_unstable();
        from.dedup();
        let all = self.attacker.units.iter().chain(&self.defender.units);
        let idle = all.filter(|unit| unit.idle).map(|unit| unit.unit.clone()).collect();
        Attacked {
            attack: self.combat,
            side: self.attacker.side.clone(),
            units: names(&self.attacker),
            support: self.attacker.supported_by.clone(),
            from,
            against: self.defender.side.clone(),
            hexes: vec![self.hex.clone()],
            targets: names(&self.defender),
            target_support: self.defender.supported_by.clone(),
            idle,
            strengths: Some([self.attacker.strength, self.defender.strength]),
            // The defender may still choose between losses and retreat.
            result: None,
            rule: self.rule.clone(),
        }
    }
}

fn noted(rule: &str, noted: Noted) -> EventKind {
    EventKind::Noted(Noted { rule: rule.to_owned(), ..noted })
}

fn placed(
    (unit, side, hex): (&UnitId, &String, &String),
    face: u8,
    by: &str,
    rule: &str,
) -> Placed {
    Placed {
        unit: unit.clone(),
        side: side.clone(),
        hex: hex.clone(),
        face,
        by: by.to_owned(),
        displaced: None,
        other: None,
        rule: rule.to_owned(),
    }
}

fn moved(
    (unit, side, from, to): (&UnitId, &String, &String, Option<&String>),
    by: &str,
    rule: &str,
) -> Moved {
    Moved {
        units: vec![unit.clone()],
        side: side.clone(),
        from: from.clone(),
        path: to.into_iter().cloned().collect(),
        by: by.to_owned(),
        attack: None,
        aloft: false,
        other: None,
        continued: false,
        rule: rule.to_owned(),
    }
}
