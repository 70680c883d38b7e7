//! What bots seldom or never come to can be done by hand: cases that are played by nothing but what
//! is offered at each decision. And whoever cannot be done yet is told why.

use salient_infantry_attacks::Rulebook;
use salient_rules::acts::Acts;
use salient_rules::case::{self, Case};
use salient_rules::words::Words;
use salient_rules::{Action, Match, System};

use crate::support::{SYSTEMS, bundle};

/// What is done, and the case in which it is.
const BY_HAND: [(&str, &str); 13] = [
    ("loading", "5.62-limbers-and-loads"),
    ("a wagon sets one gun down and takes another", "5.63-one-for-another"),
    ("forced unloading", "5.65-forced-to-unload"),
    ("too many in a hex", "4.4-too-many"),
    ("entry beside hexes that the enemy holds", "16.43-beside-the-taken-edge"),
    ("a leader flees along with a unit", "6.62-a-leader-flees-along"),
    ("a leader flees along out of an assault", "6.62-the-disrupted-lose-heart"),
    ("no way out of an assault", "14.35-nowhere-to-go"),
    ("no way out but drumfire", "14.35-between-drumfire"),
    ("an ambush", "17.3-into-an-ambush"),
    ("opportunity fire that a leader combines", "13.15-a-leader-combines"),
    ("a leader goes on alone", "13.14-the-leader-goes-on"),
    ("a company is called into an assault", "12.81-called-in-first"),
];

fn read(name: &str) -> Case {
    let cases = Rulebook.published().cases.iter();
    let text = cases.into_iter().find(|(case, _)| *case == name).map(|(_, text)| *text);
    Case::read(text.unwrap_or_else(|| panic!("no case {name}"))).unwrap()
}

/// A case's game at its beginning.
fn begun(case: &Case) -> Match {
    let bundle = Rulebook.published().bundle(case.scenario.as_deref()).unwrap();
    case::begin(SYSTEMS, case, &bundle).unwrap()
}

#[test]
fn what_bots_seldom_do_is_offered_to_who_plays_by_hand() {
    for (what, name) in BY_HAND {
        let case = read(name);
        let mut game = begun(&case);
        for step in case.actions.iter().filter(|step| step.refused.is_none()) {
            let done = Action::plain("done");
            let mut offered = offer_of(&game, &step.action);
            // Whoever was activated besides does nothing.
            if offered.is_none() && game.legal().contains(&done) {
                game.apply(&done).unwrap();
                offered = offer_of(&game, &step.action);
            }
            let offered = offered.unwrap_or_else(|| panic!("{what}, {name}: {:?}", step.action));
            game.apply(&offered).unwrap();
        }
        let expected = |unit: &&case::ExpectedUnit| unit.hex.is_some();
        for unit in case.expect.units.iter().filter(expected) {
            let units = game.units();
            let there = units.iter().find(|there| there.name == unit.unit).unwrap();
            let hex = there.hex.map(|hex| game.grid().label(hex).to_owned());
            assert_eq!(hex.as_deref(), unit.hex.as_deref(), "{what}, {name}: {}", unit.unit);
        }
    }
}

/// What is offered of what a case does: the same, or an activation of the same hex or leader of those
/// and of others.
fn offer_of(game: &Match, action: &Action) -> Option<Action> {
    let offered = game.legal();
    if offered.contains(action) {
        return Some(action.clone());
    }
    let same = |other: &&Action| {
        let alike = |field: &str| other.texts(field) == action.texts(field);
        let within = |field: &str| {
            let there = other.texts(field);
            action.texts(field).iter().all(|unit| there.contains(unit))
        };
        other.verb == action.verb
            && action.verb.starts_with("activate_")
            && ["hex", "leader"].into_iter().all(alike)
            && ["moving", "firing"].into_iter().all(within)
    };
    offered.iter().find(same).cloned()
}

/// A case's game after its first actions that are allowed.
fn after(name: &str, actions: usize) -> Match {
    let case = read(name);
    let mut game = begun(&case);
    let allowed = case.actions.iter().filter(|step| step.refused.is_none());
    allowed.take(actions).for_each(|step| game.apply(&step.action).unwrap());
    game
}

/// Why the side to decide cannot be done yet, after the first actions of a case that are allowed.
fn unfinished(name: &str, actions: usize) -> Option<String> {
    let mut game = after(name, actions);
    let done = game.legal().iter().any(|action| ["done", "pass"].contains(&action.verb.as_str()));
    let why = game.asked().and_then(|asked| asked.unfinished());
    assert_ne!(done, why.is_some(), "{name}, {actions}: {why:?}");
    if let Some(why) = &why {
        let refused = ["done", "pass"].map(|verb| game.apply(&Action::plain(verb)).unwrap_err());
        assert!(refused.contains(why), "{name}, {actions}: {refused:?}");
    }
    why.map(|why| why.to_string())
}

#[test]
fn an_activation_may_be_ended_before_anybody_acts_or_says_why_not() {
    // Nobody need do anything (IA 3.13).
    assert_eq!(unfinished("12.4-who-enters-attacks", 1), None);
    assert_eq!(unfinished("6.62-several-units", 1), None);
    let told = |name: &str, actions: usize, rule: &str| {
        let why = unfinished(name, actions).unwrap_or_default();
        assert!(why.ends_with(&format!("({rule})")), "{name}, {actions}: {why}");
    };
    // But the demoralized try to recover, also before their side passes.
    told("14.31-away-from-fire", 0, "IA 14.42");
    told("14.31-away-from-fire", 1, "IA 14.42");
    told("12.4-who-enters-attacks", 2, "IA 12.4");
    told("12.81-called-in", 1, "IA 12.81");
}

#[test]
fn what_is_asked_says_what_must_be_done_and_by_which_rule() {
    let asked = |name: &str, actions: usize| {
        let game = after(name, actions);
        game.asked().and_then(|asked| asked.question()).expect("a question")
    };
    let must = asked("12.4-who-enters-attacks", 2);
    assert_eq!((must.rule.as_ref(), must.hexes.join(" ").as_str()), ("IA 12.4", "0203"));
    assert!(must.what.contains("Send others in") && must.what.contains("must attack"), "{must:?}");
    let must = asked("12.4-who-enters-attacks", 3);
    assert!(must.what.starts_with("Assault") && must.what.contains("must attack"), "{must:?}");
    assert_eq!(asked("12.5-who-comes-to-help", 2).rule, "IA 12.5");
    assert_eq!(asked("7.61-the-owner-chooses", 2).rule, "IA 7.61");
    assert_eq!(asked("7.62-as-the-owner-likes", 4).rule, "IA 7.62");
    for actions in [0, 1] {
        let must = asked("14.31-away-from-fire", actions);
        assert_eq!(must.rule, "IA 14.42");
        assert!(must.what.contains("to recover"), "{must:?}");
    }
    let stops = asked("13.14-or-stays", 3);
    assert_eq!(stops.done, format!("'{}' stops as well", stops.units[0]));
}

#[test]
fn who_must_try_to_recover_is_not_sent_to_move() {
    let words = Words::new(SYSTEMS, &bundle());
    let said = |actions: usize, verb: &str| {
        let game = after("14.31-away-from-fire", actions);
        let acts = Acts::of(&words, &game);
        let legal = game.legal();
        let of_unit = |one: &&Action| one.verb == verb && one.text("unit") == Some("de-inf-1");
        let all: Vec<String> = legal.iter().filter(of_unit).map(|one| acts.say(one)).collect();
        all.join("; ")
    };
    let wanted =
        format!("{} in 0203 must try to recover (IA 14.42)", words.unit(&"de-inf-1".to_owned()));
    assert_eq!(said(0, "activate"), wanted);
    assert_eq!(said(1, "recover"), wanted);
}
