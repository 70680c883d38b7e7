//! What a side is asked, in a sentence.

use salient_rules::game::Question;
use salient_rules::play::{Position, Unit};

use crate::citations::Chapter;
use crate::combat;
use crate::enemies;
use crate::game::{Decision, Standard};
use crate::rules::Rules;
use crate::sequence::DoesAt;

/// What the side to decide is asked; none where the step of the sequence of play says all.
pub fn question(rules: &Rules, position: &Position<Standard>) -> Option<Question> {
    let label = |hex| rules.compiled.label(hex).to_owned();
    Some(match &position.asked()?.what {
        Decision::Move { at } => activated(rules, position, *at, "Move")?,
        Decision::Attack { at } => activated(rules, position, *at, "Attack with")?,
        Decision::Fire { fire, .. } => {
            let fire = rules.fires.of(*fire)?;
            let what = match who_is_active(rules, position) {
                Some(who) => format!("Fire with {who} at an enemy in range, or be done"),
                None => "Fire at an enemy in range, or be done".to_owned(),
            };
            Question::new(fire.aftermath.rule.clone(), what)
        }
        Decision::React(react) => Question {
            units: rules.compiled.names(&react.movers),
            hexes: vec![label(react.hex)],
            done: "Hold your fire".into(),
            ..Question::new(
                rules.fires.of(react.fire)?.aftermath.rule.clone(),
                "Fire at those who move, or hold your fire",
            )
        },
        Decision::Lose(of) => Question {
            hexes: enemies::hexes_of(position, of.units.iter().copied())
                .into_iter()
                .map(label)
                .collect(),
            ..Question::new(
                rules.aftermath(of.by).rule.clone(),
                "Choose the unit that loses the next step",
            )
        },
        Decision::Recover { state, .. } => {
            let (of, own) = (rules.play.states.get(usize::from(*state))?, rules.states.of(*state)?);
            let name = salient_schema::words::name_in_a_sentence(&of.name);
            let what = format!("Let units that are {name} try to recover, or be done");
            Question::new(own.rule.clone(), what)
        }
        Decision::Replace => {
            let rule = rules.cite.rule(Chapter::Reinforcements).to_owned();
            let what = "Spend replacement points on a unit, or be done";
            Question { done: "Spend no more".into(), ..Question::new(rule, what) }
        }
        Decision::Battle(asked) => return combat::words::question(rules, position, asked),
        _ => return None,
    })
}

/// What those are asked who are activated; nothing where all of a side are.
fn activated(
    rules: &Rules,
    position: &Position<Standard>,
    at: DoesAt,
    does: &str,
) -> Option<Question> {
    let who = who_is_active(rules, position)?;
    Some(Question::new(at.rule(rules).to_owned(), format!("{does} {who}, or be done")))
}

/// Whoever is activated: the formation that all of them belong to, or the units.
fn who_is_active(rules: &Rules, position: &Position<Standard>) -> Option<String> {
    let units = &position.own.active.as_ref()?.units;
    let of = |unit: &Unit| position.state(*unit).attached;
    let formation =
        of(units.first()?).filter(|own| units.iter().all(|unit| of(unit) == Some(*own)));
    let formation = formation.and_then(|own| rules.compiled.formations.get(usize::from(own.0)));
    Some(match (formation, &**units) {
        (_, [only]) => rules.compiled.unit(*only).name.clone(),
        (Some(formation), _) => format!("units of {}", formation.name),
        (None, _) => "the activated units".to_owned(),
    })
}
