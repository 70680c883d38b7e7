//! An ordinary scenario out of what the steps came to: map, order of battle, set-up, levels.

use std::collections::{BTreeMap, BTreeSet};

use salient_rules::roles::Roles as Filled;
use salient_schema::common::{Provenance, Rating};
use salient_schema::map::{
    ElevationLayer, Feature, Hexside, Layer, Map, TerrainLayer, Zone, ZoneKind,
};
use salient_schema::order_of_battle::{Counter, Face, Formation, OrderOfBattle};
use salient_schema::scenario::{
    Battlefield, Level, Placement, Scenario, SecretCondition, SetUp, Turn, Victory,
};
use salient_schema::{Bundle, FORMAT_VERSION, Id, Ruleset};

use crate::brief::{Brief, Party};
use crate::outcome::{Harm, Proximity, Results};
use crate::roster::{UnitDef, roman, roster};
use crate::tables::Tables;
use crate::terrain::{GLYPHS, grid_of};

/// What counters may begin in, as placements say it.
pub(crate) const DAMAGED: &str = "damaged";
pub(crate) const GASSED: &str = "gassed";
pub(crate) const GASSED_FOR_GOOD: &str = "gassed-persistent";
pub(crate) const PINNED: &str = "pinned";
pub(crate) const FELL_BACK: &str = "fell-back";
pub(crate) const DEMORALIZED: &str = "demoralized";
pub(crate) const PRONE: &str = "prone";

/// The scenario of a generated set-up; none before all steps are done.
pub(crate) fn bundle(
    tables: &Tables,
    ruleset: &Ruleset,
    results: &Results,
    seed: u64,
) -> Option<Bundle> {
    let brief = &results.conditions()?.brief;
    let title = title(brief, ruleset);
    let id = format!(
        "{}-{}-{}-{}",
        slug(&brief.nations.attacker),
        slug(&brief.nations.defender),
        brief.year,
        brief.attack.id()
    );
    let units = roster(tables, results);
    let place = format!(
        "A battlefield of {} × {} yards",
        brief.width * brief.yards,
        brief.depth * brief.yards
    );
    let map = map(tables, results, &id, &place)?;
    let orders = order_of_battle(tables, brief, &units, &id, &title);
    let scenario = scenario(tables, results, &units, (&id, &title), seed);
    let mut bundle = Bundle {
        schema: "bundle.schema.json".to_owned(),
        format_version: FORMAT_VERSION,
        ruleset: ruleset.clone(),
        map,
        orders_of_battle: vec![orders],
        scenario,
        ..Bundle::empty()
    };
    bundle.map.sort();
    bundle.name_parts_by_id();
    Some(bundle)
}

fn slug(text: &str) -> String {
    text.replace('_', "-")
}

fn title(brief: &Brief, ruleset: &Ruleset) -> String {
    let name = |party: Party| {
        let id = brief.nations.of(party);
        ruleset.nations.iter().find(|nation| nation.id == *id).map_or(&**id, |nation| &nation.name)
    };
    let kind = brief.attack.name();
    let half = if brief.half == 1 { "first" } else { "second" };
    format!(
        "{kind}, {half} half of {}: {} against {}",
        brief.year,
        name(Party::Attacker),
        name(Party::Defender)
    )
}

fn map(tables: &Tables, results: &Results, id: &str, title: &str) -> Option<Map> {
    let conditions = results.conditions()?;
    let brief = &conditions.brief;
    let works = results.placed_works()?;
    let cleared: BTreeSet<u32> =
        results.wire_clearing().into_iter().flat_map(|cleared| cleared.cleared.clone()).collect();
    let mut hexsides = Vec::new();
    let mut run = |sides: &[String], role: &str| {
        hexsides.extend(sides.iter().map(|side| Hexside {
            side: side.clone(),
            kind: tables.id(role),
            name: None,
            provenance: None,
        }));
    };
    for line in &works.lines {
        run(&line.sides, if line.line > 0 { "trench-line" } else { "communication-trench" });
    }
    for (place, segment) in works.wire.iter().enumerate() {
        if !cleared.contains(&(place as u32)) {
            run(&segment.sides, "wire");
        }
    }
    // What two neighbouring segments share is there once.
    let mut once = BTreeSet::new();
    hexsides.retain(|item: &Hexside| once.insert((item.side.clone(), item.kind.clone())));
    let terrain = TerrainLayer {
        provenance: Provenance::Invented,
        source: None,
        palette: palette(tables, &conditions.terrain),
        rows: conditions.terrain.clone(),
    };
    let digits: BTreeSet<char> = conditions.elevation.iter().flat_map(|row| row.chars()).collect();
    let level = |digit: &char| (digit.to_string(), digit.to_digit(10).unwrap_or(0) as i16);
    let elevation = ElevationLayer {
        provenance: Provenance::Invented,
        source: None,
        metres_per_level: Some(5.0),
        palette: digits.iter().map(level).collect(),
        rows: conditions.elevation.clone(),
    };
    Some(Map {
        schema: "map.schema.json".to_owned(),
        format_version: FORMAT_VERSION,
        id: id.to_owned(),
        title: title.to_owned(),
        ruleset: "ruleset.json".to_owned(),
        notes: vec![format!(
            "Generated: the rules print no map. A hex is an inch of the table, {} yards.",
            brief.yards
        )],
        grid: grid_of(brief),
        georeference: None,
        terrain,
        elevation: Some(elevation),
        features: Layer { items: features(tables, results), ..Layer::default() },
        hexsides: Layer { items: hexsides, ..Layer::default() },
        paths: Layer::default(),
        lines: Layer::default(),
        zones: Layer { items: zones(tables, results), ..Layer::default() },
        scan: None,
    })
}

fn palette(tables: &Tables, rows: &[String]) -> BTreeMap<String, Id> {
    let used = |glyph: char| rows.iter().any(|row| row.contains(glyph));
    let glyphs = GLYPHS.iter().filter(|(glyph, _)| used(*glyph));
    glyphs.map(|(glyph, role)| (glyph.to_string(), tables.id(role))).collect()
}

/// The label of a hex by column and row, as the map prints it.
fn label(brief: &Brief, column: usize, row: usize) -> String {
    let index = salient_schema::HexIndex { column: column as u16, row: row as u16 };
    grid_of(brief).print_hex(index)
}

fn features(tables: &Tables, results: &Results) -> Vec<Feature> {
    let mut features = Vec::new();
    let (Some(conditions), Some(works)) = (results.conditions(), results.placed_works()) else {
        return features;
    };
    let brief = &conditions.brief;
    let mut put = |hex: String, role: &str, owner: Option<Party>| {
        features.push(Feature {
            hex,
            kind: tables.id(role),
            name: None,
            owner: owner.map(|party| tables.id(party.role())),
            value: None,
            letter: None,
            facing: Vec::new(),
            provenance: None,
        });
    };
    let mut highest = ('0', String::new());
    for (row, line) in conditions.elevation.iter().enumerate() {
        for (column, digit) in line.chars().enumerate() {
            if digit > highest.0 {
                highest = (digit, label(brief, column, row));
            }
        }
    }
    if highest.0 > '0' {
        put(highest.1, "summit", None);
    }
    for (row, line) in conditions.terrain.iter().enumerate() {
        let villages = line.chars().enumerate().filter(|(_, glyph)| *glyph == 'v');
        villages.for_each(|(column, _)| put(label(brief, column, row), "houses", None));
    }
    for post in &works.posts {
        let role = if post.bunker { "bunker" } else { "pillbox" };
        put(post.hex.clone(), role, Some(post.party));
    }
    if let Some(cleared) = results.wire_clearing() {
        cleared.craters.iter().for_each(|hex| put(hex.clone(), "craters", None));
    }
    if let Some(standard) = results.standard() {
        standard.gassed.iter().for_each(|hex| put(hex.clone(), "mustard", None));
    }
    features
}

/// The zones in which both parties set up, and what lies between them.
fn zones(tables: &Tables, results: &Results) -> Vec<Zone> {
    let (Some(conditions), Some(works)) = (results.conditions(), results.placed_works()) else {
        return Vec::new();
    };
    let brief = &conditions.brief;
    let mut hexes: [Vec<String>; 3] = Default::default();
    for row in 0..brief.depth as usize {
        for column in 0..brief.width as usize {
            let front = |party| works.fronts.of(party).get(column).copied().unwrap_or_default();
            let place = if row as u32 <= front(Party::Defender) {
                0
            } else if row as u32 >= front(Party::Attacker) {
                2
            } else {
                1
            };
            hexes[place].push(label(brief, column, row));
        }
    }
    let [defender, between, attacker] = hexes;
    let zone = |id: &str, name: &str, owner: Option<Party>, hexes| Zone {
        id: id.to_owned(),
        name: name.to_owned(),
        kind: if owner.is_some() { ZoneKind::SetUp } else { ZoneKind::Sector },
        owner: owner.map(|party| tables.id(party.role())),
        colour: None,
        hexes,
    };
    vec![
        zone("attacker-set-up", "Attacker's set-up", Some(Party::Attacker), attacker),
        zone("defender-set-up", "Defender's set-up", Some(Party::Defender), defender),
        zone("no-mans-land", "No man's land", None, between),
    ]
}

fn order_of_battle(
    tables: &Tables,
    brief: &Brief,
    units: &[UnitDef],
    id: &str,
    title: &str,
) -> OrderOfBattle {
    let mut formations = Vec::new();
    for party in Party::BOTH {
        let side = tables.id(party.role());
        let regiment = format!("{}-regiment", party.letter());
        let formation = |id: String, name: String, short: String, size: &str, parent| Formation {
            id,
            name,
            short: Some(short),
            side: side.clone(),
            size: Some(tables.id(size)),
            parent,
            commander: None,
            colour: None,
            ratings: Default::default(),
        };
        let name = format!(
            "{}'s regiment",
            if party == Party::Attacker { "Attacker" } else { "Defender" }
        );
        formations.push(formation(regiment.clone(), name, "R".to_owned(), "size-regiment", None));
        let own = units.iter().filter(|unit| unit.party == party);
        let last = own.map(|unit| unit.battalion).max().unwrap_or(0);
        for number in 1..=last {
            formations.push(formation(
                battalion(party, number),
                format!("{} Battalion", roman(number)),
                roman(number),
                "size-battalion",
                Some(regiment.clone()),
            ));
        }
    }
    let counters = units.iter().map(|unit| counter(tables, brief, unit)).collect();
    OrderOfBattle {
        schema: "order-of-battle.schema.json".to_owned(),
        format_version: FORMAT_VERSION,
        id: id.to_owned(),
        title: title.to_owned(),
        ruleset: "ruleset.json".to_owned(),
        notes: vec![
            "Generated. A face shows the bases that are left; the grade is of morale, 1 mutinous \
             to 5 elite, the training 1 poor to 4 expert."
                .to_owned(),
        ],
        formations,
        counters,
    }
}

/// The id of a battalion's formation.
pub(crate) fn battalion(party: Party, number: u32) -> Id {
    format!("{}-battalion-{number}", party.letter())
}

/// The counter of a unit, with a face for each number of bases left.
pub(crate) fn counter(tables: &Tables, brief: &Brief, unit: &UnitDef) -> Counter {
    let number = |number: usize| Rating::Number(number as i32);
    let face = |left: u32| {
        let mut face = Face::default();
        for (role, value) in [
            ("rating-bases", left as usize),
            ("rating-grade", unit.grade + 1),
            ("rating-training", unit.training + 1),
        ] {
            face.ratings.insert(tables.id(role), number(value));
        }
        face
    };
    let size = if unit.kind.is_sub_unit() { "size-sub-unit" } else { "size-base" };
    let (side, unit_type) = (tables.id(unit.party.role()), tables.id(unit.kind.role()));
    Counter {
        designation: unit.designation.clone(),
        nation: Some(brief.nations.of(unit.party).clone()),
        size: Some(tables.id(size)),
        formation: Some(battalion(unit.party, unit.battalion)),
        faces: (1..=unit.bases).rev().map(face).collect(),
        provenance: Provenance::Invented,
        ..Counter::plain(unit.id.clone(), side, unit_type)
    }
}

/// What counters begin in.
pub(crate) fn states(harm: &Harm, prone: bool) -> Vec<Id> {
    let mut states = Vec::new();
    if harm.damaged > 0 {
        states.push(format!("{DAMAGED}-{}", harm.damaged));
    }
    for (holds, state) in [
        (harm.gassed, GASSED),
        (harm.gassed_for_good, GASSED_FOR_GOOD),
        (harm.pinned, PINNED),
        (harm.fell_back, FELL_BACK),
        (harm.demoralized, DEMORALIZED),
        (prone, PRONE),
    ] {
        if holds {
            states.push(state.to_owned());
        }
    }
    states
}

fn scenario(
    tables: &Tables,
    results: &Results,
    units: &[UnitDef],
    (id, title): (&str, &str),
    seed: u64,
) -> Scenario {
    let mut placements = Vec::new();
    let mut eliminated = Vec::new();
    let prone = results.conditions().is_some_and(|conditions| conditions.brief.prone);
    let stands = results.placed_units().into_iter().chain(results.placed_bases()).flatten();
    let hexes: BTreeMap<&str, &str> =
        stands.map(|stand| (stand.unit.as_str(), stand.hex.as_str())).collect();
    for unit in units {
        let Some(hex) = hexes.get(unit.id.as_str()) else { continue };
        let harm = results.standard().and_then(|standard| standard.units.get(&unit.id));
        let mut harm = harm.cloned().unwrap_or_default();
        if let Some(damage) = results.command().and_then(|damage| damage.get(&unit.id)) {
            harm.damaged += damage;
        }
        if harm.lost >= unit.bases {
            eliminated.push(unit.id.clone());
            continue;
        }
        placements.push(Placement {
            hex: (*hex).to_owned(),
            counters: vec![unit.id.clone()],
            face: (harm.lost > 0).then_some(harm.lost as u8),
            facing: None,
            carried_by: None,
            states: states(&harm, prone && unit.kind != crate::roster::Kind::Tank),
        });
    }
    // Bases on top of sub-units, so that a stack shows its heavy weapon beside its number.
    placements.sort_by(|one, other| one.hex.cmp(&other.hex));
    let levels = levels(tables, results);
    let stated: BTreeSet<Id> = levels.iter().map(|level| level.id.clone()).collect();
    let roles = crate::roles::LEVELS.iter().map(|(role, _)| {
        let filled = stated.contains(*role).then(|| (*role).to_owned());
        ((*role).to_owned(), filled.into_iter().collect())
    });
    let brief = results.conditions().map(|conditions| &conditions.brief);
    let option = |on: bool, role: &str| on.then(|| tables.id(role));
    let optional_rules = brief.map_or_else(Vec::new, |brief| {
        [
            option(brief.armour, "option-armour"),
            option(brief.secret, "option-secret-victory"),
            option(brief.prone, "option-prone"),
        ]
        .into_iter()
        .flatten()
        .collect()
    });
    let yards = brief.map_or(1, |brief| brief.yards.max(1));
    Scenario {
        schema: "scenario.schema.json".to_owned(),
        format_version: FORMAT_VERSION,
        id: id.to_owned(),
        title: title.to_owned(),
        ruleset: "ruleset.json".to_owned(),
        map: "map.json".to_owned(),
        orders_of_battle: vec!["order-of-battle.json".to_owned()],
        notes: vec![format!("Generated by the set-up sequence with the seed {seed}.")],
        turns: vec![Turn {
            turn: 1,
            label: "Zero hour".to_owned(),
            date: None,
            half: None,
            weather: None,
            provenance: Provenance::Invented,
        }],
        setup: SetUp { placements, eliminated, ..SetUp::default() },
        start: None,
        reinforcements: Vec::new(),
        withdrawals: Vec::new(),
        orders: Vec::new(),
        replacements: Vec::new(),
        tracks: Vec::new(),
        levels,
        optional_rules,
        roles: roles.collect(),
        victory: Victory {
            conditions: conditions(tables, results),
            secret: secret(tables, results).into_iter().collect(),
            ..Victory::default()
        },
        overrides: Vec::new(),
        battlefield: brief.map(|brief| Battlefield {
            width_yards: brief.width * yards,
            depth_yards: brief.depth * yards,
            yards_per_hex: yards,
        }),
    }
}

/// What wins, without giving the secret away: what the attacker's die said is for him alone.
fn conditions(tables: &Tables, results: &Results) -> Vec<String> {
    let secret = results.options().is_some_and(|options| options.condition.is_some());
    if !secret {
        return vec!["The players agree on what wins.".to_owned()];
    }
    let chart = tables.chart("victory");
    let all = (0..chart.rows.len()).map(|row| {
        format!("{}: {}", chart.rows.get(row).map_or("", |(head, _)| head), chart.at(row, 0))
    });
    let intro = "The attacker has rolled a die in secret; the defender learns it at the end.";
    [intro.to_owned()].into_iter().chain(all).collect()
}

/// The attacker's secret condition, with the die that chose it (TS Attacker Victory Conditions).
fn secret(tables: &Tables, results: &Results) -> Option<SecretCondition> {
    let options = results.options()?;
    let (die, condition) = (options.victory?, options.condition?);
    let words = tables.chart("victory").at(usize::from(condition).checked_sub(1)?, 0);
    let traded =
        if die == condition { String::new() } else { format!(", traded in for {condition}") };
    let text = format!("The die shows {die}{traded}. {words}");
    Some(SecretCondition { side: tables.id(Party::Attacker.role()), text })
}

fn levels(tables: &Tables, results: &Results) -> Vec<Level> {
    let mut levels = Vec::new();
    let Some(brief) = results.conditions().map(|conditions| &conditions.brief) else {
        return levels;
    };
    let superiority = results.superiority().cloned().unwrap_or_default();
    let strikes = results.airstrikes().copied().unwrap_or_default();
    let barrages = results.barrages().cloned().unwrap_or_default();
    let after = results.counter_battery().cloned().unwrap_or_default();
    let gas = results.gas().cloned().unwrap_or_default();
    let options = results.options().cloned().unwrap_or_default();
    let targets = results.targets().copied().unwrap_or_default();
    let staffs = roster(tables, results);
    for party in Party::BOTH {
        let mix = targets.of(party);
        let kind = gas.kinds.of(party);
        let per = kind.map_or(1, |row| {
            tables.chart("gas-types").at(row as usize, 4).parse::<u32>().unwrap_or(1).max(1)
        });
        let spent = mix.gas_on_guns + mix.gas_on_units.div_ceil(per);
        let damage: u32 = results.command().map_or(0, |damage| {
            let own = staffs.iter().filter(|unit| unit.party == party);
            own.filter_map(|unit| damage.get(&unit.id)).sum()
        });
        let mut tell = |id: &str, value: i64, words: Option<String>| {
            levels.push(Level {
                id: id.to_owned(),
                side: tables.id(party.role()),
                nation: None,
                value: i32::try_from(value).unwrap_or(i32::MAX),
                words,
            });
        };
        let mut put = |id: &str, value: i64| tell(id, value, None);
        put("preparatory-barrages", (*barrages.preparatory.of(party)).into());
        put("on-call-barrages", (*after.on_call.of(party)).into());
        put("airstrikes-left", (*strikes.of(party)).into());
        put("air-margin", (*superiority.margins.of(party)).into());
        put("gas-points", gas.points.of(party).saturating_sub(spent).into());
        put("tank-units", (*options.tanks.of(party)).into());
        put("command-damage", damage.into());
        if party == Party::Attacker {
            let proximity = results.proximity().copied().unwrap_or_default();
            let mut say = |id: &str, value: i64, words: String| tell(id, value, Some(words));
            let Proximity { yards, lull_turn } = proximity;
            let near = format!("The attacker began no nearer than {yards} yards");
            say("proximity-yards", yards.into(), near);
            let lulls = format!("A lull is diced for from game-turn {lull_turn} on");
            say("lull-turn", lull_turn.into(), lulls);
            say("year", brief.year.into(), format!("The year is {}", brief.year));
            let half = if brief.half == 1 { "First" } else { "Second" };
            say("half-year", brief.half.into(), format!("{half} half of the year"));
            let front = brief.front;
            say("front", front as i64, format!("Front: {}", front.place()));
            say("kind-of-attack", brief.attack as i64, brief.attack.name().to_owned());
            let ground = brief.terrain.id().replace('-', " ");
            say("terrain", brief.terrain as i64, format!("Terrain: {ground}"));
        }
    }
    levels
}

/// The value of a level of a scenario by its role.
pub(crate) fn level_of(bundle: &Bundle, role: &str, side: &str) -> Option<i32> {
    let ids = Filled::stated(role, bundle);
    let levels = bundle.scenario.levels.iter();
    levels
        .filter(|level| level.side == side && ids.contains(&level.id))
        .map(|level| level.value)
        .next()
}
