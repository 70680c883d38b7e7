//! Rules of play: that what they name is in the ruleset, and that numbers keep their bounds. What
//! only a scenario can tell, the system finds when it compiles them.

use super::names::{self, Names};
use super::within;
use crate::common::Id;
use crate::findings::Findings;
use crate::rules_of_play::{Dice, MoraleCheck, RulesOfPlay};
use crate::ruleset::Ruleset;

pub(super) fn check(play: &RulesOfPlay, ruleset: &Ruleset, out: &mut Findings) {
    const AT: &str = "/rules_of_play";
    let tables = Names::new("table", ruleset.tables.iter().map(|table| table.id.as_str()));
    let ratings = ruleset.counters.ratings.iter().map(|rating| rating.id.as_str());
    let ratings = Names::new("rating", ratings);
    let rating = |id: &Option<Id>, pointer: String, out: &mut Findings| {
        if let Some(id) = id {
            ratings.need(id, format_args!("{pointer}"), out);
        }
    };
    let ids = |list: &str, ids: Vec<&str>, out: &mut Findings| {
        names::ids(&format!("{AT}/{list}"), ids, out);
    };
    ids("combat", play.combat.iter().map(|one| one.id.as_str()).collect(), out);
    ids("fire", play.fire.iter().map(|one| one.id.as_str()).collect(), out);
    ids("states", play.states.iter().map(|one| one.id.as_str()).collect(), out);
    let at = format_args!("{AT}/movement/road_parts");
    within(play.movement.road_parts, 0, 12, at, out);
    for (place, combat) in play.combat.iter().enumerate() {
        let at = format!("{AT}/combat/{place}");
        tables.need(&combat.table, format_args!("{at}/table"), out);
        dice(combat.dice, &format!("{at}/dice"), out);
        rating(&combat.attack, format!("{at}/attack"), out);
        rating(&combat.defence, format!("{at}/defence"), out);
        if let Some(support) = &combat.support {
            rating(&support.rating, format!("{at}/support/rating"), out);
        }
        if let Some(leaders) = &combat.leaders {
            rating(&leaders.rating, format!("{at}/leaders/rating"), out);
        }
        morale(combat.morale.as_ref(), &at, &rating, out);
    }
    for (place, fire) in play.fire.iter().enumerate() {
        let at = format!("{AT}/fire/{place}");
        tables.need(&fire.table, format_args!("{at}/table"), out);
        dice(fire.dice, &format!("{at}/dice"), out);
        rating(&fire.rating, format!("{at}/rating"), out);
        if let Some(leaders) = &fire.leaders {
            rating(&leaders.rating, format!("{at}/leaders/rating"), out);
        }
        morale(fire.morale.as_ref(), &at, &rating, out);
    }
    if let Some(supply) = &play.supply {
        ids("supply/states", supply.states.iter().map(|one| one.id.as_str()).collect(), out);
    }
    for (place, state) in play.states.iter().enumerate() {
        if let Some(recovery) = &state.recovery {
            let at = format!("{AT}/states/{place}/recovery");
            dice(recovery.dice, &format!("{at}/dice"), out);
            rating(&recovery.rating, format!("{at}/rating"), out);
        }
    }
    if let Some(weather) = &play.weather {
        ids("weather/kinds", weather.kinds.iter().map(|one| one.id.as_str()).collect(), out);
        dice(weather.dice, &format!("{AT}/weather/dice"), out);
        if let Some(table) = &weather.table {
            tables.need(table, format_args!("{AT}/weather/table"), out);
        }
    }
}

fn morale(
    check: Option<&MoraleCheck>,
    at: &str,
    rating: &impl Fn(&Option<Id>, String, &mut Findings),
    out: &mut Findings,
) {
    let Some(check) = check else { return };
    dice(check.dice, &format!("{at}/morale/dice"), out);
    rating(&check.rating, format!("{at}/morale/rating"), out);
}

fn dice(dice: Dice, at: &str, out: &mut Findings) {
    within(dice.number, 1, 6, format_args!("{at}/number"), out);
    within(dice.faces, 2, 100, format_args!("{at}/faces"), out);
}
