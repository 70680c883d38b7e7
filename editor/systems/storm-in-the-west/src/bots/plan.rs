//! Which main effort to march out for.

use std::collections::VecDeque;

use crate::acts::Act;
use crate::bots::Style;
use crate::bots::drill::Drill;
use crate::bots::field::{Effort, Field, defence_in, distances, shelter};
use crate::bots::fight::{self, Prospect};
use crate::bots::march::march_out;
use crate::bots::siege::Siege;
use crate::position::Position;
use crate::rules::{Rules, enemy_of};
use salient_hex::grid::Hex;

/// Targets that are weighed as the main effort.
const EFFORTS: usize = 6;

/// The moves of a side. The planner marches out for each of several main efforts on a copy, reckons
/// what attacks each leaves over all dice, and takes the best.
pub fn march(
    position: &Position,
    rules: &Rules,
    side: usize,
    field: &mut Field,
    style: Style,
) -> VecDeque<Act> {
    let aims = style.exact && field.weights.offensive != 0 && field.weights.aims != 0;
    let mut drill = Drill::new(position, rules, side, aims);
    let mut best = march_out(position, rules, side, field, &mut drill, style);
    if !aims {
        return best.0;
    }
    let mut most = worth(position, &best.1, rules, side, (field, &mut drill), style);
    let mut chosen: Vec<Hex> = Vec::new();
    field.efforts = vec![Effort { aims: Vec::new(), worth: most, taken: true }];
    let targets = targets(position, rules, side, field);
    for _ in 0..field.weights.aims {
        let before = chosen.clone();
        for &target in targets.iter().filter(|hex| !before.contains(hex)) {
            let mut aims = before.clone();
            aims.push(target);
            field.aim_at(&aims);
            let march = march_out(position, rules, side, field, &mut drill, style);
            let worth = worth(position, &march.1, rules, side, (field, &mut drill), style);
            let taken = worth > most;
            if taken {
                field.efforts.iter_mut().for_each(|other| other.taken = false);
                most = worth;
                best = march;
                chosen.clone_from(&aims);
            }
            field.efforts.push(Effort { aims, worth, taken });
        }
        if chosen == before {
            break;
        }
    }
    field.aim_at(&chosen);
    best.0
}

/// The targets that promise most for what defends them.
pub fn targets(position: &Position, rules: &Rules, side: usize, field: &Field) -> Vec<Hex> {
    let own = distances(rules, position.on_map(rules, side).filter_map(|unit| position.hex(unit)));
    let mut hexes: Vec<Hex> = position
        .on_map(rules, enemy_of(side))
        .filter_map(|unit| position.hex(unit))
        .filter(|hex| own[hex.index()] <= 2)
        .collect();
    hexes.sort_unstable();
    hexes.dedup();
    if hexes.iter().any(|&hex| field.in_sector(rules, hex)) {
        hexes.retain(|&hex| field.in_sector(rules, hex));
    }
    let mut all: Vec<(i32, Hex)> = hexes
        .into_iter()
        .map(|hex| {
            let worth = field.pull[hex.index()] + 30 * i32::from(rules.morale_at[hex.index()])
                - 3 * defence_in(position, rules, hex)
                - 10 * shelter(position, rules, side, hex);
            (worth, hex)
        })
        .collect();
    all.sort_by(|one, other| other.cmp(one));
    all.into_iter().take(EFFORTS).map(|(_, hex)| hex).collect()
}

/// What a march is worth: the attacks that it leaves, the points taken on the way, and what lies
/// open.
fn worth(
    before: &Position,
    after: &Position,
    rules: &Rules,
    side: usize,
    (field, drill): (&Field, &mut Drill),
    style: Style,
) -> i32 {
    let attacks: i32 = fight::prospects(after, rules, side, field, style, &mut drill.weighed)
        .iter()
        .map(|Prospect { score, .. }| score)
        .sum();
    let point = 3 * field.weights.point;
    let taken = after.morale[side] - before.morale[side];
    let open: i32 = rules
        .morale_hexes
        .iter()
        .filter(|morale| {
            after.controls(morale.hex, side)
                && field.enemy[morale.hex.index()] <= 3
                && !after.friend_in(morale.hex, side)
        })
        .map(|morale| morale.points)
        .sum();
    let cut = match field.weights.cut {
        0 => 0,
        cut => {
            // The marches of a step are much alike.
            let enemy = enemy_of(side);
            let siege = drill.siege.get_or_insert_with(|| Siege::new(after, rules, enemy));
            cut * siege.steps_in(after, rules)
        }
    };
    attacks + point * taken - point * open / 2 + cut
}
