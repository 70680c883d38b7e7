//! What a side is after, and how far each hex is from it for those who move alike.

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
    /// How far each hex is from what the side is after, in whole movement points, by class of those
    /// who move.
    fields: Vec<(u16, Field)>,
    /// The memory of searches.
    pub reach: Reach,
}

/// How far hexes are from what a side is after.
type Field = std::sync::Arc<[u16]>;

/// Farther than anything.
pub const FAR: u16 = u16::MAX;

impl Memory {
    /// Forgets what is of another step.
    pub fn refresh(&mut self, position: &Position<Standard>, side: usize) {
        let of = (position.turn, position.phase, side);
        if self.of != of {
            let reach = std::mem::take(&mut self.reach);
            *self = Self { of, reach, ..Self::default() };
        }
    }

    /// How far each hex is for a unit from what its side is after.
    pub fn field(&mut self, rules: &Rules, position: &Position<Standard>, unit: Unit) -> Field {
        let class = rules.terrain.class_of(unit);
        if let Some((_, field)) = self.fields.iter().find(|(known, _)| *known == class) {
            return Field::clone(field);
        }
        let field: Field = field(rules, position, unit).into();
        self.fields.push((class, Field::clone(&field)));
        field
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

fn field(rules: &Rules, position: &Position<Standard>, unit: Unit) -> Vec<u16> {
    let map = &rules.compiled.map;
    let steps = rules.terrain.steps(map, unit, position.own.weather, true);
    let goals = goals(rules, position, rules.side(unit));
    let starts: Vec<(Hex, u32)> = goals.into_iter().map(|(hex, _)| (hex, 0)).collect();
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
