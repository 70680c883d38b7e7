//! What a scenario says of plans, points, arrivals and activations (1914 1.1, 14.3.4, 16, 26, 27).

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_rules::Roles;
use salient_rules::chart::Chart;
use salient_rules::play::{Compiled, Formation, Unit};
use salient_schema::{Bundle, Code, Diagnostic, Id};

use crate::units::{Body, COMMANDERS, Rank};

/// The plan of an army (1914 26.1).
#[derive(Clone, Debug)]
pub struct Plan {
    /// Whose it is.
    pub army: Formation,
    /// What it is to take.
    pub objectives: Vec<Objective>,
    /// Whether it begins idle (1914 26.6.2).
    pub idle: bool,
    /// The army with whose plan, once that is abandoned, it becomes active (1914 26.6.2).
    pub starts_with: Option<Formation>,
    /// The army with whose plan it ends (1914 26.6.3).
    pub ends_with: Option<Formation>,
}

/// An operational objective (1914 26.1).
#[derive(Clone, Debug)]
pub struct Objective {
    pub hexes: Vec<Hex>,
    /// Whether the plan is achieved when it is captured.
    pub primary: bool,
}

/// A place that scores at the end for whoever controls all its hexes (1914 27.8, 27.9).
#[derive(Clone, Debug)]
pub struct Place {
    pub name: String,
    /// Sorted.
    pub hexes: Vec<Hex>,
    pub points: i32,
    pub rule: String,
}

/// Towns that score once before a game-turn (1914 27.2, 27.3).
#[derive(Clone, Debug, Default)]
pub struct Capture {
    /// The hexes of each town.
    pub towns: Vec<(String, Vec<Hex>)>,
    /// Points for each.
    pub points: i32,
}

/// What is counted in inter-phases and for Paris, each 0 where the scenario does not count it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Awards {
    /// For each hex of the furthest advance (1914 27.4).
    pub advance: i32,
    /// For each gap of a side's southern front (1914 27.5).
    pub gap: i32,
    /// Where the Marine Division is off the coast (1914 27.6).
    pub marine: i32,
    /// For Paris (1914 27.7).
    pub paris: i32,
    /// For a Belgian division without strength (1914 27.11).
    pub belgian: i32,
}

/// All of it.
#[derive(Clone, Debug, Default)]
pub struct Schedule {
    pub plans: Vec<Plan>,
    /// 1914 27.1: what an abandoned plan costs from so many hexes on, rising.
    pub abandonment: Vec<(i32, i32)>,
    pub places: Vec<Place>,
    /// 1914 27.2.
    pub muelhausen: Capture,
    /// 1914 27.3.
    pub lorraine: Capture,
    /// 1914 27.4 to 27.7, 27.11.
    pub awards: Awards,
    /// The side by whose lead the levels of victory are told, where one side's is; else they are by
    /// the winner's own.
    pub counted_for: Option<usize>,
    /// The game-turn in whose preliminary phase a unit leaves (1914 16.5).
    pub withdrawals: Vec<(u16, Unit)>,
    /// A unit that comes in for another, and that one (1914 16.2); what is made of several stands here
    /// with each of them (1914 16.3).
    pub substitutes: Vec<(Unit, Unit)>,
    /// A Belgian brigade, and the regiment that is left of it (1914 24.2.1).
    pub remnants: Vec<(Unit, Unit)>,
    /// A detachment, and the division that it is of (1914 22.3.3).
    pub detachments: Vec<(Unit, Unit)>,
    /// By German cavalry commander: the armies that he may belong to (1914 25.1); none where he is
    /// free.
    pub commanders: [Vec<Formation>; COMMANDERS.len()],
    /// Whom a bot sends east; nobody leaves where there is none (1914 25.2).
    pub sent_east: Vec<Formation>,
    /// Armies that by the option send no infantry (1914 25.2.2).
    pub spared: Vec<Formation>,
    /// Replacements: game-turn, nation, how many (1914 16.6).
    pub replacements: Vec<(u16, usize, i16)>,
    /// Units that are inactive until the first and the second activation (1914 4.2.1a).
    pub inactive: [Vec<Unit>; 2],
    /// Improved positions that a side may build from the inter-phase of a game-turn on, or from the
    /// beginning: game-turn, or 0; side; how many (1914 14.3.4).
    pub positions: Vec<(u16, usize, i16)>,
    /// The same of rail points (1914 7.7.1).
    pub rail_points: Vec<(u16, usize, i16)>,
    /// The inter-phases that bring a shortage marker, each with its limit (1914 15.8.1).
    pub shortages: Vec<(i32, u8)>,
    /// By side: the points that it begins with (1914 27.0).
    pub points: [i32; 2],
    /// The nations of the ruleset.
    pub nations: Vec<Id>,
}

impl Schedule {
    /// Reads it; what makes no sense is a problem with its place.
    pub fn new(
        bundle: &Bundle,
        compiled: &Compiled,
        roles: &Roles<'_>,
        bodies: &[Body],
        found: &mut Vec<Diagnostic>,
    ) -> Self {
        let units = |counters: &[Id]| -> Vec<Unit> {
            let all = counters.iter().filter_map(|id| compiled.find_unit(id));
            all.collect()
        };
        let scenario = &bundle.scenario;
        let leaving = scenario.withdrawals.iter();
        let mut withdrawals: Vec<(u16, Unit)> = leaving
            .flat_map(|group| units(&group.counters).into_iter().map(|unit| (group.turn, unit)))
            .collect();
        withdrawals.sort_unstable();
        let nations = &bundle.ruleset.nations;
        let (mut replacements, mut positions) = (Vec::new(), Vec::new());
        let mut rail_points = Vec::new();
        for due in &scenario.replacements {
            let Ok(points) = i16::try_from(due.points) else { continue };
            let is = |role: &str| due.pool.as_ref().is_some_and(|pool| roles.is(role, pool));
            let given = || compiled.side(&due.side).map(|side| (due.turn, side, points));
            if is("position-quota") {
                positions.extend(given());
                continue;
            }
            if is("rail-points") {
                rail_points.extend(given());
                continue;
            }
            let place = match &due.nation {
                Some(id) => nations.iter().position(|nation| nation.id == *id),
                None => nations.iter().position(|nation| nation.side.as_ref() == Some(&due.side)),
            };
            replacements.extend(place.map(|nation| (due.turn, nation, points)));
        }
        let mut points = [0; 2];
        for level in scenario.levels.iter().filter(|level| roles.is("victory-points", &level.id)) {
            let side = compiled.side(&level.side);
            if let Some(own) = side.and_then(|side| points.get_mut(side)) {
                *own += level.value;
            }
        }
        let inactive = ["first-activation", "second-activation"].map(|role| {
            let of_role = |unit: &Unit| {
                let own = compiled.unit(*unit).formation;
                own.is_some_and(|own| {
                    let all = roles.ids(role).iter().filter_map(|id| compiled.formation_of(id));
                    all.into_iter().any(|above| compiled.is_under(own, above))
                })
            };
            compiled.all_units().filter(of_role).collect()
        });
        Self {
            plans: plans(bundle, compiled, bodies, found),
            abandonment: abandonment(bundle, roles, found),
            places: places(bundle, compiled, roles),
            muelhausen: capture(bundle, &compiled.map, roles, "muelhausen"),
            lorraine: capture(bundle, &compiled.map, roles, "lorraine-city"),
            awards: Awards {
                advance: score(bundle, roles, "advance-score"),
                gap: score(bundle, roles, "gap-score"),
                marine: score(bundle, roles, "marine-score"),
                paris: score(bundle, roles, "paris-score"),
                belgian: score(bundle, roles, "belgian-loss-score"),
            },
            counted_for: scenario.victory.counted_for.as_ref().and_then(|id| compiled.side(id)),
            withdrawals,
            commanders: COMMANDERS.map(|(_, role)| formations(compiled, roles, role)),
            sent_east: formations(compiled, roles, "sent-east"),
            spared: formations(compiled, roles, "spared-army"),
            remnants: remnants(bundle, compiled, roles),
            substitutes: substitutes(bundle, compiled, roles, false),
            detachments: substitutes(bundle, compiled, roles, true)
                .into_iter()
                .map(|(new, old)| (old, new))
                .collect(),
            replacements,
            inactive,
            positions,
            rail_points,
            shortages: shortages(bundle, roles, found),
            points,
            nations: nations.iter().map(|nation| nation.id.clone()).collect(),
        }
    }

    /// Those of whom a unit is made, or for whom it stands in (1914 16.2, 16.3).
    pub fn parts(&self, new: Unit) -> impl Iterator<Item = Unit> + '_ {
        self.substitutes.iter().filter(move |(other, _)| *other == new).map(|(_, old)| *old)
    }

    /// The units that are made of several (1914 16.3, 16.4), each once.
    pub fn combinations(&self) -> impl Iterator<Item = Unit> + '_ {
        let pairs = self.substitutes.windows(3).filter_map(|three| match *three {
            // The pairs are in the order of the new units.
            [(before, _), (new, _), (next, _)] if before != new && new == next => Some(new),
            _ => None,
        });
        let first = match *self.substitutes.as_slice() {
            [(new, _), (next, _), ..] if new == next => Some(new),
            _ => None,
        };
        first.into_iter().chain(pairs)
    }

    /// The plan of an army.
    pub fn plan(&self, army: Formation) -> Option<&Plan> {
        self.plans.iter().find(|plan| plan.army == army)
    }
}

impl Plan {
    /// The hexes of its primary objectives.
    pub fn primary(&self) -> impl Iterator<Item = Hex> + '_ {
        let primary = self.objectives.iter().filter(|objective| objective.primary);
        primary.flat_map(|objective| objective.hexes.iter().copied())
    }
}

/// The formations that fill a role.
fn formations(compiled: &Compiled, roles: &Roles<'_>, role: &str) -> Vec<Formation> {
    roles.ids(role).iter().filter_map(|id| compiled.formation_of(id)).collect()
}

/// 1914 26.0: the plans, which armies alone have.
fn plans(
    bundle: &Bundle,
    compiled: &Compiled,
    bodies: &[Body],
    found: &mut Vec<Diagnostic>,
) -> Vec<Plan> {
    let mut plans = Vec::new();
    for (i, order) in bundle.scenario.orders.iter().enumerate() {
        // A formation that is not there is reported with all other references.
        let Some(army) = compiled.formation_of(&order.formation) else { continue };
        let rank = bodies.get(usize::from(army.0)).map(|body| body.rank);
        if rank != Some(Rank::Army) {
            let text = format!("'{}' is no army: only armies have plans", order.formation);
            let wrong = Diagnostic::error(Code::Rule, text).rule("1914 26.0");
            found.push(wrong.pointer(format!("/scenario/orders/{i}/formation")));
            continue;
        }
        let formation = |id: &Option<Id>| compiled.formation_of(id.as_ref()?);
        let objectives = order.objectives.iter().map(|objective| Objective {
            hexes: objective.hexes.iter().filter_map(|label| compiled.hex(label)).collect(),
            primary: objective.primary,
        });
        plans.push(Plan {
            army,
            objectives: objectives.filter(|objective| !objective.hexes.is_empty()).collect(),
            idle: order.idle,
            starts_with: formation(&order.starts_with),
            ends_with: formation(&order.ends_with),
        });
    }
    plans
}

/// 1914 27.1: the chart of what an abandoned plan costs: a row from so many hexes on.
fn abandonment(bundle: &Bundle, roles: &Roles<'_>, found: &mut Vec<Diagnostic>) -> Vec<(i32, i32)> {
    let chart = Chart::of_role(bundle, roles, "plan-abandonment", "1914 27.1", found);
    let rows = chart.map(|chart| chart.rows(1, |cell| cell.trim().parse().ok(), found));
    let rows = rows.unwrap_or_default().into_iter();
    let mut costs: Vec<(i32, i32)> =
        rows.filter_map(|(hexes, cells)| Some((hexes, *cells.first()?))).collect();
    costs.sort_unstable();
    costs
}

/// 1914 15.8.1: the chart of shortage markers: a row for each inter-phase that brings one.
fn shortages(bundle: &Bundle, roles: &Roles<'_>, found: &mut Vec<Diagnostic>) -> Vec<(i32, u8)> {
    let chart = Chart::of_role(bundle, roles, "ammunition-shortage", "1914 15.8.1", found);
    let rows = chart.map(|chart| chart.rows(1, |cell| cell.trim().parse().ok(), found));
    let rows = rows.unwrap_or_default().into_iter();
    rows.filter_map(|(number, cells)| Some((number, *cells.first()?))).collect()
}

/// 1914 27.8, 27.9: zones that fill the roles, a place each, with what it is worth.
fn places(bundle: &Bundle, compiled: &Compiled, roles: &Roles<'_>) -> Vec<Place> {
    let of_role = |(role, rule): (&str, &str)| -> Vec<Place> {
        let all = capture(bundle, &compiled.map, roles, role);
        let places = all.towns.into_iter().map(|(name, mut hexes)| {
            hexes.sort_unstable();
            Place { name, hexes, points: all.points, rule: rule.to_owned() }
        });
        places.collect()
    };
    let roles = [("geographic-objective", "1914 27.8"), ("special-city", "1914 27.9")];
    roles.into_iter().flat_map(of_role).collect()
}

/// 1914 27.2, 27.3: zones that fill a role, each worth what the score of the role's `-score` is.
fn capture(bundle: &Bundle, map: &CompiledMap, roles: &Roles<'_>, role: &str) -> Capture {
    let zones = bundle.map.zones.items.iter().filter(|zone| roles.is(role, &zone.id));
    let towns = zones.map(|zone| {
        let hexes = zone.hexes.iter().filter_map(|label| map.grid().parse(label)).collect();
        (zone.name.clone(), hexes)
    });
    Capture { towns: towns.collect(), points: score(bundle, roles, &format!("{role}-score")) }
}

/// What the scenario gives for what fills a role; 0 where nothing does.
fn score(bundle: &Bundle, roles: &Roles<'_>, role: &str) -> i32 {
    let mut scores = bundle.scenario.victory.scores.iter();
    scores.find(|score| roles.is(role, &score.id)).map_or(0, |score| score.points)
}

/// 1914 16.2, 22.3.3: counters for which another stands in, or detachments that become part of another.
fn substitutes(
    bundle: &Bundle,
    compiled: &Compiled,
    roles: &Roles<'_>,
    detached: bool,
) -> Vec<(Unit, Unit)> {
    let counters = bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
    let counters = counters.filter(|counter| roles.any("detachment", &counter.traits) == detached);
    let pairs = counters.filter_map(|counter| {
        let new = compiled.find_unit(counter.substitute.as_ref()?)?;
        Some((new, compiled.find_unit(&counter.id)?))
    });
    let mut pairs: Vec<(Unit, Unit)> = pairs.collect();
    pairs.sort_unstable();
    pairs
}

/// 1914 24.2.1: Belgian counters for which others stand in that come in no game-turn: when their last
/// face is up.
fn remnants(bundle: &Bundle, compiled: &Compiled, roles: &Roles<'_>) -> Vec<(Unit, Unit)> {
    let belgian = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.counters)
        .filter(|counter| counter.nation.as_ref().is_some_and(|id| roles.is("belgian", id)))
        .filter_map(|counter| compiled.find_unit(&counter.id));
    let belgian: Vec<Unit> = belgian.collect();
    let comes = |unit: Unit| compiled.arrivals.iter().any(|arrival| arrival.unit == unit);
    let mut pairs: Vec<(Unit, Unit)> = substitutes(bundle, compiled, roles, false)
        .into_iter()
        .filter(|(new, _)| belgian.contains(new) && !comes(*new))
        .map(|(new, old)| (old, new))
        .collect();
    pairs.sort_unstable();
    pairs
}
