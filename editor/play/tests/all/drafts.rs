//! Whatever is legal can be put together by picking its kind, its units and its hexes.

use salient_play::draft::check;
use salient_play::offer::{actors, in_words, targets};
use salient_play::{Draft, FieldKind, Offer, Shapes};
use salient_rules::words::Words;
use salient_schema::plain::Value;

use crate::support::{SYSTEMS, bundles, in_the_midst};

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
                for unit in actors(action) {
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
        assert!(attack.has(&FieldKind::Units) && attack.has(&FieldKind::Hexes));
        let groups = attack.fields.iter().find(|f| matches!(f.kind, FieldKind::Group(_)));
        assert_eq!(groups.map(|field| field.name.as_str()), group);
    }
}
