//! Whatever is legal can be put together by picking its kind, its units and its hexes.

use std::collections::BTreeMap;

use proptest::prelude::*;
use salient_play::draft::{check, ends_turn};
use salient_play::offer::{acting, actors, in_words, targets};
use salient_play::{Draft, FieldKind, Offer, Shapes, bounds};
use salient_rules::acts::Acts;
use salient_rules::words::Words;
use salient_rules::{Action, Bot, Prepared};
use salient_schema::plain::{Table, Value};

use crate::support::{SYSTEMS, bundles, in_the_midst, of_every_system};

#[test]
fn every_listed_action_is_put_together_by_clicks() {
    for bundle in bundles() {
        let shapes = Shapes::of(SYSTEMS, &bundle);
        let words = Words::new(SYSTEMS, &bundle);
        for decisions in [0, 30, 100, 180, 300, 420] {
            let session = in_the_midst(&bundle, 4, decisions);
            let offer = Offer::of(session.game());
            assert!(!offer.legal().is_empty());
            for action in offer.legal().iter().step_by(7) {
                let mut draft = Draft::default();
                draft.pick_kind(&action.verb);
                for unit in acting(action) {
                    assert!(draft.open_units(&offer).contains(unit), "{unit} for {action:?}");
                    assert!(draft.pick_unit(unit, &offer, &shapes));
                }
                for hex in targets(action) {
                    assert!(draft.open_hexes(&offer).contains(hex), "{hex} for {action:?}");
                    assert!(draft.pick_hex(hex, &offer, &shapes));
                }
                assert!(draft.candidates(&offer).any(|one| one == action));
                let made = draft.action(&offer, &shapes).unwrap_or_else(|| {
                    // Where the clicks leave several none is taken for meant: one is chosen of the
                    // list.
                    assert!(draft.candidates(&offer).count() > 1, "{action:?} from {draft:?}");
                    draft.pick_whole(action);
                    let made = draft.action(&offer, &shapes);
                    made.unwrap_or_else(|| panic!("{action:?} from {draft:?}"))
                });
                assert!(check(session.game(), &made).is_ok(), "{made:?} for {action:?}");
                assert_eq!(made.verb, action.verb);
                assert!(actors(&made).eq(actors(action)) && targets(&made).eq(targets(action)));
                assert!(!in_words(action, &words).is_empty());
                // All of it at once comes to the same.
                let mut whole = Draft::default();
                whole.pick_whole(action);
                assert_eq!(whole.action(&offer, &shapes).as_ref(), Some(action));
            }
        }
    }
}

/// Where clicks leave several that differ in more than numbers, to move or to fire, none of them is
/// taken for meant.
#[test]
fn of_several_that_may_be_meant_none_is_taken() {
    let bundle = &bundles()[2];
    let shapes = Shapes::of(SYSTEMS, bundle);
    let rest = |action: &Action| {
        let fields = action.fields.clone().into_iter();
        fields.filter(|(_, value)| !matches!(value, Value::Number(_))).collect::<Vec<_>>()
    };
    let mut several = 0;
    for decisions in (0..420).step_by(30) {
        let session = in_the_midst(bundle, 4, decisions);
        let offer = Offer::of(session.game());
        for action in offer.legal().iter().step_by(3) {
            let mut draft = Draft::default();
            draft.pick_kind(&action.verb);
            acting(action).for_each(|unit| assert!(draft.pick_unit(unit, &offer, &shapes)));
            targets(action).for_each(|hex| assert!(draft.pick_hex(hex, &offer, &shapes)));
            let as_many = |one: &&Action| {
                acting(one).count() == acting(action).count()
                    && targets(one).count() == targets(action).count()
            };
            let mut others = draft.candidates(&offer).filter(as_many);
            if let Some(other) = others.find(|other| rest(other) != rest(action)) {
                let made = draft.action(&offer, &shapes);
                assert_eq!(made, None, "{action:?} or {other:?}");
                several += 1;
            }
        }
    }
    assert!(several > 20, "{several}");
}

#[test]
fn numbers_of_guns_are_set_one_by_one() {
    let bundle = &bundles()[0];
    let shapes = Shapes::of(SYSTEMS, bundle);
    let session = (0..80)
        .map(|decisions| in_the_midst(bundle, 4, decisions))
        .find(|session| Offer::of(session.game()).count("drumfire") > 0)
        .expect("the drumfire of the first turn");
    let offer = Offer::of(session.game());
    let hex = offer.legal().iter().find_map(|action| targets(action).next()).unwrap();
    let mut draft = Draft::default();
    draft.pick_hex(hex, &offer, &shapes);
    assert_eq!(draft.verb().unwrap(), "drumfire");
    draft.set("field", Some(Value::Number(2)));
    draft.set("heavy", Some(Value::Number(1)));
    let action = draft.action(&offer, &shapes).unwrap();
    assert_eq!(action.fields.get("field"), Some(&Value::Number(2)));
    assert_eq!(action.fields.get("heavy"), Some(&Value::Number(1)));
    // They stay as they are set when a listed action is taken in hand.
    let listed = offer.legal().iter().find(|one| targets(one).next() == Some(hex)).unwrap();
    draft.pick_whole(listed);
    let again = draft.action(&offer, &shapes).unwrap();
    assert_eq!(again.fields.get("field"), Some(&Value::Number(2)));
    assert_eq!(again.fields.get("heavy"), Some(&Value::Number(1)));
    draft.set("field", Some(Value::Number(9_000)));
    let refused = check(session.game(), &draft.action(&offer, &shapes).unwrap()).unwrap_err();
    assert!(refused.rule.starts_with("KB "), "{refused}");
}

#[test]
fn a_unit_lets_go_of_what_it_cannot_do() {
    let bundle = &bundles()[1];
    let shapes = Shapes::of(SYSTEMS, bundle);
    let session = in_the_midst(bundle, 4, 100);
    let offer = Offer::of(session.game());
    let mut draft = Draft::default();
    assert!(!draft.pick_unit("nobody", &offer, &shapes) && draft.is_empty());
    let unit = (*offer.actors().iter().next().unwrap()).to_owned();
    assert!(draft.pick_unit(&unit, &offer, &shapes));
    assert!(draft.pick_unit(&unit, &offer, &shapes) && draft.is_empty(), "picked twice");
}

#[test]
fn every_kind_of_action_is_known_by_its_schema() {
    for (bundle, group) in bundles().into_iter().zip([Some("barrage"), None]) {
        let shapes = Shapes::of(SYSTEMS, &bundle);
        for verb in ["move", "attack", "lose", "retreat", "advance", "place", "done"] {
            assert!(!shapes.of_kind(verb).about.is_empty(), "{verb}");
        }
        let attack = shapes.of_kind("attack");
        // A face is chosen in words, not by its number.
        let rebuild = shapes.of_kind("rebuild");
        assert!(!rebuild.has(&FieldKind::Number));
        assert!(attack.has(&FieldKind::Units) && attack.has(&FieldKind::Hexes));
        let groups = attack.fields.iter().find(|f| matches!(f.kind, FieldKind::Group(_)));
        assert_eq!(groups.map(|field| field.name.as_str()), group);
    }
}

/// Positions of a game of Infantry Attacks by random bots, with what is legal in each.
fn positions(decisions: usize) -> impl Iterator<Item = (salient_rules::Match, Offer)> {
    let bundle = &bundles()[2];
    let mut game = salient_rules::Prepared::new(SYSTEMS, bundle).unwrap().start(5);
    let next = move || {
        game.advance(&[Bot::RANDOM; 2]);
        let copy = game.tried(salient_rules::dice::Dice::seeded(1));
        let offer = Offer::of(&copy);
        (!game.is_over()).then_some((copy, offer))
    };
    std::iter::from_fn(next).take(decisions)
}

#[test]
fn a_leader_is_picked_for_all_whom_he_directs() {
    let shapes = Shapes::of(SYSTEMS, &bundles()[2]);
    let verb = "activate_leader";
    let (_, offer) = positions(400).find(|(_, offer)| offer.count(verb) > 0).expect("a leader");
    let of_kind = offer.legal().iter().find(|action| action.verb == verb).unwrap();
    let leader = of_kind.text("leader").unwrap();
    let mut draft = Draft::default();
    draft.pick_kind(verb);
    assert!(draft.open_units(&offer).contains(leader), "{leader}");
    assert!(draft.pick_unit(leader, &offer, &shapes));
    assert_eq!(draft.verb().unwrap(), verb, "the kind stays");
    let mut left = draft.candidates(&offer);
    assert!(left.all(|action| action.text("leader") == Some(leader)));
    // Without a kind he may act in several ways, and none of them is taken for meant.
    let mut draft = Draft::default();
    assert!(draft.pick_unit(leader, &offer, &shapes));
    assert_eq!(draft.verb(), None);
    assert_eq!(draft.action(&offer, &shapes), None);
    let kinds: std::collections::BTreeSet<&str> =
        draft.candidates(&offer).map(|action| action.verb.as_str()).collect();
    assert!(kinds.contains("activate") && kinds.contains(verb), "{kinds:?}");
}

#[test]
fn a_unit_that_cannot_go_along_is_known() {
    let shapes = Shapes::of(SYSTEMS, &bundles()[2]);
    let (mut apart, mut together) = (0, 0);
    for (game, offer) in positions(2500) {
        let moves: Vec<_> = offer.legal().iter().filter(|one| one.verb == "move").collect();
        if let Some(both) = moves.iter().find(|action| actors(action).count() == 2) {
            let mut draft = Draft::default();
            draft.pick_kind("move");
            actors(both).for_each(|unit| assert!(draft.pick_unit(unit, &offer, &shapes)));
            assert!(draft.goes_together(&game, &offer, &shapes), "{both:?}");
            together += 1;
        }
        let units = game.units();
        let hex = |name: &str| units.iter().find(|unit| unit.name == name).and_then(|it| it.hex);
        let alone: Vec<&str> = moves.iter().filter_map(|action| actors(action).next()).collect();
        let first = alone.first().copied();
        let other = alone.iter().copied().find(|unit| {
            first.is_some_and(|first| {
                hex(first).is_some() && hex(unit).is_some_and(|at| Some(at) != hex(first))
            })
        });
        if let (Some(first), Some(other)) = (first, other) {
            let mut draft = Draft::default();
            draft.pick_kind("move");
            assert!(draft.pick_unit(first, &offer, &shapes));
            assert!(draft.goes_together(&game, &offer, &shapes));
            assert!(draft.pick_unit(other, &offer, &shapes));
            assert!(!draft.goes_together(&game, &offer, &shapes), "{first} and {other}");
            draft.keep_last();
            assert_eq!(
                (draft.units(), draft.verb().unwrap().as_str()),
                (&[other.into()][..], "move")
            );
            apart += 1;
        }
    }
    assert!(apart > 3, "{apart} apart, {together} together");
}

#[test]
fn the_end_of_a_game_turn_is_known_before_it_comes() {
    let mut ends = 0;
    for (game, offer) in positions(2500) {
        let pass = offer.legal().iter().find(|action| action.verb == "pass");
        if let Some(pass) = pass.filter(|pass| ends_turn(&game, pass)) {
            let mut copy = game.tried(salient_rules::dice::Dice::seeded(99));
            copy.apply(pass).unwrap();
            assert!(copy.is_over() || copy.turn() > game.turn());
            let words = Words::new(SYSTEMS, &bundles()[2]);
            assert_eq!(salient_play::prospects(&game, pass, &words), None, "of the next turn");
            ends += 1;
        }
    }
    assert!(ends > 0, "no game-turn ends by a pass");
}

/// The numbers of an action that are set by hand: those of groups, too.
fn numbers(action: &Action, shapes: &Shapes) -> Vec<(String, String)> {
    let fields = shapes.of_kind(&action.verb).fields;
    let groups = fields.iter().filter_map(|field| match &field.kind {
        FieldKind::Group(inner) => Some(inner.iter().map(|one| (&field.name, &one.name))),
        _ => None,
    });
    groups.flatten().map(|(group, name)| (group.clone(), name.clone())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Of a group of numbers that are listed, field and heavy artillery, one is set and the others stay
    /// as they are.
    #[test]
    fn a_number_that_is_set_leaves_the_others_of_its_group_alone(
        decisions in 0..140_usize,
        which in any::<prop::sample::Index>(),
        set in any::<prop::sample::Index>(),
        listed in prop::collection::vec(0..30_i64, 8),
        to in 0..30_i64,
    ) {
        let bundle = &bundles()[0];
        let shapes = Shapes::of(SYSTEMS, bundle);
        let session = in_the_midst(bundle, 4, decisions);
        let mut offer = Offer::of(session.game());
        let grouped: Vec<&Action> =
            offer.legal().iter().filter(|one| !numbers(one, &shapes).is_empty()).collect();
        prop_assume!(!grouped.is_empty());
        let mut action = grouped[which.index(grouped.len())].clone();
        let names = numbers(&action, &shapes);
        for ((group, name), number) in names.iter().zip(&listed) {
            let mut table = match action.fields.get(group) {
                Some(Value::Table(table)) => table.clone(),
                _ => Table::default(),
            };
            table.insert(name.as_str().into(), Value::Number(*number));
            action.fields.insert(group.as_str().into(), Value::Table(table));
        }
        offer.add(vec![action.clone()]);
        let mut draft = Draft::default();
        draft.pick_whole(&action);
        let (group, name) = &names[set.index(names.len())];
        draft.set(&format!("{group}.{name}"), Some(Value::Number(to)));
        let made = draft.action(&offer, &shapes).expect("an action");
        for ((of, other), number) in names.iter().zip(&listed) {
            let wanted = if (of, other) == (group, name) { to } else { *number };
            let now = bounds::number(&made.fields, &format!("{of}.{other}"));
            prop_assert_eq!(now, wanted, "{}.{} of {:?}", of, other, made);
        }
    }
}

/// A kind of action counts units where units act: a boundary is that of armies, and the depots that
/// stand for them do not.
#[test]
fn kinds_count_units_where_units_act() {
    let mut counts_units: BTreeMap<String, bool> = BTreeMap::new();
    for bundle in of_every_system() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(5);
        let bots = vec![Bot::RANDOM; game.sides().len()];
        for _ in 0..900 {
            if game.is_over() {
                break;
            }
            let offer = Offer::of(&game);
            for (kind, said) in offer.kinds_in_words(&Acts::of(&words, &game)) {
                *counts_units.entry(kind.to_string()).or_default() |= said.contains(" unit");
            }
            game.advance(&bots);
        }
    }
    let wanted = [("move", true), ("attack", true), ("boundary", false), ("done", false)];
    for (kind, units) in wanted {
        assert_eq!(counts_units.get(kind), Some(&units), "{kind}: {counts_units:?}");
    }
}
