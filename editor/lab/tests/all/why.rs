//! Why bots decide as they do: the account has what was done among what was weighed, and asking
//! changes nothing.

use salient_rules::account::Account;
use salient_rules::game::Prepared;
use salient_rules::{Bot, Match};
use salient_schema::Bundle;

use crate::support::{SYSTEMS, kaisers_battle, storm_in_the_west};

fn accounts(bundle: &Bundle, bots: &[Bot], decisions: usize) -> (Match, Vec<Account>) {
    let prepared = Prepared::new(SYSTEMS, bundle).expect("a legal set-up");
    let mut game = prepared.start_quietly(3);
    let told = (0..decisions).filter_map(|_| game.advance_and_tell(bots).1);
    let told: Vec<Account> = told.filter(|account| !account.is_empty()).collect();
    (game, told)
}

#[test]
fn a_planner_tells_what_it_did_among_what_it_weighed() {
    for bundle in [kaisers_battle(), storm_in_the_west("the-allied-offensive")] {
        let bots = [Bot::PLANNER; 2];
        let (told, accounts) = accounts(&bundle, &bots, 900);
        // Whoever asks gets the same game.
        let prepared = Prepared::new(SYSTEMS, &bundle).expect("a legal set-up");
        let mut silent = prepared.start_quietly(3);
        for _ in 0..900 {
            silent.advance(&bots);
        }
        assert_eq!(told.state_hash(), silent.state_hash());
        for verb in ["move", "attack"] {
            let about: Vec<&Account> =
                accounts.iter().filter(|account| account.action.verb.starts_with(verb)).collect();
            assert!(!about.is_empty(), "{verb}: nothing told in {}", bundle.scenario.title);
            for account in about {
                let choices = &account.weighed.choices;
                let taken = choices.iter().filter(|choice| choice.taken).count();
                assert!(taken <= 1, "{account:?}");
                let best = choices.iter().map(|choice| choice.value).max();
                assert_eq!(choices.first().map(|choice| choice.value), best, "best first");
                assert!(!account.weighed.unit.is_empty() && !account.weighed.between.is_empty());
            }
        }
        let attacks = accounts.iter().filter(|account| account.action.verb == "attack");
        for account in attacks {
            let taken = account.weighed.choices.iter().find(|choice| choice.taken);
            let taken = taken.expect("the attack is among those that were weighed");
            assert!(taken.chances.iter().all(|chance| (0.0..=1.0).contains(&chance.share)));
            assert!(!taken.chances.is_empty());
        }
    }
}

#[test]
fn a_searcher_tells_its_plan_when_it_takes_it() {
    let bots = [Bot::SEARCHER.with_playouts(2), Bot::PLANNER];
    let (_, accounts) = accounts(&storm_in_the_west("the-allied-offensive"), &bots, 300);
    let searched: Vec<&Account> =
        accounts.iter().filter(|account| account.bot.is(Bot::SEARCHER)).collect();
    assert!(searched.iter().any(|account| account.planned_now));
    assert!(searched.iter().all(|account| account.plan.is_some()));
    let of_planner = accounts.iter().filter(|account| account.bot.is(Bot::PLANNER));
    assert!(of_planner.clone().count() > 0);
    assert!(of_planner.clone().all(|account| account.plan.is_none()));
}

#[test]
fn rules_of_thumb_have_nothing_to_tell() {
    for bot in [Bot::RANDOM, Bot::HEURISTIC] {
        let (_, accounts) = accounts(&kaisers_battle(), &[bot; 2], 300);
        assert!(accounts.is_empty());
    }
}
