//! What the log tells of the game to whoever does not know it: the core of each event must be
//! what the game's own account comes to.

use salient_kaisers_battle::event::{Combat, CombatResult, Detail};
use salient_schema::event::{
    AttackResult, Attacked, EventKind, Exchanged, Lost, MarkerChange, MoveStep, Moved, Noted,
    Placed, Removed,
};

use super::{Ruling, same, same_set};

/// Whether the core of an event says what the game's own account says.
pub fn check(kind: &EventKind, own: &Detail) -> Ruling {
    match (kind, own) {
        (EventKind::Placed(told), Detail::Reinforcement(own)) => {
            let Placed { unit, side, hex, other, face, by, displaced, rule } = told;
            same("that it takes up one hex", other, &None)?;
            same("who comes", (unit, side, hex), (&own.unit, &own.side, &own.hex))?;
            same("the face that it shows", (*face, *displaced), (own.face, own.displaced))?;
            same("how it comes", (by.as_str(), rule), ("reinforcement", &own.rule))
        }
        (EventKind::Moved(told), Detail::Move(own)) => {
            let path = path(&own.steps);
            went(told, "move", None, (std::slice::from_ref(&own.unit), &own.from, &path))?;
            same("whose", (&told.side, &told.rule), (&own.side, &own.rule))
        }
        (EventKind::Moved(told), Detail::Retreat(own)) => {
            let path = [own.to.clone()];
            went(told, "retreat", Some(own.combat), (&own.units, &own.from, &path))?;
            same("whose", (&told.side, &told.rule), (&own.side, &own.rule))
        }
        (EventKind::Moved(told), Detail::Advance(own)) => {
            let (unit, path) = (std::slice::from_ref(&own.unit), path(&own.steps));
            went(told, "advance", Some(own.combat), (unit, &own.from, &path))?;
            same("whose", (&told.side, &told.rule), (&own.side, &own.rule))
        }
        (EventKind::Removed(told), Detail::Exit(own)) => {
            let Removed { unit, side, from, by, into, due, rule } = told;
            same("who leaves", (unit, side), (&own.unit, &own.side))?;
            same("from where", from.as_ref(), Some(&own.from))?;
            same("into which box", (into.as_deref(), *due), (None, None))?;
            same("how", (by.as_str(), rule), ("exit", &own.rule))
        }
        (EventKind::Exchanged(told), Detail::Breakdown(own)) => {
            let Exchanged { unit, into, side, hex, face, rule } = told;
            same("who goes", (unit, side), (&own.unit, &own.side))?;
            same("who comes", into, &own.into)?;
            same("where", (hex.as_ref(), *face), (Some(&own.hex), 0))?;
            same("the rule of the exchange", rule, &own.rule)
        }
        (EventKind::Attacked(told), Detail::Combat(own)) => attacked(told, own),
        (EventKind::Lost(told), Detail::Loss(own)) => {
            let Lost { unit, side, hex, cause, attack, steps, outcome, rule } = told;
            same("who loses", (unit, side, hex), (&own.unit, &own.side, &own.hex))?;
            // The cause is told in the same word, whatever it is.
            let word = serde_json::to_value(own.cause).map_err(|error| error.to_string())?;
            same("why", Some(cause.as_str()), word.as_str())?;
            same("what is lost", (*attack, *steps), (own.combat, own.steps))?;
            same("what is left of it", (outcome, rule), (&own.outcome, &own.rule))
        }
        (EventKind::Marker(told), Detail::Gas(own)) => {
            marked(told, (&own.hex, true, Some(&own.side)), &own.rule)
        }
        (EventKind::Marker(told), Detail::GasRemoval(own)) => {
            marked(told, (&own.hex, !own.removed, None), &own.rule)
        }
        (EventKind::Noted(told), own) => noted(told, own),
        (kind, own) => Err(format!("it is no {own:?}: {kind:?}")),
    }
}

fn path(steps: &[MoveStep]) -> Vec<String> {
    steps.iter().map(|step| step.hex.clone()).collect()
}

/// Who goes, from where and along which hexes.
fn went(
    told: &Moved,
    how: &str,
    combat: Option<u32>,
    (units, from, path): (&[String], &String, &[String]),
) -> Ruling {
    // Whose they are and the rule are looked at by who knows them.
    let Moved {
        units: who,
        side: _,
        from: start,
        path: along,
        other,
        by,
        attack,
        continued,
        aloft,
        rule: _,
    } = told;
    same("who goes", who.as_slice(), units)?;
    same("from where", start, from)?;
    same("along which hexes", along.as_slice(), path)?;
    same("that each takes up one hex", other, &None)?;
    same("how", (by.as_str(), *attack), (how, combat))?;
    // Nothing comes in between here, and all of it holds the ground.
    same("whether it is a whole move on the ground", (*continued, *aloft), (false, false))
}

fn attacked(told: &Attacked, own: &Combat) -> Ruling {
    let Attacked {
        attack,
        side,
        units,
        support,
        from,
        against,
        hexes,
        targets,
        target_support,
        idle,
        strengths,
        result,
        rule,
    } = told;
    let (attacker, defender) = (&own.attacker, &own.defender);
    same("the number of the attack", *attack, own.combat)?;
    same("the sides", (side, against), (&attacker.side, &defender.side))?;
    let attackers: Vec<String> = attacker.units.iter().map(|unit| unit.unit.clone()).collect();
    let defenders: Vec<String> = defender.units.iter().map(|unit| unit.unit.clone()).collect();
    same("the attackers", units, &attackers)?;
    same("the defenders", targets, &defenders)?;
    let mut places: Vec<String> = attacker.units.iter().map(|unit| unit.hex.clone()).collect();
    places.sort();
    places.dedup();
    same_set("where they attack from", from, &places)?;
    same("the attacked hexes", hexes, &own.hexes)?;
    // Artillery and aircraft are points here, not units; and whoever is named fights.
    let named = [support, target_support, idle].map(Vec::len);
    same("who else is named", named, [0; 3])?;
    same("the strengths", *strengths, Some([attacker.strength, defender.strength]))?;
    let found = match own.result {
        CombatResult::AttackerEliminated => AttackResult::AttackerEliminated,
        CombatResult::Unsuccessful => AttackResult::Failed,
        CombatResult::Successful => AttackResult::Won,
    };
    same("how it ended", (*result, rule), (Some(found), &own.rule))
}

fn marked(
    told: &MarkerChange,
    (at, lies, whose): (&String, bool, Option<&String>),
    cited: &str,
) -> Ruling {
    let found = MarkerChange {
        marker: "gas".to_owned(),
        hex: Some(at.clone()),
        placed: lies,
        side: whose.cloned(),
        rule: cited.to_owned(),
        ..MarkerChange::default()
    };
    same("the marker", told, &found)
}

/// What has no core of its own: whose it is, and which units and hexes it is about.
fn noted(told: &Noted, own: &Detail) -> Ruling {
    let Noted { side, by, units, hexes, rule } = told;
    let nobody: Vec<String> = Vec::new();
    let (whose, who, places, cited) = match own {
        Detail::Weather(own) => (None, nobody, Vec::new(), &own.rule),
        Detail::MovementLimit(own) => (Some(&own.side), own.free.clone(), Vec::new(), &own.rule),
        Detail::AirPoints(own) => (Some(&own.side), nobody, Vec::new(), &own.rule),
        Detail::AirAllocation(own) => (Some(&own.side), nobody, Vec::new(), &own.rule),
        Detail::Interception(own) => (Some(&own.side), nobody, Vec::new(), &own.rule),
        Detail::AirObservation(own) => (Some(&own.side), nobody, vec![own.hex.clone()], &own.rule),
        Detail::ArtilleryPoints(own) => (Some(&own.side), nobody, Vec::new(), &own.rule),
        Detail::CounterBattery(own) => (Some(&own.side), nobody, Vec::new(), &own.rule),
        Detail::Bombardment(own) => {
            let stack = own.units.iter().map(|unit| unit.unit.clone()).collect();
            (Some(&own.side), stack, vec![own.hex.clone()], &own.rule)
        }
        Detail::NoRetreat(own) => {
            (Some(&own.side), own.units.clone(), vec![own.hex.clone()], &own.rule)
        }
        other => return Err(format!("there is more to be told of {other:?}")),
    };
    same("whose doing", side.as_ref(), whose)?;
    same("by what units", by.len(), 0)?;
    same("which units", units, &who)?;
    same("which hexes", hexes, &places)?;
    same("the rule of what is noted", rule, cited)
}
