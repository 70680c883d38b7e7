//! The data of a scenario, read out of a bundle.

use salient_hex::Hex;
use salient_rules::Roles;
use salient_rules::chart::NumberSet;
use salient_rules::keep::{of_start, of_system};
use salient_rules::play::Compiled;
use salient_schema::{Bundle, Diagnostic};

use crate::case_start::CaseStart;
use crate::constants::Constants;
use crate::landmarks::Landmarks;
use crate::opening;
use crate::roles::{COMBAT_RESULTS, RATINGS, ROLES, STEPS};
use crate::rules::Rules;
use crate::schedule::Schedule;
use crate::tables::{ArtilleryTable, CombatTable, FailureTable};
use crate::terrain::Terrain;
use crate::units::{FormationNumbers, bodies, pieces};

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
        let homes = crate::garrisons::homes(bundle, &roles, &compiled, &pieces);
        let bodies = bodies(&compiled, &roles, &pieces, &of_formations, found);
        let side = |role: &str| {
            let id = roles.one(role);
            id.and_then(|id| compiled.sides.iter().position(|side| side == id)).unwrap_or_default()
        };
        let nation = |role: &str| {
            bundle.ruleset.nations.iter().position(|nation| roles.is(role, &nation.id))
        };
        let terrain = Terrain::new(bundle, &roles, &compiled.map);
        let (allied, german) = (side("allied"), side("german"));
        let mut edges = [Vec::new(), Vec::new()];
        for (role, side) in [("allied-edge", allied), ("german-edge", german)] {
            let zones = bundle.map.zones.items.iter().filter(|zone| roles.is(role, &zone.id));
            let labels = zones.flat_map(|zone| &zone.hexes);
            let mut hexes: Vec<Hex> =
                labels.filter_map(|label| compiled.map.grid().parse(label)).collect();
            hexes.sort_unstable();
            hexes.dedup();
            if let Some(own) = edges.get_mut(side) {
                *own = hexes;
            }
        }
        let option = |role: &str| roles.any(role, &bundle.scenario.optional_rules);
        let reduction_markers = option("reduction-markers");
        let voluntary_retirement = option("voluntary-retirement");
        let spares_armies = option("spared-armies");
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
        let start: Option<CaseStart> = of_start(bundle)?;
        let labels = start.iter().flat_map(|start| &start.overstacked);
        let mut overstacked: Vec<Hex> = labels.filter_map(|label| compiled.hex(label)).collect();
        overstacked.sort_unstable();
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
            british: nation("british"),
            terrain,
            edges,
            combat,
            artillery,
            check_failure,
            march_failure,
            reduction_markers,
            voluntary_retirement,
            spares_armies,
            schedule,
            landmarks,
            start,
            overstacked,
            homes,
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
