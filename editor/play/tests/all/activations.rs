//! Whom a leader activates to do what can be chosen one by one, and an assault is made by picks alone.

use std::collections::BTreeSet;

use salient_play::draft::check;
use salient_play::offer::in_full;
use salient_play::prospects::needs_a_look;
use salient_play::{Draft, Offer, Routes, Shapes, prospects};
use salient_rules::acts::Acts;
use salient_rules::case::{self, Case};
use salient_rules::words::Words;
use salient_rules::{Action, Match, System};
use salient_schema::Bundle;
use salient_schema::event::EventKind;

use crate::support::{InfantryAttacks, SYSTEMS};

/// The beginning of a rule case of Infantry Attacks.
fn begun(name: &str) -> (Match, Bundle) {
    let cases = InfantryAttacks.published().cases.iter();
    let text = cases.into_iter().find(|(case, _)| *case == name).map(|(_, text)| *text);
    let case = Case::read(text.expect("a case")).unwrap();
    let bundle = InfantryAttacks.published().bundle(case.scenario.as_deref()).unwrap();
    (case::begin(SYSTEMS, &case, &bundle).unwrap(), bundle)
}

/// What is picked at one decision: a kind, and units and hexes in this order.
fn picked(game: &Match, shapes: &Shapes, kind: &str, units: &[&str], hexes: &[&str]) -> Draft {
    let offer = Offer::of(game);
    let mut draft = Draft::default();
    draft.pick_kind(kind);
    for unit in units {
        assert!(
            draft.open_units(&offer).contains(unit),
            "{unit} of {:?}",
            draft.open_units(&offer)
        );
        assert!(draft.pick_unit(unit, &offer, shapes));
    }
    for hex in hexes {
        assert!(draft.open_hexes(&offer).contains(hex), "{hex} of {:?}", draft.open_hexes(&offer));
        assert!(draft.pick_hex(hex, &offer, shapes));
    }
    draft
}

/// The same after an activation in which the leader sends both companies and himself to fire.
fn sent_to_fire(name: &str) -> (Match, Bundle) {
    let (mut game, bundle) = begun(name);
    game.apply(&act(ALL_FIRE)).unwrap();
    (game, bundle)
}

const ALL_FIRE: &str = r#"{"do":"activate_leader","leader":"de-hptm","moving":[],
    "firing":["de-inf-1","de-inf-2","de-hptm"]}"#;

fn act(text: &str) -> Action {
    serde_json::from_str(text).unwrap()
}

/// Who takes part in an action, and how.
fn parts(draft: &Draft, shapes: &Shapes) -> Vec<(String, String)> {
    let parts = draft.parts(shapes).into_iter();
    parts.map(|(unit, part)| (unit.to_string(), part.unwrap_or_default())).collect()
}

/// The activation of a leader that is listed with somebody who fires.
fn to_fire(game: &Match, draft: &Draft) -> Action {
    let offer = Offer::of(game);
    let mut listed = draft.candidates(&offer);
    listed.find(|action| !action.texts("firing").is_empty()).expect("somebody fires").clone()
}

#[test]
fn an_assault_is_made_by_picks_alone() {
    let (mut game, bundle) = begun("12.4-who-enters-attacks");
    let (shapes, words) = (Shapes::of(SYSTEMS, &bundle), Words::new(SYSTEMS, &bundle));
    let asked = |game: &Match| game.asked().and_then(|asked| asked.question()).unwrap().what;
    let say = |game: &Match, action: &Action| in_full(action, &Acts::of(&words, game), game);
    assert!(asked(&game).contains("assault"), "{}", asked(&game));
    let mut draft = picked(&game, &shapes, "activate_leader", &["de-hptm"], &[]);
    let activation = to_fire(&game, &draft);
    let said = say(&game, &activation);
    assert!(said.contains("may assault 0203") && said.contains("(IA 12.2)"), "{said}");
    draft.pick_whole(&activation);
    game.apply(&draft.action(&Offer::of(&game), &shapes).unwrap()).unwrap();

    assert!(asked(&game).contains("move into the enemy's hex to assault"), "{}", asked(&game));
    let all = ["de-inf-1", "de-inf-2", "de-hptm"];
    for unit in all {
        let draft = picked(&game, &shapes, "move", &[unit], &["0203"]);
        let enters = draft.action(&Offer::of(&game), &shapes).expect("a way");
        let said = say(&game, &enters);
        assert!(said.starts_with("Enter 0203") && said.contains("must attack (IA 12.4)"), "{said}");
        game.apply(&enters).unwrap();
    }

    assert!(asked(&game).starts_with("Assault"), "{}", asked(&game));
    let assault = picked(&game, &shapes, "assault", &all, &["0203"]);
    let assault = assault.action(&Offer::of(&game), &shapes).expect("an assault");
    let told = prospects(&game, &assault, &words).expect("dice are rolled");
    let sum: f64 = told.outcomes.iter().map(|outcome| outcome.chance).sum();
    assert!((sum - 1.0).abs() < 1e-9 && told.outcomes.len() > 1, "{told:?}");
    game.apply(&assault).unwrap();
    let rolled = game.events().iter().filter(|it| matches!(it.kind, EventKind::Attacked(_)));
    assert_eq!(rolled.count(), 2, "both sides fight");
    assert!(game.losses().iter().any(|lost| lost.steps > 0), "{:?}", game.losses());
}

#[test]
fn who_was_activated_to_move_is_told_how_one_goes_among_the_enemy() {
    let (mut game, _) = begun("12.4-who-enters-attacks");
    let all = r#"{"do":"activate_leader","leader":"de-hptm","moving":["de-inf-1","de-hptm"],"firing":[]}"#;
    game.apply(&act(all)).unwrap();
    let enter = act(r#"{"do":"move","units":["de-inf-1"],"path":["0203"]}"#);
    let refused = check(&game, &enter).unwrap_err();
    assert_eq!(refused.rule, "IA 5.9");
    assert!(refused.message.contains("a leader has activated to fire"), "{refused}");
}

#[test]
fn a_leader_directs_whom_one_likes() {
    let (game, bundle) = begun("12.4-who-enters-attacks");
    let shapes = Shapes::of(SYSTEMS, &bundle);
    let offer = Offer::of(&game);
    let mut draft = picked(&game, &shapes, "activate_leader", &["de-hptm"], &[]);
    assert_eq!(parts(&draft, &shapes), [], "nothing is chosen yet");
    let listed = to_fire(&game, &draft);
    draft.pick_whole(&listed);
    let part = |draft: &Draft, unit: &str| {
        let all = parts(draft, &shapes);
        all.into_iter().find(|(one, _)| one == unit).map(|(_, part)| part).unwrap()
    };
    // With each click another part, then none, and so on.
    for wanted in ["moving", "", "firing", "moving", ""] {
        assert!(draft.pick_unit("de-inf-2", &offer, &shapes));
        assert_eq!(part(&draft, "de-inf-2"), wanted);
        assert_eq!(part(&draft, "de-inf-1"), "firing", "the others stay as they are");
        let made = draft.action(&offer, &shapes).expect("an action");
        assert_eq!(check(&game, &made), Ok(()), "{made:?}");
        let named = |part: &str| made.texts(part).contains(&"de-inf-2");
        assert_eq!((named("moving"), named("firing")), (wanted == "moving", wanted == "firing"));
    }
    // Who was left out may still be activated in this turn.
    let mut without = game.clone();
    without.apply(&draft.action(&offer, &shapes).unwrap()).unwrap();
    without.apply(&Action::plain("done")).unwrap();
    without.apply(&Action::plain("pass")).unwrap();
    let actors = Offer::of(&without);
    assert!(actors.actors().contains("de-inf-2") && !actors.actors().contains("de-inf-1"));
    // Whoever does not take part in it begins something else.
    assert!(draft.pick_unit("de-inf-4", &offer, &shapes));
    assert_eq!(parts(&draft, &shapes), []);
}

#[test]
fn a_refusal_names_one_of_those_who_were_chosen() {
    let (game, _) = begun("12.4-who-enters-attacks");
    // Nobody is named where nobody stands.
    let nobody = r#"{"do":"activate_stack","hex":"0101","moving":["de-inf-1"],"firing":[]}"#;
    let refused = check(&game, &act(nobody)).unwrap_err();
    assert_eq!(refused.rule, "IA 3.11");
    assert!(refused.message.contains("0101") && !refused.message.contains("de-inf-1"), "{refused}");
    let far = r#"{"do":"activate_leader","leader":"de-hptm","moving":["de-hptm","de-inf-4"],"firing":[]}"#;
    let refused = check(&game, &act(far)).unwrap_err();
    assert!(refused.message.contains("de-inf-4"), "{refused}");
}

/// Whoever goes among the enemy is told before what the assault is like for which he goes, as he is
/// told when he is there.
#[test]
fn who_goes_among_the_enemy_looks_at_the_assault_first() {
    let (game, bundle) = sent_to_fire("12.4-who-enters-attacks");
    let words = Words::new(SYSTEMS, &bundle);
    let enters = act(r#"{"do":"move","units":["de-inf-1","de-hptm"],"path":["0203"]}"#);
    assert!(needs_a_look(&game, &enters));
    let told = prospects(&game, &enters, &words).expect("an assault");
    let lines: Vec<&str> = told.certain.iter().map(|line| line.text.trim()).collect();
    let [order, own, who, other] = lines.as_slice() else { panic!("{lines:?}") };
    assert_eq!(*order, "Both sides fire at once (IA 12.3)");
    assert!(own.starts_with("strength 7, columns +1"), "{own}");
    assert!(who.contains("defends itself in 0203"), "{who}");
    assert!(other.starts_with("strength 5, columns +0"), "{other}");
    assert!(told.modifiers.iter().any(|one| one.rule == "IA 6.53"), "{told:?}");
    assert!(told.dice > 0 && told.outcomes.len() > 1, "{told:?}");
    let mut there = game.clone();
    there.apply(&enters).unwrap();
    let legal = there.legal();
    let assault = legal.iter().find(|action| action.verb == "assault").expect("an assault");
    assert_eq!(prospects(&there, assault, &words), Some(told));
}

#[test]
fn who_is_fired_at_first_is_told_what_he_strikes_back_with_if_he_can() {
    let (game, bundle) = sent_to_fire("12.33-first-fire");
    let words = Words::new(SYSTEMS, &bundle);
    let enters = act(r#"{"do":"move","units":["de-inf-1"],"path":["0203"]}"#);
    let told = prospects(&game, &enters, &words).expect("an assault");
    let lines: Vec<&str> = told.certain.iter().map(|line| line.text.trim()).collect();
    let [order, own, rest @ ..] = lines.as_slice() else { panic!("{lines:?}") };
    assert!(order.starts_with("The defenders fire first") && order.ends_with("(IA 12.33)"));
    assert!(own.starts_with("strength 6") && own.ends_with("hurt first"), "{own}");
    assert!(rest.iter().any(|line| line.starts_with("strength 5")), "{rest:?}");
    assert!(!rest.iter().any(|line| line.ends_with("hurt first")), "{rest:?}");
    // Where the defender may choose who fires, he is taken to choose the plain thing.
    let (game, bundle) = sent_to_fire("12.33-works-first");
    let words = Words::new(SYSTEMS, &bundle);
    assert!(needs_a_look(&game, &enters));
    let told = prospects(&game, &enters, &words).expect("an assault");
    let granted = told.granted.as_deref().unwrap_or_default();
    assert!(granted.contains("chooses: All fire"), "{granted}");
    let order = told.certain.first().expect("a line").text.as_str();
    assert!(order.starts_with("The defenders choose"), "{order}");
}

#[test]
fn a_hex_that_may_be_fired_at_and_entered_means_neither() {
    let (game, bundle) = sent_to_fire("12.4-who-enters-attacks");
    let (shapes, words) = (Shapes::of(SYSTEMS, &bundle), Words::new(SYSTEMS, &bundle));
    let offer = Offer::of(&game);
    let mut draft = Draft::default();
    assert!(draft.pick_unit("de-inf-1", &offer, &shapes));
    assert!(draft.pick_any("0203", &offer));
    let left: Vec<&Action> = draft.candidates(&offer).collect();
    let kinds: BTreeSet<&str> = left.iter().map(|action| action.verb.as_str()).collect();
    assert_eq!(kinds.into_iter().collect::<Vec<_>>(), ["fire", "move"]);
    assert_eq!(draft.action(&offer, &shapes), None, "none is taken for meant");
    let acts = Acts::of(&words, &game);
    let said: BTreeSet<String> = left.iter().map(|action| acts.say(action)).collect();
    assert_eq!(said.len(), left.len(), "{said:?}");
    // Elsewhere the rules say why not.
    let (hex, routes) = (game.grid().parse("1210").unwrap(), Routes::default());
    let why = routes.why_not(&game, &draft, &offer, &shapes, hex, &words);
    assert!(why.contains("1210") && why.contains("(IA "), "{why}");
    // Whoever has chosen what he does means that.
    for kind in ["fire", "move"] {
        let mut draft = picked(&game, &shapes, kind, &["de-inf-1"], &[]);
        assert!(!draft.pick_any("0203", &offer));
        assert!(draft.pick_hex("0203", &offer, &shapes));
        assert_eq!(draft.action(&offer, &shapes).expect("an action").verb, kind);
    }
}

#[test]
fn what_cannot_be_chosen_says_what_can() {
    let (game, bundle) = begun("12.4-who-enters-attacks");
    let (shapes, words) = (Shapes::of(SYSTEMS, &bundle), Words::new(SYSTEMS, &bundle));
    let offer = Offer::of(&game);
    let draft = picked(&game, &shapes, "activate", &["de-inf-1"], &[]);
    let hex = game.grid().parse("0508").unwrap();
    let why = Routes::default().why_not(&game, &draft, &offer, &shapes, hex, &words);
    assert_eq!(why, "Nobody stands in 0508 who may still be activated (IA 3.11)");
}

#[test]
fn who_has_nobody_to_fire_at_is_told_so_and_who_is_in_an_assault_is_sent_to_no_other() {
    let (game, bundle) = begun("12.5-who-comes-to-help");
    let words = Words::new(SYSTEMS, &bundle);
    let say = |text: &str| in_full(&act(text), &Acts::of(&words, &game), &game);
    let far = say(r#"{"do":"activate","unit":"de-inf-4","fires":true}"#);
    let name = words.unit(&"de-inf-4".to_owned());
    assert!(far.ends_with(&format!("{name} has nobody to fire at (IA 8.1)")), "{far}");
    let there = say(r#"{"do":"activate","unit":"de-inf-2","fires":true}"#);
    assert!(there.ends_with(" in 0204 to assault"), "{there}");
}
