//! What a choice comes to is told with it: the odds that the log tells after it is made, what a loss
//! leaves of a unit, what a retreat costs.

use std::collections::BTreeMap;

use salient_play::offer::in_full;
use salient_play::{Offer, Stop};
use salient_rules::acts::Acts;
use salient_rules::dice::Dice;
use salient_rules::words::{Words, strength_before};
use salient_rules::{Action, Match};
use salient_schema::event::{EventKind, LossOutcome};

use crate::support::{SYSTEMS, bundles, in_the_midst};

fn remark(game: &Match, action: &Action) -> Option<String> {
    game.asked()?.remark(action)
}

#[test]
fn choices_of_storm_in_the_west_say_what_they_come_to() {
    let bundle = &bundles()[1];
    let words = Words::new(SYSTEMS, bundle);
    let mut session = in_the_midst(bundle, 4, 0);
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    for _ in 0..4000 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        if game.is_over() || met.len() == 3 && met.values().all(|count| *count > 20) {
            break;
        }
        let offer = Offer::of(game);
        let acts = Acts::of(&words, game);
        for action in offer.legal().iter().take(30) {
            let wanted = match action.verb.as_str() {
                "attack" => " on the die|no die is rolled",
                "retreat" => "left to lose",
                "move" | "move_stack" => " MP",
                "lose" => continue,
                _ => {
                    assert_eq!(remark(game, action), None, "{action:?}");
                    continue;
                }
            };
            // Who infiltrates goes his hex and pays nothing (SW 15.0).
            if action.verb == "move" && game.phase_name().contains("nfiltration") {
                assert_eq!(remark(game, action), None, "{action:?}");
                continue;
            }
            let told = remark(game, action).expect("a remark");
            assert!(wanted.split('|').any(|one| told.contains(one)), "{told}");
            assert_eq!(in_full(action, &acts, game), format!("{}: {told}", acts.say(action)));
            *met.entry(action.verb.to_string()).or_default() += 1;
        }
        if offer.count("retreat") > 0 {
            let asked = game.asked().and_then(|asked| asked.question()).expect("a question");
            assert!(asked.what.ends_with(" left to lose"), "{asked:?}");
        }
    }
    assert_eq!(met.keys().collect::<Vec<_>>(), ["attack", "move", "retreat"], "{met:?}");
}

#[test]
fn whoever_chooses_a_loss_knows_what_it_leaves() {
    for (bundle, least) in bundles().iter().zip([20, 40, 3]) {
        let words = Words::new(SYSTEMS, bundle);
        let (mut seen, mut several) = (0, 0);
        for seed in 1..9 {
            let mut session = in_the_midst(bundle, seed, 0);
            for _ in 0..3000 {
                session.let_bot_decide(Stop::Person);
                let game = session.game();
                if game.is_over() || seen >= 2 * least && several > 0 {
                    break;
                }
                let acts = Acts::of(&words, game);
                for action in game.legal().iter().filter(|action| action.verb == "lose") {
                    let told = in_full(action, &acts, game);
                    let said = acts.say(action);
                    let rest = told.strip_prefix(&format!("{said}: ")).expect("what it leaves");
                    let mut copy = game.tried(Dice::seeded(1));
                    copy.apply(action).unwrap();
                    let lost = copy.events().iter().find_map(|event| match &event.kind {
                        EventKind::Lost(lost) => Some((&lost.outcome, strength_before(event))),
                        _ => None,
                    });
                    let (outcome, before) = lost.expect("a loss");
                    let wanted = match outcome {
                        LossOutcome::Eliminated => "eliminated, ".to_owned(),
                        LossOutcome::Reduced { strength: Some(left), .. } => {
                            let before = before.expect("what it was before");
                            format!("reduced from strength {before} to {left}, ")
                        }
                        LossOutcome::Reduced { strength: None, .. } => "reduced, ".to_owned(),
                        LossOutcome::Replaced { by, .. } => {
                            format!("replaced by {}", words.unit(by))
                        }
                    };
                    assert!(rest.starts_with(&wanted), "{told}");
                    // Behind it stands what the system remarks besides.
                    let left = rest.split("; ").next().unwrap();
                    assert!(left.ends_with(" left to lose"), "{told}");
                    seen += 1;
                    several += usize::from(!left.ends_with("no step is left to lose"));
                }
            }
        }
        let title = &bundle.scenario.title;
        assert!(seen >= least && several > 0, "{title}: {seen}, {several}");
    }
}

#[test]
fn how_much_is_left_to_lose_is_what_the_question_says_then() {
    let bundle = &bundles()[1];
    let words = Words::new(SYSTEMS, bundle);
    let (mut session, mut seen, mut exact) = (in_the_midst(bundle, 4, 0), 0, 0);
    for _ in 0..4000 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        if game.is_over() || seen > 20 {
            break;
        }
        for action in game.legal().iter().filter(|action| action.verb == "lose") {
            let mut copy = game.tried(Dice::seeded(1));
            copy.apply(action).unwrap();
            let goes_on = copy.deciding() == game.deciding()
                && copy.legal().iter().any(|one| one.verb == "lose");
            let Some(asked) = copy.asked().and_then(|asked| asked.question()) else { continue };
            let Some((_, left)) = asked.what.rsplit_once("; ").filter(|_| goes_on) else {
                continue;
            };
            let told = in_full(action, &Acts::of(&words, game), game);
            let steps = |text: &str| text.split(' ').next().unwrap().parse::<u32>().unwrap();
            let left_here = told.rsplit_once(", ").unwrap().1;
            // Who owes more steps than there are loses no more than that.
            assert!(steps(left_here) <= steps(left), "{told}, but {left}");
            exact += usize::from(steps(left_here) == steps(left));
            seen += 1;
        }
    }
    assert!(seen > 5 && exact * 2 > seen, "{exact} of {seen}");
}

#[test]
fn what_counts_is_called_by_its_name() {
    let scores = bundles().map(|bundle| {
        let session = in_the_midst(&bundle, 4, 30);
        let scores = session.game().known_to(&[]).scores();
        (session.game().score(), scores)
    });
    let [(_, kaisers_battle), (points, storm), (_, infantry_attacks)] = scores;
    assert!(kaisers_battle.is_empty() && infantry_attacks.is_empty());
    let german = storm.iter().find(|score| score.side == 0).expect("the German side's");
    assert_eq!((german.kind.as_ref(), german.points as i32), ("morale", points));
}
