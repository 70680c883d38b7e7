//! Rail movement: along railways alone, hex by hex, whatever the terrain.

use salient_hex::Hex;
use salient_hex::path::{Reach, Step};
use salient_rules::Violation;
use salient_rules::play::{PlayContext, Position, Unit};
use salient_schema::rules_of_play::{Does, MovementMode};

use crate::citations::Chapter;
use crate::game::Standard;
use crate::movement::may_move;
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::Rules;
use crate::sequence::{self, DoesAt};
use crate::state::{HALTED, MOVED};
use crate::zones::in_enemy_zone;
use crate::{enemies, hidden, hindrance, stacking, states, victory};

/// A number of hexes without an end.
const ENDLESS: u32 = 60_000;

/// Rail movement, compiled.
#[derive(Debug)]
pub struct RailRules {
    paths: u32,
    hexes: Number,
    units: Number,
    who: Members,
    /// Features, a bit each.
    stations: u64,
    through_zones: bool,
    rule: Option<String>,
}

impl RailRules {
    /// Those of a ruleset; none where nobody goes by rail.
    pub fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let (play, ruleset) = (reader.play, &reader.bundle.ruleset);
        let by_rail = sequence::all(ruleset)
            .any(|does| matches!(does, Does::Movement { mode: MovementMode::Rail, .. }));
        let Some(rail) = &play.movement.rail else {
            if by_rail {
                let text = "a step of the sequence of play is rail movement, and the rules of play \
                            do not say how";
                reader.wrong("/movement/rail", text.to_owned());
            }
            return None;
        };
        let paths = reader.kinds(&ruleset.paths, &rail.paths, ("/movement/rail/paths", "path"));
        if rail.paths.is_empty() {
            reader.wrong("/movement/rail/paths", "say what a railway is".to_owned());
        }
        let stations = ("/movement/rail/stations", "feature");
        Some(Self {
            paths: paths as u32,
            hexes: reader.bounded(&rail.hexes, "/movement/rail/hexes", (0, 1000)),
            units: reader.bounded(&rail.units, "/movement/rail/units", (0, 1000)),
            who: reader.members(&rail.who, "/movement/rail/who"),
            stations: reader.kinds(&ruleset.features, &rail.stations, stations),
            through_zones: rail.through_zones,
            rule: rail.rule.clone(),
        })
    }

    fn no(&self, rules: &Rules, text: impl Into<String>) -> Violation {
        Violation::new(self.rule(rules).to_owned(), text.into())
    }

    fn rule<'a>(&'a self, rules: &'a Rules) -> &'a str {
        self.rule.as_deref().unwrap_or_else(|| rules.cite.rule(Chapter::Movement))
    }

    fn is_station(&self, rules: &Rules, hex: Hex) -> bool {
        self.stations == 0 || rules.compiled.map.features(hex) & self.stations != 0
    }

    /// Whether a unit may go into a hex on its way, or from it.
    fn may_be_in(
        &self,
        rules: &Rules,
        position: &Position<Standard>,
        unit: Unit,
        hex: Hex,
    ) -> bool {
        let side = rules.side(unit);
        let heeds = rules.zones.as_ref().is_some_and(|zones| zones.heeds(unit));
        !enemies::stand_in(rules, position, side, hex)
            && (self.through_zones || !heeds || !in_enemy_zone(rules, position, side, hex))
    }

    /// The hexes that a unit may go by rail.
    fn range(&self, rules: &Rules, position: &Position<Standard>, unit: Unit) -> u32 {
        let hexes = self.hexes.in_case(&Case::new(&rules.compiled, position).of(unit));
        if hexes <= 0 { ENDLESS } else { hexes.unsigned_abs() }
    }
}

/// Whether a unit may begin to go by rail.
fn check_start(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    at: DoesAt,
) -> Result<(), Violation> {
    let Some(rail) = &rules.rail else {
        let rule = rules.cite.rule(Chapter::Movement).to_owned();
        return Err(Violation::new(rule, "nobody goes by rail"));
    };
    may_move(rules, position, unit, at)?;
    if position.state(unit).flags & MOVED != 0 || !rail.who.has(unit) {
        return Err(rail.no(rules, "the unit does not go by rail in this step"));
    }
    let most = rail.units.in_case(&Case::new(&rules.compiled, position).of(unit));
    if most > 0 && i32::from(position.own.railed) >= most {
        return Err(rail.no(rules, "no more units go by rail in this step"));
    }
    let Some(hex) = position.hex(unit) else { return Ok(()) };
    if !rail.is_station(rules, hex) {
        let label = rules.compiled.label(hex);
        return Err(rail.no(rules, format!("no unit entrains in {label}")));
    }
    if !rail.may_be_in(rules, position, unit, hex) {
        let label = rules.compiled.label(hex);
        return Err(rail.no(rules, format!("{label} is in an enemy zone of control")));
    }
    Ok(())
}

/// Whether a unit may go along some hexes by rail.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    path: &[Hex],
    at: DoesAt,
) -> Result<i32, Violation> {
    check_start(rules, position, unit, at)?;
    let (Some(rail), Some(mut from)) = (&rules.rail, position.hex(unit)) else { return Ok(0) };
    let map = &rules.compiled.map;
    let label = |hex: Hex| rules.compiled.label(hex);
    for &to in path {
        let direction = map.grid().direction_to(from, to);
        if direction.is_none_or(|direction| map.path(from, direction) & rail.paths == 0) {
            let text = format!("no railway leads from {} to {}", label(from), label(to));
            return Err(rail.no(rules, text));
        }
        if !rail.may_be_in(rules, position, unit, to) {
            let text =
                format!("an enemy stands in {0}, or {0} is in his zone of control", label(to));
            return Err(rail.no(rules, text));
        }
        if !may_pass(rules, position, unit, to) {
            return Err(rail.no(rules, format!("the unit does not come through {}", label(to))));
        }
        from = to;
    }
    let range = rail.range(rules, position, unit);
    if path.len() as u64 > u64::from(range) {
        let text = format!("the unit goes {} hexes by rail, and {range} is the most", path.len());
        return Err(rail.no(rules, text));
    }
    if !rail.is_station(rules, from) {
        return Err(rail.no(rules, format!("no unit detrains in {}", label(from))));
    }
    stacking::check(rules, position, &[unit], from)?;
    Ok(path.len() as i32)
}

/// Whether nothing but zones keeps a unit out of a hex on its way: stacking at all times, a state
/// that keeps it away from enemies.
fn may_pass(rules: &Rules, position: &Position<Standard>, unit: Unit, hex: Hex) -> bool {
    let near = || enemies::stand_next_to(rules, position, rules.side(unit), hex);
    (!rules.stacking.always || stacking::fits(rules, position, &[unit], hex))
        && !(hindrance::of(rules, position, unit).any(|one| one.not_next_to_enemies) && near())
}

/// The shortest ways of a unit by rail to each hex where it may end.
pub fn ways(
    rules: &Rules,
    position: &Position<Standard>,
    unit: Unit,
    at: DoesAt,
    reach: &mut Reach,
) -> Vec<Vec<Hex>> {
    if check_start(rules, position, unit, at).is_err() {
        return Vec::new();
    }
    let (Some(rail), Some(start)) = (&rules.rail, position.hex(unit)) else { return Vec::new() };
    let map = &rules.compiled.map;
    reach.search(map, start, rail.range(rules, position, unit), |from, direction, to| {
        let open = map.path(from, direction) & rail.paths != 0
            && rail.may_be_in(rules, position, unit, to)
            && may_pass(rules, position, unit, to);
        if open { Step::Through(1) } else { Step::Barred }
    });
    let ends =
        reach.reached().iter().skip(1).filter(|&&to| {
            rail.is_station(rules, to) && stacking::fits(rules, position, &[unit], to)
        });
    ends.map(|&to| reach.path(map, to)).collect()
}

/// Takes a unit along hexes that were checked.
pub fn go(cx: &mut PlayContext<'_, Standard>, unit: Unit, path: &[Hex]) {
    let rules = cx.rules;
    let Some(rail) = &rules.rail else { return };
    *cx.position.flags_mut(unit) |= MOVED | HALTED;
    cx.position.own.railed = cx.position.own.railed.saturating_add(1);
    hidden::show(cx, unit);
    states::moves(cx, unit);
    // An enemy whom nobody saw stops the train before him.
    let path = hidden::free(cx, rules.side(unit), path);
    cx.shift(&[unit], path, "rail", None, rail.rule(rules));
    for &hex in path {
        victory::take(cx, unit, hex);
    }
}
