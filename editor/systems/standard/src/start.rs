//! Where a game begins, beyond what all systems know: what a rule case says of it, and a scenario
//! that was made of a position; and how a position becomes one.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_rules::case::Start;
use salient_rules::keep::Keeping;
use salient_rules::play::{GamePosition, PlayContext, Position};
use salient_schema::Id;
use salient_schema::Provenance;
use salient_schema::scenario::Replacement;
use serde::{Deserialize, Serialize};

use crate::game::Standard;
use crate::rules::Rules;
use crate::state::{HIDDEN, StateRef, flag_of};
use crate::states::{self, HIDDEN_STATE};
use crate::victory;

/// What a rule case, or a scenario, says of the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// The weather.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weather: Option<Id>,
    /// The states that units are in, by unit.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub states: BTreeMap<String, Vec<Id>>,
    /// Supply steps in a row that units have been without supply, by unit.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub supply: BTreeMap<String, u8>,
    /// Replacement points for any unit, by side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub replacements: BTreeMap<Id, i32>,
    /// Victory points that events have brought, by side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub points: BTreeMap<Id, i32>,
    /// Units that have left the map by each way off it that scores, by side.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub exits: BTreeMap<Id, Vec<u16>>,
    /// Steps and units that sides have lost.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lost: BTreeMap<Id, (u32, u32)>,
}

/// Begins a case.
pub fn case(cx: &mut PlayContext<'_, Standard>, start: &Start) -> Result<(), String> {
    let own: CaseStart = start.own()?;
    victory::begin(cx.rules, cx.position);
    begin(cx.rules, cx.position, &own)?;
    settle(cx);
    Ok(())
}

/// Begins with what the scenario says of the start.
pub fn of_scenario(cx: &mut PlayContext<'_, Standard>) {
    let rules = cx.rules;
    victory::begin(rules, cx.position);
    if let Some(own) = &rules.start {
        // Compiling has found what of it makes no sense.
        let _ = begin(rules, cx.position, own);
        settle(cx);
    }
}

fn settle(cx: &mut PlayContext<'_, Standard>) {
    for unit in cx.rules.compiled.all_units() {
        states::settle_zone(cx, unit);
    }
}

/// Puts what is said of the start into a position.
///
/// # Errors
/// In words, what of it makes no sense.
pub fn begin(
    rules: &Rules,
    position: &mut Position<Standard>,
    own: &CaseStart,
) -> Result<(), String> {
    let unit =
        |name: &String| rules.compiled.read_unit(name).map_err(|wrong| wrong.message.into_owned());
    let side = |id: &Id| rules.compiled.read_side(id).map_err(|wrong| wrong.message.into_owned());
    if let Some(id) = &own.weather {
        let mut kinds = rules.play.weather.iter().flat_map(|weather| &weather.kinds);
        let place = kinds.position(|kind| kind.id == *id);
        position.own.weather = place.ok_or_else(|| format!("there is no weather '{id}'"))? as u8;
    }
    for (name, states) in &own.states {
        let unit = unit(name)?;
        for id in states {
            match StateRef::find(&rules.play, id) {
                Some(StateRef::Own(place)) => *position.flags_mut(unit) |= flag_of(place),
                Some(StateRef::Supply(place)) => {
                    position.own.supply[unit.index()] = (place + 1, place + 1);
                }
                None if id == HIDDEN_STATE => *position.flags_mut(unit) |= HIDDEN,
                None => return Err(format!("there is no state '{id}'")),
            }
        }
    }
    for (name, &steps) in &own.supply {
        position.own.supply[unit(name)?.index()].0 = steps;
    }
    for (id, &points) in &own.replacements {
        let place = rules.replacements.as_ref().zip(Some(side(id)?));
        let place = place.and_then(|(replacements, side)| replacements.general(side));
        let missing = || format!("the side '{id}' gets no replacement points for any unit");
        position.own.replacements[place.ok_or_else(missing)?] = points;
    }
    for (id, &points) in &own.points {
        position.own.points[side(id)?] = points;
    }
    for (id, exits) in &own.exits {
        let own = &mut position.own.exits[side(id)?];
        if own.len() != exits.len() {
            return Err(format!("{} ways off the map score", own.len()));
        }
        own.clone_from(exits);
    }
    for (id, &lost) in &own.lost {
        position.base_mut().losses[side(id)?] = lost;
    }
    Ok(())
}

/// Writes what of a position the places and states of the units do not tell.
pub fn keep(rules: &Rules, position: &Position<Standard>, keeping: &mut Keeping<'_>) {
    if !position.begun {
        return;
    }
    let (own, sides) = (&position.own, &rules.compiled.sides);
    let kinds = rules.play.weather.iter().flat_map(|weather| &weather.kinds);
    let weather = kinds.map(|kind| kind.id.clone()).nth(usize::from(own.weather));
    let by_side = || sides.iter().cloned().zip(0_usize..);
    let of_unit = |(place, &(steps, _)): (usize, &(u8, u8))| {
        let unit = rules.compiled.units.get(place).filter(|_| steps > 0)?;
        Some((unit.name.clone(), steps))
    };
    let points = by_side().map(|(id, side)| (id, own.points[side]));
    let exits = by_side().map(|(id, side)| (id, own.exits[side].clone()));
    let lost = by_side().map(|(id, side)| (id, position.losses[side]));
    keeping.set_system(&CaseStart {
        weather,
        supply: own.supply.iter().enumerate().filter_map(of_unit).collect(),
        points: points.filter(|(_, points)| *points != 0).collect(),
        exits: exits.filter(|(_, exits)| exits.iter().any(|units| *units > 0)).collect(),
        lost: lost.filter(|(_, lost)| *lost != (0, 0)).collect(),
        ..CaseStart::default()
    });
    // What is left of the points so far is there when play begins.
    let now = position.turn;
    let replacements = &mut keeping.scenario.replacements;
    replacements.retain(|due| due.turn > now);
    let pools = rules.replacements.iter().flat_map(|replacements| &replacements.pools);
    let left = pools.zip(&own.replacements).filter(|(_, points)| **points > 0);
    replacements.extend(left.map(|(pool, &points)| Replacement {
        turn: 0,
        side: sides[pool.side].clone(),
        nation: pool.of.nation.clone(),
        pool: pool.of.kind.clone(),
        points,
        provenance: Provenance::default(),
    }));
    let holders = own.holders.iter().zip(&rules.scoring.hexes);
    let held = holders.filter_map(|(holder, (hex, _))| Some((usize::from((*holder)?), *hex)));
    let held: Vec<(usize, Hex)> = held.collect();
    keeping.hold(&rules.compiled, held.into_iter());
    let under_way = !position.frames().is_empty();
    keeping.not_kept("step of the sequence of play that is under way: it begins anew", under_way);
    let spent = own.spent_points.iter().filter(|spent| **spent > 0).count() as u32;
    keeping.not_kept("kinds of points spent in this game-turn: they are there again", spent);
    let gained = own.gained.iter().filter(|steps| **steps > 0).count() as u32;
    keeping.not_kept("units that have got steps back in this game-turn: they may again", gained);
    let shots = own.shots.iter().filter(|shots| **shots > 0).count() as u32;
    keeping.not_kept("units that have fired at moving enemies in this game-turn", shots);
}
