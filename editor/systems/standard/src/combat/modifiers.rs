//! What shifts the column of a table of results or changes its dice, and when.

use std::borrow::Cow;

use salient_hex::grid::Direction;
use salient_hex::{Hex, Slope};
use salient_rules::play::{Position, Unit};
use salient_schema::rules_of_play::{self as play, Sheltering, TerrainIn};

use crate::enemies;
use crate::game::Standard;
use crate::numbers::{Case, Condition, Members, Number, Reader};
use crate::rules::Rules;
use crate::state::{StateRef, is_in};
use crate::terrain::{Against, Shelter};

/// A modifier, compiled.
#[derive(Debug)]
pub struct Modifier {
    pub name: String,
    pub shift: Number,
    pub die: Number,
    pub when: Situation,
    pub rule: String,
}

/// What a modifier is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// Combat between adjacent hexes.
    Combat,
    /// Fire.
    Fire,
}

impl Modifier {
    /// One of a kind of combat or fire, at a pointer below the rules of play.
    pub fn read(
        reader: &mut Reader<'_>,
        modifier: &play::Modifier,
        rule: &str,
        pointer: &str,
        of: For,
    ) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        Self {
            name: modifier.name.clone(),
            shift: reader.bounded(&modifier.shift, &at("shift"), (-100, 100)),
            die: reader.bounded(&modifier.die, &at("die"), (-100, 100)),
            when: Situation::read(reader, &modifier.when, &at("when"), of),
            rule: modifier.rule.clone().unwrap_or_else(|| rule.to_owned()),
        }
    }
}

/// When a modifier holds, compiled.
#[derive(Debug)]
pub struct Situation {
    when: Condition,
    attacker: Option<Members>,
    all_attackers: Option<Members>,
    defender: Option<Members>,
    all_defenders: Option<Members>,
    defender_state: Option<StateRef>,
    hexes: usize,
    concentric: bool,
    around: bool,
    from_range: Option<u32>,
    to_range: Option<u32>,
    opportunity: bool,
}

/// What is going on.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    pub rules: &'a Rules,
    pub position: &'a Position<Standard>,
    /// Those who attack, or fire.
    pub attackers: &'a [Unit],
    /// The defenders, or targets.
    pub defenders: &'a [Unit],
    /// Where they stand.
    pub hexes: &'a [Hex],
    /// The hexside kinds, a bit each, that all attackers come across.
    pub across: u32,
    /// How far a fire goes.
    pub range: Option<u32>,
    /// Whether it is in the midst of the enemy's move.
    pub opportunity: bool,
}

impl Situation {
    fn read(reader: &mut Reader<'_>, when: &play::Situation, pointer: &str, of: For) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        let about_fire = [
            ("from_range", when.from_range.is_some()),
            ("to_range", when.to_range.is_some()),
            ("opportunity", when.opportunity),
        ];
        let about_combat = [
            ("hexes", when.hexes.is_some()),
            ("concentric", when.concentric),
            ("around", when.around),
        ];
        let (foreign, text): (&[(&str, bool)], _) = match of {
            For::Combat => (&about_fire, "this is about fire, and combat knows nothing of it"),
            For::Fire => (&about_combat, "this is about combat, and fire knows nothing of it"),
        };
        for (field, _) in foreign.iter().filter(|(_, is_given)| *is_given) {
            reader.wrong(&at(field), text.to_owned());
        }
        let mut members = |group: &Option<play::Group>, field: &str| {
            group.as_ref().map(|group| reader.members(group, &at(field)))
        };
        let attacker = members(&when.attacker, "attacker");
        let all_attackers = members(&when.all_attackers, "all_attackers");
        let defender = members(&when.defender, "defender");
        let all_defenders = members(&when.all_defenders, "all_defenders");
        let defender_state = when.defender_state.as_ref().and_then(|id| {
            let state = StateRef::find(reader.play, id);
            if state.is_none() {
                reader.dangling(&at("defender_state"), "state", id);
            }
            state
        });
        Self {
            when: reader.condition(&when.when, &at("when")),
            attacker,
            all_attackers,
            defender,
            all_defenders,
            defender_state,
            hexes: when.hexes.unwrap_or(0).into(),
            concentric: when.concentric,
            around: when.around,
            from_range: when.from_range.map(u32::from),
            to_range: when.to_range.map(u32::from),
            opportunity: when.opportunity,
        }
    }

    /// Whether it holds.
    pub fn holds(&self, scene: &Scene<'_>) -> bool {
        let (attackers, defenders) = (scene.attackers, scene.defenders);
        let any = |group: &Option<Members>, units: &[Unit]| {
            group.as_ref().is_none_or(|group| units.iter().any(|&unit| group.has(unit)))
        };
        let all = |group: &Option<Members>, units: &[Unit]| {
            group.as_ref().is_none_or(|group| units.iter().all(|&unit| group.has(unit)))
        };
        let position = scene.position;
        let state = |state: StateRef| defenders.iter().any(|&unit| is_in(position, unit, state));
        any(&self.attacker, attackers)
            && all(&self.all_attackers, attackers)
            && any(&self.defender, defenders)
            && all(&self.all_defenders, defenders)
            && self.defender_state.is_none_or(state)
            && (!self.opportunity || scene.opportunity)
            && self.from_range.is_none_or(|least| scene.range.is_some_and(|far| far >= least))
            && self.to_range.is_none_or(|most| scene.range.is_some_and(|far| far <= most))
            && (self.hexes == 0
                || enemies::hexes_of(position, attackers.iter().copied()).len() >= self.hexes)
            && (!self.concentric || is_concentric(scene))
            && (!self.around || is_around(scene))
            && self.has_condition(scene)
    }

    fn has_condition(&self, scene: &Scene<'_>) -> bool {
        let case = Case::new(&scene.rules.compiled, scene.position).across(scene.across);
        let holds = |unit: Unit, hex: Hex| self.when.holds(&case.of(unit).at(hex));
        scene.attackers.iter().any(|&unit| scene.hexes.iter().any(|&hex| holds(unit, hex)))
    }
}

/// Whether attackers, with their zones of control, are on opposite sides of each hex, or all around.
fn is_concentric(scene: &Scene<'_>) -> bool {
    let map = &scene.rules.compiled.map;
    let zones = scene.rules.zones.as_ref();
    scene.hexes.iter().all(|&hex| {
        let (mut there, mut reached) = (0_u8, 0_u8);
        let mut on_map = 0_u8;
        for (direction, to) in map.neighbours(hex) {
            on_map |= 1 << direction.index();
            for &unit in scene.attackers {
                let Some(from) = scene.position.hex(unit) else { continue };
                let reach =
                    zones.filter(|zones| zones.has(unit)).map_or(0, |zones| zones.reach(from));
                let reaches = map
                    .grid()
                    .direction_to(from, to)
                    .is_some_and(|direction| reach >> direction.index() & 1 == 1);
                there |= u8::from(from == to) << direction.index();
                reached |= u8::from(reaches) << direction.index();
            }
        }
        let covered = there | reached;
        let opposite = (covered << 3 | covered >> 3) & 0b11_1111;
        there & opposite != 0 || there != 0 && covered == on_map
    })
}

/// Whether attackers stand on opposite sides of each hex, or on every other side of it.
fn is_around(scene: &Scene<'_>) -> bool {
    const EVERY_OTHER: u8 = 0b01_0101;
    scene.hexes.iter().all(|&hex| {
        let units = scene.attackers.iter();
        let sides = units.filter_map(|&unit| direction(scene.rules, scene.position, unit, hex));
        let there = sides.fold(0_u8, |bits, side| bits | 1 << side.index());
        there & (there >> 3) != 0
            || there & EVERY_OTHER == EVERY_OTHER
            || (there >> 1) & EVERY_OTHER == EVERY_OTHER
    })
}

/// A line of what changes an attack or fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// What it is.
    pub name: Cow<'a, str>,
    /// Columns, to the right above 0.
    pub shift: i32,
    /// Added to the die.
    pub die: i32,
    /// The rule.
    pub rule: &'a str,
}

impl Line<'_> {
    /// Whether it changes anything.
    pub fn is_something(&self) -> bool {
        self.shift != 0 || self.die != 0
    }
}

/// What modifiers do in a scene.
pub fn lines<'a>(modifiers: &'a [Modifier], scene: &Scene<'_>) -> impl Iterator<Item = Line<'a>> {
    let holding = modifiers.iter().filter(|modifier| modifier.when.holds(scene));
    let case = Case::new(&scene.rules.compiled, scene.position).across(scene.across);
    let case = match (scene.attackers.first(), scene.hexes.first()) {
        (Some(&unit), Some(&hex)) => case.of(unit).at(hex),
        _ => case,
    };
    let lines = holding.map(move |modifier| Line {
        name: Cow::Borrowed(&modifier.name),
        shift: modifier.shift.in_case(&case),
        die: modifier.die.in_case(&case),
        rule: &modifier.rule,
    });
    lines.filter(Line::is_something)
}

/// The hexside kinds, a bit each, that all who come into a hex cross, and the slope that they share.
pub fn crossed(
    rules: &Rules,
    position: &Position<Standard>,
    units: &[Unit],
    hex: Hex,
) -> (u32, Slope) {
    let map = &rules.compiled.map;
    let mut sides = u32::MAX;
    let mut slopes: Option<(i32, i32)> = None;
    for &unit in units {
        let Some(direction) = direction(rules, position, unit, hex) else {
            return (0, Slope::default());
        };
        let Some(from) = position.hex(unit) else { continue };
        let bridges = map.bridges(from, direction) != 0;
        let crossed = map.hexside(from, direction);
        sides &= if bridges { crossed & !map.bridged() } else { crossed };
        let slope = map.slope(from, direction).levels().signum();
        let (low, high) = slopes.unwrap_or((slope, slope));
        slopes = Some((low.min(slope), high.max(slope)));
    }
    let slope = match slopes {
        Some((1, 1)) => Slope::new(1),
        Some((-1, -1)) => Slope::new(-1),
        _ => Slope::default(),
    };
    (if slopes.is_some() { sides } else { 0 }, slope)
}

fn direction(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    to: Hex,
) -> Option<Direction> {
    rules.compiled.map.grid().direction_to(position.hex(unit)?, to)
}

/// What the terrain effects chart, and the states of the defenders, do for whoever is attacked in a
/// hex: each shelter, and the columns that it shifts besides.
pub fn shelters<'a>(
    rules: &'a Rules,
    position: &Position<Standard>,
    (attackers, against): (&[Unit], Against),
    hex: Hex,
    sheltering: Sheltering,
) -> Vec<Shelter<'a>> {
    let Some(&first) = attackers.first() else { return Vec::new() };
    let (map, weather) = (&rules.compiled.map, position.own.weather);
    let sum = sheltering == Sheltering::Sum;
    let mut found = rules.terrain.shelter(map, (first, weather), against, hex, sum);
    let (_, slope) = crossed(rules, position, attackers, hex);
    let over = attackers.iter().map(|&unit| {
        let (sides, _) = crossed(rules, position, &[unit], hex);
        rules.terrain.shelter_across((unit, weather), against, (sides, slope))
    });
    // What counts is what hinders every attacker, whatever each comes across: the least.
    let least = over.min_by_key(|all| -> i32 {
        all.clone().map(|one| one.defence.abs() + one.shift.abs()).sum()
    });
    found.extend(least.into_iter().flatten());
    found
}

/// What shelters do where they do not multiply strength.
pub fn shelter_lines<'a>(
    found: &[Shelter<'a>],
    terrain: TerrainIn,
    rule: &'a str,
) -> impl Iterator<Item = Line<'a>> {
    let lines = found.iter().map(move |one| {
        let (left, die) = match terrain {
            TerrainIn::Die => (0, one.defence),
            TerrainIn::Column => (one.defence, 0),
            TerrainIn::Strength => (0, 0),
        };
        let rule = one.kind.rule.as_deref().unwrap_or(rule);
        Line { name: Cow::Borrowed(&one.kind.name), shift: one.shift - left, die, rule }
    });
    lines.filter(Line::is_something)
}
