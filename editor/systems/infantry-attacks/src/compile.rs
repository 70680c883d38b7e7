//! The data of a scenario, read out of a bundle.

use salient_hex::map::kinds_with_trait;
use salient_hex::{Direction, Hex};
use salient_rules::Roles;
use salient_rules::chart::{Chart, NumberSet};
use salient_rules::play::Compiled;
use salient_schema::map::ZoneKind;
use salient_schema::ruleset::{Effect, Kind};
use salient_schema::{Bundle, Diagnostic, Id};

use crate::banks::{River, Rivers};
use crate::constants::Constants;
use crate::lookout::Ground;
use crate::roles::{RATINGS, ROLES, STEPS};
use crate::rules::{BARRED, Marches, Options, Rules};
use crate::tables::FireTable;
use crate::units::Class;
use crate::{data, entry, missions};

impl Rules {
    /// Reads what the rules need of a bundle; what it lacks is a problem with its place.
    pub fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Self, Vec<Diagnostic>> {
        let roles = Roles::filled(&ROLES, bundle)?;
        let found = &mut Vec::new();
        let numbers = Constants::read(bundle, &roles, found);
        let direct_fire = FireTable::of_role(bundle, &roles, "direct-fire", "IA 10.2", found);
        let assault = FireTable::of_role(bundle, &roles, "assault", "IA 12.3", found);
        let bombardment = FireTable::of_role(bundle, &roles, "bombardment-table", "IA 9.3", found);
        let column = |text: &str| bombardment.as_ref()?.column_of(text.parse().ok()?);
        let friendly_fire = Chart::of_role(bundle, &roles, "friendly-fire", "IA 9.83", found);
        let friendly_fire = friendly_fire.and_then(|chart| chart.rolls(1, column, found));
        let hexes_off = |text: &str| text.parse().ok().filter(|off| *off <= 6);
        let distance = Chart::of_role(bundle, &roles, "distance", "IA 18.1", found);
        let distance = distance.and_then(|chart| chart.rolls(1, hexes_off, found));
        let of_sides = |role| maybe_levels(bundle, &roles, &compiled.sides, role);
        let (ammunition, depletion) =
            (of_sides("artillery-ammunition"), of_sides("ammunition-depletion"));
        let may_smoke = of_sides("smoke").iter().map(|level| level.unwrap_or(0) > 0).collect();
        let solitaire = roles.any("solitaire", &bundle.scenario.optional_rules);
        let rating = |role: &str| roles.one(role).and_then(|id| compiled.rating(id));
        let ratings = RATINGS.map(|role| rating(role).unwrap_or_default());
        let pieces = crate::units::pieces(bundle, &compiled, &roles, found);
        let side = |role: &str| levels(bundle, &roles, &compiled.sides, role);
        let points = side("points");
        let (initiative, losses) = (side("initiative"), side("initiative-losses"));
        let morale = side("side-morale").into_iter().zip(side("side-morale-reduced"));
        let morale: Vec<[i32; 2]> = morale.map(|(full, reduced)| [full, reduced]).collect();
        let rivers = rivers(&compiled, &roles, bundle);
        let start = data::start(bundle, &compiled, &pieces, &rivers, found);
        data::check(bundle, &compiled, &roles, (&pieces, &ratings), found);
        if let Some(numbers) = &numbers {
            data::check_scale(bundle, numbers, found);
        }
        let arriving = entry::arriving(bundle, &compiled, &pieces, found);
        let (Some(numbers), Some(direct_fire), Some(assault), true) =
            (numbers, direct_fire, assault, found.is_empty())
        else {
            return Err(std::mem::take(found));
        };
        let (Some(bombardment), Some(friendly_fire), Some(distance)) =
            (bombardment, friendly_fire, distance)
        else {
            return Err(std::mem::take(found));
        };
        let map = &compiled.map;
        let hexes = || map.grid().hexes();
        let terrain = &bundle.ruleset.terrain;
        let with = |role: &str| {
            let names = roles.ids(role).iter();
            names.fold(0, |bits, name| bits | kinds_with_trait(terrain, name))
        };
        let of_trait = |role: &str| -> Vec<bool> {
            let bits = with(role);
            hexes().map(|hex| bits >> map.terrain(hex).min(63) & 1 == 1).collect()
        };
        let of_kind = |role: &str| -> Vec<bool> {
            hexes().map(|hex| roles.is(role, &terrain[map.terrain(hex)].id)).collect()
        };
        let roads = bundle.ruleset.paths.iter().enumerate();
        let roads = roads.filter(|(_, kind)| roles.is("road", &kind.id));
        let road_bits = roads.fold(0_u32, |bits, (place, _)| bits | 1 << place.min(31));
        let led = |hex| {
            let leads =
                |direction: &usize| map.path(hex, Direction::new(*direction)) & road_bits != 0;
            (0..6).filter(leads).fold(0, |bits, direction| bits | 1_u8 << direction)
        };
        let class_costs = |class: Class| -> Vec<u8> {
            let costs: Vec<u8> =
                terrain.iter().map(|kind| class_cost(kind, class, &roles)).collect();
            hexes().map(|hex| costs[map.terrain(hex)]).collect()
        };
        let shifts: Vec<i8> = terrain.iter().map(|kind| shift(kind, "fire")).collect();
        let in_assaults: Vec<i8> = terrain.iter().map(|kind| shift(kind, "attack")).collect();
        // Where none is named, as on a map that has just been begun, those that are for victory.
        let all = bundle.map.zones.items.iter();
        let named = all.clone().any(|zone| roles.is("objective", &zone.id));
        let zones = all.filter(|zone| match named {
            true => roles.is("objective", &zone.id),
            false => zone.kind == ZoneKind::Victory,
        });
        let mut objectives: Vec<Hex> =
            zones.flat_map(|zone| &zone.hexes).filter_map(|hex| map.grid().parse(hex)).collect();
        objectives.sort_unstable();
        objectives.dedup();
        let score = |role: &str| {
            let mut scores = bundle.scenario.victory.scores.iter();
            scores.find(|score| roles.is(role, &score.id)).map_or(0, |score| score.points)
        };
        let turns = bundle.scenario.turns.iter();
        let dark = |turn: &salient_schema::scenario::Turn| {
            turn.weather.as_ref().is_some_and(|weather| roles.is("night", weather))
        };
        let works = bundle.ruleset.features.iter();
        let works = works
            .filter(|kind| roles.is("entrenchment", &kind.id))
            .map(|kind| [i32::from(shift(kind, "fire")), i32::from(shift(kind, "attack"))]);
        let works_shift = works.min().unwrap_or_default();
        let tall = of_trait("tall");
        let Ground { sights, limiting, swamp } =
            Ground::new(bundle, &roles, map, numbers.tall_levels);
        let entrenched = bundle.ruleset.features.iter().enumerate();
        let entrenched = entrenched.filter(|(_, kind)| roles.is("entrenchment", &kind.id));
        let entrenched = entrenched.fold(0_u64, |bits, (place, _)| bits | 1 << place.min(63));
        let shelter = of_kind("town");
        let works: Vec<bool> = hexes().map(|hex| map.features(hex) & entrenched != 0).collect();
        let diggable = tall.iter().zip(&works).map(|(tall, works)| !tall && !works).collect();
        let mut rules = Self {
            bombardment,
            friendly_fire,
            distance,
            ammunition,
            depletion,
            may_smoke,
            solitaire,
            missions: Vec::new(),
            numbers,
            ratings,
            pieces,
            start,
            steps: STEPS.map(|role| roles.one(role).unwrap_or_default().to_owned()),
            night: turns.map(dark).collect(),
            enter: Class::ALL.map(class_costs),
            roads: hexes().map(led).collect(),
            fire_shift: hexes().map(|hex| shifts[map.terrain(hex)]).collect(),
            limiting,
            swamp,
            shelter,
            sights,
            marches: Marches::new(compiled.map.len()),
            diggable,
            works,
            open: of_kind("clear"),
            assault_shift: hexes().map(|hex| in_assaults[map.terrain(hex)]).collect(),
            works_shift,
            direct_fire,
            assault,
            initiative,
            initiative_losses: losses,
            morale,
            objectives,
            fords: {
                let bits = feature_bits(bundle, &roles, "ford");
                hexes().map(|hex| map.features(hex) & bits != 0).collect()
            },
            rivers,
            withdrawals: crate::exits::withdrawals(bundle, &compiled, &arriving),
            arriving,
            exits: crate::exits::exits(bundle, &compiled, &roles),
            options: Options::of(bundle, &roles),
            objective_points: score("objective-score"),
            step_points: score("step-score"),
            exit_points: score("exit-score"),
            points,
            compiled,
        };
        rules.missions = missions::of_scenario(&rules, bundle, found);
        if found.is_empty() { Ok(rules) } else { Err(std::mem::take(found)) }
    }
}

impl Options {
    fn of(bundle: &Bundle, roles: &Roles<'_>) -> Self {
        let chosen = &bundle.scenario.optional_rules;
        let on = |role: &str| roles.one(role).is_some_and(|id| chosen.iter().any(|it| it == id));
        Self {
            consolidation: on("consolidation"),
            excess_initiative: on("excess-initiative"),
            strategic_movement: on("strategic-movement"),
            fog_of_war: on("fog-of-war"),
            flanking_fire: on("flanking-fire"),
        }
    }
}

/// The levels of the sides that fill a role, of those that have one.
pub(crate) fn maybe_levels(
    bundle: &Bundle,
    roles: &Roles<'_>,
    sides: &[Id],
    role: &str,
) -> Vec<Option<i32>> {
    let of = |side: &Id| {
        let mut levels = bundle.scenario.levels.iter();
        let level = levels.find(|level| roles.is(role, &level.id) && level.side == *side);
        level.map(|level| level.value.clamp(0, 1000))
    };
    sides.iter().map(of).collect()
}

/// The levels of the sides that fill a role.
fn levels(bundle: &Bundle, roles: &Roles<'_>, sides: &[Id], role: &str) -> Vec<i32> {
    maybe_levels(bundle, roles, sides, role).into_iter().map(Option::unwrap_or_default).collect()
}

/// What a kind of terrain costs a class: an effect for its types of units, else its own.
fn class_cost(kind: &Kind, class: Class, roles: &Roles<'_>) -> u8 {
    if kind.impassable {
        return BARRED;
    }
    let is_for = |effect: &&Effect| {
        let when = &effect.when;
        let here = when.usage.as_deref().is_none_or(|usage| usage == "movement");
        let unit = when.unit.as_ref();
        here && unit.is_some_and(|unit| class.role().is_some_and(|role| roles.is(role, unit)))
    };
    let own = kind.effects.iter().find(is_for).and_then(|effect| effect.movement);
    own.or(kind.movement).unwrap_or(1).clamp(0, i32::from(BARRED) - 1) as u8
}

/// Columns that a kind shifts in a use.
fn shift(kind: &Kind, usage: &str) -> i8 {
    let of = |effect: &&Effect| effect.when.usage.as_deref() == Some(usage);
    let shift = kind.effects.iter().find(of).and_then(|effect| effect.shift);
    shift.unwrap_or(0).clamp(-9, 9) as i8
}

/// The features that fill a role, a bit each.
fn feature_bits(bundle: &Bundle, roles: &Roles<'_>, role: &str) -> u64 {
    let kinds = bundle.ruleset.features.iter().enumerate();
    let kinds = kinds.filter(|(_, kind)| roles.is(role, &kind.id));
    kinds.fold(0, |bits, (place, _)| bits | 1 << place.min(63))
}

/// IA 5.8: rivers by the terrain of their hexes; a bridge is a feature, or a road that leads
/// through.
fn rivers(compiled: &Compiled, roles: &Roles<'_>, bundle: &Bundle) -> Rivers {
    let map = &compiled.map;
    let kinds: Vec<River> = map
        .grid()
        .hexes()
        .map(|hex| {
            let id = &bundle.ruleset.terrain[map.terrain(hex)].id;
            match () {
                () if roles.is("major-river", id) => River::Major,
                () if roles.is("minor-river", id) => River::Minor,
                () => River::None,
            }
        })
        .collect();
    let paths = bundle.ruleset.paths.iter().enumerate();
    let roads = paths.filter(|(_, kind)| roles.is("road", &kind.id));
    let roads = roads.fold(0_u32, |bits, (place, _)| bits | 1 << place.min(31));
    let ways = feature_bits(bundle, roles, "bridge") | feature_bits(bundle, roles, "ford");
    let crossing = |hex: Hex| {
        let leads = |direction: &Direction| map.path(hex, *direction) & roads != 0;
        map.features(hex) & ways != 0 || Direction::ALL.iter().filter(|way| leads(way)).count() > 1
    };
    let crossings = map.grid().hexes().map(crossing).collect();
    Rivers::new(map, kinds, crossings)
}
