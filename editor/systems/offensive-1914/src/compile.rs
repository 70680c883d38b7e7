//! The data of a scenario, read out of a bundle.

use salient_hex::Hex;
use salient_rules::Roles;
use salient_rules::chart::NumberSet;
use salient_rules::keep::{of_start, of_system};
use salient_rules::play::{Compiled, Formation, Unit};
use salient_schema::{Bundle, Diagnostic};

use crate::bases::Bases;
use crate::bombardment::{BombardmentTable, PreparationTable};
use crate::case_start::CaseStart;
use crate::constants::Constants;
use crate::intelligence::typical;
use crate::landmarks::{Landmarks, hexes_of};
use crate::opening;
use crate::rails::net::Net;
use crate::roles::{COMBAT_RESULTS, RATINGS, ROLES, STEPS};
use crate::rules::Rules;
use crate::schedule::Schedule;
use crate::tables::{ArtilleryTable, CombatTable, FailureTable};
use crate::terrain::Terrain;
use crate::units::{FormationNumbers, Kind, Rank, bodies, pieces};

impl Rules {
    /// Reads what the rules need of a bundle; what it lacks is a problem with its place.
    pub fn compile(bundle: &Bundle, compiled: Compiled) -> Result<Self, Vec<Diagnostic>> {
        let roles = Roles::filled(&ROLES, bundle)?;
        let found = &mut Vec::new();
        let numbers = Constants::read(bundle, &roles, found);
        let combat = CombatTable::of_role(bundle, &roles, COMBAT_RESULTS, "1914 9.9", found);
        let artillery =
            ArtilleryTable::of_role(bundle, &roles, "artillery-table", "1914 10.1.2", found);
        let check = ("check-failure", "1914 10.2.1");
        let check_failure = FailureTable::of_role(bundle, &roles, check, 1, found);
        let march = ("march-failure", "1914 7.2.4");
        let march_failure = FailureTable::of_role(bundle, &roles, march, 2, found);
        let ratings = RATINGS.map(|role| roles.one(role).and_then(|id| compiled.rating(id)));
        let of_formations = formation_numbers(&compiled, &roles);
        let pieces = pieces(bundle, &compiled, &roles, &of_formations, found);
        let sieges: Vec<Unit> = compiled
            .all_units()
            .filter(|unit| {
                let kind = pieces.get(unit.index()).map(|piece| piece.kind);
                matches!(kind, Some(Kind::SiegeArtillery | Kind::Headquarters))
            })
            .collect();
        let camps = crate::fortress::all_camps(&pieces);
        let homes = crate::garrisons::homes(bundle, &roles, &compiled, &pieces);
        let group = roles.one("territorial-group").and_then(|id| compiled.formation_of(id));
        let paris = crate::paris::Paris::new(bundle, &compiled, &roles);
        let bodies = bodies(&compiled, &roles, &pieces, &of_formations, found);
        let side = |role: &str| {
            let id = roles.one(role);
            id.and_then(|id| compiled.sides.iter().position(|side| side == id)).unwrap_or_default()
        };
        let nation = |role: &str| {
            bundle.ruleset.nations.iter().position(|nation| roles.is(role, &nation.id))
        };
        let terrain = Terrain::new(bundle, &roles, &compiled.map);
        let zone = |role: &str| hexes_of(bundle, &roles, &compiled.map, role);
        let armies = |role: &str| -> Vec<Formation> {
            roles.ids(role).iter().filter_map(|id| compiled.formation_of(id)).collect()
        };
        let homes_of = [("strassburg-army", "strassburg"), ("metz-army", "metz")].into_iter();
        let depot_homes = homes_of
            .flat_map(|(army, home)| armies(army).into_iter().map(move |army| (army, zone(home))))
            .collect();
        let detachments = armies("army-detachment");
        let net = Net::new(bundle, &roles, &compiled.map);
        let (allied, german) = (side("allied"), side("german"));
        let mut edges = [Vec::new(), Vec::new()];
        for (role, side) in [("allied-edge", allied), ("german-edge", german)] {
            if let Some(own) = edges.get_mut(side) {
                *own = zone(role);
            }
        }
        let bombardment = BombardmentTable::of_role(bundle, &roles, found);
        let preparation = PreparationTable::of_role(bundle, &roles, found);
        let prepared_hexes =
            crate::bombardment::prepared_hexes(bundle, &roles, &terrain, &compiled.map);
        let option = |role: &str| roles.any(role, &bundle.scenario.optional_rules);
        let reduction_markers = option("reduction-markers");
        let voluntary_retirement = option("voluntary-retirement");
        let spares_armies = option("spared-armies");
        let is_limited = option("limited-intelligence");
        let typical = if is_limited { typical(&compiled, &pieces, &ratings) } else { Vec::new() };
        let schedule = Schedule::new(bundle, &compiled, &roles, &bodies, found);
        let landmarks = Landmarks::new(bundle, &roles, &compiled.map, (allied, german));
        let steps = STEPS.map(|role| roles.one(role).map(str::to_owned));
        let (Some(numbers), Some(combat), Some(artillery), true) =
            (numbers, combat, artillery, found.is_empty())
        else {
            return Err(std::mem::take(found));
        };
        let (Some(check_failure), Some(march_failure)) = (check_failure, march_failure) else {
            return Err(std::mem::take(found));
        };
        let (Some(bombardment), Some(preparation)) = (bombardment, preparation) else {
            return Err(std::mem::take(found));
        };
        let start: Option<CaseStart> = of_start(bundle)?;
        let labels = start.iter().flat_map(|start| &start.overstacked);
        let mut overstacked: Vec<Hex> = labels.filter_map(|label| compiled.hex(label)).collect();
        overstacked.sort_unstable();
        let depots = ["british", "belgian"].map(|role| {
            let nation = nation(role)?;
            bodies.iter().zip(0..).find_map(|(body, place)| {
                let depot = body.counter.filter(|_| body.rank == Rank::Army)?;
                let own = pieces.get(depot.index())?.nation == nation;
                own.then_some((Formation(place), depot))
            })
        });
        let bases = Bases::new(bundle, &roles, &compiled.map, depots, &numbers);
        let rules = Self {
            numbers,
            ratings,
            pieces,
            bodies,
            steps,
            allied,
            german,
            french: nation("french"),
            belgian: nation("belgian"),
            austrian: nation("austro-hungarian"),
            terrain,
            net,
            depot_homes,
            detachments,
            edges,
            combat,
            artillery,
            check_failure,
            march_failure,
            bombardment,
            preparation,
            reduction_markers,
            voluntary_retirement,
            spares_armies,
            typical,
            schedule,
            bases,
            landmarks,
            start,
            overstacked,
            homes,
            camps,
            sieges,
            prepared_hexes,
            group,
            paris,
            compiled,
        };
        let wrong = rules.start.as_ref().and_then(|own| opening::wrong(&rules, own));
        wrong.map_or(Ok(rules), |text| Err(vec![of_system(text)]))
    }
}

/// The numbers of all formations, in the order of the orders of battle.
fn formation_numbers(compiled: &Compiled, roles: &Roles<'_>) -> FormationNumbers {
    let each = |role: &str| {
        let place = roles.one(role).and_then(|id| compiled.formation_rating(id));
        let formations = compiled.formations.iter();
        formations.map(|formation| place.and_then(|place| formation.rating(place))).collect()
    };
    FormationNumbers {
        effectiveness: each("effectiveness"),
        limit: each("corps-limit"),
        boxes: each("corps-boxes"),
        replacements: each("replacement-limit"),
        later: each("later-effectiveness"),
    }
}
