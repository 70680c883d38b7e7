//! What a rating is used for, by its name in three languages.

use salient_schema::ruleset::{RatingDef, RatingUse};

#[track_caller]
fn check(uses: &[RatingUse], names: &[&str]) {
    for name in names {
        assert_eq!(RatingUse::proposed("x", name), uses, "{name}");
    }
}

#[test]
fn names_say_what_ratings_are_used_for() {
    use RatingUse::{Attack, Bonus, Defence, Fire, Morale, Movement, Range, Steps, Strength};
    check(&[Movement], &["Movement Allowance", "MP", "Bewegungspunkte", "Mouvement", "Speed"]);
    check(&[Attack], &["Attack Strength", "AF", "Angriffsstärke", "Attaque", "Assault value"]);
    check(&[Defence], &["Defense factor", "Defence", "Verteidigung", "Défense", "Abwehrkraft"]);
    check(&[Attack, Defence], &["Attack and defence", "Angriff/Verteidigung"]);
    check(&[Strength], &["Combat Strength", "Strength", "Kampfwert", "Stärke", "Puissance"]);
    check(&[Fire], &["Direct fire value", "Bombardment value", "Feuerkraft", "Tir", "Artillerie"]);
    check(&[Range], &["Range", "Reichweite", "Portée"]);
    check(&[Morale], &["Morale Value", "Moral", "Troop quality", "Base Combat Effectiveness"]);
    check(&[Bonus], &["Combat modifier (leader)", "Leadership", "Morale bonus", "Führung"]);
    check(&[Steps], &["Steps of a fortress", "Stufen", "Échelons"]);
    check(&[], &["", "Rank", "Calibre in millimetres", "Supply range in hexes", "Corps boxes"]);
}

#[test]
fn the_id_says_it_as_well() {
    assert_eq!(RatingUse::proposed("movement", "M"), [RatingUse::Movement]);
    assert_eq!(RatingUse::proposed("morale_bonus", ""), [RatingUse::Bonus]);
    // A word is not looked for in the midst of others.
    assert_eq!(RatingUse::proposed("strange", "Remove"), []);
}

#[test]
fn what_is_stated_counts_before_the_name() {
    let mut rating = RatingDef { id: "m".into(), name: "Movement".into(), ..RatingDef::default() };
    assert_eq!(rating.likely_uses(), [RatingUse::Movement]);
    rating.uses = vec![RatingUse::Strength];
    assert_eq!(rating.likely_uses(), [RatingUse::Strength]);
}

#[test]
fn uses_are_called_as_in_files() {
    for of in RatingUse::ALL {
        assert_eq!(serde_json::to_value(of).unwrap(), of.name());
    }
}
