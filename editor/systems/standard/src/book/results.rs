//! What combat and fire have in common: dice, shelter, modifiers, leaders, losses, morale checks,
//! retreats and advances.

use salient_rules::book::{Point, Rule, Text};
use salient_schema::results::{Combat as Read, Outcome};
use salient_schema::rules_of_play::{
    Advance, Amount, Leaders, LossOrder, Modifier, MoraleCheck, Retreat, RetreatBy, RetreatTowards,
    Sheltering, TerrainIn,
};
use salient_schema::ruleset::RatingUse;
use salient_schema::words::capital;

use super::numbers::Rules;
use super::words::{Measure, Words, dice};

/// Columns that are shifted.
pub const COLUMNS: Measure<'_> = Measure::added("column", "columns");
/// What is added to a die.
pub const DIE: Measure<'_> = Measure::added("", "");

/// What shelter terrain gives, in sentences.
pub fn shelter(
    words: &Words<'_>,
    (terrain, sheltering): (TerrainIn, Sheltering),
    (dice, whose): (&str, &str),
) -> Option<Text> {
    let ruleset = words.ruleset;
    let mut kinds = ruleset.terrain.iter().chain(&ruleset.features).chain(&ruleset.hexsides);
    let is_any = kinds.any(|kind| {
        kind.defence != 0
            || kind.effects.iter().any(|effect| effect.defence.is_some() || effect.shift.is_some())
    });
    if !is_any {
        return None;
    }
    let text = match terrain {
        TerrainIn::Die => {
            format!(
                "The defence number of {whose} terrain on the Terrain Effects Chart is added to \
                 {dice}"
            )
        }
        TerrainIn::Column => format!(
            "The defence number of {whose} terrain on the Terrain Effects Chart shifts the column \
             to the \
             left by so many columns"
        ),
        TerrainIn::Strength => format!(
            "The defence number of {whose} terrain on the Terrain Effects Chart multiplies their \
             strength: +1 doubles it, +2 triples it"
        ),
    };
    let text = Text::from(text).then(match sheltering {
        Sheltering::Best => {
            "Where a hex holds several kinds of terrain, only the best for them counts"
        }
        Sheltering::Sum => "Where a hex holds several kinds of terrain, all of them count together",
    });
    Some(text)
}

/// The list of modifiers.
pub fn modifiers(words: &Words<'_>, all: &[Modifier], own: Option<&str>, rules: &mut Rules) {
    if all.is_empty() {
        return;
    }
    let shifts = all.iter().any(|one| !one.shift.is_zero());
    let rolls = all.iter().any(|one| !one.die.is_zero());
    let text = match (shifts, rolls) {
        (true, true) => {
            "The column is shifted and the roll is modified as follows. + shifts to the right"
        }
        (true, false) => "The column is shifted as follows. + shifts to the right",
        _ => "The roll is modified as follows",
    };
    let mut text = Text::from(text);
    if all.iter().any(|one| one.when.concentric) {
        text = text.then(
            "An attack is concentric if attackers stand on one side of each hex attacked, and \
             others \
             or their zones of control on the opposite side, or all around it",
        );
    }
    if all.iter().any(|one| one.when.around) {
        text = text.then(
            "Attackers are all around a hex if they stand on opposite sides of it, or on every \
             other side; their zones of control are no matter",
        );
    }
    let rule: &mut Rule = rules.add("Modifiers", own, text);
    for modifier in all {
        let mut effects = Vec::new();
        let parts = [
            (&modifier.shift, COLUMNS),
            (&modifier.die, Measure::added("to the roll", "to the roll")),
        ];
        for (amount, measure) in parts {
            if !amount.is_zero() {
                effects.push(measure.full(amount.number));
            }
        }
        let when = words.situation(&modifier.when);
        let mut text = Text::from(modifier.name.trim());
        if !when.is_empty() {
            text = text.say(format!(" ({when})"));
        }
        text = text.say(format!(": {}", effects.join(", ")));
        for (amount, measure) in parts {
            text = text.and(words.exceptions(amount, measure));
        }
        let text = text.cite(modifier.rule.as_deref()).end();
        rule.points.push(Point { depth: 0, mark: String::new(), text });
    }
}

/// Leaders.
pub fn leaders(
    words: &Words<'_>,
    leaders: &Leaders,
    read: Read,
    own: Option<&str>,
    rules: &mut Rules,
) {
    let rule = leaders.rule.as_deref().or(own);
    let rating = words.rating(leaders.rating.as_ref(), &[RatingUse::Bonus]);
    let rating = rating.unwrap_or_else(|| "bonus".to_owned());
    let who = match leaders.who.is_everybody() {
        true => "leaders".to_owned(),
        false => words.units(&leaders.who),
    };
    let [does, undoes] = match leaders.shifts {
        true => ["shifts the column to the right", "shifts it to the left"],
        false => ["is added to the roll", "is taken from it"],
    };
    let text = match read {
        Read::Attack => format!(
            "The best {rating} of {who} in the attackers’ hexes {does}; that of {who} in the \
             defenders’ {undoes}"
        ),
        Read::Fire => format!("The best {rating} of {who} with the units that fire {does}"),
    };
    let text = Text::from(text);
    let text = match leaders.own_formation {
        true => text.then("A leader helps units of his own formation only"),
        false => text,
    };
    let text = match leaders.lost_on.is_zero() {
        true => text,
        false => text.then(words.amount(&leaders.lost_on, Measure::default(), |most| {
            let on = if most == "1" { "a 1".to_owned() } else { format!("{most} or less") };
            format!("A leader in whose hex units lose steps rolls a die, and is lost on {on}")
        })),
    };
    rules.add("Leaders", rule, text);
}

/// Who loses first.
pub fn losses(words: &Words<'_>, order: &[LossOrder], own: Option<&str>, rules: &mut Rules) {
    let mut text = Text::from("The owner chooses which of his units take losses");
    if !order.is_empty() {
        text = text.say(", but in this order: ");
        for (at, group) in order.iter().enumerate() {
            let lead = if at == 0 { "first " } else { ", then " };
            text =
                text.say(format!("{lead}{}", words.units(&group.who))).cite(group.rule.as_deref());
        }
        text = text.say(", then all others");
    }
    let text = text.then("A unit that loses its last step is eliminated");
    rules.add("Losses", own, text);
}

/// Morale checks.
pub fn morale(
    words: &Words<'_>,
    check: &MoraleCheck,
    read: Read,
    own: Option<&str>,
    rules: &mut Rules,
) {
    let rating = words.rating(check.rating.as_ref(), &[RatingUse::Morale]);
    let rating = rating.unwrap_or_else(|| "morale".to_owned());
    let rolled = capital(&dice(check.dice));
    let verb = if check.dice.number == 1 { "is" } else { "are" };
    let text = Text::from(format!(
        "For a morale check {} {verb} rolled for the unit. It fails if the roll is higher than \
         its {rating}; a unit without one does not check",
        rolled.to_lowercase()
    ));
    let text = modified(words, text, &check.die, check.with_leaders);
    let text = match Outcome::parse(check.failed.trim()) {
        Ok(outcome) if outcome.is_no_effect() => text,
        Ok(outcome) => {
            let happens = outcome.words(read, |state| words.state(state));
            let unit = ["The defender ", "The target "].into_iter().find_map(|side| {
                happens.strip_prefix(side).map(|rest| format!("A unit that fails {rest}"))
            });
            text.then(unit.unwrap_or(happens))
        }
        // What is no result is a problem of the ruleset; its checks tell it.
        Err(_) => text,
    };
    rules.add("Morale checks", check.rule.as_deref().or(own), text);
}

/// What is added to the dice of a check or a recovery.
pub fn modified(words: &Words<'_>, text: Text, die: &Amount, with_leaders: bool) -> Text {
    let text = match (die.is_zero(), die.number) {
        (true, _) => text,
        (false, 0) => text.then(words.amount(die, DIE, |_| "The roll is modified".to_owned())),
        (false, _) => {
            text.then(words.amount(die, DIE, |add| format!("The roll is modified by {add}")))
        }
    };
    match with_leaders {
        true => text.then("The best bonus of a leader in the hex is taken off the roll"),
        false => text,
    }
}

/// Retreats.
pub fn retreat(words: &Words<'_>, retreat: &Retreat, own: Option<&str>, rules: &mut Rules) {
    let rule = retreat.rule.as_deref().or(own);
    let by = match retreat.by {
        RetreatBy::Owner => "The owner retreats his units",
        RetreatBy::Enemy => "The enemy retreats the units",
    };
    let towards = match retreat.towards {
        RetreatTowards::Away => "each hex must be farther from the hex where the retreat began",
        RetreatTowards::FromEnemies => "each hex must be farther from the attackers",
        RetreatTowards::Supply => {
            "each hex must be nearer to a source of supply, where one can be reached"
        }
        RetreatTowards::Anywhere => "in any direction",
    };
    let joint = if retreat.towards == RetreatTowards::Anywhere { "" } else { ":" };
    let text = Text::from(format!("{by} hex by hex{joint} {towards}"));
    let text = text.then(match words.play.zones_of_control.is_some() {
        true => {
            "Units do not retreat into hexes that they could not enter, nor into enemy units. \
                 The rules of zones of control say whether they may retreat into those of the \
                 enemy"
        }
        false => "Units do not retreat into hexes that they could not enter, nor into enemy units",
    });
    let text = text.then(match retreat.instead.is_zero() {
        true => Text::from("A unit that cannot retreat is eliminated"),
        false => {
            let steps =
                Measure { special: &[(0, "all its steps")], ..Measure::of("step", "steps") };
            words.amount(&retreat.instead, steps, |steps| {
                format!("A unit that cannot retreat loses {steps} for each hex that it does not go")
            })
        }
    });
    rules.add("Retreat", rule, text);
    if !retreat.for_steps.is_zero() {
        let steps = Measure { special: &[(0, "no step")], ..Measure::of("step", "steps") };
        let text = words.amount(&retreat.for_steps, steps, |steps| {
            format!("Defenders may retreat a hex in place of losing {steps}")
        });
        let text = match retreat.for_steps_most.is_zero() {
            true => text,
            false => {
                let hexes = Measure {
                    special: &[(0, "any number of hexes")],
                    ..Measure::of("hex", "hexes")
                };
                text.then(words.amount(&retreat.for_steps_most, hexes, |hexes| {
                    format!("They retreat {hexes} at most so")
                }))
            }
        };
        rules.add("Retreat in place of losses", rule, text);
    }
    if retreat.together {
        let text = "Units in one hex retreat together, to the same hexes; if one of them cannot, \
                    none does";
        rules.add("Stacks", rule, text);
    }
    if let Some(never) = &retreat.never {
        let who = words.subject(never);
        let text = format!(
            "{who} never retreat; what is said of units that cannot retreat holds for them"
        );
        rules.add("No retreat", rule, text);
    }
}

/// Advances.
pub fn advance(words: &Words<'_>, advance: &Advance, own: Option<&str>, rules: &mut Rules) {
    let rule = advance.rule.as_deref().or(own);
    if advance.units.is_zero() {
        rules.add("Advance", rule, "Units do not advance after combat, unless the result says so");
        return;
    }
    let who = match advance.who.is_everybody() {
        true => "victorious attackers".to_owned(),
        false => format!("victorious {}", words.units(&advance.who)),
    };
    let units =
        Measure { special: &[(-1, "any number"), (0, "none"), (1, "one")], ..Measure::default() };
    let text = words.amount(&advance.units, units, |units| {
        let most = if advance.units.number > 1 { "up to " } else { "" };
        format!(
            "When the defenders have left their hex, {most}{units} of the {who} may advance into it"
        )
    });
    let text = match advance.hexes.number <= 1 && advance.hexes.except.is_empty() {
        true => text,
        false => {
            let hexes = Measure { special: &[(0, "1")], ..Measure::of("hex", "hexes") };
            text.then(words.amount(&advance.hexes, hexes, |hexes| {
                format!(
                    "An advance may go on to a length of {hexes}, of which the defenders’ own \
                         hex is the first"
                )
            }))
        }
    };
    let text = match advance.defenders {
        true => text.then("Defenders may likewise advance into a hex that all attackers have left"),
        false => text,
    };
    rules.add("Advance", rule, text.then("Stacking limits hold at the end of an advance"));
}
