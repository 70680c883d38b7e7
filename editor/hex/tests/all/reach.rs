use proptest::prelude::*;
use salient_hex::path::{BARRED, HALT, Reach, Step, Table};
use salient_hex::{CompiledMap, Direction, Hex, Span};

use super::support::{changed, compiled, hex};

fn cost(map: &CompiledMap) -> impl Fn(Hex, Direction, Hex) -> Step {
    |from, direction, _| {
        map.step_cost(from, direction).map_or(Step::Barred, |cost| Step::Through(cost as u32))
    }
}

#[test]
fn an_interrupted_move_goes_on_with_what_it_has_spent() {
    let map = compiled("infantry-attacks");
    let (start, end) = (hex(&map, "45/0507"), hex(&map, "48/0710"));
    let mut whole = Reach::default();
    whole.search(&map, start, 20, cost(&map));
    let path = whole.path(&map, end);
    // Fired upon in the fourth hex; it goes on from there to the same end at the same cost.
    let stop = path[3];
    let spent = whole.cost(stop).unwrap();
    let mut rest = Reach::default();
    rest.search_from(&map, &[(stop, spent)], 20, cost(&map));
    assert_eq!(rest.cost(end), whole.cost(end));
    assert_eq!(rest.cost(stop), Some(spent));
    assert_eq!(rest.path(&map, end), path[4..]);
    assert_eq!(rest.start(&map, end), Some(stop));
    // It gets no further than what is left allows.
    let allowance = spent + 2;
    rest.search_from(&map, &[(stop, spent)], allowance, cost(&map));
    let mut left = Reach::default();
    left.search(&map, stop, 2, cost(&map));
    assert_eq!(rest.reached(), left.reached());
    // Whoever has spent more than there is goes nowhere.
    rest.search_from(&map, &[(stop, 9)], 8, cost(&map));
    assert_eq!((rest.reached(), rest.cost(stop)), (&[][..], None));
    assert_eq!(rest.start(&map, stop), None);
}

#[test]
fn what_a_step_costs_depends_on_the_mover() {
    let map = changed("infantry-attacks", |_, ruleset| ruleset.paths[0].movement = Some(0));
    let (start, end) = (hex(&map, "45/0507"), hex(&map, "48/0810"));
    let mut reach = Reach::default();
    let wagon = map.along(1);
    reach.search(&map, start, 3, |from, direction, _| {
        let cost = map.step_cost_by(from, direction, &wagon);
        cost.map_or(Step::Barred, |cost| Step::Through(cost as u32))
    });
    assert_eq!(reach.cost(end), Some(0), "all the way by road");
    reach.search(&map, start, 3, cost(&map));
    assert_eq!(reach.cost(end), None, "on foot it is eight hexes");
}

#[test]
fn a_two_hex_unit_reaches_from_either_half() {
    let map = compiled("offensive-1914");
    let (one, other) = (hex(&map, "54.48"), hex(&map, "54.49"));
    let span = Span::between(map.grid(), one, other).unwrap();
    let mut reach = Reach::default();
    reach.search_from(&map, &span.hexes().map(|hex| (hex, 0)), 1, |_, _, _| Step::Through(1));
    let mut around: Vec<_> = span.neighbours(map.grid()).chain(span.hexes()).collect();
    around.sort();
    let mut reached = reach.reached().to_vec();
    reached.sort();
    assert_eq!(reached, around);
    assert_eq!(reach.start(&map, hex(&map, "54.50")), Some(other));
    assert_eq!(reach.start(&map, one), Some(one));
}

proptest! {
    #[test]
    fn several_starts_are_the_best_of_each(
        starts in prop::collection::vec((0_u32..64, 0_u32..6), 0..5),
        budget in 0_u32..12,
    ) {
        let map = compiled("offensive-1914");
        // Costs of 0 to 2 by hex, as no kind of the fixture has them.
        let step = |_: Hex, _: Direction, to: Hex| match to.0 * 7 % 5 {
            4 => Step::Barred,
            cost => Step::Through(cost % 3),
        };
        let starts: Vec<_> = starts.into_iter().map(|(hex, spent)| (Hex(hex), spent)).collect();
        let mut together = Reach::default();
        together.search_from(&map, &starts, budget, step);
        let mut alone = Reach::default();
        let mut best = vec![None::<u32>; map.len()];
        for &(start, spent) in starts.iter().filter(|(_, spent)| *spent <= budget) {
            alone.search(&map, start, budget - spent, step);
            for &hex in alone.reached() {
                let total = alone.cost(hex).unwrap() + spent;
                let known = &mut best[hex.index()];
                *known = Some(known.map_or(total, |least| least.min(total)));
            }
        }
        for hex in map.grid().hexes() {
            prop_assert_eq!(together.cost(hex), best[hex.index()]);
            if let Some(total) = together.cost(hex) {
                // The way begins at its start and adds up.
                let from = together.start(&map, hex).unwrap();
                let (_, mut sum) = *starts.iter().filter(|(s, _)| *s == from).min_by_key(|s| s.1).unwrap();
                for entered in together.path(&map, hex) {
                    match step(entered, Direction::new(0), entered) {
                        Step::Through(cost) => sum += cost,
                        other => prop_assert!(false, "{other:?}"),
                    }
                }
                prop_assert_eq!(sum, total);
            }
        }
        prop_assert!(together.reached().windows(2).all(|two| together.cost(two[0]) <= together.cost(two[1])));
    }

    #[test]
    fn a_table_tells_what_a_closure_does(
        (salt, start, goal) in (any::<u64>(), 0_u32..64, 0_u32..64),
        budget in 0_u32..14,
        halting in any::<bool>(),
    ) {
        let map = compiled("offensive-1914");
        // Costs of 0 to 3 by step; some are barred, some halt.
        let cost = |from: Hex, direction: usize, first: bool| {
            let n = u64::from(from.0) * 12 + direction as u64 * 2 + u64::from(first);
            let mixed = (n ^ salt).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58;
            let step = (mixed % 4) as u16;
            match mixed / 4 {
                15 => BARRED,
                12..=14 => step | HALT,
                _ => step,
            }
        };
        let (start, goal) = (Hex(start), Hex(goal));
        let row = |from: Hex, first: bool| [0, 1, 2, 3, 4, 5].map(|d| cost(from, d, first));
        let steps: Vec<[u16; 6]> = map.grid().hexes().map(|hex| row(hex, false)).collect();
        let table = Table { steps: &steps, first: row(start, true), halting };
        let step = |from: Hex, direction: Direction, _: Hex| {
            match cost(from, direction.index(), from == start) {
                BARRED => Step::Barred,
                step if step & HALT == 0 => Step::Through(u32::from(step)),
                _ if !halting => Step::Barred,
                step => Step::Halt(u32::from(step & !HALT)),
            }
        };
        let (mut told, mut read) = (Reach::default(), Reach::default());
        told.search(&map, start, budget, step);
        read.search_table(&map, table, (start, None), budget);
        prop_assert_eq!(told.reached(), read.reached());
        let kept = read.branches();
        for hex in map.grid().hexes() {
            prop_assert_eq!(told.cost(hex), read.cost(hex));
            prop_assert_eq!(told.path(&map, hex), read.path(&map, hex));
            let way = told.cost(hex).map(|_| told.path(&map, hex));
            prop_assert_eq!(kept.path(&map, hex), way);
        }
        let is_goal = |hex: Hex| (u64::from(hex.0) ^ salt).is_multiple_of(37);
        let nearest = told.reached().iter().copied().find(|&hex| is_goal(hex));
        let way = nearest.map(|hex| told.path(&map, hex));
        prop_assert_eq!(read.search_first(&map, start, budget, is_goal, step), nearest);
        prop_assert_eq!(nearest.map(|hex| read.path(&map, hex)), way);
        told.search_to(&map, (start, goal), budget, step);
        read.search_table(&map, table, (start, Some(goal)), budget);
        prop_assert_eq!(told.reached(), read.reached());
        prop_assert_eq!(told.cost(goal), read.cost(goal));
        prop_assert_eq!(told.path(&map, goal), read.path(&map, goal));
    }
}
