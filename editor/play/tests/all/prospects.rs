//! What may come of an attack is what does come of it, as often.

use std::collections::BTreeMap;

use salient_play::offer::in_full;
use salient_play::prospects::needs_a_look;
use salient_play::{Offer, Prospect, Prospects, Stop, prospects};
use salient_rules::acts::Acts;
use salient_rules::dice::Dice;
use salient_rules::words::Words;
use salient_rules::{Action, Match, Prepared, System};
use salient_schema::event::EventKind;

use crate::support::{InfantryAttacks, SYSTEMS, bundles, in_the_midst};

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
            let found = prospects(game, attack, &words).filter(|found| found.dice > 0);
            let Some(found) = found else { continue };
            let sum: f64 = found.outcomes.iter().map(|outcome| outcome.chance).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            assert!(!found.certain.is_empty(), "the strengths are known");
            let lines = &found.certain;
            assert!(
                lines.iter().any(|line| line.text.contains(|c: char| c.is_ascii_digit())),
                "strengths, odds or columns: {lines:?}"
            );
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

/// What follows by itself, the next steps of the sequence of play with their dice, is not of an
/// action's doing: to be done and to pass have no chances of their own, nor has an advance.
#[test]
fn what_follows_by_itself_is_no_prospect() {
    for bundle in bundles() {
        let words = Words::new(SYSTEMS, &bundle);
        let mut looked_at = 0;
        for decisions in (0..400).step_by(5) {
            let session = in_the_midst(&bundle, 4, decisions);
            let ends = ["done", "pass", "advance"];
            let legal = session.game().legal();
            for action in legal.iter().filter(|action| ends.contains(&action.verb.as_str())) {
                // Who declines to support an attack lets it be made.
                let mut copy = session.game().tried(Dice::seeded(1));
                copy.apply(action).unwrap();
                if copy.events().iter().any(|it| matches!(it.kind, EventKind::Attacked(_))) {
                    continue;
                }
                let found = prospects(session.game(), action, &words);
                assert_eq!(found, None, "{}: {action:?}", bundle.scenario.id);
                looked_at += 1;
            }
        }
        assert!(looked_at > 10, "{}: {looked_at}", bundle.scenario.id);
    }
}

/// An attack at odds that no die is rolled at is looked at as any other, with its odds; what begins
/// a later step with dice is none, unless the game-turn ends with it.
#[test]
fn an_attack_is_looked_at_whether_a_die_decides_it_or_not() {
    let bundle = &bundles()[1];
    let words = Words::new(SYSTEMS, bundle);
    let mut session = in_the_midst(bundle, 4, 0);
    let (mut certain, mut quiet) = (0, 0);
    for _ in 0..4000 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        if game.is_over() || certain > 2 && quiet > 20 {
            break;
        }
        let legal = game.legal();
        let attacks = legal.iter().filter(|one| one.verb == "attack");
        for attack in attacks.filter(|one| one.texts("units").len() == 1).take(12) {
            assert!(needs_a_look(game, attack), "{attack:?}");
            let found = prospects(game, attack, &words).expect("an attack has prospects");
            assert!(found.certain.iter().any(|line| line.text.contains(':')), "{found:?}");
            if found.dice == 0 {
                assert_eq!(found.outcomes.len(), 1, "{found:?}");
                assert!((found.outcomes[0].chance - 1.0).abs() < 1e-9, "{found:?}");
                certain += 1;
            }
        }
        for advance in legal.iter().filter(|one| one.verb == "advance").take(1) {
            let mut copy = game.tried(Dice::seeded(1));
            copy.apply(advance).unwrap();
            assert_eq!(needs_a_look(game, advance), copy.turn() != game.turn(), "{advance:?}");
            quiet += 1;
        }
    }
    assert!(certain > 0 && quiet > 0, "{certain} attacks without a die, {quiet} advances");
}

/// Whoever bombards where no throw of the die does any harm is told that before he spends the points.
#[test]
fn a_bombardment_in_vain_is_told_as_such() {
    let bundle = &bundles()[0];
    let words = Words::new(SYSTEMS, bundle);
    let mut session = in_the_midst(bundle, 4, 0);
    let sides = ["German".to_owned(), "Allied".to_owned()];
    let (mut vain, mut harm) = (0, 0);
    for _ in 0..60 {
        let game = session.game();
        let legal = game.legal();
        for fire in legal.iter().filter(|one| one.verb == "drumfire").step_by(5) {
            assert!(needs_a_look(game, fire), "{fire:?}");
            let found = prospects(game, fire, &words);
            let found = found.unwrap_or_else(|| panic!("nothing is said of {fire:?}"));
            let known = |line: &str| line.contains("column") && line.contains("morale");
            assert!(found.certain.iter().any(|line| known(&line.text)), "{found:?}");
            match found.outcomes.as_slice() {
                [only] if only.in_words(&sides) == "no effect" => {
                    assert!((only.chance - 1.0).abs() < 1e-9, "{found:?}");
                    vain += 1;
                }
                _ => harm += 1,
            }
        }
        if vain > 0 && harm > 0 {
            return;
        }
        session.let_bot_decide(Stop::Person);
    }
    panic!("{vain} in vain, {harm} not");
}

/// The state of morale of each unit on the map, by name.
fn morale(game: &Match, words: &Words) -> BTreeMap<String, String> {
    let states = game.known_to(&[]).states();
    let of_morale = states.into_iter().filter_map(|of| {
        let worst =
            of.states.iter().filter_map(|id| Some((words.morale(id)?, id.clone()))).max()?;
        Some((of.unit.to_owned(), worst.1))
    });
    of_morale.collect()
}

#[test]
fn fire_tells_how_likely_it_breaks_the_order_of_those_it_hits() {
    let bundle = &bundles()[2];
    let words = Words::new(SYSTEMS, bundle);
    let mut session = in_the_midst(bundle, 4, 0);
    let mut looked_at = 0;
    for _ in 0..1500 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        let legal = game.legal();
        let Some(fire) = legal.iter().find(|action| action.verb == "fire") else { continue };
        let Some(found) = prospects(game, fire, &words) else { continue };
        let told: f64 = found
            .outcomes
            .iter()
            .filter(|outcome| !outcome.morale.is_empty())
            .map(|outcome| outcome.chance)
            .sum();
        // Thrown many times by other dice: how often does anybody's order change?
        let before = morale(game, &words);
        let (mut changed, throws) = (0, 600);
        for seed in 0..throws {
            let mut copy = game.tried(Dice::seeded(seed + 77));
            copy.apply(fire).unwrap();
            for _ in 0..40 {
                let legal = copy.legal();
                if legal.is_empty() || !legal.iter().all(|one| one.verb == "lose") {
                    break;
                }
                copy.apply(&legal[0]).unwrap();
            }
            let units = copy.units();
            let there =
                |name: &str| units.iter().any(|unit| unit.name == name && unit.hex.is_some());
            let after = morale(&copy, &words);
            let worse = after.iter().any(|(name, state)| before.get(name) != Some(state));
            let better = before.keys().any(|name| !after.contains_key(name) && there(name));
            changed += u32::from(worse || better);
        }
        let share = f64::from(changed) / throws as f64;
        assert!((told - share).abs() < 0.09, "{fire:?}: {told} told, {share} thrown");
        looked_at += 1;
        if looked_at > 7 {
            return;
        }
    }
    panic!("{looked_at} fires");
}

#[test]
fn who_tries_to_recover_is_told_how_likely_he_does() {
    let bundle = &bundles()[2];
    let words = Words::new(SYSTEMS, bundle);
    let mut session = in_the_midst(bundle, 4, 0);
    for _ in 0..3000 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        let legal = game.legal();
        let Some(recover) = legal.iter().find(|action| action.verb == "recover") else { continue };
        let found = prospects(game, recover, &words).expect("dice are rolled");
        let sides = ["German".to_owned(), "Russian".to_owned()];
        let said: Vec<String> = found.outcomes.iter().map(|one| one.in_words(&sides)).collect();
        assert!(said.iter().any(|words| words.contains("recovered")), "{said:?}");
        assert!(!found.about, "two dice can all be gone through");
        return;
    }
    panic!("nobody recovers");
}

#[test]
fn what_shifts_the_columns_adds_up_to_what_the_log_tells() {
    let bundle = &bundles()[2];
    let mut session = in_the_midst(bundle, 9, 0);
    let mut looked_at = 0;
    for _ in 0..2500 {
        session.let_bot_decide(Stop::Person);
        let game = session.game();
        for action in
            game.legal().iter().filter(|one| matches!(one.verb.as_str(), "fire" | "assault"))
        {
            // What holds only for some of those in the hex is said so.
            let all = game
                .asked()
                .unwrap()
                .modifiers(action)
                .into_iter()
                .filter(|one| !one.what.starts_with("for "));
            let sum: i32 = all.map(|one| one.by).sum();
            let mut copy = game.tried(Dice::seeded(1));
            copy.apply(action).unwrap();
            // An assault that the defenders open is told with theirs first.
            let own = copy.events().iter().find_map(|event| {
                let detail = serde_json::to_value(event).ok()?["detail"].clone();
                let is = matches!(
                    detail["event"].as_str(),
                    Some("direct_fire" | "bombardment" | "assault")
                );
                let attack = detail["strike"].as_str().is_none_or(|strike| strike == "attack");
                (is && attack).then(|| detail["shift"].as_i64()).flatten()
            });
            let Some(told) = own else { continue };
            assert_eq!(
                i64::from(sum),
                told,
                "{action:?}: {:?}",
                game.asked().unwrap().modifiers(action)
            );
            looked_at += 1;
        }
    }
    assert!(looked_at > 50, "{looked_at} fires and assaults");
}

/// Who strikes first in an assault is told before, with the rule, and so it comes.
#[test]
fn an_assault_tells_who_fires_first() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let scenarios = InfantryAttacks.published().scenarios.iter();
    let names = scenarios.filter_map(|path| path.rsplit('/').next()?.strip_suffix(".json"));
    for (name, seed) in names.flat_map(|name| [(name, 4), (name, 9)]) {
        let bundle = InfantryAttacks.published().bundle(Some(name)).unwrap();
        let words = Words::new(SYSTEMS, &bundle);
        let mut session = in_the_midst(&bundle, seed, 0);
        for _ in 0..1500 {
            if seen.len() > 1 && seen.values().all(|count| *count > 9) {
                break;
            }
            session.let_bot_decide(Stop::Person);
            let game = session.game();
            for action in game.legal().iter().filter(|action| action.verb == "assault") {
                let Some(found) = prospects(game, action, &words) else { continue };
                let told = found.certain.first().map(|line| line.text.clone()).unwrap_or_default();
                assert!(told.contains("(IA 12."), "{name}: {told}");
                let mut copy = game.tried(Dice::seeded(1));
                copy.apply(action).unwrap();
                let strikes = copy.events().iter().filter_map(|event| {
                    let detail = serde_json::to_value(event).ok()?["detail"].clone();
                    detail["strike"].as_str().map(str::to_owned)
                });
                let strikes: Vec<String> = strikes.collect();
                let strikes: Vec<&str> = strikes.iter().map(String::as_str).collect();
                let begins = match strikes.as_slice() {
                    ["attack", ..] => "Both sides fire at once",
                    ["defence", "attack", ..] => "The defenders fire first",
                    [] => "The defenders choose",
                    // Nobody of the others was left to strike.
                    _ => continue,
                };
                assert!(told.starts_with(begins), "{name}: {strikes:?}: {told}");
                *seen.entry(begins).or_default() += 1;
            }
        }
    }
    println!("{seen:?}");
    assert!(seen.len() > 1, "{seen:?}");
}

#[test]
fn what_the_dice_decide_that_is_not_counted_has_no_prospects() {
    let bundle = &bundles()[2];
    let words = Words::new(SYSTEMS, bundle);
    let prepared = salient_rules::Prepared::new(SYSTEMS, bundle).unwrap();
    let mut looked_at = 0;
    for seed in 1..6 {
        let mut game = prepared.start(seed);
        for _ in 0..2000 {
            let legal = game.legal();
            for action in legal.iter().filter(|action| action.verb == "abort") {
                // A mission that ends for good is no loss, and not "no effect" either. The barrage
                // that falls next is none of its doing.
                assert_eq!(prospects(&game, action, &words), None, "{action:?}");
                looked_at += 1;
            }
            if game.is_over() {
                break;
            }
            game.advance(&[salient_rules::Bot::RANDOM; 2]);
        }
    }
    assert!(looked_at > 20, "{looked_at}");
}

/// A game in which a side is about to choose which of its guns fire as one. All of them fire at one
/// hex, as far as they can; what the enemy has off the map fires as well, or never. None where the
/// enemy fires first, or nothing is to be chosen.
fn before_the_barrage(prepared: &Prepared, seed: u64, side: usize, enemy: bool) -> Option<Match> {
    let mut game = prepared.start(seed);
    let own = game.sides()[side].clone();
    let mut at: Option<String> = None;
    while !game.is_over() {
        let legal = game.legal();
        let is_own = game.deciding() == Some(&own);
        if legal.iter().any(|action| action.verb == "bombard") {
            let fired = game.events().iter().any(|it| matches!(it.kind, EventKind::Attacked(_)));
            return (is_own && !fired).then_some(game);
        }
        if legal.iter().any(|action| action.verb == "activate") {
            return None;
        }
        let plans = legal.iter().filter(|action| action.verb == "plan");
        let of_gun = |action: &&Action| action.text("unit") == legal[0].text("unit");
        let plans: Vec<&Action> = plans.filter(of_gun).collect();
        let fires = |plan: &Action| -> Option<String> {
            let plan = serde_json::to_value(plan).unwrap();
            plan["fires"][0]["hex"].as_str().map(str::to_owned)
        };
        let never = plans
            .iter()
            .find(|plan| plan.text("mission") == Some("planned-fire") && fires(plan).is_none());
        let first = plans.iter().find(|plan| fires(plan).is_some());
        let same = plans.iter().find(|plan| at.is_some() && fires(plan) == at);
        let other = plans.iter().find(|plan| plan.text("mission") != Some("planned-fire"));
        let chosen = match is_own {
            true => same.or(first).or(other),
            false if enemy => first.filter(|_| never.is_some()).or(other),
            false => never.or(other),
        };
        if let Some(plan) = chosen.filter(|_| is_own && at.is_none()) {
            at = fires(plan);
        }
        let done = legal.iter().find(|action| action.verb == "done");
        let action = chosen.copied().or(done).or(legal.first()).cloned()?;
        game.apply(&action).unwrap();
    }
    None
}

/// What is told of planned fire is what comes of it alone: neither the fire of other guns nor what
/// the enemy has planned in secret is in it.
#[test]
fn what_is_told_of_planned_fire_knows_neither_other_guns_nor_the_enemys_plan() {
    let scenarios = InfantryAttacks.published().scenarios.iter();
    let names = scenarios.filter_map(|path| path.rsplit('/').next()?.strip_suffix(".json"));
    let mut looked_at = [0, 0];
    for name in names {
        let bundle = InfantryAttacks.published().bundle(Some(name)).unwrap();
        let words = Words::new(SYSTEMS, &bundle);
        let prepared = Prepared::new(SYSTEMS, &bundle).unwrap();
        for (seed, side) in (1..60).flat_map(|seed| [(seed, 0), (seed, 1)]) {
            if looked_at[side] > 12 {
                continue;
            }
            let with = |enemy| before_the_barrage(&prepared, seed, side, enemy);
            let (Some(quiet), Some(loud)) = (with(false), with(true)) else { continue };
            for action in quiet.legal().iter().filter(|action| action.verb == "bombard") {
                let said = in_full(action, &Acts::of(&words, &quiet), &quiet);
                let told = prospects(&quiet, action, &words);
                assert_eq!(told, prospects(&loud, action, &words), "{name}: {action:?}");
                for seed in 0..10 {
                    let mut alone = loud.alone().tried(Dice::seeded(seed));
                    alone.apply(action).unwrap();
                    for event in alone.events() {
                        let EventKind::Attacked(attack) = &event.kind else { continue };
                        let by: Vec<&str> = attack.units.iter().map(|it| it.as_str()).collect();
                        assert_eq!(by, action.texts("units"), "{name}");
                        if attack.against == attack.side {
                            continue;
                        }
                        // At which hex they fire, and at whom there, is said before.
                        assert!(said.contains(&attack.hexes[0]), "{name}: {said}");
                        let target = words.unit(&attack.targets[0]);
                        assert!(said.contains(&target), "{name}: {said}, at {target}");
                    }
                }
                looked_at[side] += usize::from(told.is_some());
            }
        }
    }
    assert!(looked_at.iter().all(|count| *count > 3), "{looked_at:?} fires of each side");
}

#[test]
fn steps_of_the_eliminated_are_among_the_steps() {
    let sides = ["German".to_owned(), "Allied".to_owned()];
    for (losses, said) in [
        ([(0, 0), (0, 0)], "no effect"),
        ([(1, 0), (3, 1)], "German: 1 step; Allied: 3 steps in all, 1 unit eliminated"),
        ([(0, 2), (1, 1)], "German: 2 units eliminated; Allied: 1 step in all, 1 unit eliminated"),
    ] {
        let losses = losses.to_vec();
        let (retreats, morale) = (Vec::new(), Vec::new());
        let outcome = Prospect { chance: 1.0, losses, retreats, morale, points: 0 };
        assert_eq!(outcome.in_words(&sides), said);
    }
}

/// What an action is tried on knows no more than the side that decides: hidden units are nowhere.
#[test]
fn an_action_is_tried_on_what_its_side_knows() {
    let bundle = InfantryAttacks.published().bundle(Some("the-ford")).unwrap();
    let mut game = Prepared::new(SYSTEMS, &bundle).unwrap().start(1);
    let mut hidden = 0;
    for _ in 0..200 {
        let Some(side) = game.deciding() else { break };
        let places = |units: Vec<salient_rules::game::UnitView<'_>>| -> Vec<_> {
            units.into_iter().map(|unit| (unit.name.to_owned(), unit.hex)).collect()
        };
        let known = places(game.units_known_to(&[side]));
        assert_eq!(places(game.alone().units()), known);
        hidden += usize::from(known != places(game.units()));
        game.advance(&[salient_rules::Bot::RANDOM; 2]);
    }
    assert!(hidden > 20, "{hidden} decisions of a side that is not shown everything");
}

/// What is listed reads as no 0 %, and where too many things come together each is told by itself.
#[test]
fn what_hardly_ever_comes_is_not_listed() {
    let sides = ["German".to_owned(), "Russian".to_owned()];
    let of = |chance: f64, steps: u32, morale: &[&str]| Prospect {
        chance,
        losses: vec![(0, 0), (steps, 0)],
        retreats: Vec::new(),
        morale: morale.iter().map(|what| (1, (*what).to_owned(), 1)).collect(),
        points: 0,
    };
    let outcomes = vec![
        of(0.5, 0, &[]),
        of(0.296, 1, &[]),
        of(0.2, 1, &["disrupted"]),
        of(0.004, 2, &["demoralized"]),
    ];
    let found = Prospects { outcomes, ..Prospects::default() };
    let listed = found.listed(&sides, 3);
    let words: Vec<&str> = listed.rows.iter().map(|(_, words)| words.as_str()).collect();
    assert!(!listed.each);
    assert_eq!(words, ["no effect", "Russian: 1 step", "Russian: 1 step, 1 disrupted"]);
    let listed = found.listed(&sides, 2);
    assert!(listed.each);
    let percent = |chance: f64| (chance * 1000.0).round() as i32;
    let rows: Vec<(i32, &str)> =
        listed.rows.iter().map(|(chance, words)| (percent(*chance), words.as_str())).collect();
    let wanted = [
        (500, "no effect"),
        (500, "Russian: a step or more lost"),
        (200, "Russian: 1 or more disrupted"),
    ];
    assert_eq!(rows, wanted);
}
