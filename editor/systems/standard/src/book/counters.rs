//! What counters do by standing in a hex: stacking and zones of control.

use salient_rules::book::Text;
use salient_rules::stacking::{Stacked, in_points};
use salient_schema::rules_of_play::{
    Amount, Group, StackingCount, StackingTime, ZoneEntry, ZoneMove, ZonePurpose, ZoneRetreat,
};
use salient_schema::words::{capital, name_in_a_sentence};

use super::numbers::Rules;
use super::words::{Measure, Words, listed};

pub fn stacking(words: &Words<'_>, rules: &mut Rules) {
    let enemies = "Units of enemies never stand in one hex";
    let Some(stacking) = &words.play.stacking else {
        let limits = words.bundle.into_iter().flat_map(|bundle| {
            Stacked::ALL.into_iter().filter_map(|counted| {
                let most = counted.words(bundle, counted.limit(bundle)?);
                Some((format!("Up to {most} may stack in a hex"), counted.rule(bundle)))
            })
        });
        let limits: Vec<_> = limits.collect();
        if limits.is_empty() {
            rules.add("", None, "Any number of units may stack in a hex");
        }
        for (text, rule) in limits {
            rules.add("Limit", rule.as_deref(), text);
        }
        rules.add("Enemies", None, enemies);
        return;
    };
    let own = stacking.rule.as_deref();
    for limit in &stacking.limits {
        let who = words.units(&limit.who);
        let everybody = limit.who.is_everybody();
        let rule = limit.rule.as_deref().or(own);
        let of = if everybody { String::new() } else { format!("Of {who}, ") };
        let text = match limit.counts {
            StackingCount::Units => {
                let measure = match everybody {
                    true => Measure::of("unit", "units"),
                    false => Measure::of("", ""),
                };
                words.amount(&limit.most, measure, |most| {
                    capital(&format!("{of}up to {most} may stack in a hex"))
                })
            }
            StackingCount::Steps => {
                words.amount(&limit.most, Measure::of("step", "steps"), |most| {
                    format!("{} of up to {most} in all may stack in a hex", capital(&who))
                })
            }
            StackingCount::Points => points(words, &limit.most, &capital(&who)),
        };
        rules.add("Limit", rule, text);
    }
    if stacking.limits.is_empty() {
        rules.add("Limit", own, "Any number of units may stack in a hex");
    }
    let counts = |what| stacking.limits.iter().any(|limit| limit.counts == what);
    if counts(StackingCount::Points) {
        let layout = &words.ruleset.counters;
        let sizes = layout.sizes.iter().map(|size| {
            let points = in_points(size.stacking, layout.stacking_denominator);
            format!("{} {points}", name_in_a_sentence(&size.name))
        });
        let sizes: Vec<String> = sizes.collect();
        let text = format!("Units count by their size: {}", sizes.join(", "));
        rules.add("Stacking points", own, text);
    }
    if counts(StackingCount::Units) {
        rules.add("What counts", own, "Leaders and markers do not count as units");
    }
    let text = match stacking.when {
        StackingTime::EndOfMovement => {
            "Stacking limits hold where a unit ends a move, a retreat or an advance. On the way, units \
             may \
             pass through any hex that holds friendly units"
        }
        StackingTime::Always => {
            "Stacking limits hold at all times: a unit may not pass through a hex in which it could not \
             stack"
        }
    };
    rules.add("When", own, text);
    let allied = words.ruleset.sides.iter().any(|side| side.alliance.is_some());
    let text = match (allied, stacking.with_allies) {
        (false, _) => enemies.to_owned(),
        (true, true) => format!("Units of allied sides may stack together. {enemies}"),
        (true, false) => format!("{enemies}, and units of allied sides do not stack either"),
    };
    rules.add("Other sides", own, text);
    if stacking.nations_apart {
        let mut text = "Units of different nations do not stack".to_owned();
        if words.ruleset.nations.iter().any(|nation| nation.serves_with.is_some()) {
            text += "; those of a nation that serves with another count as units of that one";
        }
        rules.add("Other nations", own, text);
    }
}

/// A limit in stacking points, of which a ruleset may count parts.
fn points(words: &Words<'_>, most: &Amount, who: &str) -> Text {
    let denominator = words.ruleset.counters.stacking_denominator;
    let all = most.except.iter().filter_map(|one| one.set).chain([most.number]);
    let parts: Vec<(i32, String)> =
        all.map(|number| (number, in_points(number, denominator))).collect();
    let parts: Vec<(i32, &str)> =
        parts.iter().map(|(number, text)| (*number, text.as_str())).collect();
    let measure = Measure { noun: ["stacking points"; 2], special: &parts, signed: false };
    words.amount(most, measure, |most| format!("{who} of up to {most} in all may stack in a hex"))
}

pub fn zones(words: &Words<'_>, rules: &mut Rules) {
    let Some(zones) = &words.play.zones_of_control else {
        rules.none("Units have no zones of control");
        return;
    };
    let own = zones.rule.as_deref();
    let who = words.subject(&zones.who);
    let text = Text::from(match zones.who.nobody {
        true => "No unit has a zone of control".to_owned(),
        false => format!("{who} have a zone of control: the six hexes around them"),
    });
    rules.add("Zones of control", own, text);
    let mut reach = Text::default();
    if !zones.not_into.is_empty() {
        let hexes = words.kinds(&zones.not_into, "hexes", "or");
        reach = reach.then(format!("A zone of control does not reach into {hexes}"));
    }
    if !zones.not_across.is_empty() {
        let hexsides = words.kinds(&zones.not_across, "hexsides", "or");
        reach = reach.then(format!("A zone of control does not reach across {hexsides}"));
    }
    let reach = reach.then(
        "No zone of control reaches into a hex that no unit can enter, or \
                            across a hexside that no unit can cross",
    );
    rules.add("Where it reaches", own, reach);
    if !zones.heeded_by.is_everybody() {
        let heeded = &zones.heeded_by;
        let text = match (heeded.nobody, heeded.of.as_slice()) {
            (true, _) => "Enemy zones of control affect no unit".to_owned(),
            (false, []) => {
                let but = Group { of: heeded.but.clone(), ..Group::default() };
                format!("Enemy zones of control do not affect {}", words.units(&but))
            }
            _ => format!("Enemy zones of control affect {} only", words.units(heeded)),
        };
        rules.add("Who is affected", own, text);
    }
    let points = Measure::of("movement point", "movement points");
    let mut enter = Text::from(match zones.enter {
        ZoneEntry::Stop => "A unit that enters an enemy zone of control ends its move there",
        ZoneEntry::Free => "A unit that enters an enemy zone of control may move on",
    });
    if !zones.enter_cost.is_zero() {
        enter = enter.then(words.amount(&zones.enter_cost, points, |cost| {
            format!("To enter one costs {cost} besides the cost of the terrain")
        }));
    }
    if !zones.leave_cost.is_zero() {
        enter = enter.then(words.amount(&zones.leave_cost, points, |cost| {
            format!("To leave one costs {cost} besides the cost of the terrain")
        }));
    }
    rules.add("Entering", own, enter);
    let text = match zones.from_zone_to_zone {
        ZoneMove::Never => {
            "A unit may not move straight from one hex in an enemy zone of control to another"
        }
        ZoneMove::FirstHex => {
            "A unit may move straight from one hex in an enemy zone of control to another only as \
             the \
             first hex of its move"
        }
        ZoneMove::Allowed => {
            "A unit may move straight from one hex in an enemy zone of control to another"
        }
    };
    rules.add("From zone to zone", own, text);
    if zones.locked {
        let text = "A unit that begins its move in an enemy zone of control may not move";
        rules.add("Locked units", own, text);
    }
    if !zones.negated_by_friends.is_empty() {
        let purposes: Vec<String> =
            zones.negated_by_friends.iter().map(|one| one.text().to_owned()).collect();
        let mut text = Text::from(format!(
            "A friendly unit in a hex negates enemy zones of control there for {}",
            listed(&purposes, "and")
        ));
        if zones.negated_by_friends.contains(&ZonePurpose::Movement) {
            text = text.then("A unit does not negate them for itself");
        }
        rules.add("Friendly units", own, text);
    }
    if words.play.supply.is_some() {
        let text = match zones.lets_supply_through {
            true => "Supply lines may be traced through enemy zones of control",
            false => {
                "A unit in an enemy zone of control may be in supply, but its supply line leads \
                 through no other hex in one, and to no source in one"
            }
        };
        rules.add("Supply", own, text);
    }
    if words.play.combat.is_empty() && words.play.fire.is_empty() {
        return;
    }
    let text = match zones.retreat {
        ZoneRetreat::Barred => "Units may not retreat into an enemy zone of control".into(),
        ZoneRetreat::Free => "Units may retreat into enemy zones of control".into(),
        ZoneRetreat::Loss => {
            words.amount(&zones.retreat_loss, Measure::of("step", "steps"), |steps| {
                format!(
                    "Units may retreat into an enemy zone of control; those that do so together \
                     lose {steps}"
                )
            })
        }
    };
    rules.add("Retreat", own, text);
}
