//! From a bundle to [`Rules`], with everything that the data lacks.

use ahash::AHashMap;
use salient_hex::grid::{Direction, Hex};
use salient_hex::map::{CompiledMap, kinds_with_trait};
use salient_hex::objectives::side_of_line;
use salient_rules::Roles;
use salient_rules::base::{self, BaseRules, CounterAt, TurnDef};
use salient_rules::chart::{Chart, DieTable, MOST, NumberSet, overrides};
use salient_schema::order_of_battle::{Counter, Face, Formation};
use salient_schema::recipe::MapEdge;
use salient_schema::ruleset::{Kind, SequenceStep};
use salient_schema::{Bundle, Code, Diagnostic, Id, scenario};

use crate::constants::Constants;
use crate::guns::Guns;
use crate::roles::{self, FIRST_TURNS};
use crate::rules::{
    ALLIED, Counter as CounterDef, FaceDef, GERMAN, HexTerrain, Phase, Procedure, Rules, ScoreDef,
    Scored, Town, Turn, Unit, UnitDef, Weather,
};
use crate::tables::{self, CounterBatteryTable, DrumfireTable};
use crate::ways;

impl Rules {
    /// Compiles a bundle.
    ///
    /// # Errors
    /// Whatever the rules need and the data lacks, with JSON pointers into the bundle.
    pub fn compile(bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let map = CompiledMap::new(&bundle.map, &bundle.ruleset)?;
        let mut found = Vec::new();
        let roles = &roles::filled(bundle)?;
        let compiled =
            |sides: &[Id], found: &mut Vec<Diagnostic>| units(bundle, roles, sides, found);
        let Some(data) = data(bundle, roles, compiled, &mut found) else { return Err(found) };
        let Data {
            sides,
            constants,
            phases,
            units,
            corps,
            weather_table,
            turns,
            tracks,
            counter_battery,
            drumfire,
        } = data;
        let ground = ground(bundle, roles, &map);
        let line = roles.one("victory-line").unwrap_or_default();
        let west = side_of_line(&bundle.map, map.grid(), line, MapEdge::West).unwrap_or_default();
        let towns = towns(bundle, &map, &ground, &west);
        let arrivals = base::arrivals(bundle, &map, &units, "KB 15.11", &mut found);
        let (Some(constants), true) = (constants, found.is_empty()) else { return Err(found) };

        let grid = map.grid();
        let mut town_at = vec![None; map.len()];
        for (i, town) in towns.iter().enumerate() {
            town_at[town.hex.index()] = u16::try_from(i).ok();
        }
        let edge = grid.hexes().filter(|&hex| map.neighbours(hex).count() < 6).collect();
        let replacements = (0..units.len())
            .filter(|&i| units[i].replacement && units[i].side == GERMAN)
            .map(|i| Unit(i as u16))
            .collect();
        let headquarters = [GERMAN, ALLIED].map(|side| {
            let all = (0..units.len()).filter(|&i| units[i].headquarters && units[i].side == side);
            all.map(|i| Unit(i as u16)).collect()
        });
        let victory = &bundle.scenario.victory;
        let west_cost = west_cost(&map, &ground);
        let steps = ways::over_ground(&map);
        Ok(Self {
            limited_corps: roles
                .ids("limited-corps")
                .iter()
                .map(|&id| {
                    let place = corps.iter().position(|known| known == id);
                    (id.to_owned(), place.map(|place| place as u16))
                })
                .collect(),
            weathers: ["weather-clear", "weather-mist", "weather-fog"]
                .map(|role| roles.one(role).unwrap_or_default().to_owned()),
            corps,
            constants,
            weather_table,
            towns,
            town_at,
            steps_cost: steps.iter().flatten().all(|&cost| cost > 0),
            moats: moats(&map, &west_cost),
            west_cost,
            steps,
            axial: grid.hexes().map(|hex| grid.axial(hex)).collect(),
            hilltops: grid.hexes().filter(|hex| ground[hex.index()].hilltop).collect(),
            headquarters,
            tracks,
            counter_battery,
            drumfire,
            ground,
            edge,
            arrivals,
            scores: victory
                .scores
                .iter()
                .map(|score| ScoreDef {
                    of: Scored::of(roles, &score.id),
                    id: score.id.clone(),
                    points: score.points,
                    rule: score.rule.clone(),
                })
                .collect(),
            replacements,
            base: BaseRules::new(bundle, map, sides, units, phases, turns),
        })
    }
}

/// What the rules need besides the map.
struct Data {
    sides: Vec<Id>,
    constants: Option<Constants>,
    phases: Vec<Phase>,
    units: Vec<UnitDef>,
    corps: Vec<Id>,
    weather_table: DieTable<Weather>,
    turns: Vec<TurnDef<Turn>>,
    tracks: [Vec<Guns>; 2],
    counter_battery: CounterBatteryTable,
    drumfire: DrumfireTable,
}

/// Whatever the rules need and the data lacks, but for the map.
pub fn check(bundle: &Bundle, units: &Units, found: &mut Vec<Diagnostic>) {
    let known = |_: &[Id], found: &mut Vec<Diagnostic>| {
        found.extend(units.found.iter().cloned());
        (Vec::new(), Vec::new())
    };
    // Of what nothing fills, the roles tell.
    if let Ok(roles) = roles::filled(bundle) {
        data(bundle, &roles, known, found);
    }
}

/// All units as the rules know them, for checks: those counters that cannot be used are left out,
/// with what keeps them from it.
pub struct Units {
    pub all: Vec<UnitDef>,
    found: Vec<Diagnostic>,
}

impl Units {
    pub fn of(bundle: &Bundle, roles: &Roles<'_>) -> Self {
        let mut found = Vec::new();
        let (all, _) = units(bundle, roles, &base::sides(bundle), &mut found);
        Self { all, found }
    }
}

fn data(
    bundle: &Bundle,
    roles: &Roles<'_>,
    units: impl FnOnce(&[Id], &mut Vec<Diagnostic>) -> (Vec<UnitDef>, Vec<Id>),
    found: &mut Vec<Diagnostic>,
) -> Option<Data> {
    let sides = base::in_order(bundle, roles, ["german", "allied"], "KB 4.1", found)?;
    let constants = Constants::read(bundle, roles, found);
    let phases = phases(bundle, roles, &sides, found);
    let (units, corps) = units(&sides, found);
    let weather_table = weather_table(bundle, roles, found);
    let turns = turns(bundle, roles, &phases, found);
    let tracks = [GERMAN, ALLIED].map(|side| tables::track(bundle, roles, &sides[side], found));
    let counter_battery = tables::counter_battery(bundle, roles, found);
    let drumfire = tables::drumfire(bundle, roles, found);
    if bundle.scenario.victory.levels.is_empty() {
        found.push(
            Diagnostic::error(Code::Rule, "the scenario names no level of victory")
                .pointer("/scenario/victory/levels")
                .rule("KB 20.3"),
        );
    }
    Some(Data {
        sides,
        constants,
        phases,
        units,
        corps,
        weather_table,
        turns,
        tracks,
        counter_battery,
        drumfire,
    })
}

/// The leaves of the sequence of play (KB 4.2), by their roles, in order.
const PROCEDURES: [(&str, Procedure); 17] = [
    ("weather-stage", Procedure::Weather),
    ("air-allocation", Procedure::AirAllocation),
    ("interception", Procedure::Interception),
    ("ground-attack", Procedure::GroundAttack),
    ("pre-determined-reinforcements", Procedure::PreDetermined),
    ("variable-reinforcements", Procedure::Variable),
    ("counter-battery", Procedure::CounterBattery),
    ("persistent-gas", Procedure::Gas),
    ("drumfire", Procedure::Drumfire),
    ("german-breakdown", Procedure::BreakDown),
    ("german-first-segment", Procedure::Movement { side: GERMAN, second: false }),
    ("german-second-segment", Procedure::Movement { side: GERMAN, second: true }),
    ("german-combat", Procedure::Combat { side: GERMAN }),
    ("allied-first-segment", Procedure::Movement { side: ALLIED, second: false }),
    ("allied-second-segment", Procedure::Movement { side: ALLIED, second: true }),
    ("allied-combat", Procedure::Combat { side: ALLIED }),
    ("terminal", Procedure::Terminal),
];

/// The ruleset's sequence of play, flattened; each leaf must be one that the engine knows, and
/// in the order of KB 4.2.
fn phases(
    bundle: &Bundle,
    roles: &Roles<'_>,
    sides: &[Id],
    found: &mut Vec<Diagnostic>,
) -> Vec<Phase> {
    let procedure = |stage: &SequenceStep| match PROCEDURES
        .iter()
        .find(|(role, _)| roles.is(role, &stage.id))
    {
        _ if !stage.steps.is_empty() => Procedure::Heading,
        Some((_, procedure)) => *procedure,
        None => Procedure::Terminal,
    };
    let mut out = base::phases(bundle, sides, "KB 4.2", procedure, found);
    let leaves: Vec<&str> = out
        .iter()
        .filter(|phase| phase.procedure != Procedure::Heading)
        .map(|phase| phase.id.as_str())
        .collect();
    let expected: Vec<&str> = PROCEDURES.iter().filter_map(|(role, _)| roles.one(role)).collect();
    if leaves != expected {
        found.push(
            Diagnostic::error(Code::Rule, "the sequence of play is not that of the rules")
                .pointer("/ruleset/sequence")
                .rule("KB 4.2")
                .help(format!("its innermost steps must be: {}", expected.join(", "))),
        );
    }
    move_first_turns(bundle, roles, &mut out);
    out
}

/// Lets a scenario that changes such a constant move its steps of the sequence of play.
fn move_first_turns(bundle: &Bundle, roles: &Roles<'_>, phases: &mut [Phase]) {
    for (id, value) in overrides(bundle) {
        let moved = FIRST_TURNS.iter().filter(|(constant, ..)| roles.is(constant, id));
        for stage in moved.flat_map(|(_, _, stages)| *stages) {
            for phase in phases.iter_mut().filter(|known| roles.is(stage, &known.id)) {
                phase.from_turn = value.clamp(0, MOST) as u16;
            }
        }
    }
}

fn turns(
    bundle: &Bundle,
    roles: &Roles<'_>,
    phases: &[Phase],
    found: &mut Vec<Diagnostic>,
) -> Vec<TurnDef<Turn>> {
    let turns = &bundle.scenario.turns;
    // A scenario that begins in the midst of a game begins on a later game-turn.
    let first = match &bundle.scenario.start {
        Some(_) => turns.first().map_or(1, |turn| usize::from(turn.turn).max(1)),
        None => 1,
    };
    let numbered = |(i, turn): (usize, &scenario::Turn)| usize::from(turn.turn) == i + first;
    if turns.is_empty() || !turns.iter().enumerate().all(numbered) {
        found.push(
            Diagnostic::error(Code::Rule, "the game-turns must be numbered from 1 without a gap")
                .pointer("/scenario/turns"),
        );
    }
    let roll = phases.iter().find(|phase| phase.procedure == Procedure::Weather);
    let rolled = |turn: u16| roll.is_none_or(|phase| phase.comes_in(turn));
    turns
        .iter()
        .enumerate()
        .map(|(i, turn)| {
            let weather = turn.weather.as_deref().map(|name| (name, Weather::parse(roles, name)));
            if weather.is_none() && !rolled(turn.turn) {
                let fog = roles.one("weather-fog").unwrap_or_default();
                let number = turn.turn;
                let message = format!("game-turn {number} rolls for no weather and has none");
                found.push(
                    Diagnostic::error(Code::Rule, message)
                        .pointer(format!("/scenario/turns/{i}/weather"))
                        .rule("KB 17.4")
                        .help(format!("fix its weather: {fog}, or another")),
                );
            }
            if let Some((name, None)) = weather {
                found.push(
                    Diagnostic::error(Code::Rule, format!("there is no weather '{name}'"))
                        .pointer(format!("/scenario/turns/{i}/weather"))
                        .rule("KB 11.2")
                        .help(format!("use {}", Weather::names(roles))),
                );
            }
            TurnDef::of(turn, Turn { weather: weather.and_then(|(_, weather)| weather) })
        })
        .collect()
}

fn weather_table(
    bundle: &Bundle,
    roles: &Roles<'_>,
    found: &mut Vec<Diagnostic>,
) -> DieTable<Weather> {
    let chart = Chart::of_role(bundle, roles, "weather-table", "KB 11.14", found);
    let Some(chart) = chart else { return DieTable::default() };
    let mut rows = Vec::new();
    for (i, row) in chart.table.rows.iter().enumerate() {
        // The table has one column.
        let weather = chart.cell(i, 0).and_then(|cell| Weather::parse(roles, cell));
        match (row.head.parse(), weather) {
            (Ok(die), Some(weather)) => rows.push((die, vec![weather])),
            _ => found.push(
                chart.fault(&format!("/rows/{i}"), "a weather row needs a die and a weather"),
            ),
        }
    }
    DieTable::new(rows)
}

/// All units, and the formations that count as corps.
fn units(
    bundle: &Bundle,
    roles: &Roles<'_>,
    sides: &[Id],
    found: &mut Vec<Diagnostic>,
) -> (Vec<UnitDef>, Vec<Id>) {
    let ratings = ["strength", "morale", "movement"].map(|role| roles.one(role));
    let [Some(strength), Some(morale), Some(movement)] = ratings else {
        return (Vec::new(), Vec::new());
    };
    let known = Known::new(roles, stacking_by_size(bundle), [strength, morale, movement]);
    let formations: AHashMap<&str, &Formation> = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.formations)
        .map(|formation| (formation.id.as_str(), formation))
        .collect();
    let mut corps: Vec<Id> = Vec::new();
    let mut places: AHashMap<&str, u16> = AHashMap::new();
    let units = base::units(bundle, sides, found, |counter, _, at, found| {
        let faces = faces(&known, counter, at, found)?;
        let id = corps_of(&known, counter, &formations);
        let place = id.map(|id| {
            *places.entry(id).or_insert_with(|| {
                corps.push(id.to_owned());
                corps.len() as u16 - 1
            })
        });
        Some(counter_def(&known, counter, faces, place))
    });
    (units, corps)
}

/// What the counters are read by.
struct Known<'a> {
    sizes: AHashMap<&'a str, i32>,
    /// What strength, morale and movement are called.
    ratings: [&'a str; 3],
    // Who fills the roles that counters have, looked up once for all of them.
    corps: &'a [&'a str],
    division: &'a [&'a str],
    headquarters: &'a [&'a str],
    regimental_replacement: &'a [&'a str],
    service_company: &'a [&'a str],
    no_zoc: &'a [&'a str],
    stosstruppen: &'a [&'a str],
    spare: &'a [&'a str],
}

impl<'a> Known<'a> {
    fn new(roles: &'a Roles<'a>, sizes: AHashMap<&'a str, i32>, ratings: [&'a str; 3]) -> Self {
        Self {
            sizes,
            ratings,
            corps: roles.ids("corps"),
            division: roles.ids("division"),
            headquarters: roles.ids("headquarters"),
            regimental_replacement: roles.ids("regimental-replacement"),
            service_company: roles.ids("service-company"),
            no_zoc: roles.ids("no-zoc"),
            stosstruppen: roles.ids("stosstruppen"),
            spare: roles.ids("spare"),
        }
    }
}

fn counter_def(
    known: &Known<'_>,
    counter: &Counter,
    faces: Vec<FaceDef>,
    corps: Option<u16>,
) -> CounterDef {
    let named = |face: &Face| {
        face.unit_type.as_deref().is_some_and(|name| known.service_company.contains(&name))
    };
    let has = |role: &[&str]| counter.traits.iter().any(|one| role.contains(&one.as_str()));
    let unit_type = counter.unit_type.as_str();
    CounterDef {
        faces,
        steps: counter.faces.iter().take_while(|face| !face.not_a_step).count().max(1) as u8,
        corps,
        division: counter.size.as_deref().is_some_and(|size| known.division.contains(&size)),
        headquarters: known.headquarters.contains(&unit_type),
        stosstruppen: has(known.stosstruppen),
        replacement: known.regimental_replacement.contains(&unit_type),
        service_face: counter.faces.iter().position(named).map(|face| face as u8),
        spare: has(known.spare),
    }
}

/// Size → its stacking points, where they are in range.
fn stacking_by_size(bundle: &Bundle) -> AHashMap<&str, i32> {
    // Of two sizes with one id, the first counts.
    let sizes = bundle.ruleset.counters.sizes.iter().rev();
    let mut sizes: AHashMap<&str, i32> =
        sizes.map(|size| (size.id.as_str(), size.stacking)).collect();
    sizes.retain(|_, stacking| (0..=MOST).contains(stacking));
    sizes
}

fn faces(
    known: &Known<'_>,
    counter: &Counter,
    at: CounterAt,
    found: &mut Vec<Diagnostic>,
) -> Option<Vec<FaceDef>> {
    let mut faces = Vec::with_capacity(counter.faces.len());
    for (i, face) in counter.faces.iter().enumerate() {
        let mut rating = |id: &str| {
            let value = face.ratings.get(id).and_then(|rating| rating.number());
            if value.is_none_or(|value| !(0..=MOST).contains(&value)) {
                found.push(
                    Diagnostic::error(Code::Rule, format!("the face needs a number for '{id}'"))
                        .pointer(format!("{at}/faces/{i}/ratings"))
                        .counter(&counter.id)
                        .rule("KB 2.22"),
                );
            }
            value
        };
        let [strength, morale, movement] = known.ratings.map(&mut rating);
        let size = face.size.as_ref().or(counter.size.as_ref());
        let Some(&stacking) = size.and_then(|size| known.sizes.get(size.as_str())) else {
            found.push(
                Diagnostic::error(
                    Code::Rule,
                    "the counter needs a size with stacking points from 0 to 1000",
                )
                .pointer(at.to_string())
                .counter(&counter.id)
                .rule("KB 7.1"),
            );
            return None;
        };
        let unit_type = face.unit_type.as_ref().unwrap_or(&counter.unit_type);
        faces.push(FaceDef {
            strength: strength?,
            morale: morale?,
            movement: movement?,
            stacking,
            zoc: !known.no_zoc.contains(&unit_type.as_str()),
        });
    }
    if faces.is_empty() {
        found.push(
            Diagnostic::error(Code::Rule, "the counter has no face")
                .pointer(format!("{at}/faces"))
                .counter(&counter.id),
        );
        return None;
    }
    Some(faces)
}

/// The nearest formation above a counter that is a corps (KB 16.0).
fn corps_of<'a>(
    known: &Known<'_>,
    counter: &Counter,
    formations: &AHashMap<&'a str, &'a Formation>,
) -> Option<&'a str> {
    let mut next = counter.formation.as_deref();
    // A tree is never deeper than its number of formations: a ring ends the search.
    for _ in 0..=formations.len() {
        let formation = formations.get(next?)?;
        if formation.size.as_deref().is_some_and(|size| known.corps.contains(&size)) {
            return Some(&formation.id);
        }
        next = formation.parent.as_deref();
    }
    None
}

fn ground(bundle: &Bundle, roles: &Roles<'_>, map: &CompiledMap) -> Vec<HexTerrain> {
    let with = |kinds: &[Kind], role: &str| {
        roles.ids(role).iter().fold(0, |bits, name| bits | kinds_with_trait(kinds, name))
    };
    let towns = with(&bundle.ruleset.features, "town");
    let trenches = with(&bundle.ruleset.features, "trench");
    let hilltops = with(&bundle.ruleset.features, "hilltop");
    let hills = with(&bundle.ruleset.terrain, "hilltop");
    map.grid()
        .hexes()
        .map(|hex| HexTerrain {
            town: map.features(hex) & towns != 0,
            trench: map.features(hex) & trenches != 0,
            hilltop: map.features(hex) & hilltops != 0
                || hills >> map.terrain(hex).min(63) & 1 == 1,
            west_edge: map.grid().index(hex).column == 0,
        })
        .collect()
}

/// The town hexes.
fn towns(bundle: &Bundle, map: &CompiledMap, ground: &[HexTerrain], west: &[bool]) -> Vec<Town> {
    let grid = map.grid();
    let named = |hex: Hex| {
        let label = grid.label(hex);
        let mut here = bundle.map.features.items.iter().filter(|feature| feature.hex == label);
        here.find_map(|feature| feature.name.clone())
    };
    grid.hexes()
        .filter(|hex| ground[hex.index()].town)
        .map(|hex| Town { hex, name: named(hex), scores: west.get(hex.index()) == Some(&true) })
        .collect()
}

/// Rivers and excavations that whoever comes from the east must cross to each hex.
fn moats(map: &CompiledMap, west_cost: &[u16]) -> Vec<i32> {
    let moat = |hex: Hex| {
        map.neighbours(hex)
            .filter(|(_, other)| west_cost[other.index()] > west_cost[hex.index()])
            .map(|(direction, _)| map.side_defence(hex, direction))
            .min()
            .unwrap_or(0)
    };
    map.grid().hexes().map(moat).collect()
}

/// Movement points from each hex off the western edge, by Dijkstra's algorithm run backwards:
/// each step costs what it costs forwards.
fn west_cost(map: &CompiledMap, ground: &[HexTerrain]) -> Vec<u16> {
    let mut cost = vec![u16::MAX; map.len()];
    let mut queue = std::collections::BTreeSet::new();
    for hex in map.grid().hexes().filter(|hex| ground[hex.index()].west_edge) {
        if let Some(leave) = map.hex_cost(hex) {
            cost[hex.index()] = leave.clamp(0, i32::from(u16::MAX) - 1) as u16;
            queue.insert((cost[hex.index()], hex));
        }
    }
    while let Some((so_far, hex)) = queue.pop_first() {
        for direction in Direction::ALL {
            let Some(from) = map.neighbour(hex, direction) else { continue };
            let Some(step) = map.step_cost(from, direction.opposite()) else { continue };
            let total = u32::from(so_far) + step as u32;
            let total = total.min(u32::from(u16::MAX) - 1) as u16;
            if total < cost[from.index()] {
                queue.remove(&(cost[from.index()], from));
                cost[from.index()] = total;
                queue.insert((total, from));
            }
        }
    }
    cost
}
