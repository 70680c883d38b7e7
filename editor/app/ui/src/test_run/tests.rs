//! What is told of a hex that is pointed at is what a click there is answered with.

use salient_play::{Seat, Session, Shapes};
use salient_rules::words::Words;
use salient_rules::{Bot, Prepared, System, Systems};

use super::{ByHand, PlanByHand};
use crate::request::play::Pick;

/// In each position so many units are picked, and so many hexes pointed at.
const UNITS: usize = 3;
const HEXES: usize = 24;

#[test]
fn the_card_at_the_pointer_and_the_panel_give_one_reason() {
    let systems = Systems::new(&[&salient_kaisers_battle::Rulebook]);
    let bundle = salient_kaisers_battle::Rulebook.published().bundle(None).unwrap();
    let words = Words::new(systems, &bundle);
    let prepared = Prepared::new(systems, &bundle).unwrap();
    let mut session = Session::new(&prepared, 3, &[Seat::Person; 2]);
    let mut by_hand = ByHand::new(Shapes::of(systems, &bundle), PlanByHand::default());
    let (mut refused, mut allowed, mut of_counters) = (0, 0, 0);
    for position in 0..240 {
        if position % 24 > 0 {
            session.let_decide(Bot::HEURISTIC);
            continue;
        }
        by_hand.begin(&session, &words);
        let units: Vec<String> =
            by_hand.offer().actors().into_iter().take(UNITS).map(str::to_owned).collect();
        let grid = session.game().grid();
        for unit in units {
            for hex in grid.hexes().step_by(1 + grid.len() / HEXES) {
                by_hand.pick(&Pick::Nothing, &session, &words);
                by_hand.pick(&Pick::Unit(unit.clone()), &session, &words);
                // A click there picks another unit, who may join those that are picked or not.
                if by_hand.on_map().may_act.contains(&hex) {
                    continue;
                }
                let told = by_hand.told_of(hex, None, session.game(), &words);
                let told = told.filter(|told| told.refused).map(|told| told.text);
                by_hand.pick(&Pick::Hex(hex), &session, &words);
                assert_eq!(told.as_deref(), by_hand.refused(), "{unit}, {}", grid.label(hex));
                let count = if told.is_some() { &mut refused } else { &mut allowed };
                *count += 1;
            }
            // Nor is another said of a counter among those that are spread out.
            let units = session.units();
            let others = units.iter().filter(|one| one.hex.is_some() && one.name != unit);
            for other in others.step_by(5) {
                let Some(hex) = other.hex else { continue };
                by_hand.pick(&Pick::Nothing, &session, &words);
                by_hand.pick(&Pick::Unit(unit.clone()), &session, &words);
                let told = by_hand.told_of(hex, Some(other.name), session.game(), &words);
                let told = told.filter(|told| told.refused).map(|told| told.text);
                by_hand.pick(&Pick::Unit(other.name.to_owned()), &session, &words);
                let picks = by_hand.draft().units().iter().any(|one| one == other.name);
                let answer = by_hand.refused().filter(|_| !picks);
                assert_eq!(told.as_deref(), answer, "{unit}, {}", other.name);
                of_counters += usize::from(told.is_some());
            }
        }
        session.let_decide(Bot::HEURISTIC);
    }
    println!("{refused} refused, {allowed} allowed, {of_counters} counters");
    assert!(refused > 100 && allowed > 10 && of_counters > 50);
}
