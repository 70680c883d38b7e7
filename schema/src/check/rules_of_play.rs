//! Rules of play: that what they name is in the ruleset, and that numbers keep their bounds. What
//! only a scenario can tell, the system finds when it compiles them.

use super::names::{self, Names};
use super::within;
use crate::Bundle;
use crate::defined::Defined;
use crate::findings::Findings;
use crate::rules_of_play::{Dice, Name, NameOf, RulesOfPlay};
use crate::ruleset::{Ruleset, SequenceStep};

/// The rules of play of a ruleset, and what its steps do.
pub(super) fn check(ruleset: &Ruleset, out: &mut Findings) {
    if let Some(play) = &ruleset.rules_of_play {
        numbers(play, out);
    }
    let mut known: Vec<(NameOf, Names<'_>)> = Vec::new();
    each_name(ruleset, &mut |name| {
        if matches!(name.of, NameOf::Zone | NameOf::Track) {
            return;
        }
        let place = known.iter().position(|(of, _)| *of == name.of).unwrap_or_else(|| {
            known.push((name.of, Names::new(name.of.words(), defined(name.of, ruleset))));
            known.len() - 1
        });
        known[place].1.need(name.id, format_args!("{}", name.at), out);
    });
}

/// What the rules of play name of the map and the scenario, with pointers into the bundle.
pub(super) fn of_bundle(bundle: &Bundle, out: &mut Findings) {
    let zones = bundle.map.zones.items.iter().map(|zone| zone.id.as_str());
    let zones = Names::new(NameOf::Zone.words(), zones);
    let tracks = bundle.scenario.tracks.iter().map(|track| track.id.as_str());
    let tracks = Names::new(NameOf::Track.words(), tracks);
    each_name(&bundle.ruleset, &mut |name| match name.of {
        NameOf::Zone => zones.need(name.id, format_args!("{}", name.at), out),
        NameOf::Track => tracks.need(name.id, format_args!("{}", name.at), out),
        _ => {}
    });
}

/// Looks at each name. The walk may change what it walks over: it has a copy.
fn each_name(ruleset: &Ruleset, look: &mut impl FnMut(&Name<'_>)) {
    let mut look = |name: Name<'_>| {
        look(&name);
        true
    };
    if let Some(mut play) = ruleset.rules_of_play.clone() {
        play.names(&mut look);
    }
    fn steps(at: &str, all: &[SequenceStep], look: &mut dyn FnMut(Name<'_>) -> bool) {
        for (place, step) in all.iter().enumerate() {
            let at = format!("{at}/{place}");
            if let Some(mut does) = step.does.clone() {
                does.names(format!("{at}/does"), look);
            }
            steps(&format!("{at}/steps"), &step.steps, look);
        }
    }
    steps("/sequence", &ruleset.sequence, &mut look);
}

/// The names that a ruleset has for something.
fn defined(of: NameOf, ruleset: &Ruleset) -> Vec<&str> {
    fn steps<'a>(all: &'a [SequenceStep], ids: &mut Vec<&'a str>) {
        for step in all {
            ids.push(&step.id);
            steps(&step.steps, ids);
        }
    }
    let mut ids: Vec<&str> =
        Defined::of_name(of).iter().flat_map(|of| of.ids(ruleset)).map(String::as_str).collect();
    if of == NameOf::Step {
        steps(&ruleset.sequence, &mut ids);
    }
    if of == NameOf::Table {
        ids.extend(ruleset.tables.iter().map(|table| table.id.as_str()));
    }
    let Some(play) = &ruleset.rules_of_play else { return ids };
    let supply = play.supply.iter().flat_map(|supply| &supply.states);
    let states = || play.states.iter().map(|state| state.id.as_str());
    match of {
        NameOf::Combat => ids.extend(play.combat.iter().map(|one| one.id.as_str())),
        NameOf::Fire => ids.extend(play.fire.iter().map(|one| one.id.as_str())),
        NameOf::OwnState => ids.extend(states()),
        NameOf::State => ids.extend(states().chain(supply.map(|state| state.id.as_str()))),
        NameOf::Weather => {
            let kinds = play.weather.iter().flat_map(|weather| &weather.kinds);
            ids.extend(kinds.map(|kind| kind.id.as_str()));
        }
        _ => {}
    }
    ids
}

fn numbers(play: &RulesOfPlay, out: &mut Findings) {
    const AT: &str = "/rules_of_play";
    let ids = |list: &str, ids: Vec<&str>, out: &mut Findings| {
        names::ids(&format!("{AT}/{list}"), ids, out);
    };
    ids("combat", play.combat.iter().map(|one| one.id.as_str()).collect(), out);
    ids("fire", play.fire.iter().map(|one| one.id.as_str()).collect(), out);
    ids("states", play.states.iter().map(|one| one.id.as_str()).collect(), out);
    let at = format_args!("{AT}/movement/road_parts");
    within(play.movement.road_parts, 0, 12, at, out);
    let combats = play.combat.iter().map(|one| (one.dice, &one.morale));
    let fires = play.fire.iter().map(|one| (one.dice, &one.morale));
    let combats = combats.enumerate().map(|(place, one)| (format!("{AT}/combat/{place}"), one));
    let fires = fires.enumerate().map(|(place, one)| (format!("{AT}/fire/{place}"), one));
    for (at, (own, morale)) in combats.chain(fires) {
        dice(own, &format!("{at}/dice"), out);
        if let Some(morale) = morale {
            dice(morale.dice, &format!("{at}/morale/dice"), out);
        }
    }
    if let Some(supply) = &play.supply {
        ids("supply/states", supply.states.iter().map(|one| one.id.as_str()).collect(), out);
    }
    for (place, state) in play.states.iter().enumerate() {
        if let Some(recovery) = &state.recovery {
            dice(recovery.dice, &format!("{AT}/states/{place}/recovery/dice"), out);
        }
    }
    if let Some(weather) = &play.weather {
        ids("weather/kinds", weather.kinds.iter().map(|one| one.id.as_str()).collect(), out);
        dice(weather.dice, &format!("{AT}/weather/dice"), out);
    }
}

fn dice(dice: Dice, at: &str, out: &mut Findings) {
    within(dice.number, 1, 6, format_args!("{at}/number"), out);
    within(dice.faces, 2, 100, format_args!("{at}/faces"), out);
}
