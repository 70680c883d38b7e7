//! Where a rule case begins, beyond what all systems know.

use std::collections::BTreeMap;

use salient_rules::case::Start;
use salient_rules::play::PlayContext;
use salient_schema::Id;
use serde::Deserialize;

use crate::game::Standard;
use crate::state::{StateRef, flag_of};
use crate::victory;

/// What a rule case says of the start.
#[derive(Debug, Default, Deserialize)]
#[cfg_attr(feature = "json-schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CaseStart {
    /// The weather.
    pub weather: Option<Id>,
    /// The states that units are in, by unit.
    pub states: BTreeMap<String, Vec<Id>>,
}

/// Begins a case.
pub fn case(cx: &mut PlayContext<'_, Standard>, start: &Start) -> Result<(), String> {
    let own: CaseStart = start.own()?;
    let rules = cx.rules;
    victory::begin(rules, cx.position);
    if let Some(id) = &own.weather {
        let mut kinds = rules.play.weather.iter().flat_map(|weather| &weather.kinds);
        let place = kinds.position(|kind| kind.id == *id);
        cx.position.own.weather = place.ok_or_else(|| format!("there is no weather '{id}'"))? as u8;
    }
    for (name, states) in &own.states {
        let unit = rules.compiled.read_unit(name).map_err(|wrong| wrong.message.into_owned())?;
        for id in states {
            match StateRef::find(&rules.play, id) {
                Some(StateRef::Own(place)) => *cx.position.flags_mut(unit) |= flag_of(place),
                Some(StateRef::Supply(place)) => {
                    cx.position.own.supply[unit.index()] = (place + 1, place + 1);
                }
                None => return Err(format!("there is no state '{id}'")),
            }
        }
    }
    Ok(())
}
