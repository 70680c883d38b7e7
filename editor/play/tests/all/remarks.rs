//! What a choice comes to is told with it: the odds that the log tells after it is made, the steps
//! that are left, what a retreat costs.

use std::collections::BTreeMap;

use salient_play::offer::in_full;
use salient_play::{Offer, Stop};
use salient_rules::acts::Acts;
use salient_rules::words::Words;
use salient_rules::{Action, Match};

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
                "lose" => "step",
                "retreat" => "left to lose",
                _ => {
                    assert_eq!(remark(game, action), None, "{action:?}");
                    continue;
                }
            };
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
    assert_eq!(met.keys().collect::<Vec<_>>(), ["attack", "lose", "retreat"], "{met:?}");
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
