//! What the bots remember is what they would find afresh, at every decision of whole games.

use super::*;
use crate::Rulebook;
use crate::bots::drill::Drill;
use crate::bots::march::march_out;
use crate::bots::siege::{Siege, stays_in_supply};
use crate::context::StormInTheWest;
use crate::rules::enemy_of;
use salient_rules::dice::Dice;
use salient_rules::log::Log;
use salient_rules::play::PlayContext;
use salient_rules::system::System;
use salient_rules::weights::Weighing;

/// Looks at each decision of a game between planners, with what they remember. They mind ways out
/// so much beyond the usual.
fn watch(
    (scenario, seed, trap): (&str, u64, i32),
    mut look: impl FnMut(&Position, &Rules, &Memory),
) {
    let bundle = Rulebook.published().bundle(Some(scenario)).unwrap();
    let rules = Rules::compile(&bundle).unwrap();
    let mut position = Position::new(&rules);
    position.set_up(&rules, &bundle).unwrap();
    let (mut dice, mut log) = (Dice::seeded(seed), Log::quiet());
    let mut chance = SplitMix64::new(seed);
    let mut memory = Memory::default();
    let mut weights = [0, 1].map(ByTime::usual);
    let by_time = weights.iter_mut().flat_map(|ByTime(by_time)| by_time);
    by_time.for_each(|weights| weights.trap += trap);
    let mut cx = crate::context::Context { rules: &rules, dice: &mut dice, log: &mut log };
    PlayContext::<StormInTheWest>::new(&mut position, &mut cx).begin();
    while let Some(side) = position.deciding() {
        memory.weights = weights[side];
        look(&position, &rules, &memory);
        let bot = Bot::PLANNER;
        let act = choose(bot, &position, &rules, &weights[side], &mut chance, &mut memory);
        PlayContext::<StormInTheWest>::new(&mut position, &mut cx).act(&act).unwrap();
    }
}

const EXACT: Style = Style { exact: true };

#[test]
fn later_marches_are_as_if_each_were_the_first() {
    let (mut alike, mut other) = (0, 0);
    watch(("campaign", 4, 0), |position, rules, memory| {
        let Decision::Move { side } = position.decision else { return };
        if memory.key == Some((usize::from(position.turn), position.phase)) {
            return;
        }
        let weights = memory.weights.now(position, rules, side);
        let mut field = Field::new(position, rules, side, weights);
        let mut drill = Drill::new(position, rules, side, true);
        let (first, _) = march_out(position, rules, side, &field, &mut drill, EXACT);
        for target in plan::targets(position, rules, side, &field) {
            field.aim_at(&[target]);
            let (later, _) = march_out(position, rules, side, &field, &mut drill, EXACT);
            let mut afresh = Drill::new(position, rules, side, false);
            let (expected, _) = march_out(position, rules, side, &field, &mut afresh, EXACT);
            assert_eq!(later, expected);
            if later == first { alike += 1 } else { other += 1 }
        }
    });
    assert!(alike > 0 && other > 0, "{alike} marches as the first, {other} not");
}

#[test]
fn the_best_attack_is_found_as_if_nothing_had_been_weighed() {
    let mut attacks = 0;
    for seed in 0..12 {
        let scenario = ["the-allied-offensive", "campaign"][seed as usize % 2];
        watch((scenario, seed, 30), |position, rules, memory| {
            let Decision::Attack { side } = position.decision else { return };
            let [mut one, mut other] = [memory.clone(), memory.clone()];
            other.outlook.clear();
            let found = fight::next_attack(position, rules, side, &mut one, EXACT);
            assert_eq!(found, fight::next_attack(position, rules, side, &mut other, EXACT));
            assert_eq!(one.outlook.scores(), other.outlook.scores());
            attacks += usize::from(found != Act::Done);
        });
    }
    assert!(attacks > 50, "{attacks}");
}

#[test]
fn who_is_cut_off_by_moves_is_as_if_supply_were_found_afresh() {
    let (mut same, mut cut) = (0, 0);
    let mut chance = SplitMix64::new(1);
    watch(("campaign", 5, 0), |position, rules, _| {
        let Decision::Infiltrate { side } = position.decision else { return };
        let enemy = enemy_of(side);
        let siege = Siege::new(position, rules, enemy);
        let units: Vec<Unit> = position.on_map(rules, side).collect();
        let mut after = position.clone();
        for round in 0..40 {
            // Several together, and one by one.
            if round % 4 == 0 {
                after = position.clone();
            }
            let unit = units[chance.below(units.len() as u32) as usize];
            let Some(from) = after.hex(unit) else { continue };
            for (_, to) in rules.map.neighbours(from) {
                if rules.ground.is_playable(to) && !after.enemy_in(to, side) {
                    let source = rules.nations[usize::from(rules.unit(unit).nation)].source;
                    let net = after.supply_from(rules, side, source);
                    let stays = stays_in_supply(&after, rules, unit, to, &net);
                    after.shift(rules, unit, to);
                    assert_eq!(stays, after.supply_net(rules, side).reaches(source, to));
                    let found = siege.steps_in(&after, rules);
                    assert_eq!(found, Siege::new(&after, rules, enemy).steps);
                    if found == siege.steps { same += 1 } else { cut += 1 }
                }
            }
        }
    });
    assert!(same > 100 && cut > 0, "{same} the same, {cut} not");
}
