//! From a bundle to [`Rules`], with everything that the data lacks.

use salient_schema::map::ZoneKind;
use salient_schema::ruleset::SequenceStep;
use salient_schema::scenario::{Entry, PlacementCondition};
use salient_schema::{Bundle, Code, Diagnostic, Id};

use crate::constants::Constants;
use crate::roles::{self, ARMIES};
use crate::rules::{
    ALLIED, Fortress, GERMAN, GroupDef, MoraleHex, NOBODY, NationDef, Options, Phase, Procedure,
    Roster, Rules, SourceKind, Surroundings, Turn, Unit, UnitDef, UnitKind, Weather,
};
use crate::tables::{self, Crt};
use crate::terrain::Terrain;
use crate::units;
use salient_hex::grid::Hex;
use salient_hex::map::{CompiledMap, kinds_with_trait};
use salient_rules::Roles;
use salient_rules::base::{self, BaseRules, TurnDef};
use salient_rules::chart::{MOST, NumberSet};

impl Rules {
    /// Compiles a bundle.
    ///
    /// # Errors
    /// Whatever the rules need and the data lacks, with JSON pointers into the bundle.
    pub fn compile(bundle: &Bundle) -> Result<Self, Vec<Diagnostic>> {
        let map = CompiledMap::new(&bundle.map, &bundle.ruleset)?;
        let mut found = Vec::new();
        let roles = &roles::filled(bundle)?;
        let Some(data) = data(bundle, roles, Some(&map), &mut found) else { return Err(found) };
        let Data { sides, nations, units, constants, mut phases, turns, crt, armistice, bombing } =
            data;
        let (Some(constants), true) = (constants, found.is_empty()) else { return Err(found) };
        if constants.no_german_first_turn == 1 {
            skip_first_turn(&mut phases, &turns);
        }
        let base = BaseRules::new(bundle, map, sides, units, phases, turns);
        let (map, sides, units) = (&base.map, &base.sides, &base.units);
        let ground = Terrain::new(bundle, roles, map);
        let groups = groups(bundle, roles, map, units);
        let mut set_up_order = vec![ALLIED, GERMAN];
        if constants.german_set_up_first == 1 {
            set_up_order.reverse();
        }
        set_up_order.retain(|&side| groups.iter().any(|group| group.side == side));
        let morale_hexes = morale_hexes(bundle, roles, map, sides);
        let mut morale_at = vec![0_i8; map.len()];
        for hex in &morale_hexes {
            let points = &mut morale_at[hex.hex.index()];
            *points = points.saturating_add(hex.points.clamp(0, 100) as i8);
        }
        let grid = map.grid();
        let first = |what: fn(&UnitDef) -> bool| {
            units.iter().position(what).map(|place| Unit(place as u16))
        };
        let army = |role: &str| {
            let place = nations.iter().position(|nation| roles.is(role, &nation.id));
            place.map(|at| at as u8)
        };
        Ok(Self {
            sources: sources(bundle, roles, map),
            american: army("army-american"),
            roster: Roster::new(units, army("army-american")),
            british_french: [army("army-british"), army("army-french")],
            belgian: army("army-belgian"),
            big_bertha: first(|def| def.kind == UnitKind::Marker && def.side == GERMAN),
            bombers: first(|def| def.kind == UnitKind::Bomber),
            replacements: start_replacements(bundle, &nations),
            mechanised: mechanised(bundle, roles, &base.turns),
            morale: [GERMAN, ALLIED].map(|side| morale(bundle, roles, &sides[side])),
            control: control(&base, &ground),
            options: options(bundle, roles),
            weathers: Weather::names(roles),
            nations,
            constants,
            ground,
            surroundings: Surroundings::new(grid, &morale_hexes),
            morale_hexes,
            morale_at,
            groups,
            set_up_order,
            crt,
            armistice,
            bombing,
            base,
        })
    }
}

/// What the rules need besides the ground.
struct Data {
    sides: Vec<Id>,
    nations: Vec<NationDef>,
    units: Vec<UnitDef>,
    constants: Option<Constants>,
    phases: Vec<Phase>,
    turns: Vec<TurnDef<Turn>>,
    crt: Crt,
    armistice: Vec<(u16, u8)>,
    bombing: [[u8; 6]; 2],
}

/// Whatever the rules need and the data lacks, but for the map.
pub fn check(bundle: &Bundle, found: &mut Vec<Diagnostic>) {
    // Of what nothing fills, the roles tell.
    if let Ok(roles) = roles::filled(bundle) {
        data(bundle, &roles, None, found);
    }
}

fn data(
    bundle: &Bundle,
    roles: &Roles<'_>,
    map: Option<&CompiledMap>,
    found: &mut Vec<Diagnostic>,
) -> Option<Data> {
    let sides = base::in_order(bundle, roles, ["german", "allied"], "SW 5.1", found)?;
    let turns = turns(bundle, roles, found);
    let nations = nations(bundle, roles, &sides, &turns, found);
    let units = units::units(bundle, roles, &sides, &nations, map, found);
    Some(Data {
        constants: Constants::read(bundle, roles, found),
        phases: phases(bundle, roles, &sides, found),
        crt: tables::crt(bundle, roles, found),
        armistice: tables::armistice(bundle, roles, found),
        bombing: ["strategic-bombing", "tactical-bombing"]
            .map(|role| tables::bombing(bundle, roles, role, found)),
        sides,
        nations,
        units,
        turns,
    })
}

/// The leaves of the sequence of play (SW 5.2), by their roles, in order.
const PROCEDURES: [(&str, Procedure); 18] = [
    ("weather-stage", Procedure::Weather),
    ("german-initial-supply", Procedure::InitialSupply),
    ("german-replacements", Procedure::Replacements),
    ("german-strategic-movement", Procedure::Strategic),
    ("german-movement", Procedure::Movement),
    ("german-first-combat", Procedure::Combat { second: false }),
    ("german-infiltration", Procedure::Infiltration),
    ("german-second-combat", Procedure::Combat { second: true }),
    ("german-terminal-supply", Procedure::TerminalSupply),
    ("allied-initial-supply", Procedure::InitialSupply),
    ("allied-replacements", Procedure::Replacements),
    ("allied-strategic-movement", Procedure::Strategic),
    ("allied-movement", Procedure::Movement),
    ("allied-first-combat", Procedure::Combat { second: false }),
    ("allied-infiltration", Procedure::Infiltration),
    ("allied-second-combat", Procedure::Combat { second: true }),
    ("allied-terminal-supply", Procedure::TerminalSupply),
    ("victory-check", Procedure::VictoryCheck),
];

/// The step before the first game-turn, which no ruleset names.
const SET_UP: &str = "set-up";

/// The ruleset's sequence of play, flattened, behind the set-up.
fn phases(
    bundle: &Bundle,
    roles: &Roles<'_>,
    sides: &[Id],
    found: &mut Vec<Diagnostic>,
) -> Vec<Phase> {
    let procedure = |stage: &SequenceStep| {
        let known = PROCEDURES.iter().find(|(role, _)| roles.is(role, &stage.id));
        match known {
            Some((_, procedure)) if stage.steps.is_empty() => *procedure,
            _ => Procedure::Heading,
        }
    };
    let mut out = base::phases(bundle, sides, "SW 5.2", procedure, found);
    let leaves = out.iter().filter(|phase| phase.procedure != Procedure::Heading);
    let expected = PROCEDURES.iter().map(|(role, procedure)| {
        let side = match role.split_once('-') {
            Some(("german", _)) => Some(GERMAN),
            Some(("allied", _)) => Some(ALLIED),
            _ => None,
        };
        (roles.one(role).unwrap_or_default(), *procedure, side)
    });
    let as_expected =
        leaves.map(|phase| (phase.id.as_str(), phase.procedure, phase.side)).eq(expected);
    if !as_expected {
        let names: Vec<&str> = PROCEDURES.iter().filter_map(|(role, _)| roles.one(role)).collect();
        found.push(
            Diagnostic::error(Code::Rule, "the sequence of play is not that of the rules")
                .pointer("/ruleset/sequence")
                .rule("SW 5.2")
                .help(format!("its innermost steps must be: {}", names.join(", "))),
        );
    }
    let set_up = Phase {
        id: SET_UP.to_owned(),
        name: "Set-up".to_owned(),
        side: None,
        before: true,
        from_turn: 0,
        to_turn: 0,
        rhythms: Vec::new(),
        holds: Vec::new(),
        rule: "SW 3.1".to_owned(),
        procedure: Procedure::SetUp,
    };
    out.insert(0, set_up);
    out
}

/// SW S1.2, S2.2, S3.2: the German side has no player-turn in the first game-turn.
fn skip_first_turn(phases: &mut [Phase], turns: &[TurnDef<Turn>]) {
    let second = turns.get(1).map_or(u16::MAX, |turn| turn.turn);
    for phase in phases.iter_mut().filter(|phase| phase.side == Some(GERMAN)) {
        phase.from_turn = phase.from_turn.max(second);
    }
}

fn turns(bundle: &Bundle, roles: &Roles<'_>, found: &mut Vec<Diagnostic>) -> Vec<TurnDef<Turn>> {
    let names = Weather::names(roles);
    let scenario = &bundle.scenario;
    if scenario.turns.is_empty() {
        found.push(
            Diagnostic::error(Code::Rule, "the scenario has no game-turn")
                .pointer("/scenario/turns")
                .rule("SW 4.4"),
        );
    }
    let track = |role: &str, place: usize| {
        let track = scenario.tracks.iter().find(|track| roles.is(role, &track.id));
        track.and_then(|track| track.values.get(place)).copied().unwrap_or(0)
    };
    scenario
        .turns
        .iter()
        .enumerate()
        .map(|(i, turn)| {
            let weather = turn.weather.as_deref().map(|name| (name, Weather::parse(&names, name)));
            if let Some((name, None)) = weather {
                found.push(
                    Diagnostic::error(Code::Rule, format!("there is no weather '{name}'"))
                        .pointer(format!("/scenario/turns/{i}/weather"))
                        .rule("SW 6.1")
                        .help(format!("use {}", names.join(" or "))),
                );
            }
            let wet = (track("wet-from", i), track("wet-to", i));
            let own = Turn {
                weather: weather.and_then(|(_, weather)| weather),
                wet: (wet.0 > 0).then_some((wet.0.clamp(0, 7) as u8, wet.1.clamp(0, 6) as u8)),
                historical_wet: track("historical-wet", i) != 0,
            };
            TurnDef::of(turn, own)
        })
        .collect()
}

/// The armies, nations that serve with nobody else; and those that serve with others but have
/// replacements of their own (SW S3.11).
fn nations(
    bundle: &Bundle,
    roles: &Roles<'_>,
    sides: &[Id],
    turns: &[TurnDef<Turn>],
    found: &mut Vec<Diagnostic>,
) -> Vec<NationDef> {
    let mut out = Vec::new();
    for (i, nation) in bundle.ruleset.nations.iter().enumerate() {
        let own =
            bundle.scenario.replacements.iter().any(|due| due.nation.as_ref() == Some(&nation.id));
        if nation.serves_with.is_some() && !own {
            continue;
        }
        let army = nation.serves_with.as_ref().unwrap_or(&nation.id);
        let side = nation.side.as_ref().and_then(|id| sides.iter().position(|side| side == id));
        let role = ARMIES.into_iter().find(|role| roles.is(role, army));
        let source = match role {
            Some("army-german") => Some(SourceKind::GermanEdge),
            Some("army-british" | "army-belgian") => Some(SourceKind::Ports),
            Some("army-french" | "army-american") => Some(SourceKind::FrenchEdge),
            _ => None,
        };
        let (Some(side), Some(source)) = (side, source) else {
            found.push(
                Diagnostic::error(
                    Code::Rule,
                    format!("the army '{}' has no supply source by the rules", nation.id),
                )
                .pointer(format!("/ruleset/nations/{i}"))
                .rule("SW 7.3")
                .help(format!("let it serve with {}", armies(roles))),
            );
            continue;
        };
        let schedule = turns.iter().map(|turn| {
            let due = bundle.scenario.replacements.iter();
            due.filter(|due| due.turn == turn.turn && due.nation.as_ref() == Some(&nation.id))
                .filter(|due| due.turn > 0 && due.pool.is_none())
                .map(|due| due.points)
                .sum()
        });
        out.push(NationDef {
            id: nation.id.clone(),
            name: nation.name.clone(),
            side,
            source,
            schedule: schedule.collect(),
            fortress: match role {
                Some("army-german") => Some(Fortress::German),
                Some("army-french") => Some(Fortress::French),
                _ => None,
            },
        });
    }
    out
}

/// What the armies are called: `german, british, belgian, french or american`.
fn armies(roles: &Roles<'_>) -> String {
    let name = |role: &'static str| -> String {
        roles.one(role).unwrap_or_else(|| role.trim_start_matches("army-")).to_owned()
    };
    let [rest @ .., last] = ARMIES.map(name);
    format!("{} or {last}", rest.join(", "))
}

fn start_replacements(bundle: &Bundle, nations: &[NationDef]) -> Vec<i32> {
    let start = |nation: &NationDef| {
        let due = bundle.scenario.replacements.iter();
        due.filter(|due| due.turn == 0 && due.nation.as_ref() == Some(&nation.id))
            .map(|due| due.points)
            .sum()
    };
    nations.iter().map(start).collect()
}

/// The steps that rebuild tanks of any nation, by game-turn.
fn mechanised(bundle: &Bundle, roles: &Roles<'_>, turns: &[TurnDef<Turn>]) -> Vec<i32> {
    let on = |turn: &TurnDef<Turn>| {
        let due = bundle.scenario.replacements.iter();
        let pool = |pool: &Option<Id>| {
            pool.as_ref().is_some_and(|pool| roles.is("mechanised-steps", pool))
        };
        due.filter(|due| due.turn == turn.turn && pool(&due.pool)).map(|due| due.points).sum()
    };
    turns.iter().map(on).collect()
}

fn morale(bundle: &Bundle, roles: &Roles<'_>, side: &str) -> i32 {
    let mut levels = bundle.scenario.levels.iter();
    let level = levels.find(|level| roles.is("morale-level", &level.id) && level.side == side);
    level.map_or(0, |level| level.value.clamp(0, MOST))
}

fn options(bundle: &Bundle, roles: &Roles<'_>) -> Options {
    let on = |role: &str| roles.any(role, &bundle.scenario.optional_rules);
    Options {
        aus_american: on("option-aus-american"),
        influenza: on("option-influenza"),
        weak_trenches: on("option-weak-trenches"),
        belgian_demoralization: on("option-belgian-demoralization"),
        naval_evacuation: on("option-naval-evacuation"),
        big_bertha: on("option-big-bertha"),
        stosstruppen_casualties: on("option-stosstruppen-casualties"),
        super_high_odds: on("option-super-high-odds"),
        historical_weather: on("option-historical-weather"),
        paris_gun: on("option-paris-gun"),
    }
}

/// Who controls which hex: by the scenario's zones, else by the side of the front (SW 3.5).
fn control<U, P, T>(base: &BaseRules<U, P, T>, ground: &Terrain) -> Vec<u8> {
    let mut out: Vec<u8> = ground.hexes.iter().map(|here| here.own_side).collect();
    for &(side, hex) in base.controlled.iter().chain(&base.held) {
        out[hex.index()] = side as u8;
    }
    for hex in base.map.grid().hexes() {
        if !ground.is_playable(hex) {
            out[hex.index()] = NOBODY;
        }
    }
    out
}

/// Where supply comes from: the edges of the map by whose they are, and the ports (SW 7.4–7.6).
fn sources(bundle: &Bundle, roles: &Roles<'_>, map: &CompiledMap) -> [Vec<Hex>; 3] {
    let edges = |owners: &[&str]| {
        let zones = bundle.map.zones.items.iter();
        let mine = zones.filter(|zone| {
            let is = |owner: &Id| owners.iter().any(|role| roles.is(role, owner));
            zone.kind == ZoneKind::SupplyEdge && zone.owner.as_ref().is_some_and(is)
        });
        let mut hexes: Vec<Hex> = mine.flat_map(|found| zone(bundle, map, &found.id)).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    };
    let kinds = &bundle.ruleset.features;
    let ports = roles.ids("port").iter().fold(0, |bits, name| bits | kinds_with_trait(kinds, name));
    let ports = map.grid().hexes().filter(|&hex| map.features(hex) & ports != 0).collect();
    [edges(&["army-german", "german"]), ports, edges(&["army-french"])]
}

/// The hexes of a zone, each once, in the order of the map.
pub fn zone(bundle: &Bundle, map: &CompiledMap, id: &str) -> Vec<Hex> {
    let zone = bundle.map.zones.items.iter().find(|zone| zone.id == id);
    let labels = zone.map(|zone| zone.hexes.as_slice()).unwrap_or_default();
    let mut hexes: Vec<Hex> = labels.iter().filter_map(|label| map.grid().parse(label)).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// What the map calls a zone.
fn zone_name<'a>(bundle: &'a Bundle, id: &'a str) -> &'a str {
    let zone = bundle.map.zones.items.iter().find(|zone| zone.id == id);
    zone.map_or(id, |zone| &zone.name)
}

/// The hexes that units come in by.
pub fn entry(bundle: &Bundle, map: &CompiledMap, entry: &Entry) -> Vec<Hex> {
    match entry {
        Entry::Zone(id) => zone(bundle, map, id),
        Entry::Hexes(labels) => labels.iter().filter_map(|label| map.grid().parse(label)).collect(),
        Entry::Letter(letter) => {
            let features = bundle.map.features.items.iter();
            let there = features.filter(|feature| feature.letter.as_ref() == Some(letter));
            there.filter_map(|feature| map.grid().parse(&feature.hex)).collect()
        }
    }
}

fn groups(
    bundle: &Bundle,
    roles: &Roles<'_>,
    map: &CompiledMap,
    units: &[UnitDef],
) -> Vec<GroupDef> {
    let feature_in = |hex: Hex, kind: &Option<Id>| {
        let place = kind.as_ref().map(|kind| {
            let kinds = &bundle.ruleset.features;
            kinds.iter().take(64).position(|known| known.id == *kind)
        });
        match place {
            None => true,
            Some(None) => false,
            Some(Some(place)) => map.features(hex) >> place & 1 == 1,
        }
    };
    let free = bundle.scenario.setup.free.iter();
    free.map(|free| {
        let hexes = zone(bundle, map, &free.zone);
        let front = free.front.as_ref().map(|id| zone(bundle, map, id));
        let front = front.unwrap_or_else(|| hexes.clone());
        let side = usize::from(!roles.is("german", &free.side));
        let members: Vec<Unit> =
            free.counters.iter().filter_map(|id| units::find(units, id)).collect();
        let army = |def: &UnitDef| 1 << u32::from(def.nation.min(31));
        let armies = match members.as_slice() {
            [] => units.iter().filter(|def| def.side == side).fold(0, |all, def| all | army(def)),
            some => some.iter().fold(0, |all, unit| all | army(&units[unit.index()])),
        };
        let mut group = GroupDef {
            side,
            units: members,
            armies,
            zone: zone_name(bundle, &free.zone).to_owned(),
            covered: Vec::new(),
            held: Vec::new(),
            most_per_hex: None,
            rule: free.rule.clone().unwrap_or_else(|| "SW 3.1".to_owned()),
            hexes,
        };
        for condition in &free.conditions {
            let with = |feature: &Option<Id>| {
                front.iter().copied().filter(|&hex| feature_in(hex, feature)).collect()
            };
            match condition {
                PlacementCondition::EveryHexHoldsUnit { feature } => group.held = with(feature),
                PlacementCondition::EveryHexHoldsUnitOrZoc { feature } => {
                    group.covered = with(feature);
                }
                PlacementCondition::AtMostPerHex { count } => group.most_per_hex = Some(*count),
                // Every counter of a group is placed, so that its types are there anyway.
                PlacementCondition::AtLeast { .. } => {}
            }
        }
        group
    })
    .collect()
}

fn morale_hexes(
    bundle: &Bundle,
    roles: &Roles<'_>,
    map: &CompiledMap,
    sides: &[Id],
) -> Vec<MoraleHex> {
    let features = bundle.map.features.items.iter();
    let features = features.filter(|feature| roles.is("morale-hex", &feature.kind));
    let mut out: Vec<MoraleHex> = features
        .filter_map(|feature| {
            let hex = map.grid().parse(&feature.hex)?;
            let owner = feature.owner.as_ref();
            Some(MoraleHex {
                hex,
                points: feature.value.unwrap_or(0).clamp(0, 100),
                owner: owner.and_then(|owner| sides.iter().position(|side| side == owner)),
            })
        })
        .collect();
    out.sort_by_key(|hex| hex.hex);
    out
}
