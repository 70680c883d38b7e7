//! Movement: allowances, what a step costs, roads, railways and overruns.

use salient_rules::book::Text;
use salient_rules::roles::CommonRoles;
use salient_schema::rules_of_play::{AllowanceIn, Does, Movement, MovementMode, Overrun, Rail};
use salient_schema::ruleset::{Kind, RatingUse};
use salient_schema::words::with_article;

use super::numbers::Rules;
use super::tables;
use super::words::{Measure, Words, listed};
use crate::sequence;

/// Movement points.
const POINTS: Measure<'_> = Measure::of("movement point", "movement points");

pub fn write(words: &Words<'_>, rules: &mut Rules) {
    let movement = &words.play.movement;
    let own = movement.rule.as_deref();
    allowance(words, movement, rules);
    let in_points = movement.allowance_in == AllowanceIn::Points;
    let costs = match in_points {
        true => {
            "A unit moves from hex to adjacent hex. Each hex that it enters and each hexside that \
             it \
             crosses costs the movement points of the Terrain Effects Chart; a unit that has not \
             enough of them left may not go there"
        }
        false => {
            "A unit moves from hex to adjacent hex. Each hex that it enters counts as one, \
             whatever \
             its terrain; where the Terrain Effects Chart allows no entry, it may not go"
        }
    };
    rules.add("Costs", own, costs);
    let order = match (movement.as_stacks, movement.may_resume) {
        (false, false) => "Units move one at a time. A unit ends its move before another begins",
        (true, false) => {
            "Units move one at a time, or together as a stack, as fast as the slowest of them. A \
             move \
             ends before another begins"
        }
        (false, true) => {
            "Units move one at a time. A unit may stop, let others move, and go on with what is \
             left of \
             its allowance"
        }
        (true, true) => {
            "Units move one at a time, or together as a stack, as fast as the slowest of them. A \
             unit \
             may stop, let others move, and go on with what is left of its allowance"
        }
    };
    rules.add("Order", own, order);
    if movement.one_hex_always {
        let text = "A unit that has not moved may always go one hex, whatever that costs, unless its \
                    allowance is 0, or the hex or hexside is closed to it";
        rules.add("One hex", own, text);
    }
    let text = "A unit may not enter a hex that holds an enemy unit";
    rules.add("Enemies", own, text);
    roads(words, movement, rules);
    let uses = |wanted| {
        sequence::all(words.ruleset)
            .any(|does| matches!(does, Does::Movement { mode, .. } if *mode == wanted))
    };
    if uses(MovementMode::Road) {
        let text =
            "In road movement a unit enters each hex along a road, from one road hex to the next";
        rules.add("Road movement", own, text);
    }
    if uses(MovementMode::Strategic) {
        let text =
            "In strategic movement a unit may not enter a hex that is adjacent to an enemy unit";
        rules.add("Strategic movement", own, text);
    }
    if let Some(overrun) = &movement.overrun {
        self::overrun(words, overrun, own, rules);
    }
    if let Some(rail) = &movement.rail {
        self::rail(words, rail, own, rules);
    }
    tables::terrain(words, rules);
}

fn allowance(words: &Words<'_>, movement: &Movement, rules: &mut Rules) {
    let measure = match movement.allowance_in {
        AllowanceIn::Points => POINTS,
        AllowanceIn::Hexes => Measure::of("hex", "hexes"),
    };
    let text = match words.rating(None, &[RatingUse::Movement]) {
        None => words.amount(&movement.allowance, measure, |points| {
            format!("Each unit has a movement allowance of {points}")
        }),
        Some(rating) => {
            let counted = measure.noun[1];
            let printed = match rating.contains("movement allowance") {
                true => format!(
                    "The movement allowance that is printed on a unit is a number of {counted}"
                ),
                false => {
                    format!("A unit’s movement allowance is its {rating}, a number of {counted}")
                }
            };
            let text = Text::from(printed);
            match movement.allowance.is_zero() {
                true => text,
                false => {
                    let added = Measure { signed: true, ..measure };
                    text.then(words.amount(&movement.allowance, added, |number| {
                        match movement.allowance.number {
                            0 => "It is changed as follows".to_owned(),
                            _ => format!("It is changed by {number}"),
                        }
                    }))
                }
            }
        }
    };
    let text = text.then("A unit need not use all of it; what is left is lost");
    rules.add("Movement allowance", movement.rule.as_deref(), text);
}

fn roads(words: &Words<'_>, movement: &Movement, rules: &mut Rules) {
    let roads = words.ruleset.paths.iter().filter(|kind| kind.movement.is_some());
    let roads: Vec<String> = roads.map(|kind| kind.id.clone()).collect();
    if roads.is_empty() || movement.allowance_in == AllowanceIn::Hexes {
        return;
    }
    let roads: Vec<String> = roads.iter().map(|id| with_article(&words.kind(id))).collect();
    let mut text = Text::from(format!(
        "A unit that moves from hex to hex along {} pays its cost in place of that of the terrain",
        listed(&roads, "or")
    ));
    let bridges = CommonRoles::of(words.ruleset);
    let is_bridge = |kind: &Kind| bridges.fills("bridge", &kind.traits);
    if words.ruleset.hexsides.iter().any(is_bridge) {
        text = text.then("Where there is a bridge, the hexside costs nothing");
    }
    let rule = movement.rule.as_deref();
    rules.add("Roads", rule, text);
}

fn overrun(words: &Words<'_>, overrun: &Overrun, own: Option<&str>, rules: &mut Rules) {
    let who = words.subject(&overrun.who);
    let odds = Measure::default();
    let mut text = words.amount(&overrun.odds, odds, |odds| {
        format!(
            "{who} may enter a hex that holds enemy units if their attack strength is at least \
             {odds} \
             times the strength of all who defend there"
        )
    });
    text = text.then("The defenders are eliminated, and the move goes on");
    text = text.then("Strengths are as their states leave them, and terrain does not count");
    text = text.then(
        "Zones of control bar no overrun, but one that is left in the hex ends the move there",
    );
    if !overrun.cost.is_zero() {
        text = text.then(words.amount(&overrun.cost, POINTS, |cost| {
            format!("An overrun costs {cost} besides the cost of the terrain")
        }));
    }
    rules.add("Overruns", overrun.rule.as_deref().or(own), text);
}

fn rail(words: &Words<'_>, rail: &Rail, own: Option<&str>, rules: &mut Rules) {
    let own = rail.rule.as_deref().or(own);
    let who = words.units(&rail.who);
    let paths = words.paths(&rail.paths, "or");
    let lines = if rail.paths.is_empty() { "railways".to_owned() } else { paths };
    let hexes = Measure { noun: ["hex", "hexes"], special: &[(0, "any number of")], signed: false };
    let text = words.amount(&rail.hexes, hexes, |hexes| {
        let most = if rail.hexes.number == 0 { "" } else { "up to " };
        format!("In rail movement {who} may move {most}{hexes} along {lines}")
    });
    let mut text = text.then(
        "They use none of their movement allowance, and every hex of the move is on the railway",
    );
    if !rail.stations.is_empty() {
        let hexes = words.kinds(&rail.stations, "hex", "or");
        let hexes = with_article(&hexes);
        text = text.then(format!("The move begins and ends in {hexes}"));
    }
    if words.play.zones_of_control.is_some() {
        text = text.then(match rail.through_zones {
            true => "It may lead through enemy zones of control",
            false => {
                "No hex of it, neither the first nor the last, may lie in an enemy zone of control"
            }
        });
    }
    if !rail.units.is_zero() {
        let units =
            Measure { noun: ["unit", "units"], special: &[(0, "any number of")], signed: false };
        text = text.then(words.amount(&rail.units, units, |units| {
            format!("Each side may move up to {units} by rail in a phase")
        }));
    }
    rules.add("Rail movement", own, text);
}
