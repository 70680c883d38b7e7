//! With whom a side fights: in an alliance that there is, with a side that fights alone, or in a new
//! alliance.

use std::collections::BTreeSet;

use egui::{Id, Ui};
use salient_document::Edit;
use salient_schema::ruleset::Side;
use salient_schema::{Defined, Ruleset};

use super::fields::WORDS;
use crate::look::widgets::{field, quiet, text_field};
use crate::pages::schedule::choice;
use crate::request::Request;

/// How a side may fight.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Fights {
    /// With nobody.
    Alone,
    /// In an alliance of this name.
    In(String),
    /// With this side, by its id, which fights alone as yet: in an alliance of the two.
    With(String),
}

/// Shows the choice, a field for a new alliance, and who is an enemy then. What another side needs for
/// it is asked for; all else is changed in `side`.
pub fn show(ui: &mut Ui, id: Id, ruleset: &Ruleset, side: &mut Side, requests: &mut Vec<Request>) {
    field(ui, "Alliance", |ui| {
        let now = side.alliance.clone().map_or(Fights::Alone, Fights::In);
        let choices = choices(ruleset, side);
        match choice(ui, "How it fights", id.with("fights"), &choices, &now) {
            Some(Fights::Alone) => side.alliance = None,
            Some(Fights::In(alliance)) => side.alliance = Some(alliance),
            Some(Fights::With(other)) => requests.extend(ally(ruleset, side, &other)),
            None => {}
        }
        let now = side.alliance.clone().unwrap_or_default();
        let (name, hint) = ("Alliance that it fights in", "a new alliance");
        let typed = text_field(ui, id.with("alliance"), name, hint, &now, WORDS / 2.0);
        if let Some(typed) = typed {
            side.alliance = Some(typed.trim().to_owned()).filter(|name| !name.is_empty());
        }
    });
    let enemies = ruleset.sides.iter().filter(|other| other.is_enemy_of(side));
    let enemies: Vec<&str> = enemies.map(|other| other.name.as_str()).collect();
    quiet(
        ui,
        match enemies.as_slice() {
            [] => "It has no enemies.".to_owned(),
            enemies => format!("Its enemies: {}.", enemies.join(", ")),
        },
    );
}

/// How a side may fight, with what it is called.
fn choices(ruleset: &Ruleset, side: &Side) -> Vec<(Fights, String)> {
    let others = || ruleset.sides.iter().filter(|other| other.id != side.id);
    let alliances: BTreeSet<&String> =
        others().chain([side]).filter_map(|one| one.alliance.as_ref()).collect();
    let known = alliances.into_iter().map(|alliance| {
        let members = others().filter(|other| other.alliance.as_ref() == Some(alliance));
        let members: Vec<&str> = members.map(|other| other.name.as_str()).collect();
        let with = if members.is_empty() { "" } else { ", with " };
        (Fights::In(alliance.clone()), format!("{alliance}{with}{}", members.join(" and ")))
    });
    let alone = others().filter(|other| other.alliance.is_none());
    let alone = alone.map(|other| (Fights::With(other.id.clone()), format!("with {}", other.name)));
    [(Fights::Alone, "fights alone".to_owned())].into_iter().chain(known).chain(alone).collect()
}

/// Puts two sides into an alliance of their own, called after both, in one step.
fn ally(ruleset: &Ruleset, side: &Side, with: &str) -> Option<Request> {
    let other = ruleset.sides.iter().find(|other| other.id == with)?;
    let alliance = Some(format!("{} and {}", other.name, side.name));
    let joins = |one: &Side| {
        let joined = Side { alliance: alliance.clone(), ..one.clone() };
        Edit::redefine(Defined::Side, one.id.clone(), joined)
    };
    let name = Some(format!("Ally {} with {}", side.name, other.name));
    Some(Request::Edit { name, edits: vec![joins(other), joins(side)] })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ruleset(alliances: [Option<&str>; 3]) -> Ruleset {
        let mut ruleset = salient_schema::Bundle::empty().ruleset;
        let names = ["Anzac", "Navy", "Turkey"].into_iter().zip(alliances);
        let sides = names.map(|(name, alliance)| Side {
            alliance: alliance.map(str::to_owned),
            ..Side::new(name.to_lowercase(), name)
        });
        ruleset.sides = sides.collect();
        ruleset
    }

    #[test]
    fn alliances_of_others_and_whoever_fights_alone_are_offered() {
        let told = |alliances, at: usize| {
            let ruleset = ruleset(alliances);
            let choices = choices(&ruleset, &ruleset.sides[at]).into_iter();
            choices.map(|(_, words)| words).collect::<Vec<String>>()
        };
        let alone = "fights alone";
        assert_eq!(told([None; 3], 0), [alone, "with Navy", "with Turkey"]);
        let entente = [Some("Entente"), Some("Entente"), None];
        assert_eq!(told(entente, 0), [alone, "Entente, with Navy", "with Turkey"]);
        assert_eq!(told(entente, 2), [alone, "Entente, with Anzac and Navy"]);
        assert_eq!(told([Some("Entente"), None, None], 0)[1], "Entente");
    }

    #[test]
    fn two_sides_become_allies_in_one_step() {
        let mut ruleset = ruleset([None; 3]);
        let asked = ally(&ruleset, &ruleset.sides[0], "navy");
        let Some(Request::Edit { edits, .. }) = asked else { panic!("{asked:?}") };
        for edit in edits {
            let Edit::Set { to: salient_document::Item::Side(to), .. } = edit else { panic!() };
            let there = ruleset.sides.iter_mut().find(|side| side.id == to.id).unwrap();
            *there = to;
        }
        assert!(!ruleset.are_enemies("anzac", "navy") && ruleset.are_enemies("anzac", "turkey"));
        assert_eq!(ruleset.sides[0].alliance.as_deref(), Some("Navy and Anzac"));
        assert!(ally(&ruleset, &ruleset.sides[0], "nobody").is_none());
    }
}
