//! What may come of an attack is what does come of it, as often.

use std::collections::BTreeMap;

use salient_play::{Offer, Stop, prospects};
use salient_rules::Match;
use salient_rules::dice::Dice;
use salient_rules::words::Words;
use salient_schema::event::EventKind;

use crate::support::{SYSTEMS, bundles, in_the_midst};

#[test]
fn chances_add_up_and_match_many_throws() {
    for bundle in bundles() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut looked_at = 0;
        let mut session = in_the_midst(&bundle, 4, 0);
        for _ in 0..900 {
            session.let_bot_decide(Stop::Person);
            let game = session.game();
            let offer = Offer::of(game);
            let is_attack = |verb: &str| matches!(verb, "attack" | "fire" | "assault");
            let Some(attack) = offer.legal().iter().find(|action| is_attack(&action.verb)) else {
                continue;
            };
            let Some(found) = prospects(game, attack, &words) else { continue };
            let sum: f64 = found.outcomes.iter().map(|outcome| outcome.chance).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            assert!(!found.certain.is_empty(), "the strengths are known");
            looked_at += 1;
            if looked_at > 3 {
                break;
            }
            // Thrown a thousand times by other dice, without the rest of the reckoning.
            let mut points: BTreeMap<i32, f64> = BTreeMap::new();
            for outcome in &found.outcomes {
                *points.entry(outcome.points).or_default() += outcome.chance;
            }
            let mut thrown: BTreeMap<i32, f64> = BTreeMap::new();
            for seed in 0..1000 {
                let mut copy = game.tried(Dice::seeded(seed));
                copy.apply(attack).unwrap();
                let rolled = |copy: &Match| {
                    copy.events().iter().any(|event| matches!(event.kind, EventKind::Roll(_)))
                };
                while !rolled(&copy) {
                    copy.apply(&salient_rules::Action::plain("done")).unwrap();
                }
                for _ in 0..40 {
                    let legal = copy.legal();
                    let forced =
                        |a: &salient_rules::Action| a.verb == "lose" || a.verb == "retreat";
                    if legal.is_empty() || !legal.iter().all(forced) {
                        break;
                    }
                    copy.apply(&legal[0]).unwrap();
                }
                *thrown.entry(copy.score() - game.score()).or_default() += 0.001;
            }
            for (score, share) in &thrown {
                let chance = points.get(score).copied().unwrap_or_default();
                assert!((chance - share).abs() < 0.07, "{score}: {chance} against {share}");
            }
        }
        assert!(looked_at > 2, "{looked_at} attacks");
    }
}

#[test]
fn what_rolls_no_die_has_no_prospects() {
    let bundle = &bundles()[1];
    let words = Words::new(SYSTEMS, bundle);
    let (session, quiet) = (100..200)
        .find_map(|decisions| {
            let session = in_the_midst(bundle, 4, decisions);
            let legal = session.game().legal();
            let quiet = legal.into_iter().find(|action| action.verb == "move")?;
            Some((session, quiet))
        })
        .expect("a move");
    assert_eq!(prospects(session.game(), &quiet, &words), None);
    let nonsense = salient_rules::Action::plain("surrender");
    assert_eq!(prospects(session.game(), &nonsense, &words), None);
}
