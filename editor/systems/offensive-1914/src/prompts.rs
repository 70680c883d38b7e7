//! No rules: what a side is asked, in a sentence with the rule, and what a choice comes to that its
//! own words do not say.

use salient_hex::Hex;
use salient_rules::game::{Modifier, Question};
use salient_rules::play::{Position, Unit};

use crate::acts::Act;
use crate::battle::odds::{self, Clash};
use crate::battle::{difference, foreseen};
use crate::decision::battle::{ATTACKER, Asked, Party};
use crate::decision::{Arriving, Decision, Sited, march};
use crate::march::repulse;
use crate::rules::{Offensive, Rules};
use crate::siege::bombard;
use crate::supply::shortage;
use crate::{armies, effectiveness, fortress, losses};

/// What a decision asks.
pub fn question(rules: &Rules, asked: &Decision) -> Question {
    let about = |units: &[Unit], hex: Option<Hex>, question: Question| Question {
        units: rules.compiled.names(units),
        hexes: hex.map(|hex| rules.compiled.label(hex).to_string()).into_iter().collect(),
        ..question
    };
    match asked {
        Decision::Plans => {
            Question::new("1914 26.3", "Abandon the plan of an army, or be done: all others stay")
        }
        Decision::Attachment => Question::new(
            "1914 5.1.2",
            "Attach corps and formations, and set the boundaries of the armies' areas",
        ),
        Decision::Supply => {
            Question::new("1914 15.6.1", "Extend supply units for those who lack supply")
        }
        Decision::March(march::Asked::Move) => Question::new(
            "1914 7.1.2",
            "Move your forces, or let them prepare, recover, dig or repulse",
        ),
        Decision::March(march::Asked::React(react)) => {
            let waiting: Vec<Unit> = react.waiting.iter().map(|(unit, _)| *unit).collect();
            let question = Question {
                done: "They stay".into(),
                ..Question::new(
                    "1914 8.2",
                    "Let cavalry fall back from the enemy that has come next to it, or stay",
                )
            };
            about(&waiting, None, question)
        }
        Decision::March(march::Asked::Overstacked(hex)) => {
            let what =
                "Choose which unit is eliminated: the hex holds more than the stacking limit";
            about(&[], Some(*hex), Question::new("1914 3.1.3", what))
        }
        Decision::March(march::Asked::Land(unit)) => {
            let what = "Choose another port for the unit: it cannot land in the one that was named";
            about(&[*unit], None, Question::new("1914 7.9.1", what))
        }
        Decision::March(march::Asked::Destination(unit, _)) => {
            let what = "Choose the hex to which the unit goes by rail";
            about(&[*unit], None, Question::new("1914 7.7.3", what))
        }
        Decision::Battle(asked) => battle(asked, about),
        Decision::Retreat(going) => {
            let what = "Choose where to fall back to, or stand and suffer for it";
            let at = going.passed.last().copied().unwrap_or(going.retreat.from);
            about(&going.retreat.units, Some(at), Question::new("1914 11.1", what))
        }
        Decision::Loss(loss) => {
            let what = "Choose which unit takes the next strength reduction";
            about(&[], None, Question::new(loss.rule, what))
        }
        Decision::Site(siting) => {
            let what = match siting.why {
                Sited::Relocation => "Choose the hex of railway where the depot stands later on",
                Sited::Secondary => "Choose the hex of the secondary depot",
                Sited::Detachment => "Choose the hex of railway for the detachment's depot",
            };
            about(&[siting.depot], None, Question::new(siting.why.rule(), what))
        }
        Decision::Shortage => {
            Question::new("1914 15.8.2", "Choose the army that runs short of ammunition")
        }
        Decision::Displace(displaced) => {
            let what = "Choose the hex of railway to which the depot is displaced";
            about(&[displaced.depot], Some(displaced.from), Question::new("1914 15.6.2b", what))
        }
        Decision::Retire(_) => Question {
            done: "The others stay".into(),
            ..Question::new("1914 8.3", "Let cavalry next to the enemy retire, or stay")
        },
        Decision::Withdraw => Question {
            done: "The others stay".into(),
            ..Question::new(
                "1914 20.0",
                "Let forces next to the enemy retire for a level of effectiveness, or stay",
            )
        },
        Decision::Arrivals(Arriving::Place) => {
            Question::new("1914 16.1", "Place the reinforcements that come in")
        }
        Decision::Arrivals(Arriving::Replace) => {
            Question::new("1914 16.6.1", "Give replacements to reduced units")
        }
        Decision::Combine => Question {
            done: "The others stay as they are".into(),
            ..Question::new("1914 16.3", "Combine units that are together, or take one apart")
        },
        Decision::East => Question::new(
            "1914 25.2",
            "Send two first-line corps with four divisions, and a cavalry division, to the east",
        ),
        Decision::Landwehr => Question::new(
            "1914 25.4.1",
            "Choose the Landwehr brigade that leaves with the Army Group Belgien",
        ),
        Decision::Bases { .. } => Question {
            done: "They stay".into(),
            ..Question::new("1914 4.2.1", "Transfer the base of an army, or leave it")
        },
        Decision::Inundation => Question {
            done: "Not now".into(),
            ..Question::new("1914 21.3", "Flood the country by the Ijzer, once in the game")
        },
        Decision::Capture => Question {
            done: "Wait".into(),
            ..Question::new("1914 27.3", "Take the points for captured towns now, or wait")
        },
    }
}

/// What is asked in an attack phase.
fn battle(asked: &Asked, about: impl Fn(&[Unit], Option<Hex>, Question) -> Question) -> Question {
    match asked {
        Asked::Bombard => Question {
            done: "Fire no more".into(),
            ..Question::new("1914 12.4", "Bombard fortresses, gun by gun")
        },
        Asked::Occupy(occupy) => {
            let what = "Choose which unit advances to where the fortress was destroyed";
            about(&[], Some(occupy.hex), Question::new("1914 12.3.4", what))
        }
        Asked::Barrage(hex) => {
            let question = Question {
                done: "Attack without".into(),
                ..Question::new(
                    "1914 13.3",
                    "Bombard the hex before you attack it, or attack without",
                )
            };
            about(&[], Some(*hex), question)
        }
        Asked::Indicate => {
            Question::new("1914 9.1", "Indicate all your attacks before the first is resolved")
        }
        Asked::Order => Question::new("1914 9.1", "Choose the attack that is resolved next"),
        Asked::Withhold(fight) => {
            let what =
                "Choose which units you withhold from the combat: they fall back with the others";
            about(&[], Some(fight.hex), Question::new("1914 9.2.5", what))
        }
        Asked::Ammunition(fight, _) => {
            let what = "Choose which units get ammunition: those without fight at half strength";
            about(&[], Some(fight.hex), Question::new("1914 9.4.2", what))
        }
        Asked::Naval(fight) => Question {
            done: "Without it".into(),
            ..about(
                &[],
                Some(fight.hex),
                Question::new("1914 21.2", "Let ships support the defence, once in this phase"),
            )
        },
        Asked::Intensity(fight, party) => {
            let what = match *party {
                ATTACKER => "Choose whether the attackers fight with intensity",
                _ => "Choose whether the defenders fight with intensity",
            };
            about(&[], Some(fight.hex), Question::new("1914 9.8", what))
        }
        Asked::Advance(fight) => {
            let what = "Choose which units advance into the hex that was attacked";
            about(&[], Some(fight.hex), Question::new("1914 11.2", what))
        }
    }
}

/// Who would fight whom, of an act that begins a fight.
fn clash(rules: &Rules, position: &Position<Offensive>, act: &Act) -> Option<Clash> {
    match act {
        Act::Attack { units, hex } => foreseen(rules, position, units, *hex),
        Act::Repulse { units, hex } => Some(repulse::clash(rules, position, units, *hex)),
        _ => None,
    }
}

/// The strengths of an act that begins a fight, and its column.
fn strengths(rules: &Rules, position: &Position<Offensive>, act: &Act) -> Option<String> {
    let odds = odds::odds(rules, position, &clash(rules, position, act)?);
    let column = odds.ratio(&rules.combat);
    let on = format!("{}:{}", column.attacker, column.defender);
    Some(format!("{} to {}, column {on}", odds.attack, odds.defence))
}

/// What a choice comes to.
pub fn remark(rules: &Rules, position: &Position<Offensive>, act: &Act) -> Option<String> {
    match act {
        Act::Attack { .. } => strengths(rules, position, act),
        Act::Repulse { units, hex } => {
            let hopes = match repulse::hopes(rules, position, units, *hex) {
                Ok(throws) => format!("succeeds on {throws} of 36 throws"),
                Err(true) => "succeeds without dice".to_owned(),
                Err(false) => "cannot succeed".to_owned(),
            };
            Some(format!("{}; {hopes} (1914 7.4.3)", strengths(rules, position, act)?))
        }
        Act::Bombard { unit, fortress, pioneers } => {
            let hopes = bombard::hopes(rules, position, (*unit, *fortress, *pioneers));
            let left = fortress::steps_left(rules, position, *fortress);
            let mean = format!("{}.{:02}", hopes / 36, 100 * (hopes % 36) / 36);
            Some(format!("{mean} steps on average, of the {left} that it has left"))
        }
        Act::Fight { intense } => match &position.asked()?.what {
            Decision::Battle(Asked::Intensity(_, party)) => Some(intensity(*party, *intense)),
            _ => None,
        },
        Act::Reduce { unit } => match &position.asked()?.what {
            Decision::Loss(loss) => losses::how(rules, position, loss, *unit).map(str::to_owned),
            _ => None,
        },
        Act::Boundary { units, hexes } => {
            armies::outcome(rules, position, position.asked()?.side()?, units, hexes)
        }
        Act::Shortage { army } => {
            let limit = shortage::next(rules, position, rules.side_of(*army))?;
            Some(format!("it provides at most {limit} of ammunition in this game-turn"))
        }
        Act::Recover { unit } => {
            let level = effectiveness::level(rules, position, *unit);
            Some(format!("effectiveness {level} now"))
        }
        _ => None,
    }
}

/// What intensity does for whoever chooses it, and costs (1914 9.8.2).
fn intensity(party: Party, intense: bool) -> String {
    let text = match (party, intense) {
        (ATTACKER, false) => "only black retreats count",
        (ATTACKER, true) => {
            "white retreats count too unless the defender is intense; you take a strength \
             reduction if there is a white retreat or none"
        }
        (_, false) => "you fall back as the table says",
        (_, true) => {
            "you hold, but fall back by a black retreat if the attacker is intense; you take a \
             strength reduction if the table says that you fall back"
        }
    };
    text.to_owned()
}

/// What shifts the column of an attack, and what its white die is modified by.
pub fn modifiers(rules: &Rules, position: &Position<Offensive>, act: &Act) -> Vec<Modifier> {
    let Some(clash) = clash(rules, position, act) else { return Vec::new() };
    let shifts = odds::shifts(rules, position, &clash).into_iter().map(|shift| Modifier {
        what: format!("{}, columns", shift.reason.replace('-', " ")).into(),
        by: shift.columns,
        rule: shift.rule.into(),
    });
    let [.., difference] = difference(rules, position, &clash);
    let skill = Modifier {
        what: "proficiency, on the white die".into(),
        by: difference,
        rule: "1914 9.7".into(),
    };
    shifts.chain((difference != 0).then_some(skill)).collect()
}
