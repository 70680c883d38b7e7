//! What a game lacks that is given rules of play, and what stands in for it until its designer has
//! written it: an imported module has counters whose figures only their pictures show, and terrain
//! without costs. With the stand-ins it can be played at once.

use salient_schema::common::Rating;
use salient_schema::order_of_battle::{Counter, OrderOfBattle};
use salient_schema::rules_of_play::AllowanceIn;
use salient_schema::ruleset::{CounterLayout, Kind, RatingDef, RatingUse, Symbol};
use salient_schema::{Ruleset, Scenario};

use crate::schedule::turns;

/// Game-turns of a scenario that has none.
const TURNS: u16 = 10;
/// What a unit on foot may move, and one on horses or wheels.
const ALLOWANCE: (i32, i32) = (4, 6);
/// The strength of a whole unit.
const STRENGTH: i32 = 4;

/// Something that the rules need, and nobody has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lacking {
    /// What, and what stands in for it.
    pub what: String,
    /// Where it is written.
    pub place: &'static str,
    /// Whether something stands in for it.
    pub stood_in: bool,
}

/// Ratings that say no use are used for what their names suggest, where no other is.
pub fn adopt_ratings(layout: &mut CounterLayout) {
    let stated: Vec<RatingUse> = layout.ratings.iter().flat_map(|one| &one.uses).copied().collect();
    for rating in layout.ratings.iter_mut().filter(|rating| rating.uses.is_empty()) {
        let proposed = RatingUse::proposed(&rating.id, &rating.name);
        rating.uses = proposed.into_iter().filter(|of| !stated.contains(of)).collect();
    }
}

/// Puts something in the place of whatever the rules of play of a ruleset need and is not there. Says
/// what that is, and what else is lacking.
pub fn stand_in(
    ruleset: &mut Ruleset,
    books: &mut [OrderOfBattle],
    scenario: &mut Scenario,
) -> Vec<Lacking> {
    let mut lacking = Vec::new();
    let mut tell = |what: String, place, stood_in| {
        lacking.push(Lacking { what, place, stood_in });
    };
    for rating in &ruleset.counters.ratings {
        let name = &rating.name;
        if rating.optional {
            let wanted = matches!(rating.uses.as_slice(), [RatingUse::Movement, ..]);
            let without = |one: &&Counter| {
                one.faces.first().is_some_and(|face| !face.ratings.contains_key(&rating.id))
            };
            let count = books.iter().flat_map(|book| &book.counters).filter(without).count();
            if wanted && count > 0 {
                let what = format!("{} no {name} and stay where they are", have(count));
                tell(what, "Order of battle", false);
            }
            continue;
        }
        let mut count = 0;
        for counter in books.iter_mut().flat_map(|book| &mut book.counters) {
            count += usize::from(give(counter, rating, &ruleset.counters));
        }
        if count > 0 {
            let what = format!("{} no {name}: a number stands in for it", have(count));
            tell(what, "Order of battle", true);
        }
    }
    let points = |ruleset: &Ruleset| {
        let play = ruleset.rules_of_play.as_ref();
        play.is_some_and(|play| play.movement.allowance_in == AllowanceIn::Points)
    };
    if points(ruleset) {
        let free: Vec<&mut Kind> =
            ruleset.terrain.iter_mut().filter(|kind| is_free(kind)).collect();
        if !free.is_empty() {
            let names: Vec<&str> = free.iter().map(|kind| kind.name.as_str()).collect();
            let what = format!("No movement cost is given for {}: it is 1", names.join(", "));
            tell(what, "Ruleset, Terrain", true);
        }
        free.into_iter().for_each(|kind| kind.movement = Some(1));
    }
    if scenario.turns.is_empty()
        && let Some(new) = turns(TURNS, None)
    {
        scenario.turns = new;
        tell(format!("The scenario has no game-turns: it has {TURNS}"), "Schedule", true);
    }
    let set_up = &scenario.setup;
    let nobody = set_up.placements.is_empty() && set_up.free.is_empty();
    if nobody && scenario.reinforcements.is_empty() {
        tell("No counter stands on the map or arrives".to_owned(), "Set-up", false);
    }
    let victory = &scenario.victory;
    if victory.scores.is_empty() && victory.levels.is_empty() && victory.sudden.is_empty() {
        tell("Nothing scores, and nobody wins".to_owned(), "Victory", false);
    }
    lacking
}

fn is_free(kind: &Kind) -> bool {
    kind.movement.is_none() && !kind.impassable
}

fn have(count: usize) -> String {
    match count {
        1 => "1 counter has".to_owned(),
        count => format!("{count} counters have"),
    }
}

/// Gives the faces of a counter a rating that they lack. Says whether any did.
fn give(counter: &mut Counter, rating: &RatingDef, layout: &CounterLayout) -> bool {
    let kind = layout.types.iter().find(|kind| kind.id == counter.unit_type);
    let mounted = kind.is_some_and(|kind| kind.symbol == Symbol::Cavalry);
    let moves = rating.uses.contains(&RatingUse::Movement);
    let strong = rating.uses.iter().any(|of| of.adds_up());
    let whole = match (moves, strong) {
        (true, _) if mounted => ALLOWANCE.1,
        (true, _) => ALLOWANCE.0,
        (_, true) => STRENGTH,
        // Halfway through what it may be.
        _ => rating.min.midpoint(rating.max),
    };
    let mut given = false;
    let mut before: Option<i32> = None;
    for face in &mut counter.faces {
        let value = match before {
            // A lost step takes half of the strength.
            Some(before) if strong => (before + 1) / 2,
            Some(before) => before,
            None => whole,
        };
        let value = value.max(rating.min).min(rating.max.max(rating.min));
        if !face.ratings.contains_key(&rating.id) {
            face.ratings.insert(rating.id.clone(), Rating::Number(value));
            given = true;
        }
        before = face.ratings.get(&rating.id).and_then(Rating::number).or(before);
    }
    given
}
