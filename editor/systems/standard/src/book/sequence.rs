//! The sequence of play as an outline: who does what, in which order.

use salient_rules::book::{Point, Text};
use salient_schema::rules_of_play::{
    ActivationBy, ActivationOf, Does, FireBy, Group, MovementMode,
};
use salient_schema::ruleset::SequenceStep;
use salient_schema::words::{capital, ordinal};

use super::numbers::Rules;
use super::words::{Measure, Words, listed, share, spelled, turns};

pub fn write(words: &Words<'_>, rules: &mut Rules) {
    let ruleset = words.ruleset;
    let names: Vec<String> = ruleset.sides.iter().map(|side| side.name.clone()).collect();
    let many = spelled(names.len());
    let mut text = Text::from(format!("The game is for {many} sides: {}", listed(&names, "and")));
    let mut alliances: Vec<&str> = Vec::new();
    for alliance in ruleset.sides.iter().filter_map(|side| side.alliance.as_deref()) {
        let members =
            ruleset.sides.iter().filter(|side| side.alliance.as_deref() == Some(alliance));
        let members: Vec<String> = members.map(|side| side.name.clone()).collect();
        if members.len() > 1 && !alliances.contains(&alliance) {
            alliances.push(alliance);
            text = text.then(format!("{} are allies", listed(&members, "and")));
        }
    }
    let text = match (names.len(), alliances.is_empty()) {
        (..3, _) => text,
        (_, true) => text.then("Each side is the enemy of all others"),
        (_, false) => text.then("Sides that are not allies are enemies"),
    };
    rules.add("Sides", None, text);
    let length =
        words.bundle.map(|bundle| &bundle.scenario.turns).filter(|turns| !turns.is_empty());
    let text = match length.map(Vec::len) {
        Some(1) => "The game is 1 game-turn long. It".to_owned(),
        Some(turns) => format!("The game is {turns} game-turns long. Each"),
        None => "The game is played in game-turns. Each".to_owned(),
    };
    let text = format!("{text} is played in the following order:");
    let rule = rules.add("Game-turns", None, text);
    steps(words, &ruleset.sequence, 0, &mut rule.points);
    if ruleset.sides.len() > 1 && has_side(&ruleset.sequence) {
        let text = "The side that a player-turn or phase belongs to is the phasing side. Where a \
                    phase \
                    belongs to no side, the sides take it one after the other, in the order in \
                    which they are named above";
        rules.add("Phasing side", None, text);
    }
}

fn has_side(steps: &[SequenceStep]) -> bool {
    steps.iter().any(|step| step.side.is_some() || has_side(&step.steps))
}

/// What stands before a step: `A.`, `1.`, `a.`
fn mark(depth: usize, at: usize) -> String {
    let letter = |first: u8| char::from(first + (at % 26) as u8);
    match depth {
        0 => format!("{}.", letter(b'A')),
        1 => format!("{}.", at + 1),
        2 => format!("{}.", letter(b'a')),
        _ => format!("({})", at + 1),
    }
}

fn steps(words: &Words<'_>, all: &[SequenceStep], depth: usize, points: &mut Vec<Point>) {
    for (at, step) in all.iter().enumerate() {
        let mut text = Text::from(step.name.as_str());
        if let Some(turns) = turns_of(step) {
            text = text.say(format!(" ({turns})"));
        }
        text = text.cite(step.rule.as_deref()).say(".");
        let does = step.does.as_ref();
        if let Some(does) = does {
            let who = match &step.side {
                Some(side) => Who::Side(side),
                None => Who::Each,
            };
            text = text.say(" ").and(doing(words, does, who)).end();
        }
        points.push(Point { depth, mark: mark(depth, at), text });
        if let Some(Does::Activation { each, .. }) = does {
            for (at, does) in each.iter().enumerate() {
                let text = doing(words, does, Who::Activated).end();
                points.push(Point { depth: depth + 1, mark: mark(depth + 1, at), text });
            }
        }
        steps(words, &step.steps, depth + 1, points);
    }
}

/// When a step comes, where it does not in every game-turn.
fn turns_of(step: &SequenceStep) -> Option<String> {
    match step.every {
        Some(every) => {
            let from = step.first_turn().unwrap_or(1);
            let to = step.to_turn.map_or_else(String::new, |to| format!(" to {to}"));
            Some(format!("every {} game-turn from {from}{to}", ordinal(every)))
        }
        None if step.to_turn == Some(0) => Some("before the first game-turn".to_owned()),
        None => turns(step.from_turn, step.to_turn),
    }
}

/// Who does it.
#[derive(Clone, Copy)]
enum Who<'a> {
    /// The phasing side.
    Side(&'a str),
    /// One side after the other.
    Each,
    /// What is activated.
    Activated,
}

/// What a step does, in a sentence.
fn doing(words: &Words<'_>, does: &Does, by: Who<'_>) -> Text {
    let units = |group: &Group| match by {
        Who::Side(side) => capital(&words.units_of(side, group)),
        Who::Each => format!("Each side in turn: {}", words.units(group)),
        Who::Activated => format!("Its {}", words.units(group)),
    };
    let all = Group::default();
    let owner = |verb: &str| match by {
        Who::Side(side) => format!("{} {verb}", capital(&words.side_called(side))),
        Who::Each => format!("Each side in turn {verb}"),
        Who::Activated => format!("The owner {verb}"),
    };
    match does {
        Does::Weather {} => "The weather of the game-turn is determined".into(),
        Does::Events { table } => {
            let title = words.table(table);
            format!("A die is rolled on the table “{title}”, and its result takes effect").into()
        }
        Does::SetUp {} => owner("sets up the units that the scenario leaves open").into(),
        Does::Supply {} => match by {
            Who::Side(side) => {
                format!("The supply of {} is checked", words.units_of(side, &all)).into()
            }
            _ => "The supply of all units is checked".into(),
        },
        Does::Reinforcements {} => owner("brings on the units that are due").into(),
        Does::Replacements {} => owner("spends replacement points").into(),
        Does::Movement { who, share: part, mode } => {
            let how = match mode {
                MovementMode::Normal => "",
                MovementMode::Road => ", along roads only",
                MovementMode::Rail => " by rail",
                MovementMode::Strategic => ", but never next to an enemy unit",
            };
            let text = Text::from(format!("{} may move{how}", units(who)));
            match part {
                None => text,
                Some(part) => {
                    let much = match part.number {
                        200 | 150 => share(part.number),
                        number => format!("{} of", share(number)),
                    };
                    let text = text.say(format!(", with {much} their movement allowance"));
                    let measure = Measure { noun: ["%", "%"], ..Measure::default() };
                    text.and(words.exceptions(part, measure))
                }
            }
        }
        Does::Combat { combat, who } => {
            let known = words.play.combat.iter().find(|one| one.id == *combat);
            let name = known.map_or("", |one| one.name.as_str());
            attacks(&units(who), "may attack", name, words.play.combat.len())
        }
        Does::Fire { fire, who, by: fires } => {
            let known = words.play.fire.iter().find(|one| one.id == *fire);
            let name = known.map_or("", |one| one.name.as_str());
            let who = match (fires, by) {
                (FireBy::Others, Who::Side(_)) => {
                    format!("{} of the other sides", capital(&words.units(who)))
                }
                (FireBy::All, Who::Side(side)) => {
                    let (all, side) = (capital(&words.units(who)), words.side_called(side));
                    format!("{all} of every side, those of {side} last,")
                }
                _ => units(who),
            };
            attacks(&who, "may fire", name, words.play.fire.len())
        }
        Does::Recovery { state } => {
            let state = words.state(state);
            format!("{} that are {state} try to recover", units(&all)).into()
        }
        Does::Activation { of, by, .. } => activation(*of, *by).into(),
        Does::Victory {} => "It is checked whether a side has won".into(),
    }
}

/// `Red units may attack`, with the name of the attack where there are several.
fn attacks(who: &str, verb: &str, name: &str, kinds: usize) -> Text {
    match kinds > 1 {
        true => format!("{who} {verb} ({name})").into(),
        false => format!("{who} {verb}").into(),
    }
}

fn activation(of: ActivationOf, by: ActivationBy) -> String {
    let what = match of {
        ActivationOf::Unit => "unit",
        ActivationOf::Formation => "formation",
        ActivationOf::Hex => "stack",
    };
    let how = match by {
        ActivationBy::Alternating => {
            format!("The sides in turn activate one {what} of their choice")
        }
        ActivationBy::Initiative => format!(
            "Each side rolls a die, and the side with the higher roll begins; the sides in turn \
             activate one {what} of their choice"
        ),
        ActivationBy::Chits => {
            format!(
                "A chit for each {what} is put into a cup; the {what} whose chit is drawn is \
                 activated"
            )
        }
    };
    format!("{how}, until each has been activated once. An activated {what} does the following:")
}
