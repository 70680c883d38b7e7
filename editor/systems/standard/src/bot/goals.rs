//! What a side is after, and how far each hex is from it for those who move alike.

use std::sync::Arc;

use salient_hex::Hex;
use salient_hex::path::{BARRED, Reach, Step};
use salient_rules::play::{Position, Unit};

use crate::enemies;
use crate::game::Standard;
use crate::rules::Rules;

/// What bots remember between two decisions; it can be thrown away at any time.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The game-turn and step that it is of.
    of: (u16, Option<usize>, usize),
    /// Units that stay where they are in this step.
    pub stays: Vec<Unit>,
    /// Where units are to go in this step, if that is planned.
    pub orders: Option<Vec<(Unit, Hex)>>,
    fields: Vec<Field>,
    /// The memory of searches.
    pub reach: Reach,
}

/// How far each hex is from what a side is after, in whole movement points.
pub type Distances = Arc<[u16]>;

/// The same for a class of those who move.
#[derive(Clone, Debug)]
struct Field {
    class: u16,
    weather: u8,
    goals: Vec<Goal>,
    far: Distances,
    /// Whether it was asked for in this step: it is the same to its end, whatever is taken.
    holds: bool,
}

/// Farther than anything.
pub const FAR: u16 = u16::MAX;

impl Memory {
    /// Forgets what is of another step.
    pub fn refresh(&mut self, position: &Position<Standard>, side: usize) {
        let of = (position.turn, position.phase, side);
        if self.of != of {
            let (mut fields, reach) =
                (std::mem::take(&mut self.fields), std::mem::take(&mut self.reach));
            fields.iter_mut().for_each(|field| field.holds = false);
            *self = Self { of, fields, reach, ..Self::default() };
        }
    }

    /// How far each hex is for a unit from what its side is after.
    pub fn field(&mut self, rules: &Rules, position: &Position<Standard>, unit: Unit) -> Distances {
        let class = rules.terrain.class_of(unit);
        let known = self.fields.iter().position(|field| field.class == class);
        if let Some(field) = known.map(|place| &self.fields[place]).filter(|field| field.holds) {
            return Arc::clone(&field.far);
        }
        let weather = position.own.weather;
        let goals = goals(rules, position, rules.side(unit));
        if let Some(field) = known.map(|place| &mut self.fields[place])
            && field.weather == weather
            && field.goals == goals
        {
            field.holds = true;
            return Arc::clone(&field.far);
        }
        let far: Distances = field(rules, &goals, (unit, weather)).into();
        let field = Field { class, weather, goals, far: Arc::clone(&far), holds: true };
        match known {
            Some(place) => self.fields[place] = field,
            None => self.fields.push(field),
        }
        far
    }
}

/// A hex that a side wants, and what it is worth to it in points.
pub type Goal = (Hex, i32);

/// What a side is after: hexes that score and that it does not hold, hexes that end the game, ways
/// off the map that score. Who has all of it keeps it; where nothing scores it is after its enemies.
pub fn goals(rules: &Rules, position: &Position<Standard>, side: usize) -> Vec<Goal> {
    let scoring = &rules.scoring;
    let holders = position.own.holders.iter().zip(&scoring.hexes);
    let friends =
        |holder: Option<u8>| holder.is_some_and(|holder| !rules.are_enemies(side, holder.into()));
    let wanted = holders.filter(|(holder, (_, points))| !friends(**holder) && *points >= 0);
    let mut goals: Vec<Goal> = wanted.map(|(_, &(hex, points))| (hex, points.max(1))).collect();
    for (hexes, points, whose) in &scoring.exits {
        if *points > 0 && whose.is_none_or(|whose| whose == side) {
            goals.extend(hexes.iter().map(|&hex| (hex, *points)));
        }
    }
    if goals.is_empty() {
        goals = holdings(rules, position, side);
    }
    if goals.is_empty() {
        let stand = enemies::on_map(rules, position, side);
        goals.extend(stand.filter_map(|unit| Some((position.hex(unit)?, 1))));
    }
    goals.sort_unstable();
    goals.dedup_by_key(|(hex, _)| *hex);
    goals
}

/// What of a side's own scores and may be lost.
pub fn holdings(rules: &Rules, position: &Position<Standard>, side: usize) -> Vec<Goal> {
    let holders = position.own.holders.iter().zip(&rules.scoring.hexes);
    let own = holders.filter(|(holder, _)| **holder == Some(side as u8));
    own.map(|(_, &(hex, points))| (hex, points.max(1))).collect()
}

fn field(rules: &Rules, goals: &[Goal], (unit, weather): (Unit, u8)) -> Vec<u16> {
    let map = &rules.compiled.map;
    let steps = rules.terrain.steps(map, unit, weather, true);
    let starts: Vec<(Hex, u32)> = goals.iter().map(|(hex, _)| (*hex, 0)).collect();
    let parts = u32::from(rules.terrain.parts);
    let mut reach = Reach::default();
    // From the goals outwards, at what the step back costs.
    reach.search_from(map, &starts, 60_000, |_, direction, to| {
        let back = steps.get(to.index()).map_or(BARRED, |out| out[direction.opposite().index()]);
        match back {
            BARRED => Step::Barred,
            cost => Step::Through(u32::from(cost).max(1)),
        }
    });
    let hexes = map.grid().hexes();
    let far = |hex: Hex| reach.cost(hex).map_or(FAR, |cost| (cost / parts).min(60_000) as u16);
    hexes.map(far).collect()
}

/// What a unit fights with, the better of attack and defence.
pub fn strength(rules: &Rules, position: &Position<Standard>, unit: Unit) -> i32 {
    let of =
        |rating: Option<usize>| rating.map_or(0, |rating| position.rating(rules, unit, rating));
    of(rules.ratings.attack).max(of(rules.ratings.defence))
}

/// What units in a hex defend with.
pub fn defence_in(rules: &Rules, position: &Position<Standard>, hex: Hex) -> i32 {
    let Some(rating) = rules.ratings.defence else { return 0 };
    position.stack(hex).map(|unit| position.rating(rules, unit, rating)).sum()
}

/// What units in a hex attack with.
pub fn attack_in(rules: &Rules, position: &Position<Standard>, hex: Hex) -> i32 {
    let Some(rating) = rules.ratings.attack else { return 0 };
    position.stack(hex).map(|unit| position.rating(rules, unit, rating)).sum()
}

/// A number by which units are put in order: the strongest first.
pub fn rank(rules: &Rules, position: &Position<Standard>, unit: Unit) -> i32 {
    -strength(rules, position, unit)
}
