//! The bots that every system has: one that does anything legal, and one that looks an act ahead.

use super::{Imagined, Procedures};
use crate::bot::Bot;
use crate::dice::SplitMix64;

/// Acts that are tried out, at most; of more a chance sample.
const MOST_TRIED: usize = 200;

/// What a bot of the kernel's does with what it sees. It has its own dice.
pub(super) fn choose<P: Procedures>(
    bot: Bot,
    rules: &P::Rules,
    view: &P::Position,
    side: usize,
    chance: &mut SplitMix64,
) -> Option<P::Act> {
    let mut acts = P::legal(rules, view, side);
    acts.sort_unstable();
    if bot == Bot::RANDOM {
        return one_of(acts, chance);
    }
    while acts.len() > MOST_TRIED {
        let place = chance.below(acts.len() as u32) as usize;
        acts.swap_remove(place);
    }
    // The same dice for every act, so that none is better for its luck alone.
    let seed = chance.next_u64();
    let mut best: Option<(i64, P::Act)> = None;
    for act in acts {
        let mut imagined = Imagined::<P>::new(rules, view.clone(), seed);
        if !imagined.does(&act) {
            continue;
        }
        let value = P::value(rules, &imagined.position, side);
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, act));
        }
    }
    best.map(|(_, act)| act)
}

fn one_of<T>(mut acts: Vec<T>, chance: &mut SplitMix64) -> Option<T> {
    let place = chance.below(acts.len() as u32) as usize;
    (place < acts.len()).then(|| acts.swap_remove(place))
}
